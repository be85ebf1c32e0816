package arm64_test

import (
	"flag"
	"fmt"
	"testing"

	"hotloop/asm/arm64"
	"hotloop/asm/arm64/arm64test"
	"hotloop/asm/internal/asmtest"
)

var update = flag.Bool("update", false, "rewrite testdata")

// TestGolden compares an instruction of every form with testdata/golden.s, "instruction // word", so that any
// change of encoding or syntax shows in a diff. Labels are 8 bytes ahead.
func TestGolden(t *testing.T) {
	var lines []string
	for _, f := range arm64test.Forms() {
		r := asmtest.FormRand(f.Op.String(), uint64(f.Size), uint64(f.Addr))
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
	asmtest.Golden(t, "testdata/golden.s", lines, *update)
}
