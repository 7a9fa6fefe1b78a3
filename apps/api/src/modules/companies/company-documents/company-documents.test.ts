import * as calls from "@manilla/contract/companies/company-documents";
import * as session from "@manilla/contract/platform/session";
import { sql } from "kysely";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const company = async (name: string): Promise<string> => {
  const id = uuidv7();
  await api.app.db.insertInto("companies").values({ id, name, status: "pending" }).execute();
  return id;
};
const [lagoon, harmattan] = [await company("Lagoon Foods"), await company("Harmattan Logistics")];
const owner = await api.person("company_super_admin", { company_id: lagoon });
const other = await api.person("company_super_admin", { company_id: harmattan });
const desk = await api.person("super_business");

const picture = async (shade = 10) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 90, b: 90 } } })
    .png()
    .toBuffer();
async function send(
  bytes: Buffer | string,
  fields: object = { kind: "certificate_of_incorporation" },
  { token } = owner,
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
  body.set(
    "document",
    new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], { type: "image/png" }),
    "certificate.png",
  );
  return api.call(calls.upload, { token, body });
}
const idOf = (answer: { body: { data?: unknown } }) => (answer.body.data as { document: { id: string } }).document.id;
const listed = async (token: string, id?: string) =>
  (
    (await (id ? api.call(calls.listOf, { token, params: { id } }) : api.call(calls.listOwn, { token }))).body.data as {
      documents: { id: string; status: string; decision_reason: string | null; abilities: object }[];
    }
  ).documents;

describe("a company's papers", () => {
  it("are sent before the company is approved, once each, and read by the company and the provider", async () => {
    const bytes = await picture();
    const id = idOf(await send(bytes));
    expect(idOf(await send(bytes))).toBe(id);
    expect(await listed(owner.token)).toMatchObject([{ id, status: "received", abilities: {} }]);
    expect(await listed(desk.token, lagoon)).toMatchObject([{ id, abilities: { verify: null, refuse: null } }]);
    for (const { token } of [owner, desk]) {
      const answer = await api.call(calls.file, { token, params: { id } });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
    const { rows } = await sql`
      select 1 from audit_records where action = 'company_document_viewed' and subject_id = ${lagoon}
    `.execute(api.app.db);
    expect(rows).toHaveLength(1);
  });

  it("are opened by a colleague who views as its owner by an own right only, and the look is recorded", async () => {
    const id = idOf(await send(await picture(70)));
    const viewing = async (role: "super_support" | "super_admin") => {
      const { token, user_id } = await api.person(role);
      const body = { user_id: owner.user_id, reason: "The paper does not open" };
      const begun = (await api.call(session.startViewingAs, { token, body })).body.data as { token: string };
      return { user_id, answer: await api.call(calls.file, { token: begun.token, params: { id } }) };
    };
    const { answer: refused } = await viewing("super_support");
    expect([refused.status, refused.body.code]).toEqual([403, "may_not_see"]);
    const { answer, user_id } = await viewing("super_admin");
    expect(answer.status).toBe(200);
    const { rows } = await sql`
      select 1 from audit_records where action = 'company_document_viewed' and actor_id = ${user_id}
    `.execute(api.app.db);
    expect(rows).toHaveLength(1);
  });

  it("are verified, or refused with a reason that the company reads, by the provider alone", async () => {
    const id = idOf(await send(await picture(20), { kind: "status_report" }));
    const refuse = (token: string, body: object = { reason: "It is of 2019" }) =>
      api.call(calls.refuse, { token, params: { id }, body });
    expect((await refuse(owner.token)).status).toBe(403);
    expect((await refuse(desk.token, {})).body.errors).toHaveProperty("reason");
    expect((await refuse(desk.token, { reason: "Send it at manilla-pay.com" })).body.errors).toEqual({
      reason: ["this leads to another site than our own: manilla-pay.com"],
    });
    expect((await refuse(desk.token)).status).toBe(200);
    expect((await refuse(desk.token)).status).toBe(409);
    expect((await listed(owner.token)).find((paper) => paper.id === id)).toMatchObject({
      status: "refused",
      decision_reason: "It is of 2019",
    });
    const { rows } = await sql<{
      body: string;
    }>`select body from notifications where user_id = ${owner.user_id}`.execute(api.app.db);
    expect(rows.map(({ body }) => body).join()).toContain("It is of 2019");
    expect((await api.call(calls.verify, { token: desk.token, params: { id } })).status).toBe(200);
    const insider = await api.person(["super_business", "company_hr"], { company_id: lagoon });
    expect(
      (await api.call(calls.refuse, { token: insider.token, params: { id }, body: { reason: "My own company" } })).body,
    ).toMatchObject({ code: "own_company" });
  });

  it("are no other company's, no archive and no script", async () => {
    const id = idOf(await send(await picture(30), { kind: "other", title: "Lease" }));
    expect(await listed(other.token)).toEqual([]);
    expect((await api.call(calls.file, { token: other.token, params: { id } })).status).toBe(404);
    expect((await send("PK\u0003\u0004 archive")).status).toBe(422);
    expect((await send("<script>alert(1)</script>")).status).toBe(422);
    expect((await send(await picture(), { kind: "secret" })).body.errors).toHaveProperty("kind");
    const staff = await api.person("company_staff", { company_id: lagoon });
    expect((await send(await picture(40), { kind: "other" }, staff)).status).toBe(403);
  });
});
