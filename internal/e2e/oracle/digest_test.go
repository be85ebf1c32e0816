package oracle

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/lab/difftest"
	"hotloop/internal/lab/frame"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// codeDigests is where TestCodeDigest leaves what it finds.
var codeDigests = flag.String("code-digests", "", "`file` that TestCodeDigest writes")

// resultsFile holds a line for each kernel of the oracle tests: its name, and a digest of what its calls return, leave
// in memory and panic with, as the Go compiler's code for amd64 has it. The oracle tests compare with the Go compiler
// on the machine at hand; this one has all machines agree.
const resultsFile = "testdata/results.digest"

// TestGoldenResults calls all kernels in native code and by the Go compiler. What floats out of range are as integers
// is the architecture's, so kernels that convert are left out.
func TestGoldenResults(t *testing.T) {
	text, err := os.ReadFile(resultsFile)
	if err != nil && !*e2e.Update {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		name, sum, _ := strings.Cut(line, " ")
		want[name] = sum
	}
	var lines []string
	for _, set := range []struct {
		text    string
		kernels []e2e.Kernel
	}{{kernels.KernelsText, oracleKernels}, {kernels.StmtKernelsText, stmtOracleKernels}} {
		for i := range set.kernels {
			k := &set.kernels[i]
			fname, _, _ := strings.Cut(k.Name, "/")
			res, err := frontend.Build(frontend.Text("k.go", set.text), fname, frontend.Options{Type: reflect.TypeOf(k.Fn)})
			if err != nil {
				t.Fatal(err)
			}
			if convertsFloats(res.Func) {
				continue
			}
			fns := map[string]any{"gc": k.Fn}
			for _, isa := range e2e.ISAs() {
				kern, err := runtime.Compile(reflect.TypeOf(k.Fn), set.text, fname, runtime.Options{ISA: isa, FPWritten: true})
				if err != nil || kern.Err() != nil {
					t.Fatal(err, kern.Err())
				}
				fns[isa] = kern.Func().Interface()
			}
			if want[entry(k.Name)] == "" && !*e2e.Update {
				t.Errorf("%s: not in %s (go test -run TestGoldenResults -update ./internal/e2e/... on amd64 writes it)", k.Name,
					resultsFile)
				continue
			}
			for who, fn := range fns {
				sum := digest(k, t, fn)
				if who == "gc" {
					lines = append(lines, entry(k.Name)+" "+sum)
				}
				if sum != want[entry(k.Name)] && !*e2e.Update {
					t.Errorf("%s: %s does not do what the Go compiler does on amd64", k.Name, who)
				}
			}
		}
	}
	if len(lines) != len(want) && !*e2e.Update && !t.Failed() {
		t.Errorf("%s has %d kernels, there are %d", resultsFile, len(want), len(lines))
	}
	if *e2e.Update && cpu.Host().Tier.Arch() == "amd64" {
		if err := os.WriteFile(resultsFile, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// convertsFloats reports whether a function converts floats to integers.
func convertsFloats(f *ir.Func) bool {
	for _, b := range f.Blocks {
		if slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return v.Op == ir.OpFToSI }) {
			return true
		}
	}
	return false
}

// entry is what files of digests call a kernel: files that other commits write stay comparable.
func entry(name string) string { return strings.ToLower(name[:1]) + name[1:] }

// digest calls a function the way the oracle tests do, for lengths that no plan has a say in.
func digest(k *e2e.Kernel, t *testing.T, fn any) string {
	ft := reflect.TypeOf(fn)
	h := sha256.New()
	var arena frame.Arena
	defer arena.Free()
	rng := rand.New(rand.NewPCG(uint64(len(k.Name)), 99))
	for i, n := range []int{0, 1, 2, 3, 8, 17, 33, 64, 100, 257} {
		for v := range 6 {
			f, edge, _ := k.Frame(rng, n, i, v, false)
			if f == nil {
				continue
			}
			p, err := f.PlaceIn(&arena, edge)
			if err != nil {
				t.Fatal(err)
			}
			o := p.Call(fn)
			h.Write([]byte(o.Panic))
			for j, r := range f.Regions {
				hashFloats(h, r.Elem, o.Regions[j])
			}
			for j, r := range o.Results {
				hashFloats(h, ft.Out(j), binary.LittleEndian.AppendUint64(nil, r)[:ft.Out(j).Size()])
			}
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// hashFloats hashes elements of type t, all NaN alike.
func hashFloats(h io.Writer, t reflect.Type, b []byte) {
	b = slices.Clone(b)
	size := int(t.Size())
	for at := 0; at+size <= len(b); at += size {
		switch e := b[at:][:size]; t.Kind() {
		case reflect.Float32:
			if bits := binary.LittleEndian.Uint32(e); bits<<1 > 0xff<<24 {
				binary.LittleEndian.PutUint32(e, 0x7fc00000)
			}
		case reflect.Float64:
			if bits := binary.LittleEndian.Uint64(e); bits<<1 > 0x7ff<<53 {
				binary.LittleEndian.PutUint64(e, 0x7ff8<<48)
			}
		}
	}
	h.Write(b)
}

// TestCodeDigest compiles kernels for a plain processor of every tier and writes digests of the code. Code must not
// depend on the machine that makes it: the files of two machines are the same (.ci/run compares).
func TestCodeDigest(t *testing.T) {
	if *codeDigests == "" {
		t.Skip("no file to write (-code-digests)")
	}
	var out strings.Builder
	code := func(name string, typ reflect.Type, text, fn string, fp string) {
		flags, err := runtime.ParseFP(fp)
		if err != nil {
			t.Fatal(err)
		}
		for _, arch := range []string{"amd64", "arm64"} {
			for _, tier := range cpu.Tiers(arch) {
				features := cpu.Baseline(tier)
				same := true
				w := &runtime.Watch{For: &features, SSA: func(f *ir.Func) { same = !convertsFloats(f) }}
				if _, err := runtime.Inspect(typ, text, fn, runtime.Options{FP: flags, FPWritten: fp != "exact", FileName: "k.go"},
					w); err != nil {
					t.Fatal(err)
				}
				if !same {
					continue // how the Go compiler converts floats is part of the kernel
				}
				if w.Code == nil {
					fmt.Fprintln(&out, name, fp, tier, "none")
					continue
				}
				fmt.Fprintf(&out, "%s %s %s %x\n", name, fp, tier, sha256.Sum256(w.Code.Text))
			}
		}
	}
	suites := bench.Suites
	if testing.Short() {
		suites = []string{"core", "math"} // enough to show that machines agree, and emulated machines are slow
	}
	for _, suite := range suites {
		for _, k := range bench.Suite(suite) {
			for _, fp := range []string{"exact", "fast"} {
				code(suite+"/"+k.Name, k.Type, k.Text, k.Func, fp)
			}
		}
	}
	for i := range oracleKernels {
		k := &oracleKernels[i]
		code(entry(k.Name), reflect.TypeOf(k.Fn), kernels.KernelsText, k.Name, "exact")
	}
	// Errors and strings that are returned make code hold addresses of this run.
	without := map[string]bool{"error returned": true, "text returned": true, "memory made": true, "error made": true}
	maps.Copy(without, difftest.Unknown())
	m := difftest.NewMachine(difftest.Config{Seed: 21, Without: without})
	for id := range 100 {
		if c, err := m.Generate(id); err == nil {
			code(fmt.Sprint("random", id), c.Type, c.Text, difftest.KernelName, "fast")
		}
	}
	if err := os.WriteFile(*codeDigests, []byte(out.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
