package oracle

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"math/cmplx"
	"slices"
	"strings"
	"unicode/utf8"
)

// Calls of packages of the standard library, for TestMethods.

func PanicLittle(b []byte, x []int32, n int) (s uint64) {
	for i := range x {
		s += uint64(binary.LittleEndian.Uint16(b[i:])) + uint64(binary.LittleEndian.Uint32(b))
		s ^= binary.LittleEndian.Uint64(b[1:])
		binary.LittleEndian.PutUint32(b[n:], uint32(x[i]))
		binary.LittleEndian.PutUint16(b[i:], uint16(s))
	}
	binary.LittleEndian.PutUint64(b, s)
	return s
}

func PanicBig(b []byte, x []int32, n int) (s uint64) {
	order := binary.BigEndian
	for i := range x {
		s += uint64(order.Uint16(b[i:])) + uint64(order.Uint32(b))
		s ^= order.Uint64(b[1:])
		order.PutUint32(b[n:], uint32(x[i]))
		order.PutUint16(b[i:], uint16(s))
	}
	order.PutUint64(b, s)
	return s
}

func PanicVarints(b []byte, x []int32, n int) (sum int64, at, bad int) {
	for _, v := range x {
		if n&1 == 0 {
			at += binary.PutUvarint(b[at:], uint64(v)<<uint(9*n))
		} else {
			at += binary.PutVarint(b[at:], int64(-v)<<uint(8*n))
		}
	}
	for k := 0; k < at; {
		u, m := binary.Uvarint(b[k:])
		v, _ := binary.Varint(b[k:])
		if m <= 0 {
			return sum, at, m
		}
		sum += int64(u) ^ v
		k += m
	}
	for i := range b {
		b[i] |= 0x80
	}
	_, bad = binary.Uvarint(b)
	return sum, at, bad
}

func PanicSlices(x, y []int32, f []float64, n int32) (r [8]int32, a, b float64) {
	at, found := slices.BinarySearch(x, n)
	if found || slices.Contains(y, n) {
		r[0] = int32(at)
	}
	r[1] = int32(slices.Index(y, n))
	if slices.Equal(x, y) || slices.IsSorted(x) {
		r[2]++
	}
	r[3] = int32(slices.Compare(x, y))
	slices.Reverse(x)
	a, b = slices.Min(f), slices.Max(f)
	r[4], r[5] = slices.Min(x), slices.Max(y)
	return r, a, b
}

func Bytes(a, b []byte, s, t string, c byte) (r [12]int, same [6]bool) {
	r[0], r[1] = bytes.IndexByte(a, c), bytes.LastIndexByte(a, c)
	r[2], r[3] = bytes.Compare(a, b), strings.Compare(s, t)
	r[4], r[5] = strings.IndexByte(s, c+'a'), strings.LastIndexByte(s, 'e')
	r[6], r[7] = bytes.Index(a, b[:min(len(b), 2)]), strings.Index(s, t[min(len(t), 3):])
	same = [6]bool{bytes.Equal(a, b), bytes.HasPrefix(a, b), strings.HasPrefix(s, t), strings.HasSuffix("some text", s),
		bytes.Contains(a, b[len(b)/2:]), strings.Contains(t, "me")}
	if s == t || t == "some" {
		r[8]++
	}
	if s != "" && s[1:] == t[min(len(t), 1):] {
		r[9]++
	}
	switch t {
	case "s", "so", s:
		r[10]++
	case "some te":
		r[10] = 7
	}
	return r, same
}

func Complexes(x, y []complex128) (s complex128, n int, m float64) {
	for i := range min(len(x), len(y)) {
		s += cmplx.Conj(x[i]) * y[i]
		if cmplx.IsNaN(s) || cmplx.IsInf(y[i]) {
			n++
		}
		if real(x[i]) > 40 {
			s = cmplx.Inf()
		}
	}
	return s, n, m
}

func Runes(b []byte, n int) (sum rune, count int, ok bool) {
	for i := range b {
		b[i] ^= byte(n) << 5
		if i%3 == 0 && n > 4 {
			b[i] |= 0xc0
		}
	}
	for p := b; len(p) > 0; {
		r, k := utf8.DecodeRune(p)
		sum, p = sum*31+r, p[k:]
		if utf8.RuneStart(b[0]) && utf8.ValidRune(sum) {
			sum += rune(utf8.RuneLen(sum))
		}
	}
	return sum, utf8.RuneCount(b), utf8.Valid(b)
}

