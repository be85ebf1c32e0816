//go:build linux && (amd64 || arm64)

package gdbjit

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	goruntime "runtime"

	"hotloop/runtime"
)

// object returns an ELF file that describes a kernel: a section at the code's address, a symbol for it, and unwind
// information. On amd64 kernels never move the stack pointer, and the return address is on top of the stack. On
// arm64 it is in the link register.
func object(l *runtime.Loaded) []byte {
	le := binary.LittleEndian
	machine := elf.EM_X86_64
	if goruntime.GOARCH == "arm64" {
		machine = elf.EM_AARCH64
	}
	names, strings := &table{}, &table{}
	names.add("")
	strings.add("")

	var symbols bytes.Buffer
	binary.Write(&symbols, le, elf.Sym64{})
	binary.Write(&symbols, le,
		elf.Sym64{Name: strings.add("hotloop:" + l.Name), Info: elf.ST_INFO(elf.STB_GLOBAL, elf.STT_FUNC), Shndx: 1,
			Value: uint64(l.Entry), Size: uint64(len(l.Text))})
	frames := frameInfo(uint64(l.Entry), uint64(len(l.Text)))

	type section struct {
		elf.Section64
		data []byte
	}
	sections := []section{{}, {
		Section64: elf.Section64{Name: names.add(".text"), Type: uint32(elf.SHT_NOBITS),
			Flags: uint64(elf.SHF_ALLOC | elf.SHF_EXECINSTR),
			Addr:  uint64(l.Entry), Size: uint64(len(l.Text)), Addralign: 64},
	}, {
		Section64: elf.Section64{Name: names.add(".debug_frame"), Type: uint32(elf.SHT_PROGBITS), Addralign: 8},
		data:      frames,
	}, {
		Section64: elf.Section64{Name: names.add(".symtab"), Type: uint32(elf.SHT_SYMTAB), Link: 4, Info: 1,
			Addralign: 8, Entsize: elf.Sym64Size},
		data: symbols.Bytes(),
	}, {
		Section64: elf.Section64{Name: names.add(".strtab"), Type: uint32(elf.SHT_STRTAB), Addralign: 1},
		data:      strings.text,
	}, {
		Section64: elf.Section64{Name: names.add(".shstrtab"), Type: uint32(elf.SHT_STRTAB), Addralign: 1},
	}}
	sections[len(sections)-1].data = names.text

	const headerSize, sectionSize = 64, 64
	var body bytes.Buffer
	for i := range sections {
		s := &sections[i]
		if s.data == nil {
			continue
		}
		for body.Len()%8 != 0 {
			body.WriteByte(0)
		}
		s.Off, s.Size = uint64(headerSize+body.Len()), uint64(len(s.data))
		body.Write(s.data)
	}
	for body.Len()%8 != 0 {
		body.WriteByte(0)
	}
	header := elf.Header64{Type: uint16(elf.ET_EXEC), Machine: uint16(machine), Version: uint32(elf.EV_CURRENT),
		Shoff:  uint64(headerSize + body.Len()),
		Ehsize: headerSize, Shentsize: sectionSize, Shnum: uint16(len(sections)), Shstrndx: uint16(len(sections) - 1)}
	copy(header.Ident[:], elf.ELFMAG)
	header.Ident[elf.EI_CLASS], header.Ident[elf.EI_DATA], header.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64),
		byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)

	var out bytes.Buffer
	binary.Write(&out, le, header)
	out.Write(body.Bytes())
	for i := range sections {
		binary.Write(&out, le, sections[i].Section64)
	}
	return out.Bytes()
}

// table is a string table.
type table struct{ text []byte }

func (t *table) add(s string) uint32 {
	at := len(t.text)
	t.text = append(append(t.text, s...), 0)
	return uint32(at)
}

// Operations of call frame information, DWARF 4 section 6.4.2.
const (
	cfaDefCFA = 0x0c
	cfaOffset = 0x80
)

// frameInfo returns a common information entry and one frame description entry.
func frameInfo(start, size uint64) []byte {
	le := binary.LittleEndian
	pad := func(b *bytes.Buffer) {
		for (b.Len()+4)%8 != 0 {
			b.WriteByte(0) // DW_CFA_nop
		}
	}
	entry := func(out *bytes.Buffer, b *bytes.Buffer) {
		pad(b)
		binary.Write(out, le, uint32(b.Len()))
		out.Write(b.Bytes())
	}
	var out, cie, fde bytes.Buffer
	binary.Write(&cie, le, uint32(0xffffffff)) // marks a CIE
	cie.WriteByte(1)                           // version
	cie.WriteByte(0)                           // no augmentation
	if goruntime.GOARCH == "arm64" {
		const sp, lr = 31, 30
		cie.Write([]byte{4, 0x78, lr}) // code and data alignment 4 and -8, return address
		cie.Write([]byte{cfaDefCFA, sp, 0})
	} else {
		const rsp, ra = 7, 16
		cie.Write([]byte{1, 0x78, ra}) // code and data alignment 1 and -8
		cie.Write([]byte{cfaDefCFA, rsp, 8, cfaOffset | ra, 1})
	}
	entry(&out, &cie)
	binary.Write(&fde, le, uint32(0)) // the CIE at offset 0
	binary.Write(&fde, le, start)
	binary.Write(&fde, le, size)
	entry(&out, &fde)
	return out.Bytes()
}
