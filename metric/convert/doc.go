// Package convert makes word vectors better measures of meaning: the vector converter of Word Rotator's
// Distance (Yokoi et al., EMNLP 2020, Algorithm 2). It changes the norm of a word, which is its mass, and
// its direction, which decides what it costs to move:
//
//	w̃ = f₃(α₂(w)·f₁(w))
//
// Each step is one letter or absent, and a combination is written as its letters, such as AWR or SUP:
//
//	f₁  A  all-but-the-top: subtract the mean of the vocabulary, remove its top 3 principal directions
//	    M  subtract the mean of the vocabulary
//	    Z  subtract it and divide each feature by its standard deviation
//	    S  sentence-wise feature scaling: divide each feature by its length over the sentence
//	α₂  W  weigh a word by a/(p(w)+a), a = 1e-3, the smooth inverse frequency (SIF)
//	    U  weigh a word by a/(p(w)+a/2), with a derived from the frequencies (uSIF)
//	f₃  R  remove the common direction of the sentences
//	    P  remove their top 5 directions, each in part
//	    C  conceptor removal: shrink what is common to sentences, or to stop words, in every direction
//
// M and Z are not the paper's.
//
// What a converter needs to know it learns from the vectors, from word frequencies and, for f₃, from
// sentences. The Fitter learns, the Converter converts:
//
//	letters, err := convert.ParseLetters("AWR")
//	fitter, err := convert.NewFitter(ctx, letters, convert.Resources{Vectors: store, Frequencies: frequencies})
//	for … {
//		fitter.Add(ids) // the rows of one sentence's known tokens
//	}
//	converter, err := fitter.Finish()
//	converted, err := converter.Table(ctx) // vectors to use in place of store
//
// With S a word has another vector in each sentence. There is no table then; [Converter.NewSentence]
// converts a sentence at a time. All other converters give the same vectors both ways.
//
// The states of an encoder are converted in place of vectors of words where Resources have a Layer. They belong to a
// text, so what the vocabulary is for words, for f₁, are the states of all pieces of all sentences:
// [Fitter.AddHiddenStates] takes them, and [Sentence.ConvertHiddenStates] converts those of a text. W, U and C are not
// for them.
//
// A fit can be kept: [Converter.Save] writes what was learned, [Load] reads it for the same vectors and
// frequencies, and [ReadInfo] says what is in such a file.
//
// # Numbers
//
// Vectors are float32, everything else is computed in float64. The same input gives the same bits for any
// number of threads. Another build or processor may differ in the last bits, and then a converter that was
// fitted again has another hash; one that was saved has the same everywhere.
//
// Whatever the vectors and frequencies, no converted vector holds NaN or an infinity. A vector of which
// nothing but rounding errors would be left becomes zero: it has norm 0, thus no mass, and its word counts
// for nothing. Where a step has no meaning, Fitter says so: [NewFitter] and [Fitter.Finish] list the cases.
//
// # Sources
//
// A: Mu and Viswanath, All-but-the-Top, ICLR 2018. W and R: Arora, Liang and Ma, A Simple but
// Tough-to-Beat Baseline for Sentence Embeddings, ICLR 2017. S, U and P: Ethayarajh, Unsupervised Random Walk
// Sentence Embeddings, RepL4NLP 2018. C: Liu, Ungar and Sedoc, Continual Learning for Sentence
// Representations Using Conceptors, NAACL 2019.
package convert
