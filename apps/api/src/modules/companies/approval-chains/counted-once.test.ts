/** One person is one signature of a request, also where they decide for others. */
import * as calls from "@manilla/contract/companies/approval-chains";
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { clock } from "../../../clock.ts";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { agreesFor, aloneOf, handsOnFor } from "./rules.ts";
import { escalateWaiting } from "./tending.ts";

const { api } = await useLendingWorld("without bank statements");
const { db } = api.app;

let serial = 714_000_000;
async function makeCompany() {
  const company_id = await api.company({ name: "Counted Once" });
  const person = (role: Parameters<typeof api.person>[0], name: string) =>
    api.person(role, { company_id, name, last_name: "Once" });
  const [owner, asker, ada, bode, dele] = [
    await person("company_super_admin", "Olu"),
    await person("company_finance_manager", "Fola"),
    await person("company_finance_manager", "Ada"),
    await person("company_finance_manager", "Bode"),
    await person("company_hr", "Dele"),
  ];
  return { company_id, owner, asker, ada, bode, dele };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;
type Person = Company["owner"];

const one = ({ user_id }: Person) => ({ who: "person", user_id });
const step = (need: "any" | "all", ...approvers: Person[]) => ({ name: "A step", approvers: approvers.map(one), need });
async function chain({ owner }: Company, ...steps: object[]): Promise<void> {
  const body = { kind: "beneficiary", number: 0, steps };
  expect((await api.call(calls.changeChain, { token: owner.token, body })).status).toBe(200);
}
async function ask({ asker }: Company): Promise<string> {
  serial += 7;
  const of = { bank_code: "058", account_no: makeNuban("058", serial) };
  const body = { name: "Anybody At All", ...of, name_confirmed: true };
  const answer = await api.call(beneficiaries.create, { token: asker.token, body });
  return (answer.body.data as { approval_id: string }).approval_id;
}
const awayFor = async (absent: Person, delegate: Person) => {
  const body = { delegate_id: delegate.user_id, from_on: "2026-01-10", until_on: "2026-01-20" };
  expect((await api.call(calls.delegate, { token: absent.token, body })).status).toBe(200);
};
interface Found {
  version: number;
  status: string;
  waits_for: string | null;
  abilities: Record<string, string | null>;
  acts_for: { name: string }[];
  history: { title: string; by: string; reason: string | null }[];
  steps: { approvers: { name: string; has_agreed: boolean }[] }[];
}
const found = async (id: string, { token }: Person) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Found;
async function approve(id: string, by: Person) {
  const seen: Partial<Found> | undefined = await found(id, by);
  const body = { version: seen?.version ?? 1 };
  const { status, body: said } = await api.call(calls.approve, { token: by.token, params: { id }, body });
  return status === 200 ? "agreed" : said.code;
}
const waits = async ({ token }: Person) =>
  ((await api.call(calls.waiting, { token })).body.data as { to_decide: number }).to_decide;
const handOn = async (id: string, by: Person, to: Person) =>
  (await api.call(calls.reroute, {
    token: by.token,
    params: { id },
    body: { to_id: to.user_id, reason: "You know them" },
  })) as { status: number; body: { errors?: object } };

const close = (day: { closing: string; opening: string }) =>
  db
    .transaction()
    .execute((tx) =>
      "batch" in escalateWaiting ? escalateWaiting.batch(api.app, tx, day, null) : Promise.reject(new Error("no step")),
    );

describe("one person counts once", () => {
  it("where all have to agree: the delegate of two who are away agrees for one, and an administrator is asked for the other", async () => {
    const company = await makeCompany();
    const { owner, ada, bode, dele } = company;
    await chain(company, step("all", ada, bode));
    await awayFor(ada, dele);
    await awayFor(bode, dele);
    const id = await ask(company);
    expect((await found(id, dele)).acts_for).toHaveLength(1);
    expect(await approve(id, dele)).toBe("agreed");
    const left = await found(id, dele);
    expect(left).toMatchObject({ status: "pending", waits_for: "Olu Once" });
    expect(left.history.map(({ title }) => title).slice(0, 2)).toEqual([
      "Handed on to Olu Once",
      expect.stringMatching(/^Agreed for (Ada|Bode) Once$/),
    ]);
    expect(await approve(id, dele)).not.toBe("agreed");
    expect([await waits(dele), await waits(owner)]).toEqual([0, 1]);
    expect(await approve(id, owner)).toBe("agreed");
    expect((await found(id, owner)).status).toBe("approved");
  });

  it("where nobody else of the company may be asked: it waits for who is away, and says so", async () => {
    const company = await makeCompany();
    const { owner, ada, bode, dele } = company;
    await chain(company, step("all", ada, bode));
    await sql`delete from user_roles where user_id = ${owner.user_id}`.execute(db);
    await awayFor(ada, dele);
    await awayFor(bode, dele);
    const id = await ask(company);
    expect(await approve(id, dele)).toBe("agreed");
    const left = await found(id, dele);
    expect(left.abilities).toMatchObject({ approve: "counted_once", decline: null, reroute: null });
    expect(left.waits_for).toMatch(/^(Ada|Bode) Once$/);
    expect(await approve(id, dele)).toBe("counted_once");
    expect(await waits(dele), "in no figure of theirs either").toBe(0);
    const away = left.waits_for === "Ada Once" ? ada : bode;
    expect((await handOn(id, dele, away === ada ? bode : ada)).status, "who is away is not who agreed").toBe(422);
    expect(await approve(id, away), "back again").toBe("agreed");
    expect((await found(id, ada)).status).toBe("approved");
  });

  it("over the steps: who agreed in their own place agrees for nobody in the next one", async () => {
    const company = await makeCompany();
    const { owner, ada, dele } = company;
    await chain(company, step("any", dele), step("any", ada));
    await awayFor(ada, dele);
    const id = await ask(company);
    expect(await approve(id, dele)).toBe("agreed");
    expect(await found(id, dele)).toMatchObject({ status: "pending", waits_for: "Olu Once" });
    expect(await approve(id, owner)).toBe("agreed");
    expect((await found(id, owner)).status).toBe("approved");
  });

  it("also where the same absent one is asked in several steps", async () => {
    const company = await makeCompany();
    const { ada, dele } = company;
    await chain(company, step("any", ada), step("any", ada));
    await awayFor(ada, dele);
    const id = await ask(company);
    expect(await approve(id, dele)).toBe("agreed");
    const { status, history } = await found(id, dele);
    expect(status).toBe("approved");
    expect(history.filter(({ title }) => title === "Agreed for Ada Once")).toHaveLength(2);
  });

  it("for somebody else first: in their own place an administrator is asked", async () => {
    const company = await makeCompany();
    const { owner, ada, bode, dele } = company;
    await chain(company, step("any", ada), step("any", bode), step("any", dele));
    await awayFor(ada, dele);
    const id = await ask(company);
    expect(await approve(id, dele)).toBe("agreed");
    await sql`update delegations set ended_at = ${clock.now()} where absent_id = ${ada.user_id}`.execute(db);
    expect(await approve(id, bode)).toBe("agreed");
    expect(await found(id, dele)).toMatchObject({ status: "pending", waits_for: "Olu Once" });
    expect(await approve(id, owner)).toBe("agreed");
    expect((await found(id, owner)).status).toBe("approved");
  });

  it("where turns are handed on: one at a time, and never to who has agreed", async () => {
    const company = await makeCompany();
    const { owner, ada, bode, dele } = company;
    await chain(company, step("any", owner), step("all", ada, bode));
    await awayFor(ada, dele);
    await awayFor(bode, dele);
    const id = await ask(company);
    expect(await approve(id, owner)).toBe("agreed");
    expect((await handOn(id, dele, owner)).body.errors).toEqual({
      to_id: ["they have agreed already: one person counts once"],
    });
    const third = await api.person("company_super_admin", { company_id: company.company_id, name: "Sade" });
    expect((await handOn(id, dele, third)).status).toBe(200);
    expect(await approve(id, third)).toBe("agreed");
    expect((await found(id, dele)).status, "the other is still to agree").toBe("pending");
    expect(await approve(id, dele)).toBe("agreed");
    expect((await found(id, dele)).status).toBe("approved");
  });

  it("named in several steps: one agreement, where nobody else is asked there, and everybody sees it", async () => {
    const company = await makeCompany();
    const { asker, ada, bode } = company;
    await chain(company, step("any", ada), step("any", bode), step("any", ada));
    const id = await ask(company);
    expect(await approve(id, ada)).toBe("agreed");
    expect(await found(id, ada)).toMatchObject({ status: "pending", waits_for: "Bode Once" });
    expect(await approve(id, bode)).toBe("agreed");
    const { status, history, steps } = await found(id, asker);
    expect(status).toBe("approved");
    expect(steps.map(({ approvers }) => approvers.map(({ name, has_agreed }) => has_agreed && name))).toEqual([
      ["Ada Once"],
      ["Bode Once"],
      ["Ada Once"],
    ]);
    expect(history.slice(0, 2)).toMatchObject([
      { title: "Approved", by: "Bode Once" },
      { title: "Agreed", by: "Ada Once", reason: expect.stringContaining("in an earlier step") },
    ]);
  });

  it("named beside others: another must, and where each has to agree only the others are asked", async () => {
    const company = await makeCompany();
    const { owner, ada, bode } = company;
    await chain(company, step("any", ada), step("any", ada, bode), step("all", ada, bode, owner));
    const id = await ask(company);
    expect(await approve(id, ada)).toBe("agreed");
    expect(await found(id, ada)).toMatchObject({ waits_for: "Bode Once", abilities: { approve: "not_your_turn" } });
    expect(await waits(ada)).toBe(0);
    expect([await approve(id, ada), await approve(id, bode)]).toEqual(["not_your_turn", "agreed"]);
    expect(await found(id, bode), "two of three by what they agreed to").toMatchObject({ waits_for: "Olu Once" });
    expect(await approve(id, owner)).toBe("agreed");
    expect((await found(id, owner)).status).toBe("approved");
  });

  it("who was handed one step is stood in for in the step that names them", async () => {
    const company = await makeCompany();
    const { owner, ada, bode } = company;
    await chain(company, step("any", ada), step("any", bode));
    const id = await ask(company);
    expect((await handOn(id, ada, bode)).status).toBe(200);
    expect(await approve(id, bode)).toBe("agreed");
    expect(await found(id, bode), "two were wanted").toMatchObject({ status: "pending", waits_for: "Olu Once" });
    expect([await approve(id, bode), await approve(id, owner)]).toEqual(["not_your_turn", "agreed"]);
    expect((await found(id, owner)).status).toBe("approved");
  });

  it("not asked again by escalation, nor where somebody is gone while another administrator is there", async () => {
    const company = await makeCompany();
    const { company_id, owner, ada, bode } = company;
    const late = { ...step("any", bode), escalate_after_days: 1, escalate_to: one(owner) };
    await chain(company, step("any", owner), late, step("any", ada));
    const id = await ask(company);
    expect(await approve(id, owner)).toBe("agreed");
    await close({ closing: "2026-03-15", opening: "2026-03-16" });
    expect(await found(id, owner), "another must").toMatchObject({ waits_for: "Bode Once" });
    const third = await api.person("company_super_admin", { company_id, name: "Sade", last_name: "Once" });
    await sql`update users set is_blacklisted = true where id = ${bode.user_id}`.execute(db);
    await close({ closing: "2026-03-15", opening: "2026-03-16" });
    expect(await found(id, owner)).toMatchObject({ waits_for: "Sade Once" });
    expect(await approve(id, third)).toBe("agreed");
    await sql`update users set is_blacklisted = true where id = any(${[ada.user_id, third.user_id]})`.execute(db);
    await close({ closing: "2026-03-15", opening: "2026-03-16" });
    expect(await found(id, owner), "nobody else is left").toMatchObject({ waits_for: "Olu Once" });
    expect(await approve(id, owner)).toBe("agreed");
    expect((await found(id, owner)).status).toBe("approved");
  });

  it("by the close too: a delegate who asked for it themselves leaves nobody, and an administrator is asked", async () => {
    const company = await makeCompany();
    const { asker, ada } = company;
    await chain(company, step("any", ada));
    const id = await ask(company);
    await awayFor(ada, asker);
    await close({ closing: "2026-01-15", opening: "2026-01-16" });
    expect(await found(id, asker)).toMatchObject({ waits_for: "Olu Once" });
  });
});

describe("the place in which somebody agrees", () => {
  it("is their own first, and stays the one in which they agreed before", () => {
    expect(agreesFor({ asked_for: ["b", "a", "me"], stood_for: [] }, "me")).toBe("me");
    expect(agreesFor({ asked_for: ["b", "a"], stood_for: [] }, "me")).toBe("a");
    expect(agreesFor({ asked_for: ["b", "a"], stood_for: ["b"] }, "me")).toBe("b");
    expect(agreesFor({ asked_for: ["b", "me"], stood_for: ["a"] }, "me")).toBeUndefined();
    expect(handsOnFor("any", { asked_for: ["b", "me"] }, "me")).toEqual(["b", "me"]);
    expect(handsOnFor("all", { asked_for: ["b", "me"] }, "me")).toEqual(["me"]);
    expect(handsOnFor("all", { asked_for: ["c", "b"] }, "me")).toEqual(["b"]);
  });

  it("is somebody else's where nobody may decide for who is away", () => {
    const of = (approver_id: string, is_alone: boolean, because: "chain" | "stand_in" = "chain") => ({
      approver_id,
      is_alone,
      because,
    });
    expect(aloneOf("any", [of("a", true), of("b", false)])).toEqual([]);
    expect(aloneOf("any", [of("a", true), of("b", true)])).toEqual(["a", "b"]);
    expect(aloneOf("all", [of("a", true), of("b", false), of("c", true, "stand_in")])).toEqual(["a"]);
  });
});
