import * as books from "@manilla/contract/money/books";
import * as cards from "@manilla/contract/money/charges";
import * as calls from "@manilla/contract/lending/repayments";
import * as everybody from "@manilla/contract/people/people";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { waitUntil } from "../../../../../../test/lending.ts";
import { slipOf } from "../../../../../../test/slips.ts";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { receive } from "../../money/receipts/index.ts";
import { payFractions } from "./recording.ts";

let world: RepaymentWorld["world"];
let staff: RepaymentWorld["staff"];
let nextDay: RepaymentWorld["nextDay"];
let today: RepaymentWorld["today"];
let dueToday: RepaymentWorld["dueToday"];
inRepaymentWorld((made) => void ({ world, staff, nextDay, today, dueToday } = made), "without bank statements");
/** A second person has agreed: the receipt. */
const agreed = async ({ body }: { body: { data?: unknown } }) => {
  const { approval_id } = body.data as { approval_id: string };
  expect((await world.approve(approval_id)).status).toBe(200);
  return world.api.app.db
    .selectFrom("receipts")
    .select(["id", "amount_kobo"])
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
};
const plusDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

describe("money that comes in", () => {
  it("is allocated oldest first, penalty before fee before interest before principal, and booked to the kobo", async () => {
    const { id, rows } = await dueToday({
      product: { fees: [{ name: "Service", when: "each_instalment", kobo: 5_000 }] },
    });
    const [first] = rows;
    const interest = BigInt(first?.interest_kobo ?? 0);
    const answer = await staff(calls.payFraction, {
      params: { id: String(first?.id) },
      body: { amount_kobo: Number(5_000n + interest + 100n), reference: "SLIP-0001" },
    });
    expect(answer.status).toBe(200);
    const { receipt } = answer.body.data as { receipt: { allocations: { component: string; amount_kobo: number }[] } };
    expect(receipt.allocations.map(({ component, amount_kobo }) => [component, amount_kobo])).toEqual([
      ["fees", 5_000],
      ["interest", Number(interest)],
      ["principal", 100],
    ]);
    expect((await world.rows(id))[0]).toMatchObject({ status: "part_paid" });
    await world.prove();
  });

  it("is received once per reference, also when it comes eight times at the same moment", async () => {
    const { id, customer } = await dueToday();
    const on = await today();
    const before = await world.loanRow(id);
    const money = {
      user_id: customer.user_id,
      purpose: "loan_repayment" as const,
      subject_id: id,
      amount_kobo: 100_000n,
      channel: "bank_transfer" as const,
      source: "bank_operating" as const,
      reference: `TRANSFER-${id.slice(-6)}`,
      on,
      actor: SYSTEM,
    };
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.api.app.db.transaction().execute((tx) => receive(tx, world.api.app, money)),
      ),
    );
    expect(results.filter(({ is_replay }) => !is_replay)).toHaveLength(1);
    expect(BigInt((await world.loanRow(id)).paid_kobo) - BigInt(before.paid_kobo)).toBe(100_000n);
    await expect(
      world.api.app.db.transaction().execute((tx) => receive(tx, world.api.app, { ...money, amount_kobo: 5n })),
    ).rejects.toThrow("already received");
    await world.prove();
  });

  it("from many sides at the same moment is allocated one after the other: no row is paid twice", async () => {
    const { id, customer, rows } = await dueToday();
    const on = await today();
    const due = (rows[0]?.principal_kobo ?? 0n) + (rows[0]?.interest_kobo ?? 0n);
    const part = due / 4n;
    const pay = (n: number) =>
      world.api.app.db
        .transaction()
        .execute((tx) =>
          receive(tx, world.api.app, {
            user_id: customer.user_id,
            purpose: "loan_repayment",
            subject_id: id,
            amount_kobo: part,
            channel: "bank_transfer",
            source: "bank_operating",
            reference: `SIDE-${id.slice(-6)}-${n}`,
            on,
            actor: SYSTEM,
          }),
        );
    await Promise.all([1, 2, 3, 4, 5, 6].map(pay));
    expect((await world.loanRow(id)).paid_kobo).toBe(part * 6n);
    const { rows: sums } = await world.api.database.pool.query<{ paid: string; allocated: string }>(
      `
        select (
          select sum(paid_principal_kobo + paid_interest_kobo + paid_fees_kobo + paid_penalty_kobo)
          from repayments
          where loan_id = $1
        ) as paid,
          (
            select sum(a.amount_kobo)
            from receipt_allocations a
            join receipts r on r.id = a.receipt_id
            where r.loan_id = $1
          ) as allocated
      `,
      [id],
    );
    expect(sums[0]?.paid).toBe(sums[0]?.allocated);
    await world.prove();
  });

  it("that arrives together is received in few transactions, each for itself: one that is refused, twice there or waits disturbs no other", async () => {
    const loans: { id: string }[] = [];
    while (loans.length < 9) loans.push(await world.running());
    const [first] = await world.rows(String(loans[0]?.id));
    await nextDay(String(first?.due_on));
    const rows = await Promise.all(loans.map(async ({ id }) => String((await world.rows(id))[0]?.id)));
    // One request sent twice brings one slip.
    const slip_id = await slipOf(world.api.app, world.maker.token);
    const pay = (at: number, reference: string, amount_kobo = 1_000, key = uuidv7()) =>
      staff(calls.payFraction, {
        params: { id: rows[at]! },
        body: { amount_kobo, reference: `TOGETHER-${reference}`, ...(at === 1 && { slip_id }) },
        key,
      });
    const holder = await world.api.database.pool.connect();
    await holder.query("begin");
    await holder.query("select 1 from loans where id = $1 for update", [loans[8]?.id]);
    // The first transaction waits here, so that other requests surely gather behind it.
    const gate = await world.api.database.pool.connect();
    await gate.query("begin");
    await gate.query("lock table receipts in share mode");
    let isHeldAnswered = false;
    const held = pay(8, "held").finally(() => (isHeldAnswered = true));
    const key = uuidv7();
    const all = Promise.all([
      Promise.all([pay(0, "0-a"), pay(0, "0-b")]),
      Promise.all([pay(1, "1", 1_000, key), pay(1, "1", 1_000, key)]),
      Promise.all([pay(2, "2"), pay(3, "2")]),
      pay(4, "4", 99_000_000_000),
      ...[5, 6, 7].map((at) => pay(at, String(at))),
    ]);
    await waitUntil(async () => {
      const { rows } = await world.api.database.pool.query<{ n: number }>(
        "select count(*)::int as n from pg_locks where relation = 'receipts'::regclass and not granted",
      );
      return (rows[0]?.n ?? 0) > 0;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await gate.query("commit");
    gate.release();
    const [twice, sameKey, sameReference, tooMuch, ...plain] = await all;
    expect(isHeldAnswered).toBe(false);
    await holder.query("commit");
    holder.release();
    expect((await held).status).toBe(200);
    expect(plain.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await world.loanRow(String(loans[0]?.id))).paid_kobo).toBe(2_000n);
    expect(sameKey.map(({ status }) => status)).toEqual([200, 200]);
    expect(sameKey[0]?.body).toEqual(sameKey[1]?.body);
    expect(sameReference.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(tooMuch.status).toBe(422);
    const { rows: counted } = await world.api.database.pool.query<{ receipts: number; transactions: number }>(
      `
        select count(*)::int as receipts, count(distinct xmin::text)::int as transactions
        from receipts
        where reference like 'TOGETHER-%'
      `,
    );
    expect(counted[0]?.receipts).toBe(8);
    expect(counted[0]?.transactions).toBeLessThan(8);
    const { rows: keys } = await world.api.database.pool.query(
      "select 1 from idempotency_keys where call like '%fraction%' and state = 'in_flight'",
    );
    expect(keys).toEqual([]);
    await world.prove();
  });

  it("that cannot be received together leaves the transaction whole", async () => {
    const context = { session: { user_id: world.maker.user_id } } as never;
    const body = { amount_kobo: 1_000n, reference: "NOBODY-1" };
    await world.api.app.db.transaction().execute(async (tx) => {
      expect(await payFractions(tx, [{ context, input: { params: { id: uuidv7() }, body } }])).toEqual([undefined]);
      expect((await tx.selectFrom("receipts").select("id").where("reference", "=", "NOBODY-1").execute()).length).toBe(
        0,
      );
    });
  });

  it("settles what is due, refuses a figure that has changed and a reference that was used", async () => {
    const { id, rows } = await dueToday();
    const repayment = { params: { id: String(rows[0]?.id) } };
    const total = Number(BigInt(rows[0]?.principal_kobo ?? 0) + BigInt(rows[0]?.interest_kobo ?? 0));
    expect(
      (
        await staff(calls.settle, {
          ...repayment,
          body: { scope: "due", reference: "SLIP-0002", amount_kobo: total - 1 },
        })
      ).status,
    ).toBe(409);
    expect((await staff(calls.settle, { ...repayment, body: { scope: "due" } })).body.errors).toMatchObject({
      reference: ["this field is required"],
    });
    const settled = await staff(calls.settle, {
      ...repayment,
      body: { scope: "due", reference: "SLIP-0002", amount_kobo: total },
    });
    expect(settled.body.data).toMatchObject({
      receipt: { amount_kobo: total },
      loan: { status: "running", due_kobo: 0 },
    });
    expect((await world.rows(id))[0]).toMatchObject({ status: "paid" });
    expect((await staff(calls.settle, { ...repayment, body: { scope: "due", reference: "SLIP-0003" } })).status).toBe(
      422,
    );
    const other = await dueToday();
    const slip = { params: { id: String(other.rows[0]?.id) }, body: { amount_kobo: 100, reference: "SLIP-0004" } };
    expect(
      (await staff(calls.payFraction, { ...slip, body: { amount_kobo: 100, reference: "SLIP-0002" } })).status,
    ).toBe(409);
    expect([(await staff(calls.payFraction, slip)).status, (await staff(calls.payFraction, slip)).status]).toEqual([
      200, 409,
    ]);
    await world.prove();
  });

  it("ends the whole loan by its settlement quote, and a letter, a receipt and the books agree", async () => {
    const { id, customer, rows } = await dueToday();
    await nextDay(plusDays(await today(), 5));
    const quote = (await world.api.call(calls.settlementQuote, { token: customer.token, params: { id } })).body
      .data as { total_kobo: number; interest_saved_kobo: number };
    expect(quote.interest_saved_kobo).toBeGreaterThan(0);
    const settled = await staff(calls.settle, {
      params: { id: String(rows[0]?.id) },
      body: { scope: "loan", reference: `WHOLE-${id.slice(-6)}` },
    });
    const receipt = await agreed(settled);
    expect(receipt.amount_kobo).toBe(BigInt(quote.total_kobo));
    expect(await world.loanRow(id)).toMatchObject({ status: "settled", outstanding_principal_kobo: 0n });
    const pdf = await world.api.call(calls.receiptLetter, { token: customer.token, params: { id: receipt.id } });
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(
      (await world.api.call(calls.receiptLetter, { token: (await world.customer()).token, params: { id: receipt.id } }))
        .status,
    ).toBe(404);
    await world.prove();
  });

  it("above what is due pays the next instalment; the rest does what the person chose", async () => {
    for (const excess of ["following", "smaller", "fewer"] as const) {
      const { id, rows } = await dueToday({ instalments: 6 });
      const due = BigInt(rows[0]?.principal_kobo ?? 0) + BigInt(rows[0]?.interest_kobo ?? 0);
      await staff(calls.payFraction, {
        params: { id: String(rows[0]?.id) },
        body: { amount_kobo: Number(due + 4_000_000n), reference: `AHEAD-${id.slice(-8)}`, excess },
      });
      const after = await world.rows(id);
      const total = (row: (typeof after)[number] | undefined) =>
        BigInt(row?.principal_kobo ?? 0) + BigInt(row?.interest_kobo ?? 0);
      expect(after.slice(0, 2).map(({ status }) => status)).toEqual(["paid", "paid"]);
      const open = after.filter(({ status }) => ["scheduled", "part_paid"].includes(status));
      if (excess === "following") expect([open.length, open[0]?.status]).toEqual([3, "part_paid"]);
      if (excess === "fewer") expect(open.length).toBeLessThan(4);
      if (excess === "smaller") expect([open.length, total(open[0]) < total(rows[2])]).toEqual([4, true]);
      const unpaid = open.reduce((sum, row) => sum + BigInt(row.principal_kobo) - BigInt(row.paid_principal_kobo), 0n);
      expect(unpaid).toBe(BigInt((await world.loanRow(id)).outstanding_principal_kobo));
      await world.prove();
    }
  });

  it("can be reversed by a second person: the schedule, the loan and the books are as before", async () => {
    const { id, rows } = await dueToday({ instalments: 4 });
    const before = { loan: await world.loanRow(id), rows: await world.rows(id) };
    const settled = await staff(calls.settle, {
      params: { id: String(rows[0]?.id) },
      body: { scope: "loan", reference: `REV-${id.slice(-8)}` },
    });
    const receipt = await agreed(settled);
    expect((await world.loanRow(id)).status).toBe("settled");
    const asked = await staff(calls.reverseReceipt, {
      params: { id: receipt.id },
      body: { reason: "The cheque bounced" },
    });
    expect(
      (await staff(calls.reverseReceipt, { params: { id: receipt.id }, body: { reason: "The cheque bounced" } }))
        .status,
    ).toBe(409);
    expect((await world.approve((asked.body.data as { approval_id: string }).approval_id)).status).toBe(200);
    const after = { loan: await world.loanRow(id), rows: await world.rows(id) };
    expect(after.loan).toMatchObject({
      status: "running",
      outstanding_principal_kobo: before.loan.outstanding_principal_kobo,
      paid_kobo: before.loan.paid_kobo,
      next_due_on: before.loan.next_due_on,
    });
    expect(after.rows.map(({ number, due_on, principal_kobo }) => [number, due_on, principal_kobo])).toEqual(
      before.rows.map(({ number, due_on, principal_kobo }) => [number, due_on, principal_kobo]),
    );
    await world.prove();
    expect(
      (await staff(calls.reverseReceipt, { params: { id: receipt.id }, body: { reason: "The cheque bounced" } }))
        .status,
    ).toBe(409);
  });

  it("settles many under a second person, each row once", async () => {
    const loans = [await world.running(), await world.running()];
    await nextDay(String((await world.rows(loans[1]?.id ?? ""))[0]?.due_on));
    const firsts = await Promise.all(loans.map(async ({ id }) => String((await world.rows(id))[0]?.id)));
    const later = String((await world.rows(loans[0]?.id ?? ""))[1]?.id);
    const asked = await staff(calls.settleMany, {
      body: { repayment_ids: [...firsts, firsts[0], later], reference: "PAYROLL-1" },
    });
    const batch = asked.body.data as { approval_id: string; items: { verdict: string }[] };
    expect(batch.items.map(({ verdict }) => verdict)).toEqual(["ready", "ready", "refused", "refused"]);
    expect((await world.approve(batch.approval_id)).status).toBe(200);
    for (const { id } of loans) expect((await world.rows(id))[0]).toMatchObject({ status: "paid" });
    expect((await world.approve(batch.approval_id)).status).toBe(409);
    await world.prove();
  });
});

