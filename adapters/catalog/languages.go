package catalog

import "strings"

// A Language is one of those that a publisher has vectors of, each in a file of its own.
type Language struct {
	Code string `json:"code"` // as the publisher writes it, mostly of ISO 639
	Name string `json:"name"` // in English
}

// languagePlace stands for the code of a language in the name, file and address of a set of several languages.
const languagePlace = "LANG"

// inLanguage returns the set of one language from a set that has Languages, and whether the name means one.
func (s Set) inLanguage(name string) (Set, bool) {
	before, after, _ := strings.Cut(s.Name, languagePlace)
	for _, language := range s.Languages {
		if name == before+language.Code+after {
			code := language.Code
			s.Name = name
			s.About = language.Name + ": " + s.About
			s.File = strings.Replace(s.File, languagePlace, code, 1)
			s.Address = strings.Replace(s.Address, languagePlace, code, 1)
			s.Languages = nil
			return s, true
		}
	}
	return Set{}, false
}

// crawlLanguages are those of fastText's page "Word vectors for 157 languages", in its order and with its names (Grave,
// Bojanowski, Gupta, Joulin and Mikolov, LREC 2018). With English, which was added to the page later, they are 158.
var crawlLanguages = []Language{
	{"af", "Afrikaans"}, {"sq", "Albanian"}, {"als", "Alemannic"}, {"am", "Amharic"}, {"ar", "Arabic"},
	{"an", "Aragonese"}, {"hy", "Armenian"}, {"as", "Assamese"}, {"ast", "Asturian"}, {"az", "Azerbaijani"},
	{"ba", "Bashkir"}, {"eu", "Basque"}, {"bar", "Bavarian"}, {"be", "Belarusian"}, {"bn", "Bengali"},
	{"bh", "Bihari"}, {"bpy", "Bishnupriya Manipuri"}, {"bs", "Bosnian"}, {"br", "Breton"}, {"bg", "Bulgarian"},
	{"my", "Burmese"}, {"ca", "Catalan"}, {"ceb", "Cebuano"}, {"bcl", "Central Bicolano"}, {"ce", "Chechen"},
	{"zh", "Chinese"}, {"cv", "Chuvash"}, {"co", "Corsican"}, {"hr", "Croatian"}, {"cs", "Czech"}, {"da", "Danish"},
	{"dv", "Divehi"}, {"nl", "Dutch"}, {"pa", "Eastern Punjabi"}, {"arz", "Egyptian Arabic"},
	{"eml", "Emilian-Romagnol"}, {"en", "English"}, {"myv", "Erzya"}, {"eo", "Esperanto"}, {"et", "Estonian"},
	{"hif", "Fiji Hindi"}, {"fi", "Finnish"}, {"fr", "French"}, {"gl", "Galician"}, {"ka", "Georgian"},
	{"de", "German"}, {"gom", "Goan Konkani"}, {"el", "Greek"}, {"gu", "Gujarati"}, {"ht", "Haitian"},
	{"he", "Hebrew"}, {"mrj", "Hill Mari"}, {"hi", "Hindi"}, {"hu", "Hungarian"}, {"is", "Icelandic"},
	{"io", "Ido"}, {"ilo", "Ilokano"}, {"id", "Indonesian"}, {"ia", "Interlingua"}, {"ga", "Irish"},
	{"it", "Italian"}, {"ja", "Japanese"}, {"jv", "Javanese"}, {"kn", "Kannada"}, {"pam", "Kapampangan"},
	{"kk", "Kazakh"}, {"km", "Khmer"}, {"ky", "Kirghiz"}, {"ko", "Korean"}, {"ku", "Kurdish (Kurmanji)"},
	{"ckb", "Kurdish (Sorani)"}, {"la", "Latin"}, {"lv", "Latvian"}, {"li", "Limburgish"}, {"lt", "Lithuanian"},
	{"lmo", "Lombard"}, {"nds", "Low Saxon"}, {"lb", "Luxembourgish"}, {"mk", "Macedonian"}, {"mai", "Maithili"},
	{"mg", "Malagasy"}, {"ms", "Malay"}, {"ml", "Malayalam"}, {"mt", "Maltese"}, {"gv", "Manx"}, {"mr", "Marathi"},
	{"mzn", "Mazandarani"}, {"mhr", "Meadow Mari"}, {"min", "Minangkabau"}, {"xmf", "Mingrelian"},
	{"mwl", "Mirandese"}, {"mn", "Mongolian"}, {"nah", "Nahuatl"}, {"nap", "Neapolitan"}, {"ne", "Nepali"},
	{"new", "Newar"}, {"frr", "North Frisian"}, {"nso", "Northern Sotho"}, {"no", "Norwegian (Bokmål)"},
	{"nn", "Norwegian (Nynorsk)"}, {"oc", "Occitan"}, {"or", "Oriya"}, {"os", "Ossetian"},
	{"pfl", "Palatinate German"}, {"ps", "Pashto"}, {"fa", "Persian"}, {"pms", "Piedmontese"}, {"pl", "Polish"},
	{"pt", "Portuguese"}, {"qu", "Quechua"}, {"ro", "Romanian"}, {"rm", "Romansh"}, {"ru", "Russian"},
	{"sah", "Sakha"}, {"sa", "Sanskrit"}, {"sc", "Sardinian"}, {"sco", "Scots"}, {"gd", "Scottish Gaelic"},
	{"sr", "Serbian"}, {"sh", "Serbo-Croatian"}, {"scn", "Sicilian"}, {"sd", "Sindhi"}, {"si", "Sinhalese"},
	{"sk", "Slovak"}, {"sl", "Slovenian"}, {"so", "Somali"}, {"azb", "Southern Azerbaijani"}, {"es", "Spanish"},
	{"su", "Sundanese"}, {"sw", "Swahili"}, {"sv", "Swedish"}, {"tl", "Tagalog"}, {"tg", "Tajik"}, {"ta", "Tamil"},
	{"tt", "Tatar"}, {"te", "Telugu"}, {"th", "Thai"}, {"bo", "Tibetan"}, {"tr", "Turkish"}, {"tk", "Turkmen"},
	{"uk", "Ukrainian"}, {"hsb", "Upper Sorbian"}, {"ur", "Urdu"}, {"ug", "Uyghur"}, {"uz", "Uzbek"},
	{"vec", "Venetian"}, {"vi", "Vietnamese"}, {"vo", "Volapük"}, {"wa", "Walloon"}, {"war", "Waray"},
	{"cy", "Welsh"}, {"vls", "West Flemish"}, {"fy", "West Frisian"}, {"pnb", "Western Punjabi"}, {"yi", "Yiddish"},
	{"yo", "Yoruba"}, {"diq", "Zazaki"}, {"zea", "Zeelandic"},
}
