// Package vars has kernels that use package-level variables, of which another file changes some.
package vars

import "embed"

//go:embed kernels.go
var Source string

//go:embed *.go
var Files embed.FS

var gain = 1.5

var factor = 1.5

var lut = [4]int{1, 2, 3, 4}

var fixed = [4]int{5, 6, 7, 8}

//hotloop:readonly
var steps = [4]int{3, 1, 4, 1}

var Exported = 2.5

//hotloop:readonly the caller's promise
var Promised = 4.5

var name = "abcd"

//go:embed data.txt

var data string

type config struct {
	scale float64
	bias  [2]float32
}

var conf = config{scale: 3}

var total float64

var bins [8]int32

var rows [4][16]float32

var flag bool

var small int8 = 100

func Gain(y, x []float64) {
	for i := range y {
		y[i] = factor * x[i]
	}
}

func Lut(y []int, x []uint8) {
	for i := range y {
		y[i] = lut[x[i]&3]
	}
}

func Fixed(y []int, x []uint8) {
	for i := range y {
		y[i] = fixed[x[i]&3]
	}
}

func Steps(y []int, x []uint8) {
	for i := range y {
		y[i] = steps[x[i]&3]
	}
}

func UseExported(y, x []float64) {
	for i := range y {
		y[i] = Exported * x[i]
	}
}

func UsePromised(y, x []float64) {
	for i := range y {
		y[i] = Promised * x[i]
	}
}

func Name(y []byte) {
	for i := range y {
		y[i] = name[i&3]
	}
}

func Data(y []byte) int {
	return len(data) + len(y)
}

func Conf(y, x []float64) {
	for i := range y {
		y[i] = conf.scale*x[i] + float64(conf.bias[i&1])
	}
}

func Sum(x []float64) {
	for _, v := range x {
		total += v
	}
}

func SumOf(x []float64) (s float64) {
	for _, v := range x {
		s += v
		total = s
	}
	return s + total
}

func Count(x []uint8) {
	for _, v := range x {
		bins[v&7]++
	}
}

// CountAny panics for an index that is out of range.
func CountAny(x []uint8) {
	for i, v := range x {
		bins[v] = int32(i)
		small++
	}
}

func Rows(x []float32, r int) {
	for i := range x {
		rows[r][i] = rows[r][i]*2 + x[i]
	}
}

// Alias stores to a slice that may be the variable it reads.
func Alias(y []float64) {
	for i := range y {
		y[i] = gain + y[i]
	}
}

func Copied(y []float32) {
	c := rows[1]
	for i := range y {
		y[i] = c[i&15]
	}
	rows[2] = c
	p := &rows
	for i := range p[3] {
		p[3][i] = c[0] + float32(i)
	}
}

func Order(y []float64, i int) {
	gain, y[i] = y[0], gain
	y[0], gain = gain+1, y[i]
	flag, total = !flag, bump(total)+gain
}

func bump(x float64) float64 {
	gain += x
	return gain
}

func Ranged(y []float32) (s float32) {
	for i, v := range rows[0] {
		y[i] = v + 1
		s += v
	}
	return s
}
