import * as documents from "@manilla/contract/people/documents";
import * as onboarding from "@manilla/contract/people/onboarding";
import * as wallets from "@manilla/contract/people/personal-wallets";
import * as session from "@manilla/contract/platform/session";
import { writeXlsx } from "hucre";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../../../../../test/api.ts";
import { type PeopleWorld, inPeopleWorld, newestDocument as newest } from "../../../../../../test/people-world.ts";
import { documentForm, photo } from "../../../../../../test/sandbox.ts";
import { analyseDocument } from "./index.ts";
import { STATEMENTS, statementList } from "./lists.ts";

let world: PeopleWorld;
let api: PeopleWorld["api"];
let staff: PeopleWorld["staff"];
inPeopleWorld((made) => void ({ api, staff } = world = made));

type Items = { items: Record<string, unknown>[]; total_count: number };
// The calls of a test answer without their output type: the contract has checked the shape on the server.
const pageOf = (answer: Answer): Items => answer.body.datatable as Items;
type Part = { name: string; count: number; total_kobo: number; rows: number[] };
async function withStatement() {
  const person = await world.customer();
  const sent = await api.call(onboarding.uploadBankStatement, {
    token: person.token,
    body: documentForm(await world.sandbox.file(`/people/${person.someone.bvn}/statement.csv`), "s.csv"),
  });
  await analyseDocument(api.app, newest(sent));
  return { ...person, document_id: newest(sent) };
}

describe("the breakdown of a statement", () => {
  it("says what came in and went out, and every figure names rows of the statement", async () => {
    const { document_id, user_id } = await withStatement();
    const answer = await api.call(documents.breakdown, { token: staff.token, params: { id: document_id } });
    const { income, outgoings, payers } = answer.body.data as { income: Part[]; outgoings: Part[]; payers: Part[] };
    expect(income.map(({ name }) => name)).toContain("salary");
    expect(payers.length).toBeGreaterThan(0);
    const { rows } = await api.database.pool.query<{ number: number; debit_kobo: string; credit_kobo: string }>(
      "select number, debit_kobo, credit_kobo from statement_transactions where document_id = $1",
      [document_id],
    );
    const amounts = new Map(rows.map((row) => [row.number, BigInt(row.credit_kobo) + BigInt(row.debit_kobo)]));
    for (const part of [...income, ...outgoings, ...payers])
      expect(part.rows.reduce((sum, row) => sum + (amounts.get(row) ?? 0n), 0n)).toBe(BigInt(part.total_kobo));
    expect(answer.body.data).toMatchObject({ user_id, balances_hold: true, status: "done" });
  });

  it("is for those who may see statements, and not there for what is none", async () => {
    const { token, document_id } = await withStatement();
    expect((await api.call(documents.breakdown, { params: { id: document_id } })).status).toBe(401);
    expect((await api.call(documents.breakdown, { token, params: { id: document_id } })).status).toBe(403);
    expect(
      (await api.call(documents.breakdown, { token: staff.token, params: { id: crypto.randomUUID() } })).status,
    ).toBe(404);
  });
});

