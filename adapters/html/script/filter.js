// Filters: expressions such as  wrd.a - wrd.b > 0.1 && doc == "x" && text ~ /\d/ . They are parsed and compared here,
// never run as a program.
//   or → and ("||" and)*    and → not ("&&" not)*    not → "!" not | comparison
//   comparison → sum (("<" | "<=" | ">" | ">=" | "==" | "!=" | "~" | "!~") sum)?
//   sum → product (("+" | "-") product)*    product → signed (("*" | "/") signed)*    signed → "-" signed | value
//   value → number | "text" | /expression/ after ~ | abs(or) | name | name.system | "(" or ")"
// A name without a system is that of the chosen system. What is absent makes a comparison false.
const range = (from, n) => Array.from({length: n}, (_, i) => from + i);
const plainFields = {id: [ID], doc: [DOC], domain: [DOMAIN], source: [SOURCE], reference: range(REFERENCE, R),
  text: range(DOMAIN + 1, FIELDS - DOMAIN - 1)};
const numbersOfOutputs = {
  tokens: (row, i) => count("candidate_tokens", i, row), unknown: (row, i) => unknownShare(i, row),
  length: (row, i) => present(i, row) ? length(row, CANDIDATE + i) : NaN,
};
const aligned = (row, i, words, places) => {
  const alignment = alignmentOf(row, i);
  return alignment ? alignment[places].map(k => alignment[words][k]) : [];
};
const textsOfOutputs = {
  invented: (row, i) => aligned(row, i, 2, 5),
  missing: (row, i) => aligned(row, i, 3, 6),
  status: (row, i) => [status(i, row)],
  finding: (row, i) => present(i, row) ? m.findings.filter((_, bit) => detail("findings", i, row) >> bit & 1) : [],
};
// compile returns a test of rows, and the regular expressions that must be tried first: hits[k][row] says where the k-th
// is.
function compile(source) {
  let at = 0;
  const patterns = [], hits = [];
  const fail = expected => {
    const found = source.slice(at, at + 12) || "its end";
    throw new Error(`The filter is not understood at character ${at + 1}: found ${found}, expected ${expected}.`);
  };
  const skip = () => { at += /^\s*/.exec(source.slice(at))[0].length; };
  const eat = (...tokens) => {
    skip();
    const token = tokens.find(t => source.startsWith(t, at));
    if (token) at += token.length;
    return token;
  };
  const known = list => [...list].sort((a, b) => b.length - a.length).find(name =>
    name && source.startsWith(name, at) && !(/\w$/.test(name) && /^\w/.test(source.slice(at + name.length))));
  const typed = (node, kind) => node.kind === kind ? node :
    fail({yes: "a comparison before it", number: "numbers around it", text: "texts around it"}[kind]);
  const joined = (next, token, join) => () => {
    let left = next();
    while (eat(token)) {
      const [a, b] = [typed(left, "yes").of, typed(next(), "yes").of];
      left = {kind: "yes", of: join(a, b)};
    }
    return left;
  };
  const calculated = (next, kinds) => () => {
    let left = next();
    for (let sign = eat(...Object.keys(kinds)); sign; sign = eat(...Object.keys(kinds))) {
      const [a, b, join] = [typed(left, "number").of, typed(next(), "number").of, kinds[sign]];
      left = {kind: "number", of: row => join(a(row), b(row))};
    }
    return left;
  };
  const quoted = () => {
    skip();
    const found = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/.exec(source.slice(at));
    if (!found) return null;
    at += found[0].length;
    return (found[1] ?? found[2]).replace(/\\(.)/g, "$1");
  };
  const ofSystem = () => { // after a name
    if (source[at] !== ".") return +system.value;
    at++;
    const name = /["']/.test(source[at] ?? "") ? quoted() : known(m.systems);
    if (name && m.systems.includes(name)) {
      if (source.startsWith(name, at)) at += name.length;
      return m.systems.indexOf(name);
    }
    return fail("the name of a system: " + m.systems.slice(0, 5).join(", "));
  };
  const value = () => {
    if (eat("(")) {
      const inside = or();
      return eat(")") ? inside : fail(")");
    }
    const literal = quoted();
    if (literal !== null) return {kind: "text", literal};
    const number = /^(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/i.exec(source.slice(at));
    if (number) {
      at += number[0].length;
      return {kind: "number", of: () => +number[0]};
    }
    if (eat("abs(")) {
      const {of} = typed(or(), "number");
      return eat(")") ? {kind: "number", of: row => Math.abs(of(row))} : fail(")");
    }
    const measures = m.measures.map(c => c.name);
    const name = known([...measures, ...Object.keys(plainFields), "candidate", "tag",
      ...Object.keys(numbersOfOutputs), ...Object.keys(textsOfOutputs)]);
    if (!name) return fail("a number, a text in quotes or one of " +
      [...measures, "doc, domain, id, text, candidate, status, finding, tag, tokens, length"].join(", "));
    at += name.length;
    if (measures.includes(name)) {
      const k = measures.indexOf(name), i = ofSystem();
      return {kind: "number", of: row => score(k, i, row)};
    }
    if (name === "tag") return {kind: "text", of: row => tags.get(row) ?? []};
    if (name in plainFields || name === "candidate") {
      const fields = name === "candidate" ? [CANDIDATE + ofSystem()] : plainFields[name];
      return {kind: "text", fields, of: row => fields.filter(f => has(row, f)).map(f => text(row, f))};
    }
    const i = ofSystem(), of = numbersOfOutputs[name] ?? textsOfOutputs[name];
    return {kind: name in numbersOfOutputs ? "number" : "text", of: row => of(row, i)};
  };
  const sign = () => {
    if (!eat("-")) return value();
    const {of} = typed(sign(), "number");
    return {kind: "number", of: row => -of(row)};
  };
  const sum = calculated(calculated(sign, {"*": (a, b) => a * b, "/": (a, b) => a / b}),
    {"+": (a, b) => a + b, "-": (a, b) => a - b});
  const matching = left => { // what follows ~
    const what = quoted();
    if (what !== null) return row => left.of(row).some(s => lower(s).includes(lower(what)));
    const found = /^\/((?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/(i?)/.exec(source.slice(at));
    if (!found || !left.fields) return fail(left.fields ? "an /expression/ or a text in quotes" : "a text in quotes");
    new RegExp(found[1], "u" + found[2]); // throws if it is none
    at += found[0].length;
    const k = patterns.push({fields: left.fields, source: found[1], flags: "u" + found[2]}) - 1;
    return row => hits[k][row] === 1;
  };
  const comparison = () => {
    const left = sum(), token = eat("<=", ">=", "==", "!=", "!~", "<", ">", "~");
    if (!token) return left;
    if (token.endsWith("~")) {
      if (!typed(left, "text").of) fail("the name of a text before it");
      const of = matching(left);
      return {kind: "yes", of: token === "~" ? of : row => !of(row)};
    }
    const right = sum();
    if (left.kind === "text" || right.kind === "text") {
      const [texts, literal] = typed(left, "text").of ? [left, right] : [right, left];
      if (!["==", "!="].includes(token) || !texts.of || typed(literal, "text").of) {
        fail("a name of texts and a text in quotes, with == or !=");
      }
      const of = row => texts.of(row).includes(literal.literal);
      return {kind: "yes", of: token === "==" ? of : row => !of(row)};
    }
    const [a, b] = [typed(left, "number").of, typed(right, "number").of];
    const join = {"<": (x, y) => x < y, "<=": (x, y) => x <= y, ">": (x, y) => x > y, ">=": (x, y) => x >= y,
      "==": (x, y) => Math.fround(x) === Math.fround(y), "!=": (x, y) => x < y || x > y}[token];
    return {kind: "yes", of: row => join(a(row), b(row))};
  };
  const not = () => {
    if (!eat("!")) return comparison();
    const {of} = typed(not(), "yes");
    return {kind: "yes", of: row => !of(row)};
  };
  const and = joined(not, "&&", (a, b) => row => a(row) && b(row));
  const or = joined(and, "||", (a, b) => row => a(row) || b(row));
  const all = or();
  skip();
  if (at < source.length) fail("&&, || or the end");
  return {test: typed(all, "yes").of, patterns, hits};
}
