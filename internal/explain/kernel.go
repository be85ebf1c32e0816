// Package explain collects what the compiler did with a kernel as plain data, and prints it: as text, JSON, a page of
// HTML, and records of optimizations. The commands explain, dump and check, package vet and package live use it.
//
//	kernel.go  the data
//	collect.go one compilation, observed
//	loops.go   the innermost loops of a function and what happened to them
//	machine.go machine code with costs, and which of it is hot
//	diff.go    the SSA after each pass, as differences
//	text.go    the text of hotloop explain
//	page.go    the page: index, sections, and what is packed in it
//	view.go    what the template shows of a kernel
//	record.go  optimization records
package explain

import (
	"hotloop/loopopt/config"
	"hotloop/loopopt/remark"
)

// Kernel is what the compiler did with a function. Its fields are those of hotloop explain -json.
type Kernel struct {
	Name      string    `json:"name"`
	Position  string    `json:"position,omitempty"`
	Processor string    `json:"processor"`         // instruction set and processor
	Refused   []string  `json:"refused,omitempty"` // why it is no kernel, with positions
	NoCode    string    `json:"no_code,omitempty"` // why there is no machine code
	Sources   []Source  `json:"sources,omitempty"`
	Loops     []Region  `json:"loops,omitempty"`
	Remarks   []Remark  `json:"remarks,omitempty"`
	Chains    []Chain   `json:"chains,omitempty"`
	Plans     []Plan    `json:"plans,omitempty"`
	Nests     []Nest    `json:"nests,omitempty"`
	Passes    []Pass    `json:"passes,omitempty"`
	Code      *Code     `json:"code,omitempty"`
	Sampled   []Sampled `json:"sampled,omitempty"`

	Looping bool `json:"-"` // the text of a function that is no kernel has a loop

	remarks []remark.Remark
	places  []string // of the innermost loops
	steps   []config.Step
	prices  []priced
	source  func(place string) string
	place   func(pos int32) string
	tail    string // the last line of the text
}

// Source is the text of a function: the kernel, or one that has a loop of the kernel and is inlined.
type Source struct {
	File  string   `json:"file"`
	Func  string   `json:"func"`
	First int      `json:"first"` // line number of Lines[0]
	Lines []string `json:"lines"`
}

// Region is an innermost loop with where its text ends and what it costs.
type Region struct {
	Loop
	File   string  `json:"file"`
	Line   int     `json:"line"`
	End    int     `json:"end"` // last line
	Bound  Bound   `json:"bound"`
	Gain   float64 `json:"gain,omitempty"` // Plain by Vector
	Plan   int     `json:"plan"`           // index of its plan in Kernel.Plans; -1 for none
	Change *Change `json:"change,omitempty"`
}

// Bound is what limits the speed of a loop, in cycles per iteration of the source.
type Bound struct {
	Cycles float64 `json:"cycles,omitempty"`
	By     string  `json:"by,omitempty"`   // as the compiler names it
	Kind   string  `json:"kind,omitempty"` // slots, ports, latency or memory
}

// Change is a line to insert into the source.
type Change struct {
	File string `json:"file"`
	Line int    `json:"line"` // before which
	Text string `json:"text"`
	// Then is what happens to the loop with the line, if that was tried; Plain and Vector are its cycles then.
	Then   string  `json:"then,omitempty"`
	Plain  float64 `json:"plain_cycles,omitempty"`
	Vector float64 `json:"vector_cycles,omitempty"`
}

// Remark is a remark of the compiler.
type Remark struct {
	Kind     string `json:"kind"` // passed, missed, analysis or warning
	Pass     string `json:"pass"`
	Position string `json:"position,omitempty"`
	Message  string `json:"message"`
	Reason   string `json:"reason,omitempty"`
	Advice   string `json:"advice,omitempty"`
	Args     []Arg  `json:"args,omitempty"`
}

// Arg is a fact of a remark.
type Arg struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Chain is the transformations of a loop of the source in order.
type Chain struct {
	Position  string   `json:"position"`
	Requested string   `json:"requested,omitempty"` // attributes of its directives
	Steps     []Action `json:"steps,omitempty"`
	Left      []Left   `json:"left,omitempty"`
}

// Action is a step of a chain.
type Action struct {
	Number    int    `json:"number"` // in the whole function
	Transform string `json:"transform"`
	By        string `json:"by"` // as written, by heuristics, or followup
	Request   string `json:"request,omitempty"`
	Done      bool   `json:"done"`
	Text      string `json:"text,omitempty"` // what was done, or why not
	Of        string `json:"of,omitempty"`   // the loop that was transformed, if it is another one
	Loops     []Left `json:"loops,omitempty"`
}

// Left is a loop that a transformation leaves.
type Left struct {
	Label string `json:"label"`
	Depth int    `json:"depth"`
	Attrs string `json:"attrs,omitempty"`
}

