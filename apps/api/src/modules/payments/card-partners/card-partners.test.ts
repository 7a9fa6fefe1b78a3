/** Credit cards that a partner funds: it pays for what they draw once, and gets what holders repay once, whichever side fails in between. */
import * as cardLines from "@manilla/contract/cards/card-lines";
import * as calls from "@manilla/contract/payments/card-partners";
import { outgoingList } from "@manilla/contract/payments/partner-bank";
import { type Effect, decline, find } from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { creditCard, drawn, giveCash } from "../../../../../../test/card-credit.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { accountOf, balancesOf } from "../../money/books/index.ts";
import { followPartners, readReports } from "./funding.ts";

const world = await useLendingWorld("without bank statements");
const { api, maker } = world;
const { db } = api.app;
type Shown = { effect: Pick<Effect, "refusal" | "facts" | "postings"> };
const params = { partner: "advancly" };
const colleagues = await Promise.all(Array.from({ length: 6 }, () => api.person("super_finance")));

const natural = async (code: string) => (await balancesOf(queryable(db), [code]))[0]?.natural_kobo ?? 0n;
const owed = (card_id: string) => natural(accountOf("partner_funding", card_id));
const disburse = (body: object = {}, token = maker.token, slug = params.partner) =>
  api.call(calls.disburse, { token, params: { partner: slug }, body });
const fundingOf = ({ body }: { body: { data?: unknown } }) =>
  (body.data as { funding: Record<string, unknown> }).funding;
/** How the partner answers. */
async function outcomeOf(body: object): Promise<string> {
  const { reference } = fundingOf(await disburse(body));
  const asked = db
    .selectFrom("partner_fundings")
    .select("status")
    .where("reference", "=", reference as string);
  return (await asked.executeTakeFirstOrThrow()).status;
}
const approvalOf = ({ body }: { body: { data?: unknown } }) => (body.data as { approval_id: string }).approval_id;
const payMany = (card_ids: string[], token = maker.token) =>
  api.call(calls.payMany, { token, params, body: { card_ids } });
const payBatch = (token = maker.token) =>
  api.call(calls.payBatch, { token, params, body: { reason: "Repayments of the week" } });
async function row(call: typeof calls.disbursements | typeof calls.repayments, card_id: string) {
  const { body } = await api.call(call, { token: maker.token, params, query: { limit: 100 } });
  return (body.datatable as { items: Record<string, unknown>[] }).items.find(({ id }) => id === card_id)!;
}
/** A card with a line, of which this was drawn. */
async function card(kobo: bigint) {
  const person = await world.customer();
  const id = await creditCard(world, person, 50_000_000n);
  if (kobo > 0n) await drawn(world, id, kobo);
  return { id, person };
}
const repay = async ({ id, person }: Awaited<ReturnType<typeof card>>, amount_kobo: number) => {
  await giveCash(world, person, BigInt(amount_kobo));
  expect((await api.call(cardLines.pay, { token: person.token, params: { id }, body: { amount_kobo } })).status).toBe(
    200,
  );
};
const paymentOf = async (approval_id: string) => {
  const { rows } = await sql<{ id: string; status: string; reference: string; payout_id: string }>`
    select p.* from partner_payments p join approvals a on a.payload ->> 'payment_id' = p.id::text where a.id = ${approval_id}
  `.execute(db);
  return rows[0]!;
};
const runsUntil = (approval_id: string, ...ends: string[]) =>
  waitUntil(async () => {
    await world.runJobs("send-payout", "query-payout");
    return ends.includes((await paymentOf(approval_id)).status);
  });
async function bookedOf(key: string): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; amount_kobo: bigint }>`
    select a.code as account, p.amount_kobo
    from ledger.transactions t
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where t.key = ${key}
  `.execute(db);
  return Object.fromEntries(rows.map(({ account, amount_kobo }) => [account, amount_kobo]));
}

