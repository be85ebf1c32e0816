(() => {
	const query = document.getElementById("query");
	const hits = document.getElementById("hits");
	const count = document.getElementById("count");
	const index = page.data().map((e) => ({ ...e, head: (e.page + " " + e.part).toLowerCase(), body: e.text.toLowerCase() }));
	const most = 50;
	// marked adds a text to an element, with the words of the query marked.
	const marked = (to, text, words) => {
		const low = text.toLowerCase();
		let at = 0;
		while (at < text.length) {
			let next = text.length, length = 0;
			for (const w of words) {
				const i = low.indexOf(w, at);
				if (i >= 0 && i < next) { next = i; length = w.length; }
			}
			to.append(text.slice(at, next));
			if (!length) break;
			const m = document.createElement("mark");
			m.textContent = text.slice(next, next + length);
			to.append(m);
			at = next + length;
		}
	};
	const search = () => {
		const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
		hits.replaceChildren();
		count.textContent = "";
		if (!words.length) return;
		const list = [];
		for (const e of index) {
			if (!words.every((w) => e.head.includes(w) || e.body.includes(w))) continue;
			list.push([words.filter((w) => e.head.includes(w)).length, e]);
		}
		list.sort((a, b) => b[0] - a[0]); // stable: else the order of the documents
		count.textContent = list.length + (list.length === 1 ? " section" : " sections") + (list.length > most ? ", the first " + most + " shown" : "");
		for (const [, e] of list.slice(0, most)) {
			const li = document.createElement("li");
			const a = document.createElement("a");
			a.href = e.address;
			a.textContent = e.page + (e.part === "Overview" ? "" : ": " + e.part);
			const p = document.createElement("p");
			const first = Math.min(...words.map((w) => e.body.indexOf(w)).filter((i) => i >= 0), e.text.length);
			const from = first >= e.text.length ? 0 : Math.max(0, e.text.lastIndexOf(" ", Math.max(0, first - 80)));
			const to = Math.min(e.text.length, from + 240);
			marked(p, (from ? "… " : "") + e.text.slice(from, to) + (to < e.text.length ? " …" : ""), words);
			li.append(a, p);
			hits.append(li);
		}
	};
	query.value = new URLSearchParams(location.search).get("q") || "";
	query.addEventListener("input", search);
	query.form.addEventListener("submit", (e) => { e.preventDefault(); search(); });
	search();
	query.focus();
})();
