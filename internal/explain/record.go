package explain

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"hotloop/loopopt/remark"
)

// Records writes the remarks of kernels as clang's -fsave-optimization-record does: a YAML document for each, which
// opt-viewer and editors read. A warning is a missed transformation, as clang has it.
func Records(w io.Writer, kernels []*Kernel) error {
	b := bufio.NewWriter(w)
	for _, k := range kernels {
		for _, r := range k.Remarks {
			tag := map[string]string{remark.Passed.String(): "Passed", remark.Analysis.String(): "Analysis"}[r.Kind]
			if tag == "" {
				tag = "Missed"
			}
			name := r.Reason
			if name == "" {
				name = camel(r.Pass)
			}
			fmt.Fprintf(b, "--- !%s\nPass: %s\nName: %s\n", tag, scalar(r.Pass), scalar(name))
			if file, line, col := SplitPlace(r.Position); line > 0 {
				fmt.Fprintf(b, "DebugLoc: { File: %s, Line: %d, Column: %d }\n", scalar(file), line, col)
			}
			fmt.Fprintf(b, "Function: %s\nArgs:\n", scalar(k.Name))
			fmt.Fprintf(b, "  - String: %s\n", scalar(r.Message))
			for _, a := range r.Args {
				fmt.Fprintf(b, "  - %s: %s\n", camel(a.Name), scalar(a.Value))
			}
			if r.Advice != "" {
				fmt.Fprintf(b, "  - Advice: %s\n", scalar(r.Advice))
			}
			b.WriteString("...\n")
		}
	}
	return b.Flush()
}

// camel returns a name as keys and names of records are written: loop_vectorize becomes LoopVectorize.
func camel(name string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' || r == ' ' }) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// scalar returns a text as a YAML scalar in single quotes, or in double quotes if it has control characters.
func scalar(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return strconv.QuoteToASCII(s)
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}
