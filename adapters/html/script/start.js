// Links to a segment.
function follow(hash = location.hash) {
  const id = /^#segment=(.*)$/.exec(hash);
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
addEventListener("hashchange", () => follow());

system.value = m.pair[0];
if (m.pair.length > 1) other.value = m.pair[1];
sort.value = m.sort;
live.hidden = false;
$("static").hidden = true;
const address = location.hash;
refresh();
follow(address);
document.documentElement.dataset.ready = Math.round(performance.now() - started);
setTimeout(() => { if (small === null) small = lower(all); }, 300);
