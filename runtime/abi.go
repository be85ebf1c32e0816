package runtime

import (
	goruntime "runtime"
	"strings"
)

// Why the conventions of the Go compiler matter here: a generated adapter is a
// closure of one type that is called through a func value of another. That is
// sound where gc passes the arguments of both in the same places, and where
// the adapter writes nowhere in its caller's frame that the caller did not
// reserve. This file decides it, by doing what the ABI document (ABIInternal,
// in the Go source tree) says for the few classes that kernels have. The rules
// used, all old and all exercised by TestEverySignature:
//
//   - A value goes to integer registers (1 word, string 2, slice 3) or to one
//     floating-point register, as long as enough are left for all of it;
//     otherwise to the stack, at its natural alignment, in order. Later values
//     still get the registers that are left.
//   - In a register, bits beyond the size of a value are junk.
//   - The caller reserves a spill slot, at natural alignment and in order, for
//     every argument in registers, and the callee may write there. The area is
//     rounded up to words; it starts after the stack-assigned arguments.
//   - Results go to the same registers, in order, and have no spill slots.
//     All registers are caller-saved, so more results than the caller expects
//     are harmless.

// param is what the calling convention sees of a parameter or result.
type param struct {
	class Class
	size  uintptr // of a scalar; others have their words
}

func (p param) bytes() uintptr {
	if p.class == ClassInt || p.class == ClassFloat {
		return p.size
	}
	return classWords[p.class] * wordSize
}

func (p param) align() uintptr { return min(p.bytes(), wordSize) }

// String is the letter of the class, and the size of a scalar: S, T, P, i4, f8.
func (p param) String() string {
	letter := string("ifPTS"[p.class])
	if p.class == ClassInt || p.class == ClassFloat {
		letter += string('0' + byte(p.size))
	}
	return letter
}

// abiRegs returns how many argument registers there are.
func abiRegs(arch string) (ints, floats uintptr) {
	switch arch {
	case "amd64":
		return 9, 15
	case "arm64":
		return 16, 16
	}
	return 0, 0
}

const inRegister = ^uintptr(0)

// assignment is where the arguments of a call go.
type assignment struct {
	at    []uintptr // inRegister, or the offset on the stack
	stack uintptr   // bytes of stack-assigned arguments
	total uintptr   // with the spill area
}

// assign follows the calling convention.
func assign(ps []param, arch string) (a assignment) {
	ints, floats := abiRegs(arch)
	var spill uintptr
	for _, p := range ps {
		n, left := classWords[p.class], &ints
		if p.class == ClassFloat {
			left = &floats
		}
		if n <= *left {
			*left -= n
			spill = roundUp(spill, p.align()) + p.bytes()
			a.at = append(a.at, inRegister)
			continue
		}
		off := roundUp(a.stack, p.align())
		a.at = append(a.at, off)
		a.stack = off + p.bytes()
	}
	a.stack = roundUp(a.stack, wordSize)
	a.total = a.stack + roundUp(spill, wordSize)
	return a
}

func roundUp(n, unit uintptr) uintptr { return (n + unit - 1) &^ (unit - 1) }

// canonical returns the order in which an adapter takes the parameters: the
// floats move behind the last integer, or else to the end. Floats and the rest
// share neither registers nor, as long as no float is spilled to the stack,
// memory, so adapters need not tell where the floats stand. Behind the integers
// they need the least room in the spill area: of two int32 and two float64 they
// leave no gap, as between the integers they would.
func canonical(ps []param) (order []int) {
	var floats []int
	for i, p := range ps {
		if p.class == ClassFloat {
			floats = append(floats, i)
		}
	}
	last := -1 // of the integers
	for i, p := range ps {
		if p.class == ClassInt {
			last = i
		}
	}
	for i, p := range ps {
		if p.class != ClassFloat {
			order = append(order, i)
		}
		if i == last {
			order = append(order, floats...)
		}
	}
	if last < 0 {
		order = append(order, floats...)
	}
	return order
}

// serves tells whether an adapter with parameters rep (in canonical order) can
// be called as a func with parameters sig.
func serves(rep, sig []param, arch string) bool {
	if len(rep) != len(sig) {
		return false
	}
	ra, sa := assign(rep, arch), assign(sig, arch)
	if ra.stack != sa.stack || ra.total > sa.total {
		return false
	}
	for j, i := range canonical(sig) {
		p, r := sig[i], rep[j]
		if r.class != p.class || r.size < p.size || ra.at[j] != sa.at[i] {
			return false
		}
		if p.class == ClassFloat && ra.at[j] != inRegister {
			return false
		}
	}
	return true
}

// variants are the sizes of representatives to try for integers and floats,
// best first: whole words are the cheapest to store and reload.
var variants = [][2]uintptr{{8, 8}, {8, 4}, {4, 8}, {4, 4}, {2, 8}, {2, 4}, {1, 8}, {1, 4}}

// represent puts a signature in canonical order and gives every scalar the
// variant's size.
func represent(sig []param, v [2]uintptr) []param {
	out := make([]param, len(sig))
	for j, i := range canonical(sig) {
		out[j] = sig[i]
		switch out[j].class {
		case ClassInt:
			out[j].size = v[0]
		case ClassFloat:
			out[j].size = v[1]
		}
	}
	return out
}

// key names an adapter.
func key(rep []param) string {
	var b strings.Builder
	for _, p := range rep {
		b.WriteString(p.String())
	}
	return b.String()
}

// pairKey names the adapter with the same parameters and two result slots of
// each class instead of one.
func pairKey(key string) string { return key + "_2" }

// representative finds parameters that serve sig and that accept likes.
func representative(sig []param, arch string, accept func(key string) bool) (string, bool) {
	for _, v := range variants {
		rep := represent(sig, v)
		if k := key(rep); serves(rep, sig, arch) && accept(k) {
			return k, true
		}
	}
	return "", false
}

const hostArch = goruntime.GOARCH
