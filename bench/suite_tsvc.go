package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"

	"hotloop/bench/tsvc"
	"hotloop/bench/tsvc/oracle"
)

// tsvcWidth is the row length of the suite's two-dimensional arrays, and the length of the one-dimensional arrays
// used with them.
const tsvcWidth = 256

// tsvcLoop is a loop of the suite tsvc, for one type of element.
type tsvcLoop struct {
	name string
	// args describes the arguments, in order. An array is NAME=CONTENT, where NAME is that of the C suite. aa, bb and
	// cc have two dimensions, flat has as many elements as they, and the others have one dimension. The content is
	// that of the C suite, which determines the branches: see tsvcData.fill. Other words are those of
	// tsvcData.scalar.
	args                 string
	plain, oracle, empty any
	grows                bool // results grow from element to element: whole numbers must be few to stay exact
	sums                 bool // adds or multiplies along the array
	ulp                  int  // permitted error of mode fast, in units in the last place
	// iters is the number of iterations of the innermost loop for arrays of n; nil if it is one for each element of
	// the largest array.
	iters    func(n int) float64
	positive bool // checked without negative numbers, to avoid cancellation
}

// oneRow is for loops over a row of a two-dimensional array, halves for a nest over half of an array.
func oneRow(int) float64   { return tsvcWidth }
func halves(n int) float64 { return float64(n/2) * float64(n/2) }

// TSVC returns the suite tsvc: 151 loops, for float32 under their standard names, and for float64 with the suffix
// _f64. n is the length of one-dimensional arrays (32000 in the C suite); two-dimensional ones have n rows, at most
// 256.
func TSVC() []*Kernel {
	return join(tsvcKernels[float32]("float32", ""), tsvcKernels[float64]("float64", "_f64"))
}

func tsvcKernels[T float32 | float64](inst, suffix string) []*Kernel {
	texts := tsvcTexts()
	var all []*Kernel
	for _, l := range tsvcLoops[T]() {
		k := &Kernel{
			Name: l.name + suffix, Suite: "tsvc",
			Code: Code{File: l.name + ".go", Text: texts[l.name], Func: strings.ToUpper(l.name), Inst: inst},
			Type: reflect.TypeOf(l.plain), Builds: Builds{l.plain, l.oracle, l.empty, BindAny},
			Args: func(rng *rand.Rand, n int, d Data) []any {
				t := tsvcData[T]{gen: gen{rng, d, n}, grows: l.grows, positive: l.positive, plane: l.plane(), len: n}
				if t.plane {
					t.len = tsvcWidth + 44 // loops of two dimensions access little more than a row of it
				}
				return t.arguments(l.args)
			},
			Tolerance: Tolerance{Sums: l.sums, Feeds: true, FastULP: l.ulp},
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
				panic(err) // the suite is compared with the Go compiler's build at all lengths
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

// plane reports whether the loop has two-dimensional arrays.
func (l *tsvcLoop) plane() bool {
	return strings.Contains(" "+l.args, " aa=") || strings.Contains(" "+l.args, " bb=")
}

// tsvcTexts returns the source of every loop, by name.
func tsvcTexts() map[string]string {
	texts := map[string]string{}
	for fn, part := range functions("tsvc") {
		texts[strings.ToLower(fn)] = part.text
	}
	return texts
}

// tsvcData generates arguments of a loop.
type tsvcData[T float32 | float64] struct {
	gen
	grows, positive, plane bool
	len                    int // of one-dimensional arrays
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

// fill returns n elements: those of the C suite when timed.
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

// checked returns an element for checks. Whole numbers are so few and small that loops that feed on their results
// stay exact, in whatever order they add.
func (t *tsvcData[T]) checked() float64 {
	if t.data == Whole || t.data == WholeSpecial && t.IntN(8) > 0 {
		if t.grows && t.IntN(16) > 0 {
			return 0
		}
		return float64(t.IntN(3) - 1)
	}
	// Infinities would not show which of them came first: with fused rounding an overflow may not occur.
	if t.grows && t.data == WholeSpecial {
		return math.NaN()
	}
	return t.float()
}

// scalar returns an argument that is not an array of floats.
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
	case "step": // n1 and n3 of the C suite; never zero, for which loops do not terminate
		return pick(1, 2, 3, -1)
	case "offset":
		return pick(1, 0, 2, 5)
	case "middle":
		return pick(t.n/2, t.n, t.n/3)
	case "s1":
		return T(1)
	case "s2":
		return T(2)
	case "huge": // the value of s1 in the C suite when it reads the bits as an integer
		if timed {
			return T(0x3F800000)
		}
		return T(1)
	}
	return int(number(word))
}

// number parses a number of the table of loops.
func number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("suite tsvc: %v", err)) // an error in the table, which any test detects
	}
	return x
}

