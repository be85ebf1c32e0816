package cpu

import (
	"fmt"
	"slices"
)

// Limit returns f without the extensions beyond the named tier. It is an upper bound: naming a better tier than f
// has returns f unchanged. A tier of another architecture is an error, since limiting f to it would silently mean
// Scalar.
func (f Features) Limit(name string) (Features, error) {
	arch := f.Tier.Arch()
	if arch == "" {
		arch = hostArch
	}
	t, err := parseTierOf(arch, name)
	if err != nil {
		return f, err
	}
	return f.limitTier(t), nil
}

// parseTierOf parses the name of a tier that processors of an architecture may be limited to.
func parseTierOf(arch, name string) (Tier, error) {
	t, err := ParseTier(name)
	switch {
	case err != nil || t == Scalar || t.Arch() == arch:
		return t, err
	case arch == hostArch:
		return t,
			fmt.Errorf("cpu: instruction set %q belongs to %s, this program runs on %s: its code can be looked at "+
				"here (Baseline, hotloop dump) but not run; build with GOARCH=%[2]s to run it", t, t.Arch(), arch)
	}
	return t, fmt.Errorf("cpu: instruction set %q belongs to %s, the code is for %s", t, t.Arch(), arch)
}

// Arch returns the GOARCH that a tier belongs to, or "" for Scalar, which belongs to all.
func (t Tier) Arch() string {
	switch t {
	case AVX2, AVX512:
		return "amd64"
	case NEON:
		return "arm64"
	}
	return ""
}

// Architectures lists the GOARCHs that have tiers.
func Architectures() (list []string) {
	for t := range Tier(len(tierNames)) {
		if a := t.Arch(); a != "" && !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// Tiers lists the tiers that an architecture has code generators for, lowest first. Code for all of them can be
// generated on every host, with Baseline, and run where Host has the tier.
func Tiers(arch string) (list []Tier) {
	for t := range Tier(len(tierNames)) {
		if t != Scalar && t.Arch() == arch {
			list = append(list, t)
		}
	}
	return list
}

// Tiers lists the tiers of the processor, lowest first, ending with its own. Tiers of other architectures are not
// included.
func (f Features) Tiers() []Tier {
	list := Tiers(f.Tier.Arch())
	return list[:slices.Index(list, f.Tier)+1]
}

// limitTier removes flags, so that Has and tierOf stay consistent.
func (f Features) limitTier(t Tier) Features {
	if t >= f.Tier {
		return f
	}
	switch t {
	case AVX2:
		f.Flags &^= evexOnly
	case Scalar:
		f.Flags = 0
	}
	f.Tier = tierOf(f.Flags)
	return f
}

// Baseline describes a processor that has exactly the extensions of a tier, with the generic tuning of its
// architecture level. Compiling for it gives the same code on every host, which listings and golden files need.
func Baseline(t Tier) Features {
	f := Features{Tier: t, Caches: Caches{L1D: 32 << 10, L1I: 32 << 10, L2: 1 << 20, L3: 32 << 20, Line: 64}}
	switch t {
	case AVX2:
		f.Flags = needAVX2
	case AVX512:
		f.Flags = needAVX512
	case NEON:
		f.Flags = needNEON
	}
	f.March, f.Tuning = tune(f)
	return f
}
