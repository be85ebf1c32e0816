// The stack maps of the frames with pointer areas. Index 0 has no pointers; index 1 has the whole area, at the top of
// the frame. Linkers before Go 1.26 require names of this form for pointer maps.

DATA gclocals·small<>+0(SB)/4, $2
DATA gclocals·small<>+4(SB)/4, $const_smallPointers
DATA gclocals·small<>+10(SB)/2, $((1<<const_smallPointers)-1)
GLOBL gclocals·small<>(SB), RODATA, $12

DATA gclocals·wide<>+0(SB)/4, $2
DATA gclocals·wide<>+4(SB)/4, $const_widePointers
DATA gclocals·wide<>+11(SB)/2, $-1
DATA gclocals·wide<>+13(SB)/1, $((1<<(const_widePointers-16))-1)
GLOBL gclocals·wide<>(SB), RODATA, $14

DATA gclocals·saved<>+0(SB)/4, $2
DATA gclocals·saved<>+4(SB)/4, $const_savedPointers // 48
DATA gclocals·saved<>+14(SB)/4, $-1
DATA gclocals·saved<>+18(SB)/2, $-1
GLOBL gclocals·saved<>(SB), RODATA, $20

DATA gclocals·large<>+0(SB)/4, $2
DATA gclocals·large<>+4(SB)/4, $const_largePointers // 96
DATA gclocals·large<>+20(SB)/8, $-1
DATA gclocals·large<>+28(SB)/4, $-1
GLOBL gclocals·large<>(SB), RODATA, $32

DATA gclocals·huge<>+0(SB)/4, $2
DATA gclocals·huge<>+4(SB)/4, $const_hugePointers // 1024
DATA gclocals·huge<>+136(SB)/8, $-1
DATA gclocals·huge<>+144(SB)/8, $-1
DATA gclocals·huge<>+152(SB)/8, $-1
DATA gclocals·huge<>+160(SB)/8, $-1
DATA gclocals·huge<>+168(SB)/8, $-1
DATA gclocals·huge<>+176(SB)/8, $-1
DATA gclocals·huge<>+184(SB)/8, $-1
DATA gclocals·huge<>+192(SB)/8, $-1
DATA gclocals·huge<>+200(SB)/8, $-1
DATA gclocals·huge<>+208(SB)/8, $-1
DATA gclocals·huge<>+216(SB)/8, $-1
DATA gclocals·huge<>+224(SB)/8, $-1
DATA gclocals·huge<>+232(SB)/8, $-1
DATA gclocals·huge<>+240(SB)/8, $-1
DATA gclocals·huge<>+248(SB)/8, $-1
DATA gclocals·huge<>+256(SB)/8, $-1
GLOBL gclocals·huge<>(SB), RODATA, $264
