/** What the lists of the screens show: read from their sources, because a screen's code runs in a browser only. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FieldKind, fieldOf } from "@manilla/contract/fields";
import { allCalls } from "./generate-permissions.ts";

const WEB = join(import.meta.dirname, "../apps/web/src");
const GENERATED = join(WEB, "app/lists.gen.tsx");

/** From an opening bracket to the one that closes it; brackets in texts of the screens come in pairs. */
function bracketed(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if ("({[".includes(text.charAt(at))) depth += 1;
    if (")}]".includes(text.charAt(at)) && (depth -= 1) === 0) return text.slice(from, at + 1);
  }
  return text.slice(from);
}

/** The columns that a source declares, with their kinds. */
const columnsIn = (text: string): [string, FieldKind][] =>
  [...text.matchAll(/\bcolumn(?:<[^(]*>)?\(\s*"(\w+)"/g)].map(({ 1: key = "", index }) => {
    const [, kind] = /\bkind"?: ?"(\w+)"/.exec(bracketed(text, text.indexOf("(", index))) ?? [];
    return [key, (kind as FieldKind | undefined) ?? fieldOf(key).kind];
  });

/** The calls whose lists a screen shows, as `noun.call`. */
function callsIn(text: string): string[] {
  const taken = [...text.matchAll(/const \{([^}]*)\} = calls\.(\w+);/g)].flatMap(([, names = "", noun = ""]) =>
    names.split(",").map((name) => {
      const [call = "", as = call] = name.trim().split(/:\s*/);
      return [as, `${noun}.${call}`] as const;
    }),
  );
  const names = new Map(taken);
  const said = [...text.matchAll(/calls\.(\w+\.\w+)/g)].map(([, name = ""]) => name);
  return [...said, ...names.values()];
}

/** Of each list that a screen shows, by the name of its call: its columns with their kinds. */
export function shownColumns(): Map<string, Map<string, FieldKind>> {
  const lists = new Map(
    allCalls()
      .filter(({ call }) => call.kind === "list")
      .map(({ name, call }) => [name, call]),
  );
  const shown = new Map<string, Map<string, FieldKind>>();
  const add = (name: string, columns: readonly [string, FieldKind][]): void => {
    const row = (lists.get(name) as { row?: { shape?: Readonly<Record<string, unknown>> } } | undefined)?.row;
    if (!row) return;
    const fields = row.shape;
    if (!fields) throw new Error(`The rows of ${name} are no plain record.`);
    const known = shown.get(name) ?? new Map<string, FieldKind>();
    for (const [key, kind] of columns) if (Object.hasOwn(fields, key)) known.set(key, kind);
    shown.set(name, known);
  };
  const generated = readFileSync(GENERATED, "utf8");
  for (const { 1: name = "", index } of generated.matchAll(/listPage\(calls\.(\w+\.\w+)/g))
    add(name, columnsIn(bracketed(generated, generated.indexOf("(", index))));
  for (const file of globSync(`${WEB}/features/**/*.tsx`)) {
    const text = readFileSync(file, "utf8");
    if (!/<ListPage\b|listPage\(/.test(text)) continue;
    const beside = [...text.matchAll(/from "(\.[^"]+)"/g)]
      .map(([, path = ""]) => join(dirname(file), path))
      .filter((path) => existsSync(path) && path.startsWith(join(WEB, "features")));
    const columns = [file, ...beside].flatMap((path) => columnsIn(readFileSync(path, "utf8")));
    for (const name of callsIn(text)) add(name, columns);
  }
  return shown;
}
