// The views of the page: one of each machine, instruction set and mode. Only the chosen ones are shown.
(() => {
	const { views, quantities, curves } = page.data();
	const every = "all";
	const chosen = { machine: views[0].machine, code: views[0].code };
	const selects = {};
	const box = document.createElement("div");
	box.className = "views";
	box.setAttribute("role", "group");
	box.setAttribute("aria-label", "What is shown");
	const choice = (title, values, change) => {
		const label = document.createElement("label");
		const select = document.createElement("select");
		for (const value of values) select.add(new Option(value, value));
		select.addEventListener("change", () => change(select));
		label.append(title, select);
		box.append(label);
		return select;
	};
	for (const [name, title] of [["machine", "Machine"], ["code", "Code"]]) {
		const values = [...new Set(views.map((v) => v[name]))];
		if (values.length > 1) selects[name] = choice(title, [...values, every], (s) => { chosen[name] = s.value; show(); });
	}
	// Curves of another quantity replace those of the first, which stay where there is no other, as without a clock.
	const anchors = Object.keys(curves);
	if (anchors.length) choice("Curves", quantities, async (s) => {
		const at = s.selectedIndex;
		for (const anchor of anchors) {
			const box = document.getElementById(anchor);
			box.first ??= box.innerHTML;
			const other = at ? (await page.unpack(curves[anchor]))[at - 1] : "";
			if (s.selectedIndex !== at) return;
			box.innerHTML = other || box.first;
		}
		page.say("curves: " + s.value);
	});
	if (!box.firstChild) return;
	document.getElementById("overview").before(box);
	const fits = (v) => ["machine", "code"].every((name) => chosen[name] === every || chosen[name] === v[name]);
	const owns = (v, id) => id === v.id || id.startsWith(v.id + "-");
	const show = () => {
		const off = views.filter((v) => !fits(v));
		const hidden = (id) => off.some((v) => owns(v, id));
		let shown = 0;
		for (const s of page.all("main > section")) {
			s.hidden = hidden(s.id);
			if (!s.hidden) shown++;
		}
		for (const a of page.all("nav a")) a.parentElement.hidden = hidden(decodeURIComponent(a.hash.slice(1)));
		for (const name in selects) selects[name].value = chosen[name];
		page.say(shown + " sections");
	};
	// reveal shows the view that the address of the page points into.
	const reveal = () => {
		const id = decodeURIComponent(location.hash.slice(1));
		const v = views.find((v) => owns(v, id));
		if (v && !fits(v)) {
			chosen.machine = v.machine;
			chosen.code = v.code;
			show();
			document.getElementById(id)?.scrollIntoView({ behavior: "instant" });
		}
	};
	addEventListener("hashchange", reveal);
	show();
	reveal();
})();
