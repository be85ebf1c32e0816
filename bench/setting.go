package bench

// A Setting says what results were measured with, and on what.
type Setting struct {
	Date     string            `json:"date"`
	Commit   string            `json:"commit"`  // of hotloop, + if files differed from it
	Machine  string            `json:"machine"` // as the processor names itself
	March    string            `json:"march"`   // its microarchitecture, in LLVM's spelling
	Platform string            `json:"platform,omitempty"`
	Cores    int               `json:"cores"`
	GHz      float64           `json:"ghz,omitempty"` // of the clock before the measurement; 0 if unknown
	Version  map[string]string `json:"versions"`      // of the peers
	Command  string            `json:"command"`       // the flags
}
