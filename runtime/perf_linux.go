package runtime

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// openPerfMap creates /tmp/perf-PID.map, where perf looks up the names of code that belongs to no file. It has a
// line with address, size and name for each kernel (tools/perf/Documentation/jit-interface.txt in Linux).
func openPerfMap() (Observer, error) {
	f, err := os.OpenFile(fmt.Sprintf("/tmp/perf-%d.map", os.Getpid()), os.O_WRONLY|os.O_CREATE|os.O_TRUNC|
		unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	return func(l *Loaded) func() {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(f, "%x %x hotloop:%s\n", l.Entry, len(l.Text), l.Name)
		return nil // perf uses the last line for an address
	}, nil
}

// jitdump is a file in the format of tools/perf/Documentation/jitdump-specification.txt in Linux. After perf
// record -k 1 and perf inject --jit, perf annotate shows the instructions with their source lines.
type jitdump struct {
	mu    sync.Mutex
	f     *os.File
	index uint64
}

// Constants of the format.
const (
	jitdumpMagic    = 0x4A695444
	jitdumpVersion  = 1
	recordCodeLoad  = 0
	recordDebugInfo = 2
)

// elfMachine returns the ELF machine number of the architecture.
func elfMachine() uint32 {
	if goruntime.GOARCH == "arm64" {
		return 183
	}
	return 62
}

func monotonic() uint64 {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &t)
	return uint64(t.Nano())
}

// openJITDump creates jit-PID.dump in $JITDUMPDIR, or in the directory for temporary files. It maps a page of the
// file as code, which is the event by which perf finds the file.
func openJITDump() (Observer, error) {
	dir := os.Getenv("JITDUMPDIR")
	if dir == "" {
		dir = os.TempDir()
	}
	f, err := os.OpenFile(filepath.Join(dir, fmt.Sprintf("jit-%d.dump", os.Getpid())), os.O_RDWR|os.O_CREATE|os.O_TRUNC|
		unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	put(&b, uint32(jitdumpMagic), uint32(jitdumpVersion), uint32(40), elfMachine(), uint32(0), uint32(os.Getpid()),
		monotonic(), uint64(0))
	if _, err := f.Write(b.Bytes()); err != nil {
		return nil, err
	}
	if _, err := unix.Mmap(int(f.Fd()), 0, os.Getpagesize(), unix.PROT_READ|unix.PROT_EXEC,
		unix.MAP_PRIVATE); err != nil {
		return nil, fmt.Errorf("mmap the dump for perf: %w", err)
	}
	d := &jitdump{f: f}
	return d.loaded, nil
}

// put appends numbers in little-endian order, the native order of all supported architectures.
func put(b *bytes.Buffer, numbers ...any) {
	for _, n := range numbers {
		_ = binary.Write(b, binary.LittleEndian, n)
	}
}

// record appends a record with its header.
func record(out *bytes.Buffer, id uint32, body []byte) {
	put(out, id, uint32(16+len(body)), monotonic())
	out.Write(body)
}

func (d *jitdump) loaded(l *Loaded) func() {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out, b bytes.Buffer
	if len(l.Lines) > 0 { // precedes the record of the code it describes
		put(&b, uint64(l.Entry), uint64(len(l.Lines)))
		for _, n := range l.Lines {
			put(&b, uint64(l.Entry)+uint64(n.Offset), int32(n.Line), int32(0))
			b.WriteString(l.File)
			b.WriteByte(0)
		}
		record(&out, recordDebugInfo, b.Bytes())
		b.Reset()
	}
	put(&b, uint32(os.Getpid()), uint32(unix.Gettid()), uint64(l.Entry), uint64(l.Entry), uint64(len(l.Text)), d.index)
	d.index++
	b.WriteString("hotloop:" + l.Name)
	b.WriteByte(0)
	b.Write(l.Text)
	record(&out, recordCodeLoad, b.Bytes())
	_, _ = d.f.Write(out.Bytes())
	return nil
}
