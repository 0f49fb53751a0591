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
    element.addEventListener("click", () => { active = +element.dataset.place; open(selection[active], false); });
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
    const output = CANDIDATE + +system.value;
    const field = present(+system.value, row) && length(row, output) > 0 ? output : REFERENCE;
    cells.push(field === REFERENCE && R === 0 ? "" : visible(text(row, field).slice(0, 300)));
    while (element.children.length !== cells.length) {
      if (element.children.length > cells.length) element.lastChild.remove();
      else element.append(make("span", {role: "gridcell"}));
    }
    cells.forEach((cell, i) => {
      const span = element.children[i];
      span.textContent = cell;
      span.className = i === cells.length - 1 ? "text" : "";
      span.dir = i === cells.length - 1 || i === 0 ? "auto" : "ltr";
    });
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
