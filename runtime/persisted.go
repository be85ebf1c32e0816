package runtime

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"time"
	"unique"

	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/runtime/fallback"
	"hotloop/runtime/persist"
)

// The option CacheDir stores kernels in files for other processes. Machine code is position-independent and calls
// nothing: it requests Go services by site number. The only process addresses it may contain are those of
// variables (ir.Param.Addr), which come from the option Global or which the frontend allocates for text results.
// Such kernels are not stored. So the code is written unmodified, with the other data that a Kernel needs, and
// loading copies it to executable memory. The file also contains the stubs of the signature, so loading needs no
// part of the compiler.
//
// A file is keyed by a hash of every input of the code: the build of the program, which identifies hotloop's own
// code and the Go release; the processor; the text and the other files; the func type, spelled out; and the
// options. Equal keys compile to equal bytes.

// CacheState is the result of the option CacheDir.
type CacheState string

// Cache states. For the last two, the kernel's remarks give the reason.
const (
	CacheLoaded CacheState = "loaded" // loaded from a file, not compiled
	CacheStored CacheState = "stored" // compiled and written to a file
	CacheUnfit  CacheState = "unfit"  // compiled; such a kernel cannot be stored
	CacheFailed CacheState = "failed" // compiled; no directory is available, or the file could not be written
)

// cacheDirs holds the opened directories by path.
var cacheDirs sync.Map // string -> *persist.Dir

// OpenCache ensures that a directory for code exists. It returns the name for Options.CacheDir, and an error if
// the directory is unusable, for example because other users own it or have access. Kernels can be compiled with
// the name in any case; they report the error in a remark. An empty path stands for hotloop in the user's cache
// directory.
func OpenCache(path string) (string, error) {
	if path == "" {
		base, _ := os.UserCacheDir()
		path = filepath.Join(base, "hotloop")
		if base == "" {
			path = noCacheDir
		}
	} else if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	_, err := openCache(path)
	return path, err
}

// noCacheDir is the name used if the user has no home directory.
const noCacheDir = "hotloop"

// openCache opens the directory of a name returned by OpenCache.
func openCache(path string) (*persist.Dir, error) {
	if d, ok := cacheDirs.Load(path); ok {
		return d.(*persist.Dir), nil // each access checks its permissions
	}
	if !filepath.IsAbs(path) {
		return nil, fmt.Errorf("no directory for %s; set $HOME or $XDG_CACHE_HOME, or use CacheDir", path)
	}
	d, err := persist.Open(path, persist.DefaultLimit)
	if err != nil {
		return nil, err
	}
	first, _ := cacheDirs.LoadOrStore(path, d)
	return first.(*persist.Dir), nil
}

// loadOrCompile loads a kernel from its file, or compiles it and writes the file.
func loadOrCompile(t reflect.Type, src, name string, o Options) (*Kernel, error) {
	if o.CacheDir == "" {
		return compile(t, src, name, o, nil)
	}
	began := time.Now()
	key, why := o.fileKey(t, src, name)
	dir, failed := openCache(o.CacheDir)
	var bad *persist.BadFileError
	if why == nil && failed == nil {
		k := &Kernel{name: name, typ: t, text: text{src: src, source: o.source(src)}, options: o,
			interp: new(interpreted)}
		content, err := dir.Get(key)
		if err == nil {
			err = k.read(content)
		}
		if err == nil {
			counters.loaded.Add(1)
			k.stats.Cache, k.stats.Total = CacheLoaded, time.Since(began)
			k.stats.Phases = []Phase{{"load", k.stats.Total}}
			return k, nil
		}
		if errors.As(err, &bad) {
			counters.rejected.Add(1)
		}
	}
	k, err := compile(t, src, name, o, nil)
	if err != nil {
		return nil, err
	}
	if why == nil && len(k.variables) > 0 {
		why = errors.New("the code contains addresses of this process")
	}
	switch {
	case k.code == nil: // its remarks give the reason
		k.stats.Cache = CacheUnfit
	case why != nil:
		k.stats.Cache = CacheUnfit
		k.warn("cache", "the code is not stored in the cache: "+why.Error())
	default:
		k.stats.Cache = CacheStored
		if failed == nil {
			failed = dir.Put(key, k.content())
		}
		if failed != nil {
			k.stats.Cache = CacheFailed
			k.warn("cache", "the code could not be stored in the cache: "+failed.Error())
			break
		}
		counters.stored.Add(1)
	}
	k.lines = nil
	if bad != nil { // not stored in the file, which is valid again
		k.warn("cache", fmt.Sprintf("a file in %s is ignored: %v", dir.Path(), bad))
	}
	return k, nil
}

// fileKey returns the key of a kernel's file, or an error that says why the kernel cannot be stored.
func (o *Options) fileKey(t reflect.Type, src, name string) (key persist.Key, err error) {
	if o.Knobs != "" && !lastingKnobs(o.Knobs) {
		return key, errors.New("the kernel is compiled with debug knobs")
	}
	if len(o.Globals) > 0 {
		return key, errors.New("the code contains addresses of variables (WithGlobal)")
	}
	options, ok := o.key(true)
	if !ok || t == nil {
		return key, errors.New("the options cannot be described in a key")
	}
	machine, err := o.machine()
	if err != nil {
		return key, err
	}
	k := keyWriter{lasting: true}
	k.text(machine)
	k.typ(t)
	k.text(name)
	k.text(src)
	k.text(options)
	k.text(filesSum(o.files()))
	return sha256.Sum256(k.b), nil
}

