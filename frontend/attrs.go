package frontend

import (
	"strconv"
	"strings"
	"sync"

	"hotloop/loopopt/ir"
)

// attrForm is the kind of value an attribute takes.
type attrForm uint8

const (
	formFlag  attrForm = iota // none
	formBool                  // 0 or 1; none means 1
	formCount                 // a number from 0 on
	formWidth                 // 0 or a power of two up to 64
	formPlace                 // a number or the name of a parameter
	formWord
	formList // a followup: attributes in braces
)

// vocabulary is the set of attributes, with the names in the order of attrTable.
type vocabulary struct {
	forms map[string]attrForm
	names []string
}

// attrWords is made from attrTable when the first directive is read.
var attrWords = sync.OnceValue(func() vocabulary {
	w := vocabulary{forms: map[string]attrForm{}}
	formNames := map[string]attrForm{"flag": formFlag, "bool": formBool, "count": formCount, "width": formWidth,
		"place": formPlace, "word": formWord, "list": formList}
	for _, line := range strings.Split(strings.TrimSpace(attrTable), "\n") {
		form, names, _ := strings.Cut(line, ":")
		for _, n := range strings.Fields(names) {
			w.forms[n] = formNames[form]
			w.names = append(w.names, n)
		}
	}
	return w
})

// attrTable has LLVM's names without "llvm.loop." first, then hotloop's own, which fill the gaps that LLVM's documents
// name.
const attrTable = `
bool: vectorize.enable vectorize.predicate.enable vectorize.scalable.enable vectorize.body vectorize.epilogue
width: vectorize.width interleave.count
flag: isvectorized
list: vectorize.followup_vectorized vectorize.followup_epilogue vectorize.followup_all
flag: unroll.enable unroll.full unroll.disable unroll.runtime.disable
count: unroll.count
list: unroll.followup_unrolled unroll.followup_remainder unroll.followup_all
flag: unroll_and_jam.enable unroll_and_jam.disable
count: unroll_and_jam.count
list: unroll_and_jam.followup_outer unroll_and_jam.followup_inner unroll_and_jam.followup_remainder_outer
list: unroll_and_jam.followup_remainder_inner unroll_and_jam.followup_all
bool: distribute.enable
flag: isdistributed
list: distribute.followup_coincident distribute.followup_sequential distribute.followup_fallback distribute.followup_all
flag: licm_versioning.disable licm.disable disable_nonforced mustprogress irr_loop
count: estimated_trip_count peeled.count pipeline.initiationinterval
flag: parallel_accesses mem.parallel_loop_access ivdep
bool: pipeline.disable ivdep.enable
flag: interchange.enable interchange.disable
list: interchange.followup_outer interchange.followup_inner interchange.followup_all
count: peel.count peel.last
flag: peel.disable
list: peel.followup_peeled peel.followup_remaining peel.followup_all
flag: licm_versioning.enable
list: licm_versioning.followup_versioned licm_versioning.followup_fallback licm_versioning.followup_all
flag: flatten.enable flatten.disable fuse.enable fuse.disable
list: flatten.followup_flattened fuse.followup_fused
count: stripmine.size
flag: stripmine.disable
list: stripmine.followup_outer stripmine.followup_inner stripmine.followup_all
place: split.at
flag: split.disable
list: split.followup_first split.followup_second split.followup_all
flag: unswitch.enable unswitch.disable reroll.enable reroll.disable
list: unswitch.followup_true unswitch.followup_false unswitch.followup_all reroll.followup_rerolled
word: vectorize.exits
bool: vectorize.outer
width: prefer_width
`

// maxCount bounds counts: more copies of a loop body than that is a mistake.
const maxCount = 1 << 30

