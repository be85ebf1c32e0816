package query

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"sort"
	"strings"
	"testing"

	"hotloop/examples/steps"
)

var update = flag.Bool("update", false, "rewrite plain_test.go, the generated functions as plain Go")

// sales is a table with nulls.
func sales(rows int) *Table {
	r := rand.New(rand.NewPCG(1, 2))
	region, qty, day := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	price, discount := make([]float64, rows), make([]float64, rows)
	known, given := make([]bool, rows), make([]bool, rows)
	for i := range rows {
		region[i], qty[i], day[i] = r.Int64N(20), 1+r.Int64N(100), r.Int64N(3650)
		price[i], discount[i] = math.Round(r.Float64()*10000)/100, float64(r.IntN(11))/100
		known[i], given[i] = r.IntN(10) > 0, r.IntN(3) > 0
	}
	t, err := NewTable(Column{Name: "region", Ints: region, Valid: known}, Column{Name: "qty", Ints: qty},
		Column{Name: "day", Ints: day}, Column{Name: "price", Floats: price},
		Column{Name: "discount", Floats: discount, Valid: given})
	if err != nil {
		panic(err)
	}
	return t
}

// queries are compared with plain Go, in what they answer and how long they take.
var queries = []Query{
	{Aggregates: []string{"sum(price*qty)"}},
	{Where: "day >= 365 && day < 730 && discount >= 0.05 && discount <= 0.07 && qty < 24", Aggregates: []string{"sum(price*discount)"}},
	{Where: "price*qty > 1000 || null(region)", Aggregates: []string{"count()", "avg(price)", "max(qty)", "min(coalesce(discount, 1))"}},
	{Where: "!(region == 3) && abs(price - 50) < 25", Aggregates: []string{"count(discount)", "sum(price * (1 - coalesce(discount, 0)) * qty)"}},
	{Where: "qty*2 + day*3 - region > 5000", Aggregates: []string{"count()"}},
	{Where: "day < 1000", Aggregates: []string{"count()", "sum(price*qty)", "avg(discount)"}, GroupBy: "region", Groups: 20},
}

// plain are the functions of queries as plain Go, in plain_test.go.
var plain = []aggregateFunc{plain0, plain1, plain2, plain3, plain4, plain5}

// TestPlain holds plain_test.go to what the queries become now.
func TestPlain(t *testing.T) {
	var b strings.Builder
	b.WriteString("package query\n\nimport \"math\"\n\n// Made from the queries of query_test.go: go test -run TestPlain -update\n\nvar _ = math.Abs\n")
	for i, q := range queries {
		c, err := sales(1).Compile(q)
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(c.Text(), "func Aggregate(")
		fmt.Fprintf(&b, "\nfunc plain%d(%s", i, body)
	}
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	const file = "plain_test.go"
	old, _ := os.ReadFile(file)
	switch {
	case bytes.Equal(old, text):
	case *update:
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("plain_test.go is not what the queries become: go test -run TestPlain -update")
	}
}

// TestQueries compares kernels with plain Go.
func TestQueries(t *testing.T) {
	for _, rows := range []int{0, 1, 7, 100, 10001} {
		table := sales(rows)
		for i, q := range queries {
			c, err := table.Compile(q)
			if err != nil {
				t.Fatal(err)
			}
			if c.Err() != nil {
				t.Errorf("query %d: no machine code: %v", i, c.Err())
			}
			fast, err := c.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			c.call = func(_ context.Context, rows, counts []int64, values []float64) error {
				plain[i](&c.filled, rows, counts, values)
				return nil
			}
			want, err := c.Run(context.Background())
			if err != nil || len(fast) != len(want) {
				t.Fatalf("query %d: %d groups, want %d, %v", i, len(fast), len(want), err)
			}
			for g := range want {
				same := fast[g].Key == want[g].Key && fast[g].Rows == want[g].Rows
				for k, v := range want[g].Values {
					f := fast[g].Values[k]
					same = same && f.Valid == v.Valid && math.Abs(f.Float-v.Float) <= 1e-9*math.Abs(v.Float)
				}
				if !same {
					t.Errorf("query %d, %d rows: %v, want %v", i, rows, fast[g], want[g])
				}
			}
		}
	}
}

