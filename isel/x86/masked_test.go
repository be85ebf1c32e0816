package x86

import (
	"testing"

	"hotloop/asm/amd64"
)

// TestMaskedElem covers the instructions whose broadcast element size differs from the mask's lane size.
func TestMaskedElem(t *testing.T) {
	for op, want := range map[amd64.Op]int{amd64.VPMULTISHIFTQB: 1, amd64.VPADDQ: 8, amd64.VPADDB: 1, amd64.VPERMW: 2} {
		if got := (&ISA{}).MaskedElem(uint16(op)); got != want {
			t.Errorf("%s: %d bytes, want %d", amd64.Info(op).Mnemonic, got, want)
		}
	}
}
