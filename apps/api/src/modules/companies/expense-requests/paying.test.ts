import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/companies/expense-requests";
import * as journals from "@manilla/contract/companies/expense-journals";
import * as expenses from "@manilla/contract/companies/expenses";
import * as team from "@manilla/contract/companies/team";
import * as repayments from "@manilla/contract/lending/repayments";
import * as wallets from "@manilla/contract/companies/wallets";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { cardInUse, deliver, issuerBody } from "../../../../../../test/card-payments.ts";
import { giveAccount, waitUntil } from "../../../../../../test/lending.ts";
import { slipOf } from "../../../../../../test/slips.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";

const world = await useLendingWorld();
const { api } = world;
const { db } = api.app;
const provider = await api.person("super_finance");
const checker = await api.person("super_admin");

async function fund(company_id: string, amount_kobo: number): Promise<void> {
  const body = { company_id, amount_kobo, reference: uuidv7(), slip_id: await slipOf(api.app, provider.token) };
  const { approval_id } = (await api.call(wallets.fundDebit, { token: provider.token, body })).body.data as {
    approval_id: string;
  };
  const agreed = await api.call(approvals.approve, {
    token: checker.token,
    params: { id: approval_id },
    body: { version: 1 },
  });
  expect(agreed.status).toBe(200);
}

