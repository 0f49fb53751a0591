// Tags that a reader gives segments. They are in the address, or in a file, and nowhere else.
const tags = new Map(); // of a row its tags
const comma = s => [...new Set(s.split(",").map(t => t.trim()).filter(t => t))];
function setTags(row, list) {
  if (list.length) tags.set(row, list); else tags.delete(row);
}
function tagsOf(row) {
  const input = make("input", {type: "text", id: "tags", value: (tags.get(row) ?? []).join(", "), autocomplete: "off"});
  input.addEventListener("change", () => { setTags(row, comma(input.value)); generation++; remember(); draw(); });
  return make("p", {className: "tags"}, make("label", {htmlFor: "tags", textContent: "Tags, with commas between"}),
    input);
}
// packedTags writes them as tag:row,row;tag:row with the numbers of rows, which the page never changes.
function packedTags() {
  const rowsOf = new Map();
  for (const [row, list] of tags) for (const tag of list) rowsOf.set(tag, [...rowsOf.get(tag) ?? [], row]);
  return [...rowsOf].map(([tag, list]) => encodeURIComponent(tag) + ":" +
    list.sort((x, y) => x - y).join(",")).join(";");
}
function unpackTags(packed) {
  tags.clear();
  for (const part of packed.split(";")) {
    const [tag, list] = part.split(":");
    let name;
    try { name = decodeURIComponent(tag).replace(/,/g, " ").trim(); } catch { continue; }
    for (const row of (list ?? "").split(",").map(Number)) {
      if (name && Number.isInteger(row) && row >= 0 && row < N) setTags(row, [...tags.get(row) ?? [], name]);
    }
  }
}
// Tags from a file: the JSON Lines of an export.
const load = make("input", {type: "file", id: "load-tags", hidden: true, accept: ".jsonl"});
load.addEventListener("change", async () => {
  const rowOf = new Map();
  for (let row = 0; row < N; row++) rowOf.set(nameOf(row), row);
  let read = 0;
  for (const line of (await load.files[0].text()).split("\n")) {
    try {
      const {segment, tags: list} = JSON.parse(line), row = rowOf.get(String(segment));
      if (row !== undefined && Array.isArray(list)) { setTags(row, comma(list.join(","))); read++; }
    } catch { /* no line of an export */ }
  }
  load.value = "";
  refresh();
  state.textContent = `Read the tags of ${read} outputs.`;
});
const tagging = [load, pressed("load", "Load tags", () => load.click())];
