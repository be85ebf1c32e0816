// Command migration replaces the hand-written assembly of a public module with assembly that hotloop gen writes, in a
// copy, runs the module's own tests, and compares its own benchmarks before and after:
//
//	go run ./examples/migration vek
//
// It downloads the module. Tests for arm64 run if qemu-aarch64 is installed.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// example is a module and its change.
type example struct {
	module string   // path@version
	dir    string   // package with the assembly
	into   string   // package of the kernels, if it is not dir
	remove []string // patterns of files that the change removes
	edit   []edit
	gen    []string // arguments of hotloop gen
	bench  string   // benchmarks of dir to compare
}

// edit replaces a text of a file of the module.
type edit struct{ file, old, new string }

// The files of testdata/NAME are added to the package, or replace its files of that name.
var examples = map[string]example{
	"vek": {
		module: "github.com/viterin/vek@v0.4.3",
		dir:    "internal/functions",
		remove: []string{"accel_*", "*_amd64.go"},
		edit: []edit{
			// The kernels run on every machine.
			{"vek.go", "\tif enabled && !(cpu.X86.HasAVX2 && cpu.X86.HasFMA) {\n" +
				"\t\tpanic(\"acceleration not supported on this platform\")\n\t}\n", ""},
			{"vek.go", "\t\"golang.org/x/sys/cpu\"\n", ""},
		},
		gen:   []string{"-fp", "reassoc contract"},
		bench: "/avx2_.*_10000?$",
	},
	"reedsolomon": {
		module: "github.com/klauspost/reedsolomon@v1.14.2",
		dir:    ".",
		into:   "internal/galois",
		remove: []string{"galois_amd64.s"},
		edit: []edit{
			{"galois_amd64.go", "\npackage reedsolomon\n",
				"\npackage reedsolomon\n\nimport \"github.com/klauspost/reedsolomon/internal/galois\"\n"},
			{"galois_amd64.go", "//go:noescape\nfunc galMulSSSE3(low, high, in, out []byte)\n", ""},
			{"galois_amd64.go", "galMulSSSE3(mulTableLow[c][:], mulTableHigh[c][:], in, out)",
				"galois.Mul(mulTableLow[c][:], mulTableHigh[c][:], in[:done], out[:done])"},
			{"galois_amd64.go", "//go:noescape\nfunc galMulSSSE3Xor(low, high, in, out []byte)\n", ""},
			{"galois_amd64.go", "galMulSSSE3Xor(mulTableLow[c][:], mulTableHigh[c][:], in, out)",
				"galois.MulXor(mulTableLow[c][:], mulTableHigh[c][:], in[:done], out[:done])"},
			{"galois_amd64.go", "//go:noescape\nfunc galMulAVX2Xor(low, high, in, out []byte)\n", ""},
			{"galois_amd64.go", "galMulAVX2Xor(mulTableLow[c][:], mulTableHigh[c][:], in, out)",
				"galois.MulXor(mulTableLow[c][:], mulTableHigh[c][:], in[:done], out[:done])"},
			{"galois_amd64.go", "//go:noescape\nfunc galMulAVX2(low, high, in, out []byte)\n", ""},
			{"galois_amd64.go", "galMulAVX2(mulTableLow[c][:], mulTableHigh[c][:], in, out)",
				"galois.Mul(mulTableLow[c][:], mulTableHigh[c][:], in[:done], out[:done])"},
			{"galois_amd64.go", "//go:noescape\nfunc galMulAVX2Xor_64(low, high, in, out []byte)\n", ""},
			{"galois_amd64.go", "galMulAVX2Xor_64(mulTableLow[c][:], mulTableHigh[c][:], in, out)",
				"galois.MulXor(mulTableLow[c][:], mulTableHigh[c][:], in[:done], out[:done])"},
			{"galois_amd64.go", "//go:noescape\nfunc galMulAVX2_64(low, high, in, out []byte)\n", ""},
			{"galois_amd64.go", "galMulAVX2_64(mulTableLow[c][:], mulTableHigh[c][:], in, out)",
				"galois.Mul(mulTableLow[c][:], mulTableHigh[c][:], in[:done], out[:done])"},
			{"galois_amd64.go", "galMulAVX2Xor_64(t[:16], t[16:32], y, x)", "galois.MulXor(t[:16], t[16:32], y[:done], x[:done])"},
			{"galois_amd64.go", "galMulSSSE3Xor(t[:16], t[16:32], y, x)", "galois.MulXor(t[:16], t[16:32], y[:done], x[:done])"},
			{"galois_amd64.go", "galMulAVX2_64(t[:16], t[16:32], in, out)", "galois.Mul(t[:16], t[16:32], in[:done], out[:done])"},
			{"galois_amd64.go", "galMulSSSE3(t[:16], t[16:32], in, out)", "galois.Mul(t[:16], t[16:32], in[:done], out[:done])"},
		},
		bench: "BenchmarkGalois(Xor)?(128K|1M)$",
	},
	"bitpack": {
		module: "github.com/parquet-go/bitpack@v1.0.0",
		dir:    ".",
		remove: []string{"unpack_*.s", "unpack_*.h", "unpack_*_amd64.go", "unpack_*_arm64.go", "unpack_*_purego.go", "*masks*"},
		bench:  "BenchmarkUnpackInt(32|64)/bitWidth=(3|8|12|20|31)$",
	},
}

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 6, "runs of the benchmarks before and after, in turn")
	work := flag.String("work", "", "`directory` for the copies (default a temporary one)")
	flag.Parse()
	x, ok := examples[flag.Arg(0)]
	if !ok {
		log.Fatalf("usage: migration [-rounds N] [-work DIR] %s", strings.Join(slices.Sorted(maps.Keys(examples)), "|"))
	}
	if *work == "" {
		dir, err := os.MkdirTemp("", "migration")
		check(err)
		*work = dir
	}
	before, after := filepath.Join(*work, "before"), filepath.Join(*work, "after")
	hotloop := filepath.Join(*work, "hotloop")
	run(".", "go", "build", "-o", hotloop, "hotloop/cmd/hotloop")
	var m struct{ Dir string }
	check(json.Unmarshal([]byte(run(*work, "go", "mod", "download", "-json", x.module)), &m))
	for _, dir := range []string{before, after} {
		check(os.CopyFS(dir, os.DirFS(m.Dir)))
		run(dir, "chmod", "-R", "u+w", ".")
	}

	pkg := filepath.Join(after, x.dir)
	removed, assembly := 0, 0
	for _, pattern := range x.remove {
		for _, at := range glob(pkg, pattern) {
			n := lines(at)
			removed += n
			if strings.HasSuffix(at, ".s") {
				assembly += n
			}
			check(os.Remove(at))
		}
	}
	if x.into != "" {
		pkg = filepath.Join(after, x.into)
		check(os.MkdirAll(pkg, 0o777))
	}
	added := 0
	for _, at := range glob(filepath.Join("examples/migration/testdata", flag.Arg(0)), "*.txt") {
		text, err := os.ReadFile(at)
		check(err)
		to := filepath.Join(pkg, strings.TrimSuffix(filepath.Base(at), ".txt"))
		added += lines(at)
		if _, err := os.Stat(to); err == nil {
			removed += lines(to)
		}
		check(os.WriteFile(to, text, 0o666))
	}
	for _, e := range x.edit {
		at := filepath.Join(after, e.file)
		text, err := os.ReadFile(at)
		check(err)
		if !strings.Contains(string(text), e.old) {
			log.Fatalf("%s: no %q", at, e.old)
		}
		check(os.WriteFile(at, []byte(strings.ReplaceAll(string(text), e.old, e.new)), 0o666))
	}
	fmt.Print(run(pkg, hotloop, append([]string{"gen"}, x.gen...)...))
	generated := 0
	for _, at := range glob(pkg, "hotloop_*") {
		generated += lines(at)
	}
	fmt.Printf("lines: %d removed, %d of them assembly; %d of Go added; %d generated\n", removed, assembly, added, generated)

	run(after, "go", "vet", "./...")
	fmt.Print("amd64: ", run(after, "go", "test", "-short", "./..."))
	if _, err := exec.LookPath("qemu-aarch64"); err == nil {
		fmt.Print("arm64: ", run(after, "env", "GOARCH=arm64", "CGO_ENABLED=0", "go", "test", "-exec", "qemu-aarch64", "-short", "./..."))
	}

	// The minimum of several alternating runs varies least on a machine with other load.
	best := map[string][2]float64{}
	for i, dir := range []string{before, after} {
		run(dir, "go", "test", "-c", "-o", filepath.Join(*work, fmt.Sprintf("bench%d", i)), "./"+x.dir)
	}
	for range *rounds {
		for i, dir := range []string{before, after} {
			out := run(filepath.Join(dir, x.dir), filepath.Join(*work, fmt.Sprintf("bench%d", i)),
				"-test.run", "^$", "-test.bench", x.bench, "-test.benchtime", "20ms", "-test.cpu", "1")
			for _, l := range result.FindAllStringSubmatch(out, -1) {
				t, ok := best[l[1]]
				if !ok {
					t = [2]float64{math.Inf(1), math.Inf(1)}
				}
				ns, _ := strconv.ParseFloat(l[2], 64)
				t[i] = min(t[i], ns)
				best[l[1]] = t
			}
		}
	}
	fmt.Println("| benchmark | before, ns | after, ns | ratio |\n|---|---:|---:|---:|")
	for _, name := range slices.Sorted(maps.Keys(best)) {
		t := best[name]
		fmt.Printf("| %s | %.0f | %.0f | %.2f |\n", strings.TrimPrefix(name, "Benchmark"), t[0], t[1], t[0]/t[1])
	}
}

var result = regexp.MustCompile(`(?m)^(Benchmark\S+)\s+\d+\s+([\d.]+) ns/op`)

// run returns what a command prints to standard output.
func run(dir, name string, args ...string) string {
	c := exec.Command(name, args...)
	c.Dir, c.Stderr = dir, os.Stderr
	out, err := c.Output()
	if err != nil {
		log.Fatalf("%s\n%s: %v", out, c, err)
	}
	return string(out)
}

func glob(dir, pattern string) []string {
	list, err := filepath.Glob(filepath.Join(dir, pattern))
	check(err)
	return list
}

func lines(at string) int {
	text, err := os.ReadFile(at)
	check(err)
	return strings.Count(string(text), "\n")
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
