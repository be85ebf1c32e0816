package ir

import (
	"strings"
	"testing"
)

// violations are broken functions, each with the verifier's message and the invariant that it violates.
// Functions that no text can express are in TestVerifyMutations.
var violations = []struct {
	invariant int
	text      string
	want      string
}{
	{1, `func f() {
b0: <- b1
  jump b1
b1: <- b0
  jump b0
}`, "f b0: the entry has predecessors"},
	{3, `func f() {
b0:
  jump b1
b1:
  trap
}`, "f b0: b1 is a successor, but lists the block 0 times as predecessor"},
	{3, `func f() {
b0:
  Ret
  ret
b1: <- b0
  jump b1
}`, "f b1: b0 is a predecessor, but does not list the block as successor"},
	{4, `func f() {
b0:
  v1 = Const <bool> {true}
  if v1 b1 b1
b1: <- b0 b0
  Ret
  ret
}`, "f b0: two edges to b1"},
	{5, `func f() {
b0:
  jump
}`, "f b0: jump with 0 successors"},
	{5, `func f() {
b0:
  v1 = Const <i8> {1}
  if v1 b1 b2
b1: <- b0
  Ret
  ret
b2: <- b0
  Ret
  ret
}`, "f b0: the control of an if is v1, not a bool"},
	{5, `func f() {
b0:
  ret
}`, "f b0: the control of a ret is v?, not a Ret at the block's end"},
	{5, `func f() {
b0:
  trap
}`, "f b0: a trap does not end in a Check"},
	{5, `func f() {
b0:
  Ret
  ret likely
}`, "f b0: ret with guess 951"},
	{6, `func f() {
b0: !loop(unroll.enable)
  Ret
  ret
}`, "f b0: loop attributes on a block that heads no loop"},
	{8, `func f() {
b0:
  v1 = Const <i64> {1}
  jump b1
b1: <- b0
  v2 = Neg <i64> v1
  v3 = Phi <i64> v1
  Ret
  ret
}`, "v3 = Phi <i64> v1): phi after other values"},
	{8, `func f() {
b0:
  v1 = Const <i64> {1}
  jump b1
b1: <- b0
  v3 = Phi <i64> v1 v1
  Ret
  ret
}`, "phi of 2 arguments in a block of 1 predecessors"},
	{9, `func f() {
b0:
  jump b1
b1: <- b0
  v3 = Const <i64> {7}
  Ret
  ret
}`, "Const outside the entry block"},
	{9, `func f() {
b0:
  v1 = Const <i64> {1}
  v2 = Copy <i64> v1
  Ret
  ret
}`, "a Copy is left"},
	{11, `func f() {
b0:
  v1 = Const <i64> {1}
  v2 = Neg <i64> v3
  v3 = Neg <i64> v1
  Ret
  ret
}`, "argument v3 in b0 does not dominate the use"},
	{11, `func f(ok bool) (r i64) {
b0:
  v0 = Arg <bool> {0}
  v1 = Const <i64> {1}
  if v0 b1 b2
b1: <- b0
  v2 = Neg <i64> v1
  jump b3
b2: <- b0
  jump b3
b3: <- b1 b2
  Ret v2
  ret
}`, "argument v2 in b1 does not dominate the use"},
	{11, `func f(ok bool) (r i64) {
b0:
  v0 = Arg <bool> {0}
  v1 = Const <i64> {1}
  if v0 b1 b2
b1: <- b0
  v2 = Neg <i64> v1
  jump b3
b2: <- b0
  jump b3
b3: <- b1 b2
  v3 = Phi <i64> v1 v2
  Ret v3
  ret
}`, "argument v2 in b1 does not dominate the use"},
	{11, `func f(ok bool) {
b0:
  v0 = Arg <bool> {0}
  if v2 b1 b2
b1: <- b0
  v2 = Not <bool> v0
  Ret
  ret
b2: <- b0
  Ret
  ret
}`, "control v2 in b1 does not dominate the use"},
	{12, `func f() {
b0:
  Ret
  Ret
  ret
}`, "a Ret that is not the control of a ret"},
	{15, `func f() (r i32) {
b0:
  v1 = Const <i64> {1}
  Ret v1
  ret
}`, "types are void <- i64, want void <- the function's results"},
}

