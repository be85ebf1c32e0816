package loopopt

import (
	"hotloop/loopopt/driver"
	"hotloop/loopopt/nest"
)

// driver runs the driver of loop transformations.
func (p *pipe) driver() bool {
	p.drops = p.opt.Knobs.Dropper(p.f)
	d := driver.NewDriver(p.f, p.opt, &p.out, p.asked, p.drops, transforms())
	nest.NoteVarying(d)
	d.Steps(stagesFor(&p.opt.Knobs))
	d.Missed()
	d.Snapshot()
	p.out.Vectorized = nest.Vectorized(d)
	return true
}
