// Package knobs implements the knobs of HOTLOOP that change a compilation for the sake of tests: shuffle,
// order=legacy, drop-metadata and plant. A program that imports it accepts them; see config.Lab.
package knobs

import (
	"hotloop/loopopt"
	"hotloop/loopopt/config"
)

func init() {
	config.Lab = &config.Laboratory{Shuffle: shuffled, Drop: newDropper, Plant: planted}
	loopopt.LegacyStages = legacyStages
}
