/** Taking disbursements back: what was repaid becomes credit, the money is expected back. Only with a second person. */
import { counted, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { NotAllowed } from "../../../errors.ts";
import { requestApproval, unless } from "../../platform/approvals/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { expectBack, failPayout, lockPayout } from "../../money/payouts/index.ts";
import { payeesOf } from "../../people/people/profiles/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { measureLoans } from "../schedules/index.ts";
import { type BatchAnswer, type BatchItem, answerOf, approvalItems, lockLoans } from "./batch.ts";
import { undisburseLoan } from "./undoing.ts";

interface Facts {
  status: string;
  payout_id: string | null;
  payout_status: string | null;
  needs_review_at: Date | null;
  amount_kobo: bigint | null;
}

async function factsOf(tx: Tx, loan_id: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select l.status, o.id as payout_id, o.status as payout_status, o.needs_review_at, o.amount_kobo
    from loans l
    left join lateral (select * from payouts p where p.subject_id = l.id order by p.created_at desc limit 1) o on true
    where l.id = ${loan_id}
  `.execute(tx);
  return rows[0];
}

/** Why it cannot be taken back; null when it can. */
function whyNot(facts: Facts | undefined): string | null {
  if (!facts?.payout_id) return "It was never paid out.";
  if (facts.status === "disbursing" && facts.payout_status === "unknown")
    return facts.needs_review_at ? null : "The provider is still being asked for the outcome of the payout.";
  if (facts.status === "disbursing") return "The payout is still on its way.";
  if (facts.payout_status !== "success") return `Its payout is ${facts.payout_status ?? "not there"}.`;
  return ["running", "past_due"].includes(facts.status) ? null : `The loan is ${facts.status.replaceAll("_", " ")}.`;
}

/** Named by person and sum. @param given_up how many of them the provider does not know: nothing has left */
function titleOf({ amount_kobo }: BatchAnswer, ready: readonly BatchItem[], given_up: number): string {
  const whom = (ready.length === 1 && ready[0]?.customer) || counted(ready.length, "borrower");
  return given_up === ready.length
    ? `Give up the payout of ${naira(amount_kobo)} to ${whom}`
    : `Take back ${naira(amount_kobo)} from ${whom}`;
}

/** The maker's half: verdicts and the question to a second person. */
export async function undisburseMany(
  tx: Tx,
  context: Context,
  body: { loan_ids: readonly string[]; reason: string },
): Promise<BatchAnswer> {
  const loans = await lockLoans(tx, body.loan_ids);
  const seen = new Set<string>();
  const items: BatchItem[] = [];
  let unsent = 0;
  for (const id of body.loan_ids) {
    const loan = loans.get(id);
    const facts = loan && (await factsOf(tx, id));
    const waiting = await tx
      .selectFrom("approvals")
      .select("id")
      .where("kind", "=", "undisburse_many")
      .where("status", "=", "pending")
      .where(sql<boolean>`payload -> 'loan_ids' ? ${id}`)
      .executeTakeFirst();
    const reason = !loan
      ? "There is no such loan."
      : seen.has(id)
        ? "It is twice in this batch."
        : waiting
          ? "Somebody has asked for this already."
          : loan.user_id === context.session.user_id
            ? "Nobody takes back their own loan."
            : whyNot(facts);
    if (reason === null && facts?.status === "disbursing") unsent += 1;
    seen.add(id);
    items.push({
      id,
      reference: loan?.reference ?? null,
      customer: loan?.customer ?? null,
      amount_kobo: facts?.amount_kobo ?? null,
      verdict: reason === null ? "ready" : "refused",
      reason,
    });
  }
  const answer = answerOf(null, items);
  if (answer.ready === 0) return answer;
  const ready = items.filter(({ verdict }) => verdict === "ready");
  const approval_id = await requestApproval(tx, context, {
    kind: "undisburse_many",
    title: titleOf(answer, ready, unsent),
    payload: { loan_ids: ready.map(({ id }) => id) },
    before: { status: "running" },
    items: approvalItems(ready),
    amount_kobo: answer.amount_kobo,
    item_count: ready.length,
    reason: body.reason,
  });
  return { ...answer, approval_id };
}

/** The checker's half. */
export const undisburse: ApprovalKind<{ loan_ids: string[] }> = {
  permission: "provider:can_undisburse_loans",
  over: unless(sql`jsonb_array_elements_text(a.payload -> 'loan_ids') n(id)
    join loans l on l.id = n.id::uuid and l.status in ('disbursing', 'running', 'past_due')`),
  measures: (tx, _, { payload }) => measureLoans(tx, sql`select unnest(${payload.loan_ids}::uuid[])`),
  shows: async ({ db }, { payload }) => ({
    payees: await payeesOf(
      db,
      sql`
        o.subject_id = any(${payload.loan_ids}::uuid[])
        and not exists (select 1 from payouts n where n.subject_id = o.subject_id and n.created_at > o.created_at)
      `,
    ),
  }),
  async execute(tx, context, { payload }) {
    const ids = payload.loan_ids;
    const actor = actorOf(context);
    const loans = await lockLoans(tx, ids);
    if ([...loans.values()].some(({ user_id }) => user_id === context.session.user_id))
      throw new NotAllowed("Nobody agrees to take back their own loan.", "not_a_checker");
    const items: BatchItem[] = [];
    for (const id of ids.toSorted()) {
      const loan = loans.get(id);
      const facts = await factsOf(tx, id);
      const reason = loan ? whyNot(facts) : "There is no such loan.";
      items.push({
        id,
        reference: loan?.reference ?? null,
        customer: loan?.customer ?? null,
        amount_kobo: facts?.amount_kobo ?? null,
        verdict: reason === null ? "ready" : "refused",
        reason,
      });
      if (reason !== null || !facts?.payout_id) continue;
      const payout = await lockPayout(tx, facts.payout_id);
      if (!payout) continue;
      if (facts.status === "disbursing")
        await failPayout(context, tx, payout, "Given up: the provider never knew this transfer.", "give_up", actor);
      else {
        const because = { reason: "Taken back by two persons.", actor, on: await businessDate(tx) };
        await undisburseLoan(tx, payout, because);
        await expectBack(tx, payout, because);
      }
    }
    return approvalItems(items);
  },
};
