package directive

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite PRAGMAS.md")

// TestPragmaDocument compares PRAGMAS.md with the tables of pragmas.
func TestPragmaDocument(t *testing.T) {
	const document = "PRAGMAS.md"
	want := pragmaDocument(t)
	got, _ := os.ReadFile(document)
	if string(got) == want {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the tables say; run go test ./frontend/directive -run PragmaDocument -update", document)
	}
	if err := os.WriteFile(document, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

// pragmaHead is what PRAGMAS.md says before its tables.
//
//go:embed testdata/head.md
var pragmaHead string

func pragmaDocument(t *testing.T) string {
	var b strings.Builder
	b.WriteString(pragmaHead)
	section := ""
	for _, p := range Pragmas() {
		if p.Becomes == "" && p.Promise == "" {
			t.Errorf("%s is not read", p.Form)
		}
		if p.Section != section {
			section = p.Section
			fmt.Fprintf(&b, "\n## %s\n\n| word | becomes | promise |\n|---|---|---|\n", section)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", p.Form, p.Becomes, p.Promise)
	}
	b.WriteString(`
` + "`omp simd`" + ` itself is ` + "`vectorize.enable parallel_accesses`" + `. Pragmas about several loops are ` + "`omp tile sizes(32,8)`, `omp stripe sizes(4)`," + `
` + "`omp interchange permutation(2,1)`, `omp reverse`, `omp fuse looprange(1,2)`, `omp split counts(8,omp_fill)` and `block_loop factor(16) level(1,2)`" + `;
` + "`loop_count(1000)` and `loop_count min(10) max(100) avg(50)` are `estimated_trip_count`" + `. They promise nothing. ` + "`omp fuse`" + `
alone applies to all adjacent loops. A number may also be an expression of numbers
and package constants: ` + "`gcc unroll 2*N`" + `.
`)
	return b.String()
}
