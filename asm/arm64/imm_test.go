package arm64_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"hotloop/asm/arm64"
	"hotloop/asm/arm64/arm64test"
)

// decodeMask implements DecodeBitMasks of the shared pseudocode for one width: element, rotation and run from
// N:immr:imms.
func decodeMask(n, immr, imms uint32, width int) (mask uint64, ok bool) {
	length := bits.Len32(n<<6|^imms&0x3f) - 1
	if length < 1 || width == 32 && n == 1 {
		return 0, false
	}
	elem := 1 << length
	s, r := int(imms)&(elem-1), int(immr)&(elem-1)
	if s == elem-1 {
		return 0, false
	}
	mask = 1<<(s+1) - 1
	if r > 0 {
		mask = (mask>>r | mask<<(elem-r)) & (math.MaxUint64 >> (64 - elem))
	}
	for ; elem < width; elem *= 2 {
		mask |= mask << elem
	}
	return mask, true
}

// TestLogicalImm covers all encodings of both sizes, and neighbors of masks, which have no encoding. The encoder
// must find an encoding of every mask that decodes to it, and none of any other value.
func TestLogicalImm(t *testing.T) {
	for _, size := range []int{4, 8} {
		masks := allMasks(size)
		if want := map[int]int{4: 1302, 8: 5334}[size]; len(masks) != want {
			t.Fatalf("%d masks of %d bytes, want %d", len(masks), size, want)
		}
		for m := range masks {
			in := arm64.New(arm64.ANDI, size, arm64.R0, arm64.R0).WithImm(int64(m))
			w, err := encodeOne(in)
			if err != nil {
				t.Fatalf("%#x of %d bytes: %v", m, size, err)
			}
			if got, ok := decodeMask(w>>22&1, w>>16&63, w>>10&63, 8*size); !ok || got != m {
				t.Errorf("%#x of %d bytes is encoded as %#x", m, size, got)
			}
			for bit := range 8 * size {
				if x := m ^ 1<<bit; arm64.IsLogicalImm(size, int64(x)) != masks[x] {
					t.Errorf("%#x of %d bytes is a mask: %v", x, size, masks[x])
				}
			}
			if size == 4 && (!arm64.IsLogicalImm(4, int64(int32(m))) || arm64.IsLogicalImm(4, int64(m|1<<40))) {
				t.Errorf("%#x with a sign, or with bits above", m)
			}
		}
		for _, v := range []int64{0, -1} {
			if arm64.IsLogicalImm(size, v) {
				t.Errorf("%d is no mask", v)
			}
		}
	}
}

// TestFPImm8 covers the 256 immediates of FMOV and their neighbors.
func TestFPImm8(t *testing.T) {
	seen := map[float64]bool{}
	for i := range int64(256) {
		f := arm64.FPImm8Value(i)
		// sign, mantissa 16 to 31, and power of two
		want := float64(16+i&15) * math.Pow(2, float64(map[int64]int{0: -3, 1: -2, 2: -1, 3: 0, 4: -7, 5: -6, 6: -5,
			7: -4}[i>>4&7]))
		if i>>7 != 0 {
			want = -want
		}
		if f != want || seen[f] {
			t.Errorf("%#x is %v, want %v", i, f, want)
		}
		seen[f] = true
		if got, ok := arm64.FPImm8(f); !ok || got != i {
			t.Errorf("%v is %#x (%v), want %#x", f, got, ok, i)
		}
		for _, near := range []float64{math.Nextafter(f, 100), f * 256} {
			if _, ok := arm64.FPImm8(near); ok {
				t.Errorf("%v, a neighbor of %v, is an immediate", near, f)
			}
		}
	}
	for _, f := range []float64{0, math.Inf(1), math.NaN(), 32, 0.0625, 33.0 / 16 / 8} {
		if _, ok := arm64.FPImm8(f); ok != seen[f] {
			t.Errorf("%v is an immediate: %v", f, !seen[f])
		}
	}
}

// runMoves interprets a sequence of constant moves.
func runMoves(t *testing.T, seq []arm64.Inst, size int) uint64 {
	t.Helper()
	v := uint64(0)
	for i, in := range seq {
		if _, err := encodeOne(in); err != nil {
			t.Fatal(err)
		}
		at := in.Imm >> 16 & 3 * 16
		q := uint64(in.Imm&0xffff) << at
		switch {
		case in.Op == arm64.MOVZ && i == 0:
			v = q
		case in.Op == arm64.MOVN && i == 0:
			v = ^q
		case in.Op == arm64.ORRI && i == 0:
			v = uint64(in.Imm)
		case in.Op == arm64.MOVK && i > 0:
			v = v&^(0xffff<<at) | q
		default:
			t.Fatalf("%v in place %d", in, i)
		}
		if size == 4 {
			v &= math.MaxUint32
		}
	}
	return v
}

