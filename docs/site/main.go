// Command site writes hotloop's documents as pages of HTML: the README, and all documents, sources and pictures that it
// leads to. The pages need no network and no server.
//
//	go run -C docs/site . -o DIR
//
// DIR/index.html is the README. A document has the address of its file, with .html in place of .md.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("o", "", "folder to write `to`, which is made if it does not exist")
	root := flag.String("root", "../..", "`folder` of the repository")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	s, err := buildAll(*root)
	if err == nil {
		err = s.write(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("wrote %d files; open %s\n", len(s.files), filepath.Join(*out, "index.html"))
}

// buildAll makes the whole site of the repository in a folder.
func buildAll(root string) (*site, error) {
	s, err := build(os.DirFS(root), made{kernelsTitle, kernelsAddress}, made{speedTitle, speedAddress})
	if err == nil {
		err = s.explainKernels()
	}
	if err == nil {
		err = s.plot(root)
	}
	return s, err
}

// write writes the files into a folder.
func (s *site) write(dir string) error {
	for name, content := range s.files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, content, 0o666); err != nil {
			return err
		}
	}
	return nil
}
