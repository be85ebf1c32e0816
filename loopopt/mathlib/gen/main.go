package main

import (
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	lib, err := load(".")
	if err != nil {
		log.Fatal(err)
	}
	texts, err := lib.texts()
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(".", name), text, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}
