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

	"golang.org/x/sys/unix"
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
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	d := &Dir{path: path, limit: limit, bytes: -1}
	fd, err := d.open()
	if err != nil {
		return nil, err
	}
	unix.Close(fd)
	return d, nil
}

// Path returns the path of the directory.
func (d *Dir) Path() string { return d.path }

// open opens the directory and checks that it belongs to the user alone.
func (d *Dir) open() (fd int, err error) {
	fd, err = retry(func() (int, error) {
		return unix.Open(d.path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return -1, &fs.PathError{Op: "open", Path: d.path, Err: err}
	}
	var st unix.Stat_t
	if err = unix.Fstat(fd, &st); err == nil {
		err = private(&st)
	}
	if err != nil {
		unix.Close(fd)
		return -1, fmt.Errorf("directory %s: %w", d.path, err)
	}
	return fd, nil
}

// private returns an error if others own the file or directory, or have access to it.
func private(st *unix.Stat_t) error {
	if uid := unix.Geteuid(); int(st.Uid) != uid {
		return fmt.Errorf("found owner %d, but the process runs as user %d; use a directory and files that belong "+
			"to the user of the process", st.Uid, uid)
	}
	if mode := st.Mode & 0o777; mode&0o077 != 0 {
		return fmt.Errorf("found permissions of other users (%#o); remove them with chmod go=", mode)
	}
	return nil
}

// retry repeats a system call that was interrupted by a signal.
func retry(call func() (int, error)) (n int, err error) {
	for {
		if n, err = call(); err != unix.EINTR {
			return n, err
		}
	}
}

func (k *Key) name() string { return fmt.Sprintf("%x"+suffix, k[:]) }

// Get reads the file for a key. The error is ErrNone if there is no file, a *BadFileError if the file must not be
// used, or an error of the operating system.
func (d *Dir) Get(key Key) ([]byte, error) {
	dir, err := d.open()
	if err != nil {
		return nil, err
	}
	defer unix.Close(dir)
	name := key.name()
	fd, err := retry(func() (int, error) { // opening anything but a regular file must not block
		return unix.Openat(dir, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	})
	switch {
	case err == unix.ENOENT:
		return nil, ErrNone
	case err != nil:
		return nil, &BadFileError{name, err.Error()}
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, &BadFileError{name, err.Error()}
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, &BadFileError{name, "found something other than a regular file"}
	}
	if err := private(&st); err != nil {
		return nil, &BadFileError{name, err.Error()}
	}
	if st.Size < int64(headerSize) || st.Size > maxFile {
		return nil, &BadFileError{name, fmt.Sprintf("found %d bytes", st.Size)}
	}
	b := make([]byte, st.Size)
	if err := readAll(fd, b); err != nil {
		return nil, &BadFileError{name, err.Error()}
	}
	content := b[headerSize:]
	if string(b[:len(magic)]) != magic || [len(Key{})]byte(b[len(magic):headerSize]) != sum(&key, content) {
		return nil, &BadFileError{name, "found a hash that does not match the content"}
	}
	if time.Since(time.Unix(st.Mtim.Unix())) > stale {
		now := []unix.Timespec{{Nsec: unix.UTIME_OMIT}, {Nsec: unix.UTIME_NOW}}
		_ = unix.UtimesNanoAt(dir, name, now, unix.AT_SYMLINK_NOFOLLOW) // on failure the file is evicted earlier
	}
	return content, nil
}

// readAll fills b.
func readAll(fd int, b []byte) error {
	for len(b) > 0 {
		n, err := retry(func() (int, error) { return unix.Read(fd, b) })
		switch {
		case err != nil:
			return err
		case n == 0:
			return errors.New("found fewer bytes than the file's size")
		}
		b = b[n:]
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
		if err = os.MkdirAll(d.path, 0o700); err == nil {
			dir, err = d.open()
		}
	}
	if err != nil {
		return err
	}
	defer unix.Close(dir)
	hash := sum(&key, content)
	b := slices.Concat([]byte(magic), hash[:], content)
	name := fmt.Sprintf("%d-%x"+temporary, os.Getpid(), rand.Uint64())
	if err = write(dir, name, b); err == nil {
		err = unix.Renameat(dir, name, dir, key.name())
	}
	if err != nil {
		_ = unix.Unlinkat(dir, name, 0)
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

// write creates a file with the given contents.
func write(dir int, name string, b []byte) error {
	const flags = unix.O_WRONLY | unix.O_CREAT | unix.O_EXCL | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := retry(func() (int, error) { return unix.Openat(dir, name, flags, 0o600) })
	if err != nil {
		return err
	}
	for len(b) > 0 && err == nil {
		var n int
		n, err = retry(func() (int, error) { return unix.Write(fd, b) })
		b = b[max(n, 0):]
	}
	return errors.Join(err, unix.Close(fd))
}

// found is a file in the directory.
type found struct {
	name string
	size int64
	used time.Time
}

// trim scans the directory. If it exceeds the limit, it removes the least recently used files down to three
// quarters of the limit, so that not every write has to trim. d is locked.
func (d *Dir) trim(dir int) {
	list, err := d.list(dir)
	if err != nil {
		return // the limit stays exceeded until a later write can trim
	}
	d.bytes, d.puts = 0, 0
	for _, f := range list {
		d.bytes += f.size
	}
	if d.bytes <= d.limit {
		return
	}
	slices.SortFunc(list, func(f, g found) int { return f.used.Compare(g.used) })
	for _, f := range list {
		if d.bytes <= d.limit*3/4 {
			break
		}
		if err := unix.Unlinkat(dir, f.name, 0); err == nil || err == unix.ENOENT {
			d.bytes -= f.size
		}
	}
}

// list lists the files for keys, and removes abandoned temporary files. It ignores all other files.
func (d *Dir) list(dir int) (list []found, err error) {
	fd, err := retry(func() (int, error) { // a separate directory offset
		return unix.Openat(dir, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), d.path)
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		ours, left := strings.HasSuffix(name, suffix), strings.HasSuffix(name, temporary)
		if !ours && !left {
			continue
		}
		var st unix.Stat_t
		if unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
			continue // removed in the meantime
		}
		used := time.Unix(st.Mtim.Unix())
		if ours {
			list = append(list, found{name, st.Size, used})
		} else if time.Since(used) > stale {
			_ = unix.Unlinkat(dir, name, 0)
		}
	}
	return list, nil
}
