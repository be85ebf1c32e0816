package mach

// A function, its blocks and its instructions are live during one compilation only. They take 70 KB, more than
// everything else together. Func.Reset keeps that memory for the next function.

// Reset empties f for another function of the given name. Blocks and instructions of the previous function must
// not be in use any more.
func (f *Func) Reset(name string) {
	*f = Func{Name: name, Blocks: f.Blocks[:0], VRegs: f.VRegs[:0], Consts: f.Consts[:0], Slots: f.Slots[:0],
		made: f.made, room: f.room[:0]}
}

// Size returns the approximate number of bytes that f retains over Reset.
func (f *Func) Size() int { return 96*cap(f.room) + 40*cap(f.VRegs) + 144*len(f.made) }

// Room returns an empty slice with capacity for n instructions, which is valid as long as f is.
func (f *Func) Room(n int) []Inst {
	if cap(f.room)-len(f.room) < n {
		f.room = make([]Inst, 0, max(n, 2*cap(f.room)))
	}
	at := len(f.room)
	f.room = f.room[:at+n]
	return f.room[at : at : at+n]
}

// newBlock returns an empty block, reusing an old one if possible.
func (f *Func) newBlock() *Block {
	if f.blocks == len(f.made) {
		f.made = append(f.made, new(Block))
	}
	b := f.made[f.blocks]
	f.blocks++
	*b = Block{Params: b.Params[:0], Succs: b.Succs[:0], Preds: b.Preds[:0]}
	return b
}

// Took calls Spend if it is set.
func (f *Func) Took(n int) {
	if f.Spend != nil {
		f.Spend(n)
	}
}

// NumInsts returns the number of instructions.
func (f *Func) NumInsts() (n int) {
	for _, b := range f.Blocks {
		n += len(b.Insts)
	}
	return n
}
