package field

import "math/bits"

// CountBetween counts the rows with a value in a range.
// args: [n]%1000 200 600
func CountBetween(v []int32, lo, hi int32) int {
	n := 0
	for _, x := range v {
		if lo <= x && x < hi {
			n++
		}
	}
	return n
}

// PickRows lists the rows whose two columns are both small enough.
// args: [n] [n]%100 [n]%100 30 60
func PickRows(rows []int32, a, b []int32, ma, mb int32) int {
	k := 0
	for i := range a {
		if a[i] < ma && b[i] < mb {
			rows[k] = int32(i)
			k++
		}
	}
	return k
}

// PickAgain thins out a list of rows by another column.
// args: [n/2]sorted%n [n]%10 4
func PickAgain(rows []int32, v []uint8, want uint8) int {
	k := 0
	for _, r := range rows {
		if v[r] != want {
			rows[k] = r
			k++
		}
	}
	return k
}

// MaskRows writes a byte for each row that has one of two values.
// args: [n] [n]%50 7 31
func MaskRows(mask []uint8, v []int16, a, b int16) {
	for i, x := range v {
		if x == a || x == b {
			mask[i] = 1
		} else {
			mask[i] = 0
		}
	}
}

// SumWhere adds a column where another has a value, and counts.
// args: [n]%1000 [n]%8 3
func SumWhere(amount []int64, kind []uint8, want uint8) (sum int64, count int) {
	for i, k := range kind {
		if k == want {
			sum += amount[i]
			count++
		}
	}
	return sum, count
}

// SumMasked adds the values whose bit is set in a bitmap.
// args: [64*(n/64)] [n/64]*
func SumMasked(v []float64, valid []uint64) float64 {
	s := 0.0
	for w, word := range valid {
		for b := 0; b < 64; b++ {
			if word>>b&1 == 1 {
				s += v[w*64+b]
			}
		}
	}
	return s
}

// ListBits writes the positions of the set bits.
// args: [64*(n/64)] [n/64]*
func ListBits(pos []int32, words []uint64) int {
	k := 0
	for i, w := range words {
		for w != 0 {
			pos[k] = int32(i*64 + bits.TrailingZeros64(w))
			k++
			w &= w - 1
		}
	}
	return k
}

// AndNot clears the bits of one bitmap in another and counts what is left.
// args: [n]* [n]*
func AndNot(a, b []uint64) int {
	n := 0
	for i := range a {
		a[i] &^= b[i]
		n += bits.OnesCount64(a[i])
	}
	return n
}

// PackFlags makes a bit of each comparison.
// args: [n/8] [8*(n/8)]%100 50
func PackFlags(out []uint8, v []int64, limit int64) {
	for i := range out {
		var b uint8
		for k := 0; k < 8; k++ {
			if v[8*i+k] >= limit {
				b |= 1 << k
			}
		}
		out[i] = b
	}
}

// SpreadFlags makes a byte of each bit.
// args: [8*(n/8)] [n/8]*
func SpreadFlags(out []bool, in []uint8) {
	for i, b := range in {
		for k := range 8 {
			out[8*i+k] = b&(1<<k) != 0
		}
	}
}

// Decode12 unpacks pairs of 12 bits from three bytes.
// args: [2*(n/2)] [3*(n/2)]*
func Decode12(out []uint16, in []uint8) {
	for i := 0; i+1 < len(out); i += 2 {
		p := i / 2 * 3
		a, b, c := uint16(in[p]), uint16(in[p+1]), uint16(in[p+2])
		out[i] = a | b&15<<8
		out[i+1] = b>>4 | c<<4
	}
}

// Encode12 packs them.
// args: [3*(n/2)] [2*(n/2)]%4096
func Encode12(out []uint8, in []uint16) {
	for i := 0; i+1 < len(in); i += 2 {
		p := i / 2 * 3
		out[p] = uint8(in[i])
		out[p+1] = uint8(in[i]>>8 | in[i+1]<<4)
		out[p+2] = uint8(in[i+1] >> 4)
	}
}

