package pkg

func max(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

func set(g float32) { lut[0] = g }

type table struct{ rows []float32 }

// Scale is a method.
func (t *table) Scale(a float32) {
	for i := range t.rows {
		t.rows[i] *= a
	}
}
