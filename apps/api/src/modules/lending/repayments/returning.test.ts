/** Undisburse and returns after success (decisions.md, 22 November 2026). */
import * as loans from "@manilla/contract/lending/disbursements";
import * as loanCalls from "@manilla/contract/lending/loans";
import * as repayments from "@manilla/contract/lending/repayments";
import * as reconciliation from "@manilla/contract/money/reconciliation";
import * as approvals from "@manilla/contract/platform/approvals";
import { day } from "@manilla/contract/formats";
import { addDays } from "@manilla/credit";
import { balanceOf } from "@manilla/ledger";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { dyingAt } from "../../../../../../test/dying.ts";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";
import { naira } from "../../../documents/letter.ts";
import { readPdf } from "../../../files/pdf.ts";
import { queryable } from "../../../db/database.ts";
import { creditOf, loanBooks } from "../../money/books/index.ts";
import { settlePayout } from "../../money/payouts/index.ts";

let made: RepaymentWorld;
inRepaymentWorld((world) => void (made = world));

type Running = Awaited<ReturnType<RepaymentWorld["world"]["running"]>>;

const balance = async (code: string) => (await balanceOf(queryable(made.world.api.app.db), code)).balance_kobo;
const payoutOf = (loan_id: string) =>
  made.world.api.app.db
    .selectFrom("payouts")
    .selectAll()
    .where("subject_id", "=", loan_id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
const booksOf = (loan_id: string) => made.world.api.app.db.transaction().execute((tx) => loanBooks(tx, loan_id));
const approvalOf = ({ body }: { body: { data?: unknown } }) => (body.data as { approval_id: string }).approval_id;

const strays = async (reference: string) =>
  (
    await made.world.api.app.db
      .selectFrom("reconciliation_items")
      .select("status")
      .where("reference", "=", reference)
      .where("subject_type", "=", "bank_line")
      .execute()
  ).map(({ status }) => status);

/** Loans of one day whose first instalment is due today, each with a part paid. */
async function partPaid(count: number, amount_kobo: number) {
  const { world, staff, nextDay } = made;
  const running = [];
  for (let at = 0; at < count; at += 1) running.push(await world.running());
  await nextDay(String((await world.rows(running[0]!.id))[0]?.due_on));
  for (const { id } of running) {
    const params = { id: (await world.rows(id))[0]!.id };
    const paid = await staff(repayments.payFraction, {
      params,
      body: { amount_kobo, reference: `BEFORE-${id.slice(-8)}` },
    });
    expect(paid.status, "one may record so much alone here").toBe(200);
    expect("receipt" in (paid.body.data as object), "one may record so much alone here").toBe(true);
  }
  return running;
}
const undisburse = async (id: string) =>
  made.world.approve(
    approvalOf(
      await made.staff(loans.undisburseMany, { body: { loan_ids: [id], reason: "Paid to the wrong person" } }),
    ),
  );
const end = async (id: string, outcome: "kept" | "lost") =>
  made.staff(repayments.endReturn, { params: { id }, body: { outcome, reason: "Their bank wrote to us" } });

it("takes a part-paid loan back: what was paid is credit, the bank is untouched, nothing accrues, and nothing goes out twice", async () => {
  const { world, staff, nextDay, today } = made;
  const [bank, owed] = [await balance("bank_operating"), await balance("payouts_to_be_returned")];
  const [{ id, customer }] = (await partPaid(1, 700_000)) as [Running];
  const net = (await payoutOf(id)).amount_kobo;
  expect((await undisburse(id)).status).toBe(200);
  expect(await payoutOf(id)).toMatchObject({ status: "returning" });
  expect(await world.loanRow(id)).toMatchObject({ status: "accepted", outstanding_principal_kobo: 0n });
  expect(await balance("payouts_to_be_returned")).toBe(owed + net);
  expect(await balance("bank_operating"), "nothing says that the bank has it").toBe(bank - net);
  expect(await creditOf(world.api.app.db, customer.user_id)).toBe(700_000n);
  expect(Object.values(await booksOf(id)).every((kobo) => kobo === 0n)).toBe(true);
  await world.prove();
  await nextDay(addDays(await today(), 5));
  expect(
    Object.values(await booksOf(id)).every((kobo) => kobo === 0n),
    "nothing accrues",
  ).toBe(true);
  const again = (await staff(loans.disburseMany, { body: { loan_ids: [id] } })).body.data as {
    items: { verdict: string; code: string }[];
  };
  expect(again.items).toMatchObject([{ verdict: "refused", code: "awaiting_return" }]);
  const { reference } = await payoutOf(id);
  await takeToday(world, [[Number(net), reference]]);
  expect(await payoutOf(id)).toMatchObject({ status: "reversed" });
  expect(await balance("payouts_to_be_returned")).toEqual(owed);
  expect(await balance("bank_operating")).toEqual(bank);
  expect((await end(id, "kept")).status, "it came").toBe(409);
  await world.payOut(id);
  expect(await world.loanRow(id)).toMatchObject({ status: "running", outstanding_principal_kobo: 10_000_000n });
  await world.prove();
});

it("lets the loan run again from its first day where the borrower kept it, as if nothing had been", async () => {
  const { world, nextDay, today } = made;
  const [kept, left] = (await partPaid(2, 700_000)) as [Running, Running];
  await undisburse(kept.id);
  await nextDay(addDays(await today(), 2));
  const asked = await end(kept.id, "kept");
  const beside = await end(kept.id, "lost");
  expect(beside.status, "one end at a time").toBe(409);
  expect(beside.body.code, "one end at a time").toBe("already_requested");
  expect(
    (await made.staff(approvals.approve, { params: { id: approvalOf(asked) }, body: { version: 1 } })).status,
  ).toBe(403);
  const both = await Promise.all([world.approve(approvalOf(asked)), world.approve(approvalOf(asked))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await payoutOf(kept.id)).toMatchObject({ status: "success" });
  await world.prove();
  // What is worked out again is caught up to today; the close brings the other one there.
  await nextDay(addDays(await today(), 1));
  const [one, two] = [await world.loanRow(kept.id), await world.loanRow(left.id)];
  for (const column of [
    "outstanding_principal_kobo",
    "accrued_interest_kobo",
    "disbursed_on",
    "matures_on",
    "next_due_on",
    "paid_kobo",
    "credit_balance_kobo",
  ] as const)
    expect(one[column], `${column}`).toEqual(two[column]);
  const rowsOf = async (id: string) =>
    (await world.rows(id)).map(
      ({
        number,
        due_on,
        principal_kobo,
        interest_kobo,
        fees_kobo,
        paid_principal_kobo,
        paid_interest_kobo,
        paid_fees_kobo,
      }) => ({
        number,
        due_on,
        principal_kobo,
        interest_kobo,
        fees_kobo,
        paid_principal_kobo,
        paid_interest_kobo,
        paid_fees_kobo,
      }),
    );
  expect(await rowsOf(kept.id)).toEqual(await rowsOf(left.id));
  const [mine, theirs] = [await booksOf(kept.id), await booksOf(left.id)];
  for (const name of ["principal_kobo", "interest_kobo", "fees_kobo"] as const)
    expect(mine[name], name).toEqual(theirs[name]);
  expect(await creditOf(world.api.app.db, kept.customer.user_id)).toBe(0n);
  await world.prove();
});

it("says every movement with its balance, as the books and the page have it, and what settles today and until when", async () => {
  const { world, staff, nextDay, today } = made;
  const [{ id, customer }] = (await partPaid(1, 700_000)) as [Running];
  await nextDay(addDays(await today(), 3));
  const params = { id };
  const textOf = async (call: Parameters<typeof staff>[0], token?: string) => {
    const path = call.path.replace("{id}", id);
    const answer = await fetch(`${world.api.address}/api${path}`, {
      headers: { authorization: `Bearer ${token ?? world.maker.token}` },
    });
    expect(answer.status).toBe(200);
    const { lines } = await readPdf(Buffer.from(await answer.arrayBuffer()));
    const words = (lines ?? []).flatMap((pieces) => pieces.map((piece) => piece.text));
    return words.join(" ").replaceAll(/\s+/g, " ");
  };
  const statement = await textOf(loanCalls.statementOfAccount);
  expect(await textOf(loanCalls.statementOfAccount, customer.token)).toBe(statement);
  const stranger = await world.api.person("staff");
  expect((await world.api.call(loanCalls.statementOfAccount, { token: stranger.token, params })).status).toBe(404);
  const { principal_kobo, interest_kobo, fees_kobo, penalty_kobo } = await booksOf(id);
  const row = await world.loanRow(id);
  const owed = principal_kobo + interest_kobo + fees_kobo + penalty_kobo;
  expect(principal_kobo).toEqual(row.outstanding_principal_kobo);
  expect(interest_kobo).toEqual(row.accrued_interest_kobo);
  expect(statement).toContain(`Owed in the books ${naira(owed)}`);
  expect(statement).toContain(`Repayment ${naira(700_000n)}`);
  expect(statement.match(/Interest earned/g)!.length, "days in a row are one line").toBeLessThan(4);
  const quote = (await staff(repayments.settlementQuote, { params })).body.data as {
    total_kobo: number;
    valid_until: string;
  };
  const letter = await textOf(loanCalls.letterOfIndebtedness);
  expect(letter).toContain(`Settles the loan ${naira(BigInt(quote.total_kobo))}`);
  expect(letter).toContain(`on or before ${day(quote.valid_until)}`);
});

it("is the same for the provider's report, found by amount and account, and lost by two persons only", async () => {
  const { world, staff } = made;
  const [came, lost] = [await world.running(), await world.running()];
  const report = { status: "reversed", provider_reference: null, failure: "Account closed" } as const;
  const [owed, losses] = [await balance("payouts_to_be_returned"), await balance("loan_losses")];
  for (const { id } of [came, lost]) {
    const payout = await payoutOf(id);
    await Promise.all([1, 2, 3].map(() => settlePayout(world.api.app, payout.id, report)));
    expect(await payoutOf(id)).toMatchObject({ status: "returning", failure: "Account closed" });
  }
  const net = (await payoutOf(came.id)).amount_kobo;
  expect(await balance("payouts_to_be_returned")).toBe(owed + 2n * net);
  const asked = await end(lost.id, "lost");
  expect((await world.approve(approvalOf(asked))).status).toBe(200);
  expect(await balance("payouts_to_be_returned")).toEqual(owed + net);
  expect(await balance("loan_losses")).toEqual(losses + net);
  expect(await payoutOf(lost.id)).toMatchObject({ status: "reversed" });
  expect(await world.loanRow(lost.id)).toMatchObject({ status: "accepted" });
  expect((await end(lost.id, "kept")).status).toBe(409);
  const { account_no_last4 } = await payoutOf(came.id);
  const { reference } = await payoutOf(lost.id);
  await takeToday(world, [
    [Number(net), reference, "It came after all"],
    [Number(net), `OTHER-BANK-${account_no_last4}`, `RETURN 000000${account_no_last4} ACCOUNT CLOSED`],
  ]);
  expect(await payoutOf(came.id)).toMatchObject({ status: "reversed" });
  expect(await balance("payouts_to_be_returned")).toBe(owed);
  expect(await strays(reference), "what was lost is not in our books").toEqual(["mismatch"]);
  expect(
    (await staff(repayments.endReturn, { params: { id: came.id }, body: { outcome: "lost", reason: "x" } })).status,
  ).toBe(422);
  await world.prove();
});

it("reverses a receipt of before out of the credit that it became, whether the loan waits or has begun anew", async () => {
  const { world, staff } = made;
  for (const begins of ["waits", "anew", "kept"] as const) {
    const [{ id, customer }] = (await partPaid(1, 700_000)) as [Running];
    await undisburse(id);
    if (begins === "anew") {
      const { amount_kobo, reference } = await payoutOf(id);
      const line = [Number(amount_kobo), reference] as const;
      await takeToday(world, [line, line]);
      expect(await strays(reference), "a return is matched once").toEqual(["mismatch"]);
      await world.payOut(id);
    }
    if (begins === "kept") await world.approve(approvalOf(await end(id, "kept")));
    const [bank, income] = [await balance("bank_operating"), await balance("interest_income")];
    const receipts = world.api.app.db.selectFrom("receipts").select(["id", "source"]).where("loan_id", "=", id);
    const receipt = await receipts.executeTakeFirstOrThrow();
    const held = await balance(receipt.source);
    const asked = await staff(repayments.reverseReceipt, {
      params: { id: receipt.id },
      body: { reason: "Not theirs" },
    });
    expect((await world.approve(approvalOf(asked))).status, `${begins}`).toBe(200);
    expect(await creditOf(world.api.app.db, customer.user_id), `${begins}`).toBe(0n);
    expect(await balance(receipt.source), `${begins}`).toEqual(held - 700_000n);
    if (receipt.source !== "bank_operating") expect(await balance("bank_operating")).toBe(bank);
    const { principal_kobo } = await booksOf(id);
    expect(principal_kobo, `${begins}`).toEqual(begins === "waits" ? 0n : 10_000_000n);
    if (begins !== "kept") expect(await balance("interest_income"), `${begins}`).toEqual(income);
    await world.prove();
  }
});

const itemOf = (values: { reference?: string; subject_type: string; subject_id?: string }) =>
  made.world.api.app.db
    .selectFrom("reconciliation_items")
    .selectAll()
    .where((where) => where.and(values))
    .orderBy("updated_at", "desc")
    .executeTakeFirstOrThrow();
const came = async (id: string, line: string) => {
  const line_item_id = (await itemOf({ subject_type: "bank_line", reference: line })).id;
  const { id: item_id } = await itemOf({ subject_type: "payout_return", subject_id: (await payoutOf(id)).id });
  return made.staff(reconciliation.came, {
    params: { id: item_id },
    body: { line_item_id, reason: "Their bank names the account" },
  });
};

it("comes by hand on a line that no rule finds, under two persons; then out again, back again, and kept", async () => {
  const { world, staff } = made;
  const { id } = await world.running();
  const owed = await balance("payouts_to_be_returned");
  expect((await undisburse(id)).status).toBe(200);
  const stop = await world.api.person("super_operations");
  const stopped = await world.api.call(loanCalls.requestStop, {
    token: stop.token,
    params: { id },
    body: { reason: "Wait for the bank" },
  });
  expect(stopped.status).toBe(409);
  expect(JSON.stringify(stopped.body)).toEqual(expect.stringContaining("awaiting_return"));
  const { amount_kobo, id: payout_id } = await payoutOf(id);
  const line = `RTN-${id.slice(-8)}`;
  await takeToday(world, [[Number(amount_kobo), line, "Returned, no such name"]]);
  expect(await payoutOf(id), "no rule finds it").toMatchObject({ status: "returning" });
  const stranger = await itemOf({ subject_type: "payout", subject_id: payout_id });
  const line_item_id = (await itemOf({ subject_type: "bank_line", reference: line })).id;
  const wrong = { params: { id: stranger.id }, body: { line_item_id, reason: "A payout that did not return" } };
  expect((await staff(reconciliation.came, wrong)).status).toBe(409);
  // By the borrower themselves: neither asked for nor agreed to.
  const { user_id } = await payoutOf(id);
  const belongsTo = (owner: string) =>
    world.api.database.pool.query("update payouts set user_id = $1 where id = $2", [owner, payout_id]);
  await belongsTo(world.maker.user_id);
  expect((await came(id, line)).body).toMatchObject({ code: "own_money" });
  await belongsTo(user_id);
  // A double click asks once.
  const presses = await Promise.all([came(id, line), came(id, line)]);
  expect(presses.map(({ status }) => status).toSorted(), "it waits already").toEqual([200, 409]);
  const asked = presses.find(({ status }) => status === 200)!;
  const read = (await staff(approvals.find, { params: { id: approvalOf(asked) } })).body.data;
  expect(read).toMatchObject({
    title: expect.stringMatching(/as the return of PO\w+, paid to \w+ \w+$/) as string,
    effect: {
      facts: expect.arrayContaining([
        { label: "The bank says", value: expect.stringContaining("no such name") as string },
        { label: "Expected back", value: naira(amount_kobo) },
      ]) as unknown,
    },
  });
  await belongsTo(world.checker.user_id);
  expect((await world.approve(approvalOf(asked))).body).toMatchObject({ code: "own_money" });
  await belongsTo(user_id);
  expect(
    (await staff(approvals.approve, { params: { id: approvalOf(asked) }, body: { version: 1 } })).status,
    "not by who asked",
  ).toBe(403);
  expect(await payoutOf(id)).toMatchObject({ status: "returning" });
  await dyingAt(world.api, "audit_records", () => world.approve(approvalOf(asked)));
  expect(await payoutOf(id), "whose connection died in the middle did nothing").toMatchObject({ status: "returning" });
  const decisions = await Promise.all([world.approve(approvalOf(asked)), world.approve(approvalOf(asked))]);
  expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await payoutOf(id)).toMatchObject({ status: "reversed" });
  expect(await itemOf({ subject_type: "payout_return", subject_id: payout_id })).toMatchObject({
    status: "matched_manual",
    actual_kobo: amount_kobo,
    decided_by: world.checker.user_id,
  });
  expect(await strays(line)).toEqual(["void"]);
  expect(await balance("payouts_to_be_returned")).toBe(owed);
  await world.prove();
  await world.payOut(id);
  expect((await undisburse(id)).status).toBe(200);
  expect((await world.approve(approvalOf(await end(id, "kept")))).status).toBe(200);
  expect(await world.loanRow(id)).toMatchObject({ status: "running", outstanding_principal_kobo: 10_000_000n });
  expect(await balance("payouts_to_be_returned")).toBe(owed);
  await world.prove();
});

it("is short by hand where the bank kept a charge, until that is named", async () => {
  const { world, staff } = made;
  const { id } = await world.running();
  await undisburse(id);
  const owed = await balance("payouts_to_be_returned");
  const { amount_kobo, id: payout_id } = await payoutOf(id);
  const line = `LESS-${id.slice(-8)}`;
  await takeToday(world, [[Number(amount_kobo) - 5_000, line, "Returned less our charge"]]);
  const early = await came(id, line);
  const { id: item_id } = await itemOf({ subject_type: "payout_return", subject_id: payout_id });
  const set = (status: string) =>
    sql`update reconciliation_items set status = ${status} where id = ${item_id}`.execute(world.api.app.db);
  await set("matched_auto");
  const late = await world.approve(approvalOf(early));
  expect([late.status, late.body], "another way out was taken meanwhile").toMatchObject([
    409,
    { code: "already_decided" },
  ]);
  await set("expected");
  expect((await world.approve(approvalOf(early))).status).toBe(200);
  const item = await itemOf({ subject_type: "payout_return", subject_id: payout_id });
  expect(item.status).toBe("short");
  expect(await payoutOf(id)).toMatchObject({ status: "returning" });
  const named = await staff(reconciliation.resolve, {
    params: { id: item.id },
    body: { account: "bank_charges", reason: "The bank's charge for the return" },
  });
  const { approval_id } = named.body.data as { approval_id: string | null };
  if (approval_id) expect((await world.approve(approval_id)).status).toBe(200);
  expect(await payoutOf(id)).toMatchObject({ status: "reversed" });
  expect(await balance("payouts_to_be_returned")).toBe(owed - amount_kobo);
  await world.prove();
});

/** Mulberry32: the same ways on every run. */
const dice = (seed: number) => (below: number) => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
};

