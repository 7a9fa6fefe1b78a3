import * as calls from "@manilla/contract/platform/business-day";
import { OVERDUE_NOTICE } from "@manilla/contract/lending/notice-titles";
import { upcoming } from "@manilla/contract/lending/own-repayments";
import { defaults, settlementQuote, statistics } from "@manilla/contract/lending/repayments";
import { addDays, daysBetween, divideRounded } from "@manilla/credit";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../../test/world.ts";
import { SYSTEM } from "../../../platform/audit/index.ts";
import { receive } from "../../../money/receipts/index.ts";
import { businessDate } from "../../../platform/states/index.ts";
import { catchUp, closeBusinessDay } from "../../../platform/business-day/index.ts";

const world = await useLendingWorld("without bank statements");

const today = () => businessDate(world.api.app.db);
const live = async (until: string) => {
  await catchUp(world.api.app, until, { onDay: () => world.syncClock() });
  await world.syncClock();
};
const count = async (text: string, values: unknown[] = []) =>
  Number(
    (await world.api.database.pool.query<{ n: string }>(`select count(*) as n from (${text}) x`, values)).rows[0]?.n,
  );
/** Everything that money and state are made of, as one number each: equal before and after means that nothing happened. */
const fingerprint = async () =>
  (
    await world.api.database.pool.query<Record<string, string>>(`
      select (select count(*) from ledger.transactions) as transactions,
        (select coalesce(sum(abs(amount_kobo)), 0) from ledger.postings) as moved,
        (select count(*) from transitions) as transitions, (select count(*) from charges) as charges,
        (select count(*) from receipts) as receipts, (select count(*) from repayment_reminders) as reminders,
        (select count(*) from notifications) as notifications,
        (select coalesce(sum(penalty_kobo), 0) from repayments) as penalties,
        (select coalesce(sum(accrued_interest_kobo), 0) from loans) as accrued,
        (select count(*) from arrears_history) as history
    `)
  ).rows[0];
/** Sets the calendar and the steps back, as if the day had not been closed: everything has to be recognised by its own key. */
const reopen = async (day: string) => {
  await world.api.database.pool.query("update business_calendar set business_date = $1", [day]);
  await world.api.database.pool.query("delete from business_day_steps where business_date = $1", [day]);
};

describe("the calendar", () => {
  it("catches up over the end of February, each due date and reminder once", async () => {
    await live("2026-01-31");
    const loan = await world.running({ instalments: 3 });
    expect((await world.rows(loan.id)).map(({ due_on }) => String(due_on))).toEqual([
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
    ]);
    await live("2026-03-01");
    const reminders = await world.api.database.pool.query<{ kind: string; on: string }>(
      `
        select m.kind, m.business_date::text as on
        from repayment_reminders m
        join repayments r on r.id = m.repayment_id
        where r.loan_id = $1
        order by 2
      `,
      [loan.id],
    );
    expect(reminders.rows).toEqual([
      { kind: "due_soon", on: "2026-02-25" },
      { kind: "due_today", on: "2026-02-28" },
      { kind: "overdue", on: "2026-03-01" },
    ]);
    const { rows: unread } = await world.api.database.pool.query<{ title: string }>(
      "select title from notifications where user_id = $1 and read_at is null and link like '/customer/repayments#%'",
      [loan.customer.user_id],
    );
    expect(unread, "an instalment has one unread notice, the newest").toEqual([{ title: OVERDUE_NOTICE }]);
    expect(
      await count(
        `
          select 1
          from transitions
          where noun = 'repayment'
            and to_state = 'due'
            and subject_id in (select id from repayments where loan_id = $1)
        `,
        [loan.id],
      ),
    ).toBe(1);
    await world.prove();
  });
});

