package arrowkernel

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
)

// reader is how the elements of a column get to a kernel.
type reader uint8

const (
	readValues              reader = iota // where they are
	readBits                              // a byte for each
	readDictionary                        // decoded
	readPredicate                         // a test of each string
	readDictionaryPredicate               // a test of each entry of the dictionary, looked up
	readLength                            // the lengths of strings
	readDictionaryLength                  // the lengths of the entries, looked up
)

// source is what a kernel reads: a column, or something about it.
type source struct {
	column  int
	kind    kind
	slot    int
	read    reader
	test    stringTest // of strings
	literal string
}

// mask is a bitmap of rows.
type mask struct {
	bits, also []byte // also may be nil; both must be true
	offset     int
	alsoOffset int
}

// maskOf returns the rows for which a boolean array is true and not null.
func maskOf(a *array.Boolean) mask {
	d := a.Data()
	m := mask{bits: d.Buffers()[1].Bytes(), offset: d.Offset()}
	if a.NullN() > 0 {
		m.also, m.alsoOffset = d.Buffers()[0].Bytes(), d.Offset()
	}
	return m
}

// read stores a byte, 0 or 1, for each of len(dst) rows. scratch has as many bytes.
func (m mask) read(s *scratch, dst, scratch []byte, at int) {
	unpackBits(dst, m.bits, m.offset+at, s.bits())
	if m.also != nil {
		unpackBits(scratch, m.also, m.alsoOffset+at, s.bits())
		andBytesFast(dst, scratch)
	}
}

// input is a column of the rows that an expression is evaluated for.
type input struct {
	array  arrow.Array
	data   arrow.ArrayData
	offset int
	mask   []byte // of rows that are not null; nil if all are
	bit    int    // of the first row
}

func newInput(a arrow.Array, s *scratch) *input {
	in := &input{array: a, data: a.Data(), offset: a.Data().Offset()}
	if a.NullN() > 0 {
		in.mask, in.bit = in.data.Buffers()[0].Bytes(), in.offset
	}
	if d, ok := a.(*array.Dictionary); ok && d.Dictionary().NullN() > 0 {
		// Rows whose entry is null are null.
		n := d.Len()
		bits := s.bytes(int(bitutil.BytesForBits(int64(n))))
		for i := range n {
			there := d.IsValid(i) && d.Dictionary().IsValid(d.GetValueIndex(i))
			bitutil.SetBitTo(bits, i, there)
		}
		in.mask, in.bit = bits, 0
	}
	return in
}

// inputs are the columns of an expression.
type inputs struct {
	scratch *scratch
	rows    int
	columns []*input
	blocks  [][]byte // for each source, where it is not read in place
	tables  []table
	valid   map[int][]byte
}

// table is what a dictionary's indices are looked up in.
type table struct {
	values  []byte
	bits    bitTable
	indices []byte
	size    int // of an index
}

// release drops what refers to arrays.
func (in *inputs) release() { *in = inputs{} }

// intersect stores the rows that are not null in any of the columns.
func (in *inputs) intersect(columns []int, dst []byte) {
	first := true
	for _, c := range columns {
		switch m := in.columns[c]; {
		case m.mask == nil:
		case first:
			bitutil.CopyBitmap(m.mask, m.bit, in.rows, dst, 0)
			first = false
		default:
			bitutil.BitmapAnd(dst, m.mask, 0, int64(m.bit), dst, 0, int64(in.rows))
		}
	}
}

// prepare allocates blocks, and makes the tables of dictionaries.
func (in *inputs) prepare(p *program) {
	in.blocks, in.tables = make([][]byte, len(p.sources)), make([]table, len(p.sources))
	for i, s := range p.sources {
		if s.read == readValues {
			continue
		}
		in.blocks[i] = in.scratch.block(s.kind)
		c := in.columns[s.column]
		switch s.read {
		case readDictionary, readDictionaryPredicate, readDictionaryLength:
			in.tables[i] = in.table(c, s)
		}
	}
	if len(p.valid) > 0 {
		in.valid = map[int][]byte{}
		for c := range p.valid {
			in.valid[c] = in.scratch.block(bools)
		}
	}
}

// table makes the table of a dictionary. It has at least one entry.
func (in *inputs) table(c *input, s source) table {
	d := c.array.(*array.Dictionary)
	size := d.DataType().(*arrow.DictionaryType).IndexType.(arrow.FixedWidthDataType).Bytes()
	t := table{indices: c.data.Buffers()[1].Bytes(), size: size}
	entries := d.Dictionary().Len()
	values := d.Dictionary().Data()
	t.values = in.scratch.bytes(max(1, entries) * s.kind.size())
	clear(t.values)
	switch {
	case entries == 0:
	case s.read == readDictionary:
		copy(t.values, values.Buffers()[1].Bytes()[values.Offset()*s.kind.size():])
	case s.read == readDictionaryLength:
		stringLengths(t.values, values, 0, entries)
	default:
		testColumn(t.values, values, s, 0, entries)
	}
	if s.kind == bools {
		t.bits = newBitTable(t.values)
	}
	return t
}

// fill puts n rows in the slots of a kernel.
func (in *inputs) fill(b *batch, p *program, at, n int) {
	for i, s := range p.sources {
		c, block, t := in.columns[s.column], in.blocks[i], &in.tables[i]
		switch s.read {
		case readValues:
			b.set(s.kind, s.slot, c.data.Buffers()[1].Bytes(), c.offset+at, n)
			continue
		case readBits:
			unpackBits(block[:n], c.data.Buffers()[1].Bytes(), c.offset+at, in.scratch.bits())
		case readDictionary, readDictionaryLength:
			lookupValues(s.kind.size(), block, t.values, t.indices, t.size, c.offset+at, n)
		case readDictionaryPredicate:
			t.bits.lookup(block, t.indices, t.size, c.offset+at, n)
		case readPredicate:
			testColumn(block, c.data, s, at, n)
		case readLength:
			stringLengths(block, c.data, at, n)
		}
		b.set(s.kind, s.slot, block, 0, n)
	}
	for column, slot := range p.valid {
		c, block := in.columns[column], in.valid[column]
		if c.mask == nil {
			fill8(block[:n], 1)
		} else {
			unpackBits(block[:n], c.mask, c.bit+at, in.scratch.bits())
		}
		b.set(bools, slot, block, 0, n)
	}
}

// large reports whether strings have offsets of 64 bits.
func large(d arrow.ArrayData) bool {
	return d.DataType().ID() == arrow.LARGE_STRING || d.DataType().ID() == arrow.LARGE_BINARY
}

// testColumn tests n strings from at on.
func testColumn(dst []byte, d arrow.ArrayData, s source, at, n int) {
	var data []byte
	if buf := d.Buffers()[2]; buf != nil {
		data = buf.Bytes()
	}
	offsets := d.Buffers()[1].Bytes()
	if large(d) {
		testStrings(starts64, asBools(dst[:n]), view[int64](offsets, d.Offset()+at, n+1), data, s.test, s.literal)
	} else {
		testStrings(starts32, asBools(dst[:n]), view[int32](offsets, d.Offset()+at, n+1), data, s.test, s.literal)
	}
}

// stringLengths stores the lengths of n strings from at on.
func stringLengths(dst []byte, d arrow.ArrayData, at, n int) {
	offsets := d.Buffers()[1].Bytes()
	if large(d) {
		lengths64(view[int64](dst, 0, n), view[int64](offsets, d.Offset()+at, n+1))
	} else {
		lengths32(view[int32](dst, 0, n), view[int32](offsets, d.Offset()+at, n+1))
	}
}
