import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/people/cash-transactions";
import * as limits from "@manilla/contract/people/cash-limits";
import * as rewards from "@manilla/contract/growth/rewards";
import * as slips from "@manilla/contract/money/slips";
import * as wallets from "@manilla/contract/people/personal-wallets";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { earnReward } from "../../growth/rewards/index.ts";
import { withdrawOver } from "../../platform/approvals/withdrawing.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
type Person = Awaited<ReturnType<typeof world.customer>>;

const finance = await api.person("super_finance");
const admin = await api.person("super_admin");
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const LIMIT = 10_000_000;

/** A customer on the highest tier with a verified account and cash, from a reward that was redeemed. */
async function rich(amount_kobo: number): Promise<Person> {
  const person = await world.customer();
  await db.insertInto("user_plans").values({ id: uuidv7(), user_id: person.user_id, plan: "tier_3" }).execute();
  const fact = { user_id: person.user_id, kind: "given", source_id: uuidv7(), reason: "For a test" } as const;
  await db.transaction().execute(async (tx) => {
    const on = await businessDate(tx);
    await earnReward(tx, { ...fact, amount_kobo: BigInt(amount_kobo), on, actor: SYSTEM });
  });
  expect((await api.call(rewards.redeem, { token: person.token })).status).toBe(200);
  return person;
}
const withdraw = ({ token }: Person, amount_kobo: number) => api.call(calls.withdraw, { token, body: { amount_kobo } });
const snapshot = async ({ token }: Person) =>
  (await api.call(wallets.snapshot, { token })).body.data as {
    cash_kobo: number;
    withdrawals: { id: string; status: string }[];
  };
const lastOf = async (person: Person) => (await snapshot(person)).withdrawals[0]!;
const on = (
  call: typeof calls.approve | typeof calls.reject | typeof calls.markSuccess,
  id: string,
  body = {},
  by = finance,
) => api.call(call, { token: by.token, params: { id }, body });
const runs = (person: Person, ...ends: string[]) =>
  waitUntil(async () => {
    await world.runJobs("send-payout", "query-payout");
    return ends.includes((await lastOf(person)).status);
  });
async function slipOf({ token }: { token: string }): Promise<string> {
  const form = new FormData();
  form.append("slip", new Blob([PNG, uuidv7()], { type: "image/png" }), "advice.png");
  const { body } = await api.call(slips.uploadSlip, { token, body: form });
  return (body.data as { id: string }).id;
}
async function decide(approval_id: string, { token } = admin) {
  const columns = ["version"] as const;
  const { version } = await db
    .selectFrom("approvals")
    .select(columns)
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  return api.call(approvals.approve, { token, params: { id: approval_id }, body: { version } });
}
const asked = ({ body }: { body: { data: unknown } }): string => (body.data as { approval_id: string }).approval_id;
const messagesOf = async ({ user_id }: Person) =>
  (await db.selectFrom("notifications").select(["title", "body"]).where("user_id", "=", user_id).execute()).map(
    ({ title, body }) => `${title}: ${body}`,
  );

/** The T-accounts of a posting: debits positive. */
async function bookedOf(key: string): Promise<{ account: string; amount_kobo: bigint }[]> {
  const { rows } = await sql<{ account: string; amount_kobo: bigint }>`
    select coalesce(a.chart_code, a.code) as account, p.amount_kobo
    from ledger.transactions t
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where t.key = ${key}
    order by p.amount_kobo
  `.execute(db);
  return rows;
}

