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
//	score      score the outputs of one or more systems against references
//	explain    show which word went where for one pair of texts
//	compare    show which systems really differ
//	check      fail if outputs got worse than a stored baseline by more than chance
//	correlate  measure how well metrics agree with people
//	matrix     compare all candidates of a group with all of its references
//	mbr        choose the best of several candidates by minimum Bayes risk
//	tokenize   print the tokens of each line of standard input
//	convert    learn, inspect and apply vector converters (the paper's Algorithm 2)
//	sts        measure how well the similarity of sentences agrees with human scores
//	wordsim    measure how well the similarity of words agrees with human scores
//	reproduce  recompute the paper's tables and test its claims
//	cache      show, verify or clear the cache of vector files
//	vectors    show what a vector file contains, or download a known set
//
// wrd VERB --help lists the flags of a verb, and the folder docs of the repository explains each in detail.
//
// Results go to standard output, everything else to standard error. The exit status is 0 if all is well, 1 if check
// found a regression or cache verify a damaged entry, 2 for wrong use or bad input, 3 for a fault of wrd, 130 if Ctrl-C
// (SIGINT) ended the run, and 143 if SIGTERM did. An interrupted run leaves no file behind; a second signal ends wrd
// at once.
//
// # Examples
//
// Score two systems. Line n of every file belongs to the same segment:
//
//	$ wrd score -c testdata/mt/system-a.txt -c testdata/mt/system-b.txt -r testdata/mt/reference.txt
//	system       WRD      95% interval  similarity  candidate coverage  reference coverage  segments  not ok
//	system-a  0.1341  0.1108 to 0.1582      0.8659               99.8%               99.8%        40       0
//	system-b  0.2722  0.2429 to 0.3000      0.7278               99.0%               99.8%        40       0
//
//	WRD is a distance: lower is closer.
//	wrd|vectors:default-en@ad4cda94|convert:none|tok:usif|case:lower|oov:own|refs:1|empty:worst|seed:12345|version:0.1.0
//
// See which word went where, and at what cost:
//
//	$ wrd explain 'a cat sat on the rug' 'the cat was sitting on a mat'
//	candidate  reference    mass    cost  mass × cost
//	rug        mat        0.2618  0.4761       0.1246
//	sat        sitting    0.1060  0.4495       0.0476
//	rug        sitting    0.0627  0.6814       0.0428
//	sat        was        0.0630  0.5704       0.0359
//	cat        sitting    0.0236  0.6251       0.0148
//	a          was        0.0072  0.7766       0.0056
//	on         was        0.0077  0.7228       0.0056
//	the        was        0.0072  0.6938       0.0050
//	cat        cat        0.2375  0.0000       0.0000
//	on         on         0.0778  0.0000       0.0000
//	the        the        0.0727  0.0000       0.0000
//	a          a          0.0726  0.0000       0.0000
//	                                 WRD       0.2819
//
//	wrd|vectors:default-en@ad4cda94|convert:none|tok:usif|case:lower|oov:own|refs:1|empty:worst|version:0.1.0
//
// Test whether the difference between two systems is more than chance:
//
//	$ wrd compare -c old=testdata/mt/system-b.txt -c new=testdata/mt/system-a.txt -r testdata/mt/reference.txt --baseline old
//	                          old                              new
//	wrd            0.2722 ±0.0286                   0.1341 ±0.0241
//	  against old                  -0.1381 ±0.0319 (p<0.0001 n=40)
//
//	system  against  difference        95% interval        p  better/equal/worse  P(better)     d_z  detectable
//	new     old         -0.1381  -0.1694 to -0.1055  <0.0001              36/0/4      0.900  -1.307      0.0480
//
//	wrd: lower is better.
//	~: no difference shown at alpha 0.05. ± is half the width of the 95% interval, from 10000 resamples of the segments (40).
//	p: paired approximate randomisation, 10000 draws, seed 12345.
//	better/equal/worse counts segments; detectable is the smallest difference that a test of these segments finds in 80% of cases.
//	wrd|vectors:default-en@ad4cda94|convert:none|tok:usif|case:lower|oov:own|refs:1|empty:worst|version:0.1.0
//	compare|test:randomisation|samples:10000|seed:12345|units:segments|interval:bca|confidence:0.95|correction:holm|alpha:0.05|version:0.1.0
//
// The last lines, the signatures, name everything that the numbers depend on: scores with equal signatures are
// comparable.
package main
