// Package cost has the form of the tables that say what instructions take: the classes for any processor ([OpCost]), and
// the tables of single processors ([Processor]), which command gencosts writes into packages x86 and arm.
//
// It imports nothing of isel. Start with opcost.go.
package cost
