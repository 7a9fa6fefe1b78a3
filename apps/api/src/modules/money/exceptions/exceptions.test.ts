import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { balancesOf } from "../books/index.ts";
import { beginItem, contradictItem, factsOf, freeUnidentified, keepUnidentified, reportEvent } from "./index.ts";

const api = await useTestApi();
const { db } = api.app;
const ON = "2026-01-15";

const item = (subject_id: string, reason = "Nobody knows it") => ({
  business_date: ON,
  direction: "in",
  subject_type: "webhook",
  subject_id,
  reference: `REF-${subject_id}`,
  expected_kobo: null,
  actual_kobo: 5_000n,
  reason,
});
const inOne = <Result>(work: (tx: Parameters<typeof beginItem>[0]) => Promise<Result>) =>
  db.transaction().execute(work);
const itemsOf = (subject_id: string) =>
  db
    .selectFrom("reconciliation_items")
    .select(["id", "status", "reason", "expected_kobo", "actual_kobo"])
    .where("subject_id", "=", subject_id)
    .execute();
const statesOf = async (id: string): Promise<string[]> =>
  (
    await sql<{ to_state: string }>`
      select to_state from transitions where subject_id = ${id} order by happened_at, id
    `.execute(db)
  ).rows.map(({ to_state }) => to_state);

describe("what an event says", () => {
  it("is an amount in whole kobo and a reference, or neither", () => {
    expect(factsOf({ reference: "R-1", amount: 5_000 })).toEqual({ reference: "R-1", amount_kobo: 5_000n });
    expect(factsOf({ reference: "R-1", amount: "5000" })).toEqual({ reference: "R-1", amount_kobo: null });
    expect(factsOf({ reference: 7, amount: 0.5 })).toEqual({ reference: "", amount_kobo: null });
    expect(factsOf({ amount: 2 ** 60 })).toEqual({ reference: "", amount_kobo: null });
  });
});

describe("an exception", () => {
  it("begins once, with a row in the log of states", async () => {
    const subject_id = uuidv7();
    await inOne((tx) => beginItem(tx, item(subject_id)));
    await inOne((tx) => beginItem(tx, item(subject_id, "Another reason")));
    const [row, ...more] = await itemsOf(subject_id);
    expect([row, more]).toMatchObject([{ status: "mismatch", reason: "Nobody knows it" }, []]);
    expect(await statesOf(row!.id)).toEqual(["mismatch"]);
  });

  it("opens what was matched before, and keeps the newest reason", async () => {
    const subject_id = uuidv7();
    await inOne((tx) => beginItem(tx, item(subject_id), "matched_auto"));
    for (const reason of ["The bank says otherwise", "It says so again"])
      await inOne((tx) => contradictItem(tx, item(subject_id, reason)));
    const [row] = await itemsOf(subject_id);
    expect(row).toMatchObject({ status: "mismatch", reason: "It says so again" });
    expect(await statesOf(row!.id)).toEqual(["matched_auto", "mismatch"]);
    const unknown = uuidv7();
    await inOne((tx) => contradictItem(tx, item(unknown)));
    expect(await itemsOf(unknown)).toMatchObject([{ status: "mismatch" }]);
  });

  it("of a provider's event is listed once, and finance hears of it", async () => {
    const finance = await api.person("super_finance");
    const event = { id: uuidv7() } as Parameters<typeof reportEvent>[1];
    const found = { reason: "It is for another amount", expected_kobo: 4_000n, direction: "in" } as const;
    const report = () => reportEvent(api.app, event, { reference: "", amount_kobo: 5_000n }, found);
    expect([await report(), await report()]).toEqual(Array(2).fill("reported: It is for another amount"));
    expect(await itemsOf(event.id)).toMatchObject([{ expected_kobo: 4_000n, actual_kobo: 5_000n }]);
    const { rows } = await api.database.pool.query("select 1 from notifications where user_id = $1", [finance.user_id]);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe("money for nobody", () => {
  const owed = async () => (await balancesOf(queryable(db), ["unidentified_receipts"]))[0]?.natural_kobo ?? 0n;

  it("is booked once for its reference, listed, and kept for its owner", async () => {
    const before = await owed();
    const facts = { reference: "UNKNOWN-1", sender: "ADA OBI" };
    const keep = () => inOne((tx) => keepUnidentified(tx, facts, 70_000n, ON));
    expect([await keep(), await keep()]).toEqual(["pay-in: unidentified", "pay-in: unidentified before"]);
    expect((await owed()) - before).toBe(70_000n);
    const kept = await db
      .selectFrom("unidentified_receipts")
      .selectAll()
      .where("reference", "=", "UNKNOWN-1")
      .execute();
    expect(kept).toMatchObject([{ amount_kobo: 70_000n, sender: "ADA OBI", receipt_id: null }]);
    expect(await itemsOf(kept[0]!.id)).toMatchObject([
      { status: "mismatch", reason: "From ADA OBI, paid into an account number that belongs to nobody here." },
    ]);
  });

  it("is nobody's again when the receipt that gave it away is reversed, and other money stays as it is", async () => {
    const keep = (reference: string) => inOne((tx) => keepUnidentified(tx, { reference, sender: "" }, 1_000n, ON));
    await keep("UNKNOWN-2");
    await inOne((tx) => freeUnidentified(tx, uuidv7()));
    const { id } = await db
      .selectFrom("unidentified_receipts")
      .select("id")
      .where("reference", "=", "UNKNOWN-2")
      .executeTakeFirstOrThrow();
    expect(await itemsOf(id)).toMatchObject([{ reason: "Paid into an account number that belongs to nobody here." }]);
  });
});
