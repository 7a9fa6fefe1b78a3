/** Over any order of the issuer's events, each one to three times, the holder's balance and the books end the same once each payment is over. */
import fc from "fast-check";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import {
  type TestCard,
  cardInUse,
  deliver,
  issuerBody,
  moneyOf,
  purseWith,
} from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld();
const { api } = world;
const company_id = await api.company({});

/** The life of one payment that the issuer let through. */
interface Life {
  approved: number;
  more: number;
  reversed: number;
  captures: number[];
  refund: number;
  isEnded: "expired" | "declined" | "not answered" | null;
}
const naira = fc.integer({ min: 1, max: 900 });
const life: fc.Arbitrary<Life> = fc.record({
  approved: naira,
  more: fc.oneof(fc.constant(0), naira),
  reversed: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 })),
  captures: fc.array(naira, { maxLength: 3 }),
  refund: fc.oneof(fc.constant(0), naira),
  isEnded: fc.constantFrom("expired", "declined", "not answered", null),
});

interface Event {
  type: string;
  event_id: string;
  object_id: string;
  amount: string;
  more: Record<string, unknown>;
}

/** The events of a life, in the order in which they happened. */
function eventsOf({ approved, more, reversed, captures, refund, isEnded }: Life): Event[] {
  const id = uuidv7();
  // Taken for the last time, or ended by the issuer: nothing stays held.
  const end = isEnded ?? (captures.length === 0 ? "expired" : null);
  const event = (type: string, amount: number, its: Record<string, unknown>, object_id: string = id): Event => ({
    type,
    event_id: uuidv7(),
    object_id,
    amount: amount.toFixed(2),
    more: its,
  });
  const update = (status: string, amount: number) => event("authorization.updated", amount, { status });
  const notAnswered = (amount: number) =>
    event("authorization.declined", -amount, { requestHistory: [{ amount, reason: "webhook_timeout" }] });
  const moved = (type: string, amount: number, isFinal: boolean) =>
    event("transaction.created", amount, { type, authorization: id, isFinal }, uuidv7());
  return [
    update("approved", approved),
    ...(more > 0 ? [update("approved", approved + more)] : []),
    ...(reversed > 0 ? [update("reversed", reversed)] : []),
    ...captures.map((amount, at) => moved("capture", amount, at === captures.length - 1)),
    ...(refund > 0 ? [moved("refund", refund, true)] : []),
    ...(end === "not answered" ? [notAnswered(approved)] : end ? [update(end, 0)] : []),
  ];
}

async function live(card: TestCard, events: readonly Event[]): Promise<void> {
  for (const event of events) expect((await deliver(api, issuerBody(card, event))).responseCode).toBe("00");
}

async function figures(card: TestCard) {
  const { rows } = await api.database.pool.query(
    `
      select approved_kobo::int, captured_kobo::int, reversed_kobo::int, is_over,
        case when status in ('reversed', 'expired') then 'given back' else status end as status
      from card_authorisations where card_id = $1 order by 1, 2, 3, 4, 5
    `,
    [card.id],
  );
  const spent = await api.database.pool.query(
    "select coalesce(sum(amount_kobo), 0)::int as kobo from card_spend_days where card_id = $1",
    [card.id],
  );
  return { money: await moneyOf(api, card), rows, spent: spent.rows };
}

it("ends the same, whatever the order and however often", { timeout: 120_000 }, async () => {
  const plan = fc.record({
    lives: fc.array(life, { minLength: 1, maxLength: 3 }),
    purse: fc.integer({ min: 0, max: 2_000 }),
    order: fc.infiniteStream(fc.nat({ max: 1_000_000 })),
    again: fc.infiniteStream(fc.integer({ min: 1, max: 3 })),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ lives, purse, order, again }) => {
      const ends = [];
      const events = lives.flatMap(eventsOf);
      const [places, times] = [order[Symbol.iterator](), again[Symbol.iterator]()];
      const shuffled = events
        .flatMap((event) => Array.from({ length: times.next().value as number }, () => event))
        .map((event) => ({ event, place: places.next().value as number }))
        .toSorted((left, right) => left.place - right.place)
        .map(({ event }) => event);
      for (const given of [events, shuffled]) {
        const holder = await api.person("company_staff", { company_id });
        if (purse > 0) await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo: BigInt(purse) * 100n });
        const card = await cardInUse(api, { kind: "company_debit", user_id: holder.user_id, company_id });
        // The same ids may be another card's only in another world: each run has ids of its own.
        const suffix = given === events ? "a" : "b";
        const own = (id: string) => `${id}-${suffix}`;
        await live(
          card,
          given.map((event) => ({
            ...event,
            event_id: own(event.event_id),
            object_id: own(event.object_id),
            more:
              "authorization" in event.more
                ? { ...event.more, authorization: own(String(event.more["authorization"])) }
                : event.more,
          })),
        );
        ends.push(await figures(card));
      }
      expect(ends[1]).toEqual(ends[0]);
    }),
    { numRuns: 30 },
  );
  await world.prove();
});
