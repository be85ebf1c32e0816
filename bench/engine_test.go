package bench

import (
	"errors"
	"reflect"
	"time"
)

// fake is an Engine that hands out given functions, as a stand-in for a compiler.
type fake struct {
	funcs     map[string]any  // by function name
	null      *Null           // for everything else
	stays     map[string]bool // functions that it says it has not vectorized
	requests  []Request
	reference any
}

func (f *fake) Name() string   { return "hotloop" }
func (f *fake) ISAs() []string { return []string{"avx512", "avx2"} }

func (f *fake) Compile(r Request) (*Compiled, error) {
	f.requests = append(f.requests, r)
	c := &Compiled{Native: true, Vectorized: !r.NoVec && !f.stays[r.Func], Plan: "VF=16 UF=4", Time: 200 * time.Microsecond, CodeBytes: 512,
		Phases: []Phase{{"parse", 50 * time.Microsecond}}}
	c.Func = f.funcs[r.Func]
	if c.Func == nil && f.null != nil {
		n, err := f.null.Compile(r)
		if err != nil {
			return nil, err
		}
		c.Func = n.Func
	}
	if c.Func == nil && r.Func == "Empty" {
		c.Func = reflect.MakeFunc(r.Type, func([]reflect.Value) (out []reflect.Value) {
			for i := range r.Type.NumOut() {
				out = append(out, reflect.Zero(r.Type.Out(i)))
			}
			return out
		}).Interface()
	}
	if c.Func == nil {
		return nil, errors.New("p.go:3:1: goroutines are not part of a kernel")
	}
	return c, nil
}

// fakeReferee is a fake that also interprets.
type fakeReferee struct{ *fake }

func (f fakeReferee) Reference(Request) (any, error) {
	if f.reference == nil {
		return nil, errors.New("no reference")
	}
	return f.reference, nil
}
