// Means of what is selected, with the intervals that wrd computes: Student's, by document where the page's are
// (docs/compare.md, "The intervals").
const logGamma = x => { // Lanczos
  const c = [76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
    -0.000005395239384953];
  let sum = 1.000000000190015;
  c.forEach((v, i) => { sum += v / (x + 1 + i); });
  return (x + 0.5) * Math.log(x + 5.5) - (x + 5.5) + Math.log(2.5066282746310005 * sum / x);
};
// beta is the regularised incomplete beta function, by its continued fraction (Lentz).
function beta(x, a, b) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - beta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  let c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), f = d;
  for (let k = 1; k < 20000; k++) {
    const even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
    const uneven = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1));
    for (const step of [even, uneven]) {
      d = 1 / (1 + step * d);
      c = 1 + step / c;
      f *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-12) break;
  }
  return front * f;
}
// outside is the probability that Student's t is further from 0 than t.
const outside = (t, freedom) => beta(freedom / (freedom + t * t), freedom / 2, 0.5);
function studentQuantile(freedom) {
  if (freedom >= 1e5) return m.z;
  let low = 0, high = 1;
  while (outside(high, freedom) > 1 - m.confidence) high *= 2;
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (outside(middle, freedom) > 1 - m.confidence) low = middle; else high = middle;
  }
  return low;
}
// random32 draws 32 bits as NumPy's default_rng(seed) and the command do (metric/agreement/internal/numpy).
function random32(seed) {
  const hasher = (factor, by) => x => {
    x ^= factor;
    factor = Math.imul(factor, by);
    x = Math.imul(x, factor);
    return (x ^ x >>> 16) >>> 0;
  };
  let hash = hasher(0x43b0d7e5, 0x931e8875);
  const pool = [seed, Math.floor(seed / 2 ** 32), 0, 0].map(x => hash(x));
  for (const from of pool.keys()) for (const to of pool.keys()) if (from !== to) {
    const x = Math.imul(0xca01f9dd, pool[to]) - Math.imul(0x4973f715, hash(pool[from])) | 0;
    pool[to] = (x ^ x >>> 16) >>> 0;
  }
  hash = hasher(0x8b51f9dd, 0x58f38ded);
  const words = [...pool, ...pool].map(x => BigInt(hash(x))), wide = at => words[at + 2] | words[at + 3] << 32n |
    words[at] << 64n | words[at + 1] << 96n;
  const bits = BigInt.asUintN, plus = wide(4) << 1n | 1n, step = () => { state = bits(128, state * by + plus); };
  const by = 0x2360ed051fc65da44385df649fccf645n;
  let state = bits(128, plus + wide(0)), upper = -1;
  step();
  return () => {
    if (upper >= 0) { const x = upper; upper = -1; return x; }
    step();
    const x = bits(64, state >> 64n ^ state), by = state >> 122n, both = bits(64, x >> by | x << 64n - by);
    upper = Number(both >> 32n);
    return Number(both & 0xffffffffn);
  };
}
// exchanged is p of the randomisation test by the draws of wrd compare, of each unit's sum in the order of the input, or by
// their halves where it takes them. Where the exchanges of the units that differ are no more, an exchange and its mirror
// image taken as one, all are made. NaN where the command was asked for another test, or where so many draws take too long.
function exchanged(sums) {
  const n = sums.length, differing = sums.filter(x => x !== 0), size = sums.reduce((a, b) => a + Math.abs(b), 0);
  if (!m.draws) return NaN;
  if (size === 0) return 1;
  const least = Math.abs(sums.reduce((a, b) => a + b, 0)) - size * 1e-7, looked = m.halves ? (m.draws + 1) ** 2 : m.draws + 1;
  if (2 ** (differing.length - 1) < looked) {
    const half = differing.length >> 1;
    return apart(flips(differing.slice(0, half)), flips(differing.slice(half)), least) / 2 ** differing.length;
  }
  if (n * m.draws > 2e7) return NaN;
  const next = random32(m.seed), halves = [0, 1].map(() => new Float64Array(m.draws + 1));
  let reached = 0, word = 0, left = 0;
  for (let draw = 0; draw < m.draws; draw++) {
    const sum = [0, 0];
    for (let i = 0; i < n; i++, left--, word >>>= 1) {
      if (left === 0) { word = next(); left = 32; }
      sum[i & 1] += word & 1 ? sums[i] : -sums[i];
    }
    halves.forEach((half, k) => { half[draw] = sum[k]; });
    if (Math.abs(sum[0] + sum[1]) >= least) reached++;
  }
  if (!m.halves || reached >= Math.min(20, m.draws)) return (reached + 1) / (m.draws + 1);
  sums.forEach((x, i) => { halves[i & 1][m.draws] += x; });
  return apart(...halves, least) / looked;
}
// flips returns the sums with all signs.
const flips = list => Float64Array.from(list.reduce((sums, x) => [...sums.map(y => y + x), ...sums.map(y => y - x)], [0]));
// apart counts the pairs of an element of a and one of b whose sum is at least so far from 0.
function apart(a, b, least) {
  if (least <= 0) return a.length * b.length;
  const above = list => { // how many of a list are at least x
    list = Float64Array.from(list).sort();
    return x => {
      let low = 0, high = list.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (list[middle] < x) low = middle + 1; else high = middle;
      }
      return list.length - low;
    };
  };
  const up = above(b), down = above(b.map(x => -x));
  return a.reduce((count, x) => count + up(least - x) + down(least + x), 0);
}
// summed returns the mean of a value over rows, its interval within a range, and p for a mean of 0; rows without a value
// do not count.
function summed(rows, value, [least, most]) {
  const documents = m.unit === "documents" ? column.document : null;
  const sums = new Float64Array(documents ? m.documents.all : rows.length), counts = new Float64Array(sums.length);
  let total = 0, n = 0, units = 0;
  rows.forEach((row, k) => {
    const x = value(row);
    if (Number.isNaN(x)) return;
    const unit = documents ? documents[row] : k;
    sums[unit] += x;
    if (counts[unit]++ === 0) units++;
    total += x;
    n++;
  });
  const mean = total / n, result = {n, units, mean, low: NaN, high: NaN, p: NaN, sums: sums.filter((_, k) => counts[k])};
  if (units < 2) return result;
  let squares = 0, cubes = 0, sizes = 0, corrected = 0, fourth = 0;
  for (let k = 0; k < sums.length; k++) {
    const size = counts[k];
    if (size === 0) continue;
    const rest = 1 - size / n, e = (sums[k] - mean * size) / Math.sqrt(rest), s = size * size / rest;
    squares += e * e;
    cubes += e * e * e;
    sizes += size * size;
    corrected += s;
    fourth += s * s;
  }
  const error = Math.sqrt(squares) / n, freedom = n * n / (sizes + (corrected * corrected - fourth) / (n * n));
  const t = studentQuantile(freedom), further = squares > 0 ? cubes / squares ** 1.5 * (1 + 2 * m.z * m.z) / 6 : 0;
  result.low = Math.max(least, mean - error * (t + Math.max(0, -further)));
  result.high = Math.min(most, mean + error * (t + Math.max(0, further)));
  result.p = error > 0 ? outside(mean / error, freedom) : mean === 0 ? 1 : 0;
  return result;
}
const pEquals = p => p < 0.0001 ? "p < 0.0001" : "p = " + p.toFixed(4);
// sumUp says what the means of what is listed are, and how two systems differ there.
function sumUp() {
  if (selection.length === 0) return "Nothing is listed, so there are no means.";
  const k = +measure.value, a = +system.value, b = +other.value;
  const said = (s, write) => Number.isNaN(s.low) ? write(s.mean) :
    `${write(s.mean)} (${write(s.low)} to ${write(s.high)})`;
  const name = i => visible(m.systems[i]), range = m.measures[k].range;
  const x = summed(unsorted, row => score(k, a, row), range);
  if (x.n === 0) return "";
  const sentences = [`Mean ${m.measures[k].name} of what is listed: ${name(a)} ${said(x, shown)}`];
  if (two) {
    const y = summed(unsorted, row => score(k, b, row), range);
    const d = summed(unsorted, row => advantage(k, a, b, row), [range[0] - range[1], range[1] - range[0]]);
    if (y.n > 0) sentences.push(`${name(b)} ${said(y, shown)}`);
    const p = d.units > 1 ? exchanged(d.sums) : NaN;
    if (d.n > 0) sentences.push(`difference ${said(d, signed)}` + (p === p ? `, ${pEquals(p)}` :
      Number.isNaN(d.p) ? "" : `, ${pEquals(d.p)} by Student's t`));
  }
  const taken = x.units > 1 ? // one has no interval
    ` ${x.units.toLocaleString("en")} ${m.unit} are taken as independent, and nothing is corrected.` : "";
  return `${sentences.join("; ")}.${taken}` + (selection.length === N ? "" :
    " A selection proves nothing: it has the means that it was selected for.");
}
