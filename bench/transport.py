#!/usr/bin/env python3
"""Times the transport solver against LEMON's NetworkSimplex and POT's solver, on the same problems at the same time.

    python3 bench/transport.py                                   # the table: 12, 25, 100, 200
    python3 bench/transport.py --kinds text --sizes 12,25,50,100,200,350,500,700,1000 --tsv transport.tsv
    python3 bench/transport.py --callgrind                       # instructions per problem, of the paths without AVX-512

Needs Go, a C++ compiler, taskset, and for --callgrind valgrind; downloads LEMON (Debian's liblemon-dev, unpacked, not
installed) and POT (the source package on PyPI) into --cache. All are compiled with -O3 -march=native and run in turn on
one processor; the time is that of the process, the median of --rounds runs, in microseconds per problem; × is how many
times as long another solver takes.
"""

import argparse
import glob
import os
import re
import shutil
import statistics
import subprocess
import sys
import tarfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--sizes", default="12,25,100,200")
parser.add_argument("--kinds", default="text,equal,uniform", help="of text, equal (text with equal masses) and uniform (costs)")
parser.add_argument("--rounds", type=int, default=7)
parser.add_argument("--seconds", type=float, default=0.3, help="of each run, at least one pass over the problems")
parser.add_argument("--cpu", default="0", help="the processor to run on")
parser.add_argument("--tsv", help="also write kind, n and medians to this file")
parser.add_argument("--cache", default="/tmp/wrd-bench-transport")
parser.add_argument("--callgrind", action="store_true")
args = parser.parse_args()
here = os.path.dirname(os.path.abspath(__file__))
os.makedirs(args.cache, exist_ok=True)
cache = os.path.abspath(args.cache)


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, **options)


def lemon():
    """Returns the folder with LEMON's headers."""
    if os.path.exists("/usr/include/lemon/network_simplex.h"):
        return "/usr/include"
    folder = f"{cache}/lemon"
    if not os.path.exists(folder):
        run("apt-get", "download", "liblemon-dev", cwd=cache)
        run("dpkg", "-x", glob.glob(f"{cache}/liblemon-dev*.deb")[0], folder)
    return f"{folder}/usr/include"


def pot():
    """Returns the folder with POT's solver."""
    if not glob.glob(f"{cache}/pot-*/ot/lp"):
        python = f"{cache}/venv/bin/python"
        run(sys.executable, "-m", "venv", f"{cache}/venv")
        # pip asks the package for its metadata, for which it must be able to build.
        run(python, "-m", "pip", "install", "--quiet", "numpy", "cython", "setuptools", "wheel")
        run(python, "-m", "pip", "download", "--quiet", "--no-deps", "--no-build-isolation", "--no-binary", ":all:", "POT", cwd=cache)
        with tarfile.open(next(p for p in glob.glob(f"{cache}/*.tar.gz"))) as package:
            package.extractall(cache, filter="data")
    return glob.glob(f"{cache}/pot-*/ot/lp")[0]


def peers():
    folder = pot()
    run("g++", "-O3", "-march=native", "-DNDEBUG", "-w", f"-I{lemon()}", f"-I{folder}", f"{here}/transport/peers/peers.cpp",
        f"{folder}/EMD_wrapper.cpp", "-o", f"{cache}/peers")


def ours(name, *flags):
    run("go", "build", *flags, "-o", f"{cache}/{name}", ".", cwd=f"{here}/transport")


def problems(kind, n):
    path = f"{cache}/{kind}-{n}.bin"
    count = max(2, min(64, 4000 // n))
    run(f"{cache}/ours", "make", kind, str(n), str(count), path)
    return path, count


def measure(*command):
    each, total = run("taskset", "-c", args.cpu, *command, capture_output=True).stdout.split()
    return float(each), float(total)


def table():
    peers()
    solvers = {"ours": [f"{cache}/ours", "time"], "portable": [f"{cache}/purego", "time"],
               "LEMON": [f"{cache}/peers", "lemon"], "POT": [f"{cache}/peers", "pot"]}
    version = re.search(r"pot-([^/]+)", pot()).group(1)
    print(f"POT {version}, LEMON {lemon_version()}; microseconds a problem, median of {args.rounds}\n")
    print("| costs | n | ours | portable | LEMON | POT | LEMON × | POT × |\n|---|---|---|---|---|---|---|---|")
    rows = []
    for kind in args.kinds.split(","):
        for n in map(int, args.sizes.split(",")):
            path, _ = problems(kind, n)
            times = {name: [] for name in solvers}
            for _ in range(args.rounds):
                optima = {}
                for name, command in solvers.items():
                    each, optima[name] = measure(*command, str(args.seconds), path)
                    times[name].append(each)
                for name, optimum in optima.items():
                    if abs(optimum - optima["ours"]) > 1e-6 * optima["ours"]:
                        sys.exit(f"{kind} {n}: {name} finds {optimum}, ours {optima['ours']}")
            median = {name: statistics.median(t) for name, t in times.items()}
            rows.append((kind, n, median))
            print(f"| {kind} | {n} | " + " | ".join(f"{median[name]:.4g}" for name in solvers) +
                  "".join(f" | {median[name] / median['ours']:.1f}" for name in ("LEMON", "POT")) + " |", flush=True)
            os.remove(path)
    if args.tsv:
        with open(args.tsv, "w", encoding="utf-8") as f:
            f.write("kind\tn\t" + "\t".join(solvers) + "\n")
            for kind, n, median in rows:
                f.write(f"{kind}\t{n}\t" + "\t".join(f"{median[name]:.4f}" for name in solvers) + "\n")


def lemon_version():
    with open(f"{lemon()}/lemon/config.h", encoding="utf-8") as f:
        return re.search(r'LEMON_VERSION "([^"]+)"', f.read()).group(1)


def callgrind():
    """Prints instructions a problem, the difference between solving a file's problems three times and once."""
    print("| costs | n | AVX2 | portable |\n|---|---|---|---|")
    for kind in args.kinds.split(","):
        for n in map(int, args.sizes.split(",")):
            path, count = problems(kind, n)
            print(f"| {kind} | {n} | " + " | ".join(
                f"{(instructions(name, 3, path) - instructions(name, 1, path)) / 2 / count:,.0f}" for name in ("ours", "purego")) + " |", flush=True)
            os.remove(path)


def instructions(name, rounds, path):
    """Runs under callgrind, which knows AVX2 but not AVX-512, and breaks at the signals by which Go interrupts goroutines."""
    out = run("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=main.solveAll", f"{cache}/{name}", "passes",
              str(rounds), path, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, env={**os.environ, "GOMAXPROCS": "1", "GOGC": "off", "GODEBUG": "asyncpreemptoff=1"}).stderr
    return int(re.search(r"Collected : (\d+)", out).group(1))


for tool in ["go", "g++", "taskset"] + ["valgrind"] * args.callgrind:
    if not shutil.which(tool):
        sys.exit(f"{tool} is missing")
ours("ours")
ours("purego", "-tags", "purego")
if args.callgrind:
    callgrind()
else:
    table()
