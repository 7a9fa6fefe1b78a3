import * as activities from "@manilla/contract/companies/company-activities";
import * as departments from "@manilla/contract/companies/departments";
import * as calls from "@manilla/contract/companies/team";
import * as session from "@manilla/contract/platform/session";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import {
  heldBy,
  openPurseAccount,
  openWalletAccount,
  postAssigned,
  postWalletFunding,
  walletOf,
} from "../../money/books/index.ts";
import { endInvitations } from "./handlers.ts";

const world = await useLendingWorld();
const { api } = world;
type Person = Awaited<ReturnType<typeof api.person>>;
const company = (name: string, unique_plan: string | null = "Growth") => api.company({ name, unique_plan });
const [lagoon, harmattan] = [await company("Lagoon Foods"), await company("Harmattan Logistics")];
const boss = await api.person("company_super_admin", { company_id: lagoon, name: "Bisi", last_name: "Boss" });
const hr = await api.person("company_hr", { company_id: lagoon, name: "Halima", last_name: "Hr" });
const other = await api.person("company_super_admin", { company_id: harmattan });
const admin = await api.person("super_admin");
const employee = (name = "Emeka", company_id = lagoon) => api.person("company_staff", { company_id, name });

let serial = 0;
const details = (more: object = {}) => {
  serial += 1;
  return {
    name: "Ngozi Ade Eze",
    email: `invited-${serial}@lagoonfoods.example`,
    phone: `0803${String(7_000_000 + serial)}`,
    role: "company_staff",
    ...more,
  };
};
const invite = (more: object = {}, token = hr.token) => api.call(calls.invite, { token, body: details(more) });
const idOf = (answer: { body: { data?: unknown } }) => (answer.body.data as { employee_id: string }).employee_id;
const found = async (id: string, token = hr.token) =>
  (
    (await api.call(calls.find, { token, params: { id } })).body.data as
      | { employee: Record<string, unknown> }
      | undefined
  )?.employee as
    | {
        status: string;
        version: number;
        manager: { id: string } | null;
        abilities: Record<string, string | null>;
        roles: { slug: string }[];
      }
    | undefined;
type Act = (typeof calls)["inviteAgain" | "withdraw" | "deactivate" | "activate" | "leave"];
const act =
  (call: Act, body?: object) =>
  (id: string, token = hr.token) =>
    api.call(call, { token, params: { id }, body });
