package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/source"
	"hotloop/runtime"
)

// maxShown is the maximum number of elements printed of a slice or array.
const maxShown = 64

// runKernel calls the kernel with arguments from the command line. It prints the results and then the contents of
// slices and arrays. A panic is printed with its position, after the stores that preceded it.
func runKernel(c *call) error {
	k, err := c.open()
	if err != nil {
		return err
	}
	args, err := source.Arguments(k.typ, c.args[1:])
	if err != nil {
		return usageError{err}
	}
	o, err := c.options(k)
	if err != nil {
		return err
	}
	o.ISA = c.isa
	kern, err := runtime.Compile(k.typ, k.text, k.fn, o)
	if err != nil {
		return err
	}
	f := kern.Func()
	switch {
	case c.interp:
		f = kern.Fallback()
	case kern.Err() != nil && !c.json:
		fmt.Fprintf(c.stderr, "hotloop run: interpreted: %v\n", kern.Err())
	}
	results, caught := protect(f, args)
	names := parameterNames(k)
	if c.json {
		return c.runJSON(kern, names, args, results, caught)
	}
	if caught == nil {
		for i, r := range results {
			fmt.Fprintf(c.stdout, "result %d = %v\n", i, r)
		}
	}
	for i, a := range args {
		switch {
		case a.Kind() == reflect.Pointer && a.IsNil():
			fmt.Fprintf(c.stdout, "%s = nil\n", names[i])
		case a.Kind() == reflect.Pointer:
			fmt.Fprintf(c.stdout, "%s = ", names[i])
			printElements(c.stdout, a.Elem())
		case a.Kind() == reflect.Slice:
			fmt.Fprintf(c.stdout, "%s = ", names[i])
			printElements(c.stdout, a)
		}
	}
	if caught != nil {
		text := "panic: " + frame.PanicText(caught)
		if at := position(caught); at != "" {
			text = at + ": " + text
		}
		fmt.Fprintln(c.stdout, text)
		return reported{fmt.Errorf("%s", text)}
	}
	return nil
}

// position returns where a kernel panicked, or "".
func position(caught any) string {
	if e, ok := caught.(*runtime.KernelError); ok {
		return e.Position()
	}
	return ""
}

// ran is a call of a kernel.
type ran struct {
	Native    bool        `json:"native"`
	Why       string      `json:"why,omitempty"` // it is not native
	Results   []any       `json:"results"`
	Arguments []namedJSON `json:"arguments"` // after the call: the memory that they point to
	Panic     *panicJSON  `json:"panic,omitempty"`
}

type namedJSON struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

type panicJSON struct {
	Text     string `json:"text"`
	Position string `json:"position,omitempty"`
}

// runJSON prints a call as JSON.
func (c *call) runJSON(kern *runtime.Kernel, names []string, args, results []reflect.Value, caught any) error {
	out := ran{Native: kern.Err() == nil && !c.interp, Results: []any{}, Arguments: []namedJSON{}}
	if err := kern.Err(); err != nil {
		out.Why = err.Error()
	}
	for _, r := range results {
		out.Results = append(out.Results, jsonValue(r))
	}
	for i, a := range args {
		out.Arguments = append(out.Arguments, namedJSON{names[i], jsonValue(a)})
	}
	if caught != nil {
		out.Panic = &panicJSON{frame.PanicText(caught), position(caught)}
	}
	c.JSON(out)
	if caught != nil {
		return reported{errors.New("the kernel panics")}
	}
	return nil
}

// jsonValue returns a value for JSON. Numbers that JSON does not have, such as NaN, become strings, and structs become
// lists of their fields.
func jsonValue(v reflect.Value) any {
	list := func(n int, at func(int) reflect.Value) []any {
		all := make([]any, n)
		for i := range all {
			all[i] = jsonValue(at(i))
		}
		return all
	}
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool()
	case reflect.String:
		return v.String()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return v.Uint()
	case reflect.Float32, reflect.Float64:
		if x := v.Float(); !math.IsNaN(x) && !math.IsInf(x, 0) {
			return json.Number(strconv.FormatFloat(x, 'g', -1, v.Type().Bits()))
		}
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return jsonValue(v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return nil
		}
		return list(v.Len(), v.Index)
	case reflect.Array:
		return list(v.Len(), v.Index)
	case reflect.Struct:
		return list(v.NumField(), v.Field)
	}
	return fmt.Sprint(v)
}

func protect(f reflect.Value, args []reflect.Value) (results []reflect.Value, caught any) {
	defer func() { caught = recover() }()
	return f.Call(args), nil
}

// parameterNames returns the names in the source; a blank one is replaced by its position.
func parameterNames(k *kernelFile) []string {
	var names []string
	for i := range k.sig.Params().Len() {
		n := k.sig.Params().At(i).Name()
		if n == "" || n == "_" {
			n = fmt.Sprintf("argument %d", i)
		}
		names = append(names, n)
	}
	return names
}

// printElements prints a slice or an array in the syntax of arguments.
func printElements(w io.Writer, v reflect.Value) {
	var s []string
	for i := range min(v.Len(), maxShown) {
		s = append(s, fmt.Sprint(v.Index(i)))
	}
	more := ""
	if v.Len() > maxShown {
		more = fmt.Sprintf(" … %d more", v.Len()-maxShown)
	}
	fmt.Fprintf(w, "[%s%s]\n", strings.Join(s, " "), more)
}
