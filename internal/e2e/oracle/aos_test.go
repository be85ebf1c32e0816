package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/isel"
	"hotloop/loopopt/ir/interp"
)

// aosLoop is a loop over the elements of two slices, i below n, with the checks that Go has. The lines may use v0 and
// v1 (the slices), v10 (the index) and v6 (the i64 0).
func aosLoop(lines string, size int) string {
	return fmt.Sprintf(`func f(y []{%d}, x []{%d}, n i64) {
site0 = index @1
site1 = index @2
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = ArgLen <i64> {0}
  v3 = ArgLen <i64> {1}
  v4 = Arg <i64> {2}
  v5 = Const <i64> {1}
  v6 = Const <i64> {0}
  v7 = LtS <bool> v6 v4
  if v7 b1 b3
b1: <- b0
  jump b2
b2: <- b1 b2
  v10 = Phi <i64> v6 v13
  v11 = LtU <bool> v10 v2
  v12 = LtU <bool> v10 v3
  Check v12 v10 v3 !site1
  Check v11 v10 v2 !site0
%s
  v13 = Add <i64> v10 v5
  v14 = LtS <bool> v13 v4
  if v14 b2 b4
b4: <- b2
  jump b3
b3: <- b0 b4
  Ret
  ret
}`, size, size, lines)
}

type (
	vec2  struct{ x, y float32 }
	vec3  struct{ x, y, z float32 }
	vec4  struct{ x, y, z, w float32 }
	dvec2 struct{ x, y float64 }
	dvec3 struct{ x, y, z float64 }
	dvec4 struct{ x, y, z, w float64 }
	mixed struct {
		a float64
		n int32
	}
	twoKinds struct {
		f float32
		n uint32
	}
)

// aosCase runs one kernel on slices of T and compares with the interpreter, bytes around included.
func aosCase[T any](fill func(r *rand.Rand, p *T), lines string, size int) func(t *testing.T, isa string) bool {
	return func(t *testing.T, isa string) bool {
		text := aosLoop(lines, size)
		f, ref, plans := fromIRPlans[func(y, x []T, n int)](t, isa, text, isel.Options{})
		r := rand.New(rand.NewPCG(5, 6))
		for n := range 150 {
			if e2e.Sampled() && n%4 != 1 {
				continue
			}
			data := make([]T, 3*n+40)
			for i := range data {
				fill(r, &data[i])
			}
			other := append([]T(nil), data...)
			cut := func(s []T) (y, x []T) {
				k := n % 7
				if n%3 == 0 { // overlapping, in place now and then
					k = n % 4
					return s[5 : 5+n], s[5+k : 5+k+n]
				}
				return s[5 : 5+n], s[n+10+k : n+10+k+n]
			}
			m := n
			if n%10 == 9 {
				m = n + 1 // panics
			}
			y, x := cut(data)
			want := ref.Call([]any{y, x, int64(m)}, interp.Options{})
			if want.Err != nil {
				t.Fatal(want.Err)
			}
			z, w := cut(other)
			panicked := func() (p bool) {
				defer func() { p = recover() != nil }()
				f(z, w, m)
				return
			}()
			if panicked != (want.Trap != nil) || fmt.Sprint(data) != fmt.Sprint(other) {
				t.Fatalf("%s, n = %d, panic %t:\n%v\nwant\n%v", isa, n, panicked, other, data)
			}
		}
		return strings.Contains(strings.Join(plans, " "), "VF=")
	}
}

func field(op, v, base, typ string, scale, off int) string {
	return fmt.Sprintf("  %s = %s <%s> %s v10 *%d +%d\n", v, op, typ, base, scale, off)
}

func store(base, v string, scale, off int) string {
	return fmt.Sprintf("  Store %s v10 %s *%d +%d\n", base, v, scale, off)
}

