import { isSameCompany } from "@manilla/contract/companies/company-names";
import * as calls from "@manilla/contract/companies/admissions";
import * as own from "@manilla/contract/companies/companies";
import * as team from "@manilla/contract/companies/team";
import * as loans from "@manilla/contract/lending/loans";
import * as approvals from "@manilla/contract/platform/approvals";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { cardInUse } from "../../../../../../test/card-payments.ts";
import { counted } from "../../../../../../test/figures.ts";
import { makeProduct } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { getRow } from "../../../db/row.ts";
import { openSession } from "../../../http/session.ts";
import { lookUpNew } from "./look-up.ts";

const world = await useLendingWorld();
const { api } = world;
const [desk, other, admin] = [
  await api.person("super_business", { name: "Bola", last_name: "Desk" }),
  await api.person("super_business", { name: "Uche", last_name: "Other" }),
  await api.person("super_admin", { name: "Ada", last_name: "Admin" }),
];
const owned: Record<string, Awaited<ReturnType<typeof api.person>>> = {};
await makeProduct(api, {});
let serial = 0;

/** A company that registered itself, with its owner. */
async function applied(values: { name: string; rc_number: string | null; email?: string }): Promise<string> {
  const id = uuidv7();
  serial += 1;
  await api.app.db
    .insertInto("companies")
    .values({ id, phone: `+23480990000${String(serial).padStart(2, "0")}`, ...values })
    .execute();
  owned[id] = await api.person("company_super_admin", { company_id: id, name: "Owner", last_name: values.name });
  return id;
}
const found = async (id: string, token = desk.token) => {
  const { body } = await api.call(calls.find, { token, params: { id } });
  return body.data as {
    status: string;
    register: string | null;
    registered: { name: string; directors: string[]; is_same_name: boolean; registered_on: string } | null;
    alike: { id: string; shares: string }[];
    abilities: Record<string, string | null>;
    owners: { name: string; email: string; has_joined: boolean }[];
    waiting: unknown[];
  };
};
const timelineOf = async (id: string) => {
  const { body } = await api.call(calls.timeline, { token: desk.token, params: { id } });
  return (body.data as { entries: { words: string; who: string; detail: string | null }[] }).entries;
};
const acts =
  (call: (typeof calls)["approve" | "decline" | "lookUp" | "suspend" | "letBack" | "inviteAgain"]) =>
  (id: string, body: object = {}, token = desk.token) =>
    api.call(call, { token, params: { id }, body });
const [approve, decline, lookUp, suspend, letBack, inviteAgain] = [
  acts(calls.approve),
  acts(calls.decline),
  acts(calls.lookUp),
  acts(calls.suspend),
  acts(calls.letBack),
  acts(calls.inviteAgain),
];
const codeOf = ({ status, body }: { status: number; body: { code?: string | undefined } }) => [status, body.code];
const told = async (user_id: string) =>
  (
    await sql<{
      title: string;
      body: string;
    }>`select title, body from notifications where user_id = ${user_id} order by created_at`.execute(api.app.db)
  ).rows;
const agree = async (answer: { body: { data?: unknown } }, token: string) =>
  api.call(approvals.approve, {
    token,
    params: { id: (answer.body.data as { approval_id: string }).approval_id },
    body: { version: 1 },
  });

/** Somebody who works there and may borrow. */
async function employ(company_id: string) {
  const employee = await world.customer();
  await sql`update users set company_id = ${company_id}, bvn_verified_at = now() where id = ${employee.user_id}`.execute(
    api.app.db,
  );
  return employee;
}
/** The company of what they ask for. */
async function borrowsThrough({ token, user_id }: { token: string; user_id: string }): Promise<string | null> {
  const { body } = await api.call(loans.accessiblePlans, { token });
  const plan_id = (body.data as { plans: { id: string }[] }).plans[0]!.id;
  expect(
    (await api.call(loans.request, { token, body: { plan_id, principal_kobo: 5_000_000, instalments: 3 } })).body
      .message,
  ).toBe("");
  return (await getRow(api.app.db, "loans", { user_id }, ["company_id"])).company_id;
}

