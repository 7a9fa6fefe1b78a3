import * as documents from "@manilla/contract/documents";
import * as calls from "@manilla/contract/onboarding";
import * as people from "@manilla/contract/people";
import * as underwriting from "@manilla/contract/underwriting";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../../../sandbox/src/people/people.ts";
import { type Answer, type TestApi, startTestApi } from "../../../../../test/api.ts";
import { type TestSandbox, documentForm, photo, startTestSandbox } from "../../../../../test/sandbox.ts";
import { analyseDocument } from "../documents/index.ts";

let api: TestApi;
let world: TestSandbox;
let staff: { token: string; user_id: string };
beforeAll(async () => {
  world = await startTestSandbox();
  api = await startTestApi(world.environment);
  staff = await api.person("super_risk");
});
afterAll(async () => {
  await api.stop();
  await world.close();
});

type State = { person: Record<string, string | null>; profile: Record<string, string | number | null>; documents: { id: string; type: string; source: string; url: string; analysis: unknown }[]; completeness: { next_step: string; missing: { documents: string[] }; is_ready_for_review: boolean } };
const stateOf = ({ body }: Answer): State => body.data as unknown as State;
let next = 0;
/** The next steady person of the sandbox, with an account of ours. */
async function customer(more: { name?: string; person?: Person } = {}) {
  const someone = more.person ?? world.people[next++];
  if (!someone) throw new Error("the sandbox has run out of people");
  const account = await api.person("staff", { name: more.name ?? someone.first_name, last_name: someone.last_name });
  return { ...account, someone };
}
const form = documentForm;
type Sent = { to: string; text: string };
const lastJob = async (name: string): Promise<Sent> => (await api.database.pool.query<{ data: Sent }>("select data from pgboss.job where name = $1 order by created_on desc limit 1", [name])).rows[0]?.data ?? { to: "", text: "" };
const lastSms = () => lastJob("send-sms");
const lastMail = () => lastJob("send-mail");
const codeIn = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? "";

async function verifyBvn({ token, someone }: Awaited<ReturnType<typeof customer>>) {
  await api.call(calls.verifyIdentity, { token, body: { bvn: someone.bvn, consent: true } });
  await api.call(calls.requestIdentityOtp, { token, body: {} });
  return api.call(calls.verifyIdentityOtp, { token, body: { otp: await world.codeSentTo(someone.phone) } });
}
const formTwo = (someone: Person, more: Record<string, unknown> = {}) => ({
  marital_status: "single", gender: someone.gender, address: someone.address, employment_status: "employed", employer: someone.employer, salary_kobo: someone.salary_kobo, salary_day: someone.salary_day,
  account_no: someone.accounts[0]?.account_number, bank_code: someone.accounts[0]?.bank_code, position: "Accountant", emp_type: "full-time", company_address: "1 Wharf Road, Apapa", ...more,
});

