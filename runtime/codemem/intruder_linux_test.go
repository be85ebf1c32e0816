package codemem

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestNoDescriptor checks that a program that closes unknown descriptors, and opens a file that gets such a
// number, finds no machine code in that file.
func TestNoDescriptor(t *testing.T) {
	needTwice(t)
	arenaTaken.Store(true)
	h := newHeap()
	_, err := h.Alloc(Returning(0))
	require.NoError(t, err)
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer file.Close()
	descriptors, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	for _, d := range descriptors {
		name, err := os.Readlink("/proc/self/fd/" + d.Name())
		if err != nil || !strings.Contains(name, "memfd:hotloop") {
			continue
		}
		var fd int
		_, err = fmt.Sscan(d.Name(), &fd)
		require.NoError(t, err)
		require.NoError(t, unix.Dup3(int(file.Fd()), fd, unix.O_CLOEXEC))
	}
	for _, n := range []int{0, regionSize} {
		s, err := h.Alloc(append(Returning(2), make([]byte, n)...))
		require.NoError(t, err)
		assert.EqualValues(t, 2, s.call())
	}
	info, err := file.Stat()
	require.NoError(t, err)
	assert.Zero(t, info.Size())
}

// TestSealRefusesOtherFiles checks that nothing is written if the number denotes another file before the
// descriptor is closed.
func TestSealRefusesOtherFiles(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer file.Close()
	assert.Error(t, seal(int(file.Fd())))
	fd, err := unix.MemfdCreate("unsealable", unix.MFD_CLOEXEC)
	require.NoError(t, err)
	defer unix.Close(fd)
	assert.Error(t, seal(fd))
}

// Attempts to change code, by the name of the file in /proc. Each returns nil if code could be changed.
func writeTo(f *os.File, at int64) error { _, err := f.WriteAt([]byte{Poison}, at); return err }

func mapForWriting(f *os.File) error {
	p, err := unix.MmapPtr(int(f.Fd()), 0, nil, pageSize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err == nil {
		_ = unix.MunmapPtr(p, pageSize())
	}
	return err
}

// intrude tries every file in a process's /proc that leads to the code memory of region lo-hi or to a file called
// name, and returns what could be changed. Whether a file can be opened depends on the user.
func intrude(pid int, name string, ranges []string) (changed []string) {
	proc := fmt.Sprintf("/proc/%d/", pid)
	try := func(path string) {
		_ = os.Chmod(path, 0o777)
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return
		}
		defer f.Close()
		for attempt, err := range map[string]error{
			"written": writeTo(f, 0), "mapped": mapForWriting(f), "cut": f.Truncate(0),
			"punched": unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, 0, 4096),
		} {
			if err == nil {
				changed = append(changed, attempt+" by "+path)
			}
		}
	}
	fds, _ := os.ReadDir(proc + "fd")
	for _, d := range fds {
		if link, err := os.Readlink(proc + "fd/" + d.Name()); err == nil && strings.Contains(link, name) {
			try(proc + "fd/" + d.Name())
		}
	}
	for _, r := range ranges {
		try(proc + "map_files/" + r)
		if f, err := os.OpenFile(proc+"mem", os.O_RDWR, 0); err == nil {
			var lo int64
			fmt.Sscanf(r, "%x", &lo)
			if writeTo(f, lo) == nil {
				changed = append(changed, "written by "+proc+"mem at "+r)
			}
			f.Close()
		}
	}
	return changed
}

// codeRanges returns this process's mappings of code memory, as lo-hi.
func codeRanges() (list []string) {
	maps, _ := os.ReadFile("/proc/self/maps")
	for line := range strings.Lines(string(maps)) {
		if r, _, _ := strings.Cut(line, " "); strings.Contains(line, "memfd:hotloop") {
			list = append(list, r)
		}
	}
	return list
}

// TestOwnIntruder checks that even this process cannot change code through /proc, also as root.
func TestOwnIntruder(t *testing.T) {
	needTwice(t)
	s, err := newHeap().Alloc(Returning(2))
	require.NoError(t, err)
	ranges := codeRanges()
	require.NotEmpty(t, ranges)
	assert.Empty(t, intrude(os.Getpid(), "memfd:hotloop", ranges))
	assert.Equal(t, Returning(2), s.Bytes(len(Returning(2))))
	assert.Error(t, unix.Mprotect(pagesOf(s.region.exec, s.extent), unix.PROT_READ|unix.PROT_WRITE),
		"code may not become writable")
}

// nobody is the user of TestIntruder's processes if this process runs as root.
const nobody = 65534

