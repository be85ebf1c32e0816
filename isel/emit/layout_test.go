package emit

import (
	"strings"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/isel/mach"
)

// TestLayout wants a loop tested at the top to come out with its test at the bottom, and cold blocks behind everything.
func TestLayout(t *testing.T) {
	f := &mach.Func{}
	for _, n := range []string{"entry", "test", "trap", "body", "exit"} {
		f.NewBlock(n)
	}
	entry, test, trap, body, exit := f.Blocks[0], f.Blocks[1], f.Blocks[2], f.Blocks[3], f.Blocks[4]
	trap.Cold = true
	end := func(b *mach.Block, p mach.Pseudo, to ...*mach.Block) {
		// Something to do, so that the block is not jumped over.
		b.Insts = append(b.Insts, mach.Inst{Op: uint16(amd64.NOT), Size: 8, N: 1, MemPos: -1})
		b.Insts = append(b.Insts, mach.Inst{Pseudo: p, MemPos: -1})
		for _, s := range to {
			b.AddEdge(s)
		}
	}
	end(entry, mach.Jump, test)
	end(test, mach.Branch, body, exit)
	end(trap, mach.Trap)
	end(body, mach.Branch, test, trap)
	end(exit, mach.Ret)
	var l layouter
	l.run(f)
	var got []string
	for _, b := range f.Blocks {
		got = append(got, b.Name)
	}
	if s := strings.Join(got, " "); s != "entry test body exit trap" && s != "entry body test exit trap" {
		t.Error(s)
	}
	if a := alignedBlocks(f, &l.cfg); !a[test.ID] && !a[body.ID] {
		t.Error("the loop is not aligned")
	}
}
