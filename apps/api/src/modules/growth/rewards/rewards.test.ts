import * as approvals from "@manilla/contract/platform/approvals";
import * as books from "@manilla/contract/money/books";
import * as calls from "@manilla/contract/growth/rewards";
import * as wallets from "@manilla/contract/people/personal-wallets";
import * as transactions from "@manilla/contract/people/cash-transactions";
import * as repayments from "@manilla/contract/lending/repayments";
import * as profiles from "@manilla/contract/people/profiles";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { earnReward } from "./index.ts";
import { type OpenLot, inOrder, takeFrom } from "./rules.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
type Person = Awaited<ReturnType<typeof world.customer>>;

const maker = await api.person("super_operations");
const checker = await api.person("super_finance");

/** A reward out of nothing but its lot, so that a test chooses its day. */
const earn = (user_id: string, amount_kobo: bigint, source_id = uuidv7()) =>
  db
    .transaction()
    .execute(async (tx) =>
      earnReward(tx, {
        user_id,
        kind: "given",
        source_id,
        reason: "For being here",
        amount_kobo,
        on: await businessDate(tx),
        actor: SYSTEM,
      }),
    );
const own = async ({ token }: Person) =>
  (await api.call(calls.findOwn, { token })).body.data as {
    available_kobo: number;
    redeemable_kobo: number;
    why_less: string | null;
    next_expiry: { on: string; amount_kobo: number } | null;
    lots: { status: string; left_kobo: number; reason: string }[];
  };
const money = async ({ token }: Person) =>
  (await api.call(wallets.snapshot, { token })).body.data as {
    cash_kobo: number;
    reward_kobo: number;
    account: object | null;
    limits: {
      plan: string;
      room_kobo: number | null;
      left_today_kobo: number | null;
      next: { missing: string | null };
    };
    withdrawals: { status: string; amount_kobo: number }[];
  };
const redeem = ({ token }: Person, more: object = {}) => api.call(calls.redeem, { token, ...more });
const withdraw = ({ token }: Person, amount_kobo: number) =>
  api.call(transactions.withdraw, { token, body: { amount_kobo } });
const onTier = (user_id: string, plan: string) =>
  db.insertInto("user_plans").values({ id: uuidv7(), user_id, plan, reason: "A test" }).execute();

/** The provider has said how the person's withdrawals ended. */
const settled = (person: Person) =>
  waitUntil(async () => {
    await world.runJobs("send-payout", "query-payout");
    return (await money(person)).withdrawals.every(({ status }) => ["success", "failed"].includes(status));
  });

async function decide(approval_id: string, token = checker.token) {
  const { version } = await db
    .selectFrom("approvals")
    .select("version")
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  return api.call(approvals.approve, { token, params: { id: approval_id }, body: { version } });
}

/** Lists, lots and ledger agree to the kobo for everybody; returns nothing that could be forgotten. */
async function agree(): Promise<void> {
  const { rows } = await sql<{ wallet: string; moved: bigint; last: bigint; booked: bigint; lots: bigint | null }>`
    select m.wallet, sum(m.amount_kobo)::bigint as moved,
      (array_agg(m.balance_kobo order by m.happened_at desc, m.id desc))[1] as last,
      (
        select -b.balance_kobo
        from ledger.accounts a
        join ledger.balances b on b.account_id = a.id
        where a.code = m.wallet || '_wallet:' || m.user_id
      ) as booked,
      case when m.wallet = 'reward' then (select sum(left_kobo) from reward_lots l where l.user_id = m.user_id) end::bigint as lots
    from personal_movements m
    group by m.wallet, m.user_id
  `.execute(db);
  for (const { moved, last, booked, lots } of rows)
    expect([moved, last, lots ?? moved]).toEqual([booked, booked, booked]);
  const { rows: wrong } = await sql`
    select w.user_id
    from reward_wallets w
    left join lateral (
      select sum(left_kobo) as left_kobo, min(expires_on) as expires_on
      from reward_lots where user_id = w.user_id and status = 'available'
    ) l on true
    left join lateral (
      select sum(amount_kobo) filter (where kind in ('earned', 'given')) as earned,
        -sum(amount_kobo) filter (where kind = 'redeemed') as redeemed, -sum(amount_kobo) filter (where kind = 'expired') as expired
      from personal_movements where user_id = w.user_id and wallet = 'reward'
    ) m on true
    where (w.available_kobo, w.earned_kobo, w.redeemed_kobo, w.expired_kobo)
        <> (coalesce(l.left_kobo, 0), coalesce(m.earned, 0), coalesce(m.redeemed, 0), coalesce(m.expired, 0))
      or w.next_expires_on is distinct from l.expires_on
  `.execute(db);
  expect(wrong).toEqual([]);
  await world.prove();
}

