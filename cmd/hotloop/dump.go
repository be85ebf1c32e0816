package main

import (
	"fmt"
	"strings"

	"hotloop/internal/explain"
	"hotloop/isel"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// dump shows the kernel at one stage. The stages are the frontend's SSA, the SSA after a pass, the plans, the SSA
// before instruction selection, the machine code after each of its steps, and the bytes.
func dump(c *call) error {
	if c.stage == "" {
		return usagef("-stage is missing; use ssa, the name of a pass, plan, opt, mach, schedule, regalloc, layout or asm")
	}
	k, err := c.open()
	if err != nil {
		return err
	}
	var stages []string
	shown := []stageText{}
	found := false
	show := func(stage, text string) {
		stages = append(stages, stage)
		if stage == c.stage || c.stage == "all" {
			found = true
			if c.json {
				shown = append(shown, stageText{stage, text})
				return
			}
			if c.stage == "all" {
				fmt.Fprintf(c.stdout, "; %s\n", stage)
			}
			fmt.Fprintln(c.stdout, strings.TrimRight(text, "\n"))
		}
	}
	var position func(ir.Pos) string
	last := ""
	w := &runtime.Watch{
		SSA: func(f *ir.Func) {
			position, last = f.Position, f.String()
			show("ssa", last)
		},
		Pass: func(name string, f *ir.Func, changed bool) {
			if !changed && c.stage == "all" {
				show(name, "(unchanged)")
				return
			}
			last = f.String()
			show(name, last)
		},
		Plan: func(p config.Considered) { show("plan", explain.PlanText(p, position, true)) },
	}
	first := true
	w.Mach = func(stage, text string) {
		if first {
			first = false
			if c.stage == "opt" {
				show("opt", last)
			}
		}
		if stage != "ir" { // the optimizer's last pass has printed it
			show(stage, text)
		}
	}
	kern, err := c.inspect(k, w)
	if err == nil && (c.stage == "asm" || c.stage == "all") {
		var b strings.Builder
		for _, code := range append([]*isel.Code{w.Code}, w.Parts...) {
			if err := code.Print(&b, w.Notes(k.text)); err != nil {
				return err
			}
		}
		show("asm", b.String())
	}
	switch {
	case err != nil && !found:
		return err
	case found || c.stage == "all":
		if c.json {
			c.JSON(shown)
		}
		return nil
	case c.stage == "plan" && c.json:
		c.JSON(shown)
		return nil
	case c.stage == "plan":
		c.withoutPlans(kern)
		return nil
	}
	return usagef("unknown stage %q; use %s, opt, asm or all", c.stage, strings.Join(unique(stages), ", "))
}

// withoutPlans explains the result for loops without a plan of the vectorizer. Nests are priced in another way.
func (c *call) withoutPlans(k *runtime.Kernel) {
	done := 0
	for _, r := range k.Remarks() {
		if r.Kind == remark.Passed && r.Pass != "checks" {
			fmt.Fprintln(c.stdout, r)
			done++
		}
	}
	if done == 0 {
		fmt.Fprintln(c.stdout, "no loop has a plan; hotloop explain reports why")
		return
	}
	fmt.Fprintln(c.stdout, "these transformations have no plan; hotloop explain shows each step")
}

// stageText is the text of a kernel at a stage.
type stageText struct {
	Stage string `json:"stage"`
	Text  string `json:"text"`
}

func unique(names []string) (out []string) {
	seen := map[string]bool{}
	for _, n := range names {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}
