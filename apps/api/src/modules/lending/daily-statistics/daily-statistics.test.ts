import type { Endpoint } from "@manilla/contract/endpoint";
import * as decisions from "@manilla/contract/lending/credit-decisions";
import * as calls from "@manilla/contract/lending/daily-statistics";
import * as communications from "@manilla/contract/people/communications";
import * as people from "@manilla/contract/people/people";
import * as statistics from "@manilla/contract/people/people-statistics";
import * as audit from "@manilla/contract/platform/audit";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { fiveYesterday } from "../../../clock.ts";

const api = await useTestApi();
const admin = await api.person("super_admin");
const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values);

interface Recent {
  week: number;
  since: number;
}
interface Moved {
  came: number;
  left: number;
}
interface Figures {
  since: string;
  from: string;
  to: string;
  approvals: Moved;
  cases: Moved;
  past_due: Moved;
  unknown: Moved;
  rules: Record<"approved" | "referred" | "declined" | "overruled", Recent>;
  changes: Record<audit.AuditTopic, Recent>;
  trouble: { undelivered: Recent; providers: { name: string; waiting: number }[] };
}
/** Counted after this was asked: what takes long on a busy machine is kept for a moment. */
async function figures(token = admin.token): Promise<Figures> {
  const asked = Date.now();
  for (;;) {
    const found = (await api.call(calls.daily, { token })).body.data as Figures & { counted_at: string };
    if (new Date(found.counted_at).getTime() >= asked) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** How many rows the list has that a figure opens. */
async function countOf(call: Endpoint, filter: object, range?: { key: string; from: string; to: string }) {
  const { body } = await api.call(call, {
    token: admin.token,
    query: {
      limit: 1,
      filter: JSON.stringify(filter),
      ...(range && { rangeKey: range.key, rangeStart: range.from, rangeEnd: range.to }),
    },
  });
  return (body.datatable as { total_count: number } | undefined)?.total_count;
}

const since = fiveYesterday();
const at = (milliseconds: number) => new Date(since.getTime() + milliseconds);

async function moved(noun: string, from: string | null, to: string, when: Date, subject = uuidv7()): Promise<void> {
  await query(
    `insert into transitions (id, noun, subject_id, from_state, to_state, actor_id, actor_name, reason, happened_at)
     values ($1, $2, $3, $4, $5, $6, 'Ngozi Underwriter', 'Salary too low', $7)`,
    [uuidv7(), noun, subject, from, to, admin.user_id, when],
  );
}

it("counts what came into a state and left it since 17:00 of the day before, and nothing earlier", async () => {
  expect(since.toISOString()).toMatch(/T16:00:00\.000Z$/);
  const before = await figures();
  expect(before.since).toBe(since.toISOString());
  await moved("loan", "running", "past_due", at(-1));
  await moved("loan", "running", "past_due", at(1));
  await moved("loan", "past_due", "running", at(1));
  await moved("loan", "past_due", "settled", at(2));
  await moved("case", "incomplete-1", "processing", at(1));
  // A payout that pays no loan, as a transfer's, is counted among the payments.
  await moved("payout", "submitted", "unknown", at(1));
  const after = await figures();
  expect(after.past_due).toEqual({ came: before.past_due.came + 1, left: before.past_due.left + 2 });
  expect(after.cases).toEqual({ came: before.cases.came + 1, left: before.cases.left });
  expect(after.unknown).toEqual(before.unknown);
});

it("gives each colleague the figures that they may see", async () => {
  const { token } = await api.person("super_sales_agent");
  expect(await figures(token)).toMatchObject({ approvals: null, past_due: null, rules: null, changes: null });
  expect((await figures(token)).trouble).not.toBeNull();
  const { token: customer } = await api.person("staff");
  expect((await api.call(calls.daily, { token: customer })).status).toBe(403);
});

it("opens lists with the same numbers: decisions of the rules, changes, messages that did not arrive", async () => {
  const { user_id } = await api.person("staff");
  const {
    rows: [rule_set],
  } = await query("select id, number from rule_sets limit 1");
  for (const [outcome, overruled_at, when] of [
    ["approved", null, at(5)],
    ["declined", at(9), at(-5)],
    ["referred", null, at(5)],
  ] as const)
    await query(
      `insert into credit_decisions
         (id, user_id, rule_set_id, rule_set_number, occasion, outcome, final_outcome, score, limit_kobo, judgement, decided_at, overruled_at)
       values ($1, $2, $3, $4, 'by_hand', $5, $5, 0, 0, '{"reasons": []}', $6, $7)`,
      [uuidv7(), user_id, rule_set.id, rule_set.number, outcome, when, overruled_at],
    );
  for (const [outcome, when] of [
    ["bounced", at(5)],
    ["failed", at(-5)],
    ["delivered", at(5)],
  ] as const)
    await query(
      "insert into message_deliveries (job_id, reference, channel, user_id, outcome, started_at) values ($1, 'R', 'sms', $2, $3, $4)",
      [uuidv7(), user_id, outcome, when],
    );
  const now = await figures();
  const range = (key: string) => ({ key, from: now.from, to: now.to });
  for (const outcome of ["approved", "referred", "declined"] as const)
    expect(await countOf(decisions.listAll, { outcome }, range("decided_at"))).toBe(now.rules[outcome].week);
  expect(await countOf(decisions.listAll, { is_overruled: true }, range("decided_at"))).toBe(now.rules.overruled.week);
  expect(now.rules).toMatchObject({ overruled: { week: 1, since: 0 }, referred: { week: 1, since: 1 } });
  expect(now.trouble.undelivered).toEqual({ week: 2, since: 1 });
  expect(await countOf(communications.undelivered, {}, range("started_at"))).toBe(2);
  await query(
    `insert into audit_records (id, actor_name, action, subject_type, subject_id)
     values ($1, 'Ngozi', 'role_changed', 'role', 'super_risk'), ($2, 'Ngozi', 'signed_in', 'user', $3)`,
    [uuidv7(), uuidv7(), user_id],
  );
  const { changes } = await figures();
  expect(changes.rights.week).toBe(now.changes.rights.week + 1);
  for (const topic of audit.auditTopics)
    expect(await countOf(audit.listAll, { topic }, range("recorded_at"))).toBe(changes[topic].week);
});

it("opens the decisions that the underwriters' chart counts, also where somebody is decided about twice", async () => {
  const { user_id } = await api.person("staff");
  await moved("profile", "pending", "declined", new Date("2026-03-02T08:00:00+01:00"), user_id);
  await moved("profile", "declined", "activated", new Date("2026-03-02T23:59:00+01:00"), user_id);
  await moved("profile", "activated", "declined", new Date("2026-03-03T00:01:00+01:00"), user_id);
  const { body } = await api.call(statistics.underwriting, {
    token: admin.token,
    query: { rangeStart: "2026-03-01", rangeEnd: "2026-03-31" },
  });
  const { by_day, decided, declined } = body.data as {
    by_day: { day: string; activated: number; declined: number }[];
    decided: number;
    declined: number;
  };
  expect(by_day.map(({ day, activated, declined: no }) => [day, activated, no])).toEqual([
    ["2026-03-02", 1, 1],
    ["2026-03-03", 0, 1],
  ]);
  const listed = (filter: object, from: string, to = from) =>
    countOf(statistics.decisions, filter, { key: "decided_at", from, to });
  for (const row of by_day)
    expect(await listed({ decision: ["activated", "declined"] }, row.day)).toBe(row.activated + row.declined);
  expect(await listed({}, "2026-03-01", "2026-03-31")).toBe(decided);
  expect(await listed({ decision: ["declined"] }, "2026-03-01", "2026-03-31")).toBe(declined);
  expect(await listed({ decider_id: admin.user_id }, "2026-03-01", "2026-03-31")).toBe(decided);
});

it("counts whom a sales agent brought, against the target, and opens them", async () => {
  const sales = await api.person("super_sales_agent");
  const [one, two] = [await api.person("staff"), await api.person("staff")];
  await query("update users set created_by = $1 where id = any($2)", [sales.user_id, [one.user_id, two.user_id]]);
  await query("update users set created_at = now() - interval '3 months', running_loans = 1 where id = $1", [
    two.user_id,
  ]);
  const { body } = await api.call(calls.daily, { token: sales.token });
  const { brought } = body.data as {
    brought: { month: string; target: number; mine: object; team: { month: number } };
  };
  expect(brought).toMatchObject({ target: 10, mine: { month: 1, since: 1, active: 1 } });
  const mine = { created_by: sales.user_id };
  expect(await countOf(people.listAll, mine)).toBe(2);
  expect(await countOf(people.listAll, { ...mine, running_loans: { min: 1 } })).toBe(1);
  const [year = 0, number = 0] = brought.month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const month = { key: "created_at", from: `${brought.month}-01`, to: `${brought.month}-${last}` };
  expect(await countOf(people.listAll, { is_brought: true }, month)).toBe(brought.team.month);
});
