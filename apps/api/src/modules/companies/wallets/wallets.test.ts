import * as approvals from "@manilla/contract/platform/approvals";
import * as books from "@manilla/contract/money/books";
import * as receipts from "@manilla/contract/lending/repayments";
import * as admissions from "@manilla/contract/companies/admissions";
import * as team from "@manilla/contract/companies/team";
import * as calls from "@manilla/contract/companies/wallets";
import { addDays } from "@manilla/credit";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { counted } from "../../../../../../test/figures.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { slipOf } from "../../../../../../test/slips.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { assignmentRefusal, leftToday } from "../wallet-movements/index.ts";

const world = await useLendingWorld();
const { api } = world;

interface Debit {
  balance_kobo: number;
  available_kobo: number;
  assigned_kobo: number;
  left_today_kobo: number | null;
  account: { account_no: string } | null;
}
interface Item {
  kind: string;
  amount_kobo: number;
  balance_kobo: number;
  reference: string;
  person: string | null;
}

let count = 0;
async function company() {
  count += 1;
  const called = `Company ${count}`;
  const id = await api.company({ name: called });
  const finance = await api.person("company_finance_manager", { company_id: id, name: "Funmi" });
  const employee = (name = "Emeka") => api.person("company_staff", { company_id: id, name });
  return { id, finance, employee, name: called };
}
type Company = Awaited<ReturnType<typeof company>>;

const wallet = async ({ id, finance }: Company, token = finance.token) =>
  ((await api.call(calls.find, { token, params: { id } })).body.data as { debit: Debit }).debit;
const moved = async ({ id, finance }: Company) =>
  ((await api.call(calls.movements, { token: finance.token, params: { id } })).body.datatable as { items: Item[] })
    .items;
const assign = ({ finance }: Company, user_id: string, amount_kobo: number, more: object = {}) =>
  api.call(calls.assignDebit, { token: finance.token, body: { user_id, amount_kobo }, ...more });
const takeBack = ({ finance }: Company, id: string, amount_kobo: number) =>
  api.call(calls.takeBack, { token: finance.token, params: { id }, body: { amount_kobo } });
