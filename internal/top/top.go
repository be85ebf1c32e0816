// Package top gets the figures of package live from a running program, and lays them out for a terminal. The command
// hotloop top prints them; the program hotloop-top, a module of its own, shows them on the whole terminal.
package top

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"hotloop/internal/page"
	"hotloop/live"
)

// Sorts are the orders of kernels, in the order in which they are offered.
var Sorts = []string{"cpu", "calls", "time", "elements", "compile", "code", "fallback", "name", "position"}

// Query selects kernels.
type Query struct {
	Words string // that kernels must have
	Sort  string // one of Sorts; "" is the first
	Rows  int    // at most; 0 is all
}

// Client asks one process.
type Client struct{ base *url.URL }

// NewClient returns a client of the process whose handler is at an address, such as
// http://localhost:8080/debug/hotloop/ or localhost:8080/debug/hotloop. The address may also be one below that.
func NewClient(address string) (*Client, error) {
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("found address %s; use http://HOST:PORT/PATH/ of a live.Handler", address)
	}
	u.RawQuery, u.Fragment = "", ""
	u.Path = strings.TrimSuffix(u.Path, "/json")
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	return &Client{u}, nil
}

// maxAnswer bounds what is read of an answer.
const maxAnswer = 64 << 20

// Snapshot asks for the kernels.
func (c *Client) Snapshot(ctx context.Context, q Query) (*live.Snapshot, error) {
	v := url.Values{}
	if q.Words != "" {
		v.Set("q", q.Words)
	}
	if q.Sort != "" {
		v.Set("sort", q.Sort)
	}
	if q.Rows > 0 {
		v.Set("n", strconv.Itoa(q.Rows))
	}
	var s live.Snapshot
	return &s, c.get(ctx, v, &s)
}

// Detail asks for one kernel.
func (c *Client) Detail(ctx context.Context, id string) (*live.Detail, error) {
	var d live.Detail
	return &d, c.get(ctx, url.Values{"id": {id}}, &d)
}

func (c *Client) get(ctx context.Context, v url.Values, to any) error {
	u := *c.base
	u.Path += "json"
	u.RawQuery = v.Encode()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		text, _, _ := strings.Cut(string(body), "\n")
		return fmt.Errorf("%s: %s: %s", u.Redacted(), answer.Status, text)
	}
	if err := json.Unmarshal(body, to); err != nil {
		return fmt.Errorf("%s is no live.Handler: %w", u.Redacted(), err)
	}
	return nil
}

// Column is a column of the table of kernels.
type Column struct {
	Title string
	Right bool // aligned to the right
	Drop  int  // those with the highest number go first where the terminal is narrow; 0 stays
}

// Columns are the columns of the table.
var Columns = []Column{
	{"CPU", true, 0}, {"CALLS/S", true, 0}, {"±", true, 5}, {"TIME/CALL", true, 1}, {"ELEMENTS/S", true, 3}, {"CODE FOR", false, 2},
	{"CALLS BY", false, 7}, {"CACHE", false, 8}, {"COMPILED IN", true, 6}, {"CODE", true, 9}, {"KERNEL", false, 0}, {"POSITION", false, 4},
}

// Row returns the fields of a kernel.
func Row(k *live.Kernel) []string {
	row := []string{"–", "–", "–", "–", "–", k.ISA, string(k.CallPath), string(k.Cache), page.Duration(k.Compile),
		page.Bytes(float64(k.CodeBytes)), k.Name, k.Position}
	switch {
	case k.Fallback != "":
		row[5] = "none: " + string(k.Fallback)
	case k.ISA == "":
		row[5] = "none"
	case !k.Vectorized:
		row[5] += ", scalar"
	}
	if k.Sampled && k.ISA != "" {
		row[0], row[1] = page.Percent(k.CPU), page.Number(k.CallsPerSecond)
		if k.CallsPerSecond > 0 {
			row[2] = fmt.Sprintf("%.0f %%", 100*k.Uncertain/k.CallsPerSecond)
			row[3] = page.Nanoseconds(k.NsPerCall)
		}
		if k.Sized {
			row[4] = page.Number(k.ElementsPerSecond)
		}
	}
	if k.Cache == "" {
		row[7] = "–"
	}
	return row
}

// Summary returns a line about the process.
func Summary(s *live.Snapshot) string {
	calls, cpu := 0.0, 0.0
	for i := range s.Kernels {
		calls, cpu = calls+s.Kernels[i].CallsPerSecond, cpu+s.Kernels[i].CPU
	}
	return fmt.Sprintf("%s, pid %d: %d of %d kernels, %s calls/s, CPU %s of %d %%; %s of machine code; %d without", s.Program, s.PID,
		len(s.Kernels), s.Total, page.Number(calls), page.Percent(cpu), 100*s.Processors, page.Bytes(float64(s.Process.Code.InUse)),
		s.Process.Fallbacks)
}

// Table lays out kernels in lines of at most width characters, or of any number if width is 0. The first line has the
// titles. Columns that do not fit are left out, the least important first.
func Table(list []live.Kernel, width int) (lines []string) {
	rows := make([][]string, 1, len(list)+1)
	for _, c := range Columns {
		rows[0] = append(rows[0], c.Title)
	}
	for i := range list {
		rows = append(rows, Row(&list[i]))
	}
	widths := make([]int, len(Columns))
	for _, row := range rows {
		for i, s := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(s))
		}
	}
	shown := make([]bool, len(Columns))
	total := func() (n int) {
		for i := range Columns {
			if shown[i] {
				n += widths[i] + 2
			}
		}
		return n - 2
	}
	for i := range shown {
		shown[i] = true
	}
	for width > 0 && total() > width {
		worst := -1
		for i, c := range Columns {
			if shown[i] && c.Drop > 0 && (worst < 0 || c.Drop > Columns[worst].Drop) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		shown[worst] = false
	}
	for _, row := range rows {
		var b strings.Builder
		for i, c := range Columns {
			if !shown[i] {
				continue
			}
			if b.Len() > 0 {
				b.WriteString("  ")
			}
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(row[i]))
			if c.Right {
				b.WriteString(pad + row[i])
			} else {
				b.WriteString(row[i] + pad)
			}
		}
		lines = append(lines, Cut(strings.TrimRight(b.String(), " "), width))
	}
	return lines
}

// Cut shortens a text to width characters, unless width is 0.
func Cut(s string, width int) string {
	if width > 0 && utf8.RuneCountInString(s) > width {
		return string([]rune(s)[:width-1]) + "…"
	}
	return s
}

// DetailLines lays out what there is to say of a kernel.
func DetailLines(d *live.Detail, width int) (lines []string) {
	k := &d.Kernel
	lines = append(lines, k.Name+"  "+k.Type, k.Position+"  "+k.Options, "")
	row := Row(k)
	for i, c := range Columns[:len(Columns)-2] {
		lines = append(lines, fmt.Sprintf("%-12s %s", strings.ToLower(c.Title), row[i]))
	}
	section := func(title string, list []string) {
		if len(list) > 0 {
			lines = append(lines, "", title)
			for _, s := range list {
				lines = append(lines, "  "+s)
			}
		}
	}
	if k.Error != "" {
		section("why there is no machine code", strings.Split(k.Error, "\n"))
	}
	section("remarks", d.Remarks)
	section("vectorized loops", d.Plans)
	section("source", strings.Split(strings.ReplaceAll(strings.TrimRight(d.Source, "\n"), "\t", "    "), "\n"))
	for i := range lines {
		lines[i] = Cut(strings.TrimRight(lines[i], " "), width)
	}
	return lines
}
