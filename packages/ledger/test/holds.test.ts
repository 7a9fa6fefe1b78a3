import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../test/database.ts";
import {
  DuplicateKeyWithOtherBody,
  HoldNotActive,
  InsufficientFunds,
  UnbalancedTransaction,
  UnknownAccount,
  UnknownHold,
  balanceOf,
  capture,
  hold,
  openAccount,
  post,
  release,
  verifyLedger,
} from "../src/index.ts";
import { DAY, type World, freshKey, makeWorld, pays } from "./world.ts";

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.pool, 3, 1_000n);
});
afterAll(async () => {
  const report = await verifyLedger(database.pool);
  await database.drop();
  expect(report.problems).toEqual([]);
});
const wallet = (index: number): string => world.wallets[index]?.id ?? "";
const held = (account: string, amount_kobo: bigint, key = freshKey()) =>
  hold(database.pool, { key, account, amount_kobo, description: "Card payment", actor: "test" });
const captured = (
  hold_id: string,
  amount_kobo: bigint,
  more: { key?: string; release_rest?: boolean; to?: string } = {},
) =>
  capture(database.pool, {
    hold_id,
    amount_kobo,
    key: freshKey(),
    to: wallet(1),
    kind: "card_payment",
    description: "Card payment",
    effective_on: DAY,
    actor: "test",
    ...more,
  });

describe("a hold", () => {
  it("sets money aside without moving it", async () => {
    const before = await balanceOf(database.pool, wallet(0));
    const own = await held(wallet(0), 400n);
    const after = await balanceOf(database.pool, wallet(0));
    expect(after.natural_kobo).toBe(before.natural_kobo);
    expect(after.available_kobo).toBe(before.available_kobo - 400n);
    await expect(post(database.pool, pays(wallet(0), wallet(1), after.available_kobo + 1n))).rejects.toThrow(
      InsufficientFunds,
    );
    await release(database.pool, { hold_id: own.id });
  });

  it("is captured in parts until nothing is left", async () => {
    const own = await held(wallet(0), 300n);
    const [before, other] = [await balanceOf(database.pool, wallet(0)), await balanceOf(database.pool, wallet(1))];
    const first = await captured(own.id, 100n);
    expect(first.hold).toMatchObject({ state: "active", remaining_kobo: 200n });
    const second = await captured(own.id, 200n);
    expect(second.hold).toMatchObject({ state: "captured", captured_kobo: 300n, remaining_kobo: 0n });
    const [after, otherAfter] = [await balanceOf(database.pool, wallet(0)), await balanceOf(database.pool, wallet(1))];
    expect([after.natural_kobo, after.held_kobo]).toEqual([before.natural_kobo - 300n, before.held_kobo - 300n]);
    expect(otherAfter.natural_kobo).toBe(other.natural_kobo + 300n);
    await expect(captured(own.id, 1n)).rejects.toThrow(HoldNotActive);
    await expect(release(database.pool, { hold_id: own.id })).rejects.toThrow(HoldNotActive);
  });

  it("gives the rest back when captured with release_rest", async () => {
    const before = await balanceOf(database.pool, wallet(2));
    const own = await held(wallet(2), 300n);
    const result = await captured(own.id, 120n, { release_rest: true });
    expect(result.hold).toMatchObject({ state: "captured", captured_kobo: 120n, released_kobo: 180n });
    expect((await balanceOf(database.pool, wallet(2))).available_kobo).toBe(before.available_kobo - 120n);
  });

  it("cannot be captured for more than is left", async () => {
    const own = await held(wallet(2), 50n);
    const error = await captured(own.id, 51n).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HoldNotActive);
    expect(error).toMatchObject({ hold_id: own.id, state: "active", remaining_kobo: 50n });
    await release(database.pool, { hold_id: own.id });
  });

  it("stays as it was when the posting is refused", async () => {
    const dollars = await openAccount(database.pool, {
      code: "wallet:usd",
      name: "Dollars",
      type: "liability",
      currency: "USD",
      floor_kobo: 0n,
    });
    const own = await held(wallet(2), 50n);
    const before = await balanceOf(database.pool, wallet(2));
    await expect(captured(own.id, 50n, { to: dollars.id })).rejects.toThrow(UnbalancedTransaction);
    await expect(captured(own.id, 50n, { to: "nowhere" })).rejects.toThrow(UnknownAccount);
    expect(await balanceOf(database.pool, wallet(2))).toEqual(before);
    expect((await captured(own.id, 50n, { to: "bank" })).hold.state).toBe("captured");
  });

  it("is made, captured and released once per key", async () => {
    const key = freshKey();
    const own = await held(wallet(2), 60n, key);
    expect(await held(wallet(2), 60n, key)).toEqual({ ...own, replayed: true });
    await expect(held(wallet(2), 61n, key)).rejects.toThrow(DuplicateKeyWithOtherBody);
    const captureKey = freshKey();
    const first = await captured(own.id, 10n, { key: captureKey });
    const again = await captured(own.id, 10n, { key: captureKey });
    expect(again).toEqual({ ...first, replayed: true });
    await expect(captured(own.id, 11n, { key: captureKey })).rejects.toThrow(DuplicateKeyWithOtherBody);
    const released = await release(database.pool, { hold_id: own.id });
    expect(released).toMatchObject({ state: "captured", released_kobo: 50n, replayed: false });
    expect(await release(database.pool, { hold_id: own.id })).toEqual({ ...released, replayed: true });
  });

  it("is captured once by 16 parallel captures with one key, and released without deadlock meanwhile", async () => {
    const own = await held(wallet(2), 40n);
    const key = freshKey();
    const results = await Promise.allSettled([
      ...Array.from({ length: 16 }, () => captured(own.id, 25n, { key })),
      ...Array.from({ length: 8 }, () => captured(own.id, 15n)),
    ]);
    const posted = results.flatMap((result) =>
      result.status === "fulfilled" && !result.value.replayed ? [result.value] : [],
    );
    expect(posted).toHaveLength(2);
    for (const result of results) if (result.status === "rejected") expect(result.reason).toBeInstanceOf(HoldNotActive);
  });

  it("is refused on an empty, unknown or hot account, and without a hold", async () => {
    const available = (await balanceOf(database.pool, wallet(0))).available_kobo;
    await expect(held(wallet(0), available + 1n)).rejects.toThrow(InsufficientFunds);
    await expect(held("nowhere", 1n)).rejects.toThrow(UnknownAccount);
    await expect(held(world.bank.id, 1n)).rejects.toThrow(UnknownAccount);
    await expect(release(database.pool, { hold_id: world.bank.id })).rejects.toThrow(UnknownHold);
  });
});
