package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// otherPurpose explains scores of a baseline that were made in another way, if all that differs is the purpose; nil if
// something else does. It opens what each other purpose stands for and compares the signatures.
func (o *checkOptions) otherPurpose(ctx context.Context, h flags.Host, mismatch *check.MismatchError) error {
	if o.stored.Path != "" { // whose settings are those of a file
		return nil
	}
	asked := ""
	if p := o.texts.Settings.Purpose; p != nil {
		asked = *p
	}
	before := metric.ParseSignature(mismatch.Before)
	for _, purpose := range append([]metric.Purpose{""}, metric.Purposes()...) {
		if string(purpose) == asked || purpose == metric.PurposePaper || purpose.Converts() {
			continue // the paper differs in a part that says as much, and a converter would be fitted to all texts
		}
		signature, err := o.signatureFor(ctx, h, purpose)
		if err != nil || !sameButReferences(before, signature) {
			continue
		}
		said := func(purpose string) string {
			if purpose == "" {
				return "without --purpose"
			}
			return "with --purpose " + purpose
		}
		advice := "add --purpose " + string(purpose)
		switch {
		case purpose == "":
			advice = "leave --purpose out"
		case asked != "":
			advice = "write --purpose " + string(purpose)
		}
		return args.Hint(fmt.Errorf("the scores of %s cannot be compared: the baseline %s was made %s, this run %s", mismatch.Column,
			mismatch.Baseline, said(string(purpose)), said(asked)),
			advice+", or make a new baseline by --update --force ("+odd.Signatures.String()+")")
	}
	return nil
}

// sameButReferences says whether two signatures agree in all but the number of references.
func sameButReferences(a, b metric.Signature) bool {
	isReferences := func(p metric.SignaturePart) bool { return p.Key == "refs" }
	return a.Name == b.Name && slices.Equal(slices.DeleteFunc(slices.Clone(a.Parts), isReferences),
		slices.DeleteFunc(slices.Clone(b.Parts), isReferences))
}

// signatureFor returns the signature that the texts would be scored with for a purpose, "" for none.
func (o *checkOptions) signatureFor(ctx context.Context, h flags.Host, purpose metric.Purpose) (metric.Signature, error) {
	texts := o.texts
	texts.Settings.Purpose = nil
	if purpose != "" {
		texts.Settings.Purpose = new(string(purpose))
	}
	corpus, opened, err := h.OpenCorpus(ctx, &texts)
	if err != nil {
		return metric.Signature{}, err
	}
	defer corpus.Close()
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return metric.Signature{}, err
	}
	return scorer.SignatureOfRange(0, 0), nil // of any number of references
}
