package kernels

// Loops over slices of structs that may overlap in any way.

type stVec struct{ X, Y, Z float32 }

type stRec struct {
	A    uint8
	B    uint8
	Hot  bool
	Side uint8
	N    int32
	V    float32
	W    float32
}

func StOneField(d, s []stVec) {
	for i := range d {
		if i >= len(s) {
			break
		}
		d[i].X = s[i].Y*2 + s[i].Z
	}
}

func StOwnField(d, s []stVec) {
	for i := range s {
		s[i].X = s[i].Y*2 + s[i].Z
	}
	for i := range d {
		d[i].Y, d[i].Z = d[i].Z, d[i].Y
	}
}

func StScale(d, s []stVec) {
	for i := 0; i < len(d) && i < len(s); i++ {
		d[i].X = s[i].X * 3
		d[i].Y = s[i].Y + 1
		d[i].Z = s[i].Z - 2
	}
}

// StAgain reads what it may have written just before.
func StAgain(d, s []stVec) {
	for i := 0; i < len(d) && i < len(s); i++ {
		d[i].X = s[i].X - s[i].Y
		d[i].Y = s[i].X + s[i].Z
	}
}

func StCross(d, s []stVec) {
	for i := 0; i < len(d) && i < len(s); i++ {
		p, q := d[i], s[i]
		d[i].X = float32(p.Y*q.Z) - float32(p.Z*q.Y)
		d[i].Y = float32(p.Z*q.X) - float32(p.X*q.Z)
		d[i].Z = float32(p.X*q.Y) - float32(p.Y*q.X)
	}
}

func StShift(d, s []stVec) {
	for i := 0; i+1 < len(d) && i+1 < len(s); i++ {
		d[i].Z = s[i+1].X
	}
}

func StDown(d, s []stVec) {
	for i := min(len(d), len(s)) - 1; i >= 0; i-- {
		d[i].Y = s[i].X + 1
	}
}

func StSmall(d, s []stRec) (n int) {
	for i := 0; i < len(d) && i < len(s); i++ {
		d[i].V = float32(s[i].Side) + s[i].W
		if s[i].B > 3 {
			if s[i].Side != 2 {
				n++
			}
		}
	}
	return n
}

func StFlags(d, s []stRec) (n int) {
	for i := 0; i < len(d) && i < len(s); i++ {
		d[i].Hot = s[i].N > 4
		d[i].A = s[i].B + 1
	}
	for i := range s {
		if s[i].Hot {
			n += int(s[i].N)
		}
	}
	return n
}

// StThousand has sums that fit 32 bits and divisions by constants.
func StThousand(d, s []stRec) {
	for i := 0; i < len(d) && i < len(s); i++ {
		d[i].A = uint8((299*int(s[i].A) + 587*int(s[i].B) + 114*int(s[i].Side)) / 1000)
	}
}
