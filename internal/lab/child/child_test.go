package child

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/source"
)

// The kernel has every kind of argument, two results, memory it changes and a way to panic.
const text = `package mix

type amp float32

func Mix(x []amp, gain amp, on bool, small int8, big []uint64, at uint16) (sum float64, last int8) {
	for i := range x {
		if on {
			x[i] = x[i]*gain + amp(small)
		}
		sum += float64(x[i])
	}
	big[at] -= uint64(len(x))
	return sum, small - 1
}
`

var results = []reflect.Type{reflect.TypeFor[float64](), reflect.TypeFor[int8]()}

func mixFrame(at uint16) *frame.Frame {
	return frame.New([]any{[]float32{1, 2, 3.5}, float32(2), true, int8(-128), []uint64{1, 2}, at},
		frame.Layout{Before: 1, After: 2, Share: -1})
}

func want() *frame.Outcome {
	f := mixFrame(1)
	p, err := f.Place(frame.NoEdge)
	if err != nil {
		panic(err)
	}
	defer p.Free()
	return p.Call(func(x []float32, gain float32, on bool, small int8, big []uint64, at uint16) (float64, int8) {
		sum := 0.0
		for i := range x {
			x[i] = x[i]*gain + float32(small)
			sum += float64(x[i])
		}
		big[at] -= uint64(len(x))
		return sum, small - 1
	})
}

func load(t *testing.T) *source.File {
	f, err := source.Load("mix.go", text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func start(t *testing.T, name, exe string) *Process {
	p, err := Start(name, exe)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	})
	return p
}

// try loads, times and calls functions fn and empty of a child.
func try(t *testing.T, p *Process, fn, empty int) {
	tryOn(t, p, fn, empty, mixFrame(1), results, want())
}

func tryOn(t *testing.T, p *Process, fn, empty int, f *frame.Frame, results []reflect.Type, want *frame.Outcome) {
	t.Helper()
	if err := p.Load(f); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Run(fn, 10, 1000); err != nil {
		t.Fatalf("run: %v", err)
	}
	if _, err := p.Run(empty, 10, 1000); err != nil {
		t.Fatalf("run empty: %v", err)
	}
	got, err := p.Call(fn) // as if nothing had run before
	if err != nil {
		t.Fatal(err)
	}
	f.ClearPadding(got)
	f.ClearPadding(want)
	if diff := frame.Diff(f, results, got, want, 0); diff != "" {
		t.Errorf("%s: %s", p.Name, diff)
	}
}

// TestC builds and tests a child with every available C compiler.
func TestC(t *testing.T) {
	if testing.Short() {
		t.Skip("builds C programs")
	}
	found := false
	for _, kind := range []string{"clang", "gcc"} {
		cc, err := FindCompiler(kind)
		if err != nil {
			continue
		}
		found = true
		var c CProgram
		fn, empty, err := c.Add(load(t), "Mix")
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"exact", "go", "fast"} {
			exe, err := c.Build(cc, t.TempDir(), "", mode)
			if err != nil {
				t.Fatal(err)
			}
			try(t, start(t, kind+" "+mode, exe), fn, empty)
		}
	}
	if !found {
		t.Skip("no C compiler found")
	}
}

// buildGo builds a child for one function.
func buildGo(t *testing.T, f *source.File, name string) (string, GoFuncs, error) {
	var g GoProgram
	fn, err := g.Add(f, name)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := g.Build(t.TempDir())
	return exe, fn, err
}

// TestGo builds and tests a child with the Go compiler.
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a Go program")
	}
	exe, fn, err := buildGo(t, load(t), "Mix")
	if errors.Is(err, ErrNoGo) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, "go", exe)
	try(t, p, fn.Plain, fn.Empty)
	try(t, p, fn.Oracle, fn.Empty)

	if err := p.Load(mixFrame(9)); err != nil {
		t.Fatal(err)
	}
	o, err := p.Call(fn.Oracle)
	if err != nil {
		t.Fatal(err)
	}
	x := math.Float32frombits(uint32(o.Regions[0][4]) | uint32(o.Regions[0][5])<<8 | uint32(o.Regions[0][6])<<16 |
		uint32(o.Regions[0][7])<<24)
	if !strings.Contains(o.Panic, "index out of range [9] with length 2") || x != -126 {
		t.Errorf("panic %q after x[0] = %g", o.Panic, x)
	}
}

