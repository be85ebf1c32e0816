// Package kernels has the kernels of command sales. They travel with the pipeline as the text of this file.
package kernels

import "math"

// Lines are order lines. Prices are in cents, discounts in hundredths.
type Lines struct {
	Quantity, Price, Discount []int32
	Revenue                   []int64 `arrow:"revenue,out"` // in hundredths of cents
}

// Revenue computes the revenue that query 6 of TPC-H asks for, and 0 for lines that do not count.
func Revenue(t *Lines) {
	quantity, price := t.Quantity, t.Price[:len(t.Quantity)]
	discount, revenue := t.Discount[:len(t.Quantity)], t.Revenue[:len(t.Quantity)]
	for i, q := range quantity {
		revenue[i] = 0
		if d := discount[i]; q < 24 && d >= 5 && d <= 7 {
			revenue[i] = int64(price[i]) * int64(d)
		}
	}
}

// Charged are the columns that ByFlag reads.
type Charged struct {
	Flag    []uint8
	Revenue []int64
}

// Partial is beamkernel.Partial.
type Partial struct {
	Count         int64
	Sum, Min, Max float64
}

// ByFlag aggregates the revenue by flag, in dollars. Integers are added in any order by vector code, with the same result
// on every processor.
func ByFlag(t *Charged, groups []Partial) {
	flag, revenue := t.Flag, t.Revenue[:len(t.Flag)]
	for g := range groups {
		var lines, sum int64
		least, most := int64(math.MaxInt64), int64(0)
		for i, f := range flag {
			if r := revenue[i]; int(f) == g && r > 0 {
				lines++
				sum += r
				least = min(least, r)
				most = max(most, r)
			}
		}
		if lines > 0 {
			p := &groups[g]
			p.Count += lines
			p.Sum += float64(sum) / 1e4
			p.Min = min(p.Min, float64(least)/1e4)
			p.Max = max(p.Max, float64(most)/1e4)
		}
	}
}
