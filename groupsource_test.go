package hotloop_test

import (
	_ "embed"
	"fmt"
	"reflect"
	"testing"

	"hotloop/runtime"
)

//go:embed groupkernels_test.go
var groupSource string

// groupCases are the kernels of that file, the generic ones for every size of element.
func groupCases() []oracleKernel {
	list := []oracleKernel{
		{name: "groupGray", fn: groupGray, length: times(1, 4)}, {name: "groupLuma", fn: groupLuma, length: times(1, 3)},
		{name: "groupStereo", fn: groupStereo, length: times(1, 2)}, {name: "groupEnergy", fn: groupEnergy, length: times(1, 2)},
		{name: "groupFloats", fn: groupFloats, length: times(1, 4)}, {name: "groupPack", fn: groupPack, length: times(2, 1)},
		{name: "groupAlpha", fn: groupAlpha, length: times(4)}, {name: "groupBools", fn: groupBools, length: times(2)},
	}
	list = append(list, groupsOf[uint8]()...)
	list = append(list, groupsOf[int16]()...)
	list = append(list, groupsOf[uint32]()...)
	list = append(list, groupsOf[int64]()...)
	list = append(list, groupsOf[float32]()...)
	list = append(list, groupsOf[float64]()...)
	for i := range list {
		list[i].text = groupSource
	}
	return list
}

func groupsOf[T groupElem]() []oracleKernel {
	return []oracleKernel{
		{name: "groupMix2", fn: groupMix2[T], length: times(2)}, {name: "groupMix3", fn: groupMix3[T], length: times(3)},
		{name: "groupMix4", fn: groupMix4[T], length: times(4)},
		{name: "groupTurn3", fn: groupTurn3[T], length: times(3)}, {name: "groupTurn4", fn: groupTurn4[T], length: times(4)},
		{name: "groupSplit2", fn: groupSplit2[T], length: times(1, 1, 2)}, {name: "groupSplit3", fn: groupSplit3[T], length: times(1, 3)},
		{name: "groupSplit4", fn: groupSplit4[T], length: times(1, 1, 4)},
		{name: "groupJoin3", fn: groupJoin3[T], length: times(3, 1)}, {name: "groupJoinGap", fn: groupJoinGap[T], length: times(4, 1)},
		{name: "groupAgain", fn: groupAgain[T], length: times(2)},
	}
}

// Structures of two, three and four members of every size, loaded, stored, in place and with gaps, give what gc gives.
func TestGroups(t *testing.T) {
	for _, k := range groupCases() {
		t.Run(fmt.Sprintf("%s/%s", k.name, reflect.TypeOf(k.fn).In(0).Elem()), func(t *testing.T) {
			t.Parallel()
			for _, b := range builds() {
				k.check(t, b)
			}
			if runtime.Available() != nil {
				return
			}
			kern, err := runtime.Compile(reflect.TypeOf(k.fn), groupSource, k.name, runtime.Options{Tune: "generic", FPWritten: true, Knobs: "verify-each,eval-each", Fresh: true})
			if err != nil {
				t.Fatal(err)
			}
			if !kern.Stats().Vectorized && k.name != "groupJoinGap" {
				t.Logf("not vectorized: %v", kern.Stats().Plans)
			}
		})
	}
}
