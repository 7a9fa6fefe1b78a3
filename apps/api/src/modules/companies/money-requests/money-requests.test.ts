import * as chains from "@manilla/contract/companies/approval-chains";
import * as lines from "@manilla/contract/companies/credit-lines";
import * as calls from "@manilla/contract/companies/wallets";
import type { Endpoint } from "@manilla/contract/endpoint";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { lineWith, walletWith } from "../../../../../../test/companies.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { isDirect, isRaised } from "./rules.ts";
import { clock } from "../../../clock.ts";

const world = await useLendingWorld();
const { api } = world;

let count = 0;
/** A company with money; by default its owner and two in finance. */
async function company(
  roles: Parameters<typeof api.person>[0][] = [
    "company_super_admin",
    "company_finance_manager",
    "company_finance_manager",
  ],
) {
  count += 1;
  const id = await api.company({ name: `Guarded ${count}` });
  const people = [];
  for (const role of roles)
    people.push(await api.person(role, { company_id: id, name: "Ada", last_name: `Number ${people.length}` }));
  await walletWith(world, id, 100_000_000n);
  const employee = await api.person("company_staff", { company_id: id, name: "Emeka" });
  return { id, people, owner: people[0]!, finance: people[1] ?? people[0]!, second: people[2]!, employee };
}
type Company = Awaited<ReturnType<typeof company>>;
type Person = Company["owner"];

const ask = (call: Endpoint, { token }: Person, body: object, more: object = {}) =>
  api.call(call, { token, body, ...more });
const requestOf = ({ body }: { body: { data: unknown } }) => (body.data as { approval_id: string | null }).approval_id;
const assign = ({ finance, employee }: Company, amount_kobo: number, more: object = {}) =>
  ask(calls.assignDebit, finance, { user_id: employee.user_id, amount_kobo }, more);
async function agree(id: string | null, { token }: Person, call = chains.approve as Endpoint) {
  const { version } = await api.app.db
    .selectFrom("company_approvals")
    .select("version")
    .where("id", "=", id!)
    .executeTakeFirstOrThrow();
  return api.call(call, {
    token,
    params: { id: id! },
    body: { version, ...(call !== chains.approve && { reason: "Not this one" }) },
  });
}
const walletOf = async ({ id, finance }: Company) =>
  (
    (await api.call(calls.find, { token: finance.token, params: { id } })).body.data as {
      debit: Record<string, number | null>;
    }
  ).debit;
const codeOf = ({ body }: { body: { code?: string | undefined } }) => body.code;
const limitTo = (one: Company, by: Person, daily_limit_kobo: number | null) =>
  ask(calls.setLimits, by, { company_id: one.id, daily_limit_kobo });
const titles = async ({ user_id }: Person) =>
  (await api.app.db.selectFrom("notifications").select("title").where("user_id", "=", user_id).execute()).map(
    ({ title }) => title,
  );
const step = (more: object = {}) => ({
  name: "Finance",
  approvers: [{ who: "role", role: "company_finance_manager" }],
  need: "any",
  ...more,
});

