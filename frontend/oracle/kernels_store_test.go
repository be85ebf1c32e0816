package oracle

import (
	"errors"
	"io"
)

// Slices, strings, pointers and interfaces that kernels store to memory, for TestStores. The arguments share memory, so that
// what is stored is read again by other ways.

type window struct {
	Data  []float64
	Rest  []float64
	Name  string
	Next  *window
	Marks []int
	Err   error
	Tag   any
	N     int
	Row   []int16
	Two   [2][]int16
}

type ring struct {
	window
	Rows [][]float64
	At   *int
	Top  *window
	Head *ring
}

func (w *window) cut(n int)            { w.Data = w.Data[:n] }
func (w *window) skip(n int)           { w.Data, w.Rest = w.Data[n:], w.Data[:n] }
func (w *window) push(x float64)       { w.Data = append(w.Data, x) }
func (w *window) fail(err error) error { w.Err = err; return err }

func storeCut(w *window, n int) float64 {
	w.cut(n)
	s := 0.0
	for i, x := range w.Data {
		w.Data[i] = x + 1
		s += x
	}
	return s
}

func storeSkipPanic(w *window, n int) int {
	w.N++
	w.skip(n)
	for i := range w.Rest {
		w.Rest[i] *= 2
		w.Marks[i]++
	}
	return len(w.Data)
}

func storeRowsPanic(rows [][]float64, flat []float64, w int) (s float64) {
	for i := range rows {
		rows[i] = flat[i*w : (i+1)*w]
	}
	for _, r := range rows {
		for j := range r {
			s += r[j]
			r[j] = s
		}
	}
	return s
}

func storeRotate(rows [][]float64, n int) {
	for k := 0; k < n; k++ {
		for i := 1; i < len(rows); i++ {
			rows[i-1], rows[i] = rows[i], rows[i-1]
		}
		for i := range rows {
			for j := range rows[i] {
				rows[i][j] += float64(k)
			}
		}
	}
}

func storeLink(p, q *window, n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		p.Next, q.Next = q.Next, p
		p.N, q.N = q.N+1, p.N
		p, q = q, p
		if p.Next != nil {
			sum += p.Next.N
		}
	}
	return sum
}

func storeNamePanic(p *window, s string, n int) {
	p.Name = s[n:]
	if len(p.Name) == 2 {
		p.Name = "two"
	}
	p.Next.Name = s[:n]
}

func storeErr(p *window, n int) error {
	for i := range p.Marks {
		p.Marks[i] -= n
		if p.Marks[i] < 0 {
			return p.fail(io.EOF)
		}
	}
	if n > 5 {
		return p.fail(errors.New("large"))
	}
	p.Err, p.Tag = nil, nil
	return p.Err
}

func storeNew(p *window, n int) float64 {
	p.Data = make([]float64, n)
	for i := range p.Data {
		p.Data[i] = float64(i * i)
	}
	t := 0.0
	for i := 0; i < n; i++ {
		p.push(float64(i))
		t += p.Data[i]
	}
	p.Rest = p.Data[n/2 : n : n]
	for i := range p.Rest {
		p.Rest[i]++
	}
	p.Data = p.Data[:len(p.Data):len(p.Data)]
	return t + p.Data[len(p.Data)-1]
}

func storeNil(p *ring, n int) int {
	p.Rest = nil
	if n > 3 {
		p.Data = nil
		p.Top = nil
		p.Name = ""
	}
	p.Row = p.Row[:0]
	if p.Rest == nil && p.Data != nil {
		return len(p.Data)
	}
	return -len(p.Row)
}

func storeWhole(p, q *window, n int) int {
	*p = *q
	p.Two[n&1] = p.Row
	q.Two = p.Two
	for i := range q.Two[1] {
		q.Two[1][i] += int16(n)
	}
	*q = window{Data: p.Data, N: n}
	return p.N + q.N
}

