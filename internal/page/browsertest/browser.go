// Package browsertest looks at pages in a real browser: headless Chromium, by package chromedp. It is a module of its own,
// so that hotloop does not depend on chromedp. Its tests are skipped where there is no Chromium.
//
//	apt-get install chromium
//	npm pack axe-core && tar xzf axe-core-*.tgz
//	AXE_CORE=$PWD/package/axe.min.js go test ./...
package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// programs are the names of Chromium.
var programs = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// limit ends a test whose browser hangs. No test depends on how long something takes.
const limit = 2 * time.Minute

// Tab is a page in a browser.
type Tab struct {
	t      testing.TB
	ctx    context.Context
	mu     sync.Mutex
	errors []string
}

// Options say how a page is looked at.
type Options struct {
	Dark          bool
	NoScript      bool
	Width, Height int // 1280 by 900 if zero
}

// Open opens a page, as Visit does.
func Open(t testing.TB, html string, o Options) *Tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(html), 0o666); err != nil {
		t.Fatal(err)
	}
	return Visit(t, "file://"+file, o)
}

// Visit opens the page at an address, and skips the test if there is no Chromium. When the test ends, it fails if the
// page had an error, or has loaded anything that its policy does not permit.
func Visit(t testing.TB, address string, o Options) *Tab {
	t.Helper()
	var program string
	for _, p := range programs {
		if path, err := exec.LookPath(p); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("no Chromium: apt-get install chromium")
	}
	if o.Width == 0 {
		o.Width, o.Height = 1280, 900
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.WindowSize(o.Width, o.Height), chromedp.Flag("hide-scrollbars", true), chromedp.Flag("force-device-scale-factor", "1"),
		chromedp.WSURLReadTimeout(limit))
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	ctx, stop := chromedp.NewExecAllocator(ctx, flags...)
	t.Cleanup(stop)
	ctx, leave := chromedp.NewContext(ctx)
	t.Cleanup(leave)
	tab := &Tab{t: t, ctx: ctx}
	scheme := "light"
	if o.Dark {
		scheme = "dark"
	}
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			tab.fail(fmt.Sprint(e.ExceptionDetails))
		case *log.EventEntryAdded:
			if e.Entry.Level == log.EntryLevelError {
				tab.fail(e.Entry.Text + " " + e.Entry.URL)
			}
		}
	})
	if err == nil {
		_, err = chromedp.Call(ctx, log.Enable, cdp.Empty{})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: o.NoScript})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: int64(o.Width), Height: int64(o.Height), DeviceScaleFactor: 1})
	}
	if err != nil {
		t.Fatal(err)
	}
	tab.do(chromedp.Navigate(address))
	t.Cleanup(func() {
		tab.mu.Lock()
		defer tab.mu.Unlock()
		for _, e := range tab.errors {
			t.Errorf("the page has an error: %s", e)
		}
	})
	return tab
}

func (tab *Tab) fail(text string) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.errors = append(tab.errors, text)
}

func (tab *Tab) do(actions ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	if err := chromedp.Do(tab.ctx, actions...); err != nil {
		tab.t.Fatal(err)
	}
}

// Eval returns the value of an expression of the page's script, after its promise is kept if it is one.
func Eval[T any](tab *Tab, script string) T {
	tab.t.Helper()
	value, err := chromedp.Run(tab.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		tab.t.Fatalf("%s: %v", script, err)
	}
	return value
}

// Run runs statements of script.
func (tab *Tab) Run(script string) {
	tab.t.Helper()
	Eval[bool](tab, "(() => { "+script+"\nreturn true; })()")
}

// Want fails the test if a condition of the page's script does not hold.
func (tab *Tab) Want(condition string) {
	tab.t.Helper()
	if !Eval[bool](tab, condition) {
		tab.t.Errorf("does not hold: %s", condition)
	}
}

// Wait waits until a condition of the page's script holds, be it on another page that a link leads to.
func (tab *Tab) Wait(condition string) {
	tab.t.Helper()
	for {
		_, err := chromedp.Run(tab.ctx, chromedp.Poll[bool](condition, chromedp.WithPollingTimeout(limit)))
		if err == nil {
			return
		}
		if e := new(cdproto.Error); tab.ctx.Err() != nil || !errors.As(err, &e) || e.Code != pageLeft {
			tab.t.Fatalf("%s: %v", condition, err)
		}
	}
}

