/** What a date of a standing order sends: every rule of a transfer is asked again, nothing of it was agreed to in advance but payee and amount. */
import type { Selectable } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict } from "../../../errors.ts";
import type { App } from "../../../house/app.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { accept } from "./accepting.ts";
import { beginOfCompany, requirePayable } from "./company.ts";
import {
  awaitsApproval,
  costsOfCompany,
  costsOfPerson,
  lockBoth,
  requireCooled,
  requireNotHeld,
  requireRoom,
  requireRoomAt,
  roomAt,
} from "./limits.ts";
import { requireBanks } from "./banks.ts";
import { requireSender } from "./senders.ts";
import { accountOfPayee } from "./payees.ts";
import { totalOf } from "./rules.ts";
import { reasonsToLook } from "./velocity.ts";

type Order = Selectable<DB["standing_orders"]>;
type Sending = Pick<App, "encryption" | "queue" | "config">;

/** Refusals that another attempt does not mend: the order is paused. */
export const FOR_GOOD: ReadonlySet<string> = new Set([
  "post_no_debit",
  "payee_gone",
  "not_approved",
  "asker_gone",
  "not_active",
  "account_changed",
]);

async function sendOfPerson(tx: Tx, app: Sending, order: Order, standing_date_id: string, on: string) {
  const { user_id, to_user_id, payee_id, amount_kobo, payee: name, bank_code, bank_name } = order;
  const kind = to_user_id ? "wallet" : "bank";
  const { payer, receiver } = await lockBoth(tx, user_id, to_user_id, on, "planned");
  requireNotHeld(payer);
  if (!to_user_id && !payee_id) throw new Conflict("The payee is no longer known.", "payee_gone");
  if (kind === "bank") await requireBanks(tx);
  if (kind === "bank") requireCooled((await roomAt(tx, { id: payee_id! }, amount_kobo)).refused);
  const costs = await costsOfPerson(tx, user_id, amount_kobo, to_user_id ? null : { payee_id: payee_id! });
  requireRoom(payer, costs);
  if (receiver) requireRoomAt(receiver, amount_kobo);
  const account_no = to_user_id ? null : await accountOfPayee(tx, app, { user_id, payee_id: payee_id! });
  const { id } = await accept(tx, app, {
    user_id,
    payee: { kind, name, bank_code, bank_name, account_no, to_user_id },
    payee_id,
    costs,
    narration: order.narration,
    card_id: null,
    due_on: null,
    standing_date_id,
    awaits_approval: await awaitsApproval(tx, kind, totalOf(costs) + payer.out_today_kobo),
    review_reasons: await reasonsToLook(tx, user_id, { kind, is_new: false, total_kobo: totalOf(costs) }, on),
    actor: SYSTEM,
    on,
    known: { ...(await getRow(tx, "users", user_id, ["full_name", "data_key"])), payer, receiver },
  });
  return id;
}

async function sendForCompany(tx: Tx, app: Sending, order: Order, standing_date_id: string, on: string) {
  const { user_id, amount_kobo, narration } = order;
  const company_id = order.company_id!;
  const paid = await getRow(tx, "beneficiaries", order.beneficiary_id!, ["account_name", "employee_id"]);
  const costs = await costsOfCompany(tx, company_id, amount_kobo, paid);
  const found = await requirePayable(tx, { ...order, company_id, channel: "planned" }, costs, on);
  await requireSender(tx, { company_id, user_id }, totalOf(costs), on);
  return beginOfCompany(tx, app, { company_id, user_id, found, narration, costs, standing_date_id, actor: SYSTEM, on });
}

/**
 * Pays a date of a standing order. Payer, payee and order are locked.
 * @returns the transfer's id
 * @throws DomainError where it may not be sent now: for good with a code of {@link FOR_GOOD}
 */
export const sendStanding = (tx: Tx, app: Sending, order: Order, standing_date_id: string, on: string) =>
  (order.company_id ? sendForCompany : sendOfPerson)(tx, app, order, standing_date_id, on);