// attr makes an attribute of its name and the text of its value, if it has one. The error is "found X; write Y
// instead".
func attr(name, value string, hasValue bool) (a ir.Attr, errmsg string) {
	form, ok := attrWords().forms[name]
	if !ok {
		near := nearest(name, attrWords().names)
		if prefix, ok := strings.CutSuffix(name, ".disable"); ok && attrWords().forms[prefix+".enable"] == formBool {
			near = prefix + ".enable=0"
		} else if near == "" {
			near = "an attribute such as vectorize.enable"
		}
		return a, "found unknown loop attribute " + name + "; write " + near + " instead"
	}
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
	switch form {
	case formFlag:
		if hasValue {
			instead := name
			if number && n == 0 && strings.HasSuffix(name, ".enable") {
				instead = strings.TrimSuffix(name, "enable") + "disable"
			}
			return wrong(instead)
		}
		return a, ""
	case formBool:
		if !hasValue {
			n, number = 1, true
		}
		if !number || n != 0 && n != 1 {
			return wrong(name + "=0 or " + name + "=1")
		}
	case formCount:
		if !number || n < 0 || n > maxCount {
			return wrong(name + "=N with a number N")
		}
	case formWidth:
		if limit := int64(widthLimit(name)); !number || n < 0 || n > limit || n&(n-1) != 0 {
			return wrong(name + "=N with a power of two N up to " + strconv.FormatInt(limit, 10))
		}
	case formPlace:
		if !hasValue || value == "" || number && n < 0 {
			return wrong(name + "=N with a number or a parameter's name N")
		}
		if !number {
			a.Kind, a.Text = ir.AttrText, value
			return a, ""
		}
	case formWord:
		if !hasValue || value == "" {
			return wrong(name + "=WORD")
		}
		a.Kind, a.Text = ir.AttrText, value
		return a, ""
	case formList:
		return wrong(name + "{…} with attributes in braces")
	}
	a.Kind, a.Int = ir.AttrInt, n
	return a, ""
}

func widthLimit(name string) int {
	switch name {
	case "interleave.count":
		return 16
	case "prefer_width": // bits of a vector
		return 512
	}
	return 64
}

// on says whether attribute a asks for something, rather than forbidding or not caring.
func on(a *ir.Attr) bool { return a != nil && !(a.Kind == ir.AttrInt && a.Int == 0) }

// contradictions finds attributes of one loop that do not go together: pairs of what is written and what makes it
// vain.
func contradictions(attrs []ir.Attr) (out [][2]*ir.Attr) {
	byName := map[string]*ir.Attr{}
	for i := range attrs {
		a := &attrs[i]
		if old := byName[a.Name]; old != nil && old.String() != a.String() {
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
		case a.Name == "interleave.count":
			if e := byName["vectorize.enable"]; e != nil && !on(e) && a.Int > 1 {
				out = append(out, [2]*ir.Attr{a, e})
			}
		case rest == "disable" || a.Kind == ir.AttrList || rest == "body" || rest == "epilogue":
		case a.Name == "vectorize.width" && a.Int == 1:
			// One lane and one copy is the loop as it is; one lane and several copies is interleaving alone.
			if e, n := byName["vectorize.enable"], byName["interleave.count"]; e != nil && on(e) && (n == nil || n.Int == 1) {
				out = append(out, [2]*ir.Attr{a, e})
			}
		case a.Name == "vectorize.width" && a.Int == 0:
		case a.Int == 1 && (a.Name == "unroll.count" || a.Name == "unroll_and_jam.count") && byName[prefix+".enable"] != nil:
			out = append(out, [2]*ir.Attr{a, byName[prefix+".enable"]})
		case off != nil && off != a && on(a) && rest != "runtime.disable":
			out = append(out, [2]*ir.Attr{a, off})
		case a.Name == "unroll.full" && byName["unroll.count"] != nil:
			out = append(out, [2]*ir.Attr{byName["unroll.count"], a})
		case a.Name == "vectorize.enable" && on(a) && byName["isvectorized"] != nil:
			out = append(out, [2]*ir.Attr{a, byName["isvectorized"]})
		}
	}
	return out
}
