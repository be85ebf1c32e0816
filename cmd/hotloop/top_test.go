package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"hotloop"
	"hotloop/live"
	"hotloop/runtime"
)

// TestTop asks this process for its kernels.
func TestTop(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	k, err := hotloop.Compile[func([]int32)]("package k\n\nfunc Topped(x []int32) {\n\tfor i := range x {\n\t\tx[i] += 3\n\t}\n}\n", "Topped",
		hotloop.WithFileName("topped.go"))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	mux := http.NewServeMux()
	mux.Handle("/debug/hotloop/", live.Handler())
	s := httptest.NewServer(mux)
	defer s.Close()
	address := s.URL + "/debug/hotloop"
	for _, c := range []struct {
		args           string // separated by |
		code           int
		stdout, stderr []string // parts, in order
	}{
		{"-n|1|-filter|topped|" + address, 0, []string{"1 of ", "CALLS/S", "KERNEL", "Topped", "topped.go:3:6\n"}, nil},
		{"-n|2|-every|1ms|-filter|no such|" + strings.TrimPrefix(address, "http://") + "/", 0, []string{"0 of ", "KERNEL", "\n\n", "0 of "}, nil},
		{"-kernel|Topped|" + address, 0, []string{"Topped  func([]int32)", "calls/s", "remarks", "loop vectorized", "source", "x[i] += 3"}, nil},
		{"-kernel|None|" + address, 1, nil, []string{"there is no kernel None"}},
		{"-n|1|" + s.URL, 1, nil, []string{"404 Not Found"}},
		{"-n|1|http://localhost:1/", 1, nil, []string{"hotloop top: Get"}},
		{"-sort|color|" + address, 2, nil, []string{"usage: hotloop top"}},
		{"", 2, nil, []string{"usage: hotloop top"}},
		{"ftp://localhost/", 2, nil, []string{"use http://HOST:PORT/PATH/"}},
	} {
		var stdout, stderr strings.Builder
		args := strings.Split("top|"+c.args, "|")
		if c.args == "" {
			args = args[:1]
		}
		if code := run(args, &stdout, &stderr); code != c.code {
			t.Errorf("%s: status %d, not %d: %s", c.args, code, c.code, stderr.String())
		}
		inOrder(t, c.args+", stdout", stdout.String(), c.stdout)
		inOrder(t, c.args+", stderr", stderr.String(), c.stderr)
	}
	var out strings.Builder
	if code := run([]string{"top", "-n", "1", "-json", "-filter", "topped", address}, &out, &out); code != 0 {
		t.Error(out.String())
	}
	var snapshot live.Snapshot
	if err := json.Unmarshal([]byte(out.String()), &snapshot); err != nil || len(snapshot.Kernels) != 1 || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%v: %s", err, out.String())
	}
}
