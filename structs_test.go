package hotloop_test

import (
	"reflect"
	"testing"

	"hotloop"
)

const structSource = `package p

type Matrix struct {
	Rows, Cols int
	name string
	Data []float64
	next *Matrix
	any interface{}
	n int32
}

func (m *Matrix) at(i, j int) float64 { return m.Data[i*m.Cols+j] }

func (m Matrix) size() int { return m.Rows * m.Cols }

func (m *Matrix) Scale(f float64) {
	for i := range m.Data {
		m.Data[i] *= f
	}
	m.n++
}

func (m *Matrix) Trace() (sum float64) {
	for i := 0; i < m.Rows; i++ {
		sum += m.at(i, i)
	}
	return
}

func (m *Matrix) AddNext() int {
	for i := 0; i < m.Rows; i++ {
		for j := 0; j < m.Cols; j++ {
			m.Data[i*m.Cols+j] += m.next.Data[i*m.Cols+j]
		}
	}
	return m.size()
}

func (m Matrix) Sum() (sum float64) {
	for _, x := range m.Data {
		sum += x
	}
	return sum + float64(m.n)
}

type Pair struct { A int; B float32; C [3]uint8 }

func Swap(p Pair, q [2]int16) (Pair, [2]int16) {
	p.C[0], p.C[2] = p.C[2], p.C[0]
	p.A++
	q[0], q[1] = q[1], q[0]
	return p, q
}

type acc struct { n int; sum float64; buf []float64 }

func (a *acc) add(x float64) { a.n++; a.sum += x; a.buf[a.n%len(a.buf)] = x }

func Use(x, buf []float64) (int, float64) {
	a := acc{buf: buf}
	for _, v := range x {
		a.add(v)
	}
	p := &a
	p.sum *= 2
	return p.n, a.sum
}

func Bump(p *int, s []Pair) {
	for i := range s {
		q := &s[i]
		q.A += *p
		*p++
	}
}
`

type matrix struct {
	Rows, Cols int
	name       string
	Data       []float64
	next       *matrix
	any        interface{}
	n          int32
}

type pair struct {
	A int
	B float32
	C [3]uint8
}

func native[F any](t *testing.T, name string) F {
	t.Helper()
	k, err := hotloop.Compile[F](structSource, name, hotloop.Knobs("verify-each,eval-each"))
	if err != nil {
		t.Fatal(err)
	}
	if k.Err != nil {
		t.Fatal(k.Err)
	}
	t.Log(name, k.Stats().Plans, k.Stats().Adapter)
	return k.Func
}

func TestStructs(t *testing.T) {
	m := &matrix{Rows: 3, Cols: 3, Data: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}}
	m.next = &matrix{Rows: 3, Cols: 3, Data: []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}}
	native[func(*matrix, float64)](t, "(*Matrix).Scale")(m, 2)
	if m.Data[8] != 18 || m.n != 1 {
		t.Error(m)
	}
	if x := native[func(*matrix) float64](t, "(*Matrix).Trace")(m); x != 2+10+18 {
		t.Error(x)
	}
	if n := native[func(*matrix) int](t, "(*Matrix).AddNext")(m); n != 9 || m.Data[0] != 3 {
		t.Error(n, m)
	}
	if x := native[func(matrix) float64](t, "Matrix.Sum")(*m); x != 99+1 {
		t.Error(x)
	}
	p, q := native[func(pair, [2]int16) (pair, [2]int16)](t, "Swap")(pair{1, 2, [3]uint8{3, 4, 5}}, [2]int16{-6, 7})
	if (p != pair{2, 2, [3]uint8{5, 4, 3}} || q != [2]int16{7, -6}) {
		t.Error(p, q)
	}
	n, sum := native[func(x, buf []float64) (int, float64)](t, "Use")([]float64{1, 2, 3, 4}, make([]float64, 3))
	if n != 4 || sum != 20 {
		t.Error(n, sum)
	}
	i, s := 5, make([]pair, 9)
	native[func(*int, []pair)](t, "Bump")(&i, s)
	if i != 14 || s[8].A != 13 {
		t.Error(i, s)
	}
	func() {
		defer func() {
			if r := recover(); r == nil || r.(error).Error() != "runtime error: invalid memory address or nil pointer dereference" {
				t.Error(r)
			}
		}()
		m.next = nil
		native[func(*matrix) int](t, "(*Matrix).AddNext")(m)
	}()
	_ = reflect.TypeOf(m)
}
