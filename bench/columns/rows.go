package columns

// Order is a row of a table of orders.
type Order struct {
	Price    float64
	Quantity int32
	Product  uint16
	State    uint16
}

// CopyOrders copies rows into a larger table.
func CopyOrders(dst, src []Order) {
	for i := range src {
		dst[i] = src[i]
	}
}

// ClearOrders forgets rows.
func ClearOrders(rows []Order) {
	for i := range rows {
		rows[i] = Order{}
	}
}

// Box is what an index of places has in its leaves.
type Box struct{ MinX, MinY, MaxX, MaxY float32 }

// Reorder puts boxes in the order that a sort of their keys has found.
func Reorder(dst, src []Box, order []int32) {
	for i, at := range order {
		dst[i] = src[at]
	}
}

// Descending turns the order of rows around.
func Descending(rows []Box) {
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
}
