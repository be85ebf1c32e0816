package use

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/internal/options"
	"hotloop/runtime"
)

type limitFunc = func(x []int, n int) int

func limitText(body string) string {
	return "package p\n\nfunc K(x []int, n int) (r int) {\n" + body + "\n\treturn\n}\n"
}

// numbered repeats a line with its number.
func numbered(n int, line string) string {
	var sb strings.Builder
	for i := range n {
		sb.WriteString(strings.ReplaceAll(line, "#", fmt.Sprint(i)) + "\n")
	}
	return sb.String()
}

// compileAllocates is how many bytes Compile may allocate, one after the other, for a text here: some take more than
// half of that. How long it takes is up to the machine; the steps of the optimizer, which bound that, are counted where
// they are made.
const compileAllocates = 2 << 30

// allocated is how many bytes this process has allocated so far.
func allocated() uint64 {
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	return m.TotalAlloc
}

func compileLarge(t *testing.T, text string) (*hotloop.Kernel[limitFunc], error) {
	t.Helper()
	had := allocated()
	k, err := hotloop.Compile[limitFunc](text, "K", options.Knobs("seed=1")) // and no verify-each, which takes no budget
	if n := allocated() - had; n > compileAllocates {
		t.Errorf("%d bytes were allocated to compile a text of %d", n, len(text))
	}
	return k, err
}

// TestLimitsOfText: what is no kernel has an error that says where, what was found, how much there may be and what to
// do.
func TestLimitsOfText(t *testing.T) {
	for _, d := range []struct{ name, text, want string }{
		{"source", limitText(strings.Repeat(" ", 4<<20)),
			"kernel.go:1:1: found 4194359 bytes of source; write the kernel in a file of at most 4194304 bytes instead"},
		{"nesting", limitText("r = " + strings.Repeat("(", 3000) + "n" + strings.Repeat(")", 3000)),
			"kernel.go:4:2001: code nested more than 1999 levels deep is not supported; write it in several statements " +
				"or functions"},
		{"statements", limitText(strings.Repeat("r++\n", 1<<16+1)),
			"kernel.go:3:6: a kernel with more than 65536 statements, those of inlined calls counted at each call, is not supported; " +
				"write several kernels"},
		{"values", limitText(numbered(30000, "x[#] = n*#")), "kernel.go:3:6: a kernel with 131"},
		{"expressions", limitText(numbered(140, "_ = #"+strings.Repeat("+1", 1000))),
			"kernel.go:3:6: found 280289 expressions in what K needs; write several kernels of at most 262144 instead"},
	} {
		t.Run(d.name, func(t *testing.T) {
			_, err := compileLarge(t, d.text)
			require.ErrorContains(t, err, d.want)
		})
	}
}

// TestLimitsOfCode: a kernel that is too large for machine code runs, says why it is not native, and is refused where
// it must be.
func TestLimitsOfCode(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	for _, d := range []struct {
		name, text, want string
		n, result        int
	}{
		{"blocks", limitText(numbered(9000, "if x[#&7] == n { return # }")), "blocks and", 3, 3},
		{"values", limitText(numbered(14000, "r += x[(n+#)&7] ^ n")), "values; the limits are 16384 and 65536", 0, 28 * 1750},
		{"steps", limitText(numbered(2000, "for i := range x { x[i] += n }")), "K takes more than 268435456 steps to compile",
			1, 0},
		{"code", limitText("const s = \"" + strings.Repeat("a", 600000) + "\"\nr = int(s[n])"),
			"bytes of machine code; the limit is 524288", 1, 'a'},
	} {
		t.Run(d.name, func(t *testing.T) {
			k, err := compileLarge(t, d.text)
			require.NoError(t, err)
			require.ErrorIs(t, k.Err(), hotloop.ErrTooLarge)
			assert.ErrorContains(t, k.Err(), "hotloop: kernel.go:3:6: kernel too large for machine code: K ")
			assert.ErrorContains(t, k.Err(), d.want)
			assert.False(t, k.Native())
			assert.Equal(t, d.result, k.Func([]int{0, 1, 2, 3, 4, 5, 6, 7}, d.n))
			if d.name == "steps" {
				return // once is enough
			}
			_, err = hotloop.Compile[limitFunc](d.text, "K", hotloop.RequireNative())
			assert.ErrorIs(t, err, hotloop.ErrTooLarge)
		})
	}
}

