package frontend

import "fmt"

// The pragmas of clang and GCC, and those without a prefix. The tables are functions, because maps at package level are
// built at every program start: 20 µs for these.

const found = "is of no use: the compiler finds that out itself"

func clangLoop() map[string]meaning {
	return map[string]meaning{
		"vectorize": switchOf(map[string]string{"enable": "vectorize.enable", "disable": "vectorize.enable=0",
			"assume_safety": "vectorize.enable parallel_accesses"}),
		"vectorize_width":     vectorizeWidth,
		"vectorize_predicate": switchOf(map[string]string{"enable": "vectorize.predicate.enable", "disable": "vectorize.predicate.enable=0"}),
		// As in clang, which treats interleaving as a part of vectorization.
		"interleave": switchOf(map[string]string{"enable": "vectorize.enable", "disable": "interleave.count=1",
			"assume_safety": "vectorize.enable parallel_accesses"}),
		"interleave_count": countOf("interleave.count=%d"),
		"unroll":           switchOf(map[string]string{"enable": "unroll.enable", "disable": "unroll.disable", "full": "unroll.full"}),
		"unroll_count":     countOf("unroll.count=%d"),
		"unroll_and_jam":   switchOf(map[string]string{"enable": "unroll_and_jam.enable", "disable": "unroll_and_jam.disable"}),
		"distribute":       switchOf(map[string]string{"enable": "distribute.enable", "disable": "distribute.enable=0"}),
		"pipeline":         switchOf(map[string]string{"disable": "pipeline.disable"}),
		"licm":             switchOf(map[string]string{"disable": "licm.disable"}),

		"unroll_and_jam_count":         countOf("unroll_and_jam.count=%d"),
		"pipeline_initiation_interval": countOf("pipeline.initiationinterval=%d"),
	}
}

func vectorizeWidth(c clause) string {
	scalable := ""
	args := c.args
	if n := len(args); n > 0 {
		switch args[n-1] {
		case "scalable":
			scalable, args = " vectorize.scalable.enable", args[:n-1]
		case "fixed":
			scalable, args = " vectorize.scalable.enable=0", args[:n-1]
		}
	}
	switch n := (clause{args: args}).number(); {
	case len(args) == 0 && scalable != "":
		return scalable
	case n >= 0:
		return fmt.Sprintf("vectorize.width=%d%s", n, scalable)
	}
	return ""
}

func gccPragmas() map[string]meaning {
	return map[string]meaning{
		"unroll":   unrollOf("unroll"),
		"nounroll": always("unroll.disable"),
		"ivdep":    always("ivdep"),
		"novector": always("vectorize.enable=0"),
	}
}

func barePragmas() map[string]meaning {
	return map[string]meaning{
		"unroll":           unrollOf("unroll"),
		"nounroll":         always("unroll.disable"),
		"unroll_and_jam":   unrollOf("unroll_and_jam"),
		"nounroll_and_jam": always("unroll_and_jam.disable"),
		"ivdep":            always("ivdep"),
		"novector":         always("vectorize.enable=0"),
		"distribute_point": always("distribute.enable"),
		"nofusion":         always("fuse.disable"),
		"prefetch":         unused("has no meaning here: processors prefetch regular accesses themselves"),
		"noprefetch":       unused("has no meaning here: no prefetches are made"),
		"noblock_loop":     unused("has no meaning here: loops are cut into strips only where that is asked for"),
	}
}
