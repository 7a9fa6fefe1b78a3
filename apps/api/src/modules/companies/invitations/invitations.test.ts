import * as calls from "@manilla/contract/companies/invitations";
import * as departments from "@manilla/contract/companies/departments";
import * as loans from "@manilla/contract/lending/loans";
import * as staffImports from "@manilla/contract/companies/staff-imports";
import * as team from "@manilla/contract/companies/team";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { openSession } from "../../../http/session.ts";
import { runStaffImport } from "../staff-imports/noun.ts";
import { endInvitations } from "../team/handlers.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
type Person = Awaited<ReturnType<typeof api.person>>;

const company = await api.company({ name: "Lagoon Foods", unique_plan: "Growth" });
const hr = await api.person("company_hr", { company_id: company, name: "Halima" });
const elsewhere = await api.person("company_staff", {
  company_id: await api.company({ name: "Other", unique_plan: "Growth" }),
});

let serial = 0;
async function invite(email: string, more: object = {}) {
  serial += 1;
  const body = {
    name: "Ngozi Eze",
    email,
    phone: `0803${String(8_000_000 + serial)}`,
    role: "company_staff",
    position: "Cook",
    ...more,
  };
  return api.call(team.invite, { token: hr.token, body });
}
const idOf = (answer: { body: { data?: unknown } }) => (answer.body.data as { employee_id: string }).employee_id;
const seen = async (id: string, token = hr.token) => (await api.call(team.find, { token, params: { id } })).body.data;
const own = async ({ token }: Person) =>
  (await api.call(calls.listOwn, { token })).body.data as {
    invitations: { id: string; company: string; position: string | null; roles: string[] }[];
    employer: string | null;
  };
/** By the link in the newest letter to this address. */
const accept = async ({ token, email }: Person, id: string) => {
  const link = /invitations\?letter=([\w-]+)/.exec((await mailsTo(email)).at(-1) ?? "")?.[1] ?? "";
  return api.call(calls.accept, { token, params: { id }, body: { letter: link } });
};
const mailsTo = async (email: string) => {
  const { rows } = await sql<{ text: string }>`
    select data ->> 'text' as text from pgboss.job where name = 'send-mail' and data ->> 'to' = ${email} order by created_on
  `.execute(db);
  return rows.map(({ text }) => text);
};
/** Anew, where what they may do has changed and their sessions were ended. */
async function signIn(person: Person): Promise<void> {
  const { user_id } = person;
  person.token = (await openSession(db, { user_id, network_address: "127.0.0.1", device: "test" })).token;
}
const seats = async () => ((await api.call(team.seats, { token: hr.token })).body.data as { used: number }).used;