describe("a credit balance", () => {
  it("counts when a loan is settled: what the quote says is what it takes, by staff and by the customer", async () => {
    for (const payer of ["staff", "customer"] as const) {
      const { id, customer, rows } = await dueToday();
      await world.addCard(customer);
      const quote = (await staff(calls.settlementQuote, { params: { id } })).body.data as {
        total_kobo: number;
        credit_used_kobo: number;
      };
      expect(quote.credit_used_kobo).toBe(5_000);
      const answer =
        payer === "staff"
          ? await staff(calls.settle, {
              params: { id: String(rows[0]?.id) },
              body: { scope: "loan", reference: `WHOLE-${id.slice(-6)}`, amount_kobo: quote.total_kobo },
            })
          : await world.api.call(calls.instantTransfer, {
              token: customer.token,
              body: { loan_id: id, amount_kobo: quote.total_kobo },
            });
      expect(answer.status).toBe(200);
      if (payer === "staff") await agreed(answer);
      expect((await world.loanRow(id)).status).toBe("settled");
      expect((await staff(calls.wallet, { params: { id: customer.user_id } })).body.data).toMatchObject({
        credit_balance_kobo: 0,
        outstanding_principal_kobo: 0,
      });
      await world.prove();
    }
  });

  it("that covers the whole loan is what a settlement by bank is pointed to", async () => {
    const { id, customer, rows } = await dueToday();
    const on = await today();
    const gross = (await staff(calls.settlementQuote, { params: { id } })).body.data as { total_kobo: number };
    await world.api.app.db
      .transaction()
      .execute((tx) =>
        receive(tx, world.api.app, {
          user_id: customer.user_id,
          purpose: "credit",
          amount_kobo: BigInt(gross.total_kobo) + 7n,
          channel: "bank_transfer",
          source: "bank_operating",
          reference: `EXTRA-${id.slice(-6)}`,
          on,
          actor: SYSTEM,
        }),
      );
    const repayment = { params: { id: String(rows[0]?.id) } };
    expect(
      (await staff(calls.settle, { ...repayment, body: { scope: "loan", reference: "SLIP-9001" } })).body.errors,
    ).toHaveProperty("source");
    expect(
      (await staff(calls.settle, { ...repayment, body: { scope: "loan", source: "credit_balance" } })).status,
    ).toBe(200);
    expect((await staff(calls.wallet, { params: { id: customer.user_id } })).body.data).toMatchObject({
      credit_balance_kobo: 7,
    });
    await world.prove();
  });

  it("is given back to the person when a refund's outcome stays unknown and two people give it up", async () => {
    const customer = await world.customer();
    await world.addCard(customer);
    await world.approve(
      (
        (
          await staff(calls.refund, {
            params: { id: customer.user_id },
            body: { amount_kobo: 5_000, reason: "The card test" },
          })
        ).body.data as { approval_id: string }
      ).approval_id,
    );
    const { id } = await world.api.app.db
      .selectFrom("payouts")
      .select("id")
      .where("user_id", "=", customer.user_id)
      .executeTakeFirstOrThrow();
    const giveUp = () => staff(calls.giveUpRefund, { params: { id }, body: { reason: "Not on the statement" } });
    expect((await giveUp()).status).toBe(409);
    await world.fault("paystack", { mode: "timeout_before_effect", times: 1, delay_ms: 30, call: "POST /transfer" });
    await world.runJobs("send-payout");
    expect((await giveUp()).body.message).toContain("still being asked");
    await world.api.app.db.updateTable("payouts").set({ needs_review_at: new Date() }).where("id", "=", id).execute();
    const wallet = async () =>
      (await staff(calls.wallet, { params: { id: customer.user_id } })).body.data as {
        credit_balance_kobo: number;
        refunds: unknown[];
      };
    expect((await wallet()).refunds).toMatchObject([{ id, status: "unknown", needs_review: true }]);
    const asked = (await giveUp()).body.data as { approval_id: string };
    expect((await giveUp()).status).toBe(409);
    expect((await world.approve(asked.approval_id)).status).toBe(200);
    expect(await wallet()).toMatchObject({
      credit_balance_kobo: 5_000,
      refunds: [{ id, status: "failed", needs_review: false }],
    });
    await world.prove();
  });

  it("is paid back by two people, once, through the provider; a refusal puts it back", async () => {
    const customer = await world.customer();
    await world.addCard(customer);
    const ask = (amount_kobo: number) =>
      staff(calls.refund, { params: { id: customer.user_id }, body: { amount_kobo, reason: "The card test" } });
    expect((await ask(5_001)).status).toBe(422);
    const asked = (await ask(5_000)).body.data as { approval_id: string };
    expect((await ask(5_000)).status).toBe(409);
    expect((await world.approve(asked.approval_id)).status).toBe(200);
    const credit = async () =>
      (await staff(calls.wallet, { params: { id: customer.user_id } })).body.data as { credit_balance_kobo: number };
    expect((await credit()).credit_balance_kobo).toBe(0);
    await world.fault("paystack", { mode: "decline", times: 1, call: "POST /transfer" });
    const payout = () =>
      world.api.app.db
        .selectFrom("payouts")
        .select("status")
        .where("user_id", "=", customer.user_id)
        .orderBy("created_at", "desc")
        .executeTakeFirst();
    await world.runJobs("send-payout");
    const over = async () => {
      await world.runJobs("query-payout");
      return !["approved", "sent", "unknown"].includes((await payout())?.status ?? "");
    };
    await waitUntil(over);
    expect([(await payout())?.status, (await credit()).credit_balance_kobo]).toEqual(["failed", 5_000]);
    await world.prove();
    await world.approve(((await ask(5_000)).body.data as { approval_id: string }).approval_id);
    await world.runJobs("send-payout");
    await waitUntil(over);
    expect([(await payout())?.status, (await credit()).credit_balance_kobo]).toEqual(["success", 0]);
    await world.prove();
  });
});

