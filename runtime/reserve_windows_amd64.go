package runtime

// faultReserve is the number of bytes of stack that are free below a kernel that runs, in addition to what the Go
// runtime leaves free below every function: 4096 bytes for the system and more than 800 for functions without a check.
//
// Windows handles an exception on the stack of the thread, which is that of the goroutine. It stores the registers
// there: 1232 bytes of CONTEXT, 3375 with AVX-512, and 11567 if the thread may use the tiles of AMX. The record and
// its frames add 200. Then it calls the handlers. Those that the exception passes through, up to the Go runtime's,
// which changes to another stack, take 3 KB in Windows and 500 bytes in Go. With AVX-512 that is more than the Go
// runtime leaves free, and what it lacks would be overwritten below the stack (golang.org/issue/81238; the sizes of
// CONTEXT are from there). The Go runtime has this problem for its own code; kernels do not add to it.
const faultReserve = 12 << 10

var _ [faultReserve]struct{} = [12288]struct{}{} // in the assembly