// body wraps values into a function that contains something of everything.
func body(lines string) string {
	return `func f(s []f32, n i64, p *[4]i32, t string) {
site0 = index
site1 = divide
b0:
  v1 = ArgPtr <ptr> {0}
  v2 = ArgLen <i64> {0}
  v3 = Const <f32> {1}
  v4 = Const <f64> {1}
  v5 = Const <i64> {1}
  v6 = Const <i32> {1}
  v7 = Const <bool> {true}
  v8 = Const <f32x4> {1}
  v9 = Const <i32x4> {1}
  v10 = Const <m4> {true}
  v11 = Const <i64x4> {1}
  v12 = Const <i8x32> {1}
  v13 = Const <f32x8> {1}
  ` + lines + `
  Ret
  ret
}`
}

// typeViolations are single values that violate the type rules (14) or those for attributes.
var typeViolations = []struct{ line, want string }{
	{"v20 = Neg <f32x3> v8", "invalid type: element 6, 3 lanes"},
	{"v20 = Neg <f32x128> v8", "invalid type: element 6, 128 lanes"},
	{"v20 = Const <ptrx2> {0}", "invalid type: element 8, 2 lanes"},
	{"v20 = Add <f32> v3", "1 arguments, want 2"},
	{"v20 = Add <f32> v3 v4", "argument 1 is of type f64, the result of f32"},
	{"v20 = Add <bool> v7 v7", "type bool, want a number"},
	{"v20 = DivS <f32> v3 v3", "type f32, want an integer"},
	{"v20 = Shl <i32> v6 v5", "argument 1 is of type i64"},
	{"v20 = Sqrt <i32> v6", "type i32, want a float"},
	{"v20 = And <f32> v3 v3", "want integers or a mask"},
	{"v20 = Eq <bool> v3 v4", "compares f32 with f64"},
	{"v20 = LtS <bool> v3 v3", "compares f32, want integers"},
	{"v20 = Lt <bool> v5 v5", "compares i64, want floats"},
	{"v20 = Lt <bool> v8 v8", "type bool, want the mask m4"},
	{"v20 = SExt <i32> v5", "cannot convert i64 to i32"},
	{"v20 = TruncI <i64> v6", "cannot convert i32 to i64"},
	{"v20 = ZExt <i64x4> v6", "cannot convert i32 to i64x4"},
	{"v20 = FToSI <i16> v3", "cannot convert f32 to i16"},
	{"v20 = FExt <f32> v4", "cannot convert f64 to f32"},
	{"v20 = Bitcast <i64> v3", "cannot convert f32 to i64"},
	{"v20 = Bitcast <ptr> v5", "cannot convert i64 to ptr"},
	{"v20 = ReduceAdd <f32> v3", "cannot reduce f32 to f32"},
	{"v20 = ReduceAdd <f64> v8", "cannot reduce f32x4 to f64"},
	{"v20 = ReduceMinS <f32> v8", "cannot reduce"},
	{"v20 = Select <f32x4> v8 v8 v8", "want T <- mask"},
	{"v20 = Select <f32> v10 v3 v3", "want T <- mask"},
	{"v20 = Load <f32> v5 v5 *4 +0", "want base ptr"},
	{"v20 = Load <f32> v1 v6 *4 +0", "want base ptr"},
	{"v20 = Load <ptr> v1 v5 *8 +0", "want base ptr"},
	{"v20 = Load <f32x4> v1 v5 *2 +0", "scale 2 of a vector of 4-byte elements"},
	{"v20 = Load <f32> v1 v5 *-4 +0", "negative scale"},
	{"v20 = MaskedLoad <f32x8> v1 v5 v10 *4 +0", "want base ptr"},
	{"v20 = Gather <f32x8> v1 v9 v10 *4 +0", "want base ptr"},
	{"v20 = Gather <f32x4> v1 v5 v10 *4 +0", "want base ptr"},
	{"v20 = Store <i64> v1 v5 v3 *4 +0", "void from a store"},
	{"Scatter v1 v9 v13 v10 *4 +0", "want base ptr"},
	{"v20 = LoadStrided <f32> {0/2} v1 v5 *4 +0", "want base ptr"},
	{"v20 = LoadStrided <f32x4> {2/2} v1 v5 *8 +0", "member 2 of 2"},
	{"v20 = LoadStrided <f32x4> {0/9} v1 v5 *8 +0", "member 0 of 9"},
	{"v20 = LoadStrided <f32x4> {0/2} v1 v5 *2 +0", "scale 2 of a vector of 4-byte elements"},
	{"StoreInterleaved v1 v5 v8 *4 +0", "two members or more"},
	{"StoreInterleaved v1 v5 v8 v3 *4 +0", "want base ptr"},
	{"v20 = PtrAdd <i64> v1 v5 *4 +0", "want ptr <- ptr i64"},
	{"v20 = Splat <f32> v3", "want vector <- its scalar"},
	{"v20 = Splat <f32x4> v4", "want vector <- its scalar"},
	{"v20 = Iota <f32x4>", "want a vector of integers"},
	{"v20 = Extract <f32> {4} v8", "lane 4 of f32x4 is out of range"},
	{"v20 = Extract <f64> {0} v8", "want scalar <- its vector"},
	{"v20 = Insert <f32x4> {-1} v8 v3", "lane -1 of f32x4 is out of range"},
	{"v20 = Shuffle <f32x4> v8 v8", "has no Aux"},
	{"v20 = Shuffle <f32x4> v8 v8 [0 1]", "2 lanes listed, the type has 4"},
	{"v20 = Shuffle <f32x4> v8 v8 [0 1 8 0]", "lane 8 is out of range"},
	{"v20 = Shuffle <f32x4> v8 v13 [0 1 2 3]", "want vector <- two vectors"},
	{"v20 = Concat <f32x4> v8 v8", "want vector <- two vectors of half its lanes"},
	{"v20 = Subvec <f32x4> {2} v13", "lane 2 of f32x8 is out of range"},
	{"v20 = Subvec <f32x8> {0} v13", "want vector <- a longer one"},
	{"v20 = Bytes <i8x16> v13", "want i8xKN <- N integers of K bytes"},
	{"v20 = Compress <f32x4> v13 v10", "want a vector and a mask of as many lanes"},
	{"v20 = LaneMask <m4> v5 v6", "want mask <- i64 i64"},
	{"v20 = Any <bool> v7", "want bool <- mask"},
	{"v20 = CountTrue <i32> v10", "want i64 <- mask"},
	{"v20 = SumAbsDiff <i64x2> v11 v12 v12", "want i64xN <- i64xN, i8x8N, i8x8N"},
	{"Check v5 v5 v5 !site0", "want void <- bool and up to two i64"},
	{"Check v7 v5 v5", "has no Aux"},
	{"Check v7 v5 !site0", "1 operands, index takes 2"},
	{"Check v7 v5 v5 !site1", "2 operands, divide takes 0"},
	{"v20 = Neg <i64> v5 !site0", "a Site on a Neg"},
	{"v20 = Neg <i64> v5 [0]", "Lanes on a Neg"},
	{"v20 = Neg <i64> v5 fp(nsz)", "FP permissions on an operation without floats"},
	{"v20 = ArgLen <i64> {9}", "there are 4 parameters"},
	{"v20 = Arg <f32> {1}", "does not fit parameter n i64"},
	{"v20 = ArgLen <i64> {2}", "does not fit parameter p *[4]i32"},
	{"v20 = ArgCap <i64> {3}", "does not fit parameter t string"},
	{"v20 = ArgPtr <i64> {0}", "want ptr"},
	{"v20 = ArgLen <i32> {0}", "want i64"},
	{"v20 = Const <ptr> {0}", "want a number or a bool"},
}

