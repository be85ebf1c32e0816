package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Knobs are the debug switches of the environment variable HOTLOOP and of the hotloop command. Both use the same
// comma-separated syntax: "isa=avx2,print-after=licm,verify-each".
type Knobs struct {
	ISA  string // isa=avx2: use at most this instruction set
	Tune string // tune=znver4: select and order code for that processor; tune=generic for no specific one
	Func string // func=name: the other knobs apply to this kernel only

	lookKnobs
	CheckKnobs
	codeKnobs
	LoopKnobs // unroll.max-count=4 and so on
}

// lookKnobs control output about the compiler's work and data for tools.
type lookKnobs struct {
	PrintAfter   string // print-after=licm, or all
	PrintChanged bool   // print-changed: print after each pass that changed something
	Remarks      bool   // remarks: print remarks to standard error
	PerfMap      bool   // perf-map: write names of kernels to /tmp/perf-PID.map for perf; from then on for the process
	JITDump      bool   // jitdump: write names, code and lines for perf inject --jit
	CrashReport  bool   // crash-report: a fault in a kernel panics with a report of kernel, line and instruction
}

// CheckKnobs control checks of the compiler, and deliberate mistakes (see Lab).
type CheckKnobs struct {
	VerifyEach   bool   // verify-each: check the IR's invariants after every pass
	EvalEach     bool   // eval-each: run the interpreter before and after every pass and compare the results
	Bisect       int    // bisect=N: apply only the first N transformations; -1 means all
	Seed         int64  // seed=1: seed of eval-each's inputs
	Shuffle      int64  // shuffle=7: run passes and stages in another order that passOrder and stageOrder allow
	dropMetadata int64  // drop-metadata=7: remove metadata between steps, with that seed
	Plant        string // plant=licm: that pass or transformation makes a mistake, selected by the seed
}

// codeKnobs change the code of all kernels, for measurements and tests.
type codeKnobs struct {
	// NoPolls, no-polls: loops do not poll, to measure the cost of polls. A garbage collection waits for the end
	// of the kernel, and the kernel cannot be canceled.
	NoPolls bool
	NoSLP   bool // no-slp: do not vectorize straight-line code (see package slp)
	// KeepFreed, keep-freed: freed machine code stays poisoned and is not overwritten; from then on for the whole
	// process.
	KeepFreed bool
	// PollCounter, poll-counter: polls yield by count, as on platforms where they cannot ask the Go runtime, and
	// not on request.
	PollCounter bool
	Place       int // place=N: code starts N bytes after the start of a cache line, to measure effects of placement
	Pad         int // pad=N: innermost loops start N bytes farther from the code before them, for the same purpose
	// ParallelAlways, parallel-always: a loop that may be shared by goroutines is, however little there is to do, and the
	// ranges of iterations are small.
	ParallelAlways bool
	LegacyOrder    bool // order=legacy: transformations in the order of LLVM's pipeline, not of the requests
}

// knob is a row of knobTable. The type of its field says what values it takes.
type knob struct {
	name  string
	field func(k *Knobs) any
}

type (
	belowLine   int  // a code distance: a multiple of arm64's instruction size, less than a cache line
	legacyOrder bool // order=legacy or order=dynamic
)

