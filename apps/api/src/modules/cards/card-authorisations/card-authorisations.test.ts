import * as calls from "@manilla/contract/cards/card-authorisations";
import * as cards from "@manilla/contract/cards/cards";
import * as controls from "@manilla/contract/cards/card-controls";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import {
  type TestCard,
  cardInUse,
  cashWith,
  deliver,
  issuerBody,
  moneyOf,
  purseWith,
} from "../../../../../../test/card-payments.ts";
import { lineWith } from "../../../../../../test/companies.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { tierOf } from "../../people/personal-wallets/index.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { unfreezeWithReceipt } from "./close.ts";
import { handOnNotices } from "../../platform/notifications/index.ts";

const world = await useLendingWorld();
const { api } = world;

async function companyCard(amount_kobo = 10_000_000n, more: object = {}) {
  const company_id = await api.company({});
  const owner = await api.person("company_super_admin", { company_id });
  const holder = await api.person("company_staff", { company_id });
  if (amount_kobo > 0n) await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo });
  const card = await cardInUse(api, { kind: "company_debit", user_id: holder.user_id, company_id, ...more });
  return { company_id, owner, holder, card };
}
const ask = (card: TestCard, amount: string, more: object = {}, ids: object = {}) =>
  deliver(api, issuerBody(card, { amount, more: more as Record<string, unknown>, ...ids }));
const report = (
  card: TestCard,
  type: string,
  ids: { object_id?: string; event_id?: string },
  amount: string,
  more: object,
) => deliver(api, issuerBody(card, { type, amount, more: more as Record<string, unknown>, ...ids }));
const take = (card: TestCard, amount: string, authorization: string | null, more: object = {}, ids: object = {}) =>
  report(card, "transaction.created", ids, amount, { type: "capture", authorization, ...more });
const sound = () => world.prove();
interface Payment {
  id: string;
  status: string;
  says: string | null;
  next: string | null;
  asks_was_me: boolean;
  checks: { reason: string; is_met: boolean }[];
}
const payments = async (token: string) =>
  ((await api.call(calls.listAll, { token })).body.datatable as { items: Payment[] }).items;
const payment = async (token: string, id: string) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Payment;

