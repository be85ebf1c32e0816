package suites

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hotloop"
)

// What OpenMP's clauses mean is what gcc makes of them: the same loops, compiled with -fopenmp-simd.

const ompKernels = `package k

func Ordered(x []int32, k []int32) {
	//pragma:omp simd
	for i := range k {
		//pragma:omp ordered simd
		x[k[i]] = x[k[i]]*3 + int32(i)
	}
}

func If(x []int32, k []int32) {
	//pragma:omp simd if(0)
	for i := 1; i < len(k); i++ {
		k[i] = k[i-1]*3 + x[i&7]
	}
}

func Safelen(x []int32, k []int32) {
	//pragma:omp simd safelen(4)
	for i := 4; i < len(k); i++ {
		k[i] = k[i-4]*3 + x[i&7]
	}
}

func Reduction(x []int32, k []int32) {
	//pragma:omp simd reduction(+:x[0:8])
	for i := range k {
		x[k[i]] += int32(i)
	}
}

func Private(x []int32, k []int32) {
	var t [2]int32
	//pragma:omp simd private(t)
	for i := range k {
		t[i&1] = k[i]
		t[1-i&1] = int32(i)
		k[i] = t[0]*5 - t[1]
	}
}

func Independent(x []int32, k []int32) {
	//pragma:omp simd simdlen(8) aligned(k:4)
	for i := range k {
		k[i] = k[i]*3 + x[i&7]
	}
}
`

const ompC = `#include <stdint.h>
#include <stdio.h>
#define N 67
static void Ordered(int32_t *x, int32_t *k) {
	#pragma omp simd
	for (int i = 0; i < N; i++) {
		#pragma omp ordered simd
		{ x[k[i]] = x[k[i]]*3 + i; }
	}
}
static void If(int32_t *x, int32_t *k) {
	#pragma omp simd if(0)
	for (int i = 1; i < N; i++) k[i] = k[i-1]*3 + x[i&7];
}
static void Safelen(int32_t *x, int32_t *k) {
	#pragma omp simd safelen(4)
	for (int i = 4; i < N; i++) k[i] = k[i-4]*3 + x[i&7];
}
static void Reduction(int32_t *x, int32_t *k) {
	#pragma omp simd reduction(+:x[0:8])
	for (int i = 0; i < N; i++) x[k[i]] += i;
}
static void Private(int32_t *x, int32_t *k) {
	int32_t t[2];
	#pragma omp simd private(t)
	for (int i = 0; i < N; i++) {
		t[i&1] = k[i];
		t[1-(i&1)] = i;
		k[i] = t[0]*5 - t[1];
	}
}
static void Independent(int32_t *x, int32_t *k) {
	#pragma omp simd simdlen(8) aligned(k:4)
	for (int i = 0; i < N; i++) k[i] = k[i]*3 + x[i&7];
}
static void run(const char *name, void (*f)(int32_t *, int32_t *)) {
	for (int step = 0; step < 4; step++) {
		int32_t x[8], k[N];
		for (int i = 0; i < 8; i++) x[i] = i + 1;
		for (int i = 0; i < N; i++) k[i] = i*step & 7;
		f(x, k);
		printf("%s %d [", name, step);
		for (int i = 0; i < 8; i++) printf(i ? " %d" : "%d", x[i]);
		printf("] [");
		for (int i = 0; i < N; i++) printf(i ? " %d" : "%d", k[i]);
		printf("]\n");
	}
}
int main(void) {
	run("Ordered", Ordered); run("If", If); run("Safelen", Safelen);
	run("Reduction", Reduction); run("Private", Private); run("Independent", Independent);
}
`

func TestOpenMPAsGCCHasIt(t *testing.T) {
	var ours strings.Builder
	for _, name := range []string{"Ordered", "If", "Safelen", "Reduction", "Private", "Independent"} {
		k, err := hotloop.Compile[func(x, k []int32)](ompKernels, name)
		if err != nil {
			t.Fatal(err)
		}
		for step := range 4 {
			x, keys := make([]int32, 8), make([]int32, 67)
			for i := range x {
				x[i] = int32(i + 1)
			}
			for i := range keys {
				keys[i] = int32(i * step & 7)
			}
			k.Func(x, keys)
			fmt.Fprintln(&ours, name, step, x, keys)
		}
	}
	// gcc alone: clang 14 vectorizes Ordered and Reduction although keys are equal, against OpenMP.
	cc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "omp.c"), filepath.Join(dir, "omp")
	if err := os.WriteFile(src, []byte(ompC), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cc, "-O2", "-fwrapv", "-fopenmp-simd", "-o", bin, src).CombinedOutput(); err != nil {
		t.Skipf("%s does not take OpenMP: %v\n%s", cc, err, out)
	}
	theirs, err := exec.Command(bin).Output()
	if err != nil {
		t.Skipf("what %s makes does not run: %v", cc, err)
	}
	if g, w := ours.String(), string(theirs); g != w {
		t.Errorf("gcc has\n%s\nwe have\n%s", w, g)
	}
}
