package persist

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"
)

// requirePrivate checks that a file or directory belongs to the user alone.
func requirePrivate(t *testing.T, path string, _ os.FileMode) {
	t.Helper()
	h, err := open(path, windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE)
	require.NoError(t, err)
	defer windows.CloseHandle(windows.Handle(h))
	require.NoError(t, private(h))
}

// setAccess sets the access control list of a file or directory, in the security descriptor language.
func setAccess(t *testing.T, path, text string) {
	t.Helper()
	d, err := windows.SecurityDescriptorFromString(text)
	require.NoError(t, err)
	list, _, err := d.DACL()
	require.NoError(t, err)
	require.NoError(t, windows.SetNamedSecurityInfo(path, windows.SE_FILE_OBJECT,
		windows.DACL_SECURITY_INFORMATION|windows.PROTECTED_DACL_SECURITY_INFORMATION, nil, nil, list, nil))
}

// TestForeign checks that anything but a regular file, and files that others may read or write, are rejected. So are
// directories that others have access to.
func TestForeign(t *testing.T) {
	d := fresh(t, DefaultLimit)
	bad := (*BadFileError)(nil)
	put := func() { require.NoError(t, d.Put(key("one"), content("one"))) }
	put()
	require.NoError(t, os.Remove(d.file("one")))
	require.NoError(t, os.Mkdir(d.file("one"), 0o700))
	_, err := d.Get(key("one"))
	require.ErrorAs(t, err, &bad, "a directory")
	require.NoError(t, os.Remove(d.file("one")))

	id, err := self()
	require.NoError(t, err)
	own := "D:P(A;;FA;;;" + id.user + ")"
	others := []string{own + "(A;;FR;;;WD)", own + "(A;;FW;;;WD)", own + "(A;;FA;;;WD)"} // everyone
	for _, text := range others {
		put()
		setAccess(t, d.file("one"), text)
		_, err := d.Get(key("one"))
		require.ErrorAs(t, err, &bad, text)
		require.ErrorContains(t, err, "permissions of other users", text)
		setAccess(t, d.file("one"), own)
		_, err = d.Get(key("one"))
		require.NoError(t, err, text)
	}
	for _, text := range others {
		setAccess(t, d.Path(), text)
		_, err := Open(d.Path(), DefaultLimit)
		require.ErrorContains(t, err, "permissions of other users", text)
		_, err = d.Get(key("one"))
		require.ErrorContains(t, err, "permissions of other users", text)
		require.ErrorContains(t, d.Put(key("one"), nil), "permissions of other users", text)
	}

	file := filepath.Join(tempDir(t), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err = Open(file, DefaultLimit)
	require.Error(t, err)
}

// TestBuild checks that a program has the name that the go command gave it, and no other.
func TestBuild(t *testing.T) {
	a, err := Build()
	require.NoError(t, err)
	require.Regexp(t, "^go .", a)
	var base windows.Handle
	require.NoError(t, windows.GetModuleHandleEx(0, nil, &base))
	info, _ := debug.ReadBuildInfo()
	same, err := identify(uintptr(base), reflect.ValueOf(idIn).Pointer(), info)
	require.NoError(t, err)
	require.Equal(t, a, same)
	_, err = identify(uintptr(base), 1, info) // no code at this address
	require.ErrorContains(t, err, "not in the executable")
	_, err = identify(uintptr(base), reflect.ValueOf(idIn).Pointer(), nil) // not built by the go command
	require.ErrorContains(t, err, "no build ID")
	for text, id := range map[string]string{"": "", "\xff Go build ID: \"a/b": "", "\xff Go build ID: \"a/b\"\n \xff": "a/b"} {
		require.Equal(t, id, idIn([]byte(text)))
	}
}
