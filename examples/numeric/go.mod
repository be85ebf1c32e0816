module hotloop/examples/numeric

go 1.24.0

require (
	gonum.org/v1/gonum v0.16.0
	hotloop v0.0.0
)

require golang.org/x/sys v0.36.0 // indirect

replace hotloop => ../..
