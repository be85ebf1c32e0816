package directive_test

import (
	"fmt"
	"strings"
	"testing"

	"hotloop/frontend"
	"hotloop/loopopt/attrs"
)

// loopsOf builds a kernel and prints the metadata of each loop, in source order.
func loopsOf(t *testing.T, src string) (loops []string, warns []string) {
	t.Helper()
	res, err := frontend.Build(frontend.Text("k.go", src), "K", frontend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for pos := range len(src) + 2 {
		for _, b := range res.Func.Blocks {
			if b.Loop != nil && int(b.Loop.Pos) == pos {
				loops = append(loops, b.Loop.String())
			}
		}
	}
	for _, w := range res.Warnings {
		warns = append(warns, w.String())
	}
	return loops, warns
}

func loopWith(lines string) string {
	brk := ""
	if strings.Contains(lines, "outer:") {
		brk = "if i > 3 { break outer }\n"
	}
	return "package p\n\nfunc K(x []float32) { s, at, n, table := 0, 0, len(x), [4]int{}; _, _, _, _ = s, at, n, table\n" +
		lines + "\nfor i := range x {\nx[i] *= 2\n" + brk + "}\n}\n"
}

func TestDirectives(t *testing.T) {
	for _, d := range []struct{ in, want, warn string }{
		{`//loop:vectorize.enable vectorize.width=8 interleave.count=4 disable_nonforced`,
			`vectorize.enable=1 vectorize.width=8 interleave.count=4 disable_nonforced`, ``},
		{`//loop:vectorize.followup_vectorized{unroll.enable unroll.count=2}`,
			`vectorize.followup_vectorized{unroll.enable unroll.count=2}`, ``},
		{`//loop:distribute.enable distribute.followup_all{vectorize.enable vectorize.followup_all{}}`,
			`distribute.enable=1 distribute.followup_all{vectorize.enable=1 vectorize.followup_all{}}`, ``},
		{"//loop:unroll.count=2\n// Doubles.\n//loop:ivdep // trust me", `unroll.count=2 ivdep`, ``},
		{"//loop:transformations.disable_nonforced unroll.count=2", `disable_nonforced unroll.count=2`, ""},
		{"//loop:split.at=n vectorize.exits=check_first peel.count=1", `split.at=n vectorize.exits=check_first peel.count=1`,
			``},
		{"//loop:parallel_accesses", `parallel_accesses`, ``},
		{"//loop:access.group a\n//loop:parallel_accesses=a", `parallel_accesses=a`, ``},
		{"//loop:parallel_accesses{a, b}\n//loop:access.group a b", `parallel_accesses=a parallel_accesses=b`, ``},
		{"//loop:parallel_accesses=a unroll.followup_unrolled{parallel_accesses=b}\n//loop:access.group a",
			`parallel_accesses=a unroll.followup_unrolled{parallel_accesses=b}`,
			`k.go:4:53: parallel_accesses=b promises nothing: no statement of K is in that access group`},
		{"//loop:parallel_accesses=other.a", `parallel_accesses=other.a`, ``},
		{"//loop:access.group a\n", ``, `k.go:4:1: this access.group applies to nothing: it must stand directly above a ` +
			`statement of a function`},
		{"// loop: access.group a", ``,
			`k.go:4:1: this comment is not a directive; write //loop:access.group without spaces around the colon`},
		{"//loop:fp exact", ``, ``},
		{"//loop:probability 0.9", `estimated_trip_count=9`, ``},
		{"//loop:probability 75% // goes on", `estimated_trip_count=3`, ``},
		{"//loop:probability 0.5\n_ = x", ``, // neither a condition nor a loop below
			`k.go:4:1: this directive applies to nothing: it must stand directly above a for statement or a function`},
		{"//loop:probability 0.5\nif n > 3 { s++ }\n//loop:ivdep", `ivdep`, ``},
		{"//loop:ivdep\nif n > 3 { s++ }", ``,
			`k.go:4:1: this directive applies to nothing: it must stand directly above a for statement or a function`},
		{"//loop:fp fast", ``, ``},
		{"//loop:unroll.count=4\nouter:", `unroll.count=4`, ``},
		{"//loop:unroll.count=4\n", ``,
			`k.go:4:1: this directive applies to nothing: it must stand directly above a for statement or a function`},
		{"_ = x //loop:unroll.count=4", ``,
			`k.go:4:7: this directive applies to nothing: it must stand directly above a for statement or a function`},
		{"// loop: unroll.count=4", ``,
			`k.go:4:1: this comment is not a directive; write //loop:unroll.count without spaces around the colon`},
		{"// loop: sums everything up", ``, ``},
		{"//loop:vectorize.enable=0 vectorize.width=8", `vectorize.enable=0 vectorize.width=8`,
			`k.go:4:27: vectorize.width=8 contradicts vectorize.enable=0`},
		{"//loop:unroll.disable unroll.count=8", `unroll.disable unroll.count=8`,
			`k.go:4:23: unroll.count=8 contradicts unroll.disable`},
		{"//loop:unroll.full unroll.count=8", `unroll.full unroll.count=8`,
			`k.go:4:20: unroll.count=8 contradicts unroll.full`},
		{"//loop:unroll.count=4 unroll.count=8", `unroll.count=4 unroll.count=8`,
			`k.go:4:8: unroll.count=4 contradicts unroll.count=8`},
		{"//loop:vectorize.enable vectorize.width=1", `vectorize.enable=1 vectorize.width=1`,
			`k.go:4:25: vectorize.width=1 contradicts vectorize.enable=1`},
		{"//loop:vectorize.enable vectorize.width=1 interleave.count=4",
			`vectorize.enable=1 vectorize.width=1 interleave.count=4`, ``},
		{"//loop:vectorize.enable vectorize.enable=0", `vectorize.enable=1 vectorize.enable=0`,
			`k.go:4:8: vectorize.enable=1 contradicts vectorize.enable=0`},
		{"//loop:unroll.full unroll.disable", `unroll.full unroll.disable`,
			`k.go:4:8: unroll.full contradicts unroll.disable`},
		{"//loop:unroll.enable unroll.disable", `unroll.enable unroll.disable`,
			`k.go:4:8: unroll.enable contradicts unroll.disable`},
		{"//loop:unroll.enable unroll.count=1", `unroll.enable unroll.count=1`,
			`k.go:4:22: unroll.count=1 contradicts unroll.enable`},
		{"//loop:vectorize.width=4 vectorize.width=8", `vectorize.width=4 vectorize.width=8`,
			`k.go:4:8: vectorize.width=4 contradicts vectorize.width=8`},
		{"//loop:fp go\n//loop:fp fast", ``, `k.go:5:1: this fp directive contradicts the one before it, and replaces it`},
	} {
		loops, warns := loopsOf(t, loopWith(d.in))
		if got := strings.Join(loops, ";"); got != d.want {
			t.Errorf("%s\ngot  %s\nwant %s", d.in, got, d.want)
		}
		if got := strings.Join(warns, "\n"); got != d.warn {
			t.Errorf("%s\ngot warning  %s\nwant         %s", d.in, got, d.warn)
		}
	}
}

// TestMisspelt checks that an unknown attribute is ignored with a warning and does not prevent a kernel. The
// suggestion is what was probably meant, and never a mark that the compiler sets on its own loops.
func TestMisspelt(t *testing.T) {
	for _, d := range []struct{ in, name, instead, rest string }{
		{"vectorise", "vectorise", "vectorize.enable", ``},
		{"vectorise unroll.count=2", "vectorise", "vectorize.enable", `unroll.count=2`},
		{"vectorise.width=8", "vectorise.width", "vectorize.width", ``},
		{"vectorize.disable", "vectorize.disable", "vectorize.enable=0", ``},
		{"vectorise.disable", "vectorise.disable", "vectorize.enable=0", ``},
		{"vectorize.followup_vectorised{unroll.enable} peel.count=1", "vectorize.followup_vectorised",
			"vectorize.followup_vectorized", `peel.count=1`},
		{"vectorize", "vectorize", "vectorize.enable", ``},
		{"unrol(4)", "unrol", "unroll.enable", ``},
		{"unroll", "unroll", "unroll.enable", ``},
		{"unroll.disabel", "unroll.disabel", "unroll.disable", ``},
		{"interleave", "interleave", "interleave.count", ``},
		{"interleave.enable", "interleave.enable", "interleave.count", ``},
		{"stripmine", "stripmine", "stripmine.size", ``},
		{"ivdepp", "ivdepp", "ivdep", ``},
		{"is_vectorized", "is_vectorized", "vectorize.enable", ``},
		{"parallel_acesses", "parallel_acesses", "parallel_accesses", ``},
		{"qqqqqqqq", "qqqqqqqq", "an attribute such as vectorize.enable", ``},
	} {
		loops, warns := loopsOf(t, loopWith("//loop:"+d.in))
		if got := strings.Join(loops, ";"); got != d.rest {
			t.Errorf("%s\ngot  %s\nwant %s", d.in, got, d.rest)
		}
		want := "k.go:4:8: unknown loop attribute " + d.name + " has no effect; write " + d.instead + " instead"
		if got := strings.Join(warns, "\n"); got != want {
			t.Errorf("%s\ngot warning  %s\nwant         %s", d.in, got, want)
		}
	}
}

func TestDirectiveErrors(t *testing.T) {
	for _, d := range []struct{ in, want string }{
		{`//loop:FP fast`, `k.go:4:8: found unknown loop directive FP; write //loop:fp on a line of its own instead`},
		{`//loop:float exact`, `k.go:4:8: found unknown loop directive float; write //loop:fp on a line of its own instead`},
		{`//loop:ivdep fp exact`, `k.go:4:14: found unknown loop directive fp; write //loop:fp on a line of its own instead`},
		{`//loop:extant x unknown`,
			`k.go:4:8: found unknown loop directive extant; write //loop:extent on a line of its own instead`},
		{`//loop:vectorise.followup_all{unroll.enable`,
			`k.go:4:31: found vectorise.followup_all without its closing }; write } instead`},
		{`//loop:unroll.enable vectorize.width`,
			`k.go:4:22: found vectorize.width without a value; write vectorize.width=N with a power of two N up to 64 instead`},
		{`//loop:vectorize.width=3`,
			`k.go:4:8: found vectorize.width=3; write vectorize.width=N with a power of two N up to 64 instead`},
		{`//loop:interleave.count=32`,
			`k.go:4:8: found interleave.count=32; write interleave.count=N with a power of two N up to 16 instead`},
		{`//loop:unroll.count=-1`, `k.go:4:8: found unroll.count=-1; write unroll.count=N with a number N instead`},
		{`//loop:unroll.count=many`, `k.go:4:8: found unroll.count=many; write unroll.count=N with a number N instead`},
		{`//loop:unroll.enable=0`, `k.go:4:8: found unroll.enable=0; write unroll.disable instead`},
		{`//loop:unroll.full=1`, `k.go:4:8: found unroll.full=1; write unroll.full instead`},
		{`//loop:vectorize.enable=2`,
			`k.go:4:8: found vectorize.enable=2; write vectorize.enable=0 or vectorize.enable=1 instead`},
		{`//loop:unroll.followup_all`, `k.go:4:8: found unroll.followup_all without a value; write unroll.followup_all{…} ` +
			`with attributes in braces instead`},
		{`//loop:unroll.count{4}`, `k.go:4:8: found unroll.count{…}; write unroll.count=N with a number N instead`},
		{`//loop:unroll.followup_all{unroll.disable`,
			`k.go:4:42: found a followup without its closing brace; write } instead`},
		{`//loop:split.at`,
			`k.go:4:8: found split.at without a value; write split.at=N with a number or a parameter's name N instead`},
		{`//loop:vectorize.exits`, `k.go:4:8: found vectorize.exits without a value; write vectorize.exits=WORD instead`},
		{`//loop:vectorize.exits=mask`, `k.go:4:8: found vectorize.exits=mask; write vectorize.exits=clamp or ` +
			`vectorize.exits=check_first or vectorize.exits=scalar_epilogue or vectorize.exits=predicate or ` +
			`vectorize.exits=load_predicate or vectorize.exits=page or vectorize.exits=page_pair or vectorize.exits=page_predicate or vectorize.exits=page_align instead`},
		{`//loop:`, `k.go:4:8: found an empty loop directive; write //loop:vectorize.enable or another attribute instead`},
		{`//loop:unroll.enable (4)`, `k.go:4:22: found "(" in a loop directive; write name, name=value or name{…} instead`},
		{`//loop:fp`, `k.go:4:10: found fp without a mode; write fp exact, fp go, fp fast or fp with flags instead`},
		{`//loop:fp fats`, `k.go:4:11: found unknown fp mode fats; write fast instead`},
		{`//loop:fp exact nnan`, `k.go:4:11: found fp exact with further words; write exact alone instead`},
		{`//loop:probability x`,
			`k.go:4:8: found a malformed probability; write probability P instead, where P is between 0 and 1`},
		{`//loop:probability 1.5`,
			`k.go:4:8: found a malformed probability; write probability P instead, where P is between 0 and 1`},
		{`//loop:extent y unknown`,
			`k.go:4:8: found extent of y, which is no parameter; write the name of a parameter instead`},
		{`//loop:extent x unknown`, `k.go:4:8: found extent of x, a []float32, which knows its length; write the name of a ` +
			`pointer to an array instead`},
		{`//loop:extent x`, `k.go:4:8: found a malformed extent; write extent PARAMETER unknown instead`},
	} {
		_, err := frontend.Build(frontend.Text("k.go", loopWith(d.in)), "K", frontend.Options{})
		if got := fmt.Sprint(err); d.want != "" && got != d.want {
			t.Errorf("%s\ngot  %s\nwant %s", d.in, got, d.want)
		}
	}
}

// TestFuncDirectives checks that a loop's attributes for a transformation replace its function's, and that the
// innermost fp mode applies.
func TestFuncDirectives(t *testing.T) {
	src := `package p

// K does things.
//
//loop:unroll.disable vectorize.width=4
//loop:fp exact
func K(x []float32) (s float32) {
	//loop:unroll.count=4
	for i := range x {
		//loop:fp reassoc contract
		for range i {
			s += x[i] * 2
		}
		s += x[i] * 3
	}
	return s
}
`
	loops, warns := loopsOf(t, src)
	if got, want := fmt.Sprint(loops, warns),
		"[vectorize.width=4 unroll.count=4 unroll.disable vectorize.width=4] []"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	res, _ := frontend.Build(frontend.Text("k.go", src), "K", frontend.Options{})
	text := res.Func.String()
	if strings.Count(text, "FMA") != 1 || strings.Count(text, "fp(contract reassoc)") != 1 ||
		strings.Count(text, "Mul <f32>") != 1 {
		t.Error(text)
	}
}

// TestUnusedDirectives checks that directives in positions without effect cause a warning. Directives of functions
// that the kernel does not call are ignored.
func TestUnusedDirectives(t *testing.T) {
	const nothing = ": this directive applies to nothing: it must stand directly above a for statement or a function"
	const noFunction = ": this directive applies to nothing: it must stand in the comment above a function"
	const noVariable = ": this directive applies to nothing: it must stand above the declaration of a package-level variable"
	for _, d := range []struct{ src, want string }{
		{"package p\n//loop:ivdep\nfunc K(x []int) {}\n", "k.go:2:8: ivdep has no effect: function K has no loop of its own"},
		{"package p\n//loop:fp fast\nfunc K(x []int) {}\n", ""},
		{"package p\n//loop:ivdep\n\nfunc K(x []int) { for range x {} }\n", "k.go:2:1" + nothing},
		{"package p\n//loop:ivdep\nconst c = 1\nfunc K(x []int) { for range x {} }\n", "k.go:2:1" + nothing},
		{"package p\nfunc K(x []int) { for range x {} }\n//loop:ivdep\n", "k.go:3:1" + nothing},
		{"package p\nfunc K(x []int) {\n//loop:ivdep\nif len(x) > 1 {}\n}\n", "k.go:3:1" + nothing},
		{"package p\nfunc K(x []int) {\nfor range x { //loop:ivdep\n}\n}\n", "k.go:3:15" + nothing},
		{"package p\nfunc K(x []int) {\n//loop:ivdep\nx[0]++; for range x {}\n}\n", ""},
		{"package p\nfunc K(x []int) {\n//loop:unroll.count=2\nfor i := range x { x[i]++; break }\n}\n",
			"k.go:3:8: unroll.count=2 has no effect: the loop ends in its first iteration"},
		{"package p\nfunc K(x []int) {}\n//loop:ivdep\n\nfunc f(x []int) { for range x {} }\n", ""},
		{"package p\n//line z.go:100:1\nfunc K(x []int) {\n//loop:ivdep\n}\n", "z.go:101:1" + nothing},
		{"package p\nfunc K(x []int) { f(x) }\nfunc f(x []int) {\n//pragma:unroll\n\nfor range x {}\n}\n",
			"k.go:4:1" + nothing},
		{"package p\n//hotloop:kernel\nfunc K(x []int) {}\n", ""},
		{"package p\nfunc K(x []int) {\n//hotloop:kernel\nfor range x {}\n}\n", "k.go:3:1" + noFunction},
		{"package p\nfunc K(x []int) {\nfor range x { //hotloop:kernel of all\n}\n}\n", "k.go:3:15" + noFunction},
		{"package p\n//hotloop:kernel\n\nfunc K(x []int) {}\n", "k.go:2:1" + noFunction},
		{"package p\n//hotloop:kernel\ntype t int\nfunc K(x []int) {}\n", "k.go:2:1" + noFunction},
		{"package p\nfunc K(x []int) {}\n//hotloop:kernel\n", "k.go:3:1" + noFunction},
		{"package p\n//hotloop:readonly\nfunc K(x []int) {}\n", "k.go:2:1" + noVariable},
		{"package p\n//hotloop:readonly\nconst c = 1\nfunc K(x []int) {}\n", "k.go:2:1" + noVariable},
		{"package p\nfunc K(x []int) {\n//hotloop:readonly\nvar t = 1; x[0] = t\n}\n", "k.go:3:1" + noVariable},
		{"package p\nvar v = 1 //hotloop:readonly\nfunc K(x []int) {}\n", ""},
		{"package p\n//hotloop:readonly from here on\nvar v = 1\nfunc K(x []int) {}\n", ""},
		{"package p\nvar (\n//hotloop:readonly\nv = 1\nw = 2\n)\nfunc K(x []int) {}\n", ""},
		{"package p\nvar (\n//hotloop:readonly\n\nv = 1\n)\nfunc K(x []int) {}\n", "k.go:3:1" + noVariable},
	} {
		res, err := frontend.Build(frontend.Text("k.go", d.src), "K", frontend.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range res.Warnings {
			got = append(got, w.String())
		}
		if g := strings.Join(got, "\n"); g != d.want {
			t.Errorf("%s\ngot  %s\nwant %s", d.src, g, d.want)
		}
	}
}

// TestMeaningless checks that attributes without meaning, and prohibitions of what is never done, cause a warning.
// Requesting vectors of fixed length does not, because all vectors are.
func TestMeaningless(t *testing.T) {
	for _, d := range []struct{ in, want string }{
		{"//loop:irr_loop", "k.go:4:8: irr_loop has no effect: weights of irreducible loops, which Go " +
			"has only with goto"},
		{"//loop:vectorize.scalable.enable", "k.go:4:8: vectorize.scalable.enable=1 has no effect: vectors of a " +
			"length known only at run time; no target supports them"},
		{"//loop:vectorize.scalable.enable=0", ""},
		{"//loop:pipeline.disable", "k.go:4:8: pipeline.disable=1 has nothing to forbid: no loop is software-pipelined here"},
		{"//loop:isdistributed distribute.enable", "k.go:4:22: distribute.enable=1 contradicts isdistributed"},
		{"//loop:isvectorized vectorize.width=4", "k.go:4:21: vectorize.width=4 contradicts isvectorized"},
		{"//loop:isvectorized interleave.count=4", "k.go:4:21: interleave.count=4 contradicts isvectorized"},
		{"//loop:isvectorized vectorize.width=1", ""},
		{"//loop:pipeline.initiationinterval=2", "k.go:4:8: pipeline.initiationinterval=2 has no effect: for LLVM's " +
			"machine pipeliner, which hotloop does not have"},
		{"//loop:unroll.followup_all{irr_loop}", "k.go:4:28: irr_loop has no effect: weights of irreducible loops, " +
			"which Go has only with goto"},
	} {
		_, warns := loopsOf(t, loopWith(d.in))
		if got := strings.Join(warns, "\n"); got != d.want {
			t.Errorf("%s\ngot  %s\nwant %s", d.in, got, d.want)
		}
	}
}

// TestExamples checks that every attribute of the list can be written as its example shows.
func TestExamples(t *testing.T) {
	for i := range attrs.All() {
		a := &attrs.All()[i]
		loops, _ := loopsOf(t, loopWith("//loop:"+a.Example()))
		if len(loops) != 1 || !strings.HasPrefix(loops[0], a.Name) {
			t.Errorf("%s: %v", a.Example(), loops)
		}
	}
}

// TestExtent checks the effect of //loop:extent on parameters, including those of called functions.
func TestExtent(t *testing.T) {
	for _, d := range []struct{ src, want, err string }{
		{"//loop:extent p unknown\nfunc K(p *[1 << 30]byte) byte { return p[0] }", "p", ""},
		{"func K(n int, p *[8]int32) (s int32) {\n//loop:extent p unknown\nfor i := range n { s += p[i] }\nreturn }", "p",
			""},
		{"//loop:extent q unknown\n//loop:extent p unknown\nfunc K(p, q *[8][2]int32) int32 { return p[0][1] + q[1][0] }",
			"p q", ""},
		// An extent that a function declares applies to the memory, in the whole kernel.
		{"func K(p, q *[8]int32) int32 { return f(q) }\n\n//loop:extent x unknown\nfunc f(x *[8]int32) int32 { return x[0] }",
			"q", ""},
		{"func K(p, q *[8]int32, c bool) int32 { x := p\nif c { x = q }\nreturn f(x) }\n\n//loop:extent x unknown\nfunc " +
			"f(x *[8]int32) int32 { return x[0] }", "p q", ""},
		{"func K(p *[8]int32) int32 { var a [8]int32\na[p[0]&7] = 1\nreturn f(&a) }\n\n//loop:extent x unknown\nfunc f(x " +
			"*[8]int32) int32 { return x[0] }", "", ""},
		{"func K(p *[8]int32) int32 { return p[0] }\n\n//loop:extent x unknown\nfunc g(x *[8]int32) int32 { return x[0] }",
			"", ""},

		{"//loop:extent n unknown\nfunc K(n int) int { return n }", "",
			"k.go:3:8: found extent of n, of type int; write the name of a parameter that is a pointer to an array instead"},
		{"//loop:extent s unknown\nfunc K(s string) int { return len(s) }", "",
			"k.go:3:8: found extent of s, a string, which knows its length; write the name of a pointer to an array instead"},
		{"//loop:extent x unknown\nfunc K(x [4]int32) int32 { return x[0] }", "",
			"k.go:3:8: found extent of x, of type [4]int32; write the name of a parameter that is a pointer to an array instead"},
		{"//loop:extent K unknown\nfunc K(p *[8]int32) int32 { return p[0] }", "",
			"k.go:3:8: found extent of K, which is no parameter; write the name of a parameter instead"},
		{"//loop:extent p long\nfunc K(p *[8]int32) int32 { return p[0] }", "",
			"k.go:3:8: found a malformed extent; write extent PARAMETER unknown instead"},
		{"//loop:extent p unknown unknown\nfunc K(p *[8]int32) int32 { return p[0] }", "",
			"k.go:3:8: found a malformed extent; write extent PARAMETER unknown instead"},
	} {
		res, err := frontend.Build(frontend.Text("k.go", "package k\n\n"+d.src+"\n"), "K", frontend.Options{})
		if d.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), d.err) {
				t.Errorf("%s:\ngot  %v\nwant %s", d.src, err, d.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", d.src, err)
			continue
		}
		var unknown []string
		for _, p := range res.Func.Params {
			if p.Unknown {
				unknown = append(unknown, p.Name)
			}
		}
		if got := strings.Join(unknown, " "); got != d.want {
			t.Errorf("%s: of unknown extent are %q, want %q", d.src, got, d.want)
		}
	}
}
