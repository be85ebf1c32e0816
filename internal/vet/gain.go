package vet

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"hotloop/frontend"
	"hotloop/internal/lab/difftest"
	"hotloop/internal/lab/source"
	"hotloop/internal/lab/survey"
)

// GainConfig says which functions to time.
type GainConfig struct {
	Dirs   []string
	Gains  int // number of functions called a gain
	Others int // number of other accepted functions
	Seed   uint64
	Logf   func(format string, args ...any)
	// Progress, if not nil, is called with the number of functions timed, how many are wanted, and the next one.
	Progress func(done, total int, at string)
}

// Timing is the speed of a kernel relative to the Go compiler's code, on arguments whose slices have Elements elements.
// Plain is the time of a call of the Go compiler's code.
type Timing struct {
	Elements int     `json:"elements"`
	Ratio    float64 `json:"measured"`
	Plain    float64 `json:"plain_ns"`
}

// Timed is a function and what was measured.
type Timed struct {
	Function  string   `json:"function"`
	Gain      bool     `json:"gain"` // it is called one
	Estimated float64  `json:"estimated"`
	From      int      `json:"from,omitempty"` // the number of elements from which on it is called one
	Sizes     []Timing `json:"sizes"`
}

// real is the ratio from which on a gain is one.
const real = 1.2

// timedSizes are the numbers of elements that slices of arguments have: what a vector loop has just begun with, and
// what level 2 of the caches still holds.
var timedSizes = []int{16, 64, 256, 1024, 4096}

// Holds reports whether the estimate of f is right: that it is a gain with that many elements, or that it is none with
// many.
func (f *Timed) Holds() bool {
	if !f.Gain {
		return f.Sizes[len(f.Sizes)-1].Ratio < real
	}
	return !slices.ContainsFunc(f.Sizes, func(s Timing) bool { return s.Elements >= f.From && s.Ratio < real })
}

// GainReport is what was measured.
type GainReport struct {
	Functions []Timed
	Untimed   map[string]int // those that could not be timed, by the reason
	Met       map[bool]int   // of all that were looked at how many are called a gain, and how many none
}

// recall is how many of the functions that are a gain are called one, from the shares of what was timed.
func (r *GainReport) recall() float64 {
	told := r.share(true).Share * float64(r.Met[true])
	missed := (1 - r.share(false).Share) * float64(r.Met[false])
	return told / max(1, told+missed)
}

// MeasureGains draws functions below directories that can be called alone, and times each against what the Go compiler
// makes of it, in a program that it builds: the check of what vet calls a gain, and of what it does not. Arguments are
// made up.
func MeasureGains(c GainConfig) (*GainReport, error) {
	texts, found, met, err := candidates(c)
	r := &GainReport{Untimed: map[string]int{}, Met: met}
	if err != nil || len(found) == 0 {
		return r, err
	}
	dir, err := os.MkdirTemp("", "hotloop-gain")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program, err := buildTimer(dir, texts)
	if err != nil {
		return nil, err
	}
	left := map[bool]int{true: c.Gains, false: c.Others}
	for i, f := range found {
		if left[f.Gain] == 0 {
			continue
		}
		if c.Progress != nil {
			c.Progress(len(r.Functions), c.Gains+c.Others, f.Function)
		}
		sizes, why := runTimer(program, i)
		if sizes = longer(sizes); why == "" && f.Gain && sizes[len(sizes)-1].Elements < f.From {
			why = "with arguments made up its loops do not go on as long as the gain is said to need"
		}
		if why != "" {
			r.Untimed[why]++
			c.Logf("%s: not timed: %s", f.Function, why)
			continue
		}
		f.Sizes = sizes
		left[f.Gain]--
		c.Logf("%s: gain %t, estimated %.1f from %d on: %v", f.Function, f.Gain, f.Estimated, f.From, sizes)
		r.Functions = append(r.Functions, f)
	}
	return r, nil
}

// longer is sizes without those that are none: if it takes no longer than with fewer elements, the loops had no more
// iterations, since there were no arguments with which they do, or there never are.
func longer(sizes []Timing) (list []Timing) {
	const grows = 1.5
	for _, s := range sizes {
		if len(list) == 0 || s.Plain > grows*list[len(list)-1].Plain {
			list = append(list, s)
		}
	}
	return list
}

// spare is how many functions are drawn for each that is to be timed: of the others arguments cannot be made up.
const spare = 2

