import { useLayoutEffect, useRef } from "react";

/** Until when a letter belongs to `g`: it then names a screen and nothing on the page. */
let chordUntil = 0;

/** `g` was pressed: the next letter names a screen. @param until in the events' own time, milliseconds */
export const beginChord = (until: number): void => void (chordUntil = until);
/** Whether a letter belongs to a `g` before it. */
export const isInChord = (event: KeyboardEvent): boolean => chordUntil > event.timeStamp;

/** Whether a letter is typed into something, or a dialog or menu has the keyboard. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest("input:not([type=checkbox]), textarea, select, dialog, [popover]") !== null);

/** Whether a key is a shortcut of the page: nobody is typing, no other key is held, and it belongs to no `g`. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !(
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    isInChord(event) ||
    isTyping(event.target)
  );

/** Hears the keys of the whole page from the moment at which its part of the page is there: a key pressed at first sight counts. */
export function useKeys(hear: (event: KeyboardEvent) => void): void {
  const latest = useRef(hear);
  useLayoutEffect(() => {
    latest.current = hear;
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => latest.current(event);
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Runs something when a letter is pressed that is a shortcut of the page. */
export const useShortcut = (key: string | undefined, run: () => void): void =>
  useKeys((event) => {
    if (event.key !== key || event.shiftKey || !isShortcut(event)) return;
    event.preventDefault();
    run();
  });
