import * as repayments from "@manilla/contract/lending/repayments";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import type { Money } from "../../../house/purposes.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { accountOf, balancesOf } from "../books/index.ts";
import { type ByHand, receive, receiveForCompany, recordedAlone } from "./index.ts";

const world = await useLendingWorld();
const { api } = world;
const { app } = api;
const { db } = app;
const on = "2026-01-15";

let counter = 0;
const money = (user_id: string, more: Partial<Money> = {}): Money => {
  counter += 1;
  const reference = `RC-TEST-${counter}`;
  return {
    user_id,
    amount_kobo: 40_000n,
    channel: "bank_transfer",
    source: "bank_operating",
    reference,
    on,
    actor: SYSTEM,
    ...more,
  };
};
const take = (one: Money) => db.transaction().execute((tx) => receive(tx, app, one));
const creditOf = async (user_id: string): Promise<bigint> =>
  (await balancesOf(queryable(db), [accountOf("customer_credit", user_id)]))[0]?.natural_kobo ?? 0n;
const receiptOf = (id: string) =>
  db
    .selectFrom("receipts")
    .select(["purpose", "loan_id", "credit_kobo", "amount_kobo", "reversed_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("money that comes in", () => {
  it("of a person who owes nothing is their credit, once for its reference, also where it comes twice at one moment", async () => {
    const { user_id } = await world.customer();
    const one = money(user_id);
    const results = await Promise.all([take(one), take(one)]);
    expect(results.map(({ is_replay }) => is_replay).toSorted()).toEqual([false, true]);
    expect((await take(one)).is_replay).toBe(true);
    expect(new Set(results.map(({ receipt_id }) => receipt_id)).size).toBe(1);
    expect(await receiptOf(results[0].receipt_id)).toMatchObject({
      purpose: "credit",
      loan_id: null,
      credit_kobo: 40_000n,
    });
    expect(await creditOf(user_id)).toBe(40_000n);
  });

  it("under a reference that was received for something else is refused, and moves nothing", async () => {
    const [person, other] = [await world.customer(), await world.customer()];
    const one = money(person.user_id);
    await take(one);
    for (const more of [{ amount_kobo: 40_001n }, { user_id: other.user_id }])
      await expect(take({ ...one, ...more })).rejects.toMatchObject({ code: "reference_used" });
    const company_id = await api.company();
    const { user_id: _, ...rest } = one;
    await expect(
      db.transaction().execute((tx) => receiveForCompany(tx, app, { ...rest, source: "bank_operating", company_id })),
    ).rejects.toMatchObject({ code: "reference_used" });
    expect([await creditOf(person.user_id), await creditOf(other.user_id)]).toEqual([40_000n, 0n]);
  });

  it("for a loan is its owner's alone", async () => {
    const loan = await world.running();
    const stranger = await world.customer();
    const purpose = "loan_repayment" as const;
    await expect(take(money(stranger.user_id, { purpose, subject_id: loan.id }))).rejects.toMatchObject({
      status: 404,
    });
    const { receipt_id } = await take(money(loan.customer.user_id, { purpose, subject_id: loan.id }));
    expect(await receiptOf(receipt_id)).toMatchObject({ purpose, loan_id: loan.id });
  });

  it("of the person's credit cannot be more than that, nor become credit again", async () => {
    const loan = await world.running();
    const { user_id } = loan.customer;
    await take(money(user_id, { purpose: "credit", amount_kobo: 1_000n }));
    const source = "customer_credit" as const;
    const asks = { purpose: "loan_repayment", subject_id: loan.id, source } as const;
    await expect(take(money(user_id, { ...asks, amount_kobo: 1_001n }))).rejects.toMatchObject({
      code: "insufficient_credit",
    });
    await expect(take(money(user_id, { purpose: "credit", source, amount_kobo: 1_000n }))).rejects.toMatchObject({
      code: "not_running",
    });
    expect(await creditOf(user_id)).toBe(1_000n);
    await world.prove();
  });
});

describe("a receipt that was wrong", () => {
  const ask = (id: string, token = world.maker.token) =>
    api.call(repayments.reverseReceipt, { token, params: { id }, body: { reason: "It was another person's money" } });

  it("is taken back by two persons, once, with its credit", async () => {
    const { user_id } = await world.customer();
    const { receipt_id } = await take(money(user_id));
    const asked = await ask(receipt_id);
    expect(asked.status).toBe(200);
    const { approval_id } = asked.body.data as { approval_id: string };
    expect((await ask(receipt_id, world.checker.token)).status, "it waits for a decision already").toBe(409);
    expect(await creditOf(user_id), "nothing moves before").toBe(40_000n);
    expect((await world.approve(approval_id)).status).toBe(200);
    expect(await creditOf(user_id)).toBe(0n);
    expect((await receiptOf(receipt_id)).reversed_at).toBeInstanceOf(Date);
    expect((await ask(receipt_id)).body.code).toBe("already_decided");
    expect((await ask(uuidv7())).status).toBe(404);
    await world.prove();
  });

  it("stays where its credit was used meanwhile", async () => {
    const loan = await world.running();
    const { user_id } = loan.customer;
    const { receipt_id } = await take(money(user_id, { purpose: "credit" }));
    const { approval_id } = (await ask(receipt_id)).body.data as { approval_id: string };
    await take(
      money(user_id, {
        purpose: "loan_repayment",
        subject_id: loan.id,
        source: "customer_credit",
        amount_kobo: 40_000n,
      }),
    );
    await world.approve(approval_id);
    expect((await receiptOf(receipt_id)).reversed_at).toBeNull();
    await world.prove();
  });
});

describe("what one person records alone", () => {
  const alone = (asked: readonly ByHand[], day = on) => db.transaction().execute((tx) => recordedAlone(tx, asked, day));
  const set = (kobo: number, name = "%") =>
    api.database.pool.query(
      "update configuration set value = to_jsonb($1::text) where key like 'recorded\\_alone\\_' || $2",
      [String(kobo), name],
    );
  const one = (amount_kobo: bigint, more: Partial<ByHand> = {}): ByHand => ({
    recorder_id: uuidv7(),
    loan_id: uuidv7(),
    user_id: uuidv7(),
    amount_kobo,
    ...more,
  });

  it("ends at the sums of the recorder, of the loan and of the person, in thirty days", async () => {
    await set(1_000);
    for (const subject of ["recorder_id", "loan_id", "user_id"] as const) {
      const same = { [subject]: uuidv7() };
      expect(await alone([one(600n, same), one(500n, same), one(400n, same), one(1n, same)]), subject).toEqual([
        true,
        false,
        true,
        false,
      ]);
      expect(await alone([one(1n, same)], "2026-02-13"), "the thirtieth day").toEqual([false]);
      expect(await alone([one(1_000n, same)], "2026-02-14")).toEqual([true]);
    }
  });

  it("of two at the same moment is never more than one of them", async () => {
    await set(1_000);
    const same = { recorder_id: uuidv7() };
    const verdicts = await Promise.all([alone([one(600n, same)]), alone([one(600n, same)])]);
    expect(verdicts.flat().toSorted()).toEqual([false, true]);
  });

  it("is nothing where one limit is nothing", async () => {
    await set(0, "on_loan_kobo");
    expect(await alone([one(1n), one(1n)])).toEqual([false, false]);
    await set(900_000_000_000_000);
  });
});
