package runtime_test

import (
	"fmt"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"hotloop/runtime"
)

// TestStoredAddressesAreKept checks that the collector keeps the objects whose addresses a kernel stores, and
// overwritten ones that the kernel still uses. The collector runs all the time, and freed memory is reused at
// once.
func TestStoredAddressesAreKept(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	const src = `package p
import "fmt"
type node struct {
	Data, Old []int64
	Next *node
	Name string
	Err error
	Sum int64
}
// Reverse turns a list around; what lies in between is reachable by way of registers alone.
func Reverse(head *node, n int) *node {
	var prev *node
	for at := head; at != nil; {
		next := at.Next
		at.Next = prev
		for i := range at.Data { at.Sum += at.Data[i] * int64(n) }
		prev, at = at, next
	}
	return prev
}
// Renew replaces what the node has, and goes on with what it had.
func Renew(p *node, n int) {
	for k := 0; k < n; k++ {
		old := p.Data
		p.Data = make([]int64, len(old))
		for i := range old { p.Data[i] = old[i] + 1 }
		for i := range old { p.Data[i] += old[i] - p.Sum }
	}
	p.Name = fmt.Sprint("renewed ", n)
	p.Err = fmt.Errorf("error %d", n)
}
// Cut drops what it still reads.
func Cut(p *node) (s int64) {
	old, list := p.Data, p.Next
	p.Data, p.Next = nil, nil
	for k := 0; k < 50; k++ {
		for i := range old { s += old[i] }
		p.Old = make([]int64, 8)
	}
	for ; list != nil; list = list.Next {
		for i := range list.Data { s += list.Data[i] }
	}
	return s
}
`
	type node struct {
		Data, Old []int64
		Next      *node
		Name      string
		Err       error
		Sum       int64
	}
	kernels := func(f any, name string) (list []any) {
		k, err := runtime.Compile(reflect.TypeOf(f), src, name, runtime.Options{RequireNative: true})
		if err != nil {
			t.Fatal(err)
		}
		return []any{k.Func().Interface(), k.Fallback().Interface()}
	}
	reverse := kernels((func(*node, int) *node)(nil), "Reverse")
	renew := kernels((func(*node, int))(nil), "Renew")
	cut := kernels((func(*node) int64)(nil), "Cut")
	fill := func(n int) []int64 {
		s := make([]int64, n)
		for i := range s {
			s[i] = int64(i)
		}
		return s
	}
	chain := func(n int) (head *node) {
		for range n {
			head = &node{Data: fill(40), Next: head}
		}
		return head
	}
	stop := make(chan bool)
	var others sync.WaitGroup
	defer others.Wait()
	defer close(stop)
	others.Add(1)
	go func() {
		defer others.Done()
		for {
			select {
			case <-stop:
				return
			default:
				goruntime.GC()
			}
		}
	}()
	others.Add(1)
	go func() { // reuses freed memory
		defer others.Done()
		var garbage [64][]int64
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				s := make([]int64, 8+i%80)
				for j := range s {
					s[j] = -1 << 40
				}
				garbage[i%len(garbage)] = s
			}
		}
	}()
	const sum = 40 * 39 / 2
	for n := range 300 {
		which := n & 1
		list := reverse[which].(func(*node, int) *node)(chain(100), 2)
		nodes := 0
		for ; list != nil; list = list.Next {
			if nodes++; list.Sum != 2*sum || len(list.Data) != 40 || list.Data[39] != 39 {
				t.Fatalf("node %d of a list that was turned around has sum %d and %v", nodes, list.Sum, list.Data)
			}
		}
		if nodes != 100 {
			t.Fatalf("%d nodes are left of a list that was turned around", nodes)
		}
		p := &node{Data: fill(40), Sum: 1}
		renew[which].(func(*node, int))(p, 3)
		want := int64(39)
		for range 3 {
			want = 2 * want
		}
		if len(p.Data) != 40 || p.Data[39] != want || p.Data[0] != 0 || p.Name != "renewed 3" || p.Err.Error() != "error 3" {
			t.Fatalf("what was renewed is %v, %q, %v", p.Data, p.Name, p.Err)
		}
		q := &node{Data: fill(40), Next: chain(20)}
		if got := cut[which].(func(*node) int64)(q); got != 50*sum+20*sum || len(q.Old) != 8 || strings.TrimRight(fmt.Sprint(q.Old), "0 ]") != "[" {
			t.Fatalf("what was cut has sum %d instead of %d, and %v", got, 70*sum, q.Old)
		}
	}
}
