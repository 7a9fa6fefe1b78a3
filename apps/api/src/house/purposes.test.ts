import { randomUUID } from "node:crypto";
import * as disbursements from "@manilla/contract/lending/disbursements";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LendingWorld, startLendingWorld } from "../../../../test/lending.ts";
import type { Noun } from "./app.ts";
import { refuseGonePurposes } from "./gone.ts";
import { buildHouse } from "./index.ts";
import * as registered from "../modules/index.ts";

const nouns: readonly Noun[] = Object.values(registered);

const without = <Key, Value>(map: ReadonlyMap<Key, Value>, gone: Key): ReadonlyMap<Key, Value> =>
  new Map([...map].filter(([key]) => key !== gone));

describe("a purpose of money", () => {
  it("is registered by exactly one noun, and nobody registers another", () => {
    const bare = nouns.map(({ purposes: _, ...noun }) => noun);
    expect(() => buildHouse(bare)).toThrow("No noun registers the purpose of payouts loan_disbursement.");
    const owner = nouns.find(({ purposes }) => purposes?.payouts?.loan_disbursement)!;
    expect(() => buildHouse([...nouns, { calls: [], purposes: owner.purposes! }])).toThrow(
      "Two nouns register the purpose of payouts loan_disbursement.",
    );
    const stranger = { payouts: { wishes: owner.purposes!.payouts!.loan_disbursement } } as never;
    expect(() => buildHouse([...nouns, { calls: [], purposes: stranger }])).toThrow(
      "The contract does not know the purpose of payouts wishes.",
    );
  });
});

describe("money of a purpose that is gone", () => {
  let world: LendingWorld;
  beforeAll(async () => {
    world = await startLendingWorld();
  });
  afterAll(() => world.stop());

  it("refuses the start, for money out and for money in", async () => {
    const { app } = world.api;
    const loan = await world.running({ instalments: 2 });
    await expect(refuseGonePurposes(app)).resolves.toBeUndefined();
    const payouts = without(app.house.payouts, "loan_disbursement");
    await expect(refuseGonePurposes({ ...app, house: { ...app.house, payouts } })).rejects.toThrow(
      "There are payouts for loan_disbursement",
    );
    await sql`
      insert into receipts (id, purpose, user_id, amount_kobo, channel, reference, received_on)
      values (${randomUUID()}, 'savings_plan', ${loan.customer.user_id}, 1, 'staff', ${randomUUID()}, '2026-01-05')
    `.execute(app.db);
    await expect(refuseGonePurposes(app)).rejects.toThrow("There are receipts for savings_plan");
  });

  it("refuses the start for an approval request that nobody could carry out, and not for a decided one", async () => {
    const { app } = world.api;
    const gone = { ...app, house: { ...app.house, approvals: without(app.house.approvals, "disburse_many") } };
    await sql`delete from receipts where purpose = 'savings_plan'`.execute(app.db);
    await world.running();
    await expect(refuseGonePurposes(gone)).resolves.toBeUndefined();
    const { id } = await world.loan();
    await world.api.call(disbursements.disburseMany, { token: world.maker.token, body: { loan_ids: [id] } });
    await expect(refuseGonePurposes(gone)).rejects.toThrow("There are approvals for disburse_many");
  });

  it("is found by stepping through indexes, not by reading tables", async () => {
    const { pool } = world.api.database;
    const { rows } = await pool.query<{ n: number }>(`
      select count(*)::int as n
      from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where (i.indrelid::regclass::text, a.attname) in (
        ('payouts', 'purpose'), ('charges', 'kind'), ('receipts', 'purpose'), ('approvals', 'kind')
      )
    `);
    expect(rows[0]?.n).toBe(4);
  });
});
