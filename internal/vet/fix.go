package vet

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"regexp"
	"slices"
	"strings"

	"hotloop/frontend"
	"hotloop/internal/explain"
)

// A Fix is a change of the source that has been tried: with it, the message is gone, or the loop is vectorized or much
// faster. It never promises anything unproved to the compiler, as //loop:ivdep does.
type Fix struct {
	Position string `json:"position"` // of the loop or of the message
	Message  string `json:"message"`  // what to do, and what it changes
	Edit     Edit   `json:"edit"`
	// Gain is how many times as fast the loop becomes by the estimate of the cost model; 0 is not known.
	Gain float64 `json:"gain,omitempty"`
}

// An Edit replaces a part of a line. From and To are columns in bytes, the first is 1; if they are equal, it inserts.
type Edit struct {
	File string `json:"file"`
	Line int    `json:"line"`
	From int    `json:"from"`
	To   int    `json:"to"`
	New  string `json:"new"`
}

// advised is the gain from which on a change is a fix for a loop that is vectorized, or could be but is not faster.
const advised = 1.5

var (
	// grant matches the directives in advice that change no more than the rounding of floating-point numbers.
	grant = regexp.MustCompile(`//loop:fp (?:reassoc|fast)`)
	// misspelt matches the warnings for misspelt directives.
	misspelt = regexp.MustCompile(`^(?:unknown (?:loop attribute|directive) (.+) has no effect|this comment is no directive); write (.+?)(?: with a colon)? instead$`)
)

// fixes finds fixes for what was found of a function, and tries them.
func (f *Function) fixes(src frontend.Source, fn frontend.Function, o Options) {
	o.Fix = false
	for _, l := range f.Loops {
		at := placeOf(src, l.Position)
		if at == nil || l.Exempt || strings.TrimSpace(at.text[:at.col-1]) != "" || !strings.HasPrefix(at.text[at.col-1:], "for") {
			continue
		}
		indent := at.text[:at.col-1]
		if d := grant.FindString(l.Write); d != "" && l.Became == "scalar" {
			f.try(src, fn, o, l, Fix{Message: "allow other rounding, which vectorizes the loop: " + d,
				Edit: Edit{at.file, at.line, 1, 1, indent + d + "\n"}})
		}
		for _, t := range at.tables(src) {
			f.try(src, fn, o, l, Fix{Message: fmt.Sprintf("check the table's length before the loop: _ = %s[%d], which panics if it is shorter", t.name, t.most),
				Edit: Edit{at.file, at.above(), 1, 1, fmt.Sprintf("%s_ = %s[%d]\n", indent, t.name, t.most)}})
		}
	}
	for _, w := range f.Warnings {
		f.spell(src, fn, o, w)
	}
}

// try keeps a fix of a loop if the loop is vectorized with it, and was not, or is faster by the factor advised.
func (f *Function) try(src frontend.Source, fn frontend.Function, o Options, l Loop, x Fix) {
	after, ok := lookWith(src, fn, o, x.Edit)
	if !ok {
		return
	}
	file, line, col := explain.SplitPlace(l.Position)
	i := slices.IndexFunc(after.Loops, func(m Loop) bool { return m.Position == fmt.Sprintf("%s:%d:%d", file, line+1, col) })
	if i < 0 || after.Loops[i].Became != "vectorized" {
		return
	}
	now := after.Loops[i]
	before := l.Vector
	if l.Became == "scalar" {
		before = now.Plain
	}
	if now.Vector > 0 {
		x.Gain = before / now.Vector
	}
	if x.Gain < advised && !(x.Gain == 0 && l.Became == "scalar") {
		return
	}
	if x.Position = l.Position; x.Gain > 0 {
		x.Message += fmt.Sprintf(" (about %.1f times as fast by the estimate)", x.Gain)
	}
	f.Fixes = append(f.Fixes, x)
}

// spell keeps the correction of a misspelt directive if the warning is gone with it.
func (f *Function) spell(src frontend.Source, fn frontend.Function, o Options, w Message) {
	m := misspelt.FindStringSubmatch(w.Message)
	at := placeOf(src, w.Position)
	if m == nil || at == nil {
		return
	}
	wrong, right := m[1], m[2]
	if wrong == "" { // it is the comment without its colon
		wrong = strings.TrimSpace(at.text[at.col-1:])
	}
	i := strings.Index(at.text[at.col-1:], strings.TrimSuffix(wrong, ":"))
	if i < 0 || len(at.text) < at.col {
		return
	}
	from := at.col + i
	to := from + len(strings.TrimSuffix(wrong, ":"))
	if rest := at.text[from-1:]; strings.HasSuffix(wrong, ":") { // the whole directive is in the advice
		to = from + len(strings.TrimRight(rest, " \t\r"))
	}
	x := Fix{Position: w.Position, Message: "write " + right, Edit: Edit{at.file, at.line, from, to, right}}
	after, ok := lookWith(src, fn, o, x.Edit)
	if ok && !slices.ContainsFunc(after.Warnings, func(v Message) bool { return v.Message == w.Message && v.Position == w.Position }) {
		f.Fixes = append(f.Fixes, x)
	}
}

