package jobs

import (
	"context"
	"slices"

	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// madeAsGiven says whether a signature is of scores by a version of wrd that had no setting normalize.
func madeAsGiven(line string) bool {
	signature := metric.ParseSignature(line)
	has := func(key string) bool {
		return slices.ContainsFunc(signature.Parts, func(p metric.SignaturePart) bool { return p.Key == key })
	}
	return signature.Name == "wrd" && (has("tok") || has("encoder")) && !has("norm")
}

// otherPurpose explains scores of a baseline that were made in another way, if all that differs is the purpose; nil if
// something else does. It opens what each other purpose stands for and compares the signatures.
func (c *checking) otherPurpose(ctx context.Context, mismatch *check.MismatchError) error {
	if c.Stored.Path != "" { // whose settings are those of a file
		return nil
	}
	asked := ""
	if p := c.said().Purpose; p != nil {
		asked = *p
	}
	before := metric.ParseSignature(mismatch.Before)
	for _, purpose := range append([]metric.Purpose{""}, metric.Purposes()...) {
		if string(purpose) == asked || purpose == metric.PurposePaper || purpose.Converts() {
			continue // the paper differs in a part that says as much, and a converter would be fitted to all texts
		}
		signature, err := c.signatureFor(ctx, purpose)
		if err != nil || !sameButReferences(before, signature) {
			continue
		}
		const name = setup.Name("purpose")
		said := func(purpose string) string {
			if purpose == "" {
				return "without " + c.host.named(name)
			}
			return "with " + c.host.named(name) + " " + purpose
		}
		advice := "add " + c.host.named(name) + " " + string(purpose)
		switch {
		case purpose == "":
			advice = "leave " + c.host.named(name) + " out"
		case asked != "":
			advice = "write " + c.host.named(name) + " " + string(purpose)
		}
		return setup.Errorf("the scores of %s cannot be compared: the baseline %s was made %s, this run %s", mismatch.Column,
			mismatch.Baseline, said(string(purpose)), said(asked)).
			Hinted("%s, or make a new baseline by %v (%s)", advice, acceptNew, odd.Signatures)
	}
	return nil
}

// sameButReferences says whether two signatures agree in all but the number of references.
func sameButReferences(a, b metric.Signature) bool {
	isReferences := func(p metric.SignaturePart) bool { return p.Key == "refs" }
	return a.Name == b.Name && slices.Equal(slices.DeleteFunc(slices.Clone(a.Parts), isReferences),
		slices.DeleteFunc(slices.Clone(b.Parts), isReferences))
}

// said are the settings of the texts as they were said.
func (c *checking) said() setup.Settings {
	if c.Outputs != nil {
		return c.Outputs.Said
	}
	return c.Texts.Settings
}

// signatureFor returns the signature that the texts would be scored with for a purpose, "" for none.
func (c *checking) signatureFor(ctx context.Context, purpose metric.Purpose) (metric.Signature, error) {
	settings := c.said()
	settings.Purpose = nil
	if purpose != "" {
		settings.Purpose = new(string(purpose))
	}
	var opened setup.Opened
	var err error
	if c.Outputs != nil {
		opened, err = c.host.OpenOutputs(ctx, c.Outputs, settings)
	} else {
		texts := *c.Texts
		texts.Settings = settings
		var source interface{ Close() }
		if source, opened, err = c.host.OpenCorpus(ctx, &texts); err == nil {
			source.Close()
		}
	}
	if err != nil {
		return metric.Signature{}, err
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return metric.Signature{}, err
	}
	return scorer.SignatureOfRange(0, 0), nil // of any number of references
}
