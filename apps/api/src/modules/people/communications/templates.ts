/** Templates of messages (C193 to C197). */
import * as calls from "@manilla/contract/people/communications";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { changeRows } from "../../../db/row.ts";
import { InvalidFields, NotFound, StaleVersion } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { checkTexts } from "./rendering.ts";

type Template = z.output<typeof calls.createTemplate.response>["template"];

const TEMPLATE = `
    t.id, t.name, t.channel, t.category, t.subject, t.body, u.full_name as created_by, t.created_at,
    t.updated_at, t.version
  `;
const templateList = defineList(calls.listTemplates, {
  from: "communication_templates t left join users u on u.id = t.created_by",
  rows_of: "communication_templates t",
  select: TEMPLATE,
  id: "t.id",
  search: "folded(t.name || ' ' || t.body)",
});
async function findTemplate(db: Database | Tx, id: string): Promise<Template> {
  const { rows } = await sql<Template>`
      select ${sql.raw(TEMPLATE)}
      from communication_templates t
      left join users u on u.id = t.created_by
      where t.id = ${id} and t.deleted_at is null
    `.execute(db);
  if (!rows[0]) throw new NotFound("This template");
  return rows[0];
}
const taken = (error: unknown): never => {
  if ((error as { code?: string }).code === "23505")
    throw new InvalidFields({ name: ["another template has this name"] });
  throw error;
};

export const templates: Pick<
  Handlers<typeof calls>,
  "listTemplates" | "createTemplate" | "updateTemplate" | "removeTemplate"
> = {
  listTemplates: () => templateList.scoped(sql`t.deleted_at is null`),
  createTemplate: (context, { body }) =>
    context.db
      .transaction()
      .execute(async (tx) => {
        checkTexts(body);
        const id = uuidv7();
        await tx
          .insertInto("communication_templates")
          .values({ id, ...body, subject: body.subject ?? null, created_by: context.session.user_id })
          .execute();
        await recordAudit(tx, context, "template_created", ["communication_template", id], { after: body });
        return { template: await findTemplate(tx, id) };
      })
      .catch(taken),
  updateTemplate: (context, { params, body }) =>
    context.db
      .transaction()
      .execute(async (tx) => {
        checkTexts(body);
        const before = await findTemplate(tx, params.id);
        const { version, ...texts } = body;
        const { numUpdatedRows } = await tx
          .updateTable("communication_templates")
          .set(({ eb }) => ({
            ...texts,
            subject: texts.subject ?? null,
            updated_at: clock.now(),
            version: eb("version", "+", 1),
          }))
          .where("id", "=", params.id)
          .where("version", "=", version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new StaleVersion();
        await recordAudit(tx, context, "template_changed", ["communication_template", params.id], {
          before: { ...before },
          after: texts,
        });
        return { template: await findTemplate(tx, params.id) };
      })
      .catch(taken),
  removeTemplate: (context, { params }) =>
    context.db.transaction().execute(async (tx) => {
      await findTemplate(tx, params.id);
      await changeRows(tx, "communication_templates", params.id, { deleted_at: clock.now() });
      await recordAudit(tx, context, "template_deleted", ["communication_template", params.id]);
      return { id: params.id };
    }),
};
