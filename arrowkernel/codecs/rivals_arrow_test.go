package codecs_test

import (
	"github.com/apache/arrow-go/v18/arrow/bitutil"
)

func init() {
	const peer = "arrow-go"
	also(peer, "bitmap and", func(dst, x, y []byte) { bitutil.BitmapAnd(x, y, 0, 0, dst, 0, int64(8*len(dst))) })
	also(peer, "bitmap count", func(bitmap []byte) int { return bitutil.CountSetBits(bitmap, 0, 8*len(bitmap)) })
}