// fields makes y[i].f = 2*x[i].f of several fields, swapped by one place if turn is set.
func fields(n int, typ string, es int, turn bool) string {
	var s strings.Builder
	for k := range n {
		s.WriteString(field("Load", fmt.Sprint("v", 20+k), "v1", typ, n*es, k*es))
	}
	for k := range n {
		fmt.Fprintf(&s, "  v%d = Add <%s> v%d v%d\n", 30+k, typ, 20+k, 20+k)
	}
	for k := range n {
		to := k
		if turn {
			to = (k + 1) % n
		}
		s.WriteString(store("v0", fmt.Sprint("v", 30+k), n*es, to*es))
	}
	return s.String()
}

// Loops over slices of structs are vectorized and right, for fields that fill the struct and for others.
func TestStructSlices(t *testing.T) {
	f32s := func(r *rand.Rand) float32 { return float32(r.IntN(1000)) }
	f64s := func(r *rand.Rand) float64 { return float64(r.IntN(1000)) }
	mix := func(r *rand.Rand, p *mixed) { *p = mixed{f64s(r), int32(r.IntN(99))} }
	bit := func(r *rand.Rand, p *twoKinds) { *p = twoKinds{f32s(r), r.Uint32()} }
	for _, c := range []struct {
		name   string
		run    func(*testing.T, string) bool
		vector string // the tiers on which it is to be
	}{
		{"f32x2", aosCase(func(r *rand.Rand, p *vec2) { *p = vec2{f32s(r), f32s(r)} }, fields(2, "f32", 4, true), 8), every},
		{"f32x3", aosCase(func(r *rand.Rand, p *vec3) {
			*p = vec3{f32s(r), f32s(r), f32s(r)}
		}, fields(3, "f32", 4, true), 12), every},
		{"f32x4", aosCase(func(r *rand.Rand, p *vec4) {
			*p = vec4{f32s(r), f32s(r), f32s(r), f32s(r)}
		}, fields(4, "f32", 4, false), 16), every},
		{"f64x2", aosCase(func(r *rand.Rand, p *dvec2) {
			*p = dvec2{f64s(r), f64s(r)}
		}, fields(2, "f64", 8, true), 16), every},
		{"f64x3", aosCase(func(r *rand.Rand, p *dvec3) {
			*p = dvec3{f64s(r), f64s(r), f64s(r)}
		}, fields(3, "f64", 8, false), 24), every},
		{"f64x4", aosCase(func(r *rand.Rand, p *dvec4) {
			*p = dvec4{f64s(r), f64s(r), f64s(r), f64s(r)}
		}, fields(4, "f64", 8, true), 32), "avx512"},
		{"one field of three", aosCase(func(r *rand.Rand, p *vec3) { *p = vec3{f32s(r), f32s(r), f32s(r)} },
			field("Load", "v20", "v1", "f32", 12, 8)+"  v21 = Add <f32> v20 v20\n"+store("v0", "v21", 12, 4), 12), ""},
		{"two types of one size", aosCase(bit,
			field("Load", "v20", "v1", "f32", 8, 0)+field("Load", "v21", "v1", "i32", 8, 4)+
				"  v22 = Add <f32> v20 v20\n  v23 = Add <i32> v21 v21\n"+store("v0", "v22", 8, 0)+store("v0", "v23", 8, 4), 8),
			every},
		{"f64 and i32", aosCase(mix,
			field("Load", "v20", "v1", "f64", 16, 0)+field("Load", "v21", "v1", "i32", 16, 8)+
				"  v22 = Add <f64> v20 v20\n  v23 = Add <i32> v21 v21\n"+store("v0", "v22", 16, 0)+store("v0", "v23", 16, 8), 16),
			""},
		{"within one slice", aosCase(mix,
			field("Load", "v20", "v0", "f64", 16, 0)+field("Load", "v21", "v0", "i32", 16, 8)+
				"  v22 = Add <f64> v20 v20\n  v23 = Add <i32> v21 v21\n"+store("v0", "v22", 16, 0)+store("v0", "v23", 16, 8), 16),
			""},
	} {
		for _, isa := range e2e.ISAs() {
			t.Run(c.name+"/"+isa, func(t *testing.T) {
				want := strings.Contains(c.vector, isa)
				if v := c.run(t, isa); v != want {
					if want {
						t.Error("not vectorized")
					}
					t.Logf("vectorized: %t", v)
				}
			})
		}
	}
}
