package file_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/wordrotator/wrd/internal/file"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

func TestForeign(t *testing.T) {
	const text = "Ein Text, der gut ist.\nUnd noch einer.\n"
	units := utf16.Encode([]rune("我喜欢猫。\n他不喜欢 狗。\n𝔘 ist selten.\n"))
	wide := func(order binary.AppendByteOrder, units []uint16) (b []byte) {
		for _, u := range units {
			b = order.AppendUint16(b, u)
		}
		return b
	}
	wider := func(order binary.AppendByteOrder) (b []byte) {
		for _, r := range text {
			b = order.AppendUint32(b, uint32(r))
		}
		return b
	}
	zipOf := func(names ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range names {
			w, _ := z.Create(name)
			w.Write([]byte(text))
		}
		z.Close()
		return b.Bytes()
	}
	var tarred bytes.Buffer
	w := tar.NewWriter(&tarred)
	w.WriteHeader(&tar.Header{Name: "out.txt", Size: int64(len(text)), Mode: 0o644})
	w.Write([]byte(text))
	w.Close()
	for _, c := range []struct {
		name  string
		start []byte
		want  string
	}{
		{"tar", tarred.Bytes(), "a tar archive: unpack it with tar -xf"},
		{"zip", zipOf("out.txt"), "a zip archive"},
		{"xlsx", zipOf("[Content_Types].xml", "xl/workbook.xml"), "a spreadsheet (.xlsx, .ods)"},
		{"docx", zipOf("[Content_Types].xml", "word/document.xml"), "a document (.docx, .odt)"},
		{"lzma", []byte("\x5d\x00\x00\x80\x00\xff"), "an LZMA archive: unpack it with xz -d"},
		{"compress", []byte("\x1f\x9d\x90ab"), "an archive of compress: unpack it with gzip -d"},
		{"PNG", []byte("\x89PNG\r\n\x1a\n"), "a picture"},
		{"xz", []byte("\xfd7zXZ\x00\x00"), "an xz archive: unpack it with xz -d"},
		{"UTF-16LE with a mark", wide(binary.LittleEndian, append([]uint16{0xfeff}, units...)), "UTF-16: iconv -f UTF-16 "},
		{"UTF-16BE with a mark", wide(binary.BigEndian, append([]uint16{0xfeff}, units...)), "UTF-16: iconv -f UTF-16 "},
		{"UTF-16LE", wide(binary.LittleEndian, units), "UTF-16LE without a mark: iconv -f UTF-16LE -t UTF-8 FILE > NEW"},
		{"UTF-16BE", wide(binary.BigEndian, units), "UTF-16BE without a mark: iconv -f UTF-16BE -t UTF-8 FILE > NEW"},
		{"UTF-16BE of Cyrillic", wide(binary.BigEndian, utf16.Encode([]rune("Кошка сидела на ковре.\nИ смотрела.\n"))),
			"UTF-16BE without a mark"},
		{"UTF-32LE", wider(binary.LittleEndian), "UTF-32LE without a mark"},
		{"UTF-32BE", wider(binary.BigEndian), "UTF-32BE without a mark"},
		{"UTF-32LE with a mark", append([]byte("\xff\xfe\x00\x00"), wider(binary.LittleEndian)...), "UTF-32: iconv -f UTF-32 "},
		{"text", []byte(text), ""},
		{"text with a zero byte", []byte("a text\x00 of words\n"), ""},
		{"numbers", []byte("\x01\x00\x00\x00\x07\x02\x00\x00"), ""},
	} {
		if got := file.Foreign(c.start); got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestEncoding(t *testing.T) {
	const russian, japaneseText = "Кошка сидела на ковре и смотрела в окно.", "猫はマットの上に座って、窓の外を見ていました。"
	for _, c := range []struct {
		want string
		in   encoding.Encoding
		text string
	}{
		{"WINDOWS-1252", charmap.Windows1252, "Das Mädchen saß auf dem Stuhl – müde, aber fröhlich."},
		{"WINDOWS-1252", charmap.Windows1252, "L’été dernier, nous étions très fatigués."},
		{"WINDOWS-1252", charmap.ISO8859_1, "café"},
		{"WINDOWS-1252", charmap.ISO8859_1, "¿Dónde está el niño? ¡Qué canción más bonita, señor!"},
		{"WINDOWS-1250", charmap.Windows1250, "Dzień dobry, jestem w domu i pracuję nad książką, którą kupiłem."},
		{"ISO-8859-2", charmap.ISO8859_2, "Dzień dobry, jestem w domu i pracuję nad książką, którą kupiłem."},
		{"WINDOWS-1250", charmap.Windows1250, "Řekl, že přijde později, než čekali naši přátelé."},
		{"WINDOWS-1254", charmap.Windows1254, "Bugün hava çok güzel, yarın yağmur yağacak, ışık söndü."},
		{"WINDOWS-1257", charmap.Windows1257, "Kaķis sēdēja uz paklāja. Vakar vakarā lija, šķiet, pie kaimiņiem."},
		{"MACINTOSH", charmap.Macintosh, "L’été dernier, nous étions très fatigués."},
		{"MACINTOSH", charmap.Macintosh, "Das Mädchen saß auf dem Stuhl, müde, aber fröhlich."},
		{"CP850", charmap.CodePage850, "Das Mädchen saß auf dem Stuhl, müde, aber fröhlich."},
		{"WINDOWS-1251", charmap.Windows1251, russian},
		{"KOI8-R", charmap.KOI8R, russian},
		{"CP866", charmap.CodePage866, russian},
		{"ISO-8859-5", charmap.ISO8859_5, russian},
		{"WINDOWS-1253", charmap.Windows1253, "Η γάτα κάθισε στο χαλί και κοίταξε έξω από το παράθυρο."},
		{"WINDOWS-1255", charmap.Windows1255, "החתול ישב על השטיח והביט מבעד לחלון."},
		{"WINDOWS-1256", charmap.Windows1256, "جلست القطة على السجادة ونظرت من النافذة."},
		{"ISO-8859-6", charmap.ISO8859_6, "جلست القطة على السجادة ونظرت من النافذة."},
		{"CP874", charmap.Windows874, "แมวนั่งอยู่บนพรมและมองออกไปนอกหน้าต่าง"},
		{"SHIFT_JIS", japanese.ShiftJIS, japaneseText},
		{"EUC-JP", japanese.EUCJP, japaneseText},
		{"EUC-KR", korean.EUCKR, "고양이가 매트 위에 앉아서 창밖을 바라보고 있었다."},
		{"GB18030", simplifiedchinese.GBK, "昨天晚上下了很大的雨，所以我们没有去公园散步。"},
		{"BIG5", traditionalchinese.Big5, "昨天晚上下了很大的雨，所以我們沒有去公園散步。"},
		{"", encoding.Nop, "br\xffken"},
		{"", encoding.Nop, "Größe, Übung, Ärger: br\xffken"},
	} {
		line, err := c.in.NewEncoder().Bytes([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := file.Encoding(line); got != c.want {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

// Whatever a file holds, it is called something or nothing.
func FuzzForeign(f *testing.F) {
	for _, seed := range []string{"", "PK\x03\x04", "\xff\xfe", "a\x00b\x00\n\x00", "caf\xe9", "\x82\xa0", "BZh91AY&SY"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		file.Foreign(in)
		file.Encoding(in)
	})
}
