// Package xarchtest checks the arm64 encoder with x/arch's disassembler. It is a module of its own because x/arch needs
// a newer Go than the library does, and users of the library do not need x/arch.
package xarchtest

import (
	"encoding/binary"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/arch/arm64/arm64asm"

	"hotloop/asm/arm64"
	"hotloop/asm/arm64/arm64test"
)

// TestDecode decodes instructions of every form and compares the text, but for the spelling of numbers, lists and
// conditions. Where x/arch has another name that Arm prefers for some operands, it compares the names with a list.
func TestDecode(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	n, aliases := 0, 0
	for _, f := range arm64test.Forms() {
		for range 20 {
			in := f.Rand(r)
			if arm64.Check(&in) != nil {
				continue
			}
			code, err := arm64.Assemble([]arm64.Inst{in, arm64.Bind(1)})
			if err != nil {
				t.Fatal(err)
			}
			got, err := arm64asm.Decode(code.Bytes)
			if err != nil {
				if in.Features() == arm64.FeatBase { // x/arch v0.32 stops at Armv8.0
					t.Errorf("%v (%v): %08x: %v", in, in.Op, binary.LittleEndian.Uint32(code.Bytes), err)
				}
				break
			}
			n++
			text := arm64asm.GNUSyntax(got)
			ours, theirs := normal(in.String()), normal(text)
			if ours == theirs {
				continue
			}
			a, b := strings.Fields(ours)[0], strings.Fields(theirs)[0]
			if slices.Contains(strings.Fields(preferred[a]), b) {
				aliases++
				continue
			}
			t.Errorf("%v: %08x: decoded as %s", in, binary.LittleEndian.Uint32(code.Bytes), text)
			break
		}
	}
	if aliases > n/20 {
		t.Errorf("%d of %d instructions have other names", aliases, n)
	}
	t.Logf("%d instructions decoded, %d by another name", n, aliases)
}

// preferred are the names that Arm prefers to ours where an operand is the zero register or two are the same, or by the
// immediate.
var preferred = map[string]string{
	"add": "mov", "hint": "nop yield wfe wfi sev sevl", "adds": "cmn", "subs": "cmp negs", "ands": "tst",
	"sub": "neg", "orr": "mov", "orn": "mvn", "sbc": "ngc", "sbcs": "ngcs", "negs": "cmp",
	"madd": "mul", "msub": "mneg", "smaddl": "smull", "smsubl": "smnegl", "umaddl": "umull", "umsubl": "umnegl",
	"extr":  "ror",
	"csinc": "cset cinc", "csinv": "csetm cinv", "csneg": "cneg", "cinc": "cset", "cinv": "csetm", "movz": "mov",
	"movn": "mov",
	"ubfx": "lsr uxtb uxth ubfiz", "sbfx": "asr sxtb sxth sxtw sbfiz", "ubfiz": "lsl ubfx uxtb uxth",
	"sbfiz": "sbfx sxtb sxth sxtw asr", "bfi": "bfxil bfm", "bfxil": "bfi",
	"lsl": "lsr", "sshll": "sxtl", "sshll2": "sxtl2", "ushll": "uxtl", "ushll2": "uxtl2",
}

// renamed are Arm's names for the same operands, and the spelling of conditions.
var renamed = strings.NewReplacer(",hs", ",cs", ",lo", ",cc", "b.hs", "b.cs", "b.lo", "b.cc", "ins ", "mov ", "dup d",
	"mov d", "dup s", "mov s", "dup h", "mov h",
	"dup b", "mov b", "umov ", "mov ", "not ", "mvn ")

var (
	number = regexp.MustCompile(`\b0x[0-9a-f]+\b|\b\d+\.\d+(e[+-]?\d+)?`)
	list   = regexp.MustCompile(`\{([^,}]+)(?:,[^,}]+)+,([^,}]+)\}`)
	noop   = regexp.MustCompile(`,(?:lsl|uxtx)(?:0|)(\]|$)|(,[us]xt[bhwx])0`)
	label  = regexp.MustCompile(`L1(\+\d+)?`)
)

// normal writes what both sides spell in several ways in one.
func normal(s string) string {
	name, operands, _ := strings.Cut(s, " ")
	s = strings.NewReplacer(" ", "", "#", "").Replace(operands)
	s = label.ReplaceAllStringFunc(s, func(x string) string { // which is behind the instruction
		n, _ := strconv.Atoi(strings.TrimPrefix(x, "L1"))
		return ".+" + strconv.Itoa(4+n)
	})
	s = number.ReplaceAllStringFunc(s, func(x string) string {
		if v, err := strconv.ParseUint(x, 0, 64); err == nil {
			return strconv.FormatInt(int64(v), 10)
		}
		v, _ := strconv.ParseFloat(x, 64)
		return strconv.FormatFloat(v, 'g', -1, 64)
	})
	s = list.ReplaceAllString(s, "{$1-$2}")
	if strings.Contains(s, "sp,") {
		s = strings.Replace(s, "uxtx", "lsl", 1)
		s = strings.Replace(s, "uxtw", "lsl", 1)
	}
	s = noop.ReplaceAllString(s, "$1$2")
	return renamed.Replace(name + " " + s)
}
