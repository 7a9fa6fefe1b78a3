import * as calls from "@manilla/contract/calls";
import type { Endpoint } from "@manilla/contract/endpoint";
import { z } from "zod";

/** The pipe rules of a body, when it was declared with `form(...)`. */
function rulesOf(schema: z.ZodType): Record<string, string> | undefined {
  const meta = z.globalRegistry.get(schema) as { rules?: Record<string, string> } | undefined;
  return meta?.rules;
}

/** Whether an action's body has a place for the version that was looked at. */
const takesVersion = ({ action, body }: Pick<Endpoint, "action" | "body">): true | undefined =>
  action && body instanceof z.ZodObject && "version" in body.shape ? true : undefined;

/** What the browser knows of a call. */
function shownOf({
  method,
  path,
  audience,
  can,
  effect,
  step_up,
  kind,
  list,
  files,
  action,
  ...call
}: Endpoint): object {
  const choices = call.choices && Object.entries(call.choices).map(([name, choice]) => [name, shownOf(choice)]);
  const rules = rulesOf(call.body);
  const takes_version = takesVersion({ action, body: call.body });
  const shown = { method, path, audience, can, effect, step_up, kind, list, files, action, rules, takes_version };
  return choices ? { ...shown, choices: Object.fromEntries(choices) } : shown;
}

/**
 * The browser's view of the contract: method, path, permission and form rules of every call, without the schemas,
 * so that no validation library is shipped. The types still come from the contract.
 */
export function clientSource(): string {
  const nouns = Object.entries(calls).map(([noun, module]) => {
    const entries = Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));
    const lines = entries.map(([name, call]) => `    ${name}: ${JSON.stringify(shownOf(call))},`);
    return `  ${noun}: {\n${lines.join("\n")}\n  },`;
  });
  return [
    "// Written by `npm run generate` from packages/contract. Do not edit.",
    'import type * as contract from "@manilla/contract/calls";',
    "",
    "// The schemas stay on the server; only their types cross over, hence the cast.",
    `export const calls = {\n${nouns.join("\n")}\n} as unknown as typeof contract;`,
    "",
  ].join("\n");
}

/** Tells a declared call from the other exports of a contract file. */
export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "effect" in value;
