import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import {
  type TestCard,
  cardInUse,
  deliver,
  issuerBody,
  moneyOf,
  purseWith,
} from "../../../../../../test/card-payments.ts";
import { behind } from "../../../../../../test/gathered.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld();
const { api } = world;
const { pool } = api.database;
const company_id = await api.company({});

async function holderWith(amount_kobo: bigint): Promise<string> {
  const { user_id } = await api.person("company_staff", { company_id });
  await purseWith(api, { company_id, user_id, amount_kobo });
  return user_id;
}
const cardOf = (user_id: string, more: object = {}): Promise<TestCard> =>
  cardInUse(api, { kind: "company_debit", user_id, company_id, ...more });
const newCard = async (amount_kobo = 10_000_000n): Promise<TestCard> => cardOf(await holderWith(amount_kobo));
const pay = (card: TestCard, amount: string, more: Record<string, unknown> = {}) =>
  deliver(api, issuerBody(card, { amount, more }));
const codeOf = async (answer: ReturnType<typeof deliver>): Promise<string | undefined> => (await answer).responseCode;

/** Has as many payments under way as may be by themselves, so that those of `work` gather behind them. */
async function gathered<Result>(work: () => Promise<Result>): Promise<Result> {
  const cards = await Promise.all(Array.from({ length: 8 }, () => newCard()));
  const first = cards.map((card) => () => codeOf(pay(card, "10.00")));
  const [codes, result] = await behind(pool, "card_authorisations", first, work);
  expect(codes).toEqual(first.map(() => "00"));
  return result;
}

const BY_ITSELF = ["id", "card_id", "user_id", "reference", "hold_id", "issuer_authorisation_id", "created_at"];
/** A card's payment with everything that was written about it, but for whose it is and when. */
async function writtenOf({ id }: TestCard) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `
      select to_jsonb(p) - $2::text[] || jsonb_build_object('checks', p.checks) as payment,
        (select jsonb_agg(jsonb_build_object('kind', e.kind, 'amount', e.amount_kobo, 'code', e.response_code)) from card_events e where e.card_id = p.card_id) as events,
        (select jsonb_agg(jsonb_build_object('from', t.from_state, 'to', t.to_state, 'by', t.actor_name)) from transitions t where t.subject_id = p.id) as states,
        (select jsonb_agg(to_jsonb(d) - 'card_id') from card_spend_days d where d.card_id = p.card_id) as spent,
        (select jsonb_agg(to_jsonb(n) - '{id,user_id,link,created_at,body}'::text[]) from notifications n where n.user_id = p.user_id and n.link like '%' || p.id) as told,
        (
          select to_jsonb(h) - '{id,key,request_hash,account_id,description,created_at}'::text[]
          from ledger.holds h where h.id = p.hold_id and h.description = 'Card payment ' || p.reference and h.key = 'card:' || p.id || ':' || e.event_id
        ) as hold
      from card_authorisations p
      join card_events e on e.card_id = p.card_id
      where p.card_id = $1
    `,
    [id, BY_ITSELF],
  );
  return rows;
}

describe("payments that arrive together", () => {
  it("share a transaction, and each is what it would be by itself; one that is declined, waits or comes twice disturbs no other", async () => {
    const alone = await newCard();
    const more = { merchant: { name: "Bukka Hut", category: "5812", city: "Ikeja", country: "NG" }, channel: "web" };
    expect(await codeOf(pay(alone, "1234.56", more))).toBe("00");
    const plain = await Promise.all(Array.from({ length: 6 }, () => newCard()));
    const frozen = await newCard();
    const freeze = { by: "holder", reason: "Mislaid", card_id: frozen.id, id: uuidv7() };
    await api.app.db.insertInto("card_freezes").values(freeze).execute();
    const small = await newCard(100_000n);
    const cash = await newCard();
    const [twice, waits, other, early] = await Promise.all([newCard(), newCard(), newCard(), newCard()]);
    const taken = uuidv7();
    const capture = { type: "capture", authorization: taken, isFinal: true };
    await deliver(api, issuerBody(early, { type: "transaction.created", amount: "40.00", more: capture }));
    const same = issuerBody(twice, { amount: "70.00" });
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("select 1 from cards where id = $1 for update", [waits.id]);
    let isAnswered = false;
    let late: ReturnType<typeof pay> | undefined;
    const answers = await gathered(() => {
      late = pay(waits, "30.00").finally(() => (isAnswered = true));
      return Promise.all([
        Promise.all(plain.map((card) => codeOf(pay(card, "1234.56", more)))),
        codeOf(pay(frozen, "50.00")),
        codeOf(pay(small, "1000.01")),
        codeOf(
          pay(cash, "5000.00", {
            channel: "atm",
            merchant: { name: "ATM", category: "6011", city: "Lagos", country: "NG" },
          }),
        ),
        Promise.all([codeOf(deliver(api, same)), codeOf(deliver(api, same))]),
        Promise.all([codeOf(pay(other, "1.00")), codeOf(pay(other, "2.00"))]),
        codeOf(deliver(api, issuerBody(early, { object_id: taken, amount: "40.00" }))),
      ]);
    });
    expect(answers).toEqual([plain.map(() => "00"), "62", "51", "00", ["00", "00"], ["00", "00"], "00"]);
    expect(isAnswered, "the locked card's payment").toBe(false);
    await holder.query("commit");
    holder.release();
    expect(await codeOf(late!)).toBe("00");
    const [first] = await writtenOf(alone);
    for (const card of plain) expect(await writtenOf(card)).toEqual([first]);
    const { rows } = await pool.query<{ transactions: number }>(
      "select count(distinct xmin::text)::int as transactions from card_authorisations where card_id = any($1::uuid[])",
      [plain.map(({ id }) => id)],
    );
    expect(rows[0]!.transactions).toBeLessThan(plain.length);
    expect((await moneyOf(api, twice)).held).toBe(7_000n);
    expect((await moneyOf(api, other)).held).toBe(300n);
    expect(await moneyOf(api, early), "taken before it was asked for").toMatchObject({ held: 0n, balance: 9_996_000n });
    await world.prove();
  });

  it("hold no more together than the money that several cards share", async () => {
    const user_id = await holderWith(1_000_000n);
    const cards = await Promise.all(Array.from({ length: 15 }, () => cardOf(user_id)));
    const codes = await gathered(() => Promise.all(cards.map((card) => codeOf(pay(card, "1500.00")))));
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => "00"),
      ...Array.from({ length: 9 }, () => "51"),
    ]);
    expect((await moneyOf(api, cards[0]!)).held).toBe(900_000n);
    await world.prove();
  });

  it("are decided one by one where the transaction fails as a whole: an id that two cards name is refused to one of them", async () => {
    const [one, two, third] = await Promise.all([newCard(), newCard(), newCard()]);
    const object_id = uuidv7();
    const codes = await gathered(() =>
      Promise.all([
        codeOf(deliver(api, issuerBody(one, { object_id, amount: "11.00" }))),
        codeOf(deliver(api, issuerBody(two, { object_id, amount: "12.00" }))),
        codeOf(pay(third, "13.00")),
      ]),
    );
    expect(codes[2]).toBe("00");
    // The other is asked again by the issuer.
    const again = codes[0] === "00" ? two : one;
    expect(await codeOf(deliver(api, issuerBody(again, { object_id, amount: "12.00" })))).toBe("14");
    const held = [await moneyOf(api, one), await moneyOf(api, two)].map((money) => money.held);
    expect(held.filter((kobo) => kobo > 0n)).toHaveLength(1);
    await world.prove();
  });
});
