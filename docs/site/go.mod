module hotloop/docs/site

go 1.24.0

require hotloop v0.0.0

require github.com/yuin/goldmark v1.8.7

require golang.org/x/sys v0.36.0 // indirect

replace hotloop => ../..
