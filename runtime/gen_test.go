package runtime

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite generated files")

// wanted lists the parameter sequences that get generated adapters, without
// floats: S slice, P pointer, T string, i integer. Together with the number of
// floats, which stand anywhere.
//
// The first group is the promise (up to three slices and two scalars in any
// order); the others are what numeric code likes to write. Everything else
// works too, through reflect.
func wanted() map[string]int {
	seqs := map[string]int{} // sequence -> greatest number of floats
	add := func(seq string, floats int) { seqs[seq] = max(seqs[seq], floats) }

	for slices := range 4 {
		for ints := range 3 {
			for _, seq := range arrangements(slices, ints) {
				add(seq, 3-ints)
			}
		}
		s := strings.Repeat("S", slices)
		add("iii"+s, 1)
		if slices > 0 { // sizes and strides behind the slices, then weights: stencils, matrix kernels
			add(s+"i", 3)
			add(s+"ii", 3)
			add(s+"iii", 2)
			add(s+"iiii", 2)
		}
	}
	for _, seq := range []string{"S", "SS"} {
		add(seq, 4)
	}
	for _, s := range []string{"SSSS", "SSSSS"} {
		for _, seq := range []string{s, s + "i", s + "ii", "i" + s, "ii" + s} {
			add(seq, 2-strings.Count(seq, "i"))
		}
	}
	for _, s := range []string{"SSSSSS", "SSSSSSS", "SSSSSSSS"} { // columns of a table
		for _, seq := range []string{s, s + "i"} {
			add(seq, 1)
		}
	}
	add("SSSS", 4)                                                    // parameters, gradients and moments, with rates
	for _, seq := range []string{"SSiiP", "SSSiiP", "SSPP", "SSSP"} { // images and filters with their weights and states
		add(seq, 0)
	}
	for _, seq := range []string{"P", "PP", "PPP", "SP", "PS", "SSP", "SPS", "PSS", "PPS", "PSP", "SPP",
		"T", "TT", "ST", "TS", "SST", "TTS", "STT"} {
		add(seq, 2)
		add(seq+"i", 1)
		add(seq+"ii", 0)
	}
	return seqs
}

// wantedPairs are the sequences that also get an adapter with two results of a
// class: an index and a count, a minimum and a maximum.
var wantedPairs = []string{"S", "Si", "iS", "Sii", "SS", "SSi", "SSii", "SSS", "T", "Ti", "TT", ""}

// arrangements lists all sequences of a number of slices and integers.
func arrangements(slices, ints int) (out []string) {
	if slices == 0 || ints == 0 {
		return []string{strings.Repeat("S", slices) + strings.Repeat("i", ints)}
	}
	for _, rest := range arrangements(slices-1, ints) {
		out = append(out, "S"+rest)
	}
	for _, rest := range arrangements(slices, ints-1) {
		out = append(out, "i"+rest)
	}
	return out
}

// signatures lists every signature with that sequence of non-floats and that
// number of floats: all positions of the floats, all sizes of the scalars.
func signatures(seq string, floats int) (out [][]param) {
	var walk func(sig []param, seq string, floats int)
	walk = func(sig []param, seq string, floats int) {
		if seq == "" && floats == 0 {
			out = append(out, append([]param(nil), sig...))
		}
		if floats > 0 {
			for _, size := range []uintptr{4, 8} {
				walk(append(sig, param{ClassFloat, size}), seq, floats-1)
			}
		}
		if seq == "" {
			return
		}
		c := Class(strings.IndexByte("ifPTS", seq[0]))
		if c != ClassInt {
			walk(append(sig, param{class: c}), seq[1:], floats)
			return
		}
		for _, size := range []uintptr{1, 2, 4, 8} {
			walk(append(sig, param{c, size}), seq[1:], floats)
		}
	}
	walk(nil, seq, floats)
	return out
}

