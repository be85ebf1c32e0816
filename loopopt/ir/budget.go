package ir

import "fmt"

// OverBudget is the panic value of Spend. It is not a compiler bug: the function is too large for the work
// requested.
type OverBudget struct {
	Func  string
	limit int // units of Spend
}

func (e *OverBudget) Error() string {
	return fmt.Sprintf("%s takes more than %d steps to compile", e.Func, e.limit)
}

// SetBudget bounds the total number of steps that may be spent on f; 0 means no bound.
func (f *Func) SetBudget(limit int) { f.budget = limit }

// Budget returns the bound set by SetBudget.
func (f *Func) Budget() int { return f.budget }

// HalfSpent reports whether more than half of the budget is spent. Without a budget it never is.
func (f *Func) HalfSpent() bool { return f.budget > 0 && f.spent > f.budget/2 }

// Spent returns the number of steps spent on f since it was created.
func (f *Func) Spent() int { return f.spent }

// StepsPerLook is the cost, in steps of Spend, of visiting a block or a value.
const StepsPerLook = 16

// Spend accounts for n elementary steps, such as visiting a block or a value or filling a table element.
// NewFlags and the other table constructors call it themselves, so every analysis is charged for the size of
// the function; code that walks further than the length of its tables must call Spend explicitly. Spend counts
// steps rather than time, so a kernel is optimized identically on slow and fast machines. It panics with an
// *OverBudget if the budget is exceeded.
func (f *Func) Spend(n int) {
	f.spent += n
	if f.budget > 0 && f.spent > f.budget {
		f.exceed()
	}
}

// exceed is not part of Spend, which is inlined in hundreds of places.
//
//go:noinline
func (f *Func) exceed() { panic(&OverBudget{f.Name, f.budget}) }
