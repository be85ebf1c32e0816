package survey

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"os/exec"
)

// Public are the modules that measure how much real Go code is accepted, at fixed versions: numeric code, images,
// signals, real-time media, compression and columns.
var Public = []string{
	"gonum.org/v1/gonum@v0.16.0",
	"github.com/disintegration/imaging@v1.6.2",
	"golang.org/x/image@v0.30.0",
	"github.com/mjibson/go-dsp@v0.0.0-20180508042940-11479a337f12",
	"github.com/pion/rtp@v1.8.21",
	"github.com/pion/opus@v0.0.0-20250618074346-646586bb17bf",
	"github.com/klauspost/compress@v1.18.0",
	"github.com/parquet-go/parquet-go@v0.25.1",
	"github.com/apache/arrow-go/v18@v18.4.0",
}

// More are modules of the same kinds, on which hotloop vet is measured too.
var More = []string{
	"github.com/anthonynsimon/bild@v0.14.0",
	"github.com/nfnt/resize@v0.0.0-20180221191011-83c6a9932646",
	"github.com/golang/freetype@v0.0.0-20170609003504-e2365dfdc4a0",
	"github.com/montanaflynn/stats@v0.14.0",
	"gorgonia.org/tensor@v0.9.24",
	"github.com/gopxl/beep/v2@v2.1.1",
	"github.com/mewkiz/flac@v1.0.14",
	"github.com/hajimehoshi/go-mp3@v0.3.4",
	"github.com/pierrec/lz4/v4@v4.1.33",
	"github.com/klauspost/reedsolomon@v1.14.2",
	"github.com/RoaringBitmap/roaring/v2@v2.30.0",
}

// Download downloads modules, each given as path@version, into the go command's cache, and returns their directories.
func Download(modules []string) (dirs []string, err error) {
	for _, m := range modules {
		out, err := exec.Command("go", "mod", "download", "-json", m).Output()
		got := struct{ Dir, Error string }{}
		if e := json.Unmarshal(out, &got); e != nil && err == nil {
			err = e
		}
		if got.Error != "" {
			return nil, fmt.Errorf("%s: %s", m, got.Error)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m, err)
		}
		dirs = append(dirs, got.Dir)
	}
	return dirs, nil
}

// numeric reports whether some innermost loop of a function computes: it has an operation on numbers and accesses an
// element, judged by syntax alone.
func numeric(fn *ast.FuncDecl) (found bool) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			found = found || computes(n.Body)
		case *ast.RangeStmt:
			found = found || computes(n.Body)
		}
		return !found
	})
	return found
}

// computes reports whether the body of a loop has no inner loops and computes with elements.
func computes(body *ast.BlockStmt) bool {
	elements, arithmetic, loops := false, false, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops = true
		case *ast.IndexExpr:
			elements = true
		case *ast.BinaryExpr:
			switch n.Op {
			case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR, token.SHL,
				token.SHR, token.AND_NOT:
				arithmetic = true
			}
		case *ast.AssignStmt:
			arithmetic = arithmetic || n.Tok != token.ASSIGN && n.Tok != token.DEFINE
		}
		return !loops
	})
	return elements && arithmetic && !loops
}

// Summary returns the report as a line of JSON.
func (r *Report) Summary() string {
	out, err := json.Marshal(struct {
		Functions  int            `json:"functions"`
		Accepted   int            `json:"accepted"`
		Vectorized int            `json:"vectorized"`
		Compared   int            `json:"compared"`
		Returned   int            `json:"returned"`
		Calls      int            `json:"calls"`
		Panics     int            `json:"panics"`
		Mismatches int            `json:"mismatches"`
		Classes    map[string]int `json:"classes"`
		Not        map[string]int `json:"notCompared"`
	}{r.Functions, r.Accepted, r.Vectorized, r.Compared, r.Returned, r.Calls, r.Panics, len(r.Differ), r.Classes, r.Not})
	if err != nil {
		return err.Error()
	}
	return string(out)
}
