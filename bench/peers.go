package bench

import (
	"errors"
	"path/filepath"
	"slices"
	"sync"

	"hotloop/internal/lab/child"
)

// PeerKinds are the available peers. clang-scalar is clang without its vectorizers, the base of scores.
var PeerKinds = []string{"go", "clang", "gcc", "clang-scalar"}

// CCompilers are the C compilers with full optimization; the faster one counts.
var CCompilers = []string{"clang", "gcc"}

// peers holds the child processes of a session.
type peers struct {
	compilers []child.Compiler
	c         map[string]*child.Process // by peerKey
	numbers   map[*Kernel][2]int        // the numbers of a kernel's C functions: itself, empty
	goProc    *child.Process            // for the kernels that are not linked in
	goFuncs   map[*Kernel]child.GoFuncs
	refs      map[*Kernel]Reference
	order     []string
	notes     map[*Kernel][]string // why a kernel lacks some peers
	endless   map[*Kernel]bool     // the kernel terminates with no generated arguments
	libraries *librarian
}

// peerKey returns the key of a C peer's process: it is built for an instruction set, the same as ours, and a mode.
func peerKey(kind, isa, mode string) string { return kind + " " + isa + " " + mode }

// startPeers finds the requested compilers and builds everything for every instruction set and mode, two builds at a
// time. It notes and leaves out what is missing.
func startPeers(s *Session) *peers {
	p := &peers{c: map[string]*child.Process{}, numbers: map[*Kernel][2]int{},
		goFuncs: map[*Kernel]child.GoFuncs{}, order: s.Peers, refs: map[*Kernel]Reference{},
		notes: map[*Kernel][]string{}, endless: map[*Kernel]bool{}}
	for _, kind := range PeerKinds[1:] {
		if !slices.Contains(s.Peers, kind) {
			continue
		}
		cc, err := child.FindCompiler(kind)
		if err != nil {
			s.notice(err.Error() + "; going on without it")
			continue
		}
		p.compilers = append(p.compilers, cc)
	}
	var prog child.CProgram
	if len(p.compilers) > 0 {
		for _, k := range s.Kernels {
			if k.Refused != nil {
				continue
			}
			f, err := k.Source()
			if err == nil {
				var fn, empty int
				if fn, empty, err = prog.Add(f, k.Func); err == nil {
					p.numbers[k] = [2]int{fn, empty}
				}
			}
			if err != nil {
				p.notes[k] = append(p.notes[k], "no C: "+err.Error())
				s.notice("C peers do without " + k.Name + ": " + err.Error())
			}
		}
	}
	var mu sync.Mutex // for state shared by the builders: the process table and notices
	var wg sync.WaitGroup
	slots := make(chan bool, 2)
	start := func(job func() error) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			slots <- true
			defer func() { <-slots }()
			if err := job(); err != nil {
				mu.Lock()
				s.notice(err.Error())
				mu.Unlock()
			}
		}()
	}
	for _, cc := range p.compilers {
		if len(p.numbers) == 0 {
			break
		}
		for _, isa := range s.ISAs {
			for _, mode := range s.Modes {
				start(func() error {
					exe, err := prog.Build(cc, s.dir, isa, mode)
					if err != nil {
						return err
					}
					proc, err := child.Start(cc.Kind, exe)
					if err != nil {
						return err
					}
					s.limit(proc)
					mu.Lock()
					p.c[peerKey(cc.Kind, isa, mode)] = proc
					mu.Unlock()
					return nil
				})
			}
		}
	}
	if goProg := p.goProgram(s); goProg != nil {
		start(func() error {
			exe, err := goProg.Build(filepath.Join(s.dir, "go"))
			if errors.Is(err, child.ErrNoGo) {
				return nil // reference reports the problem instead
			} else if err != nil {
				return err
			}
			proc, err := child.Start("go", exe)
			s.limit(proc)
			mu.Lock()
			p.goProc = proc
			mu.Unlock()
			return err
		})
	}
	wg.Wait()
	p.libraries = startLibraries(s)
	return p
}

