import * as calls from "@manilla/contract/people/registration";
import { termsVersion } from "@manilla/contract/people/terms";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const { db } = api.app;

let counter = 0;
const details = (more: Record<string, unknown> = {}) => {
  counter += 1;
  return {
    name: "Amara Chidinma Nwosu",
    email: `Amara${counter}@Nwosu.example`,
    phone: `0803222${String(counter).padStart(4, "0")}`,
    password: "Bright-river-7",
    accepts_terms: true,
    ...more,
  };
};
const business = (more: Record<string, unknown> = {}) =>
  details({ company_name: " Kano Mills ", rc_number: `rc${1_000 + counter}`, ...more });

const lastJob = async (name: string): Promise<Record<string, string>> =>
  (
    await api.database.pool.query<{ data: Record<string, string> }>(
      "select data from pgboss.job where name = $1 order by created_on desc limit 1",
      [name],
    )
  ).rows[0]?.data ?? {};

async function begin(call: typeof calls.register | typeof calls.registerBusiness, body: object) {
  const answer = await api.call(call, { body });
  const { registration_token } = answer.body.data as { registration_token: string };
  const otp = /(\d{6})/.exec((await lastJob("send-sms")).text ?? "")?.[1] ?? "";
  return { answer, sent: { registration_token, otp } };
}
const confirm = (sent: object, kind = "person") => api.call(calls.confirm, { body: { ...sent, kind } });
const personOf = (email: string) =>
  db.selectFrom("users").selectAll().where("email", "=", email.toLowerCase()).executeTakeFirst();

describe("a registration", () => {
  it("makes nobody before the code has come, and then the person of the details that were sent, once", async () => {
    const body = details({ source: "friends" });
    const { answer, sent } = await begin(calls.register, body);
    expect(answer.body.data).toMatchObject({ step: "otp_sent", sent_to: `•••${body.phone.slice(-4)}` });
    expect(JSON.stringify(answer.body), "the code is for the phone alone").not.toContain(sent.otp);
    expect(await personOf(body.email)).toBeUndefined();
    expect((await confirm(sent)).body.data).toMatchObject({ step: "registered", token: expect.any(String) });
    expect(await personOf(body.email)).toMatchObject({
      name: "Amara",
      last_name: "Chidinma Nwosu",
      phone: `+234${body.phone.slice(1)}`,
      registration_source: "friends",
      is_customer: true,
      company_id: null,
      terms_version: termsVersion,
    });
    expect((await confirm(sent)).status, "a code is used once").toBe(422);
  });

  it("is nobody's by a token that was never given, or the code of another one", async () => {
    const [one, other] = [await begin(calls.register, details()), await begin(calls.register, details())];
    expect((await confirm({ ...one.sent, registration_token: "nonsense" })).status).toBe(422);
    const wrong = one.sent.otp === other.sent.otp ? "000000" : other.sent.otp;
    expect((await confirm({ ...one.sent, otp: wrong })).status).toBe(422);
    expect((await confirm(one.sent, "business")).status).toBe(422);
  });

  it("of an address or a phone that is taken looks the same from outside, sends no code, and warns the owner", async () => {
    const owner = await api.person("staff");
    for (const more of [{ email: owner.email.toUpperCase() }, { phone: owner.phone.replace("+234", "0") }]) {
      const before = await lastJob("send-sms");
      const answer = await api.call(calls.register, { body: details(more) });
      expect(answer.body.data).toMatchObject({ step: "otp_sent", registration_token: expect.any(String) });
      expect(await lastJob("send-sms")).toEqual(before);
      expect(await lastJob("send-mail")).toMatchObject({
        to: owner.email,
        subject: "You already have a Manilla account",
      });
    }
  });

  it("that somebody else completed meanwhile is refused, and makes no second account", async () => {
    const body = details();
    const one = await begin(calls.register, body);
    const two = await begin(calls.register, details({ email: body.email }));
    const answers = await Promise.all([confirm(one.sent), confirm(two.sent)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("already_registered");
  });

  it("refuses a password that is the name, and keeps none in clear", async () => {
    expect((await api.call(calls.register, { body: details({ password: "amara-nwosu" }) })).body.errors).toHaveProperty(
      "password",
    );
    const body = details();
    const { sent } = await begin(calls.register, body);
    const { rows } = await api.database.pool.query<{ payload: string }>(
      "select payload::text as payload from one_time_codes where id = $1",
      [sent.registration_token],
    );
    expect(rows[0]?.payload).toContain(body.email.toLowerCase());
    expect(rows[0]?.payload).not.toContain(body.password);
  });

  it("names who brought the person, unless there is no such one", async () => {
    const friend = await api.person("staff");
    await db.updateTable("users").set({ referral_code: "FRIEND1" }).where("id", "=", friend.user_id).execute();
    const invited = async (code: string) => {
      const body = details({ referral_code: code });
      await confirm((await begin(calls.register, body)).sent);
      const { referred_by, registration_source } = (await personOf(body.email))!;
      return { referred_by, registration_source };
    };
    expect(await invited("FRIEND1")).toEqual({ referred_by: friend.user_id, registration_source: "referral" });
    expect(await invited("nobody-has-this")).toMatchObject({ referred_by: null });
  });
});

describe("the registration of a business", () => {
  it("makes a company that is not approved, and its administrator", async () => {
    const body = business();
    const { sent } = await begin(calls.registerBusiness, body);
    expect((await confirm(sent, "person")).status, "as a business alone").toBe(422);
    expect((await confirm(sent, "business")).body.data).toMatchObject({ step: "registered" });
    const { id, company_id, is_customer } = (await personOf(body.email))!;
    const company = await db
      .selectFrom("companies")
      .selectAll()
      .where("id", "=", company_id!)
      .executeTakeFirstOrThrow();
    expect(company).toMatchObject({
      name: "Kano Mills",
      rc_number: (body as never as { rc_number: string }).rc_number.toUpperCase(),
    });
    expect(company.status).not.toBe("approved");
    expect(is_customer).toBe(false);
    const roles = await db.selectFrom("user_roles").select("role").where("user_id", "=", id).execute();
    expect(roles).toEqual([{ role: "company_super_admin" }]);
  });
});

describe("the search for an employer", () => {
  it("finds approved companies alone, by a part of their name that means itself, and tells no more than the name", async () => {
    const id = await api.company({ name: "Zebra 50% Foods" });
    await api.company({ name: "Zebra Hidden", status: "pending" });
    const found = async (search: string) =>
      ((await api.call(calls.companies, { query: { search } })).body.data as { companies: object[] }).companies;
    expect(await found("zebra")).toEqual([{ id, name: "Zebra 50% Foods" }]);
    expect(await found("50%")).toHaveLength(1);
    expect(await found("%%%")).toEqual([]);
    expect((await api.call(calls.companies, { query: { search: "ze" } })).status).toBe(422);
  });
});
