import * as calls from "@manilla/contract/companies/approval-chains";
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import type { Context } from "../../../house/app.ts";
import { handOnFrom, openChain } from "./index.ts";
import { escalateWaiting } from "./tending.ts";

const { api } = await useLendingWorld();
const { db } = api.app;

let serial = 710_000_000;
/** A company with an owner, two in finance, and a department whose head is an employee. */
async function makeCompany() {
  const company_id = await api.company({ name: "Lagoon Foods" });
  const person = (role: Parameters<typeof api.person>[0], name: string) =>
    api.person(role, { company_id, name, last_name: "Lagoon" });
  const [owner, finance, second, hr] = [
    await person("company_super_admin", "Olu"),
    await person("company_finance_manager", "Fola"),
    await person("company_finance_manager", "Sade"),
    await person("company_hr", "Hana"),
  ];
  const head = await person(["company_staff", "company_department_head"], "Dada");
  const department_id = uuidv7();
  await db
    .insertInto("departments")
    .values({ id: department_id, company_id, name: "Sales", head_id: head.user_id })
    .execute();
  await db.insertInto("department_members").values({ user_id: finance.user_id, company_id, department_id }).execute();
  return { company_id, owner, finance, second, hr, head, department_id };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;
type Person = Company["owner"];

const step = (name: string, approvers: object[], more: object = {}) => ({ name, approvers, need: "any", ...more });
const manager = { who: "manager" };
const role = (slug: string) => ({ who: "role", role: slug });
const one = ({ user_id }: Person) => ({ who: "person", user_id });
async function chain({ owner }: Company, steps: object[]) {
  const { body } = await api.call(calls.chains, { token: owner.token });
  const { number } = (body.data as { chains: { number: number }[] }).chains[0]!;
  return api.call(calls.changeChain, { token: owner.token, body: { kind: "beneficiary", number, steps } });
}
async function ask({ finance }: Company, by: Person = finance, more: object = {}): Promise<string> {
  serial += 7;
  const of = { bank_code: "058", account_no: makeNuban("058", serial) };
  const body = { name: "Anybody At All", ...of, name_confirmed: true, ...more };
  const answer = await api.call(beneficiaries.create, { token: by.token, body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return (answer.body.data as { approval_id: string }).approval_id;
}
interface Found {
  version: number;
  status: string;
  step: string | null;
  waits_for: string | null;
  chain_number: number | null;
  is_split: boolean;
  abilities: Record<string, string | null>;
  acts_for: { id: string }[];
  history: { title: string; by: string }[];
  steps: { state: string; approvers: { id: string; because: string; is_gone: boolean }[] }[];
}
const found = async (id: string, { token }: Person) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Found;
async function decide(call: "approve" | "decline" | "sendBack", id: string, by: Person) {
  const seen: Partial<Found> | undefined = await found(id, by);
  const body = { version: seen?.version ?? 1, ...(call !== "approve" && { reason: "Not this one" }) };
  return api.call({ approve: calls.approve, decline: calls.decline, sendBack: calls.sendBack }[call], {
    token: by.token,
    params: { id },
    body,
  });
}
const waits = async ({ token }: Person) =>
  (await api.call(calls.waiting, { token })).body.data as { to_decide: number; asked: number };
const forMe = async ({ token }: Person) => {
  const { body } = await api.call(calls.listAll, {
    token,
    query: { filter: JSON.stringify({ for_me: true, status: ["pending"] }) },
  });
  return (body.datatable as { items: { id: string }[] }).items.map(({ id }) => id);
};
const codeOf = ({ body }: { body: { code?: string | undefined } }) => body.code;

describe("an approval chain", () => {
  it("asks the manager by employment before the head of the department, where that manager may decide", async () => {
    const company = await makeCompany();
    const { company_id, finance, hr, head } = company;
    await chain(company, [step("Manager", [manager])]);
    const employ = async (user_id: string, manager_id: string) =>
      sql`
        insert into employments (id, company_id, user_id, status, manager_id)
        values (gen_random_uuid(), ${company_id}, ${user_id}, 'active', ${manager_id})
        on conflict (company_id, user_id) do update set manager_id = excluded.manager_id
      `.execute(db);
    await employ(finance.user_id, hr.user_id);
    const first = await ask(company);
    expect([await forMe(hr), await forMe(head)]).toEqual([[first], []]);
    const plain = await api.person("company_staff", { company_id });
    await employ(finance.user_id, plain.user_id);
    const second = await ask(company);
    expect([await forMe(hr), await forMe(head)]).toEqual([[first], [second]]);
  });

  it("asks its steps in turn: the requester's manager, who is an employee, then all of finance but the requester", async () => {
    const company = await makeCompany();
    const { owner, finance, second, head } = company;
    const all = { need: "all" };
    expect(
      (
        await chain(company, [
          step("Manager", [manager]),
          step("Finance", [role("company_finance_manager"), one(owner)], all),
        ])
      ).status,
    ).toBe(200);
    const id = await ask(company);
    expect(await found(id, finance)).toMatchObject({
      step: "1 of 2: Manager",
      waits_for: "Dada Lagoon",
      chain_number: 1,
      abilities: { approve: "own_request" },
    });
    expect(codeOf(await decide("approve", id, second))).toBe("not_your_turn");
    expect([await forMe(head), (await waits(head)).to_decide, (await waits(finance)).asked]).toEqual([[id], 1, 1]);
    expect((await decide("approve", id, head)).status).toBe(200);
    expect([await forMe(head), await forMe(finance)]).toEqual([[], []]);
    expect((await found(id, owner)).step).toBe("2 of 2: Finance");
    expect((await decide("approve", id, second)).status).toBe(200);
    expect((await found(id, owner)).status, "all have to agree").toBe("pending");
    expect((await decide("approve", id, owner)).status).toBe(200);
    expect(await found(id, owner)).toMatchObject({ status: "approved", step: null, waits_for: null });
    expect((await found(id, owner)).history.map(({ title }) => title)).toEqual([
      "Approved",
      "Agreed",
      "Agreed",
      "Agreed",
      "Requested",
    ]);
  });

  it("is kept by what is under way when the company says another one", async () => {
    const company = await makeCompany();
    const { owner, head, second } = company;
    await chain(company, [step("Manager", [manager])]);
    const id = await ask(company);
    await chain(company, [step("Finance", [role("company_finance_manager")])]);
    expect(await found(id, owner)).toMatchObject({ chain_number: 1, step: "1 of 1: Manager" });
    const { body } = await api.call(calls.chains, { token: owner.token });
    expect((body.data as { chains: object[] }).chains[0]).toMatchObject({ number: 2, older: 1 });
    expect(codeOf(await decide("approve", id, second))).toBe("not_your_turn");
    expect((await decide("approve", id, head)).status).toBe(200);
    const stale = { kind: "beneficiary", number: 1, steps: [step("Old", [manager])] };
    expect((await api.call(calls.changeChain, { token: owner.token, body: stale })).status).toBe(412);
  });

  it("is refused where it names others' people, or says nothing; only administrators change it", async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    expect((await chain(company, [step("Theirs", [one(other.owner)])])).status).toBe(422);
    expect((await chain(company, [step("Theirs", [manager], { requester_ids: [other.owner.user_id] })])).status).toBe(
      422,
    );
    expect((await chain(company, [])).status).toBe(422);
    expect(
      (await chain(company, [step("Only sales", [manager], { department_ids: [company.department_id] })])).status,
    ).toBe(422);
    const body = { kind: "beneficiary", number: 0, steps: [step("Me", [one(company.finance)])] };
    expect((await api.call(calls.changeChain, { token: company.finance.token, body })).status).toBe(403);
  });

  it("has somebody else where the chain means only who asks or is paid, and nobody decides about either", async () => {
    const company = await makeCompany();
    const { owner, finance, second } = company;
    await chain(company, [step("Finance", [one(finance), one(second)])]);
    const id = await ask(company, finance, { employee_id: second.user_id });
    expect((await found(id, owner)).steps[0]?.approvers).toMatchObject([{ id: owner.user_id, because: "stand_in" }]);
    expect(codeOf(await decide("approve", id, second)), "who is paid").toBe("own_money");
    expect((await decide("approve", id, owner)).status).toBe(200);
    await sql`update users set is_blacklisted = true where id = any(${[finance.user_id, second.user_id]})`.execute(db);
    await expect(ask(company, owner), "nobody is left").rejects.toThrow("nobody_decides");
  });

  it("lets one decline or return, with a reason, and who asked take it back", async () => {
    const company = await makeCompany();
    const { owner, finance } = company;
    const [declined, returned, withdrawn] = [await ask(company), await ask(company), await ask(company)];
    const { version } = await found(declined, owner);
    expect(
      (await api.call(calls.decline, { token: owner.token, params: { id: declined }, body: { version, reason: "" } }))
        .status,
    ).toBe(422);
    expect((await decide("decline", declined, owner)).status).toBe(200);
    expect((await decide("sendBack", returned, owner)).status).toBe(200);
    const withdraw = (by: Person) => api.call(calls.withdraw, { token: by.token, params: { id: withdrawn }, body: {} });
    expect(codeOf(await withdraw(owner))).toBe("not_the_requester");
    expect((await withdraw(finance)).status).toBe(200);
    const states = await Promise.all([declined, returned, withdrawn].map((id) => found(id, owner)));
    expect(states.map(({ status }) => status)).toEqual(["declined", "returned", "withdrawn"]);
    const { rows } = await sql<{
      title: string;
    }>`select title from notifications where user_id = ${finance.user_id} order by created_at`.execute(db);
    expect(rows.map(({ title }) => title)).toEqual(["Your request was declined", "Your request was returned"]);
  });

  it("is decided once when two press at the same moment", async () => {
    const company = await makeCompany();
    const { owner, second } = company;
    const id = await ask(company);
    const { version } = await found(id, owner);
    const press = ({ token }: Person) => api.call(calls.approve, { token, params: { id }, body: { version } });
    const statuses = (await Promise.all([press(owner), press(second)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from company_approval_events where approval_id = ${id} and what = 'approved'`.execute(
      db,
    );
    expect(rows[0]?.count).toBe(1);
  });

  it("is handed on where everybody sees it, never to who asked", async () => {
    const company = await makeCompany();
    const { owner, finance, second, hr } = company;
    await chain(company, [step("Sade", [one(second)])]);
    const id = await ask(company);
    const to = (to_id: string, by = second) =>
      api.call(calls.reroute, { token: by.token, params: { id }, body: { to_id, reason: "I know them well" } });
    expect(codeOf(await to(finance.user_id))).toBe("not_a_colleague");
    expect((await to(uuidv7())).status).toBe(422);
    expect(codeOf(await to(hr.user_id, owner))).toBe("not_your_turn");
    expect((await to(hr.user_id)).status).toBe(200);
    expect([await forMe(second), await forMe(hr)]).toEqual([[], [id]]);
    expect((await found(id, owner)).history[0]?.title).toBe("Handed on to Hana Lagoon");
    expect((await decide("approve", id, hr)).status).toBe(200);
  });

  it("is handed on to nobody who is asked already: where all have to agree nobody would be left", async () => {
    const company = await makeCompany();
    const { owner, second, hr } = company;
    await chain(company, [step("Both", [one(second), one(hr)], { need: "all" })]);
    const id = await ask(company);
    const to = (to_id: string) =>
      api.call(calls.reroute, { token: second.token, params: { id }, body: { to_id, reason: "You know them" } });
    const asked = { to_id: ["they are asked already"] };
    expect((await to(hr.user_id)).body.errors).toEqual(asked);
    expect((await decide("approve", id, hr)).status).toBe(200);
    expect((await to(hr.user_id)).body.errors).toEqual(asked);
    expect((await decide("approve", id, second)).status).toBe(200);
    expect((await found(id, owner)).status).toBe("approved");
  });
});

describe("a delegate", () => {
  const days = { from_on: "2026-01-10", until_on: "2026-01-20" };
  const delegate = (by: Person, to: Person, more: object = {}) =>
    api.call(calls.delegate, { token: by.token, body: { delegate_id: to.user_id, ...days, ...more } });

  it("has every power of who is absent, also over pending requests, and never over their own", async () => {
    const company = await makeCompany();
    const { owner, finance, second, hr } = company;
    await chain(company, [step("Sade", [one(second)])]);
    const [first, declined, returned, handed] = [
      await ask(company),
      await ask(company),
      await ask(company),
      await ask(company),
    ];
    expect((await decide("approve", first, hr)).status, "not seen before").toBe(404);
    expect((await delegate(second, hr)).status).toBe(200);
    expect((await waits(hr)).to_decide, "pending before it").toBe(4);
    expect((await found(first, hr)).acts_for).toEqual([{ id: second.user_id, name: "Sade Lagoon" }]);
    expect((await decide("approve", first, hr)).status).toBe(200);
    expect((await decide("decline", declined, hr)).status).toBe(200);
    expect((await decide("sendBack", returned, hr)).status).toBe(200);
    const body = { to_id: owner.user_id, reason: "Too much for me" };
    expect((await api.call(calls.reroute, { token: hr.token, params: { id: handed }, body })).status).toBe(200);
    expect((await found(first, owner)).history.find(({ title }) => title.startsWith("Agreed"))).toMatchObject({
      title: "Agreed for Sade Lagoon",
      by: "Hana Lagoon",
    });
    expect((await found(declined, owner)).history[0]).toMatchObject({ title: "Declined for Sade Lagoon" });
    expect((await delegate(second, finance)).status).toBe(200);
    const own = await ask(company, finance);
    expect(codeOf(await decide("approve", own, finance)), "their own").toBe("own_request");
    expect((await waits(finance)).to_decide).toBe(0);
  });

  it("decides from the first day to the last, until it is ended", async () => {
    const company = await makeCompany();
    const { second, hr, owner } = company;
    await chain(company, [step("Sade", [one(second)])]);
    await ask(company);
    await delegate(second, hr, { from_on: "2026-01-16", until_on: "2026-01-20" });
    expect((await waits(hr)).to_decide, "not before the first day").toBe(0);
    const { id } = (await delegate(second, hr)).body.data as { id: string };
    expect((await waits(hr)).to_decide).toBe(1);
    const end = (by: Person) => api.call(calls.endDelegation, { token: by.token, params: { id }, body: {} });
    expect((await end(hr)).status, "not by the delegate").toBe(404);
    expect((await end(owner)).status).toBe(200);
    expect((await waits(hr)).to_decide).toBe(0);
  });

  it("that somebody else has named decides nothing that the one who named them asked for; the absent one hears of it", async () => {
    const company = await makeCompany();
    const { owner, second, hr } = company;
    await chain(company, [step("Sade", [one(second)])]);
    const own = await ask(company, owner);
    const others = await ask(company);
    expect((await delegate(owner, hr, { absent_id: second.user_id })).status).toBe(200);
    expect(await forMe(hr), "the owner chose who decides for Sade, not who agrees to the owner's").toEqual([others]);
    expect((await decide("approve", own, hr)).status).toBe(404);
    expect((await waits(hr)).to_decide).toBe(1);
    expect((await decide("approve", others, hr)).status).toBe(200);
    const { rows } = await sql<{ title: string; body: string }>`
      select title, body from notifications where user_id = ${second.user_id} and title like '%decides for you'
    `.execute(db);
    expect(rows).toMatchObject([{ title: "Hana Lagoon decides for you", body: expect.stringContaining("Olu Lagoon") }]);
    expect((await delegate(second, hr)).status).toBe(200);
    expect((await decide("approve", own, hr)).status, "named by who is absent").toBe(200);
  });

  it("is named by oneself, or by who manages the chains; nobody takes somebody's powers", async () => {
    const company = await makeCompany();
    const other = await makeCompany();
    const { owner, second, hr, finance } = company;
    expect((await delegate(hr, finance, { absent_id: second.user_id })).status).toBe(403);
    expect(codeOf(await delegate(owner, owner, { absent_id: second.user_id }))).toBe("own_request");
    expect((await delegate(owner, hr, { absent_id: second.user_id })).status).toBe(200);
    expect((await delegate(second, other.owner)).status).toBe(422);
    expect((await delegate(second, second)).status).toBe(422);
    expect((await delegate(second, hr, { until_on: "2026-01-09" })).status).toBe(422);
    const seen = (await api.call(calls.delegations, { token: finance.token })).body.data as { delegations: object[] };
    expect(seen.delegations).toEqual([]);
  });
});

describe("a request that has been pending long, or whose approver is gone", () => {
  const close = (opening: string) =>
    db
      .transaction()
      .execute((tx) =>
        "batch" in escalateWaiting
          ? escalateWaiting.batch(api.app, tx, { closing: opening, opening }, null)
          : Promise.reject(new Error("no step")),
      );

  it("may be decided by others after the working days of its chain", async () => {
    const company = await makeCompany();
    const { owner, second } = company;
    const late = { escalate_after_days: 2, escalate_to: role("company_super_admin") };
    await chain(company, [step("Sade", [one(second)], late)]);
    const id = await ask(company);
    await close("2026-01-18");
    expect(await forMe(owner), "Thursday to Sunday is one working day").toEqual([]);
    await close("2026-01-19");
    await close("2026-01-20");
    expect(await forMe(owner)).toEqual([id]);
    expect((await found(id, owner)).history.filter(({ title }) => title.startsWith("Escalated"))).toHaveLength(1);
    expect((await decide("approve", id, owner)).status).toBe(200);
  });

  it("waits over public holidays, also those that were declared", async () => {
    const company = await makeCompany();
    const { owner, second } = company;
    const late = { escalate_after_days: 2, escalate_to: role("company_super_admin") };
    await chain(company, [step("Sade", [one(second)], late)]);
    const declare = (days: string) =>
      sql`update configuration set value = ${days} where key = 'declared_holidays'`.execute(db);
    const id = await ask(company);
    await declare('"2026-01-16, 2026-01-19"');
    await close("2026-01-20");
    expect(await forMe(owner), "Thursday to Tuesday has one working day").toEqual([]);
    await declare('""');
    await close("2026-01-20");
    expect(await forMe(owner)).toEqual([id]);
  });

  it("is handed on at once when somebody leaves, and by the close when they are blocked", async () => {
    const company = await makeCompany();
    const { company_id, owner, second, hr } = company;
    await chain(company, [step("Sade", [one(second)])]);
    const id = await ask(company);
    await db.transaction().execute(async (tx) => {
      await sql`update users set company_id = null where id = ${second.user_id}`.execute(tx);
      await handOnFrom(tx, second.user_id);
    });
    expect(await forMe(owner)).toEqual([id]);
    expect((await found(id, owner)).history[0]?.title).toContain("who was asked is gone");
    await sql`update users set company_id = ${company_id} where id = ${second.user_id}`.execute(db);
    await chain(company, [step("Hana", [one(hr)])]);
    const other = await ask(company);
    await sql`update users set is_blacklisted = true where id = ${hr.user_id}`.execute(db);
    await close("2026-01-16");
    expect((await forMe(owner)).toSorted()).toEqual([id, other].toSorted());
  });

  it("is never stuck where all have to agree and one has left: an administrator is asked, else those who agreed once more", async () => {
    const company = await makeCompany();
    const { company_id, owner, second, hr } = company;
    const leave = ({ user_id }: Person) =>
      db.transaction().execute(async (tx) => {
        await sql`update users set company_id = null where id = ${user_id}`.execute(tx);
        await handOnFrom(tx, user_id);
      });
    const back = ({ user_id }: Person) =>
      sql`update users set company_id = ${company_id} where id = ${user_id}`.execute(db);
    await chain(company, [step("Both", [one(second), one(hr)], { need: "all" })]);
    const named = await ask(company);
    expect((await decide("approve", named, hr)).status).toBe(200);
    await leave(second);
    expect([await forMe(hr), await forMe(owner)], "an administrator in their place").toEqual([[], [named]]);
    expect((await decide("approve", named, owner)).status).toBe(200);
    expect((await found(named, owner)).status).toBe("approved");
    await back(second);

    await chain(company, [step("Both", [one(second), one(owner)], { need: "all" })]);
    const last = await ask(company);
    expect((await decide("approve", last, owner)).status).toBe(200);
    await leave(second);
    expect(await forMe(owner), "nobody else is left").toEqual([last]);
    expect((await decide("approve", last, owner)).status).toBe(200);
    expect((await found(last, owner)).status).toBe("approved");
    await back(second);

    await chain(company, [step("Finance", [role("company_finance_manager")], { need: "all" })]);
    const third = await api.person("company_finance_manager", { company_id, name: "Ife", last_name: "Lagoon" });
    const role_id = await ask(company);
    expect((await decide("approve", role_id, third)).status).toBe(200);
    await leave(second);
    expect([await forMe(third), await forMe(owner)]).toEqual([[], [role_id]]);
    expect((await decide("approve", role_id, owner)).status).toBe(200);
    expect((await found(role_id, owner)).status).toBe("approved");
  });
});

describe("splitting", () => {
  it("is flagged where several to one payee within days reach a band together", async () => {
    const company = await makeCompany();
    const { company_id, finance, owner } = company;
    await sql`
      insert into approval_chains (id, company_id, kind, number, steps, created_by)
      values (${uuidv7()}, ${company_id}, 'beneficiary', 1, ${JSON.stringify([
        {
          name: "Owner",
          from_kobo: 1_000_000,
          department_ids: [],
          category_ids: [],
          requester_ids: [],
          need: "any",
          approvers: [role("company_super_admin")],
        },
        {
          name: "Finance",
          department_ids: [],
          category_ids: [],
          requester_ids: [],
          need: "any",
          approvers: [role("company_finance_manager")],
        },
      ])}::jsonb, ${owner.user_id})
    `.execute(db);
    // The door reads no more of a request than the application and who asks.
    const context = {
      ...api.app,
      session: { user_id: finance.user_id, company_id, name: "Fola", last_name: "Lagoon" },
    } as unknown as Context;
    const open = (amount_kobo: bigint, payee: string) =>
      db
        .transaction()
        .execute((tx) =>
          openChain(tx, context, { kind: "beneficiary", subject_id: uuidv7(), title: "Diesel", amount_kobo, payee }),
        );
    const [first, second, third] = [
      await open(600_000n, "Depot"),
      await open(600_000n, "Depot"),
      await open(600_000n, "Another"),
    ];
    const split = await Promise.all([first, second, third].map(({ id }) => found(id, owner)));
    expect(split.map(({ is_split }) => is_split)).toEqual([false, true, false]);
    expect((await found(second.id, owner)).step).toBe("1 of 1: Finance");
  });
});
