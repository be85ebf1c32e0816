// Command hotloopvet runs the analyzer in go vet:
//
//	go build -o hotloopvet hotloop/analyzer/cmd/hotloopvet
//	go vet -vettool=$PWD/hotloopvet ./...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"hotloop/analyzer"
)

func main() { unitchecker.Main(analyzer.Analyzer) }