describe("a payment that the issuer asks about", () => {
  it("is held in the purse at once, and the same request again gets the same answer and nothing more", async () => {
    const { card, holder } = await companyCard(10_000_000n);
    const body = issuerBody(card, { amount: "505.375" });
    const answer = await deliver(api, body);
    expect(answer).toMatchObject({ status: 200, statusCode: 200, responseCode: "00" });
    expect(await deliver(api, body)).toEqual(answer);
    expect(await moneyOf(api, card)).toEqual({ balance: 10_000_000n, held: 50_538n, overdrawn: 0n });
    const [row] = await payments(holder.token);
    expect(row).toMatchObject({ status: "approved", says: null });
    const { checks } = await payment(holder.token, row!.id);
    expect(checks.length).toBeGreaterThan(10);
    expect(checks.every(({ is_met }) => is_met)).toBe(true);
    await sound();
  });

  it("that is forged is refused and changes nothing", async () => {
    const { card } = await companyCard();
    const body = issuerBody(card, {});
    for (const signature of ["", "00", "f".repeat(128), "é".repeat(128)])
      expect((await deliver(api, body, signature)).status).toBe(401);
    expect((await moneyOf(api, card)).held).toBe(0n);
  });

  it("of another shape, or for a card that nobody has, is answered and kept nowhere", async () => {
    const { card } = await companyCard();
    for (const [amount, code] of [
      ["-5", "13"],
      ["1e9", "13"],
      ["0", "13"],
      ["12345678901234", "13"],
    ] as const)
      expect((await ask(card, amount)).responseCode, `${amount}`).toEqual(code);
    for (const body of [
      "{}",
      "[]",
      "null",
      '"x"',
      '{"type":"authorization.request","_id":"x","data":{"object":{"_id":{}}}}',
    ])
      expect((await deliver(api, body)).responseCode, JSON.stringify(body)).toBe("30");
    expect((await ask({ ...card, issuer_card_id: "nobody's" }, "5")).responseCode).toBe("14");
    expect((await ask({ ...card, issuer_card_id: "a\0b" }, "5")).responseCode).toBe("30");
    expect(await api.app.db.selectFrom("card_events").selectAll().where("card_id", "=", card.id).execute()).toEqual([]);
  });

  it("beyond the money is declined, and the holder reads why and what to do", async () => {
    const { card, holder } = await companyCard(320_000n);
    expect(await ask(card, "5000")).toMatchObject({ statusCode: 400, responseCode: "51" });
    const [row] = await payments(holder.token);
    expect(row!.says).toBe("Not enough money: ₦3,200.00 is available. Ask your company for more.");
    expect(await payment(holder.token, row!.id)).toMatchObject({ next: "ask_company", status: "declined" });
    const { rows } = await api.database.pool.query("select title, body from notifications where user_id = $1", [
      holder.user_id,
    ]);
    expect(rows).toEqual([{ title: "Declined: ₦5,000.00 at Shoprite Ikeja", body: row!.says }]);
  });

  it("that goes through reaches the holder by text message too, with where, how much and whom to call", async () => {
    const { card, holder } = await companyCard(320_000n);
    await api.app.db.updateTable("users").set({ phone: "+2348031230099" }).where("id", "=", holder.user_id).execute();
    expect(await ask(card, "1200")).toMatchObject({ responseCode: "00" });
    await handOnNotices(api.app);
    const { rows } = await api.database.pool.query<{ text: string }>(
      "select data ->> 'text' as text from pgboss.job where name = 'send-sms' and data ->> 'to' = '+2348031230099'",
    );
    expect(rows).toEqual([{ text: expect.stringMatching(/₦1,200\.00 at Shoprite Ikeja, .* call us\. Help: \S+/) }]);
  });

  it("that the issuer approved on our behalf, or that was charged without approval, is announced to the holder once", async () => {
    const { card, holder } = await companyCard(1_000_000n);
    const heard = async () => {
      const { rows } = await api.database.pool.query<{ title: string; body: string; also: string[] }>(
        "delete from notifications where user_id = $1 returning title, body, also",
        [holder.user_id],
      );
      return rows.map(({ title, body, also }) => [
        title,
        /, (?:approved on|charged without)[^.]*/.exec(body)?.[0],
        also,
      ]);
    };
    const unasked = (amount: string, words: string) => [`${amount} at Shoprite Ikeja`, `, ${words}`, ["sms_help"]];
    const advise = (object_id: string, amount: string, ids: object = {}) =>
      report(card, "authorization.updated", { object_id, ...ids }, amount, { status: "approved" });
    const [standIn, again] = [uuidv7(), { event_id: uuidv7() }];
    for (const ids of [again, again]) await advise(standIn, "300", ids);
    expect(await heard()).toEqual([unasked("₦300.00", "approved on our behalf")]);
    await take(card, "300", standIn);
    expect(await heard(), "what was let through is taken").toEqual([]);
    // Taken first, heard of afterwards.
    const [early, twice] = [uuidv7(), { event_id: uuidv7(), object_id: uuidv7() }];
    for (const ids of [twice, twice]) await take(card, "200", early, {}, ids);
    expect(await heard()).toEqual([unasked("₦200.00", "charged without our approval")]);
    await advise(early, "200");
    expect(await heard(), "said when it was taken").toEqual([]);
    await take(card, "100", null);
    expect(await heard()).toEqual([unasked("₦100.00", "charged without our approval")]);
    // Our own yes, reported back, is no news.
    const own = uuidv7();
    await ask(card, "50", {}, { object_id: own });
    expect(await heard()).toEqual([["₦50.00 at Shoprite Ikeja", undefined, ["sms_help"]]]);
    await advise(own, "50");
    expect(await heard()).toEqual([]);
    // Declined by us, and let through all the same.
    const declined = uuidv7();
    await ask(card, "50000", {}, { object_id: declined });
    expect(await heard()).toEqual([["Declined: ₦50,000.00 at Shoprite Ikeja", undefined, null]]);
    await advise(declined, "50000");
    expect(await heard()).toEqual([unasked("₦50,000.00", "approved on our behalf")]);
    // Each naira once: what is let through after a part was taken, and what is taken beyond what was let through.
    const part = uuidv7();
    await take(card, "40", part);
    await advise(part, "90");
    const spent = async () => (await heard()).filter(([title]) => !String(title).startsWith("Your card took"));
    expect(await spent()).toEqual([
      unasked("₦40.00", "charged without our approval"),
      unasked("₦50.00", "approved on our behalf"),
    ]);
    await take(card, "60", part);
    expect(await spent(), "ten more than was let through").toEqual([unasked("₦10.00", "charged without our approval")]);
    await sound();
  });

  it("is answered for money that several cards share, at the same time, once", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { card, holder, company_id } = await companyCard(100_000n);
      const cards = [card];
      while (cards.length < 10)
        cards.push(await cardInUse(api, { kind: "company_debit", user_id: holder.user_id, company_id }));
      const answers = await Promise.all(cards.map((each) => ask(each, "800")));
      const codes = answers.map(({ responseCode }) => responseCode).toSorted();
      expect(codes).toEqual(["00", ...Array.from({ length: 9 }, () => "51")]);
      expect((await moneyOf(api, card)).held).toBe(80_000n);
    }
    await sound();
  });

  it("for the balance says what is free", async () => {
    const { card } = await companyCard(320_050n);
    await ask(card, "1000");
    expect(await ask(card, "0", { transactionMetadata: { type: "balance_enquiry" } })).toMatchObject({
      responseCode: "00",
      data: { balance: 2200.5 },
    });
  });

  it("for the balance is refused for a card that is stopped and to who has the wrong PIN; three of those freeze it", async () => {
    const { card, holder } = await companyCard(320_050n);
    const enquire = (more: object = {}, ids: object = {}) =>
      ask(card, "0", { transactionMetadata: { type: "balance_enquiry" }, channel: "atm", ...more }, ids);
    const set = (values: object) => api.app.db.updateTable("cards").set(values).where("id", "=", card.id).execute();
    for (const [values, code] of [
      [{ status: "closed" }, "14"],
      [{ status: "issued" }, "78"],
      [{ status: "active", expires_on: "2020-01-31" }, "54"],
    ] as const) {
      await set(values);
      const answer = await enquire();
      expect([answer.responseCode, answer.data]).toEqual([code, { metadata: {} }]);
    }
    await set({ expires_on: "2029-11-30" });
    expect((await enquire()).data).toEqual({ balance: 3200.5 });
    const wrong = { verification: { pin: "mismatch", pinTriesLeft: 2 } };
    // The same one again is the same try.
    const first = { event_id: uuidv7() };
    for (const ids of [first, first, {}, {}]) expect((await enquire(wrong, ids)).responseCode).toBe("55");
    const { rows } = await api.database.pool.query("select title from notifications where user_id = $1", [
      holder.user_id,
    ]);
    expect(rows.filter(({ title }) => title === "Declined: the balance at Shoprite Ikeja")).toHaveLength(6);
    expect((await enquire()).responseCode, "frozen until the holder says that it was they").toBe("59");
    const [last] = await payments(holder.token);
    const { checks } = await payment(holder.token, last!.id);
    expect(checks.find(({ is_met }) => !is_met)?.reason).toBe("suspected_fraud");
    expect(await moneyOf(api, card)).toEqual({ balance: 320_050n, held: 0n, overdrawn: 0n });
  });

  it("with a card that is frozen, not activated, expired, or of a company that is suspended, is declined", async () => {
    const { card, company_id } = await companyCard();
    const set = (values: object) => api.app.db.updateTable("cards").set(values).where("id", "=", card.id).execute();
    await set({ status: "issued" });
    expect((await ask(card, "5")).responseCode).toBe("78");
    await set({ status: "active", expires_on: "2020-01-31" });
    expect((await ask(card, "5")).responseCode).toBe("54");
    await set({ expires_on: "2029-11-30" });
    await api.app.db.updateTable("companies").set({ status: "deactivated" }).where("id", "=", company_id).execute();
    expect((await ask(card, "5")).responseCode).toBe("62");
    await api.app.db.updateTable("companies").set({ status: "approved" }).where("id", "=", company_id).execute();
    expect((await ask(card, "5", { verification: { pin: "mismatch", pinTriesLeft: 2 } })).responseCode).toBe("55");
    expect((await ask(card, "5", { verification: { cvv: "mismatch" } })).responseCode).toBe("82");
    await set({ status: "closed" });
    expect((await ask(card, "5")).responseCode).toBe("14");
  });
});

