// The page of hotloop explain.
(() => {
	const { all, say } = page;
	const make = (tag, attributes = {}, ...content) => {
		const e = document.createElement(tag);
		for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
		e.append(...content);
		return e;
	};
	const number = (x) => {
		const a = Math.abs(x);
		if (!Number.isFinite(x)) return "–";
		if (a >= 999.5) return Math.round(x).toLocaleString("en-US");
		return a === 0 ? "0" : String(Number(x.toPrecision(3)));
	};
	const span = (c, text) => { const e = make("i", { class: c }); e.textContent = text; return e; };

	// Which version runs when. shares does what vplan.Plan.Shares does.
	const shares = (versions, least, last, n) => {
		let rest = n < least ? 0 : last && n > 0 ? n - 1 : n;
		const list = versions.map((v) => {
			if (v.name === "front" || v.name === "exit" || v.name === "scalar") return 0;
			const step = v.vf * v.uf;
			const s = v.masked || v.overlapping ? rest : Math.floor(rest / step) * step;
			rest -= s;
			return s;
		});
		list[list.length - 1] = n - list.reduce((a, b) => a + b, 0);
		return list;
	};
	for (const box of all(".versions")) {
		const versions = JSON.parse(box.dataset.versions);
		const least = Number(box.dataset.least), last = box.dataset.last === "true";
		const field = box.querySelector("input[type=number]"), slider = box.querySelector("input[type=range]");
		const show = (n) => {
			const list = shares(versions, least, last, n);
			const space = box.querySelector(".space");
			space.replaceChildren();
			box.querySelector("output").textContent = n;
			all("tbody tr", box.querySelector("table")).forEach((row, i) => {
				const v = versions[i], step = v.vf * v.uf;
				row.cells[3].textContent = list[i].toLocaleString("en-US");
				row.cells[4].textContent = v.name === "scalar" ? "" : Math.ceil(list[i] / step).toLocaleString("en-US");
				row.cells[5].textContent = n ? (100 * list[i] / n).toFixed(1) + " %" : "–";
				if (list[i]) space.append(make("span", { class: "v-" + v.name, style: "flex-grow:" + list[i] }, v.name));
			});
		};
		const position = (n) => n < 1 ? 0 : Math.round(40 * Math.log10(n) + 1);
		field.addEventListener("input", () => {
			const n = Math.max(0, Math.min(1e9, Math.floor(Number(field.value) || 0)));
			slider.value = position(n);
			show(n);
		});
		slider.addEventListener("input", () => {
			const at = Number(slider.value);
			field.value = at === 0 ? 0 : Math.round(10 ** ((at - 1) / 40));
			show(Number(field.value));
		});
		slider.value = position(Number(field.value));
		box.querySelector(".control").hidden = false;
	}

	// What is packed is unpacked when it is looked at for the first time.
	const packed = page.data() || {};
	const unpacked = new Map();
	const dataOf = (id, part) => {
		const name = id + part;
		if (!unpacked.has(name)) unpacked.set(name, page.unpack(packed[id][part]).then(part === "code" ? withInstructions : (x) => x));
		return unpacked.get(name);
	};
	// withInstructions makes objects of the columns of machine code.
	const withInstructions = (data) => {
		let offset = 0;
		for (const b of data.code.blocks) {
			b.insts = b.text.split("\n").map((text, i) => ({ text, offset: offset += b.size[i], file: data.code.files[b.file[i]], line: b.line[i],
				latency: b.delay[i], slots: b.slot[i], unit: data.code.units[b.unit[i]], busy: b.busy[i] }));
		}
		return data;
	};
	const onOpen = (part, render) => {
		for (const box of all(".part." + part)) {
			const first = async () => {
				const id = box.closest(".kernel").dataset.kernel;
				if (!box.open || box.dataset.done || !packed[id][part]) return;
				box.dataset.done = "1";
				const view = box.querySelector(".view");
				try {
					render(view, await dataOf(id, part), id);
					page.enliven(box);
				} catch (err) {
					view.append(make("p", { class: "bad" }, "This browser cannot show the view: " + err));
				}
				box.dataset.done = "2";
			};
			box.addEventListener("toggle", first);
			first();
		}
	};

	// SSA before and after each pass.
	const snapshots = (passes) => {
		const list = [[]];
		for (const p of passes) {
			const before = list[list.length - 1], after = [];
			let at = 0;
			for (const h of p.hunks || []) {
				after.push(...before.slice(at, h.at), ...(h.insert || []));
				at = h.at + (h.delete || 0);
			}
			after.push(...before.slice(at));
			list.push(after);
		}
		return list;
	};
	const around = 3; // lines shown around a change
	const difference = (before, hunks) => {
		const grid = make("div", { class: "diff", role: "group", tabindex: "0", "aria-label": "SSA before and after the pass" }, make("b", {}, "before"), make("b", {}, "after"));
		const line = (left, right, kind) => {
			const l = make("div", kind && left !== null ? { class: "del" } : {}, left ?? "");
			const r = make("div", kind && right !== null ? { class: "ins" } : {}, right ?? "");
			grid.append(l, r);
		};
		const same = (from, to, first, final) => {
			const head = first ? 0 : around, tail = final ? 0 : around;
			if (to - from > head + tail + 1) {
				for (let i = from; i < from + head; i++) line(before[i], before[i]);
				const hidden = before.slice(from + head, to - tail);
				const gap = make("button", { type: "button", class: "gap" }, hidden.length + " unchanged lines");
				gap.addEventListener("click", () => {
					const rows = hidden.flatMap((t) => [make("div", {}, t), make("div", {}, t)]);
					gap.replaceWith(...rows);
					rows[0].tabIndex = -1;
					rows[0].focus();
				});
				grid.append(gap);
				from = to - tail;
			}
			for (let i = from; i < to; i++) line(before[i], before[i]);
		};
		let at = 0;
		(hunks || []).forEach((h, i) => {
			same(at, h.at, i === 0, false);
			const gone = before.slice(h.at, h.at + (h.delete || 0)), came = h.insert || [];
			for (let j = 0; j < Math.max(gone.length, came.length); j++) line(gone[j] ?? null, came[j] ?? null, "change");
			at = h.at + gone.length;
		});
		same(at, before.length, false, true);
		return grid;
	};
	onOpen("ssa", (view, passes, id) => {
		const texts = snapshots(passes);
		const choice = make("select", { id: id + "-pass" });
		passes.forEach((p, i) => choice.append(make("option", { value: i }, (i + 1) + ". " + p.name + " (" + (p.hunks || []).reduce((n, h) => n + Math.max(h.delete || 0, (h.insert || []).length), 0) + " lines)")));
		const place = make("div");
		const show = (i) => {
			choice.value = i;
			place.replaceChildren(difference(texts[i], passes[i].hunks));
			say("SSA after " + passes[i].name);
		};
		const go = (by) => () => show(Math.min(Math.max(Number(choice.value) + by, 0), passes.length - 1));
		const before = make("button", { type: "button" }, "← Pass before"), next = make("button", { type: "button" }, "Next pass →");
		before.addEventListener("click", go(-1));
		next.addEventListener("click", go(1));
		choice.addEventListener("change", () => show(Number(choice.value)));
		view.replaceChildren(make("p", { class: "control" }, make("label", { for: id + "-pass" }, "Passes that changed something"), choice, before, next), place);
		show(0);
	});

	// Machine code beside the source.
	const colored = (text) => {
		const out = [];
		let first = true;
		for (const w of text.split(/([A-Za-z_.][A-Za-z0-9_.]*|\d[A-Za-z0-9]*)/)) {
			if (!w) continue;
			if (/^[A-Za-z_.]/.test(w)) {
				const c = first ? "k" : /^L\d/.test(w) ? "s" : /(word|ptr|byte)$/.test(w) ? "c" : "t";
				first = false;
				out.push(span(c, w));
			} else if (/^\d/.test(w)) out.push(span("n", w));
			else out.push(w);
		}
		return out;
	};
	onOpen("code", (view, data, id) => {
		const left = make("div", { class: "left", role: "group", tabindex: "0", "aria-label": "Source" });
		const key = (file, line) => file + ":" + line;
		const kernel = view.closest(".kernel");
		const used = new Set();
		for (const b of data.code.blocks) for (const i of b.insts || []) if (i.line) used.add(key(i.file, i.line));
		for (const s of data.sources || []) {
			s.lines.forEach((text, i) => {
				const at = key(s.file, s.first + i);
				const row = make(used.has(at) ? "button" : "div", used.has(at) ? { type: "button", class: "srcline plain", "data-at": at } : { class: "srcline" },
					make("span", { class: "ln" }, s.first + i), make("code", {}, text));
				left.append(row);
			});
		}
		const table = make("table", { class: "asm" });
		table.append(make("caption", { class: "unseen" }, "Instructions with their costs"),
			make("thead", {}, make("tr", {}, ...["Offset", "Instruction", "Line", "Latency", "Slots", "Units busy"].map((t, i) => make("th", { scope: "col", class: i > 2 && i < 5 ? "num" : "" }, t)))));
		for (const b of data.code.blocks) {
			const body = make("tbody", b.hot ? { class: "hot", id: id + "-hot" } : {});
			const facts = [b.label, b.name].filter(Boolean).join(" ");
			const count = b.count ? (data.code.measured ? number(b.count) + (b.count === 1 ? " execution" : " executions") : "about " + number(b.count) + " executions per call") : data.code.measured ? "not executed" : "";
			const cost = b.cycles ? number(b.cycles) + " cycles" + (b.by ? " by " + b.by : "") : "";
			const share = b.share >= 0.0005 ? (100 * b.share).toFixed(1) + " % of the cycles" : "";
			body.append(make("tr", {}, make("th", { colspan: 6, scope: "rowgroup" }, [facts, count, cost, share].filter(Boolean).join(" · "), b.hot ? " · hot" : "")));
			for (const i of b.insts || []) {
				const row = make("tr", i.line ? { "data-at": key(i.file, i.line) } : {}, make("td", { class: "off" }, i.offset.toString(16)), make("td", {}, ...colored(i.text)), make("td", { class: "u" }),
					make("td", { class: "num" }, i.latency || ""), make("td", { class: "num" }, number(i.slots)), make("td", { class: "u" }, i.unit ? i.unit + " " + number(i.busy) : ""));
				if (i.line) row.cells[2].append(make("a", { href: "#", "data-line": key(i.file, i.line), "aria-label": "line " + i.line }, i.line));
				body.append(row);
			}
			table.append(body);
		}
		const right = make("div", { class: "table", role: "group", tabindex: "0", "aria-label": "Machine code" }, table);
		table.dataset.live = "1"; // the order of the instructions is fixed
		const two = make("div", { class: "two" }, left, right);
		const mark = (at) => {
			for (const e of all(".linked", kernel)) e.classList.remove("linked");
			if (at) for (const e of all("[data-at]", two)) if (e.dataset.at === at) e.classList.add("linked");
		};
		const over = (e) => {
			const at = e.target.closest("[data-at]");
			if (at) mark(at.dataset.at);
		};
		two.addEventListener("mouseover", over);
		two.addEventListener("focusin", over);
		two.addEventListener("mouseleave", () => mark(""));
		const reveal = (e, box) => box.scrollTo({ top: e.offsetTop - box.clientHeight / 3 });
		left.addEventListener("click", (e) => {
			const at = e.target.closest("[data-at]");
			if (!at) return;
			const rows = all("tr[data-at]", right).filter((r) => r.dataset.at === at.dataset.at);
			const hot = rows.find((r) => r.parentNode.classList.contains("hot")) || rows[0];
			hot.scrollIntoView({ block: "center" });
			hot.querySelector("a").focus({ preventScroll: true });
			mark(at.dataset.at);
		});
		right.addEventListener("click", (e) => {
			const a = e.target.closest("[data-line]");
			if (!a) return;
			e.preventDefault();
			const row = all("[data-at]", left).find((r) => r.dataset.at === a.dataset.line);
			if (row) { reveal(row, left); row.focus({ preventScroll: true }); }
			mark(a.dataset.line);
		});
		const hot = data.code.blocks.find((b) => b.hot);
		const note = make("p", { class: "note" }, data.code.width + " micro-operations are issued per cycle. Cycles of a block are what its slots and units allow; waiting for results may take longer. " +
			(data.code.measured ? "Executions are counted in the given call." : "Executions are what the compiler expects of a call."));
		view.replaceChildren(note);
		if (hot) {
			const jump = make("button", { type: "button" }, "Go to the hot block");
			jump.addEventListener("click", () => { const e = document.getElementById(id + "-hot"); e.scrollIntoView({ block: "center" }); const a = e.querySelector("a"); if (a) a.focus({ preventScroll: true }); });
			view.append(make("p", {}, jump));
		}
		view.append(two);
	});

	// A link to a line or a loop opens what it is in.
	const openTarget = () => {
		const e = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
		if (!e) return;
		for (let p = e; p; p = p.parentElement) if (p.tagName === "DETAILS") p.open = true;
		e.scrollIntoView({ block: "start" });
		const summary = e.querySelector(":scope > summary");
		if (summary) summary.focus({ preventScroll: true });
	};
	addEventListener("hashchange", openTarget);
	openTarget();

	// o opens and closes the parts of the section in view.
	page.key("o", () => {
		const section = all("main > section").filter((s) => s.getBoundingClientRect().top < 200).pop();
		if (!section) return;
		const parts = all(".part", section), open = parts.every((p) => p.open);
		for (const p of parts) p.open = !open;
	}, "open or close all parts of a kernel");
})();
