package gosyntax

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hotloop/asm/arm64"
	"hotloop/asm/arm64/arm64test"
)

// TestText assembles the text of random instructions of every form with Go's assembler, and compares the words.
func TestText(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	r := rand.New(rand.NewPCG(1, 2))
	type printed struct {
		in   arm64.Inst
		text string
		want uint32
	}
	var list []printed
	for _, f := range arm64test.Forms() {
		if f.NeedsLabel() {
			continue
		}
		for round := range 12 {
			in := f.Rand(r)
			if arm64.Info(f.Op).Imm == arm64.ImmWide && round == 0 {
				in.Imm = 0
			}
			code, err := arm64.Append(nil, &in)
			if err != nil {
				continue
			}
			if text, ok := Text(&in); ok {
				list = append(list, printed{in, text, binary.LittleEndian.Uint32(code)})
			}
		}
	}
	// An instruction that is unknown, or assembles to several words, must not shift the others: each has its own function.
	var src strings.Builder
	for i, p := range list {
		fmt.Fprintf(&src, "TEXT f%d<>(SB), 4, $0-0\n\t%s\n", i, p.text)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "a.s")
	if err := os.WriteFile(file, []byte(src.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "tool", "asm", "-e", "-S", "-p", "p", "-o", filepath.Join(dir, "a.o"), file)
	cmd.Env = append(os.Environ(), "GOARCH=arm64", "GOOS=linux")
	out, err := cmd.CombinedOutput()
	failed := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^.*a\.s:(\d+)(?:: |\)).*$`).FindAllStringSubmatch(string(out), -1) {
		if strings.HasPrefix(m[0], "\t0x") {
			continue
		}
		var n int
		fmt.Sscan(m[1], &n)
		p := list[(n-1)/2]
		if key := fmt.Sprint(p.in.Op, p.in.Size); !failed[key] {
			failed[key] = true
			t.Errorf("%v: %s: %s", &p.in, p.text, m[0])
		}
	}
	if err != nil && len(failed) == 0 {
		t.Fatalf("%v\n%s", err, out)
	}
	words := map[int]string{}
	hex := regexp.MustCompile(`(?m)^f(\d+) STEXT.*size=(\d+)(?:[^\n]*)\n(?:\t0x[0-9a-f]+ \d+ [^\n]*\n)*\t0x0000 ((?:[0-9a-f]{2} ){4})`)
	for _, m := range hex.FindAllStringSubmatch(string(out), -1) {
		var n int
		fmt.Sscan(m[1], &n)
		words[n] = strings.ReplaceAll(m[3], " ", "")
	}
	bad := 0
	for i, p := range list {
		w := fmt.Sprintf("%02x%02x%02x%02x", byte(p.want), byte(p.want>>8), byte(p.want>>16), byte(p.want>>24))
		if words[i] != w {
			if bad++; bad < 60 {
				t.Errorf("%v: %s assembles to %q, want %s", &p.in, p.text, words[i], w)
			}
		}
	}
	t.Logf("%d instructions, %d wrong", len(list), bad)
	if len(list) < 1000 {
		t.Errorf("only %d instructions were printed", len(list))
	}
}
