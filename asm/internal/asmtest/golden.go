// Package asmtest has helpers that the tests of the assemblers share.
package asmtest

import (
	"bufio"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// FormRand is the source of random numbers of a form, from its name and what else it differs in. It depends on the form
// alone, so that a new row of insts.txt does not change what the others have in golden files.
func FormRand(name string, size, more uint64) *rand.Rand {
	seed := size<<8 | more
	for _, c := range name {
		seed = seed*31 + uint64(c)
	}
	return rand.New(rand.NewPCG(seed, 1))
}

// Golden compares lines with a file, or rewrites it.
func Golden(t *testing.T, file string, lines []string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	i, bad := 0, 0
	for ; s.Scan(); i++ {
		if i < len(lines) && s.Text() != lines[i] && bad < 10 {
			t.Errorf("line %d: got %s, golden %s", i+1, lines[i], s.Text())
			bad++
		}
	}
	if i != len(lines) {
		t.Errorf("%d forms, %d golden lines; if this is intended, run go test -run Golden -update", len(lines), i)
	}
}
