package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"hotloop/cpu"
	"hotloop/internal/gen"
)

// generate writes the kernels of packages as Go assembly.
func generate(args []string, stdout, stderr io.Writer) int {
	set := flag.NewFlagSet("hotloop gen", flag.ContinueOnError)
	set.SetOutput(stderr)
	out := set.String("o", "", "write the files and the Go code of the kernels to this `directory` (default the package's own)")
	isas := set.String("isa", "", "instruction `sets`, separated by commas: "+tierNames()+" (default all)")
	fp := set.String("fp", "", "floating-point `mode`: exact, go, fast or fast-math flags (default exact)")
	all := set.Bool("all", false, "also write kernels whose loops are not vectorized")
	check := set.Bool("check", false, "write nothing; fail if the files are not what would be written")
	set.Usage = func() {
		fmt.Fprintln(stderr, "usage: hotloop gen [-o DIR] [-isa SETS] [-fp MODE] [-check] [DIR…]")
		fmt.Fprintln(stderr, "Gen writes the functions marked //hotloop:kernel NAME as Go assembly and declares them as NAME.")
		fmt.Fprintln(stderr, "DIR/... means DIR and the directories below it that have such functions.")
		set.PrintDefaults()
		fmt.Fprintln(stderr, "exit status: 0; 1 if -check finds other files; 2 for a wrong command line or functions that cannot be kernels")
	}
	if err := set.Parse(args); err != nil {
		return 2
	}
	fail := func(err error) int {
		fmt.Fprintln(stderr, "hotloop gen:", err)
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
	for _, dir := range dirs {
		p, err := gen.Generate(dir, o)
		if err != nil {
			return fail(err)
		}
		for _, n := range p.Notes {
			fmt.Fprintf(stderr, "%s: %s\n", n.Pos, n.Text)
		}
		if *check {
			if err := p.Check(); err != nil {
				fmt.Fprintln(stderr, "hotloop gen:", err)
				status = 1
			}
			continue
		}
		if err := p.Write(); err != nil {
			return fail(err)
		}
		fmt.Fprintf(stdout, "%s: %s in %s\n", p.Dir, plural(len(p.Names), "kernel"), plural(len(p.Files), "file"))
	}
	return status
}
