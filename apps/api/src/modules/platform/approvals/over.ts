/** When nothing is left to decide about a request: conditions on the row `a` of approvals, for `over` of its kind. */
import type { Machine } from "@manilla/contract/machine";
import { machines } from "@manilla/contract/machines";
import { type RawBuilder, sql } from "kysely";

type Condition = RawBuilder<unknown>;

/** A member of the payload that is an id. */
export const its = (member: string): Condition => sql`(a.payload ->> ${sql.lit(member)})::uuid`;

/** There is no such row any more. @param rows what follows `from` */
export const unless = (rows: Condition): Condition => sql`not exists (select 1 from ${rows})`;

/**
 * What the request names is in none of the states in which it can be carried out.
 * @param states or the action that has to be possible in the table's state machine
 * @param holds what else has to be so of the row `s`, for example the sum that was asked about
 */
export function unlessIn(table: string, member: string, states: readonly string[] | string, holds?: Condition) {
  const all: readonly Machine[] = Object.values(machines);
  const moves = all.find((each) => each.table === table)?.transitions ?? [];
  const from =
    typeof states === "string" ? moves.filter(({ action }) => action === states).flatMap((each) => each.from) : states;
  const listed = sql.join(from.map((state) => sql.lit(state)));
  return unless(
    sql`${sql.table(table)} s where s.id = ${its(member)} and s.status in (${listed}) and ${holds ?? sql`true`}`,
  );
}

/** A column of the row `s` is as the payload has it. */
export const same = (column: string, member = column): Condition =>
  sql`s.${sql.ref(column)}::text is not distinct from a.payload ->> ${sql.lit(member)}`;

const TODAY = sql`(select business_date from business_calendar)`;
/** The day from which it would hold has begun, or is over where it may begin on the day itself. */
export const hasBegun: Condition = sql`(a.payload ->> 'valid_from')::date <= ${TODAY}`;
export const hasPassed: Condition = sql`(a.payload ->> 'valid_from')::date < ${TODAY}`;

/** The person whom it is about was deleted. */
export const isDeleted: Condition = sql`exists (select 1 from users u where u.id = ${its("user_id")} and u.erased_at is not null)`;

/** What somebody may do has changed since it was asked for, or they were deleted. */
export const rightsChanged = sql`${isDeleted}
  or exists (select 1 from user_roles r where r.user_id = ${its("user_id")} and r.granted_at > a.created_at)
  or exists (select 1 from user_permissions p where p.user_id = ${its("user_id")} and p.changed_at > a.created_at)`;
