import * as calls from "@manilla/contract/companies/expenses";
import type { Input } from "@manilla/contract/endpoint";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound, StaleVersion } from "../../../errors.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { actionsOn, businessDate, lockRow } from "../../platform/states/index.ts";
import { analyticsOf } from "./analytics.ts";
import { decided } from "./messages.ts";
import { requireOwnMoney } from "./own-money.ts";
import { detailsOf, everywhere, findExpense, listAll, seenBy } from "./queries.ts";
import { expenseActions, expenseRules } from "./rules.ts";

type Updating = Input<typeof calls.update>;
const { flag, approve, remove } = calls.update.choices;

interface Locked {
  id: string;
  status: string;
  version: number;
  user_id: string;
  merchant: string;
  money_reference: string | null;
  has_receipt: boolean;
  wants_receipt: boolean;
  is_from_purse: boolean;
  request_id: string | null;
  amount_kobo: bigint;
}
const lock: (tx: Tx, context: Context, id: string) => Promise<Locked | undefined> = lockRow("expenses", (context) =>
  seenBy(context, sql`expenses.company_id`, sql`expenses.user_id`),
);

const act = actionsOn({
  calls: expenseActions,
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
const { one } = act;
const choices = {
  flag: { can: flag.can, run: one(flag, { audit: "expense_flagged", ...told("flag") }) },
  approve: { can: approve.can, run: one(approve, { audit: "expense_approved", ...told("approve") }) },
  delete: { can: remove.can, run: one(remove, { audit: "expense_deleted", ...told("delete") }) },
};

const SNOOZE_DAYS = 7;

export const handlers: Handlers<typeof calls> = {
  categorise: (context, { params: { id }, body: { category_id, version } }) =>
    context.once(async (tx) => {
      const { company_id } = context.session;
      if (!company_id) throw new NotFound("This expense");
      const columns = ["category_id", "journal_id", "version", "status"] as const;
      const expense = await findRow(tx, "expenses", { id, company_id }, columns, { lock: true });
      if (!expense || expense.status === "deleted") throw new NotFound("This expense");
      if (expense.version !== version) throw new StaleVersion();
      if (expense.journal_id)
        throw new Conflict("It is in a journal: your own books have it under its category.", "in_journal");
      const category = await findRow(tx, "expense_categories", { id: category_id, company_id }, ["status"]);
      if (category?.status !== "active") throw new InvalidFields({ category_id: ["choose a category"] });
      // A manual entry stays when the payment is unlinked from its line.
      const before_line = sql<string>`jsonb_set(before_line, '{category_id}', to_jsonb(${category_id}::text))`;
      await changeRows(tx, "expenses", id, { category_id, before_line, version: version + 1 });
      const { category_id: before } = expense;
      const change = { before: { category_id: before }, after: { category_id } };
      await recordAudit(tx, context, "expense_categorised", ["expense", id], change);
      return { expense: await findExpense(tx, context, id) };
    }),
  noReceipt: act(calls.noReceipt, {
    audit: "expense_has_no_receipt",
    does: async (tx, _context, { id }, { body: { reason } }) => {
      await changeRows(tx, "expenses", id, { no_receipt_reason: reason, receipt_snoozed_until: null });
    },
  }),
  spendOwn: act(calls.spendOwn, { audit: "expense_was_own_money", does: requireOwnMoney }),
  snooze: act(calls.snooze, {
    audit: "expense_receipt_snoozed",
    does: async (tx, _context, { id }) => {
      const receipt_snoozed_until = addDays(await businessDate(tx), SNOOZE_DAYS);
      await changeRows(tx, "expenses", id, { receipt_snoozed_until });
      return { after: { receipt_snoozed_until } };
    },
  }),
  listAll,
  analytics: ({ db, session }, { query }) => analyticsOf(db, session.company_id!, query),
  find: async (context, { params: { id } }) => ({
    ...(await findExpense(context.db, context, id)),
    ...(await detailsOf(context, id)),
  }),
  listEverywhere: everywhere,
  update: (context, input) => {
    const { permissions, company_id } = context.session;
    const { action, expense_id } = input.body;
    const { can, run } = choices[action];
    return context.once(async (tx) => {
      // Of one's own company by its permission, of others by the provider's.
      const expense = await findRow(tx, "expenses", expense_id, ["company_id"]);
      const side = expense && expense.company_id === company_id ? "company" : "provider";
      if (!permissions.has(`${side}:can_${action}_expenses`))
        throw can.some((slug) => permissions.has(slug)) ? new NotFound("This expense") : new NotAllowed();
      return (await run(tx, context, expense_id, input as never)) as never;
    });
  },
};
