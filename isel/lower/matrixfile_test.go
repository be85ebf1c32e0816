package lower_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hotloop/isel"
	"hotloop/isel/internal/targets"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

var updateMatrix = flag.Bool("update", false, "rewrite MATRIX.md")

// instructionsTitle is the title of the sections on instructions.
const instructionsTitle = "\n# The use of every instruction\n"

// TestMatrix compares MATRIX.md with the rules and prices of every target; -update rewrites it. Code for all
// targets is generated on all hosts, so the file is the same everywhere.
func TestMatrix(t *testing.T) {
	compareMatrix(t, "", func(rest string) string { return matrixFile() + rest })
}

// compareMatrix compares a part of MATRIX.md with its expected text: the part that starts with title, or, if
// title is empty, the part before the sections on instructions. make receives the text after that part.
func compareMatrix(t *testing.T, title string, make func(rest string) string) {
	const file = "../MATRIX.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := string(data)
	at := strings.Index(got, instructionsTitle)
	if at < 0 {
		at = len(got)
	}
	before, rest := "", got[at:]
	if title != "" {
		before, rest = got[:at], ""
	}
	want := before + make(rest)
	if got == want {
		return
	}
	if *updateMatrix {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	line := 0
	for line < min(len(a), len(b))-1 && a[line] == b[line] {
		line++
	}
	t.Errorf("%s is not what the rules say now (go test ./isel/lower -run 'Matrix|Instructions' -update rewrites it): line %d is\n%s\nand should be\n%s",
		file, line+1, a[line], b[line])
}

const matrixHead = `# The instructions of every operation

Generated from the rules and the cost tables by ` + "`go test ./isel/lower -run Matrix -update`" + `, and checked by that test.

A row shows an operation of ` + "`loopopt/ir`" + ` with arguments in registers, the selected instructions, each with its number if
more than one, and the cost that the optimizer uses: micro-operations, with a higher weight if they compete for a scarce
unit, and the latency from the last argument to the result. Constants are loaded outside of the loop and cost nothing.

Types in braces select similar instructions; the differing parts of their names are in braces in the same order. xN is the
number of lanes that fill one register with the widest type of the row, or with 32-bit values for a mask. The type of a
comparison is the type of its arguments. "Lane by lane" marks operations without vector code. If extensions of the
instruction set make a difference, another row shows the code with all extensions that the compiler supports.
`

// matrixFile returns the text of MATRIX.md. A target with extensions follows the one without, and its rows are
// shown beside the other's.
func matrixFile() string {
	var b strings.Builder
	b.WriteString(matrixHead)
	targets := targets.All()
	for len(targets) > 0 {
		plain := targets[0]
		n := 1
		for n < len(targets) && targets[n].Tier() == plain.Tier() {
			n++
		}
		full := targets[n-1]
		targets = targets[n:]
		fmt.Fprintf(&b, "\n## %s: registers of %d bytes\n", plain.Name(), plain.Bytes)
		section(&b, "Operations", answers(plain, operationCases), answers(full, operationCases))
		section(&b, "Shuffles", answers(plain, shuffleCases), answers(full, shuffleCases))
		section(&b, "Memory", answers(plain, memoryCases), answers(full, memoryCases))
		mathTable(&b, plain)
	}
	return b.String()
}

// matrixCase is a query to a target.
type matrixCase struct {
	name, types string
	build       func(*lower.Lowerer) *ir.Value // nil: not a single operation
	order       int                            // within the operation
	instead     string                         // shown instead of instructions
	cost        tti.Cost
	unsupported string // the reason
}

// answer is a row before rows are joined.
type answer struct {
	name   string
	types  []string
	insts  []string
	times  []int
	text   string // shown instead of instructions
	cost   tti.Cost
	reason string
}

func answers(t *isel.Target, cases func(*isel.Target) []matrixCase) (out []answer) {
	for _, c := range cases(t) {
		a := answer{name: c.name, types: []string{c.types}, text: c.instead, cost: c.cost, reason: c.unsupported}
		a.cost.Slots, a.cost.Delay, a.cost.Units = 0, 0, tti.Units{} // the file shows prices, not their components
		if c.build != nil && a.reason == "" {
			a.insts, a.times, a.reason = instructions(t, c.build)
		}
		out = append(out, a)
	}
	return out
}

// instructions returns the distinct instructions of an operation, and how often each occurs.
func instructions(t *isel.Target, build func(*lower.Lowerer) *ir.Value) (names []string, times []int, reason string) {
	defer func() {
		if e := recover(); e != nil {
			bug, ok := e.(*ir.Bug)
			if !ok {
				panic(e)
			}
			reason = bug.Error()
		}
	}()
	l := t.Alone(build)
	for _, b := range l.M.Blocks {
		if l.InPreheader(b) {
			continue
		}
		for i := range b.Insts {
			in := &b.Insts[i]
			if in.Pseudo != mach.NotPseudo {
				continue
			}
			name := t.Arch.OpName(in.Op)
			if at := slices.Index(names, name); at >= 0 {
				times[at]++
			} else {
				names, times = append(names, name), append(times, 1)
			}
		}
	}
	return names, times, ""
}

// like reports whether two rows differ only in types and in instructions of the same family.
func (a *answer) like(b *answer) bool {
	if a.name != b.name || a.text != b.text || a.reason != b.reason || a.reason == "" && a.cost != b.cost ||
		!slices.Equal(a.times, b.times) ||
		strings.Contains(a.types[0], "xN") != strings.Contains(b.types[0], "xN") {
		return false
	}
	for i := range a.insts {
		if _, _, _, ok := family([]string{a.insts[i], b.insts[i]}); !ok {
			return false
		}
	}
	return true
}

// family returns the common prefix and suffix of names, and the parts in between. Names that share less than half
// are not a family.
func family(names []string) (head, tail string, middle []string, ok bool) {
	head, tail = names[0], ""
	for _, n := range names[1:] {
		for !strings.HasPrefix(n, head) {
			head = head[:len(head)-1]
		}
	}
	shortest := slices.MinFunc(names, func(a, b string) int { return len(a) - len(b) })
	for i := 1; i <= len(shortest)-len(head); i++ {
		end := shortest[len(shortest)-i:]
		if slices.ContainsFunc(names, func(n string) bool { return !strings.HasSuffix(n, end) }) {
			break
		}
		tail = end
	}
	for _, n := range names {
		middle = append(middle, n[len(head):len(n)-len(tail)])
	}
	return head, tail, middle, 2*len(head+tail) >= len(shortest)
}

// section prints a table. Rows of the target with extensions are shown where they differ.
func section(b *strings.Builder, title string, plain, full []answer) {
	fmt.Fprintf(b, "\n### %s\n\n| operation | types | instructions | uops | latency |\n|---|---|---|---:|---:|\n",
		title)
	for i := 0; i < len(plain); {
		// All cases of one operation, those with extensions last.
		end := i
		var rows, extended [][]answer
		for ; end < len(plain) && plain[end].name == plain[i].name; end++ {
			rows = join(rows, plain[end])
			if p, f := &plain[end], full[end]; !slices.Equal(p.insts, f.insts) || !slices.Equal(p.times, f.times) ||
				p.cost != f.cost || p.reason != f.reason {
				f.name += ", with extensions"
				extended = join(extended, f)
			}
		}
		for _, r := range append(rows, extended...) {
			row(b, r)
		}
		i = end
	}
}

// join adds a to the rows that it is like, or starts a new one.
func join(rows [][]answer, a answer) [][]answer {
	for i := range rows {
		if !slices.ContainsFunc(rows[i], func(o answer) bool { return !o.like(&a) }) {
			rows[i] = append(rows[i], a)
			return rows
		}
	}
	return append(rows, []answer{a})
}

// shownInsts is the maximum number of different instructions in a row.
const shownInsts = 7

func row(b *strings.Builder, as []answer) {
	a := &as[0]
	var types []string
	for _, x := range as {
		types = append(types, x.types...)
	}
	if a.reason != "" {
		fmt.Fprintf(b, "| %s | %s | unsupported: %s | | |\n", a.name, braces(types), a.reason)
		return
	}
	var insts []string
	total := 0
	for i := range a.insts {
		var names []string
		for _, x := range as {
			names = append(names, x.insts[i])
		}
		text := braces(names)
		if a.times[i] > 1 {
			text = strconv.Itoa(a.times[i]) + " " + text
		}
		if total += a.times[i]; i < shownInsts {
			insts = append(insts, text)
		}
	}
	text := strings.Join(insts, ", ")
	if len(a.insts) > shownInsts {
		text += fmt.Sprintf(", … (%d)", total)
	}
	if !a.cost.Native {
		text = strings.TrimSuffix("lane by lane: "+text, ": ")
	}
	switch {
	case a.text != "":
		text = a.text
	case text == "":
		text = "none"
	}
	fmt.Fprintf(b, "| %s | %s | %s | %s | %d |\n", a.name, braces(types), text,
		strconv.FormatFloat(float64(a.cost.Uops), 'f', -1, 32), a.cost.Latency)
}

// braces combines names with a common prefix and suffix.
func braces(names []string) string {
	if slices.Equal(names, slices.Repeat(names[:1], len(names))) {
		return names[0]
	}
	if strings.Contains(names[0], "→") {
		return strings.Join(names, ", ")
	}
	head, tail, middle, _ := family(names)
	return head + "{" + strings.Join(middle, ",") + "}" + tail
}

// width returns the size in bytes of values of a type; masks count as 32-bit lanes.
func width(t ir.Type) int {
	if t.Elem == ir.Bool {
		return 4 * int(t.Lanes)
	}
	return int(t.Lanes) * t.Elem.Size()
}

// order puts scalars first, and sorts elements by their number.
func order(t ir.Type) int {
	if t.IsVector() {
		return 64 + int(t.Elem)
	}
	return int(t.Elem)
}

// typeName returns the name of a type in MATRIX.md.
func typeName(t ir.Type) string {
	name := t.Elem.String()
	if t.IsVector() {
		if t.IsMask() {
			name = "mask"
		}
		name += " xN"
	}
	return strings.ReplaceAll(name, " ", "")
}

// operationCases returns the pure operations, on scalars and on full registers.
func operationCases(t *isel.Target) (out []matrixCase) {
	byOp, byConst := map[ir.Op][]matrixCase{}, map[ir.Op][]matrixCase{}
	for lanes := 1; lanes <= ir.MaxLanes; lanes *= 2 {
		for _, c := range opCases(lanes) {
			w := max(width(c.t), width(c.arg))
			if c.t.Elem != ir.Bool && c.arg.Elem == ir.Bool {
				w = width(c.t)
			} else if c.t.Elem == ir.Bool && c.arg.Elem != ir.Bool {
				w = width(c.arg)
			}
			if c.op == ir.OpCountTrue || c.op == ir.OpFirstTrue || c.op == ir.OpMaskBits {
				w = width(c.arg)
			} else if c.op == ir.OpLaneMask || c.op == ir.OpBitsMask {
				w = width(c.t)
			}
			if lanes > 1 && w != t.Bytes || c.op == ir.OpShuffle {
				continue
			}
			name, types := c.op.String(), typeName(c.t)
			switch {
			case c.op.Info().Rule == ir.RuleConv:
				types = strings.Replace(typeName(c.arg), "xN", "", 1) + "→" + types
			case c.op == ir.OpSelect && lanes > 1 && c.arg == ir.TBool:
				name += " by one bool"
			case c.op == ir.OpConcat, c.op == ir.OpLaneMask, c.op == ir.OpBitsMask, c.op == ir.OpSplat, c.op == ir.OpSelect, c.op == ir.OpIota:
			case c.op == ir.OpSumAbsDiff:
			default:
				types = typeName(c.arg)
			}
			m := matrixCase{name: name, types: types, order: order(c.arg)<<8 | order(c.t),
				build: lower.OnStubs(c.op, c.t, c.arg, nil), cost: t.Cost(c.op, c.t, c.arg)}
			if !m.cost.Legal && m.unsupported == "" {
				m.unsupported = "no code"
			}
			if c.op == ir.OpIota {
				m.build, m.instead = nil, "a constant"
			}
			byOp[c.op] = append(byOp[c.op], m)
			if k, ok := constants[c.op]; ok {
				m.name += " by the constant " + strconv.FormatInt(k, 10)
				m.build, m.cost = lower.OnStubs(c.op, c.t, c.arg, &k), t.CostWithConst(c.op, c.t, k)
				byConst[c.op] = append(byConst[c.op], m)
			}
		}
	}
	for op := ir.Op(0); op < ir.NumOps; op++ {
		// Cases with different names (Select by a mask, by a bool) stay together; scalars come first.
		cs := append(byOp[op], byConst[op]...)
		slices.SortStableFunc(cs, func(a, b matrixCase) int {
			return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.order, b.order))
		})
		out = append(out, cs...)
	}
	return out
}

