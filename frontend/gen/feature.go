package gen

// Feature is something a kernel may exercise. A probe is a file that uses it and little else; the frontend either
// accepts that or does not know the feature. Features without a probe are the core of the language.
type Feature struct {
	Name  string
	Probe string
}

func probe(name, text string) Feature { return Feature{name, "package k\n\n" + text} }

// Features is the table. A long run in which one of them never occurs has a dull generator.
var Features = []Feature{
	{Name: "mode exact"}, {Name: "mode go"}, {Name: "mode fast"}, {Name: "mode forced"},
	{Name: "[]int8"}, {Name: "[]int16"}, {Name: "[]int32"}, {Name: "[]int64"}, {Name: "[]int"},
	{Name: "[]uint8"}, {Name: "[]uint16"}, {Name: "[]uint32"}, {Name: "[]uint64"}, {Name: "[]uint"}, {Name: "[]uintptr"},
	{Name: "[]float32"}, {Name: "[]float64"},
	{Name: "bounds known"}, {Name: "nest of 2"}, {Name: "nest of 3"},
	{Name: "loop up"}, {Name: "loop down"}, {Name: "loop by step"}, {Name: "loop to bound"}, {Name: "loop !="},
	{Name: "range int"}, {Name: "range slice"}, {Name: "range value"}, {Name: "narrow counter"}, {Name: "while"}, {Name: "endless"},
	{Name: "constant trip count"}, {Name: "two long loops"},
	{Name: "subscript offset"}, {Name: "subscript reversed"}, {Name: "subscript strided"}, {Name: "subscript indirect"},
	{Name: "subscript 2-D"}, {Name: "subscript uniform"}, {Name: "scatter"}, {Name: "subscript modulo"}, {Name: "ring"},
	{Name: "sum"}, {Name: "bitwise reduction"}, {Name: "product"}, {Name: "min max reduction"}, {Name: "conditional reduction"},
	{Name: "recurrence"}, {Name: "carried value"}, {Name: "shifted values"}, {Name: "conditional carry"}, {Name: "running sum"}, {Name: "running extreme"}, {Name: "running count"}, {Name: "affine recurrence"}, {Name: "float induction"}, {Name: "memory recurrence"}, {Name: "argmin"}, {Name: "best with index"}, {Name: "last assignment"},
	{Name: "compress"}, {Name: "expand"}, {Name: "compaction in place"}, {Name: "conditional append"}, {Name: "append and keep"}, {Name: "loop by data inside"},
	{Name: "if"}, {Name: "if else"}, {Name: "stores in arms"}, {Name: "short circuit"}, {Name: "switch tag"}, {Name: "switch"}, {Name: "fallthrough"},
	{Name: "break"}, {Name: "continue"}, {Name: "labelled"}, {Name: "return inside"},
	{Name: "op-assign"}, {Name: "update"}, {Name: "update of few"}, {Name: "tuple assign"}, {Name: "swap"}, {Name: "shadowing"}, {Name: "increment"},
	{Name: "several results"}, {Name: "division"}, {Name: "variable shift"}, {Name: "conversion"}, {Name: "float to int"},
	{Name: "directive"}, {Name: "pragma"}, {Name: "metadata"}, {Name: "promise"}, {Name: "matrix"}, {Name: "matrix triangular"}, {Name: "wavefront"}, {Name: "far recurrence"},
	{Name: "call"}, {Name: "call with loop"}, {Name: "call with results"}, {Name: "slicing"},
	{Name: "panic bounds"}, {Name: "panic division"}, {Name: "panic shift"}, {Name: "panic explicit"}, {Name: "panic slicing"},

	probe("named type", "type KT int32\nfunc K(s []KT) { s[0] = KT(1) }\n"),
	probe("type parameter", "func K[KT int32](s []KT) { for i := range s { s[i] += KT(1) } }\n"),
	probe("bool slice", "func K(s []bool, x []int32) { for i := range s { s[i] = x[i] > 3 } }\n"),
	probe("constants", "const (\n\tKC0 = iota + 1\n\tKC1\n)\n\nfunc K(s []int32) { s[0] = KC1 }\n"),
	probe("table", "var KTab = [4]int32{1, 2, 3, 4}\n\nfunc K(s []int32) { for i := range s { s[i] = KTab[i&3] } }\n"),
	probe("local array", "func K(s []int32) { var a [8]int32; for i := range s { a[i&7] += s[i] }; for i := range a { s[0] += a[i] } }\n"),
	probe("local 2-D array", "func K(s []int32) { var a [4][4]int32; for i := range s { a[i&3][1] += s[i] } ; s[0] = a[2][1] }\n"),
	probe("array pointer", "func K(s []int32, p *[16]int32) { for i := range p { p[i] += s[0] } }\n"),
	probe("unknown extent", "//loop:extent p unknown\nfunc K(s []int32, p *[16]int32) { for i := 0; p[i] != 0; i++ { s[0]++ } }\n"),
	probe("range array", "func K(s []int32, p *[16]int32) { for i, v := range p { s[i] = v } }\n"),
	probe("slice of arrays", "func K(s [][4]int32) { for i := range s { s[i][1] += s[i][2] } }\n"),
	probe("slice of structs", "type KR struct { A int32; B float32 }\n\nfunc K(s []KR) { for i := range s { s[i].A += int32(i); s[i].B = 1 } }\n"),
	probe("string", "func K(s []int32, t string) { for i := 0; i < len(t); i++ { s[i] = int32(t[i]) } }\n"),
	probe("local slice", "func K(s []int32, n int) { t := s[:n]; for i := range t { t[i]++ } }\n"),
	probe("slicing 3", "func K(s []int32, n int) { t := s[1:n:n]; for i := range t { t[i]++ } }\n"),
	probe("reslicing loop", "func K(s []int32) { for len(s) >= 4 { s[0] += s[3]; s = s[4:] } }\n"),
	probe("copy", "func K(s, t []int32) { copy(s, t) }\n"),
	probe("clear", "func K(s []int32) { clear(s) }\n"),
	probe("cap", "func K(s []int32) { s[0] = int32(cap(s)) }\n"),
	probe("math rounding", "import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Round(s[i]) + math.RoundToEven(s[i]) + math.Floor(s[i]) } }\n"),
	probe("math.Sqrt Abs", "import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Sqrt(math.Abs(s[i])) } }\n"),
	probe("math.Copysign", "import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Copysign(s[i], s[0]) } }\n"),
	probe("math.FMA", "import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.FMA(s[i], s[0], 1) } }\n"),
	probe("math.Min Max", "import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Min(s[i], math.Max(s[0], 1)) } }\n"),
	probe("math.Signbit IsNaN", "import \"math\"\n\nfunc K(s []float64) { for i := range s { if math.Signbit(s[i]) || math.IsNaN(s[i]) || math.IsInf(s[i], 1) { s[i] = 0 } } }\n"),
	probe("math.Float bits", "import \"math\"\n\nfunc K(s []float32, x []uint32) { for i := range s { s[i] = math.Float32frombits(x[i] & 0x7fffff); x[i] = math.Float32bits(s[i]) } }\n"),
	probe("math.Mod", "import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Mod(s[i], 3) } }\n"),
	probe("transcendental", "import \"math\"\n\nfunc K(s []float64) { for i := range s { s[i] = math.Exp(s[i]) + math.Log(s[i]) + math.Sin(s[i]) + math.Tanh(s[i]) } }\n"),
	probe("bits count", "import \"math/bits\"\n\nfunc K(s []uint32) { for i := range s { s[i] = uint32(bits.OnesCount32(s[i])+bits.LeadingZeros32(s[i])+bits.TrailingZeros32(s[i])+bits.Len32(s[i])) } }\n"),
	probe("bits reverse", "import \"math/bits\"\n\nfunc K(s []uint32) { for i := range s { s[i] = bits.Reverse32(s[i]) + bits.ReverseBytes32(s[i]) } }\n"),
	probe("bits rotate", "import \"math/bits\"\n\nfunc K(s []uint32) { for i := range s { s[i] = bits.RotateLeft32(s[i], i) } }\n"),
	probe("bits add", "import \"math/bits\"\n\nfunc K(s []uint64) { c := uint64(0); for i := range s { s[i], c = bits.Add64(s[i], s[0], c) } }\n"),
}
