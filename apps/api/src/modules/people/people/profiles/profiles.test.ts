import * as appeals from "@manilla/contract/people/appeals";
import * as approvals from "@manilla/contract/platform/approvals";
import * as audit from "@manilla/contract/platform/audit";
import * as people from "@manilla/contract/people/people";
import * as statistics from "@manilla/contract/people/people-statistics";
import * as calls from "@manilla/contract/people/profiles";
import * as repayments from "@manilla/contract/lending/repayments";
import { queueNames } from "@manilla/contract/people/queues";
import { beforeAll, describe, expect, it } from "vitest";
import type { LendingWorld } from "../../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../../test/world.ts";
import { rewardReferrer } from "../../../growth/rewards/index.ts";

const world = await useLendingWorld();
let risk: { token: string; user_id: string };
let admin: { token: string; user_id: string };
let other: { token: string; user_id: string };
beforeAll(async () => {
  risk = await world.api.person("super_risk");
  [admin, other] = [await world.api.person("super_admin"), await world.api.person("super_admin")];
});

const by = (token: string) => (call: Parameters<LendingWorld["api"]["call"]>[0], id: string, body?: unknown) =>
  world.api.call(call, { token, params: { id }, body });
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  world.api.database.pool.query<Row>(text, values).then(({ rows }) => rows);
const decideUpon = (approval_id: string, token: string) =>
  world.api.call(approvals.approve, { token, params: { id: approval_id }, body: { version: 1 } });

