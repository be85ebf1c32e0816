package difftest

import (
	"errors"
	"fmt"

	"hotloop/internal/lab/gen"
)

// BatchSize is the number of kernels in one program of the Go compiler. Linking takes as long as compiling a hundred.
const BatchSize = 250

// SeedOf returns the generator's seed of kernel number id of a run, so that one kernel can be generated alone.
func SeedOf(seed uint64, id int) uint64 { return seed<<32 + uint64(id) }

// Batch compares the kernels ids. It calls tell before each kernel and found with each mismatch. With a nil toolchain
// the interpreter is the only reference.
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
		for what, n := range b.assembly {
			m.Report.Assembly[what] += n
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
		if mm.Culprit == "gc" || mm.Culprit == culpritAssembly && mm.Got == nil { // its program has died
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

// Generate generates kernel number id.
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
