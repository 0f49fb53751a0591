package reading_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/evaluation/internal/sentences"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"pgregory.net/rapid"
)

// Sentences in several languages.
var (
	english   = sentences.English
	german    = sentences.German
	czech     = sentences.Czech
	french    = sentences.French
	finnish   = sentences.Finnish
	russian   = sentences.Russian
	ukrainian = sentences.Ukrainian
	japanese  = sentences.Japanese
	icelandic = sentences.Icelandic
)

// several repeats texts until they are n.
func several(n int, texts []string) (list []string) {
	for i := range n {
		list = append(list, texts[i%len(texts)])
	}
	return list
}

func TestLanguageOf(t *testing.T) {
	const (
		unsure = "English, not surely"
	)
	letters := func(script string) string { return "most letters of the references are " + script }
	for _, c := range []struct {
		name              string
		references        []string
		language, because string // its code, or unsure
	}{
		{"nothing", nil, unsure, ""},
		{"no letters", []string{"42 … !!! 🙂", "१२३ ١٢٣"}, unsure, ""},
		{"English", english, "en", ""},
		{"one English sentence", english[:1], "en", ""},
		{"two words", []string{"a cat"}, "en", ""},
		{"names and numbers", []string{"Ankara, 1996", "12 % in Nairobi", "José Ortega"}, "en", ""},

		{"German", german, "de", "5 of 5 references look German"},
		{"three German sentences", german[:3], "de", "3 of 3 references look German"},
		{"two are too few", german[:2], unsure, ""},
		{"three and an English one are too few", slices.Concat(german[:3], english[:1]), unsure, ""},
		{"short ones are no German", several(50, []string{"Wie geht es dir?", "Danke, gut."}), unsure, ""},
		{"Czech", czech, "cs", "3 of 5 references look Czech"},
		{"French", french, "fr", "5 of 5 references look French"},
		{"Finnish", finnish, "fi", "4 of 5 references look Finnish"},
		{"Vietnamese", []string{"Bộ trưởng cho biết hôm thứ Hai rằng 35 người đã bị thương trong vụ tai nạn gần Lyon.",
			"Con đường đã bị đóng cửa trong nhiều giờ.", "Hôm qua trời mưa cả ngày nên chúng tôi ở nhà."}, "vi",
			"3 of 3 references look Vietnamese"},
		{"Turkish", []string{"Bakan pazartesi günü Lyon yakınlarındaki kazada 35 kişinin yaralandığını söyledi.",
			"Yol birkaç saat boyunca trafiğe kapalı kaldı.", "Dün bütün gün yağmur yağdı, bu yüzden evde kaldık.",
			"Mahzende yangının nasıl çıktığını henüz kimse bilmiyor.", "Büyükannesi bahçesinde yetişen sebzeleri pazarda satardı."},
			"tr", "4 of 5 references look Turkish"},
		{"both kinds of Norwegian", []string{"Ministeren sa mandag at 35 mennesker ble skadet i ulykken i nærheten av Lyon.",
			"Ingen vet ennå hvordan brannen kunne oppstå i kjelleren.", "Eg veit ikkje kva dei har gjort med huset mitt.",
			"Me har ikkje vore heime sidan i går kveld.", "I går regnet det hele dagen, så vi ble hjemme."}, "no",
			"4 of 5 references look Norwegian"},
		{"Malay, which is not known", []string{"Menteri berkata pada hari Isnin bahawa 35 orang telah cedera dalam kemalangan itu.",
			"Tiada siapa yang tahu bagaimana kebakaran itu boleh bermula.", "Semalam hujan turun sepanjang hari dan kami tinggal di rumah."},
			"id", "3 of 3 references look Indonesian or Malay"},
		{"Icelandic, which is not known", icelandic, "und", "5 of 5 references do not look English"},
		{"a few of what is not known", icelandic[:4], unsure, ""},
		{"many without a word", slices.Concat(several(500, []string{"", "42"}), several(500, german)), "de",
			"100 of 200 references look German"},
		{"long ones", []string{strings.Repeat(german[0]+" ", 900), strings.Repeat(german[1]+" ", 90), german[2]}, "de",
			"3 of 3 references look German"},

		{"Chinese", []string{"我喜欢猫，你呢？"}, "zh", letters("Chinese")},
		{"Chinese with a name in Kana", []string{"我喜欢猫，我喜欢猫，我喜欢猫，ト"}, "zh", letters("Chinese")},
		{"Japanese", []string{"猫が好きです"}, "ja", letters("Japanese")},
		{"Japanese, mostly Han", []string{"東京都庁舎職員採用試験は実施"}, "zh", letters("Chinese")},
		{"Japanese, a tenth Kana", []string{"東京都庁舎職員採用は"}, "ja", letters("Japanese")},
		{"Japanese, some of Han alone", several(50, japanese), "ja", letters("Japanese")},
		{"Katakana of half width", []string{"ﾈｺ ｶﾞ ｽｷ"}, "ja", letters("Japanese")},
		{"Korean", []string{"나는 고양이를 좋아한다"}, "ko", letters("Korean")},
		{"Thai", []string{"น้ำดื่ม"}, "th", letters("Thai")},
		{"Georgian", []string{"მე მიყვარს კატები"}, "ka", letters("Georgian")},
		{"Cherokee", []string{"ᎠᏂᎩᏚᏩᎩ"}, "mis", letters("of another script")},

		{"Russian", russian, "ru", "4 of 7 references look Russian"},
		{"one Russian sentence", russian[:1], "und", letters("Cyrillic")},
		{"Ukrainian", ukrainian, "uk", "5 of 5 references look Ukrainian"},
		{"Kazakh, which is not known", several(9, []string{"Министр дүйсенбі күні Лион маңындағы апаттан 35 адам жараланғанын айтты.",
			"Жол бірнеше сағат бойы жабық болды.", "Кеше күні бойы жаңбыр жауды, сондықтан біз үйде болдық."}), "und",
			letters("Cyrillic")},
		{"Arabic", []string{"قال الوزير يوم الاثنين إن 35 شخصا أصيبوا في الحادث قرب ليون.",
			"بقي الطريق مغلقا عدة ساعات.", "لا أحد يعرف حتى الآن كيف بدأ الحريق في القبو."}, "ar", "3 of 3 references look Arabic"},
		{"Persian", []string{"وزیر روز دوشنبه گفت که در این حادثه نزدیک لیون ۳۵ نفر زخمی شدند.",
			"جاده برای چندین ساعت بسته بود.", "هنوز هیچ کس نمی\u200cداند که آتش چگونه در زیرزمین آغاز شد."}, "fa",
			"3 of 3 references look Persian"},
		{"Hindi", []string{"मंत्री ने सोमवार को कहा कि ल्यों के पास हुई दुर्घटना में 35 लोग घायल हो गए।",
			"सड़क कई घंटों के लिए बंद कर दी गई थी।", "अभी तक किसी को नहीं पता कि तहखाने में आग कैसे लगी।"}, "hi",
			"3 of 3 references look Hindi"},
		{"Marathi", []string{"मंत्र्यांनी सोमवारी सांगितले की लिऑनजवळ झालेल्या अपघातात ३५ लोक जखमी झाले.",
			"रस्ता अनेक तास बंद ठेवण्यात आला होता.", "तळघरात आग कशी लागली हे अजून कोणालाच माहीत नाही."}, "mr",
			"3 of 3 references look Marathi"},

		{"half of it Latin", []string{"abc где"}, "en", ""},
		{"less than half of it Latin", []string{"ab где"}, "und", letters("Cyrillic")},
		{"most of the other letters count", []string{"ab где أ"}, "und", letters("Cyrillic")},
		{"Greek signs that all scripts have", []string{"5 µm and 3 ℃"}, unsure, ""},
		{"the first thousand count", slices.Concat(several(1000, english), several(9000, japanese)), "en", ""},
		{"each of the first thousand counts", append(several(999, []string{""}), "猫が好きです", "cats and dogs"), "ja",
			letters("Japanese")},
		{"no UTF-8", []string{"\xff\xe3\x81"}, unsure, ""},

		{"a third German", slices.Concat(several(60, english), several(30, german)), "en",
			"of 90 references, 60 look English and 30 German, and all are taken as English"},
		{"two thirds German", slices.Concat(several(60, german), several(30, english)), "de",
			"of 90 references, 60 look German and 30 English, and all are taken as German"},
		{"one in nine is not told", slices.Concat(several(80, english), several(10, german)), "en", ""},
		{"three are not told", slices.Concat(several(8, english), several(3, german)), "en", ""},
		{"a quarter of what is not known", slices.Concat(several(30, english), several(10, icelandic)), "en",
			"of 40 references, 30 look English and 10 do not, and all are taken as English"},
		{"German and French", slices.Concat(several(50, german), several(50, french)), "und",
			"of 100 references, 50 look French and 50 German, and all are taken as one that is not English"},
		{"German and Japanese", slices.Concat(several(50, german), several(50, japanese[:4])), "de",
			"of 100 references, 50 look German and 50 Japanese, and all are taken as German"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := reading.Language{Code: c.language, Because: c.because, Sure: true}
			if c.language == unsure {
				want.Code, want.Sure = reading.English, false
			}
			if found := reading.LanguageOf(c.references); found != want {
				t.Errorf("found %+v\nwant %+v", found, want)
			}
		})
	}
}

