// Command gencosts writes the tables of instruction costs that kernels are priced and scheduled by, one for each
// described processor: zcosts.go of isel/x86 and of isel/arm.
//
// The tables have three sources. LLVM's scheduling models, read by llvm-mca -instruction-tables, give the number of
// micro-operations of an instruction, the latency of its result and its ports. llvm-mca must be in PATH in the version
// that modelVersion names; otherwise the tables are unchanged, and a message reports it. Files in measured/ have the
// results of this project's own micro-benchmarks on a processor (jitbench -machine -rows writes one), which override
// latencies and throughputs. overrides.txt lists errors of the models, each with the measurement that shows it.
//
// The sources of the columns: Haswell, Skylake, Ice Lake, Sapphire Rapids, Zen 2, Zen 4, Neoverse N1, N2, V1 and V2 on
// LLVM's models, corrected by overrides.txt where others have measured; Apple's on that of Neoverse V2 and on
// Johnson's measurements; Zen 3 and Zen 5 on LLVM's models and own measurements. On Zen 5, 785 of 1073 measured
// rows of the models were off by more than a half, and 0 of 1163 are with the files of measured/; on Zen 3, 134 of 437
// by Zen 4's model, which stood in for it, and 2 or 3 of 680 by its own column.
//
// Package cpu picks the table by family and model (Tuning.Costs); Tune and HOTLOOP=tune=znver4 name one.
// "generic" is the hand-written classes, which golden files use. Schedules use the latencies; every tti.Cost
// has slots and units besides its weighted price. Plans are compared by that price, four micro-operations a cycle.
// jitbench -predict compares the plans' cycles with measured ones: over TSVC in the first-level cache on Zen 5, a loop
// takes 1.19 times the prediction in the geometric mean, half of all loops within 1.42 of that. Column walks and loops
// of 64-bit elements miss most. With bounds (loopopt/vplan/bound.go) and two lengths, 256 and 768, TSVC takes 1.02
// times the prediction on Zen 3, half of all loops within 1.30 of that; all suites 1.07 and 1.24.
package main

import (
	"fmt"
	"go/format"
	"log"
	"os"
	"strings"
)

// modelVersion is the LLVM whose models the tables are made of: those of others differ.
const modelVersion = "22."

func main() {
	log.SetFlags(0)
	log.SetPrefix("gencosts: ")
	for _, tool := range []string{"llvm-mc", "llvm-mca"} {
		if said, err := run("", tool, "--version"); err != nil ||
			!strings.Contains(said, "LLVM version "+modelVersion) {
			log.Printf("the tables are unchanged: %s of LLVM %s is not installed", tool,
				strings.TrimSuffix(modelVersion, "."))
			return
		}
	}
	for _, a := range []struct {
		file string
		list []*form
		cpus []*processor
	}{
		{"../x86/zcosts.go", x86Forms(), x86Processors},
		{"../arm/zcosts.go", armForms(), armProcessors},
	} {
		if err := generate(a.file, a.list, a.cpus); err != nil {
			log.Fatal(err)
		}
	}
}

// generate writes a table for the forms, in their order, with a row of every processor.
func generate(file string, list []*form, cpus []*processor) error {
	rows := make([][]row, len(cpus))
	for i, p := range cpus {
		var err error
		if rows[i], err = p.rows(list); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	text, err := format.Source(printTable(list, cpus, rows))
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
