package main

import (
	"strings"
	"testing"

	"hotloop/internal/cli"
)

// TestPanics checks that a command that panics, as the frontend might, prints an error that names the stage, and no
// trace.
func TestPanics(t *testing.T) {
	for _, c := range []struct {
		name, want string
		run        func(*call) error
	}{
		{"check", "internal error in frontend, compiling " + good, func(c *call) error { check(c); panic("a bug") }},
		{"run", "internal error in frontend, compiling Nowhere", func(c *call) error {
			if _, err := c.open(); err == nil {
				return nil
			}
			panic("a bug")
		}},
		{"explain", "internal error in explain, compiling Sum", func(c *call) error {
			c.fn = "Sum"
			if _, err := c.open(); err != nil {
				return err
			}
			panic("a bug")
		}},
	} {
		args := []string{good}
		if c.name == "run" {
			args = append(args, "-func", "Nowhere")
		}
		var stdout, stderr strings.Builder
		h := &cli.Help{Name: "hotloop " + c.name}
		if code := onFile(c.run)(h, output{stdout: &stdout, stderr: &stderr}, args); code != 1 || !strings.Contains(stderr.String(), c.want) ||
			!strings.Contains(stderr.String(), "a bug") ||
			strings.Contains(stderr.String(), "goroutine") {
			t.Errorf("%s: status %d, %s; want 1 and %s", c.name, code, stderr.String(), c.want)
		}
	}
}
