package main

import (
	"log"

	"hotloop/asm/amd64"
)

// parts are the fields of an encoded instruction.
type parts struct {
	flags      amd64.TemplateFlags
	opcode     uint8
	bits       uint8
	mapNum     uint8
	mod        int
	reg, rm, v int
	imm        []byte
}

// noModRM are the one-byte opcodes met here that have no ModRM.
func noModRM(mapNum, op uint8) bool {
	switch mapNum {
	case 0:
		return op < 0x40 && op&7 >= 4 && op&7 <= 5 || op == 0xa8 || op == 0xa9 || op == 0x99 || op == 0xc3
	case 1:
		return op == 0x0b || op == 0x77 || op >= 0xc8 && op <= 0xcf
	}
	return false
}

// decode takes one instruction apart. It knows only what the probes produce.
func decode(code []byte) (p parts) {
	i := 0
	next := func() uint8 { i++; return code[i-1] }
	var r, x, b, rr, vv int // the fields' high bits
	pp := map[uint8]uint8{0x66: 1, 0xf3: 2, 0xf2: 3}
	for pp[code[i]] != 0 {
		if p.bits == 1 {
			p.bits = amd64.Bits16
		}
		p.bits |= pp[next()]
	}
	switch c := code[i]; {
	case c == 0xc5 && len(code) > 2:
		i++
		p.flags = amd64.EncVEX
		y := next()
		p.bits = y & 7
		r, p.mapNum = int(^y>>7), 1
		p.v = int(^y >> 3 & 15)
	case c == 0xc4:
		i++
		p.flags = amd64.EncVEX
		y := next()
		r, x, b = int(^y>>7), int(^y>>6&1), int(^y>>5&1)
		p.mapNum = y & 31
		y = next()
		p.bits = y & 0x87
		p.v = int(^y >> 3 & 15)
	case c == 0x62:
		i++
		p.flags = amd64.EncEVEX
		y := next()
		r, x, b, rr = int(^y>>7), int(^y>>6&1), int(^y>>5&1), int(^y>>4&1)
		p.mapNum = y & 3
		y = next()
		p.bits = y & 0x83
		p.v = int(^y >> 3 & 15)
		y = next()
		p.bits |= y >> 5 & 3 << 2
		vv = int(^y >> 3 & 1)
	default:
		if code[i]&0xf0 == 0x40 {
			y := next()
			p.bits |= y & 8 << 4
			r, x, b = int(y>>2&1), int(y>>1&1), int(y&1)
		}
		if code[i] == 0x0f {
			i++
			p.mapNum = 1
			if code[i] == 0x38 || code[i] == 0x3a {
				p.mapNum = 2 + next()&2>>1
			}
		}
	}
	p.opcode = next()
	p.v |= vv << 4
	if noModRM(p.mapNum, p.opcode) {
		p.flags |= amd64.NoModRM
		p.imm = code[i:]
		return p
	}
	m := next()
	p.mod = int(m >> 6)
	p.reg = int(m>>3&7) | r<<3 | rr<<4
	p.rm = int(m&7) | b<<3
	if p.flags&amd64.EncEVEX != 0 && p.mod == 3 {
		p.rm |= x << 4
	}
	if p.mod != 3 {
		if m&7 == 4 {
			i++
		}
		switch p.mod {
		case 1:
			i++
		case 2:
			i += 4
		case 0:
			if m&7 == 5 {
				log.Fatalf("% x: disp32 in a probe", code)
			}
		}
	}
	p.imm = code[i:]
	return p
}
