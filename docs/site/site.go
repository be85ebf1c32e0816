package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"hotloop/internal/page"
)

// A site is the files to write. Pages are made in the order in which links lead to them.
type site struct {
	fsys  fs.FS
	files map[string][]byte // by address
	queue []string          // files of the repository to render
	known map[string]string // the address of each file of the repository that has one
	docs  []*document
	made  []made
}

// made is a page that is made from something else than a document.
type made struct{ title, address string }

// A document is a page made from a Markdown file, the source of a file, or that of the files of a folder.
type document struct {
	source  string // the file or folder of the repository
	address string
	title   string
	lead    template.HTML
	parts   []part
}

// A part of a document begins with a heading of the second level.
type part struct {
	id, title string
	body      template.HTML
	text      string // without markup, for the search
}

const start = "README.md"

// build makes the site of a repository. The menu of all pages has the given ones too, which the caller adds.
func build(fsys fs.FS, more ...made) (*site, error) {
	s := &site{fsys: fsys, files: map[string][]byte{}, known: map[string]string{}, made: more}
	if _, err := s.addressOf(start); err != nil {
		return nil, err
	}
	for len(s.queue) > 0 {
		name := s.queue[0]
		s.queue = s.queue[1:]
		if err := s.render(name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	// Documents for users come first in the results of the search.
	slices.SortStableFunc(s.docs, func(a, b *document) int { return cmp.Compare(a.rank(), b.rank()) })
	for _, d := range s.docs {
		if err := s.page(d); err != nil {
			return nil, err
		}
	}
	return s, s.searchPage()
}

// addressOf returns the address of a file or folder of the repository, which becomes a page, or is copied if it is a picture.
func (s *site) addressOf(name string) (string, error) {
	name = path.Clean(name)
	info, err := fs.Stat(s.fsys, name)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		if _, err := fs.Stat(s.fsys, path.Join(name, "README.md")); err == nil {
			name = path.Join(name, "README.md")
		}
	}
	if address, ok := s.known[name]; ok {
		return address, nil
	}
	address := name + ".html"
	switch {
	case path.Base(name) == "README.md":
		address = path.Join(path.Dir(name), "index.html")
	case path.Ext(name) == ".md":
		address = strings.TrimSuffix(name, ".md") + ".html"
	case path.Ext(name) == ".svg":
		address = name
	}
	s.known[name] = address
	s.queue = append(s.queue, name)
	return address, nil
}

// render makes the document of a file or folder, or copies a picture.
func (s *site) render(name string) error {
	if info, err := fs.Stat(s.fsys, name); err != nil {
		return err
	} else if info.IsDir() {
		return s.folder(name)
	}
	content, err := fs.ReadFile(s.fsys, name)
	if err != nil {
		return err
	}
	d := &document{source: name, address: s.known[name]}
	switch path.Ext(name) {
	case ".svg":
		s.files[d.address] = content
		return nil
	case ".md":
		if err := s.markdown(d, content); err != nil {
			return err
		}
	default:
		d.title = name
		d.parts = []part{sourcePart(name, string(content))}
	}
	s.docs = append(s.docs, d)
	return nil
}

// folder makes the document of a folder that has no README: the sources in it.
func (s *site) folder(name string) error {
	d := &document{source: name, address: s.known[name], title: name}
	entries, err := fs.ReadDir(s.fsys, name)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || path.Ext(e.Name()) != ".go" {
			continue
		}
		content, err := fs.ReadFile(s.fsys, path.Join(name, e.Name()))
		if err != nil {
			return err
		}
		d.parts = append(d.parts, sourcePart(e.Name(), string(content)))
	}
	if len(d.parts) == 0 {
		return errors.New("the folder has neither a README nor sources")
	}
	s.docs = append(s.docs, d)
	return nil
}

func sourcePart(name, content string) part {
	return part{id: path.Base(name), title: path.Base(name), body: code(languageOf(name), content)}
}

func languageOf(name string) string {
	if strings.HasSuffix(name, ".go") {
		return "go"
	}
	return ""
}

// code returns a block of code in colour.
func code(language, content string) template.HTML {
	var lines []template.HTML
	content = strings.TrimRight(content, "\n")
	switch language {
	case "go":
		lines = page.Go(content)
	default:
		for line := range strings.SplitSeq(content, "\n") {
			switch language {
			case "asm":
				lines = append(lines, page.Assembly(line))
			default:
				lines = append(lines, template.HTML(template.HTMLEscapeString(line)))
			}
		}
	}
	var b strings.Builder
	b.WriteString(`<pre tabindex="0"><code>`)
	for _, line := range lines {
		b.WriteString(string(line) + "\n")
	}
	b.WriteString("</code></pre>\n")
	return template.HTML(b.String())
}

// codeBlocks renders blocks of code by function code.
type codeBlocks struct{}

func (codeBlocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			var b bytes.Buffer
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				b.Write(line.Value(source))
			}
			language, _, _ := strings.Cut(string(n.(*ast.FencedCodeBlock).Language(source)), ",")
			w.WriteString(string(code(language, b.String())))
		}
		return ast.WalkSkipChildren, nil
	})
}

// pictures matches the addresses of pictures in HTML, that of Markdown and that of the author.
var pictures = regexp.MustCompile(`(src|srcset)="([^"]*)"`)

