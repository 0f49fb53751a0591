package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/adapters/junit"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// Check asks whether outputs got worse than those of a baseline, or are worse than floors: texts of files, texts in
// memory, or stored scores.
type Check struct {
	Rules   check.Rules    // Columns must be there, see ColumnOf; SetLimits sets margins and floors
	Texts   *TextFiles     // of files, or
	Outputs *Outputs       // in memory, or
	Stored  scores.File    // scores
	Scoring setup.Settings // of alignments of stored scores, beside those stored with them
	Common  bool           // compare the segments that both sides have
	Lower   []string       // columns of tables that go down as texts get better

	Baseline        scores.File // scores, or texts that are scored now; with no path for none
	BaselineOutputs *Outputs    // in place of a file, scored as Outputs are
	Update          bool        // replace Baseline unless the check fails

	Page, JUnit string // files to write, "" for none
}

// Checked is the record of Check.
type Checked struct {
	*check.Report
	Settings fmt.Stringer `json:"settings,omitempty"` // of the candidate's scores
	// Files are those of the texts of each system that was scored now; nil for scores and for texts in memory.
	Files map[string]string `json:"-"`
}

// checking is a Check that runs.
type checking struct {
	Check
	host  Host
	holds scores.Content // what the baseline holds
	now   *checkedScores // of the candidate
}

// Run finds out whether the scores got worse. It fails as check.Run does.
func (c Check) Run(ctx context.Context, h Host) (*Checked, error) {
	r := &checking{Check: c, host: h}
	r.Rules.Notify = func(n check.Notice) { h.notify(say.CheckNotice(n)) }
	if err := r.readBaseline(); err != nil {
		return nil, err
	}
	var err error
	if r.now, err = r.openCandidate(ctx); err != nil {
		return nil, err
	}
	defer r.now.close()
	report, baseline, err := r.compare(ctx)
	if err != nil {
		return nil, err
	}
	if c.Page != "" {
		if err := r.writePage(ctx, baseline, report); err != nil {
			return nil, err
		}
	}
	if c.JUnit != "" {
		if err := file.Write(ctx, c.JUnit, func(w io.Writer) error { return junit.Write(w, report) }); err != nil {
			return nil, err
		}
	}
	if err := r.updateBaseline(ctx, report); err != nil {
		return nil, err
	}
	return &Checked{report, r.now.settings, r.now.files}, nil
}

// compare tests the candidate against baseline and floors, and returns the baseline, too, if there is one.
func (c *checking) compare(ctx context.Context) (*check.Report, *check.Version, error) {
	baseline, err := c.openBaseline(ctx)
	if err != nil {
		return nil, nil, err
	}
	c.Rules.Scoring = func() (metric.Options, error) { return c.now.scored, nil }
	if c.now.scorer == nil { // they may have been scored in any way
		c.Rules.Scoring = c.host.StoredScoring(ctx, c.Scoring, c.now.Path)
		c.Rules.ScoringName = "this run"
	}
	now, err := c.input(c.now)
	if err != nil {
		return nil, nil, err
	}
	report, err := check.Run(ctx, c.Rules, baseline, now)
	if err != nil {
		return nil, nil, c.explain(ctx, err)
	}
	say.Check(report)
	report.BaselineScored = c.baselineIsTexts()
	if report.ForcedBy != nil {
		report.Forced = c.host.says(c.explain(ctx, report.ForcedBy))
	}
	return report, baseline, nil
}

// acceptNew are what makes this run the baseline, whatever comes out.
var acceptNew = setup.Switches{"update", "force"}

// explain says what can be done about scores that cannot be compared.
func (c *checking) explain(ctx context.Context, err error) error {
	if system, ok := errors.AsType[*check.BaselineSystemError](err); ok && system.Asked {
		return setup.Errorf("%v %s: found the systems %s in %s", setup.Name("system"), system.System, joined(system.Systems),
			system.Baseline)
	}
	mismatch, ok := errors.AsType[*check.MismatchError](err)
	if !ok {
		return err
	}
	if mismatch.Of == check.OtherSegments && mismatch.Named {
		return setup.Errorf("%w", err).Hinted("%v takes the segments that both have", setup.Name("common"))
	}
	if c.baselineIsTexts() { // which is kept
		return err
	}
	switch mismatch.Of {
	case check.OtherSignatures:
		if said := c.otherPurpose(ctx, mismatch); said != nil {
			return said
		}
		if madeAsGiven(mismatch.Before) {
			return setup.Errorf("%w", err).
				Hinted("an older wrd made the baseline, from texts as they are; make a new one by %v (%s)", acceptNew, odd.Signatures)
		}
		return setup.Errorf("%w", err).Hinted("score both in the same way, or accept the new way by %v (%s)", acceptNew,
			odd.Signatures)
	case check.OtherReferences, check.OtherSources:
		return setup.Errorf("%w", err).Hinted("check the same test set, or accept the new one by %v", acceptNew)
	}
	return err
}
