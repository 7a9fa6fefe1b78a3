import * as calls from "@manilla/contract/platform/session";
import * as registration from "@manilla/contract/people/registration";
import { termsVersion } from "@manilla/contract/people/terms";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { hashPassword } from "./passwords.ts";

const api = await useTestApi();

async function personWithPassword(password: string) {
  const person = await api.person("staff");
  await api.app.db
    .updateTable("users")
    .set({ password_hash: await hashPassword(password) })
    .where("id", "=", person.user_id)
    .execute();
  return person;
}

const lastJob = async (name: string): Promise<Record<string, string>> => {
  const { rows } = await api.database.pool.query<{ data: Record<string, string> }>(
    "select data from pgboss.job where name = $1 order by created_on desc limit 1",
    [name],
  );
  return rows[0]?.data ?? {};
};

describe("signing in", () => {
  it("answers 422 with a message at each field that is missing, wrong or unknown", async () => {
    const { status, body } = await api.call(calls.logIn, { body: { email: 5, surprise: true } });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(["email", "password", "surprise"]);
  });

  it("gives a token that opens the session, and refuses it after logging out", async () => {
    const person = await personWithPassword("correct-horse-9");
    const { status, body } = await api.call(calls.logIn, {
      body: { email: person.email.toUpperCase(), password: "correct-horse-9" },
    });
    expect(status).toBe(200);
    const { token } = body.data as { token: string };
    expect((await api.call(calls.find, { token })).status).toBe(200);
    await api.call(calls.logOut, { token });
    expect((await api.call(calls.find, { token })).status).toBe(401);
  });

  it.each(["0812 000 0077", "+234 812 000 0077", "0812-000-0077", "08120000077"])(
    "takes a phone as people write it: %s",
    async (email) => {
      const person = await personWithPassword("correct-horse-9");
      const users = api.app.db.updateTable("users");
      await users.set({ phone: null }).where("phone", "=", "+2348120000077").execute();
      await users.set({ phone: "+2348120000077" }).where("id", "=", person.user_id).execute();
      expect((await api.call(calls.logIn, { body: { email, password: "correct-horse-9" } })).status).toBe(200);
    },
  );

  it("says the same about a wrong password and an unknown address", async () => {
    const person = await personWithPassword("correct-horse-9");
    const wrong = await api.call(calls.logIn, { body: { email: person.email, password: "wrong" } });
    const unknown = await api.call(calls.logIn, { body: { email: "nobody@test.example", password: "wrong" } });
    expect([wrong.status, wrong.body.message]).toEqual([unknown.status, unknown.body.message]);
  });

  it("stops guessing after ten tries, also when they come at once", async () => {
    const person = await personWithPassword("correct-horse-9");
    const tries = await Promise.all(
      Array.from({ length: 14 }, () => api.call(calls.logIn, { body: { email: person.email, password: "guess" } })),
    );
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await api.call(calls.logIn, { body: { email: person.email, password: "correct-horse-9" } })).status).toBe(
      429,
    );
  });

  it("lets a blacklisted person out on the next request", async () => {
    const person = await api.person("staff");
    expect((await api.call(calls.find, { token: person.token })).status).toBe(200);
    await api.app.db.updateTable("users").set({ is_blacklisted: true }).where("id", "=", person.user_id).execute();
    expect((await api.call(calls.find, { token: person.token })).status).toBe(401);
  });

  it("says when it was last used, to five minutes", async () => {
    const person = await api.person("staff");
    const hour = new Date(Date.now() - 3_600_000);
    await api.app.db
      .updateTable("sessions")
      .set({ last_seen_at: hour })
      .where("user_id", "=", person.user_id)
      .execute();
    await api.call(calls.find, { token: person.token });
    const { sessions } = (await api.call(calls.sessions, { token: person.token })).body.data as {
      sessions: { last_seen_at: string }[];
    };
    expect(sessions.map(({ last_seen_at }) => Date.parse(last_seen_at) - hour.getTime() > 3_000_000)).toEqual([true]);
  });

  it("ends at the hour whatever was done in between", async () => {
    const person = await api.person("staff");
    await api.app.db
      .updateTable("sessions")
      .set({ expires_at: new Date() })
      .where("user_id", "=", person.user_id)
      .execute();
    expect((await api.call(calls.find, { token: person.token })).status).toBe(401);
  });

  it("refuses a change that a foreign page sends with the cookie", async () => {
    const person = await api.person("staff");
    const headers = { cookie: `manilla_session=${person.token}` };
    const foreign = await api.call(calls.closeModal, {
      params: { modal: "welcome" },
      headers: { ...headers, "sec-fetch-site": "cross-site" },
    });
    expect([foreign.status, foreign.body.code]).toEqual([403, "foreign_origin"]);
    expect(
      (
        await api.call(calls.closeModal, {
          params: { modal: "welcome" },
          headers: { ...headers, "sec-fetch-site": "same-origin" },
        })
      ).status,
    ).toBe(200);
  });
});

