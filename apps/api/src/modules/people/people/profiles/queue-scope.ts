/** A queue's condition (contract/people/queues.ts) as SQL. Its words are ours and written out, so that an index over one queue serves it. */
import { type QueueCondition, type QueueName, queues } from "@manilla/contract/people/queues";
import { type RawBuilder, sql } from "kysely";

/** Every personal customer: never staff of the provider, never the erased. */
export const CUSTOMERS = sql`u.is_customer and u.erased_at is null`;

const oneOf = (column: string, values: readonly string[] | undefined): RawBuilder<unknown>[] =>
  values === undefined ? [] : [sql`${sql.raw(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`];
const whether = (wanted: boolean | undefined, holds: string, not: string): RawBuilder<unknown>[] =>
  wanted === undefined ? [] : [sql.raw(wanted ? holds : not)];

/** Over `users u`. */
export function queueScope(name: QueueName): RawBuilder<unknown> {
  const condition: QueueCondition = queues[name].condition;
  const age = condition.registered_days_ago;
  const parts = [
    CUSTOMERS,
    ...oneOf("u.status", condition.case_status),
    ...oneOf("u.profile_status", condition.profile_status),
    ...(age?.at_most === undefined
      ? []
      : [sql`u.created_at > now() - ${sql.lit(`${age.at_most + 1} days`)}::interval`]),
    ...(age?.more_than === undefined
      ? []
      : [sql`u.created_at <= now() - ${sql.lit(`${age.more_than + 1} days`)}::interval`]),
    ...(condition.registration_source === undefined
      ? []
      : [sql`u.registration_source = ${sql.lit(condition.registration_source)}`]),
    ...whether(condition.is_blacklisted, "u.is_blacklisted", "not u.is_blacklisted"),
    ...whether(condition.has_running_loan, "u.running_loans > 0", "u.running_loans = 0"),
    ...whether(condition.has_settled_loan, "u.settled_loans > 0", "u.settled_loans = 0"),
    ...whether(condition.is_awaiting_documents, "u.open_document_requests > 0", "u.open_document_requests = 0"),
    ...whether(condition.is_high_end, "u.is_high_end", "not u.is_high_end"),
    ...whether(condition.is_assigned, "u.assigned_to is not null", "u.assigned_to is null"),
    ...whether(condition.is_post_no_debit, "u.is_post_no_debit", "not u.is_post_no_debit"),
    ...whether(condition.has_declined_card, "u.has_declined_card", "not u.has_declined_card"),
    ...whether(condition.was_referred, "u.referred_by is not null", "u.referred_by is null"),
  ];
  return sql.join(parts, sql` and `);
}
