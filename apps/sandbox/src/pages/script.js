// Everything works without this script; it keeps the live parts fresh and copies codes.
const LIVE_EVERY_MS = 2000;

async function refresh() {
  const parts = [...document.querySelectorAll("[data-live]")];
  if (parts.length === 0 || document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of parts) {
    const next = fresh.getElementById(part.id);
    // What somebody is working in stays as it is.
    if (next && next.innerHTML !== part.innerHTML && !part.contains(document.activeElement))
      part.innerHTML = next.innerHTML;
  }
}

setInterval(() => void refresh().catch(() => undefined), LIVE_EVERY_MS);

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (!button) return;
  void navigator.clipboard.writeText(button.getAttribute("data-copy") ?? "").then(() => {
    button.textContent = "Copied";
  });
});