// TestMovConst checks that the sequences make their constants and have minimum length.
func TestMovConst(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	quarters := []uint64{0, 0xffff, 0x1234, 0x5555, 1}
	var values []uint64
	for _, a := range quarters {
		for _, b := range quarters {
			for _, c := range quarters {
				for _, d := range quarters {
					values = append(values, a|b<<16|c<<32|d<<48)
				}
			}
		}
	}
	for range 2000 {
		values = append(values, r.Uint64(), r.Uint64()>>r.IntN(64), uint64(arm64test.BitMask(r, 64)),
			uint64(arm64test.BitMask(r, 64))^uint64(r.IntN(1<<16))<<(16*r.IntN(4)))
	}
	masks := map[partial]bool{}
	for m := range allMasks(8) {
		for i := range 4 {
			masks[without(m, i)] = true
		}
	}
	var buf [arm64.MaxMovConst]arm64.Inst
	for _, v := range values {
		for _, size := range []int{4, 8} {
			want := v
			if size == 4 {
				want &= math.MaxUint32
			}
			seq := arm64.AppendMovConst(buf[:0], arm64.R7, size, int64(v))
			if got := runMoves(t, seq, size); got != want {
				t.Fatalf("%#x of %d bytes became %#x: %v", want, size, got, seq)
			}
			if n := shortest(want, size, masks); len(seq) != n {
				t.Errorf("%#x of %d bytes takes %d instructions, not %d: %v", want, size, len(seq), n, seq)
			}
		}
	}
}

// allMasks returns all bit masks of the given number of bytes.
func allMasks(size int) map[uint64]bool {
	masks := map[uint64]bool{}
	for n := range uint32(2) {
		for immr := range uint32(64) {
			for imms := range uint32(64) {
				if m, ok := decodeMask(n, immr, imms, 8*size); ok {
					masks[m] = true
				}
			}
		}
	}
	return masks
}

// A partial is a 64-bit number without one quarter.
type partial struct {
	quarter int
	rest    uint64
}

func without(v uint64, quarter int) partial { return partial{quarter, v &^ (0xffff << (16 * quarter))} }

// shortest returns the minimum number of moves that make v: one for each quarter that is neither all zeros nor
// all ones, or a mask and one MOVK. masks holds all bit masks, each without one quarter.
func shortest(v uint64, size int, masks map[partial]bool) int {
	zeros, ones, q := 0, 0, size/2
	for i := range q {
		switch v >> (16 * i) & 0xffff {
		case 0:
			zeros++
		case 0xffff:
			ones++
		}
	}
	n := max(q-max(zeros, ones), 1)
	if n > 1 && arm64.IsLogicalImm(size, int64(v)) {
		return 1
	}
	for i := range 4 {
		if n > 2 && size == 8 && masks[without(v, i)] {
			return 2
		}
	}
	return n
}

// TestVecMoveImm compares with the pseudocode, AdvSIMDExpandImm, for every cmode, element and byte.
func TestVecMoveImm(t *testing.T) {
	for _, elem := range []int{1, 2, 4, 8} {
		can := map[uint64]bool{}
		for b := range uint64(256) {
			for s := 0; s < 8*elem && elem > 1 && elem < 8; s += 8 {
				can[b<<s] = true
			}
			switch elem {
			case 1:
				can[b] = true
			case 4:
				can[b<<8|0xff], can[b<<16|0xffff] = true, true
			case 8:
				v := uint64(0)
				for i := range 8 {
					v |= b >> i & 1 * 0xff << (8 * i)
				}
				can[v] = true
			}
		}
		for v := range can {
			for bit := -1; bit < 8*elem; bit++ {
				x := v
				if bit >= 0 {
					x ^= 1 << bit
				}
				if arm64.IsVecMoveImm(elem, int64(x)) != can[x] {
					t.Fatalf("%#x of %d bytes can be moved: %v", x, elem, can[x])
				}
			}
			if signed := int64(v) << (64 - 8*elem) >> (64 - 8*elem); !arm64.IsVecMoveImm(elem, signed) {
				t.Errorf("%#x with a sign, of %d bytes", signed, elem)
			}
		}
		if elem < 8 && arm64.IsVecMoveImm(elem, 1<<40) {
			t.Errorf("1<<40 of %d bytes", elem)
		}
	}
	for v, want := range map[int64]bool{0: true, 4095: true, 4096: true, 4097: false, 4095 << 12: true,
		1 << 24: false, -1: false} {
		if arm64.IsAddImm(v) != want {
			t.Errorf("%d is an immediate of add: %v", v, !want)
		}
	}
}
