package nests

// Of everything: an image filter, paths in a graph, the folding of a strand of RNA.

// Deriche detects edges in an image of w columns of h pixels, by recursive filters along columns and along rows, forth
// and back; y1 and y2 receive the sums of both directions. e is exp(-alpha), b1 is 2 to the power of -alpha.
func Deriche[T float32 | float64](w, h int, alpha, e, b1 T, in, out, y1, y2 []T) {
	k := (1 - e) * (1 - e) / (1 + 2*alpha*e - e*e)
	a1, a5 := k, k
	a2 := k * e * (alpha - 1)
	a6 := a2
	a3 := k * e * (alpha + 1)
	a7 := a3
	a4 := -k * e * e
	a8 := a4
	b2 := -e * e
	for i := 0; i < w; i++ {
		var ym1, ym2, xm1 T
		for j := 0; j < h; j++ {
			y1[i*h+j] = a1*in[i*h+j] + a2*xm1 + b1*ym1 + b2*ym2
			xm1 = in[i*h+j]
			ym2 = ym1
			ym1 = y1[i*h+j]
		}
	}
	for i := 0; i < w; i++ {
		var yp1, yp2, xp1, xp2 T
		for j := h - 1; j >= 0; j-- {
			y2[i*h+j] = a3*xp1 + a4*xp2 + b1*yp1 + b2*yp2
			xp2 = xp1
			xp1 = in[i*h+j]
			yp2 = yp1
			yp1 = y2[i*h+j]
		}
	}
	for i := 0; i < w; i++ {
		for j := 0; j < h; j++ {
			out[i*h+j] = y1[i*h+j] + y2[i*h+j]
		}
	}
	for j := 0; j < h; j++ {
		var tm1, ym1, ym2 T
		for i := 0; i < w; i++ {
			y1[i*h+j] = a5*out[i*h+j] + a6*tm1 + b1*ym1 + b2*ym2
			tm1 = out[i*h+j]
			ym2 = ym1
			ym1 = y1[i*h+j]
		}
	}
	for j := 0; j < h; j++ {
		var tp1, tp2, yp1, yp2 T
		for i := w - 1; i >= 0; i-- {
			y2[i*h+j] = a7*tp1 + a8*tp2 + b1*yp1 + b2*yp2
			tp2 = tp1
			tp1 = out[i*h+j]
			yp2 = yp1
			yp1 = y2[i*h+j]
		}
	}
	for i := 0; i < w; i++ {
		for j := 0; j < h; j++ {
			out[i*h+j] = y1[i*h+j] + y2[i*h+j]
		}
	}
}

// FloydWarshall replaces the lengths of edges between n nodes by those of the shortest paths.
func FloydWarshall[T float32 | float64](n int, path []T) {
	for k := 0; k < n; k++ {
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				if d := path[i*n+k] + path[k*n+j]; d < path[i*n+j] {
					path[i*n+j] = d
				}
			}
		}
	}
}

// Nussinov fills the table of how many pairs any part of a strand of n bases can form at most; bases that pair add up
// to three.
func Nussinov[T float32 | float64](n int, seq, table []T) {
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			if table[i*n+j] < table[i*n+j-1] {
				table[i*n+j] = table[i*n+j-1]
			}
			if i+1 < n {
				if table[i*n+j] < table[(i+1)*n+j] {
					table[i*n+j] = table[(i+1)*n+j]
				}
				pair := table[(i+1)*n+j-1]
				if i < j-1 && seq[i]+seq[j] == 3 {
					pair++
				}
				if table[i*n+j] < pair {
					table[i*n+j] = pair
				}
			}
			for k := i + 1; k < j; k++ {
				if s := table[i*n+k] + table[(k+1)*n+j]; table[i*n+j] < s {
					table[i*n+j] = s
				}
			}
		}
	}
}
