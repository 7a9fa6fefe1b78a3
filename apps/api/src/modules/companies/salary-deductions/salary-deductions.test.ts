import * as calls from "@manilla/contract/companies/salary-deductions";
import * as repayments from "@manilla/contract/lending/repayments";
import * as team from "@manilla/contract/companies/team";
import * as wallets from "@manilla/contract/companies/wallets";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { addDays } from "@manilla/credit";
import { balancesOf } from "@manilla/ledger";
import { queryable } from "../../../db/database.ts";
import { businessDate } from "../../platform/states/index.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { slipOf } from "../../../../../../test/slips.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { allocate } from "./allocating.ts";
import { askPayrolls } from "./payroll.ts";
import { coveredUntil, linesOf, nextPayDay } from "./rules.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const provider = await api.person("super_finance");

interface File {
  id: string;
  reference: string;
  status: string;
  people: number;
  asked_kobo: number;
  deducted_kobo: number;
  shortfall_kobo: number;
  version: number;
  abilities: Record<string, string | null>;
}
interface Line {
  id: string;
  loan: { id: string };
  asked_kobo: number;
  overdue_kobo: number;
  deducted_kobo: number;
  carried_because: string | null;
  is_allocated: boolean;
}
const itemsOf = <Item>({ body }: { body: { datatable?: unknown } }) => (body.datatable as { items: Item[] }).items;
const dataOf = <Data>({ body }: { body: { data: unknown } }) => body.data as Data;

let count = 0;
/** A company with payroll and finance, of which `people` employees repay loans from their salaries; its pay day is in five days. */
async function company(people = 1, principal_kobo = 10_000_000n) {
  count += 1;
  const id = await api.company({ name: `Employer ${count}` });
  const hr = await api.person("company_hr", { company_id: id, name: "Halima" });
  const finance = await api.person("company_finance_manager", { company_id: id, name: "Funmi" });
  const loans = [];
  for (let each = 0; each < people; each += 1) {
    const customer = await world.customer();
    await sql`update users set company_id = ${id} where id = ${customer.user_id}`.execute(api.app.db);
    const loan = await world.loan({ customer, principal_kobo });
    await sql`update loans set company_id = ${id} where id = ${loan.id}`.execute(api.app.db);
    loans.push(loan);
  }
  await world.payOut(...loans.map((loan) => loan.id));
  const pay_day = Number(addDays(await businessDate(api.app.db), 5).slice(8));
  const put = await api.call(calls.setTerms, { token: hr.token, body: { is_on: true, pay_day } });
  expect(put.status, JSON.stringify(put.body)).toBe(200);
  for (const loan of loans) expect((await agree(loan)).status).toBe(200);
  return { id, hr, finance, loans };
}
type Company = Awaited<ReturnType<typeof company>>;
type Loan = Awaited<ReturnType<typeof world.loan>>;
const agree = ({ id, customer }: Loan, agrees = true) =>
  api.call(calls.consentTo, { token: customer.token, params: { id }, body: { agrees } });
const files = async ({ hr }: Company) => itemsOf<File>(await api.call(calls.listAll, { token: hr.token }));
const lines = async ({ hr }: Company, id: string) =>
  itemsOf<Line>(await api.call(calls.lines, { token: hr.token, params: { id } }));
const answer = ({ hr }: Company, id: string, body: object) =>
  api.call(calls.answer, { token: hr.token, params: { id }, body });
/** By the newest file's version. */
async function act(one: Company, call: typeof calls.confirm | typeof calls.pay, token: string, body: object = {}) {
  const [file] = await files(one);
  return api.call(call, { token, params: { id: file!.id }, body: { version: file!.version, ...body } });
}
async function fund({ id }: Company, amount_kobo: number) {
  const slip_id = await slipOf(api.app, provider.token);
  const asked = await api.call(wallets.fundDebit, {
    token: provider.token,
    body: { company_id: id, amount_kobo, reference: `BANK-${id}-${amount_kobo}`, slip_id },
  });
  expect((await world.approve(dataOf<{ approval_id: string }>(asked).approval_id)).status).toBe(200);
}
const walletOf = async ({ id, finance }: Company) =>
  dataOf<{ debit: { balance_kobo: number } }>(await api.call(wallets.find, { token: finance.token, params: { id } }))
    .debit.balance_kobo;
const clearing = async () => (await balancesOf(queryable(api.app.db), ["deductions_clearing"]))[0]?.natural_kobo ?? 0n;
const told = async (user_id: string) =>
  (
    await sql<{ title: string }>`select title from notifications where user_id = ${user_id}`.execute(api.app.db)
  ).rows.map(({ title }) => title);
const shieldFor = (days: number) =>
  sql`update configuration set value = ${String(days)} where key = 'deduction_shield_days'`.execute(api.app.db);
const debits = async (loan_id: string) =>
  (
    await sql<{ kobo: bigint }>`
      select amount_kobo as kobo from charges where loan_id = ${loan_id} and kind = 'automatic_debit' order by created_at
    `.execute(api.app.db)
  ).rows.map(({ kobo }) => kobo);
