package vars

// Set changes variables that kernels in the other file use.
func Set(g float64, l [4]int) {
	factor = g
	lut = l
}

// Vars are pointers to the variables.
func Vars() map[string]any {
	return map[string]any{"gain": &gain, "factor": &factor, "lut": &lut, "conf": &conf, "total": &total, "bins": &bins, "rows": &rows, "flag": &flag, "small": &small}
}

// State is what the variables hold.
type State struct {
	Gain, Total, Factor float64
	Lut                 [4]int
	Conf                config
	Bins                [8]int32
	Rows                [4][16]float32
	Flag                bool
	Small               int8
}

// Get reads the variables.
func Get() State { return State{gain, total, factor, lut, conf, bins, rows, flag, small} }

// Put sets them.
func Put(s State) {
	gain, total, factor, lut, conf, bins, rows, flag, small = s.Gain, s.Total, s.Factor, s.Lut, s.Conf, s.Bins, s.Rows, s.Flag, s.Small
}

// SetConf sets one of them.
func SetConf(scale float64, a, b float32) { conf = config{scale, [2]float32{a, b}} }
