package runtime

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
	"sync"
	"weak"
)

// cacheKey is all that a kernel depends on. The processor and the Go implementation do not change within a process.
type cacheKey struct {
	typ       reflect.Type
	src, name string
	options   string
}

// flight is a compilation under way, which others that want the same kernel wait for.
type flight struct {
	done chan struct{}
	k    *Kernel
	err  error
}

// cache remembers kernels as long as somebody uses them: an entry does not keep its kernel alive.
var cache = struct {
	sync.Mutex
	kernels map[cacheKey]weak.Pointer[Kernel]
	flights map[cacheKey]*flight
}{kernels: map[cacheKey]weak.Pointer[Kernel]{}, flights: map[cacheKey]*flight{}}

// key is the text form of the options.
func (o Options) key() string {
	var binds []string
	for name, v := range o.Bind {
		binds = append(binds, fmt.Sprintf("%s=%T(%v)", name, v, v))
	}
	sort.Strings(binds)
	return fmt.Sprint(o.ISA, "|", uint8(o.FP), o.FPWritten, o.NoVectorize, "|", o.Knobs, "|", o.FileName, "|",
		strings.Join(binds, ","))
}

// cached compiles, or returns the kernel that was compiled before from the same text, type and options.
func cached(t reflect.Type, src, name string, o Options) (*Kernel, error) {
	key := cacheKey{t, src, name, o.key()}
	cache.Lock()
	if k := cache.kernels[key].Value(); k != nil {
		cache.Unlock()
		return k, nil
	}
	if f := cache.flights[key]; f != nil {
		cache.Unlock()
		<-f.done
		return f.k, f.err
	}
	f := &flight{done: make(chan struct{})}
	cache.flights[key] = f
	cache.Unlock()

	f.k, f.err = compile(t, src, name, o, nil)

	cache.Lock()
	delete(cache.flights, key)
	if f.err == nil {
		cache.kernels[key] = weak.Make(f.k)
		if len(cache.kernels) > 64 && len(cache.kernels)&63 == 0 {
			for key, p := range cache.kernels {
				if p.Value() == nil {
					delete(cache.kernels, key)
				}
			}
		}
	}
	cache.Unlock()
	close(f.done)
	return f.k, f.err
}

// ResetCache forgets all kernels: for measuring compilation.
func ResetCache() {
	cache.Lock()
	clear(cache.kernels)
	cache.Unlock()
}