describe("a loan that is lived", () => {
  it("from payout to the last automatic debit: interest adds up to the schedule, the card pays, the loan closes", async () => {
    const start = await today();
    const loan = await world.running({ principal_kobo: 30_000_000n, instalments: 3 });
    await world.addCard(loan.customer);
    const schedule = await world.rows(loan.id);
    const halfway = addDays(start, 10);
    await live(halfway);
    const afterTenDays = await world.loanRow(loan.id);
    expect(afterTenDays.accrued_interest_kobo).toBe(
      // Nine days of the first period, whose rate is 4 % of the balance.
      divideRounded(30_000_000n * 4n * 9n, 100n * BigInt(daysBetween(start, String(schedule[0]?.due_on))), "half_even"),
    );
    await world.prove();
    await live(addDays(String(schedule.at(-1)?.due_on), 1));
    expect(await world.loanRow(loan.id)).toMatchObject({
      status: "settled",
      outstanding_principal_kobo: 0n,
      accrued_interest_kobo: 0n,
      days_past_due: 0,
    });
    const rows = await world.rows(loan.id);
    expect(rows.map(({ status }) => status)).toEqual(["paid", "paid", "paid"]);
    expect(rows.map(({ paid_on }) => String(paid_on))).toEqual(rows.map(({ due_on }) => String(due_on)));
    const { rows: income } = await world.api.database.pool.query<{ sum: string }>(
      `
        select -sum(p.amount_kobo) as sum
        from ledger.postings p
        join ledger.accounts a on a.id = p.account_id
        join ledger.transactions t on t.id = p.transaction_id
        where a.code = 'interest_income' and t.metadata ->> 'loan_id' = $1
      `,
      [loan.id],
    );
    expect(BigInt(income[0]?.sum ?? 0)).toBe(schedule.reduce((sum, row) => sum + row.interest_kobo, 0n));
    expect(
      await count("select 1 from charges where kind = 'automatic_debit' and loan_id = $1 and status = 'success'", [
        loan.id,
      ]),
    ).toBe(3);
    await world.prove();
  });

  it("late: the debit fails and is retried, days count, a penalty falls after the grace days, the loan is behind and catches up", async () => {
    const loan = await world.running({ principal_kobo: 30_000_000n, instalments: 2 });
    await world.addCard(loan.customer, "fails_then_succeeds");
    const [first] = await world.rows(loan.id);
    const due = String(first?.due_on);
    await live(due);
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "due" });
    await live(addDays(due, 1));
    expect((await world.rows(loan.id))[0]).toMatchObject({
      status: "overdue",
      days_past_due: 1,
      last_failure: "Insufficient Funds",
      collection_attempts: 1,
    });
    expect(await world.loanRow(loan.id)).toMatchObject({ status: "running", days_past_due: 1, arrears_bucket: "1-30" });
    const triedFrom = async (min: number) => {
      const query = { limit: 100, filter: JSON.stringify({ collection_attempts: { min } }) };
      const { body } = await world.api.call(defaults, { token: world.maker.token, query });
      return (body.datatable as { items: { id: string; collection_attempts: number }[] }).items
        .filter(({ id }) => id === loan.id)
        .map(({ collection_attempts }) => collection_attempts);
    };
    expect([await triedFrom(1), await triedFrom(2)], "who collects finds the cards that keep failing").toEqual([
      [1],
      [],
    ]);
    await live(addDays(due, 2));
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "paid", collection_attempts: 2 });
    expect(await world.loanRow(loan.id)).toMatchObject({ status: "running", days_past_due: 0, overdue_kobo: 0n });
    const second = await world.running({ principal_kobo: 30_000_000n, instalments: 2 });
    const secondDue = String((await world.rows(second.id))[0]?.due_on);
    await live(addDays(secondDue, 3));
    expect((await world.rows(second.id))[0]).toMatchObject({ penalty_kobo: 0n, days_past_due: 3 });
    await live(addDays(secondDue, 4));
    const [late] = await world.rows(second.id);
    expect(late?.penalty_kobo).toBe(((late?.principal_kobo ?? 0n) + (late?.interest_kobo ?? 0n)) / 100n);
    expect(await world.loanRow(second.id)).toMatchObject({ status: "past_due", days_past_due: 4 });
    await live(addDays(secondDue, 6));
    expect((await world.rows(second.id))[0]?.penalty_kobo).toBe(late?.penalty_kobo);
    expect(await count("select 1 from arrears_history where loan_id = $1", [second.id])).toBe(6);
    await world.prove();
  });

  it("ninety-one days late marks all loans of the person; their interest waits in suspense until it is paid", async () => {
    const loan = await world.running({ instalments: 6 });
    const other = await world.loan({ customer: loan.customer, instalments: 6 });
    await world.payOut(other.id);
    await world.addCard(await world.customer());
    const due = String((await world.rows(loan.id))[0]?.due_on);
    await live(addDays(due, 92));
    expect(await world.loanRow(loan.id)).toMatchObject({ is_non_performing: true, arrears_bucket: "91+" });
    expect(await world.loanRow(other.id)).toMatchObject({ is_non_performing: true });
    expect((await world.loanRow(loan.id)).suspended_interest_kobo).toBeGreaterThan(0n);
    await world.prove();
    for (const id of [loan.id, other.id]) {
      const open = (await world.rows(id)).find(({ status }) => status === "overdue");
      const answer = await world.api.call((await import("@manilla/contract/lending/repayments")).settle, {
        token: world.maker.token,
        params: { id: String(open?.id) },
        body: { scope: "due", reference: `CURE-${id.slice(-8)}` },
      });
      expect(answer.status).toBe(200);
    }
    await live(addDays(await today(), 1));
    expect(await world.loanRow(loan.id)).toMatchObject({
      is_non_performing: false,
      suspended_interest_kobo: 0n,
      days_past_due: 0,
      status: "running",
    });
    await world.prove();
  });
});