// candidates draws the functions: of each of the directories one in turn, so that one with many functions of a kind
// does not outweigh the others. Of all that were looked at for it, met says how many are called a gain and how many are
// not.
func candidates(c GainConfig) (texts []timed, found []Timed, met map[bool]int, err error) {
	r := rand.New(rand.NewPCG(c.Seed, 0))
	var rest [][]*survey.Function
	for _, dir := range c.Dirs {
		below, err := source.PackageDirs(dir)
		if err != nil {
			return nil, nil, nil, err
		}
		var all []*survey.Function
		for _, dir := range below {
			all = append(all, slices.DeleteFunc(survey.Load(dir), func(f *survey.Function) bool { return !f.Numeric() })...)
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		rest = append(rest, all)
	}
	left := map[bool]int{true: spare * c.Gains, false: spare * c.Others}
	met, seen := map[bool]int{}, map[string]bool{}
	for any := true; any && left[true]+left[false] > 0; {
		any = false
		for i := range rest {
			for len(rest[i]) > 0 {
				f := rest[i][0]
				rest[i], any = rest[i][1:], true
				t, g, ok := draw(f)
				if !ok || seen[t.text] { // the same text is a copy of another package's
					continue
				}
				seen[t.text] = true
				met[g.Gain]++
				if left[g.Gain] > 0 {
					left[g.Gain]--
					texts, found = append(texts, t), append(found, g)
				}
				break
			}
		}
	}
	return texts, found, met, nil
}

// draw looks at a function, and reports whether it can be timed.
func draw(f *survey.Function) (t timed, g Timed, ok bool) {
	text, inst, err := f.Alone()
	if err != nil {
		return t, g, false
	}
	built, err := frontend.Build(frontend.Text("k.go", text), difftest.KernelName, frontend.Options{AnyInstance: true})
	if err != nil {
		return t, g, false // it needs more than functions, types and variables: methods
	}
	looked, err := Look(f.Source(), frontend.Function{Name: f.Name(), Pos: f.Position()}, Options{})
	if err != nil || !looked.Native {
		return t, g, false
	}
	sig := built.Signature
	return timed{text, inst, sig.Params().Len(), sig.Results().Len()},
		Timed{Function: f.String(), Gain: looked.Gains(), Estimated: looked.Gain, From: looked.From}, true
}

// share is one of the two that matter: of those called a gain how many are one, of the others how many are none.
type share struct {
	Timed int     `json:"timed"`
	Right int     `json:"right"`
	Share float64 `json:"share"`
	False []Timed `json:"false"`
}

func (r *GainReport) share(gain bool) (s share) {
	s.False = []Timed{}
	for _, f := range r.Functions {
		switch {
		case f.Gain != gain:
			continue
		case f.Holds():
			s.Right++
		default:
			s.False = append(s.False, f)
		}
		s.Timed++
	}
	slices.SortFunc(s.False, func(a, b Timed) int { return strings.Compare(a.Function, b.Function) })
	s.Share = float64(s.Right) / float64(max(1, s.Timed))
	return s
}

// JSON is the report in a line.
func (r *GainReport) JSON() string {
	out, err := json.Marshal(struct {
		Gains   share          `json:"gains"`
		Others  share          `json:"others"`
		Recall  float64        `json:"recall"`
		Untimed map[string]int `json:"untimed"`
	}{r.share(true), r.share(false), r.recall(), r.Untimed})
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// String is the report for people.
func (r *GainReport) String() string {
	var b strings.Builder
	list := slices.Clone(r.Functions)
	slices.SortFunc(list, func(x, y Timed) int {
		return cmp.Or(cmp.Compare(y.From, x.From), strings.Compare(x.Function, y.Function))
	})
	for _, gain := range []bool{true, false} {
		s := r.share(gain)
		title, what := "called a gain", fmt.Sprintf("are at least %.1f times as fast with all numbers of elements that it is said of", real)
		if !gain {
			title, what = "called none", fmt.Sprintf("are not %.1f times as fast with %d elements", real, timedSizes[len(timedSizes)-1])
		}
		if s.Timed == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s: estimate, times as fast with", title)
		for _, n := range timedSizes {
			fmt.Fprintf(&b, " %d", n)
		}
		b.WriteString(" elements\n")
		for _, f := range list {
			if f.Gain != gain {
				continue
			}
			fmt.Fprintf(&b, "%6.1f from %4d: ", f.Estimated, f.From)
			for _, n := range timedSizes {
				text := ""
				if i := slices.IndexFunc(f.Sizes, func(t Timing) bool { return t.Elements == n }); i >= 0 {
					text = fmt.Sprintf("%.2f", f.Sizes[i].Ratio)
				}
				fmt.Fprintf(&b, " %6s", text)
			}
			note := ""
			if !f.Holds() {
				note = "  false"
			}
			fmt.Fprintf(&b, "  %s%s\n", f.Function, note)
		}
		fmt.Fprintf(&b, "%d functions %s were timed, %d of them (%.0f%%) %s\n", s.Timed, title, s.Right, 100*s.Share, what)
	}
	if r.share(true).Timed > 0 && r.share(false).Timed > 0 {
		fmt.Fprintf(&b, "of %d functions %d are called a gain: by these shares %.0f%% of all that are one\n",
			r.Met[true]+r.Met[false], r.Met[true], 100*r.recall())
	}
	for why, n := range r.Untimed {
		fmt.Fprintf(&b, "%d could not be timed: %s\n", n, why)
	}
	return b.String()
}
