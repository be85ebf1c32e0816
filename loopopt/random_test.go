package loopopt

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"hotloop/loopopt/config"
	"hotloop/loopopt/ir/interp"
)

// source writes random kernels: nests of loops of all forms, with guards around them, indexes of many shapes, some
// out of range, breaks, and narrow counters that wrap around.
type source struct {
	*rand.Rand
	strings.Builder
	vars  []string // ints in scope that are not assigned to
	depth int
}

func (s *source) pick(list ...string) string { return list[s.Intn(len(list))] }

// index is an int expression.
func (s *source) index() string {
	v := s.pick(s.vars...)
	switch s.Intn(10) {
	case 0:
		return fmt.Sprintf("%s+%d", v, s.Intn(5)-2)
	case 1:
		return fmt.Sprintf("len(x)-1-%s", v)
	case 2:
		return fmt.Sprintf("%s*2+%d", v, s.Intn(2))
	case 3:
		return fmt.Sprintf("%s+%s", v, s.pick(s.vars...))
	case 4:
		return fmt.Sprintf("%s*n+%s", v, s.pick(s.vars...))
	case 5:
		return fmt.Sprintf("%s&3", v)
	case 6:
		return fmt.Sprintf("int(uint8(%s))", v)
	}
	return v
}

func (s *source) cond() string {
	return fmt.Sprintf("%s %s %s", s.pick(s.vars...), s.pick("<", "<=", ">", ">=", "==", "!="),
		s.pick("0", "1", "len(x)", "len(y)", "n", "a", "b-1", s.index()))
}

func (s *source) stmt(indent string) {
	in := indent + "\t"
	switch n := s.Intn(12); {
	case n < 3 && s.depth < 2:
		s.loop(indent)
	case n < 5:
		fmt.Fprintf(s, "%sif %s {\n", indent, s.cond())
		s.depth++
		s.stmt(in)
		s.depth--
		if s.Intn(2) == 0 {
			fmt.Fprintf(s, "%s} else {\n", indent)
			s.depth++
			s.stmt(in)
			s.depth--
		}
		fmt.Fprintf(s, "%s}\n", indent)
	case n < 6 && s.depth > 0 && len(s.vars) > 3:
		fmt.Fprintf(s, "%sif %s { %s }\n", indent, s.cond(), s.pick("break", "continue"))
	case n < 8:
		fmt.Fprintf(s, "%ss += x[%s]\n", indent, s.index())
	case n < 9:
		fmt.Fprintf(s, "%sif v := x[%s]; v < s { s = v }\n", indent, s.index())
	default:
		fmt.Fprintf(s, "%sy[%s] = x[%s] + int32(%s)\n", indent, s.index(), s.index(), s.index())
	}
}

func (s *source) loop(indent string) {
	i := fmt.Sprintf("i%d", len(s.vars))
	lo := s.pick("0", "0", "1", "a", "n", "-1")
	hi := s.pick("len(x)", "len(y)", "n", "b", "len(x)-1", "a+3")
	v := i
	switch s.Intn(10) {
	case 0:
		fmt.Fprintf(s, "%sfor %s := range x {\n", indent, i)
	case 1:
		fmt.Fprintf(s, "%sfor %s := %s - 1; %s >= %s; %s-- {\n", indent, i, hi, i, lo, i)
	case 2:
		fmt.Fprintf(s, "%sfor %s := %s; %s < %s; %s += %d {\n", indent, i, lo, i, hi, i, 2+s.Intn(3))
	case 3:
		fmt.Fprintf(s, "%sfor %s := %s; %s != %s; %s++ {\n", indent, i, lo, i, hi, i)
	case 4:
		fmt.Fprintf(s, "%sfor %s := int32(%s); %s <= int32(%s); %s++ {\n", indent, i, lo, i, hi, i)
		v = fmt.Sprintf("int(%s)", i)
	case 5:
		fmt.Fprintf(s, "%sfor %s := uint8(%s); %s < uint8(%s); %s += %d {\n", indent, i, strings.TrimPrefix(lo, "-"), i, hi, i, 1+s.Intn(2))
		v = fmt.Sprintf("int(%s)", i)
	case 6:
		fmt.Fprintf(s, "%sfor %s := %s; %s <= %s; %s++ {\n", indent, i, lo, i, hi, i)
	default:
		fmt.Fprintf(s, "%sfor %s := %s; %s < %s; %s++ {\n", indent, i, lo, i, hi, i)
	}
	s.vars = append(s.vars, v)
	fmt.Fprintf(s, "%s\ts ^= int32(%s)\n", indent, i)
	s.depth++
	for range 1 + s.Intn(2) {
		s.stmt(indent + "\t")
	}
	s.depth--
	s.vars = s.vars[:len(s.vars)-1]
	fmt.Fprintf(s, "%s}\n", indent)
}

func randomKernel(seed int64) string {
	s := &source{Rand: rand.New(rand.NewSource(seed)), vars: []string{"a", "b", "n"}}
	s.WriteString("package k\n\nfunc k(y, x []int32, a, b, n int) (s int32) {\n")
	for range 1 + s.Intn(2) {
		if s.Intn(3) == 0 {
			fmt.Fprintf(s, "\tif %s {\n", s.cond())
			s.loop("\t\t")
			s.WriteString("\t}\n")
		} else {
			s.loop("\t")
		}
	}
	s.WriteString("\treturn\n}\n")
	return s.String()
}

// TestRandomKernels runs the passes before the driver on random kernels, all at once. A kernel that fails is run
// again pass by pass.
func TestRandomKernels(t *testing.T) {
	count := 400
	if testing.Short() {
		count = 50
	}
	for seed := range int64(count) {
		src := randomKernel(seed)
		f := buildKernel(t, src, "k")
		before, err := interp.New(f)
		if err != nil {
			t.Fatal(err)
		}
		ran, last := 0, ""
		fails := func(each bool) (failure string) {
			f := buildKernel(t, src, "k")
			for _, s := range pipeline() {
				done := s.name == "driver"
				last = f.String()
				if !done {
					s.run(&pipe{f: f, opt: &config.Options{}})
					if !each {
						continue
					}
				}
				if err := f.Verify(); err != nil {
					return fmt.Sprintf("%s: %v", s.name, err)
				}
				after, err := interp.New(f)
				if err != nil {
					return fmt.Sprintf("%s: %v", s.name, err)
				}
				r := rand.New(rand.NewSource(seed))
				for range 25 {
					args := randomArgs(r, f)
					shown := fmt.Sprint(args)
					switch err := interp.Compare(before, after, args, interp.Options{MaxSteps: 1 << 14}); {
					case err == nil:
						ran++
					case err != interp.ErrSteps:
						return fmt.Sprintf("%s, %s: %v\nafter:\n%s", s.name, shown, err, f)
					}
				}
				if done {
					break
				}
			}
			return ""
		}
		if fails(false) != "" {
			msg := fails(true)
			t.Fatalf("seed %d: after %s\nbefore:\n%s\n%s", seed, msg, last, src)
		}
	}
}
