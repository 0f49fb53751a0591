package check

import (
	"fmt"
	"strconv"
	"strings"
)

// A BrokenLimit says how many outputs of a system may be newly broken. The zero value allows none.
type BrokenLimit struct {
	Outputs int     // 0 or more
	Percent float64 // of the segments of the system, from 0 to 100; the larger of both counts
}

// ParseBrokenLimit reads a number of outputs, such as 3, or a share of the segments, such as 0.5%.
func ParseBrokenLimit(written string) (l BrokenLimit, err error) {
	if share, ok := strings.CutSuffix(written, "%"); ok {
		l.Percent, err = strconv.ParseFloat(share, 64)
	} else {
		l.Outputs, err = strconv.Atoi(written)
	}
	if err != nil || l.check() != nil {
		return BrokenLimit{}, fmt.Errorf("found %q, expected a number of outputs, 0 or more, or a share from 0%% to 100%%",
			written)
	}
	return l, nil
}

// check says whether the limit can be one. nil can.
func (l *BrokenLimit) check() error {
	if l == nil || l.Outputs >= 0 && l.Percent >= 0 && l.Percent <= 100 {
		return nil
	}
	return fmt.Errorf("broken outputs: found the limits %d and %v %%, expected 0 or more, and 0 to 100",
		l.Outputs, l.Percent)
}

// percentRounding makes up for shares that binary numbers cannot hold: 0.29 % of 10,000 are 29 outputs.
const percentRounding = 1e-9

// of returns how many of a number of segments may be broken, 0 for no limit.
func (l *BrokenLimit) of(segments int) int {
	if l == nil {
		return 0
	}
	return max(l.Outputs, int(l.Percent*float64(segments)/100+percentRounding))
}
