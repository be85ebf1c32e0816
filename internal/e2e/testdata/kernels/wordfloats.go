package kernels

// Integers of 64 bits to floats.

func SignedToF64(dst []float64, x []int64) {
	for i := range min(len(dst), len(x)) {
		dst[i] = float64(x[i])
	}
}

func UnsignedToF64(dst []float64, x []uint64) {
	for i := range min(len(dst), len(x)) {
		dst[i] = float64(x[i])
	}
}

func SignedToF32(dst []float32, x []int64) {
	for i := range min(len(dst), len(x)) {
		dst[i] = float32(x[i])
	}
}

func UnsignedToF32(dst []float32, x []uint64) {
	for i := range min(len(dst), len(x)) {
		dst[i] = float32(x[i])
	}
}
