package browsertest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"hotloop"
	"hotloop/live"
	"hotloop/runtime"
)

const scaled = `package k

func Scaled(x []float32, by float32) {
	for i := range x {
		x[i] *= by
	}
}
`

const summed = `package k

func Summed(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}
`

func sent(c chan int) {
	for range 3 {
		c <- 1
	}
}

// service starts a service with kernels that nothing calls, and returns the address of its page. Its kernels stay until the
// test ends.
func service(t testing.TB) (address string, scale *hotloop.Kernel[func([]float32, float32)]) {
	t.Helper()
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	runtime.ResetCache()
	scale, err := hotloop.Compile[func([]float32, float32)](scaled, "Scaled", hotloop.WithFileName("scaled.go"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := hotloop.Compile[func([]float64) float64](summed, "Summed", hotloop.WithFileName("summed.go"))
	if err != nil {
		t.Fatal(err)
	}
	refused := hotloop.Accelerate(sent, "package browsertest\n\nfunc sent(c chan int) {\n\tfor range 3 {\n\t\tc <- 1\n\t}\n}\n")
	t.Cleanup(func() { goruntime.KeepAlive([]any{scale, sum, refused}) })
	return serve(t), scale
}

func serve(t testing.TB) (address string) {
	mux := http.NewServeMux()
	mux.Handle("/debug/hotloop/", live.Handler())
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/debug/hotloop/"
}

// call calls a kernel until the test ends.
func call(t testing.TB, k *hotloop.Kernel[func([]float32, float32)]) {
	stop, done := make(chan bool), make(chan bool)
	t.Cleanup(func() { close(stop); <-done })
	go func() {
		defer close(done)
		x := make([]float32, 48)
		for {
			select {
			case <-stop:
				return
			default:
				for range 100 {
					k.Func(x, 1)
				}
				goruntime.Gosched()
			}
		}
	}()
}

// row is the row of a kernel in the table of the page.
func row(name string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("#table tbody tr")].find((r) => r.cells[0].textContent === %q)`, name)
}

// names are the kernels in the table, in their order.
const names = `[...document.querySelectorAll("#table tbody tr")].map((r) => r.cells[0].textContent).join()`

// set fills in a field of the form.
func (tab *Tab) set(field, value string) {
	tab.t.Helper()
	tab.Run(fmt.Sprintf(`(() => { const f = document.querySelector("form.select").elements[%q]; f.value = %q;
		f.dispatchEvent(new Event("input", {bubbles: true})); })()`, field, value))
}

// TestLive checks the page of a service whose kernels nothing calls, by axe-core and against pictures.
func TestLive(t *testing.T) {
	address, _ := service(t)
	for _, c := range []struct {
		name string
		o    Options
	}{{"live-light", Options{}}, {"live-dark", Options{Dark: true}}, {"live-narrow", Options{Width: 400, Height: 900}}} {
		t.Run(c.name, func(t *testing.T) {
			tab := Visit(t, address, c.o)
			tab.Wait(`document.querySelectorAll("#table tbody tr").length === 3`)
			tab.Want(`document.documentElement.scrollWidth <= innerWidth`) // only parts scroll sideways
			tab.Same(c.name, 8, *update)
			tab.Axe()
		})
	}
}

// TestLiveViews clicks through the page: order, filter, numbers of rows, pausing, keys and themes.
func TestLiveViews(t *testing.T) {
	address, scale := service(t)
	tab := Visit(t, address, Options{})
	tab.Want(names + ` === "Scaled,Summed,sent"`)
	tab.Want(row("Scaled") + `.textContent.includes("scaled.go:3:6")`)
	tab.Want(row("Summed") + `.textContent.includes("scalar")`)
	tab.Want(`document.querySelector("#table tbody tr:last-child .bad").textContent.startsWith("none: ")`)

	// The browser orders the rows that there are, and keeps the order when they are replaced.
	tab.Click(`#table thead th:first-child button`)
	tab.Click(`#table thead th:first-child button`)
	tab.Want(names + ` === "Summed,sent,Scaled"`)
	order := Eval[string](tab, names)
	tab.Run(`window.first = document.querySelector("#table tbody tr");`)
	tab.Wait(`document.querySelector("#table tbody tr") !== window.first`)
	tab.Want(names + fmt.Sprintf(" === %q", order))

	// The service filters and orders all of them.
	tab.Keys("/")
	tab.Wait(`document.activeElement.name === "q"`)
	tab.Run(`document.activeElement.value = "";`) // of the key, which a person's keyboard does not enter
	tab.Keys("summed")
	tab.Wait(names + ` === "Summed"`)
	tab.Wait(`document.getElementById("shown").textContent === "1 of 3 kernels" && document.getElementById("said").textContent === "1 of 3 kernels"`)
	tab.Want(`location.search.includes("q=summed")`)
	tab.set("q", "")
	tab.Wait(`document.querySelectorAll("#table tbody tr").length === 3`)
	tab.set("sort", "fallback")
	tab.Wait(`document.querySelector("#table tbody tr").cells[0].textContent.endsWith("sent")`)
	tab.set("n", "1")
	tab.Wait(`document.querySelectorAll("#table tbody tr").length === 1`)
	tab.Click(`#shown a`) // next
	tab.Wait(`location.search.includes("from=1") && document.querySelector("#shown a")?.textContent === "before"`)
	tab.Want(names + ` === "Scaled"`)
	tab.Click(`#shown a`)
	tab.Wait(`location.search.includes("from=0") && ` + names + `.endsWith("sent")`)
	tab.set("n", "200")
	tab.set("sort", "cpu")
	tab.Wait(`document.querySelectorAll("#table tbody tr").length === 3`)

	tab.Run(`document.activeElement.blur();`)
	tab.Keys("p")
	tab.Wait(`document.getElementById("pause").getAttribute("aria-pressed") === "true" && document.getElementById("said").textContent === "paused"`)
	tab.Click("#pause")
	tab.Wait(`document.getElementById("pause").getAttribute("aria-pressed") === "false"`)
	tab.Keys("t")
	tab.Wait(`document.documentElement.dataset.theme === "dark"`)
	tab.Keys("t")
	tab.Wait(`document.documentElement.dataset.theme === "light"`)
	tab.Keys("j")
	tab.Wait(`document.activeElement.id === "kernels-title"`)
	tab.Keys("?")
	tab.Wait(`document.getElementById("help").open`)
	tab.Want(`[...document.querySelectorAll("#help dd")].every((d) => d.textContent && d.textContent !== "undefined")`)
	tab.Want(`new Set([...document.querySelectorAll("#help dt")].map((d) => d.textContent)).size === document.querySelectorAll("#help dt").length`)
	tab.Axe()
	tab.Keys(kb.Escape)
	tab.Wait(`!document.getElementById("help").open`)

	// The process goes away, and comes back.
	tab.Run(`window.kept = fetch; window.fetch = () => Promise.reject(new Error("gone"));`)
	tab.Wait(`document.body.classList.contains("lost") && document.getElementById("said").textContent === "the process does not answer"`)
	tab.Run(`window.fetch = window.kept;`)
	tab.Wait(`!document.body.classList.contains("lost") && document.getElementById("said").textContent === "connected again"`)

	// Figures of calls appear while the page is open, and the busiest kernel is the first.
	call(t, scale)
	tab.Wait(row("Scaled") + `.cells[3].dataset.value > 0`)
	tab.Want(names + `.startsWith("Scaled,")`)
	for cell, what := range map[int]string{2: "CPU", 3: "calls", 5: "times", 6: "elements"} {
		if v := Eval[float64](tab, fmt.Sprintf(`Number(%s.cells[%d].dataset.value)`, row("Scaled"), cell)); !(v > 0) {
			t.Errorf("%s: %v", what, v)
		}
	}
	tab.Want(row("Summed") + `.cells[3].dataset.value === "0"`)

	// The explanation of a kernel is a click away, and back. The focus is kept while rows are replaced.
	tab.Run(row("Scaled") + `.querySelector("a").focus(); window.first = document.querySelector("#table tbody tr");`)
	tab.Wait(`document.querySelector("#table tbody tr") !== window.first`)
	tab.Want(`document.activeElement.textContent === "Scaled"`)
	tab.Keys(kb.Enter)
	tab.Wait(`document.title === "Scaled" && document.readyState === "complete"`)
	tab.Want(`document.querySelector(".facts").textContent.includes("Calls/s")`)
	tab.Want(`document.getElementById("compilation") !== null`)
	tab.Want(`document.querySelector(".source").textContent.includes("x[i] *= by")`)
	tab.Run(openAll)
	tab.Wait(allThere)
	tab.Want(`document.querySelectorAll(".asm tbody tr").length > 5 && document.querySelectorAll(".part.ssa option").length > 5`)
	tab.Want(`document.documentElement.scrollWidth <= innerWidth`)
	tab.Axe()
	tab.Click(`.lead a`)
	tab.Wait(`document.title.startsWith("Kernels of ") && document.querySelectorAll("#table tbody tr").length === 3`)
}

// TestLiveDetail reads the page of a kernel without machine code, and what is said of one that is gone.
func TestLiveDetail(t *testing.T) {
	address, _ := service(t)
	tab := Visit(t, address+"?q=summed", Options{Dark: true})
	tab.Click(`#table tbody a`)
	tab.Wait(`document.title === "Summed" && document.readyState === "complete"`)
	tab.Want(`document.querySelector("main").textContent.includes("//loop:fp reassoc")`) // what to write
	answer, err := http.Get(address + "kernel?id=none")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != http.StatusNotFound || !strings.Contains(string(text), "may have been dropped") {
		t.Errorf("%s: %s, %v", answer.Status, text, err)
	}
}

// TestLiveThousand uses the page of a service with a thousand kernels. What the browser has to hold stays within bounds.
func TestLiveThousand(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	runtime.ResetCache()
	var list []*hotloop.Kernel[func([]int32)]
	for n := range 1000 {
		k, err := hotloop.Compile[func([]int32)](fmt.Sprintf("package k\n\nfunc Add%d(x []int32) {\n\tfor i := range x {\n\t\tx[i] += %[1]d\n\t}\n}\n", n), fmt.Sprintf("Add%d", n))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, k)
	}
	defer goruntime.KeepAlive(list)
	tab := Visit(t, serve(t)+"?q=add", Options{})
	bounds := func(rows, nodes, size int) {
		t.Helper()
		if n := Eval[int](tab, `document.querySelectorAll("#table tbody tr").length`); n != rows {
			t.Errorf("%d rows, want %d", n, rows)
		}
		if n := Eval[int](tab, `document.querySelectorAll("*").length`); n > nodes {
			t.Errorf("%d elements, more than %d", n, nodes)
		}
		if n := len(tab.HTML()); n > size {
			t.Errorf("%d bytes, more than %d", n, size)
		}
	}
	bounds(200, 4000, 300_000)
	tab.Want(`document.getElementById("shown").textContent.startsWith("200 of 1,00")`)
	seen := map[string]bool{}
	for {
		for _, n := range strings.Split(Eval[string](tab, names), ",") {
			seen[n] = true
		}
		next := `[...document.querySelectorAll("#shown a")].find((a) => a.textContent === "next")`
		if Eval[bool](tab, next+" === undefined") {
			break
		}
		at := Eval[string](tab, next+".search")
		tab.Run(next + ".click()")
		tab.Wait(fmt.Sprintf(`location.search === %q && document.readyState === "complete"`, at))
	}
	if len(seen) != len(list) {
		t.Errorf("%d kernels on all pages, want %d", len(seen), len(list))
	}
	tab.set("q", "add 77")
	tab.Wait(`document.querySelectorAll("#table tbody tr").length === 19 && document.getElementById("said").textContent.startsWith("19 of 1,00")`) // 77, 770 to 779, 177 to 977
	tab.set("q", "add")
	tab.set("n", "10000")
	tab.Wait(`document.querySelectorAll("#table tbody tr").length === 1000`)
	bounds(1000, 18_000, 1_300_000)
	tab.Click(`#table thead th:first-child button`)
	tab.Want(names + `.startsWith("Add0,Add1,Add2,Add3,")`)
	tab.Run(`window.first = document.querySelector("#table tbody tr");`)
	tab.Wait(`document.querySelector("#table tbody tr") !== window.first`) // replaced by the next answer
	tab.Want(names + `.startsWith("Add0,Add1,Add2,Add3,")`)
	bounds(1000, 18_000, 1_300_000) // and nothing piles up
}

// TestLiveNoScript uses the page without script: the address selects what the form would, and a link reloads.
func TestLiveNoScript(t *testing.T) {
	address, _ := service(t)
	tab := Visit(t, address+"?q=sca&sort=name", Options{NoScript: true})
	html := tab.HTML()
	for _, want := range []string{">Scaled</a>", "1 of 3 kernels", `<option selected="">name`, `value="sca"`, `href="?refresh=5"`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q without script", want)
		}
	}
	if strings.Contains(html, ">Summed</a>") {
		t.Error("the filter has no effect without script")
	}
}
