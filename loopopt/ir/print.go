package ir

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// String prints the function; Parse reads it back.
//
//	func saxpy(y []f32, x []f32, a f32) {
//	site0 = index @12
//	local 0 acc f32 256 align 64 @40
//	table 0 coefficients f64 "000000000000f03f"
//	b0: ; entry
//	  v1 = ArgLen <i64> {0}
//	  v5 = Const <f32> {1.5}
//	  jump b1
//	b1: ; loop <- b0 b1 !loop(vectorize.width=8)
//	  v7 = Phi <i64> v2 v9
//	  v8 = Load <f32> v3 v7 *4 +0
//	  Store v4 v7 v8 *4 +0
//	  Check v11 v7 v1 !site0
//	  if v10 b1 b2 likely
//	b2: <- b1
//	  Ret v5
//	  ret
//	}
func (f *Func) String() string {
	var sb strings.Builder
	f.print(&sb)
	return sb.String()
}

// print writes the text form.
func (f *Func) print(w io.Writer) {
	// The name may be that of an instance, such as Dot[float32]. Only names that would confuse the parser are
	// quoted.
	name := f.Name
	if name == "" || strings.ContainsAny(name, "(\"\r\n\t ") {
		name = strconv.Quote(name)
	}
	fmt.Fprintf(w, "func %s(", name)
	printParams(w, f.Params)
	fmt.Fprint(w, ")")
	if len(f.Results) > 0 {
		fmt.Fprint(w, " (")
		printParams(w, f.Results)
		fmt.Fprint(w, ")")
	}
	if f.FP != 0 {
		fmt.Fprintf(w, " fp(%s)", f.FP)
	}
	fmt.Fprintln(w, " {")
	for _, s := range f.Sites {
		fmt.Fprintf(w, "site%d = %s", s.Index, s.Kind)
		if s.Unsigned {
			fmt.Fprint(w, " unsigned")
		}
		if s.Kind == SiteFork {
			fmt.Fprintf(w, " part %d", s.Part)
		}
		if s.Msg != "" {
			fmt.Fprintf(w, " %q", s.Msg)
		}
		if s.Pos != 0 {
			fmt.Fprintf(w, " @%d", s.Pos)
		}
		fmt.Fprintln(w)
	}
	for i, l := range f.Locals {
		fmt.Fprintf(w, "local %d %s %s %d align %d", i, quoted(l.Name), l.Elem, l.Size, l.Align)
		if l.Pos != 0 {
			fmt.Fprintf(w, " @%d", l.Pos)
		}
		fmt.Fprintln(w)
	}
	for i, t := range f.Tables {
		fmt.Fprintf(w, "table %d %s %s \"%x\"\n", i, quoted(t.Name), t.Elem, t.Data)
	}
	for _, b := range f.Blocks {
		b.print(w)
	}
	fmt.Fprintln(w, "}")
}

func printParams(w io.Writer, ps []Param) {
	for i, p := range ps {
		if i > 0 {
			fmt.Fprint(w, ", ")
		}
		fmt.Fprint(w, p)
	}
}

// String prints a parameter: y []f32, n i64, s string, p *[16]f64, p *[16]f64 extent unknown. Unsigned integers
// print as u8 … u64.
func (p Param) String() string {
	e := p.Elem.String()
	if p.Elem.IsInt() && !p.Sign {
		e = "u" + e[1:]
	}
	if p.Elem == Void {
		e = fmt.Sprintf("{%d}", p.Size)
	}
	switch p.Kind {
	case ParamSlice:
		e = "[]" + e
	case ParamString:
		e = "string"
	case ParamArrayPtr:
		e = fmt.Sprintf("*[%d]%s", p.Len, e)
	}
	if p.Unknown {
		e += " extent unknown"
	}
	if p.Name == "" {
		return "_ " + e
	}
	return quoted(p.Name) + " " + e
}

func (b *Block) print(w io.Writer) {
	fmt.Fprintf(w, "%s:", b)
	if b.Name != "" {
		fmt.Fprintf(w, " ; %s", quoted(b.Name))
	}
	if len(b.Preds) > 0 {
		fmt.Fprint(w, " <-")
		for _, p := range b.Preds {
			fmt.Fprintf(w, " %s", p)
		}
	}
	if b.Loop != nil {
		fmt.Fprintf(w, " !loop(%s)", b.Loop)
	}
	fmt.Fprintln(w)
	for _, v := range b.Values {
		fmt.Fprintf(w, "  %s\n", v.LongString())
	}
	fmt.Fprintf(w, "  %s", b.Kind)
	if b.Kind == BlockIf {
		fmt.Fprintf(w, " %s", b.Control)
	}
	for _, s := range b.Succs {
		fmt.Fprintf(w, " %s", s)
	}
	fmt.Fprintln(w, b.Likely.suffix())
}

