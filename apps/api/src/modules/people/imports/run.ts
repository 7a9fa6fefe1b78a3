/** The job behind an import: batches, each with its people and its verdicts in one transaction, so that it can be killed anywhere. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { normalPhone, splitName } from "../people/index.ts";
import { type Cells, type NewPersonRow, personOfRow } from "./rows.ts";
import { clock } from "../../../clock.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";

const BATCH = 500;
/** Of a file that is tried: none. */
export const NO_IMPORT = "00000000-0000-0000-0000-000000000000";

/** The outcome of a row. */
export interface Verdict {
  number: number;
  verdict: "created" | "already" | "refused";
  reasons: string[] | null;
  user_id: string | null;
}

interface Candidate {
  number: number;
  person: NewPersonRow;
  email: string;
  phone: string;
}

interface Known {
  id: string;
  email: string;
  phone: string | null;
  number: number | null;
}

async function findKnown(
  tx: Tx,
  import_id: string,
  candidates: readonly Candidate[],
): Promise<{ byEmail: Map<string, Known>; byPhone: Map<string, Known> }> {
  const { rows } = await sql<Known>`
    select u.id, lower(u.email) as email, u.phone, r.number
    from users u
    left join import_rows r on r.import_id = ${import_id} and r.user_id = u.id and r.verdict = 'created'
    where lower(u.email) = any(${candidates.map(({ email }) => email)}::text[])
      or u.phone = any(${candidates.map(({ phone }) => phone)}::text[])
  `.execute(tx);
  return {
    byEmail: new Map(rows.map((row) => [row.email, row])),
    byPhone: new Map(rows.flatMap((row) => (row.phone ? [[row.phone, row] as const] : []))),
  };
}

/** A row that is refused, and why. */
export const refused = (number: number, ...reasons: string[]): Verdict => ({
  number,
  verdict: "refused",
  reasons,
  user_id: null,
});

/** The outcome of a row whose values are good: new, here already, or somebody else's. */
function judge(
  candidate: Candidate,
  known: { byEmail: Map<string, Known>; byPhone: Map<string, Known> },
  inBatch: Map<string, number>,
): Verdict | undefined {
  const { number, email, phone } = candidate;
  const [byEmail, byPhone] = [known.byEmail.get(email), known.byPhone.get(phone)];
  const earlier = inBatch.get(email) ?? inBatch.get(phone) ?? byEmail?.number ?? byPhone?.number;
  if (earlier !== undefined && earlier !== null)
    return refused(number, `Row ${earlier} of this file has the same e-mail or phone.`);
  if (byEmail && byPhone?.id === byEmail.id)
    return { number, verdict: "already", reasons: ["This person is here already."], user_id: byEmail.id };
  if (byEmail) return refused(number, "email: this e-mail belongs to an account already");
  return byPhone ? refused(number, "phone: this phone belongs to an account already") : undefined;
}

/** Makes many people in a few statements: the same rows that createPerson writes for one. */
async function createPeople(
  tx: Tx,
  { encryption }: Pick<App, "encryption">,
  people: readonly (Candidate & { id: string })[],
  created_by: string | null,
): Promise<void> {
  if (people.length === 0) return;
  await tx
    .insertInto("users")
    .values(
      people.map(({ id, person, email, phone }) => ({
        id,
        ...splitName(person.name),
        email,
        phone,
        data_key: encryption.createKey(id),
        registration_source: "import",
        created_by,
      })),
    )
    .execute();
  const profiles = people.map(({ id, person: { name: _name, email: _email, phone: _phone, ...profile } }) => ({
    user_id: id,
    ...profile,
  }));
  const columns = [
    "user_id",
    "date_of_birth",
    "gender",
    "address",
    "state",
    "employment_status",
    "employer",
    "salary_kobo",
    "salary_day",
  ] as const;
  await tx
    .insertInto("profiles")
    .values(
      profiles.map(
        (profile) => Object.fromEntries(columns.map((name) => [name, profile[name] ?? null])) as { user_id: string },
      ),
    )
    .execute();
  await tx
    .insertInto("user_roles")
    .values(people.map(({ id }) => ({ user_id: id, role: "staff", granted_by: created_by })))
    .execute();
  const activities = people.map(({ id }) => ({ id: uuidv7(), user_id: id }));
  await tx
    .insertInto("activities")
    .values(activities.map(({ id }) => ({ id, type: "staff_created" })))
    .execute();
  await tx
    .insertInto("activity_users")
    .values(
      activities.flatMap(({ id, user_id }) => [
        { activity_id: id, user_id, position: "target" },
        ...(created_by ? [{ activity_id: id, user_id: created_by, position: "creator" }] : []),
      ]),
    )
    .execute();
}

/**
 * The verdicts of some rows, and who would be made by them.
 * @param earlier the row of this file by e-mail and phone that was accepted; what is accepted now is added
 */
