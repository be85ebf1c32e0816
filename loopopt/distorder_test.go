package loopopt_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// piecesNest writes a nest without directives. In its outer loop a walk down a column is next to other statements:
// more loops, stores to a row, the diagonal, elements of the neighboring columns.
func piecesNest(seed int64) string {
	s := &bodies{Rand: rand.New(rand.NewSource(seed))}
	fixed := s.Intn(3) == 0 // rows of 32
	row := "n"
	if fixed {
		row = "32"
		s.WriteString("package k\n\nfunc k(a, b, c, d []int32, m, n int) (s int32) {\n\tif n > 32 {\n\t\tn = 32\n\t}\n")
	} else {
		s.WriteString("package k\n\nfunc k(a, b, c, d []int32, m, n int) (s int32) {\n")
	}
	s.WriteString("\t" + s.pick("for j := 0; j < n; j++ {", "for j := 1; j < n-1; j++ {", "for j := n - 1; j >= 0; j-- {") + "\n")
	shift := func() string { return s.pick("", "", "", "", "-1", "+1") }
	at := func() string { return fmt.Sprintf("(i%s)*%s+j%s", shift(), row, shift()) }
	of := func() string { return s.pick("a", "a", "b", "c", "d") }
	guarded := s.Intn(6) == 0
	if guarded {
		fmt.Fprintf(s, "\t\tif %s[j%s] > %d {\n", of(), shift(), s.Intn(3))
	}
	for range 2 + s.Intn(2) {
		switch s.Intn(5) {
		case 0:
			fmt.Fprintf(s, "\t\t%s[%s] %s %s[j%s]\n", of(), s.pick("j", "j*"+row+"+j", "j+1"), s.pick("=", "+="), of(), shift())
		case 1:
			fmt.Fprintf(s, "\t\tfor i := 1; i < m-1; i++ {\n\t\t\t%s[j*%s+i] = %s[i]\n\t\t}\n", of(), row, of())
		default:
			s.WriteString("\t\t" + s.pick("for i := 1; i < m-1; i++ {", "for i := 1; i < m; i++ {", "for i := j; i < m-1; i++ {", "for i := 0; i <= j; i++ {") + "\n")
			for range 1 + s.Intn(2) {
				x := of()
				switch s.Intn(4) {
				case 0:
					fmt.Fprintf(s, "\t\t\tif %s[%s] > %d {\n\t\t\t\t%s[%s] = %s[%s]\n\t\t\t}\n", of(), at(), s.Intn(3), x, at(), of(), at())
				case 1:
					fmt.Fprintf(s, "\t\t\t%s[%s] = %s[%s] - %s[%s]\n", x, s.pick("i", "j", "i-1"), of(), at(), of(), s.pick("i", "j", "i-1", "j-1"))
				default:
					fmt.Fprintf(s, "\t\t\t%s[%s] %s %s[%s] + %s[%s]\n", x, at(), s.pick("=", "+=", "-="), of(), at(), of(), s.pick("i", "j", at()))
				}
			}
			s.WriteString("\t\t}\n")
		}
	}
	if guarded {
		s.WriteString("\t\t}\n")
	}
	s.WriteString("\t}\n\treturn\n}\n")
	return s.String()
}

// TestPieces compares such nests after the whole optimizer with the frontend's SSA, in the interpreter.
func TestPieces(t *testing.T) {
	compareNests(t, piecesNest, "loop distributed", 12)
}

// onceNest writes a nest without directives that walks down a column. It also stores a value that is the same in
// every iteration of the outer loop, or that the next iteration of the inner loop overwrites, or nearly so.
func onceNest(seed int64) string {
	s := &bodies{Rand: rand.New(rand.NewSource(seed))}
	row := s.pick("n", "n", "32")
	s.WriteString("package k\n\nfunc k(a, b, c, d []int32, m, n int) (s int32) {\n")
	if row == "32" {
		s.WriteString("\tif n > 32 {\n\t\tn = 32\n\t}\n")
	}
	s.WriteString("\t" + s.pick("for j := 0; j < n; j++ {", "for j := 1; j < n; j++ {", "for j := n - 2; j >= 0; j-- {") + "\n")
	s.WriteString("\t\t" + s.pick("for i := 0; i < m; i++ {", "for i := 1; i < m-1; i++ {", "for i := m - 2; i >= 1; i-- {", "for i := 1; i < m; i += 2 {") + "\n")
	shift := func() string { return s.pick("", "-1", "-1", "+1", "-2") }
	x, y := s.pick("a", "a", "b"), s.pick("b", "b", "c", "a")
	at := fmt.Sprintf("i*%s+j", row)
	var lines []string
	if s.Intn(2) == 0 {
		v := s.pick("i", "i", "i", "3", "2*i")
		lines = append(lines, fmt.Sprintf("%s[%s] = %d - %s[i%s]", x, v, s.Intn(4), s.pick(x, x, "c", y), shift()))
		lines = append(lines, fmt.Sprintf("%s[%s] %s %s[i%s] + c[%s]", y, at, s.pick("=", "+="), x, s.pick("", "-1", "+1"), at))
	} else {
		lines = append(lines, fmt.Sprintf("t := %s[%s] - %s[%s%s]", y, at, x, s.pick("j", "j", "j", "i"), shift()))
		lines = append(lines, fmt.Sprintf("%s[j] = t", x))
		lines = append(lines, fmt.Sprintf("%s[%s] = t + %s[%s]", s.pick(y, y, "c"), at, s.pick("c", y), at))
	}
	if strings.HasPrefix(lines[0], "t :=") || s.Intn(3) > 0 {
		s.WriteString("\t\t\t" + strings.Join(lines, "\n\t\t\t") + "\n")
	} else {
		s.WriteString("\t\t\t" + lines[1] + "\n\t\t\t" + lines[0] + "\n")
	}
	s.WriteString("\t\t}\n\t}\n\treturn\n}\n")
	return s.String()
}

// TestOnce compares such nests after the whole optimizer with the frontend's SSA, in the interpreter.
func TestOnce(t *testing.T) {
	compareNests(t, onceNest, "invariant store hoisted", 12)
}
