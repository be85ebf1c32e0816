package arrowkernel

import (
	"context"

	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/apache/arrow-go/v18/arrow/compute/exec"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// scratch is memory for blocks of elements, from the allocator of the call.
type scratch struct {
	ctx     *exec.KernelCtx
	mem     memory.Allocator // if ctx is nil
	buffers []*memory.Buffer
	shifted []byte
	more    []byte
	flat    []byte
	held    []interface{ Release() }
}

func newScratch(ctx context.Context) *scratch { return &scratch{mem: compute.GetAllocator(ctx)} }

// block returns memory for a block of elements.
func (s *scratch) block(k kind) []byte { return s.bytes(blockRows * k.size()) }

// bytes returns n bytes.
func (s *scratch) bytes(n int) []byte {
	if s.ctx != nil {
		s.mem = exec.GetAllocator(s.ctx.Ctx)
	}
	buf := memory.NewResizableBuffer(s.mem)
	buf.Resize(n)
	s.buffers = append(s.buffers, buf)
	return buf.Bytes()
}

// bits returns the scratch memory of unpackBits.
func (s *scratch) bits() []byte {
	if s.shifted == nil {
		s.shifted = s.bytes(blockRows / 8)
	}
	return s.shifted
}

// second returns a block of bytes for the moment.
func (s *scratch) second() []byte {
	if s.more == nil {
		s.more = s.block(bools)
	}
	return s.more
}

// elements returns n bytes for the moment.
func (s *scratch) elements(n int) []byte {
	if len(s.flat) < n {
		s.flat = s.bytes(n)
	}
	return s.flat[:n]
}

// hold releases v in the end.
func (s *scratch) hold(v interface{ Release() }) { s.held = append(s.held, v) }

func (s *scratch) used() bool { return len(s.buffers) > 0 }

func (s *scratch) release() {
	for _, b := range s.buffers {
		b.Release()
	}
	for _, v := range s.held {
		v.Release()
	}
	*s = scratch{}
}
