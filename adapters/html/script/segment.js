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
    else if (j === b.length || i < a.length && common[(i + 1) * width + j] >= common[i * width + j + 1]) {
      add("-", a[i++]);
    } else add("+", b[j++]);
  }
  return out;
}
function paragraph(label, ...content) {
  const p = make("p", {className: "text", dir: "auto"}, ...content);
  return label ? [make("div", {className: "facts", textContent: label}), p] : [p];
}
function shut() {
  chosen = -1;
  panel.hidden = true;
  panes.classList.remove("open");
  history.replaceState(null, "", location.pathname + location.search);
  draw();
  grid.focus();
}
for (const element of [grid, panel]) {
  element.addEventListener("keydown", e => { if (e.key === "Escape" && !panel.hidden) shut(); });
}
// open shows a segment. The focus goes to it if it was asked for by keyboard.
function open(row, keyboard) {
  if (row === undefined) return;
  chosen = row;
  panes.classList.add("open");
  const close = make("button", {type: "button", textContent: "Close"});
  close.addEventListener("click", shut);
  const id = text(row, ID), link = "#segment=" + encodeURIComponent(id);
  const content = [make("h3", {}, make("a", {href: link, textContent: "Segment " + visible(id), dir: "auto"}), close)];
  if (has(row, DOC)) content.push(fact("document " + visible(text(row, DOC)), "auto"));
  if (has(row, SOURCE)) content.push(...paragraph("source", visible(text(row, SOURCE))));
  const references = referencesOf(row).filter(s => s !== null).map(visible);
  references.forEach((reference, k) => {
    content.push(...paragraph(references.length > 1 ? `reference ${k + 1}` : "reference", reference));
  });
  m.systems.forEach((_, i) => content.push(...output(row, i, references)));
  panel.replaceChildren(...content);
  panel.hidden = false;
  history.replaceState(null, "", link);
  draw();
  panel.scrollTop = 0;
  if (keyboard) panel.focus({preventScroll: true});
  if (panel.getBoundingClientRect().top > innerHeight * 0.8) panel.scrollIntoView({block: "nearest"});
}
const fact = (textContent, dir = "") => make("p", {className: "facts", textContent, dir});
// output shows what a system made of a segment.
function output(row, i, references) {
  const facts = [];
  m.measures.forEach((c, k) => {
    const x = score(k, i, row);
    if (!Number.isNaN(x)) facts.push(`${c.name} ${shown(x)}`);
  });
  if (status(i, row)) facts.push("status " + status(i, row));
  const tokens = count("candidate_tokens", i, row);
  if (!Number.isNaN(tokens)) facts.push(`${tokens} tokens, ${count("candidate_oov", i, row)} unknown`);
  m.findings.forEach((finding, bit) => { if (detail("findings", i, row) >> bit & 1) facts.push(finding); });
  const content = [make("h4", {dir: "auto", textContent: m.systems[i]}), fact(facts.join(" · "))];
  if (!present(i, row)) return [...content, fact("The input has no output of this system.")];
  if (!m.texts) return content;
  const candidate = visible(text(row, CANDIDATE + i));
  content.push(...paragraph("", candidate === "" ? make("i", {textContent: "empty"}) : candidate));
  const best = Math.min(detail("best_reference", i, row), references.length - 1);
  if (best >= 0 && candidate !== "") content.push(...changes(references[best], candidate, references.length > 1, best));
  const alignment = alignments.get(row * 1e4 + i);
  if (alignment) content.push(picture(alignment, candidate, references[best] || ""));
  return content;
}
// changes shows how an output differs from a reference, which is one of several or the only one.
function changes(reference, candidate, several, best) {
  if (candidate === reference) return [fact("equal to the reference")];
  const parts = differences(reference, candidate);
  if (!parts) return [fact("too long to show the differences")];
  const marked = parts.map(([kind, piece]) =>
    kind === "=" ? piece : make(kind === "+" ? "ins" : "del", {textContent: piece}));
  return paragraph(`from the reference${several ? " " + (best + 1) : ""} to the output`, ...marked);
}
