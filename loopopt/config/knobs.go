package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Knobs are the debug switches of environment variable HOTLOOP and of the hotloop command, in the same words, separated
// by commas: "isa=avx2,print-after=licm,verify-each".
type Knobs struct {
	ISA  string // isa=avx2: no more than this instruction set
	Tune string // tune=znver4: choose and order code for that processor; tune=generic for none in particular
	Func string // func=name: the other knobs apply to this kernel only

	LookKnobs
	CheckKnobs
	CodeKnobs
	LoopKnobs // unroll.max-count=4 and so on
}

// LookKnobs show what the compiler does, and tools what it made.
type LookKnobs struct {
	PrintAfter   string // print-after=licm, or all
	PrintChanged bool   // print-changed: print after passes that changed something
	Remarks      bool   // remarks: print them to standard error
	PerfMap      bool   // perf-map: tell perf the names of kernels, in /tmp/perf-PID.map; for the process from then on
	JITDump      bool   // jitdump: the same with code and lines, for perf inject --jit
	CrashReport  bool   // crash-report: faults in the kernel panic with a report of kernel, line and instruction
}

// CheckKnobs look for mistakes of the compiler, and make some.
type CheckKnobs struct {
	VerifyEach   bool   // verify-each: check the IR's invariants after every pass
	EvalEach     bool   // eval-each: run the interpreter before and after every pass and compare
	Bisect       int    // bisect=N: do only the first N transformations; -1 is all
	Seed         int64  // seed=1: of eval-each's inputs
	Shuffle      int64  // shuffle=7: passes and stages in another order that passOrder and stageOrder permit
	DropMetadata int64  // drop-metadata=7: take metadata away between steps, by that seed (see dropmd.go)
	Plant        string // plant=licm: that pass, or transformation, makes a mistake, chosen by the seed (see plant.go)
}

// CodeKnobs change the code of all kernels, for measurements and tests.
type CodeKnobs struct {
	// NoPolls, no-polls: loops do not poll, to measure what polls cost; a collection waits for the kernel's end, and
	// nothing cancels it.
	NoPolls bool
	NoSLP   bool // no-slp: expressions of one shape in straight-line code stay scalar (see slp.go)
	// KeepFreed, keep-freed: machine code that is freed stays poisoned instead of being overwritten; for the whole
	// process from then on.
	KeepFreed bool
	// PollCounter, poll-counter: polls yield by count, as they do where they cannot ask the Go runtime, and not when
	// asked.
	PollCounter bool
	Place       int  // place=N: code begins N bytes behind a cache line's start, to tell what is due to its place
	Pad         int  // pad=N: innermost loops stand N bytes further behind what is before them, for the same reason
	LegacyOrder bool // order=legacy: transformations in the order of LLVM's pipeline, not in that of the requests
}

// ParseKnobs reads a list of knobs; the empty list sets nothing.
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
			k.DropMetadata, err = strconv.ParseInt(val, 10, 64)
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
		if (name == "isa" || name == "tune" || name == "print-after" || name == "func" || name == "plant") &&
			val == "" {
			return k, fmt.Errorf("HOTLOOP: knob %q needs a value", name)
		}
	}
	return k, nil
}

// bytesBelowLine reads a distance of code: whole instructions of arm64, and less than a cache line.
func bytesBelowLine(name, val string) (int, error) {
	n, err := strconv.Atoi(val)
	if err == nil && n&^60 != 0 {
		err = fmt.Errorf("HOTLOOP: found %s=%s: write %[1]s=N with a multiple of 4 below 64", name, val)
	}
	return n, err
}
