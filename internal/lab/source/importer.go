package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"sync"
)

// stdImporter imports the packages that a kernel may use, from the declarations below. It needs neither export data
// nor GOROOT, so a benchmark binary works on a machine without Go.
type stdImporter struct{}

var stdCache sync.Map // path -> *types.Package

func (stdImporter) Import(path string) (*types.Package, error) {
	if p, ok := stdCache.Load(path); ok {
		return p.(*types.Package), nil
	}
	text, ok := stdDecls[path]
	if !ok {
		return nil, fmt.Errorf("package %s cannot be used in a kernel", path)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path+".go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	conf := types.Config{IgnoreFuncBodies: true, Sizes: types.SizesFor("gc", "amd64")}
	p, err := conf.Check(path, fset, []*ast.File{file}, nil)
	if err != nil {
		return nil, err
	}
	stdCache.Store(path, p)
	return p, nil
}

var stdDecls = map[string]string{
	"fmt": `package fmt
func Errorf(format string, a ...any) error
func Sprintf(format string, a ...any) string
`,
	"errors": `package errors
func New(text string) error
`,
	"math": `package math
const (
	E = 2.71828182845904523536028747135266249775724709369995957496696763
	Pi = 3.14159265358979323846264338327950288419716939937510582097494459
	Phi = 1.61803398874989484820458683436563811772030917980576286213544862
	Sqrt2 = 1.41421356237309504880168872420969807856967187537694807317667974
	SqrtE = 1.64872127070012814684865078781416357165377610071014801157507931
	SqrtPi = 1.77245385090551602729816748334114518279754945612238712821380779
	Ln2 = 0.693147180559945309417232121458176568075500134360255254120680009
	Log2E = 1 / Ln2
	Ln10 = 2.30258509299404568401799145468436420760110148862877297603332790
	Log10E = 1 / Ln10
	MaxFloat32 = 0x1p127 * (1 + (1 - 0x1p-23))
	SmallestNonzeroFloat32 = 0x1p-126 * 0x1p-23
	MaxFloat64 = 0x1p1023 * (1 + (1 - 0x1p-52))
	SmallestNonzeroFloat64 = 0x1p-1022 * 0x1p-52
	MaxInt = 1<<63 - 1
	MinInt = -1 << 63
	MaxInt8 = 1<<7 - 1
	MinInt8 = -1 << 7
	MaxInt16 = 1<<15 - 1
	MinInt16 = -1 << 15
	MaxInt32 = 1<<31 - 1
	MinInt32 = -1 << 31
	MaxInt64 = 1<<63 - 1
	MinInt64 = -1 << 63
	MaxUint = 1<<64 - 1
	MaxUint8 = 1<<8 - 1
	MaxUint16 = 1<<16 - 1
	MaxUint32 = 1<<32 - 1
	MaxUint64 = 1<<64 - 1
)
func Abs(x float64) float64
func Acos(x float64) float64
func Asin(x float64) float64
func Atan(x float64) float64
func Cbrt(x float64) float64
func Cosh(x float64) float64
func Expm1(x float64) float64
func Log10(x float64) float64
func Log1p(x float64) float64
func Sinh(x float64) float64
func Atan2(y, x float64) float64
func Hypot(p, q float64) float64
func Ceil(x float64) float64
func Copysign(f, sign float64) float64
func Cos(x float64) float64
func Exp(x float64) float64
func Exp2(x float64) float64
func FMA(x, y, z float64) float64
func Float32bits(f float32) uint32
func Float32frombits(b uint32) float32
func Float64bits(f float64) uint64
func Float64frombits(b uint64) float64
func Floor(x float64) float64
func Inf(sign int) float64
func IsInf(f float64, sign int) bool
func IsNaN(f float64) bool
func Log(x float64) float64
func Log2(x float64) float64
func Max(x, y float64) float64
func Min(x, y float64) float64
func Mod(x, y float64) float64
func NaN() float64
func Pow(x, y float64) float64
func Round(x float64) float64
func RoundToEven(x float64) float64
func Signbit(x float64) bool
func Sin(x float64) float64
func Sqrt(x float64) float64
func Tan(x float64) float64
func Tanh(x float64) float64
func Trunc(x float64) float64
`,
	"math/bits": `package bits
const UintSize = 64
func LeadingZeros(x uint) int
func LeadingZeros8(x uint8) int
func LeadingZeros16(x uint16) int
func LeadingZeros32(x uint32) int
func LeadingZeros64(x uint64) int
func Len(x uint) int
func Len8(x uint8) int
func Len16(x uint16) int
func Len32(x uint32) int
func Len64(x uint64) int
func OnesCount(x uint) int
func OnesCount8(x uint8) int
func OnesCount16(x uint16) int
func OnesCount32(x uint32) int
func OnesCount64(x uint64) int
func Reverse(x uint) uint
func Add(x, y, carry uint) (sum, carryOut uint)
func Sub(x, y, borrow uint) (diff, borrowOut uint)
func Mul(x, y uint) (hi, lo uint)
func Reverse8(x uint8) uint8
func Reverse16(x uint16) uint16
func Reverse32(x uint32) uint32
func Add32(x, y, carry uint32) (sum, carryOut uint32)
func Sub32(x, y, borrow uint32) (diff, borrowOut uint32)
func Mul32(x, y uint32) (hi, lo uint32)
func Reverse64(x uint64) uint64
func Add64(x, y, carry uint64) (sum, carryOut uint64)
func Sub64(x, y, borrow uint64) (diff, borrowOut uint64)
func Mul64(x, y uint64) (hi, lo uint64)
func ReverseBytes(x uint) uint
func ReverseBytes16(x uint16) uint16
func ReverseBytes32(x uint32) uint32
func ReverseBytes64(x uint64) uint64
func RotateLeft(x uint, k int) uint
func RotateLeft8(x uint8, k int) uint8
func RotateLeft16(x uint16, k int) uint16
func RotateLeft32(x uint32, k int) uint32
func RotateLeft64(x uint64, k int) uint64
func TrailingZeros(x uint) int
func TrailingZeros8(x uint8) int
func TrailingZeros16(x uint16) int
func TrailingZeros32(x uint32) int
func TrailingZeros64(x uint64) int
`,
	"cmp": `package cmp
type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64 | ~string
}
func Compare[T Ordered](x, y T) int { return 0 }
func Less[T Ordered](x, y T) bool { return false }
`,
}
