package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strings"

	"hotloop/frontend/directive"
	"hotloop/internal/cli"
	"hotloop/internal/terminal"
	"hotloop/loopopt/attrs"
)

// directiveRow is a directive in the tables that editors load.
type directiveRow struct {
	Name    string `json:"name"`    // as it is found in a comment: vectorize.width, or //loop:fp
	Example string `json:"example"` // a whole comment
	Values  string `json:"values,omitempty"`
	Class   string `json:"class,omitempty"` // of an attribute: force, forbid, promise, …
	Of      string `json:"of,omitempty"`    // the transformation that it belongs to
	Default string `json:"default,omitempty"`
	Becomes string `json:"becomes,omitempty"` // of a pragma: the attributes that it stands for
	Doc     string `json:"doc"`
	Hover   string `json:"hover"` // all of it, in Markdown
}

// directiveRows returns the rows of all directives, attributes and pragmas.
func directiveRows() (rows []directiveRow) {
	for _, d := range attrs.Directives() {
		name, _, _ := strings.Cut(d.Form, " ")
		rows = append(rows, directiveRow{Name: name, Example: d.Form, Doc: strings.TrimPrefix(d.Where+", "+d.Doc, ", "), Hover: d.String()})
	}
	owners := map[string]string{}
	for _, t := range attrs.Transformations() {
		owners[t.Name] = t.Doc
	}
	list := attrs.All()
	for i := range list {
		a := &list[i]
		r := directiveRow{Name: a.Name, Example: "//loop:" + a.Example(), Values: a.Values(), Class: a.Class.String(), Of: a.Owner,
			Default: a.Default, Doc: a.Doc}
		r.Hover = fmt.Sprintf("`%s` (%s, %s): %s.", r.Example, r.Values, r.Class, a.Doc)
		if a.Default != "" {
			r.Hover += fmt.Sprintf("\n\nDefault: %s.", a.Default)
		}
		if a.Owner != "" {
			r.Hover += fmt.Sprintf("\n\n`%s` %s.", a.Owner, owners[a.Owner])
		}
		rows = append(rows, r)
	}
	seen := map[string]bool{}
	for _, p := range directive.Pragmas() {
		if seen[p.Form] { // several compilers have it
			continue
		}
		seen[p.Form] = true
		r := directiveRow{Name: "//pragma: " + p.Form, Example: "//pragma: " + p.Form, Becomes: strings.Trim(p.Becomes, "`"),
			Doc: "stands for " + p.Becomes + "; promises of independent iterations: " + p.Promise}
		r.Hover = fmt.Sprintf("`%s` %s.", r.Example, r.Doc)
		rows = append(rows, r)
	}
	return rows
}

// snippet is a snippet of VS Code.
type snippet struct {
	Scope       string `json:"scope"`
	Prefix      string `json:"prefix"`
	Body        string `json:"body"`
	Description string `json:"description"`
}

var value = regexp.MustCompile(`=([^ {}]+)$|\{([^{}]*)\}$| (\S+)$`)

// snippetOf returns the snippet of a row, with its value as a placeholder.
func snippetOf(r directiveRow) snippet {
	body := value.ReplaceAllStringFunc(strings.ReplaceAll(r.Example, "$", `\$`), func(s string) string {
		first, last := s[:1], ""
		text := s[1:]
		if first == "{" {
			text, last = strings.TrimSuffix(text, "}"), "}"
		}
		return first + "${1:" + text + "}" + last
	})
	return snippet{Scope: "go", Prefix: cmp.Or(value.ReplaceAllString(r.Example, ""), r.Example), Body: body, Description: r.Doc}
}

// directives prints the table of directives, or one of them.
func directives(h *cli.Help, o output, args []string) int {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	asJSON := set.Bool("json", false, "print JSON, with the texts that an editor shows on hover in Markdown")
	asSnippets := set.Bool("snippets", false, "print the snippets file of VS Code")
	if status, ok := h.Parse(set, args, o.stdout, o.stderr); !ok {
		return status
	}
	if *asJSON && *asSnippets {
		return h.Wrong(o.stderr, errors.New("-json and -snippets exclude each other"))
	}
	rows := directiveRows()
	if set.NArg() > 0 {
		named := rows[:0:0]
		for _, name := range set.Args() {
			n := len(named)
			for _, r := range rows {
				if r.Name == strings.TrimPrefix(name, "//loop:") || strings.TrimPrefix(r.Name, "//") == strings.TrimPrefix(name, "//") || r.Of == name {
					named = append(named, r)
				}
			}
			if len(named) == n {
				fmt.Fprintf(o.stderr, "hotloop directives: no directive, attribute or transformation %s\n", name)
				return 1
			}
		}
		rows = named
	}
	switch {
	case *asJSON:
		o.JSON(rows)
	case *asSnippets:
		all := map[string]snippet{}
		for _, r := range rows {
			if !strings.HasPrefix(r.Name, "//pragma:") && r.Class != attrs.Mark.String() && r.Class != attrs.Ignored.String() {
				all[r.Name] = snippetOf(r)
			}
		}
		o.JSON(all)
	default:
		width := min(terminal.Width(o.stdout), 110)
		for _, r := range rows {
			fmt.Fprintf(o.stdout, "%s\n%s\n", r.Example, cli.Wrap(r.Doc, "        ", width))
		}
	}
	return 0
}
