/** VAT on fees by month, from the ledger to the tax authority. */
import * as calls from "@manilla/contract/money/remittances";
import * as reconciliation from "@manilla/contract/money/reconciliation";
import * as approvals from "@manilla/contract/platform/approvals";
import { addDays } from "@manilla/credit";
import { balanceOf } from "@manilla/ledger";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";
import { queryable } from "../../../db/database.ts";

const FEES = [{ name: "Handling", when: "upfront", kobo: 100_000, vat_percent: "7.5" }];
let made: RepaymentWorld;
inRepaymentWorld((world) => void (made = world));

const payable = async () => -(await balanceOf(queryable(made.world.api.app.db), "vat_payable")).balance_kobo;
const months = async () =>
  (await made.staff(calls.months)).body.data as {
    payable_kobo: number;
    months: { month: string; owed_kobo: number; remitted_kobo: number; open_kobo: number; collected_kobo: number }[];
  };

it("is listed by month, filed to the kobo, remitted by two persons with the receipt, and found at the bank", async () => {
  const { world, staff, today, nextDay } = made;
  await world.running({ product: { fees: FEES } });
  await world.syncClock();
  const month = (await today()).slice(0, 7);
  const before = await months();
  expect(before.months).toMatchObject([{ month, owed_kobo: Number(await payable()), remitted_kobo: 0 }]);
  const owed = before.months[0]!.owed_kobo;
  expect(owed).toBeGreaterThan(0);
  expect(before.payable_kobo).toBe(owed);
  const file = (await staff(calls.monthFile, { params: { month } })).body.text;
  const [head, ...rows] = file
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  expect(head).toEqual([
    "Date",
    "Customer",
    "Loan",
    "What",
    "Fee without VAT (NGN)",
    "VAT (NGN)",
    "Remitted (NGN)",
    "Still owed (NGN)",
  ]);
  expect(rows.reduce((sum, row) => sum + Math.round(Number(row[5]) * 100), 0)).toBe(owed);
  expect(rows[0]!.slice(3), "the running sum begins with what earlier months left").toEqual([
    "Owed from earlier months",
    "",
    "",
    "",
    "0.00",
  ]);
  expect(Math.round(Number(rows.at(-1)![7]) * 100), "and ends with what is owed").toBe(owed);
  expect(before.months).toMatchObject([{ still_owed_kobo: owed }]);
  expect(rows[1]![2]).toMatch(/^LN/);
  const { rows: taken } = await made.world.api.database.pool.query(
    "select actor_id from audit_records where action = 'exported' and after ->> 'month' = $1",
    [month],
  );
  expect(taken, "who took it is on record").toEqual([{ actor_id: world.maker.user_id }]);

  const early = { month, amount_kobo: owed, reference: "VAT-EARLY", paid_on: await today() };
  expect((await staff(calls.remit, { body: early })).body.errors, "the month is not over").toHaveProperty("month");
  await nextDay(`${month.slice(0, 5)}${String(Number(month.slice(5)) + 1).padStart(2, "0")}-01`);
  const paid_on = await today();
  const body = { month, amount_kobo: owed, reference: "VAT-2026-01", paid_on };
  const errors = async (more: object) => (await staff(calls.remit, { body: { ...body, ...more } })).body.errors;
  expect(await errors({ slip_id: undefined })).toHaveProperty("slip_id");
  expect(await errors({ amount_kobo: owed + 1 })).toHaveProperty("amount_kobo");
  expect(await errors({ paid_on: addDays(paid_on, 1) })).toHaveProperty("paid_on");
  const support = await world.api.person("super_support");
  expect((await world.api.call(calls.remit, { token: support.token, body })).status).toBe(403);
  const asked = await Promise.all([
    staff(calls.remit, { body }),
    staff(calls.remit, { body: { ...body, reference: "VAT-TWICE" } }),
  ]);
  expect(asked.map(({ status }) => status).toSorted(), "one request for a month at a time").toEqual([200, 409]);
  const [first] = asked.filter(({ status }) => status === 200);
  const ids = [(first!.body.data as { approval_id: string }).approval_id, uuidv7()];
  // Two that were asked for before this was refused are judged again when they are decided.
  await world.api.database.pool.query(
    `insert into approvals (id, kind, title, payload, items, amount_kobo, item_count, maker_id)
    select $2, kind, title, payload || '{"reference": "VAT-TWO"}', items, amount_kobo, item_count, maker_id
    from approvals where id = $1`,
    ids,
  );
  expect(
    (await staff(approvals.approve, { params: { id: ids[0]! }, body: { version: 1 } })).status,
    "nobody alone",
  ).toBe(403);
  expect(await payable()).toBe(BigInt(owed));
  const decided = await Promise.all(ids.map((id) => world.approve(id)));
  expect(decided.map(({ status }) => status).toSorted(), "what a month owes is remitted once").toEqual([200, 422]);
  expect(await payable()).toBe(0n);
  expect((await months()).months).toMatchObject([{ month, is_over: true, remitted_kobo: owed, open_kobo: 0 }]);

  const paid = (await staff(calls.monthFile, { params: { month } })).body.text.trim().split("\n").at(-1)!.split(",");
  expect(paid.slice(3), "the file ends with what was remitted").toEqual([
    // Of two at once either is first.
    expect.stringMatching(/^Remitted: receipt VAT-(TWO|TWICE|2026-01)$/),
    "",
    "",
    (owed / 100).toFixed(2),
    "0.00",
  ]);
  expect((await months()).months).toMatchObject([{ still_owed_kobo: 0 }]);

  const { items } = (await staff(calls.listAll)).body.datatable as unknown as { items: { reference: string }[] };
  await takeToday(world, [[-owed, items[0]!.reference]]);
  const found = (
    await staff(reconciliation.listAll, { query: { filter: JSON.stringify({ subject_type: "remittance" }) } })
  ).body.datatable as unknown as { items: { status: string }[] };
  expect(found.items).toMatchObject([{ status: "matched_auto" }]);
  const { balance } = (await staff(reconciliation.balance)).body.data as { balance: { unexplained_kobo: number } };
  expect(balance.unexplained_kobo).toBe(0);
  await world.prove();
});
