"use strict";
(async () => {
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
  let bytes;
  if (Uint8Array.fromBase64) {
    bytes = Uint8Array.fromBase64(text);
  } else {
    const binary = atob(text);
    bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  }
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
const alignments = new Map(JSON.parse(utf8.decode(await unpack("alignments"))).map(a => [a[0] * 1e4 + a[1], a]));

const N = m.segments, S = m.systems.length, R = m.references, FIELDS = 3 + R + S, ABSENT = 0xffffffff;
const ID = 0, DOC = 1, SOURCE = 2, REFERENCE = 3, CANDIDATE = 3 + R;
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

// Characters that would be obeyed, or cannot be seen, are shown as escapes.
const odd = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;
const visible = s => s.replace(odd, c => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
const shown = (x, digits = 4) => Number.isNaN(x) ? "–" : x.toFixed(digits).replace(/^-(0\.?0*)$/, "$1");
const signed = x => Number.isNaN(x) ? "–" : (x > 0 ? "+" : "") + shown(x);
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && name !== "role") element[name] = value; else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// Controls.
const controls = make("form", {className: "controls", role: "search"});
controls.addEventListener("submit", e => e.preventDefault());
function choice(id, label, options) {
  const select = make("select", {id});
  for (const [value, name] of options) select.append(make("option", {value, textContent: name}));
  select.addEventListener("change", refresh);
  controls.append(make("div", {}, make("label", {htmlFor: id, textContent: label}), select));
  return select;
}
function check(id, label) {
  const box = make("input", {type: "checkbox", id});
  box.addEventListener("change", refresh);
  return [box, make("label", {className: "check", htmlFor: id}, box, label)];
}
const names = m.systems.map((name, i) => [i, name]);
const query = make("input", {type: "search", id: "query", autocomplete: "off", spellcheck: false});
controls.append(make("div", {className: "query"}, make("label", {htmlFor: "query", textContent: "Search all texts"}), query));
const [regexp, regexpLabel] = check("regexp", "regular expression");
const [exactCase, caseLabel] = check("case", "match case");
controls.append(make("div", {className: "checks"}, regexpLabel, caseLabel));
const measure = choice("measure", "Score", m.measures.map((c, i) => [i, c.name + (c.lower ? " (lower is better)" : "")]));
const system = choice("system", "System", names);
const other = choice("other", "Compare with", [["", "no other system"], ...names]);
const sorts = [["score", "score"], ["difference", "difference of the systems"], ["length", "length of the output"],
  ["reference", "length of the reference"], ["unknown", "share of unknown words"], ["order", "order of the input"]];
const sort = choice("sort", "Sort by", sorts);
const order = choice("order", "Order", [["first", "worst or largest first"], ["last", "best or smallest first"]]);
const statuses = choice("status", "Status of any system", [["", "all"], ...m.statuses.filter(s => s).map(s => [s, s])]);
const findings = choice("finding", "Finding of any system", [["", "all"], ...m.findings.map((s, i) => [1 << i, s])]);
const bucket = choice("bucket", "Bucket", [["", "all"], ...m.buckets.flatMap(b => b.names.map((name, i) => [b.key + i, name]))]);
const exported = kind => {
  const button = make("button", {type: "button", id: "export-" + kind, textContent: "Export as " + kind.toUpperCase()});
  button.addEventListener("click", () => save(kind));
  return button;
};
const clear = make("button", {type: "button", textContent: "Clear filters"});
clear.addEventListener("click", () => {
  query.value = statuses.value = findings.value = bucket.value = "";
  regexp.checked = exactCase.checked = false;
  refresh();
});
for (const link of document.querySelectorAll("a[data-bucket]")) {
  link.href = "#browser";
  link.addEventListener("click", () => { clear.click(); bucket.value = link.dataset.bucket; refresh(); });
}
const bar = make("div", {className: "bar"}, exported("csv"), exported("jsonl"), clear);

// The list shows the rows that are in sight, in elements that are used again.
const grid = make("div", {className: "grid", tabIndex: 0, role: "grid", id: "grid"});
grid.setAttribute("aria-label", "Segments");
const head = make("div", {className: "head", role: "row"});
head.setAttribute("aria-rowindex", "1");
const rows = make("div", {className: "rows", role: "rowgroup"});
grid.append(make("div", {className: "top", role: "rowgroup"}, head), rows);
const panel = make("section", {className: "detail", hidden: true, tabIndex: -1, id: "detail"});
panel.setAttribute("aria-label", "The chosen segment");
const panes = make("div", {className: "panes"}, grid, panel);
live.append(controls, bar, panes);

let selection = new Uint32Array(0), active = 0, chosen = -1, two = false;
const pool = [];
const ROW = 48;

function heads() {
  const measureName = m.measures[measure.value].name;
  const titles = two ? ["segment", m.systems[system.value], m.systems[other.value], "difference", "texts"] :
    ["segment", measureName, "output of " + m.systems[system.value]];
  head.replaceChildren(...titles.map(t => make("span", {role: "columnheader", textContent: t, title: t, dir: "auto"})));
  grid.setAttribute("aria-colcount", titles.length);
}
function draw() {
  const first = Math.max(0, Math.floor((grid.scrollTop - head.offsetHeight) / ROW) - 4);
  const last = Math.min(selection.length, first + Math.ceil(grid.clientHeight / ROW) + 10);
  rows.style.height = selection.length * ROW + "px";
  for (let k = pool.length; k < last - first; k++) {
    const element = make("div", {className: "row", role: "row"});
    element.addEventListener("click", () => { active = +element.dataset.place; open(selection[active], true); });
    pool.push(element);
    rows.append(element);
  }
  pool.forEach((element, k) => {
    const place = first + k;
    element.hidden = place >= last;
    element.removeAttribute("id");
    if (element.hidden) { element.style.display = "none"; return; }
    element.style.display = "";
    const row = selection[place];
    element.style.transform = `translateY(${place * ROW}px)`;
    element.dataset.place = place;
    element.id = "row-" + place;
    element.setAttribute("aria-rowindex", place + 2);
    element.setAttribute("aria-selected", row === chosen);
    element.classList.toggle("active", place === active);
    const a = score(+measure.value, +system.value, row);
    const cells = [visible(text(row, ID)), shown(a)];
    if (two) {
      const b = score(+measure.value, +other.value, row);
      cells.push(shown(b), signed(a - b));
    }
    const field = present(+system.value, row) && length(row, CANDIDATE + +system.value) > 0 ? CANDIDATE + +system.value : REFERENCE;
    cells.push(field === REFERENCE && R === 0 ? "" : visible(text(row, field).slice(0, 300)));
    while (element.children.length !== cells.length) {
      element.children.length < cells.length ? element.append(make("span", {role: "gridcell"})) : element.lastChild.remove();
    }
    cells.forEach((cell, i) => {
      const span = element.children[i];
      span.textContent = cell;
      span.className = i === cells.length - 1 ? "text" : "";
      span.dir = i === cells.length - 1 || i === 0 ? "auto" : "ltr";
    });
  });
  if (selection.length) grid.setAttribute("aria-activedescendant", "row-" + active); else grid.removeAttribute("aria-activedescendant");
}
let asked = false;
grid.addEventListener("scroll", () => {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => { asked = false; draw(); });
});
new ResizeObserver(draw).observe(grid);
grid.addEventListener("keydown", e => {
  const page = Math.max(1, Math.floor(grid.clientHeight / ROW) - 1);
  const to = {ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0,
    End: selection.length - 1}[e.key];
  if (to !== undefined && !e.altKey && !e.ctrlKey && !e.metaKey) {
    e.preventDefault();
    if (selection.length) move(Math.max(0, Math.min(selection.length - 1, to)));
  } else if ((e.key === "Enter" || e.key === " ") && selection.length) {
    e.preventDefault();
    open(selection[active], true);
  }
});
function move(place) {
  active = place;
  const top = place * ROW, high = grid.clientHeight - head.offsetHeight;
  if (top < grid.scrollTop) grid.scrollTop = top;
  if (top + ROW > grid.scrollTop + high) grid.scrollTop = top + ROW - high;
  draw();
}

// Searching. Small letters are compared in a copy in which each letter keeps its place.
let small = null;
function matches() {
  const hit = new Uint8Array(N), q = query.value;
  if (!q) return null;
  if (regexp.checked) {
    const re = new RegExp(q, exactCase.checked ? "u" : "iu");
    for (let row = 0; row < N; row++) {
      for (let field = DOC; field < FIELDS; field++) {
        const k = row * FIELDS + field;
        if (start[k] < start[k + 1] && re.test(all.slice(start[k], start[k + 1]))) { hit[row] = 1; break; }
      }
    }
    return hit;
  }
  const lower = s => s.replace(/İ/g, "i").toLowerCase();
  let where = all, what = q;
  if (!exactCase.checked) {
    if (small === null) small = lower(all);
    where = small;
    what = lower(q);
  }
  let k = 0;
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at)) {
    while (start[k + 1] <= at) k++; // the field of the place
    const row = Math.floor(k / FIELDS);
    if (k % FIELDS !== ID && at + what.length <= start[k + 1]) {
      hit[row] = 1;
      at = start[(row + 1) * FIELDS];
    } else {
      at++;
    }
  }
  return hit;
}
function refresh() {
  const from = performance.now();
  two = other.value !== "" && other.value !== system.value;
  panes.classList.toggle("two", two);
  if (sort.value === "difference" && !two) {
    const i = m.systems.findIndex((_, k) => k !== +system.value);
    if (i >= 0) { other.value = i; two = true; panes.classList.add("two"); } else sort.value = "score";
  }
  let hit;
  query.removeAttribute("aria-invalid");
  try {
    hit = matches();
  } catch (e) {
    query.setAttribute("aria-invalid", "true");
    state.textContent = "This is no regular expression: " + e.message;
    return;
  }
  const bits = +findings.value, place = m.statuses.indexOf(statuses.value);
  const [, kind, part] = /^([a-z]*)(\d*)$/.exec(bucket.value);
  const buckets = kind ? column["bucket_" + kind] : null;
  const list = new Uint32Array(N);
  let n = 0;
  for (let row = 0; row < N; row++) {
    if (hit && !hit[row]) continue;
    if (statuses.value || bits) {
      let any = false;
      for (let i = 0; i < S && !any; i++) {
        any = present(i, row) && (!statuses.value || detail("status", i, row) === place) &&
          (!bits || (detail("findings", i, row) & bits) !== 0);
      }
      if (!any) continue;
    }
    if (buckets && buckets[row] !== +part) continue;
    list[n++] = row;
  }
  selection = list.slice(0, n);
  arrange();
  heads();
  active = 0;
  grid.setAttribute("aria-rowcount", n + 1);
  grid.scrollTop = 0;
  draw();
  state.textContent = `${n.toLocaleString("en")} of ${N.toLocaleString("en")} segments`;
  document.documentElement.dataset.took = Math.round(performance.now() - from);
}
function arrange() {
  const key = new Float64Array(N), measureAt = +measure.value, a = +system.value, b = +other.value;
  const worse = m.measures[measureAt].lower ? 1 : -1, turn = order.value === "last" ? -1 : 1;
  const value = {
    score: row => worse * score(measureAt, a, row),
    difference: row => worse * (score(measureAt, a, row) - score(measureAt, b, row)),
    length: row => present(a, row) ? length(row, CANDIDATE + a) : NaN,
    reference: row => R ? length(row, REFERENCE) : NaN,
    unknown: row => unknownShare(a, row),
    order: row => -row,
  }[sort.value];
  for (const row of selection) {
    const x = turn * value(row);
    key[row] = Number.isNaN(x) ? Infinity : -x; // what is absent is last
  }
  selection.sort((x, y) => key[x] < key[y] ? -1 : key[x] > key[y] ? 1 : x - y);
}
let waiting = 0;
query.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(refresh, 120); });
for (const box of [regexp, exactCase]) box.addEventListener("change", refresh);

