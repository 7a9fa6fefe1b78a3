/** Disputes from the holder's form to the issuer's decision: their money, who may do what, and what never happens twice. */
import * as calls from "@manilla/contract/cards/card-disputes";
import * as cards from "@manilla/contract/cards/cards";
import { listLines } from "@manilla/contract/cards/card-settlements";
import { approve } from "@manilla/contract/platform/approvals";
import { addDays } from "@manilla/credit";
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
  sandboxSends,
} from "../../../../../../test/card-disputes.ts";
import { clock } from "../../../clock.ts";
import { deliver, issuerBody, moneyOf } from "../../../../../../test/card-payments.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { walletOf } from "../../money/books/index.ts";
import { readSettlements } from "../card-settlements/reading.ts";
import { hear } from "./issuer.ts";
import { tellOfLate } from "./late.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const world = await useLendingWorld();
const { api } = world;
const operations = await api.person("super_operations");
const finance = world.checker;

/** Each credit by another colleague, unless said: what one gives in thirty days is bounded. */
const act = async (
  call: (typeof calls)["send" | "credit" | "takeBack" | "writeOff" | "decline" | "withdraw"],
  id: string,
  more: object = {},
  who?: { token: string },
) => {
  const { token } = who ?? (call === calls.credit ? await api.person("super_operations") : operations);
  return api.call(call, { token, params: { id }, ...more });
};
const because = { body: { reason: "The shop sent the signed slip" } };

/** A payment that its holder disputes. */
async function disputed(card: DisputedCard, naira: number, part = naira) {
  const { capture_id, payment } = await bought(world, card, naira);
  const { status, body } = await openFor(world, card.holder, capture_id, part * 100);
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return { id: (body.data as { dispute_id: string }).dispute_id, capture_id, payment };
}
async function sent(id: string): Promise<void> {
  expect((await act(calls.send, id)).status).toBe(200);
  await askIssuer(world);
  expect(await disputeRow(world, id)).toMatchObject({ status: "sent" });
}
const balance = async (card: DisputedCard) => (await moneyOf(api, card)).balance;
const statusOf = async (id: string) => (await disputeRow(world, id)).status;

