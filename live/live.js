// The table and the facts are replaced every two seconds; order, focus and scrolling stay.
(() => {
	const every = 2000;
	const button = document.getElementById("pause");
	let paused = false;
	const pause = () => {
		paused = !paused;
		button.setAttribute("aria-pressed", paused);
		page.say(paused ? "paused" : "running");
	};
	button.hidden = false;
	button.addEventListener("click", pause);
	page.key("p", pause, "pause, and go on");
	const refresh = async () => {
		const answer = await fetch(location.href);
		if (!answer.ok) throw new Error(answer.statusText);
		const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
		const table = document.getElementById("table");
		const focus = document.activeElement?.closest("#table tbody a")?.getAttribute("href");
		table.tBodies[0].replaceChildren(...fresh.querySelectorAll("#table tbody tr"));
		const heads = [...table.tHead.rows[0].cells];
		const by = heads.findIndex((h) => h.hasAttribute("aria-sort"));
		if (by >= 0) page.sort(table, by, heads[by].getAttribute("aria-sort") === "descending");
		if (focus) table.querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
		for (const what of [".facts", "#shown", "#figures tbody"])
			document.querySelector(what).replaceWith(fresh.querySelector(what));
		document.querySelector("nav small").textContent = fresh.querySelector("nav small").textContent;
	};
	// The form takes effect while it is filled in.
	const form = document.querySelector("form.select");
	const apply = async (e) => {
		e.preventDefault();
		history.replaceState(null, "", "?" + new URLSearchParams(new FormData(form)));
		document.querySelectorAll("#table th").forEach((h) => h.removeAttribute("aria-sort"));
		await refresh().catch(() => {});
		page.say(document.getElementById("shown").textContent);
	};
	form.addEventListener("submit", apply);
	form.addEventListener("input", apply);
	page.key("/", () => form.elements.q.focus());
	let lost = false;
	setInterval(async () => {
		try {
			if (!paused && !document.hidden) await refresh();
			if (lost) page.say("connected again");
			lost = false;
		} catch {
			if (!lost) page.say("the process does not answer");
			lost = true;
		}
		document.body.classList.toggle("lost", lost);
	}, every);
})();
