// Searching: found has a 1 for each segment with the query in its texts, and is null without a query; keep is the
// filter, null without one.
let found = null, keep = null, fault = "", searches = 0;
async function search() {
  const from = performance.now(), mine = ++searches;
  let input = query;
  stop();
  fault = "";
  for (const field of [query, filter]) field.removeAttribute("aria-invalid");
  try {
    const places = !query.value ? null : !regexp.checked ? occurrences(query.value) :
      await matches(query.value, exactCase.checked ? "u" : "iu", searched);
    if (mine !== searches) return; // there is a newer query
    input = filter;
    const program = filter.value.trim() ? compile(filter.value) : null;
    for (const {source, flags, fields} of program?.patterns ?? []) {
      program.hits.push(await matches(source, flags, range(0, FIELDS).map(f => fields.includes(f))));
      if (mine !== searches) return;
    }
    found = places;
    keep = program && program.test;
  } catch (e) {
    if (mine !== searches) return;
    input.setAttribute("aria-invalid", "true");
    fault = e instanceof SyntaxError ? "This is no regular expression: " + e.message : e.message;
  }
  refresh(from);
}
let waiting = 0;
for (const field of [query, filter]) {
  field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, 120); });
}

// Small letters are compared in a copy in which each letter keeps its place.
let small = null;
const lower = s => s.replace(/İ/g, "i").toLowerCase();
function occurrences(q) {
  const hit = new Uint8Array(N);
  let where = all, what = q;
  if (!exactCase.checked) {
    if (small === null) small = lower(all);
    where = small;
    what = lower(q);
  }
  let k = 0;
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at)) {
    while (start[k + 1] <= at) k++; // the field of the place
    const row = Math.floor(k / FIELDS);
    if (searched[k % FIELDS] && at + what.length <= start[k + 1]) {
      hit[row] = 1;
      at = start[(row + 1) * FIELDS];
    } else {
      at++;
    }
  }
  return hit;
}

// A regular expression may take for ever, such as (a+)+$ does. So a worker tries it, on some segments at a time, and is
// stopped if they take too long, or as soon as there is a newer query.
const PART = 1000, PATIENCE = 2000; // segments, and milliseconds for them
let worker = null, waited = 0;
function stop() {
  clearTimeout(waited);
  if (worker) worker.terminate();
  worker = null;
}
const searched = range(0, FIELDS).map(f => f !== ID && f !== DOC && f !== DOMAIN);
async function matches(source, flags, wanted) {
  const hit = new Uint8Array(N), mine = searches;
  new RegExp(source, flags); // throws if it is none
  state.textContent = "Searching…";
  for (let row = 0; row < N && mine === searches; row += PART) {
    const last = Math.min(N, row + PART), from = start[row * FIELDS];
    hit.set(await tried({source, flags, fields: FIELDS, wanted, from,
      starts: start.slice(row * FIELDS, last * FIELDS + 1),
      texts: all.slice(from, start[last * FIELDS])}), row);
  }
  return hit;
}
// judge runs in the worker, so it knows nothing but its argument. It looks at the fields of a segment that are wanted.
function judge({source, flags, fields, wanted, from, starts, texts}) {
  const expression = new RegExp(source, flags), hit = new Uint8Array((starts.length - 1) / fields);
  for (let k = 0; k + 1 < starts.length; k++) {
    const row = Math.floor(k / fields);
    if (hit[row] || !wanted[k % fields] || starts[k] === starts[k + 1]) continue;
    if (expression.test(texts.slice(starts[k] - from, starts[k + 1] - from))) hit[row] = 1;
  }
  return hit;
}
function tried(part) {
  if (!worker) {
    const program = `${judge}; onmessage = e => { postMessage(null); postMessage(judge(e.data)); };`;
    const url = URL.createObjectURL(new Blob([program], {type: "text/javascript"}));
    worker = new Worker(url);
    URL.revokeObjectURL(url);
  }
  return new Promise((resolve, reject) => {
    worker.onmessage = e => {
      clearTimeout(waited);
      if (e.data) resolve(e.data);
      else waited = setTimeout(() => { // it has begun
        stop();
        reject(new Error("This regular expression takes too long and was stopped: the list is as before."));
      }, PATIENCE);
    };
    worker.onerror = () => {
      stop();
      reject(new Error("This browser cannot try regular expressions here: search without."));
    };
    worker.postMessage(part);
  });
}
