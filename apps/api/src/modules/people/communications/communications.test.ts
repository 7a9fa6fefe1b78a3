import * as affiliates from "@manilla/contract/growth/affiliates";
import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/people/communications";
import * as protection from "@manilla/contract/people/data-protection";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { TestApi } from "../../../../../../test/api.ts";
import { useTestApi } from "../../../../../../test/world.ts";
import { getRow } from "../../../db/row.ts";
import { runRetention } from "../data-protection/index.ts";
import { smsParts } from "@manilla/contract/sms";
import { SINGLE_MESSAGES_AN_HOUR } from "./creating.ts";
import { emptyFigure, isQuiet, render } from "./rendering.ts";
import { sendCommunication } from "./sending.ts";
import { unsubscribeLink } from "./unsubscribing.ts";

const api = await useTestApi();
let operations: { token: string; user_id: string };
let other: { token: string; user_id: string };
beforeAll(async () => {
  [operations, other] = [await api.person("super_operations"), await api.person("super_operations")];
});

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  api.database.pool.query<Row>(text, values).then(({ rows }) => rows);
const call = (
  endpoint: Parameters<TestApi["call"]>[0],
  options: Parameters<TestApi["call"]>[1] = {},
  by = operations,
) => api.call(endpoint, { token: by.token, ...options });
const dataOf = <Data>(answer: { body: { data: never } }) => answer.body.data as Data;
const person = {
  name: "Ada",
  last_name: "Eze",
  company: null,
  limit_kobo: 5_000_000n,
  used_kobo: 1_000_000n,
  next_due_kobo: 2_500_000n,
  due_kobo: 0n,
  overdue_kobo: 0n,
  next_due_on: "2026-02-01",
};
const mailsOf = (reference: string) =>
  query<{ data: { to: string; text: string; subject: string } }>(
    "select data from pgboss.job where name in ('send-mail', 'send-sms') and data ->> 'reference' like $1",
    [`${reference}%`],
  );
const sendNow = async (id: string) => {
  // The quiet hours depend on the wall clock; here nobody sleeps.
  await query("update configuration set value = '0' where key in ('quiet_hours_from', 'quiet_hours_to')");
  await sendCommunication(api.app, id);
};
const message = (more: object) => ({
  name: "A word to all",
  channel: "mail",
  category: "marketing",
  subject: "Hello {{name}}",
  body: "Dear {{name}}, a word to all.",
  ...more,
});

describe("texts", () => {
  it("name a figure that is nothing for this person, and only where the text asks for it", () => {
    const nothing = { ...person, due_kobo: 0n, next_due_kobo: 0n, next_due_on: null };
    expect(emptyFigure(["Dear {{name}}, {{ due }} is due"], nothing)).toBe("due");
    expect(emptyFigure([null, "{{next_due}} on {{next_due_on}}"], nothing)).toBe("next_due");
    expect(emptyFigure(["On {{next_due_on}}"], nothing)).toBe("next_due_on");
    const borrow = "Dear {{name}}, you can borrow {{available}}";
    expect(emptyFigure([borrow], nothing)).toBeUndefined();
    for (const more of [{ limit_kobo: null }, { limit_kobo: 0n, used_kobo: 0n }, { used_kobo: person.limit_kobo! }])
      expect(emptyFigure([borrow], { ...person, ...more }), Object.keys(more).join()).toBe("available");
    for (const limit_kobo of [null, 0n])
      expect(emptyFigure(["Your limit is {{limit}}"], { ...person, limit_kobo })).toBe("limit");
    for (const company of [null, " "]) expect(emptyFigure(["Ask {{company}}"], { ...person, company })).toBe("company");
    expect(emptyFigure(["Ask {{company}} about {{limit}}"], { ...person, company: "Eko Textiles" })).toBeUndefined();
    expect(emptyFigure(["{{next_due}} on {{next_due_on}}"], person)).toBeUndefined();
  });

  it("take the person's values, and what a value contains is never read as a variable", () => {
    expect(render("Dear {{ full_name }}: {{available}} of {{limit}}, next {{next_due_on}}", person)).toBe(
      "Dear Ada Eze: ₦40,000.00 of ₦50,000.00, next 01 Feb 2026",
    );
    expect(render("{{name}}", { ...person, name: "{{last_name}}" })).toBe("{{last_name}}");
    expect(() => render("{{password}}", person)).toThrow("no variable");
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes("{{")),
        (text) => {
          expect(render(text, person)).toBe(text);
        },
      ),
    );
  });
  it("are counted in parts, and nights over midnight are nights", () => {
    expect(smsParts(`₦${"x".repeat(159)}`)).toBe(1);
    expect([1, 160, 161, 306, 307].map((length) => smsParts("x".repeat(length)))).toEqual([1, 1, 2, 2, 3]);
    expect([20, 21, 23, 0, 7, 8].map((hour) => isQuiet(hour, 21, 8))).toEqual([false, true, true, true, true, false]);
    expect(isQuiet(5, 0, 0)).toBe(false);
  });
});