/** A company with 1,000,000 kobo in its wallet. */
async function makeCompany(funded_kobo = 1_000_000) {
  const company_id = await api.company({ name: "Lagoon Foods" });
  const person = (role: Parameters<typeof api.person>[0], name: string) =>
    api.person(role, { company_id, name, last_name: "Lagoon" });
  const [owner, finance, staff] = [
    await person("company_super_admin", "Olu"),
    await person("company_finance_manager", "Fola"),
    await person("company_staff", "Emeka"),
  ];
  await giveAccount(api, staff.user_id);
  if (funded_kobo > 0) await fund(company_id, funded_kobo);
  return { company_id, owner, finance, staff };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;

interface Found {
  status: string;
  version: number;
  abilities: Record<string, string | null>;
  account: { account_no: string } | null;
  has_left?: boolean;
  person?: { name: string };
  payment: { into: string; reference: string; by: string } | null;
  history: { title: string }[];
}
const found = async (id: string, { token }: { token: string }) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Found;
/** Asked by the employee, agreed by the finance manager: the owner pays. */
async function approved({ staff, finance }: Company, amount_kobo = 400_000, by = staff): Promise<string> {
  const lines = [{ merchant: "Bukka Hut", amount_kobo, spent_on: "2026-01-14" }];
  const body = { kind: "reimbursement", purpose: "Lunch with a client", lines, is_draft: false };
  const { id } = ((await api.call(calls.create, { token: by.token, body })).body.data as { request: { id: string } })
    .request;
  const { version } = await found(id, by);
  const decided = await api.call(calls.decide, {
    token: finance.token,
    body: { request_id: id, decision: "approve", version },
  });
  expect(decided.status).toBe(200);
  return id;
}
const asked = async (company: Company, body: object) => {
  const answer = await api.call(calls.create, { token: company.staff.token, body: { is_draft: false, ...body } });
  return answer.status === 200 ? (answer.body.data as { request: { id: string } }).request.id : answer.body.errors;
};
const agree = async (company: Company, id: string) => {
  const { version } = await found(id, company.finance);
  const body = { request_id: id, decision: "approve", version };
  expect((await api.call(calls.decide, { token: company.finance.token, body })).status).toBe(200);
};
async function pay(id: string, into: string, by: { token: string }, more: object = {}) {
  const { version } = (await found(id, by)) ?? { version: 1 };
  return api.call(calls.pay, { token: by.token, params: { id }, body: { into, version }, ...more });
}
const wallet = async ({ company_id, owner }: Company) => {
  const { body } = await api.call(wallets.find, { token: owner.token, params: { id: company_id } });
  return (body.data as { debit: { available_kobo: number; assigned_kobo: number } }).debit;
};
const moved = async ({ company_id, owner }: Company) => {
  const { body } = await api.call(wallets.movements, { token: owner.token, params: { id: company_id } });
  return (body.datatable as { items: { kind: string; amount_kobo: number; person: string }[] }).items;
};
const payoutsOf = (id: string) =>
  db.selectFrom("payouts").selectAll().where("subject_id", "=", id).orderBy("created_at").execute();
/** The T-accounts of a kind of posting about a payout, debits positive. */
async function accountsOf(kind: string, payout_id: string) {
  const { rows } = await sql<{ code: string; amount_kobo: bigint }>`
    select a.chart_code as code, p.amount_kobo
    from ledger.transactions t
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where t.kind = ${kind} and t.metadata ->> 'payout_id' = ${payout_id}
    order by p.amount_kobo desc
  `.execute(db);
  return rows.map(({ code, amount_kobo }) => [code, amount_kobo]);
}
const titlesTo = async (user_id: string) =>
  (await db.selectFrom("notifications").select("title").where("user_id", "=", user_id).execute()).map(
    ({ title }) => title,
  );
/** The worker sends; the provider is asked until it has answered. */
async function send(): Promise<void> {
  await world.runJobs("send-payout");
  await waitUntil(async () => {
    await world.runJobs("query-payout");
    const open = sql`select 1 from payouts where purpose = 'expense_request' and status in ('approved', 'sent', 'unknown')`;
    return (await open.execute(db)).rows.length === 0;
  });
}

describe("an approved request", () => {
  it("is paid into the purse of who asked at once", async () => {
    const company = await makeCompany();
    const id = await approved(company);
    const paid = await pay(id, "purse", company.owner);
    expect(paid.body.data).toMatchObject({ request: { status: "paid" } });
    expect(await wallet(company)).toMatchObject({ available_kobo: 600_000, assigned_kobo: 400_000 });
    expect((await moved(company))[0]).toMatchObject({ kind: "assigned", amount_kobo: -400_000 });
    const request = await found(id, company.staff);
    expect(request).toMatchObject({ status: "paid", payment: { into: "purse", by: "Olu Lagoon" } });
    expect(request.history.map(({ title }) => title)).toEqual(["paid", "approved", "pending", "draft"]);
    expect(await titlesTo(company.staff.user_id)).toContain("Lagoon Foods has assigned ₦4,000.00 to you");
    await world.prove();
  });

  it("goes to the bank account of who asked: out of the wallet, to the bank, and they hear of it", async () => {
    const company = await makeCompany();
    const id = await approved(company);
    expect((await found(id, company.owner)).account?.account_no).toMatch(/^\D+\d{4}$/);
    expect((await pay(id, "account", company.owner)).status).toBe(200);
    expect(await found(id, company.staff)).toMatchObject({ status: "paying", payment: { into: "account" } });
    const [payout] = await payoutsOf(id);
    expect(await accountsOf("send_transfer", payout!.id)).toEqual([
      ["company_wallet", 400_000n],
      ["transfers_in_transit", -400_000n],
    ]);
    expect((await wallet(company)).available_kobo).toBe(600_000);
    expect((await moved(company))[0]).toMatchObject({ kind: "request_paid", amount_kobo: -400_000 });
    await send();
    expect((await payoutsOf(id)).map(({ status }) => status)).toEqual(["success"]);
    expect(await accountsOf("transfer_arrived", payout!.id)).toEqual([
      ["transfers_in_transit", 400_000n],
      ["bank_operating", -400_000n],
    ]);
    expect((await found(id, company.staff)).status).toBe("paid");
    expect(await titlesTo(company.staff.user_id)).toEqual(
      expect.arrayContaining(["₦4,000.00 is on its way to you", "₦4,000.00 was paid to your account"]),
    );
    const spent = await db.selectFrom("expenses").selectAll().where("request_id", "=", id).executeTakeFirstOrThrow();
    const body = { expense_id: spent.id, action: "flag", version: spent.version, reason: "A look" };
    expect((await api.call(expenses.update, { token: company.owner.token, body })).status).toBe(200);
    const removed = await api.call(expenses.update, {
      token: company.owner.token,
      body: { ...body, action: "delete", version: spent.version + 1 },
    });
    expect(removed.body.code).toBe("has_money");
    await world.prove();
  });

  it("is in the wallet again when the transfer fails, and can be paid again, once", async () => {
    const company = await makeCompany();
    const id = await approved(company);
    await pay(id, "account", company.owner);
    await world.fault("paystack", { mode: "decline", times: 1, call: "POST /transfer" });
    await send();
    await world.clearFaults();
    const [failed] = await payoutsOf(id);
    expect(failed!.status).toBe("failed");
    expect(await accountsOf("transfer_returned", failed!.id)).toEqual([
      ["transfers_in_transit", 400_000n],
      ["company_wallet", -400_000n],
    ]);
    expect(await found(id, company.staff)).toMatchObject({ status: "approved", payment: null });
    expect((await wallet(company)).available_kobo).toBe(1_000_000);
    expect(await titlesTo(company.owner.user_id)).toContain("A payment of ₦4,000.00 came back");
    expect((await pay(id, "account", company.owner)).status).toBe(200);
    await send();
    expect((await payoutsOf(id)).map(({ status }) => status)).toEqual(["failed", "success"]);
    expect((await wallet(company)).available_kobo).toBe(600_000);
    await world.prove();
  });

  it("comes back to the wallet where the bank returns it after it had arrived", async () => {
    const company = await makeCompany();
    const id = await approved(company);
    await pay(id, "account", company.owner);
    await send();
    const [payout] = await payoutsOf(id);
    await fetch(`${world.sandbox.url}/bank/transfers/${payout!.reference}/reverse`, { method: "POST" });
    await waitUntil(async () => {
      await world.runJobs("receive-webhook");
      return (await payoutsOf(id))[0]!.status === "reversed";
    });
    expect(await accountsOf("transfer_returned", payout!.id)).toEqual([
      ["bank_operating", 400_000n],
      ["company_wallet", -400_000n],
    ]);
    expect((await found(id, company.staff)).status).toBe("approved");
    await world.prove();
  });

  it("whose outcome is unknown is asked about and never sent again", async () => {
    const company = await makeCompany();
    const id = await approved(company);
    await pay(id, "account", company.owner);
    await world.fault("paystack", { mode: "timeout_after_effect", times: 1, delay_ms: 30, call: "POST /transfer" });
    await world.runJobs("send-payout");
    await world.clearFaults();
    expect((await payoutsOf(id)).map(({ status }) => status)).toEqual(["unknown"]);
    expect((await found(id, company.staff)).status).toBe("paying");
    expect((await pay(id, "account", company.owner)).body.code, "not a second time").toBe("already_decided");
    await send();
    expect((await payoutsOf(id)).map(({ status }) => status)).toEqual(["success"]);
    expect((await found(id, company.staff)).status).toBe("paid");
    const { movements } = (await (await fetch(`${world.sandbox.url}/bank/movements.json`)).json()) as {
      movements: { reference: string }[];
    };
    const [payout] = await payoutsOf(id);
    expect(movements.filter(({ reference }) => reference === payout!.reference)).toHaveLength(1);
    await world.prove();
  });

  it("that the provider never knew is given up by two of its people, and is in the wallet again", async () => {
    const company = await makeCompany();
    const id = await approved(company);
    await pay(id, "account", company.owner);
    await world.fault("paystack", { mode: "timeout_before_effect", times: 1, delay_ms: 30, call: "POST /transfer" });
    await world.runJobs("send-payout");
    await world.clearFaults();
    const [payout] = await payoutsOf(id);
    const giveUp = () =>
      api.call(repayments.giveUpRefund, {
        token: world.maker.token,
        params: { id: payout!.id },
        body: { reason: "Not on the statement" },
      });
    expect((await giveUp()).body.message).toContain("still being asked");
    await db.updateTable("payouts").set({ needs_review_at: new Date() }).where("id", "=", payout!.id).execute();
    const { approval_id } = (await giveUp()).body.data as { approval_id: string };
    expect((await world.approve(approval_id)).status).toBe(200);
    expect((await payoutsOf(id)).map(({ status }) => status)).toEqual(["failed"]);
    expect((await wallet(company)).available_kobo).toBe(1_000_000);
    expect(await found(id, company.staff)).toMatchObject({ status: "approved", payment: null });
    await world.prove();
  });

  it("is paid by nobody who asked for it, may not pay, agreed to it while others could, or is of another company", async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    const id = await approved(company);
    expect((await pay(id, "account", company.staff)).status).toBe(403);
    expect((await pay(id, "account", company.finance)).body.code).toBe("own_approval");
    expect((await pay(id, "account", other.owner)).status).toBe(404);
    const hr = await api.person("company_hr", { company_id: company.company_id });
    expect((await pay(id, "account", hr)).status).toBe(403);
    const own = await approved(company, 1_000, company.owner);
    expect((await pay(own, "purse", company.owner)).body.code).toBe("own_request");
    expect((await pay(id, "account", company.owner)).status).toBe(200);
    await db.deleteFrom("user_roles").where("user_id", "=", other.owner.user_id).execute();
    const alone = await approved(other);
    expect((await pay(alone, "account", other.finance)).status, "where nobody else may").toBe(200);
  });

  it("is not paid while the company is suspended, the wallet is empty, or the day's limit is reached", async () => {
    const company = await makeCompany(300_000);
    const id = await approved(company);
    expect((await pay(id, "account", company.owner)).body.message).toContain("the wallet has ₦3,000.00 available");
    await fund(company.company_id, 200_000);
    const { token } = company.owner;
    await api.call(wallets.setLimits, { token, body: { company_id: company.company_id, daily_limit_kobo: 399_999 } });
    expect((await pay(id, "purse", company.owner)).body.message).toContain("may still leave the wallet today");
    // A higher limit takes a second person: here it is simply higher.
    await sql`update wallets set daily_limit_kobo = 400000 where company_id = ${company.company_id}`.execute(db);
    const say = (status: string) =>
      sql`update companies set status = ${status} where id = ${company.company_id}`.execute(db);
    const refused = async (into: string) =>
      (await api.call(calls.pay, { token, params: { id }, body: { into, version: 3 } })).status;
    await say("deactivated");
    expect([await refused("account"), await refused("purse")], "its people only read").toEqual([403, 403]);
    await say("declined");
    expect([await refused("account"), await refused("purse")], "and so at the lock").toEqual([409, 409]);
    expect((await payoutsOf(id)).length).toBe(0);
    await sql`update companies set status = 'approved' where id = ${company.company_id}`.execute(db);
    expect((await pay(id, "account", company.owner)).status).toBe(200);
    const second = await approved(company, 1_000);
    expect((await pay(second, "account", company.owner)).body.message).toContain("₦0.00 may still leave");
  });

  it("is not sent to an account that nobody verified, nor to who has left", async () => {
    const company = await makeCompany();
    const id = await approved(company);
    await sql`update profiles set bank_account_status = 'unverified' where user_id = ${company.staff.user_id}`.execute(
      db,
    );
    expect((await pay(id, "account", company.owner)).body.code).toBe("no_account");
    const line = { merchant: "Bukka Hut", amount_kobo: 70_000, spent_on: "2026-01-13" };
    await asked(company, { kind: "reimbursement", purpose: "Lunch", lines: [line] });
    const params = { id: company.staff.user_id };
    const { body } = await api.call(team.leaving, { token: company.owner.token, params });
    expect((body.data as { also: string[] }).also).toEqual([
      "₦4,000.00 was approved for them and is not paid: afterwards it goes to their bank account only.",
      "₦700.00 that they spent themselves is not decided: it can be decided and paid afterwards.",
      "They have no verified bank account with us: pay into their purse first, or say later how you paid them.",
    ]);
    await sql`update users set company_id = null where id = ${company.staff.user_id}`.execute(db);
    expect((await pay(id, "purse", company.owner)).body.code).toBe("has_left");
    expect((await pay(id, "account", company.owner)).body.code).toBe("no_account");
    expect((await wallet(company)).available_kobo).toBe(1_000_000);
  });

  const leave = async ({ owner, staff }: Company) => {
    const params = { id: staff.user_id };
    const left = await api.call(team.leave, { token: owner.token, params, body: { reason: "Moves on" } });
    expect(left.status, JSON.stringify(left.body)).toBe(200);
  };

  it("of somebody who has left goes to the account that is their own, also where it was decided afterwards", async () => {
    const company = await makeCompany();
    const { owner, staff } = company;
    const id = await approved(company);
    const line = { merchant: "Bukka Hut", amount_kobo: 70_000, spent_on: "2026-01-13" };
    const later = (await asked(company, { kind: "reimbursement", purpose: "Lunch", lines: [line] })) as string;
    await leave(company);
    expect(await titlesTo(staff.user_id)).toContain("₦4,700.00 that you spent for your company is still open");
    const request = await found(id, owner);
    expect(request).toMatchObject({ has_left: true, person: { name: "Emeka Lagoon" } });
    expect(request.account?.account_no).toMatch(/^\D+\d{4}$/);
    expect(request.abilities).toMatchObject({ send: null, pay_into_purse: "has_left", pay_otherwise: null });
    expect((await pay(id, "purse", owner)).body.code).toBe("has_left");
    await agree(company, later);
    for (const one of [id, later]) expect((await pay(one, "account", owner)).status).toBe(200);
    await send();
    for (const one of [id, later]) {
      const [payout] = await payoutsOf(one);
      expect(payout).toMatchObject({ status: "success", user_id: staff.user_id });
      const paid = await found(one, owner);
      expect(paid).toMatchObject({ status: "paid", account: null });
    }
    expect((await wallet(company)).available_kobo).toBe(530_000);
    const { rows } = await sql<{ link: string }>`
      select link from notifications where user_id = ${staff.user_id} and title like '%paid to your account'
    `.execute(db);
    expect(rows[0]?.link, "the company's requests are theirs to see no longer").toBe("/customer/settings/profile");
    await world.prove();
  });

  it("of somebody who has left without an account is paid in another way, as the company says once, and the wallet's journal has it not", async () => {
    const company = await makeCompany();
    const { owner, finance, staff } = company;
    const id = await approved(company);
    await sql`update profiles set bank_account_status = 'unverified' where user_id = ${staff.user_id}`.execute(db);
    const say = async (by: { token: string }) => {
      const body = { version: (await found(id, by)).version, reason: "With the salary of January" };
      return api.call(calls.payOtherwise, { token: by.token, params: { id }, body });
    };
    expect((await say(owner)).body.code, "somebody at work is paid by the wallet").toBe("at_work");
    await leave(company);
    expect((await pay(id, "account", owner)).body.message).toContain("has left and has no verified bank account");
    expect((await say(finance)).body.code, "who agreed to it").toBe("own_approval");
    expect((await say(owner)).status).toBe(200);
    expect((await say(owner)).status).toBe(409);
    expect(await found(id, owner)).toMatchObject({ status: "paid", payment: { into: "otherwise", by: "Olu Lagoon" } });
    expect(await wallet(company)).toMatchObject({ available_kobo: 1_000_000 });
    expect(await payoutsOf(id)).toEqual([]);
    expect(await titlesTo(staff.user_id)).toContain("Lagoon Foods says that it has paid you ₦4,000.00");
    await db
      .insertInto("expense_categories")
      .values({ id: uuidv7(), company_id: company.company_id, name: "Meals", ledger_code: "5100" })
      .execute();
    await sql`
      update expenses set category_id = (select id from expense_categories where company_id = ${company.company_id})
      where request_id = ${id}
    `.execute(db);
    const spent = await api.call(expenses.analytics, { token: finance.token });
    expect(spent.body.data).toMatchObject({ amount_kobo: 400_000 });
    const days = { from_on: "2026-01-01", until_on: "2026-12-31", wallet_code: "1000" };
    const journal = await api.call(journals.create, { token: owner.token, body: days });
    expect(journal.body.errors, JSON.stringify(journal.body)).toHaveProperty("from_on");
    const { id: expense_id, version } = await db
      .selectFrom("expenses")
      .selectAll()
      .where("request_id", "=", id)
      .executeTakeFirstOrThrow();
    const look = { expense_id, action: "flag", version, reason: "A look" };
    expect((await api.call(expenses.update, { token: owner.token, body: look })).status).toBe(200);
    const remove = { ...look, action: "delete", version: version + 1 };
    expect((await api.call(expenses.update, { token: owner.token, body: remove })).body.code).toBe("has_money");
  });

  it("beforehand lapses with who leaves, whether it was decided or not", async () => {
    const company = await makeCompany();
    const { owner } = company;
    const trip = { merchant: "Trip to Kano", amount_kobo: 500_000, spent_on: "2026-01-20" };
    const ids = await Promise.all(
      ["Kano", "Jos"].map((purpose) =>
        asked(company, { kind: "advance", purpose: `Trip to ${purpose}`, lines: [trip] }),
      ),
    );
    await agree(company, ids[0] as string);
    const params = { id: company.staff.user_id };
    const { body } = await api.call(team.leaving, { token: owner.token, params });
    expect((body.data as { also: string[] }).also).toEqual(["₦10,000.00 beforehand that they do not have yet lapses."]);
    await leave(company);
    for (const id of ids) {
      expect((await found(id as string, owner)).status).toBe("withdrawn");
      expect((await pay(id as string, "account", owner)).status).toBe(409);
    }
  });

  it("is paid once, in whatever order and however often two people click", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom("purse", "account"), fc.constantFrom(0, 1), fc.boolean()), {
          minLength: 2,
          maxLength: 6,
        }),
        async (clicks) => {
          const company = await makeCompany();
          const second = await api.person("company_super_admin", { company_id: company.company_id });
          const id = await approved(company, 250_000);
          const { version } = await found(id, company.owner);
          const key = uuidv7();
          const answers = await Promise.all(
            clicks.map(([into, who, again]) =>
              api.call(calls.pay, {
                token: [company.owner, second][who]!.token,
                params: { id },
                body: { into, version },
                ...(again && { key: `${key.slice(0, -2)}${who}${into === "purse" ? 1 : 2}` }),
              }),
            ),
          );
          expect(answers.some(({ status }) => status === 200)).toBe(true);
          await send();
          const out = (await moved(company)).filter(({ amount_kobo }) => amount_kobo < 0);
          expect(out.map(({ amount_kobo }) => amount_kobo)).toEqual([-250_000]);
          expect((await payoutsOf(id)).length).toBe(out[0]!.kind === "request_paid" ? 1 : 0);
          expect((await found(id, company.owner)).status).toBe("paid");
        },
      ),
      { numRuns: 8 },
    );
    await world.prove();
  });

  it("is compared with the bank's statement: what was paid out finds its line", async () => {
    const company = await makeCompany();
    await world.syncClock();
    const id = await approved(company, 123_400);
    await pay(id, "account", company.owner);
    await send();
    for (let day = 0; day < 3; day += 1) {
      await closeBusinessDay(api.app);
      await world.syncClock();
    }
    const { rows } = await sql<{ status: string }>`
      select i.status
      from reconciliation_items i
      join payouts o on o.id = i.subject_id
      where i.subject_type = 'payout' and o.subject_id = ${id}
    `.execute(db);
    expect(rows).toEqual([{ status: "matched_auto" }]);
    await world.prove();
  });
});

