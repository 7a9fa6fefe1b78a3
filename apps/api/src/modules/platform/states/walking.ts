import { type Machine, transitionOf } from "@manilla/contract/machine";
import { machines } from "@manilla/contract/machines";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Actor } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { mustChange, unlessChanged } from "../../../db/must-change.ts";
import { later } from "../../../db/pipelined-database.ts";
import { asJson, insertRows } from "../../../db/rows.ts";
import { AlreadyDecided, IllegalTransition } from "../../../errors.ts";

type Noun = keyof typeof machines;

/** One row on its way along several transitions, with the columns that change with it. */
export interface Walk {
  noun: Noun;
  id: string;
  from: string;
  steps: readonly { action: string; reason?: string | null }[];
  /** Column → value. */
  set?: Readonly<Record<string, unknown>>;
  /** The row is inserted by the caller, in its last state. */
  is_new?: boolean;
  actor: Actor;
  business_date: string;
}

/** @returns the states that it comes through, the first and the last among them */
function statesOf({ noun, from, steps }: Walk): string[] {
  const machine = machines[noun] as Machine;
  const states = [from];
  for (const { action } of steps) {
    const transition = transitionOf(states.at(-1)!, action, machine);
    if (!transition) throw new IllegalTransition(machine.noun, states.at(-1)!, action);
    states.push(transition.to);
  }
  return states;
}

/** Writes rows of one noun whose same columns change, each once. */
async function write(tx: Tx, noun: Noun, columns: readonly string[], walks: readonly (Walk & { to: string })[]) {
  const { table, key = "id" }: Machine = machines[noun];
  const rows = walks.map(({ id, from, to, steps, set }) => ({
    ...set,
    [key]: id,
    status: to,
    from,
    steps: steps.length,
  }));
  const changes = ["status", ...columns].map((name) => sql`${sql.ref(name)} = ${sql.ref(`u.${name}`)}`);
  const update = sql`
    with changed as (
      update ${sql.table(table)} t
      set version = t.version + (e ->> 'steps')::int, ${sql.join(changes)}
      from jsonb_array_elements(${asJson(rows)}::jsonb) e, jsonb_populate_record(null::${sql.table(table)}, e) u
      where t.${sql.ref(key)} = u.${sql.ref(key)} and t.status = e ->> 'from'
      returning 1
    )
    ${mustChange("changed", rows.length)}
  `;
  await later(
    tx,
    update,
    unlessChanged(() => new AlreadyDecided(machines[noun].noun)),
  );
}

/**
 * Moves rows that the caller has locked, each along its transitions and written once, with its other columns; all transitions in one statement. The statements
 * travel with the next one that is waited for.
 * @throws IllegalTransition when a machine has no such transition; Conflict at the latest before the commit, when a row was not in its state
 */
export async function walkStates(tx: Tx, walks: readonly Walk[]): Promise<void> {
  const ways = walks.map((walk) => ({ ...walk, states: statesOf(walk) }));
  const changed = ways.filter(({ is_new, steps, set = {} }) => !is_new && steps.length + Object.keys(set).length > 0);
  const alike = Map.groupBy(changed, ({ noun, set = {} }) => [noun, ...Object.keys(set)].join(" "));
  for (const group of alike.values())
    await write(
      tx,
      group[0]!.noun,
      Object.keys(group[0]!.set ?? {}),
      group.map((walk) => ({ ...walk, to: walk.states.at(-1)! })),
    );
  await insertRows(
    tx,
    "transitions",
    ways.flatMap(({ noun, id, steps, states, actor, business_date }) =>
      steps.map(({ reason }, at) => ({
        id: uuidv7(),
        noun,
        subject_id: id,
        from_state: states[at]!,
        to_state: states[at + 1]!,
        actor_id: actor.user_id,
        actor_name: actor.name,
        reason: reason ?? null,
        business_date,
      })),
    ),
  );
}
