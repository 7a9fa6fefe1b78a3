import * as calls from "@manilla/contract/people/onboarding";
import * as people from "@manilla/contract/people/people";
import { describe, expect, it } from "vitest";
import { type PeopleWorld, codeIn, inPeopleWorld, stateOf } from "../../../../../../test/people-world.ts";

let world: PeopleWorld;
let api: PeopleWorld["api"];
let staff: PeopleWorld["staff"];
inPeopleWorld((made) => void ({ api, staff } = world = made));

describe("the BVN", () => {
  it("is verified with the bank's own code, masked everywhere, and moves the case", async () => {
    const person = await world.customer();
    const started = await api.call(calls.verifyIdentity, {
      token: person.token,
      body: { bvn: person.someone.bvn, consent: true },
    });
    expect(started.status).toBe(200);
    expect(started.body.data).toMatchObject({ bvn: `•••••••${person.someone.bvn.slice(-4)}` });
    expect((await api.call(calls.requestIdentityOtp, { token: person.token, body: {} })).status).toBe(200);
    const done = await api.call(calls.verifyIdentityOtp, {
      token: person.token,
      body: { otp: await world.sandbox.codeSentTo(person.someone.phone) },
    });
    expect(done.status).toBe(200);
    const state = stateOf(done);
    expect(state.profile).toMatchObject({
      bvn: `•••••••${person.someone.bvn.slice(-4)}`,
      date_of_birth: person.someone.date_of_birth,
      verify_method: "bvn",
    });
    expect(state.person.status).toBe("incomplete-1");
    expect(state.completeness.next_step).toBe("profile");
    expect(JSON.stringify(done.body)).not.toContain(person.someone.bvn);
    const consents = await api.database.pool.query("select kind from consents where user_id = $1", [person.user_id]);
    expect(consents.rows).toEqual([{ kind: "bvn" }]);
  });

  it("is nowhere in the database or its jobs in clear", async () => {
    const person = await world.customer();
    await world.verifyBvn(person);
    const { rows } = await api.database.pool.query<{ table_name: string }>(
      `
        select table_schema || '.' || quote_ident(table_name) as table_name
        from information_schema.tables
        where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
      `,
    );
    for (const { table_name } of rows) {
      const found = await api.database.pool.query(`select 1 from ${table_name} t where t::text like $1 limit 1`, [
        `%${person.someone.bvn}%`,
      ]);
      expect(found.rowCount, table_name).toBe(0);
    }
  });

  it("of somebody else's name stays unverified, says so, and leaves a note for the underwriter", async () => {
    const person = await world.customer({ name: "Somebody" });
    const answer = await world.verifyBvn(person);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.bvn?.[0]).toContain("name");
    expect(stateOf(await api.call(calls.find, { token: person.token })).person.bvn_verified_at).toBeNull();
    const notes = await api.call(people.comments, { token: staff.token, params: { id: person.user_id } });
    expect(JSON.stringify(notes.body.data)).toContain("the name in the register");
  });

  it("with another birthday than the stated one is a mismatch too", async () => {
    const person = await world.customer();
    const { token, someone } = person;
    await api.call(calls.verifyIdentity, {
      token,
      body: { bvn: someone.bvn, consent: true, date_of_birth: "1970-02-03" },
    });
    await api.call(calls.requestIdentityOtp, { token, body: {} });
    const answer = await api.call(calls.verifyIdentityOtp, {
      token,
      body: { otp: await world.sandbox.codeSentTo(someone.phone) },
    });
    expect([answer.status, answer.body.errors.bvn?.[0]]).toEqual([422, expect.stringContaining("date of birth")]);
  });

  it("belongs to one person: the second one is refused, also when both try at once", async () => {
    const first = await world.customer();
    expect((await world.verifyBvn(first)).status).toBe(200);
    const second = await world.customer({ person: first.someone });
    const answer = await api.call(calls.verifyIdentity, {
      token: second.token,
      body: { bvn: first.someone.bvn, consent: true },
    });
    expect([answer.status, answer.body.code]).toEqual([409, "bvn_taken"]);

    const a = await world.customer();
    const twin = await world.customer({ person: a.someone });
    for (const { token } of [a, twin])
      await api.call(calls.verifyIdentity, { token, body: { bvn: a.someone.bvn, consent: true } });
    const answers: number[] = [];
    for (const { token } of [a, twin]) {
      await api.call(calls.requestIdentityOtp, { token, body: {} });
      answers.push(
        (
          await api.call(calls.verifyIdentityOtp, {
            token,
            body: { otp: await world.sandbox.codeSentTo(a.someone.phone) },
          })
        ).status,
      );
    }
    expect(answers).toEqual([200, 409]);
  });

  it("takes a code once, from the person it was asked for, in time, five times at most", async () => {
    const person = await world.customer();
    const stranger = await world.customer();
    const { token, someone } = person;
    expect((await api.call(calls.verifyIdentityOtp, { token, body: { otp: "123456" } })).status).toBe(422);
    expect((await api.call(calls.requestIdentityOtp, { token, body: {} })).status).toBe(409);
    await api.call(calls.verifyIdentity, { token, body: { bvn: someone.bvn, consent: true } });
    await api.call(calls.requestIdentityOtp, { token, body: {} });
    const otp = await world.sandbox.codeSentTo(someone.phone);
    expect((await api.call(calls.verifyIdentityOtp, { token: stranger.token, body: { otp } })).status).toBe(422);
    await api.database.pool.query(
      "update identity_verifications set expires_at = now() - interval '1 second' where user_id = $1",
      [person.user_id],
    );
    expect((await api.call(calls.verifyIdentityOtp, { token, body: { otp } })).status).toBe(422);
    await api.call(calls.requestIdentityOtp, { token, body: {} });
    const fresh = await world.sandbox.codeSentTo(someone.phone);
    const wrong = fresh === "111111" ? "222222" : "111111";
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await api.call(calls.verifyIdentityOtp, { token, body: { otp: wrong } })).status).toBe(422);
    expect((await api.call(calls.verifyIdentityOtp, { token, body: { otp: fresh } })).status).toBe(422);
    await api.call(calls.requestIdentityOtp, { token, body: {} });
    const last = await world.sandbox.codeSentTo(someone.phone);
    const both = await Promise.all([1, 2].map(() => api.call(calls.verifyIdentityOtp, { token, body: { otp: last } })));
    // The second one meets the first at work, or its code used.
    expect(both.map(({ status }) => (status === 409 ? 422 : status)).sort()).toEqual([200, 422]);
    expect((await api.call(calls.verifyIdentity, { token, body: { bvn: someone.bvn, consent: true } })).status).toBe(
      409,
    );
  });

  it("is refused with a message at the field: wrong length, unknown, without consent, of a child", async () => {
    const { token } = await world.customer();
    const cases: [Record<string, unknown>, string][] = [
      [{ bvn: "123", consent: true }, "bvn"],
      [{ bvn: "99999999999", consent: true }, "bvn"],
      [{ bvn: "22200000001" }, "consent"],
      [{ bvn: "22200000001", consent: false }, "consent"],
      [{ bvn: 5, consent: true }, "bvn"],
      [{ bvn: "22200000001", consent: true, date_of_birth: "2020-01-01" }, "date_of_birth"],
      [{ bvn: "22200000001", consent: true, date_of_birth: "yesterday" }, "date_of_birth"],
    ];
    for (const [body, field] of cases) {
      const answer = await api.call(calls.verifyIdentity, { token, body });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    }
  });
});

