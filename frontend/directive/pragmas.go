package directive

import "hotloop/frontend/syntax"

// Pragma is a form of a pragma with its meaning.
type Pragma struct {
	Section string // of PRAGMAS.md
	Form    string // as it may be written
	Becomes string // the attributes that it stands for, in Markdown, or why there are none
	Promise string // what it does to a promise of independent iterations
}

// Pragmas returns the forms of the tables of pragmas. One that the tables do not read has no meaning.
func Pragmas() (list []Pragma) {
	for _, s := range []struct {
		title, prefix string
		words         []word
	}{
		{"clang loop", "clang loop ", clangLoop()},
		{"GCC", "gcc ", gccPragmas()},
		{"Without a prefix", "", barePragmas()},
		{"After ivdep", "ivdep ", ivdepWords()},
		{"vector, simd (Intel)", "vector ", vectorClauses()},
		{"Loop_Optimize (Ada)", "", adaWords()},
		{"omp simd", "omp simd ", ompSimd()},
		{"Before simd, and alone", "omp ", ompParallel()},
		{"In the body of the loop", "omp ", ompBody()},
		{"omp declare simd", "omp declare simd ", ompDeclareSimd()},
		{"omp parallel for", "omp parallel for ", ompShared()},
		{"omp unroll", "omp unroll ", ompUnroll()},
		{"Other OpenMP", "omp ", ompOther()},
	} {
		for i := range s.words {
			w := &s.words[i]
			forms := w.forms
			if len(forms) == 0 {
				forms = []string{w.name}
			}
			for _, f := range forms {
				p := &parser{Reports: &syntax.Reports{}, text: f}
				c := p.clause()
				row := Pragma{Section: s.title, Form: s.prefix + f}
				if r := w.read(c); c.name == w.name && !r.malformed {
					row.Becomes, row.Promise = becomes(r), r.takes.String()
				}
				list = append(list, row)
			}
		}
	}
	return list
}

func becomes(r reading) string {
	text := r.why
	if r.attrs != "" {
		text = "`" + r.attrs + "`"
	} else if r.unless != "" && text != "" {
		text += "; or " + r.unless
	} else if r.unless != "" {
		text = r.unless
	}
	return text
}

func (e effect) String() string {
	return [...]string{keeps: "holds", takesUnlessScalar: "dropped in memory", takesUnlessTrue: "all dropped if false",
		takesPromise: "dropped",
		takesAll:     "all dropped"}[e]
}