describe("a dispute", () => {
  it("is opened once, by who paid, in time and for no more than was taken", async () => {
    const card = await companyCardWith(world, 10_000_000n);
    const { capture_id, payment } = await bought(world, card, 5_000);
    const stranger = await api.person("company_staff", { company_id: card.company_id! });
    const ask = (token: string | undefined, body: object) =>
      api.call(calls.open, { ...(token && { token }), params: { id: capture_id }, body });
    const good = { reason: "duplicate", amount_kobo: "500000", text: "It was taken twice." };
    expect((await ask(undefined, good)).status).toBe(401);
    expect((await ask(operations.token, good)).status).toBe(403);
    expect((await ask(stranger.token, good)).status).toBe(404);
    const { token } = card.holder;
    expect((await ask(token, { ...good, reason: "because" })).body.errors).toHaveProperty("reason");
    expect((await ask(token, { ...good, amount_kobo: "500001" })).body.errors).toEqual({
      amount_kobo: ["choose between ₦0.01 and ₦5,000.00"],
    });
    expect((await ask(token, { ...good, amount_kobo: "0" })).status).toBe(422);
    // The shop gives a part back: so much less can be disputed.
    await sandboxSends(world, "POST", `/issuer-payments/${payment}/refund`, { amount: 2_000 });
    await waitUntil(async () => (await balance(card)) === 10_000_000n - 300_000n);
    const terms = await api.call(calls.terms, { token, params: { id: capture_id } });
    expect(terms.body.data).toMatchObject({ most_kobo: 300_000, hours: 72, why_not: null });
    const both = await Promise.all([1, 2].map(() => openFor(world, card.holder, capture_id, 300_000)));
    expect(both.map(({ status }) => status).toSorted(), "once").toEqual([200, 409]);
    const after = await api.call(calls.terms, { token, params: { id: capture_id } });
    expect(after.body.data).toMatchObject({ most_kobo: 0, why_not: expect.stringContaining("You have disputed it") });

    const late = await bought(world, card, 100);
    await api.database.pool.query("update card_captures set business_date = business_date - 121 where id = $1", [
      late.capture_id,
    ]);
    expect((await openFor(world, card.holder, late.capture_id, 100)).body.message).toContain(
      "time to dispute it is over",
    );
    await world.prove();
  });

  it("that is won gives the money once, as the issuer's file says", async () => {
    const card = await companyCardWith(world, 10_000_000n);
    const claims = await natural(world, "dispute_claims");
    const { id } = await disputed(card, 8_000);
    const { token } = card.holder;
    const both = await Promise.all([act(calls.credit, id), act(calls.credit, id)]);
    expect(both.map(({ status }) => status).toSorted(), "two clicks").toEqual([200, 409]);
    expect(await balance(card)).toBe(10_000_000n);
    expect(await natural(world, "dispute_claims")).toBe(claims + 800_000n);
    await sent(id);
    expect((await api.call(calls.withdraw, { token, params: { id } })).status, "it is with the issuer").toBe(409);
    await issuerDecides(world, id, "won");
    await askIssuer(world);
    expect(await disputeRow(world, id)).toMatchObject({ status: "won", won_kobo: 800_000n, credited_kobo: 0n });
    expect(await balance(card), "nothing on top").toBe(10_000_000n);
    expect(await natural(world, "dispute_claims")).toBe(claims);

    const until = addDays(await businessDate(api.app.db), 1);
    await catchUp(api.app, until, { onDay: () => world.syncClock() });
    await world.syncClock();
    await readSettlements(api.app);
    const lines = await api.call(listLines, { token: finance.token, query: { limit: 100 } });
    const { items } = lines.body.datatable as { items: { kind: string; status: string; issuer_kobo: number }[] };
    expect(items.filter(({ kind }) => kind === "dispute_won")).toEqual([
      expect.objectContaining({ status: "matched", issuer_kobo: -800_000 }),
    ]);
    expect(items.every(({ status }) => status === "matched")).toBe(true);
    expect(await natural(world, "issuer_settlement")).toBe(0n);
    const found = await api.call(calls.find, { token, params: { id } });
    const { steps } = found.body.data as { steps: { status: string; by: string }[] };
    expect(steps.map((step) => [step.status, step.by])).toEqual([
      ["won", "Manilla"],
      ["sent", "Manilla"],
      ["sending", "Manilla"],
      ["open", "You"],
    ]);
    expect((await openFor(world, card.holder, (await disputeRow(world, id)).capture_id, 1)).status).toBe(409);
    await world.prove();
  });

  it("that is won without a credit before pays the holder, also in part", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { id } = await disputed(card, 4_000);
    await sent(id);
    await issuerDecides(world, id, "won", 1_500);
    expect(await disputeRow(world, id)).toMatchObject({ status: "won", won_kobo: 150_000n });
    expect(await balance(card)).toBe(750_000n);
    await world.prove();
  });

  it("that is won is no longer spent, also of what was taken without an authorisation", async () => {
    for (const is_authorised of [true, false]) {
      const card = await companyCardWith(world, 1_000_000n);
      const { id, capture_id } = await disputed(card, 4_000);
      const { db } = api.app;
      const capture = db.updateTable("card_captures").where("id", "=", capture_id);
      if (!is_authorised) await capture.set({ issuer_authorisation_id: null }).execute();
      await sent(id);
      await issuerDecides(world, id, "won", 1_500);
      const spent = db.selectFrom("expenses").select(["amount_kobo", "returned_kobo"]);
      expect(await spent.where("company_id", "=", card.company_id!).execute()).toEqual([
        { amount_kobo: 250_000n, returned_kobo: 150_000n },
      ]);
      if (is_authorised) continue;
      await deliver(
        api,
        issuerBody(card, { type: "transaction.created", amount: "5", more: { type: "correction_debit" } }),
      );
      const { amount_kobo } = await db
        .selectFrom("expenses")
        .select((of) => of.fn.sum<bigint>("amount_kobo").as("amount_kobo"))
        .where("company_id", "=", card.company_id!)
        .executeTakeFirstOrThrow();
      expect(BigInt(amount_kobo), "a correction of nothing that came back").toBe(250_500n);
    }
    await world.prove();
  });

  it("that is lost takes its credit back, and never makes a purse negative", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { id } = await disputed(card, 9_000);
    await act(calls.credit, id);
    // The holder spends it.
    await bought(world, card, 8_000);
    await sent(id);
    await issuerDecides(world, id, "lost");
    expect(await disputeRow(world, id)).toMatchObject({ status: "refused", credited_kobo: 900_000n });
    const both = await Promise.all([act(calls.takeBack, id, because), act(calls.takeBack, id, because)]);
    expect(both.map(({ status }) => status).toSorted(), "two clicks").toEqual([200, 409]);
    expect(await statusOf(id)).toBe("lost");
    expect(await moneyOf(api, card)).toMatchObject({ balance: 0n, overdrawn: 700_000n });
    await world.prove();
  });

  it("that is lost may stay with the holder: a second person lets it", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const losses = await natural(world, "dispute_losses");
    const { id, payment } = await disputed(card, 2_000);
    await act(calls.credit, id);
    await sent(id);
    await issuerDecides(world, id, "lost");
    expect((await act(calls.writeOff, id, because)).status, "a loss is for finance").toBe(403);
    const without = { ...because.body, slip_id: undefined };
    const bare = await api.call(calls.writeOff, { token: world.maker.token, params: { id }, body: without });
    expect(Object.keys(bare.body.errors), "not without a paper").toEqual(["slip_id"]);
    const asked = await api.call(calls.writeOff, { token: world.maker.token, params: { id }, ...because });
    expect(asked.status).toBe(200);
    const { approval_id } = asked.body.data as { approval_id: string };
    expect((await act(calls.takeBack, id, because)).body.code).toBe("already_requested");
    expect(await natural(world, "dispute_losses"), "not by one").toBe(losses);
    expect(await world.approve(approval_id)).toMatchObject({ status: 200 });
    expect(await world.approve(approval_id)).toMatchObject({ status: 409 });
    expect(await disputeRow(world, id)).toMatchObject({
      status: "written_off",
      credited_kobo: 0n,
      written_off_kobo: 200_000n,
      approval_id: null,
    });
    expect(await natural(world, "dispute_losses")).toBe(losses + 200_000n);
    expect(await balance(card)).toBe(1_000_000n);
    // The shop gives it back after all: that pays our loss, and the holder has it once, however often the shop says so.
    await sandboxSends(world, "POST", `/issuer-payments/${payment}/refund`, { amount: 500 });
    await waitUntil(async () => (await disputeRow(world, id)).written_off_kobo === 150_000n);
    expect(await natural(world, "dispute_losses")).toBe(losses + 150_000n);
    expect(await balance(card)).toBe(1_000_000n);
    await sandboxSends(world, "POST", `/issuer-payments/${payment}/refund`, { amount: 1_500 });
    await waitUntil(async () => (await disputeRow(world, id)).written_off_kobo === 0n);
    expect(await disputeRow(world, id)).toMatchObject({ status: "written_off", credited_kobo: 0n });
    expect(await natural(world, "dispute_losses")).toBe(losses);
    expect(await balance(card)).toBe(1_000_000n);
    // The issuer takes a part of that back: the holder keeps what two people let them keep.
    const more = { type: "refund_reversal", authorization: payment };
    await deliver(api, issuerBody(card, { type: "transaction.created", amount: "700", more }));
    expect(await disputeRow(world, id)).toMatchObject({ written_off_kobo: 70_000n, recovered_kobo: 130_000n });
    expect(await natural(world, "dispute_losses")).toBe(losses + 70_000n);
    expect(await balance(card)).toBe(1_000_000n);
    await world.prove();
  });

  it("of a large sum is credited by two", async () => {
    const card = await companyCardWith(world, 50_000_000n);
    const { id } = await disputed(card, 100_001);
    const { body } = await act(calls.credit, id, {}, operations);
    const { approval_id } = body.data as { approval_id: string };
    expect(approval_id).toEqual(expect.any(String));
    const agree = ({ token }: { token: string }) =>
      api.call(approve, { token, params: { id: approval_id }, body: { version: 1 } });
    expect((await agree(operations)).status, "not by one").toBe(403);
    expect(await balance(card)).toBe(50_000_000n - 10_000_100n);
    expect((await agree(await api.person("super_operations"))).status).toBe(200);
    expect(await balance(card)).toBe(50_000_000n);
    await world.prove();
  });

  it("is credited by two where one colleague's small ones add up in thirty days, or one holder's", async () => {
    const card = await companyCardWith(world, 50_000_000n);
    const who = await api.person("super_operations");
    const credit = async (naira: number) => {
      const { status, body } = await act(calls.credit, (await disputed(card, naira)).id, {}, who);
      expect(status, body.message).toBe(200);
      return (body.data as { approval_id: string | null }).approval_id;
    };
    expect(await credit(60_000)).toBeNull();
    expect(await credit(40_000), "to the bound").toBeNull();
    expect(await credit(1), "beyond it").toEqual(expect.any(String));
    const other = await act(calls.credit, (await disputed(card, 2)).id);
    const { approval_id } = other.body.data as { approval_id: string | null };
    expect(approval_id, "nor by another, for the same holder").toEqual(expect.any(String));
    await world.prove();
  });

  it("whose shop gives the money back meanwhile ends, and nobody has it twice", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { id, payment } = await disputed(card, 6_000);
    await act(calls.credit, id);
    await sent(id);
    await sandboxSends(world, "POST", `/issuer-payments/${payment}/refund`, { amount: 2_500 });
    await waitUntil(async () => (await disputeRow(world, id)).amount_kobo === 350_000n);
    expect(await disputeRow(world, id)).toMatchObject({ status: "sent", credited_kobo: 350_000n });
    expect(await balance(card)).toBe(1_000_000n);
    await sandboxSends(world, "POST", `/issuer-payments/${payment}/refund`, { amount: 3_500 });
    await waitUntil(async () => (await statusOf(id)) === "refunded");
    expect(await disputeRow(world, id)).toMatchObject({ amount_kobo: 0n, credited_kobo: 0n });
    expect(await balance(card)).toBe(1_000_000n);
    await world.prove();
  });

  it("is withdrawn or declined while it is open, and its credit goes back", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { id, capture_id } = await disputed(card, 1_000);
    await act(calls.credit, id);
    expect((await act(calls.withdraw, id)).status, "not by the desk").toBe(403);
    expect((await api.call(calls.withdraw, { token: card.holder.token, params: { id } })).status).toBe(200);
    expect(await balance(card)).toBe(900_000n);
    const again = await openFor(world, card.holder, capture_id, 100_000);
    expect(again.status, "it may be disputed again").toBe(200);
    const { dispute_id } = again.body.data as { dispute_id: string };
    expect((await act(calls.decline, dispute_id, because)).status).toBe(200);
    expect(await statusOf(dispute_id)).toBe("declined");
    await world.prove();
  });

  it("of a card that is closed meanwhile is credited to its owner's wallet, and taken back or won there", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const own = await personalCreditCard(world, 5_000_000n);
    const [first, second] = [await disputed(card, 4_000), await disputed(card, 1_000)];
    const third = await disputed(own, 3_000);
    const { token } = await api.person("company_super_admin", { company_id: card.company_id! });
    await api.app.db
      .updateTable("sessions")
      .set({ stepped_up_until: new Date(clock.milliseconds() + 600_000) })
      .execute();
    for (const [by, { id }] of [
      [token, card],
      [own.holder.token, own],
    ] as const)
      expect(
        (await api.call(cards.close, { token: by, params: { id }, body: { reason: "No longer needed" } })).status,
      ).toBe(200);
    const purse = await balance(card);
    const wallet = () => walletOf(api.app.db, card.company_id!);
    const before = (await wallet()).balance_kobo;
    for (const { id } of [first, second, third]) {
      expect((await act(calls.credit, id)).status).toBe(200);
      await sent(id);
    }
    expect((await wallet()).balance_kobo).toBe(before + 500_000n);
    await issuerDecides(world, first.id, "lost");
    expect((await act(calls.takeBack, first.id, because)).status).toBe(200);
    await issuerDecides(world, second.id, "won");
    await issuerDecides(world, third.id, "lost");
    expect((await act(calls.takeBack, third.id, because)).status).toBe(200);
    expect((await wallet()).balance_kobo).toBe(before + 100_000n);
    expect(await balance(card)).toBe(purse);
    await world.prove();
  });

  it("of a credit card gives its line back, and draws it again", async () => {
    const card = await personalCreditCard(world, 5_000_000n);
    const free = await balance(card);
    const { id } = await disputed(card, 7_000);
    expect(await balance(card)).toBe(free - 700_000n);
    await act(calls.credit, id);
    expect(await balance(card)).toBe(free);
    await sent(id);
    await issuerDecides(world, id, "lost");
    await act(calls.takeBack, id, because);
    expect(await balance(card)).toBe(free - 700_000n);
    await world.prove();
  });
});

