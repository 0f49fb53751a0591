// Controls: what is searched, filtered and sorted by.
const controls = make("form", {className: "controls", role: "search"}), more = make("form", {className: "controls"});
for (const form of [controls, more]) form.addEventListener("submit", e => e.preventDefault());
function choice(id, label, options, form = more) {
  const select = make("select", {id});
  for (const [value, name] of options) select.append(make("option", {value, textContent: name}));
  select.addEventListener("change", () => refresh());
  form.append(make("div", {}, make("label", {htmlFor: id, textContent: label}), select));
  return select;
}
function check(id, label) {
  const box = make("input", {type: "checkbox", id});
  box.addEventListener("change", search);
  return [box, make("label", {className: "check", htmlFor: id}, box, label)];
}
const names = m.systems.map((name, i) => [i, name]);
const query = make("input", {type: "search", id: "query", autocomplete: "off", spellcheck: false});
const queryLabel = make("label", {htmlFor: "query", textContent: "Search all texts"});
controls.append(make("div", {className: "query"}, queryLabel, query));
const [regexp, regexpLabel] = check("regexp", "regular expression");
const [exactCase, caseLabel] = check("case", "match case");
more.append(make("div", {className: "checks"}, regexpLabel, caseLabel));
const filter = make("input", {type: "search", id: "filter", autocomplete: "off", spellcheck: false,
  placeholder: `${m.measures[0].name} > 0.1 && text ~ /\\d/`});
more.append(make("div", {className: "query"},
  make("label", {htmlFor: "filter", textContent: "Filter by an expression"}), filter));
const measureNames = m.measures.map((c, i) => [i, c.name + (c.lower ? " (lower is better)" : "")]);
const measure = choice("measure", "Score", measureNames, controls);
const system = choice("system", "System", names, controls);
const other = choice("other", "Compare with", [["", "no other system"], ...names], controls);
const marks = choice("marks", "Mark what differs from",
  [["reference", "the reference"], ["other", "the other system"], ["", "nothing"]]);
const sorts = [["why", "what shows best why, for and against"], ["score", "score"], ["other", "score of the other"],
  ["difference", "difference"], ["length", "length of the output"],
  ["reference", "length of the reference"], ["unknown", "share of unknown words"], ["order", "order of the input"],
  ...m.measures.length > 1 ? m.measures.map((c, k) => ["against" + k, `where ${c.name} disagrees most`]) : []];
const sort = choice("sort", "Sort by", sorts, controls);
const order = choice("order", "Order", [["first", "worst or largest first"], ["last", "best or smallest first"]]);
const statuses = choice("status", "Status of the output", [["", "all"], ...m.statuses.filter(s => s).map(s => [s, s])]);
const findings = choice("finding", "Finding in the output", [["", "all"], ...m.findings.map((s, i) => [1 << i, s])]);
const buckets = m.buckets.flatMap(b => b.names.map((name, i) => [`${b.key}:${name}`, b.choices[i]]));
const bucket = choice("bucket", "Bucket", [["", "all"], ...buckets]);
const pressed = (id, textContent, press) => {
  const button = make("button", {type: "button", id, textContent});
  button.addEventListener("click", press);
  return button;
};
const exported = kind => pressed("export-" + kind, "Export as " + kind.toUpperCase(), () => save(kind));
const clear = make("button", {type: "button", textContent: "Clear filters"});
clear.addEventListener("click", () => {
  query.value = filter.value = statuses.value = findings.value = bucket.value = "";
  brush = null;
  regexp.checked = exactCase.checked = false;
  search();
});
const leadsTo = (link, among = false) => { // of all segments, or among those that are listed
  link.href = "#browser";
  link.addEventListener("click", () => { if (!among) clear.click(); bucket.value = link.dataset.bucket; refresh(); });
  return link;
};
document.querySelectorAll("a[data-bucket]").forEach(link => leadsTo(link));
// Findings lead to the outputs that have them.
for (const link of document.querySelectorAll("a[data-system]")) {
  link.href = "#browser";
  link.addEventListener("click", () => {
    clear.click();
    system.value = link.dataset.system;
    if (link.dataset.finding) findings.value = 1 << m.findings.indexOf(link.dataset.finding);
    statuses.value = link.dataset.status || "";
    refresh();
  });
}
const sampling = make("select", {id: "sampling"}, make("option", {value: "", textContent: "at random"}),
  make("option", {value: "spread", textContent: "spread over the order"}));
sampling.setAttribute("aria-label", "How they are drawn");
const saveKey = pressed("judge-key", "Key of the 50", () => download("judge-key.csv", key));
saveKey.hidden = true;
const sums = make("p", {id: "sums", className: "facts"});
