//go:build linux && (amd64 || arm64)

package isel_test

import (
	"fmt"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/isel"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
)

// TestListing prints a function with and without a listing. The listing must not cost anything unless requested,
// and must not change the code.
func TestListing(t *testing.T) {
	for _, tgt := range targets.All() {
		f := ir.MustParse(vectorSaxpy)
		f.Layout()
		plain, err := tgt.Compile(f, isel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		named, err := tgt.Compile(f, isel.Options{Listing: true})
		if err != nil {
			t.Fatal(err)
		}
		if string(plain.Text) != string(named.Text) {
			t.Errorf("%s: keeping a listing changes the code", tgt.Name())
		}
		if isel.Kept(plain) || strings.Contains(plain.String(), "mov") {
			t.Errorf("%s: a listing was kept without a request", tgt.Name())
		}
		text := named.String()
		mul := "vmulps "
		if tgt.Tier() == cpu.NEON {
			mul = "fmul v"
		}
		for _, want := range []string{": ; entry\n", ": ; vector\n", ": ; tail\n", mul, " ret\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the listing lacks %q:\n%s", tgt.Name(), want, text)
			}
		}
		// Every byte of the code is in some line.
		at := 0
		for _, line := range strings.Split(text, "\n") {
			var off, pad int
			var hex string
			line = strings.Replace(line, ".balign", ".align", 1)
			if n, _ := fmt.Sscanf(line, "%x .align 32; %d bytes", &off, &pad); n == 2 {
				at += pad
			} else if n, _ := fmt.Sscanf(line, " %x %s", &off, &hex); n == 2 && off == at &&
				at < len(named.Instructions()) {
				at += len(hex) / 2
			}
		}
		if at != len(named.Instructions()) {
			t.Errorf("%s: the listing covers %d bytes of %d:\n%s", tgt.Name(), at, len(named.Instructions()), text)
		}
	}
}