describe("screens", () => {
  it("list repayments, defaulters, receipts, statistics and what a person sees", async () => {
    const { customer, id } = await dueToday();
    for (const call of [calls.listAll, calls.defaults, calls.listReceipts, calls.statistics])
      expect((await staff(call)).status).toBe(200);
    expect(
      (await staff(calls.listAll, { query: { filter: JSON.stringify({ loan_id: id, status: "due" }) } })).body
        .datatable,
    ).toMatchObject({ total_count: 1 });
    const largest = (
      await staff(calls.listAll, { query: { limit: 100, sortColumn: "outstanding_kobo", sortOrder: "desc" } })
    ).body.datatable as { items: { outstanding_kobo: number }[] };
    const left = largest.items.map(({ outstanding_kobo }) => outstanding_kobo);
    expect(left).toEqual(left.toSorted((one, other) => other - one));
    const people = (
      await world.api.call(everybody.listAll, { token: world.maker.token, query: { search: customer.email, limit: 1 } })
    ).body.datatable as { items: { owes_kobo: number | null }[] };
    const { rows: owing } = await sql<{ owed: bigint }>`
      select outstanding_principal_kobo as owed from loans where id = ${id}
    `.execute(world.api.app.db);
    expect(people.items.map(({ owes_kobo }) => owes_kobo)).toEqual([Number(owing[0]?.owed)]);
    expect((await staff(calls.walletHistory, { params: { id: customer.user_id } })).status).toBe(200);
    expect((await staff(calls.walletHistory, { params: { id: uuidv7() } })).status).toBe(404);
    expect(
      (await world.api.call(calls.upcoming, { token: customer.token, params: { userId: customer.user_id } })).body.data,
    ).toMatchObject({ repayments: [{ number: 1 }, { number: 2 }, { number: 3 }] });
    expect(
      (await world.api.call(calls.upcoming, { token: customer.token, params: { userId: world.maker.user_id } })).status,
    ).toBe(404);
    // Records that a browser keeps carry the moment they were made (specification, line 96).
    const own = (await world.api.call(calls.listOwn, { token: customer.token })).body.data as {
      repayments: { created_at: string }[];
    };
    expect(own.repayments.every(({ created_at }) => Date.parse(created_at) <= Date.now())).toBe(true);
    expect((await staff(cards.listAll)).status).toBe(200);
  });

  it("open the postings behind a loan, a receipt and the trial balance", async () => {
    const { id, rows } = await dueToday();
    await staff(calls.payFraction, {
      params: { id: String(rows[0]?.id) },
      body: { amount_kobo: 1_000, reference: `BOOKS-${id.slice(-6)}` },
    });
    const behind = (await staff(books.postings, { query: { subject_type: "loan", subject_id: id } })).body.data as {
      transactions: { id: string; kind: string }[];
      balances: { code: string }[];
    };
    expect(behind.transactions.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["disburse", "accrue", "repay"]),
    );
    expect(behind.balances.length).toBe(4);
    expect((await staff(books.transaction, { params: { id: behind.transactions[0]?.id ?? "" } })).status).toBe(200);
    const trial = (await staff(books.trialBalance)).body.data as { is_balanced: boolean; rows: unknown[] };
    expect(trial.is_balanced).toBe(true);
    expect((await staff(books.trialBalance, { query: { as_at: "2026-01-15" } })).body.data).toMatchObject({
      is_balanced: true,
    });
    const accounts = (await staff(books.accounts, { query: { search: "operating" } })).body.datatable as {
      items: { id: string }[];
    };
    expect((await staff(books.statement, { params: { id: accounts.items[0]?.id ?? "" } })).status).toBe(200);
    expect((await staff(books.verify, { body: {} })).body.data).toMatchObject({ is_sound: true });
    expect(
      (await world.api.call(books.trialBalance, { token: (await world.api.person("super_support")).token })).status,
    ).toBe(403);
  });
});

