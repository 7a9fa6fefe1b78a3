import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { putInWallet } from "../../../../../../test/bills.ts";
import { useTestApi } from "../../../../../../test/world.ts";
import type { Tx } from "../../../db/database.ts";
import type { Context } from "../../../house/app.ts";
import { InsufficientFunds, personalBalances, walletOf } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import {
  emptyPurse,
  findWallet,
  holdingsOf,
  holds,
  leftInMonth,
  leftOn,
  leftThisMonth,
  movePurse,
  openPurse,
  openWallet,
  peopleWith,
  whyNotOut,
  whySenderNot,
} from "./index.ts";

const api = await useTestApi();
const { app } = api;
const { db } = app;

async function company(kobo = 1_000_000n) {
  const id = await api.company();
  const finance = await api.person("company_finance_manager", { company_id: id, name: "Funmi" });
  const employee = await api.person("company_staff", { company_id: id, name: "Emeka" });
  const session = { ...finance, name: "Funmi", last_name: "Person", company_id: id };
  // Of a request only what this room asks.
  const context = { ...app, session, network_address: "127.0.0.1", request_id: uuidv7() } as unknown as Context;
  await putInWallet(api, id, kobo);
  const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => db.transaction().execute(work);
  /** Out of the wallet into the purse; negative back. */
  const move = (amount_kobo: bigint, user_id = employee.user_id) =>
    inTx(async (tx) => {
      const wallet = await openWallet(tx, app, id);
      await openPurse(tx, id, user_id);
      return movePurse(tx, context, wallet, { user_id, amount_kobo });
    });
  const set = (limits: Record<string, bigint>) =>
    db.updateTable("wallets").set(limits).where("company_id", "=", id).execute();
  const why = (amount_kobo: bigint, more: object = {}) =>
    inTx(async (tx) => whyNotOut(tx, await openWallet(tx, app, id), { amount_kobo, ...more }));
  return { id, finance, employee, context, inTx, move, set, why };
}

describe("money between a wallet and a purse", () => {
  it("is one movement with the balance after it, in the books and in the list to the kobo, there and back", async () => {
    const { id, employee, move } = await company();
    await move(300_000n);
    await move(-100_000n);
    const { rows } = await api.database.pool.query<{ kind: string; amount_kobo: string; balance_kobo: string }>(
      "select kind, amount_kobo, balance_kobo from wallet_movements where company_id = $1 order by happened_at, id",
      [id],
    );
    expect(rows.map(({ kind, ...kobo }) => [kind, Number(kobo.amount_kobo), Number(kobo.balance_kobo)])).toEqual([
      ["transfer_in", 1_000_000, 1_000_000],
      ["assigned", -300_000, 700_000],
      ["taken_back", 100_000, 800_000],
    ]);
    expect((await walletOf(db, id)).balance_kobo).toBe(800_000n);
    expect((await personalBalances(db, employee.user_id)).purse_kobo).toBe(200_000n);
  });

  it("is nothing where it is not there, on either side", async () => {
    const { id, move } = await company(1_000n);
    await expect(move(1_001n)).rejects.toThrow(InsufficientFunds);
    await expect(move(-1n)).rejects.toThrow(InsufficientFunds);
    expect((await walletOf(db, id)).balance_kobo).toBe(1_000n);
    expect(
      (await api.database.pool.query("select 1 from wallet_movements where company_id = $1", [id])).rows,
    ).toHaveLength(1);
  });

  it("is not put into the purse of another company's employee", async () => {
    const [one, other] = [await company(), await company()];
    await other.move(5_000n);
    await expect(one.move(5_000n, other.employee.user_id)).rejects.toMatchObject({ status: 404 });
    expect(await holdingsOf(db, one.id, other.employee.user_id)).toEqual({
      purse_kobo: 0n,
      own_kobo: 0n,
      line_kobo: 0n,
    });
    expect((await holdingsOf(db, other.id, other.employee.user_id)).purse_kobo).toBe(5_000n);
  });

  it("all goes back when somebody leaves, and the purse with it", async () => {
    const { id, employee, context, inTx, move } = await company();
    await move(250_000n);
    const leave = () =>
      inTx((tx) => emptyPurse(tx, context, { company_id: id, user_id: employee.user_id, why: "Has left" }));
    await leave();
    await leave();
    expect((await walletOf(db, id)).balance_kobo).toBe(1_000_000n);
    expect((await personalBalances(db, employee.user_id)).purse_kobo).toBe(0n);
    expect(await db.selectFrom("purses").select("user_id").where("company_id", "=", id).execute()).toEqual([]);
  });

  it("tells who funds the wallet once that it is low, and again only after it was filled", async () => {
    const { id, finance, move, set } = await company();
    await set({ low_balance_kobo: 500_000n });
    const told = async (): Promise<number> =>
      (
        await api.database.pool.query("select 1 from notifications where user_id = $1 and title ~* 'low|below'", [
          finance.user_id,
        ])
      ).rows.length;
    await move(600_000n);
    expect((await findWallet(db, id))?.is_low).toBe(true);
    await move(1_000n);
    expect(await told()).toBe(1);
    await move(-600_000n);
    expect((await findWallet(db, id))?.is_low).toBe(false);
    await move(600_000n);
    expect(await told()).toBe(2);
  });
});

