package source

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
)

// Arguments converts words, for example of a command line, into values of the parameter types of func type t.
//
//	2.5  -1  0x10  NaN  true          scalars
//	[1 2 3]  [1, 2, 3]  []            slices, and arrays behind pointers, whose other elements are zero
//	[{1 2} {3 4}]  [[1 2] [3 4]]      slices of structs, of arrays, and the like
//	nil                               a nil slice or pointer
//	zeros(100)  seq(100)  seq(100, 5)  0 0 0 …, 0 1 2 …, 5 6 7 …; in structs and arrays each scalar counts
//	rand(100)  rand(100, 7)           random numbers, the second with another seed
//	zeros  seq  rand                  the same for all elements of an array behind a pointer
//	same(0)                           the same slice or pointer as argument 0: an overlap
//	text  "te\txt"  rand(100)         strings; a word that begins with a quote has Go's syntax
func Arguments(t reflect.Type, words []string) ([]reflect.Value, error) {
	if len(words) != t.NumIn() {
		return nil, fmt.Errorf("%d arguments, but the kernel has %d parameters: %s", len(words), t.NumIn(), t)
	}
	args := make([]reflect.Value, len(words))
	for i, w := range words {
		v, err := argument(t.In(i), w, args[:i])
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		args[i] = v
	}
	return args, nil
}

func argument(t reflect.Type, word string, earlier []reflect.Value) (reflect.Value, error) {
	w := strings.TrimSpace(word)
	if t.Kind() == reflect.String {
		return text(t, word)
	}
	if t.Kind() != reflect.Slice && t.Kind() != reflect.Pointer {
		v := reflect.New(t).Elem()
		return v, parse(v, w)
	}
	switch {
	case w == "nil":
		return reflect.Zero(t), nil
	case strings.HasPrefix(w, "["):
		if t.Kind() == reflect.Slice {
			v := reflect.New(t).Elem()
			return v, parse(v, w)
		}
		v := reflect.New(t.Elem())
		return v, parse(v.Elem(), w)
	}
	name, nums, err := maker(w)
	if err != nil {
		return reflect.Value{}, err
	}
	if name == "" || len(nums) == 0 && t.Kind() == reflect.Slice {
		return reflect.Value{},
			fmt.Errorf("%q is no %s: write [1 2 3], zeros(N), seq(N), rand(N), same(ARGUMENT) or nil", w, t)
	}
	return made(t, name, nums, earlier)
}

// maker splits name(1, 2), or a name alone. For anything else the name is empty.
func maker(w string) (name string, nums []int, err error) {
	name, rest, call := strings.Cut(w, "(")
	if !call {
		if name != "zeros" && name != "seq" && name != "rand" {
			name = ""
		}
		return name, nil, nil
	}
	if rest, call = strings.CutSuffix(rest, ")"); !call {
		return "", nil, nil
	}
	for _, f := range strings.Split(rest, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil {
			return "", nil, fmt.Errorf("%q: %q is no whole number", w, f)
		}
		nums = append(nums, n)
	}
	return name, nums, nil
}

// text parses the argument of a string parameter.
func text(t reflect.Type, word string) (reflect.Value, error) {
	v := reflect.New(t).Elem()
	if strings.HasPrefix(word, `"`) || strings.HasPrefix(word, "`") {
		s, err := strconv.Unquote(word)
		if err != nil {
			return v, fmt.Errorf("%s is no string as Go writes it", word)
		}
		v.SetString(s)
		return v, nil
	}
	name, nums, err := maker(word)
	if err != nil || len(nums) == 0 || name != "zeros" && name != "seq" && name != "rand" {
		v.SetString(word)
		return v, nil
	}
	b, err := made(reflect.TypeFor[[]byte](), name, nums, nil)
	if err == nil {
		v.SetString(string(b.Bytes()))
	}
	return v, err
}

// maxMade bounds generated arguments, in elements and in bytes of one element.
const maxMade = 1 << 28

