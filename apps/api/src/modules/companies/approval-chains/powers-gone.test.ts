import * as calls from "@manilla/contract/companies/approval-chains";
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import * as team from "@manilla/contract/companies/team";
import * as colleagues from "@manilla/contract/platform/colleagues";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { openSession } from "../../../http/session.ts";

const { api } = await useLendingWorld();
const { db } = api.app;

let serial = 712_000_000;
async function makeCompany() {
  const company_id = await api.company({ name: "Powers Gone" });
  const person = (role: Parameters<typeof api.person>[0]) => api.person(role, { company_id, last_name: "Gone" });
  const [owner, money, approver] = [
    await person("company_super_admin"),
    await person("company_finance_manager"),
    await person("company_finance_manager"),
  ];
  const head = await person(["company_staff", "company_department_head"]);
  const department_id = uuidv7();
  await db
    .insertInto("departments")
    .values({ id: department_id, company_id, name: "Sales", head_id: head.user_id })
    .execute();
  return { company_id, owner, money, approver, head, department_id };
}
type Person = Awaited<ReturnType<typeof makeCompany>>["owner"];

/** The owner suspends a colleague. */
async function suspend(owner: { token: string }, { user_id: id }: { user_id: string }): Promise<void> {
  const gone = await api.call(team.deactivate, {
    token: owner.token,
    params: { id },
    body: { reason: "Under suspicion" },
  });
  expect(gone.status).toBe(200);
}

async function ask({ token }: Person): Promise<string> {
  serial += 7;
  const of = { bank_code: "058", account_no: makeNuban("058", serial) };
  const body = { name: "Anybody At All", ...of, name_confirmed: true };
  const answer = await api.call(beneficiaries.create, { token, body });
  return (answer.body.data as { approval_id: string }).approval_id;
}
async function approve(id: string, token: string) {
  const seen = await api.call(calls.find, { token, params: { id } });
  const version = (seen.body.data as { version: number } | undefined)?.version ?? 1;
  return api.call(calls.approve, { token, params: { id }, body: { version } });
}
const again = async ({ user_id }: Person) =>
  (await openSession(db, { user_id, network_address: "127.0.0.1", device: "test" })).token;
const chainBy = async (company: { owner: Person }, who: object) => {
  const body = { kind: "beneficiary", number: 0, steps: [{ name: "One", approvers: [who], need: "any" }] };
  const answer = await api.call(calls.changeChain, { token: company.owner.token, body });
  expect(answer.status).toBe(200);
};
const delegateTo = async (absent: Person, delegate: Person) => {
  const body = { delegate_id: delegate.user_id, from_on: "2026-01-10", until_on: "2026-01-20" };
  expect((await api.call(calls.delegate, { token: absent.token, body })).status).toBe(200);
};
const waits = async ({ token }: Person) =>
  ((await api.call(calls.waiting, { token })).body.data as { to_decide: number }).to_decide;

