/** Each mark of a chart opens the list of what it counts: the same number in both, as the screens build the address. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { isoDay } from "@manilla/contract/formats";
import * as disbursements from "@manilla/contract/lending/disbursements";
import * as collections from "@manilla/contract/lending/collections";
import * as loans from "@manilla/contract/lending/loans";
import * as repayments from "@manilla/contract/lending/repayments";
import { repaymentStates } from "@manilla/contract/lending/repayment-states";
import * as charges from "@manilla/contract/money/charges";
import * as people from "@manilla/contract/people/people";
import * as statistics from "@manilla/contract/people/people-statistics";
import { expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld("without bank statements");
const admin = await world.api.person("super_admin");
const data = async <Data>(call: Endpoint, query: object = {}) =>
  (await world.api.call(call, { token: admin.token, query: query as Record<string, string> })).body.data as Data;

interface Listed {
  total_count: number;
  items: Record<string, number>[];
}
async function listOf(call: Endpoint, filter: object, range?: [key: string, from: string, to: string]) {
  const { body } = await world.api.call(call, {
    token: admin.token,
    query: {
      limit: 100,
      filter: JSON.stringify(filter),
      ...(range && { rangeKey: range[0], rangeStart: range[1], rangeEnd: range[2] }),
    },
  });
  return body.datatable as Listed;
}
const monthOf = (month: string): [string, string] => [
  `${month}-01`,
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
];
const COUNTED = repaymentStates.states.filter((state) => state !== "waived" && state !== "superseded");

it("opens the instalments that fall due in a month, the loans paid out in it, the payouts of a day", async () => {
  const { id } = await world.running();
  await world.running();
  const [row] = await world.rows(id);
  // One that nobody owes any more is in neither.
  await world.api.database.pool.query("update repayments set status = 'waived' where id = $1", [row!.id]);
  const due = await data<{ by_month: { month: string; due_kobo: number }[] }>(repayments.statistics);
  expect(due.by_month.length).toBeGreaterThan(1);
  for (const { month, due_kobo } of due.by_month) {
    const { items } = await listOf(repayments.listAll, { status: COUNTED }, ["due_on", ...monthOf(month)]);
    const sum = items.reduce(
      (all, each) =>
        all + each["principal_kobo"]! + each["interest_kobo"]! + each["fees_kobo"]! + each["penalty_kobo"]!,
      0,
    );
    expect(sum, `${month}`).toEqual(due_kobo);
  }
  const lent = await data<{ by_month: { month: string; count: number }[] }>(loans.statistics);
  expect(lent.by_month).not.toEqual([]);
  for (const { month, count } of lent.by_month)
    expect((await listOf(loans.listAll, {}, ["disbursed_on", ...monthOf(month)])).total_count).toBe(count);
  const paid = await data<{ by_day: { day: string; count: number }[] }>(disbursements.statistics);
  expect(paid.by_day).not.toEqual([]);
  for (const { day, count } of paid.by_day) {
    const rows = await listOf(disbursements.listAll, { stage: ["paid"], settled_on: { from: day, to: day } });
    expect(rows.total_count, `${day}`).toEqual(count);
  }
  const active = await data<{
    by_month: { month: string; first_loans: number; repeat_loans: number }[];
    by_bucket: { bucket: string; loans: number }[];
  }>(statistics.active);
  for (const { month, first_loans, repeat_loans } of active.by_month)
    expect((await listOf(loans.listAll, {}, ["disbursed_on", ...monthOf(month)])).total_count).toBe(
      first_loans + repeat_loans,
    );
  const status = ["running", "past_due", "stop_requested"];
  for (const { bucket, loans: count } of active.by_bucket)
    expect((await listOf(loans.listAll, { arrears_bucket: bucket, status })).total_count).toBe(count);
});

it("compares with as many days before", async () => {
  const today = (await data<{ business_date: string }>(repayments.statistics)).business_date;
  const day = (offset: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
  const before = await data<{ received: { amount_kobo: number } }>(repayments.statistics, {
    rangeStart: day(-5),
    rangeEnd: day(-3),
  });
  const now = await data<{ received_before_kobo: number }>(repayments.statistics, {
    rangeStart: day(-2),
    rangeEnd: today,
  });
  expect(now.received_before_kobo).toBe(before.received.amount_kobo);
  await world.customer();
  // Registered today: in a range of today, and before a range of tomorrow.
  const at = (offset: number) => isoDay(new Date(Date.now() + offset * 86_400_000));
  const { registered } = await data<{ registered: number }>(statistics.leads, { rangeStart: at(0), rangeEnd: at(0) });
  expect(registered).toBeGreaterThan(0);
  const tomorrow = { rangeStart: at(1), rangeEnd: at(1) };
  expect(await data(statistics.leads, tomorrow)).toMatchObject({ registered: 0, registered_before: registered });
  await world.api.database.pool.query(
    "insert into transitions (id, noun, subject_id, to_state, actor_name) select gen_random_uuid(), 'profile', id, 'declined', 'Ngozi' from users limit 1",
  );
  const { decided } = await data<{ decided: number }>(statistics.underwriting, { rangeStart: at(0), rangeEnd: at(0) });
  expect(decided).toBeGreaterThan(0);
  expect(await data(statistics.underwriting, tomorrow)).toMatchObject({ decided: 0, decided_before: decided });
});

it("opens the people who registered on a day", async () => {
  await world.customer();
  const { by_day } = await data<{ by_day: { day: string; registered: number }[] }>(statistics.leads);
  expect(by_day).not.toEqual([]);
  for (const { day, registered } of by_day)
    expect((await listOf(people.listAll, {}, ["created_at", day, day])).total_count).toBe(registered);
});

it("opens the receipts that count, and the debits that failed today for one reason", async () => {
  const { id, customer } = await world.running();
  const query = (text: string, values: unknown[]) => world.api.database.pool.query(text, values);
  const { business_date } = await data<{ business_date: string }>(collections.today);
  for (const [reference, reversed_at] of [
    ["COUNTS", null],
    ["REVERSED", new Date()],
  ] as const)
    await query(
      `insert into receipts (id, purpose, loan_id, user_id, amount_kobo, channel, reference, received_on, ledger_transaction_id, reversed_at)
       select gen_random_uuid(), 'loan_repayment', $1, $2, 500000, 'staff', $3, $4, t.id, $5 from ledger.transactions t limit 1`,
      [id, customer.user_id, reference, business_date, reversed_at],
    );
  const range = { rangeStart: business_date, rangeEnd: business_date };
  const { received } = await data<{ received: { count: number } }>(repayments.statistics, range);
  expect(received.count).toBeGreaterThan(0);
  const listed = await listOf(repayments.listReceipts, { is_reversed: false, purpose: ["loan_repayment", "credit"] }, [
    "received_on",
    business_date,
    business_date,
  ]);
  expect(listed.total_count).toBe(received.count);
  for (const [reference, failure, day] of [
    ["D-1", "Insufficient Funds", business_date],
    ["D-2", "Insufficient Funds", business_date],
    ["D-3", "Expired Card", business_date],
    ["D-4", "Insufficient Funds", "2025-01-01"],
  ] as const)
    await query(
      `insert into charges (id, user_id, loan_id, kind, amount_kobo, reference, status, failure, business_date)
       values (gen_random_uuid(), $1, $2, 'automatic_debit', 100000, $3, 'failed', $4, $5)`,
      [customer.user_id, id, reference, failure, day],
    );
  const { failed_debits } = await data<{ failed_debits: { reason: string; count: number }[] }>(collections.today);
  expect(failed_debits.length).toBeGreaterThan(1);
  for (const { reason, count } of failed_debits) {
    const filter = { status: ["failed"], business_date: { from: business_date, to: business_date }, failure: reason };
    expect((await listOf(charges.listCharges, filter)).total_count, `${reason}`).toEqual(count);
  }
});
