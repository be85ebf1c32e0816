package child

import (
	"debug/elf"
	"os/exec"
	"runtime"
	"sync"
)

// emulators are the names of qemu's user-mode emulators.
var emulators = map[elf.Machine]string{elf.EM_X86_64: "qemu-x86_64", elf.EM_AARCH64: "qemu-aarch64"}

// machineOf returns the architecture of a program file, or EM_NONE if it is unknown or the file is not an ELF file.
func machineOf(path string) elf.Machine {
	f, err := elf.Open(path)
	if err != nil {
		return elf.EM_NONE
	}
	defer f.Close()
	return f.Machine
}

// host returns the architecture of the system. It may differ from that of this program, which an emulator may be
// running. An emulated program passes execve to the host system, which does not know about the emulator.
var host = sync.OnceValue(func() elf.Machine { return machineOf("/bin/sh") })

// own is the architecture that this program was built for.
var own = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}[runtime.GOARCH]

// Emulated reports whether this program seems to run in an emulator, so that tests can allow more time.
func Emulated() bool { return own != elf.EM_NONE && host() != elf.EM_NONE && own != host() }

// Command is like [exec.Command] for a program file that may have been built for another architecture than the
// system's. It then runs the file in qemu, if that is installed.
func Command(path string, args ...string) *exec.Cmd {
	if m := machineOf(path); m != elf.EM_NONE && host() != elf.EM_NONE && m != host() {
		if emulator, err := exec.LookPath(emulators[m]); err == nil {
			return exec.Command(emulator, append([]string{path}, args...)...)
		}
	}
	return exec.Command(path, args...)
}
