package main

import (
	"bytes"
	"os"
	"testing"
)

// TestCurrent fails when the templates are not what golang-asm gives for the table.
func TestCurrent(t *testing.T) {
	want, summary := generate()
	if got, err := os.ReadFile("../../ztemplates.go"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("ztemplates.go is stale (%v): run go generate in asm/amd64", err)
	}
	t.Log(summary)
}