// tsvcLoops returns a row for each loop, in the order of the C suite.
func tsvcLoops[T float32 | float64]() []tsvcLoop {
	return []tsvcLoop{
		{name: "s000", args: "a=0 b=count", plain: tsvc.S000[T], oracle: oracle.S000[T], empty: oracle.EmptyS000[T]},
		{name: "s111", args: "a=1 b=frac2", plain: tsvc.S111[T], oracle: oracle.S111[T], empty: oracle.EmptyS111[T]},
		{name: "s1111", args: "a=1 b=1 c=1 d=1", plain: tsvc.S1111[T], oracle: oracle.S1111[T],
			empty: oracle.EmptyS1111[T]},
		{name: "s112", args: "a=1 b=frac2", plain: tsvc.S112[T], oracle: oracle.S112[T], empty: oracle.EmptyS112[T]},
		{name: "s1112", args: "a=1 b=1", plain: tsvc.S1112[T], oracle: oracle.S1112[T], empty: oracle.EmptyS1112[T]},
		{name: "s113", args: "a=1 b=frac2", plain: tsvc.S113[T], oracle: oracle.S113[T], empty: oracle.EmptyS113[T]},
		{name: "s1113", args: "a=1 b=1", plain: tsvc.S1113[T], oracle: oracle.S1113[T], empty: oracle.EmptyS1113[T]},
		{name: "s114", args: "aa=frac bb=frac2", plain: tsvc.S114[T], oracle: oracle.S114[T],
			empty: oracle.EmptyS114[T], grows: true},
		{name: "s115", args: "a=1 aa=small", plain: tsvc.S115[T], oracle: oracle.S115[T], empty: oracle.EmptyS115[T],
			grows: true},
		{name: "s1115", args: "aa=frac bb=frac cc=frac", plain: tsvc.S1115[T], oracle: oracle.S1115[T],
			empty: oracle.EmptyS1115[T], grows: true},
		{name: "s116", args: "a=1", plain: tsvc.S116[T], oracle: oracle.S116[T], empty: oracle.EmptyS116[T],
			grows: true},
		{name: "s118", args: "a=1 bb=small", plain: tsvc.S118[T], oracle: oracle.S118[T], empty: oracle.EmptyS118[T],
			grows: true},
		{name: "s119", args: "aa=1 bb=frac2", plain: tsvc.S119[T], oracle: oracle.S119[T], empty: oracle.EmptyS119[T]},
		{name: "s1119", args: "aa=1 bb=frac2", plain: tsvc.S1119[T], oracle: oracle.S1119[T],
			empty: oracle.EmptyS1119[T]},
		{name: "s121", args: "a=1 b=frac2", plain: tsvc.S121[T], oracle: oracle.S121[T], empty: oracle.EmptyS121[T]},
		{name: "s122", args: "a=1 b=frac2 1 step", plain: tsvc.S122[T], oracle: oracle.S122[T],
			empty: oracle.EmptyS122[T]},
		{name: "s123", args: "a=0 b=1 c=1 d=frac e=frac", plain: tsvc.S123[T], oracle: oracle.S123[T],
			empty: oracle.EmptyS123[T]},
		{name: "s124", args: "a=0 b=1 c=1 d=frac e=frac", plain: tsvc.S124[T], oracle: oracle.S124[T],
			empty: oracle.EmptyS124[T]},
		{name: "s125", args: "flat=0 aa=1 bb=half cc=2", plain: tsvc.S125[T], oracle: oracle.S125[T],
			empty: oracle.EmptyS125[T]},
		{name: "s126", args: "flat=frac bb=1 cc=frac", plain: tsvc.S126[T], oracle: oracle.S126[T],
			empty: oracle.EmptyS126[T], grows: true},
		{name: "s127", args: "a=0 b=1 c=frac d=frac e=frac", plain: tsvc.S127[T], oracle: oracle.S127[T],
			empty: oracle.EmptyS127[T]},
		{name: "s128", args: "a=0 b=2 c=1 d=1", plain: tsvc.S128[T], oracle: oracle.S128[T],
			empty: oracle.EmptyS128[T]},
		{name: "s131", args: "a=1 b=frac2", plain: tsvc.S131[T], oracle: oracle.S131[T], empty: oracle.EmptyS131[T]},
		{name: "s132", args: "b=frac c=frac aa=1", plain: tsvc.S132[T], oracle: oracle.S132[T],
			empty: oracle.EmptyS132[T], iters: oneRow},
		{name: "s141", args: "flat=1 bb=frac2", plain: tsvc.S141[T], oracle: oracle.S141[T], empty: oracle.EmptyS141[T],
			grows: true},
		{name: "s151", args: "a=1 b=frac2", plain: tsvc.S151[T], oracle: oracle.S151[T], empty: oracle.EmptyS151[T]},
		{name: "s152", args: "a=1 b=0 c=frac d=frac e=frac", plain: tsvc.S152[T], oracle: oracle.S152[T],
			empty: oracle.EmptyS152[T]},
		{name: "s161", args: "a=1 b=alternating c=1 d=frac e=frac", plain: tsvc.S161[T], oracle: oracle.S161[T],
			empty: oracle.EmptyS161[T]},
		{name: "s1161", args: "a=1 b=1 c=1 d=frac e=frac", plain: tsvc.S1161[T], oracle: oracle.S1161[T],
			empty: oracle.EmptyS1161[T]},
		{name: "s162", args: "a=1 b=frac c=frac offset", plain: tsvc.S162[T], oracle: oracle.S162[T],
			empty: oracle.EmptyS162[T]},
		{name: "s171", args: "a=1 b=frac2 step", plain: tsvc.S171[T], oracle: oracle.S171[T],
			empty: oracle.EmptyS171[T]},
		{name: "s172", args: "a=1 b=frac2 1 step", plain: tsvc.S172[T], oracle: oracle.S172[T],
			empty: oracle.EmptyS172[T]},
		{name: "s173", args: "a=1 b=frac2", plain: tsvc.S173[T], oracle: oracle.S173[T], empty: oracle.EmptyS173[T]},
		{name: "s174", args: "a=1 b=frac2 middle", plain: tsvc.S174[T], oracle: oracle.S174[T],
			empty: oracle.EmptyS174[T]},
		{name: "s175", args: "a=1 b=frac2 step", plain: tsvc.S175[T], oracle: oracle.S175[T],
			empty: oracle.EmptyS175[T]},
		{name: "s176", args: "a=1 b=frac c=frac", plain: tsvc.S176[T], oracle: oracle.S176[T],
			empty: oracle.EmptyS176[T], grows: true, iters: halves},
		{name: "s211", args: "a=0 b=1 c=frac d=frac e=frac", plain: tsvc.S211[T], oracle: oracle.S211[T],
			empty: oracle.EmptyS211[T]},
		{name: "s212", args: "a=frac b=1 c=1 d=frac", plain: tsvc.S212[T], oracle: oracle.S212[T],
			empty: oracle.EmptyS212[T]},
		{name: "s1213", args: "a=1 b=1 c=1 d=1", plain: tsvc.S1213[T], oracle: oracle.S1213[T],
			empty: oracle.EmptyS1213[T]},
		{name: "s221", args: "a=1 b=frac c=frac d=frac", plain: tsvc.S221[T], oracle: oracle.S221[T],
			empty: oracle.EmptyS221[T], grows: true, sums: true},
		{name: "s1221", args: "a=1 b=1", plain: tsvc.S1221[T], oracle: oracle.S1221[T], empty: oracle.EmptyS1221[T]},
		{name: "s222", args: "a=0 b=1 c=1 e=1", plain: tsvc.S222[T], oracle: oracle.S222[T], empty: oracle.EmptyS222[T],
			grows: true},
		{name: "s231", args: "aa=1 bb=frac2", plain: tsvc.S231[T], oracle: oracle.S231[T], empty: oracle.EmptyS231[T]},
		{name: "s232", args: "aa=1 bb=0", plain: tsvc.S232[T], oracle: oracle.S232[T], empty: oracle.EmptyS232[T],
			grows: true, ulp: 1 << 10},
		{name: "s1232", args: "aa=frac bb=frac cc=frac", plain: tsvc.S1232[T], oracle: oracle.S1232[T],
			empty: oracle.EmptyS1232[T]},
		{name: "s233", args: "aa=frac bb=frac cc=frac", plain: tsvc.S233[T], oracle: oracle.S233[T],
			empty: oracle.EmptyS233[T]},
		{name: "s2233", args: "aa=frac bb=frac cc=frac", plain: tsvc.S2233[T], oracle: oracle.S2233[T],
			empty: oracle.EmptyS2233[T]},
		{name: "s235", args: "a=1 b=frac c=frac aa=1 bb=frac2", plain: tsvc.S235[T], oracle: oracle.S235[T],
			empty: oracle.EmptyS235[T], grows: true},
		{name: "s241", args: "a=1 b=1 c=1 d=1", plain: tsvc.S241[T], oracle: oracle.S241[T],
			empty: oracle.EmptyS241[T]},
		{name: "s242", args: "a=small b=small c=small d=small s1 s2", plain: tsvc.S242[T], oracle: oracle.S242[T],
			empty: oracle.EmptyS242[T], sums: true},
		{name: "s243", args: "a=0 b=1 c=frac d=frac e=frac", plain: tsvc.S243[T], oracle: oracle.S243[T],
			empty: oracle.EmptyS243[T]},
		{name: "s244", args: "a=0 b=1 c=small d=small", plain: tsvc.S244[T], oracle: oracle.S244[T],
			empty: oracle.EmptyS244[T]},
		{name: "s1244", args: "a=1 b=1 c=1 d=1", plain: tsvc.S1244[T], oracle: oracle.S1244[T],
			empty: oracle.EmptyS1244[T]},
		{name: "s2244", args: "a=1 b=1 c=1 e=1", plain: tsvc.S2244[T], oracle: oracle.S2244[T],
			empty: oracle.EmptyS2244[T]},
		{name: "s251", args: "a=0 b=1 c=frac d=frac", plain: tsvc.S251[T], oracle: oracle.S251[T],
			empty: oracle.EmptyS251[T]},
		{name: "s1251", args: "a=1 b=1 c=1 d=1 e=1", plain: tsvc.S1251[T], oracle: oracle.S1251[T],
			empty: oracle.EmptyS1251[T]},
		{name: "s2251", args: "a=1 b=1 c=1 d=1 e=1", plain: tsvc.S2251[T], oracle: oracle.S2251[T],
			empty: oracle.EmptyS2251[T]},
		{name: "s3251", args: "a=1 b=1 c=1 d=1 e=1", plain: tsvc.S3251[T], oracle: oracle.S3251[T],
			empty: oracle.EmptyS3251[T]},
		{name: "s252", args: "a=0 b=1 c=1", plain: tsvc.S252[T], oracle: oracle.S252[T], empty: oracle.EmptyS252[T]},
		{name: "s253", args: "a=1 b=small c=1 d=frac", plain: tsvc.S253[T], oracle: oracle.S253[T],
			empty: oracle.EmptyS253[T]},
		{name: "s254", args: "a=0 b=1", plain: tsvc.S254[T], oracle: oracle.S254[T], empty: oracle.EmptyS254[T]},
		{name: "s255", args: "a=0 b=1", plain: tsvc.S255[T], oracle: oracle.S255[T], empty: oracle.EmptyS255[T]},
		{name: "s256", args: "a=1 d=1 aa=2 bb=1", plain: tsvc.S256[T], oracle: oracle.S256[T],
			empty: oracle.EmptyS256[T], grows: true},
		{name: "s257", args: "a=1 aa=2 bb=1", plain: tsvc.S257[T], oracle: oracle.S257[T], empty: oracle.EmptyS257[T],
			grows: true},
		{name: "s258", args: "a=frac b=0 c=frac d=frac e=0 aa=frac", plain: tsvc.S258[T], oracle: oracle.S258[T],
			empty: oracle.EmptyS258[T], iters: oneRow},
		{name: "s261", args: "a=1 b=frac2 c=frac2 d=1", plain: tsvc.S261[T], oracle: oracle.S261[T],
			empty: oracle.EmptyS261[T]},
		{name: "s271", args: "a=1 b=frac c=frac", plain: tsvc.S271[T], oracle: oracle.S271[T],
			empty: oracle.EmptyS271[T]},
		{name: "s272", args: "a=1 b=1 c=frac d=frac e=2 huge", plain: tsvc.S272[T], oracle: oracle.S272[T],
			empty: oracle.EmptyS272[T]},
		{name: "s273", args: "a=1 b=1 c=1 d=small e=frac", plain: tsvc.S273[T], oracle: oracle.S273[T],
			empty: oracle.EmptyS273[T]},
		{name: "s274", args: "a=0 b=1 c=1 d=frac e=frac", plain: tsvc.S274[T], oracle: oracle.S274[T],
			empty: oracle.EmptyS274[T]},
		{name: "s275", args: "aa=1 bb=small cc=small", plain: tsvc.S275[T], oracle: oracle.S275[T],
			empty: oracle.EmptyS275[T], grows: true},
		{name: "s2275", args: "a=1 b=1 c=1 d=1 aa=frac bb=frac cc=frac", plain: tsvc.S2275[T], oracle: oracle.S2275[T],
			empty: oracle.EmptyS2275[T]},
		{name: "s276", args: "a=1 b=frac c=frac d=frac", plain: tsvc.S276[T], oracle: oracle.S276[T],
			empty: oracle.EmptyS276[T]},
		{name: "s277", args: "a=1 b=falling c=frac d=frac e=frac", plain: tsvc.S277[T], oracle: oracle.S277[T],
			empty: oracle.EmptyS277[T]},
		{name: "s278", args: "a=rising b=1 c=frac d=frac e=frac", plain: tsvc.S278[T], oracle: oracle.S278[T],
			empty: oracle.EmptyS278[T]},
		{name: "s279", args: "a=rising b=1 c=frac d=frac e=frac", plain: tsvc.S279[T], oracle: oracle.S279[T],
			empty: oracle.EmptyS279[T]},
		{name: "s1279", args: "a=1 b=1 c=1 d=1 e=1", plain: tsvc.S1279[T], oracle: oracle.S1279[T],
			empty: oracle.EmptyS1279[T]},
		{name: "s2710", args: "a=1 b=1 c=frac d=frac e=frac s1", plain: tsvc.S2710[T], oracle: oracle.S2710[T],
			empty: oracle.EmptyS2710[T]},
		{name: "s2711", args: "a=1 b=frac c=frac", plain: tsvc.S2711[T], oracle: oracle.S2711[T],
			empty: oracle.EmptyS2711[T]},
		{name: "s2712", args: "a=1 b=frac c=frac", plain: tsvc.S2712[T], oracle: oracle.S2712[T],
			empty: oracle.EmptyS2712[T]},
		{name: "s281", args: "a=0 b=1 c=1", plain: tsvc.S281[T], oracle: oracle.S281[T], empty: oracle.EmptyS281[T]},
		{name: "s1281", args: "a=1 b=1 c=1 d=1 e=1", plain: tsvc.S1281[T], oracle: oracle.S1281[T],
			empty: oracle.EmptyS1281[T]},
		{name: "s291", args: "a=0 b=1", plain: tsvc.S291[T], oracle: oracle.S291[T], empty: oracle.EmptyS291[T]},
		{name: "s292", args: "a=0 b=1", plain: tsvc.S292[T], oracle: oracle.S292[T], empty: oracle.EmptyS292[T]},
		{name: "s293", args: "a=frac", plain: tsvc.S293[T], oracle: oracle.S293[T], empty: oracle.EmptyS293[T]},
		{name: "s2101", args: "aa=1 bb=frac cc=frac", plain: tsvc.S2101[T], oracle: oracle.S2101[T],
			empty: oracle.EmptyS2101[T]},
		{name: "s2102", args: "aa=0", plain: tsvc.S2102[T], oracle: oracle.S2102[T], empty: oracle.EmptyS2102[T]},
		{name: "s2111", args: "aa=small", plain: tsvc.S2111[T], oracle: oracle.S2111[T], empty: oracle.EmptyS2111[T],
			grows: true, positive: true, ulp: 1 << 12},
		{name: "s311", args: "a=frac", plain: tsvc.S311[T], oracle: oracle.S311[T], empty: oracle.EmptyS311[T],
			sums: true},
		{name: "s31111", args: "a=1", plain: tsvc.S31111[T], oracle: oracle.S31111[T], empty: oracle.EmptyS31111[T],
			sums: true},
		{name: "s312", args: "a=1.000001", plain: tsvc.S312[T], oracle: oracle.S312[T], empty: oracle.EmptyS312[T],
			sums: true},
		{name: "s313", args: "a=frac b=frac", plain: tsvc.S313[T], oracle: oracle.S313[T], empty: oracle.EmptyS313[T],
			sums: true},
		{name: "s314", args: "a=frac", plain: tsvc.S314[T], oracle: oracle.S314[T], empty: oracle.EmptyS314[T]},
		{name: "s315", args: "a=sevens", plain: tsvc.S315[T], oracle: oracle.S315[T], empty: oracle.EmptyS315[T]},
		{name: "s316", args: "a=frac", plain: tsvc.S316[T], oracle: oracle.S316[T], empty: oracle.EmptyS316[T]},
		{name: "s317", args: "n", plain: tsvc.S317[T], oracle: oracle.S317[T], empty: oracle.EmptyS317[T], sums: true,
			ulp: 1 << 14},
		{name: "s318", args: "a=frac,-2 step", plain: tsvc.S318[T], oracle: oracle.S318[T], empty: oracle.EmptyS318[T]},
		{name: "s319", args: "a=0 b=0 c=frac d=frac e=frac", plain: tsvc.S319[T], oracle: oracle.S319[T],
			empty: oracle.EmptyS319[T], sums: true},
		{name: "s3110", args: "aa=frac,2", plain: tsvc.S3110[T], oracle: oracle.S3110[T], empty: oracle.EmptyS3110[T]},
		{name: "s13110", args: "aa=frac,2", plain: tsvc.S13110[T], oracle: oracle.S13110[T],
			empty: oracle.EmptyS13110[T]},
		{name: "s3111", args: "a=frac", plain: tsvc.S3111[T], oracle: oracle.S3111[T], empty: oracle.EmptyS3111[T],
			sums: true},
		{name: "s3112", args: "a=frac2 b=0", plain: tsvc.S3112[T], oracle: oracle.S3112[T], empty: oracle.EmptyS3112[T],
			sums: true},
		{name: "s3113", args: "a=frac,-2", plain: tsvc.S3113[T], oracle: oracle.S3113[T], empty: oracle.EmptyS3113[T]},
		{name: "s321", args: "a=1 b=0", plain: tsvc.S321[T], oracle: oracle.S321[T], empty: oracle.EmptyS321[T],
			grows: true, sums: true},
		{name: "s322", args: "a=1 b=0 c=0", plain: tsvc.S322[T], oracle: oracle.S322[T], empty: oracle.EmptyS322[T],
			grows: true, sums: true},
		{name: "s323", args: "a=1 b=1 c=frac d=frac e=frac", plain: tsvc.S323[T], oracle: oracle.S323[T],
			empty: oracle.EmptyS323[T], grows: true, sums: true},
		{name: "s331", args: "a=frac,-1", plain: tsvc.S331[T], oracle: oracle.S331[T], empty: oracle.EmptyS331[T]},
		{name: "s332", args: "a=frac2,2 s1", plain: tsvc.S332[T], oracle: oracle.S332[T], empty: oracle.EmptyS332[T]},
		{name: "s341", args: "a=0 b=frac", plain: tsvc.S341[T], oracle: oracle.S341[T], empty: oracle.EmptyS341[T]},
		{name: "s342", args: "a=frac b=frac", plain: tsvc.S342[T], oracle: oracle.S342[T], empty: oracle.EmptyS342[T]},
		{name: "s343", args: "flat=1 aa=frac bb=1", plain: tsvc.S343[T], oracle: oracle.S343[T],
			empty: oracle.EmptyS343[T]},
		{name: "s351", args: "a=1 b=1 c=1", plain: tsvc.S351[T], oracle: oracle.S351[T], empty: oracle.EmptyS351[T]},
		{name: "s1351", args: "a=1 b=1 c=1", plain: tsvc.S1351[T], oracle: oracle.S1351[T],
			empty: oracle.EmptyS1351[T]},
		{name: "s352", args: "a=frac b=frac", plain: tsvc.S352[T], oracle: oracle.S352[T], empty: oracle.EmptyS352[T],
			sums: true},
		{name: "s353", args: "a=1 b=1 c=1 ip", plain: tsvc.S353[T], oracle: oracle.S353[T], empty: oracle.EmptyS353[T]},
		{name: "s421", args: "a=frac2 flat=1", plain: tsvc.S421[T], oracle: oracle.S421[T], empty: oracle.EmptyS421[T]},
		{name: "s1421", args: "a=1 b=1", plain: tsvc.S1421[T], oracle: oracle.S1421[T], empty: oracle.EmptyS1421[T]},
		{name: "s422", args: "a=frac2 flat=0", plain: tsvc.S422[T], oracle: oracle.S422[T], empty: oracle.EmptyS422[T]},
		{name: "s423", args: "a=frac2 flat=1", plain: tsvc.S423[T], oracle: oracle.S423[T], empty: oracle.EmptyS423[T]},
		{name: "s424", args: "a=frac2 flat=0", plain: tsvc.S424[T], oracle: oracle.S424[T], empty: oracle.EmptyS424[T]},
		{name: "s431", args: "a=1 b=frac2", plain: tsvc.S431[T], oracle: oracle.S431[T], empty: oracle.EmptyS431[T]},
		{name: "s441", args: "a=1 b=frac c=frac d=thirds", plain: tsvc.S441[T], oracle: oracle.S441[T],
			empty: oracle.EmptyS441[T]},
		{name: "s442", args: "a=1 b=frac c=frac d=frac e=frac indx", plain: tsvc.S442[T], oracle: oracle.S442[T],
			empty: oracle.EmptyS442[T]},
		{name: "s443", args: "a=1 b=frac c=frac d=1", plain: tsvc.S443[T], oracle: oracle.S443[T],
			empty: oracle.EmptyS443[T]},
		{name: "s451", args: "a=1 b=frac c=frac", plain: tsvc.S451[T], oracle: oracle.S451[T],
			empty: oracle.EmptyS451[T], ulp: 1 << 3},
		{name: "s452", args: "a=0 b=1 c=small", plain: tsvc.S452[T], oracle: oracle.S452[T],
			empty: oracle.EmptyS452[T]},
		{name: "s453", args: "a=0 b=frac2", plain: tsvc.S453[T], oracle: oracle.S453[T], empty: oracle.EmptyS453[T]},
		{name: "s471", args: "x=0 b=1 c=1 d=frac e=frac", plain: tsvc.S471[T], oracle: oracle.S471[T],
			empty: oracle.EmptyS471[T]},
		{name: "s481", args: "a=1 b=frac c=frac d=frac", plain: tsvc.S481[T], oracle: oracle.S481[T],
			empty: oracle.EmptyS481[T]},
		{name: "s482", args: "a=1 b=frac c=frac", plain: tsvc.S482[T], oracle: oracle.S482[T],
			empty: oracle.EmptyS482[T]},
		{name: "s491", args: "a=0 b=1 c=frac d=frac ip", plain: tsvc.S491[T], oracle: oracle.S491[T],
			empty: oracle.EmptyS491[T]},
		{name: "s4112", args: "a=1 b=frac ip s1", plain: tsvc.S4112[T], oracle: oracle.S4112[T],
			empty: oracle.EmptyS4112[T]},
		{name: "s4113", args: "a=0 b=1 c=frac2 ip", plain: tsvc.S4113[T], oracle: oracle.S4113[T],
			empty: oracle.EmptyS4113[T]},
		{name: "s4114", args: "a=0 b=1 c=frac d=frac ip 1", plain: tsvc.S4114[T], oracle: oracle.S4114[T],
			empty: oracle.EmptyS4114[T]},
		{name: "s4115", args: "a=frac b=frac ip", plain: tsvc.S4115[T], oracle: oracle.S4115[T],
			empty: oracle.EmptyS4115[T], sums: true},
		{name: "s4116", args: "a=frac aa=frac ip 128 1", plain: tsvc.S4116[T], oracle: oracle.S4116[T],
			empty: oracle.EmptyS4116[T], sums: true},
		{name: "s4117", args: "a=0 b=1 c=frac d=frac", plain: tsvc.S4117[T], oracle: oracle.S4117[T],
			empty: oracle.EmptyS4117[T]},
		{name: "s4121", args: "a=1 b=frac c=frac", plain: tsvc.S4121[T], oracle: oracle.S4121[T],
			empty: oracle.EmptyS4121[T]},
		{name: "va", args: "a=0 b=frac2", plain: tsvc.VA[T], oracle: oracle.VA[T], empty: oracle.EmptyVA[T]},
		{name: "vag", args: "a=0 b=frac2 ip", plain: tsvc.VAG[T], oracle: oracle.VAG[T], empty: oracle.EmptyVAG[T]},
		{name: "vas", args: "a=0 b=frac2 ip", plain: tsvc.VAS[T], oracle: oracle.VAS[T], empty: oracle.EmptyVAS[T]},
		{name: "vif", args: "a=0 b=frac2", plain: tsvc.VIF[T], oracle: oracle.VIF[T], empty: oracle.EmptyVIF[T]},
		{name: "vpv", args: "a=0 b=frac2", plain: tsvc.VPV[T], oracle: oracle.VPV[T], empty: oracle.EmptyVPV[T]},
		{name: "vtv", args: "a=1 b=1", plain: tsvc.VTV[T], oracle: oracle.VTV[T], empty: oracle.EmptyVTV[T]},
		{name: "vpvtv", args: "a=1 b=frac c=frac", plain: tsvc.VPVTV[T], oracle: oracle.VPVTV[T],
			empty: oracle.EmptyVPVTV[T]},
		{name: "vpvts", args: "a=1 b=frac2 s1", plain: tsvc.VPVTS[T], oracle: oracle.VPVTS[T],
			empty: oracle.EmptyVPVTS[T]},
		{name: "vpvpv", args: "a=1 b=frac c=frac", plain: tsvc.VPVPV[T], oracle: oracle.VPVPV[T],
			empty: oracle.EmptyVPVPV[T]},
		{name: "vtvtv", args: "a=1 b=1 c=1", plain: tsvc.VTVTV[T], oracle: oracle.VTVTV[T],
			empty: oracle.EmptyVTVTV[T]},
		{name: "vsumr", args: "a=frac", plain: tsvc.VSUMR[T], oracle: oracle.VSUMR[T], empty: oracle.EmptyVSUMR[T],
			sums: true},
		{name: "vdotr", args: "a=frac b=frac", plain: tsvc.VDOTR[T], oracle: oracle.VDOTR[T],
			empty: oracle.EmptyVDOTR[T], sums: true},
		{name: "vbor", args: "a=1 b=frac c=frac d=frac e=frac x=0 aa=frac", plain: tsvc.VBOR[T], oracle: oracle.VBOR[T],
			empty: oracle.EmptyVBOR[T], iters: oneRow},
	}
}
