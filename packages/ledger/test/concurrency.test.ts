import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../test/database.ts";
import {
  DuplicateKeyWithOtherBody,
  InsufficientFunds,
  balanceOf,
  hold,
  openAccount,
  post,
  postMany,
  reverse,
  verifyLedger,
} from "../src/index.ts";
import { DAY, type World, freshKey, makeWorld, pays } from "./world.ts";

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.pool, 12, 1_000n);
});
afterAll(async () => {
  const report = await verifyLedger(database.pool);
  await database.drop();
  expect(report.problems).toEqual([]);
});
const wallet = (index: number): string => world.wallets[index]?.id ?? "";
const natural = async (reference: string): Promise<bigint> => (await balanceOf(database.pool, reference)).natural_kobo;
const times = <Result>(
  count: number,
  make: (index: number) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => make(index)));
const reasons = (results: PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));

describe("one key", () => {
  it.each([
    ["between wallets", () => [wallet(0), wallet(1)] as const],
    ["between hot accounts, where nothing is locked", () => [world.bank.id, world.fees.id] as const],
  ])("has one effect under 32 parallel posts %s", async (_name, accounts) => {
    const [debit, credit] = accounts();
    const before = await natural(credit);
    const transaction = pays(debit, credit, 10n);
    const results = await times(32, () => post(database.pool, transaction));
    expect(reasons(results)).toEqual([]);
    const posted = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(posted.filter((result) => !result.replayed)).toHaveLength(1);
    expect(new Set(posted.map((result) => result.transaction_id)).size).toBe(1);
    expect(await natural(credit)).toBe(before + 10n);
  });

  it("has one effect when batches that share it run in opposite order", async () => {
    const shared = Array.from({ length: 40 }, () => pays(world.bank.id, world.fees.id, 1n));
    const before = await natural(world.fees.id);
    const results = await times(8, (index) =>
      postMany(database.pool, index % 2 === 0 ? shared : [...shared].reverse()),
    );
    expect(reasons(results)).toEqual([]);
    const verdicts = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    expect(verdicts.filter((verdict) => verdict.verdict === "posted")).toHaveLength(40);
    expect(verdicts.filter((verdict) => verdict.verdict === "replayed")).toHaveLength(280);
    expect(await natural(world.fees.id)).toBe(before + 40n);
  });

  it("with two bodies in parallel posts one and refuses the other", async () => {
    const key = freshKey();
    const results = await times(16, (index) =>
      post(database.pool, pays(world.bank.id, world.fees.id, index % 2 === 0 ? 1n : 2n, { key })),
    );
    expect(reasons(results)).toHaveLength(8);
    for (const reason of reasons(results)) expect(reason).toBeInstanceOf(DuplicateKeyWithOtherBody);
  });

  it("reverses once under 16 parallel reversals with different keys", async () => {
    const posted = await post(database.pool, pays(world.bank.id, wallet(5), 10n));
    const before = await natural(wallet(5));
    const results = await times(16, () =>
      reverse(database.pool, {
        transaction_id: posted.transaction_id,
        key: freshKey(),
        effective_on: DAY,
        actor: "test",
        reason: "race",
      }),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await natural(wallet(5))).toBe(before - 10n);
  });
});

describe("a wallet that many drain at once", () => {
  it("pays out exactly what it had, over single posts, batches and holds", async () => {
    const drained = await openAccount(database.pool, {
      code: "wallet:drained",
      name: "Drained",
      type: "liability",
      currency: "NGN",
      floor_kobo: 0n,
    });
    await post(database.pool, pays(world.bank.id, drained.id, 100n));
    const results = await times(60, async (index) => {
      if (index % 4 === 0)
        return void (await hold(database.pool, {
          key: freshKey(),
          account: drained.id,
          amount_kobo: 7n,
          description: "race",
          actor: "test",
        }));
      if (index % 4 === 1) return void (await post(database.pool, pays(drained.id, wallet(index % 10), 7n)));
      if (index % 4 === 2) return void (await post(database.pool, pays(drained.id, world.bank.id, 7n)));
      const [verdict] = await postMany(database.pool, [pays(drained.id, wallet(index % 10), 7n)]);
      if (verdict?.verdict === "rejected") throw verdict.error;
    });
    for (const reason of reasons(results)) expect(reason).toBeInstanceOf(InsufficientFunds);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(14);
    expect((await balanceOf(database.pool, drained.id)).available_kobo).toBe(2n);
  });
});

describe("batches over the same wallets in opposite order", () => {
  it("do not deadlock and lose nothing", async () => {
    const pairs = Array.from({ length: 11 }, (_, index) => [wallet(index), wallet(index + 1)] as const);
    const results = await times(24, (index) => {
      const batch = pairs.map(([a, b]) => (index % 2 === 0 ? pays(a, b, 1n) : pays(b, a, 1n)));
      return postMany(database.pool, index % 2 === 0 ? batch : batch.reverse());
    });
    expect(reasons(results)).toEqual([]);
    expect(
      results
        .flatMap((result) => (result.status === "fulfilled" ? result.value : []))
        .every((verdict) => verdict.verdict === "posted"),
    ).toBe(true);
  });
});
