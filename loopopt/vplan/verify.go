package vplan

import "fmt"

// Verify checks a plan before it is executed:
//
//  1. there is a stage, vector factors are powers of two that do not grow from stage to stage, and only the last stage
//     is masked or predicated, and has one part; a predicated one that is not masked has the lanes of the first stage;
//  2. a recipe's arguments and mask come before it, except the update of a reduction;
//  3. a partial operation under a condition has a mask;
//  4. stores have a value;
//  5. the streams stay in a page;
//  6. a group has Factor places and a lead, and one that is stored lane by lane is in no masked or predicated stage;
//  7. no test comes behind a store, and behind a test nothing that must not be done in vain is done once for all lanes if
//     exits are predicated;
//  8. what verifyRegions asks of regions, or verifyNest of inner loops.
func (p *Plan) Verify() error {
	if len(p.Stages) == 0 {
		return fmt.Errorf("vplan: no stage")
	}
	for k, s := range p.Stages {
		if s.VF < 2 || s.VF&(s.VF-1) != 0 || s.UF < 1 {
			return fmt.Errorf("vplan: stage %d is %dx%d", k, s.VF, s.UF)
		}
		if s.Predicated && !s.Masked && s.VF != p.VF() {
			return fmt.Errorf("vplan: stage %d is predicated and has not the lanes of the first", k)
		}
		if k > 0 && s.VF > p.Stages[k-1].VF && (s.Masked || !s.Predicated) {
			return fmt.Errorf("vplan: stage %d is wider than the one before", k)
		}
		if (s.Masked || s.Predicated) && (k == 0 || k != len(p.Stages)-1) {
			return fmt.Errorf("vplan: stage %d is masked or predicated but not the last", k)
		}
		if (s.Masked || s.Predicated) && s.UF != 1 {
			return fmt.Errorf("vplan: stage %d is masked or predicated and has %d parts", k, s.UF)
		}
	}
	for _, r := range p.Streams {
		if int(r.V.ID) >= len(p.Legal.Paged) || !p.Legal.Paged[r.V.ID] {
			return fmt.Errorf("vplan: %s may read behind the page that the program reads in", r)
		}
	}
	seen := make([]bool, p.nextID)
	var stored *Recipe
	tested := false
	for _, r := range p.Recipes {
		for _, a := range append([]*Recipe{r.Mask}, r.Args...) {
			if a != nil && !seen[a.ID] && !r.updated() {
				return fmt.Errorf("vplan: %s uses r%d before it is made", r, a.ID)
			}
		}
		seen[r.ID] = true
		if r.is(isStore) && len(r.Args) == 0 {
			return fmt.Errorf("vplan: %s stores nothing", r)
		}
		if verify := kinds[r.Kind].verify; verify != nil {
			if err := verify(p, r); err != nil {
				return err
			}
		}
		switch {
		case r.is(leaves) && stored != nil:
			return fmt.Errorf("vplan: %s is behind %s", r, stored)
		case r.is(isStore):
			stored = r
		case p.Predicate && tested && r.once():
			return fmt.Errorf("vplan: %s is behind a test, and exits are predicated", r)
		}
		tested = tested || r.is(leaves)
	}
	if p.Nest {
		return p.verifyNest()
	}
	return p.verifyRegions(nil, p.Regions)
}
