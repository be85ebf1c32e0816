package prove

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"time"
)

// Answer is what is known about a rule.
type Answer int

// The answers, from worst to best.
const (
	Wrong     Answer = iota // operands for which the sides differ are known
	Evaluated               // the sides agree on corner cases and random operands
	Proved                  // the sides agree on all operands
)

// corners are values of which operands are made, in lanes of every width.
var corners = []uint64{0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
	0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff}

// draw returns a random operand: corner cases and random bits, in lanes of a random width.
func draw(r *rand.Rand) uint64 {
	w := 8 << r.IntN(4)
	x := uint64(0)
	for i := 0; i < 64; i += w {
		n := r.Uint64()
		switch r.IntN(4) {
		case 0:
			n = corners[r.IntN(len(corners))]
		case 1:
			n = uint64(r.IntN(w + 1))
		case 2:
			n >>= r.IntN(64)
		}
		x |= n & mask(w) << i
	}
	return x
}

// Trials is the number of operands that Evaluate tries.
const Trials = 3000

// Evaluate compares the sides on operands that fulfill the conditions, and returns an example for which they differ, or "".
// tried is how many fulfilled them.
func (s Sides) Evaluate(seed uint64) (example string, tried int) {
	r := rand.New(rand.NewPCG(seed, 0))
	names := sortedKeys(s.Vars)
next:
	for range Trials {
		env := Env{}
		narrow := r.IntN(3) == 0 // conditions may ask for small numbers
		for _, name := range names {
			env[name] = draw(r) & mask(s.Vars[name])
			if narrow {
				env[name] &= 0x000000ff000000ff >> r.IntN(8)
			}
		}
		for _, c := range s.Conditions {
			if c.Eval(env) == 0 {
				continue next
			}
		}
		tried++
		if l, g := s.Left.Eval(env), s.Right.Eval(env); l != g {
			var text []string
			for _, name := range names {
				text = append(text, fmt.Sprintf("%s=%#x", name, env[name]))
			}
			return fmt.Sprintf("%s: %#x, not %#x", strings.Join(text, " "), g, l), tried
		}
	}
	return "", tried
}

// Prove asks z3, which must be installed, whether the sides agree on all operands. It asks about each part of the result
// that does not depend on the others on its own. Unless z3 answers within the time, the answer is Evaluated.
func (s Sides) Prove(each time.Duration, w int) (Answer, error) {
	for i := 0; i < s.Left.W; i += w {
		script := Script(slice(s.Left, i, min(w, s.Left.W-i)), slice(s.Right, i, min(w, s.Left.W-i)), s.Conditions)
		c := exec.Command("z3", "-in", fmt.Sprintf("-T:%d", max(1, int(each.Seconds()))))
		c.Stdin = strings.NewReader("(set-logic QF_BV)\n" + script)
		out, err := c.CombinedOutput()
		switch answer := strings.TrimSpace(string(out)); answer {
		case "unsat":
		case "sat":
			return Wrong, nil
		case "timeout", "unknown":
			return Evaluated, nil
		default:
			return Evaluated, fmt.Errorf("z3: %v: %s", err, answer)
		}
	}
	return Proved, nil
}
