package arrowkernel

import (
	"context"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Key is a column to group by: a dictionary-encoded array, or chunked array. compute.DictionaryEncode makes one.
type Key struct {
	Name   string
	Values compute.Datum
}

// Aggregate is a column of the result of [GroupBy].
type Aggregate struct {
	Name   string
	Func   AggregateFunc
	Values compute.Datum // nil for AggregateCount counts rows
}

// maxGroups bounds the product of the sizes of dictionaries, one more each for null. With fewGroups or less, each group is
// a mask, and vector code adds up its values: on Sapphire Rapids a masked sum of int64 takes 0.05 ns for each element and
// group, and the scalar loop over groups 0.77 ns for each element. Other sums and the masks take longer than 0.05 ns.
const (
	maxGroups = 1 << 20
	fewGroups = 8
)

// GroupBy computes aggregates for each combination of keys that a row has. The result has a column for each key, and then
// one for each aggregate, whose types are those of [Sum] and the other functions. Groups are in the order of the
// dictionaries, nulls last. The caller releases the result.
func GroupBy(ctx context.Context, opts AggregateOptions, keys []Key, aggregates []Aggregate) (arrow.RecordBatch, error) {
	g := &grouping{s: newScratch(ctx), keys: keys, aggregates: aggregates}
	defer g.s.release()
	if err := g.dictionaries(ctx); err != nil {
		return nil, err
	}
	values := append([]compute.Datum(nil), g.keyValues...)
	for _, a := range aggregates {
		if a.Values != nil {
			values = append(values, a.Values)
		} else if a.Func != AggregateCount {
			return nil, fmt.Errorf("%w: arrowkernel: %s: %v has no values", arrow.ErrInvalid, a.Name, a.Func)
		}
	}
	columns, n, err := columnsOf(g.s, opts.Filter, values...)
	if err != nil {
		return nil, err
	}
	g.rows = make([]int64, g.groups)
	for i, a := range aggregates {
		var typ arrow.DataType = arrow.PrimitiveTypes.Uint8
		same := -1
		if a.Values != nil {
			typ = a.Values.(compute.ArrayLikeDatum).Type()
			for j, b := range aggregates[:i] {
				if a.Values == b.Values && a.Func <= AggregateMean && b.Func <= AggregateMean {
					same = j
				}
			}
		}
		if err := g.aggregate(a.Name, a.Func, typ, same); err != nil {
			return nil, err
		}
		g.columns[i].rows = a.Values == nil
	}
	g.allocate()
	if err := walk(ctx, columns, n, g.piece); err != nil {
		return nil, err
	}
	return g.result(ctx), nil
}

// grouping is a call of GroupBy.
type grouping struct {
	s          *scratch
	keys       []Key
	aggregates []Aggregate
	keyValues  []compute.Datum
	dicts      []arrow.Array
	became     map[arrow.ArrayData][]uint32 // entries of a dictionary in that of all chunks
	sizes      []int                        // of the dictionaries, one more if there are nulls
	groups     int

	rows    []int64  // of each group
	columns []column // of the result, behind the keys

	selected, each rows
	numbers        []uint32 // group of each row of a block
	codes          []uint32 // of the rows of a block, if dictionaries differ
	mask           []byte
	masks          []byte // the rows of each group that are selected, if there are few groups
	masked         [fewGroups]int
}

// column is an aggregate of the result.
type column struct {
	name   string
	f      AggregateFunc
	acc    accumulator
	shared bool // with a column before, which has the same sums
	kind   kind
	typ    arrow.DataType
	counts []int64 // of AggregateCount
	rows   bool    // counts rows
}

// aggregate adds a column. Its accumulator is that of column same unless that is negative.
func (g *grouping) aggregate(name string, f AggregateFunc, typ arrow.DataType, same int) error {
	acc, k, err := newAccumulator(f, typ, g.groups)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	c := column{name: name, f: f, acc: acc, kind: k, typ: typ}
	if same >= 0 {
		c.acc, c.shared = g.columns[same].acc, true
	}
	if f == AggregateCount {
		c.counts = make([]int64, g.groups)
	}
	g.columns = append(g.columns, c)
	return nil
}

// allocate allocates the memory of a block.
func (g *grouping) allocate() {
	g.numbers = view[uint32](g.s.block(uint32s), 0, blockRows)
	g.codes = view[uint32](g.s.block(uint32s), 0, blockRows)
	g.mask = g.s.block(bools)
	if g.groups <= fewGroups {
		g.masks = g.s.bytes(g.groups * blockRows)
	}
}

// begin begins a block. all has the rows that are selected. It counts the rows of each group.
func (g *grouping) begin(numbers []uint32, all []bool) {
	if g.groups > fewGroups {
		groupCountFast(g.rows, numbers, bytesOf(all))
		return
	}
	for group := range g.groups {
		mask := g.masks[group*blockRows:][:len(numbers)]
		g.masked[group] = g.rowsOf(mask, group, numbers, all)
		g.rows[group] += int64(g.masked[group])
	}
}

// rowsOf stores which of the chosen rows are in a group, and returns their number.
func (g *grouping) rowsOf(mask []byte, group int, numbers []uint32, chosen []bool) int {
	if g.groups == 1 {
		copy(mask, bytesOf(chosen))
	} else {
		rowsOfFast(asBools(mask), numbers, uint32(group), chosen)
	}
	return countFast(mask)
}

// dictionaries finds the dictionary of each key. Chunks get the same one.
func (g *grouping) dictionaries(ctx context.Context) error {
	if len(g.keys) == 0 {
		return fmt.Errorf("%w: arrowkernel: GroupBy has no keys", arrow.ErrInvalid)
	}
	g.groups = 1
	for _, key := range g.keys {
		like, ok := key.Values.(compute.ArrayLikeDatum)
		if !ok {
			return fmt.Errorf("%w: arrowkernel: key %s is no array", arrow.ErrInvalid, key.Name)
		}
		typ, ok := like.Type().(*arrow.DictionaryType)
		if !ok {
			return fmt.Errorf("%w: arrowkernel: key %s is of type %v; use a dictionary, as of compute.DictionaryEncode", arrow.ErrInvalid, key.Name, like.Type())
		}
		var chunks []arrow.Array
		switch d := key.Values.(type) {
		case *compute.ArrayDatum:
			a := d.MakeArray()
			g.s.hold(a)
			chunks = []arrow.Array{a}
		case *compute.ChunkedDatum:
			chunks = d.Value.Chunks()
		}
		dict, err := g.unify(ctx, typ, chunks)
		if err != nil {
			return err
		}
		if dict == nil {
			dict = array.MakeArrayOfNull(compute.GetAllocator(ctx), typ.ValueType, 0)
			g.s.hold(dict)
		}
		size := dict.Len()
		nulls := size == 0 || dict.NullN() > 0
		for _, c := range chunks {
			nulls = nulls || c.NullN() > 0
		}
		if nulls {
			size++
		}
		g.dicts, g.keyValues, g.sizes = append(g.dicts, dict), append(g.keyValues, key.Values), append(g.sizes, size)
		if g.groups *= size; g.groups > maxGroups {
			return fmt.Errorf("%w: arrowkernel: the dictionaries have more than %d combinations", arrow.ErrInvalid, maxGroups)
		}
	}
	return nil
}

// unify returns a dictionary with the entries of all chunks; nil if there are no chunks. If their dictionaries differ, it
// stores what entries of each become. (array.UnifyChunkedDicts of arrow-go v18.8.0 makes nulls of some values
// of slices.)
func (g *grouping) unify(ctx context.Context, typ *arrow.DictionaryType, chunks []arrow.Array) (arrow.Array, error) {
	var dict arrow.Array
	same := true
	for _, c := range chunks {
		d := c.(*array.Dictionary).Dictionary()
		same = same && (dict == nil || array.Equal(dict, d))
		dict = d
	}
	if same {
		return dict, nil
	}
	u, err := array.NewDictionaryUnifier(compute.GetAllocator(ctx), typ.ValueType)
	if err != nil {
		return nil, err
	}
	defer u.Release()
	for _, c := range chunks {
		d := c.(*array.Dictionary).Dictionary()
		became, err := u.UnifyAndTranspose(d)
		if err != nil {
			return nil, err
		}
		g.s.hold(became)
		table := view[uint32](became.Bytes(), 0, d.Len())
		if len(table) == 0 {
			table = []uint32{0}
		}
		if g.became == nil {
			g.became = map[arrow.ArrayData][]uint32{}
		}
		g.became[d.Data()] = table
	}
	dict, err = u.GetResultWithIndexType(arrow.PrimitiveTypes.Uint32)
	if err != nil {
		return nil, err
	}
	g.s.hold(dict)
	return dict, nil
}

// piece adds rows that are in one chunk of each column.
func (g *grouping) piece(at []position, n int) error {
	filter, keys, values := at[0], at[1:1+len(g.keys)], at[1+len(g.keys):]
	g.selected.set(filter, g.s)
	inputs := make([]*input, len(keys))
	for i, k := range keys {
		inputs[i] = newInput(k.array, g.s)
	}
	for from := 0; from < n; from += blockRows {
		m := min(blockRows, n-from)
		numbers := g.numbers[:m]
		clear(numbers)
		for i, k := range keys {
			g.number(numbers, inputs[i], k.at+from, g.sizes[i])
		}
		all, _ := g.selected.read(g.s, from, m)
		g.begin(numbers, all)
		next := 0
		for i, a := range g.aggregates {
			if a.Values == nil {
				continue
			}
			v := values[next]
			next++
			c := &g.columns[i]
			if c.shared {
				continue
			}
			g.each.set(filter, g.s)
			g.each.add(v, g.s)
			chosen, same := all, true
			if len(g.each.masks) != len(g.selected.masks) {
				chosen, _ = g.each.read(g.s, from, m)
				same = false
			}
			var buf []byte
			if c.f != AggregateCount {
				buf = v.elements(c.kind, g.s, from, m)
			}
			g.add(c, buf, v.offset(c.kind, from), numbers, chosen, same)
		}
	}
	return nil
}

// add adds the elements of a block to an aggregate, those that are chosen. same says that these are all of the rows that
// begin has selected.
func (g *grouping) add(c *column, buf []byte, offset int, numbers []uint32, chosen []bool, same bool) {
	switch {
	case g.groups > fewGroups && c.f == AggregateCount:
		groupCountFast(c.counts, numbers, bytesOf(chosen))
		return
	case g.groups > fewGroups:
		c.acc.addGroups(buf, offset, numbers, chosen)
		return
	}
	for group := range g.groups {
		mask, n := g.masks[group*blockRows:][:len(numbers)], g.masked[group]
		if !same {
			mask = g.mask[:len(numbers)]
			n = g.rowsOf(mask, group, numbers, chosen)
		}
		switch {
		case n == 0:
		case c.f == AggregateCount:
			c.counts[group] += int64(n)
		default:
			c.acc.addRows(group, buf, offset, asBools(mask), n)
		}
	}
}

// number appends a key to the numbers of groups.
func (g *grouping) number(numbers []uint32, in *input, at, size int) {
	d := in.array.DataType().(*arrow.DictionaryType)
	indices, width := in.data.Buffers()[1].Bytes(), d.IndexType.(arrow.FixedWidthDataType).Bytes()
	n, offset := len(numbers), in.offset+at
	var valid []bool
	if in.mask != nil {
		mask := g.mask[:n]
		unpackBits(mask, in.mask, in.bit+at, g.s.bits())
		valid = asBools(mask)
	}
	if table := g.became[in.array.(*array.Dictionary).Dictionary().Data()]; table != nil {
		lookup32.do(g.codes[:n], table, indices, width, offset, n)
		appendKey(key32, null32, numbers, g.codes[:n], valid, size)
		return
	}
	switch width {
	case 1:
		appendKey(key8, null8, numbers, view[uint8](indices, offset, n), valid, size)
	case 2:
		appendKey(key16, null16, numbers, view[uint16](indices, offset, n), valid, size)
	case 4:
		appendKey(key32, null32, numbers, view[uint32](indices, offset, n), valid, size)
	case 8:
		appendKey(key64, null64, numbers, view[uint64](indices, offset, n), valid, size)
	}
}

func appendKey[I any](key func([]uint32, []I, uint32), null func([]uint32, []I, []bool, uint32), numbers []uint32, index []I, valid []bool, size int) {
	if valid == nil {
		key(numbers, index, uint32(size))
	} else {
		null(numbers, index, valid, uint32(size))
	}
}

// result makes the record batch of the groups that have rows.
func (g *grouping) result(ctx context.Context) arrow.RecordBatch {
	found := []int{}
	for group, n := range g.rows {
		if n > 0 || len(g.keys) == 0 {
			found = append(found, group)
		}
	}
	var fields []arrow.Field
	var columns []arrow.Array
	defer func() {
		for _, c := range columns {
			c.Release()
		}
	}()
	stride := g.groups
	for i, key := range g.keys {
		stride /= g.sizes[i]
		a := keyColumn(ctx, g.keyValues[i].(compute.ArrayLikeDatum).Type().(*arrow.DictionaryType), g.dicts[i], g.sizes[i], found, stride)
		columns = append(columns, a)
		fields = append(fields, arrow.Field{Name: key.Name, Type: a.DataType(), Nullable: true})
	}
	for _, c := range g.columns {
		var a arrow.Array
		switch {
		case c.f != AggregateCount:
			a = resultArray(ctx, c.acc, c.f, c.typ, found)
		case c.rows:
			a = countColumn(ctx, g.rows, found)
		default:
			a = countColumn(ctx, c.counts, found)
		}
		columns = append(columns, a)
		fields = append(fields, arrow.Field{Name: c.name, Type: a.DataType(), Nullable: true})
	}
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), columns, int64(len(found)))
}

