/** Over any order of what holder, desk, shop and issuer do, the holder has each kobo once, and what we claim is what disputes say. */
import * as calls from "@manilla/contract/cards/card-disputes";
import type { Endpoint } from "@manilla/contract/endpoint";
import fc from "fast-check";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { natural, openFor } from "../../../../../../test/card-disputes.ts";
import { cardInUse, deliver, issuerBody, moneyOf, purseWith } from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { hear } from "./issuer.ts";

const world = await useLendingWorld();
const { api } = world;
const company_id = await api.company({});
const [operations, finance] = [await api.person("super_operations"), world.maker];

const acts = [
  "open",
  "credit",
  "send",
  "won",
  "part",
  "lost",
  "take_back",
  "write_off",
  "withdraw",
  "refund",
  "refund_again",
  "spend",
] as const;
const plan = fc.record({
  taken: fc.integer({ min: 1, max: 900 }),
  disputed: fc.integer({ min: 1, max: 900 }),
  refund: fc.integer({ min: 1, max: 900 }),
  // Some order that gets somewhere, and whatever comes between.
  order: fc.array(fc.constantFrom(...acts), { minLength: 6, maxLength: 24 }).map((some) => ["open", ...some] as const),
});

it("ends with the books and the holder's balance in agreement", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ taken, disputed, refund, order }) => {
      const holder = await api.person("company_staff", { company_id });
      await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo: 100_000n });
      const card = await cardInUse(api, { kind: "company_debit", user_id: holder.user_id, company_id });
      const payment = uuidv7();
      const move = async (type: string, naira: number, authorization: string | null = payment) => {
        const more = { type, authorization };
        const body = issuerBody(card, { type: "transaction.created", amount: naira.toFixed(2), more });
        expect((await deliver(api, body)).responseCode).toBe("00");
      };
      await move("capture", taken);
      const { id: capture_id } = await api.app.db
        .selectFrom("card_captures")
        .select("id")
        .where("card_id", "=", card.id)
        .executeTakeFirstOrThrow();
      let spent = taken;
      let refunded = 0;
      const amount = Math.min(taken, disputed) * 100;
      let id: string | undefined;
      const because = { reason: "As the issuer says" };
      const act = (call: Endpoint, token: string, body?: object) =>
        api.call(call, { token, params: { id: id ?? capture_id }, ...(body && { body }) });
      const decided = async (status: "won" | "lost", part: bigint) => {
        const won = status === "won" ? { amount_kobo: part, transaction_id: uuidv7() } : null;
        if (id) await hear(api.app, id, { issuer_dispute_id: uuidv7(), status, won, note: null });
      };
      const steps: Record<(typeof acts)[number], () => Promise<unknown>> = {
        open: async () => {
          const { status, body } = await openFor(world, holder, capture_id, amount);
          if (status === 200) id = (body.data as { dispute_id: string }).dispute_id;
        },
        credit: () => act(calls.credit, operations.token),
        send: async () => {
          await act(calls.send, operations.token);
          if (id)
            await api.database.pool.query(
              "update card_disputes set status = 'sent' where id = $1 and status = 'sending'",
              [id],
            );
        },
        won: () => decided("won", BigInt(amount)),
        part: () => decided("won", BigInt(Math.ceil(amount / 3))),
        lost: () => decided("lost", 0n),
        take_back: () => act(calls.takeBack, operations.token, because),
        async write_off() {
          const asked = await act(calls.writeOff, finance.token, because);
          if (asked.status === 200) await world.approve((asked.body.data as { approval_id: string }).approval_id);
        },
        withdraw: () => act(calls.withdraw, holder.token),
        async refund() {
          await move("refund", refund);
          refunded += refund;
        },
        async refund_again() {
          if (refunded === 0) return;
          await move("refund_reversal", refund);
          refunded -= refund;
        },
        async spend() {
          await move("capture", 50, uuidv7());
          spent += 50;
        },
      };
      for (const step of order) await steps[step]();
      const { rows } = await api.database.pool.query(
        `select coalesce(sum(credited_kobo), 0)::int as credited, coalesce(sum(won_kobo), 0)::int as won,
          coalesce(sum(written_off_kobo), 0)::int as written_off, coalesce(sum(won_twice_kobo), 0)::int as twice
        from card_disputes where card_id = $1`,
        [card.id],
      );
      const { credited, won, written_off, twice } = rows[0] as Record<string, number>;
      const { balance, overdrawn } = await moneyOf(api, card);
      expect(Number(balance - overdrawn)).toBe(
        100_000 - (spent - refunded) * 100 + credited! + won! - twice! + written_off!,
      );
      expect(balance >= 0n && overdrawn >= 0n).toBe(true);
      if (refunded > 0)
        expect(credited! + won! - twice! + written_off!, "never beside the refund").toBeLessThanOrEqual(
          Math.max(0, taken - refunded) * 100,
        );
      const { rows: all } = await api.database.pool.query(
        "select coalesce(sum(credited_kobo - won_twice_kobo), 0)::bigint as claims from card_disputes",
      );
      expect(await natural(world, "dispute_claims")).toBe(BigInt(all[0].claims));
    }),
    { numRuns: 25 },
  );
  await world.prove();
});
