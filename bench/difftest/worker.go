package difftest

import (
	"errors"
	"fmt"

	"hotloop/frontend/gen"
)

// BatchSize is the number of kernels in one program of gc's. Linking takes as long as compiling a hundred.
const BatchSize = 250

// SeedOf is the generator's seed of kernel number id of a run: one kernel can be made without those before it.
func SeedOf(seed uint64, id int) uint64 { return seed<<32 + uint64(id) }

// Batch compares kernels number from to to-1. tell is called before each kernel, found with each mismatch; the kernel's
// number tells both which. A toolchain of nil leaves the interpreter as the only reference.
func (m *Machine) Batch(t *Toolchain, ids []int, tell func(id int), found func(*Mismatch)) error {
	var cases []*Case
	for _, id := range ids {
		tell(id)
		c, err := m.Generate(id)
		if err != nil {
			m.Report.count("texts that are no Go, dropped")
			continue
		}
		m.Report.kernel(&c.Kernel)
		cases = append(cases, c)
	}
	var b *Batch
	if t != nil {
		var err error
		if b, err = t.Build(cases); err != nil {
			return err
		}
		defer func() { b.Close() }()
	}
	for _, c := range cases {
		tell(c.ID)
		if m.before != nil {
			m.before(c.ID)
		}
		mm := m.Kernel(c, b)
		if mm == nil {
			continue
		}
		if mm.Guilty == "gc" { // its program has ended
			b.Close()
			var err error
			if b, err = t.Build(cases); err != nil {
				return err
			}
		}
		found(mm)
	}
	return nil
}

// Generate makes kernel number id.
func (m *Machine) Generate(id int) (*Case, error) {
	var errs []error
	for try := range uint64(4) {
		k := gen.New(SeedOf(m.Seed, id)^try<<60, gen.Options{Without: m.Without, Chains: m.Chains})
		c, err := NewCase(id, k)
		if err == nil {
			return c, nil
		}
		errs = append(errs, fmt.Errorf("kernel %d: %w\n%s", id, err, k.Text))
	}
	return nil, errors.Join(errs...)
}
