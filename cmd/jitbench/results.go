package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"hotloop/bench"
)

// readResults reads files that -json wrote. Those of several suites become one.
func readResults(names string) (all []*bench.Results, err error) {
	for _, name := range list(names) {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		some, err := bench.ReadResults(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, r := range some {
			r.Machine = cmp.Or(r.Machine, filepath.Base(name))
		}
		all = append(all, some...)
	}
	return bench.Merge(all), nil
}

// published are results with the older results that they are compared with, if there are any.
type published struct {
	new, old []*bench.Results
}

// older returns the results that r is compared with: those of the same machine, or the only ones there are.
func (p *published) older(r *bench.Results) *bench.Results {
	i := slices.IndexFunc(p.old, func(o *bench.Results) bool { return o.Machine == r.Machine && o.March == r.March })
	switch {
	case i >= 0:
		return p.old[i]
	case len(p.old) == 1 && len(p.new) == 1:
		return p.old[0]
	}
	return nil
}

// publishing reports whether results are wanted as something other than the table.
func (o *options) publishing() bool { return o.html != "" || o.svg != "" || o.against != "" }

// exclusive returns the flag that measures or prints something other than the results of kernels, or "".
func (o *options) exclusive() string {
	for _, f := range []struct {
		name string
		set  bool
	}{{"-figures", o.figures}, {"-costs", o.costs}, {"-machine", o.machine}, {"-gc", o.gc}, {"-polls", o.poll}, {"-regret", o.regret},
		{"-compile", o.compile}, {"-mca", o.mca}, {"-distributions", o.calls}} {
		if f.set {
			return f.name
		}
	}
	return ""
}

// reread does with the results in files what is otherwise done with measured ones.
func (o *options) reread(stdout, stderr io.Writer) int {
	if o.bench {
		fmt.Fprintln(stderr, "jitbench: -bench prints every batch, which results in files do not have")
		return 2
	}
	p, err := o.published(nil)
	if err != nil {
		fmt.Fprintln(stderr, "jitbench:", err)
		return 2
	}
	switch {
	case o.json:
		e := json.NewEncoder(stdout)
		for _, r := range p.new {
			r.Encode(stdout)
			for _, row := range r.Rows {
				e.Encode(row)
			}
		}
	case !o.publishing():
		for _, r := range p.new {
			fmt.Fprintf(stdout, "%s\n\n", settingLine(&r.Setting))
			t := &tableReport{w: stdout, shape: shapeOf(r), rows: r.Rows}
			t.end()
		}
	}
	return o.write(p, stdout, stderr)
}

// published returns the results of this run, or those in the files of -from, with those of -against.
func (o *options) published(measured *bench.Results) (p *published, err error) {
	p = &published{new: []*bench.Results{measured}}
	if measured == nil {
		if p.new, err = readResults(o.from); err != nil {
			return nil, fmt.Errorf("-from: %w", err)
		}
	}
	if o.against != "" {
		if p.old, err = readResults(o.against); err != nil {
			return nil, fmt.Errorf("-against: %w", err)
		}
	}
	return p, nil
}

// write writes the page and the picture that are wanted, and prints the comparison if there is no page to have it.
func (o *options) write(p *published, stdout, stderr io.Writer) int {
	save := func(name string, text []byte, err error) error {
		if err == nil {
			err = os.WriteFile(name, text, 0o666)
		}
		if err == nil {
			fmt.Fprintln(stderr, "jitbench: wrote", name)
		}
		return err
	}
	var errs []error
	if o.html != "" {
		text, err := p.page()
		errs = append(errs, save(o.html, text, err))
	}
	if o.svg != "" {
		text, err := p.picture()
		errs = append(errs, save(o.svg, text, err))
	}
	if o.against != "" && o.html == "" && !o.json {
		for _, r := range p.new {
			old := p.older(r)
			if old == nil {
				errs = append(errs, fmt.Errorf("-against has no results of %s", r.Machine))
				continue
			}
			printComparison(stdout, old, r)
		}
	}
	if err := errors.Join(errs...); err != nil {
		fmt.Fprintln(stderr, "jitbench:", err)
		return 1
	}
	return 0
}

// settingLine says on one line on what results were measured.
func settingLine(s *bench.Setting) string {
	parts := []string{machineName(s)}
	if v := versions(s.Version); v != "" {
		parts = append(parts, v)
	}
	if s.Date != "" {
		parts = append(parts, s.Date+", commit "+s.Commit)
	}
	return strings.Join(parts, "; ")
}

// machineName names the processor, with its microarchitecture if that is known.
func machineName(s *bench.Setting) string {
	if s.March == "" {
		return s.Machine
	}
	return s.Machine + " (" + s.March + ")"
}

// comparisonNote says how two results are compared.
const comparisonNote = "A change is the old time divided by the new one, without the drift: what the peers' times changed by in the median, " +
	"because their code is the same. Noise is the factor between the quartiles of the batches of both runs, with what the peers' times " +
	"of the same row changed by, and at least 2%. About one row in twenty is beyond it by chance."

// summary says what a comparison found.
func summary(c *bench.Comparison) string {
	s := fmt.Sprintf("%d rows: geometric mean %.3f, noise ±%.1f%%; %d faster, %d slower beyond noise", len(c.Changes), c.Mean,
		100*(c.Band-1), c.Faster, c.Slower)
	if c.Drift != 1 {
		s += fmt.Sprintf("; drift of the machine %.3f", c.Drift)
	}
	if n := len(c.Added); n > 0 {
		s += fmt.Sprintf("; %d new", n)
	}
	if n := len(c.Gone); n > 0 {
		s += fmt.Sprintf("; %d gone", n)
	}
	return s
}

// byChange sorts changes: those beyond the noise first, the largest first.
func byChange(c *bench.Comparison) []bench.Change {
	list := slices.Clone(c.Changes)
	slices.SortStableFunc(list, func(a, b bench.Change) int {
		far := func(c bench.Change) float64 {
			x := math.Abs(math.Log(c.Speedup))
			if c.Beyond() != 0 {
				x += 1e3
			}
			return x
		}
		return cmp.Compare(far(b), far(a))
	})
	return list
}

// printComparison prints the changes beyond the noise, the largest first.
func printComparison(w io.Writer, old, now *bench.Results) {
	c := bench.Compare(old, now)
	fmt.Fprintf(w, "old: %s\nnew: %s\n%s\n", settingLine(&old.Setting), settingLine(&now.Setting), summary(c))
	changes := slices.DeleteFunc(byChange(c), func(x bench.Change) bool { return x.Beyond() == 0 })
	if len(changes) == 0 {
		return
	}
	fmt.Fprintln(w)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "change\tnoise\tkernel\tisa\tmode\tn\told ns\tnew ns\t")
	for _, x := range changes {
		fmt.Fprintf(tw, "%.2f\t±%.0f%%\t%s\t%s\t%s\t%d\t%s\t%s\t\n", x.Speedup, 100*(x.Band-1), x.New.Kernel, x.New.ISA,
			x.New.Mode, x.New.N, short(x.OldNS), short(x.NewNS))
	}
	tw.Flush()
}
