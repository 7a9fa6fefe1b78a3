/** What a transfer's own room tells in its timeline: its states, each attempt at the bank, and every act on record. */
import { badge } from "@manilla/contract/badges";
import { sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Timelines } from "../../../house/timelines.ts";
import { auditTold } from "../../platform/audit/index.ts";
import { notOnRecord, statesTold } from "../../platform/states/index.ts";

const PAYOUT = "provider:can_view_loan_disbursements";

export const ofTransfers: Timelines = {
  transfer: [
    auditTold("transfer", { kind: "decisions" }),
    statesTold("transfer", (to) => badge("transfer", to).label, {
      of: ({ id }) => sql`t.subject_id = ${id} and t.noun = 'transfer' and ${notOnRecord("transfer")}`,
    }),
    statesTold("payout", (to) => `Payout: ${badge("payout", to).label.toLowerCase()}`, {
      kind: "attempts",
      of: ({ payout_id }) => sql`t.subject_id = ${payout_id}::uuid and t.noun = 'payout'`,
      data: "json_build_object('id', t.subject_id, 'to', t.to_state)",
      page: ({ data }, may) => may(PAYOUT) && `/admin/payments/${String(data?.id)}`,
    }),
    {
      name: "answer",
      kind: "attempts",
      from: "provider_answers a",
      of: ({ payout_id }) => sql`a.subject_id = ${payout_id}::uuid`,
      id: "a.id",
      at: "a.answered_at",
      what: "a.outcome",
      detail: "a.words",
      data: "json_build_object('question', a.question, 'id', a.subject_id)",
      says: ({ what, data }) =>
        `${data?.question === "send" ? "Sent to the bank" : "The bank was asked"}: ${sentence(what).toLowerCase()}`,
      page: ({ data }, may) => may(PAYOUT) && `/admin/payments/${String(data?.id)}`,
    },
  ],
};
