import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fixture, startFixture } from "../testing.ts";

let world: Fixture;
beforeAll(async () => {
  world = await startFixture();
});
afterAll(() => world.close());

const sms = (to: string, text: string) =>
  world.call("POST", "/termii/api/sms/send", {
    api_key: "termii_sandbox",
    to,
    from: "Manilla",
    sms: text,
    type: "plain",
    channel: "generic",
  });
const mail = (to: string) =>
  createTransport(`smtp://127.0.0.1:${world.sandbox.smtp_port}`).sendMail({
    from: "hello@manilla.example",
    to,
    subject: "Your offer",
    text: "₦150,000 is waiting",
    attachments: [{ filename: "offer.pdf", content: "x" }],
  });

describe("inbox", () => {
  test("SMS, mail and push land in it and are found by recipient, channel and text, newest first", async () => {
    expect(await sms("2348120000001", "Your code is 123456")).toMatchObject({ status: 200, body: { code: "ok" } });
    await sms("2348120000001", "Your code is 654321");
    await mail("ada@mail.example");
    expect(
      await world.call("POST", "/fcm/v1/projects/manilla/messages:send", {
        message: { token: "device-1", notification: { title: "Paid", body: "Thank you" } },
      }),
    ).toMatchObject({ status: 200, body: { name: expect.stringMatching(/^projects\/manilla\/messages\//) } });
    expect(await world.call("GET", "/inbox/messages?to=08120000001&contains=code")).toMatchObject({
      body: { messages: [{ text: "Your code is 654321", to: "+2348120000001" }, { text: "Your code is 123456" }] },
    });
    expect(await world.call("GET", "/inbox/messages?channel=email")).toMatchObject({
      body: {
        messages: [
          { to: "ada@mail.example", subject: "Your offer", text: expect.stringContaining("₦150,000 is waiting") },
        ],
      },
    });
    expect(await world.call("GET", "/inbox/messages?to=device-1")).toMatchObject({
      body: { messages: [{ channel: "push", subject: "Paid" }] },
    });
    expect(await world.text("/inbox?contains=654321")).toContain("Copy 654321");
  });

  test("what a message says cannot become part of the page", async () => {
    await sms("2348120000009", "<script>alert(1)</script>");
    expect(await world.text("/inbox")).not.toContain("<script>alert");
  });

  test("an outage of the mail server is reported to the sender", async () => {
    await world.call("PUT", "/faults/smtp", { mode: "outage", times: 1 });
    await expect(mail("late@mail.example")).rejects.toMatchObject({ responseCode: 421 });
    await mail("late@mail.example");
    expect(await world.call("GET", "/inbox/messages?to=late@mail.example")).toMatchObject({
      body: { messages: [{ to: "late@mail.example" }] },
    });
  });

  test("wrong requests are refused in the provider's way", async () => {
    expect(await world.call("POST", "/termii/api/sms/send", { to: "1" })).toMatchObject({
      status: 400,
      body: { status: "error" },
    });
    expect(await world.call("POST", "/fcm/v1/projects/manilla/messages:send", { message: {} })).toMatchObject({
      status: 400,
      body: { error: { status: "INVALID_ARGUMENT" } },
    });
  });

  test("it can be emptied", async () => {
    expect(await world.call("DELETE", "/inbox/messages")).toMatchObject({ status: 200 });
    expect(await world.call("GET", "/inbox/messages")).toEqual({ status: 200, body: { messages: [] } });
  });
});
