import * as repayments from "@manilla/contract/lending/repayments";
import { beforeAll, describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { rebuildAtNight, rebuildFromLogs } from "./rebuilding.ts";

const world = await useLendingWorld();
let loan_id: string;
beforeAll(async () => {
  const loan = await world.loan({ instalments: 3 });
  loan_id = loan.id;
  await world.payOut(loan_id);
  const [first] = await world.rows(loan_id);
  const { status } = await world.api.call(repayments.payFraction, {
    token: world.maker.token,
    params: { id: first?.id ?? "" },
    body: { amount_kobo: 150_000, reference: "SLIP-REBUILD", note: "Paid in at the branch" },
  });
  expect(status).toBe(200);
  // The test's customers begin as activated people; the log says so too.
  await world.api.database.pool.query(
    `
      insert into transitions (id, noun, subject_id, from_state, to_state, actor_name)
      select gen_random_uuid(), 'profile', user_id, null, status, 'Test'
      from profiles
      where status <> 'pending'
    `,
  );
});

const differing = async () =>
  (await rebuildFromLogs(world.api.app.pool))
    .filter(({ differences }) => differences.length > 0)
    .map(({ what, differences }) => ({ what, ...differences[0] }));

describe("what is made anew from the logs", () => {
  it("equals the tables, and every kind has rows to compare", async () => {
    const rebuilt = await rebuildFromLogs(world.api.app.pool);
    expect(rebuilt.flatMap(({ differences }) => differences)).toEqual([]);
    for (const what of [
      "balance of an account",
      "principal owed of a loan",
      "what was paid of an instalment",
      "state of loan",
      "state of payout",
      "state of repayment",
      "state of profile",
    ])
      expect([what, rebuilt.find((row) => row.what === what)?.rows]).not.toEqual([what, 0]);
  });

  it.each<[string, string, string, string]>([
    [
      "a balance",
      `
        update ledger.balances
        set balance_kobo = balance_kobo + 1
        where account_id = (select account_id from ledger.balances order by 1 limit 1)
      `,
      "balance of an account",
      `
        update ledger.balances
        set balance_kobo = balance_kobo - 1
        where account_id = (select account_id from ledger.balances order by 1 limit 1)
      `,
    ],
    [
      "what is owed",
      "update loans set outstanding_principal_kobo = outstanding_principal_kobo - 1",
      "principal owed of a loan",
      "update loans set outstanding_principal_kobo = outstanding_principal_kobo + 1",
    ],
    [
      "what was paid",
      "update repayments set paid_principal_kobo = paid_principal_kobo + 1 where number = 2",
      "what was paid of an instalment",
      "update repayments set paid_principal_kobo = paid_principal_kobo - 1 where number = 2",
    ],
    [
      "a state",
      "update loans set status = 'past_due' where status = 'running'",
      "state of loan",
      "update loans set status = 'running' where status = 'past_due'",
    ],
    ["a log", "delete from transitions where noun = 'payout' and to_state = 'success'", "state of payout", ""],
  ])("finds %s that somebody changed past the application", async (_, change, what, back) => {
    // The guards of the database are switched off for it; put back below.
    const { pool } = world.api.database;
    const tables = ["ledger.balances", "loans", "repayments", "transitions"];
    const asOwner = async (...texts: string[]): Promise<void> => {
      await pool.query(
        [
          ...tables.map((table) => `alter table ${table} disable trigger user`),
          ...texts,
          ...tables.map((table) => `alter table ${table} enable trigger user`),
        ].join("; "),
      );
    };
    const kept = (
      await pool.query<{ id: string; noun: string }>(
        "select * from transitions where noun = 'payout' and to_state = 'success'",
      )
    ).rows[0];
    await asOwner(change);
    expect((await differing()).map((row) => row.what)).toContain(what);
    await rebuildAtNight(world.api.app, new Date("2026-01-15T01:30:00Z"));
    const { rows } = await pool.query<{ title: string }>(
      "delete from notifications where kind = 'books' returning title",
    );
    expect(rows.length).toBeGreaterThan(0);
    await asOwner(
      back ||
        `insert into transitions select * from json_populate_record(null::transitions, '${JSON.stringify(kept)}')`,
    );
    expect(await differing()).toEqual([]);
  });
});