describe("the room of a wallet", () => {
  it("is what it has, its limits of a day and a month, of one payment, and of the purse", async () => {
    const { employee, move, set, why } = await company();
    expect([await why(1_000_000n), await why(1_000_001n)]).toEqual([null, "the wallet has ₦10,000.00 available"]);
    const purse = { user_id: employee.user_id, limit_kobo: 250_000n };
    await move(200_000n);
    expect(await why(50_000n, { purse })).toBeNull();
    expect(await why(50_001n, { purse })).toBe("the purse may take ₦500.00 more");
    await set({ daily_limit_kobo: 500_000n, provider_daily_limit_kobo: 300_000n });
    expect([await why(100_000n), await why(100_001n)]).toEqual([null, "₦1,000.00 may still leave the wallet today"]);
    await set({ provider_single_limit_kobo: 40_000n });
    expect(await why(40_001n)).toBe("one payment from the wallet may be at most ₦400.00");
    expect(await why(80_000n, { single_kobo: 40_000n }), "several payments of one order").toBeNull();
    await set({ provider_monthly_limit_kobo: 230_000n });
    expect(await why(30_001n)).toBe("₦300.00 may still leave the wallet this month");
  });

  it("is not made again by what is taken back, and of a month begins with the month", async () => {
    const { id, move } = await company();
    await move(300_000n);
    await move(-300_000n);
    const on = await businessDate(db);
    expect([await leftOn(db, id, on), await leftInMonth(db, id, on)]).toEqual([300_000n, 300_000n]);
    expect([await leftOn(db, id, "2026-01-16"), await leftInMonth(db, id, "2026-01-31")]).toEqual([0n, 300_000n]);
    expect(await leftInMonth(db, id, "2026-02-01")).toBe(0n);
    const wallet = { company_id: id, provider_monthly_limit_kobo: 200_000n };
    expect(await leftThisMonth(db, wallet, on)).toBe(0n);
    expect(await leftThisMonth(db, { ...wallet, provider_monthly_limit_kobo: null }, on)).toBeNull();
  });
});

describe("who may move it", () => {
  it("are those who hold the permission now, of that company alone", async () => {
    const [one, other] = [await company(), await company()];
    const fund = "company:can_fund_debit_wallet";
    expect((await peopleWith(db, one.id, fund)).map(({ id }) => id)).toEqual([one.finance.user_id]);
    expect(await holds(db, one.id, fund, other.finance.user_id)).toBe(false);
    const single = (user_id: string, is_granted: boolean) =>
      db.insertInto("user_permissions").values({ user_id, permission: fund, is_granted }).execute();
    await single(one.finance.user_id, false);
    await single(one.employee.user_id, true);
    expect((await peopleWith(db, one.id, fund)).map(({ id }) => id)).toEqual([one.employee.user_id]);
    expect(await holds(db, one.id, fund, one.finance.user_id)).toBe(false);
  });

  it("is held to what the company lets one person send, in one payment and in a day", () => {
    const room = { single_kobo: 50_000n, daily_kobo: 80_000n, sent_kobo: 60_000n };
    expect(whySenderNot(null, { total_kobo: 10n ** 12n })).toBeNull();
    expect(whySenderNot(room, { total_kobo: 50_001n })).toBe(
      "your company lets you send at most ₦500.00 in one payment",
    );
    expect(whySenderNot(room, { total_kobo: 20_001n })).toBe("your company lets you send ₦200.00 more today");
    expect(whySenderNot(room, { total_kobo: 20_000n })).toBeNull();
    expect(
      whySenderNot(room, { total_kobo: 60_000n, single_kobo: 30_000n, counted_kobo: 60_000n, is_again: true }),
    ).toBeNull();
    expect(whySenderNot({ ...room, daily_kobo: 10_000n }, { total_kobo: 1n, is_again: true })).toBe(
      "your company lets the requester send ₦0.00 more today",
    );
  });
});