// knobTable lists all knobs but those of loop transformations, which loopKnobTable has.
var knobTable = []knob{
	{"isa", func(k *Knobs) any { return &k.ISA }},
	{"tune", func(k *Knobs) any { return &k.Tune }},
	{"func", func(k *Knobs) any { return &k.Func }},
	{"print-after", func(k *Knobs) any { return &k.PrintAfter }},
	{"print-changed", func(k *Knobs) any { return &k.PrintChanged }},
	{"remarks", func(k *Knobs) any { return &k.Remarks }},
	{"perf-map", func(k *Knobs) any { return &k.PerfMap }},
	{"jitdump", func(k *Knobs) any { return &k.JITDump }},
	{"crash-report", func(k *Knobs) any { return &k.CrashReport }},
	{"verify-each", func(k *Knobs) any { return &k.VerifyEach }},
	{"eval-each", func(k *Knobs) any { return &k.EvalEach }},
	{"bisect", func(k *Knobs) any { return &k.Bisect }},
	{"seed", func(k *Knobs) any { return &k.Seed }},
	{"shuffle", func(k *Knobs) any { return &k.Shuffle }},
	{"drop-metadata", func(k *Knobs) any { return &k.dropMetadata }},
	{"plant", func(k *Knobs) any { return &k.Plant }},
	{"no-polls", func(k *Knobs) any { return &k.NoPolls }},
	{"no-slp", func(k *Knobs) any { return &k.NoSLP }},
	{"keep-freed", func(k *Knobs) any { return &k.KeepFreed }},
	{"poll-counter", func(k *Knobs) any { return &k.PollCounter }},
	{"place", func(k *Knobs) any { return (*belowLine)(&k.Place) }},
	{"parallel-always", func(k *Knobs) any { return &k.ParallelAlways }},
	{"pad", func(k *Knobs) any { return (*belowLine)(&k.Pad) }},
	{"order", func(k *Knobs) any { return (*legacyOrder)(&k.LegacyOrder) }},
}

// ParseKnobs parses a list of knobs. The empty list sets nothing.
func ParseKnobs(list string) (Knobs, error) {
	k := Knobs{CheckKnobs: CheckKnobs{Bisect: -1, Seed: 1}, LoopKnobs: defaultLoopKnobs}
	if list == "" {
		return k, nil
	}
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		name, val, has := strings.Cut(word, "=")
		if err := k.set(name, val, has); err != nil {
			return k, err
		}
		if Lab == nil && (name == "shuffle" || name == "drop-metadata" || name == "plant" || k.LegacyOrder) {
			return k, fmt.Errorf("HOTLOOP: %s is not supported in this program; use hotloop run -knobs %[1]s", word)
		}
	}
	return k, nil
}

// set sets the knob called name.
func (k *Knobs) set(name, val string, has bool) (err error) {
	at := slices.IndexFunc(knobTable, func(row knob) bool { return row.name == name })
	if at < 0 {
		return k.LoopKnobs.set(name, val, has)
	}
	wanted := func(text string) error {
		return fmt.Errorf("HOTLOOP: found %s=%s; use %s", name, val, strings.ReplaceAll(text, "NAME", name))
	}
	switch p := knobTable[at].field(k).(type) {
	case *bool:
		if has {
			return fmt.Errorf("HOTLOOP: knob %q takes no value", name)
		}
		*p = true
	case *string:
		if val == "" {
			return fmt.Errorf("HOTLOOP: knob %q needs a value", name)
		}
		*p = val
	case *int:
		if *p, err = strconv.Atoi(val); err != nil {
			return wanted("NAME=N with a number N")
		}
	case *int64:
		if *p, err = strconv.ParseInt(val, 10, 64); err != nil {
			return wanted("NAME=N with a number N")
		}
	case *belowLine:
		n, err := strconv.Atoi(val)
		if err != nil || n&^60 != 0 {
			return wanted("NAME=N with a multiple of 4 below 64")
		}
		*p = belowLine(n)
	case *legacyOrder:
		if val != "legacy" && val != "dynamic" {
			return wanted("NAME=dynamic or NAME=legacy")
		}
		*p = val == "legacy"
	}
	return nil
}

// allKnobs lists all knobs as they are written, with a = before a value.
func allKnobs() string {
	var list []string
	var k Knobs
	for _, row := range knobTable {
		if _, flag := row.field(&k).(*bool); flag {
			list = append(list, row.name)
		} else {
			list = append(list, row.name+"=")
		}
	}
	for _, name := range KnobNames() {
		list = append(list, name+"=")
	}
	return strings.Join(list, " ")
}
