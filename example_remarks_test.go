//go:build amd64 || arm64

package hotloop_test

import (
	"fmt"

	"hotloop"
)

// Remarks tell what was done to each loop, or the reason why it was not. They come from the code generator: where there
// is none, there are no remarks.
func ExampleKernel_Remarks() {
	k := hotloop.MustCompile[func([]float64) float64](exampleText, "Sum")
	for _, r := range k.Remarks() {
		if r.Pass == "vectorize" {
			fmt.Println(r.Message())
			fmt.Println(r.Reason)
		}
	}
	// Output:
	// loop not vectorized: write hotloop.FP(hotloop.FPFast) or //loop:fp reassoc to allow sums in another order; floating-point operations must not be reordered without reassoc
	// FPOrder
}
