/** Approval requests about a statement: to take it, and to take it back with what it booked. Both are judged again when decided. */
import { count, day, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Actor, ApprovalItem, ApprovalKind, Context } from "../../../house/app.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { checkBalance, expectReceipts, releaseLines } from "../reconciliation/index.ts";
import type { Assessment } from "./rules.ts";
import {
  type Statement,
  isLatest,
  judge,
  lockStatements,
  lockedStatement,
  readAgain,
  takeLines,
} from "./statements.ts";
import { effectsOf } from "./view.ts";

const SHOWN_ITEMS = 200;
const title = ({ statement_on, account }: Statement): string =>
  `the bank's statement of ${day(statement_on)}, account ${account}`;

/** Puts a statement before a second person, with its lines and what each would do. */
export async function askToTake(
  tx: Tx,
  context: Context,
  kept: Statement,
  assessment: Assessment,
  reason: string,
): Promise<void> {
  const lines = await effectsOf(tx, kept, assessment);
  await requestApproval(tx, context, {
    kind: "take_statement",
    title: `Take ${title(kept)}`,
    payload: { id: kept.id },
    before: { opening_kobo: kept.opening_kobo, closing_kobo: kept.closing_kobo },
    items: lines
      .slice(0, SHOWN_ITEMS)
      .map(({ booked_on, reference, narration, amount_kobo, words }): ApprovalItem => ({
        label: [day(booked_on), reference, narration].filter(Boolean).join(" · ").slice(0, 200),
        amount_kobo,
        verdict: null,
        reason: words,
      })),
    item_count: lines.length,
    amount_kobo: lines.reduce((total, { posts_kobo }) => total + posts_kobo, 0n),
    reason,
  });
}

export const takeStatement: ApprovalKind<{ id: string }> = {
  permission: "provider:can_reconcile",
  over: unlessIn("bank_statements", "id", ["waiting"]),
  // The person who brought the file does not decide, also where another one asked.
  bars: ({ user_id }) => sql`a.payload->>'id' in (
    select b.id::text from bank_statements b where b.file_name is not null and b.fetched_by = ${user_id}
  )`,
  async shows({ db }, { id, payload }) {
    const { item_count } = await getRow(db, "approvals", id, ["item_count"]);
    const kept = await getRow(db, "bank_statements", payload.id, [
      "account",
      "opening_kobo",
      "closing_kobo",
      "reasons",
    ]);
    const said = (kobo: bigint | null): string => (kobo === null ? "Not in the file" : naira(kobo));
    return {
      facts: [
        { label: "Account", value: kept.account },
        { label: "Opens with", value: said(kept.opening_kobo) },
        { label: "Closes with", value: said(kept.closing_kobo) },
        ...(item_count > SHOWN_ITEMS
          ? [
              {
                label: "Lines",
                value: `The first ${count(SHOWN_ITEMS)} of ${count(item_count)} are below; all are on the statement's page.`,
              },
            ]
          : []),
        ...kept.reasons.map((value) => ({ label: "Why two people", value })),
      ],
    };
  },
  async execute(tx, context, { payload }) {
    await lockStatements(tx);
    const kept = await lockedStatement(tx, payload.id);
    const assessment = await judge(tx, readAgain(kept));
    if (assessment.verdict === "refused") throw new Conflict(assessment.reasons.join(" "), "not_ours");
    await changeState(tx, {
      noun: "bankStatement",
      id: kept.id,
      from: kept.status,
      action: "agree",
      actor: actorOf(context),
      business_date: await businessDate(tx),
    });
    await takeLines(tx, kept, assessment);
    await checkBalance(tx);
    return undefined;
  },
  async release(tx, _, { payload }, actor) {
    const { id, status } = await lockedStatement(tx, payload.id);
    await changeState(tx, { noun: "bankStatement", id, from: status, action: "send_back", actor });
  },
};

const postingsOf = async (tx: Tx, statement_id: string) =>
  (
    await sql<{ reference: string | null; booked_on: string; amount_kobo: bigint }>`
      select reference, booked_on, amount_kobo
      from bank_statement_lines
      where statement_id = ${statement_id} and ledger_transaction_id is not null
      order by line
    `.execute(tx)
  ).rows;

/** Takes it back now, whole. @throws Conflict where a later one was taken */
async function takeBack(tx: Tx, kept: Statement, reason: string, actor: Actor): Promise<void> {
  if (!(await isLatest(tx, kept.id)))
    throw new Conflict("A later statement was taken: take that one back first.", "not_the_last");
  const on = await businessDate(tx);
  await changeState(tx, {
    noun: "bankStatement",
    id: kept.id,
    from: kept.status,
    action: "take_back",
    actor,
    reason,
    business_date: on,
  });
  const mirrored = await releaseLines(tx, kept.id, { on, actor, reason });
  await recordAudit(tx, actor, "bank_statement_taken_back", ["bank_statement", kept.id], {
    after: { mirrored },
    reason,
  });
  await checkBalance(tx);
}

/** Where it booked anything a second person decides. */
export async function takeBackOrAsk(tx: Tx, context: Context, kept: Statement, reason: string): Promise<void> {
  const postings = await postingsOf(tx, kept.id);
  if (postings.length === 0) return takeBack(tx, kept, reason, actorOf(context));
  await requestApproval(tx, context, {
    kind: "take_back_statement",
    title: `Take back ${title(kept)}`,
    payload: { id: kept.id, reason },
    before: { closing_kobo: kept.closing_kobo },
    items: postings.map(({ reference, booked_on, amount_kobo }) => ({
      label: `${day(booked_on)} · ${reference ?? "no reference"}`,
      amount_kobo,
      verdict: null,
      reason: "Its posting is mirrored, and what it belongs to waits again.",
    })),
    amount_kobo: postings.reduce((total, { amount_kobo }) => total + amount_kobo, 0n),
    reason,
  });
}

export const takeBackStatement: ApprovalKind<{ id: string; reason: string }> = {
  permission: "provider:can_reconcile",
  over: unlessIn("bank_statements", "id", ["taken"]),
  async execute(tx, context, { payload }) {
    const { id, reason } = payload;
    await lockStatements(tx);
    await takeBack(tx, await lockedStatement(tx, id), reason, actorOf(context));
    return undefined;
  },
};

/** Receipts that have no row yet are expected before a file is compared with them. */
export const expectNow = async (tx: Tx): Promise<void> => expectReceipts(tx, await businessDate(tx));
