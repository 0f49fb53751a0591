// The peers of bench/transport.py: LEMON's NetworkSimplex on integers and POT's solver, on problems that `transport make` wrote.
//
//	peers lemon|pot SECONDS FILE    print microseconds a problem and the sum of the optima
//
// What can be kept from one problem to the next is kept outside the time: LEMON's graph and its numbers as integers, POT's plan.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include <lemon/network_simplex.h>
#include <lemon/static_graph.h>

#include "EMD.h"

struct Problem {
  int64_t n, m;
  std::vector<double> a, b, cost;
};

static double used() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void get(void *to, size_t size, FILE *f) {
  if (fread(to, 1, size, f) != size) {
    fprintf(stderr, "peers: the file is cut off\n");
    exit(1);
  }
}

struct Lemon {
  using Graph = lemon::StaticDigraph;
  Graph graph;
  Graph::ArcMap<int64_t> cost;
  Graph::NodeMap<int64_t> supply;
  static constexpr double unit = 1 << 30;  // of mass and cost; the sum of their products fits 64 bits

  static std::vector<std::pair<int, int>> arcs(const Problem &p) {
    std::vector<std::pair<int, int>> list;
    for (int i = 0; i < p.n; i++)
      for (int j = 0; j < p.m; j++) list.push_back({i, int(p.n) + j});
    return list;
  }
  explicit Lemon(const Problem &p) : cost(graph), supply(graph) {
    auto list = arcs(p);
    graph.build(int(p.n + p.m), list.begin(), list.end());
    for (int k = 0; k < p.n * p.m; k++) cost[graph.arc(k)] = llround(p.cost[k] * unit);
    int64_t rest = 0;
    for (int i = 0; i < p.n; i++) rest += supply[graph.node(i)] = llround(p.a[i] * unit);
    for (int j = 0; j < p.m; j++) rest += supply[graph.node(p.n + j)] = -llround(p.b[j] * unit);
    supply[graph.node(p.n)] -= rest;
  }
  double solve() {
    lemon::NetworkSimplex<Graph, int64_t, int64_t> simplex(graph, false);
    simplex.costMap(cost).supplyMap(supply);
    if (simplex.run() != simplex.OPTIMAL) {
      fprintf(stderr, "peers: LEMON found no optimum\n");
      exit(1);
    }
    return double(simplex.totalCost<int64_t>()) / unit / unit;
  }
};

struct Pot {
  Problem p;
  std::vector<double> plan, u, v;
  explicit Pot(const Problem &p) : p(p), plan(p.n * p.m), u(p.n), v(p.m) {}
  double solve() {
    double total = 0;
    // The plan must be zero; POT's own caller allocates it anew each time.
    memset(plan.data(), 0, plan.size() * sizeof(double));
    EMD_wrap(int(p.n), int(p.m), p.a.data(), p.b.data(), p.cost.data(), plan.data(), u.data(), v.data(), &total, 10000000, nullptr,
             nullptr);
    return total;
  }
};

template <class Solver>
static void measure(const std::vector<Problem> &problems, double seconds) {
  std::vector<Solver *> solvers;
  for (const Problem &p : problems) solvers.push_back(new Solver(p));
  double sum, start = used();
  int rounds = 0;
  do {
    sum = 0;
    for (Solver *s : solvers) sum += s->solve();
    rounds++;
  } while (used() - start < seconds);
  printf("%.4f %.12g\n", (used() - start) / rounds / solvers.size() * 1e6, sum);
}

int main(int argc, char **argv) {
  FILE *f = argc == 4 ? fopen(argv[3], "rb") : nullptr;
  if (!f) {
    fprintf(stderr, "usage: peers lemon|pot SECONDS FILE\n");
    return 2;
  }
  int64_t count;
  get(&count, sizeof count, f);
  std::vector<Problem> problems(count);
  for (Problem &p : problems) {
    get(&p.n, sizeof p.n, f);
    get(&p.m, sizeof p.m, f);
    for (auto x : {std::make_pair(&p.a, p.n), std::make_pair(&p.b, p.m), std::make_pair(&p.cost, p.n * p.m)}) {
      x.first->resize(x.second);
      get(x.first->data(), x.second * sizeof(double), f);
    }
  }
  if (!strcmp(argv[1], "lemon"))
    measure<Lemon>(problems, atof(argv[2]));
  else
    measure<Pot>(problems, atof(argv[2]));
}
