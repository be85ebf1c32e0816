package directive

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"hotloop/frontend/syntax"
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
	for _, s := range []struct {
		title, prefix string
		words         []word
	}{
		{"clang loop", "clang loop ", clangLoop()},
		{"GCC", "gcc ", gccPragmas()},
		{"Without a prefix", "", barePragmas()},
		{"After ivdep", "ivdep ", ivdepWords()},
		{"vector, simd (Intel)", "vector ", vectorClauses()},
		{"Loop_Optimize (Ada)", "", adaWords()},
		{"omp simd", "omp simd ", ompSimd()},
		{"Before simd, and alone", "omp ", ompParallel()},
		{"In the body of the loop", "omp ", ompBody()},
		{"omp declare simd", "omp declare simd ", ompDeclareSimd()},
		{"omp unroll", "omp unroll ", ompUnroll()},
		{"Other OpenMP", "omp ", ompOther()},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n| word | becomes | promise |\n|---|---|---|\n", s.title)
		for i := range s.words {
			w := &s.words[i]
			forms := w.forms
			if len(forms) == 0 {
				forms = []string{w.name}
			}
			for _, f := range forms {
				p := &parser{Reports: &syntax.Reports{}, text: f}
				c := p.clause()
				r := w.read(c)
				if c.name != w.name || r.malformed {
					t.Errorf("%s%s is not read", s.prefix, f)
				}
				fmt.Fprintf(&b, "| `%s%s` | %s | %s |\n", s.prefix, f, becomes(r), r.takes)
			}
		}
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

func becomes(r reading) string {
	text := r.why
	if r.attrs != "" {
		text = "`" + r.attrs + "`"
	} else if r.unless != "" && text != "" {
		text += "; or " + r.unless
	} else if r.unless != "" {
		text = r.unless
	}
	return text
}

func (e effect) String() string {
	return [...]string{keeps: "holds", takesUnlessScalar: "dropped in memory", takesUnlessTrue: "all dropped if false",
		takesPromise: "dropped",
		takesAll:     "all dropped"}[e]
}
