package reuse

import (
	"runtime"
	"sync"
	"testing"
)

func TestPoolKeeps(t *testing.T) {
	made := 0
	p := Pool[[]byte]{New: func() *[]byte { made++; return new([]byte) }, Size: func(b *[]byte) int { return cap(*b) }}
	x := p.Get()
	p.Put(x)
	for range 3 {
		runtime.GC()
	}
	if y := p.Get(); y != x || made != 1 {
		t.Fatalf("another object after garbage collections; %d made", made)
	}
	if y := p.Get(); y == x || made != 2 {
		t.Fatalf("one object handed out twice; %d made", made)
	}
	*x = make([]byte, mostKept+1)
	p.Put(x)
	if p.kept.Load() != nil {
		t.Fatal("a large object is kept permanently")
	}
}

// TestPoolConcurrent checks that no object is handed out twice.
func TestPoolConcurrent(t *testing.T) {
	p := Pool[int]{New: func() *int { return new(int) }}
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 2000 {
				x := p.Get()
				if *x++; *x != 1 {
					t.Errorf("an object in use was handed out")
				}
				*x--
				p.Put(x)
			}
		}()
	}
	wg.Wait()
}
