import type { AccountType } from "@manilla/contract/accounts";
import { useNavigate } from "react-router";
import type { Session } from "../../shared/session/session.ts";
import { beginChord, isInChord, useKeys } from "../../shared/ui/keys.ts";
import { destinationsOf } from "./menu.ts";

/** Off while typing, and while a dialog or a menu has the keyboard. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input, textarea, select, dialog, [popover]") !== null);

const CHORD_MS = 1_200;

/** `/` the page's search, `g` and a letter a screen, `?` the list of all, Ctrl or Cmd + K the palette. */
export function useShortcuts(
  session: Session | null,
  type: AccountType | undefined,
  open: (what: "palette" | "shortcuts") => void,
): void {
  const navigate = useNavigate();
  useKeys((event) => {
    if (!session || !type) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return open("palette");
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (isInChord(event)) {
      beginChord(0);
      // The page's own keys leave this event alone.
      event.preventDefault();
      const item = destinationsOf(session, type).find(({ key }) => key === event.key);
      if (item) void navigate(item.path);
      return;
    }
    if (event.key === "g") beginChord(event.timeStamp + CHORD_MS);
    if (event.key === "?") open("shortcuts");
    if (event.key === "/") {
      const search = document.querySelector<HTMLInputElement>("[data-page-search]");
      if (!search) return open("palette");
      event.preventDefault();
      search.focus();
    }
    if (event.key === "/") event.preventDefault();
  });
}
