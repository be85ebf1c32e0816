package loopopt_test

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
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

// bodies writes loops, in the style of TSVC, of several statements that depend on each other through memory at small
// distances, with directives for loop restructuring.
type bodies struct {
	*rand.Rand
	strings.Builder
	loops int
}

func (s *bodies) pick(list ...string) string { return list[s.Intn(len(list))] }

func (s *bodies) array() string { return s.pick("a", "b", "c", "d") }

// at returns an index, mostly near i.
func (s *bodies) at() string {
	switch s.Intn(16) {
	case 0:
		return s.pick("0", "m", "n&3")
	case 1:
		return "n-1-i"
	case 2:
		return "2*i"
	case 3:
		return "i+m"
	}
	return s.pick("i", "i", "i", "i", "i+1", "i-1", "i+2", "i-2", "i+17", "i-9")
}

func (s *bodies) value() string {
	x := fmt.Sprintf("%s[%s]", s.array(), s.at())
	switch s.Intn(8) {
	case 0:
		return x
	case 1:
		return x + " * 3"
	case 2:
		return x + " + int32(i)"
	case 3:
		return "s + " + x
	case 4:
		return "7"
	}
	return fmt.Sprintf("%s %s %s[%s]", x, s.pick("+", "-", "^", "*"), s.array(), s.at())
}

func (s *bodies) cond() string {
	switch s.Intn(5) {
	case 0:
		return fmt.Sprintf("i %s %s", s.pick("<", "<=", ">", ">=", "==", "!="), s.pick("m", "5", "n/2", "m+7"))
	case 1:
		return s.pick("m > 3", "n&1 == 0", "m < n")
	}
	return fmt.Sprintf("%s[%s] %s %s", s.array(), s.pick("i", "i", "i+1", "i-1"), s.pick("<", ">", "=="), s.pick("0", "3", "s"))
}

func (s *bodies) stmt(in string, deep bool) {
	switch n := s.Intn(13); {
	case n == 0:
		fmt.Fprintf(s, "%ss += %s[%s]\n", in, s.array(), s.at())
	case n == 1:
		fmt.Fprintf(s, "%ss = s*3 ^ %s[i]\n", in, s.array())
	case n == 12: // a loaded value is loaded again, and may have been stored to
		x := s.array()
		off := func() string { return s.pick("", "-1", "+1", "-2", "+2", "-3", "+3") }
		if s.Intn(2) == 0 {
			fmt.Fprintf(s, "%s%s[i%s] = %s[i%s]*3 - %s[i%s]\n", in, x, off(), x, off(), s.array(), off())
		} else {
			fmt.Fprintf(s, "%ss = s*3 ^ (%s[i%s] - %s[i%s] + %s[i%s])\n", in, x, off(), x, off(), x, off())
		}
	case n < 4 && deep:
		fmt.Fprintf(s, "%sif %s {\n", in, s.cond())
		for range 1 + s.Intn(2) {
			s.stmt(in+"\t", false)
		}
		if s.Intn(3) == 0 {
			fmt.Fprintf(s, "%s} else {\n", in)
			s.stmt(in+"\t", false)
		}
		fmt.Fprintf(s, "%s}\n", in)
	case n == 4: // unrolled by hand: several elements at once
		x, y := s.array(), s.array()
		at, more := s.pick("3*i", "3*i", "i"), s.pick(" + 1", "", " * k", "zero")
		for k := range s.pick("23", "234", "2345")[s.Intn(2)] - '0' {
			switch more {
			case "zero":
				fmt.Fprintf(s, "%s%s[%s+%d] = 0\n", in, x, at, k)
			case " * k":
				fmt.Fprintf(s, "%s%s[%s+%d] += %s[%s+%d] * int32(n)\n", in, x, at, k, y, at, k)
			default:
				fmt.Fprintf(s, "%s%s[%s+%d] = %s[%s+%d]%s\n", in, x, at, k, y, at, k, more)
			}
		}
		if more == " + 1" && s.Intn(2) == 0 {
			for k := range 3 {
				fmt.Fprintf(s, "%ss += %s[i+%d]\n", in, y, k)
			}
		}
	default:
		fmt.Fprintf(s, "%s%s[%s] %s %s\n", in, s.array(), s.at(), s.pick("=", "=", "+="), s.value())
	}
}

var restructuring = []string{
	"distribute.enable", "distribute.enable distribute.followup_coincident{vectorize.enable} distribute.followup_sequential{unroll.count=2}",
	"licm_versioning.enable", "fuse.enable", "unswitch.enable", "split.at=5", "split.at=m", "reroll.enable", "vectorize.enable",
	"disable_nonforced", "unroll.count=3", "distribute.enable unswitch.enable", "split.at=n licm_versioning.enable", "commoning.enable", "fuse.enable distribute.enable",
}

func (s *bodies) loop() {
	if s.Intn(2) == 0 {
		fmt.Fprintf(s, "\t//loop:%s\n", s.pick(restructuring...))
	}
	header := s.pick("for i := 0; i < n; i++ {", "for i := 1; i < len(a)-1; i++ {", "for i := 2; i < n; i++ {", "for i := 0; i < len(b); i++ {",
		"for i := n - 1; i >= 0; i-- {", "for i := 0; i < n-2; i += 3 {", "for i := 0; i < n-1; i += 2 {", "for i := m; i < n; i += 2 {", "for i := 0; i < n-5; i += 5 {")
	fmt.Fprintf(s, "\t%s\n", header)
	for range 1 + s.Intn(3) {
		s.stmt("\t\t", true)
	}
	s.WriteString("\t}\n")
	if s.loops++; s.loops < 4 && s.Intn(2) == 0 { // a second loop with the same bounds
		if s.Intn(2) == 0 {
			fmt.Fprintf(s, "\t%s\n", header)
			for range 1 + s.Intn(2) {
				s.stmt("\t\t", true)
			}
			s.WriteString("\t}\n")
			return
		}
		s.loop()
	}
}

