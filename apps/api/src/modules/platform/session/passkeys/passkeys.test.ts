import * as dataProtection from "@manilla/contract/people/data-protection";
import * as colleagues from "@manilla/contract/platform/colleagues";
import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/platform/passkeys";
import * as session from "@manilla/contract/platform/session";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flags, makeAuthenticator } from "../../../../../../../test/authenticator.ts";
import type { Answer } from "../../../../../../../test/api.ts";
import { useTestApi } from "../../../../../../../test/world.ts";
import { clock } from "../../../../clock.ts";
import { keepSecurityEvents } from "../../../../http/noting.ts";
import { issueLink } from "../codes.ts";
import { hashPassword } from "../passwords.ts";

const ORIGIN = "https://app.manilla.example";
const api = await useTestApi({ PUBLIC_URL: ORIGIN, SECOND_FACTOR_REQUIRED: "true" });
const device = makeAuthenticator(ORIGIN);
const PASSWORD = "correct-horse-9";
const REFUSED = "This passkey does not open an account.";

type Person = Awaited<ReturnType<typeof api.person>>;
type Key = ReturnType<typeof device.make>["key"];
type Claims = Parameters<typeof device.prove>[2];
const optionsIn = (answer: Answer) => (answer.body.data as { options: { challenge: string } }).options;
const query = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await api.database.pool.query<Row>(text, values)).rows;
const sentTo = async ({ email, phone }: Person) =>
  (
    await query<{ title: string }>(
      "select coalesce(data ->> 'subject', 'text') as title from pgboss.job where data ->> 'to' in ($1, $2) order by created_on, id",
      [email, phone],
    )
  ).map(({ title }) => title);

/** The house has been asked again who is sitting there, five minutes at most ago. */
const steppedUp = ({ user_id }: Person, until = new Date(clock.milliseconds() + 300_000)) =>
  query("update sessions set stepped_up_until = $2 where user_id = $1", [user_id, until]);
const begin = (person: Person) => api.call(calls.beginAdding, { token: person.token });
const keep = (person: Person, credential: object, name = "Phone") =>
  api.call(calls.add, { token: person.token, body: { name, credential } });
const own = async ({ token }: Person) =>
  ((await api.call(calls.listOwn, { token })).body.data as { passkeys: { id: string; name: string }[] }).passkeys;

async function personWithPasskey(role: Parameters<typeof api.person>[0] = "staff", more: object = {}) {
  const person = await api.person(role, more);
  await query("update users set password_hash = $2 where id = $1", [person.user_id, await hashPassword(PASSWORD)]);
  await steppedUp(person);
  const { key, credential } = device.make(optionsIn(await begin(person)));
  const answer = await keep(person, credential);
  expect(answer.status, answer.body.message).toBe(200);
  return { ...person, key, passkey_id: (answer.body.data as { passkey: { id: string } }).passkey.id };
}
const challenge = async () => optionsIn(await api.call(calls.beginSignIn, {}));
const present = (credential: object) => api.call(calls.signIn, { body: { credential } });
const signIn = async (key: Key, claims?: Claims) => present(device.prove(key, await challenge(), claims));
const said = ({ status, body }: Answer) => [status, body.message, body.errors];
const NO_ENTRY = [422, REFUSED, { credential: [REFUSED] }];
const LATE = "This took longer than five minutes, or was used already. Try again.";

beforeEach(() => query("delete from throttles", []));
afterEach(() => vi.restoreAllMocks());

