package use

import (
	"encoding/json"
	"errors"
	"expvar"
	"fmt"
	goruntime "runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/runtime"
)

// addConst is a kernel that differs with n.
func addConst(n int) string {
	return fmt.Sprintf("package k\n\nfunc Add(y []int32) {\n\tfor i := range y {\n\t\ty[i] += %d\n\t}\n}\n", n)
}

type addFunc = func([]int32)

// TestCodeLimit: kernels beyond the limit run on the interpreter and say why, those in use stay, and what is dropped
// makes room.
func TestCodeLimit(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	// What other tests have dropped is freed in the background, when it pleases: there is so much room and perhaps
	// more.
	runtime.ResetCache()
	goruntime.GC()
	limit := hotloop.ReadStats().Code.InUse + 64<<10
	old := hotloop.SetCodeLimit(limit)
	defer hotloop.SetCodeLimit(old)

	check := func(k *hotloop.Kernel[addFunc], n int) {
		t.Helper()
		y := make([]int32, 37)
		k.Func(y)
		for _, v := range y {
			require.EqualValues(t, n, v)
		}
	}
	var held []*hotloop.Kernel[addFunc]
	for n := 1; ; n++ {
		k, err := hotloop.Compile[addFunc](addConst(n), "Add")
		require.NoError(t, err)
		check(k, n)
		held = append(held, k)
		if k.Err() != nil {
			require.ErrorIs(t, k.Err(), hotloop.ErrCodeLimit)
			break
		}
		require.Less(t, n, limit/64, "the limit is never met, though kernels begin at multiples of 64")
	}
	require.Greater(t, len(held), 5)
	for i, k := range held {
		check(k, i+1)
	}
	_, err := hotloop.Compile[addFunc](addConst(len(held)+1), "Add", hotloop.RequireNative())
	require.ErrorIs(t, err, hotloop.ErrCodeLimit)

	// When the unused kernels are gone, there is room. Until then it may take a moment: cleanups free them, and
	// collections that freed nothing are not repeated at once.
	next, began := 2*len(held), time.Now()
	wanted := 3 * len(held)
	held = nil
	for ; wanted > 0; next++ {
		k, err := hotloop.Compile[addFunc](addConst(next), "Add")
		require.NoError(t, err)
		check(k, next)
		if k.Err() == nil {
			wanted--
			continue
		}
		require.ErrorIs(t, k.Err(), hotloop.ErrCodeLimit)
		require.Less(t, time.Since(began), e2e.Hang, "no room is ever made")
		time.Sleep(time.Millisecond)
	}
	st := hotloop.ReadStats()
	assert.LessOrEqual(t, st.Code.InUse, st.Code.Limit)
	assert.Positive(t, st.Freed)
	assert.Positive(t, st.Evicted)
}

// TestCacheKeeps: a kernel compiled a moment ago is there even if no variable holds it.
func TestCacheKeeps(t *testing.T) {
	src := addConst(424242)
	k, err := hotloop.Compile[addFunc](src, "Add")
	require.NoError(t, err)
	if !k.Native() {
		t.Skip(k.Err())
	}
	k.Close()
	k = nil
	goruntime.GC()
	goruntime.GC()
	before := hotloop.ReadStats()
	k, err = hotloop.Compile[addFunc](src, "Add")
	require.NoError(t, err)
	after := hotloop.ReadStats()
	assert.Equal(t, before.CacheHits+1, after.CacheHits)
	assert.Equal(t, before.Compiled, after.Compiled)
	assert.True(t, k.Native())
}

// TestProcessStats are what package expvar prints.
func TestProcessStats(t *testing.T) {
	v := expvar.Func(func() any { return hotloop.ReadStats() })
	var st struct {
		Code     struct{ Mapped, Limit int }
		Compiled *uint64
	}
	require.NoError(t, json.Unmarshal([]byte(v.String()), &st))
	assert.NotNil(t, st.Compiled)
	assert.Equal(t, runtime.DefaultCodeLimit, st.Code.Limit)
	assert.True(t, errors.Is(hotloop.ErrCodeLimit, runtime.ErrNoNative))
}

// BenchmarkCompileCached is what a program pays that asks for a kernel it has.
func BenchmarkCompileCached(b *testing.B) {
	src := addConst(1)
	hold, err := hotloop.Compile[addFunc](src, "Add")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("plain", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			hotloop.Compile[addFunc](src, "Add")
		}
	})
	b.Run("options", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			hotloop.Compile[addFunc](src, "Add", hotloop.FP(hotloop.FPFast), hotloop.MaxISA(hotloop.AVX2))
		}
	})
	goruntime.KeepAlive(hold)
}
