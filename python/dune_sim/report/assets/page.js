"use strict";
// Draws the sections of the page from the data inside it. Nothing is loaded from elsewhere.
const DATA = JSON.parse(document.getElementById("data").textContent);
const FALLBACK = "–";

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

// --- numbers ---------------------------------------------------------------------------------------------------------
const places = (value, digits) => value.toFixed(digits);
const percent = (value) => places(100 * value, 1) + " %";
const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "±") + places(Math.abs(100 * value), 1);

const SHOWN = {
  text: (cell) => cell ?? FALLBACK,
  count: (cell) => cell === null ? FALLBACK : cell.toLocaleString("en"),
  number: (cell) => cell === null ? FALLBACK : places(cell, 2),
  rate: (cell) => cell === null ? FALLBACK : percent(cell[0]),
  effect: (cell) => cell === null ? FALLBACK : signed(cell[0]),
};
const RANGE = {
  rate: (cell) => `${places(100 * cell[1], 1)} to ${places(100 * cell[2], 1)}`,
  effect: (cell) => `${signed(cell[1])} to ${signed(cell[2])}`,
};
const sortable = (kind, cell) => cell === null ? null : kind in RANGE ? cell[0] : cell;

// --- tables: sorted by a click on a heading, searched, filtered, taken away as CSV -----------------------------------
function drawTable(part) {
  const state = { sort: part.sort, down: part.down, text: "", least: 0, only: {} };
  const body = make("tbody");
  const told = make("output", { "aria-live": "polite" });
  const heads = part.columns.map((column, k) => make("th", { scope: "col", class: column.kind === "text" ? "text" : null },
    make("button", { type: "button", title: column.help || null, onclick: () => sortBy(k) }, column.title)));
  const table = make("table", {}, make("caption", { hidden: true }, part.title || ""),
    make("thead", {}, make("tr", {}, ...heads)), body);

  function sortBy(k) {
    state.down = state.sort === k ? !state.down : part.columns[k].kind !== "text";
    state.sort = k;
    fill();
  }
  function wanted(row) {
    const words = row.filter((_, k) => part.columns[k].kind === "text").join(" ").toLowerCase();
    const counted = part.count === null || (row[part.count] ?? 0) >= state.least;
    const chosen = Object.entries(state.only).every(([k, value]) => value === "" || row[k] === value);
    return counted && chosen && state.text.toLowerCase().split(/\s+/).every((word) => words.includes(word));
  }
  function ordered(rows) {
    const { kind } = part.columns[state.sort];
    return [...rows].sort((one, other) => {
      const a = sortable(kind, one[state.sort]), b = sortable(kind, other[state.sort]);
      if (a === null || b === null) return (a === null) - (b === null);
      const order = kind === "text" ? a.localeCompare(b) : a - b;
      return state.down ? -order : order;
    });
  }
  function fill() {
    const rows = ordered(part.rows.filter(wanted));
    body.replaceChildren(...rows.map((row) => make("tr", {}, ...row.map((cell, k) => drawCell(part, row, cell, k)))));
    heads.forEach((head, k) => k === state.sort
      ? head.setAttribute("aria-sort", state.down ? "descending" : "ascending") : head.removeAttribute("aria-sort"));
    told.textContent = rows.length === part.rows.length ? `${rows.length} rows` : `${rows.length} of ${part.rows.length} rows`;
  }
  const tools = drawTools(part, state, fill, told);
  fill();
  return make("div", {}, tools, make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": part.title || "table" }, table),
    drawHelp(part.columns));
}

function drawCell(part, row, cell, k) {
  const { kind } = part.columns[k];
  const shown = SHOWN[kind](cell);
  const mark = k === 0 && part.marked && part.marked.includes(cell)
    ? make("span", { class: "mark", title: "reconstructed: the facts of this card are not sure" }, " *") : null;
  const sure = kind === "effect" && cell !== null ? (cell[1] > 0 ? "up" : cell[2] < 0 ? "down" : "") : "";
  const classes = [kind === "text" ? "text" : "", sure].join(" ").trim();
  const range = kind in RANGE && cell !== null ? make("span", { class: "range" }, RANGE[kind](cell)) : null;
  return make(k === 0 ? "th" : "td", { class: classes || null, scope: k === 0 ? "row" : null }, shown, mark, range);
}

function drawTools(part, state, fill, told) {
  const tools = make("div", { class: "tools" });
  if (part.rows.length > 8) {
    tools.append(make("label", {}, "Search ", make("input", { type: "search", "aria-label": `search ${part.title || "the table"}`,
      oninput: (event) => { state.text = event.target.value.trim(); fill(); } })));
  }
  part.columns.forEach((column, k) => {
    if (!column.choose) return;
    const values = [...new Set(part.rows.map((row) => row[k]))].filter((one) => one !== null).sort();
    tools.append(make("label", {}, column.title + " ", make("select", {
      onchange: (event) => { state.only[k] = event.target.value; fill(); } },
      make("option", { value: "" }, "all"), ...values.map((value) => make("option", {}, value)))));
  });
  if (part.count !== null && part.rows.length > 8) {
    tools.append(make("label", {}, "at least ", make("input", { type: "number", min: 0, step: 50, value: 0,
      "aria-label": `least ${part.columns[part.count].title}`,
      oninput: (event) => { state.least = Number(event.target.value); fill(); } }), ` ${part.columns[part.count].title}`));
  }
  tools.append(make("button", { type: "button", onclick: () => takeAway(part) }, "CSV"), told);
  return tools;
}