describe("what somebody was paid back into the purse", () => {
  it("is theirs: what they buy with it is no expense of the company, as far as it goes", async () => {
    const company = await makeCompany();
    const { company_id, owner, finance, staff } = company;
    const card = await cardInUse(api, { kind: "company_debit", user_id: staff.user_id, company_id });
    const take = (amount: string) =>
      deliver(api, issuerBody(card, { type: "transaction.created", amount, more: { type: "capture" } }));
    const offered = async () => {
      const { body } = await api.call(expenses.listAll, { token: staff.token });
      const { items } = body.datatable as { items: { abilities: Record<string, string | null> }[] };
      return items.filter(({ abilities }) => abilities["spend_own"] === null).length;
    };
    const id = await approved(company, 300_000);
    const given = { user_id: staff.user_id, amount_kobo: 200_000 };
    expect((await api.call(wallets.assignDebit, { token: owner.token, body: given })).status).toBe(200);
    await take("2000.00");
    expect(await offered(), "nothing was paid back yet").toBe(0);
    await pay(id, "purse", owner);
    await take("1000.01");
    await take("999.99");
    expect(await offered()).toBe(3);
    const spent = async () =>
      (await api.call(expenses.analytics, { token: finance.token })).body.data as { amount_kobo: number };
    expect(await spent()).toMatchObject({ amount_kobo: 700_000 });
    const made = await db
      .selectFrom("expenses")
      .select(["id", "amount_kobo"])
      .where("user_id", "=", staff.user_id)
      .where("request_id", "is", null)
      .orderBy("amount_kobo", "desc")
      .execute();
    const [large, over, rest] = made.map((each) => each.id) as [string, string, string];
    const own = (expense: string, { token } = staff) =>
      api.call(expenses.spendOwn, { token, params: { id: expense }, body: {} });
    expect((await own(large, finance)).body.code).toBe("not_yours");
    const both = await Promise.all([own(large), own(over)]);
    expect(both.map(({ status }) => status).toSorted(), "one of them fits").toEqual([200, 409]);
    const [first] = both;
    if (first.status === 200) {
      expect((await own(over)).body.message).toBe(
        "Only ₦1,000.00 of the money you were paid back into your purse is left.",
      );
      expect((await own(rest)).status).toBe(200);
      expect(await spent()).toMatchObject({ amount_kobo: 400_001 });
    }
    const lines = await db.selectFrom("expenses").select("id").where("request_id", "=", id).executeTakeFirstOrThrow();
    expect((await own(lines.id)).status, "the request's own").toBe(409);
    await world.prove();
  });
});

