//go:build !amd64

package upper

// Clear does nothing: there are no upper halves that other code would have to keep.
func Clear() {}
