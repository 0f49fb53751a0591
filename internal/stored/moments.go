package stored

import "time"

// Date writes a day, counted from 1970-01-01, in ISO 8601.
func Date(days int64) string { return time.Unix(days*24*60*60, 0).UTC().Format(time.DateOnly) }

// Time writes what a clock shows n units after midnight, where a second has perSecond units: 15:04:05, and the part of a
// second without zeros at its end.
func Time(n, perSecond int64) string { return at(n, perSecond).Format("15:04:05.999999999") }

// Moment writes what is n units after 1970-01-01 in ISO 8601: a moment, in UTC, with a Z, or what a clock shows somewhere.
func Moment(n, perSecond int64, utc bool) string {
	if utc {
		return at(n, perSecond).Format(time.RFC3339Nano)
	}
	return at(n, perSecond).Format(clock)
}

// clock is a moment without a zone.
const clock = "2006-01-02T15:04:05.999999999"

func at(n, perSecond int64) time.Time {
	return time.Unix(n/perSecond, n%perSecond*(1e9/perSecond)).UTC()
}

// zones are how programs write them: as ISO 8601 says, Spark and Java, and polars.
var zones = []string{"Z07:00", "Z0700", "Z07", " UTC"}

// SameMoment returns a date with a time as all programs would have to write it so that ids join, any other text as it is:
// a T between date and time where some have a blank, UTC where some have another zone, no zeros at the end of the part of
// a second, and no time without a zone where that is midnight, which pandas leaves out.
func SameMoment(text string) string {
	if len(text) < len("2006-01-02T15:04:05") || text[4] != '-' || text[7] != '-' || text[10] != 'T' && text[10] != ' ' {
		return text
	}
	iso := text[:10] + "T" + text[11:]
	if t, err := time.Parse(clock, iso); err == nil {
		if h, m, s := t.Clock(); h+m+s+t.Nanosecond() == 0 {
			return text[:10]
		}
		return t.Format(clock)
	}
	for _, zone := range zones {
		if t, err := time.Parse("2006-01-02T15:04:05"+zone, iso); err == nil {
			return t.UTC().Format(time.RFC3339Nano)
		}
	}
	return text
}
