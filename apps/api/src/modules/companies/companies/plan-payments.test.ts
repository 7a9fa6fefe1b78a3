import * as admissions from "@manilla/contract/companies/admissions";
import * as calls from "@manilla/contract/companies/companies";
import * as repayments from "@manilla/contract/lending/repayments";
import { day } from "@manilla/contract/formats";
import { addDays, dayInMonth } from "@manilla/credit";
import { balanceOf } from "@manilla/ledger";
import * as team from "@manilla/contract/companies/team";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { creditOf } from "../../money/books/index.ts";
import { receive } from "../../money/receipts/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";

const world = await useLendingWorld();
const { api } = world;
const today = () => businessDate(api.app.db);
const liveADay = async () => {
  await catchUp(api.app, addDays(await today(), 1), { onDay: () => world.syncClock() });
  await world.syncClock();
};
const monthAfter = (date: string) => dayInMonth(date, 1, Number(date.slice(8)));

async function company(status: "approved" | "pending" = "approved") {
  const id = uuidv7();
  const values = { id, name: `Company ${id.slice(-4)}`, status, profile_completed_at: new Date() };
  await api.app.db.insertInto("companies").values(values).execute();
  const owner = await api.person("company_super_admin", { company_id: id });
  const row = () =>
    api.app.db
      .selectFrom("companies")
      .select(["unique_plan", "plan_paid_until"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const choose = async (plan = "starter") => {
    const { body } = await api.call(calls.choosePlan, { token: owner.token, body: { plan } });
    return body.data as { authorization_url: string; reference: string };
  };
  const payments = async (token = owner.token) =>
    ((await api.call(calls.planPayments, { token })).body.data as { payments: unknown[] }).payments;
  return { id, owner, row, choose, payments };
}

const payOnPage = (authorization_url: string) =>
  fetch(authorization_url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ card: "success" }),
  });

const balances = async () => {
  const of = async (code: string) => (await balanceOf(queryable(api.app.db), code)).balance_kobo;
  return {
    prepaid: -(await of("plans_prepaid")),
    income: -(await of("plan_income")),
    held: await of("card_settlement"),
  };
};

const receiptOf = (reference: string) =>
  api.app.db.selectFrom("receipts").selectAll().where("reference", "=", reference).executeTakeFirstOrThrow();

