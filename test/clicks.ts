/** For each call of the rooms of people and the credit decision that changes something: somebody who may, in a state in which it works, with a right body. Each time anew. */
import * as documents from "@manilla/contract/people/documents";
import { isoDay } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/people/onboarding";
import * as people from "@manilla/contract/people/people";
import { uuidv7 } from "uuidv7";
import { type PeopleWorld, type TestCustomer, codeIn, formTwo } from "./people-world.ts";
import { documentForm, photo } from "./sandbox.ts";

export interface Click {
  token?: string;
  params?: Record<string, string>;
  body?: unknown;
}
export type Clicks = Record<string, () => Promise<Click>>;

interface Staff {
  admin: string;
  operations: string;
  risk: string;
}

/** @param world the API over the sandbox; whatever is made here is made by its own calls or, where that takes a week, by SQL */
export async function makeClicks(world: PeopleWorld): Promise<Clicks> {
  const { api } = world;
  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await api.database.pool.query<Row>(text, values)).rows;
  const tokenOf = async (role: "super_admin" | "super_operations" | "super_risk") => (await api.person(role)).token;
  const staff: Staff = {
    admin: await tokenOf("super_admin"),
    operations: await tokenOf("super_operations"),
    risk: await tokenOf("super_risk"),
  };
  const colleague = await api.person("super_risk");
  const person = () => api.person("staff", { name: "Ada", last_name: "Clicked" });
  const reason = "Two clicks at once";
  const number = () => `0803${String(Math.floor(Math.random() * 10_000_000)).padStart(7, "0")}`;

  /** A customer in a state, and the call on `{id}`. */
  const on =
    (token: string, body: object = { reason }, set?: string) =>
    async (): Promise<Click> => {
      const { user_id } = await person();
      if (set) await query(set, [user_id]);
      return { token, params: { id: user_id }, body };
    };
  /** The same where the body names the person. */
  const about =
    (token: string, body: object = { reason }, set?: string) =>
    async (): Promise<Click> => {
      const { params, ...click } = await on(token, body, set)();
      return { ...click, body: { user_id: params?.["id"], ...body } };
    };
  const many = (token: string, body: object, set?: string) => async (): Promise<Click> => {
    const { params, ...click } = await on(token, body, set)();
    return { ...click, body: { user_ids: [params?.["id"]], ...body } };
  };
  const own = (body: object, set?: string) => async (): Promise<Click> => {
    const { token, user_id } = await person();
    if (set) await query(set, [user_id]);
    return { token, body };
  };
  const profile = (status: string) =>
    `
      with known as (update users set bvn_verified_at = now(), bvn_bypassed_at = now() where id = $1) update profiles
      set status = '${status}', bvn_last4 = '0001', bvn_encrypted = 'x', nin_last4 = '0001', salary_kobo = 50000000,
        date_of_birth = '1990-01-01', employment_status = 'employed', address = '1 Marina',
        bank_account_status = 'verified', account_no_encrypted = 'x'
      where user_id = $1
    `;
  /** A row of the person in another table; `{id}` is the row. */
  const row =
    (token: string, insert: string, body: object = { reason }) =>
    async (): Promise<Click> => {
      const { user_id } = await person();
      const id = uuidv7();
      await query(insert, [id, user_id]);
      return { token, params: { id }, body };
    };
  const APPEAL = `
      with declined as (update profiles set status = 'declined' where user_id = $2)
      insert into appeals (id, user_id, text)
      values ($1, $2, 'Please look at my case once more')
    `;
  const LIMIT = (kind: string) =>
    `
      insert into limit_requests (id, user_id, kind, requested_kobo, purpose)
      values ($1, $2, '${kind}', 5000000, 'A shop')
    `;
  const document = async (
    type = "govt_id",
    token = staff.operations,
  ): Promise<Click & { id: string; user_id: string; own: string }> => {
    const { user_id, token: mine } = await person();
    const id = uuidv7();
    await query(
      "insert into documents (id, user_id, type, title, source, url, original_name, media_type, storage_name, byte_count, digest) values ($1, $2, $3, 'Paper', 'upload', '/x', 'x.pdf', 'application/pdf', $4, 1, '\\x00')",
      [id, user_id, type, id],
    );
    return { id, user_id, own: mine, token };
  };
  const file = async (fields: Record<string, string> = {}) =>
    documentForm(await photo(), "paper.jpg", "image/jpeg", fields);
  const csv = "Date,Narration,Debit,Credit,Balance\n2026-01-02,SALARY,,1000.00,1000.00\n2026-01-03,POS,10.50,,989.50\n";
  const upload = (token: string, fields?: Record<string, string>) => async (): Promise<Click> => ({
    token,
    params: { id: (await person()).user_id },
    body: await file(fields),
  });
  const ownUpload = (fields?: Record<string, string>) => async (): Promise<Click> => ({
    token: (await person()).token,
    body: await file(fields),
  });
  const texts = { channel: "mail", category: "service", subject: "Hello", body: "Dear {{name}}" };
  const template = async () => ({
    id: await inserted(
      `
        insert into communication_templates (id, name, channel, category, subject, body)
        values ($1::uuid, ($1::uuid)::text, 'mail', 'service', 'Hello', 'Dear')
      `,
    ),
  });
  const inserted = async (insert: string): Promise<string> => {
    const id = uuidv7();
    await query(insert, [id]);
    return id;
  };
  const draft = async () =>
    inserted(
      `
        insert into rule_sets (id, number, name, status, tables, digest)
        select $1::uuid, (select max(number) + 1 from rule_sets), 'Draft ' || ($1::uuid)::text, 'draft', tables,
          digest
        from rule_sets
        where status = 'active'
      `,
    );
  const sandboxPerson = async (prepare?: (customer: TestCustomer) => Promise<unknown>): Promise<TestCustomer> => {
    const customer = await world.customer();
    await prepare?.(customer);
    return customer;
  };
  const assigned = `
      insert into assignments (id, user_id, admin_id)
      select gen_random_uuid(), $1, id
      from users
      where id = (select user_id from user_roles where role = 'super_risk' limit 1)
    `;
  const company = async () => {
    const company_id = uuidv7();
    await query(
      "insert into companies (id, name, profile_completed_at, unique_plan) values ($1, 'Lagoon Foods', now(), 'Growth')",
      [company_id],
    );
    const hr = await api.person("company_hr", { company_id });
    await query(
      `
        update profiles
        set employment_status = 'employed', salary_kobo = 1, account_no_encrypted = 'x', address = 'x'
        where user_id = $1
      `,
      [hr.user_id],
    );
    return { company_id, hr };
  };
  const claim = async () => {
    const { company_id, hr } = await company();
    const { user_id, token } = await person();
    const id = uuidv7();
    await query("insert into employment_claims (id, company_id, user_id) values ($1, $2, $3)", [
      id,
      company_id,
      user_id,
    ]);
    return { id, hr, token };
  };

  const SUM = "recorded_alone_by_one_kobo";
  let sums = 0;
  /** A dated sum that begins in so many days. */
  const sum = async (days: number): Promise<string> => {
    const id = uuidv7();
    await query(
      `
        insert into configuration_values (id, key, valid_from, value, reason, set_by, set_at, is_at_once)
        select $1, $2, business_date + $3::int, '500000', 'Set', $4, clock_timestamp(), $3 = 0
        from business_calendar
      `,
      [id, SUM, days, colleague.user_id],
    );
    return id;
  };

  return {
    "affiliates.create": async () => ({
      token: staff.admin,
      body: {
        name: "Kemi Bello",
        email: `${uuidv7()}@partner.example`,
        phone: number(),
        code: `c${uuidv7().slice(-12)}`,
        commission_percent: "2",
      },
    }),
    "appeals.approve": row(staff.risk, APPEAL),
    "appeals.decline": row(staff.risk, APPEAL),
    "appeals.appealOwn": own({ text: "Please look at my case once more" }, profile("declined")),
    "assignments.addMembers": async () => ({
      token: staff.admin,
      body: { admin_ids: [(await api.person("super_risk")).user_id] },
    }),
    "assignments.removeMembers": async () => {
      const { user_id } = await api.person("super_risk");
      await query("insert into assignment_pool (admin_id) values ($1)", [user_id]);
      return { token: staff.admin, body: { admin_ids: [user_id] } };
    },
    "assignments.assign": many(staff.admin, { admin_id: colleague.user_id }),
    "assignments.giveBack": async () => {
      const { params } = await on(staff.admin, {}, assigned)();
      const [open] = await query<{ admin_id: string }>("select admin_id from assignments where user_id = $1", [
        params?.["id"],
      ]);
      const cases = [{ user_id: params?.["id"], from: open?.admin_id, to: null }];
      return { token: staff.admin, body: { cases } };
    },
    "assignments.unassign": many(staff.admin, {}, assigned),
    "assignments.markAsAttended": about(staff.admin, {}, assigned),
    "assignments.markAsContacted": about(staff.admin, { channel: "phone", outcome: "reached" }, assigned),
    "communications.createTemplate": async () => ({
      token: staff.operations,
      body: { ...texts, name: `T ${uuidv7()}` },
    }),
    "communications.updateTemplate": async () => ({
      token: staff.operations,
      params: await template(),
      body: { ...texts, name: `T ${uuidv7()}`, version: 1 },
    }),
    "communications.removeTemplate": async () => ({ token: staff.operations, params: await template() }),
    "communications.testSend": async () => ({
      token: staff.operations,
      body: { ...texts, user_id: (await person()).user_id },
    }),
    "communications.create": async () => ({
      token: staff.operations,
      body: { ...texts, name: "One word", segment: { queue: "all", user_ids: [(await person()).user_id] } },
    }),
    "communications.cancel": async () => ({
      token: staff.operations,
      params: {
        id: await inserted(
          "insert into communications (id, name, channel, category, body, segment, status) values ($1, 'To stop', 'mail', 'service', 'Hello', '{\"queue\":\"all\"}', 'scheduled')",
        ),
      },
      body: { reason },
    }),
    "communications.liftSuppression": on(
      staff.operations,
      { channel: "sms", reason },
      "insert into suppressions (user_id, channel, is_hard, reason, last_job_id) values ($1, 'sms', true, 'Gone', $1)",
    ),
    "communications.updatePreferences": own({ preferences: [{ channel: "mail", is_allowed: false }] }),
    "configuration.update": async () => ({
      token: staff.admin,
      body: { values: { minimum_age_years: 18 + (++sums % 80) }, reason },
    }),
    "configuration.withdraw": async () => ({ token: staff.admin, params: { id: await sum(++sums) }, body: { reason } }),
    "configuration.lower": async () => {
      await sum(0);
      return { token: staff.admin, body: { key: SUM, value: 400_000, reason } };
    },
    "creditDecisions.decideUpon": on(staff.risk, {}),
    "creditDecisions.updateAnalyses": on(staff.risk, {}),
    "creditDecisions.overrule": row(
      staff.risk,
      'insert into credit_decisions (id, user_id, rule_set_id, rule_set_number, occasion, outcome, final_outcome, score, limit_kobo, judgement) select $1, $2, id, number, \'by_hand\', \'declined\', \'declined\', 1, 0, \'{"facts":{},"reasons":[],"modules":[],"outcome":"declined","score":1,"limit_kobo":0,"annual_rate_percent":null}\' from rule_sets where status = \'active\'',
      { outcome: "approved", reason: "Payslip seen in the original" },
    ),
    "dataProtection.answer": row(
      staff.operations,
      "insert into data_requests (id, user_id, kind, due_on) values ($1, $2, 'export', '2030-01-01')",
      { status: "done", answer: "It is in your profile." },
    ),
    "dataProtection.ask": own({ kind: "export" }),
    "dataProtection.record": on(staff.operations, { kind: "erasure", text: "A letter of 3 March" }),
    "dataProtection.exportOwn": own({}),
    "dataProtection.exportOf": on(
      staff.operations,
      {},
      "insert into data_requests (id, user_id, kind, due_on) values (gen_random_uuid(), $1, 'export', '2030-01-01')",
    ),
    "documents.accept": async () => {
      const { id, user_id, token } = await document();
      return { token: token ?? "", params: { id: user_id, docId: id }, body: {} };
    },
    "documents.reopen": async () => {
      const { id, user_id, token } = await document();
      const params = { id: user_id, docId: id };
      await api.call(documents.accept, { token: token ?? "", params, body: {} });
      return { token: token ?? "", params, body: {} };
    },
    "documents.confirmMbs": async () => {
      const { id, user_id, token } = await document("bank_statement");
      return { token: token ?? "", params: { id: user_id }, body: { document_id: id } };
    },
    "documents.invalidate": async () => {
      const { id, user_id, token } = await document();
      return { token: token ?? "", params: { id: user_id, docId: id }, body: { reason: "altered" } };
    },
    ...Object.fromEntries(
      [
        ["nameGovernmentId", "govt_id"],
        ["nameWorkId", "work_id"],
        ["nameBankStatement", "bank_statement"],
      ].map(([name]) => [
        `documents.${name}`,
        async () => {
          const { id, user_id, own: mine } = await document("custom");
          return { token: mine, params: { id: user_id }, body: { document_id: id } };
        },
      ]),
    ),
    "documents.request": on(staff.operations, { types: ["work_id"] }),
    "documents.uploadCustom": ownUpload({ title: "A letter" }),
    "documents.staffGovernmentId": upload(staff.operations),
    "documents.staffWorkId": upload(staff.operations),
    "documents.staffCreditReport": upload(staff.operations),
    "documents.staffCustom": upload(staff.operations, { title: "A letter" }),
    "documents.staffBankStatement": async () => ({
      token: staff.operations,
      params: { id: (await person()).user_id },
      body: documentForm(csv, "s.csv", "text/csv"),
    }),
    "documents.uploadRequested": async () => {
      const { user_id } = await person();
      await api.call((await import("@manilla/contract/people/documents")).request, {
        token: staff.operations,
        params: { id: user_id },
        body: { types: ["work_id"] },
      });
      const token = /upload-documents\/token\/([\w.-]+)/.exec((await world.lastJob("send-mail")).text)?.[1] ?? "";
      return { params: { token, type: "work_id" }, body: await file() };
    },
    "employmentClaims.confirm": async () => {
      const { id, hr } = await claim();
      return { token: hr.token, params: { id }, body: {} };
    },
    "employmentClaims.refuse": async () => {
      const { id, hr } = await claim();
      return { token: hr.token, params: { id }, body: { reason: "Not one of ours" } };
    },
    "employmentClaims.withdrawOwn": async () => ({ token: (await claim()).token, body: {} }),
    "imports.createMany": async () => ({
      token: staff.operations,
      body: { users: [{ name: "Ada Obi", email: `${uuidv7()}@mail.example`, phone: number() }] },
    }),
    "limits.increaseLimit": on(staff.risk, { limit_kobo: 9_000_000, reason }),
    "limits.apply": own({ requested_kobo: 5_000_000, purpose: "A shop for cloth" }, profile("activated")),
    "limits.approveApplication": row(staff.risk, LIMIT("credit_application"), { limit_kobo: 5_000_000, reason }),
    "limits.declineApplication": row(staff.risk, LIMIT("credit_application")),
    "limits.markAsReviewed": row(staff.risk, LIMIT("limit_increase"), {}),
    "limits.reject": row(staff.risk, LIMIT("limit_increase")),
    "onboarding.updateProfile": own({ address: "1 Marina Road, Lagos" }),
    "onboarding.instantApproval": own({}, profile("pending")),
    "onboarding.verifyIdentity": async () => {
      const { token, someone } = await sandboxPerson();
      return { token, body: { bvn: someone.bvn, consent: true } };
    },
    "onboarding.requestIdentityOtp": async () => {
      const { token } = await sandboxPerson(({ token: mine, someone }) =>
        api.call(calls.verifyIdentity, { token: mine, body: { bvn: someone.bvn, consent: true } }),
      );
      return { token, body: {} };
    },
    "onboarding.verifyIdentityOtp": async () => {
      const { token, someone } = await sandboxPerson(({ token: mine, someone: who }) =>
        api.call(calls.verifyIdentity, { token: mine, body: { bvn: who.bvn, consent: true } }),
      );
      await api.call(calls.requestIdentityOtp, { token, body: {} });
      return { token, body: { otp: await world.sandbox.codeSentTo(someone.phone) } };
    },
    "onboarding.updateOnboardingProfile": async () => {
      const { token, someone } = await sandboxPerson();
      return { token, body: formTwo(someone) };
    },
    "onboarding.requestWorkEmailOtp": own({ email: "ada@lagoonfoods.example" }),
    "onboarding.verifyWorkEmailOtp": async () => {
      const { token } = await person();
      await api.call(calls.requestWorkEmailOtp, { token, body: { email: "ada@lagoonfoods.example" } });
      return { token, body: { otp: codeIn((await world.lastJob("send-mail")).text) } };
    },
    "onboarding.requestNinOtp": async () => {
      const { token, someone } = await sandboxPerson();
      return { token, body: { nin: someone.nin, consent: true } };
    },
    "onboarding.verifyNinOtp": async () => {
      const { token, someone } = await sandboxPerson();
      await api.call(calls.requestNinOtp, { token, body: { nin: someone.nin, consent: true } });
      return { token, body: { otp: codeIn((await world.lastJob("send-sms")).text) } };
    },
    "onboarding.uploadGovernmentId": ownUpload(),
    "onboarding.uploadWorkId": ownUpload(),
    "onboarding.uploadBankStatement": async () => ({
      token: (await person()).token,
      body: documentForm(csv, "s.csv", "text/csv"),
    }),
    "onboarding.shareMobileStatement": async () => ({
      token: (await person()).token,
      body: documentForm(csv, "s.csv", "text/csv", { consent: "true" }),
    }),
    "onboarding.connectMono": own({}),
    "onboarding.connectOkra": own({}),
    "onboarding.connectThird": own({}),
    "onboarding.requestMbsStatement": async () => {
      const { token, account } = await sandboxPerson();
      return { token, body: { ...account, consent: true } };
    },
    "onboarding.beginUssdStatement": async () => {
      const { token, account } = await sandboxPerson();
      return { token, body: { ...account, consent: true } };
    },
    "onboarding.checkUssdStatement": async () => {
      const { token } = await sandboxPerson(({ token: mine, account }) =>
        api.call(calls.beginUssdStatement, { token: mine, body: { ...account, consent: true } }),
      );
      return { token, body: {} };
    },
    "people.create": async () => ({
      token: staff.operations,
      body: { name: "Ada Obi", email: `${uuidv7()}@mail.example`, phone: number() },
    }),
    "people.addComment": on(staff.risk, { body: "Spoke with her" }),
    "people.blacklist": on(staff.risk),
    "people.unblacklist": on(staff.risk, { reason }, "update users set is_blacklisted = true where id = $1"),
    "people.setStatus": many(
      staff.risk,
      { status: "doc-processor", reason },
      "update users set status = 'processing' where id = $1",
    ),
    "people.activate": about(staff.risk, {}, profile("verified")),
    "people.verify": about(staff.risk, {}, profile("uncertain")),
    "people.deactivate": about(staff.risk, { reason }, profile("activated")),
    "people.decline": about(staff.risk, { reason }, profile("verified")),
    "people.markUncertain": about(staff.risk, { reason }, profile("verified")),
    "people.unmarkUncertain": async () => {
      const click = await about(staff.risk, { reason }, profile("verified"))();
      await api.call(people.markUncertain, { token: staff.risk, body: click.body });
      return { token: staff.risk, body: { user_id: (click.body as { user_id: string }).user_id } };
    },
    "people.verifyBankAccount": on(
      staff.risk,
      {},
      `
        update profiles
        set bank_code = '058', bank_name = 'GTB', account_no_encrypted = 'x', account_no_last4 = '1234',
          bank_account_status = 'pending'
        where user_id = $1
      `,
    ),
    "people.refuteBankAccount": on(
      staff.risk,
      { reason },
      `
        update profiles
        set bank_code = '058', bank_name = 'GTB', account_no_encrypted = 'x', account_no_last4 = '1234',
          bank_account_status = 'pending'
        where user_id = $1
      `,
    ),
    "people.bypass": on(staff.admin, { kind: "bvn", is_bypassed: true, reason }),
    "people.reveal": async () => {
      const { user_id } = await person();
      const { data_key } = await api.app.db
        .selectFrom("users")
        .select("data_key")
        .where("id", "=", user_id)
        .executeTakeFirstOrThrow();
      await api.app.db
        .updateTable("profiles")
        .set({ bvn_encrypted: api.app.encryption.encrypt(user_id, data_key ?? Buffer.alloc(0), "bvn", "22200000001") })
        .where("user_id", "=", user_id)
        .execute();
      return { token: staff.risk, params: { id: user_id }, body: { field: "bvn", reason } };
    },
    "profiles.activateDebitCard": about(
      staff.risk,
      {},
      "insert into card_requests (id, user_id, card_type, status) values (gen_random_uuid(), $1, 'virtual', 'pending')",
    ),
    "profiles.activatePostNoDebit": on(staff.risk),
    "profiles.deactivatePostNoDebit": on(
      staff.risk,
      { reason },
      "update users set is_post_no_debit = true where id = $1",
    ),
    "profiles.postNoDebitOfMany": many(staff.risk, { is_post_no_debit: true, reason }),
    "profiles.remove": on(staff.admin),
    "profiles.requeue": many(staff.risk, { reason }, profile("declined")),
    "profiles.setEmployed": on(staff.risk, {
      employer: "Lagoon Foods",
      position: "Accountant",
      emp_type: "full-time",
      company_address: "1 Broad Street",
      salary_kobo: 25_000_000,
      reason,
    }),
    "profiles.setSelfEmployed": on(staff.risk, {
      employer: "Own shop",
      company_industry: "Retail",
      company_description: "Sells cloth",
      company_start_year: 2019,
      company_start_month: 4,
      company_monthly_income_kobo: 90_000_000,
      company_monthly_profit_kobo: 20_000_000,
      education: "secondary",
      salary_kobo: 25_000_000,
      reason,
    }),
    "profiles.updateMoney": on(staff.risk, { salary_kobo: 5_000_000, reason }),
    "profiles.updatePersonal": on(staff.risk, { address: "12 Marina Road, Lagos", reason }),
    "profiles.updatePlan": about(
      staff.admin,
      { plan: "tier_2", reason },
      "update users set bvn_verified_at = now() where id = $1",
    ),
    "ruleSets.create": async () => ({ token: staff.risk, body: { name: `Rules ${uuidv7()}` } }),
    "ruleSets.startBacktest": async () => {
      const id = await draft();
      await query(
        "insert into credit_decisions (id, user_id, rule_set_id, rule_set_number, occasion, outcome, final_outcome, score, limit_kobo, judgement) select gen_random_uuid(), $1, id, number, 'by_hand', 'declined', 'declined', 1, 0, '{\"facts\":{}}' from rule_sets where status = 'active'",
        [(await person()).user_id],
      );
      const day = isoDay(new Date());
      return {
        token: staff.risk,
        params: { id },
        body: { from: "2026-01-01", to: day < "2026-01-01" ? "2026-12-31" : day },
      };
    },
    "ruleSets.update": async () => {
      const id = await draft();
      const [found] = await query<{ tables: unknown }>("select tables from rule_sets where id = $1", [id]);
      return {
        token: staff.risk,
        params: { id },
        body: { name: "Changed rules", note: null, tables: found?.tables, version: 1 },
      };
    },
    "ruleSets.activate": async () => {
      const id = await draft();
      await query(
        `
          insert into backtests (id, rule_set_id, digest, from_on, to_on, status)
          select gen_random_uuid(), id, digest, '2026-01-01', '2026-01-02', 'done'
          from rule_sets
          where id = $1
        `,
        [id],
      );
      return { token: staff.risk, params: { id }, body: { reason, version: 1 } };
    },
    "underwriting.verifications": on(staff.risk, {}),
  };
}
