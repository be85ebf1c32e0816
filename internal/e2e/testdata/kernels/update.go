package kernels

// Loops that change elements which the data pick.

func UpdCount(h []int32, idx []int32) {
	for _, k := range idx {
		h[k]++
	}
}

// UpdBytes leaves the table only if that is short.
func UpdBytes(h []uint32, a []uint8) {
	for _, v := range a {
		h[v] += 3
	}
}

func UpdWords(h []uint16, idx []uint16, w []uint16) {
	for i, k := range idx {
		h[k] += w[i]
	}
}

func UpdWeights(h []int64, idx []int32, w []int32) {
	for i, k := range idx {
		h[k] += int64(w[i])
	}
}

// UpdFloats adds in the order of the program, whatever the mode.
func UpdFloats(h []float32, idx []int32, w []float32) {
	for i, k := range idx {
		x := w[i]
		h[k] += float32(x*x) + 0.25 // rounded: gc fuses on arm64
	}
}

func UpdDoubles(h []float64, idx []int64, w []float64) {
	for i, k := range idx {
		h[k] = w[i] - h[k]
	}
}

func UpdMax(h []int32, idx []uint32, w []int32) {
	for i, k := range idx {
		h[k] = max(h[k], w[i])
	}
}

func UpdXor(h []uint8, idx []uint8, w []uint8) {
	for i, k := range idx {
		h[k] ^= w[i]<<1 | 1
	}
}

// UpdTwo changes two tables, and the second check comes behind the first store.
func UpdTwo(h, g []int32, idx []int32, jdx []int32) {
	for i, k := range idx {
		h[k]++
		g[jdx[i]] += k
	}
}

func UpdHash(h []uint32, keys []uint32) {
	if len(h) < 64 {
		return
	}
	for _, k := range keys {
		h[k*2654435761>>26] += k
	}
}

// UpdSeen uses what it loads a second time, and is no update.
func UpdSeen(h []int32, idx []int32, out []int32) {
	for i, k := range idx {
		p := h[k]
		h[k] = p + 1
		out[i] = p
	}
}

// UpdElsewhere stores to another place than it loads from.
func UpdElsewhere(h []int32, idx []int32, jdx []int32) {
	for i, k := range idx {
		h[jdx[i]] = h[k] + 1
	}
}

func UpdIf(h []int32, idx []int32, w []int32) {
	for i, k := range idx {
		if w[i] > 0 {
			h[k] += w[i]
		}
	}
}

// UpdUntil stops in the middle.
func UpdUntil(h []int32, idx []int32, w []int32) {
	for i, k := range idx {
		if w[i] == 7 {
			break
		}
		h[k] += w[i]
	}
}

func UpdSum(h []int32, idx []int32, w []int32) (sum int32) {
	for i, k := range idx {
		h[k] += w[i]
		sum += w[i]
	}
	return sum
}