func made(t reflect.Type, name string, nums []int, earlier []reflect.Value) (reflect.Value, error) {
	if name == "same" {
		n := nums[0]
		if n < 0 || n >= len(earlier) || earlier[n].Type() != t {
			return reflect.Value{}, fmt.Errorf("same(%d): there is no earlier argument %d (from 0) of type %s", n, n, t)
		}
		return earlier[n], nil
	}
	most := maxMade
	if t.Kind() == reflect.Pointer {
		most = t.Elem().Len()
		if len(nums) == 0 {
			nums = []int{most}
		}
	} else {
		most /= max(1, int(t.Elem().Size()/8))
	}
	n := nums[0]
	if n < 0 || n > most || len(nums) > 2 {
		return reflect.Value{}, fmt.Errorf("%s: the length must be between 0 and %d, and at most one number may follow",
			name, most)
	}
	second := 0
	if len(nums) == 2 {
		second = nums[1]
	}
	var whole, part reflect.Value
	if t.Kind() == reflect.Pointer {
		whole = reflect.New(t.Elem())
		part = whole.Elem().Slice(0, n)
	} else {
		whole = reflect.MakeSlice(t, n, n)
		part = whole
	}
	var set func(v reflect.Value)
	switch name {
	case "zeros":
		return whole, nil
	case "seq":
		next := int64(second)
		set = func(v reflect.Value) {
			setWhole(v, next)
			next++
		}
	case "rand":
		rng := rand.New(rand.NewPCG(uint64(second), 1))
		set = func(v reflect.Value) {
			if v.CanFloat() {
				v.SetFloat(math.Round(rng.NormFloat64()*1000) / 100)
			} else {
				setWhole(v, rng.Int64())
			}
		}
	default:
		return whole, fmt.Errorf("%q makes nothing: write zeros, seq, rand or same", name)
	}
	for i := range n {
		Leaves(part.Index(i), set)
	}
	return whole, nil
}

// Leaves calls visit for each scalar in v, in memory order.
func Leaves(v reflect.Value, visit func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			Leaves(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			Leaves(v.Field(i), visit)
		}
	default:
		visit(v)
	}
}

// setWhole sets v to n, wrapped to its type.
func setWhole(v reflect.Value, n int64) {
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

// parse sets v, of any type allowed in memory or a slice of such, from a whole word.
func parse(v reflect.Value, w string) error {
	rest, err := value(v, w)
	if err == nil && strings.Trim(rest, separators) != "" {
		err = fmt.Errorf("%q is too much behind a %s", strings.Trim(rest, separators), v.Type())
	}
	return err
}

const separators = " ,\t\n"

// value sets v from the beginning of w and returns the rest.
func value(v reflect.Value, w string) (rest string, err error) {
	w = strings.TrimLeft(w, separators)
	switch v.Kind() {
	case reflect.Slice:
		n := 0
		rest, err := list(w, "[", "]", func(w string) (string, error) {
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			n++
			rest, err := value(v.Index(n-1), w)
			return rest, at(err, "element %d", n-1)
		}, func() { v.Set(reflect.MakeSlice(v.Type(), 0, 4)) })
		if err == nil {
			v.SetCap(n) // capacity equals length: s[:n+1] panics
		}
		return rest, err
	case reflect.Array:
		n := 0
		return list(w, "[", "]", func(w string) (string, error) {
			if n++; n > v.Len() {
				return "", fmt.Errorf("more elements than %s has", v.Type())
			}
			rest, err := value(v.Index(n-1), w)
			return rest, at(err, "element %d", n-1)
		}, nil)
	case reflect.Struct:
		n := 0
		return list(w, "{", "}", func(w string) (string, error) {
			if n++; n > v.NumField() {
				return "", fmt.Errorf("more fields than the %d of the struct", v.NumField())
			}
			rest, err := value(v.Field(n-1), w)
			return rest, at(err, "field %d", n-1)
		}, nil)
	}
	end := strings.IndexAny(w, separators+"[]{}")
	if end < 0 {
		end = len(w)
	}
	return w[end:], scalar(v, w[:end])
}

// list parses the items between two brackets.
func list(w, open, closing string, item func(string) (string, error), begin func()) (rest string, err error) {
	rest, ok := strings.CutPrefix(w, open)
	if !ok {
		return "", fmt.Errorf("%q stands where a %s should", w, open)
	}
	if begin != nil {
		begin()
	}
	for {
		rest = strings.TrimLeft(rest, separators)
		switch {
		case rest == "":
			return "", fmt.Errorf("%q lacks a %s", w, closing)
		case strings.HasPrefix(rest, closing):
			return rest[1:], nil
		}
		if rest, err = item(rest); err != nil {
			return "", err
		}
	}
}

// at adds the position in an argument to an error.
func at(err error, format string, i int) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf(format+": %w", i, err)
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
