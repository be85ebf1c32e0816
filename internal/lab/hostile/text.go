// Package hostile generates texts that are expensive to compile, and searches for the worst of them.
//
// A text is a tree of constructs with numbers, for example
//
//	loop*3@unroll.count=4^5(add*100,if*2(store*8))
//
// which is three nested loops, the outermost with a request that is its own followup five times. The innermost has a
// hundred additions, and two nested conditions around eight stores. One such line can describe megabytes of source.
package hostile

import (
	"fmt"
	"strconv"
	"strings"

	"hotloop/loopopt/attrs"
)

// Node is a construct of a source.
type Node struct {
	Kind string  // a row of Kinds
	N    int     // number of repetitions, or depth
	Dir  []Level // of the outermost loop, a level of followups each
	Kids []*Node // the contents
}

// Level is a set of requests for a loop, repeated Times times: each time in the followups of the previous one.
type Level struct {
	Requests string // attributes, separated by +
	Times    int
}

// Kind is a construct.
type Kind struct {
	Name string
	// Line is a statement, which is repeated with # replaced by its number. Head opens a block, which is nested.
	Line, Head string
	Close      string // the end of the block, a brace if empty
	Loop       bool
	Decl       string // at package level, once per repetition
}

// Kinds are all constructs. Those with an empty Line and Head have their own code in write.
var Kinds = []Kind{
	{Name: "add", Line: "r += n*#"},
	{Name: "mix", Line: "r = r*#1 ^ n>>(#&31)"},
	{Name: "load", Line: "r += x[(n+#)&7]"},
	{Name: "store", Line: "x[#] = r"},
	{Name: "update", Line: "x[i+#] += y[i]"},
	{Name: "walk", Line: "y[i] = x[i+#] + y[i+#]"},
	{Name: "stride", Line: "x[#*i+#] = y[i]"},
	{Name: "scatter", Line: "x[y[i+#]&15] += #"},
	{Name: "float", Line: "f[i] = f[i]*#.5 + f[i+#]"},
	{Name: "math", Line: "d[i+#] = math.Exp(d[i]) + math.Sin(s)"},
	{Name: "sqrt", Line: "s += math.Sqrt(d[i+#])"},
	{Name: "bytes", Line: "b[i+#] = b[i] + #&15"},
	{Name: "field", Line: "p[i].A = p[i+#].B; p[i].C += p[i].C"},
	{Name: "local", Line: "v# := x[#]; r ^= v#"},
	{Name: "array", Line: "var a# [4]int; a#[n&3] = #; r += a#[r&3]"},
	{Name: "big", Line: "var g# [64]int; g#[n&63] = #; r += g#[r&63]"},
	{Name: "slice", Line: "x# := x[n&7+#:]; if len(x#) > # { r += x#[0] }"},
	{Name: "count", Line: "if y[i] > # { r++ }"},
	{Name: "set", Line: "if y[i] > # { x[i] = # } else { x[i+1] = r }"},
	{Name: "break", Line: "if x[#] == n { break }"},
	{Name: "continue", Line: "if x[n&7] > # { continue }"},
	{Name: "return", Line: "if x[#&7] == n { return #, s }"},
	{Name: "max", Line: "if x[i] > r { r = x[i] }; if x[i+#] < n { n = x[i+#] }"},
	{Name: "switch", Line: "switch n { case #: r++; case #+1: r--; default: x[0] = # }"},
	{Name: "copy", Line: "copy(x, x[#:])"},
	{Name: "call", Line: "r += h1(x, r+#)"},
	{Name: "pair", Line: "r, s = h2(x, r, s+#)"},
	{Name: "divide", Line: "r += x[i] / (n | #1)"},
	{Name: "table", Line: "r += t1[(r+#)&1023]"},
	{Name: "string", Line: `r += int(c1[(r+#)&7])`},
	{Name: "recur", Line: "x[i+#1] = x[i] + y[i+#]"},
	{Name: "swap", Line: "x[i+#], y[i] = y[i+#], x[i]"},
	{Name: "min", Line: "r = min(r, x[i]+#, n)"},
	{Name: "short", Line: "for j := 0; j < #&7; j++ { r += x[j] }"},
	{Name: "inner", Line: "for j := range y { x[j] += # }"},
	{Name: "square", Line: "for j := range 64 { x[64*i+j] += y[64*j+i] }"},

	{Name: "consts", Line: "_ = #" + strings.Repeat("+1", 1500)},
	{Name: "big128", Line: "const z# = 1<<400 + 1<<#; r += z# >> 399"},
	{Name: "shadow", Line: "{ n := n + #; r += n }"},
	{Name: "closed", Line: "if x[n&7] > # { r += x[1]; n += r } else { r -= n }"},
	{Name: "mins", Line: "n = min(n, n*3+#)"},
	{Name: "maxmin", Line: "n = max(min(n, r), r-n, #)"},
	{Name: "square2", Line: "n = n*n + n"},
	{Name: "halve", Line: "n = (n + n>>1) / 3"},
	{Name: "narrow", Line: "n = int(int8(n)) + int(uint16(n+#))"},

	{Name: "loop", Head: "for i := range x", Loop: true},
	{Name: "count64", Head: "for i := 0; i < 64; i++", Loop: true},
	{Name: "count3", Head: "for i := 0; i < 3; i++", Loop: true},
	{Name: "step", Head: "for i := n; i < len(x); i += 3", Loop: true},
	{Name: "while", Head: "for r < n", Loop: true},
	{Name: "sentinel", Head: "for i := 0; x[i] != 0; i++", Loop: true},
	{Name: "times", Head: "for range n", Loop: true},
	{Name: "tri", Head: "for i := i; i < n; i++", Loop: true},
	{Name: "if", Head: "if n > 3"},
	{Name: "ifx", Head: "if x[i] > r"},
	{Name: "else", Head: "if y[i] > n { r++ } else"},
	{Name: "case", Head: "switch { case n > 1:\n{", Close: "}}"},

	{Name: "sum"},     // an expression of N operands
	{Name: "parens"},  // one of N levels
	{Name: "and"},     // a condition of N parts
	{Name: "chain"},   // N functions that call one another, with the contents in the last one
	{Name: "double"},  // N functions that call one another twice
	{Name: "repeat"},  // what stands inside, N times
	{Name: "decls"},   // N constants, each defined by the previous one
	{Name: "lits"},    // a local array of N elements written out
	{Name: "cases"},   // a switch of N cases around the contents
	{Name: "results"}, // a function of N results
	{Name: "params"},  // a function of N parameters
	{Name: "unused"},  // N functions without a call
	{Name: "types"},   // N structs
	{Name: "strings"}, // a constant string of N*16 bytes
}

