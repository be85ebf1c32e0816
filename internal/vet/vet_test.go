package vet

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotloop/cpu"
)

func look(t *testing.T, dir string) *Report {
	t.Helper()
	f := cpu.Baseline(cpu.AVX2)
	r, err := Modules([]string{dir}, Options{For: &f})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReport: what is said of functions and of calls.
func TestReport(t *testing.T) {
	r := look(t, "testdata/mod")
	var sb strings.Builder
	r.Write(&sb)
	got := sb.String()
	for _, want := range []string{
		"kernels.go:10:1: Scale: vectorized, about ", "cycles an iteration for",
		"kernels.go:16:1: Sum: vectorized", // by the options of its call
		"kernels.go:29:1: Send: refused", "write",
		"(*vec).Add: vectorized",
		"Accelerate of Amplify: falls back\n\ttestdata/mod/kernels.go:25:11: package-level variable gain, which may be changed at testdata/mod/use.go",
		"Accelerate of Abs: a call of the kernel takes longer than the Go function",
		"Accelerate of Many: every call goes through package reflect",
		"Accelerate of Scale: not looked at: an option of it is known at run time only",
		"MustCompile of Scale: not looked at: the argument of its option WithArgument is known only at run time",
		"MustCompile of Helped: falls back", "MustCompile of Blend: falls back",
		"6 functions with numeric loops: 5 accepted", "14 calls of Accelerate and Compile: 3 without machine code",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the report has no %q", want)
		}
	}
	for _, no := range []string{"Plain", "Accelerate of (*vec).Add", "MustCompile of Sum"} {
		if strings.Contains(got, no) {
			t.Errorf("the report has %q", no)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

// TestBaseline: what was recorded and is vectorized no more is lost; what moves or becomes better is not.
func TestBaseline(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "k.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const scale = "\nfunc Scale(x []float64, f float64) {\n\tfor i := range x {\n\t\tx[i] *= f\n\t}\n}\n"
	write("package k\n" + scale + strings.ReplaceAll(scale, "Scale", "Other"))
	name := filepath.Join(dir, "baseline.json")
	if err := look(t, dir).Record(name); err != nil {
		t.Fatal(err)
	}
	write("package k\n\n// moved\n" + scale) // and Other is gone
	r := look(t, dir)
	if err := r.Compare(name); err != nil || len(r.Lost) != 0 {
		t.Fatal(err, r.Lost)
	}
	write("package k\n" + strings.Replace(scale, "x[i] *= f", "x[i] *= f\n\t\tf = x[i]", 1))
	r = look(t, dir)
	if err := r.Compare(name); err != nil || len(r.Lost) != 1 || r.Summary.Lost != 1 {
		t.Fatal(err, r.Lost)
	}
	if s := r.Lost[0].String(); !strings.Contains(s, "Scale: had 1 vectorized loops, has 0: ") {
		t.Error(s)
	}
}