describe("rewards", () => {
  it("come to both when somebody who was brought is paid a first loan, once", async () => {
    const referrer = await world.customer();
    const loan = await world.loan();
    await sql`update users set referred_by = ${referrer.user_id} where id = ${loan.customer.user_id}`.execute(db);
    await world.payOut(loan.id);
    expect(await own(loan.customer)).toMatchObject({ available_kobo: 50_000, next_expiry: { amount_kobo: 50_000 } });
    expect(await money(referrer)).toMatchObject({ reward_kobo: 0, referral_kobo: 100_000 });
    await agree();
  });

  it("are given by two people of the provider, never to oneself, and one at a time", async () => {
    const person = await world.customer();
    const give = (token: string, body: object = {}) =>
      api.call(calls.give, {
        token,
        params: { id: person.user_id },
        body: { amount_kobo: 120_000, reason: "Waited on the phone for an hour", ...body },
      });
    expect((await give((await api.person("super_support")).token)).status).toBe(403);
    expect((await give(maker.token, { amount_kobo: 0 })).status).toBe(422);
    // A colleague who is a customer too.
    await sql`update users set is_customer = true where id = ${maker.user_id}`.execute(db);
    const oneself = { token: maker.token, params: { id: maker.user_id } };
    const body = { amount_kobo: 5_000, reason: "Well deserved" };
    expect((await api.call(calls.give, { ...oneself, body })).body).toMatchObject({ code: "own_money" });
    await sql`update users set is_customer = false where id = ${maker.user_id}`.execute(db);
    expect((await give(maker.token, { reason: "Take it at manilla-pay.com" })).body.errors, "when it is asked").toEqual(
      { reason: ["this leads to another site than our own: manilla-pay.com"] },
    );
    const { approval_id } = (await give(maker.token)).body.data as { approval_id: string };
    expect((await give(maker.token)).body).toMatchObject({ code: "already_requested" });
    expect((await own(person)).available_kobo).toBe(0);
    expect((await decide(approval_id, maker.token)).status).toBe(403);
    expect((await decide(approval_id)).status).toBe(200);
    expect((await decide(approval_id)).status).toBe(409);
    const { lots, available_kobo } = await own(person);
    expect([available_kobo, lots[0]]).toMatchObject([120_000, { reason: "Waited on the phone for an hour" }]);
    const found = await api.call(calls.find, { token: checker.token, params: { id: person.user_id } });
    expect(found.body.data).toMatchObject({ available_kobo: 120_000, cash_kobo: 0, waiting: false });
    await agree();
  });

  it("are redeemed once, however often and from however many sides the GET comes", async () => {
    const person = await world.customer();
    await earn(person.user_id, 300_000n);
    await earn(person.user_id, 45_000n);
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => redeem(person)));
    const all = [first!, ...others];
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    const sums = all.map(({ body }) => (body.data as { redeemed_kobo: number }).redeemed_kobo);
    expect(sums.toSorted((left, right) => right - left)).toEqual([345_000, 0, 0, 0, 0, 0]);
    expect((await redeem(person)).body.data).toEqual({ redeemed_kobo: 0, cash_kobo: 345_000, available_kobo: 0 });
    expect((await own(person)).lots.map(({ status, left_kobo }) => [status, left_kobo])).toEqual([
      ["used", 0],
      ["used", 0],
    ]);
    await agree();
  });

  it("are redeemed by the same key with the same answer, and without any key as the specification writes it", async () => {
    const person = await world.customer();
    await earn(person.user_id, 10_000n);
    const key = uuidv7();
    const twice = [await redeem(person, { key }), await redeem(person, { key })];
    expect(twice.map(({ body }) => body.data)).toEqual(
      twice.map(() => ({ redeemed_kobo: 10_000, cash_kobo: 10_000, available_kobo: 0 })),
    );
    await earn(person.user_id, 5_000n);
    const response = await fetch(`${api.address}/api/personal/users/transaction/redeem-wallet`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(((await response.json()) as { data: object }).data).toMatchObject({ redeemed_kobo: 5_000 });
    await agree();
  });

  it("are not redeemed by a foreign page, nor by asking for the head of the address", async () => {
    const person = await world.customer();
    await earn(person.user_id, 10_000n);
    const address = `${api.address}/api/personal/users/transaction/redeem-wallet`;
    const cookie = `manilla_session=${person.token}`;
    for (const site of ["cross-site", "same-site", "none"]) {
      const response = await fetch(address, { headers: { cookie, "sec-fetch-site": site } });
      expect(response.status).toBe(403);
    }
    const head = await fetch(address, { method: "HEAD", headers: { authorization: `Bearer ${person.token}` } });
    expect(head.status).toBeGreaterThanOrEqual(404);
    expect(await money(person)).toMatchObject({ reward_kobo: 10_000, cash_kobo: 0 });
  });

  it("expire after their last day, the soonest first, after a reminder; what was redeemed does not", async () => {
    const person = await world.customer();
    const today = await businessDate(db);
    const source = uuidv7();
    expect([await earn(person.user_id, 7_000n, source), await earn(person.user_id, 7_000n, source)]).toEqual([
      true,
      false,
    ]);
    await earn(person.user_id, 20_000n);
    const until = (left: bigint, days: number) =>
      sql`
        update reward_lots
        set expires_on = ${today}::date + ${days}::int
        where user_id = ${person.user_id} and amount_kobo = ${left}
      `.execute(db);
    await until(7_000n, 1);
    await until(20_000n, 40);
    await closeBusinessDay(api.app);
    expect((await own(person)).available_kobo).toBe(27_000);
    await closeBusinessDay(api.app);
    expect((await own(person)).available_kobo).toBe(20_000);
    const { rows } = await sql<{ title: string }>`
      select title from notifications where user_id = ${person.user_id} order by created_at, id
    `.execute(db);
    const titles = rows.map(({ title }) => title).filter((title) => title.includes("expire"));
    expect(titles).toEqual(["₦70.00 of your rewards expires soon", "₦70.00 of your rewards has expired"]);
    const listed = await api.call(calls.listAll, { token: checker.token, query: { search: person.email } });
    expect((listed.body.datatable as { items: object[] }).items[0]).toMatchObject({
      available_kobo: 20_000,
      earned_kobo: 27_000,
      expired_kobo: 7_000,
      redeemed_kobo: 0,
    });
    await agree();
  });

  it("are their owner's alone; staff see them with the right to", async () => {
    const [one, two] = [await world.customer(), await world.customer()];
    await earn(one.user_id, 10_000n);
    expect(await own(two)).toMatchObject({ available_kobo: 0, lots: [] });
    expect((await redeem(two)).body.data).toMatchObject({ redeemed_kobo: 0 });
    for (const call of [calls.listAll, calls.movements])
      expect((await api.call(call, { token: one.token })).status).toBe(403);
    expect((await api.call(calls.find, { token: one.token, params: { id: two.user_id } })).status).toBe(403);
    expect((await api.call(calls.find, { token: checker.token, params: { id: uuidv7() } })).status).toBe(404);
    const { body } = await api.call(calls.movements, {
      token: checker.token,
      query: { filter: JSON.stringify({ user_id: one.user_id }) },
    });
    expect(JSON.stringify(body.datatable)).toContain('"kind":"given"');
  });

  it("stay what the ledger says in any order of earning, redeeming, withdrawing and expiring", async () => {
    const act = fc.oneof(
      fc.record({ do: fc.constant("earn" as const), kobo: fc.integer({ min: 1, max: 900_000 }) }),
      fc.record({ do: fc.constant("redeem" as const), sides: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ do: fc.constant("withdraw" as const), kobo: fc.integer({ min: 1, max: 400_000 }) }),
      fc.record({ do: fc.constant("expire" as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 9 }), async (acts) => {
        const person = await world.customer();
        let [earned, gone] = [0, 0];
        for (const each of acts) {
          if (each.do === "earn") {
            await earn(person.user_id, BigInt(each.kobo));
            earned += each.kobo;
          } else if (each.do === "redeem") await Promise.all(Array.from({ length: each.sides }, () => redeem(person)));
          else if (each.do === "withdraw") await withdraw(person, each.kobo);
          else {
            const today = await businessDate(db);
            await sql`update reward_lots set expires_on = ${today}::date where user_id = ${person.user_id}`.execute(db);
            gone += (await own(person)).available_kobo;
            await closeBusinessDay(api.app);
          }
        }
        const { reward_kobo, cash_kobo, withdrawals } = await money(person);
        const sent = withdrawals.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0);
        expect(reward_kobo + cash_kobo + sent + gone).toBe(earned);
      }),
      { numRuns: 6 },
    );
    await agree();
    const { body } = await api.call(books.trialBalance, { token: checker.token });
    expect(body.data).toMatchObject({ is_balanced: true });
  }, 180_000);
});

