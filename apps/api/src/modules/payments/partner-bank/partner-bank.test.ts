/** Money that comes in at the partner bank: into the wallet, held, given back, claimed; and everything that tries to move it twice. */
import * as repayments from "@manilla/contract/lending/repayments";
import * as reconciliation from "@manilla/contract/money/reconciliation";
import * as calls from "@manilla/contract/payments/partner-bank";
import { sql } from "kysely";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { describe, expect, it, vi } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { accountOf, deliver, newSession, notification, signedBy } from "../../../../../../test/partner-bank.ts";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { bookedUnder } from "../../../../../../test/booked.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { balancesOf, personalBalances, walletOf } from "../../money/books/index.ts";
import { releaseHeld } from "./releasing.ts";

const world = await useLendingWorld("without bank statements");
const { api, maker } = world;
const { db } = api.app;
type Person = Awaited<ReturnType<typeof world.customer>>;

const cash = async ({ user_id }: Person) => (await personalBalances(db, user_id)).cash_kobo;
const natural = async (code: string) => (await balancesOf(queryable(db), [code]))[0]?.natural_kobo ?? 0n;
const credits = (session_id: string) =>
  db.selectFrom("inbound_credits").selectAll().where("session_id", "=", session_id).execute();
const creditOf = async (session_id: string) => (await credits(session_id))[0]!;
const lift = ({ user_id }: Person, plan: string) =>
  db.insertInto("user_plans").values({ id: uuidv7(), user_id, plan }).execute();
const bodiesOf = async ({ user_id }: Person) =>
  (await db.selectFrom("notifications").select(["title", "body"]).where("user_id", "=", user_id).execute()).map(
    ({ title, body }) => `${title}: ${body}`,
  );
const bookedOf = (key: string) => bookedUnder(db, key);
/** Naira for an account, as the bank tells of it. */
async function arrives(account_no: string, amount: string, session_id = newSession()) {
  expect((await deliver(api, notification({ account_no, amount, session_id }))).status).toBe(200);
  return session_id;
}
const approvalOf = ({ body }: { body: { data?: unknown } }): string =>
  (body.data as { approval_id: string }).approval_id;
const act = (call: typeof calls.release | typeof calls.sendBack, id: string, token = maker.token) =>
  api.call(call, { token, params: { id }, body: call === calls.sendBack ? { reason: "The wallet stays closed" } : {} });
async function listed(token: string, filter: object): Promise<Record<string, unknown>[]> {
  const { body } = await api.call(calls.incomingList, { token, query: { filter: JSON.stringify(filter) } });
  return (body.datatable as { items: Record<string, unknown>[] }).items;
}
/** A customer whose transfer of ₦80,000 is more than tier 1 lets in at once. */
async function holding() {
  const person = await world.customer();
  const session_id = await arrives(await accountOf(api, person), "80000.00");
  return { person, session_id, credit: await creditOf(session_id) };
}

it("a company whose money is held, and goes back, reads of both, with its own page behind it", async () => {
  const company_id = await api.company({ name: "Kaduna Looms" });
  const owner = await api.person("company_super_admin", { company_id });
  const found = await api.call(calls.companyAccount, { token: owner.token });
  const { account_no } = (found.body.data as { account: { account_no: string } }).account;
  await sql`update companies set status = 'deactivated' where id = ${company_id}`.execute(db);
  const session_id = newSession();
  const sender_account = makeNuban("058", 300_000_124);
  await deliver(api, notification({ account_no, amount: "900", session_id, sender_account }));
  const { id } = await creditOf(session_id);
  expect((await world.approve(approvalOf(await act(calls.sendBack, id)))).status).toBe(200);
  await waitUntil(async () => {
    await world.runJobs("send-payout", "query-payout");
    return (await creditOf(session_id)).status === "sent_back";
  });
  const { rows } = await sql<{ title: string; link: string }>`
    select title, link from notifications where user_id = ${owner.user_id} and title like '%wait%' order by id
  `.execute(db);
  expect(rows).toEqual([
    { title: "Money for you waits", link: "/corporate/wallet" },
    { title: "Money that waited went back", link: "/corporate/wallet" },
  ]);
  await world.prove();
});

