package config

import (
	"strings"
	"testing"
)

// TestWithoutLab checks that a program without internal/lab/knobs, such as this test, rejects the knobs that it
// implements, and says what to use.
func TestWithoutLab(t *testing.T) {
	for _, word := range []string{"shuffle=7", "drop-metadata=7", "plant=licm", "order=legacy"} {
		_, err := ParseKnobs("verify-each," + word)
		if err == nil || !strings.HasSuffix(err.Error(), word+" is not supported in this program; use hotloop run -knobs "+word) {
			t.Errorf("%s: %v", word, err)
		}
	}
	if _, err := ParseKnobs("order=dynamic,seed=3"); err != nil {
		t.Error(err)
	}
}
