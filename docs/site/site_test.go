package main

import (
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

var (
	ids   = regexp.MustCompile(`\bid="([^"]*)"`)
	links = regexp.MustCompile(`\b(?:href|src|srcset|action)="([^"]*)"`)
)

// TestLinks builds the site of this repository. Each address in it must lead to a file that was written, and to a part that
// the file has, and each document in docs must be on the site.
func TestLinks(t *testing.T) {
	s, err := buildAll("../..")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]map[string]bool{}
	for name, content := range s.files {
		has[name] = map[string]bool{}
		for _, m := range ids.FindAllSubmatch(content, -1) {
			id := string(m[1])
			if has[name][id] && path.Ext(name) == ".html" {
				t.Errorf("%s: two elements have the id %s", name, id)
			}
			has[name][id] = true
		}
	}
	checked := 0
	for name, content := range s.files {
		for _, m := range links.FindAllSubmatch(content, -1) {
			to := strings.ReplaceAll(string(m[1]), "&amp;", "&")
			u, err := url.Parse(to)
			if err != nil {
				t.Errorf("%s: link to %s: %v", name, to, err)
				continue
			}
			if u.IsAbs() || path.Ext(name) != ".html" {
				continue
			}
			target := name
			if u.Path != "" {
				target = path.Join(path.Dir(name), u.Path)
			}
			checked++
			if has[target] == nil {
				t.Errorf("%s: link to %s: there is no %s", name, to, target)
			} else if u.Fragment != "" && !has[target][u.Fragment] {
				t.Errorf("%s: link to %s: %s has no part %s", name, to, target, u.Fragment)
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d links were checked", checked)
	}
	documents, err := filepath.Glob("../*.md")
	if err != nil || len(documents) == 0 {
		t.Fatal("found no documents", err)
	}
	for _, d := range documents {
		if name := "docs/" + strings.TrimSuffix(filepath.Base(d), ".md") + ".html"; s.files[name] == nil {
			t.Errorf("nothing leads to %s", d)
		}
	}
	for name, content := range s.files {
		if len(content) > 2<<20 {
			t.Errorf("%s has %d bytes", name, len(content))
		}
	}
}

// TestSmallSite builds a site of a few files, and checks where links lead and what is found.
func TestSmallSite(t *testing.T) {
	s, err := build(fstest.MapFS{
		"README.md": {Data: []byte("# Name\n\nA *lead*.\n\nMore, see [more](docs/more.md#a-part) and [it](https://example.com/x.md).\n\n" +
			"## Use <it>\n\n```go\nvar x = \"a<b\"\n```\n")},
		"docs/more.md":   {Data: []byte("# More\n\n## A part\n\n[up](../README.md), [code](../cmd), ![p](p.svg)\n")},
		"docs/p.svg":     {Data: []byte("<svg/>")},
		"cmd/x.go":       {Data: []byte("package x\n")},
		"docs/unseen.md": {Data: []byte("# Unseen\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"index.html":     {`<p class="lead">A <em>lead</em>.</p>`, `href="docs/more.html#a-part"`, `href="https://example.com/x.md"`, `&#34;a&lt;b&#34;`},
		"docs/more.html": {`href="../index.html"`, `href="../cmd.html"`, `src="p.svg"`, `action="../search.html"`},
		"cmd.html":       {`<i class="k">package</i> x`},
		"docs/p.svg":     {"<svg/>"},
		"search.html":    {`"address":"docs/more.html#a-part"`, `"text":"A lead. More, see more and it."`},
	} {
		for _, w := range want {
			if !strings.Contains(string(s.files[name]), w) {
				t.Errorf("%s does not contain %s:\n%s", name, w, s.files[name])
			}
		}
	}
	if len(s.files) != 5 {
		t.Errorf("wrote %d files, want 5", len(s.files))
	}
	for text, want := range map[string]string{
		"# A\n[b](c.md)\n": "link to c.md",
		"no heading\n":     "no heading",
		"# A\n[b](d)\n":    "neither a README nor sources",
	} {
		_, err := build(fstest.MapFS{"README.md": {Data: []byte(text)}, "d/x.txt": {}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}
