package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/internal/mca"
)

// needModel skips the test if the tools are missing or do not know a processor.
func needModel(t *testing.T, march string) {
	t.Helper()
	tools, err := mca.FindTools()
	if err != nil {
		t.Skip(err)
	}
	defer tools.Close()
	f, err := cpu.Model(march)
	if err != nil {
		t.Fatal(err)
	}
	if err := tools.Check(f); err != nil {
		t.Skip(err)
	}
}

// TestModelTable checks that there is a row per kernel, the mean, and the note that nothing was timed.
func TestModelTable(t *testing.T) {
	needModel(t, "icelake-server")
	code, out, errs := jit(t, nil, "-mca", "-cpu", "icelake-server", "-isa", "avx2,avx512", "-run", "^(saxpy|find_first)$")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for _, want := range []string{`(?m)^## icelake-server, avx2, mode fast$`, `(?m)^## icelake-server, avx512, mode fast$`,
		`(?m)^\| saxpy \| 0\.\d{4} \| 32 \| \d+ \| 0\.\d{4} \| \d+ \| \d+ \| \d\.\d\d \|$`,
		`(?m)^\| saxpy \| 0\.\d{4} \| 64 `,
		`The model assumes that all loads hit`, `\| \*\*geometric mean of 1\*\* \|`, `(?m)^- find_first: excluded from the mean`} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("no match of %s in\n%s", want, out)
		}
	}
}

// TestModelOtherArch checks clang's side for a processor other than the host, and ours where available.
func TestModelOtherArch(t *testing.T) {
	needModel(t, "neoverse-n1")
	src := filepath.Join(t.TempDir(), "k.go")
	if err := os.WriteFile(src, []byte("package p\n\nfunc F(x []uint16) {\n\tfor i := range x {\n\t\tx[i] += 3\n\t}\n}\n"),
		0o666); err != nil {
		t.Fatal(err)
	}
	_, out, _ := jit(t, nil, "-mca", "-cpu", "neoverse-n1", "-src", src, "-func", "F", "-mode", "exact")
	if strings.Contains(out, "No arm64 hardware was available") != (runtime.GOARCH != "arm64") ||
		!regexp.MustCompile(`(?m)^\| F \| .* \| 0\.\d{4} \| \d+ \| \d+ \| `).MatchString(out) {
		t.Error(out)
	}
}

// TestModelJSON checks the names that plots and history rely on.
func TestModelJSON(t *testing.T) {
	needModel(t, "icelake-server")
	code, out, errs := jit(t, nil, "-mca", "-cpu", "icelake-server", "-run", "^dot$", "-json", "-mode", "exact,fast")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != 2 {
		t.Fatalf("exit %d: %s\n%s", code, errs, out)
	}
	for _, l := range lines {
		var m map[string]any
		if err := json.Unmarshal([]byte(l), &m); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"kernel", "cpu", "isa", "mode", "ours", "clang", "ratio", "tools"} {
			if _, ok := m[key]; !ok {
				t.Errorf("no %q in %s", key, l)
			}
		}
		for _, key := range []string{"elements", "cycles", "uops", "instructions", "cycles_per_element", "straight", "text"} {
			if _, ok := m["clang"].(map[string]any)[key]; !ok {
				t.Errorf("no %q in %s", key, l)
			}
		}
	}
}
