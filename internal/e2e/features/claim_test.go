package features

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/features"
)

// The kernels are the functions of testdata/features. What they show stands in their doc comments, in an indented
// block. A block is claims, each a line `row ID…` and what follows it:
//
//	row ID…            the rows of rows.txt that it holds up
//	with[N] LIST       attributes in front of the N-th loop of the function (1), or a "pragma …"
//	func LIST          the same above the function
//	knobs LIST         knobs of the compilation
//	mode WORD          fast and granted: numbers are whole, so that every order of sums is exact; granted is exact as
//	                   the default, which a forced vectorization overrides; interp: the interpreter is the reference,
//	                   not the Go compiler
//	cpu dot            the processor has byte dot products, which the first ones with NEON, or AVX-512, did not
//	cpu bytes          the processor has VBMI, which the first ones with AVX-512 did not
//	cpu complex        the processor is a Neoverse V2, which has products of complex numbers
//	args WORD…         how arguments are made, see argWords; in front of the first row it holds for all claims
//	on ISA…            the instruction sets that it is for, if not all
//	refused.ISA REASON why
//	                   that instruction set cannot: a remark has that reason, and the evidence is not there
//	none.ISA why       it has no meaning there
//	counter KIND …     what must not show the evidence: `with LIST`, `knobs LIST`, `bare` (the loops without any
//	                   directive), `kernel NAME`, `none WHY`. Without this line: the kernel without with, func and
//	                   knobs, or bare if there are none of these
//
// Every other line is evidence: a key, perhaps `@N` (of the N-th loop), `*COUNT` (that many lines, not one or more) and
// `.ISA`, and a text, in which `...` stands for anything and `$` for the end of the line. The keys are those of
// view.lines. `no KEY TEXT` is that there is no such line.
type claim struct {
	kernel   *kernel
	line     int
	rows     []string
	with     []directive
	knobs    string
	mode     string
	cpu      string
	args     []string
	on       []string
	refused  map[string]refusal
	counter  []string
	evidence []evidence
}

type directive struct {
	loop int // 0 is the function
	text string
}

// refusal is why an instruction set does not show a claim. Without a reason it has no meaning there.
type refusal struct{ reason, why string }

type evidence struct {
	key    string
	no     bool
	loop   int // 0 is any
	count  int // 0 is one or more
	isa    string
	text   string
	source string
}

// kernel is a function with claims.
type kernel struct {
	name, file string
	text       string // of the file
	fn         any
	claims     []*claim
}

var isas = []string{"avx512", "avx2", "neon"}

// readKernels parses all files of kernels.
func readKernels() (list []*kernel, err error) {
	for _, file := range features.Files() {
		text := features.Text(file)
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Doc == nil || !fn.Name.IsExported() {
				continue
			}
			k := &kernel{name: fn.Name.Name, file: file, text: text, fn: features.All[fn.Name.Name]}
			for _, c := range fn.Doc.List {
				line, block := strings.CutPrefix(c.Text, "//\t")
				if !block {
					continue
				}
				if err := k.read(strings.TrimSpace(line), fset.Position(c.Pos()).Line); err != nil {
					return nil, fmt.Errorf("%s: %q: %w", fset.Position(c.Pos()), line, err)
				}
			}
			if k.fn == nil {
				return nil, fmt.Errorf("%s is not in testdata/features/all.go", k.name)
			}
			list = append(list, k)
		}
	}
	return list, nil
}

// read takes a line of a block.
func (k *kernel) read(line string, at int) error {
	key, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if key == "row" || len(k.claims) == 0 {
		if len(k.claims) == 0 || len(k.claims[0].rows) > 0 || key != "row" {
			c := &claim{kernel: k, line: at, refused: map[string]refusal{}}
			if len(k.claims) > 0 {
				c.args, c.mode = k.claims[0].args, k.claims[0].mode
			}
			k.claims = append(k.claims, c)
		}
		if key == "row" {
			c := k.claims[len(k.claims)-1]
			c.rows, c.line = strings.Fields(rest), at
			return nil
		}
	}
	c := k.claims[len(k.claims)-1]
	base, isa, _ := strings.Cut(key, ".")
	switch {
	case strings.HasPrefix(base, "with"):
		n, err := strconv.Atoi(strings.TrimPrefix(base, "with"))
		if base == "with" {
			n, err = 1, nil
		}
		c.with = append(c.with, directive{n, rest})
		return err
	case base == "func":
		c.with = append(c.with, directive{0, rest})
	case base == "knobs":
		c.knobs = rest
	case base == "mode":
		c.mode = rest
	case base == "cpu":
		c.cpu = rest
	case base == "args":
		c.args = strings.Fields(rest)
	case base == "on":
		c.on = strings.Fields(rest)
	case base == "refused":
		reason, why, _ := strings.Cut(rest, " ")
		c.refused[isa] = refusal{reason, why}
	case base == "none":
		c.refused[isa] = refusal{"", rest}
	case base == "counter":
		c.counter = strings.SplitN(rest, " ", 2)
	default:
		e, err := parseEvidence(line)
		c.evidence = append(c.evidence, e)
		return err
	}
	return nil
}

func parseEvidence(line string) (e evidence, err error) {
	e.source = line
	line, e.no = strings.CutPrefix(line, "no ")
	if e.no {
		e.source = "no " + line
	}
	key, text, _ := strings.Cut(line, " ")
	e.text = strings.TrimSpace(text)
	key, e.isa, _ = strings.Cut(key, ".")
	if k, n, ok := strings.Cut(key, "*"); ok {
		key = k
		if e.count, err = strconv.Atoi(n); err != nil {
			return
		}
	}
	if k, n, ok := strings.Cut(key, "@"); ok {
		key = k
		if e.loop, err = strconv.Atoi(n); err != nil {
			return
		}
	}
	e.key = key
	if e.isa != "" && !slices.Contains(isas, e.isa) {
		return e, fmt.Errorf("unknown instruction set %q", e.isa)
	}
	if !slices.Contains(viewKeys, key) {
		return e, fmt.Errorf("unknown key %q", key)
	}
	return e, nil
}

