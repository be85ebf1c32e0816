module hotloop/analyzer

go 1.24.0

require (
	golang.org/x/tools v0.38.0
	hotloop v0.0.0
)

require (
	golang.org/x/mod v0.29.0 // indirect
	golang.org/x/sync v0.17.0 // indirect
	golang.org/x/sys v0.37.0 // indirect
)

replace hotloop => ../