describe("a payment of a plan", () => {
  it("is refused before the company is approved, gives one receipt, and its month counts however often it is confirmed", async () => {
    const waiting = await company("pending");
    expect((await api.call(calls.plans, { token: waiting.owner.token })).body.data).toMatchObject({
      is_approved: false,
    });
    const choice = await api.call(calls.choosePlan, { token: waiting.owner.token, body: { plan: "starter" } });
    expect([choice.status, choice.body.code]).toEqual([409, "not_approved"]);
    expect(await api.app.db.selectFrom("charges").select("id").execute()).toEqual([]);

    const { owner, choose, row, payments } = await company();
    const { authorization_url, reference } = await choose();
    const confirm = () => api.call(calls.confirmPlan, { token: owner.token, body: { reference } });
    expect((await confirm()).body.data, "the page is still open").toMatchObject({ status: "pending" });
    await payOnPage(authorization_url);
    for (const _ of [1, 2]) expect((await confirm()).body.data).toMatchObject({ status: "success" });
    const paid_until = monthAfter(await today());
    expect(await row()).toEqual({ unique_plan: "Starter", plan_paid_until: paid_until });
    const { rows } = await api.database.pool.query<{ text: string }>(
      "select data ->> 'text' as text from pgboss.job where name = 'send-mail' and data ->> 'subject' like 'Receipt: %'",
    );
    expect(rows).toHaveLength(1);
    for (const part of ["We received ₦15,000.00", reference, day(paid_until)]) expect(rows[0]!.text).toContain(part);
    expect(await payments()).toMatchObject([{ reference, plan: "Starter", amount_kobo: 1_500_000, paid_until }]);
    await world.prove();
  });

  it("is found where nobody comes back from the payment page, and buys one month", async () => {
    const { choose, row, payments, id } = await company();
    const { authorization_url, reference } = await choose("growth");
    await payOnPage(authorization_url);
    for (const _ of [1, 2]) await world.runJobs("query-charge");
    expect(await row()).toEqual({ unique_plan: "Growth", plan_paid_until: monthAfter(await today()) });
    expect(await payments()).toHaveLength(1);
    const colleague = await api.person("company_super_admin", { company_id: id });
    expect(await payments(colleague.token), "the payments of the company, not of one person").toMatchObject([
      { reference },
    ]);
    expect(await payments((await company()).owner.token), "no other company's").toEqual([]);
  });

  it("adds its month behind the one that is paid of the same plan; the card that paid is never debited again", async () => {
    const { choose, row, owner, id } = await company();
    const before = await balances();
    const pages = [await choose(), await choose(), await choose()];
    for (const { authorization_url } of pages) await payOnPage(authorization_url);
    await world.runJobs("query-charge");
    const second = monthAfter(monthAfter(await today()));
    expect(await row()).toEqual({ unique_plan: "Starter", plan_paid_until: monthAfter(second) });
    // A month is income when it begins: two of three are paid ahead.
    const price = 1_500_000n;
    const held = before.held + 3n * price;
    expect(await balances()).toEqual({ prepaid: before.prepaid + 2n * price, income: before.income + price, held });
    const { rows: months } = await api.database.pool.query<{ charge_id: string; reference: string }>(
      "select charge_id, reference from plan_payments where company_id = $1 order by begins_on",
      [id],
    );
    // The last is taken back before it begins, the second begins tomorrow.
    const asked = await api.call(repayments.reverseReceipt, {
      token: world.maker.token,
      params: { id: (await receiptOf(months[2]!.reference)).id },
      body: { reason: "The cardholder disputed it" },
    });
    expect((await world.approve((asked.body.data as { approval_id: string }).approval_id)).status).toBe(200);
    expect(await balances()).toMatchObject({ prepaid: before.prepaid + price, income: before.income + price });
    expect(await row()).toEqual({ unique_plan: "Starter", plan_paid_until: second });
    await api.app.db
      .updateTable("plan_payments")
      .set({ begins_on: addDays(await today(), 1) })
      .where("charge_id", "=", months[1]!.charge_id)
      .execute();
    await liveADay();
    const earned = { prepaid: before.prepaid, income: before.income + 2n * price };
    expect(await balances()).toMatchObject(earned);
    await liveADay();
    expect(await balances()).toMatchObject(earned);
    const cards = await api.app.db
      .selectFrom("repayment_cards")
      .select("id")
      .where("user_id", "=", owner.user_id)
      .execute();
    expect(cards).toEqual([]);
  });

  it("that came before the approval is no income until its month begins, the night after the approval", async () => {
    const { id, choose, row, payments } = await company();
    const { authorization_url } = await choose();
    await api.app.db.updateTable("companies").set({ status: "pending" }).where("id", "=", id).execute();
    const before = await balances();
    await payOnPage(authorization_url);
    await world.runJobs("query-charge");
    expect(await balances()).toEqual({ ...before, prepaid: 1_500_000n, held: before.held + 1_500_000n });
    expect([await row(), await payments()]).toMatchObject([{ unique_plan: null }, [{ paid_until: null }]]);
    await liveADay();
    expect(await row(), "still not approved").toMatchObject({ unique_plan: null });
    await api.app.db.updateTable("companies").set({ status: "approved" }).where("id", "=", id).execute();
    await liveADay();
    expect(await row()).toEqual({ unique_plan: "Starter", plan_paid_until: monthAfter(await today()) });
    expect(await balances()).toMatchObject({ prepaid: 0n, income: before.income + 1_500_000n });
    await world.prove();
  });

  it("whose company is declined goes back: the payer's credit at once, finance is asked to refund it, and it is paid to their account", async () => {
    const before = await balances();
    const desk = await api.person("super_business");
    const [finance, payer, stranger] = [await api.person("super_finance"), await world.customer(), await company()];
    const { id, choose, payments, owner } = await company();
    const pages = [await choose(), await choose()];
    const late = await choose();
    const other = await stranger.choose();
    await sql`update companies set status = 'pending' where id in (${id}, ${stranger.id})`.execute(api.app.db);
    // One of the two was paid by somebody whose account we know.
    await sql`update charges set user_id = ${payer.user_id} where reference = ${pages[1]!.reference}`.execute(
      api.app.db,
    );
    for (const { authorization_url } of [...pages, other]) await payOnPage(authorization_url);
    await world.runJobs("query-charge");
    const price = 1_500_000n;
    expect(await balances()).toMatchObject({ prepaid: before.prepaid + 3n * price });

    const decline = await api.call(admissions.decline, {
      token: desk.token,
      params: { id },
      body: { because: "struck_off" },
    });
    expect(decline.status).toBe(200);
    expect(await balances(), "another company's stays").toMatchObject({ prepaid: before.prepaid + price });
    expect([await creditOf(api.app.db, owner.user_id), await creditOf(api.app.db, payer.user_id)]).toEqual([
      price,
      price,
    ]);
    expect(await payments()).toMatchObject([
      { taken_back_at: expect.anything() },
      { taken_back_at: expect.anything() },
    ]);
    const told = async (user_id: string) =>
      (
        await sql<{ title: string }>`
          select title from notifications where user_id = ${user_id} order by created_at, id
        `.execute(api.app.db)
      ).rows.map(({ title }) => title);
    expect(await told(owner.user_id)).toContain("₦15,000.00 for Starter goes back to you");
    const asks = (await told(finance.user_id)).filter((title) => title.includes("to be refunded"));
    expect(asks, "for each of the two").toEqual(asks.map(() => "₦15,000.00 for a plan is to be refunded"));
    expect(asks).toHaveLength(2);
    const asked = await api.call(repayments.refund, {
      token: world.maker.token,
      params: { id: payer.user_id },
      body: { amount_kobo: Number(price), reason: "Paid for a plan of a company that was declined" },
    });
    expect((await world.approve((asked.body.data as { approval_id: string }).approval_id)).status).toBe(200);
    await world.runJobs("send-payout");
    await expect
      .poll(async () => {
        await world.runJobs("query-payout");
        return api.app.db.selectFrom("payouts").select("status").where("user_id", "=", payer.user_id).execute();
      })
      .toEqual([{ status: "success" }]);
    expect(await creditOf(api.app.db, payer.user_id)).toBe(0n);

    // Who was still on the payment page pays after the decline: nothing of it stays with us either.
    await payOnPage(late.authorization_url);
    await world.runJobs("query-charge");
    expect(await creditOf(api.app.db, owner.user_id)).toBe(2n * price);
    expect(await balances()).toMatchObject({ prepaid: before.prepaid + price, income: before.income });
    expect((await told(finance.user_id)).filter((title) => title.includes("to be refunded"))).toHaveLength(3);
    const business = await api.person("super_business");
    const body = { because: "struck_off" } as const;
    const { status } = await api.call(admissions.decline, { token: business.token, params: { id: stranger.id }, body });
    expect(status).toBe(200);
    expect(await balances()).toMatchObject({ prepaid: before.prepaid });
    expect((await told(finance.user_id)).filter((title) => title.includes("to be refunded"))).toHaveLength(4);

    const takeBackOf = async (reference: string) => {
      const answer = await api.call(repayments.reverseReceipt, {
        token: world.maker.token,
        params: { id: (await receiptOf(reference)).id },
        body: { reason: "The cardholder disputed it" },
      });
      return world.approve((answer.body.data as { approval_id: string }).approval_id);
    };
    // A payment that the cardholder disputes takes the credit along, once.
    expect((await takeBackOf(pages[0]!.reference)).status).toBe(200);
    expect((await takeBackOf(late.reference)).status).toBe(200);
    expect(await creditOf(api.app.db, owner.user_id)).toBe(0n);
    expect(await balances()).toMatchObject({ prepaid: before.prepaid });
    await world.prove();
  });

  it("is matched with the bank's line; taken back under two persons, it ends its month and its income", async () => {
    const before = await balances();
    const { choose, row } = await company();
    const { authorization_url, reference } = await choose();
    await payOnPage(authorization_url);
    await world.runJobs("query-charge");
    expect((await takeToday(world, [])).status).toBe(200);
    const [item] = await api.app.db
      .selectFrom("reconciliation_items")
      .select(["status", "subject_type"])
      .where("reference", "=", reference)
      .execute();
    expect(item).toEqual({ status: "matched_auto", subject_type: "receipt" });
    expect((await balances()).held, "every card line of the day is known").toBe(0n);
    const asked = await api.call(repayments.reverseReceipt, {
      token: world.maker.token,
      params: { id: (await receiptOf(reference)).id },
      body: { reason: "The cardholder disputed it" },
    });
    const approval_id = (asked.body.data as { approval_id: string }).approval_id;
    expect((await world.approve(approval_id)).status).toBe(200);
    expect(await row()).toEqual({ unique_plan: "Starter", plan_paid_until: await today() });
    expect(await balances()).toMatchObject({ prepaid: 0n, income: before.income });
    await world.prove();
  });

  it("of another sum than the price buys no month: it is the payer's credit", async () => {
    const { choose, row, owner, payments } = await company();
    const { reference } = await choose();
    const charge = await api.app.db
      .selectFrom("charges")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    const before = await balances();
    const on = await today();
    await api.app.db
      .transaction()
      .execute((tx) =>
        receive(tx, api.app, {
          user_id: owner.user_id,
          purpose: "plan_payment",
          subject_id: charge.id,
          amount_kobo: 1_499_999n,
          channel: "card",
          source: "card_settlement",
          reference,
          on,
          actor: SYSTEM,
        }),
      );
    expect([await row(), await payments()]).toMatchObject([{ unique_plan: null }, []]);
    expect(await balances()).toEqual({ ...before, held: before.held + 1_499_999n });
    expect(await creditOf(api.app.db, owner.user_id)).toBe(1_499_999n);
    const { rows } = await sql<{ body: string; also: string[] }>`
      select body, also from notifications where user_id = ${owner.user_id} and kind = 'repayment'
    `.execute(api.app.db);
    expect(rows, "told by text message and mail").toEqual([
      { body: expect.stringContaining("₦14,999.99 was received"), also: ["sms_receipt", "mail"] },
    ]);
    await world.prove();
  });
});

