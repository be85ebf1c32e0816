// Package cli is what the command lines of hotloop's programs share: help, errors, exit status, version.
//
// They keep to the manners of Go's own tools. Help that is asked for goes to standard output, and the status is 0. A
// wrong command line is reported on standard error, and the status is 2. Status 1 means that the command has found
// something or has failed.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"reflect"
	"strings"

	"hotloop/internal/terminal"
)

// Help describes a command.
type Help struct {
	Name    string   // with that of the program, such as "hotloop run"
	Args    []string // what may follow the name, one form each
	About   string   // a sentence without a period
	Details string   // paragraphs; may be empty
	Groups  []Group  // of the flags; none if these are few
	Found   string   // what status 1 means, after "1 if"
}

// Group is a group of flags.
type Group struct {
	Title string
	Flags []string
}

// maxWidth bounds the width of texts, which are hard to read if lines are long.
const maxWidth = 110

// Parse parses the flags of a command. If ok is false, the command must return the status: help was asked for, or the
// command line is wrong.
func (h *Help) Parse(fs *flag.FlagSet, args []string, stdout, stderr io.Writer) (status int, ok bool) {
	fs.Init(h.Name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // which would have the error, and the flags again
	switch err := fs.Parse(args); {
	case err == nil:
		return 0, true
	case errors.Is(err, flag.ErrHelp):
		h.Write(stdout, fs)
		return 0, false
	default:
		return h.Wrong(stderr, err), false
	}
}

// Wrong reports a wrong command line and returns its status.
func (h *Help) Wrong(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "%s: %v\nusage: %s\n'%s -h' lists the flags.\n", h.Name, err, strings.Join(h.usage(), "\n       "), h.Name)
	return 2
}

func (h *Help) usage() (lines []string) {
	for _, args := range h.Args {
		lines = append(lines, strings.TrimSpace(h.Name+" "+args))
	}
	return lines
}

// Write writes the help of a command, as wide as the terminal.
func (h *Help) Write(w io.Writer, fs *flag.FlagSet) {
	width := min(terminal.Width(w), maxWidth)
	fmt.Fprintf(w, "usage: %s\n\n", strings.Join(h.usage(), "\n       "))
	fmt.Fprintln(w, Wrap(strings.ToUpper(h.About[:1])+h.About[1:]+".", "", width))
	for _, p := range strings.Split(h.Details, "\n\n") {
		if p != "" {
			fmt.Fprintln(w, "\n"+Wrap(p, "", width))
		}
	}
	groups := h.Groups
	if groups == nil {
		groups = []Group{{Title: "Flags"}}
		fs.VisitAll(func(f *flag.Flag) { groups[0].Flags = append(groups[0].Flags, f.Name) })
	}
	for _, g := range groups {
		head := "\n" + g.Title + ":\n"
		for _, name := range g.Flags {
			if f := fs.Lookup(name); f != nil && f.Usage != "" { // one without a description is for the program itself
				fmt.Fprint(w, head, describe(f, width))
				head = ""
			}
		}
	}
	fmt.Fprintf(w, "\n%s\n", Wrap("Exit status: 0; 1 if "+h.Found+"; 2 for a wrong command line or files that cannot be read.", "", width))
}

// describe returns the lines about a flag.
func describe(f *flag.Flag, width int) string {
	name, usage := flag.UnquoteUsage(f)
	head := "  -" + f.Name
	if name != "" {
		head += " " + name
	}
	if value := f.DefValue; !zero(f) && !strings.Contains(usage, "(default") {
		usage += " (default " + value + ")"
	}
	return head + "\n" + Wrap(usage, "        ", width) + "\n"
}

// zero reports whether the default of a flag is the zero value of its type.
func zero(f *flag.Flag) bool {
	t := reflect.TypeOf(f.Value)
	v := reflect.New(t)
	if t.Kind() == reflect.Pointer {
		v = reflect.New(t.Elem())
	} else {
		v = v.Elem()
	}
	value, ok := v.Interface().(flag.Value)
	return ok && f.DefValue == value.String()
}

// Wrap breaks a text into lines of at most width columns, each with an indent.
func Wrap(text, indent string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case b.Len() == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+n > width:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}
