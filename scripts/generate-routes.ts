import { existsSync } from "node:fs";
import { join } from "node:path";

interface ScreenRow {
  path: string;
  title: string;
  audience?: unknown;
  can?: unknown;
}

const screens = join(import.meta.dirname, "../apps/web/src/app/screens");

/** The routes of the web application, from the same rows that make its router, titles, guards and menus. */
export async function routesDocument(): Promise<{ path: string; title: string; can: unknown }[]> {
  const rows: ScreenRow[] = [];
  for (const name of ["public", "admin", "corporate", "customer"]) {
    const file = join(screens, `${name}.ts`);
    if (!existsSync(file)) continue;
    const module = (await import(file)) as Record<string, unknown>;
    for (const value of Object.values(module)) if (Array.isArray(value)) rows.push(...(value as ScreenRow[]));
  }
  return rows.map(({ path, title, can }) => ({ path: path.replace(/:([a-z_]+)\??/gi, "{$1}"), title, can: can ?? null }));
}