// lastingKnobs reports whether the knobs only verify the code. Other knobs print or change what the compiler does.
func lastingKnobs(list string) bool {
	knobs, err := config.ParseKnobs(list)
	plain, _ := config.ParseKnobs("")
	knobs.VerifyEach = false
	return err == nil && knobs == plain
}

// machines caches descriptions of the program and the processor, by ISA and tuning.
var machines sync.Map // [2]string -> string

// machine describes every input of the code besides text and options.
func (o *Options) machine() (string, error) {
	ask := [2]string{o.ISA, o.Tune}
	if s, ok := machines.Load(ask); ok {
		return s.(string), nil
	}
	build, err := persist.Build()
	if err != nil {
		return "", fmt.Errorf("the build of this program cannot be identified: %w", err)
	}
	features, err := (*Watch)(nil).features(o.ISA, o.Tune, config.Knobs{})
	if err != nil {
		return "", err
	}
	s := fmt.Sprintf("%s\n%+v\n%+v\n%d", build, features, ir.DefaultSemantics(), PollMode())
	machines.Store(ask, s)
	return s, nil
}

// fileSums caches the hashes of package files, which many kernels share.
var fileSums sync.Map // unique.Handle[string] -> string

func filesSum(files unique.Handle[string]) string {
	if s, ok := fileSums.Load(files); ok {
		return s.(string)
	}
	sum := sha256.Sum256([]byte(files.Value()))
	s := string(sum[:])
	fileSums.Store(files, s)
	return s
}

// described caches the results of describe.
var described sync.Map // reflect.Type -> string

// describe spells out a type: all that reflection knows of it and of the types it refers to. Types that a kernel
// could distinguish have different descriptions, in all processes.
func describe(t reflect.Type) string {
	if s, ok := described.Load(t); ok {
		return s.(string)
	}
	w := typeWriter{seen: map[reflect.Type]int{}}
	w.write(t)
	s := string(w.b)
	described.Store(t, s)
	return s
}

// typeWriter writes types; a repeated type is written as a reference.
type typeWriter struct {
	keyWriter
	seen map[reflect.Type]int
}

func (w *typeWriter) write(t reflect.Type) {
	if n, ok := w.seen[t]; ok {
		w.number(uint64(n))
		return
	}
	w.seen[t] = len(w.seen) + 1
	w.number(0)
	w.number(uint64(t.Kind()))
	w.text(t.PkgPath())
	w.text(t.String())
	w.number(uint64(t.Size()))
	switch t.Kind() {
	case reflect.Array, reflect.Slice, reflect.Pointer, reflect.Chan:
		w.write(t.Elem())
	case reflect.Map:
		w.write(t.Key())
		w.write(t.Elem())
	case reflect.Func:
		w.number(uint64(t.NumIn()))
		for i := range t.NumIn() {
			w.write(t.In(i))
		}
		for i := range t.NumOut() {
			w.write(t.Out(i))
		}
	case reflect.Struct:
		w.number(uint64(t.NumField()))
		for i := range t.NumField() {
			f := t.Field(i)
			w.text(f.Name)
			w.text(f.PkgPath)
			w.text(string(f.Tag))
			w.flags(f.Anonymous)
			w.number(uint64(f.Offset))
			w.write(f.Type)
		}
	case reflect.Interface:
		w.number(uint64(t.NumMethod()))
		for i := range t.NumMethod() {
			w.text(t.Method(i).Name)
			w.write(t.Method(i).Type)
		}
	}
}

// content encodes the kernel for its file. read decodes the same fields in the same order.
func (k *Kernel) content() []byte {
	var w keyWriter
	c, l := k.code, k.code.linked
	w.texts(k.assumed)
	w.text(k.where)
	w.text(k.stats.ISA)
	w.numbers(k.stats.Steps, k.stats.Values, k.stats.Blocks, k.stats.Memory, k.stats.CodeBytes)
	w.texts(k.stats.Plans)
	w.number(uint64(len(k.stats.Cycles)))
	for _, x := range k.stats.Cycles {
		w.float(x)
	}
	w.flags(k.stats.Vectorized, k.fusable)
	w.text(string(k.stats.Adapter))
	w.number(uint64(len(k.steps)))
	w.numbers(k.steps...)
	w.number(uint64(len(k.remarks)))
	for i := range k.remarks {
		w.remark(&k.remarks[i])
	}
	w.text(k.sites.Name)
	w.number(uint64(len(k.sites.Sites)))
	for _, s := range k.sites.Sites {
		where := ""
		if k.sites.Position != nil && s.Pos != 0 {
			where = k.sites.Position(s.Pos)
		}
		w.numbers(int(s.Kind), int(s.Pos), s.Part)
		w.flags(s.Unsigned)
		w.text(s.Msg)
		w.text(where)
	}
	var lines keyWriter
	for _, x := range k.lines {
		lines.numbers(x.Offset, x.Line)
	}
	w.text(string(lines.b))
	w.flags(k.parts != nil)
	if k.parts != nil {
		w.parts(k.parts.params)
		w.parts(k.parts.results)
	}
	w.numbers(int(c.frame), int(l.way), int(l.ints), int(l.floats))
	w.offsets(l.pointers)
	w.offsets(l.lengths)
	for _, text := range l.stubs {
		w.text(string(text))
	}
	w.text(string(c.Text()))
	w.number(uint64(len(c.forks)))
	for _, p := range c.forks {
		w.numbers(int(p.code.frame), int(p.shared), int(p.base), p.passed, p.seeds, p.results)
		w.text(string(p.code.Text()))
	}
	return w.b
}

