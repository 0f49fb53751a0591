// Package optional has numbers that may be absent, as reports have them.
package optional

// Number returns a pointer to x, nil if it is absent.
func Number(x float64, ok bool) *float64 {
	if !ok {
		return nil
	}
	return &x
}
