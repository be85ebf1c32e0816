package runtime

import (
	"container/list"
	"encoding/binary"
	"errors"
	"go/constant"
	"maps"
	"math"
	"reflect"
	goruntime "runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unique"
	"weak"

	"hotloop/runtime/codemem"
)

// flight is a compilation in progress; other requests for the same kernel wait for it.
type flight struct {
	done chan struct{}
	k    *Kernel
	err  error
}

// entry is a kernel in the cache.
type entry struct {
	kernel weak.Pointer[Kernel]
	recent *list.Element // in cache.recent; nil if only users keep the kernel alive
}

// cache holds kernels weakly, as long as they are in use. It also keeps the most recently requested kernels alive.
var cache = struct {
	sync.Mutex
	kernels map[cacheKey]*entry
	flights map[cacheKey]*flight
	recent  *list.List // of *kept, most recently requested first
	bytes   int        // machine code in recent
}{kernels: map[cacheKey]*entry{}, flights: map[cacheKey]*flight{}, recent: list.New()}

// kept is a kernel that the cache keeps alive.
type kept struct {
	k *Kernel
	e *entry
}

// Limits of what the cache keeps alive: enough for programs that compile the same few hundred kernels repeatedly,
// and small compared to the limit of code memory.
const (
	keptBytes   = 1 << 20 // of machine code
	keptKernels = 256     // including kernels without machine code
)

// cached compiles, or returns a kernel compiled earlier from the same text, type and options.
func cached(t reflect.Type, src, name string, o Options) (*Kernel, error) {
	options, ok := o.key(false)
	if !ok {
		return loadOrCompile(t, src, name, o) // most likely an error
	}
	key := cacheKey{t, src, name, options, o.files()}
	cache.Lock()
	if e := cache.kernels[key]; e != nil {
		if k := e.kernel.Value(); k != nil {
			keep(k, e)
			cache.Unlock()
			counters.hits.Add(1)
			return k, nil
		}
	}
	if f := cache.flights[key]; f != nil {
		cache.Unlock()
		counters.hits.Add(1)
		<-f.done
		return f.k, f.err
	}
	f := &flight{done: make(chan struct{}), err: errUnwound}
	cache.flights[key] = f
	cache.Unlock()

	defer func() { // in any case, or waiters would block forever
		cache.Lock()
		delete(cache.flights, key)
		if f.err == nil {
			enter(key, f.k)
		}
		cache.Unlock()
		close(f.done)
	}()
	f.k, f.err = loadOrCompile(t, src, name, o)
	return f.k, f.err
}

// errUnwound is what waiters get if the goroutine that was compiling ended early.
var errUnwound = errors.New("hotloop: the goroutine that compiled the kernel ended before it was done")

// enter adds k to the cache, and from time to time removes kernels that were collected. The cache is locked.
func enter(key cacheKey, k *Kernel) {
	e := &entry{kernel: weak.Make(k)}
	if old := cache.kernels[key]; old != nil {
		drop(old)
	}
	cache.kernels[key] = e
	if errors.Is(k.err, ErrCodeLimit) || errors.Is(k.err, codemem.ErrNoMemory) {
		delete(cache.kernels, key) // memory may be available next time
		return
	}
	keep(k, e)
	if len(cache.kernels) > 64 && len(cache.kernels)&63 == 0 {
		for key, e := range cache.kernels {
			if e.kernel.Value() == nil {
				delete(cache.kernels, key)
			}
		}
	}
}

// keep marks k as the most recently requested kernel, and evicts the least recent ones over the limits. The cache
// is locked.
func keep(k *Kernel, e *entry) {
	if e.recent != nil {
		cache.recent.MoveToFront(e.recent)
		return
	}
	e.recent = cache.recent.PushFront(&kept{k, e})
	cache.bytes += k.stats.CodeBytes
	for cache.bytes > keptBytes || cache.recent.Len() > keptKernels {
		counters.evicted.Add(1)
		drop(cache.recent.Back().Value.(*kept).e)
	}
}

// drop stops keeping a kernel alive. It stays in the cache while it is in use. The cache is locked.
func drop(e *entry) {
	if e.recent == nil {
		return
	}
	cache.bytes -= e.recent.Value.(*kept).k.stats.CodeBytes
	cache.recent.Remove(e.recent)
	e.recent = nil
}

// evict stops keeping all kernels alive.
func evict() {
	cache.Lock()
	defer cache.Unlock()
	for x := cache.recent.Back(); x != nil; x = cache.recent.Back() {
		counters.evicted.Add(1)
		drop(x.Value.(*kept).e)
	}
}

// ResetCache empties the cache, for benchmarks of compilation.
func ResetCache() {
	evict()
	cache.Lock()
	clear(cache.kernels)
	cache.Unlock()
}

// reclaiming lets callers that hit the code limit share one collection instead of forcing one each.
var reclaiming struct {
	sync.Mutex
	failed time.Time // when a collection last freed too little
}

// The pace of collections forced for code memory. A collection that freed nothing is not repeated for a while.
// Code is freed by cleanups, which run shortly after the collection.
const (
	reclaimEvery = time.Second
	reclaimWait  = 20 * time.Millisecond
)

