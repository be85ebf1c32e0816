package remark

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/troubleshooting.md")

const document = "../../docs/troubleshooting.md"

const head = `# Troubleshooting

<!-- Made from loopopt/remark by go test ./loopopt/remark -update. -->

## My kernel has no machine code

` + "`Kernel.Err`" + ` says why, ` + "`Stats().Fallback`" + ` has the class of the reason, and ` + "`OnFallback`" + ` reports it for every kernel
of the process.

| class | meaning | what to do |
|---|---|---|
| ` + "`source`" + ` | an error in the source, the type or an option, with file:line:col | write what the error says |
| ` + "`too large`" + ` | the kernel exceeds a limit | split the function; see [limits](limits.md) |
| ` + "`no native`" + ` | the processor is not supported, or memory cannot be made executable | see [deployment](deployment.md) |
| ` + "`code limit`" + ` | the machine code of the process exceeds its limit | ` + "`SetCodeLimit`" + ` |
| ` + "`internal error`" + ` | a bug of hotloop | report it with the kernel's source |
| ` + "`race`" + ` | the program was built with -race | nothing: the Go function runs |

## My kernel is slow to call

` + "`Stats().CallPath`" + ` is ` + "`direct`" + ` where a call costs a few nanoseconds
([performance](performance.md#what-a-program-pays)). With ` + "`reflect`" + `, package reflect makes the call, which
costs much more and allocates.

## My loop is not vectorized

A remark (` + "`Kernel.Remarks`, `hotloop check`, `hotloop explain`" + `) has one of these reasons.

| reason | meaning | what to write |
|---|---|---|
`

// TestDocument compares docs/troubleshooting.md with the reasons.
func TestDocument(t *testing.T) {
	var b strings.Builder
	b.WriteString(head)
	list := Reasons()
	slices.Sort(list)
	for _, r := range list {
		cell := func(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r, cell(r.Describe()), cell(r.advice(true)))
	}
	if *update {
		if err := os.WriteFile(document, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != b.String() {
		t.Errorf("%s is not current; run go test ./loopopt/remark -update", document)
	}
}
