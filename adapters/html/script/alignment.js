const drawnAs = (tag, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
// picture draws an alignment as wrd explain does: words as high as their mass, in the order of the texts, a band for each
// move, and words without a counterpart underlined.
function picture([, , from, to, moves, invented, missing]) {
  const LEAST = 20, GAP = 4, scale = 22 * Math.max(from.length, to.length);
  const side = (list, at, lacking) => {
    const words = list.map((word, i) => ({word, mass: 0, used: 0, y: 0, lacks: lacking.includes(i)}));
    for (const move of moves) words[move[at]].mass += move[2];
    let y = 16;
    for (const w of words) {
      const slot = Math.max(w.mass * scale, LEAST);
      w.y = y + (slot - w.mass * scale) / 2;
      y += slot + GAP;
    }
    return [words, y];
  };
  const [left, high] = side(from, 0, invented), [right, low] = side(to, 1, missing);
  const letters = word => [...word].length * (/[\u1100-\uffdc]/.test(word) ? 2 : 1);
  const wide = list => 24 + 8.5 * Math.min(40, Math.max(...list.map(letters)));
  const x0 = wide(from), x1 = x0 + 270, height = Math.max(high, low) + 12, width = x1 + 6 + wide(to);
  const picture = drawnAs("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img"});
  const title = drawnAs("title", {});
  const said = ([a, b, mass, cost]) =>
    `${visible(from[a])} → ${visible(to[b])}: mass ${mass.toFixed(3)}, cost ${cost.toFixed(3)}`;
  const expensive = [...moves].sort((a, b) => b[2] * b[3] - a[2] * a[3]).slice(0, 8);
  title.textContent = `Alignment: output on the left, ${m.of_sources ? "source" : "reference"} on the right. ` +
    expensive.map(said).join("; ");
  picture.append(title);
  const higher = (words, a, b) => words[a].y - words[b].y;
  const sorted = [...moves].sort((a, b) => higher(right, a[1], b[1]) || higher(left, a[0], b[0]));
  const tops = new Map();
  for (const move of sorted) {
    tops.set(move, right[move[1]].y + right[move[1]].used);
    right[move[1]].used += move[2] * scale;
  }
  for (const move of [...moves].sort((a, b) => higher(left, a[0], b[0]) || higher(right, a[1], b[1]))) {
    const w = left[move[0]], y0 = w.y + w.used, y1 = tops.get(move), thick = move[2] * scale;
    w.used += thick;
    const x = x0 + 6, middle = (x + x1) / 2, bend = (from, to) => `C${middle} ${from} ${middle} ${to}`;
    const band = drawnAs("path", {
      d: `M${x} ${y0}${bend(y0, y1)} ${x1} ${y1}v${thick}${bend(y1 + thick, y0 + thick)} ${x} ${y0 + thick}Z`,
      "fill-opacity": 0.8});
    band.style.fill = `color-mix(in oklab, var(--dear) ${100 * Math.min(Math.max(move[3], 0), 1)}%, var(--cheap))`;
    const label = drawnAs("title", {});
    label.textContent = said(move);
    band.append(label);
    picture.append(band);
  }
  const word = (w, x, at, anchor) => {
    const t = drawnAs("text", {x: at, y: w.y + w.mass * scale / 2 + 5, "text-anchor": anchor});
    t.textContent = visible(w.word);
    if (w.lacks) t.setAttribute("text-decoration", "underline");
    picture.append(drawnAs("rect", {class: "mass", x, y: w.y, width: 6, height: w.mass * scale}), t);
  };
  for (const w of left) word(w, x0, x0 - 8, "end");
  for (const w of right) word(w, x1, x1 + 14, "start");
  const costs = make("p", {className: "costs"}, make("span", {textContent: "cost 0"}),
    make("span", {className: "ramp"}),
    make("span", {textContent: "1 or more; the thicker, the more mass; underlined: no counterpart"}));
  const box = make("div", {className: "alignment", tabIndex: 0, role: "group"}, costs, picture);
  box.setAttribute("aria-label", "Alignment");
  return box;
}
