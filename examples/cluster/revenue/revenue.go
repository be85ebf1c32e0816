// Package revenue has queries 1 and 6 of TPC-H over order lines. The text of this file is the default kernel of the job
// named revenue.
package revenue

// Table is a block of order lines. Prices are in cents, discounts and taxes in hundredths, dates in days since the first
// order.
type Table struct {
	Date, Quantity, Price, Discount, Tax []int32
	Flag                                 []uint8
}

const (
	days  = 2526 // from 1992 to 1998
	flags = 4
)

// Fill makes the rows from first on. A row depends on its number and the seed only, so every worker has the rows of every
// shard. Fill stands for reading columns from storage.
func Fill(seed, first uint32, t *Table) {
	date, quantity, price := t.Date, t.Quantity[:len(t.Date)], t.Price[:len(t.Date)]
	discount, tax, flag := t.Discount[:len(t.Date)], t.Tax[:len(t.Date)], t.Flag[:len(t.Date)]
	for i := range date {
		row := first + uint32(i)
		h := mix(row*0x9e3779b9 + seed)
		g := mix(h + row)
		pieces := 1 + h>>16*50>>16
		date[i] = int32(h & 0xffff * days >> 16)
		quantity[i] = int32(pieces)
		price[i] = int32(pieces * (90000 + g>>16))
		discount[i] = int32(g & 0xff * 11 >> 8)
		tax[i] = int32(g >> 8 & 0xff * 9 >> 8)
		flag[i] = uint8(g >> 3 % flags)
	}
}

// mix is the hash function lowbias32 of Chris Wellons.
func mix(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

// Aggregate adds the rows of t to the results: the rows and the revenue of query 6, then for each flag the rows, the
// quantity, the discounted price and the charge of query 1. Amounts are in dollars.
//
// Sums of a block are sums of integers, which vector code may add in any order. So they need no permission to reorder
// floating-point sums, and are the same on every processor.
func Aggregate(t *Table, counts []int64, sums []float64) {
	date, quantity, price := t.Date, t.Quantity[:len(t.Date)], t.Price[:len(t.Date)]
	discount, tax, flag := t.Discount[:len(t.Date)], t.Tax[:len(t.Date)], t.Flag[:len(t.Date)]
	var rows, revenue int64
	for i, d := range date {
		if d >= 731 && d < 1096 && discount[i] >= 5 && discount[i] <= 7 && quantity[i] < 24 {
			rows++
			revenue += int64(price[i]) * int64(discount[i])
		}
	}
	counts[0] += rows
	sums[0] += float64(revenue) / 1e4
	for f := range uint8(flags) {
		var rows, pieces, discounted, charge int64
		for i, d := range date {
			if d <= 2436 && flag[i] == f {
				p := int64(price[i]) * int64(100-discount[i])
				rows++
				pieces += int64(quantity[i])
				discounted += p
				charge += p * int64(100+tax[i])
			}
		}
		c, s := counts[1+2*int(f):][:2], sums[1+2*int(f):][:2]
		c[0] += rows
		c[1] += pieces
		s[0] += float64(discounted) / 1e4
		s[1] += float64(charge) / 1e6
	}
}
