package paper

// The data sets on which the paper compares systems in its main text.
var benchmark = []string{"STS15", "STS-B/test", "Twitter"}

// The steps of the converter in the ablations.
var steps = []string{"none", "A", "AW", "AWR"}

// Claims lists what the paper says of its tables, in its order, as far as the numbers can tell.
func Claims() []Claim {
	return []Claim{
		{
			Name: "angle-tells-noodles", Table: "tb:issue_wmd",
			Statement: "by cosine distance noodle is nearer to pho than to snack",
			Comparisons: []Comparison{{About: "cosine distance",
				Above: side("noodle, snack", Key{"noodle snack", Cos, "none"}),
				Below: side("noodle, pho", Key{"noodle pho", Cos, "none"})}},
		},
		{
			Name: "euclid-mixes-up-noodles", Table: "tb:issue_wmd",
			Statement: "by Euclidean distance noodle is nearer to snack than to pho",
			Comparisons: []Comparison{{About: "Euclidean distance",
				Above: side("noodle, pho", Key{"noodle pho", L2, "none"}),
				Below: side("noodle, snack", Key{"noodle snack", L2, "none"})}},
		},
		{
			Name: "norm-weighs-words", Table: "subtb:ignoring_norm",
			Statement:   "added vectors agree less with people without their norms",
			Comparisons: each(steps, func(c string) Comparison { return measures(dev, "add", "add_without_norm", c) }),
		},
		{
			Name: "converter-grows-norm", Table: "subtb:ignoring_norm_converted",
			Statement: "the norm adds more after the converter AWR than before it",
			Comparisons: []Comparison{{About: dev + ", gain by norm",
				Above: side("AWR", Key{dev, NormGain, "AWR"}), Below: side("none", Key{dev, NormGain, "none"})}},
		},
		{
			Name: "angle-tells-similar-words", Table: "subtb:workings_of_angle_full_cos",
			Statement: "for pairs of words the cosine agrees better with people than Euclidean distance and inner " +
				"product",
			Comparisons: []Comparison{overWords("none", L2), overWords("none", Dot)},
		},
		{
			Name: "converter-grows-angle", Table: "subtb:workings_of_angle_full_vc",
			Statement:   "for pairs of words the cosine agrees better with people after a converter",
			Comparisons: []Comparison{overWords("A", Cos), overWords("AWR", Cos)},
		},
		{
			Name: "wrd-above-wmd", Table: "tb:ablation_full",
			Statement: "WRD is better than WMD with the same vectors",
			Comparisons: append(each(steps, func(c string) Comparison { return measures(dev, "wrd", "wmd", c) }),
				each(benchmark, func(data string) Comparison { return measures(data, "wrd", "wmd", "none") })...),
		},
		{
			Name: "converter-helps-wrd", Table: "tb:ablation_full",
			Statement: "WRD improves with each step of the converter",
			Comparisons: each([]int{1, 2, 3}, func(i int) Comparison {
				return converters("wrd", steps[i], steps[i-1])
			}),
		},
		{
			Name: "converter-does-not-help-wmd", Table: "tb:ablation_full",
			Statement:   "WMD is better with raw vectors than with converted ones",
			Comparisons: each(steps[1:], func(c string) Comparison { return converters("wmd", "none", c) }),
		},
		{
			Name: "wrd-above-wmd-with-sif", Table: "tb:ablation_full",
			Statement: "WRD with the converter AWR is better than WMD with SIF weights as masses",
			Comparisons: []Comparison{{About: dev,
				Above: side("wrd AWR", Key{dev, "wrd", "AWR"}),
				Below: side("wmd_sif_weights", Key{dev, "wmd_sif_weights", "none"})}},
		},
		{
			Name: "wrd-needs-no-stop-words", Table: "tb:ablation_full",
			Statement:   "WRD with the converter AWR is better with the stop words than without them",
			Comparisons: []Comparison{measures(dev, "wrd", "wrd_without_stopwords", "AWR")},
		},
		{
			Name: "stop-words-hurt-wmd", Table: "tb:ablation_full",
			Statement:   "WMD is better without the stop words",
			Comparisons: []Comparison{measures(dev, "wmd_without_stopwords", "wmd", "none")},
		},
		{
			Name: "wrd-vc-best-alignment", Table: "tab:benchmark",
			Statement:   "WRD with its best converter is better than all other measures that align words",
			Comparisons: bestAlignment(),
		},
		{
			Name: "wrd-above-bertscore", Table: "tab:benchmark",
			Statement: "WRD is better than BERTScore on average",
			Comparisons: []Comparison{{About: "mean of STS15, STS-B/test and Twitter",
				Above: over("wrd", benchmark, "wrd", "none"),
				Below: over("bertscore", benchmark, "bertscore", "none")}},
		},
		{
			Name: "wrd-vc-above-add-vc", Table: "tab:benchmark",
			Statement: "WRD with a converter is better than added vectors with the same one",
			Comparisons: append(
				each(benchmark, func(data string) Comparison { return measures(data, "wrd", "add", "WR") }),
				each(benchmark, func(data string) Comparison { return measures(data, "wrd", "add", "SUP") })...),
		},
		{
			Name: "add-above-wrd-on-topic", Table: "tab:benchmark2",
			Statement:   "where the topic decides (SICK-R), added vectors are better than WRD",
			Comparisons: []Comparison{measures("SICK-R", "add", "wrd", "none")},
		},
	}
}

func side(label string, key Key) Side { return Side{Label: label, Keys: []Key{key}} }

// measures compares two measures with one converter.
func measures(data, above, below, letters string) Comparison {
	about := data
	if letters != "none" {
		about += ", " + letters
	}
	return Comparison{about, side(above, Key{data, above, letters}), side(below, Key{data, below, letters})}
}

// converters compares two converters with one measure on dev.
func converters(measure, above, below string) Comparison {
	return Comparison{dev + ", " + measure, side(above, Key{dev, measure, above}),
		side(below, Key{dev, measure, below})}
}

// over is the mean of a measure over data sets.
func over(label string, data []string, measure, letters string) Side {
	return Side{Label: label, Keys: each(data, func(d string) Key { return Key{d, measure, letters} })}
}

// overWords compares the mean of the cosine over the sets of word pairs with that of a measure of raw vectors.
func overWords(aboveLetters, below string) Comparison {
	label := Cos
	if aboveLetters != "none" {
		label += " " + aboveLetters
	}
	return Comparison{"mean of the sets of word pairs", over(label, wordSets[:], Cos, aboveLetters),
		over(below, wordSets[:], below, "none")}
}

// bestAlignment compares the best converter of WRD with each other alignment on each data set.
func bestAlignment() (all []Comparison) {
	for _, data := range benchmark {
		best := Side{Label: "best wrd with a converter", Best: true,
			Keys: each([]string{"WR", "SUP", "SWC", "SUC"}, func(c string) Key { return Key{data, "wrd", c} })}
		for _, other := range []string{"wmd", "wmd_without_stopwords", "dynamax", "bertscore"} {
			all = append(all, Comparison{data, best, side(other, Key{data, other, "none"})})
		}
	}
	return all
}

func each[T, R any](list []T, f func(T) R) []R {
	results := make([]R, len(list))
	for i, x := range list {
		results[i] = f(x)
	}
	return results
}

// once returns what a list has, each once, in its order.
func once[T comparable](list []T) (different []T) {
	seen := map[T]bool{}
	for _, x := range list {
		if !seen[x] {
			seen[x] = true
			different = append(different, x)
		}
	}
	return different
}
