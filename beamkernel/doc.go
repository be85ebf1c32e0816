// Package beamkernel runs kernels of hotloop in pipelines of Apache Beam, over blocks of columns.
//
// A [Block] is an Arrow record batch, and travels as Arrow IPC. [Map] computes columns of each block, and [Aggregate]
// computes counts, sums, means, minima and maxima over all blocks. Both take a [Kernel], which is source text: it
// travels with the pipeline, and each worker compiles it for its processor. Kernels are compiled with
// hotloop.FP(hotloop.FPExact), so workers with AVX2, AVX-512 and NEON compute the same bits, unless a //loop:fp directive
// of the text permits that they differ.
//
// The kernel is a function of a pointer to a struct of columns, which the program and the text both declare:
//
//	type Lines struct {
//		Price, Discount []float64
//		Revenue         []float64 `arrow:"revenue,out"`
//	}
//
// Each field is a column of its block. The struct tag arrow:"name" names the column; the default is the name of the field
// with a small first letter. Fields with "out" are columns that the kernel fills. They have as many rows as the block.
// A field of type []bool with the tag arrow:"name,valid" reports which rows of the column are not null; without such a
// field, nulls in a column that the kernel reads are an error. A kernel must not change columns that it reads, since
// other steps of the pipeline read them too.
//
// Columns are integers and floating-point numbers of all sizes; dates, times, timestamps and durations are integers, and
// booleans are []bool, a copy. Other columns of a block are passed on by Map and need no field.
//
// # Failures
//
// What an engine does with a block that fails is up to the engine: Flink, Spark and Dataflow repeat the work of a worker
// that dies. Prism, Beam's local runner, repeats nothing. It is for tests, and so it serves here. A panic of a kernel is an
// error of the pipeline, with its position in the text.
//
// # Counters
//
// The steps have the counters blocks, rows and fallbacks, in the namespace hotloop. Fallbacks are blocks for which the
// worker had no machine code.
package beamkernel
