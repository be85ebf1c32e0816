// Package xarchtest checks the amd64 encoder with x/arch's disassembler. It is a module of its own because x/arch needs
// a newer Go than the library does, and users of the library do not need x/arch.
package xarchtest

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/arch/x86/x86asm"

	"hotloop/asm/amd64"
	"hotloop/asm/amd64/amd64test"
)

// TestDecode decodes instructions of every form and compares length, mnemonic, registers with mask, and displacement.
func TestDecode(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	n := 0
	for _, f := range amd64test.Forms() {
		if f.Op == amd64.VZEROUPPER || f.Op == amd64.MOVI {
			continue // x/arch v0.32 takes the first for truncated; a move of a constant may be narrower than written
		}
		for range 20 {
			in := f.Rand(r)
			code, err := amd64.Append(nil, &in)
			if err != nil {
				continue
			}
			n++
			got, err := x86asm.Decode(append(code, 0x90, 0x90), 64)
			if err != nil {
				t.Errorf("%v: % x: %v", in, code, err)
				break
			}
			text := x86asm.IntelSyntax(got, 0, nil)
			if got.Len != len(code) || !sameMnemonic(in.String(), text) || !sameRegisters(&in, text) ||
				!sameDisp(&in, &got) {
				t.Errorf("%v: % x: decoded %d bytes as %s", in, code, got.Len, text)
				break
			}
		}
	}
	t.Logf("%d instructions decoded", n)
}

// otherNames are conditions that x86asm spells otherwise.
var otherNames = map[string]string{"nz": "ne", "z": "e", "nbe": "a", "nb": "ae", "nle": "g", "nl": "ge"}

// comparison matches the predicate that x86asm puts into the name of a compare.
var comparison = regexp.MustCompile(`^(vp?cmp)(?:eq|lt|le|unord|neq|nlt|nle|ord|false|true)?(u?[bwdq]|[sp][sd])$`)

func sameMnemonic(ours, theirs string) bool {
	a, b := strings.Fields(ours)[0], strings.Fields(theirs)[0]
	for _, p := range []string{"cmov", "set"} {
		if rest, ok := strings.CutPrefix(b, p); ok && otherNames[rest] != "" {
			b = p + otherNames[rest]
		}
	}
	return a == b || comparison.ReplaceAllString(a, "$1$2") == comparison.ReplaceAllString(b, "$1$2")
}

var (
	register = regexp.MustCompile(
		`\b(?:[xyz]mm\d+|k[0-7]|r\d+[dwb]?|[re]?(?:[abcd]x|[sb]p|[sd]i)|[abcd]l|[sb]pl|[sd]il)\b`)
	segment = regexp.MustCompile(`[defgs]s:`)
)

// sameRegisters compares the registers. x/arch v0.32 prints the narrow side of 128-bit EVEX conversions as ymm and a
// mask register that is a plain source as a mask, not at all if k0.
func sameRegisters(in *amd64.Inst, text string) bool {
	ours, theirs := registers(in.String()), registers(text)
	info := amd64.Info(in.Op)
	if last := info.Operands[max(info.N, 1)-1]; last.Class == amd64.Mask && info.Operands[0].Class == amd64.Vec {
		ours, theirs = ours[:1], theirs[:1]
	}
	if in.Size == 16 && strings.HasPrefix(info.Mnemonic, "VCVT") {
		for i := range theirs {
			theirs[i] = strings.Replace(theirs[i], "ymm", "xmm", 1)
		}
	}
	return slices.Equal(ours, theirs)
}

// registers lists the registers in text in order.
func registers(text string) []string {
	_, operands, _ := strings.Cut(text, " ")
	return register.FindAllString(segment.ReplaceAllString(operands, ""), -1)
}

// sameDisp compares the displacement of the memory operand.
func sameDisp(in *amd64.Inst, got *x86asm.Inst) bool {
	if in.MemPos < 0 {
		return true
	}
	for _, a := range got.Args {
		if m, ok := a.(x86asm.Mem); ok {
			return int32(m.Disp) == in.Mem.Disp
		}
	}
	return false
}
