import * as team from "@manilla/contract/companies/team";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { clock } from "../../../clock.ts";
import { type TestCard, cardInUse, deliver, issuerBody, purseWith } from "../../../../../../test/card-payments.ts";
import { lineWith } from "../../../../../../test/companies.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { accountOf, balancesOf, openLinePart, postLineAssigned } from "../../money/books/index.ts";

const world = await useLendingWorld();
const { api } = world;

async function company() {
  const company_id = await api.company({});
  const owner = await api.person("company_super_admin", { company_id });
  const holder = await api.person("company_staff", { company_id });
  const leave = async () => {
    const asked = { token: owner.token, params: { id: holder.user_id }, body: { reason: "New job" } };
    expect((await api.call(team.leave, asked)).status).toBe(200);
  };
  return { company_id, owner, holder, leave };
}
const ask = (card: TestCard, amount: string, object_id: string) =>
  deliver(api, issuerBody(card, { amount, object_id }));
const told = (card: TestCard, type: string, amount: string, more: Record<string, unknown>, object_id = uuidv7()) =>
  deliver(api, issuerBody(card, { type, amount, more, object_id }));
const take = (card: TestCard, amount: string, authorization: string, more: object = {}) =>
  told(card, "transaction.created", amount, { type: "capture", authorization, ...more });
async function booksOf(line: "purse" | "company_wallet" | "undrawn_line", owner_id: string) {
  const [found] = await balancesOf(queryable(api.app.db), [accountOf(line, owner_id)]);
  return [found?.natural_kobo ?? 0n, found?.held_kobo ?? 0n];
}
const movements = (company_id: string) =>
  api.app.db
    .selectFrom("wallet_movements")
    .select(["kind", "amount_kobo", "balance_kobo"])
    .where("company_id", "=", company_id)
    .orderBy("happened_at")
    .orderBy("id")
    .execute();

it("what a leaver's card holds is the company's: taken, given back and taken beyond it there, never from the next company's purse", async () => {
  const { company_id, owner, holder, leave } = await company();
  await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo: 1_000_000n });
  const card = await cardInUse(api, { kind: "company_debit", user_id: holder.user_id, company_id });
  const [hotel, shop] = [uuidv7(), uuidv7()];
  await ask(card, "3000", hotel);
  await ask(card, "1000", shop);
  const said = await api.call(team.leaving, { token: owner.token, params: { id: holder.user_id } });
  expect((said.body.data as { also: string[] }).also).toContain(
    "₦4,000.00 is held for card payments: the company's money pays them.",
  );
  await leave();
  expect(await booksOf("purse", holder.user_id)).toEqual([0n, 0n]);
  expect(await booksOf("company_wallet", company_id)).toEqual([1_000_000n, 400_000n]);
  const next = await api.company({});
  await purseWith(api, { company_id: next, user_id: holder.user_id, amount_kobo: 500_000n });
  await take(card, "3500", hotel);
  expect(await booksOf("company_wallet", company_id)).toEqual([650_000n, 100_000n]);
  await told(card, "authorization.updated", "400", { status: "reversed" }, shop);
  expect(await booksOf("company_wallet", company_id)).toEqual([650_000n, 60_000n]);
  await told(card, "transaction.created", "500", { type: "refund", authorization: hotel });
  expect(await booksOf("company_wallet", company_id)).toEqual([700_000n, 60_000n]);
  await take(card, "9000", uuidv7());
  expect(await booksOf("company_wallet", company_id), "what is held stays").toEqual([60_000n, 60_000n]);
  expect(await booksOf("purse", holder.user_id), "the next company's").toEqual([500_000n, 0n]);
  const rows = await movements(company_id);
  const balances = rows.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n);
  expect(rows.filter(({ kind }) => kind === "card_paid").map(({ amount_kobo }) => amount_kobo)).toEqual([
    -350_000n,
    -640_000n,
  ]);
  expect(rows.at(-1)?.balance_kobo).toBe(60_000n);
  // The purse was filled by the test, which wrote no row of it.
  expect(balances - 1_000_000n).toBe(60_000n);
  await world.prove();
});

it("what a leaver's credit card holds is promised by the company's line, and drawn there", async () => {
  const { company_id, owner, holder, leave } = await company();
  await lineWith(world, { id: company_id, owner, limit_kobo: 1_000_000n });
  const { user_id } = holder;
  await api.app.db.transaction().execute(async (tx) => {
    await openLinePart(tx, user_id);
    const fact = { id: uuidv7(), company_id, user_id, amount_kobo: 400_000n, on: "2026-01-15", actor: "Test" };
    await postLineAssigned(tx, fact);
  });
  await api.app.db.insertInto("purses").values({ user_id, company_id, opened_at: clock.now() }).execute();
  const card = await cardInUse(api, { kind: "company_credit", user_id, company_id });
  const shop = uuidv7();
  await ask(card, "3000", shop);
  await leave();
  expect(await booksOf("undrawn_line", user_id)).toEqual([0n, 0n]);
  expect(await booksOf("undrawn_line", company_id)).toEqual([1_000_000n, 300_000n]);
  await take(card, "3000", shop);
  expect(await booksOf("undrawn_line", company_id)).toEqual([700_000n, 0n]);
  await world.prove();
});
