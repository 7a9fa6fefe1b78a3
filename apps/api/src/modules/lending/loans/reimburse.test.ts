import * as approvals from "@manilla/contract/platform/approvals";
import * as books from "@manilla/contract/money/books";
import * as loans from "@manilla/contract/lending/loans";
import * as repayments from "@manilla/contract/lending/repayments";
import { addDays } from "@manilla/credit";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";

const world = await useLendingWorld("without bank statements");

const mark = (id: string, token: string, key?: string, reference = "EMPLOYER-1") =>
  world.api.call(loans.markAsReimbursed, {
    token,
    params: { id },
    body: { reference, reason: "Paid by the employer in one sum" },
    ...(key && { key }),
  });

describe("a loan that was paid back outside its schedule (C087)", () => {
  it("leaves the books with its accrued interest and charges, once, and its lines are shown", async () => {
    const loan = await world.running({
      instalments: 3,
      product: { penalty: { kind: "fixed", kobo: 5_000 }, grace_days: 1 },
    });
    const [first] = await world.rows(loan.id);
    await catchUp(world.api.app, addDays(String(first?.due_on), 4), { onDay: () => world.syncClock() });
    const before = await world.loanRow(loan.id);
    const settling = await world.api.call(repayments.settlementQuote, {
      token: world.maker.token,
      params: { id: loan.id },
    });
    const { total_kobo } = settling.body.data as { total_kobo: number };
    expect(before.accrued_interest_kobo > 0n && before.outstanding_principal_kobo > 0n).toBe(true);
    expect((await mark(loan.id, (await world.api.person("super_support")).token)).status).toBe(403);
    const answers = [
      await mark(loan.id, world.maker.token, "the-same-reimbursement"),
      await mark(loan.id, world.maker.token, "the-same-reimbursement"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { approval_id } = answers[0]!.body.data as { approval_id: string };
    expect((await world.loanRow(loan.id)).status, "nothing before a second person agrees").not.toBe("reimbursed");
    const waiting = world.api.app.db.selectFrom("approvals").select("payload").where("id", "=", approval_id);
    const { slip_id } = (await waiting.executeTakeFirstOrThrow()).payload as { slip_id: string };
    const again = { reference: "EMPLOYER-1", reason: "Paid by the employer in one sum", slip_id };
    const same = { token: world.maker.token, params: { id: loan.id }, body: again };
    expect((await world.api.call(loans.markAsReimbursed, same)).status, "the same waits already").toBe(409);
    const decide = { token: world.maker.token, params: { id: approval_id }, body: { version: 1 } };
    expect((await world.api.call(approvals.approve, decide)).status, "never who asked").toBe(403);
    expect((await world.approve(approval_id)).status).toBe(200);
    expect((await mark(loan.id, world.maker.token, undefined, "EMPLOYER-2")).status).toBe(409);
    expect(await world.loanRow(loan.id)).toMatchObject({
      status: "reimbursed",
      outstanding_principal_kobo: 0n,
      accrued_interest_kobo: 0n,
      overdue_kobo: 0n,
    });
    const { transactions, balances } = (
      await world.api.call(books.postings, {
        token: world.maker.token,
        query: { subject_type: "loan", subject_id: loan.id },
      })
    ).body.data as {
      transactions: { kind: string; postings: { account_code: string; debit_kobo: number }[] }[];
      balances: { balance_kobo: number }[];
    };
    const reimbursed = transactions.filter(({ kind }) => kind === "reimburse");
    expect(reimbursed).toHaveLength(1);
    const penalty = transactions
      .filter(({ kind }) => kind === "penalty")
      .flatMap(({ postings }) => postings)
      .reduce((sum, { debit_kobo }) => sum + debit_kobo, 0);
    expect(penalty).toBeGreaterThan(0);
    expect(
      reimbursed[0]?.postings.reduce((sum, { debit_kobo }) => sum + debit_kobo, 0),
      "what settling asks",
    ).toBe(total_kobo);
    const booked = Number(before.outstanding_principal_kobo + before.accrued_interest_kobo) + penalty;
    expect(total_kobo, "with the interest of today").toBeGreaterThan(booked);
    expect(balances.every(({ balance_kobo }) => balance_kobo === 0)).toBe(true);
    await world.prove();
    // The day after there is nothing left to earn, to penalise or to collect.
    const on = await businessDate(world.api.app.db);
    await catchUp(world.api.app, addDays(on, 2), { onDay: () => world.syncClock() });
    expect(await world.loanRow(loan.id)).toMatchObject({ status: "reimbursed", accrued_interest_kobo: 0n });
    await world.prove();
  });
});
