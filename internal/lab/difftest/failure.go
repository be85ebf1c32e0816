package difftest

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/gen"
	"hotloop/internal/verify"
	"hotloop/runtime"
)

// A failure is saved in the format of the project's golden files (named sections, as golang.org/x/tools/txtar has
// them):
//
//	# culprit: driver: vectorize      and other information; mode, inst and isa are parsed
//	-- in.go --                      the kernel K
//	-- call --                       one call: memory, and the arguments as parts of it
//	region 1 a5a5…                   contents; the element type is that of argument 1, of slice j in it (1.j), or byte
//	arg s0 region 0 offset 8 len 33
//	arg n 21                         a scalar's bits, in hexadecimal
//	ref 0 at 24 region 1 offset 8 len 33 cap 40    a slice that lies in region 0
//	-- want --                       the outcome of the reference
//	panic index out of range …
//	result 7b
//	region a5a5…
//	-- got --                        the outcome compared with it: for readers

// Text returns the mismatch in the file format.
func (mm *Mismatch) Text() string {
	var b strings.Builder
	note := func(key, text string) {
		if text = strings.TrimSpace(text); text != "" {
			line, _, _ := strings.Cut(text, "\n")
			fmt.Fprintf(&b, "# %s: %s\n", key, line)
		}
	}
	c := mm.Case
	fmt.Fprintf(&b, "# Found by hotloop fuzz: kernel %d.\n", c.ID)
	note("difference", mm.Diff)
	note("culprit", mm.Culprit)
	note("detail", mm.Detail)
	note("mode", string(c.Mode))
	note("inst", c.Inst)
	note("isa", mm.ISA)
	fmt.Fprintf(&b, "-- in.go --\n%s", c.Text)
	if mm.Frame == nil {
		b.WriteString("-- compile --\n")
		return b.String()
	}
	b.WriteString("-- call --\n")
	f := mm.Frame
	for i, r := range f.Regions {
		of := "bytes"
		for k, a := range f.Args {
			if !a.InRegion() {
				continue
			}
			if a.Region == i && a.Elem() == r.Elem {
				of = strconv.Itoa(k)
				break
			}
			for j, in := range slicesOf(a.Elem(), 0, nil) {
				if of == "bytes" && in.t.Elem() == r.Elem {
					of = fmt.Sprintf("%d.%d", k, j)
				}
			}
		}
		fmt.Fprintf(&b, "region %s %s\n", of, hex.EncodeToString(r.Data))
	}
	for i, r := range f.Regions {
		for _, to := range r.Refs {
			fmt.Fprintf(&b, "ref %d at %d region %d offset %d len %d cap %d\n", i, to.At, to.Region, to.Offset, to.Len, to.Cap)
		}
	}
	names := paramNames(c)
	for i, a := range f.Args {
		if a.InRegion() {
			fmt.Fprintf(&b, "arg %s region %d offset %d len %d\n", names[i], a.Region, a.Offset, a.Len)
		} else {
			fmt.Fprintf(&b, "arg %s %x\n", names[i], a.Bits)
		}
	}
	for _, s := range []struct {
		name string
		o    *frame.Outcome
	}{{"want", mm.Want}, {"got", mm.Got}} {
		if s.o == nil {
			continue
		}
		fmt.Fprintf(&b, "-- %s --\n", s.name)
		if s.o.Panic != "" {
			fmt.Fprintf(&b, "panic %s\n", s.o.Panic)
		}
		for _, r := range s.o.Results {
			fmt.Fprintf(&b, "result %x\n", r)
		}
		for _, r := range s.o.Regions {
			fmt.Fprintf(&b, "region %s\n", hex.EncodeToString(r))
		}
	}
	return b.String()
}

// save writes the file and returns its name.
func (mm *Mismatch) save(dir string, seed uint64) (string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	path := filepath.Join(dir, fmt.Sprintf("seed%d-kernel%d.txt", seed, mm.Case.ID))
	return path, os.WriteFile(path, []byte(mm.Text()), 0o666)
}

// Handle attributes a mismatch, reduces its kernel and saves it in dir, if that is not empty.
func (m *Machine) Handle(mm *Mismatch, t *Toolchain, dir string, reduce bool) Found {
	m.Attribute(mm)
	f := Found{ID: mm.Case.ID, What: mm.String(), Culprit: mm.Culprit}
	if reduce {
		m.Reduce(mm, t)
	}
	if mm.Detail != "" {
		f.Culprit += " (" + strings.ReplaceAll(mm.Detail, "\n", " ") + ")"
	}
	f.Text = fmt.Sprintf("// mode %s\n%s", mm.Case.Mode, mm.Case.Text)
	if dir != "" {
		var err error
		if f.File, err = mm.save(dir, m.Seed); err != nil {
			f.File = err.Error()
		}
	}
	return f
}

