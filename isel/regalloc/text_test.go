package regalloc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"hotloop/isel/mach"
)

// AllocateText allocates a function of the toy instruction set and returns the result as text. Check and mach.Verify
// have accepted it. name has the number of registers of each class, as in 4/4/2.
//
// A function is a list of blocks in the notation of mach.Format, with attributes behind the name of a block:
//
//	b1(v2:gp) freq 2 cold
//	  v3:gp = two v2', v0
//	  v4:gp = def 7 remat
//	  branch b1(v3) b2
func AllocateText(name, text string) (string, error) {
	var regs [3]int
	if _, err := fmt.Sscanf(name, "%d/%d/%d", &regs[0], &regs[1], &regs[2]); err != nil {
		return "", err
	}
	p := textParser{f: &mach.Func{Name: "f"}, regs: map[string]mach.Reg{}}
	if err := p.parse(text); err != nil {
		return "", err
	}
	isa, f := newToy(regs[0], regs[1], regs[2]), p.f
	if err := mach.Verify(isa, f); err != nil {
		return "", err
	}
	res, err := Allocate(isa, f, Options{Trace: true})
	if err != nil {
		return err.Error(), nil
	}
	if err := Check(isa, f, res, Options{}); err != nil {
		return "", fmt.Errorf("%v\n%s", err, mach.Format(isa, f))
	}
	_, out, _ := strings.Cut(mach.Format(isa, f), "\n")
	for i, poll := range res.Polls {
		out += fmt.Sprintf("poll %d:", i)
		for _, l := range poll.Live {
			out += fmt.Sprintf(" %s=v%d", isa.RegName(l.Reg, 8), num(l.Value))
		}
		out += "\n"
	}
	return out, nil
}

// textParser reads the notation of AllocateText. Registers are numbered in the order of their definitions.
type textParser struct {
	f    *mach.Func
	regs map[string]mach.Reg
	err  error
}

var (
	blockLine = regexp.MustCompile(`^(b\d+)(?:\((.*?)\))?((?: [\w.]+)*)$`)
	targets   = regexp.MustCompile(`(b\d+)(?:\((.*?)\))?`)
	operand   = regexp.MustCompile(`\[(v\d+)(?:\+(v\d+)\*4)?\]|\{(v\d+)\}|(v\d+)('*)|(\d+)|remat`)
	typed     = regexp.MustCompile(`(v\d+):(gp|vec|mask)(\d*)`)
)

func (p *textParser) parse(text string) error {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	blocks := map[string]*mach.Block{}
	for _, line := range lines { // all names first: edges and instructions may refer to what follows
		for _, m := range typed.FindAllStringSubmatch(line, -1) {
			size, _ := strconv.Atoi(m[3])
			if size == 0 {
				size = 8
			}
			class := map[string]mach.Class{"gp": mach.GP, "vec": mach.Vec, "mask": mach.Mask}[m[2]]
			p.regs[m[1]] = p.f.NewVReg(class, size)
		}
		if m := blockLine.FindStringSubmatch(line); m != nil {
			b := p.f.NewBlock("")
			blocks[m[1]] = b
			for _, v := range typed.FindAllStringSubmatch(m[2], -1) {
				b.Params = append(b.Params, p.regs[v[1]])
			}
			b.Freq, b.Cold = 1, strings.Contains(m[3], " cold")
			if _, freq, ok := strings.Cut(m[3], "freq "); ok {
				fmt.Sscan(freq, &b.Freq)
			}
		}
	}
	var b *mach.Block
	for _, line := range lines {
		if m := blockLine.FindStringSubmatch(line); m != nil {
			b = blocks[m[1]]
			continue
		}
		p.inst(b, strings.TrimSpace(line))
		if word, rest, _ := strings.Cut(strings.TrimSpace(line), " "); word == "jump" || word == "branch" {
			for _, m := range targets.FindAllStringSubmatch(rest, -1) {
				var args []mach.Reg
				for _, v := range operand.FindAllStringSubmatch(m[2], -1) {
					args = append(args, p.reg(v[4]))
				}
				b.AddEdge(blocks[m[1]], args...)
			}
		}
	}
	return p.err
}

func (p *textParser) reg(name string) mach.Reg {
	r := p.regs[name]
	if r == mach.NoReg && p.err == nil {
		p.err = fmt.Errorf("%s is not defined", name)
	}
	return r
}

// inst appends an instruction to b.
func (p *textParser) inst(b *mach.Block, line string) {
	in := mach.Inst{MemPos: -1}
	put := func(r mach.Reg) { in.Regs[in.N], in.N = r, in.N+1 }
	defs, rest, ok := strings.Cut(line, " = ")
	if !ok {
		defs, rest = "", line
	}
	for _, v := range typed.FindAllStringSubmatch(defs, -1) {
		put(p.reg(v[1]))
	}
	name, rest, _ := strings.Cut(rest, " ")
	for i := mach.Poll; i <= mach.Branch; i++ {
		if [...]string{mach.Poll: "poll", mach.Ret: "ret", mach.Jump: "jump", mach.Branch: "branch"}[i] == name {
			b.Insts = append(b.Insts, mach.Inst{Pseudo: i, MemPos: -1})
			return
		}
	}
	for op := opDef; op < numOps; op++ {
		if (*toyISA)(nil).OpName(op) == name {
			in.Op = op
		}
	}
	if in.Op == opBad && p.err == nil {
		p.err = fmt.Errorf("no instruction %q", line)
	}
	remat := false
	for _, m := range operand.FindAllStringSubmatch(rest, -1) {
		switch {
		case m[0] == "remat":
			remat = true
		case m[1] != "":
			in.MemPos, in.Mem = int8(in.N), mach.Mem{Base: p.reg(m[1]), Scale: 4}
			if m[2] != "" {
				in.Mem.Index = p.reg(m[2])
			}
			put(mach.NoReg)
		case m[3] != "":
			in.Mask = p.reg(m[3])
		case m[5] == "'":
			in.Tied = p.reg(m[4])
		case m[5] == "''":
			in.Tied2 = p.reg(m[4])
		case m[4] != "":
			put(p.reg(m[4]))
		default:
			in.Imm, _ = strconv.ParseInt(m[6], 10, 64)
			in.HasImm = true
		}
	}
	b.Insts = append(b.Insts, in)
	if remat {
		p.f.V(in.Regs[0]).Remat = &in
	}
}
