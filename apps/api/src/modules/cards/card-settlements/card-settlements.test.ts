/** The issuer's files beside the books: what agrees, what does not, and how it ends. */
import * as calls from "@manilla/contract/cards/card-settlements";
import { addDays } from "@manilla/credit";
import { balanceOf } from "@manilla/ledger";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deliver, issuerBody, purseWith } from "../../../../../../test/card-payments.ts";
import { activeCard } from "../../../../../../test/cards.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { readSettlements } from "./reading.ts";
import { signed, totalsOf } from "./rules.ts";

const world = await useLendingWorld();
const { api, sandbox } = world;

const send = async (method: "POST" | "PUT", path: string, body: object) =>
  (await (
    await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: "Bearer issuer_sandbox" },
      body: JSON.stringify(body),
    })
  ).json()) as { data: { _id: string } };
const issuersTransactions = async () =>
  (
    (await (await fetch(`${sandbox.url}/issuer-payments.json`)).json()) as {
      transactions: { _id: string; authorization: string; amount: number }[];
    }
  ).transactions;

async function cardInShops() {
  const company_id = await api.company({});
  const owner = await api.person("company_super_admin", { company_id });
  const holder = await api.person("company_staff", { company_id });
  await api.app.db
    .updateTable("sessions")
    .set({ stepped_up_until: new Date(Date.now() + 600_000) })
    .where("user_id", "=", holder.user_id)
    .execute();
  await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo: 10_000_000n });
  const { id } = await activeCard(world, owner, holder);
  const { issuer_card_id } = await api.app.db
    .selectFrom("cards")
    .select("issuer_card_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, issuer_card_id: issuer_card_id!, kind: "company_debit", user_id: holder.user_id, company_id };
}
type Card = Awaited<ReturnType<typeof cardInShops>>;

/** Pays in a shop, which takes it at once. @returns the issuer's transaction */
async function buy({ issuer_card_id }: Card, amount: number, more: object = {}): Promise<string> {
  const asked = { cardId: issuer_card_id, channel: "pos", amount, ...more };
  const { data } = await send("POST", "/issuer/cards/simulator/authorization", asked);
  await send("POST", `/issuer-payments/${data._id}/capture`, {});
  return (await issuersTransactions()).find(({ authorization }) => authorization === data._id)!._id;
}
const captures = async () =>
  (await api.database.pool.query("select count(*)::int as count from card_captures")).rows[0].count as number;
async function liveDays(days: number): Promise<void> {
  const until = addDays(await businessDate(api.app.db), days);
  await catchUp(api.app, until, { onDay: () => world.syncClock() });
  await world.syncClock();
}
const natural = async (code: string) => (await balanceOf(queryable(api.app.db), code)).natural_kobo;

interface Line {
  id: string;
  status: string;
  reason: string | null;
  issuer_transaction_id: string;
  issuer_kobo: number | null;
  our_kobo: number | null;
  difference_kobo: number;
  version: number;
}
const lines = async (filter: object = {}) =>
  (
    (
      await api.call(calls.listLines, {
        token: world.maker.token,
        query: { limit: 100, filter: JSON.stringify(filter) },
      })
    ).body.datatable as { items: Line[] }
  ).items;
/** What the books owe the issuer is what it has not settled, less what it took beyond. */
async function owedIsExplained(): Promise<void> {
  const { rows } = await api.database.pool.query(`
    select coalesce((
      select sum(case when c.kind = 'refund' then -c.amount_kobo else c.amount_kobo end)
      from card_captures c
      where not exists (
        select 1 from card_settlement_lines l
        where l.issuer_transaction_id = c.issuer_transaction_id
          and (l.capture_id = c.id or (l.status <> 'written_off' and l.reason is distinct from 'again'))
      )
    ), 0) - coalesce((select sum(difference_kobo) from card_settlement_lines where status = 'open'), 0) as owed
  `);
  expect(await natural("issuer_settlement")).toBe(BigInt(rows[0].owed));
}

