//go:build (linux && (amd64 || arm64)) || (freebsd && amd64) || (windows && amd64) || (hotloop_interpreter && (amd64 || arm64 || loong64 || ppc64le || riscv64))

package live

import (
	"html/template"

	"hotloop/internal/explain"
	"hotloop/internal/page"
	"hotloop/runtime"
)

// explained returns the page of what the compiler did with a kernel, which it compiles again for that.
func explained(k kernel, lead template.HTML, facts []page.Fact) (*page.Page, error) {
	one, err := explain.Running(k.(interface{ Inner() *runtime.Kernel }).Inner())
	if err != nil {
		return nil, err
	}
	one.Processor = k.Stats().ISA
	return explain.Page([]*explain.Kernel{one}, explain.PageOptions{Title: k.Name(), Lead: lead, Facts: facts, Footer: footer})
}
