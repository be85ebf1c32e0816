package survey

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"

	"hotloop/internal/lab/survey/inplace"
)

// ours is the name of what the survey adds to the copy of a module: a file in each package with functions to compare,
// a program, and packages between the two where a package is internal.
const ours = "zzhotloop"

// program compares the accepted functions of a module in one configuration with the Go compiler's code. It is a copy
// of the module with package inplace added. Functions thus keep their types, of any package and any name.
type program struct {
	cfg       Config
	module    module
	tags      []string
	functions []*Function
	is        []built // what is known about them

	dir  string // temporary
	left []int  // functions that build
}

// mainDir returns the directory of the program's main package.
func (p *program) mainDir() string { return filepath.Join(p.dir, "module", ours) }

func (p *program) write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o666)
}

// build builds the program with all functions that the Go compiler accepts there. It calls drop for the others.
func (p *program) build(drop func(f *Function, why string)) (exe string, err error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "hotloop").Output()
	if err != nil {
		return "", errors.New("functions are compared from within the project: go list finds no module hotloop")
	}
	if err := p.copyModule(); err != nil {
		return "", err
	}
	version, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return "", err
	}
	number := regexp.MustCompile(`\d+(\.\d+)+`).FindString(string(version))
	hotloop := strings.TrimSpace(string(root))
	if err := p.write(filepath.Join(p.dir, "go.work"), fmt.Sprintf("go %s\n\nuse (\n\t./module\n\t%q\n)\n", number,
		hotloop)); err != nil {
		return "", err
	}
	if err := p.overlay(hotloop); err != nil {
		return "", err
	}
	for i, f := range p.functions {
		if f.pkg.clause == "main" {
			drop(f, "a program, which no other can import")
			continue
		}
		p.left = append(p.left, i)
	}
	exe = filepath.Join(p.dir, "compare.exe")
	for len(p.left) > 0 {
		lines, err := p.addFiles()
		if err != nil {
			return "", err
		}
		cmd := exec.Command("go", "build", "-overlay", p.overlayFile(), "-tags", strings.Join(p.tags, ","), "-o", exe, ".")
		cmd.Dir, cmd.Env = p.mainDir(), append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0",
			"GOARCH="+goruntime.GOARCH, "GOWORK="+filepath.Join(p.dir, "go.work"))
		out, err := cmd.CombinedOutput()
		if err == nil {
			return exe, p.plan()
		}
		if !p.dropFailing(out, lines, drop) {
			return "", fmt.Errorf("%s: %w\n%s", p.module.path, err, out)
		}
	}
	return "", nil
}

// forwarder is the package through which the module, which may not import internal packages of this one, imports
// package inplace. It exists only in the overlay of the build.
const forwarder = "hotloop/" + ours

// overlay adds forwarder to module hotloop in directory root.
func (p *program) overlay(root string) error {
	text := "package " + ours + "\n\nimport \"hotloop/internal/lab/survey/inplace\"\n\n" +
		"var Add, Constants, Main = inplace.Add, inplace.Constants, inplace.Main\n"
	name := filepath.Join(p.dir, "forwarder.go")
	if err := p.write(name, text); err != nil {
		return err
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(root, ours, ours+".go"): name}})
	if err != nil {
		return err
	}
	return p.write(p.overlayFile(), string(list))
}

func (p *program) overlayFile() string { return filepath.Join(p.dir, "overlay.json") }

// plan writes the settings of the comparison.
func (p *program) plan() error {
	plan := inplace.Plan{Seed: p.cfg.Seed, Sets: p.cfg.Sets}
	files := map[[2]string]int{}
	packages := map[*pkg]int{}
	for _, i := range p.left {
		f := p.functions[i]
		n, ok := packages[f.pkg]
		if !ok {
			n = len(plan.Packages)
			packages[f.pkg] = n
			var list []int
			for _, file := range f.pkg.source {
				key := [2]string{file.Name, file.Import}
				at, ok := files[key]
				if !ok {
					at = len(plan.Files)
					files[key] = at
					plan.Files = append(plan.Files, file)
				}
				list = append(list, at)
			}
			plan.Packages = append(plan.Packages, list)
		}
		plan.Jobs = append(plan.Jobs, inplace.Job{Name: f.name, Package: n, Math: p.is[i].math})
	}
	text, err := json.Marshal(plan)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(p.dir, "plan"), text, 0o666)
}

// copyModule copies the Go files of the module, and the files they embed, to a writable directory.
func (p *program) copyModule() error {
	to := filepath.Join(p.dir, "module")
	err := filepath.WalkDir(p.module.root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(p.module.root, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if rel != "." && (strings.HasPrefix(d.Name(), ".") || isFile(filepath.Join(name, "go.mod"))) {
				return fs.SkipDir // a module of its own
			}
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		if !d.Type().IsRegular() || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o666)
	})
	if err != nil {
		return err
	}
	if mod := filepath.Join(to, "go.mod"); !isFile(mod) {
		return os.WriteFile(mod, []byte("module "+p.module.path+"\n"), 0o666)
	}
	return nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// place is a line of a file.
type place struct {
	file string
	line int
}

// addition is what is added to a package.
type addition struct {
	clause    string
	jobs      []int
	constants []string // with a type declared in the package
}

