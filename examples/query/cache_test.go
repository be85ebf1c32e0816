package query

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"hotloop"
)

// wide is a table of eight columns, and filters are queries of seven of them, each with other numbers.
func wide(rows int) *Table {
	var columns []Column
	for c := range 8 {
		values := make([]int64, rows)
		for i := range values {
			values[i] = int64((i*7919 + c*104729) % 1000)
		}
		columns = append(columns, Column{Name: fmt.Sprintf("c%d", c), Ints: values})
	}
	t, err := NewTable(columns...)
	if err != nil {
		panic(err)
	}
	return t
}

func filters(n int) (list []Query) {
	for i := range n {
		var terms []string
		for c := range 7 {
			terms = append(terms, fmt.Sprintf("c%d >= %d && c%d < %d", c, (i+c)%50, c, 950-i%40))
		}
		list = append(list, Query{Where: strings.Join(terms, " && "), Aggregates: []string{"count()", "sum(c7)"}})
	}
	return list
}

// TestCache: queries that another process has compiled are loaded, and have the same answers.
func TestCache(t *testing.T) {
	const env = "HOTLOOP_QUERY_CACHE"
	dir := os.Getenv(env)
	child := dir != ""
	if !child {
		dir = t.TempDir()
		if err := os.Chmod(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	table, kept := wide(1000), wide(1000)
	kept.Options = []hotloop.Option{hotloop.CacheDir(dir)}
	var times []time.Duration
	var compiled []*Compiled
	for _, q := range filters(41) {
		k, err := kept.Compile(q)
		if err != nil {
			t.Fatal(err)
		}
		if k.Err() != nil {
			t.Skip(k.Err())
		}
		s := k.Stats()
		if want := hotloop.CacheStored; child && s.Cache != hotloop.CacheLoaded || !child && s.Cache != want {
			t.Fatalf("the code was %s", s.Cache)
		}
		times, compiled = append(times, s.Total), append(compiled, k)
	}
	for i, q := range filters(41) {
		k := compiled[i]
		c, err := table.Compile(q)
		if err != nil {
			t.Fatal(err)
		}
		got, err1 := k.Run(context.Background())
		want, err2 := c.Run(context.Background())
		if err1 != nil || err2 != nil || !reflect.DeepEqual(got, want) {
			t.Fatal(got, err1, want, err2)
		}
	}
	first := times[0]
	slices.Sort(times)
	fmt.Printf("child %v: first %v, median %v, p90 %v\n", child, first, times[len(times)/2], times[len(times)*9/10])
	if child {
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestCache$", "-test.v")
	cmd.Env = append(os.Environ(), env+"="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestCache") {
		t.Fatalf("%v %s", err, out)
	}
	t.Logf("%s", out)
}