const floatsText = `package floats

func Halve(x, y, z []float32) {
	for i := range x {
		x[i] *= 0.5
	}
}

func Extremes(x, y, z []float32) {
	for i := range x {
		x[i], y[i] = min(x[i], y[i], z[i]), max(x[i], y[i], z[i])
	}
}
`

// TestFloats checks that C children compute with denormals in mode fast too, and have Go's min and max in modes that
// respect NaN and the sign of zero.
func TestFloats(t *testing.T) {
	if testing.Short() {
		t.Skip("builds C programs")
	}
	f, err := source.Load("floats.go", floatsText)
	if err != nil {
		t.Fatal(err)
	}
	var special []float32
	for _, v := range []float64{math.NaN(), math.Copysign(0, -1), 0, 1, math.Inf(1), math.Inf(-1)} {
		special = append(special, float32(v))
	}
	var x, y, z []float32
	for i := range len(special) * len(special) * len(special) {
		n := len(special)
		x, y, z = append(x, special[i%n]), append(y, special[i/n%n]), append(z, special[i/n/n])
	}
	for _, c := range []struct {
		name, mode string
		fn         any
		x, y, z    []float32
	}{
		{"Halve", "fast", func(x, y, z []float32) {
			for i := range x {
				x[i] *= 0.5
			}
		}, []float32{1e-40, 3e-39, 1}, nil, nil},
		{"Extremes", "exact", func(x, y, z []float32) {
			for i := range x {
				x[i], y[i] = min(x[i], y[i], z[i]), max(x[i], y[i], z[i])
			}
		}, x, y, z},
	} {
		fr := frame.New([]any{c.x, c.y, c.z}, frame.Layout{Share: -1})
		p, err := fr.Place(frame.NoEdge)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Free()
		want := p.Call(c.fn)
		for _, kind := range []string{"clang", "gcc"} {
			t.Run(c.name+"/"+kind, func(t *testing.T) {
				cc, err := FindCompiler(kind)
				if err != nil {
					t.Skip(err)
				}
				var prog CProgram
				fn, empty, err := prog.Add(f, c.name)
				if err != nil {
					t.Fatal(err)
				}
				exe, err := prog.Build(cc, t.TempDir(), "", c.mode)
				if err != nil {
					t.Fatal(err)
				}
				tryOn(t, start(t, kind, exe), fn, empty, fr, nil, want)
			})
		}
	}
}

// The kernel has the kinds of arguments that Mix has not, and is generic.
const shapesText = `package shapes

type name string

type cell[T any] struct {
	on bool
	at [2]T
}

type unit float32

func Shapes[T ~float32 | ~int32](s name, p *[2]T, m *[2][3]T, rows [][3]T, cells []cell[T]) (n int, last T) {
	for i := range rows {
		for j := range rows[i] {
			rows[i][j] += m[i&1][j] * p[0]
		}
	}
	m[1] = rows[0]
	for i, c := range cells {
		if c.on {
			cells[0], cells[i] = c, cells[0]
		}
		last += c.at[1]
	}
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	p[1] = last
	return n, last
}
`

type cell struct {
	On bool
	At [2]float32
}

