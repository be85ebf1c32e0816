package browsertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// figures returns the page of jitbench for results of two machines, one of them compared with older ones.
func figures(t testing.TB) string {
	t.Helper()
	const results = "../../../cmd/jitbench/testdata/results/"
	file := filepath.Join(t.TempDir(), "page.html")
	out, err := exec.Command("go", "run", "hotloop/cmd/jitbench", "-from", results+"new.json,"+results+"other.json", "-against", results+"old.json",
		"-html", file).CombinedOutput()
	if err != nil {
		t.Fatalf("jitbench: %v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFigures clicks through the page of jitbench, and checks it by axe-core and against pictures of its head.
func TestFigures(t *testing.T) {
	html := figures(t)
	for _, c := range []struct {
		name string
		o    Options
	}{{"figures-light", Options{}}, {"figures-dark", Options{Dark: true}}, {"figures-narrow", Options{Width: 480, Height: 900}}} {
		t.Run(c.name, func(t *testing.T) {
			tab := Open(t, html, c.o)
			tab.Axe()
			tab.Same(c.name, 8, *update)
			tab.Run(openAll)
			tab.Want(`document.documentElement.scrollWidth <= innerWidth`) // only parts scroll sideways
			tab.Axe()
		})
	}
	const shown = `[...document.querySelectorAll("main > section")].filter((s) => !s.hidden).map((s) => s.id).join()`
	t.Run("views", func(t *testing.T) {
		tab := Open(t, html, Options{})
		tab.Want(shown + ` === "overview,changes0,view0,view0-kernels,view0-curves"`)
		choose := func(field, value string) {
			tab.Run(`(() => { const s = [...document.querySelectorAll(".views label")].find((l) => l.textContent.startsWith("` + field +
				`")).querySelector("select"); s.value = [...s.options].map((o) => o.value).find((v) => v.includes("` + value +
				`")); s.dispatchEvent(new Event("change")); })()`)
		}
		choose("Code", "fast")
		tab.Want(shown + ` === "overview,changes0,view1,view1-kernels,view1-curves"`)
		choose("Machine", "Xeon")
		tab.Want(shown + ` === "overview,changes0,view3,view3-kernels,view3-curves"`)
		choose("Machine", "all")
		tab.Want(shown + ` === "overview,changes0,view1,view1-kernels,view1-curves,view3,view3-kernels,view3-curves"`)
		tab.Want(`[...document.querySelectorAll("nav li")].every((l) => l.hidden === document.querySelector(l.firstChild.hash).hidden)`)
		tab.Click(`#overview-table tbody tr:first-child a`) // into a view that is hidden
		tab.Wait(shown + ` === "overview,changes0,view0,view0-kernels,view0-curves"`)
		tab.Click(`#view0-kernels details[open] tbody tr:first-child a`) // a curve
		tab.Wait(`location.hash === "#view0-core_saxpy"`)
		tab.Want(`document.querySelector("#view0-core_saxpy svg").textContent.includes("limit")`)
	})
	t.Run("quantities", func(t *testing.T) {
		tab := Open(t, html, Options{})
		const curve = `document.querySelector("#view0-core_saxpy svg").textContent`
		const titles = `[...document.querySelectorAll("#view0-core_saxpy svg title")].map((t) => t.textContent).join("|")`
		choose := func(value string) {
			tab.Run(`(() => { const s = [...document.querySelectorAll(".views label")].find((l) => l.textContent.startsWith("Curves")).querySelector("select");
				s.value = "` + value + `"; s.dispatchEvent(new Event("change")); })()`)
			tab.Wait(`document.getElementById("said").textContent === "curves: ` + value + `"`)
		}
		for _, c := range []struct{ value, axis, point string }{
			{"cycles per element", "cycles per element", "hotloop: 4.096k, 0.111"},
			{"time per call", "ns per call", "hotloop: 4.096k, 123"},
			{"elements per ns", "elements per ns", "hotloop: 4.096k, 33.2"},
			{"time per element", "ns per element", "hotloop: 4.096k, 0.0301"},
		} {
			choose(c.value)
			tab.Want(curve + `.includes("` + c.axis + `")`)
			tab.Want(titles + `.includes("` + c.point + `")`)
			tab.Want(`[...document.querySelectorAll(".curves > div")].every((d) => d.querySelector("svg") !== null)`)
		}
		choose("cycles per element")
		tab.Axe()
		// By the keyboard.
		tab.Run(`[...document.querySelectorAll(".views label")].find((l) => l.textContent.startsWith("Curves")).querySelector("select").focus();`)
		tab.Keys(kb.ArrowDown)
		tab.Wait(`document.getElementById("said").textContent === "curves: elements per ns"`)
	})
	t.Run("tables", func(t *testing.T) {
		tab := Open(t, html, Options{})
		const first = `document.querySelector("#view0-n4096 tbody tr").cells[0].textContent`
		column := func(title string) {
			tab.Run(`[...document.querySelectorAll("#view0-n4096 thead button")].find((b) => b.textContent === "` + title + `").click()`)
		}
		column("over Go")
		tab.Want(first + ` === "relu"`) // the largest ratio
		column("over Go")
		tab.Want(first + ` === "a<b>&c"`)
		column("kernel")
		tab.Want(first + ` === "a<b>&c"`)
		tab.Run(`(() => { const f = document.querySelector("#view0-kernels details[open] input"); f.value = "dot"; f.dispatchEvent(new Event("input")); })()`)
		tab.Want(`[...document.querySelectorAll("#view0-n4096 tbody tr")].filter((r) => !r.hidden).length === 1`)
		tab.Want(`document.querySelector("#changes0-table tbody tr").textContent.includes("slower")`)
	})
	t.Run("without script", func(t *testing.T) {
		tab := Open(t, html, Options{NoScript: true})
		text := tab.HTML()
		for _, want := range []string{"geometric mean", "Intel(R) Xeon(R) Processor (emeraldrapids)", `id="view3-curves"`, "<title>hotloop: "} {
			if !strings.Contains(text, want) {
				t.Errorf("the page has no %q", want)
			}
		}
		if hidden := regexp.MustCompile(`<section [^>]*hidden`).FindAllString(text, -1); len(hidden) > 0 {
			t.Errorf("sections are hidden: %q", hidden)
		}
	})
}
