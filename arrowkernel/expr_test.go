package arrowkernel_test

import (
	"context"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/stretchr/testify/require"

	"hotloop/arrowkernel"
)

var (
	smallWords = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	wideWords  = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint16, ValueType: arrow.BinaryTypes.String}
	prices     = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.PrimitiveTypes.Float64}
)

var exprSchema = arrow.NewSchema([]arrow.Field{
	{Name: "i8", Type: arrow.PrimitiveTypes.Int8}, {Name: "i32", Type: arrow.PrimitiveTypes.Int32},
	{Name: "i64", Type: arrow.PrimitiveTypes.Int64}, {Name: "u16", Type: arrow.PrimitiveTypes.Uint16},
	{Name: "u64", Type: arrow.PrimitiveTypes.Uint64}, {Name: "f32", Type: arrow.PrimitiveTypes.Float32},
	{Name: "f64", Type: arrow.PrimitiveTypes.Float64}, {Name: "g64", Type: arrow.PrimitiveTypes.Float64},
	{Name: "flag", Type: arrow.FixedWidthTypes.Boolean}, {Name: "other flag", Type: arrow.FixedWidthTypes.Boolean},
	{Name: "name", Type: arrow.BinaryTypes.String}, {Name: "long", Type: arrow.BinaryTypes.LargeString},
	{Name: "mode", Type: smallWords}, {Name: "wide", Type: wideWords}, {Name: "price", Type: prices},
	{Name: "day", Type: arrow.FixedWidthTypes.Date32}, {Name: "at", Type: arrow.FixedWidthTypes.Timestamp_s},
	{Name: "list", Type: arrow.ListOf(arrow.PrimitiveTypes.Int8)},
}, nil)

// batchOf returns a record batch of the schema.
func (g *generator) batchOf(schema *arrow.Schema, n int, nulls nullness) arrow.RecordBatch {
	var columns []arrow.Array
	defer func() { releaseAll(columns) }()
	for _, f := range schema.Fields() {
		if f.Type.ID() == arrow.LIST {
			columns = append(columns, array.MakeArrayOfNull(g.mem, f.Type, n))
			continue
		}
		columns = append(columns, g.array(f.Type, n, nulls))
	}
	return array.NewRecordBatch(schema, columns, int64(n))
}

// arrowCalls evaluates an expression by functions of arrow-go: call("add", col("x"), 1).
type arrowCalls struct {
	t    *testing.T
	ctx  context.Context
	rec  arrow.RecordBatch
	mine []compute.Datum
}

func (c *arrowCalls) keep(d compute.Datum) compute.Datum {
	c.mine = append(c.mine, d)
	return d
}

func (c *arrowCalls) release() {
	for _, d := range c.mine {
		d.Release()
	}
}

func (c *arrowCalls) col(name string) compute.Datum {
	return c.keep(compute.NewDatum(c.rec.Column(c.rec.Schema().FieldIndices(name)[0])))
}

func (c *arrowCalls) call(name string, args ...any) compute.Datum {
	var list []compute.Datum
	for _, a := range args {
		d, ok := a.(compute.Datum)
		if !ok {
			d = c.keep(compute.NewDatum(a))
		}
		list = append(list, d)
	}
	out, err := compute.CallFunction(c.ctx, name, nil, list...)
	require.NoError(c.t, err, name)
	return c.keep(out)
}

func (c *arrowCalls) cast(d compute.Datum, to arrow.DataType) compute.Datum {
	out, err := compute.CastDatum(c.ctx, d, compute.UnsafeCastOptions(to))
	require.NoError(c.t, err)
	return c.keep(out)
}

