// Command hotloop-vet runs the analyzer in go vet:
//
//	go build -o hotloop-vet hotloop/analyzer/cmd/hotloop-vet
//	go vet -vettool=$PWD/hotloop-vet ./...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"hotloop/analyzer"
)

func main() { unitchecker.Main(analyzer.Analyzer) }
