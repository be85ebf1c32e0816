// Command genops generates from insts.txt zops.go, the Op constants and their OpInfo rows; zencodings.go, the encodings;
// and isel/arm/zopcosts.go, the costs of the Ops. It does not import package arm64, so that it works while that package
// does not compile.
package main

import (
	"fmt"
	"log"
	"strings"

	"hotloop/asm/internal/insttable"
)

// The columns of insts.txt behind the name.
const (
	operands = iota + 1
	encoding
	sizes
	feats
	attrs
	columns = 8
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("genops: ")
	insttable.Generate(generate)
}

// generate returns the files, by their places from asm/arm64.
func generate(text string) map[string][]byte {
	var encs strings.Builder
	tables := insttable.NewTables("arm64", [3]string{`{Name: "BADOP", Mnemonic: "badop"}`,
		`{Name: "LABEL", Mnemonic: "label", Flags: SideEffect}`, `{Name: "ALIGN", Mnemonic: "align", Flags: SideEffect}`})
	for _, r := range insttable.Rows(text, columns, false) {
		info, enc := translate(r)
		tables.Add(r, info)
		fmt.Fprintf(&encs, "\t%s: %s,\n", r.Name, enc)
	}
	encodings := insttable.Source(insttable.Head + "package arm64\n\nvar encodings = [NumOps]encoding{\n" + encs.String() +
		"}\n")
	return map[string][]byte{"zops.go": tables.Ops(), "zencodings.go": encodings,
		"../../isel/arm/zopcosts.go": tables.Costs("arm", "[2]float32")}
}
