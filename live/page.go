package live

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hotloop"
	"hotloop/internal/page"
)

//go:embed live.js
var script template.JS

//go:embed live.css
var style template.CSS

// pageRows is how many kernels a page shows unless asked for another number.
const pageRows = 200

const footer = "hotloop/live: what the kernels of this process do"

// page writes the page of all kernels.
func (h *handler) page(w io.Writer, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	if r.Form.Get("n") == "" {
		r.Form.Set("n", fmt.Sprint(pageRows))
	}
	s := h.selected(r)
	p := page.Page{
		Title: "Kernels of " + s.Program, Facts: s.facts(), Footer: footer, Style: style, Script: script,
		Sections: []page.Section{
			{ID: "kernels", Title: "Kernels", Note: page.Count(int64(s.Matching)), Body: s.table(r.Form)},
			{ID: "process", Title: "Process", Body: s.process()},
			{ID: "meaning", Title: "What the figures mean", Body: meaning},
		},
	}
	return p.Write(w)
}

const meaning = `<p>Calls are counted while this page is open, for 1 % of the time, and extrapolated; ± is the standard error that
follows from how many were counted and how much they differ. Where more threads want to run than there are processors, the
error is larger. Averages forget with a time constant of ten seconds. The time of a call is that on the clock, with what a long
call waits where it yields to the scheduler. CPU is the time in calls by the time that has passed: 100 % is one
processor. Elements are the sum of the lengths of the longest slice or string of each call. Kernels that run as Go code are
listed without rates. The same is at <a href="json">json</a>, and at <a href="metrics">metrics</a> for Prometheus.</p>`

// facts are the figures at the head of the page.
func (s *Snapshot) facts() []page.Fact {
	calls, cpu := 0.0, 0.0
	for i := range s.Kernels {
		calls += s.Kernels[i].CallsPerSecond
		cpu += s.Kernels[i].CPU
	}
	p := &s.Process
	return []page.Fact{
		{Name: "Process", Value: fmt.Sprintf("%s, pid %d", s.Program, s.PID)},
		{Name: "System", Value: fmt.Sprintf("%s, %s, %d processors", s.System, s.Go, s.Processors)},
		{Name: "Kernels", Value: page.Count(int64(s.Total))},
		{Name: "Calls/s, those shown", Value: page.Number(calls)},
		{Name: "CPU, those shown", Value: page.Percent(cpu)},
		{Name: "Without machine code", Value: page.Count(int64(p.Fallbacks))},
		{Name: "Machine code", Value: fmt.Sprintf("%s of %s", page.Bytes(float64(p.Code.InUse)), page.Bytes(float64(p.Code.Limit)))},
		{Name: "Counted for", Value: page.Duration(time.Duration(s.Sampled * 1e9))},
	}
}

