// Package live shows what the kernels of a running program do: how often they are called, how long calls take, what
// share of the processors that is, and which functions run as Go code, and why. Importing it changes nothing; a program
// mounts its handler where it likes:
//
//	mux.Handle("/debug/hotloop/", live.Handler())
//
// Below that path there are a page for people, which works without script too; the same as JSON at json, as [Snapshot]
// describes; and for Prometheus at metrics, in the text format 0.0.4. The page leads to one for each kernel, with its
// source, its remarks and its plans. The command hotloop top shows the JSON in a terminal:
//
//	hotloop top http://localhost:8080/debug/hotloop/
//
// # Who may see it
//
// The handler only reads, and answers GET and HEAD alone. What it shows is not for the public: the source text of
// kernels with its comments, names of files, compiler options with the values of arguments that are fixed, and how busy
// the process is. Mount it where net/http/pprof would be mounted: at an address of the local machine, or behind
// authentication.
//
// # What the figures mean
//
// Calls are counted from the first request to two minutes after the last one. Before and after
// that a call costs nothing more than in a program without this package, and a kernel keeps the code that it has.
//
// Even then not every call is counted, but those in windows of 0.25 ms. A cycle of about a quarter of a second has ten.
// The time between is chosen at random, so that no rhythm of the program's own is mistaken for its
// load. In eight of the ten windows only the number of calls is counted, which takes about 10 ns a call; in the other two
// their time and elements too, which takes about 100 ns. On average that is less than a nanosecond a call. The rates are
// extrapolated from the eight, and the time and the elements of a call are the means of the two. Kernels that are called
// less than a thousand times a second are timed all the time, as long as all of these together are called less than ten
// thousand times a second: their figures are exact, and counting takes less than a thousandth of a processor. Averages
// forget with a time constant of ten seconds.
//
// [Kernel.Uncertain] is the standard error of the rate of calls that follows from the number of calls that were counted and
// from the differences between cycles. Beyond that:
//
//   - A goroutine that does little but call makes fewer calls while they are counted. How many fewer is known from the two
//     kinds of windows, and the rates allow for it. They are off by less than 1 % up to 3 million calls a second of a
//     goroutine, and by less than 4 % up to 20 million; by 10 % if counting takes twice as long there as the sampler has measured.
//   - Calls that are made at their own pace have no such error.
//   - Where more threads want to run than there are processors, the program may run more or less while a window is open
//     than it does between windows, and the rates have been off by tens of percent. The standard error does not show that.
//     The time of a call then has in it what the goroutine waits for a processor.
//   - The calls of a kernel in the cycle that it is compiled in are missing.
//
// The time of a call is that on the clock, from the entry into the kernel to its end. It includes what the goroutine
// waits where a long call yields to the scheduler. The share of CPU is the sum of these times divided by the time that
// has passed: 1 is one processor, as in top. A call is counted when it ends. One that ends in a panic is not counted,
// and neither are calls of functions that run as Go code or in the interpreter. Elements are the sum of the lengths of
// the longest slice or string in the arguments of each call; they are unknown for signatures without, and for those
// with dozens of words.
//
// A kernel is what was compiled once: kernels of the same text, type and options are one, and so are those of a method
// for all its receivers. Kernels with the option hotloop.Adapt have an entry for each version that was compiled. One
// with the option hotloop.Lazy or hotloop.Background has none until it is compiled. The list does not keep kernels
// alive: one that the program does not use any more disappears when the cache of the process and the garbage collector
// drop it.
package live
