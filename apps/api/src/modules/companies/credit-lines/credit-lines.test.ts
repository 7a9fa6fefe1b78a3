import * as admissions from "@manilla/contract/companies/admissions";
import * as calls from "@manilla/contract/companies/credit-lines";
import * as chains from "@manilla/contract/companies/approval-chains";
import * as transfers from "@manilla/contract/payments/transfers";
import * as wallets from "@manilla/contract/companies/wallets";
import * as books from "@manilla/contract/money/books";
import * as approvals from "@manilla/contract/platform/approvals";
import { interestOfDay } from "@manilla/credit";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { fundedCompany } from "../../../../../../test/company-money.ts";
import { counted } from "../../../../../../test/figures.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { repaymentOf } from "../line-statements/index.ts";

const world = await useLendingWorld();
const { api } = world;
const [staff, checker] = [await api.person("super_admin"), await api.person("super_admin")];

interface Application {
  id: string;
  status: string;
  abilities: Record<string, string | null>;
}
interface Line {
  limit_kobo: number;
  drawn_kobo: number;
  interest_kobo: number;
  available_kobo: number;
  assigned_kobo: number;
}

let count = 0;
async function company() {
  count += 1;
  const name = `Trader ${count}`;
  const id = await api.company({ name });
  const owner = await api.person("company_super_admin", { company_id: id, name: "Olu" });
  const finance = await api.person("company_finance_manager", { company_id: id, name: "Funmi" });
  return { id, name, owner, finance };
}
type Company = Awaited<ReturnType<typeof company>>;

const applicationOf = ({ body }: { body: { data: unknown } }) =>
  (body.data as { application: Application }).application;
const apply = ({ finance }: Company, amount_kobo = 500_000_000) =>
  api.call(calls.request, {
    token: finance.token,
    body: { amount_kobo, purpose: "To buy rice before the season", monthly_turnover_kobo: 900_000_000 },
  });
const submit = ({ finance }: Company, application_id: string, first: string, second: string) =>
  api.call(calls.submit, {
    token: finance.token,
    body: { application_id, first_signatory_id: first, second_signatory_id: second },
  });
/** Sent, with the owner and the finance manager as signatories. */
async function sent(one: Company, amount_kobo?: number): Promise<string> {
  const { id } = applicationOf(await apply(one, amount_kobo));
  expect((await submit(one, id, one.owner.user_id, one.finance.user_id)).status).toBe(200);
  return id;
}
const propose = (id: string, offered_kobo: number, token = staff.token) =>
  api.call(calls.offer, {
    token,
    params: { id },
    body: { offered_kobo, annual_rate_percent: "36.5", reason: "Its wallet carries it" },
  });
async function decide(approval_id: string, token = checker.token) {
  const { version } = await api.app.db
    .selectFrom("approvals")
    .select("version")
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  return api.call(approvals.approve, { token, params: { id: approval_id }, body: { version } });
}
const approvalOf = ({ body }: { body: { data: unknown } }) => (body.data as { approval_id: string }).approval_id;
const sign = (id: string, token: string) => api.call(calls.sign, { token, params: { id }, body: {} });
/** A company with a line. */
async function withLine(limit_kobo = 100_000_000): Promise<Company> {
  const one = await company();
  const id = await sent(one);
  await decide(approvalOf(await propose(id, limit_kobo)));
  for (const { token } of [one.owner, one.finance]) expect((await sign(id, token)).status).toBe(200);
  return one;
}
const own = async ({ finance }: Company) =>
  (await api.call(calls.findOwn, { token: finance.token })).body.data as {
    line: Line | null;
    application: Application;
  };
/** Asked for by finance, agreed to by the owner. */
async function draw({ finance, owner }: Company, amount_kobo: number) {
  const asked = await api.call(calls.draw, { token: finance.token, body: { amount_kobo } });
  if (asked.status !== 200) return asked;
  const { token } = owner;
  return api.call(chains.approve, { token, params: { id: approvalOf(asked) }, body: { version: 1 } });
}
const payBack = ({ finance }: Company, amount_kobo: number) =>
  api.call(calls.fundCredit, { token: finance.token, body: { amount_kobo } });
const walletOf = async ({ id, finance }: Company) =>
  (
    (await api.call(wallets.find, { token: finance.token, params: { id } })).body.data as {
      debit: { balance_kobo: number };
    }
  ).debit.balance_kobo;
