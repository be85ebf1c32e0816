package runtime_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	goruntime "runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"hotloop/runtime"
)

// auditArch holds the numbers from linux/audit.h by which a filter identifies the system call ABI.
var auditArch = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}

// sandbox forbids this process to make memory executable: no memfd, and no execute permission from mmap and
// mprotect. The filter applies to all threads and cannot be removed.
func sandbox() error {
	const (
		number, arch, third = 0, 4, 16 + 2*8 // offsets in struct seccomp_data: nr, arch, the low half of args[2]
		load                = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal               = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		has                 = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
		end                 = unix.BPF_RET | unix.BPF_K
		refuse              = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)
	)
	filter := []unix.SockFilter{
		{Code: load, K: arch},
		{Code: equal, Jf: 7, K: auditArch[goruntime.GOARCH]},
		{Code: load, K: number},
		{Code: equal, Jt: 6, K: unix.SYS_MEMFD_CREATE},
		{Code: equal, Jt: 2, K: unix.SYS_MPROTECT},
		{Code: equal, Jt: 1, K: unix.SYS_MMAP},
		{Code: end, K: unix.SECCOMP_RET_ALLOW},
		{Code: load, K: third},
		{Code: has, Jt: 1, K: unix.PROT_EXEC},
		{Code: end, K: unix.SECCOMP_RET_ALLOW},
		{Code: end, K: refuse},
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return errno
	}
	return nil
}

// double is the function that is accelerated in the sandbox.
func double(y []int32) {
	for i := range y {
		y[i] *= 2
	}
}

// TestSandbox runs a process that has no way to get executable memory. Kernels must run there in the interpreter
// and report why, and functions must not be accelerated.
func TestSandbox(t *testing.T) {
	const text = "package k\n\nfunc double(y []int32) {\n\tfor i := range y {\n\t\ty[i] *= 2\n\t}\n}\n"
	if os.Getenv("HOTLOOP_TEST_SANDBOX") != "" {
		if err := sandbox(); err != nil {
			fmt.Println("no sandbox:", err)
			return
		}
		if _, err := unix.MemfdCreate("x", 0); err == nil {
			fmt.Println("no sandbox: filters are not obeyed")
			return
		}
		typ := reflect.TypeOf(double)
		k, err := runtime.Compile(typ, text, "double", runtime.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !errors.Is(k.Err(), runtime.ErrNoNative) || k.Native() {
			t.Errorf("Err is %v", k.Err())
		}
		y := []int32{1, 2, 3}
		k.Func().Interface().(func([]int32))(y)
		if fmt.Sprint(y) != "[2 4 6]" {
			t.Errorf("got %v", y)
		}
		if _, err := runtime.Compile(typ, text, "double", runtime.Options{RequireNative: true}); !errors.Is(err,
			runtime.ErrNoNative) {
			t.Errorf("RequireNative gives %v", err)
		}
		if k := runtime.Accelerate(reflect.ValueOf(double), text, runtime.Options{}); k.Native() || k.Err() == nil {
			t.Error("a function was accelerated")
		}
		fmt.Println("sandbox:", k.Err())
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestSandbox$", "-test.v")
	cmd.Env = append(os.Environ(), "HOTLOOP_TEST_SANDBOX=1")
	out, err := cmd.CombinedOutput()
	if errors.Is(err, unix.ENOEXEC) {
		t.Skip("under emulation programs cannot run themselves")
	}
	if bytes.Contains(out, []byte("no sandbox:")) {
		t.Skipf("%s", out)
	}
	if err != nil || !strings.Contains(string(out), "sandbox: ") {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