it("makes no money out of nothing on random ways out, and a kept loan is its untouched twin", async () => {
  const { world, staff, nextDay, today } = made;
  const lives = [];
  for (let seed = 11; seed <= 14; seed += 1)
    lives.push({ roll: dice(seed), seed, one: await world.running(), twin: await world.running(), said: [`${seed}`] });
  await nextDay(String((await world.rows(lives[0]!.one.id))[0]?.due_on));
  const receive = async (id: string, amount_kobo: number, reference: string) =>
    (
      await staff(repayments.payFraction, {
        params: { id: (await world.rows(id)).find(({ status }) => status !== "paid")!.id },
        body: { amount_kobo, reference },
      })
    ).status;
  for (const { roll, seed, one, twin, said } of lives) {
    for (let at = roll(3); at > 0; at -= 1) {
      const amount = 100_000 + roll(1_500_000);
      for (const [who, { id }] of Object.entries({ one, twin }))
        expect(await receive(id, amount, `WAY-${seed}-${at}-${who}`)).toBe(200);
      said.push(`paid ${amount}`);
    }
    expect((await undisburse(one.id)).status).toBe(200);
  }
  await nextDay(addDays(await today(), 2));
  const ways = ["kept", "lost", "came"] as const;
  for (const [index, life] of lives.entries()) {
    const { one, seed, roll, said } = life;
    const way = ways[index % 3]!;
    said.push(way);
    const { amount_kobo, reference } = await payoutOf(one.id);
    const [owed, losses, bank] = [
      await balance("payouts_to_be_returned"),
      await balance("loan_losses"),
      await balance("bank_operating"),
    ];
    if (way !== "came") expect((await world.approve(approvalOf(await end(one.id, way)))).status, `${said}`).toBe(200);
    else if (roll(2)) await takeToday(world, [[Number(amount_kobo), reference]]);
    else {
      await takeToday(world, [[Number(amount_kobo), `WAY-LINE-${seed}`]]);
      expect((await world.approve(approvalOf(await came(one.id, `WAY-LINE-${seed}`)))).status).toBe(200);
    }
    expect(await balance("payouts_to_be_returned"), `${said}`).toEqual(owed - amount_kobo);
    expect(await balance("loan_losses"), `${said}`).toEqual(losses + (way === "lost" ? amount_kobo : 0n));
    if (way === "came") expect((await balance("bank_operating")) - bank >= amount_kobo, `${said}`).toBe(true);
    else expect(await balance("bank_operating"), `${said}`).toEqual(bank);
    await world.prove();
  }
  await nextDay(addDays(await today(), 1));
  for (const { one, twin, said, seed } of lives) {
    const books = await booksOf(one.id);
    const credit = await creditOf(world.api.app.db, one.customer.user_id);
    const receipts = await world.api.app.db
      .selectFrom("receipts")
      .select(["amount_kobo", "reference"])
      .where("user_id", "=", one.customer.user_id)
      .execute();
    if (said.at(-1) !== "kept") {
      expect(
        Object.values(books).every((kobo) => kobo === 0n),
        `${said}`,
      ).toBe(true);
      const paid = receipts.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n);
      expect(credit, `all that was paid is credit ${said}`).toEqual(paid);
      continue;
    }
    expect([said, books]).toEqual([said, await booksOf(twin.id)]);
    const rowsOf = async (id: string) =>
      (await world.rows(id)).map(
        (row) =>
          `${row.number} ${row.status} ${row.principal_kobo} ${row.interest_kobo} ${row.paid_principal_kobo} ${row.paid_interest_kobo}`,
      );
    expect([said, await rowsOf(one.id)]).toEqual([said, await rowsOf(twin.id)]);
    // Lived on alike.
    expect(await receive(one.id, 333_333, `ON-${seed}-one`)).toBe(200);
    expect(await receive(twin.id, 333_333, `ON-${seed}-twin`)).toBe(200);
    expect([said, await rowsOf(one.id)]).toEqual([said, await rowsOf(twin.id)]);
  }
  await world.prove();
}, 300_000);
