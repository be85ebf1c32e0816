package directive

import (
	"slices"
	"strconv"
	"strings"

	"hotloop/frontend/syntax"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
)

// maxCount bounds counts. A larger number of copies of a loop body is a mistake.
const maxCount = 1 << 30

// attr makes an attribute of an existing name and the text of its value, if it has one. The error has the form
// "found X; write Y instead".
func attr(name, value string, hasValue bool) (a ir.Attr, errmsg string) {
	row := attrs.Lookup(name)
	a = ir.Attr{Name: name}
	wrong := func(instead string) (ir.Attr, string) {
		found := name
		if hasValue {
			found += "=" + value
		} else {
			found += " without a value"
		}
		return a, "found " + found + "; write " + instead + " instead"
	}
	n, err := strconv.ParseInt(value, 10, 64)
	number := hasValue && err == nil
	switch row.Kind {
	case attrs.Flag:
		if hasValue {
			instead := name
			if number && n == 0 && strings.HasSuffix(name, ".enable") {
				instead = strings.TrimSuffix(name, "enable") + "disable"
			}
			return wrong(instead)
		}
		return a, ""
	case attrs.Bool:
		if !hasValue {
			n, number = 1, true
		}
		if !number || n != 0 && n != 1 {
			return wrong(name + "=0 or " + name + "=1")
		}
	case attrs.Count:
		if !number || n < 0 || n > maxCount {
			return wrong(name + "=N with a number N")
		}
	case attrs.Width:
		if !number || n < 0 || n > row.Limit || n&(n-1) != 0 {
			return wrong(name + "=N with a power of two N up to " + strconv.FormatInt(row.Limit, 10))
		}
	case attrs.Place, attrs.Amount:
		if !hasValue || value == "" || number && n < 0 {
			return wrong(name + "=N with a number or a parameter's name N")
		}
		if !number {
			a.Kind, a.Text = ir.AttrText, value
			return a, ""
		}
	case attrs.Word:
		if !hasValue || value == "" {
			return wrong(name + "=WORD")
		}
		if len(row.Words) > 0 && !slices.Contains(row.Words, value) {
			return wrong(name + "=" + strings.Join(row.Words, " or "+name+"="))
		}
		a.Kind, a.Text = ir.AttrText, value
		return a, ""
	case attrs.Group:
		if !hasValue {
			return a, ""
		}
		if !groupName(value) {
			return wrong(name + " or " + name + "=NAME with the name of an access group")
		}
		a.Kind, a.Text = ir.AttrText, value
		return a, ""
	case attrs.List:
		return wrong(name + "{…} with attributes in braces")
	}
	a.Kind, a.Int = ir.AttrInt, n
	return a, ""
}

// meant returns the attribute that was probably intended by the unknown name. It never suggests a mark, which only
// the compiler sets. The name of a transformation stands for its request.
//
// An unknown attribute or pragma word is a warning with this suggestion, because a directive is a hint, and an
// error would leave the program without its kernel. Three cases are errors. An invalid attribute value
// (vectorize.width=3) and text that does not parse state an intention that cannot be met. A misspelled //loop:fp
// or //loop:extent limits what code may do, so it must not be ignored. A number that the pragma's own compiler
// accepts (simdlen(6)) is a warning.
func meant(name string) string {
	for tail := name; tail != ""; _, tail, _ = strings.Cut(tail, ".") { // llvm.loop.unroll.count
		if row := attrs.Lookup(tail); row != nil && row.Class != attrs.Mark {
			return tail
		}
	}
	prefix, rest, _ := strings.Cut(name, ".")
	var requests, prefixes, inPrefix, all []string
	request := map[string]string{}
	for i := range attrs.All() {
		a := &attrs.All()[i]
		if a.Class == attrs.Mark || a.Class == attrs.Ignored {
			continue
		}
		p, _, dotted := strings.Cut(a.Name, ".")
		if _, known := request[p]; !known && dotted {
			prefixes = append(prefixes, p)
			request[p] = a.Name
		}
		all = append(all, a.Name)
	}
	for _, p := range prefixes {
		for _, n := range []string{p, p + ".enable"} {
			if attrs.Lookup(n) != nil {
				request[p] = n
				break
			}
		}
		requests = append(requests, p)
	}
	near := syntax.Nearest(prefix, requests)
	switch {
	case near != "" && rest == "":
		if n := syntax.Nearest(name, all); n != "" &&
			syntax.EditDistance(name, n, len(name)) < syntax.EditDistance(name, near, len(name)) {
			return n // licm.disable, say
		}
		return request[near]
	case near != "" && rest == "disable" && kindOf(near+".enable") == attrs.Bool:
		return near + ".enable=0"
	case near != "":
		for _, n := range all {
			if strings.HasPrefix(n, near+".") {
				inPrefix = append(inPrefix, n)
			}
		}
		if n := syntax.Nearest(near+"."+rest, inPrefix); n != "" {
			return n
		}
		return request[near]
	}
	if n := syntax.Nearest(name, all); n != "" {
		return n
	}
	return "an attribute such as vectorize.enable"
}

