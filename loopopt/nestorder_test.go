package loopopt_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/loopopt/remark"
)

// columnNest writes a nest without directives that walks down columns: rectangles and triangles, with stores and
// loads of neighbors, conditions within and around the inner loop, sums, and values that the outer loop loads.
func columnNest(seed int64) string {
	s := &bodies{Rand: rand.New(rand.NewSource(seed))}
	s.WriteString("package k\n\nfunc k(a, b, c, d []int32, m, n int) (s int32) {\n")
	outer := s.pick("for j := 0; j < n; j++ {", "for j := 1; j < n-1; j++ {", "for j := 0; j < n; j += 2 {", "for j := n - 1; j >= 0; j-- {", "for j := 0; j < 20; j++ {")
	inner := s.pick("for i := 0; i < m; i++ {", "for i := 1; i < m-1; i++ {", "for i := j; i < m; i++ {", "for i := j + 1; i < n; i++ {", "for i := 1; i <= j; i++ {",
		"for i := 0; i < n-j; i++ {", "for i := m - 1; i >= j; i-- {", "for i := m - 1; i >= 0; i-- {", "for i := j; i < n-1; i++ {", "for i := j; i < n; i += 2 {")
	row := s.pick("n", "n", "m", "32")
	at := func() string {
		switch s.Intn(12) {
		case 0:
			return fmt.Sprintf("j*%s+i", row)
		case 1:
			return "i"
		case 2:
			return "j"
		}
		return fmt.Sprintf("(i%s)*%s+j%s", s.pick("", "", "", "", "-1", "+1"), row, s.pick("", "", "", "", "-1", "+1"))
	}
	s.WriteString("\t" + outer + "\n")
	more := ""
	if s.Intn(3) == 0 {
		fmt.Fprintf(s, "\t\tt := %s[j]\n", s.array())
		more = "*t"
	}
	end := ""
	switch s.Intn(5) {
	case 0:
		fmt.Fprintf(s, "\t\tif %s[%s] > %d {\n", s.array(), s.pick("j", "j", "j*2", "n-j"), s.Intn(3))
		end = "\t\t}\n"
	case 1:
		s.WriteString("\t\tif j&3 != 1 {\n")
		end = "\t\t}\n"
	}
	s.WriteString("\t\t" + inner + "\n")
	for range 1 + s.Intn(2) {
		x, y := s.array(), s.array()
		switch s.Intn(6) {
		case 0:
			fmt.Fprintf(s, "\t\t\ts %s %s[%s]%s\n", s.pick("+=", "+=", "^="), x, at(), more)
		case 1:
			fmt.Fprintf(s, "\t\t\tif %s[%s] > %d {\n\t\t\t\t%s[%s] = %s[%s]%s\n\t\t\t}\n", x, at(), s.Intn(3), y, at(), x, at(), more)
		default:
			fmt.Fprintf(s, "\t\t\t%s[%s] %s %s[%s]%s\n", x, at(), s.pick("=", "+=", "-="), y, at(), more)
		}
	}
	s.WriteString("\t\t}\n" + end + "\t}\n\treturn\n}\n")
	return s.String()
}

// TestColumns compares such nests after the whole optimizer with the frontend's SSA, in the interpreter.
func TestColumns(t *testing.T) {
	compareNests(t, columnNest, "loops interchanged", 10)
}

