// Package pagetest checks pages in tests that have no browser.
package pagetest

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

var (
	rawText    = regexp.MustCompile(`(?s)(<(style|script)[^>]*>).*?(</(?:style|script)>)`)
	styleLoad  = regexp.MustCompile(`url\(|@import`)
	void       = []string{"meta", "link", "input", "br", "hr", "img", "col", "source", "wbr"}
	loads      = []string{"src", "srcset", "data", "poster", "action", "formaction"}
	references = []string{"aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "for"}
)

// Check returns the errors of a page: elements that are not closed or nested wrongly, identifiers that are not unique,
// links and references to sections that do not exist, links that leave the page although external does not permit it,
// and everything that a browser would load from elsewhere.
func Check(html string, external func(address string) bool) (errs []error) {
	report := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	for _, m := range rawText.FindAllStringSubmatch(html, -1) {
		if m[2] == "style" && styleLoad.MatchString(m[0]) {
			report("the style loads something")
		}
	}
	dec := xml.NewDecoder(strings.NewReader(rawText.ReplaceAllString(html, "$1$3")))
	dec.Strict = false
	dec.Entity = xml.HTMLEntity
	var open []string
	ids := map[string]bool{}
	var wanted []string
	for {
		tok, err := dec.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			report("%v", err)
			return errs
		}
		line, _ := dec.InputPos()
		switch tok := tok.(type) {
		case xml.StartElement:
			name := tok.Name.Local
			if !slices.Contains(void, name) {
				open = append(open, name)
			}
			for _, a := range tok.Attr {
				key, value := a.Name.Local, a.Value
				switch {
				case key == "id":
					if ids[value] {
						report("line %d: the id %q is not unique", line, value)
					}
					ids[value] = true
				case key == "href" && strings.HasPrefix(value, "#"):
					wanted = append(wanted, value[1:])
				case key == "href" && name != "a":
					report("line %d: <%s> loads %s", line, name, value)
				case key == "href" && (external == nil || !external(value)):
					report("line %d: the link %s leaves the page", line, value)
				case slices.Contains(references, key):
					wanted = append(wanted, strings.Fields(value)...)
				case slices.Contains(loads, key):
					report("line %d: <%s> loads %s", line, name, value)
				case key == "style" && styleLoad.MatchString(value):
					report("line %d: the style of <%s> loads something", line, name)
				case strings.HasPrefix(key, "on"):
					report("line %d: <%s> has script in the attribute %s", line, name, key)
				}
			}
		case xml.EndElement:
			name := tok.Name.Local
			if slices.Contains(void, name) { // as the decoder ends <br/>
				continue
			}
			if len(open) == 0 || open[len(open)-1] != name {
				report("line %d: </%s> ends none of %v", line, name, open)
				return errs
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		report("not closed: %v", open)
	}
	for _, id := range wanted {
		if !ids[id] {
			report("there is no element with the id %q", id)
		}
	}
	return errs
}