const because = { reason: "Moves on" };
const [inviteAgain, withdraw, activate] = [act(calls.inviteAgain), act(calls.withdraw), act(calls.activate)];
const [deactivate, leave] = [act(calls.deactivate, because), act(calls.leave, because)];
async function change(id: string, values: object, token = hr.token) {
  return api.call(calls.update, {
    token,
    params: { id },
    body: { version: (await found(id))?.version ?? 1, ...values },
  });
}
const fieldsOf = ({ body }: { body: { errors?: object | undefined } }) => Object.keys(body.errors ?? {});
const linkTo = async (email: string): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    select data ->> 'text' as text from pgboss.job where name = 'send-mail' and data ->> 'to' = ${email} order by created_on desc limit 1
  `.execute(api.app.db);
  return /password\/reset\/([\w-]+)/.exec(rows[0]?.text ?? "")?.[1] ?? "";
};
const join = (token: string) =>
  api.call(session.updatePassword, {
    body: { token, password: "Copper-River-27", password_confirmation: "Copper-River-27" },
  });
const sessionsOf = async ({ user_id }: Person) =>
  (await sql`select 1 from sessions where user_id = ${user_id}`.execute(api.app.db)).rows.length;

describe("an employee", () => {
  it("is invited with their place, chooses a password by the mailed link, and has joined", async () => {
    const manager = await employee("Manager");
    const body = details({ position: "Driver", staff_number: "0042", manager_id: manager.user_id });
    const id = idOf(await api.call(calls.invite, { token: hr.token, body }));
    expect(await found(id)).toMatchObject({
      status: "invited",
      position: "Driver",
      staff_number: "0042",
      manager: { id: manager.user_id },
      roles: [{ slug: "company_staff" }],
    });
    const first = await linkTo(body.email);
    expect((await inviteAgain(id)).status).toBe(200);
    const second = await linkTo(body.email);
    expect(second).not.toBe(first);
    expect((await join(first)).status).toBe(422);
    expect((await join(second)).status).toBe(200);
    expect((await found(id))?.status).toBe("active");
    expect((await inviteAgain(id)).status).toBe(409);
    const listed = await api.call(activities.recent, { token: hr.token, params: { company_id: lagoon } });
    const types = (listed.body.data as { activities: { type: string }[] }).activities.map(({ type }) => type);
    expect(types).toContain("staff_created");
  });

  it("whose link has ended gives the place back, and one withdrawn the address and the phone too", async () => {
    const body = details();
    const id = idOf(await api.call(calls.invite, { token: hr.token, body }));
    await sql`update employments set invited_until = now() - interval '1 day' where user_id = ${id}`.execute(
      api.app.db,
    );
    await endInvitations(api.app);
    expect((await found(id))?.status).toBe("expired");
    expect((await inviteAgain(id)).status).toBe(200);
    expect((await found(id))?.status).toBe("invited");
    const link = await linkTo(body.email);
    expect((await withdraw(id)).status).toBe(200);
    expect((await join(link)).status).toBe(422);
    expect(await found(id)).toMatchObject({ status: "withdrawn", name: "Ngozi", last_name: "Ade Eze" });
    expect((await api.call(calls.invite, { token: hr.token, body })).status).toBe(200);
  });

  it("is refused at the field where somebody has the address or the phone, and of others nothing is disclosed", async () => {
    const here = await employee("Yemi");
    const there = await api.person("company_staff", { company_id: harmattan, name: "Secretive" });
    const [own, elsewhere] = [await invite({ email: here.email.toUpperCase() }), await invite({ phone: there.phone })];
    expect(own.body.errors).toEqual({ email: ["Yemi Person of your company has this already"] });
    expect([elsewhere.status, JSON.stringify(elsewhere.body)]).toEqual([
      200,
      expect.not.stringMatching(/Secretive|Harmattan/),
    ]);
    expect(fieldsOf(await invite({ name: "Ngozi", phone: "123", email: "none", role: "super_admin" }))).toEqual([
      "name",
      "email",
      "phone",
      "role",
    ]);
    await invite({ staff_number: "77" });
    expect(fieldsOf(await invite({ staff_number: "77" }))).toEqual(["staff_number"]);
    const stranger = await employee("Stranger", harmattan);
    expect(fieldsOf(await invite({ manager_id: stranger.user_id }))).toEqual(["manager_id"]);
    const department = await api.call(departments.create, { token: other.token, body: { name: "Theirs" } });
    const { id } = (department.body.data as { department: { id: string } }).department;
    expect(fieldsOf(await invite({ department_id: id }))).toEqual(["department_id"]);
  });

  it("takes a place of the plan; beyond the last one nobody is invited, also by two at once", async () => {
    const small = await company("Small Works", "Starter");
    const owner = await api.person("company_super_admin", { company_id: small });
    for (let count = 0; count < 8; count += 1) await employee(`Worker${count}`, small);
    const answers = await Promise.all([invite({}, owner.token), invite({}, owner.token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "no_seat",
      message: expect.stringContaining("All 10 places of the plan Starter are taken"),
    });
    const seats = await api.call(calls.seats, { token: owner.token });
    expect(seats.body.data).toEqual({ plan: "Starter", used: 10, allowed: 10 });
    const id = idOf(answers.find(({ status }) => status === 200)!);
    await withdraw(id, owner.token);
    expect((await invite({}, owner.token)).status).toBe(200);
  });

  it("is invited by the provider into the company that it names, and by nobody into another's", async () => {
    expect(fieldsOf(await invite({}, admin.token))).toEqual(["company_id"]);
    expect((await invite({ company_id: lagoon }, admin.token)).status).toBe(200);
    expect((await invite({ company_id: harmattan })).status).toBe(404);
    expect((await invite({}, (await employee()).token)).status).toBe(403);
  });

  it("gets no rights that who invites does not have", async () => {
    expect((await invite({ role: "company_super_admin" })).body).toMatchObject({ code: "administrator" });
    expect((await invite({ role: "company_hr" }, boss.token)).status).toBe(200);
    await sql`
      insert into user_permissions (user_id, permission, is_granted) values (${hr.user_id}, 'company:can_create_admins', true)
    `.execute(api.app.db);
    expect((await invite({ role: "company_finance_manager" })).body).toMatchObject({ code: "beyond_own_rights" });
    await sql`delete from user_permissions where user_id = ${hr.user_id}`.execute(api.app.db);
  });
});

describe("managers", () => {
  it("form no circle, at any distance", async () => {
    const [first, second, third] = [await employee("One"), await employee("Two"), await employee("Three")];
    expect((await change(second.user_id, { manager_id: first.user_id })).status).toBe(200);
    expect((await change(third.user_id, { manager_id: second.user_id })).status).toBe(200);
    for (const manager_id of [first.user_id, second.user_id, third.user_id])
      expect(fieldsOf(await change(first.user_id, { manager_id }))).toEqual(["manager_id"]);
    expect(
      (await api.call(calls.update, { token: hr.token, params: { id: first.user_id }, body: { version: 99 } })).status,
    ).toBe(412);
  });
});

describe("who is deactivated", () => {
  it("is signed out, does nothing for the company, and has the same roles again when activated", async () => {
    const finance = await api.person("company_finance_manager", { company_id: lagoon });
    expect((await deactivate(finance.user_id)).body).toMatchObject({ code: "administrator" });
    expect((await deactivate(finance.user_id, boss.token)).status).toBe(200);
    expect(await sessionsOf(finance)).toBe(0);
    expect(await found(finance.user_id)).toMatchObject({ status: "inactive", roles: [{ slug: "staff" }] });
    expect((await activate(finance.user_id, boss.token)).status).toBe(200);
    expect(await found(finance.user_id)).toMatchObject({
      status: "active",
      roles: [{ slug: "company_finance_manager" }],
    });
    expect((await deactivate(boss.user_id, boss.token)).body).toMatchObject({ code: "own_employment" });
    const second = await api.person("company_super_admin", { company_id: harmattan });
    expect((await deactivate(second.user_id, other.token)).status).toBe(200);
    expect((await deactivate(other.user_id, admin.token)).body).toMatchObject({ code: "last_administrator" });
  });
});

describe("leaving", () => {
  it("is listed first, and takes sessions, headship, manager and deduction; what was stays on record", async () => {
    const [top, leaver, report] = [await employee("Top"), await employee("Leaver"), await employee("Report")];
    await change(leaver.user_id, { manager_id: top.user_id });
    await change(report.user_id, { manager_id: leaver.user_id });
    const customer = await world.customer();
    await sql`update users set company_id = ${lagoon} where id = ${customer.user_id}`.execute(api.app.db);
    const loan = await world.loan({ customer });
    await sql`update loans set company_id = ${lagoon} where id = ${loan.id}`.execute(api.app.db);
    await world.payOut(loan.id);
    const asked = async (id: string, token = hr.token) =>
      (await api.call(calls.leaving, { token, params: { id } })).body.data;
    const department = await api.call(departments.create, { token: hr.token, body: { name: "Cold store" } });
    const { id } = (department.body.data as { department: { id: string } }).department;
    await api.call(departments.move, { token: hr.token, params: { id }, body: { user_ids: [leaver.user_id] } });
    await api.call(departments.update, {
      token: hr.token,
      params: { id },
      body: { name: "Cold store", head_id: leaver.user_id, version: 1 },
    });
    await sql`insert into wallets (company_id, data_key) values (${lagoon}, ''::bytea) on conflict do nothing`.execute(
      api.app.db,
    );
    await api.app.db.transaction().execute(async (tx) => {
      await openWalletAccount(tx, lagoon);
      const fact = { company_id: lagoon, reference: "HELD-1", amount_kobo: 70_000n, on: "2026-01-15", actor: "test" };
      await postWalletFunding(tx, { ...fact, id: uuidv7(), receipt_id: uuidv7(), source: "bank_operating" });
      await openPurseAccount(tx, leaver.user_id);
      await tx.insertInto("purses").values({ user_id: leaver.user_id, company_id: lagoon }).execute();
      await postAssigned(tx, { ...fact, id: uuidv7(), user_id: leaver.user_id });
      expect(await heldBy(tx, leaver.user_id)).toMatchObject({ purse_kobo: 70_000n });
    });
    expect(await asked(leaver.user_id)).toMatchObject({
      held_kobo: 70_000,
      leads: ["Cold store"],
      reports: 1,
      reports_go_to: "Top Person",
      loans_running: 0,
    });
    expect(await asked(customer.user_id)).toMatchObject({ loans_running: 1 });
    expect(await asked(leaver.user_id, other.token)).toBeUndefined();
    expect((await leave(leaver.user_id)).status).toBe(200);
    expect((await leave(customer.user_id)).status).toBe(200);
    expect(await sessionsOf(leaver)).toBe(0);
    expect(await heldBy(api.app.db, leaver.user_id)).toMatchObject({ purse_kobo: 0n });
    expect(await walletOf(api.app.db, lagoon)).toMatchObject({ balance_kobo: 70_000n });
    expect((await found(report.user_id))?.manager?.id).toBe(top.user_id);
    expect(await found(leaver.user_id)).toMatchObject({ status: "left", name: "Leaver", last_name: "Person" });
    const { rows } = await sql<{
      company_id: string | null;
      role: string;
      head_id: string | null;
      told: number;
      collected: number;
    }>`
      select u.company_id, r.role, (select head_id from departments where id = ${id}) as head_id,
        (select count(*)::int from notifications where user_id = ${customer.user_id} and body like '%pay the instalments yourself%') as told,
        (select count(*)::int from audit_records where subject_id = ${loan.id} and action = 'salary_deduction_ended') as collected
      from users u join user_roles r on r.user_id = u.id
      where u.id = ${leaver.user_id}
    `.execute(api.app.db);
    expect(rows).toEqual([{ company_id: null, role: "staff", head_id: null, told: 1, collected: 1 }]);
    expect((await leave(leaver.user_id)).status).toBe(409);
  });

  it("of the last administrator is refused, also where two let each other go at once", async () => {
    const small = await company("Two Owners");
    const [one, two] = [
      await api.person("company_super_admin", { company_id: small }),
      await api.person("company_super_admin", { company_id: small }),
    ];
    const answers = await Promise.all([leave(one.user_id, two.token), leave(two.user_id, one.token)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("and all the rest are a company's own: no other sees or changes its people", async () => {
    const { user_id } = await employee("Ours");
    expect(await found(user_id, other.token)).toBeUndefined();
    for (const [attempt, status] of [
      [deactivate, 404],
      [leave, 404],
      [withdraw, 404],
      [inviteAgain, 404],
    ] as const)
      expect((await attempt(user_id, other.token)).status).toBe(status);
    expect((await change(user_id, { position: "Hacked" }, other.token)).status).toBe(404);
    const list = await api.call(calls.staff, { token: other.token, params: { companyId: lagoon } });
    expect(list.status).toBe(404);
  });
});

describe("the people of all companies", () => {
  it("are the provider's to see, with the right to; of a company only its own", async () => {
    const [one, two] = [await employee("Tolani"), await employee("Tolani", harmattan)];
    const support = await api.person("super_support");
    const list = (token: string, query: object = { search: "Tolani" }) =>
      api.call(calls.everybody, { token, query: query as Record<string, string> });
    const items = async (query?: object) =>
      ((await list(support.token, query)).body.datatable as { items: { id: string; company: string }[] }).items;
    expect((await items()).map(({ id, company: name }) => [id, name]).toSorted()).toEqual(
      [
        [one.user_id, "Lagoon Foods"],
        [two.user_id, "Harmattan Logistics"],
      ].toSorted(),
    );
    const filter = JSON.stringify({ company_id: harmattan, status: ["active"] });
    expect((await items({ search: "Tolani", filter })).map(({ id }) => id)).toEqual([two.user_id]);
    for (const { token } of [hr, boss, one]) expect((await list(token)).status).toBe(403);
  });
});

describe("one's own place in the company", () => {
  it("is chosen by somebody else, where somebody else may: one's manager decides about one's requests", async () => {
    const [hand, unit] = [await employee("Hand"), await api.person("company_hr", { company_id: lagoon, name: "Uche" })];
    const own = await change(unit.user_id, { manager_id: hand.user_id }, unit.token);
    expect([own.status, own.body.code]).toEqual([403, "own_employment"]);
    expect((await change(unit.user_id, { staff_number: "LF-UCHE" }, unit.token)).status).toBe(200);
    expect((await change(unit.user_id, { manager_id: hand.user_id }, boss.token)).status).toBe(200);
    const alone = await company("One Man");
    const owner = await api.person("company_super_admin", { company_id: alone });
    const staff = await employee("Ada", alone);
    expect((await change(owner.user_id, { manager_id: staff.user_id }, owner.token)).status).toBe(200);
  });
});
