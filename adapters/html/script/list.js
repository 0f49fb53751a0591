// The list shows the rows that are in sight, in elements that are used again.
const grid = make("div", {className: "grid", tabIndex: 0, role: "grid", id: "grid"});
grid.setAttribute("aria-label", "Segments");
const head = make("div", {className: "head", role: "row"});
head.setAttribute("aria-rowindex", "1");
const rows = make("div", {className: "rows", role: "rowgroup"});
grid.append(make("div", {className: "top", role: "rowgroup"}, head), rows);
const nothing = make("p", {className: "nothing", hidden: true}, "No segment matches. ",
  make("button", {type: "button", textContent: "Clear filters", onclick: () => clear.click()}));
const panel = make("section", {className: "detail", hidden: true, tabIndex: -1, id: "detail"});
panel.setAttribute("aria-label", "The chosen segment");
const bar = make("div", {className: "bar"}, clear, exported("csv"), exported("jsonl"),
  pressed("judge", "50 for people to judge", judgeSome), sampling, saveKey, ...tagging);
const listed = make("div", {className: "listed"}, make("div", {}, nothing, grid), scatter);
const panes = make("div", {className: "panes"}, listed, panel);
const tools = make("details", {className: "tools"}, make("summary", {textContent: "Filter, mark and export"}), more, bar);
live.append(controls, tools, sums, legendOfMarks, panes, groups);

// selection has the rows that are listed, in the list's order; unsorted the same ones in that of the input: whatever is
// computed or drawn goes by it, so that sorting changes no number.
let selection = new Uint32Array(0), unsorted = selection, active = 0, chosen = -1, two = false, generation = 0;
const pool = [];
const narrow = matchMedia("(max-width:40rem)"); // rows are cards there
const rowHeight = () => narrow.matches ? two ? 264 : 96 : two ? 136 : 48; // as in page.css
narrow.addEventListener("change", () => { generation++; draw(); });

// heads writes the titles, each of which sorts.
function heads() {
  const measureName = m.measures[measure.value].name, a = m.systems[system.value], b = m.systems[other.value];
  const titles = [["segment", "order"], ...two ?
    [[a, "score"], [b, "other"], ["difference", "difference"], [m.of_sources ? "source and outputs" : "reference and outputs", ""]] :
    [[measureName, "score"], ["output of " + a, "length"]]];
  head.replaceChildren(...titles.map(([title, key]) => {
    const cell = make("span", {role: "columnheader", title, dir: "auto"});
    if (!key) { cell.textContent = title; return cell; }
    const sorted = sort.value === key;
    cell.setAttribute("aria-sort", !sorted ? "none" : order.value === "first" ? "descending" : "ascending");
    const arrow = !sorted ? "" : order.value === "first" ? " ▾" : " ▴";
    const button = make("button", {type: "button", textContent: title + arrow});
    button.addEventListener("click", () => {
      order.value = sorted && order.value === "first" ? "last" : "first";
      sort.value = key;
      refresh();
      head.querySelectorAll("button")[titles.findIndex(t => t[1] === key)]?.focus();
    });
    cell.append(button);
    return cell;
  }));
  grid.setAttribute("aria-colcount", titles.length);
  legendOfMarks.lastChild.textContent = two ? ` · difference: above 0 where ${visible(a)} is better` : "";
}
// marked returns the beginning of an output, with what differs marked, for a row of the list.
function marked(row, i) {
  if (!present(i, row)) return [make("i", {textContent: "no output"})];
  if (!m.texts) return [];
  const output = visible(text(row, CANDIDATE + i).slice(0, 300));
  if (output.trim() === "") return [make("i", {textContent: "empty output"})];
  const toOther = marks.value === "other" && two;
  const against = toOther ? CANDIDATE + (i === +system.value ? +other.value : +system.value) :
    REFERENCE + Math.max(0, Math.min(detail("best_reference", i, row), R - 1));
  const outline = outliner(row, i);
  if (!marks.value || !toOther && R === 0 || !has(row, against)) return outline(output);
  return changed(visible(text(row, against).slice(0, 360)), output, toOther || m.of_sources ? null : alignmentOf(row, i), outline);
}
const line = (name, content) => make("div", {dir: "auto"}, make("b", {textContent: name}), " ", ...content);
function cellsOf(row) {
  const a = +system.value, b = +other.value, x = score(+measure.value, a, row);
  const id = visible(text(row, ID)) + (tags.has(row) ? " " + tags.get(row).join(", ") : "");
  if (!two) return [[id], [shown(x)], marked(row, a)];
  const y = score(+measure.value, b, row), to = m.of_sources ? SOURCE : REFERENCE + Math.max(0, bestReference(row, a));
  // Other columns of scores stand below.
  const beside = range(0, m.measures.length).filter(k => k !== +measure.value).slice(0, 5);
  const small = write => beside.map(k => make("small", {textContent: write(k)}));
  return [[id], [shown(x), ...small(k => shown(score(k, a, row)))], [shown(y), ...small(k => shown(score(k, b, row)))],
    [signed(advantage(+measure.value, a, b, row)),
      ...small(k => `${signed(advantage(k, a, b, row))} ${m.measures[k].name}`)],
    [...(m.of_sources || R > 0) && has(row, to) ?
      [line(m.of_sources ? "source" : "reference", [visible(text(row, to).slice(0, 300))])] : [],
    line(m.systems[a], marked(row, a)), line(m.systems[b], marked(row, b))]];
}
function draw() {
  const ROW = rowHeight(), fixed = two ? 4 : 2;
  const first = Math.max(0, Math.floor((grid.scrollTop - head.offsetHeight) / ROW) - 4);
  const last = Math.min(selection.length, first + Math.ceil(grid.clientHeight / ROW) + 9);
  rows.style.height = selection.length * ROW + "px";
  while (pool.length < last - first) {
    const element = make("div", {className: "row", role: "row"});
    element.addEventListener("click", () => { active = +element.dataset.place; open(selection[active], false); });
    pool.push(element);
    rows.append(element);
  }
  pool.forEach((element, k) => {
    const place = first + k;
    element.hidden = place >= last;
    element.removeAttribute("id");
    if (element.hidden) return;
    const row = selection[place];
    element.style.transform = `translateY(${place * ROW}px)`;
    element.dataset.place = place;
    element.id = "row-" + place;
    element.setAttribute("aria-rowindex", place + 2);
    element.setAttribute("aria-selected", row === chosen);
    element.classList.toggle("active", place === active);
    if (element.shows === row && element.generation === generation) return;
    element.shows = row;
    element.generation = generation;
    element.replaceChildren(...cellsOf(row).map((content, i) => make("span", {role: "gridcell",
      className: i >= fixed ? "text" : i === 0 ? "text id" : "", dir: i >= fixed || i === 0 ? "auto" : "ltr"}, ...content)));
  });
  if (selection.length) grid.setAttribute("aria-activedescendant", "row-" + active);
  else grid.removeAttribute("aria-activedescendant");
}
let asked = false;
grid.addEventListener("scroll", () => {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => { asked = false; draw(); });
});
new ResizeObserver(draw).observe(grid);
grid.addEventListener("keydown", e => {
  if (e.target !== grid) return;
  const page = Math.max(1, Math.floor(grid.clientHeight / rowHeight()) - 1);
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
  const ROW = rowHeight();
  active = place;
  const top = place * ROW, high = grid.clientHeight - head.offsetHeight;
  if (top < grid.scrollTop) grid.scrollTop = top;
  if (top + ROW > grid.scrollTop + high) grid.scrollTop = top + ROW - high;
  draw();
}
