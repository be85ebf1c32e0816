package prove

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"hotloop/isel/rules"
	"hotloop/loopopt/ir"
)

var (
	update = flag.Bool("update", false, "write the table of docs/rules.md")
	proofs = flag.Bool("prove", false, "prove all rules by z3, and compare the table; takes minutes")
)

const document = "../../../docs/rules.md"

// files are the texts of the rules for x86; masks says that masks are in mask registers.
var files = []struct {
	name, text string
	masks      bool
}{
	{"generic.rules", rules.Generic, false},
	{"x86.rules", rules.X86, false},
	{"avx2.rules", rules.AVX2, false}, {"avx512.rules", rules.AVX512, true},
}

// TestRules evaluates both sides of all rules on integers. With -prove or -update, it also proves them.
func TestRules(t *testing.T) {
	var b strings.Builder
	fmt.Fprint(&b, "| file | rules | proved | evaluated | floats | other |\n|---|---|---|---|---|---|\n")
	var rest strings.Builder
	missing := errors.New("not asked for")
	if *proofs || *update {
		_, missing = exec.LookPath("z3")
	}
	for _, f := range files {
		var list []Sides
		var texts []string
		count := map[string]int{}
		all := Rules(f.text)
		for i, r := range all {
			s, err := r.Translate(X86, f.masks)
			switch {
			case err == nil:
				list, texts = append(list, s), append(texts, r.Text)
				example, tried := s.Evaluate(uint64(i))
				if example != "" {
					t.Errorf("%s: %s\n%s", f.name, r.Text, example)
				}
				if tried < Trials/100 {
					t.Errorf("%s: %s\nonly %d operands fulfill the conditions", f.name, r.Text, tried)
				}
			case err.Error() == "floats":
				count["floats"]++
			default:
				count["other"]++
				fmt.Fprintf(&rest, "- %s, not translated: %v: `%s`\n", f.name, err, r.Text)
			}
		}
		if missing != nil {
			continue
		}
		answers, err := Prove(list)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range answers {
			switch a {
			case Wrong:
				t.Errorf("%s: z3 finds operands for which the sides differ: %s", f.name, texts[i])
			case Evaluated:
				count["evaluated"]++
				fmt.Fprintf(&rest, "- %s, evaluated only, because z3 gives up: `%s`\n", f.name, texts[i])
			case Proved:
				count["proved"]++
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", f.name, len(all), count["proved"], count["evaluated"],
			count["floats"], count["other"])
	}
	if missing != nil {
		t.Skipf("rules were evaluated, and not proved: %v", missing)
	}
	const begin, end = "<!-- rules:begin -->\n", "<!-- rules:end -->\n"
	old, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	head, tail, ok1 := strings.Cut(string(old), begin)
	_, tail, ok2 := strings.Cut(tail, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no lines %q and %q", document, begin, end)
	}
	text := head + begin + b.String() + "\nNot proved, other than floats:\n\n" + rest.String() + end + tail
	if *update {
		if err := os.WriteFile(document, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if text != string(old) {
		t.Errorf("%s differs; go test ./internal/lab/prove -update writes it:\n%s", document, text)
	}
}

// TestWrongRules plants a mistake of each kind in a rule, and checks that evaluation finds it, and z3 where it is installed.
func TestWrongRules(t *testing.T) {
	_, missing := exec.LookPath("z3")
	for _, c := range []struct {
		kind, text string
		masks      bool
	}{
		{"another instruction", "(Add <i32> a b) => (SUB a b)", false},
		{"operands exchanged", "(Sub <i16xN> a b) => (VPSUBW b a)", false},
		{"operands exchanged", "(AndNot <i32> a b) => (ANDN a b)", false},
		{"operands exchanged", "(Select <i8xN> m a b) => (VPBLENDVB a b m)", false},
		{"operands exchanged", "(Select <i8xN> m a b) => (VPBLENDMB/m a b)", true},
		{"signed for unsigned", "(MinU <i8xN> a b) => (VPMINSB a b)", false},
		{"signed for unsigned", "(LtU <i64xN> a b) => (VPCMPGTQ b a)", false},
		{"another width", "(Add <i16xN> a b) => (VPADDB a b)", false},
		{"another width", "(PopCount <i8> a) => (POPCNT (MOVZXW a))", false},
		{"upper bits not cleared", "(ZExt <i64 i16> a) => (MOV.4 a)", false},
		{"upper bits not extended", "(LeadingZeros <i16> a) => (SUBI (LZCNT a) #16)", false},
		{"a condition too weak", "(ZExt <i32 i8> (And a #c)) && below(c,0x100) => (ANDI.8 a #c)", false},
		{"a condition too weak", "(ZExt <i64 i16> (And a #c)) && below(c,0x20000) => (ANDI.4 a #0x1ffff)", false},
		{"no condition", "(ShrS <i32xN> a #c) => (VPSRADI a #31)", false},
		{"no condition", "(Mul <i32xN> a b) => (VPMADDWD a b)", false},
		{"no condition", "(Or <i32xN> (Shl a #c) (ShrU b #d)) => (VPSHLDD a b #c)", true},
		{"another constant", "(LtU <i64xN> a b) => (VPCMPGTQ (VPXOR b i64:0x800000000000000) (VPXOR a i64:0x800000000000000))", false},
		{"another immediate", "(Xor <i32xN> (And a b) c) => (VPTERNLOGD a b c #0xea)", true},
		{"another immediate", "(LeS <i16xN> a b) => (VPCMPW a b #1)", true},
		{"another immediate", "(RotL <i32> a #c) && from1(c,31) => (RORX a #31-c)", false},
		{"another mask", "(Mul <i8xN> a b) => (VPOR (VPAND (VPMULLW a b) i16:0x7f) (VPMULLW (VPSRLWI a #8) (VPAND b i16:0xff00)))", false},
		{"another table", "(ByteSwap <i32xN> a) => (VPSHUFB a @swap2)", false},
		{"rounded", "(HalfSumU <i8xN> a b) => (VPAVGB a b)", false},
		{"not saturated", "(AddSatU <i8xN> a b) => (VPADDB a b)", false},
		{"true is -1", "(Add <i8xN> a (Select m 1 0)) => (VPADDB a m)", false},
		{"the lanes that keep their value", "(Add <i8xN> a (Select m 1 0)) => (VPADDB/m zero a i8:1)", true},
	} {
		list := Rules(c.text)
		if len(list) != 1 {
			t.Fatalf("%d rules in %s", len(list), c.text)
		}
		s, err := list[0].Translate(X86, c.masks)
		if err != nil {
			t.Errorf("%s: %v: %s", c.kind, err, c.text)
			continue
		}
		if example, _ := s.Evaluate(1); example == "" {
			t.Errorf("%s is not found by evaluation: %s", c.kind, c.text)
		}
		if missing != nil {
			continue
		}
		if answers, err := Prove([]Sides{s}); err != nil || answers[0] != Wrong {
			t.Errorf("%s is not found by z3: %v: %s", c.kind, err, c.text)
		}
	}
}

// TestOps compares the terms of operations with the evaluator of package ir.
func TestOps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kinds := map[int]ir.Elem{1: ir.Bool, 8: ir.I8, 16: ir.I16, 32: ir.I32, 64: ir.I64}
	for op, f := range Ops {
		for _, w := range []int{8, 16, 32, 64} {
			from := w
			switch op {
			case ir.OpZExt, ir.OpSExt:
				from = w / 2
				if from < 8 {
					continue
				}
			case ir.OpTruncI:
				from = 2 * w
			case ir.OpMulHiS, ir.OpMulHiU, ir.OpMulRound, ir.OpAddSatS, ir.OpAddSatU, ir.OpSubSatS, ir.OpSubSatU, ir.OpAverageU,
				ir.OpHalfSumU:
				from = 2 * w // they compute with more bits
			}
			if from > 64 || op == ir.OpByteSwap && w == 8 {
				continue
			}
			if op != ir.OpTruncI && from > w {
				from = w
			}
			n := int(op.Info().Arity)
			x := make([]*Term, n)
			for i := range x {
				x[i] = Var(fmt.Sprint("x", i), from)
			}
			if op == ir.OpSelect {
				x[0] = Var("x0", 1)
			}
			term := f(w, x)
			for range 2000 {
				env, v := Env{}, [3]uint64{}
				for i := range x {
					v[i] = Draw(r) & mask(x[i].W)
					env[x[i].name] = v[i]
				}
				arg := kinds[from]
				if op == ir.OpSelect {
					arg = ir.Bool
				}
				want := op.Info().Eval(kinds[w], arg, v[0], v[1], v[2])
				if got := term.Eval(env); got != want {
					t.Errorf("%s of %d bits of %#x: %#x, not %#x", op, w, v[:n], got, want)
					break
				}
			}
		}
	}
}
