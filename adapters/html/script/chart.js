// The picture of the systems: a title sorts it, a system is compared with the first of the pair, or with the second.
const chart = $("chart");
if (chart) {
  const titles = [...chart.querySelectorAll("th[data-by]")], body = chart.tBodies[0];
  const keyOf = {people: tr => +tr.dataset.people, order: tr => +tr.dataset.order, name: tr => tr.querySelector("th").textContent};
  const sortBy = (title, turn) => {
    const key = keyOf[title.dataset.by];
    titles.forEach(t => t.setAttribute("aria-sort", t !== title ? "none" : turn > 0 ? "ascending" : "descending"));
    body.append(...[...body.rows].sort((x, y) => {
      const [a, b] = [key(x), key(y)];
      return turn * (typeof a === "string" ? a.localeCompare(b, "en", {numeric: true}) : a - b);
    }));
    const asItWas = title === first && turn > 0;
    chart.classList.toggle("sorted", !asItWas); // lines between clusters are those of the first order
  };
  const first = titles.find(t => t.dataset.by === (chart.classList.contains("judged") ? "people" : "order"));
  for (const title of titles) {
    const button = make("button", {type: "button"}, ...title.childNodes);
    button.addEventListener("click", () => sortBy(title, title.ariaSort === "ascending" ? -1 : 1));
    title.append(button);
    title.setAttribute("aria-sort", title === first ? "ascending" : "none");
  }
}
for (const link of document.querySelectorAll("a[data-compare]")) {
  link.href = "#browser";
  link.addEventListener("click", () => {
    const [best, next] = m.pair;
    system.value = link.dataset.compare;
    other.value = +link.dataset.compare === best ? next ?? "" : best;
    refresh();
  });
}
