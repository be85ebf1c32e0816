// Command gen writes the oracle builds of the suites: the same loops with every floating-point product and quotient
// rounded explicitly. It is run by go generate in the folder of package bench.
package main

import (
	"log"
	"os"
	"path/filepath"

	"hotloop/bench/exactfp"
)

func main() {
	oracles, err := filepath.Glob("*/oracle")
	if err != nil {
		log.Fatal(err)
	}
	for _, oracle := range oracles {
		suite := filepath.Dir(oracle)
		text, err := exactfp.Package(os.DirFS(suite), suite)
		if err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(oracle, "kernels.go"), text, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}
