package dsp

// Echo adds what it has put out len(ring) samples ago, times gain, and returns where in the ring the next call goes on.
func Echo(y, x, ring []float32, gain float32, at int) int {
	for i, v := range x {
		v += gain * ring[at]
		ring[at] = v
		y[i] = v
		if at++; at == len(ring) {
			at = 0
		}
	}
	return at
}

// Playback mixes a loop, whose length is a power of two, from sample at on.
func Playback(y, loop []float32, at int) {
	mask := len(loop) - 1
	for i := range y {
		y[i] += loop[(at+i)&mask]
	}
}
