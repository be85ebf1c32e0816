package cpu

// hwcaps maps the bits of the auxiliary-vector words AT_HWCAP and AT_HWCAP2 of Linux on arm64 to flags. A bit is
// set if both the processor and the operating system support the extension.
type hwcaps [32]Flag

var (
	hwcap1 = hwcaps{0: FlagFP, 1: FlagASIMD, 7: FlagCRC32, 8: FlagATOMICS, 9: FlagFPHP, 10: FlagASIMDHP,
		12: FlagASIMDRDM,
		14: FlagFCMA, 20: FlagASIMDDP, 22: FlagSVE, 23: FlagASIMDFHM}
	hwcap2 = hwcaps{1: FlagSVE2, 8: FlagFRINT, 13: FlagI8MM, 14: FlagARMBF16}
)

func (h *hwcaps) flags(word uint64) (s Flag) {
	for pos, f := range h {
		if word>>pos&1 != 0 {
			s |= f
		}
	}
	return s
}
