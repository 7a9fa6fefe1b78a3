/** What papers tell in a person's timeline. */
import { paperRights } from "@manilla/contract/people/papers";
import { sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import { type Timelines, personTab } from "../../../house/timelines.ts";

export const ofPapers: Timelines = {
  person: [
    {
      name: "paper",
      kind: "papers",
      can: [paperRights.documents],
      from: "document_events e",
      of: ({ id }) => sql`e.user_id = ${id}`,
      id: "e.id",
      at: "e.happened_at",
      what: "e.event",
      detail: "e.detail",
      who: "e.actor_name",
      data: personTab("documents").data("e.user_id"),
      says: ({ what }) => `Document ${sentence(what).toLowerCase()}`,
      page: personTab("documents").page,
    },
    {
      name: "identity",
      kind: "papers",
      can: [paperRights.identity],
      from: "identity_verifications v",
      of: ({ id }) => sql`v.user_id = ${id}`,
      id: "v.id",
      at: "coalesce(v.decided_at, v.created_at)",
      what: "upper(v.kind) || ' verification ' || replace(v.status, '_', ' ')",
      detail: "v.failure",
      who: "'Identity service'",
      data: personTab("identity").data("v.user_id"),
      says: ({ what }) => what,
      page: personTab("identity").page,
    },
  ],
};