// table returns the kernels, and above them what selects them.
func (s *Snapshot) table(form url.Values) template.HTML {
	t := page.Table{ID: "table", Caption: "kernels", Columns: []page.Column{
		{Title: "Kernel"}, {Title: "Position"},
		{Title: "CPU", Numeric: true, Hint: "time in calls; 100 % is one processor"},
		{Title: "Calls/s", Numeric: true}, {Title: "±", Numeric: true, Hint: "standard error of calls/s"},
		{Title: "Time/call", Numeric: true}, {Title: "Elements/s", Numeric: true},
		{Title: "Code for", Hint: "instruction set, or why there is no machine code"},
		{Title: "Calls by", Hint: "what a call goes through"}, {Title: "Cache"},
		{Title: "Compiled in", Numeric: true}, {Title: "Code", Numeric: true},
	}}
	none := page.Cell{Text: "–", Value: -1}
	for i := range s.Kernels {
		k := &s.Kernels[i]
		name := page.Text(k.Name)
		if k.ID != "" {
			name = page.Link(k.Name, "kernel?id="+url.QueryEscape(k.ID))
		}
		where := k.Position
		if k.Options != "" {
			where += " (" + k.Options + ")"
		}
		row := page.Row{Cells: []page.Cell{name, page.Text(where), none, none, none, none, none,
			{Text: k.ISA}, page.Text(string(k.CallPath)), page.Text(cmpOr(string(k.Cache), "–")),
			{Text: page.Duration(k.Compile), Value: float64(k.Compile)},
			{Text: page.Bytes(float64(k.CodeBytes)), Value: float64(k.CodeBytes)}}}
		switch {
		case k.Fallback != "":
			row.Cells[7] = page.Cell{Text: "none: " + string(k.Fallback), Class: "bad",
				HTML: template.HTML(`<span title="` + template.HTMLEscapeString(k.Error) + `">none: ` + template.HTMLEscapeString(string(k.Fallback)) + `</span>`)}
		case !k.Vectorized:
			row.Cells[7].Text += ", scalar"
			row.Cells[7].Class = "fair"
		}
		if k.Sampled && k.ISA != "" {
			row.Cells[2] = page.Cell{Text: page.Percent(k.CPU), Value: k.CPU}
			row.Cells[3] = page.Num(k.CallsPerSecond)
			if k.CallsPerSecond > 0 {
				row.Cells[4] = page.Cell{Text: fmt.Sprintf("%.0f %%", 100*k.Uncertain/k.CallsPerSecond), Value: k.Uncertain / k.CallsPerSecond}
				row.Cells[5] = page.Cell{Text: page.Nanoseconds(k.NsPerCall), Value: k.NsPerCall}
			}
			if k.Sized {
				row.Cells[6] = page.Num(k.ElementsPerSecond)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	var b strings.Builder
	b.WriteString(`<form class="select"><label>Filter <input type="search" name="q" value="` +
		template.HTMLEscapeString(form.Get("q")) + `"></label> <label>Order <select name="sort">`)
	for _, o := range []string{"cpu", "calls", "time", "elements", "compile", "code", "fallback", "name", "position"} {
		selected := ""
		if o == form.Get("sort") {
			selected = " selected"
		}
		b.WriteString(`<option` + selected + `>` + o + `</option>`)
	}
	b.WriteString(`</select></label> <label>Rows <input type="number" name="n" min="1" max="10000" value="` +
		template.HTMLEscapeString(form.Get("n")) + `"></label> <button>Select</button> <button type="button" id="pause" hidden ` +
		`aria-pressed="false">Pause <kbd>p</kbd></button><noscript> <a href="?refresh=5">Reload every five seconds</a></noscript></form>` + "\n")
	shown := fmt.Sprintf("%s of %s kernels", page.Count(int64(len(s.Kernels))), page.Count(int64(s.Total)))
	b.WriteString(`<p id="shown">` + shown)
	if from, n := number(form, "from"), number(form, "n"); n > 0 {
		if from > 0 {
			b.WriteString(` · ` + string(page.Link("before", address(form, max(0, from-n))).HTML))
		}
		if from+n < s.Matching {
			b.WriteString(` · ` + string(page.Link("next", address(form, from+n)).HTML))
		}
	}
	b.WriteString("</p>\n")
	return template.HTML(b.String()) + t.HTML()
}

// number returns a number of a request, 0 if it is none.
func number(form url.Values, name string) (n int) {
	_, _ = fmt.Sscan(form.Get(name), &n) // n stays 0
	return n
}

// address returns the address of the page with other rows.
func address(form url.Values, from int) string {
	v := url.Values{"from": {fmt.Sprint(from)}}
	for _, name := range []string{"q", "sort", "n"} {
		if x := form.Get(name); x != "" {
			v.Set(name, x)
		}
	}
	return "?" + v.Encode()
}

func cmpOr(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// process returns the table of the process's figures.
func (s *Snapshot) process() template.HTML {
	p := &s.Process
	t := page.Table{ID: "figures", Caption: "since the process started", Columns: []page.Column{
		{Title: "Figure"}, {Title: "Value", Numeric: true}, {Title: "Meaning"}}}
	add := func(name string, n uint64, what string) {
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{page.Text(name), {Text: page.Count(int64(n)), Value: float64(n)}, page.Text(what)}})
	}
	add("Compiled", p.Compiled, "compilations, with or without machine code")
	add("Cache hits", p.CacheHits, "kernels that were compiled before or at the same time")
	add("Loaded", p.Loaded, "kernels read from files")
	add("Stored", p.Stored, "kernels written to files")
	add("Rejected", p.Rejected, "files that were not what had been written")
	add("Called by reflection", p.ReflectCalls, "kernels with machine code that package reflect calls")
	add("Evicted", p.Evicted, "kernels removed from the cache of the process")
	add("Freed", p.Freed, "kernels whose machine code was freed")
	add("Shared loops", p.Shared, "runs of loops that goroutines may share; others helped "+fmt.Sprint(p.Helped)+" times")
	add("Yields", p.Yields, "times that a running kernel yielded to the scheduler")
	add("Cancelled", p.Cancelled, "calls that ended early because their context was done")
	for _, r := range []hotloop.FallbackReason{hotloop.FallbackSource, hotloop.FallbackTooLarge, hotloop.FallbackNoNative,
		hotloop.FallbackCodeLimit, hotloop.FallbackInternal, hotloop.FallbackRace} {
		if n := p.FallbackReasons[r]; n > 0 {
			add("Fallback: "+string(r), n, "kernels without machine code for this reason")
		}
	}
	return t.HTML()
}

// kernel writes the page of a kernel: what hotloop explain shows, or where that is not to be had, what is known without
// compiling the kernel again. It reports whether there is one with the ID of the request.
func (h *handler) kernel(w io.Writer, r *http.Request) (found bool, err error) {
	k, one := h.s.find(r.FormValue("id"))
	if k == nil {
		return false, nil
	}
	stats := k.Stats()
	lead := template.HTML(`<a href=".">All kernels</a> · <code>` + template.HTMLEscapeString(one.Type) + `</code>`)
	h.explaining.Lock() // one at a time: it takes as long as compiling, and more memory
	p, err := explained(k, lead, one.facts())
	h.explaining.Unlock()
	if err != nil {
		p = &page.Page{Title: one.Name, Lead: lead, Facts: one.facts(), Footer: footer, Style: style}
		text := err.Error()
		if one.Error != "" {
			text = one.Error
		}
		add(p, "error", "Why there is no more", "", preformatted(template.HTML(template.HTMLEscapeString(text))))
		if list := k.Remarks(); len(list) > 0 {
			add(p, "remarks", "Remarks", page.Count(int64(len(list))), remarks(list))
		}
		add(p, "source", "Source", "", numbered(page.Go(k.Source())))
	}
	if len(stats.Phases) > 0 {
		add(p, "compilation", "Compilation", page.Duration(stats.Total), phases(&stats))
	}
	return true, p.Write(w)
}

// add adds a section to a page.
func add(p *page.Page, id, title, note string, body template.HTML) {
	p.Sections = append(p.Sections, page.Section{ID: id, Title: title, Note: note, Body: body})
}

// facts are the figures at the head of a kernel's page.
func (k *Kernel) facts() []page.Fact {
	list := []page.Fact{{Name: "Position", Value: k.Position}}
	add := func(name, value string) {
		if value != "" {
			list = append(list, page.Fact{Name: name, Value: value})
		}
	}
	add("Options", k.Options)
	switch {
	case k.ISA == "":
		add("Code for", "none: "+string(k.Fallback))
	case k.Vectorized:
		add("Code for", k.ISA+", vectorized")
	default:
		add("Code for", k.ISA+", scalar")
	}
	add("Calls by", string(k.CallPath))
	add("Cache", string(k.Cache))
	if k.Sampled && k.ISA != "" {
		add("CPU", page.Percent(k.CPU))
		add("Calls/s", page.Number(k.CallsPerSecond)+" ± "+page.Number(k.Uncertain))
		add("Time/call", page.Nanoseconds(k.NsPerCall))
		if k.Sized {
			add("Elements/s", page.Number(k.ElementsPerSecond))
			if k.Elements > 0 {
				add("Time/element", page.Nanoseconds(k.Seconds*1e9/k.Elements))
			}
		}
	}
	add("Compiled in", page.Duration(k.Compile))
	add("Machine code", page.Bytes(float64(k.CodeBytes)))
	return list
}

func preformatted(text template.HTML) template.HTML {
	return "<pre tabindex=\"0\">" + text + "</pre>\n"
}

// numbered returns lines of code with their numbers.
func numbered(lines []template.HTML) template.HTML {
	var b strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&b, "<i class=\"c\">%4d</i>\t%s\n", i+1, line)
	}
	return preformatted(template.HTML(b.String()))
}

// remarks returns the table of a kernel's remarks.
func remarks(list []hotloop.Remark) template.HTML {
	t := page.Table{ID: "list", Caption: "what the optimizer did, and did not do", Columns: []page.Column{
		{Title: "Position"}, {Title: "Kind"}, {Title: "Remark"}, {Title: "Pass"}}}
	for _, r := range list {
		class := map[hotloop.RemarkKind]string{hotloop.RemarkPassed: "good", hotloop.RemarkMissed: "fair", hotloop.RemarkWarning: "bad"}[r.Kind]
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{page.Text(cmpOr(r.Position, "–")), {Text: r.Kind.String(), Class: class},
			page.Text(r.Message()), page.Text(r.Pass)}})
	}
	return t.HTML()
}

// phases returns the table of the phases of a compilation.
func phases(s *hotloop.Stats) template.HTML {
	t := page.Table{ID: "phases", Caption: "phases", Columns: []page.Column{{Title: "Phase"}, {Title: "Time", Numeric: true}}}
	for _, p := range s.Phases {
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{page.Text(p.Name), {Text: page.Duration(p.Time), Value: float64(p.Time)}}})
	}
	return t.HTML()
}