const sandbox = (path: string, body: object, method = "POST") =>
  fetch(`${world.sandbox.url}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** The company pays into its own account number. */
async function payIn(one: Company, amount_kobo: number): Promise<void> {
  const { body } = await api.call(calls.fundDebit, { token: one.finance.token, body: {} });
  const { account_no } = (body.data as { account: { account_no: string } }).account;
  const before = (await moved(one)).length;
  await sandbox("/bank/pay-in", { account_no, amount_kobo });
  await waitUntil(async () => {
    await world.runJobs("receive-webhook");
    return (await moved(one)).length > before;
  });
}
const finances = await api.person("super_finance");
const checker = await api.person("super_admin");
/** Staff record money for the wallet; answers the request. */
const record = async ({ id }: Company, amount_kobo: number, reference = `BANK-${uuidv7()}`) =>
  api.call(calls.fundDebit, {
    token: finances.token,
    body: { company_id: id, amount_kobo, reference, slip_id: await slipOf(api.app, finances.token) },
  });
async function decide(approval_id: string, token = checker.token) {
  const { version } = await api.app.db
    .selectFrom("approvals")
    .select("version")
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  return api.call(approvals.approve, { token, params: { id: approval_id }, body: { version } });
}
async function recorded(one: Company, amount_kobo: number): Promise<void> {
  const { approval_id } = (await record(one, amount_kobo)).body.data as { approval_id: string };
  expect((await decide(approval_id)).status).toBe(200);
}

describe("the wallet of a company", () => {
  it("has an account number of its own, whatever its address for mail is; what is paid in is there once", async () => {
    const [one, two] = [await company(), await company()];
    // The address of its owner, who has an account number themselves at the same provider.
    await sql`update companies set email = ${one.finance.email} where id = any(${[one.id, two.id]}::uuid[])`.execute(
      api.app.db,
    );
    await sandbox("/faults/webhooks", { duplicate: 2 }, "PUT");
    await payIn(one, 50_000_000);
    await sandbox("/faults/webhooks", {}, "PUT");
    await payIn(two, 1_000_000);
    await world.runJobs("receive-webhook");
    expect(await wallet(one)).toMatchObject({ balance_kobo: 50_000_000, available_kobo: 50_000_000, assigned_kobo: 0 });
    expect(await wallet(two)).toMatchObject({ balance_kobo: 1_000_000 });
    expect((await wallet(one)).account?.account_no).not.toBe((await wallet(two)).account?.account_no);
    const { body } = await api.app.db
      .selectFrom("notifications")
      .select("body")
      .where("title", "=", "₦500,000.00 has come into the wallet")
      .executeTakeFirstOrThrow();
    expect(body, "who sent it, once").toMatch(/^From (?!From)[^.]+\. It is in your company's wallet/);
    expect(await moved(one)).toMatchObject([
      { kind: "transfer_in", amount_kobo: 50_000_000, balance_kobo: 50_000_000 },
    ]);
    await world.prove();
  });

  it("is no repayment: what is paid in counts among no loans", async () => {
    const received = async () =>
      (
        (await api.call(receipts.statistics, { token: finances.token })).body.data as {
          received: { amount_kobo: number };
        }
      ).received.amount_kobo;
    const before = await received();
    await recorded(await company(), 4_000_000);
    expect(await received()).toBe(before);
  });

  it("is seen by its own people who may, by the provider, and by no other company", async () => {
    const [one, two] = [await company(), await company()];
    await recorded(one, 700_000);
    for (const call of [calls.find, calls.movements])
      expect((await api.call(call, { token: two.finance.token, params: { id: one.id } })).status).toBe(404);
    expect((await wallet(one, finances.token)).balance_kobo).toBe(700_000);
    const employee = await one.employee();
    expect((await api.call(calls.find, { token: employee.token, params: { id: one.id } })).status).toBe(403);
    const { body } = await api.call(calls.listAll, { token: finances.token, query: { search: one.name } });
    expect((body.datatable as { items: object[] }).items[0]).toMatchObject({ name: one.name, balance_kobo: 700_000 });
  });

  it("is funded by hand by two of the provider's people, with a slip, once by its reference", async () => {
    const one = await company();
    expect((await record(one, 300_000, "BANK-77")).status).toBe(200);
    expect((await record(one, 300_000, "BANK-77")).body).toMatchObject({ code: "already_requested" });
    const { rows } = await sql<{ id: string }>`
      select id from approvals where kind = 'fund_wallet' and payload ->> 'reference' = 'BANK-77'
    `.execute(api.app.db);
    expect((await decide(rows[0]!.id, finances.token)).status).toBe(403);
    expect((await wallet(one)).balance_kobo).toBe(0);
    expect((await decide(rows[0]!.id)).status).toBe(200);
    expect((await wallet(one)).balance_kobo).toBe(300_000);
    expect((await record(one, 300_000, "BANK-77")).body).toMatchObject({ code: "reference_used" });
    const { body } = await api.call(calls.fundDebit, { token: finances.token, body: { company_id: one.id } });
    expect(Object.keys(body.errors ?? {}).toSorted()).toEqual(["amount_kobo", "reference"]);
    await world.prove();
  });

  it("is booked in the open month where it came in one that is over; its receipt says the day", async () => {
    const one = await company();
    const today = await businessDate(api.app.db);
    const received_on = addDays(`${today.slice(0, 8)}01`, -1);
    const reference = `LAST-MONTH-${uuidv7()}`;
    const slip_id = await slipOf(api.app, finances.token);
    const body = { company_id: one.id, amount_kobo: 250_000, reference, slip_id, received_on };
    const asked = await api.call(calls.fundDebit, { token: finances.token, body });
    expect((await decide((asked.body.data as { approval_id: string }).approval_id)).status).toBe(200);
    const { rows } = await sql<{ received_on: string; effective_on: string; moved_on: string }>`
      select r.received_on, t.effective_on, m.business_date as moved_on
      from receipts r
      join ledger.transactions t on t.id = r.ledger_transaction_id
      join wallet_movements m on m.id = t.id
      where r.reference = ${reference}
    `.execute(api.app.db);
    const first = `${today.slice(0, 8)}01`;
    expect(rows).toEqual([{ received_on, effective_on: first, moved_on: first }]);
    await world.prove();
  });

  it("gives money to employees within their limits, and takes it back", async () => {
    const one = await company();
    const [emeka, ada] = [await one.employee(), await one.employee("Ada")];
    await recorded(one, 1_000_000);
    expect((await assign(one, emeka.user_id, 400_000)).body.data).toMatchObject({
      purse: { balance_kobo: 400_000 },
      available_kobo: 600_000,
    });
    const refused = await assign(one, ada.user_id, 600_001);
    expect(refused.body.errors).toEqual({ amount_kobo: ["the wallet has ₦6,000.00 available"] });
    await api.call(calls.setPurseLimit, {
      token: one.finance.token,
      body: { user_id: ada.user_id, limit_kobo: 50_000 },
    });
    expect((await assign(one, ada.user_id, 50_001)).body.errors).toEqual({
      amount_kobo: ["the purse may take ₦500.00 more"],
    });
    expect((await assign(one, ada.user_id, 50_000)).status).toBe(200);
    expect((await assign(one, ada.user_id, 1)).body.errors, "with what it holds").toEqual({
      amount_kobo: ["the purse may take ₦0.00 more"],
    });
    expect((await takeBack(one, emeka.user_id, 400_001)).body.errors).toEqual({
      amount_kobo: ["the purse holds ₦4,000.00"],
    });
    expect((await takeBack(one, emeka.user_id, 100_000)).status).toBe(200);
    expect(await wallet(one)).toMatchObject({ balance_kobo: 650_000, assigned_kobo: 350_000 });
    expect((await moved(one)).map(({ amount_kobo, balance_kobo }) => [amount_kobo, balance_kobo])).toEqual([
      [100_000, 650_000],
      [-50_000, 550_000],
      [-400_000, 600_000],
      [1_000_000, 1_000_000],
    ]);
    await world.prove();
  });

  it("gives nobody money who is of another company or asks for themselves", async () => {
    const [one, two] = [await company(), await company()];
    await recorded(one, 1_000_000);
    const other = await two.employee();
    expect((await assign(one, other.user_id, 1_000)).status).toBe(404);
    expect((await assign(one, one.finance.user_id, 1_000)).body).toMatchObject({ code: "own_money" });
    await recorded(two, 50_000);
    await assign(two, other.user_id, 10_000);
    expect((await takeBack(one, other.user_id, 10_000)).status).toBe(404);
    await sql`update companies set status = 'deactivated' where id = ${one.id}`.execute(api.app.db);
    const employee = await one.employee();
    expect((await assign(one, employee.user_id, 1_000)).status).toBeGreaterThanOrEqual(400);
    expect((await record(one, 5_000)).body).toMatchObject({ code: "not_approved" });
  });

  it("gives no more in a day than the stricter of the two limits", async () => {
    const one = await company();
    const employee = await one.employee();
    await recorded(one, 1_000_000);
    const set = (token: string, body: object) =>
      api.call(calls.setLimits, { token, body: { company_id: one.id, ...body } });
    const risk = await api.person("super_admin");
    expect((await set(risk.token, { daily_limit_kobo: 300_000 })).status).toBe(200);
    expect((await set(one.finance.token, { daily_limit_kobo: 300_001 })).body.errors).toHaveProperty(
      "daily_limit_kobo",
    );
    expect((await set(one.finance.token, { daily_limit_kobo: 200_000 })).status).toBe(200);
    expect((await set((await company()).finance.token, { daily_limit_kobo: 1 })).status).toBe(404);
    expect((await assign(one, employee.user_id, 150_000)).status).toBe(200);
    expect((await assign(one, employee.user_id, 50_001)).body.errors).toEqual({
      amount_kobo: ["₦500.00 may still leave the wallet today"],
    });
    expect((await wallet(one)).left_today_kobo).toBe(50_000);
    await takeBack(one, employee.user_id, 150_000);
    expect((await wallet(one)).left_today_kobo).toBe(50_000);
  });

  it("shows as left today no more than is left of the month", async () => {
    const one = await company();
    const { user_id } = await one.employee();
    await recorded(one, 1_000_000);
    const { token } = await api.person("super_admin");
    const limits = { company_id: one.id, daily_limit_kobo: 700_000, monthly_limit_kobo: 500_000 };
    expect((await api.call(calls.setLimits, { token, body: limits })).status).toBe(200);
    expect((await assign(one, user_id, 300_000)).status).toBe(200);
    expect((await wallet(one)).left_today_kobo).toBe(200_000);
    expect((await assign(one, user_id, 200_001)).body.errors).toHaveProperty("amount_kobo");
    await api.call(calls.setLimits, { token, body: { ...limits, daily_limit_kobo: null } });
    expect((await wallet(one)).left_today_kobo).toBe(200_000);
    expect((await assign(one, user_id, 200_000)).status).toBe(200);
    expect((await wallet(one)).left_today_kobo).toBe(0);
  });

  it("says once that it is low, and again after it was filled", async () => {
    const one = await company();
    const employee = await one.employee();
    await recorded(one, 1_000_000);
    await api.call(calls.setLimits, {
      token: one.finance.token,
      body: { company_id: one.id, low_balance_kobo: 500_000 },
    });
    const told = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from notifications where user_id = ${one.finance.user_id} and title = 'The wallet is low'
      `.execute(api.app.db);
      return rows[0]!.n;
    };
    await assign(one, employee.user_id, 600_000);
    await assign(one, employee.user_id, 100_000);
    expect(await told()).toBe(1);
    const desk = await api.person("super_business");
    const low = async () => {
      const query = { filter: JSON.stringify({ status: ["approved"], is_wallet_low: true }), limit: 100 };
      const list = await api.call(admissions.listAll, { token: desk.token, query });
      const { items } = list.body.datatable as { items: { id: string }[] };
      const figure = async () => {
        const { body } = await api.call(admissions.statistics, { token: desk.token });
        return (body.data as { at_risk: { wallets_low: number } }).at_risk.wallets_low;
      };
      await counted(figure, items.length);
      return items.map(({ id }) => id);
    };
    expect(await low()).toContain(one.id);
    await takeBack(one, employee.user_id, 700_000);
    expect(await low()).not.toContain(one.id);
    await assign(one, employee.user_id, 700_000);
    expect(await told()).toBe(2);
  });

  it("loses a receipt that was wrong, unless it has been given away", async () => {
    const one = await company();
    const employee = await one.employee();
    await recorded(one, 500_000);
    const [{ reference } = { reference: "" }] = await moved(one);
    const { id } = await api.app.db
      .selectFrom("receipts")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    await assign(one, employee.user_id, 1);
    const asked = await api.call(receipts.reverseReceipt, {
      token: finances.token,
      params: { id },
      body: { reason: "The bank called it back." },
    });
    const { approval_id } = asked.body.data as { approval_id: string };
    expect((await decide(approval_id)).body).toMatchObject({ code: "credit_used" });
    await takeBack(one, employee.user_id, 1);
    expect((await decide(approval_id)).status).toBe(200);
    expect(await wallet(one)).toMatchObject({ balance_kobo: 0 });
    expect((await moved(one))[0]).toMatchObject({ kind: "reversed", amount_kobo: -500_000, balance_kobo: 0 });
    await world.prove();
  });

  it("never gives the same kobo twice, however many ask at once, and once per key", async () => {
    const one = await company();
    await recorded(one, 100_000);
    const people = await Promise.all(Array.from({ length: 6 }, () => one.employee()));
    const answers = await Promise.all(people.map(({ user_id }) => assign(one, user_id, 30_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await wallet(one)).toMatchObject({ balance_kobo: 10_000, assigned_kobo: 90_000 });
    const key = uuidv7();
    const again = await Promise.all([1, 2, 3].map(() => assign(one, people[0]!.user_id, 1_000, { key })));
    for (const { status, body } of again) expect([status, body.data]).toEqual([200, again[0]!.body.data]);
    expect((await wallet(one)).balance_kobo).toBe(9_000);
    await world.prove();
  });

  it("has its ceiling set by no one of the provider's people who works for the company", async () => {
    const one = await company();
    const insider = await api.person("super_admin", { company_id: one.id });
    const set = (token: string) =>
      api.call(calls.setLimits, { token, body: { company_id: one.id, daily_limit_kobo: 900_000_000 } });
    expect((await set(insider.token)).body).toMatchObject({ code: "own_money" });
    expect((await set(checker.token)).status).toBe(200);
  });

  it("is compared with the bank's statement: what was paid in finds its line, what no line shows is missing", async () => {
    const one = await company();
    await world.syncClock();
    await payIn(one, 123_400);
    await recorded(one, 55_500);
    for (let day = 0; day < 4; day += 1) {
      await closeBusinessDay(api.app);
      await world.syncClock();
    }
    const { rows } = await sql<{ channel: string; status: string }>`
      select r.channel, i.status
      from receipts r
      join reconciliation_items i on i.subject_type = 'receipt' and i.subject_id = r.id
      where r.company_id = ${one.id}
      order by 1
    `.execute(api.app.db);
    expect(rows).toEqual([
      { channel: "bank_transfer", status: "matched_auto" },
      { channel: "staff", status: "missing" },
    ]);
    await world.prove();
  });

  it("has a list that agrees with the ledger to the kobo", async () => {
    const { rows } = await sql<{ company_id: string; listed: bigint; booked: bigint; last: bigint }>`
      select m.company_id, sum(m.amount_kobo)::bigint as listed,
        (select -b.balance_kobo from ledger.accounts a join ledger.balances b on b.account_id = a.id where a.code = 'company_wallet:' || m.company_id) as booked,
        (array_agg(m.balance_kobo order by m.happened_at desc, m.id desc))[1] as last
      from wallet_movements m group by 1
    `.execute(api.app.db);
    expect(rows.length).toBeGreaterThan(5);
    for (const { listed, booked, last } of rows) expect([listed, last]).toEqual([booked, booked]);
    const { body } = await api.call(books.trialBalance, { token: finances.token });
    expect(body.data).toMatchObject({ is_balanced: true });
  });
});

