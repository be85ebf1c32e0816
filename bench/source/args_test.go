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
	if r, err := Arguments(reflect.TypeFor[func(a, b []uint8, c []float32)](), []string{"rand(9)", "rand(9, 1)", "rand(4)"}); err != nil || reflect.DeepEqual(r[0].Interface(), r[1].Interface()) {
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
