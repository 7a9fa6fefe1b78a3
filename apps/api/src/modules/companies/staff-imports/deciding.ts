/** From the rows of a file to a company's people: a batch is judged and made in a few statements, under the lock of the team. */
import { staffRow } from "@manilla/contract/companies/staff-imports";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { fieldWords } from "../../../http/field-words.ts";
import { fieldErrors } from "../../../http/read.ts";
import { type Cells, NO_IMPORT, type Verdict, koboOf, refused } from "../../people/imports/index.ts";
import { normalPhone, splitName } from "../../people/people/index.ts";
import { INVITED_DAYS, acceptLink, invitationLinks } from "../../platform/session/index.ts";
import { type Seats, lockTeam, seatsOf } from "../plans/index.ts";
import { invitation, invitationOfKnown, placeholderOf } from "../team/index.ts";

interface Candidate {
  number: number;
  id: string;
  row: z.output<typeof staffRow>;
  email: string;
  phone: string;
  /** Somebody elsewhere has the address, or the phone: the verdict does not say so, and they accept with their account. */
  has_account: boolean;
  has_phone: boolean;
  staff_number: string | null;
  department_id: string | null;
  manager_id: string | null;
  salary_kobo: number | null;
}

/** What a row is judged by, filled in as rows are accepted. */
interface Known {
  /** Addresses and phones that somebody has: here, or elsewhere. */
  people: Map<string, { id: string; is_here: boolean }>;
  /** The row of this file that has the address, phone or number. */
  rows: Map<string, number>;
  /** Everybody at work here, by number and address. */
  team: Map<string, string>;
  /** Numbers that somebody has. */
  numbers: Set<string>;
  departments: Map<string, string>;
  seats: Seats;
}

const folded = (text: string): string => text.trim().toLowerCase();

async function loadKnown(tx: Tx, import_id: string, company_id: string, rows: readonly Cells[]): Promise<Known> {
  const emails = rows.map(({ email = "" }) => folded(email));
  const phones = rows.map(({ phone = "" }) => normalPhone(phone));
  const { rows: people } = await sql<{
    id: string;
    email: string;
    phone: string | null;
    is_here: boolean;
    number: number | null;
  }>`
    select u.id, lower(u.email) as email, u.phone, u.company_id is not distinct from ${company_id}::uuid as is_here, r.number
    from users u
    left join import_rows r on r.import_id = ${import_id} and r.user_id = u.id and r.verdict = 'created'
    where lower(u.email) = any(${emails}::text[]) or u.phone = any(${phones}::text[])
    union all
    select e.user_id, lower(e.invited_email), e.invited_phone, true, r.number
    from employments e
    left join import_rows r on r.import_id = ${import_id} and r.user_id = e.user_id and r.verdict = 'created'
    where e.company_id = ${company_id}
      and (lower(e.invited_email) = any(${emails}::text[]) or e.invited_phone = any(${phones}::text[]))
  `.execute(tx);
  const { rows: team } = await sql<{ id: string; email: string; staff_number: string | null }>`
    select e.user_id as id, lower(u.email) as email, lower(e.staff_number) as staff_number
    from employments e
    join users u on u.id = e.user_id
    where e.company_id = ${company_id} and e.status in ('invited', 'active')
  `.execute(tx);
  const { rows: departments } = await sql<{ id: string; name: string; full: string }>`
    select d.id, lower(d.name) as name, lower(coalesce(p.name || ': ', '') || d.name) as full
    from departments d
    left join departments p on p.id = d.parent_id
    where d.company_id = ${company_id} and d.status = 'active'
  `.execute(tx);
  const numbers = team.flatMap(({ id, staff_number }) => (staff_number ? [[staff_number, id] as const] : []));
  return {
    people: new Map(
      people.flatMap(({ email, phone, ...who }) => [email, phone].flatMap((key) => (key ? [[key, who]] : []))),
    ),
    rows: new Map(
      people.flatMap(({ email, phone, number }) =>
        [email, phone].flatMap((key) => (key && number ? [[key, number]] : [])),
      ),
    ),
    team: new Map([...team.map(({ email, id }) => [email, id] as const), ...numbers]),
    numbers: new Set(numbers.map(([number]) => number)),
    departments: new Map(departments.flatMap(({ id, name, full }) => [[name, id] as const, [full, id] as const])),
    seats: await seatsOf(tx, company_id),
  };
}

