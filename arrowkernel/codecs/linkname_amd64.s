// This file lets the test declare functions without a body.
