package hotloop_test

import _ "embed"

// Loops that change elements which the data pick: update_test.go compiles this file.

//go:embed updatekernels_test.go
var updateSource string

func updCount(h []int32, idx []int32) {
	for _, k := range idx {
		h[k]++
	}
}

// updBytes leaves the table only if that is short.
func updBytes(h []uint32, a []uint8) {
	for _, v := range a {
		h[v] += 3
	}
}

func updWords(h []uint16, idx []uint16, w []uint16) {
	for i, k := range idx {
		h[k] += w[i]
	}
}

func updWeights(h []int64, idx []int32, w []int32) {
	for i, k := range idx {
		h[k] += int64(w[i])
	}
}

// updFloats adds in the order of the program, whatever the mode.
func updFloats(h []float32, idx []int32, w []float32) {
	for i, k := range idx {
		x := w[i]
		h[k] += float32(x*x) + 0.25 // rounded: gc fuses on arm64
	}
}

func updDoubles(h []float64, idx []int64, w []float64) {
	for i, k := range idx {
		h[k] = w[i] - h[k]
	}
}

func updMax(h []int32, idx []uint32, w []int32) {
	for i, k := range idx {
		h[k] = max(h[k], w[i])
	}
}

func updXor(h []uint8, idx []uint8, w []uint8) {
	for i, k := range idx {
		h[k] ^= w[i]<<1 | 1
	}
}

// updTwo changes two tables, and the second check comes behind the first store.
func updTwo(h, g []int32, idx []int32, jdx []int32) {
	for i, k := range idx {
		h[k]++
		g[jdx[i]] += k
	}
}

func updHash(h []uint32, keys []uint32) {
	if len(h) < 64 {
		return
	}
	for _, k := range keys {
		h[k*2654435761>>26] += k
	}
}

// updSeen uses what it loads a second time, and is no update.
func updSeen(h []int32, idx []int32, out []int32) {
	for i, k := range idx {
		p := h[k]
		h[k] = p + 1
		out[i] = p
	}
}

// updElsewhere stores to another place than it loads from.
func updElsewhere(h []int32, idx []int32, jdx []int32) {
	for i, k := range idx {
		h[jdx[i]] = h[k] + 1
	}
}

func updIf(h []int32, idx []int32, w []int32) {
	for i, k := range idx {
		if w[i] > 0 {
			h[k] += w[i]
		}
	}
}

// updUntil stops in the middle.
func updUntil(h []int32, idx []int32, w []int32) {
	for i, k := range idx {
		if w[i] == 7 {
			break
		}
		h[k] += w[i]
	}
}

func updSum(h []int32, idx []int32, w []int32) (sum int32) {
	for i, k := range idx {
		h[k] += w[i]
		sum += w[i]
	}
	return sum
}
