/** What campaigns, and messages that did not arrive, tell in a person's timeline. */
import { sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import { type Timelines, personTab } from "../../../house/timelines.ts";

const WAYS: Readonly<Record<string, string>> = {
  mail: "E-mail",
  sms: "SMS",
  push: "Push message",
  in_app: "In the app",
};
const by = (channel: string): string => WAYS[channel] ?? sentence(channel);

export const ofCommunications: Timelines = {
  person: [
    {
      name: "campaign",
      kind: "messages",
      from: "communication_messages m join communications c on c.id = m.communication_id left join users u on u.id = c.created_by",
      of: ({ id }) => sql`m.user_id = ${id} and m.sent_at is not null`,
      id: "m.id",
      at: "m.sent_at",
      what: "coalesce(c.subject, c.name)",
      detail: "m.reason",
      who: "u.full_name",
      data: "json_build_object('id', c.id, 'channel', c.channel, 'status', m.status)",
      says: ({ what, data }) =>
        `${what}: ${by(String(data?.channel))}, ${sentence(String(data?.status)).toLowerCase()}`,
      page: ({ data }, may) => may("provider:can_create_communications") && `/admin/communications/${String(data?.id)}`,
    },
    {
      name: "undelivered",
      kind: "messages",
      from: "message_deliveries d",
      of: ({ id }) => sql`d.user_id = ${id} and d.outcome in ('failed', 'bounced')`,
      id: "d.job_id",
      at: "d.started_at",
      what: "d.channel",
      detail: "d.reason",
      data: personTab("contacts").data("d.user_id"),
      says: ({ what }) => `${by(what)} did not arrive`,
      page: personTab("contacts").page,
    },
  ],
};
