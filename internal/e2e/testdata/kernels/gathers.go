package kernels

// Loops that gather, compiled by gc and, with types in the places of T and I, by hotloop.

type (
	GatherElem interface {
		~float32 | ~float64 | ~int8 | ~uint8 | ~uint16 | ~int32 | ~uint64
	}
	GatherIndex interface {
		~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int | ~uint64
	}
)

func GatherCopy[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		y[i] = x[idx[i]]
	}
	return s
}

func GatherSum[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		s += y[i] * x[idx[i]]
	}
	return s
}

// GatherPair takes two objects of different lengths by one index.
func GatherPair[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		y[i] = x[idx[i]] - z[idx[i]]
	}
	return s
}

// GatherTwo has two indices.
func GatherTwo[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		y[i] = x[idx[i]] + z[jdx[i]]
	}
	return s
}

// GatherNext takes neighbours.
func GatherNext[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		k := int(idx[i])
		y[i] = x[k] + x[k+1]
	}
	return s
}

// GatherRow has something invariant in the index, which may lead in front of the object.
func GatherRow[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		y[i] = x[int(idx[i])+r]
	}
	return s
}

// GatherChain takes an index from where another index leads.
func GatherChain[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		y[i] = x[idx[int(jdx[i])]]
	}
	return s
}

// GatherWhere does so under a condition only.
func GatherWhere[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		if m[i] > 100 {
			y[i] += x[idx[i]]
		}
	}
	return s
}

// GatherOver stores to what it gathers from.
func GatherOver[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range idx {
		x[i] = x[idx[i]] + 1
	}
	return s
}

// GatherMove stores to the places that it gathers from.
func GatherMove[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range idx {
		y[idx[i]] = x[idx[i]] + z[i]
	}
	return s
}

// GatherIndexStored changes the indices.
func GatherIndexStored[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		jdx[i] = idx[i] + 1
		y[i] = x[idx[i]]
	}
	return s
}

// GatherUntil leaves in the middle.
func GatherUntil[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
	for i := range y {
		if m[i] == 7 {
			break
		}
		y[i] = x[idx[i]]
		s += y[i]
	}
	return s
}

// GatherRows is a loop around one of them.
func GatherRows[T GatherElem, I GatherIndex](y, x, z []T, idx, jdx []I, m []uint8, r int) (s T) {
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