describe("the BVN", () => {
  it("is verified with the bank's own code, masked everywhere, and moves the case", async () => {
    const person = await customer();
    const started = await api.call(calls.verifyIdentity, { token: person.token, body: { bvn: person.someone.bvn, consent: true } });
    expect(started.status).toBe(200);
    expect(started.body.data).toMatchObject({ bvn: `•••••••${person.someone.bvn.slice(-4)}` });
    expect((await api.call(calls.requestIdentityOtp, { token: person.token, body: {} })).status).toBe(200);
    const done = await api.call(calls.verifyIdentityOtp, { token: person.token, body: { otp: await world.codeSentTo(person.someone.phone) } });
    expect(done.status).toBe(200);
    const state = stateOf(done);
    expect(state.profile).toMatchObject({ bvn: `•••••••${person.someone.bvn.slice(-4)}`, date_of_birth: person.someone.date_of_birth, verify_method: "bvn" });
    expect(state.person.status).toBe("incomplete-1");
    expect(state.completeness.next_step).toBe("profile");
    expect(JSON.stringify(done.body)).not.toContain(person.someone.bvn);
    const consents = await api.database.pool.query("select kind from consents where user_id = $1", [person.user_id]);
    expect(consents.rows).toEqual([{ kind: "bvn" }]);
  });

  it("is nowhere in the database or its jobs in clear", async () => {
    const person = await customer();
    await verifyBvn(person);
    const { rows } = await api.database.pool.query<{ table_name: string }>("select table_schema || '.' || quote_ident(table_name) as table_name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'");
    for (const { table_name } of rows) {
      const found = await api.database.pool.query(`select 1 from ${table_name} t where t::text like $1 limit 1`, [`%${person.someone.bvn}%`]);
      expect(found.rowCount, table_name).toBe(0);
    }
  });

  it("of somebody else's name stays unverified, says so, and leaves a note for the underwriter", async () => {
    const person = await customer({ name: "Somebody" });
    const answer = await verifyBvn({ ...person });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.bvn?.[0]).toContain("name");
    expect(stateOf(await api.call(calls.find, { token: person.token })).person.bvn_verified_at).toBeNull();
    const notes = await api.call(people.comments, { token: staff.token, params: { id: person.user_id } });
    expect(JSON.stringify(notes.body.data)).toContain("the name in the register");
  });

  it("with another birthday than the stated one is a mismatch too", async () => {
    const person = await customer();
    const { token, someone } = person;
    await api.call(calls.verifyIdentity, { token, body: { bvn: someone.bvn, consent: true, date_of_birth: "1970-02-03" } });
    await api.call(calls.requestIdentityOtp, { token, body: {} });
    const answer = await api.call(calls.verifyIdentityOtp, { token, body: { otp: await world.codeSentTo(someone.phone) } });
    expect([answer.status, answer.body.errors.bvn?.[0]]).toEqual([422, expect.stringContaining("date of birth")]);
  });

  it("belongs to one person: the second one is told, also when both try at once", async () => {
    const first = await customer();
    expect((await verifyBvn(first)).status).toBe(200);
    const second = await customer({ person: first.someone });
    const answer = await api.call(calls.verifyIdentity, { token: second.token, body: { bvn: first.someone.bvn, consent: true } });
    expect([answer.status, answer.body.code]).toEqual([409, "bvn_taken"]);

    const a = await customer();
    const twin = await customer({ person: a.someone });
    for (const { token } of [a, twin]) await api.call(calls.verifyIdentity, { token, body: { bvn: a.someone.bvn, consent: true } });
    const answers: number[] = [];
    for (const { token } of [a, twin]) {
      await api.call(calls.requestIdentityOtp, { token, body: {} });
      answers.push((await api.call(calls.verifyIdentityOtp, { token, body: { otp: await world.codeSentTo(a.someone.phone) } })).status);
    }
    expect(answers).toEqual([200, 409]);
  });

  it("takes a code once, from the person it was asked for, in time, five times at most", async () => {
    const person = await customer();
    const stranger = await customer();
    const { token, someone } = person;
    expect((await api.call(calls.verifyIdentityOtp, { token, body: { otp: "123456" } })).status).toBe(422);
    expect((await api.call(calls.requestIdentityOtp, { token, body: {} })).status).toBe(409);
    await api.call(calls.verifyIdentity, { token, body: { bvn: someone.bvn, consent: true } });
    await api.call(calls.requestIdentityOtp, { token, body: {} });
    const otp = await world.codeSentTo(someone.phone);
    expect((await api.call(calls.verifyIdentityOtp, { token: stranger.token, body: { otp } })).status).toBe(422);
    await api.database.pool.query("update identity_verifications set expires_at = now() - interval '1 second' where user_id = $1", [person.user_id]);
    expect((await api.call(calls.verifyIdentityOtp, { token, body: { otp } })).status).toBe(422);
    await api.call(calls.requestIdentityOtp, { token, body: {} });
    const fresh = await world.codeSentTo(someone.phone);
    const wrong = fresh === "111111" ? "222222" : "111111";
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await api.call(calls.verifyIdentityOtp, { token, body: { otp: wrong } })).status).toBe(422);
    expect((await api.call(calls.verifyIdentityOtp, { token, body: { otp: fresh } })).status).toBe(422);
    await api.call(calls.requestIdentityOtp, { token, body: {} });
    const last = await world.codeSentTo(someone.phone);
    const both = await Promise.all([1, 2].map(() => api.call(calls.verifyIdentityOtp, { token, body: { otp: last } })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await api.call(calls.verifyIdentity, { token, body: { bvn: someone.bvn, consent: true } })).status).toBe(409);
  });

  it("is refused with a message at the field: wrong length, unknown, without consent, of a child", async () => {
    const { token } = await customer();
    const cases: [Record<string, unknown>, string][] = [
      [{ bvn: "123", consent: true }, "bvn"], [{ bvn: "99999999999", consent: true }, "bvn"], [{ bvn: "22200000001" }, "consent"], [{ bvn: "22200000001", consent: false }, "consent"], [{ bvn: 5, consent: true }, "bvn"],
      [{ bvn: "22200000001", consent: true, date_of_birth: "2020-01-01" }, "date_of_birth"], [{ bvn: "22200000001", consent: true, date_of_birth: "yesterday" }, "date_of_birth"],
    ];
    for (const [body, field] of cases) {
      const answer = await api.call(calls.verifyIdentity, { token, body });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    }
  });
});

