// Documents and domains: their means, and the worst segment of each; a click lists one.
const groups = make("div", {className: "groups"});
const kinds = [["domain", m.domains, "domain"], ["document", m.documents, "doc"]].filter(([, g]) => g.all > 0);
const tables = kinds.map(([kind, g, field]) => {
  const table = make("table"), note = make("p", {className: "legend"});
  const box = make("div", {className: "wide tall", tabIndex: 0, role: "group"}, table);
  box.setAttribute("aria-label", kind + "s");
  const element = make("details", {id: kind + "s"},
    make("summary", {textContent: `${g.all.toLocaleString("en")} ${kind}${g.all === 1 ? "" : "s"}`}), note, box);
  element.addEventListener("toggle", listGroups);
  groups.append(element);
  return {kind, g, field, table, note, element, by: "difference", turn: 1};
});
const quote = s => `"${s.replace(/["\\]/g, "\\$&")}"`;
function listGroups() { for (const t of tables) if (t.element.open) fillGroups(t); }
function fillGroups(t) {
  const {kind, g, field} = t, n = g.names.length, k = +measure.value, a = +system.value, b = +other.value;
  const means = column[kind + "_means"], part = means.length / 3;
  const numberOf = (which, i, at) => means[which * part + (k * S + i) * n + at];
  const said = (i, at) => {
    const [mean, low, high] = [0, 1, 2].map(which => numberOf(which, i, at));
    return [shown(mean), make("small", {textContent: Number.isNaN(low) ? "" : `${shown(low)} to ${shown(high)}`})];
  };
  const worst = new Map(), worse = m.measures[k].lower ? 1 : -1, first = new Map();
  for (let row = 0; row < N; row++) {
    const x = worse * score(k, a, row), number = column[kind][row];
    if (!first.has(number)) first.set(number, row);
    if (x === x && !(worst.get(number)?.[0] >= x)) worst.set(number, [x, row]);
  }
  const keys = {name: at => at, segments: at => g.segments[at], a: at => worse * numberOf(0, a, at),
    b: at => worse * numberOf(0, b, at),
    difference: at => two ? worse * (numberOf(0, b, at) - numberOf(0, a, at)) : worse * numberOf(0, a, at),
    worst: at => worst.get(g.numbers[at])?.[0] ?? NaN};
  const key = keys[t.by], order = range(0, n).sort((x, y) => {
    const [u, v] = [key(x), key(y)];
    return Number.isNaN(u) || Number.isNaN(v) ? Number.isNaN(u) - Number.isNaN(v) : t.turn * (v - u) || x - y;
  });
  const titles = [[kind, "name"], ["segments", "segments"], [m.systems[a], "a"],
    ...two ? [[m.systems[b], "b"], ["difference", "difference"]] : [],
    ["worst segment of " + m.systems[a], "worst"]];
  const head = make("tr", {}, ...titles.map(([title, by]) => {
    const button = make("button", {type: "button", textContent: title});
    button.addEventListener("click", () => { t.turn = t.by === by ? -t.turn : 1; t.by = by; fillGroups(t); });
    const cell = make("th", {scope: "col", dir: "auto"}, button);
    cell.setAttribute("aria-sort", t.by === by ? t.turn > 0 ? "descending" : "ascending" : "none");
    return cell;
  }));
  const rows = order.map(at => {
    const row = first.get(g.numbers[at]), link = make("a", {href: "#browser", textContent: g.names[at] });
    link.addEventListener("click", () => {
      if (row !== undefined) listOnly(`${field} == ${quote(text(row, kind === "domain" ? DOMAIN : DOC))}`);
    });
    const bad = worst.get(g.numbers[at])?.[1], open = make("a");
    if (bad !== undefined) Object.assign(open, {href: linkTo(bad), textContent: visible(text(bad, ID))});
    open.addEventListener("click", e => { e.preventDefault(); reveal(bad); });
    const d = two ? worse * (numberOf(0, b, at) - numberOf(0, a, at)) : NaN;
    return make("tr", {}, make("th", {scope: "row", dir: "auto"}, link), make("td", {textContent: grouped(g.segments[at])}),
      make("td", {}, ...said(a, at)),
      ...two ? [make("td", {}, ...said(b, at)), make("td", {textContent: signed(d)})] : [],
      make("td", {}, ...bad === undefined ? [] : [shown(score(k, a, bad)), " ", open]));
  });
  t.table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  nameCells(t.table);
  const some = g.names.length < g.all ? `The ${grouped(g.names.length)} with the worst ${m.measures[0].name}. ` : "";
  t.note.textContent = some + "Of all segments. Intervals take the " +
    (kind === "document" ? "segments of a document" : m.unit) + " as independent.";
}
// listOnly lists what an expression lets through.
function listOnly(expression) {
  clear.click();
  filter.value = expression;
  search();
}
