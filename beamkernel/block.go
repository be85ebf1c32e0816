package beamkernel

import (
	"bytes"
	"fmt"
	"reflect"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Block is a block of columns, an element of a PCollection. Its coding is an Arrow IPC stream with one record batch.
//
// Steps that the engine fuses pass blocks without coding them. The memory of a batch must be left to the garbage
// collector, as that of memory.DefaultAllocator is, since no step knows whether it is the last one that reads it.
type Block struct {
	arrow.RecordBatch
}

func init() {
	beam.RegisterCoder(reflect.TypeFor[Block](), encode, decode)
}

func encode(b Block) ([]byte, error) {
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(b.Schema()))
	if err := w.Write(b.RecordBatch); err != nil {
		return nil, fmt.Errorf("beamkernel: encode a block: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("beamkernel: encode a block: %w", err)
	}
	return out.Bytes(), nil
}

func decode(text []byte) (Block, error) {
	r, err := ipc.NewReader(bytes.NewReader(text))
	if err != nil {
		return Block{}, fmt.Errorf("beamkernel: decode a block: %w", err)
	}
	defer r.Release()
	batch, err := r.Read()
	if err != nil {
		return Block{}, fmt.Errorf("beamkernel: decode a block: %w", err)
	}
	batch.Retain() // the reader releases it
	return Block{batch}, nil
}