// compareNests compares random nests. At least one in oneIn must have a remark with the text.
func compareNests(t *testing.T, nest func(seed int64) string, text string, oneIn int, narrow ...cpu.Features) {
	count := int64(300)
	if testing.Short() {
		count = 60
	}
	done := 0
	for seed := range count {
		src := nest(seed)
		build := func() *ir.Func {
			res, err := frontend.Build(frontend.Text("k.go", src), "k", frontend.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			return res.Func
		}
		before, err := interp.New(build())
		if err != nil {
			t.Fatal(err)
		}
		sink := &remark.Sink{}
		knobs, _ := config.ParseKnobs("verify-each")
		f := build()
		features := cpu.Features{Tier: cpu.AVX512, Tuning: cpu.Tuning{VectorBits: 512}}
		if len(narrow) > 0 && seed%3 > 0 {
			features = narrow[0]
		}
		opt := config.Options{Target: isel.TargetFor(features), Knobs: knobs, Remarks: sink}
		compare := func(f *ir.Func) string {
			after, err := interp.New(f)
			if err != nil {
				return err.Error()
			}
			r := rand.New(rand.NewSource(seed))
			for k := range 12 {
				m, n := r.Intn(24)-1, r.Intn(24)-1
				if k%3 == 0 {
					m, n = 18+r.Intn(9), 18+r.Intn(9)
				}
				args := overlapping(r, 1100)
				args[4], args[5] = m, n
				if err := interp.Compare(before, after, args, interp.Options{MaxSteps: 1 << 18}); err != nil && err != interp.ErrSteps {
					return fmt.Sprintf("m=%d n=%d: %v", m, n, err)
				}
			}
			return ""
		}
		if _, err := loopopt.Optimize(f, opt); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		for _, r := range sink.Remarks {
			if strings.Contains(r.Text, text) {
				done++
			}
		}
		if msg := compare(f); msg != "" {
			g := build()
			opt.After = func(pass string, f *ir.Func, changed bool) {
				if msg := compare(f); changed && msg != "" {
					t.Fatalf("seed %d: after %s: %s\n%s\n%s", seed, pass, msg, src, f)
				}
			}
			loopopt.Optimize(g, opt)
			t.Fatalf("seed %d: %s\n%s", seed, msg, src)
		}
	}
	t.Logf("%d times: %s", done, text)
	least := int(count) / oneIn
	if testing.Short() {
		least = 1 // the frequency is tested with many more nests than a short run has
	}
	if done < least {
		t.Errorf("only %d times of %d: %s", done, count, text)
	}
}

// squareNest writes a nest with rows and columns, including triangles, and indexes that inner loops increment.
func squareNest(seed int64) string {
	s := &bodies{Rand: rand.New(rand.NewSource(seed))}
	s.WriteString("package k\n\nfunc k(a, b, c, d []int32, m, n int) (s int) {\n")
	row := s.pick("n", "n+1", "m", "32")
	inner := s.pick("for j := 0; j < i; j++ {", "for j := 0; j <= i; j++ {", "for j := 0; j < i+2; j++ {", "for j := 0; j < i-3; j++ {", "for j := 0; j < m; j++ {",
		"for j := 1; j < m; j++ {", "for j := i; j < n; j++ {", "for j := i + 1; j < n; j++ {")
	count := s.pick("", "", "k++", "k++", "k += 2", "k--", "k += j", "k += j + 1", "k += j - 1", "k += i")
	start := s.pick("k = (i+1)*i/2 + i", "k = i*(i-1)/2", "k = (i*i+i)>>1", "k = i", "", "", "")
	fmt.Fprintf(s, "\tk := %s\n\tfor i := %s; i < n; i++ {\n", s.pick("0", "1", "m", "900"), s.pick("0", "0", "1", "2"))
	s.WriteString("\t\t" + start + "\n\t\t" + inner + "\n")
	early := s.Intn(4) == 0
	if early {
		s.WriteString("\t\t\t" + count + "\n")
	}
	for range 1 + s.Intn(2) {
		x, y, z := s.array(), s.array(), s.array()
		off := func() string { return s.pick("", "", "", "+1", "-1") }
		at := func() string { return fmt.Sprintf("(i%s)*%s+j%s", off(), row, off()) }
		down := func() string { return fmt.Sprintf("(j%s)*%s+i%s", off(), row, off()) }
		switch s.Intn(5) {
		case 0:
			fmt.Fprintf(s, "\t\t\t%s[i*%s+j] = %s[%s] + %s[%s]\n", x, row, y, down(), z, at())
		case 1:
			fmt.Fprintf(s, "\t\t\t%s[i*%s+j] = %s[j*%s+i] - %s[i]\n", x, row, x, row, z)
		case 2:
			fmt.Fprintf(s, "\t\t\t%s[k%s] += %s[%s]\n", x, off(), y, down())
		case 3:
			fmt.Fprintf(s, "\t\t\t%s[%s] += %s[k] * %s[%s]\n", x, down(), y, z, s.pick("j", "i", "k"))
		default:
			fmt.Fprintf(s, "\t\t\t%s[i*%s+j] = %s[%s] ^ %s[%s]\n", x, row, x, at(), y, down())
		}
	}
	if !early {
		s.WriteString("\t\t\t" + count + "\n")
	}
	s.WriteString("\t\t}\n\t\t" + s.pick("", "", "k++", "k += 3", "k -= m") + "\n\t}\n\treturn " + s.pick("k*0", "k-k", "k") + "\n}\n")
	return s.String()
}

// TestSquares compares such nests, on vectors of 8 lanes, for which triangles of 26 rows contain full squares.
func TestSquares(t *testing.T) {
	compareNests(t, squareNest, "in-register transposes", 15, cpu.Features{Tier: cpu.AVX2, Tuning: cpu.Tuning{VectorBits: 256}})
}