// patience bounds the analysis of a crash. Whatever hung a worker may hang here too.
const patience = 2 * time.Minute

// Crashed creates a mismatch for a kernel at which a worker died. The interpreter checks every access and may
// identify the pass at fault.
func (m *Machine) Crashed(id int, output, dir string) Found {
	found := make(chan Found, 1)
	go func() { found <- m.crashed(id, output, dir) }()
	select {
	case f := <-found:
		return f
	case <-time.After(patience):
	}
	line, _, _ := strings.Cut(output, "\n")
	f := Found{ID: id, What: "the process ended: " + line, Culprit: "something that does not end"}
	if c, err := m.Generate(id); err == nil {
		f.Text = fmt.Sprintf("// mode %s\n%s", c.Mode, c.Text)
	}
	return f
}

func (m *Machine) crashed(id int, output, dir string) Found {
	line, _, _ := strings.Cut(output, "\n")
	f := Found{ID: id, What: "the process ended: " + line}
	c, err := m.Generate(id)
	if err != nil {
		return f
	}
	mm := &Mismatch{Case: c, Diff: f.What, Crash: true}
	for _, isa := range m.ISAs {
		k, err := runtime.Compile(c.Type, c.Text, KernelName, c.options(isa, m.Knobs))
		if err != nil {
			continue
		}
		shape := verify.Shape{Small: c.Mode.AnyOrder(), Steps: k.Steps()}
		for set := range m.Sets {
			a := c.Args(shape, m.Seed, set)
			if v, err := m.passes(c, isa, m.Knobs, a); err == nil && v.culprit != "" {
				mm.ISA, mm.Frame, mm.Set = isa, a, set
				m.Attribute(mm)
				m.Reduce(mm, nil)
				f.Culprit = mm.Culprit + " (" + mm.Detail + ")"
				f.Text = fmt.Sprintf("// mode %s\n%s", c.Mode, mm.Case.Text)
				if dir != "" {
					f.File, _ = mm.save(dir, m.Seed)
				}
				return f
			}
		}
	}
	f.Culprit = CulpritBackend
	f.Text = fmt.Sprintf("// mode %s\n%s", c.Mode, c.Text)
	if dir != "" {
		mm.Culprit = CulpritBackend
		f.File, _ = mm.save(dir, m.Seed)
	}
	return f
}

// sections splits a saved file.
func sections(text string) (comment string, of map[string]string) {
	of = map[string]string{}
	at := ""
	for _, line := range strings.SplitAfter(text, "\n") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok && strings.HasSuffix(name, " --") {
			at = strings.TrimSuffix(name, " --")
			of[at] = ""
			continue
		}
		if at == "" {
			comment += line
		} else {
			of[at] += line
		}
	}
	return comment, of
}

// parse reads a saved mismatch.
func parse(text string) (*Mismatch, error) {
	comment, of := sections(text)
	k := gen.Kernel{Text: of["in.go"], Mode: gen.Exact}
	mm := &Mismatch{}
	for _, line := range strings.Split(comment, "\n") {
		key, value, _ := strings.Cut(strings.TrimPrefix(line, "# "), ": ")
		switch key {
		case "mode":
			k.Mode = gen.Mode(value)
		case "inst":
			k.Inst = value
		case "culprit":
			mm.Culprit = value
		case "isa":
			mm.ISA = value
		}
	}
	c, err := NewCase(0, k)
	if err != nil {
		return nil, err
	}
	mm.Case = c
	call, ok := of["call"]
	if !ok {
		return mm, nil
	}
	mm.Frame, err = parseFrame(c, call)
	if err != nil {
		return nil, err
	}
	mm.Want, err = parseOutcome(of["want"])
	return mm, err
}

