package isel

import (
	"slices"

	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// VectorLoopUops compiles f and prices one vector iteration of its first vector loop, with the same weights as
// the prices of single operations. It returns 0 if f has no vector loop. Instructions that move values between
// registers or to the stack count one each: the optimizer cannot predict them.
func VectorLoopUops(t *Target, f *ir.Func) (uops float64, insts int, err error) {
	first := -1
	m, _ := t.Lower(f, nil)
	_, _, err = emit.Emit(t.Arch, m, emit.Options{After: func(step string, m *mach.Func) {
		if step != "layout" {
			return
		}
		for _, b := range m.Blocks {
			if b.Name != "vector.body" || first >= 0 && b.ID > first {
				continue
			}
			first, uops, insts = b.ID, 0, 0
			for _, b := range loopBlocks(b) {
				for i := range b.Insts {
					switch in := &b.Insts[i]; in.Pseudo {
					case mach.NotPseudo:
						u, _ := t.Arch.InstCost(in)
						uops += float64(u)
						insts++
					case mach.Copy, mach.Spill, mach.Reload, mach.Zero, mach.Ones:
						uops++
						insts++
					}
				}
			}
		}
	}})
	return uops, insts, err
}

// loopBlocks returns the body of the vector loop that begins with b, including its regions: prices assume
// iterations in which no mask is empty.
func loopBlocks(b *mach.Block) []*mach.Block {
	all := []*mach.Block{b}
	for i := 0; i < len(all); i++ {
		for _, e := range all[i].Succs {
			if (e.To.Name == "vector.region" || e.To.Name == "vector.join") && !slices.Contains(all, e.To) {
				all = append(all, e.To)
			}
		}
	}
	return all
}

// Kept reports whether code contains the data for a listing.
func Kept(c *Code) bool { return c.list != nil }
