// Kinds of text: by how much the first system is ahead on each, of what is listed (metric/inspection/kinds.go).
let kindsLater = 0;
function listKinds() {
  const table = $("kinds"), k = +measure.value, a = +system.value, b = +other.value;
  if (!table) return;
  if (!two) { table.tBodies[0].replaceChildren(); return; }
  const ahead = row => advantage(k, a, b, row), all = [-Infinity, Infinity], list = [];
  for (const group of m.buckets.filter(b => !b.score)) {
    const of = column["bucket_" + group.key], known = unsorted.filter(row => of[row] < 255 && ahead(row) === ahead(row));
    const sides = group.names.map(() => []);
    for (const row of known) sides[of[row]].push(row);
    group.names.forEach((name, part) => {
      const n = sides[part].length, rest = known.length - n;
      if (Math.min(n, rest) < 20) return; // fewestOfKind
      const there = summed(sides[part], ahead, all), elsewhere = summed(known.filter(row => of[row] !== part), ahead, all);
      const d = there.mean - elsewhere.mean;
      const effect = summed(known, row => of[row] === part ? d + known.length / n * (ahead(row) - there.mean) :
        d - known.length / rest * (ahead(row) - elsewhere.mean), all);
      list.push({key: `${group.key}:${name}`, name: group.choices[part], n, there, elsewhere, effect,
        shown: there.low === there.low && (effect.low > 0 || effect.high < 0)});
    });
  }
  list.sort((x, y) => y.shown - x.shown || Math.abs(y.effect.mean) - Math.abs(x.effect.mean));
  let low = 0, high = 0;
  for (const {there} of list) {
    low = Math.min(low, there.low || 0, there.mean);
    high = Math.max(high, there.high || 0, there.mean);
  }
  const at = x => 4 + 92 * (x - low) / (high - low || 1);
  const cell = s => make("td", {}, signed(s.mean) + " ",
    make("small", {textContent: Number.isNaN(s.low) ? "–" : `${signed(s.low)} to ${signed(s.high)}`}));
  table.tBodies[0].replaceChildren(...list.map(({key, name, n, there, elsewhere, effect, shown}) => {
    const link = leadsTo(make("a", {textContent: name}), true);
    link.dataset.bucket = key;
    const svg = drawnAs("svg", {class: "range", viewBox: "0 0 100 8", "aria-hidden": true});
    if (there.low === there.low) svg.append(drawnAs("path", {d: `M${at(there.low)} 4H${at(there.high)}`}));
    svg.append(drawnAs("circle", {cx: at(there.mean), cy: 4, r: 3}));
    return make("tr", {className: shown ? "" : "open"}, make("th", {scope: "row"}, link), make("td", {textContent: grouped(n)}),
      cell(there), make("td", {}, svg), make("td", {textContent: signed(elsewhere.mean)}), cell(effect));
  }));
  nameCells(table);
  $("kinds-note").querySelectorAll("bdi").forEach((e, i) => {
    e.textContent = [m.systems[a], m.systems[b], m.measures[k].name][i];
  });
}