// pageLeft is the code of the error for a page that is left during a command.
const pageLeft = -32000

// Click clicks the first element of a selector, by the mouse.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	tab.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// Keys presses keys.
func (tab *Tab) Keys(keys string) {
	tab.t.Helper()
	tab.do(chromedp.KeyEvent(keys))
}

// HTML returns the elements of the page as they are now.
func (tab *Tab) HTML() string {
	tab.t.Helper()
	html, err := chromedp.Run(tab.ctx, chromedp.OuterHTML(chromedp.CSS("html")))
	if err != nil {
		tab.t.Fatal(err)
	}
	return html
}

// Axe fails the test if axe-core finds something in the page as it is now that keeps people from using it. The environment
// variable AXE_CORE names the script; without it, Axe reports so and checks nothing.
func (tab *Tab) Axe() {
	tab.t.Helper()
	file := os.Getenv("AXE_CORE")
	if file == "" {
		tab.t.Log("accessibility is not checked: AXE_CORE names no axe.min.js")
		return
	}
	script, err := os.ReadFile(file)
	if err != nil {
		tab.t.Fatal(err)
	}
	Eval[bool](tab, string(script)+"\n;true")
	found := Eval[string](tab, `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}).then((r) =>
		JSON.stringify(r.violations.map((v) => ({id: v.id, help: v.help, nodes: v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + " " + n.failureSummary)}))))`)
	var violations []struct {
		ID, Help string
		Nodes    []string
	}
	if err := json.Unmarshal([]byte(found), &violations); err != nil {
		tab.t.Fatal(err)
	}
	for _, v := range violations {
		tab.t.Errorf("accessibility: %s: %s\n\t%s", v.ID, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
}

// Thumbnails are this wide. Fonts differ from machine to machine; what is at most a few pixels large vanishes.
const thumbnail = 96

// Same compares what is in the window with a picture in testdata, both reduced to thumbnails, and writes the picture if
// update is set. tolerance is the mean difference per color, of 255.
func (tab *Tab) Same(name string, tolerance float64, update bool) {
	tab.t.Helper()
	shot, err := chromedp.Run(tab.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		tab.t.Fatal(err)
	}
	got, err := reduce(shot)
	if err != nil {
		tab.t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".png")
	if update {
		var b bytes.Buffer
		if err := png.Encode(&b, got); err != nil {
			tab.t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			tab.t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		tab.t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		tab.t.Fatal(err)
	}
	if d, err := difference(got, want); err != nil || d > tolerance {
		out := filepath.Join(os.TempDir(), "browsertest-"+name+".png")
		os.WriteFile(out, shot, 0o666)
		tab.t.Errorf("%s differs by %.1f of 255 on average, more than %g (%v); the screenshot is in %s, -update rewrites the picture", file, d, tolerance, err, out)
	}
}

// reduce returns a thumbnail of a picture: of each square the mean color.
func reduce(text []byte) (*image.RGBA, error) {
	src, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	b := src.Bounds()
	step := float64(b.Dx()) / thumbnail
	out := image.NewRGBA(image.Rect(0, 0, thumbnail, int(float64(b.Dy())/step)))
	for y := range out.Rect.Dy() {
		for x := range thumbnail {
			var sum [3]uint64
			n := uint64(0)
			for sy := int(float64(y) * step); sy < int(float64(y+1)*step); sy++ {
				for sx := int(float64(x) * step); sx < int(float64(x+1)*step); sx++ {
					r, g, bl, _ := src.At(sx, sy).RGBA()
					sum[0], sum[1], sum[2], n = sum[0]+uint64(r), sum[1]+uint64(g), sum[2]+uint64(bl), n+257
				}
			}
			out.SetRGBA(x, y, color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255})
		}
	}
	return out, nil
}

// difference returns the mean difference of two pictures.
func difference(a *image.RGBA, b image.Image) (float64, error) {
	if a.Bounds().Size() != b.Bounds().Size() {
		return 255, fmt.Errorf("the sizes are %v and %v", a.Bounds().Size(), b.Bounds().Size())
	}
	sum, n := 0.0, 0.0
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			r, g, bl, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y).RGBA()
			for _, d := range [3]int{int(r>>8) - int(r2>>8), int(g>>8) - int(g2>>8), int(bl>>8) - int(b2>>8)} {
				sum, n = sum+float64(max(d, -d)), n+1
			}
		}
	}
	return sum / n, nil
}