async function judgeRows(
  tx: Tx,
  import_id: string,
  rows: readonly { number: number; data: Cells }[],
  earlier: Map<string, number>,
): Promise<{ verdicts: Verdict[]; made: (Candidate & { id: string })[] }> {
  const verdicts: Verdict[] = [];
  const candidates: Candidate[] = [];
  for (const { number, data } of rows) {
    const read = personOfRow(data);
    if ("reasons" in read) verdicts.push(refused(number, ...read.reasons));
    else
      candidates.push({
        number,
        person: read.person,
        email: read.person.email.toLowerCase(),
        phone: normalPhone(read.person.phone),
      });
  }
  const known = await findKnown(tx, import_id, candidates);
  const made: (Candidate & { id: string })[] = [];
  for (const candidate of candidates) {
    const verdict = judge(candidate, known, earlier);
    if (verdict) {
      verdicts.push(verdict);
      continue;
    }
    earlier.set(candidate.email, candidate.number).set(candidate.phone, candidate.number);
    const id = uuidv7();
    made.push({ ...candidate, id });
    verdicts.push({ number: candidate.number, verdict: "created", reasons: null, user_id: id });
  }
  return { verdicts, made };
}

async function decideRows(
  tx: Tx,
  app: App,
  batch: { id: string; created_by: string | null },
  rows: readonly { number: number; data: Cells }[],
): Promise<Verdict[]> {
  const { verdicts, made } = await judgeRows(tx, batch.id, rows, new Map());
  await createPeople(tx, app, made, batch.created_by);
  return verdicts;
}

/** The verdicts that an import of these rows would have now, read in slices; writes nothing. */
export async function tryPeople(tx: Tx, rows: readonly Cells[]): Promise<Verdict[]> {
  const [earlier, verdicts] = [new Map<string, number>(), [] as Verdict[]];
  for (let start = 0; start < rows.length; start += BATCH) {
    const slice = rows.slice(start, start + BATCH).map((data, at) => ({ number: start + at + 1, data }));
    verdicts.push(...(await judgeRows(tx, NO_IMPORT, slice, earlier)).verdicts);
  }
  return verdicts;
}

interface Batch {
  id: string;
  created_by: string | null;
  company_id: string | null;
  /** Of a file of loans, once it was agreed to: the day on which all its slices bring them in. */
  brought_in_on: string | null;
}
/** Decides about rows and makes what they ask for, in the transaction that keeps their verdicts. */
export type Decide = (
  tx: Tx,
  app: App,
  batch: Batch,
  rows: readonly { number: number; data: Cells }[],
) => Promise<Verdict[]>;

/** One batch in a transaction of its own or of a rehearsal. @returns how many rows it decided; 0 when none waits */
export async function decideBatch(tx: Tx, app: App, import_id: string, decide: Decide, limit = BATCH): Promise<number> {
  const batch = await tx
    .selectFrom("imports")
    .select(["id", "created_by", "company_id", "brought_in_on"])
    .where("id", "=", import_id)
    .where("status", "in", ["pending", "running"])
    .forUpdate()
    .executeTakeFirst();
  if (!batch) return 0;
  await changeWhere(tx, { noun: "import", action: "start", where: sql`id = ${import_id}`, actor: SYSTEM });
  const { rows } = await sql<{ number: number; data: Cells }>`
      select number, data
      from import_rows
      where import_id = ${import_id} and verdict = 'waiting'
      order by number
      limit ${limit}
      for update
    `.execute(tx);
  if (rows.length === 0) {
    const set = { finished_at: clock.now() };
    await changeWhere(tx, { noun: "import", action: "finish", where: sql`id = ${import_id}`, set, actor: SYSTEM });
    return 0;
  }
  const verdicts = await decide(tx, app, batch, rows);
  // Issues of people who now have an account move to their record; the copy in the import is removed.
  await sql`
      update import_rows r
      set verdict = v.verdict, reasons = v.reasons, user_id = v.user_id,
        data = case when v.verdict = 'created' then '{}'::jsonb else r.data end
      from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as v (
        number int, verdict text, reasons jsonb, user_id uuid
      )
      where r.import_id = ${import_id} and r.number = v.number
    `.execute(tx);
  const count = (verdict: Verdict["verdict"]): number => verdicts.filter((each) => each.verdict === verdict).length;
  await sql`
      update imports
      set created_count = created_count + ${count("created")}, already_count = already_count + ${count("already")},
        refused_count = refused_count + ${count("refused")}
      where id = ${import_id}
    `.execute(tx);
  return rows.length;
}

/** Runs an import to its end; killed and started again, it goes on where it was. */
export async function runBatches(app: App, import_id: string, decide: Decide, limit?: number): Promise<void> {
  while ((await app.db.transaction().execute((tx) => decideBatch(tx, app, import_id, decide, limit))) > 0);
}
export const runImport = (app: App, import_id: string): Promise<void> => runBatches(app, import_id, decideRows);

/** Registered in modules/index.ts. */
export const runImports = (app: App): Promise<void> =>
  app.queue.work("run-import", ({ import_id }) => runImport(app, import_id));
