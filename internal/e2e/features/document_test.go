package features

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hotloop/internal/e2e"
)

//go:generate go run ../testdata/features/gen ../testdata/features

// TestDocument holds FEATURES.md to the table.
func TestDocument(t *testing.T) {
	kernels, err := readKernels()
	if err != nil {
		t.Fatal(err)
	}
	claims := map[string][]*claim{}
	for _, k := range kernels {
		for _, c := range k.claims {
			for _, id := range c.rows {
				claims[id] = append(claims[id], c)
			}
		}
	}
	var sb strings.Builder
	sb.WriteString(head)
	rows := readRows(t)
	for _, s := range sections {
		fmt.Fprintf(&sb, "\n## %s\n\n| ID | what it is | kernels | what is shown | AVX-512 | AVX2 | NEON |\n|---|---|---|---|---|---|---|\n", s.title)
		for _, r := range rows {
			if strings.HasPrefix(r.id, s.letter) {
				writeRow(&sb, r, claims[r.id])
			}
		}
	}
	compare(t, "FEATURES.md", sb.String())
}

const head = `# Features

<!-- Made from rows.txt and internal/e2e/testdata/features by go test ./internal/e2e/features -update. -->

Every row has kernels, in plain Go, which are compiled for each instruction set. The evidence is searched for in what the
compiler reports and produces (remarks, steps of the driver, loops with their attributes, plans, SSA, machine code), and
must be absent without the directive or knob in question. The results of the kernels are compared with the Go compiler's.
Where an instruction set does not support a row, the remark has the reason given. The letter of an ID is its section;
ATTRIBUTES.md uses the same IDs. How to add a row: [CONTRIBUTING.md](../../../CONTRIBUTING.md).
`

func writeRow(sb *strings.Builder, r row, claims []*claim) {
	cell := strings.NewReplacer("|", `\|`).Replace
	if r.none != "" {
		fmt.Fprintf(sb, "| %s | %s | | | none: %s | | |\n", r.id, cell(r.what), cell(r.none))
		return
	}
	var names, shown []string
	for _, c := range claims {
		if !slices.Contains(names, c.kernel.name) {
			names = append(names, c.kernel.name)
		}
		var of []string
		for _, e := range c.evidence {
			of = append(of, e.source)
		}
		if s := "`" + cell(strings.Join(of, "; ")) + "`"; !slices.Contains(shown, s) && len(shown) < 3 {
			shown = append(shown, s)
		}
	}
	fmt.Fprintf(sb, "| %s | %s | %s | %s |", r.id, cell(r.what), strings.Join(names, ", "), strings.Join(shown, "<br>"))
	for _, isa := range isas {
		fmt.Fprintf(sb, " %s |", cell(state(claims, isa)))
	}
	sb.WriteString("\n")
}

// state is the result of a row on an instruction set.
func state(claims []*claim, isa string) string {
	var yes bool
	var not []string
	for _, c := range claims {
		r, refused := c.refused[isa]
		switch {
		case refused && r.reason != "":
			not = append(not, fmt.Sprintf("%s: %s (%s)", c.kernel.name, r.why, r.reason))
		case refused:
			not = append(not, r.why)
		case slices.Contains(c.isas(), isa):
			yes = true
		}
	}
	switch {
	case !yes && len(not) == 0:
		return "none"
	case !yes:
		return "refused: " + strings.Join(not, "; ")
	case len(not) > 0:
		return "yes, but " + strings.Join(not, "; ")
	}
	return "yes"
}

// compare holds a file to a text, or writes it.
func compare(t *testing.T, file, text string) {
	t.Helper()
	old, err := os.ReadFile(file)
	if err == nil && string(old) == text {
		return
	}
	if *e2e.Update {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is not current: go test ./internal/e2e/features -update", file)
}