describe("a transfer out of a cash wallet", () => {
  it("goes at once up to the configured amount of a day, and awaits approval beyond it, however it is split", async () => {
    const person = await rich(30_000_000);
    const first = await withdraw(person, 6_000_000);
    expect(first.body.data).toMatchObject({ awaits_approval: false });
    await runs(person, "success");
    expect((await withdraw(person, LIMIT - 6_000_000)).body.data).toMatchObject({ awaits_approval: false });
    await runs(person, "success");
    expect((await withdraw(person, 1)).body.data).toMatchObject({ awaits_approval: true });
    const waiting = await lastOf(person);
    expect(waiting.status).toBe("awaiting_approval");
    await world.runJobs("send-payout", "query-payout");
    expect((await lastOf(person)).status).toBe("awaiting_approval");
    await world.prove();
  });

  it("is bound at once and in a month, by the tier or beyond it for one person, and counted over the whole month", async () => {
    const person = await rich(30_000_000);
    const { token } = person;
    const why = async (amount_kobo: number) => {
      const { status, body } = await withdraw(person, amount_kobo);
      return status === 200 ? null : JSON.stringify(body.errors);
    };
    const tier = sql`update plan_limits set single_outflow_kobo = 2000000, monthly_outflow_kobo = 5000000 where plan = 'tier_3'`;
    const open = sql`update plan_limits set single_outflow_kobo = null, monthly_outflow_kobo = null where plan = 'tier_3'`;
    try {
      expect(await why(1_000_000)).toBeNull();
      await tier.execute(db);
      expect(await why(2_000_001)).toContain("₦20,000.00 may leave your wallet at once on tier 3");
      // What left on another day of the month counts, and of the month before does not.
      const on = await businessDate(db);
      await sql`
        update personal_movements set business_date = date_trunc('month', ${on}::date)::date
        where user_id = ${person.user_id} and kind = 'withdrawn'
      `.execute(db);
      expect(await why(2_000_000)).toBeNull();
      expect(await why(2_000_000)).toBeNull();
      expect(await why(1)).toContain("may still leave your wallet this month on tier 3");
      const limit = { kind: "monthly_outflow", limit_kobo: 6_000_000, reason: "Their tenancy agreement" } as const;
      const risk = await api.person("super_risk");
      expect(
        (await api.call(limits.addLimit, { token: risk.token, params: { id: person.user_id }, body: limit })).status,
      ).toBe(200);
      const shown = (await api.call(wallets.snapshot, { token })).body.data as { limits: object };
      expect(shown.limits).toMatchObject({ single_outflow_kobo: 2_000_000, monthly_outflow_kobo: 6_000_000 });
      expect(await why(1_000_000)).toBeNull();
      expect(await why(1)).toContain("this month");
      await sql`
        update personal_movements set business_date = date_trunc('month', ${on}::date)::date - 1
        where user_id = ${person.user_id} and kind = 'withdrawn' and amount_kobo = -2000000
      `.execute(db);
      expect(await why(2_000_000)).toBeNull();
    } finally {
      await open.execute(db);
    }
    await world.prove();
  });

  it("does not leave while its owner's profile is deactivated, as no transfer does", async () => {
    const person = await rich(1_000_000);
    await sql`update users set profile_status = 'deactivated' where id = ${person.user_id}`.execute(db);
    expect((await withdraw(person, 100_000)).body).toMatchObject({ code: "post_no_debit" });
    await sql`update users set profile_status = 'processed' where id = ${person.user_id}`.execute(db);
    expect((await withdraw(person, 100_000)).status).toBe(200);
  });

  it("is sent when a colleague approves it: never one's own, never while money may not leave, never twice", async () => {
    const person = await rich(20_000_000);
    await withdraw(person, 15_000_000);
    const { id } = await lastOf(person);
    expect((await on(calls.approve, id, {}, await api.person("super_risk"))).status).toBe(403);
    expect((await on(calls.approve, uuidv7())).status).toBe(404);
    expect((await on(calls.markSuccess, id, { slip_id: await slipOf(finance), reason: "At the bank" })).status).toBe(
      409,
    );
    await sql`update users set is_post_no_debit = true where id = ${person.user_id}`.execute(db);
    expect((await on(calls.approve, id)).body).toMatchObject({ code: "post_no_debit" });
    await sql`update users set is_post_no_debit = false where id = ${person.user_id}`.execute(db);
    await sql`update payouts set user_id = ${finance.user_id} where id = ${id}`.execute(db);
    expect((await on(calls.approve, id)).body).toMatchObject({ code: "own_transfer" });
    expect((await on(calls.reject, id, { reason: "Not to me" })).body).toMatchObject({ code: "own_transfer" });
    await sql`update payouts set user_id = ${person.user_id} where id = ${id}`.execute(db);
    const list = await api.call(calls.listAll, {
      token: finance.token,
      query: { filter: JSON.stringify({ status: ["awaiting_approval"], user_id: person.user_id }) },
    });
    expect((list.body.datatable as { items: object[] }).items).toMatchObject([
      { payout_id: id, status: "awaiting_approval", abilities: { approve: null, reject: null } },
    ]);
    expect((await on(calls.approve, id)).status).toBe(200);
    expect((await on(calls.approve, id)).status).toBe(409);
    expect((await on(calls.reject, id, { reason: "Too late" })).status).toBe(409);
    await runs(person, "success");
    expect((await snapshot(person)).cash_kobo).toBe(5_000_000);
    await world.prove();
  });

  it("comes back with the reason when it is rejected, once", async () => {
    const person = await rich(20_000_000);
    await withdraw(person, 15_000_000);
    const { id } = await lastOf(person);
    expect((await snapshot(person)).cash_kobo).toBe(5_000_000);
    expect((await on(calls.reject, id, { reason: "" })).status).toBe(422);
    expect((await on(calls.reject, id, { reason: "The account was changed an hour ago" })).status).toBe(200);
    expect((await on(calls.reject, id, { reason: "Again" })).status).toBe(409);
    expect([(await snapshot(person)).cash_kobo, (await lastOf(person)).status]).toEqual([20_000_000, "failed"]);
    expect(await messagesOf(person)).toContainEqual(expect.stringContaining("The account was changed an hour ago."));
    await world.prove();
  });

  it("is marked as arrived only while nobody knows, with evidence, by two people; the ledger follows", async () => {
    const person = await rich(20_000_000);
    await world.fault("paystack", { mode: "timeout_before_effect", times: 1, delay_ms: 30, call: "POST /transfer" });
    await withdraw(person, 3_000_000);
    await runs(person, "unknown");
    await world.clearFaults();
    const { id } = await lastOf(person);
    const reason = "The bank's statement of today shows it";
    expect((await on(calls.markSuccess, id, { reason, slip_id: uuidv7() })).body.errors).toHaveProperty("slip_id");
    const slip_id = await slipOf(finance);
    // A colleague's slip is not one's own.
    expect((await on(calls.markSuccess, id, { reason, slip_id }, admin)).status).toBe(422);
    const approval_id = asked(await on(calls.markSuccess, id, { reason, slip_id }));
    expect((await on(calls.markSuccess, id, { reason, slip_id })).body).toMatchObject({ code: "waiting" });
    expect((await decide(approval_id, finance)).status).toBe(403);
    expect((await decide(approval_id)).status).toBe(200);
    expect((await lastOf(person)).status).toBe("success");
    expect(await bookedOf(`withdrawal-paid:${id}`)).toEqual([
      { account: "bank_operating", amount_kobo: -3_000_000n },
      { account: "payouts_in_transit", amount_kobo: 3_000_000n },
    ]);
    // The provider contradicts it later: a person looks, nothing moves by itself.
    await world.runJobs("query-payout");
    expect((await snapshot(person)).cash_kobo).toBe(17_000_000);
    await world.prove();
  });

  it("that its provider answers for while a second person is asked is not asked about any more", async () => {
    const person = await rich(20_000_000);
    await world.fault("paystack", { mode: "timeout_after_effect", times: 1, delay_ms: 30, call: "POST /transfer" });
    await withdraw(person, 3_000_000);
    await runs(person, "unknown");
    const { id } = await lastOf(person);
    const body = { reason: "The bank's statement of today shows it", slip_id: await slipOf(finance) };
    const approval_id = asked(await on(calls.markSuccess, id, body));
    const status = async () =>
      (await db.selectFrom("approvals").select("status").where("id", "=", approval_id).executeTakeFirstOrThrow())
        .status;
    await withdrawOver(api.app);
    expect(await status(), "nobody knows yet").toBe("pending");
    await world.clearFaults();
    await runs(person, "success");
    await withdrawOver(api.app);
    expect(await status()).toBe("withdrawn");
    expect((await decide(approval_id)).status).toBe(409);
    await world.prove();
  });
});

