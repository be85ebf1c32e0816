package check

// Functions of the standard library that take or return functions, reimplemented. They call the functions that
// they are given in the same order as the standard library.

const iterText = `package iter

type Seq[V any] func(yield func(V) bool)
type Seq2[K, V any] func(yield func(K, V) bool)
`

const sortText = `package sort

type Interface interface {
	Len() int
	Less(i, j int) bool
	Swap(i, j int)
}

func Search(n int, f func(int) bool) int {
	lo, hi := 0, n
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if f(mid) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

func Find(n int, cmp func(int) int) (i int, found bool) {
	lo, hi := 0, n
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if cmp(mid) > 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < n && cmp(lo) == 0
}

func SearchInts(a []int, x int) int { return Search(len(a), func(i int) bool { return a[i] >= x }) }

func SearchFloat64s(a []float64, x float64) int {
	return Search(len(a), func(i int) bool { return a[i] >= x })
}

func IntsAreSorted(x []int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if x[i] < x[i-1] {
			return false
		}
	}
	return true
}

func Float64sAreSorted(x []float64) bool {
	for i := len(x) - 1; i > 0; i-- {
		if x[i] < x[i-1] || x[i] != x[i] && x[i-1] == x[i-1] {
			return false
		}
	}
	return true
}

func SliceIsSorted(x any, less func(i, j int) bool) bool
func Slice(x any, less func(i, j int) bool)
func SliceStable(x any, less func(i, j int) bool)
func Sort(x Interface)
func Stable(x Interface)
func Ints(x []int)
func Float64s(x []float64)
func Strings(x []string)
`

const slicesCalls = `
func All[S ~[]E, E any](s S) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i, v := range s {
			if !yield(i, v) {
				return
			}
		}
	}
}

func Values[S ~[]E, E any](s S) iter.Seq[E] {
	return func(yield func(E) bool) {
		for _, v := range s {
			if !yield(v) {
				return
			}
		}
	}
}

func Backward[S ~[]E, E any](s S) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := len(s) - 1; i >= 0; i-- {
			if !yield(i, s[i]) {
				return
			}
		}
	}
}

func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	for i := range s {
		if f(s[i]) {
			return i
		}
	}
	return -1
}

func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return IndexFunc(s, f) >= 0 }

func EqualFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](x S1, y S2, eq func(E1, E2) bool) bool {
	if len(x) != len(y) {
		return false
	}
	for i, v := range x {
		if !eq(v, y[i]) {
			return false
		}
	}
	return true
}

func BinarySearchFunc[S ~[]E, E, T any](x S, target T, cmp func(E, T) int) (int, bool) {
	n := len(x)
	lo, hi := 0, n
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if cmp(x[mid], target) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < n && cmp(x[lo], target) == 0
}
`
