import * as team from "@manilla/contract/companies/team";
import * as claims from "@manilla/contract/people/employment-claims";
import * as registration from "@manilla/contract/people/registration";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { scopedDatabase } from "../../../db/scope.ts";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
let ours: string;
let theirs: string;
let hr: { user_id: string; token: string };
let phones = 0;

const newCompany = async (status: string): Promise<string> => {
  const id = uuidv7();
  await api.app.db
    .insertInto("companies")
    .values({ id, name: `Company ${id.slice(-6)}`, status, profile_completed_at: new Date(), unique_plan: "Growth" })
    .execute();
  return id;
};

/** Registers through both steps and answers the person. */
async function register(company_id: string | undefined): Promise<{ token: string; user_id: string }> {
  phones += 1;
  const email = `${uuidv7().slice(-12)}@person.example`;
  const body = {
    name: "Amara Nwosu",
    email,
    phone: `0803111${String(4_000 + phones)}`,
    password: "Bright-river-7",
    accepts_terms: true,
    ...(company_id && { company_id }),
  };
  const first = await api.call(registration.register, { body });
  const { rows } = await api.database.pool.query<{ text: string }>(
    "select data ->> 'text' as text from pgboss.job where name = 'send-sms' order by created_on desc limit 1",
  );
  const otp = /code is (\d{6})/.exec(rows[0]?.text ?? "")?.[1] ?? "";
  const { registration_token } = first.body.data as { registration_token: string };
  const { token } = (await api.call(registration.register, { body: { ...body, registration_token, otp } })).body
    .data as { token: string };
  const { id } = await api.app.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  return { token, user_id: id };
}
const claimOf = async (user_id: string) =>
  (await api.app.db.selectFrom("employment_claims").selectAll().where("user_id", "=", user_id).executeTakeFirst()) ?? {
    id: "",
    status: "none",
  };
const personOf = (user_id: string) =>
  api.app.db.selectFrom("users").select(["company_id"]).where("id", "=", user_id).executeTakeFirstOrThrow();

beforeAll(async () => {
  [ours, theirs] = [await newCompany("approved"), await newCompany("approved")];
  hr = await api.person("company_hr", { company_id: ours });
});

