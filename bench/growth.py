#!/usr/bin/env python3
"""Plots how times grow: with the size of a transport problem, with the number of pairs, and with processors.

    python3 bench/transport.py --kinds text --sizes 12,25,50,100,200,350,500,700,1000 --rounds 5 \\
        --tsv bench/growth-transport.tsv
    python3 bench/throughput.py --pairs 10000,30000,100000,300000,1000000 --tsv bench/growth-pairs.tsv
    python3 bench/growth.py [DIR]

Writes growth-transport.svg and growth-pairs.svg into DIR, docs if there is none, in the colours of wrd's own plots, and
prints the exponent that fits each solver: the slope of the regression of log time on log n. Needs Python alone.
"""

import csv
import math
import os
import sys
from xml.sax.saxutils import escape

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
target = sys.argv[1] if len(sys.argv) > 1 else f"{root}/docs"

# Of each series its colour on white and on dark paper, and its mark. In grey and without red and green they differ by
# lightness and mark.
SERIES = [("#7a2e00", "#ffd9a8", "square"), ("#c46200", "#e69f00", "up"), ("#3d8fc4", "#2f7db0", "down"),
          ("#00507d", "#56b4e9", "circle")]
DARK = {"paper": "fill:#15181c", "text": "fill:#e6e9ed", "grid": "stroke:#31373e", "axes": "stroke:#8b949e",
        "even": "stroke:#8b949e"}


def px(x):
    return f"{x:.1f}".removesuffix(".0")


def mark(kind, x, y):
    shapes = {"square": "M-3.5-3.5h7v7h-7z", "up": "M0-4.5 4.2 3.2H-4.2z", "down": "M0 4.5 4.2-3.2H-4.2z",
              "circle": "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"}
    return f'<path d="{shapes[kind]}" transform="translate({px(x)} {px(y)})"/>'


class Axis:
    """Numbers in pixels between start and end; ticks are numbers with labels."""

    def __init__(self, low, high, start, end, ticks, log=True):
        self.at = math.log if log else float
        self.low, self.high, self.start, self.end, self.ticks = self.at(low), self.at(high), start, end, ticks

    def __call__(self, value):
        if not self.low <= self.at(value) <= self.high:
            raise ValueError(f"found {value} beyond the ends of an axis")
        return self.start + (self.at(value) - self.low) / (self.high - self.low) * (self.end - self.start)


def around(values):
    """Ends of a logarithmic axis with some room around values."""
    room = (max(values) / min(values)) ** 0.05
    return min(values) / room, max(values) * room


def ticks(ends, digits=(1, 3)):
    """The numbers between the ends of an axis that begin with these digits, with labels."""
    numbers = [digit * 10.0**e for e in range(-6, 10) for digit in digits]
    return [(v, f"{v:g}") for v in numbers if ends[0] <= v <= ends[1]]


def panel(left, x, y, x_label, y_label, series, even=None):
    """Draws lines, each (label, values of x, values of y, place in SERIES), with a legend; even is a dotted line."""
    top, bottom, right = y.end, y.start, x.end
    out = ['<path class="grid" d="' + "".join(f"M{px(x(v))} {px(bottom)}V{px(top)}" for v, _ in x.ticks) +
           "".join(f"M{px(x.start)} {px(y(v))}H{px(right)}" for v, _ in y.ticks) + '" stroke="#e1e4e8"/>',
           f'<path class="axes" d="M{px(x.start)} {px(top)}V{px(bottom)}H{px(right)}" stroke="#6e7781"/>']
    texts = [(x(v), bottom + 17, label, "middle", "") for v, label in x.ticks]
    texts += [(x.start - 7, y(v) + 4, label, "end", "") for v, label in y.ticks]
    texts += [((x.start + right) / 2, bottom + 38, x_label, "middle", ""),
              (left + 12, (top + bottom) / 2, y_label, "middle",
               f' transform="rotate(-90 {px(left + 12)} {px((top + bottom) / 2)})"')]
    at = top + 12
    if even:
        out.append('<path class="even" d="M' + "L".join(f"{px(x(a))} {px(y(b))}" for a, b in even[1]) +
                   f'M{px(x.start + 14)} {px(at)}h30" stroke="#6e7781" stroke-dasharray="2 3"/>')
        texts.append((x.start + 52, at + 4, even[0], "start", ""))
        at += 20
    for label, xs, ys, i in series:
        color, _, kind = SERIES[i]
        points = [(x(a), y(b)) for a, b in zip(xs, ys)]
        out.append(f'<g class="s{i}" stroke="{color}" fill="{color}"><path fill="none" stroke-width="2" d="M' +
                   "L".join(f"{px(a)} {px(b)}" for a, b in points) + f'M{px(x.start + 14)} {px(at)}h30"/>' +
                   "".join(mark(kind, a, b) for a, b in [*points, (x.start + 29, at)]) + "</g>")
        texts.append((x.start + 52, at + 4, label, "start", ""))
        at += 20
    out.append('<g class="text" fill="#24292f">' + "".join(
        f'<text x="{px(a)}" y="{px(b)}" text-anchor="{anchor}"{more}>{escape(text)}</text>'
        for a, b, text, anchor, more in texts) + "</g>")
    return out