// markdown parses a document and divides it into parts.
func (s *site) markdown(d *document, source []byte) error {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(codeBlocks{}, 1))))
	root := md.Parser().Parse(text.NewReader(source))
	var failed error
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if n, ok := n.(*ast.Link); ok {
			to, err := s.link(d, n.Destination)
			n.Destination, failed = to, cmp.Or(failed, err)
		}
		return ast.WalkContinue, nil
	})
	if failed != nil {
		return failed
	}

	var nodes []ast.Node
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		nodes = append(nodes, n)
	}
	overview := part{id: "overview", title: "Overview"} // between the lead and the first heading
	now := overview
	var body bytes.Buffer
	end := func() {
		text := body.String()
		if now == overview && strings.TrimSpace(text) == "" {
			return
		}
		text = pictures.ReplaceAllStringFunc(text, func(attribute string) string {
			m := pictures.FindStringSubmatch(attribute)
			to, err := s.link(d, []byte(m[2]))
			failed = cmp.Or(failed, err)
			return fmt.Sprintf(`%s="%s"`, m[1], to)
		})
		text = strings.ReplaceAll(text, "<table>", `<div class="table" tabindex="0"><table>`)
		text = strings.ReplaceAll(text, "</table>", "</table></div>")
		now.body, now.text = template.HTML(text), plain(text)
		d.parts = append(d.parts, now)
		body.Reset()
	}
	for _, n := range nodes {
		h, isHeading := n.(*ast.Heading)
		switch {
		case isHeading && h.Level == 1 && d.title == "":
			d.title = textOf(n, source)
		case isHeading && h.Level <= 2:
			end()
			id, _ := h.AttributeString("id")
			now = part{id: string(id.([]byte)), title: textOf(n, source)}
		case now == overview && body.Len() == 0 && d.lead == "" && n.Kind() == ast.KindParagraph:
			var b bytes.Buffer
			if err := md.Renderer().Render(&b, source, n); err != nil {
				return err
			}
			lead := strings.TrimSpace(b.String())
			if strings.HasSuffix(lead, ":</p>") { // it introduces what follows
				body.WriteString(lead)
				break
			}
			d.lead = template.HTML(strings.TrimSuffix(strings.TrimPrefix(lead, "<p>"), "</p>"))
		default:
			if err := md.Renderer().Render(&body, source, n); err != nil {
				return err
			}
		}
	}
	end()
	if d.title == "" {
		return errors.New("found no heading of the first level")
	}
	return failed
}

// link returns the address of a link in a document, relative to the document's page.
func (s *site) link(from *document, to []byte) ([]byte, error) {
	u, err := url.Parse(string(to))
	if err != nil {
		return nil, err
	}
	if u.IsAbs() || u.Path == "" {
		return to, nil
	}
	target, err := s.addressOf(path.Join(path.Dir(from.source), u.Path))
	if err != nil {
		return nil, fmt.Errorf("link to %s: %w", to, err)
	}
	u.Path = relative(from.address, target)
	return []byte(u.String()), nil
}

// relative returns the address of a page as seen from another.
func relative(from, to string) string {
	rel, err := filepath.Rel(path.Dir(from), to)
	if err != nil {
		panic(err) // both are relative to the root of the site
	}
	return filepath.ToSlash(rel)
}

// textOf returns the text of a heading.
func textOf(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				b.Write(n.Segment.Value(source))
			case *ast.String:
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

var tags = regexp.MustCompile(`<[^>]*>`)

// plain returns the text of HTML.
func plain(text string) string {
	text = tags.ReplaceAllString(text, "")
	for _, r := range [][2]string{{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", `"`}, {"&#34;", `"`}, {"&#39;", "'"}, {"&amp;", "&"}} {
		text = strings.ReplaceAll(text, r[0], r[1])
	}
	return strings.Join(strings.Fields(text), " ")
}

// rank returns 0 for the README, 1 for the documents in docs, and 2 for others.
func (d *document) rank() int {
	switch {
	case d.source == start:
		return 0
	case path.Dir(d.source) == "docs":
		return 1
	}
	return 2
}

// menu returns the pages that each page lists: the README, the documents in docs by title, and the pages that are made from
// something else than a document.
func (s *site) menu(current string) []page.MenuLink {
	var list []page.MenuLink
	for _, d := range s.docs {
		if d.rank() < 2 {
			list = append(list, page.MenuLink{Title: d.title, Address: relative(current, d.address), Current: d.address == current})
		}
	}
	slices.SortStableFunc(list[1:], func(a, b page.MenuLink) int { return cmp.Compare(a.Title, b.Title) })
	for _, m := range s.made {
		list = append(list, page.MenuLink{Title: m.title, Address: relative(current, m.address), Current: m.address == current})
	}
	return list
}

const searchAddress = "search.html"

// page writes the page of a document.
func (s *site) page(d *document) error {
	p := page.Page{Title: d.title, Style: `thead:not(:has(th:not(:empty))){display:none}main>section{max-width:70rem}`, Lead: d.lead, Menu: s.menu(d.address), Search: relative(d.address, searchAddress),
		Footer: "made from " + d.source}
	for _, x := range d.parts {
		p.Sections = append(p.Sections, page.Section{ID: x.id, Title: x.title, Body: x.body})
	}
	return s.add(d.address, &p)
}

func (s *site) add(address string, p *page.Page) error {
	if _, twice := s.files[address]; twice {
		return fmt.Errorf("two pages have the address %s", address)
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		return err
	}
	s.files[address] = b.Bytes()
	return nil
}
