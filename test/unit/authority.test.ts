/** Promises Z3 (no field escalates), S2 (GET changes nothing unless it says so, never from another origin), S3 (guards hold on the server), Z4, Z5. */
import * as access from "@manilla/contract/platform/access";
import * as approvals from "@manilla/contract/platform/approvals";
import type { Endpoint, Guard } from "@manilla/contract/endpoint";
import { roleSlugs } from "@manilla/contract/roles";
import * as sessions from "@manilla/contract/platform/session";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import * as casework from "@manilla/contract/people/people";
import { z } from "zod";
import { allCalls, mayCall } from "../../scripts/generate-permissions.ts";
import type { TestApi } from "../api.ts";
import { useTestApi } from "../world.ts";

type Person = Awaited<ReturnType<TestApi["person"]>>;
const api = await useTestApi();
const people = new Map<string, Person>();
let company_id: string;
beforeAll(async () => {
  company_id = uuidv7();
  await api.app.db
    .insertInto("companies")
    .values({ id: company_id, name: "Lagoon Foods", profile_completed_at: new Date(), unique_plan: "Growth" })
    .execute();
  for (const role of roleSlugs) people.set(role, await complete(role));
});

/** A person of a role whose guards all hold. */
async function complete(role: string): Promise<Person> {
  const person = await api.person(role as "staff", {
    company_id: role.startsWith("company_") ? company_id : undefined,
  });
  await api.app.db
    .updateTable("profiles")
    .set({ employment_status: "employed", salary_kobo: 1n, account_no_encrypted: Buffer.from("x"), address: "x" })
    .where("user_id", "=", person.user_id)
    .execute();
  return person;
}

const NOBODY = "00000000-0000-7000-8000-000000000000";
const params = new Proxy({}, { get: (_, name) => (name === "modal" ? "welcome" : NOBODY) }) as Record<string, string>;
const changing = allCalls().filter(({ call }) => call.method !== "GET" && call.path !== "/logout");
const withSession = allCalls().filter(({ call }) => call.can !== "public" && call.kind !== "stream");
const roleFor = (call: Endpoint): string => roleSlugs.find((slug) => mayCall(call, slug)) ?? "";
const rows = (all: typeof changing) => all.map((row) => [row.name, row.call] as const);

interface Json {
  type?: string;
  properties?: Record<string, Json>;
  additionalProperties?: unknown;
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
}
const jsonOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
/** Paths of objects inside that take keys which they do not declare. */
function openObjects(json: Json, path = ""): string[] {
  const here = json.type === "object" && json.properties && json.additionalProperties !== false ? [path || "."] : [];
  const inside = [
    ...Object.entries(json.properties ?? {}),
    ...[json.items, ...(json.anyOf ?? []), ...(json.oneOf ?? [])]
      .filter((item) => item !== undefined)
      .map((item) => ["", item] as const),
  ];
  return [...here, ...inside.flatMap(([name, item]) => openObjects(item, `${path}.${name}`))];
}

/** What would raise a person, their money or their case if it were simply written down. */
const ESCALATIONS: Record<string, unknown> = {
  id: NOBODY,
  user_id: NOBODY,
  company_id: NOBODY,
  owner_id: NOBODY,
  maker_id: NOBODY,
  checker_id: NOBODY,
  role: "super_admin",
  roles: ["super_admin"],
  permission: "provider:can_disburse_loans",
  permissions: ["provider:can_disburse_loans"],
  status: "approved",
  profile_status: "activated",
  account_type: "admin",
  account_types: ["admin"],
  staff_account_type: "business",
  is_admin: true,
  is_blacklisted: false,
  verified_at: "2026-01-01T00:00:00Z",
  bvn_verified_at: "2026-01-01T00:00:00Z",
  approved_at: "2026-01-01T00:00:00Z",
  approved_by: NOBODY,
  amount_kobo: 1,
  principal_kobo: 1,
  balance_kobo: 1,
  credit_balance_kobo: 99_999_999,
  annual_rate_percent: "0",
  version: 1,
  second_factor_enabled_at: null,
  password_hash: "x",
  effect: "none",
};
/** What providers send is theirs to extend: the signature is checked over the raw bytes, and named fields only are read. */
const FROM_PROVIDERS = new Set([
  "webhooks.paystack",
  "webhooks.mono",
  "webhooks.termii",
  "webhooks.mail",
  "webhooks.flutterwave",
  "cardAuthorisations.issuerEvent",
  "partnerBank.notify",
  "partnerBank.lookUp",
]);