// TestNulls: what is computed from nulls, by hand.
func TestNulls(t *testing.T) {
	table, err := NewTable(
		Column{Name: "a", Ints: []int64{1, 2, 3, 4}, Valid: []bool{true, false, true, false}},
		Column{Name: "x", Floats: []float64{.5, 1.5, 2.5, 3.5}, Valid: []bool{true, true, false, false}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		where string
		rows  int64
	}{
		{"", 4}, {"a > 0", 2}, {"!(a > 0)", 0}, {"a > 0 || x > 0", 3}, {"a > 0 && x > 0", 1}, {"!(a > 0 && x < 0)", 2},
		{"null(a)", 2}, {"!null(a) && null(x)", 1}, {"coalesce(a, 0) == 0", 2}, {"coalesce(a, x) == 1.5", 1},
		{"null(coalesce(a, x))", 1}, {"null(a + x)", 3}, {"null(1)", 0}, {"8 / a == 8", 1}, {"min(a, x) == 0.5", 1},
		{"-a < 0 && abs(-a) == 3", 1},
	} {
		c, err := table.Compile(Query{Where: tt.where, Aggregates: []string{"count()", "min(a)", "avg(x)"}})
		if err != nil {
			t.Errorf("%s: %v", tt.where, err)
			continue
		}
		got, err := c.Run(context.Background())
		if err != nil || got[0].Rows != tt.rows {
			t.Errorf("%s: %v rows, want %d, %v", tt.where, got, tt.rows, err)
		}
		if tt.rows == 0 && (got[0].Values[1].Valid || got[0].Values[2].Valid || got[0].Values[0] != Value{0, true}) {
			t.Errorf("%s: of no rows, %v", tt.where, got[0].Values)
		}
	}
}

// TestErrors: messages show the place in what was typed.
func TestErrors(t *testing.T) {
	table := sales(10)
	for _, tt := range []struct {
		query  Query
		column int
		msg    string
	}{
		{Query{Where: "prise > 3"}, 1, "there is no column prise"},
		{Query{Where: "qty > 3 && Price > 3"}, 12, "there is no column Price; did you mean price?"},
		{Query{Where: "qty > "}, 7, "expected operand"},
		{Query{Where: "qty"}, 1, "this is a whole number, and not a condition"},
		{Query{Where: "qty + (price > 3) > 2"}, 1, "+ cannot be applied to a whole number and a condition"},
		{Query{Where: "price % 2 == 0"}, 1, "% wants whole numbers"},
		{Query{Where: "sqrt(price) > 2"}, 1, "there is no function sqrt"},
		{Query{Where: "price > \"a\""}, 9, "only numbers can be written here"},
		{Query{Where: "price & 3 == 1"}, 1, "there is no & here"},
		{Query{Aggregates: []string{"total(price)"}}, 1, "there is no aggregate total"},
		{Query{Aggregates: []string{"sum(price > 1)"}}, 1, "sum wants numbers"},
		{Query{GroupBy: "price", Groups: 3}, 1, "this is a number, and not a whole number"},
	} {
		if tt.query.Aggregates == nil {
			tt.query.Aggregates = []string{"count()"}
		}
		_, err := table.Compile(tt.query)
		var e *Error
		if !errors.As(err, &e) || e.Column != tt.column || !strings.Contains(e.Msg, tt.msg) {
			t.Errorf("%+v: %v", tt.query, err)
		}
	}
	c, err := table.Compile(Query{Where: "day / (qty - qty) > 1", Aggregates: []string{"count()"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Run(context.Background())
	want := "integer divide by zero\n\tday / (qty - qty) > 1\n\t    ^"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %v", err, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if c, err = table.Compile(queries[0]); err == nil {
		_, err = c.Run(ctx)
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestTopK(t *testing.T) {
	table := sales(5000)
	for _, k := range []int{0, 1, 10, 6000} {
		got, err := table.TopK(context.Background(), "region != 3", "price*qty*(1-discount)", k)
		if err != nil {
			t.Fatal(err)
		}
		region, qty, price, discount := table.column("region"), table.column("qty"), table.column("price"), table.column("discount")
		var want []Top
		for i := range table.Rows() {
			if region.Valid[i] && region.Ints[i] != 3 && discount.Valid[i] {
				want = append(want, Top{i, price.Floats[i] * float64(qty.Ints[i]) * (1 - discount.Floats[i])})
			}
		}
		sort.SliceStable(want, func(i, j int) bool { return want[i].Value > want[j].Value })
		want = want[:min(k, len(want))]
		if len(got) != len(want) {
			t.Fatalf("k=%d: %d rows, want %d", k, len(got), len(want))
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("k=%d: place %d is %v, want %v", k, i, got[i], want[i])
			}
		}
	}
}

// BenchmarkCompare prints how the kernels compare with plain Go, in turns in one run: -benchtime 1x is enough.
func BenchmarkCompare(b *testing.B) {
	table := sales(100_000)
	var all []steps.Step
	for i, q := range queries {
		c, err := table.Compile(q)
		if err != nil {
			b.Fatal(err)
		}
		groups := max(q.Groups, 1)
		rows, counts, values := make([]int64, groups), make([]int64, groups*len(q.Aggregates)), make([]float64, groups*len(q.Aggregates))
		all = append(all, steps.New(fmt.Sprintf("query %d", i), func() { plain[i](&c.filled, rows, counts, values) },
			func() { c.kernel.Func(&c.filled, rows, counts, values) }))
	}
	steps.Print(os.Stdout, steps.Measure(all, 5))
}
