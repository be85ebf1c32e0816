package machine

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
)

// A Row is one instruction, or another behaviour of the processor, as measured and in the model. All times are in cycles.
type Row struct {
	Name string `json:"name"`
	Size int    `json:"size,omitempty"` // bytes of the operation; 0 if there is only one size
	// Latency is the time from the operands to the result, Throughput the time per instruction among independent ones;
	// 0 means not measured.
	Latency    float64 `json:"latency,omitempty"`
	Throughput float64 `json:"throughput,omitempty"`
	// ModelLatency and ModelThroughput are the values that instruction scheduling and costs use.
	ModelLatency    float64 `json:"model_latency,omitempty"`
	ModelThroughput float64 `json:"model_throughput,omitempty"`
	// Priced is the cost with which plans count the instruction: its share of four slots per cycle, and more if it
	// occupies a scarce unit for long. It does not estimate Throughput.
	Priced float64 `json:"priced,omitempty"`
	// Instruction means that Name is an instruction on registers.
	Instruction bool `json:"instruction,omitempty"`
	// Used names the constant of the model that is based on the row, if it is not the instruction's own.
	Used string `json:"used,omitempty"`
}

// Off returns the largest factor between the model and the measurement, at least 1. Differences below a cycle of
// latency, or a quarter of a cycle of throughput, do not count, since they change no decision.
func (r *Row) Off() float64 {
	return max(off(r.Latency, r.ModelLatency, 1), off(r.Throughput, r.ModelThroughput, 0.25))
}

func off(measured, model, slack float64) float64 {
	if measured <= 0 || model <= 0 || math.Abs(measured-model) <= slack {
		return 1
	}
	return max(measured/model, model/measured)
}

// A Report has the results of Measure.
type Report struct {
	Processor string  `json:"processor"` // the microarchitecture, if known
	GHz       float64 `json:"ghz"`       // of the clock that the rows count
	Rows      []Row   `json:"rows"`
}

// Print writes the report as a table: other properties first, then the instructions. Rows for which the model is off by
// more than a half are marked.
func (r *Report) Print(w io.Writer) error {
	fmt.Fprintf(w,
		"%s, %.2f GHz; times in cycles, the model's in brackets, prices behind; ! is off by more than a half\n\n",
		r.Processor, r.GHz)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "what\tbytes\tlatency\t\tthroughput\t\tpriced\t\tconstant")
	missed, counted := 0, 0
	for i := range r.Rows {
		x := &r.Rows[i]
		mark := ""
		if x.ModelLatency > 0 || x.ModelThroughput > 0 {
			counted++
		}
		if x.Off() > 1.5 {
			mark = "!"
			missed++
		}
		size := ""
		if x.Size > 0 {
			size = fmt.Sprint(x.Size)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", x.Name, size, cycles(x.Latency, "%.1f"),
			cycles(x.ModelLatency, "(%.0f)"),
			cycles(x.Throughput, "%.2f"), cycles(x.ModelThroughput, "(%.2f)"), cycles(x.Priced, "(%.2f)"), mark, x.Used)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d of %d rows of the model are off by more than a half\n", missed, counted)
	return err
}

// PrintRows writes latencies and throughputs of instructions, for the generator of the compiler's tables (isel/cost/gencosts).
func (r *Report) PrintRows(w io.Writer) error {
	_, err := fmt.Fprintf(w, "# %s, measured by jitbench -machine -rows: op, bytes, cycles from the sources to the "+
		"result (0: not measured), cycles each among independent ones\n", r.Processor)
	for _, x := range r.Rows {
		if x.Instruction && err == nil {
			_, err = fmt.Fprintf(w, "%s %d %.1f %.2f\n", x.Name, x.Size, x.Latency, x.Throughput)
		}
	}
	return err
}

func cycles(x float64, format string) string {
	if x == 0 {
		return ""
	}
	return fmt.Sprintf(format, x)
}