// isas are the instruction sets of a claim.
func (c *claim) isas() []string {
	if c.on != nil {
		return c.on
	}
	return isas
}

// source is the kernel's file as the claim has it, and the lines of the kernel's loops there.
func (k *kernel) source(with []directive, bare bool) (text string, loops []int, err error) {
	text = k.text
	if bare {
		text = k.stripped()
	}
	starts, _, err := loopsOf(text, k.name)
	if err != nil {
		return "", nil, err
	}
	ordered := slices.Clone(with)
	slices.SortStableFunc(ordered, func(a, b directive) int { return b.loop - a.loop })
	for _, d := range ordered { // from the last loop to the first, so that offsets stay; of one loop in order
		if d.loop >= len(starts) {
			return "", nil, fmt.Errorf("%s has no loop %d", k.name, d.loop)
		}
	}
	for loop := len(starts) - 1; loop >= 0; loop-- {
		var lines string
		for _, d := range with {
			if d.loop == loop {
				lines += marked(d.text) + "\n"
			}
		}
		at := starts[loop]
		text = text[:at] + lines + text[at:]
	}
	_, loops, err = loopsOf(text, k.name)
	return text, loops, err
}

func marked(list string) string {
	if pragma, ok := strings.CutPrefix(list, "pragma "); ok {
		return "//pragma:" + pragma
	}
	return "//loop:" + list
}

// stripped is the file without the directives in the body of the kernel.
func (k *kernel) stripped() string {
	from := strings.Index(k.text, "\nfunc "+k.name)
	to := from + strings.Index(k.text[from:], "\n}\n")
	var body strings.Builder
	for _, line := range strings.SplitAfter(k.text[from:to], "\n") {
		if t := strings.TrimSpace(line); !strings.HasPrefix(t, "//loop:") && !strings.HasPrefix(t, "//pragma:") {
			body.WriteString(line)
		}
	}
	return k.text[:from] + body.String() + k.text[to:]
}

// loopsOf has the offsets at which the lines of a function and its loops begin, and the numbers of these lines; the
// function itself is the first.
func loopsOf(text, name string) (starts, lines []int, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "k.go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	add := func(pos token.Pos) {
		p := fset.Position(pos)
		starts, lines = append(starts, strings.LastIndexByte(text[:p.Offset], '\n')+1), append(lines, p.Line)
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Name.Name != name {
			continue
		}
		add(fn.Pos())
		ast.Inspect(fn, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				add(n.Pos())
			}
			return true
		})
	}
	if starts == nil {
		err = fmt.Errorf("no function %s", name)
	}
	return
}

// runnable is the claim's kernel for the runner.
func (c *claim) runnable() (*e2e.Kernel, error) {
	text, _, err := c.kernel.source(c.with, false)
	if err != nil {
		return nil, err
	}
	k := &e2e.Kernel{Name: c.kernel.name, Fn: c.kernel.fn, Text: text, Knobs: c.knobs, Square: true}
	for _, w := range c.args {
		name, value, _ := strings.Cut(w, "=")
		set, ok := argWords[name]
		if !ok {
			return nil, fmt.Errorf("unknown word %q", w)
		}
		set(k, value)
	}
	return k, nil
}

// argWords are the words of args: what they do to a kernel of the runner.
var argWords = map[string]func(k *e2e.Kernel, value string){
	// line: lengths up to several passes of the vector loop are tried, not those of a nest
	"line": func(k *e2e.Kernel, _ string) { k.Square = false },
	// apart: slices never overlap, where that is promised
	"apart": func(k *e2e.Kernel, _ string) { k.Apart = true },
	// few: few distinct elements, for searches
	"few": func(k *e2e.Kernel, _ string) { k.Few = true },
	// upto=F: integer parameters from -1 to F times the length
	"upto": func(k *e2e.Kernel, v string) { k.Scalar = e2e.UpTo(number(v)) },
	// n: integer parameters are the length
	"n": func(k *e2e.Kernel, _ string) { k.Scalar = e2e.LengthN },
	// grid: integer parameters are the side of a square with as many elements as the slices
	"grid": func(k *e2e.Kernel, _ string) { k.Scalar = e2e.Grid },
	// below=N: integer parameters from -1 to N-1
	"below": func(k *e2e.Kernel, v string) {
		k.Scalar = func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(number(v)+1)) - 1 }
	},
	// is=N: integer parameters are that
	"is": func(k *e2e.Kernel, v string) {
		k.Scalar = func(*rand.Rand, int, int) int64 { return int64(number(v)) }
	},
	// times=A,B…: the slices are A, B… times as long, the last factor for all that follow
	"times": func(k *e2e.Kernel, v string) {
		var f []int
		for _, w := range strings.Split(v, ",") {
			f = append(f, number(w))
		}
		k.Length = e2e.Times(f...)
	},
	// extent: pointers are to strings that end where a page does, in front of one without access
	"extent": func(k *e2e.Kernel, _ string) {},
	// index=P,Q: parameter P has indexes into Q
	"index": func(k *e2e.Kernel, v string) {
		if k.Index == nil {
			k.Index = map[int]int{}
		}
		p, q, _ := strings.Cut(v, ",")
		k.Index[number(p)] = number(q)
	},
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}
