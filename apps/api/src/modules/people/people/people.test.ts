import * as accountCalls from "@manilla/contract/platform/approvals";
import * as configuration from "@manilla/contract/platform/configuration";
import * as documents from "@manilla/contract/people/documents";
import type { Endpoint } from "@manilla/contract/endpoint";
import * as imports from "@manilla/contract/people/imports";
import * as onboarding from "@manilla/contract/people/onboarding";
import * as calls from "@manilla/contract/people/people";
import { profileStates } from "@manilla/contract/people/profile-states";
import { transitionOf } from "@manilla/contract/machine";
import { completenessOfPerson, loadFacts } from "./profiles/index.ts";
import * as session from "@manilla/contract/platform/session";
import * as underwriting from "@manilla/contract/lending/underwriting";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
let risk: { token: string; user_id: string };
beforeAll(async () => {
  risk = await api.person("super_risk", { name: "Ngozi", last_name: "Eze" });
});

const NOWHERE = "01900000-0000-7000-8000-000000000000";
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  api.database.pool.query<Row>(text, values).then(({ rows }) => rows);

/** A customer in a state; identified unless said otherwise. */
async function customer(status = "pending", isIdentified = true) {
  const person = await api.person("staff");
  const { user_id } = person;
  await query("update profiles set status = $2 where user_id = $1", [user_id, status]);
  if (isIdentified) {
    const data_key = (await query<{ data_key: Buffer }>("select data_key from users where id = $1", [user_id]))[0]
      ?.data_key;
    if (!data_key) throw new Error("no key");
    await query(
      `
        update profiles
        set bvn_last4 = '0001', bvn_encrypted = $2, account_no_last4 = '1111', bank_account_status = 'pending',
          account_name = 'TEST PERSON'
        where user_id = $1
      `,
      [user_id, api.app.encryption.encrypt(user_id, data_key, "bvn", "22200000001")],
    );
    await query("update users set bvn_verified_at = now() where id = $1", [user_id]);
  }
  return person;
}
const statusOf = async (id: string) =>
  (
    await query<{ status: string; case_status: string; copy: string }>(
      `
        select p.status, u.status as case_status, u.profile_status as copy
        from profiles p
        join users u on u.id = p.user_id
        where u.id = $1
      `,
      [id],
    )
  )[0];

const decisions = {
  verify: calls.verify,
  activate: calls.activate,
  deactivate: calls.deactivate,
  decline: calls.decline,
  mark_uncertain: calls.markUncertain,
} as const;

