package check

import (
	"fmt"
	"go/types"
	"slices"
	"unicode"
	"unicode/utf8"
)

// FieldNames are names for the fields of a struct type that is made up by reflection, which sets no field whose name is
// not exported: each begins with a capital letter.
func FieldNames(u *types.Struct) []string {
	names := make([]string, u.NumFields())
	for i := range names {
		name := u.Field(i).Name()
		r, n := utf8.DecodeRuneInString(name)
		switch u := unicode.ToUpper(r); {
		case name == "_":
			name = fmt.Sprintf("Blank%d", i)
		case unicode.IsUpper(u):
			name = string(u) + name[n:]
		default:
			name = "F" + name
		}
		for slices.Contains(names[:i], name) {
			name += "_"
		}
		names[i] = name
	}
	return names
}