describe("the cash wallet", () => {
  it("sends money to its owner's verified account, and has it again when it does not arrive", async () => {
    const person = await world.customer();
    await earn(person.user_id, 500_000n);
    await redeem(person);
    await world.runJobs("send-payout");
    await world.fault("paystack", { mode: "decline", times: 1, call: "POST /transfer" });
    expect((await withdraw(person, 500_001)).body.errors).toEqual({ amount_kobo: ["your wallet holds ₦5,000.00"] });
    expect((await withdraw(person, 200_000)).body.data).toMatchObject({ cash_kobo: 300_000 });
    await settled(person);
    expect(await money(person)).toMatchObject({
      cash_kobo: 500_000,
      withdrawals: [{ amount_kobo: 200_000, status: "failed" }],
      limits: { left_today_kobo: 3_000_000 },
    });
    await world.clearFaults();
    expect((await withdraw(person, 150_000)).status).toBe(200);
    await settled(person);
    expect(await money(person)).toMatchObject({ cash_kobo: 350_000, withdrawals: [{ status: "success" }, {}] });
    await sql`update users set is_post_no_debit = true where id = ${person.user_id}`.execute(db);
    expect((await withdraw(person, 1_000)).body).toMatchObject({ code: "post_no_debit" });
    await sql`update users set is_post_no_debit = false where id = ${person.user_id}`.execute(db);
    await sql`update profiles set bank_account_status = 'pending' where user_id = ${person.user_id}`.execute(db);
    expect((await withdraw(person, 1_000)).body).toMatchObject({ code: "no_account" });
    await agree();
  });

  it("is whole again where nobody can say how a withdrawal ended, and two people give it up", async () => {
    const person = await world.customer();
    await earn(person.user_id, 100_000n);
    await redeem(person);
    await withdraw(person, 60_000);
    const { id } = await db
      .selectFrom("payouts")
      .select("id")
      .where("user_id", "=", person.user_id)
      .executeTakeFirstOrThrow();
    await sql`update payouts set status = 'unknown', needs_review_at = now() where id = ${id}`.execute(db);
    const asked = await api.call(repayments.giveUpRefund, {
      token: checker.token,
      params: { id },
      body: { reason: "Not on the bank's statement of the day." },
    });
    expect((await decide((asked.body.data as { approval_id: string }).approval_id, world.checker.token)).status).toBe(
      200,
    );
    expect(await money(person)).toMatchObject({ cash_kobo: 100_000, withdrawals: [{ status: "failed" }] });
    await agree();
  });

  it("never sends the same kobo twice", async () => {
    const person = await world.customer();
    await earn(person.user_id, 100_000n);
    await redeem(person);
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(person, 30_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await money(person)).cash_kobo).toBe(10_000);
    await agree();
  });

  it("takes in and lets out what the tier allows, says what is left, and more on a higher tier", async () => {
    const person = await world.customer();
    for (let times = 0; times < 2; times += 1) await earn(person.user_id, 4_000_000n);
    expect(await own(person)).toMatchObject({ available_kobo: 8_000_000, redeemable_kobo: 5_000_000 });
    expect((await own(person)).why_less).toContain("₦50,000.00 may come into your wallet at once on tier 1");
    expect((await redeem(person)).body.data).toMatchObject({ redeemed_kobo: 5_000_000, available_kobo: 3_000_000 });
    expect((await withdraw(person, 3_000_001)).body.errors).toEqual({
      amount_kobo: ["₦30,000.00 may still leave your wallet today on tier 1; the limit resets at midnight, Lagos time"],
    });
    expect((await withdraw(person, 2_500_000)).status).toBe(200);
    expect((await money(person)).limits).toMatchObject({ plan: "tier_1", left_today_kobo: 500_000 });
    expect((await withdraw(person, 500_001)).status).toBe(422);
    await onTier(person.user_id, "tier_2");
    expect((await money(person)).limits.left_today_kobo).toBe(17_500_000);
    expect((await withdraw(person, 500_001)).status).toBe(200);
    await agree();
  });

  it("is full at the tier's balance: nothing is redeemed into it, and nothing is lost", async () => {
    const person = await world.customer();
    await earn(person.user_id, 40_000_000n);
    for (let times = 0; times < 6; times += 1) expect((await redeem(person)).status).toBe(200);
    expect(await money(person)).toMatchObject({ cash_kobo: 30_000_000, reward_kobo: 10_000_000 });
    const refused = await redeem(person);
    expect([refused.status, refused.body.code]).toEqual([409, "tier_limit"]);
    expect(refused.body.message).toContain("room for ₦0.00 more on tier 1");
    expect(await money(person)).toMatchObject({ cash_kobo: 30_000_000, reward_kobo: 10_000_000 });
    const shown = await api.call(profiles.activePlan, { token: checker.token, params: { id: person.user_id } });
    expect(shown.body.data).toMatchObject({ active: { plan: "tier_1" } });
    await agree();
  });
});

