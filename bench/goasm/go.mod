module hotloop/bench/goasm

go 1.26.0

require (
	github.com/apache/arrow-go/v18 v18.8.0
	github.com/cespare/xxhash/v2 v2.3.0
	github.com/coder/hnsw v0.6.1
	github.com/dgraph-io/ristretto/v2 v2.4.2
	github.com/grailbio/base v0.0.10
	github.com/kelindar/bitmap v1.5.3
	github.com/kelindar/simd v1.1.2
	github.com/klauspost/reedsolomon v1.14.2
	github.com/minio/sha256-simd v1.0.1
	github.com/parquet-go/bitpack v1.1.0
	github.com/parquet-go/parquet-go v0.32.0
	github.com/segmentio/asm v1.2.1
	github.com/templexxx/xorsimd v0.4.1
	github.com/tphakala/simd v1.8.0
	github.com/viterin/vek v0.4.3
	github.com/weaviate/weaviate v1.35.2
	golang.org/x/sys v0.47.0
	gonum.org/v1/gonum v0.17.0
	hotloop v0.0.0
)

require (
	github.com/chewxy/math32 v1.10.1 // indirect
	github.com/goccy/go-json v0.10.6 // indirect
	github.com/google/flatbuffers v25.12.19+incompatible // indirect
	github.com/google/renameio v1.0.1 // indirect
	github.com/klauspost/cpuid/v2 v2.4.0 // indirect
	github.com/templexxx/cpu v0.0.1 // indirect
	github.com/viterin/partial v1.1.0 // indirect
	github.com/zeebo/xxh3 v1.1.0 // indirect
	golang.org/x/exp v0.0.0-20260112195511-716be5621a96 // indirect
)

replace hotloop => ../..
