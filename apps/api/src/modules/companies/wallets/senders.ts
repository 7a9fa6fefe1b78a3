/** What one person of a company may send of its money: a lower limit holds at once, a higher one when a second person of the company agrees. */
import type * as calls from "@manilla/contract/companies/wallets";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { type MoneyRequest, askColleague, isRaised, requireAsBefore } from "../money-requests/index.ts";
import { ownCompany } from "../wallet-movements/index.ts";

type Sender = z.output<typeof calls.senders.response>["senders"][number];
type Kind = "single" | "daily";

/** Those of a company who have a limit of their own. */
async function sendersOf(db: Database | Tx, company_id: string | null): Promise<Sender[]> {
  const { rows } = await sql<Sender>`
    select l.user_id, u.full_name as name, l.single_kobo, l.daily_kobo
    from sender_limits l
    join users u on u.id = l.user_id
    where l.company_id = ${company_id} and coalesce(l.single_kobo, l.daily_kobo) is not null
    order by u.full_name
    limit 500
  `.execute(db);
  return rows;
}

/** @throws NotFound for a person outside the caller's company */
async function keep(
  tx: Tx,
  context: Context,
  {
    user_id,
    kind,
    limit_kobo,
    asked,
  }: { user_id: string; kind: Kind; limit_kobo: bigint | null; asked?: MoneyRequest },
): Promise<void> {
  const { id: company_id } = await ownCompany(tx, context);
  const column = `${kind}_kobo` as const;
  const before = await lockSender(tx, company_id, user_id);
  if (asked) requireAsBefore(asked, before[column]);
  await changeRows(tx, "sender_limits", { company_id, user_id }, { [column]: limit_kobo });
  await recordAudit(tx, context, "sender_limit_set", ["user", user_id], {
    before: { [column]: before[column] },
    after: { [column]: limit_kobo },
  });
}

/** Their limits, locked. @throws NotFound for a person outside the company */
async function lockSender(tx: Tx, company_id: string, user_id: string) {
  if (!(await findRow(tx, "users", { id: user_id, company_id }, ["id"]))) throw new NotFound("This employee");
  await tx
    .insertInto("sender_limits")
    .values({ user_id, company_id })
    .onConflict((conflict) => conflict.columns(["company_id", "user_id"]).doNothing())
    .execute();
  return getRow(tx, "sender_limits", { company_id, user_id }, ["single_kobo", "daily_kobo"], { lock: true });
}

const raise =
  (kind: Kind) =>
  (tx: Tx, context: Context, asked: MoneyRequest): Promise<void> =>
    keep(tx, context, { user_id: asked.user_id!, kind, limit_kobo: asked.amount_kobo, asked });
/** Higher limits that were agreed to. */
export const raiseSingle = raise("single");
export const raiseDaily = raise("daily");

export const senders: Handlers<typeof calls>["senders"] = async ({ db, session }) => ({
  senders: await sendersOf(db, session.company_id),
});

export const setSenderLimit: Handlers<typeof calls>["setSenderLimit"] = (
  context,
  { body: { user_id, kind, limit_kobo = null } },
) =>
  context.once(async (tx) => {
    const { id } = await ownCompany(tx, context);
    const before = (await lockSender(tx, id, user_id))[`${kind}_kobo`];
    const approval_id = isRaised(before, limit_kobo)
      ? await askColleague(tx, context, {
          what: `sender_${kind}`,
          user_id,
          amount_kobo: limit_kobo,
          before_kobo: before,
        })
      : null;
    if (!approval_id) await keep(tx, context, { user_id, kind, limit_kobo });
    return { senders: await sendersOf(tx, id), approval_id };
  });
