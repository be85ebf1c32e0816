package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"hotloop/frontend"
	"hotloop/loopopt/attrs"
)

// TestDirectives checks the tables that editors load: all attributes are there, examples are read by the frontend, and
// snippets are examples with placeholders.
func TestDirectives(t *testing.T) {
	output := func(args ...string) string {
		t.Helper()
		var out, errs strings.Builder
		if code := run(append([]string{"directives"}, args...), &out, &errs); code != 0 || errs.Len() > 0 {
			t.Fatalf("%v: status %d: %s", args, code, &errs)
		}
		return out.String()
	}
	var rows []directiveRow
	if err := json.Unmarshal([]byte(output("-json")), &rows); err != nil {
		t.Fatal(err)
	}
	found := map[string]directiveRow{}
	for _, r := range rows {
		if found[r.Name].Name != "" {
			t.Errorf("%s is there twice", r.Name)
		}
		if found[r.Name] = r; r.Doc == "" || !strings.HasPrefix(r.Hover, "`"+r.Example+"`") || !strings.HasSuffix(r.Hover, ".") {
			t.Errorf("the row is not complete: %+v", r)
		}
	}
	for _, a := range attrs.All() {
		if r := found[a.Name]; r.Doc != a.Doc || r.Class != a.Class.String() {
			t.Errorf("%s: %+v", a.Name, r)
		}
	}
	for _, name := range []string{"//loop:fp", "//loop:extent", "//loop:probability", "//loop:access.group", "//hotloop:kernel", "//hotloop:readonly",
		"//pragma: clang loop vectorize(enable)"} {
		if found[name].Name == "" {
			t.Errorf("no %s", name)
		}
	}
	var snippets map[string]snippet
	if err := json.Unmarshal([]byte(output("-snippets")), &snippets); err != nil {
		t.Fatal(err)
	}
	placeholder := regexp.MustCompile(`\$\{1:([^}]*)\}`)
	for name, s := range snippets {
		if got := placeholder.ReplaceAllString(s.Body, "$1"); got != found[name].Example || !strings.HasPrefix(got, s.Prefix) || s.Scope != "go" {
			t.Errorf("%s: snippet %+v of %s", name, s, found[name].Example)
		}
		a := attrs.Lookup(name)
		if a == nil {
			continue
		}
		text := "package k\n\nfunc K(x []int, n int) {\n\t" + found[name].Example + "\n\tfor i := range x {\n\t\tx[i]++\n\t}\n}\n"
		_, err := frontend.Build(frontend.Text("k.go", text), "K", frontend.Options{})
		if list, ok := err.(frontend.ErrorList); ok {
			for _, e := range list {
				if strings.Contains(e.Msg, "write") && strings.Contains(e.Msg, name) {
					t.Errorf("%s: %v", found[name].Example, e)
				}
			}
		}
	}
	if s := snippets["vectorize.width"]; s.Prefix != "//loop:vectorize.width" || s.Body != "//loop:vectorize.width=${1:16}" {
		t.Errorf("%+v", s)
	}
	if snippets["isvectorized"].Body != "" {
		t.Error("a mark is no snippet: transformations write it")
	}
	if got := output("//loop:vectorize.width"); !strings.HasPrefix(got, "//loop:vectorize.width=16\n        lanes of a vector") || strings.Count(got, "//loop:") != 1 {
		t.Error(got)
	}
	if got := output("unroll"); !strings.Contains(got, "//loop:unroll.full\n") || strings.Contains(got, "vectorize.width") {
		t.Error(got)
	}
	var errs strings.Builder
	if code := run([]string{"directives", "unrol"}, &errs, &errs); code != 1 || !strings.Contains(errs.String(), "no directive") {
		t.Errorf("status %d: %s", code, &errs)
	}
	if code := run([]string{"directives", "-json", "-snippets"}, &errs, &errs); code != 2 {
		t.Errorf("status %d: %s", code, &errs)
	}
}
