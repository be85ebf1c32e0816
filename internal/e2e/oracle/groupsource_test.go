package oracle

import (
	"fmt"
	"reflect"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// groupCases are the kernels of that file, the generic ones for every size of element.
func groupCases() []e2e.Kernel {
	list := []e2e.Kernel{
		{Name: "GroupGray", Fn: kernels.GroupGray, Length: e2e.Times(1, 4)},
		{Name: "GroupLuma", Fn: kernels.GroupLuma, Length: e2e.Times(1, 3)},
		{Name: "GroupStereo", Fn: kernels.GroupStereo, Length: e2e.Times(1, 2)},
		{Name: "GroupEnergy", Fn: kernels.GroupEnergy, Length: e2e.Times(1, 2)},
		{Name: "GroupFloats", Fn: kernels.GroupFloats, Length: e2e.Times(1, 4)},
		{Name: "GroupPack", Fn: kernels.GroupPack, Length: e2e.Times(2, 1)},
		{Name: "GroupAlpha", Fn: kernels.GroupAlpha, Length: e2e.Times(4)},
		{Name: "GroupBools", Fn: kernels.GroupBools, Length: e2e.Times(2)},
	}
	list = append(list, groupsOf[uint8]()...)
	list = append(list, groupsOf[int16]()...)
	list = append(list, groupsOf[uint32]()...)
	list = append(list, groupsOf[int64]()...)
	list = append(list, groupsOf[float32]()...)
	list = append(list, groupsOf[float64]()...)
	for i := range list {
		list[i].Text = kernels.GroupSource
	}
	return list
}

func groupsOf[T kernels.GroupElem]() []e2e.Kernel {
	return []e2e.Kernel{
		{Name: "GroupMix2", Fn: kernels.GroupMix2[T], Length: e2e.Times(2)},
		{Name: "GroupMix3", Fn: kernels.GroupMix3[T], Length: e2e.Times(3)},
		{Name: "GroupMix4", Fn: kernels.GroupMix4[T], Length: e2e.Times(4)},
		{Name: "GroupTurn3", Fn: kernels.GroupTurn3[T], Length: e2e.Times(3)},
		{Name: "GroupTurn4", Fn: kernels.GroupTurn4[T], Length: e2e.Times(4)},
		{Name: "GroupSplit2", Fn: kernels.GroupSplit2[T], Length: e2e.Times(1, 1, 2)},
		{Name: "GroupSplit3", Fn: kernels.GroupSplit3[T], Length: e2e.Times(1, 3)},
		{Name: "GroupSplit4", Fn: kernels.GroupSplit4[T], Length: e2e.Times(1, 1, 4)},
		{Name: "GroupJoin3", Fn: kernels.GroupJoin3[T], Length: e2e.Times(3, 1)},
		{Name: "GroupJoinGap", Fn: kernels.GroupJoinGap[T], Length: e2e.Times(4, 1)},
		{Name: "GroupAgain", Fn: kernels.GroupAgain[T], Length: e2e.Times(2)},
	}
}

// Structures of two, three and four members of every size, loaded, stored, in place and with gaps, give what the Go
// compiler gives.
func TestGroups(t *testing.T) {
	for _, k := range groupCases() {
		t.Run(fmt.Sprintf("%s/%s", k.Name, reflect.TypeOf(k.Fn).In(0).Elem()), func(t *testing.T) {
			e2e.Parallel(t)
			k.CheckAll(t)
			if runtime.Available() != nil {
				return
			}
			kern, err := runtime.Compile(reflect.TypeOf(k.Fn), kernels.GroupSource, k.Name,
				runtime.Options{Tune: "generic", FPWritten: true, Knobs: "verify-each,eval-each", Fresh: true})
			if err != nil {
				t.Fatal(err)
			}
			if !kern.Stats().Vectorized && k.Name != "GroupJoinGap" {
				t.Logf("not vectorized: %v", kern.Stats().Plans)
			}
		})
	}
}
