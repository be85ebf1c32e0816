//go:build !race && ((amd64 && (linux || windows)) || (arm64 && linux))

package codecs_test

const fallback = false