func parseFrame(c *Case, text string) (*frame.Frame, error) {
	f := &frame.Frame{}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		w := strings.Fields(line)
		bad := fmt.Errorf("call: %q is neither a region nor an argument", line)
		switch {
		case len(w) >= 2 && w[0] == "region":
			reg := frame.Region{Elem: reflect.TypeFor[uint8]()}
			number, in, inside := strings.Cut(w[1], ".")
			if i, err := strconv.Atoi(number); err == nil {
				if i >= c.Type.NumIn() {
					return nil, bad
				}
				reg.Elem = frame.Arg{Type: c.Type.In(i)}.Elem()
			}
			if inside {
				j, err := strconv.Atoi(in)
				list := slicesOf(reg.Elem, 0, nil)
				if err != nil || j < 0 || j >= len(list) {
					return nil, bad
				}
				reg.Elem = list[j].t.Elem()
			}
			if len(w) > 2 {
				var err error
				if reg.Data, err = hex.DecodeString(w[2]); err != nil {
					return nil, bad
				}
			}
			f.Regions = append(f.Regions, reg)
		case len(w) == 12 && w[0] == "ref":
			i, to := 0, frame.Ref{}
			if _, err := fmt.Sscanf(strings.Join(w[1:], " "), "%d at %d region %d offset %d len %d cap %d", &i, &to.At, &to.Region,
				&to.Offset, &to.Len, &to.Cap); err != nil || i < 0 || i >= len(f.Regions) {
				return nil, bad
			}
			f.Regions[i].Refs = append(f.Regions[i].Refs, to)
		case len(w) == 3 && w[0] == "arg" && len(f.Args) < c.Type.NumIn():
			bits, err := strconv.ParseUint(w[2], 16, 64)
			if err != nil {
				return nil, bad
			}
			f.Args = append(f.Args, frame.Arg{Type: c.Type.In(len(f.Args)), Bits: bits})
		case len(w) == 8 && w[0] == "arg" && len(f.Args) < c.Type.NumIn():
			a := frame.Arg{Type: c.Type.In(len(f.Args))}
			if _, err := fmt.Sscanf(strings.Join(w[2:], " "), "region %d offset %d len %d", &a.Region, &a.Offset,
				&a.Len); err != nil {
				return nil, bad
			}
			f.Args = append(f.Args, a)
		default:
			return nil, bad
		}
	}
	if len(f.Args) != c.Type.NumIn() {
		return nil, fmt.Errorf("call: %d arguments, but the kernel has %d", len(f.Args), c.Type.NumIn())
	}
	return f, nil
}

func parseOutcome(text string) (*frame.Outcome, error) {
	o := &frame.Outcome{}
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "panic":
			o.Panic = rest
		case "result":
			x, err := strconv.ParseUint(rest, 16, 64)
			if err != nil {
				return nil, err
			}
			o.Results = append(o.Results, x)
		case "region":
			b, err := hex.DecodeString(rest)
			if err != nil {
				return nil, err
			}
			o.Regions = append(o.Regions, b)
		case "":
		default:
			return nil, fmt.Errorf("want: %q is no outcome", line)
		}
	}
	return o, nil
}

// Replay repeats the call of a saved mismatch: in the interpreter, and on every instruction set of this machine, at
// both ends of guarded memory. The report lists the outcomes; the error says what is wrong.
func Replay(name, text, knobs string) (report string, err error) {
	mm, err := parse(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	var b strings.Builder
	var errs []error
	m := NewMachine(Config{Knobs: knobs})
	for _, tier := range runtime.Tiers() {
		isa := tier.String()
		m.ISAs = append(m.ISAs, isa)
		k, err := runtime.Compile(mm.Case.Type, mm.Case.Text, KernelName, mm.Case.options(isa, knobs))
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		if k.Err() != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %w", name, isa, k.Err()))
			continue
		}
		if mm.Frame == nil {
			fmt.Fprintf(&b, "%s: compiles\n", isa)
			continue
		}
		v, perr := m.passes(mm.Case, isa, knobs, mm.Frame)
		if perr != nil || v.culprit != "" {
			errs = append(errs, fmt.Errorf("%s: %s: pass %s: %s %v", name, isa, v.culprit, v.detail, perr))
			continue // machine code that is known to be wrong may crash the process
		}
		calls := []callable{{isa, k.Func()}, {"interpreter", k.Fallback()}}
		for i, fn := range calls {
			for _, edge := range []frame.Edge{frame.EndEdge, frame.StartEdge} {
				got, err := m.call(fn.f, mm.Frame, edge)
				if err == nil {
					if d := mm.Case.diff(mm.Frame, got, mm.Want); d != "" {
						err = errors.New(d)
					}
				}
				if err != nil {
					errs = append(errs, fmt.Errorf("%s: %s: %w", name, fn.name, err))
				} else if i == 0 && edge == frame.EndEdge {
					fmt.Fprintf(&b, "%s: as wanted\n", fn.name)
				}
			}
		}
	}
	return b.String(), errors.Join(errs...)
}
