package check

import (
	"sync"

	"hotloop/frontend/syntax"
	"hotloop/reuse"
)

// stdSource returns the source of a standard package that kernels know, under its import path; nil for other
// packages.
func stdSource(p *syntax.Package, path string) *syntax.Package {
	text := stdTexts()[path]
	if text == "" {
		return nil
	}
	stdParsed.Lock()
	defer stdParsed.Unlock()
	return p.Import(path, syntax.Source{{Name: path + ".go", Text: text, Import: path, Kind: syntax.PartialFile}})
}

var stdParsed sync.Mutex

// IsStandard reports whether a package is one of the standard library's that kernels know by source.
func IsStandard(path string) bool { return stdTexts()[path] != "" }

// stdTexts returns the texts of those packages, by import path.
func stdTexts() map[string]string { return stdTextsMade.Get(newStdTexts) }

var stdTextsMade reuse.Once[map[string]string]

func newStdTexts() map[string]string {
	list := map[string]string{}
	for _, d := range dataTexts {
		list[d[0]] = d[1]
	}
	addFunctions(list)
	return list
}

// dataTexts are packages of data types that other code computes with, reimplemented. They behave like the
// standard library's, including panics. Their types have the memory layout of the originals: fields of other
// types are opaque words.
var dataTexts = [...][2]string{
	{"image/color", `package color

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

func (c Alpha) RGBA() (r, g, b, a uint32) {
	a = uint32(c.A) * 0x101
	return a, a, a, a
}

func (c Alpha16) RGBA() (r, g, b, a uint32) { return uint32(c.A), uint32(c.A), uint32(c.A), uint32(c.A) }

func (c NRGBA64) RGBA() (r, g, b, a uint32) {
	a = uint32(c.A)
	return uint32(c.R) * a / 0xffff, uint32(c.G) * a / 0xffff, uint32(c.B) * a / 0xffff, a
}

func ink(x uint8, w uint32) uint32 { return (0xffff - uint32(x)*0x101) * w / 0xffff }

func (c CMYK) RGBA() (r, g, b, a uint32) {
	w := 0xffff - uint32(c.K)*0x101
	return ink(c.C, w), ink(c.M, w), ink(c.Y, w), 0xffff
}

func (c Gray16) RGBA() (r, g, b, a uint32) { return uint32(c.Y), uint32(c.Y), uint32(c.Y), 0xffff }
`},
	{"image", `package image

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

func lesser(a, b int) int {
	if b < a {
		a = b
	}
	return a
}

func greater(a, b int) int {
	if b > a {
		a = b
	}
	return a
}

func Rect(x0, y0, x1, y1 int) Rectangle {
	return Rectangle{Pt(lesser(x0, x1), lesser(y0, y1)), Pt(greater(x0, x1), greater(y0, y1))}
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
	both := Rectangle{Pt(greater(r.Min.X, s.Min.X), greater(r.Min.Y, s.Min.Y)), Pt(lesser(r.Max.X, s.Max.X), lesser(r.Max.Y, s.Max.Y))}
	if both.Empty() {
		both = Rectangle{}
	}
	return both
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
func (p *Alpha16) Bounds() Rectangle { return p.Rect }
func (p *CMYK) Bounds() Rectangle    { return p.Rect }

func offset(r Rectangle, stride, size, x, y int) int { return stride*(y-r.Min.Y) + size*(x-r.Min.X) }

func (p *RGBA) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 4, x, y) }
func (p *NRGBA) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 4, x, y) }
func (p *CMYK) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 4, x, y) }
func (p *RGBA64) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 8, x, y) }
func (p *NRGBA64) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 8, x, y) }
func (p *Alpha) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 1, x, y) }
func (p *Gray) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 1, x, y) }
func (p *Paletted) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 1, x, y) }
func (p *Alpha16) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 2, x, y) }
func (p *Gray16) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 2, x, y) }

func (p *YCbCr) YOffset(x, y int) int { return offset(p.Rect, p.YStride, 1, x, y) }

func (p *YCbCr) sampled(w, h, x, y int) int {
	return p.CStride*(y/h-p.Rect.Min.Y/h) + (x/w - p.Rect.Min.X/w)
}

func (p *YCbCr) COffset(x, y int) int {
	switch p.SubsampleRatio {
	case YCbCrSubsampleRatio422:
		return p.sampled(2, 1, x, y)
	case YCbCrSubsampleRatio420:
		return p.sampled(2, 2, x, y)
	case YCbCrSubsampleRatio440:
		return p.sampled(1, 2, x, y)
	case YCbCrSubsampleRatio411:
		return p.sampled(4, 1, x, y)
	case YCbCrSubsampleRatio410:
		return p.sampled(4, 2, x, y)
	}
	return p.sampled(1, 1, x, y)
}

func channels(pix []uint8, at int) []uint8 { return pix[at : at+4 : at+4] }

func (p *RGBA) RGBAAt(x, y int) (c color.RGBA) {
	if Pt(x, y).In(p.Rect) {
		px := channels(p.Pix, p.PixOffset(x, y))
		c.R, c.G, c.B, c.A = px[0], px[1], px[2], px[3]
	}
	return c
}

func (p *RGBA) SetRGBA(x, y int, c color.RGBA) {
	if Pt(x, y).In(p.Rect) {
		px := channels(p.Pix, p.PixOffset(x, y))
		px[0], px[1], px[2], px[3] = c.R, c.G, c.B, c.A
	}
}

func (p *NRGBA) NRGBAAt(x, y int) (c color.NRGBA) {
	if Pt(x, y).In(p.Rect) {
		px := channels(p.Pix, p.PixOffset(x, y))
		c.R, c.G, c.B, c.A = px[0], px[1], px[2], px[3]
	}
	return c
}

func (p *NRGBA) SetNRGBA(x, y int, c color.NRGBA) {
	if Pt(x, y).In(p.Rect) {
		px := channels(p.Pix, p.PixOffset(x, y))
		px[0], px[1], px[2], px[3] = c.R, c.G, c.B, c.A
	}
}

func (p *Gray) GrayAt(x, y int) (c color.Gray) {
	if Pt(x, y).In(p.Rect) {
		c.Y = p.Pix[p.PixOffset(x, y)]
	}
	return c
}

func (p *Gray) SetGray(x, y int, c color.Gray) {
	if Pt(x, y).In(p.Rect) {
		p.Pix[p.PixOffset(x, y)] = c.Y
	}
}

func wide(pix []uint8, at int) []uint8 { return pix[at : at+8 : at+8] }

func pair(pix []uint8, at int) uint16 { return uint16(pix[at])<<8 | uint16(pix[at+1]) }

func setPair(pix []uint8, at int, v uint16) {
	pix[at] = uint8(v >> 8)
	pix[at+1] = uint8(v)
}

func (p *CMYK) CMYKAt(x, y int) (c color.CMYK) {
	if Pt(x, y).In(p.Rect) {
		px := channels(p.Pix, p.PixOffset(x, y))
		c.C, c.M, c.Y, c.K = px[0], px[1], px[2], px[3]
	}
	return c
}

func (p *CMYK) SetCMYK(x, y int, c color.CMYK) {
	if Pt(x, y).In(p.Rect) {
		px := channels(p.Pix, p.PixOffset(x, y))
		px[0], px[1], px[2], px[3] = c.C, c.M, c.Y, c.K
	}
}

func (p *RGBA64) RGBA64At(x, y int) (c color.RGBA64) {
	if Pt(x, y).In(p.Rect) {
		px := wide(p.Pix, p.PixOffset(x, y))
		c.R, c.G, c.B, c.A = pair(px, 0), pair(px, 2), pair(px, 4), pair(px, 6)
	}
	return c
}

func (p *RGBA64) SetRGBA64(x, y int, c color.RGBA64) {
	if Pt(x, y).In(p.Rect) {
		px := wide(p.Pix, p.PixOffset(x, y))
		setPair(px, 0, c.R)
		setPair(px, 2, c.G)
		setPair(px, 4, c.B)
		setPair(px, 6, c.A)
	}
}

func (p *NRGBA64) NRGBA64At(x, y int) (c color.NRGBA64) {
	if Pt(x, y).In(p.Rect) {
		px := wide(p.Pix, p.PixOffset(x, y))
		c.R, c.G, c.B, c.A = pair(px, 0), pair(px, 2), pair(px, 4), pair(px, 6)
	}
	return c
}

func (p *NRGBA64) SetNRGBA64(x, y int, c color.NRGBA64) {
	if Pt(x, y).In(p.Rect) {
		px := wide(p.Pix, p.PixOffset(x, y))
		setPair(px, 0, c.R)
		setPair(px, 2, c.G)
		setPair(px, 4, c.B)
		setPair(px, 6, c.A)
	}
}

func (p *Alpha) AlphaAt(x, y int) (c color.Alpha) {
	if Pt(x, y).In(p.Rect) {
		c.A = p.Pix[p.PixOffset(x, y)]
	}
	return c
}

func (p *Alpha) SetAlpha(x, y int, c color.Alpha) {
	if Pt(x, y).In(p.Rect) {
		p.Pix[p.PixOffset(x, y)] = c.A
	}
}

func (p *Alpha16) Alpha16At(x, y int) (c color.Alpha16) {
	if Pt(x, y).In(p.Rect) {
		c.A = pair(p.Pix, p.PixOffset(x, y))
	}
	return c
}

func (p *Alpha16) SetAlpha16(x, y int, c color.Alpha16) {
	if Pt(x, y).In(p.Rect) {
		setPair(p.Pix, p.PixOffset(x, y), c.A)
	}
}

func (p *Gray16) Gray16At(x, y int) (c color.Gray16) {
	if Pt(x, y).In(p.Rect) {
		c.Y = pair(p.Pix, p.PixOffset(x, y))
	}
	return c
}

func (p *Gray16) SetGray16(x, y int, c color.Gray16) {
	if Pt(x, y).In(p.Rect) {
		setPair(p.Pix, p.PixOffset(x, y), c.Y)
	}
}

func (p *Paletted) ColorIndexAt(x, y int) (index uint8) {
	if Pt(x, y).In(p.Rect) {
		index = p.Pix[p.PixOffset(x, y)]
	}
	return index
}

func (p *Paletted) SetColorIndex(x, y int, index uint8) {
	if Pt(x, y).In(p.Rect) {
		p.Pix[p.PixOffset(x, y)] = index
	}
}

func (p *YCbCr) YCbCrAt(x, y int) (c color.YCbCr) {
	if Pt(x, y).In(p.Rect) {
		at := p.COffset(x, y)
		c.Y, c.Cb, c.Cr = p.Y[p.YOffset(x, y)], p.Cb[at], p.Cr[at]
	}
	return c
}
`},
	{"errors", `package errors

func New(text string) error
`},
	{"fmt", `package fmt

func Errorf(format string, a ...any) error
func Sprintf(format string, a ...any) string
func Sprint(a ...any) string
func Sprintln(a ...any) string
`},
	{"io", `package io

var EOF, ErrUnexpectedEOF, ErrShortBuffer, ErrShortWrite, ErrNoProgress error

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
`},
}
