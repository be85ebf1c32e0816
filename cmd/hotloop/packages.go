package main

import (
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotloop/frontend"
	"hotloop/internal/lab/source"
)

// load reads files and directories. A directory stands for its files except tests and those that build constraints
// exclude on this machine. Files with the same directory and package clause form one source. A file that is named
// twice counts once.
func load(args []string) ([]frontend.Source, error) {
	var order []string
	packages := map[string]frontend.Source{}
	var seen []os.FileInfo
	add := func(name string, info os.FileInfo) error {
		for _, s := range seen {
			if os.SameFile(s, info) {
				return nil
			}
		}
		seen = append(seen, info)
		text, err := os.ReadFile(name)
		if err != nil {
			return usageError{err}
		}
		dir, err := filepath.Abs(filepath.Dir(name))
		if err != nil {
			return usageError{err}
		}
		clause := ""
		if f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.PackageClauseOnly); err == nil {
			clause = f.Name.Name
		}
		key := dir + "\x00" + clause
		if packages[key] == nil {
			order = append(order, key)
		}
		packages[key] = append(packages[key], frontend.File{Name: name, Text: string(text)})
		return nil
	}
	args, err := expand(args)
	if err != nil {
		return nil, usageError{err}
	}
	for _, a := range args {
		info, err := os.Stat(a)
		if err != nil {
			return nil, usageError{err}
		}
		if !info.IsDir() {
			if err := add(a, info); err != nil {
				return nil, err
			}
			continue
		}
		names, err := goFiles(a)
		if err != nil {
			return nil, usageError{err}
		}
		for _, n := range names {
			info, err := os.Stat(n)
			if err == nil {
				err = add(n, info)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	var list []frontend.Source
	for _, k := range order {
		list = append(list, packages[k])
	}
	return list, nil
}

// expand replaces patterns that end in /... by the package directories below them.
func expand(args []string) (list []string, err error) {
	for _, a := range args {
		root, all := strings.CutSuffix(a, "...")
		if !all {
			list = append(list, a)
			continue
		}
		below, err := source.PackageDirs(filepath.Clean(strings.TrimSuffix(root, "/")))
		if err != nil {
			return nil, err
		}
		for _, dir := range below {
			if names, err := goFiles(dir); err == nil && len(names) > 0 { // others have tests only, or files for other machines
				list = append(list, dir)
			}
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("%s: no packages", a)
		}
	}
	return list, nil
}

// goFiles returns the files of the package in a directory that the go command would compile.
func goFiles(dir string) (names []string, err error) {
	p, err := build.ImportDir(dir, 0)
	if _, none := err.(*build.NoGoError); err != nil && !none {
		return nil, err
	}
	for _, name := range slices.Sorted(slices.Values(slices.Concat(p.GoFiles, p.CgoFiles))) {
		names = append(names, filepath.Join(dir, name))
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no Go files for this machine", dir)
	}
	return names, nil
}
