package source

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestArguments(t *testing.T) {
	typ := reflect.TypeFor[func(y []int8, x []float64, n int, b bool, z []float64)]()
	args, err := Arguments(typ, []string{"seq(3, 127)", "[1 -2.5, NaN]", "0x10", "true", "same(1)"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"[127 -128 -127]", "[1 -2.5 NaN]", "16", "true", "[1 -2.5 NaN]"}
	for i, a := range args {
		if got := fmt.Sprint(a); got != want[i] {
			t.Errorf("argument %d: %s, want %s", i, got, want[i])
		}
	}
	if args[1].Pointer() != args[4].Pointer() {
		t.Error("same made a copy")
	}
	if r, err := Arguments(reflect.TypeFor[func(a, b []uint8, c []float32)](),
		[]string{"rand(9)", "rand(9, 1)", "rand(4)"}); err != nil || reflect.DeepEqual(r[0].Interface(), r[1].Interface()) {
		t.Error(r, err)
	}
	for words, want := range map[string]string{
		"1":                            "1 arguments, but the kernel has 5 parameters",
		"[1 2|zeros(1)|1|true|[]":      "lacks a ]",
		"[300]|[]|1|true|[]":           `"300" is no int8`,
		"5|[]|1|true|[]":               "write [1 2 3]",
		"ones(4)|[]|1|true|[]":         "makes nothing",
		"seq(-1)|[]|1|true|[]":         "the length must be",
		"seq(x)|[]|1|true|[]":          "no whole number",
		"[]|[]|1.5|true|[]":            "is no int",
		"[]|[]|1|perhaps|[]":           "is no bool",
		"[]|[]|1|true|same(0)":         "no earlier argument",
		"[]|seq(2)|1|true|rand(1,2,3)": "at most one number",
	} {
		if _, err := Arguments(typ, strings.Split(words, "|")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", words, err, want)
		}
	}
}

// TestShapes parses arguments other than slices of scalars.
func TestShapes(t *testing.T) {
	type pair struct {
		A int8
		B float32
	}
	typ := reflect.TypeFor[func(s string, p []pair, q [][2]uint8, a *[4]int32, m *[2][2]int8, t []pair, n *[4]int32)]()
	for _, c := range []struct{ words, want string }{
		{`a b|[{1 2.5}, {-3 NaN}]|[[1 2] [3]]|[7 8]|seq|seq(2, 126)|nil`,
			"a b|[{1 2.5} {-3 NaN}]|[[1 2] [3 0]]|[7 8 0 0]|[[0 1] [2 3]]|[{126 127} {-128 129}]|nil"},
		{`"a\tb"|[]|nil|zeros|[[1 2][3 4]]|same(1)|same(3)`, "a\tb|[]|[]|[0 0 0 0]|[[1 2] [3 4]]|[]|[0 0 0 0]"},
		{"seq(3, 97)|[{}]|zeros(1)|seq(2, 5)|zeros(1)|[]|seq", "abc|[{0 0}]|[[0 0]]|[5 6 0 0]|[[0 0] [0 0]]|[]|[0 1 2 3]"},
		{"seq|[]|[]|[1|zeros|[]|nil", `"[1" lacks a ]`},
		{"seq|[{1 2 3}]|[]|zeros|zeros|[]|nil", "element 0: more fields than the 2 of the struct"},
		{"seq|[1]|[]|zeros|zeros|[]|nil", `element 0: "1]" stands where a { should`},
		{"seq|[]|[[1 2 300]]|zeros|zeros|[]|nil", "more elements than [2]uint8 has"},
		{"seq|[]|[[1 300]]|zeros|zeros|[]|nil", `element 0: element 1: "300" is no uint8`},
		{"seq|[]|[] 1|zeros|zeros|[]|nil", `"1" is too much behind a [][2]uint8`},
		{"seq|[]|[]|seq(5)|zeros|[]|nil", "the length must be between 0 and 4"},
		{"seq|seq|[]|seq|zeros|[]|nil", "write [1 2 3]"},
		{`"seq|[]|[]|seq|zeros|[]|nil`, "is no string as Go writes it"},
		{"|[]|[]|seq|zeros|[]|same(4)", "no earlier argument 4 (from 0) of type *[4]int32"},
	} {
		args, err := Arguments(typ, strings.Split(c.words, "|"))
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", c.words, err, c.want)
			}
			continue
		}
		var got []string
		for _, a := range args {
			switch {
			case a.Kind() == reflect.Pointer && a.IsNil():
				got = append(got, "nil")
			case a.Kind() == reflect.Pointer:
				got = append(got, fmt.Sprint(a.Elem()))
			default:
				got = append(got, fmt.Sprint(a))
			}
		}
		if g := strings.Join(got, "|"); g != c.want {
			t.Errorf("%s: %s, want %s", c.words, g, c.want)
		}
	}
}
