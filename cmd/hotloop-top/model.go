package main

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"hotloop/internal/top"
	"hotloop/live"
)

// asker is the process whose kernels are shown.
type asker interface {
	Snapshot(ctx context.Context, q top.Query) (*live.Snapshot, error)
	Detail(ctx context.Context, id string) (*live.Detail, error)
}

// model is the state of the program.
type model struct {
	client asker
	every  time.Duration
	query  top.Query

	width, height int
	snapshot      *live.Snapshot
	err           error
	paused        bool
	help          bool
	typing        bool   // the filter
	typed         string // so far
	chosen        string // key of the chosen kernel
	first         int    // row at the head of the table
	detail        *live.Detail
	scrolled      int // lines of the detail
}

func newModel() *model {
	return &model{every: 2 * time.Second, query: top.Query{Sort: top.Sorts[0]}, width: 80, height: 24}
}

// The messages of commands.
type (
	tick      struct{}
	gotAll    struct{ s *live.Snapshot }
	gotDetail struct{ d *live.Detail }
	failed    struct{ err error }
)

// maxRows is how many kernels are asked for.
const maxRows = 2000

func (m *model) ask() tea.Cmd {
	q, c := m.query, m.client
	q.Rows = maxRows
	return func() tea.Msg {
		s, err := c.Snapshot(context.Background(), q)
		if err != nil {
			return failed{err}
		}
		return gotAll{s}
	}
}

func (m *model) askDetail(id string) tea.Cmd {
	c := m.client
	return func() tea.Msg {
		d, err := c.Detail(context.Background(), id)
		if err != nil {
			return failed{err}
		}
		return gotDetail{d}
	}
}

func (m *model) later() tea.Cmd {
	return tea.Tick(m.every, func(time.Time) tea.Msg { return tick{} })
}

// Init starts the requests.
func (m *model) Init() tea.Cmd { return tea.Batch(m.ask(), m.later()) }

// Update takes a message in.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = max(msg.Width, 20), max(msg.Height, 6)
	case tick:
		switch {
		case m.paused:
			return m, m.later()
		case m.detail != nil:
			return m, tea.Batch(m.askDetail(m.detail.ID), m.later())
		}
		return m, tea.Batch(m.ask(), m.later())
	case gotAll:
		m.snapshot, m.err = msg.s, nil
	case gotDetail:
		m.detail, m.err = msg.d, nil
	case failed:
		m.err = msg.err
	case tea.KeyMsg:
		return m, m.key(msg)
	}
	return m, nil
}

// key handles a key.
func (m *model) key(msg tea.KeyMsg) tea.Cmd {
	name := msg.String()
	if name == "ctrl+c" {
		return tea.Quit
	}
	if m.typing {
		return m.typeKey(msg)
	}
	if m.help { // any key
		m.help = false
		return nil
	}
	page := m.rows()
	switch name {
	case "q":
		return tea.Quit
	case "?", "h":
		m.help = true
	case "p", " ":
		m.paused = !m.paused
	case "esc", "backspace", "left":
		if m.detail != nil {
			m.detail = nil
			return m.ask()
		}
		if name == "esc" && m.query.Words != "" {
			m.query.Words = ""
			return m.ask()
		}
	case "/":
		m.detail, m.typing, m.typed = nil, true, m.query.Words
	case "s", "S":
		by := 1
		if name == "S" {
			by = len(top.Sorts) - 1
		}
		i := slices.Index(top.Sorts, m.query.Sort)
		m.query.Sort = top.Sorts[(i+by)%len(top.Sorts)]
		return m.ask()
	case "enter", "right":
		if k := m.kernel(); m.detail == nil && k != nil && k.ID != "" {
			m.scrolled = 0
			return m.askDetail(k.ID)
		} else if m.detail == nil && k != nil {
			m.scrolled, m.detail = 0, &live.Detail{Kernel: *k} // Go code: there is no more to ask for
		}
	case "up", "k":
		m.move(-1)
	case "down", "j":
		m.move(1)
	case "pgup":
		m.move(-page)
	case "pgdown":
		m.move(page)
	case "home", "g":
		m.move(-maxRows)
	case "end", "G":
		m.move(maxRows)
	}
	return nil
}

// typeKey handles a key while the filter is typed.
func (m *model) typeKey(msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEnter:
		m.typing, m.query.Words = false, m.typed
		return m.ask()
	case tea.KeyEsc:
		m.typing = false
	case tea.KeyBackspace:
		if r := []rune(m.typed); len(r) > 0 {
			m.typed = string(r[:len(r)-1])
		}
	case tea.KeyRunes, tea.KeySpace:
		m.typed += string(msg.Runes)
	}
	return nil
}

