let sumsLater = 0;
// What is listed: the segments that were found and that the filters let through, sorted.
function refresh(from = performance.now()) {
  two = other.value !== "" && other.value !== system.value;
  panes.classList.toggle("two", two);
  if (/^(difference|why|against)/.test(sort.value) && !two) {
    const i = m.systems.findIndex((_, k) => k !== +system.value);
    if (i >= 0) { other.value = i; two = true; panes.classList.add("two"); } else sort.value = "score";
  }
  const a = +system.value, bits = +findings.value, place = m.statuses.indexOf(statuses.value);
  let part = bucket.selectedIndex - 1;
  const kind = m.buckets.find(b => part < b.names.length || (part -= b.names.length, false));
  const parts = bucket.value ? column["bucket_" + kind.key] : null;
  const list = new Uint32Array(N);
  let n = 0;
  const at = +measure.value, b = +other.value, box = two ? brush : null;
  for (let row = 0; row < N; row++) {
    if (found && !found[row]) continue;
    if (statuses.value && !(present(a, row) && detail("status", a, row) === place)) continue;
    if (bits && !(present(a, row) && detail("findings", a, row) & bits)) continue;
    if (parts && parts[row] !== part) continue;
    if (box && !inside(box, score(at, a, row), score(at, b, row))) continue;
    if (keep && !keep(row)) continue;
    list[n++] = row;
  }
  unsorted = list.subarray(0, n);
  selection = unsorted.slice();
  arrange();
  heads();
  generation++;
  nothing.hidden = n > 0;
  active = 0;
  grid.setAttribute("aria-rowcount", n + 1);
  grid.scrollTop = 0;
  if (!panel.hidden) open(chosen, false); else remember();
  draw();
  state.textContent = fault || `${n.toLocaleString("en")} of ${N.toLocaleString("en")} segments`;
  clearTimeout(sumsLater);
  const sum = () => { sums.textContent = sumUp(); };
  if (N > 5000) sumsLater = setTimeout(sum, 250); else sum();
  drawScatter();
  listGroups();
  clearTimeout(kindsLater);
  kindsLater = setTimeout(listKinds, N > 20000 ? 250 : 0);
  document.documentElement.dataset.took = Math.round(performance.now() - from);
}
// arrange sorts the selection.
function arrange() {
  const key = new Float64Array(N), measureAt = +measure.value, a = +system.value, b = +other.value;
  const worse = m.measures[measureAt].lower ? 1 : -1, turn = order.value === "last" ? -1 : 1;
  const value = {
    score: row => worse * score(measureAt, a, row),
    other: row => two ? worse * score(measureAt, b, row) : NaN,
    difference: row => advantage(measureAt, a, b, row),
    length: row => present(a, row) ? length(row, CANDIDATE + a) : NaN,
    reference: row => R ? length(row, REFERENCE) : NaN,
    unknown: row => unknownShare(a, row),
    order: row => -row,
    // most where the two columns prefer another system each, and both by much
    against: row => -advantage(measureAt, a, b, row) * advantage(+sort.value.slice(7), a, b, row),
  }[sort.value === "why" ? "difference" : sort.value.replace(/\d+$/, "")];
  for (const row of selection) {
    const x = turn * value(row);
    key[row] = Number.isNaN(x) ? Infinity : -x; // what is absent is last
  }
  selection.sort((x, y) => key[x] < key[y] ? -1 : key[x] > key[y] ? 1 : x - y);
  if (sort.value === "why") { // the best example of either side in turn, then copies of references
    const bit = 1 << m.findings.indexOf("copy of a reference");
    const copied = row => (detail("findings", a, row) | detail("findings", b, row)) & bit;
    const known = selection.findIndex(row => key[row] === Infinity), end = known < 0 ? selection.length : known;
    const all = [...selection.subarray(0, end)];
    let at = 0;
    for (const rows of [all.filter(row => !copied(row)), all.filter(copied)]) {
      const behind = rows.findIndex(row => key[row] > 0), against = behind < 0 ? [] : rows.splice(behind).reverse();
      for (let k = 0; k < Math.max(rows.length, against.length); k++) {
        for (const side of [rows, against]) if (k < side.length) selection[at++] = side[k];
      }
    }
  }
}
