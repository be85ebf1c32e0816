package bench

// More of the functions of kernel.go, for other numbers of arguments and results.

func f1[A any](plain, oracle, empty func(A)) builds {
	return builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a := fn.(func(A)), args[0].(A)
		return func(reps int) {
			for range reps {
				f(a)
			}
		}
	}}
}

func f1rr[A, R, S any](plain, oracle, empty func(A) (R, S)) builds {
	return builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a := fn.(func(A) (R, S)), args[0].(A)
		var r R
		var s S
		return func(reps int) {
			for range reps {
				r, s = f(a)
			}
			_, _ = r, s
		}
	}}
}

func f2rr[A, B, R, S any](plain, oracle, empty func(A, B) (R, S)) builds {
	return builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b := fn.(func(A, B) (R, S)), args[0].(A), args[1].(B)
		var r R
		var s S
		return func(reps int) {
			for range reps {
				r, s = f(a, b)
			}
			_, _ = r, s
		}
	}}
}

func f3r[A, B, C, R any](plain, oracle, empty func(A, B, C) R) builds {
	return builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c := fn.(func(A, B, C) R), args[0].(A), args[1].(B), args[2].(C)
		var r R
		return func(reps int) {
			for range reps {
				r = f(a, b, c)
			}
			_ = r
		}
	}}
}

func f4r[A, B, C, D, R any](plain, oracle, empty func(A, B, C, D) R) builds {
	return builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c, d := fn.(func(A, B, C, D) R), args[0].(A), args[1].(B), args[2].(C), args[3].(D)
		var r R
		return func(reps int) {
			for range reps {
				r = f(a, b, c, d)
			}
			_ = r
		}
	}}
}

func f5[A, B, C, D, E any](plain, oracle, empty func(A, B, C, D, E)) builds {
	return builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c := fn.(func(A, B, C, D, E)), args[0].(A), args[1].(B), args[2].(C)
		d, e := args[3].(D), args[4].(E)
		return func(reps int) {
			for range reps {
				f(a, b, c, d, e)
			}
		}
	}}
}

func f6r[A, B, C, D, E, F, R any](plain, oracle, empty func(A, B, C, D, E, F) R) builds {
	return builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c := fn.(func(A, B, C, D, E, F) R), args[0].(A), args[1].(B), args[2].(C)
		d, e, g := args[3].(D), args[4].(E), args[5].(F)
		var r R
		return func(reps int) {
			for range reps {
				r = f(a, b, c, d, e, g)
			}
			_ = r
		}
	}}
}

func f8[A, B, C, D, E, F, G, H any](plain, oracle, empty func(A, B, C, D, E, F, G, H)) builds {
	return builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c, d := fn.(func(A, B, C, D, E, F, G, H)), args[0].(A), args[1].(B), args[2].(C), args[3].(D)
		e, g, h, i := args[4].(E), args[5].(F), args[6].(G), args[7].(H)
		return func(reps int) {
			for range reps {
				f(a, b, c, d, e, g, h, i)
			}
		}
	}}
}
