package vet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// timed is a function as a file of its own, the types of its parameters if it is generic, and how many parameters and
// results it has.
type timed struct {
	text, inst  string
	in, results int
}

// patience is how long a function may be timed.
const patience = 60 * time.Second

// runTimer times function i, or says why not.
func runTimer(program string, i int) (sizes []Timing, why string) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, strconv.Itoa(i)).Output()
	if ctx.Err() != nil {
		return nil, "it takes too long"
	}
	var got struct {
		Sizes []Timing
		Why   string
	}
	if err == nil {
		err = json.Unmarshal(out, &got)
	}
	if err != nil {
		return nil, err.Error()
	}
	return got.Sizes, got.Why
}

// kernelNames are the names of declarations in such a file.
var kernelNames = regexp.MustCompile(`\bK(\w*)\b`)

// buildTimer builds the program that times function number of its argument.
func buildTimer(dir string, texts []timed) (program string, err error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "hotloop").Output()
	if err != nil {
		return "", errors.New("gains are measured from within the project: go list finds no module hotloop")
	}
	// The path lies below hotloop, since the program imports internal packages.
	files := map[string]string{"go.mod": "module hotloop/gain\n\ngo 1.24\n\nrequire hotloop v0.0.0\n\nreplace hotloop => " +
		strings.TrimSpace(string(root)) + "\n"}
	var table, callers strings.Builder
	have := map[string]bool{}
	for i, t := range texts {
		name := fmt.Sprintf("K%dx", i)
		text := kernelNames.ReplaceAllString(t.text, name+"$1")
		files[fmt.Sprintf("k%d.go", i)] = strings.Replace(text, "package p\n", "package main\n", 1)
		value := name
		if t.inst != "" {
			value += "[" + t.inst + "]"
		}
		caller, decl := t.caller()
		if !have[caller] {
			have[caller] = true
			callers.WriteString(decl)
		}
		fmt.Fprintf(&table, "\tfunc() result { return %s(%s, %q, %q) },\n", caller, value, text, name)
	}
	sizes := strings.Trim(fmt.Sprint(timedSizes), "[]")
	files["main.go"] = strings.NewReplacer("TABLE", table.String(), "CALLERS", callers.String(),
		"SIZES", strings.ReplaceAll(sizes, " ", ", ")).Replace(timer)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	program = filepath.Join(dir, "gain.exe")
	cmd := exec.Command("go", "build", "-mod=mod", "-o", program, ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w:\n%s", err, bytes.TrimSpace(out))
	}
	return program, nil
}

// caller is the function of the program that times functions with as many parameters and results: it calls them as
// programs do, without package reflect.
func (t timed) caller() (name, decl string) {
	name = fmt.Sprintf("time%dto%d", t.in, t.results)
	var types, in, out, args, vars []string
	for i := range t.in {
		typ, arg := fmt.Sprintf("A%d", i), fmt.Sprintf("a%d", i)
		types, in, args = append(types, typ), append(in, typ), append(args, arg)
		vars = append(vars, fmt.Sprintf("\t\t%s := verify.Argument[%s](a, %d)\n", arg, typ, i))
	}
	for i := range t.results {
		typ := fmt.Sprintf("R%d", i)
		types, out = append(types, typ), append(out, typ)
	}
	generic := ""
	if len(types) > 0 {
		generic = "[" + strings.Join(types, ", ") + " any]"
	}
	list := func(s []string) string { return strings.Join(s, ", ") }
	fn := fmt.Sprintf("func(%s) (%s)", list(in), list(out))
	return name, fmt.Sprintf(`
func %s%s(fn %s, text, name string) result {
	return measure(fn, text, name, func(fn %s, a *verify.Arguments) func() {
%s		return func() { fn(%s) }
	})
}
`, name, generic, fn, fn, strings.Join(vars, ""), list(args))
}

// timer is the program.
const timer = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"time"

	"hotloop"
	"hotloop/internal/verify"
)

var table = []func() result{
TABLE}

var sizes = []int{SIZES}

type timing struct {
	Elements int     ` + "`json:\"elements\"`" + `
	Ratio    float64 ` + "`json:\"measured\"`" + `
	Plain    float64 ` + "`json:\"plain_ns\"`" + `
}

type result struct {
	Sizes []timing
	Why   string
}

func main() {
	i, _ := strconv.Atoi(os.Args[1])
	out, _ := json.Marshal(table[i]())
	fmt.Println(string(out))
}

// sets is the number of sets of arguments that are tried, longest what a call may take.
const (
	sets    = 200
	longest = 20 * time.Millisecond
	trying  = 5 * time.Second
	rounds  = 41
)

func measure[F any](fn F, text, name string, bind func(F, *verify.Arguments) func()) (r result) {
	defer func() {
		if recover() != nil {
			r = result{Why: "called again, it panics on what it stored"}
		}
	}()
	k, err := hotloop.Compile[F](text, name, hotloop.RequireNative())
	if err != nil {
		return result{Why: "it is not compiled alone"}
	}
	for _, n := range sizes {
		var args *verify.Arguments
		most := time.Duration(0)
		start := time.Now()
		for set := 0; set < sets && time.Since(start) < trying; set++ { // arguments with which it works, and works long
			a := verify.Sample(reflect.TypeFor[F](), n, 1, set)
			if d := once(a, bind(fn, a)); d > most && d < longest {
				args, most = a, d
			}
		}
		if args == nil {
			continue
		}
		args.Restore()
		turns := 0
		t := verify.Measure(func() bool { turns++; return turns <= rounds }, bind(fn, args), bind(k.Func, args), args.Restore)
		r.Sizes = append(r.Sizes, timing{n, t.Ratio, t.First})
	}
	if len(r.Sizes) == 0 {
		r.Why = "it panics on all arguments, or takes too long"
	}
	return r
}

// once is the time of the faster of some calls, 0 if they panic.
func once(a *verify.Arguments, call func()) (d time.Duration) {
	defer func() {
		if recover() != nil {
			d = 0
		}
	}()
	for i := range 3 {
		a.Restore()
		start := time.Now()
		call()
		if t := time.Since(start); i == 0 || t < d {
			d = max(t, 1)
		}
		if d > longest {
			break
		}
	}
	return d
}
CALLERS`
