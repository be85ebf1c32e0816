package query

import "math"

// Made from the queries of query_test.go: go test -run TestPlain -update

var _ = math.Abs

func plain0(b *batch, rows, counts []int64, values []float64) {
	var r0 int64
	var n0 int64
	a0 := 0.0
	Int0 := b.Int[0][:b.Len]
	Float0 := b.Float[0][:b.Len]
	for i := 0; i < b.Len; i++ {
		v1 := Float0[i]   // 0
		v2 := Int0[i]     // 1
		v3 := float64(v2) // 2
		v4 := v1 * v3     // 3
		_ = v1
		_ = v2
		_ = v3
		_ = v4
		if true {
			r0++
			n0++
			a0 += v4
		}
	}
	rows[0] = r0
	counts[0], values[0] = n0, a0
}

func plain1(b *batch, rows, counts []int64, values []float64) {
	var r0 int64
	var n0 int64
	a0 := 0.0
	Int0 := b.Int[0][:b.Len]
	Int1 := b.Int[1][:b.Len]
	Float0 := b.Float[0][:b.Len]
	Valid12 := b.Valid[12][:b.Len]
	Float1 := b.Float[1][:b.Len]
	for i := 0; i < b.Len; i++ {
		v1 := Int0[i]               // 0
		v2 := v1 >= int64(365)      // 1
		v3 := !v2                   // 2
		v4 := Int0[i]               // 3
		v5 := v4 < int64(730)       // 4
		v6 := !v5                   // 5
		v7 := v2 && v5              // 6
		v8 := v3 || v6              // 7
		v9 := Float0[i]             // 8
		v10 := Valid12[i]           // 9
		v11 := v9 >= float64(0.05)  // 10
		v12 := v10 && v11           // 11
		v13 := v10 && !v11          // 12
		v14 := v7 && v12            // 13
		v15 := v8 || v13            // 14
		v16 := Float0[i]            // 15
		v17 := Valid12[i]           // 16
		v18 := v16 <= float64(0.07) // 17
		v19 := v17 && v18           // 18
		v20 := v17 && !v18          // 19
		v21 := v14 && v19           // 20
		v22 := v15 || v20           // 21
		v23 := Int1[i]              // 22
		v24 := v23 < int64(24)      // 23
		v25 := !v24                 // 24
		v26 := v21 && v24           // 25
		v27 := v22 || v25           // 26
		v28 := Float1[i]            // 27
		v29 := Float0[i]            // 28
		v30 := Valid12[i]           // 29
		v31 := v28 * v29            // 30
		_ = v1
		_ = v2
		_ = v3
		_ = v4
		_ = v5
		_ = v6
		_ = v7
		_ = v8
		_ = v9
		_ = v10
		_ = v11
		_ = v12
		_ = v13
		_ = v14
		_ = v15
		_ = v16
		_ = v17
		_ = v18
		_ = v19
		_ = v20
		_ = v21
		_ = v22
		_ = v23
		_ = v24
		_ = v25
		_ = v26
		_ = v27
		_ = v28
		_ = v29
		_ = v30
		_ = v31
		if v26 {
			r0++
			if v30 {
				n0++
				a0 += v31
			}
		}
	}
	rows[0] = r0
	counts[0], values[0] = n0, a0
}

func plain2(b *batch, rows, counts []int64, values []float64) {
	var r0 int64
	var n0 int64
	a0 := 0.0
	var n1 int64
	a1 := 0.0
	var n2 int64
	a2 := math.Inf(-1)
	var n3 int64
	a3 := math.Inf(1)
	Int0 := b.Int[0][:b.Len]
	Int1 := b.Int[1][:b.Len]
	Valid1 := b.Valid[1][:b.Len]
	Float0 := b.Float[0][:b.Len]
	Float1 := b.Float[1][:b.Len]
	Valid13 := b.Valid[13][:b.Len]
	for i := 0; i < b.Len; i++ {
		v1 := Float0[i]            // 0
		v2 := Int0[i]              // 1
		v3 := float64(v2)          // 2
		v4 := v1 * v3              // 3
		v5 := float64(int64(1000)) // 4
		v6 := v4 > v5              // 5
		v7 := !v6                  // 6
		v8 := Int1[i]              // 7
		v9 := Valid1[i]            // 8
		v10 := !v9                 // 9
		v11 := v6 || v10           // 10
		v12 := v7 && v9            // 11
		v13 := Float0[i]           // 12
		v14 := Int0[i]             // 13
		v15 := float64(v14)        // 14
		v16 := Float1[i]           // 15
		v17 := Valid13[i]          // 16
		v18 := float64(int64(1))   // 17
		v19 := v18                 // 18
		if v17 {
			v19 = v16
		} // 19
		_ = v1
		_ = v2
		_ = v3
		_ = v4
		_ = v5
		_ = v6
		_ = v7
		_ = v8
		_ = v9
		_ = v10
		_ = v11
		_ = v12
		_ = v13
		_ = v14
		_ = v15
		_ = v16
		_ = v17
		_ = v18
		_ = v19
		if v11 {
			r0++
			n1++
			a1 += v13
			n2++
			a2 = max(a2, v15)
			n3++
			a3 = min(a3, v19)
		}
	}
	rows[0] = r0
	counts[0], values[0] = n0, a0
	counts[1], values[1] = n1, a1
	counts[2], values[2] = n2, a2
	counts[3], values[3] = n3, a3
}