describe("who views as somebody", () => {
  it("opens their papers by an own right only, and the look is recorded as theirs", async () => {
    const owner = await withStatement();
    const { user_id } = owner;
    const identity = newest(
      await api.call(onboarding.uploadGovernmentId, {
        token: owner.token,
        body: documentForm(await photo(), "id.jpg"),
      }),
    );
    const viewing = async ({ token }: { token: string }) => {
      const body = { user_id, reason: "The page stays empty" };
      return ((await api.call(session.startViewingAs, { token, body })).body.data as { token: string }).token;
    };
    const looks = async () =>
      (
        await api.database.pool.query<{ document_id: string; looked_by: string }>(
          "select document_id, looked_by from document_looks where user_id = $1",
          [user_id],
        )
      ).rows;
    const [support, admin] = [await api.person("super_support"), await api.person("super_admin")];
    const [asSupport, asAdmin] = [await viewing(support), await viewing(admin)];
    for (const id of [owner.document_id, identity]) {
      const refused = await api.call(documents.file, { token: asSupport, params: { id } });
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        403,
        "may_not_see",
        "You may not open documents.",
      ]);
    }
    expect((await api.call(documents.file, { token: owner.token, params: { id: identity } })).status).toBe(200);
    expect(await looks()).toEqual([]);
    expect((await api.call(documents.file, { token: asAdmin, params: { id: identity } })).status).toBe(200);
    expect(await looks()).toEqual([{ document_id: identity, looked_by: admin.user_id }]);
    const { rows } = await api.database.pool.query(
      "select actor_id from audit_records where action = 'document_viewed' and subject_id = $1",
      [user_id],
    );
    expect(rows).toEqual([{ actor_id: admin.user_id }]);
    // The right to one kind of paper is no right to another: here the viewer may open papers, and no statements.
    await api.database.pool.query(
      "insert into user_permissions (user_id, permission, is_granted) values ($1, 'provider:can_view_statements', false)",
      [admin.user_id],
    );
    const statement = await api.call(documents.file, { token: asAdmin, params: { id: owner.document_id } });
    expect([statement.status, statement.body.message]).toEqual([403, "You may not see bank statements."]);
  });

  it("opens no file that their own role says nothing of", async () => {
    const { user_id } = await api.person("staff");
    const opens = async (role: "super_support" | "super_admin") => {
      const { token } = await api.person(role);
      const body = { user_id, reason: "The page stays empty" };
      const viewing = ((await api.call(session.startViewingAs, { token, body })).body.data as { token: string }).token;
      return api.call(wallets.statementFile, { token: viewing });
    };
    const refused = await opens("super_support");
    expect([refused.status, refused.body.code]).toEqual([403, "may_not_see"]);
    expect((await opens("super_admin")).status).toBe(200);
  });
});

describe("the rooms of the document processor", () => {
  it("show what is new, what was rejected until it is replaced, and what belongs to a loan request", async () => {
    const person = await api.person("staff", { name: "Ngozi", last_name: "Roomtest" });
    const send = async () =>
      newest(
        await api.call(onboarding.uploadGovernmentId, {
          token: person.token,
          body: documentForm(await photo(), "id.jpg"),
        }),
      );
    const room = async (queue: "new" | "rejected" | "loan") =>
      pageOf(
        await api.call(documents.listAll, { token: staff.token, params: { queue }, query: { search: "Roomtest" } }),
      ).items;
    const first = await send();
    expect(await room("new")).toMatchObject([{ id: first, is_resubmission: false, loan_reference: null }]);
    await api.call(documents.invalidate, {
      token: staff.token,
      params: { id: person.user_id, docId: first },
      body: { reason: "altered" },
    });
    expect(await room("new")).toEqual([]);
    expect(await room("rejected")).toMatchObject([{ id: first, invalid_reason: "altered" }]);
    const second = await send();
    expect(await room("rejected")).toEqual([]);
    expect(await room("new")).toMatchObject([{ id: second, is_resubmission: true }]);
    expect(await room("loan")).toEqual([]);
    expect((await api.call(documents.listAll, { token: person.token, params: { queue: "all" } })).status).toBe(403);
  });
});

describe("the list of statements", () => {
  it("says how each was read, whether its balances hold, and the salary; and finds by them", async () => {
    const { document_id } = await withStatement();
    const broken = await withStatement();
    await api.database.pool.query("update statement_analyses set balances_hold = false where document_id = $1", [
      broken.document_id,
    ]);
    const find = async (filter: object) =>
      pageOf(
        await api.call(documents.listStatements, { token: staff.token, query: { filter: JSON.stringify(filter) } }),
      ).items.map((row) => row.document_id);
    const all = pageOf(await api.call(documents.listStatements, { token: staff.token })).items;
    expect(all.find((row) => row.document_id === document_id)).toMatchObject({
      status: "done",
      balances_hold: true,
      source: "upload",
      salary_day: expect.any(Number),
      months: expect.any(Number),
    });
    expect(await find({ balances_hold: false })).toEqual([broken.document_id]);
    expect(await find({ has_salary: true })).toContain(document_id);
    const row = all.find((one) => one.document_id === document_id);
    const [months, salary_kobo] = [Number(row?.months), Number(row?.salary_kobo)];
    expect(await find({ months })).toContain(document_id);
    expect(await find({ months: 99 })).toEqual([]);
    expect(await find({ salary_kobo: { min: salary_kobo - 1, max: salary_kobo } })).toContain(document_id);
    expect(await find({ salary_kobo: { min: salary_kobo + 1 } })).not.toContain(document_id);
    expect((await api.call(documents.listStatements, { token: broken.token })).status).toBe(403);
  });
});