describe("no field escalates (Z3)", () => {
  it.each(rows(changing.filter(({ name }) => !FROM_PROVIDERS.has(name))))(
    "%s declares every key of every object that it takes",
    (_, call) => {
      expect([call.params, call.query, call.body].flatMap((schema) => openObjects(jsonOf(schema)))).toEqual([]);
    },
  );

  it.each(rows(changing.filter(({ name }) => !FROM_PROVIDERS.has(name))))(
    "%s refuses each field that it does not declare",
    async (name, call) => {
      const declared = new Set(Object.keys(jsonOf(call.body).properties ?? {}));
      const extra = Object.fromEntries(Object.entries(ESCALATIONS).filter(([field]) => !declared.has(field)));
      const { status, body } = await api.call(call, {
        params,
        body: extra,
        token: call.can === "public" ? undefined : people.get(roleFor(call))?.token,
      });
      // A second factor that is wanted first, or a file that is missing, is a refusal as well: nothing was read.
      expect(status, name).toBe(422);
      if (!call.files)
        for (const field of Object.keys(extra))
          expect(body.errors[field], `${name} ${field}`).toEqual(["this field is not known"]);
    },
  );
});

async function fingerprint(): Promise<Record<string, string>> {
  const ignored = new Set(["throttles", "security_events", "sessions", "documents_issued", "presences"]);
  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const union = tables
    .filter(({ name }) => !ignored.has(name))
    .map(
      ({ name }) =>
        `
          select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum
          from ${name} t
        `,
    )
    .join(" union all ");
  const { rows: sums } = await api.database.pool.query<{ name: string; sum: string }>(union);
  return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]));
}

describe("what a GET does (S2)", () => {
  it("no GET changes anything unless its declaration says so", async () => {
    const before = await fingerprint();
    for (const { name, call } of withSession.filter(({ call }) => call.method === "GET" && call.effect === "none")) {
      for (const token of [
        people.get("super_admin")?.token,
        people.get("company_super_admin")?.token,
        people.get("staff")?.token,
      ]) {
        const own = people.get("staff")?.user_id ?? "";
        const { status } = await api.call(call, {
          token,
          params: { id: own, userId: own, companyId: company_id, company_id, status: "pending" },
        });
        expect(status < 500, name).toBe(true);
      }
    }
    expect(await fingerprint()).toEqual(before);
  });

  const changes = withSession.filter(({ call }) => call.method !== "GET" || call.effect !== "none");
  it.each(rows(changes))("%s is refused from a foreign page that has the cookie", async (name, call) => {
    const cookie = `manilla_session=${people.get(roleFor(call))?.token ?? ""}`;
    for (const site of ["cross-site", "same-site", "none", undefined]) {
      const { status, body } = await api.call(call, {
        params,
        ...(call.method !== "GET" && { body: {} }),
        headers: { cookie, ...(site && { "sec-fetch-site": site }) },
      });
      expect(status, `${name} ${site}`).toBe(403);
      expect(body.code, `${name} ${site}`).toBe("foreign_origin");
    }
  });
});

/** Takes away what a guard asks for. */
const UNFINISHED: Record<Guard, (person: Person) => Promise<unknown>> = {
  password_changed: ({ user_id }) =>
    api.app.db.updateTable("users").set({ change_password_at: null }).where("id", "=", user_id).execute(),
  profile_updated: ({ user_id }) =>
    api.app.db.updateTable("profiles").set({ address: null }).where("user_id", "=", user_id).execute(),
  profile_approved: ({ user_id }) =>
    api.app.db.updateTable("profiles").set({ status: "deactivated" }).where("user_id", "=", user_id).execute(),
  company_profile_updated: () =>
    api.app.db.updateTable("companies").set({ profile_completed_at: null }).where("id", "=", company_id).execute(),
  company_subscribed: () =>
    api.app.db.updateTable("companies").set({ unique_plan: null }).where("id", "=", company_id).execute(),
};

