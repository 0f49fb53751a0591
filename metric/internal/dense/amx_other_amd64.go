//go:build !purego && !linux

package dense

// amxPermitted does not know how other systems are asked.
func amxPermitted() bool { return false }
