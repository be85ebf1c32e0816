package analysis

import "math"

// Questions about loops and recurrences lead to one another, in cycles too: what a loop counts to bounds the start of
// the loop behind it, and a loop around both depends on either. A question that is met again while it is being worked on
// gets an answer that is sound and says little. What depends on such an answer might be better if it were asked for by
// itself, so that it must not be kept for good: but it is as good as it gets until the question that was met again is
// answered, and that may be long, and the same asked many times until then.

// questionStack are those being worked on, the one that was asked first in front. The zero value has none.
type questionStack struct {
	serials []int32 // each question has a number of its own
	last    int32
	// cut is the first of them that what is being worked out was cut short by, whole if none, and beyondAll if it is none
	// of them: there were too many.
	cut int32
}

const (
	whole     = math.MaxInt32
	beyondAll = -1

	askedAtFirst = 32 // that there is room for: few functions need more
)

// standing says how long an answer stands. The zero value is that there is none.
type standing struct {
	at     int32 // the question that has cut it short; whole if none
	serial int32 // of that question; not 0
}

// open begins to work on a question: it returns its place, and what close wants.
func (q *questionStack) open() (at, outer int32) {
	if len(q.serials) == 0 {
		q.cut = whole
	}
	outer, q.cut = q.cut, whole
	q.last++
	q.serials = append(q.serials, q.last)
	return int32(len(q.serials) - 1), outer
}

// close says how long the answer to the question at that place stands. What a question was cut short by itself is not
// held against it: whoever asks it gets the same. So does whoever asks the first of all.
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

// stands says whether an answer may be given again. What is being worked out is cut short with it.
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

// cutAt notes that what is being worked out was cut short by the question at a place.
func (q *questionStack) cutAt(at int32) {
	if len(q.serials) > 0 {
		q.cut = min(q.cut, at)
	}
}

// current is the place of the question being worked on; beyondAll if there is none.
func (q *questionStack) current() int32 { return int32(len(q.serials)) - 1 }
