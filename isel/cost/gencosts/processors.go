package main

import "regexp"

// A processor is a column of the tables.
type processor struct {
	name  string // as package cpu has it
	model string // llvm-mca's -mcpu
	// like is the model of a sibling whose wide operations take two passes where this one's take one: 64-byte forms are
	// taken from those of 32 bytes.
	like32 bool
	// issue is the number of micro-operations renamed per cycle.
	issue int
	// groups are the sets of units that the table counts, at most maxGroups. A micro-operation counts for each set that
	// has all of the units it may go to, so that sets within sets are worth having: shuffles have port 5, all vector
	// operations have 0, 1 and 5.
	groups []group
	// loads and stores are the units for them, where the rows of instructions have them (arm64).
	loads, stores *group
	// Loads and stores to the first-level cache: cycles each, by the bytes accessed (loads of up to 8, 16, 32, 64).
	load, store [4]float64
	// loadLatency is from an address to the elements of a vector; general registers get theirs sooner.
	loadLatency, loadLatencyGP int
	measured                   string // file of measurements, if there is one
}

// A group is a set of units.
type group struct {
	name  string
	units *regexp.Regexp // llvm's names, with #index behind
	kind  *regexp.Regexp // the units that llvm-mca spreads the same micro-operations over
	n     int            // how many there are; 0: as many as match
}

const maxGroups = 10

// of makes groups of one kind from names and patterns in turn.
func of(kind string, pairs ...string) (list []group) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, group{name: pairs[i], units: regexp.MustCompile("^(" + pairs[i+1] + ")#"),
			kind: regexp.MustCompile("^(" + kind + ")#")})
	}
	return list
}

// wider is g with another number of units: what the processor has and the model of its predecessor does not.
func (g group) wider(n int) group {
	g.n = n
	return g
}

// intel has the ports of client and server cores since Skylake. Load and store ports are in the rows of loads and
// stores.
func intel(prefix string, p0, p1, p5, rest string) []group {
	p := func(s string) string { return prefix + "(" + s + ")" }
	vec := p0 + "|" + p1 + "|" + p5
	list := of(p(vec+"|"+rest),
		"alu", p(vec+"|"+rest), "vec", p(vec), "p01", p(p0+"|"+p1), "p05", p(p0+"|"+p5), "p0", p(p0), "p1", p(p1),
		"p5", p(p5))
	return append(list, group{name: "div", units: regexp.MustCompile("^" + prefix[:3] + "(FP)?Divider#"),
		kind: regexp.MustCompile("^" + prefix[:3] + "(FP)?Divider#"), n: 1})
}

// zen has four vector pipes beside its integer units, since the third generation.
func zen(prefix string, alus int) []group {
	u := func(s string) string { return prefix + s }
	list := append(of(u("ALU[0-3]"), "alu", u("ALU[0-3]"), "mul", u("ALU1")),
		of(u("FP[0-3]"), "vec", u("FP[0-3]"), "fma", u("FP[01]"), "add", u("FP[23]"), "shuffle", u("FP[12]"), "fp1",
			u("FP1"))...)
	list[0] = list[0].wider(alus)
	return append(list, of(u("FP45"), "data", u("FP45"))...)
}

// zen2 has its vector pipes elsewhere: multiplications on 0 and 1, additions on 2 and 3, shuffles on 1 and 2, stores
// and moves to general registers on 2.
var zen2 = append(of("Zn2ALU[0-3]", "alu", "Zn2ALU[0-3]", "mul", "Zn2ALU1"),
	of("Zn2FPU[0-3]", "vec", "Zn2FPU[0-3]", "fma", "Zn2FPU[01]", "add", "Zn2FPU[23]", "shuffle", "Zn2FPU[12]", "fp2",
		"Zn2FPU2", "fp3", "Zn2FPU3")...)