describe("changes by staff", () => {
  it("are written with before, after and reason; a version that has gone is refused", async () => {
    const { user_id } = await world.customer();
    const first = await by(risk.token)(calls.updatePersonal, user_id, {
      address: "12 Marina, Lagos Island",
      marital_status: "married",
      reason: "Told us on the phone",
      version: 1,
    });
    expect(first.body.data).toMatchObject({ user_id, fields: expect.arrayContaining(["address", "marital_status"]) });
    expect(
      (
        await by(risk.token)(calls.updatePersonal, user_id, {
          address: "13 Marina, Lagos Island",
          reason: "Again",
          version: 1,
        })
      ).status,
    ).toBe(412);
    const trail = (
      await world.api.call(audit.listAll, {
        token: admin.token,
        query: { filter: JSON.stringify({ subject_id: user_id, action: "profile_changed_by_staff" }) },
      })
    ).body.datatable as { items: object[] };
    expect(trail.items).toMatchObject([
      { after: { address: "12 Marina, Lagos Island" }, reason: "Told us on the phone" },
    ]);
  });

  it("of the phone wait for a second person: codes go there; the old phone and the mail hear of it, and sessions end", async () => {
    const { user_id, token, phone, email } = await world.customer();
    const key = `insert into passkeys (id, user_id, credential_id, public_key, counter, is_synced, name)
      values (gen_random_uuid(), $1, 'old-phone', 'x', 0, false, 'Old phone')`;
    await query(key, [user_id]);
    const passkeys = () => query("select name from passkeys where user_id = $1", [user_id]);
    const body = { phone: "08099888777", address: "14 Marina, Lagos Island", reason: "Lost the old one" };
    const asked = await by(risk.token)(calls.updatePersonal, user_id, body);
    const { approval_id } = asked.body.data as { approval_id: string };
    expect(asked.body.data).toMatchObject({ fields: ["address"], approval_id: expect.any(String) });
    const phoneOf = async () => (await query<{ phone: string }>("select phone from users where id = $1", [user_id]))[0];
    expect(await phoneOf()).toEqual({ phone });
    const alone = await by(risk.token)(calls.updatePersonal, user_id, { phone: "08099888777", reason: "Again" });
    expect(alone.status, "asked for once").toBe(409);
    expect((await decideUpon(approval_id, risk.token)).status, "not by who asked").toBe(403);
    expect(await passkeys()).toHaveLength(1);
    expect((await decideUpon(approval_id, other.token)).status).toBe(200);
    expect(await passkeys()).toEqual([]);
    expect(await phoneOf()).toEqual({ phone: "+2348099888777" });
    expect((await world.api.call(calls.activePlan, { token, params: { id: user_id } })).status).toBe(401);
    const told = await query<{ to: string }>(
      "select data ->> 'to' as to from pgboss.job where name = 'send-sms' and data ->> 'to' = $1",
      [phone],
    );
    expect(told).toEqual([{ to: phone }]);
    const mailed = await query<{ text: string }>(
      "select data ->> 'text' as text from pgboss.job where name = 'send-mail' and data ->> 'to' = $1",
      [email],
    );
    expect(mailed.map(({ text }) => text).join()).toContain("If you did not ask for this, call us at once.");
  });

  it("hold to the forms' rules, and leave alone what the BVN proved", async () => {
    const { user_id } = await world.customer();
    await query("update users set bvn_verified_at = now() where id = $1", [user_id]);
    expect(
      (await by(risk.token)(calls.updatePersonal, user_id, { name: "Another Name", reason: "Wanted" })).status,
    ).toBe(409);
    expect(
      (await by(risk.token)(calls.setEmployed, user_id, { employer: "Lagoon Foods", reason: "Payslip" })).body.errors,
    ).toMatchObject({ position: ["this field is required"], emp_type: ["this field is required"] });
    expect(
      (
        await by(risk.token)(calls.setEmployed, user_id, {
          employer: "Lagoon Foods",
          position: "Accountant",
          emp_type: "full-time",
          company_address: "1 Broad Street",
          salary_kobo: 25_000_000,
          reason: "Payslip",
        })
      ).status,
    ).toBe(200);
    const business = {
      employer: "Own shop",
      company_industry: "Retail",
      company_description: "Sells cloth",
      company_start_year: 2019,
      company_start_month: 4,
      company_monthly_income_kobo: 90_000_000,
      company_monthly_profit_kobo: 20_000_000,
      education: "secondary",
      reason: "Changed jobs",
    };
    expect((await by(risk.token)(calls.setSelfEmployed, user_id, business)).status).toBe(200);
    await query("update profiles set salary_kobo = null, employer = null where user_id = $1", [user_id]);
    const { employer: _employer, ...work } = {
      employer: "",
      position: "Accountant",
      emp_type: "full-time",
      company_address: "1 Broad Street",
      reason: "Payslip",
    };
    expect((await by(risk.token)(calls.setEmployed, user_id, work)).body.errors).toEqual({
      employer: ["this field is required"],
      salary_kobo: ["this field is required"],
    });
    expect((await by(risk.token)(calls.setSelfEmployed, user_id, business)).body.errors).toEqual({
      salary_kobo: ["this field is required"],
    });
    expect(
      (await by(risk.token)(calls.setSelfEmployed, user_id, { ...business, salary_kobo: 30_000_000, salary_day: 25 }))
        .status,
    ).toBe(200);
    expect(
      (await query<{ salary_kobo: string }>("select salary_kobo::text from profiles where user_id = $1", [user_id]))[0]
        ?.salary_kobo,
    ).toBe("30000000");
    expect(
      (
        await query<{ employment_status: string }>("select employment_status from profiles where user_id = $1", [
          user_id,
        ])
      )[0]?.employment_status,
    ).toBe("self-employed");
    expect(
      (
        await by(risk.token)(calls.updateMoney, user_id, {
          account_no: "0123456789",
          bank_code: "011",
          reason: "Wrong number",
        })
      ).status,
    ).toBe(422);
    expect(
      (
        await by((await world.api.person("super_support")).token)(calls.updateMoney, user_id, {
          salary_day: 3,
          reason: "No right",
        })
      ).status,
    ).toBe(403);
  });
});

