package directive

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"hotloop/loopopt/ir"
)

// An access group is a set of loads and stores about which a loop may promise something, like LLVM's
// llvm.access.group:
//
//	//loop:parallel_accesses=out
//	for i := range x {
//		//loop:access.group out
//		y[p[i]] = x[i]
//		h[q[i]]++
//	}
// The directive is directly above a statement. All accesses of the statement, including those in its body and in
// functions that it calls, belong to the named groups. parallel_accesses=NAME, or parallel_accesses{NAME NAME},
// promises that no two accesses of these groups conflict across iterations of the loop. All other pairs of
// accesses are analyzed as usual. Names are local to a function: a group that a callee f names out is f.out
// elsewhere.

// accessGroupWord is the first word of the directive.
const accessGroupWord = "access.group"

// ofStatement reports whether the directive is about the accesses of a statement.
func (p *parser) ofStatement() bool {
	return strings.HasPrefix(p.text, "//loop:") && p.word() == accessGroupWord
}

// statementBelow returns the outermost statement that begins in the line after group g, or nil.
func (r *reader) statementBelow(fi *Func, g *ast.CommentGroup) (below ast.Stmt) {
	line := r.line(g.End()) + 1
	ast.Inspect(fi.Decl.Body, func(n ast.Node) bool {
		if n == nil || below != nil || n.End() < g.End() {
			return false
		}
		s, ok := n.(ast.Stmt)
		switch n.(type) {
		case *ast.CaseClause, *ast.EmptyStmt, *ast.DeclStmt:
			ok = false
		}
		if ok && g.End() < n.Pos() && r.line(n.Pos()) == line {
			below = s
		}
		return below == nil
	})
	return below
}

// accessGroups reads the group names after //loop:access.group.
func (p *parser) accessGroups(s ast.Stmt) {
	at := p.pos()
	p.name()
	var names []string
	for p.space(); p.i < len(p.text); p.space() {
		name := p.name()
		if !groupName(name) {
			p.fail(p.pos(), "found a malformed access group; write access.group NAME instead")
			return
		}
		names = append(names, name)
	}
	switch {
	case len(names) == 0:
		p.fail(at, "found access.group without a name; write access.group NAME instead")
	case s == nil:
		p.Warnf(p.base, "this access.group applies to nothing: it must stand directly above a statement of a function")
	default:
		if p.fn.Groups == nil {
			p.fn.Groups = map[ast.Stmt][]string{}
		}
		p.fn.Groups[s] = append(p.fn.Groups[s], names...)
	}
}

// groupName reports whether a word can be the name of a group.
func groupName(w string) bool { return w != "" && !strings.Contains("0123456789.-", w[:1]) }

// groupList reads the names in the braces of parallel_accesses{…}.
func (p *parser) groupList(name string, at token.Pos) (out []ir.Attr) {
	for p.space(); !p.accept('}'); p.space() {
		if p.accept(',') {
			continue
		}
		w := p.name()
		if !groupName(w) || len(out) > maxAttrs {
			p.fail(at, "found a malformed %s; write %s{NAME NAME} with names of access groups instead", name, name)
			return nil
		}
		out = append(out, ir.Attr{Name: name, Kind: ir.AttrText, Text: w, Pos: ir.Pos(at)})
	}
	if len(out) == 0 {
		p.fail(at, "found %s{} without a name; write %s{NAME} instead", name, name)
	}
	return out
}

// strangers warns about promises for groups that no statement of the function belongs to. Names with a dot belong
// to other functions.
func (r *reader) strangers(fi *Func, list []ir.Attr) {
	for _, a := range list {
		r.strangers(fi, a.List)
		if a.Name != ir.ParallelAccesses || a.Kind != ir.AttrText || strings.Contains(a.Text, ".") {
			continue
		}
		known := false
		for _, names := range fi.Groups {
			known = known || slices.Contains(names, a.Text)
		}
		if !known {
			r.Warnf(token.Pos(a.Pos), "%v promises nothing: no statement of %s is in that access group", a,
				fi.Decl.Name.Name)
		}
	}
}

// GroupName returns the name of a group in a kernel that calls the function.
func (fi *Func) GroupName(name string) string { return fi.Decl.Name.Name + "." + name }

// GroupsInKernel returns a list of attributes with group names replaced as in GroupName.
func (fi *Func) GroupsInKernel(list []ir.Attr) []ir.Attr {
	out := slices.Clone(list)
	for i := range out {
		a := &out[i]
		if a.Kind == ir.AttrList {
			a.List = fi.GroupsInKernel(a.List)
		}
		if a.Name == ir.ParallelAccesses && a.Kind == ir.AttrText && !strings.Contains(a.Text, ".") {
			a.Text = fi.GroupName(a.Text)
		}
	}
	return out
}
