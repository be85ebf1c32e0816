// Package persist stores files in a directory of the user, each under a key and protected by a hash. The runtime
// uses it to keep machine code for later processes. It is independent of kernels.
//
// The contents are executed later. So the directory and each file must belong to the user of the process, and no
// other user may read or write them. A file contains a hash of its key and contents. Files that were truncated,
// altered, or renamed to another key are detected and rejected. The hash is not secret. It guards against
// accidents; the permissions of directory and files guard against other users. Anyone who can write as this user
// can change its programs too.
//
// Files are written under a temporary name and renamed, so readers see a whole file or none. Any number of
// processes may use a directory at once. If two write the same key, the last one wins, with equal contents. Files
// are not flushed to disk: if a crash leaves a partial file, its hash is wrong. Windows does not replace a file that is
// being read; then the old one stays.
//
// On Windows, access control lists take the place of permissions; see private in folder_windows.go.
//
// Every access opens the directory again and checks its permissions. Keeping a descriptor open would save 2 µs,
// but programs that close unknown descriptors could close it.
package persist

import (
	"crypto/sha256"
	"errors"
	"fmt"
)

// Key identifies a file: the hash of every input of its content.
type Key [sha256.Size]byte

// ErrNone means that there is no file for a key.
var ErrNone = errors.New("the file does not exist")

// ErrUnsupported means that files are not supported on this operating system.
var ErrUnsupported = errors.New("keeping code in files is not supported on this system")

// BadFileError is the error for a file that must not be used.
type BadFileError struct{ Name, Why string }

func (e *BadFileError) Error() string { return fmt.Sprintf("%s: %s", e.Name, e.Why) }

// DefaultLimit is the default limit for the total size of the files of a directory, in bytes.
const DefaultLimit = 64 << 20

// maxFile is the maximum size of a file.
const maxFile = 8 << 20

// magic is the start of every file. It changes with the file format.
const magic = "hotloop1"

// headerSize is the number of bytes before the content.
const headerSize = len(magic) + sha256.Size

// sum returns the hash of a file's key and content.
func sum(key *Key, content []byte) (out [sha256.Size]byte) {
	h := sha256.New()
	h.Write([]byte(magic))
	h.Write(key[:])
	h.Write(content)
	h.Sum(out[:0])
	return out
}
