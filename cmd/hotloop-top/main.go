// Command hotloop-top shows on the whole terminal what the kernels of a running program do, which has mounted
// live.Handler of hotloop:
//
//	hotloop-top http://localhost:8080/debug/hotloop/
//
// The command hotloop top runs it if it is in PATH. Keys: arrows choose a kernel, Enter shows its details, s and S change
// the order, / filters, p pauses, ? lists the keys, and q quits. Colours follow NO_COLOR and what the terminal can do.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"hotloop/internal/top"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

func run(args []string, stderr io.Writer) int {
	fs := flag.NewFlagSet("hotloop-top", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, "usage: hotloop-top [flags] URL\n")
		fs.PrintDefaults()
	}
	m := newModel()
	fs.DurationVar(&m.every, "every", m.every, "`time` between two requests")
	fs.StringVar(&m.query.Sort, "sort", m.query.Sort, "`order`: "+strings.Join(top.Sorts, ", "))
	fs.StringVar(&m.query.Words, "filter", "", "`words` that a kernel must have")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	if fs.NArg() != 1 || m.every < 100*time.Millisecond || !slices.Contains(top.Sorts, m.query.Sort) {
		fs.Usage()
		return 2
	}
	c, err := top.NewClient(fs.Arg(0))
	if err != nil {
		fmt.Fprintln(stderr, "hotloop-top:", err)
		return 2
	}
	m.client = c
	if _, err := tea.NewProgram(m, tea.WithAltScreen()).Run(); err != nil {
		fmt.Fprintln(stderr, "hotloop-top:", err)
		return 1
	}
	return 0
}
