package directive_test

import (
	"strings"
	"testing"
)

// TestTakenBack tests words that limit a pragma's promise. The remaining attributes of the loop must not promise
// anything, unless the word has no meaning for hotloop's loops.
func TestTakenBack(t *testing.T) {
	const (
		request = "vectorize.enable=1"
		promise = "vectorize.enable=1 parallel_accesses"
	)
	for _, d := range []struct{ in, want string }{
		{"omp simd", promise},
		{"omp simd safelen(8)", request},
		{"omp simd safelen(8) simdlen(4)", request + " vectorize.width=4"},
		{"omp simd if(0)", ``},
		{"omp simd simdlen(8) if(0)", ``},
		{"omp simd if(simd: n > 8)", ``},
		{"omp simd if(n)", ``},
		{"omp simd if(OFF)", ``},
		{"omp simd if(1)", promise},
		{"omp simd if(ON)", promise},
		{"omp simd if(true)", promise},
		{"omp simd if(false)", ``},
		{"omp parallel for simd if(parallel: n > 8)", "parallel.enable " + promise},
		{"omp parallel for simd if(parallel: 0) if(simd: 0)", ``},
		{"omp for simd ordered", ``},
		{"omp for simd ordered(2)", ``},
		{"omp parallel for simd schedule(simd:static) nowait", "parallel.enable " + promise},
		{"omp simd reduction(+:s)", promise},
		{"omp simd reduction(inscan, +:s)", request},
		{"omp simd reduction(+:table[0:4])", request},
		{"omp simd reduction(+:table)", request},
		{"omp simd reduction(+:s, table)", request},
		{"omp simd private(s, at)", promise},
		{"omp simd private(table)", request},
		{"omp simd private(x)", request},
		{"omp simd private(global)", request},
		{"omp simd private(elsewhere)", request},
		{"omp simd lastprivate(conditional: at)", promise},
		{"omp simd lastprivate(table)", request},
		{"omp simd linear(s:2)", promise},
		{"omp simd linear(val(s):2)", promise},
		{"omp simd linear(table:1)", request},
		{"omp simd induction(step(2), *: s)", request},
		{"omp simd aligned(x:64) nontemporal(x) order(concurrent) collapse(2)", promise},
		{"omp simd unheard_of", request},
		{"omp simd $", request},
		{"omp loop bind(thread)", ``},
		{"gcc ivdep", `ivdep`},
		{"gcc ivdep(4)", ``},
		{"ivdep", `ivdep`},
		{"ivdep(4)", ``},
		{"ivdep:loop", `ivdep`},
		{"ivdep:back", ``},
		{"ivdep array(x) safelen(4)", ``},
		{"loop_optimize(ivdep)", `ivdep`},
		{"clang loop vectorize(assume_safety)", promise},
		{"clang loop vectorize(assume_safety) safelen(4)", request},
		{"clang loop vectorize(assume_safety)\n//pragma:omp simd safelen(4)", "vectorize.enable=1 vectorize.enable=1"},
		{"gcc ivdep\n//pragma:safe_vl 8", ``},
		{"clang loop distribute(enable) vectorize(assume_safety) unheard_of",
			`distribute.enable=1 distribute.followup_all{vectorize.enable=1}`},
		{"omp simd safelen(4)\n//loop:ivdep", request + ` ivdep`}, // what // //loop: directives are independent of pragmas
	} {
		loops, warns := loopsOf(t, loopWith("//pragma:"+d.in)+"\nconst ON, OFF = 1, 0\nconst n = 1\nvar global = 1\n")
		if got := strings.Join(loops, ";"); got != d.want {
			t.Errorf("%s\ngot  %s\nwant %s", d.in, got, d.want)
		}
		if !strings.Contains(d.want, "parallel_accesses") && d.want != "ivdep" && len(warns) == 0 {
			t.Errorf("%s: nothing is said of it", d.in)
		}
	}
}

