// Package page makes the HTML pages of hotloop's tools. A page is one file: style, script and data are in it, and it
// loads nothing. Without script it can be read, but not filtered or sorted. A page has a light and a dark theme, is
// used by keyboard, and names its landmarks for screen readers.
//
// A [Page] has sections of HTML. [Table] and the charts [Lines] and [Bars] return such HTML, and [Go], [Assembly] and
// [SSA] colour code. [SVG] returns a picture that is a file of its own.
package page

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"io"
)

// Page is a page and what is on it.
type Page struct {
	Title    string        // of the window, and the heading
	Lead     template.HTML // a paragraph below the heading; may be empty
	Facts    []Fact        // a list below that
	Sections []Section     // listed in the navigation
	Footer   string        // what made the page
	Menu     []MenuLink    // pages beside this one; may be empty
	Search   string        // address of a page that searches for its parameter q; may be empty

	Style  template.CSS // added to the style that all pages share
	Script template.JS  // run after the script that all pages share
	Data   any          // for Script, which gets it as JSON by page.data(); may be nil
}

// Fact is a name with a value.
type Fact struct{ Name, Value string }

// MenuLink leads to another page.
type MenuLink struct {
	Title, Address string
	Current        bool // it is the page that has the link
}

// Section is a part of a page.
type Section struct {
	ID    string // unique on the page; the address of the section is "#" + ID
	Title string
	Note  string // shown beside the title in the navigation, such as a gain; may be empty
	Level int    // 0 for a section of the page, 1 for a part of the section before it
	Body  template.HTML
}

//go:embed page.html.tmpl
var layoutText string

//go:embed page.css
var sharedStyle string

//go:embed page.js
var sharedScript string

var layout = template.Must(template.New("page").Parse(layoutText))

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	data := []byte("null")
	if p.Data != nil {
		var err error
		if data, err = json.Marshal(p.Data); err != nil { // which escapes <, > and &
			return err
		}
	}
	var b bytes.Buffer
	err := layout.Execute(&b, struct {
		*Page
		AllStyle  template.CSS
		AllScript template.JS
		JSON      template.JS
	}{p, template.CSS(themeStyle()+sharedStyle+pictureStyle) + p.Style, template.JS(sharedScript) + p.Script, template.JS(data)})
	if err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// Pack returns data as JSON in compressed form, for Page.Data. The script's page.unpack returns what it was.
func Pack(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(text); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
