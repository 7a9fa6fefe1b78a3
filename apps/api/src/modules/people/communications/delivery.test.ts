import { createHmac } from "node:crypto";
import * as calls from "@manilla/contract/people/communications";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApi, startTestApi } from "../../../../../../test/api.ts";
import { type TestSandbox, startTestSandbox } from "../../../../../../test/sandbox.ts";
import type { Jobs } from "../../../db/queue.ts";
import { processWebhook } from "../../platform/webhooks/index.ts";
import { giveUpMessages, handOver } from "./handing-over.ts";
import { receiveDeliveryReport } from "./reports.ts";
import { sendCommunication } from "./sending.ts";

let sandbox: TestSandbox;
let api: TestApi;
let staff: { token: string; user_id: string };
beforeAll(async () => {
  sandbox = await startTestSandbox();
  api = await startTestApi(sandbox.environment);
  staff = await api.person("super_operations");
  await query("update configuration set value = '0' where key in ('quiet_hours_from', 'quiet_hours_to')");
  await query("update configuration set value = '50' where key = 'marketing_messages_a_week'");
});
afterAll(async () => {
  await api.stop();
  await sandbox.close();
});

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  api.database.pool.query<Row>(text, values).then(({ rows }) => rows);
const dataOf = <Data>(answer: { body: { data: never } }) => answer.body.data as Data;
const misbehave = (to: string, outcome: string) =>
  fetch(`${sandbox.sandbox.url}/inbox/addresses`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ to, outcome }),
  });
const inbox = async (to: string) =>
  (
    (await (await fetch(`${sandbox.sandbox.url}/inbox/messages?to=${encodeURIComponent(to)}`)).json()) as {
      messages: { text: string }[];
    }
  ).messages;
/** The providers' events as the sandbox sent them, in its order. */
const events = async (provider: string) =>
  (
    (await (await fetch(`${sandbox.sandbox.url}/webhooks.json`)).json()) as {
      webhooks: { provider: string; body: string }[];
    }
  ).webhooks
    .filter((event) => event.provider === provider)
    .map(({ body }) => body)
    .toReversed();
