// Package ahead tests the assembly that hotloop gen writes for the suites: it is built for several systems, and its tests run.
package ahead
