package main

import (
	"errors"
	"reflect"
	"slices"

	"hotloop/frontend"
	"hotloop/internal/vet"
)

// summary counts functions by result.
type summary struct {
	Functions  int `json:"functions"`
	Accepted   int `json:"accepted"`
	Vectorized int `json:"vectorized"`
	Refused    int `json:"refused"`
	Failed     int `json:"failed"` // marked, but not as the mark demands
}

// check lists the functions of files and packages: whether each is a kernel, which of its loops are vectorized, and
// what prevents the others. It fails if a function that is marked as a kernel, or the one given by -func, is not a
// kernel.
func check(c *call) error {
	if c.fn == "" && c.inst != "" {
		return usagef("-inst needs -func NAME")
	}
	c.stageNow = "frontend"
	if c.inst != "" && len(c.args) > 1 {
		return usagef("-inst needs one FILE")
	}
	packages, err := load(c.args)
	if err != nil {
		return err
	}
	var all []vet.Function
	var unread []error
	for i, src := range packages {
		c.progress.Set(i, len(packages), src[0].Name)
		list, err := c.checkPackage(src)
		if _, wrong := err.(usageError); wrong {
			return err
		}
		if err != nil {
			unread = append(unread, err)
		}
		all = append(all, list...)
	}
	if c.fn != "" && len(all) == 0 && len(unread) == 0 {
		_, err := frontend.Build(packages[0], c.fn, frontend.Options{}) // the error lists the functions that exist
		return err
	}
	var sum summary
	var failed []string
	for i := range all {
		f := &all[i]
		sum.add(f)
		if f.Failed || wanted(f, c.fn) && !asMarked(f) {
			failed = append(failed, f.Function)
		}
	}
	sum.Failed = len(failed)
	if c.json {
		c.printJSON(all, unread, sum)
	} else {
		c.printChecked(all, unread, sum)
	}
	if len(unread) > 0 || len(failed) > 0 {
		return reported{errors.New("some functions are not kernels")}
	}
	return nil
}

// wanted reports whether the command fails if f is no kernel.
func wanted(f *vet.Function, only string) bool { return f.Marked || only != "" }

// asMarked reports whether f is what its mark demands, native and vectorized, or, if selected by name, accepted.
func asMarked(f *vet.Function) bool {
	if !f.Marked {
		return f.Accepted
	}
	return f.Native && f.Vectorized && !slices.ContainsFunc(f.Loops, func(l vet.Loop) bool {
		return l.Became == "scalar" && !l.Exempt
	})
}

func (s *summary) add(f *vet.Function) {
	s.Functions++
	switch {
	case !f.Accepted:
		s.Refused++
	case f.Vectorized:
		s.Vectorized++
	}
	if f.Accepted {
		s.Accepted++
	}
}

// checkPackage checks the functions of a package, or the one given by -func.
func (c *call) checkPackage(src frontend.Source) ([]vet.Function, error) {
	features, _, err := c.processor()
	if err != nil {
		return nil, err
	}
	o := vet.Options{For: features}
	if c.inst != "" {
		o.Type = c.typeOf
	}
	return vet.Package(src, o, func(fn frontend.Function) bool { return c.fn == "" || fn.Name == c.fn })
}

// typeOf returns the func type of the function given by -func, with the type arguments of -inst.
func (c *call) typeOf(src frontend.Source) (reflect.Type, error) {
	k, err := c.openText(src[0].Name, src[0].Text)
	if err != nil {
		if _, wrong := err.(usageError); wrong {
			return nil, vet.NewStop(err)
		}
		return nil, err
	}
	return k.typ, nil
}