describe("authority", () => {
  const nouns = { calls, documents, imports, underwriting, configuration, onboarding };
  const endpoints = Object.values(nouns).flatMap((noun) =>
    Object.values(noun).filter(
      (value): value is Endpoint =>
        typeof value === "object" && value !== null && "method" in value && "effect" in value && "can" in value,
    ),
  );

  it("every call of these rooms refuses a stranger with 401 and a person without the permission with 403, before it looks at anything", async () => {
    const customerToken = (await api.person("staff")).token;
    const employeeOfBusinessDesk = (await api.person("super_business")).token;
    expect(endpoints.length).toBeGreaterThan(60);
    for (const endpoint of endpoints.filter(({ can }) => can !== "public")) {
      const name = `${endpoint.method} ${endpoint.path}`;
      expect((await api.call(endpoint, { body: endpoint.method === "GET" ? undefined : {} })).status, name).toBe(401);
      const isForCustomers = [endpoint.audience].flat().includes("customer");
      const wrong = isForCustomers
        ? Array.isArray(endpoint.can) && endpoint.can.some((slug) => slug === "provider:can_view_users")
          ? undefined
          : employeeOfBusinessDesk
        : customerToken;
      if (wrong)
        expect(
          (await api.call(endpoint, { token: wrong, body: endpoint.method === "GET" ? undefined : {} })).status,
          name,
        ).toBe(403);
    }
  });

  it("every call answers hostile input with a 4xx, never with a failure of its own", async () => {
    const admin = (await api.person("super_admin")).token;
    const own = await api.person("staff");
    const long = "x".repeat(5_000);
    const bodies: unknown[] = [
      [],
      [1],
      "text",
      { surprise: 1 },
      {
        user_id: { $ne: 1 },
        user_ids: "x",
        otp: [],
        bvn: {},
        nin: -1,
        email: long,
        status: null,
        reason: long,
        types: {},
        users: 7,
        values: [],
        kind: "x",
        field: "__proto__",
        body: 3,
      },
      { reason: "a\u0000b", body: "\ud800" },
    ];
    for (const endpoint of endpoints.filter(({ method, can }) => method !== "GET" && can !== "public")) {
      const token = [endpoint.audience].flat().includes("customer") ? own.token : admin;
      for (const body of bodies) {
        const { status } = await api.call(endpoint, { token, params: { id: own.user_id, docId: NOWHERE }, body });
        const isHarmless =
          status === 200 && Object.keys((endpoint.body as { shape?: object }).shape ?? {}).length === 0;
        expect(
          isHarmless || (status >= 400 && status < 500),
          `${endpoint.method} ${endpoint.path} ${JSON.stringify(body).slice(0, 60)} → ${status}`,
        ).toBe(true);
      }
    }
    for (const endpoint of endpoints.filter(({ kind }) => kind === "list")) {
      const queries: Record<string, string | number>[] = [
        { filter: "[" },
        { filter: '{"status":{"$gt":1}}' },
        { sortColumn: "id;drop table users" },
        { limit: 1_000_000 },
        { page: -1 },
        { rangeKey: "x", rangeStart: "2026-01-01" },
        { surprise: "1" },
      ];
      for (const query of queries) {
        const { status } = await api.call(endpoint, {
          token: admin,
          params: { id: NOWHERE, status: "process" },
          query,
        });
        expect(status >= 400 && status < 500, `${endpoint.path} ${JSON.stringify(query)} → ${status}`).toBe(true);
      }
    }
    for (const id of ["x", "../../etc/passwd", "%00", "'; drop table users; --"])
      expect([404, 422]).toContain((await api.call(calls.find, { token: admin, params: { id } })).status);
  });

  it("changes of a person have a permission of their own: who may only look may not decide", async () => {
    const support = (await api.person("super_support")).token;
    const person = await customer();
    for (const call of Object.values(decisions))
      expect(
        (await api.call(call, { token: support, body: { user_id: person.user_id, reason: "because" } })).status,
      ).toBe(403);
    expect((await api.call(calls.find, { token: support, params: { id: person.user_id } })).status).toBe(200);
    expect(
      (
        await api.call(calls.reveal, {
          token: support,
          params: { id: person.user_id },
          body: { field: "bvn", reason: "curious" },
        })
      ).status,
    ).toBe(403);
  });

  it("staff of the provider are no customers: 404 for them and for nobody", async () => {
    for (const id of [risk.user_id, NOWHERE]) {
      for (const call of [
        calls.find,
        calls.comments,
        calls.activity,
        documents.bankStatement,
        documents.events,
        underwriting.statementAnalysis,
        underwriting.creditSummary,
        underwriting.thirdPartyData,
      ]) {
        expect((await api.call(call, { token: risk.token, params: { id } })).status, call.path).toBe(404);
      }
      expect((await api.call(calls.activate, { token: risk.token, body: { user_id: id } })).status).toBe(404);
      expect(
        (await api.call(calls.blacklist, { token: risk.token, params: { id }, body: { reason: "never" } })).status,
      ).toBe(404);
    }
  });
});

