import { matchPath } from "react-router";
import { addressesOf } from "../addresses.ts";
import { screens } from "../screens.gen.ts";

const fetched = new Set<string>();

/**
 * Fetches the code of the screen at a path, because somebody points at the way to it: it is mostly there when they press. Quietly: if it does
 * not come, pressing says so. Not where the person saves data.
 */
export function fetchAhead(path: string): void {
  if (fetched.has(path) || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  fetched.add(path);
  const screen = screens.find((one) => addressesOf(one).some((address) => matchPath(address.path, path) !== null));
  screen?.load().catch(() => fetched.delete(path));
}
