package terminal

import (
	"fmt"
	"io"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// TestTerminal checks the width of a pseudo-terminal.
func TestTerminal(t *testing.T) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals: ", err)
	}
	defer master.Close()
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Skip("no pseudo-terminals: ", err)
	}
	f, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals: ", err)
	}
	defer f.Close()
	if err := unix.IoctlSetWinsize(int(f.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 57}); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TERM", "xterm")
	if !Is(f) || Width(f) != 57 {
		t.Errorf("terminal %t, width %d", Is(f), Width(f))
	}
	t.Setenv("NO_COLOR", "")
	if Colored(f, f) == io.Writer(f) {
		t.Error("a terminal has no colors")
	}
	t.Setenv("NO_COLOR", "1")
	if Colored(f, f) != io.Writer(f) {
		t.Error("NO_COLOR has no effect")
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "dumb")
	if Is(f) || Colored(f, f) != io.Writer(f) {
		t.Error("a dumb terminal overwrites lines, or has colors")
	}
}
