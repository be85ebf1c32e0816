package arm_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"hotloop/asm"
	"hotloop/asm/arm64"
	"hotloop/isel/arm"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
)

func emitArm(t *testing.T, x *armBuild, opt emit.Options) (asm.Code, emit.Stats) {
	t.Helper()
	isa := arm.New()
	if err := mach.Verify(isa, x.f); err != nil {
		t.Fatal(err)
	}
	text := mach.Format(isa, x.f)
	code, st, err := emit.Emit(isa, x.f, opt)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, text, mach.Format(isa, x.f))
	}
	return code, st
}

// llvmText disassembles code with llvm-mc, which must accept every instruction.
func llvmText(t *testing.T, code asm.Code) []string {
	t.Helper()
	if _, err := exec.LookPath("llvm-mc"); err != nil {
		t.Skip("llvm-mc is not installed; it disassembles the code")
	}
	var in strings.Builder
	for _, b := range code.Bytes[:code.TextSize] {
		fmt.Fprintf(&in, "%#02x ", b)
	}
	cmd := exec.Command("llvm-mc", "-disassemble", "-triple=aarch64", "-mattr=+neon")
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "warning") {
		t.Fatalf("%v\n%s", err, out)
	}
	var lines []string
	for line := range strings.Lines(string(out)) {
		if line = strings.Join(strings.Fields(line), " "); line != "" && line != ".text" {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestARM64Emit emits every program on any host, verifies the register allocation, and disassembles the result
// with llvm-mc. The code must not touch the registers that the contract of package runtime reserves.
func TestARM64Emit(t *testing.T) {
	kept := regexp.MustCompile(`\b[wx](18|28|29|30)\b`)
	for name, make := range armPrograms {
		for how, opt := range armOptions {
			t.Run(name+"/"+how, func(t *testing.T) {
				code, st := emitArm(t, make(), opt)
				if name == "pressure" && (st.Spills == 0 || st.Reloads == 0) {
					t.Errorf("no spills: %+v", st)
				}
				for _, line := range llvmText(t, code) {
					if kept.MatchString(line) && !strings.HasPrefix(line, "ldr x16, [x28, #16]") {
						t.Errorf("kept register in %q", line)
					}
				}
			})
		}
	}
}

// TestARM64Saxpy compares the code of a loop with the expected code.
func TestARM64Saxpy(t *testing.T) {
	code, _ := emitArm(t, armSaxpy(), emit.Options{Check: true, NoSchedule: true})
	got := strings.Join(llvmText(t, code), "\n")
	want := strings.TrimSpace(saxpyText)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

const saxpyText = `
ldr x2, [x0, #32]
ldr x3, [x0, #56]
ldr x4, [x0, #40]
add x0, x0, #80
ld1r { v0.4s }, [x0]
mov x0, #0
cbz x4, #56
nop
add x16, x2, x0, uxtx #2
ldr q1, [x16]
add x16, x3, x0, uxtx #2
ldr q2, [x16]
fmla v1.4s, v2.4s, v0.4s
add x16, x2, x0, uxtx #2
str q1, [x16]
add x0, x0, #4
ldr x16, [x28, #16]
tbnz x16, #63, #20
cmp x0, x4
b.lo #-44
mov w0, #0
ret
str x0, [sp, #32]
str x2, [sp, #40]
str x3, [sp, #48]
str x4, [sp, #56]
str q0, [sp, #64]
adr x1, #8
b #28
ldr x0, [sp, #32]
ldr x2, [sp, #40]
ldr x3, [sp, #48]
ldr x4, [sp, #56]
ldr q0, [sp, #64]
b #-64
mov w0, #1
ret
`

// TestARM64Descs checks the description of every op: roles and lists must fit the model. Exceptions are the two
// ops with six operands, and ops that make predicates, which only the encoder uses.
func TestARM64Descs(t *testing.T) {
	isa := arm.New()
	for op := arm64.ALIGN + 1; op < arm64.NumOps; op++ {
		d, info := isa.Desc(uint16(op)), arm64.Info(op)
		n := info.N
		if info.Flags&arm64.AllLanes != 0 {
			n-- // the predicate is P7
		}
		if info.N > 0 && info.Operands[0].Class == arm64.Pred {
			continue
		}
		if d.N < n {
			if op != arm64.VTBL4 && op != arm64.VTBX4 {
				t.Errorf("%s has %d operands, described are %d", op, n, d.N)
			}
			continue
		}
		if c := isa.OpCost(uint16(op)); c.Latency == 0 || c.Uops == 0 {
			t.Errorf("%s costs nothing", op)
		}
	}
}
