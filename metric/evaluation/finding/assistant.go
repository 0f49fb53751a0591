package finding

import (
	"slices"
	"strings"
	"sync"
)

// assistantPhrases are what models say about themselves, their task and their answer, in small letters, in the languages that
// they do it in most.
var assistantPhrases = strings.FieldsFunc(`here is the|here's the|here is a|here's a|here is my|here is your|here are the|translation:|the translation
this translation|my translation|translation of the|translation follows|translated text|translated version
summary:|the summary|this summary|a summary of|my summary|summary follows|translate this|translate the
translate into|translate from|summarize the|summarise the|summarize this|summarise this|write a summary
provide a|following text|following sentence|given text|provided text|original text|source text|the text above
text you|your text|your request|this request|as an ai|language model|i'm sorry|i am sorry|i'm unable|i am unable
not able to translate|not able to help|i'm not able|i cannot|i can't|can't assist|can't help|cannot assist
cannot help|unable to translate|unable to help|unable to assist|i won't be able|i must decline|i apologize
i apologise|let me know|hope this helps|hope that helps|hope this is|hope that works|feel free to|anything else
would you like|do you want me|happy to help|glad to help|as requested|please note|note that|(note|note:
disclaimer|my guidelines|content policy|i have prepared|i have translated|i've translated|i have summarized
if you want|if you need|if you would like|if you'd like|thank you for using|thanks for the text|you asked for
reads as follows|below you will find|below is|final version|i could do|i'd prefer|prefer not to|how can i
can i help|as follows:|answer:|output:|response:|result:|hier ist die|hier ist eine|übersetzung:
zusammenfassung:|tut mir leid|als ki|sprachmodell|ich hoffe, das|voici la|voici le|voici une|traduction :
traduction:|résumé :|résumé:|je suis désolé|en tant qu'ia|n'hésitez pas|aquí está|aquí tienes|traducción:
resumen:|lo siento|como modelo|zde je|tady je|překlad:|shrnutí:|omlouvám se|jazykový model|doufám, že vám
ecco la|ecco il|traduzione:|riassunto:|mi dispiace|aqui está|tradução:|resumo:|вот перевод|вот краткое|перевод:
резюме:|краткое содержание|извините|языковая модель|надеюсь, это|以下は|以下が|翻訳：|翻訳:|訳文|要約：|要約:|翻訳です|申し訳|aiモデル|言語モデル
お手伝い|以下是|这是翻译|翻译：|翻译:|译文|摘要：|摘要:|抱歉|对不起|语言模型|希望这对|希望对你`,
	func(r rune) bool { return r == '|' || r == '\n' })

// assistantStarts are words that an answer begins with, before a mark.
var assistantStarts = strings.Fields(
	"sure certainly absolutely okay ok great understood unfortunately sorry thanks translation summary output answer note")

// phrasesByWord has the phrases by their longest word, which a text must have; those of scripts without spaces by "".
var phrasesByWord = sync.OnceValue(func() map[string][]string {
	by := map[string][]string{}
	for _, phrase := range assistantPhrases {
		longest := ""
		for _, one := range read(phrase).words {
			if !one.single && len(one.lower) > len(longest) {
				longest = one.lower
			}
		}
		by[longest] = append(by[longest], phrase)
	}
	return by
})

// speaksAsAssistant says whether a text has a phrase of an assistant that none of the others has.
func (l *looking) speaksAsAssistant(x *written, others []string) bool {
	text := strings.ToLower(x.text)
	says := func(word string) bool {
		return slices.ContainsFunc(phrasesByWord()[word], func(phrase string) bool {
			return strings.Contains(text, phrase) && !slices.ContainsFunc(others, func(other string) bool {
				return strings.Contains(strings.ToLower(other), phrase)
			})
		})
	}
	if !isASCII(text) && says("") {
		return true
	}
	for i := range x.words {
		if !x.words[i].single && says(x.words[i].lower) {
			return true
		}
	}
	if len(x.words) > 1 && !x.words[0].single && strings.ContainsAny(x.text[x.words[0].to:x.words[1].from], ",!.:") {
		for _, start := range assistantStarts {
			if x.words[0].lower == start {
				for _, other := range others {
					if strings.HasPrefix(strings.ToLower(other), start) {
						return false
					}
				}
				return true
			}
		}
	}
	return false
}
