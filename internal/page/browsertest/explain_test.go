package browsertest

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"hotloop/cpu"
	"hotloop/internal/explain"
	_ "hotloop/isel/all"
	"hotloop/runtime"
)

var update = flag.Bool("update", false, "rewrite the pictures")

// kernels explains the kernels of package explain's tests for AVX-512.
func kernels(t testing.TB) (list []*explain.Kernel) {
	t.Helper()
	text, err := os.ReadFile("../../explain/testdata/kernels.go")
	if err != nil {
		t.Fatal(err)
	}
	f := cpu.Baseline(cpu.AVX512)
	for _, c := range []struct {
		name string
		typ  reflect.Type
		args func() []any
	}{
		{"Saxpy", reflect.TypeFor[func(float32, []float32, []float32)](), func() []any {
			return []any{float32(2), make([]float32, 1000), make([]float32, 1000)}
		}},
		{"Sum", reflect.TypeFor[func([]float64) float64](), nil},
		{"Clip", reflect.TypeFor[func([]int32, int32, int32) int](), nil},
		{"Matrix", reflect.TypeFor[func(c, a, b []float64, n int)](), nil},
	} {
		k, err := explain.Collect(explain.Request{Type: c.typ, Text: string(text), Name: c.name, Processor: "avx512", For: &f, Args: c.args,
			Options: runtime.Options{FileName: "kernels.go", Fresh: true}, Whole: true, Suggest: true})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, k)
	}
	return append(list, &explain.Kernel{Name: "Send", Position: "kernels.go:99:1", Refused: []string{"kernels.go:99:13: a channel type is not supported"},
		Sources: []explain.Source{{File: "kernels.go", Func: "Send", First: 99, Lines: []string{"func Send(c chan int) {", "}"}}}})
}

