package loopopt

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/loopopt/driver"
)

// features are the numbers of the IDs that testdata/features.txt must have, by their letter.
var features = map[string]int{"M": 18, "A": 42, "T": 32, "P": 19, "O": 47, "E": 25}

// TestFeatures holds testdata/features.txt to its promise: every feature is held up by a golden file or a test that
// exists, and what is said to be missing is missing.
func TestFeatures(t *testing.T) {
	data, err := os.ReadFile("testdata/features.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	id := regexp.MustCompile(`^([MATPOE])(\d\d)$`)
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		bad := func(format string, args ...any) {
			t.Errorf("testdata/features.txt:%d: %s: %s", i+1, line, fmt.Sprintf(format, args...))
		}
		words := strings.Fields(line)
		m := id.FindStringSubmatch(words[0])
		if m == nil || len(words) < 3 {
			bad("no ID with a kind and what it says")
			continue
		}
		seen[words[0]] = true
		switch kind := words[1]; {
		case kind == "golden" && len(words) == 3:
			found := false
			for _, dir := range []string{"golden", "fixedbugs"} {
				if _, err := os.Stat(filepath.Join("../internal/e2e/golden/testdata", dir, words[2]+".txt")); err == nil {
					found = true
				}
			}
			if !found {
				bad("there is no such file")
			}
		case kind == "test" && len(words) == 4:
			src, err := os.ReadFile(filepath.Join("..", words[2]))
			if err != nil {
				bad("%v", err)
			} else if !strings.Contains(string(src), "func "+words[3]+"(t *testing.T)") {
				bad("there is no such test")
			}
		case kind == "todo" && len(words) == 3:
			if slices.ContainsFunc(transforms, func(t *driver.Transform) bool { return t.Name() == words[2] }) {
				bad("%s is there: name what tests it", words[2])
			}
		case kind == "none":
		default:
			bad("unknown kind of row")
		}
	}
	for letter, n := range features {
		for i := 1; i <= n; i++ {
			if id := fmt.Sprintf("%s%02d", letter, i); !seen[id] {
				t.Errorf("%s has no row in testdata/features.txt", id)
			}
		}
	}
}