describe("deleting a person", () => {
  it("waits for what is owed and for a second person, then destroys the key and keeps the books", async () => {
    const loan = await world.running({ instalments: 1 });
    const { user_id } = loan.customer;
    const consequences = (await by(admin.token)(calls.deletion, user_id)).body.data as {
      blockers: string[];
      kept: unknown[];
    };
    expect([consequences.blockers.length, consequences.kept.length > 0]).toEqual([1, true]);
    expect((await by(admin.token)(calls.remove, user_id, { reason: "Asked us to" })).status).toBe(409);
    const [row] = await world.rows(loan.id);
    const received = await world.api.call(repayments.settle, {
      token: world.maker.token,
      params: { id: String(row?.id) },
      body: { scope: "loan", reference: `GONE-${loan.id.slice(-6)}` },
    });
    await world.approve((received.body.data as { approval_id: string }).approval_id);
    const asked = (await by(admin.token)(calls.remove, user_id, { reason: "Asked us to" })).body.data as {
      approval_id: string;
    };
    expect((await decideUpon(asked.approval_id, admin.token)).status).toBe(403);
    // Who only looks at the request deletes nothing: neither rows nor files, which no transaction brings back.
    const removed: string[] = [];
    const { storage } = world.api.app.outside;
    const remove = storage.remove.bind(storage);
    storage.remove = async (name) => (removed.push(name), remove(name));
    expect(
      (await world.api.call(approvals.find, { token: other.token, params: { id: asked.approval_id } })).status,
    ).toBe(200);
    expect(removed).toEqual([]);
    expect(await query("select 1 from users where id = $1 and data_key is not null", [user_id])).toHaveLength(1);
    storage.remove = remove;
    expect((await decideUpon(asked.approval_id, other.token)).status).toBe(200);
    expect((await query("select name, phone, data_key from users where id = $1", [user_id]))[0]).toEqual({
      name: "Deleted",
      phone: null,
      data_key: null,
    });
    expect((await query("select account_no_last4, bvn_hash from profiles where user_id = $1", [user_id]))[0]).toEqual({
      account_no_last4: null,
      bvn_hash: null,
    });
    expect((await by(risk.token)(people.find, user_id)).status).toBe(404);
    expect((await world.api.call(appeals.findOwn, { token: loan.customer.token })).status).toBe(401);
    expect((await world.loanRow(loan.id)).status).toBe("settled");
    await world.prove();
  });
});