// rows returns how many kernels, or lines of a detail, fit.
func (m *model) rows() int { return max(1, m.height-4) }

// keyOf identifies a kernel from one snapshot to the next.
func keyOf(k *live.Kernel) string {
	if k.ID != "" {
		return k.ID
	}
	return k.Name + " " + k.Position
}

// at returns the row of the chosen kernel, 0 if it is gone.
func (m *model) at() int {
	if m.snapshot == nil {
		return 0
	}
	return max(0, slices.IndexFunc(m.snapshot.Kernels, func(k live.Kernel) bool { return keyOf(&k) == m.chosen }))
}

// kernel returns the chosen kernel, or nil.
func (m *model) kernel() *live.Kernel {
	if m.snapshot == nil || len(m.snapshot.Kernels) == 0 {
		return nil
	}
	return &m.snapshot.Kernels[m.at()]
}

// move chooses another kernel, or scrolls the detail.
func (m *model) move(by int) {
	if m.detail != nil {
		m.scrolled = max(0, m.scrolled+by)
		return
	}
	if m.snapshot == nil || len(m.snapshot.Kernels) == 0 {
		return
	}
	i := min(max(m.at()+by, 0), len(m.snapshot.Kernels)-1)
	m.chosen = keyOf(&m.snapshot.Kernels[i])
}

// The styles. Package lipgloss leaves colours out where NO_COLOR is set or the terminal has none.
var (
	titleStyle  = lipgloss.NewStyle().Bold(true)
	headStyle   = lipgloss.NewStyle().Bold(true).Underline(true)
	chosenStyle = lipgloss.NewStyle().Reverse(true)
	badStyle    = lipgloss.NewStyle().Foreground(lipgloss.Color("1"))
	fairStyle   = lipgloss.NewStyle().Foreground(lipgloss.Color("3"))
	quietStyle  = lipgloss.NewStyle().Faint(true)
)

var keys = []string{
	"↑ ↓ PgUp PgDn   choose a kernel, or scroll", "Enter           details of the kernel: remarks, plans, source",
	"Esc             back; without details, remove the filter", "s S             next and previous order", "/               filter by words",
	"p               pause", "q               quit",
}

// View draws the screen.
func (m *model) View() string {
	var lines []string
	add := func(style lipgloss.Style, s string) { lines = append(lines, style.Render(top.Cut(s, m.width))) }
	switch {
	case m.help:
		add(titleStyle, "Keys")
		for _, k := range keys {
			add(lipgloss.NewStyle(), k)
		}
	case m.detail != nil:
		all := top.DetailLines(m.detail, m.width)
		fit := m.height - 2 // besides the title and the status
		m.scrolled = min(m.scrolled, max(0, len(all)-1-fit))
		add(titleStyle, all[0])
		for _, s := range all[1+m.scrolled : min(len(all), 1+m.scrolled+fit)] {
			add(lipgloss.NewStyle(), s)
		}
	case m.snapshot == nil && m.err == nil:
		add(quietStyle, "waiting for the first answer")
	case m.snapshot != nil:
		add(titleStyle, top.Summary(m.snapshot))
		table := top.Table(m.snapshot.Kernels, m.width)
		add(headStyle, table[0]+strings.Repeat(" ", max(0, m.width-len([]rune(table[0])))))
		at := m.at()
		m.first = min(max(m.first, at-m.rows()+1, 0), at, max(0, len(table)-1-m.rows()))
		for i := m.first; i < min(len(table)-1, m.first+m.rows()); i++ {
			style, k := lipgloss.NewStyle(), &m.snapshot.Kernels[i]
			switch {
			case i == at:
				style = chosenStyle
			case k.Fallback != "":
				style = badStyle
			case !k.Vectorized:
				style = fairStyle
			}
			add(style, table[1+i])
		}
	}
	for len(lines) < m.height-1 {
		lines = append(lines, "")
	}
	lines = lines[:m.height-1]
	return strings.Join(lines, "\n") + "\n" + m.status()
}

// status returns the last line.
func (m *model) status() string {
	switch {
	case m.typing:
		return top.Cut("filter: "+m.typed+"▏  Enter filters, Esc leaves it", m.width)
	case m.err != nil:
		return badStyle.Render(top.Cut(m.err.Error(), m.width))
	}
	text := "order: " + m.query.Sort
	if m.query.Words != "" {
		text += " · filter: " + m.query.Words
	}
	if m.paused {
		text += " · paused"
	}
	return quietStyle.Render(top.Cut(text+" · ? keys · q quit", m.width))
}
