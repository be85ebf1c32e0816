// Package ahead tests the assembly that hotloop gen writes for the suites: it is built for all systems, and its tests run.
package ahead
