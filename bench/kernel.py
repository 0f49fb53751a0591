#!/usr/bin/env python3
"""Counts the instructions of the inner product kernel under callgrind, independently of other work on the machine.

    python3 bench/kernel.py

Needs Go and valgrind, which knows AVX2 but not AVX-512. Rows have 300 components; the count is that of one call for n ×
n products: the difference between benchmarks of --calls + 1 calls and of a single call.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--sizes", default="12,25,100,200")
parser.add_argument("--calls", type=int, default=4)
args = parser.parse_args()
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
for tool in ("go", "valgrind"):
    if not shutil.which(tool):
        sys.exit(f"{tool} is missing")

with tempfile.TemporaryDirectory() as folder:
    program = f"{folder}/dot.test"
    subprocess.run(["go", "test", "-c", "-o", program, "./metric/internal/dot"], check=True, cwd=root)

    def instructions(kernel, n, calls):
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}", "--toggle-collect=*dot.(*kernel).products",
                               program, "-test.run", "^$", "-test.bench", f"^BenchmarkProducts$/^n={n}$/^hot$/^{kernel}$", "-test.benchtime", f"{calls}x",
                               "-test.cpu", "1"], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "GOGC": "off", "GODEBUG": "asyncpreemptoff=1"})
        collected = re.search(r"Collected : (\d+)", done.stderr)
        if done.returncode != 0 or "ns/op" not in done.stdout or not collected:
            sys.exit(f"the benchmark failed:\n{done.stdout}{done.stderr}")
        return int(collected.group(1))

    print("| n | AVX2 | Go |\n|---:|---:|---:|")
    for n in map(int, args.sizes.split(",")):
        counts = [(instructions(kernel, n, args.calls + 1) - instructions(kernel, n, 1)) / args.calls for kernel in ("avx2", "go")]
        print(f"| {n} | " + " | ".join(f"{count:,.0f}" for count in counts) + " |", flush=True)
