import * as expenses from "@manilla/contract/companies/expenses";
import * as approvals from "@manilla/contract/platform/approvals";
import * as notifications from "@manilla/contract/platform/notifications";
import * as session from "@manilla/contract/platform/session";
import * as people from "@manilla/contract/people/people";
import * as bills from "@manilla/contract/payments/bills";
import * as desk from "@manilla/contract/payments/bill-desk";
import * as transfers from "@manilla/contract/payments/transfers";
import * as calls from "@manilla/contract/payments/refunds";
import { balancesOf } from "@manilla/ledger";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { takeToday } from "../../../../../../test/bank.ts";
import { purseWith } from "../../../../../../test/card-payments.ts";
import { richCustomer } from "../../../../../../test/bills.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { slipOf } from "../../../../../../test/slips.ts";
import { bookedUnder } from "../../../../../../test/booked.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { askPayout, settlePayout } from "../../money/payouts/index.ts";
import { keepAnswer } from "../../money/provider-answers/index.ts";
import { tierOf } from "../../people/personal-wallets/index.ts";
import { readProviders } from "../bills/index.ts";
import { findRefundable } from "./finding.ts";

const world = await useLendingWorld();
const { api } = world;
const { db } = api.app;
await readProviders(api.app);
const finance = await api.person("super_finance");
const admin = await api.person("super_admin");
type Person = Awaited<ReturnType<typeof world.customer>>;

const rich = (kobo = 20_000_000n) => richCustomer(world, kobo);
const cashOf = async ({ user_id }: Person) =>
  (await balancesOf(queryable(db), [`cash_wallet:${user_id}`]))[0]?.natural_kobo ?? 0n;

