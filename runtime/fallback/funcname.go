package fallback

import (
	"fmt"
	"reflect"
	goruntime "runtime"
	"strings"
)

// The linker's name of a func value's code identifies the declared function. The Go compiler ensures that the
// first instruction of a function bears that function's name, not the name of a function inlined into it.

// Function is a declared function of the program, or a method value.
type Function struct {
	Name string // by which the source declares it
	File string // base name of its file, or "" if unknown

	Value   bool // it is a method value
	Pointer bool // the receiver of a method value is a pointer
}

// FunctionOf returns the function that the func value fn denotes. If it is not a declared function, the error says
// so, and Name is empty. fn may be invalid.
func FunctionOf(fn reflect.Value) (f Function, err error) {
	if fn.Kind() != reflect.Func || fn.IsNil() {
		return Function{}, fmt.Errorf("hotloop: Accelerate: found %s; use a function", fn.Kind())
	}
	full, file := Denoted(fn)
	if own := goruntime.FuncForPC(fn.Pointer()).Name(); strings.HasSuffix(own, "-fm") {
		full = own
	}
	if f, err = declared(full); err == nil && !strings.HasPrefix(file, "<") {
		f.File = file[strings.LastIndexAny(file, `/\`)+1:]
	}
	return f, err
}

// declared converts the linker's name of a function or method to the name in the source. The linker's name is
// a/b.Name, a/b.T.Name or a/b.(*T).Name, or a/b.Name[...] for an instance of a generic function; the func type
// distinguishes the instances. The name of a method value ends in -fm, which no Go identifier can. Closures
// (Name.func1, glob..func1) are errors, because no declaration bears their name.
func declared(full string) (Function, error) {
	name := full[strings.LastIndexByte(full, '/')+1:]
	_, name, _ = strings.Cut(name, ".")
	name, isValue := strings.CutSuffix(name, "-fm")
	if isValue && strings.Contains(name, "[") {
		return Function{}, fmt.Errorf("hotloop: Accelerate: found %s, whose func type does not determine the instance of "+
			"its generic receiver type; use a method expression, which takes the receiver as the first argument", full)
	}
	name = strings.ReplaceAll(name, "[...]", "")
	of, method := "", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		of, method = name[:i], name[i+1:]
	}
	p, isPointer := strings.CutPrefix(of, "(*")
	if isPointer {
		of = strings.TrimSuffix(p, ")")
	}
	if name == "" || strings.ContainsAny(of+method, ".[-(") || isValue && of == "" ||
		strings.HasSuffix(name, "."+method) && isClosure(method) {
		return Function{}, fmt.Errorf("hotloop: Accelerate: found %s; use a declared function", full)
	}
	return Function{Name: name, Value: isValue, Pointer: isValue && isPointer}, nil
}

// isClosure reports whether the last part of a name is one that the compiler gives to function literals.
func isClosure(name string) bool {
	n, ok := strings.CutPrefix(name, "func")
	return ok && n != "" && strings.Trim(n, "0123456789") == ""
}