// One segment.
const segmenter = window.Intl && Intl.Segmenter ? new Intl.Segmenter(undefined, {granularity: "word"}) : null;
const pieces = s => segmenter ? Array.from(segmenter.segment(s), p => p.segment) : s.split(/(\s+)/).filter(p => p);
const MOST = 4e6; // cells of the table of common words
// differences returns the pieces of two texts with what is common: ["=", "+" or "-", text].
function differences(before, after) {
  const a = pieces(before), b = pieces(after);
  if (a.length * b.length > MOST) return null;
  const width = b.length + 1, common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? common[(i + 1) * width + j + 1] + 1 :
        Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  const out = [];
  const add = (kind, piece) => {
    const last = out[out.length - 1];
    if (last && last[0] === kind) last[1] += piece; else out.push([kind, piece]);
  };
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { add("=", a[i]); i++; j++; }
    else if (j === b.length || i < a.length && common[(i + 1) * width + j] >= common[i * width + j + 1]) add("-", a[i++]);
    else add("+", b[j++]);
  }
  return out;
}
function paragraph(label, ...content) {
  const p = make("p", {className: "text", dir: "auto"}, ...content);
  return label ? [make("div", {className: "facts", textContent: label}), p] : [p];
}
function open(row, focus) {
  if (row === undefined) return;
  chosen = row;
  panes.classList.add("open");
  const close = make("button", {type: "button", textContent: "Close"});
  close.addEventListener("click", () => {
    chosen = -1;
    panel.hidden = true;
    panes.classList.remove("open");
    history.replaceState(null, "", location.pathname + location.search);
    draw();
    grid.focus();
  });
  const id = text(row, ID), link = "#segment=" + encodeURIComponent(id);
  const title = make("h3", {}, make("a", {href: link, textContent: "Segment " + visible(id), dir: "auto"}), close);
  const content = [title];
  if (has(row, DOC)) content.push(make("p", {className: "facts", dir: "auto", textContent: "document " + visible(text(row, DOC))}));
  if (has(row, SOURCE)) content.push(...paragraph("source", visible(text(row, SOURCE))));
  const references = [];
  for (let k = 0; k < R; k++) {
    if (has(row, REFERENCE + k)) references.push(visible(text(row, REFERENCE + k)));
  }
  references.forEach((reference, k) => content.push(...paragraph(references.length > 1 ? `reference ${k + 1}` : "reference", reference)));
  m.systems.forEach((name, i) => {
    content.push(make("h4", {dir: "auto", textContent: name}));
    const facts = m.measures.map((c, k) => [c.name, score(k, i, row)]).filter(f => !Number.isNaN(f[1])).map(f => `${f[0]} ${shown(f[1])}`);
    if (status(i, row)) facts.push("status " + status(i, row));
    const tokens = count("candidate_tokens", i, row);
    if (!Number.isNaN(tokens)) facts.push(`${tokens} tokens, ${count("candidate_oov", i, row)} unknown`);
    m.findings.forEach((finding, bit) => { if (detail("findings", i, row) >> bit & 1) facts.push(finding); });
    content.push(make("p", {className: "facts", textContent: facts.join(" · ")}));
    if (!present(i, row)) {
      content.push(make("p", {className: "facts", textContent: "The input has no output of this system."}));
      return;
    }
    if (!m.texts) return;
    const candidate = visible(text(row, CANDIDATE + i));
    content.push(...paragraph("", candidate === "" ? make("i", {textContent: "empty"}) : candidate));
    const best = Math.min(detail("best_reference", i, row), references.length - 1);
    if (best >= 0 && candidate !== "") {
      const parts = candidate === references[best] ? null : differences(references[best], candidate);
      if (parts) {
        content.push(...paragraph(`from the reference${references.length > 1 ? " " + (best + 1) : ""} to the output`, ...parts.map(([kind, piece]) =>
          kind === "=" ? piece : make(kind === "+" ? "ins" : "del", {textContent: piece}))));
      } else {
        content.push(make("p", {className: "facts", textContent: candidate === references[best] ? "equal to the reference" : "too long to show the differences"}));
      }
    }
    const alignment = alignments.get(row * 1e4 + i);
    if (alignment) content.push(picture(alignment));
  });
  panel.replaceChildren(...content);
  panel.hidden = false;
  history.replaceState(null, "", link);
  draw();
  if (focus && panel.getBoundingClientRect().top > innerHeight * 0.8) panel.scrollIntoView({block: "nearest"});
}
// picture draws an alignment as wrd explain does: words as high as their mass, and a band for each move.
function picture([, , from, to, moves]) {
  const svg = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const LEAST = 20, GAP = 4, scale = 22 * Math.max(from.length, to.length);
  const side = (list, at) => {
    const words = list.map(word => ({word, mass: 0, used: 0, y: 0}));
    for (const move of moves) words[move[at]].mass += move[2];
    let y = 16;
    for (const w of words) {
      const slot = Math.max(w.mass * scale, LEAST);
      w.y = y + (slot - w.mass * scale) / 2;
      y += slot + GAP;
    }
    return [words, y];
  };
  const [left, high] = side(from, 0), [right, low] = side(to, 1);
  const wide = list => 24 + 8.5 * Math.min(40, Math.max(...list.map(w => [...w].length * (/[\u1100-\uffdc]/.test(w) ? 2 : 1))));
  const x0 = wide(from), x1 = x0 + 270, height = Math.max(high, low) + 12, width = x1 + 6 + wide(to);
  const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img"});
  const title = svg("title", {});
  title.textContent = "Alignment: output on the left, reference on the right. " + [...moves].sort((a, b) => b[2] * b[3] - a[2] * a[3]).slice(0, 8)
    .map(move => `${visible(from[move[0]])} → ${visible(to[move[1]])}, mass ${move[2].toFixed(3)}, cost ${move[3].toFixed(3)}`).join("; ");
  picture.append(title);
  const sorted = [...moves].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const tops = new Map();
  for (const move of sorted) {
    tops.set(move, right[move[1]].y + right[move[1]].used);
    right[move[1]].used += move[2] * scale;
  }
  for (const move of [...moves].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const w = left[move[0]], y0 = w.y + w.used, y1 = tops.get(move), thick = move[2] * scale, middle = (x0 + 6 + x1) / 2;
    w.used += thick;
    const band = svg("path", {d: `M${x0 + 6} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}v${thick}C${middle} ${y1 + thick} ${middle} ${y0 + thick} ${x0 + 6} ${y0 + thick}Z`,
      fill: `hsl(${140 * (1 - Math.min(Math.max(move[3], 0), 1))},65%,45%)`, "fill-opacity": 0.55});
    const label = svg("title", {});
    label.textContent = `${visible(from[move[0]])} → ${visible(to[move[1]])}: mass ${move[2].toFixed(4)}, cost ${move[3].toFixed(4)}`;
    band.append(label);
    picture.append(band);
  }
  const label = (w, x, anchor) => {
    const t = svg("text", {x, y: w.y + w.mass * scale / 2 + 5, "text-anchor": anchor});
    t.textContent = visible(w.word);
    return t;
  };
  for (const w of left) picture.append(svg("rect", {class: "mass", x: x0, y: w.y, width: 6, height: w.mass * scale}), label(w, x0 - 8, "end"));
  for (const w of right) picture.append(svg("rect", {class: "mass", x: x1, y: w.y, width: 6, height: w.mass * scale}), label(w, x1 + 14, "start"));
  const box = make("div", {className: "alignment", tabIndex: 0, role: "group"}, picture);
  box.setAttribute("aria-label", "Alignment");
  return box;
}