// reclaim frees the memory of unused kernels and reports whether there may be room for size bytes now.
func reclaim(h *codemem.Heap, size int) bool {
	reclaiming.Lock()
	defer reclaiming.Unlock()
	if h.Room(size) {
		return true // freed by the previous holder of the lock
	}
	if time.Since(reclaiming.failed) < reclaimEvery {
		return false
	}
	evict()
	for range 2 { // an object that a cleanup refers to may be found dead one collection later
		goruntime.GC()
		for until := time.Now().Add(reclaimWait); time.Now().Before(until); time.Sleep(time.Millisecond / 2) {
			if h.Room(size) {
				return true
			}
		}
	}
	reclaiming.failed = time.Now()
	return false
}

// counters holds process-wide statistics.
var counters struct {
	compiled, hits, slow, evicted, cancelled atomic.Uint64
	loaded, stored, rejected                 atomic.Uint64 // files of persisted code
	shared, helped                           atomic.Uint64 // parallel loops, and goroutines that helped
}

// cacheKey is everything a kernel depends on that can change within a process. The processor and the Go
// implementation cannot.
//
// The key is a binary encoding, not formatted text: fmt may call the value's methods. Each text is preceded by its
// length; each bound value by its type and kind, and numbers are encoded as bits. A test changes every field of
// Options in turn and fails where the key does not change.
type cacheKey struct {
	typ       reflect.Type
	src, name string
	options   string // from Options.key
	files     unique.Handle[string]
}

// key encodes all options that a kernel depends on, so that different options have different keys. Each text is
// preceded by its length, each value by its type and kind, and numbers are encoded as bits. The second result is
// false for options that cannot be cached: values that no kernel can be bound to, and code with counters.
//
// A lasting key has the same meaning in other processes. It spells out types and omits CacheDir. Options with
// variables have no lasting key.
func (o *Options) key(lasting bool) (string, bool) {
	if o.Counters != nil {
		return "", false
	}
	if lasting && len(o.Globals) > 0 {
		return "", false
	}
	k := keyWriter{lasting: lasting}
	if !lasting {
		k.text(o.CacheDir)
	}
	k.text(o.ISA)
	k.text(o.Tune)
	k.text(o.Knobs)
	k.text(o.FileName)
	k.text(o.Entry)
	k.number(uint64(o.FP))
	k.flags(o.FPWritten, o.NoVectorize, o.Parallel)
	k.number(uint64(o.Workers))
	k.number(uint64(o.World))
	k.number(uint64(o.Receiver))
	k.number(uint64(len(o.Globals)))
	for _, name := range slices.Sorted(maps.Keys(o.Globals)) {
		k.text(name)
		v := reflect.ValueOf(o.Globals[name])
		if v.Kind() != reflect.Pointer {
			return "", false
		}
		k.typ(v.Type()) // the kernel keeps the variable alive, so its address is not reused
		k.number(uint64(v.Pointer()))
	}
	k.number(uint64(len(o.Profile.Branches)))
	for _, b := range o.Profile.Branches {
		k.text(b.Where)
		k.number(b.Asked)
		k.number(b.Held)
	}
	k.number(uint64(len(o.Profile.Loops)))
	for _, l := range o.Profile.Loops {
		k.text(l.Where)
		k.number(l.Entries)
		k.number(l.Trips)
	}
	k.number(uint64(len(o.Bind)))
	for _, name := range slices.Sorted(maps.Keys(o.Bind)) {
		k.text(name)
		if !k.value(o.Bind[name]) {
			return "", false
		}
	}
	return string(k.b), true
}

// files returns the part of the key shared by all kernels of a package.
func (o *Options) files() unique.Handle[string] {
	var k keyWriter
	for _, f := range o.Files {
		k.text(f.Name)
		k.text(f.Identity())
		k.text(f.Import)
		k.number(uint64(f.Kind))
	}
	return unique.Make(string(k.b))
}

// keyWriter encodes a sequence of values, each self-delimiting.
type keyWriter struct {
	b       []byte
	lasting bool // types are spelled out
}

// number is not inlined, for the size of programs.
//
//go:noinline
func (k *keyWriter) number(n uint64) { k.b = binary.AppendUvarint(k.b, n) }

// text is not inlined, for the size of programs.
//
//go:noinline
func (k *keyWriter) text(s string) {
	k.number(uint64(len(s)))
	k.b = append(k.b, s...)
}

func (k *keyWriter) flags(list ...bool) {
	for _, f := range list {
		n := uint64(0)
		if f {
			n = 1
		}
		k.number(n)
	}
}

// value encodes a constant for a parameter: its type, its kind and its exact value. It calls no methods of the
// value, such as String. It reports whether x can be encoded.
func (k *keyWriter) value(x any) bool {
	if c, ok := x.(constant.Value); ok {
		k.number(0)
		k.number(uint64(c.Kind()))
		k.text(c.ExactString())
		return true
	}
	v := reflect.ValueOf(x)
	if !v.IsValid() {
		return false
	}
	k.number(1)
	k.typ(v.Type())
	k.number(uint64(v.Kind()))
	switch {
	case v.Kind() == reflect.Bool:
		k.flags(v.Bool())
	case v.CanInt():
		k.number(uint64(v.Int()))
	case v.CanUint():
		k.number(v.Uint())
	case v.Kind() == reflect.Float32: // converting through float64 would quiet a signalling NaN
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		k.number(uint64(*(*uint32)(p.UnsafePointer())))
	case v.CanFloat():
		k.number(math.Float64bits(v.Float()))
	default:
		return false
	}
	return true
}

// typ encodes the identity of a type. Names do not suffice, since packages may share a name. Types are never
// freed.
func (k *keyWriter) typ(t reflect.Type) {
	if k.lasting {
		k.text(describe(t))
		return
	}
	k.number(uint64(reflect.ValueOf(t).Pointer()))
}
