package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"hotloop/bench"
	"hotloop/internal/lab/machine"
	"hotloop/internal/progress"
)

// micro runs the micro-benchmarks of the cost model's constants.
func (o *options) micro(stdout, stderr io.Writer) int {
	p := progress.Start(stderr, "jitbench -machine")
	defer p.Stop()
	r, err := machine.Measure(p.Set)
	p.Stop()
	if err == nil {
		switch {
		case o.json:
			err = json.NewEncoder(stdout).Encode(r)
		case o.rows:
			err = r.PrintRows(stdout)
		default:
			err = r.Print(stdout)
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "jitbench -machine:", err)
		return 1
	}
	return 0
}

// worstPredictions is the number of predictions listed.
const worstPredictions = 25

// predictions prints the deviation of the cost model from the measurements.
func (t *tableReport) predictions(isa, mode string) {
	if t.ghz == 0 {
		return
	}
	var rows []*bench.Row
	kernels := map[string]bool{}
	for _, r := range t.rows {
		if r.ISA == isa && r.Mode == mode {
			rows = append(rows, r)
			kernels[r.Suite+" "+r.Kernel] = true
		}
	}
	all := bench.Predictions(rows, t.engine, t.ghz)
	if len(all) == 0 {
		fmt.Fprintln(t.w, "the cost model has no prediction for these kernels")
		return
	}
	mean, half := bench.Spread(all)
	fmt.Fprintf(t.w, "cycles per element at %.2f GHz: measured over predicted is %.2f in the geometric mean of %d "+
		"kernels, half of them within a factor of %.2f; the largest deviations are\n\n",
		t.ghz, mean, len(all), half)
	w := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	if n := len(kernels) - len(all); n > 0 {
		fmt.Fprintf(t.w, "omitted: %d kernels with scalar loops, or with several loops whose iterations are counted "+
			"together\n\n", n)
	}
	fmt.Fprintln(w, "kernel\tpredicted\tmeasured\tratio\tplan\t")
	for _, p := range all[:min(len(all), worstPredictions)] {
		fmt.Fprintf(w, "%s\t%.3f\t%.3f\t%.2f\t%s\t\n", p.Kernel, p.Predicted, p.Measured, p.Ratio(), p.Plan)
	}
	w.Flush()
	fmt.Fprintln(t.w)
}
