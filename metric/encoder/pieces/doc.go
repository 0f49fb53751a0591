// Package pieces splits texts into the pieces that encoders such as BERT and RoBERTa read, exactly as the tokenizers
// library of Hugging Face does.
//
//	tokenizer, err := pieces.Read(pieces.Files{Vocabulary: vocab})   // the bytes of vocab.txt
//	ids := tokenizer.Append(nil, "unaffable")                        // un ##aff ##able
//
// It knows WordPiece with BERT's normalization (Devlin et al. 2019), byte-level BPE (Radford et al. 2019), BPE of
// characters with bytes for rare ones as Gemma has it, and Unigram (Kudo 2018, SentencePiece) as XLM-RoBERTa has it,
// and reads vocab.txt, vocab.json with merges.txt, sentencepiece.bpe.model, tokenizer_config.json, and tokenizer.json,
// which decides where it is there. It knows bytes, not files. Where the tokenizers library and SentencePiece itself
// differ, as in what becomes of a character with marks or of several unknown characters, it does what the tokenizers
// library does.
//
// As with that library, a special token that a text itself holds, such as "[SEP]", is read as that special token.
//
// It may change with any version; README lists the packages that do not.
package pieces
