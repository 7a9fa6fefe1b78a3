/** What this room tells in a person's timeline: acts, states of the case, activities and notes. Money, messages, calls and loans come from their rooms. */
import { activityWords } from "@manilla/contract/platform/activities";
import { type Mentioned, readableText } from "@manilla/contract/people/mentions";
import { sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import { type Timelines, personTab } from "../../../house/timelines.ts";
import { auditTold, stateInWords } from "../../platform/audit/index.ts";
import { statesTold } from "../../platform/states/index.ts";

const moved = (what: string, from: string | null, to: string): string =>
  `${what}: ${from ? `${stateInWords(from)} → ` : ""}${stateInWords(to)}`;

export const ofPeople: Timelines = {
  person: [
    auditTold("user"),
    statesTold("profile", (to, from) => moved("Profile", from, to), {
      kind: "decisions",
      of: ({ id }) => sql`t.subject_id = ${id} and t.noun in ('profile', 'case')`,
      what: "t.noun",
      says: ({ what, data }) => moved(sentence(what), data?.from as string | null, String(data?.to)),
    }),
    {
      name: "activity",
      kind: "changes",
      from: `activity_users x
        join activities a on a.id = x.activity_id
        left join activity_users cx on cx.activity_id = a.id and cx.position = 'creator'
        left join users cu on cu.id = cx.user_id
        left join activity_users tx on tx.activity_id = a.id and tx.position = 'target'
        left join users tu on tu.id = tx.user_id`,
      of: ({ id }) => sql`x.user_id = ${id} and (x.position = 'target' or tx.user_id is null)`,
      id: "a.id",
      at: "a.happened_at",
      what: "a.type",
      who: "coalesce(cu.full_name, 'System')",
      data: "json_build_object('creator', cu.full_name, 'target', tu.full_name, 'product', a.data ->> 'product')",
      says: ({ what, data }) =>
        activityWords(what as Parameters<typeof activityWords>[0], "observer", {
          creator: (data?.creator as string | null) ?? "System",
          target: (data?.target as string | null) ?? "somebody",
          ...(data?.product ? { product: String(data.product) } : {}),
        }),
    },
    {
      name: "note",
      kind: "notes",
      from: "comments c",
      of: ({ id }) => sql`c.user_id = ${id}`,
      id: "c.id",
      at: "c.created_at",
      what: "''",
      detail: "c.body",
      who: "c.author_name",
      data: `json_build_object(
        'user_id', c.user_id,
        'mentions', (
          select json_agg(json_build_object('id', m.mentioned_id, 'name', u.full_name))
          from comment_mentions m
          join users u on u.id = m.mentioned_id
          where m.comment_id = c.id
        )
      )`,
      says: ({ detail, data }) => ({
        words: "Comment",
        detail: detail && readableText(detail, (data?.mentions as Mentioned[] | null) ?? []),
      }),
      page: personTab("comments").page,
    },
  ],
};