describe("the NIN", () => {
  it("is verified with a code to the phone of the register; a code works once", async () => {
    const { token, someone } = await customer();
    const asked = await api.call(calls.requestNinOtp, { token, body: { nin: someone.nin, consent: true } });
    expect(asked.status).toBe(200);
    const { to, text } = await lastSms();
    expect(to).toBe(someone.phone);
    const done = await api.call(calls.verifyNinOtp, { token, body: { otp: codeIn(text) } });
    expect(done.status).toBe(200);
    expect(stateOf(done).profile.nin).toBe(`•••••••${someone.nin.slice(-4)}`);
    expect((await api.call(calls.verifyNinOtp, { token, body: { otp: codeIn(text) } })).status).toBe(422);
    expect((await api.call(calls.requestNinOtp, { token, body: { nin: someone.nin, consent: true } })).status).toBe(409);
  });
});

describe("the address at work", () => {
  it("is proved by a code that goes there; free-mail addresses are refused", async () => {
    const { token, someone, user_id } = await customer();
    const free = await api.call(calls.requestWorkEmailOtp, { token, body: { email: "me@gmail.com" } });
    expect([free.status, free.body.errors.email]).toEqual([422, ["this email must be a private email"]]);
    expect((await api.call(calls.requestWorkEmailOtp, { token, body: { email: someone.work_email } })).status).toBe(200);
    const { to, text } = await lastMail();
    expect(to).toBe(someone.work_email);
    const stranger = await customer();
    expect((await api.call(calls.verifyWorkEmailOtp, { token: stranger.token, body: { otp: codeIn(text) } })).status).toBe(422);
    const done = await api.call(calls.verifyWorkEmailOtp, { token, body: { otp: codeIn(text) } });
    expect(stateOf(done).person).toMatchObject({ official_email: someone.work_email, id: user_id });
  });
});

describe("form 2", () => {
  it("asks the bank whose account it is and waits for staff", async () => {
    const { token, someone } = await customer();
    const done = await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone) });
    expect(done.status).toBe(200);
    expect(stateOf(done).profile).toMatchObject({ account_name: someone.accounts[0]?.account_name, account_no: `•••••••${someone.accounts[0]?.account_number.slice(-4)}`, bank_account_status: "pending", salary_kobo: someone.salary_kobo });
  });

  it("confirms the salary account by itself where its name is the one of the BVN, whichever came first", async () => {
    const [early, late] = [await customer(), await customer()];
    await verifyBvn(early);
    expect(stateOf(await api.call(calls.updateOnboardingProfile, { token: early.token, body: formTwo(early.someone) })).profile.bank_account_status).toBe("verified");
    await api.call(calls.updateOnboardingProfile, { token: late.token, body: formTwo(late.someone) });
    await verifyBvn(late);
    expect(stateOf(await api.call(calls.find, { token: late.token })).profile.bank_account_status).toBe("verified");
  });

  it("shows each message at its field, by the way of earning, and changes nothing", async () => {
    const { token, someone } = await customer();
    const answer = await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone, { employment_status: "self-employed", salary_day: 45, account_no: "1" }) });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject({ salary_day: ["this field has to be less than 31"], account_no: ["this field has to contain exactly 10 characters"] });
    const business = await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone, { employment_status: "self-employed" }) });
    expect(Object.keys(business.body.errors).sort()).toEqual(["company_description", "company_industry", "company_monthly_income_kobo", "company_monthly_profit_kobo", "company_start_month", "company_start_year", "education"]);
    const unknown = await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone, { account_no: "9990000000" }) });
    expect(unknown.body.errors).toEqual({ account_no: ["this bank has no such account"] });
    expect(stateOf(await api.call(calls.find, { token })).profile.employer).toBeNull();
  });

  it("keeps what staff decided while the account is the same, and asks again for another", async () => {
    const person = await customer({ person: world.people.find(({ accounts }) => accounts.length === 2) as Person });
    const { token, someone, user_id } = person;
    await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone) });
    expect((await api.call(people.verifyBankAccount, { token: staff.token, params: { id: user_id }, body: {} })).status).toBe(200);
    const same = await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone, { employer: "Another Employer" }) });
    expect(stateOf(same).profile.bank_account_status).toBe("verified");
    const other = await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone, { account_no: someone.accounts[1]?.account_number, bank_code: someone.accounts[1]?.bank_code }) });
    expect(stateOf(other).profile.bank_account_status).toBe("pending");
  });
});

