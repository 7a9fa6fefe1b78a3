import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../test/database.ts";
import {
  AccountHasOtherTerms,
  AlreadyPosted,
  AlreadyReversed,
  CurrencyMismatch,
  DuplicateKeyWithOtherBody,
  InsufficientFunds,
  InvalidRequest,
  type NewTransaction,
  UnbalancedTransaction,
  UnknownAccount,
  UnknownTransaction,
  balanceOf,
  openAccount,
  post,
  postMany,
  postingStatement,
  postingsOf,
  reverse,
  verifyLedger,
} from "../src/index.ts";
import { DAY, type World, freshKey, makeWorld, pays } from "./world.ts";

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.pool, 4, 10_000n);
});
afterAll(async () => {
  const report = await verifyLedger(database.pool);
  await database.drop();
  expect(report.problems).toEqual([]);
});
const wallet = (index: number): string => world.wallets[index]?.id ?? "";
const natural = async (reference: string): Promise<bigint> => (await balanceOf(database.pool, reference)).natural_kobo;

describe("accounts", () => {
  it("opens an account once per code", async () => {
    const terms = { code: "loans:1", name: "Loan 1", type: "asset" as const, currency: "NGN" };
    const first = await openAccount(database.pool, terms);
    const again = await Promise.all(Array.from({ length: 8 }, () => openAccount(database.pool, terms)));
    expect(new Set([first, ...again].map((account) => account.id)).size).toBe(1);
    expect(first.chart_code).toBe("loans");
  });

  it("refuses a code that is taken by an account of other terms", async () => {
    await expect(
      openAccount(database.pool, { code: "bank", name: "Bank", type: "asset", currency: "USD", hot: true }),
    ).rejects.toThrow(AccountHasOtherTerms);
  });

  it("keeps the same code of two tenants apart", async () => {
    const terms = { code: "wallet:same", name: "Wallet", type: "liability" as const, currency: "NGN" };
    const [a, b] = [
      await openAccount(database.pool, { ...terms, tenant: "a" }),
      await openAccount(database.pool, { ...terms, tenant: "b" }),
    ];
    await post(database.pool, pays(world.bank.id, "wallet:same", 5n, { tenant: "b" }));
    expect([await natural(a.id), await natural(b.id)]).toEqual([0n, 5n]);
  });
});

