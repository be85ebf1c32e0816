package check

import (
	"fmt"
	"go/types"
	"slices"
	"unicode"
	"unicode/utf8"
)

// FieldNames returns names for the fields of a struct type created by reflection. Since reflection cannot set
// unexported fields, each name begins with a capital letter.
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
