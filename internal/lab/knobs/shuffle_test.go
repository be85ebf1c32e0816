package knobs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestShuffled checks that orders satisfy the rules and differ between seeds and streams, that the elements which a
// rule names appear once, and that others are left out or repeated.
func TestShuffled(t *testing.T) {
	names := strings.Split("a b c d e", " ")
	rules := [][2]string{{"a", "c"}, {"c", "b"}}
	found := map[string]bool{}
	counts := map[int]bool{}
	for seed := int64(1); seed <= 60; seed++ {
		var order string
		for _, i := range shuffled(names, rules, seed, 0) {
			order += names[i]
		}
		found[order] = true
		for _, r := range rules {
			if strings.Count(order, r[0]) != 1 || strings.Count(order, r[1]) != 1 || strings.Index(order, r[0]) > strings.Index(order, r[1]) {
				t.Errorf("seed %d: %s: want %s once, before %s once", seed, order, r[0], r[1])
			}
		}
		counts[strings.Count(order, "d")] = true
	}
	if len(found) < 10 || !counts[0] || !counts[1] || !counts[2] {
		t.Errorf("60 seeds have %d orders, and these numbers of d: %v", len(found), counts)
	}
	if first := shuffled(names, rules, 1, 0); !slices.Equal(first, shuffled(names, rules, 1, 0)) {
		t.Error("equal seeds have different orders")
	}
	streams := map[string]bool{}
	for stream := range uint64(20) {
		streams[fmt.Sprint(shuffled(names, rules, 1, stream))] = true
	}
	if len(streams) < 5 {
		t.Errorf("20 streams have %d orders", len(streams))
	}
}
