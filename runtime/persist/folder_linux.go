package persist

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// folder is an open directory. Its files are found by its descriptor, so that they are in the directory that was
// checked.
type folder struct{ fd int }

// makeFolder creates a directory and its parents, unless it exists.
func makeFolder(path string) error { return os.MkdirAll(path, 0o700) }

func openFolder(path string) (folder, error) {
	fd, err := retry(func() (int, error) {
		return unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	return folder{fd}, err
}

func (f folder) close() { unix.Close(f.fd) }

// private returns an error if others own the directory, or have access to it.
func (f folder) private() error {
	var st unix.Stat_t
	if err := unix.Fstat(f.fd, &st); err != nil {
		return err
	}
	return private(&st)
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

// read returns the contents of a file, and when it was used last. The error is ErrNone if there is no file. Otherwise
// it says why the file must not be used.
func (f folder) read(name string) (b []byte, used time.Time, err error) {
	fd, err := retry(func() (int, error) { // opening anything but a regular file must not block
		return unix.Openat(f.fd, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	})
	switch {
	case err == unix.ENOENT:
		return nil, used, ErrNone
	case err != nil:
		return nil, used, err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, used, err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, used, errNotRegular
	}
	if err := private(&st); err != nil {
		return nil, used, err
	}
	if err := sizeFits(st.Size); err != nil {
		return nil, used, err
	}
	b = make([]byte, st.Size)
	return b, time.Unix(st.Mtim.Unix()), readAll(fd, b)
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

// touch marks a file as used now.
func (f folder) touch(name string) {
	now := []unix.Timespec{{Nsec: unix.UTIME_OMIT}, {Nsec: unix.UTIME_NOW}}
	_ = unix.UtimesNanoAt(f.fd, name, now, unix.AT_SYMLINK_NOFOLLOW)
}

func (f folder) rename(from, to string) error { return unix.Renameat(f.fd, from, f.fd, to) }
func (f folder) remove(name string) error     { return unix.Unlinkat(f.fd, name, 0) }

// write creates a file with the given contents.
func (f folder) write(name string, b []byte) error {
	const flags = unix.O_WRONLY | unix.O_CREAT | unix.O_EXCL | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := retry(func() (int, error) { return unix.Openat(f.fd, name, flags, 0o600) })
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

// list lists the files of the directory.
func (f folder) list() (list []found, err error) {
	fd, err := retry(func() (int, error) { // a separate directory offset
		return unix.Openat(f.fd, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, err
	}
	d := os.NewFile(uintptr(fd), ".")
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		var st unix.Stat_t
		if unix.Fstatat(f.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil { // or it was removed in the meantime
			list = append(list, found{name, st.Size, time.Unix(st.Mtim.Unix())})
		}
	}
	return list, nil
}