describe("money for an employee", () => {
  it("goes alone below the limit of a day, in one sum or in parts, and from it when a second person agrees", async () => {
    const one = await company();
    const { finance, second, employee } = one;
    expect(requestOf(await assign(one, 6_000_000))).toBeNull();
    expect(requestOf(await assign(one, 3_999_999))).toBeNull();
    const waiting = requestOf(await assign(one, 1));
    expect(waiting).not.toBeNull();
    expect(await walletOf(one)).toMatchObject({ assigned_kobo: 9_999_999 });
    expect(codeOf(await agree(waiting, finance)), "who asked").toBe("own_request");
    expect((await api.call(chains.waiting, { token: second.token })).body.data).toMatchObject({ to_decide: 1 });
    expect((await agree(waiting, second)).status).toBe(200);
    expect(await walletOf(one)).toMatchObject({ assigned_kobo: 10_000_000 });
    const { rows } = await sql<{ moved_by: string }>`
      select moved_by from wallet_movements where company_id = ${one.id} and user_id = ${employee.user_id} and amount_kobo = -1
    `.execute(api.app.db);
    expect(rows).toEqual([{ moved_by: finance.user_id }]);
    await world.prove();
  });

  it("is looked at again when it is decided: the wallet may be empty, the employee gone, who asked without the right", async () => {
    const one = await company();
    const { owner, finance, employee } = one;
    const [all, more] = [requestOf(await assign(one, 100_000_000)), requestOf(await assign(one, 60_000_000))];
    expect((await agree(more, owner)).status).toBe(200);
    const refused = await agree(all, owner);
    expect([refused.status, codeOf(refused)]).toEqual([409, "not_possible_now"]);
    expect(await walletOf(one)).toMatchObject({ balance_kobo: 40_000_000, assigned_kobo: 60_000_000 });
    const third = requestOf(await assign(one, 20_000_000));
    await sql`delete from user_roles where user_id = ${finance.user_id}`.execute(api.app.db);
    await sql`insert into user_roles (user_id, role) values (${finance.user_id}, 'company_audit')`.execute(api.app.db);
    expect(codeOf(await agree(third, owner))).toBe("asker_gone");
    await sql`update user_roles set role = 'company_finance_manager' where user_id = ${finance.user_id}`.execute(
      api.app.db,
    );
    await sql`update users set company_id = null where id = ${employee.user_id}`.execute(api.app.db);
    expect((await agree(third, owner)).status).toBe(404);
    expect((await agree(third, owner, chains.decline)).status).toBe(200);
    await world.prove();
  });

  it("is asked for and agreed to by rights that were granted singly, and not by one whose right is withheld", async () => {
    const one = await company(["company_super_admin", "company_hr"]);
    const { owner, finance: clerk } = one;
    const right = { user_id: clerk.user_id, permission: "company:can_fund_debit_wallet" };
    await api.app.db
      .insertInto("user_permissions")
      .values({ ...right, is_granted: true })
      .execute();
    const asked = requestOf(await assign(one, 20_000_000));
    expect((await agree(asked, owner)).status, "who asked by a single right has it still").toBe(200);
    const body = { user_id: one.employee.user_id, amount_kobo: 20_000_000 };
    const other = requestOf(await ask(calls.assignDebit, owner, body));
    expect(other, "the owner is not alone").not.toBeNull();
    expect((await agree(other, clerk)).status).toBe(200);
    await sql`update wallets set daily_limit_kobo = null where company_id = ${one.id}`.execute(api.app.db);
    const withheld = requestOf(await assign(one, 20_000_000));
    await sql`update user_permissions set is_granted = false where user_id = ${clerk.user_id}`.execute(api.app.db);
    expect(codeOf(await agree(withheld, owner))).toBe("asker_gone");
    await world.prove();
  });

  it("goes alone where the right was granted to a plain employee only, or is withheld from who has it by their role", async () => {
    const one = await company(["company_super_admin", "company_finance_manager"]);
    const { owner, finance, employee } = one;
    const give = () => ask(calls.assignDebit, owner, { user_id: employee.user_id, amount_kobo: 20_000_000 });
    const single = (user_id: string, permission: string, is_granted: boolean) =>
      api.app.db.insertInto("user_permissions").values({ user_id, permission, is_granted }).execute();
    expect(requestOf(await give()), "finance may agree").not.toBeNull();
    await single(finance.user_id, "company:can_fund_debit_wallet", false);
    await single(employee.user_id, "company:can_fund_debit_wallet", true);
    await single(employee.user_id, "company:can_decide_approvals", true);
    const given = await give();
    expect([given.status, requestOf(given)]).toEqual([200, null]);
    const other = await api.person("company_finance_manager", { company_id: one.id });
    const asked = requestOf(await give());
    const { rows } = await sql<{ approver_id: string }>`
      select approver_id from company_approvers where approval_id = ${asked}
    `.execute(api.app.db);
    expect(rows, "without who may not").toEqual([{ approver_id: other.user_id }]);
    await world.prove();
  });

  it("is moved once when two agree at once, and asked once per key", async () => {
    const one = await company();
    const { owner, second } = one;
    const key = uuidv7();
    const answers = await Promise.all([1, 2, 3].map(() => assign(one, 50_000_000, { key })));
    const ids = new Set(answers.filter(({ status }) => status === 200).map(requestOf));
    expect(ids.size).toBe(1);
    const [id] = [...ids];
    const statuses = (await Promise.all([agree(id!, owner), agree(id!, second)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await walletOf(one)).toMatchObject({ assigned_kobo: 50_000_000 });
    await world.prove();
  });

  it("follows the company's own band and chain where it has said one; who is given never agrees", async () => {
    const one = await company([
      "company_super_admin",
      "company_finance_manager",
      "company_finance_manager",
      "company_super_admin",
    ]);
    const { owner, finance, second, people } = one;
    const body = { kind: "purse_assignment", number: 0, steps: [step({ from_kobo: 30_000_000 })] };
    const asked = requestOf(await ask(chains.changeChain, owner, body));
    expect((await agree(asked, people[3]!)).status).toBe(200);
    expect(requestOf(await assign(one, 29_999_999))).toBeNull();
    const toSecond = await ask(calls.assignDebit, finance, { user_id: second.user_id, amount_kobo: 30_000_000 });
    expect(codeOf(await agree(requestOf(toSecond), second))).toBe("own_money");
    expect((await agree(requestOf(toSecond), owner)).status, "an administrator instead").toBe(200);
  });

  it("is not raised by the hand that gives it: a higher band that one person said alone holds a day later, a lower one at once", async () => {
    const one = await company();
    const { owner, employee } = one;
    const say = async (number: number, from_kobo: number) => {
      const body = { kind: "purse_assignment", number, steps: [step({ from_kobo })] };
      expect((await ask(chains.changeChain, owner, body)).body.data).toMatchObject({ approval_id: null });
    };
    const give = (amount_kobo: number) => ask(calls.assignDebit, owner, { user_id: employee.user_id, amount_kobo });
    await say(0, 90_000_000);
    expect(requestOf(await give(60_000_000)), "finance agrees, as before").toEqual(expect.any(String));
    await say(1, 1_000_000);
    expect(requestOf(await give(1_000_000))).toEqual(expect.any(String));
    const yesterday = new Date(clock.milliseconds() - 25 * 3_600_000);
    const chain = { id: uuidv7(), company_id: one.id, kind: "purse_assignment", number: 3, created_by: owner.user_id };
    const steps = JSON.stringify([
      { ...step({ from_kobo: 90_000_000 }), department_ids: [], category_ids: [], requester_ids: [] },
    ]);
    await api.app.db
      .insertInto("approval_chains")
      .values({ ...chain, steps, created_at: yesterday })
      .execute();
    expect(requestOf(await give(60_000_000))).toBeNull();
    await world.prove();
  });

  it("to many in a day needs a second person too: five times what one may be given, by one giver", async () => {
    const one = await company();
    const to = async () => (await api.person("company_staff", { company_id: one.id })).user_id;
    const give = async (by: Person) => ask(calls.assignDebit, by, { user_id: await to(), amount_kobo: 9_900_000 });
    for (let given = 0; given < 5; given += 1) expect(requestOf(await give(one.finance))).toBeNull();
    expect(requestOf(await give(one.finance))).toEqual(expect.any(String));
    expect(requestOf(await give(one.second)), "of another giver").toBeNull();
  });

  it("goes alone where the company has nobody else who could agree, and the others hear of it at once", async () => {
    const one = await company(["company_finance_manager", "company_hr"]);
    const [finance, hr] = one.people as [Person, Person];
    const body = { user_id: one.employee.user_id, amount_kobo: 40_000_000 };
    const given = await ask(calls.assignDebit, finance, body);
    expect([given.status, requestOf(given)]).toEqual([200, null]);
    expect(await titles(hr)).toContain("Ada Number 0 did this alone");
    // Who has a second factor shows it first.
    await sql`update users set second_factor_enabled_at = now() where id = ${finance.user_id}`.execute(api.app.db);
    expect(codeOf(await ask(calls.assignDebit, finance, body))).toBe("step_up_required");
    expect(await walletOf({ ...one, finance })).toMatchObject({ assigned_kobo: 40_000_000 });
  });

  it("is declined without moving anything, is taken back by one, and is never another company's", async () => {
    const [one, two] = [await company(), await company()];
    const id = requestOf(await assign(one, 50_000_000));
    expect((await agree(id, two.owner)).status).toBe(404);
    expect((await agree(id, one.owner, chains.decline)).status).toBe(200);
    expect(await walletOf(one)).toMatchObject({ balance_kobo: 100_000_000, assigned_kobo: 0 });
    await assign(one, 5_000_000);
    const back = await api.call(calls.takeBack, {
      token: one.finance.token,
      params: { id: one.employee.user_id },
      body: { amount_kobo: 5_000_000 },
    });
    expect(back.status).toBe(200);
  });
});

describe("a limit", () => {
  it("of the wallet is lowered alone and raised by two, once at a time, never above the provider's", async () => {
    const one = await company();
    const { owner, finance } = one;
    const admin = await api.person("super_admin");
    expect(requestOf(await limitTo(one, finance, 20_000_000))).toBeNull();
    const waiting = requestOf(await limitTo(one, finance, 90_000_000));
    expect(await walletOf(one)).toMatchObject({ daily_limit_kobo: 20_000_000 });
    expect(codeOf(await limitTo(one, finance, null))).toBe("limit_waits");
    await limitTo(one, admin, 50_000_000);
    expect(codeOf(await agree(waiting, owner))).toBe("not_possible_now");
    await limitTo(one, admin, 95_000_000);
    expect((await agree(waiting, owner)).status).toBe(200);
    expect(await walletOf(one)).toMatchObject({ daily_limit_kobo: 90_000_000 });
    const none = requestOf(await limitTo(one, finance, null));
    expect((await agree(none, owner)).status).toBe(200);
    expect(await walletOf(one)).toMatchObject({ daily_limit_kobo: null });
  });

  it("that is taken away is decided as the highest would be, whatever the bands of the chain", async () => {
    const one = await company();
    const { owner, finance, second } = one;
    const high = step({
      name: "Owner",
      from_kobo: 50_000_000,
      approvers: [{ who: "role", role: "company_super_admin" }],
    });
    await ask(chains.changeChain, owner, {
      kind: "money_limit",
      number: 0,
      steps: [step({ below_kobo: 50_000_000 }), high],
    });
    await limitTo(one, finance, 10_000_000);
    const waiting = requestOf(await limitTo(one, finance, null));
    expect(codeOf(await agree(waiting, second))).toBe("not_your_turn");
    expect((await agree(waiting, owner)).status).toBe(200);
  });

  it("of a purse is lowered alone and raised by two", async () => {
    const one = await company();
    const { owner, finance, employee } = one;
    const set = (limit_kobo: number | null) =>
      ask(calls.setPurseLimit, finance, { user_id: employee.user_id, limit_kobo });
    expect(requestOf(await set(1_000))).toBeNull();
    const waiting = requestOf(await set(2_000));
    expect((await assign(one, 1_500)).status).toBe(422);
    expect((await agree(waiting, owner)).status).toBe(200);
    expect((await assign(one, 1_500)).status).toBe(200);
  });
});

describe("the line", () => {
  it("is not drawn, nor given out above the limit of a day, by one person", async () => {
    const one = await company();
    const { owner, finance, second, employee } = one;
    await lineWith(world, { ...one, limit_kobo: 80_000_000n });
    const drawn = requestOf(await ask(lines.draw, finance, { amount_kobo: 80_000_000 }));
    const part = requestOf(
      await ask(lines.assignCredit, finance, { user_id: employee.user_id, amount_kobo: 50_000_000 }),
    );
    expect(
      requestOf(await ask(lines.assignCredit, finance, { user_id: employee.user_id, amount_kobo: 5_000_000 })),
    ).toBeNull();
    expect((await walletOf(one))["balance_kobo"]).toBe(100_000_000);
    expect((await agree(part, second)).status).toBe(200);
    const refused = await agree(drawn, owner);
    expect(refused.body.message).toBe("Not possible any more: ₦250,000.00 of the line is left.");
    const less = requestOf(await ask(lines.draw, finance, { amount_kobo: 25_000_000 }));
    expect((await agree(less, owner)).status).toBe(200);
    expect((await walletOf(one))["balance_kobo"]).toBe(125_000_000);
    await world.prove();
  });

  it("counts in what one gives to many in a day, from all givers together; a draw does not", async () => {
    const one = await company();
    await lineWith(world, { ...one, limit_kobo: 80_000_000n });
    const drawn = requestOf(await ask(lines.draw, one.finance, { amount_kobo: 20_000_000 }));
    expect((await agree(drawn, one.owner)).status).toBe(200);
    const to = async () => (await api.person("company_staff", { company_id: one.id })).user_id;
    const part = async (by: Person, more: object = {}) =>
      ask(lines.assignCredit, by, { user_id: await to(), amount_kobo: 9_900_000, ...more });
    for (let given = 0; given < 4; given += 1) expect(requestOf(await part(one.finance))).toBeNull();
    const last = { user_id: await to() };
    expect(requestOf(await part(one.second, last))).toBeNull();
    expect(requestOf(await part(one.finance))).toEqual(expect.any(String));
    // What was taken back makes no room again; nor is there any for the wallet's money.
    expect(requestOf(await part(one.finance, { ...last, is_back: true }))).toBeNull();
    expect(requestOf(await part(one.second))).toEqual(expect.any(String));
    const purse = { user_id: await to(), amount_kobo: 9_900_000 };
    expect(requestOf(await ask(calls.assignDebit, one.second, purse))).toEqual(expect.any(String));
    await world.prove();
  });
});

describe("the change of a chain", () => {
  const change = ({ owner }: Company, number = 0, more: object = {}) =>
    ask(chains.changeChain, owner, { kind: "beneficiary", number, steps: [step(more)] });
  const chainNow = async ({ owner }: Company) =>
    (
      (await api.call(chains.chains, { token: owner.token })).body.data as {
        chains: { kind: string; number: number }[];
      }
    ).chains.find(({ kind }) => kind === "beneficiary")!.number;

  it("holds when a second person agrees, where there is one; another is not asked for meanwhile", async () => {
    const one = await company(["company_super_admin", "company_super_admin", "company_finance_manager"]);
    const [owner, other, finance] = one.people as [Person, Person, Person];
    const id = requestOf(await change(one));
    expect([id === null, await chainNow(one)]).toEqual([false, 0]);
    expect(codeOf(await change(one))).toBe("change_waits");
    expect(codeOf(await agree(id, owner))).toBe("own_request");
    expect(codeOf(await agree(id, finance))).toBe("not_your_turn");
    const { facts } = (await api.call(chains.find, { token: other.token, params: { id: id! } })).body.data as {
      facts: object[];
    };
    expect(facts).toContainEqual({ label: "Step 1", value: "Finance: company finance manager" });
    expect((await agree(id, other)).status).toBe(200);
    expect(await chainNow(one)).toBe(1);
  });

  it("holds at once where the company has one such person, and the others hear of it", async () => {
    const one = await company(["company_super_admin", "company_finance_manager"]);
    expect(requestOf(await change(one))).toBeNull();
    expect(await chainNow(one)).toBe(1);
    expect(await titles(one.finance)).toContain("Ada Number 0 did this alone");
  });
});

describe("whether one is enough", () => {
  const kobo = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const limit = fc.option(kobo, { nil: null });
  it("is no matter of parts: what goes alone in parts goes alone as a whole", () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 6 }),
        kobo,
        (parts, band) => {
          let given = 0n;
          let alone = true;
          for (const part of parts) {
            alone &&= isDirect(part, given, band);
            given += part;
          }
          expect(alone).toBe(isDirect(given, 0n, band));
        },
      ),
    );
  });
  it("is raised exactly where more may leave than before", () => {
    const room = (each: bigint | null) => each ?? 10n ** 18n;
    fc.assert(
      fc.property(
        limit,
        limit,
        (before, after) => void expect(isRaised(before, after)).toBe(room(after) > room(before)),
      ),
    );
  });
});
