package bench

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

const unevenText = `package uneven

func Before(a, b []int32) {
	for i := range a {
		a[i] += b[i]
	}
}

func Forever(x []int32) (s int32) {
	for i := 0; ; {
		s += x[i&3]
	}
	return s
}

// args: [n] 1<<60
func Search(x []int32, v int) (i int) {
	for int(x[i%len(x)]) != v {
		i++
	}
	return i
}

// Down ends the first time.
// args: [n]=4
func Down(x []int32) {
	for x[0] != 0 {
		x[0] -= 4
	}
	x[0] = 2
}

func Table(texts []uint16) uint32 {
	f := [...]uint32{8, 9}
	for i, t := range texts {
		if t == 0 {
			return f[i]
		}
	}
	return 0
}

func After(a, b []int32) {
	for i := range a {
		a[i] += b[i]
	}
}
`

// TestUneven measures a kernel that panics as the Go compiler's code does, and two that do not terminate: with any
// arguments, and with those of an args line. For one that does not terminate on the output of a call, that memory is
// restored. None of them counts as wrong.
func TestUneven(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a Go program")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	rows := uneven(t, []string{"go", "gcc"})
	for name, want := range map[string]string{"Forever": "does not end", "Search": "does not end", "Table": "in the Go compiler too"} {
		if got := rows[name].Untimed; !strings.Contains(got, want) || rows[name].Error != "" {
			t.Errorf("%s: %+v, want %q", name, rows[name], want)
		}
	}
	for _, name := range []string{"Before", "Down", "After"} {
		if !measured(rows[name], "hotloop", "go") {
			t.Errorf("%s is not measured: %+v", name, rows[name])
		}
	}
}

// TestUnevenHere uses the interpreter of this process as the reference: its calls are stopped too.
func TestUnevenHere(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	rows := uneven(t, []string{"go"})
	for _, name := range []string{"Forever", "Search"} {
		if got := rows[name].Untimed; !strings.Contains(got, "does not end") {
			t.Errorf("%s: %+v", name, rows[name])
		}
	}
	if !measured(rows["Before"], "hotloop") || !measured(rows["After"], "hotloop") {
		t.Errorf("%+v\n%+v", rows["Before"], rows["After"])
	}
}

// uneven measures the kernels of the text, with a limit far above the time of calls that terminate.
func uneven(t *testing.T, peers []string) map[string]*Row {
	t.Helper()
	e := Linked()
	if e == nil || len(e.ISAs()) == 0 {
		t.Skip("nothing is compiled for this machine")
	}
	kernels, err := FileKernels("uneven.go", unevenText, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	s := &Session{Engine: e, Kernels: kernels, Modes: []string{"exact"}, ISAs: e.ISAs()[:1], Lengths: []int{1000},
		Peers: peers, Quick: true, Limit: time.Second / 2}
	rows, notices, wrong := runSession(t, s)
	for _, r := range rows {
		if r.Error != "" {
			t.Errorf("%s: %s", r.Kernel, r.Error)
		}
	}
	if wrong != 0 || len(rows) != len(kernels) {
		t.Fatalf("%d wrong, %d rows of %d\n%s", wrong, len(rows), len(kernels), notices)
	}
	byName := map[string]*Row{}
	for _, r := range rows {
		byName[r.Kernel] = r
	}
	return byName
}
