//go:build unix

package features

import (
	"reflect"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"hotloop/internal/e2e"
)

func init() {
	newString = func(t *testing.T, array reflect.Type, n int, element func(i int) int64) reflect.Value {
		page := unix.Getpagesize()
		size := int(array.Elem().Size())
		pages := ((n+1)*size + page - 1) / page
		all, err := unix.Mmap(-1, 0, (pages+1)*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { unix.Munmap(all) })
		if err := unix.Mprotect(all[pages*page:], unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
		p := unsafe.Pointer(&all[pages*page-(n+1)*size])
		for i := range n {
			e2e.SetInt(reflect.NewAt(array.Elem(), unsafe.Add(p, i*size)).Elem(), element(i))
		}
		return reflect.NewAt(array, p)
	}
}
