import * as documents from "@manilla/contract/people/documents";
import * as calls from "@manilla/contract/people/onboarding";
import * as underwriting from "@manilla/contract/lending/underwriting";
import { describe, expect, it } from "vitest";
import { type PeopleWorld, inPeopleWorld, stateOf } from "../../../../../../test/people-world.ts";
import { documentForm as form, photo } from "../../../../../../test/sandbox.ts";
import { analyseDocument } from "../documents/index.ts";

let world: PeopleWorld;
let api: PeopleWorld["api"];
let staff: PeopleWorld["staff"];
inPeopleWorld((made) => void ({ api, staff } = world = made));

describe("documents", () => {
  it("are distinguished by content, kept under our own names, and shown to the owner and to staff only", async () => {
    const { token, user_id } = await world.customer();
    const sent = await api.call(calls.uploadGovernmentId, {
      token,
      body: form(await photo(), "../../../etc/passwd\u0000.pdf.jpg"),
    });
    expect(sent.status).toBe(200);
    const [document] = stateOf(sent).documents;
    if (!document) throw new Error("nothing was kept");
    expect(document).toMatchObject({
      type: "govt_id",
      source: "upload",
      media_type: "image/jpeg",
      url: `/api/documents/${document.id}/file?kind=govt_id`,
    });
    const stranger = await world.customer();
    expect((await api.call(documents.file, { params: { id: document.id } })).status).toBe(401);
    expect((await api.call(documents.file, { token: stranger.token, params: { id: document.id } })).status).toBe(404);
    expect((await api.call(documents.listOf, { token: stranger.token, params: { id: user_id } })).status).toBe(404);
    for (const reader of [token, staff.token]) {
      const file = await api.call(documents.file, { token: reader, params: { id: document.id } });
      expect([file.status, file.headers.get("content-type"), file.headers.get("x-content-type-options")]).toEqual([
        200,
        "image/jpeg",
        "nosniff",
      ]);
      expect(file.headers.get("content-disposition")).not.toContain("/");
    }
    expect((await api.call(documents.listOf, { token: staff.token, params: { id: user_id } })).status).toBe(200);
  });

  it("are refused when they are something else, scripted, empty, too large or missing", async () => {
    const { token } = await world.customer();
    const hostile: [Buffer | string, string][] = [
      ["<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "id.png"],
      ["MZ\u0000\u0001", "id.pdf"],
      ["", "id.jpg"],
      ["a,b\n1,2", "id.pdf"],
      [Buffer.alloc(11 * 1_048_576, 1), "id.jpg"],
      ["%PDF-1.7 broken", "id.pdf"],
    ];
    for (const [bytes, name] of hostile) {
      const answer = await api.call(calls.uploadGovernmentId, { token, body: form(bytes, name) });
      expect([answer.status, Object.keys(answer.body.errors)], name).toEqual([422, ["document"]]);
    }
    expect((await api.call(calls.uploadGovernmentId, { token, body: {} })).body.errors).toEqual({
      document: ["a file has to be chosen"],
    });
    const wrongField = new FormData();
    wrongField.set("file", new Blob([(await photo()) as never]), "id.jpg");
    expect((await api.call(calls.uploadGovernmentId, { token, body: wrongField })).status).toBe(422);
    expect(stateOf(await api.call(calls.find, { token })).documents).toEqual([]);
  });

  it("named in JSON must be one's own uploads; an address outside is refused", async () => {
    const { token, user_id } = await world.customer();
    const stranger = await world.customer();
    const uploaded = await api.call(documents.uploadCustom, {
      token,
      body: form(await photo(), "paper.jpg", "image/jpeg", { title: "My paper" }),
    });
    const { document } = uploaded.body.data as { document: { id: string; url: string } };
    const foreign = await api.call(documents.nameWorkId, {
      token,
      params: { id: user_id },
      body: { url: "https://evil.example/x.pdf" },
    });
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ["url"]]);
    expect(
      (
        await api.call(documents.nameWorkId, {
          token: stranger.token,
          params: { id: stranger.user_id },
          body: { document_id: document.id },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await api.call(documents.nameWorkId, {
          token: stranger.token,
          params: { id: user_id },
          body: { document_id: document.id },
        })
      ).status,
    ).toBe(404);
    const named = await api.call(documents.nameWorkId, { token, params: { id: user_id }, body: { url: document.url } });
    expect(named.body.data).toMatchObject({ document: { id: document.id, type: "work_id" } });
  });

  it.each(["csv", "pdf"])(
    "a bank statement as %s is read, with the rows that each finding rests on",
    async (extension) => {
      const { token, someone, user_id } = await world.customer();
      const bytes = await world.sandbox.file(`/people/${someone.bvn}/statement.${extension}`);
      const sent = await api.call(calls.uploadBankStatement, { token, body: form(bytes, `statement.${extension}`) });
      expect(sent.status).toBe(200);
      const [document] = stateOf(sent).documents;
      expect(document?.analysis).toEqual({ status: "pending", failure: null });
      await analyseDocument(api.app, document?.id ?? "");
      const { analysis } = (
        await api.call(underwriting.statementAnalysis, { token: staff.token, params: { id: user_id } })
      ).body.data as {
        analysis: {
          status: string;
          balances_hold: boolean;
          salary: { amount_kobo: number; day: number; rows: number[] };
          transaction_count: number;
          months: unknown[];
        };
      };
      expect(analysis).toMatchObject({ status: "done", balances_hold: true, flags: [] });
      expect(Math.abs(analysis.salary.amount_kobo - someone.salary_kobo) / someone.salary_kobo).toBeLessThan(0.05);
      const { statement } = (await api.call(documents.bankStatement, { token: staff.token, params: { id: user_id } }))
        .body.data as { statement: { transactions: { number: number; narration: string; credit_kobo: number }[] } };
      expect(statement.transactions).toHaveLength(analysis.transaction_count);
      const rows = statement.transactions.filter(({ number }) => analysis.salary.rows.includes(number));
      expect(rows.length).toBeGreaterThan(5);
      for (const row of rows) expect(row.narration).toContain("SALARY");
      const pdf = await api.call(underwriting.statementPdf, { token: staff.token, params: { id: user_id } });
      expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    },
  );

  it("a file that is no statement, or whose balances do not add up, is refused with its reason", async () => {
    const { token, someone, user_id } = await world.customer();
    const none = await api.call(calls.uploadBankStatement, { token, body: form("name,age\nAda,3\n", "s.csv") });
    const id = stateOf(none).documents[0]?.id ?? "";
    await analyseDocument(api.app, id);
    const failed = await api.call(underwriting.statementAnalysis, { token: staff.token, params: { id: user_id } });
    expect(failed.body.data).toMatchObject({
      analysis: { status: "failed", failure: expect.stringContaining("heading") },
    });
    const text = (await world.sandbox.file(`/people/${someone.bvn}/statement.csv`)).toString();
    const lines = text.split("\r\n");
    lines[20] = (lines[20] ?? "").replace(/,([\d.]+)$/, ",9999999.99");
    const altered = await api.call(calls.uploadBankStatement, { token, body: form(lines.join("\r\n"), "s.csv") });
    await analyseDocument(api.app, stateOf(altered).documents[0]?.id ?? "");
    const { analysis } = (
      await api.call(underwriting.statementAnalysis, { token: staff.token, params: { id: user_id } })
    ).body.data as { analysis: { balances_hold: boolean; flags: { row: number }[] } };
    expect(analysis.balances_hold).toBe(false);
    expect(analysis.flags.map(({ row }) => row)).toContain(21);
  });

  it("a connected account gives twelve months through Mono, recognisable by its address", async () => {
    const { token, someone, user_id } = await world.customer();
    expect(
      (await api.call(calls.fetchMonoStatement, { token, body: { code: "nonsense", consent: true } })).body.errors,
    ).toHaveProperty("code");
    const done = await api.call(calls.fetchMonoStatement, {
      token,
      body: { code: `code_${someone.bvn}`, consent: true },
    });
    expect(done.status).toBe(200);
    const [document] = stateOf(done).documents;
    expect(document).toMatchObject({ type: "bank_statement", source: "mono" });
    expect(document?.url).toContain("mono");
    await analyseDocument(api.app, document?.id ?? "");
    const { analysis } = (
      await api.call(underwriting.statementAnalysis, { token: staff.token, params: { id: user_id } })
    ).body.data as { analysis: { account_name: string; salary: unknown; balances_hold: boolean } };
    expect(analysis).toMatchObject({ account_name: someone.accounts[0]?.account_name, balances_hold: true });
    expect(analysis.salary).not.toBeNull();
    const connect = await api.call(calls.connectMono, { token, body: { return_to: "//evil.example" } });
    expect(connect.status).toBe(422);
    expect(
      (await api.call(calls.connectMono, { token, body: { return_to: "/customer/settings/profile" } })).body.data,
    ).toMatchObject({ connect_url: expect.stringContaining("/connect/") });
  });
});
