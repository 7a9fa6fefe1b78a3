import * as chains from "@manilla/contract/companies/approval-chains";
import * as team from "@manilla/contract/companies/team";
import * as approvals from "@manilla/contract/platform/approvals";
import * as access from "@manilla/contract/platform/access";
import * as calls from "@manilla/contract/platform/colleagues";
import * as sessions from "@manilla/contract/platform/session";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openSession } from "../../../http/session.ts";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const company = (name: string) => api.company({ name });
const [lagoon, harmattan] = [await company("Lagoon Foods"), await company("Harmattan Logistics")];
const boss = await api.person("company_super_admin", { company_id: lagoon, last_name: "Boss" });
const other = await api.person("company_super_admin", { company_id: harmattan });
const hr = await api.person("company_hr", { company_id: lagoon });
const provider = await api.person("super_admin");

const reason = "Takes over payroll";
const named = async (token: string) =>
  (
    (await api.call(calls.listAll, { token, query: { limit: 100 } })).body.datatable as {
      items: { id: string; roles: string; abilities: Record<string, string | null> }[];
    }
  ).items;
const change = (id: string, roles: string[], token = boss.token) =>
  api.call(calls.update, { token, params: { id }, body: { roles, withheld: [], reason } });
const end = (id: string, token = boss.token) => api.call(calls.suspend, { token, params: { id }, body: { reason } });
const rolesOf = async (user_id: string) =>
  (
    await sql<{ role: string }>`select role from user_roles where user_id = ${user_id} order by role`.execute(
      api.app.db,
    )
  ).rows.map(({ role }) => role);

