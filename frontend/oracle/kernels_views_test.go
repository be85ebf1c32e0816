package oracle

import (
	"bytes"
	"fmt"
	"strings"
)

// viewKernels are kernels with conversions between strings and slices of bytes. Those called View have no copy, those called
// Copy need one.
var viewKernels = map[string]any{
	"ViewEqual": ViewEqual, "ViewSwitch": ViewSwitch, "ViewRange": ViewRange, "ViewParts": ViewParts,
	"ViewCalls": ViewCalls, "ViewStoreBefore": ViewStoreBefore, "ViewStoreBehind": ViewStoreBehind,
	"ViewOfView": ViewOfView, "ViewChosen": ViewChosen, "ViewCarried": ViewCarried, "ViewArray": ViewArray,
	"ViewMade": ViewMade, "ViewAppended": ViewAppended, "ViewString": ViewString, "ViewPanic": ViewPanic,
	"ViewOrder": ViewOrder, "ViewLengths": ViewLengths, "ViewSearch": ViewSearch,
	"CopyStore": CopyStore, "CopyOther": CopyOther, "CopyInLoop": CopyInLoop, "CopyCarried": CopyCarried, "ViewCarriedOn": ViewCarriedOn,
	"CopyReturned": CopyReturned, "CopyChanged": CopyChanged, "CopyArray": CopyArray, "CopyOfView": CopyOfView,
	"CopyStored": CopyStored, "CopyOnOneWay": CopyOnOneWay, "CopyNil": CopyNil, "CopyGiven": CopyGiven,
	"CopyLater": CopyLater, "CopyRow": CopyRow, "CopyTurns": CopyTurns, "CopyByMethod": CopyByMethod,
	"CopyOverlapping": CopyOverlapping, "CopyAppended": CopyAppended,
}

func ViewEqual(a, b []byte, s string, i, j int) (n int) {
	if string(a[i:]) == string(b[j:]) {
		n = 1
	}
	if string(a) != s && string(b) != "" {
		n += 2
	}
	for k := range a {
		if string(a[k:min(k+2, len(a))]) == string(b[:min(2, len(b))]) {
			n += 4 * k
		}
	}
	return n
}

func ViewSwitch(a []byte, s string) (n int) {
	for k := range a {
		switch string(a[k:min(k+1, len(a))]) {
		case "\x01", "\x05":
			n++
			a[k]++
		case "\x03":
			n += 100
			fallthrough
		case s:
			n += 10000
		default:
			a[k] ^= 2
		}
	}
	return n
}

func ViewRange(s string, a []byte) (n int) {
	for i, c := range []byte(s) {
		n += i * int(c)
		if i < len(a) {
			a[i] = c
		}
	}
	for i, r := range string(a) {
		n += i ^ int(r)
	}
	return n + len(string(a)) + cap([]byte(s)[:0:0])
}

func ViewParts(a []byte, s string, i int) (n int) {
	t := string(a)
	if i < len(t) {
		n = int(t[i]) + int(string(a[i:])[0])
	}
	u := []byte(s)[min(i, len(s)):]
	for k := len(u) - 1; k >= 0; k-- {
		n = n*3 + int(u[k])
	}
	return n
}

func ViewCalls(a []byte, b [][]byte, s string) (n int) {
	for i, row := range b {
		if strings.HasPrefix(string(row), string(a)) || bytes.Equal(row, []byte(s)) {
			n += i
		}
		if bytes.HasSuffix([]byte(s), a) {
			n += 100
		}
		n += bytes.IndexByte([]byte(s), 't') + strings.Index(string(row), s) + strings.Compare(s, string(a))
	}
	return n
}

func ViewStoreBefore(a, b []byte) (n int) {
	for i := range a {
		a[i]++
		if string(a[:i]) == string(b[:min(i, len(b))]) {
			n++
		}
	}
	return n
}

func ViewStoreBehind(a, b []byte) (n int) {
	for i := range a {
		if s := string(b); i < len(s) {
			a[i] = s[i] + s[0]
		}
	}
	return n
}

func ViewOfView(a []byte, s string) (n int) {
	for _, c := range []byte(string(a)) {
		n = n*3 + int(c)
	}
	t := string([]byte(s))
	for i := range a {
		a[i] = 1
		if i < len(t) {
			n += int(t[i])
		}
	}
	return n
}

func ViewChosen(a, b []byte, s string, n int) int {
	t := s
	switch n {
	case 0, 3:
		t = string(a)
	case 1:
		t = string(b)
	}
	for i := range len(t) {
		n = n*5 + int(t[i])
	}
	for i := range a {
		a[i] = 7
	}
	return n
}

