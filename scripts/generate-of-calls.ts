import { join } from "node:path";

// A variable keeps the server's type check out of the browser's sources, which have a configuration of their own.
const web = join(import.meta.dirname, "../apps/web/src");

interface Declared {
  path?: string;
  can: unknown;
  audience: unknown;
}

/** The lists in which work waits, without their calls: the menu of every screen has them, and the calls with their shapes were a sixth of a page's scripts. */
export async function waitingSource(): Promise<string> {
  const { waiting } = (await import(join(web, "app/shell/waiting-lists.ts"))) as {
    waiting: Readonly<Record<string, readonly (readonly [string, Declared, object | undefined, Declared])[]>>;
  };
  const wanted = ({ can, audience }: Declared): object => ({ can, audience });
  const lines = Object.entries(waiting).flatMap(([type, all]) => [
    `  ${type}: [`,
    ...all.map(([path, list, filter, act]) => {
      const parts = [path, { path: list.path, ...wanted(list) }, filter, wanted(act)];
      return `    [${parts.map((part) => JSON.stringify(part) ?? "undefined").join(", ")}],`;
    }),
    "  ],",
  ]);
  return `// Written by \`npm run generate\` from waiting-lists.ts. Do not edit.
import type { AccountType } from "@manilla/contract/accounts";
import type { Waiting } from "./waiting-lists.ts";

export const waiting: Readonly<Record<AccountType, readonly Waiting[]>> = {
${lines.join("\n")}
};
`;
}

/** Permissions of companies that a call of today asks for: a page that asked the table of calls would load the calls of eighty nouns. */
export async function companyPermissionsSource(): Promise<string> {
  const { calls } = (await import(join(web, "shared/api/calls.gen.ts"))) as {
    calls: Readonly<Record<string, Readonly<Record<string, { can: unknown }>>>>;
  };
  const asked = Object.values(calls)
    .flatMap((noun) => Object.values(noun))
    .flatMap(({ can }) => (Array.isArray(can) ? (can as string[]) : []))
    .filter((slug) => slug.startsWith("company:"));
  return `// Written by \`npm run generate\` from the calls. Do not edit.
/** Permissions of companies that a call of today asks for: what comes with later rooms is not offered yet. */
export const askedOfCompanies: ReadonlySet<string> = new Set(${JSON.stringify([...new Set(asked)].toSorted(), null, 2)});
`;
}
