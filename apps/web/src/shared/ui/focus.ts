import { type RefObject, useLayoutEffect, useRef } from "react";

/** Puts the focus on the page's heading where it would otherwise be lost. */
export function rescueFocus(): void {
  if (document.activeElement === null || document.activeElement === document.body)
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
}

/**
 * For elements that disappear when used, such as a completed action's button: the focus moves to the heading, not to the top of the document.
 * @returns to be put on the element
 */
export function useFocusRescue<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      // After everything that this change puts elsewhere: a dialog that closes, another page's heading.
      if (own?.contains(document.activeElement)) setTimeout(rescueFocus);
    };
  }, []);
  return element;
}
