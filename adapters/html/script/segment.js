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
    if (alignment) content.push(picture(alignment, candidate, references[best] || ""));
  });
  panel.replaceChildren(...content);
  panel.hidden = false;
  history.replaceState(null, "", link);
  draw();
  panel.scrollTop = 0;
  if (keyboard) panel.focus({preventScroll: true});
  if (panel.getBoundingClientRect().top > innerHeight * 0.8) panel.scrollIntoView({block: "nearest"});
}