/** The outcome of a row whose values are good; undefined where the person can be made. */
function judge(candidate: Candidate, known: Known): Verdict | undefined {
  const { number, row, email, phone, staff_number } = candidate;
  const earlier =
    known.rows.get(email) ?? known.rows.get(phone) ?? (staff_number ? known.rows.get(`#${staff_number}`) : undefined);
  if (earlier !== undefined && earlier !== number)
    return refused(number, `Row ${earlier} of this file has the same e-mail, phone or staff number.`);
  const [byEmail, byPhone] = [known.people.get(email), known.people.get(phone)];
  if (byEmail?.is_here && byPhone?.id === byEmail.id)
    return { number, verdict: "already", reasons: ["This person is one of your people already."], user_id: byEmail.id };
  const here = [byEmail?.is_here && "email", byPhone?.is_here && "phone"].filter((field) => typeof field === "string");
  if (here.length > 0)
    return refused(number, ...here.map((field) => `${field}: somebody of your company has this already`));
  if (staff_number && known.numbers.has(staff_number))
    return refused(number, "staff_number: somebody of your company has this number already");
  if (row.department && candidate.department_id === null)
    return refused(number, `department: there is no department ${row.department}`);
  if (row.manager && candidate.manager_id === null)
    return refused(number, "manager: nobody at work, or in a row above, has this staff number or e-mail");
  if (known.seats.used >= known.seats.allowed)
    return refused(number, `All ${known.seats.allowed} places of the plan are taken.`);
  return undefined;
}

function read(number: number, cells: Cells, known: Known): Candidate | string[] {
  const name = cells.name || `${cells.first_name ?? ""} ${cells.last_name ?? ""}`.trim();
  const fields = Object.keys(staffRow.shape).filter((field) => field !== "name");
  const values = Object.fromEntries(fields.map((field) => [field, cells[field] === "" ? undefined : cells[field]]));
  const parsed = staffRow.safeParse({ ...values, name }, { reportInput: true, error: fieldWords });
  if (!parsed.success)
    return Object.entries(fieldErrors(parsed.error)).map(([field, messages]) => `${field}: ${messages.at(-1)}`);
  const row = parsed.data;
  const salary_kobo = row.salary ? koboOf(row.salary) : null;
  if (salary_kobo !== null && !(Number.isSafeInteger(salary_kobo) && salary_kobo > 0))
    return ["salary: this is not an amount of naira"];
  return {
    number,
    id: uuidv7(),
    row,
    email: folded(row.email),
    phone: normalPhone(row.phone),
    has_account: known.people.has(folded(row.email)),
    has_phone: known.people.has(folded(row.email)) || known.people.has(normalPhone(row.phone)),
    staff_number: row.staff_number ? folded(row.staff_number) : null,
    department_id: (row.department && known.departments.get(folded(row.department))) || null,
    manager_id: (row.manager && known.team.get(folded(row.manager))) || null,
    salary_kobo,
  };
}

/** What others of the file are compared with from now on. */
function accept({ number, id, email, phone, staff_number }: Candidate, known: Known): void {
  known.rows.set(email, number).set(phone, number);
  known.team.set(email, id);
  if (staff_number) {
    known.rows.set(`#${staff_number}`, number);
    known.team.set(staff_number, id);
    known.numbers.add(staff_number);
  }
  known.seats.used += 1;
}

const SLICE = 200;

/** The verdicts of rows, and who would be made by them. Read in slices, so that others have their turn. */
async function judgeStaff(
  tx: Tx,
  import_id: string,
  company_id: string,
  rows: readonly { number: number; data: Cells }[],
): Promise<{ verdicts: Verdict[]; made: Candidate[] }> {
  const { status } = await getRow(tx, "companies", company_id, ["status"]);
  if (status === "deactivated" || status === "declined")
    return { verdicts: rows.map(({ number }) => refused(number, "Your company is suspended.")), made: [] };
  const cells = rows.map(({ data }) => data);
  const known = await loadKnown(tx, import_id, company_id, cells);
  const verdicts: Verdict[] = [];
  const made: Candidate[] = [];
  for (const [at, { number, data }] of rows.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    const candidate = read(number, data, known);
    const verdict = Array.isArray(candidate) ? refused(number, ...candidate) : judge(candidate, known);
    if (verdict) verdicts.push(verdict);
    if (verdict || Array.isArray(candidate)) continue;
    accept(candidate, known);
    made.push(candidate);
    verdicts.push({ number, verdict: "created", reasons: null, user_id: candidate.id });
  }
  return { verdicts, made };
}

