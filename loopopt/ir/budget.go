package ir

import "fmt"

// OverBudget is what Spend panics with. It is no bug of ours: the function is too large for what is done with it.
type OverBudget struct {
	Func  string
	Limit int // units of Spend
}

func (e *OverBudget) Error() string {
	return fmt.Sprintf("%s takes more than %d steps to compile", e.Func, e.Limit)
}

// SetBudget bounds what is spent on f altogether; 0 is no bound.
func (f *Func) SetBudget(limit int) { f.budget = limit }

// Budget is the bound that SetBudget has set.
func (f *Func) Budget() int { return f.budget }

// Spent is what has been spent on f since it was made.
func (f *Func) Spent() int { return f.spent }

// StepsPerLook is what it costs to look at a block or a value, in steps of Spend.
const StepsPerLook = 16

// Spend accounts for n elementary steps: a block or a value looked at, an element of a table filled. The tables of
// NewFlags and the like count by themselves, so that whatever analyses the function pays for its size, and what walks
// farther than its tables are long has to say so. It counts steps and no time: a kernel is optimized in the same way on
// a slow machine as on a fast one. Over the budget it panics with an *OverBudget.
func (f *Func) Spend(n int) {
	f.spent += n
	if f.budget > 0 && f.spent > f.budget {
		panic(&OverBudget{f.Name, f.budget})
	}
}
