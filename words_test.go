package hotloop_test

import (
	"bytes"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// retired is one entry of testdata/retired-words.txt.
type retired struct {
	pattern *regexp.Regexp
	write   string
}

// retiredWords reads the retired words, and the files and folders that the test leaves out.
func retiredWords(t *testing.T) (words []retired, skip []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/retired-words.txt")
	require.NoError(t, err)
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		left, right, ok := strings.Cut(line, " => ")
		require.True(t, ok && strings.TrimSpace(right) != "", "line %d: write PATTERN => REPLACEMENT", i+1)
		left, right = strings.TrimSpace(left), strings.TrimSpace(right)
		if path, ok := strings.CutPrefix(left, "skip "); ok {
			skip = append(skip, strings.TrimSpace(path))
			continue
		}
		// A phrase may be broken over lines. Patterns begin with letters, which regexp looks for first: no \b before them.
		pattern, err := regexp.Compile(`(?:` + strings.ReplaceAll(left, " ", `\s+`) + `)\b`)
		require.NoError(t, err, "line %d", i+1)
		words = append(words, retired{pattern, right})
	}
	return words, skip
}

// TestRetiredWords: no text that people read has a word of testdata/retired-words.txt. Texts are comments and string
// literals of Go files, comments of rules, and Markdown outside code.
func TestRetiredWords(t *testing.T) {
	words, skip := retiredWords(t)
	read := 0
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		for _, s := range skip {
			if match, _ := filepath.Match(s, path); match || filepath.Base(path) == s {
				if d.IsDir() {
					return filepath.SkipDir
				}
				return nil
			}
		}
		prose := map[string]func([]byte) []byte{".go": goProse, ".md": markdownProse, ".rules": rulesProse}[filepath.Ext(path)]
		if d.IsDir() || prose == nil {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		for _, f := range findRetired(prose(text), words) {
			t.Errorf("%s:%d: %q; write %s", path, f.line, f.found, f.write)
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, read, 500, "files that were read")
}

// finding is a retired word in a text.
type finding struct {
	line         int
	found, write string
}

// findRetired finds retired words in prose.
func findRetired(prose []byte, words []retired) []finding {
	prose = spaces.ReplaceAll(prose, []byte(" ")) // most of a Go file is blank
	var list []finding
	lower := bytes.ToLower(prose)
	for _, w := range words {
		text := lower
		if strings.Contains(w.pattern.String(), "(?-i:") { // the case of its letters matters
			text = prose
		}
		for _, m := range w.pattern.FindAllIndex(text, -1) {
			if m[0] > 0 && isWord(lower[m[0]-1]) && isWord(lower[m[0]]) || inName(prose, m) {
				continue
			}
			found := strings.Join(strings.Fields(string(prose[m[0]:m[1]])), " ")
			list = append(list, finding{1 + bytes.Count(prose[:m[0]], []byte("\n")), found, w.write})
		}
	}
	return list
}

func isWord(c byte) bool { return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' }

// inName reports whether prose at m is a part of a name: of a file, an option or a compound, or a name in quotes.
func inName(prose []byte, m []int) bool {
	before, after := prose[:m[0]], prose[m[1]:]
	if len(before) > 0 && bytes.IndexByte([]byte(`-./"`), before[len(before)-1]) >= 0 {
		return true
	}
	return len(after) > 1 && bytes.IndexByte([]byte("-./"), after[0]) >= 0 && after[1] >= 'a' && after[1] <= 'z'
}

var (
	generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	code      = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	firstWord = regexp.MustCompile(`^// \w+`)
	spaces    = regexp.MustCompile(` +`)
	notSpace  = regexp.MustCompile(`\S`)
)

// blank replaces everything but white space, so that offsets and lines stay.
func blank(text []byte) []byte { return notSpace.ReplaceAll(text, []byte(" ")) }

// goProse returns text with everything blank but comments and strings of several words.
func goProse(text []byte) []byte {
	if generated.Match(text) {
		return nil
	}
	prose := bytes.Repeat([]byte(" "), len(text))
	for i, c := range text {
		if c == '\n' {
			prose[i] = c
		}
	}
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(text))
	names := map[string]bool{}
	opens := map[int]string{} // comments by their first words, which are often names
	var s scanner.Scanner
	s.Init(file, text, nil, scanner.ScanComments)
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			for offset, word := range opens {
				if names[word] {
					copy(prose[offset:], strings.Repeat(" ", len(word)))
				}
			}
			return prose
		}
		at := prose[file.Offset(pos):]
		switch tok {
		case token.COMMENT:
			if strings.HasPrefix(literal, "//") {
				copy(at[2:], literal[2:])
				if word := firstWord.FindString(literal); word != "" {
					opens[file.Offset(pos)+3] = word[3:]
				}
			} else {
				copy(at, literal)
			}
		case token.STRING:
			value, err := strconv.Unquote(literal)
			if err != nil || !strings.Contains(strings.TrimSpace(value), " ") {
				continue // a name, a path, an option
			}
			literal = strings.NewReplacer(`\n`, "  ", `\t`, "  ").Replace(literal)
			copy(at, literal)
			at[0], at[len(literal)-1] = ' ', ' ' // a phrase may be split between literals
		case token.ADD:
			at[0] = ' '
		case token.IDENT:
			names[literal] = true
			at[0] = ';'
		default:
			if literal != "\n" { // a semicolon that the scanner inserts
				at[0] = ';' // a phrase does not reach over code
			}
		}
	}
}

// markdownProse returns text without code.
func markdownProse(text []byte) []byte { return code.ReplaceAllFunc(text, blank) }

// rulesProse returns the comments of rules.
func rulesProse(text []byte) []byte {
	lines := bytes.Split(bytes.Clone(text), []byte("\n"))
	for i, line := range lines {
		if at := bytes.Index(line, []byte("//")); at >= 0 {
			copy(line, bytes.Repeat([]byte(" "), at+2))
		} else {
			lines[i] = blank(line)
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// TestRetiredWordsFinds: the test above sees phrases that are broken over lines, and no code.
func TestRetiredWordsFinds(t *testing.T) {
	words := []retired{{regexp.MustCompile(`(?i)\b(?:says\s+whether)\b`), "reports whether"}}
	for _, c := range []struct {
		prose func([]byte) []byte
		text  string
		lines []int
	}{
		{goProse, "package p\n\n// F says\n// whether it is.\nfunc F()\n", []int{3}},
		{goProse, "package p\n\nvar a = \"A line says whether\" // or Says whether\n", []int{3, 3}},
		{goProse, "package p\n\nvar a = \"one that says \" +\n\t\"whether it is\"\n", []int{3}},
		{goProse, "package p\n\nvar a = f(says, whether) // not says, whether\n", nil},
		{goProse, "// Code generated by x; DO NOT EDIT.\n\n// F says whether it is.\npackage p\n", nil},
		{markdownProse, "A line\nthat says\nwhether `f says whether`\n\n```\nit says whether\n```\n", []int{2}},
		{rulesProse, "(A x) => (B x) // says whether\n// it says\n// whether\nsays whether\n", []int{1, 2}},
	} {
		var lines []int
		for _, f := range findRetired(c.prose([]byte(c.text)), words) {
			lines = append(lines, f.line)
		}
		require.Equal(t, c.lines, lines, c.text)
	}
}
