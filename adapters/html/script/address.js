// The address holds what is shown: controls that are not as they were, the brush, the tags, and the segment that is
// open.
const stateOf = {measure, a: system, b: other, marks, sort, order, status: statuses, finding: findings, bucket,
  q: query, filter};
const atFirst = {};
const LONGEST = 4000; // characters of tags that an address can take
function current() {
  const list = Object.entries(stateOf).map(([name, control]) => [name, control.value])
    .filter(([name, value]) => value !== atFirst[name]);
  if (regexp.checked) list.push(["regexp", "1"]);
  if (exactCase.checked) list.push(["case", "1"]);
  if (brush) list.push(["brush", brush.map(exact).join(",")]);
  const kept = packedTags();
  if (kept && kept.length <= LONGEST) list.push(["tags", kept]);
  return list;
}
const written = list => list.length ?
  "#" + list.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&") : "";
function linkTo(row) { return written([...current(), ["segment", text(row, ID)]]); }
function remember() {
  const address = panel.hidden ? written(current()) : linkTo(chosen);
  history.replaceState(null, "", location.pathname + location.search + address);
}
let restored = false; // what the address said at first is shown
// reveal shows a segment, also one that the filters leave out.
function reveal(row) {
  if (!selection.includes(row)) clear.click();
  open(row, false);
  move(selection.indexOf(row));
  panes.scrollIntoView();
}
// restore shows what an address says.
async function restore(hash) {
  if (!hash.includes("=")) { // the name of a part of the page
    refresh();
    $(hash.slice(1))?.scrollIntoView();
    return;
  }
  const said = new Map(hash.slice(1).split("&").map(part => {
    const [name, ...value] = part.split("=");
    try { return [name, decodeURIComponent(value.join("="))]; } catch { return [name, ""]; }
  }));
  for (const [name, control] of Object.entries(stateOf)) {
    control.value = said.get(name) ?? atFirst[name];
    if (control.selectedIndex === -1) control.value = atFirst[name]; // there is no such choice
  }
  regexp.checked = said.has("regexp");
  exactCase.checked = said.has("case");
  const box = (said.get("brush") ?? "").split(",").map(Number);
  brush = box.length === 4 && box.every(Number.isFinite) ? box : null;
  if (said.has("tags")) unpackTags(said.get("tags"));
  chosen = -1;
  panel.hidden = true;
  panes.classList.remove("open");
  await search();
  const wanted = said.get("segment");
  if (wanted === undefined) return;
  panes.scrollIntoView();
  for (let row = 0; row < N; row++) {
    if (text(row, ID) === wanted) return reveal(row);
  }
  state.textContent = `There is no segment ${visible(wanted)} in this report.`;
  state.scrollIntoView({block: "center"});
}
// A link to a part of the page leaves what is shown, which the address then names again.
addEventListener("hashchange", () => {
  if (returning) { returning = false; remember(); } else if (location.hash.includes("=")) restore(location.hash); else remember();
});

system.value = m.pair[0];
if (m.pair.length > 1) other.value = m.pair[1];
sort.value = m.sort;
for (const [name, control] of Object.entries(stateOf)) atFirst[name] = control.value;
for (const link of document.querySelectorAll("a[data-row]")) {
  link.href = linkTo(+link.dataset.row);
  link.addEventListener("click", e => { e.preventDefault(); reveal(+link.dataset.row); });
}
for (const link of document.querySelectorAll("a[data-words]")) {
  link.href = "#browser";
  link.addEventListener("click", () => { system.value = link.dataset.words; listOnly(link.dataset.filter); });
}
document.querySelectorAll(".wide table").forEach(nameCells);
live.hidden = false;
$("static").hidden = true;
if (!$("alignments")) await aligning; else aligning.then(() => { generation++; draw(); });
await restore(location.hash);
restored = true;
document.documentElement.dataset.ready = Math.round(performance.now() - started);
setTimeout(() => { if (small === null) small = lower(all); }, 300);
