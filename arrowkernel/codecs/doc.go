// Package codecs has the decoders and encoders of columnar files as plain loops: kernels for hotloop. Its test compares
// them with the code of parquet-go and arrow-go, much of which is assembly, and its benchmark prints how fast they are:
//
//	go test ./codecs -run - -bench Table
package codecs

import _ "embed"

// Source is the text of the kernels, for hotloop.Accelerate.
//
//go:embed kernels.go
var Source string
