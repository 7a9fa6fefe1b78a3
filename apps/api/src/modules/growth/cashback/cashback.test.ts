import * as calls from "@manilla/contract/growth/cashback";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import type { Tx } from "../../../db/database.ts";
import { queryable } from "../../../db/database.ts";
import { accountOf, balancesOf } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { takeBackRewards } from "../rewards/index.ts";
import { earnCashback, takeBackCashback } from "./earning.ts";
import { cashbackOf } from "./rules.ts";

const api = await useTestApi();
const { db } = api.app;
const on = "2026-01-15";

type Bill = Parameters<typeof earnCashback>[1];
async function bill(user_id: string, amount_kobo = 100_000n, cashback_bps = 100): Promise<Bill> {
  const [bill_id, reference] = [uuidv7(), `BL-${uuidv7()}`];
  const paid = {
    id: bill_id,
    user_id,
    reference,
    amount_kobo,
    cashback_bps,
    commission_bps: 200,
    fee_kobo: 0n,
    vat_kobo: 0n,
  };
  const bought = {
    kind: "airtime",
    service: "mtn",
    service_name: "MTN",
    item: "any",
    item_name: "Airtime",
    customer_no: "0803",
  };
  await db
    .insertInto("bills")
    .values({
      ...paid,
      ...bought,
      paid_from: "cash",
      provider: "baxi",
      business_date: on,
      ledger_transaction_id: uuidv7(),
    })
    .execute();
  return { bill_id, user_id, reference, what: "MTN airtime", amount_kobo, cashback_bps, on, actor: SYSTEM };
}
const inTx = (work: (tx: Tx) => Promise<unknown>) => db.transaction().execute(work);
const earn = (of: Bill) => inTx((tx) => earnCashback(tx, of));
const refund = (of: Bill) => inTx((tx) => takeBackCashback(tx, of));
const spend = ({ user_id }: { user_id: string }, amount_kobo: bigint) =>
  inTx((tx) =>
    takeBackRewards(tx, { user_id, amount_kobo, reference: `S-${uuidv7()}`, note: "Spent", on, actor: SYSTEM }),
  );
const wallet = async ({ user_id }: { user_id: string }): Promise<bigint> =>
  (await balancesOf(queryable(db), [accountOf("reward_wallet", user_id)]))[0]?.natural_kobo ?? 0n;
const rowOf = ({ bill_id }: Bill) =>
  db
    .selectFrom("cashbacks")
    .select(["amount_kobo", "taken_back_kobo", "owed_kobo"])
    .where("bill_id", "=", bill_id)
    .executeTakeFirst();

describe("cashback", () => {
  it("is a share of what was paid, rounded down", () => {
    expect(cashbackOf(100_000n, 75)).toBe(750n);
    expect(cashbackOf(133n, 75)).toBe(0n);
    expect(cashbackOf(13_399n, 75)).toBe(100n);
  });

  it("is earned once for a bill, and nothing is kept where it comes to nothing", async () => {
    const person = await api.person("staff");
    const [paid, tiny] = [await bill(person.user_id), await bill(person.user_id, 10n)];
    await Promise.all([earn(paid), earn(paid)]);
    await earn(tiny);
    expect(await wallet(person)).toBe(1_000n);
    expect([await rowOf(paid), await rowOf(tiny)]).toEqual([
      { amount_kobo: 1_000n, taken_back_kobo: 0n, owed_kobo: 0n },
      undefined,
    ]);
  });

  it("is taken back once with a refund, never below nothing; the next earnings pay the rest, the oldest first", async () => {
    const person = await api.person("staff");
    const [first, second, third] = [
      await bill(person.user_id),
      await bill(person.user_id, 50_000n),
      await bill(person.user_id, 130_000n),
    ];
    await earn(first);
    await earn(second);
    await spend(person, 1_200n);
    await refund(first);
    await refund(first);
    await refund(second);
    expect(await wallet(person)).toBe(0n);
    expect([await rowOf(first), await rowOf(second)]).toEqual([
      { amount_kobo: 1_000n, taken_back_kobo: 300n, owed_kobo: 700n },
      { amount_kobo: 500n, taken_back_kobo: 0n, owed_kobo: 500n },
    ]);
    await earn(third);
    expect([await rowOf(first), await rowOf(second)]).toEqual([
      { amount_kobo: 1_000n, taken_back_kobo: 1_000n, owed_kobo: 0n },
      { amount_kobo: 500n, taken_back_kobo: 500n, owed_kobo: 0n },
    ]);
    expect(await wallet(person)).toBe(100n);
  });

  it("of a bill that earned none is not taken from other earnings", async () => {
    const person = await api.person("staff");
    await earn(await bill(person.user_id));
    await refund(await bill(person.user_id));
    expect(await wallet(person)).toBe(1_000n);
  });

  it("is listed to who earned it and to the desk, to nobody else", async () => {
    const [person, other, desk] = [
      await api.person("staff"),
      await api.person("staff"),
      await api.person("super_support"),
    ];
    await earn(await bill(person.user_id));
    const items = async (call: typeof calls.listOwn, token: string, params?: { id: string }) => {
      const { body, status } = await api.call(call as never, { token, ...(params && { params }) });
      return [status, (body.datatable as { items: object[] } | undefined)?.items.length];
    };
    expect(await items(calls.listOwn, person.token)).toEqual([200, 1]);
    expect(await items(calls.listOwn, other.token)).toEqual([200, 0]);
    const params = { id: person.user_id };
    expect(await items(calls.ofPerson as never, desk.token, params)).toEqual([200, 1]);
    expect((await items(calls.ofPerson as never, other.token, params))[0]).toBe(403);
    expect((await items(calls.ofPerson as never, desk.token, { id: desk.user_id }))[0], "no customer").toBe(404);
  });
});
