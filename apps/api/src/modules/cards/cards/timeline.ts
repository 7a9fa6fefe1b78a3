/** What a card's own room tells in its timeline: its states, who froze it, and every act on record. */
import { badge } from "@manilla/contract/badges";
import { sql } from "kysely";
import type { TimelineSource, TimelineSubjects, Timelines } from "../../../house/timelines.ts";
import { auditTold } from "../../platform/audit/index.ts";
import { notOnRecord, statesTold } from "../../platform/states/index.ts";

const FREEZERS: Readonly<Record<string, string>> = {
  holder: "its holder",
  company: "the company",
  provider: "Manilla",
  system: "Manilla, by itself",
};
const freeze = (name: string, at: string, who: string, says: string): TimelineSource<TimelineSubjects["card"]> => ({
  name,
  kind: "decisions",
  from: `card_freezes f left join users u on u.id = f.${who}`,
  of: ({ id }) => sql`f.card_id = ${id}`,
  id: "f.id",
  at: `f.${at}`,
  what: 'f."by"',
  detail: "f.reason",
  who: "u.full_name",
  says: ({ what }) => `${says} by ${FREEZERS[what]}`,
});

export const ofCards: Timelines = {
  card: [
    auditTold("card"),
    statesTold("card", (to) => badge("card", to).label, {
      kind: "decisions",
      of: ({ id }) =>
        sql`t.subject_id = ${id} and t.noun = 'card' and t.to_state <> 'frozen' and ${notOnRecord("card")}`,
    }),
    freeze("freeze", "since", "frozen_by", "Frozen"),
    freeze("lifted", "lifted_at", "lifted_by", "Freeze lifted, set"),
  ],
};