describe("a transfer for a wallet", () => {
  it("goes into a person's cash wallet, who reads of it, and is one line of the bank's statement", async () => {
    await world.syncClock();
    const person = await world.customer();
    const account_no = await accountOf(api, person);
    expect(account_no).toMatch(/^821\d{7}$/);
    expect(await accountOf(api, person)).toBe(account_no);
    const session_id = await arrives(account_no, "1250.5");
    const { receipt_id, status, sent_at } = await creditOf(session_id);
    expect([status, sent_at?.toISOString()]).toEqual(["received", "2026-01-15T09:00:00.000Z"]);
    expect(await bookedOf(`repay:${receipt_id}`)).toEqual({ bank_operating: 125_050n, cash_wallet: -125_050n });
    expect(await cash(person)).toBe(125_050n);
    expect(await bodiesOf(person)).toContainEqual(
      "Money has come into your wallet: ₦1,250.50 from BOLA SENDER is in your cash wallet.",
    );
    await takeToday(world, [[125_050, session_id]]);
    expect(await listed(maker.token, { user_id: person.user_id })).toMatchObject([
      {
        session_id,
        status: "received",
        item_status: "matched_auto",
        amount_kobo: 125_050,
        account: `•••••••${account_no.slice(-4)}`,
      },
    ]);
    await world.prove();
  });

  it("goes into a company's wallet, and is held while the company is suspended", async () => {
    const company_id = await api.company({ name: "Ibadan Mills" });
    const owner = await api.person("company_super_admin", { company_id });
    const found = await api.call(calls.companyAccount, { token: owner.token });
    const { account_no, account_name } = (found.body.data as { account: { account_no: string; account_name: string } })
      .account;
    expect(account_name).toBe("Ibadan Mills");
    await arrives(account_no, "500000");
    expect((await walletOf(db, company_id)).balance_kobo).toBe(50_000_000n);
    await sql`update companies set status = 'deactivated' where id = ${company_id}`.execute(db);
    const session_id = await arrives(account_no, "7");
    expect(await creditOf(session_id)).toMatchObject({ status: "held", held_because: "closed", company_id });
    await releaseHeld(api.app);
    expect((await walletOf(db, company_id)).balance_kobo).toBe(50_000_000n);
    await sql`update companies set status = 'approved' where id = ${company_id}`.execute(db);
    await releaseHeld(api.app);
    expect((await walletOf(db, company_id)).balance_kobo).toBe(50_000_700n);
    const { receipt_id } = await creditOf(session_id);
    expect(await bookedOf(`release-held:${receipt_id}`)).toEqual({ held_receipts: 700n, company_wallet: -700n });
    await world.prove();
  });

  it("of nobody waits for its owner, whom two people name", async () => {
    const person = await world.customer();
    const session_id = await arrives("8219999990", "300");
    expect(await creditOf(session_id)).toMatchObject({ status: "unidentified", user_id: null, receipt_id: null });
    expect(await bookedOf(`unidentified:${session_id}`)).toEqual({
      bank_operating: 30_000n,
      unidentified_receipts: -30_000n,
    });
    const [row] = await listed(maker.token, { status: ["unidentified"] });
    const asked = await api.call(reconciliation.claim, {
      token: maker.token,
      params: { id: row!["item_id"] as string },
      body: { user_id: person.user_id, note: "The slip names them" },
    });
    expect((await world.approve(approvalOf(asked))).status).toBe(200);
    expect(await listed(maker.token, { status: ["unidentified"] })).toMatchObject([
      { session_id, owner: "Ada Customer", item_status: "matched_manual" },
    ]);
    await world.prove();
  });

  it("whose owner is erased while it is taken is nobody's", async () => {
    const person = await world.customer();
    const account_no = await accountOf(api, person);
    const eraser = await api.database.pool.connect();
    await eraser.query("begin");
    await eraser.query("update users set erased_at = now() where id = $1", [person.user_id]);
    const session_id = newSession();
    const arrived = arrives(account_no, "25", session_id);
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await waitUntil(async () => (await waits.execute(db)).rows.length > 0);
    await eraser.query("commit");
    await arrived;
    expect(await creditOf(session_id)).toMatchObject({ status: "unidentified", user_id: null, receipt_id: null });
    expect(await cash(person)).toBe(0n);
    await eraser.query("update users set erased_at = null where id = $1", [person.user_id]);
    eraser.release();
    await world.prove();
  });

  it("is taken out again by two people when its receipt was wrong, while the money is there", async () => {
    const person = await world.customer();
    const session_id = await arrives(await accountOf(api, person), "400");
    const { receipt_id } = await creditOf(session_id);
    const reverse = async () => {
      const body = { reason: "The bank called it back" };
      const params = { id: receipt_id! };
      return approvalOf(await api.call(repayments.reverseReceipt, { token: maker.token, params, body }));
    };
    expect((await world.approve(await reverse())).status).toBe(200);
    expect(await cash(person)).toBe(0n);
    expect(await bodiesOf(person)).toContainEqual(expect.stringContaining("The bank called it back"));
    const { credit } = await holding();
    const heldReceipt = { id: credit.receipt_id! };
    const asked = await api.call(repayments.reverseReceipt, {
      token: maker.token,
      params: heldReceipt,
      body: { reason: "Wrong" },
    });
    expect((await world.approve(approvalOf(asked))).body).toMatchObject({ code: "held" });
    await world.prove();
  });
});

