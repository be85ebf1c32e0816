package arrowkernel_test

import (
	"context"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"hotloop/arrowkernel"
)

// sales is a record batch with a null.
func sales() arrow.RecordBatch {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "qty", Type: arrow.PrimitiveTypes.Int32},
		{Name: "price", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "mode", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}},
	}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	b.Field(0).(*array.Int32Builder).AppendValues([]int32{3, 20, 5, 8}, nil)
	b.Field(1).(*array.Float64Builder).AppendValues([]float64{10, 2.5, 0, 4}, []bool{true, true, false, true})
	for _, mode := range []string{"AIR", "SHIP", "AIR", "SHIP"} {
		if err := b.Field(2).(*array.BinaryDictionaryBuilder).AppendString(mode); err != nil {
			panic(err)
		}
	}
	return b.NewRecordBatch()
}

func ExampleRegister() {
	const source = `package p

func Discounted[T float32 | float64](price, discount T) T {
	return price * (1 - min(discount, 0.5))
}`
	reg := compute.GetFunctionRegistry()
	err := arrowkernel.Register(reg, "discounted", source, "Discounted[float32]", "Discounted[float64]")
	if err != nil {
		panic(err)
	}
	rec := sales()
	defer rec.Release()
	price := compute.NewDatum(rec.Column(1))
	defer price.Release()
	out, err := compute.CallFunction(context.Background(), "discounted", nil, price, compute.NewDatum(0.25))
	if err != nil {
		panic(err)
	}
	defer out.Release()
	a := out.(*compute.ArrayDatum).MakeArray()
	defer a.Release()
	fmt.Println(a)
	// Output: [7.5 1.875 (null) 3]
}

func ExampleExpr() {
	rec := sales()
	defer rec.Release()
	total, err := arrowkernel.Expr("qty*price", rec.Schema())
	if err != nil {
		panic(err)
	}
	a, err := total.Eval(context.Background(), rec)
	if err != nil {
		panic(err)
	}
	defer a.Release()
	fmt.Println(a)

	_, err = arrowkernel.Expr("qty*pirce", rec.Schema())
	fmt.Println(err)
	// Output:
	// [30 50 (null) 32]
	// the schema has no column pirce
	// 	qty*pirce
	// 	    ^
}

func ExampleExpression_Select() {
	rec := sales()
	defer rec.Release()
	cheap, err := arrowkernel.Expr(`mode == "SHIP" && price < 5`, rec.Schema())
	if err != nil {
		panic(err)
	}
	rows, err := cheap.Select(context.Background(), rec)
	if err != nil {
		panic(err)
	}
	defer rows.Release()
	fmt.Println(rows)
	// Output: [1 3]
}

func ExampleSum() {
	rec := sales()
	defer rec.Release()
	price := compute.NewDatum(rec.Column(1))
	defer price.Release()
	sum, err := arrowkernel.Sum(context.Background(), arrowkernel.AggregateOptions{}, price)
	if err != nil {
		panic(err)
	}
	fmt.Println(sum.(*compute.ScalarDatum).Value)
	// Output: 16.5
}

func ExampleGroupBy() {
	rec := sales()
	defer rec.Release()
	qty, mode := compute.NewDatum(rec.Column(0)), compute.NewDatum(rec.Column(2))
	defer qty.Release()
	defer mode.Release()
	groups, err := arrowkernel.GroupBy(context.Background(), arrowkernel.AggregateOptions{},
		[]arrowkernel.Key{{Name: "mode", Values: mode}},
		[]arrowkernel.Aggregate{
			{Name: "rows", Func: arrowkernel.AggregateCount},
			{Name: "qty", Func: arrowkernel.AggregateSum, Values: qty},
		})
	if err != nil {
		panic(err)
	}
	defer groups.Release()
	for i := range int(groups.NumRows()) {
		fmt.Println(groups.Column(0).ValueStr(i), groups.Column(1).ValueStr(i), groups.Column(2).ValueStr(i))
	}
	// Output:
	// AIR 2 8
	// SHIP 2 28
}
