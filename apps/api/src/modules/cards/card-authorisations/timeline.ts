/** What payments tell in the timeline of their card: what was requested, and what was taken. */
import { type DeclineReason, declineTitles } from "@manilla/contract/cards/decline-reasons";
import { badge } from "@manilla/contract/badges";
import { money } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { TimelineRow, Timelines } from "../../../house/timelines.ts";

const sum = ({ amount_kobo, data }: TimelineRow): string => money(amount_kobo!, data?.currency as "NGN" | "USD");
const page = ({ data }: TimelineRow): string | false =>
  data?.payment_id ? `/admin/cards/transaction/${String(data.payment_id)}` : false;
const TAKEN: Readonly<Record<string, string>> = {
  capture: "taken by",
  refund: "given back by",
  refund_reversal: "taken again by",
  dispute_won: "won back from",
};

export const ofPayments: Timelines = {
  card: [
    {
      name: "payment",
      kind: "attempts",
      from: "card_authorisations p join cards c on c.id = p.card_id",
      of: ({ id }) => sql`p.card_id = ${id}`,
      id: "p.id",
      at: "p.created_at",
      what: "p.merchant",
      amount: "p.amount_kobo",
      data: "json_build_object('payment_id', p.id, 'status', p.status, 'reason', p.reason, 'currency', c.currency)",
      says: (row) => ({
        words: `${sum(row)} at ${row.what}: ${badge("card_payment", String(row.data?.status)).label.toLowerCase()}`,
        detail:
          row.data?.status === "declined" && row.data.reason ? declineTitles[row.data.reason as DeclineReason] : null,
      }),
      page,
    },
    {
      name: "capture",
      kind: "money",
      from: "card_captures k join cards c on c.id = k.card_id",
      of: ({ id }) => sql`k.card_id = ${id}`,
      id: "k.id",
      at: "k.happened_at",
      what: "k.merchant",
      amount: "k.amount_kobo",
      data: "json_build_object('payment_id', k.authorisation_id, 'kind', k.kind, 'currency', c.currency)",
      says: (row) => `${sum(row)} ${TAKEN[String(row.data?.kind)]} ${row.what}`,
      page,
    },
  ],
};
