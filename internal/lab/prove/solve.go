package prove

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
)

// Answer is what is known about a rule.
type Answer int

// The answers, from worst to best.
const (
	Wrong     Answer = 1 + iota // operands for which the sides differ are known
	Evaluated                   // the sides agree on corner cases and random operands
	Proved                      // the sides agree on all operands
)

// corners are values of which operands are made, in lanes of every width.
var corners = []uint64{0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
	0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff}

// Draw returns a random operand: corner cases and random bits, in lanes of a random width.
func Draw(r *rand.Rand) uint64 {
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
			env[name] = Draw(r) & mask(s.Vars[name])
			if narrow {
				env[name] &= 0x000000ff000000ff >> r.IntN(8)
			}
		}
		if _, two := env["d"]; two && r.IntN(4) == 0 { // two counts of shifts may have to be the width together
			w := uint64(8) << r.IntN(4)
			env["c"] = 1 + env["c"]%(w-1)
			env["d"] = w - env["c"]
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

// effort bounds what z3 does for one question, by its own count of steps, so that answers do not depend on the machine.
// Almost all questions take less than the first, for the whole result. The second is for single lanes of the others.
var effort = [2]int{100_000, 1_000_000}

// Prove asks z3, which must be installed, whether the sides agree on all operands that fulfill the conditions.
func Prove(list []Sides) ([]Answer, error) {
	answers := make([]Answer, len(list)) // nothing is known
	for round, steps := range effort {
		var script strings.Builder
		var parts []int
		for i, s := range list {
			w := s.Left.W
			if round > 0 {
				w = s.Lane
			}
			for lo := 0; lo < s.Left.W && answers[i] == 0; lo += w {
				fmt.Fprintf(&script, "(reset)\n(set-option :rlimit %d)\n(set-logic QF_BV)\n%s", steps,
					Script(slice(s.Left, lo, w), slice(s.Right, lo, w), s.Conditions))
				parts = append(parts, i)
			}
		}
		c := exec.Command("z3", "-in")
		c.Stdin = strings.NewReader(script.String())
		out, err := c.CombinedOutput()
		lines := strings.Fields(string(out))
		if err != nil || len(lines) != len(parts) {
			return nil, fmt.Errorf("z3: %v, %d answers to %d questions: %.200s", err, len(lines), len(parts), out)
		}
		worst := make([]Answer, len(list))
		for k, line := range lines {
			a, ok := map[string]Answer{"unsat": Proved, "sat": Wrong, "unknown": Evaluated}[line]
			if i := parts[k]; !ok {
				return nil, fmt.Errorf("z3: %s", line)
			} else if worst[i] == 0 || a < worst[i] {
				worst[i] = a
			}
		}
		for i, a := range worst {
			if a > 0 && (a != Evaluated || round == len(effort)-1) {
				answers[i] = a
			}
		}
	}
	return answers, nil
}
