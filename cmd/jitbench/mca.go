package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/internal/mca"
	"hotloop/internal/progress"
)

func defaultProcessors() string {
	var all []string
	for _, arch := range cpu.Architectures() {
		all = append(all, mca.Processors[arch]...)
	}
	return strings.Join(all, ",")
}

// models compares hot loops in llvm-mca. The exit status is 1 if one of our loops could not be compared, 2 if none
// could.
func (o *options) models(stdout, stderr io.Writer) int {
	fail := func(format string, args ...any) int {
		fmt.Fprintf(stderr, "jitbench -mca: "+format+"\n", args...)
		return 2
	}
	var s bench.Session
	if err := o.kernels(&s); err != nil {
		return fail("%v", err)
	}
	modes, err := oneOf("-mode", o.mode, bench.Modes)
	if err != nil {
		return fail("%v", err)
	}
	if o.cpu == "" {
		o.cpu = defaultProcessors()
	}
	targets, err := processors(o.cpu, o.isa)
	if err != nil {
		return fail("%v", err)
	}
	tools, err := mca.FindTools()
	if err != nil {
		return fail("%v", err)
	}
	defer tools.Close()

	shown := progress.Start(stderr, "jitbench -mca")
	defer shown.Stop()
	out := &modelReport{w: shown.Writer(stdout), tools: tools, json: o.json}
	bad, tables := 0, 0
	for _, t := range targets {
		if err := tools.Check(t.whole); err != nil {
			fmt.Fprintf(stderr, "jitbench -mca: skipping %s: %v\n", t.whole.March, err)
			continue
		}
		for _, mode := range modes {
			var rows []*mca.Row
			for i, k := range s.Kernels {
				shown.Set(i, len(s.Kernels), t.whole.March+" "+mode+" "+k.Name)
				r := tools.Compare(k, t.limited, t.whole.Tier, mode)
				if rows = append(rows, r); r.Ours.Error != "" {
					bad++
				}
			}
			out.table(rows)
			tables++
		}
	}
	shown.Stop()
	switch {
	case tables == 0:
		return fail("all processors are skipped")
	case bad > 0:
		fmt.Fprintf(stderr, "jitbench -mca: %d of hotloop's loops could not be compared\n", bad)
		return 1
	}
	return 0
}

// target is a processor, and the features of it to use.
type target struct{ whole, limited cpu.Features }

// processors returns the processors of a list, each for those instruction sets of the other list that it supports; an
// empty instruction set selects the processor's own.
func processors(cpus, isas string) (out []target, err error) {
	for _, name := range list(cpus) {
		f, err := cpu.Model(name)
		if err != nil {
			return nil, err
		}
		if isas == "" {
			out = append(out, target{f, f})
		}
		tiers := cpu.Tiers(f.Tier.Arch())
		for _, isa := range list(isas) {
			t, err := cpu.ParseTier(isa)
			if err != nil {
				return nil, err
			}
			if i := slices.Index(tiers, t); i < 0 || i > slices.Index(tiers, f.Tier) {
				continue // of another architecture, or not supported
			}
			limited, err := f.Limit(isa)
			if err != nil {
				return nil, err
			}
			out = append(out, target{f, limited})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("none of the processors %s supports any of the instruction sets %s", cpus, isas)
	}
	return out, nil
}

// modelReport prints tables in Markdown, or the rows as JSON, one per line.
type modelReport struct {
	w     io.Writer
	tools *mca.Tools
	json  bool
	said  bool
}

func (m *modelReport) table(rows []*mca.Row) {
	if m.json {
		for _, r := range rows {
			json.NewEncoder(m.w).Encode(r)
		}
		return
	}
	if !m.said {
		m.said = true
		fmt.Fprintf(m.w, "Cycles per element of the hot loops of hotloop and clang (%s) in the model of %s (%s).\n",
			m.tools.Clang.Version, "llvm-mca", m.tools.MCA.Version)
		fmt.Fprintln(m.w, "The model assumes that all loads hit the first-level cache and all branches are predicted.")
	}
	first := rows[0]
	fmt.Fprintf(m.w, "\n## %s, %s, mode %s\n\n", first.CPU, first.ISA, first.Mode)
	if f, _ := cpu.Model(first.CPU); f.Tier.Arch() != runtime.GOARCH {
		fmt.Fprintf(m.w, "No %s hardware was available: nothing in this table has been timed.\n\n", f.Tier.Arch())
	}
	fmt.Fprintln(m.w,
		"| kernel | hotloop | elements per iteration | instructions | clang | elements per iteration | instructions | hotloop / clang |")
	fmt.Fprintln(m.w, "|---|---:|---:|---:|---:|---:|---:|---:|")
	for _, r := range rows {
		fmt.Fprintf(m.w, "| %s | %s | %s | %s |\n", r.Kernel, side(&r.Ours), side(&r.Clang), orDash(r.Ratio, "%.2f"))
	}
	if mean, worst, n := mca.Mean(rows); n > 0 {
		fmt.Fprintf(m.w, "| **geometric mean of %d** | | | | | | | **%.2f** |\n\nworst: %s, %.2f\n", n, mean,
			worst.Kernel, worst.Ratio)
	}
	if notes := remarks(rows); len(notes) > 0 {
		fmt.Fprintf(m.w, "\n- %s\n", strings.Join(notes, "\n- "))
	}
}

// side returns the three columns for one side.
func side(s *mca.Side) string {
	if s.Error != "" {
		return "- | - | -"
	}
	mark := ""
	if !s.Straight {
		mark = "\\*"
	}
	return fmt.Sprintf("%.4f%s | %d | %d", s.CyclesPerElement, mark, s.Elements, s.Insts)
}

// remarks returns notes that the columns cannot express, each with the kernels concerned.
func remarks(rows []*mca.Row) (out []string) {
	about := map[string][]string{}
	say := func(kernel, text string) {
		if about[text] == nil {
			out = append(out, text)
		}
		about[text] = append(about[text], kernel)
	}
	for _, r := range rows {
		for _, side := range []struct {
			name string
			*mca.Side
		}{{"hotloop's", &r.Ours}, {"clang's", &r.Clang}} {
			switch {
			case side.Error != "":
				say(r.Kernel, side.name+": "+side.Error)
			case !side.Straight:
				say(r.Kernel, side.name+": \\* the loop branches; the fall-through path is shown")
			}
		}
		if r.Excepted {
			say(r.Kernel, "excluded from the mean, as in all tables of the suite")
		}
	}
	for i, text := range out {
		out[i] = strings.Join(about[text], ", ") + ": " + text
	}
	return out
}
