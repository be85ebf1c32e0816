//go:build linux || (windows && amd64)

package codemem

import (
	"bytes"
	"errors"
	"unsafe"
)

// twice is memory that is mapped twice. The first mapping is readable and executable. The second, the alias, has no
// access rights except while a kernel is written. So kernels can be packed: writing one does not affect its neighbors.
type twice struct{}

func (twice) granule() uintptr { return Align }

// probe writes two functions to the same place in turn and calls each, to check that writes to the alias reach the
// executed code. Every conforming processor passes. User-mode emulators may cache translations of code that was
// changed through another mapping, as QEMU before 8.1 does; there, anonymous pages with changing protection work.
func (t twice) probe(r *region) error {
	if textArenaSize == 0 { // no code is generated for this architecture
		return nil
	}
	for _, status := range []uint64{0, 2} {
		text := Returning(status)
		err := t.write(r, extent{0, Align}, false, func(dst []byte) { copy(dst, text) })
		if err != nil {
			return err
		}
		if !bytes.Equal(text, unsafe.Slice((*byte)(r.exec), len(text))) {
			return errors.New("the writable and the executable mapping differ")
		}
		if enter(r.exec) != status {
			return errors.New("the processor still executes overwritten code")
		}
	}
	return nil
}

func (twice) write(r *region, e extent, _ bool, fill func([]byte)) error {
	if r.alias == nil {
		return errors.New("the region is no longer writable")
	}
	dst, err := protect("alias rw", r.alias, e, readWrite)
	if err == nil {
		err = r.populate(e)
	}
	if err == nil {
		fill(dst)
	}
	if _, lock := protect("alias none", r.alias, e, noAccess); lock != nil {
		unmap(r.alias, r.size) // rather than leave it writable
		r.alias = nil
		err = errors.Join(err, lock)
	}
	if err != nil {
		return err
	}
	return publish(unsafe.Add(r.exec, e.off), e.size) // for Poison too, or stale calls would find the old code
}
