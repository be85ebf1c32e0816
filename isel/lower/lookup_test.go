//go:build linux && (amd64 || arm64)

package lower_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"hotloop/cpu"
	"hotloop/isel"
	"hotloop/isel/internal/exec"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// lookupFunc looks up the lanes of an index in a table with entries of e. The second argument points to the table
// in the form that the target expects; or data is the table, if set.
func lookupFunc(tgt *isel.Target, e ir.Elem, lanes, entries int, bounded bool, data []byte) *ir.Func {
	f := ir.NewFunc("lookup")
	for _, name := range []string{"index", "table", "out"} {
		f.Params = append(f.Params, ir.Param{Name: name, Kind: ir.ParamSlice, Elem: ir.I8, Size: 1})
	}
	f.Layout()
	b, zero := f.Entry(), f.ConstInt(ir.TI64, 0)
	load := func(t ir.Type, p int, off int) *ir.Value {
		from := f.Arg(ir.OpArgPtr, p)
		if p == 1 && data != nil {
			from = f.Arg(ir.OpTablePtr, f.NewTable(ir.Table{Name: "known", Elem: ir.I8, Data: data}))
		}
		v := b.New(ir.OpLoad, t, 0, from, zero)
		v.Scale, v.Off = int32(e.Size()), int32(off)
		return v
	}
	t := ir.Vec(e, lanes)
	it := t.WithElem(ir.IntElem(e.Size()))
	index := load(it, 0, 0)
	if bounded {
		index = b.New(ir.OpAnd, it, 0, index, f.ConstInt(it, int64(entries-1)))
	}
	args := []*ir.Value{index}
	table := ir.Vec(e, tgt.MaxLanes(e))
	for k := range entries / tgt.LookupPeriod(e, entries) {
		args = append(args, load(table, 1, k*table.Size()))
	}
	x := b.New(ir.OpLookup, t, 0, args...)
	x.AuxInt = int64(entries)
	b.New(ir.OpStore, ir.TVoid, 0, f.Arg(ir.OpArgPtr, 2), zero, x).Scale = int32(e.Size())
	b.SetRet(b.New(ir.OpRet, ir.TVoid, 0))
	return f
}

// TestLookup compares lookups in tables of all sizes with the interpreter.
func TestLookup(t *testing.T) {
	ts := targets.Host(t)
	for _, tgt := range ts[:len(ts):len(ts)] { // also without extensions such as VBMI
		ts = append(ts, isel.TargetFor(cpu.Features{Tier: tgt.Tier(), Tuning: cpu.Baseline(tgt.Tier()).Tuning}))
		if tgt.Tier() == cpu.NEON { // where TBX takes longer than TBL and ORR
			ts = append(ts, isel.TargetFor(cpu.Features{Tier: cpu.NEON, Tuning: cpu.Tuning{Costs: "neoverse-n1"}}))
		}
	}
	for _, tgt := range ts {
		t.Run(tgt.Name(), func(t *testing.T) {
			for _, e := range []ir.Elem{ir.I8, ir.I16, ir.I32, ir.I64, ir.F32, ir.F64} {
				for lanes := 2; lanes <= 64; lanes *= 2 {
					for entries := 2; entries*e.Size() <= 256; entries *= 2 {
						for _, bounded := range []bool{false, true} {
							name := fmt.Sprintf("%s of %d entries, bounded %t", ir.Vec(e, lanes), entries, bounded)
							if err := runLookup(tgt, e, lanes, entries, bounded); err != nil {
								t.Errorf("%s: %v", name, err)
							}
						}
					}
				}
			}
		})
	}
}

func runLookup(tgt *isel.Target, e ir.Elem, lanes, entries int, bounded bool) error {
	return compareLookup(tgt, lookupFunc(tgt, e, lanes, entries, bounded, nil), e, lanes, entries)
}

// compareLookup compares the results of f with the interpreter.
func compareLookup(tgt *isel.Target, f *ir.Func, e ir.Elem, lanes, entries int) error {
	if err := f.Verify(); err != nil {
		return err
	}
	prog, err := interp.New(f)
	if err != nil {
		return err
	}
	var listing string
	code, err := tgt.Compile(f, isel.Options{Verify: true, Dump: func(stage, text string) {
		if stage == "layout" {
			listing = text
		}
	}})
	if err != nil {
		return err
	}
	x, err := exec.Load(code.Text)
	if err != nil {
		return err
	}
	defer x.Free()
	index, table, out := heapBytes(lanes*e.Size()), heapBytes(16*64), heapBytes(lanes*e.Size())
	for i := range lanes { // covers every entry, and numbers beyond the last
		index[i*e.Size()] = byte(i*37 + i>>3*11)
	}
	period := tgt.LookupPeriod(e, entries)
	for i := range table {
		k := i / e.Size()
		entry := k/tgt.MaxLanes(e)*period + k%tgt.MaxLanes(e)%period
		table[i] = byte(entry*7 + i%e.Size()*31 + entry>>5)
	}
	block := make([]uint64, 32)
	for i, b := range [][]byte{index, table, out} {
		block[f.Params[i].Off/8] = uint64(uintptr(unsafe.Pointer(&b[0])))
	}
	if _, err := prog.Run(unsafe.Pointer(&block[0]), &interp.Options{}); err != nil {
		return err
	}
	want := string(out)
	clear(out)
	if s := x.Run(unsafe.Pointer(&block[0])); s != 0 {
		return fmt.Errorf("status %d", s)
	}
	if string(out) != want {
		return fmt.Errorf("got %x, want %x\n%s", out, want, listing)
	}
	return nil
}

