package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const (
	speedAddress = "speed.html"
	speedTitle   = "Speed, plotted"
	// results is what jitbench -suite core -json printed on one machine.
	results = "docs/figures/results.jsonl"
)

// plot writes the page that jitbench makes of the results in the repository.
func (s *site) plot(root string) error {
	dir, err := os.MkdirTemp("", "hotloop-site")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, speedAddress)
	cmd := exec.Command("go", "run", "./cmd/jitbench", "-from", filepath.FromSlash(results), "-html", file)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("jitbench: %w\n%s", err, out)
	}
	s.files[speedAddress], err = os.ReadFile(file)
	return err
}