// Plan is a plan of the vectorizer whose cost was computed.
type Plan struct {
	Position   string      `json:"position"`
	Chosen     bool        `json:"chosen"` // it is cheaper than scalar code
	VF         int         `json:"vf,omitempty"`
	UF         int         `json:"uf,omitempty"`
	Scalar     float64     `json:"scalar,omitempty"` // cycles per iteration of the scalar loop
	Cost       float64     `json:"cost,omitempty"`   // of the plan
	Bound      Bound       `json:"bound"`
	Candidates []Candidate `json:"candidates,omitempty"`
	Exits      []Exit      `json:"exits,omitempty"`
	Versions   []Version   `json:"versions,omitempty"`
	Least      int64       `json:"least,omitempty"`       // fewer iterations run as written
	LastScalar bool        `json:"last_scalar,omitempty"` // the last iteration runs as written
	Shares     []Shares    `json:"shares,omitempty"`
	Recipes    []Recipe    `json:"recipes,omitempty"`
	Text       string      `json:"text,omitempty"`
}

// Candidate is a vector length with its price.
type Candidate struct {
	VF     int     `json:"vf"`
	UF     int     `json:"uf,omitempty"`
	Legal  bool    `json:"legal"`
	Cost   float64 `json:"cost,omitempty"`
	Bound  Bound   `json:"bound"`
	Chosen bool    `json:"chosen,omitempty"`
}

// Exit is a way to leave a loop in the middle, with its price.
type Exit struct {
	Of     string  `json:"of"` // the exits that it is about
	Name   string  `json:"name"`
	Legal  bool    `json:"legal"`
	Cost   float64 `json:"cost,omitempty"`
	Leave  float64 `json:"leave,omitempty"`
	Chosen bool    `json:"chosen,omitempty"`
}

// Version is a version of a loop.
type Version struct {
	Name        string `json:"name"` // front, main, tail, exit or scalar
	VF          int    `json:"vf"`
	UF          int    `json:"uf"`
	Masked      bool   `json:"masked,omitempty"`
	Overlapping bool   `json:"overlapping,omitempty"`
	When        string `json:"when"`
}

// Shares is how many of N iterations each version executes.
type Shares struct {
	N  int64   `json:"n"`
	Of []int64 `json:"of"`
}

// Recipe is an instruction of a plan with its price in one vector iteration of one part.
type Recipe struct {
	Text  string  `json:"text"`
	Uops  float64 `json:"uops"`
	Slots float64 `json:"slots"`
	Unit  string  `json:"unit,omitempty"`
	Busy  float64 `json:"busy,omitempty"`
}

// Nest is the prices of the alternatives for a loop of a nest.
type Nest struct {
	Position string  `json:"position"`
	Trips    float64 `json:"trips"`
	Known    bool    `json:"known"`
	Ways     []Way   `json:"ways"`
}

// Way is an alternative for a nest.
type Way struct {
	Name   string  `json:"name"`
	Cycles float64 `json:"cycles"`
	Chosen bool    `json:"chosen,omitempty"`
}

// Pass is the SSA after a pass that changed it, as the difference to the pass before.
type Pass struct {
	Name  string `json:"name"`
	Hunks []Hunk `json:"hunks,omitempty"`
}

// Hunk replaces Delete lines from line At on, counted from 0 in the text before the pass.
type Hunk struct {
	At     int      `json:"at"`
	Delete int      `json:"delete,omitempty"`
	Insert []string `json:"insert,omitempty"`
}

// Code is the machine code.
type Code struct {
	Bytes    int      `json:"bytes"`
	Frame    int      `json:"frame"`
	Units    []string `json:"units"` // groups of execution units
	Width    int      `json:"width"` // micro-operations issued per cycle
	Measured bool     `json:"measured"`
	Blocks   []Block  `json:"blocks"`
}

// Block is a block of the machine code.
type Block struct {
	Label  string  `json:"label"`
	Name   string  `json:"name,omitempty"`
	Depth  int     `json:"depth,omitempty"`
	Count  float64 `json:"count,omitempty"`  // executions: sampled, or expected for a call
	Cycles float64 `json:"cycles,omitempty"` // that its slots and units allow
	By     string  `json:"by,omitempty"`     // what takes the longest
	Share  float64 `json:"share,omitempty"`  // of the cycles of all blocks
	Hot    bool    `json:"hot,omitempty"`    // it has the largest share
	Insts  []Inst  `json:"insts,omitempty"`
}

// Inst is an instruction.
type Inst struct {
	Offset  int     `json:"offset"`
	Text    string  `json:"text"`
	File    string  `json:"file,omitempty"`
	Line    int     `json:"line,omitempty"`
	Latency int     `json:"latency"`
	Slots   float64 `json:"slots"`
	Unit    string  `json:"unit,omitempty"` // that is busy the longest
	Busy    float64 `json:"busy,omitempty"` // cycles
}

// Sampled is the profile of a loop in a call.
type Sampled struct {
	Position string  `json:"position"`
	Entries  uint64  `json:"entries"`
	Mean     float64 `json:"mean"` // iterations per entry
}

// priced is a plan or a nest as text.
type priced struct{ short, whole string }