describe("adding a passkey", () => {
  it("asks for step-up at the beginning and at the end, and for a session", async () => {
    const person = await api.person("staff");
    expect((await api.call(calls.beginAdding, {})).status).toBe(401);
    expect((await begin(person)).body.code).toBe("step_up_required");
    await steppedUp(person);
    const { credential } = device.make(optionsIn(await begin(person)));
    await steppedUp(person, new Date(clock.milliseconds() - 1_000));
    expect((await keep(person, credential)).body.code).toBe("step_up_required");
    expect(await own(person)).toEqual([]);
  });

  it("takes no code that was sent, where an authenticator is set: that one or another passkey has to agree", async () => {
    const person = await api.person("staff");
    await query("update users set second_factor_enabled_at = now() where id = $1", [person.user_id]);
    await steppedUp(person);
    expect((await begin(person)).body.code).toBe("step_up_required");
    const byDevice = (is: boolean) =>
      query("update sessions set stepped_up_by_device = $2 where user_id = $1", [person.user_id, is]);
    await byDevice(true);
    const { credential } = device.make(optionsIn(await begin(person)));
    await byDevice(false);
    expect((await keep(person, credential)).body.code).toBe("step_up_required");
    expect(await own(person)).toEqual([]);
    await byDevice(true);
    expect((await keep(person, credential)).status).toBe(200);
  });

  it("keeps it, says so by mail and text, and records it; it is not synced unless the device says so", async () => {
    const person = await personWithPasskey();
    const { credential } = device.make(optionsIn(await begin(person)), { flags: flags.synced });
    expect((await keep(person, credential, "  Laptop ")).status).toBe(200);
    expect(await own(person)).toMatchObject([
      { name: "Phone", is_synced: false, last_used_at: null },
      { name: "Laptop", is_synced: true },
    ]);
    expect(await sentTo(person)).toEqual(expect.arrayContaining(["A passkey was added", "text"]));
    expect(
      await query("select count(*)::int as n from audit_records where action = 'passkey_added' and subject_id = $1", [
        person.user_id,
      ]),
    ).toEqual([{ n: 2 }]);
  });

  it.each<[string, Parameters<typeof device.make>[1]]>([
    ["another origin", { origin: "https://app.manilla.example.evil.example" }],
    ["another relying party", { rp_id: "manilla.example" }],
    ["a device that asked for no fingerprint", { flags: flags.present }],
  ])("refuses %s", async (_, claims) => {
    const person = await api.person("staff");
    await steppedUp(person);
    const answer = await keep(person, device.make(optionsIn(await begin(person)), claims).credential);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["credential"]]);
    expect(await own(person)).toEqual([]);
  });

  it("refuses a challenge of another person, of signing in, and one that was used", async () => {
    const [one, other] = [await api.person("staff"), await api.person("super_risk")];
    for (const person of [one, other]) await steppedUp(person);
    const theirs = device.make(optionsIn(await begin(other))).credential;
    expect((await keep(one, theirs)).body.message).toBe(LATE);
    // Staff see all rows: only the challenge's own person is between them.
    expect((await keep(other, device.make(optionsIn(await begin(one))).credential)).body.message).toBe(LATE);
    expect((await keep(one, device.make(await challenge()).credential)).body.message).toBe(LATE);
    const mine = device.make(optionsIn(await begin(one))).credential;
    expect((await keep(one, mine)).status).toBe(200);
    expect((await keep(one, mine)).body.message).toBe(LATE);
  });

  it("refuses a passkey that somebody else has already, and leaves theirs alone", async () => {
    const [one, other] = [await personWithPasskey(), await api.person("company_super_admin")];
    await query("update users set company_id = $2 where id = $1", [other.user_id, await api.company()]);
    await steppedUp(other);
    const { credential } = device.make(optionsIn(await begin(other)));
    await query("update passkeys set credential_id = $2 where id = $1", [one.passkey_id, credential.id]);
    const answer = await keep(other, credential);
    expect([answer.status, answer.body.code]).toEqual([409, "known_key"]);
    expect([await own(one), await own(other)]).toMatchObject([[{ id: one.passkey_id }], []]);
  });

  it("ends at ten, also when two come at once", async () => {
    const person = await personWithPasskey();
    const row = `insert into passkeys (id, user_id, credential_id, public_key, counter, is_synced, name)
      select gen_random_uuid(), $1, gen_random_uuid()::text, 'x', 0, false, 'Old' from generate_series(1, 8)`;
    await query(row, [person.user_id]);
    const { challenge: first, ...options } = optionsIn(await begin(person));
    const { token: second } = await issueLink(
      api.app.db,
      { user_id: person.user_id, destination: "second", purpose: "passkey_add" },
      5,
    );
    const made = [first, second].map((each) => device.make({ ...options, challenge: each }).credential);
    // Two sessions: a second click of one is refused before.
    const { token } = (await signIn(person.key)).body.data as { token: string };
    await steppedUp(person);
    const answers = await Promise.all([keep(person, made[0]!), keep({ ...person, token }, made[1]!)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.map(({ body }) => body.code)).toContain("too_many_keys");
    expect(await own(person)).toHaveLength(10);
    expect((await begin(person)).body.code).toBe("too_many_keys");
  });

  it("answers bad fields at their fields", async () => {
    const person = await api.person("staff");
    await steppedUp(person);
    const { status, body } = await keep(person, { id: "?", type: "password" }, "x");
    expect(status).toBe(422);
    expect(Object.keys(body.errors).toSorted()).toEqual(expect.arrayContaining(["name"]));
    expect(Object.keys(body.errors).some((field) => field.startsWith("credential"))).toBe(true);
  });
});

