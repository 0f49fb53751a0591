// Command wrd scores generated text, such as machine translation or summaries, against human references with the exact
// Word Rotator's Distance (Yokoi et al., EMNLP 2020): how far the words of one text must turn to become the words of
// the other. It needs no other program and no download; English vectors are built in.
//
// Usage:
//
//	wrd VERB [flags]
//
// The verbs are:
//
//	score      score outputs of systems against references or sources
//	explain    show the alignment of two texts
//	compare    test which of several systems is better
//	check      fail if outputs are broken or significantly worse than a baseline
//	correlate  correlate metrics with human scores
//	report     write a web page to search and compare segments
//	replay     score stored results again and compare every value
//	matrix     compare every candidate of a group with every reference
//	mbr        choose the best of several candidates (minimum Bayes risk)
//	tokenize   print the tokens of each line
//	convert    learn, show and apply vector converters
//	sts        correlate similarities of sentence pairs with human scores
//	wordsim    correlate similarities of word pairs with human scores
//	reproduce  recompute the paper's tables and test its claims
//	cache      list, verify or clear cached vector files
//	vectors    list, show and download vectors and encoders
//	serve      answer requests of other programs on standard input and output
//	help       show help for wrd or a verb
//	version    print the version
//	completion  print the completion script of a shell
//	man        print the manual page of wrd or a verb
//
// wrd VERB --help lists the flags of a verb; the folder docs of the repository explains them.
//
// Results go to standard output, everything else to standard error. Exit status: 0 done; 1 check failed, replay found a
// difference, or cache verify damage; 2 wrong use or bad input; 3 a fault of wrd; 130 stopped by Ctrl-C, 143 by SIGTERM.
// A stopped run leaves no partial file; a second signal ends wrd at once.
//
// # Examples
//
// Score two systems. Line n of every file belongs to the same segment:
//
//	$ wrd score -c testdata/mt/system-a.txt -c testdata/mt/system-b.txt -r testdata/mt/reference.txt
//	system-a has the better mean wrd: 0.1198, against 0.2469 of system-b. wrd compare tests whether they differ.
//
//	system       WRD   95% interval  similarity      coverage  segments  not ok
//	system-a  0.1198  0.0933–0.1483      0.8802  99.8 / 99.8%        40       0
//	system-b  0.2469  0.2173–0.2789      0.7531  99.0 / 99.8%        40       0
//
//	WRD is a distance: lower is closer.
//	The 95% interval treats segments (40) as independent.
//	coverage: the share of tokens with a vector, in candidates / references.
//	not ok: segments with an empty text or without a known word.
//	wrd|vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|norm:unicode|oov:own|refs:1|empty:worst|version:0.1.0
//
// Score a table with candidates and references, and several systems if it has them (docs/inputs.md):
//
//	$ wrd score testdata/texts/systems.jsonl
//	neural has the better mean wrd: 0.1153, against 0.2766 of rules. wrd compare tests whether they differ.
//	People order the two systems as wrd does: neural before rules. People judged 5 of the 6 outputs of these systems; both orders are those of the outputs that they judged.
//
//	system     WRD   95% interval  similarity        coverage  segments  not ok
//	neural  0.1153  0.0000–1.1925      0.8847  100.0 / 100.0%         3       0
//	rules   0.2766  0.0000–0.8089      0.7234  100.0 / 100.0%         3       0
//
//	WRD is a distance: lower is closer.
//	The 95% interval treats documents (2) as independent.
//	coverage: the share of tokens with a vector, in candidates / references.
//	not ok: segments with an empty text or without a known word.
//	wrd|vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|norm:unicode|oov:own|refs:1-2|empty:worst|version:0.1.0
//
// See which word went where, and at what cost:
//
//	$ wrd explain 'a cat sat on the rug' 'the cat was sitting on a mat'
//	candidate  reference    mass    cost  mass × cost
//	rug        mat        0.2916  0.6185       0.1804
//	sat        sitting    0.2546  0.3324       0.0846
//	rug        was        0.0425  1.0200       0.0434
//	sat        was        0.0254  0.8297       0.0211
//	cat        was        0.0093  1.0580       0.0099
//	on         was        0.0022  0.5897       0.0013
//	a          was        0.0010  0.8013       0.0008
//	the        was        0.0005  0.5612       0.0003
//	cat        cat        0.2681  0.0000       0.0000
//	on         on         0.0627  0.0000       0.0000
//	a          a          0.0286  0.0000       0.0000
//	the        the        0.0134  0.0000       0.0000
//	                                 WRD       0.3417
//	without a counterpart in the candidate: was
//
//	wrd|vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|norm:unicode|oov:own|refs:1|empty:worst|version:0.1.0
//
// Test whether two systems differ significantly:
//
//	$ wrd compare -c old=testdata/mt/system-b.txt -c new=testdata/mt/system-a.txt -r testdata/mt/reference.txt --baseline old
//	new is better than old by wrd: +0.1271 (95 % interval +0.0910 to +0.1615), p < 0.0001.
//	segment 14  reference  Farmers fear that the dry summer will ruin the harvest.
//	new         0.0874     The farmers fear the dry summer could ruin the harvest.
//	old         0.3845     Builders are afraid that the dry summer the crop spoils.
//
//	                          old                              new
//	wrd            0.2469 ±0.0308                   0.1198 ±0.0275
//	  against old                  +0.1271 ±0.0352 (p<0.0001 n=40)
//
//	system  against  difference        95% interval        p  better/equal/worse  P(better)     d_z  detectable  people
//	new     old         +0.1271  +0.0910 to +0.1615  <0.0001              33/0/7      0.825  +1.180      0.0489     92%
//
//	people: In WMT's translations into English, people preferred the better-scoring of two systems that differ by 0.05 or more (here 0.1271) with these settings in about 92 of 100 cases.
//	wrd: lower is better.
//	difference: system minus against, turned for distances: positive where system is better.
//	~: no difference shown at alpha 0.05. ± is half the width of the 95% interval, which treats segments (40) as independent.
//	p: paired approximate randomisation, 10000 draws, seed 12345.
//	better/equal/worse counts segments; detectable is the smallest difference that a test of these segments finds in 80% of cases.
//	wrd|vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|norm:unicode|oov:own|refs:1|empty:worst|version:0.1.0
//	compare|test:randomisation|samples:10000|seed:12345|units:segments|confidence:0.95|correction:holm|alpha:0.05|version:0.1.0
//
// The last lines, the signatures, name everything that the numbers depend on: scores with equal signatures are
// comparable.
package main
