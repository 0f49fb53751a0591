package reading_test

import (
	"cmp"
	"fmt"
	"reflect"
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

// told is why a language was found, in a few words.
func told(found *reading.Language) string {
	switch found.Why {
	case "":
		return ""
	case reading.WhyLetters, reading.WhyReferences:
		return fmt.Sprintf("%s: %s", found.Why, found.Script)
	}
	var looks []string
	for _, like := range found.Looks {
		looks = append(looks, counted(like))
	}
	said := fmt.Sprintf("%s: %s", found.Why, strings.Join(looks, ", "))
	if found.Why == reading.WhyMixed {
		said += ": " + cmp.Or(found.Name, "not English")
	}
	return said
}

// counted is how many texts look like a language.
func counted(like reading.InLanguage) string {
	what := cmp.Or(like.Language, "not English")
	if like.Script != "" {
		what = like.Script + " letters"
	}
	return fmt.Sprintf("%d/%d %s", like.Texts, like.Read, what)
}

func TestLanguageOf(t *testing.T) {
	const (
		unsure = "English, not surely"
	)
	letters := func(script string) string { return "letters: " + script }
	for _, c := range []struct {
		name          string
		references    []string
		language, why string // its code, or unsure, and as told has it
	}{
		{"nothing", nil, unsure, ""},
		{"no letters", []string{"42 … !!! 🙂", "१२३ ١٢٣"}, unsure, ""},
		{"English", english, "en", ""},
		{"one English sentence", english[:1], "en", ""},
		{"two words", []string{"a cat"}, "en", ""},
		{"names and numbers", []string{"Ankara, 1996", "12 % in Nairobi", "José Ortega"}, "en", ""},

		{"German", german, "de", "looks: 5/5 German"},
		{"three German sentences", german[:3], "de", "looks: 3/3 German"},
		{"two are too few", german[:2], unsure, ""},
		{"three and an English one are too few", slices.Concat(german[:3], english[:1]), unsure, ""},
		{"short ones are no German", several(50, []string{"Wie geht es dir?", "Danke, gut."}), unsure, ""},
		{"Czech", czech, "cs", "looks: 3/5 Czech"},
		{"French", french, "fr", "looks: 5/5 French"},
		{"Finnish", finnish, "fi", "looks: 4/5 Finnish"},
		{"Vietnamese", []string{"Bộ trưởng cho biết hôm thứ Hai rằng 35 người đã bị thương trong vụ tai nạn gần Lyon.",
			"Con đường đã bị đóng cửa trong nhiều giờ.", "Hôm qua trời mưa cả ngày nên chúng tôi ở nhà."}, "vi",
			"looks: 3/3 Vietnamese"},
		{"Turkish", []string{"Bakan pazartesi günü Lyon yakınlarındaki kazada 35 kişinin yaralandığını söyledi.",
			"Yol birkaç saat boyunca trafiğe kapalı kaldı.", "Dün bütün gün yağmur yağdı, bu yüzden evde kaldık.",
			"Mahzende yangının nasıl çıktığını henüz kimse bilmiyor.", "Büyükannesi bahçesinde yetişen sebzeleri pazarda satardı."},
			"tr", "looks: 4/5 Turkish"},
		{"both kinds of Norwegian", []string{"Ministeren sa mandag at 35 mennesker ble skadet i ulykken i nærheten av Lyon.",
			"Ingen vet ennå hvordan brannen kunne oppstå i kjelleren.", "Eg veit ikkje kva dei har gjort med huset mitt.",
			"Me har ikkje vore heime sidan i går kveld.", "I går regnet det hele dagen, så vi ble hjemme."}, "no",
			"looks: 4/5 Norwegian"},
		{"Malay, which is not known", []string{"Menteri berkata pada hari Isnin bahawa 35 orang telah cedera dalam kemalangan itu.",
			"Tiada siapa yang tahu bagaimana kebakaran itu boleh bermula.", "Semalam hujan turun sepanjang hari dan kami tinggal di rumah."},
			"id", "looks: 3/3 Indonesian or Malay"},
		{"Icelandic, which is not known", icelandic, "und", "looks: 5/5 not English"},
		{"a few of what is not known", icelandic[:4], unsure, ""},
		{"many without a word", slices.Concat(several(500, []string{"", "42"}), several(500, german)), "de",
			"looks: 100/200 German"},
		{"long ones", []string{strings.Repeat(german[0]+" ", 900), strings.Repeat(german[1]+" ", 90), german[2]}, "de",
			"looks: 3/3 German"},

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

		{"Russian", russian, "ru", "looks: 4/7 Russian"},
		{"one Russian sentence", russian[:1], "und", letters("Cyrillic")},
		{"Ukrainian", ukrainian, "uk", "looks: 5/5 Ukrainian"},
		{"Kazakh, which is not known", several(9, []string{"Министр дүйсенбі күні Лион маңындағы апаттан 35 адам жараланғанын айтты.",
			"Жол бірнеше сағат бойы жабық болды.", "Кеше күні бойы жаңбыр жауды, сондықтан біз үйде болдық."}), "und",
			letters("Cyrillic")},
		{"Arabic", []string{"قال الوزير يوم الاثنين إن 35 شخصا أصيبوا في الحادث قرب ليون.",
			"بقي الطريق مغلقا عدة ساعات.", "لا أحد يعرف حتى الآن كيف بدأ الحريق في القبو."}, "ar", "looks: 3/3 Arabic"},
		{"Persian", []string{"وزیر روز دوشنبه گفت که در این حادثه نزدیک لیون ۳۵ نفر زخمی شدند.",
			"جاده برای چندین ساعت بسته بود.", "هنوز هیچ کس نمی\u200cداند که آتش چگونه در زیرزمین آغاز شد."}, "fa",
			"looks: 3/3 Persian"},
		{"Hindi", []string{"मंत्री ने सोमवार को कहा कि ल्यों के पास हुई दुर्घटना में 35 लोग घायल हो गए।",
			"सड़क कई घंटों के लिए बंद कर दी गई थी।", "अभी तक किसी को नहीं पता कि तहखाने में आग कैसे लगी।"}, "hi",
			"looks: 3/3 Hindi"},
		{"Marathi", []string{"मंत्र्यांनी सोमवारी सांगितले की लिऑनजवळ झालेल्या अपघातात ३५ लोक जखमी झाले.",
			"रस्ता अनेक तास बंद ठेवण्यात आला होता.", "तळघरात आग कशी लागली हे अजून कोणालाच माहीत नाही."}, "mr",
			"looks: 3/3 Marathi"},

		{"half of it Latin", []string{"abc где"}, "en", ""},
		{"less than half of it Latin", []string{"ab где"}, "und", letters("Cyrillic")},
		{"most of the other letters count", []string{"ab где أ"}, "und", letters("Cyrillic")},
		{"Greek signs that all scripts have", []string{"5 µm and 3 ℃"}, unsure, ""},
		{"the first thousand count", slices.Concat(several(1000, english), several(9000, japanese)), "en", ""},
		{"each of the first thousand counts", append(several(999, []string{""}), "猫が好きです", "cats and dogs"), "ja",
			letters("Japanese")},
		{"no UTF-8", []string{"\xff\xe3\x81"}, unsure, ""},

		{"a third German", slices.Concat(several(60, english), several(30, german)), "en",
			"mixed: 60/90 English, 30/90 German: English"},
		{"two thirds German", slices.Concat(several(60, german), several(30, english)), "de",
			"mixed: 60/90 German, 30/90 English: German"},
		{"one in nine is not told", slices.Concat(several(80, english), several(10, german)), "en", ""},
		{"three are not told", slices.Concat(several(8, english), several(3, german)), "en", ""},
		{"a quarter of what is not known", slices.Concat(several(30, english), several(10, icelandic)), "en",
			"mixed: 30/40 English, 10/40 not English: English"},
		{"German and French", slices.Concat(several(50, german), several(50, french)), "und",
			"mixed: 50/100 French, 50/100 German: not English"},
		{"German and Japanese", slices.Concat(several(50, german), several(50, japanese[:4])), "de",
			"mixed: 50/100 German, 50/100 Japanese: German"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, sure := c.language, true
			if c.language == unsure {
				code, sure = reading.English, false
			}
			found := reading.LanguageOf(c.references)
			if found.Code != code || found.Sure != sure || told(&found) != c.why {
				t.Errorf("found %s of %+v\nwant %s", told(&found), found, c.why)
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
		name          string
		most, rest    []string
		n, of         int // of most, of all
		language, why string
	}{
		{"long Czech ones beside Chinese", chinese, longCzech, 70, 100, "zh",
			"mixed: 70/100 Chinese, 30/100 Czech: Chinese"},
		{"half and half", chinese, longCzech, 50, 100, "cs",
			"mixed: 50/100 Czech, 50/100 Chinese: Czech"},
		{"long Russian ones beside Japanese", japanese, longRussian, 70, 100, "ja",
			"mixed: 70/100 Japanese, 30/100 Russian: Japanese"},
		{"long Russian ones beside short German", shortGerman, longRussian, 70, 100, "de",
			"mixed: 47/100 German, 30/100 Russian, 23/100 French: German"},
		{"short Russian ones beside Czech", longCzech, []string{"Где моя книга?", "Я иду домой."}, 70, 100, "cs",
			"mixed: 70/100 Czech, 30/100 Cyrillic letters: Czech"},
		{"long Japanese ones beside Chinese", chinese, longJapan, 70, 100, "zh",
			"mixed: 70/100 Chinese, 30/100 Japanese: Chinese"},
		{"a few long Japanese ones", chinese, longJapan, 90, 100, "zh", "references: Chinese"},
		{"long Czech ones beside short German", shortGerman, longCzech, 70, 100, "und",
			"mixed: 47/100 German, 30/100 Czech, 23/100 French: not English"},
		{"long Czech ones beside Icelandic", icelandic, longCzech, 70, 100, "und", "looks: 100/100 not English"},
		{"Czech with short ones", shortCzech, longCzech, 50, 100, "cs", "looks: 66/100 Czech"},
		{"Japanese with many short names", []string{"UN", "@anna"}, japanese[:4], 60, 100, "ja",
			"mixed: 40/100 Japanese, 60/100 English: Japanese"},
		{"Czech with many that look like nothing", unknown, czech, 60, 100, "cs", "looks: 24/100 Czech"},
	} {
		t.Run(c.name, func(t *testing.T) {
			references := slices.Concat(several(c.n, c.most), several(c.of-c.n, c.rest))
			found := reading.LanguageOf(references)
			if found.Code != c.language || !found.Sure || told(&found) != c.why {
				t.Errorf("found %s of %+v\nwant %s", told(&found), found, c.why)
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
		if found := reading.LanguageOf(rapid.Permutation(texts).Draw(t, "in another order")); !reflect.DeepEqual(found, want) {
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
		if again := reading.LanguageOf(references); !reflect.DeepEqual(again, found) || found.Code == "" {
			t.Errorf("found %+v, then %+v", found, again)
		}
	})
}

// Of English most words are known, of German hardly any; numbers are none.
func TestEnglishWords(t *testing.T) {
	for _, c := range []struct {
		name       string
		references []string
		few        bool
	}{
		{"English", english, false},
		{"German", german[:2], true},
		{"numbers", several(20, []string{"12 34 56 78"}), false},
	} {
		if read := reading.EnglishWords(c.references); reading.FewKnown(read) != c.few {
			t.Errorf("%s: found %+v", c.name, read)
		}
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
	for _, c := range []struct {
		name    string
		systems []reading.SystemReading
		want    string // "" for nobody's
	}{
		{"the same", []reading.SystemReading{system("a", german, german)}, ""},
		{"English in place of German", []reading.SystemReading{system("a", english, german)},
			"a 5/5 English: 5/5 German"},
		{"German in place of English", []reading.SystemReading{system("a", german, english)},
			"a 5/5 German: 5/5 English"},
		{"one of two systems", []reading.SystemReading{system("a", german, german), system("b", french, german)},
			"b 5/5 French: 5/5 German"},
		{"English in place of Japanese", []reading.SystemReading{system("a", english, japanese)},
			"a 5/5 English: 5/5 Japanese"},
		{"a thousand are looked at", []reading.SystemReading{system("a", several(2000, english), several(2000, german))},
			"a 1000/1000 English: 50/50 German"},
		{"a few", []reading.SystemReading{system("a", slices.Concat(several(57, german), english[:3]), several(60, german))},
			"a 3/60 English: 50/50 German"},
		{"in two languages", []reading.SystemReading{system("a", slices.Concat(several(50, german), english, french[:4], german[:1]),
			several(60, german))}, "a 5/60 English, a 4/60 French: 50/50 German"},
		{"two", []reading.SystemReading{system("a", slices.Concat(several(58, german), english[:2]), several(60, german))}, ""},
		{"four", []reading.SystemReading{system("a", english[:4], german[:4])}, ""},
		{"what is not known", []reading.SystemReading{system("a", icelandic, german)}, ""},
		{"references that are not known", []reading.SystemReading{system("a", english, icelandic)}, ""},
		{"nothing", []reading.SystemReading{system("a", several(9, []string{""}), several(9, german))}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			others, references := reading.OtherLanguages(c.systems)
			var found []string
			for _, other := range others {
				found = append(found, other.System+" "+counted(other))
			}
			got := strings.Join(found, ", ")
			if others != nil {
				got += ": " + counted(references)
			}
			if got != c.want {
				t.Errorf("found %q\nwant  %q", got, c.want)
			}
		})
	}
}
