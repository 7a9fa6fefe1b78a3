/** What HTTP itself brings: addresses, headers, verbs. */
import { beforeAll, describe, expect, it } from "vitest";
import { uploadSlip } from "@manilla/contract/money/slips";
import { printLetter } from "../documents/letter.ts";
import { useTestApi } from "../../../../test/world.ts";

const api = await useTestApi();
let token: string;
beforeAll(async () => {
  ({ token } = await api.person("super_admin"));
});

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${api.address}${path}`, init);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
};

describe("the server", () => {
  it("lives, and is not ready, while the database gives no connection", async () => {
    const held = await Promise.all(Array.from({ length: api.app.config.DATABASE_POOL }, () => api.app.pool.connect()));
    const answers = await Promise.all(["/healthz", "/readyz", "/readyz"].map((path) => ask(path)));
    for (const client of held) client.release();
    expect(answers.map(({ status }) => status)).toEqual([200, 503, 503]);
    expect(await ask("/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it.each([
    ["a broken escape", "/api/%zz"],
    ["half a letter", "/api/admin/personal/loans/%E0%A4%A"],
    ["longer than any id", `/api/admin/personal/loans/${"a".repeat(300)}`],
    ["no call", "/api/nowhere"],
    ["no call of the second base", "/checkout/api/nowhere"],
  ])("answers an address that is %s in its envelope, and does not repeat it", async (_what, path) => {
    const { status, headers, body } = await ask(path);
    expect(status).toBe(404);
    expect(body).toEqual({
      success: false,
      message: "This address does not exist.",
      errors: {},
      code: "not_found",
      request_id: headers.get("x-request-id"),
    });
  });

  it.each([
    ["that names no boundary", "multipart/form-data", "abc", "body"],
    ["whose boundary is empty", "multipart/form-data; boundary=", "abc", "body"],
    [
      "that breaks off in its file",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname',
      "file",
    ],
  ])("refuses an upload %s", async (_what, type, body, field) => {
    const answer = await ask("/api/admin/personal/users/create/many", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      body,
    });
    expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, [field]]);
    expect(JSON.stringify(answer.body)).not.toContain("MB");
  });

  it.each(["Bearer", "bearer", "BEARER"])("takes a token behind %s", async (scheme) => {
    expect((await ask("/api/session", { headers: { authorization: `${scheme} ${token}` } })).status).toBe(200);
  });

  it.each(["Basic", "Token"])("takes none behind %s", async (scheme) => {
    expect((await ask("/api/session", { headers: { authorization: `${scheme} ${token}` } })).status).toBe(401);
  });
});

describe("files of many", () => {
  it("are opened one after the other for one person: who sends one file does not wait for all of somebody else's", async () => {
    const [busy, other] = [await api.person("super_finance"), await api.person("super_finance")];
    const paper = (at: number) =>
      printLetter({ title: `Slip ${at}`, reference: `S-${at}`, date: "2026-01-15", to: ["Bank"], parts: [] }, []);
    const papers = await Promise.all(Array.from({ length: 7 }, (_, at) => paper(at)));
    const answered: string[] = [];
    const send = async (who: string, token: string, bytes: Buffer) => {
      const body = new FormData();
      body.append("slip", new File([new Uint8Array(bytes)], "slip.pdf", { type: "application/pdf" }));
      expect((await api.call(uploadSlip, { token, body })).status).toBe(200);
      answered.push(who);
    };
    const many = papers.slice(1).map((bytes) => send("busy", busy.token, bytes));
    // The first of them is being opened by then.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all([...many, send("other", other.token, papers[0]!)]);
    expect(answered).toHaveLength(7);
    expect(answered.indexOf("other")).toBeLessThan(3);
  });
});
