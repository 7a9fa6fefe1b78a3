/** What follows when a dispute is over: a request about it is withdrawn, and what a shop gives back then is the issuer's. */
import { timeline } from "@manilla/contract/cards/cards";
import * as calls from "@manilla/contract/cards/card-disputes";
import { approve, find as findApproval } from "@manilla/contract/platform/approvals";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import {
  askIssuer,
  bought,
  companyCardWith,
  disputeRow,
  type DisputedCard,
  issuerDecides,
  natural,
  openFor,
  personalCreditCard,
} from "../../../../../../test/card-disputes.ts";
import { deliver, issuerBody, moneyOf } from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { personalBalances } from "../../money/books/index.ts";
import { withdrawOver } from "../../platform/approvals/withdrawing.ts";

const world = await useLendingWorld();
const { api } = world;
const operations = await api.person("super_operations");
const colleague = await api.person("super_operations");

const act = (call: (typeof calls)["send" | "credit"], id: string, { token } = operations) =>
  api.call(call, { token, params: { id } });

async function disputed(card: DisputedCard, naira: number) {
  const { capture_id, payment } = await bought(world, card, naira);
  const { body } = await openFor(world, card.holder, capture_id, naira * 100);
  return { id: (body.data as { dispute_id: string }).dispute_id, payment };
}
async function sent(id: string): Promise<void> {
  expect((await act(calls.send, id)).status).toBe(200);
  await askIssuer(world);
}
/** Money that moves as the issuer says. */
async function moves(card: DisputedCard, type: string, naira: number, authorization: string) {
  const body = issuerBody(card, {
    type: "transaction.created",
    amount: naira.toFixed(2),
    more: { type, authorization },
  });
  expect((await deliver(api, body)).responseCode).toBe("00");
}
const balance = async (card: DisputedCard) => (await moneyOf(api, card)).balance;
const claims = () => natural(world, "dispute_claims");

describe("a request about a dispute", () => {
  /** A dispute whose credit waits for a second person. */
  async function waiting() {
    const card = await companyCardWith(world, 50_000_000n);
    const { id, payment } = await disputed(card, 200_000);
    const { body } = await act(calls.credit, id);
    const { approval_id } = body.data as { approval_id: string };
    expect(approval_id).toEqual(expect.any(String));
    return { card, id, payment, approval_id };
  }
  const press = (id: string, version = 1) =>
    api.call(approve, { token: colleague.token, params: { id }, body: { version } });
  const requestOf = async (id: string) =>
    (await api.call(findApproval, { token: colleague.token, params: { id } })).body.data as {
      status: string;
      decision_reason: string;
      version: number;
    };

  it("is withdrawn with it when the issuer has decided: who agrees too late reads that, and nobody is credited twice", async () => {
    for (const outcome of ["won", "lost"] as const) {
      const { card, id, approval_id } = await waiting();
      await sent(id);
      await issuerDecides(world, id, outcome);
      expect(await disputeRow(world, id)).toMatchObject({ status: outcome, approval_id: null, credited_at: null });
      const request = await requestOf(approval_id);
      const decision_reason = `The issuer has decided for the ${outcome === "won" ? "holder" : "shop"}.`;
      expect(request).toMatchObject({ status: "withdrawn", decision_reason });
      for (const version of [1, request.version]) {
        const pressed = await press(approval_id, version);
        expect([pressed.status, pressed.body.message]).toEqual([409, expect.stringMatching(/withdrawn|changed/)]);
      }
      expect(await balance(card)).toBe(outcome === "won" ? 50_000_000n : 30_000_000n);
      const told = await api.app.db
        .selectFrom("notifications")
        .select("body")
        .where("user_id", "=", operations.user_id)
        .where("title", "=", "Your request was withdrawn")
        .execute();
      expect(told.at(-1)?.body).toContain(decision_reason);
      const { body } = await api.call(timeline, { token: operations.token, params: { id: card.id } });
      expect(JSON.stringify(body.data), "the card's timeline says it").toContain(decision_reason);
    }
    await world.prove();
  });

  it("is withdrawn when the shop gives a part back, and the desk asks for the rest", async () => {
    const { card, id, payment, approval_id } = await waiting();
    await moves(card, "refund", 50_000, payment);
    expect(await disputeRow(world, id)).toMatchObject({ amount_kobo: 15_000_000n, approval_id: null });
    expect(await requestOf(approval_id)).toMatchObject({ status: "withdrawn" });
    const again = await act(calls.credit, id);
    expect([again.status, again.body.message]).toEqual([200, expect.any(String)]);
    const { approval_id: next } = again.body.data as { approval_id: string };
    expect((await press(next)).status).toBe(200);
    expect(await balance(card)).toBe(50_000_000n);
    await world.prove();
  });

  it("that somebody decides in this moment is ended by the next round", async () => {
    const { card, id, payment, approval_id } = await waiting();
    const deciding = await api.database.pool.connect();
    try {
      await deciding.query("begin");
      await deciding.query("select 1 from approvals where id = $1 for no key update", [approval_id]);
      await moves(card, "refund", 200_000, payment);
    } finally {
      await deciding.query("rollback");
      deciding.release();
    }
    expect(await disputeRow(world, id)).toMatchObject({ status: "refunded", approval_id });
    expect((await press(approval_id)).body.message).toBe("This dispute has changed since. Look at it again.");
    await withdrawOver(api.app);
    expect(await requestOf(approval_id)).toMatchObject({ status: "withdrawn" });
    expect(await disputeRow(world, id)).toMatchObject({ approval_id: null });
    expect(await balance(card)).toBe(50_000_000n);
    await world.prove();
  });
});

