// Command sales answers queries about a table that it makes up: region and qty and day, which are whole numbers, price,
// and discount, which may be null like region.
//
//	go run ./cmd/sales -where 'price*qty > 1000 && !null(discount)' -select 'count(), sum(price*qty), avg(discount)' -group region
//	go run ./cmd/sales -top 'price*qty*(1-discount)' -where 'region == 7'
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"hotloop"
	"hotloop/examples/query"
)

const regions = 20

func main() {
	log.SetFlags(0)
	rows := flag.Int("rows", 1_000_000, "rows of the table")
	where := flag.String("where", "", "condition for the rows that count")
	sel := flag.String("select", "count()", "aggregates, separated by commas between them")
	group := flag.String("group", "", "whole number from 0 to 19 to group by")
	top := flag.String("top", "", "show the ten rows with the largest values of this expression instead")
	cache := flag.String("cache", "", "directory that keeps compiled queries for the next time")
	timeout := flag.Duration("timeout", 10*time.Second, "time that the query may take")
	flag.Parse()
	table, err := makeUp(*rows)
	if err != nil {
		log.Fatal(err)
	}
	if *cache != "" {
		table.Options = append(table.Options, hotloop.CacheDir(*cache))
	}
	ctx, cancel := context.WithTimeout(context.Background(), *timeout)
	defer cancel()
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	if *top != "" {
		err = printTop(ctx, out, table, *where, *top)
	} else {
		err = printGroups(ctx, out, table, query.Query{Where: *where, Aggregates: split(*sel), GroupBy: *group, Groups: regions})
	}
	if err != nil {
		log.Fatal(err)
	}
	out.Flush()
}

// makeUp makes a table; the same one for the same number of rows.
func makeUp(rows int) (*query.Table, error) {
	r := rand.New(rand.NewPCG(uint64(rows), 1))
	region, qty, day := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	price, discount := make([]float64, rows), make([]float64, rows)
	known, given := make([]bool, rows), make([]bool, rows)
	for i := range rows {
		region[i], qty[i], day[i] = r.Int64N(regions), 1+r.Int64N(100), r.Int64N(3650)
		price[i], discount[i] = math.Round(r.Float64()*10000)/100, float64(r.IntN(11))/100
		known[i], given[i] = r.IntN(10) > 0, r.IntN(3) > 0
	}
	return query.NewTable(query.Column{Name: "region", Ints: region, Valid: known}, query.Column{Name: "qty", Ints: qty},
		query.Column{Name: "day", Ints: day}, query.Column{Name: "price", Floats: price},
		query.Column{Name: "discount", Floats: discount, Valid: given})
}

// split parts a list at its commas, but not at those in parentheses.
func split(list string) (parts []string) {
	depth, from := 0, 0
	for i, c := range list {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			parts, from = append(parts, strings.TrimSpace(list[from:i])), i+1
		}
	}
	return append(parts, strings.TrimSpace(list[from:]))
}

func printGroups(ctx context.Context, out *tabwriter.Writer, table *query.Table, q query.Query) error {
	begin := time.Now()
	c, err := table.Compile(q)
	if err != nil {
		return err
	}
	compiled := time.Now()
	groups, err := c.Run(ctx)
	if err != nil {
		return err
	}
	ran := time.Now()
	fmt.Fprintf(out, "%s\trows\t%s\t\n", q.GroupBy, strings.Join(q.Aggregates, "\t"))
	for _, g := range groups {
		key := ""
		if q.GroupBy != "" {
			key = fmt.Sprint(g.Key)
		}
		fmt.Fprintf(out, "%s\t%d", key, g.Rows)
		for _, v := range g.Values {
			if v.Valid {
				fmt.Fprintf(out, "\t%.6g", v.Float)
			} else {
				fmt.Fprint(out, "\tnull")
			}
		}
		fmt.Fprint(out, "\t\n")
	}
	defer fmt.Printf("%d rows; compiled in %v, run in %v\n", table.Rows(), compiled.Sub(begin), ran.Sub(compiled))
	return nil
}

func printTop(ctx context.Context, out *tabwriter.Writer, table *query.Table, where, of string) error {
	best, err := table.TopK(ctx, where, of, 10)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "row\t%s\t\n", of)
	for _, t := range best {
		fmt.Fprintf(out, "%d\t%g\t\n", t.Row, t.Value)
	}
	return nil
}