// generatedKeys returns the representatives that the wanted signatures need on
// any architecture.
func generatedKeys() []string {
	need, pairs := map[string]bool{}, map[string]bool{}
	for _, seq := range wantedPairs {
		pairs[seq] = true
	}
	all := func(string) bool { return true }
	for seq, most := range wanted() {
		for floats := range most + 1 {
			for _, sig := range signatures(seq, floats) {
				for _, arch := range []string{"amd64", "arm64"} {
					if k, ok := representative(sig, arch, all); ok {
						need[k] = true
						if pairs[seq] {
							need[pairKey(k)] = true
						}
					}
				}
			}
		}
	}
	keys := make([]string, 0, len(need))
	for k := range need {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

var goTypes = map[string]string{"S": "[]byte", "T": "string", "P": "unsafe.Pointer",
	"i1": "uint8", "i2": "uint16", "i4": "uint32", "i8": "uint64", "f4": "float32", "f8": "float64"}

// generateAdapters writes zadapters.go.
//
// Every word of the block is stored explicitly, and the constants last: only
// then does the compiler see that zeroing the block first, which costs more
// than everything else here, is superfluous. Narrow scalars are widened for
// the same reason.
//
// Slices and strings that arrive in registers are taken word by word: gc stores
// the pointer of an aggregate in its spill slot at once, used or not, but not a
// single word. The calling convention treats them alike, register for register
// and spill slot for spill slot, as long as all of the aggregate has a register.
func generateAdapters() []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated by go test -run TestGeneratedAdapters -update; DO NOT EDIT.\n\npackage " +
		"runtime\n\nimport (\n\"math\"\n\"unsafe\"\n)\n\nvar adapters = [...]adapter{\n")
	keys := generatedKeys()
	for _, k := range keys {
		fmt.Fprintf(&b, "{%q, adapt%s},\n", k, k)
	}
	b.WriteString("}\n")
	for _, k := range keys {
		seq, results, slots := k, "uint64, float64", "i0 uint64\nf0 float64"
		zero, get := "b.i0, b.f0 = 0, 0", "b.i0, b.f0"
		if base, pair := strings.CutSuffix(k, pairKey("")); pair {
			seq, results, slots = base, "uint64, uint64, float64, float64", "i0, i1 uint64\nf0, f1 float64"
			zero, get = "b.i0, b.i1, b.f0, b.f1 = 0, 0, 0, 0", "b.i0, b.i1, b.f0, b.f1"
		}
		var params, fields, stores, floatFields []string
		flat := flattened(seq)
		for i := 0; seq != ""; i++ {
			n := 1
			if seq[0] == 'i' || seq[0] == 'f' {
				n = 2
			}
			if flat[i] {
				list := fmt.Sprintf("p%d unsafe.Pointer\nn%[1]d", i)
				args, store := fmt.Sprintf("p%d unsafe.Pointer, n%[1]d", i), fmt.Sprintf("b.p%d, b.n%[1]d = p%[1]d, n%[1]d", i)
				if seq[0] == 'S' {
					list += fmt.Sprintf(", c%d", i)
					args += fmt.Sprintf(", c%d", i)
					store += fmt.Sprintf("\nb.c%d = c%[1]d", i)
				}
				params, fields, stores = append(params, args+" int"), append(fields, list+" int"), append(stores, store)
				seq = seq[n:]
				continue
			}
			typ := goTypes[seq[:n]]
			field, value := typ, fmt.Sprintf("p%d", i)
			switch seq[:n] {
			case "i1", "i2", "i4":
				field, value = "uint64", "uint64("+value+")"
			case "f4":
				field, value = "uint64", "uint64(math.Float32bits("+value+"))"
			}
			params = append(params, fmt.Sprintf("p%d %s", i, typ))
			if f := fmt.Sprintf("p%d %s", i, field); seq[0] == 'f' {
				floatFields = append(floatFields, f) // where LayoutOf puts them
			} else {
				fields = append(fields, f)
			}
			stores = append(stores, fmt.Sprintf("b.p%d = %s", i, value))
			seq = seq[n:]
		}
		fmt.Fprintf(&b, `
func adapt%s(t *target) unsafe.Pointer {
	f := func(%s) (%s) {
		var b struct {
			h Header
			%s
			%s
		}
		b.h.to = t
		%s
		b.h.Site, b.h.A, b.h.B = 0, 0, 0
		%s
		if s := call(unsafe.Pointer(&b)); s != StatusDone {
			b.h.fail(s)
		}
		return %s
	}
	return *(*unsafe.Pointer)(unsafe.Pointer(&f))
}
`, k, strings.Join(params, ", "), results, strings.Join(append(fields, floatFields...), "\n"), slots, strings.Join(stores, "\n"), zero, get)
	}
	src, err := format.Source(b.Bytes())
	if err != nil {
		panic(err)
	}
	return src
}

// flattened says which parameters of a key are aggregates that have registers on every architecture.
func flattened(k string) []bool {
	var ps []param
	for ; k != ""; k = k[1:] {
		p := param{class: Class(strings.IndexByte("ifPTS", k[0]))}
		if k[0] == 'i' || k[0] == 'f' {
			p.size, k = uintptr(k[1]-'0'), k[1:]
		}
		ps = append(ps, p)
	}
	flat := make([]bool, len(ps))
	for i, p := range ps {
		flat[i] = classWords[p.class] > 1
	}
	for _, arch := range []string{"amd64", "arm64"} {
		for i, at := range assign(ps, arch).at {
			flat[i] = flat[i] && at == inRegister
		}
	}
	return flat
}

func TestGeneratedAdapters(t *testing.T) {
	want := generateAdapters()
	if *update {
		require.NoError(t, os.WriteFile("zadapters.go", want, 0o644))
		return
	}
	have, err := os.ReadFile("zadapters.go")
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, have), "zadapters.go is stale: go generate ./runtime")
}
