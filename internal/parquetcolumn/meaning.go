package parquetcolumn

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
	"github.com/wordrotator/wrd/internal/stored"
	"github.com/wordrotator/wrd/internal/wording"
)

// A meaning says what the values of a Parquet column stand for, where the way in which they are stored does not. SQL
// engines write 0.25 as a decimal: the whole number 25 with a scale of 2.
type meaning struct {
	kind      meaningKind
	scale     int   // of a decimal: how many of its digits stand behind the point
	perSecond int64 // of a time or moment: how many of its units a second has
	utc       bool  // of a moment: whether it is one, and not what a clock shows somewhere
}

// isTime says whether it is a date or a time.
func (m meaning) isTime() bool { return m.kind == date || m.kind == timeOfDay || m.kind == moment }

type meaningKind int

const (
	itself meaningKind = iota
	decimal
	unsigned
	half // a number of 16 bits
	date
	timeOfDay
	moment   // a date with a time
	jsonText // a text of JSON
)

// meaningsOf returns the meaning of each column. Old files say it by a converted type.
func meaningsOf(f *pq.File) (list []meaning) {
	for _, element := range f.Metadata().Schema {
		if _, leaf := element.Type.Get(); leaf {
			list = append(list, meaningOf(&element))
		}
	}
	return list
}

func meaningOf(element *format.SchemaElement) meaning {
	switch t := element.LogicalType.Value.(type) {
	case *format.DecimalType:
		return meaning{kind: decimal, scale: int(t.Scale)}
	case *format.IntType:
		if !t.IsSigned {
			return meaning{kind: unsigned}
		}
	case *format.Float16Type:
		return meaning{kind: half}
	case *format.JsonType:
		return meaning{kind: jsonText}
	case *format.DateType:
		return meaning{kind: date}
	case *format.TimeType:
		return meaning{kind: timeOfDay, perSecond: perSecond(t.Unit)}
	case *format.TimestampType:
		return meaning{kind: moment, perSecond: perSecond(t.Unit), utc: t.IsAdjustedToUTC}
	}
	if converted, ok := element.ConvertedType.Get(); ok {
		switch converted {
		case deprecated.Decimal:
			scale, _ := element.Scale.Get()
			return meaning{kind: decimal, scale: int(scale)}
		case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
			return meaning{kind: unsigned}
		case deprecated.Json:
			return meaning{kind: jsonText}
		case deprecated.Date:
			return meaning{kind: date}
		case deprecated.TimeMillis:
			return meaning{kind: timeOfDay, perSecond: 1e3}
		case deprecated.TimeMicros:
			return meaning{kind: timeOfDay, perSecond: 1e6}
		case deprecated.TimestampMillis:
			return meaning{kind: moment, perSecond: 1e3, utc: true}
		case deprecated.TimestampMicros:
			return meaning{kind: moment, perSecond: 1e6, utc: true}
		}
	}
	if stored, ok := element.Type.Get(); ok && stored == format.Int96 { // older Spark's timestamps, and nothing else
		return meaning{kind: moment, perSecond: 1e9}
	}
	return meaning{}
}

// perSecond returns how many units of time a second has.
func perSecond(unit format.TimeUnit) int64 {
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		return 1e3
	case *format.MicroSeconds:
		return 1e6
	}
	return 1e9
}

// number returns a value that is not null as a number.
func (m meaning) number(v pq.Value) (x float64, err error) {
	switch kind := v.Kind(); {
	case m.isTime():
		return 0, errors.New("found a date or time, expected a number, or null where there is none")
	case m.kind == decimal:
		if x, err = strconv.ParseFloat(m.text(v), 64); err != nil && !math.IsInf(x, 0) {
			return 0, fmt.Errorf("found %s, expected a number, or null where there is none", wording.Clip(m.text(v)))
		}
	case m.kind == half && len(v.ByteArray()) == 2:
		x = stored.Half(binary.LittleEndian.Uint16(v.ByteArray()))
	case m.kind == unsigned && kind == pq.Int32:
		x = float64(v.Uint32())
	case m.kind == unsigned && kind == pq.Int64:
		x = float64(v.Uint64())
	case kind == pq.Double:
		x = v.Double()
	case kind == pq.Float:
		x = float64(v.Float())
	case kind == pq.Int32:
		x = float64(v.Int32())
	case kind == pq.Int64:
		x = float64(v.Int64())
	default:
		return 0, fmt.Errorf("found the text %s, expected a number, or null where there is none",
			wording.Quote(m.text(v)))
	}
	return x, nil
}

// text writes a value that is not null; whole numbers without a point, so that ids join, dates and times in ISO 8601.
func (m meaning) text(v pq.Value) string {
	switch kind := v.Kind(); {
	case m.kind == decimal:
		return stored.Decimal{Unscaled: unscaled(v), Scale: m.scale}.String()
	case m.kind == half && len(v.ByteArray()) == 2:
		return strconv.FormatFloat(stored.Half(binary.LittleEndian.Uint16(v.ByteArray())), 'f', -1, 32)
	case m.kind == unsigned && kind == pq.Int32:
		return strconv.FormatUint(uint64(v.Uint32()), 10)
	case m.kind == unsigned && kind == pq.Int64:
		return strconv.FormatUint(v.Uint64(), 10)
	case m.isTime() && kind == pq.Int32:
		return m.timeText(int64(v.Int32()))
	case m.isTime() && kind == pq.Int64:
		return m.timeText(v.Int64())
	case m.isTime() && kind == pq.Int96:
		if n, ok := sinceEpoch(v.Int96()); ok {
			return m.timeText(n)
		}
	case kind == pq.ByteArray || kind == pq.FixedLenByteArray:
		return string(v.ByteArray())
	case kind == pq.Double:
		return strconv.FormatFloat(v.Double(), 'f', -1, 64)
	case kind == pq.Float:
		return strconv.FormatFloat(float64(v.Float()), 'f', -1, 32)
	}
	return v.String()
}

// sinceEpoch returns the nanoseconds since 1970 of a number of 96 bits: those of a day, then the Julian day.
func sinceEpoch(x deprecated.Int96) (nanoseconds int64, ok bool) {
	const epoch, ofDay, most = 2_440_588, 86_400e9, 100_000 // Julian day of 1970; days that int64 has room for, and more
	day, inDay := int64(x[2])-epoch, uint64(x[1])<<32|uint64(x[0])
	if day < -most || day > most || inDay >= ofDay {
		return 0, false
	}
	return day*ofDay + int64(inDay), true
}

// timeText writes a date or time.
func (m meaning) timeText(n int64) string {
	switch m.kind {
	case date:
		return stored.Date(n)
	case timeOfDay:
		return stored.Time(n, m.perSecond)
	}
	return stored.Moment(n, m.perSecond, m.utc)
}

// unscaled returns the whole number of a decimal.
func unscaled(v pq.Value) *big.Int {
	switch v.Kind() {
	case pq.Int32:
		return big.NewInt(int64(v.Int32()))
	case pq.Int64:
		return big.NewInt(v.Int64())
	}
	return stored.TwosComplement(v.ByteArray())
}
