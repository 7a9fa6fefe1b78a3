/** What raises of limits tell in the timeline of their card; that one was requested is on record. */
import { limitWords, type LimitPeriod } from "@manilla/contract/cards/decline-reasons";
import { naira, sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Timelines } from "../../../house/timelines.ts";
import { statesTold } from "../../platform/states/index.ts";

export const ofRaises: Timelines = {
  card: [
    statesTold("cardRaise", () => "", {
      kind: "decisions",
      from: "card_raises a join transitions t on t.subject_id = a.id and t.noun = 'cardRaise' and t.from_state is not null",
      of: ({ id }) => sql`a.card_id = ${id}`,
      what: "a.period",
      amount: "a.amount_kobo",
      says: ({ what, amount_kobo, data }) =>
        `${naira(amount_kobo!)} more for the ${limitWords[what as LimitPeriod]}: ${sentence(String(data?.to)).toLowerCase()}`,
      page: ({ data }) => (data?.card_id ? `/admin/cards/${String(data.card_id)}/controls` : null),
      data: "json_build_object('to', t.to_state, 'card_id', a.card_id)",
    }),
  ],
};
