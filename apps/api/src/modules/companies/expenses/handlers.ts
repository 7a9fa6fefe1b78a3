import * as calls from "@manilla/contract/companies/expenses";
import type { Input } from "@manilla/contract/endpoint";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { NotAllowed } from "../../../errors.ts";
import type { Tx } from "../../../db/database.ts";
import { actionsOn, lockRow } from "../../platform/states/index.ts";
import { analyticsOf } from "./analytics.ts";
import { decided } from "./messages.ts";
import { detailsOf, findExpense, listAll } from "./queries.ts";
import { expenseRules } from "./rules.ts";

type Updating = Input<typeof calls.update>;
const { flag, approve, remove } = calls.update.choices;

interface Locked {
  id: string;
  status: string;
  version: number;
  user_id: string;
  merchant: string;
  money_reference: string | null;
}
const lock: (tx: Tx, context: Context, id: string) => Promise<Locked | undefined> = lockRow(
  "expenses",
  ({ session }) => sql`company_id = ${session.company_id}`,
);

const { one } = actionsOn({
  calls: calls.update.choices,
  rules: expenseRules,
  noun: "expense",
  name: "expense",
  lock,
  answer: async (tx: Tx, context: Context, id: string) => ({ expense: await findExpense(tx, context, id) }),
});

const told = (action: Updating["body"]["action"]) => ({
  tells: (expense: { id: string; merchant: string }, { body }: Updating) =>
    decided(expense, action, body.reason ?? null),
});
const choices = {
  flag: { can: flag.can, run: one(flag, { audit: "expense_flagged", ...told("flag") }) },
  approve: { can: approve.can, run: one(approve, { audit: "expense_approved", ...told("approve") }) },
  delete: { can: remove.can, run: one(remove, { audit: "expense_deleted", ...told("delete") }) },
};

export const handlers: Handlers<typeof calls> = {
  listAll,
  analytics: ({ db, session }, { query }) => analyticsOf(db, session.company_id!, query),
  find: async (context, { params: { id } }) => ({
    ...(await findExpense(context.db, context, id)),
    ...(await detailsOf(context, id)),
  }),
  update: (context, input) => {
    const { can, run } = choices[input.body.action];
    if (!can.some((slug) => context.session.permissions.has(slug))) throw new NotAllowed();
    return context.once((tx) => run(tx, context, input.body.expense_id, input as never) as never);
  },
};
