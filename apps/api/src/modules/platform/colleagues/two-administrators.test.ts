import * as access from "@manilla/contract/platform/access";
import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/platform/colleagues";
import { roles } from "@manilla/contract/roles";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
type Person = Awaited<ReturnType<typeof api.person>>;
const reason = "Leaves the company";
let [ada, bisi]: Person[] = [];

/** Each test begins with two administrators, and nobody else who lets others back in. */
beforeEach(async () => {
  await sql`update colleagues set status = 'suspended'`.execute(api.app.db);
  await sql`delete from role_permissions`.execute(api.app.db);
  [ada, bisi] = [await api.person("super_admin"), await api.person("super_admin")];
});

const suspend = (by: Person, whom: Person) =>
  api.call(calls.suspend, { token: by.token, params: { id: whom.user_id }, body: { reason } });
const changeTo = (by: Person, whom: Person, slugs: string[], withheld: string[] = []) =>
  api.call(calls.update, { token: by.token, params: { id: whom.user_id }, body: { roles: slugs, withheld, reason } });
async function agree(by: Person, asked: { body: { data: never } }) {
  const params = { id: (asked.body.data as { approval_id: string }).approval_id };
  return api.call(approvals.approve, { token: by.token, params, body: { version: 1 } });
}
const REFUSED = { status: 409, body: { code: "two_administrators" } };
const letOthersBack = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from colleagues c join user_roles r on r.user_id = c.id and r.role = 'super_admin'
    where c.status = 'active'
      and not exists (select 1 from user_permissions w where w.user_id = c.id and not w.is_granted)
  `.execute(api.app.db);
  return rows[0]!.count;
};

describe("two who can let others back in", () => {
  it("remain: the one of two is not suspended, others are", async () => {
    const [support, third] = [await api.person("super_support"), await api.person("super_admin")];
    expect((await suspend(ada!, third)).status).toBe(200);
    expect(await suspend(ada!, bisi!)).toMatchObject(REFUSED);
    const { body } = await api.call(calls.find, { token: ada!.token, params: { id: bisi!.user_id } });
    expect(body.data).toMatchObject({ status: "active", abilities: { suspend: "two_administrators" } });
    expect((await suspend(ada!, support)).status).toBe(200);
    // The third one comes back by the two who are left.
    const back = await api.call(calls.letBack, { token: ada!.token, params: { id: third.user_id }, body: { reason } });
    expect((await agree(bisi!, back)).status).toBe(200);
  });

  it("are not those who are only invited, and an invitation can be ended", async () => {
    const email = `new-${ada!.user_id}@test.example`;
    const body = { name: "Chidi", last_name: "Obi", email, roles: ["super_admin"], reason: "Joins us" };
    expect((await agree(bisi!, await api.call(calls.invite, { token: ada!.token, body }))).status).toBe(200);
    expect(await suspend(ada!, bisi!)).toMatchObject(REFUSED);
    const { id: user_id } = await api.app.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    expect((await suspend(ada!, { ...bisi!, user_id })).status).toBe(200);
  });

  it("remain of three who suspend each other at once", async () => {
    const third = await api.person("super_admin");
    const answers = await Promise.all([suspend(ada!, bisi!), suspend(bisi!, third), suspend(third, ada!)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await letOthersBack()).toBe(2);
  });

  it("remain where one is demoted while another one is suspended", async () => {
    const third = await api.person("super_admin");
    const asked = await changeTo(ada!, third, ["super_support"]);
    // Held before its record is written, so that the suspension comes while the roles are changed and nobody sees it yet.
    const { pool } = api.database;
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("lock table audit_records in share mode");
    const areWaiting = async (count: number): Promise<void> => {
      const waiting = async () => (await pool.query("select distinct pid from pg_locks where not granted")).rowCount;
      await expect.poll(waiting).toBe(count);
    };
    const demoting = agree(bisi!, asked);
    await areWaiting(1);
    const suspending = suspend(third, ada!);
    await areWaiting(2);
    await holder.query("commit");
    holder.release();
    const answers = await Promise.all([demoting, suspending]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await letOthersBack()).toBe(2);
  });

  it("remain where a right is withheld from one, or other roles are given", async () => {
    // May agree to roles, and lets nobody back in.
    const helper = await api.person("super_admin");
    const held = ["provider:can_update_admins"];
    expect((await agree(bisi!, await changeTo(ada!, helper, ["super_admin"], held))).status).toBe(200);
    expect(await suspend(ada!, bisi!)).toMatchObject(REFUSED);
    expect(await agree(helper, await changeTo(ada!, bisi!, ["super_admin"], held))).toMatchObject(REFUSED);
    expect(await agree(helper, await changeTo(ada!, bisi!, ["super_finance"]))).toMatchObject(REFUSED);
    expect(await letOthersBack()).toBe(2);
    expect((await suspend(ada!, helper)).status).toBe(200);
  });

  it("may be others than super administrators, whose role keeps these rights then", async () => {
    const [operations, helper] = [await api.person("super_operations"), await api.person("super_admin")];
    const shipped = [...roles.super_operations.permissions];
    const ask = (permissions: string[]) =>
      api.call(access.updateRole, {
        token: ada!.token,
        params: { slug: "super_operations" },
        body: { permissions, reason },
      });
    const more = [...shipped, "provider:can_update_admins", "provider:can_modify_permissions"];
    expect((await agree(bisi!, await ask(more))).status).toBe(200);
    expect(
      (await agree(bisi!, await changeTo(ada!, helper, ["super_admin"], ["provider:can_update_admins"]))).status,
    ).toBe(200);
    expect((await suspend(ada!, bisi!)).status).toBe(200);
    expect(await suspend(ada!, operations)).toMatchObject(REFUSED);
    expect(await agree(helper, await ask(shipped))).toMatchObject(REFUSED);
  });
});