// keyColumn returns the entries of one key for groups.
func keyColumn(ctx context.Context, typ *arrow.DictionaryType, dict arrow.Array, size int, groups []int, stride int) arrow.Array {
	mem := compute.GetAllocator(ctx)
	width := typ.IndexType.(arrow.FixedWidthDataType).Bytes()
	valid, out := memory.NewResizableBuffer(mem), memory.NewResizableBuffer(mem)
	defer valid.Release()
	defer out.Release()
	valid.Resize((len(groups) + 7) / 8)
	clear(valid.Bytes())
	out.Resize(len(groups) * width)
	clear(out.Bytes())
	nulls := 0
	for i, g := range groups {
		entry := g / stride % size
		if entry == dict.Len() {
			nulls++
			continue
		}
		setBit(valid.Bytes(), i, 1)
		for b := range width {
			out.Bytes()[i*width+b] = byte(uint64(entry) >> (8 * b))
		}
	}
	data := array.NewData(typ.IndexType, len(groups), []*memory.Buffer{valid, out}, nil, nulls, 0)
	defer data.Release()
	indices := array.MakeFromData(data)
	defer indices.Release()
	return array.NewDictionaryArray(typ, indices, dict)
}

// countColumn returns the counts of groups.
func countColumn(ctx context.Context, counts []int64, groups []int) arrow.Array {
	b := array.NewInt64Builder(compute.GetAllocator(ctx))
	defer b.Release()
	b.Reserve(len(groups))
	for _, g := range groups {
		b.UnsafeAppend(counts[g])
	}
	return b.NewArray()
}