describe("somebody with an account", () => {
  it("is invited like anybody: the company's answer, list and page say nothing of the account", async () => {
    const borrower = await world.customer();
    const [known, unknown] = [await invite(borrower.email), await invite(`nobody-${uuidv7()}@lagoonfoods.example`)];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    const shape = (value: unknown) => JSON.stringify(Object.keys(value as object).toSorted());
    const [one, two] = [await seen(idOf(known)), await seen(idOf(unknown))] as { employee: Record<string, unknown> }[];
    expect(shape(one!.employee)).toBe(shape(two!.employee));
    expect(one!.employee).toMatchObject({ status: "invited", email: borrower.email, name: "Ngozi", loans: [] });
    const { body } = await api.call(team.staff, {
      token: hr.token,
      params: { companyId: company },
      query: { filter: JSON.stringify({ status: ["invited"] }) },
    });
    const rows = (body.datatable as { items: { email: string; abilities: object }[] }).items;
    expect(rows.map(({ email }) => email)).toContain(borrower.email);
    expect(new Set(rows.map(({ abilities }) => JSON.stringify(abilities))).size).toBe(1);
    expect(JSON.stringify(rows)).not.toContain("invitation.invalid");
    const again = await invite(borrower.email);
    expect(again.body.errors).toEqual({ email: ["Ngozi Eze of your company has this already"] });
  });

  it("joins with it: own password, own loans, one account; the place they were invited to is theirs", async () => {
    const loan = await world.running();
    const { customer } = loan;
    const made = await api.call(departments.create, {
      token: (await api.person("company_super_admin", { company_id: company })).token,
      body: { name: "Kitchen" },
    });
    const { id: department_id } = (made.body.data as { department: { id: string } }).department;
    const invited = idOf(await invite(customer.email, { department_id, staff_number: "K-7" }));
    const before = await seats();
    const letter = (await mailsTo(customer.email)).find((text) => text.includes("Lagoon Foods"));
    expect(letter).toContain("/customer/invitations");
    expect(letter).not.toContain("/password/");
    const [invitation] = (await own(customer)).invitations;
    expect(invitation).toMatchObject({ company: "Lagoon Foods", position: "Cook", roles: ["Employee"] });
    const answers = await Promise.all([accept(customer, invitation!.id), accept(customer, invitation!.id)]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await seats()).toBe(before);
    expect((await seen(customer.user_id)) as object).toMatchObject({
      employee: { status: "active", staff_number: "K-7", position: "Cook", department: { name: "Kitchen" }, loans: [] },
    });
    expect(await seen(invited)).toBeUndefined();
    const { rows } = await sql<{ n: number; password: string | null }>`
      select count(*)::int as n from users where lower(email) = lower(${customer.email}) and erased_at is null
    `.execute(db);
    expect(rows[0]!.n).toBe(1);
    expect((await api.call(loans.findOwn, { token: customer.token, params: { id: loan.id } })).status).toBe(200);
    const shown = await api.call(loans.listOfCompany, { token: hr.token });
    expect(JSON.stringify(shown.body.datatable)).not.toContain(loan.reference);
    expect(await own(customer)).toMatchObject({ invitations: [], employer: "Lagoon Foods" });
    await world.prove();
  });

  it("answers only their own invitation, only while it holds, and only without another employer", async () => {
    const [invitee, stranger] = [await world.customer(), await world.customer()];
    await invite(invitee.email);
    const { id } = (await own(invitee)).invitations[0]!;
    expect((await own(stranger)).invitations).toEqual([]);
    for (const call of [calls.accept, calls.decline]) {
      const body = call === calls.accept ? { letter: "x" } : undefined;
      expect((await api.call(call, { token: stranger.token, params: { id }, body })).status).toBe(404);
    }
    await invite(elsewhere.email);
    const other = (await own(elsewhere)).invitations[0]!;
    expect((await accept(elsewhere, other.id)).body).toMatchObject({ code: "has_company" });
    await sql`update employments set invited_until = now() - interval '1 minute' where id = ${id}`.execute(db);
    expect((await accept(invitee, id)).status).toBe(404);
    await endInvitations(api.app);
    expect((await own(invitee)).invitations).toEqual([]);
  });

  it("accepts only by the letter: who registered with somebody else's address does not get their place", async () => {
    const [squatter, other] = [await world.customer(), await world.customer()];
    await invite(squatter.email, { role: "company_staff" });
    await invite(other.email);
    const [{ id }, theirs] = [(await own(squatter)).invitations[0]!, (await own(other)).invitations[0]!];
    const guessed = await api.call(calls.accept, { token: squatter.token, params: { id }, body: { letter: "" } });
    expect([guessed.status, guessed.body.code]).toEqual([409, "letter_first"]);
    const link = /invitations\?letter=([\w-]+)/.exec((await mailsTo(other.email)).at(-1)!)![1]!;
    const stolen = await api.call(calls.accept, { token: squatter.token, params: { id }, body: { letter: link } });
    expect([stolen.status, stolen.body.code]).toEqual([409, "letter_first"]);
    expect((await accept(other, theirs.id)).status, "the letter of the other one holds still").toBe(200);
    expect((await accept(squatter, id)).status).toBe(200);
  });

  it("declines, and the address can be invited again; the company withdraws, and nothing is left to accept", async () => {
    const invitee = await world.customer();
    const before = await seats();
    await invite(invitee.email);
    const first = (await own(invitee)).invitations[0]!;
    expect((await api.call(calls.decline, { token: invitee.token, params: { id: first.id } })).status).toBe(200);
    expect(await seats()).toBe(before);
    const again = idOf(await invite(invitee.email));
    const second = (await own(invitee)).invitations[0]!;
    expect((await api.call(team.inviteAgain, { token: hr.token, params: { id: again }, body: {} })).status).toBe(200);
    expect(await mailsTo(invitee.email)).toHaveLength(3);
    expect((await api.call(team.withdraw, { token: hr.token, params: { id: again }, body: {} })).status).toBe(200);
    expect((await accept(invitee, second.id)).status).toBe(404);
    expect((await own(invitee)).invitations).toEqual([]);
  });

  it("is invited by a file too, whose verdict is that of anybody", async () => {
    const invitee = await world.customer();
    const address = `bola-${uuidv7()}@lagoonfoods.example`;
    const text = `name,email,phone\nAda Known,${invitee.email},08031234501\nBola New,${address},08031234502\n`;
    const body = new FormData();
    body.set("file", new Blob([text]), "staff.csv");
    const sent = await api.call(staffImports.createMany, { token: hr.token, body });
    const { id } = (sent.body.data as { import: { id: string } }).import;
    await runStaffImport(api.app, id);
    const read = await api.call(staffImports.rows, { token: hr.token, params: { id } });
    const rows = (read.body.datatable as { items: { verdict: string; reasons: unknown }[] }).items;
    expect(rows).toHaveLength(2);
    expect((await own(invitee)).invitations).toHaveLength(1);
    expect(await mailsTo(invitee.email)).toEqual([expect.stringContaining("/customer/invitations")]);
    expect(rows.map(({ reasons }) => reasons)).toEqual([rows[0]!.reasons, rows[0]!.reasons]);
    expect(new Set(rows.map(({ verdict }) => verdict)).size).toBe(1);
  });
});

describe("a deactivated employee", () => {
  it("cannot borrow through the company; what they owe stays, and they borrow again when activated", async () => {
    // With a loan of somebody there is a product to borrow.
    await world.loan();
    const customer = await world.customer();
    await invite(customer.email);
    await accept(customer, (await own(customer)).invitations[0]!.id);
    const plans = async () =>
      (await api.call(loans.accessiblePlans, { token: customer.token })).body.data as { plans: { id: string }[] };
    const act = (call: typeof team.deactivate | typeof team.activate) =>
      api.call(call, {
        token: hr.token,
        params: { id: customer.user_id },
        body: call === team.deactivate ? { reason: "On leave" } : {},
      } as never);
    expect((await act(team.deactivate)).status).toBe(200);
    await signIn(customer);
    const refused = await plans();
    expect(JSON.stringify(refused)).toContain("Lagoon Foods has deactivated you");
    const asked = await api.call(loans.request, {
      token: customer.token,
      body: { plan_id: refused.plans[0]!.id, principal_kobo: 1_000_000, instalments: 3 },
    });
    expect([asked.status, asked.body.message]).toEqual([403, expect.stringContaining("has deactivated you")]);
    expect((await act(team.activate)).status).toBe(200);
    await signIn(customer);
    expect(JSON.stringify(await plans())).not.toContain("has deactivated you");
  });
});