describe("post-no-debit", () => {
  it("stops money out and nothing else, with a reason, once", async () => {
    const customer = await world.customer();
    await world.addCard(customer);
    const { user_id } = customer;
    expect(
      (await by(risk.token)(calls.activatePostNoDebit, user_id, { reason: "Court order 12/2026" })).body.data,
    ).toEqual({ user_id, is_post_no_debit: true });
    expect((await by(risk.token)(calls.activatePostNoDebit, user_id, { reason: "Court order 12/2026" })).status).toBe(
      409,
    );
    const queue = (
      await world.api.call(people.listByStatus, { token: risk.token, params: { status: "post-no-debit" } })
    ).body.datatable as { items: { id: string; post_no_debit_reason: string }[] };
    expect(queue.items).toMatchObject([{ id: user_id, post_no_debit_reason: "Court order 12/2026" }]);
    const refund = () =>
      world.api.call(repayments.refund, {
        token: world.maker.token,
        params: { id: user_id },
        body: { amount_kobo: 5_000, reason: "The card test" },
      });
    expect((await refund()).body.message).toContain("Post-no-debit");
    const lift = () => by(risk.token)(calls.deactivatePostNoDebit, user_id, { reason: "Order lifted" });
    const asked = (await lift()).body.data as { approval_id: string };
    expect(asked).toEqual({ user_id, is_post_no_debit: true, approval_id: expect.any(String) });
    expect((await lift()).body.code, "the same waits").toBe("already_requested");
    expect((await decideUpon(asked.approval_id, risk.token)).body.code, "nobody agrees with themselves").toBe(
      "not_a_checker",
    );
    expect((await refund()).body.message, "nothing is lifted before two agree").toContain("Post-no-debit");
    expect((await decideUpon(asked.approval_id, admin.token)).status).toBe(200);
    expect((await refund()).status).toBe(200);
    expect((await lift()).body.message).toBe("Post-no-debit is not active.");
  });

  it("is not lifted where it was lifted, or set for another reason, since somebody asked", async () => {
    const { user_id } = await world.customer();
    const ask = async (reason: string) => {
      await by(risk.token)(calls.activatePostNoDebit, user_id, { reason });
      const { data } = (await by(risk.token)(calls.deactivatePostNoDebit, user_id, { reason: "Order lifted" })).body;
      return (data as { approval_id: string }).approval_id;
    };
    const first = await ask("Court order 14/2026");
    await query("update users set post_no_debit_reason = 'Police report 9' where id = $1", [user_id]);
    expect((await decideUpon(first, admin.token)).body).toMatchObject({ code: "stopped_anew" });
    await query("update users set is_post_no_debit = false, post_no_debit_reason = null where id = $1", [user_id]);
    expect((await decideUpon(first, admin.token)).body.message).toBe("It was lifted in the meantime.");
  });

  it("is foreseen, placed and lifted for several at once, with a verdict for each", async () => {
    const [first, second] = [await world.customer(), await world.customer()];
    const user_ids = [first.user_id, second.user_id, crypto.randomUUID()];
    const many = (body: object, token = risk.token) =>
      world.api.call(calls.postNoDebitOfMany, { token, body: { user_ids, ...body } });
    const foreseen = async (is_post_no_debit: boolean) =>
      (
        (await world.api.call(calls.previewPostNoDebit, { token: risk.token, body: { user_ids, is_post_no_debit } }))
          .body.data as { rows: { why_not: string | null; stopped_because: string | null }[] }
      ).rows;
    await by(risk.token)(calls.activatePostNoDebit, second.user_id, { reason: "Court order 13/2026" });
    expect(await foreseen(true)).toMatchObject([
      { user_id: first.user_id, why_not: null },
      { why_not: "Post-no-debit is active already.", stopped_because: "Court order 13/2026" },
      { why_not: "This person was not found." },
    ]);
    expect((await query("select 1 from users where is_post_no_debit and id = any($1)", [user_ids])).length).toBe(1);
    const placed = (await many({ is_post_no_debit: true, reason: "Sanctions list of today" })).body.data;
    expect(placed).toEqual({
      results: [
        { user_id: first.user_id, is_done: true, reason: null },
        { user_id: second.user_id, is_done: false, reason: "Post-no-debit is active already." },
        { user_id: user_ids[2], is_done: false, reason: expect.stringContaining("not found") },
      ],
    });
    const both = await Promise.all([
      many({ is_post_no_debit: false, reason: "Cleared" }),
      many({ is_post_no_debit: false, reason: "Cleared" }, (await world.api.person("super_risk")).token),
    ]);
    const done = both
      .flatMap(({ body }) => (body.data as { results: { user_id: string; is_done: boolean }[] }).results)
      .filter(({ is_done }) => is_done);
    expect(done.map(({ user_id }) => user_id).toSorted()).toEqual([first.user_id, second.user_id].toSorted());
    // Each is only requested: a second person decides, one by one.
    const stopped = () => query("select 1 from users where is_post_no_debit and id = any($1)", [user_ids]);
    expect(await stopped()).toHaveLength(2);
    const waiting = await query<{ id: string }>(
      "select id from approvals where kind = 'lift_post_no_debit' and payload ->> 'user_id' = any($1)",
      [user_ids],
    );
    expect(waiting).toHaveLength(2);
    for (const { id } of waiting) expect((await decideUpon(id, admin.token)).status).toBe(200);
    expect(await stopped()).toHaveLength(0);
    const { items } = (
      await world.api.call(audit.listAll, {
        token: admin.token,
        query: { filter: JSON.stringify({ subject_id: first.user_id, action: "post_no_debit" }) },
      })
    ).body.datatable as { items: { action: string; reason: string }[] };
    expect(items.map(({ action, reason }) => ({ action, reason })).toReversed()).toEqual([
      { action: "post_no_debit_activated", reason: "Sanctions list of today" },
      { action: "post_no_debit_deactivated", reason: "Cleared" },
    ]);
  });

  it("of several is refused without the right, a reason or anybody", async () => {
    const { user_id } = await world.customer();
    const support = await world.api.person("super_support");
    for (const call of [calls.previewPostNoDebit, calls.postNoDebitOfMany]) {
      expect((await world.api.call(call, { body: {} })).status).toBe(401);
      expect((await world.api.call(call, { token: support.token, body: {} })).status).toBe(403);
    }
    const wrong = await world.api.call(calls.postNoDebitOfMany, {
      token: risk.token,
      body: { user_ids: [], is_post_no_debit: true },
    });
    expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([422, ["reason", "user_ids"]]);
    expect((await query("select 1 from users where is_post_no_debit and id = $1", [user_id])).length).toBe(0);
  });
});

