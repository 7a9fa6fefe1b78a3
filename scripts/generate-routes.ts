import { join } from "node:path";

interface ScreenRow {
  path: string;
  title: string;
  can: unknown;
}

// A variable keeps the server's type check out of the browser's sources, which have a configuration of their own.
const rows = join(import.meta.dirname, "../apps/web/src/app/screens.gen.ts");

/** The routes of the web application, from the same rows that make its router, titles, guards and menus. */
export async function routesDocument(): Promise<ScreenRow[]> {
  const { screens } = (await import(rows)) as { screens: readonly ScreenRow[] };
  return screens.map(({ path, title, can }) => ({ path, title, can }));
}
