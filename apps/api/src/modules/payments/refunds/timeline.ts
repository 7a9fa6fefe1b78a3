/** What the refunds desk tells in the timeline of a transfer. */
import { refundCauses, type RefundCause } from "@manilla/contract/payments/refund-words";
import { badge } from "@manilla/contract/badges";
import { sql } from "kysely";
import type { Timelines } from "../../../house/timelines.ts";
import { statesTold } from "../../platform/states/index.ts";

export const ofRefunds: Timelines = {
  transfer: [
    statesTold("refundCase", () => "", {
      kind: "decisions",
      from: "refund_cases r join transitions t on t.subject_id = r.id and t.noun = 'refundCase'",
      of: ({ id }) => sql`r.transfer_id = ${id}`,
      what: "r.cause",
      data: "json_build_object('id', r.id, 'to', t.to_state)",
      says: ({ what, data }) =>
        `Refund case, ${refundCauses[what as RefundCause].toLowerCase()}: ${badge("refund_case", String(data?.to)).label.toLowerCase()}`,
      page: ({ data }, may) => may("provider:can_refund_transactions") && `/admin/refunds/${String(data?.id)}`,
    }),
  ],
};
