package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
)

// tsvcWidth is the length of the rows of the suite's arrays of two dimensions, and of those of one that go with them.
const tsvcWidth = 256

// tsvcLoop is a loop of the suite tsvc, for one type of element.
type tsvcLoop struct {
	name string
	// args describes the arguments, in order. An array is NAME=CONTENT, where NAME is that of the C suite: aa, bb and
	// cc have two dimensions, flat has as many elements as they, the others have one dimension. The content is that of
	// the C suite, which decides what branches do: see tsvcData.fill. Other words are those of tsvcData.scalar.
	args                 string
	plain, oracle, empty any
	grows                bool // what it computes grows from element to element: whole numbers must be few to stay exact
	sums                 bool // adds or multiplies along the array
	ulp                  int  // units in the last place that mode fast may be off, if more than none
	// iters is how often the innermost loop is run for arrays of n; nil where it is once for each element of the largest array.
	iters    func(n int) float64
	positive bool // checked without negative numbers, so that nothing cancels and leaves nothing but what is off
}

// oneRow is of loops over a row of an array of two dimensions, halves of a nest over half of an array.
func oneRow(int) float64   { return tsvcWidth }
func halves(n int) float64 { return float64(n/2) * float64(n/2) }

// TSVC returns the suite tsvc: 151 loops for float32 under their standard names, and the same for float64 with _f64 behind
// the name. n is the length of arrays of one dimension (32000 in the C suite); those of two have n rows, at most 256.
func TSVC() []*Kernel {
	return join(tsvcKernels[float32]("float32", ""), tsvcKernels[float64]("float64", "_f64"))
}

func tsvcKernels[T float32 | float64](inst, suffix string) []*Kernel {
	texts := tsvcTexts()
	var all []*Kernel
	for _, l := range tsvcLoops[T]() {
		k := &Kernel{
			Name: l.name + suffix, Suite: "tsvc", File: l.name + ".go", Text: texts[l.name], Func: strings.ToUpper(l.name), Inst: inst,
			Type: reflect.TypeOf(l.plain), Plain: l.plain, Oracle: l.oracle, Empty: l.empty, Bind: BindAny,
			Args: func(rng *rand.Rand, n int, d Data) []any {
				t := tsvcData[T]{gen: gen{rng, d, n}, grows: l.grows, positive: l.positive, plane: l.plane(), len: n}
				if t.plane {
					t.len = tsvcWidth + 44 // loops of two dimensions look at little more than a row of it
				}
				return t.arguments(l.args)
			},
			Sums: l.sums, Feeds: true, FastULP: l.ulp,
		}
		k.Work = func(n int) Work {
			w := Work{Elems: float64(n)}
			if l.plane() {
				w.Elems = float64(min(n, tsvcWidth) * tsvcWidth)
			}
			if l.iters != nil {
				w.Elems = l.iters(n)
			}
			var err error
			if w.Load, w.Store, err = traffic(k, n); err != nil {
				panic(err) // the suite is compared with gc's build at all lengths
			}
			return w
		}
		if l.name == "s451" {
			k.MathULP = l.ulp
		}
		all = append(all, k)
	}
	return all
}

// plane reports whether the loop has arrays of two dimensions.
func (l *tsvcLoop) plane() bool {
	return strings.Contains(" "+l.args, " aa=") || strings.Contains(" "+l.args, " bb=")
}

// tsvcTexts returns the source of every loop, by its name.
func tsvcTexts() map[string]string {
	texts := map[string]string{}
	for fn, part := range functions("tsvc") {
		texts[strings.ToLower(fn)] = part.text
	}
	return texts
}

// tsvcData makes up arguments of a loop.
type tsvcData[T float32 | float64] struct {
	gen
	grows, positive, plane bool
	len                    int // of arrays of one dimension
}

