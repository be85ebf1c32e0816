//go:build linux || windows

package persist

import (
	"encoding/base64"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
)

// Build returns a string that identifies the program's code: the build ID from the go command, which changes with
// any package, compiler or flag, and the versions of the modules. If the build ID is not from the go command, because
// some build systems give all executables the same ID, or none, it is a hash of the file on Linux, and an error on
// Windows. It returns an error if this code is not in the executable but in a loaded library.
func Build() (string, error) {
	built.once.Do(func() { built.id, built.err = identifyProgram() })
	return built.id, built.err
}

// built holds what Build returns. With sync.OnceValues every program would link identifyProgram.
var built struct {
	once sync.Once
	id   string
	err  error
}

// own reports whether the go command generated a build ID. Such an ID has four hashes: of the inputs of linking,
// of the inputs of compiling package main, of the compiled package, and of the executable. For the last, go run
// and go test repeat the first. A linker flag can replace the ID with any text. The flag is recorded only if the
// go command gets it, and only without -trimpath. So other repeated parts are not accepted as hashes either.
func own(id string, info *debug.BuildInfo) bool {
	if info == nil {
		return false
	}
	for _, s := range info.Settings {
		if s.Key == "-ldflags" && strings.Contains(s.Value, "buildid") {
			return false
		}
	}
	hashes := strings.Split(id, "/")
	for i, h := range hashes {
		raw, err := base64.RawURLEncoding.DecodeString(h)
		if err != nil || len(raw) != buildHash || i < 3 && slices.Contains(hashes[:i], h) {
			return false
		}
		slices.Sort(raw)
		if len(slices.Compact(raw)) < buildHash/2 { // this rejects one of 10^13 true hashes
			return false
		}
	}
	return len(hashes) == 4
}

// versions returns the versions of the program's modules, including hotloop, as far as the go command knows them.
func versions(info *debug.BuildInfo) string {
	s := ""
	for _, m := range append(info.Deps, &info.Main) {
		for ; m != nil; m = m.Replace {
			s += " " + m.Path + " " + m.Version + " " + m.Sum
		}
	}
	return s
}

// buildHash is the length in bytes of a hash in a build ID.
const buildHash = 15