describe("posting", () => {
  it("moves the amount from one account to the other", async () => {
    const [from, to] = [await natural(wallet(0)), await natural(wallet(1))];
    const posted = await post(
      database.pool,
      pays(wallet(0), wallet(1), 250n, {
        metadata: { why: 'a "quoted", {braced} \\ text' },
        description: 'comma, "quote" \\ {brace}\nline',
      }),
    );
    expect(posted.replayed).toBe(false);
    expect([await natural(wallet(0)), await natural(wallet(1))]).toEqual([from - 250n, to + 250n]);
    const transaction = await postingsOf(database.pool, { id: posted.transaction_id });
    expect(transaction?.postings.map((posting) => posting.amount_kobo)).toEqual([250n, -250n]);
    expect(transaction?.metadata).toEqual({ why: 'a "quoted", {braced} \\ text' });
    expect(transaction?.description).toBe('comma, "quote" \\ {brace}\nline');
  });

  it("names accounts by code as well as by id", async () => {
    const before = await natural("wallet:2");
    await post(database.pool, pays("bank", "wallet:2", 7n));
    expect(await natural("wallet:2")).toBe(before + 7n);
  });

  it("takes part in the caller's open transaction", async () => {
    const client = await database.pool.connect();
    const before = await natural(wallet(1));
    await client.query("begin");
    await post(client, pays(world.bank.id, wallet(1), 99n));
    expect((await balanceOf(client, wallet(1))).natural_kobo).toBe(before + 99n);
    await client.query("rollback");
    client.release();
    expect(await natural(wallet(1))).toBe(before);
  });

  it("leaves the caller's transaction usable after a refusal", async () => {
    const client = await database.pool.connect();
    await client.query("begin");
    await expect(post(client, pays(wallet(0), wallet(1), 1_000_000n))).rejects.toThrow(InsufficientFunds);
    const posted = await post(client, pays(wallet(0), wallet(1), 1n));
    await client.query("commit");
    client.release();
    expect(await postingsOf(database.pool, { id: posted.transaction_id })).not.toBeNull();
  });

  it("refuses to go under a floor and says what was available", async () => {
    const available = await natural(wallet(3));
    const error = await post(database.pool, pays(wallet(3), wallet(0), available + 1n)).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(InsufficientFunds);
    expect(error).toMatchObject({
      account_id: wallet(3),
      available_kobo: available,
      asked_kobo: available + 1n,
      floor_kobo: 0n,
    });
    expect(await natural(wallet(3))).toBe(available);
  });

  it("binds a floor above zero to withdrawals only", async () => {
    const account = await openAccount(database.pool, {
      code: "wallet:minimum",
      name: "Minimum",
      type: "liability",
      currency: "NGN",
      floor_kobo: 100n,
    });
    await post(database.pool, pays(world.bank.id, account.id, 50n));
    await expect(post(database.pool, pays(account.id, wallet(0), 1n))).rejects.toThrow(InsufficientFunds);
    await post(database.pool, pays(world.bank.id, account.id, 60n));
    await post(database.pool, pays(account.id, wallet(0), 10n));
    expect(await natural(account.id)).toBe(100n);
  });

  it.each([
    ["one posting", { postings: [{ account: "bank", amount_kobo: 1n }] }],
    [
      "a zero amount",
      {
        postings: [
          { account: "bank", amount_kobo: 0n },
          { account: "fees", amount_kobo: 0n },
        ],
      },
    ],
    [
      "an amount beyond 2^53 − 1",
      {
        postings: [
          { account: "bank", amount_kobo: 2n ** 53n },
          { account: "fees", amount_kobo: -(2n ** 53n) },
        ],
      },
    ],
    ["an impossible date", { effective_on: "2026-02-30" }],
    ["an empty key", { key: "" }],
    ["a NUL in the key", { key: "a\0b" }],
  ])("refuses %s", async (_name, change) => {
    await expect(post(database.pool, { ...pays("bank", "fees", 1n), ...change })).rejects.toThrow(InvalidRequest);
  });

  it("refuses postings that do not sum to zero", async () => {
    const transaction = {
      ...pays("bank", "fees", 1n),
      postings: [
        { account: "bank", amount_kobo: 10n },
        { account: "fees", amount_kobo: -9n },
      ],
    };
    await expect(post(database.pool, transaction)).rejects.toThrow(UnbalancedTransaction);
  });

  it("refuses an account that does not exist", async () => {
    await expect(post(database.pool, pays("bank", "nowhere", 1n))).rejects.toThrow(UnknownAccount);
  });
});

describe("currencies", () => {
  it("refuses a transfer from one currency into another without an exchange", async () => {
    const dollars = await openAccount(database.pool, {
      code: "bank:usd",
      name: "Dollars",
      type: "asset",
      currency: "USD",
      hot: true,
    });
    await expect(post(database.pool, pays(dollars.id, wallet(0), 100n))).rejects.toThrow(UnbalancedTransaction);
    const named = pays(world.bank.id, wallet(0), 100n);
    for (const posting of named.postings) posting.currency = "USD";
    await expect(post(database.pool, named)).rejects.toThrow(CurrencyMismatch);
  });

  it("posts an exchange that balances in each currency", async () => {
    await openAccount(database.pool, {
      code: "position:usd",
      name: "Dollar position",
      type: "equity",
      currency: "USD",
      hot: true,
    });
    await openAccount(database.pool, {
      code: "position:ngn",
      name: "Naira position",
      type: "equity",
      currency: "NGN",
      hot: true,
    });
    await openAccount(database.pool, { code: "bank:usd", name: "Dollars", type: "asset", currency: "USD", hot: true });
    const before = await natural(wallet(0));
    await post(database.pool, {
      ...pays("bank", "fees", 1n),
      postings: [
        { account: wallet(0), amount_kobo: 1_500n, currency: "NGN" },
        { account: "position:ngn", amount_kobo: -1_500n, currency: "NGN" },
        { account: "position:usd", amount_kobo: 1n, currency: "USD" },
        { account: "bank:usd", amount_kobo: -1n, currency: "USD" },
      ],
    });
    expect(await natural(wallet(0))).toBe(before - 1_500n);
    expect(await natural("bank:usd")).toBe(-1n);
  });
});

