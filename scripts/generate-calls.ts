import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { WINGS } from "./rooms.ts";

const contract = join(import.meta.dirname, "../packages/contract/src");
const DECLARES = /^export const \w+ = (?:get|post|put|patch|del|list|action)\(/m;

/** `loan-products` → `loanProducts`, as calls are named: `calls.loanProducts.find`. */
const nameOf = (noun: string): string => noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The list of nouns of the contract: each file of a wing that declares calls, under the name of its file. A file that another one
 * of its wing re-exports is a part of that noun.
 */
export function callsSource(): string {
  const lines = WINGS.flatMap((wing) => {
    const files = readdirSync(join(contract, wing)).filter((file) => /^[a-z-]+\.ts$/.test(file));
    const texts = files.map((file) => ({ file, text: readFileSync(join(contract, wing, file), "utf8") }));
    const parts = new Set(
      texts.flatMap(({ text }) => [...text.matchAll(/^export \* from "\.\/(.+)";/gm)].map(([, part]) => part)),
    );
    return texts
      .filter(({ file, text }) => DECLARES.test(text) && !parts.has(file))
      .map(({ file }) => `export * as ${nameOf(file.slice(0, -".ts".length))} from "./${wing}/${file}";`);
  });
  return [
    "// Written by `npm run generate` from the files of the wings. Do not edit.",
    "/** Every call by noun: `calls.session.find`, `calls.loans.approve`. The server registers these, the browser is generated from them. */",
    ...lines,
    "",
  ].join("\n");
}

/** The list of machines of the contract: each file `<name>-states.ts` of a wing exports `<name>States`. */
export function machinesSource(): string {
  const files = WINGS.flatMap((wing) =>
    readdirSync(join(contract, wing))
      .filter((file) => file.endsWith("-states.ts"))
      .map((file) => ({ path: `./${wing}/${file}`, name: nameOf(file.slice(0, -"-states.ts".length)) })),
  );
  return [
    "// Written by `npm run generate` from the files of the wings. Do not edit.",
    ...files.map(({ path, name }) => `import { ${name}States } from "${path}";`),
    "",
    "/** The machine of every noun that has states, by the name that its transitions are kept under. */",
    `export const machines = {\n${files.map(({ name }) => `  ${name}: ${name}States,`).join("\n")}\n} as const;`,
    "",
  ].join("\n");
}