describe("guards hold on the server (S3)", () => {
  it.each(Object.keys(UNFINISHED) as Guard[])(
    "%s: every call that names it refuses with it, whatever is sent",
    async (guard) => {
      const named = withSession.filter(({ call }) => call.guards.includes(guard));
      expect(named.length).toBeGreaterThan(4);
      const concerned = roleSlugs.find(
        (slug) => slug === (guard.startsWith("company") ? "company_super_admin" : "staff"),
      );
      const roleOf = (call: Endpoint) => (guard === "password_changed" ? roleFor(call) : (concerned ?? ""));
      const unfinished = new Map<string, Person>();
      for (const role of new Set(named.map(({ call }) => roleOf(call)))) {
        const person = await complete(role);
        await UNFINISHED[guard](person);
        unfinished.set(role, person);
      }
      for (const { name, call } of named) {
        const { status, body } = await api.call(call, {
          token: unfinished.get(roleOf(call))?.token,
          params,
          ...(call.method !== "GET" && { body: {} }),
        });
        expect(status, name).toBe(403);
        expect(body.code, name).toEqual(guard);
      }
      await api.app.db
        .updateTable("companies")
        .set({ profile_completed_at: new Date(), unique_plan: "Growth" })
        .where("id", "=", company_id)
        .execute();
    },
  );
});

/** What somebody who was deactivated (or declined) may still do: see, pay, complain. All else of a customer is refused. */
const STILL = [
  "GET /documents/{id}/file, GET /files/{id}, GET /staff/documents/{id}, GET /personal/onboarding/v2, GET /personal/credit-decision",
  "GET /loans/{id}, GET /loans/letter-of-indebtedness/{id}, GET /personal/loans, GET /personal/loans/{id}/offer-letter",
  "GET /personal/loans/disbursements, GET /personal/loans/{id}/settlement-quote, POST /personal/loans/quote",
  "GET /personal/cards/bills, GET /personal/cards/bills/download/{id}, POST /personal/cards/{id}/pay, POST /companies/card/repayment/setup, GET /personal/secure-cards, GET /personal/cards/dollars",
  "GET /personal/accessible-plans, GET /personal/loans/estimate, GET /personal/credit-limit, GET /repayments, GET /personal/repayments/receipts/{id}",
  "GET /staff/repayments/upcoming/{userId}, GET /staff/card/repayment/{id}, GET /personal/employment-claim",
  "POST /personal/repayments/receipts/{id}/excess, POST /repayment/personal/charges/{id}/ask, POST /repayment/personal/instant-transfer, POST /staff/repayments/transfer",
  "GET /personal/appeal, POST /personal/appeal, GET /personal/data-requests, POST /personal/data-requests",
  "POST /personal/data-export, GET /personal/contact-preferences, PUT /personal/contact-preferences",
  "GET /complaints, POST /complaints, POST /complaints/{id}/reply, GET /loans/statement-of-account/{id}, POST /personal/loans/{id}/withdraw",
  "POST /personal/loans/offer-letter/{id}/reject, POST /personal/employment-claim/withdraw",
  "GET /personal/users/wallet, GET /personal/users/wallet-snapshot, GET /personal/users/wallet/account, GET /personal/employment-invitations",
  "GET /personal/users/wallet/statement, GET /personal/users/wallet/statement/file",
  "GET /personal/users/loans/{id}/salary-deduction, PUT /personal/users/loans/{id}/salary-deduction",
  "POST /personal/employment-invitations/{id}/accept, POST /personal/employment-invitations/{id}/decline",
  "GET /cards/raises, GET /cards/transactions, GET /cards/transactions/{id}, GET /cards/{id}/controls, GET /personal/card/transactions/{id}",
  "GET /personal/loans/{id}/time-requests, POST /personal/loans/{id}/time-requests",
  // What moved, and a planned transfer is called off; they send none.
  "GET /transactions, GET /transactions/{id}, GET /payments, GET /payments/banks, GET /payments/history, GET /transfers/{id}, GET /transfers/{id}/receipt",
  "POST /transfers/{id}/cancel, GET /personal/users/transaction/transfer-purchases",
  // What went wrong with a payment they still say.
  "GET /personal/payments/{kind}/{id}/claims, POST /personal/payments/{kind}/{id}/claims",
  // What they planned is seen, left out and ended; nothing is sent of it.
  "GET /standing-orders, GET /standing-orders/{id}, POST /standing-orders/dates, POST /standing-orders/{id}/change",
  "POST /standing-orders/{id}/skip, POST /standing-orders/{id}/pause, POST /standing-orders/{id}/resume, POST /standing-orders/{id}/end",
  // They keep themselves out of betting.
  "GET /personal/users/betting, POST /personal/users/betting/exclusion, POST /personal/users/betting/limit",
  "GET /cards/disputes",
  "GET /cards/disputes/{id}",
  "GET /cards/captures/{id}/dispute",
  "GET /cards/disputes/{id}/evidence/{evidenceId}",
  "POST /cards/captures/{id}/dispute",
  "POST /cards/disputes/{id}/evidence",
  "POST /cards/disputes/{id}/withdraw",
  "POST /cards/transactions/{id}/was-me",
  "POST /cards/transactions/{id}/ask-company",
  // What is sold, their bills, and what came back of them; they pay none.
  "GET /baxi/biller-services, GET /baxi/multichoice-list/{id}, GET /baxi/provider-bundles/{id}, GET /baxi/transaction/{userId}",
  "GET /flutterwave/bill-categories, GET /personal/users/bills/{id}, GET /personal/users/bills/{id}/receipt, GET /bill-orders/{id}",
  "GET /personal/users/transaction/cashbacks",
  // What they hold, also of their company: it is frozen and closed, and a company's card works.
  "GET /cards/{id}, GET /cards/{id}/closing, GET /staff/cards/{userId}, POST /cards/{id}/close, POST /cards/{id}/details, POST /cards/{id}/freeze",
  "POST /cards/{id}/replace, POST /cards/{id}/unfreeze, POST /cards/{id}/withdraw, POST /personal/card/pin/request, POST /personal/user/card/activation",
]
  .join(", ")
  .split(", ");

