/** What disputes tell in the timeline of their card. */
import { badge } from "@manilla/contract/badges";
import { money } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Timelines } from "../../../house/timelines.ts";
import { statesTold } from "../../platform/states/index.ts";

export const ofDisputes: Timelines = {
  card: [
    statesTold("cardDispute", () => "", {
      kind: "decisions",
      from: `card_disputes d
        join cards c on c.id = d.card_id
        join card_captures k on k.id = d.capture_id
        join transitions t on t.subject_id = d.id and t.noun = 'cardDispute'`,
      of: ({ id }) => sql`d.card_id = ${id}`,
      what: "k.merchant",
      amount: "d.amount_kobo",
      data: "json_build_object('id', d.id, 'to', t.to_state, 'currency', c.currency)",
      says: ({ what, amount_kobo, data }) =>
        `Dispute of ${money(amount_kobo!, data?.currency as "NGN" | "USD")} at ${what}: ${badge("card_dispute", String(data?.to)).label.toLowerCase()}`,
      page: ({ data }, may) =>
        may("provider:can_view_card_requests", "provider:can_reconcile") && `/admin/cards/disputes/${String(data?.id)}`,
    }),
  ],
};
