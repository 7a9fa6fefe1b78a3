import * as calls from "@manilla/contract/people/complaints";
import * as documents from "@manilla/contract/people/documents";
import { paperOf, paperRights } from "@manilla/contract/people/papers";
import * as session from "@manilla/contract/platform/session";
import { roleSlugs, roles } from "@manilla/contract/roles";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { documentForm, photo } from "../../../../../../test/sandbox.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { footOf, readContacts, waysToReach } from "../../platform/configuration/index.ts";
import { tellOfLate } from "./late.ts";

const world = await useLendingWorld();
const { api } = world;
const TEXT = "You took ₦41,324.00 twice on 25 November.";
const complain = (token: string, body: unknown = { category: "wrong_charge", text: TEXT }) =>
  api.call(calls.complain, { token, body });
const made = async (token: string) => {
  const { body } = await complain(token);
  return (body.data as { complaint: { id: string; reference: string; due_on: string } }).complaint;
};
const found = async (token: string, id: string) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Record<string, unknown>;
const sent = async (to: string) =>
  (
    await sql<{ name: string; text: string }>`
      select name, data ->> 'text' as text from pgboss.job where data ->> 'to' = ${to} order by created_on
    `.execute(api.app.db)
  ).rows;

describe("a complaint", () => {
  it("is answered without a link to another site, which people would follow", async () => {
    const person = await api.person("staff");
    const support = await api.person("super_support");
    const { id } = await made(person.token);
    const text = "Prove who you are at https://manilla-help.example/login first.";
    for (const call of [calls.answer, calls.resolve]) {
      const answer = await api.call(call, { token: support.token, params: { id }, body: { text } });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({
        text: ["this leads to another site than our own: https://manilla-help.example/login"],
      });
    }
    expect(await found(support.token, id)).toMatchObject({ status: "open", assigned_to: null });
    const own = { text: `Read on at ${api.app.config.public_url}/customer/help.` };
    expect((await api.call(calls.answer, { token: support.token, params: { id }, body: own })).status).toBe(200);
    // The person may write what they were sent.
    expect((await api.call(calls.reply, { token: person.token, params: { id }, body: { text } })).status).toBe(200);
  });

  it("is acknowledged at once with a reference and a day, by text message and mail, and follows its clock", async () => {
    const person = await api.person("staff", { name: "Ruth", last_name: "Audu" });
    const support = await api.person("super_support");
    expect((await complain(person.token, { category: "wrong_charge", text: "Short" })).status).toBe(422);
    const { id, reference, due_on } = await made(person.token);
    expect(reference).toMatch(/^CP\d{6}[A-Z0-9]{8}$/);
    const texts = await sent(person.phone);
    expect(texts).toHaveLength(1);
    expect(texts[0]!.text).toContain(reference);
    expect((await sent(person.email))[0]!.text).toContain("we resolve it by");
    const row = await found(support.token, id);
    expect(row).toMatchObject({
      status: "open",
      due_on,
      days_left: 14,
      is_late: false,
      name: "Ruth",
      assigned_to: null,
    });

    expect((await api.call(calls.assign, { token: support.token, params: { id }, body: {} })).status).toBe(200);
    const text = "We found the second debit and pay it back tomorrow.";
    expect((await api.call(calls.answer, { token: support.token, params: { id }, body: { text } })).status).toBe(200);
    const mine = await api.call(calls.listOwn, { token: person.token });
    expect((mine.body.data as { complaints: unknown[] }).complaints).toMatchObject([
      { status: "answered", messages: [{ is_staff: true, by: "Manilla", text }] },
    ]);
    await api.call(calls.escalate, { token: support.token, params: { id }, body: { reason: "Finance has to pay" } });
    expect(await found(support.token, id)).toMatchObject({ status: "escalated" });
    await api.call(calls.resolve, { token: support.token, params: { id }, body: { text: "It was paid back today." } });
    const over = await found(support.token, id);
    expect(over).toMatchObject({ status: "resolved" });
    expect((over["history"] as { title: string }[]).map(({ title }) => title)).toEqual([
      "complaint_resolved",
      "complaint_escalated",
      "complaint_answered",
      "complaint_assigned",
    ]);
    // Nothing more can be answered, until the person writes again.
    const late = await api.call(calls.answer, { token: support.token, params: { id }, body: { text } });
    expect(late.status).toBe(409);
    await api.call(calls.reply, { token: person.token, params: { id }, body: { text: "It is not here." } });
    expect(await found(support.token, id)).toMatchObject({ status: "open", resolved_at: null });
  });

  it("is nobody else's, and needs the permission to be read and answered", async () => {
    const [person, other] = [await api.person("staff"), await api.person("staff")];
    const { id } = await made(person.token);
    expect((await api.call(calls.listOwn)).status).toBe(401);
    expect(
      (await api.call(calls.find, { token: (await api.person("super_sales_agent")).token, params: { id } })).status,
    ).toBe(403);
    expect(
      (await api.call(calls.reply, { token: other.token, params: { id }, body: { text: "More of it" } })).status,
    ).toBe(404);
    const company = await api.person("company_hr");
    expect((await complain(company.token)).status).toBe(200);
    const both = await api.person(["super_support", "staff"]);
    const own = await made(both.token);
    const body = { text: "I decide that I am right." };
    expect((await api.call(calls.resolve, { token: both.token, params: { id: own.id }, body })).status).toBe(403);
  });

  it("of a company comes by telephone too: who calls is named, gets the answer, and the company is on it", async () => {
    const company_id = await api.company({ name: "Ekulo Cold Rooms" });
    const [owner, support, sales, customer] = [
      await api.person("company_super_admin", { company_id }),
      await api.person("super_support"),
      await api.person("super_sales_agent"),
      await api.person("staff"),
    ];
    const record = (token: string, user_id: string) =>
      api.call(calls.recordOfCompany, { token, body: { user_id, category: "wrong_charge", text: TEXT } });
    const search = (token: string) => api.call(calls.callers, { token, query: { search: "ekulo cold" } });
    expect((await record(sales.token, owner.user_id)).status).toBe(403);
    expect((await search(sales.token)).status).toBe(403);
    const { items } = (await search(support.token)).body.datatable as { items: object[] };
    expect(items).toMatchObject([{ id: owner.user_id, company: { id: company_id, name: "Ekulo Cold Rooms" } }]);
    expect((await record(support.token, customer.user_id)).status, "who is of no company").toBe(404);
    const answer = await record(support.token, owner.user_id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { complaint_id, reference } = answer.body.data as { complaint_id: string; reference: string };
    const { data } = (await api.call(calls.find, { token: support.token, params: { id: complaint_id } })).body;
    expect(data).toMatchObject({ user_id: owner.user_id, company: { id: company_id, name: "Ekulo Cold Rooms" } });
    const filter = JSON.stringify({ company_id });
    const ofCompany = await api.call(calls.listAll, { token: support.token, query: { filter } });
    expect((ofCompany.body.datatable as { items: object[] }).items).toMatchObject([{ reference }]);
    const own = (await api.call(calls.listOwn, { token: owner.token })).body.data as { complaints: object[] };
    expect(own.complaints, "who called follows it").toMatchObject([{ reference, status: "open" }]);
    // What an administrator writes is the company's, what a customer writes their own.
    await complain(owner.token);
    await complain(customer.token);
    const { rows } = await sql<{ company_id: string | null }>`
      select company_id from complaints where user_id in (${owner.user_id}, ${customer.user_id}) order by created_at
    `.execute(api.app.db);
    expect(rows.map((row) => row.company_id)).toEqual([company_id, company_id, null]);
  });

  it("that comes by telephone is recorded on the person's page, with the same clock, and answered by text message too", async () => {
    const [person, support, sales] = [
      await api.person("staff"),
      await api.person("super_support"),
      await api.person("super_sales_agent"),
    ];
    await api.app.db.updateTable("users").set({ phone: "+2348031230088" }).where("id", "=", person.user_id).execute();
    const record = (token: string, body: unknown, id = person.user_id) =>
      api.call(calls.record, { token, params: { id }, body });
    const body = { category: "missing_payment", text: TEXT };
    expect((await record(sales.token, body)).status).toBe(403);
    expect((await record(person.token, body)).status).toBe(403);
    expect((await record(support.token, { text: "Short" })).body.errors).toMatchObject({
      category: expect.anything(),
      text: expect.anything(),
    });
    expect((await record(support.token, body, support.user_id)).status, "staff are no customers").toBe(404);
    const { status, body: answer } = await record(support.token, body);
    expect(status).toBe(200);
    const { complaint_id: id, reference, due_on } = answer.data as Record<string, string>;
    expect(await found(support.token, id!)).toMatchObject({
      user_id: person.user_id,
      status: "open",
      due_on,
      text: TEXT,
    });
    const mine = (await api.call(calls.listOwn, { token: person.token })).body.data as { complaints: object[] };
    expect(mine.complaints).toMatchObject([{ id, reference, status: "open" }]);
    const text = "The bank has found your payment.";
    const answered = await api.call(calls.answer, { token: support.token, params: { id: id! }, body: { text } });
    expect(answered.status).toBe(200);
    const texts = (await sent("+2348031230088")).map((each) => each.text);
    expect(texts).toEqual([
      expect.stringContaining(`We have your complaint ${reference}`),
      expect.stringContaining(`Your complaint ${reference}: ${text}`),
    ]);
  });

  it("reaches all who answer where the colleague who had it has left", async () => {
    const [person, leaver, other] = [
      await api.person("staff"),
      await api.person("super_support"),
      await api.person("super_support"),
    ];
    const { id, reference } = await made(person.token);
    await api.call(calls.assign, { token: leaver.token, params: { id }, body: {} });
    const heard = async (user_id: string) =>
      Number(
        (
          await sql<{ n: bigint }>`
            select count(*) as n from notifications where user_id = ${user_id} and title || body like ${`%${reference}%`}
          `.execute(api.app.db)
        ).rows[0]?.n,
      );
    const before = await heard(other.user_id);
    const reply = () => api.call(calls.reply, { token: person.token, params: { id }, body: { text: "More about it" } });
    await reply();
    expect(await heard(other.user_id), "who has it hears alone").toBe(before);
    await sql`delete from user_roles where user_id = ${leaver.user_id}`.execute(api.app.db);
    await reply();
    expect(await heard(other.user_id)).toBe(before + 1);
  });

  it("keeps the paper that came with it among the person's documents", async () => {
    const person = await api.person("staff");
    const body = documentForm(await photo(), "slip.jpg", "image/jpeg", {
      category: "missing_payment",
      text: "I paid on Monday and nothing came.",
    });
    const answer = await complain(person.token, body);
    const { complaint } = answer.body.data as { complaint: { document_id: string } };
    const papers = await api.call(documents.listOf, { token: person.token, params: { id: person.user_id } });
    expect((papers.body.data as { documents: { id: string }[] }).documents.map(({ id }) => id)).toEqual([
      complaint.document_id,
    ]);
    const look = async (role: "super_support" | "super_sales_agent") => {
      const { token } = await api.person(role);
      return (await api.call(documents.file, { token, params: { id: complaint.document_id } })).status;
    };
    expect(await look("super_support"), "who answers it opens it").toBe(200);
    expect(await look("super_sales_agent"), "who answers it opens it").toBe(403);
    const own = await api.call(documents.uploadCustom, {
      token: person.token,
      body: documentForm(await photo(), "other.jpg", "image/jpeg", { title: "Something else" }),
    });
    const { document } = own.body.data as { document: { id: string } };
    const { token } = await api.person("super_support");
    expect((await api.call(documents.file, { token, params: { id: document.id } })).status, "and no other").toBe(403);
  });

  it("keeps a paper once, however often the same complaint has to be sent", async () => {
    const person = await api.person("staff");
    const file = await photo();
    const again = () =>
      complain(
        person.token,
        documentForm(file, "slip.jpg", "image/jpeg", { category: "missing_payment", text: "I paid and nothing came." }),
      );
    const kept = async () =>
      (await api.app.db.selectFrom("documents").select("id").where("user_id", "=", person.user_id).execute()).length;
    expect((await again()).status).toBe(200);
    // The paper was kept and the complaint was not; the person tries again later.
    await sql`delete from complaints where user_id = ${person.user_id}`.execute(api.app.db);
    const later = () =>
      sql`update documents set created_at = created_at - interval '1 minute' where user_id = ${person.user_id}`.execute(
        api.app.db,
      );
    await later();
    expect((await again()).status).toBe(200);
    expect(await kept()).toBe(1);
    await later();
    expect((await again()).status, "another complaint, another paper").toBe(200);
    expect(await kept(), "another complaint, another paper").toBe(2);
  });

  it("takes no paper that is something else, and none that somebody else has uploaded", async () => {
    const [person, other] = [await api.person("staff"), await api.person("staff")];
    const words = { category: "missing_payment", text: "I paid on Monday and nothing came." };
    const jpeg = await photo();
    const program = Buffer.concat([Buffer.from("MZ\u0090\u0000"), Buffer.alloc(2_000)]);
    const script = "<script>alert(1)</script>";
    const hostile: [name: string, type: string, bytes: Buffer | string][] = [
      ["slip.jpg", "image/jpeg", program],
      ["slip.pdf", "application/pdf", program],
      ["slip.jpg.exe", "image/jpeg", program],
      ["slip.png", "image/png", `<!doctype html><html>${script}</html>`],
      ["slip.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
      ["slip.pdf", "application/pdf", `%PDF-1.7\n<html>${script}</html>\n%%EOF`],
      ["slip.html", "text/html", script],
      ["slip.zip", "application/zip", Buffer.from("PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")],
      ["slip.jpg", "image/jpeg", Buffer.alloc(0)],
      ["slip.jpg", "image/jpeg", jpeg.subarray(0, jpeg.length / 2)],
      ["slip.jpg", "image/jpeg", Buffer.concat([jpeg, Buffer.alloc(11_000_000)])],
    ];
    for (const [name, type, bytes] of hostile) {
      const { status, body } = await complain(person.token, documentForm(bytes, name, type, words));
      expect(status, `${name} ${type}`).toBe(422);
      expect(Object.keys(body.errors ?? {}), `${name} ${type}`).toEqual(["document"]);
    }
    const theirs = await complain(other.token, documentForm(jpeg, "slip.jpg", "image/jpeg", words));
    const { document_id } = (theirs.body.data as { complaint: { document_id: string } }).complaint;
    expect((await complain(person.token, { ...words, document_id })).status, "by its id").toBe(422);
    const named = await complain(person.token, documentForm(jpeg, "a.jpg", "image/jpeg", { ...words, document_id }));
    expect(named.status, "beside a file").toBe(422);
    const papers = async (user_id: string) =>
      (await api.app.db.selectFrom("documents").select(["id"]).where("user_id", "=", user_id).execute()).length;
    expect(await papers(person.user_id)).toBe(0);
    expect(await papers(other.user_id)).toBe(1);
    expect(await found((await api.person("super_support")).token, "none")).toBeUndefined();
    // The very file of somebody else is a paper of one's own.
    const same = await complain(person.token, documentForm(jpeg, "slip.jpg", "image/jpeg", words));
    const own = (same.body.data as { complaint: { document_id: string } }).complaint;
    expect(own.document_id === document_id).toBe(false);
    expect(await papers(person.user_id)).toBe(1);
  });

  it("shows its paper to who sent it and who answers complaints, to no other person, company or role", async () => {
    const company_id = uuidv7();
    await api.app.db
      .insertInto("companies")
      .values({ id: company_id, name: "Lagoon Foods", profile_completed_at: new Date(), unique_plan: "Growth" })
      .execute();
    const person = await api.person("staff", { company_id });
    const sent = await complain(
      person.token,
      documentForm(await photo(), "slip.jpg", "image/jpeg", {
        category: "missing_payment",
        text: "I paid on Monday and nothing came of it.",
      }),
    );
    const { id, document_id } = (sent.body.data as { complaint: { id: string; document_id: string } }).complaint;
    const opened: string[] = [];
    for (const role of roleSlugs) {
      const caller = await api.person(role, role.startsWith("company_") ? { company_id } : {});
      const { status } = await api.call(documents.file, { token: caller.token, params: { id: document_id } });
      if (status === 200) opened.push(role);
      else expect([403, 404].includes(status), `${role} ${status}`).toBe(true);
      const read = await api.call(calls.find, { token: caller.token, params: { id } });
      if (!roles[role].permissions.includes("provider:can_handle_complaints")) expect(read.status, role).toBe(403);
      const reply = { token: caller.token, params: { id }, body: { text: "I am them, I say." } };
      expect([403, 404].includes((await api.call(calls.reply, reply)).status), role).toBe(true);
    }
    expect(opened).toEqual(
      roleSlugs.filter((role) => {
        const held = new Set<string>(roles[role].permissions);
        const opens = (["documents", "download", paperOf.custom] as const).every((paper) =>
          held.has(paperRights[paper]),
        );
        return opens || (held.has("provider:can_handle_complaints") && held.has(paperRights.documents));
      }),
    );
    expect((await api.call(documents.file, { token: person.token, params: { id: document_id } })).status).toBe(200);
  });

  it("is reported once when it is late, and counted", async () => {
    const person = await api.person("staff");
    const head = await api.person("super_operations");
    const { id, reference } = await made(person.token);
    await sql`update complaints set due_on = current_date - 2 where id = ${id}`.execute(api.app.db);
    expect(await tellOfLate(api.app)).toBe(1);
    expect(await tellOfLate(api.app)).toBe(0);
    const told = await sql<{ title: string }>`select title from notifications where user_id = ${head.user_id}`.execute(
      api.app.db,
    );
    expect(told.rows.map(({ title }) => title)).toContain(`Complaint ${reference} is late`);
    const counts = await api.call(calls.summary, { token: head.token });
    expect(counts.body.data).toMatchObject({ late: 1 });
    const list = await api.call(calls.listAll, {
      token: head.token,
      query: { filter: JSON.stringify({ is_late: true }) },
    });
    expect((list.body.datatable as { items: { id: string }[] }).items.map((row) => row.id)).toEqual([id]);
    await api.call(calls.assign, { token: head.token, params: { id }, body: {} });
    const mine = await api.call(calls.listAll, {
      token: head.token,
      query: { filter: JSON.stringify({ admin_id: head.user_id, status: ["open", "answered", "escalated"] }) },
    });
    expect((mine.body.datatable as { items: { id: string }[] }).items.map((row) => row.id)).toEqual([id]);
  });
});

describe("help", () => {
  it("says to everybody whom they reach, from the configuration", async () => {
    const { body } = await api.call(session.configurations);
    expect(body.data).toMatchObject({ complaint_days: 14, support_whatsapp: "+2348000626456" });
    expect(waysToReach(await readContacts(api.app.db))).toBe(
      "Questions or complaints: phone 0800 062 6455, WhatsApp 0800 062 6456, help@manilla.example (Monday to Friday, 8:00am to 6:00pm)",
    );
    const foot = await footOf(api.app.db, api.app);
    expect(foot.at(-1), "each page of a letter says how long a complaint takes, and where it is made").toBe(
      `We resolve a complaint within 14 days; make one, and follow it, at ${api.app.config.public_url}/help`,
    );
  });
});
