package runtime

import (
	"go/constant"
	"go/token"
	"math"
	"reflect"
	"testing"

	"hotloop/frontend"
	"hotloop/loopopt/profile"
)

// notInKey lists the options that do not affect the compiled kernel.
var notInKey = map[string]bool{"RequireNative": true, "Fresh": true, "Adapt": true, "Background": true, "Lazy": true}

func loops(list ...profile.Loop) profile.Profile { return profile.Profile{Loops: list} }

func branches(list ...profile.Branch) profile.Profile { return profile.Profile{Branches: list} }

// TestKeyHasEveryOption checks that every option changes the cache key. Otherwise the cache would return another
// kernel's code.
func TestKeyHasEveryOption(t *testing.T) {
	one, two := 1, 2
	values := map[string][]any{ // options for which generated values are not suitable
		"Bind":    {map[string]any{"a": 1}, map[string]any{"a": 2}, map[string]any{"b": 1}},
		"Globals": {map[string]any{"a": &one}, map[string]any{"a": &two}, map[string]any{"b": &one}},
		"Profile": {loops(profile.Loop{Where: "a"}), loops(profile.Loop{Entries: 1}), loops(profile.Loop{Trips: 1}),
			loops(profile.Loop{Where: "a"}, profile.Loop{}), branches(profile.Branch{Where: "a"}),
			branches(profile.Branch{Asked: 1}), branches(profile.Branch{Held: 1})},
		"Workers": {1, 2},
		"Files": {[]frontend.File{{Name: "a"}}, []frontend.File{{Text: "a"}}, []frontend.File{{Kind: frontend.TestFile}},
			[]frontend.File{{Name: "a"}, {}}},
	}
	seen := map[any]string{keyOf(t, Options{}): "no option"}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Options]()) {
		if f.Anonymous || f.Name == "Counters" { // has no key: such kernels are not cached
			continue
		}
		list := values[f.Name]
		if list == nil {
			v := reflect.New(f.Type).Elem()
			switch {
			case v.Kind() == reflect.Bool:
				v.SetBool(true)
			case v.Kind() == reflect.String:
				v.SetString("x")
			case v.CanUint():
				v.SetUint(1)
			default:
				t.Fatalf("option %s: give it values here", f.Name)
			}
			list = []any{v.Interface()}
		}
		for _, x := range list {
			var o Options
			reflect.ValueOf(&o).Elem().FieldByIndex(f.Index).Set(reflect.ValueOf(x))
			key := keyOf(t, o)
			if notInKey[f.Name] {
				if seen[key] != "no option" {
					t.Errorf("%s is in the key", f.Name)
				}
				continue
			}
			if other, ok := seen[key]; ok {
				t.Errorf("%s = %v has the key of %s", f.Name, x, other)
			}
			seen[key] = f.Name
		}
	}
}

// TestKeysAreApart checks texts that contain separators of the encoding, and values that print alike.
func TestKeysAreApart(t *testing.T) {
	third := constant.BinaryOp(constant.MakeInt64(1), token.QUO, constant.MakeInt64(3))
	bound := func(x any) Options { return Options{Bind: map[string]any{"a": x}} }
	seen := map[any]int{}
	for i, o := range []Options{
		{ISA: "a", Tune: "b"}, {ISA: "a|b"}, {ISA: "ab"}, {Tune: "ab"}, {Knobs: "x|y"}, {Knobs: "x", FileName: "y"},
		{FileName: "y,a=int(1)"},
		bound(1), bound(int8(1)), bound(uint(1)), bound(Mode(1)), bound(Mode(2)), bound(true), bound(1.0), bound(float32(1)),
		bound(Coarse(1.25)), bound(Coarse(1.5)), bound(0.0), bound(math.Copysign(0, -1)), bound(math.NaN()),
		bound(math.Float64frombits(0x7ff8000000000002)),
		bound(float32FromBits(0x7fa00000)), bound(float32FromBits(0x7fe00000)),
		bound(third), bound(constant.MakeFloat64(1.0 / 3)), bound(constant.MakeFromLiteral("0.333333", token.FLOAT, 0)),
		bound(constant.MakeInt64(1)), bound(constant.MakeBool(true)),
		{Bind: map[string]any{"a": 1, "b": 2}}, {Bind: map[string]any{"a": 2, "b": 1}},
		{Bind: map[string]any{"a=int(1),b": 2}},
		{Files: []frontend.File{{Name: "a", Text: "b"}}}, {Files: []frontend.File{{Name: "ab"}}},
		{Files: []frontend.File{{Name: "a"}, {Name: "b"}}},
	} {
		key := keyOf(t, o)
		if j, ok := seen[key]; ok {
			t.Errorf("options %d have the key of options %d: %v", i, j, o)
		}
		seen[key] = i
	}
	for _, x := range []any{nil, "text", []int{1}, struct{}{}, &seen} {
		if _, ok := (&Options{Bind: map[string]any{"a": x}}).key(false); ok {
			t.Errorf("a key for %T, which no parameter can be bound to", x)
		}
	}
}

// Mode and Coarse print the same text for all values.
type Mode int

func (Mode) String() string { return "mode" }

type Coarse float64

func (Coarse) String() string { return "1" }

func float32FromBits(b uint32) float32 { return math.Float32frombits(b) }

func keyOf(t *testing.T, o Options) any {
	t.Helper()
	k, ok := o.key(false)
	if !ok {
		t.Fatalf("no key for %v", o)
	}
	return [2]any{k, o.files()}
}
