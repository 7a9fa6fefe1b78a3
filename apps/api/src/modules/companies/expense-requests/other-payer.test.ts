import * as chains from "@manilla/contract/companies/approval-chains";
import * as departments from "@manilla/contract/companies/departments";
import * as calls from "@manilla/contract/companies/expense-requests";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { walletWith } from "../../../../../../test/companies.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld();
const { api } = world;
const { db } = api.app;
type Person = Awaited<ReturnType<typeof api.person>>;

/** A company whose owner has invited two people and made one of them the head of the other. */
async function withHead() {
  const company_id = await api.company({ name: "Straw Foods" });
  const person = (role: Parameters<typeof api.person>[0], name: string) =>
    api.person(role, { company_id, name, last_name: "Straw" });
  const owner = await person("company_super_admin", "Olu");
  await walletWith(world, company_id, 1_000_000n);
  const [head, staff] = [await person("company_staff", "Hauwa"), await person("company_staff", "Emeka")];
  const by = { token: owner.token };
  const made = await api.call(departments.create, { ...by, body: { name: "Field" } });
  const { id } = (made.body.data as { department: { id: string } }).department;
  const body = { user_ids: [head.user_id, staff.user_id] };
  expect((await api.call(departments.move, { ...by, params: { id }, body })).status).toBe(200);
  const { version } = await db
    .selectFrom("departments")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const named = { name: "Field", head_id: head.user_id, version };
  expect((await api.call(departments.update, { ...by, params: { id }, body: named })).body.errors).toBeUndefined();
  return { company_id, owner, head, staff, person };
}
type Company = Awaited<ReturnType<typeof withHead>>;

