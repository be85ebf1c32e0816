//go:build !linux && !windows

package persist

// Dir is a directory of files. It is not supported on this system.
type Dir struct{}

// Open returns ErrUnsupported.
func Open(string, int64) (*Dir, error) { return nil, ErrUnsupported }

// Path returns the empty string.
func (*Dir) Path() string { return "" }

// Get returns ErrNone.
func (*Dir) Get(Key) ([]byte, error) { return nil, ErrNone }

// Put returns ErrUnsupported.
func (*Dir) Put(Key, []byte) error { return ErrUnsupported }

// Build returns ErrUnsupported.
func Build() (string, error) { return "", ErrUnsupported }
