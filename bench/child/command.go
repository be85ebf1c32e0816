package child

import (
	"debug/elf"
	"os/exec"
	"runtime"
	"sync"
)

// emulators are those of qemu for single programs.
var emulators = map[elf.Machine]string{elf.EM_X86_64: "qemu-x86_64", elf.EM_AARCH64: "qemu-aarch64"}

// machineOf is the architecture of a program file, EM_NONE if it has none or is no ELF file.
func machineOf(path string) elf.Machine {
	f, err := elf.Open(path)
	if err != nil {
		return elf.EM_NONE
	}
	defer f.Close()
	return f.Machine
}

// host is the architecture of the system. This program need not have been built for it: an emulator may be running it,
// but the system that the emulator hands execve to does not know.
var host = sync.OnceValue(func() elf.Machine { return machineOf("/bin/sh") })

// own is what this program was built for.
var own = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}[runtime.GOARCH]

// Emulated says whether this program seems to be run by an emulator, so that tests allow for more time.
func Emulated() bool { return own != elf.EM_NONE && host() != elf.EM_NONE && own != host() }

// Command is [exec.Command] for a program file that may have been built for another architecture than the system's:
// qemu runs it then, if there is one.
func Command(path string, args ...string) *exec.Cmd {
	if m := machineOf(path); m != elf.EM_NONE && host() != elf.EM_NONE && m != host() {
		if emulator, err := exec.LookPath(emulators[m]); err == nil {
			return exec.Command(emulator, append([]string{path}, args...)...)
		}
	}
	return exec.Command(path, args...)
}
