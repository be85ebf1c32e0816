// Package cost defines the instruction cost tables: generic classes for any processor ([OpCost]), and tables of
// individual processors ([Processor]). Both are generated into packages x86 and arm. The classes come from the
// cost columns of insts.txt; the processor tables are written by command gencosts.
//
// Every number has one source. A cost that holds for any processor is a column of insts.txt. A cost of one
// processor comes from LLVM's model, corrected by gencosts/measured and gencosts/overrides.txt. Columns of
// insts.txt for individual processors would be larger than these files. A row stands for several ops, and an op
// has forms by size: 573 rows are 3,856 forms of 2,170 ops. For 574 ops, the cost depends on the size. There are
// thirteen processors, with up to ten groups of units each.
//
// Apart from package mach, it imports nothing of isel. Start with opcost.go.
package cost
