/** Every posting template for people, read from its source: what it debits and credits, and which calls, purposes, decisions and steps of the close post it. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { allCalls } from "./generate-permissions.ts";

const MODULES = join(import.meta.dirname, "../apps/api/src/modules");
const TEMPLATES = "money/books/postings/";

/** A declaration at the top of a file, with the comment before it. */
interface Declaration {
  file: string;
  name: string;
  comment: string;
  text: string;
}

const sources = new Map(
  globSync("**/*.ts", { cwd: MODULES, exclude: ["**/*.test.ts"] })
    .toSorted()
    .map((file) => [file, readFileSync(join(MODULES, file), "utf8")]),
);

const declarations = [...sources].flatMap(([file, source]): Declaration[] => {
  const parts = source.split(/^(?=\/\*\*|(?:export )?(?:async )?(?:function|const) )/m);
  return parts.flatMap((text, at) => {
    const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(text)?.[1];
    return name === undefined
      ? []
      : [{ file, name, text, comment: /^\/\*\*[^]*$/.exec(parts[at - 1] ?? "")?.[0] ?? "" }];
  });
});

/** Whether a name in a file means this declaration: its own, or one imported from its file or from the door of its room. */
function isMeant({ file: home, name }: Declaration, file: string): boolean {
  if (file === home) return true;
  if (declarations.some((each) => each.file === file && each.name === name)) return false;
  const imports = [...(sources.get(file) ?? "").matchAll(/import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g)];
  return imports.some(([, names = "", from = ""]) => {
    const path = join(dirname(file), from);
    const isThere = path === home || (path.endsWith("/index.ts") && home.startsWith(`${dirname(path)}/`));
    return isThere && new RegExp(`\\b${name}\\b`).test(names);
  });
}

/** The text before each place where a declaration names another one. */
const placesOf = ({ text }: Declaration, { name }: Declaration): string[] =>
  [...text.matchAll(new RegExp(`\\b${name}\\b(?!")`, "g"))].map(({ index }) => text.slice(0, index));

const specOf = new Map(allCalls().map(({ name, call }) => [name, call.spec]));
const LISTS: Readonly<Record<string, string>> = {
  approvals: "decision",
  charges: "charge",
  close: "step of the close",
  disbursed: "each disbursement:",
  payouts: "payout",
  receipts: "receipt",
};

/** Where a declaration is given to its noun, or which calls it answers; undefined where it does neither. */
function endsOf(user: Declaration, used: Declaration): string[] | undefined {
  if (user.file.endsWith("/noun.ts"))
    return placesOf(user, used).map((before) => {
      const list = /(\w+): (?:\[[^\]]*|\{[^{}]*|\(.*=> )$/.exec(before)?.[1] ?? "";
      return `${LISTS[list] ?? list} ${/(\w+): $/.exec(before)?.[1] ?? used.name}`;
    });
  if (user.name !== "handlers") return undefined;
  return placesOf(user, used).map((before) => {
    const key = [...before.matchAll(/^ {2}(?:async )?(\w+)[:(]/gm)].at(-1)?.[1];
    const noun = user.file.split("/")[1]?.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const call = `${noun}.${key}`;
    return `${specOf.get(call)?.replace("added", "call")} ${call}`;
  });
}

/** Who posts a template, in the end. */
function postersOf(template: Declaration): string[] {
  const seen = new Set([template]);
  const ends = new Set<string>();
  for (const used of seen)
    for (const user of declarations) {
      if (user === used || placesOf(user, used).length === 0 || !isMeant(used, user.file)) continue;
      const found = endsOf(user, used);
      if (found) for (const end of found) ends.add(end);
      else seen.add(user);
    }
  return [...ends].toSorted();
}

function lineOf(text: string, [, side, account = "", amount = ""]: RegExpExecArray): string {
  const owned = (
    account === "account" ? /openOwned\([^"]*"(\w+)"/.exec(text) : /accountOf\("(\w+)"/.exec(account)
  )?.[1];
  const plain = (code: string): string =>
    code
      .replaceAll(/fact\.|split\.|"/g, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  return `| ${side} | ${owned ? `${owned}, one for each owner` : plain(account)} | ${plain(amount)} |`;
}

const LINE =
  /\b(debit|credit)\(\s*((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+),\s*((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+?),?\s*\)/g;

/** The templates; each is called by the kind of its transactions, a mirror image by its key. */
export const templates = declarations.flatMap((declaration) => {
  const { file, text, comment } = declaration;
  const key = /key: `(.*)`,$/m.exec(text)?.[1];
  if (!file.startsWith(TEMPLATES) || !key) return [];
  const kind = /kind: "(\w+)"/.exec(text)?.[1] ?? key.split(":")[0]!.replaceAll("-", "_");
  return [
    { declaration, kind, key: key.replaceAll(/\$\{fact\.(\w+)\}/g, "<$1>").replace(/\$\{.*/, "[:<because>]"), comment },
  ];
});

/** `docs/postings.md`. */
export function postingsPage(): string {
  const sections = templates.map(({ declaration, kind, key, comment }) => {
    const lines = [...declaration.text.matchAll(LINE)].map((line) => lineOf(declaration.text, line));
    const written = [...declaration.text.matchAll(/\b(?:debit|credit)\(/g)].length;
    if (lines.length !== written)
      throw new Error(`${declaration.name} debits and credits ${written} times, and ${lines.length} of them are read.`);
    const posters = postersOf(declaration);
    return [
      `## ${kind}`,
      "",
      comment
        .replaceAll(/^\/\*\*|\*\/$|^ \* ?/gm, "")
        .split("@")[0]!
        .replaceAll(/\s+/g, " ")
        .trim(),
      "",
      `Key \`${key}\`. Posted by ${posters.length > 0 ? posters.join(", ") : "the demo and imports"}.`,
      "",
      ...(lines.length > 0
        ? ["| Side | Account | Amount in kobo |", "|---|---|---|", ...lines]
        : ["The opposite of the transaction that it takes back."]),
      "",
    ];
  });
  return [
    "# Postings",
    "",
    "Printed from the templates in `apps/api/src/modules/money/books/postings/` by `npm run generate`. A line without an amount is left out, a negative amount changes sides. `source` is the account that the money came through. A receipt is made by every call and step that receives money (those named under *credit*).",
    "",
    ...sections.flat(),
  ].join("\n");
}
