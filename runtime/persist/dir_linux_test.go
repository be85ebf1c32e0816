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
	"reflect"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func key(s string) Key { return sha256.Sum256([]byte(s)) }

// content returns what the tests write under a key. It depends on s, so that any content can be checked.
func content(s string) []byte {
	return bytes.Repeat([]byte(s+"."), 40)
}

// fresh returns a new directory.
func fresh(t *testing.T, limit int64) *Dir {
	t.Helper()
	d, err := Open(filepath.Join(t.TempDir(), "a", "b"), limit)
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
		info, err := os.Stat(d.file(s))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode())
	}
	info, err := os.Stat(d.Path())
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	list, err := os.ReadDir(d.Path())
	require.NoError(t, err)
	require.Len(t, list, 2)

	require.NoError(t, os.RemoveAll(d.Path()))
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
	for n := range good {
		try(fmt.Sprint("cut to ", n), good[:n])
	}
	for i := range len(good) * 8 {
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

// TestForeign checks that anything but a regular file, and files that others may read or write, are rejected. So
// are directories that others have access to.
func TestForeign(t *testing.T) {
	d := fresh(t, DefaultLimit)
	bad := (*BadFileError)(nil)
	put := func() { require.NoError(t, d.Put(key("one"), content("one"))) }
	refused := func(what string) {
		_, err := d.Get(key("one"))
		require.ErrorAs(t, err, &bad, what)
		require.NoError(t, os.RemoveAll(d.file("one")))
		put()
	}
	put()
	require.NoError(t, os.Rename(d.file("one"), d.file("two")))
	require.NoError(t, os.Symlink(d.file("two"), d.file("one")))
	refused("a link")
	require.NoError(t, os.Remove(d.file("one")))
	require.NoError(t, unix.Mkfifo(d.file("one"), 0o600))
	refused("a pipe without a writer")
	require.NoError(t, os.Remove(d.file("one")))
	require.NoError(t, os.Mkdir(d.file("one"), 0o700))
	refused("a directory")
	for _, mode := range []os.FileMode{0o620, 0o602, 0o640, 0o604} {
		require.NoError(t, os.Chmod(d.file("one"), mode))
		refused(mode.String())
	}
	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(d.file("one"), 1, -1))
		refused("of another user")
	}

	for _, mode := range []os.FileMode{0o770, 0o702, 0o750, 0o705, 0o777 | os.ModeSticky} {
		require.NoError(t, os.Chmod(d.Path(), mode))
		_, err := Open(d.Path(), DefaultLimit)
		require.ErrorContains(t, err, "permissions of other users", mode.String())
		_, err = d.Get(key("one"))
		require.ErrorContains(t, err, "permissions of other users", mode.String())
		require.ErrorContains(t, d.Put(key("one"), nil), "permissions of other users", mode.String())
	}
	require.NoError(t, os.Chmod(d.Path(), 0o700))
	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(d.Path(), 1, -1))
		_, err := Open(d.Path(), DefaultLimit)
		require.ErrorContains(t, err, "found owner 1")
	}
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := Open(file, DefaultLimit)
	require.Error(t, err)
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
		for range 1500 {
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
		cmd := exec.Command(os.Args[0], "-test.run", "^TestProcesses$")
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

// TestBuild checks that a program has a stable name, and that a file that is not a program has none.
func TestBuild(t *testing.T) {
	a, err := Build()
	require.NoError(t, err)
	require.Regexp(t, "^(go .|sha256 .)", a)
	exe, err := os.Open(os.Args[0])
	require.NoError(t, err)
	defer exe.Close()
	_, err = identify(exe, 1, nil) // no code at this address
	require.ErrorContains(t, err, "not in the executable")
	for _, text := range []string{"", "#!/bin/sh", "\x7fELF\x02\x01" + strings.Repeat("\xff", 90)} {
		name := filepath.Join(t.TempDir(), "x")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		f, err := os.Open(name)
		require.NoError(t, err)
		_, err = identify(f, 1, nil)
		require.Error(t, err)
		f.Close()
	}
	require.Equal(t, "", noteOf([]byte("\x04\x00\x00\x00\xff\xff\xff\xff\x04\x00\x00\x00Go\x00\x00")))
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

// TestBuildRedacted links two programs with the same build ID. Each must have a stable name of its own.
func TestBuildRedacted(t *testing.T) {
	if testing.Short() {
		t.Skip("links programs")
	}
	gotool, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	for _, flags := range []string{"-buildid=redacted", "-buildid=", "-buildid=aaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbb/" +
		"cccccccccccccccccccc/dddddddddddddddddddd", ""} {
		var names []string
		dir := t.TempDir()
		for _, text := range []string{"one", "one", "two"} {
			src := `package main

import "hotloop/runtime/persist"

func main() {
	if s, err := persist.Build(); err != nil {
		panic("` + text + `")
	} else {
		print(s)
	}
}
`
			main := filepath.Join(dir, "main.go")
			require.NoError(t, os.WriteFile(main, []byte(src), 0o600))
			exe := filepath.Join(dir, "exe")
			out, err := exec.Command(gotool, "build", "-ldflags="+flags, "-o", exe, main).CombinedOutput()
			require.NoError(t, err, string(out))
			out, err = exec.Command(exe).CombinedOutput()
			if errors.Is(err, syscall.ENOEXEC) {
				t.Skip("under emulation programs cannot run programs")
			}
			require.NoError(t, err, string(out))
			names = append(names, string(out))
		}
		require.Equal(t, names[0], names[1], flags)
		require.NotEqual(t, names[0], names[2], flags)
		require.Equal(t, flags != "", strings.HasPrefix(names[0], "sha256 "), names[0])
	}
}

// BenchmarkBuild hashes the test's own executable.
func BenchmarkBuild(b *testing.B) {
	exe, err := os.Open(os.Args[0])
	require.NoError(b, err)
	defer exe.Close()
	info, ok := debug.ReadBuildInfo()
	require.True(b, ok)
	for name, info := range map[string]*debug.BuildInfo{"ID": info, "hash": nil} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := identify(exe, reflect.ValueOf(noteOf).Pointer(), info); err != nil {
					b.Fatal(err)
				}
			}
		})
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