// kindOf returns the kind of value of an attribute that may not exist.
func kindOf(name string) attrs.Kind {
	if row := attrs.Lookup(name); row != nil {
		return row.Kind
	}
	return attrs.Flag
}

// meaningless returns why attribute a is accepted but has no effect, or "". Only vectors of fixed length are
// supported.
func meaningless(a ir.Attr) string {
	row := attrs.Lookup(a.Name)
	switch {
	case row == nil || row.Class != attrs.Ignored || a.Name == "vectorize.scalable.enable" && a.Int == 0:
		return ""
	case a.Name == "pipeline.disable" && a.Int == 1:
		return "has nothing to forbid: no loop is software-pipelined here"
	}
	return "has no effect: " + row.Doc
}

// on reports whether attribute a requests something, rather than forbidding it or being absent.
func on(a *ir.Attr) bool { return a != nil && !(a.Kind == ir.AttrInt && a.Int == 0) }

// demands reports whether attribute a forces a transformation.
func demands(a ir.Attr) bool {
	return attrs.Forced(&ir.LoopMD{Attrs: []ir.Attr{a}}, attrs.Owner(a.Name))
}

// contradictions returns pairs of attributes of one loop that exclude each other: an attribute and the one that
// makes it ineffective.
func contradictions(attrs []ir.Attr) (out [][2]*ir.Attr) {
	byName := map[string]*ir.Attr{}
	for i := range attrs {
		a := &attrs[i]
		if old := byName[a.Name]; old != nil && old.String() != a.String() && a.Name != ir.ParallelAccesses {
			out = append(out, [2]*ir.Attr{old, a})
		}
		byName[a.Name] = a
	}
	for i := range attrs {
		a := &attrs[i]
		if byName[a.Name] != a {
			continue
		}
		prefix, rest, _ := strings.Cut(a.Name, ".")
		off := byName[prefix+".disable"]
		if e := byName[prefix+".enable"]; e != nil && !on(e) {
			off = e
		}
		switch {
		case promises(a) && prefix != "ivdep":
			if e := byName["ivdep.enable"]; e != nil && !on(e) {
				out = append(out, [2]*ir.Attr{a, e})
			}
		case a.Name == "interleave.count":
			if e := byName["vectorize.enable"]; e != nil && !on(e) && a.Int > 1 {
				out = append(out, [2]*ir.Attr{a, e})
			} else if e := byName["isvectorized"]; e != nil && a.Int > 1 {
				out = append(out, [2]*ir.Attr{a, e})
			}
		case rest == "disable" || a.Kind == ir.AttrList || rest == "body" || rest == "epilogue":
		case a.Name == "vectorize.width" && a.Int == 1:
			// Width 1 with one copy leaves the loop scalar; width 1 with several copies is interleaving only.
			if e, n := byName["vectorize.enable"], byName["interleave.count"]; e != nil && on(e) &&
				(n == nil || n.Int == 1) {
				out = append(out, [2]*ir.Attr{a, e})
			}
		case a.Name == "vectorize.width" && a.Int == 0:
		case a.Int == 1 && (a.Name == "unroll.count" || a.Name == "unroll_and_jam.count") &&
			byName[prefix+".enable"] != nil:
			out = append(out, [2]*ir.Attr{a, byName[prefix+".enable"]})
		case off != nil && off != a && on(a) && rest != "runtime.disable":
			out = append(out, [2]*ir.Attr{a, off})
		case a.Name == "unroll.full" && byName["unroll.count"] != nil:
			out = append(out, [2]*ir.Attr{byName["unroll.count"], a})
		case demands(*a) && byName["isvectorized"] != nil && prefix == "vectorize":
			out = append(out, [2]*ir.Attr{a, byName["isvectorized"]})
		case demands(*a) && byName["isdistributed"] != nil && prefix == "distribute":
			out = append(out, [2]*ir.Attr{a, byName["isdistributed"]})
		}
	}
	return out
}
