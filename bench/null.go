package bench

import (
	"fmt"
	"reflect"
)

// Null is an Engine that compiles nothing and hands out gc's own functions. Measuring with it shows how far apart two
// equal programs seem to be: the noise of everything else that is measured.
type Null struct {
	byText map[string]*Kernel
	empty  map[reflect.Type]any
}

// NewNull knows the given kernels and the empty functions of their types.
func NewNull(kernels []*Kernel) *Null {
	n := &Null{map[string]*Kernel{}, map[reflect.Type]any{}}
	for _, k := range kernels {
		if k.Plain != nil {
			n.byText[k.Text] = k
			n.empty[k.Type] = k.Empty
		}
	}
	return n
}

// gcFuses reports whether gc computes x*y + z with one rounding here. Then its plain build is not exact.
var gcFuses = productPlus(1+0x1p-30, 1-0x1p-30, -1) != 0

//go:noinline
func productPlus(x, y, z float64) float64 { return x*y + z }

// Name implements Engine.
func (*Null) Name() string { return "null" }

// ISAs implements Engine.
func (*Null) ISAs() []string { return []string{"gc"} }

// Compile implements Engine.
func (n *Null) Compile(r Request) (*Compiled, error) {
	var fn any
	k := n.byText[r.Text]
	switch {
	case r.Func == "Empty":
		fn = n.empty[r.Type]
	case k != nil && r.Mode == "exact" && gcFuses:
		fn = k.Oracle
	case k != nil:
		fn = k.Plain
	}
	if fn == nil || reflect.TypeOf(fn) != r.Type {
		return nil, fmt.Errorf("%s is not linked in", r.Func)
	}
	return &Compiled{Func: fn, Native: true, Plan: "as gc made it"}, nil
}

// linked makes the real engine. It is set by the file that links the compiler in.
var linked func() Engine

// Linked returns the compiler this program was built with, or nil.
func Linked() Engine {
	if linked == nil {
		return nil
	}
	return linked()
}
