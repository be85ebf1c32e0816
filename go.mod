module hotloop

go 1.24.0

require (
	github.com/klauspost/cpuid/v2 v2.2.10
	github.com/stretchr/testify v1.11.1
	github.com/twitchyliquid64/golang-asm v0.15.1
	golang.org/x/sys v0.36.0
)

require (
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
