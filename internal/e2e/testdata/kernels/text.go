// Package kernels holds the kernels of the oracle tests: gc compiles them, hotloop gets this folder's files as text. Products
// that feed a sum are converted, so that gc fuses them nowhere.
package kernels

import "embed"

//go:embed *.go
var files embed.FS

// The kernels' texts.
var (
	SpinText          = Text("spin.go")
	PanelsSource      = Text("panels.go")
	BlockSource       = Text("block.go")
	CallsSource       = Text("calls.go")
	BitwiseSource     = Text("bitwise.go")
	CursorSource      = Text("cursor.go")
	ExitKernelsText   = Text("exits.go")
	ExtentKernelsText = Text("extent.go")
	FactorSource      = Text("factor.go")
	TransformSource   = Text("transform.go")
	FreshSource       = Text("fresh.go")
	GatherKernelsText = Text("gathers.go")
	GroupSource       = Text("groups.go")
	KernelsText       = Text("basic.go")
	NarrowSource      = Text("narrow.go")
	NestSource        = Text("nest.go")
	ObjectSource      = Text("objects.go")
	OuterKernelsText  = Text("outer.go")
	PeriodSource      = Text("period.go")
	PickSource        = Text("pick.go")
	RecurSource       = Text("recur.go")
	RegionKernelsText = Text("regions.go")
	RestructSource    = Text("restruct.go")
	JumpSource        = Text("jump.go")
	ScanSource        = Text("scan.go")
	SlpSource         = Text("slp.go")
	StmtKernelsText   = Text("statements.go")
	StructSource      = Text("structs.go")
	SubtablesSource   = Text("subtables.go")
	UpdateSource      = Text("update.go")
	WalksSource       = Text("walks.go")
	WaveSource        = Text("wave.go")
	WordFloatsSource  = Text("wordfloats.go")
	ApproximateSource = Text("approximate.go")
)

// Text returns a file of kernels.
func Text(file string) string {
	b, err := files.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return string(b)
}
