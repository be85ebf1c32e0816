package x86

import (
	"bytes"

	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Byte lookups in constant tables, with VPSHUFB on rows of 16 bytes. Many tables have one of two properties, or
// both. They consist of a few runs of entries that are constant or increase with the index, such as letters and
// digits to numbers and back. Or they have a default entry for all other indexes, such as classes of bytes.
//
//	t[x] = x + d[class(x)]        the class is a number below 16, computed from x in a few instructions
//	t[x] = other                  where a[x&15] & b[x>>4] is 0: each distinct set of non-default columns of a row is a bit
//
// Other tables are lowered as sums of rows; see known.

// classTable describes a table with these properties.
type classTable struct {
	by   classBy
	from int // the last index of class 0 (VPSUBUSB)
	at   int // the index with a different class, or the threshold
	add  bool
	d    [16]byte // the value added in each class
	cost int

	other        int // the default entry; -1 if there is none
	low, high    [16]byte
	upperIsOther bool
}

// classBy is the way the class is computed.
type classBy int

const (
	classOne      classBy = iota // a single class
	classBeyond                  // max(x-from, 0)
	classRow                     // x>>4
	classBeyondGT                // max(x-from, 0), plus one if x > at
	classRowLess                 // x>>4, minus one if x == at
	classRowMore                 // x>>4, plus one if x == at
)

// classCost is the number of instructions that compute the class.
var classCost = [...]int{classOne: 0, classBeyond: 1, classRow: 2, classBeyondGT: 3, classRowLess: 4, classRowMore: 4}

// class returns the class of x. Numbers outside 0 to 15 are not valid classes.
func (c *classTable) class(x int) int {
	switch c.by {
	case classBeyond:
		return max(0, x-c.from)
	case classBeyondGT:
		if x > c.at {
			return max(0, x-c.from) + 1
		}
		return max(0, x-c.from)
	case classRow:
		return x >> 4
	case classRowLess, classRowMore:
		switch {
		case x != c.at:
			return x >> 4
		case c.by == classRowLess:
			return x>>4 - 1
		}
		return x>>4 + 1
	}
	return 0
}

// classesOf returns the cheapest such description of a table, or nil if none is cheaper than a sum of rows. With
// mask registers (masks), comparisons do not produce bytes to add, which excludes some forms.
func classesOf(data []byte, masks bool) *classTable {
	var best *classTable
	if len(data) < 32 || len(data) > 256 {
		return nil // one row
	}
	limit := sumCost(data)
	try := func(c *classTable) {
		if c != nil && c.cost < limit {
			best, limit = c, c.cost
		}
	}
	for _, add := range []bool{false, true} {
		whole := classTable{add: add, other: -1}
		try(whole.fit(data, masks))
		if masks {
			continue
		}
		but := classTable{add: add, other: int(mostCommon(data))}
		if but.meant(data) {
			try(but.fit(data, masks))
		}
	}
	return best
}

// mostCommon returns the most frequent entry; the lowest one if there are several.
func mostCommon(data []byte) (most byte) {
	var n [256]int
	for _, b := range data {
		n[b]++
	}
	for b := range n {
		if n[b] > n[most] {
			most = byte(b)
		}
	}
	return most
}

// meant fills in the rows that separate default from non-default entries. It returns false if there are more sets
// of columns than bits.
func (c *classTable) meant(data []byte) bool {
	sets := map[[16]bool]int{}
	c.upperIsOther = true
	for row := range len(data) / 16 {
		var set [16]bool
		for i, b := range data[16*row : 16*row+16] {
			set[i] = int(b) != c.other
		}
		if set == [16]bool{} {
			continue
		}
		bit, ok := sets[set]
		if !ok {
			if bit = len(sets); bit == 8 {
				return false
			}
			sets[set] = bit
			for i := range set {
				if set[i] {
					c.low[i] |= 1 << bit
				}
			}
		}
		c.high[row] = 1 << bit
		c.upperIsOther = c.upperIsOther && row < 8
	}
	return len(sets) > 0
}

// fit chooses a class function for which all non-default entries of a class have the same added value. It returns
// nil if there is none.
func (c *classTable) fit(data []byte, masks bool) *classTable {
	first := c.firstRun(data)
	for by := classOne; by <= classRowMore; by++ {
		if masks && by > classRow || by == classBeyondGT && len(data) > 128 {
			continue
		}
		lo, hi := 0, 0
		switch by {
		case classBeyond, classBeyondGT:
			lo, hi = max(1, len(data)-16), len(data)-1
		case classRowLess, classRowMore:
			hi = len(data) - 1
		}
		for k := lo; k <= hi; k++ {
			t := *c
			t.by, t.from, t.at = by, k, first
			if by > classBeyondGT {
				t.at = k
			}
			if t.fill(data) {
				t.cost = t.price()
				return &t
			}
		}
	}
	return nil
}

// added returns the value that turns x into entry x; false for a default entry.
func (c *classTable) added(data []byte, x int) (byte, bool) {
	b := data[x]
	if int(b) == c.other {
		return 0, false
	}
	if c.add {
		b -= byte(x)
	}
	return b, true
}

// firstRun returns the last index of the first run: the index before the first entry with a different added
// value.
func (c *classTable) firstRun(data []byte) int {
	var run byte
	begun := false
	for x := range data {
		switch b, ok := c.added(data, x); {
		case !ok:
		case !begun:
			run, begun = b, true
		case b != run:
			return x - 1
		}
	}
	return len(data) - 1
}

// fill sets the added values of all classes. It returns false if a class would need two.
func (c *classTable) fill(data []byte) bool {
	var known [16]bool
	for x := range data {
		b, ok := c.added(data, x)
		if !ok {
			continue
		}
		k := c.class(x)
		if k < 0 || k > 15 || known[k] && c.d[k] != b {
			return false
		}
		known[k], c.d[k] = true, b
	}
	return true
}

// price returns the number of instructions.
func (c *classTable) price() int {
	n := classCost[c.by]
	if c.by != classOne {
		n++ // VPSHUFB
	}
	if c.add {
		n++
	}
	if c.other < 0 {
		return n
	}
	n += 5 // two rows, VPAND, VPCMPEQB, and the selection of the default
	if c.by < classRow || c.by == classBeyondGT {
		n += 2 // x>>4
	}
	if !c.upperIsOther {
		n++ // x&15
	}
	if c.other != 0 && c.other != 0xff {
		n++ // a blend
	}
	return n
}

// classed looks up index in such a table.
func (x *lookup) classed(index mach.Reg, c *classTable) mach.Reg {
	l, size := x.l, x.bytes
	var row mach.Reg
	if c.by == classRow || c.by == classRowLess || c.by == classRowMore || c.other >= 0 {
		row = l.ins(x.and(), size, l.insI(amd64.VPSRLWI, size, 4, index), l.splat(ir.I8, 15))
	}
	class := row
	switch c.by {
	case classBeyond, classBeyondGT:
		class = l.ins(amd64.VPSUBUSB, size, index, l.splat(ir.I8, int64(c.from)))
		if c.by == classBeyondGT {
			class = l.ins(amd64.VPSUBB, size, class, l.ins(amd64.VPCMPGTB, size, index, l.splat(ir.I8, int64(c.at))))
		}
	case classRowLess, classRowMore:
		op := amd64.VPADDB // adds -1
		if c.by == classRowMore {
			op = amd64.VPSUBB
		}
		class = l.ins(op, size, row, l.ins(amd64.VPCMPEQB, size, index, l.splat(ir.I8, int64(c.at))))
	}
	d := l.splat(ir.I8, int64(c.d[0]))
	if c.by != classOne {
		d = l.ins(amd64.VPSHUFB, size, x.table(c.d[:]), class)
	}
	if c.add {
		d = l.ins(amd64.VPADDB, size, d, index)
	}
	if c.other < 0 {
		return d
	}
	low := index // VPSHUFB returns zero for indexes from 128
	if !c.upperIsOther {
		low = l.ins(x.and(), size, index, l.splat(ir.I8, 15))
	}
	a, b := l.ins(amd64.VPSHUFB, size, x.table(c.low[:]), low), l.ins(amd64.VPSHUFB, size, x.table(c.high[:]), row)
	not := l.ins(amd64.VPCMPEQB, size, l.ins(x.and(), size, a, b), l.splat(ir.I8, 0))
	switch c.other {
	case 0:
		return l.ins(amd64.VPANDN, size, not, d)
	case 0xff:
		return l.ins(amd64.VPOR, size, not, d)
	}
	return x.either(size, not, d, l.splat(ir.I8, int64(c.other)))
}

// table returns a constant that repeats b.
func (x *lookup) table(b []byte) mach.Reg { return x.l.VecConst(bytes.Repeat(b, x.l.T.Bytes/len(b))) }

// sumCost returns the number of instructions of a sum of rows.
func sumCost(data []byte) int {
	if rowTops(data) != nil {
		return 6
	}
	n, base := 0, commonRow(data)
	if base == 0 {
		n-- // the first term needs no addition
	}
	for half := 0; half < len(data); half += 128 {
		before := bytes.Repeat([]byte{base}, 16)
		for k := half; k < min(half+128, len(data)); k += 16 {
			if row := data[k : k+16]; !bytes.Equal(row, before) {
				before = row
				n += 3 // VPSUBSB, VPSHUFB, VPXOR
			}
		}
	}
	return n
}

// known looks up bytes in constant rows of 16 without selects. The table is a sum (by exclusive or) of terms; the
// term of row k applies to all indexes from 16*k to the end of its half:
//
//	t[x] = c ^ (x >= 0 ? d0[x&15]) ^ (x-16 >= 0 ? d1[x&15]) ^ …       d0 = t[0:16] ^ c, d1 = t[16:32] ^ t[0:16], …
//
// VPSHUFB returns zero where x-16*k is negative, and VPSUBSB saturates, so that smaller indexes stay negative. An
// index from 128 is a negative byte, so no term of the lower half applies to it. After flipping its top bit, the
// terms of the upper half apply to it, and not to others. A row equal to the previous one costs nothing. If each
// row is the first one xor a constant (products in GF(256)), the table is a sum of two terms.
func (x *lookup) known(index mach.Reg, data []byte) mach.Reg {
	l, size := x.l, x.bytes
	index = x.within(index, x.entries)
	if c := classesOf(data, l.T.K); c != nil {
		return x.classed(index, c)
	}
	if tops := rowTops(data); tops != nil {
		low := l.ins(x.and(), size, index, l.splat(ir.I8, 15))
		high := l.ins(x.and(), size, l.insI(amd64.VPSRLWI, size, 4, index), l.splat(ir.I8, 15))
		a, b := l.ins(amd64.VPSHUFB, size, x.table(data[:16]), low), l.ins(amd64.VPSHUFB, size, x.table(tops), high)
		return l.ins(x.xor(), size, a, b)
	}
	base := commonRow(data)
	var sum mach.Reg
	add := func(r mach.Reg) {
		if sum != 0 {
			r = l.ins(x.xor(), size, sum, r)
		}
		sum = r
	}
	for half := 0; half < len(data); half += 128 {
		before, from := bytes.Repeat([]byte{base}, 16), mach.Reg(0)
		for k := range min(8, (len(data)-half)/16) {
			row := data[half+16*k : half+16*k+16]
			d := make([]byte, 16)
			for i := range d {
				d[i] = row[i] ^ before[i]
			}
			before = row
			if bytes.Equal(d, make([]byte, 16)) {
				continue
			}
			if from == 0 {
				if from = index; half > 0 {
					from = l.ins(x.xor(), size, index, l.splat(ir.I8, 0x80))
				}
			}
			at := from
			if k > 0 {
				at = l.ins(amd64.VPSUBSB, size, from, l.splat(ir.I8, int64(16*k)))
			}
			add(l.ins(amd64.VPSHUFB, size, x.table(d), at))
		}
	}
	if base != 0 || sum == 0 {
		add(l.splat(ir.I8, int64(base)))
	}
	return sum
}

// rowTops returns, for each row, the constant by which all its entries differ from the first row (by exclusive
// or). It returns nil if a row does not differ by a constant.
func rowTops(data []byte) []byte {
	tops := make([]byte, 16)
	for i, b := range data {
		if i%16 == 0 {
			tops[i/16] = b ^ data[0]
		}
		if b != data[i%16]^tops[i/16] {
			return nil
		}
	}
	return tops
}

// commonRow returns the byte that fills the largest number of rows entirely, or 0 if there is none.
func commonRow(data []byte) (best byte) {
	rows := map[byte]int{}
	for ; len(data) > 0; data = data[16:] {
		if c := data[0]; bytes.Count(data[:16], []byte{c}) == 16 {
			if rows[c]++; rows[c] > rows[best] || rows[c] == rows[best] && c < best {
				best = c
			}
		}
	}
	return best
}
