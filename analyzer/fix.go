package analyzer

import (
	"bytes"
	"go/token"
	"os"

	"golang.org/x/tools/go/analysis"

	"hotloop/internal/vet"
)

// fixer turns fixes into edits of the files of a pass.
type fixer struct {
	pass  *analysis.Pass
	files map[string]*token.File
	same  map[string]bool // whether the file of the pass, which an editor may have changed, is the one on disk
}

// suggested returns the fixes for a message. They are for the text on disk, which was looked at.
func (x *fixer) suggested(fixes []vet.Fix, place string) (list []analysis.SuggestedFix) {
	for _, f := range fixes {
		tf := x.files[f.Edit.File]
		if f.Position != place || tf == nil || !x.unchanged(f.Edit.File) {
			continue
		}
		at := tf.LineStart(f.Edit.Line)
		list = append(list, analysis.SuggestedFix{Message: f.Message, TextEdits: []analysis.TextEdit{{
			Pos: at + token.Pos(f.Edit.From-1), End: at + token.Pos(f.Edit.To-1), NewText: []byte(f.Edit.New)}}})
	}
	return list
}

func (x *fixer) unchanged(name string) bool {
	same, known := x.same[name]
	if !known {
		now, err := x.pass.ReadFile(x.files[name].Name())
		disk, err2 := os.ReadFile(name)
		same = err == nil && err2 == nil && bytes.Equal(now, disk)
		x.same[name] = same
	}
	return same
}