const live = async (days: number) => {
  for (let day = 0; day < days; day += 1) await closeBusinessDay(api.app);
};
const heldUntil = async (loan: Loan) => (await world.loanRow(loan.id)).no_debit_until;

describe("a deduction file", () => {
  it("is made before the pay day, answered with exceptions, paid under one reference and given to each loan", async () => {
    const one = await company(3);
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    expect(file).toMatchObject({ status: "open", people: 3, shortfall_kobo: 0, abilities: { confirm: null } });
    const asked = await lines(one, file!.id);
    const [first] = await world.rows(one.loans[0]!.id);
    expect(asked.map((line) => line.asked_kobo)).toEqual(
      Array.from({ length: 3 }, () => Number(first!.principal_kobo + first!.interest_kobo)),
    );
    expect(file!.asked_kobo).toBe(asked.reduce((sum, line) => sum + line.asked_kobo, 0));
    expect(await heldUntil(one.loans[0]!), "no card is debited meanwhile").not.toBeNull();
    expect(await told(one.hr.user_id)).toContainEqual(expect.stringContaining("Salary deductions of"));

    const [whole, part, gone] = asked;
    expect((await answer(one, part!.id, { deducted_kobo: 100_000 })).body.errors).toHaveProperty("shortfall_reason");
    expect((await answer(one, part!.id, { deducted_kobo: part!.asked_kobo + 1 })).body.errors).toHaveProperty(
      "deducted_kobo",
    );
    await answer(one, part!.id, { deducted_kobo: 100_000, shortfall_reason: "part", note: "Half a month" });
    await answer(one, gone!.id, { deducted_kobo: 0, shortfall_reason: "left" });
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    expect(await told(one.finance.user_id)).toContainEqual(expect.stringContaining("of salary deductions to pay"));
    expect((await answer(one, part!.id, { deducted_kobo: 0, shortfall_reason: "left" })).status, "confirmed").toBe(409);

    const due = whole!.asked_kobo + 100_000;
    const refused = await act(one, calls.pay, one.finance.token);
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe("not_enough");
    await fund(one, due + 5);
    expect((await act(one, calls.pay, one.finance.token)).status).toBe(200);
    expect(await walletOf(one)).toBe(5);
    expect(await clearing()).toBe(BigInt(due));
    await allocate(api.app, file!.id);
    expect(await clearing()).toBe(0n);
    expect(await files(one)).toMatchObject([{ status: "allocated", deducted_kobo: due }]);
    expect((await lines(one, file!.id)).map((line) => line.is_allocated)).toEqual([true, true, false]);
    const { rows: receipts } = await sql<{ amount_kobo: bigint; channel: string; reference: string }>`
      select amount_kobo, channel, reference from receipts where reference like ${`${file!.reference}/%`} order by reference
    `.execute(api.app.db);
    expect(receipts.map(({ amount_kobo, channel }) => [Number(amount_kobo), channel])).toEqual([
      [whole!.asked_kobo, "salary_deduction"],
      [100_000, "salary_deduction"],
    ]);
    const gone_loan = one.loans.find((loan) => loan.id === gone!.loan.id)!;
    expect(await told(gone_loan.customer.user_id)).toContainEqual(expect.stringContaining("was not kept back"));
    expect(await heldUntil(gone_loan), "who left is asked directly").toBeNull();
    const own = await api.call(calls.findConsent, { token: gone_loan.customer.token, params: { id: gone_loan.id } });
    expect(dataOf<{ consent: object }>(own).consent).toMatchObject({ given_at: null });
    await world.prove();
  });

  it("is never paid by who confirmed it, where somebody else may; two who pay at once pay once", async () => {
    const one = await company();
    const owner = await api.person("company_super_admin", { company_id: one.id });
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    await fund(one, 3 * file!.asked_kobo);
    expect((await act(one, calls.confirm, owner.token)).status).toBe(200);
    const own = await act(one, calls.pay, owner.token);
    expect(own.status).toBe(403);
    expect(own.body.code).toBe("same_person");
    expect((await act(one, calls.pay, one.hr.token)).status, "without the permission").toBe(403);
    const both = await Promise.all([act(one, calls.pay, one.finance.token), act(one, calls.pay, one.finance.token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await Promise.all([allocate(api.app, file!.id), allocate(api.app, file!.id)]);
    await allocate(api.app, file!.id);
    expect(await walletOf(one)).toBe(2 * file!.asked_kobo);
    expect(await clearing()).toBe(0n);
    await world.prove();
  });

  it("is not confirmed by one whose own pay is in it, where somebody else may", async () => {
    const one = await company();
    const [loan] = one.loans;
    await sql`insert into user_roles (user_id, role) values (${loan!.customer.user_id}, 'company_hr')`.execute(
      api.app.db,
    );
    await closeBusinessDay(api.app);
    const own = await act(one, calls.confirm, loan!.customer.token);
    expect(own.status).toBe(403);
    expect(own.body.code).toBe("own_pay");
    await sql`delete from user_roles where user_id = ${one.hr.user_id}`.execute(api.app.db);
    const [file] = itemsOf<File>(await api.call(calls.listAll, { token: loan!.customer.token }));
    const alone = await api.call(calls.confirm, {
      token: loan!.customer.token,
      params: { id: file!.id },
      body: { version: file!.version },
    });
    expect(alone.status, "nobody else is there").toBe(200);
  });

  it("of a company with one administrator is paid by who confirmed it", async () => {
    const one = await company();
    const owner = await api.person("company_super_admin", { company_id: one.id });
    await sql`delete from user_roles where user_id = ${one.finance.user_id}`.execute(api.app.db);
    await closeBusinessDay(api.app);
    await fund(one, (await files(one))[0]!.asked_kobo);
    await act(one, calls.confirm, owner.token);
    expect((await act(one, calls.pay, owner.token)).status).toBe(200);
    await allocate(api.app, (await files(one))[0]!.id);
  });

  it("is neither confirmed nor paid by one who is alone because the rights of the others were just ended", async () => {
    const one = await company();
    const [loan] = one.loans;
    const owner = await api.person("company_super_admin", { company_id: one.id });
    await sql`update loans set user_id = ${owner.user_id} where id = ${loan!.id}`.execute(api.app.db);
    await sql`update deduction_consents set user_id = ${owner.user_id} where loan_id = ${loan!.id}`.execute(api.app.db);
    await closeBusinessDay(api.app);
    await fund(one, (await files(one))[0]!.asked_kobo);
    const own = async (call: typeof calls.confirm | typeof calls.pay) => {
      const [file] = itemsOf<File>(await api.call(calls.listAll, { token: owner.token }));
      return api.call(call, { token: owner.token, params: { id: file!.id }, body: { version: file!.version } });
    };
    const suspend = async ({ user_id }: { user_id: string }) => {
      const body = { reason: "A quiet week" };
      expect((await api.call(team.deactivate, { token: owner.token, params: { id: user_id }, body })).status).toBe(200);
    };
    await suspend(one.hr);
    expect((await own(calls.confirm)).body.code, "their own pay").toBe("ended_colleague");
    const forget = () => sql`update powers_ended set ended_at = now() - interval '8 days'`.execute(api.app.db);
    await forget();
    expect((await own(calls.confirm)).status).toBe(200);
    await suspend(one.finance);
    expect((await own(calls.pay)).body.code, "what they confirmed").toBe("ended_colleague");
    await forget();
    expect((await own(calls.pay)).status).toBe(200);
    await allocate(
      api.app,
      (
        await api.app.db
          .selectFrom("deduction_files")
          .select("id")
          .where("company_id", "=", one.id)
          .executeTakeFirstOrThrow()
      ).id,
    );
    expect(await clearing()).toBe(0n);
  });

  it("goes back to who confirmed it with a reason, and is answered again", async () => {
    const one = await company();
    await closeBusinessDay(api.app);
    await act(one, calls.confirm, one.hr.token);
    const back = await act(one, calls.sendBack as never, one.finance.token, { reason: "Ada was on leave" });
    expect(dataOf<{ file: File }>(back).file.status).toBe("open");
    expect(await told(one.hr.user_id)).toContainEqual(expect.stringContaining("were sent back"));
    const [line] = await lines(one, (await files(one))[0]!.id);
    await answer(one, line!.id, { deducted_kobo: 0, shortfall_reason: "leave" });
    await act(one, calls.confirm, one.hr.token);
    expect((await files(one))[0], "nothing to pay: it has ended").toMatchObject({
      status: "allocated",
      deducted_kobo: 0,
    });
    expect(await heldUntil(one.loans[0]!)).toBeNull();
  });

  it("that nobody answers is called to mind, gives the cards free after its days, and gives way to the next one", async () => {
    const one = await company();
    const [loan] = one.loans;
    await world.addCard(loan!.customer);
    await closeBusinessDay(api.app);
    const first = (await files(one))[0]!;
    for (let day = 0; day < 32; day += 1) await closeBusinessDay(api.app);
    expect(await told(one.hr.user_id)).toContainEqual(expect.stringContaining("are not confirmed"));
    const [second, before] = await files(one);
    expect([before, second]).toMatchObject([{ id: first.id, status: "lapsed" }, { status: "open" }]);
    expect(await lines(one, second!.id)).toMatchObject([{ carried_because: "unanswered" }]);
    const debits = async () =>
      (
        await sql<{ count: number }>`
          select count(*)::int as count from charges where loan_id = ${loan!.id} and kind = 'automatic_debit'
        `.execute(api.app.db)
      ).rows[0]!.count;
    expect(await debits(), "its day has come, and the second file asks for it").toBe(0);
    expect((await world.rows(loan!.id))[0]!.penalty_kobo, "asked, and not answered yet").toBe(0n);
    for (let day = 0; day < 13; day += 1) await closeBusinessDay(api.app);
    expect((await world.rows(loan!.id))[0]!.penalty_kobo, "a second file without an answer").toBeGreaterThan(0n);
    expect(await debits(), "the employer did not pay this one either").toBeGreaterThan(0);
    const late = await api.call(calls.confirm, {
      token: one.hr.token,
      params: { id: first.id },
      body: { version: first.version },
    });
    expect(late.status).toBe(409);
  });

  it("costs nobody a penalty for what the employer has kept back and not paid, and ends when the loan has it", async () => {
    await shieldFor(40);
    const one = await company(3);
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    const [whole, part, none] = await lines(one, file!.id);
    await answer(one, part!.id, { deducted_kobo: 100_000, shortfall_reason: "part" });
    await answer(one, none!.id, { deducted_kobo: 0, shortfall_reason: "leave" });
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    await fund(one, whole!.asked_kobo + 100_000);
    for (let day = 0; day < 40; day += 1) await closeBusinessDay(api.app);
    const first = async (line: Line) => (await world.rows(line.loan.id))[0]!;
    expect((await first(whole!)).status, "the employer is late").toBe("overdue");
    expect((await first(whole!)).penalty_kobo).toBe(0n);
    const [ofPart, ofNone] = [(await first(part!)).penalty_kobo, (await first(none!)).penalty_kobo];
    expect(ofNone, "nothing was kept back").toBeGreaterThan(0n);
    expect(ofPart, "on what was not kept back").toBeGreaterThan(0n);
    expect(ofPart).toBe((ofNone * BigInt(part!.asked_kobo - 100_000)) / BigInt(part!.asked_kobo));
    const { customer } = one.loans.find(({ id }) => id === whole!.loan.id)!;
    const own = await api.call(calls.findConsent, { token: customer.token, params: { id: whole!.loan.id } });
    expect(dataOf<{ consent: object }>(own).consent).toMatchObject({ kept_back_kobo: expect.any(Number) });
    const { version } = (await files(one)).find(({ id }) => id === file!.id)!;
    const paid = await api.call(calls.pay, { token: one.finance.token, params: { id: file!.id }, body: { version } });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    await allocate(api.app, file!.id);
    expect((await first(whole!)).status).toBe("paid");
    await world.prove();
  });

  it("shields nobody any more when its days are over: penalties from that day on, and the employer is in arrears", async () => {
    await shieldFor(58);
    const one = await company(2);
    // More than the cap of a month, so that the months are seen.
    await sql`
      update loan_product_versions
      set penalty = penalty || '{"percent": "5"}'
      where id = (select product_version_id from loans where id = ${one.loans[0]!.id})
    `.execute(api.app.db);
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    const [whole, none] = await lines(one, file!.id);
    await answer(one, none!.id, { deducted_kobo: 0, shortfall_reason: "leave" });
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    const penalty = async (line: Line) => (await world.rows(line.loan.id))[0]!.penalty_kobo;
    const rowOf = async () =>
      (await files(one)).find(({ id }) => id === file!.id) as unknown as { unpaid_days: number | null };
    await live(62);
    expect([await penalty(whole!), await rowOf()]).toMatchObject([0n, { unpaid_days: null }]);
    await live(2);
    const { customer } = one.loans.find(({ id }) => id === whole!.loan.id)!;
    expect(await rowOf()).toMatchObject({ unpaid_days: 60 });
    expect(await told(customer.user_id)).toContainEqual(expect.stringContaining("Your employer has not paid us"));
    expect(await told(one.finance.user_id)).toContainEqual(expect.stringContaining("were not paid to us"));
    const late = await api.call(calls.ofCompanies, {
      token: provider.token,
      query: { filter: JSON.stringify({ is_unpaid: true }) },
    });
    expect(itemsOf<File>(late).map(({ id }) => id)).toContain(file!.id);
    // The other one, from whom nothing was kept back, is in the second month of the same delay: twice the cap.
    const [ofOne, ofTwo] = [await penalty(whole!), await penalty(none!)];
    expect([1n, 0n, -1n, -2n], `of one month, ${ofOne}, not of the two, ${ofTwo}`).toContain(ofTwo - 2n * ofOne);
    await fund(one, whole!.asked_kobo);
    const { version } = (await files(one)).find(({ id }) => id === file!.id)!;
    const paid = await api.call(calls.pay, { token: one.finance.token, params: { id: file!.id }, body: { version } });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    await allocate(api.app, file!.id);
    expect(await rowOf()).toMatchObject({ unpaid_days: null });
    await shieldFor(14);
    await world.prove();
  });

  it("is not believed again before it is paid: the file of the next month shields nobody, answered or not", async () => {
    const one = await company(1);
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    const kept = async () => {
      const { rows } = await sql<{ kobo: bigint }>`
        select kept_back_kobo as kobo from loans where id = ${one.loans[0]!.id}
      `.execute(api.app.db);
      return rows[0]!.kobo;
    };
    expect(await kept()).toBeGreaterThan(0n);
    for (let days = 0; (await files(one)).length < 2 && days < 60; days += 1) await live(1);
    const next = (await files(one)).find(({ id }) => id !== file!.id)!;
    const [line] = await lines(one, next.id);
    expect([line, await kept()]).toMatchObject([{ carried_because: "unanswered" }, 0n]);
    const { version } = next;
    const said = await api.call(calls.confirm, { token: one.hr.token, params: { id: next.id }, body: { version } });
    expect(said.status).toBe(200);
    expect(await kept()).toBe(0n);
    await world.prove();
  });

  it("sent back before its days are over is no new shield: what was confirmed once and not paid is not believed again month after month", async () => {
    const one = await company(1);
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    const kept = async () => (await world.loanRow(one.loans[0]!.id)).kept_back_kobo;
    const next = async () => {
      const known = (await files(one)).length;
      for (let days = 0; (await files(one)).length === known && days < 60; days += 1) await live(1);
    };
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    await live(10);
    const { version } = (await files(one)).find(({ id }) => id === file!.id)!;
    const back = await api.call(calls.sendBack, {
      token: one.finance.token,
      params: { id: file!.id },
      body: { version, reason: "Look at it again" },
    });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    await next();
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    expect(await kept(), "the second month").toBe(0n);
    const [second] = await files(one);
    await fund(one, second!.deducted_kobo);
    expect((await act(one, calls.pay, one.finance.token)).status).toBe(200);
    await allocate(api.app, second!.id);
    await next();
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    expect(await kept(), "it has paid").toBeGreaterThan(0n);
    await world.prove();
  });

  it("that nobody answered has shielded whom it asked for: the next one, confirmed and not paid, shields nobody of them again", async () => {
    const one = await company(2);
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    const kept = async (at: number) => (await world.loanRow(one.loans[at]!.id)).kept_back_kobo;
    const next = async () => {
      const known = (await files(one)).length;
      for (let days = 0; (await files(one)).length === known && days < 60; days += 1) await live(1);
    };
    // The second one is asked for from the next month on.
    await sql`delete from deduction_lines where file_id = ${file!.id} and loan_id = ${one.loans[1]!.id}`.execute(
      api.app.db,
    );
    expect(await kept(0), "asked, not answered").toBeGreaterThan(0n);
    await next();
    expect(await kept(0), "unanswered, and asked for the first time").toBe(0n);
    expect((await kept(1)) > 0n, "unanswered, and asked for the first time").toBe(true);
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    expect(await kept(0), "its days were given").toBe(0n);
    expect(await kept(1), "their first shield").toBeGreaterThan(0n);
    const [second] = await files(one);
    await fund(one, second!.deducted_kobo);
    expect((await act(one, calls.pay, one.finance.token)).status).toBe(200);
    await allocate(api.app, second!.id);
    await next();
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    expect(await kept(0), "it has paid").toBeGreaterThan(0n);
    await world.prove();
  });

  it("of two months open at once shields until the first one's days are over, then neither does, nor a later month, also for a new loan", async () => {
    await shieldFor(40);
    const one = await company(2);
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    const kept = async (at = 0) => (await world.loanRow(one.loans[at]!.id)).kept_back_kobo;
    // The second one is asked for from the next month on.
    await sql`delete from deduction_lines where file_id = ${file!.id} and loan_id = ${one.loans[1]!.id}`.execute(
      api.app.db,
    );
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    const single = await kept();
    while ((await files(one)).length < 2) await live(1);
    expect(await kept(), "both months are kept back").toBeGreaterThan(single);
    expect(await kept(1), "asked for, not answered").toBeGreaterThan(0n);
    const ended = async () =>
      (
        await sql`select 1 from deduction_files where id = ${file!.id} and shield_ended_on is not null`.execute(
          api.app.db,
        )
      ).rows.length > 0;
    while (!(await ended())) await live(1);
    expect(await kept(), "neither month").toBe(0n);
    expect(await kept(1), "neither month").toBe(0n);
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    expect(await kept(), "confirmed does not help who was asked for before").toBe(0n);
    expect(await kept(1), "their first shield").toBeGreaterThan(0n);
    while ((await files(one)).length < 3) await live(1);
    expect(await kept()).toBe(0n);
    await shieldFor(14);
  });

  it("left open when deductions are switched off shields nobody for longer than its days either", async () => {
    await shieldFor(26);
    const one = await company();
    await closeBusinessDay(api.app);
    await api.call(calls.setTerms, { token: one.hr.token, body: { is_on: false } });
    const kept = async () => (await world.loanRow(one.loans[0]!.id)).kept_back_kobo;
    await live(30);
    expect(await kept()).toBeGreaterThan(0n);
    await live(2);
    expect(await kept()).toBe(0n);
    await live(4);
    expect((await world.rows(one.loans[0]!.id))[0]!.penalty_kobo).toBeGreaterThan(0n);
    await shieldFor(14);
  });

  it("is not debited from a card for what the employer confirmed, until its days are over; what comes later is credit", async () => {
    await shieldFor(40);
    const one = await company(2);
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    const [whole, part] = await lines(one, file!.id);
    for (const { customer } of one.loans) await world.addCard(customer);
    await answer(one, part!.id, { deducted_kobo: 100_000, shortfall_reason: "part" });
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    await live(43);
    expect(await debits(whole!.loan.id), "its day has come").toEqual([]);
    const [ofPart, ...more] = await debits(part!.loan.id);
    const least = BigInt(part!.asked_kobo - 100_000);
    expect(ofPart! >= least && ofPart! < least + 100_000n, `what was not kept back: ${ofPart}`).toBe(true);
    expect(more, `what was not kept back: ${ofPart}`).toEqual([]);
    await live(3);
    expect(await debits(whole!.loan.id)).toEqual([expect.any(BigInt)]);
    await fund(one, whole!.asked_kobo + 100_000);
    const { version } = (await files(one)).find(({ id }) => id === file!.id)!;
    await api.call(calls.pay, { token: one.finance.token, params: { id: file!.id }, body: { version } });
    await allocate(api.app, file!.id);
    expect((await world.rows(whole!.loan.id))[0]).toMatchObject({ status: "paid" });
    expect(await clearing()).toBe(0n);
    await shieldFor(14);
    await world.prove();
  });

  it("carries why less was kept back, and asks for it again beside the next instalment", async () => {
    const one = await company();
    await closeBusinessDay(api.app);
    const [first] = await files(one);
    const [line] = await lines(one, first!.id);
    await answer(one, line!.id, { deducted_kobo: 0, shortfall_reason: "leave" });
    await act(one, calls.confirm, one.hr.token);
    for (let day = 0; day < 32; day += 1) await closeBusinessDay(api.app);
    const [second] = await files(one);
    const [again] = await lines(one, second!.id);
    expect(again).toMatchObject({ carried_because: "leave" });
    expect(again!.asked_kobo).toBeGreaterThan(line!.asked_kobo);
  });

  it("does not ask again for what was kept back and is not paid yet", async () => {
    const one = await company();
    await closeBusinessDay(api.app);
    const [first] = await files(one);
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
    for (let day = 0; day < 32; day += 1) await closeBusinessDay(api.app);
    const [second, before] = await files(one);
    expect(before).toMatchObject({ id: first!.id, status: "confirmed" });
    const { rows } = await sql<{ kobo: bigint }>`
      select sum(
        principal_kobo + interest_kobo + fees_kobo + penalty_kobo - paid_principal_kobo - paid_interest_kobo - paid_fees_kobo
          - paid_penalty_kobo
      )::bigint as kobo
      from repayments
      where loan_id = ${one.loans[0]!.id} and due_on <= (
        select (pay_day + interval '1 month')::date - 1 from deduction_files where id = ${second!.id}
      )
    `.execute(api.app.db);
    expect(second!.asked_kobo + first!.deducted_kobo).toBe(Number(rows[0]!.kobo));
  });

  it("asks at most for its share of the salary", async () => {
    const one = await company(1, 50_000_000n);
    await closeBusinessDay(api.app);
    expect((await files(one))[0]).toMatchObject({ asked_kobo: (25_000_000 * 33) / 100 });
  });

  it("is not for those who take their consent back, or leave; nobody agrees for somebody else", async () => {
    const one = await company(3);
    const [kept, withdrawn, left] = one.loans;
    await agree(withdrawn!, false);
    await sql`
      update employments set status = 'left' where user_id = ${left!.customer.user_id}
    `.execute(api.app.db);
    const other = await api.call(calls.consentTo, {
      token: kept!.customer.token,
      params: { id: withdrawn!.id },
      body: { agrees: true },
    });
    expect(other.status).toBe(404);
    await closeBusinessDay(api.app);
    const asked = await lines(one, (await files(one))[0]!.id);
    expect(asked.map((line) => line.loan.id)).toEqual([kept!.id]);
    const own = await api.call(calls.findConsent, { token: kept!.customer.token, params: { id: kept!.id } });
    expect(dataOf<{ consent: object }>(own).consent).toMatchObject({
      is_offered: true,
      pending: { asked_kobo: asked[0]!.asked_kobo, status: "open" },
    });
  });

  it("is nobody else's: another company sees and does nothing, the provider's staff look", async () => {
    const [one, two] = [await company(), await company()];
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    const [line] = await lines(one, file!.id);
    const find = (token: string) => api.call(calls.find, { token, params: { id: file!.id } });
    expect((await find(two.hr.token)).status).toBe(404);
    expect((await find(one.loans[0]!.customer.token)).status).toBe(403);
    expect((await answer(two, line!.id, { deducted_kobo: 0, shortfall_reason: "left" })).status).toBe(404);
    const confirm = await api.call(calls.confirm, {
      token: two.hr.token,
      params: { id: file!.id },
      body: { version: file!.version },
    });
    expect(confirm.status).toBe(404);
    expect(dataOf<{ available_kobo: null }>(await find(provider.token)).available_kobo).toBeNull();
    const all = itemsOf<File>(await api.call(calls.ofCompanies, { token: provider.token }));
    expect(all.map(({ id }) => id)).toContain(file!.id);
  });

  it("is not confirmed by one of the provider's people who has a place at another company", async () => {
    const [one, two] = [await company(), await company()];
    const both = await api.person("super_finance", { company_id: two.id });
    await sql`insert into user_roles (user_id, role) values (${both.user_id}, 'company_hr')`.execute(api.app.db);
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    const confirm = await api.call(calls.confirm, {
      token: both.token,
      params: { id: file!.id },
      body: { version: file!.version },
    });
    expect(confirm.status).toBe(404);
    expect((await files(one))[0]).toMatchObject({ status: "open" });
  });
});

/** Of a company with a number in the register, whose payroll system behaves so. */
async function connected(people: number, behaviour: object) {
  const one = await company(people);
  const rc_number = `RC7${String(count).padStart(6, "0")}`;
  await sql`update companies set rc_number = ${rc_number} where id = ${one.id}`.execute(api.app.db);
  const pay_day = Number(addDays(await businessDate(api.app.db), 5).slice(8));
  await api.call(calls.setTerms, { token: one.hr.token, body: { is_on: true, pay_day, is_connected: true } });
  await fetch(`${world.sandbox.url}/payrolls/${rc_number}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(behaviour),
  });
  await closeBusinessDay(api.app);
  const [file] = await files(one);
  const sent = async () => {
    const answer = (await (await fetch(`${world.sandbox.url}/payrolls/files.json`)).json()) as {
      files: { reference: string; sent_times: number; lines: { amount: string; staff_number: string | null }[] }[];
    };
    return answer.files.find(({ reference }) => reference === file!.reference);
  };
  return { ...one, file: file!, sent };
}
const payrollOf = async ({ hr, file }: Company & { file: File }) =>
  dataOf<{ payroll: { answered: number } }>(await api.call(calls.find, { token: hr.token, params: { id: file.id } }))
    .payroll;

describe("an employer's payroll system", () => {
  it("is given the file once, answers late and in part, and the rest later; a person confirms", async () => {
    const exceptions = [
      { number: 1, amount: "0.00", reason: "UNPAID_LEAVE" },
      { number: 2, amount: "1000.5", reason: null },
    ];
    const one = await connected(3, { after_questions: 2, silent_about: [3], exceptions });
    await askPayrolls(api.app);
    await askPayrolls(api.app);
    expect(await payrollOf(one), "not yet").toMatchObject({ answered: 0 });
    await askPayrolls(api.app);
    expect(await payrollOf(one)).toMatchObject({ answered: 2 });
    await askPayrolls(api.app);
    const [asked] = await lines(one, one.file.id);
    const { rows } = await sql<{ deducted_kobo: bigint; shortfall_reason: string | null }>`
      select deducted_kobo, shortfall_reason from deduction_lines where file_id = ${one.file.id} order by number
    `.execute(api.app.db);
    expect(rows.map((row) => [Number(row.deducted_kobo), row.shortfall_reason])).toEqual([
      [0, "leave"],
      [100_050, "part"],
      [asked!.asked_kobo, null],
    ]);
    expect((await files(one))[0]).toMatchObject({ status: "open", deducted_kobo: asked!.asked_kobo + 100_050 });
    expect(await one.sent()).toMatchObject({ sent_times: 1, lines: [{}, {}, {}] });
    expect((await act(one, calls.confirm, one.hr.token)).status).toBe(200);
  });

  it("that answers twice, too much, or for lines that are not there changes nothing more; a person's answer holds", async () => {
    const exceptions = [{ number: 2, amount: "99999999.00", reason: null }];
    const one = await connected(2, { after_questions: 0, exceptions });
    const [line] = await lines(one, one.file.id);
    await answer(one, line!.id, { deducted_kobo: 5, shortfall_reason: "part" });
    for (let time = 0; time < 3; time += 1) await askPayrolls(api.app);
    const after = await lines(one, one.file.id);
    expect(after.map(({ deducted_kobo }) => deducted_kobo)).toEqual([5, after[1]!.asked_kobo]);
    expect(await payrollOf(one)).toMatchObject({ answered: 2 });
  });

  it("that is down is asked again: the file is there once, whatever was answered to the handing over", async () => {
    const one = await connected(1, { after_questions: 0 });
    for (const mode of ["outage", "timeout_after_effect", "error"]) {
      await fetch(`${world.sandbox.url}/faults/payroll`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ mode, times: 1, delay_ms: 0 }),
      });
      await askPayrolls(api.app);
    }
    await world.clearFaults();
    await askPayrolls(api.app);
    await askPayrolls(api.app);
    expect(await payrollOf(one)).toMatchObject({ answered: 1 });
    expect((await one.sent())?.lines).toHaveLength(1);
  });
});

describe("a part that was given to a loan", () => {
  it("goes back to the wallet when its receipt is reversed, once", async () => {
    const one = await company();
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    await fund(one, file!.asked_kobo);
    await act(one, calls.confirm, one.hr.token);
    await act(one, calls.pay, one.finance.token);
    await allocate(api.app, file!.id);
    const { id } = await api.app.db
      .selectFrom("receipts")
      .select("id")
      .where("reference", "=", `${file!.reference}/1`)
      .executeTakeFirstOrThrow();
    const asked = await api.call(repayments.reverseReceipt, {
      token: provider.token,
      params: { id },
      body: { reason: "Kept back from the wrong person" },
    });
    expect((await world.approve(dataOf<{ approval_id: string }>(asked).approval_id)).status).toBe(200);
    expect(await clearing()).toBe(BigInt(file!.asked_kobo));
    await closeBusinessDay(api.app);
    await closeBusinessDay(api.app);
    expect(await clearing()).toBe(0n);
    expect(await walletOf(one)).toEqual(file!.asked_kobo);
    await world.prove();
  });

  it("is the person's credit where the loan was paid meanwhile", async () => {
    const one = await company();
    const [loan] = one.loans;
    await closeBusinessDay(api.app);
    const [file] = await files(one);
    await fund(one, file!.asked_kobo);
    await act(one, calls.confirm, one.hr.token);
    await act(one, calls.pay, one.finance.token);
    const [row] = await world.rows(loan!.id);
    const settled = await api.call(repayments.settle, {
      token: world.maker.token,
      params: { id: row!.id },
      body: { scope: "loan", reference: `SETTLE-${loan!.id}`, slip_id: await slipOf(api.app, world.maker.token) },
    });
    await world.approve(dataOf<{ approval_id: string }>(settled).approval_id);
    await allocate(api.app, file!.id);
    const [credit] = await balancesOf(queryable(api.app.db), [`customer_credit:${loan!.customer.user_id}`]);
    expect(credit?.natural_kobo).toBe(BigInt(file!.asked_kobo));
    await world.prove();
  });
});

describe("the terms of a company", () => {
  it("need a pay day, and say when the next file is made", async () => {
    const id = await api.company({ name: "Terms" });
    const hr = await api.person("company_hr", { company_id: id });
    const set = (body: object) => api.call(calls.setTerms, { token: hr.token, body });
    expect((await set({ is_on: true })).body.errors).toHaveProperty("pay_day");
    expect((await set({ is_on: true, pay_day: 32 })).body.errors).toHaveProperty("pay_day");
    const { terms } = dataOf<{ terms: { next_pay_day: string; next_file_on: string } }>(
      await set({ is_on: true, pay_day: 31 }),
    );
    expect(terms.next_pay_day >= terms.next_file_on).toBe(true);
    expect(dataOf<{ terms: object }>(await set({ is_on: false })).terms).toMatchObject({ is_on: false, pay_day: 31 });
  });
});

describe("pay days", () => {
  it.each([
    ["2026-01-15", 25, "2026-01-25", "2026-02-24"],
    ["2026-01-25", 25, "2026-01-25", "2026-02-24"],
    ["2026-01-26", 25, "2026-02-25", "2026-03-24"],
    ["2026-01-31", 31, "2026-01-31", "2026-02-27"],
    ["2026-02-01", 31, "2026-02-28", "2026-03-30"],
  ])("on %s for the %i are %s, covering what falls due until %s", (on, day, next, until) => {
    expect(nextPayDay(on, day)).toBe(next);
    expect(coveredUntil(next, day)).toBe(until);
  });
});

describe("what is asked", () => {
  it("is never more than is due, nor than the share of the salary, and takes the oldest loan first", () => {
    const due = fc.record({
      user_id: fc.constantFrom("a", "b"),
      due_kobo: fc.bigInt(1n, 1_000_000n),
      overdue: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(
        fc.array(due, { maxLength: 8 }),
        fc.option(fc.bigInt(0n, 3_000_000n)),
        fc.integer({ min: 1, max: 100 }),
        (given, salary_kobo, share) => {
          const dues = given.map(({ overdue, ...each }, index) => ({
            ...each,
            salary_kobo,
            loan_id: String(index),
            overdue_kobo: (each.due_kobo * BigInt(overdue)) / 100n,
          }));
          const asked = linesOf(dues, share);
          for (const line of asked) {
            expect(line.asked_kobo > 0n && line.asked_kobo <= line.due_kobo).toBe(true);
            expect(line.overdue_kobo <= line.asked_kobo).toBe(true);
          }
          for (const user_id of ["a", "b"]) {
            const whole = dues
              .filter((each) => each.user_id === user_id)
              .reduce((sum, each) => sum + each.due_kobo, 0n);
            const got = asked
              .filter((each) => each.user_id === user_id)
              .reduce((sum, each) => sum + each.asked_kobo, 0n);
            const most = salary_kobo === null ? whole : (salary_kobo * BigInt(share)) / 100n;
            expect(got).toBe(whole < most ? whole : most);
          }
        },
      ),
    );
  });
});
