package arm64_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hotloop/asm/arm64"
	"hotloop/asm/arm64/arm64test"
)

// llvmFeatures are LLVM's feature names in the order of the Feature bits.
var llvmFeatures = []string{"fullfp16", "dotprod", "i8mm", "bf16", "sve", "sve2", "complxnum"}

const allFeatures = arm64.AllFeatures

func needLLVM(t *testing.T) {
	if _, err := exec.LookPath("llvm-mc"); err != nil {
		t.Skip("llvm-mc is not installed: no independent check of the encodings")
	}
}

// llvm runs llvm-mc on text for a CPU with the given features, and returns its output and errors.
func llvm(text string, features arm64.Feature, args ...string) (stdout, stderr string) {
	attr := "-mattr=+neon"
	for i, f := range llvmFeatures {
		if features&(1<<i) != 0 {
			attr += ",+" + f
		}
	}
	cmd := exec.Command("llvm-mc", append(args, "-triple=aarch64", attr)...)
	cmd.Stdin = strings.NewReader(text)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // errors are in errs
	return out.String(), errs.String()
}

var (
	errorLine = regexp.MustCompile(`(?m)^<stdin>:(\d+):\d+: error: (.*)$`)
	labelOne  = regexp.MustCompile(`\bL1(\+\d+)?`)
)

// encodeOne encodes an instruction of a form; a label is 8 bytes ahead.
func encodeOne(in arm64.Inst) (uint32, error) {
	code, err := arm64.Assemble([]arm64.Inst{in, arm64.New(arm64.NOP, 0), arm64.Bind(1)})
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint32(code.Bytes), nil
}

// llvmText prints in as llvm-mc accepts it on a line of its own: with a distance instead of a label.
func llvmText(in arm64.Inst) string {
	return labelOne.ReplaceAllStringFunc(in.String(), func(s string) string {
		n, _ := strconv.Atoi(strings.TrimPrefix(s, "L1"))
		return fmt.Sprintf("#%d", 8+n)
	})
}

// assembleLLVM returns llvm-mc's words for the lines, and the lines that it rejects.
func assembleLLVM(t *testing.T, lines []string) (words []uint32, rejected map[int]bool) {
	t.Helper()
	out, errs := llvm(strings.Join(lines, "\n")+"\n", allFeatures, "-show-encoding")
	rejected = map[int]bool{}
	for _, m := range errorLine.FindAllStringSubmatch(errs, -1) {
		n, _ := strconv.Atoi(m[1])
		if !rejected[n-1] {
			rejected[n-1] = true
			t.Errorf("llvm-mc rejects %q: %s", lines[n-1], m[2])
		}
	}
	for _, l := range strings.Split(out, "\n") {
		_, enc, ok := strings.Cut(l, "encoding: [")
		if !ok {
			continue
		}
		var w uint32
		for i, h := range strings.Split(strings.TrimSuffix(strings.TrimSpace(enc), "]"), ",") {
			v, err := strconv.ParseUint(h, 0, 8)
			if err != nil {
				t.Fatalf("%q: %v", l, err)
			}
			w |= uint32(v) << (8 * i)
		}
		words = append(words, w)
	}
	return words, rejected
}

// samples returns random legal instructions of every form.
func samples(per int, seed uint64) (insts []arm64.Inst) {
	r := rand.New(rand.NewPCG(seed, 8))
	for _, f := range arm64test.Forms() {
		for range per {
			if in := f.Rand(r); arm64.Check(&in) == nil {
				insts = append(insts, in)
			}
		}
	}
	return insts
}

// TestLLVM checks the printer and the encoder against an independent assembler: llvm-mc must assemble the
// printer's output to the same words.
func TestLLVM(t *testing.T) {
	needLLVM(t)
	per := 12
	if testing.Short() {
		per = 3
	}
	insts := samples(per, 7)
	var lines []string
	for _, in := range insts {
		lines = append(lines, llvmText(in))
	}
	theirs, rejected := assembleLLVM(t, lines)
	if len(theirs) != len(lines)-len(rejected) {
		t.Fatalf("%d instructions, llvm-mc encoded %d", len(lines)-len(rejected), len(theirs))
	}
	next := 0
	for i, in := range insts {
		if rejected[i] {
			continue
		}
		w, err := encodeOne(in)
		if err != nil {
			t.Fatal(err)
		}
		if w != theirs[next] {
			t.Errorf("%v (%v, size %d): %08x, llvm-mc has %08x", lines[i], in.Op, in.Size, w, theirs[next])
		}
		next++
	}
	t.Logf("%d instructions of %d forms", len(insts), len(arm64test.Forms()))
}

// TestLLVMDisassemble disassembles the encoder's words with llvm-mc, assembles the text with llvm-mc again, and
// requires the same words. This shows that no emitted word is undefined or means something else to llvm-mc.
func TestLLVMDisassemble(t *testing.T) {
	needLLVM(t)
	insts := samples(2, 17)
	var text strings.Builder
	var words []uint32
	for _, in := range insts {
		w, err := encodeOne(in)
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, w)
		fmt.Fprintf(&text, "0x%02x 0x%02x 0x%02x 0x%02x\n", byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
	}
	out, errs := llvm(text.String(), allFeatures, "-disassemble")
	if strings.Contains(errs, "warning") || strings.Contains(errs, "error") {
		t.Fatalf("llvm-mc does not disassemble: %s", errs)
	}
	var lines []string
	for _, l := range strings.Split(out, "\n") {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, ".") {
			lines = append(lines, l)
		}
	}
	again, _ := assembleLLVM(t, lines)
	if len(again) != len(words) {
		t.Fatalf("%d words became %d", len(words), len(again))
	}
	for i, w := range words {
		if again[i] != w {
			t.Errorf("%v: %08x is %q", insts[i], w, lines[i])
		}
	}
}

// TestLLVMFeatures checks that llvm-mc accepts every instruction for a CPU with only the features that
// Inst.Features returns, and rejects it for a CPU without a feature that it needs.
func TestLLVMFeatures(t *testing.T) {
	needLLVM(t)
	texts := map[arm64.Feature][]string{}
	for _, in := range samples(1, 27) {
		texts[in.Features()] = append(texts[in.Features()], llvmText(in))
	}
	for features, lines := range texts {
		text := strings.Join(lines, "\n") + "\n"
		_, errs := llvm(text, features)
		for i, m := range errorLine.FindAllStringSubmatch(errs, -1) {
			if n, _ := strconv.Atoi(m[1]); i < 5 {
				t.Errorf("with %v, llvm-mc rejects %q: %s", features, lines[n-1], m[2])
			}
		}
		if features == arm64.FeatBase {
			continue
		}
		others := allFeatures &^ features
		switch features { // to llvm-mc, SVE2 implies SVE, which implies FP16
		case arm64.FeatFP16:
			others &^= arm64.FeatSVE | arm64.FeatSVE2
		case arm64.FeatSVE:
			others &^= arm64.FeatSVE2
		}
		_, errs = llvm(text, others)
		if n := len(errorLine.FindAllString(errs, -1)); n != len(lines) {
			t.Errorf("without %v, llvm-mc rejects %d of %d instructions", features, n, len(lines))
		}
	}
	if len(texts) != 8 {
		t.Errorf("%d sets of features", len(texts))
	}
}