describe("decisions", () => {
  const pairs = profileStates.states.flatMap((from) =>
    (Object.keys(decisions) as (keyof typeof decisions)[]).map((action) => [from, action] as const),
  );

  it.each(pairs)("from %s, %s does what the state table says and nothing else", async (from, action) => {
    const person = await customer(from);
    const transition = transitionOf<string>(from, action, profileStates);
    const answer = await api.call(decisions[action], {
      token: risk.token,
      body: { user_id: person.user_id, reason: "Checked by hand" },
    });
    if (transition) {
      expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ status: transition.to })]);
      expect(await statusOf(person.user_id)).toEqual({
        status: transition.to,
        case_status: "processed",
        copy: transition.to,
      });
      const rows = await query<{ from_state: string; to_state: string; reason: string; actor_id: string }>(
        "select from_state, to_state, reason, actor_id from transitions where subject_id = $1 and noun = 'profile'",
        [person.user_id],
      );
      expect(rows).toEqual([
        { from_state: from, to_state: transition.to, reason: "Checked by hand", actor_id: risk.user_id },
      ]);
    } else {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toContain(from);
      expect((await statusOf(person.user_id))?.status).toBe(from);
    }
  });

  it("two underwriters at once: one decision holds, the other learns what it was", async () => {
    const other = await api.person("super_admin");
    for (let round = 0; round < 5; round += 1) {
      const person = await customer("verified");
      const answers = await Promise.all([
        api.call(calls.activate, { token: risk.token, body: { user_id: person.user_id } }),
        api.call(calls.decline, { token: other.token, body: { user_id: person.user_id, reason: "Too many loans" } }),
        api.call(calls.activate, { token: other.token, body: { user_id: person.user_id } }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const [winner] = answers
        .filter(({ status }) => status === 200)
        .map(({ body }) => body.data as { status: string });
      for (const { status, body } of answers)
        if (status === 409) expect(body.message).toContain(String(winner?.status));
      expect(
        await query("select 1 from transitions where subject_id = $1 and noun = 'profile'", [person.user_id]),
      ).toHaveLength(1);
    }
  });

  it("are two people's: one alone never verifies, pre-approves and activates; a case that was opened again is looked at anew", async () => {
    const [first, second, third] = [
      await api.person("super_risk"),
      await api.person("super_risk"),
      await api.person("super_risk"),
    ];
    const { user_id } = await customer();
    const by = ({ token }: typeof first) => ({ token, body: { user_id } });
    const move = ({ token }: typeof first, status: string) =>
      api.call(calls.setStatus, { token, body: { user_ids: [user_id], status, reason: "The file agrees" } });
    expect((await move(first, "pre-approved")).status, "not before it is verified").toBe(409);
    expect((await api.call(calls.verify, by(first))).status).toBe(200);
    expect((await api.call(calls.activate, by(first))).body.code, "verified alone").toBe("looked_first");
    expect((await move(first, "pre-approved")).status).toBe(200);
    const { status, body } = await api.call(calls.activate, by(first));
    expect([status, body.code]).toEqual([403, "looked_first"]);
    const { user } = (await api.call(calls.find, { token: first.token, params: { id: user_id } })).body.data as {
      user: { abilities: Record<string, string | null> };
    };
    expect(user.abilities["activate"]).toBe("looked_first");
    expect((await api.call(calls.activate, by(second))).status).toBe(200);
    const because = { user_id, reason: "The employer closed" };
    expect((await api.call(calls.deactivate, { token: third.token, body: because })).status).toBe(200);
    for (const looker of [second, third])
      expect((await api.call(calls.activate, by(looker))).body.message, "not before it is opened again").toContain(
        "Not possible while the profile is deactivated.",
      );
    // Opened again, it is looked at anew: by another pair.
    expect((await move(third, "pending")).status).toBe(200);
    expect((await api.call(calls.verify, by(third))).status).toBe(200);
    expect((await api.call(calls.activate, by(third))).body.code, "who opened and verified it").toBe("looked_first");
    expect((await move(second, "pre-approved")).status).toBe(200);
    expect((await api.call(calls.activate, by(third))).status, "two have looked").toBe(200);
  });

  it("tell a declined person the reason that staff gave, and where to appeal", async () => {
    const person = await customer("verified");
    const body = { user_id: person.user_id, reason: "Too many loans elsewhere" };
    expect((await api.call(calls.decline, { token: risk.token, body })).status).toBe(200);
    const [mail] = await query<{ text: string }>(
      "select data ->> 'text' as text from pgboss.job where name = 'send-mail' and data ->> 'to' = $1",
      [person.email],
    );
    expect(mail?.text).toContain("The reason: Too many loans elsewhere.");
    expect(mail?.text).toContain("/customer/approval");
  });

  it("refuse the version that was looked at before somebody changed it", async () => {
    const person = await customer("verified");
    expect(
      (await api.call(calls.activate, { token: risk.token, body: { user_id: person.user_id, version: 99 } })).status,
    ).toBe(412);
    expect(
      (await api.call(calls.activate, { token: risk.token, body: { user_id: person.user_id, version: 1 } })).status,
    ).toBe(200);
  });

  it("say nothing good of somebody without an identity or on the blacklist, and the page says why", async () => {
    const person = await customer("pending", false);
    const answer = await api.call(calls.verify, { token: risk.token, body: { user_id: person.user_id } });
    expect([answer.status, answer.body.code]).toEqual([409, "not_ready"]);
    expect((await statusOf(person.user_id))?.status).toBe("pending");
    const { user } = (await api.call(calls.find, { token: risk.token, params: { id: person.user_id } })).body.data as {
      user: { abilities: Record<string, string | null> };
    };
    expect(user.abilities).toMatchObject({ verify: "not_ready", decline: null, deactivate: "wrong_state" });
    expect(user.abilities).not.toHaveProperty("bypass_bvn");
  });

  it("need a reason where they go against the person, and a person", async () => {
    const person = await customer();
    for (const call of [calls.decline, calls.deactivate, calls.markUncertain])
      expect((await api.call(call, { token: risk.token, body: { user_id: person.user_id } })).body.errors).toEqual({
        reason: ["this field is required"],
      });
    expect(
      (await api.call(calls.activate, { token: risk.token, body: { user_id: "x", reason: "y".repeat(600) } })).status,
    ).toBe(422);
    expect((await api.call(calls.activate, { token: risk.token, body: {} })).body.errors).toEqual({
      user_id: ["this field is required"],
    });
  });

  it("C033 decides each of several, with a verdict for each", async () => {
    const [good, bad] = [await customer("verified"), await customer("declined")];
    const answer = await api.call(calls.setStatus, {
      token: risk.token,
      body: { user_ids: [good.user_id, bad.user_id, NOWHERE], status: "pre-approved", reason: "Good file" },
    });
    expect(answer.body.data).toEqual({
      results: [
        { user_id: good.user_id, is_done: true, status: "pre-approved", reason: null },
        { user_id: bad.user_id, is_done: false, status: null, reason: "Not possible while the profile is declined." },
        { user_id: NOWHERE, is_done: false, status: null, reason: "This person was not found." },
      ],
    });
    expect(
      (
        await api.call(calls.setStatus, {
          token: risk.token,
          body: { user_ids: [bad.user_id], status: "pre-approved", reason: "again" },
        })
      ).status,
    ).toBe(409);
    expect(
      (
        await api.call(calls.setStatus, {
          token: risk.token,
          body: { user_ids: [good.user_id], status: "rich", reason: "again" },
        })
      ).status,
    ).toBe(422);
  });

  it("are listed by each status of a profile, also where no queue is called like it", async () => {
    for (const status of ["pending", "activated", "deactivated"]) {
      const person = await customer(status);
      const { datatable } = (
        await api.call(calls.listByStatus, { token: risk.token, params: { status }, query: { limit: 100 } })
      ).body as { datatable: { items: { id: string; profile_status: string }[] } };
      expect([...new Set(datatable.items.map(({ profile_status }) => profile_status))]).toEqual([status]);
      expect(datatable.items.map(({ id }) => id)).toContain(person.user_id);
    }
  });

  it("send a case to the document processor and back, each once", async () => {
    const person = await customer("pending");
    const move = (status: string) =>
      api.call(calls.setStatus, {
        token: risk.token,
        body: { user_ids: [person.user_id], status, reason: "Look at the id" },
      });
    expect((await move("doc-processor")).status).toBe(200);
    expect((await move("doc-processor")).status).toBe(409);
    const queue = await api.call(calls.listByStatus, { token: risk.token, params: { status: "doc-processor" } });
    expect(JSON.stringify(queue.body.datatable)).toContain(person.user_id);
    expect((await move("processing")).status).toBe(200);
    expect((await statusOf(person.user_id))?.case_status).toBe("processing");
  });

  it("a declined person can be reconsidered and is then pending again, judged by what is there", async () => {
    const person = await customer("declined");
    expect(
      (
        await api.call(calls.setStatus, {
          token: risk.token,
          body: { user_ids: [person.user_id], status: "pending", reason: "New evidence" },
        })
      ).status,
    ).toBe(200);
    expect(await statusOf(person.user_id)).toMatchObject({ status: "pending", case_status: "incomplete-1" });
  });
});

describe("the blacklist", () => {
  it("ends every session at once, keeps the person out, and is lifted by two, once", async () => {
    const person = await customer("activated");
    expect((await api.call(session.find, { token: person.token })).status).toBe(200);
    expect(
      (
        await api.call(calls.blacklist, {
          token: risk.token,
          params: { id: person.user_id },
          body: { reason: "Forged documents" },
        })
      ).status,
    ).toBe(200);
    expect((await api.call(session.find, { token: person.token })).status).toBe(401);
    expect(
      (
        await api.call(calls.blacklist, {
          token: risk.token,
          params: { id: person.user_id },
          body: { reason: "Forged documents" },
        })
      ).status,
    ).toBe(409);
    expect((await api.call(calls.activate, { token: risk.token, body: { user_id: person.user_id } })).status).toBe(409);
    const params = { id: person.user_id };
    const lift = () => api.call(calls.unblacklist, { token: risk.token, params, body: { reason: "They were real" } });
    const asked = (await lift()).body.data as { approval_id: string };
    expect(asked).toEqual({ user_id: person.user_id, is_blacklisted: true, approval_id: expect.any(String) });
    expect((await lift()).body.code, "the same waits").toBe("already_requested");
    const agree = (token: string) =>
      api.call(accountCalls.approve, { token, params: { id: asked.approval_id }, body: { version: 1 } });
    expect((await agree(risk.token)).body.code, "nobody agrees with themselves").toBe("not_a_checker");
    const isListed = () =>
      query("select blacklist_reason from users where is_blacklisted and id = $1", [person.user_id]);
    expect(await isListed()).toEqual([{ blacklist_reason: "Forged documents" }]);
    expect((await agree((await api.person("super_risk")).token)).status).toBe(200);
    expect(await isListed()).toEqual([]);
    const because = { user_id: person.user_id, reason: "They left" };
    expect((await api.call(calls.deactivate, { token: risk.token, body: because })).status).toBe(200);
    const again = await api.call(calls.unblacklist, {
      token: risk.token,
      params: { id: person.user_id },
      body: { reason: "They were real" },
    });
    // Who deactivated the profile has nothing to do with it.
    expect(again).toMatchObject({ status: 409, body: { message: "This person is not blacklisted." } });
  });
});

describe("the bank account", () => {
  it("is verified or refuted with a record, and not twice", async () => {
    const person = await customer();
    const params = { id: person.user_id };
    expect((await api.call(calls.verifyBankAccount, { token: risk.token, params, body: {} })).body.data).toMatchObject({
      bank_account_status: "verified",
    });
    expect((await api.call(calls.verifyBankAccount, { token: risk.token, params, body: {} })).status).toBe(409);
    expect((await api.call(calls.refuteBankAccount, { token: risk.token, params, body: {} })).body.errors).toEqual({
      reason: ["this field is required"],
    });
    expect(
      (await api.call(calls.refuteBankAccount, { token: risk.token, params, body: { reason: "Another name" } })).status,
    ).toBe(200);
    const bare = await api.person("staff");
    expect(
      (await api.call(calls.verifyBankAccount, { token: risk.token, params: { id: bare.user_id }, body: {} })).status,
    ).toBe(409);
  });

  it("that was refuted stays so for everybody until it is entered anew", async () => {
    const person = await customer();
    const colleague = await api.person("super_risk");
    const params = { id: person.user_id };
    await api.call(calls.refuteBankAccount, { token: risk.token, params, body: { reason: "Another name" } });
    for (const { token } of [risk, colleague])
      expect(await api.call(calls.verifyBankAccount, { token, params, body: {} })).toMatchObject({
        status: 409,
        body: { code: "refuted" },
      });
    await query("update profiles set bank_account_status = 'pending' where user_id = $1", [person.user_id]);
    expect((await api.call(calls.verifyBankAccount, { token: risk.token, params, body: {} })).status).toBe(200);
  });

  it("is never verified by who typed it, and one in another name waits for a second person", async () => {
    const person = await customer();
    const [checker, admin] = [await api.person("super_risk"), await api.person("super_admin")];
    const params = { id: person.user_id };
    const typed = (user_id: string, name: string) =>
      query(
        "update profiles set account_typed_by = $2, account_name = $3, bank_account_status = 'pending' where user_id = $1",
        [person.user_id, user_id, name],
      );
    const verify = ({ token }: { token: string }) => api.call(calls.verifyBankAccount, { token, params, body: {} });
    const decide = ({ token }: { token: string }, id: string) =>
      api.call(accountCalls.approve, { token, params: { id }, body: { version: 1 } });
    const status = async () =>
      (
        await query<{ s: string }>("select bank_account_status as s from profiles where user_id = $1", [person.user_id])
      )[0]?.s;
    await typed(risk.user_id, "TEST PERSON");
    expect(await verify(risk)).toMatchObject({ status: 403, body: { code: "own_typing" } });
    await typed(checker.user_id, "MUSA BELLO");
    const asked = await verify(risk);
    expect([asked.status, await status()]).toEqual([200, "pending"]);
    const { approval_id } = asked.body.data as { approval_id: string };
    const shown = await api.call(accountCalls.find, { token: admin.token, params: { id: approval_id } });
    expect(shown.body.data).toMatchObject({
      title: "Verify the account of Test Person, which the bank calls MUSA BELLO",
      after: { account_name: "MUSA BELLO", person: "Test Person" },
      effect: {
        facts: expect.arrayContaining([{ label: "The bank's name", value: "MUSA BELLO" }]) as unknown,
        measures: [{ label: "Status of the account", before: "Pending", after: "Verified" }],
      },
    });
    expect((await decide(risk, approval_id)).status).toBe(403);
    expect(await decide(checker, approval_id)).toMatchObject({ status: 403, body: { code: "own_case" } });
    expect([(await decide(admin, approval_id)).status, await status()]).toEqual([200, "verified"]);
    // An account that changes after the question is not the one that was asked about.
    await typed(admin.user_id, "MUSA BELLO");
    const { approval_id: later } = (await verify(risk)).body.data as { approval_id: string };
    await typed(admin.user_id, "SANI ALI");
    expect(await decide(checker, later)).toMatchObject({ status: 409, body: { code: "account_changed" } });
  });
});

describe("numbers", () => {
  it("are shown whole only with a reason, and the record says who saw them", async () => {
    const person = await customer();
    const params = { id: person.user_id };
    expect((await api.call(calls.reveal, { token: risk.token, params, body: { field: "bvn" } })).status).toBe(422);
    expect(
      (
        await api.call(calls.reveal, {
          token: risk.token,
          params,
          body: { field: "nin", reason: "Call with the bank" },
        })
      ).status,
    ).toBe(404);
    const answer = await api.call(calls.reveal, {
      token: risk.token,
      params,
      body: { field: "bvn", reason: "Call with the bank" },
    });
    expect(answer.body.data).toEqual({ value: "22200000001" });
    const records = await query<{ actor_id: string; row: string }>(
      "select actor_id, audit_records::text as row from audit_records where subject_id = $1 and action = 'bvn_revealed'",
      [person.user_id],
    );
    expect(records).toEqual([{ actor_id: risk.user_id, row: expect.not.stringContaining("22200000001") as string }]);
    // A colleague's comment is encrypted with the person's own key.
    expect(records[0]?.row).not.toContain("Call with the bank");
    const { items } = (await api.call(calls.activity, { token: risk.token, params })).body.data as {
      items: { title: string; detail: string }[];
    };
    expect(items.find(({ title }) => title === "Bvn revealed")?.detail).toBe("Call with the bank");
    const page = await api.call(calls.find, { token: risk.token, params });
    expect(JSON.stringify(page.body)).not.toContain("22200000001");
  });

  it("count without verification only when a second person agrees", async () => {
    const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
    const person = await customer("pending", false);
    const asked = await api.call(calls.bypass, {
      token: maker.token,
      params: { id: person.user_id },
      body: { kind: "bvn", is_bypassed: true, reason: "The register is down" },
    });
    const { approval_id } = asked.body.data as { approval_id: string };
    const isBypassed = async () =>
      (await query<{ at: Date | null }>("select bvn_bypassed_at as at from users where id = $1", [person.user_id]))[0]
        ?.at !== null;
    expect(await isBypassed()).toBe(false);
    expect(
      (await api.call(accountCalls.approve, { token: maker.token, params: { id: approval_id }, body: { version: 1 } }))
        .status,
    ).toBe(403);
    expect(
      (await api.call(accountCalls.approve, { token: risk.token, params: { id: approval_id }, body: { version: 1 } }))
        .status,
    ).toBe(403);
    expect(
      (
        await api.call(accountCalls.approve, {
          token: checker.token,
          params: { id: approval_id },
          body: { version: 1 },
        })
      ).status,
    ).toBe(200);
    expect(await isBypassed()).toBe(true);
    expect(
      (
        await api.call(calls.bypass, {
          token: maker.token,
          params: { id: person.user_id },
          body: { kind: "bvn", is_bypassed: true, reason: "Again" },
        })
      ).status,
    ).toBe(409);
  });
});

describe("the page of a person", () => {
  it("tells the whole story, newest first, in words", async () => {
    const person = await customer("verified");
    await api.call(calls.addComment, {
      token: risk.token,
      params: { id: person.user_id },
      body: { body: "Called the employer" },
    });
    await api.call(calls.activate, { token: risk.token, body: { user_id: person.user_id, reason: "All good" } });
    const { items } = (await api.call(calls.activity, { token: risk.token, params: { id: person.user_id } })).body
      .data as { items: { kind: string; title: string; detail: string | null; happened_at: string }[] };
    expect(items.map(({ kind, title }) => `${kind}: ${title}`)).toEqual(
      expect.arrayContaining([
        "comment: Comment",
        "state: Profile: Verified → Activated",
        "audit: Profile activate",
        "activity: Ngozi Eze activated Test Person",
      ]),
    );
    expect(items.map(({ happened_at }) => happened_at)).toEqual(
      items
        .map(({ happened_at }) => happened_at)
        .toSorted()
        .toReversed(),
    );
    const { comments } = (await api.call(calls.comments, { token: risk.token, params: { id: person.user_id } })).body
      .data as { comments: { body: string; author: { name: string } }[] };
    expect(comments).toEqual([
      expect.objectContaining({ body: "Called the employer", author: { id: risk.user_id, name: "Ngozi Eze" } }),
    ]);
  });

  it("is found by name, mail and phone, and counted in its queue", async () => {
    const person = await customer("pre-approved");
    for (const search of [person.email.slice(7, 30), person.phone.slice(-8)]) {
      expect(
        JSON.stringify((await api.call(calls.search, { token: risk.token, query: { search } })).body.data),
      ).toContain(person.user_id);
    }
    expect((await api.call(calls.search, { token: risk.token, query: { search: "%" } })).status).toBe(422);
    expect((await api.call(calls.search, { token: risk.token, query: { search: "%%%" } })).body.data).toEqual({
      users: [],
    });
    const { queues } = (await api.call(calls.queueCounts, { token: risk.token })).body.data as {
      queues: { queue: string; count: number }[];
    };
    const listed = (await api.call(calls.listByStatus, { token: risk.token, params: { status: "pre-approved" } })).body
      .datatable as { total_count: number; items: { profile_status: string }[] };
    expect(queues.find(({ queue }) => queue === "pre-approved")?.count).toBe(listed.total_count);
    expect(new Set(listed.items.map(({ profile_status }) => profile_status))).toEqual(new Set(["pre-approved"]));
    expect(
      (await api.call(calls.listByStatus, { token: risk.token, params: { status: "no-such-queue" } })).status,
    ).toBe(422);
    const list = (
      await api.call(calls.listAll, {
        token: risk.token,
        query: { limit: 100, sortColumn: "last_name", filter: JSON.stringify({ profile_status: "pre-approved" }) },
      })
    ).body.datatable as { items: { id: string }[] };
    expect(list.items.map(({ id }) => id)).toContain(person.user_id);
    expect(list.items.map(({ id }) => id)).not.toContain(risk.user_id);
    // What only the abilities are worked out from does not leave with the row.
    expect(JSON.stringify(list.items)).not.toMatch(/_last4|_bypassed_at|bank_account_status/);
    const seller = await api.person("super_sales_agent");
    const seen = (await api.call(calls.listAll, { token: seller.token, query: { limit: 5 } })).body.datatable as {
      items: { abilities: Record<string, string | null> }[];
    };
    expect(seen.items.map(({ abilities }) => abilities)).toEqual(seen.items.map(() => ({})));
  });

  it("C030 makes a person once, who gets a link to set a password", async () => {
    const body = {
      name: "Bola Ahmed Tinu",
      email: "Bola@Mail.example",
      phone: "08031234567",
      employer: "Olumo Hospitals",
      salary_kobo: 30_000_000,
      salary_day: 25,
    };
    const made = await api.call(calls.create, { token: risk.token, body, key: "create-bola" });
    expect(made.status).toBe(200);
    expect(
      (await api.call(calls.create, { token: risk.token, body, key: "create-bola" })).headers.get("idempotent-replay"),
    ).toBe("true");
    expect(
      (await api.call(calls.create, { token: risk.token, body: { ...body, email: "other@mail.example" } })).status,
    ).toBe(409);
    expect(
      Object.keys(
        (
          await api.call(calls.create, {
            token: risk.token,
            body: { name: "Bola", email: "x", phone: "1", salary_kobo: 0 },
          })
        ).body.errors,
      ).sort(),
    ).toEqual(["email", "name", "phone", "salary_kobo"]);
    const mail = await query<{ data: { to: string; text: string } }>(
      "select data from pgboss.job where name = 'send-mail' and data ->> 'to' = 'bola@mail.example'",
    );
    expect(mail).toHaveLength(1);
    expect(mail[0]?.data.text).toContain("/password/reset/");
  });
});

describe("documents for a person", () => {
  const photo = async (): Promise<FormData> => {
    const data = new FormData();
    data.set(
      "document",
      new Blob([
        (await sharp({ create: { width: 20, height: 20, channels: 3, background: "red" } })
          .png()
          .toBuffer()) as never,
      ]),
      "id.png",
    );
    return data;
  };

  it("are added by staff, invalidated with a reason of the list once, and the person is notified", async () => {
    const person = await customer();
    const params = { id: person.user_id };
    const { document } = (
      await api.call(documents.staffGovernmentId, { token: risk.token, params, body: await photo() })
    ).body.data as { document: { id: string } };
    const at = { ...params, docId: document.id };
    expect(
      (await api.call(documents.invalidate, { token: risk.token, params: at, body: { reason: "ugly" } })).status,
    ).toBe(422);
    expect(
      (
        await api.call(documents.invalidate, {
          token: risk.token,
          params: { id: risk.user_id, docId: document.id },
          body: { reason: "unreadable" },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await api.call(documents.invalidate, {
          token: risk.token,
          params: at,
          body: { reason: "unreadable", note: "The number is blurred" },
        })
      ).status,
    ).toBe(200);
    expect(
      (await api.call(documents.invalidate, { token: risk.token, params: at, body: { reason: "unreadable" } })).status,
    ).toBe(409);
    const told = await query<{ body: string }>(
      "select body from notifications where user_id = $1 and kind = 'document'",
      [person.user_id],
    );
    expect(told[0]?.body).toContain("The number is blurred");
    const { events } = (await api.call(documents.events, { token: risk.token, params })).body.data as {
      events: { event: string }[];
    };
    expect(events.map(({ event }) => event)).toEqual(["invalidated", "received"]);
  });

  it("are asked for by a mailed link that needs no sign-in, takes only what was asked for, and ends", async () => {
    const person = await customer();
    const ask = (note: string) =>
      api.call(documents.request, {
        token: risk.token,
        params: { id: person.user_id },
        body: { types: ["govt_id"], note },
      });
    const elsewhere = await ask("Send them to https://papers.example/up instead");
    expect([elsewhere.status, elsewhere.body.errors]).toEqual([
      422,
      { note: ["this leads to another site than our own: https://papers.example/up"] },
    ]);
    const asked = await ask("Both sides, please");
    expect(asked.status).toBe(200);
    const [mail] = await query<{ data: { text: string } }>(
      "select data from pgboss.job where name = 'send-mail' and data ->> 'to' = $1 order by created_on desc limit 1",
      [person.email],
    );
    const token = /\/upload-documents\/token\/([\w-]+)/.exec(mail?.data.text ?? "")?.[1] ?? "";
    expect((await api.call(documents.requested, { params: { token } })).body.data).toMatchObject({
      name: "Test",
      types: ["govt_id"],
      received: [],
      note: "Both sides, please",
    });
    expect(
      (await api.call(documents.uploadRequested, { params: { token, type: "work_id" }, body: await photo() })).status,
    ).toBe(422);
    expect(
      (
        await api.call(documents.uploadRequested, {
          params: { token: "x".repeat(43), type: "govt_id" },
          body: await photo(),
        })
      ).status,
    ).toBe(404);
    expect(
      (await api.call(documents.uploadRequested, { params: { token, type: "govt_id" }, body: await photo() })).body
        .data,
    ).toEqual({ received: ["govt_id"], is_done: true });
    expect((await api.call(documents.requested, { params: { token } })).body.data).toMatchObject({
      types: ["govt_id"],
      received: ["govt_id"],
    });
    const list = (await api.call(documents.listOf, { token: person.token, params: { id: person.user_id } })).body
      .data as { documents: { source: string; type: string }[] };
    expect(list.documents).toEqual([expect.objectContaining({ source: "request", type: "govt_id" })]);
  });
});

it("says of an open application what it lacks, as the rules of completeness do", async () => {
  const text = ["marital_status", "gender", "address", "employer", "position", "emp_type", "company_address"];
  const whole = text.map((name) => `${name} = 'x'`).join(", ");
  const lives = [
    "gender = null",
    "date_of_birth = '1990-01-01'",
    `${whole}, employment_status = 'employed', salary_kobo = 1, salary_day = 25, bank_name = 'x', date_of_birth = '1990-01-01'`,
    `${whole}, employment_status = 'employed', salary_kobo = 1, salary_day = 25, bank_name = 'x', nin_last4 = '1', education = ''`.replace(
      "position = 'x'",
      "position = ''",
    ),
    `${whole}, employment_status = 'self-employed', salary_kobo = 1, salary_day = 25, bank_name = 'x'`,
  ];
  for (const [index, life] of lives.entries()) {
    const { user_id } = await customer("pending", index > 0);
    await query(`update profiles set ${life} where user_id = $1`, [user_id]);
    if (index === 2)
      await query(
        `
          insert into documents (id, user_id, type, title, source, url, original_name, media_type, byte_count, digest, storage_name)
          values (gen_random_uuid(), $1::uuid, 'work_id', 'x', 'upload', 'mono/x', 'x', 'image/png', 1, '\\x00', $1::text)
        `,
        [user_id],
      );
    const missing = async () => {
      const answer = await api.call(calls.listByStatus, {
        token: risk.token,
        params: { status: "all" },
        query: { sortColumn: "created_at", sortOrder: "desc" },
      });
      const rows = (answer.body.datatable as { items: { id: string; missing: string | null }[] }).items;
      return rows.find(({ id }) => id === user_id)?.missing?.split(", ") ?? [];
    };
    const said = await missing();
    const rules = completenessOfPerson(await loadFacts(api.app.db, user_id));
    const fails = (name: string): boolean => rules.conditions.some((each) => each.name === name && !each.holds);
    expect({ life, said }).toEqual({
      life,
      said: [
        ...(fails("bvn") ? ["BVN"] : []),
        ...(fails("date_of_birth") ? ["date of birth"] : []),
        ...(fails("form_two") ? ["profile"] : []),
        ...(rules.missing.documents.some((name) => name.endsWith("govt_id")) ? ["ID"] : []),
        ...(rules.missing.documents.includes("bank_statement") ? ["statement"] : []),
        ...(life.includes("self-employed") ? [] : ["work e-mail"]),
        ...(index > 0 ? ["account check"] : []),
      ],
    });
    await query("update profiles set status = 'declined' where user_id = $1", [user_id]);
    expect(await missing()).toEqual([]);
  }
});