describe("a payment that the issuer declined without asking", () => {
  const declined = (card: TestCard, object_id: string, reason: string, event_id = uuidv7()) =>
    report(card, "authorization.declined", { object_id, event_id }, "-5000", {
      pendingRequest: null,
      requestHistory: [{ amount: 5_000, currency: "NGN", approved: false, reason }],
    });

  it("is shown with our own reason where the card is frozen or not in use, else with the issuer's", async () => {
    const { card, holder } = await companyCard(1_000_000n);
    const set = (values: object) => api.app.db.updateTable("cards").set(values).where("id", "=", card.id).execute();
    const shown = async () => {
      const [row] = await payments(holder.token);
      const { status, says } = row!;
      return { status, says, next: (await payment(holder.token, row!.id)).next };
    };
    const freeze = { by: "holder", reason: "Mislaid", card_id: card.id, id: uuidv7() };
    await api.app.db.insertInto("card_freezes").values(freeze).execute();
    await set({ status: "frozen" });
    const event_id = uuidv7();
    const object_id = uuidv7();
    for (let times = 0; times < 2; times += 1)
      expect((await declined(card, object_id, "card_inactive", event_id)).responseCode).toBe("00");
    expect(await shown()).toEqual({
      status: "declined",
      says: "You froze this card. Unfreeze it, then try again.",
      next: "unfreeze",
    });
    expect(await payments(holder.token)).toHaveLength(1);
    const { rows } = await api.database.pool.query("select title, body from notifications where user_id = $1", [
      holder.user_id,
    ]);
    expect(rows).toEqual([
      { title: "Declined: ₦5,000.00 at Shoprite Ikeja", body: "You froze this card. Unfreeze it, then try again." },
    ]);
    await api.app.db
      .updateTable("card_freezes")
      .set({ lifted_at: new Date() })
      .where("card_id", "=", card.id)
      .execute();
    await set({ status: "issued" });
    await declined(card, uuidv7(), "card_inactive");
    expect(await shown()).toMatchObject({ next: "activate" });
    await set({ status: "active" });
    await declined(card, uuidv7(), "webhook_timeout");
    expect(await shown()).toMatchObject({ says: "We could not answer in time. Nothing was taken. Try again." });
    await declined(card, uuidv7(), "insufficient_funds");
    expect(await shown()).toMatchObject({ says: expect.stringMatching(/^The bank behind this card/), next: "ask_us" });
    await declined(card, uuidv7(), "webhook_declined");
    expect(await payments(holder.token)).toHaveLength(4);
    expect(await moneyOf(api, card)).toEqual({ balance: 1_000_000n, held: 0n, overdrawn: 0n });
    await sound();
  });

  it("gives back what we held of it, and its request that comes later holds nothing", async () => {
    const { card, holder } = await companyCard(1_000_000n);
    const [first, second] = [uuidv7(), uuidv7()];
    expect((await ask(card, "5000", {}, { object_id: first })).responseCode).toBe("00");
    expect((await moneyOf(api, card)).held).toBe(500_000n);
    await declined(card, first, "webhook_timeout");
    expect((await moneyOf(api, card)).held).toBe(0n);
    expect((await payments(holder.token))[0]!.status).toBe("reversed");
    await declined(card, second, "webhook_timeout");
    expect((await ask(card, "5000", {}, { object_id: second })).responseCode).toBe("96");
    expect(await moneyOf(api, card)).toEqual({ balance: 1_000_000n, held: 0n, overdrawn: 0n });
    expect((await payments(holder.token)).map(({ status }) => status)).toEqual(["declined", "reversed"]);
    await sound();
  });
});

describe("a person whom the provider deactivates", () => {
  it("pays with no card until they are activated again", async () => {
    const holder = await world.customer();
    await cashWith(api, holder.user_id, 1_000_000n);
    const card = await cardInUse(api, { kind: "personal_debit", user_id: holder.user_id });
    const set = (status: string) =>
      api.app.db.updateTable("profiles").set({ status }).where("user_id", "=", holder.user_id).execute();
    expect((await ask(card, "5")).responseCode).toBe("00");
    await set("deactivated");
    expect((await ask(card, "5")).responseCode).toBe("62");
    await set("activated");
    expect((await ask(card, "5")).responseCode).toBe("00");
  });
});