const versionOf = async (id: string) =>
  (await db.selectFrom("expense_requests").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;
/** Asked by the employee, agreed to by this person. */
async function agreed({ staff, company_id }: Company, { token, user_id }: Person): Promise<string> {
  const lines = [{ merchant: "Bukka Hut", amount_kobo: 100_000, spent_on: "2026-01-14" }];
  const body = { kind: "reimbursement", purpose: "Lunch with a client", lines, is_draft: false };
  const made = await api.call(calls.create, { token: staff.token, body });
  const { id } = (made.body.data as { request: { id: string } }).request;
  const asked = await db
    .selectFrom("company_approvals")
    .select(["id", "version"])
    .where("subject_id", "=", id)
    .executeTakeFirstOrThrow();
  // It was handed on to this person.
  await sql`delete from company_approvers where approval_id = ${asked.id}`.execute(db);
  await sql`
    insert into company_approvers (approval_id, position, approver_id, company_id, because)
    select id, position, ${user_id}, ${company_id}, 'rerouted' from company_approvals where id = ${asked.id}
  `.execute(db);
  const decided = { params: { id: asked.id }, body: { version: asked.version } };
  expect((await api.call(chains.approve, { token, ...decided })).status).toBe(200);
  expect((await db.selectFrom("expense_requests").select("status").where("id", "=", id).execute())[0]?.status).toBe(
    "approved",
  );
  return id;
}
const pay = async (id: string, { token }: Person) =>
  api.call(calls.pay, { token, params: { id }, body: { into: "purse", version: await versionOf(id) } });

describe("a request that a head agreed to", () => {
  it("is not paid by who made the head while a finance manager may pay it, who then does", async () => {
    const company = await withHead();
    const { owner, head, person } = company;
    const finance = await person("company_finance_manager", "Fola");
    const id = await agreed(company, head);
    const refused = await pay(id, owner);
    expect([refused.status, refused.body.code]).toEqual([403, "own_people"]);
    expect(refused.body.message).toContain("Fola Straw");
    expect((await pay(id, finance)).status).toBe(200);
    await world.prove();
  });

  it("nor by who invited or let in who asked, and is paid by one who has nothing to do with either", async () => {
    const company = await withHead();
    const { company_id, owner, head, staff, person } = company;
    await person("company_finance_manager", "Fola");
    // The head is nobody's making: the requester is.
    await sql`update user_roles set granted_by = null where user_id = ${head.user_id}`.execute(db);
    const id = await agreed(company, head);
    const place = sql`company_id = ${company_id} and user_id = ${staff.user_id}`;
    await sql`update employments set created_by = ${owner.user_id} where ${place}`.execute(db);
    expect((await pay(id, owner)).body.code).toBe("own_people");
    await sql`update employments set created_by = null where ${place}`.execute(db);
    await sql`
      update transitions set actor_id = ${owner.user_id}
      where noun = 'employment' and from_state is null and subject_id = (select id from employments where ${place})
    `.execute(db);
    expect((await pay(id, owner)).body.code, "who confirmed that they work here").toBe("own_people");
    await sql`
      update transitions set actor_id = null
      where noun = 'employment' and subject_id = (select id from employments where ${place})
    `.execute(db);
    expect((await pay(id, owner)).status).toBe(200);
  });

  it("is paid by an owner who is alone: with nobody else, with one who has not begun, has not joined or is without the right", async () => {
    const company = await withHead();
    const { company_id, owner, head, person } = company;
    expect((await pay(await agreed(company, head), owner)).status).toBe(200);
    const finance = await person("company_finance_manager", "Fola");
    const id = await agreed(company, head);
    const { user_id } = finance;
    await sql`
      insert into powers_given (id, company_id, user_id, given_by, given_at, hours)
      values (gen_random_uuid(), ${company_id}, ${user_id}, ${owner.user_id}, now(), 24)
    `.execute(db);
    expect((await pay(id, owner)).status, "a power that has not begun").toBe(200);
    await sql`delete from powers_given where user_id = ${user_id}`.execute(db);
    const second = await agreed(company, head);
    await sql`update employments set status = 'invited' where user_id = ${user_id}`.execute(db);
    expect((await pay(second, owner)).status, "who has not joined").toBe(200);
    await sql`update employments set status = 'active' where user_id = ${user_id}`.execute(db);
    const third = await agreed(company, head);
    expect((await pay(third, owner)).body.code).toBe("own_people");
    const right = { user_id, permission: "company:can_fund_debit_wallet" };
    await db
      .insertInto("user_permissions")
      .values({ ...right, is_granted: false })
      .execute();
    expect((await pay(third, owner)).status, "from whom the right is withheld").toBe(200);
    const clerk = await person("company_hr", "Halima");
    const fourth = await agreed(company, head);
    await db
      .insertInto("user_permissions")
      .values({ ...right, user_id: clerk.user_id, is_granted: true })
      .execute();
    expect((await pay(fourth, owner)).body.message, "to whom it is granted singly").toContain("Halima Straw");
    await world.prove();
  });

  it("waits where the owner ended the rights of who could pay it", async () => {
    const company = await withHead();
    const { company_id, owner, head, person } = company;
    const gone = await person("company_staff", "Fola");
    const id = await agreed(company, head);
    await sql`
      insert into powers_ended (id, company_id, user_id, ended_by, ended_at)
      values (gen_random_uuid(), ${company_id}, ${gone.user_id}, ${owner.user_id}, now())
    `.execute(db);
    expect((await pay(id, owner)).body.code).toBe("ended_colleague");
    await sql`update powers_ended set ended_at = now() - interval '8 days' where company_id = ${company_id}`.execute(
      db,
    );
    expect((await pay(id, owner)).status).toBe(200);
  });

  it("is paid by the owner who made everybody, where finance agreed to it: two have looked", async () => {
    const company = await withHead();
    const { owner, person } = company;
    const finance = await person("company_finance_manager", "Fola");
    await sql`update user_roles set granted_by = ${owner.user_id} where user_id = ${finance.user_id}`.execute(db);
    const id = await agreed(company, finance);
    expect((await pay(id, finance)).body.code).toBe("own_approval");
    expect((await pay(id, owner)).status).toBe(200);
  });

  it("waits although a straw payer agreed to it, where the owner ended the rights of who could pay it", async () => {
    const company = await withHead();
    const { company_id, owner, person } = company;
    const [gone, straw] = [await person("company_staff", "Fola"), await person("company_finance_manager", "Sule")];
    await sql`update user_roles set granted_by = ${owner.user_id} where user_id = ${straw.user_id}`.execute(db);
    const id = await agreed(company, straw);
    await sql`
      insert into powers_ended (id, company_id, user_id, ended_by, ended_at)
      values (gen_random_uuid(), ${company_id}, ${gone.user_id}, ${owner.user_id}, now())
    `.execute(db);
    expect((await pay(id, owner)).body.code).toBe("ended_colleague");
  });
});
