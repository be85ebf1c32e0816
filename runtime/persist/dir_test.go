//go:build linux || windows

package persist

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func key(s string) Key { return sha256.Sum256([]byte(s)) }

// content returns what the tests write under a key. It depends on s, so that any content can be checked.
func content(s string) []byte {
	return bytes.Repeat([]byte(s+"."), 40)
}

// tempDir returns a directory that is removed when the test ends. Wine 8 lacks what t.TempDir and os.RemoveAll use.
func tempDir(t *testing.T) string {
	dir, err := os.MkdirTemp("", "persist")
	require.NoError(t, err)
	t.Cleanup(func() { removeAll(t, dir) })
	return dir
}

func removeAll(t *testing.T, dir string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range list {
		if path := filepath.Join(dir, e.Name()); e.IsDir() {
			removeAll(t, path)
		} else {
			require.NoError(t, os.Remove(path))
		}
	}
	require.NoError(t, os.Remove(dir))
}

// fresh returns a new directory.
func fresh(t *testing.T, limit int64) *Dir {
	t.Helper()
	d, err := Open(filepath.Join(tempDir(t), "a", "b"), limit)
	require.NoError(t, err)
	return d
}

func (d *Dir) file(s string) string { k := key(s); return filepath.Join(d.path, k.name()) }

// TestFiles checks that files can be read back, by another Dir too, and that no other user has access.
func TestFiles(t *testing.T) {
	d := fresh(t, DefaultLimit)
	_, err := d.Get(key("one"))
	require.ErrorIs(t, err, ErrNone)
	for _, s := range []string{"one", "two", "one"} {
		require.NoError(t, d.Put(key(s), content(s)))
	}
	other, err := Open(d.Path(), DefaultLimit)
	require.NoError(t, err)
	for _, s := range []string{"one", "two"} {
		got, err := other.Get(key(s))
		require.NoError(t, err)
		require.Equal(t, content(s), got)
		requirePrivate(t, d.file(s), 0o600)
	}
	requirePrivate(t, d.Path(), 0o700)
	list, err := os.ReadDir(d.Path())
	require.NoError(t, err)
	require.Len(t, list, 2)

	removeAll(t, d.Path())
	_, err = d.Get(key("one"))
	require.Error(t, err)
	require.NoError(t, d.Put(key("one"), content("one")), "the directory is made again")
	_, err = d.Get(key("one"))
	require.NoError(t, err)
	require.Error(t, d.Put(key("large"), make([]byte, maxFile)))
}

// TestAltered truncates a file at every length, flips every bit, extends it, and swaps two files. None may be
// read.
func TestAltered(t *testing.T) {
	d := fresh(t, DefaultLimit)
	require.NoError(t, d.Put(key("one"), content("one")))
	require.NoError(t, d.Put(key("two"), content("two")))
	good, err := os.ReadFile(d.file("one"))
	require.NoError(t, err)
	try := func(what string, b []byte) {
		require.NoError(t, os.WriteFile(d.file("one"), b, 0o600))
		_, err := d.Get(key("one"))
		bad := (*BadFileError)(nil)
		require.ErrorAs(t, err, &bad, what)
	}
	step := 1
	if testing.Short() {
		step = 13 // comes to every bit of a byte
	}
	for n := 0; n < len(good); n += step {
		try(fmt.Sprint("cut to ", n), good[:n])
	}
	for i := 0; i < len(good)*8; i += step {
		b := bytes.Clone(good)
		b[i/8] ^= 1 << (i % 8)
		try(fmt.Sprint("bit ", i), b)
	}
	try("longer", append(bytes.Clone(good), 0))
	try("too large", make([]byte, maxFile+1))
	two, err := os.ReadFile(d.file("two"))
	require.NoError(t, err)
	try("another one", two)
	require.NoError(t, d.Put(key("one"), content("one")), "it is written over")
	got, err := d.Get(key("one"))
	require.NoError(t, err)
	require.Equal(t, content("one"), got)
}

// TestTrim checks that the least recently used files beyond the limit are removed, and abandoned temporary files
// too.
func TestTrim(t *testing.T) {
	d := fresh(t, 40<<10)
	past := time.Now().Add(-48 * time.Hour)
	left := filepath.Join(d.Path(), "1-2"+temporary)
	require.NoError(t, os.WriteFile(left, nil, 0o600))
	require.NoError(t, os.Chtimes(left, past, past))
	stranger := filepath.Join(d.Path(), "notes.txt")
	require.NoError(t, os.WriteFile(stranger, make([]byte, 100<<10), 0o600))
	require.NoError(t, os.Chtimes(stranger, past, past))
	for i := range 200 {
		name := fmt.Sprint(i)
		require.NoError(t, d.Put(key(name), make([]byte, 1<<10)))
		at := past.Add(time.Duration(i) * time.Minute)
		require.NoError(t, os.Chtimes(d.file(name), at, at))
		_, err := d.Get(key("3")) // from time to time, renew its mark
		if i >= 3 {
			require.NoError(t, err)
		}
	}
	list, err := os.ReadDir(d.Path())
	require.NoError(t, err)
	total := int64(0)
	for _, f := range list {
		if info, err := f.Info(); err == nil && strings.HasSuffix(f.Name(), suffix) {
			total += info.Size()
		}
	}
	assert.LessOrEqual(t, total, int64(42<<10))
	assert.Greater(t, total, int64(20<<10))
	assert.NoFileExists(t, left)
	assert.FileExists(t, stranger)
	_, err = d.Get(key("199"))
	assert.NoError(t, err)
	_, err = d.Get(key("4"))
	assert.ErrorIs(t, err, ErrNone)
}

