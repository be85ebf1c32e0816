//go:build linux || windows

package hotloop_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/runtime"
)

const persistedText = `package p

type Pair struct{ A, B []int32 }

func Scale(y, x []int32, a int32) {
	for i := range y {
		y[i] = a * x[i]
	}
}

func Dot(p Pair) (sum int32, n int) {
	for i, a := range p.A {
		sum += a * p.B[i]
	}
	return sum, len(p.A)
}
`

func persistedScale(y []int32, a int32) {
	for i := range y {
		y[i] *= a
	}
}

const persistedScaleText = `package p

func persistedScale(y []int32, a int32) {
	for i := range y {
		y[i] *= a
	}
}
`

type persistedPair struct{ A, B []int32 }

// persisted compiles Scale with code from dir, if there is some, as if the process were new, and sees what it does.
func persisted(t *testing.T, dir string, opts ...hotloop.Option) *hotloop.Kernel[func(y, x []int32, a int32)] {
	t.Helper()
	runtime.ResetCache()
	cache := hotloop.DefaultCache()
	if dir != "" {
		cache = hotloop.CacheDir(dir)
	}
	k, err := hotloop.Compile[func(y, x []int32, a int32)](persistedText, "Scale", append(opts, cache)...)
	require.NoError(t, err)
	require.NoError(t, k.Err())
	for _, n := range []int{0, 1, 7, 64, 301} {
		y, x := make([]int32, n), make([]int32, n)
		for i := range x {
			x[i] = int32(i + 1)
		}
		k.Func(y, x, 3)
		for i := range y {
			require.Equal(t, 3*x[i], y[i])
		}
	}
	func() {
		defer func() {
			err := recover().(hotloop.KernelError)
			require.Equal(t, "runtime error: index out of range [3] with length 3", err.Error())
			require.Equal(t, "kernel.go:7:14", err.Position())
			require.Equal(t, "Scale", err.Kernel())
		}()
		k.Func(make([]int32, 5), make([]int32, 3), 1)
	}()
	return k
}

// cacheParent returns a directory that is removed when the test ends. Wine 8 lacks what t.TempDir uses to remove files.
func cacheParent(t *testing.T) string {
	dir, err := os.MkdirTemp("", "persisted")
	require.NoError(t, err)
	t.Cleanup(func() {
		for _, pattern := range []string{"cache/*", "cache", ""} {
			list, err := filepath.Glob(filepath.Join(dir, pattern))
			require.NoError(t, err)
			for _, path := range list {
				require.NoError(t, os.Remove(path))
			}
		}
	})
	return dir
}

func skipWithoutCode(t *testing.T) {
	t.Helper()
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
}

// TestPersisted: code that was written is loaded, and all that a kernel tells is the same.
func TestPersisted(t *testing.T) {
	skipWithoutCode(t)
	dir := filepath.Join(cacheParent(t), "cache")
	before := hotloop.ReadStats()
	made := persisted(t, dir)
	require.Equal(t, hotloop.CacheStored, made.Stats().Cache)
	loaded := persisted(t, dir)
	require.Equal(t, hotloop.CacheLoaded, loaded.Stats().Cache)
	require.Equal(t, fmt.Sprint(made.Remarks()), fmt.Sprint(loaded.Remarks()))
	require.Equal(t, made.Stats().Plans, loaded.Stats().Plans)
	var a, b bytes.Buffer
	require.NoError(t, made.Disassemble(&a))
	require.NoError(t, loaded.Disassemble(&b))
	require.Equal(t, a.String(), b.String())
	after := hotloop.ReadStats()
	require.EqualValues(t, 1, after.Stored-before.Stored)
	require.EqualValues(t, 1, after.Loaded-before.Loaded)

	// The fallback is made of the source, as ever.
	f := loaded.Func
	loaded.Close()
	y := []int32{0, 0}
	loaded.Func(y, []int32{1, 2}, 2)
	require.Equal(t, []int32{2, 4}, y)
	f(y, []int32{1, 2}, 3)
	require.Equal(t, []int32{3, 6}, y)

	// Everything that the code depends on is in the key.
	for _, opt := range []hotloop.Option{hotloop.NoVectorize(), hotloop.FP(hotloop.FPFast), hotloop.Tune(hotloop.GenericCPU),
		hotloop.WithFileName("kernel.go"), hotloop.WithFile("more.go", "package p")} {
		require.Equal(t, hotloop.CacheStored, persisted(t, dir, opt).Stats().Cache)
		require.Equal(t, hotloop.CacheLoaded, persisted(t, dir, opt).Stats().Cache)
	}
	for range 2 { // two types of one name, with other fields
		type Pair struct{ B, A []int32 }
		runtime.ResetCache()
		k, err := hotloop.Compile[func(Pair) (int32, int)](persistedText, "Dot", hotloop.CacheDir(dir))
		if err == nil {
			sum, n := k.Func(Pair{A: []int32{1, 2}, B: []int32{3, 4}})
			require.Equal(t, []int{11, 2}, []int{int(sum), n})
		}
		runtime.ResetCache()
		l, err := hotloop.Compile[func(persistedPair) (int32, int)](persistedText, "Dot", hotloop.CacheDir(dir))
		require.NoError(t, err)
		sum, n := l.Func(persistedPair{A: []int32{1, 2}, B: []int32{3, 4}})
		require.Equal(t, []int{11, 2}, []int{int(sum), n})
	}
}

