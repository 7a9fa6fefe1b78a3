import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

// A variable keeps the server's type check out of the browser's sources, which have a configuration of their own.
const web = join(import.meta.dirname, "../apps/web/src");

/** A row as its noun declares it (apps/web/src/shared/screens.ts). */
export interface DeclaredRow {
  path: string;
  audience: unknown;
  can: "*" | readonly string[];
  guards: readonly string[];
  bare?: boolean;
  asks?: readonly string[] | Readonly<Record<string, readonly string[] | undefined>>;
  file: string;
}

/** All guards that a row can name. */
const ALL_GUARDS = 6;
const isOpen = ({ audience }: DeclaredRow): boolean => audience === "public" || audience === "guest";
/** Fixed words before parameters, `*` at the end: the first row that fits an address is the one that the router takes. */
const rank = ({ path }: DeclaredRow): string => path.replace("*", "~");
const before = (left: DeclaredRow, right: DeclaredRow): number =>
  rank(left) < rank(right) ? -1 : rank(left) > rank(right) ? 1 : 0;

/** Rows of all `features/<wing>/<noun>/screens.ts`, each with the path of its code. @throws Error when that is missing */
export async function declaredRows(): Promise<DeclaredRow[]> {
  const declarations = readdirSync(join(web, "features"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /^[^/]+\/[^/]+\/screens\.ts$/.test(file));
  const rows: DeclaredRow[] = [];
  for (const declaration of declarations.toSorted()) {
    const { screens } = (await import(join(web, "features", declaration))) as { screens: readonly DeclaredRow[] };
    for (const row of screens) {
      const file = `features/${declaration.replace("screens.ts", row.file)}-screen.tsx`;
      if (!existsSync(join(web, file))) throw new Error(`${declaration}: there is no ${file} for ${row.path}.`);
      rows.push({ ...row, file });
    }
  }
  return rows.toSorted(before);
}

/** First requests are the server's business (build-pages.ts): the browser does not carry them. */
function printed({ file, guards, asks: _, ...row }: DeclaredRow): string {
  const held = guards.length === ALL_GUARDS ? "most" : JSON.stringify(guards);
  return `  { ${JSON.stringify(row).slice(1, -1)}, guards: ${held}, load: () => import("../${file}") },`;
}

/**
 * The source of one table of screens. The pages before the door have one of their own: the sign-in page carries no other row.
 */
export async function screensSource(which: "open" | "signed-in"): Promise<string> {
  const rows = (await declaredRows()).filter((row) => isOpen(row) === (which === "open")).map(printed);
  return [
    "// Written by `npm run generate` from features/<wing>/<noun>/screens.ts. Do not edit.",
    which === "open"
      ? 'import type { Screen } from "../shared/screens.ts";'
      : 'import { most, type Screen } from "../shared/screens.ts";\nimport { openScreens } from "./open-screens.gen.ts";',
    "",
    which === "open"
      ? "/** Screens that need no session, and those only for people without one (A17). */"
      : "/** Every screen: the first row that fits an address is its screen. */",
    `export const ${which === "open" ? "openScreens" : "screens"}: readonly Screen[] = [`,
    ...rows,
    ...(which === "open" ? [] : ["  ...openScreens,"]),
    "];",
    "",
  ].join("\n");
}
