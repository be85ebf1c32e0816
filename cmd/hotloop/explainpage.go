package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"hotloop/frontend"
	"hotloop/internal/explain"
	"hotloop/internal/lab/source"
	"hotloop/internal/page"
	"hotloop/runtime"
)

// notes returns where sample reports: standard output has only JSON or records if these were asked for.
func (c *call) notes() io.Writer {
	if c.html || c.json || c.yaml {
		return io.Discard
	}
	return c.stdout
}

// explainAll explains one function, or all functions with loops of files and packages, as a page, JSON or records.
func (c *call) explainAll() error {
	var kernels []*explain.Kernel
	var err error
	title := strings.TrimSuffix(filepath.Base(c.args[0]), ".go")
	whole := c.fn == "" && packagesOnly(c.args)
	if whole {
		if abs, err := filepath.Abs(strings.TrimSuffix(c.args[0], "/...")); err == nil {
			title = strings.TrimSuffix(filepath.Base(abs), ".go")
		}
		kernels, err = c.explainPackages()
	} else {
		var k *kernelFile
		if k, err = c.open(); err != nil {
			return err
		}
		var one *explain.Kernel
		if one, err = c.explainOne(k); one == nil {
			return err
		}
		title, kernels = k.fn, append(kernels, one)
	}
	if len(kernels) == 0 {
		return cmp.Or(err, fmt.Errorf("%s: no function with a loop", c.args[0]))
	}
	out := c.stdout
	name := c.out
	if name == "" && c.html {
		name = title + ".html"
	}
	if name != "" && name != "-" {
		f, err := os.Create(name)
		if err != nil {
			return usageError{err}
		}
		defer f.Close()
		out = f
	}
	switch {
	case c.html:
		if err := c.writePage(out, title, kernels, whole); err != nil {
			return err
		}
	case c.yaml:
		if err := explain.Records(out, kernels); err != nil {
			return err
		}
	default:
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(map[string]any{"kernels": kernels}); err != nil {
			return err
		}
	}
	if f, ok := out.(*os.File); ok && f != os.Stdout && name != "-" && name != "" {
		if err := f.Close(); err != nil {
			return err
		}
		fmt.Fprintln(c.stdout, name)
	}
	return err
}

// writePage writes the page of kernels.
func (c *call) writePage(w io.Writer, title string, kernels []*explain.Kernel, whole bool) error {
	_, note, err := c.processor()
	if err != nil {
		return err
	}
	o := explain.PageOptions{Title: "hotloop explain: " + title, Index: whole,
		Facts:  []page.Fact{{Name: "processor", Value: note}, {Name: "floating point", Value: cmp.Or(c.fp, "exact")}},
		Lead:   "What the compiler did with each loop, why, and what to write to change it. Select a marked line of the source.",
		Footer: "Made by hotloop explain. Cycles and gains are estimates of the cost model, with data in the first-level cache."}
	if c.tune != "" {
		o.Facts = append(o.Facts, page.Fact{Name: "tuned for", Value: c.tune})
	}
	if len(c.args) > 1 && !whole {
		o.Facts = append(o.Facts, page.Fact{Name: "call", Value: strings.Join(c.args[1:], " ")})
		o.Lead += template.HTML(" The hot block is that of a call with the given arguments.")
	}
	p, err := explain.Page(kernels, o)
	if err != nil {
		return err
	}
	return p.Write(w)
}

// packagesOnly reports whether all words are files, directories or patterns.
func packagesOnly(words []string) bool {
	for _, w := range words {
		if _, err := os.Stat(w); err != nil && !strings.HasSuffix(w, "...") {
			return false
		}
	}
	return true
}

// explainPackages explains the functions with loops. Those that are no kernels come last.
func (c *call) explainPackages() (list []*explain.Kernel, err error) {
	packages, err := load(c.args)
	if err != nil {
		return nil, err
	}
	features, note, err := c.processor()
	if err != nil {
		return nil, err
	}
	var refused []*explain.Kernel
	for i, src := range packages {
		c.progress.Set(i, len(packages), src[0].Name)
		functions, err := frontend.Functions(src)
		if err != nil {
			return nil, err
		}
		for _, fn := range functions {
			k := c.explainFunction(src, fn, explain.Request{For: features, Processor: note, Whole: !c.yaml, Suggest: !c.yaml})
			switch {
			case k == nil:
			case len(k.Refused) > 0:
				refused = append(refused, k)
			default:
				list = append(list, k)
			}
		}
	}
	return append(list, refused...), nil
}

// explainFunction explains a function, or returns nil if it has no loop.
func (c *call) explainFunction(src frontend.Source, fn frontend.Function, q explain.Request) (k *explain.Kernel) {
	k = explain.Refused(src, fn)
	if k == nil {
		return nil
	}
	refuse := func(err error) *explain.Kernel {
		if k.Refused = strings.Split(err.Error(), "\n"); !fn.Marked && !k.Looping {
			return nil
		}
		return k
	}
	defer func() {
		if r := recover(); r != nil {
			k = refuse(&runtime.InternalError{Kernel: fn.Name, Stage: "frontend", Value: r})
		}
	}()
	if fn.Err != nil {
		return refuse(fn.Err)
	}
	res, err := frontend.Build(src, fn.Name, frontend.Options{AnyInstance: true})
	if err != nil {
		return refuse(err)
	}
	if q.Type, err = source.SignatureType(res.Signature); err != nil {
		return refuse(err)
	}
	if q.Options, err = c.options(&kernelFile{}); err != nil {
		return refuse(err)
	}
	q.Name, q.Options.Files = fn.Name, src
	got, err := explain.Collect(q)
	if got == nil {
		return refuse(err)
	}
	got.Position = fn.Pos.String()
	if len(got.Loops) == 0 {
		return nil
	}
	return got
}

// splitWords splits a text into words as a shell does: at spaces that are outside brackets and quotes.
func splitWords(text string) (words []string, err error) {
	var word strings.Builder
	depth, quote, any := 0, rune(0), false
	for _, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '`':
			quote = r
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == ' ' && depth == 0:
			if any {
				words = append(words, word.String())
			}
			word.Reset()
			any = false
			continue
		}
		word.WriteRune(r)
		any = true
	}
	if depth != 0 || quote != 0 {
		return nil, fmt.Errorf("a bracket or quote is not closed in %q", text)
	}
	if any {
		words = append(words, word.String())
	}
	return words, nil
}