describe("a transfer that the wallet may not take", () => {
  it("is held, its person reads what lets it in, and it is released by itself when they reach that tier, once", async () => {
    const { person, credit } = await holding();
    const { receipt_id } = credit;
    expect(credit).toMatchObject({ status: "held", held_because: "single_deposit" });
    expect(await bookedOf(`repay:${receipt_id}`)).toEqual({ bank_operating: 8_000_000n, held_receipts: -8_000_000n });
    expect(await bodiesOf(person)).toContainEqual(expect.stringContaining("Reach tier 2 to receive it."));
    const own = await api.call(calls.ownAccount, { token: person.token });
    expect((own.body.data as { held: object[] }).held).toMatchObject([
      { amount_kobo: 8_000_000, says: "Your wallet takes no more at once on tier 1. Reach tier 2 to receive it." },
    ]);
    expect((await act(calls.release, credit.id)).body).toMatchObject({ code: "still_held" });
    await releaseHeld(api.app);
    expect(await cash(person)).toBe(0n);
    await lift(person, "tier_2");
    await Promise.all([releaseHeld(api.app), releaseHeld(api.app), act(calls.release, credit.id)]);
    expect(await cash(person)).toBe(8_000_000n);
    expect(await bookedOf(`release-held:${receipt_id}`)).toEqual({
      held_receipts: 8_000_000n,
      cash_wallet: -8_000_000n,
    });
    expect((await act(calls.release, credit.id)).body).toMatchObject({ code: "already_decided" });
    expect(await bodiesOf(person)).toContainEqual(expect.stringContaining("Money that waited is in your wallet"));
    await world.prove();
  });

  it("and cannot be looked at keeps no other one waiting", async () => {
    const [broken, whole] = [await holding(), await holding()];
    await lift(broken.person, "tier_2");
    await lift(whole.person, "tier_2");
    const owner = api.database.pool;
    await owner.query(
      `alter table inbound_credits add constraint stuck check (id <> '${broken.credit.id}' or status = 'held')`,
    );
    await releaseHeld(api.app);
    expect([await cash(broken.person), await cash(whole.person)]).toEqual([0n, 8_000_000n]);
    const { looked_at } = await creditOf(broken.session_id);
    expect(looked_at! > broken.credit.looked_at!, "it is the last one of the next run").toBe(true);
    await owner.query("alter table inbound_credits drop constraint stuck");
    await releaseHeld(api.app);
    expect(await cash(broken.person)).toBe(8_000_000n);
    await world.prove();
  });

  it("because the wallet is full comes in when it has room", async () => {
    const person = await world.customer();
    const account_no = await accountOf(api, person);
    for (let times = 0; times < 6; times += 1) await arrives(account_no, "50000");
    expect(await cash(person)).toBe(30_000_000n);
    const [first, second] = [await arrives(account_no, "20000"), await arrives(account_no, "40000")];
    expect(await creditOf(first)).toMatchObject({ held_because: "balance" });
    await lift(person, "tier_2");
    await releaseHeld(api.app);
    expect([(await creditOf(first)).status, (await creditOf(second)).status]).toEqual(["received", "received"]);
    expect(await cash(person)).toBe(36_000_000n);
    await world.prove();
  });

  it("goes back to its sender by two people, neither of whom it belongs to, and is held again if it does not arrive", async () => {
    const person = await world.customer();
    const account_no = await accountOf(api, person);
    await sql`update users set profile_status = 'deactivated' where id = ${person.user_id}`.execute(db);
    const session_id = newSession();
    const sender_account = makeNuban("058", 300_000_123);
    await deliver(api, notification({ account_no, amount: "900", session_id, sender_account }));
    const { id } = await creditOf(session_id);
    expect(await creditOf(session_id)).toMatchObject({ status: "held", held_because: "closed" });
    for (const role of ["super_support", "super_risk", "staff"] as const) {
      const { token } = await api.person(role);
      expect((await act(calls.sendBack, id, token)).status, role).toBe(403);
    }
    await sql`update inbound_credits set user_id = ${maker.user_id} where id = ${id}`.execute(db);
    expect((await act(calls.sendBack, id)).body).toMatchObject({ code: "own_money" });
    await sql`update inbound_credits set user_id = ${person.user_id} where id = ${id}`.execute(db);
    const asked = approvalOf(await act(calls.sendBack, id));
    expect((await act(calls.sendBack, id)).body).toMatchObject({ code: "already_requested" });
    expect((await act(calls.release, id)).body).toMatchObject({ code: "already_requested" });
    expect((await world.approve(asked)).status).toBe(200);
    expect((await world.approve(asked)).status).toBe(409);
    const payout = await db.selectFrom("payouts").selectAll().where("subject_id", "=", id).executeTakeFirstOrThrow();
    expect(await bookedOf(`send-back-held:${payout.id}`)).toEqual({
      held_receipts: 90_000n,
      transfers_in_transit: -90_000n,
    });
    await waitUntil(async () => {
      await world.runJobs("send-payout", "query-payout");
      return ["sent_back", "held"].includes((await creditOf(session_id)).status);
    });
    expect((await creditOf(session_id)).status).toBe("sent_back");
    expect(await bookedOf(`held-sent-back:${payout.id}`)).toEqual({
      transfers_in_transit: 90_000n,
      bank_operating: -90_000n,
    });
    await fetch(`${world.sandbox.url}/bank/transfers/${payout.reference}/reverse`, { method: "POST" });
    await waitUntil(async () => {
      await world.runJobs("receive-webhook");
      return (await creditOf(session_id)).status === "held";
    });
    expect(await bodiesOf(person)).toContainEqual(
      "Money that waited went back: ₦900.00, which waited for your wallet, went back to BOLA SENDER.",
    );
    expect(await bookedOf(`held-again:${payout.id}`)).toEqual({ bank_operating: 90_000n, held_receipts: -90_000n });
    await world.prove();
  });
});