describe("keys", () => {
  it("answers the first result for the same key and body, and writes before it answers", async () => {
    const transaction = pays(world.bank.id, wallet(2), 11n);
    const first = await post(database.pool, transaction);
    const before = await natural(wallet(2));
    const again = await post(database.pool, { ...transaction, description: "a retry may say it differently" });
    expect(again).toEqual({ ...first, replayed: true });
    expect(await natural(wallet(2))).toBe(before);
    const { rows } = await database.pool.query<{ count: number }>(
      "select count from ledger.replays where subject_id = $1",
      [first.transaction_id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it("refuses the same key with another body", async () => {
    const transaction = pays(world.bank.id, wallet(2), 11n);
    const first = await post(database.pool, transaction);
    const error = await post(database.pool, pays(world.bank.id, wallet(2), 12n, { key: transaction.key })).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(DuplicateKeyWithOtherBody);
    expect(error).toMatchObject({ key: transaction.key, first_id: first.transaction_id });
  });

  it("frees the key of a refused transfer", async () => {
    const poor = await openAccount(database.pool, {
      code: "wallet:poor",
      name: "Poor",
      type: "liability",
      currency: "NGN",
      floor_kobo: 0n,
    });
    const transaction = pays(poor.id, wallet(0), 5n);
    await expect(post(database.pool, transaction)).rejects.toThrow(InsufficientFunds);
    await post(database.pool, pays(world.bank.id, poor.id, 5n));
    expect((await post(database.pool, transaction)).replayed).toBe(false);
  });
});

describe("batches", () => {
  it("answers each member for itself, in order, as if they came one after the other", async () => {
    const [a, b] = await Promise.all(
      ["a", "b"].map((name) =>
        openAccount(database.pool, {
          code: `wallet:batch-${name}`,
          name,
          type: "liability",
          currency: "NGN",
          floor_kobo: 0n,
        }),
      ),
    );
    if (!a || !b) throw new Error("no accounts");
    const repeated = pays(world.bank.id, a.id, 100n);
    const reused = pays(a.id, b.id, 30n);
    const verdicts = await postMany(database.pool, [
      pays(a.id, b.id, 1n),
      repeated,
      pays(a.code, b.id, 60n),
      pays(a.id, b.id, 60n),
      repeated,
      { ...repeated, kind: "other" },
      reused,
      reused,
      pays(b.id, "nowhere", 1n),
      { ...pays(a.id, b.id, 1n), effective_on: "soon" },
      pays(b.id, a.code, 90n),
      pays(b.id, a.id, 1n),
      { ...reused, key: freshKey() },
    ]);
    expect(verdicts.map((verdict) => (verdict.verdict === "rejected" ? verdict.reason : verdict.verdict))).toEqual([
      "insufficient_funds",
      "posted",
      "posted",
      "insufficient_funds",
      "replayed",
      "duplicate_key_with_other_body",
      "posted",
      "replayed",
      "unknown_account",
      "invalid_request",
      "posted",
      "insufficient_funds",
      "posted",
    ]);
    expect([await natural(a.id), await natural(b.id)]).toEqual([70n, 30n]);
  });

  it("posts a key that is refused first and affordable later in the same batch once", async () => {
    const account = await openAccount(database.pool, {
      code: "wallet:batch-c",
      name: "c",
      type: "liability",
      currency: "NGN",
      floor_kobo: 0n,
    });
    const retried = pays(account.id, wallet(0), 10n);
    const verdicts = await postMany(database.pool, [retried, pays(world.bank.id, account.id, 10n), retried, retried]);
    expect(verdicts.map((verdict) => verdict.verdict)).toEqual(["rejected", "posted", "posted", "replayed"]);
    expect(await natural(account.id)).toBe(0n);
  });

  it("answers an empty batch", async () => {
    expect(await postMany(database.pool, [])).toEqual([]);
  });
});

describe("a posting whose answer nobody reads", () => {
  /** As an application sends it: with what follows, and the commit. */
  const within = async (transactions: readonly NewTransaction[]): Promise<unknown> => {
    const { text, values, refusalOf } = postingStatement(transactions);
    const client = await database.pool.connect();
    try {
      await client.query("begin");
      const refused = await client.query(text, values).then(
        () => undefined,
        (error: unknown) => refusalOf(error) ?? error,
      );
      const { command } = await client.query("commit");
      expect(command).toBe(refused ? "ROLLBACK" : "COMMIT");
      return refused;
    } finally {
      client.release();
    }
  };

  it("is posted with its transaction, or ends it with the ledger's error", async () => {
    const [from, into] = [await natural(wallet(0)), await natural(wallet(1))];
    expect(await within([pays(wallet(0), wallet(1), 10n)])).toBeUndefined();
    expect([await natural(wallet(0)), await natural(wallet(1))]).toEqual([from - 10n, into + 10n]);
    const more = await natural(wallet(0));
    const refused = await within([pays(wallet(1), wallet(0), 1n), pays(wallet(0), wallet(1), more + 2n)]);
    expect(refused).toBeInstanceOf(InsufficientFunds);
    expect(refused).toMatchObject({ account_id: wallet(0), asked_kobo: more + 2n, available_kobo: more + 1n });
    expect([await natural(wallet(0)), await natural(wallet(1))]).toEqual([from - 10n, into + 10n]);
  });

  it("is no second time: what was posted before under its key ends the transaction too", async () => {
    const key = freshKey();
    expect(await within([pays(wallet(0), wallet(1), 3n, { key })])).toBeUndefined();
    const left = await natural(wallet(0));
    expect(await within([pays(wallet(0), wallet(1), 3n, { key })])).toEqual(new AlreadyPosted(key));
    expect(await within([pays(wallet(0), wallet(1), 4n, { key })])).toBeInstanceOf(DuplicateKeyWithOtherBody);
    expect(await natural(wallet(0))).toBe(left);
    expect(postingStatement([pays(wallet(0), wallet(1), 1n)]).refusalOf(new Error("another"))).toBeUndefined();
    expect(() => postingStatement([pays(wallet(0), wallet(1), 0n)])).toThrow(InvalidRequest);
  });
});

describe("reversal", () => {
  it("posts the opposite once; the same key answers the first, another key learns which it was", async () => {
    const before = await natural(wallet(2));
    const posted = await post(database.pool, pays(world.bank.id, wallet(2), 40n));
    const request = {
      transaction_id: posted.transaction_id,
      key: freshKey(),
      effective_on: DAY,
      actor: "test",
      reason: "typed wrong",
    };
    const reversal = await reverse(database.pool, request);
    expect(await natural(wallet(2))).toBe(before);
    expect(await reverse(database.pool, request)).toEqual({ ...reversal, replayed: true });
    const error = await reverse(database.pool, { ...request, key: freshKey() }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AlreadyReversed);
    expect(error).toMatchObject({ reversal_id: reversal.transaction_id });
    const transaction = await postingsOf(database.pool, { id: posted.transaction_id });
    expect(transaction?.reversed_by_id).toBe(reversal.transaction_id);
    expect(transaction?.postings).toHaveLength(2);
  });

  it("refuses to reverse what is unknown, and what the account no longer has", async () => {
    const request = {
      transaction_id: "019b0000-0000-7000-8000-000000000000",
      key: freshKey(),
      effective_on: DAY,
      actor: "test",
      reason: "none",
    };
    await expect(reverse(database.pool, request)).rejects.toThrow(UnknownTransaction);
    const account = await openAccount(database.pool, {
      code: "wallet:spent",
      name: "Spent",
      type: "liability",
      currency: "NGN",
      floor_kobo: 0n,
    });
    const posted = await post(database.pool, pays(world.bank.id, account.id, 40n));
    await post(database.pool, pays(account.id, wallet(0), 40n));
    await expect(reverse(database.pool, { ...request, transaction_id: posted.transaction_id })).rejects.toThrow(
      InsufficientFunds,
    );
  });
});
