import type { Machine } from "@manilla/contract/machine";
import { machines } from "@manilla/contract/machines";
import { sentence } from "@manilla/contract/formats";
import { allCalls } from "./generate-permissions.ts";

/** The calls that make a transition, as `noun.call`. */
const callsOf = ({ noun }: Machine, action: string): string[] =>
  allCalls()
    .filter(({ call }) =>
      [call, ...Object.values(call.choices ?? {})].some(
        (each) => each.action?.of === noun && each.action.makes.includes(action),
      ),
    )
    .map(({ name }) => name);

function sectionOf(machine: Machine): string[] {
  const { noun, table, initial, states, transitions } = machine;
  const last = states.filter((state) => !transitions.some(({ from }) => from.includes(state)));
  return [
    `## ${sentence(noun)}`,
    "",
    `Kept in \`${table}\`. Begins as ${initial.join(", ")}${last.length > 0 ? `; ends as ${last.join(", ")}` : ""}.`,
    "",
    "| From | Action | To | By | Posts | Calls |",
    "|---|---|---|---|---|---|",
    ...transitions.map(
      ({ from, action, to, by, posts }) =>
        `| ${from.join(", ")} | ${action} | ${to} | ${by} | ${posts ? `[${posts}](postings.md#${posts})` : ""} | ${callsOf(machine, action).join(", ")} |`,
    ),
    "",
  ];
}

/** Every state and transition, for people. */
export function statesPage(): string {
  return [
    "# States",
    "",
    "Printed from the machines of the contract (`<wing>/<noun>-states.ts`) by `npm run generate`. What is not in a table is refused with 409. *By* is a permission, the person whose record it is (owner), or the system; *posts* is the posting template ([postings.md](postings.md)).",
    "",
    ...Object.values<Machine>(machines).flatMap(sectionOf),
  ].join("\n");
}
