import * as calls from "@manilla/contract/payments/transfer-reviews";
import { sql } from "kysely";
import type { z } from "zod";
import { defineList } from "../../../db/list.ts";
import { masked } from "../../../field-encryption.ts";
import type { Handlers } from "../../../house/app.ts";
import { tell } from "../../platform/notifications/index.ts";
import { abilitiesIn, actionsOn, businessDate } from "../../platform/states/index.ts";
import { type Transfer, freeMoney, transferMessages } from "../transfers/index.ts";
import { askToLetGo, goOn, inWords, keepLook, lockHeld, needsTwo } from "./letting-go.ts";
import { type ReviewFacts, reviewRules } from "./rules.ts";

type Listed = z.output<typeof calls.listAll.row> & ReviewFacts;
const reviews = defineList<typeof calls.listAll, Listed>(calls.listAll, {
  from: "transfers t join users s on s.id = t.user_id left join companies c on c.id = t.company_id left join users d on d.id = t.reviewed_by",
  rows_of: "transfers t join users s on s.id = t.user_id left join companies c on c.id = t.company_id",
  select: `
    t.id, t.user_id, t.company_id, coalesce(c.name, s.full_name) as owner, t.reference, t.payee, t.bank_name, t.account_no_last4 as account_no,
    t.amount_kobo, t.total_kobo, array_to_string(t.review_reasons, ',') as held_because, t.status, t.review_note, d.full_name as reviewed_by, t.created_at,
    t.reviewed_at, t.version,
    case
      when t.status = 'in_review' then exists (
        select 1 from approvals a
        where a.kind = 'let_transfer_go' and a.status = 'pending' and a.payload ->> 'transfer_id' = t.id::text
      )
      else false
    end as is_waiting
  `,
  facts: "t.to_user_id",
  id: "t.id",
  search: ["folded(t.reference)", "folded(t.payee)", "folded(coalesce(c.name, s.full_name))"],
});

type Held = Transfer & { is_waiting: boolean };
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
      sql`t.review_reasons <> '{}'`,
      (row) => ({ ...row, account_no: masked(row.account_no), held_because: inWords(row.held_because.split(",")) }),
      abilitiesIn(context, calls, reviewRules),
    ),
  letGo: act(calls.letGo, {
    async does(tx, context, { is_waiting: _, ...transfer }, { body: { reason } }) {
      if (await needsTwo(tx, transfer, await businessDate(tx)))
        return { answer: { approval_id: await askToLetGo(tx, context, transfer, reason) } };
      await goOn(tx, context, transfer, reason);
      return { answer: { approval_id: null } };
    },
  }),
  stop: act(calls.stop, {
    audit: "transfer_stopped",
    async does(tx, context, { is_waiting: _, ...transfer }, { body: { reason } }) {
      await freeMoney(tx, transfer);
      await keepLook(tx, context, transfer.id, reason);
      await tell(tx, context, transfer.user_id, transferMessages.stopped(transfer, reason));
    },
  }),
};