func RunesInString(b []byte, n int) (counts [3]int, first rune, width int, ok bool) {
	for i := range b {
		b[i] ^= byte(n) << 5
		if i%3 == 0 && n > 4 {
			b[i] |= 0xc0
		}
		if i%7 == 0 && n < 0 && i+3 < len(b) {
			b[i], b[i+1], b[i+2] = 0xef, 0xbf, 0xbd-byte(i&1)
		}
	}
	s := string(b)
	counts = [3]int{len([]rune(s)), utf8.RuneCountInString(s[min(len(s), 1):]), len([]rune("häŋ" + "\xff"))}
	for len(s) > 0 {
		r, k := utf8.DecodeRuneInString(s)
		first, width, s = first*31+r, width*5+k, s[k:]
	}
	r, k := utf8.DecodeRuneInString(s)
	return counts, first + r, width + k, utf8.ValidString(string(b))
}

var stdKernels = map[string]any{
	"PanicLittle": PanicLittle, "PanicBig": PanicBig, "PanicVarints": PanicVarints, "PanicSlices": PanicSlices, "Bytes": Bytes,
	"Complexes": Complexes, "Runes": Runes, "RunesInString": RunesInString,
	"PanicDeepPixels": PanicDeepPixels, "PanicPixels": PanicPixels,
}

func PanicDeepPixels(pix []byte, x []int32, n int) (s uint32) {
	r := image.Rect(0, 0, len(x), 3)
	g, a := image.Gray16{Pix: pix, Stride: n, Rect: r}, image.Alpha16{Pix: pix, Stride: n + 1, Rect: r}
	c, d := image.RGBA64{Pix: pix, Stride: n, Rect: r}, image.NRGBA64{Pix: pix, Stride: n + 3, Rect: r}
	for i, v := range x {
		s += uint32(g.Gray16At(i, 1).Y) ^ uint32(a.Alpha16At(i, n&3).A)
		g.SetGray16(i, n&3, color.Gray16{Y: uint16(v)})
		a.SetAlpha16(i, 1, color.Alpha16{A: uint16(s)})
		p, q := c.RGBA64At(i, n&3), d.NRGBA64At(i, 0)
		s += uint32(p.R) + uint32(p.G)*3 ^ uint32(p.B) ^ uint32(p.A)*5
		c.SetRGBA64(i, 0, color.RGBA64{R: uint16(v), G: q.R, B: q.A, A: 7})
		d.SetNRGBA64(i, 1, color.NRGBA64{R: q.G, G: q.B, B: uint16(s), A: 9})
		red, green, blue, alpha := q.RGBA()
		s += red ^ green ^ blue ^ alpha
	}
	return s
}

func PanicPixels(pix []byte, x []int32, n int) (s uint32) {
	r := image.Rect(1, 0, len(x), 3)
	a, c := image.Alpha{Pix: pix, Stride: n, Rect: r}, image.CMYK{Pix: pix, Stride: n, Rect: r}
	p := image.Paletted{Pix: pix, Stride: n, Rect: r}
	y := image.YCbCr{Y: pix, Cb: pix[len(pix)/2:], Cr: pix, YStride: n, CStride: n + 1,
		SubsampleRatio: image.YCbCrSubsampleRatio420, Rect: r}
	for i, v := range x {
		t := y.YCbCrAt(i, n&3)
		s = s*7 + uint32(t.Y) + uint32(t.Cb)<<8 + uint32(t.Cr)<<16
		a.SetAlpha(i, n&3, color.Alpha{A: uint8(v)})
		s += uint32(a.AlphaAt(i, 1).A) + uint32(p.ColorIndexAt(i, 2))
		p.SetColorIndex(i, n&3, uint8(s))
		red, green, blue, alpha := c.CMYKAt(i, n&3).RGBA()
		s ^= red + green*3 + blue*5 + alpha
		c.SetCMYK(i, 1, color.CMYK{C: uint8(v), M: uint8(s), Y: 3, K: 4})
	}
	return s
}
