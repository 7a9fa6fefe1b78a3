import type { PointerEvent } from "react";

/** A cell whose text does not fit says all of it on hover. Looked at when the pointer comes, so that drawing a row costs nothing. */
export function nameClipped(event: PointerEvent<HTMLElement>): void {
  const cell = event.target instanceof Element ? event.target.closest("td, [role=cell]") : null;
  if (!(cell instanceof HTMLElement)) return;
  const isClipped = [cell, ...cell.querySelectorAll("*")].some(
    (part) =>
      part.scrollWidth > part.clientWidth + 1 &&
      part.clientWidth > 0 &&
      getComputedStyle(part).overflowX === "hidden" &&
      !part.classList.contains("visually-hidden"),
  );
  if (isClipped && !cell.querySelector("[title]")) cell.title = cell.innerText;
  else cell.removeAttribute("title");
}
