package live

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// metrics writes the snapshot in Prometheus' text format, version 0.0.4.
func (s *Snapshot) metrics(w *bytes.Buffer) {
	family := func(name, kind, help string) {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
	}
	one := func(name, kind, help string, value any) {
		family(name, kind, help)
		fmt.Fprintf(w, "%s %v\n", name, value)
	}
	p := &s.Process
	one("hotloop_code_bytes", "gauge", "Bytes of machine code in use.", p.Code.InUse)
	one("hotloop_code_mapped_bytes", "gauge", "Bytes mapped for machine code.", p.Code.Mapped)
	one("hotloop_code_limit_bytes", "gauge", "Limit of the machine code in use.", p.Code.Limit)
	one("hotloop_compilations_total", "counter", "Finished compilations.", p.Compiled)
	one("hotloop_cache_hits_total", "counter", "Kernels that were compiled before or at the same time.", p.CacheHits)
	one("hotloop_loaded_total", "counter", "Kernels read from files.", p.Loaded)
	one("hotloop_stored_total", "counter", "Kernels written to files.", p.Stored)
	one("hotloop_rejected_total", "counter", "Files of kernels that were not used.", p.Rejected)
	one("hotloop_evicted_total", "counter", "Kernels removed from the cache of the process.", p.Evicted)
	one("hotloop_freed_total", "counter", "Kernels whose machine code was freed.", p.Freed)
	one("hotloop_yields_total", "counter", "Times that a kernel yielded to the scheduler.", p.Yields)
	one("hotloop_shared_loops_total", "counter", "Runs of loops that goroutines may share.", p.Shared)
	one("hotloop_helpers_total", "counter", "Times that a goroutine helped with such a loop.", p.Helped)
	one("hotloop_cancelled_total", "counter", "Calls that ended early because their context was done.", p.Cancelled)
	one("hotloop_reflect_kernels_total", "counter", "Kernels whose calls go through package reflect.", p.ReflectCalls)
	family("hotloop_fallbacks_total", "counter", "Kernels without machine code.")
	for _, reason := range slices.Sorted(maps.Keys(p.FallbackReasons)) {
		fmt.Fprintf(w, "hotloop_fallbacks_total{reason=%s} %d\n", quoted(string(reason)), p.FallbackReasons[reason])
	}
	one("hotloop_kernels", "gauge", "Kernels in the process.", len(s.Kernels))
	one("hotloop_sampled_seconds_total", "counter", "Time for which calls were counted.", s.Sampled)
	each := func(name, kind, help string, value func(k *Kernel) (float64, bool)) {
		family(name, kind, help)
		for i := range s.Kernels {
			k := &s.Kernels[i]
			if v, ok := value(k); ok && k.ID != "" {
				fmt.Fprintf(w, "%s{kernel=%s,position=%s,id=%s} %v\n", name, quoted(k.Name), quoted(k.Position), quoted(k.ID), v)
			}
		}
	}
	each("hotloop_kernel_calls_total", "counter", "Calls of the kernel, extrapolated from samples.",
		func(k *Kernel) (float64, bool) { return k.Calls, k.Sampled })
	each("hotloop_kernel_seconds_total", "counter", "Time in calls of the kernel, extrapolated from samples.",
		func(k *Kernel) (float64, bool) { return k.Seconds, k.Sampled })
	each("hotloop_kernel_elements_total", "counter", "Elements that calls of the kernel got, extrapolated from samples.",
		func(k *Kernel) (float64, bool) { return k.Elements, k.Sampled && k.Sized })
	each("hotloop_kernel_native", "gauge", "Whether the kernel is machine code.",
		func(k *Kernel) (float64, bool) {
			if k.ISA == "" {
				return 0, true
			}
			return 1, true
		})
	each("hotloop_kernel_code_bytes", "gauge", "Bytes of machine code and constants of the kernel.",
		func(k *Kernel) (float64, bool) { return float64(k.CodeBytes), true })
	each("hotloop_kernel_compile_seconds", "gauge", "Time that compiling the kernel took.",
		func(k *Kernel) (float64, bool) { return k.Compile.Seconds(), true })
}

var escapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)

// quoted returns the value of a label, as the format has it.
func quoted(s string) string { return `"` + escapes.Replace(strings.ToValidUTF8(s, "\uFFFD")) + `"` }
