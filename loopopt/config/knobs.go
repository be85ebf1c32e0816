package config

import (
	"fmt"
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
	Place       int  // place=N: code starts N bytes after the start of a cache line, to measure effects of placement
	Pad         int  // pad=N: innermost loops start N bytes farther from the code before them, for the same purpose
	LegacyOrder bool // order=legacy: transformations in the order of LLVM's pipeline, not of the requests
}

// ParseKnobs parses a list of knobs. The empty list sets nothing.
func ParseKnobs(list string) (Knobs, error) {
	defaults := Knobs{CheckKnobs: CheckKnobs{Bisect: -1, Seed: 1}, LoopKnobs: defaultLoopKnobs}
	if list == "" {
		return defaults, nil
	}
	k := defaults
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		name, val, has := strings.Cut(word, "=")
		flag := func(b *bool) error {
			if has {
				return fmt.Errorf("HOTLOOP: knob %q takes no value", name)
			}
			*b = true
			return nil
		}
		var err error
		switch name {
		case "isa":
			k.ISA = val
		case "tune":
			k.Tune = val
		case "print-after":
			k.PrintAfter = val
		case "func":
			k.Func = val
		case "shuffle":
			k.Shuffle, err = strconv.ParseInt(val, 10, 64)
		case "drop-metadata":
			k.dropMetadata, err = strconv.ParseInt(val, 10, 64)
		case "plant":
			k.Plant = val
		case "bisect":
			k.Bisect, err = strconv.Atoi(val)
		case "seed":
			k.Seed, err = strconv.ParseInt(val, 10, 64)
		case "print-changed":
			err = flag(&k.PrintChanged)
		case "verify-each":
			err = flag(&k.VerifyEach)
		case "eval-each":
			err = flag(&k.EvalEach)
		case "perf-map":
			err = flag(&k.PerfMap)
		case "jitdump":
			err = flag(&k.JITDump)
		case "crash-report":
			err = flag(&k.CrashReport)
		case "keep-freed":
			err = flag(&k.KeepFreed)
		case "poll-counter":
			err = flag(&k.PollCounter)
		case "place":
			k.Place, err = bytesBelowLine(name, val)
		case "pad":
			k.Pad, err = bytesBelowLine(name, val)
		case "remarks":
			err = flag(&k.Remarks)
		case "no-polls":
			err = flag(&k.NoPolls)
		case "no-slp":
			err = flag(&k.NoSLP)
		case "order":
			if val != "legacy" && val != "dynamic" {
				return k, fmt.Errorf("HOTLOOP: found order=%s: write order=dynamic or order=legacy", val)
			}
			k.LegacyOrder = val == "legacy"
		default:
			err = k.LoopKnobs.set(name, val, has)
		}
		if err != nil {
			return k, err
		}
		if Lab == nil && (name == "shuffle" || name == "drop-metadata" || name == "plant" || k.LegacyOrder) {
			return k, fmt.Errorf("HOTLOOP: %s is not supported in this program; use hotloop run -knobs %[1]s", word)
		}
		if (name == "isa" || name == "tune" || name == "print-after" || name == "func" || name == "plant") &&
			val == "" {
			return k, fmt.Errorf("HOTLOOP: knob %q needs a value", name)
		}
	}
	return k, nil
}

// bytesBelowLine parses a code distance: a multiple of arm64's instruction size, less than a cache line.
func bytesBelowLine(name, val string) (int, error) {
	n, err := strconv.Atoi(val)
	if err == nil && n&^60 != 0 {
		err = fmt.Errorf("HOTLOOP: found %s=%s: write %[1]s=N with a multiple of 4 below 64", name, val)
	}
	return n, err
}
