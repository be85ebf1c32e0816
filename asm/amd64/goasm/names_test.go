package goasm

import (
	"testing"

	"hotloop/asm/amd64"
	"hotloop/asm/amd64/gosyntax"
)

// TestNames checks that golang-asm knows the mnemonic of every Op at every size.
func TestNames(t *testing.T) {
	initOnce()
	for op := amd64.ALIGN + 1; op < amd64.NumOps; op++ {
		sizes := amd64.Info(op).Sizes
		for s := uint8(1); s != 0; s <<= 1 {
			if sizes != 0 && sizes&s == 0 {
				continue
			}
			in := amd64.New(op, int(s))
			if _, ok := setup.as[gosyntax.Mnemonic(&in)]; !ok {
				t.Errorf("%v size %d: %s", op, s, gosyntax.Mnemonic(&in))
			}
		}
	}
}