func storePointer(p **window, q *window, s *[]int, x []int, n int) int {
	*p = q
	*s = x[:n:n]
	(*p).Marks = *s
	for i := range *s {
		(*s)[i] += i
	}
	q.N = len((*p).Marks)
	return (*p).N
}

func storeAddress(p *ring, x []int, n int) int {
	p.At = &x[n]
	*p.At += 5
	p.Top = &p.window
	p.Top.N = n
	p.window.Marks = x
	for i := range x {
		p.Marks[i] += p.N + *p.At
	}
	p.Head = p
	return p.Head.Head.N
}

func storeInts(p *window, n int) (s int) {
	for k := range n {
		p.Marks = p.Marks[k&1:]
		for i := range p.Marks {
			p.Marks[i] += k
			s += p.Marks[i]
		}
	}
	return s
}

func storeCopyRows(a, b [][]float64, names []string) (n int) {
	n = copy(a, b)
	for i := 1; i < len(names); i++ {
		for j := i; j > 0 && len(names[j]) < len(names[j-1]); j-- {
			names[j], names[j-1] = names[j-1], names[j]
		}
	}
	clear(b)
	return n + len(a)
}

func storeBehind(list []window, x []float64, n int) (s float64) {
	for i := range list {
		w := &list[i]
		w.Data = x[i:]
		w.Next = &list[n]
		s += w.Next.Data[0]
	}
	return s
}

func storeArray(p *window, n int) int16 {
	var mem [6]int16
	for i := range mem {
		mem[i] = int16(i * n)
	}
	p.Row = mem[n&3:]
	p.Two[0] = mem[:n&3]
	mem[2] += 100
	var s int16
	for _, x := range p.Row {
		s += x
	}
	return s
}

func storeOld(p *window, n int) (s float64) {
	old := p.Data
	p.Data = p.Rest
	p.Rest = old[:min(n, len(old))]
	for i := range p.Rest {
		old[i]++
		s += p.Rest[i]
	}
	for i := range p.Data {
		s -= p.Data[i]
	}
	return s
}

var storeKernels = map[string]any{
	"storeCut": storeCut, "storeSkipPanic": storeSkipPanic, "storeRowsPanic": storeRowsPanic, "storeRotate": storeRotate,
	"storeLink": storeLink, "storeNamePanic": storeNamePanic, "storeErr": storeErr, "storeNew": storeNew,
	"storeNil": storeNil, "storeWhole": storeWhole, "storePointer": storePointer, "storeAddress": storeAddress,
	"storeInts": storeInts, "storeCopyRows": storeCopyRows, "storeBehind": storeBehind, "storeArray": storeArray,
	"storeOld": storeOld, "storeMadeRows": storeMadeRows, "storeAppendRows": storeAppendRows,
	"storeAppendStructs": storeAppendStructs,
}

func storeMadeRows(x []float64, w int) (s float64, rows [][]float64) {
	w = w&7 + 1
	rows = make([][]float64, (len(x)+w-1)/w)
	for i := range rows {
		rows[i] = x[i*w : min(len(x), (i+1)*w)]
	}
	for i, r := range rows {
		for j := range r {
			r[j] += float64(i)
			s += r[j]
		}
	}
	return s, rows
}

func storeAppendRows(p *ring, x []float64, n int) [][]float64 {
	var own [][]float64
	for i := range x {
		if i&1 == n&1 {
			own = append(own, x[i:])
			p.Rows = append(p.Rows, x[:i])
		}
	}
	for _, r := range p.Rows {
		for j := range r {
			r[j]++
		}
	}
	return own
}

func storeAppendStructs(list []window, p *window, n int) []window {
	for k := range n {
		list = append(list, window{Data: p.Data[min(k, len(p.Data)):], N: k, Next: p, Name: "added"}, *p)
		list[k].Marks = p.Marks
	}
	names := make([]string, 0, 4)
	for i := range list {
		names = append(names, list[i].Name)
	}
	for i := range list {
		list[i].Name = names[len(names)-1-i]
	}
	return list
}
