// Package transport solves the balanced transportation problem exactly: given masses a and b and the cost of
// moving a unit of mass from each place of the one to each place of the other, what does it cost at least to
// turn a into b? With words as places this optimum is Word Rotator's Distance (Yokoi et al., EMNLP 2020,
// Algorithm 1), with any metric as cost it is the earth mover's distance.
//
//	var s transport.Solver                    // one a goroutine, reused for every problem
//	distance, err := s.Distance(a, b, cost)   // cost is len(a)×len(b), row by row
//
// Solve returns the optimal plan and the dual potentials, with which anyone can check that no plan
// is cheaper.
//
// # Algorithm
//
// The solver is a primal network simplex for the complete bipartite graph of rows and columns. A basic plan uses
// n+m-1 cells that join all rows and columns into a spanning tree. Potentials u and v, read off the tree, make
// u[i]+v[j] = c[i,j] on its cells; any other cell with c[i,j] < u[i]+v[j] is cheaper than the way from i to j
// through the tree. Say the numbers are the masses on a tree's cells and ∘ is such a cell:
//
//	        col 0  col 1               col 0  col 1
//	row 0     4      ∘         row 0     1      3
//	row 1     2      3     ⇒   row 1     5
//	row 2            6         row 2            6
//
// With the tree, cell (0,1) closes a cycle: (0,1), (1,1), (1,0), (0,0). A pivot sends as much mass as fits round it,
// here 3, drops the cell that ran empty, here (1,1), and shifts the potentials of the part of the tree that now
// hangs elsewhere. When no cell is cheaper than its way through the tree, the plan is optimal and the
// potentials prove it.
//
// Six choices make this fast and safe, each told in its own file:
//
//   - problem.go: masses and costs become integers. Every decision is exact, so nothing here has an epsilon.
//   - table.go: costs of 32 bits next to the exact ones. The method finds its way on them, sixteen to a vector, and settles
//     on the exact costs what little their rounding left open.
//   - greedy.go: the start ships along the cheapest cells first, against the means of row and column, and is close to
//     the optimum; the order in which rows and columns are used up is already a spanning tree.
//   - tree.go: subtrees are bit sets, and the tree stays strongly feasible, which rules out cycling.
//   - simplex.go: pricing takes the cheapest cell of a group of rows, and then of the next group.
//   - kernels.go: the inner loops exist in Go and in assembly for AVX2 and AVX-512, chosen when the program starts. All of
//     them compute the same integers, so answers are the same bits on every machine; the build tag purego leaves the
//     assembly out. The folder asm, a module of its own, generates it.
//
// # Limits
//
// The problem is dense and balanced: no capacities, no forbidden cells (give them a high cost), no unequal totals, no
// regularisation. Time grows with about the 2.4th power of the number of places, memory with its square: about 4·n·m
// bytes for the table (12 where columns outnumber rows two to one or have no mass) and (n+m)²/8 for the tree;
// thousands of places are fine, millions are not.
//
// # Sources
//
// G. B. Dantzig, Linear Programming and Extensions, 1963 (the transportation simplex). W. H. Cunningham, A network
// simplex method, Mathematical Programming 11, 1976 (strongly feasible trees). N. Bonneel et al., Displacement
// interpolation using Lagrangian mass transport, SIGGRAPH Asia 2011, after the LEMON library (network
// simplex on bipartite graphs, the solver in POT). S. Yokoi et al., Word Rotator's Distance, EMNLP 2020.
package transport
