package core

// Stencil5 is one step of the five-point stencil on a grid of h rows of w cells; the border is left alone.
func Stencil5(dst, src []float32, w, h int, centre, side float32) {
	for i := 1; i < h-1; i++ {
		for j := 1; j < w-1; j++ {
			p := i*w + j
			dst[p] = centre*src[p] + side*(src[p-w]+src[p-1]+src[p+1]+src[p+w])
		}
	}
}