describe("an application", () => {
  it("is looked up in the register by the worker, shows what differs, and is approved by the desk: its owner hears of it", async () => {
    const id = await applied({ name: "Harmattan Logistics Ltd", rc_number: "rc1180034" });
    expect(codeOf(await approve(id))).toEqual([409, "not_looked_up"]);
    expect(await lookUpNew(api.app)).toBe(1);
    expect(await lookUpNew(api.app)).toBe(0);
    const page = await found(id);
    expect(page).toMatchObject({ status: "pending", register: "active" });
    expect(page.registered).toMatchObject({
      name: "HARMATTAN LOGISTICS LIMITED",
      is_same_name: true,
      registered_on: "2014-03-03",
      directors: ["SANI ABUBAKAR", "HAUWA DANJUMA"],
    });
    const list = await api.call(calls.requests, { token: desk.token });
    expect((list.body.datatable as { items: { id: string }[] }).items.map((row) => row.id)).toContain(id);
    expect((await approve(id)).status).toBe(200);
    expect(codeOf(await approve(id))).toEqual([409, "already_decided"]);
    expect((await told(owned[id]!.user_id)).map(({ title }) => title)).toEqual(["Harmattan Logistics Ltd is approved"]);
    expect((await timelineOf(id)).map(({ words }) => words)).toEqual(["Company approved"]);
  });

  it("is refused where the register knows no such number, has it as inactive, or under another name", async () => {
    const unknown = await applied({ name: "Nowhere Limited", rc_number: "RC77" });
    const inactive = await applied({ name: "Bright Horizon Trading", rc_number: "RC998812" });
    const renamed = await applied({ name: "Palm Wine Breweries", rc_number: "RC1377405" });
    const numberless = await applied({ name: "No Number", rc_number: null });
    for (const id of [unknown, inactive, renamed]) expect((await lookUp(id)).status).toBe(200);
    expect(codeOf(await lookUp(numberless))).toEqual([409, "no_number"]);
    expect(codeOf(await approve(unknown))).toEqual([409, "not_active"]);
    expect(codeOf(await approve(inactive))).toEqual([409, "not_active"]);
    expect(codeOf(await approve(renamed))).toEqual([409, "name_differs"]);
    expect(codeOf(await approve(numberless))).toEqual([409, "not_looked_up"]);
    // The owner corrects the name and is approved; then the name is no longer theirs to change.
    const profile = { industry: "Food", address: "KM 4 Jos Road, Makurdi", phone: "08030000777", email: "a@b.example" };
    const rename = (name: string) =>
      api.call(own.updateOwn, { token: owned[renamed]!.token, body: { ...profile, name } });
    expect((await rename("Golden Harvest Agro Processors Ltd")).status).toBe(200);
    expect((await approve(renamed)).status).toBe(200);
    expect((await rename("Lagoon Foods Limited")).body.errors).toHaveProperty("name");
    expect((await rename("Golden Harvest Agro Processors Limited")).status).toBe(200);
  });

  it("waits while the register is away, and an answer for another number does not count", async () => {
    const id = await applied({ name: "Iroko Textiles", rc_number: "RC1293341" });
    for (const mode of ["outage", "error"]) {
      await world.fault("prembly", { mode });
      expect((await lookUp(id)).status).toBe(503);
    }
    await world.clearFaults();
    expect((await found(id)).register).toBeNull();
    expect((await lookUp(id)).status).toBe(200);
    expect((await found(id)).register).toBe("active");
    await sql`update companies set rc_number = 'RC99' where id = ${id}`.execute(api.app.db);
    expect((await found(id)).register).toBeNull();
    expect(codeOf(await approve(id))).toEqual([409, "not_looked_up"]);
  });

  it("is looked up again by the worker a quarter of an hour after the register was away, however often it looks meanwhile", async () => {
    const id = await applied({ name: "Lagos Lagoon Ferries", rc_number: "RC31" });
    await world.fault("prembly", { mode: "outage" });
    await lookUpNew(api.app);
    await world.clearFaults();
    const began = Date.now();
    const after = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: began + minutes * 60_000 });
      await lookUpNew(api.app).finally(() => vi.useRealTimers());
      return (await found(id)).register;
    };
    expect([await after(1), await after(8), await after(14), await after(16)]).toEqual([null, null, null, "unknown"]);
  });

  it("is never decided by staff who also work there", async () => {
    const id = await applied({ name: "Savannah Grains", rc_number: "RC32" });
    const employed = await api.person(["super_business", "company_staff"], { company_id: id });
    await lookUp(id);
    expect(codeOf(await decline(id, { because: "not_registered" }, employed.token))).toEqual([403, "own_company"]);
    expect((await decline(id, { because: "not_registered" })).status).toBe(200);
  });

  it("is declined for one of the reasons that there are, in words for its owner, and may be approved later", async () => {
    const id = await applied({ name: "Savannah Health Clinics", rc_number: "RC1555210" });
    expect((await decline(id, {})).body.errors).toHaveProperty("because");
    expect((await decline(id, { because: "we do not like them" })).status).toBe(422);
    expect((await decline(id, { because: "suspected_fraud", note: "Same phone as a declined one" })).status).toBe(200);
    const [message] = await told(owned[id]!.user_id);
    expect(message!.body).toContain("because we could not complete our checks");
    expect(message!.body).not.toContain("phone");
    expect((await timelineOf(id))[0]).toMatchObject({
      words: "Company declined",
      who: "Bola Desk",
      detail: "we could not complete our checks. Same phone as a declined one",
    });
    await lookUp(id);
    expect((await approve(id)).status).toBe(200);
    expect(codeOf(await decline(id, { because: "struck_off" }))).toEqual([409, "already_decided"]);
  });

  it("names others that may be the same company", async () => {
    const first = await applied({
      name: "Oak and Palm Furniture Limited",
      rc_number: "RC1620778",
      email: "oak@palm.example",
    });
    const second = await applied({
      name: "Oak & Palm Furnitures Limited",
      rc_number: "RC5",
      email: "else@palm.example",
    });
    const third = await applied({ name: "Quite Another", rc_number: "RC6", email: "OAK@palm.example" });
    expect((await found(first)).alike.map(({ id, shares }) => [id, shares])).toEqual([
      [second, "name"],
      [third, "e-mail"],
    ]);
  });

  it("compares names without the spelling of their legal form", () => {
    expect(isSameCompany("Lagoon Foods Ltd.", "LAGOON FOODS LIMITED")).toBe(true);
    expect(isSameCompany("Oak & Palm Co.", "OAK AND PALM COMPANY")).toBe(true);
    expect(isSameCompany("Lagoon Foods", "Lagoon Fashion")).toBe(false);
    expect(isSameCompany("Limited", "Ltd")).toBe(false);
  });
});