func restructuredNest(seed int64) string {
	s := &bodies{Rand: rand.New(rand.NewSource(seed))}
	s.WriteString("package k\n\nfunc k(a, b, c, d []int32, m, n int) (s int32) {\n")
	s.loop()
	s.WriteString("\treturn\n}\n")
	return s.String()
}

// overlapping generates the arguments: slices of one array, far apart, close together or identical, some too short.
func overlapping(r *rand.Rand, n int) []any {
	mem := make([]int32, 8*n+200)
	for i := range mem {
		mem[i] = int32(r.Intn(19) - 6)
	}
	var args []any
	for k := range 4 {
		from := k * (n + 40)
		if r.Intn(3) == 0 {
			from = r.Intn(24) + r.Intn(2)*(n+40)
		}
		size := n + 30
		if r.Intn(6) == 0 {
			size = r.Intn(n + 20)
		}
		args = append(args, mem[from:from+size:from+size])
	}
	return append(args, r.Intn(n+4)-1, n-r.Intn(3))
}

// TestExtentsThatStartAlike checks that a run-time check of one extent does not cover another one with the same
// start: a[0] and a[2*i].
func TestExtentsThatStartAlike(t *testing.T) {
	src := "package k\n\nfunc k(a, b, d []int32) { for i := range b { b[i] += a[0]; d[i+17] += a[2*i] } }\n"
	build := func() *ir.Func {
		res, err := frontend.Build(frontend.Text("k.go", src), "k", frontend.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return res.Func
	}
	before, err := interp.New(build())
	if err != nil {
		t.Fatal(err)
	}
	f := build()
	knobs, _ := config.ParseKnobs("verify-each")
	opt := config.Options{Target: isel.TargetFor(cpu.Features{Tier: cpu.AVX512, Tuning: cpu.Tuning{VectorBits: 512}}), Knobs: knobs}
	if _, err := loopopt.Optimize(f, opt); err != nil {
		t.Fatal(err)
	}
	after, err := interp.New(f)
	if err != nil {
		t.Fatal(err)
	}
	mem := make([]int32, 200)
	for i := range mem {
		mem[i] = int32(i * i)
	}
	for from := range 100 {
		if err := interp.Compare(before, after, []any{mem[:100], make([]int32, 40), mem[from : from+60]}, interp.Options{}); err != nil {
			t.Errorf("d starts at a[%d]: %v", from, err)
		}
	}
}

// TestRestructuring compares loops of several statements with the interpretation of the frontend's SSA. It compares
// after the whole optimizer and, on failure, after each pass, which identifies the faulty one.
// HOTLOOP_RESTRUCTURE=20000 sets the number of loops, HOTLOOP_RESTRUCTURE_FROM the first one.
func TestRestructuring(t *testing.T) {
	first, count := int64(0), int64(600)
	if n, err := strconv.ParseInt(os.Getenv("HOTLOOP_RESTRUCTURE"), 10, 64); err == nil {
		count = n
	}
	if n, err := strconv.ParseInt(os.Getenv("HOTLOOP_RESTRUCTURE_FROM"), 10, 64); err == nil {
		first = n
	}
	if testing.Short() {
		count = 60
	}
	passed := map[string]int{}
	for seed := first; seed < first+count; seed++ {
		src := restructuredNest(seed)
		for _, tier := range []cpu.Tier{cpu.AVX512, cpu.AVX2} {
			res, err := frontend.Build(frontend.Text("k.go", src), "k", frontend.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			before, err := interp.New(res.Func)
			if err != nil {
				t.Fatal(err)
			}
			try := func(each bool) string {
				res, _ := frontend.Build(frontend.Text("k.go", src), "k", frontend.Options{})
				knobs, _ := config.ParseKnobs("verify-each")
				sink := &remark.Sink{}
				opt := config.Options{Target: isel.TargetFor(cpu.Features{Tier: tier, Tuning: cpu.Tuning{VectorBits: 512}}), Knobs: knobs, Remarks: sink}
				compare := func() string {
					after, err := interp.New(res.Func)
					if err != nil {
						return err.Error()
					}
					r := rand.New(rand.NewSource(seed))
					for range 24 {
						args := overlapping(r, 3+r.Intn(80))
						if err := interp.Compare(before, after, args, interp.Options{MaxSteps: 1 << 18}); err != nil && err != interp.ErrSteps {
							return err.Error()
						}
					}
					return ""
				}
				culprit := ""
				if each {
					opt.After = func(pass string, f *ir.Func, changed bool) {
						if changed && culprit == "" {
							if msg := compare(); msg != "" {
								culprit = pass + ": " + msg + "\n" + f.String()
							}
						}
					}
				}
				if _, err := loopopt.Optimize(res.Func, opt); err != nil {
					return err.Error()
				}
				if each {
					return culprit
				}
				for _, r := range sink.Remarks {
					if r.Kind == remark.Passed {
						passed[r.Pass+": "+r.Text]++
					}
				}
				return compare()
			}
			if msg := try(false); msg != "" {
				t.Fatalf("seed %d %s: %s\n%s\n%s", seed, tier, msg, src, try(true))
			}
		}
	}
	for what, n := range passed {
		t.Logf("%5d %s", n, what)
	}
}
