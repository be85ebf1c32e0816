package analysis

import "math"

// Queries about loops and recurrences lead to one another, sometimes in cycles: the count of one loop bounds
// the start of a following loop, and a loop around both depends on either. A query that is met again while it
// is being answered gets a sound but weak answer. Results that depend on such an answer might be better if they
// were computed on their own, so they must not be cached permanently. They remain the best available until the
// repeated query is answered. That may take long, and the same result may be requested many times until then,
// so they are cached for that period.

// questionStack holds the queries in progress, the first one first. The zero value is empty.
type questionStack struct {
	serials []int32 // each query has a unique serial number
	last    int32
	// cut is the outermost query whose weak answer the current result depends on. It is whole if there is none,
	// and beyondAll if the answer was weak because the recursion was too deep.
	cut int32
}

const (
	whole     = math.MaxInt32
	beyondAll = -1

	askedAtFirst = 32 // initial capacity; few functions need more
)

// standing is the validity of a cached answer. The zero value means that there is no answer.
type standing struct {
	at     int32 // the query that it depends on; whole if none
	serial int32 // serial number of that query; not 0
}

// open starts a query. It returns its position and a value to pass to close.
func (q *questionStack) open() (at, outer int32) {
	if len(q.serials) == 0 {
		q.cut = whole
	}
	outer, q.cut = q.cut, whole
	q.last++
	q.serials = append(q.serials, q.last)
	return int32(len(q.serials) - 1), outer
}

// close returns the validity of the answer to the query at position at. A dependence on the query itself does
// not limit it, because asking again gives the same answer. The answer to the outermost query is always valid.
func (q *questionStack) close(at, outer int32) standing {
	q.serials = q.serials[:at]
	cut := q.cut
	q.cut = min(cut, outer)
	switch {
	case cut >= at || at == 0:
		q.cut = outer
		return standing{whole, 1}
	case cut == beyondAll:
		return standing{}
	}
	return standing{cut, q.serials[cut]}
}

// stands reports whether an answer is still valid. If so, the current result inherits its dependence.
func (q *questionStack) stands(s standing) bool {
	switch {
	case s.serial == 0:
		return false
	case s.at == whole:
		return true
	case int(s.at) >= len(q.serials) || q.serials[s.at] != s.serial:
		return false
	}
	q.cutAt(s.at)
	return true
}

// cutAt records that the current result depends on the weak answer to the query at position at.
func (q *questionStack) cutAt(at int32) {
	if len(q.serials) > 0 {
		q.cut = min(q.cut, at)
	}
}

// current returns the position of the innermost query in progress; -1 (beyondAll) if there is none.
func (q *questionStack) current() int32 { return int32(len(q.serials)) - 1 }