describe("which lots are used", () => {
  const lots = fc
    .uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 8 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.record({
            id: fc.constant(String(id).padStart(3, "0")),
            left_kobo: fc.bigInt({ min: 1n, max: 10n ** 9n }),
            expires_on: fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, "0")}`),
          }),
        ),
      ),
    );

  it("are those that expire first; their parts are the amount, and at most one is used in part", () => {
    fc.assert(
      fc.property(lots, fc.double({ min: 0, max: 1, noNaN: true }), (open: OpenLot[], share) => {
        const all = open.reduce((sum, { left_kobo }) => sum + left_kobo, 0n);
        const amount = BigInt(Math.round(Number(all) * share));
        const takes = takeFrom(open, amount);
        expect(takes.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n)).toBe(amount);
        expect(takes.map(({ id }) => id)).toEqual(
          open
            .toSorted(inOrder)
            .slice(0, takes.length)
            .map(({ id }) => id),
        );
        expect(takes.slice(0, -1).every(({ left_kobo }) => left_kobo === 0n)).toBe(true);
        for (const { id, amount_kobo, left_kobo } of takes)
          expect(amount_kobo + left_kobo).toBe(open.find((lot) => lot.id === id)?.left_kobo);
      }),
    );
  });
});

describe("a person with money in their wallet", () => {
  it("is not deleted: the money would be nobody's", async () => {
    const person = await world.customer();
    await earn(person.user_id, 20_000n);
    expect((await redeem(person)).status).toBe(200);
    const remove = { token: maker.token, params: { id: person.user_id } };
    const { body } = await api.call(profiles.deletion, { ...remove, token: (await api.person("super_admin")).token });
    expect((body.data as { blockers: string[] }).blockers).toEqual([expect.stringContaining("₦200.00")]);
  });
});
