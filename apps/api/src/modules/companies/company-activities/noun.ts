import { type ChainKind, chainKindWords } from "@manilla/contract/companies/chain-steps";
import * as calls from "@manilla/contract/companies/company-activities";
import { activityLevel, activityWords, addedFor } from "@manilla/contract/platform/activities";
import { sql } from "kysely";
import type { z } from "zod";
import { noun } from "../../../house/index.ts";
import type { Context } from "../../../house/app.ts";
import { NotFound } from "../../../errors.ts";

type Activity = z.output<typeof calls.listAll.response>["activities"][number];
interface Row {
  id: string;
  type: Activity["type"];
  happened_at: Date;
  creator_id: string | null;
  creator: string | null;
  target_id: string | null;
  target: string;
  product: string | null;
}

const PAGE = 50;
const RECENT = 10;

/** For the reader: their own acts, what was done to them, and what others did. The provider's people have no names here. */
function worded({ session }: Context, row: Row): Activity {
  const { id, type, happened_at, creator_id, target_id, product } = row;
  const target = type === "approval_chain_changed" ? chainKindWords[row.target as ChainKind] : row.target;
  const viewer = creator_id === session.user_id ? "creator" : target_id === session.user_id ? "target" : "observer";
  const creator = row.creator ?? "Manilla";
  return {
    id,
    type,
    level: activityLevel(type),
    words: activityWords(type, viewer, { creator, target, ...(product && { product }) }),
    data: { creator, target, product },
    users: [
      ...(creator_id && row.creator
        ? [{ id: creator_id, name: row.creator, pivot: { position: "creator" as const } }]
        : []),
      ...(target_id ? [{ id: target_id, name: target, pivot: { position: "target" as const } }] : []),
    ],
    happened_at,
  };
}

/** @throws NotFound for another company's */
async function activitiesOf(
  context: Context,
  company_id: string,
  most: number,
  { before = "infinity", before_id = "" }: z.output<typeof calls.listAll.query> = {},
): Promise<Activity[]> {
  const { db, session } = context;
  if (session.company_id !== company_id) throw new NotFound("This company");
  const { rows } = await sql<Row>`
    select a.*, c.full_name as creator
    from (
      select *
      from company_activities(
        ${company_id}, ${session.permissions.has("company:can_view_loans")}, ${before}, ${before_id}, ${most}
      )
      union all
      select *
      from company_acts(${company_id}, ${addedFor(session.permissions)}::text[], ${before}, ${before_id}, ${most})
    ) a
    left join users c on c.id = a.creator_id and c.company_id = ${company_id}
    order by a.happened_at desc, a.id desc
    limit ${most}
  `.execute(db);
  return rows.map((row) => worded(context, row));
}

export const companyActivities = noun({
  calls,
  handlers: {
    async listAll(context, { params, query }) {
      const found = await activitiesOf(context, params.company_id, PAGE + 1, query);
      return { activities: found.slice(0, PAGE), has_more: found.length > PAGE };
    },
    recent: async (context, { params }) => ({ activities: await activitiesOf(context, params.company_id, RECENT) }),
  },
});