describe("what is somebody's own in their purse", () => {
  it("is not taken back by the company, and goes with them into their own wallet when they leave", async () => {
    const company = await makeCompany();
    const { company_id, owner, staff } = company;
    await pay(await approved(company, 300_000), "purse", owner);
    const given = { user_id: staff.user_id, amount_kobo: 200_000 };
    expect((await api.call(wallets.assignDebit, { token: owner.token, body: given })).status).toBe(200);
    const take = (amount_kobo: number) =>
      api.call(wallets.takeBack, { token: owner.token, params: { id: staff.user_id }, body: { amount_kobo } });
    expect((await take(200_001)).body.errors).toEqual({
      amount_kobo: ["₦2,000.00 of the purse is free: ₦3,000.00 of it is the employee's own: it was paid back to them"],
    });
    expect((await take(150_000)).status).toBe(200);
    const params = { id: staff.user_id };
    const before = (await api.call(team.leaving, { token: owner.token, params })).body.data as { also: string[] };
    expect(before).toMatchObject({ held_kobo: 50_000 });
    expect(before.also).toContain("₦3,000.00 in the purse is their own: it goes into their wallet.");
    expect((await api.call(team.leave, { token: owner.token, params, body: { reason: "Moves on" } })).status).toBe(200);
    expect(await wallet(company)).toMatchObject({ available_kobo: 700_000, assigned_kobo: 0 });
    const cash = await db
      .selectFrom("personal_movements")
      .select(["kind", "amount_kobo", "balance_kobo"])
      .where("user_id", "=", staff.user_id)
      .execute();
    expect(cash).toEqual([{ kind: "own_money", amount_kobo: 300_000n, balance_kobo: 300_000n }]);
    expect(await titlesTo(staff.user_id)).toContain("₦3,000.00 of your own money is in your wallet");
    const { rows: recorded } = await sql<{ after: object }>`
      select after from audit_records where action = 'employee_left' and subject_id::text = ${staff.user_id}
    `.execute(db);
    expect(recorded).toMatchObject([{ after: { own_money_kobo: expect.anything() } }]);
    const purses = await db.selectFrom("purses").select("user_id").where("company_id", "=", company_id).execute();
    expect(purses).toEqual([]);
    await world.prove();
  });

  it("is less by what they have spent of it, by what is flagged, and never more than is there", async () => {
    const company = await makeCompany();
    const { company_id, owner, finance, staff } = company;
    const card = await cardInUse(api, { kind: "company_debit", user_id: staff.user_id, company_id });
    const buy = async (amount: string) => {
      await deliver(api, issuerBody(card, { type: "transaction.created", amount, more: { type: "capture" } }));
      return db
        .selectFrom("expenses")
        .select(["id", "version"])
        .where("user_id", "=", staff.user_id)
        .where("request_id", "is", null)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
    };
    await pay(await approved(company, 300_000), "purse", owner);
    const given = { user_id: staff.user_id, amount_kobo: 200_000 };
    await api.call(wallets.assignDebit, { token: owner.token, body: given });
    const own = (id: string) => api.call(expenses.spendOwn, { token: staff.token, params: { id }, body: {} });
    expect((await own((await buy("500.00")).id)).status).toBe(200);
    const odd = await buy("1000.00");
    const body = { expense_id: odd.id, action: "flag", version: odd.version, reason: "What was this?" };
    expect((await api.call(expenses.update, { token: finance.token, body })).status).toBe(200);
    const params = { id: staff.user_id };
    // Of 3,500.00 there is 3,000.00 − 500.00 − 1,000.00 their own.
    const { data } = (await api.call(team.leaving, { token: owner.token, params })).body;
    expect(data).toMatchObject({ held_kobo: 200_000 });
    await buy("3000.00");
    const left = await api.call(team.leave, { token: owner.token, params, body: { reason: "Moves on" } });
    expect(left.status, JSON.stringify(left.body)).toBe(200);
    expect(await wallet(company)).toMatchObject({ available_kobo: 500_000, assigned_kobo: 0 });
    const cash = await db
      .selectFrom("personal_movements")
      .select("amount_kobo")
      .where("user_id", "=", staff.user_id)
      .execute();
    expect(cash).toEqual([{ amount_kobo: 50_000n }]);
    await world.prove();
  });
});