describe("a company that is registered by the desk", () => {
  const body = {
    company_name: "Delta Marine Services",
    rc_number: "rc1410087",
    name: "Efe Oghene",
    email: "efe@deltamarine.ng",
    phone: "08031230001",
  };
  let id = "";
  beforeAll(async () => {
    const { body: answer } = await api.call(calls.create, { token: desk.token, body });
    id = (answer.data as { company_id: string }).company_id;
  });

  it("has an owner who is invited by mail, and is decided by somebody else", async () => {
    expect((await found(id)).owners).toMatchObject([{ name: "Efe Oghene", has_joined: false }]);
    const mails = async () =>
      (
        await sql<{
          text: string;
        }>`select data ->> 'text' as text from pgboss.job where data ->> 'to' = ${body.email} order by created_on`.execute(
          api.app.db,
        )
      ).rows;
    expect((await mails())[0]!.text).toContain("/password/reset/");
    expect((await inviteAgain(id)).status).toBe(200);
    expect(await mails()).toHaveLength(2);
    await lookUp(id);
    expect(codeOf(await approve(id))).toEqual([403, "own_company"]);
    expect(codeOf(await decline(id, { because: "struck_off" }))).toEqual([403, "own_company"]);
    expect((await approve(id, {}, other.token)).status).toBe(200);
    await sql`update users set password_hash = 'x' where email = ${body.email}`.execute(api.app.db);
    expect(codeOf(await inviteAgain(id))).toEqual([409, "has_joined"]);
  });

  it("says at its field what is taken, and makes nothing then", async () => {
    const count = async () =>
      Number((await sql<{ n: bigint }>`select count(*) as n from companies`.execute(api.app.db)).rows[0]!.n);
    const before = await count();
    const refused = async (change: object) =>
      Object.keys(
        (
          await api.call(calls.create, {
            token: desk.token,
            body: { ...body, rc_number: "RC9001", email: "x@deltamarine.ng", phone: "08031230002", ...change },
          })
        ).body.errors ?? {},
      );
    expect(await refused({ rc_number: "RC1410087" })).toEqual(["rc_number"]);
    expect(await refused({ email: body.email })).toEqual(["email"]);
    expect(await refused({ phone: body.phone })).toEqual(["phone"]);
    expect(await refused({ email: "efe@gmail.com" })).toEqual(["email"]);
    expect(await count()).toBe(before);
  });
});

