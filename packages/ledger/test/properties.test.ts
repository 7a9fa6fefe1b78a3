import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../test/database.ts";
import {
  type NewTransaction,
  balancesOf,
  openAccount,
  postMany,
  reverse,
  rollUp,
  trialBalance,
  verifyLedger,
} from "../src/index.ts";
import { DAY, freshKey } from "./world.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Drawn {
  from: number;
  to: number;
  amount: number;
  split: number;
}
const drawn: fc.Arbitrary<Drawn> = fc.record({
  from: fc.nat(5),
  to: fc.nat(5),
  amount: fc.integer({ min: 1, max: 400 }),
  split: fc.integer({ min: 0, max: 3 }),
});

/** The simplest ledger there is: a number per account, one transfer after the other. Accounts 0 and 1 are hot and have no floor. */
class Model {
  readonly naturals = [0n, 0n, 0n, 0n, 0n, 0n];
  /** True when the transfer is affordable, and then it has happened. */
  move(changes: Map<number, bigint>): boolean {
    for (const [account, change] of changes) {
      if (account >= 2 && change < 0n && (this.naturals[account] ?? 0n) + change < 0n) return false;
    }
    for (const [account, change] of changes) this.naturals[account] = (this.naturals[account] ?? 0n) + change;
    return true;
  }
}

it(
  "any sequence of batches posts exactly what a simple model allows, sums to zero and keeps every floor",
  { timeout: 120_000 },
  async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(drawn, { minLength: 1, maxLength: 25 }), { minLength: 1, maxLength: 6 }),
        async (batches) => {
          round += 1;
          const codes = await Promise.all(
            Array.from({ length: 6 }, async (_, index) => {
              const account = await openAccount(database.pool, {
                code: `model:${round}-${index}`,
                name: "Model",
                type: "liability",
                currency: "NGN",
                hot: index < 2,
                ...(index < 2 ? {} : { floor_kobo: 0n }),
              });
              return index % 2 === 0 ? account.code : account.id;
            }),
          );
          const model = new Model();
          for (const batch of batches) {
            const expected: string[] = [];
            const transactions = batch.map((one): NewTransaction => {
              const amount = BigInt(one.amount);
              const via = BigInt(Math.floor(one.amount / 3)) * BigInt(one.split % 2);
              const postings = [
                { account: codes[one.from] ?? "", amount_kobo: amount },
                { account: codes[one.to] ?? "", amount_kobo: via - amount },
              ];
              if (via > 0n) postings.push({ account: codes[1] ?? "", amount_kobo: -via });
              const changes = new Map<number, bigint>();
              for (const [index, change] of [
                [one.from, -amount],
                [one.to, amount - via],
                [1, via],
              ] as const)
                changes.set(index, (changes.get(index) ?? 0n) + change);
              expected.push(model.move(changes) ? "posted" : "rejected");
              return {
                key: freshKey(),
                kind: "model",
                description: "Model",
                effective_on: DAY,
                actor: "test",
                postings,
              };
            });
            const verdicts = await postMany(database.pool, transactions);
            expect(verdicts.map((verdict) => verdict.verdict)).toEqual(expected);
            if (batch.length % 3 === 0) await rollUp(database.pool);
            const undone = verdicts.find((verdict) => verdict.verdict === "posted");
            const undoneIndex = undone ? verdicts.indexOf(undone) : -1;
            const one = batch[undoneIndex];
            if (undone?.verdict === "posted" && one && one.split === 2) {
              const back = new Map<number, bigint>();
              for (const [index, change] of [
                [one.from, BigInt(one.amount)],
                [one.to, -BigInt(one.amount)],
              ] as const)
                back.set(index, (back.get(index) ?? 0n) + change);
              const isAllowed = model.move(back);
              const reversal = reverse(database.pool, {
                transaction_id: undone.transaction_id,
                key: freshKey(),
                effective_on: DAY,
                actor: "test",
                reason: "model",
              });
              expect(
                await reversal.then(
                  () => true,
                  () => false,
                ),
              ).toBe(isAllowed);
            }
          }
          const balances = await balancesOf(database.pool, codes);
          const naturals = codes.map(
            (code) => balances.find((balance) => balance.code === code || balance.account_id === code)?.natural_kobo,
          );
          expect(naturals).toEqual(model.naturals);
        },
      ),
      { numRuns: 40 },
    );
    const report = await verifyLedger(database.pool);
    expect(report.problems).toEqual([]);
    expect(report.transactions).toBeGreaterThan(100);
    for (const total of (await trialBalance(database.pool)).totals) expect(total.debit_kobo).toBe(total.credit_kobo);
  },
);
