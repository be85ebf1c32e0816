package page

import (
	"fmt"
	"strings"
)

// color is a color of both themes, known to style sheets as --name.
type color struct{ name, light, dark string }

// palette lists the colors of pages and pictures. TestContrast checks those of text against the backgrounds that they
// are used on.
var palette = []color{
	{"back", "#ffffff", "#14171c"},
	{"raised", "#f5f6f8", "#1c2129"}, // backgrounds of code, table heads, controls
	{"line", "#d4d8de", "#343b46"},   // borders and grid lines
	{"text", "#1b1f24", "#e4e7eb"},
	{"quiet", "#545d68", "#a3adb8"}, // captions and line numbers
	{"link", "#0a56b5", "#7cb7ff"},
	{"focus", "#b3450a", "#ffb070"},
	{"mark", "#fff3c4", "#453a12"}, // background of what is selected
	{"good", "#12652f", "#6fd08c"}, // text
	{"fair", "#7a5200", "#e6b450"},
	{"bad", "#a8202d", "#ff9089"},
	{"good-back", "#e2f4e6", "#163322"},
	{"fair-back", "#fbf0d3", "#362a10"},
	{"bad-back", "#fde6e4", "#401e20"},
	{"keyword", "#8a1a8a", "#e39ae3"}, // of code
	{"string", "#1c5c2a", "#8fd69c"},
	{"number", "#9a3a00", "#f0a875"},
	{"name", "#0b4f94", "#8fc1f5"},
	{"series1", "#0a63c9", "#6db1ff"}, // of charts
	{"series2", "#c2460b", "#ff9d5c"},
	{"series3", "#10753f", "#5ccf8d"},
	{"series4", "#8b2bb8", "#d695f5"},
	{"series5", "#7d6200", "#e0c04c"},
	{"series6", "#b01e68", "#ff8fc0"},
	{"series7", "#00707a", "#4fd0da"},
	{"series8", "#55606c", "#aab4bf"},
}

// seriesColors is the number of colors of series in the palette.
const seriesColors = 8

// themeStyle returns the rules that define the colors. The attribute data-theme of the root element overrides the
// theme of the system.
func themeStyle() string {
	var light, dark strings.Builder
	for _, c := range palette {
		fmt.Fprintf(&light, "--%s:%s;", c.name, c.light)
		fmt.Fprintf(&dark, "--%s:%s;", c.name, c.dark)
	}
	return fmt.Sprintf(":root{color-scheme:light;%s}\n"+
		"@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;%s}}\n"+
		":root[data-theme=dark]{color-scheme:dark;%s}\n", light.String(), dark.String(), dark.String())
}