describe("signing in with a passkey", () => {
  it.each(["staff", "super_finance", "company_super_admin"] as const)(
    "opens the session of %s, who typed nothing",
    async (role) => {
      const company_id = role === "company_super_admin" ? await api.company() : undefined;
      const person = await personWithPasskey(role, company_id ? { company_id } : {});
      await query("update users set second_factor_enabled_at = now(), second_factor_secret = 'x' where id = $1", [
        person.user_id,
      ]);
      const answer = await signIn(person.key);
      expect(answer.status, answer.body.message).toBe(200);
      expect(answer.headers.get("set-cookie")).toMatch(/^manilla_session=.*HttpOnly.*Secure/);
      const { token } = answer.body.data as { token: string };
      const found = (await api.call(session.find, { token })).body.data as { user: { id: string } };
      expect(found).toMatchObject({ user: { id: person.user_id }, step_up_takes_passkey: true });
      expect(await own(person)).toMatchObject([{ last_used_at: expect.any(String) as string }]);
      // No step-up comes with it.
      expect((await api.call(calls.beginAdding, { token })).body.code).toBe("step_up_required");
      const [record] = await query<{ after: object }>(
        "select after from audit_records where action = 'signed_in' and actor_id = $1",
        [person.user_id],
      );
      expect(record).toEqual({ after: { source: "passkey" } });
    },
  );

  it.each<[string, Claims]>([
    ["another origin", { origin: "https://manilla.example" }],
    ["another relying party", { rp_id: "evil.example" }],
    ["a device that asked for no fingerprint", { flags: flags.present }],
    ["the handle of somebody else", { handle: "AZAAAAAAcACAAAAAAAAAAA" }],
    ["a credential that nobody has", { id: "bm9ib2R5" }],
  ])("refuses %s, in the same words", async (_, claims) => {
    const person = await personWithPasskey();
    expect(said(await signIn(person.key, claims))).toEqual(NO_ENTRY);
    expect((await signIn(person.key)).status, "and takes the right one").toBe(200);
  });

  it("refuses the credential of another person under one's own key", async () => {
    const [one, other] = [await personWithPasskey(), await personWithPasskey()];
    expect(said(await signIn(one.key, { id: other.key.id.toString("base64url"), handle: other.key.handle }))).toEqual(
      NO_ENTRY,
    );
  });

  it("refuses a challenge that was used, for right or wrong, one of another purpose, and one older than five minutes", async () => {
    const person = await personWithPasskey();
    const [right, wrong, old] = [await challenge(), await challenge(), await challenge()];
    expect((await present(device.prove(person.key, right))).status).toBe(200);
    expect((await present(device.prove(person.key, right))).body.message).toBe(LATE);
    await present(device.prove(person.key, wrong, { origin: "https://evil.example" }));
    expect((await present(device.prove(person.key, wrong))).body.message).toBe(LATE);
    expect((await present(device.prove(person.key, optionsIn(await begin(person))))).body.message).toBe(LATE);
    expect((await present(device.prove(person.key, { ...old, challenge: "eHh4" }))).body.message).toBe(LATE);
    const at = clock.milliseconds() + 301_000;
    vi.spyOn(clock, "now").mockImplementation(() => new Date(at));
    vi.spyOn(clock, "milliseconds").mockImplementation(() => at);
    expect((await present(device.prove(person.key, old))).body.message).toBe(LATE);
  });

  it("uses the configured address and ignores the request's Host", async () => {
    const person = await personWithPasskey();
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example", origin: "https://evil.example" };
    const options = optionsIn(await api.call(calls.beginSignIn, { headers })) as { rpId?: string; challenge: string };
    expect(options.rpId).toBe("app.manilla.example");
    const credential = device.prove(person.key, options, { origin: "https://evil.example", rp_id: "evil.example" });
    expect(said(await api.call(calls.signIn, { headers, body: { credential } }))).toEqual(NO_ENTRY);
  });

  it("refuses who may not sign in as it refuses an unknown credential: blacklisted, suspended, erased", async () => {
    const [customer, erased] = [await personWithPasskey(), await personWithPasskey()];
    const colleague = await personWithPasskey("super_support");
    await query("update users set is_blacklisted = true where id = $1", [customer.user_id]);
    await query("update users set erased_at = now() where id = $1", [erased.user_id]);
    await query("update colleagues set status = 'suspended' where id = $1", [colleague.user_id]);
    for (const { key } of [customer, erased, colleague]) expect(said(await signIn(key))).toEqual(NO_ENTRY);
  });

  it("refuses a count that does not go up, tells the person and operations, and needs the key for that", async () => {
    const person = await personWithPasskey();
    expect((await signIn(person.key, { count: 7 })).status).toBe(200);
    const other = await personWithPasskey();
    await signIn(other.key, { count: 3, id: person.key.id.toString("base64url"), handle: person.key.handle });
    const events = async () => {
      await keepSecurityEvents(api.app);
      const text = "select kind, count from security_events where user_id = $1 order by kind";
      return query<{ kind: string; count: number }>(text, [person.user_id]);
    };
    expect((await events()).map(({ kind }) => kind)).toEqual(["sign_in_failed"]);
    expect(said(await signIn(person.key, { count: 7 }))).toEqual(NO_ENTRY);
    expect(said(await signIn(person.key, { count: 0 }))).toEqual(NO_ENTRY);
    expect(await events()).toEqual([
      { kind: "passkey_copied", count: 2 },
      { kind: "sign_in_failed", count: 3 },
    ]);
    expect(await sentTo(person)).toContain("A sign-in was refused");
    expect((await signIn(person.key, { count: 8 })).status).toBe(200);
  });

  it("takes a device that never counts", async () => {
    const person = await api.person("staff");
    await steppedUp(person);
    const { key, credential } = device.make(optionsIn(await begin(person)), { count: 0 });
    await keep(person, credential);
    for (let again = 0; again < 2; again += 1) expect((await signIn(key, { count: 0 })).status).toBe(200);
  });

  it("ends at ten tries of one credential, known or not, and at a hundred of a network", async () => {
    const person = await personWithPasskey();
    for (const id of [person.key.id.toString("base64url"), "bm9ib2R5MQ"]) {
      const claims = { id, origin: "https://evil.example" };
      const tries: number[] = [];
      for (let again = 0; again < 11; again += 1) tries.push((await signIn(person.key, claims)).status);
      expect(tries).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    }
    expect((await signIn(person.key)).status).toBe(429);
    await query("update throttles set count = 100 where key like $1", ["login-network:%"]);
    expect((await signIn((await personWithPasskey()).key)).status).toBe(429);
  });
});

