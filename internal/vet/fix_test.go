package vet

import (
	"fmt"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
)

// TestFixes checks the changes that are found, applies them, and checks that nothing is left to fix. Loops that no
// change helps, or that only a promise would, have none.
func TestFixes(t *testing.T) {
	const file = `package k

import "math/bits"

func Sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

func Poly(x []float64) (s float64) {
	//loop:unroll.disable
	for i := range x {
		s = s*0.5 + x[i]
	}
	return s
}

func Map(y, t []byte) {
	// Each byte is replaced.
	for i, c := range y {
		y[i] = t[c]
	}
}

func Digits(y, x, t []byte) {
	for i, c := range x {
		y[i] = t[int(c&15)]
	}
}

func Counter(y, t []byte) {
	for i := range y {
		y[i] = t[i]
	}
}

func Moves(y, t []byte) {
	for i, c := range y {
		y[i] = t[c]
		t = t[1:]
	}
}

func Fixed(y []byte, t *[256]byte) {
	for i, c := range y {
		y[i] = t[c] + uint8(bits.Len8(c))
	}
}

func Promise(y []int, idx []int) {
	for i, k := range idx {
		y[k] = y[i] + 1
	}
}

func Typo(y []int) {
	//loop:vectorise.width=8
	for i := range y {
		y[i]++
	}
}

func Colon(y []int) {
	//loop vectorize.width=8
	for i := range y {
		y[i]++
	}
}

// Word is one.
//
//hotlop:kernel
func Word(y []int) {
	for i := range y {
		y[i]++
	}
}

//hotloop:kernal
func Kernel(y []int) {
	for i := range y {
		y[i]++
	}
}
`
	host := cpu.Baseline(cpu.AVX512)
	o := Options{For: &host, Fix: true}
	list, err := Package(frontend.Text("k.go", file), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"Sum":    `k.go:6:2: allow other rounding, which vectorizes the loop: //loop:fp reassoc: 6:1-1 "\t//loop:fp reassoc\n"`,
		"Poly":   `k.go:14:2: allow other rounding, which vectorizes the loop: //loop:fp fast: 14:1-1 "\t//loop:fp fast\n"`,
		"Map":    `k.go:22:2: check the table's length before the loop: _ = t[255], which panics if it is shorter: 21:1-1 "\t_ = t[255]\n"`,
		"Digits": `k.go:28:2: check the table's length before the loop: _ = t[15], which panics if it is shorter: 28:1-1 "\t_ = t[15]\n"`,
		"Typo":   `k.go:59:9: write vectorize.width: 59:9-24 "vectorize.width"`,
		"Colon":  `k.go:66:2: write //loop:vectorize.width=8: 66:2-26 "//loop:vectorize.width=8"`,
		"Word":   `k.go:74:1: write //hotloop:kernel: 74:1-16 "//hotloop:kernel"`,
		"Kernel": `k.go:81:1: write //hotloop:kernel: 81:1-17 "//hotloop:kernel"`,
	}
	lines := strings.SplitAfter(file, "\n")
	for i := range list {
		f := &list[i]
		var got []string
		for _, x := range f.Fixes {
			message, _, _ := strings.Cut(x.Message, " (about ")
			got = append(got, fmt.Sprintf("%s: %s: %d:%d-%d %q", x.Position, message, x.Edit.Line, x.Edit.From, x.Edit.To, x.Edit.New))
			line := lines[x.Edit.Line-1]
			lines[x.Edit.Line-1] = line[:x.Edit.From-1] + x.Edit.New + line[x.Edit.To-1:]
		}
		if strings.Join(got, "\n") != want[f.Function] {
			t.Errorf("%s: %s\nwant %s", f.Function, strings.Join(got, "\n"), want[f.Function])
		}
		if n := f.Function; (n == "Sum" || n == "Map") && (len(f.Fixes) != 1 || f.Fixes[0].Gain < 4) {
			t.Errorf("%s: %+v", n, f.Fixes)
		}
	}
	text := strings.Join(lines, "")
	fixed, err := Package(frontend.Text("k.go", text), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fixed {
		if len(f.Fixes) > 0 || want[f.Function] != "" && (!f.Vectorized || len(f.Warnings) > 0) {
			t.Errorf("%s is not fixed: %+v\n%s", f.Function, f, text)
		}
	}
}
