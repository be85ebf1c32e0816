package frontend

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed kernels_stmt_test.go
var stmtKernelsText string

func TestStatementsAgainstGC(t *testing.T) {
	againstGC(t, "kernels_stmt_test.go", stmtKernelsText+functionsOf(kernelsText, "pick", "bump"), stmtKernels)
}

// functionsOf cuts functions out of a text: those that kernels of several files call.
func functionsOf(text string, names ...string) string {
	var sb strings.Builder
	for _, n := range names {
		_, rest, _ := strings.Cut(text, "\nfunc "+n+"(")
		end := "\n}\n"
		if first, _, _ := strings.Cut(rest, "\n"); strings.HasSuffix(first, "}") {
			end = "}\n"
		}
		body, _, _ := strings.Cut(rest, end)
		sb.WriteString("\nfunc " + n + "(" + body + end)
	}
	return sb.String()
}