func explained(t testing.TB, list []*explain.Kernel) string {
	t.Helper()
	p, err := explain.Page(list, explain.PageOptions{Title: "hotloop explain: kernels", Index: true, Lead: "What the compiler did.", Footer: "by a test"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// openAll opens everything and waits until it is there.
const openAll = `document.querySelectorAll("main details").forEach((d) => { d.open = true; })`
const allThere = `[...document.querySelectorAll(".part.ssa, .part.code")].every((p) => p.dataset.done === "2")`

// TestAccess checks the page with everything opened: in both themes, in a wide and in a narrow window, by axe-core, and
// against pictures of its head.
func TestAccess(t *testing.T) {
	list := kernels(t)
	html := explained(t, append(list[:2:2], list[len(list)-1])) // axe-core takes minutes for thousands of instructions
	for _, c := range []struct {
		name string
		o    Options
	}{{"explain-light", Options{}}, {"explain-dark", Options{Dark: true}}, {"explain-narrow", Options{Width: 480, Height: 900}}} {
		t.Run(c.name, func(t *testing.T) {
			tab := Open(t, html, c.o)
			tab.Axe()
			tab.Same(c.name, 8, *update)
			tab.Run(openAll)
			tab.Wait(allThere)
			tab.Want(`document.documentElement.scrollWidth <= innerWidth`) // only parts scroll sideways
			tab.Axe()
		})
	}
}

// TestWalk is the way from "why is this loop slow" to the changed line: two clicks from the index, one of which copies.
func TestWalk(t *testing.T) {
	tab := Open(t, explained(t, kernels(t)), Options{})
	tab.Want(`document.querySelector("#index tbody tr").textContent.includes("//loop:fp reassoc")`) // the largest gain comes first
	tab.Click(`#index tbody tr:first-child a`)                                                      // 1
	tab.Wait(`document.activeElement.closest("details.head")?.open === true`)
	tab.Want(`document.activeElement.closest("details").textContent.includes("floating-point operations must not be reordered")`)
	tab.Want(`document.activeElement.closest("details").textContent.includes("the loop is vectorized")`)
	tab.Run(`document.addEventListener("copy", () => { window.copied = document.getSelection().toString() || document.activeElement.value; }, true);
		navigator.clipboard.writeText = (s) => { window.copied = s; return Promise.resolve(); }`)
	tab.Click(`details.head[open] [data-copy]`) // 2
	tab.Wait(`window.copied !== undefined`)
	tab.Want(`window.copied === "\t//loop:fp reassoc\n"`)
	tab.Wait(`document.getElementById("said").textContent === "Copied"`)
}

// TestSource opens a loop of the source by the keyboard.
func TestSource(t *testing.T) {
	tab := Open(t, explained(t, kernels(t)), Options{})
	tab.Run(`document.querySelector("#k0 details.head summary").focus();`)
	tab.Keys(kb.Enter)
	tab.Wait(`document.querySelector("#k0 details.head").open`)
	tab.Want(`document.querySelector("#k0 .why").textContent.includes("expected gain")`)
	tab.Want(`document.querySelector("#k0 .why").textContent.includes("bound by")`)
	tab.Want(`document.querySelectorAll("#k2 .source").length === 2`) // an inlined function has a loop
	tab.Want(`document.querySelector("#k4").textContent.includes("a channel type is not supported")`)
}

// TestVersions compares the shares that the script computes with those of explain.Plan.SharesOf.
func TestVersions(t *testing.T) {
	list := kernels(t)
	tab := Open(t, explained(t, list), Options{})
	p := &list[0].Plans[list[0].Loops[0].Plan]
	for _, n := range []int64{0, 1, 3, 4, 15, 16, 63, 64, 65, 1000, 4095, 1000000} {
		got := Eval[[]string](tab, fmt.Sprintf(`(() => {
			const box = document.querySelector("#k0 .versions"), field = box.querySelector("input[type=number]");
			field.value = %d;
			field.dispatchEvent(new Event("input"));
			return [...box.querySelector("table").tBodies[0].rows].map((r) => r.cells[3].textContent.replaceAll(",", ""));
		})()`, n))
		var want []string
		for _, s := range p.SharesOf(n) {
			want = append(want, fmt.Sprint(s))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("n = %d: the page has %v, want %v", n, got, want)
		}
	}
	// The slider moves by keys.
	tab.Run(`document.querySelector("#k0 input[type=range]").focus();`)
	tab.Keys(kb.Home)
	tab.Wait(`document.querySelector("#k0 input[type=number]").value === "0"`)
	tab.Keys(kb.End)
	tab.Wait(`Number(document.querySelector("#k0 input[type=number]").value) > 900000`)
	tab.Want(`document.querySelector("#k0 .space .v-main") !== null`)
}

// TestSSA steps through the passes: the last text is that of the data.
func TestSSA(t *testing.T) {
	list := kernels(t)
	tab := Open(t, explained(t, list), Options{})
	tab.Click(`#k0 .part.ssa > summary`)
	tab.Wait(`document.querySelector("#k0 .part.ssa").dataset.done === "2"`)
	passes := len(list[0].Passes)
	tab.Want(fmt.Sprintf(`document.querySelectorAll("#k0 .part.ssa option").length === %d`, passes))
	tab.Want(`document.querySelectorAll("#k0 .diff .ins").length > 10`)
	for i := 1; i < passes; i++ {
		tab.Click(`#k0 .part.ssa button:last-of-type`)
		h := list[0].Passes[i].Hunks
		deleted, inserted := 0, 0
		for _, x := range h {
			deleted, inserted = deleted+x.Delete, inserted+len(x.Insert)
		}
		tab.Wait(fmt.Sprintf(`document.querySelector("#k0 .part.ssa select").value === "%d"`, i))
		tab.Want(fmt.Sprintf(`document.querySelectorAll("#k0 .diff .del").length === %d && document.querySelectorAll("#k0 .diff .ins").length === %d`, deleted, inserted))
	}
	before := Eval[int](tab, `document.querySelectorAll("#k0 .diff div").length`)
	tab.Click(`#k0 .diff .gap`)
	if after := Eval[int](tab, `document.querySelectorAll("#k0 .diff div").length`); after <= before {
		t.Errorf("the unchanged lines are not shown: %d lines, %d before", after, before)
	}
}

// TestMachine links instructions and source lines both ways, by the mouse and by the keyboard.
func TestMachine(t *testing.T) {
	list := kernels(t)
	tab := Open(t, explained(t, list), Options{})
	tab.Click(`#k0 .part.code > summary`)
	tab.Wait(`document.querySelector("#k0 .part.code").dataset.done === "2"`)
	insts := 0
	for _, b := range list[0].Code.Blocks {
		insts += len(b.Insts)
	}
	tab.Want(fmt.Sprintf(`[...document.querySelectorAll("#k0 .asm tbody tr")].filter((r) => r.cells.length === 6).length === %d`, insts))
	tab.Want(`document.querySelectorAll("#k0 .asm tbody.hot").length === 1`)
	tab.Want(`document.querySelector("#k0 .asm tbody.hot").textContent.includes("15 executions")`)
	tab.Want(`/vmulps.*6/s.test(document.querySelector("#k0 .asm tbody.hot").textContent)`)
	tab.Click(`#k0 .part.code button`) // go to the hot block
	tab.Wait(`document.activeElement.closest("tbody.hot") !== null`)
	tab.Want(`document.querySelector("#k0 .srcline.linked").textContent.includes("y[i] += a * x[i]")`) // by focus
	tab.Run(`document.querySelector("#k0 .srcline[data-at$=':5']").focus()`)
	tab.Want(`document.querySelectorAll("#k0 .asm tr.linked").length > 0 && [...document.querySelectorAll("#k0 .asm tr.linked")].every((r) => r.dataset.at === "kernels.go:5")`)
	tab.Run(`document.activeElement.click();`)
	tab.Wait(`document.activeElement.matches(".asm a[data-line$=':5']")`)
	tab.Run(`document.activeElement.click();`)
	tab.Wait(`document.activeElement.matches(".srcline[data-at$=':5']")`)
	tab.Run(`document.querySelector("#k0 .asm tbody.hot tr[data-at]").dispatchEvent(new MouseEvent("mouseover", {bubbles: true}))`)
	tab.Want(`document.querySelector("#k0 .srcline.linked").dataset.at === "kernels.go:6"`)
}

// TestParts opens the other parts and looks for what they are for.
func TestParts(t *testing.T) {
	tab := Open(t, explained(t, kernels(t)), Options{})
	tab.Run(openAll)
	tab.Wait(allThere)
	for _, want := range []string{"16 lanes × 4 ✓ chosen", "scalar loop", "WIDEN-LOAD", "as written: unroll.count=2", "requested", "done", "left",
		"alternatives for the nest", "Shares for other n"} {
		tab.Want(fmt.Sprintf(`document.querySelector("main").textContent.includes(%q)`, want))
	}
}

// TestTables sorts and filters the index.
func TestTables(t *testing.T) {
	tab := Open(t, explained(t, kernels(t)), Options{})
	first := func() string {
		return Eval[string](tab, `document.querySelector("#index tbody tr:not([hidden])").cells[1].textContent`)
	}
	if got := first(); got != "Sum" {
		t.Errorf("%s comes first", got)
	}
	tab.Click(`#index thead th:nth-child(2) button`)
	if got := first(); got != "Clip" {
		t.Errorf("%s comes first of the functions", got)
	}
	tab.Want(`document.querySelector("#index thead th:nth-child(2)").getAttribute("aria-sort") === "ascending"`)
	tab.Click(`#index thead th:nth-child(4) button`)
	if got := first(); got != "Sum" {
		t.Errorf("%s comes first of the gains", got)
	}
	tab.Keys("/")
	tab.Wait(`document.activeElement.matches("input[type=search]")`)
	tab.Run(`document.activeElement.value = "";`) // of the key, which a person's keyboard does not enter
	tab.Keys("fallback")
	tab.Wait(`document.getElementById("said").textContent.startsWith("1 of ")`)
	if got := first(); got != "Send" {
		t.Errorf("%s is left by the filter", got)
	}
}

// TestKeys uses the keys that all pages have.
func TestKeys(t *testing.T) {
	tab := Open(t, explained(t, kernels(t)), Options{})
	tab.Keys("?")
	tab.Wait(`document.getElementById("help").open`)
	tab.Keys(kb.Escape)
	tab.Wait(`!document.getElementById("help").open`)
	tab.Keys("t")
	tab.Wait(`document.documentElement.dataset.theme === "dark" && document.getElementById("theme").getAttribute("aria-pressed") === "true"`)
	tab.Keys("t")
	tab.Wait(`document.documentElement.dataset.theme === "light"`)
	tab.Keys("j")
	tab.Wait(`document.activeElement.id !== "" && document.activeElement.closest("section") !== null`)
	a := Eval[string](tab, `document.activeElement.id`)
	tab.Keys("j")
	tab.Wait(fmt.Sprintf(`document.activeElement.id !== %q`, a))
	tab.Keys("k")
	tab.Wait(fmt.Sprintf(`document.activeElement.id === %q`, a))
	tab.Keys("j")
	tab.Keys("o")
	tab.Wait(`[...document.activeElement.closest("section").querySelectorAll(".part")].every((p) => p.open)`)
	tab.Keys("?")
	tab.Wait(`document.getElementById("help").open`)
	tab.Axe()
}

// TestNoScript reads the page without script: source, reasons, versions for some n, the hot block, and what is missing.
func TestNoScript(t *testing.T) {
	tab := Open(t, explained(t, kernels(t)), Options{NoScript: true})
	html := tab.HTML()
	for _, want := range []string{"y[i] += a * x[i]", "//loop:fp reassoc", "24.9×", "whole vector iterations of 64"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q without script", want)
		}
	}
	for _, want := range []string{"This view needs script.", "The hot block, vector.body, executed 15 times", "Iterations of each version"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q without script", want)
		}
	}
}