describe("a suspension", () => {
  it("takes two people, signs its administrators out, leaves them reading, and ends by two people", async () => {
    const id = await applied({ name: "Lagoon Foods Limited", rc_number: "RC1049921" });
    await sql`update companies set status = 'approved', profile_completed_at = now(), unique_plan = 'Growth' where id = ${id}`.execute(
      api.app.db,
    );
    const owner = owned[id]!;
    const employee = await employ(id);
    expect((await suspend(id, {})).body.errors).toHaveProperty("reason");
    await cardInUse(api, { kind: "company_debit", user_id: employee.user_id, company_id: id });
    const listed = await api.call(calls.suspending, { token: desk.token, params: { id } });
    const { consequences } = listed.body.data as { consequences: string[] };
    expect(consequences).toContain("1 card is frozen until it is let back.");
    expect(consequences[0]).toMatch(/^Its 1 administrator is signed out/);
    expect((await api.call(calls.suspending, { token: owner.token, params: { id } })).status).toBe(403);
    const answer = await suspend(id, { reason: "Salaries are not paid" });
    expect((await found(id)).waiting).toHaveLength(1);
    expect(codeOf(await suspend(id, { reason: "Once more" }, other.token))).toEqual([409, "already_requested"]);
    expect((await agree(answer, desk.token)).status, "the desk decides no requests").toBe(403);
    expect((await agree(answer, admin.token)).status).toBe(200);
    expect((await found(id)).status).toBe("deactivated");
    expect((await told(owner.user_id)).map(({ title }) => title)).toContain("Lagoon Foods Limited is suspended");
    expect((await api.call(own.findOwn, { token: owner.token })).status, "signed out").toBe(401);

    const { token } = await openSession(api.app.db, {
      user_id: owner.user_id,
      network_address: "127.0.0.1",
      device: "",
    });
    expect((await api.call(own.findOwn, { token })).status, "reads").toBe(200);
    expect((await api.call(own.choosePlan, { token, body: { plan: "starter" } })).status, "acts").toBe(403);
    expect(await borrowsThrough(employee), "and its people borrow as anybody does").toBeNull();

    const back = await letBack(id, { reason: "They are paid" });
    expect((await agree(back, admin.token)).status).toBe(200);
    expect((await found(id)).status).toBe("approved");
    expect(await borrowsThrough(await employ(id)), "through it again").toBe(id);
    expect((await api.call(own.choosePlan, { token, body: { plan: "none" } })).status, "acts again").toBe(422);
  });
});