describe("what somebody bought with what they were paid back", () => {
  it("makes room again where the shop gives it back, and what it gives beyond that is theirs, too", async () => {
    const company = await makeCompany();
    const { company_id, owner, finance, staff } = company;
    const card = await cardInUse(api, { kind: "company_debit", user_id: staff.user_id, company_id });
    const move = async (amount: string, more: Record<string, unknown>) =>
      expect((await deliver(api, issuerBody(card, { type: "transaction.created", amount, more }))).status).toBe(200);
    await pay(await approved(company, 300_000), "purse", owner);
    const latest = async () =>
      (
        await db
          .selectFrom("expenses")
          .select("id")
          .where("user_id", "=", staff.user_id)
          .where("request_id", "is", null)
          .where("is_refund", "=", false)
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id;
    const own = async () =>
      (await api.call(expenses.spendOwn, { token: staff.token, params: { id: await latest() }, body: {} })).status;
    const spent = async () =>
      ((await api.call(expenses.analytics, { token: finance.token })).body.data as { amount_kobo: number }).amount_kobo;
    await move("2999.99", { type: "capture", authorization: "own-1" });
    expect(await own()).toBe(200);
    await move("2000.00", { type: "refund", authorization: "own-1" });
    await move("2000.02", { type: "capture", authorization: "own-2" });
    expect(await own(), "one kobo too much").toBe(409);
    await move("0.01", { type: "refund", authorization: "own-2" });
    expect(await own()).toBe(200);
    expect(await spent(), "the lines that were paid back").toBe(300_000);
    await move("1009.99", { type: "refund", authorization: "own-1" });
    expect(await spent(), "more than was paid").toBe(300_000);
    await move("1009.99", { type: "capture", authorization: "own-3" });
    expect(await own(), "as much as came back").toBe(200);
    expect(await spent()).toBe(300_000);
    await world.prove();
  });
});

describe("a purchase whose money went into the purse", () => {
  it("is spent once: what the purse pays is the expense, under the line that allowed it", async () => {
    const company = await makeCompany();
    const { company_id, owner, finance, staff } = company;
    const [tools, parts] = [uuidv7(), uuidv7()];
    await db
      .insertInto("expense_categories")
      .values([
        { id: tools, company_id, name: "Tools", ledger_code: "5100" },
        { id: parts, company_id, name: "Parts", ledger_code: "5200" },
      ])
      .execute();
    const splits = [
      { category_id: tools, amount_kobo: 200_001 },
      { category_id: parts, amount_kobo: 100_000 },
    ];
    const lines = [
      { merchant: "Shoprite", amount_kobo: 300_001, spent_on: "2026-01-14", category_id: tools, splits },
      { merchant: "Slot Systems", amount_kobo: 200_000, spent_on: "2026-01-14", category_id: parts },
    ];
    const id = (await asked(company, { kind: "purchase", purpose: "Tools for the fair", lines })) as string;
    await agree(company, id);
    const spend = async () =>
      (await api.call(expenses.analytics, { token: finance.token })).body.data as {
        amount_kobo: number;
        count: number;
        by: { category: { id: string; amount_kobo: number }[] };
      };
    expect(await spend(), "agreed to").toMatchObject({ amount_kobo: 0, count: 0 });
    await pay(id, "purse", owner);
    expect(await spend(), "not bought yet").toMatchObject({ amount_kobo: 0, count: 0 });
    const card = await cardInUse(api, { kind: "company_debit", user_id: staff.user_id, company_id });
    const take = (amount: string, more: object = {}) =>
      deliver(api, issuerBody(card, { type: "transaction.created", amount, more: { type: "capture", ...more } }));
    await take("1500.01");
    await take("2000.00");
    await take("100.00", { merchant: { name: "Bet King", category: "7995", city: "Lagos", country: "NG" } });
    const made = await db
      .selectFrom("expenses")
      .select(["amount_kobo", "request_id", "line_number", "status", "category_id"])
      .where("company_id", "=", company_id)
      .where("status", "<>", "deleted")
      .orderBy("amount_kobo")
      .execute();
    expect(made).toMatchObject([
      { amount_kobo: 10_000n, request_id: null, status: "recorded" },
      { amount_kobo: 150_001n, request_id: id, line_number: 1, status: "approved", category_id: tools },
      { amount_kobo: 200_000n, request_id: id, line_number: 1, status: "recorded" },
    ]);
    const spent = await spend();
    expect(spent).toMatchObject({ amount_kobo: 360_001, count: 3 });
    const ofTools = spent.by.category.find((each) => each.id === tools)!.amount_kobo;
    const ofParts = spent.by.category.find((each) => each.id === parts)!.amount_kobo;
    expect(ofTools + ofParts, "shared as the line is").toBe(350_001);
    const { lines: shown } = (await found(id, staff)) as Found & { lines: object[] };
    expect(shown).toMatchObject([{ bought_kobo: 350_001 }, { bought_kobo: 0 }]);
    const days = { from_on: "2026-01-01", until_on: "2026-12-31", wallet_code: "1000" };
    const { body } = await api.call(journals.create, { token: owner.token, body: days });
    expect(body.data).toMatchObject({ journal: { total_kobo: 150_001, expense_count: 1 } });
    await world.prove();
  });

  it("is an expense where the money went to a bank account, once: the purse pays nothing for it", async () => {
    const company = await makeCompany();
    const lines = [{ merchant: "Shoprite", amount_kobo: 100_000, spent_on: "2026-01-14" }];
    const id = (await asked(company, { kind: "purchase", purpose: "Cups", lines })) as string;
    await agree(company, id);
    await pay(id, "account", company.owner);
    const spent = await api.call(expenses.analytics, { token: company.finance.token });
    expect(spent.body.data).toMatchObject({ amount_kobo: 100_000, count: 1 });
  });
});

describe("an advance", () => {
  const retire = (id: string, { token }: { token: string }) =>
    api.call(calls.retire, { token, params: { id }, body: {} });

  it("goes into the purse, is retired by what was spent of it, and its rest goes back", async () => {
    const company = await makeCompany();
    const trip = { merchant: "Trip to Kano", amount_kobo: 500_000, spent_on: "2026-01-20" };
    const id = (await asked(company, { kind: "advance", purpose: "Trip to Kano", lines: [trip] })) as string;
    await agree(company, id);
    expect(await db.selectFrom("expenses").select("id").where("request_id", "=", id).execute()).toEqual([]);
    expect((await pay(id, "account", company.owner)).body.code).toBe("into_purse");
    expect((await pay(id, "purse", company.owner)).status).toBe(200);
    const spent = (amount_kobo: number, advance_id: string | null = id) =>
      asked(company, {
        kind: "retirement",
        purpose: "What Kano cost",
        advance_id,
        lines: [{ merchant: "Bristol Palace", amount_kobo, spent_on: "2026-01-14" }],
      });
    expect(await spent(1, null)).toHaveProperty("advance_id");
    expect(await spent(500_001)).toEqual({
      advance_id: ["₦5,000.00 of this advance is left; ask for the rest on its own"],
    });
    const first = (await spent(300_000)) as string;
    expect(await spent(200_001), "what is pending counts").toHaveProperty("advance_id");
    expect((await retire(id, company.owner)).body.code).toBe("pending_retirement");
    await agree(company, first);
    expect(await found(first, company.staff)).toMatchObject({ status: "paid", payment: { into: "purse" } });
    expect((await pay(first, "purse", company.owner)).body.code, "it is paid already").toBe("already_decided");
    const { payment } = await found(id, company.staff);
    const expense = await db
      .selectFrom("expenses")
      .selectAll()
      .where("request_id", "=", first)
      .executeTakeFirstOrThrow();
    expect(expense.money_reference).toBe(payment!.reference);
    expect((await retire(id, company.staff)).status).toBe(403);
    expect((await retire(first, company.owner)).body.code).toBe("no_advance");
    expect((await retire(id, company.owner)).status).toBe(200);
    expect((await found(id, company.staff)).status).toBe("retired");
    expect(await wallet(company)).toMatchObject({ available_kobo: 700_000, assigned_kobo: 300_000 });
    expect((await moved(company))[0]).toMatchObject({ kind: "taken_back", amount_kobo: 200_000 });
    expect((await retire(id, company.owner)).status).toBe(409);
    expect(await spent(1), "a closed one is retired no more").toHaveProperty("advance_id");
    await world.prove();
  });

  it("spent by card is one expense: the line names the purchase, which is approved under its category", async () => {
    const company = await makeCompany();
    const { company_id, staff, finance, owner } = company;
    const trip = { merchant: "Trip to Kano", amount_kobo: 500_000, spent_on: "2026-01-20" };
    const id = (await asked(company, { kind: "advance", purpose: "Trip to Kano", lines: [trip] })) as string;
    await agree(company, id);
    await pay(id, "purse", owner);
    const [rooms, meals] = [uuidv7(), uuidv7()];
    await db
      .insertInto("expense_categories")
      .values([
        { id: rooms, company_id, name: "Rooms", ledger_code: "5100" },
        { id: meals, company_id, name: "Meals", ledger_code: "5200" },
      ])
      .execute();
    const card = await cardInUse(api, { kind: "company_debit", user_id: staff.user_id, company_id });
    const take = (amount: string) =>
      deliver(api, issuerBody(card, { type: "transaction.created", amount, more: { type: "capture" } }));
    for (const amount of ["3000.01", "700.00"]) await take(amount);
    const terms = async () =>
      (await api.call(calls.terms, { token: staff.token })).body.data as {
        paid: { id: string; amount_kobo: number; merchant: string; spent_on: string }[];
      };
    const { paid } = await terms();
    expect(paid.map(({ amount_kobo }) => amount_kobo)).toEqual([70_000, 300_001]);
    const [small, hotel] = paid as [(typeof paid)[0], (typeof paid)[0]];
    const line = { merchant: "Anything", amount_kobo: 300_001, spent_on: "2026-01-02", expense_id: hotel.id };
    const cash = { merchant: "Market", amount_kobo: 50_000, spent_on: "2026-01-14" };
    const retirement = (lines: object[], more: object = {}) =>
      asked(company, { kind: "retirement", purpose: "What Kano cost", advance_id: id, lines, ...more });
    const tooMuch = { ...line, amount_kobo: 300_002 };
    expect(await retirement([tooMuch])).toEqual({ "lines.0.amount_kobo": ["₦3,000.01 was paid"] });
    expect(await retirement([line, line])).toHaveProperty(["lines.1.expense_id"]);
    expect(await retirement([{ ...line, expense_id: uuidv7() }])).toHaveProperty(["lines.0.expense_id"]);
    expect(await retirement([line], { kind: "reimbursement", advance_id: null })).toHaveProperty([
      "lines.0.expense_id",
    ]);
    const splits = [
      { category_id: rooms, amount_kobo: 200_001 },
      { category_id: meals, amount_kobo: 100_000 },
    ];
    const request = (await retirement([{ ...line, category_id: rooms, splits }, cash])) as string;
    expect((await terms()).paid, "it waits with its request").toMatchObject([{ id: small.id }]);
    expect(await retirement([{ ...line, amount_kobo: 1 }])).toHaveProperty(["lines.0.expense_id"]);
    const earlier = { ...line, amount_kobo: 70_000, expense_id: small.id };
    const madeAt = (shift: string) =>
      sql`update expenses set created_at = created_at + ${shift}::interval where id = ${small.id}`.execute(db);
    await madeAt("-1 hour");
    expect(await retirement([earlier]), "paid before the advance was there").toEqual({
      "lines.0.expense_id": ["choose a purchase made since this advance, that no other line has"],
    });
    await madeAt("1 hour");
    // The type of this file's requests names what its other tests read.
    const { lines } = (await found(request, staff)) as unknown as { lines: object[] };
    expect(lines[0]).toMatchObject({ merchant: hotel.merchant, spent_on: hotel.spent_on, says: [] });
    await agree(company, request);
    const spent = await api.call(expenses.analytics, { token: finance.token });
    expect(spent.body.data).toMatchObject({ amount_kobo: 300_001 + 70_000 + 50_000, count: 3 });
    expect(await db.selectFrom("expenses").selectAll().where("id", "=", hotel.id).executeTakeFirst()).toMatchObject({
      status: "approved",
      request_id: request,
      amount_kobo: 300_001n,
    });
    const days = { from_on: "2026-01-01", until_on: "2026-12-31", wallet_code: "1000" };
    await db.updateTable("expenses").set({ category_id: meals }).where("merchant", "=", "Market").execute();
    const { body: made } = await api.call(journals.create, { token: owner.token, body: days });
    expect(made.data).toMatchObject({ journal: { total_kobo: 350_001, expense_count: 2 } });
    expect((await retire(id, owner)).status).toBe(409);
    const rest = (await retirement([{ ...line, amount_kobo: 69_999, expense_id: small.id }])) as string;
    await db
      .updateTable("expenses")
      .set({ amount_kobo: 69_998n, returned_kobo: 2n })
      .where("id", "=", small.id)
      .execute();
    const { version } = await found(rest, finance);
    const body = { request_id: rest, decision: "approve", version };
    expect((await api.call(calls.decide, { token: finance.token, body })).body.code).toBe("purchase_changed");
    await world.prove();
  });

  it("is not closed while the purse has less than its rest", async () => {
    const company = await makeCompany();
    const line = { merchant: "Trip to Jos", amount_kobo: 500_000, spent_on: "2026-01-20" };
    const id = (await asked(company, { kind: "advance", purpose: "Trip to Jos", lines: [line] })) as string;
    await agree(company, id);
    await pay(id, "purse", company.owner);
    await api.call(wallets.takeBack, {
      token: company.owner.token,
      params: { id: company.staff.user_id },
      body: { amount_kobo: 1 },
    });
    expect((await retire(id, company.owner)).body.code).toBe("purse_short");
    expect((await found(id, company.staff)).status).toBe("paid");
  });

  it("of somebody who has left is closed: what they held went back when they left", async () => {
    const company = await makeCompany();
    const line = { merchant: "Trip to Owerri", amount_kobo: 500_000, spent_on: "2026-01-20" };
    const id = (await asked(company, { kind: "advance", purpose: "Trip to Owerri", lines: [line] })) as string;
    await agree(company, id);
    await pay(id, "purse", company.owner);
    const left = await api.call(team.leave, {
      token: company.owner.token,
      params: { id: company.staff.user_id },
      body: { reason: "Moves on" },
    });
    expect(left.status, JSON.stringify(left.body)).toBe(200);
    expect(await wallet(company)).toMatchObject({ available_kobo: 1_000_000, assigned_kobo: 0 });
    const closed = await retire(id, company.owner);
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    expect(await wallet(company)).toMatchObject({ available_kobo: 1_000_000, assigned_kobo: 0 });
    await world.prove();
  });

  it("of somebody who left and came back takes nothing of what they were given since", async () => {
    const company = await makeCompany();
    const { company_id, owner, staff } = company;
    const line = { merchant: "Trip to Enugu", amount_kobo: 300_000, spent_on: "2026-01-20" };
    const id = (await asked(company, { kind: "advance", purpose: "Trip to Enugu", lines: [line] })) as string;
    await agree(company, id);
    await pay(id, "purse", owner);
    const params = { id: staff.user_id };
    await api.call(team.leave, { token: owner.token, params, body: { reason: "Moves on" } });
    await sql`update users set company_id = ${company_id} where id = ${staff.user_id}`.execute(db);
    const given = { user_id: staff.user_id, amount_kobo: 400_000 };
    const assigned = await api.call(wallets.assignDebit, { token: owner.token, body: given });
    expect(assigned.status, JSON.stringify(assigned.body)).toBe(200);
    expect((await retire(id, owner)).status).toBe(200);
    expect(await wallet(company)).toMatchObject({ available_kobo: 600_000, assigned_kobo: 400_000 });
    await world.prove();
  });
});
