package texts

import "slices"

// Take makes s a text of the words of another one at the given places, in rising order, with all that costs are made of.
func (r *Reader) Take(s, whole *Text, places []int32) {
	s.reset()
	s.Tokens, s.form, s.spans = whole.Tokens, whole.form, whole.spans
	s.Inverses, s.Extreme = s.Inverses[:0], s.Extreme[:0]
	mixes := whole.Mixing.done
	from, to := &whole.Mixing, &s.Mixing
	to.Before, to.After, to.Own, to.Near = to.Before[:0], to.After[:0], to.Own[:0], to.Near[:0]
	for place, i := range places {
		s.Words, s.Positions = append(s.Words, whole.Words[i]), append(s.Positions, whole.Positions[i])
		s.IDs = append(s.IDs, whole.IDs[i])
		s.Norms, s.Inverses = append(s.Norms, whole.Norms[i]), append(s.Inverses, whole.Inverses[i])
		if slices.Contains(whole.Extreme, i) {
			s.Extreme = append(s.Extreme, int32(place))
		}
		if int(i) < whole.Known {
			s.Known++
		}
		if !mixes {
			continue
		}
		to.Own, to.Near = append(to.Own, from.Own[i]), append(to.Near, from.Near[i])
		to.Before, to.After = append(to.Before, placeOf(from.Before[i], places)),
			append(to.After, placeOf(from.After[i], places))
	}
	r.take(s, whole, places)
}

// placeOf returns where a number stands in a rising list, or its length.
func placeOf(i int32, list []int32) int32 {
	if place, ok := slices.BinarySearch(list, i); ok {
		return int32(place)
	}
	return int32(len(list))
}