// The script is that in which the language was found: of most letters of most texts.
func TestScriptOf(t *testing.T) {
	for want, references := range map[string][]string{
		"Latin":    append(slices.Clone(sentences.Czech), sentences.Russian[0]),
		"Cyrillic": sentences.Ukrainian,
		"Japanese": sentences.Japanese,
		"Chinese":  {"部长周一表示，里昂附近的事故造成35人受伤。"},
		"Hebrew":   {"השר אמר ביום שני כי 35 בני אדם נפצעו בתאונה ליד ליון."},
	} {
		if got := reading.ScriptOf(references); got != want {
			t.Errorf("%q: found %s, expected %s", references[0], got, want)
		}
	}
}

// Of mixed references the language is that of most of them, however long they are and however surely each is in it; where
// it is not known, nobody is told another.
func TestLanguageOfMixed(t *testing.T) {
	var (
		longCzech   = []string{strings.Join(czech, " ")}
		shortCzech  = []string{"Zítra zase přijdeme domů.", "Kde je ta stará kniha?", "Nechci už čekat tak dlouho."}
		shortGerman = []string{"Übermorgen früh fahren wir zurück.", "Draußen regnet es schon.", "Warum schläfst du noch nicht?"}
		longRussian = []string{strings.Join(russian, " ")}
		chinese     = []string{"部长星期一表示，里昂附近的事故造成三十五人受伤。", "道路关闭了几个小时。", "还没有人知道火是怎么烧起来的。"}
		longJapan   = []string{strings.Join(japanese, "")}
		unknown     = []string{"Už ne.", "Ještě ne!"} // too short to look like anything
	)
	for _, c := range []struct {
		name              string
		most, rest        []string
		n, of             int // of most, of all
		language, because string
	}{
		{"long Czech ones beside Chinese", chinese, longCzech, 70, 100, "zh",
			"of 100 references, 70 look Chinese and 30 Czech, and all are taken as Chinese"},
		{"half and half", chinese, longCzech, 50, 100, "cs",
			"of 100 references, 50 look Czech and 50 Chinese, and all are taken as Czech"},
		{"long Russian ones beside Japanese", japanese, longRussian, 70, 100, "ja",
			"of 100 references, 70 look Japanese and 30 Russian, and all are taken as Japanese"},
		{"long Russian ones beside short German", shortGerman, longRussian, 70, 100, "de",
			"of 100 references, 47 look German, 30 Russian and 23 French, and all are taken as German"},
		{"short Russian ones beside Czech", longCzech, []string{"Где моя книга?", "Я иду домой."}, 70, 100, "cs",
			"of 100 references, 70 look Czech and 30 have Cyrillic letters, and all are taken as Czech"},
		{"long Japanese ones beside Chinese", chinese, longJapan, 70, 100, "zh",
			"of 100 references, 70 look Chinese and 30 Japanese, and all are taken as Chinese"},
		{"a few long Japanese ones", chinese, longJapan, 90, 100, "zh", "the letters of most references are Chinese"},
		{"long Czech ones beside short German", shortGerman, longCzech, 70, 100, "und",
			"of 100 references, 47 look German, 30 Czech and 23 French, and all are taken as one that is not English"},
		{"long Czech ones beside Icelandic", icelandic, longCzech, 70, 100, "und", "100 of 100 references do not look English"},
		{"Czech with short ones", shortCzech, longCzech, 50, 100, "cs", "66 of 100 references look Czech"},
		{"Japanese with many short names", []string{"UN", "@anna"}, japanese[:4], 60, 100, "ja",
			"of 100 references, 40 look Japanese and 60 English, and all are taken as Japanese"},
		{"Czech with many that look like nothing", unknown, czech, 60, 100, "cs", "24 of 100 references look Czech"},
	} {
		t.Run(c.name, func(t *testing.T) {
			references := slices.Concat(several(c.n, c.most), several(c.of-c.n, c.rest))
			want := reading.Language{Code: c.language, Because: c.because, Sure: true}
			if found := reading.LanguageOf(references); found != want {
				t.Errorf("found %+v\nwant  %+v", found, want)
			}
		})
	}
}

