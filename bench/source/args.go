package source

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
)

// Arguments turns words, as of a command line, into values of the parameter types of func type t.
//
//	2.5  -1  0x10  NaN  true          scalars
//	[1 2 3]  [1, 2, 3]  []            slices
//	zeros(100)  seq(100)  seq(100, 5)  0 0 0 …, 0 1 2 …, 5 6 7 …
//	rand(100)  rand(100, 7)           made-up numbers, the second by another seed
//	same(0)                           the slice of argument 0 again: an overlap
func Arguments(t reflect.Type, words []string) ([]reflect.Value, error) {
	if len(words) != t.NumIn() {
		return nil, fmt.Errorf("%d arguments, but the kernel has %d parameters: %s", len(words), t.NumIn(), t)
	}
	args := make([]reflect.Value, len(words))
	for i, w := range words {
		v, err := argument(t.In(i), strings.TrimSpace(w), args[:i])
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		args[i] = v
	}
	return args, nil
}

func argument(t reflect.Type, w string, earlier []reflect.Value) (reflect.Value, error) {
	if t.Kind() != reflect.Slice {
		v := reflect.New(t).Elem()
		return v, scalar(v, w)
	}
	if body, ok := strings.CutPrefix(w, "["); ok {
		body, ok = strings.CutSuffix(body, "]")
		if !ok {
			return reflect.Value{}, fmt.Errorf("%q lacks a ]", w)
		}
		fields := strings.FieldsFunc(body, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' })
		s := reflect.MakeSlice(t, len(fields), len(fields))
		for i, f := range fields {
			if err := scalar(s.Index(i), f); err != nil {
				return s, fmt.Errorf("element %d: %w", i, err)
			}
		}
		return s, nil
	}
	name, rest, ok := strings.Cut(w, "(")
	rest, closed := strings.CutSuffix(rest, ")")
	if !ok || !closed {
		return reflect.Value{}, fmt.Errorf("%q is no %s: write [1 2 3], zeros(N), seq(N), rand(N) or same(ARGUMENT)", w, t)
	}
	var nums []int
	for _, f := range strings.Split(rest, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil {
			return reflect.Value{}, fmt.Errorf("%q: %q is no whole number", w, f)
		}
		nums = append(nums, n)
	}
	return made(t, name, nums, earlier)
}

// maxMade bounds slices that are made up.
const maxMade = 1 << 28

func made(t reflect.Type, name string, nums []int, earlier []reflect.Value) (reflect.Value, error) {
	n := nums[0]
	if name == "same" {
		if n < 0 || n >= len(earlier) || earlier[n].Type() != t {
			return reflect.Value{}, fmt.Errorf("same(%d): there is no earlier argument %d (from 0) of type %s", n, n, t)
		}
		return earlier[n], nil
	}
	if n < 0 || n > maxMade || len(nums) > 2 {
		return reflect.Value{}, fmt.Errorf("%s: the length must be between 0 and %d, and at most one number may follow", name, maxMade)
	}
	second := 0
	if len(nums) == 2 {
		second = nums[1]
	}
	s := reflect.MakeSlice(t, n, n)
	switch name {
	case "zeros":
	case "seq":
		for i := range n {
			whole(s.Index(i), int64(second+i))
		}
	case "rand":
		rng := rand.New(rand.NewPCG(uint64(second), 1))
		for i := range n {
			switch e := s.Index(i); {
			case e.CanFloat():
				e.SetFloat(math.Round(rng.NormFloat64()*1000) / 100)
			default:
				whole(e, rng.Int64())
			}
		}
	default:
		return s, fmt.Errorf("%q makes nothing: write zeros, seq, rand or same", name)
	}
	return s, nil
}

// whole sets v to n, wrapped to its type.
func whole(v reflect.Value, n int64) {
	switch {
	case v.CanInt():
		v.SetInt(n << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	case v.CanUint():
		v.SetUint(uint64(n) << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	case v.CanFloat():
		v.SetFloat(float64(n))
	default:
		v.SetBool(n&1 != 0)
	}
}

// scalar sets v from a word.
func scalar(v reflect.Value, w string) error {
	bits := 0
	if v.Kind() != reflect.Bool {
		bits = v.Type().Bits()
	}
	var err error
	switch {
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(w, 0, bits)
		v.SetInt(n)
	case v.CanUint():
		var n uint64
		n, err = strconv.ParseUint(w, 0, bits)
		v.SetUint(n)
	case v.CanFloat():
		var x float64
		x, err = strconv.ParseFloat(w, bits)
		v.SetFloat(x)
	default:
		var b bool
		b, err = strconv.ParseBool(w)
		v.SetBool(b)
	}
	if err != nil {
		return fmt.Errorf("%q is no %s", w, v.Type())
	}
	return nil
}
