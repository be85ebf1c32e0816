// Package goasm assembles amd64 instructions with golang-asm, the Go toolchain's assembler as a library.
//
// It is a reference, not the encoder in use: go generate probes it for the templates of package amd64, the tests
// compare every form with it, and [Verify] assembles a whole program a second time and compares the bytes. Only
// this package imports golang-asm, whose init can end the process if it does not know the value of GOARM.
// Programs that need amd64.Verify import this package for its side effect.
//
// The package uses obj.Link directly. golang-asm's Builder rebuilds its name tables each time, which takes 70 µs,
// pads jumps, and cannot report errors.
package goasm

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/x86"
	"github.com/twitchyliquid64/golang-asm/objabi"

	"hotloop/asm"
	"hotloop/asm/amd64"
)

// setup holds the tables computed on first use. golang-asm's own first Init races with itself, so a sync.Once
// guards it.
var setup struct {
	sync.Once
	as     map[string]obj.As
	suffix map[string]uint8
}

func initOnce() {
	setup.Do(func() {
		c := obj.Linknew(&x86.Linkamd64)
		c.Headtype = objabi.Hlinux
		x86.Linkamd64.Init(c)
		setup.as = map[string]obj.As{"JMP": obj.AJMP, "RET": obj.ARET}
		for i, name := range x86.Anames {
			if i >= int(obj.A_ARCHSPECIFIC) {
				setup.as[name] = obj.As(i) + obj.ABaseAMD64
			}
		}
		setup.suffix = map[string]uint8{"": 0}
		for _, s := range []string{"Z", "BCST", "BCST.Z", "SAE", "SAE.Z", "RN_SAE", "RD_SAE", "RU_SAE", "RZ_SAE",
			"RN_SAE.Z", "RD_SAE.Z", "RU_SAE.Z", "RZ_SAE.Z"} {
			var p obj.Prog
			if err := x86.ParseSuffix(&p, s); err != nil {
				panic(err)
			}
			setup.suffix[s] = p.Scond
		}
	})
}

// An assembler is a Link, which must not be shared, and the reusable Progs of one program.
type assembler struct {
	ctxt  *obj.Link
	slab  []obj.Prog
	errs  []string
	bound map[asm.Label]*obj.Prog
	syms  map[asm.Label]*obj.LSym
}

var pool = sync.Pool{New: func() any {
	initOnce()
	a := &assembler{ctxt: obj.Linknew(&x86.Linkamd64), bound: map[asm.Label]*obj.Prog{},
		syms: map[asm.Label]*obj.LSym{}}
	a.ctxt.Headtype = objabi.Hlinux
	a.ctxt.IsAsm = true // no padding of jumps
	a.ctxt.DiagFunc = func(format string, args ...any) { a.errs = append(a.errs, fmt.Sprintf(format, args...)) }
	x86.Linkamd64.Init(a.ctxt)
	return a
}}

// A reloc is a RIP-relative displacement that golang-asm leaves to the linker: label+add at code offset off.
type reloc struct {
	label asm.Label
	off   int
	add   int
}

// Encode assembles one instruction, which must not be a branch. It leaves a RIP-relative displacement zero.
func Encode(in *amd64.Inst) ([]byte, error) {
	code, _, err := run([]amd64.Inst{*in}, nil)
	return code, err
}

// run assembles a program without ALIGN. Labels that are not bound in it are returned as relocations. If starts
// is not nil, run appends the offset of every instruction to it.
func run(insts []amd64.Inst, starts *[]int) (code []byte, relocs []reloc, err error) {
	a := pool.Get().(*assembler)
	defer func() {
		// A gather without a mask ends in a nil dereference. The Link may then be in any state, so drop it.
		if r := recover(); r != nil {
			code, relocs, err = nil, nil, fmt.Errorf("golang-asm: panic: %v", r)
			return
		}
		pool.Put(a)
	}()
	a.errs = a.errs[:0]
	clear(a.bound)
	clear(a.syms)
	n := len(insts) + 1
	if cap(a.slab) < n {
		a.slab = make([]obj.Prog, n)
	}
	a.slab = a.slab[:n]
	clear(a.slab)
	progs := a.slab
	first, last := &progs[0], &progs[0]
	first.Ctxt = a.ctxt
	first.As = obj.ANOP
	progs = progs[1:]
	add := func() *obj.Prog {
		p := &progs[0]
		progs = progs[1:]
		p.Ctxt = a.ctxt
		last.Link = p
		last = p
		return p
	}
	type branch struct {
		p *obj.Prog
		l asm.Label
	}
	var branches []branch
	for i := range insts {
		in := &insts[i]
		switch in.Op {
		case amd64.LABEL:
			p := add()
			p.As = obj.ANOP
			a.bound[in.Target] = p
		case amd64.ALIGN:
			return nil, nil, errors.New("golang-asm: cannot align")
		default:
			p := add()
			if err := a.translate(p, in); err != nil {
				return nil, nil, err
			}
			if amd64.Info(in.Op).Flags&amd64.Branch != 0 {
				branches = append(branches, branch{p, in.Target})
			}
		}
	}
	for _, b := range branches {
		q := a.bound[b.l]
		if q == nil {
			return nil, nil, fmt.Errorf("golang-asm: branch to unbound label %d", b.l)
		}
		b.p.To.Type = obj.TYPE_BRANCH
		b.p.To.SetTarget(q)
	}
	sym := &obj.LSym{Func: &obj.FuncInfo{Text: first}}
	x86.Linkamd64.Assemble(a.ctxt, sym, a.ctxt.NewProg)
	if len(a.errs) > 0 {
		return nil, nil, errors.New("golang-asm: " + strings.Join(a.errs, "; "))
	}
	if starts != nil {
		for i := range insts {
			*starts = append(*starts, int(a.slab[i+1].Pc))
		}
	}
	for i := range sym.R {
		r := &sym.R[i]
		for l, s := range a.syms {
			if s == r.Sym {
				relocs = append(relocs, reloc{l, int(r.Off), int(r.Add)})
			}
		}
	}
	for i := range relocs {
		if q := a.bound[relocs[i].label]; q != nil { // a code label read as data: resolve it here
			put32(sym.P[relocs[i].off:], int(q.Pc)+relocs[i].add-relocs[i].off-4)
			relocs[i].label = asm.NoLabel
		}
	}
	return sym.P, relocs, nil
}

func put32(b []byte, v int) {
	b[0], b[1], b[2], b[3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
}
