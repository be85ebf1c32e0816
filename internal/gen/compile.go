package gen

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	_ "hotloop/isel/all" // code for all architectures
	"hotloop/isel/emit"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// body is the code of a kernel for an instruction set.
type body struct {
	isa
	name  string // of the assembly function
	code  emit.Assembly
	where func(int32) (file string, line int)
}

// trap is a position that can panic.
type trap struct {
	site *ir.Site
	call string // operand of the call
	len  int64  // constant second operand of the check; -1 if it is not constant
	file string
	line int
}

// isa is an instruction set that code is generated for.
type isa struct {
	name, suffix string
	tier         cpu.Tier
	flags        cpu.Flag // extensions of the tier
	level        int      // the least value of the variable that dispatch reads
}

// isas lists the instruction sets, the best of each architecture first. Code with extensions is for kernels for which the
// extensions make a difference.
var isas = []isa{
	{"avx512+", "AVX512Plus", cpu.AVX512, Plus, 3},
	{"avx512", "AVX512", cpu.AVX512, 0, 2},
	{"avx2", "AVX2", cpu.AVX2, 0, 1},
	{"neon", "NEON", cpu.NEON, 0, 1},
}

// Plus are the extensions of the instruction set avx512+, which Intel's processors have since Ice Lake and AMD's since Zen 4.
const Plus = cpu.FlagVBMI | cpu.FlagVBMI2 | cpu.FlagVNNI | cpu.FlagVPOPCNTDQ | cpu.FlagBITALG | cpu.FlagIFMA | cpu.FlagGFNI

// features returns those of a processor that has the instruction set.
func (s isa) features() cpu.Features {
	f := cpu.Baseline(s.tier)
	f.Flags |= s.flags
	return f
}

// compile compiles all kernels for all instruction sets.
func (g *generator) compile() error {
	fp, written := ir.FPFlags(0), false
	if g.options.FP != "" {
		for _, w := range strings.Fields(g.options.FP) {
			f, ok := ir.ParseFPFlag(w)
			if !ok {
				return fmt.Errorf("-fp: unknown mode or flag %q", w)
			}
			fp |= f
		}
		written = true
	}
	var errs []error
	for _, k := range g.kernels {
		name, _ := k.expressions()
		var why []error
		var where [][]string // instruction sets on which the kernel stays Go code, by why
		for _, t := range g.isas() {
			o := frontend.Options{FP: fp, FPWritten: written, Semantics: ir.SemanticsOf(t.tier.Arch()), World: frontend.WholePlugin,
				Symbols: true}
			b, scalar, err := g.body(k, t, o)
			if list := (frontend.ErrorList)(nil); k.args != nil && errors.As(err, &list) { // other instances may be kernels
				k.fn.err, scalar, err = err, err, nil
			}
			switch {
			case err != nil:
				errs = append(errs, g.explained(err))
			case scalar != nil && t.flags != 0: // said of the tier without extensions
			case scalar != nil:
				i := slices.IndexFunc(why, func(w error) bool { return w.Error() == scalar.Error() })
				if i < 0 {
					i, why, where = len(why), append(why, scalar), append(where, nil)
				}
				where[i] = append(where[i], t.name)
			default:
				if n := len(k.bodies); n > 0 && k.bodies[n-1].tier == b.tier && reflect.DeepEqual(k.bodies[n-1].code, b.code) {
					k.bodies = k.bodies[:n-1] // the extensions make no difference
				}
				k.bodies = append(k.bodies, b)
			}
			if err != nil {
				break // the same on other instruction sets
			}
		}
		for i, w := range why {
			g.notes = append(g.notes, Note{k.pos, fmt.Sprintf("%s stays Go code on %s: %v", name, strings.Join(where[i], ", "), w)})
		}
	}
	if errs != nil {
		return errors.Join(errs...)
	}
	unused := func(k *kernel) bool { return !k.fn.direct() && len(k.bodies) == 0 }
	g.kernels = slices.DeleteFunc(g.kernels, unused)
	for _, fn := range g.functions {
		switch {
		case fn.generic == nil:
			fn.signature = fn.kernels[0].signature
		case !slices.ContainsFunc(fn.kernels, func(k *kernel) bool { return k.frame != nil }):
			return fn.err
		default:
			fn.signature = newSignature(fn.generic)
		}
		fn.kernels = slices.DeleteFunc(fn.kernels, unused)
	}
	return nil
}

