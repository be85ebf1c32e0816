// Command bcryptprimitives writes a DLL of that name for Wine. Programs made by Go 1.21 and later load it for random
// numbers, and Wine before 9.0 lacks it. The DLL has no code: its only export, ProcessPrng, forwards to the function
// that ProcessPrng replaces, which takes the same arguments.
//
//	go run ./.ci/bcryptprimitives FILE
package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"log"
	"os"
)

const (
	address = 0x1000 // of the only section
	inFile  = 0x200
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: bcryptprimitives FILE")
	}
	if err := os.WriteFile(os.Args[1], dll(), 0o666); err != nil {
		log.Fatal(err)
	}
}

// dll returns the file.
func dll() []byte {
	var section bytes.Buffer
	const (
		tables = address + 40 // after the export directory
		texts  = tables + 12
		own    = "bcryptprimitives.dll\x00"
		name   = "ProcessPrng\x00"
		to     = "advapi32.SystemFunction036\x00"
	)
	write(&section,
		struct{ Flags, Time, Version, Name, Base, Functions, Names, FunctionsAt, NamesAt, OrdinalsAt uint32 }{
			0, 0, 0, texts, 1, 1, 1, tables, tables + 4, tables + 8},
		uint32(texts+len(own)+len(name)), // an address inside the export data is that of a forwarder
		uint32(texts+len(own)), uint32(0), []byte(own+name+to))
	size := uint32(section.Len())

	header := pe.OptionalHeader64{
		Magic: 0x20b, ImageBase: 0x180000000, SectionAlignment: address, FileAlignment: inFile,
		MajorOperatingSystemVersion: 6, MajorSubsystemVersion: 6, SizeOfImage: 2 * address, SizeOfHeaders: inFile,
		Subsystem: pe.IMAGE_SUBSYSTEM_WINDOWS_CUI, NumberOfRvaAndSizes: 16,
		DllCharacteristics: pe.IMAGE_DLLCHARACTERISTICS_NX_COMPAT,
	}
	header.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT] = pe.DataDirectory{VirtualAddress: address, Size: size}
	only := pe.SectionHeader32{
		Name: [8]uint8{'.', 'e', 'd', 'a', 't', 'a'}, VirtualSize: size, VirtualAddress: address, SizeOfRawData: inFile,
		PointerToRawData: inFile, Characteristics: pe.IMAGE_SCN_CNT_INITIALIZED_DATA | pe.IMAGE_SCN_MEM_READ,
	}

	const signature = 0x40
	file := bytes.NewBuffer(append([]byte("MZ"), make([]byte, signature-2)...))
	binary.LittleEndian.PutUint32(file.Bytes()[signature-4:], signature)
	write(file, []byte("PE\x00\x00"), pe.FileHeader{
		Machine: pe.IMAGE_FILE_MACHINE_AMD64, NumberOfSections: 1, SizeOfOptionalHeader: uint16(binary.Size(header)),
		Characteristics: pe.IMAGE_FILE_EXECUTABLE_IMAGE | pe.IMAGE_FILE_LARGE_ADDRESS_AWARE | pe.IMAGE_FILE_DLL,
	}, header, only)
	file.Write(make([]byte, inFile-file.Len()))
	section.WriteTo(file)
	file.Write(make([]byte, 2*inFile-file.Len()))
	return file.Bytes()
}

// write appends values of fixed size.
func write(to *bytes.Buffer, values ...any) {
	for _, v := range values {
		if err := binary.Write(to, binary.LittleEndian, v); err != nil {
			log.Fatal(err)
		}
	}
}
