"use strict";
// page is what the scripts of all pages share.
const page = (() => {
	const root = document.documentElement;
	const all = (selector, from = document) => [...from.querySelectorAll(selector)];
	const store = {
		get(key) { try { return localStorage.getItem(key); } catch { return null; } },
		set(key, value) { try { localStorage.setItem(key, value); } catch { /* files may have no storage */ } },
	};
	// say announces a text to screen readers.
	const say = (text) => { document.getElementById("said").textContent = text; };

	// theme
	const button = document.getElementById("theme");
	const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
	const show = () => button.setAttribute("aria-pressed", dark());
	const toggle = () => { root.dataset.theme = dark() ? "light" : "dark"; store.set("hotloop-theme", root.dataset.theme); show(); };
	const kept = store.get("hotloop-theme");
	if (kept === "dark" || kept === "light") root.dataset.theme = kept;
	button.hidden = false;
	button.addEventListener("click", toggle);
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
	show();

	// tables
	const cellValue = (row, i) => { const c = row.cells[i]; return c.dataset.value !== undefined ? Number(c.dataset.value) : c.textContent; };
	const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
	const sort = (table, i, descending) => {
		const body = table.tBodies[0];
		const rows = [...body.rows].sort((a, b) => (descending ? -1 : 1) * compare(cellValue(a, i), cellValue(b, i)));
		body.append(...rows);
		all("thead th", table).forEach((h, j) => j === i ? h.setAttribute("aria-sort", descending ? "descending" : "ascending") : h.removeAttribute("aria-sort"));
	};
	const filter = (table, text) => {
		const words = text.toLowerCase().split(/\s+/).filter(Boolean);
		let shown = 0;
		for (const row of table.tBodies[0].rows) {
			const content = row.textContent.toLowerCase();
			row.hidden = !words.every((w) => content.includes(w));
			if (!row.hidden) shown++;
		}
		say(shown + " of " + table.tBodies[0].rows.length + " rows");
	};
	// enliven makes the tables below an element sortable and filterable. A table is enlivened once.
	const enliven = (from = document) => {
		for (const box of all(".table", from)) {
			const table = box.querySelector("table");
			if (table.dataset.live) continue;
			table.dataset.live = "1";
			all("thead th", table).forEach((head, i) => {
				if (!head.textContent.trim()) return;
				const b = document.createElement("button");
				b.type = "button";
				b.append(...head.childNodes);
				head.append(b);
				b.addEventListener("click", () => {
					const now = head.getAttribute("aria-sort");
					sort(table, i, now ? now === "ascending" : head.classList.contains("num"));
				});
			});
			if (box.dataset.filter !== undefined) {
				const label = document.createElement("label");
				const input = document.createElement("input");
				label.className = "filter";
				input.type = "search";
				label.append("Filter “" + box.dataset.filter + "”", input);
				input.addEventListener("input", () => filter(table, input.value));
				box.before(label);
			}
		}
	};
	enliven();

	// copy buttons: data-copy has the text
	document.addEventListener("click", async (e) => {
		const b = e.target.closest("[data-copy]");
		if (!b) return;
		const before = b.textContent;
		let done = false;
		try { await navigator.clipboard.writeText(b.dataset.copy); done = true; } catch { /* without permission */ }
		if (!done) {
			const t = document.createElement("textarea");
			t.value = b.dataset.copy;
			document.body.append(t);
			t.select();
			done = document.execCommand("copy");
			t.remove();
			b.focus();
		}
		b.textContent = done ? "Copied" : "Select the text to copy it";
		say(b.textContent);
		setTimeout(() => { b.textContent = before; }, 1500);
	});

	// keys
	const help = document.getElementById("help");
	const keys = document.getElementById("keys");
	keys.hidden = false;
	keys.addEventListener("click", () => help.showModal());
	const handlers = {
		"?": () => help.showModal(),
		t: toggle,
		j: () => step(1),
		k: () => step(-1),
		"/": () => {
			const fields = all(".filter input").filter((f) => f.getClientRects().length);
			const next = fields.find((f) => f.getBoundingClientRect().bottom > 60) || fields[0];
			if (next) next.focus();
		},
	};
	const sections = () => all("main > section");
	const step = (by) => {
		const list = sections();
		let at = -1;
		list.forEach((s, i) => { if (s.getBoundingClientRect().top < 90) at = i; });
		const next = list[Math.min(Math.max(at + by, 0), list.length - 1)];
		if (!next) return;
		next.scrollIntoView({ behavior: "instant" });
		const title = next.querySelector("h2, h3");
		title.tabIndex = -1;
		title.focus({ preventScroll: true });
	};
	document.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, textarea, select, dialog[open]")) return;
		const h = handlers[e.key];
		if (h) { e.preventDefault(); h(e); }
	});

	// the section in view is the current one of the navigation
	const links = new Map(all("nav a").map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
	const seen = new IntersectionObserver((entries) => {
		for (const e of entries) {
			if (!e.isIntersecting) continue;
			links.forEach((a, id) => id === e.target.id ? a.setAttribute("aria-current", "location") : a.removeAttribute("aria-current"));
		}
	}, { rootMargin: "-15% 0px -75% 0px" });
	sections().forEach((s) => seen.observe(s));

	let parsed;
	return {
		all, say, enliven, sort, filter,
		// data returns what the page's Data was.
		data() { return parsed ??= JSON.parse(document.getElementById("data").textContent); },
		// unpack returns what package page has packed.
		async unpack(text) {
			const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
			const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
			return new Response(stream).json();
		},
		// key sets what a key does, and lists it if it is not one that all pages have.
		key(name, f, about) {
			handlers[name] = f;
			if (!about) return;
			const row = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd"), kbd = document.createElement("kbd");
			kbd.textContent = name;
			dt.append(kbd);
			dd.textContent = about;
			row.append(dt, dd);
			help.querySelector("dl").append(row);
		},
	};
})();