// body compiles a kernel for an instruction set. why says why it is better or necessary to leave it as Go code. err means
// that the function is not a kernel.
func (g *generator) body(k *kernel, s isa, o frontend.Options) (b *body, why, err error) {
	res, err := frontend.Build(g.src, k.source(), o)
	if err != nil {
		return nil, nil, err
	}
	f := res.Func
	if k.frame == nil {
		k.frame = newFrame(res.Signature)
		k.noescape = !k.pointy && !k.aliases
	}
	k.fusable = k.fusable || len(res.Fusable) > 0
	for v := range ir.Values(f.Blocks) {
		k.math = k.math || v.Op.Is(ir.FlagMath) || v.FP != ir.FPExact
	}
	if err := requests(f); err != nil {
		return nil, err, nil
	}
	if err := k.offsets(res); err != nil {
		return nil, err, nil
	}
	target := isel.TargetFor(s.features())
	f.SetBudget(loopopt.StepsAtMost)
	sink := &remark.Sink{}
	knobs, err := config.ParseKnobs("")
	if err != nil {
		return nil, nil, err
	}
	out, err := loopopt.Optimize(f, config.Options{Target: target, Remarks: sink, Knobs: knobs})
	if over := (*ir.OverBudget)(nil); errors.As(err, &over) {
		return nil, err, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: internal error in loopopt, compiling %s: %w", k.pos, k.name, err)
	}
	if !out.Vectorized && !g.options.All {
		return nil, reason(sink), nil
	}
	b = &body{isa: s, name: lowerFirst(k.name) + s.suffix}
	b.where = func(p int32) (string, int) { return place(f.Position(ir.Pos(p))) }
	if err := g.trapsOf(k, f); err != nil {
		return nil, err, nil
	}
	loads(f, res.Params)
	frame := &emit.GoFrame{Into: &b.code, Yield: "hotloopYield<>(SB)",
		Trap: func(site int) string { return k.traps[k.trapOf(f.Sites[site])].call }}
	_, err = target.Compile(f, isel.Options{Go: frame, Words: func(off int) string { return k.words[off] }})
	if errors.Is(err, isel.ErrSpillLimit) {
		return nil, err, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: internal error in isel, compiling %s: %w", k.pos, k.name, err)
	}
	k.noescape = k.noescape && !b.code.Derived
	return b, nil, nil
}

// reason returns the first reason that the optimizer gives for a loop that is not vectorized.
func reason(sink *remark.Sink) error {
	for _, r := range sink.Remarks {
		if r.Kind == remark.Missed && r.Reason != remark.None {
			return fmt.Errorf("no loop is vectorized: %s", r.Message())
		}
	}
	return errors.New("no loop is vectorized")
}

// requests returns an error if the kernel needs the runtime of hotloop.
func requests(f *ir.Func) error {
	for v := range ir.Values(f.Blocks) {
		if v.Op != ir.OpCall {
			continue
		}
		site := v.Aux.(*ir.Site)
		what, instead := "", ""
		switch site.Kind {
		case ir.SiteArg, ir.SiteText: // for the request that follows
			continue
		case ir.SiteMake, ir.SiteRoom, ir.SiteMove:
			what, instead = "it allocates memory", "pass a slice that is large enough"
		case ir.SiteStore:
			what, instead = "it stores a pointer", "let the caller store it"
		case ir.SiteValue:
			what, instead = "it panics with a value that is not a constant string", "return what the caller panics with"
		default:
			what, instead = "it makes an error or a string", "return a number, for which the caller makes it"
		}
		return fmt.Errorf("%s: %s, which hotloop gen does not support; %s", f.Position(site.Pos), what, instead)
	}
	return nil
}

// place splits file:line:col.
func place(pos string) (file string, line int) {
	parts := strings.Split(pos, ":")
	if len(parts) < 3 {
		return "", 0
	}
	line, _ = strconv.Atoi(parts[len(parts)-2])
	return filepath.Base(strings.Join(parts[:len(parts)-2], ":")), line
}

