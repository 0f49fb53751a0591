// Export of the segments that are listed now, in their order.
function save(kind) {
  const csv = kind === "csv", parts = csv ? lines(titles()) : [];
  for (const row of selection) {
    for (let i = 0; i < S; i++) {
      if (present(i, row)) parts.push(...csv ? lines(cells(row, i)) : [JSON.stringify(record(row, i)) + "\n"]);
    }
  }
  download("segments." + kind, parts);
}
function download(name, parts) {
  const type = name.endsWith("csv") ? "text/csv;charset=utf-8" : "application/x-ndjson";
  const url = URL.createObjectURL(new Blob(parts, {type}));
  make("a", {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
// judgeSome writes 50 of the listed segments for people to judge, at random, or one of each 50th of the list in its
// order: the outputs of the chosen systems as A and B in a drawn order, so that nobody sees whose they are.
// The same list gives the same sample. key has the rows of the last one that say it.
const SEED = 1;
let key = [];
function judgeSome() {
  let seed = SEED;
  const random = () => { // mulberry32
    seed = seed + 0x6d2b79f5 | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
  const shuffled = list => {
    for (let i = list.length - 1; i > 0; i--) {
      const k = Math.floor(random() * (i + 1));
      [list[i], list[k]] = [list[k], list[i]];
    }
    return list;
  };
  const n = Math.min(50, selection.length);
  const chosenRows = shuffled(sampling.value === "spread" ?
    range(0, n).map(k => selection[Math.floor((k + random()) * selection.length / n)]) : [...unsorted]).slice(0, n);
  const pair = [+system.value, ...two ? [+other.value] : []];
  const items = chosenRows.flatMap(row => shuffled(pair.filter(i => present(i, row)))
    .map((i, k) => [row, i, "AB"[k]]));
  const references = titles().filter(title => title.startsWith("reference"));
  download("judge.csv", [...sheet(["segment", "doc", ...m.sources ? ["source"] : [], ...references, "output",
    "candidate", "human"]),
    ...items.flatMap(([row, i, letter]) => sheet([nameOf(row), text(row, DOC),
      ...m.sources ? [text(row, SOURCE)] : [], ...referencesOf(row).map(s => s ?? ""), letter,
      text(row, CANDIDATE + i), ""]))]);
  key = [...sheet(["segment", "doc", "output", "system"]), ...items.flatMap(([row, i, letter]) =>
    sheet([nameOf(row), text(row, DOC), letter, m.systems[i]]))];
  saveKey.hidden = !two;
  state.textContent = `judge.csv has ${counted(n, "segment")} and ${counted(items.length, "output")}, drawn with seed ` +
    `${SEED}.` + (two ? " The key says whose outputs are A and B: keep it from those who judge." : "");
}
const cell = s => /[",\r\n]/.test(s) ? '"' + s.replace(/"/g, '""') + '"' : s;
// guarded puts an apostrophe before a text that a spreadsheet takes for a formula, and before the apostrophes of one that
// it would not: wrd takes it off again (adapters/rows/judge_sheet.go). Numbers stay numbers.
const guarded = s => /^'*[=+\-@\t\r\n＝＋－＠]/.test(s) && !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(s) ? "'" + s : s;
const sheet = list => lines(list.map(guarded));
const lines = list => [list.map(cell).join(",") + "\r\n"];
const exact = x => Number(x.toPrecision(7)); // scores have 32 bits
const nameOf = row => m.from_zero ? String(text(row, ID) - 1) : text(row, ID); // in files
const textOf = (row, field) => has(row, field) ? text(row, field) : null;
const referencesOf = row => Array.from({length: R}, (_, k) => textOf(row, REFERENCE + k));
function titles() {
  const references = Array.from({length: R}, (_, k) => k ? `reference_${k + 1}` : "reference");
  return ["segment", "doc", "system", ...m.sources ? ["source"] : [], "candidate", ...references, "status",
    ...m.measures.map(c => c.name), ...tags.size ? ["tags"] : []];
}
function cells(row, i) {
  const scores = m.measures.map((_, k) => score(k, i, row));
  return [nameOf(row), text(row, DOC), m.systems[i], ...m.sources ? [text(row, SOURCE)] : [],
    text(row, CANDIDATE + i), ...referencesOf(row).map(s => s ?? ""), status(i, row),
    ...scores.map(x => Number.isNaN(x) ? "" : String(exact(x))),
    ...tags.size ? [(tags.get(row) ?? []).join(", ")] : []];
}
function record(row, i) {
  const r = {segment: nameOf(row), doc: textOf(row, DOC), system: m.systems[i]};
  if (m.sources) r.source = textOf(row, SOURCE);
  r.candidate = text(row, CANDIDATE + i);
  r.references = referencesOf(row).filter(s => s !== null);
  r.status = status(i, row);
  m.measures.forEach((c, k) => {
    const x = score(k, i, row);
    r[c.name] = Number.isNaN(x) ? null : exact(x);
  });
  if (tags.size) r.tags = tags.get(row) ?? [];
  return r;
}
