package driver_test

import (
	"fmt"
	"strings"
	"testing"

	"hotloop/internal/irtest"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// attributes parses the attributes of a loop.
func attributes(t *testing.T, list string) *ir.LoopMD {
	return irtest.Parse(t, fmt.Sprintf(`func f() {
b0:
  v0 = Const <bool> {true}
  jump b1
b1: <- b0 b1 !loop(%s)
  if v0 b1 b2
b2: <- b1
  Ret
  ret
}`, list)).Blocks[1].Loop
}

func followups(transform string, defaults ...ir.Attr) func(md, other *ir.LoopMD) *ir.LoopMD {
	return func(md, _ *ir.LoopMD) *ir.LoopMD {
		return driver.Followup(md, transform+".", []string{transform + ".followup_new", transform + ".followup_all"}, defaults...)
	}
}

// derived are the ways to derive attributes of a loop from those of another.
var derived = map[string]func(md, other *ir.LoopMD) *ir.LoopMD{
	"Followup.unroll":    followups("unroll", ir.Attr{Name: "unroll.disable"}),
	"Followup.vectorize": followups("vectorize", ir.Attr{Name: "isvectorized"}, driver.AttrOn("vectorize.body")),
	"Followup.flatten":   followups("flatten"),
	"Followup.fuse":      followups("fuse"),
	"Followup.split":     followups("split"),
	"Regrouped":          func(md, _ *ir.LoopMD) *ir.LoopMD { return driver.Regrouped(md) },
	"KeepMarks":          driver.KeepMarks,
	"Bare":               func(md, _ *ir.LoopMD) *ir.LoopMD { return driver.Bare(md) },
	"Fallback":           func(md, _ *ir.LoopMD) *ir.LoopMD { return driver.Fallback(md) },
	"FallbackAs.asked": func(md, _ *ir.LoopMD) *ir.LoopMD {
		return driver.FallbackAs(md, []string{"commoning.followup_fallback"}, true, driver.AttrOn("vectorize.epilogue"))
	},
	"FallbackAs.heuristics": func(md, _ *ir.LoopMD) *ir.LoopMD {
		return driver.FallbackAs(md, []string{"commoning.followup_fallback"}, false, driver.AttrOn("vectorize.epilogue"))
	},
}

// TestFollowups derives attributes of loops. A second line has those of another loop.
func TestFollowups(t *testing.T) {
	irtest.Cases(t, "testdata/followups.txt", func(t *testing.T, name, before string) string {
		list, other, _ := strings.Cut(before, "\n")
		derive := derived[name]
		if derive == nil {
			t.Fatalf("no way %q", name)
		}
		return fmt.Sprintf("!loop(%s)", derive(attributes(t, list), attributes(t, other)))
	})
}

// pretended are transformations that change attributes only, and say which loop they were asked for.
func pretended(names ...string) (list []*driver.Transform) {
	for _, name := range names {
		run := func(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
			md := l.Header.Loop
			if md.Has(name + ".disable") {
				return driver.Refused(remark.Disabled)
			}
			if len(l.Children) > 0 && md.Int(name+".count", 0) == 3 {
				return driver.Refused(remark.NotInnermost)
			}
			d.Passed(name, md.Position(), "done to "+l.Header.Name)
			if md.Int(name+".count", 0) == 5 {
				d.Partly(md, name+".count", driver.MetInPart, remark.ShortTripCount)
			}
			l.Header.Loop = driver.Followup(md, name+".", []string{name + ".followup_all"})
			return driver.Changed
		}
		list = append(list, &driver.Transform{Prefixes: []string{name + "."}, Scope: driver.InsideOut,
			Form: driver.Form{Run: run, Refusal: "loop not " + name + "ed"}})
	}
	return list
}

// TestRequests tells in which order the driver serves requests, and what happens to those that are refused.
func TestRequests(t *testing.T) {
	irtest.Loops(t, "testdata/requests.txt", pretended("peel", "unroll", "reverse"),
		[]driver.Stage{
			{Name: "Requests", Run: (*driver.Driver).Requests},
			driver.HeuristicsOf("reverse", "Heuristics", ""),
		})
}