func (t *tsvcData[T]) arguments(spec string) []any {
	var args []any
	for _, word := range strings.Fields(spec) {
		name, content, array := strings.Cut(word, "=")
		switch {
		case !array:
			args = append(args, t.scalar(word))
		case name == "flat" && t.plane:
			args = append(args, t.fill(min(t.n, tsvcWidth)*tsvcWidth, content))
		case name == "flat":
			args = append(args, t.fill(t.n+72, content))
		case len(name) == 2:
			rows := make([][tsvcWidth]T, min(t.n, tsvcWidth))
			for i := range rows {
				copy(rows[i][:], t.fill(tsvcWidth, strings.TrimSuffix(content, ",2")))
			}
			if strings.HasSuffix(content, ",2") && len(rows) > 0 && t.data == Steady {
				rows[len(rows)-1][tsvcWidth-1] = 2
			}
			args = append(args, rows)
		default:
			args = append(args, t.fill(t.len, content))
		}
	}
	return args
}

// fill returns n elements: when timed, those of the C suite.
func (t *tsvcData[T]) fill(n int, content string) []T {
	s := make([]T, n)
	content, last, marked := strings.Cut(content, ",")
	for i := range s {
		if t.data != Steady {
			if s[i] = T(t.checked()); t.positive {
				s[i] = T(math.Abs(float64(s[i])))
			}
			continue
		}
		switch content {
		case "small":
			s[i] = 0.000001
		case "half":
			s[i] = 0.5
		case "frac":
			s[i] = 1 / T(i+1)
		case "frac2":
			s[i] = 1 / (T(i+1) * T(i+1))
		case "count":
			s[i] = T(i + 2)
		case "alternating":
			s[i] = T(1 - i%2*2)
		case "falling":
			s[i] = T(1 - i/max((n+1)/2, 1)*2)
		case "rising":
			s[i] = T(i/max((n+1)/2, 1)*2 - 1)
		case "thirds":
			s[i] = T(i/max((n+2)/3, 1) - 1)
		case "sevens":
			s[i] = T(i * 7 % n)
		default:
			s[i] = T(number(content))
		}
	}
	if marked && n > 0 && t.data == Steady {
		s[n-1] = T(number(last))
	}
	return s
}

// checked returns an element to check with. Whole numbers are so few and small that loops which feed their results to
// themselves stay exact, in whatever order they add.
func (t *tsvcData[T]) checked() float64 {
	if t.data == Whole || t.data == WholeSpecial && t.IntN(8) > 0 {
		if t.grows && t.IntN(16) > 0 {
			return 0
		}
		return float64(t.IntN(3) - 1)
	}
	if t.grows && t.data == WholeSpecial { // infinities hide which of them came first: rounding once, an overflow has none
		return math.NaN()
	}
	return t.float()
}

// scalar returns an argument that is no array of floats.
func (t *tsvcData[T]) scalar(word string) any {
	timed := t.data == Steady
	pick := func(usual int, others ...int) int {
		if timed || t.IntN(2) == 0 {
			return usual
		}
		return others[t.IntN(len(others))]
	}
	switch word {
	case "ip":
		ip := make([]int32, t.len)
		group := [5]int{4, 2, 0, 3, 1} // the C suite's permutation
		for i := range ip {
			ip[i] = int32(min(i/5*5+group[i%5], t.len-1))
			if !timed && t.data != Whole && t.IntN(2) == 0 {
				ip[i] = int32(t.IntN(t.len))
			}
		}
		return ip
	case "indx":
		indx := make([]int32, t.len)
		for i := range indx {
			indx[i] = int32((i+1)%4 + 1)
			if !timed {
				indx[i] = int32(t.IntN(6))
			}
		}
		return indx
	case "n":
		return t.n
	case "step": // n1 and n3 of the C suite; never zero, with which loops do not end
		return pick(1, 2, 3, -1)
	case "offset":
		return pick(1, 0, 2, 5)
	case "middle":
		return pick(t.n/2, t.n, t.n/3)
	case "s1":
		return T(1)
	case "s2":
		return T(2)
	case "huge": // what the C suite makes of its s1 when it reads the bits as an integer
		if timed {
			return T(0x3F800000)
		}
		return T(1)
	}
	return int(number(word))
}

// number reads a number of the table of loops.
func number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("suite tsvc: %v", err)) // a slip in the table, found by any test
	}
	return x
}
