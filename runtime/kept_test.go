//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package runtime

import (
	"fmt"
	"reflect"
	goruntime "runtime"
	"testing"
	"weak"

	"hotloop/frontend"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// P is a pointer that only an argument holds.
type P = *[4]float64

// keptArguments is a func type with pointers, and a call of it by code that the Go compiler compiles.
type keptArguments struct {
	typ  reflect.Type
	call func(f reflect.Value, o func() P)
}

func keptCall[F any](call func(f F, o func() P)) keptArguments {
	return keptArguments{reflect.TypeFor[F](), func(f reflect.Value, o func() P) { call(f.Interface().(F), o) }}
}

var keptCalls = []keptArguments{
	keptCall(func(f func(P, P, P, P, P, P), o func() P) {
		f(o(), o(), o(), o(), o(), o())
	}),
	keptCall(func(f func(P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P), o func() P) {
		f(o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o())
	}),
	keptCall(func(f func(P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P,
		P, P, P, P, P, P), o func() P) {
		f(o(), o(), o(), o(), o(), o(), o(), o(), o(), o(), o(), o(), o(), o(), o(), o(), o(), o(), o(), o(),
			o(), o(), o(), o(), o(), o(), o(), o(), o(), o())
	}),
	keptCall(func(f func(P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P,
		P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P), o func() P) {
		f(o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(),
			o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o())
	}),
	keptCall(func(f func(P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P,
		P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P, int8, P, P, P,
		int8, P, P, P), o func() P) {
		f(o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(),
			o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(),
			o(), o(), 7, o(), o(), o(), 7, o(), o(), o(), 7, o(), o(), o())
	}),
}

// TestArgumentsAreKept checks that the collector sees all pointers among the arguments, wherever they are passed and
// however the kernel is entered. Nothing else refers to what they point to. A goroutine calls a kernel that never
// ends. The collector runs until each object that it does not see is gone. In half of the calls, the goroutine is asked to
// stop before it enters the kernel, so that it stops in the prologue of a trampoline.
func TestArgumentsAreKept(t *testing.T) {
	needPolls(t)
	poison, _ := mustLoad[func()](t, "poison", poisonKernel, Frame256)
	rounds := 10
	if testing.Short() {
		rounds = 2
	}
	for _, frame := range []Frame{Frame256, Frame576, Frame4K} {
		c, err := Load("forever", foreverKernel, frame)
		require.NoError(t, err)
		c.OnCancel = func(*Control) {}
		for _, k := range keptCalls {
			t.Run(fmt.Sprintf("%s/%d", frameName(frame), k.typ.NumIn()), func(t *testing.T) {
				for round := range rounds {
					ctl := new(Control)
					f, err := Adapt(k.typ, c, ctl)
					require.NoError(t, err)
					require.NotZero(t, c.linked.way)
					var objects []weak.Pointer[[4]float64]
					called, ended := make(chan bool), make(chan bool)
					last := countPointers(k.typ)
					go func() {
						k.call(f, func() P {
							p := new([4]float64)
							objects = append(objects, weak.Make(p))
							if len(objects) == last {
								close(called)
								if round%2 == 0 {
									poison()
								}
							}
							return p
						})
						close(ended)
					}()
					<-called
					for range 3 {
						goruntime.GC()
					}
					for i, o := range objects {
						assert.NotNil(t, o.Value(), "pointer %d", i)
					}
					ctl.Cancel()
					collectUntil(ended)
				}
			})
		}
	}
}

// collectUntil collects garbage, which makes kernels yield, until the channel is closed.
func collectUntil(ended chan bool) {
	for {
		select {
		case <-ended:
			return
		default:
			goruntime.GC()
		}
	}
}

// partsBox has more pointers than any frame.
type partsBox [hugePointers]P

// TestPartsAreKept is like TestArgumentsAreKept for pointers that a stub loads through an argument. Each pointer area is
// full. While the kernel runs, the memory that the pointers came from is cleared, so that only the frame has them.
func TestPartsAreKept(t *testing.T) {
	needPolls(t)
	for _, frame := range []Frame{Frame256, Frame576, Frame4K} {
		for _, words := range []int{smallPointers, widePointers, largePointers, hugePointers} {
			t.Run(fmt.Sprintf("%s/%d", frameName(frame), words), func(t *testing.T) {
				c, err := Load("forever", foreverKernel, frame)
				require.NoError(t, err)
				c.OnCancel = func(*Control) {}
				c.parts = &parts{params: []part{{class: ClassPointer, size: wordSize, Origin: frontend.Origin{Via: -1}}}}
				box := new(partsBox)
				var objects []weak.Pointer[[4]float64]
				for i := range words - 2 { // the closure and the argument take two words
					c.parts.params = append(c.parts.params,
						part{class: ClassPointer, size: wordSize, Origin: frontend.Origin{Off: int64(i * wordSize)}})
					box[i] = new([4]float64)
					objects = append(objects, weak.Make(box[i]))
				}
				ctl := new(Control)
				f, err := Adapt(reflect.TypeFor[func(*partsBox)](), c, ctl)
				require.NoError(t, err)
				call := f.Interface().(func(*partsBox))
				ended := make(chan bool)
				before := Yields()
				go func() {
					call(box)
					close(ended)
				}()
				for Yields() == before {
					goruntime.GC()
				}
				clear(box[:])
				for range 3 {
					goruntime.GC()
				}
				lost := 0
				for _, o := range objects {
					if o.Value() == nil {
						lost++
					}
				}
				assert.Zero(t, lost, "objects that are gone")
				ctl.Cancel()
				collectUntil(ended)
			})
		}
	}
}

func countPointers(t reflect.Type) (n int) {
	for i := range t.NumIn() {
		if t.In(i).Kind() == reflect.Pointer {
			n++
		}
	}
	return n
}
