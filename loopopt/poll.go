package loopopt

import "hotloop/loopopt/poll"

// poll makes loops preemptible, unless a knob disables polls to measure their cost.
func (p *pipe) poll() bool {
	k := &p.opt.Knobs
	if k.NoPolls && (k.Func == "" || k.Func == p.f.Name) {
		return false
	}
	return poll.Poll(p.f)
}
