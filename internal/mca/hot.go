package mca

import (
	"errors"
	"regexp"
	"strings"
)

// Hot is the hot loop of a program.
type Hot struct {
	Elements int    // iterations of the source's loop in a pass
	Text     string // the instructions of a pass, one a line
	Model    string // and as llvm-mca gets them
	Insts    int
	Straight bool // no branch but the one back and those out of the loop; else Text is the way that falls through
}

// hotLoop finds the innermost loop that does the most elements a pass. Of loops that do equally many, such as versions
// of one loop, it is the first in the order of the code, where compilers put what they think likely. If a loop around
// the innermost one was vectorized, a vector iteration is for outer iterations of that loop, which steps do not
// count.
func hotLoop(p *Program, source []int64, width, outer int) (*Hot, error) {
	g := newGraph(p)
	var best *Hot
	why := errors.New("there is no loop")
	first := true
	for _, l := range g.innermost() {
		pass, straight := g.pass(l)
		n, err := elements(g.strides(l, pass), source, width)
		if err != nil {
			if first {
				first, why = false, err
			}
			continue
		}
		h := &Hot{Elements: n, Straight: straight}
		g.print(h, pass)
		if outer > 1 && vectorOperand.MatchString(h.Text) {
			h.Elements *= outer
		}
		if best == nil || h.Elements > best.Elements {
			best = h
		}
	}
	if best == nil {
		return nil, why
	}
	return best, nil
}

// vectorOperand is a register of more than one element, in AArch64's spelling, or an operation on all elements, in
// AT&T's.
var vectorOperand = regexp.MustCompile(`\bq[0-9]+\b|\.(16b|8h|4s|2d)\b|^v?(add|sub|mul|div|fn?m\w+)p[sd]\b|%[yz]mm`)

// print writes the code of some blocks.
func (g *graph) print(h *Hot, blocks []int) {
	var text, model strings.Builder
	for _, i := range blocks {
		for j := g.blocks[i].lo; j < g.blocks[i].hi; j++ {
			in := &g.p.insts[j]
			text.WriteString(in.text + "\n")
			model.WriteString(g.p.arch.modelled(in) + "\n")
			h.Insts++
		}
	}
	h.Text, h.Model = text.String(), model.String()
}
