// What turns one text into another, word by word.
const segmenter = window.Intl && Intl.Segmenter ? new Intl.Segmenter(undefined, {granularity: "word"}) : null;
const pieces = s => segmenter ? Array.from(segmenter.segment(s), p => p.segment) : s.split(/(\s+)/).filter(p => p);
const isWord = piece => /[\p{L}\p{N}]/u.test(piece);
const MOST = 4e6; // cells of the table of common words
// inOrder returns for each word of b the place of the same word in a, or -1: as many as keep their order.
function inOrder(a, b) {
  const match = new Int32Array(b.length).fill(-1), width = b.length + 1;
  if (a.length * b.length > MOST) return match;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? common[(i + 1) * width + j + 1] + 1 :
        Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) match[j++] = i++;
    else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) i++;
    else j++;
  }
  return match;
}
// changes returns the parts of a text, [kind, text, title]: "=" is in the other text, too, "m" elsewhere there, "~" takes
// the place of other words, "+" is not there, and "-" is there alone: by the alignment or, without one, where words differ.
function changes(before, after, alignment) {
  const b = pieces(before), a = pieces(after);
  const places = list => range(0, list.length).filter(i => isWord(list[i]));
  const [atB, atA] = [places(b), places(a)], [wordsB, wordsA] = [atB.map(i => lower(b[i])), atA.map(i => lower(a[i]))];
  const match = inOrder(wordsB, wordsA), taken = new Set(match), kinds = wordsA.map((_, j) => match[j] < 0 ? "+" : "=");
  const said = [], goes = new Map(), lacking = new Set();
  wordsA.forEach((word, j) => { // the same word elsewhere
    const i = match[j] < 0 ? wordsB.findIndex((w, i) => w === word && !taken.has(i)) : -1;
    if (i >= 0) { kinds[j] = "m"; taken.add(i); }
  });
  if (alignment) {
    const [, , from, to, moves, invented, missing] = alignment;
    for (const [i, j, mass, cost] of moves) {
      const word = lower(from[i]);
      if (!(goes.get(word)?.[0] >= mass)) goes.set(word, [mass, lower(to[j]), cost]);
    }
    const none = new Set(invented.map(i => lower(from[i])));
    missing.forEach(j => lacking.add(lower(to[j])));
    wordsA.forEach((word, j) => {
      const most = goes.get(word);
      if (kinds[j] !== "+" || !most || none.has(word)) return;
      kinds[j] = "~";
      said[j] = `${most[1]}, cost ${most[2].toFixed(2)}`;
      const i = wordsB.findIndex((w, i) => w === most[1] && !taken.has(i));
      if (i >= 0) taken.add(i);
    });
  }
  const parts = [], out = new Map(); // what is missing, by the word that it follows
  let last = -1;
  wordsB.forEach((word, i) => {
    const j = match.indexOf(i);
    if (j >= 0) last = j;
    else if (!taken.has(i) && (!alignment || lacking.has(word))) out.set(last, [...out.get(last) ?? [], i]);
  });
  const add = (kind, text, what) => {
    const end = parts[parts.length - 1];
    if (end && end[0] === kind && (kind === "=" || !what && !end[2])) end[1] += text; else if (text) parts.push([kind, text, what]);
  };
  const gone = j => { // those that follow each other as one
    let text = "", end = -2;
    for (const i of out.get(j) ?? []) {
      text += (end === i - 1 ? b.slice(atB[end] + 1, atB[i]).join("") : text && " ") + b[atB[i]];
      end = i;
    }
    if (text) add("-", text);
  };
  gone(-1);
  let at = 0;
  atA.forEach((place, j) => {
    const between = a.slice(at, place).join(""), kind = kinds[j];
    add(kind === kinds[j - 1] && !said[j] && !out.has(j - 1) && at > 0 ? kind : "=", between);
    add(kind, a[place], said[j]);
    gone(j);
    at = place + 1;
  });
  add("=", a.slice(at).join(""));
  return parts;
}
const MARKS = {"+": "ins", "-": "del", "~": "mark", m: "mark"};
// changed marks what changes returns.
const changed = (before, after, alignment, outline) => changes(before, after, alignment).flatMap(([kind, piece, title = ""]) =>
  kind === "=" ? outline(piece) : kind === "-" ? [" ", make("del", {textContent: piece}), " "] :
    [make(MARKS[kind], {title, className: kind === "m" ? "moved" : ""}, ...outline(piece))]);
// outliner returns what outlines the marked errors in an output, of which it is given piece by piece.
function outliner(row, i) {
  const list = (spans.get(row * 1e4 + i) ?? []).map(([text, said]) => [visible(text), said]);
  return piece => {
    const out = [];
    while (piece || list[0]?.[0] === "") {
      const [text, said] = list[0] ?? [piece, ""], part = piece.slice(0, text.length);
      piece = piece.slice(part.length);
      if (part.length < text.length) list[0] = [text.slice(part.length), said]; else list.shift();
      out.push(said ? make("u", {title: said}, part,
        make("span", {className: "heard", textContent: part.length < text.length ? "" : ` (${said})`})) : part);
    }
    return out;
  };
}
const legendOfMarks = make("p", {className: "legend", id: "marked"}, make("ins", {textContent: "not in the reference"}), " ",
  make("del", {textContent: "missing"}), " ", make("mark", {textContent: "another word for one"}), " ",
  make("mark", {className: "moved", textContent: "moved"}),
  ...spans.size ? [" ", make("u", {textContent: "marked as an error"})] : [], make("span"));
