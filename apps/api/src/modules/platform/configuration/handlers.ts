import * as calls from "@manilla/contract/platform/configuration";
import { day } from "@manilla/contract/formats";
import { configurationWords } from "@manilla/contract/platform/configuration-words";
import { sql } from "kysely";
import type { Handlers } from "../../../house/app.ts";
import { requestApproval } from "../approvals/index.ts";
import { businessDate } from "../states/index.ts";
import { datedShown, requireDay, settingsOn } from "./dated.ts";
import { isDated, typedValues } from "./index.ts";
import { lowerNow, withdrawValue } from "./stricter.ts";

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
      .where("kind", "in", ["change_configuration", "withdraw_configuration"])
      .where("status", "=", "pending")
      .orderBy("created_at", "desc")
      .limit(50)
      .execute();
    const rulesOf = (key: string): string | null =>
      key in calls.configurationRules ? calls.configurationRules[key as calls.ConfigurationKey] : null;
    const dated = await datedShown(db, await businessDate(db));
    return {
      items: rows.map((row) => {
        const held = isDated(row.key) ? (dated.get(row.key) ?? []) : null;
        const now = held?.find(({ is_now }) => is_now);
        return { ...row, ...(now && { value: now.value }), rules: rulesOf(row.key), dated: held };
      }),
      waiting: waiting.map(({ id, title }) => ({ approval_id: id, title })),
    };
  },

  update: (context, { body }) =>
    context.once(async (tx) => {
      const values = typedValues(body.values);
      const keys = Object.keys(values);
      const rows = await tx.selectFrom("configuration").select(["key", "value"]).where("key", "in", keys).execute();
      const dated = keys.filter(isDated);
      const today = await businessDate(tx);
      const valid_from =
        dated.length > 0 ? await requireDay(tx, dated, { valid_from: body.valid_from, today }) : undefined;
      const held = valid_from === undefined ? [] : await settingsOn(tx, dated, valid_from);
      const before = {
        ...Object.fromEntries(rows.map(({ key, value }) => [key, value])),
        ...Object.fromEntries(dated.map((key, at) => [key, held[at]])),
      };
      const approval_id = await requestApproval(tx, context, {
        kind: "change_configuration",
        title: `Configuration: ${titleOf(keys)}${valid_from ? ` from ${day(valid_from)}` : ""}`,
        payload: { values, ...(valid_from && { valid_from, reason: body.reason }) },
        before: { values: before },
        reason: body.reason,
        once: valid_from ? ["values", "valid_from"] : ["values"],
      });
      return { approval_id };
    }),

  withdraw: (context, { params, body }) =>
    context.once(async (tx) => ({ approval_id: await withdrawValue(tx, context, params.id, body.reason) })),

  lower: (context, { body }) =>
    context.once(async (tx) => {
      await lowerNow(tx, context, { ...body, value: Number(body.value) });
      return {};
    }),
};