// takeConstants records the constants of a package, and of the packages of the module that it imports.
func (p *program) takeConstants(packages map[string]*addition, of *pkg, at string) {
	if packages[at] != nil && packages[at].jobs != nil {
		return
	}
	new := map[string]*addition{}
	for _, f := range of.source {
		in := cmp.Or(f.Import, at)
		if in != p.module.path && !strings.HasPrefix(in, p.module.path+"/") || packages[in] != nil {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		if new[in] == nil {
			new[in] = &addition{clause: file.Name.Name}
		}
		if len(p.tags) == 0 { // the source may be that of another machine
			new[in].constants = append(new[in].constants, typedConstants(file)...)
		}
	}
	maps.Copy(packages, new)
}

// typedConstants returns the names of constants that are declared with a named type.
func typedConstants(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		typed := false
		for _, s := range g.Specs {
			s := s.(*ast.ValueSpec)
			if len(s.Values) > 0 || s.Type != nil { // otherwise the previous one is repeated
				_, typed = s.Type.(*ast.Ident)
			}
			for _, n := range s.Names {
				if typed && n.Name != "_" {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

// addFiles writes the program and a file for each package. The map returns the function for a line of these files.
func (p *program) addFiles() (lines map[place]int, err error) {
	lines = map[place]int{}
	packages := map[string]*addition{} // by import path
	imports := map[string][]string{}   // of added packages, by directory
	for job, i := range p.left {
		f := p.functions[i]
		of := path.Join(p.module.path, filepath.ToSlash(f.pkg.rel()))
		p.takeConstants(packages, f.pkg, of)
		packages[of].jobs = append(packages[of].jobs, job)
		p.link(imports, of)
	}
	for of, add := range packages {
		rel := strings.TrimPrefix(strings.TrimPrefix(of, p.module.path), "/")
		name := filepath.Join(p.dir, "module", filepath.FromSlash(rel), ours+".go")
		text := "package " + add.clause + "\n\nimport \"" + forwarder + "\"\n\nfunc init() {\n"
		for _, job := range add.jobs {
			lines[place{name, strings.Count(text, "\n") + 1}] = p.left[job]
			text += fmt.Sprintf("\t%s.Add(%d, %s)\n", ours, job, p.functions[p.left[job]].value())
		}
		text += fmt.Sprintf("\t%s.Constants(%s)\n}\n", ours, strings.Join(add.constants, ", "))
		if err := p.write(name, text); err != nil {
			return nil, err
		}
	}
	for dir, list := range imports {
		slices.Sort(list)
		text := "package " + ours + "\n"
		if dir == p.module.path {
			text = "package main\n\nimport \"" + forwarder + "\"\n\nfunc main() { " + ours + ".Main() }\n"
			text = strings.Replace(text, "\n\nfunc", "\nimport (\nLIST)\n\nfunc", 1)
		} else {
			text += "\nimport (\nLIST)\n"
		}
		var b strings.Builder
		for _, of := range slices.Compact(list) {
			fmt.Fprintf(&b, "\t_ %q\n", of)
		}
		rel := strings.TrimPrefix(strings.TrimPrefix(dir, p.module.path), "/")
		name := filepath.Join(p.dir, "module", filepath.FromSlash(rel), ours, "main.go")
		if err := p.write(name, strings.Replace(text, "LIST", b.String(), 1)); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// link makes the program import a package. An internal package is imported through one that may import it.
func (p *program) link(imports map[string][]string, of string) {
	at := strings.LastIndex(of+"/", "/internal/")
	if at < len(p.module.path) {
		at = len(p.module.path)
	}
	dir := of[:at]
	imports[dir] = append(imports[dir], of)
	if dir != p.module.path && len(imports[dir]) == 1 {
		p.link(imports, dir+"/"+ours)
	}
}

// Messages of the go command about a line, and about a package.
var (
	aboutLine    = regexp.MustCompile(`(?m)^(\S+` + ours + `\.go):(\d+):(?:\d+:)? (.*)$`)
	aboutPackage = regexp.MustCompile(`(?m)^# (\S+)$`)
)

// dropFailing removes the functions that break a build, or else those of packages that do not build. It reports
// whether there were any.
func (p *program) dropFailing(out []byte, lines map[place]int, drop func(f *Function, why string)) bool {
	why := map[int]string{}
	for _, m := range aboutLine.FindAllSubmatch(out, -1) {
		name := string(m[1])
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.mainDir(), name)
		}
		n, _ := strconv.Atoi(string(m[2]))
		if i, ok := lines[place{name, n}]; ok {
			why[i] = "go: " + string(m[3])
		}
	}
	if len(why) == 0 {
		for _, m := range aboutPackage.FindAllSubmatch(out, -1) {
			for _, i := range p.left {
				if f := p.functions[i]; path.Join(p.module.path, filepath.ToSlash(f.pkg.rel())) == string(m[1]) {
					first, _, _ := bytes.Cut(out[bytes.Index(out, m[0])+len(m[0])+1:], []byte("\n"))
					why[i] = "a package that does not build here"
					p.cfg.Logf("%s: %s", f, first)
				}
			}
		}
	}
	for _, i := range slices.Sorted(maps.Keys(why)) {
		drop(p.functions[i], why[i])
	}
	p.left = slices.DeleteFunc(p.left, func(i int) bool { return why[i] != "" })
	return len(why) > 0
}

// rel returns the package's directory relative to its module.
func (p *pkg) rel() string {
	rel, err := filepath.Rel(p.module.root, p.dir)
	if err != nil {
		return p.dir
	}
	return rel
}

// value returns an expression for the function in its package.
func (f *Function) value() string {
	if _, inst, err := f.instance(); err == nil && inst != "" {
		return f.name + "[" + inst + "]"
	}
	return f.name
}
