package hotloop_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hotloop/bench/child"
)

const moduleText = `package main

import (
	_ "embed"
	"fmt"

	"hotloop"
)

//go:embed main.go
var src string

func Saxpy(y, x []float32, a float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}

func main() {
	y, x := []float32{1, 2, 3}, []float32{10, 20, 30}
	hotloop.Accelerate(Saxpy, src).Func(y, x, 2)
	fmt.Println(y)
}
`

// TestModule does what README.md says a module must do that uses hotloop, each way in a module of its own, without a
// network.
func TestModule(t *testing.T) {
	if child.Emulated() || testing.Short() {
		t.Skip("builds a program for this machine")
	}
	gocmd, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	repository, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## In your module\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := regexp.MustCompile("(?s)```\n(.*?)```").FindAllStringSubmatch(section, -1)
	if len(blocks) != 2 {
		t.Fatalf("README.md shows %d ways, not go mod and go work", len(blocks))
	}
	for i, name := range []string{"replace", "workspace"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{"go.mod": "module scratch\n\ngo 1.24\n", "main.go": moduleText} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for line := range strings.Lines(blocks[i][1] + "go run .\n") {
				command, _, _ := strings.Cut(line, "#")
				words := strings.Fields(strings.ReplaceAll(command, "../hotloop", repository))
				if len(words) < 2 || words[0] != "go" {
					t.Fatalf("README.md: %q is no go command", line)
				}
				cmd := exec.Command(gocmd, words[1:]...)
				cmd.Dir = dir
				// What hotloop needs is in the module cache, or this would not have been built.
				cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=", "GOWORK=", "PWD="+dir)
				out, err := cmd.Output()
				if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
					if text := string(failed.Stderr); strings.Contains(text, "disabled by GOPROXY=off") {
						t.Skipf("%s: the module cache lacks something: %s", line, text)
					} else {
						t.Fatalf("%s: %s", line, text)
					}
				} else if err != nil {
					t.Fatal(err)
				}
				if words[1] == "run" && string(out) != "[21 42 63]\n" {
					t.Errorf("the program prints %q", out)
				}
			}
		})
	}
}
