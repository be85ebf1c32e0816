// Package targets lists the targets that the tests of package isel and its subpackages use.
package targets

import (
	"runtime"
	"testing"

	"hotloop/cpu"
	"hotloop/isel"
	_ "hotloop/isel/all" // to compile for processors of other architectures
)

// Host are the tiers that this machine can run.
func Host(t *testing.T) (ts []*isel.Target) {
	host := cpu.Host()
	for _, tier := range cpu.Tiers(runtime.GOARCH) {
		f, err := host.Limit(tier.String())
		if err != nil || f.Tier != tier {
			t.Logf("%s skipped: this machine does not have it", tier)
			continue
		}
		ts = append(ts, isel.TargetFor(f))
	}
	return ts
}

// All are, for every tier that there is code for, the target without extensions and, if it is another, with all
// of them, whatever this machine has: lowering needs no hardware.
func All() (list []*isel.Target) {
	for _, arch := range cpu.Architectures() {
		for _, tier := range cpu.Tiers(arch) {
			plain := cpu.Features{Tier: tier, Tuning: cpu.Baseline(tier).Tuning}
			full := plain
			full.Flags = ^cpu.Flag(0)
			for _, f := range []cpu.Features{plain, full} {
				if t := isel.TargetFor(f); t != nil {
					list = append(list, t)
				}
			}
		}
	}
	return list
}
