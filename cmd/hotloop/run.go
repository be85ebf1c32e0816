package main

import (
	"fmt"
	"io"
	"reflect"
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
	case kern.Err() != nil:
		fmt.Fprintf(c.stderr, "hotloop run: interpreted: %v\n", kern.Err())
	}
	results, caught := protect(f, args)
	names := parameterNames(k)
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
		if e, ok := caught.(*runtime.KernelError); ok && e.Position() != "" {
			text = e.Position() + ": " + text
		}
		fmt.Fprintln(c.stdout, text)
		return reported{fmt.Errorf("%s", text)}
	}
	return nil
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