// TestLookupInstructions checks the instructions of lookups in whole registers.
func TestLookupInstructions(t *testing.T) {
	for _, c := range []struct {
		target  string
		e       ir.Elem
		entries int
		want    string
	}{
		{"avx512", ir.I8, 16, "VPSHUFB"}, {"avx512", ir.I8, 64, "VPERMB"}, {"avx512", ir.I8, 128, "VPERMI2B"},
		{"avx512", ir.I8, 256, "VPERMI2B VPERMI2B VPBLENDMB"},
		{"avx512", ir.I16, 32, "VPERMW"}, {"avx512", ir.I16, 64, "VPERMI2W"},
		{"avx512", ir.I32, 16, "VPERMD"}, {"avx512", ir.F32, 32, "VPERMI2D"}, {"avx512", ir.I32, 64, "VPERMI2D VPBLENDMD"},
		{"avx512", ir.F64, 8, "VPERMQ"}, {"avx512", ir.I64, 16, "VPERMI2Q"},
		{"avx2", ir.I8, 16, "VPSHUFB"}, {"avx2", ir.I8, 32, "VPSHUFB VPSHUFB VPBLENDVB"},
		{"avx2", ir.I16, 8, "VPMULLW VPSHUFB"}, {"avx2", ir.F32, 8, "VPERMD"}, {"avx2", ir.I32, 16, "VPERMD VPERMD VBLENDVPS"},
		{"avx2", ir.F64, 4, "VPERMD"}, {"avx2", ir.F64, 8, "VPERMD VPERMD VBLENDVPD"},
		{"neon", ir.I8, 16, "TBL1"}, {"neon", ir.I8, 32, "TBL2"}, {"neon", ir.I8, 64, "TBL4"},
		{"neon", ir.I8, 128, "TBL4 SUBB TBX4"}, {"neon", ir.I8, 256, "TBL4 SUBB TBX4 SUBB TBX4 SUBB TBX4"},
		{"neon", ir.I16, 8, "MULH TBL1"}, {"neon", ir.F32, 8, "MULS TBL2"},
	} {
		for _, tgt := range targets.All() {
			if tgt.Name() != c.target || c.e == ir.I8 && c.target == "avx512" && tgt.LookupPeriod(ir.I8, 64) != 64 {
				continue
			}
			f := lookupFunc(tgt, c.e, tgt.MaxLanes(c.e), c.entries, true, nil)
			var listing string
			if _, err := tgt.Compile(f, isel.Options{Verify: true, Dump: func(stage, text string) {
				if stage == "mach" {
					listing = text
				}
			}}); err != nil {
				t.Fatal(err)
			}
			rest := listing
			for _, op := range strings.Fields(c.want) {
				_, after, ok := strings.Cut(rest, op)
				if !ok {
					t.Errorf("%s: no %s for %d entries of %s\n%s", c.target, op, c.entries, c.e, listing)
					break
				}
				rest = after
			}
		}
	}
}

// TestLookupKnown compares lookups in constant tables with the interpreter: runs and classes of bytes, and
// irregular tables.
func TestLookupKnown(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	ts := targets.Host(t)
	for _, tgt := range ts[:len(ts):len(ts)] {
		ts = append(ts, isel.TargetFor(cpu.Features{Tier: tgt.Tier(), Tuning: cpu.Baseline(tgt.Tier()).Tuning}))
	}
	for round := range 60 {
		data := make([]byte, 16<<r.IntN(5))
		other := []byte{0, 0xff, byte(r.IntN(256))}[r.IntN(3)]
		for i := range data {
			data[i] = other
		}
		for range 1 + r.IntN(4) {
			from, slope, start := r.IntN(len(data)), byte(r.IntN(2)), byte(r.IntN(256))
			for i := from; i < min(len(data), from+1+r.IntN(64)); i++ {
				data[i] = start + slope*byte(i)
			}
		}
		if round%5 == 0 {
			for i := range data {
				data[i] = byte(r.IntN(256))
			}
		}
		for _, tgt := range ts {
			f := lookupFunc(tgt, ir.I8, 64, len(data), round%2 == 0, asLookedUp(tgt, data))
			if err := compareLookup(tgt, f, ir.I8, 64, len(data)); err != nil {
				t.Errorf("%s: %v: %v", tgt.Name(), data, err)
			}
		}
	}
}

// asLookedUp returns a table of bytes in which the part that each register holds is repeated to fill the
// register.
func asLookedUp(tgt *isel.Target, data []byte) (all []byte) {
	period := tgt.LookupPeriod(ir.I8, len(data))
	for ; len(data) > 0; data = data[period:] {
		for range tgt.MaxLanes(ir.I8) / period {
			all = append(all, data[:period]...)
		}
	}
	return all
}
