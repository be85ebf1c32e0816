//go:build linux || windows

package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Dir is a directory of files.
type Dir struct {
	path  string
	limit int64

	mu    sync.Mutex
	bytes int64 // size of the directory as known to this process; -1 before the first write
	puts  int   // files written since the directory was last scanned
}

const (
	suffix    = ".code"
	temporary = ".tmp"

	// recount is the number of writes after which the directory is scanned again, because other processes write to
	// it too.
	recount = 64
	// stale is the age after which a temporary file is considered abandoned, and the maximum age of the mark of a
	// file's last use. The mark is the modification time, because file systems seldom record reads.
	stale = time.Hour
)

// Open ensures that the directory exists and belongs to the user. It creates missing parent directories.
func Open(path string, limit int64) (*Dir, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := makeFolder(path); err != nil {
		return nil, err
	}
	d := &Dir{path: path, limit: limit, bytes: -1}
	f, err := d.open()
	if err != nil {
		return nil, err
	}
	f.close()
	return d, nil
}

// Path returns the path of the directory.
func (d *Dir) Path() string { return d.path }

// open opens the directory and checks that it belongs to the user alone.
func (d *Dir) open() (folder, error) {
	f, err := openFolder(d.path)
	if err != nil {
		return f, &fs.PathError{Op: "open", Path: d.path, Err: err}
	}
	if err := f.private(); err != nil {
		f.close()
		return f, fmt.Errorf("directory %s: %w", d.path, err)
	}
	return f, nil
}

func (k *Key) name() string { return fmt.Sprintf("%x"+suffix, k[:]) }

// Get reads the file for a key. The error is ErrNone if there is no file, a *BadFileError if the file must not be
// used, or an error of the operating system.
func (d *Dir) Get(key Key) ([]byte, error) {
	dir, err := d.open()
	if err != nil {
		return nil, err
	}
	defer dir.close()
	name := key.name()
	b, used, err := dir.read(name)
	if err == ErrNone {
		return nil, err
	}
	if err != nil {
		return nil, &BadFileError{name, err.Error()}
	}
	content := b[headerSize:]
	if string(b[:len(magic)]) != magic || [len(Key{})]byte(b[len(magic):headerSize]) != sum(&key, content) {
		return nil, &BadFileError{name, "found a hash that does not match the content"}
	}
	if time.Since(used) > stale {
		dir.touch(name) // on failure the file is evicted earlier
	}
	return content, nil
}

var errNotRegular = errors.New("found something other than a regular file")

// sizeFits returns an error if no file for a key has this size.
func sizeFits(n int64) error {
	if n < int64(headerSize) || n > maxFile {
		return fmt.Errorf("found %d bytes", n)
	}
	return nil
}

// Put writes the file for a key, replacing an existing one, and removes old files if the limit is exceeded.
func (d *Dir) Put(key Key, content []byte) error {
	if len(content) > maxFile-headerSize {
		return fmt.Errorf("%d bytes exceed the size limit of a file", len(content))
	}
	dir, err := d.open()
	if errors.Is(err, fs.ErrNotExist) { // the cache was deleted
		if err = makeFolder(d.path); err == nil {
			dir, err = d.open()
		}
	}
	if err != nil {
		return err
	}
	defer dir.close()
	hash := sum(&key, content)
	b := slices.Concat([]byte(magic), hash[:], content)
	name := fmt.Sprintf("%d-%x"+temporary, os.Getpid(), rand.Uint64())
	if err = dir.write(name, b); err == nil {
		err = dir.rename(name, key.name())
	}
	if err != nil {
		_ = dir.remove(name)
		return &fs.PathError{Op: "write", Path: filepath.Join(d.path, name), Err: err}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bytes += int64(len(b))
	if d.puts++; d.bytes < int64(len(b)) || d.bytes > d.limit || d.puts >= recount {
		d.trim(dir)
	}
	return nil
}

// found is a file in the directory.
type found struct {
	name string
	size int64
	used time.Time
}

// trim scans the directory. If it exceeds the limit, it removes the least recently used files down to three
// quarters of the limit, so that not every write has to trim. d is locked.
func (d *Dir) trim(dir folder) {
	all, err := dir.list()
	if err != nil {
		return // the limit stays exceeded until a later write can trim
	}
	d.bytes, d.puts = 0, 0
	var list []found
	for _, f := range all { // other files are ignored
		if strings.HasSuffix(f.name, suffix) {
			list = append(list, f)
			d.bytes += f.size
		} else if strings.HasSuffix(f.name, temporary) && time.Since(f.used) > stale {
			_ = dir.remove(f.name)
		}
	}
	if d.bytes <= d.limit {
		return
	}
	slices.SortFunc(list, func(f, g found) int { return f.used.Compare(g.used) })
	for _, f := range list {
		if d.bytes <= d.limit*3/4 {
			break
		}
		if err := dir.remove(f.name); err == nil || errors.Is(err, fs.ErrNotExist) {
			d.bytes -= f.size
		}
	}
}
