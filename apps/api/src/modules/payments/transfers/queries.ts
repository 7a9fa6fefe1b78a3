import * as reviews from "@manilla/contract/payments/transfer-reviews";
import * as calls from "@manilla/contract/payments/transfers";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { withMaskedAccount } from "../../../field-encryption.ts";
import type { Context } from "../../../house/app.ts";
import { lookerOf } from "../../../request.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import type { Begun } from "./recording.ts";
import { type HeldFacts, type TransferFacts, heldInWords, heldRules, transferRules } from "./rules.ts";

type Row = z.output<typeof calls.listOwn.row>;
type Full = z.output<typeof calls.listAll.row>;
type Detail = z.output<typeof calls.find.response>;

const SELECT = `
  t.id, t.reference, t.kind, t.payee, t.bank_name, t.account_no_last4 as account_no, t.narration, t.amount_kobo,
  t.fee_kobo, t.vat_kobo, t.stamp_duty_kobo, t.total_kobo, t.status, t.due_on::text as due_on,
  ${nameOf("s", "t")} as sent_by, t.created_at, t.version
`;
const FROM = "transfers t left join users s on s.id = t.user_id";
const listed = { id: "t.id", facts: "t.user_id" } as const;
const search = ["folded(t.reference)", "folded(t.payee)"];

const own = defineList<typeof calls.listOwn, Row & TransferFacts>(calls.listOwn, {
  ...listed,
  from: FROM,
  rows_of: "transfers t",
  select: SELECT,
  search,
});
const ofCompany = defineList<typeof calls.listOfCompany, Row & TransferFacts>(calls.listOfCompany, {
  ...listed,
  from: FROM,
  rows_of: "transfers t",
  select: SELECT,
  search,
});
const all = defineList<typeof calls.listAll, Full & HeldFacts>(calls.listAll, {
  id: "t.id",
  from: `${FROM} left join companies c on c.id = t.company_id`,
  rows_of: "transfers t left join users s on s.id = t.user_id left join companies c on c.id = t.company_id",
  select: `
    ${SELECT}, t.user_id, t.company_id, coalesce(c.name, s.full_name) as owner, t.payout_id, t.failure,
    nullif(array_to_string(t.review_reasons, ','), '') as held_because
  `,
  facts: `
    t.to_user_id,
    case
      when t.status = 'in_review' then exists (
        select 1 from approvals a
        where a.kind = 'let_transfer_go' and a.status = 'pending' and a.payload ->> 'transfer_id' = t.id::text
      )
      else false
    end as is_waiting
  `,
  columns: { is_company: "(t.company_id is not null)" },
  search: [...search, "folded(coalesce(c.name, s.full_name))"],
});

export const listOwn = (context: Context) =>
  own.scoped(
    sql`t.user_id = ${context.session.user_id} and t.company_id is null`,
    withMaskedAccount,
    abilitiesIn(context, calls, transferRules),
  );

export function listOfCompany(context: Context, { params }: { params: { id: string } }) {
  const { session } = context;
  if (params.id !== session.company_id) throw new NotFound("This company");
  return ofCompany.scoped(
    sql`t.company_id = ${session.company_id} and ${mayBeSeen(context)}`,
    withMaskedAccount,
    abilitiesIn(context, calls, transferRules),
  );
}

/** Salaries are seen by those of the company who may pay them, and by colleagues of ours who see what people earn; also while these view as somebody of the company. */
export function seesSalaries({ session }: Context): boolean {
  const { permissions } = lookerOf(session);
  return permissions.has("company:can_pay_salaries") || permissions.has("provider:can_view_salaries");
}
export const mayBeSeen = (context: Context): RawBuilder<unknown> =>
  seesSalaries(context) ? sql`true` : sql`not t.is_confidential`;

const { letGo, stop } = reviews;
/** Those that are held are decided from here too. */
const byItself = { not_of_this_kind: () => false, ...heldRules };
const decided = { letGo: byItself, stop: byItself };

export const listAll = (context: Context) =>
  all.scoped(
    mayBeSeen(context),
    (row) => ({
      ...withMaskedAccount(row),
      held_because: row.held_because && heldInWords(row.held_because.split(",")),
    }),
    abilitiesIn(context, { letGo, stop }, decided),
  );

