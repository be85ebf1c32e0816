package main

import (
	"cmp"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/internal/lab/child"
	"hotloop/internal/lab/machine"
)

// setting returns what this process measures with, and on what. dir is a clone of hotloop, or "." if there may be none.
func (o *options) setting(dir string) bench.Setting {
	s := bench.Setting{Date: time.Now().UTC().Format(time.DateOnly), Commit: commitOf(dir), March: cpu.Host().March,
		Machine:  cmp.Or(strings.Join(strings.Fields(cpuid.CPU.BrandName), " "), runtime.GOARCH),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(), Command: o.command,
		Version: map[string]string{"go": strings.TrimPrefix(runtime.Version(), "go")}}
	if ghz, err := machine.Clock(); err == nil {
		s.GHz = math.Round(100*ghz) / 100
	}
	for _, kind := range bench.CCompilers {
		if cc, err := child.FindCompiler(kind); err == nil {
			s.Version[kind] = cc.Number
		}
	}
	return s
}

// commitOf returns the commit of hotloop that is checked out in a folder or that this program was built at, with + if
// files differed from it, or "unknown".
func commitOf(dir string) string {
	if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && strings.HasPrefix(string(text), "module hotloop\n") {
		out, err := exec.Command("git", "-C", dir, "describe", "--always", "--exclude=*", "--abbrev=10", "--dirty=+").Output()
		if err == nil {
			return strings.TrimSpace(string(out))
		}
	}
	commit, changed := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = s.Value[:min(len(s.Value), 10)]
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = "+"
			}
		}
	}
	return cmp.Or(commit+changed, "unknown")
}
