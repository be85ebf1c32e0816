// Package cost has the form of the tables that say what instructions take: the classes for any processor ([OpCost]),
// and the tables of single processors ([Processor]). Both kinds are generated into packages x86 and arm: the classes
// from the columns of costs in insts.txt, the tables of processors by command gencosts.
//
// It imports nothing of isel. Start with opcost.go.
package cost
