package goasm

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/asm/amd64/amd64test"
)

// same reports whether the template encoder and golang-asm encode one legal instruction equally.
func same(t testing.TB, in *amd64.Inst) bool {
	got, err := amd64.Append(nil, in)
	if err != nil {
		t.Errorf("%v", err)
		return false
	}
	want, err := Encode(in)
	if err != nil {
		t.Errorf("%v: %v; template % x", in, err, got)
		return false
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%v: template % x, golang-asm % x", in, got, want)
		return false
	}
	return true
}

// TestTemplatesEqualGolangAsm compares every form with golang-asm, with random operands from those that affect
// the encoding.
func TestTemplatesEqualGolangAsm(t *testing.T) {
	per := 150
	if testing.Short() {
		per = 25
	}
	r := rand.New(rand.NewPCG(1, 2))
	count, illegal, bad := 0, 0, 0
	for _, f := range amd64test.Forms() {
		legal, failed := 0, false
		for range per {
			in := f.Rand(r)
			if amd64.Check(&in) != nil {
				illegal++
				continue
			}
			legal++
			count++
			if !failed && !same(t, &in) {
				failed = true
				if bad++; bad > 200 {
					t.Fatal("too many")
				}
			}
		}
		if legal == 0 {
			in := f.Rand(r)
			t.Errorf("%v: no legal instruction of form %v: %v", in, f, amd64.Check(&in))
		}
	}
	t.Logf("%d forms, %d instructions compared, %d drawn illegal", len(amd64test.Forms()), count, illegal)
}
