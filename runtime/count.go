package runtime

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"
)

// Calls are counted and timed only while a caller of Count or Tally asks for it. A func value begins
// with the address of the assembly function that enters the kernel. For each of these there are two that do the same
// and count the call: timeSmall and tallySmall for enterSmall. Count and Tally exchange the address. So a call costs
// nothing more while calls are not counted, func values made before take part, and no machine code is written. A call that
// is timed takes some tens of nanoseconds more, for two readings of the time and three additions that no other processor
// interrupts. One that is tallied takes one such addition more.
//
// A call that began while calls were counted is counted when it ends, be it later. One that ends in a panic is not.
// The time of a call is that on the clock, including what the goroutine waits while the kernel yields.

// Counted holds what the calls of a kernel have added up.
type Counted struct {
	Calls    uint64
	Ticks    uint64 // of the clock of Ticks
	Elements uint64 // sum of the lengths of the longest slice or string in the arguments of each call
	Sized    bool   // Elements is known
	Tally    uint64 // calls that Tally has counted, which are not among Calls
}

// Ticks returns the time in units of Counted.Ticks, which have a constant length.
func Ticks() uint64 { return ticks() }

// Counted returns what counted calls of the kernel's machine code have added up, through all func values of all kernels
// that share the code.
func (k *Kernel) Counted() Counted {
	if k.code == nil {
		return Counted{}
	}
	t := k.closure.to
	return Counted{
		Calls: atomic.LoadUint64(&t.counts.calls), Ticks: atomic.LoadUint64(&t.counts.ticks),
		Elements: atomic.LoadUint64(&t.counts.elements), Sized: len(t.lengths) > 0,
		Tally: atomic.LoadUint64(&t.counts.tally),
	}
}

// Count begins or ends the counting and timing of calls of the kernel's machine code. It has no effect while Tally counts
// them. k must be one of Kernels.
func (k *Kernel) Count(on bool) {
	e := entryPoints()
	k.exchange(e.times, reflectTimed, on)
}

// Tally begins or ends the counting of calls without their times and elements. It has no effect while Count counts them. k
// must be one of Kernels.
func (k *Kernel) Tally(on bool) {
	e := entryPoints()
	k.exchange(e.tallies, reflectTallied, on)
}

// What closure.run is where package reflect makes the calls: it is only a mark there.
const (
	reflectTimed   = 1
	reflectTallied = 2
)

// exchange makes the calls that begin from now on go through counting functions, or not.
func (k *Kernel) exchange(counting [4]uintptr, mark uintptr, on bool) {
	if k.code == nil {
		return
	}
	k.entry.exchange(counting, mark, on)
	receivers.Lock()
	defer receivers.Unlock()
	for _, w := range k.closure.to.brought {
		if c := w.Value(); c != nil {
			c.exchange(counting, mark, on)
		}
	}
}

func (c *closure) exchange(counting [4]uintptr, mark uintptr, on bool) {
	e := entryPoints()
	for i, plain := range [...]uintptr{e.small, e.wide, e.many, e.large, 0} {
		from, to := plain, mark
		if i < len(counting) {
			to = counting[i]
		}
		if !on {
			from, to = to, from
		}
		if atomic.CompareAndSwapUintptr(&c.run, from, to) {
			return
		}
	}
}

// count counts a call made by package reflect, which began at the given time. It does what the assembly function count
// does.
func (t *target) count(h *Header, began uint64) {
	atomic.AddUint64(&t.counts.ticks, uint64(max(0, int64(ticks()-began))))
	atomic.AddUint64(&t.counts.calls, 1)
	longest := 0
	for _, off := range t.lengths {
		longest = max(longest, *(*int)(unsafe.Add(h.pointer(), off)))
	}
	atomic.AddUint64(&t.counts.elements, uint64(longest))
}

// receivers guards the lists of closures that differ from their kernel's in the receiver.
var receivers sync.Mutex

// bring notes a closure that leads to t. Those that were collected are removed whenever the list would grow.
func (t *target) bring(c *closure) {
	receivers.Lock()
	defer receivers.Unlock()
	if len(t.brought) == cap(t.brought) {
		t.brought = slices.DeleteFunc(t.brought, func(w weak.Pointer[closure]) bool { return w.Value() == nil })
		if len(t.brought) > cap(t.brought)/2 {
			t.brought = slices.Grow(t.brought, len(t.brought)+1)
		}
	}
	t.brought = append(t.brought, weak.Make(c))
}

// Kernels returns the kernels of the process, as far as they have been compiled and are in use or in the cache. Kernels
// of one text, type and options are one. The functions that Accelerate left as Go code because of their source are not
// among them: there is an event for each.
func Kernels() []*Kernel {
	cache.Lock()
	defer cache.Unlock()
	list := make([]*Kernel, 0, len(cache.kernels))
	for _, e := range cache.kernels {
		if k := e.kernel.Value(); k != nil {
			list = append(list, k)
		}
	}
	return list
}

// Where returns the position of the function, file:line:col, or "" if the source was not parsed.
func (k *Kernel) Where() string { return k.where }

// Type returns the type of the kernel's func value.
func (k *Kernel) Type() reflect.Type { return k.typ }

// Source returns the text that the kernel was compiled from: that of the file with the function.
func (k *Kernel) Source() string {
	for _, f := range k.source {
		if f.Name == fileOf(k.where) {
			return f.Text
		}
	}
	return k.src
}

// Described returns the options that the kernel was compiled with, as text.
func (k *Kernel) Described() string { return k.options.text() }

// ID identifies the kernel in this process: it is a hash of everything that its code depends on.
func (k *Kernel) ID() string {
	options, _ := k.options.key(false)
	w := keyWriter{}
	w.typ(k.typ)
	w.text(k.name)
	w.text(k.src)
	w.text(options)
	w.text(filesSum(k.options.files()))
	sum := sha256.Sum256(w.b)
	return hex.EncodeToString(sum[:8])
}
