const $ = id => document.getElementById(id);
const started = performance.now();
const state = $("state"), live = $("live");
if (!window.DecompressionStream) {
  state.textContent = "This browser is too old to search the segments: those below are the worst.";
  return;
}
state.textContent = "Loading…";

// Data: see data.go.
async function unpack(id) {
  const element = $(id), text = element.textContent;
  element.remove();
  const bytes = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
const utf8 = new TextDecoder("utf-8", {ignoreBOM: true});
const m = JSON.parse($("manifest").textContent);
const column = {};
{
  const packed = await unpack("numbers");
  let at = 0;
  for (const c of m.columns) {
    const bytes = new Uint8Array(c.count * c.bytes);
    for (let rank = 0; rank < c.bytes; rank++) {
      for (let i = 0, j = rank; i < c.count; i++, j += c.bytes) bytes[j] = packed[at++];
    }
    column[c.name] = c.float ? new Float32Array(bytes.buffer) : c.bytes === 4 ? new Uint32Array(bytes.buffer) :
      c.bytes === 2 ? new Uint16Array(bytes.buffer) : bytes;
  }
}
const all = utf8.decode(await unpack("texts"));
const alignments = new Map(), spans = new Map();
for (const [row, i, pieces] of JSON.parse(utf8.decode(await unpack("spans")))) spans.set(row * 1e4 + i, pieces);
// Many alignments are read when the list is there.
const aligning = (async () => {
  if ($("alignments").textContent.length > 1e6) await new Promise(done => setTimeout(done, 400));
  for (const a of JSON.parse(utf8.decode(await unpack("alignments")))) alignments.set(a[0] * 1e4 + a[1], a);
})();
const alignmentOf = (row, i) => alignments.get(row * 1e4 + i);

const N = m.segments, S = m.systems.length, R = m.references, FIELDS = 4 + R + S, ABSENT = 0xffffffff;
const ID = 0, DOC = 1, DOMAIN = 2, SOURCE = 3, REFERENCE = 4, CANDIDATE = 4 + R;
const start = new Uint32Array(N * FIELDS + 1);
for (let i = 0; i < N * FIELDS; i++) start[i + 1] = start[i] + (column.lengths[i] === ABSENT ? 0 : column.lengths[i]);
const has = (row, field) => column.lengths[row * FIELDS + field] !== ABSENT;
const length = (row, field) => start[row * FIELDS + field + 1] - start[row * FIELDS + field];
const text = (row, field) => all.slice(start[row * FIELDS + field], start[row * FIELDS + field + 1]);
const score = (measure, system, row) => column.scores[(measure * S + system) * N + row];
const detail = (name, system, row) => column[name][system * N + row];
const UNKNOWN = 0xffff;
const count = (name, system, row) => detail(name, system, row) === UNKNOWN ? NaN : detail(name, system, row);
const unknownShare = (system, row) => count("candidate_tokens", system, row) > 0 ?
  count("candidate_oov", system, row) / count("candidate_tokens", system, row) : NaN;
const status = (system, row) => m.statuses[detail("status", system, row)] || "";
const present = (system, row) => has(row, CANDIDATE + system);

// Control characters and characters that cannot be seen are shown as escapes.
const odd = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const visible = s => s.replace(odd, c => c.length > 1 ?
  "\\U" + c.codePointAt(0).toString(16).padStart(8, "0") : "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
const shown = (x, digits = 4) => Number.isNaN(x) ? "–" : x.toFixed(digits).replace(/^-(0\.?0*)$/, "$1").replace("-", "−");
const grouped = n => n.toLocaleString("en");
// advantage is by how much a system is better than another one: positive where it is better, also by a distance; 0 where
// they tie.
const advantage = (measure, a, b, row) => {
  const d = score(measure, a, row) - score(measure, b, row), {lower, ties} = m.measures[measure];
  return Math.abs(d) <= ties ? 0 : lower ? -d : d;
};
const signed = x => Number.isNaN(x) ? "–" : (x > 0 ? "+" : "") + shown(x);
// nameCells writes the heads of a table's columns into its cells, for a phone, on which its rows are cards.
function nameCells(table) {
  const heads = [...table.tHead?.rows[0].cells ?? []].flatMap(th => range(0, th.colSpan).map(k => k ? "" : th.textContent));
  for (const row of table.tBodies[0]?.rows ?? []) [...row.cells].forEach((cell, k) => { cell.dataset.head = heads[k] ?? ""; });
  table.classList.add("cards");
}
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && name !== "role") element[name] = value; else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}
