package asm

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// toy is an instruction set with readable bytes. A branch is 'b' and its distance in the short form, and 'B', two
// bytes of distance and filling in the long form. Padding is '.', unreachable bytes are '!'.
type toy struct{}

func (toy) BranchSize(_ uint8, long bool) int {
	if long {
		return 5
	}
	return 2
}

func (toy) Reaches(_ uint8, long bool, rel int) bool {
	if long {
		return rel == int(int16(rel))
	}
	return rel >= -20 && rel <= 20
}

func (toy) PutBranch(dst []byte, _ uint8, long bool, rel int) {
	if long {
		copy(dst, []byte{'B', byte(rel), byte(rel >> 8), '-', '-'})
		return
	}
	copy(dst, []byte{'b', byte(rel)})
}

func (toy) PutRef(code []byte, _ uint8, at, target int, add int32) error {
	if target-at > 100 {
		return errors.New("toy: too far")
	}
	code[at] = byte(target - at + int(add))
	return nil
}

func (toy) Pad(dst []byte)  { copy(dst, strings.Repeat(".", len(dst))) }
func (toy) Trap(dst []byte) { copy(dst, strings.Repeat("!", len(dst))) }

func newBuffer() *Buffer {
	b := new(Buffer)
	b.Init(toy{})
	return b
}

// TestRelax checks random programs: every branch lands on its label and can reach it. In programs without
// alignment, no branch is long unnecessarily. Padding aligns the code after it.
func TestRelax(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	b := newBuffer()
	for round := range 2000 {
		b.Reset()
		labels := make([]Label, 8)
		for i := range labels {
			labels[i] = b.NewLabel()
		}
		aligned := round%2 == 1
		bound := 0
		for range 40 {
			switch r.IntN(6) {
			case 0:
				if bound < len(labels) {
					b.Bind(labels[bound])
					bound++
				}
			case 1, 2:
				b.Branch(0, labels[r.IntN(len(labels))])
			case 3:
				if aligned {
					b.Align(1<<r.IntN(5), NoLabel)
				}
			default:
				b.Text = append(b.Text, strings.Repeat("x", r.IntN(6))...)
			}
		}
		for ; bound < len(labels); bound++ {
			b.Bind(labels[bound])
		}
		c, err := b.Finish()
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.gaps {
			g := &b.gaps[i]
			at := int(g.off + b.shift(int32(i)))
			if g.target == NoLabel {
				end := int(g.off + g.extra)
				if end%int(g.align) != 0 || strings.Trim(string(c.Bytes[at:end]), ".") != "" {
					t.Fatalf("round %d: bad padding", round)
				}
				continue
			}
			rel := c.Offset(g.target) - at
			want := fmt.Sprintf("b%c", byte(rel))
			got := fmt.Sprintf("%c%c", c.Bytes[at], c.Bytes[at+1])
			if g.long {
				want = fmt.Sprintf("B%c", byte(rel))
				if !aligned && (toy{}).Reaches(0, false, rel) && rel < 0 {
					t.Fatalf("round %d: branch over %d is long", round, rel)
				}
			} else if !(toy{}).Reaches(0, false, rel) {
				t.Fatalf("round %d: short branch over %d", round, rel)
			}
			if got != want {
				t.Fatalf("round %d: branch is %q, want %q", round, got, want)
			}
		}
	}
}

// TestPool checks sharing, alignment and order of constants, and references to them.
func TestPool(t *testing.T) {
	b := newBuffer()
	one := b.Const([]byte{1}, 1)
	eight := b.Const([]byte{8, 8, 8, 8, 8, 8, 8, 8}, 8)
	if l := b.Const([]byte{1}, 4); l != one {
		t.Errorf("same constant, labels %d and %d", one, l)
	}
	b.Text = append(b.Text, 'r', 0)
	b.Ref(0, 1, eight, 3)
	c, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if c.ConstOffset != 64 || c.TextSize != 2 || c.Align != 64 || len(c.Bytes) != 64+8+1 {
		t.Errorf("constants at %d of %d", c.ConstOffset, len(c.Bytes))
	}
	if c.Offset(eight) != 64 || c.Offset(one) != 72 || c.Bytes[72] != 1 || c.Bytes[64] != 8 {
		t.Errorf("constants at %d and %d", c.Offset(eight), c.Offset(one))
	}
	if c.Bytes[1] != 64-1+3 {
		t.Errorf("reference is %d", c.Bytes[1])
	}
	if c.Bytes[2] != '!' || c.Bytes[63] != '!' {
		t.Error("no traps behind the code")
	}
}

// TestAlignUntil checks that code is padded only if that saves a block.
func TestAlignUntil(t *testing.T) {
	for _, c := range []struct{ before, size, pad int }{
		{0, 16, 0}, {4, 12, 0}, {4, 13, 12}, {15, 1, 0}, {15, 2, 1}, {4, 28, 0}, {4, 29, 12}, {4, 0, 12},
	} {
		b := newBuffer()
		end := b.NewLabel()
		b.Text = append(b.Text, make([]byte, c.before)...)
		b.Align(16, end)
		b.Text = append(b.Text, make([]byte, c.size)...)
		b.Bind(end)
		code, err := b.Finish()
		if err != nil {
			t.Fatal(err)
		}
		if got := int(code.Pads[0].Size); got != c.pad || code.Offset(end) != c.before+c.pad+c.size {
			t.Errorf("%d bytes at %d: padded by %d, want %d", c.size, c.before, got, c.pad)
		}
	}
	b := newBuffer()
	far := b.NewLabel()
	b.Text = append(b.Text, 0)
	b.Align(16, far) // never bound: the size is unknown
	if code, err := b.Finish(); err != nil || code.Pads[0].Size != 15 {
		t.Errorf("%v, %v", code.Pads, err)
	}
}

// TestErrors checks misuse.
func TestErrors(t *testing.T) {
	for name, f := range map[string]func(b *Buffer){
		"bound twice":   func(b *Buffer) { l := b.NewLabel(); b.Bind(l); b.Bind(l) },
		"not bound in":  func(b *Buffer) { b.Branch(0, b.NewLabel()) },
		"is not bound":  func(b *Buffer) { l := b.NewLabel(); b.Text = append(b.Text, 0); b.Ref(0, 0, l, 0) },
		"unknown label": func(b *Buffer) { b.Branch(0, 7) },
		"alignment 3":   func(b *Buffer) { b.Align(3, NoLabel) },
		"alignment 128": func(b *Buffer) { b.Const([]byte{1}, 128) },
		"too far": func(b *Buffer) {
			l := b.NewLabel()
			b.Text = append(b.Text, make([]byte, 200)...)
			b.Ref(0, 0, l, 0)
			b.Bind(l)
		},
		"out of range": func(b *Buffer) {
			l := b.NewLabel()
			b.Branch(0, l)
			b.Text = append(b.Text, make([]byte, 40000)...)
			b.Bind(l)
		},
	} {
		b := newBuffer()
		f(b)
		if _, err := b.Finish(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %q", err, name)
		}
	}
}
