package page

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Number formats a quantity with three digits, and more before the decimal point as needed: 0.0123, 1.23, 12.3, 1,234.
func Number(x float64) string {
	switch a := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "–"
	case a == 0:
		return "0"
	case a >= 999.5:
		return grouped(strconv.FormatFloat(x, 'f', 0, 64))
	case a >= 99.95:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case a >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case a >= 0.9995:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case a >= 0.001:
		return strconv.FormatFloat(x, 'f', 2-int(math.Floor(math.Log10(a))), 64)
	}
	return strconv.FormatFloat(x, 'e', 1, 64)
}

// Count formats a number of things: 1,234,567.
func Count(n int64) string { return grouped(strconv.FormatInt(n, 10)) }

// Plural formats a number of things with their name in English: 1 kernel, 1,500 kernels.
func Plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return Count(int64(n)) + " " + what
}

// Ratio formats a quotient of two times: 3.52×.
func Ratio(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	return Number(x) + "×"
}

// Percent formats a share of one: 12.3 %.
func Percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

// Duration formats a time with three digits and a unit: 12.3 ns, 4.56 µs.
func Duration(d time.Duration) string { return Nanoseconds(float64(d)) }

// Nanoseconds is Duration for fractions of a nanosecond.
func Nanoseconds(ns float64) string {
	return scaled(ns, 1000, []string{"ns", "µs", "ms", "s"})
}

// Bytes formats an amount of memory: 512 B, 1.25 KiB, 64 MiB.
func Bytes(n float64) string {
	return scaled(n, 1024, []string{"B", "KiB", "MiB", "GiB", "TiB"})
}

// Short formats a number in the least space, for ticks of axes: 0.5, 10, 20k, 3M.
func Short(x float64) string {
	unit := ""
	for _, u := range []string{"k", "M", "G", "T"} {
		if math.Abs(x) < 1000 {
			break
		}
		x, unit = x/1000, u
	}
	return strconv.FormatFloat(x, 'g', 4, 64) + unit
}

func scaled(x, step float64, units []string) string {
	i := 0
	for i+1 < len(units) && math.Abs(x) >= step*0.9995 {
		x, i = x/step, i+1
	}
	return Number(x) + " " + units[i]
}

// grouped inserts commas between groups of three digits.
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}
