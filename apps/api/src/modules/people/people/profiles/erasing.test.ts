import * as approvals from "@manilla/contract/platform/approvals";
import * as assignments from "@manilla/contract/people/assignments";
import * as audit from "@manilla/contract/platform/audit";
import * as communications from "@manilla/contract/people/communications";
import * as protection from "@manilla/contract/people/data-protection";
import * as documents from "@manilla/contract/people/documents";
import type { Endpoint } from "@manilla/contract/endpoint";
import * as imports from "@manilla/contract/people/imports";
import * as limits from "@manilla/contract/lending/limits";
import * as onboarding from "@manilla/contract/people/onboarding";
import * as people from "@manilla/contract/people/people";
import * as calls from "@manilla/contract/people/profiles";
import * as sessions from "@manilla/contract/platform/session";
import { beforeAll, describe, expect, it } from "vitest";
import type { LendingWorld } from "../../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../../test/world.ts";
import { sealAudit, verifyAudit } from "../../../platform/audit/seal.ts";
import { sendCommunication } from "../../communications/sending.ts";
import { runImport } from "../../imports/index.ts";

const world = await useLendingWorld();
let admin: { token: string; user_id: string };
let other: { token: string; user_id: string };
beforeAll(async () => {
  [admin, other] = [await world.api.person("super_admin"), await world.api.person("super_admin")];
});

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  world.api.database.pool.query<Row>(text, values).then(({ rows }) => rows);

const mentionOf = (id: string): string => `@{${id}}`;

/** Every table of the database as text, searched for what belonged to the person. @returns table: what was found */
async function seek(words: readonly RegExp[]): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `
      select format('%I.%I', table_schema, table_name) as name
      from information_schema.tables
      where table_schema in ('public', 'ledger', 'pgboss') and table_type = 'BASE TABLE'
    `,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    for (const { text } of await query<{ text: string }>(`select t::text as text from ${name} t`)) {
      for (const word of words) {
        const at = text.search(word);
        if (at >= 0) found.push(`${name}: …${text.slice(Math.max(0, at - 60), at + 30)}…`);
      }
    }
  }
  return [...new Set(found)];
}
interface Trail {
  items: {
    action: string;
    actor_name: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    reason: string | null;
  }[];
}
const trailOf = async (user_id: string) =>
  (
    (
      await world.api.call(audit.listAll, {
        token: admin.token,
        query: { limit: 100, filter: JSON.stringify({ subject_id: user_id }) },
      })
    ).body.datatable as Trail
  ).items;

