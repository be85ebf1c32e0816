package gen

// Feature is a construct that a kernel may exercise. A probe is a file that uses little else; the frontend either
// accepts it or does not support the feature. Features without a probe belong to the core of the language.
type Feature struct {
	Name  string
	Probe string
}

// core returns features by name: the core of the language, which needs no probe.
func core(names ...string) []Feature {
	f := make([]Feature, len(names))
	for i, n := range names {
		f[i].Name = n
	}
	return f
}

// probe returns a feature whose support by the frontend is tested.
func probe(name, text string) Feature { return Feature{name, "package k\n\n" + text} }

// Features is the table. Every feature should occur in a long run.
var Features = append(core(
	"mode exact", "mode go", "mode fast", "mode forced",
	"[]int8", "[]int16", "[]int32", "[]int64", "[]int", "[]uint8", "[]uint16", "[]uint32", "[]uint64", "[]uint",
	"[]uintptr", "[]float32", "[]float64",
	"bounds known", "nest of 2", "nest of 3", "loop up", "loop down", "loop by step", "loop to bound", "loop !=",
	"range int", "range slice", "range value", "narrow counter", "while", "endless", "constant trip count",
	"two long loops",
	"subscript offset", "subscript reversed", "subscript strided", "subscript indirect", "subscript 2-D",
	"subscript uniform", "subscript clamped", "scatter", "subscript modulo", "ring",
	"sum", "sum in order", "bitwise reduction", "product", "min max reduction", "narrow reduction", "conditional reduction", "recurrence",
	"carried value", "shifted values", "shared next value", "arrays change roles", "conditional carry", "running sum", "running extreme", "running count",
	"count that begins again", "value from itself", "sum modulo",
	"affine recurrence", "float induction", "memory recurrence", "argmin", "best with index", "last assignment",
	"compress", "expand", "compaction in place", "conditional append", "append and keep", "left by a counter",
	"loop by data inside", "accumulators side by side", "second-order recurrence", "match of some number",
	"members change places", "search", "table of bytes", "classes of bytes", "members together", "products of pairs", "bits of words",
	"sums of terms", "bytes in threes",
	"steps over most elements", "search for a word", "counter of any type", "bytes as text",
	"if", "if else", "stores in arms", "short circuit", "switch tag", "switch", "fallthrough", "break", "continue",
	"labelled", "return inside",
	"op-assign", "update", "update of few", "tuple assign", "swap", "shadowing", "increment", "several results",
	"slice returned", "text returned", "pointer returned", "error returned",
	"memory made", "rows stored", "error made",
	"division", "variable shift", "conversion", "float to int", "fixed point",
	"directive", "probability", "pragma", "metadata", "promise", "matrix", "matrix triangular", "rows of matrices", "wavefront",
	"far recurrence",
	"combined operators",
	"rows as they are", "columns of rows", "product of rows", "halves", "bitmap", "bits of conditions", "widened comparison",
	"field of bits",
	"call", "call with loop", "call with results", "slicing", "panic bounds", "panic division", "panic shift",
	"panic explicit", "panic slicing", "range over function", "operand fails",
), []Feature{
	probe("function value", "func K(s []int32) { f := func(i int) { s[i]++ }; f(0) }\n"),
	probe("variable in memory", "type KM struct { A []int32; W [4]int32 }\n\nfunc K(s []int32) { m := KM{A: s}; "+
		"for i := range s { m.W[i&3]++ }; s[0] = m.W[1] }\n"),
	probe("elements appended", "type KA struct { N int; F [2]int32 }\n\nfunc (p *KA) KOnto(r []KA) []KA { return append(r, *p) }\n\n"+
		"func K(s []KA, p *KA, e *[1]int) { n := p.N; s = append(s[:0], KA{N: 1}); s = p.KOnto(s[:0]); e[0] = n + p.N }\n"),
	probe("variadic function", "func f(xs ...int32) int { return len(xs) }\n\nfunc K(s []int32) { s[f(s...)] = int32(f(1, 2)) }\n"),
	probe("goto", "func K(s []int32) { i := 0; again: if i < len(s) { s[i]++; i++; goto again } }\n"),
	probe("type switch", "func f[T any](x T) T { switch y := any(x).(type) { case int32: x, _ = any(y + 1).(T) }; return x }\n\nfunc K(s []int32) "+
		"{ for i := range s { s[i] = f(s[i]) } }\n"),
	probe("slices of slices", "func K(s [][]int32) { for _, r := range s { for i := range r { r[i]++ } } }\n"),
	probe("method", "type KS struct { A int32; B []int32 }\n\nfunc (p *KS) KAdd(x int32) { p.A += x }\n\nfunc K(p *KS) "+
		"{ for _, x := range p.B { p.KAdd(x) } }\n"),
	probe("complex quotient", "func K(s []float64) { for i := range s { s[i] = real(complex(s[i], 1) / complex(s[0], 2)) } }\n"),
	probe("range string", "func K(s []int32, t string) { for i, r := range t { s[i] = r } }\n"),
	probe("named type", "type KT int32\nfunc K(s []KT) { s[0] = KT(1) }\n"),
	probe("type parameter", "func K[KT int32](s []KT) { for i := range s { s[i] += KT(1) } }\n"),
	probe("bool slice", "func K(s []bool, x []int32) { for i := range s { s[i] = x[i] > 3 } }\n"),
	probe("constants", "const (\n\tKC0 = iota + 1\n\tKC1\n)\n\nfunc K(s []int32) { s[0] = KC1 }\n"),
	probe("table", "var KTab = [4]int32{1, 2, 3, 4}\n\nfunc K(s []int32) { for i := range s { s[i] = KTab[i&3] } }\n"),
	probe("local array", "func K(s []int32) { var a [8]int32; for i := range s { a[i&7] += s[i] }; for i := range a "+
		"{ s[0] += a[i] } }\n"),
	probe("local 2-D array",
		"func K(s []int32) { var a [4][4]int32; for i := range s { a[i&3][1] += s[i] } ; s[0] = a[2][1] }\n"),
	probe("array pointer", "func K(s []int32, p *[16]int32) { for i := range p { p[i] += s[0] } }\n"),
	probe("unknown extent",
		"//loop:extent p unknown\nfunc K(s []int32, p *[16]int32) { for i := 0; p[i] != 0; i++ { s[0]++ } }\n"),
	probe("range array", "func K(s []int32, p *[16]int32) { for i, v := range p { s[i] = v } }\n"),
	probe("slice of arrays", "func K(s [][4]int32) { for i := range s { s[i][1] += s[i][2] } }\n"),
	probe("slice of structs", "type KR struct { A int32; B float32 }\n\nfunc K(s []KR) { for i := range s { s[i].A "+
		"+= int32(i); s[i].B = 1 } }\n"),
	probe("string", "func K(s []int32, t string) { for i := 0; i < len(t); i++ { s[i] = int32(t[i]) } }\n"),
	probe("local slice", "func K(s []int32, n int) { t := s[:n]; for i := range t { t[i]++ } }\n"),
	probe("slicing 3", "func K(s []int32, n int) { t := s[1:n:n]; for i := range t { t[i]++ } }\n"),
	probe("reslicing loop", "func K(s []int32) { for len(s) >= 4 { s[0] += s[3]; s = s[4:] } }\n"),
	probe("copy", "func K(s, t []int32) { copy(s, t) }\n"),
	probe("clear", "func K(s []int32) { clear(s) }\n"),
	probe("cap", "func K(s []int32) { s[0] = int32(cap(s)) }\n"),
	probe("math rounding", "import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Round(s[i]) + "+
		"math.RoundToEven(s[i]) + math.Floor(s[i]) } }\n"),
	probe("math.Sqrt Abs",
		"import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Sqrt(math.Abs(s[i])) } }\n"),
	probe("math.Copysign",
		"import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Copysign(s[i], s[0]) } }\n"),
	probe("math.FMA",
		"import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.FMA(s[i], s[0], 1) } }\n"),
	probe("math.Min Max",
		"import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Min(s[i], math.Max(s[0], 1)) } }\n"),
	probe("math.Signbit IsNaN", "import \"math\"\n\nfunc K(s []float64) { for i := range s { if math.Signbit(s[i]) "+
		"|| math.IsNaN(s[i]) || math.IsInf(s[i], 1) { s[i] = 0 } } }\n"),
	probe("math.Float bits", "import \"math\"\n\nfunc K(s []float32, x []uint32) { for i := range s { s[i] = "+
		"math.Float32frombits(x[i] & 0x7fffff); x[i] = math.Float32bits(s[i]) } }\n"),
	probe("math.Mod", "import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Mod(s[i], 3) } }\n"),
	probe("transcendental", "import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Exp(s[i]) + "+
		"math.Log(s[i]) + math.Sin(s[i]) + math.Tanh(s[i]) } }\n"),
	probe("bits count", "import \"math/bits\"\n\nfunc K(s []uint32) { for i := range s { s[i] = "+
		"uint32(bits.OnesCount32(s[i])+bits.LeadingZeros32(s[i])+bits.TrailingZeros32(s[i])+bits.Len32(s[i])) } }\n"),
	probe("bits reverse", "import \"math/bits\"\n\nfunc K(s []uint32) { for i := range s { s[i] = "+
		"bits.Reverse32(s[i]) + bits.ReverseBytes32(s[i]) } }\n"),
	probe("bits rotate",
		"import \"math/bits\"\n\nfunc K(s []uint32) { for i := range s { s[i] = bits.RotateLeft32(s[i], i) } }\n"),
	probe("bits by steps",
		"func K(s []uint32) { for i, x := range s { n := uint32(0); for x != 0 { x &= x - 1; n++ }; s[i] = n } }\n"),
	probe("bits add", "import \"math/bits\"\n\nfunc K(s []uint64) { c := uint64(0); for i := range s { s[i], c = "+
		"bits.Add64(s[i], s[0], c) } }\n"),
}...)