// TestIntruder checks that another process of the same user finds no way to change code. As a control, it must
// find a file that is planted for it.
func TestIntruder(t *testing.T) {
	role := os.Getenv("HOTLOOP_TEST_INTRUDER")
	if role != "" && os.Getuid() == 0 {
		require.NoError(t, syscall.Setgid(nobody))
		require.NoError(t, syscall.Setuid(nobody))
		require.NoError(t, unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0)) // like a program started as this user
	}
	switch role {
	case "victim":
		_, err := unix.MemfdCreate("bait", unix.MFD_CLOEXEC)
		require.NoError(t, err)
		require.NoError(t, usable())
		fmt.Println(strings.Join(codeRanges(), " "))
		os.Stdin.Read(make([]byte, 1)) // until the test ends
		return
	case "intruder":
		var pid int
		fmt.Sscan(os.Getenv("HOTLOOP_TEST_VICTIM"), &pid)
		bait := intrude(pid, "memfd:bait", nil)
		code := intrude(pid, "memfd:hotloop", strings.Fields(os.Getenv("HOTLOOP_TEST_RANGES")))
		fmt.Printf("bait %d code %d %s\n", len(bait), len(code), code)
		return
	}
	needTwice(t)
	victim := exec.Command(os.Args[0], "-test.run", "^TestIntruder$")
	victim.Env = append(os.Environ(), "HOTLOOP_TEST_INTRUDER=victim")
	stdin, err := victim.StdinPipe()
	require.NoError(t, err)
	stdout, err := victim.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, victim.Start())
	defer victim.Wait()
	defer stdin.Close()
	line := make([]byte, 4096)
	n, err := stdout.Read(line)
	require.NoError(t, err)
	ranges, _, _ := bytes.Cut(line[:n], []byte("\n"))
	if !bytes.Contains(ranges, []byte("-")) {
		t.Skipf("no victim: %s", ranges)
	}

	intruder := exec.Command(os.Args[0], "-test.run", "^TestIntruder$")
	intruder.Env = append(os.Environ(), "HOTLOOP_TEST_INTRUDER=intruder",
		fmt.Sprintf("HOTLOOP_TEST_VICTIM=%d", victim.Process.Pid), "HOTLOOP_TEST_RANGES="+string(ranges))
	out, err := intruder.CombinedOutput()
	require.NoError(t, err, "%s", out)
	if bytes.Contains(out, []byte("bait 0 ")) {
		t.Skipf("processes are kept apart: %s", out)
	}
	assert.Regexp(t, `bait [1-9] code 0 \[\]`, string(out))
}

// TestFileLimit checks that a limit on the size of files ends no process and leaves kernels native, whether or not
// some exist already.
func TestFileLimit(t *testing.T) {
	if when := os.Getenv("HOTLOOP_TEST_FSIZE"); when != "" {
		if when == "late" {
			require.NoError(t, usable())
		}
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 4096, Max: 4096}))
		for range 3 {
			s, err := Shared.Alloc(append(Returning(2), make([]byte, 100<<10)...))
			require.NoError(t, err)
			require.EqualValues(t, 2, s.call())
		}
		fmt.Println("file limit passed", Shared.Stats().Kind)
		return
	}
	if err := usable(); err != nil {
		t.Skip(err)
	}
	for _, when := range []string{"early", "late"} {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestFileLimit$")
		cmd.Env = append(os.Environ(), "HOTLOOP_TEST_FSIZE="+when)
		out, err := cmd.CombinedOutput()
		if err != nil && len(out) == 0 {
			t.Skip("programs cannot run themselves: ", err)
		}
		assert.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), "file limit passed anonymous")
	}
}

// TestNoexecMemfds checks that kernels are in a memfd even if the system refuses memfds with executable files.
func TestNoexecMemfds(t *testing.T) {
	if os.Getenv("HOTLOOP_TEST_NOEXEC") != "" {
		if err := os.WriteFile("/proc/sys/vm/memfd_noexec", []byte("2"), 0); err != nil {
			fmt.Println("no sysctl:", err)
			return
		}
		require.NoError(t, usable())
		fmt.Println("noexec passed", Shared.Stats().Kind)
		return
	}
	needTwice(t)
	cmd := exec.Command(os.Args[0], "-test.run", "^TestNoexecMemfds$")
	cmd.Env = append(os.Environ(), "HOTLOOP_TEST_NOEXEC=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID} // the setting belongs to the namespace
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 || bytes.Contains(out, []byte("no sysctl")) {
		t.Skipf("needs a PID namespace of its own: %v %s", err, out)
	}
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "noexec passed memfd")
}