describe("a deactivated person", () => {
  it("sees, pays and complains, and nothing else", async () => {
    const person = await complete("staff");
    await UNFINISHED.profile_approved(person);
    const customers = withSession.filter(({ call }) => [call.audience].flat().includes("customer"));
    const still: string[] = [];
    for (const { name, call } of customers) {
      const { status, body } = await api.call(call, {
        token: person.token,
        params,
        ...(call.method !== "GET" && { body: {} }),
      });
      if (status !== 403 || body.code !== "profile_approved") still.push(`${call.method} ${call.path}`);
      else expect(call.guards, name).toEqual(expect.arrayContaining(["profile_approved"]));
    }
    expect(still.toSorted()).toEqual(STILL.toSorted());
  });

  it("is signed out everywhere with the decision", async () => {
    const person = await complete("staff");
    await api.app.db
      .updateTable("profiles")
      .set({ status: "activated" })
      .where("user_id", "=", person.user_id)
      .execute();
    const see = () => api.call(sessions.find, { token: person.token });
    expect((await see()).status).toBe(200);
    const by = await api.person("super_risk");
    const body = { user_id: person.user_id, reason: "They left" };
    expect((await api.call(casework.deactivate, { token: by.token, body })).status).toBe(200);
    expect((await see()).status).toBe(401);
  });
});