describe("losses", () => {
  it("are charged off by two people; money that comes later is recovery income", async () => {
    const { id, customer, rows } = await dueToday();
    expect((await staff(calls.chargeOff, { params: { id }, body: { reason: "Left the country" } })).status).toBe(409);
    await nextDay(plusDays(await today(), 8));
    expect((await world.loanRow(id)).status).toBe("past_due");
    const asked = await staff(calls.chargeOff, { params: { id }, body: { reason: "Left the country" } });
    const beside = await staff(calls.writeOff, { params: { id }, body: { reason: "Will never pay" } });
    expect([beside.status, beside.body.code], "one end at a time").toEqual([409, "already_requested"]);
    await world.approve((asked.body.data as { approval_id: string }).approval_id);
    expect(await world.loanRow(id)).toMatchObject({ status: "charged_off", outstanding_principal_kobo: 0n });
    const on = await today();
    await world.api.app.db
      .transaction()
      .execute((tx) =>
        receive(tx, world.api.app, {
          user_id: customer.user_id,
          purpose: "loan_repayment",
          subject_id: id,
          amount_kobo: 70_000n,
          channel: "bank_transfer",
          source: "bank_operating",
          reference: `LATE-${id.slice(-6)}`,
          on,
          actor: SYSTEM,
        }),
      );
    const trial = (await staff(books.trialBalance)).body.data as {
      rows: { chart_code: string; credit_kobo: number }[];
    };
    expect(trial.rows.find(({ chart_code }) => chart_code === "recovery_income")?.credit_kobo).toBe(70_000);
    expect(rows).toHaveLength(3);
    await world.prove();
  });
});
