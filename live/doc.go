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
// Even then not every call is counted. A counted call takes some tens of nanoseconds more, so the calls of a kernel that
// is called often are counted for 0.25 ms of each 25 ms, and those of one that is called very often for a quarter of that:
// the average cost is below a nanosecond a call. The time between is chosen at random, so that no rhythm of the
// program's own is mistaken for its load. What was counted is then extrapolated. Kernels that are called less than a
// thousand times a second are counted all the time. The rates are averages that forget with a time constant of ten
// seconds. [Kernel.Uncertain] is the standard error of the rate of calls that follows from the differences between
// intervals.
//
// Counting slows down a goroutine that does little but call a kernel, and the rates allow for that. They are too high by
// up to 0.1 per million calls a second if the calls come at their own pace. On a machine where more threads want to run
// than there are processors, windows may miss what runs between them: then the standard error says so.
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
