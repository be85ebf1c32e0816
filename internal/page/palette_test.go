package page

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// TestContrast checks the colors of both themes against their backgrounds by the formula of WCAG 2.1: 4.5 for text, 3
// for what is drawn.
func TestContrast(t *testing.T) {
	for _, theme := range []struct {
		name string
		of   func(color) string
	}{{"light", func(c color) string { return c.light }}, {"dark", func(c color) string { return c.dark }}} {
		luminance := map[string]float64{}
		for _, c := range palette {
			luminance[c.name] = brightness(t, theme.of(c))
		}
		need := func(fore, back string, want float64) {
			hi, lo := max(luminance[fore], luminance[back]), min(luminance[fore], luminance[back])
			if got := (hi + 0.05) / (lo + 0.05); got < want {
				t.Errorf("%s: %s on %s has the contrast %.2f, less than %g", theme.name, fore, back, got, want)
			}
		}
		for _, c := range palette {
			switch {
			case c.name == "line" || c.name == "back" || c.name == "raised" || c.name == "mark" || strings.HasSuffix(c.name, "-back"):
			case strings.HasPrefix(c.name, "series") || c.name == "focus":
				need(c.name, "back", 3)
				need(c.name, "raised", 3)
			default:
				for _, back := range []string{"back", "raised", "mark"} {
					need(c.name, back, 4.5)
				}
			}
		}
		for _, state := range []string{"good", "fair", "bad"} {
			need(state, state+"-back", 4.5)
			need("text", state+"-back", 4.5)
		}
	}
}

// brightness returns the relative luminance of a color.
func brightness(t *testing.T, hex string) float64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 24)
	if err != nil || len(hex) != 7 {
		t.Fatalf("%q is no color", hex)
	}
	linear := func(v uint64) float64 {
		x := float64(v&0xff) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n)
}
