import { isOwnPath } from "./own-path.ts";

const KEY = "manilla.viewing-from";

/** Keeps the page from which one begins to view as somebody, to come back to. */
export function leaveToView(): void {
  sessionStorage.setItem(KEY, location.pathname + location.search);
}

/** Where one was before viewing as somebody. */
export function backFromViewing(): string {
  const path = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return isOwnPath(path) ? path : "/";
}