describe("who decided and may not any more", () => {
  it("agrees to nothing that they were asked as an administrator, once they are an employee again", async () => {
    const company = await makeCompany();
    const { owner, money, approver } = company;
    await chainBy(company, { who: "role", role: "company_finance_manager" });
    const id = await ask(money);
    const params = { id: approver.user_id };
    const ended = await api.call(colleagues.suspend, {
      token: owner.token,
      params,
      body: { reason: "Moves to sales" },
    });
    expect(ended.status).toBe(200);
    expect((await approve(id, await again(approver))).body.code).toBe("not_your_turn");
    expect(await waits(owner), "an administrator is asked instead, at once").toBe(1);
    expect((await approve(id, owner.token)).status).toBe(200);
  });

  it("is not offered as a delegate, nor where a request is handed on", async () => {
    const company = await makeCompany();
    const { owner, approver, head, money } = company;
    const offered = async () => {
      const { body } = await api.call(calls.find, { token: owner.token, params: { id: await ask(money) } });
      return (body.data as { others: { id: string }[] }).others.map(({ id }) => id);
    };
    expect(await offered()).toEqual(expect.arrayContaining([approver.user_id, head.user_id]));
    await suspend(owner, approver);
    expect(await offered()).toContain(head.user_id);
    expect(await offered()).not.toContain(approver.user_id);
    // Nor with a role that was given meanwhile, nor who has been told not to decide.
    const role = { user_id: approver.user_id, role: "company_hr" };
    await db.insertInto("user_roles").values(role).execute();
    const no = { user_id: head.user_id, permission: "company:can_decide_approvals", is_granted: false };
    await db.insertInto("user_permissions").values(no).execute();
    const left = await offered();
    expect([left.includes(approver.user_id), left.includes(head.user_id)]).toEqual([false, false]);
  });

  it("is not asked, and neither they nor who decides for them agrees, while they are suspended", async () => {
    const company = await makeCompany();
    const { owner, approver, head, money } = company;
    await chainBy(company, { who: "person", user_id: approver.user_id });
    await delegateTo(approver, head);
    const id = await ask(money);
    expect(await waits(head)).toBe(1);
    await suspend(owner, approver);
    const fresh = await ask(money);
    for (const one of [id, fresh]) {
      expect([403, 404]).toContain((await approve(one, await again(approver))).status);
      expect((await approve(one, head.token)).status).toBe(404);
      expect((await approve(one, owner.token)).status).toBe(200);
    }
  });

  it("asks for nothing any more: an account that a suspended colleague wanted paid is not agreed to", async () => {
    const { owner, money } = await makeCompany();
    const id = await ask(money);
    await suspend(owner, money);
    expect(await waits(owner)).toBe(0);
    expect((await approve(id, owner.token)).status).toBe(409);
    const { company_id } = await db
      .selectFrom("company_approvals")
      .select("company_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const kept = await db.selectFrom("beneficiaries").select("status").where("company_id", "=", company_id).execute();
    expect(kept).toEqual([{ status: "refused" }]);
  });

  it("decides for nobody: a delegate who leads no department any more", async () => {
    const company = await makeCompany();
    const { approver, head, money } = company;
    await chainBy(company, { who: "person", user_id: approver.user_id });
    await delegateTo(approver, head);
    const id = await ask(money);
    await db
      .deleteFrom("user_roles")
      .where("user_id", "=", head.user_id)
      .where("role", "=", "company_department_head")
      .execute();
    expect(await waits(head)).toBe(0);
    expect((await approve(id, head.token)).status).toBe(404);
    expect((await approve(id, approver.token)).status).toBe(200);
  });

  it("is not stood for, nor asked, while deciding is withheld from them", async () => {
    const company = await makeCompany();
    const { owner, approver, head, money } = company;
    await chainBy(company, { who: "person", user_id: approver.user_id });
    await delegateTo(approver, head);
    const id = await ask(money);
    const withheld = { user_id: approver.user_id, permission: "company:can_decide_approvals", is_granted: false };
    await db.insertInto("user_permissions").values(withheld).execute();
    expect((await approve(id, head.token)).status).not.toBe(200);
    const fresh = await ask(money);
    expect((await approve(fresh, owner.token)).status, "an administrator instead").toBe(200);
  });

  it("hears of what they asked for themselves though deciding is withheld from them", async () => {
    const { owner, money } = await makeCompany();
    const withheld = { user_id: money.user_id, permission: "company:can_decide_approvals", is_granted: false };
    await db.insertInto("user_permissions").values(withheld).execute();
    expect((await approve(await ask(money), owner.token)).status).toBe(200);
    const heard = await db.selectFrom("notifications").select("title").where("user_id", "=", money.user_id).execute();
    expect(heard.map(({ title }) => title)).toContainEqual(expect.stringMatching(/approved/i));
  });

  it("agrees to nothing in a step of heads when they lead no department any more", async () => {
    const company = await makeCompany();
    const { head, money, department_id } = company;
    await chainBy(company, { who: "manager" });
    await db
      .insertInto("department_members")
      .values({ user_id: money.user_id, company_id: company.company_id, department_id })
      .execute();
    const id = await ask(money);
    await db
      .deleteFrom("user_roles")
      .where("user_id", "=", head.user_id)
      .where("role", "=", "company_department_head")
      .execute();
    expect((await approve(id, head.token)).body.code).toBe("not_your_turn");
  });

  it.each(["owner", "approver", "head"] as const)(
    "decides nothing while the company is suspended, and goes on when it is let back: %s",
    async (role) => {
      const company = await makeCompany();
      const { money, company_id, [role]: decider } = company;
      const say = (status: string) => sql`update companies set status = ${status} where id = ${company_id}`.execute(db);
      await chainBy(company, { who: "person", user_id: decider.user_id });
      const id = await ask(money);
      await say("deactivated");
      expect([403, 409]).toContain((await approve(id, decider.token)).status);
      const { version } = await db
        .selectFrom("company_approvals")
        .select("version")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      for (const call of [calls.decline, calls.sendBack]) {
        const body = { version, reason: "Not while suspended" };
        expect([403, 409]).toContain((await api.call(call, { token: decider.token, params: { id }, body })).status);
      }
      const { rows } = await sql`select status from company_approvals where id = ${id}`.execute(db);
      expect(rows).toEqual([{ status: "pending" }]);
      await say("approved");
      expect((await approve(id, decider.token)).status).toBe(200);
    },
  );
});
