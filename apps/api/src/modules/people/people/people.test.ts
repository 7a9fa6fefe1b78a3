import * as accountCalls from "@manilla/contract/platform/approvals";
import * as configuration from "@manilla/contract/platform/configuration";
import * as documents from "@manilla/contract/people/documents";
import type { Endpoint } from "@manilla/contract/endpoint";
import * as imports from "@manilla/contract/people/imports";
import * as onboarding from "@manilla/contract/people/onboarding";
import * as calls from "@manilla/contract/people/people";
import { completenessOfPerson, loadFacts } from "./profiles/index.ts";
import * as underwriting from "@manilla/contract/lending/underwriting";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { casesIn } from "../../../../../../test/cases.ts";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
let risk: { token: string; user_id: string };
beforeAll(async () => {
  risk = await api.person("super_risk", { name: "Ngozi", last_name: "Eze" });
});

const NOWHERE = "01900000-0000-7000-8000-000000000000";
const { query, customer } = casesIn(api);
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
    const { entries } = (await api.call(calls.activity, { token: risk.token, params })).body.data as {
      entries: { words: string; detail: string }[];
    };
    expect(entries.find(({ words }) => words === "BVN revealed")?.detail).toBe("Call with the bank");
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
    const { entries } = (await api.call(calls.activity, { token: risk.token, params: { id: person.user_id } })).body
      .data as { entries: { kind: string; words: string; happened_at: string }[] };
    expect(entries.map(({ kind, words }) => `${kind}: ${words}`)).toEqual(
      expect.arrayContaining([
        "notes: Comment",
        "decisions: Profile: Verified → Activated",
        "changes: Person activated",
        "changes: Ngozi Eze activated Test Person",
      ]),
    );
    expect(entries.map(({ happened_at }) => happened_at)).toEqual(
      entries
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
