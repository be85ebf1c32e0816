// Command sales is a pipeline of Apache Beam with kernels. It makes blocks of order lines, computes their revenue, and
// aggregates it by flag.
//
//	go run ./sales                                          # on Prism, in this process
//	go run ./sales -runner universal -endpoint HOST:PORT    # on the job server of Flink or Spark
//
// The other flags are Beam's, such as -environment_type=LOOPBACK.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"hotloop/beamkernel"
	"hotloop/beamkernel/sales/kernels"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
)

//go:embed kernels/kernels.go
var text string

const flags = 4

func init() {
	beamkernel.Register[kernels.Lines]()
	beamkernel.Register[kernels.Charged]()
	register.DoFn1x1[int, beamkernel.Block](&makeBlock{})
	register.Function2x1(format)
}

func main() {
	blocks := flag.Int("blocks", 256, "blocks of order lines")
	rows := flag.Int("rows", 1<<18, "rows of a block")
	output := flag.String("output", "", "`file` for the results; the default is a temporary one")
	kernel := flag.String("kernel", "", "`file` with other kernels, such as a changed copy of sales/kernels/kernels.go")
	flag.Parse()
	beam.Init() // a worker that the engine has started does not return from here
	if *runners.Runner == "" {
		*runners.Runner = "prism"
	}
	if err := run(context.Background(), *blocks, *rows, *output, *kernel, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// run runs the pipeline and prints what it has computed.
func run(ctx context.Context, blocks, rows int, output, kernel string, stdout io.Writer) error {
	if kernel != "" {
		t, err := os.ReadFile(kernel)
		if err != nil {
			return err
		}
		text = string(t)
	}
	if output == "" {
		dir, err := os.MkdirTemp("", "sales")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		output = filepath.Join(dir, "results")
	}
	beamlog.SetLogger(warnings{})
	p, s := beam.NewPipelineWithRoot()
	numbers := make([]int, blocks)
	for i := range numbers {
		numbers[i] = i
	}
	lines := beam.ParDo(s, &makeBlock{Rows: rows}, beam.Reshuffle(s, beam.CreateList(s, numbers)))
	charged := beamkernel.Map[kernels.Lines](s, beamkernel.Kernel{Text: text, Name: "Revenue"}, lines)
	results := beamkernel.Aggregate[kernels.Charged](s, beamkernel.Kernel{Text: text, Name: "ByFlag"}, flags, charged)
	textio.Write(s, output, beam.ParDo(s, format, results))

	start := time.Now()
	result, err := beam.Run(ctx, *runners.Runner, p)
	if err != nil {
		return err
	}
	elapsed := time.Since(start)
	t := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	if lines, err := os.ReadFile(output); err == nil { // else it is a file of another machine
		sorted := strings.Split(strings.TrimRight(string(lines), "\n"), "\n")
		slices.Sort(sorted)
		fmt.Fprintf(t, "flag\tlines\trevenue\tmean\tleast\tmost\t\n%s\n\n", strings.Join(sorted, "\n"))
	}
	if result != nil {
		for _, c := range result.Metrics().AllMetrics().Counters() {
			if c.Key.Namespace == "hotloop" {
				fmt.Fprintf(t, "%s\t%s\t%d\t\n", c.Key.Step, c.Key.Name, c.Result())
			}
		}
	}
	fmt.Fprintf(t, "\n%d rows in %.2f s, %.1f million rows/s\n", blocks*rows, elapsed.Seconds(), float64(blocks*rows)/elapsed.Seconds()/1e6)
	return t.Flush()
}

// warnings drops what Beam logs about a pipeline that runs as it should.
type warnings struct{ beamlog.Standard }

func (w warnings) Log(ctx context.Context, severity beamlog.Severity, depth int, message string) {
	if severity >= beamlog.SevWarn {
		w.Standard.Log(ctx, severity, depth+1, message)
	}
}

// format formats the results of a flag.
func format(flag int, r beamkernel.Result) string {
	return fmt.Sprintf("%d\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t", flag, r.Count, r.Sum, r.Mean, r.Min, r.Max)
}

// makeBlock makes a block of order lines from its number. It stands for reading columns from storage.
type makeBlock struct {
	Rows int
}

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "flag", Type: arrow.PrimitiveTypes.Uint8},
	{Name: "quantity", Type: arrow.PrimitiveTypes.Int32},
	{Name: "price", Type: arrow.PrimitiveTypes.Int32},
	{Name: "discount", Type: arrow.PrimitiveTypes.Int32},
}, nil)

// ProcessElement makes a block.
func (m *makeBlock) ProcessElement(block int) beamkernel.Block {
	flag := make([]uint8, m.Rows)
	quantity, price, discount := make([]int32, m.Rows), make([]int32, m.Rows), make([]int32, m.Rows)
	for i := range flag {
		h := mix(uint32(block*m.Rows+i) * 0x9e3779b9)
		g := mix(h + 1)
		pieces := 1 + h>>16*50>>16
		flag[i] = uint8(h % flags)
		quantity[i] = int32(pieces)
		price[i] = int32(pieces * (90000 + g>>16))
		discount[i] = int32(g & 0xff * 11 >> 8)
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	b.Field(0).(*array.Uint8Builder).AppendValues(flag, nil)
	for i, c := range [][]int32{quantity, price, discount} {
		b.Field(i+1).(*array.Int32Builder).AppendValues(c, nil)
	}
	return beamkernel.Block{RecordBatch: b.NewRecordBatch()}
}

// mix is the hash function lowbias32 of Chris Wellons.
func mix(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}