describe("what a partner's cards have drawn", () => {
  it("is asked of the partner once, card by card, and is its bank's line", async () => {
    await world.syncClock();
    const [one, two] = [await card(300_000n), await card(50_000n)];
    expect(await row(calls.disbursements, one.id)).toMatchObject({ drawn_kobo: 300_000, to_fund_kobo: 300_000 });
    const answers = await Promise.all(colleagues.map(({ token }) => disburse({}, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const funding = fundingOf(answers.find(({ status }) => status === 200)!);
    expect(funding).toMatchObject({ amount_kobo: 350_000, cards: 2 });
    const { id } = await db
      .selectFrom("partner_fundings")
      .select("id")
      .where("reference", "=", funding["reference"] as string)
      .executeTakeFirstOrThrow();
    expect(await bookedOf(`partner-funds:${id}`)).toEqual({
      partner_receivables: 350_000n,
      [accountOf("partner_funding", one.id)]: -300_000n,
      [accountOf("partner_funding", two.id)]: -50_000n,
    });
    expect((await disburse()).body).toMatchObject({ code: "nothing_to_fund" });
    await takeToday(world, []);
    expect(await natural("partner_receivables")).toBe(0n);
    expect(await bookedOf(`settlement:${String(funding["reference"])}:${await lineOf(funding["reference"])}`)).toEqual({
      bank_operating: 350_000n,
      partner_receivables: -350_000n,
    });
    await drawn(world, one.id, 7_000n);
    expect(fundingOf(await disburse({ card_ids: [one.id] }))).toMatchObject({ amount_kobo: 7_000, cards: 1 });
    await world.prove();
  });

  it("is asked again under the same reference where the partner did not answer, and again as new where it refused", async () => {
    const { id } = await card(90_000n);
    await fault({ mode: "timeout_after_effect", delay_ms: 50, times: 1 });
    expect(await outcomeOf({ card_ids: [id] })).toBe("asked");
    expect((await disburse({ card_ids: [id] })).body).toMatchObject({ code: "nothing_to_fund" });
    expect(await owed(id)).toBe(0n);
    await askAgain(2);
    expect(await owed(id)).toBe(90_000n);
    await drawn(world, id, 1_000n);
    await fault({ mode: "decline", times: 1 });
    expect(await outcomeOf({ card_ids: [id] })).toBe("refused");
    expect(await owed(id)).toBe(90_000n);
    expect(await outcomeOf({ card_ids: [id] })).toBe("accepted");
    expect(await owed(id)).toBe(91_000n);
    await world.prove();
  });

  it("is funded once where the partner funded it, did not answer, and then says no for another reason", async () => {
    const { id } = await card(40_000n);
    await fault({ mode: "timeout_after_effect", delay_ms: 50, times: 1 });
    const { reference } = fundingOf(await disburse({ card_ids: [id] }));
    const funding = () =>
      db
        .selectFrom("partner_fundings")
        .selectAll()
        .where("reference", "=", String(reference))
        .executeTakeFirstOrThrow();
    expect(await funding()).toMatchObject({ status: "asked", asked_times: 1 });
    // What we say is another thing now: the partner answers 400, and 409.
    const { id: funding_id } = await funding();
    const say = async (line: bigint, sum: bigint) => {
      await sql`update partner_funding_lines set amount_kobo = ${line} where funding_id = ${funding_id}`.execute(db);
      await sql`update partner_fundings set amount_kobo = ${sum} where id = ${funding_id}`.execute(db);
      await askAgain();
    };
    await say(40_001n, 40_000n);
    expect(await funding()).toMatchObject({ status: "asked", asked_times: 2 });
    await say(40_001n, 40_001n);
    expect(await funding()).toMatchObject({ status: "asked", asked_times: 3 });
    expect((await disburse({ card_ids: [id] })).body, "nor is it asked for anew").toMatchObject({
      code: "nothing_to_fund",
    });
    expect(await owed(id)).toBe(0n);
    await say(40_000n, 40_000n);
    expect(await funding()).toMatchObject({ status: "accepted" });
    expect(await owed(id)).toBe(40_000n);
    const { rows } = await sql<{ times: bigint }>`
      select count(*) as times from ledger.transactions where key = ${`partner-funds:${funding_id}`}
    `.execute(db);
    expect(rows).toEqual([{ times: 1n }]);
    await world.prove();
  });

  it("is asked about though another one cannot be", async () => {
    const [broken, whole] = [await card(2_000n), await card(3_000n)];
    const references: unknown[] = [];
    for (const { id } of [broken, whole]) {
      await fault({ mode: "timeout_after_effect", delay_ms: 50, times: 1 });
      references.push(fundingOf(await disburse({ card_ids: [id] }))["reference"]);
    }
    // Its row of the reconciliation is there already: it cannot be booked.
    const copy = uuidv7();
    await sql`
      insert into reconciliation_items (id, business_date, direction, subject_type, subject_id, reference, expected_kobo,
        status, reason)
      select ${copy}, '2026-01-15', 'in', 'partner_funding', id, reference, amount_kobo, 'expected', 'Twice'
      from partner_fundings where reference = ${String(references[0])}
    `.execute(db);
    await askAgain();
    expect([await owed(broken.id), await owed(whole.id)]).toEqual([0n, 3_000n]);
    await sql`delete from reconciliation_items where id = ${copy}`.execute(db);
    await askAgain();
    expect(await owed(broken.id)).toBe(2_000n);
    await world.prove();
  });

  it("is asked only by who may, of a partner that is configured, for its own cards", async () => {
    const { id } = await card(1_000n);
    expect((await disburse({}, "")).status).toBe(401);
    for (const role of ["super_support", "staff"] as const)
      expect((await disburse({}, (await api.person(role)).token)).status, role).toBe(403);
    expect((await disburse({}, maker.token, "nobody")).status).toBe(404);
    expect((await disburse({ card_ids: [id, uuidv7()] })).status).toBe(404);
    expect((await disburse({ card_ids: [] })).status).toBe(422);
    for (const call of [calls.disbursements, calls.repayments, calls.settlements])
      expect((await api.call(call, { token: maker.token, params: { partner: "nobody" } })).status).toBe(404);
  });
});

describe("what holders repay", () => {
  it("is passed on by two people: the principal, and the partner's half of the interest, once", async () => {
    const held = await card(200_000n);
    await disburse({ card_ids: [held.id] });
    await repay(held, 80_000);
    // Interest that was paid: the share is the partner's.
    await sql`
      insert into card_payments (id, card_id, user_id, amount_kobo, penalty_kobo, interest_kobo, principal_kobo, channel,
        reference, ledger_transaction_id, paid_on, created_at)
      values (${uuidv7()}, ${held.id}, ${held.person.user_id}, 1001, 0, 1001, 0, 'wallet', ${uuidv7()}, ${uuidv7()},
        '2026-01-15', now())
    `.execute(db);
    expect(await row(calls.repayments, held.id)).toMatchObject({
      principal_kobo: 80_000,
      interest_kobo: 500,
      due_kobo: 80_500,
    });
    const asked = await payMany([held.id]);
    expect(asked.body.data).toMatchObject({ amount_kobo: 80_500, cards: 1 });
    expect((await payMany([held.id])).body).toMatchObject({ code: "nothing_due" });
    expect(await row(calls.repayments, held.id)).toMatchObject({ due_kobo: 0, waiting_kobo: 80_500 });
    const approval_id = approvalOf(asked);
    const page = async () =>
      (await api.call(find, { token: world.checker.token, params: { id: approval_id } })).body.data as Shown;
    const labels = ["Bank", "Account", "The bank's name for it", "Account changed last"];
    const { effect } = await page();
    expect(effect.refusal).toBe(null);
    expect(effect.facts.map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
    // Up to the bank, and nothing of the look stays.
    expect(effect.postings).toContainEqual(expect.objectContaining({ debit_kobo: 80_000, credit_kobo: 0 }));
    expect(effect.postings).toContainEqual(expect.objectContaining({ debit_kobo: 0, credit_kobo: 80_500 }));
    expect((await paymentOf(approval_id)).payout_id).toBe(null);
    expect((await world.approve(approval_id)).status).toBe(200);
    expect((await page()).effect.facts).toContainEqual({ label: "Account", value: expect.stringMatching(/\d{4}$/) });
    expect((await world.approve(approval_id)).status).toBe(409);
    await runsUntil(approval_id, "paid");
    const { payout_id } = await paymentOf(approval_id);
    expect(await bookedOf(`pass-on:${payout_id}`)).toEqual({
      [accountOf("partner_funding", held.id)]: 80_000n,
      partner_interest: 500n,
      payouts_in_transit: -80_500n,
    });
    expect(await bookedOf(`partner-paid:${payout_id}`)).toEqual({
      payouts_in_transit: 80_500n,
      bank_operating: -80_500n,
    });
    expect([await owed(held.id), (await row(calls.repayments, held.id))["due_kobo"]]).toEqual([120_000n, 0]);
    // Among what went out (R149) it is ours, not the maker's.
    const filter = JSON.stringify({ purpose: ["partner_repayment"] });
    const out = await api.call(outgoingList, { token: maker.token, query: { filter } });
    expect((out.body.datatable as { items: object[] }).items).toMatchObject([
      { sender: "Manilla", amount_kobo: 80_500 },
    ]);
    await world.prove();
  });

  it("is due again where the payment came back, was refused, or was not agreed to", async () => {
    const held = await card(60_000n);
    await disburse({ card_ids: [held.id] });
    await repay(held, 60_000);
    const declined = approvalOf(await payMany([held.id]));
    const { version } = await db
      .selectFrom("approvals")
      .select("version")
      .where("id", "=", declined)
      .executeTakeFirstOrThrow();
    const said = { params: { id: declined }, body: { version, reason: "Not this week" } };
    expect((await api.call(decline, { token: world.checker.token, ...said })).status).toBe(200);
    expect((await paymentOf(declined)).status).toBe("declined");
    const asked = approvalOf(await payBatch());
    expect((await world.approve(asked)).status).toBe(200);
    await runsUntil(asked, "paid");
    const { reference, payout_id } = await paymentOf(asked);
    expect(await owed(held.id)).toBe(0n);
    await fetch(`${world.sandbox.url}/bank/transfers/${reference}/reverse`, { method: "POST" });
    await waitUntil(async () => {
      await world.runJobs("receive-webhook");
      return (await paymentOf(asked)).status === "failed";
    });
    expect((await bookedOf(`partner-unpaid:${payout_id}`))["bank_operating"]).toBeGreaterThan(0n);
    expect([await owed(held.id), (await row(calls.repayments, held.id))["due_kobo"]]).toEqual([60_000n, 60_000]);
    await world.prove();
  });

  it("is passed on by who may alone, and is what the partner's report says", async () => {
    for (const role of ["super_support", "staff"] as const)
      expect((await payBatch((await api.person(role)).token)).status, role).toBe(403);
    expect(await readReports(api.app)).toBe(1);
    const { body } = await api.call(calls.settlements, { token: maker.token, params, query: { limit: 100 } });
    const { items } = body.datatable as {
      items: { kind: string; status: string; amount_kobo: number; report_kobo: number }[];
    };
    const ended = items.filter(({ status }) => ["accepted", "paid"].includes(status));
    expect(ended.length).toBeGreaterThan(3);
    expect(ended.filter(({ amount_kobo, report_kobo }) => amount_kobo !== report_kobo)).toEqual([]);
  });
});

/** Asks about all that is open, whether its time has come or not. */
async function askAgain(at_once = 1): Promise<void> {
  await sql`update partner_fundings set next_question_at = null where status = 'asked'`.execute(db);
  await Promise.all(Array.from({ length: at_once }, () => followPartners(api.app)));
}
const lineOf = async (reference: unknown) =>
  (
    await db
      .selectFrom("bank_statement_lines")
      .select("id")
      .where("reference", "=", String(reference))
      .executeTakeFirstOrThrow()
  ).id;
const fault = (body: object) =>
  fetch(`${world.sandbox.url}/faults/lender`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