var kindOf = func() map[string]*Kind {
	m := map[string]*Kind{}
	for i := range Kinds {
		m[Kinds[i].Name] = &Kinds[i]
	}
	return m
}()

// Block reports whether a construct can have contents.
func (k *Kind) Block() bool {
	switch k.Name {
	case "repeat", "chain", "cases":
		return true
	}
	return k.Head != ""
}

// maxBytes bounds the size of sources: the frontend rejects larger ones.
const maxBytes = 5 << 20

type writer struct {
	body, top strings.Builder
	n         int // numbers given
}

// Source returns the source in Go. Its kernel is K of the type Func.
func (t *Node) Source() string {
	w := &writer{}
	w.node(t)
	return "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\ntype P struct {\n\tA, B int32\n\tC float32\n\tD " +
		"uint8\n}\n\n" +
		"const c1 = \"hostile!\"\n\nvar t1 = [1024]int{1, 2, 3}\n\n" +
		"func h1(x []int, n int) int {\n\tif n > 0 {\n\t\treturn x[n&3]\n\t}\n\treturn n\n}\n\n" +
		"func h2(x []int, n int, s float64) (int, float64) {\n\tfor i := range x {\n\t\tif x[i] == n {\n\t\t\treturn " +
		"i, s\n\t\t}\n\t}\n\treturn n, s + 1\n}\n\n" +
		w.top.String() +
		"func K(x, y []int, f []float32, d []float64, b []byte, p []P, n int) (r int, s float64) {\n\ti := n\n\t_ = " +
		"i\n\tfor range 1 {\n" + w.body.String() + "\t}\n\treturn\n}\n"
}

func (w *writer) full() bool { return w.body.Len()+w.top.Len() > maxBytes }

func (w *writer) number() int { w.n++; return w.n - 1 }

func (w *writer) node(t *Node) {
	k := kindOf[t.Kind]
	switch {
	case k == nil:
	case k.Line != "":
		for i := 0; i < t.N && !w.full(); i++ {
			w.body.WriteString(strings.ReplaceAll(k.Line, "#", strconv.Itoa(w.number())) + "\n")
		}
	case k.Head != "":
		w.nested(t, k)
	default:
		w.special(t)
	}
}

func (w *writer) kids(t *Node) {
	for _, c := range t.Kids {
		w.node(c)
	}
}

func (w *writer) nested(t *Node, k *Kind) {
	deep := 0
	for ; deep < t.N && !w.full(); deep++ {
		if k.Loop && deep == 0 {
			w.body.WriteString(directive(t.Dir))
		}
		w.body.WriteString(k.Head + " {\n")
		if strings.Contains(k.Head, " i ") {
			w.body.WriteString("_ = i\n")
		}
	}
	w.kids(t)
	for range deep {
		w.body.WriteString("}" + k.Close + "\n")
	}
}