// trapsOf adds the checks of f to the traps of k. It returns an error if Go code cannot raise one of the panics.
func (g *generator) trapsOf(k *kernel, f *ir.Func) error {
	lens := map[*ir.Site]int64{}
	used := map[*ir.Site]bool{}
	for v := range ir.Values(f.Blocks) {
		if v.Op != ir.OpCheck {
			continue
		}
		s := v.Aux.(*ir.Site)
		n := int64(-1)
		if len(v.Args) > 2 && v.Args[2].IsConst() {
			n = v.Args[2].Int()
		}
		if old, ok := lens[s]; ok && old != n {
			n = -1
		}
		lens[s], used[s] = n, true
	}
	for _, s := range f.Sites {
		if !used[s] {
			continue
		}
		t := trap{site: s, len: lens[s]}
		t.file, t.line = place(f.Position(s.Pos))
		if t.statement() == "" {
			return fmt.Errorf("%s: a panic (%s) that hotloop gen does not support; return a number, for which the caller panics", f.Position(s.Pos), s.Kind)
		}
		if i := k.trapOf(s); i < 0 {
			t.call = "·" + k.trapName(len(k.traps)) + "(SB)"
			k.traps = append(k.traps, t)
		} else if k.traps[i].len != t.len {
			k.traps[i].len = -1
			if k.traps[i].statement() == "" {
				return fmt.Errorf("%s: a panic (%s) that hotloop gen does not support; return a number, for which the caller panics", f.Position(s.Pos), s.Kind)
			}
		}
	}
	return nil
}

// trapOf returns the index of the trap for a site, or -1. Compilations for other instruction sets have equal sites.
func (k *kernel) trapOf(s *ir.Site) int {
	for i := range k.traps {
		t := k.traps[i].site
		if t.Pos == s.Pos && t.Kind == s.Kind && t.Unsigned == s.Unsigned && t.Msg == s.Msg {
			return i
		}
	}
	return -1
}

func (k *kernel) trapName(i int) string { return fmt.Sprintf("%sPanic%d", lowerFirst(k.name), i) }

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// params returns the parameters of the function that panics.
func (t *trap) params() string {
	switch t.site.Kind {
	case ir.SiteDivide, ir.SiteShift, ir.SiteNil, ir.SitePanic:
		return ""
	case ir.SiteMakeLen, ir.SiteMakeCap:
		return "i int"
	}
	if t.site.Unsigned {
		return "i uint, n int"
	}
	return "i, n int"
}

// statement returns Go code that panics as the check does, with operands i and n, or "" if there is none. Slices of
// empty structs take no memory, whatever their length is.
func (t *trap) statement() string {
	const slice = "make([]struct{}, n)"
	array := fmt.Sprintf("new([%d]struct{})", t.len)
	switch t.site.Kind {
	case ir.SiteIndex:
		return "_ = " + slice + "[i]"
	case ir.SiteSliceCap:
		return "_ = " + slice + "[:i]"
	case ir.SiteSliceB:
		return "_ = " + slice + "[i:n]"
	case ir.SiteSlice3Cap:
		return "_ = " + slice + "[:0:i]"
	case ir.SiteSlice3B:
		return "_ = " + slice + "[:i:n]"
	case ir.SiteSlice3C:
		return "_ = " + slice + "[i:n:n]"
	case ir.SiteSliceLen:
		if t.len >= 0 {
			return "_ = " + array + "[:i]"
		}
		return "_ = string(make([]byte, n))[:i]"
	case ir.SiteSlice3Len:
		if t.len >= 0 {
			return "_ = " + array + "[:0:i]"
		}
	case ir.SiteSliceArray:
		if t.len >= 0 {
			return fmt.Sprintf("_ = (*[%d]struct{})(make([]struct{}, i))", t.len)
		}
	case ir.SiteDivide:
		return "_ = 1 / hotloopZero"
	case ir.SiteShift:
		return "_ = 1 << (hotloopZero - 1)"
	case ir.SiteNil:
		return "_ = *(*byte)(nil)"
	case ir.SitePanic:
		return fmt.Sprintf("panic(%q)", t.site.Msg)
	}
	return ""
}