// arrowExprs are expressions, and the same by arrow-go.
var arrowExprs = []struct {
	expr string
	want func(c *arrowCalls) compute.Datum
}{
	{"f64*g64*(1-f64)", func(c *arrowCalls) compute.Datum {
		return c.call("multiply_unchecked", c.call("multiply_unchecked", c.col("f64"), c.col("g64")), c.call("subtract_unchecked", 1.0, c.col("f64")))
	}},
	{"i32 + i64", func(c *arrowCalls) compute.Datum { return c.call("add_unchecked", c.col("i32"), c.col("i64")) }},
	{"i8 - u16", func(c *arrowCalls) compute.Datum { return c.call("subtract_unchecked", c.col("i8"), c.col("u16")) }},
	{"u64 * i8", func(c *arrowCalls) compute.Datum {
		return c.call("multiply_unchecked", c.cast(c.col("u64"), arrow.PrimitiveTypes.Int64), c.cast(c.col("i8"), arrow.PrimitiveTypes.Int64))
	}},
	{"f32 + i32", func(c *arrowCalls) compute.Datum {
		return c.call("add_unchecked", c.col("f32"), c.cast(c.col("i32"), arrow.PrimitiveTypes.Float32))
	}},
	{"f32 + f64", func(c *arrowCalls) compute.Datum { return c.call("add_unchecked", c.col("f32"), c.col("f64")) }},
	{"f32 * 2", func(c *arrowCalls) compute.Datum { return c.call("multiply_unchecked", c.col("f32"), float32(2)) }},
	{"i8 + 1000", func(c *arrowCalls) compute.Datum { return c.call("add_unchecked", c.col("i8"), int64(1000)) }},
	{"i8 + 1", func(c *arrowCalls) compute.Datum { return c.call("add_unchecked", c.col("i8"), int8(1)) }},
	{"i64 * 0.5", func(c *arrowCalls) compute.Datum {
		return c.call("multiply_unchecked", c.cast(c.col("i64"), arrow.PrimitiveTypes.Float64), 0.5)
	}},
	{"-i32", func(c *arrowCalls) compute.Datum { return c.call("negate_unchecked", c.col("i32")) }},
	{"abs(i32)", func(c *arrowCalls) compute.Datum { return c.call("abs_unchecked", c.col("i32")) }},
	{"abs(f32)", func(c *arrowCalls) compute.Datum { return c.call("abs_unchecked", c.col("f32")) }},
	{"sqrt(f64*f64)", func(c *arrowCalls) compute.Datum {
		return c.call("sqrt_unchecked", c.call("multiply_unchecked", c.col("f64"), c.col("f64")))
	}},
	{"floor(f64/2)", func(c *arrowCalls) compute.Datum {
		return c.call("floor", c.call("divide_unchecked", c.col("f64"), 2.0))
	}},
	{"i64 & 255 | i64 ^ 3", func(c *arrowCalls) compute.Datum {
		return c.call("bit_wise_xor", c.call("bit_wise_or", c.call("bit_wise_and", c.col("i64"), int64(255)), c.col("i64")), int64(3))
	}},
	{"float64(i32)", func(c *arrowCalls) compute.Datum { return c.cast(c.col("i32"), arrow.PrimitiveTypes.Float64) }},
	{"int8(i64)", func(c *arrowCalls) compute.Datum { return c.cast(c.col("i64"), arrow.PrimitiveTypes.Int8) }},
	{"price*2", func(c *arrowCalls) compute.Datum {
		return c.call("multiply_unchecked", c.cast(c.col("price"), arrow.PrimitiveTypes.Float64), 2.0)
	}},

	{"f64 < g64", func(c *arrowCalls) compute.Datum { return c.call("less", c.col("f64"), c.col("g64")) }},
	{"i8 >= u16", func(c *arrowCalls) compute.Datum { return c.call("greater_equal", c.col("i8"), c.col("u16")) }},
	{"i32 != 7", func(c *arrowCalls) compute.Datum { return c.call("not_equal", c.col("i32"), int32(7)) }},
	{"flag", func(c *arrowCalls) compute.Datum { return c.col("flag") }},
	// arrow-go's "not" ignores the offset of nulls (v18.8.0).
	{"!flag", func(c *arrowCalls) compute.Datum { return c.call("xor", c.col("flag"), true) }},
	{`flag && col("other flag")`, func(c *arrowCalls) compute.Datum { return c.call("and_kleene", c.col("flag"), c.col("other flag")) }},
	{`flag || col("other flag")`, func(c *arrowCalls) compute.Datum { return c.call("or_kleene", c.col("flag"), c.col("other flag")) }},
	{`flag != col("other flag")`, func(c *arrowCalls) compute.Datum { return c.call("xor", c.col("flag"), c.col("other flag")) }},
	{"f64 < g64 && i32 > 0 || !flag", func(c *arrowCalls) compute.Datum {
		return c.call("or_kleene", c.call("and_kleene", c.call("less", c.col("f64"), c.col("g64")), c.call("greater", c.col("i32"), int32(0))), c.call("xor", c.col("flag"), true))
	}},
	{"is_null(f64)", func(c *arrowCalls) compute.Datum { return c.call("is_null", c.col("f64")) }},
	{"is_null(f64 < g64 && flag)", func(c *arrowCalls) compute.Datum {
		return c.call("is_null", c.call("and_kleene", c.call("less", c.col("f64"), c.col("g64")), c.col("flag")))
	}},
	{`day <= "1998-09-02"`, func(c *arrowCalls) compute.Datum {
		return c.call("less_equal", c.cast(c.col("day"), arrow.PrimitiveTypes.Int32), int32(10471))
	}},
	{`at > "1970-01-05T10:00:00Z"`, func(c *arrowCalls) compute.Datum {
		return c.call("greater", c.cast(c.col("at"), arrow.PrimitiveTypes.Int64), int64(381600))
	}},
	{"at", func(c *arrowCalls) compute.Datum { return c.col("at") }},
	{`name == "AIR"`, func(c *arrowCalls) compute.Datum { return c.call("equal", c.col("name"), "AIR") }},
	{`name != "a longer string than eight bytes"`, func(c *arrowCalls) compute.Datum {
		return c.call("not_equal", c.col("name"), "a longer string than eight bytes")
	}},
	{`name == ""`, func(c *arrowCalls) compute.Datum { return c.call("equal", c.col("name"), "") }},
	{`long == "MAIL"`, func(c *arrowCalls) compute.Datum {
		return c.call("equal", c.cast(c.col("long"), arrow.BinaryTypes.String), "MAIL")
	}},
	{`mode == "REG AIR"`, func(c *arrowCalls) compute.Datum {
		return c.call("equal", c.cast(c.col("mode"), arrow.BinaryTypes.String), "REG AIR")
	}},
	{`wide != "AIR" && mode == "AIR"`, func(c *arrowCalls) compute.Datum {
		return c.call("and_kleene", c.call("not_equal", c.cast(c.col("wide"), arrow.BinaryTypes.String), "AIR"), c.call("equal", c.cast(c.col("mode"), arrow.BinaryTypes.String), "AIR"))
	}},
	{`is_in(name, "AIR", "FOB")`, func(c *arrowCalls) compute.Datum {
		return c.call("or_kleene", c.call("equal", c.col("name"), "AIR"), c.call("equal", c.col("name"), "FOB"))
	}},
	{"is_in(i8, 1, 2, -3)", func(c *arrowCalls) compute.Datum {
		return c.call("or_kleene", c.call("or_kleene", c.call("equal", c.col("i8"), int8(1)), c.call("equal", c.col("i8"), int8(2))), c.call("equal", c.col("i8"), int8(-3)))
	}},
}