describe("what may be assigned", () => {
  const kobo = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const limit = fc.option(kobo, { nil: null });

  it("is never more than the wallet has, the day allows, or the purse may hold; one kobo more than the room is refused", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        kobo,
        limit,
        kobo,
        limit,
        (amount_kobo, available_kobo, left_today_kobo, purse_kobo, purse_limit_kobo) => {
          const facts = { available_kobo, left_today_kobo, purse_kobo, purse_limit_kobo };
          const refusal = assignmentRefusal({ ...facts, amount_kobo });
          const fits =
            amount_kobo <= available_kobo &&
            (left_today_kobo === null || amount_kobo <= left_today_kobo) &&
            (purse_limit_kobo === null || purse_kobo + amount_kobo <= purse_limit_kobo);
          expect(refusal === null).toBe(fits);
          if (refusal) expect(refusal.room_kobo < amount_kobo).toBe(true);
        },
      ),
    );
  });

  it("of a day follows the stricter limit and is never negative", () => {
    fc.assert(
      fc.property(limit, limit, kobo, (provider_daily_limit_kobo, daily_limit_kobo, out) => {
        const left = leftToday({ provider_daily_limit_kobo, daily_limit_kobo }, out);
        const limits = [provider_daily_limit_kobo, daily_limit_kobo].filter((each) => each !== null);
        if (limits.length === 0) return void expect(left).toBeNull();
        const strict = limits.reduce((least, each) => (each < least ? each : least));
        expect(left).toBe(strict > out ? strict - out : 0n);
      }),
    );
  });
});

describe("somebody who was invited and has not come yet", () => {
  it("is given no money: an invitation that is taken back would leave it with nobody", async () => {
    const one = await company();
    await payIn(one, 50_000);
    const hr = await api.person("company_hr", { company_id: one.id });
    const body = { name: "Ngozi Eze", email: "ngozi@elsewhere.example", phone: "08031234599", role: "company_staff" };
    const invited = await api.call(team.invite, { token: hr.token, body });
    const { employee_id } = invited.body.data as { employee_id: string };
    expect((await assign(one, employee_id, 20_000)).body.code).toBe("not_at_work");
    expect((await api.call(team.withdraw, { token: hr.token, params: { id: employee_id } })).status).toBe(200);
    expect(await wallet(one)).toMatchObject({ available_kobo: 50_000, assigned_kobo: 0 });
  });
});