describe("templates", () => {
  it("are made, changed by version, named once and removed; a wrong variable is reported at its field", async () => {
    const body = {
      name: "Reminder",
      channel: "mail",
      category: "service",
      subject: "Due soon",
      body: "Dear {{name}}, {{due}} is due.",
    };
    const { template } = dataOf<{ template: { id: string; version: number } }>(
      await call(calls.createTemplate, { body }),
    );
    expect((await call(calls.createTemplate, { body })).body.errors).toHaveProperty("name");
    expect(
      (await call(calls.createTemplate, { body: { ...body, name: "Bad", body: "{{bvn}} is yours" } })).body.errors,
    ).toEqual({ body: ["{{bvn}} is no variable"] });
    expect(
      (await call(calls.createTemplate, { body: { ...body, name: "Bad", subject: "" } })).body.errors,
    ).toHaveProperty("subject");
    const change = () =>
      call(calls.updateTemplate, {
        params: { id: template.id },
        body: { ...body, body: "Dear {{name}}", version: template.version },
      });
    expect((await change()).status).toBe(200);
    expect((await change()).status).toBe(412);
    const customer = await api.person("staff", { name: "Bola", last_name: "Ade" });
    expect(
      dataOf(
        await call(calls.preview, {
          body: { channel: "sms", category: "service", body: "Hi {{full_name}}", user_id: customer.user_id },
        }),
      ),
    ).toEqual({ subject: null, body: "Hi Bola Ade", parts: 1 });
    expect(
      dataOf<{ sent_to: string }>(
        await call(calls.testSend, {
          body: { channel: "mail", category: "service", subject: "T", body: "Hi {{name}}", user_id: customer.user_id },
          key: "the-test-message-1",
        }),
      ).sent_to,
    ).toContain("@test.example");
    expect((await mailsOf("test:the-test-message-1")).map(({ data }) => data.text)).toEqual(["Hi Bola"]);
    expect((await call(calls.removeTemplate, { params: { id: template.id } })).status).toBe(200);
    expect((await call(calls.removeTemplate, { params: { id: template.id } })).status).toBe(404);
    expect((await call(calls.createTemplate, { body }, await api.person("super_support"))).status).toBe(403);
  });
});

