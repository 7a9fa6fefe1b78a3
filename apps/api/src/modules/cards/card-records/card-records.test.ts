import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { clock } from "../../../clock.ts";
import { accountOf } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { dollarsLeftBy, freezeCard, lockCard, moneyBehind, openFreezes, termsOn, unfreezeCard } from "./index.ts";

const api = await useTestApi();
const { app } = api;
const { db } = app;

let counter = 0;
async function card(more: Record<string, unknown> = {}): Promise<{ id: string; user_id: string }> {
  counter += 1;
  const { user_id } = await api.person("staff");
  const id = uuidv7();
  const made = {
    id,
    user_id,
    kind: "personal_debit",
    form: "virtual",
    status: "active",
    issuer_reference: uuidv7(),
    issuer_card_id: `issuer-${counter}`,
    last4: "1234",
    expires_on: "2029-01-31",
    activated_at: clock.now(),
  };
  await db
    .insertInto("cards")
    .values({ ...made, ...more })
    .execute();
  return { id, user_id };
}
const statusOf = async (id: string) =>
  (await db.selectFrom("cards").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
type By = Parameters<typeof freezeCard>[3]["by"];
const freeze = (id: string, by: By, reason = "Lost for a moment") =>
  db.transaction().execute(async (tx) => freezeCard(tx, app, (await lockCard(tx, id))!, { by, reason, actor: SYSTEM }));
const unfreeze = (id: string, by: By, only?: string) =>
  db
    .transaction()
    .execute(async (tx) =>
      unfreezeCard(tx, app, (await lockCard(tx, id))!, { by, actor: SYSTEM, ...(only && { only }) }),
    );
const told = async (id: string): Promise<number> =>
  (
    await api.database.pool.query("select 1 from pgboss.job where name = 'tell-issuer' and data ->> 'card_id' = $1", [
      id,
    ])
  ).rows.length;

describe("a card that is frozen", () => {
  it("stays so until each who froze it has lifted theirs", async () => {
    const { id } = await card();
    expect([await freeze(id, "holder"), await freeze(id, "provider"), await freeze(id, "holder")]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await openFreezes(db, id)).map(({ by }) => by)).toEqual(["holder", "provider"]);
    expect([await unfreeze(id, "holder"), await statusOf(id)]).toEqual([true, "frozen"]);
    expect([await unfreeze(id, "holder"), await unfreeze(id, "company")], "nothing of theirs is left").toEqual([
      false,
      false,
    ]);
    expect([await unfreeze(id, "provider"), await statusOf(id)]).toEqual([true, "active"]);
    expect(await openFreezes(db, id)).toEqual([]);
    expect(await told(id)).toBeGreaterThan(0);
  });

  it("is lifted for the reason that is meant alone", async () => {
    const { id } = await card();
    await freeze(id, "system", "Too many wrong PINs");
    expect([await unfreeze(id, "system", "Its bill was not paid"), await statusOf(id)]).toEqual([false, "frozen"]);
    expect([await unfreeze(id, "system", "Too many wrong PINs"), await statusOf(id)]).toEqual([true, "active"]);
  });

  it("goes back to where it was: one that was never used is not in use by that", async () => {
    const { id } = await card({ status: "issued", activated_at: null });
    await freeze(id, "company");
    await unfreeze(id, "company");
    expect(await statusOf(id)).toBe("issued");
  });

  it("by two at the same moment is one freeze of each", async () => {
    const { id } = await card();
    expect((await Promise.all([freeze(id, "holder"), freeze(id, "holder")])).toSorted()).toEqual([false, true]);
    expect(await openFreezes(db, id)).toHaveLength(1);
  });
});

describe("the money behind a card", () => {
  const [id, user_id, company_id] = ["card", "person", "company"];
  it.each([
    ["company_debit", {}, "purse", user_id],
    ["company_debit", { company_id, is_holder_gone: true }, "company_wallet", company_id],
    ["company_credit", { company_id }, "undrawn_line", user_id],
    ["company_credit", { company_id, is_holder_gone: true }, "undrawn_line", company_id],
    ["personal_debit", {}, "cash_wallet", user_id],
    ["personal_debit", { currency: "USD" }, "dollar_purse", user_id],
    ["personal_credit", {}, "undrawn_line", id],
    ["secure", {}, "undrawn_line", id],
  ] as const)("of %s %j is %s of the %s", (kind, more, line, owner_id) => {
    expect(moneyBehind({ id, user_id, kind, ...more })).toEqual({ line, owner_id, account: accountOf(line, owner_id) });
  });
});

describe("dollars", () => {
  it("are not left behind by a card in naira, nor where there are none", async () => {
    const { id, user_id } = await card();
    expect(await dollarsLeftBy(db, { id, user_id, currency: "NGN" })).toBeNull();
    const dollars = await card({ currency: "USD" });
    expect(await dollarsLeftBy(db, { ...dollars, currency: "USD" })).toBeNull();
  });

  it("are offered by the terms of the day, not by those to come", async () => {
    const today = await termsOn(db, "2026-01-15");
    await api.database.pool.query(
      `insert into dollar_terms
       select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'valid_from', '2026-03-01', 'margin_bp', 321))).*
       from dollar_terms t order by valid_from desc limit 1`,
    );
    expect(await termsOn(db, "2026-02-28")).toEqual(today);
    expect(await termsOn(db, "2026-03-01")).toMatchObject({ valid_from: "2026-03-01", margin_bp: 321 });
  });
});
