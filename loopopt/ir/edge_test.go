package ir

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// diamond returns a function whose entry branches to two blocks that return.
func diamond() *Func {
	f := NewFunc("f")
	yes, no := f.NewBlock("yes"), f.NewBlock("no")
	f.Entry().SetIf(f.ConstBool(TBool, true), yes, no)
	for _, b := range []*Block{yes, no} {
		b.SetRet(b.New(OpRet, TVoid, 0))
	}
	return f
}

// TestGraphIsKept checks that the graph of a function is analyzed once, until an edge is edited.
func TestGraphIsKept(t *testing.T) {
	f := diamond()
	dom := f.Dominators()
	require.Same(t, dom, f.Dominators())

	f.Entry().SwapSuccs()
	require.NotSame(t, dom, f.Dominators())
	require.Equal(t, "no", f.ReversePostorder()[1].Name)
}

// TestUncountedEdges checks that verification detects an edge that changed without being counted.
func TestUncountedEdges(t *testing.T) {
	f := diamond()
	f.ReversePostorder()
	require.NoError(t, f.Verify())
	b := f.Entry()
	b.Succs[0], b.Succs[1] = b.Succs[1], b.Succs[0]
	require.PanicsWithError(t, "f: an edge has changed that was not counted", func() { f.Dominators() })
}

// TestKeptIsVerified checks that verification recomputes the cached graph analyses and compares them.
func TestKeptIsVerified(t *testing.T) {
	for what, spoil := range map[string]func(*Dom){
		"order of blocks": func(d *Dom) { d.rpo = slices.Clone(d.rpo); d.rpo[1], d.rpo[2] = d.rpo[2], d.rpo[1] },
		"dominators":      func(d *Dom) { d.nodes[d.rpo[2].ID].idom = 2 },
		"back edges":      func(d *Dom) { d.back = append(d.back, BackEdge{0, 1}) },
	} {
		f := diamond()
		d := f.Dominators()
		require.NoError(t, f.Verify())
		spoil(d)
		require.ErrorContains(t, f.Verify(), "kept "+what+" not those of the graph")
	}
}

// TestEdgesAreCounted checks that only the functions of edge.go write the lists of edges and of blocks.
func TestEdgesAreCounted(t *testing.T) {
	writes := regexp.MustCompile(`(\.Succs|\.Preds|\bf\.Blocks)(\[.*\])?(, [^=:]*)? = `)
	for _, root := range []string{"..", "../../frontend"} {
		require.NoError(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				filepath.Dir(path) == "../ir" {
				return err
			}
			text, err := os.ReadFile(path)
			for line := range strings.Lines(string(text)) {
				if writes.MatchString(line) {
					t.Errorf("%s: %s", path, strings.TrimSpace(line))
				}
			}
			return err
		}))
	}
}