describe("the issuer's settlement", () => {
  it("agrees with the books day by day, is booked once, and leaves nothing owed", async () => {
    const card = await cardInShops();
    await buy(card, 505.375);
    await buy(card, 1_000);
    const [, first] = await issuersTransactions();
    await send("POST", `/issuer-payments/${first!.authorization}/refund`, { amount: 300 });
    await waitUntil(async () => (await captures()) === 3);
    expect(await readSettlements(api.app), "the day is not over").toBe(0);
    const before = await natural("issuer_settlement");
    expect(before).toBeGreaterThan(0n);
    await liveDays(1);
    expect((await Promise.all([readSettlements(api.app), readSettlements(api.app)])).toSorted(), "once").toEqual([
      0, 1,
    ]);
    expect((await lines()).map(({ status, difference_kobo }) => [status, difference_kobo])).toEqual(
      Array.from({ length: 3 }, () => ["matched", 0]),
    );
    const { items } = (await api.call(calls.listDays, { token: world.maker.token })).body.datatable as {
      items: { settled_kobo: number; charges_kobo: number; interchange_kobo: number; net_kobo: number; open: number }[];
    };
    const day = items[0]!;
    expect(day).toMatchObject({ settled_kobo: Number(before), charges_kobo: 1_000, open: 0 });
    expect(await natural("issuer_settlement")).toBe(0n);
    expect(await natural("issuer_float")).toBe(-BigInt(day.net_kobo));
    expect(await natural("provider_charges")).toBe(1_000n);
    expect(await natural("interchange_income")).toBe(BigInt(day.interchange_kobo));
    await owedIsExplained();
    await world.prove();
  });

  it("shows what is left out, another sum, what comes twice and what we do not know; two people end it", async () => {
    const card = await cardInShops();
    const known = await captures();
    const [left_out, other, twice] = [await buy(card, 700), await buy(card, 800), await buy(card, 900)];
    await waitUntil(async () => (await captures()) === known + 3);
    await send("PUT", "/faults/webhooks", { drop: true });
    const unknown = await buy(card, 400);
    await send("PUT", "/faults/webhooks", {});
    await send("PUT", "/issuer-settlements", {
      left_out: [left_out],
      other_sums: { [other]: "850.00" },
      twice: [twice],
    });
    await liveDays(1);
    expect(await readSettlements(api.app)).toBe(1);
    const reasons = async () =>
      Object.fromEntries(
        (await lines({ status: "open" })).map(({ issuer_transaction_id, reason, difference_kobo }) => [
          issuer_transaction_id,
          [reason, difference_kobo],
        ]),
      );
    expect(await reasons()).toEqual({
      [other]: ["other_amount", 5_000],
      [twice]: ["again", 90_000],
      [unknown]: ["unknown_here", 40_000],
    });
    await owedIsExplained();

    // Its message comes late, and the line agrees; the payment that was left out is looked at after some days.
    const more = { type: "capture", authorization: null };
    await deliver(api, issuerBody(card, { type: "transaction.created", amount: "400", more, object_id: unknown }));
    await liveDays(3);
    await readSettlements(api.app);
    expect(await reasons()).toEqual({
      [left_out]: ["not_settled", -70_000],
      [other]: ["other_amount", 5_000],
      [twice]: ["again", 90_000],
    });
    await owedIsExplained();

    const line = (await lines({ status: "open" })).find(({ reason }) => reason === "again")!;
    const asked = (token: string, more: object = {}) =>
      api.call(calls.writeOff, {
        token,
        params: { id: line.id },
        body: { reason: "The issuer never answered", ...more },
      });
    const bare = await asked(world.maker.token, { slip_id: undefined });
    expect(Object.keys(bare.body.errors), "not without a paper").toEqual(["slip_id"]);
    const support = await api.person("super_support");
    expect((await asked(support.token)).status).toBe(403);
    const [one, two] = await Promise.all([asked(world.maker.token), asked(world.maker.token)]);
    expect([one.status, two.status].toSorted(), "asked once").toEqual([200, 409]);
    const { approval_id } = (one.status === 200 ? one : two).body.data as { approval_id: string };
    const rounding = await natural("rounding");
    expect(await world.approve(approval_id)).toMatchObject({ status: 200 });
    expect(await natural("rounding")).toBe(rounding + 90_000n);
    expect((await lines({ status: "written_off" })).map(({ id }) => id)).toEqual([line.id]);
    await owedIsExplained();
    await world.prove();
  });

  it("that was written off before we knew the payment is looked at again when its message comes", async () => {
    const card = await cardInShops();
    await send("PUT", "/faults/webhooks", { drop: true });
    const unknown = await buy(card, 250);
    await send("PUT", "/faults/webhooks", {});
    await liveDays(1);
    await readSettlements(api.app);
    const lineOf = async () =>
      (await lines({ status: "open" })).find(({ issuer_transaction_id }) => issuer_transaction_id === unknown);
    const writeOff = async () => {
      const asked = { params: { id: (await lineOf())!.id }, body: { reason: "Nobody knows this payment" } };
      const { body } = await api.call(calls.writeOff, { token: world.maker.token, ...asked });
      expect(await world.approve((body.data as { approval_id: string }).approval_id)).toMatchObject({ status: 200 });
    };
    await writeOff();
    const rounding = await natural("rounding");
    const more = { type: "capture", authorization: null };
    await deliver(api, issuerBody(card, { type: "transaction.created", amount: "250", more, object_id: unknown }));
    await owedIsExplained();
    await liveDays(3);
    await readSettlements(api.app);
    expect(await lineOf()).toMatchObject({ reason: "not_settled", difference_kobo: -25_000 });
    await owedIsExplained();
    await writeOff();
    expect(await natural("rounding"), "what was written off comes back").toBe(rounding - 25_000n);
    expect(await lineOf()).toBeUndefined();
    await owedIsExplained();
    await world.prove();
  });

  it("of an issuer that does not answer is read later", async () => {
    const card = await cardInShops();
    const known = await captures();
    await buy(card, 150);
    await waitUntil(async () => (await captures()) === known + 1);
    await liveDays(1);
    await world.fault("issuer", { mode: "outage" });
    expect(await readSettlements(api.app)).toBe(0);
    await world.clearFaults();
    expect(await readSettlements(api.app)).toBeGreaterThan(0);
    await owedIsExplained();
  });
});

it("adds up to what each payment takes, whichever they are", () => {
  const line = fc.record({
    kind: fc.constantFrom("capture" as const, "refund" as const, "refund_reversal" as const),
    amount_kobo: fc.bigInt(1n, 10n ** 12n),
    interchange_kobo: fc.bigInt(0n, 10n ** 6n),
    charge_kobo: fc.bigInt(0n, 10n ** 6n),
  });
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (some, others) => {
      const [whole, one, other] = [totalsOf([...some, ...others]), totalsOf(some), totalsOf(others)];
      expect(whole.settled_kobo).toBe(one.settled_kobo + other.settled_kobo);
      expect(whole.charges_kobo).toBe(one.charges_kobo + other.charges_kobo);
      const given = some.map((each) => ({ ...each, kind: "refund" as const }));
      expect(totalsOf(given).settled_kobo).toBe(-some.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n));
      for (const each of some) expect(signed(each) < 0n).toBe(each.kind === "refund");
    }),
  );
});
