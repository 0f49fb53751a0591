package evaluation_test

import (
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/evaluation"
	"pgregory.net/rapid"
)

func TestLanguageOf(t *testing.T) {
	many := func(n int, text string) []string { return strings.Split(strings.Repeat(text+"\n", n), "\n")[:n] }
	for _, c := range []struct {
		name             string
		references       []string
		language, script string
	}{
		{"nothing", nil, "en", "Latin"},
		{"no letters", []string{"42 … !!! 🙂", "१२३ ١٢٣"}, "en", "Latin"},
		{"English", []string{"a cat sat"}, "en", "Latin"},
		{"German, which has Latin letters too", []string{"Straße, Köln, über"}, "en", "Latin"},
		{"Vietnamese", []string{"Tôi thích mèo, được"}, "en", "Latin"},
		{"Chinese", []string{"我喜欢猫，你呢？"}, "zh", "Chinese"},
		{"Chinese with a name in Kana", []string{"我喜欢猫，我喜欢猫，我喜欢猫，ト"}, "zh", "Chinese"},
		{"Japanese", []string{"猫が好きです"}, "ja", "Japanese"},
		{"Japanese, mostly Han", []string{"東京都庁舎職員採用試験は実施"}, "zh", "Chinese"},
		{"Japanese, a tenth Kana", []string{"東京都庁舎職員採用は"}, "ja", "Japanese"},
		{"Katakana of half width", []string{"ﾈｺ ｶﾞ ｽｷ"}, "ja", "Japanese"},
		{"Korean", []string{"나는 고양이를 좋아한다"}, "ko", "Korean"},
		{"Russian", []string{"Я люблю кошек"}, "und", "Cyrillic"},
		{"Arabic", []string{"أحب القطط"}, "und", "Arabic"},
		{"Hindi", []string{"मैंने हिन्दी पढ़ी"}, "und", "Devanagari"},
		{"Thai", []string{"น้ำดื่ม"}, "th", "Thai"},
		{"Georgian", []string{"მე მიყვარს კატები"}, "und", "of another script"},
		{"half of it Latin", []string{"abc где"}, "en", "Latin"},
		{"less than half of it Latin", []string{"ab где"}, "und", "Cyrillic"},
		{"most of the other letters count", []string{"ab где أ"}, "und", "Cyrillic"},
		{"Greek signs that all scripts have", []string{"5 µm and 3 ℃"}, "en", "Latin"},
		{"the first thousand count", append(many(1000, "cat"), many(9000, "猫が好きです")...), "en", "Latin"},
		{"each of the first thousand counts", append(many(999, ""), "猫が好きです", "cats and dogs"), "ja", "Japanese"},
		{"no UTF-8", []string{"\xff\xe3\x81"}, "en", "Latin"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if language, script := evaluation.LanguageOf(c.references); language != c.language || script != c.script {
				t.Errorf("found %s, %s, want %s, %s", language, script, c.language, c.script)
			}
		})
	}
}

// What a language is depends on how many letters of which kind there are, not on their order.
func TestLanguageOfAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("ab éß猫犬がカдж한ק1 ,\u0301")), 0, 8, -1), 0, 6).Draw(t, "texts")
		language, script := evaluation.LanguageOf(texts)
		reversed := []rune(strings.Join(texts, " "))
		for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
			reversed[i], reversed[j] = reversed[j], reversed[i]
		}
		if l, s := evaluation.LanguageOf([]string{string(reversed)}); l != language || s != script {
			t.Errorf("found %s (%s), backwards %s (%s)", language, script, l, s)
		}
	})
}