describe("a second person (Z4)", () => {
  const ask = async (maker: Person, user_id: string): Promise<string> => {
    const { body } = await api.call(access.updateUserRoles, {
      token: maker.token,
      body: { user_id, roles: ["super_support"], reason: "New desk" },
    });
    return (body.data as { approval_id: string }).approval_id;
  };
  const approve = (checker: Person, id: string, version = 1) =>
    api.call(approvals.approve, { token: checker.token, params: { id }, body: { version } });
  const rolesOf = async (user_id: string) =>
    (await api.app.db.selectFrom("user_roles").select("role").where("user_id", "=", user_id).execute()).map(
      ({ role }) => role,
    );

  it("is never the first, not even a super admin, and the database says so too", async () => {
    const [maker, target] = [await api.person("super_admin"), await api.person("super_sales_agent")];
    const id = await ask(maker, target.user_id);
    expect((await approve(maker, id)).body.code).toBe("not_a_checker");
    await expect(
      sql`update approvals set status = 'approved', checker_id = maker_id where id = ${id}`.execute(api.app.db),
    ).rejects.toThrow(/maker_is_never_checker/);
    expect(await rolesOf(target.user_id)).toEqual(["super_sales_agent"]);
  });

  it("agrees to what was looked at: another version is refused", async () => {
    const [maker, checker, target] = [
      await api.person("super_admin"),
      await api.person("super_admin"),
      await api.person("super_sales_agent"),
    ];
    const id = await ask(maker, target.user_id);
    await sql`update approvals set version = version + 1 where id = ${id}`.execute(api.app.db);
    expect((await approve(checker, id)).status).toBe(412);
    expect(await rolesOf(target.user_id)).toEqual(["super_sales_agent"]);
  });

  it("decides nothing any more when their role is gone", async () => {
    const [maker, checker, target] = [
      await api.person("super_admin"),
      await api.person("super_admin"),
      await api.person("super_sales_agent"),
    ];
    const id = await ask(maker, target.user_id);
    await sql`update user_roles set role = 'super_support' where user_id = ${checker.user_id}`.execute(api.app.db);
    expect((await approve(checker, id)).status).toBe(403);
    expect(await rolesOf(target.user_id)).toEqual(["super_sales_agent"]);
  });

  it.each(["role", "blacklist", "withheld"] as const)(
    "cannot agree when the first has lost the right meanwhile (%s), and can decline",
    async (how) => {
      const [maker, checker, target] = [
        await api.person("super_admin"),
        await api.person("super_admin"),
        await api.person("super_sales_agent"),
      ];
      const id = await ask(maker, target.user_id);
      if (how === "role")
        await sql`update user_roles set role = 'super_support' where user_id = ${maker.user_id}`.execute(api.app.db);
      if (how === "blacklist")
        await sql`update users set is_blacklisted = true where id = ${maker.user_id}`.execute(api.app.db);
      if (how === "withheld")
        await sql`
          insert into user_permissions (user_id, permission, is_granted)
          values (${maker.user_id}, 'provider:can_modify_permissions', false)
        `.execute(api.app.db);
      expect((await approve(checker, id)).body.code).toBe("maker_lost_right");
      expect(await rolesOf(target.user_id)).toEqual(["super_sales_agent"]);
      expect(
        (
          await api.call(approvals.decline, {
            token: checker.token,
            params: { id },
            body: { version: 1, reason: "No longer asked for" },
          })
        ).status,
      ).toBe(200);
    },
  );

  it("nobody changes their own roles or permissions", async () => {
    const maker = await api.person("super_admin");
    expect(
      (
        await api.call(access.updateUserRoles, {
          token: maker.token,
          body: { user_id: maker.user_id, roles: ["super_admin", "super_finance"], reason: "Mine" },
        })
      ).status,
    ).toBe(403);
    const administrator = await complete("company_super_admin");
    expect(
      (
        await api.call(access.updateCompanyUser, {
          token: administrator.token,
          body: { user_id: administrator.user_id, granted: ["company:can_view_loans"], withheld: [] },
        })
      ).status,
    ).toBe(403);
  });

  it("a company's administrator hands on nothing that they do not hold, and nothing of the provider's", async () => {
    const [giver, colleague] = [await complete("company_super_admin"), await complete("company_staff")];
    expect(
      (
        await api.call(access.updateCompanyUser, {
          token: giver.token,
          body: { user_id: colleague.user_id, granted: ["provider:can_disburse_loans"], withheld: [] },
        })
      ).status,
    ).toBe(422);
    await api.call(access.updateCompanyUser, {
      token: giver.token,
      body: { user_id: colleague.user_id, granted: ["company:can_do_what_nobody_may"], withheld: [] },
    });
    // Planted past the call: a provider's permission in the table is worth nothing either.
    await sql`
      insert into user_permissions (user_id, permission, is_granted)
      values (${colleague.user_id}, 'provider:can_disburse_loans', true)
    `.execute(api.app.db);
    const { body } = await api.call(sessions.find, { token: colleague.token });
    const { permissions } = body.data as { permissions: string[] };
    expect(
      permissions.filter((slug) => slug.startsWith("provider:") || slug === "company:can_do_what_nobody_may"),
    ).toEqual([]);
  });

  it("a company's administrator leaves what they do not hold as it is", async () => {
    const [giver, colleague] = [await complete("company_super_admin"), await complete("company_staff")];
    const { company_id } = await api.app.db
      .selectFrom("users")
      .select("company_id")
      .where("id", "=", giver.user_id)
      .executeTakeFirstOrThrow();
    await sql`update users set company_id = ${company_id} where id = ${colleague.user_id}`.execute(api.app.db);
    await sql`
      insert into user_permissions (user_id, permission, is_granted)
      values (${giver.user_id}, 'company:can_apply_for_credit', false),
        (${colleague.user_id}, 'company:can_apply_for_credit', false)
    `.execute(api.app.db);
    const changed = await api.call(access.updateCompanyUser, {
      token: giver.token,
      body: { user_id: colleague.user_id, granted: ["company:can_view_loans"], withheld: [] },
    });
    const { user } = changed.body.data as { user: { granted: string[]; withheld: string[] } };
    expect([user.granted, user.withheld]).toEqual([["company:can_view_loans"], ["company:can_apply_for_credit"]]);
  });

  it("one of the provider's changes nothing in a company alone, and never on an older look", async () => {
    const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
    const colleague = await complete("company_staff");
    const ask = async (granted: string[]) => {
      const body = { user_id: colleague.user_id, granted, withheld: [], reason: "The company asked for it" };
      const { data } = (await api.call(access.updateCompanyUser, { token: maker.token, body })).body;
      return (data as { approval_id: string }).approval_id;
    };
    const may = async () => {
      const { data } = (await api.call(sessions.find, { token: colleague.token })).body;
      return (data as { permissions: string[] }).permissions.includes("company:can_view_loans");
    };
    const agree = async (token: string, id: string) =>
      api.call(approvals.approve, { token, params: { id }, body: { version: 1 } });
    const [first, second] = [await ask(["company:can_view_loans"]), await ask(["company:can_view_departments"])];
    expect([(await agree(maker.token, first)).status, await may()]).toEqual([403, false]);
    expect([(await agree(checker.token, first)).status, await may()]).toEqual([200, true]);
    expect((await agree(checker.token, second)).body.code).toBe("roles_changed");
    expect(await may()).toBe(true);
  });
});

