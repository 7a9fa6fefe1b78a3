import * as calls from "@manilla/contract/people/cash-transactions";
import { sql } from "kysely";
import type { PayoutPurposeName } from "@manilla/contract/money/purposes";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { getRow } from "../../../db/row.ts";
import { withMaskedAccount } from "../../../field-encryption.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import type { Payout } from "../../../house/purposes.ts";
import { failPayout, lockPayoutInOrder } from "../../money/payouts/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { abilitiesIn, actionsOn } from "../../platform/states/index.ts";
import { askToDebit, askToMark, debitCash, markCashSuccess } from "./debiting.ts";
import { withdrawCash } from "./withdrawing.ts";
import { type TransferFacts, transferRules } from "./rules.ts";

type Row = z.output<typeof calls.listAll.row>;
type Listed = Row & TransferFacts;

const IS_WAITING = `
  exists (
    select 1 from approvals a
    where a.kind = 'mark_cash_success' and a.status = 'pending' and a.payload ->> 'payout_id' = m.payout_id::text
  )
`;
const transactions = defineList<typeof calls.listAll, Listed>(calls.listAll, {
  from: `
    personal_movements m
    join users u on u.id = m.user_id
    left join users b on b.id = m.moved_by
    left join payouts p on p.id = m.payout_id
  `,
  rows_of: "personal_movements m join users u on u.id = m.user_id left join payouts p on p.id = m.payout_id",
  select: `
    m.id, m.happened_at, m.user_id, u.full_name as person, m.kind, m.amount_kobo, m.balance_kobo, m.reference, m.note,
    b.full_name as by, m.payout_id, case when m.kind in ('withdrawn', 'sent') then p.status end as status,
    p.account_name as payee, p.bank_name, p.account_no_last4 as account_no,
    case when p.status = 'unknown' then ${IS_WAITING} else false end as is_waiting
  `,
  facts: `
    (u.is_post_no_debit or u.is_blacklisted or u.profile_status = 'deactivated') as is_post_no_debit,
    case when p.status in ('awaiting_approval', 'unknown') then payees_of_payout(p.id) else '{}' end as payee_ids
  `,
  columns: { status: "p.status" },
  id: "m.id",
  search: ["folded(m.reference)", "folded(u.full_name)"],
});

/** Payouts that a person requested. Those of companies are marked as arrived here too; they never await us. */
const OUT_OF_CASH = ["cash_withdrawal", "transfer"];

interface Transfer extends TransferFacts, Omit<Payout, "status" | "user_id"> {}

/** A transfer out of a cash wallet, locked after its person. */
async function lockTransfer(tx: Tx, context: Context, id: string): Promise<Transfer | undefined> {
  const payout = await lockPayoutInOrder(context, tx, id);
  if (!payout || !OUT_OF_CASH.includes(payout.purpose)) return undefined;
  const columns = ["is_post_no_debit", "is_blacklisted", "profile_status"] as const;
  const owner = await getRow(tx, "users", payout.user_id, columns);
  const is_post_no_debit = owner.is_post_no_debit || owner.is_blacklisted || owner.profile_status === "deactivated";
  const { rows } = await sql<{ is_waiting: boolean; payee_ids: string[] }>`
    select payees_of_payout(${id}::uuid) as payee_ids, exists (
      select 1 from approvals where kind = 'mark_cash_success' and status = 'pending' and payload ->> 'payout_id' = ${id}
    ) as is_waiting
  `.execute(tx);
  return { ...payout, is_post_no_debit, ...rows[0]! };
}

const act = actionsOn({
  calls,
  rules: transferRules,
  noun: "payout",
  name: "transfer",
  audits: ({ id, user_id }: Transfer) => ({ subject_type: "payout", subject_id: id, about: user_id }),
  lock: lockTransfer,
  async answer(tx, _, id) {
    const { status } = await getRow(tx, "payouts", id, ["status"]);
    return { payout_id: id, status };
  },
});

export const approvals = { debit_cash: debitCash, mark_cash_success: markCashSuccess };

export const handlers: Handlers<typeof calls> = {
  listAll(context) {
    const abilities = abilitiesIn(context, calls, transferRules);
    return transactions.scoped(sql`m.wallet = 'cash'`, withMaskedAccount, (row) => (row.status ? abilities(row) : {}));
  },
  approve: act(calls.approve, {
    audit: "cash_transfer_approved",
    async does(tx, context, { is_post_no_debit: _, is_waiting: __, payee_ids: ___, ...payout }) {
      const { id: payout_id, purpose } = payout;
      await context.house.payouts.get(purpose as PayoutPurposeName)?.moves?.(tx, payout, "release", actorOf(context));
      await context.queue.send(tx, "send-payout", { payout_id });
    },
  }),
  reject: act(calls.reject, {
    audit: "cash_transfer_rejected",
    async does(tx, context, { is_post_no_debit: _, is_waiting: __, payee_ids: ___, ...payout }, { body: { reason } }) {
      await failPayout(context, tx, payout, reason, "refuse", actorOf(context));
      return { after: { status: "failed", amount_kobo: payout.amount_kobo } };
    },
  }),
  markSuccess: act(calls.markSuccess, {
    does: async (tx, context, transfer, { body }) => ({
      answer: { approval_id: await askToMark(tx, context, transfer, body) },
    }),
  }),
  debit: inOneTransaction<typeof calls.debit>(async (tx, context, { body }) => ({
    approval_id: await askToDebit(tx, context, body),
  })),
  withdraw: inOneTransaction<typeof calls.withdraw>((tx, context, { body }) =>
    withdrawCash(tx, context, body.amount_kobo),
  ),
};
