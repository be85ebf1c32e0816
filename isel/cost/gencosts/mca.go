package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// model is what llvm-mca says of an instruction on a processor.
type model struct {
	slots   int
	latency int
	busy    map[string]float64 // cycles by unit
}

// A use is micro-operations that may go to any of some units.
type use struct {
	units []string
	uops  float64
}

// triples and attributes for llvm-mc: all extensions, so that it reads everything.
var triples = map[string][]string{
	"amd64": {"-triple=x86_64", "-mcpu=sapphirerapids", "-mattr=+avxvnni", "-output-asm-variant=1"},
	"arm64": {"-triple=aarch64", "-mattr=+neon,+fullfp16,+dotprod,+i8mm,+bf16,+complxnum,+sve2"},
}

func run(stdin, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		first, _, _ := strings.Cut(errs.String(), "\n")
		return string(out), fmt.Errorf("%s: %w: %s", name, err, first)
	}
	return string(out), nil
}

// squeeze makes spaces one.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// models asks llvm-mca for all forms at once. A form that the processor does not have, or that its model says nothing
// of, is missing: llvm-mca leaves it out.
func models(list []*form, mcpu string) (map[*form]model, error) {
	arch := list[0].arch
	head := ""
	if arch == "amd64" {
		head = ".intel_syntax noprefix\n"
	}
	var text strings.Builder
	for _, f := range list {
		text.WriteString(f.text + "\n")
	}
	// First into llvm's own spelling, by which the instructions are found again.
	spelled, err := run(head+text.String(), "llvm-mc", append(slices.Clone(triples[arch]), "-show-inst=false")...)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, l := range strings.Split(spelled, "\n") {
		if l, _, _ = strings.Cut(l, "# "); arch == "arm64" {
			l, _, _ = strings.Cut(l, "//")
		}
		if l = squeeze(l); l != "" && !strings.HasPrefix(l, ".") {
			lines = append(lines, l)
		}
	}
	if len(lines) != len(list) {
		return nil, fmt.Errorf("llvm-mc assembled %d of %d instructions", len(lines), len(list))
	}
	args := []string{"-mtriple=" + map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[arch], "-mcpu=" + mcpu,
		"-instruction-tables", "-json",
		"-skip-unsupported-instructions=any"}
	if arch == "amd64" {
		args = append(args, "-output-asm-variant=1")
	}
	out, err := run(head+strings.Join(lines, "\n")+"\n", "llvm-mca", args...)
	if err != nil {
		return nil, err
	}
	return parseModels(list, lines, out)
}

// report is the part of llvm-mca's that counts.
type report struct {
	CodeRegions []struct {
		InstructionInfoView struct {
			InstructionList []struct{ Latency, NumMicroOpcodes int }
		}
		Instructions         []string
		ResourcePressureView struct {
			ResourcePressureInfo []struct {
				InstructionIndex, ResourceIndex int
				ResourceUsage                   float64
			}
		}
	}
	TargetInfo struct{ Resources []string }
}

func parseModels(list []*form, lines []string, out string) (map[*form]model, error) {
	var r report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		return nil, err
	}
	if len(r.CodeRegions) != 1 {
		return nil, fmt.Errorf("found %d regions in llvm-mca's report", len(r.CodeRegions))
	}
	reg := &r.CodeRegions[0]
	pressure := make([]map[string]float64, len(reg.Instructions)+1) // one more: the sum
	for _, p := range reg.ResourcePressureView.ResourcePressureInfo {
		m := &pressure[p.InstructionIndex]
		if *m == nil {
			*m = map[string]float64{}
		}
		(*m)[unit(r.TargetInfo.Resources[p.ResourceIndex], p.ResourceIndex)] += p.ResourceUsage
	}
	all := map[*form]model{}
	next := 0
	for i, text := range reg.Instructions {
		text = squeeze(text)
		for next < len(lines) && lines[next] != text {
			next++
		}
		if next == len(lines) {
			return nil, fmt.Errorf("llvm-mca reports %q, which was not requested", text)
		}
		info := reg.InstructionInfoView.InstructionList[i]
		all[list[next]] = model{info.NumMicroOpcodes, info.Latency, pressure[i]}
		next++
	}
	return all, nil
}

var instance = regexp.MustCompile(`\.\d+$`)

// unit names one of several that llvm gives the same name.
func unit(name string, index int) string {
	return fmt.Sprintf("%s#%d", instance.ReplaceAllString(name, ""), index)
}

// uses takes a distribution over the units of one kind apart. llvm-mca spreads each micro-operation evenly over the
// units that may do it, so what all of them have in common is one that may go to any, what is left over likewise, and
// so on.
func uses(busy map[string]float64, kind *regexp.Regexp) (list []use) {
	p := map[string]float64{}
	for u, x := range busy {
		if kind.MatchString(u) {
			p[u] = x
		}
	}
	for {
		var units []string
		least := 0.0
		for u, x := range p {
			if x > 0.005 {
				units = append(units, u)
				if len(units) == 1 || x < least {
					least = x
				}
			}
		}
		if len(units) == 0 {
			return list
		}
		slices.Sort(units)
		list = append(list, use{units, least * float64(len(units))})
		for _, u := range units {
			p[u] -= least
		}
	}
}
