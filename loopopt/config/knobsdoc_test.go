package config

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// knobsDocument returns KNOBS.md: every option of the feature list with its knob.
func knobsDocument() string {
	var b strings.Builder
	b.WriteString(`# Knobs

<!-- Generated from loopopt/config/loopknobtable.go by go test ./loopopt/config -run Knobs -update. -->

Knobs are set in the environment variable ` + "`HOTLOOP`" + `, by the flag ` + "`-knobs`" + ` of the hotloop command, and by ` + "`Knobs`" + ` of
package internal/options, separated by commas: ` + "`HOTLOOP=unroll.runtime-count=8,peel.allow=0`" + `. A switch without a value is 1.
Sizes are numbers of SSA values.

Decisions are made in LLVM's order: unroll.count, a count in the metadata, unroll.full, complete unrolling, the upper bound,
peeling, partial unrolling, runtime unrolling.

| ID | option of LLVM or GCC | its default | knob | hotloop's default | why |
|---|---|---|---|---|---|
`)
	k := defaultLoopKnobs
	for _, row := range loopKnobTable {
		name, value := "-", ""
		if row.name != "" {
			name = "`" + row.name + "`"
			switch p := row.field(&k).(type) {
			case *bool:
				value = "off"
				if *p {
					value = "on"
				}
			case *int:
				value = fmt.Sprint(*p)
				if *p == unlimited {
					value = "unlimited"
				}
			}
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s |\n", row.id, row.option, row.theirs, name, value, row.comment)
	}
	return b.String()
}

func TestKnobsDocument(t *testing.T) {
	want := knobsDocument()
	got, _ := os.ReadFile("../KNOBS.md")
	if string(got) == want {
		return
	}
	if !*update {
		t.Fatal("KNOBS.md is not what the table says; run go test ./loopopt/config -run Knobs -update")
	}
	if err := os.WriteFile("../KNOBS.md", []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestKnobs checks that every option O01 to O47 has a row, every knob can be set, every field belongs to a knob,
// and knobs whose default differs from LLVM's give a reason.
func TestKnobs(t *testing.T) {
	ids := map[string]bool{}
	fields := map[any]bool{}
	var k LoopKnobs
	for _, row := range loopKnobTable {
		ids[row.id] = true
		if (row.name == "") != (row.field == nil) || row.name == "" && row.comment == "" {
			t.Errorf("%s %s: neither a knob nor a reason why there is none", row.id, row.option)
		}
		if row.name == "" {
			continue
		}
		fields[row.field(&k)] = true
		got, err := ParseKnobs("verify-each," + row.name + "=1")
		if err != nil {
			t.Error(err)
		}
		switch p := row.field(&got.LoopKnobs).(type) {
		case *bool:
			if !*p {
				t.Errorf("%s=1 sets nothing", row.name)
			}
			if got, _ = ParseKnobs(row.name + "=0"); *row.field(&got.LoopKnobs).(*bool) {
				t.Errorf("%s=0 sets nothing", row.name)
			}
		case *int:
			if *p != 1 {
				t.Errorf("%s=1 sets nothing", row.name)
			}
		}
	}
	for i := 1; i <= 47; i++ {
		if id := fmt.Sprintf("O%02d", i); !ids[id] {
			t.Errorf("%s has no row", id)
		}
	}
	var walk func(v reflect.Value, path string)
	walk = func(v reflect.Value, path string) {
		for i := range v.NumField() {
			f, name := v.Field(i), path+v.Type().Field(i).Name
			if f.Kind() == reflect.Struct {
				walk(f, name+".")
			} else if !fields[f.Addr().Interface()] {
				t.Errorf("field %s has no knob", name)
			}
		}
	}
	walk(reflect.ValueOf(&k).Elem(), "")
	for _, bad := range []string{"unroll.count=many", "unroll.count=-1", "peel.allow=2", "unroll.loud=1", "order=random"} {
		if _, err := ParseKnobs(bad); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

// TestKnobTable checks that every field of Knobs outside LoopKnobs has a knob that sets it, with the values that it
// takes and no others, and that the message about an unknown knob lists all knobs.
func TestKnobTable(t *testing.T) {
	fields := map[uintptr]bool{}
	var k Knobs
	_, unknown := ParseKnobs("loud")
	if unknown == nil {
		t.Fatal("the knob loud exists")
	}
	listed := strings.Fields(unknown.Error())
	for _, row := range knobTable {
		field := reflect.ValueOf(row.field(&k)).Elem()
		fields[field.Addr().Pointer()] = true
		good, bad, written := "4", "x", row.name+"="
		switch field.Interface().(type) {
		case bool:
			good, bad, written = "", "1", row.name
		case string:
			good, bad = "name", ""
		case legacyOrder:
			good = "legacy"
		}
		var got Knobs
		if err := got.set(row.name, good, good != ""); err != nil || reflect.ValueOf(row.field(&got)).Elem().IsZero() {
			t.Errorf("%s %s: sets nothing (%v)", row.name, good, err)
		}
		if err := got.set(row.name, bad, true); err == nil || !strings.Contains(err.Error(), row.name) {
			t.Errorf("%s=%s: error %v", row.name, bad, err)
		}
		if !slices.Contains(listed, written) {
			t.Errorf("%s is not listed: %v", written, unknown)
		}
	}
	for _, name := range KnobNames() {
		if !slices.Contains(listed, name+"=") {
			t.Errorf("%s= is not listed: %v", name, unknown)
		}
	}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			switch f := v.Field(i); {
			case f.Type() == reflect.TypeFor[LoopKnobs]():
			case f.Kind() == reflect.Struct:
				walk(f)
			case !fields[f.Addr().Pointer()]:
				t.Errorf("field %s has no knob", v.Type().Field(i).Name)
			}
		}
	}
	walk(reflect.ValueOf(&k).Elem())
}