const deliver = (provider: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${api.address}/api/webhooks/${provider}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
const signed = (body: string, secret = "termii_secret_sandbox") =>
  deliver("termii", body, { "x-termii-signature": createHmac("sha512", secret).update(body).digest("hex") });
const workOff = async () => {
  for (const { id } of await query<{ id: string }>(
    "select id from webhooks where processed_at is null order by received_at",
  ))
    await processWebhook(api.app, id);
};
const { sms, mail, push } = {
  sms: () => api.app.outside.sms,
  mail: () => api.app.outside.mail,
  push: () => api.app.outside.push,
};
/** Runs the waiting jobs as the worker does. */
async function handOverAll(): Promise<void> {
  const jobs = await query<{
    id: string;
    name: string;
    data: Jobs["send-sms"] & Jobs["send-mail"] & Jobs["send-push"];
  }>(
    `
      update pgboss.job
      set state = 'completed'
      where name in ('send-sms', 'send-mail', 'send-push') and state < 'active'
      returning id, name, data
    `,
  );
  for (const { id: job_id, name, data } of jobs) {
    const { reference } = data;
    if (name === "send-sms")
      await handOver(api.app, {
        job_id,
        channel: "sms",
        reference,
        to: data.to,
        send: () => sms().send({ ...data, is_offer: data.is_offer ?? false }),
        find: (since) => sms().find({ ...data, since }),
      });
    else if (name === "send-mail")
      await handOver(api.app, {
        job_id,
        channel: "mail",
        reference,
        to: data.to,
        send: () => mail().send({ ...data, id: job_id }),
      });
    else
      await handOver(api.app, { job_id, channel: "push", reference, to: data.user_id, send: () => push().send(data) });
  }
}
async function write(channel: string, user_ids: string[], more: object = {}): Promise<string> {
  const body = {
    name: "A word",
    channel,
    category: "marketing",
    ...(channel !== "sms" && { subject: "Hello" }),
    body: `Dear {{name}}, number ${Math.random()}`,
    segment: { queue: "all", user_ids },
    ...more,
  };
  const { communication } = dataOf<{ communication: { id: string } }>(
    await api.call(calls.create, { token: staff.token, body }),
  );
  await query("update communications set status = 'scheduled' where id = $1 and status = 'waiting'", [
    communication.id,
  ]);
  await sendCommunication(api.app, communication.id);
  await handOverAll();
  return communication.id;
}
const counts = async (id: string) =>
  dataOf<{ communication: Record<string, number> }>(await api.call(calls.find, { token: staff.token, params: { id } }))
    .communication;
const messageOf = async (communication_id: string, user_id: string) =>
  (
    await query<{ id: string; status: string; reason: string | null }>(
      "select id, status, reason from communication_messages where communication_id = $1 and user_id = $2",
      [communication_id, user_id],
    )
  )[0]!;
const suppressions = async (user_id: string) =>
  dataOf<{ suppressions: { channel: string; reason: string; is_marketing_only: boolean }[] }>(
    await api.call(calls.ofPerson, { token: staff.token, params: { id: user_id } }),
  ).suppressions;

describe("a text message", () => {
  it("is handed over, delivered when the report says so, and each step is logged", async () => {
    const person = await api.person("staff");
    const id = await write("sms", [person.user_id]);
    expect(await counts(id)).toMatchObject({ handed_over: 1, delivered: 0 });
    const [report = ""] = (await events("termii")).slice(-1);
    for (let again = 0; again < 3; again += 1) expect((await signed(report)).status).toBe(200);
    await workOff();
    expect(await counts(id)).toMatchObject({ handed_over: 0, delivered: 1 });
    const message = await messageOf(id, person.user_id);
    expect(
      (
        await query<{ to_state: string }>(
          "select to_state from transitions where subject_id = $1 order by id, happened_at",
          [message.id],
        )
      )
        .map(({ to_state }) => to_state)
        .toSorted(),
    ).toEqual(["delivered", "handed_over", "queued"]);
    expect(
      await query("select id from webhooks where provider = 'termii' and body::text like '%' || $1 || '%'", [
        person.phone.slice(1),
      ]),
    ).toEqual([]);
  });

  it("report without the right signature is refused and kept nowhere", async () => {
    const body = JSON.stringify({ type: "outbound", message_id: "1", status: "DELIVERED" });
    const before = await query("select id from webhooks");
    expect((await deliver("termii", body)).status).toBe(401);
    expect((await signed(body, "another_secret")).status).toBe(401);
    expect(
      (
        await deliver("termii", `${body} `, {
          "x-termii-signature": createHmac("sha512", "termii_secret_sandbox").update(body).digest("hex"),
        })
      ).status,
    ).toBe(401);
    expect(await query("select id from webhooks")).toHaveLength(before.length);
  });

  it("to a number on the do-not-disturb list fails as an offer; the next offer is left out with the reason, what is no offer still goes", async () => {
    const person = await api.person("staff");
    await misbehave(person.phone, "dnd");
    const first = await write("sms", [person.user_id]);
    await signed((await events("termii")).at(-1) ?? "");
    await workOff();
    expect(await messageOf(first, person.user_id)).toMatchObject({
      status: "failed",
      reason: "The number is on the do-not-disturb list.",
    });
    expect(await messageOf(await write("sms", [person.user_id]), person.user_id)).toMatchObject({
      status: "skipped",
      reason: "The number is on the do-not-disturb list.",
    });
    expect(
      dataOf(
        await api.call(calls.countSegment, {
          token: staff.token,
          body: { channel: "sms", category: "marketing", segment: { queue: "all", user_ids: [person.user_id] } },
        }),
      ),
    ).toMatchObject({ people: 1, unreachable: 1 });
    const service = await write("sms", [person.user_id], { category: "service" });
    await signed((await events("termii")).at(-1) ?? "");
    await workOff();
    expect(await messageOf(service, person.user_id)).toMatchObject({ status: "delivered" });
    expect(await suppressions(person.user_id)).toMatchObject([{ channel: "sms", is_marketing_only: true }]);
    const lift = () =>
      api.call(calls.liftSuppression, {
        token: staff.token,
        params: { id: person.user_id },
        body: { channel: "sms", reason: "They took the number off the list." },
      });
    expect([(await lift()).status, (await lift()).status]).toEqual([200, 404]);
    expect(await suppressions(person.user_id)).toEqual([]);
  });

  it("that fails for a passing reason is given up after three in a row, and a new number is tried anew", async () => {
    const person = await api.person("staff");
    await misbehave(person.phone, "expired");
    for (let time = 1; time <= 3; time += 1) {
      expect(await suppressions(person.user_id)).toEqual([]);
      const id = await write("sms", [person.user_id]);
      await signed((await events("termii")).at(-1) ?? "");
      await workOff();
      expect(await messageOf(id, person.user_id)).toMatchObject({ status: "failed" });
    }
    expect(await messageOf(await write("sms", [person.user_id]), person.user_id)).toMatchObject({
      status: "skipped",
      reason: "The phone was off or out of reach too long.",
    });
    await query("update users set phone = '+2348099999999' where id = $1", [person.user_id]);
    expect(await messageOf(await write("sms", [person.user_id]), person.user_id)).toMatchObject({
      status: "handed_over",
    });
  });

  it("whose report overtakes the provider's answer is found later", async () => {
    const person = await api.person("staff");
    await write("sms", [person.user_id]);
    const report = (await events("termii")).at(-1) ?? "";
    const { message_id } = JSON.parse(report) as { message_id: string };
    await query(
      "update message_deliveries set provider_reference = null, handed_over_at = null where provider_reference = $1",
      [message_id],
    );
    await signed(report);
    await workOff();
    expect(await query("select id from webhooks where processed_at is null")).toHaveLength(1);
    await query(
      `
        update message_deliveries
        set provider_reference = $1, handed_over_at = now()
        where reference = (select 'communication:' || id from communication_messages where user_id = $2)
      `,
      [message_id, person.user_id],
    );
    await workOff();
    expect(await query("select status from communication_messages where user_id = $1", [person.user_id])).toEqual([
      { status: "delivered" },
    ]);
  });

  it("after a call without an answer is asked for, not sent again", async () => {
    const person = await api.person("staff");
    await misbehave(person.phone, "works");
    const job_id = "0190a8c1-0000-7000-8000-000000000001";
    const text = "Only once, please";
    const cut = (reference: string) =>
      handOver(api.app, {
        job_id,
        channel: "sms",
        reference,
        to: person.phone,
        send: () =>
          sms()
            .send({ to: person.phone, text, is_offer: false })
            .then(() => Promise.reject(new Error("the worker died here"))),
        find: (since) => sms().find({ to: person.phone, text, since }),
      });
    await expect(cut("single:1")).rejects.toThrow("died here");
    await cut("single:1");
    await cut("single:1");
    expect((await inbox(person.phone)).filter((message) => message.text === text)).toHaveLength(1);
    expect(
      await query("select user_id, outcome from message_deliveries where job_id = $1 and handed_over_at is not null", [
        job_id,
      ]),
    ).toEqual([{ user_id: person.user_id, outcome: null }]);
  });

  it("that no provider takes is not queued for ever", async () => {
    const person = await api.person("staff");
    const id = await write("sms", [person.user_id]);
    await query("update communication_messages set status = 'queued' where communication_id = $1", [id]);
    expect(await giveUpMessages(api.app)).toBe(0);
    await query(
      "update communication_messages set sent_at = now() - interval '20 minutes' where communication_id = $1",
      [id],
    );
    expect(await giveUpMessages(api.app)).toBe(1);
    expect(await messageOf(id, person.user_id)).toMatchObject({
      status: "failed",
      reason: "The provider could not be reached.",
    });
  });
});

describe("a mail", () => {
  it("is delivered; one that comes back is bounced in any order of events, and the address is left out next time", async () => {
    const [fine, back] = [await api.person("staff"), await api.person("staff")];
    await misbehave(back.email, "bounced");
    const id = await write("mail", [fine.user_id, back.user_id]);
    const sent = (await events("mail")).slice(-2);
    for (const event of [...sent, ...sent].toReversed()) expect((await deliver("mail", event)).status).toBe(200);
    await workOff();
    expect(await counts(id)).toMatchObject({ delivered: 1, bounced: 1, failed: 0 });
    expect(await messageOf(id, back.user_id)).toMatchObject({ status: "bounced", reason: "The mail came back (550)." });
    expect(await messageOf(await write("mail", [back.user_id]), back.user_id)).toMatchObject({
      status: "skipped",
      reason: "The mail came back (550).",
    });
  });

  it("that the server refuses at once is bounced and not tried again", async () => {
    const person = await api.person("staff");
    await misbehave(person.email, "refused");
    expect(await messageOf(await write("mail", [person.user_id]), person.user_id)).toMatchObject({
      status: "bounced",
      reason: "The mail server refuses the address (550).",
    });
    expect(await suppressions(person.user_id)).toMatchObject([{ channel: "mail", is_marketing_only: false }]);
  });

  it("event with a wrong signature, an old one, or a used token with another body changes nothing", async () => {
    const person = await api.person("staff");
    const id = await write("mail", [person.user_id]);
    const event = JSON.parse((await events("mail")).at(-1) ?? "{}") as {
      signature: { timestamp: string; token: string; signature: string };
      "event-data": { event: string };
    };
    const sign = (timestamp: string, token: string, key = "mail_webhook_sandbox") => ({
      timestamp,
      token,
      signature: createHmac("sha256", key)
        .update(timestamp + token)
        .digest("hex"),
    });
    const now = String(Math.floor(Date.now() / 1_000));
    expect((await deliver("mail", JSON.stringify({ ...event, signature: sign(now, "a", "another") }))).status).toBe(
      401,
    );
    expect(
      (await deliver("mail", JSON.stringify({ ...event, signature: sign(String(Number(now) - 200_000), "b") }))).status,
    ).toBe(401);
    expect((await deliver("mail", JSON.stringify(event))).status).toBe(200);
    expect(
      (
        await deliver(
          "mail",
          JSON.stringify({
            ...event,
            "event-data": { ...event["event-data"], event: "failed", severity: "permanent" },
          }),
        )
      ).status,
    ).toBe(200);
    await workOff();
    expect(await messageOf(id, person.user_id)).toMatchObject({ status: "delivered" });
  });
});

describe("a push message", () => {
  it("to an app that was removed fails, and the person is not written to that way again", async () => {
    const person = await api.person("staff");
    await misbehave(`/topics/person-${person.user_id}`, "unregistered");
    expect(await messageOf(await write("push", [person.user_id]), person.user_id)).toMatchObject({
      status: "failed",
      reason: "The app is not on the phone any more.",
    });
    expect(await messageOf(await write("push", [person.user_id]), person.user_id)).toMatchObject({ status: "skipped" });
  });
});

describe("the order of reports", () => {
  it("does not matter: every order of the same ones, with repetitions, ends alike", async () => {
    const person = await api.person("staff");
    const words = ["Message Sent", "DELIVERED", "Message Failed", "Expired", "Rejected"];
    const end = async (statuses: readonly string[]) => {
      await query("delete from suppressions where user_id = $1", [person.user_id]);
      const id = await write("sms", [person.user_id], { category: "service" });
      const { message_id } = JSON.parse((await events("termii")).at(-1) ?? "{}") as { message_id: string };
      for (const status of statuses) await receiveDeliveryReport(api.app, "termii", { message_id, status });
      return [(await messageOf(id, person.user_id)).status, (await suppressions(person.user_id)).length > 0];
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }), async (statuses) => {
        expect(await end(statuses)).toEqual(await end(statuses.toSorted()));
      }),
      { numRuns: 12 },
    );
  });
});