describe("a passkey that ends", () => {
  it("is removed by its owner alone, after step-up; it opens nothing then, and the person hears of it", async () => {
    const [person, other] = [await personWithPasskey(), await personWithPasskey("super_admin")];
    const remove = (by: Person) =>
      api.call(calls.remove, { token: by.token, params: { id: person.passkey_id }, body: {} });
    expect((await remove(other)).status).toBe(404);
    await steppedUp(person, new Date(clock.milliseconds() - 1_000));
    expect((await remove(person)).body.code).toBe("step_up_required");
    await steppedUp(person);
    expect((await remove(person)).status).toBe(200);
    expect((await remove(person)).status).toBe(404);
    expect(said(await signIn(person.key))).toEqual(NO_ENTRY);
    expect(await sentTo(person)).toContain("A passkey was removed");
  });

  it("is renamed by its owner alone", async () => {
    const [person, other] = [await personWithPasskey(), await personWithPasskey("super_admin")];
    const rename = (by: Person, name: string) =>
      api.call(calls.rename, { token: by.token, params: { id: person.passkey_id }, body: { name } });
    expect((await rename(other, "Mine")).status).toBe(404);
    expect((await rename(person, "x")).status).toBe(422);
    expect((await rename(person, "Work phone")).status).toBe(200);
    expect(await own(person)).toMatchObject([{ name: "Work phone" }]);
  });

  it("ends with a password that was set by a mailed link; one that was changed names those that remain", async () => {
    const person = await personWithPasskey();
    const body = { password: "Copper-7-river", password_confirmation: "Copper-7-river" };
    const change = { ...body, current_password: PASSWORD };
    expect((await api.call(session.updatePassword, { token: person.token, body: change })).status).toBe(200);
    expect(await sentTo(person)).toContain("Your password was changed");
    expect((await signIn(person.key)).status).toBe(200);
    const request = { user_id: person.user_id, destination: person.email, purpose: "password_reset" };
    const { token } = await issueLink(api.app.db, request);
    expect((await api.call(session.updatePassword, { body: { ...body, token } })).status).toBe(200);
    expect(said(await signIn(person.key))).toEqual(NO_ENTRY);
    expect(await sentTo(person)).toContain("Your passkeys were removed");
  });

  it("ends with a colleague's suspension, and with their second factor by two people", async () => {
    const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
    for (const by of [maker, checker]) await steppedUp(by);
    const [leaver, lost] = [await personWithPasskey("super_support"), await personWithPasskey("super_support")];
    const about = ({ user_id }: Person) => ({
      token: maker.token,
      params: { id: user_id },
      body: { reason: "Left us" },
    });
    expect((await api.call(colleagues.suspend, about(leaver))).status).toBe(200);
    await query("update colleagues set status = 'active' where id = $1", [leaver.user_id]);
    expect(said(await signIn(leaver.key))).toEqual(NO_ENTRY);
    expect(await sentTo(leaver), "who is out is not asked to sign in").not.toContain("Your passkeys were removed");

    const asked = await api.call(colleagues.resetSecondFactor, about(lost));
    expect(asked.status, "without an authenticator, for the passkey's sake").toBe(200);
    expect((await signIn(lost.key)).status, "one alone ends nothing").toBe(200);
    const { approval_id } = asked.body.data as { approval_id: string };
    const request = await api.call(approvals.find, { token: checker.token, params: { id: approval_id } });
    const { version } = request.body.data as { version: number };
    const agreed = await api.call(approvals.approve, {
      token: checker.token,
      params: { id: approval_id },
      body: { version },
    });
    expect(agreed.status, agreed.body.message).toBe(200);
    expect(said(await signIn(lost.key))).toEqual(NO_ENTRY);
  });

  it("is in the person's own export, without its key", async () => {
    const person = await personWithPasskey();
    const { body } = await api.call(dataProtection.exportOwn, { token: person.token, body: {} });
    const whole = JSON.stringify(body);
    expect(whole).toContain('"name":"Phone"');
    expect(whole).not.toContain("public_key");
  });
});