describe("the own card of who keeps out of betting", () => {
  it("bets nothing while that holds, and buys everything else; a company's money is none of it", async () => {
    const [holder, colleague] = [await world.customer(), await companyCard()];
    await cashWith(api, holder.user_id, 1_000_000n);
    const card = await cardInUse(api, { kind: "personal_debit", user_id: holder.user_id });
    const bet = (of: TestCard) => ask(of, "5", { merchant: { name: "Betway", category: "7995", city: "Lagos" } });
    expect((await bet(card)).responseCode).toBe("00");
    for (const user_id of [holder.user_id, colleague.holder.user_id])
      await api.database.pool.query(
        `insert into betting_exclusions (id, user_id, pause, since, until, set_by) values ($1, $2, 'week', now(), now() + interval '7 days', $2)`,
        [uuidv7(), user_id],
      );
    expect((await bet(card)).responseCode).toBe("57");
    expect((await ask(card, "5")).responseCode).toBe("00");
    expect((await bet(colleague.card)).responseCode).toBe("00");
  });
});

describe("an event that names one card and a payment of another", () => {
  it("changes nothing of that payment; money that moved is of the card that it names", async () => {
    const { card } = await companyCard(1_000_000n);
    const { card: other } = await companyCard(1_000_000n);
    const object_id = uuidv7();
    await ask(card, "1000", {}, { object_id });
    const before = [await moneyOf(api, card), await moneyOf(api, other)];
    const update = report(other, "authorization.updated", { object_id }, "1000", { status: "reversed" });
    expect((await update).responseCode).toBe("14");
    expect((await ask(other, "1000", {}, { object_id })).responseCode).toBe("14");
    expect([await moneyOf(api, card), await moneyOf(api, other)]).toEqual(before);
    expect((await take(other, "1000", object_id)).responseCode).toBe("00");
    expect(await moneyOf(api, card)).toEqual(before[0]);
    expect(await moneyOf(api, other)).toEqual({ balance: 900_000n, held: 0n, overdrawn: 0n });
    await sound();
  });

  it("before that payment is asked for, ends nothing of it: what the other card says first holds no money of this one", async () => {
    const { card } = await companyCard(1_000_000n);
    const { card: other } = await companyCard(1_000_000n);
    const says = [
      (object_id: string) => report(other, "authorization.updated", { object_id }, "1000", { status: "voided" }),
      (object_id: string) => take(other, "1000", object_id),
    ];
    for (const say of says) {
      const object_id = uuidv7();
      expect((await say(object_id)).responseCode).toBe("00");
      expect((await ask(card, "1000", {}, { object_id })).responseCode).toBe("14");
      expect((await take(card, "1000", object_id)).responseCode).toBe("00");
    }
    expect(await moneyOf(api, card)).toEqual({ balance: 800_000n, held: 0n, overdrawn: 0n });
    const strangers = await api.database.pool.query(
      "select 1 from card_captures c join card_authorisations p on p.id = c.authorisation_id where p.card_id <> c.card_id",
    );
    expect(strangers.rows).toEqual([]);
    await sound();
  });
});