describe("Saying at registration where one works (C008)", () => {
  it("makes nobody an employee, tells the company, and shows the person what is waited for", async () => {
    const { token, user_id } = await register(ours);
    expect((await personOf(user_id)).company_id).toBeNull();
    expect((await api.call(claims.findOwn, { token })).body.data).toMatchObject({
      claim: { status: "pending", company: expect.stringMatching(/^Company /) },
    });
    const told = await api.app.db
      .selectFrom("notifications")
      .select(["kind", "link"])
      .where("user_id", "=", hr.user_id)
      .execute();
    expect(told).toContainEqual({ kind: "employment_claim", link: "/corporate/employment-claims" });
    expect(
      await api.app.db
        .selectFrom("profiles")
        .select("employer")
        .where("user_id", "=", user_id)
        .executeTakeFirstOrThrow(),
    ).toMatchObject({ employer: expect.stringMatching(/^Company /) });
  });

  it("is left out for a company that does not exist or is not approved", async () => {
    for (const company_id of [uuidv7(), await newCompany("pending")])
      expect((await claimOf((await register(company_id)).user_id)).status).toBe("none");
    expect((await claimOf((await register(undefined)).user_id)).status).toBe("none");
  });

  it("becomes true when the company confirms it, once, also with two clicks at the same moment", async () => {
    const { token, user_id } = await register(ours);
    const { id } = await claimOf(user_id);
    const answers = await Promise.all([1, 2].map(() => api.call(claims.confirm, { token: hr.token, params: { id } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await personOf(user_id)).company_id).toBe(ours);
    expect((await api.call(team.find, { token: hr.token, params: { id: user_id } })).body.data).toMatchObject({
      employee: { roles: [{ slug: "company_staff" }, { slug: "staff" }] },
    });
    expect((await api.call(claims.refuse, { token: hr.token, params: { id }, body: {} })).status).toBe(409);
    expect((await api.call(claims.withdrawOwn, { token })).status).toBe(409);
    const { rows } = await api.database.pool.query(
      "select from_state, to_state from transitions where subject_id = $1 order by id",
      [id],
    );
    expect(rows).toEqual([
      { from_state: null, to_state: "pending" },
      { from_state: "pending", to_state: "confirmed" },
    ]);
  });

  it("is seen and answered by that company only, and only by those who may create its employees", async () => {
    const { user_id } = await register(theirs);
    const { id } = await claimOf(user_id);
    const finance = await api.person("company_finance_manager", { company_id: theirs });
    const audit = await api.person("company_audit", { company_id: theirs });
    expect((await api.call(claims.confirm, { token: hr.token, params: { id } })).status).toBe(404);
    for (const { token } of [finance, audit])
      expect((await api.call(claims.confirm, { token, params: { id } })).status).toBe(403);
    expect((await api.call(claims.confirm, { params: { id } })).status).toBe(401);
    const page = await api.call(claims.listAll, { token: hr.token, query: { limit: 100 } });
    expect(JSON.stringify(page.body)).not.toContain(user_id);
    // Row-level security: the claimed company sees the claimant's name, but no profile and no rights; another company sees nothing.
    const found = async (company_id: string, table: "users" | "profiles" | "user_roles") => {
      const scoped = scopedDatabase(api.app.pool, {
        user_id: finance.user_id,
        company_id,
        managed_company_id: company_id,
        viewer_id: null,
      });
      return (
        await sql`select 1 from ${sql.table(table)} where ${sql.ref(table === "users" ? "id" : "user_id")} = ${user_id}`.execute(
          scoped,
        )
      ).rows.length;
    };
    expect([
      await found(theirs, "users"),
      await found(theirs, "profiles"),
      await found(theirs, "user_roles"),
      await found(ours, "users"),
    ]).toEqual([1, 0, 0, 0]);
    expect((await personOf(user_id)).company_id).toBeNull();
  });

  it("can be refused with a reason that the person reads, and taken back while it waits", async () => {
    const [refused, withdrawn] = [await register(ours), await register(ours)];
    const { id } = await claimOf(refused.user_id);
    expect((await api.call(claims.refuse, { token: hr.token, params: { id }, body: { reason: "no" } })).status).toBe(
      422,
    );
    expect(
      (await api.call(claims.refuse, { token: hr.token, params: { id }, body: { reason: "We do not know you." } }))
        .status,
    ).toBe(200);
    expect((await api.call(claims.findOwn, { token: refused.token })).body.data).toMatchObject({
      claim: { status: "refused", decision_reason: "We do not know you." },
    });
    expect((await personOf(refused.user_id)).company_id).toBeNull();
    expect((await api.call(claims.withdrawOwn, { token: withdrawn.token })).body.data).toMatchObject({
      claim: { status: "withdrawn" },
    });
    const listed = JSON.stringify((await api.call(claims.listAll, { token: hr.token, query: { limit: 100 } })).body);
    expect([listed.includes(refused.user_id), listed.includes(withdrawn.user_id)]).toEqual([true, false]);
    const late = await api.call(claims.confirm, {
      token: hr.token,
      params: { id: (await claimOf(withdrawn.user_id)).id },
    });
    expect({ status: late.status, message: late.body.message }).toMatchObject({
      status: 409,
      message: expect.stringContaining("withdrawn"),
    });
  });
});

describe("A place of the company's plan", () => {
  it("is needed by who is confirmed, and is free again when somebody is erased or leaves", async () => {
    const small = await newCompany("approved");
    await sql`update companies set unique_plan = 'Starter' where id = ${small}`.execute(api.app.db);
    const owner = await api.person("company_hr", { company_id: small });
    const [first] = await Promise.all(
      Array.from({ length: 9 }, () => api.person("company_staff", { company_id: small })),
    );
    const person = await register(small);
    const confirm = async () =>
      api.call(claims.confirm, { token: owner.token, params: { id: (await claimOf(person.user_id)).id } });
    expect((await confirm()).body).toMatchObject({ code: "no_seat" });
    expect((await claimOf(person.user_id)).status).toBe("pending");
    const left = await api.call(team.leave, {
      token: owner.token,
      params: { id: first!.user_id },
      body: { reason: "Moves on" },
    });
    expect(left.status).toBe(200);
    expect((await confirm()).status).toBe(200);
  });
});
