package kernels

// Loops that change small tables where the data say.

func SubCount(h []uint32, a []uint8) {
	for _, v := range a {
		h[v]++
	}
}

func SubWeights(h []int64, a []uint32, w []int64) {
	for i, v := range a {
		h[v&63] -= w[i]
	}
}

// SubSigned has a table whose middle is meant by 0.
func SubSigned(h []uint16, a []int8) {
	for _, v := range a {
		h[int(v)+128] += 3
	}
}

func SubDown(h []uint32, a []uint8) {
	for i := len(a) - 1; i >= 0; i-- {
		h[a[i]]++
	}
}

// SubArms changes one table in two places of the program, one of which runs.
func SubArms(h []int32, a []uint8, w []int32) {
	for i, v := range a {
		if w[i] > 0 {
			h[v] += w[i]
		} else {
			h[255-v]--
		}
	}
}

func SubTwo(h, g []int32, a, b []uint8, w []int32) {
	for i, v := range a {
		h[v]++
		if w[i]&3 != 0 {
			g[b[i]&31] ^= w[i]
		}
	}
}

func SubSame(h []uint32, a, b []uint8) {
	for i, v := range a {
		h[v]++
		h[b[i]] += 2
	}
}

func SubByHand(h []uint32, a []uint8) {
	for i := 0; i+3 < len(a); i += 4 {
		h[a[i]]++
		h[a[i+1]]++
		h[a[i+2]]++
		h[a[i+3]]++
	}
}

func SubStrided(h []uint32, a []uint8) {
	for i := 0; i < len(a)/3; i++ {
		h[a[3*i+1]&127] += uint32(i)
	}
}

func SubExtremes(h []int32, g []uint8, a []uint8, w []int32) {
	for i, v := range a {
		h[v] = min(h[v], w[i])
		g[v&7] = max(g[v&7], v)
	}
}

func SubBits(h, g []uint16, m []int32, a []uint8, w []uint16) {
	for i, v := range a {
		h[v&15] |= w[i]
		g[v&15] &= w[i] | 0xff
		m[v>>4] *= int32(w[i]) | 1
	}
}

// SubNarrow has counters that wrap around, to what they were even.
func SubNarrow(h []uint8, a []uint8, w []uint8) {
	for i, v := range a {
		h[v&3] += w[i] << 6
	}
}

func SubFloats(h []float32, a []uint8, w []float32) {
	for i, v := range a {
		h[v&31] += w[i]
	}
}

func SubFloatExtremes(h, g []float64, a []uint8, w []float64) {
	for i, v := range a {
		h[v&31] = max(h[v&31], w[i])
		g[v&15] = min(w[i], g[v&15])
	}
}

// SubGuarded leaves out what the table has no room for.
func SubGuarded(h []uint32, a []uint8) {
	for _, v := range a {
		if int(v) < len(h) {
			h[v]++
		}
	}
}

func SubRows(h []uint32, a []uint8) {
	for r := 0; r+40 <= len(a); r += 40 {
		for _, v := range a[r : r+40] {
			h[v]++
		}
	}
}

func SubLocal(out []int32, a []uint8) {
	var h [16]int32
	for _, v := range a {
		h[v>>4]++
	}
	for i := range h {
		if i < len(out) {
			out[i] = h[i]
		}
	}
}

func SubSum(h []uint32, a []uint8, w []uint32) (sum uint32) {
	for i, v := range a {
		h[v] += w[i]
		sum += w[i]
	}
	return sum
}

func SubBeside(h []uint32, y []int32, a []uint8, w []int32) {
	for i, v := range a {
		y[i] = w[i] * 2
		h[v]++
	}
}

func SubModulo(h []uint32, a []uint32) {
	for _, v := range a {
		h[v%10+2]++
	}
}

func SubHash(h []uint32, keys []uint32) {
	for _, k := range keys {
		h[k*2654435761>>28] += k
	}
}

// The following cannot have copies.

// SubBoth loads two elements before it stores either: if they are one, a change is lost.
func SubBoth(h []uint32, a, b []uint8) {
	for i := range a {
		p, q := h[a[i]], h[b[i]]
		h[a[i]] = p + 1
		h[b[i]] = q + 2
	}
}

func SubReads(h []uint32, a []uint8) {
	for _, v := range a {
		h[v] += h[3]
	}
}

func SubSeen(h, y []uint32, a, b []uint8) {
	for i, v := range a {
		h[v]++
		y[i] = h[b[i]]
	}
}

func SubMixed(h []uint32, a []uint8) {
	for _, v := range a {
		h[v]++
		h[v&15] ^= 5
	}
}

func SubTurned(h []int32, a []uint8) {
	for i, v := range a {
		h[v] = int32(i) - h[v]
	}
}

func SubUntil(h []uint32, a []uint8) {
	for _, v := range a {
		if v == 7 {
			break
		}
		h[v]++
	}
}

// subRounds counts again and again.
func subRounds(h []uint32, a []uint8, rounds int) {
	for r := 0; r < rounds; r++ {
		for _, v := range a {
			h[v]++
		}
	}
}

func SubArray(h *[256]uint16, a []uint8) {
	for _, v := range a {
		h[v]++
	}
}

type SubRec struct {
	N    int32
	Kept int16
	Sum  int64
	Best int64
}

// SubRecords changes fields of records, each by an operation of its own.
func SubRecords(h []SubRec, a []uint8, w []int64) {
	for i, v := range a {
		h[v&63].N++
		h[v&63].Sum -= w[i]
		h[v&63].Best = max(h[v&63].Best, w[i])
	}
}

func HotSum(h []float64, a []uint8, w []float64) {
	for i, v := range w {
		h[a[i]] += v
	}
}

func HotTwo(h []float64, g []float32, a []uint8, w []float64) {
	for i, v := range w {
		k := a[i]
		h[k] -= v
		g[k] += 0.1
	}
}

type HotRec struct {
	N   int32
	Min float32
	Sum float64
	Sq  float64
}

func HotRecords(h []HotRec, a []uint8, w []float64) {
	for i, k := range a {
		v := w[i]
		h[k].Sq += float64(v * v)
		h[k].Sum += v
	}
}

func HotDown(h *[64]float64, a []uint16, w []float64) {
	for i := len(w) - 1; i >= 0; i-- {
		h[a[i]>>8&63] += w[i]
	}
}

// HotMeets stores another element of the table than that which it adds to.
func HotMeets(h []float64, a []uint8, w []float64) {
	for i, v := range w {
		h[a[i]] += v
		h[a[i]^1] = v
	}
}
