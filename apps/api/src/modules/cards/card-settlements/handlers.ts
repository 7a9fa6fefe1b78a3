import * as calls from "@manilla/contract/cards/card-settlements";
import { sql } from "kysely";
import type { z } from "zod";
import { defineList } from "../../../db/list.ts";
import { getRow } from "../../../db/row.ts";
import type { Handlers } from "../../../house/app.ts";
import { abilitiesIn, actionsOn, lockRow } from "../../platform/states/index.ts";
import { type LineFacts, lineRules } from "./rules.ts";
import { inFile, keepSaid } from "./saying.ts";
import { type SettlementLine, askToWriteOff } from "./writing-off.ts";

const days = defineList(calls.listDays, {
  from: "card_settlements s",
  select: `
    s.id, s.day::text as day, s.currency as card_currency, s.lines, s.settled_kobo, s.interchange_kobo, s.charges_kobo, s.created_at,
    s.settled_kobo + s.charges_kobo - s.interchange_kobo as net_kobo,
    (select count(*)::int from card_settlement_lines l where l.settlement_id = s.id and l.status = 'open') as open
  `,
  id: "s.id",
});

type Listed = z.output<typeof calls.listLines.row> & LineFacts;
const lines = defineList<typeof calls.listLines, Listed>(calls.listLines, {
  from: "card_settlement_lines l left join card_captures c on c.id = l.capture_id left join users u on u.id = c.user_id",
  select: `
    l.id, l.settlement_id, l.day::text as day, l.currency as card_currency, l.issuer_transaction_id, l.kind, l.status, l.reason,
    u.full_name as person, c.merchant, l.issuer_kobo, l.our_kobo, l.difference_kobo, l.interchange_kobo, l.charge_kobo,
    case when l.reason = 'no_currency' then trim(to_char(l.unsaid_kobo / 100.0, 'FM999,999,999,990.00')) end as unsaid_amount,
    l.decision_reason, l.created_at, l.approval_id is not null and l.status = 'open' as is_waiting, l.version
  `,
  facts: "l.approval_id, l.currency",
  id: "l.id",
  search: ["folded(l.issuer_transaction_id)", "folded(c.merchant)"],
});

const act = actionsOn<typeof calls, SettlementLine>({
  calls,
  rules: lineRules,
  noun: "cardSettlement",
  name: "line of the settlement",
  audits: ({ id }) => ({ subject_type: "card settlement line", subject_id: id }),
  lock: lockRow("card_settlement_lines"),
  answer: (tx, _, id) => getRow(tx, "card_settlement_lines", id, ["approval_id"]),
});

/** The issuer is asked before anything is locked. */
const saying =
  (call: typeof calls.sayDollars, currency: "NGN" | "USD"): Handlers<typeof calls>["sayDollars"] =>
  async (context, input) => {
    const file = await inFile(context, input.params.id);
    const says = act(call, {
      audit: "settlement_currency_said",
      does: (tx, _, line, { body: { reason } }) => keepSaid(tx, context, line, { currency, reason }, file),
    });
    return says(context, input);
  };

export const handlers: Handlers<typeof calls> = {
  listDays: days,
  listLines: (context) => lines.scoped(sql`true`, undefined, abilitiesIn(context, calls, lineRules)),
  sayDollars: saying(calls.sayDollars, "USD"),
  sayNaira: saying(calls.sayNaira, "NGN"),
  writeOff: act(calls.writeOff, {
    does: async (tx, context, line, { body }) => ({
      answer: { approval_id: await askToWriteOff(tx, context, line, body) },
    }),
  }),
};
