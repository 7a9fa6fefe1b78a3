/** Random lives of loans, seeded: after each act the rows, the columns, the receipts and the books say the same. */
import * as disbursements from "@manilla/contract/lending/disbursements";
import * as calls from "@manilla/contract/lending/repayments";
import * as remittances from "@manilla/contract/money/remittances";
import * as approvals from "@manilla/contract/platform/approvals";
import { addDays } from "@manilla/credit";
import { balanceOf } from "@manilla/ledger";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";
import { queryable } from "../../../db/database.ts";
import { creditOf, loanBooks } from "../../money/books/index.ts";
import { LIVE_STATES, type ScheduleRow, readRunningLoan, readSchedule } from "../schedules/index.ts";
import { scheduleOn } from "../schedules/index.ts";

let made: RepaymentWorld;
inRepaymentWorld((world) => void (made = world), "without bank statements");

const FEES = [
  { name: "Handling", when: "upfront", kobo: 100_000, vat_percent: "7.5" },
  { name: "Service", when: "each_instalment", kobo: 20_000, vat_percent: "7.5" },
];
const reason = "A step of a random life";
/** Mulberry32: the same lives on every run. */
const dice = (seed: number) => (below: number) => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
};
const balance = async (code: string) => (await balanceOf(queryable(made.world.api.app.db), code)).balance_kobo;
const one = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(made.world.api.app.db)).rows[0]!;

const figures = (rows: readonly ScheduleRow[]) =>
  rows
    .filter(({ status }) => status !== "superseded")
    .map(({ id: _, status: __, penalised_to: ___, days_past_due: ____, ...money }) => money);
/** Lived day by day, the rows are those of one jump from the first day. */
async function isAsReplayed(id: string, said: string): Promise<void> {
  const { db } = made.world.api.app;
  const loan = await readRunningLoan(db, id, "read");
  if (!loan || !LIVE_STATES.includes(loan.status)) return;
  const replayed = await db.transaction().execute(async (tx) => scheduleOn(tx, loan, await made.today()));
  expect(figures(await readSchedule(db, id)), `${said}`).toEqual(figures(replayed));
}

/** What has to be equal at any moment. */
async function agrees(id: string, user_id: string, said: string): Promise<void> {
  const { world } = made;
  await world.prove();
  await isAsReplayed(id, said);
  const books = await world.api.app.db.transaction().execute((tx) => loanBooks(tx, id));
  const rows = await one(sql<{ principal: bigint }>`
    select coalesce(sum(principal_kobo - paid_principal_kobo), 0)::bigint as principal
    from repayments where loan_id = ${id} and status <> 'superseded'
  `);
  expect(rows.principal, `${said} principal`).toEqual(books.principal_kobo);
  const receipts = await one(sql<{ credit: bigint; held: bigint }>`
    select coalesce(sum(credit_kobo - case when channel = 'credit_balance' then amount_kobo else 0 end)
        filter (where user_id = ${user_id}), 0)::bigint as credit,
      coalesce(sum(amount_kobo) filter (where source = 'receipts_awaiting_bank' and settled_at is null), 0)::bigint as held
    from receipts where reversed_at is null
  `);
  expect(await creditOf(world.api.app.db, user_id), `${said} credit`).toEqual(receipts.credit);
  expect(await balance("receipts_awaiting_bank"), `${said} awaiting`).toEqual(receipts.held);
  const { months, payable_kobo } = (await made.staff(remittances.months)).body.data as {
    months: { open_kobo: number }[];
    payable_kobo: number;
  };
  const vat = -(await balance("vat_payable"));
  expect(
    months.reduce((sum, { open_kobo }) => sum + open_kobo, 0),
    `${said} vat`,
  ).toEqual(Number(vat));
  expect(BigInt(payable_kobo), `${said} vat`).toEqual(vat);
}