func (w *writer) special(t *Node) {
	list := func(n int, sep, item string) string {
		var sb strings.Builder
		for i := 0; i < n && sb.Len() < maxBytes; i++ {
			if i > 0 {
				sb.WriteString(sep)
			}
			sb.WriteString(strings.ReplaceAll(item, "#", strconv.Itoa(i)))
		}
		return sb.String()
	}
	id := w.number()
	n := max(t.N, 1)
	switch t.Kind {
	case "sum":
		w.body.WriteString("r = " + list(n, " + ", "x[n&7]*#") + "\n")
	case "parens":
		w.body.WriteString("r = " + strings.Repeat("(n+", min(n, maxBytes/8)) + "r" +
			strings.Repeat(")", min(n, maxBytes/8)) + "\n")
	case "and":
		w.body.WriteString("if " + list(n, " && ", "x[#&7] > n") + " { r++ }\n")
	case "chain", "double":
		w.calls(t, id, n)
	case "repeat":
		for i := 0; i < n && !w.full(); i++ {
			w.kids(t)
		}
	case "decls":
		fmt.Fprintf(&w.top, "const k%d_0 = 1\n", id)
		for i := 1; i < n && !w.full(); i++ {
			fmt.Fprintf(&w.top, "const k%d_%d = k%d_%d + 1\n", id, i, id, i-1)
		}
		fmt.Fprintf(&w.body, "r += k%d_%d\n", id, n-1)
	case "lits":
		fmt.Fprintf(&w.body, "{ a := [...]int{%s}; r += a[uint(n)%%%d] }\n", list(n, ", ", "#"), n)
	case "cases":
		w.body.WriteString("switch n {\n")
		for i := 0; i < n && !w.full(); i++ {
			fmt.Fprintf(&w.body, "case %d:\nr += %d\n", 3*i, i)
			w.kids(t)
		}
		w.body.WriteString("}\n")
	case "results":
		fmt.Fprintf(&w.top, "func m%d(x []int, n int) (%s) { return %s }\n", id, list(n, ", ", "int"),
			list(n, ", ", "x[#&7]"))
		fmt.Fprintf(&w.body, "{ %s := m%d(x, n); r += %s }\n", list(n, ", ", "v#"), id, list(n, " + ", "v#"))
	case "unused":
		for i := 0; i < n && !w.full(); i++ {
			fmt.Fprintf(&w.top, "func u%d_%d(x []int) { x[0] = %s }\n", id, i, list(1000, "+", "x[#]"))
		}
	case "types":
		for i := 0; i < n && !w.full(); i++ {
			fmt.Fprintf(&w.body, "{ var q struct { a, b, c, d, e, f, g, h int }; q.a = n; r += q.a }\n")
		}
	case "params":
		fmt.Fprintf(&w.top, "func m%d(%s int) int { return %s }\n", id, list(n, ", ", "v#"), list(n, " ^ ", "v#"))
		fmt.Fprintf(&w.body, "r += m%d(%s)\n", id, list(n, ", ", "n+#"))
	case "strings":
		fmt.Fprintf(&w.top, "const s%d = \"%s\"\n", id, strings.Repeat("0123456789abcdef", min(n, maxBytes/16)))
		fmt.Fprintf(&w.body, "r += int(s%d[n&15])\n", id)
	}
}

// calls writes functions that call one another; the contents are in the kernel, as often as they are called.
func (w *writer) calls(t *Node, id, n int) {
	twice := ""
	if t.Kind == "double" {
		twice = " + c%d_%d(x, n+1)"
	}
	for i := 0; i < n && !w.full(); i++ {
		if i == n-1 {
			fmt.Fprintf(&w.top, "func c%d_%d(x []int, n int) int { return x[n&7] }\n", id, i)
			break
		}
		second := twice
		if second != "" {
			second = fmt.Sprintf(second, id, i+1)
		}
		fmt.Fprintf(&w.top, "func c%d_%d(x []int, n int) int { return c%d_%d(x, n)%s }\n", id, i, id, i+1, second)
	}
	fmt.Fprintf(&w.body, "r += c%d_0(x, n)\n", id)
	w.kids(t)
}

// directive returns levels of requests, each in the followups of the previous one.
func directive(levels []Level) string {
	text := ""
	for i := len(levels) - 1; i >= 0; i-- {
		for range min(levels[i].Times, maxLevels) {
			var words []string
			said := map[string]bool{}
			for _, a := range strings.Split(levels[i].Requests, "+") {
				words = append(words, a)
				name, _, _ := strings.Cut(a, "=")
				row := attrs.Lookup(name)
				if text == "" || row == nil || row.Class != attrs.Force || said[row.Owner] {
					continue
				}
				said[row.Owner] = true
				for _, role := range roles(row.Owner) {
					words = append(words, role+"{"+text+"}")
				}
			}
			text = strings.Join(words, " ")
			if len(text) > maxBytes {
				return "//loop:" + text + "\n"
			}
		}
	}
	if text == "" {
		return ""
	}
	return "//loop:" + text + "\n"
}

// maxLevels bounds the nesting of followups.
const maxLevels = 64

// roles are the followups that apply to all resulting loops.
func roles(owner string) []string {
	if attrs.Lookup(owner+".followup_all") != nil {
		return []string{owner + ".followup_all"}
	}
	var list []string
	for i := range attrs.All() {
		if a := &attrs.All()[i]; a.Class == attrs.Followup && a.Owner == owner {
			list = append(list, a.Name)
		}
	}
	return list
}
