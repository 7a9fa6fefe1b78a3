/** A loan lived again from its facts is the loan as it was lived; without a receipt it is the loan that never had it. */
import { addDays, earnedInterest } from "@manilla/credit";

import fc from "fast-check";
import { expect, it } from "vitest";
import { type Life, bornOf, opened, pay } from "../../../../../../../test/loan-life.ts";
import { earningOfLoan } from "../../schedules/index.ts";
import { type ReceiptFact, replay } from "./replay.ts";

const START = "2026-01-31";
const FEE = 20_000n;
const requests = fc
  .record({
    principal_kobo: fc.bigInt({ min: 1_000_000n, max: 90_000_000n }),
    annual_rate_percent: fc.constantFrom("0", "24", "48"),
    instalments: fc.integer({ min: 1, max: 8 }),
    method: fc.constantFrom("flat" as const, "declining" as const, "equal_principal" as const),
    principal_grace: fc.constantFrom(0, 0, 1),
    isFee: fc.boolean(),
  })
  .map(({ isFee, ...asked }) => ({
    ...asked,
    principal_grace: Math.min(asked.principal_grace, asked.instalments - 1),
    interest: "per_period" as const,
    disbursed_on: START,
    first_due_on: "2026-02-28",
    fees: isFee ? [{ name: "Service", kobo: FEE, when: "each_instalment" as const }] : [],
  }));
const product = fc.record({
  settlement_interest: fc.constantFrom("to_date" as const, "to_period_end" as const),
  flat_prepayment: fc.constantFrom("proportional" as const, "none" as const),
  interest_on_overdue: fc.boolean(),
});
const payments = fc.array(
  fc.record({
    share: fc.integer({ min: 1, max: 600 }),
    days: fc.integer({ min: 0, max: 45 }),
    excess: fc.constantFrom("following" as const, "smaller" as const, "fewer" as const),
  }),
  { minLength: 1, maxLength: 6 },
);

function lived(born: Life, receipts: readonly ReceiptFact[]): { life: Life; done: ReceiptFact[] } {
  let life = born;
  const done: ReceiptFact[] = [];
  for (const receipt of receipts) {
    if (life.loan.status !== "running") break;
    life = pay(life, receipt).life;
    done.push(receipt);
  }
  return { life, done };
}

const again = (born: Life, receipts: readonly ReceiptFact[], fee: bigint, on: string) => {
  const agreed = new Map(born.schedule.rows.map((row) => [row.number, row.interest_kobo]));
  const rows = born.schedule.rows.map((row) => ({
    ...row,
    agreed_kobo: row.principal_kobo + row.interest_kobo + row.fees_kobo,
    was_paid_before: false,
    period_interest_kobo: agreed.get(row.number)!,
    // Whatever changed since then does not matter.
    interest_kobo: 1n,
    status: "superseded",
  }));
  return replay(born.loan, rows, fee, receipts, [], on);
};

const shown = (rows: Life["schedule"]["rows"]) =>
  rows
    .filter(({ status }) => status !== "superseded")
    .map(({ id: _, days_past_due: __, ...row }) => row)
    .toSorted((left, right) => left.number - right.number);

it("from the same facts gives the same rows, interest and payments, whatever was paid when", () => {
  fc.assert(
    fc.property(requests, product, payments, fc.nat(5), fc.nat(80), (request, terms, paid, without, rest) => {
      let on = START;
      const receipts = paid.map(({ share, days, excess }, at): ReceiptFact => {
        on = addDays(on, days);
        return { id: `receipt-${at}`, on, excess, amount_kobo: (request.principal_kobo * BigInt(share)) / 1_000n + 1n };
      });
      const born = bornOf(request, terms);
      const fee = request.fees.length > 0 ? FEE : 0n;
      const check = (chosen: readonly ReceiptFact[]) => {
        const { life, done } = lived(born, chosen);
        const last = done.at(-1)?.on ?? START;
        const replayed = again(born, done, fee, last);
        expect(shown(replayed.schedule.rows)).toEqual(shown(life.schedule.rows));
        expect(replayed.earned_kobo - replayed.paid.interest).toBe(life.loan.accrued_interest_kobo);
        expect(replayed.paid.principal).toBe(life.schedule.paid_principal_kobo);
        if (life.loan.status !== "running" || !terms.interest_on_overdue) return;
        // Days without money: each close of business against one jump.
        const later = addDays(last, rest);
        const { schedule, loan } = opened(life, later);
        const jumped = again(born, done, fee, later);
        const money = (rows: Life["schedule"]["rows"]) => shown(rows).map(({ status: _, ...row }) => row);
        expect(money(jumped.schedule.rows)).toEqual(money(schedule.rows));
        expect(jumped.earned_kobo).toBe(earnedInterest(schedule.rows, START, later, earningOfLoan(loan)));
      };
      check(receipts);
      check(receipts.filter((_, at) => at !== without));
    }),
    { numRuns: 400 },
  );
});
