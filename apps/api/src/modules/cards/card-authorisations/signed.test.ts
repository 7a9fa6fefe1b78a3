/** Signed events of the issuer in any order, some of them twice: each is answered, and books, lists and expenses agree. */
import fc from "fast-check";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { cardInUse, deliver, issuerBody, purseWith } from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { accountOf, balancesOf } from "../../money/books/index.ts";
import { clock } from "../../../clock.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const IN_PURSE = 1_000_000n;

async function holders() {
  const company_id = await api.company({});
  const { user_id } = await api.person("company_staff", { company_id });
  const person = await world.customer();
  await purseWith(api, { company_id, user_id, amount_kobo: IN_PURSE });
  const ofCompany = { user_id, company_id };
  const closed = { status: "closed", closed_at: clock.now() };
  const own = { user_id: person.user_id };
  const cards = [
    await cardInUse(api, { kind: "company_debit", ...ofCompany }),
    await cardInUse(api, { kind: "company_debit", ...ofCompany, ...closed }),
    await cardInUse(api, { kind: "company_credit", ...ofCompany }),
    await cardInUse(api, { kind: "personal_debit", ...own }),
    await cardInUse(api, { kind: "personal_debit", ...own, ...closed }),
    await cardInUse(api, { kind: "personal_credit", ...own }),
    await cardInUse(api, { kind: "personal_debit", ...own, currency: "USD" }),
  ];
  return { company_id, user_id, own, cards };
}

const ids = Array.from({ length: 8 }, () => uuidv7());
const odd = fc.constantFrom<unknown>(null, "", "\0", "\ud800", "é😀", 7, [], {});
const of = (...usual: unknown[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: odd });
const TYPES = ["authorization.request", "authorization.updated", "transaction.created", "card.balance"];
const AMOUNTS = ["100.00", "5", "0.01", "2500.375", "999999.99", "999999999999.99", "0", "-1", "1e3", '"12"', "null"];
const sent = fc.record({
  at: fc.nat(6),
  type: fc.constantFrom(...TYPES, ...TYPES.slice(1, 3)),
  event: fc.constantFrom(...ids, null, null),
  object_id: fc.constantFrom(...ids),
  amount: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...AMOUNTS.slice(0, 4)) }, fc.constantFrom(...AMOUNTS)),
  more: fc.record({
    status: of("approved", "reversed", "expired", "declined", "voided"),
    type: of("capture", "capture", "refund", "refund_reversal", "correction_credit", "correction_debit"),
    authorization: of(...ids, null),
    isFinal: of(true, false),
    channel: of("atm", "pos", "web"),
    transactionMetadata: fc.record({ type: of("purchase", "refund", "financial", "balance_enquiry") }),
    merchant: fc.record({ name: of("Shop"), category: of("5411", "6011"), country: of("NG", "GB") }),
    createdAt: of("2026-01-15T10:00:00Z", "1700000000", "99999999999"),
  }),
});

const natural = async (code: string) => (await balancesOf(queryable(api.app.db), [code]))[0]?.natural_kobo ?? 0n;
const kobo = async (query: string, id: string): Promise<bigint> =>
  BigInt((await api.database.pool.query<{ kobo: string }>(query, [id])).rows[0]!.kobo);

it("is answered, and books, lists and expenses agree", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 30, maxLength: 60 }), async (events) => {
      const { company_id, user_id, own, cards } = await holders();
      const here = uuidv7();
      for (const { at, type, event, object_id, amount, more } of events) {
        const mine = (id: unknown) => (typeof id === "string" && id !== "" ? `${id}-${here}` : id);
        const event_id = event ? `${event}-${type}-${here}` : uuidv7();
        const its = { ...more, authorization: mine(more.authorization) };
        const body = issuerBody(cards[at]!, { type, event_id, object_id: String(mine(object_id)), amount, more: its });
        expect((await deliver(api, body)).status, JSON.stringify(body)).toBe(200);
      }
      const cash =
        "select coalesce(sum(amount_kobo), 0) as kobo from personal_movements where wallet = 'cash' and user_id = $1";
      expect(await kobo(cash, own.user_id)).toBe(await natural(accountOf("cash_wallet", own.user_id)));
      const moved = "select coalesce(sum(amount_kobo), 0) as kobo from wallet_movements where company_id = $1";
      expect((await kobo(moved, company_id)) - IN_PURSE).toBe(await natural(accountOf("company_wallet", company_id)));
      const { rows } = await api.database.pool.query(
        `
          select m.issuer_authorisation_id, greatest(0, sum(case m.kind when 'capture' then m.amount_kobo else coalesce(x.whole_kobo, 0) end)
            - greatest(0, sum(case m.kind when 'refund' then m.amount_kobo when 'refund_reversal' then coalesce(x.whole_kobo, 0) - m.amount_kobo else 0 end)))::text as taken,
            (
              select coalesce(sum(e.amount_kobo), 0)::text from expenses e
              where e.id in (select c.expense_id from card_captures c where c.issuer_authorisation_id = m.issuer_authorisation_id)
            ) as spent
          from card_captures m
          left join lateral (
            select amount_kobo + returned_kobo as whole_kobo from expenses e where e.id = m.expense_id and m.kind = 'refund_reversal'
          ) x on true
          where m.company_id = $1 and m.user_id = $2 and m.issuer_authorisation_id is not null
          group by 1
        `,
        [company_id, user_id],
      );
      for (const { issuer_authorisation_id: id, taken, spent } of rows) expect(spent, `${id}`).toEqual(taken);
    }),
    { numRuns: 15, endOnFailure: true },
  );
  await world.prove();
});
