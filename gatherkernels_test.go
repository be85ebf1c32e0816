package hotloop_test

// Loops that gather, compiled by gc and, with types in the places of T and I, by hotloop (gathers_test.go).

type (
	gatherElem interface {
		~float32 | ~float64 | ~int8 | ~uint8 | ~uint16 | ~int32 | ~uint64
	}
	gatherIndex interface {
		~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int | ~uint64
	}
)

func gatherCopy[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		y[i] = x[idx[i]]
	}
	return s
}

func gatherSum[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		s += y[i] * x[idx[i]]
	}
	return s
}

// gatherPair takes two objects of different lengths by one index.
func gatherPair[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		y[i] = x[idx[i]] - z[idx[i]]
	}
	return s
}

// gatherTwo has two indices.
func gatherTwo[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		y[i] = x[idx[i]] + z[jdx[i]]
	}
	return s
}

// gatherNext takes neighbours.
func gatherNext[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		k := int(idx[i])
		y[i] = x[k] + x[k+1]
	}
	return s
}

// gatherRow has something invariant in the index, which may lead in front of the object.
func gatherRow[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		y[i] = x[int(idx[i])+r]
	}
	return s
}

// gatherChain takes an index from where another index leads.
func gatherChain[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		y[i] = x[idx[int(jdx[i])]]
	}
	return s
}

// gatherWhere does so under a condition only.
func gatherWhere[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		if m[i] > 100 {
			y[i] += x[idx[i]]
		}
	}
	return s
}

// gatherOver stores to what it gathers from.
func gatherOver[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range idx {
		x[i] = x[idx[i]] + 1
	}
	return s
}

// gatherMove stores to the places that it gathers from.
func gatherMove[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range idx {
		y[idx[i]] = x[idx[i]] + z[i]
	}
	return s
}

// gatherIndexStored changes the indices.
func gatherIndexStored[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		jdx[i] = idx[i] + 1
		y[i] = x[idx[i]]
	}
	return s
}

// gatherUntil leaves in the middle.
func gatherUntil[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		if m[i] == 7 {
			break
		}
		y[i] = x[idx[i]]
		s += y[i]
	}
	return s
}

// gatherRows is a loop around one of them.
func gatherRows[T gatherElem, I gatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	const w = 40
	for j := 0; j+w <= len(y); j += w {
		t := T(0)
		for i := j; i < j+w; i++ {
			t += z[i] * x[idx[i]]
		}
		y[j] = t
	}
	return s
}
