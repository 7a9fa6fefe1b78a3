/** The demo's companies: one that works with Manilla, and some that have applied. */
import { termsVersion } from "@manilla/contract/people/terms";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../src/house/app.ts";
import { clock, dayInLagos } from "../src/clock.ts";
import { createPerson, splitName } from "../src/modules/people/people/index.ts";
import { SYSTEM } from "../src/modules/platform/audit/index.ts";
import { changeStates, recordBeginning } from "../src/modules/platform/states/index.ts";

/** Longer than anybody moves the demo's days. */
const PLAN_DAYS = 3 * 365;

/** The demo's company, approved: most of its people are the demo's borrowers. */
export async function seedCompany(app: App): Promise<string> {
  const id = uuidv7();
  await app.db
    .insertInto("companies")
    .values({
      id,
      name: "Lagoon Foods Limited",
      rc_number: "RC1049921",
      industry: "Food and beverages",
      address: "14 Creek Road, Apapa, Lagos",
      phone: "+2348030000100",
      email: "hello@lagoonfoods.example",
      profile_completed_at: clock.now(),
      unique_plan: "Growth",
      plan_paid_until: addDays(dayInLagos(clock.now()), PLAN_DAYS),
    })
    .execute();
  await app.db.transaction().execute(async (tx) => {
    await recordBeginning(tx, "company", id, "pending", SYSTEM);
    await changeStates(tx, { noun: "company", ids: [id], from: "pending", action: "approve", actor: SYSTEM });
  });
  return id;
}

/** As the sandbox's register has them: one to approve, one struck off, one under another name. */
const APPLICANTS = [
  {
    name: "Harmattan Logistics Ltd",
    rc_number: "RC1180034",
    industry: "Transport",
    owner: ["Sani", "Abubakar"],
    days: 2,
  },
  {
    name: "Bright Horizon Trading Limited",
    rc_number: "RC998812",
    industry: "Trade",
    owner: ["John", "Etim"],
    days: 5,
  },
  {
    name: "Benue Agro Ventures",
    rc_number: "RC1377405",
    industry: "Agriculture",
    owner: ["Terver", "Iorkyaa"],
    days: 1,
  },
] as const;

/** Companies that wait for a decision, each with its owner. */
export const seedApplicants = (app: App, password_hash: string): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    for (const [index, { owner, days, ...company }] of APPLICANTS.entries()) {
      const id = uuidv7();
      const [name, last_name] = owner;
      const email = `${name.toLowerCase()}@${company.name.split(" ")[0]!.toLowerCase()}.example`;
      const phone = `+23480300002${String(index).padStart(2, "0")}`;
      const created_at = new Date(clock.milliseconds() - days * 86_400_000);
      const address = "12 Example Close, Demo Estate";
      await tx
        .insertInto("companies")
        .values({ id, ...company, email, phone, address, profile_completed_at: created_at, created_at })
        .execute();
      await createPerson(tx, app, {
        name,
        last_name,
        email,
        phone,
        password_hash,
        change_password_at: created_at,
        roles: ["company_super_admin"],
        company_id: id,
        staff_account_type: "business",
        registration_source: "business",
        terms_version: termsVersion,
        terms_accepted_at: created_at,
        created_at,
      });
      await recordBeginning(tx, "company", id, "pending", SYSTEM);
    }
  });

const YEAR_MILLISECONDS = 365 * 86_400_000;
/** Departments of the demo's company: [name, department above it, the head's login, budget a month in kobo]. */
const DEPARTMENTS = [
  ["Production", null, "department@lagoonfoods.example", 150_000_000n],
  ["Cold store", "Production", "unit@lagoonfoods.example", 40_000_000n],
  ["Sales", null, null, 80_000_000n],
] as const;

