package explain

import "strings"

// passes collects the SSA after each pass.
type passes struct {
	list []Pass
	last []string
	text string // after the last pass
}

// add adds the text after a pass, unless it is that of the pass before.
func (p *passes) add(name, text string) {
	if text == p.text {
		return
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	p.list = append(p.list, Pass{name, diff(p.last, lines)})
	p.last, p.text = lines, text
}

// maxEdits bounds the work of diff: a larger difference becomes one hunk.
const maxEdits = 2000

// diff returns what replaces a by b, by the algorithm of Myers (1986).
func diff(a, b []string) (hunks []Hunk) {
	lo := 0
	for lo < len(a) && lo < len(b) && a[lo] == b[lo] {
		lo++
	}
	end := 0
	for end < len(a)-lo && end < len(b)-lo && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	x, y := a[lo:len(a)-end], b[lo:len(b)-end]
	same := common(x, y)
	at, to := 0, 0
	flush := func(i, j int) {
		if i > at || j > to {
			hunks = append(hunks, Hunk{At: lo + at, Delete: i - at, Insert: y[to:j:j]})
		}
	}
	for _, s := range same {
		if s[0] > at || s[1] > to {
			flush(s[0], s[1])
		}
		at, to = s[0]+1, s[1]+1
	}
	flush(len(x), len(y))
	return hunks
}

// common returns the pairs of indices of a longest common subsequence of x and y, or none if that takes more than
// maxEdits edits.
func common(x, y []string) (pairs [][2]int) {
	n, m := len(x), len(y)
	if n == 0 || m == 0 {
		return nil
	}
	limit := min(n+m, maxEdits)
	reach := make([]int, 2*limit+3) // by diagonal, the farthest line of x
	var trace [][]int
	for d := 0; d <= limit; d++ {
		trace = append(trace, append([]int(nil), reach[limit-d:limit+d+3]...))
		for k := -d; k <= d; k += 2 {
			i := 0
			switch at := limit + 1 + k; {
			case d == 0:
			case k == -d || k != d && reach[at-1] < reach[at+1]:
				i = reach[at+1]
			default:
				i = reach[at-1] + 1
			}
			j := i - k
			for i < n && j < m && x[i] == y[j] {
				i, j = i+1, j+1
			}
			if reach[limit+1+k] = i; i >= n && j >= m {
				return backtrack(trace, n, m)
			}
		}
	}
	return nil
}

// backtrack returns the pairs from what common reached with fewer edits. trace[d] has the diagonals -d-1 to d+1.
func backtrack(trace [][]int, i, j int) (pairs [][2]int) {
	for d := len(trace) - 1; d > 0; d-- {
		before := func(k int) int { return trace[d][k+d+1] }
		k := i - j
		from := k - 1
		if k == -d || k != d && before(k-1) < before(k+1) {
			from = k + 1
		}
		pi := before(from)
		start := pi // of the equal lines behind the edit
		if from == k-1 {
			start++
		}
		for i > start {
			i, j = i-1, j-1
			pairs = append(pairs, [2]int{i, j})
		}
		i, j = pi, pi-from
	}
	for i > 0 && j > 0 {
		i, j = i-1, j-1
		pairs = append(pairs, [2]int{i, j})
	}
	for l, r := 0, len(pairs)-1; l < r; l, r = l+1, r-1 {
		pairs[l], pairs[r] = pairs[r], pairs[l]
	}
	return pairs
}
