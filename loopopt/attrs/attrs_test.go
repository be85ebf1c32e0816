package attrs

import (
	"flag"
	"os"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

var update = flag.Bool("update", false, "rewrite ATTRIBUTES.md")

const document = "../ATTRIBUTES.md"

func TestDocument(t *testing.T) {
	want := markdown()
	got, _ := os.ReadFile(document)
	if string(got) == want {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the list says; run go test ./loopopt/attrs -update", document)
	}
	if err := os.WriteFile(document, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestList checks the form of the rows: each is in one section, followups are named as such, and every
// transformation that can be requested has an attribute to forbid it, and followups.
func TestList(t *testing.T) {
	sections := map[string]bool{}
	for _, s := range Transformations() {
		sections[s.Name] = true
	}
	has := map[string]map[Class]bool{}
	seen := map[string]bool{}
	for i := range All() {
		a := &All()[i]
		if seen[a.Name] {
			t.Errorf("%s is there twice", a.Name)
		}
		seen[a.Name] = true
		if !sections[a.Owner] {
			t.Errorf("%s: there is no section for %s", a.Name, a.Owner)
		}
		if (a.Kind == List) != (a.Class == Followup) || strings.Contains(a.Name, ".followup_") != (a.Class == Followup) {
			t.Errorf("%s: followups have lists, and nothing else has", a.Name)
		}
		if a.Class == Followup && a.Default == "" && !strings.HasSuffix(a.Name, ".followup_all") {
			t.Errorf("%s: what does the loop carry without it?", a.Name)
		}
		if a.Doc == "" || a.ID == "" || a.Kind == Width && a.Limit == 0 {
			t.Errorf("%s: the row is not complete", a.Name)
		}
		if a.Class == Followup && !strings.HasPrefix(a.Name, a.Owner+".") {
			t.Errorf("%s: not of %s", a.Name, a.Owner)
		}
		if has[a.Owner] == nil {
			has[a.Owner] = map[Class]bool{}
		}
		has[a.Owner][a.Class] = true
		if a.Kind == Bool && a.Class == Force {
			has[a.Owner][Forbid] = true // =0
		}
	}
	for owner, c := range has {
		if c[Force] && (!c[Forbid] || !c[Followup]) {
			t.Errorf("%s can be asked for; it must be possible to forbid it, and it needs followups", owner)
		}
	}
}

func TestForced(t *testing.T) {
	list := func(as ...ir.Attr) *ir.LoopMD { return &ir.LoopMD{Attrs: as} }
	n := func(name string, i int64) ir.Attr { return ir.Attr{Name: name, Kind: ir.AttrInt, Int: i} }
	for _, c := range []struct {
		md    *ir.LoopMD
		owner string
		want  bool
	}{
		{nil, "unroll", false},
		{list(ir.Attr{Name: "unroll.enable"}), "unroll", true},
		{list(ir.Attr{Name: "unroll.enable"}), "vectorize", false},
		{list(n("unroll.count", 4)), "unroll", true},
		{list(n("unroll.count", 1)), "unroll", false},
		{list(n("peel.count", 1)), "peel", true},
		{list(n("peel.count", 0)), "peel", false},
		{list(n("vectorize.width", 8)), "vectorize", true},
		{list(n("vectorize.width", 1)), "vectorize", false},
		{list(n("interleave.count", 2)), "vectorize", true},
		{list(n("vectorize.enable", 0)), "vectorize", false},
		{list(n("vectorize.predicate.enable", 1)), "vectorize", true},
		{list(n("vectorize.predicate.enable", 0)), "vectorize", false},
		{list(n("vectorize.align.enable", 1)), "vectorize", false},
		{list(n("distribute.enable", 1)), "distribute", true},
		{list(ir.Attr{Name: "unroll.disable"}), "unroll", false},
		{list(ir.Attr{Name: "split.at", Kind: ir.AttrText, Text: "n"}), "split", true},
	} {
		if got := Forced(c.md, c.owner); got != c.want {
			t.Errorf("%v: %s forced %v, want %v", c.md, c.owner, got, c.want)
		}
	}
}