// DecodeWidth unpacks numbers of a width that only the call knows.
// args: [n] [n]* 11
func DecodeWidth(out []uint32, in []uint64, width uint) {
	mask := uint32(1)<<width - 1
	for i := range out {
		at := uint(i) * width
		w, sh := at/64, at%64
		v := in[w] >> sh
		if sh+width > 64 {
			v |= in[w+1] << (64 - sh)
		}
		out[i] = uint32(v) & mask
	}
}

// DeltaDecode adds up differences from a first value.
// args: [n] [n]%30 1000
func DeltaDecode(out []int64, d []uint8, first int64) {
	v := first
	for i, x := range d {
		v += int64(x)
		out[i] = v
	}
}

// DeltaEncode has differences with their signs in the last bit.
// args: [n] [n]%100000
func DeltaEncode(out []uint32, v []int32) {
	prev := int32(0)
	for i, x := range v {
		d := x - prev
		out[i] = uint32(d<<1) ^ uint32(d>>31)
		prev = x
	}
}

// FromDictionary looks codes up.
// args: [n] [n]%256 []
func FromDictionary(out []float64, codes []uint8, dict *[256]float64) {
	for i, c := range codes {
		out[i] = dict[c]
	}
}

// TakeRows gathers a column in the order of a list.
// args: [n] [n]perm [n]
func TakeRows(out []int64, rows []uint32, v []int64) {
	for i, r := range rows {
		out[i] = v[r]
	}
}

// TakeDefault gathers where there is a row, and writes a default where there is none.
// args: [n] [n]~-20,100 [n] -1
func TakeDefault(out []int32, rows []int32, v []int32, none int32) {
	for i, r := range rows {
		if r >= 0 && int(r) < len(v) {
			out[i] = v[r]
		} else {
			out[i] = none
		}
	}
}

// PutRows scatters a column.
// args: [n] [n]perm [n]
func PutRows(out []float32, rows []int32, v []float32) {
	for i, r := range rows {
		out[r] = v[i]
	}
}

// GroupMax keeps the greatest of each group.
// args: [64]=0 [n]%64 [n]%100000
func GroupMax(best []int32, group []uint8, v []int32) {
	for i, g := range group {
		if v[i] > best[g] {
			best[g] = v[i]
		}
	}
}

// Group is what GroupStats keeps of a group.
type Group struct {
	Count    int64
	Sum      float64
	Min, Max float64
}

// GroupStats keeps several things of each group.
// args: [32] [n]%32 [n]
func GroupStats(groups []Group, id []int32, v []float64) {
	for i, g := range id {
		x := v[i]
		groups[g].Count++
		groups[g].Sum += x
		groups[g].Min = min(groups[g].Min, x)
		groups[g].Max = max(groups[g].Max, x)
	}
}

// RunEnds finds where runs of equal values end.
// args: [n+1] [n]sorted%n/8
func RunEnds(ends []int32, v []int32) int {
	k := 0
	for i := 1; i < len(v); i++ {
		if v[i] != v[i-1] {
			ends[k] = int32(i)
			k++
		}
	}
	return k
}

// FillRuns repeats values as often as lengths say.
// args: [4*n] [n]%1000 [n]%5
func FillRuns(out, v []int32, count []uint8) int {
	k := 0
	for i, c := range count {
		for j := 0; j < int(c); j++ {
			out[k] = v[i]
			k++
		}
	}
	return k
}

// Revenue multiplies four columns of which three are narrow.
// args: [n] [n]%100000 [n]%11 [n]%9 [n]%50
func Revenue(out []int64, price []int32, discount, tax, quantity []uint8) {
	for i := range out {
		p := int64(price[i]) * int64(quantity[i])
		p = p * (100 - int64(discount[i])) / 100
		out[i] = p * (100 + int64(tax[i])) / 100
	}
}

// DaysToMonth finds the month of a day of the year.
// args: [n] [n]%365
func DaysToMonth(month []uint8, day []uint16) {
	for i, d := range day {
		m := uint8(0)
		for _, end := range [11]uint16{31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334} {
			if d >= end {
				m++
			}
		}
		month[i] = m
	}
}

// HourMinute splits seconds of a day.
// args: [n] [n] [n]%86400
func HourMinute(hour, minute []uint8, sec []uint32) {
	for i, s := range sec {
		hour[i] = uint8(s / 3600)
		minute[i] = uint8(s / 60 % 60)
	}
}