describe("what follows a payment", () => {
  it("is taken in parts; the last one gives the rest back, and each is an expense of its company", async () => {
    const { card, company_id } = await companyCard(1_000_000n);
    const object_id = uuidv7();
    await ask(card, "1000", {}, { object_id });
    await take(card, "300", object_id, { isFinal: false });
    expect(await moneyOf(api, card)).toEqual({ balance: 970_000n, held: 70_000n, overdrawn: 0n });
    const body = issuerBody(card, {
      type: "transaction.created",
      amount: "500",
      more: { type: "capture", authorization: object_id },
    });
    for (let times = 0; times < 3; times += 1) expect((await deliver(api, body)).responseCode).toBe("00");
    expect(await moneyOf(api, card)).toEqual({ balance: 920_000n, held: 0n, overdrawn: 0n });
    const { rows } = await api.database.pool.query(
      "select amount_kobo::int, wants_receipt, has_receipt, money_reference is not null as paid from expenses where company_id = $1 order by amount_kobo",
      [company_id],
    );
    expect(rows).toEqual([
      { amount_kobo: 30_000, wants_receipt: true, has_receipt: false, paid: true },
      { amount_kobo: 50_000, wants_receipt: true, has_receipt: false, paid: true },
    ]);
    await sound();
  });

  it("more is asked of a payment, some is given back, and what nobody takes expires", async () => {
    const { card } = await companyCard(200_000n);
    const object_id = uuidv7();
    await ask(card, "1000", {}, { object_id });
    expect((await ask(card, "500", {}, { object_id })).responseCode).toBe("00");
    expect((await moneyOf(api, card)).held).toBe(150_000n);
    expect((await ask(card, "600", {}, { object_id })).responseCode).toBe("51");
    expect((await moneyOf(api, card)).held).toBe(150_000n);
    await report(card, "authorization.updated", { object_id }, "300", { status: "reversed" });
    expect((await moneyOf(api, card)).held).toBe(120_000n);
    await report(card, "authorization.updated", { object_id }, "0", { status: "expired" });
    expect((await moneyOf(api, card)).held).toBe(0n);
    await take(card, "1200", object_id);
    expect(await moneyOf(api, card)).toEqual({ balance: 80_000n, held: 0n, overdrawn: 0n });
    await sound();
  });

  it("that is over takes no more: a shop that asks for more of it is declined, since nothing would be held", async () => {
    const { card } = await companyCard(200_000n);
    const ended = async (end: (object_id: string) => Promise<unknown>) => {
      const object_id = uuidv7();
      await ask(card, "100", {}, { object_id });
      await end(object_id);
      expect((await ask(card, "500", {}, { object_id })).responseCode).toBe("30");
      expect((await moneyOf(api, card)).held).toBe(0n);
      return object_id;
    };
    await ended((object_id) => take(card, "100", object_id));
    await ended((object_id) => report(card, "authorization.updated", { object_id }, "0", { status: "expired" }));
    // What was taken beyond its approval may be asked for afterwards: nothing more is let through by it.
    const object_id = uuidv7();
    await ask(card, "100", {}, { object_id });
    await take(card, "300", object_id);
    expect((await ask(card, "200", {}, { object_id })).responseCode).toBe("00");
    expect(await moneyOf(api, card)).toEqual({ balance: 160_000n, held: 0n, overdrawn: 0n });
    await sound();
  });

  it("is taken beyond its hold and without one: a claim on the card, never a negative purse, and the next money pays it", async () => {
    const { card, company_id } = await companyCard(100_000n);
    await take(card, "1500", null);
    expect(await moneyOf(api, card)).toEqual({ balance: 0n, held: 0n, overdrawn: 50_000n });
    const { token } = await api.person("super_operations");
    const seen = async (is_matched: boolean) => {
      const query = { filter: JSON.stringify({ is_matched }), limit: 100 };
      const { body } = await api.call(calls.captures, { token, query });
      const { items } = body.datatable as { items: { amount_kobo: number; overdrawn_kobo: number }[] };
      return items.some((row) => row.amount_kobo === 150_000 && row.overdrawn_kobo === 50_000);
    };
    expect([await seen(false), await seen(true)], "the desk sees what has no payment").toEqual([true, false]);
    await report(card, "transaction.created", {}, "200", { type: "refund" });
    expect(await moneyOf(api, card)).toEqual({ balance: 0n, held: 0n, overdrawn: 30_000n });
    await purseWith(api, { company_id, user_id: card.user_id, amount_kobo: 100_000n });
    await report(card, "transaction.created", {}, "0.01", { type: "refund" });
    expect(await moneyOf(api, card)).toEqual({ balance: 70_001n, held: 0n, overdrawn: 0n });
    await sound();
  });

  it("gives back with and without its purchase, and takes a refund back", async () => {
    const holder = await api.person("staff");
    await cashWith(api, holder.user_id, 500_000n);
    const card = await cardInUse(api, { kind: "personal_debit", user_id: holder.user_id });
    const object_id = uuidv7();
    await ask(card, "1000", {}, { object_id });
    await take(card, "1000", object_id);
    await report(card, "transaction.created", {}, "400", { type: "refund", authorization: object_id });
    expect((await moneyOf(api, card)).balance).toBe(440_000n);
    await report(card, "transaction.created", {}, "400", { type: "refund_reversal", authorization: object_id });
    expect(await moneyOf(api, card)).toEqual({ balance: 400_000n, held: 0n, overdrawn: 0n });
    const { rows } = await api.database.pool.query(
      "select kind, amount_kobo::int, balance_kobo::int from personal_movements where user_id = $1 order by id",
      [holder.user_id],
    );
    expect(rows).toEqual([
      { kind: "card_paid", amount_kobo: -100_000, balance_kobo: 400_000 },
      { kind: "card_refunded", amount_kobo: 40_000, balance_kobo: 440_000 },
      { kind: "card_paid", amount_kobo: -40_000, balance_kobo: 400_000 },
    ]);
    await sound();
  });

  it("draws a company's line, and a refund may be drawn again", async () => {
    const { card: debit, company_id, owner, holder } = await companyCard(0n);
    await lineWith(world, { id: company_id, owner, limit_kobo: 1_000_000n });
    await api.app.db.transaction().execute(async (tx) => {
      const { openLinePart, postLineAssigned } = await import("../../money/books/index.ts");
      await openLinePart(tx, holder.user_id);
      await postLineAssigned(tx, {
        id: uuidv7(),
        company_id,
        user_id: holder.user_id,
        amount_kobo: 400_000n,
        on: "2026-01-15",
        actor: "Test",
      });
    });
    const credit = { kind: "company_credit", user_id: debit.user_id, company_id, limit_kobo: 450_000n };
    const card = await cardInUse(api, credit);
    const object_id = uuidv7();
    expect((await ask(card, "3000", {}, { object_id })).responseCode).toBe("00");
    await take(card, "3000", object_id);
    expect((await moneyOf(api, card)).balance).toBe(100_000n);
    expect((await ask(card, "1500")).responseCode).toBe("51");
    await report(card, "transaction.created", {}, "1000", { type: "refund", authorization: object_id });
    expect((await moneyOf(api, card)).balance).toBe(200_000n);
    expect((await ask(card, "1600")).responseCode, "beyond what the card was granted for a month").toBe("61");
    const [{ id: declined }] = (await payments(holder.token)) as [Payment];
    expect(await payment(holder.token, declined)).toMatchObject({
      says: expect.stringContaining("This card's credit for the month has ₦1,500.00 left"),
      next: "ask_company",
    });
    const { body } = await api.call(controls.find, { token: holder.token, params: { id: card.id } });
    expect(body.data).toMatchObject({ left: [{ period: "month", limit_kobo: 450_000, left_kobo: 150_000 }] });
    await sound();
  });

  it("that we declined, that the issuer let through, and that has ended before we hear so, ends the same in any order", async () => {
    for (const order of [
      ["approved", "expired"],
      ["expired", "approved"],
      ["declined", "approved"],
    ]) {
      const { card, holder } = await companyCard(1_000n);
      const object_id = uuidv7();
      expect((await ask(card, "500", {}, { object_id })).responseCode).toBe("51");
      for (const status of order) {
        const answer = await report(card, "authorization.updated", { object_id }, "500", { status });
        expect(answer.status, `${order}`).toBe(200);
        expect(answer.responseCode, `${order}`).toBe("00");
      }
      expect((await moneyOf(api, card)).held).toBe(0n);
      expect(["reversed", "expired"]).toContain((await payments(holder.token))[0]?.status);
    }
    await sound();
  });

  it("is let through by the issuer without us, declined by it after our yes, and taken before it was asked for", async () => {
    const { card } = await companyCard(100_000n);
    await report(card, "authorization.updated", { object_id: "advised-1" }, "300", { status: "approved" });
    expect((await moneyOf(api, card)).held).toBe(30_000n);
    const late = uuidv7();
    await ask(card, "200", {}, { object_id: late });
    await report(card, "authorization.updated", { object_id: late }, "200", { status: "declined" });
    expect((await moneyOf(api, card)).held).toBe(30_000n);
    const early = uuidv7();
    await take(card, "100", early);
    expect((await ask(card, "100", {}, { object_id: early })).responseCode).toBe("00");
    expect(await moneyOf(api, card)).toEqual({ balance: 90_000n, held: 30_000n, overdrawn: 0n });
    await report(card, "authorization.updated", { object_id: "advised-2" }, "9000", { status: "approved" });
    expect((await moneyOf(api, card)).held).toBe(90_000n);
    await sound();
  });
});

