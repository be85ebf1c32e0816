package main

import (
	"fmt"
	"html/template"
	"path"
	"reflect"
	"runtime"
	"strings"

	"hotloop/cpu"
	"hotloop/docs/site/kernels"
	"hotloop/internal/explain"
	"hotloop/internal/page"
	_ "hotloop/isel/all" // pages are the same on all machines
	hotloop "hotloop/runtime"
)

const (
	kernelsAddress = "kernels/index.html"
	kernelsTitle   = "Kernels, explained"
)

// explainKernels writes the pages of explain for the functions of package kernels, and their index. They are compiled for
// AVX-512 on any machine.
func (s *site) explainKernels() error {
	processor := cpu.Baseline(cpu.AVX512)
	var rows strings.Builder
	for _, k := range kernels.List {
		name := nameOf(k.Func)
		kern, err := explain.Collect(explain.Request{Type: reflect.TypeOf(k.Func), Text: kernels.Source, Name: name,
			Options: hotloop.Options{FileName: "kernels.go", Fresh: true}, For: &processor, Processor: "avx512 (" + processor.March + ")",
			Whole: true, Suggest: true})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		p, err := explain.Page([]*explain.Kernel{kern}, explain.PageOptions{Title: name,
			Lead: template.HTML("The page that <code>hotloop explain -html</code> writes: " + template.HTMLEscapeString(k.Note) + ".")})
		if err != nil {
			return err
		}
		address := path.Join(path.Dir(kernelsAddress), strings.ToLower(name)+".html")
		p.Menu, p.Search = s.menu(address), relative(address, searchAddress)
		if err := s.add(address, p); err != nil {
			return err
		}
		fmt.Fprintf(&rows, "<li><a href=\"%s\">%s</a>: %s</li>\n", path.Base(address), name, template.HTMLEscapeString(k.Note))
	}
	return s.add(kernelsAddress, &page.Page{Title: kernelsTitle, Menu: s.menu(kernelsAddress), Search: relative(kernelsAddress, searchAddress),
		Lead: "What hotloop did with ten loops, and why. <code>hotloop explain -html FILE</code> writes such a page for any Go file.",
		Sections: []page.Section{
			{ID: "kernels", Title: "Kernels", Body: template.HTML("<ul>" + rows.String() + "</ul>")},
			{ID: "source", Title: "Source", Body: code("go", kernels.Source)},
		}})
}

// nameOf returns the name of a function without its package.
func nameOf(f any) string {
	name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return name[strings.LastIndexByte(name, '.')+1:]
}
