/** Disputes about payments in dollars: the same steps in cents, on the dollar purse; no naira line moves. */
import * as calls from "@manilla/contract/cards/card-disputes";
import { listLines } from "@manilla/contract/cards/card-settlements";
import * as books from "@manilla/contract/money/books";
import { approve } from "@manilla/contract/platform/approvals";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import {
  askIssuer,
  bought,
  disputeRow,
  type DisputedCard,
  issuerDecides,
  natural,
  openFor,
} from "../../../../../../test/card-disputes.ts";
import { cardInUse } from "../../../../../../test/card-payments.ts";
import { dollarCardWith, offerDollars } from "../../../../../../test/dollars.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { accountOf, openCardAccounts, postDisputeTakenBack } from "../../money/books/index.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { readSettlements } from "../card-settlements/reading.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const operations = await api.person("super_operations");
const because = { body: { reason: "The shop sent the signed slip" } };

beforeAll(() => offerDollars(world));

/** Each credit by another colleague: what one gives in a day is bounded. */
const act = async (call: (typeof calls)["send" | "credit" | "takeBack"], id: string, more: object = {}) => {
  const { token } = call === calls.credit ? await api.person("super_operations") : operations;
  return api.call(call, { token, params: { id }, ...more });
};
const dollarsOf = ({ user_id }: DisputedCard) => natural(world, accountOf("dollar_purse", user_id));
async function disputed(card: DisputedCard, price: number) {
  const { capture_id } = await bought(world, card, price);
  const { status, body } = await openFor(world, card.holder, capture_id, price * 100);
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return (body.data as { dispute_id: string }).dispute_id;
}
async function sent(id: string): Promise<void> {
  expect((await act(calls.send, id)).status).toBe(200);
  await askIssuer(world);
}
/** What all accounts in naira hold together moved: of a dispute in dollars, nothing. */
const nairaPostings = async (id: string) =>
  (
    await sql<{ code: string }>`
      select a.code
      from ledger.transactions t
      join ledger.postings p on p.transaction_id = t.id
      join ledger.accounts a on a.id = p.account_id
      where t.metadata ->> 'dispute_id' = ${id} and a.currency <> 'USD'
    `.execute(api.app.db)
  ).rows;
async function trialOfDollars(): Promise<number> {
  const { token } = await api.person("super_admin");
  const { body } = await api.call(books.trialBalance, { token });
  const { rows } = body.data as { rows: { currency: string; debit_kobo: number; credit_kobo: number }[] };
  return rows
    .filter(({ currency }) => currency === "USD")
    .reduce((sum, { debit_kobo, credit_kobo }) => sum + debit_kobo - credit_kobo, 0);
}