// quoted returns s in the syntax of names and words: bare if it is plain, otherwise as a Go string.
func quoted(s string) string {
	for _, r := range s {
		if !isWordRune(r) {
			return strconv.Quote(s)
		}
	}
	if s == "" {
		return `""`
	}
	return s
}

func (b *Block) String() string { return fmt.Sprintf("b%d", b.ID) }

func (v *Value) String() string {
	if v == nil {
		return "v?"
	}
	return fmt.Sprintf("v%d", v.ID)
}

// LongString prints the whole value.
func (v *Value) LongString() string {
	var sb strings.Builder
	if v.Type != TVoid {
		fmt.Fprintf(&sb, "%s = ", v)
	}
	sb.WriteString(v.Op.String())
	if v.Type != TVoid {
		fmt.Fprintf(&sb, " <%s>", v.Type)
	}
	switch v.Op {
	case OpConst:
		sb.WriteString(" {" + constString(v.Type.Elem, uint64(v.AuxInt)) + "}")
	case OpArg, OpArgPtr, OpArgLen, OpArgCap, OpLocalPtr, OpTablePtr, OpExtract, OpInsert, OpSubvec, OpLookup:
		fmt.Fprintf(&sb, " {%d}", v.AuxInt)
	case OpLoadStrided:
		factor, member := v.Member()
		fmt.Fprintf(&sb, " {%d/%d}", member, factor)
	}
	for _, a := range v.Args {
		sb.WriteString(" " + a.String())
	}
	if v.Op.IsMemory() || v.Op == OpPtrAdd {
		fmt.Fprintf(&sb, " *%d %+d", v.Scale, v.Off)
	}
	switch aux := v.Aux.(type) {
	case *Site:
		fmt.Fprintf(&sb, " !site%d", aux.Index)
	case Lanes:
		fmt.Fprintf(&sb, " %v", []int8(aux))
	}
	if v.FP != 0 {
		fmt.Fprintf(&sb, " fp(%s)", v.FP)
	}
	if v.Groups != 0 {
		fmt.Fprintf(&sb, " group(%s)", v.Block.Func.GroupNames(v.Groups))
	}
	if v.Header() {
		fmt.Fprintf(&sb, " header(%d)", v.AuxInt)
	}
	if v.Op == OpStore && v.AuxInt == DataStore {
		sb.WriteString(" data()")
	}
	if v.Op == OpSelect {
		sb.WriteString(v.Guess().suffix())
	}
	return sb.String()
}

// constString prints the bits of a lane: integers as signed, floats so that they parse back exactly.
func constString(e Elem, bits uint64) string {
	switch {
	case e == Bool:
		return fmt.Sprint(bits != 0)
	case e == F32:
		x := math.Float32frombits(uint32(bits))
		if x != x {
			return fmt.Sprintf("0x%08x", uint32(bits))
		}
		return fmt.Sprintf("%g", x)
	case e == F64:
		x := math.Float64frombits(bits)
		if x != x {
			return fmt.Sprintf("0x%016x", bits)
		}
		return fmt.Sprintf("%g", x)
	}
	return fmt.Sprint(SignExtend(e, bits))
}

var fpFlagNames = [...]string{"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"}

// String prints the flags in LLVM's words, "fast" for all of them.
func (p FPFlags) String() string {
	if p == FPFast {
		return "fast"
	}
	var s []string
	for i, n := range fpFlagNames {
		if p&(1<<i) != 0 {
			s = append(s, n)
		}
	}
	if p&Ordered != 0 {
		s = append(s, "ordered")
	}
	return strings.Join(s, " ")
}

// ParseFPFlag returns the flag of that name: one of LLVM's names, or exact, go or fast.
func ParseFPFlag(name string) (FPFlags, bool) {
	switch name {
	case "exact":
		return FPExact, true
	case "go":
		return FPGo, true
	case "fast":
		return FPFast, true
	}
	for i, n := range fpFlagNames {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}
