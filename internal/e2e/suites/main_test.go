package suites

import (
	"testing"

	"hotloop/internal/e2e"
)

func TestMain(m *testing.M) { e2e.VerifyEach(m) }
