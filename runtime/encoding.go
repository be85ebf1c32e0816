package runtime

import (
	"encoding/binary"
	"fmt"
	"math"

	"hotloop/frontend"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Encoding of persisted kernels: the keyWriter methods that cache keys do not need, and the matching reader.

// numbers writes non-negative numbers.
func (k *keyWriter) numbers(list ...int) {
	for _, n := range list {
		k.number(uint64(n))
	}
}

// offsets writes offsets in a block.
func (k *keyWriter) offsets(list []uintptr) {
	k.number(uint64(len(list)))
	for _, off := range list {
		k.number(uint64(off))
	}
}

func (k *keyWriter) signed(n int64) { k.b = binary.AppendVarint(k.b, n) }

func (k *keyWriter) float(x float64) {
	k.b = binary.LittleEndian.AppendUint64(k.b, math.Float64bits(x))
}

func (k *keyWriter) texts(list []string) {
	k.number(uint64(len(list)))
	for _, s := range list {
		k.text(s)
	}
}

func (k *keyWriter) parts(list []part) {
	k.number(uint64(len(list)))
	for i := range list {
		p := &list[i]
		k.numbers(int(p.class), int(p.size))
		k.signed(int64(p.Arg))
		k.signed(int64(p.Via))
		k.signed(p.Off)
	}
}

// remark writes a remark. An argument that is not an int is written as text.
func (k *keyWriter) remark(r *remark.Remark) {
	k.numbers(int(r.Kind), int(r.Pos), len(r.Args))
	k.texts([]string{r.Pass, r.Func, r.Where, string(r.Reason), r.Text})
	for _, a := range r.Args {
		k.text(a.Name)
		n, whole := a.Value.(int)
		if k.flags(whole); whole {
			k.signed(int64(n))
		} else {
			k.text(fmt.Sprint(a.Value))
		}
	}
}

// keyReader reads what a keyWriter wrote. If the input is truncated or invalid, it sets bad and returns zero
// values.
type keyReader struct {
	b   []byte
	s   string // b as a string, to slice texts from
	at  int
	bad bool
}

func (r *keyReader) number() uint64 {
	n, size := binary.Uvarint(r.b[r.at:])
	if size <= 0 {
		r.fail()
		return 0
	}
	r.at += size
	return n
}

// fail marks the input as invalid and skips the rest.
func (r *keyReader) fail() { r.bad, r.at = true, len(r.b) }

func (r *keyReader) offsets() (list []uintptr) {
	if n := r.count(); n > 0 {
		list = make([]uintptr, n)
		for i := range list {
			list[i] = uintptr(r.int())
		}
	}
	return list
}

func (r *keyReader) signed() int64 {
	n, size := binary.Varint(r.b[r.at:])
	if size <= 0 {
		r.fail()
		return 0
	}
	r.at += size
	return n
}

// int reads a number that must fit in 31 bits.
func (r *keyReader) int() int {
	n := r.number()
	if n > math.MaxInt32 {
		r.fail()
		return 0
	}
	return int(n)
}

// count reads the length of a list, each of whose elements takes at least one byte.
func (r *keyReader) count() int {
	n := r.number()
	if n > uint64(len(r.b)-r.at) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *keyReader) flag() bool { return r.number() != 0 }

func (r *keyReader) float() float64 {
	if len(r.b)-r.at < 8 {
		r.fail()
		return 0
	}
	r.at += 8
	return math.Float64frombits(binary.LittleEndian.Uint64(r.b[r.at-8:]))
}

func (r *keyReader) text() string {
	n := r.count()
	r.at += n
	return r.s[r.at-n : r.at]
}

// bytes reads a text as bytes. It returns nil if the text is empty.
func (r *keyReader) bytes() []byte {
	n := r.count()
	if r.at += n; n == 0 {
		return nil
	}
	return r.b[r.at-n : r.at]
}

func (r *keyReader) texts() []string {
	n := r.count()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = r.text()
	}
	return list
}

func (r *keyReader) parts() []part {
	n := r.count()
	if n == 0 {
		return nil
	}
	list := make([]part, n)
	for i := range list {
		class := r.int()
		list[i] = part{class: Class(class), size: uintptr(r.int()),
			Origin: frontend.Origin{Arg: int(r.signed()), Via: int(r.signed()), Off: r.signed()}}
		r.bad = r.bad || class > int(ClassSlice)
	}
	return list
}

func (r *keyReader) remark() (out remark.Remark) {
	kind := r.int()
	out.Kind, out.Pos = remark.Kind(kind), ir.Pos(r.int())
	args := r.count()
	texts := r.texts()
	if len(texts) != 5 || kind > int(remark.Warning) {
		r.fail()
		return out
	}
	out.Pass, out.Func, out.Where, out.Reason, out.Text = texts[0], texts[1], texts[2], remark.Reason(texts[3]), texts[4]
	for range args {
		a := remark.Arg{Name: r.text()}
		if r.flag() {
			a.Value = int(r.signed())
		} else {
			a.Value = r.text()
		}
		out.Args = append(out.Args, a)
	}
	return out
}
