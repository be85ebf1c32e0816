package hostile

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the tree in the notation of Parse.
func (t *Node) String() string {
	var sb strings.Builder
	t.print(&sb)
	return sb.String()
}

func (t *Node) print(sb *strings.Builder) {
	fmt.Fprintf(sb, "%s*%d", t.Kind, t.N)
	for i, l := range t.Dir {
		sb.WriteString("@>"[min(i, 1) : min(i, 1)+1])
		fmt.Fprintf(sb, "%s^%d", l.Requests, l.Times)
	}
	if len(t.Kids) == 0 {
		return
	}
	sb.WriteByte('(')
	for i, k := range t.Kids {
		if i > 0 {
			sb.WriteByte(',')
		}
		k.print(sb)
	}
	sb.WriteByte(')')
}

// Parse reads a tree: a kind, optionally *N, optionally @ and levels of requests, separated by > and each optionally
// with ^TIMES, and the contents in parentheses.
func Parse(text string) (*Node, error) {
	t, rest, err := parse(text)
	if err == nil && rest != "" {
		err = fmt.Errorf("hostile: found %q behind the text; write one tree", rest)
	}
	return t, err
}

func parse(s string) (t *Node, rest string, err error) {
	word := func(stop string) string {
		n := strings.IndexAny(s, stop)
		if n < 0 {
			n = len(s)
		}
		w := s[:n]
		s = s[n:]
		return w
	}
	t = &Node{Kind: word("*@(,)"), N: 1}
	if kindOf[t.Kind] == nil {
		return nil, "", fmt.Errorf("hostile: found no construct %q", t.Kind)
	}
	if strings.HasPrefix(s, "*") {
		s = s[1:]
		if t.N, err = strconv.Atoi(word("@(,)")); err != nil {
			return nil, "", fmt.Errorf("hostile: %w", err)
		}
	}
	if strings.HasPrefix(s, "@") {
		s = s[1:]
		for _, l := range strings.Split(word("(,)"), ">") {
			requests, times, ok := strings.Cut(l, "^")
			level := Level{requests, 1}
			if ok {
				if level.Times, err = strconv.Atoi(times); err != nil {
					return nil, "", fmt.Errorf("hostile: %w", err)
				}
			}
			t.Dir = append(t.Dir, level)
		}
	}
	if !strings.HasPrefix(s, "(") {
		return t, s, nil
	}
	for s = s[1:]; ; s = s[1:] {
		var kid *Node
		if kid, s, err = parse(s); err != nil {
			return nil, "", err
		}
		t.Kids = append(t.Kids, kid)
		if strings.HasPrefix(s, ")") {
			return t, s[1:], nil
		}
		if !strings.HasPrefix(s, ",") {
			return nil, "", fmt.Errorf("hostile: found %q; write , or )", s)
		}
	}
}