// The processors for amd64. Widths, loads and stores are out of Intel's Optimization Reference Manual (chapters about
// the microarchitectures) and AMD's Software Optimization Guides for the families 19h and 1Ah, but for Zen 5's, which
// internal/lab/machine measured: one store per cycle of any size, unless neighbours are in one line, as every tenth
// lane of the scatters of TSVC is.
//
// LLVM 22's model of Zen 5 is that of Zen 4, with 512-bit operations in two passes.
var x86Processors = []*processor{
	{name: "haswell", model: "haswell", issue: 4, groups: intel("HWPort", "0", "1", "5", "6"),
		load: [4]float64{0.5, 0.5, 0.5, 0.5}, store: [4]float64{1, 1, 1, 1}, loadLatency: 7, loadLatencyGP: 5},
	{name: "skylake-avx512", model: "skylake-avx512", issue: 4, groups: intel("SKXPort", "0", "1", "5", "6"),
		load: [4]float64{0.5, 0.5, 0.5, 0.5}, store: [4]float64{1, 1, 1, 1}, loadLatency: 7, loadLatencyGP: 5},
	{name: "icelake-server", model: "icelake-server", issue: 5, groups: intel("ICXPort", "0", "1", "5", "6"),
		load: [4]float64{0.5, 0.5, 0.5, 0.5}, store: [4]float64{0.5, 0.5, 0.5, 1}, loadLatency: 7, loadLatencyGP: 5},
	{name: "sapphirerapids", model: "sapphirerapids", issue: 6, measured: "sapphirerapids.txt",
		groups: intel("SPRPort", "00", "01", "05", "06|10"),
		load:   [4]float64{1.0 / 3, 1.0 / 3, 1.0 / 3, 0.5}, store: [4]float64{0.5, 0.5, 0.5,
			1}, loadLatency: 7, loadLatencyGP: 5},
	{name: "znver2", model: "znver2", issue: 5, groups: zen2,
		load: [4]float64{0.5, 0.5, 0.5, 1}, store: [4]float64{1, 1, 1, 2}, loadLatency: 7, loadLatencyGP: 4},
	{name: "znver3", model: "znver3", issue: 6, groups: zen("Zn3", 4), measured: "znver3.txt",
		load: [4]float64{1.0 / 3, 0.5, 0.5, 1}, store: [4]float64{0.5, 1, 1, 2}, loadLatency: 7, loadLatencyGP: 4},
	{name: "znver4", model: "znver4", issue: 6, groups: zen("Zn4", 4),
		load: [4]float64{1.0 / 3, 0.5, 0.5, 1}, store: [4]float64{0.5, 1, 1, 2}, loadLatency: 7, loadLatencyGP: 4},
	{name: "znver5", model: "znver4", like32: true, issue: 8, groups: zen("Zn4", 6), measured: "znver5.txt",
		load: [4]float64{0.25, 0.5, 0.5, 0.5}, store: [4]float64{0.9, 1, 1, 1}, loadLatency: 7, loadLatencyGP: 4},
}

// The processors for arm64. Widths are of LLVM's models, from Arm's Software Optimization Guides.
//
// LLVM's model of the M1 is that of a core of 2013. The table takes the instructions from that of Neoverse V2, which
// has four vector pipes too, and overrides.txt has what Dougall Johnson measured.
var armProcessors = []*processor{
	{name: "neoverse-n1", model: "neoverse-n1", issue: 4, loads: one("N1UnitL"), groups: append(append(
		of("N1Unit[SM]", "alu", "N1Unit[SM]", "mul", "N1UnitM"), of("N1UnitV[01]", "vec", "N1UnitV[01]", "v0",
			"N1UnitV0", "v1", "N1UnitV1")...),
		of("N1UnitB", "branch", "N1UnitB")...)},
	{name: "neoverse-v1", model: "neoverse-v1", issue: 8, loads: one("V1UnitL.*"), stores: one("V1UnitL01"),
		groups: append(append(
			of("V1Unit(S|M0|M1)", "alu", "V1Unit(S|M0|M1)", "mul", "V1UnitM[01]", "m0", "V1UnitM0"),
			of("V1UnitV[0-3]", "vec", "V1UnitV[0-3]", "v02", "V1UnitV[02]", "v13", "V1UnitV[13]", "v0", "V1UnitV0")...),
			of("V1UnitB", "branch", "V1UnitB")...)},
	{name: "neoverse-n2", model: "neoverse-n2", issue: 5, loads: one("N2UnitL.*"), stores: one("N2UnitL01"),
		groups: append(append(
			of("N2Unit(S|M0|M1)", "alu", "N2Unit(S|M0|M1)", "mul", "N2UnitM[01]", "m0", "N2UnitM0"), of("N2UnitV[01]",
				"vec", "N2UnitV[01]", "v0", "N2UnitV0", "v1", "N2UnitV1")...),
			of("N2UnitB", "branch", "N2UnitB")...)},
	{name: "neoverse-v2", model: "neoverse-v2", issue: 8, loads: one("V2UnitL.*"), stores: one("V2UnitL01"),
		groups: neoverseV2},
	{name: "apple-m1", model: "neoverse-v2", issue: 8, loads: one("V2UnitL.*"), stores: one("V2UnitL01"),
		groups: neoverseV2},
}

// one is a group of its own kind; loads go to all units for loads, and stores to some of them.
func one(units string) *group {
	kind := regexp.MustCompile("^" + units[:2] + "UnitL.*#")
	return &group{units: regexp.MustCompile("^" + units + "#"), kind: kind}
}

var neoverseV2 = append(append(
	of("V2Unit[MS][0-3]", "alu", "V2Unit[MS][0-3]", "mul", "V2UnitM[01]", "m0", "V2UnitM0"),
	of("V2UnitV[0-3]", "vec", "V2UnitV[0-3]", "v02", "V2UnitV[02]", "v13", "V2UnitV[13]", "v0", "V2UnitV0")...),
	of("V2UnitB", "branch", "V2UnitB")...)
