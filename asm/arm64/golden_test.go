package arm64_test

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"hotloop/asm/arm64"
	"hotloop/asm/arm64/arm64test"
)

var update = flag.Bool("update", false, "rewrite testdata")

// TestGolden compares an instruction of every form with testdata/golden.s, "instruction // word", so that any change of an encoding or of
// the syntax shows in a diff. Labels are 8 bytes ahead.
func TestGolden(t *testing.T) {
	const file = "testdata/golden.s"
	var lines []string
	for _, f := range arm64test.Forms() {
		// The seed depends on the form alone: a new row does not change the lines of the others.
		seed := uint64(f.Size)<<8 | uint64(f.Addr)
		for _, c := range f.Op.String() {
			seed = seed*31 + uint64(c)
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for {
			if in := f.Rand(r); arm64.Check(&in) == nil {
				w, err := encodeOne(in)
				if err != nil {
					t.Fatal(err)
				}
				lines = append(lines, fmt.Sprintf("%v // %08x", in, w))
				break
			}
		}
	}
	if *update {
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
		t.Errorf("%d forms, %d golden lines; if this is meant: go test -run Golden -update", len(lines), i)
	}
}