/** Its departments, with those who lead them and the employee who has a login. */
export const seedDepartments = (app: App, company_id: string): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    const ids = new Map<string, string>();
    const join = (email: string, department_id: string) =>
      sql`
      insert into department_members (user_id, company_id, department_id)
      select id, company_id, ${department_id}::uuid from users where email = ${email}
    `.execute(tx);
    for (const [name, above, head, monthly_budget_kobo] of DEPARTMENTS) {
      const id = uuidv7();
      ids.set(name, id);
      const parent_id = above ? (ids.get(above) ?? null) : null;
      await tx.insertInto("departments").values({ id, company_id, name, parent_id, monthly_budget_kobo }).execute();
      await recordBeginning(tx, "department", id, "active", SYSTEM);
      if (!head) continue;
      await join(head, id);
      await sql`update departments set head_id = (select id from users where email = ${head}) where id = ${id}`.execute(
        tx,
      );
    }
    await join("staff@lagoonfoods.example", ids.get("Sales")!);
    // The company is older than the loans of its people.
    const past = new Date(clock.milliseconds() - YEAR_MILLISECONDS);
    await sql`update companies set created_at = ${past} where id = ${company_id}`.execute(tx);
    await sql`update departments set created_at = ${past} where company_id = ${company_id}`.execute(tx);
    await sql`
      update transitions
      set happened_at = ${past}
      where subject_id = ${company_id} or subject_id = any(${[...ids.values()]}::uuid[])
    `.execute(tx);
    await sql`
      update user_roles set granted_at = ${past} where user_id in (select id from users where company_id = ${company_id})
    `.execute(tx);
  });

/** Of its people, who is deactivated today and who has left. */
export const LEAVERS = { inactive: "kemi.balogun@lagoonfoods.example", left: "obinna.eze@lagoonfoods.example" };

/** Two more of its people, for whom that holds. */
export const seedLeavers = (app: App, company_id: string): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    for (const [index, email] of Object.values(LEAVERS).entries()) {
      const [name = "", last_name = ""] = email
        .split("@")[0]!
        .split(".")
        .map((word) => word[0]!.toUpperCase() + word.slice(1));
      await createPerson(tx, app, {
        name,
        last_name,
        email,
        phone: `+23480340012${String(index).padStart(2, "0")}`,
        password_hash: null,
        change_password_at: clock.now(),
        roles: ["company_staff"],
        company_id,
        staff_account_type: "business",
        registration_source: "demo",
      });
    }
  });

/** Invitations into the demo's company: name, position, number, days since the link was sent. */
const INVITED = [
  ["Ngozi Ade", "Line supervisor", "LF-0118", 1],
  ["Sani Bello", "Driver", "LF-0119", 3],
  ["Tola Ojo", "Storekeeper", "LF-0107", 9],
] as const;

/** Its team: who is invited, whose link has ended, who reports to whom, and numbers as a payroll has them. */
export const seedTeam = (app: App, company_id: string): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    for (const [index, [name, position, staff_number, days]] of INVITED.entries()) {
      const sent = new Date(clock.milliseconds() - days * 86_400_000);
      const id = await createPerson(tx, app, {
        ...splitName(name),
        email: `${name.toLowerCase().replace(" ", ".")}@lagoonfoods.example`,
        phone: `+23480340011${String(index).padStart(2, "0")}`,
        password_hash: null,
        change_password_at: null,
        roles: ["company_staff"],
        company_id,
        staff_account_type: "business",
        registration_source: "invitation",
        created_at: sent,
      });
      await sql`
        update employments
        set position = ${position}, staff_number = ${staff_number}, invited_until = ${sent}::timestamptz + interval '7 days'
        where user_id = ${id}
      `.execute(tx);
    }
    // They have been here as long as the company is with Manilla, and as long as they have their loans.
    const past = new Date(clock.milliseconds() - YEAR_MILLISECONDS);
    await sql`
      update employments set created_at = ${past} where company_id = ${company_id} and status = 'active'
    `.execute(tx);
    await sql`
      update employments e
      set staff_number = 'LF-' || lpad(n.number::text, 4, '0'),
        manager_id = case when n.email in ('staff@lagoonfoods.example', 'unit@lagoonfoods.example') then h.id end
      from (
        select id, email, row_number() over (order by created_at, id) as number from users where company_id = ${company_id}
      ) n, users h
      where n.id = e.user_id and e.staff_number is null and h.email = 'department@lagoonfoods.example'
    `.execute(tx);
  });
