package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hotloop/internal/gen"
	"hotloop/internal/lab/ahead"
	"hotloop/internal/lab/child"
)

// builds are those of generated code that hotloop stress runs, for equal times. With the race detector, kernels are the Go
// functions.
var builds = []struct {
	name  string
	flags []string
	env   []string
}{
	{name: "plain"},
	{name: "checkptr", flags: []string{"-gcflags=all=-d=checkptr"}},
	{name: "race", flags: []string{"-race"}, env: []string{"CGO_ENABLED=1"}},
}

// stressGenerated runs the functions of packages under stress, as hotloop gen writes them.
func stressGenerated(folders []string, total time.Duration, seed uint64, stdout, stderr io.Writer) error {
	packages, err := ahead.Packages(folders...)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "hotloop-stress-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := ahead.Write(dir, packages, ahead.Options{Options: gen.Options{All: true}}); err != nil {
		return err
	}
	n, err := ahead.WriteStress(dir, packages)
	if err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("%s: no function has only numbers and slices of numbers as parameters", strings.Join(folders, " "))
	}
	bad := 0
	for _, b := range builds {
		exe := filepath.Join(dir, b.name)
		if out, err := ahead.Go(dir, b.env, append(append([]string{"build"}, b.flags...), "-o", exe, ".")...).CombinedOutput(); err != nil {
			if b.env != nil {
				fmt.Fprintf(stderr, "hotloop stress: %s: skipped: it needs cgo: %v\n%s", b.name, err, out)
				continue
			}
			return fmt.Errorf("%s: %w\n%s", b.name, err, out)
		}
		cmd := child.Command(exe, "-for", (total / time.Duration(len(builds))).String(), "-seed", fmt.Sprint(int64(seed)))
		cmd.Env = append(os.Environ(), "GODEBUG=clobberfree=1")
		out, err := cmd.CombinedOutput()
		fmt.Fprintf(stdout, "%s: %s", b.name, out)
		if err != nil {
			fmt.Fprintf(stdout, "FAIL %s: %v\n", b.name, err)
			bad++
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d builds failed", bad, len(builds))
	}
	return nil
}
