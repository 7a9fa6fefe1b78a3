import { type Machine, transitionOf } from "@manilla/contract/machine";
import { machines } from "@manilla/contract/machines";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../../db/database.ts";
import { insertRow } from "../../../db/fixed.ts";
import { mustChange, unlessChanged } from "../../../db/must-change.ts";
import { later, now } from "../../../db/pipelined-database.ts";
import { AlreadyDecided, IllegalTransition } from "../../../errors.ts";
import type { Actor } from "../../../house/app.ts";

export type Noun = keyof typeof machines;

export interface StateChange {
  noun: Noun;
  id: string;
  /** The state that the decision was made on; another one in the meantime is a conflict. */
  from: string;
  action: string;
  actor: Actor;
  reason?: string | null;
  business_date?: string | null;
  /** The row was read under its lock, so nobody can have been quicker: the change may travel with the next statement, at the latest before the commit. */
  is_locked?: boolean;
  /** Further columns, changed with the state. */
  set?: Readonly<Record<string, unknown>>;
}

interface ConditionalChange {
  noun: Noun;
  action: string;
  where: RawBuilder<unknown>;
  set?: Readonly<Record<string, unknown>>;
  actor: Actor;
  reason?: string | null;
  business_date?: string | null;
}

const setAlso = (set: StateChange["set"] = {}): RawBuilder<unknown> =>
  sql.join(
    Object.entries(set).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`),
    sql``,
  );

/**
 * The only way to change a state: the transition must be in the state table, the row must still be in the state that the
 * decision was made on, and the change leaves its row (from, to, actor, reason).
 * @returns the new state
 * @throws IllegalTransition when the table has no such transition; Conflict when somebody was quicker
 */
export async function changeState(tx: Tx, change: StateChange): Promise<string> {
  const machine: Machine = machines[change.noun];
  const transition = transitionOf(change.from, change.action, machine);
  if (!transition) {
    const target = machine.transitions.find(({ action }) => action === change.action)?.to ?? change.action;
    throw new IllegalTransition(machine.noun, change.from, target);
  }
  const { table, key: id = "id" } = machine;
  const write = change.is_locked ? later : now;
  const changed = sql`
    with changed as (
      update ${sql.table(table)} set status = ${transition.to}, version = version + 1${setAlso(change.set)}
      where ${sql.ref(id)} = ${change.id} and status = ${change.from}
      returning ${sql.ref(id)} as id
    ), noted as (
      insert into transitions (id, noun, subject_id, from_state, to_state, actor_id, actor_name, reason, business_date)
      select ${uuidv7()}::uuid, ${change.noun}, changed.id, ${change.from}, ${transition.to}, ${change.actor.user_id}::uuid,
        ${change.actor.name}, ${change.reason ?? null}, ${change.business_date ?? null}::date
      from changed
      returning 1
    )
    ${mustChange("noted", 1)}
  `;
  await write(
    tx,
    changed,
    unlessChanged(() => new AlreadyDecided(machine.noun)),
  );
  return transition.to;
}

/**
 * The same change for many rows at once, for jobs: each row that is still in the state changes and leaves its transition; rows that are in
 * another state by now are left alone.
 * @returns the ids that changed
 * @throws IllegalTransition when the table has no such transition
 */
export async function changeStates(
  tx: Tx,
  change: Omit<StateChange, "id"> & { ids: readonly string[] },
): Promise<string[]> {
  if (change.ids.length === 0) return [];
  const machine: Machine = machines[change.noun];
  const transition = transitionOf(change.from, change.action, machine);
  if (!transition) throw new IllegalTransition(machine.noun, change.from, change.action);
  const { table, key: id = "id" } = machine;
  const { rows } = await sql<{ subject_id: string }>`
    with changed as (
      update ${sql.table(table)}
      set status = ${transition.to}, version = version + 1
      where ${sql.ref(id)} = any(${[...change.ids]}::uuid[]) and status = ${change.from}
      returning ${sql.ref(id)} as id
    )
    insert into transitions (id, noun, subject_id, from_state, to_state, actor_id, actor_name, reason, business_date)
    select gen_random_uuid(), ${change.noun}, changed.id, ${change.from}, ${transition.to}, ${change.actor.user_id},
      ${change.actor.name}, ${change.reason ?? null}, ${change.business_date ?? null}::date
    from changed
    returning subject_id
  `.execute(tx);
  return rows.map(({ subject_id }) => subject_id);
}

/**
 * A change under a condition: every row for which it holds and from whose state the action leads somewhere changes and leaves its transition, in one
 * statement. For jobs, and where the first of several wins.
 * @param where over the table's columns
 * @param set further columns, changed with the state
 * @returns the keys of the rows that changed
 */
export async function changeWhere(
  db: Tx | Database,
  { noun, action, where, set = {}, actor, reason, business_date }: ConditionalChange,
): Promise<string[]> {
  const { table, key = "id", transitions }: Machine = machines[noun];
  const makes = transitions.filter((transition) => transition.action === action);
  const [to, another] = new Set(makes.map((transition) => transition.to));
  if (to === undefined || another !== undefined) throw new Error(`${action} leads not to one state of ${noun}.`);
  const { rows } = await sql<{ id: string }>`
    with before as (
      select ${sql.ref(key)} as id, status
      from ${sql.table(table)}
      where status = any(${makes.flatMap(({ from }) => from)}) and ${where}
      for update
    ),
    changed as (
      update ${sql.table(table)} t
      set status = ${to}, version = version + 1${setAlso(set)}
      from before
      where t.${sql.ref(key)} = before.id
      returning before.id, before.status as from_state
    ),
    recorded as (
      insert into transitions (id, noun, subject_id, from_state, to_state, actor_id, actor_name, reason, business_date)
      select gen_random_uuid(), ${noun}, id, from_state, ${to}, ${actor.user_id}::uuid, ${actor.name}, ${reason ?? null},
        ${business_date ?? null}::date
      from changed
    )
    select id from changed
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The row that the first state of something new leaves, for who writes it together with its record. */
export const beginningOf = (noun: Noun, id: string, state: string, actor: Actor) => ({
  id: uuidv7(),
  noun,
  subject_id: id,
  from_state: null,
  to_state: state,
  actor_id: actor.user_id,
  actor_name: actor.name,
  reason: null,
});

/** The first state of something new leaves a row too. */
export const recordBeginning = (tx: Tx, noun: Noun, id: string, state: string, actor: Actor): Promise<void> =>
  insertRow(tx, "transitions", beginningOf(noun, id, state, actor));

/**
 * Takes an erased person's name out of what they did to records of their own; what was done stays.
 * @param table of records with a `user_id` and transitions
 */
export async function eraseActor(tx: Tx, table: string, user_id: string): Promise<void> {
  await sql`
    update transitions
    set actor_name = 'Deleted person'
    where actor_id = ${user_id} and subject_id in (select id from ${sql.table(table)} where user_id = ${user_id})
  `.execute(tx);
}

/** The same, and what was said of why: for records that are themselves forgotten with the person. */
export async function eraseHistory(tx: Tx, table: string, user_id: string): Promise<void> {
  await eraseActor(tx, table, user_id);
  await sql`
    update transitions
    set reason = null
    where subject_id in (select id from ${sql.table(table)} where user_id = ${user_id})
  `.execute(tx);
}

/** The same, as a part of the statement that needs it. */
export const BUSINESS_DATE = sql<string>`(select business_date from business_calendar)`;

/** Today in the books. Credit and savings know no other. */
export async function businessDate(db: Pick<Tx, "selectFrom">): Promise<string> {
  const row = await db.selectFrom("business_calendar").select("business_date").executeTakeFirst();
  if (!row) throw new Error("The business calendar is empty: run the migrations and the seed.");
  return row.business_date;
}
