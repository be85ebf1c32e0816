package persist

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// requirePrivate checks the mode of a file or directory.
func requirePrivate(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, mode, info.Mode().Perm())
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
