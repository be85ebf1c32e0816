package loopopt_test

import (
	"fmt"
	"math/rand"
	"testing"
)

// turnNest writes a nest without directives that walks along rows and down columns at the same time.
func turnNest(seed int64) string {
	s := &bodies{Rand: rand.New(rand.NewSource(seed))}
	s.WriteString("package k\n\nfunc k(a, b, c, d []int32, m, n int) (s int32) {\n")
	s.WriteString("\t" + s.pick("for i := 0; i < m; i++ {", "for i := 1; i < m-1; i++ {", "for i := 0; i < n; i++ {", "for i := m - 1; i >= 0; i-- {", "for i := 0; i < m; i += 2 {") + "\n")
	more := ""
	if s.Intn(3) == 0 {
		fmt.Fprintf(s, "\t\tt := %s[i]\n", s.pick("b", "c", "d"))
		more = "*t"
	}
	s.WriteString("\t\t" + s.pick("for j := 0; j < n; j++ {", "for j := 1; j < n-1; j++ {", "for j := 0; j < m; j++ {", "for j := 0; j < i; j++ {", "for j := 0; j < n; j++ {") + "\n")
	row := s.pick("n", "n", "m", "32")
	shift := func() string { return s.pick("", "", "", "-1", "+1") }
	along := func() string { return fmt.Sprintf("(i%s)*%s+j%s", shift(), row, shift()) }
	down := func() string { return fmt.Sprintf("(j%s)*%s+i%s", shift(), row, shift()) }
	for range 1 + s.Intn(2) {
		x := s.pick("a", "a", "b")
		value := fmt.Sprintf("%s[%s]", s.pick("c", "c", "d", "a"), down())
		for range s.Intn(3) {
			value += s.pick(" + ", " - ", " ^ ") + s.pick(fmt.Sprintf("%s[%s]", s.pick("b", "c", "d", "a"), along()), fmt.Sprintf("%s[%s]", s.pick("c", "d"), down()),
				fmt.Sprintf("%s[i%s]", s.pick("c", "d"), shift()), "c[j]", "7")
		}
		fmt.Fprintf(s, "\t\t\t%s[%s] %s %s%s\n", x, s.pick(along(), along(), along(), down()), s.pick("=", "+=", "-="), value, more)
	}
	s.WriteString("\t\t}\n\t}\n\treturn\n}\n")
	return s.String()
}

// TestTurned compares such nests after the whole optimizer with the frontend's SSA, in the interpreter.
func TestTurned(t *testing.T) {
	compareNests(t, turnNest, "nest vectorized with in-register transposes", 12)
}