describe("an amount too small to count", () => {
  const pay = (loan: { id: string; customer: { user_id: string } }, amount_kobo: bigint, on: string) =>
    world.api.app.db
      .transaction()
      .execute((tx) =>
        receive(tx, world.api.app, {
          user_id: loan.customer.user_id,
          purpose: "loan_repayment",
          subject_id: loan.id,
          amount_kobo,
          channel: "bank_transfer",
          source: "bank_operating",
          reference: `PART-${on}-${loan.id.slice(-6)}`,
          on,
          actor: SYSTEM,
        }),
      );
  const owed = (rows: Awaited<ReturnType<typeof world.rows>>, on: string) =>
    rows
      .filter(({ due_on }) => String(due_on) <= on)
      .reduce(
        (sum, row) =>
          sum +
          row.principal_kobo +
          row.interest_kobo +
          row.penalty_kobo -
          row.paid_principal_kobo -
          row.paid_interest_kobo -
          row.paid_penalty_kobo,
        0n,
      );
  const reminded = async (loan_id: string) =>
    count(
      `
        select 1
        from repayment_reminders m
        join repayments r on r.id = m.repayment_id
        where m.kind = 'overdue' and r.loan_id = $1
      `,
      [loan_id],
    );

  it("stays due and is not overdue; with the next instalment it is, in days since the first and without a penalty for the days before", async () => {
    const loan = await world.running({
      product: {
        materiality: { floor_kobo: 10_000 },
        penalty: { kind: "percentage", percent: "5", cap_percent_a_month: "1" },
      },
    });
    const [first, second] = (await world.rows(loan.id)).map(({ due_on }) => String(due_on));
    if (!first || !second) throw new Error("a loan of three instalments");
    await live(first);
    await pay(loan, owed(await world.rows(loan.id), first) - 5_000n, first);
    for (const on of [addDays(first, 1), addDays(first, 7), second]) {
      await live(on);
      expect(await world.loanRow(loan.id)).toMatchObject({
        status: "running",
        overdue_kobo: 0n,
        days_past_due: 0,
        arrears_bucket: "current",
      });
      expect((await world.rows(loan.id))[0]).toMatchObject({ status: "part_paid", days_past_due: 0, penalty_kobo: 0n });
    }
    const own = (
      await world.api.call(upcoming, { token: loan.customer.token, params: { userId: loan.customer.user_id } })
    ).body.data as { due_kobo: number; overdue_kobo: number };
    expect([own.overdue_kobo, own.due_kobo > 5_000]).toEqual([0, true]);
    expect(
      (await world.api.call(statistics, { token: world.maker.token, query: { user_id: loan.customer.user_id } })).body
        .data,
    ).toMatchObject({ overdue: { count: 0, amount_kobo: 0 } });
    expect([await reminded(loan.id), owed(await world.rows(loan.id), addDays(first, 1))]).toEqual([0, 5_000n]);
    await live(addDays(second, 1));
    const missed = owed(await world.rows(loan.id), second);
    expect(await world.loanRow(loan.id)).toMatchObject({
      overdue_kobo: missed,
      days_past_due: daysBetween(first, second) + 1,
    });
    expect(
      (await world.rows(loan.id))
        .slice(0, 2)
        .map(({ status, days_past_due, penalty_kobo }) => [status, days_past_due, penalty_kobo]),
    ).toEqual([
      ["overdue", daysBetween(first, second) + 1, 0n],
      ["overdue", 1, 0n],
    ]);
    expect(await reminded(loan.id)).toBeGreaterThan(0);
    await live(addDays(second, 4));
    expect((await world.rows(loan.id)).slice(0, 2).map(({ penalty_kobo }) => penalty_kobo)).toEqual([
      50n,
      (missed - 5_000n) / 100n,
    ]);
    // A payment and the close of business say the same of what it leaves.
    const today = addDays(second, 4);
    await pay(loan, owed(await world.rows(loan.id), today) - 9_999n, today);
    for (const on of [today, addDays(today, 1)]) {
      await live(on);
      expect(await world.loanRow(loan.id)).toMatchObject({ status: "running", overdue_kobo: 0n, days_past_due: 0 });
      expect(
        (await world.rows(loan.id)).slice(0, 2).map(({ status, days_past_due }) => [status, days_past_due]),
      ).toEqual([
        ["paid", 0],
        ["part_paid", 0],
      ]);
    }
    await world.prove();
  });
});

