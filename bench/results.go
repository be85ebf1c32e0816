package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

// Results are the rows of one run of jitbench. As JSON they are an object with the setting, followed by the rows, one
// object each.
type Results struct {
	Setting
	Rows []*Row
}

// settingLine is the JSON object before the rows.
type settingLine struct {
	Setting *Setting `json:"setting"`
}

// Encode writes the setting as the first line of results in JSON.
func (s *Setting) Encode(w io.Writer) error { return json.NewEncoder(w).Encode(settingLine{s}) }

// ReadResults reads what one or several runs of jitbench -json have printed. Rows without a setting before them belong
// to one that is empty.
func ReadResults(r io.Reader) (all []*Results, err error) {
	d := json.NewDecoder(r)
	for n := 1; ; n++ {
		var line struct {
			settingLine
			Row
		}
		switch err := d.Decode(&line); {
		case err == io.EOF && len(all) == 0:
			return nil, errors.New("no results; write them with jitbench -json")
		case err == io.EOF:
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("result %d: %w", n, err)
		case line.Setting != nil:
			all = append(all, &Results{Setting: *line.Setting})
			continue
		case line.Kernel == "":
			return nil, fmt.Errorf("result %d has no kernel; write results with jitbench -json", n)
		}
		if len(all) == 0 {
			all = append(all, &Results{})
		}
		last := all[len(all)-1]
		last.Rows = append(last.Rows, &line.Row)
	}
}

// Merge joins results of the same machine, compilers and commit, such as those of several suites, if no row is in
// both. It keeps the order.
func Merge(all []*Results) (merged []*Results) {
	for _, r := range all {
		i := slices.IndexFunc(merged, func(m *Results) bool { return m.joins(r) })
		if i < 0 {
			merged = append(merged, &Results{r.Setting, slices.Clone(r.Rows)})
			continue
		}
		m := merged[i]
		m.Rows = append(m.Rows, r.Rows...)
		if m.Command != r.Command {
			m.Command += ";" + r.Command
		}
	}
	return merged
}

// joins reports whether results can be merged.
func (r *Results) joins(x *Results) bool {
	has := map[rowKey]bool{}
	for _, row := range r.Rows {
		has[row.key()] = true
	}
	return r.Machine == x.Machine && r.March == x.March && r.Platform == x.Platform && r.Commit == x.Commit && r.Engine() == x.Engine() &&
		maps.Equal(r.Version, x.Version) && !slices.ContainsFunc(x.Rows, func(row *Row) bool { return has[row.key()] })
}

// Engine returns the name of our code in the rows: the only one that is timed and has no ratio.
func (r *Results) Engine() string {
	for _, row := range r.Rows {
		for name := range row.NS {
			if _, peer := row.Ratio[name]; !peer {
				return name
			}
		}
	}
	return ""
}

// Peers returns the names that rows have ratios to: first those of PeerKinds, in their order, then others.
func (r *Results) Peers() (peers []string) {
	found := map[string]bool{}
	for _, row := range r.Rows {
		for name := range row.Ratio {
			if name != OwnScalar && name != OwnAVX2 && name != OwnStrict && !found[name] {
				found[name] = true
				peers = append(peers, name)
			}
		}
	}
	slices.Sort(peers)
	slices.SortStableFunc(peers, func(a, b string) int {
		return place(a) - place(b)
	})
	return peers
}

// place returns the position of a peer among PeerKinds, or the number of these.
func place(peer string) int {
	if i := slices.Index(PeerKinds, peer); i >= 0 {
		return i
	}
	return len(PeerKinds)
}

// Quartiles are the lower and upper quartiles of timed batches: of the time of a call by each name, and of the ratio
// of a peer's time to ours in the same turn, which a slow phase of the machine does not change. They are of
// arguments that do not repeat if these were measured.
type Quartiles struct {
	NS    map[string][2]float64 `json:"ns,omitempty"`
	Ratio map[string][2]float64 `json:"ratio,omitempty"`
}

// quartilesOf returns the quartiles of timings; the first is ours.
func quartilesOf(timings []Timing) Quartiles {
	q := Quartiles{map[string][2]float64{}, map[string][2]float64{}}
	ours := timings[0].Samples
	for i, t := range timings {
		if t.Err != nil || len(t.Samples) == 0 {
			continue
		}
		q.NS[t.Name] = quartiles(t.Samples)
		if i == 0 {
			continue
		}
		var ratios []float64
		for k := range min(len(ours), len(t.Samples)) {
			ratios = append(ratios, t.Samples[k]/ours[k])
		}
		q.Ratio[t.Name] = quartiles(ratios)
	}
	return q
}

func quartiles(x []float64) [2]float64 {
	return [2]float64{round3(Quantile(x, 25)), round3(Quantile(x, 75))}
}

// noise returns the logarithm of the factor between two quartiles.
func noise(q [2]float64) float64 {
	if q[0] <= 0 || q[1] <= 0 {
		return 0
	}
	return math.Log(q[1] / q[0])
}
