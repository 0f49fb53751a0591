// The segments by the scores of both systems: a rectangle that is drawn lists those inside, a click opens the next one.
const plane = make("canvas", {width: 640, height: 640, id: "plane"});
plane.setAttribute("role", "img");
const planeNote = make("p", {className: "legend"});
const scatter = make("details", {className: "scatter", hidden: true, open: innerWidth >= 1600},
  make("summary", {textContent: "Segments by both scores"}), plane, planeNote);
const EDGE = 56; // pixels of the canvas around the points
let brush = null, drawn = null, span = [0, 1]; // [least x, largest x, least y, largest y], the same while it is drawn
const inside = ([x0, x1, y0, y1], x, y) => x >= x0 && x <= x1 && y >= y0 && y <= y1;
const wide = plane.width - 2 * EDGE;
const toPlane = v => (v - span[0]) / (span[1] - span[0]) * wide;
const points = row => [score(+measure.value, +system.value, row), score(+measure.value, +other.value, row)];
let planned = false;
function drawScatter() {
  scatter.hidden = !two;
  panes.classList.toggle("scattered", two);
  if (!two || !scatter.open || planned) return;
  planned = true;
  requestAnimationFrame(() => { planned = false; paint(); });
}
function paint() {
  const c = plane.getContext("2d", {willReadFrequently: true});
  const color = name => getComputedStyle(document.documentElement).getPropertyValue(name);
  let low = Infinity, high = -Infinity;
  for (const i of [+system.value, +other.value]) {
    for (let row = 0, at = (+measure.value * S + i) * N; row < N; row++, at++) {
      const v = column.scores[at];
      if (v < low) low = v;
      if (v > high) high = v;
    }
  }
  span = low < high ? [low, high] : [low - 1, low + 1];
  const [soft, ink, line, accent] = ["--soft", "--ink", "--line", "--link"].map(color);
  c.clearRect(0, 0, plane.width, plane.height);
  const few = N <= 5000, size = few ? 6 : 2;
  const dots = (list, color) => {
    c.fillStyle = color;
    for (const row of list ?? range(0, N)) {
      const [x, y] = points(row);
      if (x === x && y === y) c.fillRect(EDGE + toPlane(x) - size / 2, EDGE + wide - toPlane(y) - size / 2, size, size);
    }
  };
  const pixels = (list, color, image) => { // as dots, for many
    const k = +measure.value, at = [+system.value, +other.value].map(i => (k * S + i) * N), n = list ? list.length : N;
    const scale = wide / (span[1] - span[0]);
    const parts = [1, 3, 5].map(from => parseInt(color.trim().slice(from, from + 2), 16));
    for (let j = 0; j < n; j++) {
      const row = list ? list[j] : j, x = column.scores[at[0] + row], y = column.scores[at[1] + row];
      if (x !== x || y !== y) continue;
      const pixel = 4 * (Math.round(EDGE + wide - (y - span[0]) * scale) * plane.width +
        Math.round(EDGE + (x - span[0]) * scale));
      for (let i = 0; i < 3; i++) image.data[pixel + i] = parts[i];
      image.data[pixel + 3] = 255;
    }
  };
  c.strokeStyle = line;
  c.lineWidth = 2;
  c.strokeRect(EDGE, EDGE, wide, wide);
  c.beginPath();
  c.moveTo(EDGE, EDGE + wide);
  c.lineTo(EDGE + wide, EDGE);
  c.stroke();
  const layers = [...selection.length < N ? [[null, line]] : [], [selection, accent]];
  if (few) {
    c.globalAlpha = 0.7;
    for (const [list, color] of layers) dots(list, color);
    c.globalAlpha = 1;
  } else {
    const image = c.getImageData(0, 0, plane.width, plane.height);
    for (const [list, color] of layers) pixels(list, color, image);
    c.putImageData(image, 0, 0);
  }
  c.font = "24px system-ui, sans-serif";
  c.fillStyle = soft;
  const name = i => visible(m.systems[i]).slice(0, 30);
  c.textAlign = "left";
  c.fillText(shown(span[0], 2), EDGE, plane.height - 18);
  c.fillText("↑ " + name(other.value), EDGE, EDGE - 16);
  c.textAlign = "right";
  c.fillText(shown(span[1], 2), plane.width - EDGE, plane.height - 18);
  c.textAlign = "center";
  c.fillText(name(system.value) + " →", plane.width / 2, plane.height - 18);
  const box = drawn ?? brush;
  if (box) {
    c.strokeStyle = ink;
    c.strokeRect(EDGE + toPlane(box[0]), EDGE + wide - toPlane(box[3]), toPlane(box[1]) - toPlane(box[0]),
      toPlane(box[3]) - toPlane(box[2]));
  }
  if (!panel.hidden && points(chosen).every(v => v === v)) {
    const [x, y] = points(chosen);
    c.strokeStyle = ink;
    c.beginPath();
    c.arc(EDGE + toPlane(x), EDGE + wide - toPlane(y), 10, 0, 7);
    c.stroke();
  }
  plane.setAttribute("aria-label",
    `Scatter plot of ${grouped(N)} segments: ${name(system.value)} to the right, ${name(other.value)} upwards. ` +
    "The list below can be filtered by the same scores with an expression.");
  planeNote.textContent = `On the line both have the same ${m.measures[measure.value].name}. ` +
    "Draw a rectangle to list what is in it; click to open the closest segment.";
}
scatter.addEventListener("toggle", drawScatter);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawScatter);
const valueAt = e => {
  const box = plane.getBoundingClientRect(), scale = plane.width / box.width;
  const v = p => span[0] + p / wide * (span[1] - span[0]);
  return [v((e.clientX - box.left) * scale - EDGE), v(wide + EDGE - (e.clientY - box.top) * scale)];
};
let pressedAt = null;
plane.addEventListener("pointerdown", e => {
  pressedAt = [valueAt(e), e.clientX, e.clientY];
  plane.setPointerCapture(e.pointerId);
});
plane.addEventListener("pointermove", e => {
  if (!pressedAt) return;
  const [x, y] = valueAt(e), [[x0, y0]] = pressedAt;
  drawn = [Math.min(x, x0), Math.max(x, x0), Math.min(y, y0), Math.max(y, y0)];
  drawScatter();
});
plane.addEventListener("pointerup", e => {
  if (!pressedAt) return;
  const far = Math.hypot(e.clientX - pressedAt[1], e.clientY - pressedAt[2]) > 5, [x, y] = valueAt(e), box = drawn;
  pressedAt = drawn = null;
  if (far) {
    brush = box;
    refresh();
    return;
  }
  let closest = -1, least = Infinity;
  for (const row of selection) {
    const [px, py] = points(row), d = (px - x) ** 2 + (py - y) ** 2;
    if (d < least) { least = d; closest = row; }
  }
  if (closest >= 0) { move(selection.indexOf(closest)); open(closest, false); }
});
