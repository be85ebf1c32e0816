add w16, w2, #1128 // 1111a050
add x22, x16, #3465 // 91362616
sub w27, w1, #1158, lsl #12 // 5152183b
sub x4, sp, #4095 // d13fffe4
adds w25, w10, #3917 // 313d3559
adds x15, x2, #1 // b100044f
subs w19, w6, #1 // 710004d3
subs x25, x22, #0 // f10002d9
cmp w10, #4095 // 713ffd5f
cmp x1, #4095 // f13ffc3f
cmn w12, #793, lsl #12 // 314c659f
cmn x12, #1 // b100059f
and w12, w3, #0xeeeeeeee // 1203e86c
and x28, x23, #0xc001c001c001c001 // 92028afc
orr w24, w14, #0xff80001f // 320935d8
orr x30, x27, #0xe7e7e7e7e7e7e7e7 // b203d77e
eor w30, w1, #0x7fffc0 // 521a403e
eor x5, x14, #0xffc000ffffc000ff // d20a45c5
ands w23, w8, #0xff00003f // 72083517
ands x29, x16, #0xfe1ffe1ffe1ffe1f // f207ae1d
tst w22, #0x20002 // 720f82df
tst x27, #0xaaaaaaaaaaaaaaaa // f201f37f
movz w10, #64304, lsl #16 // 52bf660a
movz x12, #64390 // d29f70cc
movn w13, #43898 // 12956f4d
movn xzr, #19347, lsl #32 // 92c9727f
movk w6, #61176 // 729ddf06
movk x26, #10501, lsl #16 // f2a520ba
adr x27, L1 // 1000005b
lsl w16, w4, #31 // 53010090
lsl x13, x13, #0 // d340fdad
lsr w4, w27, #21 // 53157f64
lsr x27, x22, #0 // d340fedb
asr w11, w23, #31 // 131f7eeb
asr x30, x2, #1 // 9341fc5e
ror wzr, w15, #1 // 138f05ff
ror x28, x29, #1 // 93dd07bc
extr w15, w9, wzr, #1 // 139f052f
extr x24, x6, x7, #12 // 93c730d8
ubfx w24, w5, #14, #7 // 530e50b8
ubfx x20, x15, #6, #51 // d346e1f4
sbfx w6, w30, #8, #7 // 13083bc6
sbfx x16, xzr, #3, #12 // 93433bf0
ubfiz w28, w7, #3, #25 // 531d60fc
ubfiz x20, x2, #26, #4 // d3660c54
sbfiz w19, w3, #21, #1 // 130b0073
sbfiz x21, x7, #35, #22 // 935d54f5
bfxil w2, w26, #11, #19 // 330b7742
bfxil xzr, x22, #27, #9 // b35b8edf
bfi w3, w0, #2, #2 // 331e0403
bfi x1, x7, #44, #6 // b35414e1
sxtb w3, w25 // 13001f23
sxtb xzr, w8 // 93401d1f
sxth w7, w24 // 13003f07
sxth x16, w10 // 93403d50
sxtw x30, w7 // 93407cfe
uxtb w19, w6 // 53001cd3
uxth w7, wzr // 53003fe7
add wzr, wzr, w0 // 0b0003ff
add x4, x26, x30 // 8b1e0344
sub w17, w13, w17 // 4b1101b1
sub x23, x17, x7 // cb070237
adds w7, w1, w0 // 2b000027
adds x20, x25, x26 // ab1a0334
subs w30, w30, w20 // 6b1403de
subs x14, x27, x1 // eb01036e
add wzr, w0, w4, lsl #31 // 0b047c1f
add x27, x9, x11, lsl #1 // 8b0b053b
add w17, w9, w28, lsr #31 // 0b5c7d31
add x27, x9, xzr, lsr #63 // 8b5ffd3b
add w17, wzr, w13, asr #6 // 0b8d1bf1
add x19, x22, x29, asr #63 // 8b9dfed3
sub w21, w24, w6, lsl #0 // 4b060315
sub x27, x26, x8, lsl #47 // cb08bf5b
sub w7, w9, w0, lsr #0 // 4b400127
sub x3, xzr, x15, lsr #7 // cb4f1fe3
sub w21, w20, w20, asr #31 // 4b947e95
sub x11, x21, x25, asr #63 // cb99feab
adds wzr, w26, w5, lsl #0 // 2b05035f
adds x19, x13, x12, lsl #6 // ab0c19b3
adds w22, w24, wzr, lsr #1 // 2b5f0716
adds x26, x7, xzr, lsr #0 // ab5f00fa
adds w17, wzr, w18, asr #1 // 2b9207f1
adds xzr, x4, xzr, asr #63 // ab9ffc9f
subs w12, w5, w26, lsl #1 // 6b1a04ac
subs x25, x29, x29, lsl #63 // eb1dffb9
subs w23, w12, w21, lsr #1 // 6b550597
subs x3, x28, x13, lsr #0 // eb4d0383
subs w1, wzr, w17, asr #10 // 6b912be1
subs x14, x15, x25, asr #63 // eb99fdee
add w24, w28, w5, uxtb #3 // 0b250f98
add x16, x24, w20, uxtb #2 // 8b340b10
add w4, w16, w7, uxth #2 // 0b272a04
add x18, x27, w28, uxth #4 // 8b3c3372
add w3, w8, w14, uxtw #0 // 0b2e4103
add x25, x16, wzr, uxtw #4 // 8b3f5219
add w20, w16, wzr, sxtb #0 // 0b3f8214
add x21, x10, w20, sxtb #2 // 8b348955
add wsp, w16, w4, sxth #3 // 0b24ae1f
add sp, x21, w27, sxth #1 // 8b3ba6bf
add w2, w2, w22, sxtw #1 // 0b36c442
add x26, x25, w29, sxtw #1 // 8b3dc73a
sub w18, w12, w0, uxtb #4 // 4b201192
sub x8, x23, w16, uxtb #1 // cb3006e8
sub w27, wsp, w28, uxth #3 // 4b3c2ffb
sub x1, x25, w5, uxth #4 // cb253321
sub w29, w6, w10, uxtw #2 // 4b2a48dd
sub x20, sp, w4, uxtw #1 // cb2447f4
sub w28, w30, w4, sxtb #3 // 4b248fdc
sub x29, x13, w28, sxtb #0 // cb3c81bd
sub w12, w4, w2, sxth #4 // 4b22b08c
sub x5, x12, w5, sxth #1 // cb25a585
sub w14, w4, w2, sxtw #3 // 4b22cc8e
sub x10, x16, w30, sxtw #2 // cb3eca0a
add x18, x18, xzr, uxtx #2 // 8b3f6a52
sub x6, x11, x6, uxtx #2 // cb266966
adds w14, w28, wzr, uxtb #3 // 2b3f0f8e
adds x25, x6, w26, uxtb #1 // ab3a04d9
adds w29, w9, w5, uxth #0 // 2b25213d
adds x30, x18, w19, uxth #1 // ab33265e
adds w9, w2, w28, uxtw #2 // 2b3c4849
adds xzr, x22, w0, uxtw #3 // ab204edf
adds w17, w9, w1, sxtb #3 // 2b218d31
adds x22, x4, w10, sxtb #1 // ab2a8496
adds w8, w26, w26, sxth #2 // 2b3aab48
adds x30, x21, wzr, sxth #4 // ab3fb2be
adds w12, w5, w19, sxtw #3 // 2b33ccac
adds xzr, x12, w1, sxtw #3 // ab21cd9f
subs w8, w30, w7, uxtb #4 // 6b2713c8
subs xzr, sp, w21, uxtb #4 // eb3513ff
subs w13, w19, w21, uxth #0 // 6b35226d
subs x25, x25, w10, uxth #4 // eb2a3339
subs w22, w22, w22, uxtw #1 // 6b3646d6
subs x30, x29, w21, uxtw #3 // eb354fbe
subs w12, w17, w5, sxtb #2 // 6b258a2c
subs x18, x5, w23, sxtb #2 // eb3788b2
subs w16, w30, w13, sxth #1 // 6b2da7d0
subs x6, x12, w2, sxth #3 // eb22ad86
subs w16, w13, w2, sxtw #2 // 6b22c9b0
subs x8, x23, w5, sxtw #0 // eb25c2e8
cmp wzr, w28 // 6b1c03ff
cmp x21, x10 // eb0a02bf
cmn w3, wzr // 2b1f007f
cmn x1, x3 // ab03003f
cmp w25, w3, lsl #31 // 6b037f3f
cmp x2, x9, lsl #33 // eb09845f
cmp w19, w9, lsr #5 // 6b49167f
cmp x7, x17, lsr #1 // eb5104ff
cmp w18, w22, asr #1 // 6b96065f
cmp x27, x2, asr #0 // eb82037f
cmn w5, w5, lsl #31 // 2b057cbf
cmn x13, x3, lsl #39 // ab039dbf
cmn w5, w1, lsr #1 // 2b4104bf
cmn x30, x26, lsr #11 // ab5a2fdf
cmn w10, w21, asr #0 // 2b95015f
cmn x23, x15, asr #0 // ab8f02ff
cmp w11, w9, uxtb #3 // 6b290d7f
cmp x28, w7, uxtb #2 // eb270b9f
cmp w11, w18, uxth #0 // 6b32217f
cmp x11, w21, uxth #1 // eb35257f
cmp w7, w28, uxtw #4 // 6b3c50ff
cmp x1, w12, uxtw #1 // eb2c443f
cmp w28, w19, sxtb #0 // 6b33839f
cmp x30, w9, sxtb #3 // eb298fdf
cmp w3, w12, sxth #1 // 6b2ca47f
cmp x27, w17, sxth #3 // eb31af7f
cmp w6, w9, sxtw #0 // 6b29c0df
cmp x25, w17, sxtw #2 // eb31cb3f
cmn w4, w6, uxtb #0 // 2b26009f
cmn x2, w21, uxtb #2 // ab35085f
cmn w7, w27, uxth #0 // 2b3b20ff
cmn x27, w28, uxth #2 // ab3c2b7f
cmn w8, w3, uxtw #2 // 2b23491f
cmn x24, w30, uxtw #1 // ab3e471f
cmn w26, w28, sxtb #1 // 2b3c875f
cmn x5, w0, sxtb #4 // ab2090bf
cmn w13, w1, sxth #1 // 2b21a5bf
cmn x1, wzr, sxth #1 // ab3fa43f
cmn w5, w29, sxtw #3 // 2b3dccbf
cmn sp, w21, sxtw #3 // ab35cfff
neg w15, wzr // 4b1f03ef
neg x16, x20 // cb1403f0
negs wzr, w7 // 6b0703ff
negs x1, x1 // eb0103e1
neg w18, w15, lsl #31 // 4b0f7ff2
neg x23, x1, lsl #0 // cb0103f7
neg w10, w23, lsr #1 // 4b5707ea
neg xzr, xzr, lsr #0 // cb5f03ff
neg w12, w9, asr #0 // 4b8903ec
neg x1, x3, asr #63 // cb83ffe1
adc wzr, wzr, w26 // 1a1a03ff
adc xzr, x16, x9 // 9a09021f
sbc w17, w8, w7 // 5a070111
sbc xzr, x21, x12 // da0c02bf
adcs w15, w29, w19 // 3a1303af
adcs x15, x10, x21 // ba15014f
sbcs w9, w15, w22 // 7a1601e9
sbcs x17, x11, x15 // fa0f0171
and w25, w27, w14 // 0a0e0379
and x28, xzr, x7 // 8a0703fc
bic w23, w23, wzr // 0a3f02f7
bic x24, x27, x16 // 8a300378
orr wzr, w22, w13 // 2a0d02df
orr x22, x8, x13 // aa0d0116
orn w1, w21, w12 // 2a2c02a1
orn x12, x20, xzr // aa3f028c
eor w22, w28, w21 // 4a150396
eor x24, x9, x27 // ca1b0138
eon w26, w11, w16 // 4a30017a
eon x27, x26, x15 // ca2f035b
ands wzr, w19, w4 // 6a04027f
ands x7, x3, x12 // ea0c0067
bics w17, w9, w27 // 6a3b0131
bics x18, x25, x11 // ea2b0332
and w21, w19, w13, lsl #20 // 0a0d5275
and x9, xzr, x21, lsl #63 // 8a15ffe9
and w7, w0, w3, lsr #1 // 0a430407
and x3, x1, x27, lsr #1 // 8a5b0423
and wzr, w13, w26, asr #1 // 0a9a05bf
and x29, x7, x6, asr #63 // 8a86fcfd
and w23, w24, w10, ror #1 // 0aca0717
and xzr, xzr, x22, ror #0 // 8ad603ff
bic w15, w20, w30, lsl #1 // 0a3e068f
bic x26, x30, x4, lsl #29 // 8a2477da
bic w29, w2, w28, lsr #1 // 0a7c045d
bic x27, x23, x9, lsr #5 // 8a6916fb
bic w12, w27, w3, asr #31 // 0aa37f6c
bic x21, x16, x8, asr #23 // 8aa85e15
bic w19, w29, w28, ror #31 // 0afc7fb3
bic x11, x8, x30, ror #1 // 8afe050b
orr wzr, w17, w14, lsl #11 // 2a0e2e3f
orr x22, x11, x30, lsl #39 // aa1e9d76
orr w2, w6, w19, lsr #23 // 2a535cc2
orr x5, x14, x22, lsr #13 // aa5635c5
orr w5, wzr, wzr, asr #1 // 2a9f07e5
orr x1, x24, x17, asr #1 // aa910701
orr w30, w5, w13, ror #1 // 2acd04be
orr x5, x8, x19, ror #19 // aad34d05
orn wzr, w19, w25, lsl #31 // 2a397e7f
orn x21, x10, x22, lsl #10 // aa362955
orn w10, w2, w23, lsr #1 // 2a77044a
orn x0, x29, xzr, lsr #60 // aa7ff3a0
orn w22, w9, w28, asr #8 // 2abc2136
orn x29, x17, x14, asr #23 // aaae5e3d
orn w20, w0, w30, ror #21 // 2afe5414
orn x26, x20, x4, ror #0 // aae4029a
eor w5, w28, w30, lsl #0 // 4a1e0385
eor x18, x30, x9, lsl #63 // ca09ffd2
eor wzr, w17, w19, lsr #12 // 4a53323f
eor x17, x24, x23, lsr #1 // ca570711
eor w27, w17, w19, asr #18 // 4a934a3b
eor x12, x5, x13, asr #0 // ca8d00ac
eor w28, w23, w19, ror #0 // 4ad302fc
eor x22, x16, x11, ror #0 // cacb0216
eon w8, w22, w16, lsl #0 // 4a3002c8
eon x5, x3, x17, lsl #63 // ca31fc65
eon w22, w11, w6, lsr #1 // 4a660576
eon x2, x30, x29, lsr #1 // ca7d07c2
eon w22, w15, w6, asr #31 // 4aa67df6
eon x29, x1, x27, asr #1 // cabb043d
eon w10, w16, w16, ror #31 // 4af07e0a
eon x9, x17, xzr, ror #0 // caff0229
ands w23, w14, w28, lsl #0 // 6a1c01d7
ands xzr, x4, x21, lsl #0 // ea15009f
ands w13, w24, w6, lsr #31 // 6a467f0d
ands x16, x16, x29, lsr #63 // ea5dfe10
ands w14, w9, wzr, asr #0 // 6a9f012e
ands x12, x7, x15, asr #0 // ea8f00ec
ands w18, w13, w10, ror #0 // 6aca01b2
ands x12, xzr, x7, ror #1 // eac707ec
bics w16, w11, w8, lsl #2 // 6a280970
bics x27, x23, x20, lsl #1 // ea3406fb
bics w14, w28, w25, lsr #0 // 6a79038e
bics x2, x21, x21, lsr #7 // ea751ea2
bics w12, w10, wzr, asr #0 // 6abf014c
bics x13, x14, x6, asr #1 // eaa605cd
bics w12, w2, w12, ror #1 // 6aec044c
bics x10, x15, x7, ror #0 // eae701ea
tst w13, w30 // 6a1e01bf
tst x8, x17 // ea11011f
tst wzr, w14, lsl #0 // 6a0e03ff
tst x16, x25, lsl #1 // ea19061f
tst wzr, w21, lsr #31 // 6a557fff
tst x14, xzr, lsr #1 // ea5f05df
tst w21, w23, asr #31 // 6a977ebf
tst x11, x26, asr #0 // ea9a017f
tst w27, w2, ror #0 // 6ac2037f
tst x3, x30, ror #63 // eadefc7f
mvn w23, w4 // 2a2403f7
mvn x24, x14 // aa2e03f8
mvn w22, w23, lsl #0 // 2a3703f6
mvn x24, x18, lsl #0 // aa3203f8
mvn w28, w22, lsr #1 // 2a7607fc
mvn x4, x11, lsr #1 // aa6b07e4
mvn w13, w21, asr #31 // 2ab57fed
mvn x17, x4, asr #63 // aaa4fff1
mvn w10, w1, ror #0 // 2ae103ea
mvn x0, x20, ror #1 // aaf407e0
mov w26, w29 // 2a1d03fa
mov x30, x0 // aa0003fe
udiv w10, w4, w23 // 1ad7088a
udiv x5, x20, x11 // 9acb0a85
sdiv w29, w25, w26 // 1ada0f3d
sdiv x27, x25, x15 // 9acf0f3b
lsl w11, w7, wzr // 1adf20eb
lsl x13, x24, x23 // 9ad7230d
lsr w23, w3, w20 // 1ad42477
lsr x14, x30, x5 // 9ac527ce
asr w6, w14, w5 // 1ac529c6
asr x22, x17, x1 // 9ac12a36
ror w6, w6, w3 // 1ac32cc6
ror x14, x27, x23 // 9ad72f6e
rbit w22, w11 // 5ac00176
rbit x10, x4 // dac0008a
rev16 w11, w23 // 5ac006eb
rev16 x26, x8 // dac0051a
clz wzr, w15 // 5ac011ff
clz x24, x9 // dac01138
cls w25, w30 // 5ac017d9
cls x20, x20 // dac01694
rev w29, w17 // 5ac00a3d
rev x30, xzr // dac00ffe
rev32 x22, x0 // dac00816
madd w14, w23, w5, w18 // 1b054aee
madd x29, x9, x0, x5 // 9b00153d
msub wzr, wzr, w19, w0 // 1b1383ff
msub x5, x8, x8, x4 // 9b089105
mul w30, w15, w17 // 1b117dfe
mul x12, x30, x5 // 9b057fcc
mneg w30, w25, w29 // 1b1dff3e
mneg x22, x11, x5 // 9b05fd76
smaddl x1, w6, w20, x14 // 9b3438c1
smsubl x12, w25, w9, x16 // 9b29c32c
umaddl x29, w30, w9, x26 // 9ba96bdd
umsubl x1, w26, w2, xzr // 9ba2ff41
smull xzr, w25, w13 // 9b2d7f3f
smnegl x19, w5, w27 // 9b3bfcb3
umull x12, w14, w13 // 9bad7dcc
umnegl xzr, w9, w26 // 9bbafd3f
smulh x14, x14, x12 // 9b4c7dce
umulh x3, x30, x23 // 9bd77fc3
csel w5, w5, w13, ge // 1a8da0a5
csel x7, xzr, x7, gt // 9a87c3e7
csinc w26, w21, w4, le // 1a84d6ba
csinc xzr, x29, x27, hi // 9a9b87bf
csinv w26, wzr, w29, gt // 5a9dc3fa
csinv x25, x0, x23, le // da97d019
csneg w25, w18, w8, vc // 5a887659
csneg x8, x1, x8, lt // da88b428
cset w4, pl // 1a9f47e4
cset x1, lt // 9a9fa7e1
csetm w25, le // 5a9fc3f9
csetm x10, vc // da9f63ea
cinc w12, w1, hi // 1a81942c
cinc x1, x29, lo // 9a9d27a1
cinv w4, w22, ge // 5a96b2c4
cinv x18, x10, eq // da8a1152
cneg w20, w5, mi // 5a8554b4
cneg x9, x12, lo // da8c2589
ccmp wzr, wzr, #5, le // 7a5fd3e5
ccmp x23, xzr, #4, ne // fa5f12e4
ccmn wzr, w8, #6, pl // 3a4853e6
ccmn x10, x25, #12, vs // ba59614c
ccmp w2, #8, #11, eq // 7a48084b
ccmp x19, #4, #12, pl // fa445a6c
ccmn w19, #5, #4, gt // 3a45ca64
ccmn xzr, #9, #5, hs // ba492be5
b L1 // 14000002
b.ne L1 // 54000041
cbz w5, L1 // 34000045
cbz x4, L1 // b4000044
cbnz w29, L1 // 3500005d
cbnz x10, L1 // b500004a
tbz w17, #3, L1 // 36180051
tbnz x13, #41, L1 // b748004d
ret // d65f03c0
brk #27899 // d42d9f60
nop // d503201f
hint #75 // d503297f
dmb st // d5033ebf
dsb #8 // d503389f
isb // d5033fdf
ldr w25, [x2] // b9400059
ldur w4, [x9, #-1] // b85ff124
ldr w26, [x21, w19, uxtw #2] // b8735aba
ldr w16, [x9, #1]! // b8401d30
ldr w4, [x15], #-1 // b85ff5e4
ldr w3, L1+4 // 18000063
ldr xzr, [x25] // f940033f
ldur x14, [x14, #255] // f84ff1ce
ldr x3, [x26, w21, sxtw] // f875cb43
ldr x13, [x6, #-256]! // f8500ccd
ldr x8, [x3], #-1 // f85ff468
ldr x5, L1 // 58000045
ldrb w27, [x0, #4093] // 397ff41b
ldrb w29, [x13, #1] // 394005bd
ldrb w9, [x22, x13, sxtx] // 386deac9
ldrb w0, [x13, #1]! // 38401da0
ldrb w12, [x7], #1 // 384014ec
ldrh w1, [x1] // 79400021
ldurh w1, [sp, #-1] // 785ff3e1
ldrh w8, [x30, x10, sxtx #1] // 786afbc8
ldrh w10, [x22, #-80]! // 785b0eca
ldrh w22, [x11], #-1 // 785ff576
ldrsb w29, [x17, #3813] // 39fb963d
ldrsb w20, [x26, #255] // 39c3ff54
ldrsb w23, [x23, x13, sxtx] // 38edeaf7
ldrsb w11, [x1, #255]! // 38cffc2b
ldrsb w18, [x22], #-1 // 38dff6d2
ldrsb x3, [x22, #1344] // 399502c3
ldursb x8, [x13, #-1] // 389ff1a8
ldrsb x27, [x0, w0, sxtw] // 38a0c81b
ldrsb x8, [x3, #-26]! // 389e6c68
ldrsb x11, [x12], #1 // 3880158b
ldrsh w20, [x24, #4024] // 79df7314
ldursh w24, [x26, #255] // 78cff358
ldrsh w24, [x10, x30, sxtx #1] // 78fef958
ldrsh w3, [x11, #-1]! // 78dffd63
ldrsh w12, [x23], #-1 // 78dff6ec
ldrsh x30, [x5] // 798000be
ldursh x10, [x14, #255] // 788ff1ca
ldrsh x6, [x25, w22, uxtw] // 78b64b26
ldrsh x11, [x12, #-83]! // 789add8b
ldrsh x29, [x4], #255 // 788ff49d
ldrsw xzr, [x12] // b980019f
ldursw x2, [x7, #1] // b88010e2
ldrsw x0, [x4, x5] // b8a56880
ldrsw x4, [x30, #-256]! // b8900fc4
ldrsw x15, [x13], #255 // b88ff5af
ldrsw x0, L1+8 // 98000080
str w20, [sp, #4] // b90007f4
stur w9, [x23, #-149] // b816b2e9
str w9, [x21, w29, uxtw] // b83d4aa9
str w12, [x16, #164]! // b80a4e0c
str w3, [x11], #255 // b80ff563
str x11, [x26, #32760] // f93fff4b
stur x18, [x14, #255] // f80ff1d2
str x1, [x10, x8, sxtx] // f828e941
str x25, [x30, #255]! // f80fffd9
str x16, [sp], #255 // f80ff7f0
strb w11, [x25, #4095] // 393fff2b
strb w27, [x9, #1] // 3900053b
strb w0, [x5, w4, sxtw] // 3824c8a0
strb w9, [x5, #-1]! // 381ffca9
strb w7, [x15], #-1 // 381ff5e7
strh w10, [x6, #7764] // 793ca8ca
strh w1, [x18, #240] // 7901e241
strh w0, [x27, w18, sxtw #1] // 7832db60
strh w0, [x21, #-256]! // 78100ea0
strh w26, [x22], #97 // 780616da
ldp w3, w29, [x22, #-4] // 297ff6c3
ldp w18, w2, [x24, #-256]! // 29e00b12
ldp w3, w29, [x4], #0 // 28c07483
ldp x27, x29, [x28] // a940779b
ldp x2, x30, [sp, #8]! // a9c0fbe2
ldp x5, x8, [sp], #8 // a8c0a3e5
ldpsw x30, x3, [x8, #-256] // 69600d1e
ldpsw x3, xzr, [x10, #-96]! // 69f47d43
ldpsw x0, x28, [sp], #252 // 68dff3e0
stp wzr, w15, [x10, #-256] // 29203d5f
stp w20, w14, [x2, #0]! // 29803854
stp w18, w12, [x16], #-4 // 28bfb212
stp x9, x2, [x15, #504] // a91f89e9
stp x26, x6, [x24, #504]! // a99f9b1a
stp x26, x13, [x28], #-8 // a8bfb79a
prfm pldl3keep, [x21, #8] // f98006a4
prfum pstl3keep, [x25, #-256] // f8900334
prfm plil3strm, [x16, x7] // f8a76a0d
prfm #28, L1+4 // d800007c
fmov h17, h15 // 1ee041f1
fmov s22, s19 // 1e204276
fmov d30, d14 // 1e6041de
fabs h31, h19 // 1ee0c27f
fabs s2, s11 // 1e20c162
fabs d0, d4 // 1e60c080
fneg h27, h16 // 1ee1421b
fneg s13, s24 // 1e21430d
fneg d27, d3 // 1e61407b
fsqrt h8, h12 // 1ee1c188
fsqrt s16, s24 // 1e21c310
fsqrt d21, d7 // 1e61c0f5
frintn h18, h5 // 1ee440b2
frintn s5, s12 // 1e244185
frintn d12, d27 // 1e64436c
frintp h11, h26 // 1ee4c34b
frintp s18, s1 // 1e24c032
frintp d4, d16 // 1e64c204
frintm h7, h23 // 1ee542e7
frintm s26, s0 // 1e25401a
frintm d2, d10 // 1e654142
frintz h17, h7 // 1ee5c0f1
frintz s13, s20 // 1e25c28d
frintz d30, d25 // 1e65c33e
frinta h4, h7 // 1ee640e4
frinta s14, s25 // 1e26432e
frinta d1, d23 // 1e6642e1
frintx h26, h0 // 1ee7401a
frintx s30, s20 // 1e27429e
frintx d15, d17 // 1e67422f
frinti h21, h16 // 1ee7c215
frinti s25, s13 // 1e27c1b9
frinti d4, d21 // 1e67c2a4
fcvt d1, s0 // 1e22c001
fcvt h26, s14 // 1e23c1da
fcvt s0, d4 // 1e624080
fcvt h6, d10 // 1e63c146
fcvt s10, h10 // 1ee2414a
fcvt d10, h29 // 1ee2c3aa
fmul h26, h19, h8 // 1ee80a7a
fmul s2, s8, s17 // 1e310902
fmul d23, d9, d30 // 1e7e0937
fdiv h14, h13, h20 // 1ef419ae
fdiv s18, s23, s12 // 1e2c1af2
fdiv d6, d7, d2 // 1e6218e6
fadd h22, h18, h5 // 1ee52a56
fadd s3, s16, s11 // 1e2b2a03
fadd d29, d20, d7 // 1e672a9d
fsub h16, h3, h7 // 1ee73870
fsub s14, s1, s7 // 1e27382e
fsub d15, d2, d9 // 1e69384f
fmax h18, h23, h5 // 1ee54af2
fmax s27, s27, s16 // 1e304b7b
fmax d14, d18, d23 // 1e774a4e
fmin h7, h12, h26 // 1efa5987
fmin s28, s29, s21 // 1e355bbc
fmin d20, d25, d6 // 1e665b34
fmaxnm h21, h10, h4 // 1ee46955
fmaxnm s3, s4, s23 // 1e376883
fmaxnm d18, d14, d15 // 1e6f69d2
fminnm h21, h2, h14 // 1eee7855
fminnm s18, s18, s22 // 1e367a52
fminnm d18, d22, d2 // 1e627ad2
fnmul h15, h12, h2 // 1ee2898f
fnmul s19, s6, s23 // 1e3788d3
fnmul d24, d4, d30 // 1e7e8898
fmadd h29, h11, h27, h27 // 1fdb6d7d
fmadd s7, s26, s27, s26 // 1f1b6b47
fmadd d27, d22, d9, d18 // 1f494adb
fmsub h5, h11, h7, h20 // 1fc7d165
fmsub s20, s6, s9, s22 // 1f09d8d4
fmsub d11, d15, d24, d6 // 1f5899eb
fnmadd h28, h15, h14, h21 // 1fee55fc
fnmadd s21, s27, s1, s26 // 1f216b75
fnmadd d8, d26, d23, d15 // 1f773f48
fnmsub h10, h12, h12, h13 // 1fecb58a
fnmsub s14, s15, s28, s1 // 1f3c85ee
fnmsub d0, d19, d14, d15 // 1f6ebe60
fcmp h10, h11 // 1eeb2140
fcmp s10, s5 // 1e252140
fcmp d21, d3 // 1e6322a0
fcmpe h31, h28 // 1efc23f0
fcmpe s17, s18 // 1e322230
fcmpe d16, d30 // 1e7e2210
fcmp h20, #0.0 // 1ee02288
fcmp s26, #0.0 // 1e202348
fcmp d12, #0.0 // 1e602188
fcmpe h24, #0.0 // 1ee02318
fcmpe s4, #0.0 // 1e202098
fcmpe d13, #0.0 // 1e6021b8
fccmp h19, h14, #9, hs // 1eee2669
fccmp s8, s10, #2, pl // 1e2a5502
fccmp d8, d1, #2, vc // 1e617502
fccmpe h19, h16, #6, ne // 1ef01676
fccmpe s9, s28, #3, mi // 1e3c4533
fccmpe d14, d23, #6, vs // 1e7765d6
fcsel h4, h17, h4, gt // 1ee4ce24
fcsel s17, s18, s16, hs // 1e302e51
fcsel d0, d5, d3, eq // 1e630ca0
fmov h8, #0.26562500 // 1eea3008
fmov s18, #-0.40625000 // 1e3b5012
fmov d22, #18.00000000 // 1e665016
fmov h5, w6 // 1ee700c5
fmov s13, wzr // 1e2703ed
fmov d12, xzr // 9e6703ec
fmov w24, h2 // 1ee60058
fmov w12, s23 // 1e2602ec
fmov x17, d30 // 9e6603d1
scvtf h10, w20 // 1ee2028a
scvtf h19, x5 // 9ee200b3
scvtf s31, w9 // 1e22013f
scvtf s27, xzr // 9e2203fb
scvtf d0, w21 // 1e6202a0
scvtf d7, x24 // 9e620307
ucvtf h18, w21 // 1ee302b2
ucvtf h8, x7 // 9ee300e8
ucvtf s30, w2 // 1e23005e
ucvtf s8, x25 // 9e230328
ucvtf d30, w13 // 1e6301be
ucvtf d4, x26 // 9e630344
fcvtns w6, h2 // 1ee00046
fcvtns x25, h17 // 9ee00239
fcvtns w13, s31 // 1e2003ed
fcvtns x6, s5 // 9e2000a6
fcvtns w17, d31 // 1e6003f1
fcvtns x29, d6 // 9e6000dd
fcvtnu w3, h28 // 1ee10383
fcvtnu x28, h5 // 9ee100bc
fcvtnu w9, s31 // 1e2103e9
fcvtnu x26, s6 // 9e2100da
fcvtnu w19, d8 // 1e610113
fcvtnu x8, d31 // 9e6103e8
fcvtps w1, h23 // 1ee802e1
fcvtps xzr, h7 // 9ee800ff
fcvtps w13, s14 // 1e2801cd
fcvtps x22, s6 // 9e2800d6
fcvtps w11, d23 // 1e6802eb
fcvtps x29, d27 // 9e68037d
fcvtpu w3, h15 // 1ee901e3
fcvtpu x3, h6 // 9ee900c3
fcvtpu w22, s1 // 1e290036
fcvtpu x30, s23 // 9e2902fe
fcvtpu wzr, d3 // 1e69007f
fcvtpu x7, d22 // 9e6902c7
fcvtms w11, h7 // 1ef000eb
fcvtms x14, h11 // 9ef0016e
fcvtms w19, s17 // 1e300233
fcvtms x11, s16 // 9e30020b
fcvtms w20, d29 // 1e7003b4
fcvtms xzr, d13 // 9e7001bf
fcvtmu w10, h11 // 1ef1016a
fcvtmu x28, h2 // 9ef1005c
fcvtmu w29, s31 // 1e3103fd
fcvtmu x12, s31 // 9e3103ec
fcvtmu w1, d29 // 1e7103a1
fcvtmu x0, d29 // 9e7103a0
fcvtzs w12, h24 // 1ef8030c
fcvtzs x22, h29 // 9ef803b6
fcvtzs w27, s6 // 1e3800db
fcvtzs x14, s23 // 9e3802ee
fcvtzs w16, d13 // 1e7801b0
fcvtzs xzr, d22 // 9e7802df
fcvtzu w18, h16 // 1ef90212
fcvtzu x19, h14 // 9ef901d3
fcvtzu w17, s17 // 1e390231
fcvtzu x25, s13 // 9e3901b9
fcvtzu w3, d0 // 1e790003
fcvtzu x1, d9 // 9e790121
fcvtas w22, h21 // 1ee402b6
fcvtas x1, h27 // 9ee40361
fcvtas w23, s6 // 1e2400d7
fcvtas x6, s8 // 9e240106
fcvtas w19, d19 // 1e640273
fcvtas xzr, d18 // 9e64025f
fcvtau w7, h8 // 1ee50107
fcvtau x11, h3 // 9ee5006b
fcvtau w15, s15 // 1e2501ef
fcvtau xzr, s4 // 9e25009f
fcvtau w29, d2 // 1e65005d
fcvtau x17, d24 // 9e650311
scvtf h21, h23 // 5e79daf5
scvtf s31, s2 // 5e21d85f
scvtf d28, d4 // 5e61d89c
ucvtf h29, h3 // 7e79d87d
ucvtf s12, s16 // 7e21da0c
ucvtf d7, d26 // 7e61db47
fcvtns h26, h11 // 5e79a97a
fcvtns s25, s27 // 5e21ab79
fcvtns d10, d28 // 5e61ab8a
fcvtnu h5, h0 // 7e79a805
fcvtnu s17, s11 // 7e21a971
fcvtnu d30, d20 // 7e61aa9e
fcvtps h3, h13 // 5ef9a9a3
fcvtps s12, s26 // 5ea1ab4c
fcvtps d11, d22 // 5ee1aacb
fcvtpu h4, h3 // 7ef9a864
fcvtpu s2, s2 // 7ea1a842
fcvtpu d22, d12 // 7ee1a996
fcvtms h26, h2 // 5e79b85a
fcvtms s18, s3 // 5e21b872
fcvtms d18, d13 // 5e61b9b2
fcvtmu h28, h21 // 7e79babc
fcvtmu s16, s23 // 7e21baf0
fcvtmu d15, d11 // 7e61b96f
fcvtzs h22, h13 // 5ef9b9b6
fcvtzs s14, s8 // 5ea1b90e
fcvtzs d22, d27 // 5ee1bb76
fcvtzu h0, h2 // 7ef9b840
fcvtzu s2, s20 // 7ea1ba82
fcvtzu d19, d9 // 7ee1b933
fcvtas h24, h31 // 5e79cbf8
fcvtas s5, s22 // 5e21cac5
fcvtas d16, d28 // 5e61cb90
fcvtau h22, h1 // 7e79c836
fcvtau s12, s6 // 7e21c8cc
fcvtau d22, d24 // 7e61cb16
frecpe h21, h20 // 5ef9da95
frecpe s31, s7 // 5ea1d8ff
frecpe d20, d20 // 5ee1da94
frsqrte h29, h29 // 7ef9dbbd
frsqrte s30, s16 // 7ea1da1e
frsqrte d18, d31 // 7ee1dbf2
frecpx h8, h26 // 5ef9fb48
frecpx s0, s16 // 5ea1fa00
frecpx d2, d12 // 5ee1f982
fabd h26, h21, h5 // 7ec516ba
fabd s20, s22, s19 // 7eb3d6d4
fabd d28, d21, d0 // 7ee0d6bc
fmulx h25, h25, h24 // 5e581f39
fmulx s14, s1, s14 // 5e2edc2e
fmulx d20, d31, d23 // 5e77dff4
frecps h18, h4, h26 // 5e5a3c92
frecps s7, s14, s4 // 5e24fdc7
frecps d19, d4, d27 // 5e7bfc93
frsqrts h10, h13, h29 // 5edd3daa
frsqrts s4, s31, s5 // 5ea5ffe4
frsqrts d27, d11, d21 // 5ef5fd7b
fcmeq h11, h2, h15 // 5e4f244b
fcmeq s26, s22, s8 // 5e28e6da
fcmeq d16, d18, d23 // 5e77e650
fcmge h0, h2, h31 // 7e5f2440
fcmge s0, s29, s26 // 7e3ae7a0
fcmge d15, d1, d11 // 7e6be42f
fcmgt h25, h9, h4 // 7ec42539
fcmgt s31, s27, s27 // 7ebbe77f
fcmgt d9, d5, d31 // 7effe4a9
facge h8, h25, h5 // 7e452f28
facge s6, s29, s12 // 7e2cefa6
facge d5, d18, d23 // 7e77ee45
facgt h3, h8, h30 // 7ede2d03
facgt s20, s17, s19 // 7eb3ee34
facgt d21, d11, d20 // 7ef4ed75
fcmgt h28, h23, #0.0 // 5ef8cafc
fcmgt s1, s9, #0.0 // 5ea0c921
fcmgt d14, d3, #0.0 // 5ee0c86e
fcmge h13, h14, #0.0 // 7ef8c9cd
fcmge s13, s4, #0.0 // 7ea0c88d
fcmge d28, d31, #0.0 // 7ee0cbfc
fcmeq h4, h27, #0.0 // 5ef8db64
fcmeq s9, s0, #0.0 // 5ea0d809
fcmeq d11, d13, #0.0 // 5ee0d9ab
fcmle h31, h7, #0.0 // 7ef8d8ff
fcmle s12, s6, #0.0 // 7ea0d8cc
fcmle d28, d6, #0.0 // 7ee0d8dc
fcmlt h8, h29, #0.0 // 5ef8eba8
fcmlt s15, s4, #0.0 // 5ea0e88f
fcmlt d18, d3, #0.0 // 5ee0e872
addp d11, v7.2d // 5ef1b8eb
faddp s9, v23.2s // 7e30dae9
faddp d17, v10.2d // 7e70d951
fmaxnmp s15, v12.2s // 7e30c98f
fmaxnmp d5, v16.2d // 7e70ca05
fminnmp s13, v15.2s // 7eb0c9ed
fminnmp d13, v27.2d // 7ef0cb6d
fmaxp s21, v10.2s // 7e30f955
fmaxp d16, v31.2d // 7e70fbf0
fminp s8, v5.2s // 7eb0f8a8
fminp d30, v17.2d // 7ef0fa3e
faddp h16, v29.2h // 5e30dbb0
fmaxnmp h12, v23.2h // 5e30caec
fminnmp h29, v18.2h // 5eb0ca5d
fmaxp h4, v26.2h // 5e30fb44
fminp h28, v19.2h // 5eb0fa7c
dup b3, v6.b[1] // 5e0304c3
dup h7, v26.h[0] // 5e020747
dup s13, v23.s[0] // 5e0406ed
dup d14, v27.d[1] // 5e18076e
fmla h21, h18, v6.h[3] // 5f361255
fmla s4, s15, v3.s[3] // 5fa319e4
fmla d12, d28, v29.d[1] // 5fdd1b8c
fmls h1, h24, v0.h[1] // 5f105301
fmls s0, s0, v19.s[1] // 5fb35000
fmls d6, d1, v0.d[1] // 5fc05826
fmul h5, h19, v7.h[0] // 5f079265
fmul s12, s26, v5.s[2] // 5f859b4c
fmul d3, d18, v11.d[1] // 5fcb9a43
fmulx h28, h14, v11.h[2] // 7f2b91dc
fmulx s15, s13, v10.s[2] // 7f8a99af
fmulx d20, d30, v22.d[1] // 7fd69bd4
ldr b22, [x18, #3850] // 3d7c2a56
ldr b11, [sp, #1] // 3d4007eb
ldr b21, [x30, w1, sxtw] // 3c61cbd5
ldr b29, [x1, #-1]! // 3c5ffc3d
ldr b7, [x2], #255 // 3c4ff447
ldr h14, [x2] // 7d40004e
ldr h17, [x10, #146] // 7d412551
ldr h29, [x26, w29, uxtw] // 7c7d4b5d
ldr h24, [x22, #255]! // 7c4ffed8
ldr h5, [x8], #219 // 7c4db505
ldr s1, [x1] // bd400021
ldur s5, [x28, #-1] // bc5ff385
ldr s5, [x20, w28, sxtw] // bc7cca85
ldr s24, [x29, #24]! // bc418fb8
ldr s0, [x10], #1 // bc401540
ldr s12, L1 // 1c00004c
ldr d0, [x5, #8] // fd4004a0
ldur d7, [x23, #-1] // fc5ff2e7
ldr d0, [x29, w21, sxtw] // fc75cba0
ldr d9, [x11, #-256]! // fc500d69
ldr d14, [x2], #255 // fc4ff44e
ldr d11, L1+8 // 5c00008b
str b16, [x12, #1] // 3d000590
stur b22, [x16, #-256] // 3c100216
str b12, [x11, w24, sxtw] // 3c38c96c
str b7, [x5, #255]! // 3c0ffca7
str b3, [x6], #-63 // 3c1c14c3
str h25, [x5] // 7d0000b9
stur h7, [x17, #-256] // 7c100227
str h11, [x29, w4, sxtw #1] // 7c24dbab
str h21, [x12, #255]! // 7c0ffd95
str h0, [x30], #1 // 7c0017c0
str s11, [x12, #16380] // bd3ffd8b
stur s27, [x9, #255] // bc0ff13b
str s7, [sp, x4, lsl #2] // bc247be7
str s8, [x8, #-256]! // bc100d08
str s22, [x21], #-256 // bc1006b6
str d9, [x16, #8] // fd000609
stur d3, [x22, #255] // fc0ff2c3
str d29, [x26, w2, sxtw #3] // fc22db5d
str d21, [sp, #255]! // fc0ffff5
str d23, [x8], #1 // fc001517
ldr d26, [x11, #8] // fd40057a
ldur d3, [x22, #27] // fc41b2c3
ldr d20, [x6, w28, uxtw] // fc7c48d4
ldr d11, [x27, #-256]! // fc500f6b
ldr d20, [x25], #151 // fc497734
ldr d10, L1 // 5c00004a
ldr q22, [x1, #16] // 3dc00436
ldur q7, [x9, #-1] // 3cdff127
ldr q5, [sp, w1, sxtw] // 3ce1cbe5
ldr q29, [x1, #-1]! // 3cdffc3d
ldr q2, [x1], #255 // 3ccff422
ldr q21, L1+8 // 9c000095
str d23, [x25, #8] // fd000737
stur d25, [sp, #-249] // fc1073f9
str d9, [x22, w30, uxtw] // fc3e4ac9
str d18, [x18, #-1]! // fc1ffe52
str d1, [x28], #255 // fc0ff781
str q11, [x27, #65520] // 3dbfff6b
stur q22, [x3, #-73] // 3c9b7076
str q13, [x28, w16, sxtw #4] // 3cb0db8d
str q7, [x16, #255]! // 3c8ffe07
str q28, [x0], #-256 // 3c90041c
ldp s30, s8, [x5, #252] // 2d5fa0be
ldp s28, s20, [x25, #252]! // 2ddfd33c
ldp s22, s9, [x26], #-256 // 2ce02756
stp s16, s21, [x0, #4] // 2d00d410
stp s31, s28, [x5, #-256]! // 2da070bf
stp s23, s3, [x5], #-4 // 2cbf8cb7
ldp d18, d8, [x3, #8] // 6d40a072
ldp d29, d21, [x4, #-512]! // 6de0549d
ldp d16, d10, [x6], #8 // 6cc0a8d0
ldp q0, q26, [x17, #-704] // ad6a6a20
ldp q17, q2, [x6, #672]! // add508d1
ldp q7, q28, [x7], #-1024 // ace070e7
stp d1, d31, [x12, #504] // 6d1ffd81
stp d3, d12, [sp, #0]! // 6d8033e3
stp d21, d3, [x15], #-8 // 6cbf8df5
stp q0, q10, [sp] // ad002be0
stp q18, q20, [x6, #944]! // ad9dd0d2
stp q17, q9, [x18], #0 // ac802651
ld1 { v19.8b }, [x28] // 0c407393
ld1 { v12.8b }, [x19], #8 // 0cdf726c
ld1 { v14.8b }, [x22], x19 // 0cd372ce
ld1 { v26.16b }, [x15] // 4c4071fa
ld1 { v23.16b }, [sp], #16 // 4cdf73f7
ld1 { v24.16b }, [x29], x16 // 4cd073b8
ld1 { v30.4h }, [x29] // 0c4077be
ld1 { v20.4h }, [x1], #8 // 0cdf7434
ld1 { v31.4h }, [x25], x2 // 0cc2773f
ld1 { v10.8h }, [x16] // 4c40760a
ld1 { v20.8h }, [x15], #16 // 4cdf75f4
ld1 { v22.8h }, [x28], x13 // 4ccd7796
ld1 { v9.2s }, [x23] // 0c407ae9
ld1 { v14.2s }, [x12], #8 // 0cdf798e
ld1 { v24.2s }, [x28], x6 // 0cc67b98
ld1 { v12.4s }, [x9] // 4c40792c
ld1 { v14.4s }, [x28], #16 // 4cdf7b8e
ld1 { v8.4s }, [x24], x25 // 4cd97b08
ld1 { v21.1d }, [x6] // 0c407cd5
ld1 { v13.1d }, [x26], #8 // 0cdf7f4d
ld1 { v27.1d }, [x28], x23 // 0cd77f9b
ld1 { v19.2d }, [x20] // 4c407e93
ld1 { v11.2d }, [x21], #16 // 4cdf7eab
ld1 { v8.2d }, [x17], x20 // 4cd47e28
ld1 { v15.8b, v16.8b }, [x27] // 0c40a36f
ld1 { v12.8b, v13.8b }, [x16], #16 // 0cdfa20c
ld1 { v10.8b, v11.8b }, [sp], x4 // 0cc4a3ea
ld1 { v23.16b, v24.16b }, [x15] // 4c40a1f7
ld1 { v24.16b, v25.16b }, [sp], #32 // 4cdfa3f8
ld1 { v3.16b, v4.16b }, [x19], x29 // 4cdda263
ld1 { v25.4h, v26.4h }, [x15] // 0c40a5f9
ld1 { v4.4h, v5.4h }, [x0], #16 // 0cdfa404
ld1 { v8.4h, v9.4h }, [sp], x29 // 0cdda7e8
ld1 { v29.8h, v30.8h }, [x14] // 4c40a5dd
ld1 { v23.8h, v24.8h }, [x8], #32 // 4cdfa517
ld1 { v23.8h, v24.8h }, [x30], x12 // 4ccca7d7
ld1 { v17.2s, v18.2s }, [x10] // 0c40a951
ld1 { v17.2s, v18.2s }, [x28], #16 // 0cdfab91
ld1 { v6.2s, v7.2s }, [x25], x24 // 0cd8ab26
ld1 { v1.4s, v2.4s }, [x17] // 4c40aa21
ld1 { v12.4s, v13.4s }, [x0], #32 // 4cdfa80c
ld1 { v17.4s, v18.4s }, [x11], x4 // 4cc4a971
ld1 { v17.1d, v18.1d }, [x29] // 0c40afb1
ld1 { v7.1d, v8.1d }, [x7], #16 // 0cdface7
ld1 { v7.1d, v8.1d }, [x12], x1 // 0cc1ad87
ld1 { v13.2d, v14.2d }, [x0] // 4c40ac0d
ld1 { v4.2d, v5.2d }, [x0], #32 // 4cdfac04
ld1 { v22.2d, v23.2d }, [x12], x24 // 4cd8ad96
ld1 { v20.8b, v21.8b, v22.8b }, [x9] // 0c406134
ld1 { v13.8b, v14.8b, v15.8b }, [x13], #24 // 0cdf61ad
ld1 { v10.8b, v11.8b, v12.8b }, [x4], x11 // 0ccb608a
ld1 { v21.16b, v22.16b, v23.16b }, [x20] // 4c406295
ld1 { v13.16b, v14.16b, v15.16b }, [x1], #48 // 4cdf602d
ld1 { v16.16b, v17.16b, v18.16b }, [x16], x12 // 4ccc6210
ld1 { v25.4h, v26.4h, v27.4h }, [x26] // 0c406759
ld1 { v10.4h, v11.4h, v12.4h }, [x9], #24 // 0cdf652a
ld1 { v15.4h, v16.4h, v17.4h }, [x29], x17 // 0cd167af
ld1 { v7.8h, v8.8h, v9.8h }, [x23] // 4c4066e7
ld1 { v25.8h, v26.8h, v27.8h }, [x5], #48 // 4cdf64b9
ld1 { v25.8h, v26.8h, v27.8h }, [x29], x1 // 4cc167b9
ld1 { v1.2s, v2.2s, v3.2s }, [x16] // 0c406a01
ld1 { v24.2s, v25.2s, v26.2s }, [x5], #24 // 0cdf68b8
ld1 { v25.2s, v26.2s, v27.2s }, [x16], x25 // 0cd96a19
ld1 { v5.4s, v6.4s, v7.4s }, [x21] // 4c406aa5
ld1 { v15.4s, v16.4s, v17.4s }, [x26], #48 // 4cdf6b4f
ld1 { v1.4s, v2.4s, v3.4s }, [x15], x30 // 4cde69e1
ld1 { v18.1d, v19.1d, v20.1d }, [x4] // 0c406c92
ld1 { v28.1d, v29.1d, v30.1d }, [x21], #24 // 0cdf6ebc
ld1 { v2.1d, v3.1d, v4.1d }, [x29], x28 // 0cdc6fa2
ld1 { v17.2d, v18.2d, v19.2d }, [x3] // 4c406c71
ld1 { v14.2d, v15.2d, v16.2d }, [x30], #48 // 4cdf6fce
ld1 { v6.2d, v7.2d, v8.2d }, [x18], x20 // 4cd46e46
ld1 { v11.8b, v12.8b, v13.8b, v14.8b }, [x2] // 0c40204b
ld1 { v22.8b, v23.8b, v24.8b, v25.8b }, [x29], #32 // 0cdf23b6
ld1 { v17.8b, v18.8b, v19.8b, v20.8b }, [x29], x9 // 0cc923b1
ld1 { v13.16b, v14.16b, v15.16b, v16.16b }, [sp] // 4c4023ed
ld1 { v10.16b, v11.16b, v12.16b, v13.16b }, [x2], #64 // 4cdf204a
ld1 { v14.16b, v15.16b, v16.16b, v17.16b }, [x7], x11 // 4ccb20ee
ld1 { v11.4h, v12.4h, v13.4h, v14.4h }, [sp] // 0c4027eb
ld1 { v27.4h, v28.4h, v29.4h, v30.4h }, [x17], #32 // 0cdf263b
ld1 { v20.4h, v21.4h, v22.4h, v23.4h }, [x23], x11 // 0ccb26f4
ld1 { v8.8h, v9.8h, v10.8h, v11.8h }, [x13] // 4c4025a8
ld1 { v14.8h, v15.8h, v16.8h, v17.8h }, [x17], #64 // 4cdf262e
ld1 { v29.8h, v30.8h, v31.8h, v0.8h }, [x18], x27 // 4cdb265d
ld1 { v7.2s, v8.2s, v9.2s, v10.2s }, [sp] // 0c402be7
ld1 { v11.2s, v12.2s, v13.2s, v14.2s }, [x30], #32 // 0cdf2bcb
ld1 { v27.2s, v28.2s, v29.2s, v30.2s }, [x4], x25 // 0cd9289b
ld1 { v26.4s, v27.4s, v28.4s, v29.4s }, [x9] // 4c40293a
ld1 { v26.4s, v27.4s, v28.4s, v29.4s }, [x6], #64 // 4cdf28da
ld1 { v22.4s, v23.4s, v24.4s, v25.4s }, [x12], x16 // 4cd02996
ld1 { v23.1d, v24.1d, v25.1d, v26.1d }, [x6] // 0c402cd7
ld1 { v24.1d, v25.1d, v26.1d, v27.1d }, [x4], #32 // 0cdf2c98
ld1 { v6.1d, v7.1d, v8.1d, v9.1d }, [x12], x11 // 0ccb2d86
ld1 { v16.2d, v17.2d, v18.2d, v19.2d }, [x18] // 4c402e50
ld1 { v13.2d, v14.2d, v15.2d, v16.2d }, [x13], #64 // 4cdf2dad
ld1 { v1.2d, v2.2d, v3.2d, v4.2d }, [x14], x18 // 4cd22dc1
ld2 { v6.8b, v7.8b }, [x7] // 0c4080e6
ld2 { v25.8b, v26.8b }, [x2], #16 // 0cdf8059
ld2 { v0.8b, v1.8b }, [x29], x9 // 0cc983a0
ld2 { v22.16b, v23.16b }, [x15] // 4c4081f6
ld2 { v25.16b, v26.16b }, [x30], #32 // 4cdf83d9
ld2 { v11.16b, v12.16b }, [x5], x7 // 4cc780ab
ld2 { v15.4h, v16.4h }, [x13] // 0c4085af
ld2 { v11.4h, v12.4h }, [sp], #16 // 0cdf87eb
ld2 { v28.4h, v29.4h }, [sp], x15 // 0ccf87fc
ld2 { v15.8h, v16.8h }, [x16] // 4c40860f
ld2 { v7.8h, v8.8h }, [x17], #32 // 4cdf8627
ld2 { v30.8h, v31.8h }, [sp], x24 // 4cd887fe
ld2 { v17.2s, v18.2s }, [x19] // 0c408a71
ld2 { v0.2s, v1.2s }, [x14], #16 // 0cdf89c0
ld2 { v15.2s, v16.2s }, [x10], x27 // 0cdb894f
ld2 { v3.4s, v4.4s }, [x21] // 4c408aa3
ld2 { v11.4s, v12.4s }, [x22], #32 // 4cdf8acb
ld2 { v12.4s, v13.4s }, [x0], x28 // 4cdc880c
ld2 { v22.2d, v23.2d }, [sp] // 4c408ff6
ld2 { v26.2d, v27.2d }, [x20], #32 // 4cdf8e9a
ld2 { v13.2d, v14.2d }, [x25], x20 // 4cd48f2d
ld3 { v11.8b, v12.8b, v13.8b }, [x6] // 0c4040cb
ld3 { v19.8b, v20.8b, v21.8b }, [x0], #24 // 0cdf4013
ld3 { v22.8b, v23.8b, v24.8b }, [x27], x29 // 0cdd4376
ld3 { v3.16b, v4.16b, v5.16b }, [x5] // 4c4040a3
ld3 { v9.16b, v10.16b, v11.16b }, [x19], #48 // 4cdf4269
ld3 { v0.16b, v1.16b, v2.16b }, [x15], x5 // 4cc541e0
ld3 { v5.4h, v6.4h, v7.4h }, [x16] // 0c404605
ld3 { v17.4h, v18.4h, v19.4h }, [x3], #24 // 0cdf4471
ld3 { v19.4h, v20.4h, v21.4h }, [x1], x23 // 0cd74433
ld3 { v15.8h, v16.8h, v17.8h }, [sp] // 4c4047ef
ld3 { v8.8h, v9.8h, v10.8h }, [x11], #48 // 4cdf4568
ld3 { v26.8h, v27.8h, v28.8h }, [x0], x6 // 4cc6441a
ld3 { v28.2s, v29.2s, v30.2s }, [x25] // 0c404b3c
ld3 { v2.2s, v3.2s, v4.2s }, [x26], #24 // 0cdf4b42
ld3 { v6.2s, v7.2s, v8.2s }, [x22], x10 // 0cca4ac6
ld3 { v26.4s, v27.4s, v28.4s }, [x17] // 4c404a3a
ld3 { v9.4s, v10.4s, v11.4s }, [x25], #48 // 4cdf4b29
ld3 { v10.4s, v11.4s, v12.4s }, [x16], x2 // 4cc24a0a
ld3 { v30.2d, v31.2d, v0.2d }, [x3] // 4c404c7e
ld3 { v24.2d, v25.2d, v26.2d }, [x16], #48 // 4cdf4e18
ld3 { v27.2d, v28.2d, v29.2d }, [x11], x17 // 4cd14d7b
ld4 { v11.8b, v12.8b, v13.8b, v14.8b }, [x2] // 0c40004b
ld4 { v3.8b, v4.8b, v5.8b, v6.8b }, [x11], #32 // 0cdf0163
ld4 { v4.8b, v5.8b, v6.8b, v7.8b }, [x12], x23 // 0cd70184
ld4 { v2.16b, v3.16b, v4.16b, v5.16b }, [x0] // 4c400002
ld4 { v18.16b, v19.16b, v20.16b, v21.16b }, [x25], #64 // 4cdf0332
ld4 { v10.16b, v11.16b, v12.16b, v13.16b }, [x2], x22 // 4cd6004a
ld4 { v30.4h, v31.4h, v0.4h, v1.4h }, [x13] // 0c4005be
ld4 { v27.4h, v28.4h, v29.4h, v30.4h }, [x5], #32 // 0cdf04bb
ld4 { v25.4h, v26.4h, v27.4h, v28.4h }, [x17], x20 // 0cd40639
ld4 { v20.8h, v21.8h, v22.8h, v23.8h }, [sp] // 4c4007f4
ld4 { v30.8h, v31.8h, v0.8h, v1.8h }, [x13], #64 // 4cdf05be
ld4 { v7.8h, v8.8h, v9.8h, v10.8h }, [x19], x17 // 4cd10667
ld4 { v19.2s, v20.2s, v21.2s, v22.2s }, [x26] // 0c400b53
ld4 { v22.2s, v23.2s, v24.2s, v25.2s }, [x20], #32 // 0cdf0a96
ld4 { v4.2s, v5.2s, v6.2s, v7.2s }, [x19], x25 // 0cd90a64
ld4 { v16.4s, v17.4s, v18.4s, v19.4s }, [x30] // 4c400bd0
ld4 { v23.4s, v24.4s, v25.4s, v26.4s }, [x28], #64 // 4cdf0b97
ld4 { v0.4s, v1.4s, v2.4s, v3.4s }, [x6], x18 // 4cd208c0
ld4 { v17.2d, v18.2d, v19.2d, v20.2d }, [x10] // 4c400d51
ld4 { v18.2d, v19.2d, v20.2d, v21.2d }, [x28], #64 // 4cdf0f92
ld4 { v13.2d, v14.2d, v15.2d, v16.2d }, [sp], x8 // 4cc80fed
st1 { v23.8b }, [x8] // 0c007117
st1 { v2.8b }, [x26], #8 // 0c9f7342
st1 { v2.8b }, [x21], x20 // 0c9472a2
st1 { v26.16b }, [x21] // 4c0072ba
st1 { v29.16b }, [x2], #16 // 4c9f705d
st1 { v13.16b }, [x9], x28 // 4c9c712d
st1 { v26.4h }, [x8] // 0c00751a
st1 { v6.4h }, [x4], #8 // 0c9f7486
st1 { v27.4h }, [x3], x12 // 0c8c747b
st1 { v20.8h }, [x22] // 4c0076d4
st1 { v19.8h }, [x20], #16 // 4c9f7693
st1 { v15.8h }, [sp], x15 // 4c8f77ef
st1 { v11.2s }, [x1] // 0c00782b
st1 { v5.2s }, [x29], #8 // 0c9f7ba5
st1 { v7.2s }, [x29], x21 // 0c957ba7
st1 { v4.4s }, [x26] // 4c007b44
st1 { v0.4s }, [x0], #16 // 4c9f7800
st1 { v21.4s }, [x10], x22 // 4c967955
st1 { v24.1d }, [x17] // 0c007e38
st1 { v6.1d }, [x9], #8 // 0c9f7d26
st1 { v12.1d }, [x23], x7 // 0c877eec
st1 { v30.2d }, [x4] // 4c007c9e
st1 { v10.2d }, [x19], #16 // 4c9f7e6a
st1 { v12.2d }, [x14], x0 // 4c807dcc
st1 { v16.8b, v17.8b }, [x11] // 0c00a170
st1 { v29.8b, v30.8b }, [x17], #16 // 0c9fa23d
st1 { v19.8b, v20.8b }, [x25], x25 // 0c99a333
st1 { v30.16b, v31.16b }, [x10] // 4c00a15e
st1 { v4.16b, v5.16b }, [x18], #32 // 4c9fa244
st1 { v18.16b, v19.16b }, [x24], x22 // 4c96a312
st1 { v5.4h, v6.4h }, [x22] // 0c00a6c5
st1 { v26.4h, v27.4h }, [x5], #16 // 0c9fa4ba
st1 { v7.4h, v8.4h }, [x15], x10 // 0c8aa5e7
st1 { v31.8h, v0.8h }, [x11] // 4c00a57f
st1 { v29.8h, v30.8h }, [x23], #32 // 4c9fa6fd
st1 { v26.8h, v27.8h }, [x28], x19 // 4c93a79a
st1 { v24.2s, v25.2s }, [x22] // 0c00aad8
st1 { v31.2s, v0.2s }, [x13], #16 // 0c9fa9bf
st1 { v0.2s, v1.2s }, [x23], x22 // 0c96aae0
st1 { v3.4s, v4.4s }, [x21] // 4c00aaa3
st1 { v17.4s, v18.4s }, [x11], #32 // 4c9fa971
st1 { v21.4s, v22.4s }, [sp], x29 // 4c9dabf5
st1 { v2.1d, v3.1d }, [x2] // 0c00ac42
st1 { v22.1d, v23.1d }, [x29], #16 // 0c9fafb6
st1 { v29.1d, v30.1d }, [x13], x3 // 0c83adbd
st1 { v26.2d, v27.2d }, [x6] // 4c00acda
st1 { v27.2d, v28.2d }, [sp], #32 // 4c9faffb
st1 { v17.2d, v18.2d }, [x4], x13 // 4c8dac91
st1 { v10.8b, v11.8b, v12.8b }, [x28] // 0c00638a
st1 { v31.8b, v0.8b, v1.8b }, [x11], #24 // 0c9f617f
st1 { v12.8b, v13.8b, v14.8b }, [x2], x30 // 0c9e604c
st1 { v6.16b, v7.16b, v8.16b }, [x28] // 4c006386
st1 { v24.16b, v25.16b, v26.16b }, [sp], #48 // 4c9f63f8
st1 { v26.16b, v27.16b, v28.16b }, [sp], x17 // 4c9163fa
st1 { v25.4h, v26.4h, v27.4h }, [x7] // 0c0064f9
st1 { v2.4h, v3.4h, v4.4h }, [x20], #24 // 0c9f6682
st1 { v29.4h, v30.4h, v31.4h }, [x11], x8 // 0c88657d
st1 { v23.8h, v24.8h, v25.8h }, [x19] // 4c006677
st1 { v3.8h, v4.8h, v5.8h }, [x11], #48 // 4c9f6563
st1 { v16.8h, v17.8h, v18.8h }, [x21], x28 // 4c9c66b0
st1 { v26.2s, v27.2s, v28.2s }, [x7] // 0c0068fa
st1 { v12.2s, v13.2s, v14.2s }, [x29], #24 // 0c9f6bac
st1 { v30.2s, v31.2s, v0.2s }, [x20], x29 // 0c9d6a9e
st1 { v26.4s, v27.4s, v28.4s }, [x1] // 4c00683a
st1 { v3.4s, v4.4s, v5.4s }, [x2], #48 // 4c9f6843
st1 { v26.4s, v27.4s, v28.4s }, [x25], x4 // 4c846b3a
st1 { v29.1d, v30.1d, v31.1d }, [x24] // 0c006f1d
st1 { v5.1d, v6.1d, v7.1d }, [x6], #24 // 0c9f6cc5
st1 { v1.1d, v2.1d, v3.1d }, [x26], x2 // 0c826f41
st1 { v5.2d, v6.2d, v7.2d }, [x15] // 4c006de5
st1 { v5.2d, v6.2d, v7.2d }, [x2], #48 // 4c9f6c45
st1 { v20.2d, v21.2d, v22.2d }, [sp], x24 // 4c986ff4
st1 { v3.8b, v4.8b, v5.8b, v6.8b }, [x8] // 0c002103
st1 { v14.8b, v15.8b, v16.8b, v17.8b }, [x26], #32 // 0c9f234e
st1 { v8.8b, v9.8b, v10.8b, v11.8b }, [x24], x7 // 0c872308
st1 { v10.16b, v11.16b, v12.16b, v13.16b }, [x22] // 4c0022ca
st1 { v13.16b, v14.16b, v15.16b, v16.16b }, [x2], #64 // 4c9f204d
st1 { v28.16b, v29.16b, v30.16b, v31.16b }, [x7], x19 // 4c9320fc
st1 { v18.4h, v19.4h, v20.4h, v21.4h }, [x30] // 0c0027d2
st1 { v10.4h, v11.4h, v12.4h, v13.4h }, [x14], #32 // 0c9f25ca
st1 { v25.4h, v26.4h, v27.4h, v28.4h }, [x3], x9 // 0c892479
st1 { v14.8h, v15.8h, v16.8h, v17.8h }, [x28] // 4c00278e
st1 { v17.8h, v18.8h, v19.8h, v20.8h }, [x28], #64 // 4c9f2791
st1 { v9.8h, v10.8h, v11.8h, v12.8h }, [x21], x15 // 4c8f26a9
st1 { v11.2s, v12.2s, v13.2s, v14.2s }, [x15] // 0c0029eb
st1 { v6.2s, v7.2s, v8.2s, v9.2s }, [x18], #32 // 0c9f2a46
st1 { v28.2s, v29.2s, v30.2s, v31.2s }, [x12], x4 // 0c84299c
st1 { v25.4s, v26.4s, v27.4s, v28.4s }, [x21] // 4c002ab9
st1 { v26.4s, v27.4s, v28.4s, v29.4s }, [x10], #64 // 4c9f295a
st1 { v21.4s, v22.4s, v23.4s, v24.4s }, [x11], x21 // 4c952975
st1 { v4.1d, v5.1d, v6.1d, v7.1d }, [x30] // 0c002fc4
st1 { v15.1d, v16.1d, v17.1d, v18.1d }, [x20], #32 // 0c9f2e8f
st1 { v9.1d, v10.1d, v11.1d, v12.1d }, [x15], x3 // 0c832de9
st1 { v26.2d, v27.2d, v28.2d, v29.2d }, [x29] // 4c002fba
st1 { v10.2d, v11.2d, v12.2d, v13.2d }, [x23], #64 // 4c9f2eea
st1 { v8.2d, v9.2d, v10.2d, v11.2d }, [sp], x2 // 4c822fe8
st2 { v11.8b, v12.8b }, [x0] // 0c00800b
st2 { v11.8b, v12.8b }, [x14], #16 // 0c9f81cb
st2 { v17.8b, v18.8b }, [x7], x8 // 0c8880f1
st2 { v4.16b, v5.16b }, [x30] // 4c0083c4
st2 { v24.16b, v25.16b }, [x13], #32 // 4c9f81b8
st2 { v9.16b, v10.16b }, [x7], x5 // 4c8580e9
st2 { v24.4h, v25.4h }, [x25] // 0c008738
st2 { v9.4h, v10.4h }, [x11], #16 // 0c9f8569
st2 { v23.4h, v24.4h }, [x30], x9 // 0c8987d7
st2 { v2.8h, v3.8h }, [x0] // 4c008402
st2 { v10.8h, v11.8h }, [x28], #32 // 4c9f878a
st2 { v15.8h, v16.8h }, [x30], x13 // 4c8d87cf
st2 { v1.2s, v2.2s }, [x12] // 0c008981
st2 { v20.2s, v21.2s }, [x1], #16 // 0c9f8834
st2 { v21.2s, v22.2s }, [x24], x17 // 0c918b15
st2 { v0.4s, v1.4s }, [x24] // 4c008b00
st2 { v18.4s, v19.4s }, [x8], #32 // 4c9f8912
st2 { v30.4s, v31.4s }, [x21], x28 // 4c9c8abe
st2 { v23.2d, v24.2d }, [x17] // 4c008e37
st2 { v25.2d, v26.2d }, [x19], #32 // 4c9f8e79
st2 { v20.2d, v21.2d }, [x26], x0 // 4c808f54
st3 { v8.8b, v9.8b, v10.8b }, [x5] // 0c0040a8
st3 { v25.8b, v26.8b, v27.8b }, [x15], #24 // 0c9f41f9
st3 { v31.8b, v0.8b, v1.8b }, [x30], x13 // 0c8d43df
st3 { v12.16b, v13.16b, v14.16b }, [x2] // 4c00404c
st3 { v29.16b, v30.16b, v31.16b }, [x21], #48 // 4c9f42bd
st3 { v13.16b, v14.16b, v15.16b }, [x23], x16 // 4c9042ed
st3 { v12.4h, v13.4h, v14.4h }, [x25] // 0c00472c
st3 { v28.4h, v29.4h, v30.4h }, [x5], #24 // 0c9f44bc
st3 { v18.4h, v19.4h, v20.4h }, [sp], x30 // 0c9e47f2
st3 { v10.8h, v11.8h, v12.8h }, [x4] // 4c00448a
st3 { v20.8h, v21.8h, v22.8h }, [x21], #48 // 4c9f46b4
st3 { v11.8h, v12.8h, v13.8h }, [x10], x16 // 4c90454b
st3 { v27.2s, v28.2s, v29.2s }, [x21] // 0c004abb
st3 { v13.2s, v14.2s, v15.2s }, [x5], #24 // 0c9f48ad
st3 { v21.2s, v22.2s, v23.2s }, [x21], x9 // 0c894ab5
st3 { v31.4s, v0.4s, v1.4s }, [x5] // 4c0048bf
st3 { v14.4s, v15.4s, v16.4s }, [x5], #48 // 4c9f48ae
st3 { v0.4s, v1.4s, v2.4s }, [x17], x5 // 4c854a20
st3 { v30.2d, v31.2d, v0.2d }, [sp] // 4c004ffe
st3 { v21.2d, v22.2d, v23.2d }, [x21], #48 // 4c9f4eb5
st3 { v22.2d, v23.2d, v24.2d }, [x18], x21 // 4c954e56
st4 { v21.8b, v22.8b, v23.8b, v24.8b }, [sp] // 0c0003f5
st4 { v10.8b, v11.8b, v12.8b, v13.8b }, [sp], #32 // 0c9f03ea
st4 { v14.8b, v15.8b, v16.8b, v17.8b }, [x10], x25 // 0c99014e
st4 { v3.16b, v4.16b, v5.16b, v6.16b }, [x15] // 4c0001e3
st4 { v0.16b, v1.16b, v2.16b, v3.16b }, [x4], #64 // 4c9f0080
st4 { v1.16b, v2.16b, v3.16b, v4.16b }, [sp], x25 // 4c9903e1
st4 { v30.4h, v31.4h, v0.4h, v1.4h }, [x4] // 0c00049e
st4 { v22.4h, v23.4h, v24.4h, v25.4h }, [x21], #32 // 0c9f06b6
st4 { v12.4h, v13.4h, v14.4h, v15.4h }, [x7], x5 // 0c8504ec
st4 { v4.8h, v5.8h, v6.8h, v7.8h }, [x20] // 4c000684
st4 { v25.8h, v26.8h, v27.8h, v28.8h }, [x28], #64 // 4c9f0799
st4 { v21.8h, v22.8h, v23.8h, v24.8h }, [x1], x11 // 4c8b0435
st4 { v27.2s, v28.2s, v29.2s, v30.2s }, [x30] // 0c000bdb
st4 { v10.2s, v11.2s, v12.2s, v13.2s }, [x19], #32 // 0c9f0a6a
st4 { v28.2s, v29.2s, v30.2s, v31.2s }, [x7], x22 // 0c9608fc
st4 { v13.4s, v14.4s, v15.4s, v16.4s }, [sp] // 4c000bed
st4 { v7.4s, v8.4s, v9.4s, v10.4s }, [x21], #64 // 4c9f0aa7
st4 { v14.4s, v15.4s, v16.4s, v17.4s }, [x22], x0 // 4c800ace
st4 { v30.2d, v31.2d, v0.2d, v1.2d }, [x4] // 4c000c9e
st4 { v27.2d, v28.2d, v29.2d, v30.2d }, [x17], #64 // 4c9f0e3b
st4 { v10.2d, v11.2d, v12.2d, v13.2d }, [x18], x23 // 4c970e4a
ld1r { v30.8b }, [x9] // 0d40c13e
ld1r { v3.8b }, [x14], #1 // 0ddfc1c3
ld1r { v5.8b }, [x14], x7 // 0dc7c1c5
ld1r { v27.16b }, [x2] // 4d40c05b
ld1r { v22.16b }, [x23], #1 // 4ddfc2f6
ld1r { v18.16b }, [x7], x4 // 4dc4c0f2
ld1r { v31.4h }, [x0] // 0d40c41f
ld1r { v21.4h }, [x8], #2 // 0ddfc515
ld1r { v27.4h }, [sp], x29 // 0dddc7fb
ld1r { v20.8h }, [x15] // 4d40c5f4
ld1r { v29.8h }, [x1], #2 // 4ddfc43d
ld1r { v28.8h }, [x4], x17 // 4dd1c49c
ld1r { v24.2s }, [x20] // 0d40ca98
ld1r { v1.2s }, [x13], #4 // 0ddfc9a1
ld1r { v17.2s }, [x14], x6 // 0dc6c9d1
ld1r { v16.4s }, [x27] // 4d40cb70
ld1r { v26.4s }, [x25], #4 // 4ddfcb3a
ld1r { v5.4s }, [x22], x11 // 4dcbcac5
ld1r { v12.1d }, [x8] // 0d40cd0c
ld1r { v13.1d }, [x19], #8 // 0ddfce6d
ld1r { v5.1d }, [x19], x1 // 0dc1ce65
ld1r { v0.2d }, [x21] // 4d40cea0
ld1r { v3.2d }, [x20], #8 // 4ddfce83
ld1r { v28.2d }, [x21], x7 // 4dc7cebc
ld2r { v29.8b, v30.8b }, [x3] // 0d60c07d
ld2r { v31.8b, v0.8b }, [x7], #2 // 0dffc0ff
ld2r { v2.8b, v3.8b }, [x25], x28 // 0dfcc322
ld2r { v9.16b, v10.16b }, [x22] // 4d60c2c9
ld2r { v8.16b, v9.16b }, [x24], #2 // 4dffc308
ld2r { v29.16b, v30.16b }, [x19], x9 // 4de9c27d
ld2r { v16.4h, v17.4h }, [x28] // 0d60c790
ld2r { v25.4h, v26.4h }, [x12], #4 // 0dffc599
ld2r { v28.4h, v29.4h }, [x5], x5 // 0de5c4bc
ld2r { v24.8h, v25.8h }, [x2] // 4d60c458
ld2r { v15.8h, v16.8h }, [x30], #4 // 4dffc7cf
ld2r { v7.8h, v8.8h }, [x4], x6 // 4de6c487
ld2r { v0.2s, v1.2s }, [x7] // 0d60c8e0
ld2r { v5.2s, v6.2s }, [x24], #8 // 0dffcb05
ld2r { v29.2s, v30.2s }, [x29], x9 // 0de9cbbd
ld2r { v12.4s, v13.4s }, [x8] // 4d60c90c
ld2r { v16.4s, v17.4s }, [x20], #8 // 4dffca90
ld2r { v4.4s, v5.4s }, [x30], x2 // 4de2cbc4
ld2r { v0.1d, v1.1d }, [x17] // 0d60ce20
ld2r { v18.1d, v19.1d }, [x20], #16 // 0dffce92
ld2r { v6.1d, v7.1d }, [x4], x4 // 0de4cc86
ld2r { v18.2d, v19.2d }, [x12] // 4d60cd92
ld2r { v13.2d, v14.2d }, [x18], #16 // 4dffce4d
ld2r { v21.2d, v22.2d }, [x1], x30 // 4dfecc35
ld3r { v8.8b, v9.8b, v10.8b }, [x13] // 0d40e1a8
ld3r { v28.8b, v29.8b, v30.8b }, [x21], #3 // 0ddfe2bc
ld3r { v16.8b, v17.8b, v18.8b }, [sp], x26 // 0ddae3f0
ld3r { v12.16b, v13.16b, v14.16b }, [x11] // 4d40e16c
ld3r { v13.16b, v14.16b, v15.16b }, [x14], #3 // 4ddfe1cd
ld3r { v14.16b, v15.16b, v16.16b }, [x10], x26 // 4ddae14e
ld3r { v21.4h, v22.4h, v23.4h }, [x19] // 0d40e675
ld3r { v19.4h, v20.4h, v21.4h }, [x2], #6 // 0ddfe453
ld3r { v16.4h, v17.4h, v18.4h }, [x26], x15 // 0dcfe750
ld3r { v24.8h, v25.8h, v26.8h }, [x25] // 4d40e738
ld3r { v0.8h, v1.8h, v2.8h }, [x6], #6 // 4ddfe4c0
ld3r { v21.8h, v22.8h, v23.8h }, [x10], x3 // 4dc3e555
ld3r { v20.2s, v21.2s, v22.2s }, [x11] // 0d40e974
ld3r { v23.2s, v24.2s, v25.2s }, [x14], #12 // 0ddfe9d7
ld3r { v9.2s, v10.2s, v11.2s }, [x28], x28 // 0ddceb89
ld3r { v8.4s, v9.4s, v10.4s }, [x3] // 4d40e868
ld3r { v28.4s, v29.4s, v30.4s }, [x0], #12 // 4ddfe81c
ld3r { v11.4s, v12.4s, v13.4s }, [x12], x23 // 4dd7e98b
ld3r { v15.1d, v16.1d, v17.1d }, [x16] // 0d40ee0f
ld3r { v3.1d, v4.1d, v5.1d }, [x0], #24 // 0ddfec03
ld3r { v8.1d, v9.1d, v10.1d }, [x24], x17 // 0dd1ef08
ld3r { v8.2d, v9.2d, v10.2d }, [x27] // 4d40ef68
ld3r { v11.2d, v12.2d, v13.2d }, [x22], #24 // 4ddfeecb
ld3r { v25.2d, v26.2d, v27.2d }, [x21], x6 // 4dc6eeb9
ld4r { v9.8b, v10.8b, v11.8b, v12.8b }, [x18] // 0d60e249
ld4r { v25.8b, v26.8b, v27.8b, v28.8b }, [sp], #4 // 0dffe3f9
ld4r { v18.8b, v19.8b, v20.8b, v21.8b }, [x13], x23 // 0df7e1b2
ld4r { v12.16b, v13.16b, v14.16b, v15.16b }, [x13] // 4d60e1ac
ld4r { v15.16b, v16.16b, v17.16b, v18.16b }, [x29], #4 // 4dffe3af
ld4r { v25.16b, v26.16b, v27.16b, v28.16b }, [x18], x2 // 4de2e259
ld4r { v11.4h, v12.4h, v13.4h, v14.4h }, [x12] // 0d60e58b
ld4r { v26.4h, v27.4h, v28.4h, v29.4h }, [x30], #8 // 0dffe7da
ld4r { v29.4h, v30.4h, v31.4h, v0.4h }, [sp], x21 // 0df5e7fd
ld4r { v17.8h, v18.8h, v19.8h, v20.8h }, [x8] // 4d60e511
ld4r { v1.8h, v2.8h, v3.8h, v4.8h }, [x20], #8 // 4dffe681
ld4r { v1.8h, v2.8h, v3.8h, v4.8h }, [x2], x4 // 4de4e441
ld4r { v30.2s, v31.2s, v0.2s, v1.2s }, [x3] // 0d60e87e
ld4r { v7.2s, v8.2s, v9.2s, v10.2s }, [sp], #16 // 0dffebe7
ld4r { v27.2s, v28.2s, v29.2s, v30.2s }, [x6], x25 // 0df9e8db
ld4r { v27.4s, v28.4s, v29.4s, v30.4s }, [sp] // 4d60ebfb
ld4r { v4.4s, v5.4s, v6.4s, v7.4s }, [x8], #16 // 4dffe904
ld4r { v5.4s, v6.4s, v7.4s, v8.4s }, [x18], x1 // 4de1ea45
ld4r { v25.1d, v26.1d, v27.1d, v28.1d }, [x3] // 0d60ec79
ld4r { v16.1d, v17.1d, v18.1d, v19.1d }, [x29], #32 // 0dffefb0
ld4r { v9.1d, v10.1d, v11.1d, v12.1d }, [x8], x9 // 0de9ed09
ld4r { v2.2d, v3.2d, v4.2d, v5.2d }, [sp] // 4d60efe2
ld4r { v31.2d, v0.2d, v1.2d, v2.2d }, [x16], #32 // 4dffee1f
ld4r { v11.2d, v12.2d, v13.2d, v14.2d }, [x13], x29 // 4dfdedab
ld1 { v28.b }[14], [x5] // 4d4018bc
ld1 { v5.b }[2], [x27], #1 // 0ddf0b65
ld1 { v23.b }[11], [x6], x16 // 4dd00cd7
ld1 { v25.h }[1], [x0] // 0d404819
ld1 { v11.h }[7], [x0], #2 // 4ddf580b
ld1 { v4.h }[6], [x19], x27 // 4ddb5264
ld1 { v6.s }[3], [x26] // 4d409346
ld1 { v15.s }[3], [x22], #4 // 4ddf92cf
ld1 { v10.s }[0], [sp], x25 // 0dd983ea
ld1 { v3.d }[0], [x9] // 0d408523
ld1 { v0.d }[0], [x16], #8 // 0ddf8600
ld1 { v2.d }[1], [x6], x10 // 4dca84c2
ld2 { v14.b, v15.b }[6], [x21] // 0d601aae
ld2 { v2.b, v3.b }[15], [x11], #2 // 4dff1d62
ld2 { v21.b, v22.b }[12], [x10], x21 // 4df51155
ld2 { v29.h, v30.h }[3], [x27] // 0d605b7d
ld2 { v19.h, v20.h }[2], [x16], #4 // 0dff5213
ld2 { v16.h, v17.h }[7], [x30], x25 // 4df95bd0
ld2 { v6.s, v7.s }[3], [sp] // 4d6093e6
ld2 { v29.s, v30.s }[2], [x10], #8 // 4dff815d
ld2 { v1.s, v2.s }[3], [x15], x24 // 4df891e1
ld2 { v22.d, v23.d }[1], [x15] // 4d6085f6
ld2 { v3.d, v4.d }[1], [x13], #16 // 4dff85a3
ld2 { v11.d, v12.d }[0], [x29], x13 // 0ded87ab
ld3 { v0.b, v1.b, v2.b }[10], [x17] // 4d402a20
ld3 { v25.b, v26.b, v27.b }[2], [x25], #3 // 0ddf2b39
ld3 { v13.b, v14.b, v15.b }[3], [x3], x2 // 0dc22c6d
ld3 { v18.h, v19.h, v20.h }[7], [x1] // 4d407832
ld3 { v28.h, v29.h, v30.h }[2], [x12], #6 // 0ddf719c
ld3 { v9.h, v10.h, v11.h }[6], [x27], x9 // 4dc97369
ld3 { v5.s, v6.s, v7.s }[1], [x17] // 0d40b225
ld3 { v12.s, v13.s, v14.s }[3], [x3], #12 // 4ddfb06c
ld3 { v31.s, v0.s, v1.s }[3], [x20], x20 // 4dd4b29f
ld3 { v3.d, v4.d, v5.d }[1], [x22] // 4d40a6c3
ld3 { v17.d, v18.d, v19.d }[0], [x20], #24 // 0ddfa691
ld3 { v19.d, v20.d, v21.d }[0], [x14], x11 // 0dcba5d3
ld4 { v23.b, v24.b, v25.b, v26.b }[15], [x10] // 4d603d57
ld4 { v28.b, v29.b, v30.b, v31.b }[9], [x10], #4 // 4dff255c
ld4 { v19.b, v20.b, v21.b, v22.b }[2], [x18], x6 // 0de62a53
ld4 { v20.h, v21.h, v22.h, v23.h }[0], [x22] // 0d6062d4
ld4 { v14.h, v15.h, v16.h, v17.h }[1], [x17], #8 // 0dff6a2e
ld4 { v17.h, v18.h, v19.h, v20.h }[4], [x5], x6 // 4de660b1
ld4 { v26.s, v27.s, v28.s, v29.s }[3], [x8] // 4d60b11a
ld4 { v5.s, v6.s, v7.s, v8.s }[0], [x8], #16 // 0dffa105
ld4 { v22.s, v23.s, v24.s, v25.s }[2], [x11], x26 // 4dfaa176
ld4 { v31.d, v0.d, v1.d, v2.d }[0], [x22] // 0d60a6df
ld4 { v11.d, v12.d, v13.d, v14.d }[1], [x10], #32 // 4dffa54b
ld4 { v23.d, v24.d, v25.d, v26.d }[1], [x4], x19 // 4df3a497
st1 { v10.b }[13], [x2] // 4d00144a
st1 { v2.b }[6], [x3], #1 // 0d9f1862
st1 { v19.b }[14], [x6], x30 // 4d9e18d3
st1 { v5.h }[1], [x3] // 0d004865
st1 { v25.h }[7], [x30], #2 // 4d9f5bd9
st1 { v20.h }[0], [x10], x13 // 0d8d4154
st1 { v18.s }[0], [x7] // 0d0080f2
st1 { v25.s }[3], [x11], #4 // 4d9f9179
st1 { v21.s }[3], [x18], x21 // 4d959255
st1 { v28.d }[0], [x15] // 0d0085fc
st1 { v23.d }[1], [x2], #8 // 4d9f8457
st1 { v11.d }[1], [x26], x29 // 4d9d874b
st2 { v7.b, v8.b }[7], [x19] // 0d201e67
st2 { v9.b, v10.b }[1], [x10], #2 // 0dbf0549
st2 { v5.b, v6.b }[1], [x0], x15 // 0daf0405
st2 { v20.h, v21.h }[6], [sp] // 4d2053f4
st2 { v9.h, v10.h }[3], [x28], #4 // 0dbf5b89
st2 { v28.h, v29.h }[3], [sp], x17 // 0db15bfc
st2 { v6.s, v7.s }[3], [x13] // 4d2091a6
st2 { v18.s, v19.s }[3], [x11], #8 // 4dbf9172
st2 { v2.s, v3.s }[0], [x11], x16 // 0db08162
st2 { v26.d, v27.d }[0], [x10] // 0d20855a
st2 { v26.d, v27.d }[0], [sp], #16 // 0dbf87fa
st2 { v29.d, v30.d }[0], [x8], x12 // 0dac851d
st3 { v3.b, v4.b, v5.b }[3], [sp] // 0d002fe3
st3 { v21.b, v22.b, v23.b }[1], [x9], #3 // 0d9f2535
st3 { v29.b, v30.b, v31.b }[5], [x1], x25 // 0d99343d
st3 { v6.h, v7.h, v8.h }[5], [x21] // 4d006aa6
st3 { v2.h, v3.h, v4.h }[2], [x15], #6 // 0d9f71e2
st3 { v9.h, v10.h, v11.h }[0], [sp], x7 // 0d8763e9
st3 { v19.s, v20.s, v21.s }[0], [x30] // 0d00a3d3
st3 { v21.s, v22.s, v23.s }[2], [x7], #12 // 4d9fa0f5
st3 { v10.s, v11.s, v12.s }[2], [x16], x16 // 4d90a20a
st3 { v5.d, v6.d, v7.d }[0], [x26] // 0d00a745
st3 { v30.d, v31.d, v0.d }[0], [x10], #24 // 0d9fa55e
st3 { v2.d, v3.d, v4.d }[1], [x30], x10 // 4d8aa7c2
st4 { v14.b, v15.b, v16.b, v17.b }[2], [x7] // 0d2028ee
st4 { v2.b, v3.b, v4.b, v5.b }[7], [x9], #4 // 0dbf3d22
st4 { v28.b, v29.b, v30.b, v31.b }[9], [x13], x14 // 4dae25bc
st4 { v29.h, v30.h, v31.h, v0.h }[2], [x9] // 0d20713d
st4 { v23.h, v24.h, v25.h, v26.h }[2], [x2], #8 // 0dbf7057
st4 { v9.h, v10.h, v11.h, v12.h }[5], [x3], x17 // 4db16869
st4 { v2.s, v3.s, v4.s, v5.s }[0], [x25] // 0d20a322
st4 { v2.s, v3.s, v4.s, v5.s }[2], [x24], #16 // 4dbfa302
st4 { v9.s, v10.s, v11.s, v12.s }[3], [x19], x25 // 4db9b269
st4 { v19.d, v20.d, v21.d, v22.d }[1], [x21] // 4d20a6b3
st4 { v28.d, v29.d, v30.d, v31.d }[1], [x8], #32 // 4dbfa51c
st4 { v12.d, v13.d, v14.d, v15.d }[0], [x3], x17 // 0db1a46c
sqadd v20.8b, v9.8b, v10.8b // 0e2a0d34
sqadd v1.16b, v18.16b, v20.16b // 4e340e41
sqadd v31.4h, v20.4h, v0.4h // 0e600e9f
sqadd v14.8h, v24.8h, v29.8h // 4e7d0f0e
sqadd v29.2s, v7.2s, v14.2s // 0eae0cfd
sqadd v13.4s, v17.4s, v26.4s // 4eba0e2d
sqadd d8, d21, d6 // 5ee60ea8
sqadd v0.2d, v30.2d, v3.2d // 4ee30fc0
uqadd v21.8b, v23.8b, v24.8b // 2e380ef5
uqadd v16.16b, v20.16b, v28.16b // 6e3c0e90
uqadd v0.4h, v4.4h, v26.4h // 2e7a0c80
uqadd v9.8h, v4.8h, v26.8h // 6e7a0c89
uqadd v10.2s, v31.2s, v21.2s // 2eb50fea
uqadd v15.4s, v0.4s, v26.4s // 6eba0c0f
uqadd d12, d8, d5 // 7ee50d0c
uqadd v31.2d, v16.2d, v23.2d // 6ef70e1f
sqsub v17.8b, v10.8b, v6.8b // 0e262d51
sqsub v6.16b, v19.16b, v16.16b // 4e302e66
sqsub v19.4h, v3.4h, v20.4h // 0e742c73
sqsub v17.8h, v11.8h, v1.8h // 4e612d71
sqsub v21.2s, v11.2s, v26.2s // 0eba2d75
sqsub v16.4s, v27.4s, v16.4s // 4eb02f70
sqsub d11, d15, d7 // 5ee72deb
sqsub v22.2d, v7.2d, v2.2d // 4ee22cf6
uqsub v5.8b, v31.8b, v10.8b // 2e2a2fe5
uqsub v24.16b, v17.16b, v16.16b // 6e302e38
uqsub v6.4h, v3.4h, v24.4h // 2e782c66
uqsub v24.8h, v31.8h, v1.8h // 6e612ff8
uqsub v17.2s, v26.2s, v22.2s // 2eb62f51
uqsub v11.4s, v29.4s, v19.4s // 6eb32fab
uqsub d5, d1, d9 // 7ee92c25
uqsub v11.2d, v1.2d, v18.2d // 6ef22c2b
shadd v22.8b, v10.8b, v5.8b // 0e250556
shadd v14.16b, v24.16b, v9.16b // 4e29070e
shadd v1.4h, v19.4h, v16.4h // 0e700661
shadd v24.8h, v18.8h, v31.8h // 4e7f0658
shadd v18.2s, v18.2s, v18.2s // 0eb20652
shadd v2.4s, v30.4s, v7.4s // 4ea707c2
uhadd v25.8b, v8.8b, v8.8b // 2e280519
uhadd v7.16b, v27.16b, v8.16b // 6e280767
uhadd v29.4h, v23.4h, v8.4h // 2e6806fd
uhadd v29.8h, v20.8h, v19.8h // 6e73069d
uhadd v1.2s, v26.2s, v20.2s // 2eb40741
uhadd v4.4s, v23.4s, v5.4s // 6ea506e4
srhadd v20.8b, v18.8b, v31.8b // 0e3f1654
srhadd v28.16b, v13.16b, v17.16b // 4e3115bc
srhadd v4.4h, v8.4h, v30.4h // 0e7e1504
srhadd v3.8h, v30.8h, v25.8h // 4e7917c3
srhadd v10.2s, v28.2s, v30.2s // 0ebe178a
srhadd v11.4s, v10.4s, v9.4s // 4ea9154b
urhadd v14.8b, v22.8b, v14.8b // 2e2e16ce
urhadd v31.16b, v19.16b, v26.16b // 6e3a167f
urhadd v6.4h, v27.4h, v14.4h // 2e6e1766
urhadd v29.8h, v29.8h, v22.8h // 6e7617bd
urhadd v11.2s, v29.2s, v3.2s // 2ea317ab
urhadd v30.4s, v20.4s, v13.4s // 6ead169e
shsub v31.8b, v27.8b, v9.8b // 0e29277f
shsub v24.16b, v26.16b, v4.16b // 4e242758
shsub v1.4h, v0.4h, v21.4h // 0e752401
shsub v15.8h, v22.8h, v3.8h // 4e6326cf
shsub v27.2s, v24.2s, v16.2s // 0eb0271b
shsub v28.4s, v6.4s, v28.4s // 4ebc24dc
uhsub v25.8b, v5.8b, v3.8b // 2e2324b9
uhsub v10.16b, v0.16b, v11.16b // 6e2b240a
uhsub v16.4h, v27.4h, v14.4h // 2e6e2770
uhsub v22.8h, v14.8h, v15.8h // 6e6f25d6
uhsub v2.2s, v24.2s, v14.2s // 2eae2702
uhsub v31.4s, v6.4s, v19.4s // 6eb324df
cmgt v17.8b, v30.8b, v4.8b // 0e2437d1
cmgt v14.16b, v13.16b, v9.16b // 4e2935ae
cmgt v10.4h, v2.4h, v13.4h // 0e6d344a
cmgt v20.8h, v0.8h, v16.8h // 4e703414
cmgt v1.2s, v23.2s, v2.2s // 0ea236e1
cmgt v12.4s, v24.4s, v23.4s // 4eb7370c
cmgt d5, d6, d26 // 5efa34c5
cmgt v9.2d, v23.2d, v14.2d // 4eee36e9
cmhi v23.8b, v17.8b, v28.8b // 2e3c3637
cmhi v23.16b, v22.16b, v24.16b // 6e3836d7
cmhi v11.4h, v26.4h, v25.4h // 2e79374b
cmhi v0.8h, v12.8h, v11.8h // 6e6b3580
cmhi v25.2s, v30.2s, v28.2s // 2ebc37d9
cmhi v0.4s, v28.4s, v16.4s // 6eb03780
cmhi d23, d26, d28 // 7efc3757
cmhi v16.2d, v26.2d, v30.2d // 6efe3750
cmge v27.8b, v19.8b, v21.8b // 0e353e7b
cmge v11.16b, v31.16b, v31.16b // 4e3f3feb
cmge v23.4h, v23.4h, v21.4h // 0e753ef7
cmge v8.8h, v1.8h, v16.8h // 4e703c28
cmge v8.2s, v3.2s, v24.2s // 0eb83c68
cmge v18.4s, v19.4s, v11.4s // 4eab3e72
cmge d1, d26, d8 // 5ee83f41
cmge v13.2d, v29.2d, v7.2d // 4ee73fad
cmhs v27.8b, v28.8b, v23.8b // 2e373f9b
cmhs v13.16b, v8.16b, v18.16b // 6e323d0d
cmhs v5.4h, v28.4h, v17.4h // 2e713f85
cmhs v30.8h, v11.8h, v28.8h // 6e7c3d7e
cmhs v1.2s, v3.2s, v31.2s // 2ebf3c61
cmhs v9.4s, v10.4s, v14.4s // 6eae3d49
cmhs d12, d22, d8 // 7ee83ecc
cmhs v19.2d, v1.2d, v7.2d // 6ee73c33
cmtst v14.8b, v8.8b, v26.8b // 0e3a8d0e
cmtst v0.16b, v18.16b, v4.16b // 4e248e40
cmtst v6.4h, v31.4h, v30.4h // 0e7e8fe6
cmtst v14.8h, v14.8h, v16.8h // 4e708dce
cmtst v28.2s, v21.2s, v10.2s // 0eaa8ebc
cmtst v30.4s, v19.4s, v26.4s // 4eba8e7e
cmtst d5, d28, d28 // 5efc8f85
cmtst v2.2d, v12.2d, v2.2d // 4ee28d82
cmeq v30.8b, v31.8b, v19.8b // 2e338ffe
cmeq v4.16b, v18.16b, v21.16b // 6e358e44
cmeq v28.4h, v11.4h, v0.4h // 2e608d7c
cmeq v8.8h, v16.8h, v12.8h // 6e6c8e08
cmeq v10.2s, v1.2s, v18.2s // 2eb28c2a
cmeq v21.4s, v22.4s, v18.4s // 6eb28ed5
cmeq d18, d20, d4 // 7ee48e92
cmeq v15.2d, v6.2d, v25.2d // 6ef98ccf
sshl v27.8b, v4.8b, v1.8b // 0e21449b
sshl v28.16b, v25.16b, v18.16b // 4e32473c
sshl v5.4h, v13.4h, v1.4h // 0e6145a5
sshl v22.8h, v5.8h, v0.8h // 4e6044b6
sshl v11.2s, v10.2s, v2.2s // 0ea2454b
sshl v22.4s, v26.4s, v29.4s // 4ebd4756
sshl d2, d3, d16 // 5ef04462
sshl v21.2d, v16.2d, v28.2d // 4efc4615
ushl v7.8b, v5.8b, v17.8b // 2e3144a7
ushl v20.16b, v22.16b, v5.16b // 6e2546d4
ushl v1.4h, v31.4h, v1.4h // 2e6147e1
ushl v0.8h, v10.8h, v10.8h // 6e6a4540
ushl v9.2s, v21.2s, v21.2s // 2eb546a9
ushl v0.4s, v14.4s, v24.4s // 6eb845c0
ushl d21, d24, d16 // 7ef04715
ushl v10.2d, v25.2d, v7.2d // 6ee7472a
sqshl v15.8b, v30.8b, v31.8b // 0e3f4fcf
sqshl v27.16b, v31.16b, v6.16b // 4e264ffb
sqshl v10.4h, v4.4h, v23.4h // 0e774c8a
sqshl v4.8h, v20.8h, v3.8h // 4e634e84
sqshl v24.2s, v14.2s, v31.2s // 0ebf4dd8
sqshl v6.4s, v4.4s, v26.4s // 4eba4c86
sqshl d30, d19, d20 // 5ef44e7e
sqshl v4.2d, v11.2d, v17.2d // 4ef14d64
uqshl v9.8b, v0.8b, v26.8b // 2e3a4c09
uqshl v25.16b, v25.16b, v15.16b // 6e2f4f39
uqshl v30.4h, v11.4h, v1.4h // 2e614d7e
uqshl v15.8h, v24.8h, v9.8h // 6e694f0f
uqshl v4.2s, v7.2s, v5.2s // 2ea54ce4
uqshl v17.4s, v27.4s, v15.4s // 6eaf4f71
uqshl d1, d31, d8 // 7ee84fe1
uqshl v15.2d, v7.2d, v12.2d // 6eec4cef
srshl v19.8b, v26.8b, v4.8b // 0e245753
srshl v3.16b, v5.16b, v25.16b // 4e3954a3
srshl v17.4h, v22.4h, v8.4h // 0e6856d1
srshl v12.8h, v27.8h, v8.8h // 4e68576c
srshl v22.2s, v10.2s, v2.2s // 0ea25556
srshl v0.4s, v15.4s, v7.4s // 4ea755e0
srshl d16, d5, d24 // 5ef854b0
srshl v2.2d, v8.2d, v18.2d // 4ef25502
urshl v16.8b, v28.8b, v11.8b // 2e2b5790
urshl v14.16b, v27.16b, v12.16b // 6e2c576e
urshl v3.4h, v22.4h, v6.4h // 2e6656c3
urshl v21.8h, v17.8h, v27.8h // 6e7b5635
urshl v25.2s, v28.2s, v22.2s // 2eb65799
urshl v26.4s, v15.4s, v25.4s // 6eb955fa
urshl d8, d6, d9 // 7ee954c8
urshl v29.2d, v2.2d, v3.2d // 6ee3545d
sqrshl v18.8b, v25.8b, v5.8b // 0e255f32
sqrshl v8.16b, v5.16b, v17.16b // 4e315ca8
sqrshl v24.4h, v22.4h, v8.4h // 0e685ed8
sqrshl v17.8h, v16.8h, v23.8h // 4e775e11
sqrshl v6.2s, v13.2s, v25.2s // 0eb95da6
sqrshl v3.4s, v14.4s, v7.4s // 4ea75dc3
sqrshl d18, d19, d8 // 5ee85e72
sqrshl v15.2d, v2.2d, v27.2d // 4efb5c4f
uqrshl v7.8b, v29.8b, v18.8b // 2e325fa7
uqrshl v1.16b, v8.16b, v11.16b // 6e2b5d01
uqrshl v26.4h, v13.4h, v19.4h // 2e735dba
uqrshl v10.8h, v0.8h, v2.8h // 6e625c0a
uqrshl v26.2s, v10.2s, v19.2s // 2eb35d5a
uqrshl v10.4s, v16.4s, v5.4s // 6ea55e0a
uqrshl d27, d14, d1 // 7ee15ddb
uqrshl v23.2d, v25.2d, v6.2d // 6ee65f37
smax v26.8b, v24.8b, v0.8b // 0e20671a
smax v17.16b, v5.16b, v24.16b // 4e3864b1
smax v8.4h, v26.4h, v5.4h // 0e656748
smax v30.8h, v29.8h, v23.8h // 4e7767be
smax v7.2s, v29.2s, v8.2s // 0ea867a7
smax v21.4s, v26.4s, v18.4s // 4eb26755
umax v25.8b, v17.8b, v8.8b // 2e286639
umax v30.16b, v29.16b, v21.16b // 6e3567be
umax v16.4h, v24.4h, v11.4h // 2e6b6710
umax v15.8h, v8.8h, v6.8h // 6e66650f
umax v21.2s, v3.2s, v16.2s // 2eb06475
umax v19.4s, v6.4s, v4.4s // 6ea464d3
smin v19.8b, v14.8b, v31.8b // 0e3f6dd3
smin v28.16b, v0.16b, v9.16b // 4e296c1c
smin v3.4h, v15.4h, v3.4h // 0e636de3
smin v30.8h, v17.8h, v21.8h // 4e756e3e
smin v29.2s, v8.2s, v3.2s // 0ea36d1d
smin v20.4s, v3.4s, v10.4s // 4eaa6c74
umin v12.8b, v7.8b, v30.8b // 2e3e6cec
umin v11.16b, v21.16b, v28.16b // 6e3c6eab
umin v16.4h, v2.4h, v4.4h // 2e646c50
umin v28.8h, v26.8h, v0.8h // 6e606f5c
umin v19.2s, v10.2s, v9.2s // 2ea96d53
umin v16.4s, v26.4s, v21.4s // 6eb56f50
sabd v12.8b, v15.8b, v10.8b // 0e2a75ec
sabd v6.16b, v2.16b, v5.16b // 4e257446
sabd v29.4h, v14.4h, v16.4h // 0e7075dd
sabd v0.8h, v11.8h, v10.8h // 4e6a7560
sabd v22.2s, v9.2s, v24.2s // 0eb87536
sabd v3.4s, v31.4s, v5.4s // 4ea577e3
uabd v31.8b, v28.8b, v2.8b // 2e22779f
uabd v13.16b, v18.16b, v21.16b // 6e35764d
uabd v25.4h, v30.4h, v25.4h // 2e7977d9
uabd v3.8h, v31.8h, v25.8h // 6e7977e3
uabd v29.2s, v28.2s, v28.2s // 2ebc779d
uabd v4.4s, v22.4s, v9.4s // 6ea976c4
saba v5.8b, v10.8b, v16.8b // 0e307d45
saba v3.16b, v15.16b, v7.16b // 4e277de3
saba v2.4h, v29.4h, v1.4h // 0e617fa2
saba v29.8h, v11.8h, v3.8h // 4e637d7d
saba v31.2s, v8.2s, v17.2s // 0eb17d1f
saba v30.4s, v17.4s, v21.4s // 4eb57e3e
uaba v19.8b, v10.8b, v24.8b // 2e387d53
uaba v9.16b, v25.16b, v20.16b // 6e347f29
uaba v26.4h, v10.4h, v28.4h // 2e7c7d5a
uaba v31.8h, v15.8h, v1.8h // 6e617dff
uaba v30.2s, v9.2s, v12.2s // 2eac7d3e
uaba v30.4s, v29.4s, v15.4s // 6eaf7fbe
mla v4.8b, v7.8b, v19.8b // 0e3394e4
mla v18.16b, v19.16b, v28.16b // 4e3c9672
mla v19.4h, v12.4h, v28.4h // 0e7c9593
mla v13.8h, v24.8h, v23.8h // 4e77970d
mla v6.2s, v28.2s, v28.2s // 0ebc9786
mla v17.4s, v15.4s, v15.4s // 4eaf95f1
mls v3.8b, v14.8b, v12.8b // 2e2c95c3
mls v2.16b, v5.16b, v1.16b // 6e2194a2
mls v7.4h, v4.4h, v22.4h // 2e769487
mls v21.8h, v14.8h, v29.8h // 6e7d95d5
mls v20.2s, v27.2s, v22.2s // 2eb69774
mls v12.4s, v21.4s, v7.4s // 6ea796ac
add v29.8b, v0.8b, v9.8b // 0e29841d
add v1.16b, v9.16b, v28.16b // 4e3c8521
add v3.4h, v19.4h, v30.4h // 0e7e8663
add v15.8h, v9.8h, v31.8h // 4e7f852f
add v23.2s, v8.2s, v12.2s // 0eac8517
add v9.4s, v8.4s, v13.4s // 4ead8509
add d0, d10, d29 // 5efd8540
add v12.2d, v16.2d, v10.2d // 4eea860c
sub v12.8b, v20.8b, v21.8b // 2e35868c
sub v13.16b, v3.16b, v30.16b // 6e3e846d
sub v3.4h, v20.4h, v17.4h // 2e718683
sub v4.8h, v30.8h, v19.8h // 6e7387c4
sub v3.2s, v11.2s, v22.2s // 2eb68563
sub v14.4s, v26.4s, v27.4s // 6ebb874e
sub d18, d12, d24 // 7ef88592
sub v8.2d, v21.2d, v27.2d // 6efb86a8
mul v7.8b, v2.8b, v30.8b // 0e3e9c47
mul v21.16b, v4.16b, v15.16b // 4e2f9c95
mul v2.4h, v9.4h, v30.4h // 0e7e9d22
mul v26.8h, v24.8h, v19.8h // 4e739f1a
mul v25.2s, v20.2s, v30.2s // 0ebe9e99
mul v8.4s, v7.4s, v13.4s // 4ead9ce8
pmul v11.8b, v20.8b, v7.8b // 2e279e8b
pmul v2.16b, v24.16b, v20.16b // 6e349f02
smaxp v25.8b, v4.8b, v25.8b // 0e39a499
smaxp v21.16b, v14.16b, v22.16b // 4e36a5d5
smaxp v3.4h, v6.4h, v22.4h // 0e76a4c3
smaxp v12.8h, v8.8h, v22.8h // 4e76a50c
smaxp v17.2s, v21.2s, v15.2s // 0eafa6b1
smaxp v31.4s, v19.4s, v10.4s // 4eaaa67f
umaxp v23.8b, v12.8b, v30.8b // 2e3ea597
umaxp v17.16b, v18.16b, v18.16b // 6e32a651
umaxp v27.4h, v22.4h, v13.4h // 2e6da6db
umaxp v15.8h, v27.8h, v31.8h // 6e7fa76f
umaxp v27.2s, v3.2s, v29.2s // 2ebda47b
umaxp v5.4s, v9.4s, v15.4s // 6eafa525
sminp v2.8b, v0.8b, v10.8b // 0e2aac02
sminp v17.16b, v6.16b, v24.16b // 4e38acd1
sminp v1.4h, v26.4h, v1.4h // 0e61af41
sminp v2.8h, v25.8h, v29.8h // 4e7daf22
sminp v11.2s, v6.2s, v2.2s // 0ea2accb
sminp v29.4s, v20.4s, v17.4s // 4eb1ae9d
uminp v21.8b, v16.8b, v17.8b // 2e31ae15
uminp v1.16b, v4.16b, v18.16b // 6e32ac81
uminp v26.4h, v26.4h, v21.4h // 2e75af5a
uminp v31.8h, v31.8h, v4.8h // 6e64afff
uminp v13.2s, v4.2s, v16.2s // 2eb0ac8d
uminp v29.4s, v15.4s, v21.4s // 6eb5adfd
addp v13.8b, v9.8b, v3.8b // 0e23bd2d
addp v20.16b, v2.16b, v16.16b // 4e30bc54
addp v7.4h, v5.4h, v12.4h // 0e6cbca7
addp v28.8h, v4.8h, v6.8h // 4e66bc9c
addp v15.2s, v25.2s, v28.2s // 0ebcbf2f
addp v13.4s, v6.4s, v13.4s // 4eadbccd
addp v7.2d, v24.2d, v17.2d // 4ef1bf07
sqdmulh v10.4h, v6.4h, v14.4h // 0e6eb4ca
sqdmulh v8.8h, v24.8h, v7.8h // 4e67b708
sqdmulh v8.2s, v16.2s, v6.2s // 0ea6b608
sqdmulh v18.4s, v22.4s, v4.4s // 4ea4b6d2
sqrdmulh v9.4h, v6.4h, v10.4h // 2e6ab4c9
sqrdmulh v8.8h, v14.8h, v25.8h // 6e79b5c8
sqrdmulh v29.2s, v22.2s, v13.2s // 2eadb6dd
sqrdmulh v9.4s, v29.4s, v14.4s // 6eaeb7a9
and v18.8b, v11.8b, v11.8b // 0e2b1d72
and v7.16b, v0.16b, v0.16b // 4e201c07
bic v23.8b, v21.8b, v26.8b // 0e7a1eb7
bic v20.16b, v30.16b, v24.16b // 4e781fd4
orr v0.8b, v12.8b, v14.8b // 0eae1d80
orr v21.16b, v22.16b, v11.16b // 4eab1ed5
orn v13.8b, v28.8b, v0.8b // 0ee01f8d
orn v6.16b, v16.16b, v16.16b // 4ef01e06
eor v1.8b, v5.8b, v30.8b // 2e3e1ca1
eor v10.16b, v0.16b, v3.16b // 6e231c0a
bsl v3.8b, v7.8b, v16.8b // 2e701ce3
bsl v11.16b, v20.16b, v29.16b // 6e7d1e8b
bit v25.8b, v28.8b, v27.8b // 2ebb1f99
bit v10.16b, v24.16b, v27.16b // 6ebb1f0a
bif v4.8b, v28.8b, v10.8b // 2eea1f84
bif v13.16b, v21.16b, v12.16b // 6eec1ead
mov v19.8b, v11.8b // 0eab1d73
mov v2.16b, v27.16b // 4ebb1f62
sdot v1.2s, v2.8b, v22.8b // 0e969441
sdot v25.4s, v8.16b, v14.16b // 4e8e9519
udot v1.2s, v18.8b, v6.8b // 2e869641
udot v13.4s, v7.16b, v18.16b // 6e9294ed
fcmla v27.2s, v25.2s, v26.2s, #180 // 2e9ad73b
fcmla v18.4s, v3.4s, v4.4s, #0 // 6e84c472
fcmla v7.2d, v12.2d, v8.2d, #180 // 6ec8d587
fcadd v21.2s, v21.2s, v1.2s, #270 // 2e81f6b5
fcadd v24.4s, v7.4s, v4.4s, #90 // 6e84e4f8
fcadd v30.2d, v8.2d, v5.2d, #270 // 6ec5f51e
usdot v8.2s, v24.8b, v5.8b // 0e859f08
usdot v12.4s, v6.16b, v18.16b // 4e929ccc
smmla v8.4s, v28.16b, v16.16b // 4e90a788
ummla v6.4s, v0.16b, v23.16b // 6e97a406
usmmla v10.4s, v27.16b, v7.16b // 4e87af6a
bfdot v15.2s, v16.4h, v10.4h // 2e4afe0f
bfdot v28.4s, v14.8h, v23.8h // 6e57fddc
rev64 v26.8b, v15.8b // 0e2009fa
rev64 v26.16b, v2.16b // 4e20085a
rev64 v1.4h, v25.4h // 0e600b21
rev64 v24.8h, v23.8h // 4e600af8
rev64 v2.2s, v4.2s // 0ea00882
rev64 v28.4s, v7.4s // 4ea008fc
rev32 v13.8b, v30.8b // 2e200bcd
rev32 v5.16b, v18.16b // 6e200a45
rev32 v31.4h, v23.4h // 2e600aff
rev32 v28.8h, v6.8h // 6e6008dc
rev16 v30.8b, v18.8b // 0e201a5e
rev16 v23.16b, v21.16b // 4e201ab7
cls v24.8b, v24.8b // 0e204b18
cls v12.16b, v3.16b // 4e20486c
cls v27.4h, v16.4h // 0e604a1b
cls v16.8h, v31.8h // 4e604bf0
cls v19.2s, v5.2s // 0ea048b3
cls v3.4s, v25.4s // 4ea04b23
clz v9.8b, v8.8b // 2e204909
clz v7.16b, v24.16b // 6e204b07
clz v26.4h, v30.4h // 2e604bda
clz v20.8h, v11.8h // 6e604974
clz v19.2s, v25.2s // 2ea04b33
clz v19.4s, v11.4s // 6ea04973
cnt v0.8b, v20.8b // 0e205a80
cnt v11.16b, v7.16b // 4e2058eb
not v31.8b, v19.8b // 2e205a7f
not v20.16b, v19.16b // 6e205a74
rbit v26.8b, v7.8b // 2e6058fa
rbit v11.16b, v25.16b // 6e605b2b
saddlp v16.4h, v19.8b // 0e202a70
saddlp v15.8h, v9.16b // 4e20292f
saddlp v0.2s, v9.4h // 0e602920
saddlp v13.4s, v23.8h // 4e602aed
saddlp v4.1d, v17.2s // 0ea02a24
saddlp v18.2d, v31.4s // 4ea02bf2
uaddlp v7.4h, v9.8b // 2e202927
uaddlp v30.8h, v23.16b // 6e202afe
uaddlp v30.2s, v12.4h // 2e60299e
uaddlp v16.4s, v21.8h // 6e602ab0
uaddlp v4.1d, v19.2s // 2ea02a64
uaddlp v29.2d, v11.4s // 6ea0297d
sadalp v9.4h, v28.8b // 0e206b89
sadalp v17.8h, v25.16b // 4e206b31
sadalp v10.2s, v1.4h // 0e60682a
sadalp v1.4s, v21.8h // 4e606aa1
sadalp v13.1d, v5.2s // 0ea068ad
sadalp v6.2d, v8.4s // 4ea06906
uadalp v3.4h, v31.8b // 2e206be3
uadalp v23.8h, v2.16b // 6e206857
uadalp v29.2s, v27.4h // 2e606b7d
uadalp v28.4s, v4.8h // 6e60689c
uadalp v22.1d, v6.2s // 2ea068d6
uadalp v22.2d, v5.4s // 6ea068b6
suqadd v18.8b, v11.8b // 0e203972
suqadd v25.16b, v20.16b // 4e203a99
suqadd v22.4h, v12.4h // 0e603996
suqadd v30.8h, v1.8h // 4e60383e
suqadd v23.2s, v24.2s // 0ea03b17
suqadd v11.4s, v30.4s // 4ea03bcb
suqadd d24, d29 // 5ee03bb8
suqadd v24.2d, v23.2d // 4ee03af8
usqadd v23.8b, v10.8b // 2e203957
usqadd v0.16b, v11.16b // 6e203960
usqadd v4.4h, v23.4h // 2e603ae4
usqadd v6.8h, v22.8h // 6e603ac6
usqadd v26.2s, v8.2s // 2ea0391a
usqadd v24.4s, v0.4s // 6ea03818
usqadd d21, d9 // 7ee03935
usqadd v19.2d, v10.2d // 6ee03953
sqabs v23.8b, v11.8b // 0e207977
sqabs v6.16b, v1.16b // 4e207826
sqabs v3.4h, v22.4h // 0e607ac3
sqabs v20.8h, v18.8h // 4e607a54
sqabs v7.2s, v2.2s // 0ea07847
sqabs v25.4s, v17.4s // 4ea07a39
sqabs d14, d7 // 5ee078ee
sqabs v8.2d, v0.2d // 4ee07808
sqneg v14.8b, v10.8b // 2e20794e
sqneg v21.16b, v30.16b // 6e207bd5
sqneg v19.4h, v7.4h // 2e6078f3
sqneg v0.8h, v4.8h // 6e607880
sqneg v4.2s, v31.2s // 2ea07be4
sqneg v17.4s, v27.4s // 6ea07b71
sqneg d29, d31 // 7ee07bfd
sqneg v21.2d, v20.2d // 6ee07a95
abs v25.8b, v11.8b // 0e20b979
abs v23.16b, v2.16b // 4e20b857
abs v3.4h, v2.4h // 0e60b843
abs v23.8h, v10.8h // 4e60b957
abs v21.2s, v26.2s // 0ea0bb55
abs v18.4s, v18.4s // 4ea0ba52
abs d11, d21 // 5ee0baab
abs v26.2d, v30.2d // 4ee0bbda
neg v11.8b, v24.8b // 2e20bb0b
neg v11.16b, v16.16b // 6e20ba0b
neg v12.4h, v17.4h // 2e60ba2c
neg v27.8h, v22.8h // 6e60badb
neg v4.2s, v31.2s // 2ea0bbe4
neg v2.4s, v11.4s // 6ea0b962
neg d23, d2 // 7ee0b857
neg v19.2d, v10.2d // 6ee0b953
cmgt v10.8b, v9.8b, #0 // 0e20892a
cmgt v14.16b, v11.16b, #0 // 4e20896e
cmgt v29.4h, v1.4h, #0 // 0e60883d
cmgt v1.8h, v30.8h, #0 // 4e608bc1
cmgt v26.2s, v9.2s, #0 // 0ea0893a
cmgt v21.4s, v12.4s, #0 // 4ea08995
cmgt d11, d16, #0 // 5ee08a0b
cmgt v22.2d, v5.2d, #0 // 4ee088b6
cmge v6.8b, v7.8b, #0 // 2e2088e6
cmge v30.16b, v21.16b, #0 // 6e208abe
cmge v3.4h, v4.4h, #0 // 2e608883
cmge v19.8h, v17.8h, #0 // 6e608a33
cmge v26.2s, v17.2s, #0 // 2ea08a3a
cmge v24.4s, v22.4s, #0 // 6ea08ad8
cmge d13, d15, #0 // 7ee089ed
cmge v4.2d, v0.2d, #0 // 6ee08804
cmeq v9.8b, v19.8b, #0 // 0e209a69
cmeq v6.16b, v30.16b, #0 // 4e209bc6
cmeq v7.4h, v5.4h, #0 // 0e6098a7
cmeq v9.8h, v28.8h, #0 // 4e609b89
cmeq v6.2s, v21.2s, #0 // 0ea09aa6
cmeq v0.4s, v3.4s, #0 // 4ea09860
cmeq d22, d5, #0 // 5ee098b6
cmeq v26.2d, v21.2d, #0 // 4ee09aba
cmle v17.8b, v6.8b, #0 // 2e2098d1
cmle v16.16b, v24.16b, #0 // 6e209b10
cmle v23.4h, v11.4h, #0 // 2e609977
cmle v13.8h, v5.8h, #0 // 6e6098ad
cmle v9.2s, v6.2s, #0 // 2ea098c9
cmle v18.4s, v31.4s, #0 // 6ea09bf2
cmle d3, d11, #0 // 7ee09963
cmle v13.2d, v4.2d, #0 // 6ee0988d
cmlt v18.8b, v27.8b, #0 // 0e20ab72
cmlt v25.16b, v24.16b, #0 // 4e20ab19
cmlt v14.4h, v4.4h, #0 // 0e60a88e
cmlt v0.8h, v6.8h, #0 // 4e60a8c0
cmlt v0.2s, v28.2s, #0 // 0ea0ab80
cmlt v13.4s, v17.4s, #0 // 4ea0aa2d
cmlt d18, d22, #0 // 5ee0aad2
cmlt v28.2d, v3.2d, #0 // 4ee0a87c
xtn v17.8b, v5.8h // 0e2128b1
xtn v4.4h, v20.4s // 0e612a84
xtn v31.2s, v28.2d // 0ea12b9f
sqxtun v24.8b, v24.8h // 2e212b18
sqxtun v23.4h, v24.4s // 2e612b17
sqxtun v29.2s, v11.2d // 2ea1297d
sqxtn v16.8b, v22.8h // 0e214ad0
sqxtn v11.4h, v5.4s // 0e6148ab
sqxtn v2.2s, v21.2d // 0ea14aa2
uqxtn v26.8b, v4.8h // 2e21489a
uqxtn v6.4h, v27.4s // 2e614b66
uqxtn v8.2s, v24.2d // 2ea14b08
xtn2 v9.16b, v8.8h // 4e212909
xtn2 v22.8h, v22.4s // 4e612ad6
xtn2 v24.4s, v22.2d // 4ea12ad8
sqxtun2 v17.16b, v5.8h // 6e2128b1
sqxtun2 v13.8h, v11.4s // 6e61296d
sqxtun2 v26.4s, v12.2d // 6ea1299a
sqxtn2 v29.16b, v26.8h // 4e214b5d
sqxtn2 v14.8h, v6.4s // 4e6148ce
sqxtn2 v19.4s, v20.2d // 4ea14a93
uqxtn2 v5.16b, v16.8h // 6e214a05
uqxtn2 v23.8h, v10.4s // 6e614957
uqxtn2 v28.4s, v15.2d // 6ea149fc
urecpe v11.2s, v3.2s // 0ea1c86b
urecpe v10.4s, v24.4s // 4ea1cb0a
ursqrte v11.2s, v8.2s // 2ea1c90b
ursqrte v10.4s, v9.4s // 6ea1c92a
saddlv h31, v23.8b // 0e303aff
saddlv h16, v0.16b // 4e303810
saddlv s30, v11.4h // 0e70397e
saddlv s6, v20.8h // 4e703a86
saddlv d5, v5.4s // 4eb038a5
uaddlv h3, v16.8b // 2e303a03
uaddlv h13, v27.16b // 6e303b6d
uaddlv s21, v20.4h // 2e703a95
uaddlv s11, v15.8h // 6e7039eb
uaddlv d3, v25.4s // 6eb03b23
smaxv b5, v11.8b // 0e30a965
smaxv b15, v29.16b // 4e30abaf
smaxv h25, v11.4h // 0e70a979
smaxv h0, v6.8h // 4e70a8c0
smaxv s8, v0.4s // 4eb0a808
umaxv b30, v2.8b // 2e30a85e
umaxv b3, v13.16b // 6e30a9a3
umaxv h8, v30.4h // 2e70abc8
umaxv h24, v19.8h // 6e70aa78
umaxv s13, v31.4s // 6eb0abed
sminv b14, v4.8b // 0e31a88e
sminv b29, v19.16b // 4e31aa7d
sminv h30, v22.4h // 0e71aade
sminv h17, v8.8h // 4e71a911
sminv s9, v0.4s // 4eb1a809
uminv b12, v13.8b // 2e31a9ac
uminv b11, v26.16b // 6e31ab4b
uminv h14, v29.4h // 2e71abae
uminv h27, v9.8h // 6e71a93b
uminv s22, v29.4s // 6eb1abb6
addv b0, v25.8b // 0e31bb20
addv b5, v28.16b // 4e31bb85
addv h8, v4.4h // 0e71b888
addv h7, v16.8h // 4e71ba07
addv s10, v4.4s // 4eb1b88a
saddl v14.8h, v24.8b, v15.8b // 0e2f030e
saddl v5.4s, v2.4h, v3.4h // 0e630045
saddl v28.2d, v15.2s, v10.2s // 0eaa01fc
uaddl v1.8h, v31.8b, v4.8b // 2e2403e1
uaddl v11.4s, v0.4h, v12.4h // 2e6c000b
uaddl v13.2d, v19.2s, v28.2s // 2ebc026d
ssubl v7.8h, v10.8b, v0.8b // 0e202147
ssubl v15.4s, v2.4h, v20.4h // 0e74204f
ssubl v6.2d, v19.2s, v15.2s // 0eaf2266
usubl v29.8h, v24.8b, v13.8b // 2e2d231d
usubl v4.4s, v22.4h, v23.4h // 2e7722c4
usubl v5.2d, v15.2s, v12.2s // 2eac21e5
sabdl v23.8h, v13.8b, v30.8b // 0e3e71b7
sabdl v12.4s, v28.4h, v25.4h // 0e79738c
sabdl v24.2d, v21.2s, v5.2s // 0ea572b8
uabdl v12.8h, v20.8b, v17.8b // 2e31728c
uabdl v31.4s, v5.4h, v10.4h // 2e6a70bf
uabdl v23.2d, v14.2s, v24.2s // 2eb871d7
smull v30.8h, v27.8b, v17.8b // 0e31c37e
smull v12.4s, v19.4h, v8.4h // 0e68c26c
smull v19.2d, v2.2s, v30.2s // 0ebec053
umull v29.8h, v11.8b, v11.8b // 2e2bc17d
umull v6.4s, v12.4h, v23.4h // 2e77c186
umull v11.2d, v22.2s, v22.2s // 2eb6c2cb
saddl2 v12.8h, v22.16b, v17.16b // 4e3102cc
saddl2 v5.4s, v3.8h, v20.8h // 4e740065
saddl2 v15.2d, v27.4s, v27.4s // 4ebb036f
uaddl2 v30.8h, v20.16b, v1.16b // 6e21029e
uaddl2 v5.4s, v7.8h, v25.8h // 6e7900e5
uaddl2 v14.2d, v18.4s, v16.4s // 6eb0024e
ssubl2 v1.8h, v15.16b, v0.16b // 4e2021e1
ssubl2 v18.4s, v24.8h, v3.8h // 4e632312
ssubl2 v7.2d, v29.4s, v19.4s // 4eb323a7
usubl2 v14.8h, v21.16b, v30.16b // 6e3e22ae
usubl2 v21.4s, v13.8h, v7.8h // 6e6721b5
usubl2 v23.2d, v11.4s, v26.4s // 6eba2177
sabdl2 v30.8h, v23.16b, v16.16b // 4e3072fe
sabdl2 v29.4s, v19.8h, v13.8h // 4e6d727d
sabdl2 v24.2d, v22.4s, v7.4s // 4ea772d8
uabdl2 v18.8h, v7.16b, v19.16b // 6e3370f2
uabdl2 v6.4s, v4.8h, v26.8h // 6e7a7086
uabdl2 v13.2d, v3.4s, v7.4s // 6ea7706d
smull2 v16.8h, v19.16b, v1.16b // 4e21c270
smull2 v4.4s, v9.8h, v9.8h // 4e69c124
smull2 v29.2d, v6.4s, v25.4s // 4eb9c0dd
umull2 v9.8h, v6.16b, v18.16b // 6e32c0c9
umull2 v16.4s, v25.8h, v22.8h // 6e76c330
umull2 v13.2d, v19.4s, v8.4s // 6ea8c26d
saddw v11.8h, v14.8h, v1.8b // 0e2111cb
saddw v14.4s, v17.4s, v15.4h // 0e6f122e
saddw v2.2d, v6.2d, v29.2s // 0ebd10c2
uaddw v14.8h, v9.8h, v17.8b // 2e31112e
uaddw v16.4s, v29.4s, v27.4h // 2e7b13b0
uaddw v22.2d, v4.2d, v15.2s // 2eaf1096
ssubw v15.8h, v12.8h, v28.8b // 0e3c318f
ssubw v30.4s, v18.4s, v15.4h // 0e6f325e
ssubw v19.2d, v0.2d, v8.2s // 0ea83013
usubw v23.8h, v7.8h, v8.8b // 2e2830f7
usubw v24.4s, v24.4s, v4.4h // 2e643318
usubw v2.2d, v3.2d, v7.2s // 2ea73062
saddw2 v19.8h, v10.8h, v14.16b // 4e2e1153
saddw2 v8.4s, v15.4s, v0.8h // 4e6011e8
saddw2 v29.2d, v13.2d, v9.4s // 4ea911bd
uaddw2 v27.8h, v19.8h, v14.16b // 6e2e127b
uaddw2 v4.4s, v9.4s, v31.8h // 6e7f1124
uaddw2 v19.2d, v12.2d, v7.4s // 6ea71193
ssubw2 v0.8h, v19.8h, v15.16b // 4e2f3260
ssubw2 v23.4s, v14.4s, v14.8h // 4e6e31d7
ssubw2 v22.2d, v3.2d, v27.4s // 4ebb3076
usubw2 v19.8h, v14.8h, v24.16b // 6e3831d3
usubw2 v9.4s, v5.4s, v5.8h // 6e6530a9
usubw2 v0.2d, v11.2d, v3.4s // 6ea33160
sabal v28.8h, v28.8b, v1.8b // 0e21539c
sabal v21.4s, v20.4h, v9.4h // 0e695295
sabal v8.2d, v8.2s, v23.2s // 0eb75108
uabal v20.8h, v20.8b, v20.8b // 2e345294
uabal v14.4s, v21.4h, v4.4h // 2e6452ae
uabal v9.2d, v23.2s, v5.2s // 2ea552e9
smlal v10.8h, v27.8b, v0.8b // 0e20836a
smlal v2.4s, v16.4h, v30.4h // 0e7e8202
smlal v26.2d, v19.2s, v18.2s // 0eb2827a
umlal v21.8h, v17.8b, v24.8b // 2e388235
umlal v11.4s, v17.4h, v26.4h // 2e7a822b
umlal v16.2d, v15.2s, v11.2s // 2eab81f0
smlsl v17.8h, v25.8b, v14.8b // 0e2ea331
smlsl v27.4s, v30.4h, v14.4h // 0e6ea3db
smlsl v8.2d, v8.2s, v20.2s // 0eb4a108
umlsl v12.8h, v15.8b, v2.8b // 2e22a1ec
umlsl v16.4s, v14.4h, v16.4h // 2e70a1d0
umlsl v26.2d, v16.2s, v8.2s // 2ea8a21a
sabal2 v3.8h, v19.16b, v17.16b // 4e315263
sabal2 v9.4s, v2.8h, v4.8h // 4e645049
sabal2 v29.2d, v22.4s, v16.4s // 4eb052dd
uabal2 v21.8h, v24.16b, v30.16b // 6e3e5315
uabal2 v19.4s, v29.8h, v10.8h // 6e6a53b3
uabal2 v28.2d, v29.4s, v25.4s // 6eb953bc
smlal2 v29.8h, v10.16b, v15.16b // 4e2f815d
smlal2 v27.4s, v5.8h, v16.8h // 4e7080bb
smlal2 v9.2d, v22.4s, v31.4s // 4ebf82c9
umlal2 v19.8h, v12.16b, v25.16b // 6e398193
umlal2 v9.4s, v13.8h, v3.8h // 6e6381a9
umlal2 v5.2d, v22.4s, v28.4s // 6ebc82c5
smlsl2 v8.8h, v8.16b, v3.16b // 4e23a108
smlsl2 v23.4s, v31.8h, v31.8h // 4e7fa3f7
smlsl2 v25.2d, v15.4s, v17.4s // 4eb1a1f9
umlsl2 v28.8h, v11.16b, v30.16b // 6e3ea17c
umlsl2 v10.4s, v28.8h, v1.8h // 6e61a38a
umlsl2 v19.2d, v27.4s, v26.4s // 6ebaa373
sqdmull v14.4s, v23.4h, v1.4h // 0e61d2ee
sqdmull v0.2d, v5.2s, v13.2s // 0eadd0a0
sqdmull2 v14.4s, v15.8h, v25.8h // 4e79d1ee
sqdmull2 v18.2d, v27.4s, v7.4s // 4ea7d372
sqdmlal v30.4s, v25.4h, v6.4h // 0e66933e
sqdmlal v2.2d, v20.2s, v11.2s // 0eab9282
sqdmlsl v9.4s, v9.4h, v31.4h // 0e7fb129
sqdmlsl v7.2d, v16.2s, v21.2s // 0eb5b207
sqdmlal2 v21.4s, v31.8h, v10.8h // 4e6a93f5
sqdmlal2 v30.2d, v15.4s, v8.4s // 4ea891fe
sqdmlsl2 v28.4s, v1.8h, v21.8h // 4e75b03c
sqdmlsl2 v27.2d, v20.4s, v6.4s // 4ea6b29b
addhn v14.8b, v14.8h, v16.8h // 0e3041ce
addhn v20.4h, v13.4s, v19.4s // 0e7341b4
addhn v10.2s, v3.2d, v1.2d // 0ea1406a
raddhn v13.8b, v5.8h, v13.8h // 2e2d40ad
raddhn v6.4h, v24.4s, v7.4s // 2e674306
raddhn v11.2s, v5.2d, v23.2d // 2eb740ab
subhn v6.8b, v5.8h, v14.8h // 0e2e60a6
subhn v11.4h, v2.4s, v1.4s // 0e61604b
subhn v6.2s, v21.2d, v12.2d // 0eac62a6
rsubhn v26.8b, v2.8h, v26.8h // 2e3a605a
rsubhn v19.4h, v30.4s, v4.4s // 2e6463d3
rsubhn v22.2s, v31.2d, v10.2d // 2eaa63f6
addhn2 v16.16b, v29.8h, v11.8h // 4e2b43b0
addhn2 v10.8h, v17.4s, v28.4s // 4e7c422a
addhn2 v19.4s, v28.2d, v10.2d // 4eaa4393
raddhn2 v0.16b, v13.8h, v9.8h // 6e2941a0
raddhn2 v6.8h, v11.4s, v31.4s // 6e7f4166
raddhn2 v30.4s, v13.2d, v10.2d // 6eaa41be
subhn2 v3.16b, v3.8h, v12.8h // 4e2c6063
subhn2 v24.8h, v28.4s, v6.4s // 4e666398
subhn2 v13.4s, v9.2d, v21.2d // 4eb5612d
rsubhn2 v15.16b, v12.8h, v15.8h // 6e2f618f
rsubhn2 v23.8h, v23.4s, v18.4s // 6e7262f7
rsubhn2 v7.4s, v9.2d, v1.2d // 6ea16127
pmull v22.8h, v13.8b, v6.8b // 0e26e1b6
pmull2 v25.8h, v3.16b, v4.16b // 4e24e079
mul v7.4h, v28.4h, v4.h[7] // 0f748b87
mul v16.8h, v6.8h, v6.h[3] // 4f7680d0
mul v15.2s, v25.2s, v10.s[3] // 0faa8b2f
mul v22.4s, v13.4s, v19.s[0] // 4f9381b6
sqdmulh v21.4h, v3.4h, v4.h[1] // 0f54c075
sqdmulh v4.8h, v16.8h, v2.h[3] // 4f72c204
sqdmulh v27.2s, v26.2s, v9.s[1] // 0fa9c35b
sqdmulh v3.4s, v5.4s, v19.s[1] // 4fb3c0a3
sqrdmulh v12.4h, v25.4h, v1.h[1] // 0f51d32c
sqrdmulh v11.8h, v19.8h, v7.h[6] // 4f67da6b
sqrdmulh v27.2s, v15.2s, v14.s[1] // 0faed1fb
sqrdmulh v19.4s, v7.4s, v18.s[2] // 4f92d8f3
mla v26.4h, v15.4h, v1.h[5] // 2f5109fa
mla v13.8h, v9.8h, v10.h[3] // 6f7a012d
mla v12.2s, v21.2s, v20.s[1] // 2fb402ac
mla v31.4s, v9.4s, v17.s[0] // 6f91013f
mls v12.4h, v5.4h, v1.h[7] // 2f7148ac
mls v29.8h, v8.8h, v5.h[1] // 6f55411d
mls v3.2s, v6.2s, v22.s[0] // 2f9640c3
mls v14.4s, v10.4s, v26.s[0] // 6f9a414e
smull v5.4s, v13.4h, v5.h[7] // 0f75a9a5
smull v4.2d, v27.2s, v8.s[3] // 0fa8ab64
umull v2.4s, v6.4h, v14.h[0] // 2f4ea0c2
umull v19.2d, v2.2s, v7.s[3] // 2fa7a853
sqdmull v23.4s, v14.4h, v2.h[3] // 0f72b1d7
sqdmull v13.2d, v0.2s, v26.s[2] // 0f9ab80d
smull2 v10.4s, v29.8h, v2.h[7] // 4f72abaa
smull2 v11.2d, v18.4s, v25.s[3] // 4fb9aa4b
umull2 v22.4s, v19.8h, v6.h[7] // 6f76aa76
umull2 v31.2d, v11.4s, v27.s[2] // 6f9ba97f
sqdmull2 v12.4s, v28.8h, v4.h[2] // 4f64b38c
sqdmull2 v4.2d, v30.4s, v19.s[0] // 4f93b3c4
smlal v30.4s, v10.4h, v6.h[5] // 0f56295e
smlal v15.2d, v17.2s, v1.s[3] // 0fa12a2f
umlal v26.4s, v16.4h, v11.h[1] // 2f5b221a
umlal v16.2d, v10.2s, v30.s[0] // 2f9e2150
smlsl v24.4s, v23.4h, v9.h[3] // 0f7962f8
smlsl v12.2d, v1.2s, v2.s[3] // 0fa2682c
umlsl v27.4s, v7.4h, v8.h[4] // 2f4868fb
umlsl v19.2d, v23.2s, v9.s[0] // 2f8962f3
sqdmlal v16.4s, v28.4h, v13.h[0] // 0f4d3390
sqdmlal v27.2d, v13.2s, v26.s[3] // 0fba39bb
sqdmlsl v9.4s, v25.4h, v4.h[2] // 0f647329
sqdmlsl v1.2d, v18.2s, v8.s[1] // 0fa87241
smlal2 v3.4s, v28.8h, v5.h[5] // 4f552b83
smlal2 v29.2d, v30.4s, v17.s[3] // 4fb12bdd
umlal2 v22.4s, v16.8h, v0.h[7] // 6f702a16
umlal2 v22.2d, v6.4s, v14.s[0] // 6f8e20d6
smlsl2 v3.4s, v7.8h, v0.h[6] // 4f6068e3
smlsl2 v22.2d, v6.4s, v17.s[2] // 4f9168d6
umlsl2 v31.4s, v25.8h, v3.h[6] // 6f636b3f
umlsl2 v29.2d, v11.4s, v3.s[2] // 6f83697d
sqdmlal2 v10.4s, v27.8h, v14.h[6] // 4f6e3b6a
sqdmlal2 v31.2d, v19.4s, v19.s[3] // 4fb33a7f
sqdmlsl2 v3.4s, v22.8h, v13.h[7] // 4f7d7ac3
sqdmlsl2 v30.2d, v14.4s, v11.s[0] // 4f8b71de
sdot v10.2s, v14.8b, v11.4b[3] // 0fabe9ca
sdot v2.4s, v30.16b, v22.4b[1] // 4fb6e3c2
udot v1.2s, v13.8b, v15.4b[1] // 2fafe1a1
udot v28.4s, v12.16b, v15.4b[0] // 6f8fe19c
usdot v25.2s, v13.8b, v27.4b[0] // 0f9bf1b9
usdot v8.4s, v7.16b, v13.4b[0] // 4f8df0e8
sudot v16.2s, v22.8b, v19.4b[0] // 0f13f2d0
sudot v23.4s, v9.16b, v28.4b[2] // 4f1cf937
bfdot v5.2s, v13.4h, v25.2h[2] // 0f59f9a5
bfdot v31.4s, v0.8h, v12.2h[3] // 4f6cf81f
shl v7.8b, v16.8b, #0 // 0f085607
shl v3.16b, v5.16b, #0 // 4f0854a3
shl v4.4h, v26.4h, #14 // 0f1e5744
shl v3.8h, v20.8h, #5 // 4f155683
shl v29.2s, v10.2s, #2 // 0f22555d
shl v8.4s, v1.4s, #16 // 4f305428
shl d4, d30, #21 // 5f5557c4
shl v30.2d, v12.2d, #40 // 4f68559e
sqshl v7.8b, v21.8b, #5 // 0f0d76a7
sqshl v20.16b, v0.16b, #3 // 4f0b7414
sqshl v2.4h, v13.4h, #11 // 0f1b75a2
sqshl v26.8h, v22.8h, #12 // 4f1c76da
sqshl v11.2s, v24.2s, #7 // 0f27770b
sqshl v10.4s, v5.4s, #6 // 4f2674aa
sqshl d6, d2, #50 // 5f727446
sqshl v16.2d, v31.2d, #12 // 4f4c77f0
uqshl v2.8b, v31.8b, #0 // 2f0877e2
uqshl v15.16b, v19.16b, #3 // 6f0b766f
uqshl v3.4h, v17.4h, #14 // 2f1e7623
uqshl v27.8h, v5.8h, #4 // 6f1474bb
uqshl v31.2s, v12.2s, #5 // 2f25759f
uqshl v11.4s, v14.4s, #9 // 6f2975cb
uqshl d9, d18, #45 // 7f6d7649
uqshl v23.2d, v23.2d, #39 // 6f6776f7
sqshlu v1.8b, v1.8b, #4 // 2f0c6421
sqshlu v10.16b, v22.16b, #6 // 6f0e66ca
sqshlu v17.4h, v6.4h, #15 // 2f1f64d1
sqshlu v24.8h, v9.8h, #10 // 6f1a6538
sqshlu v12.2s, v11.2s, #26 // 2f3a656c
sqshlu v19.4s, v13.4s, #4 // 6f2465b3
sqshlu d11, d16, #0 // 7f40660b
sqshlu v5.2d, v15.2d, #60 // 6f7c65e5
sli v27.8b, v20.8b, #4 // 2f0c569b
sli v21.16b, v14.16b, #2 // 6f0a55d5
sli v11.4h, v20.4h, #14 // 2f1e568b
sli v11.8h, v10.8h, #0 // 6f10554b
sli v28.2s, v28.2s, #20 // 2f34579c
sli v7.4s, v13.4s, #12 // 6f2c55a7
sli d19, d3, #62 // 7f7e5473
sli v16.2d, v2.2d, #51 // 6f735450
sshr v29.8b, v1.8b, #1 // 0f0f043d
sshr v2.16b, v10.16b, #1 // 4f0f0542
sshr v22.4h, v1.4h, #11 // 0f150436
sshr v18.8h, v21.8h, #9 // 4f1706b2
sshr v4.2s, v11.2s, #12 // 0f340564
sshr v16.4s, v30.4s, #28 // 4f2407d0
sshr d19, d31, #50 // 5f4e07f3
sshr v20.2d, v9.2d, #27 // 4f650534
ushr v3.8b, v16.8b, #2 // 2f0e0603
ushr v31.16b, v9.16b, #6 // 6f0a053f
ushr v5.4h, v30.4h, #15 // 2f1107c5
ushr v20.8h, v22.8h, #6 // 6f1a06d4
ushr v3.2s, v25.2s, #6 // 2f3a0723
ushr v28.4s, v7.4s, #25 // 6f2704fc
ushr d15, d24, #28 // 7f64070f
ushr v19.2d, v16.2d, #58 // 6f460613
srshr v9.8b, v21.8b, #6 // 0f0a26a9
srshr v4.16b, v8.16b, #4 // 4f0c2504
srshr v6.4h, v30.4h, #1 // 0f1f27c6
srshr v8.8h, v8.8h, #9 // 4f172508
srshr v2.2s, v20.2s, #6 // 0f3a2682
srshr v18.4s, v25.4s, #19 // 4f2d2732
srshr d1, d31, #32 // 5f6027e1
srshr v18.2d, v10.2d, #61 // 4f432552
urshr v15.8b, v24.8b, #1 // 2f0f270f
urshr v18.16b, v30.16b, #2 // 6f0e27d2
urshr v28.4h, v17.4h, #15 // 2f11263c
urshr v23.8h, v2.8h, #16 // 6f102457
urshr v10.2s, v22.2s, #25 // 2f2726ca
urshr v24.4s, v29.4s, #28 // 6f2427b8
urshr d0, d27, #28 // 7f642760
urshr v18.2d, v17.2d, #38 // 6f5a2632
ssra v10.8b, v27.8b, #3 // 0f0d176a
ssra v11.16b, v0.16b, #5 // 4f0b140b
ssra v23.4h, v3.4h, #13 // 0f131477
ssra v20.8h, v26.8h, #11 // 4f151754
ssra v14.2s, v17.2s, #3 // 0f3d162e
ssra v26.4s, v21.4s, #16 // 4f3016ba
ssra d10, d15, #32 // 5f6015ea
ssra v22.2d, v6.2d, #16 // 4f7014d6
usra v24.8b, v28.8b, #1 // 2f0f1798
usra v12.16b, v23.16b, #5 // 6f0b16ec
usra v2.4h, v5.4h, #13 // 2f1314a2
usra v11.8h, v28.8h, #5 // 6f1b178b
usra v3.2s, v0.2s, #32 // 2f201403
usra v2.4s, v20.4s, #5 // 6f3b1682
usra d26, d7, #31 // 7f6114fa
usra v19.2d, v7.2d, #55 // 6f4914f3
srsra v7.8b, v23.8b, #3 // 0f0d36e7
srsra v31.16b, v1.16b, #7 // 4f09343f
srsra v7.4h, v6.4h, #2 // 0f1e34c7
srsra v12.8h, v24.8h, #8 // 4f18370c
srsra v2.2s, v21.2s, #27 // 0f2536a2
srsra v16.4s, v24.4s, #4 // 4f3c3710
srsra d23, d22, #22 // 5f6a36d7
srsra v29.2d, v23.2d, #18 // 4f6e36fd
ursra v27.8b, v7.8b, #5 // 2f0b34fb
ursra v1.16b, v23.16b, #2 // 6f0e36e1
ursra v5.4h, v4.4h, #8 // 2f183485
ursra v26.8h, v15.8h, #9 // 6f1735fa
ursra v13.2s, v13.2s, #3 // 2f3d35ad
ursra v15.4s, v31.4s, #25 // 6f2737ef
ursra d7, d27, #6 // 7f7a3767
ursra v9.2d, v15.2d, #48 // 6f5035e9
sri v11.8b, v9.8b, #1 // 2f0f452b
sri v9.16b, v21.16b, #4 // 6f0c46a9
sri v27.4h, v2.4h, #1 // 2f1f445b
sri v27.8h, v4.8h, #12 // 6f14449b
sri v27.2s, v10.2s, #3 // 2f3d455b
sri v24.4s, v17.4s, #4 // 6f3c4638
sri d3, d9, #62 // 7f424523
sri v28.2d, v31.2d, #13 // 6f7347fc
shrn v3.8b, v7.8h, #5 // 0f0b84e3
shrn v16.4h, v25.4s, #11 // 0f158730
shrn v23.2s, v29.2d, #27 // 0f2587b7
sqshrun v20.8b, v16.8h, #2 // 2f0e8614
sqshrun v1.4h, v29.4s, #9 // 2f1787a1
sqshrun v13.2s, v29.2d, #23 // 2f2987ad
rshrn v28.8b, v29.8h, #8 // 0f088fbc
rshrn v7.4h, v21.4s, #11 // 0f158ea7
rshrn v22.2s, v31.2d, #23 // 0f298ff6
sqrshrun v3.8b, v0.8h, #7 // 2f098c03
sqrshrun v25.4h, v6.4s, #5 // 2f1b8cd9
sqrshrun v17.2s, v5.2d, #12 // 2f348cb1
sqshrn v1.8b, v1.8h, #5 // 0f0b9421
sqshrn v26.4h, v25.4s, #6 // 0f1a973a
sqshrn v0.2s, v29.2d, #12 // 0f3497a0
uqshrn v25.8b, v22.8h, #5 // 2f0b96d9
uqshrn v25.4h, v18.4s, #12 // 2f149659
uqshrn v16.2s, v10.2d, #11 // 2f359550
sqrshrn v14.8b, v21.8h, #6 // 0f0a9eae
sqrshrn v10.4h, v30.4s, #14 // 0f129fca
sqrshrn v18.2s, v19.2d, #27 // 0f259e72
uqrshrn v15.8b, v8.8h, #8 // 2f089d0f
uqrshrn v1.4h, v9.4s, #6 // 2f1a9d21
uqrshrn v22.2s, v13.2d, #32 // 2f209db6
shrn2 v8.16b, v14.8h, #3 // 4f0d85c8
shrn2 v29.8h, v23.4s, #3 // 4f1d86fd
shrn2 v6.4s, v27.2d, #13 // 4f338766
sqshrun2 v2.16b, v9.8h, #6 // 6f0a8522
sqshrun2 v0.8h, v11.4s, #6 // 6f1a8560
sqshrun2 v16.4s, v25.2d, #8 // 6f388730
rshrn2 v0.16b, v28.8h, #7 // 4f098f80
rshrn2 v7.8h, v0.4s, #16 // 4f108c07
rshrn2 v0.4s, v25.2d, #27 // 4f258f20
sqrshrun2 v14.16b, v28.8h, #7 // 6f098f8e
sqrshrun2 v2.8h, v2.4s, #7 // 6f198c42
sqrshrun2 v13.4s, v6.2d, #2 // 6f3e8ccd
sqshrn2 v7.16b, v15.8h, #1 // 4f0f95e7
sqshrn2 v14.8h, v30.4s, #2 // 4f1e97ce
sqshrn2 v4.4s, v7.2d, #15 // 4f3194e4
uqshrn2 v15.16b, v6.8h, #6 // 6f0a94cf
uqshrn2 v15.8h, v6.4s, #7 // 6f1994cf
uqshrn2 v20.4s, v31.2d, #3 // 6f3d97f4
sqrshrn2 v9.16b, v24.8h, #7 // 4f099f09
sqrshrn2 v9.8h, v24.4s, #7 // 4f199f09
sqrshrn2 v27.4s, v12.2d, #15 // 4f319d9b
uqrshrn2 v19.16b, v19.8h, #5 // 6f0b9e73
uqrshrn2 v19.8h, v23.4s, #7 // 6f199ef3
uqrshrn2 v10.4s, v8.2d, #29 // 6f239d0a
sshll v17.8h, v11.8b, #7 // 0f0fa571
sshll v18.4s, v31.4h, #15 // 0f1fa7f2
sshll v11.2d, v29.2s, #9 // 0f29a7ab
ushll v11.8h, v25.8b, #7 // 2f0fa72b
ushll v18.4s, v0.4h, #14 // 2f1ea412
ushll v20.2d, v15.2s, #0 // 2f20a5f4
sshll2 v10.8h, v23.16b, #7 // 4f0fa6ea
sshll2 v16.4s, v9.8h, #9 // 4f19a530
sshll2 v15.2d, v11.4s, #19 // 4f33a56f
ushll2 v16.8h, v18.16b, #1 // 6f09a650
ushll2 v23.4s, v30.8h, #10 // 6f1aa7d7
ushll2 v4.2d, v24.4s, #13 // 6f2da704
sxtl v16.8h, v29.8b // 0f08a7b0
sxtl v7.4s, v5.4h // 0f10a4a7
sxtl v7.2d, v10.2s // 0f20a547
uxtl v19.8h, v22.8b // 2f08a6d3
uxtl v7.4s, v29.4h // 2f10a7a7
uxtl v21.2d, v12.2s // 2f20a595
sxtl2 v3.8h, v3.16b // 4f08a463
sxtl2 v30.4s, v19.8h // 4f10a67e
sxtl2 v30.2d, v18.4s // 4f20a65e
uxtl2 v20.8h, v30.16b // 6f08a7d4
uxtl2 v13.4s, v1.8h // 6f10a42d
uxtl2 v13.2d, v31.4s // 6f20a7ed
movi v11.8b, #231 // 0f07e4eb
movi v18.16b, #128 // 4f04e412
movi v27.4h, #35, lsl #8 // 0f01a47b
movi v28.8h, #0 // 4f00841c
movi v9.2s, #60, msl #16 // 0f01d789
movi v3.4s, #14, msl #16 // 4f00d5c3
movi d2, #0xff000000ff000000 // 2f04e502
movi v25.2d, #0xff00ff00ff000000 // 6f05e519
mvni v13.4h, #57, lsl #8 // 2f01a72d
mvni v21.8h, #190, lsl #8 // 6f05a7d5
mvni v3.2s, #133, lsl #24 // 2f0464a3
mvni v27.4s, #141, msl #16 // 6f04d5bb
orr v4.4h, #42, lsl #8 // 0f01b544
orr v12.8h, #75 // 4f02956c
orr v15.2s, #134, lsl #24 // 0f0474cf
orr v14.4s, #194, lsl #8 // 4f06344e
bic v18.4h, #133 // 2f0494b2
bic v6.8h, #238 // 6f0795c6
bic v0.2s, #74, lsl #8 // 2f023540
bic v8.4s, #112, lsl #24 // 6f037608
fmov v19.4h, #4.25000000 // 0f00fe33
fmov v21.8h, #0.15625000 // 4f02fc95
fmov v16.2s, #0.28125000 // 0f02f650
fmov v8.4s, #0.31250000 // 4f02f688
fmov v25.2d, #-5.00000000 // 6f04f699
dup v3.8b, w9 // 0e010d23
dup v22.16b, w3 // 4e010c76
dup v3.4h, w11 // 0e020d63
dup v28.8h, w10 // 4e020d5c
dup v10.2s, w21 // 0e040eaa
dup v29.4s, w14 // 4e040ddd
dup v20.2d, x13 // 4e080db4
dup v8.8b, v22.b[0] // 0e0106c8
dup v16.16b, v6.b[0] // 4e0104d0
dup v23.4h, v31.h[0] // 0e0207f7
dup v7.8h, v29.h[3] // 4e0e07a7
dup v8.2s, v9.s[0] // 0e040528
dup v17.4s, v29.s[0] // 4e0407b1
dup v25.2d, v1.d[0] // 4e080439
ins v29.b[3], w1 // 4e071c3d
ins v25.h[7], wzr // 4e1e1ff9
ins v31.s[0], w13 // 4e041dbf
ins v16.d[0], x10 // 4e081d50
ins v26.b[13], v21.b[15] // 6e1b7eba
ins v0.h[5], v7.h[2] // 6e1624e0
ins v12.s[2], v14.s[1] // 6e1425cc
ins v19.d[0], v8.d[0] // 6e080513
umov w25, v22.b[12] // 0e193ed9
umov w30, v0.h[3] // 0e0e3c1e
umov wzr, v31.s[3] // 0e1c3fff
umov x8, v28.d[0] // 4e083f88
smov w12, v22.b[9] // 0e132ecc
smov x27, v27.b[9] // 4e132f7b
smov w14, v4.h[6] // 0e1a2c8e
smov x0, v6.h[6] // 4e1a2cc0
smov x0, v0.s[0] // 4e042c00
ext v16.8b, v7.8b, v7.8b, #7 // 2e0738f0
ext v5.16b, v20.16b, v0.16b, #11 // 6e005a85
uzp1 v2.8b, v31.8b, v2.8b // 0e021be2
uzp1 v0.16b, v21.16b, v2.16b // 4e021aa0
uzp1 v13.4h, v5.4h, v28.4h // 0e5c18ad
uzp1 v11.8h, v20.8h, v16.8h // 4e501a8b
uzp1 v17.2s, v12.2s, v8.2s // 0e881991
uzp1 v31.4s, v28.4s, v6.4s // 4e861b9f
uzp1 v18.2d, v0.2d, v18.2d // 4ed21812
trn1 v17.8b, v24.8b, v31.8b // 0e1f2b11
trn1 v0.16b, v20.16b, v29.16b // 4e1d2a80
trn1 v11.4h, v21.4h, v14.4h // 0e4e2aab
trn1 v30.8h, v19.8h, v4.8h // 4e442a7e
trn1 v30.2s, v15.2s, v1.2s // 0e8129fe
trn1 v27.4s, v31.4s, v7.4s // 4e872bfb
trn1 v15.2d, v19.2d, v19.2d // 4ed32a6f
zip1 v12.8b, v21.8b, v4.8b // 0e043aac
zip1 v3.16b, v3.16b, v31.16b // 4e1f3863
zip1 v11.4h, v25.4h, v14.4h // 0e4e3b2b
zip1 v4.8h, v25.8h, v24.8h // 4e583b24
zip1 v25.2s, v2.2s, v25.2s // 0e993859
zip1 v9.4s, v12.4s, v15.4s // 4e8f3989
zip1 v25.2d, v16.2d, v31.2d // 4edf3a19
uzp2 v11.8b, v7.8b, v10.8b // 0e0a58eb
uzp2 v17.16b, v5.16b, v7.16b // 4e0758b1
uzp2 v1.4h, v29.4h, v30.4h // 0e5e5ba1
uzp2 v11.8h, v17.8h, v15.8h // 4e4f5a2b
uzp2 v9.2s, v0.2s, v30.2s // 0e9e5809
uzp2 v17.4s, v17.4s, v13.4s // 4e8d5a31
uzp2 v30.2d, v3.2d, v21.2d // 4ed5587e
trn2 v10.8b, v2.8b, v16.8b // 0e10684a
trn2 v8.16b, v31.16b, v27.16b // 4e1b6be8
trn2 v3.4h, v26.4h, v2.4h // 0e426b43
trn2 v22.8h, v18.8h, v16.8h // 4e506a56
trn2 v16.2s, v24.2s, v13.2s // 0e8d6b10
trn2 v9.4s, v0.4s, v23.4s // 4e976809
trn2 v14.2d, v13.2d, v23.2d // 4ed769ae
zip2 v15.8b, v23.8b, v2.8b // 0e027aef
zip2 v7.16b, v20.16b, v6.16b // 4e067a87
zip2 v25.4h, v26.4h, v2.4h // 0e427b59
zip2 v4.8h, v1.8h, v8.8h // 4e487824
zip2 v27.2s, v16.2s, v19.2s // 0e937a1b
zip2 v7.4s, v4.4s, v17.4s // 4e917887
zip2 v6.2d, v4.2d, v3.2d // 4ec37886
tbl v25.8b, { v2.16b }, v30.8b // 0e1e0059
tbl v7.16b, { v16.16b }, v28.16b // 4e1c0207
tbl v2.8b, { v17.16b, v18.16b }, v9.8b // 0e092222
tbl v26.16b, { v24.16b, v25.16b }, v10.16b // 4e0a231a
tbl v1.8b, { v8.16b, v9.16b, v10.16b }, v27.8b // 0e1b4101
tbl v12.16b, { v14.16b, v15.16b, v16.16b }, v2.16b // 4e0241cc
tbl v26.8b, { v3.16b, v4.16b, v5.16b, v6.16b }, v0.8b // 0e00607a
tbl v20.16b, { v18.16b, v19.16b, v20.16b, v21.16b }, v25.16b // 4e196254
tbx v0.8b, { v30.16b }, v16.8b // 0e1013c0
tbx v13.16b, { v29.16b }, v13.16b // 4e0d13ad
tbx v28.8b, { v17.16b, v18.16b }, v4.8b // 0e04323c
tbx v27.16b, { v7.16b, v8.16b }, v15.16b // 4e0f30fb
tbx v23.8b, { v22.16b, v23.16b, v24.16b }, v18.8b // 0e1252d7
tbx v12.16b, { v8.16b, v9.16b, v10.16b }, v4.16b // 4e04510c
tbx v2.8b, { v24.16b, v25.16b, v26.16b, v27.16b }, v6.8b // 0e067302
tbx v21.16b, { v3.16b, v4.16b, v5.16b, v6.16b }, v5.16b // 4e057075
fadd v1.4h, v28.4h, v16.4h // 0e501781
fadd v19.8h, v1.8h, v6.8h // 4e461433
fadd v18.2s, v2.2s, v20.2s // 0e34d452
fadd v25.4s, v12.4s, v24.4s // 4e38d599
fadd v13.2d, v21.2d, v19.2d // 4e73d6ad
fsub v22.4h, v16.4h, v31.4h // 0edf1616
fsub v18.8h, v28.8h, v7.8h // 4ec71792
fsub v9.2s, v24.2s, v12.2s // 0eacd709
fsub v14.4s, v23.4s, v4.4s // 4ea4d6ee
fsub v6.2d, v13.2d, v3.2d // 4ee3d5a6
fmul v30.4h, v8.4h, v7.4h // 2e471d1e
fmul v3.8h, v24.8h, v12.8h // 6e4c1f03
fmul v23.2s, v29.2s, v29.2s // 2e3ddfb7
fmul v16.4s, v22.4s, v30.4s // 6e3eded0
fmul v18.2d, v10.2d, v30.2d // 6e7edd52
fdiv v21.4h, v13.4h, v7.4h // 2e473db5
fdiv v29.8h, v25.8h, v27.8h // 6e5b3f3d
fdiv v4.2s, v7.2s, v7.2s // 2e27fce4
fdiv v10.4s, v7.4s, v22.4s // 6e36fcea
fdiv v13.2d, v19.2d, v23.2d // 6e77fe6d
fmax v1.4h, v5.4h, v0.4h // 0e4034a1
fmax v3.8h, v14.8h, v1.8h // 4e4135c3
fmax v4.2s, v24.2s, v9.2s // 0e29f704
fmax v24.4s, v19.4s, v15.4s // 4e2ff678
fmax v3.2d, v28.2d, v5.2d // 4e65f783
fmin v13.4h, v31.4h, v26.4h // 0eda37ed
fmin v23.8h, v13.8h, v21.8h // 4ed535b7
fmin v19.2s, v2.2s, v4.2s // 0ea4f453
fmin v9.4s, v11.4s, v28.4s // 4ebcf569
fmin v28.2d, v25.2d, v14.2d // 4eeef73c
fmaxnm v11.4h, v14.4h, v15.4h // 0e4f05cb
fmaxnm v26.8h, v14.8h, v27.8h // 4e5b05da
fmaxnm v6.2s, v7.2s, v28.2s // 0e3cc4e6
fmaxnm v25.4s, v31.4s, v1.4s // 4e21c7f9
fmaxnm v24.2d, v3.2d, v4.2d // 4e64c478
fminnm v24.4h, v5.4h, v26.4h // 0eda04b8
fminnm v7.8h, v19.8h, v19.8h // 4ed30667
fminnm v9.2s, v29.2s, v9.2s // 0ea9c7a9
fminnm v8.4s, v3.4s, v20.4s // 4eb4c468
fminnm v30.2d, v15.2d, v17.2d // 4ef1c5fe
fabd v31.4h, v23.4h, v26.4h // 2eda16ff
fabd v4.8h, v29.8h, v21.8h // 6ed517a4
fabd v1.2s, v7.2s, v0.2s // 2ea0d4e1
fabd v21.4s, v14.4s, v21.4s // 6eb5d5d5
fabd v0.2d, v18.2d, v26.2d // 6efad640
fmulx v21.4h, v27.4h, v22.4h // 0e561f75
fmulx v19.8h, v10.8h, v28.8h // 4e5c1d53
fmulx v26.2s, v4.2s, v27.2s // 0e3bdc9a
fmulx v27.4s, v20.4s, v10.4s // 4e2ade9b
fmulx v1.2d, v19.2d, v28.2d // 4e7cde61
frecps v23.4h, v10.4h, v3.4h // 0e433d57
frecps v13.8h, v4.8h, v8.8h // 4e483c8d
frecps v5.2s, v24.2s, v18.2s // 0e32ff05
frecps v5.4s, v3.4s, v21.4s // 4e35fc65
frecps v11.2d, v16.2d, v23.2d // 4e77fe0b
frsqrts v15.4h, v2.4h, v10.4h // 0eca3c4f
frsqrts v2.8h, v9.8h, v12.8h // 4ecc3d22
frsqrts v21.2s, v0.2s, v22.2s // 0eb6fc15
frsqrts v11.4s, v6.4s, v20.4s // 4eb4fccb
frsqrts v17.2d, v15.2d, v4.2d // 4ee4fdf1
fmla v15.4h, v22.4h, v26.4h // 0e5a0ecf
fmla v21.8h, v4.8h, v17.8h // 4e510c95
fmla v10.2s, v9.2s, v0.2s // 0e20cd2a
fmla v11.4s, v20.4s, v8.4s // 4e28ce8b
fmla v28.2d, v9.2d, v17.2d // 4e71cd3c
fmls v30.4h, v17.4h, v6.4h // 0ec60e3e
fmls v14.8h, v27.8h, v13.8h // 4ecd0f6e
fmls v12.2s, v8.2s, v11.2s // 0eabcd0c
fmls v25.4s, v15.4s, v28.4s // 4ebccdf9
fmls v4.2d, v5.2d, v4.2d // 4ee4cca4
faddp v13.4h, v26.4h, v12.4h // 2e4c174d
faddp v7.8h, v28.8h, v10.8h // 6e4a1787
faddp v1.2s, v16.2s, v18.2s // 2e32d601
faddp v1.4s, v2.4s, v27.4s // 6e3bd441
faddp v30.2d, v9.2d, v18.2d // 6e72d53e
fmaxp v9.4h, v27.4h, v20.4h // 2e543769
fmaxp v22.8h, v6.8h, v11.8h // 6e4b34d6
fmaxp v12.2s, v22.2s, v2.2s // 2e22f6cc
fmaxp v7.4s, v2.4s, v9.4s // 6e29f447
fmaxp v6.2d, v26.2d, v28.2d // 6e7cf746
fminp v29.4h, v25.4h, v9.4h // 2ec9373d
fminp v10.8h, v24.8h, v11.8h // 6ecb370a
fminp v31.2s, v26.2s, v16.2s // 2eb0f75f
fminp v17.4s, v16.4s, v30.4s // 6ebef611
fminp v31.2d, v31.2d, v13.2d // 6eedf7ff
fmaxnmp v0.4h, v12.4h, v16.4h // 2e500580
fmaxnmp v8.8h, v11.8h, v11.8h // 6e4b0568
fmaxnmp v10.2s, v8.2s, v15.2s // 2e2fc50a
fmaxnmp v12.4s, v7.4s, v15.4s // 6e2fc4ec
fmaxnmp v18.2d, v2.2d, v6.2d // 6e66c452
fminnmp v22.4h, v1.4h, v27.4h // 2edb0436
fminnmp v22.8h, v3.8h, v7.8h // 6ec70476
fminnmp v23.2s, v6.2s, v20.2s // 2eb4c4d7
fminnmp v26.4s, v18.4s, v17.4s // 6eb1c65a
fminnmp v3.2d, v28.2d, v2.2d // 6ee2c783
fcmeq v14.4h, v19.4h, v26.4h // 0e5a266e
fcmeq v0.8h, v15.8h, v18.8h // 4e5225e0
fcmeq v27.2s, v9.2s, v17.2s // 0e31e53b
fcmeq v29.4s, v7.4s, v8.4s // 4e28e4fd
fcmeq v10.2d, v20.2d, v2.2d // 4e62e68a
fcmge v10.4h, v21.4h, v3.4h // 2e4326aa
fcmge v2.8h, v15.8h, v30.8h // 6e5e25e2
fcmge v19.2s, v25.2s, v12.2s // 2e2ce733
fcmge v8.4s, v27.4s, v4.4s // 6e24e768
fcmge v12.2d, v18.2d, v30.2d // 6e7ee64c
fcmgt v29.4h, v5.4h, v1.4h // 2ec124bd
fcmgt v11.8h, v28.8h, v21.8h // 6ed5278b
fcmgt v29.2s, v20.2s, v1.2s // 2ea1e69d
fcmgt v18.4s, v15.4s, v29.4s // 6ebde5f2
fcmgt v20.2d, v12.2d, v17.2d // 6ef1e594
facge v25.4h, v31.4h, v2.4h // 2e422ff9
facge v31.8h, v31.8h, v20.8h // 6e542fff
facge v12.2s, v11.2s, v22.2s // 2e36ed6c
facge v20.4s, v7.4s, v11.4s // 6e2becf4
facge v24.2d, v17.2d, v3.2d // 6e63ee38
facgt v1.4h, v30.4h, v12.4h // 2ecc2fc1
facgt v21.8h, v13.8h, v3.8h // 6ec32db5
facgt v13.2s, v25.2s, v26.2s // 2ebaef2d
facgt v1.4s, v14.4s, v10.4s // 6eaaedc1
facgt v20.2d, v12.2d, v3.2d // 6ee3ed94
fcmgt v7.4h, v28.4h, #0.0 // 0ef8cb87
fcmgt v30.8h, v26.8h, #0.0 // 4ef8cb5e
fcmgt v4.2s, v28.2s, #0.0 // 0ea0cb84
fcmgt v7.4s, v21.4s, #0.0 // 4ea0caa7
fcmgt v16.2d, v10.2d, #0.0 // 4ee0c950
fcmge v20.4h, v11.4h, #0.0 // 2ef8c974
fcmge v6.8h, v6.8h, #0.0 // 6ef8c8c6
fcmge v31.2s, v18.2s, #0.0 // 2ea0ca5f
fcmge v5.4s, v14.4s, #0.0 // 6ea0c9c5
fcmge v7.2d, v13.2d, #0.0 // 6ee0c9a7
fcmeq v22.4h, v28.4h, #0.0 // 0ef8db96
fcmeq v16.8h, v0.8h, #0.0 // 4ef8d810
fcmeq v20.2s, v11.2s, #0.0 // 0ea0d974
fcmeq v19.4s, v0.4s, #0.0 // 4ea0d813
fcmeq v23.2d, v2.2d, #0.0 // 4ee0d857
fcmle v23.4h, v19.4h, #0.0 // 2ef8da77
fcmle v29.8h, v20.8h, #0.0 // 6ef8da9d
fcmle v9.2s, v29.2s, #0.0 // 2ea0dba9
fcmle v17.4s, v31.4s, #0.0 // 6ea0dbf1
fcmle v27.2d, v5.2d, #0.0 // 6ee0d8bb
fcmlt v19.4h, v7.4h, #0.0 // 0ef8e8f3
fcmlt v6.8h, v15.8h, #0.0 // 4ef8e9e6
fcmlt v1.2s, v6.2s, #0.0 // 0ea0e8c1
fcmlt v15.4s, v2.4s, #0.0 // 4ea0e84f
fcmlt v11.2d, v12.2d, #0.0 // 4ee0e98b
fabs v9.4h, v1.4h // 0ef8f829
fabs v13.8h, v10.8h // 4ef8f94d
fabs v26.2s, v16.2s // 0ea0fa1a
fabs v26.4s, v30.4s // 4ea0fbda
fabs v23.2d, v19.2d // 4ee0fa77
fneg v28.4h, v0.4h // 2ef8f81c
fneg v5.8h, v3.8h // 6ef8f865
fneg v2.2s, v21.2s // 2ea0faa2
fneg v27.4s, v26.4s // 6ea0fb5b
fneg v20.2d, v18.2d // 6ee0fa54
fsqrt v2.4h, v31.4h // 2ef9fbe2
fsqrt v21.8h, v0.8h // 6ef9f815
fsqrt v13.2s, v2.2s // 2ea1f84d
fsqrt v11.4s, v26.4s // 6ea1fb4b
fsqrt v14.2d, v14.2d // 6ee1f9ce
frecpe v19.4h, v25.4h // 0ef9db33
frecpe v18.8h, v22.8h // 4ef9dad2
frecpe v22.2s, v3.2s // 0ea1d876
frecpe v30.4s, v26.4s // 4ea1db5e
frecpe v31.2d, v14.2d // 4ee1d9df
frsqrte v7.4h, v28.4h // 2ef9db87
frsqrte v25.8h, v8.8h // 6ef9d919
frsqrte v30.2s, v19.2s // 2ea1da7e
frsqrte v10.4s, v12.4s // 6ea1d98a
frsqrte v7.2d, v1.2d // 6ee1d827
frintn v12.4h, v15.4h // 0e7989ec
frintn v16.8h, v3.8h // 4e798870
frintn v9.2s, v14.2s // 0e2189c9
frintn v15.4s, v30.4s // 4e218bcf
frintn v31.2d, v4.2d // 4e61889f
frintp v9.4h, v21.4h // 0ef98aa9
frintp v3.8h, v2.8h // 4ef98843
frintp v4.2s, v20.2s // 0ea18a84
frintp v4.4s, v13.4s // 4ea189a4
frintp v4.2d, v11.2d // 4ee18964
frintm v12.4h, v14.4h // 0e7999cc
frintm v27.8h, v17.8h // 4e799a3b
frintm v31.2s, v18.2s // 0e219a5f
frintm v14.4s, v5.4s // 4e2198ae
frintm v31.2d, v5.2d // 4e6198bf
frintz v5.4h, v1.4h // 0ef99825
frintz v10.8h, v24.8h // 4ef99b0a
frintz v3.2s, v4.2s // 0ea19883
frintz v26.4s, v11.4s // 4ea1997a
frintz v22.2d, v27.2d // 4ee19b76
frinta v25.4h, v25.4h // 2e798b39
frinta v31.8h, v28.8h // 6e798b9f
frinta v29.2s, v20.2s // 2e218a9d
frinta v8.4s, v31.4s // 6e218be8
frinta v14.2d, v24.2d // 6e618b0e
frintx v30.4h, v20.4h // 2e799a9e
frintx v30.8h, v17.8h // 6e799a3e
frintx v21.2s, v8.2s // 2e219915
frintx v28.4s, v30.4s // 6e219bdc
frintx v17.2d, v12.2d // 6e619991
frinti v18.4h, v9.4h // 2ef99932
frinti v1.8h, v16.8h // 6ef99a01
frinti v8.2s, v20.2s // 2ea19a88
frinti v0.4s, v20.4s // 6ea19a80
frinti v23.2d, v14.2d // 6ee199d7
fcvtns v31.4h, v24.4h // 0e79ab1f
fcvtns v17.8h, v6.8h // 4e79a8d1
fcvtns v21.2s, v12.2s // 0e21a995
fcvtns v23.4s, v14.4s // 4e21a9d7
fcvtns v0.2d, v4.2d // 4e61a880
fcvtnu v1.4h, v30.4h // 2e79abc1
fcvtnu v5.8h, v18.8h // 6e79aa45
fcvtnu v25.2s, v7.2s // 2e21a8f9
fcvtnu v19.4s, v30.4s // 6e21abd3
fcvtnu v22.2d, v0.2d // 6e61a816
fcvtps v18.4h, v13.4h // 0ef9a9b2
fcvtps v19.8h, v19.8h // 4ef9aa73
fcvtps v11.2s, v20.2s // 0ea1aa8b
fcvtps v11.4s, v31.4s // 4ea1abeb
fcvtps v14.2d, v28.2d // 4ee1ab8e
fcvtpu v23.4h, v27.4h // 2ef9ab77
fcvtpu v0.8h, v9.8h // 6ef9a920
fcvtpu v7.2s, v7.2s // 2ea1a8e7
fcvtpu v19.4s, v16.4s // 6ea1aa13
fcvtpu v6.2d, v25.2d // 6ee1ab26
fcvtms v14.4h, v26.4h // 0e79bb4e
fcvtms v14.8h, v6.8h // 4e79b8ce
fcvtms v1.2s, v6.2s // 0e21b8c1
fcvtms v28.4s, v16.4s // 4e21ba1c
fcvtms v12.2d, v12.2d // 4e61b98c
fcvtmu v21.4h, v8.4h // 2e79b915
fcvtmu v21.8h, v8.8h // 6e79b915
fcvtmu v2.2s, v23.2s // 2e21bae2
fcvtmu v27.4s, v17.4s // 6e21ba3b
fcvtmu v19.2d, v13.2d // 6e61b9b3
fcvtzs v1.4h, v31.4h // 0ef9bbe1
fcvtzs v21.8h, v17.8h // 4ef9ba35
fcvtzs v5.2s, v10.2s // 0ea1b945
fcvtzs v9.4s, v16.4s // 4ea1ba09
fcvtzs v3.2d, v13.2d // 4ee1b9a3
fcvtzu v26.4h, v12.4h // 2ef9b99a
fcvtzu v2.8h, v9.8h // 6ef9b922
fcvtzu v18.2s, v21.2s // 2ea1bab2
fcvtzu v1.4s, v21.4s // 6ea1baa1
fcvtzu v17.2d, v6.2d // 6ee1b8d1
fcvtas v18.4h, v19.4h // 0e79ca72
fcvtas v23.8h, v26.8h // 4e79cb57
fcvtas v19.2s, v0.2s // 0e21c813
fcvtas v26.4s, v24.4s // 4e21cb1a
fcvtas v31.2d, v18.2d // 4e61ca5f
fcvtau v3.4h, v23.4h // 2e79cae3
fcvtau v11.8h, v13.8h // 6e79c9ab
fcvtau v23.2s, v27.2s // 2e21cb77
fcvtau v18.4s, v2.4s // 6e21c852
fcvtau v25.2d, v4.2d // 6e61c899
scvtf v15.4h, v22.4h // 0e79dacf
scvtf v24.8h, v17.8h // 4e79da38
scvtf v19.2s, v29.2s // 0e21dbb3
scvtf v29.4s, v23.4s // 4e21dafd
scvtf v2.2d, v8.2d // 4e61d902
ucvtf v22.4h, v8.4h // 2e79d916
ucvtf v5.8h, v29.8h // 6e79dba5
ucvtf v15.2s, v6.2s // 2e21d8cf
ucvtf v3.4s, v30.4s // 6e21dbc3
ucvtf v5.2d, v28.2d // 6e61db85
scvtf v5.4h, v4.4h, #10 // 0f16e485
scvtf v20.8h, v12.8h, #16 // 4f10e594
scvtf v22.2s, v12.2s, #21 // 0f2be596
scvtf v15.4s, v30.4s, #6 // 4f3ae7cf
scvtf v27.2d, v21.2d, #29 // 4f63e6bb
ucvtf v25.4h, v12.4h, #2 // 2f1ee599
ucvtf v31.8h, v21.8h, #12 // 6f14e6bf
ucvtf v5.2s, v20.2s, #8 // 2f38e685
ucvtf v5.4s, v8.4s, #26 // 6f26e505
ucvtf v7.2d, v31.2d, #41 // 6f57e7e7
fcvtzs v30.4h, v5.4h, #6 // 0f1afcbe
fcvtzs v7.8h, v9.8h, #12 // 4f14fd27
fcvtzs v2.2s, v11.2s, #6 // 0f3afd62
fcvtzs v15.4s, v15.4s, #12 // 4f34fdef
fcvtzs v23.2d, v14.2d, #8 // 4f78fdd7
fcvtzu v11.4h, v19.4h, #16 // 2f10fe6b
fcvtzu v5.8h, v30.8h, #9 // 6f17ffc5
fcvtzu v16.2s, v17.2s, #8 // 2f38fe30
fcvtzu v30.4s, v10.4s, #13 // 6f33fd5e
fcvtzu v2.2d, v29.2d, #57 // 6f47ffa2
fcvtn v0.4h, v0.4s // 0e216800
fcvtn v21.2s, v26.2d // 0e616b55
fcvtn2 v14.8h, v14.4s // 4e2169ce
fcvtn2 v9.4s, v1.2d // 4e616829
fcvtxn v30.2s, v20.2d // 2e616a9e
fcvtxn2 v6.4s, v22.2d // 6e616ac6
fcvtl v7.4s, v7.4h // 0e2178e7
fcvtl v8.2d, v19.2s // 0e617a68
fcvtl2 v8.4s, v16.8h // 4e217a08
fcvtl2 v26.2d, v7.4s // 4e6178fa
fmaxnmv s5, v1.4s // 6e30c825
fminnmv s7, v6.4s // 6eb0c8c7
fmaxv s19, v29.4s // 6e30fbb3
fminv s6, v8.4s // 6eb0f906
fmaxnmv h18, v1.4h // 0e30c832
fmaxnmv h23, v23.8h // 4e30caf7
fminnmv h19, v25.4h // 0eb0cb33
fminnmv h2, v16.8h // 4eb0ca02
fmaxv h1, v21.4h // 0e30faa1
fmaxv h16, v7.8h // 4e30f8f0
fminv h20, v4.4h // 0eb0f894
fminv h23, v26.8h // 4eb0fb57
fmla v24.4h, v31.4h, v7.h[1] // 0f1713f8
fmla v13.8h, v21.8h, v10.h[3] // 4f3a12ad
fmla v19.2s, v31.2s, v21.s[1] // 0fb513f3
fmla v31.4s, v6.4s, v17.s[2] // 4f9118df
fmla v2.2d, v29.2d, v12.d[0] // 4fcc13a2
fmls v13.4h, v20.4h, v4.h[1] // 0f14528d
fmls v16.8h, v23.8h, v6.h[0] // 4f0652f0
fmls v23.2s, v19.2s, v20.s[3] // 0fb45a77
fmls v6.4s, v21.4s, v2.s[0] // 4f8252a6
fmls v4.2d, v11.2d, v7.d[0] // 4fc75164
fmul v17.4h, v23.4h, v14.h[1] // 0f1e92f1
fmul v20.8h, v11.8h, v2.h[5] // 4f129974
fmul v26.2s, v17.2s, v26.s[0] // 0f9a923a
fmul v0.4s, v0.4s, v28.s[3] // 4fbc9800
fmul v29.2d, v20.2d, v23.d[0] // 4fd7929d
fmulx v12.4h, v23.4h, v5.h[0] // 2f0592ec
fmulx v29.8h, v7.8h, v8.h[3] // 6f3890fd
fmulx v25.2s, v11.2s, v12.s[2] // 2f8c9979
fmulx v13.4s, v13.4s, v21.s[3] // 6fb599ad
fmulx v13.2d, v20.2d, v20.d[1] // 6fd49a8d
ptrue p5.b, vl16 // 2518e125
cmpne p1.b, p4/z, z5.b, #0 // 250090b1
fcmuo p3.h, p7/z, z31.h, z22.h // 6556dfe3
fcmuo p5.s, p2/z, z7.s, z28.s // 659cc8e5
fcmuo p2.d, p0/z, z11.d, z19.d // 65d3c162
ld1b { z10.b }, p3/z, [x14] // a400adca
ld1h { z1.h }, p6/z, [x14] // a4a0b9c1
ld1w { z26.s }, p1/z, [x23] // a540a6fa
ld1d { z8.d }, p7/z, [x28] // a5e0bf88
st1b { z24.b }, p6, [x26] // e400fb58
st1h { z25.h }, p7, [x5] // e4a0fcb9
st1w { z20.s }, p2, [x23] // e540eaf4
st1d { z17.d }, p0, [x19] // e5e0e271
fcmgt p6.h, p7/z, z27.h, z27.h // 655b5f76
fcmgt p4.s, p7/z, z5.s, z24.s // 65985cb4
fcmgt p6.d, p1/z, z9.d, z16.d // 65d04536
fcmge p5.h, p3/z, z20.h, z25.h // 65594e85
fcmge p5.s, p7/z, z12.s, z12.s // 658c5d85
fcmge p2.d, p6/z, z7.d, z27.d // 65db58e2
fcmeq p3.h, p0/z, z18.h, z7.h // 65476243
fcmeq p3.s, p7/z, z27.s, z5.s // 65857f63
fcmeq p2.d, p2/z, z6.d, z1.d // 65c168c2
fcmne p7.h, p0/z, z31.h, z3.h // 654363f7
fcmne p2.s, p0/z, z11.s, z18.s // 65926172
fcmne p7.d, p5/z, z31.d, z22.d // 65d677f7
ld1b { z3.b }, p0/z, [x11, x15] // a40f4163
ld1h { z5.h }, p6/z, [sp, x30, lsl #1] // a4be5be5
ld1w { z20.s }, p4/z, [x9, x28, lsl #2] // a55c5134
ld1d { z12.d }, p4/z, [x6, x9, lsl #3] // a5e950cc
st1b { z21.b }, p5, [x15, x19] // e41355f5
st1h { z10.h }, p1, [x28, x22, lsl #1] // e4b6478a
st1w { z1.s }, p3, [x5, x20, lsl #2] // e5544ca1
st1d { z14.d }, p3, [x29, x4, lsl #3] // e5e44fae
fadda s13, p3, s13, z19.s // 65982e6d
mul z22.d, z23.d, z31.d // 04ff62f6
smulh z22.b, z7.b, z6.b // 042668f6
smulh z19.h, z18.h, z25.h // 04796a53
smulh z12.s, z2.s, z15.s // 04af684c
smulh z16.d, z24.d, z16.d // 04f06b10
umulh z15.b, z4.b, z19.b // 04336c8f
umulh z30.h, z25.h, z14.h // 046e6f3e
umulh z8.s, z3.s, z14.s // 04ae6c68
umulh z16.d, z14.d, z21.d // 04f56dd0
