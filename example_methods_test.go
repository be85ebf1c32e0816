package hotloop_test

import (
	_ "embed"
	"fmt"
	"image"
	"slices"
	"testing"

	"hotloop"
	"hotloop/runtime"
)

//go:embed example_methods_test.go
var methodsText string

// A Layer is an image with an opacity.
type Layer struct {
	Image   *image.RGBA
	Opacity uint32 // of 256
}

func (l *Layer) weight(x uint8) uint32 { return uint32(x) * l.Opacity }

// Blend mixes the layer into dst, of the same size and stride.
func (l *Layer) Blend(dst *image.RGBA) {
	for y := 0; y < dst.Rect.Dy(); y++ {
		to := dst.Pix[y*dst.Stride : (y+1)*dst.Stride]
		from := l.Image.Pix[y*dst.Stride : (y+1)*dst.Stride]
		for i := range to {
			to[i] = uint8((l.weight(from[i]) + uint32(to[i])*(256-l.Opacity)) >> 8)
		}
	}
}

// A method with structs of other packages, as it is written. Its first argument is the receiver.
func ExampleAccelerate_method() {
	blend := hotloop.Accelerate((*Layer).Blend, methodsText).Func

	dst, src := image.NewRGBA(image.Rect(0, 0, 100, 50)), image.NewRGBA(image.Rect(0, 0, 100, 50))
	for i := range src.Pix {
		src.Pix[i] = 200
	}
	blend(&Layer{src, 64}, dst)
	fmt.Println(dst.Pix[0], dst.Pix[len(dst.Pix)-1])
	// Output: 50 50
}

// TestMethodNative: the method of the example is machine code, and vectorized, and does the same.
func TestMethodNative(t *testing.T) {
	k := hotloop.Accelerate((*Layer).Blend, methodsText)
	c, err := hotloop.Compile[func(*Layer, *image.RGBA)](methodsText, "(*Layer).Blend")
	if err != nil {
		t.Fatal(err)
	}
	if c.Native() && (!k.Native() && !runtime.RaceEnabled || len(c.Stats().Plans) == 0) {
		t.Error(k.Err(), c.Remarks())
	}
	l := &Layer{image.NewRGBA(image.Rect(0, 0, 33, 7)), 100}
	a, b := image.NewRGBA(l.Image.Rect), image.NewRGBA(l.Image.Rect)
	for i := range a.Pix {
		l.Image.Pix[i], a.Pix[i], b.Pix[i] = uint8(i*7), uint8(i*3), uint8(i*3)
	}
	l.Blend(a)
	c.Func(l, b)
	if !slices.Equal(a.Pix, b.Pix) {
		t.Error("the kernel differs from the method")
	}
}