// TestExprEqualsArrow compares expressions with the functions of arrow-go.
func TestExprEqualsArrow(t *testing.T) {
	for k, x := range arrowExprs {
		e, err := arrowkernel.Expr(x.expr, exprSchema)
		require.NoError(t, err, x.expr)
		require.NoError(t, e.Err(), x.expr)
		ctx, mem := checked(t)
		g := newGenerator(mem, uint64(k))
		for _, n := range sizes {
			for nulls := noNulls; nulls <= allNulls; nulls++ {
				rec := g.batchOf(exprSchema, n, nulls)
				got, err := e.Eval(ctx, rec)
				require.NoError(t, err, x.expr)
				c := &arrowCalls{t: t, ctx: ctx, rec: rec}
				same(t, x.want(c), c.keep(datum(got)), x.expr, n, nulls)
				c.release()
				rec.Release()
			}
		}
	}
}

// TestExprText compares tests of strings with package strings. Rows that are null stay null.
func TestExprText(t *testing.T) {
	for expr, test := range map[string]func(s string) bool{
		`starts_with(COLUMN, "MAIL")`:                              func(s string) bool { return strings.HasPrefix(s, "MAIL") },
		`starts_with(COLUMN, "a longer string than eight bytes,")`: func(s string) bool { return strings.HasPrefix(s, "a longer string than eight bytes,") },
		`starts_with(COLUMN, "")`:                                  func(s string) bool { return true },
		`ends_with(COLUMN, "AIR")`:                                 func(s string) bool { return strings.HasSuffix(s, "AIR") },
		`contains(COLUMN, "I")`:                                    func(s string) bool { return strings.Contains(s, "I") },
		`COLUMN == "MAILBOX"`:                                      func(s string) bool { return s == "MAILBOX" },
		`len(COLUMN) > 4 && COLUMN != "TRUCK"`:                     func(s string) bool { return len(s) > 4 && s != "TRUCK" },
		`is_in(COLUMN, "RAIL", "FOB")`:                             func(s string) bool { return s == "RAIL" || s == "FOB" },
	} {
		for _, column := range []string{"name", "long", "mode", "wide"} {
			e, err := arrowkernel.Expr(strings.ReplaceAll(expr, "COLUMN", column), exprSchema)
			require.NoError(t, err)
			ctx, mem := checked(t)
			g := newGenerator(mem, 5)
			for _, n := range []int{0, 1, 65, 5000} {
				for nulls := noNulls; nulls <= allNulls; nulls++ {
					rec := g.batchOf(exprSchema, n, nulls)
					a, err := e.Eval(ctx, rec)
					require.NoError(t, err)
					got := a.(*array.Boolean)
					text := rec.Column(exprSchema.FieldIndices(column)[0])
					for i := range n {
						require.Equal(t, text.IsNull(i), got.IsNull(i), "%v %d", e, i)
						if text.IsValid(i) {
							require.Equal(t, test(text.ValueStr(i)), got.Value(i), "%v of %q", e, text.ValueStr(i))
						}
					}
					got.Release()
					rec.Release()
				}
			}
		}
	}
}

