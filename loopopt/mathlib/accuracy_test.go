package mathlib

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
)

var (
	update  = flag.Bool("update", false, "measure at length and rewrite ACCURACY.md")
	samples = flag.Int("samples", 200_000, "arguments for each row of ACCURACY.md with -update, and with -long")
	long    = flag.Bool("long", false, "measure as -update does, without writing")
)

// quickSamples is the number of arguments per row in a plain test run. They are the first arguments of a long run.
const quickSamples = 800

// row is the result for one range: its worst argument and the error there.
type row struct {
	worst   float64
	x, y    float64
	count   int
	wrong   int // results that are not correctly rounded
	farther int // results that are not even neighbors of the correctly rounded one
}

// errorAt returns the error of a function at one argument, in ulps and in steps.
func (fn *function) errorAt(x, y float64) (ulps float64, away uint64) {
	got, want := fn.f(x, y), fn.ref(refPrec, big.NewFloat(x), big.NewFloat(y))
	return ulpError(got, want), steps(got, want)
}

// measure measures one range.
func (fn *function) measure(g argRange, n int) row {
	r := rand.New(rand.NewPCG(uint64(len(fn.name)), uint64(len(g.name))))
	m := row{worst: -1}
	for range n {
		x, y := g.gen(r)
		e, away := fn.errorAt(x, y)
		if e > m.worst {
			m.worst, m.x, m.y = e, x, y
		}
		if away > 0 {
			m.wrong++
		}
		if away > 1 {
			m.farther++
		}
	}
	m.count = n
	return m
}

// TestAccuracy measures every range of every function. Errors must be within the functions' limits, and every result
// must be the correctly rounded one or a neighbor of it. ACCURACY.md must agree: the published worst arguments must
// have the published errors, and no quick sample a larger one.
func TestAccuracy(t *testing.T) {
	n := quickSamples
	if *update || *long {
		n = *samples
	}
	doc := readAccuracy(t)
	fns := functions()
	lines := make([][]string, len(fns))
	var wg sync.WaitGroup
	slots := make(chan bool, runtime.GOMAXPROCS(0))
	for i := range fns {
		wg.Add(1)
		go func() {
			defer wg.Done()
			slots <- true
			defer func() { <-slots }()
			fn := &fns[i]
			for _, g := range fn.ranges {
				m := fn.measure(g, n)
				args := hex(m.x, 64)
				if fn.two {
					args += ", " + hex(m.y, 64)
				}
				lines[i] = append(lines[i], fmt.Sprintf("| %s | %s | %.3f | %s | %d |", fn.name, g.name, m.worst, args, m.count))
				if m.worst > fn.limit || m.farther > 0 {
					t.Errorf("%s, %s: error of %.4f ulp at %s (limit %.2f), %d results are no neighbours of the right one",
						fn.name, g.name, m.worst, args, fn.limit, m.farther)
				}
				if !*update {
					fn.compareWithDoc(t, g.name, m, doc[fn.name+"|"+g.name])
				}
			}
		}()
	}
	wg.Wait()
	if *update && !t.Failed() {
		writeAccuracy(t, lines)
	}
}

// compareWithDoc checks one published row.
func (fn *function) compareWithDoc(t *testing.T, name string, m row, cells []string) {
	if cells == nil {
		t.Errorf("ACCURACY.md has no row for %s, %s; go test ./loopopt/mathlib -update makes it", fn.name, name)
		return
	}
	var x, y float64
	published, err := strconv.ParseFloat(cells[2], 64)
	if err == nil {
		a, b, _ := strings.Cut(cells[3], ", ")
		x, err = strconv.ParseFloat(a, 64)
		if b != "" && err == nil {
			y, err = strconv.ParseFloat(b, 64)
		}
	}
	if err != nil {
		t.Errorf("ACCURACY.md, %s, %s: %v", fn.name, name, err)
		return
	}
	if e, _ := fn.errorAt(x, y); math.Abs(e-published) > 0.0006 {
		t.Errorf("ACCURACY.md, %s, %s: the error at %s is %.3f, not %.3f", fn.name, name, cells[3], e, published)
	}
	if count, err := strconv.Atoi(cells[4]); (err != nil || count >= m.count) && m.worst > published+0.0006 {
		t.Errorf("%s, %s: error of %.4f ulp at %s, %s, and ACCURACY.md says %.3f", fn.name, name, m.worst, hex(m.x, 64),
			hex(m.y, 64), published)
	}
}

func hex(x float64, bits int) string { return strconv.FormatFloat(x, 'x', -1, bits) }

const accuracyFile = "ACCURACY.md"

// readAccuracy returns the cells of the rows, by "function|range".
func readAccuracy(t *testing.T) map[string][]string {
	text, err := os.ReadFile(accuracyFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 5 {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows[cells[0]+"|"+cells[1]] = cells
	}
	return rows
}

// writeAccuracy puts rows between the markers of their table: "float64" here, "float32" in the other test.
func writeAccuracy(t *testing.T, lines [][]string) { writeTable(t, "float64", lines) }

var writing sync.Mutex

func writeTable(t *testing.T, table string, lines [][]string) {
	writing.Lock()
	defer writing.Unlock()
	text, err := os.ReadFile(accuracyFile)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+table+" -->\n", "<!-- end of "+table+" -->\n"
	head, rest, ok := strings.Cut(string(text), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s: the markers %q and %q are missing", accuracyFile, begin, end)
	}
	var b strings.Builder
	b.WriteString(head + begin + "| function | arguments | worst error | at | count |\n|---|---|---|---|---|\n")
	for _, group := range lines {
		for _, l := range group {
			b.WriteString(l + "\n")
		}
	}
	b.WriteString(end + tail)
	if err := os.WriteFile(accuracyFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