describe("a company's plan", () => {
  it("is read by its own people and by the provider's who see companies, with the moment it was made", async () => {
    const [one, other] = [uuidv7(), uuidv7()];
    for (const id of [one, other])
      await api.app.db
        .insertInto("companies")
        .values({ id, name: `Company ${id.slice(-4)}`, profile_completed_at: new Date(), unique_plan: "Growth" })
        .execute();
    const read = async (token: string) => api.call(calls.uniquePlan, { token, params: { companyId: one } });
    expect((await read((await api.person("company_audit", { company_id: one })).token)).body.data).toEqual({
      plan: {
        company_id: one,
        unique_plan: "Growth",
        name: "Growth",
        paid_until: null,
        holds_until: null,
        seats_used: 1,
        seats_allowed: 100,
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      },
    });
    expect((await read((await api.person("super_business")).token)).status).toBe(200);
    expect((await read((await api.person("company_audit", { company_id: other })).token)).status).toBe(404);
  });
});

describe("a plan that nobody renews", () => {
  it("is reminded of, holds through its grace, and lapses; a payment opens everything again", async () => {
    const { id, owner, row } = await company();
    await sql`
      update companies set unique_plan = 'Starter', plan_paid_until = ${addDays(await today(), 8)}::date where id = ${id}
    `.execute(api.app.db);
    const titles = async () =>
      (
        await sql<{ title: string }>`
          select title from notifications where user_id = ${owner.user_id} and kind = 'plan' order by created_at, id
        `.execute(api.app.db)
      ).rows.map(({ title }) => title);
    await liveADay();
    expect(await titles()).toEqual([expect.stringContaining("Your plan ends on")]);
    for (let days = 0; days < 7; days += 1) await liveADay();
    expect(await titles()).toEqual([expect.anything(), "Your plan is not paid"]);
    for (let days = 0; days < 6; days += 1) await liveADay();
    expect((await row()).unique_plan).toBe("Starter");
    await liveADay();
    expect((await row()).unique_plan).toBeNull();
    expect(await titles()).toEqual([
      expect.anything(),
      "Your plan is not paid",
      "Your plan is not paid",
      "Your plan has lapsed",
    ]);
    const open = () => api.call(team.staff, { token: owner.token, params: { companyId: id } });
    expect((await open()).status).toBe(403);
    await liveADay();
    expect(await titles()).toHaveLength(4);
    await sql`update companies set unique_plan = 'Starter' where id = ${id}`.execute(api.app.db);
    expect((await open()).status).toBe(200);
  }, 120_000);

  it("is not exchanged for one that has fewer places than people", async () => {
    const { id, owner } = await company();
    for (let people = 0; people < 10; people += 1) await api.person("company_staff", { company_id: id });
    const { status, body } = await api.call(calls.choosePlan, { token: owner.token, body: { plan: "starter" } });
    expect([status, body.errors]).toEqual([422, { plan: [expect.stringContaining("11 people")] }]);
  });
});

it("a plan of a month that begins on the 31st ends on the last day of a shorter one, and on the 31st again after it", async () => {
  const { choose, row, id } = await company();
  await payOnPage((await choose()).authorization_url);
  await world.runJobs("query-charge");
  const bought = { begins_on: "2026-01-31", paid_until: "2026-02-28" };
  await api.app.db.updateTable("plan_payments").set(bought).where("company_id", "=", id).execute();
  const until = { plan_paid_until: bought.paid_until };
  await api.app.db.updateTable("companies").set(until).where("id", "=", id).execute();
  for (const paid_until of ["2026-03-31", "2026-04-30", "2026-05-31"]) {
    await payOnPage((await choose()).authorization_url);
    await world.runJobs("query-charge");
    expect(await row()).toEqual({ unique_plan: "Starter", plan_paid_until: paid_until });
  }
});
