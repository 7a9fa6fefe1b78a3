import * as calls from "@manilla/contract/payments/partner-bank";
import { sql } from "kysely";
import type { z } from "zod";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { tierOf } from "../../people/personal-wallets/index.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { waitsBecause } from "./messages.ts";
import { type CreditFacts, creditRules } from "./rules.ts";

/** A number of which the last four digits may be seen. */
const masked = (column: string): string => `'•••••••' || ${column}`;

/** Whose it is: by its number, or as two people said of money without a name. */
const FROM = `
  inbound_credits t
  left join unidentified_receipts n on n.id = t.unidentified_id
  left join receipts r on r.id = coalesce(t.receipt_id, n.receipt_id)
  left join users u on u.id = coalesce(t.user_id, r.user_id)
  left join companies c on c.id = coalesce(t.company_id, r.company_id)
  left join reconciliation_items i on (i.subject_type, i.subject_id) in (
    ('receipt', t.receipt_id), ('unidentified_receipt', t.unidentified_id)
  )
`;
const SHOWN = `
  t.id, t.session_id, t.status, case when t.status = 'held' then t.held_because end as held_because, t.amount_kobo,
  t.sender_name as sender, t.sender_bank, ${masked("t.sender_account_last4")} as sender_account, t.narration,
  ${masked("t.account_no_last4")} as account, coalesce(u.full_name, c.name) as owner, u.id as user_id,
  c.id as company_id, r.id as receipt_id, t.approval_id is not null and t.status = 'held' as is_waiting,
  i.id as item_id, i.status as item_status, t.created_at, t.version
`;
const FACTS = "t.approval_id, t.sender_account_encrypted is not null and t.sender_bank_code <> '' as has_account";

type Listed = z.output<typeof calls.incomingList.row> & CreditFacts;
const incoming = defineList<typeof calls.incomingList, Listed>(calls.incomingList, {
  from: FROM,
  select: SHOWN,
  facts: FACTS,
  id: "t.id",
  columns: { user_id: "t.user_id", company_id: "t.company_id", status: "t.status", held_because: "t.held_because" },
  search: ["t.session_id", "folded(t.sender_name)", "folded(coalesce(u.full_name, c.name))"],
});

/** What the caller may do to each. */
const abilitiesFor = (context: Context) => {
  const abilities = abilitiesIn(context, calls, creditRules);
  return (row: Listed) => abilities({ ...row, callers_company: context.session.company_id });
};

export const incomingFor = (context: Context) => incoming.scoped(sql`true`, undefined, abilitiesFor(context));

/** One of them with its payment. @throws NotFound */
export async function oneIncoming(
  context: Context,
  id: string,
): Promise<z.output<typeof calls.incomingOne.response>["credit"]> {
  type Found = z.output<typeof calls.incomingOne.response>["credit"] & CreditFacts;
  const { rows } = await sql<Found>`
    select ${sql.raw(SHOWN)}, ${sql.raw(FACTS)}, t.payment_reference, t.sent_at, t.released_on::text as released_on,
      t.payout_id
    from ${sql.raw(FROM)}
    where t.id = ${id}
  `.execute(context.db);
  const [found] = rows;
  if (!found) throw new NotFound("This transfer");
  return { ...found, abilities: abilitiesFor(context)(found) };
}

/** What is passed on to a partner is nobody's money but ours: the person of its payout requested it. */
export const outgoing = defineList(calls.outgoingList, {
  from: `
    payouts p
    join users u on u.id = p.user_id
    left join companies c on c.id = p.company_id
    left join reconciliation_items i on i.subject_type = 'payout' and i.subject_id = p.id
  `,
  rows_of: "payouts p",
  select: `
    p.id, p.reference, p.provider_reference, p.status, p.purpose, p.amount_kobo,
    case when p.purpose = 'partner_repayment' then 'Manilla' else coalesce(c.name, u.full_name) end as sender,
    p.account_name as receiver, p.bank_name as receiver_bank, ${masked("p.account_no_last4")} as receiver_account,
    i.id as item_id, i.status as item_status, p.created_at
  `,
  columns: { status: "p.status" },
  id: "p.id",
  search: ["folded(p.reference)", "folded(p.account_name)"],
});

const MAX_HELD = 50;

/** What came for the caller's wallet and is held, with what lets it in. */
export async function heldFor({ db, session: { user_id } }: Context) {
  const rows = await db
    .selectFrom("inbound_credits")
    .select(["id", "amount_kobo", "sender_name as sender", "held_because", "created_at"])
    .$narrowType<{ held_because: "balance" | "single_deposit" | "closed" }>()
    .where("user_id", "=", user_id)
    .where("status", "=", "held")
    .orderBy("created_at", "desc")
    .limit(MAX_HELD)
    .execute();
  if (rows.length === 0) return [];
  const { plan } = (await tierOf(db, user_id)).limits;
  return rows.map(({ held_because, ...row }) => ({ ...row, says: waitsBecause(held_because, plan) }));
}