describe("a debit of a cash wallet", () => {
  it("takes two people and evidence, never more than is there, never one's own", async () => {
    const person = await rich(2_000_000);
    const slip_id = await slipOf(finance);
    const debit = (body: object = {}, { token } = finance) =>
      api.call(calls.debit, {
        token,
        body: {
          user_id: person.user_id,
          amount_kobo: 500_000,
          cause: "reward",
          slip_id,
          reason: "Given twice",
          ...body,
        },
      });
    expect((await debit({}, await api.person("super_support"))).status).toBe(403);
    expect((await debit({ amount_kobo: 2_000_001 })).body.errors).toHaveProperty("amount_kobo");
    expect((await debit({ amount_kobo: -1 })).status).toBe(422);
    expect((await debit({ cause: "because" })).status).toBe(422);
    expect((await debit({ slip_id: uuidv7() })).body.errors).toHaveProperty("slip_id");
    expect((await debit({ user_id: uuidv7() })).status).toBe(404);
    const approval_id = asked(await debit());
    expect((await debit()).body).toMatchObject({ code: "already_requested" });
    expect((await decide(approval_id, finance)).status).toBe(403);
    expect((await snapshot(person)).cash_kobo).toBe(2_000_000);
    expect((await decide(approval_id)).status).toBe(200);
    expect((await snapshot(person)).cash_kobo).toBe(1_500_000);
    expect(await messagesOf(person)).toContainEqual(expect.stringContaining("₦5,000.00 was taken out"));
    // What is gone by the time of the decision is not taken.
    const late = asked(await debit({ amount_kobo: 1_500_000, cause: "refund", slip_id: await slipOf(finance) }));
    await withdraw(person, 1_000_000);
    expect((await decide(late)).status).toBe(409);
    await world.prove();
  });

  it("posts against what was given wrongly", async () => {
    const { key } = await db
      .selectFrom("approvals")
      .select(sql<string>`'debit-cash:' || id`.as("key"))
      .where("kind", "=", "debit_cash")
      .where("status", "=", "approved")
      .executeTakeFirstOrThrow();
    expect(await bookedOf(key)).toEqual([
      { account: "cashback_expense", amount_kobo: -500_000n },
      { account: "cash_wallet", amount_kobo: 500_000n },
    ]);
  });
});
