package mca

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A Program is the text of a function, in the syntax that llvm-mca reads.
type Program struct {
	arch  machine
	insts []inst
}

// inst is an instruction.
type inst struct {
	text   string   // the line
	op     string   // mnemonic
	args   []string // operands, as they stand
	flow   flow
	target int // of a jump or branch: index of the instruction it goes to, -1 if it leaves the function
}

// flow is where control goes behind an instruction.
type flow uint8

const (
	next   flow = iota // on
	jump               // to the target
	branch             // on, or to the target
	leave              // nowhere in this function
)

// machine is what must be known of an architecture's assembly language.
type machine interface {
	// flow says where control goes; the target is the operand of that index.
	flow(op string) (f flow, targetArg int)
	// relative reports whether a target in a disassembly counts from the end of the instruction instead of its start.
	relative() bool
	// comment starts a comment.
	comment() string
	// modelled is the text that llvm-mca gets for an instruction, mostly its own.
	modelled(in *inst) string
	// step follows an instruction: it tells s of addresses accessed and of registers written.
	step(s *state, in *inst)
}

var (
	labelLine = regexp.MustCompile(`^([\w.$]+):`)
	encoding  = regexp.MustCompile(`encoding: \[([^\]]*)\]`)
)

// parseAssembly reads function name from a compiler's assembly.
func parseAssembly(m machine, text, name string) (*Program, error) {
	p := &Program{arch: m}
	labels := map[string]int{}
	inside := false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, m.comment())
		line = strings.TrimSpace(line)
		if l := labelLine.FindStringSubmatch(line); l != nil {
			switch {
			case l[1] == name:
				inside = true
			case inside && strings.HasPrefix(l[1], ".Lfunc_end"):
				return p, p.link(func(_ int, arg string) int { return at(labels, arg) })
			case inside:
				labels[l[1]] = len(p.insts)
			}
			continue
		}
		if inside && line != "" && line[0] != '.' {
			p.add(line)
		}
	}
	return nil, fmt.Errorf("mca: no function %s in the assembly", name)
}

// parseDisassembly reads what llvm-mc -show-encoding says of a function's bytes.
func parseDisassembly(m machine, text string) (*Program, error) {
	p := &Program{arch: m}
	index := map[string]int{} // by address
	var starts, ends []int
	address := 0
	for line := range strings.Lines(text) {
		code := encoding.FindStringSubmatch(line)
		if code == nil {
			continue
		}
		body, _, _ := strings.Cut(line, m.comment())
		index[strconv.Itoa(address)] = len(p.insts)
		starts = append(starts, address)
		address += strings.Count(code[1], ",") + 1
		ends = append(ends, address)
		p.add(strings.TrimSpace(body))
	}
	return p, p.link(func(i int, arg string) int {
		n, err := strconv.ParseInt(strings.TrimPrefix(arg, "#"), 0, 64)
		if err != nil {
			return -1
		}
		from := starts[i]
		if m.relative() {
			from = ends[i]
		}
		return at(index, strconv.Itoa(from+int(n)))
	})
}

func at(index map[string]int, key string) int {
	if i, ok := index[key]; ok {
		return i
	}
	return -1
}

func (p *Program) add(line string) {
	op, rest, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	in := inst{text: line, op: strings.ToLower(op), args: operands(rest), target: -1}
	p.insts = append(p.insts, in)
}

// link finds the targets of branches.
func (p *Program) link(target func(i int, arg string) int) error {
	for i := range p.insts {
		in := &p.insts[i]
		f, arg := p.arch.flow(in.op)
		in.flow = f
		if f != jump && f != branch {
			continue
		}
		if arg < 0 {
			arg += len(in.args)
		}
		if arg < 0 || arg >= len(in.args) {
			return fmt.Errorf("mca: %q has no target", in.text)
		}
		if in.target = target(i, in.args[arg]); in.target >= len(p.insts) {
			in.target = -1
		}
	}
	return nil
}

// operands splits at the commas that are in no brackets.
func operands(s string) (out []string) {
	depth, start := 0, 0
	for i, c := range s {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(s[start:i]))
				start = i + 1
			}
		}
	}
	if last := strings.TrimSpace(s[start:]); last != "" {
		out = append(out, last)
	}
	return out
}
