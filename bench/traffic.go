package bench

import (
	"fmt"
	"math/rand/v2"

	"hotloop/frontend"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// traffic returns the minimum memory traffic of a call of the kernel on its arguments of length n: each byte that it
// loads before storing it, once, and each byte that it stores, once. It interprets the source text, so bytes that
// branches and indexes skip do not count, nor accesses after a panic. No code can move less.
func traffic(k *Kernel, n int) (load, store float64, err error) {
	res, err := frontend.Build(frontend.Text(k.File, k.Text), k.Func, frontend.Options{Type: k.Type})
	if err != nil {
		return 0, 0, err
	}
	p, err := interp.New(res.Func)
	if err != nil {
		return 0, 0, err
	}
	const loaded, stored = 1, 2
	const page = 1 << 12
	pages := map[uintptr]*[page]uint8{}
	visit := func(_ *ir.Value, addr uintptr, size int, write bool) {
		for a := addr; a < addr+uintptr(size); a++ {
			bytes := pages[a/page]
			if bytes == nil {
				bytes = new([page]uint8)
				pages[a/page] = bytes
			}
			switch b := &bytes[a%page]; {
			case write && *b&stored == 0:
				*b |= stored
				store++
			case !write && *b == 0:
				*b |= loaded
				load++
			}
		}
	}
	r := p.Call(k.Args(rand.New(rand.NewPCG(1, uint64(n))), n, Steady), interp.Options{OnAccess: visit})
	if r.Err != nil {
		return 0, 0, fmt.Errorf("%s, n = %d: %w", k.Name, n, r.Err)
	}
	return load, store, nil
}
