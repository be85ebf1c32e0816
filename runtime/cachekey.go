package runtime

import (
	"encoding/binary"
	"go/constant"
	"maps"
	"math"
	"reflect"
	"slices"
	"unique"
)

// cacheKey is all that a kernel depends on. The processor and the Go implementation do not change within a process.
//
// It is an encoding and not a text. Each text has its length in front, each bound value its type, its kind and its
// bits: what fmt prints is up to the value's methods. A test sets every field of Options in turn and fails where the
// key does not change.
type cacheKey struct {
	typ       reflect.Type
	src, name string
	options   string // by Options.key
	files     unique.Handle[string]
}

// key encodes all options that a kernel depends on, so that different options have different keys: every text has its length in front, every
// value its type and kind, and numbers are their bits. It says false if there is a value that no kernel can be bound to, and which need not
// have an encoding.
func (o *Options) key() (string, bool) {
	var k keyWriter
	k.text(o.ISA)
	k.text(o.Tune)
	k.text(o.Knobs)
	k.text(o.FileName)
	k.number(uint64(o.FP))
	k.flags(o.FPWritten, o.NoVectorize)
	k.number(uint64(o.World))
	k.number(uint64(len(o.Globals)))
	for _, name := range slices.Sorted(maps.Keys(o.Globals)) {
		k.text(name)
		v := reflect.ValueOf(o.Globals[name])
		if v.Kind() != reflect.Pointer {
			return "", false
		}
		k.typ(v.Type()) // the variable is there as long as the kernel is, so that nothing else gets its address
		k.number(uint64(v.Pointer()))
	}
	k.number(uint64(len(o.Bind)))
	for _, name := range slices.Sorted(maps.Keys(o.Bind)) {
		k.text(name)
		if !k.value(o.Bind[name]) {
			return "", false
		}
	}
	return string(k.b), true
}

// files is the part of the key that is shared by all kernels of a package.
func (o *Options) files() unique.Handle[string] {
	var k keyWriter
	for _, f := range o.Files {
		k.text(f.Name)
		k.text(f.Text)
		k.number(uint64(f.Kind))
	}
	return unique.Make(string(k.b))
}

// keyWriter encodes values one after the other, each so that it tells where it ends.
type keyWriter struct{ b []byte }

func (k *keyWriter) number(n uint64) { k.b = binary.AppendUvarint(k.b, n) }

func (k *keyWriter) text(s string) {
	k.number(uint64(len(s)))
	k.b = append(k.b, s...)
}

func (k *keyWriter) flags(list ...bool) {
	for _, f := range list {
		n := uint64(0)
		if f {
			n = 1
		}
		k.number(n)
	}
}

// value encodes a constant for a parameter by its type, its kind and what it is exactly. Methods of the value, such as String, have no say in it.
func (k *keyWriter) value(x any) bool {
	if c, ok := x.(constant.Value); ok {
		k.number(0)
		k.number(uint64(c.Kind()))
		k.text(c.ExactString())
		return true
	}
	v := reflect.ValueOf(x)
	if !v.IsValid() {
		return false
	}
	k.number(1)
	k.typ(v.Type())
	k.number(uint64(v.Kind()))
	switch {
	case v.Kind() == reflect.Bool:
		k.flags(v.Bool())
	case v.CanInt():
		k.number(uint64(v.Int()))
	case v.CanUint():
		k.number(v.Uint())
	case v.Kind() == reflect.Float32: // by way of a float64 a signalling NaN would become a quiet one
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		k.number(uint64(*(*uint32)(p.UnsafePointer())))
	case v.CanFloat():
		k.number(math.Float64bits(v.Float()))
	default:
		return false
	}
	return true
}

// typ encodes a type's identity, which names would not: two packages may have one name. Types are never freed.
func (k *keyWriter) typ(t reflect.Type) {
	k.number(uint64(reflect.ValueOf(t).Pointer()))
}
