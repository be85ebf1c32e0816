package difftest

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"regexp"
	"strings"

	"hotloop/frontend"
	"hotloop/internal/lab/exactfp"
	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/gen"
	"hotloop/internal/lab/source"
)

// Case is a kernel prepared for comparison.
type Case struct {
	gen.Kernel
	ID   int
	Type reflect.Type
	// Real says that the kernel is a function of a real program: its parameters need not have the meanings of those
	// of random kernels.
	Real bool

	file  *source.File
	parts *frontend.Result // set for a kernel whose arguments contain references; else nil
}

// KernelName is the name of every kernel's function.
const KernelName = "K"

// NewCase type-checks a kernel. An error means that the text is not valid Go.
func NewCase(id int, k gen.Kernel) (*Case, error) {
	c := &Case{Kernel: k, ID: id}
	var err error
	if c.file, err = source.Load("k.go", k.Text); err != nil {
		return nil, err
	}
	if _, err = c.file.Func(KernelName); err != nil {
		return nil, err
	}
	if k.Inst != "" {
		if err := c.file.Instantiate(KernelName, k.Inst); err != nil {
			return nil, err
		}
	}
	sig, err := c.file.Signature(KernelName)
	if err != nil {
		return nil, err
	}
	if c.Type, err = source.ReflectType(sig); err != nil {
		return nil, err
	}
	for i := range c.Type.NumIn() {
		t := c.Type.In(i)
		if k := t.Kind(); k == reflect.Pointer && t.Elem().Kind() == reflect.Struct || k == reflect.Slice && refers(t.Elem()) {
			o := c.options("", "")
			c.parts, err = frontend.Build(frontend.Text(o.FileName, c.Text), KernelName, frontend.Options{Type: c.Type, FP: o.FP,
				FPWritten: o.FPWritten})
			break
		}
	}
	return c, err
}

// words returns the types of the words of the results: see frame.Words.
func (c *Case) words() (list []reflect.Type) {
	for i := range c.Type.NumOut() {
		t := c.Type.Out(i)
		list = append(list, frame.Words(t)...)
	}
	return list
}

// topName matches the names that a kernel file declares.
var topName = regexp.MustCompile(`\bK(\w*)\b`)

// oracle returns the kernel's text for the Go compiler, without package clause and imports. Products are rounded, and
// declarations are renamed, so that many kernels can share a package. If fused is set, the Go compiler may fuse
// products with sums.
func (c *Case) oracle(fused bool) (text string, imports []string, err error) {
	decls, imports, err := c.file.Decls(KernelName)
	if err != nil {
		return "", nil, err
	}
	var b strings.Builder
	for _, d := range decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		if fused {
			text = c.file.Slice(d.Pos(), d.End())
		} else {
			text, err = exactfp.Decl(c.file, d)
		}
		if err != nil {
			return "", nil, err
		}
		b.WriteString(topName.ReplaceAllString(text, c.prefix()+"$1") + "\n\n")
	}
	return b.String(), imports, nil
}

func (c *Case) prefix() string { return fmt.Sprintf("K%dx", c.ID) }

// value returns the expression for the kernel in the Go compiler's program.
func (c *Case) value() string {
	if c.Inst != "" {
		return c.prefix() + "[" + c.Inst + "]"
	}
	return c.prefix()
}
