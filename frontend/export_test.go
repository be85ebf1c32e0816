package frontend

import (
	"math/rand/v2"
	"reflect"

	"hotloop/loopopt/ir"
)

// KernelSet is a text and the functions in it, as gc compiled them, by name or name/instance.
type KernelSet struct {
	File, Text string
	Kernels    map[string]any
}

// KernelSets are the kernels of the oracle tests, for tests that need more than this package.
var KernelSets = []KernelSet{
	{"kernels_test.go", kernelsText, kernels},
	{"kernels_stmt_test.go", stmtKernelsText + functionsOf(kernelsText, "pick", "bump"), stmtKernels},
	{"kernels_types_test.go", typeKernelsText, typeKernels},
}

// RandomCall makes arguments, slices of up to most elements among them, and a copy with memory of its own.
func RandomCall(rng *rand.Rand, t reflect.Type, most int) (args, same []reflect.Value) {
	args = randomArgsUpTo(rng, t, most)
	return args, cloneArgs(args)
}

// CallGC calls fn and gives its results, or the text of its panic.
func CallGC(fn any, args []reflect.Value) ([]string, string) { return callGC(fn, args) }

// GCFuses says whether gc fuses multiplications with additions here, SumsProducts whether it finds some in f.
func GCFuses() bool                { return gcFuses() }
func SumsProducts(f *ir.Func) bool { return sumsProducts(f) }

// Show prints arguments bit by bit.
func Show(args []reflect.Value) []string { return show(args) }
