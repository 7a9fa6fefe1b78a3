/** What a company's chain decides about a standing order. */
import { naira } from "@manilla/contract/formats";
import { day } from "@manilla/contract/formats";
import { repeatInWords } from "@manilla/contract/payments/standing-order-rules";
import type { Selectable } from "kysely";
import type { Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import type { ChainSubject, Context } from "../../../house/app.ts";
import { requireMayPay } from "../../companies/beneficiaries/index.ts";
import { ownCompany } from "../../companies/wallet-movements/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { requireAsker, requireSameAccount } from "../transfers/index.ts";
import { replace } from "./making.ts";
import * as messages from "./messages.ts";
import { type Order, lockAlone, lockOrder, nextOf } from "./orders.ts";

/** The requester's right, the beneficiary and the replaced order are checked again. @returns that order @throws Conflict */
async function requireStill(tx: Tx, context: Context, order: Order): Promise<Order | undefined> {
  const company_id = order.company_id!;
  await ownCompany(tx, context);
  await requireAsker(tx, company_id, order.user_id);
  await requireMayPay(tx, { id: order.beneficiary_id!, company_id }, 0n, 0n);
  await requireSameAccount(tx, order);
  if (!order.replaces_id) return undefined;
  const replaced = await lockAlone(tx, order.replaces_id);
  if (!replaced || !["active", "paused"].includes(replaced.status))
    throw new Conflict("The standing order that this changes has ended. Decline it.", "replaced_ended");
  return replaced;
}

async function begin(tx: Tx, context: Context, order: Order): Promise<void> {
  const replaced = await requireStill(tx, context, order);
  const business_date = await businessDate(tx);
  const next = await nextOf(tx, order, business_date);
  if (next.next_on === null) throw new Conflict("All of its dates have passed. Decline it.", "dates_passed");
  const change = { noun: "standingOrder", id: order.id, from: order.status, actor: actorOf(context) } as const;
  await changeState(tx, { ...change, action: "agree", business_date });
  await changeRows(tx, "standing_orders", order.id, next);
  if (replaced) await replace(tx, context, replaced);
  await note(tx, order.user_id, messages.agreed(order));
}

const REPLACED = ["payee", "bank_name", "account_no_last4", "amount_kobo", "repeat", "on_day"] as const;
/** What was paid until now: its account may be another one than the beneficiary has by now. */
const inWords = (order: Pick<Selectable<DB["standing_orders"]>, (typeof REPLACED)[number]>): string =>
  `${naira(order.amount_kobo)} to ${order.payee}, ${order.bank_name} ${masked(order.account_no_last4)}. ${repeatInWords(order.repeat as Order["repeat"], order.on_day)}`;

export const standingOrderChain: ChainSubject = {
  async shows(db, _, subject_id) {
    const order = await getRow(db, "standing_orders", subject_id, [
      "payee",
      "bank_name",
      "account_no_last4",
      "narration",
      "amount_kobo",
      "repeat",
      "on_day",
      "first_on",
      "ends",
      "ends_after",
      "ends_on",
      "replaces_id",
    ]);
    const ends =
      order.ends === "after"
        ? `After ${order.ends_after} dates`
        : order.ends_on
          ? `On ${day(order.ends_on)}`
          : "When somebody ends it";
    const replaced = order.replaces_id && (await getRow(db, "standing_orders", order.replaces_id, REPLACED));
    return [
      { label: "The bank calls the account", value: order.payee },
      { label: "Account", value: `${order.bank_name} ${masked(order.account_no_last4)}` },
      ...(order.narration ? [{ label: "For", value: order.narration }] : []),
      { label: "Each time", value: `${naira(order.amount_kobo)}, with the charges of its day` },
      { label: "When", value: repeatInWords(order.repeat as Order["repeat"], order.on_day) },
      { label: "From", value: day(order.first_on) },
      { label: "Ends", value: ends },
      ...(replaced ? [{ label: "It replaces, from its next date on", value: inWords(replaced) }] : []),
      {
        label: "What follows",
        value: "Each date is sent without asking again. Wallet, limits and beneficiary are checked on its day.",
      },
    ];
  },
  async decided(tx, context, { subject_id, outcome, reason }) {
    if (outcome === "approved") {
      // The wallet is the company's: a session without its scope does not see it.
      if (!context.session.account_types.includes("corporate"))
        throw new Conflict(
          "An administrator of the company decides about its money last. Hand this on to one.",
          "not_administrator",
        );
      return begin(tx, context, (await lockOrder(tx, subject_id))!);
    }
    const { id, status: from } = (await lockAlone(tx, subject_id))!;
    const actor = actorOf(context);
    await changeState(tx, { noun: "standingOrder", id, from, action: "decline", actor, reason });
    await changeRows(tx, "standing_orders", id, { because: reason });
  },
};
