import * as calls from "@manilla/contract/payments/transfer-reviews";
import { sql } from "kysely";
import type { z } from "zod";
import { defineList } from "../../../../db/list.ts";
import { masked } from "../../../../field-encryption.ts";
import { NotAllowed } from "../../../../errors.ts";
import type { Handlers } from "../../../../house/app.ts";
import { tellTyped } from "../../../platform/notifications/index.ts";
import { abilitiesIn, actionsOn, businessDate } from "../../../platform/states/index.ts";
import { type Transfer, freeMoney, heldInWords, heldRules, transferMessages } from "../../transfers/index.ts";
import { askToLetGo, goOn, keepLook, lockHeld, needsTwo } from "./letting-go.ts";
import { type NewAccounts, batchHandlers, newInWords } from "./batches.ts";
import { type ReviewFacts, reviewRulesWith } from "./rules.ts";

type Listed = z.output<typeof calls.listAll.row> & ReviewFacts & NewAccounts;
/** What was held: transfers by themselves, batches as a whole. */
const HELD = `(
  select t.id, t.user_id, t.to_user_id, t.company_id, t.reference, t.payee, t.bank_name, t.account_no_last4, t.amount_kobo, t.total_kobo,
    t.review_reasons, t.status, t.review_note, t.reviewed_by, t.created_at, t.reviewed_at, t.version, 'transfer_id' as asked_as,
    null::int as new_count, null::bigint as new_kobo
  from transfers t
  where t.review_reasons <> '{}'
  union all
  select b.id, b.submitted_by, null, b.company_id, b.reference, b.name, null, null, b.amount_kobo, b.total_kobo,
    b.review_reasons, b.status, b.review_note, b.reviewed_by, b.created_at, b.reviewed_at, b.version, 'batch_id',
    b.review_new_count, b.review_new_kobo
  from transfer_batches b
  where b.review_reasons <> '{}'
) t`;
const reviews = defineList<typeof calls.listAll, Listed>(calls.listAll, {
  from: `${HELD} join users s on s.id = t.user_id left join companies c on c.id = t.company_id left join users d on d.id = t.reviewed_by`,
  select: `
    t.id, t.user_id, t.company_id, coalesce(c.name, s.full_name) as owner, t.reference, t.payee, t.bank_name, t.account_no_last4 as account_no,
    t.amount_kobo, t.total_kobo, array_to_string(t.review_reasons, ',') as held_because, t.status, t.review_note, d.full_name as reviewed_by, t.created_at,
    t.reviewed_at, t.version, t.asked_as = 'batch_id' as is_batch,
    case
      when t.status = 'in_review' then exists (
        select 1 from approvals a
        where a.kind in ('let_transfer_go', 'let_batch_go') and a.status = 'pending' and a.payload ->> t.asked_as = t.id::text
      )
      else false
    end as is_waiting
  `,
  facts: "t.to_user_id, t.new_count, t.new_kobo",
  id: "t.id",
  search: ["folded(t.reference)", "folded(t.payee)", "folded(coalesce(c.name, s.full_name))"],
});

const reviewRules = reviewRulesWith(heldRules);
type Held = Transfer & { is_waiting: boolean; is_batch: false };
const act = actionsOn<typeof calls, Held>({
  calls,
  rules: reviewRules,
  noun: "transfer",
  name: "transfer",
  audits: ({ id, user_id }) => ({ subject_type: "transfer", subject_id: id, about: user_id }),
  lock: (tx, _, id) => lockHeld(tx, id),
  answer: async () => ({ approval_id: null }),
});

export const handlers: Handlers<typeof calls> = {
  listAll: (context) =>
    reviews.scoped(
      sql`true`,
      (row) => ({
        ...row,
        account_no: masked(row.account_no),
        held_because: [heldInWords(row.held_because.split(",")), ...newInWords(row)].join(". "),
      }),
      abilitiesIn(context, calls, reviewRules),
    ),
  letGo: act(calls.letGo, {
    async does(tx, context, { is_waiting: _, is_batch: __, ...transfer }, { body: { reason } }) {
      if (transfer.company_id && transfer.company_id === context.session.company_id)
        throw new NotAllowed("Nobody decides about their own company's money.", "own_money");
      if (await needsTwo(tx, transfer, await businessDate(tx)))
        return { answer: { approval_id: await askToLetGo(tx, context, transfer, reason) } };
      await goOn(tx, context, transfer, reason);
      return { answer: { approval_id: null } };
    },
  }),
  stop: act(calls.stop, {
    audit: "transfer_stopped",
    async does(tx, context, { is_waiting: _, is_batch: __, ...transfer }, { body: { reason } }) {
      await freeMoney(tx, transfer);
      await keepLook(tx, context, transfer.id, reason);
      await tellTyped(tx, context, transfer.user_id, transferMessages.stopped(transfer, reason), { reason });
    },
  }),
  ...batchHandlers,
};
