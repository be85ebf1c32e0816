//go:build linux && (amd64 || arm64)

package lower_test

import (
	"testing"

	"hotloop/isel"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
)

// TestConstOperands covers operations whose second argument is a constant: shifts, divisions by magic numbers,
// and immediates of all sizes.
func TestConstOperands(t *testing.T) {
	shifts := []uint64{0, 1, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 200, 1 << 40}
	divs := []int64{1, -1, 2, -2, 3, -3, 5, 7, -7, 10, 100, 127, -128, 641, 1000, 1 << 14, 1 << 20, 65535, 1000003,
		1 << 31, 1<<31 - 1, -1 << 31, 1<<32 + 1, 1 << 62, -1 << 63, 1<<63 - 1}
	for _, tgt := range targets.Host(t) {
		t.Run(tgt.Name(), func(t *testing.T) {
			var fails failures
			n := 0
			try := func(op ir.Op, typ ir.Type, b uint64) {
				n++
				b = ir.Truncate(typ.Elem, b)
				if err := check(tgt, opCase{op, typ, typ}, nil, 0, &b); err != nil {
					fails.add("%s %s by %d: %v", op, typ, ir.SignExtend(typ.Elem, b), err)
				}
			}
			for _, lanes := range []int{1, 2, 8, 16, 32} {
				for _, e := range ints {
					typ := ir.Vec(e, lanes)
					for _, c := range shifts {
						for _, op := range []ir.Op{ir.OpShl, ir.OpShrS, ir.OpShrU, ir.OpRotL} {
							try(op, typ, c)
						}
					}
					for _, c := range divs {
						if ir.Truncate(e, uint64(c)) == 0 {
							continue
						}
						for _, op := range []ir.Op{ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU} {
							try(op, typ, uint64(c))
						}
						for _, op := range []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor,
							ir.OpMinS, ir.OpMaxU} {
							try(op, typ, uint64(c))
						}
						ct := opCase{ir.OpLtU, ir.Mask(lanes), typ}
						b := ir.Truncate(e, uint64(c))
						for _, op := range []ir.Op{ir.OpEq, ir.OpNe, ir.OpLtS, ir.OpLeS, ir.OpLtU, ir.OpLeU} {
							ct.op = op
							n++
							if err := check(tgt, ct, nil, 0, &b); err != nil {
								fails.add("%s %s by %d: %v", op, typ, c, err)
							}
						}
					}
				}
			}
			for i, s := range fails.order {
				if i < 20 {
					t.Error(s)
				}
			}
			t.Logf("%d cases, %d fail", n, len(fails.order))
		})
	}
}

// TestFormsOfProcessor compiles every operation for every set of features, including those that the host lacks.
// It includes loads that fold and constant second operands. The encoder rejects a form that the processor lacks,
// such as a VEX instruction whose memory operand only EVEX has.
func TestFormsOfProcessor(t *testing.T) {
	for _, tgt := range targets.All() {
		var fails failures
		try := func(c opCase, b *uint64) {
			defer func() {
				if e := recover(); e != nil {
					fails.add("%s: panic: %v", c, e)
				}
			}()
			f, _, _ := opFunc(c, nil, 0, b)
			if _, err := tgt.Compile(f, isel.Options{}); err != nil {
				fails.add("%s by %v: %v", c, b != nil, err)
			}
		}
		for _, lanes := range []int{1, 4, 16, 32} {
			for _, c := range opCases(lanes) {
				switch c.op {
				case ir.OpShuffle, ir.OpExtract, ir.OpInsert, ir.OpSubvec:
					continue // have parameters
				}
				try(c, nil)
			}
			for _, e := range ints {
				for _, op := range []ir.Op{ir.OpShl, ir.OpShrS, ir.OpShrU, ir.OpRotL, ir.OpMul, ir.OpDivU, ir.OpAnd} {
					three := uint64(3)
					try(opCase{op, ir.Vec(e, lanes), ir.Vec(e, lanes)}, &three)
				}
			}
		}
		for i, s := range fails.order {
			if i < 20 {
				t.Errorf("%s: %s", tgt.Name(), s)
			}
		}
	}
}
