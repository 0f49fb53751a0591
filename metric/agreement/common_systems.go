package agreement

import (
	"math"
	"math/rand/v2"
	"slices"
)

// CommonSystems are the systems of a grid some of which are in other grids, too, such as those of several groups of
// segments whose values are averaged. Draws from all of these grids then agree on which system takes the place of
// which: a system that both people and a metric prefer for no reason, they prefer in each of the grids, and draws that
// did not agree would take that for several signs of a relation. Each single grid is drawn from as without this.
type CommonSystems struct {
	Numbers []int  // of the grid's systems, different from each other; a system has the same number in all grids
	Seed    uint64 // the same for all grids
	// Same says that grids with one of the systems have all of them, in the same order. Draws take time by the number
	// of systems then, otherwise by its square.
	Same bool
}

// draw returns for each system of the grid the position of the one that takes its place in a draw: any of them with
// the same probability, or with replace false each once. Grids with the same systems have the same draws, and those
// with none in common have independent ones.
func (c *CommonSystems) draw(positions []int, draw int, replace bool) []int {
	if !c.Same {
		return c.drawAlike(positions, draw, replace)
	}
	source := rand.NewPCG(mixed(mixed(c.Seed)+uint64(c.Numbers[0])), uint64(draw))
	if replace {
		return drawIndices(positions, len(c.Numbers), true, source)
	}
	return rand.New(source).Perm(len(c.Numbers))
}

// drawAlike draws alike from grids with some systems in common. Every pair of systems has a random number in a draw,
// and of the systems that are left the one takes the place whose number with the replaced system is least.
func (c *CommonSystems) drawAlike(positions []int, draw int, replace bool) []int {
	positions = positions[:0]
	left := make([]int, len(c.Numbers))
	for i := range left {
		left[i] = i
	}
	stream := mixed(mixed(c.Seed) + uint64(draw))
	for _, number := range c.Numbers {
		of := mixed(stream + uint64(number))
		best, least := 0, uint64(math.MaxUint64)
		for i, position := range left {
			if x := mixed(of + uint64(c.Numbers[position])); x < least {
				best, least = i, x
			}
		}
		positions = append(positions, left[best])
		if !replace {
			left = slices.Delete(left, best, best+1)
		}
	}
	return positions
}

// mixed returns the number of SplitMix64 (Steele, Lea and Flood 2014) after the state x.
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// firsts returns the common systems of a grid with a row for each unit, its first system.
func (c *CommonSystems) firsts(units [][]int) *CommonSystems {
	if c == nil || units == nil {
		return c
	}
	firsts := &CommonSystems{Seed: c.Seed} // elsewhere others may be copies
	for _, members := range units {
		firsts.Numbers = append(firsts.Numbers, c.Numbers[members[0]])
	}
	return firsts
}
