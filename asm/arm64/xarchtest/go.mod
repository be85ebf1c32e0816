module hotloop/asm/arm64/xarchtest

go 1.26.0

require (
	golang.org/x/arch v0.32.0
	hotloop v0.0.0
)

replace hotloop => ../../..
