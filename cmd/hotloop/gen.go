package main

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hotloop/cpu"
	"hotloop/internal/cli"
	"hotloop/internal/gen"
	"hotloop/internal/page"
)

// generated is what gen has written for a package, or with -check would write.
type generated struct {
	Dir       string            `json:"dir"`
	Kernels   []string          `json:"kernels"`
	Functions map[string]string `json:"functions,omitempty"` // instruction sets by the names of the assembly functions
	Files     []string          `json:"files"`
	Notes     []generatedNote   `json:"notes,omitempty"` // kernels that stay Go code on some instruction set
	Stale     string            `json:"stale,omitempty"` // with -check: what differs
}

type generatedNote struct {
	Position string `json:"position"`
	Message  string `json:"message"`
}

// generate writes the kernels of packages as Go assembly.
func generate(h *cli.Help, w output, args []string) int {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	out := set.String("o", "", "write the files and the Go code of the kernels to this `directory` (default the package's own)")
	isas := set.String("isa", "", "instruction `sets`, separated by commas: "+tierNames()+" (default all)")
	fp := set.String("fp", "", "floating-point `mode`: exact, go, fast or fast-math flags (default exact)")
	all := set.Bool("all", false, "also write kernels whose loops are not vectorized")
	check := set.Bool("check", false, "write nothing; fail if the files are not what would be written")
	asJSON := set.Bool("json", false, "print JSON")
	if status, ok := h.Parse(set, args, w.stdout, w.stderr); !ok {
		return status
	}
	fail := func(err error) int {
		fmt.Fprintln(w.stderr, "hotloop gen:", err)
		return 2
	}
	o := gen.Options{Out: *out, FP: *fp, All: *all}
	for _, name := range strings.FieldsFunc(*isas, func(r rune) bool { return r == ',' || r == ' ' }) {
		t, err := cpu.ParseTier(name)
		if err != nil || t == cpu.Scalar {
			return fail(fmt.Errorf("-isa: no instruction set %q; write %s", name, tierNames()))
		}
		o.Tier = append(o.Tier, t)
	}
	args = set.Args()
	if len(args) == 0 {
		args = []string{"."}
	}
	var dirs []string
	for _, arg := range args {
		list, err := gen.Dirs(arg)
		if err != nil {
			return fail(err)
		}
		dirs = append(dirs, list...)
	}
	if *out != "" && len(dirs) > 1 {
		return fail(fmt.Errorf("-o takes one package; found %s", strings.Join(dirs, " ")))
	}
	status := 0
	done := []generated{}
	for i, dir := range dirs {
		w.progress.Set(i, len(dirs), dir)
		p, err := gen.Generate(dir, o)
		if err != nil {
			return fail(err)
		}
		g := generated{Dir: p.Dir, Kernels: p.Names, Functions: map[string]string{}, Files: slices.Sorted(maps.Keys(p.Files))}
		for _, k := range p.Kernels {
			for isa, name := range k.Code {
				g.Functions[name] = isa
			}
		}
		for _, n := range p.Notes {
			g.Notes = append(g.Notes, generatedNote{n.Pos, n.Text})
			if !*asJSON {
				fmt.Fprintf(w.stderr, "%s: %s\n", n.Pos, n.Text)
			}
		}
		switch {
		case *check:
			if err := p.Check(); err != nil {
				g.Stale = err.Error()
				status = 1
				if !*asJSON {
					fmt.Fprintln(w.stderr, "hotloop gen:", err)
				}
			}
		default:
			if err := p.Write(); err != nil {
				return fail(err)
			}
			if !*asJSON {
				fmt.Fprintf(w.stdout, "%s: %s in %s\n", p.Dir, page.Plural(len(p.Names), "kernel"), page.Plural(len(p.Files), "file"))
			}
		}
		done = append(done, g)
	}
	if *asJSON {
		w.JSON(done)
	}
	return status
}
