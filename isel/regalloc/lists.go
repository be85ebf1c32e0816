package regalloc

// Lists is what the instructions of one block read and write, as they stood when Liveness ran, and what is live behind
// the block. It is valid until the LiveSets are used for another function or handed to the allocator.
type Lists struct {
	uses, defs   []int32 // of the whole function
	useAt, defAt []int32 // where the parts of the block's instructions start, and where the last one's ends
	out          []uint64
}

// Lists are those of block b, which has n instructions.
func (l *LiveSets) Lists(b, n int) Lists {
	x := &l.a.flat
	lo := int(x.base[b])
	hi := lo + n + 1
	return Lists{x.uses, x.defs, x.useAt[lo:hi], x.defAt[lo:hi], l.a.liveOut(int32(b))}
}

// Uses and Defs are the values that instructions i to j-1 read and write; a value may occur twice.
func (x *Lists) Uses(i, j int32) []int32 { return x.uses[x.useAt[i]:x.useAt[j]] }

// Defs are the values written.
func (x *Lists) Defs(i, j int32) []int32 { return x.defs[x.defAt[i]:x.defAt[j]] }

// LivesOn is 1 if value v is live at the end of the block, or an argument of an edge out of it, else 0.
func (x *Lists) LivesOn(v int32) int32 { return int32(x.out[v>>6] >> (v & 63) & 1) }
