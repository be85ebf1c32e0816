package emit

import (
	"strings"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/isel/mach"
)

// TestLayout checks that a loop tested at the top gets its test at the bottom, and that cold blocks come last.
func TestLayout(t *testing.T) {
	f := &mach.Func{}
	for _, n := range []string{"entry", "test", "trap", "body", "exit"} {
		f.NewBlock(n)
	}
	entry, test, trap, body, exit := f.Blocks[0], f.Blocks[1], f.Blocks[2], f.Blocks[3], f.Blocks[4]
	trap.Cold = true
	end := func(b *mach.Block, p mach.Pseudo, to ...*mach.Block) {
		// An instruction, so that edges do not skip the block.
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
	if a := l.alignedBlocks(f); !a[test.ID] && !a[body.ID] {
		t.Error("the loop is not aligned")
	}
}

// TestLayoutJoiningWays checks that the latch of a loop is placed before its header if two paths through the loop
// meet in it, so that both jump back. If nearly all iterations take one path, it is placed after the body.
func TestLayoutJoiningWays(t *testing.T) {
	for _, c := range []struct {
		often float64 // frequency of the arm
		want  string
	}{{8, "entry latch header arm exit"}, {15.9, "entry header arm latch exit"}} {
		f := &mach.Func{}
		for _, n := range []string{"entry", "header", "arm", "latch", "exit"} {
			f.NewBlock(n)
		}
		entry, header, arm, latch, exit := f.Blocks[0], f.Blocks[1], f.Blocks[2], f.Blocks[3], f.Blocks[4]
		end := func(b *mach.Block, p mach.Pseudo, freq float64, to ...*mach.Block) {
			b.Freq = freq
			b.Insts = append(b.Insts, mach.Inst{Op: uint16(amd64.NOT), Size: 8, N: 1, MemPos: -1})
			b.Insts = append(b.Insts, mach.Inst{Pseudo: p, MemPos: -1})
			for _, s := range to {
				b.AddEdge(s)
			}
		}
		end(entry, mach.Jump, 1, header)
		end(header, mach.Branch, 16, arm, latch)
		end(arm, mach.Jump, c.often, latch)
		end(latch, mach.Branch, 16, header, exit)
		end(exit, mach.Ret, 1)
		var l layouter
		l.run(f)
		var got []string
		for _, b := range f.Blocks {
			got = append(got, b.Name)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("arm %v times: %s, want %s", c.often, s, c.want)
		}
	}
}
