//go:build !linux

package persist

// Dir is a directory of files: there is none here.
type Dir struct{}

// Open fails with ErrUnsupported.
func Open(string, int64) (*Dir, error) { return nil, ErrUnsupported }

// Path is where the directory is.
func (*Dir) Path() string { return "" }

// Get finds nothing.
func (*Dir) Get(Key) ([]byte, error) { return nil, ErrNone }

// Put fails with ErrUnsupported.
func (*Dir) Put(Key, []byte) error { return ErrUnsupported }

// Build fails with ErrUnsupported.
func Build() (string, error) { return "", ErrUnsupported }