describe("the NIN", () => {
  it("is verified with a code to the phone of the register; a code works once", async () => {
    const { token, someone } = await world.customer();
    const asked = await api.call(calls.requestNinOtp, { token, body: { nin: someone.nin, consent: true } });
    expect(asked.status).toBe(200);
    const { to, text } = await world.lastJob("send-sms");
    expect(to).toBe(someone.phone);
    const done = await api.call(calls.verifyNinOtp, { token, body: { otp: codeIn(text) } });
    expect(done.status).toBe(200);
    expect(stateOf(done).profile.nin).toBe(`•••••••${someone.nin.slice(-4)}`);
    expect((await api.call(calls.verifyNinOtp, { token, body: { otp: codeIn(text) } })).status).toBe(422);
    expect((await api.call(calls.requestNinOtp, { token, body: { nin: someone.nin, consent: true } })).status).toBe(
      409,
    );
  });
});

describe("the address at work", () => {
  it("is proved by a code that goes there; free-mail addresses are refused", async () => {
    const { token, someone, user_id } = await world.customer();
    const free = await api.call(calls.requestWorkEmailOtp, { token, body: { email: "me@gmail.com" } });
    expect([free.status, free.body.errors.email]).toEqual([422, ["this email must be a private email"]]);
    expect((await api.call(calls.requestWorkEmailOtp, { token, body: { email: someone.work_email } })).status).toBe(
      200,
    );
    const { to, text } = await world.lastJob("send-mail");
    expect(to).toBe(someone.work_email);
    expect(stateOf(await api.call(calls.find, { token })).profile.trial_work_email).toBe(someone.work_email);
    const stranger = await world.customer();
    expect(
      (await api.call(calls.verifyWorkEmailOtp, { token: stranger.token, body: { otp: codeIn(text) } })).status,
    ).toBe(422);
    const done = await api.call(calls.verifyWorkEmailOtp, { token, body: { otp: codeIn(text) } });
    expect(stateOf(done).person).toMatchObject({ official_email: someone.work_email, id: user_id });
    expect(stateOf(done).profile.trial_work_email).toBeNull();
  });
});
