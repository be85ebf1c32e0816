package hotloop

// RemarkKind is the kind of a [Remark], as in LLVM's optimization remarks.
type RemarkKind uint8

// The kinds.
const (
	RemarkPassed   RemarkKind = iota // a transformation was applied
	RemarkMissed                     // a transformation was considered and not applied
	RemarkAnalysis                   // a fact, mostly the reason for a missed transformation
	RemarkWarning                    // a request was not fulfilled, or the kernel has no machine code or slow calls
)

// String returns "passed", "missed", "analysis" or "warning".
func (k RemarkKind) String() string {
	return nameOf([]string{"passed", "missed", "analysis", "warning"}, int(k), "RemarkKind")
}

// Remark says what the optimizer did to a loop, or why it did not.
type Remark struct {
	Kind     RemarkKind
	Pass     string // such as "vectorize"
	Kernel   string
	Position string // file:line:col of the loop or operation; "" if it is unknown
	Reason   string // name of the reason for a refusal, such as "FPOrder"; docs/troubleshooting.md lists them
	Args     []RemarkArg

	text, message string
}

// RemarkArg is a named fact in a remark, such as VF=16.
type RemarkArg struct {
	Name  string
	Value any
}

// Message returns the remark's text without its position, such as "loop vectorized (VF=16 UF=4)". If something was
// refused, it says what to write before it gives the reason.
func (r Remark) Message() string { return r.message }

// String returns the remark as compilers print it: "file:line:col: remark: loop vectorized (VF=16 UF=4) [vectorize]".
func (r Remark) String() string { return r.text }

// Remarks returns the optimizer's remarks in the order of the source, followed by warnings about missing machine code
// and slow calls.
func (k *Kernel[F]) Remarks() []Remark { return remarksOf(k.k) }
