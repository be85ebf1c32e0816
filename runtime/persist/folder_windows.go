package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// folder is an open directory. While it is open, it can be neither renamed nor removed, so that the files at its path are
// in the directory that was checked.
type folder struct {
	dir  syscall.Handle
	path string
}

var (
	advapi32 = syscall.NewLazyDLL("advapi32.dll")
	kernel32 = syscall.NewLazyDLL("kernel32.dll")

	getSecurityInfo   = advapi32.NewProc("GetSecurityInfo")
	getAce            = advapi32.NewProc("GetAce")
	convertDescriptor = advapi32.NewProc("ConvertStringSecurityDescriptorToSecurityDescriptorW")
	localFree         = kernel32.NewProc("LocalFree")
)

// Security identifiers that have access to everything of a user: the system, administrators, and the owner of the file.
var ofEveryone = []string{"S-1-5-18", "S-1-5-32-544", "S-1-3-4"}

// identity is the user of the process.
type identity struct {
	user  string   // security identifier
	owner []string // the identifiers that own the user's files; that of administrators if the process is elevated
}

var self = sync.OnceValues(func() (id identity, err error) {
	token, err := syscall.OpenCurrentProcessToken()
	if err != nil {
		return id, err
	}
	defer token.Close()
	user, err := token.GetTokenUser()
	if err != nil {
		return id, err
	}
	if id.user, err = user.User.Sid.String(); err != nil {
		return id, err
	}
	id.owner = []string{id.user}
	info, n := make([]byte, 256), uint32(0) // larger than any identifier and the pointer to it
	if err := syscall.GetTokenInformation(token, syscall.TokenOwner, &info[0], uint32(len(info)), &n); err != nil {
		return id, err
	}
	owner, err := (*(**syscall.SID)(unsafe.Pointer(&info[0]))).String()
	id.owner = append(id.owner, owner)
	return id, err
})

// mine returns attributes of a new file or directory that give access to it, and to what is created in it, only to the
// user, the system and administrators. free frees them.
func mine() (a *syscall.SecurityAttributes, free func(), err error) {
	id, err := self()
	if err != nil {
		return nil, nil, err
	}
	text, err := syscall.UTF16PtrFromString(fmt.Sprintf("D:P(A;OICI;FA;;;%s)(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)", id.user))
	if err != nil {
		return nil, nil, err
	}
	a = &syscall.SecurityAttributes{}
	a.Length = uint32(unsafe.Sizeof(*a))
	ok, _, errno := syscall.SyscallN(convertDescriptor.Addr(), uintptr(unsafe.Pointer(text)), 1,
		uintptr(unsafe.Pointer(&a.SecurityDescriptor)), 0)
	if ok == 0 {
		return nil, nil, errno
	}
	return a, func() { _, _, _ = syscall.SyscallN(localFree.Addr(), a.SecurityDescriptor) }, nil
}

// makeFolder creates a directory and its parents, unless it exists.
func makeFolder(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	a, free, err := mine()
	if err != nil {
		return err
	}
	defer free()
	name, err := syscall.UTF16PtrFromString(path)
	if err == nil {
		err = syscall.CreateDirectory(name, a)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return &fs.PathError{Op: "mkdir", Path: path, Err: err}
	}
	return nil
}

// open opens a file or directory for reading. It does not follow links.
func open(path string, share uint32) (syscall.Handle, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return syscall.InvalidHandle, err
	}
	return syscall.CreateFile(name, syscall.GENERIC_READ, share, nil, syscall.OPEN_EXISTING,
		syscall.FILE_FLAG_OPEN_REPARSE_POINT|syscall.FILE_FLAG_BACKUP_SEMANTICS, 0)
}

func openFolder(path string) (folder, error) {
	h, err := open(path, syscall.FILE_SHARE_READ|syscall.FILE_SHARE_WRITE)
	if err != nil {
		return folder{}, err
	}
	var info syscall.ByHandleFileInformation
	err = syscall.GetFileInformationByHandle(h, &info)
	const kind = syscall.FILE_ATTRIBUTE_DIRECTORY | syscall.FILE_ATTRIBUTE_REPARSE_POINT
	if err == nil && info.FileAttributes&kind != syscall.FILE_ATTRIBUTE_DIRECTORY {
		err = syscall.ENOTDIR
	}
	if err != nil {
		syscall.CloseHandle(h)
		return folder{}, err
	}
	return folder{h, path}, nil
}

func (f folder) close() { syscall.CloseHandle(f.dir) }

// private returns an error if others own the directory, or have access to it.
func (f folder) private() error { return private(f.dir) }