describe("appeals and the queue", () => {
  it("let a declined person ask once, and put the case back before the underwriters", async () => {
    const customer = await world.customer();
    const appeal = () =>
      world.api.call(appeals.appealOwn, {
        token: customer.token,
        body: { text: "My salary has gone up since January, please look again." },
      });
    expect((await appeal()).body.message).toBe("Only a declined profile can be appealed.");
    await query("update profiles set status = 'declined' where user_id = $1", [customer.user_id]);
    expect((await appeal()).status).toBe(200);
    expect((await appeal()).status).toBe(409);
    const list = (await world.api.call(appeals.listAll, { token: risk.token })).body.datatable as {
      items: { id: string; user_id: string }[];
    };
    const id = list.items.find(({ user_id }) => user_id === customer.user_id)?.id ?? "";
    const answers = await Promise.all([
      by(risk.token)(appeals.approve, id, { reason: "New payslip" }),
      by(admin.token)(appeals.decline, id, { reason: "Too early" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("may be told no, and then wait", async () => {
    const customer = await world.customer();
    await query("update profiles set status = 'declined' where user_id = $1", [customer.user_id]);
    const appeal = () =>
      world.api.call(appeals.appealOwn, {
        token: customer.token,
        body: { text: "Please look at my new bank statement." },
      });
    const { id } = ((await appeal()).body.data as { appeal: { id: string } }).appeal;
    expect((await by(risk.token)(appeals.decline, id, { reason: "Nothing has changed" })).status).toBe(200);
    expect((await appeal()).body.message).toContain("30 days");
    expect(
      (await query<{ status: string }>("select status from profiles where user_id = $1", [customer.user_id]))[0]
        ?.status,
    ).toBe("declined");
  });

  it("take people back by C034, each with a verdict", async () => {
    const [declined, waiting] = [await world.customer(), await world.customer()];
    await query("update profiles set status = 'declined' where user_id = $1", [declined.user_id]);
    await query("update profiles set status = 'pending' where user_id = $1", [waiting.user_id]);
    await query("update users set status = 'processing' where id = $1", [waiting.user_id]);
    const { results } = (
      await world.api.call(calls.requeue, {
        token: risk.token,
        body: { user_ids: [declined.user_id, waiting.user_id], reason: "Rules have changed" },
      })
    ).body.data as { results: { is_done: boolean }[] };
    expect(results.map(({ is_done }) => is_done)).toEqual([true, false]);
    expect(
      (
        await query(
          "select u.status, p.status as profile from users u join profiles p on p.user_id = u.id where u.id = $1",
          [declined.user_id],
        )
      )[0],
    ).toEqual({ status: "processing", profile: "pending" });
  });
});

/** A government id of the person, as it was brought. */
const bringId = (user_id: string) =>
  query(
    `
      insert into documents (
        id, user_id, type, title, source, url, original_name, media_type, byte_count, digest, storage_name
      ) values (gen_random_uuid(), $1, 'govt_id', 'Passport', 'staff', 'x', 'x', 'image/png', 1, 'x', gen_random_uuid()::text)
    `,
    [user_id],
  );
const confirmId = (user_id: string, by_id: string) =>
  query("update documents set status = 'confirmed', confirmed_at = now(), confirmed_by = $2 where user_id = $1", [
    user_id,
    by_id,
  ]);

describe("plans, cards and referrals", () => {
  it("are open as far as identity goes", async () => {
    const { user_id } = await world.customer();
    await query("update users set bvn_verified_at = null where id = $1", [user_id]);
    const change = (plan: string) =>
      world.api.call(calls.updatePlan, { token: risk.token, body: { user_id, plan, reason: "Asked for more" } });
    expect((await change("tier_2")).body.message).toBe("The BVN is not verified.");
    await query("update users set bvn_verified_at = now() where id = $1", [user_id]);
    expect((await change("tier_2")).status).toBe(200);
    expect((await change("tier_3")).body.message).toBe("The NIN is not verified.");
    await query("update users set nin_verified_at = now() where id = $1", [user_id]);
    await query("update profiles set address = '12 Marina, Lagos' where user_id = $1", [user_id]);
    await bringId(user_id);
    const unseen = "Another colleague has to confirm the government id first.";
    expect((await change("tier_3")).body.message).toBe(unseen);
    await confirmId(user_id, risk.user_id);
    expect((await change("tier_3")).body.message, "confirmed by who uses it").toBe(unseen);
    await confirmId(user_id, (await world.api.person("super_operations")).user_id);
    expect((await change("tier_3")).status).toBe(200);
    await change("tier_2");
    expect((await by(risk.token)(calls.activePlan, user_id)).body.data).toMatchObject({
      active: { plan: "tier_2", daily_outflow_kobo: 20_000_000 },
      reason: "Asked for more",
    });
  });

  it("activate the card that was asked for, once", async () => {
    const { user_id } = await world.customer();
    const activate = () => world.api.call(calls.activateDebitCard, { token: risk.token, body: { user_id } });
    expect((await activate()).status).toBe(409);
    await query("insert into card_requests (id, user_id, card_type, status) values ($1, $1, 'virtual', 'pending')", [
      user_id,
    ]);
    expect((await activate()).body.data).toMatchObject({ status: "approved" });
    expect((await activate()).status).toBe(409);
  });

  it("reward who brought a borrower, once, in the books", async () => {
    const referrer = await world.customer();
    const loan = await world.running();
    await query("update users set referred_by = $1 where id = $2", [referrer.user_id, loan.customer.user_id]);
    for (let times = 0; times < 2; times += 1)
      await world.api.app.db.transaction().execute((tx) => rewardReferrer(tx, loan.customer.user_id, "2026-01-15"));
    expect((await by(risk.token)(calls.referralWallet, referrer.user_id)).body.data).toMatchObject({
      balance_kobo: 100_000,
      earned_kobo: 100_000,
      referred: 1,
    });
    const list = (await world.api.call(statistics.referralWallets, { token: risk.token })).body.datatable as {
      items: { id: string; balance_kobo: number; borrowed: number }[];
    };
    expect(list.items).toMatchObject([{ id: referrer.user_id, balance_kobo: 100_000, borrowed: 1 }]);
    expect((await by(risk.token)(calls.orderTransactions, referrer.user_id)).body.data).toEqual({
      orders: [],
      total_kobo: 0,
    });
    await world.prove();
  });
});

describe("figures", () => {
  it("count every queue as its list does", async () => {
    for (const queue of queueNames) {
      const listed = (
        await world.api.call(people.listByStatus, { token: risk.token, params: { status: queue }, query: { limit: 1 } })
      ).body.datatable as { total_count: number };
      expect((await by(risk.token)(statistics.count, queue)).body.data, queue).toEqual({
        queue,
        count: listed.total_count,
        counted_at: expect.any(String) as string,
      });
    }
  });

  it("of leads, underwriters and active customers add up", async () => {
    const leads = (await world.api.call(statistics.leads, { token: risk.token })).body.data as {
      registered: number;
      funnel: { count: number }[];
      by_source: { registered: number }[];
      by_day: { registered: number }[];
    };
    expect(leads.by_source.reduce((sum, { registered }) => sum + registered, 0)).toBe(leads.registered);
    expect(leads.by_day.reduce((sum, { registered }) => sum + registered, 0)).toBe(leads.registered);
    const customer = await world.customer();
    await query("update profiles set status = 'pending' where user_id = $1", [customer.user_id]);
    await world.api.call(people.decline, {
      token: risk.token,
      body: { user_id: customer.user_id, reason: "Too many open loans" },
    });
    const work = (await world.api.call(statistics.underwriting, { token: risk.token })).body.data as {
      decided: number;
      underwriters: { id: string; decided: number; declined: number }[];
      decline_reasons: { reason: string; count: number }[];
    };
    expect(work.underwriters.reduce((sum, { decided }) => sum + decided, 0)).toBe(work.decided);
    expect(work.underwriters.find(({ id }) => id === risk.user_id)).toMatchObject({ declined: 1 });
    expect(work.decline_reasons).toEqual([{ reason: "Too many open loans", count: 1 }]);
    const active = (await world.api.call(statistics.active, { token: risk.token })).body.data as {
      active: number;
      by_bucket: { people: number }[];
      by_state: { people: number }[];
    };
    expect([
      active.by_bucket.reduce((sum, row) => sum + row.people, 0),
      active.by_state.reduce((sum, row) => sum + row.people, 0),
    ]).toEqual([active.active, active.active]);
  });

  it("list checks, accounts and identities with their numbers masked", async () => {
    for (const call of [
      statistics.identityVerifications,
      statistics.loanbotVerifications,
      statistics.bankAccounts,
      statistics.pendingBankAccounts,
    ]) {
      const answer = await world.api.call(call, { token: risk.token });
      expect(answer.status, call.path).toBe(200);
      expect(JSON.stringify(answer.body)).not.toMatch(/"\d{10,11}"/);
    }
    const accounts = (await world.api.call(statistics.bankAccounts, { token: risk.token })).body.datatable as {
      total_count: number;
    };
    expect(accounts.total_count).toBeGreaterThan(5);
  });
});
