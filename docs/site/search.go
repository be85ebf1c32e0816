package main

import (
	_ "embed"
	"html/template"
	"strings"

	"hotloop/internal/page"
)

// A found is a part of a document as the search page gets it.
type found struct {
	Page    string `json:"page"`
	Part    string `json:"part"`
	Address string `json:"address"`
	Text    string `json:"text"`
}

//go:embed search.js
var searchScript string

// searchPage writes the page that searches all others. It has their text. Without script it lists their parts.
func (s *site) searchPage() error {
	var index []found
	var list strings.Builder
	for _, d := range s.docs {
		list.WriteString("<li><a href=\"" + template.HTMLEscapeString(d.address) + "\">" + template.HTMLEscapeString(d.title) + "</a><ul>")
		for i, x := range d.parts {
			if i == 0 {
				x.text = plain(string(d.lead)) + " " + x.text
			}
			address := d.address + "#" + x.id
			index = append(index, found{d.title, x.title, address, x.text})
			list.WriteString("<li><a href=\"" + template.HTMLEscapeString(address) + "\">" + template.HTMLEscapeString(x.title) + "</a></li>\n")
		}
		list.WriteString("</ul></li>\n")
	}
	return s.add(searchAddress, &page.Page{Title: "Search", Menu: s.menu(searchAddress), Data: index,
		Script: template.JS(searchScript),
		Style: `mark{background:var(--fair-back);color:inherit}#hits{list-style:none;padding:0;max-width:60rem}#hits li{margin:1rem 0}` +
			`#hits p{margin:.2rem 0}#query{font-size:1rem;width:min(30rem,100%);margin:1rem 0}`,
		Sections: []page.Section{
			{ID: "search", Title: "Search the documents", Body: `<form role="search"><label for="query">Words that a section contains</label><br>` +
				`<input type="search" id="query" name="q"></form><p id="count" role="status"></p><ol id="hits"></ol>`},
			{ID: "contents", Title: "Contents", Body: template.HTML("<ul>" + list.String() + "</ul>")},
		}})
}
