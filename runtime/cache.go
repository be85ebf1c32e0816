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

// flight is a compilation under way, which others that want the same kernel wait for.
type flight struct {
	done chan struct{}
	k    *Kernel
	err  error
}

// entry is a kernel that the cache knows.
type entry struct {
	kernel weak.Pointer[Kernel]
	recent *list.Element // of cache.recent; nil if only its users keep the kernel
}

// cache remembers kernels as long as somebody uses them, and the ones asked for last even if nobody does: an entry by
// itself does not keep its kernel alive.
var cache = struct {
	sync.Mutex
	kernels map[cacheKey]*entry
	flights map[cacheKey]*flight
	recent  *list.List // of *kept, the one asked for last in front
	bytes   int        // of machine code in recent
}{kernels: map[cacheKey]*entry{}, flights: map[cacheKey]*flight{}, recent: list.New()}

// kept is a kernel that the cache keeps alive.
type kept struct {
	k *Kernel
	e *entry
}

// What the cache keeps alive: enough for programs that compile the same few hundred kernels over and over, little
// beside the limit of code memory.
const (
	keptBytes   = 1 << 20 // of machine code
	keptKernels = 256     // kernels without machine code count too
)

// cached compiles, or returns the kernel that was compiled before from the same text, type and options.
func cached(t reflect.Type, src, name string, o Options) (*Kernel, error) {
	options, ok := o.key(false)
	if !ok {
		return loadOrCompile(t, src, name, o) // an error, in all likelihood
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

	defer func() { // in any case, or others would wait for ever
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

// errUnwound is what others get that waited for a compilation whose goroutine ended in the middle.
var errUnwound = errors.New("hotloop: the goroutine that compiled the kernel ended before it was done")

// enter makes k known, and from time to time forgets kernels that are gone. The cache is locked.
func enter(key cacheKey, k *Kernel) {
	e := &entry{kernel: weak.Make(k)}
	if old := cache.kernels[key]; old != nil {
		drop(old)
	}
	cache.kernels[key] = e
	if errors.Is(k.err, ErrCodeLimit) || errors.Is(k.err, codemem.ErrNoMemory) {
		delete(cache.kernels, key) // there may be memory the next time
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

// keep makes k the one asked for last, and lets go of the first of those kept if they are too many. The cache is
// locked.
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

// drop lets go of a kernel. It stays known as long as others use it. The cache is locked.
func drop(e *entry) {
	if e.recent == nil {
		return
	}
	cache.bytes -= e.recent.Value.(*kept).k.stats.CodeBytes
	cache.recent.Remove(e.recent)
	e.recent = nil
}

// evict lets go of all kernels that nobody else uses.
func evict() {
	cache.Lock()
	defer cache.Unlock()
	for x := cache.recent.Back(); x != nil; x = cache.recent.Back() {
		counters.evicted.Add(1)
		drop(x.Value.(*kept).e)
	}
}

// ResetCache forgets all kernels: for measuring compilation.
func ResetCache() {
	evict()
	cache.Lock()
	clear(cache.kernels)
	cache.Unlock()
}

// reclaiming makes callers that meet the limit of code memory wait for one collection instead of forcing one each.
var reclaiming struct {
	sync.Mutex
	failed time.Time // when a collection last made no room
}

// The pace of collections that are forced for code memory: one that freed nothing is not repeated for a while, and
// what a collection finds dead is freed by cleanups, which run a little later.
const (
	reclaimEvery = time.Second
	reclaimWait  = 20 * time.Millisecond
)

// reclaim frees the memory of kernels that nobody uses, and says whether there may be room for size bytes now.
func reclaim(h *codemem.Heap, size int) bool {
	reclaiming.Lock()
	defer reclaiming.Unlock()
	if h.Room(size) {
		return true // made by whoever had the lock
	}
	if time.Since(reclaiming.failed) < reclaimEvery {
		return false
	}
	evict()
	for range 2 { // what a cleanup refers to may be found dead one collection later
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

// counters count since the program started.
var counters struct {
	compiled, hits, fallbacks, slow, evicted, cancelled atomic.Uint64
	loaded, stored, rejected                            atomic.Uint64 // files of persisted code
	reasons                                             [len(fallbackReasons)]atomic.Uint64
}

// cacheKey is all that a kernel depends on. The processor and the Go implementation do not change within a process.
//
// It is an encoding and not a text. Each text has its length in front, each bound value its type, its kind and its
// bits: what fmt prints is up to the value's methods. A test sets every field of Options in turn and fails where the
// key does not change.
type cacheKey struct {
	typ       reflect.Type
	src, name string
	options   string // by Options.key
	files     unique.Handle[string]
}

// key encodes all options that a kernel depends on, so that different options have different keys: every text has its
// length in front, every value its type and kind, and numbers are their bits. It says false if there is a value that
// no kernel can be bound to, and which need not have an encoding, and of code that counts.
//
// With lasting the key means the same in other processes, for which types are written out and CacheDir is of no account;
// options with variables have none.
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
	k.flags(o.FPWritten, o.NoVectorize)
	k.number(uint64(o.World))
	k.number(uint64(o.Receiver))
	k.number(uint64(len(o.Globals)))
	for _, name := range slices.Sorted(maps.Keys(o.Globals)) {
		k.text(name)
		v := reflect.ValueOf(o.Globals[name])
		if v.Kind() != reflect.Pointer {
			return "", false
		}
		k.typ(v.Type()) // the variable is there as long as the kernel is, so that nothing else gets its address
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

// files is the part of the key that is shared by all kernels of a package.
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

// keyWriter encodes values one after the other, each so that it tells where it ends.
type keyWriter struct {
	b       []byte
	lasting bool // types are written out
}

func (k *keyWriter) number(n uint64) { k.b = binary.AppendUvarint(k.b, n) }

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

// value encodes a constant for a parameter by its type, its kind and what it is exactly. Methods of the value, such
// as String, have no say in it.
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
	case v.Kind() == reflect.Float32: // by way of a float64 a signalling NaN would become a quiet one
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

// typ encodes a type's identity, which names would not: two packages may have one name. Types are never freed.
func (k *keyWriter) typ(t reflect.Type) {
	if k.lasting {
		k.text(describe(t))
		return
	}
	k.number(uint64(reflect.ValueOf(t).Pointer()))
}
