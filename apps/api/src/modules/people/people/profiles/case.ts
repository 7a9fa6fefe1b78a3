/** A case's status (users.status) follows the person's data until an underwriter takes it over. */
import type { CaseStatus } from "@manilla/contract/people/queues";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../../clock.ts";
import type { Tx } from "../../../../db/database.ts";
import { type Actor, SYSTEM } from "../../../platform/audit/index.ts";
import { type PersonFacts, completenessOfPerson, loadFacts } from "./facts.ts";
import { liftPlan } from "./plan-of.ts";

/** Changes the case's status and leaves a row; nothing when it is there already. */
export async function moveCase(
  tx: Tx,
  user_id: string,
  to: CaseStatus,
  actor: Actor,
  reason: string | null = null,
): Promise<boolean> {
  const { rows } = await sql<{ before: string }>`
    update users u
    set status = ${to}, version = u.version + 1, updated_at = ${clock.now()}
    from (select id, status from users where id = ${user_id} for update) b
    where u.id = b.id and b.status <> ${to}
    returning b.status as before
  `.execute(tx);
  const before = rows[0]?.before;
  if (before === undefined) return false;
  await tx
    .insertInto("transitions")
    .values({
      id: uuidv7(),
      noun: "case",
      subject_id: user_id,
      from_state: before,
      to_state: to,
      actor_id: actor.user_id,
      actor_name: actor.name,
      reason,
    })
    .execute();
  return true;
}

/** The status that follows from what is there. */
export async function caseStatusOf(tx: Tx, user_id: string): Promise<CaseStatus> {
  return statusOf(await loadFacts(tx, user_id));
}

function statusOf(person: PersonFacts): CaseStatus {
  const { is_ready_for_review, conditions } = completenessOfPerson(person);
  if (is_ready_for_review) return "processing";
  return conditions.some(({ name, holds }) => name === "identity" && holds) ? "incomplete-1" : "incomplete-0";
}

/** Called after every change of what a person has given: their tier and their case follow. What staff have set stays as they set it. */
export async function refreshCase(tx: Tx, user_id: string): Promise<void> {
  const person = await loadFacts(tx, user_id);
  if (person.is_customer) await liftPlan(tx, person);
  if (["processed", "doc-processor", "accepted"].includes(person.status)) return;
  await moveCase(tx, user_id, statusOf(person), SYSTEM);
}