def save(name, title, width, height, lines):
    dark = DARK | {f"s{i}": f"stroke:{d};fill:{d}" for i, (_, d, _) in enumerate(SERIES)}
    with open(f"{target}/{name}", "w", encoding="utf-8") as f:
        f.write(f'<svg xmlns="http://www.w3.org/2000/svg" class="wrd-growth" role="img" width="{width}" height="{height}" '
                f'viewBox="0 0 {width} {height}" font-family="system-ui, \'Segoe UI\', Helvetica, Arial, sans-serif" font-size="12" '
                f'fill="none">\n<title>{title}</title>\n<style>\n.wrd-growth{{max-width:100%;height:auto;color-scheme:light dark}}\n'
                "@media screen and (prefers-color-scheme:dark){\n" +
                "".join(f".wrd-growth .{name}{{{rule}}}\n" for name, rule in dark.items()) +
                '}\n</style>\n<rect class="paper" width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(lines) + "\n</svg>\n")


def read(name):
    with open(f"{root}/bench/{name}.tsv", encoding="utf-8") as f:
        return list(csv.DictReader(f, delimiter="\t"))


def slope(x, y):
    x, y = [math.log(v) for v in x], [math.log(v) for v in y]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def superscript(e):
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(e))


def decades(low, high):
    return [(10.0**e, "10" + superscript(e) if e > 1 else f"{10**e}") for e in range(low, high + 1)]


rows = read("growth-transport")
sizes = [int(row["n"]) for row in rows]
series = []
for i, (column, label) in enumerate((("POT", "POT"), ("LEMON", "LEMON"), ("portable", "wrd, portable Go"), ("ours", "wrd"))):
    times = [float(row[column]) for row in rows]
    print(f"{label}: n^{slope(sizes, times):.2f}")
    series.append((f"{label}, n^{slope(sizes, times):.2f}", sizes, times, i))
micros = around([t for _, _, times, _ in series for t in times])
save("growth-transport.svg", "Time of a transport problem over its size", 640, 420, panel(
    0, Axis(*around(sizes), 64, 620, [(n, str(n)) for n in sizes]),
    Axis(*micros, 360, 16, [(v, label) for v, label in decades(0, 9) if micros[0] <= v <= micros[1]]),
    "words on each side, n", "µs a problem", series))

rows = read("growth-pairs")
processors = sorted({int(row["processors"]) for row in rows})
series = []
for n in processors:
    of = [row for row in rows if int(row["processors"]) == n]
    series.append((f"{n} processor{'s' * (n > 1)}", [int(row["pairs"]) for row in of], [float(row["seconds"]) for row in of],
                   2 if n == processors[0] else 3))
most = max(int(row["pairs"]) for row in rows)
rates = [most / float(row["seconds"]) / 1000 for n in processors for row in rows
         if int(row["pairs"]) == most and int(row["processors"]) == n]
highest = 50 * math.ceil(max(rates[0] * processors[-1] / processors[0], *rates) / 50)
pairs, seconds = ([float(row[column]) for row in rows] for column in ("pairs", "seconds"))
save("growth-pairs.svg", "Time of whole runs over pairs, and pairs a second over processors", 836, 360, [
    *panel(0, Axis(*around(pairs), 64, 400, decades(4, 6)), Axis(*around(seconds), 300, 16, ticks(around(seconds))),
           "pairs", "seconds", series),
    *panel(424, Axis(processors[0] - 0.2, processors[-1] + 0.2, 484, 820, [(n, str(n)) for n in processors], log=False),
           Axis(0, highest, 300, 16, [(v, str(v)) for v in range(0, highest + 1, 50)], log=False), "processors",
           "thousand pairs a second", [(f"{most:,} pairs", processors, rates, 3)],
           ("in proportion", [(n, rates[0] * n / processors[0]) for n in (processors[0], processors[-1])]))])
