// Package kernels holds the kernels of the oracle tests: gc compiles them, hotloop gets this folder's files as text. Products
// that feed a sum are converted, so that gc fuses them nowhere.
package kernels

import "embed"

//go:embed *.go
var files embed.FS

// The kernels' texts.
var (
	SpinText          = text("spin.go")
	BlockSource       = text("block.go")
	CallsSource       = text("calls.go")
	CursorSource      = text("cursor.go")
	ExitKernelsText   = text("exits.go")
	ExtentKernelsText = text("extent.go")
	FactorSource      = text("factor.go")
	FreshSource       = text("fresh.go")
	GatherKernelsText = text("gathers.go")
	GroupSource       = text("groups.go")
	KernelsText       = text("basic.go")
	NarrowSource      = text("narrow.go")
	NestSource        = text("nest.go")
	ObjectSource      = text("objects.go")
	OuterKernelsText  = text("outer.go")
	PeriodSource      = text("period.go")
	PickSource        = text("pick.go")
	RecurSource       = text("recur.go")
	RegionKernelsText = text("regions.go")
	RestructSource    = text("restruct.go")
	ScanSource        = text("scan.go")
	SlpSource         = text("slp.go")
	StmtKernelsText   = text("statements.go")
	StructSource      = text("structs.go")
	SubtablesSource   = text("subtables.go")
	UpdateSource      = text("update.go")
	WaveSource        = text("wave.go")
	WordFloatsSource  = text("wordfloats.go")
)

func text(file string) string {
	b, err := files.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return string(b)
}
