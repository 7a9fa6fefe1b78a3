import * as calls from "@manilla/contract/growth/affiliates";
import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import { defineList } from "../../../db/list.ts";
import { InvalidFields } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { normalPhone } from "../../people/people/index.ts";
import { welcomeAffiliate } from "./messages.ts";
import { write } from "../../platform/notifications/index.ts";

const linkOf = (context: Pick<Context, "config">, code: string): string =>
  `${context.config.public_url}/register/${code}`;
const listWith = (context: Pick<Context, "config">) =>
  defineList(calls.listAll, {
    from: "affiliates a left join users u on u.id = a.created_by",
    rows_of: "affiliates a",
    select: `
      a.id, a.name, a.email, a.phone, a.code, a.commission_percent::text as commission_percent, a.is_active,
      u.full_name as created_by, a.created_at,
      (select count(*)::int from users r where r.is_customer and r.registration_source = a.code) as registered,
      (
        select count(*)::int
        from users r
        where r.is_customer and r.registration_source = a.code and r.running_loans + r.settled_loans > 0
      ) as borrowed, '' as link
    `,
    id: "a.id",
    search: "folded(a.name || ' ' || a.email || ' ' || a.code)",
    map: (row) => ({ ...row, link: linkOf(context, row.code) }),
  });

export const handlers: Handlers<typeof calls> = {
  listAll: (context) => listWith(context).scoped(sql`true`),
  create: (context, { body }) =>
    context
      .once(async (tx) => {
        const id = uuidv7();
        const code = (body.code ?? `${body.name.split(/\s+/)[0]}-${randomBytes(2).toString("hex")}`)
          .toLowerCase()
          .replaceAll(/[^a-z0-9-]/g, "");
        if (code.length < 3) throw new InvalidFields({ code: ["this field must be letters, digits and hyphens"] });
        await tx
          .insertInto("affiliates")
          .values({
            id,
            name: body.name,
            email: body.email.toLowerCase(),
            phone: normalPhone(body.phone),
            code,
            commission_percent: body.commission_percent,
            created_by: context.session.user_id,
          })
          .execute();
        const link = linkOf(context, code);
        await write(tx, context, { mail: body.email.toLowerCase() }, welcomeAffiliate({ id, name: body.name, link }));
        await recordAudit(tx, context, "affiliate_registered", ["affiliate", id], {
          after: { code, commission_percent: body.commission_percent },
        });
        return { id, code, link };
      })
      .catch((error: unknown) => {
        if ((error as { code?: string }).code !== "23505") throw error;
        throw new InvalidFields(
          String((error as { constraint?: string }).constraint).includes("email")
            ? { email: ["this field belongs to an affiliate already"] }
            : { code: ["this code is taken"] },
        );
      }),
};