describe("what a shop gives back after its dispute was won", () => {
  it("is the issuer's: the holder has the money once, to the kobo", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const [before, settlement] = [await claims(), await natural(world, "issuer_settlement")];
    const { id, payment } = await disputed(card, 8_000);
    await sent(id);
    await issuerDecides(world, id, "won");
    expect(await balance(card)).toBe(1_000_000n);
    await moves(card, "refund", 2_999.99, payment);
    expect(await balance(card), "a part").toBe(1_000_000n);
    expect(await claims(), "owed to the issuer").toBe(before - 299_999n);
    await moves(card, "refund", 5_000.01, payment);
    expect(await balance(card)).toBe(1_000_000n);
    expect(await claims()).toBe(before - 800_000n);
    expect(await disputeRow(world, id)).toMatchObject({ status: "won", won_kobo: 800_000n, won_twice_kobo: 800_000n });
    expect(await natural(world, "issuer_settlement"), "taken once, given twice").toBe(settlement - 800_000n);
    const spent = await api.app.db
      .selectFrom("expenses")
      .select(["amount_kobo", "returned_kobo"])
      .where("company_id", "=", card.company_id!)
      .execute();
    expect(spent, "nothing was spent, and nothing came back beyond it").toEqual([
      { amount_kobo: 0n, returned_kobo: 800_000n },
    ]);
    // The issuer takes it back as a refund that was wrong: what was won stays.
    await moves(card, "refund_reversal", 8_000, payment);
    expect(await balance(card)).toBe(1_000_000n);
    expect(await claims()).toBe(before);
    expect(await disputeRow(world, id)).toMatchObject({ won_twice_kobo: 0n });
    await world.prove();
  });

  it("is the holder's as far as it was not won", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const before = await claims();
    const { id, payment } = await disputed(card, 8_000);
    await sent(id);
    await issuerDecides(world, id, "won", 3_000);
    await moves(card, "refund", 6_000, payment);
    expect(await balance(card)).toBe(1_000_000n);
    expect(await claims()).toBe(before - 100_000n);
    await moves(card, "capture", 1_000, uuidv7());
    await moves(card, "refund", 2_000, payment);
    expect(await balance(card)).toBe(900_000n);
    expect(await claims()).toBe(before - 300_000n);
    await world.prove();
  });

  it("comes to a credit card's holder as far as they owe, and neither draws their line nor stays in their wallet", async () => {
    const card = await personalCreditCard(world, 5_000_000n);
    const free = await balance(card);
    const { id, payment } = await disputed(card, 7_000);
    await sent(id);
    await issuerDecides(world, id, "won");
    expect(await balance(card)).toBe(free);
    await bought(world, card, 1_000);
    const cash = async () => (await personalBalances(api.app.db, card.user_id)).cash_kobo;
    const before = await cash();
    await moves(card, "refund", 7_000, payment);
    expect([await balance(card), await cash()]).toEqual([free - 100_000n, before]);
    await world.prove();
  });
});