// TestExprChooses compares what Arrow has no function for.
func TestExprChooses(t *testing.T) {
	ctx, mem := checked(t)
	schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: arrow.PrimitiveTypes.Int64}, {Name: "b", Type: arrow.PrimitiveTypes.Int64}}, nil)
	a := arrayOf(mem, []int64{7, 0, 5, 0, 9, -8}, true, false, true, false, true, true)
	b := arrayOf(mem, []int64{2, 3, 0, 0, 0, 3}, true, true, false, false, true, true)
	defer a.Release()
	defer b.Release()
	rec := array.NewRecordBatch(schema, []arrow.Array{a, b}, 6)
	defer rec.Release()
	for expr, want := range map[string]string{
		"coalesce(a, b, -1)":                        "[7 3 5 -1 9 -8]",
		"coalesce(a, b)":                            "[7 3 5 (null) 9 -8]",
		"if_else(a > b, a, b)":                      "[7 3 (null) (null) 9 3]",
		"if_else(b == 0, -1, a/b)":                  "[3 (null) (null) (null) -1 -2]",
		"max(a, b, 4)":                              "[7 (null) (null) (null) 9 4]",
		"b != 0 && a/b > 1":                         "[true (null) (null) (null) false false]",
		"b == 0 || a%b == 1":                        "[true (null) (null) (null) true false]",
		"is_null(a) || b > 2":                       "[false true (null) true false true]",
		"a == a == (b == b)":                        "[true (null) (null) (null) true true]",
		"is_in(a, b, 5)":                            "[false (null) true (null) false false]",
		"coalesce(a, 0) / 2":                        "[3 0 2 0 4 -4]",
		"float64(a) / 2":                            "[3.5 (null) 2.5 (null) 4.5 -4]",
		"(a + 3*4 - 10/4) * (2.5 + 0.5 - 2.0) == 0": "[false (null) false (null) false false]",
	} {
		e, err := arrowkernel.Expr(expr, schema)
		require.NoError(t, err, expr)
		got, err := e.Eval(ctx, rec)
		require.NoError(t, err, expr)
		require.Equal(t, want, strings.ReplaceAll(strings.ReplaceAll(got.String(), ",", ""), "  ", " "), expr)
		got.Release()
	}

	// A division by zero that counts is an error at its column.
	e, err := arrowkernel.Expr("1 +\ta / b", schema)
	require.NoError(t, err)
	_, err = e.Eval(ctx, rec)
	var at *arrowkernel.Error
	require.ErrorAs(t, err, &at)
	require.Equal(t, arrowkernel.Error{Expr: "1 +\ta / b", Column: 7, Msg: "integer divide by zero"}, *at)
}

// TestExprDictionaryNulls: rows are null where the entry of the dictionary is.
func TestExprDictionaryNulls(t *testing.T) {
	ctx, mem := checked(t)
	words := array.NewStringBuilder(mem)
	defer words.Release()
	words.AppendValues([]string{"x", "", "y"}, []bool{true, false, true})
	dict := words.NewArray()
	defer dict.Release()
	index := array.NewInt8Builder(mem)
	defer index.Release()
	index.AppendValues([]int8{0, 1, 2, 100, 0}, []bool{true, true, true, false, true})
	indices := index.NewArray()
	defer indices.Release()
	column := array.NewDictionaryArray(smallWords, indices, dict)
	defer column.Release()
	schema := arrow.NewSchema([]arrow.Field{{Name: "w", Type: smallWords}}, nil)
	rec := array.NewRecordBatch(schema, []arrow.Array{column}, 5)
	defer rec.Release()
	e, err := arrowkernel.Expr(`w == "x"`, schema)
	require.NoError(t, err)
	got, err := e.Eval(ctx, rec)
	require.NoError(t, err)
	defer got.Release()
	require.Equal(t, "[true (null) false (null) true]", got.String())
}

