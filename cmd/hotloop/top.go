package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"time"

	"hotloop/internal/cli"
	"hotloop/internal/terminal"
	"hotloop/internal/top"
	"hotloop/live"
)

// fullScreen is the program that shows the figures on the whole terminal. It is a module of its own because of the
// libraries that it takes.
const fullScreen = "hotloop-top"

// topped shows what the kernels of a running process do. With a terminal and fullScreen in PATH, that program does it.
func topped(h *cli.Help, o output, args []string) int {
	stdout, stderr := o.stdout, o.stderr
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	var q top.Query
	n := fs.Int("n", 0, "`number` of tables to print; 0 is no end")
	every := fs.Duration("every", 2*time.Second, "`time` between two tables")
	asJSON := fs.Bool("json", false, "print JSON, one line for each table")
	plain := fs.Bool("plain", false, "print tables even if "+fullScreen+" is in PATH")
	one := fs.String("kernel", "", "`name` or ID of a kernel whose details to print instead, once")
	fs.StringVar(&q.Sort, "sort", top.Sorts[0], "`order`: "+strings.Join(top.Sorts, ", "))
	fs.StringVar(&q.Words, "filter", "", "`words` that a kernel's name, position, type, or code must have")
	fs.IntVar(&q.Rows, "rows", 40, "maximum `number` of kernels; 0 is all")
	if status, ok := h.Parse(fs, args, stdout, stderr); !ok {
		return status
	}
	switch {
	case fs.NArg() != 1:
		return h.Wrong(stderr, errors.New("one URL is wanted"))
	case *n < 0 || *every <= 0 || q.Rows < 0:
		return h.Wrong(stderr, errors.New("-n and -rows must not be negative, and -every must be positive"))
	case !slices.Contains(top.Sorts, q.Sort):
		return h.Wrong(stderr, fmt.Errorf("-sort: unknown order %q; use %s", q.Sort, strings.Join(top.Sorts, ", ")))
	}
	c, err := top.NewClient(fs.Arg(0))
	if err != nil {
		return h.Wrong(stderr, err)
	}
	width := 0
	if terminal.Is(stdout) {
		width = terminal.Width(stdout)
	}
	if *one != "" {
		if err := detailed(c, *one, *asJSON, stdout, width); err != nil {
			fmt.Fprintln(stderr, "hotloop top:", err)
			return 1
		}
		return 0
	}
	if width > 0 && !*plain && !*asJSON && *n == 0 {
		if program, err := exec.LookPath(fullScreen); err == nil {
			cmd := exec.Command(program, "-sort", q.Sort, "-filter", q.Words, "-every", every.String(), fs.Arg(0))
			cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
			if err := cmd.Run(); err != nil {
				if code := cmd.ProcessState.ExitCode(); code > 0 {
					return code
				}
				fmt.Fprintln(stderr, "hotloop top:", err)
				return 1
			}
			return 0
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for i := 1; ; i++ {
		s, err := c.Snapshot(ctx, q)
		if err == nil && i == 1 && s.Sampled < 0.5 && *n > 0 { // counting began with this request
			select {
			case <-time.After(min(*every, time.Second)):
			case <-ctx.Done():
			}
			s, err = c.Snapshot(ctx, q)
		}
		switch {
		case ctx.Err() != nil:
			return 0
		case err != nil:
			fmt.Fprintln(stderr, "hotloop top:", err)
			return 1
		case *asJSON:
			if err := json.NewEncoder(stdout).Encode(s); err != nil {
				return 1
			}
		default:
			lines := append([]string{top.Cut(top.Summary(s), width)}, top.Table(s.Kernels, width)...)
			clear := ""
			if width > 0 && *n == 0 {
				clear = "\x1b[H\x1b[J" // a terminal shows one table after the other in the same place
			} else if i > 1 {
				clear = "\n"
			}
			if _, err := io.WriteString(stdout, clear+strings.Join(lines, "\n")+"\n"); err != nil {
				return 1
			}
		}
		if i == *n {
			return 0
		}
		select {
		case <-time.After(*every):
		case <-ctx.Done():
			return 0
		}
	}
}

// detailed prints what there is to say of the first kernel with a name or ID.
func detailed(c *top.Client, kernel string, asJSON bool, stdout io.Writer, width int) error {
	ctx := context.Background()
	s, err := c.Snapshot(ctx, top.Query{})
	if err != nil {
		return err
	}
	i := slices.IndexFunc(s.Kernels, func(k live.Kernel) bool { return k.Name == kernel || k.ID == kernel })
	if i < 0 {
		return fmt.Errorf("there is no kernel %s; it may not be compiled yet", kernel)
	}
	d := &live.Detail{Kernel: s.Kernels[i]}
	if d.ID != "" { // otherwise it is Go code, and the snapshot says all
		if d, err = c.Detail(ctx, d.ID); err != nil {
			return err
		}
	}
	if asJSON {
		return json.NewEncoder(stdout).Encode(d)
	}
	_, err = io.WriteString(stdout, strings.Join(top.DetailLines(d, width), "\n")+"\n")
	return err
}
