package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"strings"
	"testing"
	"time"
)

// command returns the help and the flags of a command with all kinds of flags.
func command() (*Help, *flag.FlagSet) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.Bool("json", false, "print JSON")
	fs.Bool("reduce", true, "minimize kernels")
	fs.Int("n", 7, "the `number` of things, with a description that a line of sixty columns is not long enough to hold")
	fs.String("o", "", "write to this `file` (default the terminal)")
	fs.Duration("for", time.Minute, "the `time` to run")
	fs.String("worker", "", "")
	return &Help{Name: "hotloop work", Args: []string{"[-n N] FILE…", "-json"}, About: "work on files", Details: "One.\n\nTwo.",
		Found: "it fails"}, fs
}

// TestHelp checks the text of help, its status, and where it goes.
func TestHelp(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	h, fs := command()
	var out, errs bytes.Buffer
	if status, ok := h.Parse(fs, []string{"-h"}, &out, &errs); status != 0 || ok || errs.Len() > 0 {
		t.Errorf("status %d, %t: %s", status, ok, &errs)
	}
	want := `usage: hotloop work [-n N] FILE…
       hotloop work -json

Work on files.

One.

Two.

Flags:
  -for time
        the time to run (default 1m0s)
  -json
        print JSON
  -n number
        the number of things, with a description that a line
        of sixty columns is not long enough to hold (default
        7)
  -o file
        write to this file (default the terminal)
  -reduce
        minimize kernels (default true)

Exit status: 0; 1 if it fails; 2 for a wrong command line or
files that cannot be read.
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	h.Groups = []Group{{"Output", []string{"o", "json"}}, {"None", []string{"worker"}}}
	out.Reset()
	h.Write(&out, fs)
	if s := out.String(); !strings.Contains(s, "\nOutput:\n  -o file\n") || strings.Contains(s, "-n number") || strings.Contains(s, "None") {
		t.Error(s)
	}
}

// TestParse checks what a command line leaves, and the report of a wrong one.
func TestParse(t *testing.T) {
	h, fs := command()
	if status, ok := h.Parse(fs, []string{"-n", "3", "a", "b"}, io.Discard, io.Discard); status != 0 || !ok || fs.NArg() != 2 ||
		fs.Lookup("n").Value.String() != "3" {
		t.Errorf("status %d, %t, %q", status, ok, fs.Args())
	}
	var out, errs bytes.Buffer
	status, ok := h.Parse(fs, []string{"-speed"}, &out, &errs)
	want := "hotloop work: flag provided but not defined: -speed\nusage: hotloop work [-n N] FILE…\n       hotloop work -json\n" +
		"'hotloop work -h' lists the flags.\n"
	if status != 2 || ok || out.Len() > 0 || errs.String() != want {
		t.Errorf("status %d, %t: %s%s", status, ok, &out, &errs)
	}
}

// TestVersion checks both forms of the version.
func TestVersion(t *testing.T) {
	v := Version{Program: "hotloop", Version: "v1.2.3", Commit: "0123456789abcdef", Modified: true, Date: "2026-01-02T03:04:05Z",
		Go: "go1.24", Platform: "linux/amd64"}
	var b bytes.Buffer
	v.Print(&b, false)
	if got, want := b.String(), "hotloop version v1.2.3 commit 0123456789+ 2026-01-02T03:04:05Z go1.24 linux/amd64\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	b.Reset()
	v.Print(&b, true)
	var back Version
	if err := json.Unmarshal(b.Bytes(), &back); err != nil || back != v {
		t.Errorf("%v: %+v", err, back)
	}
	b.Reset()
	v.Commit = ""
	v.Print(&b, false)
	if got, want := b.String(), "hotloop version v1.2.3 go1.24 linux/amd64\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if v := VersionOf("x"); v.Version == "" || v.Go == "" || v.Platform == "" || v.Program != "x" {
		t.Errorf("%+v", v)
	}
}