let digits = 31_234_000;
/** A bill that the provider never answers about, of a quarter of an hour ago. */
async function silentBill(person: Person, amount_kobo = 100_000): Promise<string> {
  await world.quirk("baxi", { mode: "pending", seconds: 3_000 });
  const id = await bill(person, amount_kobo);
  await sql`update bills set sent_at = now() - interval '15 minutes', asked_at = null where id = ${id}`.execute(db);
  return id;
}
async function bill(person: Person, amount_kobo = 100_000): Promise<string> {
  digits += 1;
  const body = { service: "mtn", phone: `080${digits}`, amount_kobo };
  const { body: answer } = await api.call(bills.buyAirtime, { token: person.token, body });
  await world.runJobs("send-bill");
  return (answer.data as { id: string }).id;
}
let serial = 410_000_000;
async function transfer(person: Person, amount_kobo = 1_500_000): Promise<{ id: string; payout_id: string }> {
  serial += 1;
  const to = { kind: "bank", bank_code: "058", account_no: makeNuban("058", serial), amount_kobo } as const;
  const { body } = await api.call(transfers.quote, { token: person.token, body: to });
  const { payee } = body.data as { payee: string };
  const sent = await api.call(transfers.initiate, { token: person.token, body: { ...to, payee_name: payee } });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { id } = (sent.body.data as { transfer: { id: string } }).transfer;
  await world.runJobs("send-payout");
  return db.selectFrom("transfers").select(["id", "payout_id"]).where("id", "=", id).executeTakeFirstOrThrow() as never;
}
/** One that the bank does not know, of a quarter of an hour ago. */
async function silentTransfer(person: Person, amount_kobo = 1_500_000) {
  await world.fault("paystack", { mode: "timeout_before_effect", times: 1, delay_ms: 20, call: "POST /transfer" });
  const sent = await transfer(person, amount_kobo);
  const set = sql`sent_at = now() - interval '15 minutes', needs_review_at = now(), asked_at = null`;
  await sql`update payouts set ${set} where id = ${sent.payout_id}`.execute(db);
  return sent;
}
async function arrived(person: Person, amount_kobo = 1_500_000) {
  const sent = await transfer(person, amount_kobo);
  await waitUntil(async () => {
    await askPayout(api.app, sent.payout_id);
    const { status } = await db
      .selectFrom("transfers")
      .select("status")
      .where("id", "=", sent.id)
      .executeTakeFirstOrThrow();
    return status === "success";
  });
  return sent;
}
async function caseOf(payment_id: string) {
  await findRefundable(api.app);
  const { rows } = await sql<{ id: string; status: string; cause: string; refunded_kobo: bigint }>`
    select id, status, cause, refunded_kobo
    from refund_cases
    where bill_id = ${payment_id} or transfer_id = ${payment_id}
    order by created_at desc
  `.execute(db);
  return rows[0]!;
}
const claimed = async (person: Person, kind: "bill" | "transfer", id: string) => {
  const body = { claim: "wrong_recipient", statement: "It is not the number that I typed." } as const;
  const answer = await api.call(calls.claim, { token: person.token, params: { kind, id }, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return caseOf(id);
};
const reason = "Seen on the provider's own page";
const refund = (call: typeof calls.refundBills, ids: string[], body: object = {}, { token } = finance) =>
  api.call(call, { token, body: { ids, reason, ...body } });
async function decide(answer: { body: { data: unknown } }, { token } = admin) {
  const { results } = answer.body.data as { results: { approval_id: string }[] };
  const id = results[0]!.approval_id;
  const { version } = await db.selectFrom("approvals").select("version").where("id", "=", id).executeTakeFirstOrThrow();
  return api.call(approvals.approve, { token, params: { id }, body: { version } });
}
const natural = async (code: string) => (await balancesOf(queryable(db), [code]))[0]?.natural_kobo ?? 0n;
const booked = (key: string) => bookedUnder(db, key);
const setLimit = (kobo: number) =>
  sql`update configuration set value = ${String(kobo)}::jsonb where key = 'refund_alone_kobo'`.execute(db);

beforeEach(async () => {
  await world.clearFaults();
  for (const biller of ["baxi", "flutterwave"] as const) await world.quirk(biller, { mode: null });
  await setLimit(10_000_000);
});

describe("the desk", () => {
  it("is found by us: without an answer for fourteen minutes, and not a minute before", async () => {
    const person = await rich();
    const id = await silentBill(person);
    await sql`update bills set sent_at = now() - interval '13 minutes' where id = ${id}`.execute(db);
    expect(await caseOf(id)).toBeUndefined();
    // Our clock has no microseconds: within the millisecond it would be a moment too early.
    await sql`update bills set sent_at = now() - interval '14 minutes 10 milliseconds' where id = ${id}`.execute(db);
    expect(await caseOf(id)).toMatchObject({ status: "open", cause: "unanswered" });
    const sent = await silentTransfer(person);
    expect(await caseOf(sent.id)).toMatchObject({ status: "open", cause: "unanswered" });
    const query = { filter: JSON.stringify({ user_id: person.user_id }) };
    const { body } = await api.call(calls.listAll, { token: finance.token, query });
    expect((body.datatable as { items: { is_late: boolean }[] }).items.map(({ is_late }) => is_late)).toEqual([
      false,
      false,
    ]);
    for (const { token } of [person, await api.person("super_support")])
      expect((await api.call(calls.find, { token, params: { id: (await caseOf(id)).id } })).status).toBe(403);
  });

  it("shows what was sent, every answer, the postings and the payer's word on one page", async () => {
    const person = await rich();
    const { id } = await arrived(person);
    const found = await claimed(person, "transfer", id);
    const { body } = await api.call(calls.find, { token: finance.token, params: { id: found.id } });
    const data = body.data as { answers: { outcome: string }[]; postings: unknown[]; statement: string };
    expect(data.answers.at(0)?.outcome).toBe("success");
    expect(data.answers.length).toBeGreaterThan(1);
    expect(data.statement).toMatch(/typed/);
    expect(data.postings.length).toBeGreaterThan(4);
  });

  it("has a failure whose money did not come back, and gives it back once", async () => {
    const person = await rich();
    const before = await cashOf(person);
    const id = await silentBill(person);
    await sql`update bills set status = 'failed', ended_at = now() where id = ${id}`.execute(db);
    const found = await caseOf(id);
    expect(found.cause).toBe("unpaid");
    await Promise.all([refund(calls.refundBills, [found.id]), refund(calls.refundBills, [found.id])]);
    expect(await cashOf(person)).toBe(before);
    expect(await caseOf(id)).toMatchObject({ status: "refunded", refunded_kobo: 100_000n });
    await world.prove();
  });
});

describe("a payment without an answer", () => {
  it("is asked about first: what arrived meanwhile is not refunded", async () => {
    const person = await rich();
    await world.fault("paystack", { mode: "timeout_after_effect", times: 1, delay_ms: 20, call: "POST /transfer" });
    const { id, payout_id } = await transfer(person);
    const set = sql`sent_at = now() - interval '15 minutes', asked_at = null`;
    await sql`update payouts set ${set} where id = ${payout_id}`.execute(db);
    const found = await caseOf(id);
    const after = await cashOf(person);
    const { reference } = await db
      .selectFrom("payouts")
      .select("reference")
      .where("id", "=", payout_id)
      .executeTakeFirstOrThrow();
    await waitUntil(async () => (await api.app.outside.payments.verifyTransfer(reference)).status === "success");
    const answer = await refund(calls.refundTransfers, [found.id]);
    expect(answer).toMatchObject({ status: 409, body: { code: "processed" } });
    expect(await caseOf(id)).toMatchObject({ status: "processed" });
    expect(await cashOf(person)).toBe(after);
    await world.prove();
  });

  it("is refunded to the kobo by one colleague up to the limit of thirty days, then by two; a late success is claimed, nobody debited", async () => {
    const person = await rich();
    const before = await cashOf(person);
    const sent = await silentTransfer(person);
    const found = await caseOf(sent.id);
    expect((await refund(calls.refundTransfers, [found.id])).body.data).toMatchObject({
      done: 1,
      results: [{ is_done: true, approval_id: null }],
    });
    expect(await cashOf(person)).toBe(before);
    expect(await booked(`transfer-undone:${sent.id}`)).toEqual({
      transfers_in_transit: 1_507_688n,
      cash_wallet: -1_507_688n,
    });
    // The bank did it after all.
    const { reference } = await db
      .selectFrom("transfers")
      .select("reference")
      .where("id", "=", sent.id)
      .executeTakeFirstOrThrow();
    const outcome = { status: "success", provider_reference: reference, failure: null } as never;
    await settlePayout(api.app, sent.payout_id, outcome);
    await settlePayout(api.app, sent.payout_id, outcome);
    expect(await cashOf(person)).toBe(before);
    expect(await booked(`transfer-late:${sent.id}`)).toEqual({
      claims_on_providers: 1_500_000n,
      bank_operating: -1_500_000n,
    });
    const claim = await db
      .selectFrom("bill_claims")
      .select(["id", "amount_kobo"])
      .where("transfer_id", "=", sent.id)
      .executeTakeFirstOrThrow();
    expect(claim.amount_kobo).toBe(1_500_000n);
    const asked = await api.call(desk.creditClaim, {
      token: finance.token,
      params: { id: claim.id },
      body: { reason },
    });
    const { approval_id: id } = asked.body.data as { approval_id: string };
    await api.call(approvals.approve, { token: admin.token, params: { id }, body: { version: 1 } });
    expect(await booked(`bill-claim:${claim.id}`)).toEqual({
      receipts_awaiting_bank: 1_500_000n,
      claims_on_providers: -1_500_000n,
    });
    // What the bank says is no money: its statement shows it, once.
    const expected = () =>
      db
        .selectFrom("reconciliation_items")
        .select(["status", "direction", "expected_kobo", "reference"])
        .where("subject_type", "=", "bank_claim")
        .where("subject_id", "=", claim.id)
        .execute();
    expect(await expected()).toEqual([{ status: "expected", direction: "in", expected_kobo: 1_500_000n, reference }]);
    const bankBefore = await natural("bank_operating");
    await takeToday(world, [[1_500_000, reference]]);
    expect(await expected()).toMatchObject([{ status: "matched_auto" }]);
    expect((await natural("bank_operating")) - bankBefore).toBe(1_500_000n);
    expect(await natural("receipts_awaiting_bank")).toBe(0n);

    await setLimit(1_507_687);
    const second = await silentTransfer(person);
    const other = await caseOf(second.id);
    const waits = await refund(calls.refundTransfers, [other.id]);
    expect(waits.body.data).toMatchObject({ results: [{ is_done: true, approval_id: expect.any(String) }] });
    expect(await refund(calls.refundTransfers, [other.id])).toMatchObject({ status: 409, body: { code: "waiting" } });
    expect((await decide(waits, finance)).status).toBe(403);
    expect((await decide(waits)).status).toBe(200);
    expect(await cashOf(person)).toBe(before);
    await world.prove();
  });

  it("that ends by its bank's own word while a second person is asked withdraws that request, and nobody pays it back", async () => {
    const person = await rich();
    await setLimit(1);
    const sent = await silentTransfer(person);
    const after = await cashOf(person);
    const waits = await refund(calls.refundTransfers, [(await caseOf(sent.id)).id]);
    const { reference } = await db
      .selectFrom("transfers")
      .select("reference")
      .where("id", "=", sent.id)
      .executeTakeFirstOrThrow();
    const outcome = { status: "success", provider_reference: reference, failure: null } as never;
    await settlePayout(api.app, sent.payout_id, outcome);
    expect(await caseOf(sent.id)).toMatchObject({ status: "processed" });
    const [{ approval_id }] = (waits.body.data as { results: [{ approval_id: string }] }).results;
    const asked = await db
      .selectFrom("approvals")
      .select(["status", "decision_reason"])
      .where("id", "=", approval_id)
      .executeTakeFirstOrThrow();
    expect(asked).toEqual({ status: "withdrawn", decision_reason: "The payment has arrived." });
    expect((await decide(waits)).status).toBe(409);
    expect(await cashOf(person)).toBe(after);
    await world.prove();
  });

  it("asks a second person once a payer has got as much from anybody in thirty days, whichever colleague refunds", async () => {
    const person = await rich();
    const paid = async () => (await caseOf(await silentBill(person))).id;
    const one = async (id: string) => {
      const { body } = await refund(calls.refundBills, [id], {}, await api.person("super_finance"));
      return (body.data as { results: { approval_id: string | null }[] }).results[0]!.approval_id;
    };
    await setLimit(200_000);
    expect([await one(await paid()), await one(await paid())]).toEqual([null, null]);
    const third = await paid();
    expect(await one(third)).toEqual(expect.any(String));
    await sql`update refund_cases set decided_at = decided_at - interval '31 days' where user_id = ${person.user_id}`.execute(
      db,
    );
    expect(await one(await paid())).toBeNull();
  });

  it("that the bank is still working on is paid back by two persons, and said to have arrived by nobody", async () => {
    const person = await rich();
    const sent = await silentTransfer(person);
    const { id: found } = await caseOf(sent.id);
    const said = { subject_id: sent.payout_id, provider: "paystack", question: "ask", outcome: "pending" } as const;
    await keepAnswer(db, said);
    await sql`update payouts set asked_at = now() where id = ${sent.payout_id}`.execute(db);
    const before = await cashOf(person);
    const answer = await refund(calls.refundTransfers, [found]);
    expect((answer.body.data as { results: { approval_id: string | null }[] }).results[0]!.approval_id).not.toBeNull();
    expect(await cashOf(person)).toBe(before);
    expect((await decide(answer)).status).toBe(200);
    expect(await cashOf(person)).toBe(before + 1_507_688n);
  });

  it("waits while it is handed to another provider: nothing is paid back that is about to be sold", async () => {
    const person = await rich();
    const id = await silentBill(person);
    const { id: found } = await caseOf(id);
    const before = await cashOf(person);
    // Refused a moment ago by the first, taken over by the second: not sent, then sent just now.
    await sql`update bills set status = 'accepted', sent_at = null where id = ${id}`.execute(db);
    expect((await refund(calls.refundBills, [found])).body.code).toBe("already_decided");
    await sql`update bills set status = 'sent', sent_at = now(), asked_at = now() where id = ${id}`.execute(db);
    expect((await refund(calls.refundBills, [found])).body.code).toBe("already_decided");
    expect(await cashOf(person)).toBe(before);
  });

  it("that the bank does not know after a day is paid back by itself; one that it has is not", async () => {
    const person = await rich();
    const before = await cashOf(person);
    const { id, payout_id } = await silentTransfer(person);
    await askPayout(api.app, payout_id);
    await sql`update payouts set sent_at = now() - interval '23 hours' where id = ${payout_id}`.execute(db);
    await findRefundable(api.app);
    expect(await cashOf(person)).toBeLessThan(before);
    await sql`update payouts set sent_at = now() - interval '24 hours' where id = ${payout_id}`.execute(db);
    await findRefundable(api.app);
    expect(await cashOf(person)).toBe(before);
    expect(await caseOf(id)).toMatchObject({ status: "refunded" });
    await world.prove();
  });

  it("arrived after all, as two persons say with evidence", async () => {
    const person = await rich();
    const { id } = await silentTransfer(person);
    const found = await caseOf(id);
    const mark = (body: object) =>
      api.call(calls.processTransfers, { token: finance.token, body: { ids: [found.id], reason, ...body } });
    expect((await mark({ slip_id: await slipOf(api.app, admin.token) })).body.errors).toHaveProperty("slip_id");
    const waits = await mark({ slip_id: await slipOf(api.app, finance.token) });
    expect((await decide(waits)).status).toBe(200);
    expect(await caseOf(id)).toMatchObject({ status: "processed", refunded_kobo: 0n });
    await world.prove();
  });
});

it("a PIN that came after all is typed as it is, and nothing shorter", async () => {
  const person = await rich();
  await sql`update bill_terms set is_sold = true where kind = 'education'`.execute(db);
  await world.quirk("baxi", { mode: "no_token", times: 1 });
  const body = { service: "waec", phone: "08031234561", item: "result-checker", amount_kobo: 390_000 };
  const { id } = (await api.call(bills.payBill, { token: person.token, body })).body.data as { id: string };
  await world.runJobs("send-bill");
  await sql`update bills set sent_at = now() - interval '15 minutes', asked_at = null where id = ${id}`.execute(db);
  const { id: case_id } = await caseOf(id);
  const mark = async (token: string) =>
    api.call(calls.processBills, {
      token: finance.token,
      body: { ids: [case_id], reason, slip_id: await slipOf(api.app, finance.token), token },
    });
  for (const wrong of ["12345", "PINISNOTHERE"]) expect((await mark(wrong)).body.errors).toHaveProperty("token");
  expect((await decide(await mark("1234 5678-9012"))).status).toBe(200);
  const paid = await api.call(bills.find, { token: person.token, params: { id } });
  expect(paid.body.data).toMatchObject({ status: "delivered", tokens: ["12345678-9012"] });
  const seen = await api.call(desk.find, { token: finance.token, params: { id } });
  expect(seen.body.data, "anybody could use it").toMatchObject({ tokens: ["•••••••9012"] });
  const told = await api.call(people.activity, { token: finance.token, params: { id: person.user_id } });
  expect(told.status).toBe(200);
  expect(JSON.stringify(told.body)).toContain("PIN •••••••. ₦3,900.00 of WAEC");
  expect(JSON.stringify(told.body)).not.toContain("12345678-9012");
  const support = await api.person("super_support");
  const views = { token: support.token, body: { user_id: person.user_id, reason: "They see no PIN" } };
  const { token } = (await api.call(session.startViewingAs, views)).body.data as { token: string };
  const looks = [
    await api.call(bills.find, { token, params: { id } }),
    await api.call(bills.transactions, { token, params: { userId: person.user_id } }),
    await api.call(notifications.unread, { token }),
  ];
  for (const { status, body: shown } of looks)
    expect([status, JSON.stringify(shown).includes("•••••••"), JSON.stringify(shown).includes("5678-9012")]).toEqual([
      200,
      true,
      false,
    ]);
  await world.prove();
});

describe("a payment that was delivered wrong", () => {
  it("is refunded in parts, never more than was paid, each with its T-account", async () => {
    const person = await rich();
    const before = await cashOf(person);
    const { id } = await arrived(person);
    const first = await claimed(person, "transfer", id);
    expect((await refund(calls.refundTransfers, [first.id])).body.errors).toHaveProperty("fault");
    const led = { fault: "provider", reason: "Take it at manilla-pay.com" };
    expect((await refund(calls.refundTransfers, [first.id], led)).body.errors).toEqual({
      reason: ["this leads to another site than our own: manilla-pay.com"],
    });
    const tooMuch = { fault: "provider", amount_kobo: 1_507_689 };
    expect((await refund(calls.refundTransfers, [first.id], tooMuch)).body.errors).toHaveProperty("amount_kobo");
    expect((await refund(calls.refundTransfers, [first.id], { fault: "provider", amount_kobo: 500_000 })).status).toBe(
      200,
    );
    expect(await booked(`transfer-refunded:${id}`)).toEqual({ claims_on_providers: 500_000n, cash_wallet: -500_000n });
    const second = await claimed(person, "transfer", id);
    const rest = { fault: "provider", amount_kobo: 1_007_689 };
    expect((await refund(calls.refundTransfers, [second.id], rest)).body.errors).toHaveProperty("amount_kobo");
    const all = () => refund(calls.refundTransfers, [second.id], { fault: "provider" });
    const clicks = await Promise.all([all(), all()]);
    expect(clicks.map(({ status }) => status).toSorted(), JSON.stringify(clicks.map(({ body }) => body))).toEqual([
      200, 409,
    ]);
    expect(await booked(`transfer-refunded:${id}:500000`)).toEqual({
      claims_on_providers: 1_000_000n,
      payment_fee_income: 2_500n,
      vat_payable: 188n,
      stamp_duty_payable: 5_000n,
      cash_wallet: -1_007_688n,
    });
    expect(await cashOf(person)).toBe(before);
    // The movements of money say the same: paid once, given back in two parts.
    const { rows: moved } = await sql<{ direction: string; status: string; kobo: bigint }>`
      select direction, status, amount_kobo as kobo
      from money_events
      where user_id = ${person.user_id} and source = 'transfer'
      order by direction, amount_kobo
    `.execute(db);
    expect(moved).toEqual([
      { direction: "in", status: "success", kobo: 500_000n },
      { direction: "in", status: "success", kobo: 1_007_688n },
      { direction: "out", status: "success", kobo: 1_507_688n },
    ]);
    const again = await api.call(calls.claim, {
      token: person.token,
      params: { kind: "transfer", id },
      body: { claim: "not_me", statement: "I did not send this at all." },
    });
    expect(again).toMatchObject({ status: 409, body: { code: "not_claimable" } });
    await world.prove();
  });

  it("leaves its rest to the desk when the bank sends the money back after a part was refunded", async () => {
    const person = await rich();
    const { id, payout_id } = await arrived(person);
    const { id: first } = await claimed(person, "transfer", id);
    expect((await refund(calls.refundTransfers, [first], { fault: "goodwill", amount_kobo: 7_688 })).status).toBe(200);
    const returned = { status: "reversed", provider_reference: "TRF_back", failure: "Returned" } as const;
    await settlePayout(api.app, payout_id, returned);
    await settlePayout(api.app, payout_id, returned);
    const { rows } = await sql<{ id: string; amount_kobo: bigint }>`
      select id, amount_kobo from refund_cases where transfer_id = ${id} and status = 'open'
    `.execute(db);
    expect(rows).toMatchObject([{ amount_kobo: 1_500_000n }]);
    const before = await cashOf(person);
    expect((await refund(calls.refundTransfers, [rows[0]!.id], { fault: "provider" })).status).toBe(200);
    expect(await cashOf(person)).toBe(before + 1_500_000n);
    await world.prove();
  });

  it("of a company's money is spent by what was not given back", async () => {
    const company_id = await api.company({});
    const person = await api.person("company_staff", { company_id });
    await purseWith(api, { company_id, user_id: person.user_id, amount_kobo: 500_000n });
    const body = { service: "mtn", phone: "08031239871", amount_kobo: 100_000, paid_from: "purse" } as const;
    const { id } = (await api.call(bills.buyAirtime, { token: person.token, body })).body.data as { id: string };
    await world.runJobs("send-bill");
    const spent = async () => {
      const { body: listed } = await api.call(expenses.listAll, { token: person.token });
      return (listed.datatable as { items: object[] }).items;
    };
    await waitUntil(async () => {
      await world.runJobs("query-bill");
      return (await spent()).length === 1;
    });
    expect(await spent()).toMatchObject([{ amount_kobo: 100_000, status: "recorded", abilities: {} }]);
    const { id: case_id } = await claimed(person as Person, "bill", id);
    const part = { fault: "goodwill", amount_kobo: 30_001 };
    expect((await refund(calls.refundBills, [case_id], part)).status).toBe(200);
    expect(await spent()).toMatchObject([{ amount_kobo: 69_999 }]);
    const { id: last } = await claimed(person as Person, "bill", id);
    expect((await refund(calls.refundBills, [last], { fault: "goodwill" })).status).toBe(200);
    expect(await spent()).toMatchObject([{ amount_kobo: 0 }]);
    await world.prove();
  });

  it("of a bill counts against the limits of its day with what was not given back", async () => {
    const person = await rich();
    const id = await bill(person);
    await waitUntil(async () => {
      await world.runJobs("query-bill");
      return (
        (await db.selectFrom("bills").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status ===
        "delivered"
      );
    });
    const left = async () => {
      const to = {
        kind: "bank",
        bank_code: "058",
        account_no: makeNuban("058", 410_900_000),
        amount_kobo: 100,
      } as const;
      const { body } = await api.call(transfers.quote, { token: person.token, body: to });
      return (body.data as { left_today_kobo: number }).left_today_kobo;
    };
    const before = await left();
    const { id: first } = await claimed(person, "bill", id);
    expect((await refund(calls.refundBills, [first], { fault: "goodwill", amount_kobo: 1 })).status).toBe(200);
    expect(await left()).toBe(before + 1);
  });

  it("of a transfer counts against the limits of its day with what was not given back, at its whole not at all", async () => {
    const person = await rich();
    const facts = async () => {
      const { out_today_kobo, sent_today } = await tierOf(db, person.user_id);
      return [out_today_kobo, sent_today];
    };
    const before = await facts();
    const { id } = await arrived(person);
    expect(await facts()).toEqual([1_507_688n, 1]);
    const part = await claimed(person, "transfer", id);
    await refund(calls.refundTransfers, [part.id], { fault: "goodwill", amount_kobo: 7_688 });
    expect(await facts()).toEqual([1_500_000n, 1]);
    const rest = await claimed(person, "transfer", id);
    expect((await refund(calls.refundTransfers, [rest.id], { fault: "goodwill" })).status).toBe(200);
    expect(await facts()).toEqual(before);
  });

  it("of a bill takes its cashback back at its whole", async () => {
    const person = await rich();
    const id = await bill(person);
    await waitUntil(async () => {
      await world.runJobs("query-bill");
      const found = await db.selectFrom("bills").select("status").where("id", "=", id).executeTakeFirstOrThrow();
      return found.status === "delivered";
    });
    const back = async () =>
      (await db.selectFrom("cashbacks").select("refunded_at").where("bill_id", "=", id).executeTakeFirstOrThrow())
        .refunded_at;
    const first = await claimed(person, "bill", id);
    await refund(calls.refundBills, [first.id], { fault: "goodwill", amount_kobo: 40_000 });
    expect(await back()).toBeNull();
    const second = await claimed(person, "bill", id);
    await refund(calls.refundBills, [second.id], { fault: "goodwill" });
    expect(await booked(`bill-refunded:${id}:40000`)).toEqual({ refund_losses: 60_000n, cash_wallet: -60_000n });
    expect(await back()).not.toBeNull();
    await world.prove();
  });

  it("is closed with a reason that its payer reads; nobody decides about their own, and another's is not there", async () => {
    const [person, stranger] = [await rich(), await rich()];
    const { id } = await arrived(person);
    const params = { kind: "transfer", id } as const;
    const body = { claim: "not_me", statement: "I did not send this at all." } as const;
    expect((await api.call(calls.claim, { token: stranger.token, params, body })).status).toBe(404);
    expect((await api.call(calls.ofPayment, { token: stranger.token, params })).status).toBe(404);
    const found = await claimed(person, "transfer", id);
    await sql`update refund_cases set user_id = ${finance.user_id} where id = ${found.id}`.execute(db);
    expect((await refund(calls.refundTransfers, [found.id], { fault: "goodwill" })).body.code).toBe("own_money");
    await sql`update refund_cases set user_id = ${person.user_id} where id = ${found.id}`.execute(db);
    const cancel = { token: finance.token, body: { ids: [found.id], reason } };
    expect((await api.call(calls.cancelBills, cancel)).status).toBe(404);
    expect((await api.call(calls.cancelTransfers, cancel)).status).toBe(200);
    const { body: seen } = await api.call(calls.ofPayment, { token: person.token, params });
    expect(seen.data).toMatchObject({ why_not: null, claims: [{ status: "cancelled", decision_reason: reason }] });
    const { rows } = await sql<{ body: string }>`
      select body from notifications where user_id = ${person.user_id} order by id desc limit 1
    `.execute(db);
    expect(rows[0]?.body).toContain(reason);
  });
});
