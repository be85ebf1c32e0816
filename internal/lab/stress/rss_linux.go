package stress

import (
	"bytes"
	"os"
	"strconv"
)

// rss returns the resident memory of the process in bytes, or 0 if unknown.
func rss() int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(string(fields[1]))
	return pages * os.Getpagesize()
}