describe("a change acts on the next call (Z5)", () => {
  const LIST = allCalls().find(({ name }) => name === "loans.listAll")?.call as Endpoint;

  it.each([
    [
      "a role that is taken",
      async (user_id: string) =>
        sql`update user_roles set role = 'staff' where user_id = ${user_id}`.execute(api.app.db),
      403,
    ],
    [
      "the blacklist",
      async (user_id: string) => sql`update users set is_blacklisted = true where id = ${user_id}`.execute(api.app.db),
      401,
    ],
    [
      "erasure",
      async (user_id: string) => sql`update users set erased_at = now() where id = ${user_id}`.execute(api.app.db),
      401,
    ],
    [
      "a permission that is withheld",
      async (user_id: string) =>
        sql`
          insert into user_permissions (user_id, permission, is_granted)
          values (${user_id}, 'provider:can_view_loans', false)
        `.execute(api.app.db),
      403,
    ],
  ] as const)("%s: in two sessions at once", async (_, change, status) => {
    const person = await api.person("super_risk");
    const { openSession } = await import("../../apps/api/src/http/session.ts");
    const other = await openSession(api.app.db, {
      user_id: person.user_id,
      network_address: "127.0.0.3",
      device: "other",
    });
    for (const token of [person.token, other.token])
      for (let turn = 0; turn < 2; turn += 1) expect((await api.call(LIST, { token })).status).toBe(200);
    await change(person.user_id);
    for (const token of [person.token, other.token]) expect((await api.call(LIST, { token })).status).toBe(status);
  });
});
