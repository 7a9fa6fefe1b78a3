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
  file?: string;
  list?: PlainList;
}

/** A screen that is a list, as data. */
interface PlainList {
  call: object;
  columns: readonly (string | readonly [string, { opens?: string }])[];
  href?: string;
  acts?: readonly object[] | readonly [name: string, file: string];
  views?: readonly object[];
  tiles?: string | true;
  opens?: string;
  lead?: string;
  link?: readonly [string, string, object?];
  empty?: string;
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
      if (row.list) {
        rows.push({ ...row, file: "app/lists.gen.tsx" });
        continue;
      }
      const file = `features/${declaration.replace("screens.ts", row.file ?? "")}-screen.tsx`;
      if (!existsSync(join(web, file))) throw new Error(`${declaration}: there is no ${file} for ${row.path}.`);
      rows.push({ ...row, file });
    }
  }
  return rows.toSorted(before);
}

/** First requests are the server's business (build-pages.ts): the browser does not carry them. */
function printed({ file, list, guards, asks: _, ...row }: DeclaredRow, nameOf: NameOf): string {
  const held = guards.length === ALL_GUARDS ? "most" : JSON.stringify(guards);
  const load = list
    ? `import("./lists.gen.tsx").then((lists) => ({ default: lists.${listName(list, nameOf)} }))`
    : `import("../${file}")`;
  return `  { ${JSON.stringify(row).slice(1, -1)}, guards: ${held}, load: () => ${load} },`;
}

/** A call's name in the browser's client: `calls.loans.listAll`. */
type NameOf = (call: object) => string;
const listName = ({ call }: PlainList, nameOf: NameOf): string => nameOf(call).replace("calls.", "").replace(".", "_");

async function namesOfCalls(): Promise<NameOf> {
  const { calls } = (await import(join(web, "shared/api/calls.gen.ts"))) as {
    calls: Readonly<Record<string, Readonly<Record<string, object>>>>;
  };
  const names = new Map(
    Object.entries(calls).flatMap(([noun, own]) =>
      Object.entries(own).map(([name, call]) => [call, `calls.${noun}.${name}`] as const),
    ),
  );
  return (call) => names.get(call) ?? "";
}

/** `/admin/users/{id}` as a function of the row. */
const address = (pattern: string): string => `(row) => \`${pattern.replace(/\{(\w+)\}/g, "${row.$1}")}\``;

/** On a phone the first column is the card's title and the next three are its fields, unless a column says otherwise. */
const cardsOf = ({ columns }: PlainList): PlainList["columns"] =>
  columns.some((column) => typeof column !== "string" && "card" in column[1])
    ? columns
    : columns.map((column, index) => {
        const [key, more] = typeof column === "string" ? [column, {}] : column;
        return index > 3 ? column : [key, { ...more, card: index === 0 ? "title" : "field" }];
      });

function columnSource(column: PlainList["columns"][number]): string {
  if (typeof column === "string") return `column(${JSON.stringify(column)})`;
  const [key, { opens, ...more }] = column;
  const link = opens ? `, opens: ${address(opens)}` : "";
  return `column(${JSON.stringify(key)}, { ${JSON.stringify(more).slice(1, -1)}${link} })`;
}

type Acts = PlainList["acts"];
const isDeclared = (acts: Acts): acts is readonly [name: string, file: string] => typeof acts?.[0] === "string";

/** The screens that are lists and nothing else: one chunk of code for all of them. */
export async function listsSource(): Promise<string> {
  const nameOf = await namesOfCalls();
  const wayOf = ([words, to, call]: NonNullable<PlainList["link"]>): string =>
    call
      ? `<Way to=${JSON.stringify(to)} call={${nameOf(call)}}>${words}</Way>`
      : `<Link to=${JSON.stringify(to)}>${words}</Link>`;
  const lists = (await declaredRows()).flatMap(({ list }) => (list ? [list] : []));
  const declaredActs = new Map(
    lists.flatMap(({ acts }) => (isDeclared(acts) ? [[acts.join(" "), acts] as const] : [])),
  );
  const sources = lists.map((list) => {
    const name = listName(list, nameOf);
    const acts = isDeclared(list.acts)
      ? `const ${name}_acts = ${list.acts[0]};\n`
      : list.acts && `const ${name}_acts = rowActionsOf([${list.acts.map(nameOf).join(", ")}]);\n`;
    const way =
      list.opens && list.href ? `{ label: ${JSON.stringify(list.opens)}, to: (${address(list.href)})(row) }, ` : "";
    const parts = [
      `columns: [${cardsOf(list).map(columnSource).join(", ")}]`,
      ...(list.href ? [`href: ${address(list.href)}`] : []),
      ...(acts ? [`rowActions: (row, show) => [${way}...${name}_acts(row, show)]`] : []),
      ...(list.tiles ? [`tiles: ${JSON.stringify(list.tiles)}`] : []),
      ...(list.views ? [`views: ${JSON.stringify(list.views)}`] : []),
      ...(list.lead ? [`lead: ${JSON.stringify(list.lead)}`] : []),
      ...(list.link ? [`actions: ${wayOf(list.link)}`] : []),
      ...(list.empty ? [`empty: ${JSON.stringify(list.empty)}`] : []),
    ];
    return `${acts ?? ""}export const ${name} = listPage(${nameOf(list.call)}, { ${parts.join(", ")} });`;
  });
  return [
    "// Written by `npm run generate` from features/<wing>/<noun>/screens.ts. Do not edit.",
    ...(lists.some(({ link }) => link) ? ['import { Link } from "react-router";'] : []),
    ...[...declaredActs.values()].map(([name, file]) => `import { ${name} } from "../features/${file}";`),
    ...(lists.some(({ acts }) => acts && !isDeclared(acts))
      ? ['import { rowActionsOf } from "../shared/actions/actions.tsx";']
      : []),
    ...(lists.some(({ link }) => link?.[2]) ? ['import { Way } from "../shared/actions/way.tsx";'] : []),
    'import { calls } from "../shared/api/calls.gen.ts";',
    'import { column } from "../shared/list/columns.tsx";',
    'import { listPage } from "../shared/list/list-page.tsx";',
    "",
    ...sources,
    "",
  ].join("\n");
}

/**
 * The source of one table of screens. The pages before the door have one of their own: the sign-in page carries no other row.
 */
export async function screensSource(which: "open" | "signed-in"): Promise<string> {
  const nameOf = await namesOfCalls();
  const rows = (await declaredRows())
    .filter((row) => isOpen(row) === (which === "open"))
    .map((row) => printed(row, nameOf));
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
