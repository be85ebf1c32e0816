package frontend_test

import (
	"strings"
	"testing"

	"hotloop/frontend"
)

// TestAccessGroups checks that the loads and stores of a statement, and only those, are in its groups, and that
// group names are local to a function.
func TestAccessGroups(t *testing.T) {
	const text = `package k

func f(y []int32, i int) {
	//loop:access.group g
	y[i] = 7
	y[i+1] = 8
}

func h(y []int32, i int) {
	//loop:access.group g
	y[i] = 9
}

func k(y, x []int32) {
	//loop:parallel_accesses=g
	for i := range x {
		//loop:access.group g h
		if x[i] > 0 {
			y[i] = x[i+1]
			f(y, i)
		} else {
			y[i] = 1
		}
		//loop:access.group h
		h(y, i)
		f(y, i+2)
		y[i] = 2
	}
}
`
	res, err := frontend.Build(frontend.Text("k.go", text), "k", frontend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range res.Func.Blocks {
		for _, v := range b.Values {
			if v.Op.IsMemory() {
				got = append(got, res.Func.GroupNames(v.Groups))
			}
		}
	}
	want := []string{"g h", "g h", "g h", "g h f.g", "g h", "g h", "h h.g", "f.g", "", ""}
	if strings.Join(got, ",") != strings.Join(want, ",") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, bad := range []struct{ old, new, want string }{
		{"access.group g h", "access.group", "k.go:17:10: found access.group without a name; write access.group NAME instead"},
		{"access.group g h", "access.group g 7", "found a malformed access group; write access.group NAME instead"},
		{"parallel_accesses=g", "parallel_accesses=7",
			"found parallel_accesses=7; write parallel_accesses or parallel_accesses=NAME with the name of an access group instead"},
		{"parallel_accesses=g", "parallel_accesses{}", "found parallel_accesses{} without a name"},
		{"parallel_accesses=g", "parallel_accesses{g", "found a malformed parallel_accesses"},
	} {
		_, err := frontend.Build(frontend.Text("k.go", strings.Replace(text, bad.old, bad.new, 1)), "k", frontend.Options{})
		if err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s: %v", bad.new, err)
		}
	}
}
