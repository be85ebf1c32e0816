// Package persist keeps files in a directory of the user's own, each under a key and checked by a hash: what the runtime
// keeps machine code in from one process to the next. It knows nothing of kernels.
//
// What is read here is executed later. So the directory must belong to the user of the process, and nobody else may
// write to it or read it; so must each file. A file is the hash of its key and of all that stands behind it: what was cut
// short, altered, or renamed to stand for another key is found out and not handed over. The hash is no secret. It guards
// against accidents, and the rights of directory and files guard against other users; whoever can write as this user can
// change its programs, too.
//
// Files are written under another name and renamed. So readers see all of a file or nothing, any number of processes may
// use a directory at once, and of two that write one key the last wins, with the same content. Nothing is flushed to the
// disk: what a crash leaves of a file has the wrong hash.
//
// Every access opens the directory anew and looks at its rights. A descriptor that stays open would save 2 µs, and could
// be closed by a program that closes what it does not know.
package persist

import (
	"crypto/sha256"
	"errors"
	"fmt"
)

// Key is what a file is found by: the hash of all that its content depends on.
type Key [sha256.Size]byte

// ErrNone means that there is no file for a key.
var ErrNone = errors.New("there is no such file")

// ErrUnsupported means that this operating system has no such directories.
var ErrUnsupported = errors.New("code is kept in files on Linux only")

// BadFileError is a file that must not be used.
type BadFileError struct{ Name, Why string }

func (e *BadFileError) Error() string { return fmt.Sprintf("%s: %s", e.Name, e.Why) }

// DefaultLimit is how many bytes the files of a directory may have together.
const DefaultLimit = 64 << 20

// maxFile bounds a file.
const maxFile = 8 << 20

// magic opens every file. It changes when the form of the files does.
const magic = "hotloop1"

// headerSize is the length of what stands in front of the content.
const headerSize = len(magic) + sha256.Size

// sum is the hash of a file, under its key.
func sum(key *Key, content []byte) (out [sha256.Size]byte) {
	h := sha256.New()
	h.Write([]byte(magic))
	h.Write(key[:])
	h.Write(content)
	h.Sum(out[:0])
	return out
}
