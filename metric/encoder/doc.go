// Package encoder computes the states of the pieces of a text in an encoder such as BERT: vectors that depend on the
// text around them.
//
//	model, err := encoder.ContextEN()              // the built-in one
//	e, err := model.NewEncoder(model.Layers())     // the states of the last layer, for one goroutine
//	var states encoder.HiddenStates
//	err = e.Encode("A cat sat.", &states)          // states.Vectors[i] is the state of states.Pieces[i]
//
// It reads the files that Hugging Face's transformers save. The same text has the same states, to the bit, whatever is
// encoded with it or before it, on however many goroutines and with whatever vector instructions.
package encoder