describe("cash", () => {
  const cash = (card: TestCard, amount: string, more: object = {}, ids: object = {}) =>
    ask(
      card,
      amount,
      { channel: "atm", merchant: { name: "Machine", category: "6011", city: "Lagos", country: "NG" }, ...more },
      ids,
    );

  it("leaves its owner's tier less room for all else that leaves on the day", async () => {
    const person = await api.person("staff");
    await cashWith(api, person.user_id, 5_000_000n);
    const card = await cardInUse(api, { kind: "personal_debit", user_id: person.user_id });
    const left = async () => (await tierOf(api.app.db, person.user_id)).out?.kobo;
    expect(await left()).toBe(3_000_000n);
    await take(card, "20000", null);
    expect(await left()).toBe(1_000_000n);
  });

  it("has the national limits over all cards of a person, and over all of a company", async () => {
    const person = await api.person("staff");
    await cashWith(api, person.user_id, 100_000_000n);
    const [one, other] = [
      await cardInUse(api, { kind: "personal_debit", user_id: person.user_id }),
      await cardInUse(api, { kind: "personal_debit", user_id: person.user_id }),
    ];
    const first = uuidv7();
    expect((await cash(one, "60000", {}, { object_id: first })).responseCode).toBe("00");
    expect((await cash(other, "40000.01")).responseCode, "a kobo more than is left").toBe("61");
    const both = await Promise.all([cash(one, "40000"), cash(other, "40000")]);
    expect(both.map(({ responseCode }) => responseCode).toSorted()).toEqual(["00", "61"]);
    expect((await payments(person.token))[0]?.says).toMatch(
      /^The national limit for cash from machines has ₦0.00 left; it resets on .+\. Take less, or pay by card\.$/,
    );
    expect((await ask(other, "5000")).responseCode, "a purchase is no cash").toBe("00");
    await report(one, "authorization.updated", { object_id: first }, "60000", { status: "reversed" });
    expect((await cash(other, "60000")).responseCode, "what came back may be taken again").toBe("00");
    const till = { channel: "pos" };
    expect((await cash(one, "400000", till)).responseCode).toBe("00");
    expect((await cash(other, "0.01", till)).responseCode, "five hundred thousand a week").toBe("61");
    const shown = await api.call(controls.find, { token: person.token, params: { id: one.id } });
    expect((shown.body.data as { cash: object[] }).cash).toMatchObject([
      { period: "day", limit_kobo: 10_000_000, left_kobo: 0 },
      { period: "week", limit_kobo: 50_000_000, left_kobo: 0 },
    ]);
    const { card, holder } = await companyCard(200_000_000n);
    expect((await cash(card, "600000", till)).responseCode, "five million a week").toBe("00");
    expect((await cash(card, "100000.01")).responseCode).toBe("61");
    const ofCompany = await api.call(controls.find, { token: holder.token, params: { id: card.id } });
    expect((ofCompany.body.data as { cash: object[] }).cash).toMatchObject([{ period: "day" }]);
    await sound();
  });
});

