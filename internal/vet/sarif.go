package vet

import (
	"cmp"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"

	"hotloop/internal/explain"
	"hotloop/loopopt/remark"
)

// SARIF writes the findings of the report in the format SARIF 2.1.0, which code hosts show beside the code. What the
// author of the program can mend is a warning, vectorization that is lost an error, and a loop that stays scalar a note.
func (r *Report) SARIF(w io.Writer) error {
	run := sarifRun{Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "hotloop vet", Rules: []sarifRule{}}
	add := func(rule, level, position, function, text string) {
		file, line, col := explain.SplitPlace(position)
		at := sarifLocation{}
		at.Physical.Artifact.URI = filepath.ToSlash(filepath.Clean(file))
		if line > 0 {
			at.Physical.Region = &sarifRegion{line, max(1, col)}
		}
		i := slices.IndexFunc(run.Tool.Driver.Rules, func(x sarifRule) bool { return x.ID == rule })
		if i < 0 {
			i = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{rule, sarifText{ruleText(rule)}})
		}
		run.Results = append(run.Results, sarifResult{RuleID: rule, RuleIndex: i, Level: level, Message: sarifText{text},
			Locations: []sarifLocation{at}, Fingerprints: map[string]string{"hotloop/v1": rule + " " + function}})
	}
	for i := range r.Functions {
		f := &r.Functions[i]
		for _, m := range f.placed() {
			add("Warning", "warning", m.Position, f.Function, m.Message)
		}
		for _, l := range f.Loops {
			if l.Became == "scalar" && l.Why != "" && !l.Exempt {
				add(cmp.Or(l.Reason, "Scalar"), "note", l.Position, f.Function, "loop stays scalar: "+l.Say())
			}
		}
	}
	for _, c := range r.Calls {
		for i, text := range c.Lines() {
			switch {
			case c.Skipped != "":
				add("CallSkipped", "note", c.Position, c.Kernel, text)
			case c.Falls && i > 0 && i <= len(c.Errors):
				add("FallsBack", "warning", c.Errors[i-1].Position, c.Kernel, c.Errors[i-1].Message)
			case c.Falls && i == 0:
				add("FallsBack", "warning", c.Position, c.Kernel, text)
			case c.Slow:
				add("SlowCall", "warning", c.Position, c.Kernel, text)
			default:
				add("TinyKernel", "note", c.Position, c.Kernel, text)
			}
		}
	}
	for _, e := range r.Escapes {
		add("Escape", "note", e.Position, "", e.Message)
	}
	for _, l := range r.Lost {
		add("Lost", "error", l.Position, l.Function, l.String())
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// ruleText describes a rule. Rules are the reasons against vectorization, and those below.
func ruleText(rule string) string {
	switch rule {
	case "Warning":
		return "a directive has no effect, or the kernel differs from the function"
	case "Scalar":
		return "a loop is not vectorized"
	case "CallSkipped":
		return "nothing is known of a call"
	case "FallsBack":
		return "a call of Accelerate or Compile falls back to Go code"
	case "SlowCall":
		return "calls of a kernel go through package reflect"
	case "TinyKernel":
		return "a call of the kernel takes longer than the function"
	case "Escape":
		return "a call of a kernel moves a variable to the heap"
	case "Lost":
		return "a loop of the baseline is no longer vectorized"
	}
	return remark.Reason(rule).Describe()
}

// The types below are the part of SARIF 2.1.0 that reports use.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	Results []sarifResult `json:"results"`
}

type sarifDriver struct {
	Name  string      `json:"name"`
	Rules []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID    string    `json:"id"`
	Short sarifText `json:"shortDescription"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Fingerprints map[string]string `json:"partialFingerprints"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	} `json:"physicalLocation"`
}

type sarifRegion struct {
	Line   int `json:"startLine"`
	Column int `json:"startColumn"`
}