describe("a share of the loan that is too small to count", () => {
  it("makes an instalment due again that was overdue, once the others are paid", async () => {
    const loan = await world.running({ product: { materiality: { share_percent: "40" } } });
    const [first, second] = await world.rows(loan.id);
    await live(addDays(String(first?.due_on), 1));
    expect([(await world.loanRow(loan.id)).days_past_due, (await world.rows(loan.id))[0]?.status]).toEqual([0, "due"]);
    const on = addDays(String(second?.due_on), 1);
    await live(on);
    expect((await world.rows(loan.id)).slice(0, 2).map(({ status }) => status)).toEqual(["overdue", "overdue"]);
    const amount_kobo = (first?.principal_kobo ?? 0n) + (first?.interest_kobo ?? 0n);
    await world.api.app.db
      .transaction()
      .execute((tx) =>
        receive(tx, world.api.app, {
          user_id: loan.customer.user_id,
          purpose: "loan_repayment",
          subject_id: loan.id,
          amount_kobo,
          channel: "bank_transfer",
          source: "bank_operating",
          reference: `FIRST-${loan.id}`,
          on,
          actor: SYSTEM,
        }),
      );
    expect(await world.loanRow(loan.id)).toMatchObject({ overdue_kobo: 0n, days_past_due: 0 });
    await live(addDays(on, 1));
    expect((await world.rows(loan.id)).slice(0, 2).map(({ status, days_past_due }) => [status, days_past_due])).toEqual(
      [
        ["paid", 0],
        ["due", 0],
      ],
    );
    await world.prove();
  });
});

describe("the allowance for loan losses", () => {
  it("follows the buckets: the books hold exactly what the table requires after each day", async () => {
    const loan = await world.running({ principal_kobo: 40_000_000n, instalments: 2 });
    const due = String((await world.rows(loan.id))[0]?.due_on);
    const allowance = async () => {
      const { rows } = await world.api.database.pool.query<{ sum: string }>(
        `
          select coalesce(-sum(p.amount_kobo), 0) as sum
          from ledger.postings p
          join ledger.accounts a on a.id = p.account_id
          where a.code = 'loss_allowance'
        `,
      );
      return BigInt(rows[0]?.sum ?? 0);
    };
    const asked = async () => {
      const { rows } = await world.api.database.pool.query<{ bucket: string; owed: string }>(
        `
          select arrears_bucket as bucket,
            sum(outstanding_principal_kobo + accrued_interest_kobo - suspended_interest_kobo) as owed
          from loans
          where status in ('running', 'past_due')
          group by 1
        `,
      );
      const percents: Record<string, bigint> = { current: 1n, "1-30": 5n, "31-60": 20n, "61-90": 50n, "91+": 100n };
      return rows.reduce((sum, { bucket, owed }) => sum + (BigInt(owed) * (percents[bucket] ?? 0n) + 50n) / 100n, 0n);
    };
    await live(addDays(await today(), 1));
    expect(await allowance()).toBe(await asked());
    const before = await allowance();
    await live(addDays(due, 2));
    expect(await allowance()).toBe(await asked());
    expect(await allowance()).toBeGreaterThan(before);
    await world.prove();
  });
});

