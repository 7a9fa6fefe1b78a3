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
