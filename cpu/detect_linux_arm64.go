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

// midr reads the main ID register of the core it runs on.
func midr() uint64

// detectOS reads the auxiliary vector, which the Go runtime has kept, and the ID
// register: golang.org/x/sys/cpu knows no bfloat16, and neither it nor the
// vector tells the core.
func detectOS() (f Features) {
	aux, err := unix.Auxv()
	if err != nil {
		return f // a locked-down environment: the baseline has to do
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

// sysfsCaches reads what Linux tells about the first core's caches. On arm64
// they are in this order, the first level being split: only sizes are read, a
// file costs some microseconds.
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