// What a language is depends on the references among the first, not on their order.
func TestLanguageOfAnyOrder(t *testing.T) {
	all := slices.Concat(english, german, czech, russian, ukrainian, japanese, icelandic, []string{"", "42", "猫", "Ja."})
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.SampledFrom(all), 0, 30).Draw(t, "texts")
		want := reading.LanguageOf(texts)
		if found := reading.LanguageOf(rapid.Permutation(texts).Draw(t, "in another order")); found != want {
			t.Errorf("found %+v, in another order %+v", want, found)
		}
	})
}

// FuzzLanguageOf looks for texts at which it fails, or which say something else the next time.
func FuzzLanguageOf(f *testing.F) {
	for _, text := range slices.Concat(english[:1], german[:1], russian[:1], japanese[:1], []string{"", "\xff\n\n\n", "ß\né\n\u0301"}) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		references := strings.Split(text, "\n")
		found := reading.LanguageOf(references)
		if again := reading.LanguageOf(references); again != found || found.Code == "" {
			t.Errorf("found %+v, then %+v", found, again)
		}
	})
}

func TestLanguageWarnings(t *testing.T) {
	for _, c := range []struct {
		name       string
		references []string
		encodes    bool
		want       string // what the warning begins with, "" for none
	}{
		{"English", english, true, ""},
		{"German", german, true, ""},
		{"two German sentences", german[:2], true, "only "},
		{"the scores say so", german[:2], false, ""},
		{"a third German", slices.Concat(several(60, english), several(30, german)), false,
			"of 90 references, 60 look English and 30 German, and all are taken as English: score each language by itself, or " +
				"set one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			said := reading.LanguageOf(c.references).Warnings(c.references, c.encodes)
			if len(said) > 1 || !strings.HasPrefix(fmt.Sprint(strings.Join(said, "")), c.want) || (c.want == "") != (said == nil) {
				t.Errorf("found %q", said)
			}
		})
	}
}

