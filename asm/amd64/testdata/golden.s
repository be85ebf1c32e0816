mov byte ptr [rbp], r14b // 44887500
mov r12b, byte ptr [rsp - 1024] // 448aa42400fcffff
mov dl, r12b // 4488e2
mov word ptr [-8192], r12w // 664489242500e0ffff
mov r14w, word ptr [rbp + 8*rax + 127] // 66448b74c57f
mov sp, sp // 6689e4
mov dword ptr [rbx + rax + 1], r15d // 44897c0301
mov r15d, dword ptr [r13 + 4*r13 + 2147483647] // 478bbcadffffff7f
mov ebx, r10d // 4489d3
mov qword ptr [r12 + 4*rdi - 8192], rcx // 49898cbc00e0ffff
mov rdx, qword ptr [r13 + 2147483647] // 498b95ffffff7f
mov r14, rsi // 4989f6
mov byte ptr [254], -128 // c60425fe00000080
mov r12b, 127 // 41b47f
mov word ptr [r15 + 4*r8 + 4], 32767 // 6643c7448704ff7f
mov r10w, 32767 // 6641baff7f
mov dword ptr [rbx + 4064], 255 // c783e00f0000ff000000
mov r8d, -2147483648 // 41b800000080
mov qword ptr [rdi - 2147483648], 32767 // 48c78700000080ff7f0000
mov rbp, 2147483647 // 48c7c5ffffff7f
movzx di, byte ptr [rdi + 8*rdi + 8128] // 660fb6bcffc01f0000
movzx bx, r13b // 66410fb6dd
movzx r8d, byte ptr [r12 - 258] // 450fb68424fefeffff
movzx r11d, dl // 440fb6da
movzx rsp, byte ptr [r8 + 2147483647] // 490fb6a0ffffff7f
movzx r9, r10b // 4d0fb6ca
movzx edx, word ptr [r12 + r8 + 32] // 430fb7540420
movzx r10d, r15w // 450fb7d7
movzx rdx, word ptr [r12 + 4*rax - 2147483648] // 490fb7948400000080
movzx r9, di // 4c0fb7cf
movsx r14w, byte ptr [rax + 32] // 66440fbe7020
movsx bp, cl // 660fbee9
movsx esp, byte ptr [r13 + 1] // 410fbe6501
movsx r11d, sil // 440fbede
movsx rdi, byte ptr [rdi + 8*r15 + 1] // 4a0fbe7cff01
movsx rsp, bl // 480fbee3
movsx ebp, word ptr [r12 + 2*r13 + 2147483647] // 430fbfac6cffffff7f
movsx r11d, bx // 440fbfdb
movsx rbp, word ptr [r8 + 2*r12 - 129] // 4b0fbfac607fffffff
movsx r9, dx // 4c0fbfca
movsxd rsp, dword ptr [rdi + 2147483647] // 4863a7ffffff7f
movsxd r8, edi // 4c63c7
lea r14d, [r15 + 2*rdi - 128] // 458d747f80
lea r10, [rbp - 4096] // 4c8d9500f0ffff
add byte ptr [r13 + 128], r15b // 4500bd80000000
add dl, byte ptr [rax + 2*r12 + 1] // 4202546001
add r14b, al // 4100c6
add word ptr [r8 + 4*r8 - 128], r14w // 664701748080
add r10w, word ptr [r8 + 2*rbp + 127] // 66450354687f
add r13w, r12w // 664501e5
add dword ptr [r13 + 2*rbx + 1], r9d // 45014c5d01
add edi, dword ptr [r15 + 8*rbp + 4] // 41037cef04
add r15d, r12d // 4501e7
add qword ptr [8*rbp + 2], rsp // 480124ed02000000
add rbx, qword ptr [rsp + 4*rbx - 8256] // 48039c9cc0dfffff
add r8, rax // 4901c0
sub byte ptr [r8 + 2*r13 + 1016], r15b // 4728bc68f8030000
sub r9b, byte ptr [rdi + 2*rbp - 128] // 442a4c6f80
sub r11b, al // 4128c3
sub word ptr [rdi + 128], r13w // 664429af80000000
sub r13w, word ptr [r8 + rdi + 64] // 66452b6c3840
sub si, si // 6629f6
sub dword ptr [r12 + 8*rbp], r8d // 452904ec
sub edx, dword ptr [rax - 2147483648] // 2b9000000080
sub eax, edx // 29d0
sub qword ptr [rsp + r8 - 4128], rdx // 4a299404e0efffff
sub rsp, qword ptr [r8 + 4*rbx + 128] // 492ba49880000000
sub rbx, rbx // 4829db
and byte ptr [rdi + 2*r12], dl // 42201467
and r9b, byte ptr [r13 + 4*rax - 128] // 45224c8580
and r14b, sil // 4120f6
and word ptr [r8 + rbp + 1], r12w // 664521642801
and r8w, word ptr [r13 - 2064] // 66452385f0f7ffff
and r8w, bx // 664121d8
and dword ptr [r12 + 4*r15 - 2064], edx // 432194bcf0f7ffff
and edx, dword ptr [rbp + 1016] // 2395f8030000
and r10d, r15d // 4521fa
and qword ptr [rdi + rbp - 512], rax // 4821842f00feffff
and rdx, qword ptr [r8 + 2*rbx + 2147483647] // 49239458ffffff7f
and rcx, r13 // 4c21e9
or byte ptr [rbx + 8*r15 + 128], r13b // 4608acfb80000000
or dil, byte ptr [r15 - 2064] // 410abff0f7ffff
or dl, sil // 4008f2
or word ptr [r13 - 2147483648], si // 664109b500000080
or cx, word ptr [rbp + 2*rax + 8192] // 660b8c4500200000
or r12w, bp // 664109ec
or dword ptr [r15 + 1], r8d // 45094701
or r14d, dword ptr [rax + 4*rbx + 127] // 440b74987f
or r13d, r14d // 4509f5
or qword ptr [rsp + 4*rdi - 2147483648], r13 // 4c09acbc00000080
or rdx, qword ptr [r8 + 2*rdi] // 490b1478
or rsp, r11 // 4c09dc
xor byte ptr [rax + 2147483647], r10b // 443090ffffff7f
xor r8b, byte ptr [rsp + rdi - 128] // 4432443c80
xor sil, r15b // 4430fe
xor word ptr [rsp + 4*rbp + 2147483647], r11w // 6644319cacffffff7f
xor bx, word ptr [2*rax + 1] // 66331c4501000000
xor bx, r13w // 664431eb
xor dword ptr [r13 + rdi + 508], ecx // 41318c3dfc010000
xor r9d, dword ptr [r13 - 516] // 45338dfcfdffff
xor esp, esp // 31e4
xor qword ptr [r12 - 258], r8 // 4d318424fefeffff
xor r14, qword ptr [r12 + 128] // 4e33342580000000
xor rsi, r10 // 4c31d6
add byte ptr [rdi + rbx - 256], 128 // 80841f00ffffff80
add dil, 128 // 4080c780
add word ptr [rdi - 128], 0 // 6683478000
add bp, -128 // 6683c580
add dword ptr [rbx + 8], 1 // 83430801
add r14d, 1 // 4183c601
add qword ptr [rdi + 4*rdi + 128], -32768 // 488184bf800000000080ffff
add rcx, 256 // 4881c100010000
sub byte ptr [r12 + rbx - 128], 127 // 41806c1c807f
sub sil, 1 // 4080ee01
sub word ptr [r8 + rax - 128], -129 // 6641816c00807fff
sub ax, -1 // 6683e8ff
sub dword ptr [rbp + 2*r15 + 127], 255 // 42816c7d7fff000000
sub r14d, 0 // 4183ee00
sub qword ptr [r8 + 4*r13 + 8128], -2147483648 // 4b81aca8c01f000000000080
sub r8, -2147483648 // 4981e800000080
and byte ptr [r8 - 128], -128 // 4180608080
and r13b, 1 // 4180e501
and word ptr [rbx + 8], 65535 // 66816308ffff
and r12w, 32768 // 664181e40080
and dword ptr [rbp + 2*rbx + 2147483647], 0 // 83a45dffffff7f00
and edi, 1 // 83e701
and qword ptr [rbx + 8*r12 + 2147483647], 128 // 4a81a4e3ffffff7f80000000
and rdi, -32768 // 4881e70080ffff
or byte ptr [rdi + 4*rax - 128], 0 // 804c878000
or r12b, 127 // 4180cc7f
or word ptr [rbp + 8*rbp - 258], 4660 // 66818cedfefeffff3412
or bp, 32767 // 6681cdff7f
or dword ptr [r8 + 2*r8 - 8192], 4294967295 // 43818c4000e0ffffffffffff
or esp, 32767 // 81ccff7f0000
or qword ptr [r8 - 8256], -128 // 498388c0dfffff80
or r8, 256 // 4981c800010000
xor byte ptr [rbx + rbp - 129], 0 // 80b42b7fffffff00
xor r11b, 255 // 4180f3ff
xor word ptr [rbx], -1 // 668333ff
xor dx, 255 // 6681f2ff00
xor dword ptr [rbp - 128], 255 // 817580ff000000
xor r11d, 65535 // 4181f3ffff0000
xor qword ptr [rsp + 128], -1 // 4883b42480000000ff
xor rcx, -1 // 4883f1ff
adc byte ptr [rbx + 2*r15 - 2147483648], sil // 4210b47b00000080
adc sil, byte ptr [rbx] // 401233
adc bpl, r14b // 4410f5
adc word ptr [rbx + 4*rbx - 258], dx // 6611949bfefeffff
adc di, word ptr [r15 + 1] // 6641137f01
adc r15w, r8w // 664511c7
adc dword ptr [r8 + 127], ebp // 4111687f
adc ebp, dword ptr [r15 + 4*rbp + 2147483647] // 4113acafffffff7f
adc edx, r14d // 4411f2
adc qword ptr [rbx - 128], rsi // 48117380
adc r9, qword ptr [r13 + rbp + 4] // 4d134c2d04
adc r13, r8 // 4d11c5
sbb byte ptr [r8 - 1024], al // 41188000fcffff
sbb bl, byte ptr [rbx + rax + 127] // 1a5c037f
sbb r14b, sil // 4118f6
sbb word ptr [rdi + r13], di // 6642193c2f
sbb r9w, word ptr [rbp + rdi + 1] // 66441b4c3d01
sbb dx, r10w // 664419d2
sbb dword ptr [r8 - 2147483648], esi // 4119b000000080
sbb r8d, dword ptr [r8 + rax + 8192] // 451b840000200000
sbb ebp, esp // 19e5
sbb qword ptr [r12 + 8*r12 + 127], r12 // 4f1964e47f
sbb r10, qword ptr [r15 + 2*r15 - 128] // 4f1b547f80
sbb rsp, r11 // 4c19dc
adc byte ptr [2*r8 + 1024], -1 // 4280144500040000ff
adc al, 0 // 1400
adc word ptr [r8 + 4*rbx - 128], 4660 // 6641815498803412
adc r8w, -129 // 664181d07fff
adc dword ptr [rdi - 2147483648], 65535 // 819700000080ffff0000
adc r9d, 4294967295 // 4181d1ffffffff
adc qword ptr [r15 - 258], 4660 // 498197fefeffff34120000
adc r10, -2147483648 // 4981d200000080
sbb byte ptr [r12 + rbp + 1016], 255 // 41809c2cf8030000ff
sbb r13b, -1 // 4180ddff
sbb word ptr [r12 + 2*rax + 1], 4660 // 6641815c44013412
sbb r10w, 32768 // 664181da0080
sbb dword ptr [rbx + 8*rbp - 8256], 32768 // 819cebc0dfffff00800000
sbb eax, 4294967295 // 1dffffffff
sbb qword ptr [rdi + 64], -32768 // 48815f400080ffff
sbb r9, 32768 // 4981d900800000
cmp byte ptr [r15 + rbp - 4096], r9b // 45388c2f00f0ffff
cmp dil, byte ptr [rsp + 2147483647] // 403abc24ffffff7f
cmp bl, r15b // 4438fb
cmp word ptr [r13 + 8*rbp - 2147483648], r10w // 66453994ed00000080
cmp bx, word ptr [rdi + r8 + 4096] // 66423b9c0700100000
cmp ax, r15w // 664439f8
cmp dword ptr [r15 + 4*rax + 1], ebp // 41396c8701
cmp edx, dword ptr [rax - 128] // 3b5080
cmp r11d, r13d // 4539eb
cmp qword ptr [r13 + r8 + 128], rbx // 4b399c0580000000
cmp rdi, qword ptr [r15 + 2*r12 - 256] // 4b3bbc6700ffffff
cmp r10, rbx // 4939da
cmp byte ptr [r15 + 4096], -1 // 4180bf00100000ff
cmp r9b, 0 // 4180f900
cmp word ptr [rax - 2147483648], 32768 // 6681b8000000800080
cmp r10w, 1 // 664183fa01
cmp dword ptr [rax - 4128], 127 // 83b8e0efffff7f
cmp r11d, 127 // 4183fb7f
cmp qword ptr [r13 - 2147483648], 32768 // 4981bd0000008000800000
cmp r14, 127 // 4983fe7f
test byte ptr [r12 + 64], bl // 41845c2440
test al, r12b // 4484e0
test word ptr [rdi + 4*r13], bp // 6642852caf
test ax, sp // 6685e0
test dword ptr [r15 + r15 + 2147483647], r12d // 4785a43fffffff7f
test ecx, r13d // 4485e9
test qword ptr [r12 + rdi + 127], rsi // 4985743c7f
test r14, r15 // 4d85fe
test byte ptr [rbp + 128], 255 // f68580000000ff
test r12b, -128 // 41f6c480
test word ptr [r8 + 1024], 32767 // 6641f78000040000ff7f
test r15w, -1 // 6641f7c7ffff
test dword ptr [rbp + 8*rbx + 128], -129 // f784dd800000007fffffff
test r9d, 1 // 41f7c101000000
test qword ptr [r12 + 8*r8 - 2048], -32768 // 4bf784c400f8ffff0080ffff
test r8, 127 // 49f7c07f000000
neg byte ptr [r13 - 129] // 41f69d7fffffff
neg r15b // 41f6df
neg word ptr [r12 + 4*rdi - 2147483648] // 6641f79cbc00000080
neg r13w // 6641f7dd
neg dword ptr [rax + 2*r12 + 8128] // 42f79c60c01f0000
neg r15d // 41f7df
neg qword ptr [r8 + 2*rbp + 4096] // 49f79c6800100000
neg r12 // 49f7dc
not byte ptr [r8 + rdi - 1032] // 41f69438f8fbffff
not r12b // 41f6d4
not word ptr [8*r12] // 6642f714e500000000
not dx // 66f7d2
not dword ptr [rsp + rax] // f71404
not r15d // 41f7d7
not qword ptr [rax + 2*rax + 127] // 48f754407f
not rcx // 48f7d1
inc byte ptr [r8 + 8*rax - 512] // 41fe84c000feffff
inc sil // 40fec6
inc word ptr [r8 + 64] // 6641ff4040
inc r14w // 6641ffc6
inc dword ptr [rbx + 127] // ff041d7f000000
inc eax // ffc0
inc qword ptr [rbx + 8128] // 48ff041dc01f0000
inc rbp // 48ffc5
dec byte ptr [rax + 8*rax - 1032] // fe8cc0f8fbffff
dec r15b // 41fecf
dec word ptr [rax + rax - 2147483648] // 66ff8c0000000080
dec dx // 66ffca
dec dword ptr [rbx] // ff0b
dec ebp // ffcd
dec qword ptr [127] // 48ff0c257f000000
dec r10 // 49ffca
imul r8w, word ptr [r13 + 4*r15 + 1] // 66470faf44bd01
imul r9w, bp // 66440fafcd
imul r12d, dword ptr [rdi] // 440faf27
imul r13d, esi // 440fafee
imul r13, qword ptr [rsp] // 4c0faf2c24
imul r11, rax // 4c0fafd8
imul r15w, word ptr [r15 + 2147483647], -129 // 664569bfffffff7f7fff
imul r10w, r8w, 32768 // 664569d00080
imul ebp, dword ptr [rsp + 2*rax - 2048], 32768 // 69ac4400f8ffff00800000
imul esp, esi, 2147483647 // 69e6ffffff7f
imul r14, qword ptr [rbx + 2*rax - 2064], 32767 // 4c69b443f0f7ffffff7f0000
imul rsi, rdx, -2147483648 // 4869f200000080
mul word ptr [rax + r13 + 256] // 6642f7a42800010000
mul r13w // 6641f7e5
mul dword ptr [r15 + 128] // 41f7a780000000
mul r14d // 41f7e6
mul qword ptr [4*r12] // 4af724a500000000
mul rdx // 48f7e2
imul word ptr [rsp + 8*r15 + 128] // 6642f7acfc80000000
imul r10w // 6641f7ea
imul dword ptr [rbp + 4*rax + 1] // f76c8501
imul r8d // 41f7e8
imul qword ptr [r8 + 127] // 49f7687f
imul r8 // 49f7e8
div word ptr [rbx + 1] // 66f77301
div di // 66f7f7
div dword ptr [r12 + 1] // 41f7742401
div esi // f7f6
div qword ptr [2147483647] // 48f73425ffffff7f
div r15 // 49f7f7
idiv word ptr [r13 + rdi + 254] // 6641f7bc3dfe000000
idiv r12w // 6641f7fc
idiv dword ptr [r8 + 2*rdi + 128] // 41f7bc7880000000
idiv r10d // 41f7fa
idiv qword ptr [rsp + rax + 1] // 48f77c0401
idiv r11 // 49f7fb
cdq // 99
cqo // 4899
shl byte ptr [rbp + r12 + 2147483647], cl // 42d2a425ffffff7f
shl sil, cl // 40d2e6
shl word ptr [rbx + 2*rbx + 128], cl // 66d3a45b80000000
shl si, cl // 66d3e6
shl dword ptr [rsp + 8*r15 + 1], cl // 42d364fc01
shl edx, cl // d3e2
shl qword ptr [r12 + 2147483647], cl // 49d3a424ffffff7f
shl rsi, cl // 48d3e6
shr byte ptr [r15 - 128], cl // 41d26f80
shr r9b, cl // 41d2e9
shr word ptr [r12 + 8*r12 - 8256], cl // 6643d3ace4c0dfffff
shr bx, cl // 66d3eb
shr dword ptr [128], cl // d32c2580000000
shr ebp, cl // d3ed
shr qword ptr [r15 + 8*r13 + 64], cl // 4bd36cef40
shr r11, cl // 49d3eb
sar byte ptr [r15 + r12 + 1], cl // 43d27c2701
sar sil, cl // 40d2fe
sar word ptr [r13 + rdi + 2147483647], cl // 6641d3bc3dffffff7f
sar r14w, cl // 6641d3fe
sar dword ptr [rbp + 4*r15], cl // 42d37cbd00
sar esp, cl // d3fc
sar qword ptr [rbx + 127], cl // 48d37b7f
sar r12, cl // 49d3fc
rol byte ptr [rdi + r15 + 508], cl // 42d2843ffc010000
rol bl, cl // d2c3
rol word ptr [rbx - 128], cl // 66d34380
rol di, cl // 66d3c7
rol dword ptr [r13], cl // 41d34500
rol r15d, cl // 41d3c7
rol qword ptr [r13 + 8*r15 + 1016], cl // 4bd384fdf8030000
rol r13, cl // 49d3c5
ror byte ptr [rbp + 8*r15 - 128], cl // 42d24cfd80
ror dl, cl // d2ca
ror word ptr [rbx - 2064], cl // 66d38bf0f7ffff
ror r12w, cl // 6641d3cc
ror dword ptr [r13 + 2*rbp - 128], cl // 41d34c6d80
ror r10d, cl // 41d3ca
ror qword ptr [rdi + 8], cl // 48d30c3d08000000
ror r12, cl // 49d3cc
shl byte ptr [r15 + 8], 0 // 41c0670800
shl dl, 2 // c0e202
shl word ptr [rbp + 2*rbx + 16], 2 // 66c1645d1002
shl r13w, 0 // 6641c1e500
shl dword ptr [rdi + 4*rdi - 129], 3 // c1a4bf7fffffff03
shl ecx, 1 // d1e1
shl qword ptr [rsp + rdi - 4096], 1 // 48d1a43c00f0ffff
shl r10, 2 // 49c1e202
shr byte ptr [rsp + 4064], 0 // c0ac24e00f000000
shr r12b, 0 // 41c0ec00
shr word ptr [rdi - 512], 3 // 66c1af00feffff03
shr bx, 1 // 66d1eb
shr dword ptr [r8], 2 // 41c12802
shr ecx, 2 // c1e902
shr qword ptr [r8 + 128], 2 // 49c1a88000000002
shr rbx, 0 // 48c1eb00
sar byte ptr [rdi + 4096], 1 // d0bf00100000
sar bl, 1 // d0fb
sar word ptr [rdi + 1], 3 // 66c17f0103
sar ax, 2 // 66c1f802
sar dword ptr [rbp + rbx - 128], 3 // c17c1d8003
sar esi, 0 // c1fe00
sar qword ptr [r12 + 128], 0 // 49c1bc248000000000
sar r12, 2 // 49c1fc02
rol byte ptr [rbp + 2*rbp + 8128], 3 // c0846dc01f000003
rol r14b, 2 // 41c0c602
rol word ptr [rdi + 4*rax + 1], 0 // 66c144870100
rol r8w, 0 // 6641c1c000
rol dword ptr [r12 + 2*rbx - 128], 1 // 41d1445c80
rol r14d, 2 // 41c1c602
rol qword ptr [rax], 1 // 48d100
rol rbp, 1 // 48d1c5
ror byte ptr [rbp + rax + 2147483647], 3 // c08c05ffffff7f03
ror sil, 2 // 40c0ce02
ror word ptr [rbx - 2147483648], 3 // 66c18b0000008003
ror r12w, 1 // 6641d1cc
ror dword ptr [rsp - 2147483648], 3 // c18c240000008003
ror eax, 3 // c1c803
ror qword ptr [rbp - 128], 0 // 48c10c2d80ffffff00
ror rbp, 0 // 48c1cd00
shlx r11d, dword ptr [r12 - 258], r9d // c44231f79c24fefeffff
shlx r12d, r12d, r15d // c44201f7e4
shlx rdx, qword ptr [rbp + 8*rax - 128], rbx // c4e2e1f754c580
shlx r14, rdx, rax // c462f9f7f2
shrx ebx, dword ptr [r12 + 4*r13 + 16], eax // c4827bf75cac10
shrx r13d, r13d, r12d // c4421bf7ed
shrx rdi, qword ptr [rdi + 8*r8 + 2147483647], rsi // c4a2cbf7bcc7ffffff7f
shrx r10, r8, r15 // c44283f7d0
sarx r11d, dword ptr [rbx + 8*r13 - 2147483648], edi // c42242f79ceb00000080
sarx r14d, r13d, r10d // c4422af7f5
sarx r9, qword ptr [rbp + 4*rax + 2147483647], r11 // c462a2f78c85ffffff7f
sarx rsp, r15, r11 // c4c2a2f7e7
rorx r11d, dword ptr [r12], 3 // c4437bf01c2403
rorx esi, ebx, 0 // c4e37bf0f300
rorx rbx, qword ptr [rsp + 4*rbx + 1024], 3 // c4e3fbf09c9c0004000003
rorx r10, r15, 0 // c443fbf0d700
andn ecx, edi, dword ptr [r13 - 2147483648] // c4c240f28d00000080
andn r10d, r12d, r14d // c44218f2d6
andn r12, r11, qword ptr [r13 + 2147483647] // c442a0f2a5ffffff7f
andn rbp, r12, r8 // c4c298f2e8
blsr esi, dword ptr [rbx + 2*rbp] // c4e248f30c6b
blsr r11d, r12d // c4c220f3cc
blsr r14, qword ptr [2*r12] // c4a288f30c6500000000
blsr r15, r10 // c4c280f3ca
blsi eax, dword ptr [rax - 128] // c4e278f35880
blsi esp, esi // c4e258f3de
blsi r8, qword ptr [r15 + 2*r13 + 8192] // c482b8f39c6f00200000
blsi r8, rcx // c4e2b8f3d9
blsmsk r11d, dword ptr [128] // c4e220f3142580000000
blsmsk r10d, r12d // c4c228f3d4
blsmsk r12, qword ptr [rbp + rdi - 2064] // c4e298f3943df0f7ffff
blsmsk r10, rcx // c4e2a8f3d1
bextr r10d, dword ptr [rbx + 8*rbp + 508], ebx // c46260f794ebfc010000
bextr esp, ebp, r13d // c4e210f7e5
bextr rbp, qword ptr [r13 + 4*r8 - 258], rbp // c482d0f7ac85fefeffff
bextr r14, r14, rcx // c442f0f7f6
bzhi esp, dword ptr [rbp + r8], edi // c4a240f5640500
bzhi eax, ebx, edi // c4e240f5c3
bzhi r11, qword ptr [r12 - 128], r8 // c442b8f55c2480
bzhi r10, rbx, r13 // c46290f5d3
pext r10d, ebp, dword ptr [rbx] // c46252f513
pext r15d, r8d, eax // c4623af5f8
pext rax, rsi, qword ptr [rbx + rbp] // c4e2caf5042b
pext rbp, rbx, rdi // c4e2e2f5ef
pdep ebp, r10d, dword ptr [rbx + 8*rdi + 1] // c4e22bf56cfb01
pdep r14d, r12d, r12d // c4421bf5f4
pdep rdi, r14, qword ptr [rsp + r13 + 2147483647] // c4a28bf5bc2cffffff7f
pdep rbp, rdi, r8 // c4c2c3f5e8
mulx edi, edi, dword ptr [rax + 8*r12 - 2147483648] // c4a243f6bce000000080
mulx r12d, r12d, edi // c4621bf6e7
mulx r15, rax, qword ptr [r12 + rbp - 128] // c442fbf67c2c80
mulx rbp, rdi, rcx // c4e2c3f6e9
popcnt ax, word ptr [r12 + 4*r8] // 66f3430fb80484
popcnt r12w, r9w // 66f3450fb8e1
popcnt ecx, dword ptr [rax + 2*r12 + 2147483647] // f3420fb88c60ffffff7f
popcnt ebp, edi // f30fb8ef
popcnt r10, qword ptr [rax + 1016] // f34c0fb890f8030000
popcnt rdx, rbx // f3480fb8d3
lzcnt r14w, word ptr [rsp + rbx + 1] // 66f3440fbd741c01
lzcnt r12w, di // 66f3440fbde7
lzcnt eax, dword ptr [r12 + 2*rbp + 127] // f3410fbd446c7f
lzcnt esi, edx // f30fbdf2
lzcnt rsi, qword ptr [r12 + 4*rax - 8256] // f3490fbdb484c0dfffff
lzcnt rsp, r12 // f3490fbde4
tzcnt r12w, word ptr [rdi + 4*r13 + 1] // 66f3460fbc64af01
tzcnt r13w, r10w // 66f3450fbcea
tzcnt r10d, dword ptr [rbx + 127] // f3440fbc537f
tzcnt r8d, r10d // f3450fbcc2
tzcnt rsp, qword ptr [rdi + 8*rbx + 2147483647] // f3480fbca4dfffffff7f
tzcnt r15, rax // f34c0fbcf8
bswap edx // 0fca
bswap r9 // 490fc9
bt r12w, r8w // 66450fa3c4
bt ecx, r11d // 440fa3d9
bt r11, rsi // 490fa3f3
bt word ptr [r12 + rdi + 128], 2 // 66410fbaa43c8000000002
bt cx, 0 // 660fbae100
bt dword ptr [rdi + 4*r15 + 32], 1 // 420fba64bf2001
bt eax, 2 // 0fbae002
bt qword ptr [rdi + 8*r12 - 2147483648], 2 // 4a0fbaa4e70000008002
bt rbp, 0 // 480fbae500
cmovno sp, word ptr [rbx + 1] // 660f416301
cmovs ax, r8w // 66410f48c0
cmova edi, dword ptr [rdi + 128] // 0f47bf80000000
cmovno r13d, r15d // 450f41ef
cmovno r9, qword ptr [rdi] // 4c0f410f
cmova rcx, r13 // 490f47cd
setb byte ptr [r12 + rax + 8192] // 410f92840400200000
setno r9b // 410f91c1
ret // c3
prefetcht0 [r12 - 8256] // 420f180c25c0dfffff
prefetcht1 [rax + 512] // 0f189000020000
prefetchnta [rbp + 128] // 0f188580000000
mfence // 0faef0
sfence // 0faef8
ud2 // 0f0b
vzeroupper // c5f877
vmovss dword ptr [r12 + 2*r13 + 1], xmm3 // c4817a115c6c01
vmovss xmm3 {k7} {z}, dword ptr [rdi + 4*rbp - 516] // 62f17e8f109caffcfdffff
vmovsd qword ptr [rbp + 4*rbp + 512], xmm5 // c5fb11acad00020000
vmovsd xmm5, qword ptr [rbp + 4*r15 + 127] // c4a17b106cbd7f
vmovss xmm8, xmm15, xmm3 // c4c10211d8
vmovsd xmm8, xmm8, xmm7 // c4c13b11f8
vaddss xmm4, xmm12, dword ptr [rsp + 4*rbx - 2064] // c59a58a49cf0f7ffff
vaddss xmm3 {k2} {z}, xmm0, xmm13 // 62d17e8a58dd
vaddsd xmm8, xmm15, qword ptr [r15 - 128] // c44103584780
vaddsd xmm7 {k7}, xmm20, xmm4, {rz-sae} // 62f1df7758fc
vsubss xmm1, xmm0, dword ptr [rbp + 2147483647] // c5fa5c8dffffff7f
vsubss xmm1, xmm12, xmm5 // c59a5ccd
vsubsd xmm3 {k2}, xmm4, qword ptr [rsp + 4*r8 + 128] // 62b1df0a5c5c8410
vsubsd xmm1, xmm3, xmm15 // c4c1635ccf
vmulss xmm3 {k7} {z}, xmm12, dword ptr [r13 - 2064] // 62d11e8f599df0f7ffff
vmulss xmm13 {k7} {z}, xmm5, xmm1 // 6271568f59e9
vmulsd xmm27, xmm20, qword ptr [r13 + 8*r15 + 4] // 6201df00599cfd04000000
vmulsd xmm15, xmm13, xmm8 // c4411359f8
vdivss xmm8, xmm0, dword ptr [rsp - 8192] // c57a5e842400e0ffff
vdivss xmm7 {k7}, xmm16, xmm0 // 62f17e075ef8
vdivsd xmm13, xmm0, qword ptr [2*rbp - 258] // c57b5e2c6dfefeffff
vdivsd xmm7, xmm27, xmm31 // 6291a7005eff
vminss xmm12, xmm13, dword ptr [rax + r8 - 128] // c421125d640080
vminss xmm12, xmm3, xmm3 // c5625de3
vminsd xmm4, xmm27, qword ptr [r8 + 2*r13 + 128] // 6291a7005d646810
vminsd xmm1, xmm4, xmm1 // c5db5dc9
vmaxss xmm1 {k7}, xmm5, dword ptr [rax + 2*r8 - 2147483648] // 62b1560f5f8c4000000080
vmaxss xmm5, xmm0, xmm5 // c5fa5fed
vmaxsd xmm16 {k7}, xmm3, qword ptr [rbp + 4*r15 - 1032] // 62a1e70f5f84bdf8fbffff
vmaxsd xmm27, xmm20, xmm5, {sae} // 6261df105fdd
vsqrtss xmm5, xmm1, dword ptr [r15 + 8*rbx] // c4c172512cdf
vsqrtss xmm13, xmm5, xmm1 // c55251e9
vsqrtsd xmm5, xmm3, qword ptr [rax + 2*rbx - 2147483648] // c5e351ac5800000080
vsqrtsd xmm5, xmm4, xmm7 // c5db51ef
vfmadd132ss xmm5, xmm13, dword ptr [r15 + r13 + 127] // c48211996c2f7f
vfmadd132ss xmm13, xmm5, xmm13 // c4425199ed
vfmadd132sd xmm7, xmm7, qword ptr [r15 + rbx + 1] // c4c2c1997c1f01
vfmadd132sd xmm8, xmm5, xmm4 // c462d199c4
vfmadd213ss xmm5, xmm15, dword ptr [rbx + 2*rbp + 32] // c4e201a96c6b20
vfmadd213ss xmm8, xmm16, xmm20 // 62327d00a9c4
vfmadd213sd xmm12, xmm15, qword ptr [r12] // c44281a92424
vfmadd213sd xmm13, xmm12, xmm4 // c46299a9ec
vfmadd231ss xmm5, xmm1, dword ptr [4*r13 + 254] // c4a271b92cadfe000000
vfmadd231ss xmm4 {k2} {z}, xmm4, xmm12 // 62d25d8ab9e4
vfmadd231sd xmm0 {k2} {z}, xmm12, qword ptr [r12] // 62d29d8ab90424
vfmadd231sd xmm3, xmm13, xmm12 // c4c291b9dc
vfmsub132ss xmm5 {k7} {z}, xmm7, dword ptr [r13 + 4*r12 + 127] // 6292458f9baca57f000000
vfmsub132ss xmm4, xmm4, xmm0 // c4e2599be0
vfmsub132sd xmm8, xmm7, qword ptr [rbp - 1032] // c462c19b85f8fbffff
vfmsub132sd xmm1 {k1} {z}, xmm4, xmm12 // 62d2dd899bcc
vfmsub213ss xmm13 {k2} {z}, xmm12, dword ptr [r15 + 4*r13] // 62121d8aab2caf
vfmsub213ss xmm31, xmm8, xmm8 // 62423d08abf8
vfmsub213sd xmm13, xmm0, qword ptr [r13 - 128] // c442f9ab6d80
vfmsub213sd xmm5 {k1} {z}, xmm13, xmm3 // 62f29589abeb
vfmsub231ss xmm27, xmm3, dword ptr [rdi + 2*r13 - 512] // 62226508bb5c6f80
vfmsub231ss xmm12, xmm7, xmm0 // c46241bbe0
vfmsub231sd xmm13, xmm5, qword ptr [r8 + 2*r12] // c402d1bb2c60
vfmsub231sd xmm12, xmm20, xmm3 // 6272dd00bbe3
vfnmadd132ss xmm0, xmm12, dword ptr [rsp + 4] // c4e2199d442404
vfnmadd132ss xmm4, xmm0, xmm0 // c4e2799de0
vfnmadd132sd xmm1, xmm0, qword ptr [r15 - 1024] // c4a2f99d0c3d00fcffff
vfnmadd132sd xmm0 {k7}, xmm0, xmm7 // 62f2fd0f9dc7
vfnmadd213ss xmm0, xmm13, dword ptr [rdi + 2*rdi + 1024] // c4e211ad847f00040000
vfnmadd213ss xmm7, xmm15, xmm0, {rd-sae} // 62f20538adf8
vfnmadd213sd xmm7 {k7}, xmm5, qword ptr [rbx + 127] // 62f2d50fadbb7f000000
vfnmadd213sd xmm16 {k1} {z}, xmm16, xmm16 // 62a2fd81adc0
vfnmadd231ss xmm31, xmm3, dword ptr [r13 + r12 + 512] // 62026508bdbc2500020000
vfnmadd231ss xmm0 {k2}, xmm8, xmm5, {ru-sae} // 62f23d5abdc5
vfnmadd231sd xmm13, xmm12, qword ptr [rdi + 8*rdi + 127] // c46299bd6cff7f
vfnmadd231sd xmm8, xmm5, xmm1 // c462d1bdc1
vfnmsub132ss xmm13 {k1}, xmm7, dword ptr [rbp - 128] // 627245099f6de0
vfnmsub132ss xmm15, xmm3, xmm13 // c442619ffd
vfnmsub132sd xmm1 {k7} {z}, xmm0, qword ptr [r12 + 2147483647] // 62d2fd8f9f8c24ffffff7f
vfnmsub132sd xmm8, xmm12, xmm7 // c462999fc7
vfnmsub213ss xmm8 {k1} {z}, xmm15, dword ptr [r13 + rbx - 128] // 62520589af441de0
vfnmsub213ss xmm13, xmm13, xmm12 // c44211afec
vfnmsub213sd xmm31, xmm4, qword ptr [rdi + 8*r12 + 128] // 6222dd08af7ce710
vfnmsub213sd xmm3, xmm0, xmm3 // c4e2f9afdb
vfnmsub231ss xmm15 {k1} {z}, xmm13, dword ptr [rbx - 128] // 62721589bf7be0
vfnmsub231ss xmm3, xmm5, xmm20 // 62b25508bfdc
vfnmsub231sd xmm1, xmm1, qword ptr [4*rbp + 128] // c4e2f1bf0cad80000000
vfnmsub231sd xmm31, xmm15, xmm31 // 62028508bfff
vucomiss xmm13, dword ptr [r12 + 2*r15] // c401782e2c7c
vucomiss xmm15, xmm20 // 62317c082efc
vucomisd xmm15, qword ptr [rbx + 8*r8 - 8256] // c421792ebcc3c0dfffff
vucomisd xmm8, xmm13 // c441792ec5
vcomiss xmm3, dword ptr [rbp + 127] // c5f82f5d7f
vcomiss xmm5, xmm12 // c4c1782fec
vcomisd xmm4, qword ptr [rsp + 8] // c5f92f642408
vcomisd xmm15, xmm0 // c5792ff8
vroundss xmm13, xmm0, dword ptr [rax + 2*rbp], 2 // c463790a2c6802
vroundss xmm15, xmm8, xmm0, 3 // c463390af803
vroundsd xmm12, xmm12, qword ptr [-8256], 3 // c463190b2425c0dfffff03
vroundsd xmm12, xmm4, xmm7, 3 // c463590be703
vrndscaless xmm27 {k2} {z}, xmm1, dword ptr [r13 + r15 + 128], 0 // 6203758a0a5c3d2000
vrndscaless xmm31, xmm27, xmm16, 1 // 622325000af801
vrndscalesd xmm3, xmm12, qword ptr [r12 + 128], 1 // 62d39d080b5c241001
vrndscalesd xmm1, xmm15, xmm12, 2 // 62d385080bcc02
vcmpss xmm8, xmm13, dword ptr [r12 + r13 + 2147483647], 0 // c40112c2842cffffff7f00
vcmpss xmm15, xmm5, xmm8, 3 // c44152c2f803
vcmpsd xmm15, xmm8, qword ptr [r12 + 2*rbp + 127], 0 // c4413bc27c6c7f00
vcmpsd xmm3, xmm15, xmm0, 1 // c583c2d801
vcmpss k1, xmm4, dword ptr [rax + 1], 3 // 62f15e08c2880100000003
vcmpss k5, xmm13, xmm0, 1 // 62f11608c2e801
vcmpsd k5 {k2}, xmm12, qword ptr [r12], 3 // 62d19f0ac22c2403
vcmpsd k3, xmm15, xmm12, 1 // 62d18708c2dc01
vcvtss2sd xmm27, xmm16, dword ptr [2*r12 - 128] // 62217e005a1c6580ffffff
vcvtss2sd xmm5, xmm4, xmm8, {sae} // 62d15e185ae8
vcvtsd2ss xmm16, xmm20, qword ptr [8*rbp + 2147483647] // 62e1df005a04edffffff7f
vcvtsd2ss xmm1, xmm7, xmm15 // c4c1435acf
vcvtsi2ss xmm8, xmm12, dword ptr [r8 + 2147483647] // c4411a2a80ffffff7f
vcvtsi2ss xmm0, xmm15, eax // c5822ac0
vcvtsi2ss xmm1, xmm31, qword ptr [r8 + 8*rax + 2147483647] // 62d186002a8cc0ffffff7f
vcvtsi2ss xmm7, xmm5, rax // c4e1d22af8
vcvtsi2sd xmm4, xmm8, dword ptr [rdi + 2*r12 - 2147483648] // c4a13b2aa46700000080
vcvtsi2sd xmm27, xmm7, ebx // 626147082adb
vcvtsi2sd xmm7, xmm5, qword ptr [rdi + 2*r8 - 2147483648] // c4a1d32abc4700000080
vcvtsi2sd xmm16, xmm31, rdx // 62e187002ac2
vcvtusi2ss xmm27, xmm3, dword ptr [rsp + 2*r13 - 8192] // 622166087b9c6c00e0ffff
vcvtusi2ss xmm15, xmm8, eax // 62713e087bf8
vcvtusi2ss xmm0, xmm27, qword ptr [rbp + r15 + 128] // 62b1a6007b443d10
vcvtusi2ss xmm13, xmm4, rax, {rn-sae} // 6271de187be8
vcvtusi2sd xmm16, xmm31, dword ptr [rax + r12 - 258] // 62a107007b8420fefeffff
vcvtusi2sd xmm16, xmm5, edi // 62e157087bc7
vcvtusi2sd xmm27, xmm16, qword ptr [r12 + 4*rbx + 128] // 6241ff007b5c9c10
vcvtusi2sd xmm8, xmm7, r14 // 6251c7087bc6
vcvtss2si r11d, dword ptr [rbp + r15 + 1024] // c4217a2d9c3d00040000
vcvtss2si r10d, xmm13 // c4417a2dd5
vcvtss2si rcx, dword ptr [r13 + 8*rax] // c4c1fa2d4cc500
vcvtss2si rbp, xmm1, {ru-sae} // 62f1fe582de9
vcvtsd2si ebp, qword ptr [r15 + r8] // c4817b2d2c07
vcvtsd2si r15d, xmm27, {rn-sae} // 62117f182dfb
vcvtsd2si r9, qword ptr [r12 + 2*r15 - 128] // c401fb2d4c7c80
vcvtsd2si r15, xmm5 // c461fb2dfd
vcvttss2si esi, dword ptr [rbp + 4*r13 + 127] // c4a17a2c74ad7f
vcvttss2si eax, xmm7, {sae} // 62f17e182cc7
vcvttss2si r9, dword ptr [rbp + 2*rax - 1024] // c461fa2c8c4500fcffff
vcvttss2si r14, xmm4, {sae} // 6271fe182cf4
vcvttsd2si r8d, qword ptr [rbx - 128] // c57b2c4380
vcvttsd2si r10d, xmm5 // c57b2cd5
vcvttsd2si rsp, qword ptr [rbx + 8*r8 - 128] // c4a1fb2c64c380
vcvttsd2si r8, xmm5 // c461fb2cc5
vcvtss2usi ebp, dword ptr [r13 + 4096] // 62d17e0879ad00100000
vcvtss2usi esi, xmm27 // 62917e0879f3
vcvtss2usi r11, dword ptr [rdi + 2*r13 + 1] // 6231fe08799c6f01000000
vcvtss2usi r12, xmm0, {rd-sae} // 6271fe3879e0
vcvtsd2usi eax, qword ptr [r15 + rax + 1016] // 62d17f087944077f
vcvtsd2usi ecx, xmm16, {rn-sae} // 62b17f1879c8
vcvtsd2usi rcx, qword ptr [rbx + 8*r13 + 127] // 62b1ff08798ceb7f000000
vcvtsd2usi rcx, xmm4 // 62f1ff0879cc
vcvttss2usi ebp, dword ptr [r8 + 4*rbp - 2147483648] // 62d17e0878aca800000080
vcvttss2usi edx, xmm13 // 62d17e0878d5
vcvttss2usi r10, dword ptr [rdi + 8*rax] // 6271fe087814c7
vcvttss2usi r12, xmm31 // 6211fe0878e7
vcvttsd2usi r9d, qword ptr [r15 + r8 - 2147483648] // 62117f08788c0700000080
vcvttsd2usi r15d, xmm7 // 62717f0878ff
vcvttsd2usi r8, qword ptr [r15 + 2*r15 + 4064] // 6211ff0878847fe00f0000
vcvttsd2usi rbx, xmm12 // 62d1ff0878dc
vmovd xmm1, dword ptr [rdi + 8*rbp + 128] // c5f96e8cef80000000
vmovd xmm5, ecx // c5f96ee9
vmovd dword ptr [r8 + 128], xmm1 // c4c1797e8880000000
vmovd ecx, xmm5 // c5f97ee9
vmovq xmm4, r8 // c4c1f96ee0
vmovq r15, xmm16 // 62c1fd087ec7
vmovq qword ptr [r15 + 4*rdi - 128], xmm3 // c4c1f97e5cbf80
vmovq xmm7, qword ptr [128] // c4e1f96e3c2580000000
vmovq xmm7, xmm0 // c5f9d6c7
vgetexpss xmm15, xmm0, dword ptr [r15 + rax + 2032] // 62527d0843bc07f0070000
vgetexpss xmm3, xmm7, xmm12, {sae} // 62d2451843dc
vgetexpsd xmm12, xmm8, qword ptr [rdi + 8*rdi + 128] // 6272bd084364ff10
vgetexpsd xmm0 {k2} {z}, xmm4, xmm0 // 62f2dd8a43c0
vgetmantss xmm12, xmm15, dword ptr [r13 + r12 + 1016], 0 // 6213050827a425f803000000
vgetmantss xmm8 {k7}, xmm1, xmm15, 3 // 6253750f27c703
vgetmantsd xmm3, xmm13, qword ptr [rsp + r13], 0 // 62b39508271c2c00
vgetmantsd xmm8, xmm7, xmm13, 3 // 6253c50827c503
vscalefss xmm0 {k2} {z}, xmm13, dword ptr [r8 - 128] // 62d2158a2d40e0
vscalefss xmm5 {k2}, xmm5, xmm3 // 62f2550a2deb
vscalefsd xmm5 {k7}, xmm12, qword ptr [r12 + 2*r15 - 1032] // 62929d0f2dac7cf8fbffff
vscalefsd xmm16, xmm27, xmm3 // 62e2a5002dc3
vfixupimmss xmm0, xmm27, dword ptr [rax + 4*r12 - 2147483648], 0 // 62b325005584a00000008000
vfixupimmss xmm0, xmm5, xmm5, 0 // 62f3550855c500
vfixupimmsd xmm1, xmm7, qword ptr [r8 + 4*r12 + 254], 1 // 6293c508558ca0fe00000001
vfixupimmsd xmm5 {k7}, xmm5, xmm4, 3 // 62f3d50f55ec03
vrangess xmm15, xmm4, dword ptr [rbp + 4*rbx + 2032], 3 // 62735d0851bc9df007000003
vrangess xmm0, xmm12, xmm15, 1 // 62d31d0851c701
vrangesd xmm13, xmm4, qword ptr [rbp - 258], 1 // 6273dd08512c2dfefeffff01
vrangesd xmm0 {k2}, xmm13, xmm12, {sae}, 3 // 62d3951a51c403
vreducess xmm15, xmm13, dword ptr [rsp + 1], 0 // 6273150857bc240100000000
vreducess xmm20, xmm0, xmm1, 0 // 62e37d0857e100
vreducesd xmm12, xmm0, qword ptr [rbp + 4*r12 + 127], 0 // 6233fd0857a4a57f00000000
vreducesd xmm3 {k1} {z}, xmm1, xmm5, 2 // 62f3f58957dd02
vfpclassss k7, dword ptr [r13 + 127], 2 // 62d37d0867bd7f00000002
vfpclassss k0 {k7}, xmm1, 1 // 62f37d0f67c101
vfpclasssd k3, qword ptr [rbx + r15 + 1], 2 // 62b3fd08679c3b0100000002
vfpclasssd k4, xmm0, 3 // 62f3fd0867e003
vrcp14ss xmm8 {k7}, xmm5, dword ptr [r12 + 1] // 6252550f4d842401000000
vrcp14ss xmm15 {k2}, xmm4, xmm5 // 62725d0a4dfd
vrcp14sd xmm3, xmm3, qword ptr [r15 + 127] // 62d2e5084d9f7f000000
vrcp14sd xmm1, xmm20, xmm1 // 62f2dd004dc9
vrsqrt14ss xmm7 {k2} {z}, xmm1, dword ptr [r15 + 4*rbx] // 62d2758a4f3c9f
vrsqrt14ss xmm13, xmm3, xmm7 // 627265084fef
vrsqrt14sd xmm12, xmm8, qword ptr [rsp + 8*rbx + 1] // 6272bd084fa4dc01000000
vrsqrt14sd xmm4, xmm12, xmm4 // 62f29d084fe4
vmovups xmmword ptr [r13 - 4128], xmm4 // c4c17811a5e0efffff
vmovups xmm13, xmmword ptr [r12 + 127] // c44178106c247f
vmovups xmm0, xmm7 // c5f811f8
vmovups ymmword ptr [rbx + 8*rax + 1], ymm4 // c5fc1164c301
vmovups ymm5 {k1} {z}, ymmword ptr [rdi - 516] // 62f17ca910affcfdffff
vmovups ymm15, ymm4 // c4c17c11e7
vmovups zmmword ptr [r8 + 2*r12 - 2147483648], zmm5 // 62917c4811ac6000000080
vmovups zmm15, zmmword ptr [r13 + 2] // 62517c4810bd02000000
vmovups zmm1, zmm15 // 62717c4811f9
vmovupd xmmword ptr [rax + 2*rbx - 129], xmm12 // c57911a4587fffffff
vmovupd xmm1, xmmword ptr [r12 + 2*rax - 2147483648] // c4c179108c4400000080
vmovupd xmm15 {k2}, xmm8 // 6251fd0a11c7
vmovupd ymmword ptr [rdi + r12 - 2147483648], ymm8 // c4217d11842700000080
vmovupd ymm5, ymmword ptr [rdi + 32] // c5fd106f20
vmovupd ymm12, ymm13 // c4417d11ec
vmovupd zmmword ptr [rax + 8*rdi + 254] {k1}, zmm5 // 62f1fd4911acf8fe000000
vmovupd zmm8 {k7} {z}, zmmword ptr [r15 - 129] // 6251fdcf10877fffffff
vmovupd zmm8, zmm0 // 62d1fd4811c0
vmovaps xmmword ptr [rbp + 2*rbx + 128] {k7}, xmm0 // 62f17c0f29445d08
vmovaps xmm0 {k7} {z}, xmmword ptr [r15 + 127] // 62d17c8f28877f000000
vmovaps xmm13, xmm13 // c4417829ed
vmovaps ymmword ptr [rbx + 2*rdi + 128] {k1}, ymm12 // 62717c2929647b04
vmovaps ymm0, ymmword ptr [rdi + 8*rbx + 2147483647] // c5fc2884dfffffff7f
vmovaps ymm1, ymm0 // c5fc29c1
vmovaps zmmword ptr [r13 + rbp] {k7}, zmm0 // 62d17c4f29442d00
vmovaps zmm20, zmmword ptr [rsp + 2048] // 62e17c4828642420
vmovaps zmm27, zmm27 // 62017c4829db
vmovapd xmmword ptr [r8 - 8192], xmm13 // c4417929a800e0ffff
vmovapd xmm5 {k1}, xmmword ptr [r15 + r8 + 128] // 6291fd09286c0708
vmovapd xmm4 {k2}, xmm15 // 6271fd0a29fc
vmovapd ymmword ptr [r8 + 127], ymm7 // c4c17d29787f
vmovapd ymm7 {k1}, ymmword ptr [rsp + r8] // 62b1fd29283c04
vmovapd ymm12 {k7} {z}, ymm12 // 6251fdaf29e4
vmovapd zmmword ptr [r12 + 127], zmm1 // 62d1fd48298c247f000000
vmovapd zmm13, zmmword ptr [r15 + 4*rbx + 1] // 6251fd4828ac9f01000000
vmovapd zmm15, zmm13 // 6251fd4829ef
vmovntps xmmword ptr [rbx - 128], xmm7 // c5f82b7b80
vmovntps ymmword ptr [2*rdi - 128], ymm12 // c57c2b247d80ffffff
vmovntps zmmword ptr [r12 + 127], zmm1 // 62d17c482b8c247f000000
vmovntpd xmmword ptr [r15 + rdi + 2147483647], xmm5 // c4c1792bac3fffffff7f
vmovntpd ymmword ptr [rdi + 256], ymm13 // c57d2baf00010000
vmovntpd zmmword ptr [r13 - 4128], zmm7 // 62d1fd482bbde0efffff
vaddps xmm0 {k1} {z}, xmm1, xmmword ptr [rbx + 4096] // 62f17489588300100000
vaddps xmm15 {k1}, xmm15, xmm3 // 6271040958fb
vaddps ymm7, ymm0, ymmword ptr [r8 + 1] // c4c17c587801
vaddps ymm1 {k1} {z}, ymm3, ymm15 // 62d164a958cf
vaddps zmm5, zmm3, zmmword ptr [rdi + 4*rbp - 128] // 62f16448586caffe
vaddps zmm1, zmm3, zmm0, {ru-sae} // 62f1645858c8
vaddpd xmm7, xmm3, xmmword ptr [r15 + 127] // c4c161587f7f
vaddpd xmm4 {k7} {z}, xmm13, xmm3 // 62f1958f58e3
vaddpd ymm7, ymm3, ymmword ptr [r15 + 1016] // c4c16558bff8030000
vaddpd ymm15, ymm7, ymm5 // c54558fd
vaddpd zmm1, zmm13, zmmword ptr [r15 + 32] // 62d19548588f20000000
vaddpd zmm7, zmm15, zmm3, {rz-sae} // 62f1857858fb
vsubps xmm31 {k1} {z}, xmm20, xmmword ptr [r12 - 1032] // 62415c815cbc24f8fbffff
vsubps xmm8, xmm0, xmm20 // 62317c085cc4
vsubps ymm27 {k1} {z}, ymm20, dword ptr [rdi]{1to8} // 62615cb15c1f
vsubps ymm16 {k1}, ymm0, ymm5 // 62e17c295cc5
vsubps zmm12 {k7} {z}, zmm1, zmmword ptr [1] // 627174cf5c242501000000
vsubps zmm3, zmm1, zmm13 // 62d174485cdd
vsubpd xmm12, xmm5, xmmword ptr [r12 + 127] // c441515c64247f
vsubpd xmm5, xmm13, xmm1 // c5915ce9
vsubpd ymm5, ymm5, qword ptr [rsp + 2*r13 + 2147483647]{1to4} // 62b1d5385cac6cffffff7f
vsubpd ymm8, ymm8, ymm7 // c53d5cc7
vsubpd zmm15 {k2} {z}, zmm15, zmmword ptr [r13 + 16] // 625185ca5cbd10000000
vsubpd zmm3 {k1}, zmm0, zmm4, {ru-sae} // 62f1fd595cdc
vmulps xmm7, xmm31, xmmword ptr [r12 + 8*r8 + 16] // 62910400597cc401
vmulps xmm4 {k7}, xmm0, xmm8 // 62d17c0f59e0
vmulps ymm5, ymm12, ymmword ptr [r15 + 4*rdi - 128] // c4c11c596cbf80
vmulps ymm0 {k2} {z}, ymm13, ymm15 // 62d114aa59c7
vmulps zmm7, zmm12, dword ptr [rsp + 1]{1to16} // 62f11c5859bc2401000000
vmulps zmm20, zmm5, zmm0 // 62e1544859e0
vmulpd xmm13, xmm7, xmmword ptr [r8 + r13 + 128] // c4014159ac2880000000
vmulpd xmm20, xmm4, xmm31 // 6281dd0859e7
vmulpd ymm0 {k1} {z}, ymm13, ymmword ptr [r13 + 8*r12 - 512] // 629195a95944e5f0
vmulpd ymm5, ymm15, ymm8 // c4c10559e8
vmulpd zmm1, zmm5, zmmword ptr [rdi + 2*r12 - 516] // 62b1d548598c67fcfdffff
vmulpd zmm1, zmm15, zmm3 // 62f1854859cb
vdivps xmm13 {k1}, xmm0, xmmword ptr [r12] // 62517c095e2c24
vdivps xmm15, xmm8, xmm0 // c5385ef8
vdivps ymm1, ymm15, ymmword ptr [r13 + 2147483647] // c4c1045e8dffffff7f
vdivps ymm0, ymm1, ymm31 // 629174285ec7
vdivps zmm1 {k7} {z}, zmm5, dword ptr [rbx + r8]{1to16} // 62b154df5e0c03
vdivps zmm4, zmm12, zmm3, {ru-sae} // 62f11c585ee3
vdivpd xmm0, xmm8, qword ptr [r8 + rax]{1to2} // 62d1bd185e0400
vdivpd xmm3, xmm4, xmm15 // c4c1595edf
vdivpd ymm4, ymm5, ymmword ptr [rax - 4096] // c5d55ea000f0ffff
vdivpd ymm13, ymm5, ymm7 // c5555eef
vdivpd zmm15 {k1}, zmm31, qword ptr [r8 + 1]{1to8} // 625185515eb801000000
vdivpd zmm20 {k2}, zmm16, zmm15 // 62c1fd425ee7
vminps xmm15, xmm15, xmmword ptr [rsp + 4*r13] // c421005d3cac
vminps xmm5, xmm20, xmm15 // 62d15c005def
vminps ymm12, ymm4, ymmword ptr [rax + 1016] // c55c5da0f8030000
vminps ymm31, ymm12, ymm4 // 62611c285dfc
vminps zmm16 {k2} {z}, zmm0, zmmword ptr [r12 + 2*r8 + 2147483647] // 62817cca5d8444ffffff7f
vminps zmm1, zmm3, zmm20 // 62b164485dcc
vminpd xmm13, xmm8, xmmword ptr [127] // c5395d2c257f000000
vminpd xmm5, xmm3, xmm0 // c5e15de8
vminpd ymm15, ymm5, ymmword ptr [r12 - 128] // c441555d7c2480
vminpd ymm7 {k7} {z}, ymm1, ymm8 // 62d1f5af5df8
vminpd zmm13 {k7}, zmm15, qword ptr [rsp + 2*r12 + 2]{1to8} // 6231855f5dac6402000000
vminpd zmm31 {k7}, zmm1, zmm8 // 6241f54f5df8
vmaxps xmm3, xmm8, xmmword ptr [rbp] // c5b85f5d00
vmaxps xmm7 {k2}, xmm5, xmm12 // 62d1540a5ffc
vmaxps ymm16, ymm31, ymmword ptr [rbx + 2*r13] // 62a104205f046b
vmaxps ymm16, ymm4, ymm31 // 62815c285fc7
vmaxps zmm1, zmm5, zmmword ptr [rdi + 4*rax - 2147483648] // 62f154485f8c8700000080
vmaxps zmm27 {k7}, zmm12, zmm16 // 62211c4f5fd8
vmaxpd xmm15, xmm16, qword ptr [rsp + r13 - 256]{1to2} // 6231fd105f7c2ce0
vmaxpd xmm13, xmm15, xmm4 // c5015fec
vmaxpd ymm3, ymm12, ymmword ptr [rbp + 1] // c59d5f5d01
vmaxpd ymm1 {k7} {z}, ymm8, ymm7 // 62f1bdaf5fcf
vmaxpd zmm27, zmm8, qword ptr [rsp + 2*r8 - 512]{1to8} // 6221bd585f5c44c0
vmaxpd zmm5 {k1}, zmm12, zmm8 // 62d19d495fe8
vsqrtps xmm12 {k7} {z}, xmmword ptr [rbx + r13 + 4096] // 62317c8f51a42b00100000
vsqrtps xmm1, xmm3 // c5f851cb
vsqrtps ymm12, dword ptr [rdi]{1to8} // 62717c385127
vsqrtps ymm15 {k7} {z}, ymm15 // 62517caf51ff
vsqrtps zmm8, dword ptr [rbx + rbx]{1to16} // 62717c5851041b
vsqrtps zmm5 {k2}, zmm4, {ru-sae} // 62f17c5a51ec
vsqrtpd xmm7, qword ptr [2*r13]{1to2} // 62b1fd18513c6d00000000
vsqrtpd xmm5 {k2} {z}, xmm12 // 62d1fd8a51ec
vsqrtpd ymm15 {k2} {z}, ymmword ptr [rax + 4*r12 - 256] // 6231fdaa517ca0f8
vsqrtpd ymm8, ymm13 // c4417d51c5
vsqrtpd zmm15 {k2} {z}, zmmword ptr [r13] // 6251fdca517d00
vsqrtpd zmm12, zmm1 // 6271fd4851e1
vfmadd132ps xmm27, xmm16, dword ptr [r15 + 8*rbx]{1to4} // 62427d10981cdf
vfmadd132ps xmm3, xmm12, xmm12 // c4c21998dc
vfmadd132ps ymm12 {k2} {z}, ymm3, ymmword ptr [rdi + r8 + 32] // 623265aa98640701
vfmadd132ps ymm27, ymm13, ymm31 // 6202152898df
vfmadd132ps zmm15, zmm4, zmmword ptr [rsp + 2*r8 + 8] // 62325d4898bc4408000000
vfmadd132ps zmm3 {k7}, zmm4, zmm15, {ru-sae} // 62d25d5f98df
vfmadd132pd xmm12, xmm15, xmmword ptr [r15 + 2*rbx - 2064] // c4428198a45ff0f7ffff
vfmadd132pd xmm4, xmm4, xmm5 // c4e2d998e5
vfmadd132pd ymm12, ymm4, ymmword ptr [rbp + 127] // c462dd98657f
vfmadd132pd ymm16, ymm3, ymm15 // 62c2e52898c7
vfmadd132pd zmm4 {k1}, zmm3, qword ptr [r15 + 8*rdi + 1]{1to8} // 62d2e55998a4ff01000000
vfmadd132pd zmm13 {k7} {z}, zmm1, zmm13 // 6252f5cf98ed
vfmadd213ps xmm4, xmm8, xmmword ptr [rax + rax] // c4e239a82400
vfmadd213ps xmm20, xmm4, xmm4 // 62e25d08a8e4
vfmadd213ps ymm15, ymm12, ymmword ptr [rax + r12 + 127] // c4221da87c207f
vfmadd213ps ymm5, ymm13, ymm3 // c4e215a8eb
vfmadd213ps zmm16, zmm3, zmmword ptr [rdi - 128] // 62e26548a847fe
vfmadd213ps zmm3 {k1} {z}, zmm0, zmm5 // 62f27dc9a8dd
vfmadd213pd xmm3 {k1}, xmm27, xmmword ptr [r13] // 62d2a501a85d00
vfmadd213pd xmm7, xmm1, xmm12 // c4c2f1a8fc
vfmadd213pd ymm3, ymm12, ymmword ptr [rsp + 1] // c4e29da85c2401
vfmadd213pd ymm1 {k7}, ymm5, ymm0 // 62f2d52fa8c8
vfmadd213pd zmm27, zmm12, zmmword ptr [-256] // 62629d48a81c2500ffffff
vfmadd213pd zmm20, zmm0, zmm20 // 62a2fd48a8e4
vfmadd231ps xmm20 {k7} {z}, xmm16, xmmword ptr [r15 + r8] // 62827d87b82407
vfmadd231ps xmm12 {k1} {z}, xmm4, xmm5 // 62725d89b8e5
vfmadd231ps ymm7, ymm5, ymmword ptr [r13 + 4*rdi + 127] // c4c255b87cbd7f
vfmadd231ps ymm27 {k2} {z}, ymm3, ymm8 // 624265aab8d8
vfmadd231ps zmm3 {k1}, zmm5, zmmword ptr [r12 + 2*r15 + 127] // 62925549b89c7c7f000000
vfmadd231ps zmm5 {k1}, zmm12, zmm0 // 62f21d49b8e8
vfmadd231pd xmm0, xmm4, xmmword ptr [r12 - 129] // c4c2d9b884247fffffff
vfmadd231pd xmm5 {k1} {z}, xmm5, xmm1 // 62f2d589b8e9
vfmadd231pd ymm8 {k2} {z}, ymm8, ymmword ptr [rdi + r12 + 128] // 6232bdaab8442704
vfmadd231pd ymm4 {k7}, ymm4, ymm4 // 62f2dd2fb8e4
vfmadd231pd zmm12, zmm8, zmmword ptr [r12 + 2147483647] // 6252bd48b8a424ffffff7f
vfmadd231pd zmm5 {k7}, zmm12, zmm20, {rd-sae} // 62b29d3fb8ec
vfmsub132ps xmm3 {k1}, xmm3, dword ptr [rax + 8*rax - 128]{1to4} // 62f265199a5cc0e0
vfmsub132ps xmm8, xmm4, xmm7 // c462599ac7
vfmsub132ps ymm31 {k1}, ymm16, ymmword ptr [rbp + r8 + 1] // 62227d219abc0501000000
vfmsub132ps ymm8 {k2}, ymm7, ymm4 // 6272452a9ac4
vfmsub132ps zmm0 {k2}, zmm0, zmmword ptr [rax - 2064] // 62f27d4a9a80f0f7ffff
vfmsub132ps zmm3, zmm4, zmm31 // 62925d489adf
vfmsub132pd xmm20, xmm16, qword ptr [rax + 2*rdi + 1]{1to2} // 62e2fd109aa47801000000
vfmsub132pd xmm7 {k7} {z}, xmm7, xmm12 // 62d2c58f9afc
vfmsub132pd ymm31, ymm15, ymmword ptr [rbx + 2*rdi - 2147483648] // 626285289abc7b00000080
vfmsub132pd ymm0, ymm4, ymm3 // c4e2dd9ac3
vfmsub132pd zmm4 {k7}, zmm1, qword ptr [rax + 2147483647]{1to8} // 62f2f55f9aa0ffffff7f
vfmsub132pd zmm15, zmm7, zmm8, {ru-sae} // 6252c5589af8
vfmsub213ps xmm20, xmm27, dword ptr [rax + 256]{1to4} // 62e22510aa6040
vfmsub213ps xmm4, xmm20, xmm20 // 62b25d00aae4
vfmsub213ps ymm0, ymm0, dword ptr [rbp + rbp + 16]{1to8} // 62f27d38aa442d04
vfmsub213ps ymm0, ymm7, ymm0 // c4e245aac0
vfmsub213ps zmm15 {k1} {z}, zmm16, dword ptr [rbp + 2*rdi + 127]{1to16} // 62727dd1aabc7d7f000000
vfmsub213ps zmm1 {k2}, zmm13, zmm13, {rd-sae} // 62d2153aaacd
vfmsub213pd xmm3 {k1} {z}, xmm0, qword ptr [rbx + rax]{1to2} // 62f2fd99aa1c03
vfmsub213pd xmm3 {k7} {z}, xmm8, xmm12 // 62d2bd8faadc
vfmsub213pd ymm8, ymm15, ymmword ptr [r15 + 254] // c42285aa043dfe000000
vfmsub213pd ymm31, ymm15, ymm5 // 62628528aafd
vfmsub213pd zmm13 {k1} {z}, zmm4, zmmword ptr [r12 + 8*rax + 1] // 6252ddc9aaacc401000000
vfmsub213pd zmm13 {k7} {z}, zmm1, zmm4 // 6272f5cfaaec
vfmsub231ps xmm12, xmm15, dword ptr [r12 + 127]{1to4} // 62520518baa4247f000000
vfmsub231ps xmm16, xmm27, xmm15 // 62c22500bac7
vfmsub231ps ymm16, ymm3, ymmword ptr [r15 + r8] // 62826528ba0407
vfmsub231ps ymm1, ymm15, ymm8 // c4c205bac8
vfmsub231ps zmm13, zmm3, zmmword ptr [r8 + 4*r15 + 127] // 62126548baacb87f000000
vfmsub231ps zmm27, zmm15, zmm16, {rn-sae} // 62220518bad8
vfmsub231pd xmm0 {k2}, xmm12, xmmword ptr [rax - 128] // 62f29d0aba40f8
vfmsub231pd xmm1, xmm20, xmm5 // 62f2dd00bacd
vfmsub231pd ymm1, ymm8, ymmword ptr [2*rdi - 128] // c4e2bdba0c7d80ffffff
vfmsub231pd ymm12 {k1} {z}, ymm13, ymm13 // 625295a9bae5
vfmsub231pd zmm3, zmm0, zmmword ptr [r15 - 516] // 62d2fd48ba9ffcfdffff
vfmsub231pd zmm7, zmm16, zmm13, {rz-sae} // 62d2fd70bafd
vfnmadd132ps xmm8, xmm13, dword ptr [rax + 8*r15]{1to4} // 623215189c04f8
vfnmadd132ps xmm7, xmm27, xmm15 // 62d225009cff
vfnmadd132ps ymm0 {k1}, ymm0, ymmword ptr [rbp + 127] // 62f27d299c857f000000
vfnmadd132ps ymm1, ymm13, ymm16 // 62b215289cc8
vfnmadd132ps zmm4, zmm4, zmmword ptr [128] // 62f25d489c242580000000
vfnmadd132ps zmm0, zmm15, zmm1 // 62f205489cc1
vfnmadd132pd xmm15 {k7}, xmm0, xmmword ptr [-128] // 6272fd0f9c3c2580ffffff
vfnmadd132pd xmm1 {k2} {z}, xmm3, xmm7 // 62f2e58a9ccf
vfnmadd132pd ymm3, ymm16, ymmword ptr [rax + rbx + 16] // 62f2fd209c9c1810000000
vfnmadd132pd ymm15, ymm27, ymm1 // 6272a5209cf9
vfnmadd132pd zmm13 {k2}, zmm15, zmmword ptr [r12 + 2032] // 6252854a9cac24f0070000
vfnmadd132pd zmm3, zmm15, zmm8 // 62d285489cd8
vfnmadd213ps xmm5 {k1} {z}, xmm8, xmmword ptr [r12 + 1] // 62d23d89acac2401000000
vfnmadd213ps xmm16, xmm15, xmm8 // 62c20508acc0
vfnmadd213ps ymm15, ymm4, ymmword ptr [rbp + 2*rdi + 2147483647] // c4625dacbc7dffffff7f
vfnmadd213ps ymm13, ymm5, ymm3 // c46255aceb
vfnmadd213ps zmm5, zmm1, zmmword ptr [rdi] // 62f27548ac2f
vfnmadd213ps zmm3, zmm7, zmm5 // 62f24548acdd
vfnmadd213pd xmm12 {k7}, xmm12, qword ptr [r8 + 1016]{1to2} // 62529d1fac607f
vfnmadd213pd xmm3 {k7}, xmm1, xmm3 // 62f2f50facdb
vfnmadd213pd ymm7 {k7}, ymm27, qword ptr [rbx + r12 + 128]{1to4} // 62b2a537ac7c2310
vfnmadd213pd ymm12 {k7}, ymm0, ymm12 // 6252fd2face4
vfnmadd213pd zmm8, zmm8, zmmword ptr [rax] // 6272bd48ac00
vfnmadd213pd zmm27 {k2} {z}, zmm3, zmm13 // 6242e5caacdd
vfnmadd231ps xmm16, xmm7, xmmword ptr [rdi - 128] // 62e24508bc47f8
vfnmadd231ps xmm15, xmm13, xmm12 // c44211bcfc
vfnmadd231ps ymm0 {k2}, ymm4, dword ptr [rbx + 127]{1to8} // 62f25d3abc837f000000
vfnmadd231ps ymm1, ymm31, ymm5 // 62f20520bccd
vfnmadd231ps zmm0 {k2}, zmm0, zmmword ptr [rax + 4*rdi + 128] // 62f27d4abc44b802
vfnmadd231ps zmm7 {k1} {z}, zmm5, zmm4 // 62f255c9bcfc
vfnmadd231pd xmm13, xmm16, xmmword ptr [rax + 2*r15 - 2147483648] // 6232fd00bcac7800000080
vfnmadd231pd xmm13 {k7} {z}, xmm0, xmm16 // 6232fd8fbce8
vfnmadd231pd ymm3, ymm5, qword ptr [rbx + 4*rbp + 2147483647]{1to4} // 62f2d538bc9cabffffff7f
vfnmadd231pd ymm0, ymm20, ymm3 // 62f2dd20bcc3
vfnmadd231pd zmm15, zmm15, zmmword ptr [rdi + r13 + 127] // 62328548bcbc2f7f000000
vfnmadd231pd zmm3 {k1}, zmm12, zmm1 // 62f29d49bcd9
vfnmsub132ps xmm31 {k7} {z}, xmm7, xmmword ptr [rax - 2147483648] // 6262458f9eb800000080
vfnmsub132ps xmm7 {k2}, xmm13, xmm8 // 62d2150a9ef8
vfnmsub132ps ymm13, ymm7, ymmword ptr [rbp + 4*rbp - 258] // c462459eacadfefeffff
vfnmsub132ps ymm1 {k1}, ymm20, ymm27 // 62925d219ecb
vfnmsub132ps zmm7, zmm7, zmmword ptr [rbp + 2*rax + 256] // 62f245489e7c4504
vfnmsub132ps zmm3 {k1} {z}, zmm15, zmm15 // 62d205c99edf
vfnmsub132pd xmm4, xmm1, xmmword ptr [rbp] // c4e2f19e6500
vfnmsub132pd xmm16, xmm4, xmm8 // 62c2dd089ec0
vfnmsub132pd ymm20, ymm20, qword ptr [rdi + r12 + 64]{1to4} // 62a2dd309e642708
vfnmsub132pd ymm7, ymm8, ymm12 // c4c2bd9efc
vfnmsub132pd zmm4, zmm15, qword ptr [rbx + 2048]{1to8} // 62f285589ea300080000
vfnmsub132pd zmm0, zmm3, zmm4 // 62f2e5489ec4
vfnmsub213ps xmm1 {k1}, xmm5, xmmword ptr [rsp + 128] // 62f25509ae4c2408
vfnmsub213ps xmm20 {k1} {z}, xmm0, xmm20 // 62a27d89aee4
vfnmsub213ps ymm12 {k1}, ymm20, dword ptr [r8 + 8*rax]{1to8} // 62525d31ae24c0
vfnmsub213ps ymm12, ymm0, ymm5 // c4627daee5
vfnmsub213ps zmm8, zmm7, zmmword ptr [r8 + 2] // 62524548ae8002000000
vfnmsub213ps zmm1, zmm0, zmm0 // 62f27d48aec8
vfnmsub213pd xmm3, xmm7, qword ptr [r13 + 2*r13 + 1]{1to2} // 6292c518ae9c6d01000000
vfnmsub213pd xmm7, xmm31, xmm20 // 62b28500aefc
vfnmsub213pd ymm27 {k2} {z}, ymm27, qword ptr [r15]{1to4} // 6242a5b2ae1f
vfnmsub213pd ymm4, ymm1, ymm15 // c4c2f5aee7
vfnmsub213pd zmm5, zmm16, qword ptr [r15 - 128]{1to8} // 62d2fd50ae6ff0
vfnmsub213pd zmm13, zmm8, zmm3, {rd-sae} // 6272bd38aeeb
vfnmsub231ps xmm7 {k2} {z}, xmm1, dword ptr [rdi + 4*rax - 128]{1to4} // 62f2759abe7c87e0
vfnmsub231ps xmm16, xmm15, xmm12 // 62c20508bec4
vfnmsub231ps ymm1, ymm7, ymmword ptr [rsp + 2*rax + 4] // c4e245be4c4404
vfnmsub231ps ymm12, ymm31, ymm16 // 62320520bee0
vfnmsub231ps zmm5, zmm4, dword ptr [r12 + 2*rax + 32]{1to16} // 62d25d58be6c4408
vfnmsub231ps zmm16 {k2} {z}, zmm12, zmm31 // 62821dcabec7
vfnmsub231pd xmm3, xmm27, qword ptr [r8 - 256]{1to2} // 62d2a510be58e0
vfnmsub231pd xmm8 {k1} {z}, xmm3, xmm13 // 6252e589bec5
vfnmsub231pd ymm15, ymm3, qword ptr [0]{1to4} // 6272e538be3c2500000000
vfnmsub231pd ymm1 {k2}, ymm8, ymm4 // 62f2bd2abecc
vfnmsub231pd zmm13, zmm1, qword ptr [rdi + 127]{1to8} // 6272f558beaf7f000000
vfnmsub231pd zmm7, zmm7, zmm3 // 62f2c548befb
vfmaddsub132ps xmm0, xmm5, xmmword ptr [rdi + 8*r15 - 2064] // c4a2519684fff0f7ffff
vfmaddsub132ps xmm0 {k1} {z}, xmm15, xmm3 // 62f2058996c3
vfmaddsub132ps ymm1 {k2}, ymm5, ymmword ptr [rsp + 8*rax - 2147483648] // 62f2552a968cc400000080
vfmaddsub132ps ymm8, ymm3, ymm5 // c4626596c5
vfmaddsub132ps zmm3, zmm7, zmmword ptr [r13 + 4*r13 + 1] // 62924548969cad01000000
vfmaddsub132ps zmm5, zmm7, zmm1, {rz-sae} // 62f2457896e9
vfmaddsub132pd xmm15, xmm0, qword ptr [r15 + 4*rdi - 129]{1to2} // 6252fd1896bcbf7fffffff
vfmaddsub132pd xmm4, xmm3, xmm4 // c4e2e196e4
vfmaddsub132pd ymm7 {k7} {z}, ymm13, qword ptr [r8 + 2*rbp + 1]{1to4} // 62d295bf96bc6801000000
vfmaddsub132pd ymm3 {k7} {z}, ymm0, ymm12 // 62d2fdaf96dc
vfmaddsub132pd zmm13 {k2} {z}, zmm20, zmmword ptr [4*rax - 2147483648] // 6272ddc2962c8500000080
vfmaddsub132pd zmm12, zmm3, zmm12 // 6252e54896e4
vfmaddsub213ps xmm0, xmm12, dword ptr [r13 + 8*rdi - 4128]{1to4} // 62d21d18a684fde0efffff
vfmaddsub213ps xmm15, xmm5, xmm8 // c44251a6f8
vfmaddsub213ps ymm8, ymm4, ymmword ptr [rbp + rax + 1] // c4625da6440501
vfmaddsub213ps ymm16 {k2} {z}, ymm1, ymm5 // 62e275aaa6c5
vfmaddsub213ps zmm8, zmm7, zmmword ptr [r8 - 2048] // 62524548a640e0
vfmaddsub213ps zmm8, zmm16, zmm20 // 62327d40a6c4
vfmaddsub213pd xmm5 {k7}, xmm20, xmmword ptr [2*rdi + 8128] // 62f2dd07a62c7dc01f0000
vfmaddsub213pd xmm8, xmm4, xmm0 // c462d9a6c0
vfmaddsub213pd ymm12, ymm7, ymmword ptr [rbx + 4*r8 + 4096] // c422c5a6a48300100000
vfmaddsub213pd ymm5, ymm8, ymm8 // c4c2bda6e8
vfmaddsub213pd zmm16, zmm8, zmmword ptr [r8 + rax - 128] // 62c2bd48a64400fe
vfmaddsub213pd zmm16 {k1}, zmm4, zmm31 // 6282dd49a6c7
vfmaddsub231ps xmm15, xmm4, xmmword ptr [r8 + 2*r13 - 129] // c40259b6bc687fffffff
vfmaddsub231ps xmm1, xmm4, xmm5 // c4e259b6cd
vfmaddsub231ps ymm4, ymm13, ymmword ptr [r13 + 4*rbp - 256] // c4c215b6a4ad00ffffff
vfmaddsub231ps ymm4, ymm4, ymm15 // c4c25db6e7
vfmaddsub231ps zmm5, zmm5, zmmword ptr [rbp + r8 + 32] // 62b25548b6ac0520000000
vfmaddsub231ps zmm12, zmm15, zmm20 // 62320548b6e4
vfmaddsub231pd xmm31 {k2}, xmm8, xmmword ptr [rbx + r12 - 258] // 6222bd0ab6bc23fefeffff
vfmaddsub231pd xmm13, xmm3, xmm13 // c442e1b6ed
vfmaddsub231pd ymm15, ymm0, ymmword ptr [r12 + 2*r13 - 512] // c402fdb6bc6c00feffff
vfmaddsub231pd ymm3, ymm4, ymm20 // 62b2dd28b6dc
vfmaddsub231pd zmm1, zmm0, zmmword ptr [rbp + 2*r8] // 62b2fd48b64c4500
vfmaddsub231pd zmm7 {k7} {z}, zmm12, zmm1 // 62f29dcfb6f9
vfmsubadd132ps xmm5, xmm12, xmmword ptr [rdi + 8192] // c4e21997af00200000
vfmsubadd132ps xmm7, xmm8, xmm8 // c4c23997f8
vfmsubadd132ps ymm0, ymm1, dword ptr [r15]{1to8} // 62d275389707
vfmsubadd132ps ymm3 {k1}, ymm12, ymm13 // 62d21d2997dd
vfmsubadd132ps zmm7, zmm15, zmmword ptr [r12 + 2*r12 + 1024] // 62920548977c6410
vfmsubadd132ps zmm16 {k1} {z}, zmm27, zmm15 // 62c225c197c7
vfmsubadd132pd xmm12 {k2} {z}, xmm15, qword ptr [rbx + 1024]{1to2} // 6272859a97a300040000
vfmsubadd132pd xmm8 {k1}, xmm5, xmm13 // 6252d50997c5
vfmsubadd132pd ymm4 {k7} {z}, ymm3, ymmword ptr [rsp + r15] // 62b2e5af97243c
vfmsubadd132pd ymm5, ymm1, ymm8 // c4c2f597e8
vfmsubadd132pd zmm4, zmm8, zmmword ptr [rax + r13 + 1016] // 62b2bd4897a428f8030000
vfmsubadd132pd zmm27 {k1} {z}, zmm7, zmm31, {rn-sae} // 6202c59997df
vfmsubadd213ps xmm13, xmm4, xmmword ptr [rsp + rbx - 128] // c46259a76c1c80
vfmsubadd213ps xmm3, xmm1, xmm8 // c4c271a7d8
vfmsubadd213ps ymm13 {k1} {z}, ymm0, dword ptr [r15 - 258]{1to8} // 62527db9a7affefeffff
vfmsubadd213ps ymm15 {k1} {z}, ymm8, ymm8 // 62523da9a7f8
vfmsubadd213ps zmm5, zmm3, dword ptr [r13 + r12 + 1]{1to16} // 62926558a7ac2501000000
vfmsubadd213ps zmm4, zmm5, zmm0 // 62f25548a7e0
vfmsubadd213pd xmm1, xmm20, qword ptr [r8 + 1]{1to2} // 62d2dd10a78801000000
vfmsubadd213pd xmm12 {k2} {z}, xmm12, xmm8 // 62529d8aa7e0
vfmsubadd213pd ymm8, ymm27, ymmword ptr [r12 - 2147483648] // 6252a520a7842400000080
vfmsubadd213pd ymm13 {k7}, ymm4, ymm12 // 6252dd2fa7ec
vfmsubadd213pd zmm7, zmm3, zmmword ptr [r15 - 8192] // 62d2e548a77f80
vfmsubadd213pd zmm15 {k7} {z}, zmm4, zmm0 // 6272ddcfa7f8
vfmsubadd231ps xmm3 {k1} {z}, xmm1, xmmword ptr [rbx + r15 - 8192] // 62b27589b79c3b00e0ffff
vfmsubadd231ps xmm16, xmm1, xmm1 // 62e27508b7c1
vfmsubadd231ps ymm31, ymm20, ymmword ptr [r12 + 128] // 62425d20b77c2404
vfmsubadd231ps ymm12, ymm0, ymm16 // 62327d28b7e0
vfmsubadd231ps zmm4, zmm1, zmmword ptr [rbx + r13 + 4064] // 62b27548b7a42be00f0000
vfmsubadd231ps zmm15, zmm7, zmm31 // 62124548b7ff
vfmsubadd231pd xmm12, xmm0, xmmword ptr [rsp + 8*r8 + 4064] // c422f9b7a4c4e00f0000
vfmsubadd231pd xmm5, xmm1, xmm12 // c4c2f1b7ec
vfmsubadd231pd ymm15, ymm12, qword ptr [rdi + 127]{1to4} // 62729d38b7bf7f000000
vfmsubadd231pd ymm16 {k2}, ymm31, ymm27 // 62828522b7c3
vfmsubadd231pd zmm13 {k2}, zmm16, qword ptr [rsp + 4*r15 + 2147483647]{1to8} // 6232fd52b7acbcffffff7f
vfmsubadd231pd zmm7 {k1} {z}, zmm8, zmm0 // 62f2bdc9b7f8
vroundps xmm4, xmmword ptr [rbp + 8*r12 - 8256], 2 // c4a37908a4e5c0dfffff02
vroundps xmm15, xmm3, 3 // c4637908fb03
vroundps ymm1, ymmword ptr [rbx + rbp + 1], 1 // c4e37d084c2b0101
vroundps ymm5, ymm8, 3 // c4c37d08e803
vroundpd xmm3, xmmword ptr [rsp + rbx + 512], 2 // c4e379099c1c0002000002
vroundpd xmm1, xmm15, 2 // c4c37909cf02
vroundpd ymm3, ymmword ptr [rsp + 2*rbp + 256], 1 // c4e37d099c6c0001000001
vroundpd ymm12, ymm15, 0 // c4437d09e700
vrndscaleps xmm8, xmmword ptr [r12 + 2*r12 - 128], 0 // 62137d08084464f800
vrndscaleps xmm1, xmm12, 0 // 62d37d0808cc00
vrndscaleps ymm13, ymmword ptr [rdi + rax + 2147483647], 3 // 62737d2808ac07ffffff7f03
vrndscaleps ymm16, ymm12, 0 // 62c37d2808c400
vrndscaleps zmm5, zmmword ptr [rbp + rax - 128], 1 // 62f37d48086c05fe01
vrndscaleps zmm15, zmm4, 2 // 62737d4808fc02
vrndscalepd xmm13 {k7}, xmmword ptr [r15 + 8*rbx - 2147483648], 3 // 6253fd0f09acdf0000008003
vrndscalepd xmm1, xmm4, 2 // 62f3fd0809cc02
vrndscalepd ymm12, ymmword ptr [rax - 516], 3 // 6273fd2809a0fcfdffff03
vrndscalepd ymm7, ymm7, 3 // 62f3fd2809ff03
vrndscalepd zmm1, zmmword ptr [r8 - 4128], 3 // 62d3fd480988e0efffff03
vrndscalepd zmm7 {k7}, zmm1, 1 // 62f3fd4f09f901
vcmpps xmm5, xmm12, xmmword ptr [rax - 1032], 0 // c598c2a8f8fbffff00
vcmpps xmm1, xmm3, xmm4, 1 // c5e0c2cc01
vcmpps ymm4, ymm13, ymmword ptr [rsp + 4*rdi + 127], 2 // c594c264bc7f02
vcmpps ymm15, ymm0, ymm0, 3 // c57cc2f803
vcmppd xmm3, xmm15, xmmword ptr [rbx + 2*rdi + 2], 1 // c581c25c7b0201
vcmppd xmm5, xmm3, xmm3, 3 // c5e1c2eb03
vcmppd ymm5, ymm7, ymmword ptr [rbx + 2*rbp + 127], 3 // c5c5c26c6b7f03
vcmppd ymm0, ymm5, ymm3, 3 // c5d5c2c303
vcmpps k1 {k7}, xmm5, xmmword ptr [rbp + 127], 0 // 62f1540fc28d7f00000000
vcmpps k0, xmm3, xmm8, 2 // 62d16408c2c002
vcmpps k2 {k1}, ymm5, ymmword ptr [r12 - 128], 2 // 62d15429c25424fc02
vcmpps k1 {k7}, ymm8, ymm20, 1 // 62b13c2fc2cc01
vcmpps k7, zmm7, zmmword ptr [r15 + 2*r8 - 128], 2 // 62914448c27c47fe02
vcmpps k5, zmm31, zmm5, {sae}, 0 // 62f10450c2ed00
vcmppd k5, xmm13, xmmword ptr [r8 - 4096], 2 // 62d19508c2a800f0ffff02
vcmppd k7 {k2}, xmm0, xmm16, 2 // 62b1fd0ac2f802
vcmppd k4, ymm12, ymmword ptr [r15 - 256], 3 // 62d19d28c267f803
vcmppd k7, ymm1, ymm8, 1 // 62d1f528c2f801
vcmppd k1, zmm4, zmmword ptr [r8 + 4*r13 + 4064], 2 // 6291dd48c28ca8e00f000002
vcmppd k6 {k2}, zmm5, zmm4, 2 // 62f1d54ac2f402
vandps xmm15, xmm7, xmmword ptr [r8 + 1] // c44140547801
vandps xmm5, xmm13, xmm8 // c4c11054e8
vandps ymm8 {k7} {z}, ymm3, ymmword ptr [rbx + r15 - 2048] // 623164af54443bc0
vandps ymm7, ymm15, ymm12 // c4c10454fc
vandps zmm4, zmm8, zmmword ptr [r13 + 4*r15 + 2147483647] // 62913c4854a4bdffffff7f
vandps zmm15, zmm13, zmm5 // 6271144854fd
vandpd xmm16, xmm1, qword ptr [rdi + 2147483647]{1to2} // 62e1f5185487ffffff7f
vandpd xmm4 {k1}, xmm8, xmm0 // 62f1bd0954e0
vandpd ymm7, ymm1, ymmword ptr [rax - 2147483648] // c5f554b800000080
vandpd ymm31, ymm1, ymm7 // 6261f52854ff
vandpd zmm4 {k1}, zmm4, qword ptr [r13 + r8 + 127]{1to8} // 6291dd5954a4057f000000
vandpd zmm8 {k1} {z}, zmm5, zmm7 // 6271d5c954c7
vandnps xmm12, xmm15, xmmword ptr [r13 + 2*r8 + 127] // c401005564457f
vandnps xmm3, xmm20, xmm1 // 62f15c0055d9
vandnps ymm5, ymm1, dword ptr [r12 + 127]{1to8} // 62d1743855ac247f000000
vandnps ymm13 {k1}, ymm4, ymm0 // 62715c2955e8
vandnps zmm8, zmm15, zmmword ptr [rdi + rax - 2147483648] // 6271044855840700000080
vandnps zmm1, zmm31, zmm12 // 62d1044055cc
vandnpd xmm0, xmm1, xmmword ptr [r8 + 2147483647] // c4c1715580ffffff7f
vandnpd xmm0 {k2} {z}, xmm13, xmm4 // 62f1958a55c4
vandnpd ymm8 {k7}, ymm13, ymmword ptr [rsp + 1] // 6271952f55842401000000
vandnpd ymm4, ymm8, ymm20 // 62b1bd2855e4
vandnpd zmm12 {k7}, zmm5, zmmword ptr [r15 + rdi + 8192] // 6251d54f55a43f00200000
vandnpd zmm16, zmm8, zmm4 // 62e1bd4855c4
vorps xmm1, xmm4, xmmword ptr [r15 + 2*rax + 2032] // c4c158568c47f0070000
vorps xmm5 {k1}, xmm1, xmm3 // 62f1740956eb
vorps ymm1, ymm0, dword ptr [r12 + rbp - 2147483648]{1to8} // 62d17c38568c2c00000080
vorps ymm8 {k7} {z}, ymm8, ymm7 // 62713caf56c7
vorps zmm20, zmm27, zmmword ptr [rdi + 32] // 62e1244056a720000000
vorps zmm4, zmm15, zmm31 // 6291044856e7
vorpd xmm8, xmm15, qword ptr [254]{1to2} // 62718518560425fe000000
vorpd xmm5 {k2}, xmm7, xmm12 // 62d1c50a56ec
vorpd ymm1, ymm7, ymmword ptr [r8 + 2*rbx] // c4c145560c58
vorpd ymm1, ymm1, ymm0 // c5f556c8
vorpd zmm13 {k2}, zmm5, qword ptr [rbx + 256]{1to8} // 6271d55a566b20
vorpd zmm12 {k7}, zmm16, zmm16 // 6231fd4756e0
vxorps xmm27 {k2}, xmm7, xmmword ptr [r15 + 128] // 6241440a575f08
vxorps xmm3 {k1}, xmm12, xmm27 // 62911c0957db
vxorps ymm1 {k1} {z}, ymm5, ymmword ptr [r12 - 2064] // 62d154a9578c24f0f7ffff
vxorps ymm27, ymm20, ymm1 // 62615c2057d9
vxorps zmm8 {k2} {z}, zmm4, zmmword ptr [r15 + 128] // 62515cca574702
vxorps zmm16 {k7}, zmm0, zmm3 // 62e17c4f57c3
vxorpd xmm12, xmm0, xmmword ptr [rsp + 8*rbx - 2048] // c57957a4dc00f8ffff
vxorpd xmm3, xmm15, xmm15 // c4c10157df
vxorpd ymm1 {k2}, ymm27, qword ptr [r12 - 128]{1to4} // 62d1a532574c24f0
vxorpd ymm7, ymm31, ymm12 // 62d1852057fc
vxorpd zmm15, zmm0, zmmword ptr [r13 + 128] // 6251fd48577d02
vxorpd zmm12, zmm5, zmm4 // 6271d54857e4
vtestps xmm8, xmmword ptr [rax - 512] // c462790e8000feffff
vtestps xmm8, xmm0 // c462790ec0
vtestps ymm12, ymmword ptr [rax + r15] // c4227d0e2438
vtestps ymm15, ymm5 // c4627d0efd
vtestpd xmm13, xmmword ptr [rdi + 8*r13 - 8256] // c422790facefc0dfffff
vtestpd xmm13, xmm7 // c462790fef
vtestpd ymm4, ymmword ptr [2*rbx + 4] // c4e27d0f245d04000000
vtestpd ymm5, ymm0 // c4e27d0fe8
vblendvps xmm15, xmm12, xmmword ptr [r13 + 8*r8 - 1032], xmm12 // c403194abcc5f8fbffffc0
vblendvps xmm15, xmm1, xmm8, xmm4 // c443714af840
vblendvps ymm8, ymm3, ymmword ptr [rbx + 2*rdi], ymm8 // c463654a047b80
vblendvps ymm8, ymm15, ymm3, ymm3 // c463054ac330
vblendvpd xmm13, xmm1, xmmword ptr [r15 - 258], xmm7 // c443714baffefeffff70
vblendvpd xmm5, xmm1, xmm12, xmm0 // c4c3714bec00
vblendvpd ymm13, ymm12, ymmword ptr [r15 - 4128], ymm8 // c4431d4bafe0efffff80
vblendvpd ymm15, ymm13, ymm5, ymm3 // c463154bfd30
vblendps xmm8, xmm13, xmmword ptr [rdi + 8*r8], 0 // c423110c04c700
vblendps xmm13, xmm0, xmm0, 1 // c463790ce801
vblendps ymm3, ymm5, ymmword ptr [4*rax], 3 // c4e3550c1c850000000003
vblendps ymm1, ymm12, ymm5, 0 // c4e31d0ccd00
vblendpd xmm8, xmm8, xmmword ptr [rdi + 8], 0 // c463390d470800
vblendpd xmm3, xmm12, xmm13, 1 // c4c3190ddd01
vblendpd ymm15, ymm15, ymmword ptr [r12 + 2*r15 + 32], 1 // c403050d7c7c2001
vblendpd ymm13, ymm15, ymm7, 0 // c463050def00
vblendmps xmm8, xmm4, dword ptr [rax + 8*r8 + 4064]{1to4} // 62325d186584c0e00f0000
vblendmps xmm5 {k1} {z}, xmm0, xmm0 // 62f27d8965e8
vblendmps ymm12, ymm7, dword ptr [rax + 2*r12 - 128]{1to8} // 62324538656460e0
vblendmps ymm8 {k7}, ymm1, ymm1 // 6272752f65c1
vblendmps zmm27 {k1}, zmm8, zmmword ptr [rax + rax + 128] // 62623d49655c0002
vblendmps zmm4, zmm0, zmm1 // 62f27d4865e1
vblendmpd xmm16, xmm8, qword ptr [r8 - 2147483648]{1to2} // 62c2bd18658000000080
vblendmpd xmm0, xmm16, xmm31 // 6292fd0065c7
vblendmpd ymm8, ymm3, ymmword ptr [r8 + rax + 2147483647] // 6252e528658400ffffff7f
vblendmpd ymm13, ymm1, ymm0 // 6272f52865e8
vblendmpd zmm3, zmm3, zmmword ptr [r12 + 4*rbp] // 62d2e548651cac
vblendmpd zmm7 {k7} {z}, zmm20, zmm16 // 62b2ddc765f8
vmovmskps esp, xmm5 // c5f850e5
vmovmskps r13d, ymm13 // c4417c50ed
vmovmskpd ebx, xmm3 // c5f950db
vmovmskpd r12d, ymm4 // c57d50e4
vmaskmovps xmm1, xmm7, xmmword ptr [r12] // c4c2412c0c24
vmaskmovps ymm13, ymm13, ymmword ptr [rax + 2147483647] // c462152ca8ffffff7f
vmaskmovpd xmm1, xmm8, xmmword ptr [rdi + 4*rbx + 2147483647] // c4e2392d8c9fffffff7f
vmaskmovpd ymm15, ymm4, ymmword ptr [r15 + r8 + 127] // c4025d2d7c077f
vmaskmovps xmmword ptr [rbx + 8*r12 + 128], xmm3, xmm7 // c4a2612ebce380000000
vmaskmovps ymmword ptr [r12 - 256], ymm0, ymm7 // c4c27d2ebc2400ffffff
vmaskmovpd xmmword ptr [rbx + 16], xmm8, xmm3 // c4e2392f5b10
vmaskmovpd ymmword ptr [rbp + 128], ymm0, ymm13 // c4627d2fad80000000
vshufps xmm4, xmm3, dword ptr [r15 + r15 + 1]{1to4}, 3 // 62916418c6a43f0100000003
vshufps xmm8, xmm5, xmm5, 3 // c550c6c503
vshufps ymm3, ymm27, ymmword ptr [r13 + r13], 1 // 62912420c65c2d0001
vshufps ymm1, ymm8, ymm12, 2 // c4c13cc6cc02
vshufps zmm4 {k7} {z}, zmm12, zmmword ptr [r8], 2 // 62d11ccfc62002
vshufps zmm15, zmm13, zmm4, 2 // 62711448c6fc02
vshufpd xmm27, xmm5, xmmword ptr [r15 + 2*rbx - 8256], 2 // 6241d508c69c5fc0dfffff02
vshufpd xmm15, xmm5, xmm0, 1 // c551c6f801
vshufpd ymm4 {k2}, ymm5, qword ptr [2*rdi + 64]{1to4}, 3 // 62f1d53ac6247d4000000003
vshufpd ymm12, ymm1, ymm3, 2 // c575c6e302
vshufpd zmm13 {k1}, zmm0, zmmword ptr [r15 + 2*rdi + 4096], 1 // 6251fd49c66c7f4001
vshufpd zmm0, zmm0, zmm8, 1 // 62d1fd48c6c001
vunpcklps xmm15, xmm5, xmmword ptr [r13 + 2*r12 + 1] // c40150147c6501
vunpcklps xmm13, xmm13, xmm15 // c4411014ef
vunpcklps ymm8, ymm5, ymmword ptr [r15 + 2147483647] // c441541487ffffff7f
vunpcklps ymm1, ymm5, ymm31 // 6291542814cf
vunpcklps zmm13, zmm5, zmmword ptr [rbx - 2048] // 62715448146be0
vunpcklps zmm15, zmm4, zmm5 // 62715c4814fd
vunpcklpd xmm1 {k2} {z}, xmm0, qword ptr [rax - 258]{1to2} // 62f1fd9a1488fefeffff
vunpcklpd xmm13 {k2}, xmm20, xmm5 // 6271dd0214ed
vunpcklpd ymm15 {k7}, ymm1, ymmword ptr [r12 + 2*r13 + 127] // 6211f52f14bc6c7f000000
vunpcklpd ymm7, ymm31, ymm27 // 6291852014fb
vunpcklpd zmm8, zmm8, qword ptr [r12 + 1]{1to8} // 6251bd5814842401000000
vunpcklpd zmm12, zmm8, zmm3 // 6271bd4814e3
vunpckhps xmm4, xmm5, xmmword ptr [rbx + 127] // c5d015637f
vunpckhps xmm13 {k1}, xmm12, xmm7 // 62711c0915ef
vunpckhps ymm1, ymm7, ymmword ptr [rax + 64] // c5c4154840
vunpckhps ymm12, ymm3, ymm15 // c4416415e7
vunpckhps zmm27, zmm3, dword ptr [r13 + 2*rbx + 2147483647]{1to16} // 62416458159c5dffffff7f
vunpckhps zmm1, zmm15, zmm12 // 62d1044815cc
vunpckhpd xmm16 {k7} {z}, xmm7, xmmword ptr [rdi + 128] // 62e1c58f154708
vunpckhpd xmm0, xmm1, xmm31 // 6291f50815c7
vunpckhpd ymm27, ymm13, ymmword ptr [rdi + 8*rbp + 2147483647] // 62619528159cefffffff7f
vunpckhpd ymm0, ymm5, ymm12 // c4c15515c4
vunpckhpd zmm13, zmm13, zmmword ptr [r12 + 2*rdi + 512] // 62519548156c7c08
vunpckhpd zmm15, zmm5, zmm1 // 6271d54815f9
vpermilps xmm1, xmm1, dword ptr [rax - 512]{1to4} // 62f275180c4880
vpermilps xmm4, xmm16, xmm31 // 62927d000ce7
vpermilps ymm12, ymm15, ymmword ptr [r12 - 512] // c442050ca42400feffff
vpermilps ymm15, ymm13, ymm13 // c442150cfd
vpermilps zmm12, zmm0, dword ptr [rsp + 8*r15 + 128]{1to16} // 62327d580c64fc20
vpermilps zmm3 {k7} {z}, zmm31, zmm7 // 62f205c70cdf
vpermilpd xmm8, xmm4, qword ptr [r15 + 128]{1to2} // 6252dd180d4710
vpermilpd xmm4, xmm16, xmm16 // 62b2fd000de0
vpermilpd ymm7, ymm7, qword ptr [rbx + 2048]{1to4} // 62f2c5380dbb00080000
vpermilpd ymm4 {k7}, ymm4, ymm4 // 62f2dd2f0de4
vpermilpd zmm4, zmm3, qword ptr [rdi + 127]{1to8} // 62f2e5580da77f000000
vpermilpd zmm15, zmm13, zmm12 // 625295480dfc
vpermilps xmm15, dword ptr [rdi - 2147483648]{1to4}, 0 // 62737d1804bf0000008000
vpermilps xmm13, xmm1, 2 // c4637904e902
vpermilps ymm4, ymmword ptr [-2147483648], 2 // c4e37d0424250000008002
vpermilps ymm13, ymm13, 3 // c4437d04ed03
vpermilps zmm15, dword ptr [r8 + 2*r12 - 2064]{1to16}, 3 // 62137d5804bc60f0f7ffff03
vpermilps zmm0 {k1} {z}, zmm5, 3 // 62f37dc904c503
vpermilpd xmm7, xmmword ptr [2*rbx - 2147483648], 1 // c4e379053c5d0000008001
vpermilpd xmm13 {k2}, xmm8, 1 // 6253fd0a05e801
vpermilpd ymm8, ymmword ptr [8*rdi], 3 // c4637d0504fd0000000003
vpermilpd ymm27, ymm27, 1 // 6203fd2805db01
vpermilpd zmm0, qword ptr [r12 + 2*r8]{1to8}, 2 // 6293fd5805044402
vpermilpd zmm0, zmm1, 0 // 62f3fd4805c100
vperm2f128 ymm13, ymm7, ymmword ptr [r12 + 8*r15 + 127], 2 // c40345066cfc7f02
vperm2f128 ymm0, ymm1, ymm4, 2 // c4e37506c402
vpermps ymm1, ymm0, ymmword ptr [rax + 2*r13] // c4a27d160c68
vpermps ymm0, ymm0, ymm5 // c4e27d16c5
vpermps zmm1, zmm4, zmmword ptr [rax + 2147483647] // 62f25d481688ffffff7f
vpermps zmm31 {k7} {z}, zmm20, zmm16 // 62225dc716f8
vpermpd ymm13, ymm1, qword ptr [rsp + 2048]{1to4} // 6272f53816ac2400080000
vpermpd ymm5 {k2} {z}, ymm13, ymm13 // 62d295aa16ed
vpermpd zmm1, zmm0, zmmword ptr [8*r8] // 62b2fd48160cc500000000
vpermpd zmm1, zmm4, zmm8 // 62d2dd4816c8
vpermpd ymm1, ymmword ptr [rbx + 127], 1 // c4e3fd014b7f01
vpermpd ymm3 {k7} {z}, ymm31, 2 // 6293fdaf01df02
vpermpd zmm13, zmmword ptr [r13 + r15 - 128], 3 // 6213fd48016c3dfe03
vpermpd zmm8, zmm5, 1 // 6273fd4801c501
vmovshdup xmm12, xmmword ptr [rax + 8*rbx + 2147483647] // c57a16a4d8ffffff7f
vmovshdup xmm20, xmm15 // 62c17e0816e7
vmovshdup ymm1 {k2}, ymmword ptr [rsp + r12 + 2147483647] // 62b17e2a168c24ffffff7f
vmovshdup ymm5, ymm12 // c4c17e16ec
vmovshdup zmm0, zmmword ptr [r12 + 8*rdi + 1] // 62d17e481684fc01000000
vmovshdup zmm0, zmm20 // 62b17e4816c4
vmovsldup xmm3, xmmword ptr [-128] // c5fa121c2580ffffff
vmovsldup xmm31 {k7}, xmm16 // 62217e0f12f8
vmovsldup ymm31, ymmword ptr [rdi + 8] // 62617e2812bf08000000
vmovsldup ymm13 {k7}, ymm1 // 62717e2f12e9
vmovsldup zmm4 {k7} {z}, zmmword ptr [r15 + 8*rbx + 32] // 62d17ecf12a4df20000000
vmovsldup zmm7, zmm8 // 62d17e4812f8
vmovddup xmm7 {k7} {z}, qword ptr [rax - 2147483648] // 62f1ff8f12b800000080
vmovddup xmm0, xmm13 // c4c17b12c5
vmovddup ymm12, ymmword ptr [r15 + 8*r13 + 2147483647] // c4017f12a4efffffff7f
vmovddup ymm13, ymm12 // c4417f12ec
vmovddup zmm0 {k7}, zmmword ptr [rax + 2*rax + 508] // 62f1ff4f128440fc010000
vmovddup zmm1, zmm1 // 62f1ff4812c9
vmovhlps xmm15, xmm16, xmm16 // 62317c0012f8
vmovlhps xmm1, xmm20, xmm4 // 62f15c0016cc
vhaddps xmm4, xmm15, xmmword ptr [rdi + 2*rbx] // c5837c245f
vhaddps xmm5, xmm7, xmm7 // c5c37cef
vhaddps ymm0, ymm4, ymmword ptr [r13 - 8256] // c4c15f7c85c0dfffff
vhaddps ymm5, ymm4, ymm7 // c5df7cef
vhaddpd xmm13, xmm5, xmmword ptr [r15 + 2*r13 + 2147483647] // c401517cac6fffffff7f
vhaddpd xmm12, xmm15, xmm8 // c441017ce0
vhaddpd ymm3, ymm7, ymmword ptr [r15 + r15 + 127] // c481457c5c3f7f
vhaddpd ymm8, ymm15, ymm7 // c5057cc7
vhsubps xmm7, xmm12, xmmword ptr [rdi + 4*r12 + 128] // c4a11b7dbca780000000
vhsubps xmm1, xmm0, xmm12 // c4c17b7dcc
vhsubps ymm12, ymm0, ymmword ptr [rsp + 4*r12 + 128] // c4217f7da4a480000000
vhsubps ymm12, ymm13, ymm3 // c5177de3
vhsubpd xmm7, xmm8, xmmword ptr [rbx + 2147483647] // c5b97dbbffffff7f
vhsubpd xmm8, xmm7, xmm8 // c441417dc0
vhsubpd ymm12, ymm8, ymmword ptr [rbx] // c53d7d23
vhsubpd ymm5, ymm7, ymm7 // c5c57def
vaddsubps xmm7, xmm1, xmmword ptr [r12 + 2*rbp - 129] // c4c173d0bc6c7fffffff
vaddsubps xmm8, xmm8, xmm1 // c53bd0c1
vaddsubps ymm0, ymm1, ymmword ptr [rax + 4*rbp] // c5f7d004a8
vaddsubps ymm12, ymm4, ymm0 // c55fd0e0
vaddsubpd xmm15, xmm15, xmmword ptr [r15 - 2147483648] // c44101d0bf00000080
vaddsubpd xmm1, xmm7, xmm1 // c5c1d0c9
vaddsubpd ymm1, ymm4, ymmword ptr [0] // c5ddd00c2500000000
vaddsubpd ymm12, ymm15, ymm0 // c505d0e0
vinsertps xmm12, xmm5, dword ptr [rbp + 8128], 0 // c4635121a5c01f000000
vinsertps xmm4, xmm1, xmm13, 3 // c4c37121e503
vextractps dword ptr [rax + 4*rax + 8192], xmm0, 1 // c4e3791784800020000001
vextractps r11d, xmm1, 2 // c4c37917cb02
vbroadcastss xmm16 {k2} {z}, dword ptr [r13 + rbx] // 62c27d8a18441d00
vbroadcastss xmm15, xmm0 // c4627918f8
vbroadcastss ymm7, dword ptr [rax + r8 - 2064] // c4a27d18bc00f0f7ffff
vbroadcastss ymm3, xmm8 // c4c27d18d8
vbroadcastss zmm13, dword ptr [8*r13 - 2147483648] // 62327d48182ced00000080
vbroadcastss zmm0, xmm7 // 62f27d4818c7
vbroadcastsd ymm0 {k7} {z}, qword ptr [r13 + 2*r12 + 2] // 6292fdaf19846502000000
vbroadcastsd ymm0 {k1}, xmm15 // 62d2fd2919c7
vbroadcastsd zmm0, qword ptr [r15 + rdi - 128] // 62d2fd4819443ff0
vbroadcastsd zmm13 {k7} {z}, xmm15 // 6252fdcf19ef
vbroadcastf128 ymm5, xmmword ptr [rbp + 8*rbx - 1032] // c4e27d1aacddf8fbffff
vbroadcastf32x2 ymm0, qword ptr [rbp + rbp] // 62f27d2819442d00
vbroadcastf32x2 ymm1, xmm3 // 62f27d2819cb
vbroadcastf32x2 zmm12, qword ptr [rdi + r12 + 16] // 62327d4819642702
vbroadcastf32x2 zmm16 {k2} {z}, xmm13 // 62c27dca19c5
vbroadcastf32x4 ymm3 {k1}, xmmword ptr [rax] // 62f27d291a18
vbroadcastf32x4 zmm8 {k2}, xmmword ptr [rdi + 4*r12 + 1] // 62327d4a1a84a701000000
vbroadcastf64x2 ymm5, xmmword ptr [r12 + 1] // 62d2fd281aac2401000000
vbroadcastf64x2 zmm12, xmmword ptr [r8 + 8*r13] // 6212fd481a24e8
vbroadcastf32x8 zmm12 {k1}, ymmword ptr [r12 - 128] // 62527d491b6424fc
vbroadcastf64x4 zmm13 {k2}, ymmword ptr [rbx + 2*rdi + 2032] // 6272fd4a1bac7bf0070000
vinsertf128 ymm13, ymm5, xmmword ptr [r15 + 8*r12 + 1], 3 // c40355186ce70103
vinsertf128 ymm5, ymm4, xmm3, 2 // c4e35d18eb02
vextractf128 xmmword ptr [r8 + rbp - 128], ymm13, 2 // c4437d196c288002
vextractf128 xmm7, ymm12, 0 // c4637d19e700
vinsertf32x4 ymm15, ymm3, xmmword ptr [rax + 4*rbx + 127], 3 // 6273652818bc987f00000003
vinsertf32x4 ymm16, ymm13, xmm8, 1 // 62c3152818c001
vinsertf32x4 zmm27, zmm4, xmmword ptr [rbx], 0 // 62635d48181b00
vinsertf32x4 zmm4 {k1}, zmm12, xmm8, 3 // 62d31d4918e003
vinsertf64x2 ymm31, ymm16, xmmword ptr [r12 + 8*rbx], 2 // 6243fd20183cdc02
vinsertf64x2 ymm12 {k7}, ymm13, xmm12, 1 // 6253952f18e401
vinsertf64x2 zmm4, zmm12, xmmword ptr [rax + 2*rax - 128], 2 // 62f39d48186440f802
vinsertf64x2 zmm20, zmm7, xmm7, 2 // 62e3c54818e702
vinsertf64x4 zmm1, zmm0, ymmword ptr [rbx + 8*r13], 2 // 62b3fd481a0ceb02
vinsertf64x4 zmm3, zmm27, ymm13, 2 // 62d3a5401add02
vinsertf32x8 zmm1 {k2} {z}, zmm12, ymmword ptr [rax - 128], 1 // 62f31dca1a48fc01
vinsertf32x8 zmm8, zmm13, ymm1, 3 // 627315481ac103
vextractf32x4 xmmword ptr [r12 + 2147483647] {k1}, ymm31, 0 // 62437d2919bc24ffffff7f00
vextractf32x4 xmm12, ymm8, 3 // 62537d2819c403
vextractf32x4 xmmword ptr [rax + 256] {k2}, zmm13, 0 // 62737d4a19681000
vextractf32x4 xmm3, zmm0, 1 // 62f37d4819c301
vextractf64x2 xmmword ptr [r8 + 127], ymm4, 1 // 62d3fd2819a07f00000001
vextractf64x2 xmm0 {k7}, ymm20, 2 // 62e3fd2f19e002
vextractf64x2 xmmword ptr [r12 + 8*rax - 2048] {k2}, zmm13, 3 // 6253fd4a196cc48003
vextractf64x2 xmm12, zmm5, 2 // 62d3fd4819ec02
vextractf64x4 ymmword ptr [rax + 127] {k7}, zmm15, 0 // 6273fd4f1bb87f00000000
vextractf64x4 ymm13, zmm4, 3 // 62d3fd481be503
vextractf32x8 ymmword ptr [r15 + 127], zmm1, 2 // 62d37d481b8f7f00000002
vextractf32x8 ymm15, zmm3, 2 // 62d37d481bdf02
vshuff32x4 ymm13, ymm3, dword ptr [r12 + 4*r15]{1to8}, 2 // 62136538232cbc02
vshuff32x4 ymm4, ymm27, ymm15, 1 // 62d3252023e701
vshuff32x4 zmm0, zmm12, zmmword ptr [r13 - 128], 1 // 62d31d482345fe01
vshuff32x4 zmm5 {k1} {z}, zmm1, zmm0, 2 // 62f375c923e802
vshuff64x2 ymm15, ymm15, qword ptr [rsp + 2*rdi + 1]{1to4}, 2 // 6273853823bc7c0100000002
vshuff64x2 ymm8, ymm7, ymm0, 1 // 6273c52823c001
vshuff64x2 zmm16 {k1}, zmm4, zmmword ptr [r15 + 127], 2 // 62c3dd4923877f00000002
vshuff64x2 zmm0, zmm1, zmm8, 1 // 62d3f54823c001
vpermt2ps xmm5, xmm13, xmmword ptr [127] // 62f215087f2c257f000000
vpermt2ps xmm31, xmm8, xmm4 // 62623d087ffc
vpermt2ps ymm0, ymm7, ymmword ptr [rbx - 128] // 62f245287f43fc
vpermt2ps ymm12 {k2} {z}, ymm1, ymm27 // 621275aa7fe3
vpermt2ps zmm15, zmm15, dword ptr [2*r13 - 128]{1to16} // 623205587f3c6d80ffffff
vpermt2ps zmm4 {k1}, zmm4, zmm13 // 62d25d497fe5
vpermt2pd xmm12, xmm13, qword ptr [rbx + 2*rbx + 2147483647]{1to2} // 627295187fa45bffffff7f
vpermt2pd xmm27, xmm16, xmm16 // 6222fd007fd8
vpermt2pd ymm7 {k2}, ymm0, ymmword ptr [r8 - 2147483648] // 62d2fd2a7fb800000080
vpermt2pd ymm15, ymm8, ymm15 // 6252bd287fff
vpermt2pd zmm1 {k2} {z}, zmm0, qword ptr [rsp + rbx + 2032]{1to8} // 62f2fdda7f8c1cf0070000
vpermt2pd zmm13 {k7} {z}, zmm8, zmm13 // 6252bdcf7fed
vpermi2ps xmm1 {k2} {z}, xmm0, xmmword ptr [rbx + 1] // 62f27d8a778b01000000
vpermi2ps xmm0, xmm13, xmm12 // 62d2150877c4
vpermi2ps ymm13 {k7}, ymm7, ymmword ptr [rbx + 4*r13 + 127] // 6232452f77acab7f000000
vpermi2ps ymm3 {k2}, ymm12, ymm15 // 62d21d2a77df
vpermi2ps zmm0, zmm12, zmmword ptr [rbx - 2147483648] // 62f21d48778300000080
vpermi2ps zmm12, zmm4, zmm12 // 62525d4877e4
vpermi2pd xmm1 {k7}, xmm12, xmmword ptr [r8 + 1] // 62d29d0f778801000000
vpermi2pd xmm20, xmm12, xmm13 // 62c29d0877e5
vpermi2pd ymm0, ymm7, qword ptr [r15 + rbx + 127]{1to4} // 62d2c53877841f7f000000
vpermi2pd ymm1 {k1} {z}, ymm3, ymm4 // 62f2e5a977cc
vpermi2pd zmm0, zmm0, qword ptr [rsp + 8*rax]{1to8} // 62f2fd587704c4
vpermi2pd zmm8 {k7}, zmm13, zmm3 // 6272954f77c3
vgetexpps xmm4 {k2} {z}, xmmword ptr [rsp + 4*rbx] // 62f27d8a42249c
vgetexpps xmm7 {k1} {z}, xmm0 // 62f27d8942f8
vgetexpps ymm16 {k1} {z}, ymmword ptr [r12 + 8*rbp + 127] // 62c27da94284ec7f000000
vgetexpps ymm13, ymm16 // 62327d2842e8
vgetexpps zmm8 {k2}, dword ptr [r15 + 127]{1to16} // 62527d5a42877f000000
vgetexpps zmm0, zmm0 // 62f27d4842c0
vgetexppd xmm7 {k7}, qword ptr [r13 + 2048]{1to2} // 62d2fd1f42bd00080000
vgetexppd xmm7 {k2} {z}, xmm12 // 62d2fd8a42fc
vgetexppd ymm13 {k2}, ymmword ptr [rsp + r12 - 512] // 6232fd2a426c24f0
vgetexppd ymm12 {k2}, ymm8 // 6252fd2a42e0
vgetexppd zmm13, qword ptr [r8 + 4*rax - 1032]{1to8} // 6252fd5842ac80f8fbffff
vgetexppd zmm13 {k1}, zmm4 // 6272fd4942ec
vgetmantps xmm0, xmmword ptr [2147483647], 3 // 62f37d08260425ffffff7f03
vgetmantps xmm0 {k1} {z}, xmm31, 1 // 62937d8926c701
vgetmantps ymm1, ymmword ptr [rdi], 2 // 62f37d28260f02
vgetmantps ymm15, ymm16, 2 // 62337d2826f802
vgetmantps zmm16, zmmword ptr [r15 + r13 - 128], 0 // 62837d4826442ffe00
vgetmantps zmm5, zmm13, 2 // 62d37d4826ed02
vgetmantpd xmm0, xmmword ptr [rax + 8], 1 // 62f3fd0826800800000001
vgetmantpd xmm15 {k1} {z}, xmm15, 2 // 6253fd8926ff02
vgetmantpd ymm5, ymmword ptr [rbp + 2*r15 + 127], 3 // 62b3fd2826ac7d7f00000003
vgetmantpd ymm13 {k1} {z}, ymm4, 1 // 6273fda926ec01
vgetmantpd zmm13, zmmword ptr [r15 - 129], 0 // 6253fd4826af7fffffff00
vgetmantpd zmm15 {k2}, zmm4, 1 // 6273fd4a26fc01
vscalefps xmm4 {k2} {z}, xmm0, xmmword ptr [r13 + 128] // 62d27d8a2c6508
vscalefps xmm13 {k1} {z}, xmm13, xmm27 // 621215892ceb
vscalefps ymm31, ymm31, dword ptr [rbx + 8*rbx + 2048]{1to8} // 626205302cbcdb00080000
vscalefps ymm13, ymm8, ymm12 // 62523d282cec
vscalefps zmm7, zmm1, zmmword ptr [rbx + 2147483647] // 62f275482cbbffffff7f
vscalefps zmm7, zmm7, zmm3 // 62f245482cfb
vscalefpd xmm0, xmm12, xmmword ptr [r13 + rbp - 2147483648] // 62d29d082c842d00000080
vscalefpd xmm4, xmm12, xmm5 // 62f29d082ce5
vscalefpd ymm7 {k1}, ymm3, ymmword ptr [rbp + 8*rdi + 4064] // 62f2e5292c7cfd7f
vscalefpd ymm7, ymm1, ymm13 // 62d2f5282cfd
vscalefpd zmm3 {k1} {z}, zmm4, zmmword ptr [rdi + 8*rdi + 1] // 62f2ddc92c9cff01000000
vscalefpd zmm1 {k2}, zmm4, zmm12, {rn-sae} // 62d2dd1a2ccc
vfixupimmps xmm12, xmm7, xmmword ptr [rax + rax - 128], 1 // 62734508546400f801
vfixupimmps xmm31, xmm12, xmm1, 3 // 62631d0854f903
vfixupimmps ymm13, ymm13, dword ptr [rsp - 128]{1to8}, 0 // 62731538546c24e000
vfixupimmps ymm15, ymm13, ymm4, 1 // 6273152854fc01
vfixupimmps zmm0 {k7}, zmm12, zmmword ptr [rsp + 4*rbx + 8128], 3 // 62f31d4f54449c7f03
vfixupimmps zmm20, zmm1, zmm8, 2 // 62c3754854e002
vfixupimmpd xmm20 {k7} {z}, xmm4, xmmword ptr [rsp + 8*r12], 0 // 62a3dd8f5424e400
vfixupimmpd xmm13, xmm5, xmm12, 2 // 6253d50854ec02
vfixupimmpd ymm15, ymm0, ymmword ptr [r8 + 8*rax - 256], 0 // 6253fd28547cc0f800
vfixupimmpd ymm31, ymm3, ymm8, 1 // 6243e52854f801
vfixupimmpd zmm15, zmm0, zmmword ptr [rsp + rbx + 1], 3 // 6273fd4854bc1c0100000003
vfixupimmpd zmm5, zmm1, zmm16, 1 // 62b3f54854e801
vrangeps xmm8, xmm16, xmmword ptr [rax + 1], 1 // 62737d0050800100000001
vrangeps xmm15, xmm3, xmm20, 2 // 6233650850fc02
vrangeps ymm12, ymm15, ymmword ptr [rbp - 128], 1 // 627305285065fc01
vrangeps ymm5, ymm5, ymm4, 3 // 62f3552850ec03
vrangeps zmm5, zmm0, zmmword ptr [r8 + 4*r15 + 1], 3 // 62937d4850acb80100000003
vrangeps zmm3, zmm31, zmm13, {sae}, 2 // 62d3055050dd02
vrangepd xmm12 {k7}, xmm0, xmmword ptr [rax + 8*r8 + 8192], 2 // 6233fd0f50a4c00020000002
vrangepd xmm13, xmm15, xmm13, 1 // 6253850850ed01
vrangepd ymm31, ymm20, ymmword ptr [r15 + 8*rbx - 128], 2 // 6243dd20507cdffc02
vrangepd ymm1 {k2} {z}, ymm7, ymm13, 1 // 62d3c5aa50cd01
vrangepd zmm1, zmm7, zmmword ptr [rsp + 4*rbp + 2048], 1 // 62f3c548504cac2001
vrangepd zmm0, zmm8, zmm1, {sae}, 0 // 62f3bd5850c100
vreduceps xmm3 {k7}, xmmword ptr [r12 + 4*rbp + 127], 0 // 62d37d0f569cac7f00000000
vreduceps xmm3, xmm7, 1 // 62f37d0856df01
vreduceps ymm7, ymmword ptr [r8 + 8*r12], 0 // 62937d28563ce000
vreduceps ymm4, ymm3, 0 // 62f37d2856e300
vreduceps zmm5, zmmword ptr [rbx + 1016], 2 // 62f37d4856abf803000002
vreduceps zmm27, zmm31, 3 // 62037d4856df03
vreducepd xmm5, xmmword ptr [rax + rbp - 128], 1 // 62f3fd08566c28f801
vreducepd xmm5 {k7}, xmm8, 3 // 62d3fd0f56e803
vreducepd ymm27, ymmword ptr [rdi + rax + 1016], 1 // 6263fd28569c07f803000001
vreducepd ymm0, ymm16, 0 // 62b3fd2856c000
vreducepd zmm4 {k7}, zmmword ptr [rdi + 128], 2 // 62f3fd4f56670202
vreducepd zmm13, zmm4, {sae}, 1 // 6273fd5856ec01
vfpclassps k6, xmmword ptr [r13 + 8*r8 + 4064], 0 // 62937d0866b4c5e00f000000
vfpclassps k7, xmm7, 1 // 62f37d0866ff01
vfpclassps k4, ymmword ptr [1016], 3 // 62f37d28662425f803000003
vfpclassps k2 {k2}, ymm0, 3 // 62f37d2a66d003
vfpclassps k7, dword ptr [rax + 2147483647]{1to16}, 1 // 62f37d5866b8ffffff7f01
vfpclassps k0 {k1}, zmm0, 3 // 62f37d4966c003
vfpclasspd k6 {k1}, qword ptr [r13]{1to2}, 1 // 62d3fd1966750001
vfpclasspd k4, xmm7, 1 // 62f3fd0866e701
vfpclasspd k1, ymmword ptr [r13 + 4*r15 - 512], 3 // 6293fd28664cbdf003
vfpclasspd k1, ymm7, 2 // 62f3fd2866cf02
vfpclasspd k5, zmmword ptr [r13 + 128], 3 // 62d3fd48666d0203
vfpclasspd k0 {k7}, zmm16, 2 // 62b3fd4f66c002
vrcp14ps xmm20, xmmword ptr [rsp + 8*rax] // 62e27d084c24c4
vrcp14ps xmm12, xmm31 // 62127d084ce7
vrcp14ps ymm27 {k1}, ymmword ptr [rsp - 258] // 62627d294c9c24fefeffff
vrcp14ps ymm20, ymm15 // 62c27d284ce7
vrcp14ps zmm8, zmmword ptr [r8 + rdi - 2147483648] // 62527d484c843800000080
vrcp14ps zmm5 {k2} {z}, zmm4 // 62f27dca4cec
vrcp14pd xmm1, xmmword ptr [rbx + r13] // 62b2fd084c0c2b
vrcp14pd xmm5 {k2} {z}, xmm1 // 62f2fd8a4ce9
vrcp14pd ymm16, ymmword ptr [rbp] // 62e2fd284c4500
vrcp14pd ymm13, ymm4 // 6272fd284cec
vrcp14pd zmm4 {k1} {z}, zmmword ptr [r12 - 2064] // 62d2fdc94ca424f0f7ffff
vrcp14pd zmm4, zmm4 // 62f2fd484ce4
vrsqrt14ps xmm15, xmmword ptr [r8 - 4096] // 62527d084eb800f0ffff
vrsqrt14ps xmm5, xmm0 // 62f27d084ee8
vrsqrt14ps ymm7, ymmword ptr [rbp + 4*rax - 128] // 62f27d284e7c85fc
vrsqrt14ps ymm0, ymm12 // 62d27d284ec4
vrsqrt14ps zmm8, dword ptr [rbx - 2064]{1to16} // 62727d584e83f0f7ffff
vrsqrt14ps zmm1, zmm1 // 62f27d484ec9
vrsqrt14pd xmm5, xmmword ptr [-2147483648] // 62f2fd084e2c2500000080
vrsqrt14pd xmm15 {k7} {z}, xmm5 // 6272fd8f4efd
vrsqrt14pd ymm4, qword ptr [512]{1to4} // 62f2fd384e242500020000
vrsqrt14pd ymm5, ymm13 // 62d2fd284eed
vrsqrt14pd zmm8, zmmword ptr [rsp + 2*rbp - 129] // 6272fd484e846c7fffffff
vrsqrt14pd zmm8, zmm31 // 6212fd484ec7
vrcpps xmm7, xmmword ptr [rax + 4*rax - 2147483648] // c5f853bc8000000080
vrcpps xmm0, xmm4 // c5f853c4
vrcpps ymm4, ymmword ptr [1] // c5fc53242501000000
vrcpps ymm1, ymm12 // c4c17c53cc
vrsqrtps xmm13, xmmword ptr [r12 - 128] // c44178526c2480
vrsqrtps xmm1, xmm4 // c5f852cc
vrsqrtps ymm3, ymmword ptr [r15 + 2147483647] // c4a17c521c3dffffff7f
vrsqrtps ymm1, ymm12 // c4c17c52cc
vcompressps xmmword ptr [128], xmm5 // 62f27d088a2c2580000000
vcompressps xmm20, xmm15 // 62327d088afc
vcompressps ymmword ptr [rdi + 4*r13 + 256] {k7}, ymm13 // 62327d2f8a6caf40
vcompressps ymm1 {k1} {z}, ymm20 // 62e27da98ae1
vcompressps zmmword ptr [r12 + 256], zmm4 // 62d27d488a642440
vcompressps zmm12, zmm16 // 62c27d488ac4
vcompresspd xmmword ptr [rbp + 4*r8] {k2}, xmm8 // 6232fd0a8a448500
vcompresspd xmm8 {k1}, xmm12 // 6252fd098ae0
vcompresspd ymmword ptr [r8 + 4*r13 - 512], ymm4 // 6292fd288a64a8c0
vcompresspd ymm5 {k7} {z}, ymm13 // 6272fdaf8aed
vcompresspd zmmword ptr [8128], zmm3 // 62f2fd488a1c25c01f0000
vcompresspd zmm3, zmm5 // 62f2fd488aeb
vexpandps xmm13, xmmword ptr [rbp] // 62727d08886d00
vexpandps xmm7, xmm15 // 62d27d0888ff
vexpandps ymm12, ymmword ptr [rsp + 4*r8 + 2] // 62327d2888a48402000000
vexpandps ymm4, ymm1 // 62f27d2888e1
vexpandps zmm5, zmmword ptr [rsp - 1024] // 62f27d4888ac2400fcffff
vexpandps zmm0, zmm0 // 62f27d4888c0
vexpandpd xmm1, xmmword ptr [rbp + 2*rax + 1] // 62f2fd08888c4501000000
vexpandpd xmm3 {k2}, xmm3 // 62f2fd0a88db
vexpandpd ymm3 {k7} {z}, ymmword ptr [r15 + 2*rdi + 2147483647] // 62d2fdaf889c7fffffff7f
vexpandpd ymm31, ymm5 // 6262fd2888fd
vexpandpd zmm4 {k2}, zmmword ptr [rbx - 2064] // 62f2fd4a88a3f0f7ffff
vexpandpd zmm12, zmm13 // 6252fd4888e5
vcvtdq2ps xmm12 {k7} {z}, xmmword ptr [r13 + 4*r8 + 128] // 62117c8f5b648508
vcvtdq2ps xmm3, xmm7 // c5f85bdf
vcvtdq2ps ymm4 {k7}, ymmword ptr [rbp + 8*r15 - 4128] // 62b17c2f5ba4fde0efffff
vcvtdq2ps ymm3 {k1} {z}, ymm0 // 62f17ca95bd8
vcvtdq2ps zmm5, zmmword ptr [rax + 2147483647] // 62f17c485ba8ffffff7f
vcvtdq2ps zmm15, zmm20 // 62317c485bfc
vcvtps2dq xmm27, xmmword ptr [rax + rdi + 1] // 62617d085b9c3801000000
vcvtps2dq xmm16, xmm16 // 62a17d085bc0
vcvtps2dq ymm8, ymmword ptr [r13 - 4128] // c4417d5b85e0efffff
vcvtps2dq ymm20, ymm5 // 62e17d285be5
vcvtps2dq zmm4, dword ptr [rbp + 8*rax]{1to16} // 62f17d585b64c500
vcvtps2dq zmm13, zmm7, {rn-sae} // 62717d185bef
vcvttps2dq xmm13, xmmword ptr [rbp - 1024] // c57a5bad00fcffff
vcvttps2dq xmm1, xmm15 // c4c17a5bcf
vcvttps2dq ymm4, ymmword ptr [127] // c5fe5b24257f000000
vcvttps2dq ymm12 {k7} {z}, ymm5 // 62717eaf5be5
vcvttps2dq zmm4, zmmword ptr [r12 - 2147483648] // 62d17e485ba42400000080
vcvttps2dq zmm27, zmm15 // 62417e485bdf
vcvtdq2pd xmm0, dword ptr [r8 + 4*r8 + 64]{1to2} // 62917e18e6448010
vcvtdq2pd xmm15, xmm13 // c4417ae6fd
vcvtdq2pd ymm3, xmmword ptr [r12 + 8*r13 - 4096] // c4817ee69cec00f0ffff
vcvtdq2pd ymm8, xmm15 // c4417ee6c7
vcvtdq2pd zmm15, dword ptr [rax]{1to8} // 62717e58e638
vcvtdq2pd zmm1, ymm4 // 62f17e48e6cc
vcvtps2pd xmm3, dword ptr [-129]{1to2} // 62f17c185a1c257fffffff
vcvtps2pd xmm12, xmm15 // c441785ae7
vcvtps2pd ymm5, xmmword ptr [r13 - 2147483648] // c4a17c5a2c2d00000080
vcvtps2pd ymm13, xmm7 // c57c5aef
vcvtps2pd zmm20, ymmword ptr [rbp + 8*r13] // 62a17c485a64ed00
vcvtps2pd zmm4 {k1} {z}, ymm15 // 62d17cc95ae7
vcvtpd2ps xmm31 {k2} {z}, xmmword ptr [rbx - 128] // 6261fd8a5a7bf8
vcvtpd2ps xmm4, xmm12 // c4c1795ae4
vcvtpd2ps xmm7, qword ptr [rsp + 127]{1to4} // 62f1fd385abc247f000000
vcvtpd2ps xmm4, ymm13 // c4c17d5ae5
vcvtpd2ps ymm15 {k7} {z}, zmmword ptr [8*rbp - 128] // 6271fdcf5a3ced80ffffff
vcvtpd2ps ymm12, zmm5 // 6271fd485ae5
vcvtpd2dq xmm12 {k1} {z}, xmmword ptr [rbp + rdi - 4096] // 6271ff89e6a43d00f0ffff
vcvtpd2dq xmm3, xmm12 // c4c17be6dc
vcvtpd2dq xmm7 {k1} {z}, ymmword ptr [rsp + 4*r15 - 128] // 62b1ffa9e67cbcfc
vcvtpd2dq xmm0, ymm3 // c5ffe6c3
vcvtpd2dq ymm7, zmmword ptr [rsp + 4*rax + 127] // 62f1ff48e6bc847f000000
vcvtpd2dq ymm4, zmm1, {ru-sae} // 62f1ff58e6e1
vcvttpd2dq xmm13, xmmword ptr [rbx + 8*r13] // c42179e62ceb
vcvttpd2dq xmm12 {k2}, xmm0 // 6271fd0ae6e0
vcvttpd2dq xmm7 {k7} {z}, ymmword ptr [r15 + r15 + 127] // 6291fdafe6bc3f7f000000
vcvttpd2dq xmm7, ymm13 // c4c17de6fd
vcvttpd2dq ymm5, zmmword ptr [rdi + r13] // 62b1fd48e62c2f
vcvttpd2dq ymm15 {k7} {z}, zmm8 // 6251fdcfe6f8
vcvtudq2ps xmm8 {k7}, dword ptr [rsp + 8*rbx - 128]{1to4} // 62717f1f7a44dce0
vcvtudq2ps xmm1, xmm0 // 62f17f087ac8
vcvtudq2ps ymm8 {k7}, dword ptr [rbp + 4*rdi + 1]{1to8} // 62717f3f7a84bd01000000
vcvtudq2ps ymm1, ymm8 // 62d17f287ac8
vcvtudq2ps zmm1 {k7} {z}, zmmword ptr [127] // 62f17fcf7a0c257f000000
vcvtudq2ps zmm20 {k7}, zmm27 // 62817f4f7ae3
vcvtps2udq xmm16, xmmword ptr [r13 - 8256] // 62c17c087985c0dfffff
vcvtps2udq xmm16, xmm0 // 62e17c0879c0
vcvtps2udq ymm3 {k7} {z}, ymmword ptr [rsp + 2*rdi - 2048] // 62f17caf795c7cc0
vcvtps2udq ymm0, ymm31 // 62917c2879c7
vcvtps2udq zmm5 {k2}, dword ptr [rdi + 8*rbp - 129]{1to16} // 62f17c5a79acef7fffffff
vcvtps2udq zmm0 {k2} {z}, zmm7 // 62f17cca79c7
vcvttps2udq xmm12 {k7} {z}, xmmword ptr [r15 + 2*rdi + 8] // 62517c8f78a47f08000000
vcvttps2udq xmm15 {k1}, xmm5 // 62717c0978fd
vcvttps2udq ymm13 {k7}, dword ptr [rax - 128]{1to8} // 62717c3f7868e0
vcvttps2udq ymm3 {k7}, ymm1 // 62f17c2f78d9
vcvttps2udq zmm15, zmmword ptr [rax + 2*rbp - 128] // 62717c48787c68fe
vcvttps2udq zmm12, zmm15 // 62517c4878e7
vcvtudq2pd xmm31, qword ptr [r13 + 4*rdi + 4064] // 62417e087abcbde00f0000
vcvtudq2pd xmm20, xmm7 // 62e17e087ae7
vcvtudq2pd ymm3 {k1} {z}, dword ptr [r15 + 4*rbx + 127]{1to4} // 62d17eb97a9c9f7f000000
vcvtudq2pd ymm20 {k2} {z}, xmm1 // 62e17eaa7ae1
vcvtudq2pd zmm4, ymmword ptr [rbx + rax + 508] // 62f17e487aa403fc010000
vcvtudq2pd zmm0 {k7} {z}, ymm12 // 62d17ecf7ac4
vcvtpd2udq xmm4 {k7}, qword ptr [rsp - 128]{1to2} // 62f1fc1f796424f0
vcvtpd2udq xmm1, xmm1 // 62f1fc0879c9
vcvtpd2udq xmm0, qword ptr [rax - 8192]{1to4} // 62f1fc38798000e0ffff
vcvtpd2udq xmm0, ymm13 // 62d1fc2879c5
vcvtpd2udq ymm4 {k1} {z}, zmmword ptr [rsp + 2*r8 + 2147483647] // 62b1fcc979a444ffffff7f
vcvtpd2udq ymm7, zmm0 // 62f1fc4879f8
vcvttpd2udq xmm8, xmmword ptr [rsp + 4*rdi + 2147483647] // 6271fc087884bcffffff7f
vcvttpd2udq xmm12 {k7} {z}, xmm1 // 6271fc8f78e1
vcvttpd2udq xmm27, ymmword ptr [rbx + 8*r12 + 1] // 6221fc28789ce301000000
vcvttpd2udq xmm3 {k7}, ymm3 // 62f1fc2f78db
vcvttpd2udq ymm12, zmmword ptr [r13 - 2147483648] // 6251fc4878a500000080
vcvttpd2udq ymm13, zmm7 // 6271fc4878ef
vcvtqq2pd xmm20 {k2} {z}, qword ptr [0]{1to2} // 62e1fe9ae6242500000000
vcvtqq2pd xmm4 {k1}, xmm3 // 62f1fe09e6e3
vcvtqq2pd ymm15, qword ptr [r12 + 8*rbp + 128]{1to4} // 6251fe38e67cec10
vcvtqq2pd ymm31, ymm0 // 6261fe28e6f8
vcvtqq2pd zmm1, qword ptr [16]{1to8} // 62f1fe58e60c2510000000
vcvtqq2pd zmm3 {k2}, zmm16, {rz-sae} // 62b1fe7ae6d8
vcvtuqq2pd xmm31, qword ptr [r8 + 8128]{1to2} // 6241fe187ab8c01f0000
vcvtuqq2pd xmm13, xmm1 // 6271fe087ae9
vcvtuqq2pd ymm13, ymmword ptr [rsp + 128] // 6271fe287a6c2404
vcvtuqq2pd ymm3, ymm27 // 6291fe287adb
vcvtuqq2pd zmm5 {k2}, zmmword ptr [rax + 2147483647] // 62f1fe4a7aa8ffffff7f
vcvtuqq2pd zmm27 {k2}, zmm12 // 6241fe4a7adc
vcvtqq2ps xmm1, qword ptr [rax + 2*rbx - 128]{1to2} // 62f1fc185b4c58f0
vcvtqq2ps xmm7, xmm12 // 62d1fc085bfc
vcvtqq2ps xmm15, ymmword ptr [rdi + 8*r12 - 8256] // 6231fc285bbce7c0dfffff
vcvtqq2ps xmm3, ymm31 // 6291fc285bdf
vcvtqq2ps ymm1, qword ptr [rdi - 8256]{1to8} // 62f1fc585b8fc0dfffff
vcvtqq2ps ymm5, zmm31 // 6291fc485bef
vcvtuqq2ps xmm1, xmmword ptr [r13 + r15] // 6291ff087a4c3d00
vcvtuqq2ps xmm7 {k1} {z}, xmm7 // 62f1ff897aff
vcvtuqq2ps xmm4 {k1}, ymmword ptr [r15 + 127] // 62d1ff297aa77f000000
vcvtuqq2ps xmm15 {k7} {z}, ymm13 // 6251ffaf7afd
vcvtuqq2ps ymm0, zmmword ptr [r13 + 2*r8 - 2147483648] // 6291ff487a844500000080
vcvtuqq2ps ymm15 {k7} {z}, zmm1 // 6271ffcf7af9
vcvtpd2qq xmm0 {k7}, qword ptr [-8192]{1to2} // 62f1fd1f7b042500e0ffff
vcvtpd2qq xmm5, xmm12 // 62d1fd087bec
vcvtpd2qq ymm27, qword ptr [rsp + 8*rdi]{1to4} // 6261fd387b1cfc
vcvtpd2qq ymm0, ymm8 // 62d1fd287bc0
vcvtpd2qq zmm3, zmmword ptr [rax + rbp + 2147483647] // 62f1fd487b9c28ffffff7f
vcvtpd2qq zmm15 {k7}, zmm12 // 6251fd4f7bfc
vcvtpd2uqq xmm5, xmmword ptr [rdi - 512] // 62f1fd08792c3d00feffff
vcvtpd2uqq xmm5, xmm3 // 62f1fd0879eb
vcvtpd2uqq ymm4 {k7}, qword ptr [rbp + 8*rdi + 2147483647]{1to4} // 62f1fd3f79a4fdffffff7f
vcvtpd2uqq ymm4, ymm5 // 62f1fd2879e5
vcvtpd2uqq zmm16, qword ptr [rbx + 128]{1to8} // 62e1fd58794310
vcvtpd2uqq zmm12 {k1}, zmm7 // 6271fd4979e7
vcvttpd2qq xmm13, xmmword ptr [rax + r15 + 64] // 6231fd087a6c3804
vcvttpd2qq xmm27, xmm31 // 6201fd087adf
vcvttpd2qq ymm12 {k1}, qword ptr [rsp - 256]{1to4} // 6271fd397a6424e0
vcvttpd2qq ymm12, ymm12 // 6251fd287ae4
vcvttpd2qq zmm20, zmmword ptr [rax + 2*r8 - 8192] // 62a1fd487a644080
vcvttpd2qq zmm16, zmm5 // 62e1fd487ac5
vcvttpd2uqq xmm5, xmmword ptr [rbx + 2*r13 + 2032] // 62b1fd08786c6b7f
vcvttpd2uqq xmm27 {k2}, xmm20 // 6221fd0a78dc
vcvttpd2uqq ymm4, ymmword ptr [rsp + r13 + 508] // 62b1fd2878a42cfc010000
vcvttpd2uqq ymm13, ymm5 // 6271fd2878ed
vcvttpd2uqq zmm8 {k1} {z}, zmmword ptr [r8 - 128] // 6251fdc97840fe
vcvttpd2uqq zmm7, zmm12, {sae} // 62d1fd5878fc
vcvtps2qq xmm1, dword ptr [r8 + r13 - 128]{1to2} // 62917d187b4c28e0
vcvtps2qq xmm16 {k1}, xmm7 // 62e17d097bc7
vcvtps2qq ymm0 {k1}, xmmword ptr [rax + 8*r13 - 128] // 62b17d297b44e8f8
vcvtps2qq ymm12, xmm16 // 62317d287be0
vcvtps2qq zmm15, dword ptr [r13 + 4*r15 + 127]{1to8} // 62117d587bbcbd7f000000
vcvtps2qq zmm7 {k1} {z}, ymm7, {rz-sae} // 62f17df97bff
vcvtps2uqq xmm3, dword ptr [rsp]{1to2} // 62f17d18791c24
vcvtps2uqq xmm3, xmm27 // 62917d0879db
vcvtps2uqq ymm4 {k2}, xmmword ptr [rsp + 4*r15 - 2147483648] // 62b17d2a79a4bc00000080
vcvtps2uqq ymm12, xmm0 // 62717d2879e0
vcvtps2uqq zmm5 {k7} {z}, ymmword ptr [rax + 8*r8 - 516] // 62b17dcf79acc0fcfdffff
vcvtps2uqq zmm8, ymm12 // 62517d4879c4
vcvttps2qq xmm13, dword ptr [r8 + 2*r13 - 2147483648]{1to2} // 62117d187aac6800000080
vcvttps2qq xmm0 {k7} {z}, xmm13 // 62d17d8f7ac5
vcvttps2qq ymm3, xmmword ptr [4*r15 + 128] // 62b17d287a1cbd80000000
vcvttps2qq ymm4, xmm8 // 62d17d287ae0
vcvttps2qq zmm5, ymmword ptr [rsp + r15] // 62b17d487a2c3c
vcvttps2qq zmm1, ymm3 // 62f17d487acb
vcvttps2uqq xmm7, qword ptr [r15 - 4096] // 62d17d0878bf00f0ffff
vcvttps2uqq xmm13, xmm1 // 62717d0878e9
vcvttps2uqq ymm0, xmmword ptr [rax + r13] // 62b17d28780428
vcvttps2uqq ymm15, xmm0 // 62717d2878f8
vcvttps2uqq zmm3, ymmword ptr [r12 + 127] // 62d17d48789c247f000000
vcvttps2uqq zmm16 {k7} {z}, ymm0 // 62e17dcf78c0
vcvtph2ps xmm1, qword ptr [rax - 128] // c4e279134880
vcvtph2ps xmm0, xmm20 // 62b27d0813c4
vcvtph2ps ymm7, xmmword ptr [r12 + 127] // c4c27d137c247f
vcvtph2ps ymm27, xmm16 // 62227d2813d8
vcvtph2ps zmm16, ymmword ptr [rbx + 4*r12 + 127] // 62a27d481384a37f000000
vcvtph2ps zmm12, ymm12, {sae} // 62527d5813e4
vcvtps2ph qword ptr [rax - 2147483648], xmm7, 0 // c4e3791db80000008000
vcvtps2ph xmm7, xmm15, 3 // c463791dff03
vcvtps2ph xmmword ptr [rbx + 4*rdi + 127] {k1}, ymm31, 3 // 62637d291dbcbb7f00000003
vcvtps2ph xmm1, ymm5, 3 // c4e37d1de903
vcvtps2ph ymmword ptr [r15 + 2*r8 - 128] {k2}, zmm1, 0 // 62937d4a1d4c47fc00
vcvtps2ph ymm3 {k1}, zmm5, 1 // 62f37d491deb01
vmovdqu xmmword ptr [r12 - 256], xmm1 // c4c17a7f8c2400ffffff
vmovdqu xmm1, xmmword ptr [r8 - 2147483648] // c4c17a6f8800000080
vmovdqu xmm0, xmm12 // c57a7fe0
vmovdqu ymmword ptr [rbx + r13 - 2147483648], ymm5 // c4a17e7fac2b00000080
vmovdqu ymm0, ymmword ptr [r13] // c4c17e6f4500
vmovdqu ymm13, ymm7 // c4c17e7ffd
vmovdqa xmmword ptr [rbx + 8*r12 - 2147483648], xmm0 // c4a1797f84e300000080
vmovdqa xmm12, xmmword ptr [rax + 8*r8 + 128] // c421796fa4c080000000
vmovdqa xmm8, xmm12 // c441797fe0
vmovdqa ymmword ptr [r15 + 1], ymm0 // c4c17d7f4701
vmovdqa ymm13, ymmword ptr [r8 + rax] // c4417d6f2c00
vmovdqa ymm7, ymm7 // c5fd7fff
vmovdqu32 xmmword ptr [rax], xmm12 // 62717e087f20
vmovdqu32 xmm16, xmmword ptr [rbx] // 62e17e086f03
vmovdqu32 xmm0, xmm15 // 62717e087ff8
vmovdqu32 ymmword ptr [rsp + 1], ymm13 // 62717e287fac2401000000
vmovdqu32 ymm27, ymmword ptr [rdi + 8*r13 + 127] // 62217e286f9cef7f000000
vmovdqu32 ymm0, ymm3 // 62f17e287fd8
vmovdqu32 zmmword ptr [r12 + 2*rax + 254] {k1}, zmm3 // 62d17e497f9c44fe000000
vmovdqu32 zmm15, zmmword ptr [rbp - 128] // 62717e486f7dfe
vmovdqu32 zmm3 {k2}, zmm1 // 62f17e4a7fcb
vmovdqu64 xmmword ptr [r12 + 16], xmm4 // 62d1fe087f642401
vmovdqu64 xmm12 {k1} {z}, xmmword ptr [rbx + rdi + 2147483647] // 6271fe896fa43bffffff7f
vmovdqu64 xmm3, xmm0 // 62f1fe087fc3
vmovdqu64 ymmword ptr [r13 - 2048], ymm8 // 6251fe287f45c0
vmovdqu64 ymm31 {k2}, ymmword ptr [rdi + 4*r15 + 1] // 6221fe2a6fbcbf01000000
vmovdqu64 ymm16, ymm3 // 62b1fe287fd8
vmovdqu64 zmmword ptr [rbp + 2*rbx + 127], zmm4 // 62f1fe487fa45d7f000000
vmovdqu64 zmm5, zmmword ptr [rsp + r8 - 2147483648] // 62b1fe486fac0400000080
vmovdqu64 zmm15, zmm7 // 62d1fe487fff
vmovdqa32 xmmword ptr [rax + 127], xmm12 // 62717d087fa07f000000
vmovdqa32 xmm8, xmmword ptr [rbx + rbx + 1] // 62717d086f841b01000000
vmovdqa32 xmm13, xmm4 // 62d17d087fe5
vmovdqa32 ymmword ptr [rax + 2*r12 - 128] {k7}, ymm12 // 62317d2f7f6460fc
vmovdqa32 ymm15, ymmword ptr [2147483647] // 62717d286f3c25ffffff7f
vmovdqa32 ymm20, ymm31 // 62217d287ffc
vmovdqa32 zmmword ptr [r8 + 4*r13 + 254] {k1}, zmm16 // 62817d497f84a8fe000000
vmovdqa32 zmm5 {k2}, zmmword ptr [rdi + 2*r8 - 4096] // 62b17d4a6f6c47c0
vmovdqa32 zmm15, zmm5 // 62d17d487fef
vmovdqa64 xmmword ptr [rdi - 8192], xmm8 // 6271fd087f8700e0ffff
vmovdqa64 xmm31 {k7}, xmmword ptr [rsp + 4*rdi + 127] // 6261fd0f6fbcbc7f000000
vmovdqa64 xmm1, xmm12 // 6271fd087fe1
vmovdqa64 ymmword ptr [rax + rbp - 128], ymm8 // 6271fd287f4428fc
vmovdqa64 ymm0, ymmword ptr [rdi - 128] // 62f1fd286f47fc
vmovdqa64 ymm5 {k7}, ymm0 // 62f1fd2f7fc5
vmovdqa64 zmmword ptr [rax + 4*rbx - 8192], zmm1 // 62f1fd487f4c9880
vmovdqa64 zmm15, zmmword ptr [r13 + 2*r12 + 128] // 6211fd486f7c6502
vmovdqa64 zmm13, zmm3 // 62d1fd487fdd
vmovdqu8 xmmword ptr [r15], xmm8 // 62517f087f07
vmovdqu8 xmm4, xmmword ptr [r8 + 8*rbp] // 62d17f086f24e8
vmovdqu8 xmm5 {k7}, xmm8 // 62717f0f7fc5
vmovdqu8 ymmword ptr [rbx + 4*r15 + 127], ymm4 // 62b17f287fa4bb7f000000
vmovdqu8 ymm12, ymmword ptr [rbx + 508] // 62717f286fa3fc010000
vmovdqu8 ymm1, ymm5 // 62f17f287fe9
vmovdqu8 zmmword ptr [r15 - 4128], zmm8 // 62517f487f87e0efffff
vmovdqu8 zmm0, zmmword ptr [rdi] // 62f17f486f07
vmovdqu8 zmm13, zmm5 // 62d17f487fed
vmovdqu16 xmmword ptr [r15], xmm5 // 62d1ff087f2f
vmovdqu16 xmm12 {k2} {z}, xmmword ptr [r8 - 8256] // 6251ff8a6fa0c0dfffff
vmovdqu16 xmm15, xmm1 // 62d1ff087fcf
vmovdqu16 ymmword ptr [rdi + 8*rbp + 508], ymm8 // 6271ff287f84effc010000
vmovdqu16 ymm16, ymmword ptr [rbp - 2147483648] // 62e1ff286f8500000080
vmovdqu16 ymm13, ymm4 // 62d1ff287fe5
vmovdqu16 zmmword ptr [rsp + 2147483647], zmm20 // 62e1ff487fa424ffffff7f
vmovdqu16 zmm5, zmmword ptr [r15 + 2*r13] // 6291ff486f2c6f
vmovdqu16 zmm12 {k7}, zmm4 // 62d1ff4f7fe4
vmovntdq xmmword ptr [rsp - 2064], xmm15 // c579e7bc24f0f7ffff
vmovntdq ymmword ptr [rdi + r12], ymm8 // c4217de70427
vmovntdq zmmword ptr [rbp + 4*rax - 2048], zmm1 // 62f17d48e74c85e0
vmovntdqa xmm13, xmmword ptr [r12 + 8*r8 + 128] // c402792aacc480000000
vmovntdqa ymm15, ymmword ptr [r13 - 8192] // c4427d2abd00e0ffff
vmovntdqa zmm13, zmmword ptr [rbp - 2147483648] // 62727d482aad00000080
vlddqu xmm12, xmmword ptr [rsp + 1] // c57bf0642401
vlddqu ymm13, ymmword ptr [4*rbp + 1] // c57ff02cad01000000
vpaddb xmm27, xmm7, xmmword ptr [rsp + 4*r12 - 129] // 62214508fc9ca47fffffff
vpaddb xmm3, xmm8, xmm8 // c4c139fcd8
vpaddb ymm20, ymm12, ymmword ptr [rbx + 128] // 62e11d28fc6304
vpaddb ymm12 {k1} {z}, ymm16, ymm7 // 62717da1fce7
vpaddb zmm27, zmm7, zmmword ptr [rax + rbx + 1] // 62614548fc9c1801000000
vpaddb zmm0 {k1} {z}, zmm5, zmm0 // 62f155c9fcc0
vpaddw xmm13, xmm13, xmmword ptr [r8 - 4128] // c44111fda8e0efffff
vpaddw xmm7, xmm5, xmm4 // c5d1fdfc
vpaddw ymm7 {k1} {z}, ymm31, ymmword ptr [r13 - 128] // 62d105a1fd7dfc
vpaddw ymm1 {k1} {z}, ymm27, ymm13 // 62d125a1fdcd
vpaddw zmm16, zmm0, zmmword ptr [rax + 2*r12 + 4096] // 62a17d48fd446040
vpaddw zmm12, zmm1, zmm13 // 62517548fde5
vpsubb xmm12, xmm12, xmmword ptr [r13 + r8] // c40119f8640500
vpsubb xmm4, xmm15, xmm4 // c581f8e4
vpsubb ymm27, ymm3, ymmword ptr [rsp + 4*r15 + 2147483647] // 62216528f89cbcffffff7f
vpsubb ymm13, ymm3, ymm0 // c565f8e8
vpsubb zmm27, zmm27, zmmword ptr [rbp + 4*r15 + 256] // 62212540f85cbd04
vpsubb zmm13, zmm5, zmm15 // 62515548f8ef
vpsubw xmm1, xmm20, xmmword ptr [r15 + 127] // 62d15d00f98f7f000000
vpsubw xmm31 {k7} {z}, xmm4, xmm13 // 62415d8ff9fd
vpsubw ymm12, ymm27, ymmword ptr [r15 - 258] // 62512520f9a7fefeffff
vpsubw ymm5, ymm3, ymm7 // c5e5f9ef
vpsubw zmm1, zmm15, zmmword ptr [rsp] // 62f10548f90c24
vpsubw zmm7, zmm5, zmm7 // 62f15548f9ff
vpaddd xmm12, xmm5, xmmword ptr [rdi] // c551fe27
vpaddd xmm5, xmm0, xmm15 // c4c179feef
vpaddd ymm12, ymm8, dword ptr [rbx + r12]{1to8} // 62313d38fe2423
vpaddd ymm13, ymm3, ymm0 // c565fee8
vpaddd zmm13, zmm0, zmmword ptr [rbp + 8*r15 - 2048] // 62317d48fe6cfde0
vpaddd zmm0 {k2} {z}, zmm12, zmm5 // 62f11dcafec5
vpaddq xmm8 {k1}, xmm15, xmmword ptr [rax + 32] // 62718509d44002
vpaddq xmm7 {k2} {z}, xmm15, xmm31 // 6291858ad4ff
vpaddq ymm15 {k1}, ymm31, qword ptr [rbp + 4*r13 - 129]{1to4} // 62318531d4bcad7fffffff
vpaddq ymm12, ymm13, ymm4 // c515d4e4
vpaddq zmm3, zmm12, zmmword ptr [r15 + 2*r13 + 512] // 62919d48d45c6f08
vpaddq zmm1, zmm1, zmm4 // 62f1f548d4cc
vpsubd xmm4 {k1}, xmm1, xmmword ptr [r8 + 8*r8 - 8192] // 62917509faa4c000e0ffff
vpsubd xmm1, xmm5, xmm15 // c4c151facf
vpsubd ymm4, ymm3, ymmword ptr [rbp + 4*r8] // c4a165fa648500
vpsubd ymm5 {k7}, ymm20, ymm4 // 62f15d27faec
vpsubd zmm5, zmm3, zmmword ptr [r8 + 1] // 62d16548faa801000000
vpsubd zmm8, zmm5, zmm8 // 62515548fac0
vpsubq xmm8, xmm1, xmmword ptr [rbx + 2147483647] // c571fb83ffffff7f
vpsubq xmm3, xmm15, xmm20 // 62b18508fbdc
vpsubq ymm8 {k1} {z}, ymm13, ymmword ptr [r15 + 1] // 625195a9fb8701000000
vpsubq ymm13, ymm1, ymm5 // c575fbed
vpsubq zmm5, zmm3, zmmword ptr [r15] // 62d1e548fb2f
vpsubq zmm13 {k1} {z}, zmm5, zmm7 // 6271d5c9fbef
vpaddsb xmm8, xmm8, xmmword ptr [rbx + 1] // c539ec4301
vpaddsb xmm4 {k7} {z}, xmm3, xmm5 // 62f1658fece5
vpaddsb ymm8 {k1}, ymm15, ymmword ptr [rsp + 4*rbp + 127] // 62710529ec84ac7f000000
vpaddsb ymm1, ymm7, ymm13 // c4c145eccd
vpaddsb zmm15, zmm4, zmmword ptr [rdi] // 62715d48ec3f
vpaddsb zmm0, zmm5, zmm0 // 62f15548ecc0
vpaddsw xmm31 {k7} {z}, xmm31, xmmword ptr [r13 + 2*rbp + 2147483647] // 62410587edbc6dffffff7f
vpaddsw xmm1, xmm13, xmm27 // 62911508edcb
vpaddsw ymm7 {k1}, ymm13, ymmword ptr [r12 - 2147483648] // 62d11529edbc2400000080
vpaddsw ymm16, ymm13, ymm1 // 62e11528edc1
vpaddsw zmm5, zmm8, zmmword ptr [r15 + r8 + 127] // 62913d48edac077f000000
vpaddsw zmm8, zmm3, zmm7 // 62716548edc7
vpaddusb xmm12 {k2} {z}, xmm31, xmmword ptr [r13 + 4064] // 62510582dca5e00f0000
vpaddusb xmm3, xmm16, xmm0 // 62f17d00dcd8
vpaddusb ymm12 {k7} {z}, ymm7, ymmword ptr [r13 + 1016] // 625145afdca5f8030000
vpaddusb ymm3, ymm1, ymm4 // c5f5dcdc
vpaddusb zmm16, zmm12, zmmword ptr [rax + 2*rbp + 64] // 62e11d48dc446801
vpaddusb zmm1, zmm12, zmm31 // 62911d48dccf
vpaddusw xmm3 {k7}, xmm8, xmmword ptr [rsp + 4*rbx] // 62f13d0fdd1c9c
vpaddusw xmm7, xmm12, xmm13 // c4c119ddfd
vpaddusw ymm13, ymm7, ymmword ptr [rbp + 4*rbx + 128] // c545ddac9d80000000
vpaddusw ymm15, ymm3, ymm15 // c44165ddff
vpaddusw zmm12 {k1} {z}, zmm0, zmmword ptr [rbp + 127] // 62717dc9dda57f000000
vpaddusw zmm13, zmm8, zmm5 // 62713d48dded
vpsubsb xmm5, xmm13, xmmword ptr [rbp + r13 - 2147483648] // c4a111e8ac2d00000080
vpsubsb xmm12, xmm4, xmm7 // c559e8e7
vpsubsb ymm31 {k7}, ymm13, ymmword ptr [r15 + 4*rdi - 2147483648] // 6241152fe8bcbf00000080
vpsubsb ymm31 {k7}, ymm12, ymm1 // 62611d2fe8f9
vpsubsb zmm15 {k1}, zmm1, zmmword ptr [rax - 8256] // 62717549e8b8c0dfffff
vpsubsb zmm13, zmm1, zmm13 // 62517548e8ed
vpsubsw xmm12, xmm20, xmmword ptr [rbp + 4*r15 + 4064] // 62315d00e9a4bde00f0000
vpsubsw xmm13, xmm15, xmm8 // c44101e9e8
vpsubsw ymm0, ymm5, ymmword ptr [rbx + 64] // c5d5e94340
vpsubsw ymm3 {k7} {z}, ymm12, ymm1 // 62f11dafe9d9
vpsubsw zmm7 {k1}, zmm8, zmmword ptr [rdi + 1016] // 62f13d49e9bff8030000
vpsubsw zmm27 {k1}, zmm5, zmm7 // 62615549e9df
vpsubusb xmm8 {k1}, xmm7, xmmword ptr [rdi + 2*r15 + 127] // 62314509d8847f7f000000
vpsubusb xmm5, xmm7, xmm7 // c5c1d8ef
vpsubusb ymm12 {k2}, ymm8, ymmword ptr [rbx + 2*r15 - 1032] // 62313d2ad8a47bf8fbffff
vpsubusb ymm7, ymm15, ymm0 // c585d8f8
vpsubusb zmm27, zmm20, zmmword ptr [r12 - 2147483648] // 62415d40d89c2400000080
vpsubusb zmm3, zmm7, zmm8 // 62d14548d8d8
vpsubusw xmm1, xmm13, xmmword ptr [r8 + r15 - 129] // c48111d98c387fffffff
vpsubusw xmm5, xmm0, xmm8 // c4c179d9e8
vpsubusw ymm4, ymm7, ymmword ptr [r8 + 2*r15 + 4064] // c48145d9a478e00f0000
vpsubusw ymm3, ymm7, ymm13 // c4c145d9dd
vpsubusw zmm13, zmm3, zmmword ptr [rbp + 4*r12 - 128] // 62316548d96ca5fe
vpsubusw zmm7, zmm13, zmm13 // 62d11548d9fd
vpmullw xmm5, xmm4, xmmword ptr [rax + 4*r8 - 256] // c4a159d5ac8000ffffff
vpmullw xmm7, xmm1, xmm15 // c4c171d5ff
vpmullw ymm4, ymm4, ymmword ptr [rdi] // c5ddd527
vpmullw ymm15 {k7}, ymm1, ymm0 // 6271752fd5f8
vpmullw zmm7 {k7} {z}, zmm16, zmmword ptr [r13 + 1] // 62d17dc7d5bd01000000
vpmullw zmm15 {k2} {z}, zmm1, zmm0 // 627175cad5f8
vpmulhw xmm20, xmm20, xmmword ptr [r15 + 8*r15 - 128] // 62815d00e564fff8
vpmulhw xmm7, xmm5, xmm3 // c5d1e5fb
vpmulhw ymm5, ymm5, ymmword ptr [rax + 8192] // c5d5e5a800200000
vpmulhw ymm12, ymm5, ymm15 // c44155e5e7
vpmulhw zmm12 {k2} {z}, zmm12, zmmword ptr [rax + rax + 508] // 62711dcae5a400fc010000
vpmulhw zmm12, zmm7, zmm4 // 62714548e5e4
vpmulhuw xmm8, xmm12, xmmword ptr [r15 + 2*rax + 1] // c44119e4444701
vpmulhuw xmm13 {k7}, xmm4, xmm0 // 62715d0fe4e8
vpmulhuw ymm3 {k7}, ymm12, ymmword ptr [rbx + 2*r15 + 4] // 62b11d2fe49c7b04000000
vpmulhuw ymm7, ymm13, ymm31 // 62911528e4ff
vpmulhuw zmm3 {k1}, zmm12, zmmword ptr [rax + 4*r15 - 128] // 62b11d49e45cb8fe
vpmulhuw zmm15 {k1} {z}, zmm13, zmm27 // 621115c9e4fb
vpmulhrsw xmm4, xmm5, xmmword ptr [rsp + 508] // c4e2510ba424fc010000
vpmulhrsw xmm3, xmm1, xmm3 // c4e2710bdb
vpmulhrsw ymm4 {k1} {z}, ymm12, ymmword ptr [rdi + 2*r12] // 62b21da90b2467
vpmulhrsw ymm15, ymm3, ymm0 // c462650bf8
vpmulhrsw zmm16, zmm15, zmmword ptr [rbx + 4*rbp + 2147483647] // 62e205480b84abffffff7f
vpmulhrsw zmm0, zmm13, zmm15 // 62d215480bc7
vpmaddwd xmm0, xmm13, xmmword ptr [8*rax] // c591f504c500000000
vpmaddwd xmm5 {k1} {z}, xmm12, xmm0 // 62f11d89f5e8
vpmaddwd ymm7, ymm0, ymmword ptr [rbp] // c5fdf57d00
vpmaddwd ymm13 {k7}, ymm3, ymm15 // 6251652ff5ef
vpmaddwd zmm13, zmm1, zmmword ptr [r15 + rbp - 2147483648] // 62517548f5ac2f00000080
vpmaddwd zmm5, zmm3, zmm3 // 62f16548f5eb
vpmaddubsw xmm1, xmm8, xmmword ptr [rdi + 32] // c4e239044f20
vpmaddubsw xmm8 {k2} {z}, xmm4, xmm13 // 62525d8a04c5
vpmaddubsw ymm0, ymm16, ymmword ptr [r12 + 2*rbx - 128] // 62d27d2004445cfc
vpmaddubsw ymm5 {k2} {z}, ymm7, ymm5 // 62f245aa04ed
vpmaddubsw zmm0, zmm12, zmmword ptr [r15 - 2147483648] // 62d21d48048700000080
vpmaddubsw zmm20 {k1}, zmm7, zmm8 // 62c2454904e0
vpavgb xmm1, xmm0, xmmword ptr [rdi + 2*r12 - 512] // c4a179e08c6700feffff
vpavgb xmm13, xmm3, xmm5 // c561e0ed
vpavgb ymm4 {k2} {z}, ymm3, ymmword ptr [rbx + r15 - 128] // 62b165aae0643bfc
vpavgb ymm15, ymm7, ymm0 // c545e0f8
vpavgb zmm13, zmm16, zmmword ptr [r13 + 2*r13 + 1] // 62117d40e0ac6d01000000
vpavgb zmm7, zmm15, zmm8 // 62d10548e0f8
vpavgw xmm0, xmm0, xmmword ptr [rbp + 2*rbp + 2147483647] // c5f9e3846dffffff7f
vpavgw xmm12 {k1}, xmm0, xmm1 // 62717d09e3e1
vpavgw ymm15, ymm12, ymmword ptr [r12 + 8*r15 + 2147483647] // c4011de3bcfcffffff7f
vpavgw ymm0, ymm13, ymm12 // c4c115e3c4
vpavgw zmm5, zmm1, zmmword ptr [rbx + 8*r8 - 8192] // 62b17548e36cc380
vpavgw zmm8, zmm0, zmm4 // 62717d48e3c4
vpmulld xmm0, xmm5, xmmword ptr [4*r8 + 2] // c4a25140048502000000
vpmulld xmm12 {k2}, xmm5, xmm13 // 6252550a40e5
vpmulld ymm8, ymm8, ymmword ptr [rdi + r12 + 1] // c4223d40442701
vpmulld ymm3, ymm12, ymm8 // c4c21d40d8
vpmulld zmm8 {k7}, zmm7, dword ptr [rax - 128]{1to16} // 6272455f4040e0
vpmulld zmm13, zmm13, zmm0 // 6272154840e8
vpmullq xmm8 {k7} {z}, xmm8, xmmword ptr [r8 + 8*r15 + 2147483647] // 6212bd8f4084f8ffffff7f
vpmullq xmm0 {k2}, xmm5, xmm15 // 62d2d50a40c7
vpmullq ymm13, ymm16, ymmword ptr [rbx - 2147483648] // 6272fd2040ab00000080
vpmullq ymm5, ymm1, ymm1 // 62f2f52840e9
vpmullq zmm4, zmm1, qword ptr [rbx + 8*r12 - 1032]{1to8} // 62b2f55840a4e3f8fbffff
vpmullq zmm4 {k2} {z}, zmm15, zmm7 // 62f285ca40e7
vpmuludq xmm4 {k2}, xmm5, xmmword ptr [rsp + 127] // 62f1d50af4a4247f000000
vpmuludq xmm8 {k7}, xmm20, xmm27 // 6211dd07f4c3
vpmuludq ymm12 {k2}, ymm8, ymmword ptr [r12 + r8 + 32] // 6211bd2af4640401
vpmuludq ymm13, ymm15, ymm7 // c505f4ef
vpmuludq zmm3 {k7} {z}, zmm15, zmmword ptr [rsp + 4*rax + 127] // 62f185cff49c847f000000
vpmuludq zmm15, zmm8, zmm3 // 6271bd48f4fb
vpmuldq xmm31, xmm27, xmmword ptr [rdi + 2*r15 - 128] // 6222a500287c7ff8
vpmuldq xmm0 {k2} {z}, xmm0, xmm4 // 62f2fd8a28c4
vpmuldq ymm16 {k2} {z}, ymm16, ymmword ptr [r13 + 127] // 62c2fda228857f000000
vpmuldq ymm1, ymm13, ymm8 // c4c21528c8
vpmuldq zmm3, zmm15, zmmword ptr [r13 + 2*rdi] // 62d28548285c7d00
vpmuldq zmm7, zmm31, zmm27 // 6292854028fb
vpsadbw xmm0, xmm3, xmmword ptr [rsp - 2147483648] // c5e1f6842400000080
vpsadbw xmm8, xmm27, xmm4 // 62712500f6c4
vpsadbw ymm0, ymm7, ymmword ptr [4*r15 + 127] // c4a145f604bd7f000000
vpsadbw ymm15, ymm15, ymm16 // 62310528f6f8
vpsadbw zmm16, zmm5, zmmword ptr [r12 + 8*r13 + 1] // 62815548f684ec01000000
vpsadbw zmm5, zmm31, zmm5 // 62f10540f6ed
vdbpsadbw xmm15 {k2}, xmm15, xmmword ptr [r12 - 128], 3 // 6253050a427c24f803
vdbpsadbw xmm0, xmm1, xmm7, 3 // 62f3750842c703
vdbpsadbw ymm15 {k7} {z}, ymm12, ymmword ptr [rdi - 128], 0 // 62731daf427ffc00
vdbpsadbw ymm8 {k2}, ymm7, ymm8, 2 // 6253452a42c002
vdbpsadbw zmm12, zmm8, zmmword ptr [rbp + 8*r13 + 1], 3 // 62333d4842a4ed0100000003
vdbpsadbw zmm3 {k1}, zmm0, zmm3, 1 // 62f37d4942db01
vpabsb xmm16, xmmword ptr [rax - 129] // 62e27d081c807fffffff
vpabsb xmm1, xmm3 // c4e2791ccb
vpabsb ymm5 {k2} {z}, ymmword ptr [r8 + r12 + 1] // 62927daa1cac2001000000
vpabsb ymm0, ymm0 // c4e27d1cc0
vpabsb zmm20, zmmword ptr [rbx + 4*r8] // 62a27d481c2483
vpabsb zmm0, zmm4 // 62f27d481cc4
vpabsw xmm4 {k2} {z}, xmmword ptr [rbx + 512] // 62f27d8a1d6320
vpabsw xmm8, xmm8 // c442791dc0
vpabsw ymm0 {k7} {z}, ymmword ptr [rbx - 2147483648] // 62f27daf1d8300000080
vpabsw ymm16 {k1}, ymm31 // 62827d291dc7
vpabsw zmm4, zmmword ptr [-2147483648] // 62f27d481d242500000080
vpabsw zmm27, zmm27 // 62027d481ddb
vpabsd xmm0 {k1}, xmmword ptr [rax + 2048] // 62f27d091e8000080000
vpabsd xmm3, xmm12 // c4c2791edc
vpabsd ymm4, ymmword ptr [rdi + rbp - 1024] // c4e27d1ea42f00fcffff
vpabsd ymm13, ymm7 // c4627d1eef
vpabsd zmm31, zmmword ptr [rbp + rbx - 128] // 62627d481e7c1dfe
vpabsd zmm12, zmm13 // 62527d481ee5
vpabsq xmm4, xmmword ptr [rsp + 4*rdi - 1024] // 62f2fd081f64bcc0
vpabsq xmm8, xmm20 // 6232fd081fc4
vpabsq ymm1 {k1}, qword ptr [rax + r12 - 2064]{1to4} // 62b2fd391f8c20f0f7ffff
vpabsq ymm27, ymm16 // 6222fd281fd8
vpabsq zmm3, zmmword ptr [r15 + 8*rdi + 64] // 62d2fd481f5cff01
vpabsq zmm1 {k7}, zmm20 // 62b2fd4f1fcc
vpsignb xmm1, xmm7, xmmword ptr [rdi + 8128] // c4e241088fc01f0000
vpsignb xmm0, xmm8, xmm3 // c4e23908c3
vpsignb ymm1, ymm7, ymmword ptr [rbp + 4096] // c4e245088d00100000
vpsignb ymm0, ymm5, ymm0 // c4e25508c0
vpsignw xmm15, xmm8, xmmword ptr [r15 - 258] // c4423909bffefeffff
vpsignw xmm12, xmm4, xmm7 // c4625909e7
vpsignw ymm1, ymm8, ymmword ptr [rdi + 8*rbp + 2147483647] // c4e23d098cefffffff7f
vpsignw ymm0, ymm8, ymm12 // c4c23d09c4
vpsignd xmm3, xmm3, xmmword ptr [rbp - 1024] // c4e2610a9d00fcffff
vpsignd xmm1, xmm5, xmm12 // c4c2510acc
vpsignd ymm7, ymm5, ymmword ptr [rbp] // c4e2550a7d00
vpsignd ymm0, ymm13, ymm7 // c4e2150ac7
vpminsb xmm13, xmm3, xmmword ptr [rbp + 254] // c4626138adfe000000
vpminsb xmm12 {k7}, xmm12, xmm1 // 62721d0f38e1
vpminsb ymm16, ymm8, ymmword ptr [4096] // 62e23d2838042500100000
vpminsb ymm1, ymm5, ymm31 // 6292552838cf
vpminsb zmm15 {k1} {z}, zmm5, zmmword ptr [1] // 627255c9383c2501000000
vpminsb zmm5, zmm7, zmm1 // 62f2454838e9
vpminsw xmm27, xmm1, xmmword ptr [rdi + 2*rbx - 8256] // 62617508ea9c5fc0dfffff
vpminsw xmm13, xmm3, xmm4 // c561eaec
vpminsw ymm5 {k7} {z}, ymm5, ymmword ptr [r15 + 127] // 62d155afeaaf7f000000
vpminsw ymm16, ymm4, ymm12 // 62c15d28eac4
vpminsw zmm0, zmm8, zmmword ptr [rax + 2*rbp + 16] // 62f13d48ea846810000000
vpminsw zmm15, zmm13, zmm12 // 62511548eafc
vpminub xmm7, xmm7, xmmword ptr [r12 + 4*rbp - 512] // c4c141dabcac00feffff
vpminub xmm3, xmm8, xmm15 // c4c139dadf
vpminub ymm1 {k2}, ymm0, ymmword ptr [rbx + 4*r12 - 2147483648] // 62b17d2ada8ca300000080
vpminub ymm12, ymm13, ymm8 // c44115dae0
vpminub zmm7, zmm13, zmmword ptr [rsp - 129] // 62f11548dabc247fffffff
vpminub zmm4, zmm5, zmm3 // 62f15548dae3
vpminuw xmm4, xmm3, xmmword ptr [r13 + 4*r8 + 2147483647] // c482613aa485ffffff7f
vpminuw xmm15, xmm13, xmm3 // c462113afb
vpminuw ymm4, ymm5, ymmword ptr [rax + rbx + 2] // c4e2553a641802
vpminuw ymm16, ymm12, ymm5 // 62e21d283ac5
vpminuw zmm0, zmm7, zmmword ptr [rax - 128] // 62f245483a40fe
vpminuw zmm16, zmm13, zmm20 // 62a215483ac4
vpmaxsb xmm5, xmm8, xmmword ptr [r13 + 1024] // c4c2393cad00040000
vpmaxsb xmm7, xmm5, xmm3 // c4e2513cfb
vpmaxsb ymm0, ymm7, ymmword ptr [512] // c4e2453c042500020000
vpmaxsb ymm5, ymm5, ymm15 // c4c2553cef
vpmaxsb zmm4 {k7} {z}, zmm31, zmmword ptr [rsp - 516] // 62f205c73ca424fcfdffff
vpmaxsb zmm0 {k1}, zmm4, zmm12 // 62d25d493cc4
vpmaxsw xmm12, xmm12, xmmword ptr [rbp + 8*r13 + 2032] // c42119eea4edf0070000
vpmaxsw xmm8, xmm1, xmm5 // c571eec5
vpmaxsw ymm5, ymm15, ymmword ptr [r15 + 4*r15 + 128] // c48105eeacbf80000000
vpmaxsw ymm7 {k2}, ymm15, ymm13 // 62d1052aeefd
vpmaxsw zmm27, zmm5, zmmword ptr [rbp + 32] // 62615548ee9d20000000
vpmaxsw zmm8 {k2}, zmm15, zmm7 // 6271054aeec7
vpmaxub xmm20, xmm4, xmmword ptr [rbp + 2147483647] // 62e15d08dea5ffffff7f
vpmaxub xmm13, xmm12, xmm3 // c519deeb
vpmaxub ymm3, ymm0, ymmword ptr [rdi + 2*rbx + 4] // c5fdde5c5f04
vpmaxub ymm5, ymm4, ymm0 // c5dddee8
vpmaxub zmm3, zmm4, zmmword ptr [rbp + 8*r8 - 1024] // 62b15d48de5cc5f0
vpmaxub zmm7, zmm3, zmm15 // 62d16548deff
vpmaxuw xmm15, xmm13, xmmword ptr [r12 + 8*r15 + 128] // c402113ebcfc80000000
vpmaxuw xmm20, xmm20, xmm15 // 62c25d003ee7
vpmaxuw ymm1, ymm5, ymmword ptr [r13 - 128] // c4c2553e4d80
vpmaxuw ymm0, ymm31, ymm1 // 62f205203ec1
vpmaxuw zmm8, zmm0, zmmword ptr [r8 + r13 - 258] // 62127d483e8428fefeffff
vpmaxuw zmm3, zmm0, zmm7 // 62f27d483edf
vpminsd xmm7 {k7}, xmm4, xmmword ptr [2*r12 - 128] // 62b25d0f393c6580ffffff
vpminsd xmm3, xmm0, xmm12 // c4c27939dc
vpminsd ymm20, ymm15, ymmword ptr [r15 + 8*r8] // 628205283924c7
vpminsd ymm12, ymm8, ymm4 // c4623d39e4
vpminsd zmm15, zmm15, zmmword ptr [r12 + 2*r8 + 128] // 62120548397c4402
vpminsd zmm20, zmm4, zmm0 // 62e25d4839e0
vpminud xmm12 {k1} {z}, xmm13, xmmword ptr [rax + 508] // 627215893ba0fc010000
vpminud xmm15, xmm4, xmm0 // c462593bf8
vpminud ymm0 {k2} {z}, ymm12, ymmword ptr [rbx + 8128] // 62f21daa3b83c01f0000
vpminud ymm3, ymm7, ymm4 // c4e2453bdc
vpminud zmm7 {k1}, zmm5, zmmword ptr [rdi + 32] // 62f255493bbf20000000
vpminud zmm5, zmm8, zmm12 // 62d23d483bec
vpmaxsd xmm1, xmm5, xmmword ptr [rbx] // c4e2513d0b
vpmaxsd xmm4, xmm13, xmm13 // c4c2113de5
vpmaxsd ymm8, ymm7, ymmword ptr [rax + 8*r15 + 2147483647] // c422453d84f8ffffff7f
vpmaxsd ymm7, ymm7, ymm7 // c4e2453dff
vpmaxsd zmm1, zmm13, dword ptr [r12 + 8*rbp - 516]{1to16} // 62d215583d8cecfcfdffff
vpmaxsd zmm16 {k2} {z}, zmm27, zmm12 // 62c225c23dc4
vpmaxud xmm13, xmm16, dword ptr [r15 - 258]{1to4} // 62527d103faffefeffff
vpmaxud xmm12 {k7} {z}, xmm7, xmm12 // 6252458f3fe4
vpmaxud ymm3 {k1}, ymm7, dword ptr [rax]{1to8} // 62f245393f18
vpmaxud ymm1 {k1}, ymm5, ymm13 // 62d255293fcd
vpmaxud zmm12, zmm4, dword ptr [r8 + 4*rbx - 128]{1to16} // 62525d583f6498e0
vpmaxud zmm15, zmm1, zmm3 // 627275483ffb
vpminsq xmm12, xmm20, xmmword ptr [r15 - 128] // 6252dd003967f8
vpminsq xmm8 {k1} {z}, xmm3, xmm5 // 6272e58939c5
vpminsq ymm27, ymm0, qword ptr [rsp + 2147483647]{1to4} // 6262fd38399c24ffffff7f
vpminsq ymm3 {k7}, ymm4, ymm0 // 62f2dd2f39d8
vpminsq zmm4, zmm12, zmmword ptr [rbp + 4064] // 62f29d4839a5e00f0000
vpminsq zmm3, zmm1, zmm16 // 62b2f54839d8
vpminuq xmm3, xmm15, qword ptr [rbp + 256]{1to2} // 62f285183b5d20
vpminuq xmm12, xmm4, xmm0 // 6272dd083be0
vpminuq ymm13 {k1}, ymm8, ymmword ptr [rsp + 8*r15 + 2] // 6232bd293bacfc02000000
vpminuq ymm7, ymm3, ymm15 // 62d2e5283bff
vpminuq zmm16 {k1} {z}, zmm31, qword ptr [r12 + r8]{1to8} // 628285d13b0404
vpminuq zmm7, zmm4, zmm15 // 62d2dd483bff
vpmaxsq xmm13, xmm8, xmmword ptr [rax + 4*r8] // 6232bd083d2c80
vpmaxsq xmm0, xmm8, xmm3 // 62f2bd083dc3
vpmaxsq ymm12 {k2} {z}, ymm4, ymmword ptr [1] // 6272ddaa3d242501000000
vpmaxsq ymm8 {k2} {z}, ymm5, ymm1 // 6272d5aa3dc1
vpmaxsq zmm5, zmm4, qword ptr [rbx + 4*r12 + 1016]{1to8} // 62b2dd583d6ca37f
vpmaxsq zmm4 {k1} {z}, zmm12, zmm3 // 62f29dc93de3
vpmaxuq xmm13, xmm0, qword ptr [r12 + 2032]{1to2} // 6252fd183fac24f0070000
vpmaxuq xmm31 {k1}, xmm12, xmm15 // 62429d093fff
vpmaxuq ymm4, ymm7, ymmword ptr [128] // 62f2c5283f242580000000
vpmaxuq ymm27 {k2}, ymm15, ymm0 // 6262852a3fd8
vpmaxuq zmm12, zmm15, zmmword ptr [rax + 2048] // 627285483f6020
vpmaxuq zmm8 {k2} {z}, zmm7, zmm5 // 6272c5ca3fc5
vpand xmm15, xmm15, xmmword ptr [r12 + 254] // c44101dbbc24fe000000
vpand xmm13, xmm1, xmm0 // c571dbe8
vpand ymm0, ymm5, ymmword ptr [rbx + 8*r15 + 2147483647] // c4a155db84fbffffff7f
vpand ymm8, ymm7, ymm5 // c545dbc5
vpandn xmm8, xmm1, xmmword ptr [rbp - 128] // c571df4580
vpandn xmm4, xmm15, xmm0 // c581dfe0
vpandn ymm7, ymm15, ymmword ptr [r13 + r12 + 128] // c48105dfbc2580000000
vpandn ymm15, ymm12, ymm1 // c51ddff9
vpor xmm4, xmm1, xmmword ptr [r13 + 8*rax - 2048] // c4c171eba4c500f8ffff
vpor xmm15, xmm0, xmm7 // c579ebff
vpor ymm1, ymm1, ymmword ptr [r13 + 4*r8 + 4] // c48175eb4c8504
vpor ymm7, ymm12, ymm15 // c4c11debff
vpxor xmm13, xmm4, xmmword ptr [rsp - 128] // c559ef6c2480
vpxor xmm15, xmm7, xmm8 // c44141eff8
vpxor ymm3, ymm7, ymmword ptr [rdi + 2147483647] // c5c5ef9fffffff7f
vpxor ymm8, ymm13, ymm4 // c515efc4
vpandd xmm3, xmm3, xmmword ptr [r12 + 1016] // 62d16508db9c24f8030000
vpandd xmm15, xmm3, xmm8 // 62516508dbf8
vpandd ymm12, ymm12, dword ptr [rbx + 2*r8 + 128]{1to8} // 62311d38db644320
vpandd ymm8, ymm5, ymm15 // 62515528dbc7
vpandd zmm1, zmm5, zmmword ptr [rbx + r13 - 2147483648] // 62b15548db8c2b00000080
vpandd zmm13 {k2} {z}, zmm12, zmm12 // 62511dcadbec
vpandq xmm12 {k7} {z}, xmm3, xmmword ptr [r12 + 8*rbp + 8] // 6251e58fdba4ec08000000
vpandq xmm5, xmm12, xmm5 // 62f19d08dbed
vpandq ymm20, ymm0, qword ptr [r8 + 4]{1to4} // 62c1fd38dba004000000
vpandq ymm13, ymm1, ymm31 // 6211f528dbef
vpandq zmm1, zmm4, zmmword ptr [rdi + 8*r13 - 128] // 62b1dd48db4ceffe
vpandq zmm5, zmm27, zmm4 // 62f1a540dbec
vpandnd xmm7 {k2}, xmm16, dword ptr [r8 + 4*r8 + 2032]{1to4} // 62917d12dfbc80f0070000
vpandnd xmm1, xmm31, xmm27 // 62910500dfcb
vpandnd ymm13 {k7}, ymm20, ymmword ptr [r13 + 1] // 62515d27dfad01000000
vpandnd ymm3 {k2} {z}, ymm13, ymm3 // 62f115aadfdb
vpandnd zmm12, zmm3, zmmword ptr [r8 + 4*rbp + 1] // 62516548dfa4a801000000
vpandnd zmm31 {k1}, zmm15, zmm13 // 62410549dffd
vpandnq xmm15, xmm13, xmmword ptr [r12 + 8*r13 - 2147483648] // 62119508dfbcec00000080
vpandnq xmm13 {k7} {z}, xmm12, xmm0 // 62719d8fdfe8
vpandnq ymm27, ymm8, ymmword ptr [rax + 1] // 6261bd28df9801000000
vpandnq ymm8, ymm4, ymm4 // 6271dd28dfc4
vpandnq zmm8, zmm1, zmmword ptr [r8 + r13 - 8192] // 6211f548df442880
vpandnq zmm3 {k1} {z}, zmm27, zmm27 // 6291a5c1dfdb
vpord xmm8, xmm5, dword ptr [r8 - 1032]{1to4} // 62515518eb80f8fbffff
vpord xmm3, xmm15, xmm3 // 62f10508ebdb
vpord ymm7, ymm0, dword ptr [rax + rdi + 2048]{1to8} // 62f17d38ebbc3800080000
vpord ymm15 {k2}, ymm12, ymm3 // 62711d2aebfb
vpord zmm8, zmm1, dword ptr [r12 + 128]{1to16} // 62517558eb442420
vpord zmm5, zmm1, zmm7 // 62f17548ebef
vporq xmm7, xmm12, qword ptr [rdi + rbp + 127]{1to2} // 62f19d18ebbc2f7f000000
vporq xmm0, xmm8, xmm1 // 62f1bd08ebc1
vporq ymm5, ymm8, ymmword ptr [2*rdi + 2147483647] // 62f1bd28eb2c7dffffff7f
vporq ymm31, ymm16, ymm7 // 6261fd20ebff
vporq zmm5 {k2} {z}, zmm12, zmmword ptr [rbp + 4] // 62f19dcaebad04000000
vporq zmm12 {k2}, zmm8, zmm15 // 6251bd4aebe7
vpxord xmm20, xmm0, dword ptr [r13 + 127]{1to4} // 62c17d18efa57f000000
vpxord xmm15, xmm20, xmm27 // 62115d00effb
vpxord ymm8, ymm1, dword ptr [rsp - 8192]{1to8} // 62717538ef842400e0ffff
vpxord ymm12 {k7} {z}, ymm5, ymm3 // 627155afefe3
vpxord zmm20, zmm27, zmmword ptr [2*r15 + 32] // 62a12540ef247d20000000
vpxord zmm3, zmm0, zmm4 // 62f17d48efdc
vpxorq xmm12 {k7} {z}, xmm5, xmmword ptr [r8 + 2*rdi + 128] // 6251d58fef647808
vpxorq xmm5, xmm3, xmm1 // 62f1e508efe9
vpxorq ymm12, ymm0, ymmword ptr [r15 + 1] // 6251fd28efa701000000
vpxorq ymm8, ymm13, ymm13 // 62519528efc5
vpxorq zmm7, zmm15, zmmword ptr [rbp + 127] // 62f18548efbd7f000000
vpxorq zmm8, zmm4, zmm1 // 6271dd48efc1
vpternlogd xmm3, xmm15, xmmword ptr [rax + 2*rdi - 512], 2 // 62f30508255c78e002
vpternlogd xmm5, xmm5, xmm12, 2 // 62d3550825ec02
vpternlogd ymm8 {k7}, ymm4, ymmword ptr [rsp + 2147483647], 3 // 62735d2f258424ffffff7f03
vpternlogd ymm8, ymm8, ymm5, 2 // 62733d2825c502
vpternlogd zmm7 {k2} {z}, zmm3, zmmword ptr [r12 + 4*rax + 128], 3 // 62d365ca257c840203
vpternlogd zmm0, zmm15, zmm7, 0 // 62f3054825c700
vpternlogq xmm3, xmm1, xmmword ptr [r13 + 256], 0 // 62d3f508255d1000
vpternlogq xmm12, xmm0, xmm3, 2 // 6273fd0825e302
vpternlogq ymm12 {k7}, ymm12, ymmword ptr [rax + 2*rdi + 1], 3 // 62739d2f25a4780100000003
vpternlogq ymm5, ymm13, ymm4, 3 // 62f3952825ec03
vpternlogq zmm7, zmm15, zmmword ptr [r8 + 4*r8 - 1032], 2 // 6293854825bc80f8fbffff02
vpternlogq zmm1, zmm7, zmm13, 0 // 62d3c54825cd00
vpsllw xmm8 {k7} {z}, xmm3, xmmword ptr [rax + 1016] // 6271658ff180f8030000
vpsllw xmm16, xmm31, xmm8 // 62c10500f1c0
vpsllw ymm31, ymm7, xmmword ptr [rax - 4128] // 62614528f1b8e0efffff
vpsllw ymm1, ymm8, xmm0 // c5bdf1c8
vpsllw zmm8, zmm7, xmmword ptr [rdi + rbx - 2064] // 62714548f1841ff0f7ffff
vpsllw zmm8 {k2}, zmm1, xmm12 // 6251754af1c4
vpsrlw xmm13, xmm4, xmmword ptr [rbp + 2*r8 + 2032] // c42159d1ac45f0070000
vpsrlw xmm3, xmm31, xmm0 // 62f10500d1d8
vpsrlw ymm15, ymm12, xmmword ptr [rsp - 128] // c51dd17c2480
vpsrlw ymm4, ymm8, xmm5 // c5bdd1e5
vpsrlw zmm5 {k2} {z}, zmm4, xmmword ptr [rbp + 127] // 62f15dcad1ad7f000000
vpsrlw zmm0 {k1} {z}, zmm4, xmm8 // 62d15dc9d1c0
vpsraw xmm13, xmm7, xmmword ptr [r15 + 2*rax + 8] // c44141e16c4708
vpsraw xmm13, xmm4, xmm0 // c559e1e8
vpsraw ymm13, ymm12, xmmword ptr [4*rax] // c51de12c8500000000
vpsraw ymm5, ymm31, xmm12 // 62d10520e1ec
vpsraw zmm5, zmm7, xmmword ptr [rbp] // 62f14548e16d00
vpsraw zmm27 {k2}, zmm16, xmm8 // 62417d42e1d8
vpslld xmm31, xmm8, xmmword ptr [r15 - 2048] // 62413d08f27f80
vpslld xmm5, xmm1, xmm7 // c5f1f2ef
vpslld ymm4, ymm1, xmmword ptr [rdi + r12 + 64] // c4a175f2642740
vpslld ymm5, ymm1, xmm12 // c4c175f2ec
vpslld zmm15, zmm7, xmmword ptr [r13 - 1032] // 62514548f2bdf8fbffff
vpslld zmm13 {k2}, zmm15, xmm4 // 6271054af2ec
vpsllq xmm3, xmm1, xmmword ptr [r8 + 4096] // c4c171f39800100000
vpsllq xmm12 {k1} {z}, xmm1, xmm7 // 6271f589f3e7
vpsllq ymm7, ymm0, xmmword ptr [r8 + r15 - 2147483648] // c4817df3bc3800000080
vpsllq ymm5, ymm3, xmm13 // c4c165f3ed
vpsllq zmm12, zmm20, xmmword ptr [r13 + rbx] // 6251dd40f3641d00
vpsllq zmm8, zmm5, xmm15 // 6251d548f3c7
vpsrld xmm0, xmm13, xmmword ptr [r13 + 4*r13 - 8256] // c48111d284adc0dfffff
vpsrld xmm31, xmm3, xmm16 // 62216508d2f8
vpsrld ymm0, ymm1, xmmword ptr [rax + rax - 258] // c5f5d28400fefeffff
vpsrld ymm7 {k2} {z}, ymm1, xmm12 // 62d175aad2fc
vpsrld zmm16, zmm5, xmmword ptr [r13 - 8256] // 62c15548d285c0dfffff
vpsrld zmm20 {k7} {z}, zmm15, xmm12 // 62c105cfd2e4
vpsrlq xmm12, xmm7, xmmword ptr [rbp] // c541d36500
vpsrlq xmm12, xmm13, xmm27 // 62119508d3e3
vpsrlq ymm12, ymm4, xmmword ptr [rsp + 2*r13 + 127] // c4215dd3646c7f
vpsrlq ymm15, ymm16, xmm31 // 6211fd20d3ff
vpsrlq zmm4 {k1} {z}, zmm8, xmmword ptr [rsp] // 62f1bdc9d32424
vpsrlq zmm0, zmm4, xmm7 // 62f1dd48d3c7
vpsrad xmm20 {k2}, xmm3, xmmword ptr [rsp] // 62e1650ae22424
vpsrad xmm13, xmm4, xmm16 // 62315d08e2e8
vpsrad ymm15, ymm7, xmmword ptr [rbp - 8192] // c545e2bd00e0ffff
vpsrad ymm13 {k1} {z}, ymm1, xmm12 // 625175a9e2ec
vpsrad zmm20, zmm20, xmmword ptr [rbx - 2147483648] // 62e15d40e2a300000080
vpsrad zmm16, zmm15, xmm1 // 62e10548e2c1
vpsraq xmm15, xmm5, xmmword ptr [r12] // 6251d508e23c24
vpsraq xmm7, xmm12, xmm7 // 62f19d08e2ff
vpsraq ymm15, ymm0, xmmword ptr [rdi - 8256] // 6271fd28e2bfc0dfffff
vpsraq ymm1 {k7}, ymm3, xmm3 // 62f1e52fe2cb
vpsraq zmm5 {k7}, zmm27, xmmword ptr [r15 + 2*rbp - 128] // 62d1a547e26c6ff8
vpsraq zmm3, zmm31, xmm12 // 62d18540e2dc
vpsllw xmm1 {k1}, xmmword ptr [r12 + rbx - 512], 1 // 62d1750971741ce001
vpsllw xmm20, xmm3, 2 // 62f15d0071f302
vpsllw ymm1, ymmword ptr [r12 - 2147483648], 2 // 62d1752871b4240000008002
vpsllw ymm0, ymm8, 0 // c4c17d71f000
vpsllw zmm4, zmmword ptr [rbx + 2*rbx - 1032], 2 // 62f15d4871b45bf8fbffff02
vpsllw zmm13, zmm13, 2 // 62d1154871f502
vpsrlw xmm5, xmmword ptr [r8 + 4], 0 // 62d1550871900400000000
vpsrlw xmm4, xmm4, 1 // c5d971d401
vpsrlw ymm8, ymmword ptr [rax], 2 // 62f13d28711002
vpsrlw ymm5 {k7} {z}, ymm1, 3 // 62f155af71d103
vpsrlw zmm4, zmmword ptr [2*r8 + 1], 1 // 62b15d487114450100000001
vpsrlw zmm5, zmm1, 0 // 62f1554871d100
vpsraw xmm7, xmmword ptr [rax + 2*rbp], 1 // 62f1450871246801
vpsraw xmm15 {k7} {z}, xmm4, 3 // 62f1058f71e403
vpsraw ymm5, ymmword ptr [rbx + 4*r12 + 4064], 3 // 62b155287164a37f03
vpsraw ymm12, ymm13, 1 // c4c11d71e501
vpsraw zmm13, zmmword ptr [r15 + 4*r13 + 1], 1 // 6291154871a4af0100000001
vpsraw zmm3 {k2}, zmm0, 3 // 62f1654a71e003
vpslld xmm15 {k2}, xmmword ptr [rdi + 2*r15], 3 // 62b1050a72347f03
vpslld xmm0, xmm12, 3 // c4c17972f403
vpslld ymm13, ymmword ptr [r13 - 128], 3 // 62d115287275fc03
vpslld ymm1 {k2} {z}, ymm3, 1 // 62f175aa72f301
vpslld zmm20, zmmword ptr [r13 + 8*rax + 128], 0 // 62d15d407274c50200
vpslld zmm20 {k1}, zmm1, 2 // 62f15d4172f102
vpsrld xmm12 {k2}, xmmword ptr [4*r8], 3 // 62b11d0a7214850000000003
vpsrld xmm27, xmm27, 1 // 6291250072d301
vpsrld ymm5, ymmword ptr [r13 + 2*r15 - 512], 3 // 6291552872547df003
vpsrld ymm1, ymm8, 1 // c4c17572d001
vpsrld zmm8 {k7} {z}, zmmword ptr [rbx + 128], 1 // 62f13dcf72530201
vpsrld zmm13 {k7}, zmm3, 1 // 62f1154f72d301
vpsrad xmm0, xmmword ptr [r13 + rax - 1032], 3 // 62d17d0872a405f8fbffff03
vpsrad xmm12 {k7} {z}, xmm0, 2 // 62f11d8f72e002
vpsrad ymm15, dword ptr [rsp - 2147483648]{1to8}, 1 // 62f1053872a4240000008001
vpsrad ymm16 {k7} {z}, ymm0, 2 // 62f17da772e002
vpsrad zmm12, zmmword ptr [r12 + rdi - 128], 0 // 62d11d4872643cfe00
vpsrad zmm1, zmm0, 1 // 62f1754872e001
vpsllq xmm13 {k1} {z}, xmmword ptr [rbp + rdi - 128], 2 // 62f1958973743df802
vpsllq xmm1, xmm3, 3 // c5f173f303
vpsllq ymm27, ymmword ptr [r13 + 2*rdi + 508], 0 // 62d1a52073b47dfc01000000
vpsllq ymm3 {k2}, ymm7, 3 // 62f1e52a73f703
vpsllq zmm7, zmmword ptr [r15 + 512], 0 // 62d1c54873770800
vpsllq zmm20, zmm20, 2 // 62b1dd4073f402
vpsrlq xmm13, xmmword ptr [r15], 2 // 62d19508731702
vpsrlq xmm0 {k2}, xmm1, 2 // 62f1fd0a73d102
vpsrlq ymm4 {k1}, ymmword ptr [r12 + 1], 0 // 62d1dd297394240100000000
vpsrlq ymm4, ymm13, 1 // c4c15d73d501
vpsrlq zmm7, qword ptr [rax - 128]{1to8}, 0 // 62f1c5587350f000
vpsrlq zmm13, zmm8, 1 // 62d1954873d001
vpsraq xmm7, qword ptr [r12 + 2147483647]{1to2}, 2 // 62d1c51872a424ffffff7f02
vpsraq xmm12 {k1}, xmm7, 3 // 62f19d0972e703
vpsraq ymm8, ymmword ptr [rdi + 128], 2 // 62f1bd2872670402
vpsraq ymm12 {k2} {z}, ymm0, 2 // 62f19daa72e002
vpsraq zmm3 {k7}, zmmword ptr [rdi + 2*rbx - 256], 1 // 62f1e54f72645ffc01
vpsraq zmm27, zmm3, 1 // 62f1a54072e301
vpslldq xmm4, xmmword ptr [r12 + 8*rax - 2147483648], 0 // 62d15d0873bcc40000008000
vpslldq xmm13, xmm8, 2 // c4c11173f802
vpslldq ymm5, ymmword ptr [r12 + 4*r15 + 64], 2 // 62915528737cbc0202
vpslldq ymm8, ymm1, 2 // c5bd73f902
vpslldq zmm12, zmmword ptr [rsp - 2147483648], 2 // 62f11d4873bc240000008002
vpslldq zmm16, zmm12, 1 // 62d17d4073fc01
vpsrldq xmm5, xmmword ptr [256], 3 // 62f15508731c250001000003
vpsrldq xmm4, xmm3, 0 // c5d973db00
vpsrldq ymm4, ymmword ptr [rbx + 2*r12 - 128], 0 // 62b15d28735c63fc00
vpsrldq ymm13, ymm13, 1 // c4c11573dd01
vpsrldq zmm5, zmmword ptr [r12 + r15 + 2147483647], 3 // 62915548739c3cffffff7f03
vpsrldq zmm16, zmm4, 0 // 62f17d4073dc00
vpsllvw xmm3, xmm1, xmmword ptr [r8 + 127] // 62d2f50812987f000000
vpsllvw xmm12, xmm20, xmm27 // 6212dd0012e3
vpsllvw ymm7, ymm5, ymmword ptr [rax + 8*r13 - 8192] // 62b2d52812bce800e0ffff
vpsllvw ymm20 {k1}, ymm3, ymm12 // 62c2e52912e4
vpsllvw zmm4, zmm1, zmmword ptr [r13 - 512] // 62d2f5481265f8
vpsllvw zmm0, zmm1, zmm16 // 62b2f54812c0
vpsrlvw xmm8 {k7} {z}, xmm3, xmmword ptr [rbp + 2048] // 6272e58f108500080000
vpsrlvw xmm13, xmm1, xmm13 // 6252f50810ed
vpsrlvw ymm12 {k1} {z}, ymm13, ymmword ptr [r12 + 8*rdi + 127] // 625295a910a4fc7f000000
vpsrlvw ymm7 {k2}, ymm15, ymm7 // 62f2852a10ff
vpsrlvw zmm3 {k7} {z}, zmm8, zmmword ptr [rbx - 2048] // 62f2bdcf105be0
vpsrlvw zmm4, zmm12, zmm4 // 62f29d4810e4
vpsravw xmm13, xmm1, xmmword ptr [r12 - 2147483648] // 6232f508112c2500000080
vpsravw xmm8, xmm13, xmm3 // 6272950811c3
vpsravw ymm0, ymm13, ymmword ptr [rbp + 2*r13 - 128] // 62b2952811446dfc
vpsravw ymm20, ymm16, ymm31 // 6282fd2011e7
vpsravw zmm31, zmm0, zmmword ptr [r13 - 129] // 6242fd4811bd7fffffff
vpsravw zmm3 {k2} {z}, zmm31, zmm1 // 62f285c211d9
vpsllvd xmm4 {k2}, xmm8, xmmword ptr [r13 + 4096] // 62d23d0a47a500100000
vpsllvd xmm5, xmm12, xmm13 // c4c21947ed
vpsllvd ymm5 {k1}, ymm16, dword ptr [r12 + rax - 8192]{1to8} // 62d27d3147ac0400e0ffff
vpsllvd ymm8 {k2}, ymm0, ymm13 // 62527d2a47c5
vpsllvd zmm12 {k7} {z}, zmm7, zmmword ptr [rsp + 8*r13 + 64] // 623245cf4764ec01
vpsllvd zmm8, zmm20, zmm12 // 62525d4047c4
vpsllvq xmm1, xmm20, xmmword ptr [r15 + 8*rbx] // 62d2dd00470cdf
vpsllvq xmm12, xmm3, xmm12 // c442e147e4
vpsllvq ymm5, ymm0, ymmword ptr [r12] // c4c2fd472c24
vpsllvq ymm27 {k7} {z}, ymm4, ymm15 // 6242ddaf47df
vpsllvq zmm20 {k2} {z}, zmm27, qword ptr [r13 + 512]{1to8} // 62c2a5d2476540
vpsllvq zmm7, zmm12, zmm12 // 62d29d4847fc
vpsrlvd xmm20, xmm7, xmmword ptr [rax - 128] // 62e245084560f8
vpsrlvd xmm12, xmm20, xmm20 // 62325d0045e4
vpsrlvd ymm13, ymm16, ymmword ptr [r8 + 8*rdi - 2147483648] // 62527d2045acf800000080
vpsrlvd ymm12, ymm3, ymm4 // c4626545e4
vpsrlvd zmm0, zmm8, zmmword ptr [r15] // 62d23d484507
vpsrlvd zmm4, zmm3, zmm8 // 62d2654845e0
vpsrlvq xmm12 {k1}, xmm3, xmmword ptr [r13 + 32] // 6252e509456502
vpsrlvq xmm31 {k7} {z}, xmm5, xmm4 // 6262d58f45fc
vpsrlvq ymm16, ymm3, ymmword ptr [rdi] // 62e2e5284507
vpsrlvq ymm8, ymm1, ymm12 // c442f545c4
vpsrlvq zmm8, zmm13, zmmword ptr [r8 + 2147483647] // 625295484580ffffff7f
vpsrlvq zmm12, zmm5, zmm8 // 6252d54845e0
vpsravd xmm1, xmm1, xmmword ptr [r8 + 8*rbp + 64] // c4c271464ce840
vpsravd xmm12, xmm3, xmm0 // c4626146e0
vpsravd ymm15, ymm4, ymmword ptr [r15 + 2*r12 - 8256] // c4025d46bc67c0dfffff
vpsravd ymm8 {k1} {z}, ymm27, ymm5 // 627225a146c5
vpsravd zmm5, zmm5, zmmword ptr [rax + 1] // 62f2554846a801000000
vpsravd zmm7, zmm13, zmm3 // 62f2154846fb
vpsravq xmm4 {k2}, xmm13, xmmword ptr [rdi + 4*rdi + 1016] // 62f2950a46a4bff8030000
vpsravq xmm5, xmm7, xmm12 // 62d2c50846ec
vpsravq ymm31, ymm27, ymmword ptr [rbp + 4*rbx + 2147483647] // 6262a52046bc9dffffff7f
vpsravq ymm1 {k1}, ymm5, ymm8 // 62d2d52946c8
vpsravq zmm8, zmm8, zmmword ptr [r8] // 6252bd484600
vpsravq zmm12 {k2} {z}, zmm31, zmm1 // 627285c246e1
vprolvd xmm8 {k7}, xmm15, xmmword ptr [r8 + 8*rdi] // 6252050f1504f8
vprolvd xmm8 {k2} {z}, xmm0, xmm1 // 62727d8a15c1
vprolvd ymm0, ymm1, dword ptr [rbx + 32]{1to8} // 62f27538154308
vprolvd ymm8, ymm0, ymm15 // 62527d2815c7
vprolvd zmm5 {k7}, zmm7, dword ptr [rbp - 2147483648]{1to16} // 62f2455f15ad00000080
vprolvd zmm16 {k7}, zmm7, zmm1 // 62e2454f15c1
vprolvq xmm12, xmm12, qword ptr [rax + 8*rax + 1]{1to2} // 62729d1815a4c001000000
vprolvq xmm7, xmm0, xmm4 // 62f2fd0815fc
vprolvq ymm8 {k7}, ymm7, ymmword ptr [rdi + 8*r13 + 1016] // 6232c52f1584eff8030000
vprolvq ymm4, ymm31, ymm20 // 62b2852015e4
vprolvq zmm0, zmm5, qword ptr [8192]{1to8} // 62f2d55815042500200000
vprolvq zmm0, zmm3, zmm0 // 62f2e54815c0
vprorvd xmm12 {k1} {z}, xmm4, xmmword ptr [r12 + 2*r8 + 1016] // 62125d8914a444f8030000
vprorvd xmm5, xmm7, xmm1 // 62f2450814e9
vprorvd ymm8, ymm15, ymmword ptr [rbp - 128] // 627205281445fc
vprorvd ymm1, ymm15, ymm0 // 62f2052814c8
vprorvd zmm5, zmm8, zmmword ptr [rdi] // 62f23d48142f
vprorvd zmm7, zmm1, zmm31 // 6292754814ff
vprorvq xmm8 {k2}, xmm4, xmmword ptr [rsp + rax - 8192] // 6272dd0a14840400e0ffff
vprorvq xmm5, xmm7, xmm4 // 62f2c50814ec
vprorvq ymm1, ymm13, ymmword ptr [r12 + 8*r13 - 2147483648] // 62929528148cec00000080
vprorvq ymm12, ymm12, ymm3 // 62729d2814e3
vprorvq zmm31 {k1}, zmm15, zmmword ptr [r13 + 128] // 62428549147d02
vprorvq zmm3 {k7}, zmm15, zmm5 // 62f2854f14dd
vprold xmm5, xmmword ptr [rax + rdi + 1], 1 // 62f15508728c380100000001
vprold xmm4, xmm4, 3 // 62f15d0872cc03
vprold ymm3 {k7} {z}, dword ptr [r13 + 2*rbx + 2032]{1to8}, 1 // 62d165bf728c5df007000001
vprold ymm8, ymm3, 0 // 62f13d2872cb00
vprold zmm7, zmmword ptr [rax + 16], 0 // 62f1454872881000000000
vprold zmm27 {k7}, zmm15, 3 // 62d1254772cf03
vprolq xmm1, xmmword ptr [r13 + 2147483647], 1 // 62d1f508728dffffff7f01
vprolq xmm5, xmm1, 2 // 62f1d50872c902
vprolq ymm1 {k2} {z}, ymmword ptr [r13 - 258], 2 // 62d1f5aa728dfefeffff02
vprolq ymm7 {k2} {z}, ymm12, 0 // 62d1c5aa72cc00
vprolq zmm12, zmmword ptr [r15 - 128], 0 // 62d19d48724ffe00
vprolq zmm7, zmm8, 1 // 62d1c54872c801
vprord xmm15, xmmword ptr [rbp + 127], 0 // 62f1050872857f00000000
vprord xmm1, xmm15, 1 // 62d1750872c701
vprord ymm5, dword ptr [r8 - 128]{1to8}, 2 // 62b1553872040580ffffff02
vprord ymm4, ymm8, 3 // 62d15d2872c003
vprord zmm1, zmmword ptr [r13 + 2048], 2 // 62d1754872452002
vprord zmm0, zmm3, 2 // 62f17d4872c302
vprorq xmm1 {k1} {z}, xmmword ptr [r8 + 8*rdi + 8192], 0 // 62d1f5897284f80020000000
vprorq xmm5, xmm7, 0 // 62f1d50872c700
vprorq ymm1 {k1} {z}, qword ptr [rbp - 4096]{1to4}, 0 // 62f1f5b9728500f0ffff00
vprorq ymm31 {k1}, ymm0, 1 // 62f1852172c001
vprorq zmm13, zmmword ptr [r8 + r15 + 127], 1 // 629195487284387f00000001
vprorq zmm13 {k7}, zmm5, 2 // 62f1954f72c502
vpshldvd xmm0, xmm4, xmmword ptr [r13 + 127] // 62d25d0871857f000000
vpshldvd xmm7, xmm7, xmm3 // 62f2450871fb
vpshldvd ymm4, ymm3, dword ptr [rdi + 2*r15 + 2147483647]{1to8} // 62b2653871a47fffffff7f
vpshldvd ymm3, ymm8, ymm1 // 62f23d2871d9
vpshldvd zmm20, zmm16, zmmword ptr [rbp - 2048] // 62e27d407165e0
vpshldvd zmm15, zmm0, zmm1 // 62727d4871f9
vpshldvq xmm16, xmm15, qword ptr [r12 + 4*r13 + 2147483647]{1to2} // 628285187184acffffff7f
vpshldvq xmm1 {k7}, xmm0, xmm4 // 62f2fd0f71cc
vpshldvq ymm8 {k1}, ymm3, qword ptr [rbx + 8*rbx + 2032]{1to4} // 6272e5397184dbf0070000
vpshldvq ymm5 {k7}, ymm0, ymm15 // 62d2fd2f71ef
vpshldvq zmm27, zmm5, qword ptr [r13 + 128]{1to8} // 6242d558715d10
vpshldvq zmm0 {k2} {z}, zmm5, zmm12 // 62d2d5ca71c4
vpshrdvd xmm12, xmm0, dword ptr [rbx + 2*rax]{1to4} // 62727d18732443
vpshrdvd xmm27, xmm16, xmm12 // 62427d0073dc
vpshrdvd ymm8, ymm12, dword ptr [rdi + r8]{1to8} // 62321d38730407
vpshrdvd ymm12, ymm0, ymm4 // 62727d2873e4
vpshrdvd zmm3, zmm13, dword ptr [r8 + 2*r8 + 2147483647]{1to16} // 62921558739c40ffffff7f
vpshrdvd zmm16, zmm0, zmm31 // 62827d4873c7
vpshrdvq xmm27, xmm12, xmmword ptr [-258] // 62629d08731c25fefeffff
vpshrdvq xmm31, xmm0, xmm8 // 6242fd0873f8
vpshrdvq ymm7, ymm0, qword ptr [rbx + r12 - 128]{1to4} // 62b2fd38737c23f0
vpshrdvq ymm3 {k1}, ymm0, ymm5 // 62f2fd2973dd
vpshrdvq zmm8, zmm16, zmmword ptr [rdi + 2] // 6272fd40738702000000
vpshrdvq zmm5, zmm1, zmm3 // 62f2f54873eb
vpshldd xmm31, xmm5, xmmword ptr [rbx + 2*r15], 1 // 62235508713c7b01
vpshldd xmm7, xmm1, xmm8, 1 // 62d3750871f801
vpshldd ymm1 {k7}, ymm1, ymmword ptr [rsp], 0 // 62f3752f710c2400
vpshldd ymm7, ymm13, ymm5, 3 // 62f3152871fd03
vpshldd zmm13, zmm0, zmmword ptr [rbp + 32], 1 // 62737d4871ad2000000001
vpshldd zmm13, zmm1, zmm4, 3 // 6273754871ec03
vpshldq xmm1, xmm0, xmmword ptr [rax + 2*r15 + 128], 1 // 62b3fd08714c780801
vpshldq xmm5 {k7} {z}, xmm8, xmm4, 0 // 62f3bd8f71ec00
vpshldq ymm20 {k2}, ymm16, ymmword ptr [rax + 4*r8 - 512], 0 // 62a3fd22716480f000
vpshldq ymm0 {k7}, ymm12, ymm13, 0 // 62d39d2f71c500
vpshldq zmm13, zmm15, zmmword ptr [r15 + r13 + 1], 1 // 6213854871ac2f0100000001
vpshldq zmm1 {k7}, zmm4, zmm12, 1 // 62d3dd4f71cc01
vpshrdd xmm8 {k2} {z}, xmm15, xmmword ptr [r13 + r12 + 8128], 3 // 6213058a738425c01f000003
vpshrdd xmm13, xmm5, xmm4, 1 // 6273550873ec01
vpshrdd ymm20, ymm0, ymmword ptr [r13], 1 // 62c37d2873650001
vpshrdd ymm12 {k7}, ymm3, ymm8, 2 // 6253652f73e002
vpshrdd zmm3, zmm5, dword ptr [r12 + 8*rdi + 2147483647]{1to16}, 2 // 62d35558739cfcffffff7f02
vpshrdd zmm13, zmm0, zmm12, 3 // 62537d4873ec03
vpshrdq xmm12, xmm27, xmmword ptr [r13 - 4096], 0 // 6253a50073a500f0ffff00
vpshrdq xmm20 {k1} {z}, xmm31, xmm0, 0 // 62e3858173e000
vpshrdq ymm13, ymm15, qword ptr [r13 + 4*rax - 128]{1to4}, 0 // 62538538736c85f000
vpshrdq ymm15, ymm4, ymm7, 3 // 6273dd2873ff03
vpshrdq zmm31, zmm3, qword ptr [r12 - 2048]{1to8}, 1 // 6243e55873bc2400f8ffff01
vpshrdq zmm4, zmm0, zmm3, 0 // 62f3fd4873e300
vpshldvw xmm13, xmm0, xmmword ptr [r15 + 8*rbx - 129] // 6252fd0870acdf7fffffff
vpshldvw xmm0 {k7} {z}, xmm1, xmm3 // 62f2f58f70c3
vpshldvw ymm13 {k1} {z}, ymm1, ymmword ptr [rbp + 8*r15 + 1] // 6232f5a970acfd01000000
vpshldvw ymm8 {k2} {z}, ymm5, ymm4 // 6272d5aa70c4
vpshldvw zmm13, zmm13, zmmword ptr [rax - 256] // 627295487068fc
vpshldvw zmm15, zmm8, zmm3 // 6272bd4870fb
vpshrdvw xmm1 {k2}, xmm13, xmmword ptr [r8 + 2*rax] // 62d2950a720c40
vpshrdvw xmm3, xmm20, xmm31 // 6292dd0072df
vpshrdvw ymm13 {k2}, ymm27, ymmword ptr [rbp + 2*r13 + 127] // 6232a52272ac6d7f000000
vpshrdvw ymm7, ymm16, ymm7 // 62f2fd2072ff
vpshrdvw zmm15 {k2}, zmm5, zmmword ptr [r13 + 4*r13 - 1032] // 6212d54a72bcadf8fbffff
vpshrdvw zmm1 {k7} {z}, zmm12, zmm15 // 62d29dcf72cf
vpshldw xmm4, xmm7, xmmword ptr [rdi + 8*rdi + 508], 2 // 62f3c50870a4fffc01000002
vpshldw xmm13, xmm3, xmm8, 1 // 6253e50870e801
vpshldw ymm0 {k2} {z}, ymm1, ymmword ptr [r8 - 2064], 1 // 62d3f5aa7080f0f7ffff01
vpshldw ymm7, ymm15, ymm3, 2 // 62f3852870fb02
vpshldw zmm4, zmm1, zmmword ptr [r15 - 516], 2 // 62d3f54870a7fcfdffff02
vpshldw zmm15 {k2}, zmm7, zmm8, 2 // 6253c54a70f802
vpshrdw xmm8, xmm5, xmmword ptr [rdi], 3 // 6273d508720703
vpshrdw xmm3, xmm1, xmm12, 0 // 62d3f50872dc00
vpshrdw ymm5 {k2}, ymm12, ymmword ptr [rsp + 4*rbx + 1], 0 // 62f39d2a72ac9c0100000000
vpshrdw ymm7, ymm5, ymm4, 1 // 62f3d52872fc01
vpshrdw zmm12, zmm4, zmmword ptr [r8 + 8*rbp + 127], 2 // 6253dd4872a4e87f00000002
vpshrdw zmm5 {k7}, zmm3, zmm12, 1 // 62d3e54f72ec01
vpcmpeqb xmm13, xmm12, xmmword ptr [rbp + 127] // c519746d7f
vpcmpeqb xmm15, xmm7, xmm0 // c54174f8
vpcmpeqb ymm15, ymm8, ymmword ptr [r12 - 256] // c4413d74bc2400ffffff
vpcmpeqb ymm3, ymm7, ymm13 // c4c14574dd
vpcmpeqw xmm8, xmm8, xmmword ptr [rbp + r8 + 254] // c42139758405fe000000
vpcmpeqw xmm3, xmm13, xmm0 // c59175d8
vpcmpeqw ymm5, ymm5, ymmword ptr [r13 + 127] // c4c155756d7f
vpcmpeqw ymm12, ymm8, ymm12 // c4413d75e4
vpcmpeqd xmm0, xmm4, xmmword ptr [r12 + r15 + 64] // c4815976443c40
vpcmpeqd xmm4, xmm15, xmm0 // c58176e0
vpcmpeqd ymm5, ymm1, ymmword ptr [r15] // c4c175762f
vpcmpeqd ymm8, ymm8, ymm0 // c53d76c0
vpcmpeqq xmm1, xmm12, xmmword ptr [rdi + 127] // c4e219294f7f
vpcmpeqq xmm4, xmm8, xmm4 // c4e23929e4
vpcmpeqq ymm4, ymm1, ymmword ptr [rax + 4*rbp + 128] // c4e27529a4a880000000
vpcmpeqq ymm5, ymm3, ymm7 // c4e26529ef
vpcmpgtb xmm1, xmm12, xmmword ptr [r8 + 8*r13 - 2147483648] // c48119648ce800000080
vpcmpgtb xmm0, xmm8, xmm7 // c5b964c7
vpcmpgtb ymm1, ymm0, ymmword ptr [r15 - 2147483648] // c4c17d648f00000080
vpcmpgtb ymm0, ymm3, ymm0 // c5e564c0
vpcmpgtw xmm7, xmm1, xmmword ptr [r15] // c4c171653f
vpcmpgtw xmm8, xmm12, xmm0 // c51965c0
vpcmpgtw ymm15, ymm7, ymmword ptr [2*r13 + 2048] // c42145653c6d00080000
vpcmpgtw ymm8, ymm4, ymm13 // c4415d65c5
vpcmpgtd xmm12, xmm5, xmmword ptr [rbp + 2*rbx - 128] // c55166645d80
vpcmpgtd xmm4, xmm13, xmm7 // c59166e7
vpcmpgtd ymm7, ymm1, ymmword ptr [r8 + 128] // c4c17566b880000000
vpcmpgtd ymm13, ymm0, ymm7 // c57d66ef
vpcmpgtq xmm5, xmm15, xmmword ptr [rax - 128] // c4e201376880
vpcmpgtq xmm7, xmm0, xmm5 // c4e27937fd
vpcmpgtq ymm0, ymm8, ymmword ptr [r15 + 1] // c4c23d374701
vpcmpgtq ymm12, ymm15, ymm0 // c4620537e0
vpcmpeqb k5, xmm13, xmmword ptr [rbp + r15 - 1024] // 62b11508746c3dc0
vpcmpeqb k0, xmm16, xmm8 // 62d17d0074c0
vpcmpeqb k6 {k7}, ymm15, ymmword ptr [r15 - 2147483648] // 62d1052f74b700000080
vpcmpeqb k0 {k7}, ymm5, ymm0 // 62f1552f74c0
vpcmpeqb k0 {k7}, zmm12, zmmword ptr [rbp + rdi] // 62f11d4f74443d00
vpcmpeqb k4 {k7}, zmm12, zmm7 // 62f11d4f74e7
vpcmpeqw k6, xmm8, xmmword ptr [rsp + 8*r12 - 1032] // 62b13d0875b4e4f8fbffff
vpcmpeqw k0 {k2}, xmm13, xmm0 // 62f1150a75c0
vpcmpeqw k7 {k7}, ymm1, ymmword ptr [rax + 8*r13 + 2] // 62b1752f75bce802000000
vpcmpeqw k0, ymm13, ymm13 // 62d1152875c5
vpcmpeqw k1 {k2}, zmm13, zmmword ptr [r15 - 2147483648] // 62d1154a758f00000080
vpcmpeqw k0, zmm4, zmm8 // 62d15d4875c0
vpcmpgtb k0, xmm0, xmmword ptr [r12 + 4] // 62d17d0864842404000000
vpcmpgtb k1, xmm31, xmm20 // 62b1050064cc
vpcmpgtb k1 {k1}, ymm7, ymmword ptr [r12 + r15 + 4064] // 62914529644c3c7f
vpcmpgtb k7 {k1}, ymm0, ymm7 // 62f17d2964ff
vpcmpgtb k3, zmm20, zmmword ptr [rbx + 1] // 62f15d40649b01000000
vpcmpgtb k4, zmm12, zmm12 // 62d11d4864e4
vpcmpgtw k4, xmm13, xmmword ptr [r13 + 8*r13 + 2147483647] // 6291150865a4edffffff7f
vpcmpgtw k3, xmm1, xmm1 // 62f1750865d9
vpcmpgtw k7, ymm1, ymmword ptr [r8 + 8192] // 62d1752865b800200000
vpcmpgtw k2, ymm13, ymm7 // 62f1152865d7
vpcmpgtw k4, zmm3, zmmword ptr [rbx + rbp + 4] // 62f1654865a42b04000000
vpcmpgtw k0 {k7}, zmm0, zmm0 // 62f17d4f65c0
vpcmpeqd k4, xmm0, dword ptr [rbp]{1to4} // 62f17d18766500
vpcmpeqd k1 {k7}, xmm27, xmm16 // 62b1250776c8
vpcmpeqd k0 {k2}, ymm3, ymmword ptr [r13] // 62d1652a764500
vpcmpeqd k1, ymm31, ymm0 // 62f1052076c8
vpcmpeqd k6, zmm3, zmmword ptr [r8 + 127] // 62d1654876b07f000000
vpcmpeqd k2, zmm16, zmm31 // 62917d4076d7
vpcmpeqq k2, xmm8, qword ptr [256]{1to2} // 62f2bd1829142500010000
vpcmpeqq k7, xmm3, xmm1 // 62f2e50829f9
vpcmpeqq k2 {k7}, ymm31, ymmword ptr [r12 + 1] // 62b2852729142501000000
vpcmpeqq k6 {k1}, ymm15, ymm8 // 62d2852929f0
vpcmpeqq k4, zmm3, zmmword ptr [rsp + 2*r15 - 128] // 62b2e54829647cfe
vpcmpeqq k7, zmm8, zmm13 // 62d2bd4829fd
vpcmpgtd k2 {k7}, xmm4, xmmword ptr [rdi + rdi + 127] // 62f15d0f66943f7f000000
vpcmpgtd k1, xmm13, xmm8 // 62d1150866c8
vpcmpgtd k5, ymm13, ymmword ptr [rbp + 4*rdi + 2] // 62f1152866acbd02000000
vpcmpgtd k6, ymm4, ymm5 // 62f15d2866f5
vpcmpgtd k3, zmm0, dword ptr [r8 - 8256]{1to16} // 62d17d586698c0dfffff
vpcmpgtd k7, zmm13, zmm20 // 62b1154866fc
vpcmpgtq k4, xmm15, xmmword ptr [r8] // 62d285083720
vpcmpgtq k2, xmm0, xmm7 // 62f2fd0837d7
vpcmpgtq k0, ymm8, ymmword ptr [rbp + 4*rbx + 512] // 62f2bd2837449d10
vpcmpgtq k7 {k1}, ymm13, ymm13 // 62d2952937fd
vpcmpgtq k5, zmm4, zmmword ptr [r12 + 2147483647] // 62d2dd4837ac24ffffff7f
vpcmpgtq k7 {k2}, zmm8, zmm13 // 62d2bd4a37fd
vpcmpb k7, xmm3, xmmword ptr [rsp + 127], 0 // 62f365083fbc247f00000000
vpcmpb k7, xmm8, xmm0, 0 // 62f33d083ff800
vpcmpb k5 {k1}, ymm7, ymmword ptr [r12 + 8*r8 + 127], 3 // 629345293facc47f00000003
vpcmpb k5, ymm1, ymm27, 3 // 629375283feb03
vpcmpb k4, zmm3, zmmword ptr [rax + 8*r12 + 127], 0 // 62b365483fa4e07f00000000
vpcmpb k6, zmm0, zmm12, 3 // 62d37d483ff403
vpcmpw k4, xmm8, xmmword ptr [rbp + 4*rbx + 128], 3 // 62f3bd083f649d0803
vpcmpw k4 {k7}, xmm8, xmm5, 1 // 62f3bd0f3fe501
vpcmpw k0 {k2}, ymm13, ymmword ptr [r15 - 4128], 3 // 62d3952a3f87e0efffff03
vpcmpw k2 {k1}, ymm1, ymm5, 1 // 62f3f5293fd501
vpcmpw k3, zmm16, zmmword ptr [r12 + r12 - 8256], 3 // 6293fd403f9c24c0dfffff03
vpcmpw k7, zmm1, zmm27, 3 // 6293f5483ffb03
vpcmpub k3 {k2}, xmm27, xmmword ptr [r15 + 4*rax - 128], 2 // 62d325023e5c87f802
vpcmpub k3, xmm16, xmm27, 0 // 62937d003edb00
vpcmpub k6, ymm0, ymmword ptr [r15 + 8*r15 - 2147483648], 3 // 62937d283eb4ff0000008003
vpcmpub k7, ymm27, ymm3, 2 // 62f325203efb02
vpcmpub k4 {k7}, zmm31, zmmword ptr [r12], 2 // 62d305473e242402
vpcmpub k2 {k7}, zmm4, zmm4, 3 // 62f35d4f3ed403
vpcmpuw k7, xmm5, xmmword ptr [rax + 128], 2 // 62f3d5083e780802
vpcmpuw k5 {k2}, xmm3, xmm7, 3 // 62f3e50a3eef03
vpcmpuw k4, ymm5, ymmword ptr [rbp + 4*rbp - 2147483648], 1 // 62f3d5283ea4ad0000008001
vpcmpuw k0 {k2}, ymm1, ymm0, 0 // 62f3f52a3ec000
vpcmpuw k1, zmm20, zmmword ptr [rax + r8 + 64], 3 // 62b3dd403e4c000103
vpcmpuw k0, zmm15, zmm1, 3 // 62f385483ec103
vpcmpd k2 {k2}, xmm12, xmmword ptr [rdi - 128], 0 // 62f31d0a1f57f800
vpcmpd k3, xmm3, xmm4, 2 // 62f365081fdc02
vpcmpd k3 {k7}, ymm7, dword ptr [rdi + r8 + 2147483647]{1to8}, 0 // 62b3453f1f9c07ffffff7f00
vpcmpd k4, ymm5, ymm13, 0 // 62d355281fe500
vpcmpd k1 {k7}, zmm8, zmmword ptr [rsp + 128], 1 // 62f33d4f1f4c240201
vpcmpd k2, zmm13, zmm12, 2 // 62d315481fd402
vpcmpq k0, xmm1, xmmword ptr [r13 + 4*r12], 1 // 6293f5081f44a50001
vpcmpq k0, xmm15, xmm15, 2 // 62d385081fc702
vpcmpq k5 {k7}, ymm5, qword ptr [rsp + 2*r15]{1to4}, 2 // 62b3d53f1f2c7c02
vpcmpq k4, ymm1, ymm12, 1 // 62d3f5281fe401
vpcmpq k0, zmm16, zmmword ptr [rbx + 4*rbp + 1], 0 // 62f3fd401f84ab0100000000
vpcmpq k4 {k1}, zmm13, zmm1, 3 // 62f395491fe103
vpcmpud k6, xmm7, xmmword ptr [rdi + 2*r12 + 1], 0 // 62b345081eb4670100000000
vpcmpud k3, xmm5, xmm5, 3 // 62f355081edd03
vpcmpud k6, ymm20, ymmword ptr [r15 + 8*rax + 16], 3 // 62d35d201eb4c71000000003
vpcmpud k3, ymm7, ymm8, 0 // 62d345281ed800
vpcmpud k0, zmm4, dword ptr [rsp]{1to16}, 3 // 62f35d581e042403
vpcmpud k2 {k1}, zmm4, zmm5, 2 // 62f35d491ed502
vpcmpuq k5, xmm27, xmmword ptr [0], 0 // 62f3a5001e2c250000000000
vpcmpuq k5, xmm4, xmm27, 0 // 6293dd081eeb00
vpcmpuq k2, ymm13, ymmword ptr [rbx + r8 - 128], 3 // 62b395281e5403fc03
vpcmpuq k0, ymm7, ymm12, 1 // 62d3c5281ec401
vpcmpuq k1 {k1}, zmm3, zmmword ptr [r15 + r13 + 1], 2 // 6293e5491e8c2f0100000002
vpcmpuq k0, zmm12, zmm1, 2 // 62f39d481ec102
vptest xmm5, xmmword ptr [rbx + 8*rbx + 127] // c4e279176cdb7f
vptest xmm12, xmm5 // c4627917e5
vptest ymm15, ymmword ptr [rdi + 2147483647] // c4627d17bfffffff7f
vptest ymm13, ymm15 // c4427d17ef
vptestmb k5, xmm4, xmmword ptr [rdi + 4*r13 + 128] // 62b25d08266caf08
vptestmb k0, xmm0, xmm7 // 62f27d0826c7
vptestmb k6, ymm13, ymmword ptr [rbx + rbx - 1024] // 62f2152826741be0
vptestmb k0, ymm5, ymm15 // 62d2552826c7
vptestmb k3 {k1}, zmm27, zmmword ptr [rax + 8] // 62f22541269808000000
vptestmb k7, zmm3, zmm31 // 6292654826ff
vptestmw k3, xmm7, xmmword ptr [rbx + r13 + 4064] // 62b2c508269c2be00f0000
vptestmw k5 {k7}, xmm4, xmm7 // 62f2dd0f26ef
vptestmw k3, ymm13, ymmword ptr [r12 + 2*r8] // 62929528261c44
vptestmw k0, ymm13, ymm13 // 62d2952826c5
vptestmw k7, zmm12, zmmword ptr [r8 + 128] // 62d29d48267802
vptestmw k5, zmm13, zmm8 // 62d2954826e8
vptestnmb k7, xmm7, xmmword ptr [rdi - 2048] // 62f24608267f80
vptestnmb k0, xmm12, xmm15 // 62d21e0826c7
vptestnmb k3, ymm8, ymmword ptr [rbx + 4*rbx - 8256] // 62f23e28269c9bc0dfffff
vptestnmb k4 {k1}, ymm3, ymm12 // 62d2662926e4
vptestnmb k5, zmm12, zmmword ptr [r12 + 128] // 62d21e48266c2402
vptestnmb k7 {k2}, zmm20, zmm8 // 62d25e4226f8
vptestnmw k2, xmm15, xmmword ptr [1] // 62f2860826142501000000
vptestnmw k4 {k7}, xmm3, xmm4 // 62f2e60f26e4
vptestnmw k1 {k1}, ymm31, ymmword ptr [rax + 254] // 62f28621260c05fe000000
vptestnmw k2 {k2}, ymm0, ymm4 // 62f2fe2a26d4
vptestnmw k4, zmm7, zmmword ptr [r8] // 62d2c6482620
vptestnmw k3 {k1}, zmm27, zmm8 // 62d2a64126d8
vptestmd k7, xmm0, xmmword ptr [rdi + 8*r13 + 128] // 62b27d08277cef08
vptestmd k5, xmm7, xmm1 // 62f2450827e9
vptestmd k2, ymm7, dword ptr [rax + 2*rdi - 2147483648]{1to8} // 62f2453827947800000080
vptestmd k1 {k1}, ymm13, ymm20 // 62b2152927cc
vptestmd k5 {k7}, zmm3, zmmword ptr [rbx] // 62f2654f272b
vptestmd k2, zmm13, zmm4 // 62f2154827d4
vptestmq k2, xmm8, xmmword ptr [r13 - 128] // 62d2bd082755f8
vptestmq k6 {k2}, xmm5, xmm12 // 62d2d50a27f4
vptestmq k1, ymm3, ymmword ptr [rax + 2*r12] // 62b2e528270c60
vptestmq k3, ymm5, ymm4 // 62f2d52827dc
vptestmq k4 {k2}, zmm5, qword ptr [r12 - 2147483648]{1to8} // 62d2d55a27a42400000080
vptestmq k6, zmm7, zmm4 // 62f2c54827f4
vptestnmd k6, xmm5, xmmword ptr [r8 + 1] // 62d2560827b001000000
vptestnmd k2 {k1}, xmm12, xmm3 // 62f21e0927d3
vptestnmd k7 {k2}, ymm0, ymmword ptr [8*r15 + 127] // 62b27e2a273cfd7f000000
vptestnmd k5, ymm13, ymm27 // 6292162827eb
vptestnmd k2 {k2}, zmm31, dword ptr [rbx + 8*rbp - 2048]{1to16} // 62f206522794eb00f8ffff
vptestnmd k0 {k2}, zmm12, zmm5 // 62f21e4a27c5
vptestnmq k3 {k2}, xmm15, qword ptr [r12 + r12 - 128]{1to2} // 6292861a275c24f0
vptestnmq k1, xmm0, xmm12 // 62d2fe0827cc
vptestnmq k0, ymm4, ymmword ptr [r13 + 32] // 62d2de28274501
vptestnmq k5, ymm5, ymm12 // 62d2d62827ec
vptestnmq k5, zmm13, qword ptr [r13 - 128]{1to8} // 62b29658272c2d80ffffff
vptestnmq k7 {k2}, zmm12, zmm4 // 62f29e4a27fc
vpblendvb xmm1, xmm13, xmmword ptr [rbp], xmm1 // c4e3114c0c2d0000000010
vpblendvb xmm3, xmm3, xmm15, xmm1 // c4c3614cdf10
vpblendvb ymm0, ymm12, ymmword ptr [rsp + r12 + 2048], ymm15 // c4a31d4c842400080000f0
vpblendvb ymm1, ymm5, ymm13, ymm4 // c4c3554ccd40
vpblendw xmm12, xmm4, xmmword ptr [r8 + 2147483647], 3 // c443590ea0ffffff7f03
vpblendw xmm15, xmm3, xmm4, 3 // c463610efc03
vpblendw ymm3, ymm15, ymmword ptr [r12 + 8*rbp + 127], 2 // c4c3050e5cec7f02
vpblendw ymm1, ymm3, ymm0, 2 // c4e3650ec802
vpblendd xmm0, xmm3, xmmword ptr [r12 + 2*r15 - 4128], 3 // c4836102847ce0efffff03
vpblendd xmm8, xmm8, xmm0, 0 // c4633902c000
vpblendd ymm1, ymm13, ymmword ptr [8], 3 // c4e315020c250800000003
vpblendd ymm0, ymm15, ymm12, 1 // c4c30502c401
vpblendmb xmm8, xmm4, xmmword ptr [rbp + 8*rbx + 127] // 62725d086684dd7f000000
vpblendmb xmm3 {k2}, xmm0, xmm31 // 62927d0a66df
vpblendmb ymm16, ymm31, ymmword ptr [r15 + 4*rdi - 4096] // 62c205206644bf80
vpblendmb ymm12, ymm4, ymm15 // 62525d2866e7
vpblendmb zmm3, zmm5, zmmword ptr [r8 + 8128] // 62d2554866587f
vpblendmb zmm5 {k2} {z}, zmm15, zmm12 // 62d205ca66ec
vpblendmw xmm15 {k2}, xmm16, xmmword ptr [rax + 127] // 6272fd0266b87f000000
vpblendmw xmm4, xmm7, xmm8 // 62d2c50866e0
vpblendmw ymm16, ymm15, ymmword ptr [r12 + 8*r8 + 127] // 628285286684c47f000000
vpblendmw ymm15, ymm12, ymm1 // 62729d2866f9
vpblendmw zmm20, zmm4, zmmword ptr [-256] // 62e2dd4866242500ffffff
vpblendmw zmm1 {k2}, zmm13, zmm1 // 62f2954a66c9
vpblendmd xmm16, xmm27, xmmword ptr [r15 + 127] // 62c2250064877f000000
vpblendmd xmm20, xmm1, xmm12 // 62c2750864e4
vpblendmd ymm0, ymm13, ymmword ptr [r12 + 1] // 62d2152864842401000000
vpblendmd ymm4, ymm31, ymm16 // 62b2052064e0
vpblendmd zmm1 {k7} {z}, zmm13, zmmword ptr [rbp] // 62f215cf644d00
vpblendmd zmm0 {k7}, zmm13, zmm15 // 62d2154f64c7
vpblendmq xmm0, xmm20, qword ptr [4*rdi + 16]{1to2} // 62f2dd106404bd10000000
vpblendmq xmm4, xmm12, xmm7 // 62f29d0864e7
vpblendmq ymm8 {k2}, ymm1, ymmword ptr [r15 + 4096] // 6252f52a648700100000
vpblendmq ymm3, ymm7, ymm8 // 62d2c52864d8
vpblendmq zmm15, zmm8, zmmword ptr [rsp + 2*rax + 2147483647] // 6272bd4864bc44ffffff7f
vpblendmq zmm31, zmm20, zmm15 // 6242dd4064ff
vperm2i128 ymm7, ymm5, ymmword ptr [r8 + 8*r15], 3 // c48355463cf803
vperm2i128 ymm12, ymm1, ymm7, 3 // c4637546e703
vpermd ymm0 {k7}, ymm13, ymmword ptr [rbx + 2147483647] // 62f2152f3683ffffff7f
vpermd ymm15, ymm3, ymm13 // c4426536fd
vpermd zmm13 {k2} {z}, zmm7, zmmword ptr [r12 + r8 - 1032] // 621245ca36ac04f8fbffff
vpermd zmm1, zmm15, zmm3 // 62f2054836cb
vpermq ymm4, ymm5, ymmword ptr [rax + r13 + 256] // 62b2d52836642808
vpermq ymm3, ymm1, ymm20 // 62b2f52836dc
vpermq zmm0 {k1}, zmm0, zmmword ptr [r15 + 8*r8] // 6292fd493604c7
vpermq zmm3 {k2}, zmm8, zmm1 // 62f2bd4a36d9
vpermq ymm20, qword ptr [rbx + r13 - 516]{1to4}, 1 // 62a3fd3800a42bfcfdffff01
vpermq ymm7, ymm4, 1 // c4e3fd00fc01
vpermq zmm20 {k7} {z}, zmmword ptr [rbp - 2147483648], 3 // 62e3fdcf00a50000008003
vpermq zmm12, zmm7, 0 // 6273fd4800e700
vpermw xmm31 {k7} {z}, xmm20, xmmword ptr [rsp + rax - 8192] // 6262dd878dbc0400e0ffff
vpermw xmm4 {k2} {z}, xmm12, xmm0 // 62f29d8a8de0
vpermw ymm15 {k7} {z}, ymm4, ymmword ptr [r8 + 128] // 6252ddaf8d7804
vpermw ymm1, ymm8, ymm13 // 62d2bd288dcd
vpermw zmm13, zmm13, zmmword ptr [rdi + 8*r15 + 128] // 623295488d6cff02
vpermw zmm8, zmm5, zmm15 // 6252d5488dc7
vpermb xmm1, xmm8, xmmword ptr [rax + 4*r8 + 1016] // 62b23d088d8c80f8030000
vpermb xmm31 {k2}, xmm8, xmm3 // 62623d0a8dfb
vpermb ymm3 {k2} {z}, ymm8, ymmword ptr [rdi + 2*rbp + 127] // 62f23daa8d9c6f7f000000
vpermb ymm7, ymm1, ymm3 // 62f275288dfb
vpermb zmm31 {k2}, zmm27, zmmword ptr [rbx] // 626225428d3b
vpermb zmm5 {k1}, zmm1, zmm1 // 62f275498de9
vpermt2w xmm8, xmm12, xmmword ptr [r13 - 128] // 62529d087d45f8
vpermt2w xmm16, xmm7, xmm12 // 62c2c5087dc4
vpermt2w ymm4, ymm3, ymmword ptr [r13 + 128] // 62d2e5287d6504
vpermt2w ymm5, ymm13, ymm7 // 62f295287def
vpermt2w zmm5 {k2}, zmm8, zmmword ptr [rax + 127] // 62f2bd4a7da87f000000
vpermt2w zmm13, zmm0, zmm3 // 6272fd487deb
vpermt2b xmm7, xmm13, xmmword ptr [r8] // 62d215087d38
vpermt2b xmm13, xmm8, xmm20 // 62323d087dec
vpermt2b ymm5, ymm12, ymmword ptr [r8 + 1] // 62d21d287da801000000
vpermt2b ymm13 {k2} {z}, ymm7, ymm15 // 625245aa7def
vpermt2b zmm1, zmm3, zmmword ptr [rax - 512] // 62f265487d48f8
vpermt2b zmm12, zmm12, zmm5 // 62721d487de5
vpermt2d xmm8, xmm1, xmmword ptr [8*rbx - 2147483648] // 627275087e04dd00000080
vpermt2d xmm12 {k7} {z}, xmm3, xmm5 // 6272658f7ee5
vpermt2d ymm1, ymm12, dword ptr [r13 + r13]{1to8} // 62921d387e4c2d00
vpermt2d ymm12 {k2}, ymm5, ymm1 // 6272552a7ee1
vpermt2d zmm3, zmm13, zmmword ptr [rbp - 2147483648] // 62f215487e9d00000080
vpermt2d zmm12 {k1}, zmm13, zmm3 // 627215497ee3
vpermt2q xmm8, xmm15, qword ptr [rdi]{1to2} // 627285187e07
vpermt2q xmm1 {k1} {z}, xmm13, xmm15 // 62d295897ecf
vpermt2q ymm0, ymm13, ymmword ptr [r15 - 8192] // 62d295287e8700e0ffff
vpermt2q ymm1 {k1} {z}, ymm3, ymm13 // 62d2e5a97ecd
vpermt2q zmm13, zmm0, zmmword ptr [r15] // 6252fd487e2f
vpermt2q zmm5, zmm1, zmm1 // 62f2f5487ee9
vpermi2w xmm15, xmm15, xmmword ptr [4*rdi + 128] // 62728508753cbd80000000
vpermi2w xmm5, xmm3, xmm1 // 62f2e50875e9
vpermi2w ymm4, ymm15, ymmword ptr [rbx - 2147483648] // 62f2852875a300000080
vpermi2w ymm3, ymm4, ymm12 // 62d2dd2875dc
vpermi2w zmm13 {k7} {z}, zmm27, zmmword ptr [rbp + 2*rbp + 1] // 6272a5c775ac6d01000000
vpermi2w zmm16, zmm15, zmm7 // 62e2854875c7
vpermi2b xmm1, xmm3, xmmword ptr [rdi + 2147483647] // 62f26508758fffffff7f
vpermi2b xmm1, xmm5, xmm4 // 62f2550875cc
vpermi2b ymm8 {k2} {z}, ymm13, ymmword ptr [r8 + 2*r8] // 621215aa750440
vpermi2b ymm20, ymm3, ymm15 // 62c2652875e7
vpermi2b zmm1, zmm4, zmmword ptr [r8 - 256] // 62d25d487548fc
vpermi2b zmm1, zmm4, zmm15 // 62d25d4875cf
vpermi2d xmm12 {k1} {z}, xmm8, xmmword ptr [rax + r15 - 2147483648] // 62323d8976a43800000080
vpermi2d xmm12, xmm15, xmm7 // 6272050876e7
vpermi2d ymm3, ymm0, ymmword ptr [r15 + 128] // 62d27d28765f04
vpermi2d ymm7, ymm0, ymm0 // 62f27d2876f8
vpermi2d zmm13, zmm1, zmmword ptr [r15 + 8*r8 - 4096] // 62127548766cc7c0
vpermi2d zmm15 {k1} {z}, zmm5, zmm5 // 627255c976fd
vpermi2q xmm1, xmm31, xmmword ptr [r13 + 8*r8 + 127] // 62928500768cc57f000000
vpermi2q xmm13 {k2} {z}, xmm5, xmm8 // 6252d58a76e8
vpermi2q ymm3, ymm5, qword ptr [r15 + rax + 127]{1to4} // 62d2d538769c077f000000
vpermi2q ymm0, ymm3, ymm8 // 62d2e52876c0
vpermi2q zmm7 {k2}, zmm5, zmmword ptr [rdi + 2*rdi + 1] // 62f2d54a76bc7f01000000
vpermi2q zmm1, zmm3, zmm15 // 62d2e54876cf
vpmultishiftqb xmm15, xmm1, xmmword ptr [rsp + 2*rbx - 1024] // 6272f508837c5cc0
vpmultishiftqb xmm15, xmm3, xmm4 // 6272e50883fc
vpmultishiftqb ymm5, ymm13, ymmword ptr [r13 + 128] // 62d29528836d04
vpmultishiftqb ymm3, ymm16, ymm0 // 62f2fd2083d8
vpmultishiftqb zmm5 {k7} {z}, zmm12, qword ptr [r13 - 128]{1to8} // 62d29ddf836df0
vpmultishiftqb zmm13, zmm7, zmm5 // 6272c54883ed
vpshufb xmm0, xmm12, xmmword ptr [rax + 8*r12 + 127] // c4a2190044e07f
vpshufb xmm8 {k2}, xmm12, xmm0 // 62721d0a00c0
vpshufb ymm7, ymm16, ymmword ptr [r15 + 4*r12 + 1] // 62927d2000bca701000000
vpshufb ymm5, ymm0, ymm4 // c4e27d00ec
vpshufb zmm5 {k7}, zmm13, zmmword ptr [rax + 8*rbx + 64] // 62f2154f006cd801
vpshufb zmm5 {k2}, zmm5, zmm7 // 62f2554a00ef
vpshuflw xmm27, xmmword ptr [r13 + 128], 3 // 62417f08705d0803
vpshuflw xmm7 {k7}, xmm3, 2 // 62f17f0f70fb02
vpshuflw ymm7, ymmword ptr [rsp - 512], 0 // c5ff70bc2400feffff00
vpshuflw ymm12 {k2}, ymm15, 0 // 62517f2a70e700
vpshuflw zmm20, zmmword ptr [r13 - 512], 2 // 62c17f487065f802
vpshuflw zmm4 {k2}, zmm4, 0 // 62f17f4a70e400
vpshufhw xmm0 {k1}, xmmword ptr [rbp + r15 - 128], 0 // 62b17e0970443df800
vpshufhw xmm8 {k2} {z}, xmm5, 0 // 62717e8a70c500
vpshufhw ymm8 {k2} {z}, ymmword ptr [rax - 516], 0 // 62717eaa7080fcfdffff00
vpshufhw ymm15, ymm0, 0 // c57e70f800
vpshufhw zmm7, zmmword ptr [r12 + 127], 1 // 62d17e4870bc247f00000001
vpshufhw zmm4, zmm0, 3 // 62f17e4870e003
vpshufd xmm13, dword ptr [rsp + 8*rax - 128]{1to4}, 2 // 62717d18706cc4e002
vpshufd xmm3 {k7}, xmm0, 0 // 62f17d0f70d800
vpshufd ymm3 {k7} {z}, ymmword ptr [2*r8], 1 // 62b17daf701c450000000001
vpshufd ymm15, ymm7, 3 // c57d70ff03
vpshufd zmm7 {k1} {z}, zmmword ptr [rdi + 4*r8 + 64], 1 // 62b17dc9707c870101
vpshufd zmm4 {k2} {z}, zmm20, 2 // 62b17dca70e402
vshufi32x4 ymm8, ymm13, ymmword ptr [rdi + rdi + 508], 3 // 6273152843843ffc01000003
vshufi32x4 ymm31, ymm8, ymm8, 1 // 62433d2843f801
vshufi32x4 zmm3, zmm20, zmmword ptr [r12 + 2*r15 - 2147483648], 1 // 62935d40439c7c0000008001
vshufi32x4 zmm13, zmm8, zmm4, 0 // 62733d4843ec00
vshufi64x2 ymm12 {k7}, ymm8, ymmword ptr [rax], 3 // 6273bd2f432003
vshufi64x2 ymm3 {k7}, ymm1, ymm13, 1 // 62d3f52f43dd01
vshufi64x2 zmm4, zmm4, qword ptr [rbx + 4*r13 + 256]{1to8}, 0 // 62b3dd584364ab2000
vshufi64x2 zmm8 {k7} {z}, zmm13, zmm3, 0 // 627395cf43c300
vpunpcklbw xmm13, xmm7, xmmword ptr [r13 + 4*rbx + 128] // c4414160ac9d80000000
vpunpcklbw xmm4 {k2}, xmm12, xmm7 // 62f11d0a60e7
vpunpcklbw ymm8, ymm20, ymmword ptr [r15 + r13 - 2064] // 62115d2060842ff0f7ffff
vpunpcklbw ymm8 {k1} {z}, ymm13, ymm1 // 627115a960c1
vpunpcklbw zmm13 {k1}, zmm0, zmmword ptr [rax + 2*r15 + 2147483647] // 62317d4960ac78ffffff7f
vpunpcklbw zmm5, zmm8, zmm1 // 62f13d4860e9
vpunpckhbw xmm3, xmm15, xmmword ptr [rbp] // c581681c2d00000000
vpunpckhbw xmm1 {k2} {z}, xmm1, xmm16 // 62b1758a68c8
vpunpckhbw ymm5, ymm8, ymmword ptr [rax + 4*rax + 127] // c5bd686c807f
vpunpckhbw ymm0, ymm3, ymm7 // c5e568c7
vpunpckhbw zmm4 {k1} {z}, zmm5, zmmword ptr [r13 + 4*rbx - 258] // 62d155c968a49dfefeffff
vpunpckhbw zmm27 {k1}, zmm15, zmm16 // 6221054968d8
vpunpcklwd xmm12, xmm20, xmmword ptr [rdi + r8 + 128] // 62315d0061640708
vpunpcklwd xmm15 {k7}, xmm8, xmm3 // 62713d0f61fb
vpunpcklwd ymm0, ymm12, ymmword ptr [rbp + 128] // c59d618580000000
vpunpcklwd ymm16, ymm16, ymm3 // 62e17d2061c3
vpunpcklwd zmm4, zmm16, zmmword ptr [rsp + 2*rbx - 2064] // 62f17d4061a45cf0f7ffff
vpunpcklwd zmm1, zmm27, zmm0 // 62f1254061c8
vpunpckhwd xmm13 {k7}, xmm5, xmmword ptr [r8 + 8*rbp + 128] // 6251550f696ce808
vpunpckhwd xmm5, xmm1, xmm1 // c5f169e9
vpunpckhwd ymm0 {k1}, ymm3, ymmword ptr [rdi + 2*rbp + 8] // 62f1652969846f08000000
vpunpckhwd ymm12 {k1} {z}, ymm7, ymm8 // 625145a969e0
vpunpckhwd zmm3 {k2} {z}, zmm4, zmmword ptr [rbx + 4*r12 - 2147483648] // 62b15dca699ca300000080
vpunpckhwd zmm13, zmm4, zmm8 // 62515d4869e8
vpunpckldq xmm1, xmm1, dword ptr [rbx + 8*r8 + 4064]{1to4} // 62b17518628cc3e00f0000
vpunpckldq xmm5, xmm16, xmm31 // 62917d0062ef
vpunpckldq ymm13, ymm20, ymmword ptr [rdi + 8*rdi + 127] // 62715d2062acff7f000000
vpunpckldq ymm16, ymm13, ymm27 // 6281152862c3
vpunpckldq zmm5, zmm4, zmmword ptr [r15 - 128] // 62d15d48626ffe
vpunpckldq zmm7, zmm27, zmm1 // 62f1254062f9
vpunpckhdq xmm16, xmm27, xmmword ptr [rax + 4*rax + 4096] // 62e125006a848000100000
vpunpckhdq xmm1 {k1} {z}, xmm12, xmm0 // 62f11d896ac8
vpunpckhdq ymm3, ymm1, dword ptr [rbp - 512]{1to8} // 62f175386a1c2d00feffff
vpunpckhdq ymm12 {k1} {z}, ymm27, ymm16 // 623125a16ae0
vpunpckhdq zmm27, zmm8, zmmword ptr [rax - 512] // 62613d486a58f8
vpunpckhdq zmm12, zmm13, zmm3 // 627115486ae3
vpunpcklqdq xmm31 {k1} {z}, xmm15, qword ptr [rax + 4*rax + 127]{1to2} // 626185996cbc807f000000
vpunpcklqdq xmm13, xmm13, xmm4 // c5116cec
vpunpcklqdq ymm5 {k1}, ymm0, ymmword ptr [r12 + 8*r13 + 64] // 6291fd296c6cec02
vpunpcklqdq ymm7 {k2} {z}, ymm0, ymm1 // 62f1fdaa6cf9
vpunpcklqdq zmm7, zmm31, qword ptr [rax - 128]{1to8} // 62f185506c78f0
vpunpcklqdq zmm4 {k7} {z}, zmm5, zmm15 // 62d1d5cf6ce7
vpunpckhqdq xmm12, xmm3, xmmword ptr [r12 + 4*r8 - 4128] // c401616da484e0efffff
vpunpckhqdq xmm0 {k2}, xmm12, xmm12 // 62d19d0a6dc4
vpunpckhqdq ymm13 {k7}, ymm5, qword ptr [rbx + 127]{1to4} // 6271d53f6dab7f000000
vpunpckhqdq ymm8, ymm3, ymm5 // c5656dc5
vpunpckhqdq zmm0, zmm13, qword ptr [8*rax - 2064]{1to8} // 62f195586d04c5f0f7ffff
vpunpckhqdq zmm4, zmm15, zmm3 // 62f185486de3
vpalignr xmm5, xmm15, xmmword ptr [-2147483648], 1 // c4e3010f2c250000008001
vpalignr xmm4 {k7}, xmm20, xmm7, 2 // 62f35d070fe702
vpalignr ymm3, ymm7, ymmword ptr [8*r8 + 508], 3 // c4a3450f1cc5fc01000003
vpalignr ymm8, ymm15, ymm3, 2 // c463050fc302
vpalignr zmm5 {k1} {z}, zmm8, zmmword ptr [r15 + 8*rbx], 1 // 62d33dc90f2cdf01
vpalignr zmm13 {k1} {z}, zmm0, zmm4, 1 // 62737dc90fec01
valignd xmm16, xmm31, xmmword ptr [rax + 8*r8 + 2147483647], 3 // 62a305000384c0ffffff7f03
valignd xmm1 {k1} {z}, xmm8, xmm27, 1 // 62933d8903cb01
valignd ymm7, ymm0, ymmword ptr [rax + 128], 0 // 62f37d2803780400
valignd ymm4, ymm3, ymm4, 0 // 62f3652803e400
valignd zmm0 {k7}, zmm31, zmmword ptr [r15 + 2*rbp + 128], 0 // 62d3054703446f0200
valignd zmm27, zmm12, zmm0, 1 // 62631d4803d801
valignq xmm8, xmm27, qword ptr [r12 + 2*rbx]{1to2}, 0 // 6253a51003045c00
valignq xmm13 {k2} {z}, xmm31, xmm15, 0 // 6253858203ef00
valignq ymm8, ymm4, ymmword ptr [r13 + 8*rbx + 2], 1 // 6253dd280384dd0200000001
valignq ymm13, ymm7, ymm13, 1 // 6253c52803ed01
valignq zmm1 {k7}, zmm8, zmmword ptr [r15 + 2*rbp + 1], 2 // 62d3bd4f038c6f0100000002
valignq zmm15, zmm15, zmm7, 2 // 6273854803ff02
vinserti128 ymm0, ymm3, xmmword ptr [rbx + r12 - 4096], 3 // c4a36538842300f0ffff03
vinserti128 ymm3, ymm0, xmm0, 0 // c4e37d38d800
vextracti128 xmmword ptr [rbx + 4*r15 + 1], ymm3, 3 // c4a37d395cbb0103
vextracti128 xmm5, ymm7, 3 // c4e37d39fd03
vinserti32x4 ymm5, ymm1, xmmword ptr [rsp - 258], 1 // 62f3752838ac24fefeffff01
vinserti32x4 ymm12, ymm5, xmm12, 2 // 6253552838e402
vinserti32x4 zmm4 {k7} {z}, zmm15, xmmword ptr [r12 - 128], 1 // 62d305cf386424f801
vinserti32x4 zmm7, zmm7, xmm8, 1 // 62d3454838f801
vinserti64x2 ymm5, ymm7, xmmword ptr [r13 + 2*rbx], 0 // 62d3c528386c5d0000
vinserti64x2 ymm16 {k2} {z}, ymm0, xmm15, 0 // 62c3fdaa38c700
vinserti64x2 zmm31, zmm4, xmmword ptr [rbx + 128], 1 // 6263dd48387b0801
vinserti64x2 zmm13, zmm5, xmm3, 3 // 6273d54838eb03
vinserti64x4 zmm20 {k7}, zmm13, ymmword ptr [r8 + 4*rax + 2147483647], 2 // 62c3954f3aa480ffffff7f02
vinserti64x4 zmm0, zmm12, ymm15, 2 // 62d39d483ac702
vinserti32x8 zmm8, zmm0, ymmword ptr [r8 + 1024], 3 // 62537d483a402003
vinserti32x8 zmm27, zmm5, ymm13, 2 // 624355483add02
vextracti32x4 xmmword ptr [rbx + 8*r13 + 2147483647] {k2}, ymm4, 2 // 62b37d2a39a4ebffffff7f02
vextracti32x4 xmm8 {k7}, ymm0, 2 // 62d37d2f39c002
vextracti32x4 xmmword ptr [r15 + 2147483647] {k2}, zmm5, 3 // 62d37d4a39afffffff7f03
vextracti32x4 xmm13 {k1}, zmm27, 3 // 62437d4939dd03
vextracti64x2 xmmword ptr [rsp + 2*r8], ymm27, 2 // 6223fd28391c4402
vextracti64x2 xmm3 {k1}, ymm15, 0 // 6273fd2939fb00
vextracti64x2 xmmword ptr [rbx + 1], zmm12, 0 // 6273fd4839a30100000000
vextracti64x2 xmm13, zmm31, 0 // 6243fd4839fd00
vextracti64x4 ymmword ptr [r15 + 127] {k1}, zmm12, 0 // 6253fd493ba77f00000000
vextracti64x4 ymm13, zmm7, 2 // 62d3fd483bfd02
vextracti32x8 ymmword ptr [r15] {k2}, zmm12, 0 // 62537d4a3b2700
vextracti32x8 ymm13, zmm31, 2 // 62437d483bfd02
vpinsrb xmm20, xmm3, byte ptr [r8 + 4*r8], 3 // 6283650820248003
vpinsrb xmm7, xmm15, r8d, 0 // c4c30120f800
vpinsrw xmm8, xmm12, word ptr [rsp - 258], 3 // c519c48424fefeffff03
vpinsrw xmm27, xmm15, ecx, 3 // 62610508c4d903
vpinsrd xmm8, xmm3, dword ptr [r15 + 2*r13 + 2048], 3 // c4036122846f0008000003
vpinsrd xmm12, xmm31, r13d, 0 // 6253050022e500
vpinsrq xmm8, xmm1, qword ptr [r8 + 4*r15 + 2147483647], 3 // c403f12284b8ffffff7f03
vpinsrq xmm7, xmm15, rsi, 2 // c4e38122fe02
vpextrb byte ptr [rdi + r13 + 127], xmm7, 2 // c4a379147c2f7f02
vpextrb ecx, xmm3, 1 // c4e37914d901
vpextrw word ptr [r15 + 4*r15 + 128], xmm16, 0 // 62837d081544bf4000
vpextrw r13d, xmm7, 3 // c4c37915fd03
vpextrd dword ptr [r12], xmm5, 2 // c4c379162c2402
vpextrd r10d, xmm4, 0 // c4c37916e200
vpextrq qword ptr [8128], xmm3, 1 // c4e3f9161c25c01f000001
vpextrq r9, xmm16, 3 // 62c3fd0816c103
vpbroadcastb xmm4, byte ptr [rbp + 32] // c4e279786520
vpbroadcastb xmm12, xmm3 // c4627978e3
vpbroadcastb ymm13, byte ptr [rdi + 2147483647] // c4627d78afffffff7f
vpbroadcastb ymm13, xmm13 // c4427d78ed
vpbroadcastb zmm7 {k2} {z}, byte ptr [r12 + 8*r8 + 16] // 62927dca787cc410
vpbroadcastb zmm15 {k2}, xmm13 // 62527d4a78fd
vpbroadcastw xmm1, word ptr [r15 + rax] // c4c279790c07
vpbroadcastw xmm13 {k2}, xmm4 // 62727d0a79ec
vpbroadcastw ymm13, word ptr [rbp + 8*rbx + 4064] // c4627d79acdde00f0000
vpbroadcastw ymm0 {k7} {z}, xmm13 // 62d27daf79c5
vpbroadcastw zmm8, word ptr [r8 + 508] // 62527d487980fc010000
vpbroadcastw zmm3, xmm0 // 62f27d4879d8
vpbroadcastd xmm3, dword ptr [rbx + 4*r15] // c4a279581cbb
vpbroadcastd xmm13, xmm3 // c4627958eb
vpbroadcastd ymm12 {k7} {z}, dword ptr [r15 - 4128] // 62527daf58a7e0efffff
vpbroadcastd ymm7 {k1} {z}, xmm3 // 62f27da958fb
vpbroadcastd zmm31, dword ptr [rbp - 258] // 62627d4858bdfefeffff
vpbroadcastd zmm4, xmm3 // 62f27d4858e3
vpbroadcastq xmm0 {k1} {z}, qword ptr [rax + 8] // 62f2fd89594001
vpbroadcastq xmm4, xmm1 // c4e27959e1
vpbroadcastq ymm8, qword ptr [0] // c4627d59042500000000
vpbroadcastq ymm8, xmm12 // c4427d59c4
vpbroadcastq zmm3 {k2} {z}, qword ptr [r15 + rdi + 1024] // 62d2fdca599c3f00040000
vpbroadcastq zmm3 {k7}, xmm4 // 62f2fd4f59dc
vpbroadcastb xmm31, r11d // 62427d087afb
vpbroadcastb ymm0 {k7} {z}, ecx // 62f27daf7ac1
vpbroadcastb zmm8, ecx // 62727d487ac1
vpbroadcastw xmm5, edi // 62f27d087bef
vpbroadcastw ymm12, esi // 62727d287be6
vpbroadcastw zmm15, r10d // 62527d487bfa
vpbroadcastd xmm0, ebp // 62f27d087cc5
vpbroadcastd ymm5, ebp // 62f27d287ced
vpbroadcastd zmm15, esp // 62727d487cfc
vpbroadcastq xmm20, r11 // 62c2fd087ce3
vpbroadcastq ymm5 {k7} {z}, r12 // 62d2fdaf7cec
vpbroadcastq zmm31, r13 // 6242fd487cfd
vbroadcasti128 ymm8, xmmword ptr [rsp + rdi] // c4627d5a043c
vbroadcasti32x2 xmm3, qword ptr [r8 + 8*rdi - 8192] // 62d27d08599cf800e0ffff
vbroadcasti32x2 xmm7 {k1} {z}, xmm13 // 62d27d8959fd
vbroadcasti32x2 ymm5 {k7}, qword ptr [rax + 4*r12 + 1] // 62b27d2f59aca001000000
vbroadcasti32x2 ymm13 {k1} {z}, xmm4 // 62727da959ec
vbroadcasti32x2 zmm1 {k2}, qword ptr [r8 + 8192] // 62b27d4a590c0500200000
vbroadcasti32x2 zmm13, xmm4 // 62727d4859ec
vbroadcasti32x4 ymm31, xmmword ptr [rdi - 128] // 62627d285a7ff8
vbroadcasti32x4 zmm3, xmmword ptr [2*r8 - 516] // 62b27d485a1c45fcfdffff
vbroadcasti64x2 ymm1 {k1} {z}, xmmword ptr [-128] // 62f2fda95a0c2580ffffff
vbroadcasti64x2 zmm8, xmmword ptr [rbp + 8*rdi + 2147483647] // 6272fd485a84fdffffff7f
vbroadcasti32x8 zmm12, ymmword ptr [r15 + rax - 8256] // 62527d485ba407c0dfffff
vbroadcasti64x4 zmm12 {k2}, ymmword ptr [r15 + 2*rbp - 8256] // 6252fd4a5ba46fc0dfffff
vpbroadcastmb2q xmm3, k2 // 62f2fe082ada
vpbroadcastmb2q ymm5, k0 // 62f2fe282ae8
vpbroadcastmb2q zmm1, k7 // 62f2fe482acf
vpbroadcastmw2d xmm5, k0 // 62f27e083ae8
vpbroadcastmw2d ymm5, k6 // 62f27e283aee
vpbroadcastmw2d zmm13, k6 // 62727e483aee
vpmovsxbw xmm5 {k2}, qword ptr [r13 + 8*rax] // 62d27d0a206cc500
vpmovsxbw xmm13, xmm8 // c4427920e8
vpmovsxbw ymm8, xmmword ptr [rsp + 512] // c4627d20842400020000
vpmovsxbw ymm15 {k2} {z}, xmm4 // 62727daa20fc
vpmovsxbw zmm8 {k2} {z}, ymmword ptr [r8 + 1016] // 62527dca2080f8030000
vpmovsxbw zmm1, ymm12 // 62d27d4820cc
vpmovzxbw xmm13, qword ptr [rdi + 8*r15 - 2147483648] // c4227930acff00000080
vpmovzxbw xmm20, xmm1 // 62e27d0830e1
vpmovzxbw ymm4, xmmword ptr [rbp - 2147483648] // c4e27d30242d00000080
vpmovzxbw ymm3, xmm1 // c4e27d30d9
vpmovzxbw zmm0 {k1} {z}, ymmword ptr [rax - 1024] // 62f27dc93040e0
vpmovzxbw zmm13 {k1}, ymm12 // 62527d4930ec
vpmovsxwd xmm15, qword ptr [rdi - 1032] // c4627923bff8fbffff
vpmovsxwd xmm3, xmm4 // c4e27923dc
vpmovsxwd ymm0, xmmword ptr [r8 + 4*rbx + 2] // c4c27d23449802
vpmovsxwd ymm8, xmm3 // c4627d23c3
vpmovsxwd zmm0, ymmword ptr [r13 + r13] // 62927d4823442d00
vpmovsxwd zmm1, ymm1 // 62f27d4823c9
vpmovsxdq xmm12, qword ptr [rbx + 128] // c4627925a380000000
vpmovsxdq xmm31, xmm12 // 62427d0825fc
vpmovsxdq ymm8, xmmword ptr [r13 + 8*r15] // c4027d2544fd00
vpmovsxdq ymm1, xmm5 // c4e27d25cd
vpmovsxdq zmm15, ymmword ptr [r13 + r8 + 2147483647] // 62127d4825bc05ffffff7f
vpmovsxdq zmm20, ymm16 // 62a27d4825e0
vpmovzxwd xmm5 {k7} {z}, qword ptr [rsp + 2*rbx + 8] // 62f27d8f336c5c01
vpmovzxwd xmm12, xmm20 // 62327d0833e4
vpmovzxwd ymm13, xmmword ptr [rax + r12 - 128] // c4227d336c2080
vpmovzxwd ymm12, xmm1 // c4627d33e1
vpmovzxwd zmm0 {k7} {z}, ymmword ptr [r13 + 2*r8 - 128] // 62927dcf334445fc
vpmovzxwd zmm20, ymm4 // 62e27d4833e4
vpmovzxdq xmm16, qword ptr [rdi + 1] // 62e27d08358701000000
vpmovzxdq xmm1, xmm31 // 62927d0835cf
vpmovzxdq ymm7 {k2}, xmmword ptr [rax + 128] // 62f27d2a357808
vpmovzxdq ymm15, xmm3 // c4627d35fb
vpmovzxdq zmm1 {k7} {z}, ymmword ptr [r13 + 2*r13 + 128] // 62927dcf354c6d04
vpmovzxdq zmm13, ymm3 // 62727d4835eb
vpmovsxbd xmm8 {k1} {z}, dword ptr [rax + 2*r13] // 62327d89210468
vpmovsxbd xmm7 {k7} {z}, xmm27 // 62927d8f21fb
vpmovsxbd ymm12, qword ptr [r8 + 4*r8 - 2147483648] // c4027d21a48000000080
vpmovsxbd ymm13, xmm8 // c4427d21e8
vpmovsxbd zmm0, xmmword ptr [rsp + 8128] // 62f27d48218424c01f0000
vpmovsxbd zmm13, xmm7 // 62727d4821ef
vpmovsxwq xmm3, dword ptr [4*rbx - 4128] // c4e279241c9de0efffff
vpmovsxwq xmm12, xmm3 // c4627924e3
vpmovsxwq ymm8, qword ptr [rsp + 2*rbp] // c4627d24046c
vpmovsxwq ymm3 {k2}, xmm3 // 62f27d2a24db
vpmovsxwq zmm7, xmmword ptr [r12 + 4*r8 + 2147483647] // 62927d4824bc84ffffff7f
vpmovsxwq zmm1, xmm13 // 62d27d4824cd
vpmovzxbd xmm13 {k7}, dword ptr [rbx + 4*r8 - 129] // 62327d0f31ac837fffffff
vpmovzxbd xmm4, xmm0 // c4e27931e0
vpmovzxbd ymm8 {k1} {z}, qword ptr [r12 + 4*r12 + 256] // 62127da93144a420
vpmovzxbd ymm4 {k2} {z}, xmm5 // 62f27daa31e5
vpmovzxbd zmm13, xmmword ptr [rsp + 2*rbp + 256] // 62727d48316c6c10
vpmovzxbd zmm7, xmm0 // 62f27d4831f8
vpmovzxwq xmm15 {k2}, dword ptr [rax + 1] // 62727d0a34b801000000
vpmovzxwq xmm7 {k2} {z}, xmm4 // 62f27d8a34fc
vpmovzxwq ymm8, qword ptr [r15 + 2*rdi] // c4427d34047f
vpmovzxwq ymm15 {k1} {z}, xmm3 // 62727da934fb
vpmovzxwq zmm8 {k1}, xmmword ptr [r8 + 128] // 62527d49344008
vpmovzxwq zmm15, xmm4 // 62727d4834fc
vpmovsxbq xmm27, word ptr [rax - 128] // 62627d082258c0
vpmovsxbq xmm4, xmm0 // c4e27922e0
vpmovsxbq ymm15 {k1}, dword ptr [r13 + rdi - 2147483648] // 62527d2922bc3d00000080
vpmovsxbq ymm4, xmm0 // c4e27d22e0
vpmovsxbq zmm7, qword ptr [rsp + 4*r8 - 8192] // 62b27d4822bc8400e0ffff
vpmovsxbq zmm0, xmm8 // 62d27d4822c0
vpmovzxbq xmm3, word ptr [rdi + 8192] // c4e279329f00200000
vpmovzxbq xmm15 {k2}, xmm16 // 62327d0a32f8
vpmovzxbq ymm3, dword ptr [rbp + 2*rbx] // c4e27d325c5d00
vpmovzxbq ymm3, xmm3 // c4e27d32db
vpmovzxbq zmm1 {k7}, qword ptr [rsp + 8*r8 - 516] // 62b27d4f328cc4fcfdffff
vpmovzxbq zmm13, xmm12 // 62527d4832ec
vpmovwb qword ptr [r8 - 258], xmm0 // 62d27e083080fefeffff
vpmovwb xmm16 {k1} {z}, xmm16 // 62a27e8930c0
vpmovwb xmmword ptr [rax + 8*rax + 128], ymm27 // 62627e28305cc008
vpmovwb xmm0, ymm5 // 62f27e2830e8
vpmovwb ymmword ptr [r15 + 8*rbp + 512], zmm4 // 62d27e483064ef10
vpmovwb ymm5 {k7} {z}, zmm1 // 62f27ecf30cd
vpmovswb qword ptr [4*r12 + 2147483647], xmm1 // 62b27e08200ca5ffffff7f
vpmovswb xmm3, xmm13 // 62727e0820eb
vpmovswb xmmword ptr [rdi + 2*rbx - 128], ymm3 // 62f27e28205c5ff8
vpmovswb xmm13, ymm7 // 62d27e2820fd
vpmovswb ymmword ptr [r8 - 128], zmm31 // 62427e482078fc
vpmovswb ymm0, zmm3 // 62f27e4820d8
vpmovuswb qword ptr [r15 - 8256], xmm8 // 62327e0810043dc0dfffff
vpmovuswb xmm7, xmm27 // 62627e0810df
vpmovuswb xmmword ptr [rbx - 258], ymm5 // 62f27e2810abfefeffff
vpmovuswb xmm5, ymm27 // 62627e2810dd
vpmovuswb ymmword ptr [rdi + 8*r15 - 4128] {k1}, zmm8 // 62327e491084ffe0efffff
vpmovuswb ymm0, zmm13 // 62727e4810e8
vpmovdw qword ptr [r8 + 4*r13 + 8192], xmm5 // 62927e0833aca800200000
vpmovdw xmm5, xmm13 // 62727e0833ed
vpmovdw xmmword ptr [r13 + 127], ymm0 // 62d27e2833857f000000
vpmovdw xmm8 {k2}, ymm7 // 62d27e2a33f8
vpmovdw ymmword ptr [rsp], zmm7 // 62f27e48333c24
vpmovdw ymm4, zmm0 // 62f27e4833c4
vpmovqd qword ptr [rsp + 2*rax - 2147483648] {k2}, xmm13 // 62727e0a35ac4400000080
vpmovqd xmm13 {k2}, xmm20 // 62c27e0a35e5
vpmovqd xmmword ptr [rbp - 128], ymm7 // 62f27e28357df8
vpmovqd xmm0, ymm5 // 62f27e2835e8
vpmovqd ymmword ptr [r13 + 8*rdi], zmm16 // 62c27e483544fd00
vpmovqd ymm12 {k1}, zmm15 // 62527e4935fc
vpmovsdw qword ptr [rbx + 8128], xmm0 // 62f27e082383c01f0000
vpmovsdw xmm4, xmm0 // 62f27e0823c4
vpmovsdw xmmword ptr [4*r15 - 128] {k1}, ymm5 // 62b27e29232cbd80ffffff
vpmovsdw xmm4, ymm13 // 62727e2823ec
vpmovsdw ymmword ptr [rbx + 4*rbp + 4], zmm3 // 62f27e48239cab04000000
vpmovsdw ymm1, zmm7 // 62f27e4823f9
vpmovsqd qword ptr [rbx - 128], xmm15 // 62727e08257bf0
vpmovsqd xmm15, xmm5 // 62d27e0825ef
vpmovsqd xmmword ptr [rdi + 2*rbp], ymm13 // 62727e28252c6f
vpmovsqd xmm3, ymm7 // 62f27e2825fb
vpmovsqd ymmword ptr [rdi + r13], zmm1 // 62b27e48250c2f
vpmovsqd ymm8 {k2} {z}, zmm0 // 62d27eca25c0
vpmovusdw qword ptr [rsp + 2*r8 + 1], xmm5 // 62b27e0813ac4401000000
vpmovusdw xmm12, xmm3 // 62d27e0813dc
vpmovusdw xmmword ptr [r13 + 4*r15 - 128], ymm16 // 62827e281344bdf8
vpmovusdw xmm7, ymm4 // 62f27e2813e7
vpmovusdw ymmword ptr [rbx + 8*r8 + 8192], zmm7 // 62b27e4813bcc300200000
vpmovusdw ymm15 {k2}, zmm15 // 62527e4a13ff
vpmovusqd qword ptr [rbp + 8*r15 + 2147483647], xmm4 // 62b27e0815a4fdffffff7f
vpmovusqd xmm0 {k1}, xmm27 // 62627e0915d8
vpmovusqd xmmword ptr [r12 + 4*rdi + 8], ymm13 // 62527e2815acbc08000000
vpmovusqd xmm1, ymm4 // 62f27e2815e1
vpmovusqd ymmword ptr [r15 + 2*r12 - 128], zmm13 // 62127e48156c67fc
vpmovusqd ymm12 {k1} {z}, zmm3 // 62d27ec915dc
vpmovdb dword ptr [r8 + r13], xmm1 // 62927e08310c28
vpmovdb xmm4 {k1}, xmm1 // 62f27e0931cc
vpmovdb qword ptr [rbp + 1], ymm8 // 62727e28318501000000
vpmovdb xmm7 {k7} {z}, ymm4 // 62f27eaf31e7
vpmovdb xmmword ptr [rbx + 2*r15 + 128], zmm12 // 62327e4831647b08
vpmovdb xmm13, zmm7 // 62d27e4831fd
vpmovqw dword ptr [rbp + 128], xmm1 // 62f27e08344d20
vpmovqw xmm5, xmm3 // 62f27e0834dd
vpmovqw qword ptr [r15 + 8*rbp + 2147483647] {k1}, ymm8 // 62527e293484efffffff7f
vpmovqw xmm3 {k2} {z}, ymm5 // 62f27eaa34eb
vpmovqw xmmword ptr [r8 - 128], zmm31 // 62427e483478f8
vpmovqw xmm7 {k2}, zmm31 // 62627e4a34ff
vpmovsdb dword ptr [rbx + r15] {k7}, xmm5 // 62b27e0f212c3b
vpmovsdb xmm0 {k1} {z}, xmm15 // 62727e8921f8
vpmovsdb qword ptr [rbp - 2064] {k1}, ymm12 // 62727e2921a5f0f7ffff
vpmovsdb xmm7, ymm5 // 62f27e2821ef
vpmovsdb xmmword ptr [r15 + r12 - 1032], zmm12 // 62127e4821a427f8fbffff
vpmovsdb xmm3, zmm7 // 62f27e4821fb
vpmovsqw dword ptr [rbx + 32], xmm31 // 62627e08247b08
vpmovsqw xmm20, xmm15 // 62327e0824fc
vpmovsqw qword ptr [r13 + 4*r12 - 512], ymm5 // 62927e28246ca5c0
vpmovsqw xmm15, ymm12 // 62527e2824e7
vpmovsqw xmmword ptr [rsp + 8*rbp + 64], zmm12 // 62727e482464ec04
vpmovsqw xmm13, zmm0 // 62d27e4824c5
vpmovusdb dword ptr [r12] {k7}, xmm4 // 62d27e0f112424
vpmovusdb xmm4, xmm8 // 62727e0811c4
vpmovusdb qword ptr [rbx + 4*r12 + 8128] {k1}, ymm0 // 62b27e291184a3c01f0000
vpmovusdb xmm4 {k7}, ymm4 // 62f27e2f11e4
vpmovusdb xmmword ptr [r13 + 4*rbp + 127], zmm5 // 62d27e4811acad7f000000
vpmovusdb xmm16, zmm15 // 62327e4811f8
vpmovusqw dword ptr [r15 + 4*r15], xmm16 // 62827e081404bf
vpmovusqw xmm12, xmm15 // 62527e0814fc
vpmovusqw qword ptr [r8 + 2*r12 + 128], ymm13 // 62127e28146c6010
vpmovusqw xmm15, ymm7 // 62d27e2814ff
vpmovusqw xmmword ptr [rbp + 4*r8 - 128] {k7}, zmm4 // 62b27e4f146485f8
vpmovusqw xmm7 {k7} {z}, zmm8 // 62727ecf14c7
vpmovqb word ptr [rbp], xmm3 // 62f27e08325d00
vpmovqb xmm12, xmm4 // 62d27e0832e4
vpmovqb dword ptr [rsp - 2147483648], ymm13 // 62727e2832ac2400000080
vpmovqb xmm1 {k7}, ymm5 // 62f27e2f32e9
vpmovqb qword ptr [rbp + 1], zmm3 // 62f27e48329d01000000
vpmovqb xmm1, zmm13 // 62727e4832e9
vpmovsqb word ptr [4*r13 + 32], xmm3 // 62b27e08221cad20000000
vpmovsqb xmm27, xmm27 // 62027e0822db
vpmovsqb dword ptr [rdi + 8*rax + 1], ymm7 // 62f27e2822bcc701000000
vpmovsqb xmm13, ymm7 // 62d27e2822fd
vpmovsqb qword ptr [r15 + 2*r15 + 2147483647], zmm7 // 62927e4822bc7fffffff7f
vpmovsqb xmm15 {k7} {z}, zmm1 // 62d27ecf22cf
vpmovusqb word ptr [rax + 2*r12 - 2147483648], xmm4 // 62b27e0812a46000000080
vpmovusqb xmm5 {k1}, xmm8 // 62727e0912c5
vpmovusqb dword ptr [8*r12 - 2147483648] {k7}, ymm16 // 62a27e2f1204e500000080
vpmovusqb xmm15, ymm5 // 62d27e2812ef
vpmovusqb qword ptr [r15 + 4*rbx + 128] {k7}, zmm3 // 62d27e4f125c9f10
vpmovusqb xmm5, zmm8 // 62727e4812c5
vpacksswb xmm4, xmm12, xmmword ptr [rdi + 4*rbx + 128] // c59963a49f80000000
vpacksswb xmm8, xmm8, xmm1 // c53963c1
vpacksswb ymm4, ymm12, ymmword ptr [r8 + r15 - 128] // c4811d63643880
vpacksswb ymm31, ymm16, ymm27 // 62017d2063fb
vpacksswb zmm0, zmm1, zmmword ptr [r12 - 129] // 62d175486384247fffffff
vpacksswb zmm1 {k2} {z}, zmm13, zmm5 // 62f115ca63cd
vpackuswb xmm4, xmm31, xmmword ptr [r8 + 2*r15] // 62910500672478
vpackuswb xmm3 {k1} {z}, xmm15, xmm7 // 62f1058967df
vpackuswb ymm4, ymm15, ymmword ptr [r15] // c4c1056727
vpackuswb ymm13 {k7} {z}, ymm0, ymm0 // 62717daf67e8
vpackuswb zmm0, zmm13, zmmword ptr [rax + 8*rax + 1024] // 62f115486744c010
vpackuswb zmm5 {k7} {z}, zmm4, zmm4 // 62f15dcf67ec
vpackssdw xmm5, xmm27, xmmword ptr [rsp + 2*rdi - 258] // 62f125006bac7cfefeffff
vpackssdw xmm7, xmm12, xmm8 // c4c1196bf8
vpackssdw ymm13, ymm12, ymmword ptr [8*rbp + 127] // c51d6b2ced7f000000
vpackssdw ymm31 {k7}, ymm13, ymm12 // 6241152f6bfc
vpackssdw zmm16 {k2}, zmm5, zmmword ptr [2] // 62e1554a6b042502000000
vpackssdw zmm5 {k1} {z}, zmm13, zmm13 // 62d115c96bed
vpackusdw xmm8, xmm3, xmmword ptr [rbp + 2*r13 + 127] // c422612b446d7f
vpackusdw xmm0, xmm5, xmm5 // c4e2512bc5
vpackusdw ymm7, ymm4, ymmword ptr [rdi + 128] // c4e25d2bbf80000000
vpackusdw ymm31 {k7} {z}, ymm20, ymm31 // 62025da72bff
vpackusdw zmm13, zmm1, dword ptr [-128]{1to16} // 627275582b2c2580ffffff
vpackusdw zmm15 {k2} {z}, zmm5, zmm12 // 625255ca2bfc
vpmovmskb ebx, xmm12 // c4c179d7dc
vpmovmskb esp, ymm8 // c4c17dd7e0
vpmaskmovd xmm12, xmm1, xmmword ptr [rax + 8*rdi + 256] // c462718ca4f800010000
vpmaskmovd ymm1, ymm0, ymmword ptr [r13 + 8*rbx - 4096] // c4c27d8c8cdd00f0ffff
vpmaskmovq xmm1, xmm7, xmmword ptr [r13 - 2147483648] // c4c2c18c8d00000080
vpmaskmovq ymm4, ymm7, ymmword ptr [rdi + 2147483647] // c4e2c58ca7ffffff7f
vpmaskmovd xmmword ptr [r13], xmm13, xmm3 // c4a2118e1c2d00000000
vpmaskmovd ymmword ptr [rbp - 2147483648], ymm8, ymm1 // c4e23d8e8d00000080
vpmaskmovq xmmword ptr [-1032], xmm7, xmm1 // c4e2c18e0c25f8fbffff
vpmaskmovq ymmword ptr [rsp + 4*rdi], ymm13, ymm13 // c462958e2cbc
vphaddw xmm0, xmm1, xmmword ptr [r12 + 2048] // c4c27101842400080000
vphaddw xmm15, xmm3, xmm5 // c4626101fd
vphaddw ymm13, ymm5, ymmword ptr [r8] // c42255012c0500000000
vphaddw ymm13, ymm12, ymm5 // c4621d01ed
vphaddd xmm7, xmm8, xmmword ptr [rax + 4*rbx + 2032] // c4e23902bc98f0070000
vphaddd xmm3, xmm15, xmm4 // c4e20102dc
vphaddd ymm12, ymm8, ymmword ptr [4*r12 - 512] // c4223d0224a500feffff
vphaddd ymm0, ymm4, ymm8 // c4c25d02c0
vphaddsw xmm0, xmm4, xmmword ptr [r8 + r12 + 127] // c482590344207f
vphaddsw xmm12, xmm8, xmm12 // c4423903e4
vphaddsw ymm15, ymm13, ymmword ptr [rsp - 128] // c46215037c2480
vphaddsw ymm0, ymm13, ymm4 // c4e21503c4
vphsubw xmm4, xmm4, xmmword ptr [r12 + 8*r13 + 254] // c4825905a4ecfe000000
vphsubw xmm0, xmm8, xmm15 // c4c23905c7
vphsubw ymm15, ymm7, ymmword ptr [128] // c46245053c2580000000
vphsubw ymm5, ymm0, ymm3 // c4e27d05eb
vphsubd xmm15, xmm0, xmmword ptr [r12 + 8*rbx + 2032] // c4427906bcdcf0070000
vphsubd xmm3, xmm7, xmm3 // c4e24106db
vphsubd ymm3, ymm7, ymmword ptr [r13 + 8*rax - 2147483648] // c4c245069cc500000080
vphsubd ymm4, ymm12, ymm13 // c4c21d06e5
vpcompressd xmmword ptr [rsp - 128], xmm0 // 62f27d088b4424e0
vpcompressd xmm7, xmm27 // 62627d088bdf
vpcompressd ymmword ptr [r8 + 2*rbp + 508] {k2}, ymm1 // 62d27d2a8b4c687f
vpcompressd ymm12, ymm20 // 62c27d288be4
vpcompressd zmmword ptr [r15 + 4*rbx - 2147483648], zmm0 // 62d27d488b849f00000080
vpcompressd zmm15 {k2} {z}, zmm27 // 62427dca8bdf
vpcompressq xmmword ptr [rdi + rbx + 128], xmm3 // 62f2fd088b5c1f10
vpcompressq xmm8, xmm1 // 62d2fd088bc8
vpcompressq ymmword ptr [rsp + 8*rbx + 127], ymm4 // 62f2fd288ba4dc7f000000
vpcompressq ymm5, ymm7 // 62f2fd288bfd
vpcompressq zmmword ptr [rbx + 8*r8 - 128], zmm15 // 6232fd488b7cc3f0
vpcompressq zmm4, zmm1 // 62f2fd488bcc
vpexpandd xmm1 {k7}, xmmword ptr [rsp + rdi + 8192] // 62f27d0f898c3c00200000
vpexpandd xmm4, xmm15 // 62d27d0889e7
vpexpandd ymm7, ymmword ptr [r15 + 4*rdi - 128] // 62d27d28897cbfe0
vpexpandd ymm20 {k2}, ymm20 // 62a27d2a89e4
vpexpandd zmm12, zmmword ptr [r13 + rbp - 128] // 62527d4889642de0
vpexpandd zmm15 {k1}, zmm20 // 62327d4989fc
vpexpandq xmm4 {k7}, xmmword ptr [r12] // 62d2fd0f892424
vpexpandq xmm3 {k2}, xmm15 // 62d2fd0a89df
vpexpandq ymm31, ymmword ptr [r13 - 512] // 6242fd28897dc0
vpexpandq ymm3 {k7}, ymm20 // 62b2fd2f89dc
vpexpandq zmm3 {k7}, zmmword ptr [r8 + 2*r15 + 128] // 6292fd4f895c7810
vpexpandq zmm4 {k1}, zmm7 // 62f2fd4989e7
vpcompressb xmmword ptr [r15 + 4*r13 + 2147483647], xmm15 // 62127d0863bcafffffff7f
vpcompressb xmm16, xmm3 // 62b27d0863d8
vpcompressb ymmword ptr [rbx + 2*rax - 1032] {k1}, ymm15 // 62727d2963bc43f8fbffff
vpcompressb ymm20, ymm15 // 62327d2863fc
vpcompressb zmmword ptr [r15 + 4*rdi - 2048], zmm15 // 62527d4863bcbf00f8ffff
vpcompressb zmm16, zmm5 // 62b27d4863e8
vpcompressw xmmword ptr [r8 + rbp - 2147483648] {k2}, xmm3 // 62d2fd0a639c2800000080
vpcompressw xmm15 {k2} {z}, xmm8 // 6252fd8a63c7
vpcompressw ymmword ptr [rax + 2*r15 - 512] {k7}, ymm5 // 62b2fd2f63ac7800feffff
vpcompressw ymm13, ymm8 // 6252fd2863c5
vpcompressw zmmword ptr [rax + 4*rbp + 1024], zmm5 // 62f2fd4863aca800040000
vpcompressw zmm0 {k7}, zmm8 // 6272fd4f63c0
vpexpandb xmm13, xmmword ptr [rsp + 8*r13 + 512] // 62327d0862acec00020000
vpexpandb xmm5, xmm12 // 62d27d0862ec
vpexpandb ymm12 {k7}, ymmword ptr [r15 + 4*r8 - 8256] // 62127d2f62a487c0dfffff
vpexpandb ymm12, ymm13 // 62527d2862e5
vpexpandb zmm5, zmmword ptr [rbx + 128] // 62f27d4862ab80000000
vpexpandb zmm13, zmm8 // 62527d4862e8
vpexpandw xmm7, xmmword ptr [rax + 2*r13] // 62b2fd08623c68
vpexpandw xmm8 {k7}, xmm3 // 6272fd0f62c3
vpexpandw ymm3, ymmword ptr [rax - 2048] // 62f2fd28629800f8ffff
vpexpandw ymm31, ymm27 // 6202fd2862fb
vpexpandw zmm3, zmmword ptr [rbp + rdi - 4096] // 62f2fd48629c3d00f0ffff
vpexpandw zmm12 {k1} {z}, zmm5 // 6272fdc962e5
vpconflictd xmm5, xmmword ptr [r12] // 62d27d08c42c24
vpconflictd xmm0 {k1}, xmm0 // 62f27d09c4c0
vpconflictd ymm15 {k7}, ymmword ptr [rsp + 1] // 62727d2fc4bc2401000000
vpconflictd ymm5, ymm12 // 62d27d28c4ec
vpconflictd zmm12, dword ptr [0]{1to16} // 62727d58c4242500000000
vpconflictd zmm3, zmm4 // 62f27d48c4dc
vpconflictq xmm4, qword ptr [rax + r8 - 128]{1to2} // 62b2fd18c46400f0
vpconflictq xmm0, xmm27 // 6292fd08c4c3
vpconflictq ymm0, ymmword ptr [r13 + r13 + 512] // 6292fd28c4442d10
vpconflictq ymm12, ymm15 // 6252fd28c4e7
vpconflictq zmm1, qword ptr [r8 + 4*rdi + 2147483647]{1to8} // 62d2fd58c48cb8ffffff7f
vpconflictq zmm15, zmm15 // 6252fd48c4ff
vplzcntd xmm1 {k1} {z}, xmmword ptr [r8] // 62b27d89440c0500000000
vplzcntd xmm13 {k1} {z}, xmm7 // 62727d8944ef
vplzcntd ymm0 {k2}, ymmword ptr [8*r12 + 1] // 62b27d2a4404e501000000
vplzcntd ymm8 {k7}, ymm12 // 62527d2f44c4
vplzcntd zmm0, dword ptr [rax + 8*r8 + 256]{1to16} // 62b27d584444c040
vplzcntd zmm8, zmm3 // 62727d4844c3
vplzcntq xmm3, qword ptr [rbp]{1to2} // 62f2fd18445d00
vplzcntq xmm20, xmm4 // 62e2fd0844e4
vplzcntq ymm8 {k1}, qword ptr [rbp + 8*r15 - 2147483648]{1to4} // 6232fd394484fd00000080
vplzcntq ymm1, ymm3 // 62f2fd2844cb
vplzcntq zmm3, zmmword ptr [r8 + rdi + 2147483647] // 62d2fd48449c38ffffff7f
vplzcntq zmm12 {k2} {z}, zmm0 // 6272fdca44e0
vpopcntb xmm0 {k7}, xmmword ptr [r15 + 4*rbx + 127] // 62d27d0f54849f7f000000
vpopcntb xmm1, xmm27 // 62927d0854cb
vpopcntb ymm5, ymmword ptr [4*rbx] // 62f27d28542c9d00000000
vpopcntb ymm12, ymm1 // 62727d2854e1
vpopcntb zmm8, zmmword ptr [r12 - 2064] // 62527d48548424f0f7ffff
vpopcntb zmm31, zmm7 // 62627d4854ff
vpopcntw xmm7, xmmword ptr [rdi + 8*rax] // 62f2fd08543cc7
vpopcntw xmm31 {k2} {z}, xmm3 // 6262fd8a54fb
vpopcntw ymm4 {k2}, ymmword ptr [rsp + 127] // 62f2fd2a54a4247f000000
vpopcntw ymm4, ymm4 // 62f2fd2854e4
vpopcntw zmm12, zmmword ptr [rax + 2*r8 - 8192] // 6232fd4854644080
vpopcntw zmm0, zmm3 // 62f2fd4854c3
vpshufbitqmb k7 {k2}, xmm20, xmmword ptr [rbx + 4*r13 + 2048] // 62b25d028fbcab00080000
vpshufbitqmb k7, xmm5, xmm4 // 62f255088ffc
vpshufbitqmb k0, ymm15, ymmword ptr [rdi - 2147483648] // 62f205288f8700000080
vpshufbitqmb k5 {k7}, ymm5, ymm8 // 62d2552f8fe8
vpshufbitqmb k5, zmm1, zmmword ptr [r12 + 128] // 62d275488f6c2402
vpshufbitqmb k4, zmm13, zmm20 // 62b215488fe4
vpopcntd xmm12 {k7} {z}, xmmword ptr [r15 + 2*rbx] // 62527d8f55245f
vpopcntd xmm3, xmm13 // 62d27d0855dd
vpopcntd ymm31, ymmword ptr [rbx + 8*rdi + 2147483647] // 62627d2855bcfbffffff7f
vpopcntd ymm3 {k1} {z}, ymm13 // 62d27da955dd
vpopcntd zmm1 {k2}, zmmword ptr [r15 + 2*rax + 2048] // 62d27d4a554c4720
vpopcntd zmm3 {k2} {z}, zmm13 // 62d27dca55dd
vpopcntq xmm4, qword ptr [rbp + 4*rax + 64]{1to2} // 62f2fd1855648508
vpopcntq xmm4 {k2} {z}, xmm1 // 62f2fd8a55e1
vpopcntq ymm15, ymmword ptr [rax - 128] // 6272fd285578fc
vpopcntq ymm4, ymm20 // 62b2fd2855e4
vpopcntq zmm5, qword ptr [rax + 4064]{1to8} // 62f2fd5855a8e00f0000
vpopcntq zmm8, zmm0 // 6272fd4855c0
vpdpbusd xmm13 {k7}, xmm8, xmmword ptr [rbx + r13 + 1] // 62323d0f50ac2b01000000
vpdpbusd xmm15, xmm13, xmm12 // 6252150850fc
vpdpbusd ymm7 {k1} {z}, ymm15, ymmword ptr [r12 - 2147483648] // 62d205a950bc2400000080
vpdpbusd ymm1, ymm7, ymm3 // 62f2452850cb
vpdpbusd zmm4, zmm0, dword ptr [rdi - 128]{1to16} // 62f27d585067e0
vpdpbusd zmm8, zmm4, zmm8 // 62525d4850c0
vpdpbusds xmm7, xmm13, dword ptr [r15 + 256]{1to4} // 62d21518517f40
vpdpbusds xmm3, xmm1, xmm16 // 62b2750851d8
vpdpbusds ymm13, ymm8, dword ptr [r15]{1to8} // 62523d38512f
vpdpbusds ymm8, ymm1, ymm5 // 6272752851c5
vpdpbusds zmm7 {k2} {z}, zmm8, dword ptr [r12 + 16]{1to16} // 62d23dda517c2404
vpdpbusds zmm8 {k2}, zmm27, zmm27 // 6212254251c3
vpdpwssd xmm20, xmm15, xmmword ptr [r12 + 32] // 62c2050852642402
vpdpwssd xmm12, xmm0, xmm8 // 62527d0852e0
vpdpwssd ymm7 {k2}, ymm7, dword ptr [rdi + 2*rbx + 2]{1to8} // 62f2453a52bc5f02000000
vpdpwssd ymm3, ymm3, ymm8 // 62d2652852d8
vpdpwssd zmm0, zmm13, zmmword ptr [rsp + 1] // 62f2154852842401000000
vpdpwssd zmm0, zmm5, zmm4 // 62f2554852c4
vpdpwssds xmm27, xmm3, xmmword ptr [rbx + 1] // 62626508539b01000000
vpdpwssds xmm15, xmm31, xmm16 // 6232050053f8
vpdpwssds ymm4, ymm0, dword ptr [r13 + 128]{1to8} // 62d27d38536520
vpdpwssds ymm0, ymm0, ymm5 // 62f27d2853c5
vpdpwssds zmm3 {k2} {z}, zmm4, zmmword ptr [rsp] // 62f25dca531c24
vpdpwssds zmm4, zmm12, zmm20 // 62b21d4853e4
vpmadd52luq xmm8 {k7} {z}, xmm7, xmmword ptr [r13 + 2*rbp + 128] // 6252c58fb4446d08
vpmadd52luq xmm5, xmm5, xmm7 // 62f2d508b4ef
vpmadd52luq ymm13, ymm7, ymmword ptr [rsp + 1] // 6272c528b4ac2401000000
vpmadd52luq ymm7, ymm8, ymm27 // 6292bd28b4fb
vpmadd52luq zmm13, zmm0, zmmword ptr [rbp + 1] // 6272fd48b4ad01000000
vpmadd52luq zmm12, zmm4, zmm0 // 6272dd48b4e0
vpmadd52huq xmm8, xmm15, xmmword ptr [rdi + 8*r12 + 127] // 62328508b584e77f000000
vpmadd52huq xmm13 {k2}, xmm8, xmm16 // 6232bd0ab5e8
vpmadd52huq ymm12, ymm12, ymmword ptr [rsp + 4*r12 - 8256] // 62329d28b5a4a4c0dfffff
vpmadd52huq ymm8 {k7}, ymm1, ymm8 // 6252f52fb5c0
vpmadd52huq zmm12 {k1} {z}, zmm1, zmmword ptr [r8 + 2*r8 + 128] // 6212f5c9b5644002
vpmadd52huq zmm15, zmm1, zmm8 // 6252f548b5f8
vgf2p8affineqb xmm3, xmm5, xmmword ptr [r8 + 8*rbx + 2048], 0 // c4c3d1ce9cd80008000000
vgf2p8affineqb xmm13 {k2} {z}, xmm15, xmm5, 2 // 6273858aceed02
vgf2p8affineqb ymm15, ymm0, ymmword ptr [rax + 1], 2 // c463fdce780102
vgf2p8affineqb ymm5, ymm20, ymm15, 2 // 62d3dd20ceef02
vgf2p8affineqb zmm7, zmm8, zmmword ptr [r15 + 8*r15], 3 // 6293bd48ce3cff03
vgf2p8affineqb zmm31, zmm1, zmm31, 3 // 6203f548ceff03
vgatherdps xmm7, dword ptr [r8 + 4*xmm12 + 2048], xmm13 // c4821192bca000080000
vgatherdps ymm4, dword ptr [rax + ymm7], ymm5 // c4e255922438
vgatherqpd xmm7, qword ptr [rbp + xmm0 - 2147483648], xmm13 // c4e29193bc0500000080
vgatherqpd ymm1, qword ptr [ymm7 + 127], ymm4 // c4e2dd930c3d7f000000
vgatherdpd xmm13, qword ptr [8*xmm1 + 128], xmm12 // c46299922ccd80000000
vgatherdpd ymm1, qword ptr [rsp + xmm13 - 128], ymm7 // c4a2c5924c2c80
vgatherqps xmm15, dword ptr [r13 + 8*xmm8], xmm7 // c40241937cc500
vgatherqps xmm7, dword ptr [r15 + 4*ymm1 - 2147483648], xmm4 // c4c25d93bc8f00000080
vpgatherdd xmm1, dword ptr [r15 + xmm7 - 1024], xmm15 // c4c201908c3f00fcffff
vpgatherdd ymm1, dword ptr [ymm3 + 127], ymm13 // c4e215900c1d7f000000
vpgatherqq xmm13, qword ptr [r12 + 4*xmm3], xmm15 // c44281912c9c
vpgatherqq ymm3, qword ptr [r13 + 4*ymm15 + 256], ymm12 // c4829d919cbd00010000
vpgatherdq xmm15, qword ptr [rax + 4*xmm1 + 128], xmm0 // c462f990bc8880000000
vpgatherdq ymm8, qword ptr [rbp + xmm1 + 128], ymm4 // c462dd90840d80000000
vpgatherqd xmm7, dword ptr [rdi + 4*xmm1 + 128], xmm13 // c4e21191bc8f80000000
vpgatherqd xmm12, dword ptr [8*ymm1 + 1], xmm15 // c462059124cd01000000
vgatherdps xmm7 {k1}, dword ptr [rsp + 4*xmm3 - 128] // 62f27d09927c9ce0
vgatherdps ymm12 {k7}, dword ptr [rax + 2*ymm4 + 127] // 62727d2f92a4607f000000
vgatherdps zmm0 {k1}, dword ptr [r12 + 4*zmm13 + 64] // 62927d499244ac10
vgatherqpd xmm0 {k2}, qword ptr [r12 + 8*xmm3 - 128] // 62d2fd0a9344dcf0
vgatherqpd ymm4 {k1}, qword ptr [r13 + ymm8 + 64] // 6292fd2993640508
vgatherqpd zmm7 {k1}, qword ptr [rax + 4*zmm5 + 2032] // 62f2fd4993bca8f0070000
vgatherdpd xmm0 {k1}, qword ptr [rsp + 8*xmm12 + 16] // 62b2fd099244e402
vgatherdpd ymm31 {k7}, qword ptr [rbx + 4*xmm15 - 1024] // 6222fd2f927cbb80
vgatherdpd zmm1 {k1}, qword ptr [rdi + 4*ymm5 - 1024] // 62f2fd49924caf80
vgatherqps xmm7 {k7}, dword ptr [r15 + 4*xmm8 + 128] // 62927d0f937c8720
vgatherqps xmm13 {k7}, dword ptr [r15 + ymm12 + 127] // 62127d2f93ac277f000000
vgatherqps ymm31 {k1}, dword ptr [r8 + 2*zmm12 - 516] // 62027d4993bc60fcfdffff
vpgatherdd xmm0 {k7}, dword ptr [rbp + 2*xmm5 + 1] // 62f27d0f90846d01000000
vpgatherdd ymm31 {k7}, dword ptr [rbx + 8*ymm20 - 128] // 62627d27907ce3e0
vpgatherdd zmm4 {k2}, dword ptr [r8 + 2*zmm7] // 62d27d4a902478
vpgatherqq xmm15 {k2}, qword ptr [8*xmm5 + 2048] // 6272fd0a913ced00080000
vpgatherqq ymm31 {k1}, qword ptr [r12 + ymm12 + 1] // 6202fd2991bc2401000000
vpgatherqq zmm31 {k1}, qword ptr [r13 + zmm7 + 1] // 6242fd4991bc3d01000000
vpgatherdq xmm15 {k1}, qword ptr [rsp + 2*xmm7 + 64] // 6272fd09907c7c08
vpgatherdq ymm15 {k2}, qword ptr [rax + 2*xmm1 - 2147483648] // 6272fd2a90bc4800000080
vpgatherdq zmm5 {k1}, qword ptr [r13 + 8*ymm15 - 2147483648] // 6292fd4990acfd00000080
vpgatherqd xmm13 {k1}, dword ptr [r15 + 8*xmm12 + 1024] // 62127d0991ace700040000
vpgatherqd xmm1 {k2}, dword ptr [r15 + ymm3 + 128] // 62d27d2a914c1f20
vpgatherqd ymm8 {k7}, dword ptr [r8 + 4*zmm13 - 2147483648] // 62127d4f9184a800000080
vscatterdps dword ptr [r13 + 4*xmm4 + 2] {k2}, xmm7 // 62d27d0aa2bca502000000
vscatterdps dword ptr [rbx + 8*ymm27 - 128] {k2}, ymm4 // 62b27d22a264dbe0
vscatterdps dword ptr [r12 + 2*zmm8 - 2147483648] {k1}, zmm4 // 62927d49a2a44400000080
vscatterqpd qword ptr [rbp + 2*xmm1 + 2048] {k1}, xmm13 // 6272fd09a3ac4d00080000
vscatterqpd qword ptr [r15 + ymm12 + 64] {k7}, ymm0 // 6292fd2fa3442708
vscatterqpd qword ptr [rdi + zmm15 + 4064] {k7}, zmm1 // 62b2fd4fa38c3fe00f0000
vscatterdpd qword ptr [rbx + 8*xmm0 + 2147483647] {k7}, xmm13 // 6272fd0fa2acc3ffffff7f
vscatterdpd qword ptr [rbp + 4*xmm8 - 516] {k7}, ymm5 // 62b2fd2fa2ac85fcfdffff
vscatterdpd qword ptr [r8 + 2*ymm15 - 256] {k2}, zmm3 // 6292fd4aa25c78e0
vscatterqps dword ptr [rbp + 4*xmm1 + 512] {k2}, xmm12 // 62727d0aa3a48d00020000
vscatterqps dword ptr [r8 + ymm20] {k7}, xmm4 // 62d27d27a32420
vscatterqps dword ptr [r15 + 2*zmm4 - 128] {k2}, ymm15 // 62527d4aa37c67e0
vpscatterdd dword ptr [rdi + xmm27 + 2] {k7}, xmm16 // 62a27d07a0841f02000000
vpscatterdd dword ptr [r13 + ymm20 + 2] {k2}, ymm4 // 62d27d22a0a42502000000
vpscatterdd dword ptr [rbx + 4*zmm16 - 128] {k1}, zmm5 // 62f27d41a06c83e0
vpscatterqq qword ptr [r8 + xmm5] {k1}, xmm0 // 62d2fd09a10428
vpscatterqq qword ptr [rbp + 8*ymm8] {k7}, ymm7 // 62b2fd2fa17cc500
vpscatterqq qword ptr [rax + 4*zmm5 - 128] {k7}, zmm31 // 6262fd4fa17ca8f0
vpscatterdq qword ptr [rdi + 8*xmm1 - 258] {k7}, xmm5 // 62f2fd0fa0accffefeffff
vpscatterdq qword ptr [rsp + 2*xmm31 - 128] {k2}, ymm5 // 62b2fd22a06c7cf0
vpscatterdq qword ptr [r12 + ymm13 + 4064] {k7}, zmm1 // 6292fd4fa08c2ce00f0000
vpscatterqd dword ptr [r8 + 2*xmm0] {k2}, xmm7 // 62d27d0aa13c40
vpscatterqd dword ptr [r15 + 2*ymm5 + 1] {k1}, xmm27 // 62427d29a19c6f01000000
vpscatterqd dword ptr [rdi + 8*zmm13 + 2147483647] {k1}, ymm4 // 62b27d49a1a4efffffff7f
kmovb byte ptr [r15], k2 // c4c1799117
kmovb k0, byte ptr [r12 + 2*r15 - 128] // c4817990447c80
kmovb k6, k1 // c5f990f1
kmovw word ptr [rbp], k0 // c5f8914500
kmovw k6, word ptr [r8 + 4*r15] // c481789034b8
kmovw k1, k2 // c5f890ca
kmovd dword ptr [r13 + rbp + 1], k4 // c4c1f991642d01
kmovd k6, dword ptr [r12 + r13] // c481f990342c
kmovd k6, k7 // c4e1f990f7
kmovq qword ptr [r12 + 2*r15 + 2147483647], k4 // c481f891a47cffffff7f
kmovq k5, qword ptr [rbx - 128] // c4e1f8906b80
kmovq k1, k6 // c4e1f890ce
kmovb k4, r11d // c4c17992e3
kmovw k6, r9d // c4c17892f1
kmovd k6, edx // c5fb92f2
kmovq k4, rbp // c4e1fb92e5
kmovb r15d, k2 // c57993fa
kmovw ecx, k7 // c5f893cf
kmovd ecx, k1 // c5fb93c9
kmovq r13, k4 // c461fb93ec
kandb k6, k1, k4 // c5f541f4
kandw k2, k5, k0 // c5d441d0
kandd k3, k4, k7 // c4e1dd41df
kandq k2, k6, k4 // c4e1cc41d4
kandnb k1, k3, k7 // c5e542cf
kandnw k2, k6, k2 // c5cc42d2
kandnd k0, k3, k0 // c4e1e542c0
kandnq k6, k1, k7 // c4e1f442f7
korb k6, k1, k2 // c5f545f2
korw k3, k1, k6 // c5f445de
kord k3, k2, k0 // c4e1ed45d8
korq k0, k2, k6 // c4e1ec45c6
kxorb k5, k0, k0 // c5fd47e8
kxorw k5, k7, k2 // c5c447ea
kxord k7, k6, k5 // c4e1cd47fd
kxorq k1, k7, k4 // c4e1c447cc
kxnorb k6, k3, k7 // c5e546f7
kxnorw k0, k6, k4 // c5cc46c4
kxnord k5, k0, k6 // c4e1fd46ee
kxnorq k6, k3, k0 // c4e1e446f0
kaddb k7, k2, k2 // c5ed4afa
kaddw k5, k2, k7 // c5ec4aef
kaddd k1, k7, k3 // c4e1c54acb
kaddq k4, k4, k7 // c4e1dc4ae7
knotb k6, k5 // c5f944f5
knotw k7, k1 // c5f844f9
knotd k4, k3 // c4e1f944e3
knotq k6, k7 // c4e1f844f7
kortestb k3, k5 // c5f998dd
kortestw k5, k0 // c5f898e8
kortestd k3, k2 // c4e1f998da
kortestq k1, k2 // c4e1f898ca
ktestb k7, k5 // c5f999fd
ktestw k5, k4 // c5f899ec
ktestd k6, k1 // c4e1f999f1
ktestq k0, k6 // c4e1f899c6
kshiftlb k1, k0, 2 // c4e37932c802
kshiftlw k1, k4, 0 // c4e3f932cc00
kshiftld k6, k4, 3 // c4e37933f403
kshiftlq k7, k5, 0 // c4e3f933fd00
kshiftrb k1, k7, 1 // c4e37930cf01
kshiftrw k5, k1, 2 // c4e3f930e902
kshiftrd k6, k3, 2 // c4e37931f302
kshiftrq k7, k4, 3 // c4e3f931fc03
kunpckbw k5, k7, k0 // c5c54be8
kunpckwd k6, k4, k0 // c5dc4bf0
kunpckdq k7, k7, k5 // c4e1c44bfd
vpmovm2b xmm31, k2 // 62627e0828fa
vpmovm2b ymm16, k4 // 62e27e2828c4
vpmovm2b zmm7, k0 // 62f27e4828f8
vpmovm2w xmm12, k4 // 6272fe0828e4
vpmovm2w ymm15, k1 // 6272fe2828f9
vpmovm2w zmm12, k4 // 6272fe4828e4
vpmovm2d xmm4, k3 // 62f27e0838e3
vpmovm2d ymm3, k7 // 62f27e2838df
vpmovm2d zmm13, k7 // 62727e4838ef
vpmovm2q xmm3, k4 // 62f2fe0838dc
vpmovm2q ymm20, k4 // 62e2fe2838e4
vpmovm2q zmm1, k0 // 62f2fe4838c8
vpmovb2m k0, xmm3 // 62f27e0829c3
vpmovb2m k5, ymm1 // 62f27e2829e9
vpmovb2m k5, zmm15 // 62d27e4829ef
vpmovw2m k2, xmm3 // 62f2fe0829d3
vpmovw2m k2, ymm12 // 62d2fe2829d4
vpmovw2m k6, zmm8 // 62d2fe4829f0
vpmovd2m k0, xmm13 // 62d27e0839c5
vpmovd2m k1, ymm3 // 62f27e2839cb
vpmovd2m k0, zmm13 // 62d27e4839c5
vpmovq2m k3, xmm3 // 62f2fe0839db
vpmovq2m k5, ymm7 // 62f2fe2839ef
vpmovq2m k1, zmm15 // 62d2fe4839cf
