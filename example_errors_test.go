package hotloop_test

import (
	_ "embed"
	"errors"
	"fmt"
	"testing"

	"hotloop"
	"hotloop/runtime"
)

//go:embed example_errors_test.go
var errorsText string

var errNegative = errors.New("a negative number")

// leading is the part of x in front of the first number above limit; negative numbers are an error.
func leading(x []int64, limit int64) ([]int64, error) {
	for i, v := range x {
		if v < 0 {
			return nil, errNegative
		}
		if v > limit {
			return x[:i], nil
		}
	}
	return x, nil
}

// A kernel returns what its arguments refer to, and errors that variables of the program hold.
func ExampleWithGlobal_errors() {
	k := hotloop.Accelerate(leading, errorsText, hotloop.WithGlobal("errNegative", &errNegative))
	x := []int64{1, 2, 3, 40, 5}
	part, err := k.Func(x, 10)
	fmt.Println(part, err, &part[0] == &x[0])
	_, err = k.Func([]int64{7, -1}, 10)
	fmt.Println(err == errNegative)
	// Output:
	// [1 2 3] <nil> true
	// true
}

// TestErrorsNative: the function of the example is machine code, and without its variable the Go function.
func TestErrorsNative(t *testing.T) {
	k := hotloop.Accelerate(leading, errorsText, hotloop.WithGlobal("errNegative", &errNegative))
	if c, err := hotloop.Compile[func([]int64, int64) ([]int64, error)](errorsText, "leading",
		hotloop.WithGlobal("errNegative", &errNegative)); err != nil {
		t.Fatal(err)
	} else if c.Native() && !k.Native() && !runtime.RaceEnabled {
		t.Error(k.Err())
	}
	k = hotloop.Accelerate(leading, errorsText)
	if _, err := k.Func([]int64{-1}, 0); k.Err() == nil || err != errNegative {
		t.Errorf("%v, %v: want a reason, and the program's own error", k.Err(), err)
	} else {
		t.Log(k.Err())
	}
}
