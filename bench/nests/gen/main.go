// Command gen writes the oracle build of the kernels: the same loops with every floating-point product and quotient
// rounded explicitly. It is run by go generate in the folder of the kernels.
package main

import (
	"log"
	"os"

	"hotloop/bench/exactfp"
	"hotloop/bench/nests/oracle"
)

func main() {
	text, err := exactfp.Package(os.DirFS("."), "oracle", oracle.Header, "embed.go")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("oracle/kernels.go", text, 0o666); err != nil {
		log.Fatal(err)
	}
}