/** What the caller may see: all with our permission, their company's with its, else their own. */
const inScope = (context: Context) => {
  const { session } = context;
  if (session.permissions.has("provider:can_view_transactions")) return mayBeSeen(context);
  const isOfCompany = session.company_id !== null && session.permissions.has("company:can_view_transfers");
  return isOfCompany
    ? sql`(t.company_id = ${session.company_id} and ${mayBeSeen(context)} or (t.user_id = ${session.user_id} and t.company_id is null))`
    : sql`(t.user_id = ${session.user_id} and t.company_id is null)`;
};

interface Found extends Omit<Row, "abilities">, TransferFacts {
  status: Row["status"];
}

/** One transfer as lists show it. @throws NotFound */
export const findTransfer = (db: Database | Tx, context: Context, id: string): Promise<Row> =>
  shownTransfer(db, context, id, inScope(context));

/** The same for one that the caller was found to have to do with. */
export async function shownTransfer(
  db: Database | Tx,
  context: Context,
  id: string,
  scope: RawBuilder<unknown> = sql`true`,
): Promise<Row> {
  const { rows } = await sql<Found>`
    select ${sql.raw(SELECT)}, t.user_id
    from ${sql.raw(FROM)}
    where t.id = ${id} and ${scope}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new NotFound("This transfer");
  const { user_id: _, ...rest } = row;
  return { ...withMaskedAccount(rest), abilities: abilitiesIn(context, calls, transferRules)(row) };
}

/** One that was just written down, as lists show it; what else was read of it is not answered. */
export function shownBegun(context: Context, begun: Begun & { sent_by: string }): Row {
  const shown = { ...begun, account_no: begun.account_no_last4 } as Omit<Row, "abilities"> & Found;
  return { ...withMaskedAccount(shown), abilities: abilitiesIn(context, calls, transferRules)(shown) };
}

const TITLES: Readonly<Record<string, string>> = {
  in_review: "We look at it",
  awaiting_approval: "Awaits approval",
  scheduled: "Planned",
  approved: "Accepted",
  sent: "Sent to the bank",
  unknown: "The bank has not answered",
  success: "Arrived",
  failed: "Did not arrive",
  reversed: "Came back",
  refunded: "Refunded",
  cancelled: "Cancelled",
};

/** What its page shows beside the row. The caller was found to be in its scope. */
export async function detailOf(db: Database, id: string): Promise<Omit<Detail, keyof Row>> {
  const { rows } = await sql<Omit<Detail, keyof Row | "history">>`
    select t.payout_id, t.expense_id, t.failure, p.session_id, p.provider_reference, t.settled_at,
      case when p.status in ('sent', 'unknown') then p.next_question_at end as asked_again_at
    from transfers t
    left join payouts p on p.id = t.payout_id
    where t.id = ${id}
  `.execute(db);
  const { rows: past } = await sql<{ to_state: string; by: string | null; reason: string | null; at: Date }>`
    select to_state, case when actor_id is not null then actor_name end as by, reason, happened_at as at
    from transitions
    where noun = 'transfer' and subject_id = ${id}
    order by happened_at desc, id desc
    limit 100
  `.execute(db);
  return {
    ...rows[0]!,
    history: past.map(({ to_state, ...step }) => ({ ...step, title: TITLES[to_state] ?? to_state })),
  };
}

/** Whom the caller has kept, the last ones first. */
export async function payeesOf(
  db: Database,
  user_id: string,
): Promise<z.output<typeof calls.payees.response>["payees"]> {
  const { rows } = await sql<z.output<typeof calls.payees.response>["payees"][number]>`
    select p.id, p.kind, p.name, p.bank_code, p.bank_name, p.account_no_last4 as account_no
    from transfer_payees p
    where p.user_id = ${user_id} and p.is_saved
    order by coalesce((select max(t.created_at) from transfers t where t.payee_id = p.id), p.created_at) desc
    limit 100
  `.execute(db);
  return rows.map(withMaskedAccount);
}