// errContent is the error for a file that has the right hash but cannot be decoded. The cause is a bug in hotloop
// or a forged file.
var errContent = &persist.BadFileError{Name: "the file of this kernel", Why: "found content in an unknown format"}

// read decodes content into k, which has its text, type and options, and loads the code.
func (k *Kernel) read(content []byte) error {
	if err := loadable(); err != nil {
		return err
	}
	r := keyReader{b: content, s: string(content)}
	k.assumed = r.texts()
	k.where = r.text()
	k.stats.ISA = r.text()
	k.stats.Steps, k.stats.Values, k.stats.Blocks, k.stats.Memory = r.int(), r.int(), r.int(), r.int()
	k.stats.CodeBytes = r.int()
	k.stats.Plans = r.texts()
	if n := r.count(); n > 0 {
		k.stats.Cycles = make([]float64, n)
		for i := range k.stats.Cycles {
			k.stats.Cycles[i] = r.float()
		}
	}
	k.stats.Vectorized, k.fusable = r.flag(), r.flag()
	k.stats.Adapter = fallback.Adapter(r.text())
	for range r.count() {
		k.steps = append(k.steps, r.int())
	}
	if n := r.count(); n > 0 {
		k.remarks = make([]remark.Remark, n)
		for i := range k.remarks {
			k.remarks[i] = r.remark()
		}
	}
	k.readSites(&r)
	lines := r.bytes() // hundreds of lines, decoded only for observers
	if r.flag() {
		k.parts = &parts{r.parts(), r.parts()}
	}
	frame := Frame(r.int())
	l := linkage{way: entryPath(r.int()), ints: uintptr(r.int()), floats: uintptr(r.int())}
	l.pointers, l.lengths = r.offsets(), r.offsets()
	for i := range l.stubs {
		l.stubs[i] = r.bytes()
	}
	text := r.bytes()
	type fork struct {
		frame Frame
		partLayout
		text []byte
	}
	forks := make([]fork, r.count())
	for i := range forks {
		p := &forks[i]
		p.frame, p.shared, p.base, p.passed, p.seeds, p.results = Frame(r.int()), uintptr(r.int()), uintptr(r.int()), r.int(), r.int(), r.int()
		p.text = r.bytes()
		r.bad = r.bad || len(p.text) == 0 || int(p.frame) >= numFrames
	}
	if r.bad || r.at != len(r.b) || len(text) == 0 || int(frame) >= numFrames || l.way >= numPaths {
		return errContent
	}
	code, err := k.place(text, frame, 0)
	if err != nil {
		return err
	}
	for _, p := range forks {
		if err := k.loadPart(code, p.text, p.frame, p.partLayout); err != nil {
			return err
		}
	}
	if k.closure, err = code.link(&l); err != nil {
		return err
	}
	k.enter(code)
	if k.stats.Adapter == fallback.AdapterReflect {
		counters.slow.Add(1)
	}
	if observers.any.Load() {
		announce(code, k, readLines(lines))
	}
	return nil
}

// readLines decodes the source lines of the code.
func readLines(content []byte) (lines []CodeLine) {
	r := keyReader{b: content, s: string(content)}
	for r.at < len(r.b) && !r.bad {
		lines = append(lines, CodeLine{r.int(), r.int()})
	}
	return lines
}

// readSites decodes the sites, with their positions as text.
func (k *Kernel) readSites(r *keyReader) {
	k.sites = &ir.Func{Name: r.text()}
	n := r.count()
	sites, where := make([]ir.Site, n), make([]string, n)
	k.sites.Sites = make([]*ir.Site, n)
	for i := range sites {
		kind, pos, part := r.int(), r.int(), r.int()
		sites[i] = ir.Site{Index: i, Kind: ir.SiteKind(kind), Pos: ir.Pos(pos), Part: part, Unsigned: r.flag(), Msg: r.text()}
		where[i] = r.text()
		k.sites.Sites[i] = &sites[i]
		r.bad = r.bad || kind >= int(ir.NumSiteKinds)
	}
	k.sites.Position = func(p ir.Pos) string {
		for i := range sites {
			if sites[i].Pos == p {
				return where[i]
			}
		}
		return ""
	}
}
