import * as calls from "@manilla/contract/cards/issuer-float";
import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import { queryable } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { getRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { Handlers } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import { balancesOf } from "../../money/books/index.ts";
import { unknownOutgoing } from "../../money/reconciliation/index.ts";
import { abilitiesIn, actionsOn, lockRow } from "../../platform/states/index.ts";
import { VALID } from "./comparing.ts";
import { floatRules } from "./rules.ts";
import { askToTopUp } from "./topping-up.ts";

type Found = z.output<typeof calls.find.response>;

const days = defineList(calls.listDays, {
  from: "issuer_float_days d left join users u on u.id = d.decided_by",
  rows_of: "issuer_float_days d",
  select: `
    d.id, d.day::text as day, d.currency as card_currency, d.status, d.issuer_kobo, d.books_kobo, d.difference_kobo, d.decision_reason,
    u.full_name as decided_by, d.created_at, d.version
  `,
  id: "d.id",
});

const act = actionsOn<typeof calls, Selectable<DB["issuer_float_days"]>>({
  calls,
  rules: floatRules,
  noun: "issuerFloat",
  name: "day",
  audits: ({ id }) => ({ subject_type: "issuer_float_day", subject_id: id }),
  keeps_decision: true,
  lock: lockRow("issuer_float_days"),
  answer: (tx, _, id) => getRow(tx, "issuer_float_days", id, ["id", "status"]),
});

export const handlers: Handlers<typeof calls> = {
  listDays: (context) => days.scoped(sql`true`, undefined, abilitiesIn(context, calls, floatRules)),
  find: ({ db }) =>
    db.transaction().execute(async (tx) => {
      const found = await balancesOf(queryable(tx), [
        "issuer_float",
        "issuer_settlement",
        "issuer_float_usd",
        "issuer_settlement_usd",
      ]);
      const of = (code: string): bigint => found.find((each) => each.code === code)?.natural_kobo ?? 0n;
      const { rows } = await sql<Found["top_ups"][number]>`
        select t.id, t.reference, t.amount_kobo, t.amount_cents, t.booked_on::text as booked_on, u.full_name as by
        from ${VALID}
        join users u on u.id = t.approved_by
        order by t.booked_on desc, t.id desc
        limit 50
      `.execute(tx);
      const lines = (await unknownOutgoing(tx)).map(({ line_id: _, ...line }) => line);
      return {
        books_kobo: of("issuer_float"),
        owed_kobo: of("issuer_settlement"),
        books_cents: of("issuer_float_usd"),
        owed_cents: of("issuer_settlement_usd"),
        lines,
        top_ups: rows,
      };
    }),
  topUp: inOneTransaction<typeof calls.topUp>(async (tx, context, { body }) => ({
    approval_id: await askToTopUp(tx, context, body),
  })),
  explain: act(calls.explain, { audit: "issuer_float_explained" }),
};
