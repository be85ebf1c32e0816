//go:build race || !((amd64 && (linux || windows)) || (arm64 && linux))

package codecs_test

// fallback reports whether kernels run as Go code.
const fallback = true
