import * as calls from "@manilla/contract/companies/beneficiaries";
import { sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { type Cooling, beneficiaryRules, coolingUntil } from "./rules.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
type Found = z.output<typeof calls.find.response>;

const SELECT = `
  b.id, b.name, b.account_name,
  case when b.match_percent >= 85 then 'same' when b.match_percent >= 60 then 'near' else 'different' end as name_verdict,
  b.bank_name, b.account_no_last4 as account_no, b.status, b.account_since as cooling_until,
  exists (select 1 from beneficiary_changes c where c.beneficiary_id = b.id and c.outcome is null) as is_changing,
  b.version, b.created_at
`;

const beneficiaryList = defineList<typeof calls.listAll, Row>(calls.listAll, {
  from: "beneficiaries b",
  select: SELECT,
  id: "b.id",
  search: ["folded(b.name)", "folded(b.account_name)", "b.account_no_last4"],
});

/** What a new account is paid at most, and for how long: the provider's configuration. */
export const coolingOf = async (db: Database | Tx): Promise<Cooling> => ({
  hours: await readSetting(db, "new_beneficiary_hours"),
  limit_kobo: BigInt(await readSetting(db, "new_beneficiary_kobo")),
});

/** The number masked, the time since which it is paid as the time until which it is new. */
const shown =
  (cooling: Cooling) =>
  (row: Row): Row & { abilities: Record<string, never> } => ({
    ...row,
    account_no: masked(row.account_no) ?? "",
    cooling_until: row.status === "active" ? coolingUntil(row.cooling_until, cooling, clock.now()) : null,
    abilities: {},
  });

export async function listAll(context: Context, { params }: { params: { id: string } }) {
  const { session, db } = context;
  if (params.id !== session.company_id) throw new NotFound("This company");
  return beneficiaryList.scoped(
    sql`b.company_id = ${session.company_id}`,
    shown(await coolingOf(db)),
    abilitiesIn(context, calls, beneficiaryRules),
  );
}

export interface Locked {
  id: string;
  company_id: string;
  name: string;
  data_key: Buffer;
  account_no_encrypted: Buffer;
  account_no_hash: Buffer;
  account_no_last4: string;
  bank_code: string;
  bank_name: string;
  account_name: string;
  match_percent: number;
  is_own: boolean;
  email: string | null;
  employee_id: string | null;
  status: string;
  version: number;
  is_changing: boolean;
}

/** One of the company's, locked. */
export async function lockBeneficiary(tx: Tx, { session }: Context, id: string): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select b.*, exists (select 1 from beneficiary_changes c where c.beneficiary_id = b.id and c.outcome is null) as is_changing
    from beneficiaries b
    where b.id = ${id} and b.company_id = ${session.company_id}
    for update of b
  `.execute(tx);
  return rows[0];
}

/** @throws NotFound */
export async function findBeneficiary(db: Database | Tx, context: Context, id: string) {
  const { rows } = await sql<Row>`
    select ${sql.raw(SELECT)} from beneficiaries b where b.id = ${id} and b.company_id = ${context.session.company_id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new NotFound("This beneficiary");
  return { ...shown(await coolingOf(db))(row), abilities: abilitiesIn(context, calls, beneficiaryRules)(row) };
}

interface Past {
  id: string;
  what: "create" | "change" | "remove";
  outcome: string | null;
  by: string;
  reason: string | null;
  at: Date;
  name: string;
  bank_name: string;
  last4: string;
}
const WHAT = { create: "Asked for", change: "Change", remove: "Deletion" } as const;

/** What its page shows beside the row. */
export async function detailsOf(
  { db }: Context,
  id: string,
): Promise<Omit<Found, keyof z.output<typeof calls.listAll.row>>> {
  const { rows } = await sql<
    Pick<Found, "email" | "bank_code" | "match_percent" | "is_own" | "employee" | "approval_id">
  >`
    select b.email, b.bank_code, b.match_percent, b.is_own,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.full_name) end as employee,
      (
        select a.id
        from beneficiary_changes c
        join company_approvals a on a.kind = 'beneficiary' and a.status = 'pending' and a.subject_id in (c.id, c.upload_id)
        where c.beneficiary_id = b.id and c.outcome is null
      ) as approval_id
    from beneficiaries b
    left join users u on u.id = b.employee_id
    where b.id = ${id}
  `.execute(db);
  const { rows: past } = await sql<Past>`
    select c.id, c.what, c.outcome, coalesce(u.full_name, 'Somebody') as by, coalesce(c.outcome_reason, c.reason) as reason,
      coalesce(c.decided_at, c.created_at) as at, c.name, c.bank_name, c.account_no_last4 as last4
    from beneficiary_changes c
    left join users u on u.id = c.asked_by
    where c.beneficiary_id = ${id}
    order by c.created_at desc
    limit 200
  `.execute(db);
  return {
    ...rows[0]!,
    history: past.map(({ what, outcome, name, bank_name, last4, id: change_id, by, reason, at }) => ({
      id: change_id,
      by,
      reason,
      at,
      title: `${WHAT[what]}: ${name}, ${bank_name} ${masked(last4) ?? ""} (${outcome ?? "waits"})`,
    })),
  };
}

const UPLOAD = `
  f.id, f.file_name, f.status, f.total, ${nameOf("u", "f", "created_by")} as by, f.created_at,
  (select count(*)::int from beneficiary_upload_rows r where r.upload_id = f.id and r.verdict <> 'waiting') as checked,
  (select count(*)::int from beneficiary_upload_rows r where r.upload_id = f.id and r.verdict = 'ready') as ready,
  (select count(*)::int from beneficiary_upload_rows r where r.upload_id = f.id and r.verdict = 'near') as near,
  (select count(*)::int from beneficiary_upload_rows r where r.upload_id = f.id and r.verdict = 'refused') as refused
`;
const UPLOADS = "beneficiary_uploads f left join users u on u.id = f.created_by";
const uploadList = defineList(calls.uploads, {
  from: UPLOADS,
  rows_of: "beneficiary_uploads f",
  select: UPLOAD,
  id: "f.id",
  search: "folded(f.file_name)",
});
export const listUploads = ({ session }: Context) => uploadList.scoped(sql`f.company_id = ${session.company_id}`);

/** @throws NotFound */
export async function findUpload(db: Database | Tx, { session }: Context, id: string) {
  const { rows } = await sql<z.output<typeof calls.uploads.row>>`
    select ${sql.raw(UPLOAD)} from ${sql.raw(UPLOADS)} where f.id = ${id} and f.company_id = ${session.company_id}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This file");
  return rows[0];
}

/** The rows of a file with their verdicts. */
export async function rowsOf(db: Database, id: string): Promise<z.output<typeof calls.uploaded.response>["rows"]> {
  const { rows } = await sql<z.output<typeof calls.uploaded.response>["rows"][number]>`
    select number, name, bank, account_no_last4 as account_no, account_name, match_percent, verdict, reason
    from beneficiary_upload_rows
    where upload_id = ${id}
    order by number
  `.execute(db);
  return rows.map((row) => ({ ...row, account_no: masked(row.account_no) ?? "–" }));
}
