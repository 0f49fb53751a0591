// Package pieces splits texts into the pieces that encoders such as BERT and RoBERTa read, exactly as the tokenizers
// library of Hugging Face does.
//
//	tokenizer, err := pieces.Read(pieces.Files{Vocabulary: vocab})   // the bytes of vocab.txt
//	ids := tokenizer.Append(nil, "unaffable")                        // un ##aff ##able
//
// It knows WordPiece with BERT's normalization (Devlin et al. 2019) and byte-level BPE (Radford et al. 2019), and
// reads vocab.txt, vocab.json with merges.txt, tokenizer_config.json, and tokenizer.json, which decides where it is
// there. It knows bytes, not files. Unigram (SentencePiece) is refused.
//
// As with that library, a special token that a text itself holds, such as "[SEP]", is read as that special token.
//
// It may change with any version; README lists the packages that do not.
package pieces
