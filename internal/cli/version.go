package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// Version is the version of a program.
type Version struct {
	Program  string `json:"program"`
	Version  string `json:"version"`            // of the module, or "(devel)"
	Commit   string `json:"commit,omitempty"`   // empty if it was not recorded
	Modified bool   `json:"modified,omitempty"` // whether files differed from the commit
	Date     string `json:"date,omitempty"`     // of the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// VersionOf returns the version of the running program.
func VersionOf(program string) Version {
	v := Version{Program: program, Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Version = cmp.Or(info.Main.Version, v.Version)
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		case "vcs.time":
			v.Date = s.Value
		}
	}
	return v
}

// Short returns the first digits of the commit, with + if files differed from it; "" if it is unknown.
func (v *Version) Short() string {
	short := v.Commit[:min(len(v.Commit), 10)]
	if short != "" && v.Modified {
		short += "+"
	}
	return short
}

// Print prints the version as a line, or as JSON.
func (v *Version) Print(w io.Writer, asJSON bool) {
	if asJSON {
		text, _ := json.MarshalIndent(v, "", "  ") // which has no failing types
		fmt.Fprintf(w, "%s\n", text)
		return
	}
	fmt.Fprintf(w, "%s version %s", v.Program, v.Version)
	if v.Commit != "" {
		fmt.Fprintf(w, " commit %s %s", v.Short(), v.Date)
	}
	fmt.Fprintf(w, " %s %s\n", v.Go, v.Platform)
}
