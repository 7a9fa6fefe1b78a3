/** A recall asked of the receiving bank: once under a reference of ours; its answer is queried by the clock, and moves no money. */
import type { RecallState } from "@manilla/contract/payments/recall-states";
import type * as calls from "@manilla/contract/payments/refunds";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { NotReached, ProviderRefused } from "../../../outside/http.ts";
import type { RecallOutcome } from "../../../outside/partner-bank/port.ts";
import { pauseBeforeQuestion } from "../../../outside/questions.ts";
import { newReference } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { note, notifyRoles, tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { DESK } from "./payments.ts";

type Recall = Selectable<DB["transfer_recalls"]>;
const ENDS = { returned: "return", refused: "refuse", gone: "find_gone" } as const;
const isOpen = (status: string): boolean => status === "asked" || status === "unknown";

/** Asks the receiving bank to return the money of a transfer that arrived. Once for a transfer, also where more is claimed later. */
export async function beginRecall(
  tx: Tx,
  app: Pick<App, "queue">,
  recall: { transfer_id: string; case_id: string; reason: string; amount_kobo: bigint },
): Promise<void> {
  const id = uuidv7();
  const reference = newReference("RC", await businessDate(tx));
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("transfer_recalls")
    .values({ id, ...recall, reference, status: "requested", next_question_at: clock.now(), created_at: clock.now() })
    .onConflict((conflict) => conflict.column("transfer_id").doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return;
  await recordBeginning(tx, "recall", id, "requested", SYSTEM);
  await app.queue.send(tx, "ask-recall", { recall_id: id });
}

const lock = async (tx: Tx, id: string): Promise<Recall> =>
  tx.selectFrom("transfer_recalls").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();

const change = async (tx: Tx, { id, status }: Recall, action: string, reason: string | null = null) =>
  changeState(tx, {
    noun: "recall",
    id,
    from: status,
    action,
    actor: SYSTEM,
    reason,
    business_date: await businessDate(tx),
  });

/** When its answer is requested next. */
const nextQuestion = ({ asked_times, asked_at }: Recall): Date =>
  new Date(
    clock.milliseconds() + pauseBeforeQuestion(asked_times, clock.milliseconds() - (asked_at?.getTime() ?? 0)) * 1_000,
  );

/** Marked as asked before it is: a worker that dies in between leaves a question, never a second recall. @returns undefined where it was asked */
const claimIt = (app: App, id: string): Promise<Recall | undefined> =>
  app.db.transaction().execute(async (tx) => {
    const recall = await lock(tx, id);
    if (recall.status !== "requested") return undefined;
    await change(tx, recall, "ask");
    const asked = { asked_at: clock.now(), asked_times: 0 };
    await changeRows(tx, "transfer_recalls", id, { ...asked, next_question_at: nextQuestion({ ...recall, ...asked }) });
    return recall;
  });

/** The job. */
export async function askRecall(app: App, id: string): Promise<void> {
  const recall = await claimIt(app, id);
  if (!recall) return;
  const { transfer_id, reference, amount_kobo, reason } = recall;
  const { reference: transfer_reference, payout_id } = await getRow(app.db, "transfers", transfer_id, [
    "reference",
    "payout_id",
  ]);
  const { session_id } = await getRow(app.db, "payouts", payout_id!, ["session_id"]);
  try {
    await app.outside.partner_bank.recall({ reference, transfer_reference, session_id, amount_kobo, reason });
  } catch (error) {
    if (error instanceof NotReached) return settle(app, id, "not_reached", null);
    // A reference that it has already is a recall that it took: its answer is requested.
    if (error instanceof ProviderRefused && error.status !== 409)
      return settle(app, id, "refused", "Our bank could not ask for it");
    await settle(app, id, "unknown", null);
  }
}

/** Applies what is known of it, once: what has its answer keeps it. */
async function settle(
  app: App,
  id: string,
  outcome: RecallOutcome | "not_found" | "not_reached" | "unknown",
  words: string | null,
) {
  await app.db.transaction().execute(async (tx) => {
    const recall = await lock(tx, id);
    if (!isOpen(recall.status)) return;
    const next_question_at = nextQuestion(recall);
    if (outcome === "not_reached" || outcome === "not_found") {
      await change(tx, recall, "not_reached");
      return changeRows(tx, "transfer_recalls", id, { next_question_at });
    }
    if (outcome === "unknown" || outcome === "pending") {
      if (outcome === "unknown" && recall.status === "asked") await change(tx, recall, "lose_sight");
      if (outcome === "pending" && recall.status === "unknown") await change(tx, recall, "take");
      return changeRows(tx, "transfer_recalls", id, { next_question_at, asked_times: recall.asked_times + 1 });
    }
    await change(tx, recall, ENDS[outcome], words);
    await changeRows(tx, "transfer_recalls", id, { words, answered_at: clock.now(), next_question_at: null });
    await tellAnswer(tx, app, recall, outcome);
  });
}

async function tellAnswer(
  tx: Tx,
  app: App,
  { transfer_id, case_id }: Recall,
  outcome: keyof typeof ENDS,
): Promise<void> {
  const {
    user_id,
    company_id,
    payee: what,
    amount_kobo,
    is_confidential,
  } = await getRow(tx, "transfers", transfer_id, ["user_id", "company_id", "payee", "amount_kobo", "is_confidential"]);
  const facts = { kind: "transfer", payment_id: transfer_id, company_id, what, amount_kobo } as const;
  const message = messages.recallAnswered(facts, outcome);
  if (is_confidential) await note(tx, user_id, messages.recallOfSalary(facts, outcome));
  else await tell(tx, app, user_id, message);
  await notifyRoles(tx, await rolesWith(tx, DESK), {
    ...messages.recallOnDesk(case_id, facts, outcome),
    about: user_id,
  });
}

const AT_ONCE = 50;
/** Asks for answers whose time has come, and asks for what was not taken yet. */
export async function followRecalls(app: App): Promise<void> {
  const { rows } = await sql<{ id: string; status: RecallState; reference: string }>`
    select id, status, reference
    from transfer_recalls
    where status in ('requested', 'asked', 'unknown') and next_question_at <= ${clock.now()}
    order by next_question_at
    limit ${AT_ONCE}
  `.execute(app.db);
  for (const { id, status, reference } of rows) {
    if (status === "requested") await askRecall(app, id);
    else {
      const found = await app.outside.partner_bank
        .findRecall(reference)
        .catch(() => ({ status: "unknown" as const, words: null }));
      await settle(app, id, found.status, found.words);
    }
  }
}

/** What its payer has of it for now; null where nothing. */
export const CREDITED = sql`(select c.amount_kobo from claim_credits c where c.case_id = r.id and c.turned_at is null)`;

/** What is shown of the recall of a case. */
export const RECALL = sql`(
  select jsonb_build_object(
    'reference', k.reference, 'status', k.status, 'words', k.words, 'asked_at', k.asked_at, 'answered_at', k.answered_at
  )
  from transfer_recalls k
  where k.case_id = r.id
)`;

type Shown = NonNullable<z.output<typeof calls.claim.response>["claim"]["recall"]>;
/** Moments come out of a document as text. */
export const recallOf = (kept: Shown | null): Shown | null =>
  kept && { ...kept, asked_at: atOf(kept.asked_at), answered_at: atOf(kept.answered_at) };
const atOf = (at: Date | string | null): Date | null => (at === null ? null : new Date(at));