describe("a message to many", () => {
  it("waits for a second person, goes to each once, and leaves out who must not be written to, with the reason", async () => {
    const [wants, not, black, full] = [
      await api.person("staff"),
      await api.person("staff"),
      await api.person("staff"),
      await api.person("staff"),
    ];
    await query("update users set is_blacklisted = true where id = $1", [black.user_id]);
    await api.call(calls.updatePreferences, {
      token: not.token,
      body: { preferences: [{ channel: "mail", is_allowed: false }] },
    });
    const user_ids = [wants, not, black, full].map(({ user_id }) => user_id);
    await query("update configuration set value = '1' where key = 'marketing_messages_a_week'");
    const first = dataOf<{ communication: { id: string }; approval_id: null }>(
      await call(calls.create, { body: message({ segment: { queue: "all", user_ids: [full.user_id] } }) }),
    );
    expect(first.approval_id).toBeNull();
    await sendNow(first.communication.id);
    expect(
      dataOf(
        await call(calls.countSegment, {
          body: { channel: "mail", category: "marketing", segment: { queue: "all", user_ids } },
        }),
      ),
    ).toEqual({ people: 4, opted_out: 1, unreachable: 1 });
    const { communication, approval_id } = dataOf<{
      communication: { id: string; status: string };
      approval_id: string;
    }>(await call(calls.create, { body: message({ segment: { queue: "all", user_ids } }) }));
    expect(communication.status).toBe("waiting");
    await sendNow(communication.id);
    expect(await mailsOf("communication:")).toHaveLength(1);
    expect((await call(approvals.approve, { params: { id: approval_id }, body: { version: 1 } })).status).toBe(403);
    expect((await call(approvals.approve, { params: { id: approval_id }, body: { version: 1 } }, other)).status).toBe(
      200,
    );
    await Promise.all([sendNow(communication.id), sendNow(communication.id)]);
    await sendNow(communication.id);
    const log = (await call(calls.messages, { params: { id: communication.id } })).body.datatable as {
      items: { user_id: string; status: string; reason: string | null }[];
    };
    const of = (id: string) => log.items.find(({ user_id }) => user_id === id);
    expect(of(wants.user_id)?.status).toBe("queued");
    expect(of(not.user_id)?.reason).toBe("The person does not want offers by this way.");
    expect(of(black.user_id)?.reason).toBe("The person is on the blacklist.");
    expect(of(full.user_id)?.reason).toBe("The person was sent 1 offers in seven days already.");
    expect(
      dataOf<{ communication: object }>(await call(calls.find, { params: { id: communication.id } })).communication,
    ).toMatchObject({ status: "done", total: 4, queued: 1, skipped: 3 });
    const mails = await mailsOf("communication:");
    expect(mails.length).toBe(2);
    expect(mails.at(-1)?.data.text).toEqual(expect.stringContaining("/unsubscribe/"));
  });

  it("is refused where nobody has the figure that it names, and shows the second person how the first of them reads it", async () => {
    const people = [await api.person("staff"), await api.person("staff")];
    const segment = { queue: "all", user_ids: people.map(({ user_id }) => user_id) };
    const create = (more: object) => call(calls.create, { body: message({ category: "service", segment, ...more }) });
    const due = await create({ body: "{{next_due}} falls due on {{next_due_on}}." });
    expect(due.status).toBe(422);
    expect(due.body.errors).toEqual({ body: ["nobody in this segment has the figures that this text names"] });
    for (const variable of ["available", "limit", "company"]) {
      const refused = await create({ body: `About {{${variable}}}.` });
      expect(refused.status, JSON.stringify(variable)).toBe(422);
      expect(Object.keys(refused.body.errors), JSON.stringify(variable)).toEqual(["body"]);
    }
    const { approval_id } = dataOf<{ approval_id: string }>(await create({ body: "Dear {{full_name}}, hello." }));
    const { effect } = dataOf<{ effect: { texts: { to: string; subject: string; body: string }[]; facts: object[] } }>(
      await call(approvals.find, { params: { id: approval_id } }, other),
    );
    const [text] = effect.texts;
    expect(text?.body).toBe(`Dear ${text?.to}, hello.`);
    expect(effect.facts).toContainEqual({ label: "People", value: "2" });
  });

  it("can be stopped, is not sent at night, and reaches the people that the list shows", async () => {
    const customer = await api.person("staff");
    await query("update users set status = 'doc-processor' where id = $1", [customer.user_id]);
    await api
      .person("staff")
      .then(({ user_id }) => query("update users set status = 'doc-processor' where id = $1", [user_id]));
    const { communication } = dataOf<{ communication: { id: string; total: number } }>(
      await call(calls.create, {
        body: message({ name: "To the doc processor", channel: "sms", segment: { queue: "doc-processor" } }),
      }),
    );
    expect(communication.total).toBe(2);
    await query("update communications set status = 'scheduled' where id = $1", [communication.id]);
    await query("update configuration set value = '0' where key = 'quiet_hours_from'");
    await query("update configuration set value = '23' where key = 'quiet_hours_to'");
    await sendCommunication(api.app, communication.id);
    const hour = new Date(Date.now() + 3_600_000).getUTCHours();
    expect(
      (await query<{ status: string }>("select status from communications where id = $1", [communication.id]))[0]
        ?.status,
    ).toBe(hour === 23 ? "done" : "scheduled");
    if (hour !== 23)
      expect(
        (await call(calls.cancel, { params: { id: communication.id }, body: { reason: "Wrong text" } })).status,
      ).toBe(200);
    await sendNow(communication.id);
    expect((await call(calls.cancel, { params: { id: communication.id }, body: { reason: "Again" } })).status).toBe(
      409,
    );
    expect(
      (await call(calls.create, { body: message({ segment: { queue: "merchant-pre-approved" } }) })).body.errors,
    ).toEqual({ segment: ["this segment is empty"] });
    expect(
      (await call(calls.create, { body: message({ segment: { queue: "all", filter: '{"password_hash":"x"}' } }) }))
        .status,
    ).toBe(422);
  });

  it("reaches at its time no more people than were counted when it was made, and little more where two agreed", async () => {
    const called = (last_name: string, number: number) =>
      Promise.all(Array.from({ length: number }, () => api.person("staff", { last_name })));
    const maker = await api.person("super_operations");
    const make = async (name: string, body: string) =>
      dataOf<{ communication: { id: string }; approval_id: string | null }>(
        await call(calls.create, { body: message({ name, body, segment: { queue: "all", search: "Zuberi" } }) }, maker),
      );
    const agree = (id: string) => call(approvals.approve, { params: { id }, body: { version: 1 } }, other);
    const found = async (id: string) =>
      dataOf<{ communication: object }>(await call(calls.find, { params: { id } })).communication;
    const notes = () =>
      query<{ body: string }>("select body from notifications where user_id = $1 and title like 'Not sent: %'", [
        maker.user_id,
      ]);
    await called("Zuberi", 1);
    const alone = await make("To Zuberi", "Dear {{name}}");
    expect(alone.approval_id).toBeNull();
    await called("Zuberi", 3);
    await sendNow(alone.communication.id);
    expect(await found(alone.communication.id)).toMatchObject({ status: "cancelled", total: 1, queued: 0, skipped: 0 });
    expect(await notes()).toEqual([
      { body: expect.stringContaining("It was made for 1 person and would reach 4 people by now. Nothing was sent.") },
    ]);
    // Sent anew, two people look at it; then it may reach a few more than the second one was shown.
    const [few, many] = [await make("To Zuberi", "Dear {{name}}"), await make("To all Zuberis", "Hello {{name}}")];
    for (const { approval_id } of [few, many]) expect((await agree(approval_id ?? "")).status).toBe(200);
    await called("Zuberi", 1);
    await sendNow(few.communication.id);
    expect(await found(few.communication.id)).toMatchObject({ status: "done", total: 5 });
    await called("Zuberi", 14);
    await sendNow(many.communication.id);
    expect(await found(many.communication.id)).toMatchObject({ status: "cancelled", queued: 0, skipped: 0 });
    expect(await notes()).toHaveLength(2);
  });

  it("is a message to many also one by one: beyond twenty single people in an hour a second person looks", async () => {
    const [maker, customer] = [await api.person("super_operations"), await api.person("staff")];
    const segment = { queue: "all", user_ids: [customer.user_id] };
    const write = async (number: number) =>
      dataOf<{ communication: { status: string }; approval_id: string | null }>(
        await call(
          calls.create,
          { body: message({ name: `Letter ${number}`, body: `Letter ${number}`, segment }) },
          maker,
        ),
      );
    for (let number = 0; number < SINGLE_MESSAGES_AN_HOUR; number += 1)
      expect((await write(number)).approval_id).toBeNull();
    const { communication, approval_id } = await write(SINGLE_MESSAGES_AN_HOUR);
    expect(communication.status).toBe("waiting");
    const { effect } = dataOf<{ effect: { facts: object[] } }>(
      await call(approvals.find, { params: { id: approval_id ?? "" } }, other),
    );
    expect(effect.facts).toContainEqual({
      label: "Why a second person",
      value: "Its maker has written to 20 single people within an hour.",
    });
    await query("update communications set created_at = now() - interval '2 hours' where created_by = $1", [
      maker.user_id,
    ]);
    expect((await write(99)).approval_id).toBeNull();
  });

  it("with a link to another site takes a second person, also to one and where a value of theirs hides it", async () => {
    const customer = await api.person("staff", { name: "Efe" });
    const segment = { queue: "all", user_ids: [customer.user_id] };
    const write = async (more: object) =>
      dataOf<{ communication: { id: string; status: string }; approval_id: string | null }>(
        await call(calls.create, { body: message({ segment, ...more }) }),
      );
    const own = await write({ body: `Sign in at ${api.app.config.public_url}/login, or write to help@bank.example.` });
    expect(own.approval_id).toBeNull();
    const elsewhere = "manilla-pay.example";
    for (const more of [
      { body: `Repay at https://${elsewhere}/now` },
      { subject: elsewhere },
      { channel: "push", subject: undefined, name: elsewhere },
    ]) {
      const { communication, approval_id } = await write(more);
      expect(communication.status).toBe("waiting");
      const { effect } = dataOf<{ effect: { facts: { value: string }[] } }>(
        await call(approvals.find, { params: { id: approval_id ?? "" } }, other),
      );
      expect(JSON.stringify(effect.facts)).toContain("It leads to another site than our own:");
    }
    await query("update profiles set employer = 'evil.example' where user_id = $1", [customer.user_id]);
    expect((await write({ body: "Ask {{company}} about it." })).communication.status).toBe("waiting");
  });

  it("ends by its own link, which nobody else can make", async () => {
    const customer = await api.person("staff");
    const token = unsubscribeLink(api.app, customer.user_id, "mail").split("/").at(-1) ?? "";
    const forged = `${customer.user_id}.sms.${token.split(".")[2] ?? ""}`;
    expect((await api.call(calls.unsubscribe, { params: { token: forged } })).status).toBe(404);
    // A seal of another channel, a shorter one, and letters of more than one byte are no seals.
    for (const other of [forged, `${customer.user_id}.mail.${"A".repeat(10)}`])
      expect((await api.call(calls.findUnsubscribe, { params: { token: other } })).status).toBe(404);
    const wide = `${customer.user_id}.mail.${"é".repeat(43)}`;
    expect((await api.call(calls.findUnsubscribe, { params: { token: wide } })).status).toBe(422);
    const looked = async () => (await api.call(calls.findUnsubscribe, { params: { token } })).body.data;
    expect(await looked()).toEqual({ channel: "mail", is_ended: false });
    expect((await api.call(calls.unsubscribe, { params: { token } })).body.data).toEqual({ channel: "mail" });
    expect(await looked()).toEqual({ channel: "mail", is_ended: true });
    expect(
      dataOf<{ preferences: object[] }>(await api.call(calls.findPreferences, { token: customer.token })).preferences,
    ).toContainEqual({ channel: "mail", is_allowed: false });
    expect(dataOf(await call(calls.ofPerson, { params: { id: customer.user_id } }))).toMatchObject({
      messages: [],
      preferences: expect.arrayContaining([{ channel: "mail", is_allowed: false }]),
    });
  });
});

