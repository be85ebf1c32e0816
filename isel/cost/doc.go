// Package cost has the form of the tables that say what instructions take: the classes for any processor ([OpCost]),
// and the tables of single processors ([Processor]). Both kinds are generated into packages x86 and arm: the classes
// from the columns of costs in insts.txt, the tables of processors by command gencosts.
//
// Every number has one source: what holds for any processor is a column of insts.txt, what holds for one is LLVM's
// model of it, corrected by gencosts/measured and gencosts/overrides.txt. Columns of insts.txt for single processors
// would be larger than what they replace. A row stands for several ops, and an op has forms by size: 573 rows are
// 3,856 forms of 2,170 ops. 574 ops take something else at another size, and there are thirteen processors, with up
// to ten groups of units each.
//
// It imports nothing of isel. Start with opcost.go.
package cost
