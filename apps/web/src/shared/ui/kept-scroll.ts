import { type RefObject, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** What comes late (a picture, a second answer) may still make the place reachable; after this it is given up. */
const TIMEOUT_MS = 1_500;

/** The place of the page in the history: a replaced address (a search that is typed) keeps it, its key does not. */
const placeInHistory = (): number | undefined => (window.history.state as { idx?: number } | null)?.idx;

/**
 * Back brings a scrolling part to where it was: its place is kept with the history's entry. Another page begins at its top;
 * the same page under another address (a tab, a filter) stays where it is.
 * @param name tells the scrolling parts of a page apart
 * @param isReady false while there is nothing to scroll yet
 */
export function useKeptScroll(scroller: RefObject<HTMLElement | null>, name: string, isReady = true): void {
  const { key, pathname } = useLocation();
  const isPop = useNavigationType() === "POP";
  const last = useRef<{ pathname: string; entry: string }>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !isReady) return;
    // With its path: an address that is typed or mailed does not begin where another page was.
    const entry = `manilla.scroll.${name}.${placeInHistory() ?? key}.${pathname}`;
    const stays = !isPop && last.current?.pathname === pathname;
    const kept = isPop ? Number(sessionStorage.getItem(entry) ?? 0) : 0;
    // A new page is at its top already: scrolling would cost a layout before the first paint.
    if (!stays && (kept > 0 || last.current)) element.scrollTop = kept;
    // What another page left at this place of the history is over; a page that stays takes its place along.
    const from = stays && last.current ? sessionStorage.getItem(last.current.entry) : null;
    if (!isPop) sessionStorage.setItem(entry, from ?? "0");
    last.current = { pathname, entry };
    const until = performance.now() + TIMEOUT_MS;
    let frame = 0;
    let [reached, height] = [element.scrollTop, element.scrollHeight];
    const insist = (): void => {
      // A key, the scroll bar or a jump to a field led elsewhere: nobody is pulled back, least of all between press and release.
      const hasLeft = element.scrollTop < reached - 1 && element.scrollHeight >= height;
      if (hasLeft || Math.abs(element.scrollTop - kept) < 2 || performance.now() > until) return;
      element.scrollTop = kept;
      [reached, height] = [element.scrollTop, element.scrollHeight];
      frame = requestAnimationFrame(insist);
    };
    if (kept > 0) frame = requestAnimationFrame(insist);
    const keep = (): void => sessionStorage.setItem(entry, String(Math.round(element.scrollTop)));
    const stop = (): void => cancelAnimationFrame(frame);
    element.addEventListener("scroll", keep, { passive: true });
    element.addEventListener("wheel", stop, { passive: true });
    element.addEventListener("touchmove", stop, { passive: true });
    return () => {
      stop();
      element.removeEventListener("scroll", keep);
      element.removeEventListener("wheel", stop);
      element.removeEventListener("touchmove", stop);
    };
  }, [scroller, isReady, name, key, pathname, isPop]);
}
