import { screens } from "../apps/web/src/app/screens/index.ts";

/** The routes of the web application, from the same rows that make its router, titles, guards and menus. */
export function routesDocument(): { path: string; title: string; can: unknown }[] {
  return screens.map(({ path, title, can }) => ({ path, title, can }));
}
