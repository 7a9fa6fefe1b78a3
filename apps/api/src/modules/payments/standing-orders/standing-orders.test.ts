import * as chains from "@manilla/contract/companies/approval-chains";
import * as wallets from "@manilla/contract/people/personal-wallets";
import * as calls from "@manilla/contract/payments/standing-orders";
import * as transfers from "@manilla/contract/payments/transfers";
import { addDays, dayInMonth } from "@manilla/credit";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { putInCash, richCustomer } from "../../../../../../test/bills.ts";
import { agreeTo, fundedCompany } from "../../../../../../test/company-money.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { payStandingOrders, tryAgainToday } from "./paying.ts";
import { paidOn } from "./rules.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
const set = (key: string, value: number) =>
  sql`update configuration set value = ${String(value)}::jsonb where key = ${key}`.execute(db);
await set("transfer_review_payees", 1000);

const rich = (kobo = 5_000_000n) => richCustomer(world, kobo);
type Person = Awaited<ReturnType<typeof rich>>;
const cashOf = async ({ token }: { token: string }) =>
  ((await api.call(wallets.snapshot, { token })).body.data as { cash_kobo: number }).cash_kobo;

let serial = 520_000_000;
const nuban = (): string => {
  serial += 1;
  return makeNuban("058", serial);
};
const dayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
/** Every week, from a working day a few days ahead. */
async function weekly(more: object = {}) {
  let day = addDays(await businessDate(db), 1);
  while (paidOn(day).rests_on) day = addDays(day, 1);
  return { repeat: "week", on_day: dayOf(day), first_on: day, ends: "never", ...more };
}
interface Made {
  id: string;
  status: string;
  version: number;
  next_goes_on: string | null;
  paid_count: number;
  because: string | null;
}
const orderOf = ({ body }: { body: { data: unknown } }) => (body.data as { order: Made }).order;
async function make({ token }: Person, amount_kobo: number, more: object = {}) {
  const to = { kind: "bank", bank_code: "058", account_no: nuban() } as const;
  const { payee } = (await api.call(transfers.quote, { token, body: { ...to, amount_kobo: 100 } })).body.data as {
    payee: string;
  };
  const body = { ...to, payee_name: payee, amount_kobo, ...(await weekly(more)) };
  const answer = await api.call(calls.create, { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return orderOf(answer);
}
interface Found extends Made {
  next: { goes_on: string; due_on: string }[];
  past: {
    due_on: string;
    transfer_id: string | null;
    transfer_status: string | null;
    skipped_because: string | null;
    refused_because: string | null;
    attempts: number;
  }[];
  replaced_by: string | null;
  history: { title: string }[];
}
const find = async (id: string, { token }: { token: string }) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Found;
const acts = async (call: typeof calls.pause | typeof calls.skip | typeof calls.end, id: string, token: string) =>
  api.call(call as typeof calls.pause, { token, params: { id } });
/** Closes days until the books are on one. */
async function liveTo(day: string): Promise<void> {
  while ((await businessDate(db)) < day) await closeBusinessDay(api.app);
}
const sentBy = async (id: string) =>
  (
    await sql<{ id: string; status: string; total_kobo: bigint }>`
      select t.id, t.status, t.total_kobo
      from transfers t
      join standing_order_dates d on d.id = t.standing_date_id
      where d.order_id = ${id}
      order by d.due_on
    `.execute(db)
  ).rows;

describe("a person's standing order", () => {
  it("shows its next dates before it is saved, with what banks rest for, and says what is wrong with its rule", async () => {
    const { token } = await rich(1n);
    const ask = (body: object) => api.call(calls.dates, { token, body });
    const year = Number((await businessDate(db)).slice(0, 4)) + 1;
    const christmas = {
      repeat: "month",
      on_day: 25,
      first_on: `${(await businessDate(db)).slice(0, 4)}-12-24`,
      ends: "after",
      ends_after: 5,
    };
    const { dates, last_on } = (await ask(christmas)).body.data as {
      dates: { due_on: string; rests_on: string | null }[];
      last_on: string;
    };
    expect(dates).toHaveLength(5);
    expect(dates[0]).toMatchObject({ rests_on: "Christmas Day" });
    expect(last_on.slice(0, 4)).toBe(String(year));
    expect((await ask({ ...christmas, on_day: null })).body.errors).toHaveProperty("on_day");
    expect((await ask({ ...christmas, first_on: "2020-01-01" })).body.errors).toHaveProperty("first_on");
    expect((await ask({ ...christmas, ends: "on" })).body.errors).toHaveProperty("ends_on");
  });

  it("is paid once on each of its dates with the charges of the day, though two closes run at once", async () => {
    const person = await rich();
    const order = await make(person, 100_000, { ends: "after", ends_after: 2 });
    expect(order).toMatchObject({ status: "active", paid_count: 0 });
    const [first, second] = (await find(order.id, person)).next;
    await liveTo(first!.goes_on);
    const day = { closing: addDays(first!.goes_on, -1), opening: first!.goes_on };
    const again = () =>
      db
        .transaction()
        .execute(async (tx) => "batch" in payStandingOrders && payStandingOrders.batch(api.app, tx, day, null));
    await Promise.all([again(), again(), tryAgainToday(api.app)]);
    const [sent, ...more] = await sentBy(order.id);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({ status: "approved", total_kobo: 100_000n + 1_000n + 75n });
    expect(await cashOf(person)).toBe(5_000_000 - 101_075);
    await liveTo(second!.goes_on);
    expect(await sentBy(order.id)).toHaveLength(2);
    const found = await find(order.id, person);
    expect(found).toMatchObject({ status: "ended", next_goes_on: null, next: [], paid_count: 2 });
    expect(found.history.map(({ title }) => title)).toEqual(["Ended", "Pays by its rule"]);
    await waitUntil(async () => {
      await world.runJobs("send-payout", "query-payout");
      return (await sentBy(order.id)).every(({ status }) => status === "success");
    });
    await world.prove();
  });

  it("that two closes begin at once has one date and one transfer", async () => {
    const person = await rich();
    const order = await make(person, 100_000);
    const opening = order.next_goes_on!;
    const day = { closing: addDays(opening, -1), opening };
    const close = async () => {
      let cursor: string | null = "first";
      while (cursor)
        ({ cursor } = await db
          .transaction()
          .execute(async (tx) =>
            "batch" in payStandingOrders ? payStandingOrders.batch(api.app, tx, day, null) : { cursor: null },
          ));
    };
    await Promise.all([close(), close(), close()]);
    expect(await sentBy(order.id)).toHaveLength(1);
    expect((await find(order.id, person)).past).toMatchObject([{ attempts: 1 }]);
    await world.prove();
  });

  it("without money is tried again that day and on the days after, is then skipped, and is paid when money came", async () => {
    const person = await rich(50_000n);
    const order = await make(person, 100_000);
    const first = order.next_goes_on!;
    await liveTo(first);
    const dated = async () => (await find(order.id, person)).past[0]!;
    expect(await dated()).toMatchObject({ attempts: 1, transfer_id: null, skipped_because: null });
    expect((await dated()).refused_because).toContain("your wallet holds");
    await tryAgainToday(api.app);
    expect((await dated()).attempts).toBe(1);
    // A moment before: the application's clock has no microseconds.
    await sql`
      update standing_order_dates set try_again_at = now() - interval '1 second' where order_id = ${order.id}
    `.execute(db);
    await tryAgainToday(api.app);
    await tryAgainToday(api.app);
    expect((await dated()).attempts).toBe(2);
    await liveTo(addDays(first, 2));
    expect(await dated()).toMatchObject({ attempts: 4, transfer_id: null });
    expect((await dated()).skipped_because).toContain("your wallet holds");
    expect(await cashOf(person)).toBe(50_000);
    expect(await find(order.id, person)).toMatchObject({ status: "active" });
    await putInCash(api, person, 1_000_000n);
    await liveTo((await find(order.id, person)).next_goes_on!);
    expect(await sentBy(order.id)).toHaveLength(1);
    await world.prove();
  });

  it("is paused and told after three skipped dates in a row, and goes on when it is resumed", async () => {
    const person = await rich(50_000n);
    await set("standing_order_retry_days", 0);
    const order = await make(person, 100_000);
    for (let skipped = 1; skipped <= 3; skipped += 1) {
      await liveTo((await find(order.id, person)).next_goes_on!);
      expect((await find(order.id, person)).past).toHaveLength(skipped);
    }
    await set("standing_order_retry_days", 2);
    const paused = await find(order.id, person);
    expect(paused).toMatchObject({ status: "paused", next_goes_on: null, next: [] });
    expect(paused.because).toContain("3 dates in a row");
    const { rows } =
      await sql`select 1 from notifications where user_id = ${person.user_id} and title like '%is paused'`.execute(db);
    expect(rows).toHaveLength(1);
    await putInCash(api, person, 1_000_000n);
    expect((await api.call(calls.resume, { token: person.token, params: { id: order.id } })).status).toBe(200);
    const resumed = await find(order.id, person);
    expect(resumed).toMatchObject({ status: "active", because: null });
    expect(resumed.next_goes_on! > (await businessDate(db))).toBe(true);
    await liveTo(resumed.next_goes_on!);
    expect(await sentBy(order.id)).toHaveLength(1);
    await world.prove();
  });

  it("skips one date, pauses, ends: nothing is sent then; others do not find it", async () => {
    const [person, other] = [await rich(), await rich()];
    const [skips, pauses, ends] = [
      await make(person, 100_000),
      await make(person, 110_000),
      await make(person, 120_000),
    ];
    const first = skips.next_goes_on!;
    for (const call of [calls.skip, calls.pause, calls.end] as const)
      expect((await acts(call as typeof calls.pause, skips.id, other.token)).status).toBe(404);
    expect((await api.call(calls.find, { token: other.token, params: { id: skips.id } })).status).toBe(404);
    const skipped = orderOf(await acts(calls.skip as never, skips.id, person.token));
    expect(skipped.next_goes_on! > first).toBe(true);
    expect((await acts(calls.pause, pauses.id, person.token)).status).toBe(200);
    expect((await acts(calls.pause, pauses.id, person.token)).status).toBe(409);
    expect((await acts(calls.end as never, ends.id, person.token)).status).toBe(200);
    await liveTo(first);
    for (const { id } of [skips, pauses, ends]) expect(await sentBy(id)).toEqual([]);
    expect((await api.call(calls.resume, { token: person.token, params: { id: ends.id } })).status).toBe(409);
    expect((await find(skips.id, person)).past).toMatchObject([{ transfer_id: null, due_on: first }]);
    await liveTo(skipped.next_goes_on!);
    expect(await sentBy(skips.id)).toHaveLength(1);
    expect(await sentBy(pauses.id)).toEqual([]);
  });

  it("paused before it is tried again is not paid, though its money has come by then", async () => {
    const person = await rich(50_000n);
    const order = await make(person, 100_000);
    await liveTo(order.next_goes_on!);
    await putInCash(api, person, 1_000_000n);
    expect((await acts(calls.pause, order.id, person.token)).status).toBe(200);
    // As the worker finds it that had read the date before the pause was kept.
    await sql`
      update standing_order_dates set skipped_because = null, try_again_at = now() where order_id = ${order.id}
    `.execute(db);
    await tryAgainToday(api.app);
    expect(await sentBy(order.id)).toEqual([]);
    expect(await cashOf(person)).toBe(1_050_000);
  });

  it("paused while its date is made is either paid once or not at all", async () => {
    const person = await rich();
    const order = await make(person, 100_000);
    const day = { closing: await businessDate(db), opening: order.next_goes_on! };
    const close = async () => {
      for (let batch = 0; batch < 6; batch += 1)
        await db
          .transaction()
          .execute(async (tx) => "batch" in payStandingOrders && payStandingOrders.batch(api.app, tx, day, null));
    };
    await Promise.all([close(), acts(calls.pause, order.id, person.token), close()]);
    const sent = await sentBy(order.id);
    const found = await find(order.id, person);
    expect(found.status).toBe("paused");
    expect(sent.length).toBeLessThanOrEqual(1);
    expect(found.past.filter(({ transfer_id }) => transfer_id !== null)).toHaveLength(sent.length);
    await close();
    expect(await sentBy(order.id)).toHaveLength(sent.length);
    await world.prove();
  });

  it("changed, another one holds from the next date on, and no date is paid by both", async () => {
    const person = await rich();
    const order = await make(person, 100_000);
    await liveTo(order.next_goes_on!);
    const change = async (more: object = {}) =>
      api.call(calls.change, {
        token: person.token,
        params: { id: order.id },
        body: { amount_kobo: 150_000, ...(await weekly()), ...more },
      });
    const changed = orderOf(await change());
    expect(await find(order.id, person)).toMatchObject({ status: "ended", replaced_by: changed.id });
    expect((await change()).status).toBe(409);
    await liveTo(changed.next_goes_on!);
    expect(await sentBy(order.id)).toHaveLength(1);
    expect(await sentBy(changed.id)).toMatchObject([{ total_kobo: 150_000n + 1_075n }]);
    await expect(
      sql`update standing_orders set amount_kobo = 1 where id = ${changed.id}`.execute(db),
      "what was agreed to stays",
    ).rejects.toThrow("does not change");
    await world.prove();
  });

  it("is asked about who sends it from the amount on that transfers are, and held where it looks unusual", async () => {
    const person = await rich();
    const order = await make(person, 100_000);
    await set("transfer_review_payees", 0);
    await liveTo(order.next_goes_on!);
    await set("transfer_review_payees", 1000);
    const [sent] = await sentBy(order.id);
    expect(sent).toMatchObject({ status: "in_review" });
    expect(await cashOf(person)).toBe(5_000_000);
    await sql`update users set is_post_no_debit = true where id = ${person.user_id}`.execute(db);
    await liveTo((await find(order.id, person)).next_goes_on!);
    expect(await find(order.id, person)).toMatchObject({ status: "paused" });
    expect(await sentBy(order.id)).toHaveLength(1);
  });

  it("goes to a wallet of ours at once", async () => {
    const [person, friend] = [await rich(), await rich(1n)];
    await sql`update users set phone = '+2348035550101' where id = ${friend.user_id}`.execute(db);
    const to = { kind: "wallet", phone: "+2348035550101" } as const;
    const { token } = person;
    const { payee } = (await api.call(transfers.quote, { token, body: { ...to, amount_kobo: 100 } })).body.data as {
      payee: string;
    };
    const body = { ...to, payee_name: payee, amount_kobo: 200_000, ...(await weekly()) };
    expect((await api.call(calls.create, { token, body: { ...body, payee_name: "Somebody Else" } })).body.code).toBe(
      "name_changed",
    );
    const order = orderOf(await api.call(calls.create, { token, body }));
    await liveTo(order.next_goes_on!);
    expect([await cashOf(person), await cashOf(friend)]).toEqual([4_800_000, 200_001]);
    await world.prove();
  });
});

describe("a company's standing order", () => {
  const company = (funded_kobo = 10_000_000) => fundedCompany(world, funded_kobo);
  type Company = Awaited<ReturnType<typeof company>>;
  const decide = (approval_id: string, by: { token: string }) => agreeTo(world, approval_id, by);
  const ask = async ({ money, beneficiary_id }: Company, amount_kobo = 1_000_000) => {
    const answer = await api.call(calls.request, {
      token: money.token,
      body: { beneficiary_id, amount_kobo, ...(await weekly()) },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { order, approval_id } = answer.body.data as { order: Made; approval_id: string };
    return { ...order, approval_id };
  };
  const agreed = async (of: Company) => {
    const order = await ask(of);
    expect((await decide(order.approval_id, of.owner)).status).toBe(200);
    return order;
  };

  it("waits for another person of it, is never agreed to by who asked, and is then paid on its dates without asking again", async () => {
    const of = await company();
    const order = await ask(of);
    expect(order.status).toBe("awaiting_approval");
    expect((await decide(order.approval_id, of.money)).status).not.toBe(200);
    const first = (await find(order.id, of.owner)).next[0]!.goes_on;
    expect((await decide(order.approval_id, of.owner)).status).toBe(200);
    expect(await find(order.id, of.audit)).toMatchObject({ status: "active", next_goes_on: first });
    expect((await acts(calls.pause, order.id, of.audit.token)).status).toBe(403);
    const stranger = await company(100);
    expect((await api.call(calls.find, { token: stranger.owner.token, params: { id: order.id } })).status).toBe(404);
    expect((await acts(calls.end as never, order.id, stranger.owner.token)).status).toBe(404);
    await liveTo(first);
    const [sent] = await sentBy(order.id);
    expect(sent).toMatchObject({ status: "approved" });
    await waitUntil(async () => {
      await world.runJobs("send-payout", "query-payout");
      return (await sentBy(order.id))[0]!.status === "success";
    });
    await world.prove();
  });

  it("is changed by nobody of ours who sees all of them, though they ask for transfers at a company of their own", async () => {
    const [of, other] = [await company(), await company(100)];
    const order = await agreed(of);
    const both = await api.person(["super_finance", "company_finance_manager"], { company_id: other.company_id });
    const body = { amount_kobo: 100, ...(await weekly()) };
    expect((await api.call(calls.find, { token: both.token, params: { id: order.id } })).status).toBe(200);
    const change = await api.call(calls.change, { token: both.token, params: { id: order.id }, body });
    expect([change.status, (await acts(calls.end as never, order.id, both.token)).status]).toEqual([404, 404]);
    expect(await find(order.id, of.owner)).toMatchObject({ status: "active" });
  });

  it("that nobody agreed to is not paid; agreed to late, dates that passed are not made up for", async () => {
    const of = await company();
    const order = await ask(of);
    const [first, second] = (await find(order.id, of.owner)).next;
    await liveTo(first!.goes_on);
    expect(await sentBy(order.id)).toEqual([]);
    expect((await decide(order.approval_id, of.owner)).status).toBe(200);
    expect(await find(order.id, of.owner)).toMatchObject({ next_goes_on: second!.goes_on });
  });

  it("is paused where the company is suspended, who asked may not ask any more, or the account is another one", async () => {
    const [suspended, gone, moved] = [await company(), await company(), await company()];
    const [barred, withheld] = [await company(), await company()];
    const orders = [await agreed(suspended), await agreed(gone), await agreed(moved)];
    orders.push(await agreed(barred), await agreed(withheld));
    await sql`update users set is_blacklisted = true where id = ${barred.money.user_id}`.execute(db);
    await sql`
      insert into user_permissions (user_id, permission, is_granted) values (${withheld.money.user_id}, 'company:can_request_transfers', false)
    `.execute(db);
    await sql`update companies set status = 'deactivated' where id = ${suspended.company_id}`.execute(db);
    await sql`delete from user_roles where user_id = ${gone.money.user_id}`.execute(db);
    await sql`
      update beneficiaries set account_no_hash = ${api.app.encryption.hash("account_no", nuban())} where id = ${moved.beneficiary_id}
    `.execute(db);
    await liveTo(orders[0]!.next_goes_on ?? addDays(await businessDate(db), 4));
    const states = await Promise.all(
      orders.map(async ({ id }) => [
        (await sentBy(id)).length,
        (await db.selectFrom("standing_orders").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status,
      ]),
    );
    expect(states).toEqual([
      [0, "paused"],
      [0, "paused"],
      [0, "paused"],
      [0, "paused"],
      [0, "paused"],
    ]);
  });

  it("changed, the first one pays until the chain has agreed to the other; two changes do not wait at once", async () => {
    const of = await company();
    const order = await agreed(of);
    const change = async (token = of.money.token) =>
      api.call(calls.change, {
        token,
        params: { id: order.id },
        body: { amount_kobo: 2_000_000, ...(await weekly()) },
      });
    const asked = await change();
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const { order: other, approval_id } = asked.body.data as { order: Made; approval_id: string };
    expect(other.status).toBe("awaiting_approval");
    const shown = await api.call(chains.find, { token: of.owner.token, params: { id: approval_id } });
    expect(JSON.stringify(shown.body.data)).toContain("₦10,000.00 to ");
    expect((await change(of.owner.token)).body.code).toBe("change_waits");
    await liveTo((await find(order.id, of.owner)).next_goes_on!);
    expect(await sentBy(order.id)).toHaveLength(1);
    expect((await decide(approval_id, of.owner)).status).toBe(200);
    expect(await find(order.id, of.owner)).toMatchObject({ status: "ended", replaced_by: other.id });
    await liveTo((await find(other.id, of.owner)).next_goes_on!);
    expect([(await sentBy(order.id)).length, (await sentBy(other.id)).length]).toEqual([1, 1]);
    await world.prove();
  });
});

describe("what is sent by hand each month", () => {
  const seen = async ({ token }: Person) =>
    ((await api.call(calls.recurring, { token })).body.data as { recurring: { payee_id: string; next_on: string }[] })
      .recurring;
  /** Three months in a row on the 28th. @returns what was sent, the first one first */
  async function sendMonthly({ token }: Person, more: object = {}) {
    const to = { kind: "bank", bank_code: "058", account_no: nuban() } as const;
    const { payee } = (await api.call(transfers.quote, { token, body: { ...to, amount_kobo: 100 } })).body.data as {
      payee: string;
    };
    const today = await businessDate(db);
    const wanted = { ...to, payee_name: payee, amount_kobo: 70_000 };
    const ids: string[] = [];
    for (const months of [2, 1, 0]) {
      const body = { ...wanted, is_repeat: true, ...more };
      const { status, body: sent } = await api.call(transfers.initiate, { token, body });
      expect(status, JSON.stringify(sent)).toBe(200);
      // As if it had been sent on that day.
      const { id } = (sent.data as { transfer: { id: string } }).transfer;
      await sql`update transfers set business_date = ${dayInMonth(today, -months, 28)} where id = ${id}`.execute(db);
      ids.push(id);
    }
    return { wanted, ids };
  }

  it("is offered to who sends it, and to nobody else, until a standing order sends it", async () => {
    const [sender, other] = [await rich(), await rich()];
    const { wanted } = await sendMonthly(sender);
    const [one, ...more] = await seen(sender);
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      payee: wanted.payee_name,
      amount_kobo: 70_000,
      on_day: 28,
      times: 3,
      account_no: expect.stringMatching(/^•/),
    });
    expect(one!.next_on > (await businessDate(db))).toBe(true);
    expect(await seen(other)).toEqual([]);

    const rule = { repeat: "month", on_day: 28, first_on: one!.next_on, ends: "never" };
    const { status } = await api.call(calls.create, { token: sender.token, body: { ...wanted, ...rule } });
    expect(status).toBe(200);
    expect(await seen(sender)).toEqual([]);
  });

  it("does not count what came back, by the bank or by us", async () => {
    const sender = await rich();
    const { ids } = await sendMonthly(sender);
    const [{ status: before } = { status: "" }] = await db
      .selectFrom("transfers")
      .select("status")
      .where("id", "=", ids[1]!)
      .execute();
    for (const [status, offers] of [
      ["refunded", 0],
      ["reversed", 0],
      ["failed", 0],
      ["cancelled", 0],
      [before, 1],
    ] as const) {
      await sql`update transfers set status = ${status} where id = ${ids[1]!}`.execute(db);
      expect(await seen(sender), status).toHaveLength(offers);
    }
  });

  it("is not offered to a payee who was kept and forgotten, until they are kept again", async () => {
    const sender = await rich();
    const { wanted } = await sendMonthly(sender, { is_saved: true });
    const [one] = await seen(sender);
    const forgotten = await api.call(transfers.forget, { token: sender.token, params: { id: one!.payee_id } });
    expect(forgotten.status).toBe(200);
    expect(await seen(sender)).toEqual([]);
    const again = { ...wanted, amount_kobo: 30_000, is_saved: true };
    expect((await api.call(transfers.initiate, { token: sender.token, body: again })).status).toBe(200);
    expect(await seen(sender)).toMatchObject([{ payee_id: one!.payee_id }]);
  });

  it("is looked for among the newest 2,000 of the sender", async () => {
    const sender = await rich();
    const { ids } = await sendMonthly(sender);
    const { rows } = await sql<{ column_name: string }>`
      select column_name
      from information_schema.columns
      where table_name = 'transfers' and is_generated = 'NEVER' and column_name not in ('id', 'reference', 'amount_kobo')
    `.execute(db);
    const others = rows.map(({ column_name }) => sql.ref(column_name));
    /** Newer ones, each of another amount. */
    const add = (from: number, to: number) =>
      sql`
        insert into transfers (id, reference, amount_kobo, ${sql.join(others)})
        select gen_random_uuid(), reference || '-' || n, amount_kobo + n, ${sql.join(others)}
        from transfers, generate_series(${from}::int, ${to}::int) n
        where id = ${ids[2]!}
      `.execute(db);
    await sql`update transfers set created_at = created_at - interval '1 hour' where id in (${ids[0]!}, ${ids[1]!})`.execute(
      db,
    );
    await add(1, 1997);
    expect(await seen(sender)).toHaveLength(1);
    await add(1998, 1998);
    expect(await seen(sender)).toEqual([]);
  });
});