describe("closing the day", () => {
  it("uses a credit balance once for each instalment and day, also when more credit came before a killed run came back", async () => {
    const loan = await world.running({ instalments: 2 });
    const due = String((await world.rows(loan.id))[0]?.due_on);
    await live(due);
    const credit = (reference: string, amount_kobo: bigint) =>
      world.api.app.db
        .transaction()
        .execute((tx) =>
          receive(tx, world.api.app, {
            user_id: loan.customer.user_id,
            purpose: "credit",
            amount_kobo,
            channel: "bank_transfer",
            source: "bank_operating",
            reference: `${reference}-${loan.id.slice(-6)}`,
            on: due,
            actor: SYSTEM,
          }),
        );
    await credit("FIRST", 1_000n);
    await closeBusinessDay(world.api.app);
    await reopen(due);
    await credit("SECOND", 700n);
    await closeBusinessDay(world.api.app);
    expect((await world.loanRow(loan.id)).paid_kobo).toBe(1_000n);
    await live(addDays(due, 2));
    expect((await world.loanRow(loan.id)).paid_kobo).toBe(1_700n);
    await world.prove();
  });

  it("twice is as once, also when its own notes of what was done are lost", async () => {
    const loans = [
      await world.running(),
      await world.running({
        product: { grace_days: 2, fees: [{ name: "Service", when: "each_instalment", kobo: 5_000 }] },
      }),
    ];
    await world.addCard(loans[0]?.customer ?? (await world.customer()), "declines_when_saved");
    const due = String((await world.rows(loans[1]?.id ?? ""))[0]?.due_on);
    // The day that begins is three days after the due date: a penalty falls, a reminder goes out, the card is tried again.
    await live(addDays(due, 2));
    const day = await today();
    await closeBusinessDay(world.api.app);
    const once = await fingerprint();
    await reopen(day);
    await closeBusinessDay(world.api.app);
    expect(await fingerprint()).toEqual(once);
    await world.syncClock();
    await world.prove();
  });

  it("killed after any batch goes on where it stopped and ends the same", async () => {
    const [loan, withCard] = [await world.running(), await world.running()];
    await world.addCard(withCard.customer);
    await live(addDays(String((await world.rows(loan.id))[0]?.due_on), 4));
    const day = await today();
    let kills = 0;
    for (let attempt = 0; (await today()) === day && attempt < 60; attempt += 1) {
      await closeBusinessDay(world.api.app, {
        onProgress: () => {
          kills += 1;
          throw new Error("killed");
        },
      }).catch((error: Error) => expect(error.message).toBe("killed"));
    }
    expect(kills).toBeGreaterThanOrEqual(8);
    expect(await today()).toBe(addDays(day, 1));
    const once = await fingerprint();
    await reopen(day);
    await closeBusinessDay(world.api.app);
    expect(await fingerprint()).toEqual(once);
    await world.syncClock();
    await world.prove();
  });

  it("is done by one process only", async () => {
    const day = await today();
    const results = await Promise.allSettled([
      closeBusinessDay(world.api.app),
      closeBusinessDay(world.api.app),
      closeBusinessDay(world.api.app),
    ]);
    const closed = results.filter(({ status }) => status === "fulfilled").length;
    expect(closed).toBeGreaterThanOrEqual(1);
    expect(await today()).toBe(addDays(day, closed));
    await world.syncClock();
  });

  it("lets offers end whose last day has passed", async () => {
    const offered = await world.loan({ status: "offered" });
    await sql`update loans set offer_expires_on = ${await today()}::date where id = ${offered.id}`.execute(
      world.api.app.db,
    );
    await live(addDays(await today(), 1));
    expect((await world.loanRow(offered.id)).status).toBe("rejected");
  });

  it("is asked for by finance and shown with its steps", async () => {
    expect(
      (await world.api.call(calls.run, { token: (await world.api.person("super_support")).token, body: {} })).status,
    ).toBe(403);
    const { status, body } = await world.api.call(calls.listAll, { token: world.maker.token, query: { limit: 5 } });
    expect(status).toBe(200);
    const closed = (
      body.datatable as { items: { closed_at: string | null; steps: { step: string; done_at: string | null }[] }[] }
    ).items.find(({ closed_at }) => closed_at !== null);
    expect(closed?.steps.map(({ step }) => step)).toEqual([...calls.closeSteps]);
    expect([...world.api.app.house.close.map(({ name }) => name), "open"]).toEqual([...calls.closeSteps]);
    expect(closed?.steps.every(({ done_at }) => done_at !== null)).toBe(true);
  });
});

