// Export of the segments that are listed now, in their order.
function save(kind) {
  const parts = [], csv = kind === "csv";
  const cell = s => /[",\r\n]/.test(s) ? '"' + s.replace(/"/g, '""') + '"' : s;
  const number = x => Number(x.toPrecision(7));
  const references = Array.from({length: R}, (_, k) => k ? `reference_${k + 1}` : "reference");
  const sources = m.sources ? ["source"] : [];
  if (csv) parts.push(["segment", "doc", "system", ...sources, "candidate", ...references, "status", ...m.measures.map(c => c.name)].map(cell).join(",") + "\r\n");
  for (const row of selection) {
    for (let i = 0; i < S; i++) {
      if (!present(i, row)) continue;
      const scores = m.measures.map((_, k) => score(k, i, row));
      const known = references.map((_, k) => has(row, REFERENCE + k) ? text(row, REFERENCE + k) : null);
      if (csv) {
        parts.push([text(row, ID), text(row, DOC), m.systems[i], ...sources.map(() => text(row, SOURCE)),
          text(row, CANDIDATE + i), ...known.map(s => s ?? ""), status(i, row), ...scores.map(x => Number.isNaN(x) ? "" : String(number(x)))].map(cell).join(",") + "\r\n");
        continue;
      }
      const record = {segment: text(row, ID), doc: has(row, DOC) ? text(row, DOC) : null, system: m.systems[i]};
      if (m.sources) record.source = has(row, SOURCE) ? text(row, SOURCE) : null;
      Object.assign(record, {candidate: text(row, CANDIDATE + i), references: known.filter(s => s !== null), status: status(i, row)});
      m.measures.forEach((c, k) => { record[c.name] = Number.isNaN(scores[k]) ? null : number(scores[k]); });
      parts.push(JSON.stringify(record) + "\n");
    }
  }
  const url = URL.createObjectURL(new Blob(parts, {type: csv ? "text/csv;charset=utf-8" : "application/x-ndjson"}));
  const a = make("a", {href: url, download: "segments." + kind});
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