/** The verdicts that a file would have now; writes nothing. */
export const tryStaff = async (tx: Tx, company_id: string, rows: readonly Cells[]): Promise<Verdict[]> => {
  const numbered = rows.map((data, at) => ({ number: at + 1, data }));
  return (await judgeStaff(tx, NO_IMPORT, company_id, numbered)).verdicts;
};

/** Registered with the engine of imports. */
export async function decideStaff(
  tx: Tx,
  app: App,
  { id: import_id, created_by, company_id }: { id: string; created_by: string | null; company_id: string | null },
  rows: readonly { number: number; data: Cells }[],
): Promise<Verdict[]> {
  if (!company_id) throw new Error("A file of employees belongs to a company.");
  await lockTeam(tx, company_id);
  const { verdicts, made } = await judgeStaff(tx, import_id, company_id, rows);
  await createStaff(tx, app, company_id, created_by, made);
  return verdicts;
}

/** The same rows that an invitation of one writes, in a few statements. */
async function createStaff(
  tx: Tx,
  app: App,
  company_id: string,
  created_by: string | null,
  people: readonly Candidate[],
): Promise<void> {
  if (people.length === 0) return;
  const users = people.map(({ id, row, email, phone, has_account, has_phone }) => ({
    id,
    ...splitName(row.name),
    email: has_account ? placeholderOf(id) : email,
    phone: has_phone ? null : phone,
    company_id,
    staff_account_type: "business",
    data_key: app.encryption.createKey(id),
    registration_source: "invitation",
    created_by,
  }));
  await tx.insertInto("users").values(users).execute();
  await tx
    .insertInto("profiles")
    .values(people.map(({ id, salary_kobo }) => ({ user_id: id, salary_kobo })))
    .execute();
  await tx
    .insertInto("user_roles")
    .values(people.map(({ id }) => ({ user_id: id, role: "company_staff", granted_by: created_by })))
    .execute();
  const places = people.map(({ id, row, email, phone, has_account, has_phone, department_id, manager_id }) => ({
    id,
    invited_email: has_account ? email : null,
    invited_phone: has_phone ? phone : null,
    position: row.position ?? null,
    staff_number: row.staff_number ?? null,
    department_id,
    manager_id,
  }));
  await sql`
    update employments e
    set position = p.position, staff_number = p.staff_number, manager_id = p.manager_id,
      invited_email = p.invited_email, invited_phone = p.invited_phone,
      invited_until = ${new Date(clock.milliseconds() + INVITED_DAYS * 86_400_000)}
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (
      id uuid, position text, staff_number text, manager_id uuid, invited_email text, invited_phone text
    )
    where e.user_id = p.id and e.company_id = ${company_id}
  `.execute(tx);
  await sql`
    insert into department_members (user_id, company_id, department_id, since)
    select p.id, ${company_id}, p.department_id, ${clock.now()}
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (id uuid, department_id uuid)
    where p.department_id is not null
  `.execute(tx);
  const { rows } = await sql<{ name: string }>`select name from companies where id = ${company_id}`.execute(tx);
  const links = await invitationLinks(tx, app, people);
  for (const { id, has_account } of people) if (has_account) links.set(id, await acceptLink(tx, app, id));
  await app.queue.sendMany(
    tx,
    "send-mail",
    people.map(({ id, row, email, has_account }) => {
      const person = { user_id: id, name: splitName(row.name).name, company: rows[0]!.name };
      const { subject, text, about } = has_account
        ? invitationOfKnown(person, links.get(id)!)
        : invitation(person, links.get(id)!);
      return { to: email, subject, text, reference: about };
    }),
  );
}
