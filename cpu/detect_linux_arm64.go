package cpu

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Keys of the auxiliary vector.
const (
	atHWCAP  = 16
	atHWCAP2 = 26
)

// hwcapCPUID means that programs may read the ID registers; the operating system emulates the instruction.
const hwcapCPUID = 1 << 11

// midr reads the main ID register of the current core.
func midr() uint64

// detectOS reads the auxiliary vector, which the Go runtime keeps, and the main ID register. golang.org/x/sys/cpu
// does not report bfloat16, and neither it nor the vector identifies the core.
func detectOS() (f Features) {
	aux, err := unix.Auxv()
	if err != nil {
		return f // sandboxed environment: use the baseline
	}
	for _, entry := range aux {
		switch word := uint64(entry[1]); entry[0] {
		case atHWCAP:
			f.Flags |= hwcap1.flags(word)
			if word&hwcapCPUID != 0 {
				f.identify(midr())
			}
		case atHWCAP2:
			f.Flags |= hwcap2.flags(word)
		}
	}
	f.Caches = sysfsCaches("/sys/devices/system/cpu/cpu0/cache/")
	return f
}

// sysfsCaches reads the cache sizes of the first core from Linux. On arm64 the indexes are in this order, with a
// split first level. It reads only sizes, because each file takes some microseconds.
func sysfsCaches(dir string) (c Caches) {
	for i, n := range []*int{&c.L1D, &c.L1I, &c.L2, &c.L3} {
		text, err := os.ReadFile(dir + "index" + strconv.Itoa(i) + "/size")
		if err != nil {
			break
		}
		digits, kilo := strings.CutSuffix(strings.TrimSpace(string(text)), "K")
		if size, err := strconv.Atoi(digits); err == nil && kilo {
			*n = size << 10
		}
	}
	return c
}
