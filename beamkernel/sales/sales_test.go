package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hotloop"
	"hotloop/beamkernel"
	"hotloop/beamkernel/sales/kernels"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/stretchr/testify/require"
)

// prismVariable makes the test program a process with a job server of Prism on that port.
const prismVariable = "SALES_TEST_PRISM"

func TestMain(m *testing.M) {
	if port := os.Getenv(prismVariable); port != "" {
		servePrism(port)
		return
	}
	beam.Init()
	os.Exit(m.Run())
}

func servePrism(port string) {
	var n int
	if _, err := fmt.Sscan(port, &n); err != nil {
		panic(err)
	}
	if _, err := prism.CreateJobServer(context.Background(), prism.Options{Port: n}); err != nil {
		panic(err)
	}
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin) // until the test ends
}

const (
	testBlocks = 7
	testRows   = 1000
)

// expected returns the results of plain Go.
func expected() string {
	total := make([]kernels.Partial, flags)
	for i := range total {
		total[i] = kernels.Partial{Min: math.Inf(1), Max: math.Inf(-1)}
	}
	make := &makeBlock{Rows: testRows}
	for block := range testBlocks {
		b := make.ProcessElement(block)
		l := kernels.Lines{
			Quantity: b.Column(1).(*array.Int32).Int32Values(),
			Price:    b.Column(2).(*array.Int32).Int32Values(),
			Discount: b.Column(3).(*array.Int32).Int32Values(),
			Revenue:  slices.Repeat([]int64{0}, testRows),
		}
		kernels.Revenue(&l)
		kernels.ByFlag(&kernels.Charged{Flag: b.Column(0).(*array.Uint8).Uint8Values(), Revenue: l.Revenue}, total)
	}
	var lines []string
	for i, p := range total {
		lines = append(lines, format(i, beamkernel.Result{Count: p.Count, Sum: p.Sum, Mean: p.Sum / float64(p.Count), Min: p.Min, Max: p.Max}))
	}
	return strings.Join(lines, "\n")
}

// check runs the pipeline, and compares its results and counters.
func check(t *testing.T) {
	t.Helper()
	output := filepath.Join(t.TempDir(), "results")
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), testBlocks, testRows, output, "", &out))
	results, err := os.ReadFile(output)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimRight(string(results), "\n"), "\n")
	slices.Sort(lines)
	require.Equal(t, expected(), strings.Join(lines, "\n"))
	for _, counter := range []string{fmt.Sprintf(`rows +%d\n`, testBlocks*testRows), fmt.Sprintf(`blocks +%d\n`, testBlocks)} {
		require.Len(t, regexp.MustCompile(counter).FindAllString(out.String(), -1), 2, "%s", out.String())
	}
}

// TestPrism runs the pipeline on Prism in this process.
func TestPrism(t *testing.T) {
	*runners.Runner, *jobopts.Endpoint, *jobopts.EnvironmentType = "prism", "", ""
	check(t)
}

// TestLoopback runs the pipeline by the protocol of portable engines: the job server is another process, and this one
// serves as its worker.
func TestLoopback(t *testing.T) {
	l, err := net.Listen("tcp", "localhost:0")
	require.NoError(t, err)
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	require.NoError(t, l.Close())
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), prismVariable+"="+port)
	server.Stderr = os.Stderr
	stdin, err := server.StdinPipe()
	require.NoError(t, err)
	stdout, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	defer func() { require.NoError(t, server.Wait()) }()
	defer stdin.Close()
	ready := make([]byte, 6)
	_, err = io.ReadFull(stdout, ready)
	require.NoError(t, err, "the server has not started")
	require.Equal(t, "ready\n", string(ready))

	*runners.Runner, *jobopts.Endpoint, *jobopts.EnvironmentType = "universal", "localhost:"+port, "LOOPBACK"
	check(t)
}

// TestFallbacks: blocks for which there is no machine code are counted.
func TestFallbacks(t *testing.T) {
	*runners.Runner, *jobopts.Endpoint, *jobopts.EnvironmentType = "prism", "", ""
	defer hotloop.SetCodeLimit(hotloop.SetCodeLimit(0))
	// Kernels of other tests may have machine code, so these differ.
	file := filepath.Join(t.TempDir(), "kernels.go")
	require.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(text, "< 24", "< 23")), 0o644))
	defer func(good string) { text = good }(text)
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), testBlocks, testRows, "", file, &out))
	require.Regexp(t, fmt.Sprintf(`fallbacks +%d\n`, testBlocks), out.String())
}

// TestFailure: an error of the text ends the pipeline, and its position is in the message.
func TestFailure(t *testing.T) {
	*runners.Runner, *jobopts.Endpoint, *jobopts.EnvironmentType = "prism", "", ""
	good := text
	defer func() { text = good }()
	for _, c := range []struct{ old, new, message string }{
		{"q < 24", "q < limit", `undefined: limit`},
		{"discount[i]", "discount[i+1]", `index out of range`},
	} {
		file := filepath.Join(t.TempDir(), "kernels.go")
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(good, c.old, c.new, 1)), 0o644))
		line := 1 + strings.Count(good[:strings.Index(good, c.old)], "\n")
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		err := run(ctx, testBlocks, testRows, "", file, io.Discard)
		cancel()
		require.ErrorContains(t, err, c.message)
		require.ErrorContains(t, err, fmt.Sprintf("kernel.go:%d:", line))
	}
}