// TestProcesses lets processes write and read the same few keys, with a limit that makes them remove files too,
// while this one corrupts some. Any content read must belong to its key.
func TestProcesses(t *testing.T) {
	const env = "HOTLOOP_TEST_PERSIST"
	work := func(d *Dir) {
		rng := rand.New(rand.NewPCG(uint64(os.Getpid()), 1))
		found := 0
		rounds := 1500
		if testing.Short() {
			rounds = 200
		}
		for range rounds {
			s := fmt.Sprint("key ", rng.IntN(12))
			if rng.IntN(2) == 0 {
				require.NoError(t, d.Put(key(s), content(s)))
				continue
			}
			got, err := d.Get(key(s))
			if bad := (*BadFileError)(nil); errors.Is(err, ErrNone) || errors.As(err, &bad) {
				continue
			}
			require.NoError(t, err)
			require.Equal(t, content(s), got)
			found++
		}
		require.Positive(t, found)
	}
	if dir := os.Getenv(env); dir != "" {
		d, err := Open(dir, 4<<10)
		require.NoError(t, err)
		work(d)
		return
	}
	d := fresh(t, 4<<10)
	var list []*exec.Cmd
	outs := make([]bytes.Buffer, 3)
	for i := range outs {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestProcesses$", fmt.Sprint("-test.short=", testing.Short()))
		cmd.Env = append(os.Environ(), env+"="+d.Path())
		cmd.Stdout, cmd.Stderr = &outs[i], &outs[i]
		require.NoError(t, cmd.Start())
		list = append(list, cmd)
	}
	for i := range 300 {
		name := d.file(fmt.Sprint("key ", i%12))
		if b, err := os.ReadFile(name); err == nil && len(b) > 0 {
			b[i%len(b)] ^= 1
			_ = os.WriteFile(name, b[:len(b)-i%3], 0o600)
		}
	}
	work(d)
	for i, cmd := range list {
		assert.NoError(t, cmd.Wait(), outs[i].String())
	}
}

// TestBuildOwn checks that only build IDs generated by the go command identify a program.
func TestBuildOwn(t *testing.T) {
	const a, b, c, d = "3ibrCSmExx8F7pqNkhPa", "CiGPOQNfvBtOtl1Oqn9k", "WW9V1s5lL_0IKxQ2ZXM-", "Qm1ovAAH8LiYhVsLXYhI"
	built := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "-ldflags", Value: "-s -w"}}}
	require.True(t, own(a+"/"+b+"/"+c+"/"+d, built))
	require.True(t, own(a+"/"+b+"/"+c+"/"+a, built))
	require.False(t, own(a+"/"+b+"/"+c+"/"+d, nil))
	for _, flags := range []string{"-buildid=" + a + "/" + b + "/" + c + "/" + d, "-s --buildid x", "-buildid="} {
		set := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "-ldflags", Value: flags}}}
		require.False(t, own(a+"/"+b+"/"+c+"/"+d, set), flags)
	}
	for _, id := range []string{"", "redacted", "/", "///", "a/b/c/d", a, a + "/" + b, a + "/" + b + "/" + c,
		a + "/" + b + "/" + c + "/" + d + "/" + a, a + "/" + a + "/" + a + "/" + a, a + "/" + b + "/" + c + "/redacted",
		a + "/" + b + "/" + c + "/" + d[1:], a + "/" + b + "/" + c + "/" + d[1:] + "=", strings.Repeat("A", 83),
		strings.Repeat("a", 20) + "/" + strings.Repeat("ab", 10) + "/" + strings.Repeat("abcd", 5) + "/" + strings.Repeat("d", 20),
		a + "/" + b + "/" + b + "/" + d, a + "/" + b + "/" + c[1:] + "+/" + d, a + "/" + b + "/" + c + "/" + d + "\x00"} {
		require.False(t, own(id, built), id)
	}
}

// BenchmarkGet reads a file of typical kernel size.
func BenchmarkGet(b *testing.B) {
	d, err := Open(filepath.Join(b.TempDir(), "a"), DefaultLimit)
	require.NoError(b, err)
	require.NoError(b, d.Put(key("one"), make([]byte, 3000)))
	for b.Loop() {
		if _, err := d.Get(key("one")); err != nil {
			b.Fatal(err)
		}
	}
}
