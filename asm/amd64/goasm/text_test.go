package goasm

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/twitchyliquid64/golang-asm/obj"

	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/asm/amd64/amd64test"
	"hotloop/asm/amd64/gosyntax"
)

// TestText compares the text of package gosyntax with golang-asm's, for every form with random operands.
func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	a := pool.Get().(*assembler)
	defer pool.Put(a)
	name := func(l asm.Label) string { return "" }
	count := 0
	for _, f := range amd64test.Forms() {
		for range 10 {
			in := f.Rand(r)
			if amd64.Check(&in) != nil || amd64.Info(in.Op).Flags&amd64.Branch != 0 || in.MemPos >= 0 && in.Mem.Label != asm.NoLabel {
				continue
			}
			p := obj.Prog{Ctxt: a.ctxt}
			if err := a.translate(&p, &in); err != nil {
				t.Fatal(err)
			}
			want := strings.Join(strings.Fields(p.InstructionString()), " ")
			if got := gosyntax.Text(&in, name); got != want {
				t.Errorf("%v: %s, want %s", &in, got, want)
				break
			}
			count++
		}
	}
	if count == 0 {
		t.Error("nothing was compared")
	}
}