describe("data protection", () => {
  it("answers what people ask once, within a month, and gives them everything that is theirs", async () => {
    const customer = await api.person("staff", { name: "Chika", last_name: "Obi" });
    const ask = () =>
      api.call(protection.ask, { token: customer.token, body: { kind: "export", text: "Everything, please" } });
    const { request } = dataOf<{ request: { id: string; status: string } }>(await ask());
    expect((await ask()).status).toBe(409);
    const list = (await call(protection.listRequests)).body.datatable as { items: { id: string; days_left: number }[] };
    expect(list.items.find(({ id }) => id === request.id)?.days_left).toBeGreaterThanOrEqual(29);
    const answer = (by = operations) =>
      call(
        protection.answer,
        { params: { id: request.id }, body: { status: "done", answer: "The file is in your profile." } },
        by,
      );
    const elsewhere = { status: "refused", answer: "Ask for it at manilla-data.com, please." };
    expect(
      (await call(protection.answer, { params: { id: request.id }, body: elsewhere })).body.errors,
      "a link to another site",
    ).toEqual({ answer: ["this leads to another site than our own: manilla-data.com"] });
    expect((await Promise.all([answer(), answer(other)])).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { user_id } = customer;
    const { data_key } = await getRow(api.app.db, "users", user_id, ["data_key"]);
    const bvn_encrypted = api.app.encryption.encrypt(user_id, data_key!, "bvn", "22200000177");
    await api.app.db.updateTable("profiles").set({ bvn_encrypted }).where("user_id", "=", user_id).execute();
    const file = await api.call(protection.exportOwn, { token: customer.token, body: {} });
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(file.body).toMatchObject({
      person: { name: "Chika" },
      profile: { bvn: "22200000177" },
      data_requests: [{ kind: "export" }],
    });
    const staffFile = await call(protection.exportOf, { params: { id: customer.user_id }, body: {} });
    expect(staffFile.body).toMatchObject({
      person: { name: "Chika" },
      profile: { bvn: expect.stringMatching(/0177$/) },
    });
    expect(JSON.stringify(staffFile.body), "whole for the person alone").not.toContain("22200000177");
    expect(
      (
        await query<{ n: string }>(
          "select count(*) as n from audit_records where action = 'data_exported' and subject_id = $1",
          [customer.user_id],
        )
      )[0]?.n,
    ).toBe("2");
    // Who has not asked is not taken away.
    const silent = await api.person("staff");
    const unasked = await call(protection.exportOf, { params: { id: silent.user_id }, body: {} });
    expect(unasked.status).toBe(409);
    expect(unasked.body.code).toBe("not_asked");
    const letter = { kind: "export", text: "A letter of 3 March, in the folder" };
    const written = await call(protection.record, { params: { id: silent.user_id }, body: letter });
    expect(written.body.data).toMatchObject({ request: { status: "open", kind: "export" } });
    const own = await call(protection.exportOf, { params: { id: silent.user_id }, body: {} });
    expect(own.body.code, "not by who wrote it down").toBe("not_asked");
    const colleague = await api.person("super_operations");
    await api.database.pool.query(
      "update sessions set stepped_up_until = now() + interval '1 hour' where user_id = $1",
      [colleague.user_id],
    );
    expect((await call(protection.exportOf, { params: { id: silent.user_id }, body: {} }, colleague)).status).toBe(200);
    expect((await call(protection.consents, { params: { id: customer.user_id } })).status).toBe(200);
    expect(
      (
        await call(
          protection.exportOf,
          { params: { id: customer.user_id }, body: {} },
          await api.person("super_support"),
        )
      ).status,
    ).toBe(403);
  });

  it("erases what was never finished when its time is over, once a day, and nothing else", async () => {
    const [old, young, busy] = [await api.person("staff"), await api.person("staff"), await api.person("staff")];
    for (const { user_id } of [old, busy])
      await query("update users set created_at = now() - interval '800 days' where id = $1", [user_id]);
    for (const { user_id } of [old, busy])
      await query("update sessions set last_seen_at = now() - interval '790 days' where user_id = $1", [user_id]);
    await query("update users set status = 'processing' where id = $1", [busy.user_id]);
    expect(await runRetention(api.app)).toMatchObject({ people: 1 });
    expect(await runRetention(api.app)).toBeNull();
    expect(
      (await query<{ id: string }>("select id from users where erased_at is not null")).map(({ id }) => id),
    ).toEqual([old.user_id]);
    expect((await query<{ name: string }>("select name from users where id = $1", [young.user_id]))[0]?.name).toBe(
      "Test",
    );
    expect(dataOf<{ runs: object[]; rules: object[] }>(await call(protection.retention))).toMatchObject({
      runs: [{ removed: { people: 1 } }],
    });
  });
});

describe("affiliates", () => {
  it("are registered once, with a link, and counted by who came through it", async () => {
    const body = {
      name: "Kemi Bello",
      email: "kemi@partner.example",
      phone: "08031234567",
      code: "Kemi-1",
      commission_percent: "2.5",
    };
    const made = dataOf<{ code: string; link: string }>(await call(affiliates.create, { body }));
    expect(made.code).toBe("kemi-1");
    expect(made.link.endsWith("/register/kemi-1")).toBe(true);
    expect((await call(affiliates.create, { body })).status).toBe(422);
    expect(
      (await call(affiliates.create, { body: { ...body, email: "x@partner.example", commission_percent: "101" } })).body
        .errors,
    ).toHaveProperty("commission_percent");
    const { user_id } = await api.person("staff");
    await query("update users set registration_source = 'kemi-1' where id = $1", [user_id]);
    expect(((await call(affiliates.listAll)).body.datatable as { items: object[] }).items).toMatchObject([
      { code: "kemi-1", registered: 1, borrowed: 0, commission_percent: "2.50" },
    ]);
  });
});