describe("a dispute about a payment in dollars", () => {
  it("that is won gives the dollars once, as the issuer's file of dollars says", async () => {
    const card = await dollarCardWith(world, 10_000);
    const { capture_id } = await bought(world, card, 40.05);
    const { token } = card.holder;
    const terms = await api.call(calls.terms, { token, params: { id: capture_id } });
    expect(terms.body.data).toMatchObject({ card_currency: "USD", most_kobo: 4_005, why_not: null });
    expect((await openFor(world, card.holder, capture_id, 4_006)).body.errors).toEqual({
      amount_kobo: ["choose between $0.01 and $40.05"],
    });
    const opened = await openFor(world, card.holder, capture_id, 4_005);
    const { dispute_id: id } = opened.body.data as { dispute_id: string };
    const both = await Promise.all([act(calls.credit, id), act(calls.credit, id)]);
    expect(both.map(({ status }) => status).toSorted(), "two clicks").toEqual([200, 409]);
    expect([await dollarsOf(card), await natural(world, "dispute_claims_usd")]).toEqual([10_000n, 4_005n]);
    await sent(id);
    await issuerDecides(world, id, "won", 30);
    expect(await disputeRow(world, id), "in part").toMatchObject({
      status: "refused",
      won_kobo: 3_000n,
      credited_kobo: 1_005n,
    });
    expect((await act(calls.takeBack, id, because)).status).toBe(200);
    expect([await dollarsOf(card), await natural(world, "dispute_claims_usd")]).toEqual([8_995n, 0n]);
    expect(await nairaPostings(id), "no line in naira moves").toEqual([]);
    const { rows: told } = await sql<{ title: string }>`
      select title from notifications where user_id = ${card.user_id} and title like '%is taken back'
    `.execute(api.app.db);
    expect(told).toEqual([{ title: "$10.05 is taken back" }]);

    const until = addDays(await businessDate(api.app.db), 1);
    await catchUp(api.app, until, { onDay: () => world.syncClock() });
    await world.syncClock();
    await readSettlements(api.app);
    const lines = await api.call(listLines, { token: world.checker.token, query: { limit: 100 } });
    const { items } = lines.body.datatable as { items: { kind: string }[] };
    expect(items.filter(({ kind }) => kind === "dispute_won")).toEqual([
      expect.objectContaining({ status: "matched", card_currency: "USD", issuer_kobo: -3_000 }),
    ]);
    expect(await natural(world, "issuer_settlement_usd")).toBe(0n);
    expect(await trialOfDollars()).toBe(0);
    await world.prove();
  });

  it("that is lost takes back what is there, and the rest is owed in dollars; or a second person lets it be our loss", async () => {
    const card = await dollarCardWith(world, 9_000);
    const id = await disputed(card, 90);
    await act(calls.credit, id);
    await bought(world, card, 80);
    await sent(id);
    await issuerDecides(world, id, "lost");
    const both = await Promise.all([act(calls.takeBack, id, because), act(calls.takeBack, id, because)]);
    expect(both.map(({ status }) => status).toSorted(), "two clicks").toEqual([200, 409]);
    const overdrawn = accountOf("dollar_overdrawn", card.id);
    expect([await dollarsOf(card), await natural(world, overdrawn)]).toEqual([0n, 8_000n]);

    const other = await dollarCardWith(world, 5_000);
    const kept = await disputed(other, 20);
    await act(calls.credit, kept);
    await sent(kept);
    await issuerDecides(world, kept, "lost");
    const asked = await api.call(calls.writeOff, { token: world.maker.token, params: { id: kept }, ...because });
    const { approval_id } = asked.body.data as { approval_id: string };
    expect(await natural(world, "dispute_losses_usd"), "not by one").toBe(0n);
    expect(await world.approve(approval_id)).toMatchObject({ status: 200 });
    expect([await natural(world, "dispute_losses_usd"), await dollarsOf(other)]).toEqual([2_000n, 5_000n]);
    expect(await disputeRow(world, kept)).toMatchObject({ status: "written_off", written_off_kobo: 2_000n });
    expect(await natural(world, "dispute_losses"), "no naira").toBe(0n);
    expect(await trialOfDollars()).toBe(0);
    await world.prove();
  });

  it("of a large sum is credited by two, who read it in dollars", async () => {
    const card = await dollarCardWith(world, 20_000);
    const id = await disputed(card, 100.01);
    const { approval_id } = (await act(calls.credit, id)).body.data as { approval_id: string };
    const { rows } = await sql<{ title: string; amount_kobo: bigint | null }>`
      select title, amount_kobo from approvals where id = ${approval_id}
    `.execute(api.app.db);
    expect(rows).toEqual([{ title: expect.stringMatching(/^Credit .+ \$100\.01 for now/), amount_kobo: null }]);
    expect(await dollarsOf(card)).toBe(9_999n);
    const { token } = await api.person("super_operations");
    const agreed = await api.call(approve, { token, params: { id: approval_id }, body: { version: 1 } });
    expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
    expect(await dollarsOf(card)).toBe(20_000n);
    await world.prove();
  });
});

describe("a credit that was taken back beyond the money", () => {
  it("is paid by the close of business from what comes later, in naira and in dollars", async () => {
    const dollars = await dollarCardWith(world, 5_000);
    const naira = await cardInUse(api, { kind: "personal_debit", user_id: dollars.user_id });
    const of = [
      { card_id: naira.id, currency: "NGN", account: accountOf("cash_wallet", dollars.user_id) },
      { card_id: dollars.id, currency: "USD", account: accountOf("dollar_purse", dollars.user_id) },
    ];
    await api.app.db.transaction().execute(async (tx) => {
      for (const { card_id, currency, account } of of) {
        await openCardAccounts(tx, card_id, currency);
        const id = uuidv7();
        const fact = {
          id,
          dispute_id: id,
          card_id,
          currency,
          reference: "CD1",
          on: await businessDate(tx),
          actor: "Test",
        };
        const taken = { account, receivable: account, from_kobo: 0n, drawn_kobo: 0n, overdrawn_kobo: 700n };
        await postDisputeTakenBack(tx, { ...fact, ...taken, kind: "take_back_dispute" });
      }
    });
    const overdrawn = async () => [
      await natural(world, accountOf("card_overdrawn", naira.id)),
      await natural(world, accountOf("dollar_overdrawn", dollars.id)),
    ];
    expect(await overdrawn()).toEqual([700n, 700n]);
    const until = addDays(await businessDate(api.app.db), 1);
    await catchUp(api.app, until, { onDay: () => world.syncClock() });
    expect(await overdrawn()).toEqual([0n, 0n]);
    expect(await dollarsOf(dollars)).toBe(4_300n);
    await world.prove();
  });
});
