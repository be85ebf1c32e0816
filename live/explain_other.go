//go:build !((linux && (amd64 || arm64)) || (freebsd && amd64) || (windows && amd64) || (hotloop_interpreter && (amd64 || arm64 || loong64 || ppc64le || riscv64)))

package live

import (
	"errors"
	"html/template"

	"hotloop/internal/page"
)

// explained returns an error: there is no compiler.
func explained(kernel, template.HTML, []page.Fact) (*page.Page, error) {
	return nil, errors.New("there is no compiler")
}