// private returns an error if others own the file or directory, or have access to it. Only entries are accepted that
// allow something to the user or to those who have access to everything anyway, and entries that deny something.
func private(h syscall.Handle) error {
	const (
		fileObject  = 1 // SE_FILE_OBJECT
		information = 5 // OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION

		allowed, denied = 0, 1 // ACCESS_ALLOWED_ACE_TYPE, ACCESS_DENIED_ACE_TYPE
		inheritOnly     = 8    // INHERIT_ONLY_ACE
	)
	id, err := self()
	if err != nil {
		return err
	}
	var owner *syscall.SID
	var list *struct { // ACL
		revision, _      byte
		size, entries, _ uint16
	}
	var descriptor uintptr
	code, _, _ := syscall.SyscallN(getSecurityInfo.Addr(), uintptr(h), fileObject, information,
		uintptr(unsafe.Pointer(&owner)), 0, uintptr(unsafe.Pointer(&list)), 0, uintptr(unsafe.Pointer(&descriptor)))
	if code != 0 {
		return syscall.Errno(code)
	}
	defer func() { _, _, _ = syscall.SyscallN(localFree.Addr(), descriptor) }()
	if who, err := owner.String(); err != nil || !slices.Contains(id.owner, who) {
		return fmt.Errorf("found owner %s, but the process runs as user %s; use a directory and files that belong to "+
			"the user of the process", who, id.user)
	}
	if list == nil {
		return errors.New("found permissions of all users")
	}
	for i := range list.entries {
		var entry *struct { // ACE
			kind, flags byte
			size        uint16
			mask        uint32 // the identifier follows
		}
		ok, _, errno := syscall.SyscallN(getAce.Addr(), uintptr(unsafe.Pointer(list)), uintptr(i),
			uintptr(unsafe.Pointer(&entry)))
		switch {
		case ok == 0:
			return errno
		case entry.flags&inheritOnly != 0 || entry.kind == denied:
			continue
		case entry.kind != allowed:
			return fmt.Errorf("found an entry of kind %d in the access control list", entry.kind)
		}
		who, err := (*syscall.SID)(unsafe.Add(unsafe.Pointer(entry), unsafe.Sizeof(*entry))).String()
		if err != nil {
			return err
		}
		if entry.mask != 0 && who != id.user && !slices.Contains(ofEveryone, who) {
			return fmt.Errorf("found permissions of other users (%s: %#x); remove them with icacls", who, entry.mask)
		}
	}
	return nil
}

// read returns the contents of a file, and when it was used last. The error is ErrNone if there is no file. Otherwise
// it says why the file must not be used.
func (f folder) read(name string) (b []byte, used time.Time, err error) {
	h, err := open(filepath.Join(f.path, name), syscall.FILE_SHARE_READ|syscall.FILE_SHARE_WRITE|syscall.FILE_SHARE_DELETE)
	switch {
	case err == syscall.ERROR_FILE_NOT_FOUND:
		return nil, used, ErrNone
	case err != nil:
		return nil, used, err
	}
	defer syscall.CloseHandle(h)
	var info syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(h, &info); err != nil {
		return nil, used, err
	}
	if info.FileAttributes&(syscall.FILE_ATTRIBUTE_DIRECTORY|syscall.FILE_ATTRIBUTE_REPARSE_POINT) != 0 {
		return nil, used, errNotRegular
	}
	if err := private(h); err != nil {
		return nil, used, err
	}
	size := int64(info.FileSizeHigh)<<32 | int64(info.FileSizeLow)
	if err := sizeFits(size); err != nil {
		return nil, used, err
	}
	b = make([]byte, size)
	for rest := b; len(rest) > 0; {
		n, err := syscall.Read(h, rest)
		switch {
		case err != nil:
			return nil, used, err
		case n == 0:
			return nil, used, errors.New("found fewer bytes than the file's size")
		}
		rest = rest[n:]
	}
	return b, time.Unix(0, info.LastWriteTime.Nanoseconds()), nil
}

// touch marks a file as used now.
func (f folder) touch(name string) {
	now := time.Now()
	_ = os.Chtimes(filepath.Join(f.path, name), now, now)
}

// write creates a file with the given contents.
func (f folder) write(name string, b []byte) error {
	a, free, err := mine()
	if err != nil {
		return err
	}
	defer free()
	path, err := syscall.UTF16PtrFromString(filepath.Join(f.path, name))
	if err != nil {
		return err
	}
	h, err := syscall.CreateFile(path, syscall.GENERIC_WRITE, 0, a, syscall.CREATE_NEW, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return err
	}
	for len(b) > 0 && err == nil {
		var n int
		n, err = syscall.Write(h, b)
		b = b[max(n, 0):]
	}
	return errors.Join(err, syscall.CloseHandle(h))
}

// rename gives a file the name of a key. Where Windows does not replace a file that another process is reading, the file
// stays: it has the same contents, or the next reader of the key writes it again.
func (f folder) rename(from, to string) error {
	err := os.Rename(filepath.Join(f.path, from), filepath.Join(f.path, to))
	if err != nil && (errors.Is(err, syscall.ERROR_ACCESS_DENIED) || errors.Is(err, errSharing)) {
		if _, stat := os.Lstat(filepath.Join(f.path, to)); stat == nil {
			return f.remove(from)
		}
	}
	return err
}

// errSharing is ERROR_SHARING_VIOLATION.
const errSharing syscall.Errno = 32

func (f folder) remove(name string) error { return os.Remove(filepath.Join(f.path, name)) }

// list lists the files of the directory.
func (f folder) list() (list []found, err error) {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil { // or it was removed in the meantime
			list = append(list, found{e.Name(), info.Size(), info.ModTime()})
		}
	}
	return list, nil
}
