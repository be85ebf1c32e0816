package pixel_test

import (
	"bytes"
	"image"
	"math/rand/v2"
	"os"
	"testing"

	"hotloop/examples/imageservice/pixel"
	"hotloop/examples/steps"
)

// rgba is a random image, a part of a larger one so that its rows do not follow on one another.
func rgba(w, h int, seed uint64) *image.RGBA {
	m := image.NewRGBA(image.Rect(-1, -2, w+4, h+1))
	fill(m.Pix, seed)
	for i := 0; i < len(m.Pix); i += 4 { // premultiplied
		for c := range 3 {
			m.Pix[i+c] = uint8(uint32(m.Pix[i+c]) * uint32(m.Pix[i+3]) / 255)
		}
	}
	return m.SubImage(image.Rect(0, 0, w, h)).(*image.RGBA)
}

func gray(w, h int, seed uint64) *image.Gray {
	m := image.NewGray(image.Rect(-1, -2, w+4, h+1))
	fill(m.Pix, seed)
	return m.SubImage(image.Rect(0, 0, w, h)).(*image.Gray)
}

func fill(p []uint8, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range p {
		p[i] = uint8(r.Uint32())
	}
}

// sizes are widths and heights, with those that edges matter for.
var sizes = [][2]int{{0, 0}, {1, 1}, {2, 3}, {3, 3}, {4, 1}, {5, 4}, {17, 9}, {64, 8}, {67, 5}, {200, 3}, {0, 5}}

func TestSame(t *testing.T) {
	for name, err := range pixel.Errs() {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, size := range sizes {
		w, h := size[0], size[1]
		same := func(what string, plain, fast []uint8) {
			t.Helper()
			if !bytes.Equal(plain, fast) {
				t.Errorf("%s of %d×%d pixels differ", what, w, h)
			}
		}
		src, light := rgba(w, h, 1), gray(w, h, 2)
		g1, g2 := gray(w, h, 3), gray(w, h, 3)
		c1, c2 := rgba(w, h, 4), rgba(w, h, 4)
		sums := make([]uint16, 4*w)

		pixel.Gray(g1, src)
		pixel.FastGray.Func(g2, src)
		same("Gray", g1.Pix, g2.Pix)
		pixel.Threshold(g1, light, 100)
		pixel.FastThreshold.Func(g2, light, 100)
		same("Threshold", g1.Pix, g2.Pix)
		pixel.Sobel(g1, light)
		pixel.FastSobel.Func(g2, light)
		same("Sobel", g1.Pix, g2.Pix)
		pixel.Blend(c1, src)
		pixel.FastBlend.Func(c2, src)
		same("Blend", c1.Pix, c2.Pix)
		pixel.Blur(c1, src, sums)
		pixel.FastBlur.Func(c2, src, sums)
		same("Blur", c1.Pix, c2.Pix)
		for _, to := range sizes {
			d1, d2 := rgba(to[0], to[1], 5), rgba(to[0], to[1], 5)
			pixel.Resize(d1, src)
			pixel.FastResize.Func(d2, src)
			same("Resize", d1.Pix, d2.Pix)
		}
		var n1, n2 [256]uint32
		pixel.Histogram(&n1, light)
		pixel.FastHistogram.Func(&n2, light)
		if n1 != n2 {
			t.Errorf("Histogram of %d×%d pixels differs", w, h)
		}
	}
}

// TestEven: what is the same everywhere stays the same.
func TestEven(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 30, 20))
	for i := range m.Pix {
		m.Pix[i] = 77
	}
	blurred, larger := image.NewRGBA(m.Rect), image.NewRGBA(image.Rect(0, 0, 50, 41))
	pixel.Blur(blurred, m, make([]uint16, 120))
	pixel.Resize(larger, m)
	for _, v := range append(blurred.Pix, larger.Pix...) {
		if v != 77 {
			t.Fatalf("found %d in place of 77", v)
		}
	}
}

// BenchmarkCompare prints how the kernels compare with plain Go, in turns in one run: -benchtime 1x is enough.
func BenchmarkCompare(b *testing.B) {
	const w, h = 640, 480
	src, dst, half := rgba(w, h, 1), rgba(w, h, 2), rgba(w/2, h/2, 3)
	light, edges := gray(w, h, 4), gray(w, h, 5)
	sums := make([]uint16, 4*w)
	var count [256]uint32
	steps.Print(os.Stdout, steps.Measure([]steps.Step{
		steps.New("gray", func() { pixel.Gray(light, src) }, func() { pixel.FastGray.Func(light, src) }),
		steps.New("threshold", func() { pixel.Threshold(edges, light, 9) }, func() { pixel.FastThreshold.Func(edges, light, 9) }),
		steps.New("histogram", func() { pixel.Histogram(&count, light) }, func() { pixel.FastHistogram.Func(&count, light) }),
		steps.New("blur", func() { pixel.Blur(dst, src, sums) }, func() { pixel.FastBlur.Func(dst, src, sums) }),
		steps.New("sobel", func() { pixel.Sobel(edges, light) }, func() { pixel.FastSobel.Func(edges, light) }),
		steps.New("resize", func() { pixel.Resize(half, src) }, func() { pixel.FastResize.Func(half, src) }),
		steps.New("blend", func() { pixel.Blend(dst, src) }, func() { pixel.FastBlend.Func(dst, src) }),
	}, 5))
}