// Mix64 scrambles keys.
// args: [n] [n]*
func Mix64(h, k []uint64) {
	for i, x := range k {
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		h[i] = x ^ x>>31
	}
}

// Slot is a bucket's number for each hash, by multiplication.
// args: [n] [n]* 1000
func Slot(slot []uint32, h []uint32, buckets uint32) {
	for i, x := range h {
		slot[i] = uint32(uint64(x) * uint64(buckets) >> 32)
	}
}

// CountBuckets counts what falls into 256 buckets by the high byte.
// args: [] [n]*
func CountBuckets(count *[256]int32, keys []uint32) {
	for _, k := range keys {
		count[k>>24]++
	}
}

// Distribute moves keys to the places that counting has found, one digit of a radix sort.
// args: [n] [n]%256 []
func Distribute(out, keys []uint32, at *[256]int32) {
	n := int32(0)
	var start [256]int32
	for _, k := range keys {
		start[k&255]++
	}
	for i, c := range start {
		at[i] = n
		n += c
	}
	for _, k := range keys {
		out[at[k&255]] = k
		at[k&255]++
	}
}

// Bloom tests keys against a filter of two bits each.
// args: [n] [n]* [1024]*
func Bloom(hit []bool, keys []uint32, filter []uint64) {
	for i, k := range keys {
		a, b := k*0x9e3779b1>>16, k*0x85ebca6b>>16
		hit[i] = filter[a>>6]>>(a&63)&1&(filter[b>>6]>>(b&63)) != 0
	}
}

// JoinProbe follows chains of equal hashes.
// args: [n]=-1 [n]%512 [512]%256 [256]%512 [256]~-100,255
func JoinProbe(match []int32, keys []int32, head, key, next []int32) {
	for i, k := range keys {
		steps := 0
		for e := head[k&511]; e >= 0 && steps < 4; e = next[e] {
			if key[e] == k {
				match[i] = e
				break
			}
			steps++
		}
	}
}

// MergeCount counts what two ascending columns have in common.
// args: [n]sorted%2*n [n]sorted%2*n
func MergeCount(a, b []int32) int {
	n, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n++
			i++
			j++
		}
	}
	return n
}

// LowerBounds searches each key by halving.
// args: [n]%3000 [1024]step3
func LowerBounds(at []int32, sorted []int32) {
	for i, k := range at {
		lo, n := 0, len(sorted)
		for n > 1 {
			half := n / 2
			if sorted[lo+half-1] < k {
				lo += half
			}
			n -= half
		}
		at[i] = int32(lo)
	}
}

// MinMaxSum is what a column's statistics take.
// args: [n]%100000
func MinMaxSum(v []int32) (lo, hi int32, sum int64) {
	lo, hi = 1<<31-1, -1<<31
	for _, x := range v {
		lo, hi = min(lo, x), max(hi, x)
		sum += int64(x)
	}
	return lo, hi, sum
}

// SafeAdd adds and says where a sum has left the type.
// args: [n] [n]* [n]*
func SafeAdd(out []int32, a, b []int32) int {
	bad := -1
	for i := range out {
		s := int64(a[i]) + int64(b[i])
		if s != int64(int32(s)) && bad < 0 {
			bad = i
		}
		out[i] = int32(s)
	}
	return bad
}

// Clip limits a column from both sides, where it is valid.
// args: [n]%1000 [n]%2 100 800
func Clip(v []int32, valid []bool, lo, hi int32) {
	for i := range v {
		if valid[i] {
			v[i] = min(max(v[i], lo), hi)
		}
	}
}

// ParseDigits reads numbers of eight digits.
// args: [n/8] [8*(n/8)]'0123456789'
func ParseDigits(out []uint32, text []byte) {
	for i := range out {
		v := uint32(0)
		for _, c := range text[8*i : 8*i+8] {
			v = v*10 + uint32(c-'0')
		}
		out[i] = v
	}
}

// Suffixes compares the last two bytes of strings that lie one behind the other.
// args: [n/4] [n/4]step8 [2*n+8]'abc' 24930
func Suffixes(hit []uint8, end []int32, text []byte, want uint16) {
	for i, e := range end {
		got := uint16(text[e])<<8 | uint16(text[e+1])
		if got == want {
			hit[i] = 1
		} else {
			hit[i] = 0
		}
	}
}
