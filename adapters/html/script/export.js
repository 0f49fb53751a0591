// Export of the segments that are listed now, in their order.
function save(kind) {
  const csv = kind === "csv", parts = csv ? lines(titles()) : [];
  for (const row of selection) {
    for (let i = 0; i < S; i++) {
      if (present(i, row)) parts.push(...csv ? lines(cells(row, i)) : [JSON.stringify(record(row, i)) + "\n"]);
    }
  }
  const url = URL.createObjectURL(new Blob(parts, {type: csv ? "text/csv;charset=utf-8" : "application/x-ndjson"}));
  make("a", {href: url, download: "segments." + kind}).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
const cell = s => /[",\r\n]/.test(s) ? '"' + s.replace(/"/g, '""') + '"' : s;
const lines = list => [list.map(cell).join(",") + "\r\n"];
const exact = x => Number(x.toPrecision(7)); // scores have 32 bits
const nameOf = row => m.from_zero ? String(text(row, ID) - 1) : text(row, ID); // in files
const textOf = (row, field) => has(row, field) ? text(row, field) : null;
const referencesOf = row => Array.from({length: R}, (_, k) => textOf(row, REFERENCE + k));
function titles() {
  const references = Array.from({length: R}, (_, k) => k ? `reference_${k + 1}` : "reference");
  return ["segment", "doc", "system", ...m.sources ? ["source"] : [], "candidate", ...references, "status",
    ...m.measures.map(c => c.name)];
}
function cells(row, i) {
  const scores = m.measures.map((_, k) => score(k, i, row));
  return [nameOf(row), text(row, DOC), m.systems[i], ...m.sources ? [text(row, SOURCE)] : [],
    text(row, CANDIDATE + i), ...referencesOf(row).map(s => s ?? ""), status(i, row),
    ...scores.map(x => Number.isNaN(x) ? "" : String(exact(x)))];
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
  return r;
}