// TestPersistedAltered spoils a kernel's file in many places: it is compiled, an event says so, and the file is written
// again.
func TestPersistedAltered(t *testing.T) {
	skipWithoutCode(t)
	dir := filepath.Join(cacheParent(t), "cache")
	persisted(t, dir)
	list, err := filepath.Glob(filepath.Join(dir, "*.code"))
	require.NoError(t, err)
	require.Len(t, list, 1)
	good, err := os.ReadFile(list[0])
	require.NoError(t, err)
	for i := 0; i < len(good); i += max(1, len(good)/60) {
		spoiled := bytes.Clone(good)
		spoiled[i] ^= 0x10
		for _, b := range [][]byte{spoiled, good[:i]} {
			require.NoError(t, os.WriteFile(list[0], b, 0o600))
			k := persisted(t, dir)
			require.Equal(t, hotloop.CacheStored, k.Stats().Cache)
			require.Contains(t, fmt.Sprint(k.Remarks()), "is ignored")
		}
	}
	k := persisted(t, dir)
	require.Equal(t, hotloop.CacheLoaded, k.Stats().Cache)
	require.NotContains(t, fmt.Sprint(k.Remarks()), "is ignored") // the file is good again

	// One kernel's file under the name of another's.
	persisted(t, dir, hotloop.NoVectorize())
	both, err := filepath.Glob(filepath.Join(dir, "*.code"))
	require.NoError(t, err)
	require.Len(t, both, 2)
	require.NoError(t, os.Rename(both[0], both[1]))
	states := fmt.Sprint(persisted(t, dir).Stats().Cache, persisted(t, dir, hotloop.NoVectorize()).Stats().Cache)
	require.Equal(t, "storedstored", states)
}

// persistedGain is a variable that a kernel uses in place.
var persistedGain int32 = 5

// TestPersistedUnfit: code with an address of this process in it is not kept.
func TestPersistedUnfit(t *testing.T) {
	skipWithoutCode(t)
	dir := filepath.Join(cacheParent(t), "cache")
	text := "package p\nvar gain int32\nfunc Gain(y []int32) { for i := range y { y[i] *= gain } }"
	k, err := hotloop.Compile[func([]int32)](text, "Gain", hotloop.WithGlobal("gain", &persistedGain), hotloop.CacheDir(dir))
	require.NoError(t, err)
	require.Equal(t, hotloop.CacheUnsupported, k.Stats().Cache)
	require.Contains(t, fmt.Sprint(k.Remarks()), "addresses of variables")
	y := []int32{1, 2}
	k.Func(y)
	require.Equal(t, []int32{5, 10}, y)

	text = "package p\nfunc Name(n int) string { if n > 3 { return \"many\" }; return \"few\" }"
	name, err := hotloop.Compile[func(int) string](text, "Name", hotloop.CacheDir(dir))
	require.NoError(t, err)
	require.Equal(t, "many few", name.Func(4)+" "+name.Func(1))
	require.NotEqual(t, hotloop.CacheStored, name.Stats().Cache)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Empty(t, files)
}

// TestPersistedProcesses: several processes that compile the same kernels at once, each more than once, all get them
// right, and one that comes later compiles none.
func TestPersistedProcesses(t *testing.T) {
	skipWithoutCode(t)
	const env = "HOTLOOP_TEST_PERSISTED"
	if dir := os.Getenv(env); dir != "" {
		before := hotloop.ReadStats().Compiled
		for range 20 {
			for n := range 5 {
				persisted(t, dir, hotloop.WithFile("more.go", fmt.Sprintf("package p\nconst c = %d", n)))
			}
		}
		fmt.Println("compiled:", hotloop.ReadStats().Compiled-before)
		return
	}
	dir := filepath.Join(cacheParent(t), "cache")
	start := func() (*exec.Cmd, *bytes.Buffer) {
		cmd, out := exec.Command(os.Args[0], "-test.run", "^TestPersistedProcesses$", "-test.v"), &bytes.Buffer{}
		cmd.Env = append(os.Environ(), env+"="+dir)
		cmd.Stdout, cmd.Stderr = out, out
		err := cmd.Start()
		if errors.Is(err, syscall.ENOEXEC) {
			t.Skip("under emulation programs cannot run themselves")
		}
		require.NoError(t, err)
		return cmd, out
	}
	var list []*exec.Cmd
	var outs []*bytes.Buffer
	for range 4 {
		cmd, out := start()
		list, outs = append(list, cmd), append(outs, out)
	}
	for i, cmd := range list {
		assert.NoError(t, cmd.Wait(), outs[i].String())
	}
	cmd, out := start()
	require.NoError(t, cmd.Wait(), out.String())
	require.True(t, strings.Contains(out.String(), "compiled: 0\n"), out.String())
}

// TestPersistedParallel loads a kernel with a shared loop from its file.
func TestPersistedParallel(t *testing.T) {
	dir := filepath.Join(cacheParent(t), "cache")
	x := floats(rand.New(rand.NewPCG(5, 6)), 5000)
	var bits [2]uint32
	for i, fresh := range []string{"stored", "loaded"} {
		runtime.ResetCache()
		k := parallelKernel[func(x, y []float32) float32](t, "Dot", hotloop.Parallel(3), hotloop.CacheDir(dir))
		if s := k.Stats(); string(s.Cache) != fresh {
			t.Fatalf("run %d: the cache says %q: %v", i, s.Cache, k.Remarks())
		}
		bits[i] = math.Float32bits(k.Func(x, x))
	}
	if bits[0] != bits[1] {
		t.Errorf("%x is %x when loaded", bits[0], bits[1])
	}
}
