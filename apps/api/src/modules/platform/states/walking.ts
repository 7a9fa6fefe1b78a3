import { type Machine, transitionOf } from "@manilla/contract/machine";
import { machines } from "@manilla/contract/machines";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Actor } from "../../../app.ts";
import type { Tx } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { Conflict, IllegalTransition } from "../../../http/errors.ts";

type Noun = keyof typeof machines;

/** One row on its way along several transitions, with the columns that change with it. */
export interface Walk {
  noun: Noun;
  id: string;
  from: string;
  steps: readonly { action: string; reason?: string | null }[];
  /** Column → value, or a piece of SQL. */
  set?: Readonly<Record<string, unknown>>;
  /** The row is inserted by the caller, in its last state. */
  is_new?: boolean;
}

interface Walked extends Walk {
  to: string;
  /** The states that it comes through, the first and the last among them. */
  states: string[];
}

function walked(walk: Walk): Walked {
  const machine = machines[walk.noun] as Machine;
  const states = [walk.from];
  for (const { action } of walk.steps) {
    const from = states.at(-1)!;
    const transition = transitionOf(from, action, machine);
    if (!transition) throw new IllegalTransition(machine.noun, from, action);
    states.push(transition.to);
  }
  return { ...walk, to: states.at(-1)!, states };
}

/**
 * Moves rows that the caller has locked, each along its transitions and written once: states, version and other columns in one statement, all
 * transitions in one more. The statements travel with the next one that is waited for.
 * @throws IllegalTransition when a machine has no such transition; Conflict at the latest before the commit, when a row was not in its state
 */
export async function walkStates(
  tx: Tx,
  walks: readonly Walk[],
  by: { actor: Actor; business_date: string },
): Promise<void> {
  const ways = walks.map(walked);
  for (const { noun, id, from, to, steps, set = {}, is_new } of ways) {
    const columns = [
      ...(to === from ? [] : [sql`status = ${to}`]),
      ...(steps.length === 0 ? [] : [sql`version = version + ${steps.length}::int`]),
      ...Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ];
    if (is_new || columns.length === 0) continue;
    const { table, key = "id" }: Machine = machines[noun];
    const update = sql`
      update ${sql.table(table)} set ${sql.join(columns)} where ${sql.ref(key)} = ${id} and status = ${from}
    `;
    await later(tx, { compile: () => update.compile(tx) }, (changed) => {
      if (changed !== 1n)
        throw new Conflict(
          `Somebody else changed this ${machines[noun].noun} in the meantime. Please look again.`,
          "already_decided",
        );
    });
  }
  const rows = ways.flatMap(({ noun, id, steps, states }) =>
    steps.map(({ reason }, at) => ({
      id: uuidv7(),
      noun,
      subject_id: id,
      from_state: states[at]!,
      to_state: states[at + 1]!,
      actor_id: by.actor.user_id,
      actor_name: by.actor.name,
      reason: reason ?? null,
      business_date: by.business_date,
    })),
  );
  if (rows.length > 0) await later(tx, tx.insertInto("transitions").values(rows));
}
