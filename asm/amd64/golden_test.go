package amd64_test

import (
	"flag"
	"fmt"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/asm/amd64/amd64test"
	"hotloop/asm/internal/asmtest"
)

var update = flag.Bool("update", false, "rewrite testdata")

// TestGolden compares an instruction of every form with testdata/golden.s, "instruction // hex", so that any
// change of encoding or syntax shows in a diff.
func TestGolden(t *testing.T) {
	var lines []string
	for _, f := range amd64test.Forms() {
		r := asmtest.FormRand(f.Op.String(), uint64(f.Size), uint64(f.MemPos+1))
		for {
			in := f.Rand(r)
			if code, err := amd64.Append(nil, &in); err == nil {
				lines = append(lines, fmt.Sprintf("%v // %x", in, code))
				break
			}
		}
	}
	asmtest.Golden(t, "testdata/golden.s", lines, *update)
}