describe("what comes back of a company's payment", () => {
  const expensesOf = async (user_id: string) =>
    (
      await api.app.db
        .selectFrom("expenses")
        .select(["amount_kobo", "returned_kobo"])
        .where("user_id", "=", user_id)
        .orderBy("created_at")
        .execute()
    ).map(({ amount_kobo, returned_kobo }) => [amount_kobo, returned_kobo]);
  const back = (card: TestCard, amount: string, authorization: string, type = "refund") =>
    report(card, "transaction.created", {}, amount, { type, authorization });

  it("is no longer an expense, whichever was heard first, and is one again when it is taken back", async () => {
    const { card, holder } = await companyCard();
    await ask(card, "500", {}, { object_id: "back-1" });
    await take(card, "500", "back-1");
    await back(card, "120", "back-1");
    expect(await expensesOf(holder.user_id)).toEqual([[38_000n, 12_000n]]);
    await back(card, "900", "back-1");
    expect(await expensesOf(holder.user_id), "beyond it by itself, so that all of them are what the card took").toEqual(
      [
        [0n, 50_000n],
        [-52_000n, 0n],
      ],
    );
    const beyond = await api.app.db
      .selectFrom("expenses")
      .selectAll()
      .where("user_id", "=", holder.user_id)
      .where("is_refund", "=", true)
      .executeTakeFirstOrThrow();
    expect(beyond).toMatchObject({ status: "approved", wants_receipt: false, merchant: "Shoprite Ikeja" });
    await back(card, "500", "back-1", "refund_reversal");
    expect((await expensesOf(holder.user_id))[1]).toEqual([-2_000n, 0n]);
    await back(card, "400", "back-1", "refund_reversal");
    expect(await expensesOf(holder.user_id)).toEqual([
      [38_000n, 12_000n],
      [0n, 0n],
    ]);
    await back(card, "30", "back-2");
    await take(card, "100", "back-2");
    expect((await expensesOf(holder.user_id))[2], "the refund was heard first").toEqual([7_000n, 3_000n]);
    await sound();
  });

  it("is an expense below nothing where it came without a payment, until it is taken again, whichever was heard first", async () => {
    const { card, holder } = await companyCard();
    const alone = (amount: string, type = "refund") => report(card, "transaction.created", {}, amount, { type });
    await ask(card, "500", {}, { object_id: "alone-1" });
    await take(card, "500", "alone-1");
    await alone("120.01");
    expect(await expensesOf(holder.user_id)).toEqual([
      [50_000n, 0n],
      [-12_001n, 0n],
    ]);
    const [made] = await api.app.db
      .selectFrom("expenses")
      .selectAll()
      .where("user_id", "=", holder.user_id)
      .where("is_refund", "=", true)
      .execute();
    expect(made).toMatchObject({ status: "approved", wants_receipt: false, merchant: "Shoprite Ikeja" });
    await alone("30");
    await alone("50", "refund_reversal");
    expect(await expensesOf(holder.user_id), "of the newest first").toEqual([
      [50_000n, 0n],
      [-10_001n, 0n],
      [0n, 0n],
    ]);
    await alone("101", "correction_debit");
    expect(await expensesOf(holder.user_id), "what it takes beyond is spent").toEqual([
      [50_000n, 0n],
      [0n, 0n],
      [0n, 0n],
      [99n, 0n],
    ]);
    await alone("200", "refund_reversal");
    await alone("210.05");
    const sum = (await expensesOf(holder.user_id)).reduce((all, [amount_kobo]) => all + amount_kobo!, 0n);
    expect(sum, "the reversal was heard first").toBe(50_000n - 1_005n + 99n);
    await sound();
  });

  it("is beside what the issuer corrected: all expenses together are what the card took", async () => {
    const { card, holder } = await companyCard();
    const spent = async () => {
      const rows = (await expensesOf(holder.user_id)) as [bigint, bigint][];
      return rows.reduce((sum, [amount_kobo]) => sum + amount_kobo, 0n);
    };
    const fix = (amount: string, authorization: string | undefined, kind = "debit") =>
      report(card, "transaction.created", {}, amount, {
        type: `correction_${kind}`,
        ...(authorization && { authorization }),
      });
    await ask(card, "500", {}, { object_id: "fix-1" });
    await take(card, "500", "fix-1");
    await fix("20", "fix-1");
    expect(await spent()).toBe(52_000n);
    await back(card, "30", "fix-1");
    expect(await spent()).toBe(49_000n);
    await fix("45", "fix-1");
    expect(await spent(), "thirty were given back before").toBe(53_500n);
    await fix("7", "fix-2");
    await take(card, "10", "fix-2");
    expect(await spent(), "heard before its payment").toBe(55_200n);
    await fix("3", undefined);
    expect(await spent(), "of no payment").toBe(55_500n);
    await fix("100", "fix-1", "credit");
    expect(await spent()).toBe(45_500n);
    const taken = await api.database.pool.query(
      "select sum(case kind when 'refund' then -amount_kobo else amount_kobo end)::bigint as kobo from card_captures where user_id = $1",
      [holder.user_id],
    );
    expect(BigInt((taken.rows[0] as { kobo: string }).kobo)).toBe(45_500n);
    await sound();
  });
});