func plain3(b *batch, rows, counts []int64, values []float64) {
	var r0 int64
	var n0 int64
	a0 := 0.0
	var n1 int64
	a1 := 0.0
	Int0 := b.Int[0][:b.Len]
	Valid0 := b.Valid[0][:b.Len]
	Int1 := b.Int[1][:b.Len]
	Float0 := b.Float[0][:b.Len]
	Float1 := b.Float[1][:b.Len]
	Valid13 := b.Valid[13][:b.Len]
	for i := 0; i < b.Len; i++ {
		v1 := Int0[i]             // 0
		v2 := Valid0[i]           // 1
		v3 := v1 == int64(3)      // 2
		v4 := v2 && v3            // 3
		v5 := v2 && !v3           // 4
		v6 := Float0[i]           // 5
		v7 := float64(int64(50))  // 6
		v8 := v6 - v7             // 7
		v9 := math.Abs(v8)        // 8
		v10 := float64(int64(25)) // 9
		v11 := v9 < v10           // 10
		v12 := !v11               // 11
		v13 := v5 && v11          // 12
		v14 := v4 || v12          // 13
		v15 := Float1[i]          // 14
		v16 := Valid13[i]         // 15
		v17 := Float0[i]          // 16
		v18 := Float1[i]          // 17
		v19 := Valid13[i]         // 18
		v20 := float64(int64(0))  // 19
		v21 := v20                // 20
		if v19 {
			v21 = v18
		} // 21
		v22 := float64(int64(1)) // 22
		v23 := v22 - v21         // 23
		v24 := v17 * v23         // 24
		v25 := Int1[i]           // 25
		v26 := float64(v25)      // 26
		v27 := v24 * v26         // 27
		_ = v1
		_ = v2
		_ = v3
		_ = v4
		_ = v5
		_ = v6
		_ = v7
		_ = v8
		_ = v9
		_ = v10
		_ = v11
		_ = v12
		_ = v13
		_ = v14
		_ = v15
		_ = v16
		_ = v17
		_ = v18
		_ = v19
		_ = v20
		_ = v21
		_ = v22
		_ = v23
		_ = v24
		_ = v25
		_ = v26
		_ = v27
		if v13 {
			r0++
			if v16 {
				n0++

			}
			n1++
			a1 += v27
		}
	}
	rows[0] = r0
	counts[0], values[0] = n0, a0
	counts[1], values[1] = n1, a1
}

func plain4(b *batch, rows, counts []int64, values []float64) {
	var r0 int64
	var n0 int64
	a0 := 0.0
	Int0 := b.Int[0][:b.Len]
	Int1 := b.Int[1][:b.Len]
	Int2 := b.Int[2][:b.Len]
	Valid2 := b.Valid[2][:b.Len]
	for i := 0; i < b.Len; i++ {
		v1 := Int0[i]          // 0
		v2 := v1 * int64(2)    // 1
		v3 := Int1[i]          // 2
		v4 := v3 * int64(3)    // 3
		v5 := v2 + v4          // 4
		v6 := Int2[i]          // 5
		v7 := Valid2[i]        // 6
		v8 := v5 - v6          // 7
		v9 := v8 > int64(5000) // 8
		v10 := v7 && v9        // 9
		v11 := v7 && !v9       // 10
		_ = v1
		_ = v2
		_ = v3
		_ = v4
		_ = v5
		_ = v6
		_ = v7
		_ = v8
		_ = v9
		_ = v10
		_ = v11
		if v10 {
			r0++
		}
	}
	rows[0] = r0
	counts[0], values[0] = n0, a0
}

func plain5(b *batch, rows, counts []int64, values []float64) {
	Int0 := b.Int[0][:b.Len]
	Int1 := b.Int[1][:b.Len]
	Valid1 := b.Valid[1][:b.Len]
	Int2 := b.Int[2][:b.Len]
	Float0 := b.Float[0][:b.Len]
	Float1 := b.Float[1][:b.Len]
	Valid13 := b.Valid[13][:b.Len]
	for i := 0; i < b.Len; i++ {
		v1 := Int0[i]          // 0
		v2 := v1 < int64(1000) // 1
		v3 := !v2              // 2
		v4 := Int1[i]          // 3
		v5 := Valid1[i]        // 4
		v6 := Float0[i]        // 5
		v7 := Int2[i]          // 6
		v8 := float64(v7)      // 7
		v9 := v6 * v8          // 8
		v10 := Float1[i]       // 9
		v11 := Valid13[i]      // 10
		_ = v1
		_ = v2
		_ = v3
		_ = v4
		_ = v5
		_ = v6
		_ = v7
		_ = v8
		_ = v9
		_ = v10
		_ = v11
		if v2 && uint64(v4) < uint64(len(rows)) && v5 {
			k := int(v4)
			rows[k]++
			counts[1*len(rows)+k]++
			values[1*len(rows)+k] += v9
			if v11 {
				counts[2*len(rows)+k]++
				values[2*len(rows)+k] += v10
			}
		}
	}
}