// goProgram collects the kernels that are not linked in; nil if all are.
func (p *peers) goProgram(s *Session) *child.GoProgram {
	var prog child.GoProgram
	for _, k := range s.Kernels {
		if k.Plain != nil || k.Refused != nil {
			continue
		}
		f, err := k.Source()
		if err == nil {
			p.goFuncs[k], err = prog.Add(f, k.Func)
		}
		if err != nil {
			delete(p.goFuncs, k)
			p.notes[k] = append(p.notes[k], "no go: "+err.Error())
			s.notice("left out by the Go compiler: " + k.Name + ": " + err.Error())
		}
	}
	if len(p.goFuncs) == 0 {
		return nil
	}
	return &prog
}

// reference returns the reference for k's results, or nil.
func (p *peers) reference(s *Session, k *Kernel, mode string) Reference {
	if ref, ok := p.refs[k]; ok {
		return ref
	}
	ref := func() Reference {
		if k.Oracle != nil {
			return FuncReference{k.Oracle}
		}
		if fn, ok := p.goFuncs[k]; ok && p.goProc != nil {
			return NewRemote("go", p.goProc, fn.Oracle, fn.Empty)
		}
		if r, ok := s.Engine.(Referee); ok {
			interpreted, err := r.Reference(Request{Type: k.Type, File: k.File, Text: k.Text, Func: k.Func, Mode: mode})
			if err == nil {
				s.notice(k.Name + ": no build by the Go compiler; checked against " + s.Engine.Name() + "'s interpreter instead")
				s.watch.add(interpreted)
				return FuncReference{interpreted.Func}
			}
		}
		return nil
	}()
	p.refs[k] = ref
	if ref != nil && k.Plain == nil && !k.Described {
		name, err := k.Settle(ref, s.nearReference())
		switch {
		case errors.Is(err, child.ErrEndless) || s.watch.ended():
			p.endless[k] = true
		case err != nil:
			s.notice(k.Name + ": " + err.Error())
		case name == "":
			s.notice(k.Name + " panics with every kind of made-up argument")
		default:
			s.notice(k.Name + ": made-up arguments have " + name)
		}
	}
	return ref
}

// limit sets the processor time limit of a child.
func (s *Session) limit(p *child.Process) {
	if s.Limit > 0 {
		p.Limit = s.Limit
	}
}

// runners returns k's peers in the requested order, and its alternatives.
func (p *peers) runners(k *Kernel, isa, mode string) []Runner {
	var out []Runner
	for _, name := range p.order {
		switch {
		case name == "go" && k.Plain != nil:
			out = append(out, NewLocal("go", k, k.Plain, k.Empty))
		case name == "go":
			if fn, ok := p.goFuncs[k]; ok && p.goProc != nil {
				out = append(out, NewRemote("go", p.goProc, fn.Plain, fn.Empty))
			}
		default:
			num, ok := p.numbers[k]
			if proc := p.c[peerKey(name, isa, mode)]; ok && proc != nil {
				out = append(out, NewRemote(name, proc, num[0], num[1]))
			}
		}
	}
	for _, r := range k.Alternatives {
		if r.C == nil {
			out = append(out, NewLocal(r.Name, k, r.Func, nil))
		} else if remote := p.libraries.runner(k, r, isa); remote != nil {
			out = append(out, remote)
		}
	}
	return out
}

// anyCompiler returns the path of some C compiler, or "".
func (p *peers) anyCompiler() string {
	if len(p.compilers) > 0 {
		return p.compilers[0].Path
	}
	return ""
}

func (p *peers) close() {
	for _, proc := range p.c {
		proc.Close()
	}
	if p.goProc != nil {
		p.goProc.Close()
	}
	p.libraries.close()
}