// Export of the segments that are listed now, in their order.
function save(kind) {
  const parts = [], csv = kind === "csv";
  const cell = s => /[",\r\n]/.test(s) ? '"' + s.replace(/"/g, '""') + '"' : s;
  const number = x => Number(x.toPrecision(7));
  const references = Array.from({length: R}, (_, k) => k ? `reference_${k + 1}` : "reference");
  if (csv) parts.push(["segment", "doc", "system", "candidate", ...references, "status", ...m.measures.map(c => c.name)].map(cell).join(",") + "\r\n");
  for (const row of selection) {
    for (let i = 0; i < S; i++) {
      if (!present(i, row)) continue;
      const scores = m.measures.map((_, k) => score(k, i, row));
      const known = references.map((_, k) => has(row, REFERENCE + k) ? text(row, REFERENCE + k) : null);
      if (csv) {
        parts.push([text(row, ID), text(row, DOC), m.systems[i], text(row, CANDIDATE + i), ...known.map(s => s ?? ""), status(i, row),
          ...scores.map(x => Number.isNaN(x) ? "" : String(number(x)))].map(cell).join(",") + "\r\n");
        continue;
      }
      const record = {segment: text(row, ID), doc: has(row, DOC) ? text(row, DOC) : null, system: m.systems[i], candidate: text(row, CANDIDATE + i),
        references: known.filter(s => s !== null), status: status(i, row)};
      m.measures.forEach((c, k) => { record[c.name] = Number.isNaN(scores[k]) ? null : number(scores[k]); });
      parts.push(JSON.stringify(record) + "\n");
    }
  }
  const url = URL.createObjectURL(new Blob(parts, {type: csv ? "text/csv;charset=utf-8" : "application/x-ndjson"}));
  const a = make("a", {href: url, download: "segments." + kind});
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// Links to a segment.
function follow() {
  const id = /^#segment=(.*)$/.exec(location.hash);
  if (!id) return;
  let wanted;
  try { wanted = decodeURIComponent(id[1]); } catch { return; }
  for (let row = 0; row < N; row++) {
    if (text(row, ID) !== wanted) continue;
    let place = selection.indexOf(row);
    if (place < 0) { clear.click(); place = selection.indexOf(row); }
    open(row, false);
    move(place);
    panes.scrollIntoView();
    return;
  }
  state.textContent = `There is no segment ${visible(wanted)} in this report.`;
}
addEventListener("hashchange", follow);

live.hidden = false;
$("static").hidden = true;
refresh();
follow();
document.documentElement.dataset.ready = Math.round(performance.now() - started);
setTimeout(() => { if (small === null) small = all.replace(/İ/g, "i").toLowerCase(); }, 300);
})().catch(e => {
  document.getElementById("state").textContent = "The segments cannot be listed here, those below are the worst: " + e.message;
  throw e;
});
