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
//	cite       print what to cite: the paper, wrd, and what scores were made with
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
//	system       WRD   95% interval  points      coverage  segments  not ok
//	system-a  0.1198  0.0933–0.1483    85.1  99.8 / 99.8%        40       0
//	system-b  0.2469  0.2173–0.2789    69.3  99.0 / 99.8%        40       0
//
//	Lower is better. points: 0 for unrelated texts, 100 for equal ones. Intervals take the 40 segments as independent. coverage: share of tokens with a vector (candidates / references). not ok: empty, or without a known word.
//	wrd|vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|norm:unicode|oov:own|refs:1|empty:worst|version:0.1.0
//
// Score a table with candidates and references, and several systems if it has them (docs/inputs.md):
//
//	$ wrd score testdata/texts/systems.jsonl
//	neural has the better mean wrd: 0.1153, against 0.2766 of rules. wrd compare tests whether they differ.
//	People rank neural first, too, but not significantly.
//	People judged 5 of 6 outputs.
//
//	system     WRD   95% interval  similarity        coverage  segments  not ok
//	neural  0.1153  0.0000–1.1925      0.8847  100.0 / 100.0%         3       0
//	rules   0.2766  0.0000–0.8089      0.7234  100.0 / 100.0%         3       0
//
//	Lower is better. Intervals take the 2 documents as independent. coverage: share of tokens with a vector (candidates / references). not ok: empty, or without a known word.
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
//	new is significantly better than old by wrd: +0.1271 (95% interval +0.0910 to +0.1615), p < 0.0001. At WMT, people agreed with 92% of such differences.
//
//	system             wrd  difference        95% interval        p
//	old     0.2469 ±0.0308
//	new     0.1198 ±0.0275     +0.1271  +0.0910 to +0.1615  <0.0001
//
//	Lower is better. difference: from old, negative is worse. ±: half the 95% interval. p: paired approximate randomisation. --details shows more (docs/compare.md).
//	wrd|vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|norm:unicode|oov:own|refs:1|empty:worst|version:0.1.0
//	compare|test:randomisation|samples:10000|seed:12345|units:segments|confidence:0.95|correction:holm|alpha:0.05|version:0.1.0
//
// The last lines, the signatures, name everything that the numbers depend on: scores with equal signatures are
// comparable.
package main
