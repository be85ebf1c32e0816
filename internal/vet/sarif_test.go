package vet

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestSARIF checks the structure that SARIF 2.1.0 requires: the version, rules that the results refer to, levels, and
// locations that are relative addresses with positions from 1 on.
func TestSARIF(t *testing.T) {
	r := look(t, "testdata/mod")
	r.Lost = append(r.Lost, Lost{Function: "Gone", Position: "testdata/mod/kernels.go:1:1", Had: 2, Has: 1})
	var b bytes.Buffer
	if err := r.SARIF(&b); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Schema  string `json:"$schema"`
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct {
						ID               string
						ShortDescription struct{ Text string }
					}
				}
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	dec := json.NewDecoder(&b)
	if err := dec.Decode(&log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || !strings.Contains(log.Schema, "sarif-2.1.0") || len(log.Runs) != 1 {
		t.Fatalf("the log is %+v", log)
	}
	run, levels := log.Runs[0], map[string]int{}
	if run.Tool.Driver.Name == "" || len(run.Results) == 0 {
		t.Errorf("the tool is %q, with %d results", run.Tool.Driver.Name, len(run.Results))
	}
	for _, x := range run.Tool.Driver.Rules {
		if x.ID == "" || x.ShortDescription.Text == "" {
			t.Errorf("a rule is incomplete: %+v", x)
		}
	}
	for _, x := range run.Results {
		levels[x.Level]++
		if x.RuleIndex >= len(run.Tool.Driver.Rules) || run.Tool.Driver.Rules[x.RuleIndex].ID != x.RuleID || x.Message.Text == "" || len(x.Locations) != 1 {
			t.Errorf("a result is incomplete: %+v", x)
			continue
		}
		at := x.Locations[0].PhysicalLocation
		if at.ArtifactLocation.URI == "" || strings.ContainsAny(at.ArtifactLocation.URI, `\:`) {
			t.Errorf("%q is no relative address", at.ArtifactLocation.URI)
		}
		if at.Region != nil && (at.Region.StartLine < 1 || at.Region.StartColumn < 1) {
			t.Errorf("the region is %+v", at.Region)
		}
	}
	if levels["error"] != 1 || levels["warning"] == 0 || levels["note"] == 0 || len(levels) != 3 {
		t.Errorf("the levels are %v", levels)
	}
}