// TestSelect compares selection vectors with compute.Filter.
func TestSelect(t *testing.T) {
	ctx, mem := checked(t)
	e, err := arrowkernel.Expr(`f64 < g64 && mode != "AIR"`, exprSchema)
	require.NoError(t, err)
	g := newGenerator(mem, 9)
	for _, n := range sizes {
		for nulls := noNulls; nulls <= allNulls; nulls++ {
			rec := g.batchOf(exprSchema, n, nulls)
			mask, err := e.Eval(ctx, rec)
			require.NoError(t, err)
			rows, err := e.Select(ctx, rec)
			require.NoError(t, err)
			m, r, x := datum(mask), datum(rows), compute.NewDatum(rec.Column(2))
			want, err := compute.Filter(ctx, x, m, *compute.DefaultFilterOptions())
			require.NoError(t, err)
			got, err := compute.Take(ctx, *compute.DefaultTakeOptions(), x, r)
			require.NoError(t, err)
			same(t, want, got, n, nulls)
			for _, d := range []compute.Datum{m, r, x, want, got} {
				d.Release()
			}
			rec.Release()
		}
	}
	number, err := arrowkernel.Expr("f64+1", exprSchema)
	require.NoError(t, err)
	rec := g.batchOf(exprSchema, 3, noNulls)
	defer rec.Release()
	_, err = number.Select(ctx, rec)
	require.ErrorContains(t, err, "Select takes a condition")
}

// TestExprTable: the result has the rows of all chunks.
func TestExprTable(t *testing.T) {
	ctx, mem := checked(t)
	g := newGenerator(mem, 3)
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: arrow.PrimitiveTypes.Int64, Nullable: true}, {Name: "y", Type: arrow.PrimitiveTypes.Int64, Nullable: true}}, nil)
	e, err := arrowkernel.Expr("x*y", schema)
	require.NoError(t, err)
	for _, n := range []int{0, 1, 3000} {
		x, y := g.chunked(schema.Field(0).Type, n, someNulls), g.chunked(schema.Field(1).Type, n, noNulls)
		cx, cy := arrow.NewColumn(schema.Field(0), x), arrow.NewColumn(schema.Field(1), y)
		tbl := array.NewTable(schema, []arrow.Column{*cx, *cy}, int64(n))
		got, err := e.EvalTable(ctx, tbl)
		require.NoError(t, err)
		a, b, d := datum(x), datum(y), datum(got)
		want, err := compute.CallFunction(ctx, "multiply_unchecked", nil, a, b)
		require.NoError(t, err)
		same(t, want, d)
		for _, d := range []interface{ Release() }{a, b, d, want, cx, cy, tbl} {
			d.Release()
		}
	}
}

