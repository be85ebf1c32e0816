package cpu

import (
	"fmt"
	"sync"
)

// limit is the process-wide upper bound that SetLimit leaves for Detect.
var limit struct {
	sync.RWMutex
	set  bool
	tier Tier
}

// Detect returns the features to generate code for: what the host offers, cut
// down to the process-wide limit if SetLimit gave one.
func Detect() Features {
	f := Host()
	limit.RLock()
	defer limit.RUnlock()
	if limit.set {
		f = f.limitTier(limit.tier)
	}
	return f
}

// SetLimit applies a knob such as `HOTLOOP=isa=avx2`: later calls of Detect
// return no more than the named tier. The empty name removes the limit.
func SetLimit(name string) error {
	var t Tier
	if name != "" {
		var err error
		if t, err = parseHostTier(name); err != nil {
			return err
		}
	}
	limit.Lock()
	defer limit.Unlock()
	limit.set, limit.tier = name != "", t
	return nil
}

// Limit returns f without what goes beyond the named tier. It is an upper
// bound: naming a better tier than f has leaves f as it is. A tier of another
// architecture is an error, since obeying it would silently mean Scalar.
func (f Features) Limit(name string) (Features, error) {
	t, err := parseHostTier(name)
	if err != nil {
		return f, err
	}
	return f.limitTier(t), nil
}

func parseHostTier(name string) (Tier, error) {
	t, err := ParseTier(name)
	if err == nil && t != Scalar && t.arch() != hostArch {
		err = fmt.Errorf("cpu: instruction set %q belongs to %s, this program runs on %s", t, t.arch(), hostArch)
	}
	return t, err
}

// arch is the GOARCH a tier belongs to.
func (t Tier) arch() string {
	switch t {
	case AVX2, AVX512:
		return "amd64"
	case NEON:
		return "arm64"
	}
	return ""
}

// limitTier drops flags, so that Has and tierOf keep telling the same story.
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

// Baseline describes a processor that has exactly what a tier asks for, with the generic tuning of its architecture
// level. Compiling for it gives the same code on every host: for listings and golden files.
func Baseline(t Tier) Features {
	f := Features{Tier: t, Caches: Caches{L1D: 32 << 10, L1I: 32 << 10, L2: 1 << 20, L3: 32 << 20, Line: 64}}
	switch t {
	case AVX2:
		f.Flags = needAVX2
	case AVX512:
		f.Flags = needAVX512
	case NEON:
		f.Flags = FlagASIMD
	}
	f.March, f.Tuning = tune(f)
	return f
}