describe("a person who was erased", () => {
  it("is nowhere in the database, the audit trail included; the chain of the trail holds", async () => {
    const person = await world.api.person("staff", { name: "Zqxfirst", last_name: "Zqxlast" });
    const { user_id, email, phone } = person;
    const does = async (call: Endpoint, options: Parameters<LendingWorld["api"]["call"]>[1] = {}, by = admin) => {
      const answer = await world.api.call(call, { token: by.token, params: { id: user_id }, ...options });
      expect(answer.status, call.path).toBe(200);
      expect(answer.body.errors ?? answer.body.message, call.path).toEqual(expect.anything());
      return answer.body.data as never as Record<string, string>;
    };
    await does(
      onboarding.updateProfile,
      { body: { address: "1 Zqxstreet, Lagos", date_of_birth: "1991-07-23" } },
      person,
    );
    await does(protection.ask, { body: { kind: "correction", text: "My name is Zqxother" } }, person);
    await world.api.database.pool.query(
      "update profiles set employment_status = 'employed', salary_kobo = 1, account_no_encrypted = 'x' where user_id = $1",
      [user_id],
    );
    await does(limits.apply, { body: { requested_kobo: 5_000_000, purpose: "A shop for Zqxchild" } }, person);
    await does(people.addComment, {
      body: { body: `Spoke with Zqxfirst about Zqxstreet ${mentionOf(other.user_id)}` },
    });
    await does(calls.updatePersonal, {
      body: { name: "Zqxthird Zqxlast", address: "2 Zqxroad, Lagos", phone: "08099777123", reason: "Zqxfirst married" },
    });
    await does(calls.setEmployed, {
      body: {
        employer: "Zqxworks",
        position: "Accountant",
        emp_type: "full-time",
        company_address: "1 Zqxworks Street",
        salary_kobo: 25_000_000,
        reason: "Payslip of Zqxthird",
      },
    });
    const limit = await does(limits.increaseLimit, { body: { limit_kobo: 9_000_000, reason: "Zqxthird pays well" } });
    await does(approvals.approve, { params: { id: limit.approval_id ?? "" }, body: { version: 1 } }, other);
    await does(people.bypass, { body: { kind: "bvn", is_bypassed: true, reason: "Zqxthird has none" } });
    await does(assignments.assign, { body: { user_ids: [user_id], admin_id: admin.user_id } });
    await does(assignments.markAsContacted, {
      body: { user_id, channel: "phone", outcome: "reached", note: "Zqxthird was at home" },
    });
    await does(documents.request, { body: { types: ["work_id"], note: "Zqxthird, please" } });
    await does(calls.activatePostNoDebit, { body: { reason: "Court about Zqxthird" } });
    await does(protection.exportOf, { body: {} }).catch(() => undefined);
    const viewing = await world.api.call(sessions.startViewingAs, {
      token: (await world.api.person("super_support")).token,
      body: { user_id, reason: "Zqxthird sees nothing" },
    });
    expect(viewing.status).toBe(200);
    for (const channel of ["mail", "sms", "in_app"]) {
      const { communication } = (await does(communications.create, {
        body: {
          name: "One",
          channel,
          category: "service",
          ...(channel !== "sms" && { subject: "For {{full_name}}" }),
          body: "Dear {{full_name}}",
          segment: { queue: "all", user_ids: [user_id] },
        },
      })) as unknown as { communication: { id: string } };
      await sendCommunication(world.api.app, communication.id);
    }
    const { import: batch } = (await does(imports.createMany, {
      params: {},
      body: {
        users: [
          { name: "Zqxthird Zqxlast", email, phone: "08099777123" },
          { name: "Zqxthird Zqxlast", email, phone: "08031112223" },
        ],
      },
    })) as unknown as { import: { id: string } };
    await runImport(world.api.app, batch.id);

    await query(
      `
        insert into virtual_accounts (
          id, user_id, provider_reference, bank_name, account_name, account_no_encrypted, account_no_hash,
          account_no_last4
        )
        values (gen_random_uuid(), $1, 'zq-1', 'Titan', 'MANILLA/ZQXTHIRD', 'x', 'x', '0001')
      `,
      [user_id],
    );
    await query(
      `
        insert into webhooks (id, provider, event, event_key, body, processed_at)
        values (gen_random_uuid(), 'paystack', 'charge.success', 'zq', $1, now())
      `,
      [JSON.stringify({ data: { customer: { email, first_name: "Zqxthird" } } })],
    );

    const trail = await trailOf(user_id);
    expect(trail.find(({ action }) => action === "profile_changed_by_staff")?.reason).toMatch(/Zqx/);
    expect(trail.map(({ after }) => after?.address)).toContain("2 Zqxroad, Lagos");
    expect(trail.some(({ actor_name }) => actor_name === "Zqxthird Zqxlast")).toBe(true);
    expect((await seek([/zqx/i])).filter((found) => found.startsWith("public.audit_records"))).toEqual([]);

    await query("update limit_requests set status = 'declined' where user_id = $1", [user_id]);
    const asked = await does(calls.remove, { body: { reason: "Zqxthird asked us to" } });
    await does(approvals.approve, { params: { id: asked.approval_id ?? "" }, body: { version: 1 } }, other);

    expect(await seek([/zqx/i, new RegExp(email), new RegExp(phone.slice(4)), /8099777123/, /1991-07-23/])).toEqual([]);
    const after = await trailOf(user_id);
    expect(after).toHaveLength(trail.length + 1);
    expect(after.find(({ action }) => action === "profile_changed_by_staff")).toMatchObject({
      reason: "erased",
      after: { employer: "erased" },
    });
    expect(after.some(({ actor_name }) => actor_name === "Deleted person")).toBe(true);
    await sealAudit(world.api.app.db, world.api.app.config.DATA_FOLDER);
    expect(await verifyAudit(world.api.app.db, world.api.app.config.DATA_FOLDER)).toMatchObject({
      first_bad_sequence: null,
    });
    expect(
      await query<{ action: string }>(
        "select action from audit_records where subject_id = $1 and action = 'person_deleted'",
        [user_id],
      ),
    ).toHaveLength(1);
  });

  it("is named no more in what was typed about others, by no value of before or now; what was said there stays", async () => {
    const person = await world.api.person("staff", { name: "Zqyfirst", last_name: "Zqylast" });
    const neighbour = await world.api.person("staff", { name: "Ada", last_name: "Neighbour" });
    const does = async (call: Endpoint, id: string, body: object, by = admin, more: object = {}) => {
      const answer = await world.api.call(call, { token: by.token, params: { id }, body, ...more });
      expect(answer.status, call.path).toBe(200);
      expect(answer.body.errors ?? answer.body.message, call.path).toEqual(expect.anything());
      return answer.body.data as never as Record<string, string>;
    };
    const { user_id, email, phone } = person;
    await does(calls.updatePersonal, user_id, { address: "7 Zqystreet, Lagos", reason: "As on the bill" });
    const moved = await does(calls.updatePersonal, user_id, {
      name: "Zqythird Zqylast",
      address: "8 Zqyroad, Lagos",
      phone: "08099777124",
      reason: "Married, moved",
    });
    await does(approvals.approve, moved["approval_id"] ?? "", { version: 1 }, other);
    const old = phone.replace(/^\+234/, "0");
    const said = `Lives with Zqyfirst Zqylast at 7 Zqystreet, Lagos; she (now ZQYTHIRD  Zqylast, ${email.toUpperCase()}, 0809 977 7124, before ${old}) pays the rent`;
    await does(people.addComment, neighbour.user_id, { body: said });
    await does(calls.activatePostNoDebit, neighbour.user_id, {
      reason: `Court, beside Zqylast, Zqythird of 8 Zqyroad, Lagos (${email}, 08099777124)`,
    });
    await does(limits.increaseLimit, neighbour.user_id, {
      limit_kobo: 9_000_000,
      reason: `Her sister ${email} vouches`,
    });
    await does(assignments.assign, neighbour.user_id, { user_ids: [neighbour.user_id], admin_id: admin.user_id });
    await does(assignments.markAsContacted, neighbour.user_id, {
      user_id: neighbour.user_id,
      channel: "phone",
      outcome: "reached",
      note: `Zqythird Zqylast took the call on ${old}`,
    });
    await does(communications.create, neighbour.user_id, {
      name: `To the sister of ${email}`,
      channel: "in_app",
      category: "service",
      subject: "Hello",
      body: "Your sister Zqyfirst Zqylast asked us to write",
      segment: { queue: "all", user_ids: [neighbour.user_id] },
    });

    const asked = await does(calls.remove, user_id, { reason: "She asked us to" });
    await does(approvals.approve, asked.approval_id ?? "", { version: 1 }, other);

    expect(await seek([/zqy/i, new RegExp(email, "i"), new RegExp(phone.slice(4)), /8099777124|809 977 7124/])).toEqual(
      [],
    );
    const { comments } = (
      await world.api.call(people.comments, { token: admin.token, params: { id: neighbour.user_id } })
    ).body.data as { comments: { body: string }[] };
    expect(comments[0]?.body).toBe(
      "Lives with erased at erased; she (now erased, erased, erased, before erased) pays the rent",
    );
    const court = (await trailOf(neighbour.user_id)).find(({ reason }) => reason?.startsWith("Court"));
    expect(court?.reason).toContain(`customer ${user_id}`);
    expect(court?.reason).not.toMatch(new RegExp(`${email}|08099777124`));
    await sealAudit(world.api.app.db, world.api.app.config.DATA_FOLDER);
    expect(await verifyAudit(world.api.app.db, world.api.app.config.DATA_FOLDER)).toMatchObject({
      first_bad_sequence: null,
    });
  });
});