it("keeps rows, columns, receipts, VAT and books equal through random lives", async () => {
  const { world, staff, nextDay, today } = made;
  const lives = [];
  for (let seed = 1; seed <= 6; seed += 1)
    lives.push({
      roll: dice(seed),
      ...(await world.running({ product: { fees: FEES, interest_on_overdue: seed % 2 === 0 } })),
      told: [`life ${seed}`],
    });
  await nextDay(String((await world.rows(lives[0]!.id))[0]?.due_on));
  const decided = async (answer: { body: { data?: unknown } }) => {
    const { approval_id } = (answer.body.data ?? {}) as { approval_id?: string };
    return approval_id ? (await world.approve(approval_id)).status : 0;
  };
  const risk = [await world.api.person("super_risk"), await world.api.person("super_risk")];
  const granted = async (id: string, body: object) => {
    const { token } = risk[0]!;
    const asked = await world.api.call(calls.reschedule, { token, params: { id }, body: { ...body, reason } });
    const { approval_id } = (asked.body.data ?? {}) as { approval_id?: string };
    if (!approval_id) return asked.status;
    const params = { id: approval_id };
    return (await world.api.call(approvals.approve, { token: risk[1]!.token, params, body: { version: 1 } })).status;
  };
  for (let step = 0; step < 5; step += 1) {
    for (const { roll, id, customer, told } of lives) {
      const open = (await world.rows(id)).find(({ status }) => !["paid", "waived"].includes(status));
      const params = { id: open?.id ?? id };
      const body = { amount_kobo: 50_000 + roll(4_500_000), reference: `LIFE-${told[0]!.slice(-1)}-${step}`, reason };
      const earlier = { ...body, received_on: addDays(await today(), -1 - roll(5)) };
      const acts: Record<string, () => Promise<number>> = {
        part: async () => (await staff(calls.payFraction, { params, body: { ...body, reason: undefined } })).status,
        backDate: async () => decided(await staff(calls.backDate, { params, body: earlier })),
        waive: async () =>
          decided(await staff(calls.waive, { params, body: { component: "fees", amount_kobo: 5_000, reason } })),
        async reverse() {
          const { rows } = await sql<{ id: string }>`
            select id from receipts where loan_id = ${id} and reversed_at is null order by received_at desc
          `.execute(world.api.app.db);
          const receipt = rows[roll(Math.max(1, rows.length))];
          return receipt
            ? decided(await staff(calls.reverseReceipt, { params: { id: receipt.id }, body: { reason } }))
            : 0;
        },
        reschedule: () =>
          granted(id, {
            holiday_instalments: roll(2),
            more_instalments: 1 + roll(3),
            overdue: roll(2) ? "joins" : "stays",
            ...(roll(2) && { annual_rate_percent: String(24 + 12 * roll(3)) }),
          }),
        return: async () => decided(await staff(disbursements.undisburseMany, { body: { loan_ids: [id], reason } })),
        kept: async () => decided(await staff(calls.endReturn, { params: { id }, body: { outcome: "kept", reason } })),
      };
      const names = [
        "part",
        "part",
        "backDate",
        "waive",
        "reverse",
        "reverse",
        "return",
        "kept",
        "kept",
        "reschedule",
        "reschedule",
      ];
      const { status } = await world.loanRow(id);
      const name = status === "accepted" ? (roll(3) ? "kept" : "reverse") : names[roll(names.length)]!;
      told.push(`${name} ${await acts[name]!()}`);
      await agrees(id, customer.user_id, told.join(", "));
    }
    await nextDay(addDays(await today(), 4));
    for (const { id, customer, told } of lives) await agrees(id, customer.user_id, told.join(", "));
  }
  // A life in which nothing was accepted proves nothing.
  const all = lives.flatMap(({ told }) => told);
  for (const name of ["part", "backDate", "waive", "reverse", "return", "kept", "reschedule"])
    expect(all, `${name} was carried out: ${all.join(", ")}`).toContain(`${name} 200`);
}, 600_000);
