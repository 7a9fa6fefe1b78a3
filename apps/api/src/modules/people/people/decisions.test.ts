/** Decisions about people: the profile, the blacklist, the bank account. */
import * as accountCalls from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/people/people";
import * as statistics from "@manilla/contract/people/people-statistics";
import * as profiles from "@manilla/contract/people/profiles";
import { profileStates } from "@manilla/contract/people/profile-states";
import { transitionOf } from "@manilla/contract/machine";
import * as session from "@manilla/contract/platform/session";
import { uuidv7 } from "uuidv7";
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

  it.each(["pending", "verified", "pre-approved"] as const)(
    "take a mark back: what was %s is so again, with its handler, its queue and since when it waits",
    async (before) => {
      const person = await customer(before);
      const { user_id } = person;
      const [handler, colleague] = [await api.person("super_risk"), await api.person("super_risk")];
      await query(
        `insert into transitions (id, noun, subject_id, to_state, actor_name, happened_at)
         values (gen_random_uuid(), 'case', $1, 'processing', 'Ada', '2026-01-05T10:00:00Z')`,
        [user_id],
      );
      await query("update users set status = 'processing', assigned_to = $2 where id = $1", [user_id, handler.user_id]);
      await query(
        `insert into assignments (id, user_id, admin_id, status, contacted_at)
         values (gen_random_uuid(), $1, $2, 'contacted', now())`,
        [user_id, handler.user_id],
      );
      const mark = { token: risk.token, body: { user_id, reason: "The payslip is unclear" } };
      const takeBack = (token: string) => api.call(calls.unmarkUncertain, { token, body: { user_id } });
      const facts = () =>
        query<Record<string, unknown>>(
          `select p.status, u.status as case_status, u.ready_at, a.status as assignment, a.attended_at
           from users u
           join profiles p on p.user_id = u.id
           join assignments a on a.user_id = u.id and a.ended_at is null
           where u.id = $1`,
          [user_id],
        );
      const was = await facts();
      expect((await takeBack(risk.token)).status, "before it is marked").toBe(409);
      expect((await api.call(calls.markUncertain, mark)).status).toBe(200);
      expect((await facts())[0]).toMatchObject({ status: "uncertain", assignment: "attended" });
      const refused = await takeBack(colleague.token);
      expect([refused.status, refused.body.code], "by somebody else").toEqual([409, "not_reversible"]);
      expect((await takeBack((await api.person("super_sales_agent")).token)).status).toBe(403);
      expect((await takeBack(risk.token)).body.data).toMatchObject({ status: before });
      expect(await facts()).toEqual(was);
      expect((await takeBack(risk.token)).status, "twice").toBe(409);
      // Only the mark was a decision, and the wait of the next one is not counted from the taking back.
      const decided = await api.call(statistics.decisions, {
        token: risk.token,
        query: { filter: JSON.stringify({ decider_id: risk.user_id }), limit: 100 },
      });
      const rows = (decided.body.datatable as { items: { user_id: string; decision: string }[] }).items;
      expect(rows.filter((row) => row.user_id === user_id).map((row) => row.decision)).toEqual(["uncertain"]);
      const audits = await query<{ action: string }>(
        "select action from audit_records where subject_id = $1 and action like 'profile\\_%' order by recorded_at",
        [user_id],
      );
      expect(audits.map(({ action }) => action)).toEqual(["profile_mark_uncertain", "profile_unmark_uncertain"]);
    },
  );

  it("take a mark back without what has gone on meanwhile: the case of another colleague, a document that was refused", async () => {
    const { user_id } = await customer("pending");
    const other = await api.person("super_risk");
    const mark = { by: risk.user_id, profile_status: "pending", case_status: "processing", follows: "processing" };
    const gone = { ...mark, ready_at: "2026-01-05T10:00:00Z", attended_id: uuidv7() };
    await query("update profiles set status = 'uncertain', uncertain_mark = $2 where user_id = $1", [
      user_id,
      JSON.stringify(gone),
    ]);
    await query("update users set status = 'processed', profile_status = 'uncertain', assigned_to = $2 where id = $1", [
      user_id,
      other.user_id,
    ]);
    await query(
      `insert into assignments (id, user_id, admin_id, status, attended_at)
       values (gen_random_uuid(), $1, $2, 'attended', now())`,
      [user_id, other.user_id],
    );
    const answer = await api.call(calls.unmarkUncertain, { token: risk.token, body: { user_id } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const [after] = await query<{ case_status: string; assignment: string }>(
      `select u.status as case_status, a.status as assignment
       from users u join assignments a on a.user_id = u.id and a.ended_at is null
       where u.id = $1`,
      [user_id],
    );
    // What is there now makes an incomplete case of it.
    expect(after).toEqual({ case_status: expect.stringMatching(/^incomplete/), assignment: "attended" });
  });

  it("take no mark back once somebody has decided since, nor to the good of somebody on the blacklist", async () => {
    const mark = async (user_id: string) =>
      (await api.call(calls.markUncertain, { token: risk.token, body: { user_id, reason: "The payslip is unclear" } }))
        .status;
    const takeBack = async (user_id: string) => {
      const { status, body } = await api.call(calls.unmarkUncertain, { token: risk.token, body: { user_id } });
      return [status, body.code];
    };
    const [verified, moved, listed] = [
      await customer("pending"),
      await customer("pending"),
      await customer("verified"),
    ];
    for (const { user_id } of [verified, moved, listed]) expect(await mark(user_id)).toBe(200);
    await api.call(calls.verify, { token: risk.token, body: { user_id: verified.user_id } });
    expect((await takeBack(verified.user_id))[0]).toBe(409);
    await api.call(calls.setStatus, {
      token: risk.token,
      body: { user_ids: [moved.user_id], status: "doc-processor", reason: "Look at the payslip" },
    });
    expect(await takeBack(moved.user_id)).toEqual([409, "not_reversible"]);
    await query("update users set is_blacklisted = true where id = $1", [listed.user_id]);
    expect(await takeBack(listed.user_id)).toEqual([409, "blacklisted"]);
    expect((await statusOf(listed.user_id))?.status).toBe("uncertain");
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

  it("on a deactivated person leave their money where it is until two have activated them again, however one opened the case", async () => {
    const [first, second] = [await api.person("super_risk"), await api.person("super_risk")];
    const stopped = async (id: string) =>
      (await query<{ s: boolean }>("select is_post_no_debit as s from users where id = $1", [id]))[0]?.s;
    const open = {
      reconsider: (user_id: string) =>
        api.call(calls.setStatus, {
          token: first.token,
          body: { user_ids: [user_id], status: "pending", reason: "The file agrees" },
        }),
      requeue: (user_id: string) =>
        api.call(profiles.requeue, { token: first.token, body: { user_ids: [user_id], reason: "The file agrees" } }),
    };
    for (const how of [open.reconsider, open.requeue]) {
      const { user_id } = await customer("deactivated");
      const by = ({ token }: typeof first) => ({ token, body: { user_id } });
      expect((await how(user_id)).status).toBe(200);
      expect([(await statusOf(user_id))?.status, await stopped(user_id)]).toEqual(["pending", true]);
      expect((await api.call(calls.verify, by(first))).status).toBe(200);
      expect((await api.call(calls.activate, by(first))).body.code).toBe("looked_first");
      expect(await stopped(user_id)).toBe(true);
      expect((await api.call(calls.activate, by(second))).status).toBe(200);
      expect(await stopped(user_id), "two have looked").toBe(false);
      const audited = await query<{ action: string }>(
        "select action from audit_records where subject_id = $1 and action like 'post_no_debit%' order by recorded_at, id",
        [user_id],
      );
      expect(audited.map(({ action }) => action)).toEqual(["post_no_debit_activated", "post_no_debit_deactivated"]);
    }
    // What a colleague has stopped for a reason of their own stays stopped; a declined person's money was free before.
    const other = await customer("deactivated");
    await query("update users set is_post_no_debit = true, post_no_debit_reason = 'A court' where id = $1", [
      other.user_id,
    ]);
    expect((await open.reconsider(other.user_id)).status).toBe(200);
    expect((await api.call(calls.verify, { token: first.token, body: { user_id: other.user_id } })).status).toBe(200);
    expect((await api.call(calls.activate, { token: second.token, body: { user_id: other.user_id } })).status).toBe(
      200,
    );
    expect(await stopped(other.user_id)).toBe(true);
    // Laid over the automatic one: activating leaves it, and two lift it.
    const laid = (await customer("deactivated")).user_id;
    expect((await open.reconsider(laid)).status).toBe(200);
    const lay = (reason: string) =>
      api.call(profiles.activatePostNoDebit, { token: second.token, params: { id: laid }, body: { reason } });
    const foreseen = { user_ids: [laid], is_post_no_debit: true };
    expect(
      (await api.call(profiles.previewPostNoDebit, { token: second.token, body: foreseen })).body.data,
    ).toMatchObject({ rows: [{ why_not: null }] });
    expect((await lay("Court order 15/2026")).status).toBe(200);
    expect((await lay("Court order 16/2026")).body.code, "over a colleague's is none laid").toBe("already_decided");
    expect((await api.call(calls.verify, { token: first.token, body: { user_id: laid } })).status).toBe(200);
    expect((await api.call(calls.activate, { token: second.token, body: { user_id: laid } })).status).toBe(200);
    expect(await query("select is_post_no_debit, post_no_debit_reason from users where id = $1", [laid])).toEqual([
      { is_post_no_debit: true, post_no_debit_reason: "Court order 15/2026" },
    ]);
    const declined = await customer("declined");
    expect((await open.reconsider(declined.user_id)).status).toBe(200);
    expect(await stopped(declined.user_id)).toBe(false);
  });

  it("tell a declined person the reason that staff gave, and where to appeal", async () => {
    const person = await customer("verified");
    const body = { user_id: person.user_id, reason: "Too many loans elsewhere" };
    const led = { ...body, reason: "Pay your debts at manilla-pay.com first" };
    expect((await api.call(calls.decline, { token: risk.token, body: led })).body.errors).toEqual({
      reason: ["this leads to another site than our own: manilla-pay.com"],
    });
    expect((await statusOf(person.user_id))?.status).toBe("verified");
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
