package arrowkernel

// This file is the source of the kernels of aggregates. rows has a byte for each row, 0 or 1.

const _ = min(0, 1) + max(0, 1) // the builtins

type number interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// sumOf adds up all elements, as integers of 64 bits, which wrap around, or as float64.
func sumOf[S int64 | uint64 | float64, T number](x []T) (s S) {
	//loop:fp reassoc
	for _, v := range x {
		s += S(v)
	}
	return s
}

// sumWhere adds up the elements of some rows.
func sumWhere[S int64 | uint64 | float64, T number](x []T, rows []bool) (s S) {
	rows = rows[:len(x)]
	//loop:fp reassoc
	for i, v := range x {
		if rows[i] {
			s += S(v)
		}
	}
	return s
}

// minOf returns the least element, or least if that is less. NaNs do not count.
func minOf[T number](x []T, least T) T {
	for _, v := range x {
		if v < least {
			least = v
		}
	}
	return least
}

// maxOf returns the greatest element, or most if that is greater.
func maxOf[T number](x []T, most T) T {
	for _, v := range x {
		if v > most {
			most = v
		}
	}
	return most
}

// minWhere is minOf for the elements of some rows.
func minWhere[T number](x []T, rows []bool, least T) T {
	rows = rows[:len(x)]
	for i, v := range x {
		if rows[i] && v < least {
			least = v
		}
	}
	return least
}

// maxWhere is maxOf for the elements of some rows.
func maxWhere[T number](x []T, rows []bool, most T) T {
	rows = rows[:len(x)]
	for i, v := range x {
		if rows[i] && v > most {
			most = v
		}
	}
	return most
}

// count counts rows.
func count(rows []byte) (n int) {
	for _, b := range rows {
		n += int(b)
	}
	return n
}

// numbersOf counts the elements that are no NaN.
func numbersOf[T number](x []T) (n int) {
	for _, v := range x {
		if v == v {
			n++
		}
	}
	return n
}

// numbersWhere counts the elements of some rows that are no NaN.
func numbersWhere[T number](x []T, rows []bool) (n int) {
	rows = rows[:len(x)]
	for i, v := range x {
		if rows[i] && v == v {
			n++
		}
	}
	return n
}

// groupKey appends a key to group numbers: group*size + index. Indices that are out of range are those of nulls, and
// become size-1.
func groupKey[I uint8 | uint16 | uint32 | uint64](groups []uint32, index []I, size uint32) {
	index = index[:len(groups)]
	for i, g := range groups {
		k := uint32(min(uint64(index[i]), uint64(size-1)))
		groups[i] = g*size + k
	}
}

// nullKey is groupKey where rows with a 0 in valid have a null.
func nullKey[I uint8 | uint16 | uint32 | uint64](groups []uint32, index []I, valid []bool, size uint32) {
	index, valid = index[:len(groups)], valid[:len(groups)]
	for i, g := range groups {
		k := uint32(min(uint64(index[i]), uint64(size-1)))
		if !valid[i] {
			k = size - 1
		}
		groups[i] = g*size + k
	}
}

// groupCount counts the rows of each group.
func groupCount(counts []int64, groups []uint32, rows []byte) {
	rows = rows[:len(groups)]
	for i, g := range groups {
		counts[g] += int64(rows[i])
	}
}

// groupSum adds up the elements of each group, and counts them.
func groupSum[S int64 | uint64 | float64, T number](sums []S, counts []int64, groups []uint32, x []T, rows []bool) {
	x, rows, counts = x[:len(groups)], rows[:len(groups)], counts[:len(sums)]
	for i, g := range groups {
		if rows[i] {
			sums[g] += S(x[i])
			counts[g]++
		}
	}
}

// groupMin keeps the least element of each group, and counts those that are no NaN.
func groupMin[T number](least []T, counts []int64, groups []uint32, x []T, rows []bool) {
	x, rows, counts = x[:len(groups)], rows[:len(groups)], counts[:len(least)]
	for i, g := range groups {
		if v := x[i]; rows[i] && v == v {
			least[g] = min(least[g], v)
			counts[g]++
		}
	}
}

// groupMax keeps the greatest element of each group, and counts those that are no NaN.
func groupMax[T number](most []T, counts []int64, groups []uint32, x []T, rows []bool) {
	x, rows, counts = x[:len(groups)], rows[:len(groups)], counts[:len(most)]
	for i, g := range groups {
		if v := x[i]; rows[i] && v == v {
			most[g] = max(most[g], v)
			counts[g]++
		}
	}
}

// rowsOf stores which rows are in a group, of those that are 1.
func rowsOf(dst []bool, groups []uint32, group uint32, rows []bool) {
	groups, rows = groups[:len(dst)], rows[:len(dst)]
	for i := range dst {
		dst[i] = groups[i] == group && rows[i]
	}
}
