package use

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/internal/e2e"
)

//go:embed appendalias_test.go
var appendText string

type appended struct{ n, m int }

// appendOver stores by append to the element that p refers to.
func appendOver(rows []appended, p *appended) int {
	a := p.n
	rows = append(rows[:0], appended{n: 5, m: 7})
	return a*1000 + p.n + len(rows)
}

func appendRest(rows, more []appended, p *appended) int {
	a := p.n
	rows = append(rows[:0], more...)
	return a*1000 + p.n + len(rows)
}

// TestAppendAliases: a field that append may store is not taken as it was when the kernel was called.
func TestAppendAliases(t *testing.T) {
	e2e.NeedNative(t)
	over, err := hotloop.Compile[func([]appended, *appended) int](appendText, "appendOver", hotloop.RequireNative())
	require.NoError(t, err)
	rest, err := hotloop.Compile[func([]appended, []appended, *appended) int](appendText, "appendRest", hotloop.RequireNative())
	require.NoError(t, err)
	for range 2 {
		rows, more := []appended{{n: 1}}, []appended{{n: 5}}
		want := appendOver(rows, &rows[0])
		rows[0].n = 1
		require.Equal(t, want, over.Func(rows, &rows[0]))
		rows[0].n = 1
		want = appendRest(rows, more, &rows[0])
		rows[0].n = 1
		require.Equal(t, want, rest.Func(rows, more, &rows[0]))
	}
}
