package runtime

import (
	"errors"
	"slices"

	"hotloop/isel"
	"hotloop/loopopt/remark"
	"hotloop/runtime/fallback"
)

// reasonFor classifies err, the reason why a kernel has no machine code.
func reasonFor(err error) fallback.Reason {
	switch bug := (*InternalError)(nil); {
	case errors.As(err, &bug):
		return fallback.Internal
	case errors.Is(err, isel.ErrSpillLimit):
		return fallback.TooLarge
	}
	return fallback.ReasonFor(err)
}

// noteFallback records in the kernel's stats and remarks, and in the process's counters, that it has no machine
// code.
func (k *Kernel) noteFallback(err error) {
	k.stats.Fallback = reasonFor(err)
	fallback.Count(k.stats.Fallback)
	k.warn("fallback", fallback.Note(err))
}

// Direct reports whether calls reach the machine code (or would reach it, if there is none) without package
// reflect.
func (k *Kernel) Direct() bool {
	return k.code != nil && k.closure.run != 0 || k.code == nil && k.whole.fast(k.layout.Size)
}

// noteAdapter records in stats and remarks how calls reach the machine code.
func (k *Kernel) noteAdapter() {
	if k.stats.Adapter = fallback.AdapterDirect; k.Direct() {
		return
	}
	k.stats.Adapter = fallback.AdapterReflect
	k.warn("call", fallback.SlowText(k.typ))
}

func (k *Kernel) warn(pass, text string) {
	k.remarks = append(slices.Clip(k.remarks), remark.Remark{Kind: remark.Warning, Pass: pass, Func: k.name,
		Text: text})
}

// file returns the file that contains the function or, if the source was not parsed, the one named by the caller.
func (k *Kernel) file() string {
	if k.where != "" {
		return fileOf(k.where)
	}
	return k.options.fileName()
}

// report passes the kernel's event to the hooks, unless there is none or it was reported before.
func (k *Kernel) report() {
	e := fallback.Event{Kernel: k.name, File: k.file(), Type: k.typ, Reason: k.stats.Fallback, Adapter: k.stats.Adapter,
		Err: k.err}
	if e.Err == nil {
		if e.Adapter != fallback.AdapterReflect {
			return
		}
		e.Reason = fallback.SlowAdapter
	}
	fallback.Report(e)
}
