// One segment.
function paragraph(label, ...content) {
  const p = make("p", {className: "text", dir: "auto"}, ...content);
  return label ? [make("div", {className: "facts", textContent: label}), p] : [p];
}
// A segment that is opened has a place of its own in the history, so that Back closes it. returning says that the page went
// back itself, or that Back closed a segment: what is listed stays.
let entered = false, returning = false;
function hide() {
  chosen = -1;
  panel.hidden = true;
  panes.classList.remove("open");
  draw();
  drawScatter();
  grid.focus({preventScroll: true});
}
function shut() {
  hide();
  if (!entered) { remember(); return; }
  entered = false;
  returning = true;
  history.back();
}
addEventListener("popstate", () => {
  if (panel.hidden || /[#&]segment=/.test(location.hash)) return;
  entered = false;
  returning = true;
  hide();
});
const typed = e => e.target.closest("input, select, textarea");
addEventListener("keydown", e => {
  if (e.key === "Escape" && !panel.hidden && !keys.open && (!typed(e) || panel.contains(e.target))) shut();
  if (e.key === "?" && !typed(e)) showKeys();
});
const keys = make("dialog", {id: "keys"});
keys.setAttribute("aria-label", "Keys");
keys.append(make("h2", {textContent: "Keys"}), make("dl", {}, ...[["j, k", "open the next, the previous segment"],
  ["↓ ↑ PgDn PgUp Home End", "move in the list"], ["Enter", "open the segment"], ["Escape, Back", "close it"],
  ["?", "show this"]].flatMap(([key, what]) => [make("dt", {textContent: key}), make("dd", {textContent: what})])),
make("button", {type: "button", textContent: "Close", onclick: () => keys.close()}));
document.body.append(keys);
function showKeys() { if (!keys.open) keys.showModal(); }
bar.append(pressed("show-keys", "Keys (?)", showKeys));
// step opens the next or the previous segment of the list.
function step(by) {
  const place = Math.max(0, Math.min(selection.length - 1, active + by));
  if (!selection.length) return;
  open(selection[place], true);
  move(place);
}
addEventListener("keydown", e => {
  const by = {j: 1, k: -1}[e.key];
  if (!by || panel.hidden || e.altKey || e.ctrlKey || e.metaKey || typed(e)) return;
  e.preventDefault();
  step(by);
});
// unfolds is an element that is filled in when it is opened.
function unfolds(title, content) {
  const element = make("details", {}, make("summary", {textContent: title}));
  element.addEventListener("toggle", () => element.append(...content()), {once: true});
  return element;
}
// open shows a segment. The focus goes to it if it was asked for by keyboard.
function open(row, keyboard) {
  if (row === undefined) return;
  const fresh = panel.hidden;
  chosen = row;
  panes.classList.add("open");
  const button = (textContent, title, onclick) => make("button", {type: "button", textContent, title, onclick});
  const id = text(row, ID), link = linkTo(row), a = +system.value, b = two ? +other.value : -1;
  const content = [make("h3", {}, make("a", {href: link, textContent: "Segment " + visible(id), dir: "auto"}),
    make("span", {className: "buttons"}, button("Previous", "key k", () => step(-1)),
      button("Next", "key j", () => step(1)),
      button("Close", "Escape", shut)))];
  const where = [["document", DOC], ["domain", DOMAIN]].filter(([, field]) => has(row, field))
    .map(([name, field]) => `${name} ${visible(text(row, field))}`);
  if (where.length) content.push(fact(where.join(" · "), "auto"));
  if (has(row, SOURCE)) content.push(...paragraph("source", visible(text(row, SOURCE))));
  const references = referencesOf(row).map(s => s === null ? null : visible(s));
  const best = bestReference(row, a);
  const others = references.map((s, k) => [s, k]).filter(([s, k]) => s !== null && k !== best);
  const labelled = ([s, k]) => paragraph(references.length > 1 ? `reference ${k + 1}` : "reference", s);
  if (best >= 0) content.push(...labelled([references[best], best]));
  if (others.length) content.push(unfolds(counted(others.length, "other reference"), () => others.flatMap(labelled)));
  content.push(tagsOf(row));
  const pair = [a, ...b >= 0 ? [b] : []];
  content.push(make("div", {className: pair.length > 1 ? "pair" : ""},
    ...pair.map(i => make("div", {}, ...output(row, i, references)))));
  if (b >= 0 && present(a, row) && present(b, row) && m.texts) {
    const [x, y] = [a, b].map(i => visible(text(row, CANDIDATE + i)));
    content.push(...x === y ? [fact("The two outputs are equal.")] :
      paragraph(`from ${m.systems[b]} to ${m.systems[a]}, word by word`, ...changed(y, x, null, outliner(row, a))));
  }
  const rest = m.systems.map((_, i) => i).filter(i => !pair.includes(i));
  if (rest.length) content.push(unfolds(counted(rest.length, "other system"),
    () => rest.flatMap(i => output(row, i, references))));
  panel.replaceChildren(...content);
  panel.hidden = false;
  if (fresh && restored) {
    history.pushState(null, "", linkTo(row));
    entered = true;
  } else {
    remember();
  }
  draw();
  panel.scrollTop = 0;
  if (keyboard) panel.focus({preventScroll: true});
  if (panel.getBoundingClientRect().top > innerHeight * 0.8) panel.scrollIntoView({block: "nearest"});
}
const counted = (n, thing) => n === 1 ? `1 ${thing}` : `${grouped(n)} ${thing}s`;
const fact = (textContent, dir = "") => make("p", {className: "facts", textContent, dir});
// bestReference is the one that an output is closest to, -1 if there is none.
const bestReference = (row, i) => {
  const best = Math.min(detail("best_reference", i, row), R - 1);
  return best >= 0 && has(row, REFERENCE + best) ? best : R > 0 && has(row, REFERENCE) ? 0 : -1;
};
// output shows what a system made of a segment.
function output(row, i, references) {
  const facts = [];
  m.measures.forEach((c, k) => {
    const x = score(k, i, row);
    if (Number.isNaN(x)) return;
    const points = c.points ? ` (${shown(c.points[0] + x * (c.points[1] - c.points[0]), 1)} points)` : "";
    facts.push(`${c.name} ${shown(x)}${points}`);
  });
  if (status(i, row)) facts.push("status " + status(i, row));
  const tokens = count("candidate_tokens", i, row);
  if (!Number.isNaN(tokens)) facts.push(`${tokens} tokens, ${count("candidate_oov", i, row)} unknown`);
  m.findings.forEach((finding, bit) => { if (detail("findings", i, row) >> bit & 1) facts.push(finding); });
  const content = [make("h4", {dir: "auto", textContent: m.systems[i]}), fact(facts.join(" · "))];
  if (!present(i, row)) return [...content, fact("The input has no output of this system.")];
  if (!m.texts) return content;
  const candidate = visible(text(row, CANDIDATE + i)), empty = candidate.trim() === "";
  content.push(...paragraph("", ...empty ? [make("i", {textContent: "empty output"})] : outliner(row, i)(candidate)));
  const best = bestReference(row, i), reference = best >= 0 ? references[best] : "";
  const aligned = m.of_sources ? visible(text(row, SOURCE)) : reference; // what the output is aligned with
  if (best >= 0 && !empty) {
    const which = references.length > 1 ? "reference " + (best + 1) : "the reference";
    content.push(...candidate === reference ? [fact("equal to " + which)] :
      paragraph(`from ${which} to the output`, ...changed(reference, candidate, m.of_sources ? null : alignmentOf(row, i), outliner(row, i))));
  }
  const alignment = alignmentOf(row, i);
  if (alignment) {
    for (const [other, words] of [["output", textsOfOutputs.missing(row, i)],
      [m.of_sources ? "source" : "reference", textsOfOutputs.invented(row, i)]]) {
      if (words.length) content.push(fact(`without a counterpart in the ${other}: ${words.map(visible).join(" ")}`, "auto"));
    }
    content.push(picture(alignment));
  } else if (alignments.size > 0 && !m.aligned && aligned && !empty) {
    content.push(fact(`The page has the alignments of ${counted(alignments.size, "output")}, and this is not one of ` +
      "them: wrd report --alignments N has more."));
  }
  return content;
}