function drawHelp(columns) {
  const explained = columns.filter((column) => column.help);
  if (!explained.length) return "";
  return make("details", {}, make("summary", {}, "What the columns mean, and how each may mislead"),
    make("dl", {}, ...explained.flatMap((column) => [make("dt", {}, column.title), make("dd", {}, column.help)])));
}

function takeAway(part) {
  const quote = (value) => /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  const heads = part.columns.flatMap(({ title, kind }) => kind in RANGE ? [title, `${title} low`, `${title} high`] : [title]);
  const line = (row) => row.flatMap((cell, k) => part.columns[k].kind in RANGE ? cell ?? ["", "", ""] : [cell ?? ""]);
  const text = [heads, ...part.rows.map(line)].map((row) => row.map(quote).join(",")).join("\r\n") + "\r\n";
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: `${part.name}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// --- charts ----------------------------------------------------------------------------------------------------------
const charts = [];

function look() {
  const read = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const [ink, soft, line, accent] = ["--ink", "--soft", "--line", "--accent"].map(read);
  const axis = { labelColor: soft, titleColor: soft, domainColor: line, tickColor: line, gridColor: line, titleFontWeight: 500, labelLimit: 170 };
  const dark = document.documentElement.dataset.theme === "dark";
  return {
    background: "transparent", font: "system-ui, sans-serif", view: { stroke: null }, axis,
    legend: { labelColor: ink, titleColor: soft, orient: "bottom", columns: 3 }, title: { color: ink },
    header: { labelColor: ink, titleColor: soft }, rule: { color: soft }, point: { color: accent, filled: true, size: 60 },
    bar: { color: accent }, line: { color: accent }, text: { color: ink },
    range: { category: dark ? ["#f0985a", "#6fb3e0", "#9bc76d", "#d58fd0", "#e6c453", "#8f9ce8", "#e58a8a", "#7fcfc0"]
                            : ["#b4541a", "#2f78b3", "#5b8a2c", "#98489a", "#b18a12", "#5562b8", "#b3302a", "#2d8576"],
             diverging: { scheme: "redblue" }, heatmap: { scheme: dark ? "inferno" : "orangered" } },
  };
}

function drawChart(part) {
  const place = make("div", { class: "chart", role: "img", "aria-label": part.title || "chart" });
  charts.push([place, part.spec]);
  return place;
}

function drawCharts() {
  for (const [place, spec] of charts) {
    vegaEmbed(place, spec, { config: look(), actions: false, renderer: "svg" }).catch((error) => { place.textContent = String(error); });
  }
}

// --- sections --------------------------------------------------------------------------------------------------------
const DRAW = {
  table: drawTable,
  chart: drawChart,
  tiles: (part) => make("div", { class: "tiles" }, ...part.tiles.map(([value, text, help]) =>
    make("div", { class: "tile", title: help || null }, make("b", {}, value), make("span", {}, text)))),
  code: (part) => make("pre", { tabindex: 0 }, make("code", {}, part.text)),
  map: (part) => { const node = make("div", { class: "map", role: "img", "aria-label": part.title }); node.innerHTML = part.svg; return node; },
  pair: (part) => make("div", { class: "pair" }, ...part.parts.map(drawPart)),
};

function drawPart(part) {
  return make("div", {}, part.title ? make("h3", {}, part.title) : null, part.note ? make("p", { class: "note" }, part.note) : null,
    DRAW[part.kind](part));
}

function drawPage() {
  const main = document.getElementById("main"), nav = document.getElementById("nav");
  for (const section of DATA.sections) {
    main.append(make("section", { id: section.id, "aria-labelledby": `${section.id}-title` },
      make("h2", { id: `${section.id}-title` }, section.title), section.note ? make("p", { class: "note" }, section.note) : null,
      ...section.parts.map(drawPart)));
    nav.append(make("a", { href: `#${section.id}` }, section.short || section.title));
  }
  const seen = new IntersectionObserver((entries) => entries.forEach((entry) => {
    const link = nav.querySelector(`a[href="#${entry.target.id}"]`);
    if (entry.isIntersecting) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
  }), { rootMargin: "-20% 0px -70% 0px" });
  main.querySelectorAll("section").forEach((section) => seen.observe(section));
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  drawCharts();
}

drawPage();
setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
document.getElementById("theme").addEventListener("click", () =>
  setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