describe("the administrators of a company (A46)", () => {
  it("are listed to the company as its own, to the provider as the provider's", async () => {
    expect((await named(boss.token)).map(({ id }) => id).toSorted()).toEqual([boss.user_id, hr.user_id].toSorted());
    expect((await named(provider.token)).map(({ id }) => id)).not.toContain(boss.user_id);
    expect((await named(boss.token)).find(({ id }) => id === boss.user_id)?.abilities).toEqual({
      suspend: "own_access",
    });
    expect((await named(hr.token))[0]?.abilities).toEqual({});
  });

  it("are invited at once with a link by mail, with roles of a company only", async () => {
    const body = {
      name: "Ada",
      last_name: "Obi",
      email: "ada.obi@lagoon.example",
      phone: "08031112223",
      roles: ["company_audit"],
      reason,
    };
    const { body: answer, status } = await api.call(calls.invite, { token: boss.token, body });
    expect(status).toBe(200);
    const { colleague } = answer.data as { colleague: { id: string; status: string; roles: string } };
    expect(colleague).toMatchObject({ status: "invited", roles: "Company audit" });
    const { rows } = await sql`
      select 1 from pgboss.job where name = 'send-mail' and data ->> 'to' = 'ada.obi@lagoon.example'
    `.execute(api.app.db);
    expect(rows).toHaveLength(1);
    const wrong = { ...body, email: "b@lagoon.example", phone: undefined };
    for (const [token, roles] of [
      [boss.token, ["super_admin"]],
      [provider.token, ["company_hr"]],
    ] as const)
      expect(
        (await api.call(calls.invite, { token, body: { ...wrong, roles: [...roles] } })).body.errors,
      ).toHaveProperty("roles");
    expect((await api.call(calls.invite, { token: hr.token, body: wrong })).status).toBe(403);
  });

  it("are made by the provider's staff under two persons, the company hears of it, and the power begins a day later; the first is its owner", async () => {
    const id = await company("Harbour Mills");
    let phones = 0;
    const invite = async (email: string, role: string) => {
      const body = { name: "Ada Obi", email, role, company_id: id, phone: `0803555000${(phones += 1)}` };
      const answer = await api.call(team.invite, { token: provider.token, body });
      expect(answer.body.errors).toBeUndefined();
      return answer.body.data as { employee_id: string; approval_id: string | null };
    };
    const owner = await invite("owner@harbour.example", "company_super_admin");
    expect([owner.approval_id, await rolesOf(owner.employee_id)]).toEqual([null, ["company_super_admin"]]);
    expect((await invite("staff@harbour.example", "company_staff")).approval_id).toBeNull();
    const made = await invite("finance@harbour.example", "company_finance_manager");
    expect(await rolesOf(made.employee_id)).toEqual(["company_staff"]);
    const agree = (token: string) =>
      api.call(approvals.approve, { token, params: { id: made.approval_id! }, body: { version: 1 } });
    expect((await agree(provider.token)).status, "not by who asked").toBe(403);
    expect((await agree((await api.person("super_admin")).token)).status).toBe(200);
    expect(await rolesOf(made.employee_id)).toEqual(["company_finance_manager"]);
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from power_begins_at(${id}, ${made.employee_id}) - now()) / 3600)::int as hours
    `.execute(api.app.db);
    expect(rows).toEqual([{ hours: 24 }]);
    const { rows: told } = await sql<{ title: string }>`
      select title from notifications where user_id = ${owner.employee_id}
    `.execute(api.app.db);
    const heard = "Ada Obi is given power in your company by us";
    expect(told.filter(({ title }) => title === heard)).toHaveLength(1);
    // Neither by another call: roles of somebody who is there already, and single permissions.
    const colleague = await api.person("super_admin");
    const stepped = await api.person("super_admin");
    await sql`update sessions set stepped_up_until = now() + interval '1 hour' where user_id = ${stepped.user_id}`.execute(
      api.app.db,
    );
    for (const [call, more] of [
      [access.updateUserRoles, { roles: ["company_staff", "company_finance_manager"] }],
      [access.updateCompanyUser, { granted: ["company:can_decide_approvals"], withheld: [] }],
    ] as const) {
      const { user_id } = await api.person("company_staff", { company_id: id });
      const asked = await api.call(call, {
        token: stepped.token,
        body: { user_id, reason: "They asked us to", ...more },
      });
      const { approval_id } = asked.body.data as { approval_id: string };
      const agreed = { token: colleague.token, params: { id: approval_id }, body: { version: 1 } };
      expect((await api.call(approvals.approve, agreed)).status, call.path).toBe(200);
      const given = await sql`select 1 from powers_given where user_id = ${user_id}`.execute(api.app.db);
      expect(given.rows, call.path).toHaveLength(1);
    }
  });

  it("change by those who have the same rights; nobody changes their own, and the last one stays", async () => {
    const person = await api.person("company_staff", { company_id: lagoon });
    expect((await change(person.user_id, ["company_finance_manager"])).status).toBe(200);
    expect(await rolesOf(person.user_id)).toEqual(["company_finance_manager", "company_staff"]);
    expect((await change(boss.user_id, ["company_hr"])).status).toBe(403);
    expect((await change(person.user_id, ["company_hr"], other.token)).status).toBe(404);
    const second = await api.person("company_super_admin", { company_id: lagoon });
    const results = await Promise.all([
      change(second.user_id, ["company_hr"]),
      change(boss.user_id, ["company_hr"], second.token),
    ]);
    expect(results.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    await sql`
      insert into user_roles (user_id, role) values (${boss.user_id}, 'company_super_admin') on conflict do nothing
    `.execute(api.app.db);
    // Where the other one was first, this one was signed out.
    const signedIn = { user_id: boss.user_id, network_address: "127.0.0.1", device: "test" };
    boss.token = (await openSession(api.app.db, signedIn)).token;
    await sql`delete from user_roles where user_id = ${second.user_id} and role = 'company_super_admin'`.execute(
      api.app.db,
    );
    await sql`
      insert into user_permissions (user_id, permission, is_granted) values (${hr.user_id}, 'company:can_update_admins', true)
    `.execute(api.app.db);
    const again = { token: (await api.person("company_hr", { company_id: lagoon })).token };
    expect((await change(second.user_id, ["company_super_admin"], hr.token)).body).toMatchObject({
      code: "beyond_own_rights",
    });
    expect((await change(second.user_id, ["company_audit"], again.token)).status).toBe(403);
  });

  it("gain power over money or decisions when another one agrees, where there is one; nobody makes their own second person", async () => {
    const company_id = await api.company({ name: "Two Owners" });
    const [one, two] = [
      await api.person("company_super_admin", { company_id, name: "Olu", last_name: "One" }),
      await api.person("company_super_admin", { company_id, name: "Tola", last_name: "Two" }),
    ];
    const invited = await api.call(calls.invite, {
      token: one.token,
      body: { name: "Pup", last_name: "Pet", email: "pup@two.example", roles: ["company_super_admin"], reason },
    });
    const { approval_id } = invited.body.data as { approval_id: string };
    expect(invited.status, JSON.stringify(invited.body)).toBe(200);
    const { rows } = await sql<{ id: string }>`select id from users where email = 'pup@two.example'`.execute(
      api.app.db,
    );
    const puppet = rows[0]!.id;
    expect(await rolesOf(puppet), "an employee until then").toEqual(["company_staff"]);
    const decide = (by: { token: string }, version = 1) =>
      api.call(chains.approve, { token: by.token, params: { id: approval_id }, body: { version } });
    expect((await decide(one)).body.code).toBe("own_request");
    expect((await decide(two)).status).toBe(200);
    expect(await rolesOf(puppet)).toEqual(["company_staff", "company_super_admin"]);

    const clerk = await api.person("company_hr", { company_id });
    const raised = await change(clerk.user_id, ["company_finance_manager"], one.token);
    expect(raised.body.data).toHaveProperty("approval_id");
    expect((await change(clerk.user_id, ["company_finance_manager"], one.token)).body.code).toBe("change_waits");
    expect(await rolesOf(clerk.user_id)).toEqual(["company_hr"]);
    await sql`delete from user_roles where user_id = ${one.user_id}`.execute(api.app.db);
    const asked = (raised.body.data as { approval_id: string }).approval_id;
    const late = await api.call(chains.approve, { token: two.token, params: { id: asked }, body: { version: 1 } });
    expect(late.body.code, "who asked may not any more").toBe("asker_gone");
    const said = await api.call(chains.decline, {
      token: two.token,
      params: { id: asked },
      body: { version: 1, reason: "Not now" },
    });
    expect(said.status, JSON.stringify(said.body)).toBe(200);
    expect(await rolesOf(clerk.user_id)).toEqual(["company_hr"]);
    const reader = await change(clerk.user_id, ["company_audit"], two.token);
    expect(reader.body.data, "who only reads decides nothing").toHaveProperty("colleague");
  });

  it("are made by the only one who may, and the others hear of it at once", async () => {
    const company_id = await api.company({ name: "One Owner" });
    const owner = await api.person("company_super_admin", { company_id });
    const finance = await api.person("company_finance_manager", { company_id });
    const person = await api.person("company_staff", { company_id });
    expect((await change(person.user_id, ["company_super_admin"], owner.token)).body.data).toHaveProperty("colleague");
    const { rows } = await sql<{ body: string }>`
      select body from notifications where user_id = ${finance.user_id} and title like '%did this alone'
    `.execute(api.app.db);
    expect(rows).toMatchObject([{ body: expect.stringContaining("an administrator: ") }]);
    // The one who was made is sent away: who did that is alone now, and goes on alone only after some days.
    expect((await end(person.user_id, owner.token)).status).toBe(200);
    const again = () => change(person.user_id, ["company_super_admin"], owner.token);
    expect((await again()).body).toMatchObject({ code: "ended_colleague" });
    expect((await change(person.user_id, ["company_audit"], owner.token)).status, "a reader is no power").toBe(200);
    await sql`update powers_ended set ended_at = ended_at - interval '8 days' where user_id = ${person.user_id}`.execute(
      api.app.db,
    );
    expect((await again()).status).toBe(200);
  });

  it("are asked for by each company by itself; a request ends with its person, and is refused where roles have changed since", async () => {
    const made = async (name: string) => {
      const company_id = await api.company({ name });
      const [one, two] = [
        await api.person("company_super_admin", { company_id }),
        await api.person("company_super_admin", { company_id }),
      ];
      return { company_id, one, two };
    };
    const [first, second] = [await made("First Employer"), await made("Second Employer")];
    const person = await api.person("company_staff", { company_id: first.company_id });
    const asked = async ({ one }: { one: { token: string } }) => {
      const { body } = await change(person.user_id, ["company_finance_manager"], one.token);
      expect(body.data, JSON.stringify(body)).toHaveProperty("approval_id");
      return (body.data as { approval_id: string }).approval_id;
    };
    const approve = async (id: string, { two }: { two: { token: string } }, version = 1) =>
      (await api.call(chains.approve, { token: two.token, params: { id }, body: { version } })).body;
    const before = await asked(first);
    // Roles that change meanwhile: what was asked is not given over them.
    await sql`insert into user_roles (user_id, role) values (${person.user_id}, 'company_audit')`.execute(api.app.db);
    expect(await approve(before, first)).toMatchObject({ code: "roles_changed" });
    expect(await rolesOf(person.user_id)).toEqual(["company_audit", "company_staff"]);
    // A request of a company that the person has left without its knowledge bars no other one.
    await sql`update users set company_id = ${second.company_id} where id = ${person.user_id}`.execute(api.app.db);
    await sql`delete from user_roles where user_id = ${person.user_id} and role = 'company_audit'`.execute(api.app.db);
    const there = await asked(second);
    // Who leaves ends what was asked for them.
    const gone = await api.call(team.deactivate, {
      token: second.one.token,
      params: { id: person.user_id },
      body: { reason: "Under inquiry" },
    });
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    const { rows: states } = await sql<{ id: string; status: string; outcome: string | null }>`
      select a.id, a.status, c.outcome
      from company_approvals a join administrator_changes c on c.id = a.subject_id
      where c.user_id = ${person.user_id} order by c.created_at
    `.execute(api.app.db);
    expect(states).toEqual([
      { id: before, status: "pending", outcome: null },
      { id: there, status: "withdrawn", outcome: "withdrawn" },
    ]);
  });

  it("whom the only one made agree to nothing for a day: the puppet of a sole administrator releases no money", async () => {
    const company_id = await api.company({ name: "One Thief" });
    const owner = await api.person("company_super_admin", { company_id });
    const puppet = await api.person("company_staff", { company_id });
    const clerk = await api.person("company_hr", { company_id });
    expect((await change(puppet.user_id, ["company_super_admin"], owner.token)).body.data).toHaveProperty("colleague");
    const session = { user_id: puppet.user_id, network_address: "127.0.0.1", device: "test" };
    const { token: again } = await openSession(api.app.db, session);
    const wanted = await change(clerk.user_id, ["company_finance_manager"], owner.token);
    const { approval_id } = wanted.body.data as { approval_id: string };
    const approve = () => api.call(chains.approve, { token: again, params: { id: approval_id }, body: { version: 1 } });
    expect((await approve()).body).toMatchObject({ code: "too_early" });
    const seen = await api.call(team.find, { token: owner.token, params: { id: puppet.user_id } });
    expect(seen.body.data).toMatchObject({ employee: { power_begins_at: expect.any(String) } });
    expect(await rolesOf(clerk.user_id)).toEqual(["company_hr"]);
    await sql`update powers_given set given_at = given_at - interval '25 hours' where user_id = ${puppet.user_id}`.execute(
      api.app.db,
    );
    expect((await approve()).status).toBe(200);
  });

  it("whom the only one made ask for nothing for a day either: what a puppet asks and its maker agrees to is one person's", async () => {
    const company_id = await api.company({ name: "One Master" });
    const owner = await api.person("company_super_admin", { company_id });
    const puppet = await api.person("company_staff", { company_id });
    const clerk = await api.person("company_hr", { company_id });
    expect((await change(puppet.user_id, ["company_super_admin"], owner.token)).status).toBe(200);
    const session = { user_id: puppet.user_id, network_address: "127.0.0.1", device: "test" };
    const { token } = await openSession(api.app.db, session);
    await sql`update sessions set stepped_up_until = now() + interval '1 hour' where user_id = ${puppet.user_id}`.execute(
      api.app.db,
    );
    const ask = () => change(clerk.user_id, ["company_finance_manager"], token);
    expect((await ask()).body).toMatchObject({ code: "too_early" });
    await sql`update powers_given set given_at = given_at - interval '25 hours' where user_id = ${puppet.user_id}`.execute(
      api.app.db,
    );
    expect((await ask()).body.data).toHaveProperty("approval_id");
  });

  it("have single permissions of an administrator when another one agrees, as roles are given", async () => {
    const company_id = await api.company({ name: "Single Rights" });
    const [one, two] = [
      await api.person("company_super_admin", { company_id }),
      await api.person("company_super_admin", { company_id }),
    ];
    const clerk = await api.person("company_hr", { company_id });
    const permit = (granted: string[], withheld: string[] = [], { token } = one) =>
      api.call(access.updateCompanyUser, { token, body: { user_id: clerk.user_id, granted, withheld } });
    const single = async () =>
      (
        await sql<{ permission: string; is_granted: boolean }>`
          select permission, is_granted from user_permissions where user_id = ${clerk.user_id} order by permission
        `.execute(api.app.db)
      ).rows;
    const approve = (id: string, { token } = two) =>
      api.call(chains.approve, { token, params: { id }, body: { version: 1 } });
    const asked = async (...given: Parameters<typeof permit>) =>
      ((await permit(...given)).body.data as { approval_id: string }).approval_id;
    const [sends, reads] = ["company:can_request_transfers", "company:can_view_loans"];
    expect((await permit([reads])).body.data, "who only reads decides nothing").toHaveProperty("user");
    const waiting = await asked([sends, reads]);
    expect(await single()).toEqual([{ permission: reads, is_granted: true }]);
    expect((await approve(waiting, one)).body.code).toBe("own_request");
    const { facts } = (await api.call(chains.find, { token: two.token, params: { id: waiting } })).body.data as {
      facts: object[];
    };
    expect(facts).toContainEqual({ label: "Granted beyond the roles", value: "Request transfers, View loans" });
    // Changed meanwhile: what was asked is not laid over it.
    await sql`delete from user_permissions where user_id = ${clerk.user_id}`.execute(api.app.db);
    expect((await approve(waiting)).body.code).toBe("roles_changed");
    expect(
      (await api.call(chains.decline, { token: two.token, params: { id: waiting }, body: { version: 1, reason } }))
        .status,
    ).toBe(200);
    const again = await asked([sends]);
    expect((await approve(again)).status).toBe(200);
    expect(await single()).toEqual([{ permission: sends, is_granted: true }]);
    // What is withheld and given back is a power too; taking it away counts as ending one.
    expect((await permit([sends], ["company:can_decide_approvals"])).body.data).toHaveProperty("user");
    const { rows: ended } = await sql`select 1 from powers_ended where user_id = ${clerk.user_id}`.execute(api.app.db);
    expect(ended).toHaveLength(1);
    expect(await asked([sends], [])).toEqual(expect.any(String));
  });

  it("who had their power singly leave nobody alone at once, however they go", async () => {
    for (const ends of [
      (id: string, token: string) => end(id, token),
      (id: string, token: string) => api.call(team.deactivate, { token, params: { id }, body: { reason } }),
      (id: string, token: string) => api.call(team.leave, { token, params: { id }, body: { reason } }),
    ]) {
      const company_id = await api.company({ name: "Single Power" });
      const owner = await api.person("company_super_admin", { company_id });
      const auditor = await api.person("company_audit", { company_id });
      await api.app.db
        .insertInto("user_permissions")
        .values(
          ["company:can_manage_approval_chains", "company:can_decide_approvals"].map((permission) => ({
            user_id: auditor.user_id,
            permission,
            is_granted: true,
          })),
        )
        .execute();
      const steps = [{ name: "Olu", approvers: [{ who: "person", user_id: owner.user_id }], need: "any" }];
      const ask = (kind: string) =>
        api.call(chains.changeChain, { token: owner.token, body: { kind, number: 0, steps } });
      expect((await ask("transfer")).body.data, "the auditor agrees").toMatchObject({
        approval_id: expect.any(String),
      });
      expect((await ends(auditor.user_id, owner.token)).status).toBe(200);
      expect((await ask("expense_request")).body).toMatchObject({ code: "ended_colleague" });
      const session = { user_id: auditor.user_id, network_address: "127.0.0.1", device: "test" };
      const { token } = await openSession(api.app.db, session);
      const { body: own } = await api.call(sessions.find, { token });
      expect((own.data as { permissions: string[] }).permissions.filter((slug) => slug.startsWith("company:"))).toEqual(
        [],
      );
    }
  });

  it("who come back from a suspension by one hand agree to nothing for a day: nobody alone makes a second person of them", async () => {
    const company_id = await api.company({ name: "Back Again" });
    const admin = () => api.person("company_super_admin", { company_id });
    const [one, other, back] = [await admin(), await admin(), await admin()];
    const params = { id: back.user_id };
    const gone = await api.call(team.deactivate, { token: other.token, params, body: { reason } });
    expect(gone.status).toBe(200);
    expect((await api.call(team.activate, { token: one.token, params, body: {} })).status).toBe(200);
    const steps = [{ name: "One", approvers: [{ who: "person", user_id: one.user_id }], need: "any" }];
    const body = { kind: "transfer", number: 0, steps };
    const asked = await api.call(chains.changeChain, { token: one.token, body });
    const { approval_id } = asked.body.data as { approval_id: string };
    const session = { user_id: back.user_id, network_address: "127.0.0.1", device: "test" };
    const { token } = await openSession(api.app.db, session);
    const agree = (by: string) =>
      api.call(chains.approve, { token: by, params: { id: approval_id }, body: { version: 1 } });
    expect((await agree(token)).body).toMatchObject({ code: "too_early" });
    expect((await agree(other.token)).status).toBe(200);
  });

  it("end as such and stay employees, signed out", async () => {
    const finance = await api.person("company_finance_manager", { company_id: lagoon });
    expect((await end(finance.user_id, other.token)).status).toBe(404);
    expect((await end(finance.user_id)).status).toBe(200);
    expect(await rolesOf(finance.user_id)).toEqual(["company_staff"]);
    expect((await sql`select 1 from sessions where user_id = ${finance.user_id}`.execute(api.app.db)).rows).toEqual([]);
  });
});
