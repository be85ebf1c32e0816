package runtime

import (
	"slices"

	"hotloop/frontend"
)

// source is the text that a kernel is compiled from with the other files of its package. The text may be one of them: then it goes by that
// file's name, and without a text the files are all there is.
func (o *Options) source(text string) frontend.Source {
	name := o.FileName
	same := func(f frontend.File) bool { return f.Kind == frontend.GoFile && f.Text == text }
	if i := slices.IndexFunc(o.Files, same); i >= 0 && name == "" {
		name = o.Files[i].Name
	}
	if name == "" {
		name = o.fileName()
	}
	if text == "" && len(o.Files) > 0 {
		return o.Files
	}
	return append(frontend.Text(name, text), slices.DeleteFunc(slices.Clone(o.Files), same)...)
}

// fileName is the name of the text in messages.
func (o *Options) fileName() string {
	if o.FileName != "" {
		return o.FileName
	}
	return "kernel.go"
}
