package gen

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop/cpu"
)

// TestEveryBuild checks which files declare what kernels use: those that are part of every build, on any machine.
func TestEveryBuild(t *testing.T) {
	const kernel = "package k\n\n//hotloop:kernel Sum\nfunc sum(x []int32) (s int32) {\n\tfor i := range x {\n\t\ts += x[i] * table[i&3]\n\t}\n\treturn s\n}\n"
	const table = "package k\n\nvar table = [4]int32{1, 2, 3, 4}\n"
	const tag = "//go:build "
	for _, c := range []struct {
		name  string
		files map[string]string
		err   string
		place bool // the table is a variable, not part of the code
	}{
		{"one file", map[string]string{"k.go": kernel, "t.go": table}, "", false},
		{"builds with assembly", map[string]string{"k.go": kernel, "t.go": tag + "!purego && !race && (amd64 || arm64)\n\n" + table}, "", false},
		{"release", map[string]string{"k.go": tag + "go1.18\n\n" + kernel, "t.go": table}, "", false},
		{"system", map[string]string{"k.go": kernel, "t_linux.go": table, "t_other.go": tag + "!linux\n\n" + table},
			"undefined: table; declare it in the source, or give all files of the package; table is in t_other.go, which is not part of every build: " +
				"move it to a file without build constraints", false},
		{"architecture", map[string]string{"k.go": kernel, "t_amd64.go": table}, "table is in t_amd64.go", false},
		{"tag", map[string]string{"k.go": kernel, "t.go": tag + "!mine\n\n" + table}, "table is in t.go", false},
		{"old constraint", map[string]string{"k.go": kernel, "t.go": "// +build linux\n\n" + table}, "table is in t.go", false},
		{"kernel for a system", map[string]string{"k_windows.go": kernel, "t.go": table}, "k_windows.go:4:6: sum is in a file that is not part of every build", false},
		{"kernel without purego", map[string]string{"k.go": tag + "!purego\n\n" + kernel, "t.go": table}, "k.go:6:6: sum is in a file that is not part", false},
		{"no file", map[string]string{"k_windows.go": kernel}, "found no Go files that are part of every build", false},
		{"C", map[string]string{"k.go": kernel, "t.go": table, "c.go": tag + "cgo\n\npackage k\n\nimport \"C\"\n"}, "imports \"C\" cannot contain", false},
		{"changed on a system", map[string]string{"k.go": kernel, "t.go": table, "c_darwin.go": "package k\n\nfunc init() { table[1] = 7 }\n"}, "", true},
		{"changed by a test", map[string]string{"k.go": kernel, "t.go": table, "c_test.go": "package k\n\nfunc init() { table[1] = 7 }\n"}, "", true},
		{"another program", map[string]string{"k.go": kernel, "t.go": table, "m.go": tag + "ignore\n\npackage main\n\nfunc main() { sum() }\n"}, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.files {
				write(t, dir, name, text)
			}
			p, err := Generate(dir, Options{Tier: []cpu.Tier{cpu.AVX2}, All: true})
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				return
			}
			require.NoError(t, err)
			if c.place {
				assert.Contains(t, p.Files["hotloop_amd64.s"], "·table(SB)")
			} else {
				assert.NotContains(t, p.Files["hotloop_amd64.s"], "·table")
			}
		})
	}
}

// TestOutEveryBuild checks that the copies for another directory include files of single systems.
func TestOutEveryBuild(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	write(t, dir, "k.go", "package k\n\n//hotloop:kernel\nfunc Add(x []int) {\n\tfor i := range x {\n\t\tx[i]++\n\t}\n}\n")
	write(t, dir, "k_linux.go", "package k\n\nconst system = 1\n")
	p, err := Generate(dir, Options{Out: out})
	require.NoError(t, err)
	assert.Contains(t, p.Files, "hotloop_go_k_linux.go")
	assert.Contains(t, p.Files["hotloop_go_k.go"], "func AddGo(")
}