// Candidates in another language than the references are told, if neither are too few to tell.
func TestLanguageOfCandidates(t *testing.T) {
	system := func(name string, candidates, references []string) (r reading.SystemReading) {
		r.System = name
		for i, candidate := range candidates {
			r.AddTexts(candidate, references[i:i+1])
		}
		return r
	}
	signed := func(r reading.SystemReading, signature string) reading.SystemReading {
		r.Signature = signature
		return r
	}
	for _, c := range []struct {
		name    string
		systems []reading.SystemReading
		want    string // "" for no warning
	}{
		{"the same", []reading.SystemReading{system("a", german, german)}, ""},
		{"English in place of German", []reading.SystemReading{system("a", english, german)},
			"5 of 5 candidates look English, 5 of 5 references German: few words of two languages match"},
		{"German in place of English", []reading.SystemReading{system("a", german, english)},
			"5 of 5 candidates look German, 5 of 5 references English: few words of two languages match"},
		{"one of two systems", []reading.SystemReading{system("a", german, german), system("b", french, german)},
			"5 of 5 candidates of b look French, 5 of 5 references German: few words of two languages match"},
		{"English in place of Japanese", []reading.SystemReading{system("a", english, japanese)},
			"5 of 5 candidates look English, 5 of 5 references Japanese: few words of two languages match"},
		{"a thousand are looked at", []reading.SystemReading{system("a", several(2000, english), several(2000, german))},
			"1000 of 1000 candidates look English, 50 of 50 references German: few words of two languages match"},
		{"a few", []reading.SystemReading{system("a", slices.Concat(several(57, german), english[:3]), several(60, german))},
			"3 of 60 candidates look English, 50 of 50 references German: few words of two languages match"},
		{"in two languages", []reading.SystemReading{system("a", slices.Concat(several(50, german), english, french[:4], german[:1]),
			several(60, german))}, "5 of 60 candidates look English and 4 of 60 candidates look French, 50 of 50 references German: " +
			"few words of two languages match"},
		{"two", []reading.SystemReading{system("a", slices.Concat(several(58, german), english[:2]), several(60, german))}, ""},
		{"with the encoder for many languages", []reading.SystemReading{signed(system("a", english, german),
			"wrd|encoder:context-multi@7031795e|layer:8|refs:1|version:0.1.0")},
			"5 of 5 candidates look English, 5 of 5 references German"},
		{"with that for English", []reading.SystemReading{signed(system("a", german, english),
			"wrd|encoder:context-en@c2bc2766|layer:3|refs:1|version:0.1.0")},
			"5 of 5 candidates look German, 5 of 5 references English: few words of two languages match"},
		{"four", []reading.SystemReading{system("a", english[:4], german[:4])}, ""},
		{"what is not known", []reading.SystemReading{system("a", icelandic, german)}, ""},
		{"references that are not known", []reading.SystemReading{system("a", english, icelandic)}, ""},
		{"nothing", []reading.SystemReading{system("a", several(9, []string{""}), several(9, german))}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if said := strings.Join(reading.Warnings(c.systems...), " "); said != c.want {
				t.Errorf("found %q\nwant  %q", said, c.want)
			}
		})
	}
}
