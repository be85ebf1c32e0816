package gen

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hotloop/asm"
	"hotloop/isel/emit"
)

// An architecture writes the instructions of a function.
type architecture interface {
	// instructions writes the instructions to w. label names the operands of memory, and the targets of branches.
	instructions(w *writer, code *emit.Assembly) error
	// dispatch writes the jump to the best body.
	dispatch(w *writer, k *kernel, bodies []*body)
}

var architectures = map[string]architecture{"amd64": amd64Arch{}, "arm64": arm64Arch{}}

// writer writes one file of assembly.
type writer struct {
	strings.Builder
	g     *generator
	k     *kernel
	b     *body
	lines map[string][]string // lines of source files
	last  string              // the last source line named in a comment
	names map[asm.Label]string
	at    int    // index of the next call
	file  string // the name of the file
	count int    // of its lines
	// result reports that a result has been stored since the last return. The collector does not know the results before
	// the return, so no call may follow.
	result bool
	err    error
}

func (w *writer) line(format string, args ...any) {
	text := fmt.Sprintf(format+"\n", args...)
	w.count += strings.Count(text, "\n")
	w.WriteString(text)
}

// inst writes an instruction.
func (w *writer) inst(text string) { w.line("\t%s", text) }

// name returns the operand that a label stands for.
func (w *writer) name(l asm.Label) string {
	if n := w.names[l]; n != "" {
		w.result = w.result || strings.HasPrefix(n, "ret")
		return n
	}
	return fmt.Sprintf("L%d", l)
}

// calls writes the calls in front of instruction i, and the source line of the instruction if it is another one.
func (w *writer) calls(i int) {
	for code := &w.b.code; w.at < len(code.Calls) && code.Calls[w.at].At == i; w.at++ {
		c := &code.Calls[w.at]
		w.interrupted()
		if c.Returns {
			w.inst("CALL " + c.To)
			continue
		}
		// Tracebacks show this call at the line of the Go source, like the function that panics.
		t := &w.k.traps[slices.IndexFunc(w.k.traps, func(t trap) bool { return t.call == c.To })]
		w.lineNumber(t.file, t.line)
		w.inst("CALL " + c.To)
		w.inst("UNDEF")
		w.lineNumber(w.file, w.count+2)
	}
}

// lineNumber says what the file and number of the next line are. For Go's assembler, the next line has a number that is
// less by one.
func (w *writer) lineNumber(file string, n int) { w.line("#line %d %q", n+1, file) }

func (w *writer) source(pos int32) {
	if pos == 0 {
		return
	}
	file, n := w.b.where(pos)
	at := fmt.Sprintf("%s:%d", file, n)
	if lines := w.lines[file]; at != w.last && n > 0 && n <= len(lines) {
		w.last = at
		w.line("\t// %s: %s", at, strings.TrimSpace(lines[n-1]))
	}
}

// returned notes the end of the results' stores.
func (w *writer) returned() { w.result = false }

// interrupted notes a call, or code that others reach, after a result has been stored.
func (w *writer) interrupted() {
	if w.result && w.k.aliases {
		w.err = fmt.Errorf("a result is stored before the last call")
	}
}

func (w *writer) label(l asm.Label) {
	w.interrupted()
	if name := w.b.code.Labels[l]; name != "" {
		w.line("L%d: // %s", l, name)
		return
	}
	w.line("L%d:", l)
}

// constants writes the constants of a function.
func (w *writer) constants() {
	for i, c := range w.b.code.Consts {
		if c.Name != "" {
			w.names[c.Label] = c.Name
			continue
		}
		sym := fmt.Sprintf("%sConst%d<>", w.b.name, i)
		w.names[c.Label] = sym
		data := slices.Clone(c.Bytes)
		for len(data)%8 != 0 && len(data) != 4 {
			data = append(data, 0)
		}
		for at := 0; at < len(data); at += 8 {
			if len(data) == 4 {
				w.line("DATA %s+0(SB)/4, $%#08x", sym, binary.LittleEndian.Uint32(data))
				break
			}
			w.line("DATA %s+%d(SB)/8, $%#016x", sym, at, binary.LittleEndian.Uint64(data[at:]))
		}
		w.line("GLOBL %s(SB), RODATA|NOPTR, $%d\n", sym, len(data))
	}
}

// maxNoSplit is the largest sum of a frame and the arguments of a function without a stack check. The linker accepts a
// chain of such functions of 792 bytes. The wrapper that Go code calls has another copy of the arguments, and functions
// that panic have small frames.
const maxNoSplit = 512

// function writes the code of a kernel for an instruction set.
func (w *writer) function(a architecture, k *kernel, b *body) error {
	w.k, w.b, w.names, w.at, w.last, w.result = k, b, map[asm.Label]string{}, 0, "", false
	w.constants()
	frame, flags := b.code.Frame, "NOSPLIT"
	if b.tier.Arch() == "arm64" && frame > 0 {
		frame = (frame+15)&^15 + 8
	}
	if frame+int(k.size) > maxNoSplit {
		flags = "0"
	}
	w.line("// func %s%s", b.name, k.text(nil, 0))
	w.line("TEXT ·%s(SB), %s, $%d-%d", b.name, flags, frame, k.size)
	if frame > 0 {
		w.inst("NO_LOCAL_POINTERS")
	}
	if err := cmp.Or(a.instructions(w, &b.code), w.err); err != nil {
		return fmt.Errorf("%s: internal error in gen, writing %s: %w", k.pos, b.name, err)
	}
	w.line("")
	return nil
}

// assembly returns the assembly file of an architecture, or "" if no kernel has code for it.
func (g *generator) assembly(arch string) (string, error) {
	a := architectures[arch]
	w := &writer{g: g, lines: map[string][]string{}, file: prefix + arch + ".s"}
	for _, f := range g.src {
		w.lines[filepath.Base(f.Name)] = strings.Split(f.Text, "\n")
	}
	w.line("%s", g.header())
	w.line("//go:build %s\n", asmTags)
	w.line("#include \"textflag.h\"\n#include \"funcdata.h\"\n")
	has := false
	for _, k := range g.kernels {
		bodies := k.of(arch)
		w.line("// func %s%s", k.name, k.text(nil, 0))
		w.line("TEXT ·%s(SB), NOSPLIT, $0-%d", k.name, k.size)
		a.dispatch(w, k, bodies)
		w.line("")
		for _, b := range bodies {
			has = true
			if err := w.function(a, k, b); err != nil {
				return "", err
			}
		}
	}
	if !has {
		return "", nil
	}
	w.line("// hotloopYield is where a kernel stops for the scheduler and the garbage collector: in the stack check that the\n" +
		"// assembler adds to it.")
	w.line("TEXT hotloopYield<>(SB), 0, $128-0")
	w.inst("NO_LOCAL_POINTERS")
	w.inst("RET")
	return w.String(), nil
}

// of returns the bodies for an architecture, the best instruction set first.
func (k *kernel) of(arch string) (list []*body) {
	for _, b := range k.bodies {
		if b.tier.Arch() == arch {
			list = append(list, b)
		}
	}
	return list
}