describe("stepping up with a passkey", () => {
  const beginStepUp = async ({ token }: Person) => optionsIn(await api.call(calls.beginStepUp, { token }));
  const stepUp = ({ token }: Person, credential: object) => api.call(calls.stepUp, { token, body: { credential } });

  it("lets sensitive calls work for five minutes; another person's passkey or a challenge of signing in does not", async () => {
    const [person, other] = [await personWithPasskey(), await personWithPasskey()];
    await steppedUp(person, new Date(clock.milliseconds() - 1_000));
    expect((await begin(person)).body.code).toBe("step_up_required");
    const claims = { handle: other.key.handle };
    expect(said(await stepUp(person, device.prove(other.key, await beginStepUp(person), claims)))).toEqual(NO_ENTRY);
    expect((await stepUp(person, device.prove(person.key, await challenge()))).body.message).toBe(LATE);
    expect((await begin(person)).body.code).toBe("step_up_required");
    expect((await stepUp(person, device.prove(person.key, await beginStepUp(person)))).status).toBe(200);
    expect((await begin(person)).status).toBe(200);
  });
});

describe("an address that is a number", () => {
  it("has no passkeys, and this machine's own is called localhost", async () => {
    const { readConfig } = await import("../../../../config.ts");
    const partyAt = (PUBLIC_URL?: string) =>
      readConfig({
        DATABASE_URL: "postgres://x:y@localhost/z",
        DATA_FOLDER: api.app.config.DATA_FOLDER,
        ...(PUBLIC_URL && { PUBLIC_URL }),
      }).relying_party;
    expect(partyAt("http://192.0.2.7:4400")).toBeUndefined();
    expect(partyAt("http://[2001:db8::1]")).toBeUndefined();
    expect(partyAt()).toEqual({ id: "localhost", origin: "http://localhost:4400" });
    expect(partyAt("https://a.example/")).toEqual({ id: "a.example", origin: "https://a.example" });
  });
});
