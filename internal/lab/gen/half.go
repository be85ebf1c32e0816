package gen

import "fmt"

// half returns the bits of a float32 converted from fp16 as programs do it: by cases, or by a shift and a product, with
// either handling of NaNs. Some constants are wrong for fp16.
func (w *writer) half() string {
	w.imports["math"] = true
	h, s, r := w.name("half"), w.name("sign"), w.name("bits")
	w.line("%s := uint32(uint16(%s))", h, w.leafInt())
	w.line("%s, %s := %s&0x8000<<16, %s&0x7fff<<13", s, r, h, h)
	infinity := pick(w, 0x7f800000, 0x7f800000, 0x7f800000, 0x7f802000)
	switch w.IntN(3) {
	case 0: // the exponent of a smaller number, which a product corrects
		w.line("%s = math.Float32bits(math.Float32frombits(%s) * 0x1p112)", r, r)
		w.block(fmt.Sprintf("if %s&0x7c00 == 0x7c00", h), func() {
			w.line("%s |= %#x", r, infinity)
			if w.IntN(2) == 0 {
				w.line("%s |= (%s & 0x3ff + 0x3ff) & 0x400 << 12", r, h)
			}
		})
	case 1: // a difference that shifts the digits into place
		w.block(fmt.Sprintf("if %s&0x7c00 == 0", h), func() {
			w.line("%s = math.Float32bits(math.Float32frombits(%s|113<<23) - 0x1p-14)", r, r)
		})
		w.block(fmt.Sprintf("if %s&0x7c00 == 0x7c00", h), func() { w.line("%s |= %#x", r, infinity) })
		w.block(fmt.Sprintf("if 0x400 <= %[1]s&0x7fff && %[1]s&0x7fff < 0x7c00", h), func() {
			w.line("%s += %s", r, pick(w, "112<<23", "(127 - 15) << 23", "111<<23"))
		})
	default:
		w.block(fmt.Sprintf("switch %s >> 10 & 31", h), func() {
			w.line("case 0: %s = math.Float32bits(float32(%s&0x3ff) / %s)", r, h, pick(w, "(1 << 24)", "(1 << 24)", "(1 << 23)"))
			w.line("case 31:")
			w.line("%s |= %#x", r, infinity)
			w.block(fmt.Sprintf("if %s&0x3ff != 0", h), func() {
				w.line(pick(w, "%s |= 1 << 22", "%s = 0x7fc00000", "%s = 0x7fc00001", "_ = %s"), r)
			})
			w.line("default: %s += 112 << 23", r)
		})
	}
	w.line("_, _ = %s, %s", r, s) // the expression may still be dropped
	return fmt.Sprintf("(%s | %s)", r, s)
}

// toHalf returns a float32 converted to fp16 as programs do it, for numbers other than NaN or for any bits: by the
// truncated digits, or by sums that round. Some constants are wrong for fp16.
func (w *writer) toHalf() string {
	w.imports["math"] = true
	b, s, h := w.name("bits"), w.name("sign"), w.name("half")
	if w.IntN(2) == 0 {
		w.line("%s := uint32(%s)", b, w.leafInt())
	} else {
		w.line("%s := math.Float32bits(float32(%s) * %s)", b, w.leafInt(), pick(w, "1", "0x1p-9", "0x1.8p-25", "-0x1.01p-20"))
	}
	w.line("%s := %s >> 16 & 0x8000", s, b)
	w.line("%s &= 0x7fffffff", b)
	w.line("%s := uint32(0)", h)
	byDigits := w.IntN(2) == 0
	w.block("switch", func() {
		w.line("case %s > 0x7f800000:", b)
		w.line(pick(w, "%s = 0x7e00 | %s>>13&0x3ff", "%s, _ = 0x7e00, %s", "%s = 0x7c00 | %s>>13&0x3ff"), h, b)
		w.line("case %s >= %s:", b, pick(w, "143<<23", "0x477ff000", "143<<23", "142<<23"))
		w.line("%s = 0x7c00", h)
		w.line("case %s < 113<<23:", b)
		if byDigits {
			n := w.name("shift")
			w.line("%s := min(126 - %s>>23, 31)", n, b)
			w.line("%s = %s&0x7fffff | 0x800000", b, b)
			w.line("%[1]s = %[2]s >> %[3]s", h, b, n)
			w.block(fmt.Sprintf("if rest := %[1]s << (32 - %[2]s); rest > 1<<31 || rest == 1<<31 && %[3]s&1 != 0", b, n, h), func() {
				w.line("%s++", h)
			})
		} else {
			w.line("%s = math.Float32bits(math.Float32frombits(%s)+0.5) - %s", h, b, pick(w, "126<<23", "126<<23", "125<<23"))
		}
		w.line("default:")
		if byDigits {
			w.line("%s = (%s - 112<<23) >> 13", h, b)
			w.block(fmt.Sprintf("if %[1]s&0x1000 != 0 && %[1]s&%[2]s != 0", b, pick(w, "0x2fff", "0x2fff", "0xfff")), func() { w.line("%s++", h) })
		} else {
			w.line("%[1]s = (%[2]s - 112<<23 + %[3]s + %[2]s>>13&1) >> 13", h, b, pick(w, "0xfff", "0xfff", "0x1000"))
		}
	})
	w.line("_, _ = %s, %s", h, s) // the expression may still be dropped
	return fmt.Sprintf("uint16(%s | %s)", h, s)
}