// TestShapes passes strings, arrays behind pointers, rows and structs to children of both languages.
func TestShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	f, err := source.Load("shapes.go", shapesText)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Instantiate("Shapes", "unit"); err != nil {
		t.Fatal(err)
	}
	fr := frame.New([]any{"1234", &[2]float32{2, 3}, &[2][3]float32{{1, 2, 3}, {4, 5, 6}},
		[][3]float32{{1, 1, 1}, {2, 2, 2}},
		[]cell{{false, [2]float32{1, 2}}, {true, [2]float32{3, 4}}}}, frame.Layout{Before: 1, After: 2, Share: -1})
	p, err := fr.Place(frame.NoEdge)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Free()
	results := []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[float32]()}
	want := func() *frame.Outcome {
		p.Reset()
		return p.Call(func(s string, p *[2]float32, m *[2][3]float32, rows [][3]float32, cells []cell) (int, float32) {
			rows[0], rows[1] = [3]float32{3, 5, 7}, [3]float32{10, 12, 14}
			m[1] = rows[0]
			cells[0], cells[1] = cells[1], cells[0]
			p[1] = 6
			return 1234, 6
		})
	}
	t.Run("go", func(t *testing.T) {
		exe, fn, err := buildGo(t, f, "Shapes")
		if errors.Is(err, ErrNoGo) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		c := start(t, "go", exe)
		tryOn(t, c, fn.Plain, fn.Empty, fr, results, want())
		tryOn(t, c, fn.Oracle, fn.Empty, fr, results, want())
	})
	for _, kind := range []string{"clang", "gcc"} {
		t.Run(kind, func(t *testing.T) {
			cc, err := FindCompiler(kind)
			if err != nil {
				t.Skip(err)
			}
			var prog CProgram
			fn, empty, err := prog.Add(f, "Shapes")
			if err != nil {
				t.Fatal(err)
			}
			exe, err := prog.Build(cc, t.TempDir(), "", "exact")
			if err != nil {
				t.Fatal(err)
			}
			tryOn(t, start(t, kind, exe), fn, empty, fr, results, want())
		})
	}
}

// TestFindCompiler checks that the highest version is preferred and that programs that do not run are skipped.
func TestFindCompiler(t *testing.T) {
	dir := t.TempDir()
	for name, script := range map[string]string{
		"clang-9": "echo nine", "clang-17": "echo seventeen", "clang-99": "exit 1", "clang": "echo 16.0.6",
		"clang-format-21": "echo no",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	cc, err := FindCompiler("clang")
	if err != nil {
		t.Skip("scripts do not run here: ", err)
	}
	if filepath.Base(cc.Path) != "clang-17" || cc.Version != "seventeen" {
		t.Errorf("%+v", cc)
	}
	if _, err := FindCompiler("gcc"); err == nil {
		t.Error("found a gcc where there is none")
	}
}

// TestFlags checks the flags on which a fair comparison depends.
func TestFlags(t *testing.T) {
	for mode, want := range map[string]string{"exact": "-ffp-contract=off", "go": "-ffp-contract=fast",
		"fast": "-ffast-math"} {
		got := strings.Join(Flags(mode), " ")
		for _, w := range []string{want, "-O3", Native(), "-fwrapv", "-fno-strict-aliasing"} {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %s lacks %s", mode, got, w)
			}
		}
	}
	if got := Restrict("avx2"); !slices.Contains(got, "-mno-avx512f") {
		t.Errorf("peers of AVX2 code get %v", got)
	}
	if got := Restrict("avx512"); len(got) > 0 {
		t.Errorf("peers of AVX-512 code get %v", got)
	}
}

// TestVersionNumber reads the first lines of compilers' --version.
func TestVersionNumber(t *testing.T) {
	for line, want := range map[string]string{
		"Debian clang version 14.0.6":                    "14.0.6",
		"gcc (Debian 12.2.0-14+deb12u1) 12.2.0":          "12.2.0",
		"Apple clang version 15.0.0 (clang-1500.3.9.4)":  "15.0.0",
		"gcc (GCC) 15.1.1 20250425 (Red Hat 15.1.1-1)":   "15.1.1",
		"gcc-14 (Ubuntu 14.2.0-4ubuntu2~24.04) 14.2.0":   "14.2.0",
		"clang version 19.1.7 (++20250114103320+cd7080)": "19.1.7",
	} {
		if m := versionNumber.FindStringSubmatch(line); m == nil || m[1] != want {
			t.Errorf("%s: %q, want %s", line, m, want)
		}
	}
}