func ViewCarried(a []byte, n int) (sum int) {
	last := ""
	for i := 0; i+n <= len(a); i++ {
		s := string(a[i : i+n])
		if s == last {
			sum += i
		}
		last = s
	}
	if len(a) > 0 {
		a[0] = 'x'
	}
	return sum
}

func ViewCarriedOn(a []byte, n int) (sum int) {
	last := ""
	for i := 0; i+n <= len(a); i++ {
		if len(last) > 0 {
			sum = sum*7 + int(last[n/2])
			a[i+n-1]++
		}
		last = string(a[i : i+n])
	}
	return sum
}

func ViewArray(a []byte, s string) (n int) {
	for i := range a {
		var buf [4]byte
		for k := range buf {
			buf[k] = a[i] + byte(k)
		}
		if string(buf[:]) == s || string(buf[:2]) == string(a[i:min(i+2, len(a))]) {
			n += i + 1
		}
	}
	return n
}

func ViewMade(a []byte, s string) (n int) {
	buf := make([]byte, 0, 8)
	for i, c := range a {
		buf = append(buf, c^1)
		if len(buf) == 3 {
			if string(buf) == s || buf[2] == 1 && string(buf[1:]) == string(a[i-1:i+1]) {
				n += i
			}
			buf = buf[:0]
		}
	}
	return n
}

func ViewAppended(s string, n int) []byte {
	out := append(append(make([]byte, 0, 2), '>'), []byte(s)...)
	k := copy(out[min(n, len(out)):], []byte(s))
	return append(out, byte(k))
}

func ViewString(a []byte, x []string) (n int) {
	for i, s := range x {
		t := []byte(s)
		for k := range t {
			if k < len(a) {
				a[k] = t[k]
			}
		}
		n += i * len(t)
	}
	return n
}

func ViewPanic(a []byte, s string, n int) byte {
	if n&1 == 0 {
		return string(a)[n] + []byte(s)[n/2]
	}
	return []byte(s[n:])[0] + string(a[n : n+2])[1]
}

func CopyStore(a []byte, n int) int {
	s := string(a)
	for i := range a {
		a[i] ^= 3
	}
	for i := range len(s) {
		n = n*3 + int(s[i])
	}
	return n
}

func CopyOther(a, b []byte, n int) int {
	s := string(a)
	for i := range b {
		b[i] += 9
	}
	if s == string(a) {
		n++
	}
	return n
}

func CopyInLoop(a, b []byte) (n int) {
	for i := range min(len(a), len(b)) {
		s := string(a[i:])
		b[i] = s[len(s)-1] + 1
		n += int(s[0])
	}
	return n
}

func CopyCarried(a []byte, n int) (sum int) {
	last := ""
	for i := 0; i+n <= len(a); i++ {
		s := string(a[i : i+n])
		a[i+n-1]++
		if last != "" {
			sum = sum*7 + int(last[n-1])
		}
		last = s
	}
	return sum
}

func CopyReturned(a []byte, s string, n int) (string, []byte) {
	t, u := string(a[min(n, len(a)):]), []byte(s)
	for i := range a {
		a[i] = byte(n)
	}
	return t, u[:len(u):len(u)]
}

func CopyChanged(s string, n int) int {
	t := []byte(s)
	for i := range t {
		t[i] += byte(n)
	}
	for i := range len(s) {
		n += int(s[i]) ^ int(t[len(t)-1-i])
	}
	return n
}

func CopyArray(a []byte) (n int) {
	last := "\x01\x02"
	for i := range a {
		var buf [2]byte
		for k := range buf {
			buf[k] = a[i] + byte(k)
		}
		if string(buf[:]) == last {
			n += i
		}
		last = string(buf[:])
	}
	return n
}

func CopyOfView(a []byte) (n int) {
	t := []byte(string(a))
	for i := range a {
		a[i] = byte(i)
		n = n*3 + int(t[i])
	}
	return n
}

func CopyStored(a []byte, x []string, n int) {
	for i := range x {
		x[i] = string(a[:min(i+n, len(a))])
	}
	for i := range a {
		a[i]++
	}
}

func CopyOnOneWay(a []byte, s string, n int) int {
	t := string(a)
	if n > 3 && len(a) > 0 {
		a[len(a)-1] = 0
	}
	if n != 5 && t == string(a) || t == s {
		n += 100
	}
	return n
}