const memorandum = async () => {
  const { rows } = await sql<{ committed: bigint; undrawn: bigint }>`
    select coalesce(sum(p.amount_kobo) filter (where a.chart_code = 'committed_lines'), 0)::bigint as committed,
      coalesce(-sum(p.amount_kobo) filter (where a.chart_code = 'undrawn_line'), 0)::bigint as undrawn
    from ledger.postings p join ledger.accounts a on a.id = p.account_id
  `.execute(api.app.db);
  return rows[0]!;
};

describe("a line", () => {
  it("is asked for in two steps, offered by two of the provider, signed by two of the company, and only then there", async () => {
    const one = await company();
    const { id } = applicationOf(await apply(one));
    expect((await submit(one, id, one.owner.user_id, one.owner.user_id)).body.errors).toHaveProperty(
      "second_signatory_id",
    );
    const stranger = await company();
    expect((await submit(one, id, one.owner.user_id, stranger.owner.user_id)).body.errors).toHaveProperty(
      "second_signatory_id",
    );
    expect((await submit(stranger, id, one.owner.user_id, one.finance.user_id)).status).toBe(404);
    expect((await api.call(calls.find, { token: staff.token, params: { id } })).status).toBe(404);
    await submit(one, id, one.owner.user_id, one.finance.user_id);
    expect((await apply(one)).body).toMatchObject({ code: "already_requested" });
    expect((await propose(id, 500_000_001)).body.errors).toHaveProperty("offered_kobo");
    const approval_id = approvalOf(await propose(id, 100_000_000));
    expect((await propose(id, 100_000_000)).status).toBe(409);
    expect((await decide(approval_id, staff.token)).status).toBe(403);
    expect((await sign(id, one.owner.token)).status).toBe(409);
    expect((await decide(approval_id)).status).toBe(200);
    const other = await api.person("company_super_admin", { company_id: one.id });
    expect((await sign(id, other.token)).body).toMatchObject({ code: "not_signatory" });
    expect((await sign(id, one.owner.token)).status).toBe(200);
    expect((await sign(id, one.owner.token)).body).toMatchObject({ code: "signed" });
    expect((await own(one)).line).toBeNull();
    const second = await sign(id, one.finance.token);
    expect(applicationOf(second)).toMatchObject({ status: "granted" });
    expect((await own(one)).line).toMatchObject({
      limit_kobo: 100_000_000,
      available_kobo: 100_000_000,
      drawn_kobo: 0,
    });
    await world.prove();
  });

  it("is suggested by what came into the wallet from others: money that the company sends round to itself does not count", async () => {
    const { company_id, owner, money, beneficiary_id } = await fundedCompany(world, 12_000_000);
    const id = await sent({ id: company_id, name: "Lagoon Foods", owner, finance: money });
    const known = async () => {
      const { body } = await api.call(calls.find, { token: staff.token, params: { id } });
      return (body.data as { known: { paid_in_kobo: number; monthly_average_kobo: number } }).known;
    };
    expect(await known()).toMatchObject({ paid_in_kobo: 12_000_000, monthly_average_kobo: 2_000_000 });
    const body = { beneficiary_id, amount_kobo: 3_000_000 };
    const { data } = (await api.call(transfers.request, { token: money.token, body })).body;
    const { id: transfer_id } = (data as { transfer: { id: string } }).transfer;
    const arrivedAt = (payee: string) =>
      api.app.db.updateTable("transfers").set({ status: "success", payee }).where("id", "=", transfer_id).execute();
    await arrivedAt("Lagoon Rice Mills");
    expect(await known()).toMatchObject({ paid_in_kobo: 12_000_000 });
    for (const payee of ["LAGOON FOODS LTD", "LAGOON FOODS WALLET"]) {
      await arrivedAt(payee);
      expect(await known(), payee).toMatchObject({ paid_in_kobo: 9_000_000, monthly_average_kobo: 1_500_000 });
    }
  });

  it("waits for a second signatory, to whom the only administrator gave power alone, until that power begins", async () => {
    const one = await company();
    const id = await sent(one);
    await decide(approvalOf(await propose(id, 100_000_000)));
    await sql`
      insert into powers_given (id, company_id, user_id, given_by, given_at, hours)
      values (gen_random_uuid(), ${one.id}, ${one.finance.user_id}, ${one.owner.user_id}, now(), 24)
    `.execute(api.app.db);
    expect((await sign(id, one.owner.token)).status).toBe(200);
    expect((await sign(id, one.finance.token)).body.code).toBe("too_early");
    expect((await own(one)).line).toBeNull();
    await sql`update powers_given set given_at = given_at - interval '25 hours' where company_id = ${one.id}`.execute(
      api.app.db,
    );
    expect((await sign(id, one.finance.token)).status).toBe(200);
    expect((await own(one)).line).toMatchObject({ limit_kobo: 100_000_000 });
  });

  it("is declined with a reason that the company reads, or withdrawn; then another can be asked for", async () => {
    const one = await company();
    const id = await sent(one);
    const token = staff.token;
    const wrong = await api.call(calls.decline, { token, params: { id }, body: { because: "no_mood" } });
    expect(wrong.body.errors).toHaveProperty("because");
    expect((await api.call(calls.decline, { token, params: { id }, body: { because: "too_new" } })).status).toBe(200);
    expect((await own(one)).application).toMatchObject({
      status: "declined",
      declined_because: expect.stringContaining("long enough"),
    });
    const again = await sent(one);
    expect((await api.call(calls.withdraw, { token: one.finance.token, params: { id: again }, body: {} })).status).toBe(
      200,
    );
    expect((await propose(again, 1_000)).status).toBe(409);
    expect((await apply(one)).status).toBe(200);
  });

  it("is drawn into the wallet and paid back, interest first, and never beyond what is left", async () => {
    const one = await withLine(50_000_000);
    const wallet = async () =>
      (await api.call(wallets.find, { token: one.owner.token, params: { id: one.id } })).body.data;
    expect((await draw(one, 50_000_001)).body.errors).toEqual({ amount_kobo: ["₦500,000.00 of the line is left"] });
    expect((await draw(one, 20_000_000)).status).toBe(200);
    expect(await walletOf(one)).toBe(20_000_000);
    expect((await own(one)).line).toMatchObject({
      drawn_kobo: 20_000_000,
      available_kobo: 30_000_000,
      interest_kobo: 0,
    });
    const credit = { limit_kobo: 50_000_000, drawn_kobo: 20_000_000, available_kobo: 30_000_000, interest_kobo: 0 };
    expect(await wallet(), "the wallets of the company: debit and credit (F118 to F120)").toMatchObject({
      debit: { balance_kobo: 20_000_000 },
      credit,
    });
    await closeBusinessDay(api.app);
    // 36.5 % a year on ₦200,000 is ₦200 a day.
    expect((await own(one)).line).toMatchObject({ interest_kobo: 20_000 });
    expect((await payBack(one, 20_020_001)).body.errors).toEqual({ amount_kobo: ["₦200,200.00 is owed"] });
    expect((await payBack(one, 20_020_000)).body.errors).toEqual({
      amount_kobo: ["the wallet has ₦200,000.00 available"],
    });
    expect((await payBack(one, 15_000)).status).toBe(200);
    expect((await own(one)).line).toMatchObject({ interest_kobo: 5_000, drawn_kobo: 20_000_000 });
    expect((await payBack(one, 1_005_000)).status).toBe(200);
    expect((await own(one)).line).toMatchObject({
      interest_kobo: 0,
      drawn_kobo: 19_000_000,
      available_kobo: 31_000_000,
    });
    const { committed, undrawn } = await memorandum();
    expect(committed).toBe(undrawn);
    await world.prove();
  });

  it("is given to employees and taken back, never to oneself or to a stranger", async () => {
    const one = await withLine(10_000_000);
    const employee = await api.person("company_staff", { company_id: one.id });
    const give = (user_id: string, amount_kobo: number, is_back = false) =>
      api.call(calls.assignCredit, { token: one.finance.token, body: { user_id, amount_kobo, is_back } });
    expect((await give(employee.user_id, 10_000_001)).body.errors).toHaveProperty("amount_kobo");
    expect((await give(employee.user_id, 4_000_000)).body.data).toMatchObject({
      assigned_kobo: 4_000_000,
      line: { available_kobo: 6_000_000 },
    });
    expect((await draw(one, 6_000_001)).status).toBe(422);
    expect((await give(employee.user_id, 4_000_001, true)).body.errors).toHaveProperty("amount_kobo");
    expect((await give(employee.user_id, 1_000_000, true)).status).toBe(200);
    expect((await give(one.finance.user_id, 1)).body).toMatchObject({ code: "own_money" });
    expect((await give((await company()).finance.user_id, 1)).status).toBe(404);
    expect((await own(one)).line).toMatchObject({ available_kobo: 7_000_000, assigned_kobo: 3_000_000 });
    await world.prove();
  });

  it("is lowered by two of the provider, never below what is drawn", async () => {
    const one = await withLine(10_000_000);
    await draw(one, 4_000_000);
    const used = async () => {
      const query = { filter: JSON.stringify({ status: ["approved"], is_line_used: true }), limit: 100 };
      const { body } = await api.call(admissions.listAll, { token: staff.token, query });
      const { items } = body.datatable as { items: { id: string }[] };
      const figure = async () => {
        const { body } = await api.call(admissions.statistics, { token: staff.token });
        return (body.data as { at_risk: { lines_used: number } }).at_risk.lines_used;
      };
      await counted(figure, items.length);
      return items.map(({ id }) => id);
    };
    expect(await used()).not.toContain(one.id);
    const lower = (limit_kobo: number) =>
      api.call(calls.lower, {
        token: staff.token,
        params: { id: one.id },
        body: { limit_kobo, reason: "It sells less" },
      });
    expect((await lower(3_999_999)).body.errors).toHaveProperty("limit_kobo");
    expect((await lower(10_000_000)).body.errors).toHaveProperty("limit_kobo");
    const approval_id = approvalOf(await lower(5_000_000));
    await draw(one, 2_000_000);
    expect((await decide(approval_id)).body).toMatchObject({ code: "line_used" });
    await payBack(one, 1_000_000);
    expect((await decide(approval_id)).status).toBe(200);
    expect((await own(one)).line).toMatchObject({ limit_kobo: 5_000_000, available_kobo: 0, drawn_kobo: 5_000_000 });
    expect(await used()).toContain(one.id);
    await payBack(one, 500_000);
    // Nine tenths are not more than nine tenths.
    expect(await used()).not.toContain(one.id);
    await world.prove();
  });

  it("lapses where it is not signed in time", async () => {
    const one = await company();
    const id = await sent(one);
    await decide(approvalOf(await propose(id, 1_000_000)));
    await sql`update line_applications set offer_expires_on = '2026-01-01' where id = ${id}`.execute(api.app.db);
    await closeBusinessDay(api.app);
    expect((await own(one)).application).toMatchObject({ status: "lapsed" });
    expect((await sign(id, one.owner.token)).status).toBe(409);
  });

  it("is drawn once, however many ask at once, and is outside the totals of the trial balance", async () => {
    const one = await withLine(1_000_000);
    const answers = await Promise.all(Array.from({ length: 5 }, () => draw(one, 300_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await own(one)).line).toMatchObject({ drawn_kobo: 900_000, available_kobo: 100_000 });
    const { body } = await api.call(books.trialBalance, { token: staff.token });
    const trial = body.data as {
      is_balanced: boolean;
      totals: { debit_kobo: number }[];
      rows: { chart_code: string; is_memorandum: boolean; debit_kobo: number; credit_kobo: number }[];
    };
    const sum = (is_memorandum: boolean, side: "debit_kobo" | "credit_kobo") =>
      trial.rows.filter((row) => row.is_memorandum === is_memorandum).reduce((total, row) => total + row[side], 0);
    expect(trial.is_balanced).toBe(true);
    expect(sum(false, "debit_kobo")).toBe(trial.totals[0]?.debit_kobo);
    expect(sum(true, "debit_kobo")).toBe(sum(true, "credit_kobo"));
    expect(sum(true, "debit_kobo")).toBeGreaterThan(0);
    await world.prove();
  });
});

describe("what is paid back", () => {
  const kobo = fc.bigInt({ min: 0n, max: 10n ** 13n });

  it("pays interest before principal, exactly, and never more than is owed", () => {
    fc.assert(
      fc.property(kobo, kobo, kobo, (amount, interest_kobo, drawn_kobo) => {
        const paid = repaymentOf(amount, { penalty_kobo: 0n, interest_kobo, drawn_kobo });
        if (amount > interest_kobo + drawn_kobo) return void expect(paid).toBeNull();
        expect(paid!.interest_kobo + paid!.principal_kobo).toBe(amount);
        expect(paid!.interest_kobo).toBeLessThanOrEqual(interest_kobo);
        if (paid!.principal_kobo > 0n) expect(paid!.interest_kobo).toBe(interest_kobo);
      }),
    );
  });

  it("earned by the day what a second reckoning says", () => {
    fc.assert(
      fc.property(kobo, fc.integer({ min: 0, max: 100_00 }), (balance, hundredths) => {
        const rate = `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
        const exact = balance * BigInt(hundredths);
        const difference = interestOfDay(balance, rate) * 3_650_000n - exact;
        expect(difference * 2n <= 3_650_000n && difference * 2n >= -3_650_000n).toBe(true);
      }),
    );
  });
});