describe("declines", () => {
  const wrongPins = async (card: TestCard) => {
    for (let times = 0; times < 3; times += 1)
      expect((await ask(card, "0.50", { verification: { pin: "mismatch" } })).responseCode).toBe("55");
  };

  it("three in five minutes freeze the card, and the holder's answer lifts it", async () => {
    const { card, holder } = await companyCard(100n);
    for (let times = 0; times < 4; times += 1) expect((await ask(card, "500")).responseCode).toBe("51");
    expect((await ask(card, "0.10")).responseCode, "an empty purse is no stranger").toBe("00");
    await wrongPins(card);
    expect((await ask(card, "0.50")).responseCode).toBe("59");
    const asking = [];
    for (const { id } of await payments(holder.token)) {
      const found = await payment(holder.token, id);
      if (found.asks_was_me) asking.push(found.id);
    }
    const answer = (id: string, was_me: boolean, token = holder.token) =>
      api.call(calls.wasMe, { token, params: { id }, body: { was_me } });
    const stranger = await api.person("staff");
    for (const { user_id } of [stranger, holder])
      await api.app.db
        .updateTable("sessions")
        .set({ stepped_up_until: new Date(Date.now() + 600_000) })
        .where("user_id", "=", user_id)
        .execute();
    expect((await answer(asking[0]!, true, stranger.token)).status).toBe(404);
    expect((await answer(asking[0]!, false)).body.data).toEqual({ is_frozen: true });
    expect((await answer(asking[1]!, true)).body.data).toEqual({ is_frozen: false });
    expect((await ask(card, "0.50")).responseCode).toBe("00");
    // Somebody calls the provider instead.
    await wrongPins(card);
    const { token } = await api.person("super_support");
    const unfreeze = (as: string) => api.call(cards.unfreeze, { token: as, params: { id: card.id } });
    expect((await unfreeze(holder.token)).body.code, "not by its holder").toBe("not_yours");
    expect((await unfreeze(token)).status).toBe(200);
    expect((await ask(card, "0.10")).responseCode).toBe("00");
  });

  it("of others are not there for strangers", async () => {
    const { card, holder, owner } = await companyCard();
    await ask(card, "5");
    const [row] = await payments(holder.token);
    const [stranger, boss] = [await api.person("staff"), (await companyCard()).owner];
    for (const { token } of [stranger, boss]) {
      expect((await api.call(calls.find, { token, params: { id: row!.id } })).status).toBe(404);
      expect((await api.call(calls.ofCard, { token, params: { id: card.id } })).status).toBe(404);
      expect((await api.call(controls.find, { token, params: { id: card.id } })).status).toBe(404);
    }
    expect(
      (await api.call(calls.ofCard, { token: owner.token, params: { id: card.id }, query: { month: "2020-01" } })).body
        .datatable,
    ).toMatchObject({ total_count: 0 });
    expect(
      (await api.call(calls.ofCard, { token: owner.token, params: { id: card.id } })).body.datatable,
    ).toMatchObject({ total_count: 1 });
  });
});

const nextDays = async (days: number) => {
  for (let night = 0; night < days; night += 1) await closeBusinessDay(api.app);
};

describe("the close of business", () => {
  it("ends payments that nobody took after seven days, of hotels after thirty, and pays what was overdrawn", async () => {
    const { card, company_id, holder } = await companyCard(100_000n);
    await ask(card, "100");
    await ask(card, "200", { merchant: { name: "Eko Hotel", category: "7011", country: "NG" } });
    await take(card, "1500", null);
    expect(await moneyOf(api, card)).toEqual({ balance: 30_000n, held: 30_000n, overdrawn: 80_000n });
    await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo: 50_000n });
    await nextDays(1);
    expect(await moneyOf(api, card)).toEqual({ balance: 30_000n, held: 30_000n, overdrawn: 30_000n });
    await nextDays(6);
    expect(await moneyOf(api, card)).toEqual({ balance: 20_000n, held: 20_000n, overdrawn: 20_000n });
    await nextDays(23);
    expect(await moneyOf(api, card)).toEqual({ balance: 0n, held: 0n, overdrawn: 0n });
    expect((await payments(holder.token)).map(({ status }) => status)).toEqual(["expired", "expired"]);
    await sound();
  });

  it("is followed by what was let through before: taken days later, also of a company that is suspended, once, and an expense", async () => {
    const { card, company_id } = await companyCard(1_000_000n);
    const [object_id, event_id] = [uuidv7(), uuidv7()];
    const createdAt = new Date().toISOString();
    expect((await ask(card, "3000", { createdAt }, { object_id, event_id })).responseCode).toBe("00");
    await nextDays(9);
    expect(await moneyOf(api, card)).toEqual({ balance: 1_000_000n, held: 0n, overdrawn: 0n });
    await api.app.db.updateTable("companies").set({ status: "deactivated" }).where("id", "=", company_id).execute();
    expect((await ask(card, "3000", { createdAt }, { object_id, event_id })).responseCode, "heard before").toBe("00");
    expect((await ask(card, "1")).responseCode, "nothing new").toBe("62");
    const ids = { object_id: uuidv7(), event_id: uuidv7() };
    for (let times = 0; times < 2; times += 1)
      expect((await take(card, "3000", object_id, { createdAt }, ids)).responseCode).toBe("00");
    expect(await moneyOf(api, card)).toEqual({ balance: 700_000n, held: 0n, overdrawn: 0n });
    const { rows } = await api.database.pool.query(
      `
        select p.status, c.happened_at = $2::timestamptz as is_of_then,
          c.business_date = (select business_date from business_calendar) as is_booked_now,
          (select count(*)::int from expenses e where e.company_id = $1) as expenses
        from card_captures c join card_authorisations p on p.id = c.authorisation_id where c.company_id = $1
      `,
      [company_id, createdAt],
    );
    expect(rows).toEqual([{ status: "captured", is_of_then: true, is_booked_now: true, expenses: 1 }]);
    await sound();
  });

  it("freezes a card on the day after thirty without its receipt, and lifts it when it is there", async () => {
    const { card, holder } = await companyCard(100_000n);
    await take(card, "100", null);
    await nextDays(30);
    expect((await ask(card, "1")).responseCode).toBe("00");
    await nextDays(1);
    const answer = await ask(card, "1");
    expect(answer.responseCode).toBe("62");
    expect((await payments(holder.token))[0]!.says).toContain("Shoprite Ikeja");
    await unfreezeWithReceipt.run(api.app);
    expect((await ask(card, "1")).responseCode).toBe("62");
    await api.app.db
      .updateTable("expenses")
      .set({ no_receipt_reason: "Lost" })
      .where("user_id", "=", holder.user_id)
      .execute();
    await unfreezeWithReceipt.run(api.app);
    expect((await ask(card, "1")).responseCode).toBe("00");
  });
});