describe("who sees companies", () => {
  it("the desk those of the provider; a company its own people and no others; nobody else", async () => {
    const [one, two] = [
      await applied({ name: "First Of Two", rc_number: "RC21" }),
      await applied({ name: "Second Of Two", rc_number: "RC22" }),
    ];
    const staffOf = async (companyId: string, token: string) => {
      const { status, body } = await api.call(team.staff, { token, params: { companyId } });
      return status === 200 ? (body.datatable as { items: { id: string }[] }).items.map((row) => row.id) : status;
    };
    await sql`update companies set status = 'approved', profile_completed_at = now(), unique_plan = 'Growth' where id = any(${[one, two]}::uuid[])`.execute(
      api.app.db,
    );
    expect(await staffOf(one, desk.token)).toEqual([owned[one]!.user_id]);
    expect(await staffOf(one, owned[one]!.token)).toEqual([owned[one]!.user_id]);
    expect(await staffOf(two, owned[one]!.token)).toBe(404);
    const support = await api.person("super_support");
    expect((await api.call(calls.listAll, { token: support.token })).status).toBe(403);
    expect((await api.call(calls.find, { token: owned[one]!.token, params: { id: one } })).status).toBe(403);
  });

  it("counts them by state, industry and month, and what their people owe as their loans say", async () => {
    const { body } = await api.call(calls.statistics, { token: desk.token });
    const figures = body.data as {
      by_status: { status: string; companies: number }[];
      by_month: { applied: number; approved: number }[];
      outstanding_kobo: number;
    };
    const { rows } = await sql<{
      status: string;
      companies: number;
    }>`select status, count(*)::int as companies from companies group by 1`.execute(api.app.db);
    expect(Object.fromEntries(figures.by_status.map((row) => [row.status, row.companies]))).toEqual(
      Object.fromEntries(rows.map((row) => [row.status, row.companies])),
    );
    expect(figures.by_month).toHaveLength(12);
    expect(figures.by_month.at(-1)!.applied).toBe(rows.reduce((sum, row) => sum + row.companies, 0));
    const { rows: owed } = await sql<{
      kobo: bigint;
    }>`select coalesce(sum(outstanding_principal_kobo), 0)::bigint as kobo from loans where company_id is not null`.execute(
      api.app.db,
    );
    expect(figures.outstanding_kobo).toBe(Number(owed[0]!.kobo));
  });

  it("counts plans that end before their reminder's days are over, as the list that the figure opens", async () => {
    const [soon, later, lapsed] = [
      await api.company({ name: "Soon Ltd" }),
      await api.company({ name: "Later Ltd" }),
      await api.company({ name: "Lapsed Ltd" }),
    ];
    const ending = async () => {
      const { body } = await api.call(calls.statistics, { token: desk.token });
      return (body.data as { at_risk: { plans_ending: number; plans_end_by: string } }).at_risk;
    };
    const { plans_ending: before, plans_end_by: by } = await ending();
    const plan = (id: string, name: string | null, until: string) =>
      sql`update companies set unique_plan = ${name}, plan_paid_until = ${until}::date where id = ${id}`.execute(
        api.app.db,
      );
    await plan(soon, "Growth", by);
    await plan(later, "Growth", addDays(by, 1));
    await plan(lapsed, null, by);
    const figure = async () => (await ending()).plans_ending;
    await counted(figure, before + 1);
    const query = {
      filter: JSON.stringify({ status: ["approved"], has_plan: true }),
      rangeKey: "plan_paid_until",
      rangeEnd: by,
      limit: 100,
    };
    const { body } = await api.call(calls.listAll, { token: desk.token, query });
    const ids = (body.datatable as { items: { id: string }[] }).items.map(({ id }) => id);
    expect(ids).toHaveLength(before + 1);
    expect(ids).toContain(soon);
  });
});