describe("the bank's webhook", () => {
  it("is refused unsigned, wrongly signed, or changed on its way, before it is read", async () => {
    const person = await world.customer();
    const account_no = await accountOf(api, person);
    const body = notification({ account_no, amount: "10" });
    const forged = [
      await deliver(api, body, { signature: null }),
      await deliver(api, body, { signature: signedBy(body, "another secret") }),
      await deliver(api, body.replace('"10"', '"1000"'), { signature: signedBy(body, "wema_webhook_sandbox") }),
      await deliver(api, "{}", { signature: null }),
      await deliver(api, body, { path: "/account", signature: null }),
    ];
    expect(forged.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(await cash(person)).toBe(0n);
    expect(
      (await deliver(api, JSON.stringify({ accountnumber: account_no }), { path: "/account" })).body,
    ).toMatchObject({ status: "00", accountname: "ADA CUSTOMER" });
    for (const accountnumber of ["8219999990", "", null, 5, "' or 1=1"])
      expect((await deliver(api, JSON.stringify({ accountnumber }), { path: "/account" })).body.status).toBe("07");
  });

  it("is taken once however often it comes: at once, again, and days later", async () => {
    const person = await world.customer();
    const body = notification({ account_no: await accountOf(api, person), amount: "10" });
    const answers = await Promise.all(Array.from({ length: 8 }, () => deliver(api, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await cash(person)).toBe(1_000n);
    await sql`update business_calendar set business_date = business_date + 5`.execute(db);
    expect((await deliver(api, body)).body.status_desc).toBe("received before");
    await sql`update business_calendar set business_date = business_date - 5`.execute(db);
    expect(await cash(person)).toBe(1_000n);
    await world.prove();
  });

  it("with another amount or account under a known session id is looked at by a person, and moves nothing", async () => {
    const [person, other] = [await world.customer(), await world.customer()];
    const account_no = await accountOf(api, person);
    const session_id = await arrives(account_no, "10");
    const bad = [
      { account_no, amount: "10.01", session_id },
      { account_no: await accountOf(api, other), amount: "10", session_id },
    ];
    for (const each of [...bad, ...bad]) expect((await deliver(api, notification(each))).status).toBe(200);
    expect([await cash(person), await cash(other), (await credits(session_id)).length]).toEqual([1_000n, 0n, 1]);
    const items = await db
      .selectFrom("reconciliation_items")
      .select(["status", "reason"])
      .where("reference", "=", session_id)
      .where("subject_type", "=", "webhook")
      .execute();
    expect(items.map(({ status, reason }) => `${status}: ${reason}`).toSorted()).toEqual([
      "mismatch: The partner bank named another account for this transfer before.",
      "mismatch: The partner bank named another amount for this transfer before.",
    ]);
    await world.prove();
  });

  it("without a readable amount or id is answered 422, and a huge one is held", async () => {
    const person = await world.customer();
    const account_no = await accountOf(api, person);
    for (const amount of ["-5", "1e9", "0", "9999999999999", "5.001", "NaN", "💰"])
      expect((await deliver(api, notification({ account_no, amount }))).status, `${amount}`).toBe(422);
    const logged = vi.spyOn(api.app.log, "error");
    for (const session_id of ["12", "x"])
      expect((await deliver(api, notification({ account_no, amount: "5", session_id }))).status).toBe(422);
    expect(logged.mock.calls.map(([told, words]) => [told, words])).toEqual(
      ["12", null].map((session_id) => [{ session_id }, "a notification of the partner bank cannot be read"]),
    );
    logged.mockRestore();
    const session_id = await arrives(account_no, "999999999999.99");
    expect(await creditOf(session_id)).toMatchObject({ status: "held", amount_kobo: 99_999_999_999_999n });
    expect(await cash(person)).toBe(0n);
    await world.prove();
  });

  it("is answered 200 only once its money is in the books, also while connections are cut", async () => {
    const person = await world.customer();
    const account_no = await accountOf(api, person);
    const bodies = Array.from({ length: 40 }, () => notification({ account_no, amount: "1" }));
    const cutter = new pg.Client({ connectionString: api.database.app_url });
    await cutter.connect();
    const cut = () =>
      cutter.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()",
      );
    let wasCut = 0;
    for (const body of bodies) {
      const [answer] = await Promise.all([deliver(api, body), cut()]);
      if (answer.status === 200) {
        // By connections that are not cut.
        const asked = [JSON.parse(body).sessionid as string];
        const kept = await api.database.pool.query("select from inbound_credits where session_id = $1", asked);
        expect(kept.rowCount).toBe(1);
      } else {
        wasCut += 1;
        expect(answer.status).toBe(503);
      }
    }
    await cutter.end();
    // What is cut is noticed a moment later, and on a busy machine longer.
    const each = () => Array.from({ length: api.app.config.DATABASE_POOL }, () => api.app.pool.query("select 1"));
    await vi.waitFor(() => Promise.all(each()), { timeout: 30_000, interval: 200 });
    for (const body of bodies) expect((await deliver(api, body)).status).toBe(200);
    expect(await cash(person)).toBe(4_000n);
    expect(wasCut).toBeGreaterThan(0);
    await world.prove();
  });
});

describe("what finance sees", () => {
  it("is open to who may see it alone", async () => {
    const { token } = await api.person("super_support");
    const customer = await world.customer();
    for (const call of [calls.incomingList, calls.outgoingList, calls.balance]) {
      expect((await api.call(call, {})).status).toBe(401);
      expect((await api.call(call, { token: customer.token })).status, call.path).toBe(403);
      expect((await api.call(call, { token })).status, call.path).toBe(403);
      expect((await api.call(call, { token: maker.token })).status, call.path).toBe(200);
    }
    expect((await api.call(calls.incomingOne, { token: maker.token, params: { id: uuidv7() } })).status).toBe(404);
    const { credit } = await holding();
    const one = await api.call(calls.incomingOne, { token: maker.token, params: { id: credit.id } });
    expect(one.body.data).toMatchObject({
      credit: { status: "held", sender: "BOLA SENDER", abilities: { release: null, send_back: null } },
    });
  });

  it("is the bank's balance beside ours, with what explains the difference (C131)", async () => {
    await world.syncClock();
    const read = async () =>
      (await api.call(calls.balance, { token: maker.token })).body.data as Record<string, number>;
    const before = await read();
    await fetch(`${world.sandbox.url}/bank/movements`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ amount_kobo: 7_700, reference: "STRAY-1", narration: "Nobody told us" }),
    });
    const after = await read();
    expect(after["difference_kobo"]! - before["difference_kobo"]!).toBe(7_700);
    expect(after["unexplained_kobo"]).toBe(before["unexplained_kobo"]);
    // Nobody told us of it, and no statement names it: it is not explained away.
    expect(after["statement_on"]).not.toBeNull();
    expect(after["since_kobo"]! - before["since_kobo"]!).toBe(7_700);
    expect(after["books_kobo"]).toBe(Number(await natural("bank_operating")));
    expect(after["held_kobo"]).toBe(Number(await natural("held_receipts")));
    await fetch(`${world.sandbox.url}/faults/wema`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mode: "outage" }),
    });
    expect(await read()).toMatchObject({ bank: null, difference_kobo: null, books_kobo: after["books_kobo"] });
    await world.clearFaults();
  });
});

it("a transfer through the sandbox asks for the name, books at the bank and reaches us", async () => {
  const person = await world.customer();
  const account_no = await accountOf(api, person);
  const send = (body: object) =>
    fetch(`${world.sandbox.url}/bank/transfer-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await send({ account_no: "8219999990", amount_kobo: 5 })).status).toBe(404);
  expect((await send({ account_no, amount_kobo: 12_345 })).status).toBe(200);
  await waitUntil(async () => (await cash(person)) === 12_345n);
});
