package vet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hotloop/bench/source"
	"hotloop/bench/survey"
	"hotloop/frontend"
)

// GainConfig says which functions to time.
type GainConfig struct {
	Dirs   []string
	Sample int
	Seed   uint64
	Tell   func(format string, args ...any)
}

// Gained is a function that Look calls a gain, and how many times as fast its kernel was.
type Gained struct {
	Function  string
	Estimated float64
	Measured  float64
}

// MeasureGains draws functions below directories that are called gains and can be called alone, and times each against
// what gc makes of it, in a program that it builds: the check of the estimates. Arguments are made up, with 2000
// elements a slice; what panics on all of them, or takes too long, cannot be timed.
func MeasureGains(c GainConfig) (list []Gained, untimed int, err error) {
	texts, found, err := candidates(c)
	if err != nil || len(found) == 0 {
		return nil, 0, err
	}
	dir, err := os.MkdirTemp("", "hotloop-gain")
	if err != nil {
		return nil, 0, err
	}
	defer os.RemoveAll(dir)
	program, err := buildTimer(dir, texts)
	if err != nil {
		return nil, 0, err
	}
	for i, f := range found {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		out, err := exec.CommandContext(ctx, program, strconv.Itoa(i)).Output()
		cancel()
		if f.Measured, _ = strconv.ParseFloat(strings.TrimSpace(string(out)), 64); err != nil || f.Measured == 0 {
			untimed++
			c.Tell("%s: not timed: %v", f.Function, err)
			continue
		}
		c.Tell("%s: estimated %.1f, measured %.2f", f.Function, f.Estimated, f.Measured)
		list = append(list, f)
	}
	return list, untimed, nil
}

// timed is a function as a file of its own, and the types of its parameters if it is generic.
type timed struct{ text, inst string }

// candidates draws the functions.
func candidates(c GainConfig) (texts []timed, found []Gained, err error) {
	dirs, err := source.PackageDirs(c.Dirs...)
	if err != nil {
		return nil, nil, err
	}
	r := rand.New(rand.NewPCG(c.Seed, 0))
	r.Shuffle(len(dirs), func(i, j int) { dirs[i], dirs[j] = dirs[j], dirs[i] })
	for _, dir := range dirs {
		functions := survey.Load(dir)
		r.Shuffle(len(functions), func(i, j int) { functions[i], functions[j] = functions[j], functions[i] })
		of := 0
		for _, f := range functions {
			if len(found) == c.Sample {
				return texts, found, nil
			}
			if of == 4 || !f.Numeric() { // a few of each package
				continue
			}
			text, inst, err := f.Alone()
			if err != nil {
				continue
			}
			if _, err := frontend.Build(frontend.Text("k.go", text), "K", frontend.Options{AnyInstance: true}); err != nil {
				continue // it needs more than functions, types and variables: methods
			}
			seen, err := Look(f.Source(), frontend.Function{Name: f.Name(), Pos: f.Position()}, Options{})
			if err != nil || !seen.Gains() {
				continue
			}
			of++
			texts = append(texts, timed{text, inst})
			found = append(found, Gained{Function: f.String(), Estimated: seen.Gain})
		}
	}
	return texts, found, nil
}

// kernelNames are the names of declarations in such a file.
var kernelNames = regexp.MustCompile(`\bK(\w*)\b`)

// buildTimer builds the program that times function number of its argument.
func buildTimer(dir string, texts []timed) (program string, err error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "hotloop").Output()
	if err != nil {
		return "", errors.New("gains are measured from within the project: go list finds no module hotloop")
	}
	files := map[string]string{"go.mod": "module gain\n\ngo 1.24\n\nrequire hotloop v0.0.0\n\nreplace hotloop => " +
		strings.TrimSpace(string(root)) + "\n"}
	var table strings.Builder
	for i, t := range texts {
		name := fmt.Sprintf("K%dx", i)
		text := kernelNames.ReplaceAllString(t.text, name+"$1")
		files[fmt.Sprintf("k%d.go", i)] = strings.Replace(text, "package p\n", "package main\n", 1)
		value := name
		if t.inst != "" {
			value += "[" + t.inst + "]"
		}
		fmt.Fprintf(&table, "\tfunc() float64 { return timed(%s, %q, %q) },\n", value, text, name)
	}
	files["main.go"] = strings.Replace(timer, "TABLE", table.String(), 1)
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

// timer is the program.
const timer = `package main

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"time"

	"hotloop"
	"hotloop/verify"
)

var table = []func() float64{
TABLE}

func main() {
	i, _ := strconv.Atoi(os.Args[1])
	fmt.Println(table[i]())
}

func timed[F any](fn F, text, name string) float64 {
	k, err := hotloop.Compile[F](text, name, hotloop.RequireNative())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 0
	}
	one, two := reflect.ValueOf(fn), reflect.ValueOf(k.Func)
	var args *verify.Arguments
	longest := time.Duration(0)
	for set := range 60 { // arguments with which it works, and works long
		a := verify.Sample(one.Type(), 2000, 1, set)
		if d := once(a, one); d > longest && d < 20*time.Millisecond {
			args, longest = a, d
		}
	}
	if args == nil || // or so short that the call, by package reflect, is part of it
		 longest < 3*time.Microsecond {
		return 0
	}
	args.Restore()
	turns := 0
	t := verify.Measure(func() bool { turns++; return turns <= 31 }, func() { args.Call(one) }, func() { args.Call(two) },
		args.Restore)
	return t.Ratio
}

// once is the time of the faster of two calls, 0 if they panic.
func once(a *verify.Arguments, f reflect.Value) (d time.Duration) {
	defer func() {
		if recover() != nil {
			d = 0
		}
	}()
	for i := range 2 {
		a.Restore()
		start := time.Now()
		a.Call(f)
		if t := time.Since(start); i == 0 || t < d {
			d = t
		}
	}
	return d
}
`

// WriteGains tells how many of the functions were at least 1.2 times as fast as gc's.
func WriteGains(list []Gained, untimed int) string {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Gained) int { return strings.Compare(a.Function, b.Function) })
	good := 0
	var b strings.Builder
	for _, g := range list {
		note := ""
		if g.Measured >= 1.2 {
			good++
		} else {
			note = "  no gain"
		}
		fmt.Fprintf(&b, "%6.2f measured, %6.1f estimated  %s%s\n", g.Measured, g.Estimated, g.Function, note)
	}
	fmt.Fprintf(&b, "%d functions called a gain were timed, %d of them (%.0f%%) are at least 1.2 times as fast; %d could not be timed\n",
		len(list), good, 100*float64(good)/float64(max(1, len(list))), untimed)
	return b.String()
}