describe("the issuer", () => {
  it("that does not answer is asked for the dispute, and never gets it twice", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { id } = await disputed(card, 500);
    await world.fault("issuer", { mode: "timeout_after_effect", delay_ms: 100, times: 1, call: "POST /disputes" });
    await act(calls.send, id);
    await askIssuer(world);
    await world.clearFaults();
    await askIssuer(world);
    await askIssuer(world);
    expect(await statusOf(id)).toBe("sent");
    const all = (await (await fetch(`${world.sandbox.url}/issuer-disputes.json`)).json()) as {
      disputes: { metadata: { reference: string } }[];
    };
    expect(all.disputes.filter(({ metadata }) => metadata.reference === id)).toHaveLength(1);
  });

  it("that refuses it hands it back to the desk", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { id } = await disputed(card, 500);
    await world.fault("issuer", { mode: "decline", times: 1, call: "POST /disputes" });
    await act(calls.send, id);
    await askIssuer(world);
    await world.clearFaults();
    expect(await disputeRow(world, id)).toMatchObject({ status: "open", issuer_says: "The issuer refused it." });
    await sent(id);
  });
});

describe("an answer of the issuer", () => {
  it("that says won and gives nothing back decides nothing: it is asked again, and the desk hears of it once", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { id } = await disputed(card, 4_000);
    await act(calls.credit, id, {}, operations);
    await sent(id);
    const { issuer_dispute_id } = await disputeRow(world, id);
    const said = { issuer_dispute_id: issuer_dispute_id!, status: "won", note: null } as const;
    const told = async () =>
      (
        await api.app.db
          .selectFrom("notifications")
          .select("id")
          .where("user_id", "=", operations.user_id)
          .where("title", "=", "The issuer contradicts itself")
          .execute()
      ).length;
    for (const won of [null, { amount_kobo: 0n, transaction_id: "t" }]) await hear(api.app, id, { ...said, won });
    expect([await statusOf(id), await told()]).toEqual(["sent", 0]);
    for (let times = 0; times < 3; times += 1) await hear(api.app, id, { ...said, won: null });
    expect([await statusOf(id), await told()]).toEqual(["sent", 1]);
    expect(await disputeRow(world, id)).toMatchObject({ credited_kobo: 400_000n, issuer_says: null });
    await issuerDecides(world, id, "won");
    expect(await disputeRow(world, id)).toMatchObject({ status: "won", won_kobo: 400_000n });
    expect(await balance(card)).toBe(1_000_000n);
    await world.prove();
  });

  it("that cannot be booked keeps no other dispute waiting", async () => {
    const card = await companyCardWith(world, 2_000_000n);
    const [broken, whole] = [await disputed(card, 100), await disputed(card, 200)];
    await sent(broken.id);
    await sent(whole.id);
    // What it says of the first one cannot be kept.
    await api.database.pool.query(
      `alter table card_disputes add constraint no_wins check (id <> '${broken.id}' or won_kobo = 0)`,
    );
    for (const { id } of [broken, whole]) {
      const { issuer_dispute_id } = await disputeRow(world, id);
      await sandboxSends(world, "POST", `/issuer-disputes/${issuer_dispute_id}/won`, {});
    }
    await api.database.pool.query(
      "update card_disputes set next_question_at = now() - interval '1 day' where id = $1",
      [broken.id],
    );
    await askIssuer(world);
    expect([await statusOf(broken.id), await statusOf(whole.id)]).toEqual(["sent", "won"]);
    const { next_question_at } = await disputeRow(world, broken.id);
    expect(next_question_at, "its next question comes later").not.toBeNull();
    await api.database.pool.query("alter table card_disputes drop constraint no_wins");
    await askIssuer(world);
    expect(await statusOf(broken.id)).toBe("won");
    await world.prove();
  });
});

