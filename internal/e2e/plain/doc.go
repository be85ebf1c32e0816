// Package plain tests the public interface where no machine code can run and no compiler is linked. Its tests import
// nothing that does not build there.
package plain