describe("documents", () => {
  it("are told apart by content, kept under our own names, and shown to the owner and to staff only", async () => {
    const { token, user_id } = await customer();
    const sent = await api.call(calls.uploadGovernmentId, { token, body: form(await photo(), "../../../etc/passwd\u0000.pdf.jpg") });
    expect(sent.status).toBe(200);
    const [document] = stateOf(sent).documents;
    if (!document) throw new Error("nothing was kept");
    expect(document).toMatchObject({ type: "govt_id", source: "upload", media_type: "image/jpeg", url: `/api/documents/${document.id}/file?kind=govt_id` });
    const stranger = await customer();
    expect((await api.call(documents.file, { params: { id: document.id } })).status).toBe(401);
    expect((await api.call(documents.file, { token: stranger.token, params: { id: document.id } })).status).toBe(404);
    expect((await api.call(documents.listOf, { token: stranger.token, params: { id: user_id } })).status).toBe(404);
    for (const reader of [token, staff.token]) {
      const file = await api.call(documents.file, { token: reader, params: { id: document.id } });
      expect([file.status, file.headers.get("content-type"), file.headers.get("x-content-type-options")]).toEqual([200, "image/jpeg", "nosniff"]);
      expect(file.headers.get("content-disposition")).not.toContain("/");
    }
    expect((await api.call(documents.listOf, { token: staff.token, params: { id: user_id } })).status).toBe(200);
  });

  it("are refused when they are something else, scripted, empty, too large or missing", async () => {
    const { token } = await customer();
    const hostile: [Buffer | string, string][] = [
      ["<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "id.png"], ["MZ\u0000\u0001", "id.pdf"], ["", "id.jpg"], ["a,b\n1,2", "id.pdf"], [Buffer.alloc(11 * 1_048_576, 1), "id.jpg"], ["%PDF-1.7 broken", "id.pdf"],
    ];
    for (const [bytes, name] of hostile) {
      const answer = await api.call(calls.uploadGovernmentId, { token, body: form(bytes, name) });
      expect([answer.status, Object.keys(answer.body.errors)], name).toEqual([422, ["document"]]);
    }
    expect((await api.call(calls.uploadGovernmentId, { token, body: {} })).body.errors).toEqual({ document: ["a file has to be chosen"] });
    const wrongField = new FormData();
    wrongField.set("file", new Blob([(await photo()) as never]), "id.jpg");
    expect((await api.call(calls.uploadGovernmentId, { token, body: wrongField })).status).toBe(422);
    expect(stateOf(await api.call(calls.find, { token })).documents).toEqual([]);
  });

  it("named in JSON must be one's own uploads; an address outside is refused", async () => {
    const { token, user_id } = await customer();
    const stranger = await customer();
    const uploaded = await api.call(documents.uploadCustom, { token, body: form(await photo(), "paper.jpg", "image/jpeg", { title: "My paper" }) });
    const { document } = uploaded.body.data as { document: { id: string; url: string } };
    const foreign = await api.call(documents.nameWorkId, { token, params: { id: user_id }, body: { url: "https://evil.example/x.pdf" } });
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ["url"]]);
    expect((await api.call(documents.nameWorkId, { token: stranger.token, params: { id: stranger.user_id }, body: { document_id: document.id } })).status).toBe(404);
    expect((await api.call(documents.nameWorkId, { token: stranger.token, params: { id: user_id }, body: { document_id: document.id } })).status).toBe(404);
    const named = await api.call(documents.nameWorkId, { token, params: { id: user_id }, body: { url: document.url } });
    expect(named.body.data).toMatchObject({ document: { id: document.id, type: "work_id" } });
  });

  it.each(["csv", "pdf"])("a bank statement as %s is read, with the rows that each finding rests on", async (extension) => {
    const { token, someone, user_id } = await customer();
    const bytes = await world.file(`/people/${someone.bvn}/statement.${extension}`);
    const sent = await api.call(calls.uploadBankStatement, { token, body: form(bytes, `statement.${extension}`) });
    expect(sent.status).toBe(200);
    const [document] = stateOf(sent).documents;
    expect(document?.analysis).toEqual({ status: "pending", failure: null });
    await analyseDocument(api.app, document?.id ?? "");
    const { analysis } = (await api.call(underwriting.statementAnalysis, { token: staff.token, params: { id: user_id } })).body.data as unknown as { analysis: { status: string; balances_hold: boolean; salary: { amount_kobo: number; day: number; rows: number[] }; transaction_count: number; months: unknown[] } };
    expect(analysis).toMatchObject({ status: "done", balances_hold: true, flags: [] });
    expect(Math.abs(analysis.salary.amount_kobo - someone.salary_kobo) / someone.salary_kobo).toBeLessThan(0.05);
    const { statement } = (await api.call(documents.bankStatement, { token: staff.token, params: { id: user_id } })).body.data as unknown as { statement: { transactions: { number: number; narration: string; credit_kobo: number }[] } };
    expect(statement.transactions).toHaveLength(analysis.transaction_count);
    const rows = statement.transactions.filter(({ number }) => analysis.salary.rows.includes(number));
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) expect(row.narration).toContain("SALARY");
    const pdf = await api.call(underwriting.statementPdf, { token: staff.token, params: { id: user_id } });
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  });

  it("a statement that is none, or whose balances do not add up, is said to be so", async () => {
    const { token, someone, user_id } = await customer();
    const none = await api.call(calls.uploadBankStatement, { token, body: form("name,age\nAda,3\n", "s.csv") });
    const id = stateOf(none).documents[0]?.id ?? "";
    await analyseDocument(api.app, id);
    const failed = await api.call(underwriting.statementAnalysis, { token: staff.token, params: { id: user_id } });
    expect(failed.body.data).toMatchObject({ analysis: { status: "failed", failure: expect.stringContaining("heading") } });
    const text = (await world.file(`/people/${someone.bvn}/statement.csv`)).toString();
    const lines = text.split("\r\n");
    lines[20] = (lines[20] ?? "").replace(/,([\d.]+)$/, ",9999999.99");
    const altered = await api.call(calls.uploadBankStatement, { token, body: form(lines.join("\r\n"), "s.csv") });
    await analyseDocument(api.app, stateOf(altered).documents[0]?.id ?? "");
    const { analysis } = (await api.call(underwriting.statementAnalysis, { token: staff.token, params: { id: user_id } })).body.data as unknown as { analysis: { balances_hold: boolean; flags: { row: number }[] } };
    expect(analysis.balances_hold).toBe(false);
    expect(analysis.flags.map(({ row }) => row)).toContain(21);
  });

  it("a connected account gives twelve months through Mono, recognisable by its address", async () => {
    const { token, someone, user_id } = await customer();
    expect((await api.call(calls.fetchMonoStatement, { token, body: { code: "nonsense", consent: true } })).body.errors).toHaveProperty("code");
    const done = await api.call(calls.fetchMonoStatement, { token, body: { code: `code_${someone.bvn}`, consent: true } });
    expect(done.status).toBe(200);
    const [document] = stateOf(done).documents;
    expect(document).toMatchObject({ type: "bank_statement", source: "mono" });
    expect(document?.url).toContain("mono");
    await analyseDocument(api.app, document?.id ?? "");
    const { analysis } = (await api.call(underwriting.statementAnalysis, { token: staff.token, params: { id: user_id } })).body.data as unknown as { analysis: { account_name: string; salary: unknown; balances_hold: boolean } };
    expect(analysis).toMatchObject({ account_name: someone.accounts[0]?.account_name, balances_hold: true });
    expect(analysis.salary).not.toBeNull();
    const connect = await api.call(calls.connectMono, { token, body: { return_to: "//evil.example" } });
    expect(connect.status).toBe(422);
    expect((await api.call(calls.connectMono, { token, body: { return_to: "/customer/settings/profile" } })).body.data).toMatchObject({ connect_url: expect.stringContaining("/connect/") });
  });
});