func wantViolation(t *testing.T, f *Func, want string) {
	t.Helper()
	err := f.Verify()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s\tgives %v\n\twant  %s", f, err, want)
	}
}

func TestVerifyText(t *testing.T) {
	for _, c := range violations {
		f, err := Parse(c.text)
		if err != nil {
			t.Fatalf("%v\n%s", err, c.text)
		}
		wantViolation(t, f, c.want)
	}
	for _, c := range typeViolations {
		f, err := Parse(body(c.line))
		if err != nil {
			t.Fatalf("%v: %s", err, c.line)
		}
		wantViolation(t, f, c.want)
	}
	if err := MustParse(body("")).Verify(); err != nil {
		t.Error(err)
	}
}

// TestVerifyVoidArgument uses a value that has no result.
func TestVerifyVoidArgument(t *testing.T) {
	f := MustParse(body("Poll"))
	e := f.Entry()
	poll := e.Values[len(e.Values)-2]
	e.InsertAt(len(e.Values)-1, f.NewValue(e, OpNeg, TVoid, 0, poll))
	wantViolation(t, f, "which has no value")
}

func TestVerifyMutations(t *testing.T) {
	value := func(f *Func, id ID) *Value {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.ID == id {
					return v
				}
			}
		}
		return nil
	}
	for _, c := range []struct {
		invariant int
		mutate    func(f *Func)
		want      string
	}{
		{1, func(f *Func) { f.Blocks = nil }, "no entry block"},
		{2, func(f *Func) { f.Blocks[1].ID = 999 }, "block ID out of bounds"},
		{2, func(f *Func) { f.Blocks[1].ID = f.Blocks[2].ID }, "two blocks have this ID"},
		{2, func(f *Func) { f.Blocks[1].Func = NewFunc("g") }, "block of another function"},
		{2, func(f *Func) { f.Blocks[1] = nil }, "nil block"},
		{3, func(f *Func) { f.Blocks[1].Succs[1] = NewFunc("g").Entry() }, "is no block of the function"},
		{3, func(f *Func) {
			f.Blocks[1].Preds = append(f.Blocks[1].Preds, NewFunc("g").Entry())
		}, "is no block of the function"},
		{5, func(f *Func) { f.Blocks[0].Kind = 9 }, "unknown kind 9"},
		{5, func(f *Func) {
			f.Blocks[0].Kind = BlockJump
			f.Blocks[0].Succs = f.Blocks[0].Succs[:1]
		}, "jump with control v7"},
		{7, func(f *Func) { value(f, 8).ID = 9999 }, "value ID out of bounds"},
		{7, func(f *Func) { value(f, 8).ID = 10 }, "two values have this ID"},
		{7, func(f *Func) { b := f.Blocks[1]; b.Values = append(b.Values, b.Values[0]) }, "listed twice"},
		{7, func(f *Func) { value(f, 8).Block = f.Blocks[0] }, "says it stands in b0"},
		{7, func(f *Func) { value(f, 8).Op = NumOps + 3 }, "unknown op"},
		{7, func(f *Func) { f.Blocks[1].Values[0] = nil }, "value 0 is nil"},
		{10, func(f *Func) { value(f, 9).Args[0] = nil }, "argument v? is no value of the function"},
		{10, func(f *Func) { value(f, 9).Args[0] = NewFunc("g").Const(TI64, 1) }, "is no value of the function"},
		{10, func(f *Func) { f.Blocks[1].Control = NewFunc("g").Const(TBool, 1) }, "control v0 is no value of the function"},
		{10, func(f *Func) { value(f, 8).Uses++ }, "use count is 6, but there are 5 uses"},
		{13, func(f *Func) { value(f, 8).Type.Elem = 77 }, "invalid type: element 77, 1 lanes"},
		{17, func(f *Func) { value(f, 40).AuxInt = -1 }, "is not canonical"},
		{19, func(f *Func) { f.Blocks[1].Values[9].Aux = &Site{} }, "its Site is not one of the function's"},
		{19, func(f *Func) { value(f, 9).Aux = 3 }, "Aux is a int"},
		{21, func(f *Func) { f.Sites[1].Index = 0 }, "site 1 says it is site 0"},
		{21, func(f *Func) { f.Sites[1] = nil }, "site 1 is nil"},
		{21, func(f *Func) { f.Sites[1].Kind = 99 }, "site 1 is of unknown kind 99"},
		{21, func(f *Func) { f.Params[0].Kind = 9 }, "parameter y is of unknown kind"},
		{21, func(f *Func) { f.Params[3].Size = 8 }, "parameter n of i8 has size 8"},
		{21, func(f *Func) { f.Results[0].Kind = ParamSlice }, "result r is neither a scalar nor an address"},
	} {
		f := MustParse(all)
		c.mutate(f)
		err := f.Verify()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("(%d) gives %v\n\twant %s", c.invariant, err, c.want)
		}
	}
}

// TestVerifyBound checks that a report stays short however much is broken.
func TestVerifyBound(t *testing.T) {
	f := MustParse(all)
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			v.Uses += 7
		}
	}
	if n := strings.Count(f.Verify().Error(), "\n") + 1; n != maxViolations {
		t.Errorf("%d violations reported, want %d", n, maxViolations)
	}
}

func TestDropStaleLoops(t *testing.T) {
	f := MustParse(all)
	if f.DropStaleLoops() || f.Blocks[1].Loop == nil {
		t.Error("a loop lost its metadata")
	}
	exit := f.Blocks[2]
	exit.Loop = (*LoopMD)(nil).With(Attr{Name: "unroll.enable"})
	wantViolation(t, f, "loop attributes on a block that heads no loop")
	if !f.DropStaleLoops() || exit.Loop != nil || f.Verify() != nil {
		t.Error("stale metadata stay")
	}
}
