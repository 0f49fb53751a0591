//go:build !linux

package main

import "math"

// addressSpace does not know of a limit here.
func addressSpace() uint64 { return math.MaxUint64 }

// outputMissing cannot tell here.
func outputMissing() bool { return false }