// TestExprErrors has errors at columns.
func TestExprErrors(t *testing.T) {
	for _, c := range []struct {
		expr   string
		column int
		msg    string
	}{
		{"f64 * pirce", 7, "the schema has no column pirce"},
		{"f64 * F64", 7, "the schema has no column F64; did you mean f64?"},
		{"f64 * ", 7, "expected operand, found 'EOF'"},
		{"", 1, "expected operand"},
		{"1 + 2", 1, "the expression has no column"},
		{"f64 + flag", 5, "+ cannot be applied to float64 and a condition"},
		{"f64 && flag", 5, "&& cannot be applied to float64 and a condition"},
		{"!f64", 1, "! cannot be applied to float64"},
		{"f64 % 2", 5, "% cannot be applied to float64; use integers"},
		{"i32 / (3-3)", 7, "division by zero"},
		{"name", 1, "the result is a string; compare it, or use len"},
		{"name + 1", 1, "this is a string, which + cannot be applied to"},
		{"name < \"x\"", 6, "strings can be compared by == and !="},
		{"name == long", 6, "strings can be compared by == and !="},
		{"name == 3", 6, "== cannot be applied to a string and a number"},
		{"list == 3", 1, "column list is of type list<item: int8, nullable>; numbers, bools, dates, times and strings are supported"},
		{`day < "tomorrow"`, 7, `"tomorrow" is no value of type date32; use a string such as "1998-09-02"`},
		{"day < 3", 7, "this is a number, the other operand is of type date32"},
		{"day + 1", 1, "this is date32, which + cannot be applied to; convert it, as in int32(x)"},
		{"day < at", 5, "date32 and timestamp[s, tz=UTC] have different types; convert them"},
		{"sin(f64, 2)", 1, "sin has 2 arguments; it takes 1"},
		{"f(f64)", 1, "there is no function f; the functions are abs"},
		{"max(f64)", 1, "max has 1 arguments; it takes two or more"},
		{"if_else(f64, 1, 2)", 9, "this is float64; use a condition"},
		{"starts_with(f64, \"a\")", 13, "this is float64; use a column of strings"},
		{"starts_with(name, mode)", 19, "starts_with takes a string literal here"},
		{"int8(300) + i8", 6, "300 is no value of type int8"},
		{"i64 + 99999999999999999999", 7, "99999999999999999999 does not fit in 64 bits"},
		{"f64 << 2", 5, "<< is not supported"},
		{"f64[2]", 1, "this is no expression of columns, numbers and functions"},
		{"col(f64)", 1, "col takes the name of a column as a string"},
		{"f64 * 'a'", 7, "'a' is not supported; use a number or a string"},
	} {
		_, err := arrowkernel.Expr(c.expr, exprSchema)
		var at *arrowkernel.Error
		require.ErrorAs(t, err, &at, c.expr)
		require.Equal(t, c.column, at.Column, "%s: %v", c.expr, err)
		require.Contains(t, at.Msg, c.msg, c.expr)
	}
	_, err := arrowkernel.Expr("f64+i64*(2", exprSchema)
	require.EqualError(t, err, "expected ')', found the end\n\tf64+i64*(2\n\t          ^")
	_, err = arrowkernel.Expr(strings.Repeat("(f64+f64*", 20000)+"1"+strings.Repeat(")", 20000), exprSchema)
	require.Error(t, err)

	// Columns that are not those of the schema.
	ctx, mem := checked(t)
	g := newGenerator(mem, 1)
	e, err := arrowkernel.Expr("i8+1", exprSchema)
	require.NoError(t, err)
	rec := g.batchOf(arrow.NewSchema(exprSchema.Fields()[1:2], nil), 3, noNulls)
	defer rec.Release()
	_, err = e.Eval(ctx, rec)
	require.ErrorContains(t, err, `"i8+1": column 0 is i8 of type int8 in the schema; it is of type int32`)
}

// TestExprCancelled: a context that is done ends the evaluation, and nothing leaks.
func TestExprCancelled(t *testing.T) {
	ctx, mem := checked(t)
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	rec := newGenerator(mem, 1).batchOf(exprSchema, 100, someNulls)
	defer rec.Release()
	for _, expr := range []string{"f64+1", `mode == "AIR" || flag`} {
		e, err := arrowkernel.Expr(expr, exprSchema)
		require.NoError(t, err)
		_, err = e.Eval(ctx, rec)
		require.ErrorIs(t, err, context.Canceled)
	}
}

// TestExprConcurrently: an expression and a function may be used by several goroutines, also for the first time.
func TestExprConcurrently(t *testing.T) {
	ctx, mem := checked(t)
	rec := newGenerator(mem, 1).batchOf(exprSchema, 5000, someNulls)
	defer rec.Release()
	e, err := arrowkernel.Expr(`f64 < g64 && mode != "AIR"`, exprSchema)
	require.NoError(t, err)
	add := newScalar(t, "add", "Add[float64]")
	results := make([]string, 8)
	done := make(chan error)
	for i := range results {
		go func() {
			a, err := e.Eval(ctx, rec)
			if err != nil {
				done <- err
				return
			}
			x := compute.NewDatum(rec.Column(6))
			sum, err := add.Execute(ctx, nil, x, compute.NewDatum(float64(2)))
			x.Release()
			if err == nil {
				b := sum.(*compute.ArrayDatum).MakeArray()
				results[i] = a.String() + b.String()
				b.Release()
				sum.Release()
			}
			a.Release()
			done <- err
		}()
	}
	for range results {
		require.NoError(t, <-done)
	}
	for _, r := range results {
		require.Equal(t, results[0], r)
	}
}
