import * as calls from "@manilla/contract/platform/configuration";
import { configurationWords } from "@manilla/contract/platform/configuration-words";
import { sql } from "kysely";
import type { Handlers } from "../../../house/app.ts";
import { requestApproval } from "../approvals/index.ts";
import { typedValues } from "./index.ts";

interface Row {
  key: string;
  value: string | number | boolean;
  description: string;
  is_public: boolean;
  updated_at: Date;
  updated_by: string | null;
}

/** The first names of what would change, as many as a title holds. */
function titleOf(keys: readonly string[]): string {
  const labels = keys.map((key) => configurationWords(key).label);
  return labels.length > 3
    ? `${labels.slice(0, 2).join(", ")} and ${labels.length - 2} more values`
    : labels.join(", ");
}

export const handlers: Handlers<typeof calls> = {
  async find({ db }) {
    const { rows } = await sql<Row>`
      select c.key, c.value, c.description, c.is_public, c.updated_at, u.full_name as updated_by
      from configuration c
      left join users u on u.id = c.updated_by
      order by c.key
    `.execute(db);
    const waiting = await db
      .selectFrom("approvals")
      .select(["id", "title"])
      .where("kind", "=", "change_configuration")
      .where("status", "=", "pending")
      .orderBy("created_at", "desc")
      .limit(50)
      .execute();
    const rulesOf = (key: string): string | null =>
      key in calls.configurationRules ? calls.configurationRules[key as calls.ConfigurationKey] : null;
    return {
      items: rows.map((row) => ({ ...row, rules: rulesOf(row.key) })),
      waiting: waiting.map(({ id, title }) => ({ approval_id: id, title })),
    };
  },

  update: (context, { body }) =>
    context.once(async (tx) => {
      const values = typedValues(body.values);
      const keys = Object.keys(values);
      const rows = await tx.selectFrom("configuration").select(["key", "value"]).where("key", "in", keys).execute();
      const before = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
      const approval_id = await requestApproval(tx, context, {
        kind: "change_configuration",
        title: `Configuration: ${titleOf(keys)}`,
        payload: { values },
        before: { values: before },
        reason: body.reason,
      });
      return { approval_id };
    }),
};
