package directive

import (
	"strings"
	"testing"
)

func TestMisspelt(t *testing.T) {
	for text, want := range map[string]string{
		"//hotloop:kernal":                 "write //hotloop:kernel instead",
		"//hotloop:readonli":               "write //hotloop:readonly instead",
		"//hotloop:":                       "write //hotloop:kernel or //hotloop:readonly instead",
		"//pragma omp simd":                "write //pragma:omp simd with a colon instead",
		"//loop vectorize.enable":          "write //loop:vectorize.enable with a colon instead",
		"//lop:unroll.count=4":             "write //loop:unroll.count=4 instead",
		"//loops:fp reassoc":               "write //loop:fp reassoc instead",
		"//pragmas: omp simd":              "write //pragma: omp simd instead",
		"//hotlop:kernel":                  "write //hotloop:kernel instead",
		"//hotloop:kernel":                 "",
		"//hotloop:readonly filled by gen": "",
		"//loop over all rows":             "",
		"// loop vectorize.enable":         "",
		"//go:noinline":                    "",
		"//lint:ignore U1000 tables":       "",
		"//http://example.com":             "",
		"//nolint:loop":                    "",
		"//":                               "",
	} {
		got := misspelt(text)
		if want == "" && got != "" || !strings.HasSuffix(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	if got := meant("llvm.loop.unroll.count"); got != "unroll.count" {
		t.Errorf("llvm.loop.unroll.count is taken for %s", got)
	}
}
