package bench

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hotloop/internal/lab/child"
)

// A Library is a C library whose functions are alternatives. It runs in a child process, as the code of C compilers does.
// No cgo is needed, and a call costs as much as in C.
type Library struct {
	Name  string
	Head  string   // C text before its functions: declarations
	Flags []string // of the linker
	// Env returns variables that select an instruction set; nil if the library has no code for it.
	Env func(isa string) []string
	// Hint says how to install it.
	Hint string
}

// A CAlternative is a function of a library.
type CAlternative struct {
	Library *Library
	Body    string // C statements over parameters p0, p1 and so on; slices have a length, p0_len
}

// librarian holds the processes of libraries, by name and instruction set, and the numbers of their functions.
type librarian struct {
	procs   map[string]*child.Process
	numbers map[*Kernel]map[*Library][2]int
}

// startLibraries builds a program of all functions of each library and starts it for every instruction set. It notes
// and leaves out what cannot be built.
func startLibraries(s *Session) *librarian {
	l := &librarian{procs: map[string]*child.Process{}, numbers: map[*Kernel]map[*Library][2]int{}}
	programs := map[*Library]*child.CProgram{}
	for _, k := range s.Kernels {
		for _, r := range k.Alternatives {
			if r.C == nil {
				continue
			}
			lib := r.C.Library
			if programs[lib] == nil {
				programs[lib] = &child.CProgram{}
			}
			if l.numbers[k] == nil {
				l.numbers[k] = map[*Library][2]int{}
			}
			f, err := k.Source()
			if err == nil {
				var fn, empty int
				if fn, empty, err = programs[lib].AddForeign(f, k.Func, r.C.Body); err == nil {
					l.numbers[k][lib] = [2]int{fn, empty}
				}
			}
			if err != nil {
				s.notice(lib.Name + " does without " + k.Name + ": " + err.Error())
			}
		}
	}
	byName := func(a, b *Library) int { return strings.Compare(a.Name, b.Name) }
	for _, lib := range slices.SortedFunc(maps.Keys(programs), byName) {
		if err := l.start(s, lib, programs[lib]); err != nil {
			s.notice(fmt.Sprintf("no %s: %v (%s)", lib.Name, err, lib.Hint))
		}
	}
	return l
}

func (l *librarian) start(s *Session, lib *Library, prog *child.CProgram) error {
	cc, err := child.FindCompiler("clang")
	if err != nil {
		if cc, err = child.FindCompiler("gcc"); err != nil {
			return fmt.Errorf("no C compiler found")
		}
	}
	prog.Head = lib.Head
	exe, err := prog.BuildWith(cc, s.dir, lib.Name, lib.Flags)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return fmt.Errorf("cannot be built: %s", first)
	}
	for _, isa := range s.ISAs {
		env := lib.Env(isa)
		if env == nil {
			continue
		}
		proc, err := child.Start(lib.Name, exe, env...)
		if err != nil {
			return err
		}
		s.limit(proc)
		l.procs[lib.Name+" "+isa] = proc
	}
	return nil
}

// runner returns an alternative of k, or nil if there is none.
func (l *librarian) runner(k *Kernel, r Alternative, isa string) Runner {
	num, ok := l.numbers[k][r.C.Library]
	proc := l.procs[r.C.Library.Name+" "+isa]
	if !ok || proc == nil {
		return nil
	}
	return NewRemote(r.Name, proc, num[0], num[1])
}

func (l *librarian) close() {
	for _, p := range l.procs {
		p.Close()
	}
}
