package check

import (
	"sync"

	"hotloop/frontend/syntax"
)

// stdSource is the source of a standard package that kernels know by what others see of it; nil if it is none.
func stdSource(p *syntax.Package, path string) *syntax.Package {
	text := stdTexts[path]
	if text == "" {
		return nil
	}
	stdParsed.Lock()
	defer stdParsed.Unlock()
	return p.Import(path, syntax.Source{{Name: path + ".go", Text: text, Import: path}})
}

var stdParsed sync.Mutex

// stdTexts are packages of data that others compute with. Their types are what the memory of a program has: fields of
// other types are words that nobody looks into.
var stdTexts = map[string]string{
	"image/color": `package color

type Color interface{ RGBA() (r, g, b, a uint32) }
type Model interface{ Convert(c Color) Color }
type Palette []Color
type RGBA struct{ R, G, B, A uint8 }
type RGBA64 struct{ R, G, B, A uint16 }
type NRGBA struct{ R, G, B, A uint8 }
type NRGBA64 struct{ R, G, B, A uint16 }
type Alpha struct{ A uint8 }
type Alpha16 struct{ A uint16 }
type Gray struct{ Y uint8 }
type Gray16 struct{ Y uint16 }
type YCbCr struct{ Y, Cb, Cr uint8 }
type CMYK struct{ C, M, Y, K uint8 }

func (c RGBA) RGBA() (r, g, b, a uint32) {
	return uint32(c.R) * 0x101, uint32(c.G) * 0x101, uint32(c.B) * 0x101, uint32(c.A) * 0x101
}

func (c RGBA64) RGBA() (r, g, b, a uint32) { return uint32(c.R), uint32(c.G), uint32(c.B), uint32(c.A) }

func (c NRGBA) RGBA() (r, g, b, a uint32) {
	a = uint32(c.A)
	return uint32(c.R) * 0x101 * a / 0xff, uint32(c.G) * 0x101 * a / 0xff, uint32(c.B) * 0x101 * a / 0xff, a * 0x101
}

func (c Gray) RGBA() (r, g, b, a uint32) {
	y := uint32(c.Y) * 0x101
	return y, y, y, 0xffff
}

func (c Gray16) RGBA() (r, g, b, a uint32) { return uint32(c.Y), uint32(c.Y), uint32(c.Y), 0xffff }
`,
	"image": `package image

import "image/color"

type Point struct{ X, Y int }
type Rectangle struct{ Min, Max Point }

type Image interface {
	ColorModel() color.Model
	Bounds() Rectangle
	At(x, y int) color.Color
}

type RGBA struct {
	Pix    []uint8
	Stride int
	Rect   Rectangle
}
type RGBA64 struct {
	Pix    []uint8
	Stride int
	Rect   Rectangle
}
type NRGBA struct {
	Pix    []uint8
	Stride int
	Rect   Rectangle
}
type NRGBA64 struct {
	Pix    []uint8
	Stride int
	Rect   Rectangle
}
type Alpha struct {
	Pix    []uint8
	Stride int
	Rect   Rectangle
}
type Alpha16 struct {
	Pix    []uint8
	Stride int
	Rect   Rectangle
}
type Gray struct {
	Pix    []uint8
	Stride int
	Rect   Rectangle
}
type Gray16 struct {
	Pix    []uint8
	Stride int
	Rect   Rectangle
}
type CMYK struct {
	Pix    []uint8
	Stride int
	Rect   Rectangle
}
type Paletted struct {
	Pix     []uint8
	Stride  int
	Rect    Rectangle
	Palette color.Palette
}
type Uniform struct{ C color.Color }

type YCbCrSubsampleRatio int

const (
	YCbCrSubsampleRatio444 YCbCrSubsampleRatio = iota
	YCbCrSubsampleRatio422
	YCbCrSubsampleRatio420
	YCbCrSubsampleRatio440
	YCbCrSubsampleRatio411
	YCbCrSubsampleRatio410
)

type YCbCr struct {
	Y, Cb, Cr      []uint8
	YStride        int
	CStride        int
	SubsampleRatio YCbCrSubsampleRatio
	Rect           Rectangle
}

func Pt(x, y int) Point { return Point{x, y} }

func Rect(x0, y0, x1, y1 int) Rectangle {
	if x0 > x1 {
		x0, x1 = x1, x0
	}
	if y0 > y1 {
		y0, y1 = y1, y0
	}
	return Rectangle{Point{x0, y0}, Point{x1, y1}}
}

func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) Mul(k int) Point   { return Point{p.X * k, p.Y * k} }
func (p Point) Div(k int) Point   { return Point{p.X / k, p.Y / k} }
func (p Point) Eq(q Point) bool   { return p == q }

func (p Point) In(r Rectangle) bool {
	return r.Min.X <= p.X && p.X < r.Max.X && r.Min.Y <= p.Y && p.Y < r.Max.Y
}

func (r Rectangle) Dx() int     { return r.Max.X - r.Min.X }
func (r Rectangle) Dy() int     { return r.Max.Y - r.Min.Y }
func (r Rectangle) Size() Point { return Point{r.Max.X - r.Min.X, r.Max.Y - r.Min.Y} }
func (r Rectangle) Empty() bool { return r.Min.X >= r.Max.X || r.Min.Y >= r.Max.Y }

func (r Rectangle) Add(p Point) Rectangle { return Rectangle{r.Min.Add(p), r.Max.Add(p)} }
func (r Rectangle) Sub(p Point) Rectangle { return Rectangle{r.Min.Sub(p), r.Max.Sub(p)} }

func (r Rectangle) Intersect(s Rectangle) Rectangle {
	if r.Min.X < s.Min.X {
		r.Min.X = s.Min.X
	}
	if r.Min.Y < s.Min.Y {
		r.Min.Y = s.Min.Y
	}
	if r.Max.X > s.Max.X {
		r.Max.X = s.Max.X
	}
	if r.Max.Y > s.Max.Y {
		r.Max.Y = s.Max.Y
	}
	if r.Empty() {
		return Rectangle{}
	}
	return r
}

func (p *RGBA) Bounds() Rectangle    { return p.Rect }
func (p *NRGBA) Bounds() Rectangle   { return p.Rect }
func (p *RGBA64) Bounds() Rectangle  { return p.Rect }
func (p *NRGBA64) Bounds() Rectangle { return p.Rect }
func (p *Alpha) Bounds() Rectangle   { return p.Rect }
func (p *Gray) Bounds() Rectangle    { return p.Rect }
func (p *Gray16) Bounds() Rectangle  { return p.Rect }
func (p *YCbCr) Bounds() Rectangle   { return p.Rect }
func (p *Paletted) Bounds() Rectangle { return p.Rect }

func (p *RGBA) PixOffset(x, y int) int    { return (y-p.Rect.Min.Y)*p.Stride + (x-p.Rect.Min.X)*4 }
func (p *NRGBA) PixOffset(x, y int) int   { return (y-p.Rect.Min.Y)*p.Stride + (x-p.Rect.Min.X)*4 }
func (p *CMYK) PixOffset(x, y int) int    { return (y-p.Rect.Min.Y)*p.Stride + (x-p.Rect.Min.X)*4 }
func (p *RGBA64) PixOffset(x, y int) int  { return (y-p.Rect.Min.Y)*p.Stride + (x-p.Rect.Min.X)*8 }
func (p *NRGBA64) PixOffset(x, y int) int { return (y-p.Rect.Min.Y)*p.Stride + (x-p.Rect.Min.X)*8 }
func (p *Alpha) PixOffset(x, y int) int   { return (y-p.Rect.Min.Y)*p.Stride + (x-p.Rect.Min.X)*1 }
func (p *Gray) PixOffset(x, y int) int    { return (y-p.Rect.Min.Y)*p.Stride + (x-p.Rect.Min.X)*1 }
func (p *Paletted) PixOffset(x, y int) int { return (y-p.Rect.Min.Y)*p.Stride + (x-p.Rect.Min.X)*1 }
func (p *Alpha16) PixOffset(x, y int) int { return (y-p.Rect.Min.Y)*p.Stride + (x-p.Rect.Min.X)*2 }
func (p *Gray16) PixOffset(x, y int) int  { return (y-p.Rect.Min.Y)*p.Stride + (x-p.Rect.Min.X)*2 }

func (p *YCbCr) YOffset(x, y int) int { return (y-p.Rect.Min.Y)*p.YStride + (x - p.Rect.Min.X) }

func (p *YCbCr) COffset(x, y int) int {
	switch p.SubsampleRatio {
	case YCbCrSubsampleRatio422:
		return (y-p.Rect.Min.Y)*p.CStride + (x/2 - p.Rect.Min.X/2)
	case YCbCrSubsampleRatio420:
		return (y/2-p.Rect.Min.Y/2)*p.CStride + (x/2 - p.Rect.Min.X/2)
	case YCbCrSubsampleRatio440:
		return (y/2-p.Rect.Min.Y/2)*p.CStride + (x - p.Rect.Min.X)
	case YCbCrSubsampleRatio411:
		return (y-p.Rect.Min.Y)*p.CStride + (x/4 - p.Rect.Min.X/4)
	case YCbCrSubsampleRatio410:
		return (y/2-p.Rect.Min.Y/2)*p.CStride + (x/4 - p.Rect.Min.X/4)
	}
	return (y-p.Rect.Min.Y)*p.CStride + (x - p.Rect.Min.X)
}

func (p *RGBA) RGBAAt(x, y int) color.RGBA {
	if !(Point{x, y}.In(p.Rect)) {
		return color.RGBA{}
	}
	i := p.PixOffset(x, y)
	s := p.Pix[i : i+4 : i+4]
	return color.RGBA{s[0], s[1], s[2], s[3]}
}

func (p *RGBA) SetRGBA(x, y int, c color.RGBA) {
	if !(Point{x, y}.In(p.Rect)) {
		return
	}
	i := p.PixOffset(x, y)
	s := p.Pix[i : i+4 : i+4]
	s[0] = c.R
	s[1] = c.G
	s[2] = c.B
	s[3] = c.A
}

func (p *NRGBA) NRGBAAt(x, y int) color.NRGBA {
	if !(Point{x, y}.In(p.Rect)) {
		return color.NRGBA{}
	}
	i := p.PixOffset(x, y)
	s := p.Pix[i : i+4 : i+4]
	return color.NRGBA{s[0], s[1], s[2], s[3]}
}

func (p *NRGBA) SetNRGBA(x, y int, c color.NRGBA) {
	if !(Point{x, y}.In(p.Rect)) {
		return
	}
	i := p.PixOffset(x, y)
	s := p.Pix[i : i+4 : i+4]
	s[0] = c.R
	s[1] = c.G
	s[2] = c.B
	s[3] = c.A
}

func (p *Gray) GrayAt(x, y int) color.Gray {
	if !(Point{x, y}.In(p.Rect)) {
		return color.Gray{}
	}
	return color.Gray{p.Pix[p.PixOffset(x, y)]}
}

func (p *Gray) SetGray(x, y int, c color.Gray) {
	if !(Point{x, y}.In(p.Rect)) {
		return
	}
	p.Pix[p.PixOffset(x, y)] = c.Y
}
`,
	"io": `package io

type Reader interface{ Read(p []byte) (n int, err error) }
type Writer interface{ Write(p []byte) (n int, err error) }
type Closer interface{ Close() error }
type Seeker interface{ Seek(offset int64, whence int) (int64, error) }
type ByteReader interface{ ReadByte() (byte, error) }
type ByteWriter interface{ WriteByte(c byte) error }
type ByteScanner interface {
	ByteReader
	UnreadByte() error
}
type ReaderAt interface{ ReadAt(p []byte, off int64) (n int, err error) }
type WriterAt interface{ WriteAt(p []byte, off int64) (n int, err error) }
type ReadWriter interface {
	Reader
	Writer
}
type ReadCloser interface {
	Reader
	Closer
}
type WriteCloser interface {
	Writer
	Closer
}
type ReadSeeker interface {
	Reader
	Seeker
}
`,
}