// constants are second arguments for which the operation is lowered differently.
var constants = map[ir.Op]int64{ir.OpShl: 3, ir.OpShrS: 3, ir.OpShrU: 3, ir.OpRotL: 3, ir.OpDivS: 7, ir.OpDivU: 7,
	ir.OpRemS: 7, ir.OpRemU: 7}

func shuffleCases(t *isel.Target) (out []matrixCase) {
	for _, k := range []struct {
		kind tti.ShuffleKind
		name string
	}{{tti.Reverse, "Reverse"}, {tti.Broadcast, "Broadcast of a lane"}, {tti.Splice,
		"Splice: the lanes from 1 on, and one more"},
		{tti.General, "any lanes of one"}, {tti.General2, "any lanes of two"}} {
		for _, e := range slices.Concat(ints, floats) {
			typ := ir.Vec(e, t.Bytes/e.Size())
			if k.kind == tti.General2 && 2*int(typ.Lanes) > 127 {
				continue // cannot be expressed
			}
			build, _ := lower.ShuffleOnStubs(k.kind, typ, 1)
			out = append(out, matrixCase{name: k.name, types: typeName(typ), build: build,
				cost: t.ShuffleCost(k.kind, typ, 1)})
		}
	}
	return out
}

func memoryCases(t *isel.Target) (out []matrixCase) {
	add := func(name, types string, a tti.Access, has bool, reason string) {
		c := matrixCase{name: name, types: types, cost: t.MemoryCost(a)}
		if c.build = lower.AccessOnStubs(a); a.Kind == tti.Interleaved && !t.HasInterleaved(a.Type, a.Factor) {
			c.build, c.instead = nil, "whole vectors, and shuffles of two"
		}
		if !has {
			c.unsupported = reason
		}
		out = append(out, c)
	}
	elems := slices.Concat(ints, floats)
	each := func(name string, a tti.Access, has func(ir.Elem) bool, reason string) {
		for _, e := range elems {
			a.Type = ir.Vec(e, t.Bytes/e.Size())
			if a.Kind == tti.Indexed {
				a.Type = ir.Vec(e, t.Bytes/max(e.Size(), a.Index.Size()))
			}
			add(name, typeName(a.Type), a, has == nil || has(e), reason)
		}
	}
	for _, store := range []bool{false, true} {
		name, maskedName, indexed := "Load", "MaskedLoad", "Gather"
		masked := t.HasMaskedLoad
		if store {
			name, maskedName, indexed, masked = "Store", "MaskedStore", "Scatter", t.HasMaskedStore
		}
		for _, e := range elems {
			add(name, e.String(), tti.Access{Store: store, Type: ir.Scalar(e)}, true, "")
		}
		each(name, tti.Access{Store: store}, nil, "")
		each(maskedName, tti.Access{Kind: tti.Masked, Store: store}, masked,
			"no instruction accesses single lanes of this size; plans do without")
		for _, index := range []ir.Elem{ir.I32, ir.I64} {
			each(indexed+" by "+index.String(), tti.Access{Kind: tti.Indexed, Store: store, Index: index}, nil, "")
		}
		for _, factor := range []int{2, 3, 4} {
			each(fmt.Sprintf("%s of %d interleaved", name, factor),
				tti.Access{Kind: tti.Interleaved, Store: store, Factor: factor}, nil, "")
		}
	}
	return out
}

// mathTable lists the functions of package math, which take many instructions each.
func mathTable(b *strings.Builder, t *isel.Target) {
	fmt.Fprintf(b, "\n### Functions of package math\n\nWritten out before selection (`loopopt/scalar/expandmath.go`); micro-operations / latency, without slow arguments.\n\n"+
		"| operation | f64 | f64xN | f32 | f32xN |\n|---|---:|---:|---:|---:|\n")
	for op := ir.Op(0); op < ir.NumOps; op++ {
		if !op.Is(ir.FlagMath) {
			continue
		}
		fmt.Fprintf(b, "| %s |", op)
		for _, typ := range []ir.Type{ir.Scalar(ir.F64), ir.Vec(ir.F64, t.Bytes/8), ir.Scalar(ir.F32),
			ir.Vec(ir.F32, t.Bytes/4)} {
			rule := op.Info().Rule
			if rule == ir.RuleF64 && typ.Elem != ir.F64 || rule == ir.RuleF32 && typ.Elem != ir.F32 {
				b.WriteString(" - |")
				continue
			}
			c := t.Cost(op, typ, typ)
			fmt.Fprintf(b, " %.0f / %d |", c.Uops, c.Latency)
		}
		b.WriteString("\n")
	}
}
