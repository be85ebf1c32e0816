package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hotloop/runtime"
)

// TestHelp checks the help of each command: it is on standard output, with status 0, the same in both forms, and says what
// the exit status means. A wrong flag has status 2 and nothing on standard output.
func TestHelp(t *testing.T) {
	doc, err := os.ReadFile("../../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	for i := range commands {
		name := strings.TrimPrefix(commands[i].Name, "hotloop ")
		var help, short, errs strings.Builder
		if code := run([]string{"help", name}, &help, &errs); code != 0 || errs.Len() > 0 {
			t.Errorf("help %s: status %d: %s", name, code, &errs)
		}
		if code := run([]string{name, "-h"}, &short, &errs); code != 0 || errs.Len() > 0 || short.String() != help.String() {
			t.Errorf("%s -h: status %d: %s\n%s", name, code, &errs, &short)
		}
		inOrder(t, "help "+name, help.String(), []string{"usage: hotloop " + name, "\nFlags:\n", "\nExit status: 0; 1 if "})
		if m := regexp.MustCompile(`(?m)^  -(\S+)( \S+)?\n(  -|\n)`).FindString(help.String()); m != "" {
			t.Errorf("help %s: a flag is not described: %q", name, m)
		}
		var out strings.Builder
		errs.Reset()
		if code := run([]string{name, "-no-such-flag"}, &out, &errs); code != 2 || out.Len() > 0 || !strings.Contains(errs.String(), "usage: hotloop "+name) {
			t.Errorf("%s -no-such-flag: status %d: %s%s", name, code, &out, &errs)
		}
		if !strings.Contains(string(doc), "| `hotloop "+name) {
			t.Errorf("docs/tools.md has no row for hotloop %s", name)
		}
	}
}

// TestStatus checks the status of each command that has one to find: 0 if there is nothing, 1 if there is, 2 if the
// command line is wrong. Other tests have check, explain, dump, run and fuzz.
func TestStatus(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	module := func(text string) string {
		dir := t.TempDir()
		for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "a.go": text} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	plain := "package m\n\n// scale is a kernel.\n//\n//hotloop:kernel Scale\nfunc scale(x []float32, a float32) {\n\tfor i := range x {\n\t\tx[i] *= a\n\t}\n}\n"
	tidy := module(plain)
	typo := module(strings.Replace(plain, "\tfor", "\t//loop:vectorise.enable\n\tfor", 1))
	for _, c := range []struct {
		args string
		code int
		want string // on standard output
	}{
		{"vet -json " + tidy, 0, `"functions": [`},
		{"vet " + typo, 1, "vectorise"},
		{"vet -json " + typo, 1, `"new": "vectorize.enable"`},
		{"vet -update", 2, ""},
		{"vet nowhere", 2, ""},
		{"gen -check -json " + tidy, 1, `"stale": "`},
		{"gen -json " + tidy, 0, `"kernels": [`},
		{"gen -check " + tidy, 0, ""},
		{"gen -isa mmx " + tidy, 2, ""},
		{"survey -sets 0 -json " + tidy, 0, `"functions":`},
		{"survey", 2, ""},
		{"survey nowhere", 2, ""},
		{"stress -for 1ms -workers 1 -json", 0, `"failures": `},
		{"stress -for 0s", 2, ""},
		{"stress -cycles 2 -json", 2, ""},
		{"stress now", 2, ""},
		{"hostile -json -texts 2 -by count", 0, `"sources": 2,`},
		{"hostile -by luck", 2, ""},
		{"hostile -text (", 2, ""},
		{"fuzz -nogc -json -only 2", 2, ""},
	} {
		var out, errs strings.Builder
		code := run(strings.Fields(c.args), &out, &errs)
		if code != c.code || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: status %d, want %d and %q\n%s%s", c.args, code, c.code, c.want, &out, &errs)
		}
		if strings.Contains(c.args, "-json") && c.code != 2 && !strings.HasPrefix(c.args, "survey") {
			if !json.Valid([]byte(out.String())) {
				t.Errorf("%s: no JSON: %s", c.args, &out)
			}
		}
	}
}
