// Command genops writes what insts.txt says into zops.go, the Op constants and their OpInfo rows, zencodings.go, the
// words of the encoder, and isel/arm/zopcosts.go, what the Ops cost. It does not import package arm64, so that it works
// when that package does not compile yet.
package main

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"hotloop/asm/internal/insttable"
)

// A row is one row of insts.txt after the brace groups are expanded.
type row struct {
	// last: the alternative taken in the last brace group; prefix: what is before it
	name, prefix, last                         string
	operands, encoding, sizes, features, attrs string
	cost, price                                string
	line                                       int
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("genops: ")
	insttable.Generate(generate)
}

// generate returns the files, by their places from asm/arm64.
func generate(text string) map[string][]byte {
	var consts, infos, encs bytes.Buffer
	costs := insttable.NewCosts("arm64")
	const head = insttable.Head + "package arm64\n\n"
	seen := map[string]bool{}
	for _, r := range parse(text) {
		if seen[r.name] {
			r.fatal("%s twice", r.name)
		}
		seen[r.name] = true
		info, enc := r.translate()
		fmt.Fprintf(&consts, "\t%s\n", r.name)
		fmt.Fprintf(&infos, "\t%s: %s,\n", r.name, info)
		fmt.Fprintf(&encs, "\t%s: %s,\n", r.name, enc)
		costs.Add(r.name, r.cost, r.price, r.line)
	}
	ops := insttable.Source(head + "// The Ops, one for every row of insts.txt, and the pseudo instructions LABEL and ALIGN.\nconst (\n" +
		"\tBADOP Op = iota\n\tLABEL\n\tALIGN\n" + consts.String() + "\n\t// NumOps is the number of Ops.\n\tNumOps = iota\n)\n\nvar opInfo = [NumOps]OpInfo{\n" +
		"\tBADOP: {Name: \"BADOP\", Mnemonic: \"badop\"},\n" +
		"\tLABEL: {Name: \"LABEL\", Mnemonic: \"label\", Flags: SideEffect},\n" +
		"\tALIGN: {Name: \"ALIGN\", Mnemonic: \"align\", Flags: SideEffect},\n" + infos.String() + "}\n")
	encodings := insttable.Source(head + "var encodings = [NumOps]encoding{\n" + encs.String() + "}\n")
	return map[string][]byte{"zops.go": ops, "zencodings.go": encodings,
		"../../isel/arm/zopcosts.go": costs.Source("arm", "[2]float32")}
}

func (r *row) fatal(format string, args ...any) {
	log.Fatalf("insts.txt:%d: %s: %s", r.line, r.name, fmt.Sprintf(format, args...))
}

// parse reads the rows and expands their brace groups.
func parse(text string) (rows []row) {
	for _, l := range insttable.Lines(text, 8) {
		for _, n := range expand(l.Fields[0]) {
			g := func(i int) string { return n.fill(l.Fields[i], l.Number) }
			r := row{name: n.text(len(n.parts)), operands: g(1), encoding: g(2), sizes: g(3), features: g(4),
				attrs: g(5),
				cost:  g(6), price: g(7), line: l.Number}
			if k := len(n.groups); k > 0 {
				r.last, r.prefix = n.parts[2*k-1], n.text(2*k-1)
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// A choice is a name with one alternative taken of every brace group.
type choice struct {
	parts  []string // fixed text and alternatives in turn
	groups []group
}

// group says which of how many alternatives was taken.
type group struct{ taken, of int }

func (c *choice) text(n int) string { return strings.Join(c.parts[:n], "") }

// expand multiplies out the brace groups of a name.
func expand(s string) []choice {
	before, rest, found := strings.Cut(s, "{")
	if !found {
		return []choice{{parts: []string{s}}}
	}
	alternatives, rest, _ := strings.Cut(rest, "}")
	alts := strings.Split(alternatives, ",")
	var out []choice
	for n, alt := range alts {
		for _, tail := range expand(rest) {
			out = append(out, choice{append([]string{before, alt}, tail.parts...),
				append([]group{{n, len(alts)}}, tail.groups...)})
		}
	}
	return out
}

// wider are the elements of twice the size.
var wider = map[string]string{"B": "H", "H": "S", "S": "D"}

// fill replaces the brace groups, ~~ and ~ in s, a column other than the name.
func (c *choice) fill(s string, line int) string {
	for {
		before, rest, found := strings.Cut(s, "{")
		if !found {
			break
		}
		alternatives, rest, _ := strings.Cut(rest, "}")
		alts := strings.Split(alternatives, ",")
		taken := -1
		for _, g := range c.groups {
			if g.of == len(alts) {
				taken = g.taken
				break
			}
		}
		if taken < 0 {
			log.Fatalf("insts.txt:%d: the name has no group of %d alternatives for %q", line, len(alts), alternatives)
		}
		s = before + alts[taken] + rest
	}
	if !strings.Contains(s, "~") {
		return s
	}
	if len(c.groups) == 0 {
		log.Fatalf("insts.txt:%d: ~ without a group in the name", line)
	}
	last := c.parts[2*len(c.groups)-1]
	return strings.ReplaceAll(strings.ReplaceAll(s, "~~", wider[last]), "~", last)
}
