package regalloc

// Lists holds the values that the instructions of one block read and write, in the order at the time of Liveness,
// and the values live at the end of the block. It is valid until the LiveSets are reused for another function or
// passed to the allocator.
type Lists struct {
	uses, defs   []int32 // of the entire function
	useAt, defAt []int32 // start of each instruction's part, plus the end of the last one's
	out          []uint64
}

// Lists returns the lists of block b, which has n instructions.
func (l *LiveSets) Lists(b, n int) Lists {
	x := &l.a.flat
	lo := int(x.base[b])
	hi := lo + n + 1
	return Lists{x.uses, x.defs, x.useAt[lo:hi], x.defAt[lo:hi], l.a.liveOut(int32(b))}
}

// Uses returns the values that instructions i to j-1 read; a value may occur twice.
func (x *Lists) Uses(i, j int32) []int32 { return x.uses[x.useAt[i]:x.useAt[j]] }

// Defs returns the values that instructions i to j-1 write.
func (x *Lists) Defs(i, j int32) []int32 { return x.defs[x.defAt[i]:x.defAt[j]] }

// LivesOn returns 1 if value v is live at the end of the block or is an argument of an outgoing edge, else 0.
func (x *Lists) LivesOn(v int32) int32 { return int32(x.out[v>>6] >> (v & 63) & 1) }