describe("the filters of statements", () => {
  it("are served by an index each, in the order of the list", async () => {
    const { user_id } = await api.person("staff");
    await api.database.pool.query(
      `
        with made as (
          insert into documents (
            id, user_id, type, title, source, url, original_name, media_type, storage_name, byte_count, digest
          )
          select gen_random_uuid(), $1, 'bank_statement', 'Filler', 'upload', '/f', 'f.pdf', 'application/pdf',
            gen_random_uuid()::text, 1, '\\x00'
          from generate_series(1, 20000)
          returning id
        )
        insert into statement_analyses (document_id, user_id, status, balances_hold, created_at, result)
        select id, $1, 'done', n % 50 > 0, now() - n * interval '1 minute',
          jsonb_build_object(
            'months', (select jsonb_agg(m) from generate_series(1, n % 24) m), 'salary',
            case when n % 40 = 0 then jsonb_build_object('amount_kobo', n * 1000, 'day', 25) end
          )
        from (select id, row_number() over () as n from made) f
      `,
      [user_id],
    );
    await api.database.pool.query("analyze statement_analyses; analyze documents");
    const planOf = async (filter: object) => {
      const { sql: text, parameters } = statementList
        .scoped(STATEMENTS)
        .statement({ page: 1, limit: 25, filter: JSON.stringify(filter) } as never)
        .compile(api.app.db);
      const { rows } = await api.database.pool.query<{ "QUERY PLAN": string }>(`explain ${text} limit 25`, [
        ...parameters,
      ]);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    expect(await planOf({})).toContain("statement_analyses_list");
    expect(await planOf({ months: 23 })).toContain("statement_analyses_months");
    expect(await planOf({ has_salary: true })).toContain("statement_analyses_has_salary");
    expect(await planOf({ salary_kobo: { min: 19_990_000 } })).toContain("statement_analyses_salary");
    expect(await planOf({ balances_hold: false })).toContain("statement_analyses_doubtful");
  });
});

describe("a statement as a workbook", () => {
  it("is read like any other, protected or not; the password is nowhere afterwards", async () => {
    const person = await api.person("staff", { name: "Excel", last_name: "Person" });
    const rows = [
      ["Transaction Date", "Narration", "Debit", "Credit", "Balance"],
      ["2026-01-02", "SALARY", null, 1_000, 1_000],
      ["2026-01-03", "POS", 10.5, null, 989.5],
    ];
    const bytes = Buffer.from(
      await writeXlsx({ sheets: [{ name: "S", rows }], encryption: { password: "Kaduna-77", spinCount: 1_000 } }),
    );
    const send = (fields: Record<string, string>) =>
      api.call(onboarding.uploadBankStatement, {
        token: person.token,
        body: documentForm(bytes, "s.xlsx", "application/octet-stream", fields),
      });
    expect((await send({})).body.errors).toHaveProperty("password");
    const sent = await send({ password: "Kaduna-77" });
    expect(sent.status).toBe(200);
    await analyseDocument(api.app, newest(sent));
    const { rows: read } = await api.database.pool.query(
      "select status, transaction_count, balances_hold from statement_analyses where document_id = $1",
      [newest(sent)],
    );
    expect(read).toEqual([{ status: "done", transaction_count: 2, balances_hold: true }]);
    const { rows: jobs } = await api.database.pool.query(
      "select 1 from pgboss.job where data::text like '%Kaduna-77%'",
    );
    expect(jobs).toEqual([]);
  });
});