func CopyNil(a []byte, s string) (n int) {
	if []byte(s[:0]) == nil {
		n++
	}
	b := []byte(string(a))
	if b == nil {
		n += 2
	}
	return n
}

func CopyGiven(a []byte, n int) string {
	s := string(a)
	for i := range a {
		a[i] = 'b'
	}
	return fmt.Sprintf("%q %d", s, n)
}

func CopyLater(a, b []byte, n int) int {
	s := string(a)
	for k := range 3 {
		if k < len(s) {
			n = n*3 + int(s[k])
		}
		if k < len(b) {
			b[k]++
		}
	}
	return n
}

func CopyRow(rows [][]byte, a []byte, n int) int {
	for _, row := range rows {
		s := string(row)
		for i := range a {
			a[i] ^= 5
		}
		if s == string(row) {
			n++
		}
	}
	return n
}

func CopyTurns(a []byte, s string) (n int) {
	for i := range min(len(a), 4) {
		t := []byte(s)
		if len(t) > 0 {
			t[i%len(t)] ^= a[i]
		}
		n = n*3 + len(t)
		s = string(t)
	}
	for i := range len(s) {
		n += int(s[i]) << (i % 8)
	}
	return n
}

type byteHolder struct{ B []byte }

func (h *byteHolder) set(n int) {
	if n < len(h.B) {
		h.B[n] = 0xff
	}
}

func CopyByMethod(h *byteHolder, n int) int {
	s := string(h.B)
	h.set(n)
	if n < len(s) {
		n += int(s[n]) * 10
	}
	return n
}

func CopyOverlapping(a, b []byte) int { return copy(a, string(b)) }

func CopyAppended(a, b []byte, n int) []byte {
	return append(a[:min(n, len(a))], string(b)...)
}

func ViewOrder(a, b []byte, s string, n int) (bits int) {
	for i := range min(len(a), 8) {
		x, y := string(a[i:]), string(b[min(i*n, len(b)):])
		for _, is := range [...]bool{x < y, x <= y, x > y, x >= y, s < "some t", "some t" >= s, x < s} {
			bits <<= 1
			if is {
				bits++
			}
		}
	}
	return bits
}

// ViewLengths compares strings of each length with ones that differ in one byte.
func ViewLengths(a []byte, n int) (k int) {
	var x, y [100]byte
	for i := range x {
		x[i] = byte(i * n)
		if i < len(a) {
			x[i] ^= a[i]
		}
	}
	y = x
	for i := range 100 {
		if string(x[:i]) == string(y[:i]) {
			k++
		}
		for j := i & 3; j < i; j += 5 + n {
			y[j] ^= 1
			if string(x[:i]) == string(y[:i]) || bytes.HasPrefix(x[:i], y[:min(j+1, i)]) {
				k += 1000
			}
			if string(y[i-j:i]) == string(x[i-j:i]) {
				k += 1000000
			}
			y[j] = x[j]
		}
	}
	const text = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz"
	for i := range text {
		x[i%100] = text[i]
	}
	for i := range 98 {
		x[i] ^= byte(n & 1)
		switch {
		case string(x[:1]) == text[:1], string(x[:2]) == text[:2], string(x[:3]) == text[:3], string(x[:4]) == text[:4],
			string(x[:5]) == text[:5], string(x[:7]) == text[:7], string(x[:8]) == text[:8], string(x[:9]) == text[:9]:
			k += 3
		case string(x[:15]) == text[:15], string(x[:16]) == text[:16], string(x[:17]) == text[:17]:
			k += 5
		case string(x[9:40]) == text[9:40], string(x[:64]) == text[:64], string(x[1:66]) == text[1:66], string(x[:98]) == text[:98]:
			k += 7
		}
		x[i] = text[i]
	}
	return k
}

// ViewSearch finds words of a text in it.
func ViewSearch(a []byte, n int) (k int) {
	text := make([]byte, 150)
	for i := range text {
		text[i] = "the cat sat on the mat, "[(i*i/7+n)%24]
	}
	for i := 0; i < 130; i += 19 {
		word := text[i : i+1+i%19]
		at, from := 0, 0
		for j := 0; j+len(word) <= len(text); j++ {
			if string(text[j:j+len(word)]) == string(word) {
				at = j
				break
			}
		}
		for j := range text {
			if bytes.HasPrefix(text[j:], word) {
				from = j
			}
		}
		k = k*3 + at + bytes.Index(text, word) + from
	}
	return k + bytes.Index(a, text[:1+n])
}
