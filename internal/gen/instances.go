package gen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"hotloop/frontend"
)

// A generic function is Go code that calls the kernel for its type arguments. Assembly has no type parameters, so there
// is a kernel for each instance: for the types of the constraints, or for those that the mark lists.
//
//	//hotloop:kernel Sum T=int32,float64

// maxInstances bounds the instances of a function.
const maxInstances = 64

// instances adds the instances of a generic function. words are those of the mark behind the name.
func (g *generator) instances(f *function, words []string) error {
	sig, err := frontend.Declared(g.src, f.decl.Name.Name)
	if err != nil {
		return err
	}
	f.generic = sig
	listed := map[string][]string{}
	for _, w := range words {
		name, list, _ := strings.Cut(w, "=")
		listed[name] = strings.Split(list, ",")
	}
	all := [][]string{nil}
	for i := range sig.TypeParams().Len() {
		p := sig.TypeParams().At(i)
		list := listed[p.Obj().Name()]
		delete(listed, p.Obj().Name())
		at := g.fset.Position(f.decl.Type.TypeParams.Pos())
		if list == nil {
			set, ok := typeSet(p.Constraint())
			if !ok {
				example := "int32,float64"
				if c := types.TypeString(p.Constraint(), nil); strings.Contains(c, "[]") {
					example = "[]int32,[]float64"
				}
				return fmt.Errorf("%s: type parameter %s of %s is not limited to basic types; list the types to compile: "+
					"//hotloop:kernel %s %s=%s", at, p.Obj().Name(), f.goName, f.name, p.Obj().Name(), example)
			}
			list = set
		}
		var longer [][]string
		for _, args := range all {
			for _, t := range list {
				longer = append(longer, append(slices.Clone(args), t))
			}
		}
		if all = longer; len(all) > maxInstances {
			return fmt.Errorf("%s: %s has more than %d instances; list the types to compile: //hotloop:kernel %s %s=int32,float64",
				at, f.goName, maxInstances, f.name, p.Obj().Name())
		}
	}
	for name := range listed {
		return fmt.Errorf("%s: //hotloop:kernel lists types for %s, which is no type parameter of %s; write its type parameters",
			f.pos, name, f.goName)
	}
	for _, args := range all {
		k := &kernel{fn: f, name: lowerFirst(f.name), args: args, pos: f.pos}
		for _, a := range args {
			k.name += upperFirst(strings.Map(letter, a))
		}
		f.kernels = append(f.kernels, k)
	}
	return nil
}

// letter returns r if a name may contain it, and -1 otherwise.
func letter(r rune) rune {
	if r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
		return r
	}
	return -1
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// typeSet returns the basic types that a constraint allows. It reports false if it may allow others, apart from types
// that have one of the basic types as underlying type.
func typeSet(c types.Type) (list []string, ok bool) {
	switch u := c.Underlying().(type) {
	case *types.Basic:
		return []string{u.Name()}, true
	case *types.Union:
		for i := range u.Len() {
			some, ok := typeSet(u.Term(i).Type())
			if !ok {
				return nil, false
			}
			for _, t := range some {
				if !slices.Contains(list, t) {
					list = append(list, t)
				}
			}
		}
		return list, true
	case *types.Interface:
		if u.NumMethods() > 0 {
			return nil, false
		}
		for i := range u.NumEmbeddeds() {
			some, limits := typeSet(u.EmbeddedType(i))
			switch {
			case !limits:
			case !ok:
				list, ok = some, true
			default:
				list = slices.DeleteFunc(list, func(t string) bool { return !slices.Contains(some, t) })
			}
		}
		return list, ok
	}
	return nil, false
}

// chooser returns the body of the generic function: a switch on the type arguments.
func (f *function) chooser(qualifier types.Qualifier) string {
	var b strings.Builder
	typeOf := func(args []string) string {
		if len(args) == 1 {
			return args[0]
		}
		return "func(" + strings.Join(args, ", ") + ")"
	}
	fmt.Fprintf(&b, "switch any(*new(%s)).(type) {\n", typeOf(f.typeParams()))
	for _, k := range f.kernels {
		if len(k.bodies) == 0 {
			continue
		}
		fmt.Fprintf(&b, "case %s:\n", typeOf(k.args))
		var in, out, results []string
		for i, name := range f.params {
			t := k.sig.Params().At(i).Type()
			if !types.Identical(t, f.generic.Params().At(i).Type()) {
				name = fmt.Sprintf("any(%s).(%s)", name, types.TypeString(t, qualifier))
			}
			in = append(in, name)
		}
		same := true
		for i := range k.sig.Results().Len() {
			t, r := f.generic.Results().At(i).Type(), fmt.Sprintf("hotloop%d", i)
			results = append(results, r)
			if !types.Identical(t, k.sig.Results().At(i).Type()) {
				r, same = fmt.Sprintf("any(%s).(%s)", r, types.TypeString(t, qualifier)), false
			}
			out = append(out, r)
		}
		call := fmt.Sprintf("%s(%s)", k.name, strings.Join(in, ", "))
		switch {
		case len(out) == 0:
			fmt.Fprintf(&b, "%s\nreturn\n", call)
		case same:
			fmt.Fprintf(&b, "return %s\n", call)
		default:
			fmt.Fprintf(&b, "%s := %s\nreturn %s\n", strings.Join(results, ", "), call, strings.Join(out, ", "))
		}
	}
	fmt.Fprintf(&b, "}\n")
	return b.String()
}
