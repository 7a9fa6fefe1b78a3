import type { Endpoint } from "@manilla/contract/endpoint";
import * as documents from "@manilla/contract/people/documents";
import * as calls from "@manilla/contract/people/onboarding";
import * as underwriting from "@manilla/contract/lending/underwriting";
import { beforeEach, describe, expect, it } from "vitest";
import type { Answer } from "../../../../../../test/api.ts";
import { type PeopleWorld, inPeopleWorld, stateOf } from "../../../../../../test/people-world.ts";
import { documentForm, photo } from "../../../../../../test/sandbox.ts";
import { analyseDocument } from "../documents/index.ts";

let world: PeopleWorld;
let api: PeopleWorld["api"];
let staff: PeopleWorld["staff"];
inPeopleWorld((made) => void ({ api, staff } = world = made));
beforeEach(() => fetch(`${world.sandbox.sandbox.url}/faults`, { method: "DELETE" }));

const fault = (provider: string, body: object) =>
  fetch(`${world.sandbox.sandbox.url}/faults/${provider}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const post = (path: string, fields: Record<string, string>) =>
  fetch(`${world.sandbox.sandbox.url}${path}`, { method: "POST", body: new URLSearchParams(fields) });
async function ticketSentTo(phone: string): Promise<{ ticket: string; password: string }> {
  const { messages } = (await (
    await fetch(`${world.sandbox.sandbox.url}/inbox/messages?to=${encodeURIComponent(phone)}`)
  ).json()) as { messages: { text: string }[] };
  const [, ticket = "", password = ""] = /Ticket (\S+), password (\d+)/.exec(messages[0]?.text ?? "") ?? [];
  return { ticket, password };
}
const consents = async (user_id: string): Promise<number> =>
  (await api.database.pool.query("select 1 from consents where user_id = $1 and kind = 'statement'", [user_id]))
    .rowCount ?? 0;
async function expectRead(
  answer: Answer,
  source: string,
  word: string,
  balances_hold: boolean | null = true,
): Promise<void> {
  const [document] = stateOf(answer).documents;
  expect(document).toMatchObject({ type: "bank_statement", source, status: "received" });
  // V047 to V052: the address tells how it came.
  expect(document?.url).toContain(word);
  expect(stateOf(answer).statement_pull).toBeNull();
  expect(stateOf(answer).completeness.missing.documents).not.toContain("bank_statement");
  await analyseDocument(api.app, document?.id ?? "");
  const { rows } = await api.database.pool.query(
    `
      select status, balances_hold, result->'salary' is not null as has_salary, transaction_count
      from statement_analyses
      where document_id = $1
    `,
    [document?.id],
  );
  expect(rows[0]).toMatchObject({ status: "done", balances_hold, has_salary: true });
}

describe("a statement by ticket", () => {
  it("is asked for, survives leaving, and is fetched once with the ticket and the password of the bank's message", async () => {
    const { token, account, someone, user_id } = await world.customer();
    const asked = await api.call(calls.requestMbsStatement, { token, body: { ...account, consent: true } });
    expect(asked.status).toBe(200);
    expect(stateOf(await api.call(calls.find, { token })).statement_pull).toMatchObject({
      source: "mbs",
      status: "waiting",
      account_no: `•••••••${account.account_no.slice(-4)}`,
    });
    const ticket = await ticketSentTo(someone.phone);
    expect(
      (await api.call(calls.confirmMbsStatement, { token, body: { ...ticket, password: "00000" } })).body.errors,
    ).toHaveProperty("ticket");
    const done = await api.call(calls.confirmMbsStatement, { token, body: ticket });
    expect(done.status).toBe(200);
    await expectRead(done, "mbs", "mbs");
    expect(await consents(user_id)).toBe(1);
    expect((await api.call(calls.confirmMbsStatement, { token, body: ticket })).status).toBe(409);
  });

  it("needs a request, a consent and an account", async () => {
    const { token, account } = await world.customer();
    expect(
      (await api.call(calls.confirmMbsStatement, { token, body: { ticket: "1-1", password: "12345" } })).status,
    ).toBe(409);
    expect((await api.call(calls.requestMbsStatement, { token, body: { ...account } })).body.errors).toHaveProperty(
      "consent",
    );
    expect((await api.call(calls.requestMbsStatement, { token, body: { consent: true } })).body.errors).toHaveProperty(
      "account_no",
    );
    expect(
      (
        await api.call(calls.requestMbsStatement, {
          token,
          body: { ...account, account_no: "0000000001", consent: true },
        })
      ).body.errors,
    ).toHaveProperty("account_no");
  });

  it("is fetched once when two devices send the ticket at the same moment", async () => {
    const { token, account, someone } = await world.customer();
    await api.call(calls.requestMbsStatement, { token, body: { ...account, consent: true } });
    const ticket = await ticketSentTo(someone.phone);
    await Promise.all([1, 2, 3].map(() => api.call(calls.confirmMbsStatement, { token, body: ticket })));
    expect(stateOf(await api.call(calls.find, { token })).documents).toHaveLength(1);
  });

  it("stays open when the bank does not answer, and can be tried again", async () => {
    const { token, account, someone } = await world.customer();
    await api.call(calls.requestMbsStatement, { token, body: { ...account, consent: true } });
    const ticket = await ticketSentTo(someone.phone);
    await fault("mbs", { mode: "timeout_before_effect", times: 1, delay_ms: 10 });
    expect((await api.call(calls.confirmMbsStatement, { token, body: ticket })).status).toBe(503);
    expect((await api.call(calls.confirmMbsStatement, { token, body: ticket })).status).toBe(200);
  });

  it("of a bank that refuses ends the pull with a reason", async () => {
    const { token, account } = await world.customer();
    await fault("mbs", { mode: "decline", times: 1, call: "POST /RequestStatement" });
    expect((await api.call(calls.requestMbsStatement, { token, body: { ...account, consent: true } })).status).toBe(
      422,
    );
    expect(stateOf(await api.call(calls.find, { token })).statement_pull).toMatchObject({
      source: "mbs",
      status: "refused",
    });
  });
});

describe("an account connected at Mono", () => {
  const pullsOf = async (user_id: string) =>
    (
      await api.database.pool.query(
        `
          select p.source, p.status, c.kind as consent, p.document_id is not null as has_document, p.failure
          from statement_pulls p
          join consents c on c.id = p.consent_id
          where p.user_id = $1
          order by p.created_at
        `,
        [user_id],
      )
    ).rows;

  it("leaves the record of its pull with the consent and the document, as the other sources do", async () => {
    const { token, someone, user_id } = await world.customer();
    const done = await api.call(calls.fetchMonoStatement, {
      token,
      body: { code: `code_${someone.bvn}`, consent: true },
    });
    await expectRead(done, "mono", "mono");
    expect(await pullsOf(user_id)).toEqual([
      { source: "mono", status: "fetched", consent: "statement", has_document: true, failure: null },
    ]);
  });

  it("that is refused, or that the bank does not answer for, ends in words and can be tried again", async () => {
    const { token, someone, user_id } = await world.customer();
    const fetchIt = (code: string) => api.call(calls.fetchMonoStatement, { token, body: { code, consent: true } });
    expect((await fetchIt("nonsense")).body.errors).toEqual({
      code: ["this connection has ended; connect your bank again"],
    });
    await fault("mono", { mode: "outage", times: 1 });
    expect((await fetchIt(`code_${someone.bvn}`)).status).toBe(503);
    expect(await pullsOf(user_id)).toMatchObject([
      { status: "refused", has_document: false, failure: expect.stringContaining("refused") },
      { status: "refused", has_document: false, failure: expect.stringContaining("no answer") },
    ]);
    expect((await fetchIt(`code_${someone.bvn}`)).status).toBe(200);
    expect((await pullsOf(user_id)).at(-1)).toMatchObject({ status: "fetched", has_document: true });
  });
});

describe("a linked account", () => {
  it.each([
    ["okra", calls.connectOkra, calls.fetchOkraStatement, "record", "okra", "okra"],
    ["the third source", calls.connectThird, calls.fetchThirdStatement, "code", "statement_source_3", "bank_statement"],
  ] as const)("at %s gives twelve months once", async (_, connect, fetchIt, field, source, word) => {
    const { token, someone, user_id } = await world.customer();
    const { connect_url } = (
      await api.call(connect as Endpoint, {
        token,
        body: { return_to: "/customer/settings/profile?step=statement&source=okra" },
      })
    ).body.data as { connect_url: string };
    const back = await fetch(connect_url, {
      method: "POST",
      body: new URLSearchParams({ bvn: someone.bvn, answer: "yes" }),
      redirect: "manual",
    });
    const code = new URL(back.headers.get("location") ?? "").searchParams.get(field) ?? "";
    expect((await api.call(connect as Endpoint, { token, body: { return_to: "//evil.example" } })).status).toBe(422);
    expect(
      (await api.call(fetchIt as Endpoint, { token, body: { [field]: "nonsense", consent: true } })).body.errors,
    ).toHaveProperty(field);
    const done = await api.call(fetchIt as Endpoint, { token, body: { [field]: code, consent: true } });
    expect(done.status).toBe(200);
    // Okra's movements carry no balances: nobody can say that they add up.
    await expectRead(done, source, word, source === "okra" ? null : true);
    expect((await api.call(fetchIt as Endpoint, { token, body: { [field]: code, consent: true } })).status).toBe(422);
    expect(await consents(user_id)).toBe(3);
    await fault(source, { mode: "outage", times: 1 });
    expect((await api.call(fetchIt as Endpoint, { token, body: { [field]: code, consent: true } })).status).toBe(503);
  });
});

describe("a statement from the bank's app", () => {
  it("comes by its share code", async () => {
    const { token, someone } = await world.customer();
    const page = await (await post("/phone/share", { bvn: someone.bvn })).text();
    const share_code = /share code is (\w+)/.exec(page)?.[1] ?? "";
    const done = await api.call(calls.shareMobileStatement, { token, body: { share_code, consent: true } });
    expect(done.status).toBe(200);
    await expectRead(done, "mobile", "mobile");
    expect(
      (await api.call(calls.shareMobileStatement, { token, body: { share_code, consent: true } })).body.errors,
    ).toHaveProperty("share_code");
  });

  it("comes as the file that the app exports, and not without either", async () => {
    const { token, someone } = await world.customer();
    const file = await world.sandbox.file(`/people/${someone.bvn}/statement.csv`);
    const done = await api.call(calls.shareMobileStatement, {
      token,
      body: documentForm(file, "export.csv", "text/csv", { consent: "true" }),
    });
    expect(done.status).toBe(200);
    await expectRead(done, "mobile", "mobile");
    expect((await api.call(calls.shareMobileStatement, { token, body: { consent: true } })).body.errors).toHaveProperty(
      "share_code",
    );
  });
});

describe("a statement by USSD", () => {
  const dialOf = (answer: Answer): string => stateOf(answer).statement_pull?.dial ?? "";
  it("waits for the phone, and is there once the person has agreed", async () => {
    const { token, account } = await world.customer();
    const begun = await api.call(calls.beginUssdStatement, { token, body: { ...account, consent: true } });
    expect(dialOf(begun)).toMatch(/^\*945\*7\*\d+#$/);
    expect(stateOf(await api.call(calls.checkUssdStatement, { token })).statement_pull).toMatchObject({
      status: "waiting",
    });
    await post("/phone/dial", { dial: dialOf(begun), answer: "yes" });
    const done = await api.call(calls.checkUssdStatement, { token });
    await expectRead(done, "ussd", "ussd");
    expect(stateOf(await api.call(calls.checkUssdStatement, { token })).documents).toHaveLength(1);
  });

  it("that is refused on the phone says so, and can be begun again", async () => {
    const { token, account } = await world.customer();
    const begun = await api.call(calls.beginUssdStatement, { token, body: { ...account, consent: true } });
    await post("/phone/dial", { dial: dialOf(begun), answer: "no" });
    expect(stateOf(await api.call(calls.checkUssdStatement, { token })).statement_pull).toMatchObject({
      status: "refused",
      failure: "It was refused on the phone.",
    });
    expect(
      stateOf(await api.call(calls.beginUssdStatement, { token, body: { ...account, consent: true } })).statement_pull,
    ).toMatchObject({ status: "waiting" });
  });
});

describe("every way", () => {
  it("wants a customer: nobody without a session, no staff", async () => {
    for (const call of [
      calls.requestMbsStatement,
      calls.confirmMbsStatement,
      calls.shareMobileStatement,
      calls.fetchOkraStatement,
      calls.fetchThirdStatement,
      calls.beginUssdStatement,
      calls.checkUssdStatement,
    ] as unknown as Endpoint[]) {
      expect((await api.call(call, { body: {} })).status).toBe(401);
      expect((await api.call(call, { token: staff.token, body: {} })).status).toBe(403);
    }
  });

  it("is named in the state, and one that is not configured is not offered", async () => {
    const { token } = await world.customer();
    expect(stateOf(await api.call(calls.find, { token })).statement_sources.map(({ source }) => source)).toEqual([
      "mono",
      "okra",
      "statement_source_3",
      "mbs",
      "ussd",
      "mobile",
    ]);
    const { okra, ...others } = api.app.outside.statement_sources;
    api.app.outside.statement_sources = others;
    expect(
      (await api.call(calls.fetchOkraStatement, { token, body: { record: "x", consent: true } })).body,
    ).toMatchObject({ code: "not_offered" });
    api.app.outside.statement_sources = { ...others, ...(okra && { okra }) };
  });
});

describe("a document that was not accepted", () => {
  it("is replaced by the next one of its kind: both know of each other, and the history stays", async () => {
    const { token, user_id } = await world.customer();
    const sent = await api.call(calls.uploadGovernmentId, { token, body: documentForm(await photo(), "id.jpg") });
    const [first] = stateOf(sent).documents;
    await api.call(documents.invalidate, {
      token: staff.token,
      params: { id: user_id, docId: first?.id ?? "" },
      body: { reason: "unreadable", note: "Too dark." },
    });
    const again = stateOf(
      await api.call(calls.uploadGovernmentId, { token, body: documentForm(await photo(), "id-2.jpg") }),
    ).documents;
    expect(again[0]).toMatchObject({ replaces: first?.id, replaced_by: null, status: "received" });
    expect(again[1]).toMatchObject({ id: first?.id, replaced_by: again[0]?.id, status: "invalidated" });
    const third = stateOf(
      await api.call(calls.uploadGovernmentId, { token, body: documentForm(await photo(), "id-3.jpg") }),
    ).documents;
    expect(third[0]?.replaces).toBeNull();
    const { events } = (await api.call(documents.events, { token: staff.token, params: { id: user_id } })).body
      .data as { events: { event: string }[] };
    expect(events.map(({ event }) => event)).toEqual(["received", "resubmitted", "invalidated", "received"]);
    expect(
      (await api.call(underwriting.statementAnalysis, { token: staff.token, params: { id: user_id } })).status,
    ).toBe(200);
  });
});
