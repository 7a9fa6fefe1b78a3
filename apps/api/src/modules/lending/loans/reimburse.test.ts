import * as approvals from "@manilla/contract/platform/approvals";
import * as books from "@manilla/contract/money/books";
import * as loans from "@manilla/contract/lending/loans";
import * as repayments from "@manilla/contract/lending/repayments";
import { day } from "@manilla/contract/formats";
import { addDays } from "@manilla/credit";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { creditOf, loanBooks } from "../../money/books/index.ts";
import { receive } from "../../money/receipts/index.ts";
import { expectReceipts } from "../../money/reconciliation/match.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
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

  it("is what was owed on the day on which the money came, agreed to after a due date and a penalty", async () => {
    const loan = await world.running({
      instalments: 3,
      product: { penalty: { kind: "fixed", kobo: 5_000 }, grace_days: 1 },
    });
    const { db } = world.api.app;
    const { token } = world.maker;
    const until = (day: string) => catchUp(world.api.app, day, { onDay: () => world.syncClock() });
    const quoteOf = async (on?: string) =>
      (await world.api.call(repayments.settlementQuote, { token, params: { id: loan.id }, query: on ? { on } : {} }))
        .body.data as { total_kobo: number };
    const [first] = await world.rows(loan.id);
    const received_on = addDays(String(first?.due_on), -5);
    await until(received_on);
    const { total_kobo: owed } = await quoteOf();
    await until(addDays(String(first?.due_on), 4));
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "overdue", penalty_kobo: 5_000n });
    expect((await quoteOf(received_on)).total_kobo, "the screen says what was owed then").toBe(owed);
    expect((await quoteOf()).total_kobo).toBeGreaterThan(owed + 5_000);
    const ask = (amount_kobo: number) =>
      world.api.call(loans.markAsReimbursed, {
        token,
        params: { id: loan.id },
        body: {
          reference: "EMPLOYER-THEN",
          reason: "Paid by the employer before it was due",
          received_on,
          amount_kobo,
        },
      });
    expect((await ask((await quoteOf()).total_kobo)).body).toMatchObject({ code: "figure_changed" });
    const asked = await ask(owed);
    expect([asked.status, asked.body.message]).toEqual([200, ""]);
    await until(addDays(String(first?.due_on), 6));
    const { approval_id } = asked.body.data as { approval_id: string };
    const shown = await world.api.call(approvals.find, { token, params: { id: approval_id } });
    expect(shown.body.data).toMatchObject({ amount_kobo: owed });
    expect((await world.approve(approval_id)).status).toBe(200);
    const receipt = await db
      .selectFrom("receipts")
      .select(["id", "amount_kobo", "received_on", "credit_kobo"])
      .where("reference", "=", "EMPLOYER-THEN")
      .executeTakeFirstOrThrow();
    expect(receipt).toMatchObject({ amount_kobo: BigInt(owed), received_on, credit_kobo: 0n });
    // What it paid: principal, and the interest until that day; no penalty.
    const paid = await db
      .selectFrom("receipt_allocations")
      .select(["component", "amount_kobo"])
      .where("receipt_id", "=", receipt.id)
      .execute();
    expect(paid.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n)).toBe(BigInt(owed));
    expect(new Set(paid.map(({ component }) => component))).toEqual(new Set(["interest", "principal"]));
    expect(await world.loanRow(loan.id)).toMatchObject({
      status: "reimbursed",
      outstanding_principal_kobo: 0n,
      accrued_interest_kobo: 0n,
      overdue_kobo: 0n,
      paid_kobo: BigInt(owed),
    });
    const books = await db.transaction().execute((tx) => loanBooks(tx, loan.id));
    expect(
      Object.values(books).filter((kobo) => kobo !== 0n),
      "nothing is owed, no penalty was earned",
    ).toEqual([]);
    const told = db.selectFrom("notifications").select("body").where("user_id", "=", loan.customer.user_id);
    const [{ body } = { body: "" }] = await told.orderBy("id", "desc").limit(1).execute();
    expect(body).toContain(`was received for ${loan.reference} on ${day(received_on)}.`);
    expect(body).toContain("Your loan is paid in full.");
    await db.transaction().execute((tx) => expectReceipts(tx, addDays(String(first?.due_on), 6)));
    const expected = db.selectFrom("reconciliation_items").select("expected_kobo");
    expect(await expected.where("reference", "=", "EMPLOYER-THEN").execute()).toEqual([
      { expected_kobo: BigInt(owed) },
    ]);
    await world.prove();
  });

  it("leaves the borrower's credit to the borrower, and says what its receipt paid", async () => {
    const loan = await world.running({ instalments: 3 });
    const { user_id } = loan.customer;
    const credit = {
      user_id,
      purpose: "credit",
      amount_kobo: 70_000n,
      channel: "bank_transfer",
      source: "bank_operating",
      reference: "CREDIT-OF-THEIRS",
      on: await businessDate(world.api.app.db),
      actor: SYSTEM,
    } as const;
    await world.api.app.db.transaction().execute((tx) => receive(tx, world.api.app, credit));
    const asked = await mark(loan.id, world.maker.token, undefined, "EMPLOYER-CREDIT");
    const { approval_id } = asked.body.data as { approval_id: string };
    expect((await world.approve(approval_id)).status).toBe(200);
    const { id, amount_kobo } = await world.api.app.db
      .selectFrom("receipts")
      .select(["id", "amount_kobo"])
      .where("reference", "=", "EMPLOYER-CREDIT")
      .executeTakeFirstOrThrow();
    const paid = await world.api.app.db
      .selectFrom("receipt_allocations")
      .select("amount_kobo")
      .where("receipt_id", "=", id)
      .execute();
    expect(paid.reduce((sum, { amount_kobo: kobo }) => sum + kobo, 0n)).toBe(amount_kobo);
    expect(await world.api.app.db.transaction().execute((tx) => creditOf(tx, user_id))).toBe(70_000n);
    expect(await world.loanRow(loan.id)).toMatchObject({ status: "reimbursed" });
    await world.prove();
  });
});