describe("who may", () => {
  it("see a dispute: its holder, its company's finance, the provider; nobody else", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { id } = await disputed(card, 300);
    const company = { company_id: card.company_id! };
    const [money, colleague, other] = [
      await api.person("company_finance_manager", company),
      await api.person("company_staff", company),
      await api.person("company_finance_manager", { company_id: await api.company({}) }),
    ];
    const see = async ({ token }: { token: string }) => (await api.call(calls.find, { token, params: { id } })).status;
    expect(await Promise.all([card.holder, money, operations, colleague, other].map(see))).toEqual([
      200, 200, 200, 404, 404,
    ]);
    const listed = async ({ token }: { token: string }) =>
      (
        (await api.call(calls.listAll, { token, query: { limit: 100 } })).body.datatable as { items: { id: string }[] }
      ).items.some((row) => row.id === id);
    expect(await Promise.all([card.holder, money, operations, colleague, other].map(listed))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    for (const call of [calls.send, calls.credit, calls.takeBack, calls.writeOff, calls.decline])
      expect((await api.call(call, { token: card.holder.token, params: { id }, ...because })).status).toBe(403);
    const text = "The slip is not signed by me.";
    const add = ({ token }: { token: string }) =>
      api.call(calls.addEvidence, { token, params: { id }, body: { text } });
    expect((await add(colleague)).status).toBe(404);
    expect([(await add(card.holder)).status, (await add(operations)).status]).toEqual([200, 200]);
    const found = await api.call(calls.find, { token: card.holder.token, params: { id } });
    expect((found.body.data as { evidence: { by: string }[] }).evidence.map(({ by }) => by)).toEqual([
      "Test Person",
      "Manilla",
    ]);
  });

  it("open the papers: its holder and the desk, nobody else", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { capture_id } = await bought(world, card, 300);
    const form = new FormData();
    for (const [name, value] of Object.entries({ reason: "not_me", amount_kobo: "30000", text: "I was at home." }))
      form.append(name, value);
    form.append("document", new Blob([PNG], { type: "image/png" }), "slip.png");
    const opened = await api.call(calls.open, { token: card.holder.token, params: { id: capture_id }, body: form });
    const { dispute_id: id } = opened.body.data as { dispute_id: string };
    const found = await api.call(calls.find, { token: operations.token, params: { id } });
    const [piece] = (found.body.data as { evidence: { id: string; has_file: boolean }[] }).evidence;
    expect(piece).toMatchObject({ has_file: true });
    const money = await api.person("company_finance_manager", { company_id: card.company_id! });
    const look = async ({ token }: { token: string }) =>
      (await api.call(calls.evidenceDocument, { token, params: { id, evidenceId: piece!.id } })).status;
    expect(await Promise.all([card.holder, operations, money].map(look))).toEqual([200, 200, 403]);
    expect(await look(await api.person("company_staff"))).toBe(404);
    // To be a customer too opens nobody else's.
    expect(await look(await api.person(["super_risk", "staff"]))).toBe(404);
    // Rights of cards alone open no paper.
    const blind = await api.person("super_operations");
    await api.database.pool.query(
      "insert into user_permissions (user_id, permission, is_granted) values ($1, 'provider:can_view_dispute_evidence', false)",
      [blind.user_id],
    );
    expect([await look(blind), await look(await api.person("super_risk"))]).toEqual([403, 403]);
    const { rows } = await api.database.pool.query(
      "select 1 from audit_records where action = 'dispute_evidence_viewed' and subject_id = $1 and actor_id = $2",
      [id, operations.user_id],
    );
    expect(rows.length, "each look of a colleague is on record").toBe(1);
  });

  it("decide: nobody about their own", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { id } = await disputed(card, 300);
    // Somebody of the desk whose card it is.
    await api.database.pool.query("update card_disputes set user_id = $1 where id = $2", [operations.user_id, id]);
    for (const call of [calls.send, calls.credit, calls.decline])
      expect((await act(call, id, call === calls.decline ? because : {}, operations)).body.code).toBe("own_dispute");
  });

  it("hear of a late one once", async () => {
    const card = await companyCardWith(world, 1_000_000n);
    const { id } = await disputed(card, 300);
    await tellOfLate(api.app);
    await api.database.pool.query("update card_disputes set due_at = now() - interval '1 minute' where id = $1", [id]);
    expect(await tellOfLate(api.app)).toBe(1);
    expect(await tellOfLate(api.app)).toBe(0);
    const { body } = await api.call(calls.find, { token: operations.token, params: { id } });
    expect(body.data).toMatchObject({ is_late: true });
  });
});
