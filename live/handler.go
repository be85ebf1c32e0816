package live

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Handler returns a handler that shows the kernels of the process. It is to be mounted under a path that ends in a
// slash. See the package documentation for what it serves, and who should see it.
func Handler() http.Handler { return &handler{s: shared} }

type handler struct {
	s          *sampler
	explaining sync.Mutex
}

// policy lets pages run the script and style that they have in them, and load nothing but themselves.
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP answers by the last element of the path.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	what := path.Base(r.URL.Path)
	if strings.HasSuffix(r.URL.Path, "/") || r.URL.Path == "" {
		what = ""
	}
	var body bytes.Buffer
	var err error
	found := true
	kind := "text/html; charset=utf-8"
	h.s.ask()
	switch what {
	case "":
		err = h.page(&body, r)
	case "kernel":
		found, err = h.kernel(&body, r)
	case "json":
		kind = "application/json"
		enc := json.NewEncoder(&body)
		enc.SetIndent("", "\t")
		if id := r.FormValue("id"); id == "" {
			err = enc.Encode(h.selected(r))
		} else if d := h.s.detail(id); d != nil {
			err = enc.Encode(d)
		} else {
			found = false
		}
	case "metrics":
		kind = "text/plain; version=0.0.4; charset=utf-8"
		s := h.s.snapshot()
		s.metrics(&body)
	default:
		http.NotFound(w, r)
		return
	}
	if !found {
		http.Error(w, "there is no such kernel; it may have been dropped", http.StatusNotFound)
		return
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	head := w.Header()
	head.Set("Content-Type", kind)
	head.Set("Content-Length", strconv.Itoa(body.Len()))
	head.Set("Content-Security-Policy", policy)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cache-Control", "no-store")
	if seconds, err := strconv.Atoi(r.FormValue("refresh")); err == nil && what == "" && seconds > 0 {
		head.Set("Refresh", strconv.Itoa(seconds))
	}
	if r.Method == http.MethodGet {
		_, _ = w.Write(body.Bytes()) // an error means that the client has gone
	}
}

// sorts are the orders of kernels by name. Numbers go from the largest to the smallest.
var sorts = map[string]func(a, b *Kernel) int{
	"cpu":      func(a, b *Kernel) int { return cmp.Compare(b.CPU, a.CPU) },
	"calls":    func(a, b *Kernel) int { return cmp.Compare(b.CallsPerSecond, a.CallsPerSecond) },
	"time":     func(a, b *Kernel) int { return cmp.Compare(b.NsPerCall, a.NsPerCall) },
	"elements": func(a, b *Kernel) int { return cmp.Compare(b.ElementsPerSecond, a.ElementsPerSecond) },
	"compile":  func(a, b *Kernel) int { return cmp.Compare(b.Compile, a.Compile) },
	"code":     func(a, b *Kernel) int { return cmp.Compare(b.CodeBytes, a.CodeBytes) },
	"name":     func(a, b *Kernel) int { return cmp.Compare(a.Name, b.Name) },
	"position": func(a, b *Kernel) int { return cmp.Compare(a.Position, b.Position) },
	"fallback": func(a, b *Kernel) int {
		return cmp.Or(-cmp.Compare(a.Fallback, b.Fallback), cmp.Compare(a.Name, b.Name))
	},
}

// selected returns the snapshot that a request asks for: q has words that kernels must match, sort the name of an order, n
// the number of kernels, and from the number of those that come before.
func (h *handler) selected(r *http.Request) *Snapshot {
	s := h.s.snapshot()
	s.complete()
	words := strings.Fields(strings.ToLower(r.FormValue("q")))
	s.Kernels = slices.DeleteFunc(s.Kernels, func(k Kernel) bool { return !k.matches(words) })
	s.Matching = len(s.Kernels)
	if by := sorts[r.FormValue("sort")]; by != nil {
		slices.SortStableFunc(s.Kernels, func(a, b Kernel) int { return by(&a, &b) })
	}
	if from, err := strconv.Atoi(r.FormValue("from")); err == nil {
		s.Kernels = s.Kernels[min(max(from, 0), len(s.Kernels)):]
	}
	if n, err := strconv.Atoi(r.FormValue("n")); err == nil {
		s.Kernels = s.Kernels[:min(max(n, 0), len(s.Kernels))]
	}
	return s
}