describe("the whole way", () => {
  it("ends before an underwriter, who runs the checks; the mark of an instant approval is no loan", async () => {
    const person = await customer();
    const { token, someone, user_id } = person;
    expect((await api.call(calls.instantApproval, { token, body: {} })).status).toBe(409);
    await verifyBvn(person);
    await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone) });
    await api.call(calls.uploadGovernmentId, { token, body: form(await photo(), "id.jpg") });
    const before = stateOf(await api.call(calls.find, { token }));
    expect([before.completeness.next_step, before.person.status]).toEqual(["account_verification", "incomplete-1"]);
    const sent = await api.call(calls.fetchMonoStatement, { token, body: { code: `code_${someone.bvn}`, consent: true } });
    expect([stateOf(sent).completeness.next_step, stateOf(sent).person.status]).toEqual(["instant_approval", "processing"]);
    await analyseDocument(api.app, stateOf(sent).documents[0]?.id ?? "");
    expect(stateOf(await api.call(calls.instantApproval, { token, body: {} })).completeness.next_step).toBe("card_request");
    expect((await api.call(calls.instantApproval, { token, body: {} })).status).toBe(409);
    expect((await api.database.pool.query("select 1 from loans where user_id = $1", [user_id])).rowCount).toBe(0);
    expect((await api.call(calls.requestCardFinally, { token, body: {} })).status).toBe(409);
    await api.call(calls.requestCard, { token, body: { card_type: "physical" } });
    expect(Object.keys((await api.call(calls.requestCardFinally, { token, body: {} })).body.errors)).toEqual(["delivery_address", "delivery_state"]);
    expect((await api.call(calls.requestCardFinally, { token, body: { delivery_address: someone.address, delivery_state: "Lagos" } })).body.data).toMatchObject({ card_request: { status: "pending" } });
    expect((await api.call(calls.requestCardFinally, { token, body: { delivery_address: someone.address, delivery_state: "Lagos" } })).status).toBe(409);
    const run = await api.call(underwriting.verifications, { token: staff.token, params: { id: user_id }, body: {} });
    const checks = (run.body.data as unknown as { run: { checks: { name: string; outcome: string }[] } }).run.checks;
    expect(Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]))).toMatchObject({ identity: "passed", blacklist: "passed", bank_account: "passed", statement_balances: "passed", salary: "passed" });
    expect((await api.call(underwriting.creditSummary, { token: staff.token, params: { id: user_id } })).body.data).toHaveProperty("summary.fetched_at");
    const third = JSON.stringify((await api.call(underwriting.thirdPartyData, { token: staff.token, params: { id: user_id } })).body.data);
    expect(third).toContain("Bank register");
    expect(third).not.toContain(someone.bvn);
    const queue = await api.call(people.listByStatus, { token: staff.token, params: { status: "process" } });
    expect(JSON.stringify(queue.body.datatable)).toContain(user_id);
  });

  it("C305 changes what may be changed, and not a verified birthday", async () => {
    const person = await customer();
    const { token } = person;
    expect(stateOf(await api.call(calls.updateProfile, { token, body: { address: "7 Broad Street, Lagos", education: "bachelor" } })).profile).toMatchObject({ address: "7 Broad Street, Lagos", education: "bachelor" });
    expect((await api.call(calls.updateProfile, { token, body: { salary_kobo: 1 } })).status).toBe(422);
    await verifyBvn(person);
    expect((await api.call(calls.updateProfile, { token, body: { date_of_birth: "1980-01-01" } })).status).toBe(409);
  });
});
