// Package roofline measures the peak rates of the machine: how fast each level of the cache hierarchy loads, stores and
// copies, and how many multiply-adds a core completes. "% of limit" is a kernel's share of these rates.
//
// The measuring loops are C if a compiler is installed. Otherwise they are assembly of the standard library, which
// measures no arithmetic peak and loads with half the width of AVX-512.
package roofline

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"hotloop/internal/lab/child"
)

//go:embed limits.c.txt
var limitsC string

// A Level is a cache, or main memory.
type Level struct {
	Name              string
	Capacity          int     // bytes; larger footprints belong to the next level
	Load, Store, Copy float64 // GB/s; Copy counts both directions
}

// Limits are the limits of the machine for one vector width.
type Limits struct {
	Levels  []Level
	FMA     float64 // float32 GFLOP/s with multiply-adds; 0 if unknown
	Measure string  // how they were measured
}

// Bound returns the minimum time in ns for moving the bytes within a footprint and computing the flops, and false if
// the limits do not determine it. Elements of 8 bytes compute at half the rate of 4.
func (l *Limits) Bound(footprint, load, store, flops float64, elem int) (ns float64, ok bool) {
	if l == nil || len(l.Levels) == 0 {
		return 0, false
	}
	lv := l.Levels[len(l.Levels)-1]
	for _, c := range l.Levels {
		if footprint <= float64(c.Capacity) {
			lv = c
			break
		}
	}
	ns = max(load/lv.Load, store/lv.Store)
	if store > 0 && load > 0 && lv.Name != "L1" { // L1 loads and stores at the same time
		ns = max(ns, (load+store)/lv.Copy)
	}
	if l.FMA > 0 {
		peak := l.FMA
		if elem == 8 {
			peak /= 2
		}
		ns = max(ns, flops/peak)
	}
	return ns, ns > 0
}

// Measure measures the limits for vectors of width bytes with compiler cc ("" for none), which builds in dir.
func Measure(cc, dir string, width int) (*Limits, error) {
	levels := Caches()
	if cc == "" {
		return std(levels), nil
	}
	src, exe := filepath.Join(dir, "limits.c"), filepath.Join(dir, fmt.Sprintf("limits%d", width))
	if err := os.WriteFile(src, []byte(limitsC), 0o666); err != nil {
		return nil, err
	}
	args := []string{"-std=gnu11", "-O2", child.Native(), "-w", "-DWIDTH=" + strconv.Itoa(width), "-o", exe, src}
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cc, err, out)
	}
	var sizes []string
	for _, l := range levels {
		sizes = append(sizes, strconv.Itoa(testSize(l)))
	}
	out, err := exec.Command(exe, sizes...).Output()
	if err != nil {
		return nil, err
	}
	lim := &Limits{Levels: levels, Measure: "C loops of " + strconv.Itoa(width) + "-byte vectors"}
	s := bufio.NewScanner(bytes.NewReader(out))
	for i := 0; s.Scan(); i++ {
		f := strings.Fields(s.Text())
		switch {
		case len(f) == 3 && i < len(levels):
			lv := &lim.Levels[i]
			lv.Load, lv.Store, lv.Copy = number(f[0]), number(f[1]), number(f[2])
		case len(f) == 1:
			lim.FMA = number(f[0])
		}
	}
	for _, lv := range lim.Levels {
		if lv.Load == 0 || lv.Store == 0 || lv.Copy == 0 {
			return nil, fmt.Errorf("no measurement of %s", lv.Name)
		}
	}
	return lim, nil
}

func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// testSize returns a footprint well inside a level and well outside of the previous one.
func testSize(l Level) int { return min(l.Capacity/2, 8<<20) }

// Caches returns the data caches of the first processor, as reported by Linux; on other systems typical ones.
func Caches() []Level {
	var out []Level
	dirs, _ := filepath.Glob("/sys/devices/system/cpu/cpu0/cache/index*")
	read := func(dir, name string) string {
		b, _ := os.ReadFile(filepath.Join(dir, name))
		return strings.TrimSpace(string(b))
	}
	for _, d := range dirs {
		size := read(d, "size")
		kb, err := strconv.Atoi(strings.TrimSuffix(size, "K"))
		if err != nil || read(d, "type") == "Instruction" {
			continue
		}
		out = append(out, Level{Name: "L" + read(d, "level"), Capacity: kb << 10})
	}
	if len(out) == 0 {
		out = []Level{{Name: "L1", Capacity: 32 << 10}, {Name: "L2", Capacity: 512 << 10},
			{Name: "L3", Capacity: 16 << 20}}
	}
	return out
}

// std measures with copy, clear and bytes.IndexByte, by elapsed time.
func std(levels []Level) *Limits {
	l := &Limits{Levels: levels, Measure: "copy, clear and bytes.IndexByte"}
	for i := range l.Levels {
		lv := &l.Levels[i]
		n := testSize(*lv) / 2
		a, b := make([]byte, n), make([]byte, n)
		lv.Copy = rate(2*n, func() { copy(b, a) })
		lv.Store = rate(n, func() { clear(b) })
		sink := 0
		lv.Load = rate(n, func() { sink += bytes.IndexByte(a, 1) })
		runtime.KeepAlive(sink)
	}
	return l
}

// rate returns the best rate of several batches in GB/s.
func rate(bytes int, f func()) float64 {
	reps := max(1, 1<<21/bytes)
	best := time.Duration(1 << 62)
	for range 12 {
		t := time.Now()
		for range reps {
			f()
		}
		best = min(best, time.Since(t))
	}
	return float64(bytes) * float64(reps) / float64(max(best, 1))
}
