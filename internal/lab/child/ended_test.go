package child

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/source"
)

const endedText = `package ended

func Pick(x []int32, at int) int32 {
	for at < 0 {
		x[0]++
	}
	return x[at]
}
`

// TestEnded checks that panics are reported from timed calls too, also with several sets of arguments, and that the
// child answers afterwards. A child that is killed because of an endless call, or that crashes, must be restarted.
func TestEnded(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	f, err := source.Load("ended.go", endedText)
	if err != nil {
		t.Fatal(err)
	}
	of := func(at int) *frame.Frame { return frame.New([]any{[]int32{7}, at}, frame.Layout{Share: -1}) }
	answers := func(t *testing.T, p *Process, fn int) {
		t.Helper()
		if err := p.Load(of(0)); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Run(fn, 1, 10); err != nil {
			t.Error(err)
		}
		if o, err := p.Call(fn); err != nil || o.Panic != "" || uint32(o.Results[0]) != 7 {
			t.Errorf("%+v, %v", o, err)
		}
	}
	endless := func(t *testing.T, p *Process, fn int) {
		t.Helper()
		p.Limit = 100 * time.Millisecond
		for _, run := range []func() error{
			func() error { _, err := p.Call(fn); return err },
			func() error { _, err := p.Run(fn, 1, 1); return err },
		} {
			if err := p.Load(of(-1)); err != nil {
				t.Fatal(err)
			}
			if err := run(); !errors.Is(err, ErrEndless) {
				t.Errorf("%v, want %v", err, ErrEndless)
			}
			if err := run(); err == nil {
				t.Error("a child that is gone answers")
			}
			p.Limit = Limit
			answers(t, p, fn)
			p.Limit = 100 * time.Millisecond
		}
		p.Limit = Limit
	}
	t.Run("go", func(t *testing.T) {
		exe, fn, err := buildGo(t, f, "Pick")
		if errors.Is(err, ErrNoGo) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		p := start(t, "go", exe)
		for _, fr := range []*frame.Frame{of(3), frame.Join([]*frame.Frame{of(0), of(3)})} {
			if err := p.Load(fr); err != nil {
				t.Fatal(err)
			}
			_, err := p.Run(fn.Plain, 1, 10)
			if text, ok := err.(frame.Panicked); !ok || !strings.Contains(string(text), "index out of range [3] with length 1") {
				t.Errorf("%d sets: %v", fr.Sets, err)
			}
			answers(t, p, fn.Plain)
		}
		endless(t, p, fn.Plain)
	})
	for _, kind := range []string{"clang", "gcc"} {
		t.Run(kind, func(t *testing.T) {
			cc, err := FindCompiler(kind)
			if err != nil {
				t.Skip(err)
			}
			var prog CProgram
			fn, _, err := prog.Add(f, "Pick")
			if err != nil {
				t.Fatal(err)
			}
			crash, _, err := prog.AddForeign(f, "Pick", "__builtin_trap();")
			if err != nil {
				t.Fatal(err)
			}
			forever, _, err := prog.AddForeign(f, "Pick", "for (volatile int i = 0; p1 < 0;) { i++; }\nreturn p0[0];")
			if err != nil {
				t.Fatal(err)
			}
			exe, err := prog.Build(cc, t.TempDir(), "", "exact")
			if err != nil {
				t.Fatal(err)
			}
			p := start(t, kind, exe)
			if err := p.Load(of(0)); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Run(crash, 1, 1); err == nil {
				t.Error("a crash has a time")
			}
			answers(t, p, fn)
			endless(t, p, forever)
		})
	}
}
