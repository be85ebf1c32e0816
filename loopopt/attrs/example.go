package attrs

import (
	"cmp"
	"fmt"
	"strings"
)

// Example returns the attribute as it may appear in a directive.
func (a *Attribute) Example() string {
	switch a.Kind {
	case Bool:
		if a.Class == Ignored {
			return a.Name + "=0"
		}
		return a.Name + "=1"
	case Count:
		if strings.HasPrefix(a.Name, "peel") {
			return a.Name + "=1"
		}
		if strings.HasSuffix(a.Name, "count") && a.Owner != "" {
			return a.Name + "=4"
		}
		return a.Name + "=32"
	case Width:
		return fmt.Sprintf("%s=%d", a.Name, min(a.Limit, 256)/4)
	case Amount:
		return a.Name + "=32"
	case Place:
		return a.Name + "=8"
	case Word:
		if len(a.Words) > 0 {
			return a.Name + "=" + a.Words[0]
		}
		return a.Name + "=mask"
	case List:
		return a.Name + "{" + cmp.Or(example[a.Owner], "vectorize.enable") + "}"
	}
	return a.Name
}

// example maps a transformation to a useful attribute for its followups, where that is not vectorize.enable.
var example = map[string]string{
	"vectorize": "unroll.count=2", "peel": "unroll.count=4", "stripmine": "interchange.enable",
	"subtables": "unroll.count=4", "commoning": "unroll.count=4",
}