// TestTakenBackInside tests directives that order iterations in the body of a loop, at any depth, and in functions
// that it calls.
func TestTakenBackInside(t *testing.T) {
	const src = `package p

ABOVE
func K(x []int32, k []int) {
	//pragma:omp simd simdlen(8)
	for i := range k {
		if i > 3 {
			INNER
			{
				x[k[i]]++
			}
			f(x, k[i])
		}
	}
	//pragma:gcc ivdep
	for i := range k {
		g(x, i)
	}
}

func f(x []int32, i int) {
	h(x, i)
}

func g(x []int32, i int) { x[i]++ }

func h(x []int32, i int) {
	CALLED
	x[i] *= 3
}
`
	const all, second = "vectorize.enable=1 parallel_accesses vectorize.width=8;ivdep", ";ivdep"
	for _, d := range []struct {
		where, pragma, want string
	}{
		{"", "", all},
		{"INNER", "omp ordered simd", second},
		{"INNER", " omp ordered", second},
		{"INNER", "omp ordered doacross(sink: i-1)", second},
		{"INNER", "omp scan inclusive(s)", second},
		{"INNER", "omp atomic update", second},
		{"INNER", "omp critical (name)", second},
		{"INNER", "omp unheard_of", "vectorize.enable=1 vectorize.width=8;ivdep"},
		{"CALLED", "omp ordered simd", second},
		{"CALLED", "omp unheard_of", "vectorize.enable=1 vectorize.width=8;ivdep"},
		{"ABOVE", "omp simd",
			"vectorize.enable=1 parallel_accesses vectorize.width=8;vectorize.enable=1 parallel_accesses ivdep"},
	} {
		text := src
		for _, w := range []string{"ABOVE", "INNER", "CALLED"} {
			line := "//"
			if w == d.where {
				line = "//pragma:" + d.pragma
			}
			text = strings.Replace(text, w, line, 1)
		}
		loops, warns := loopsOf(t, text)
		if got := strings.Join(loops, ";"); got != d.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", d.where, d.pragma, got, d.want)
		}
		const says = "k.go:5:2: this pragma promises nothing of the loop in k.go:6:2: a pragma in its body has iterations " +
			"wait for one another"
		if got := strings.Join(warns, "\n"); strings.Contains(d.want, all) == strings.Contains(got, says) &&
			d.where != "ABOVE" {
			t.Errorf("%s %s: warnings %s", d.where, d.pragma, got)
		}
	}
}

// TestTakenBackOfFunction tests a pragma above a function, which applies to its loops. A directive in the body of
// one of the loops revokes the promise about that loop only.
func TestTakenBackOfFunction(t *testing.T) {
	loops, _ := loopsOf(t, `package p

//pragma:omp simd
func K(x []int32, k []int) {
	for i := range k {
		//pragma:omp ordered simd
		x[k[i]]++
	}
	for i := range k {
		x[k[i]]++
	}
}
`)
	if got, want := strings.Join(loops, ";"), ";vectorize.enable=1 parallel_accesses"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestNoIvdep checks that ivdep.enable=0 cancels all promises about the loop.
func TestNoIvdep(t *testing.T) {
	for _, d := range []struct{ in, want, warn string }{
		{"//loop:ivdep ivdep.enable=0", "ivdep.enable=0", "k.go:4:8: ivdep contradicts ivdep.enable=0"},
		{"//loop:parallel_accesses ivdep.enable=0", "ivdep.enable=0",
			"k.go:4:8: parallel_accesses contradicts ivdep.enable=0"},
		{"//loop:ivdep.enable=0\n//pragma:omp simd", "ivdep.enable=0 vectorize.enable=1",
			"k.go:5:1: parallel_accesses contradicts ivdep.enable=0"},
		{"//loop:ivdep.enable=0 unroll.count=2", "ivdep.enable=0 unroll.count=2", ""},
		{"//loop:ivdep.enable", "ivdep.enable=1", ""},
	} {
		loops, warns := loopsOf(t, loopWith(d.in))
		if got := strings.Join(loops, ";") + "|" + strings.Join(warns, ";"); got != d.want+"|"+d.warn {
			t.Errorf("%s\ngot  %s\nwant %s|%s", d.in, got, d.want, d.warn)
		}
	}
	loops, _ := loopsOf(t, "package p\n\n//loop:parallel_accesses\nfunc K(x []int) {\n//loop:ivdep.enable=0\nfor i := "+
		"range x { x[i]++ }\nfor i := range x { x[i]++ }\n}\n")
	if got, want := strings.Join(loops, ";"), "ivdep.enable=0;parallel_accesses"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
