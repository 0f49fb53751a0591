package encoder

import "strings"

// multiLanguages are the languages of context-multi: those of the texts that XLM-R, whose pieces it has, was trained on
// (CC-100; Conneau et al. 2020, table 6), fil there being called tl.
func multiLanguages() []string {
	return strings.Fields("af am ar as az be bg bn br bs ca cs cy da de el en eo es et eu fa fi fil fr fy ga gd gl gu ha he hi " +
		"hr hu hy id is it ja jv ka kk km kn ko ku ky la lo lt lv mg mk ml mn mr ms my ne nl no om or pa pl ps pt ro ru sa " +
		"sd si sk sl so sq sr su sv sw ta te th tr ug uk ur uz vi xh yi zh")
}