// TestHostileTexts: texts made of a few constructs, each many times or many levels deep, are compiled or refused, and
// none meets a bug of ours.
func TestHostileTexts(t *testing.T) {
	lines := []string{
		"r += n*#", "x[#] = r", "x[n&#] += r ^ #", "if n > # { r++ }", "if x[#] == n { break }", "if x[n] > # { continue }",
		"v# := x[#]; r ^= v#",
		"switch n { case #: r++; case #+1: r--; default: x[0] = # }", "copy(x, x[#:])",
		"var a# [4]int; a#[n&3] = #; r += a#[r&3]",
	}
	heads := []string{
		"for range n", "for i := range x", "if n > 3", "for i := 0; i < 64; i++", "//loop:unroll.count=64\nfor i := range x",
		"//loop:unroll.full\nfor range 500",
		"//loop:vectorize.enable=1\nfor i := n; i < len(x); i += 3", "switch", "for r < n",
	}
	rounds := 30
	if testing.Short() {
		rounds = 12
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		body := func(n int) (s string) {
			for range 1 + r.IntN(2) {
				s += numbered(1+r.IntN(n), lines[r.IntN(len(lines))])
			}
			return s
		}
		var sb strings.Builder
		sb.WriteString("for range 1 {\n") // so that break and continue have a loop to leave
		for range 1 + r.IntN(3) {
			head, depth := heads[r.IntN(len(heads))], 1
			if r.IntN(3) == 0 {
				depth = 1 + r.IntN(60)
			}
			if head == "switch" {
				head = "switch { case n > 1:\n{"
			} else {
				head += " {\n"
			}
			head += strings.Repeat("_ = 0\n", r.IntN(2))
			if strings.Contains(head, " i ") {
				head += "r += i\n"
			}
			part := strings.Repeat(head+body(3), depth) + body(200) + strings.Repeat("}", depth*(strings.Count(head, "{"))) +
				"\n"
			sb.WriteString(strings.Repeat(part, 1+r.IntN(1+100/depth)*r.IntN(2)))
		}
		text := limitText(sb.String() + "}")
		if r.IntN(8) == 0 {
			text = text[:r.IntN(len(text))]
		}
		k, err := compileLarge(t, text)
		if err == nil {
			err = k.Err()
		}
		var bug *runtime.InternalError
		if errors.As(err, &bug) {
			t.Errorf("seed %d: %.300v", seed, err)
		}
		t.Logf("seed %d: %d bytes: %.160v", seed, len(text), err)
	}
}

// TestManyParameters: as many slices as a func type may have.
func TestManyParameters(t *testing.T) {
	var names []string
	var types []reflect.Type
	for i := range 100 {
		names, types = append(names, fmt.Sprintf("x%d", i)), append(types, reflect.TypeFor[[]float32]())
	}
	text := "package p\n\nfunc K(" + strings.Join(names, ", ") + " []float32) {\n\tfor i := range x0 {\n\t\tx0[i] = " +
		strings.Join(names, "[i] + ") + "[i]\n"
	for _, n := range names[1:] {
		text += "\t\t" + n + "[i]++\n"
	}
	had := allocated()
	k, err := runtime.Compile(reflect.FuncOf(types, nil, false), text+"\t}\n}\n", "K", runtime.Options{Fresh: true})
	require.NoError(t, err)
	var bug *runtime.InternalError
	assert.False(t, errors.As(k.Err(), &bug), "%v", k.Err())
	assert.Less(t, allocated()-had, uint64(compileAllocates))
}