// lookWith looks at a function of a source that is edited.
func lookWith(src frontend.Source, fn frontend.Function, o Options, e Edit) (f Function, ok bool) {
	src = slices.Clone(src)
	for i := range src {
		if src[i].Name == e.File {
			lines := strings.SplitAfter(src[i].Text, "\n")
			line := lines[e.Line-1]
			lines[e.Line-1] = line[:e.From-1] + e.New + line[e.To-1:]
			src[i].Text = strings.Join(lines, "")
		}
	}
	f, err := Look(src, fn, o)
	return f, err == nil && f.Accepted && !f.Failed
}

// sourcePlace is a place in a file.
type sourcePlace struct {
	file      string
	line, col int
	lines     []string
	text      string // of the line
}

// placeOf returns a place in the source, nil if the source does not have it.
func placeOf(src frontend.Source, position string) *sourcePlace {
	file, line, col := explain.SplitPlace(position)
	i := slices.IndexFunc(src, func(f frontend.File) bool { return f.Name == file && f.Import == "" })
	if i < 0 {
		return nil
	}
	lines := strings.Split(src[i].Text, "\n")
	if line < 1 || line > len(lines) || col < 1 || col > len(lines[line-1]) {
		return nil
	}
	return &sourcePlace{file, line, col, lines, lines[line-1]}
}

// above returns the first of the comment lines directly above a loop, or the line of the loop.
func (at *sourcePlace) above() int {
	line := at.line
	for line > 1 && strings.HasPrefix(strings.TrimSpace(at.lines[line-2]), "//") {
		line--
	}
	return line
}

// table is a slice or string whose index has a bound.
type table struct {
	name string
	most int // the largest index
}

// largestTable bounds the indices that are checked before a loop: code does not read larger tables from registers.
const largestTable = 1 << 16

// tables returns the variables that the loop at a place indexes by a byte, or by what & or % bounds.
func (at *sourcePlace) tables(src frontend.Source) (list []table) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, f := range src {
		if f.Import == "" {
			if parsed, err := parser.ParseFile(fset, f.Name, f.Text, parser.SkipObjectResolution); err == nil {
				files = append(files, parsed)
			}
		}
	}
	var loop ast.Node
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				if p := fset.Position(n.Pos()); p.Filename == at.file && p.Line == at.line && p.Column == at.col {
					loop = n
				}
			}
			return loop == nil
		})
	}
	if loop == nil || !indexes(loop) {
		return nil
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	lenient := types.Config{Error: func(error) {}} // the types of what is imported are unknown
	lenient.Check("", fset, files, info)
	assigned := map[types.Object]bool{}
	note := func(all ...ast.Expr) {
		for _, x := range all {
			if id, ok := x.(*ast.Ident); ok && info.Uses[id] != nil {
				assigned[info.Uses[id]] = true
			}
		}
	}
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			note(n.Lhs...)
		case *ast.RangeStmt:
			note(n.Key, n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				note(n.X)
			}
		}
		return true
	})
	ast.Inspect(loop, func(n ast.Node) bool {
		x, ok := n.(*ast.IndexExpr)
		if !ok {
			return true
		}
		id, ok := x.X.(*ast.Ident)
		if !ok || assigned[info.Uses[id]] || info.Uses[id] == nil || loop.Pos() <= info.Uses[id].Pos() && info.Uses[id].Pos() < loop.End() {
			return true
		}
		switch t := info.Uses[id].Type().Underlying().(type) {
		case *types.Slice:
		case *types.Basic:
			if t.Info()&types.IsString == 0 {
				return true
			}
		default:
			return true
		}
		t := table{id.Name, largest(x.Index, info)}
		if t.most > 0 && !slices.Contains(list, t) {
			list = append(list, t)
		}
		return true
	})
	return list
}

// indexes reports whether a loop indexes a variable.
func indexes(loop ast.Node) (found bool) {
	ast.Inspect(loop, func(n ast.Node) bool {
		if x, ok := n.(*ast.IndexExpr); ok {
			_, ident := x.X.(*ast.Ident)
			found = found || ident
		}
		return !found
	})
	return found
}

// largest returns the largest value that an index may have: by its type, or by the constant of & or %. It returns 0 if
// there is no such bound, or a large one.
func largest(x ast.Expr, info *types.Info) int {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return largest(x.X, info)
	case *ast.CallExpr:
		if info.Types[x.Fun].IsType() && len(x.Args) == 1 {
			if n := largest(x.Args[0], info); n > 0 {
				return n
			}
		}
	case *ast.BinaryExpr:
		n, exact := int64(0), false
		if value := info.Types[x.Y].Value; value != nil && value.Kind() == constant.Int {
			n, exact = constant.Int64Val(value)
		}
		if x.Op == token.REM {
			n--
		}
		if exact && n > 0 && n < largestTable && (x.Op == token.AND || x.Op == token.REM) {
			return int(n)
		}
	}
	if b, ok := basic(info.Types[x].Type); ok && b == types.Uint8 {
		return math.MaxUint8
	}
	return 0
}

func basic(t types.Type) (types.BasicKind, bool) {
	if t == nil {
		return 0, false
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return 0, false
	}
	return b.Kind(), true
}
