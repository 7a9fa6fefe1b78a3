import { accountTypesOf } from "@manilla/contract/accounts";
import * as calls from "@manilla/contract/calls";
import type { Endpoint } from "@manilla/contract/endpoint";
import { withoutCall } from "@manilla/contract/permissions";
import { permissionsOfRoles, roleSlugs } from "@manilla/contract/roles";
import { isEndpoint } from "./generate-client.ts";

/** Every declared call, named `noun.call`. */
export function allCalls(): { name: string; call: Endpoint }[] {
  return Object.entries(calls).flatMap(([noun, module]) =>
    Object.entries(module)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, call]) => ({ name: `${noun}.${name}`, call })),
  );
}

/** May this role make the call at all? Whose rows it reaches is another question. */
export function mayCall(call: Endpoint, role: string): boolean {
  if (call.can === "public") return true;
  const audiences = [call.audience].flat();
  const types = accountTypesOf([role]);
  const isInAudience = audiences.some(
    (audience) => audience === "any" || audience === "public" || types.some((type) => type === audience),
  );
  if (!isInAudience) return false;
  if (call.can === "signed_in") return true;
  const held = new Set(permissionsOfRoles([role]));
  return call.can.some((permission) => held.has(permission));
}

/** The table that people review: a row for each call, a column for each role. */
export function permissionTable(): string {
  const rows = allCalls()
    .sort((a, b) => a.call.path.localeCompare(b.call.path) || a.call.method.localeCompare(b.call.method))
    .map(
      ({ call }) =>
        `| ${call.method} ${call.path} | ${typeof call.can === "string" ? call.can.replace("_", " ") : call.can.join(", ")} | ${roleSlugs.map((role) => (mayCall(call, role) ? "●" : "")).join(" | ")} |`,
    );
  return [
    "# Who may call what",
    "",
    "Printed from the contract by `npm run generate`; reviewed as data, and proved over HTTP by `test/unit/permission-table.test.ts`: an empty cell is a refusal.",
    "",
    `| Call | Permission | ${roleSlugs.join(" | ")} |`,
    `|---|---|${roleSlugs.map(() => "---").join("|")}|`,
    ...rows,
    "",
    "## Permissions that no call asks for",
    "",
    ...Object.entries(withoutCall).map(([slug, why]) => `- \`${slug}\`: ${why}`),
    "",
  ].join("\n");
}