describe("interest on overdue principal, where the product has it", () => {
  it("is asked with the next instalment, after the last due date by the day, until it is paid; the books follow each night", async () => {
    const loan = await world.running({ instalments: 2, product: { interest_on_overdue: true, grace_days: 60 } });
    const off = await world.running({ instalments: 2, product: { grace_days: 60 } });
    const [first, last] = (await world.rows(loan.id)).map(({ due_on }) => String(due_on));
    const interest = async (id = loan.id) => (await world.rows(id)).map(({ interest_kobo }) => interest_kobo);
    const earned = async () => {
      const { accrued_interest_kobo } = await world.loanRow(loan.id);
      return accrued_interest_kobo + (await world.rows(loan.id)).reduce((sum, row) => sum + row.paid_interest_kobo, 0n);
    };
    const agreed = await interest();
    await live(first!);
    expect(await interest(), "what falls due today may be paid today").toEqual(agreed);
    await live(addDays(first!, 1));
    // 4 % a month on all of it: nothing was paid.
    expect(await interest()).toEqual([400_000n, 400_000n]);
    expect(await interest(off.id)).toEqual(agreed);
    await live(addDays(last!, 1));
    expect(await earned()).toBe(800_000n);
    const byDay = (principal: bigint, days: number) =>
      divideRounded(principal * 48n * BigInt(days), 36_500n, "half_even");
    expect(await interest()).toEqual([400_000n, 400_000n + byDay(10_000_000n, 1)]);
    const total = (await world.rows(loan.id)).reduce((sum, row) => sum + row.interest_kobo, 0n);
    expect((await world.loanRow(loan.id)).total_interest_kobo).toBe(total);
    await live(addDays(last!, 10));
    expect(await earned(), "the night before").toBe(800_000n + byDay(10_000_000n, 9));
    const [row] = await world.rows(loan.id);
    const unpaid = row!.principal_kobo + row!.interest_kobo;
    const pay = (amount_kobo: bigint, reference: string) =>
      world.api.app.db
        .transaction()
        .execute(async (tx) =>
          receive(tx, world.api.app, {
            user_id: loan.customer.user_id,
            purpose: "loan_repayment",
            subject_id: loan.id,
            amount_kobo,
            channel: "staff",
            source: "bank_operating",
            reference,
            on: await today(),
            actor: SYSTEM,
          }),
        );
    await pay(unpaid, `OVERDUE-${loan.id.slice(-8)}`);
    await live(addDays(last!, 12));
    const left = 10_000_000n - row!.principal_kobo;
    const after = divideRounded(10_000_000n * 48n * 10n + left * 48n * 2n, 36_500n, "half_even");
    expect(await interest()).toEqual([400_000n, 400_000n + after]);
    const { body } = await world.api.call(settlementQuote, { token: loan.customer.token, params: { id: loan.id } });
    const { total_kobo, interest_kobo } = body.data as Record<"total_kobo" | "interest_kobo", number>;
    expect(BigInt(interest_kobo)).toBe(400_000n + after);
    await pay(BigInt(total_kobo), `OVERDUE-END-${loan.id.slice(-8)}`);
    expect(await world.loanRow(loan.id)).toMatchObject({ status: "settled", accrued_interest_kobo: 0n });
    expect(await earned()).toBe(800_000n + after);
    await world.prove();
  });
});