describe("passwords", () => {
  it("refuses a common one and one made of the person's name", async () => {
    const person = await personWithPassword("correct-horse-9");
    const change = (password: string) =>
      api.call(calls.updatePassword, {
        token: person.token,
        body: { current_password: "correct-horse-9", password, password_confirmation: password },
      });
    expect((await change("password1!")).body.errors.password?.[0]).toMatch(/too common/);
    expect((await change("Testing-Person-1")).body.errors.password?.[0]).toMatch(/your own name/);
  });

  it("signs out every other place when it changes", async () => {
    const person = await personWithPassword("correct-horse-9");
    const other = (await api.call(calls.logIn, { body: { email: person.email, password: "correct-horse-9" } })).body
      .data as { token: string };
    const body = {
      current_password: "correct-horse-9",
      password: "Copper-7-river",
      password_confirmation: "Copper-7-river",
    };
    expect((await api.call(calls.updatePassword, { token: person.token, body })).status).toBe(200);
    expect((await api.call(calls.find, { token: other.token })).status).toBe(401);
    expect((await api.call(calls.find, { token: person.token })).status).toBe(200);
  });

  it("is set anew with a link sent to a customer's phone, however it is written; never to a colleague's", async () => {
    const person = await personWithPassword("correct-horse-9");
    const spaced = `0${person.phone.slice(4, 7)} ${person.phone.slice(7, 10)} ${person.phone.slice(10)}`;
    expect((await api.call(calls.requestPasswordReset, { body: { email: spaced } })).status).toBe(200);
    // The letter is written after the answer, so that its time tells nothing.
    await expect.poll(async () => (await lastJob("send-sms")).to).toBe(person.phone);
    const sent = await lastJob("send-sms");
    const token = /reset\/([\w-]+)/.exec(sent.text ?? "")?.[1];
    const body = { token, password: "Copper-7-river", password_confirmation: "Copper-7-river" };
    expect((await api.call(calls.updatePassword, { body })).status).toBe(200);
    const [colleague, borrowing] = [await api.person("super_finance"), await api.person("staff")];
    await api.app.db.insertInto("user_roles").values({ user_id: borrowing.user_id, role: "super_finance" }).execute();
    for (const { phone } of [colleague, borrowing]) {
      expect((await api.call(calls.requestPasswordReset, { body: { email: phone } })).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect((await lastJob("send-sms")).to).toBe(person.phone);
    }
  });

  it("is set anew with a mailed link, once", async () => {
    const person = await personWithPassword("correct-horse-9");
    expect((await api.call(calls.requestPasswordReset, { body: { email: person.email } })).status).toBe(200);
    await expect.poll(async () => (await lastJob("send-mail")).to).toBe(person.email);
    const token = /reset\/([\w-]+)/.exec((await lastJob("send-mail")).text ?? "")?.[1];
    const body = { token, password: "Copper-7-river", password_confirmation: "Copper-7-river" };
    const isGood = async (asked = token) =>
      (await api.call(calls.checkPasswordReset, { body: { token: asked } })).body.data;
    expect([await isGood(), await isGood("x".repeat(43))]).toEqual([{ is_good: true }, { is_good: false }]);
    expect((await api.call(calls.updatePassword, { body })).status, "looking at it has not used it").toBe(200);
    expect(await isGood()).toEqual({ is_good: false });
    expect((await api.call(calls.updatePassword, { body })).status).toBe(422);
  });
});

describe("registering", () => {
  it("is completed with the code alone, so that a reload costs nothing; the right kind and the right code are needed", async () => {
    const { body } = await api.call(registration.register, { body: details("08031112299") });
    const { registration_token } = body.data as { registration_token: string };
    const otp = /(\d{6})/.exec((await lastJob("send-sms")).text ?? "")?.[1] ?? "";
    const confirm = (kind: string, code: string) =>
      api.call(registration.confirm, { body: { registration_token, otp: code, kind } });
    expect((await confirm("person", otp === "000000" ? "111111" : "000000")).status).toBe(422);
    expect((await confirm("business", otp)).status).toBe(422);
    expect((await confirm("person", otp)).body.data).toMatchObject({ step: "registered" });
    expect((await confirm("person", otp)).status).toBe(422);
  });

  it("belongs to who asked: another's token or other details make nobody else's account", async () => {
    const ask = async (phone: string) => {
      const { body } = await api.call(registration.register, { body: details(phone) });
      const otp = /(\d{6})/.exec((await lastJob("send-sms")).text ?? "")?.[1] ?? "";
      return { otp, registration_token: (body.data as { registration_token: string }).registration_token };
    };
    const [mine, theirs] = [await ask("08031112271"), await ask("08031112272")];
    if (mine.otp !== theirs.otp)
      expect(
        (await api.call(registration.confirm, { body: { ...theirs, otp: mine.otp, kind: "person" } })).status,
      ).toBe(422);
    const posing = { ...details("08031112273"), name: "Somebody Else", ...mine };
    const { token } = (await api.call(registration.register, { body: posing })).body.data as { token: string };
    const { user } = (await api.call(calls.find, { token })).body.data as { user: { email: string } };
    expect(user.email, "of the details that the code was sent for").toBe("a112271@test.example");
    const { rows } = await api.database.pool.query("select 1 from users where phone like '%8031112273'");
    expect(rows).toEqual([]);
  });

  const details = (phone: string) => ({
    name: "Amara Nwosu",
    email: `a${phone.slice(-6)}@test.example`,
    phone,
    password: "Bright-river-7",
    accepts_terms: true,
  });

  it("sends a code and makes the account with it, once", async () => {
    const body = details("08031112221");
    const first = await api.call(registration.register, { body });
    expect(first.body.data).toMatchObject({ step: "otp_sent", sent_to: "•••2221" });
    const otp = /code is (\d{6})/.exec((await lastJob("send-sms")).text ?? "")?.[1];
    const { registration_token } = first.body.data as { registration_token: string };
    const second = await api.call(registration.register, { body: { ...body, registration_token, otp } });
    expect(second.body.data).toMatchObject({ step: "registered" });
    const session = await api.call(calls.find, { token: (second.body.data as { token: string }).token });
    expect(session.body.data).toMatchObject({
      user: { name: "Amara", last_name: "Nwosu" },
      account_types: ["customer"],
    });
    expect((await api.call(registration.register, { body: { ...body, registration_token, otp } })).status).toBe(422);
    const kept = await api.app.db
      .selectFrom("users")
      .select(["terms_version", "terms_accepted_at"])
      .where("email", "=", body.email)
      .executeTakeFirst();
    expect(kept).toEqual({ terms_version: termsVersion, terms_accepted_at: expect.any(Date) });
  });

  it("asks who was invited, and everybody after a new version, to accept the terms, and keeps when they did", async () => {
    const invited = await api.person("company_staff");
    const must = async ({ token }: { token: string }) =>
      (await api.call(calls.find, { token })).body.data as { must_accept_terms: boolean };
    expect(await must(invited)).toMatchObject({ must_accept_terms: true });
    const accept = (version: string) => api.call(calls.acceptTerms, { token: invited.token, body: { version } });
    const older = await accept("2020-01-01");
    expect([older.status, older.body.code]).toEqual([409, "newer_terms"]);
    expect(await must(invited)).toMatchObject({ must_accept_terms: true });
    expect((await accept(termsVersion)).status).toBe(200);
    expect(await must(invited)).toMatchObject({ must_accept_terms: false });
    const kept = await api.database.pool.query(
      "select after ->> 'version' as version from audit_records where action = 'terms_accepted' and actor_id = $1",
      [invited.user_id],
    );
    expect(kept.rows).toEqual([{ version: termsVersion }]);
    await api.database.pool.query("update users set terms_version = '2026-01-01' where id = $1", [invited.user_id]);
    expect(await must(invited), "a new version was published").toMatchObject({ must_accept_terms: true });
  });

  it.each([undefined, false])("is refused at its field without the terms: %s", async (accepts_terms) => {
    const person = { ...details("08031112224"), accepts_terms };
    const business = { ...person, company_name: "Lagoon Foods", rc_number: "RC123456" };
    for (const answer of [
      await api.call(registration.register, { body: person }),
      await api.call(registration.registerBusiness, { body: business }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.errors.accepts_terms).toHaveLength(1);
    }
  });

  it("does not tell whether an address is taken, and lets five guesses of the code pass at most", async () => {
    const person = await api.person("staff");
    const body = { ...details("08031112223"), email: person.email };
    const first = await api.call(registration.register, { body });
    expect(first.body.data).toMatchObject({ step: "otp_sent" });
    const { registration_token } = first.body.data as { registration_token: string };
    const guesses = await Promise.all(
      ["000000", "000001", "000002", "000003", "000004", "000005"].map((otp) =>
        api.call(registration.register, { body: { ...body, registration_token, otp } }),
      ),
    );
    expect(guesses.every(({ status }) => status === 422)).toBe(true);
    expect((await lastJob("send-mail")).subject).toBe("You already have a Manilla account");
  });

  it("asks for a full name, a Nigerian number and a password with letter, digit and sign", async () => {
    const { body } = await api.call(registration.register, {
      body: { name: "Amara", email: "x", phone: "123", password: "short" },
    });
    expect(body.errors.name?.[0]).toBe("the name has to be a proper full name");
    expect(body.errors.email?.[0]).toBe("this email is invalid");
    expect(body.errors.phone?.[0]).toBe("the phone number has to be a valid nigerian number");
    expect(body.errors.password?.[0]).toBe("this field has to contain at least 8 characters");
  });
});
