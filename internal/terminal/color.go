package terminal

import (
	"bytes"
	"io"
	"os"
	"regexp"
	goruntime "runtime"
)

// lead matches what begins a line of a report: a position, and how serious it is.
var lead = regexp.MustCompile(`(?m)^(\s*)([^\s"]+\.go:\d+(?::\d+)?:)( warning:| error:)?`)

const bold, yellow, plain = "\x1b[1m", "\x1b[33m", "\x1b[0m"

// Colored returns a writer of reports as Go's tools print them, which shows positions in bold, and warnings and errors in
// yellow. JSON has no lines that begin so. It is w itself where colors are not wanted: if the file that w writes to is no
// terminal, if TERM is dumb, or if NO_COLOR is not empty. Consoles of Windows may not know colors.
func Colored(w io.Writer, file any) io.Writer {
	if os.Getenv("NO_COLOR") != "" || goruntime.GOOS == "windows" || !Is(file) {
		return w
	}
	return painter{w}
}

type painter struct{ w io.Writer }

func (p painter) Write(b []byte) (int, error) {
	_, err := p.w.Write(paint(b))
	return len(b), err
}

func paint(b []byte) []byte {
	b = lead.ReplaceAll(b, []byte("$1"+bold+"$2"+plain+yellow+"$3"+plain))
	return bytes.ReplaceAll(b, []byte(yellow+plain), nil)
}
