/** A transfer of a person that was checked: written down, and on its way, held to be looked at, or planned. */
import type { ReviewReason } from "@manilla/contract/payments/transfer-kinds";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { insertRow } from "../../../db/fixed.ts";
import { getRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import type { Actor } from "../../../request.ts";
import { newReference } from "../../money/books/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { note, notifyRoles } from "../../platform/notifications/index.ts";
import { recordBeginning } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { type Known, begin, makePayout } from "./moving.ts";
import type { Begun } from "./recording.ts";
import type { Payee } from "./payees.ts";
import { type TransferCosts, totalOf } from "./rules.ts";
import { holdMoney } from "./velocity.ts";

/** Those who may let a large transfer go. */
const DECIDES = "provider:can_fund_debit_wallet";

interface Accepted {
  user_id: string;
  payee: Payee;
  payee_id: string | null;
  costs: TransferCosts;
  narration: string | null;
  card_id: string | null;
  /** The later day on which it leaves; null where that is now. */
  due_on: string | null;
  /** The date of a standing order that it pays. */
  standing_date_id: string | null;
  awaits_approval: boolean;
  review_reasons: ReviewReason[];
  actor: Actor;
  on: string;
  known: Known;
}

const statusOf = ({ due_on, review_reasons, awaits_approval, payee }: Accepted) => {
  if (due_on) return "scheduled";
  if (review_reasons.length > 0) return "in_review";
  if (awaits_approval) return "awaiting_approval";
  return payee.to_user_id ? "success" : "approved";
};

/** Its row, with the charges of the day and what the database adds to it; what goes to a bank at once has its payout. */
async function keep(tx: Tx, app: Pick<App, "encryption" | "queue">, accepted: Accepted): Promise<Begun> {
  const { user_id, payee, costs, review_reasons, on } = accepted;
  const status = statusOf(accepted);
  const named = { id: uuidv7(), user_id, reference: newReference("TR", on), payee: payee.name } as const;
  const { bank_code, bank_name, account_no } = payee;
  const payout = { ...named, company_id: null, amount_kobo: costs.amount_kobo, bank_code, bank_name };
  const goes = payee.kind === "bank" && (status === "approved" || status === "awaiting_approval");
  const payout_id = goes ? await makePayout(tx, app, payout, { ...accepted, account_no }, accepted.known) : null;
  const { row, begun } = rowOf(accepted, { ...named, status, payout_id });
  await insertRow(tx, "transfers", { ...row, review_reasons });
  return begun;
}

type Named = Pick<Begun, "id" | "user_id" | "reference" | "payee" | "status" | "payout_id">;
/** What is written of a transfer, but for why it is looked at, and what is known of it then. */
export function rowOf(
  accepted: Omit<Accepted, "awaits_approval" | "review_reasons" | "actor" | "known">,
  named: Named,
) {
  const { payee, costs, on } = accepted;
  const row = {
    ...named,
    kind: payee.kind,
    to_user_id: payee.to_user_id,
    bank_code: payee.bank_code,
    bank_name: payee.bank_name,
    account_no_last4: payee.account_no?.slice(-4) ?? null,
    narration: accepted.narration,
    ...costs,
    settled_at: named.status === "success" ? clock.now() : null,
    due_on: accepted.due_on,
    created_at: clock.now(),
  };
  const { payee_id, card_id, standing_date_id } = accepted;
  const begun: Begun = { ...row, company_id: null, total_kobo: totalOf(costs), is_confidential: false, version: 1 };
  return { row: { ...row, payee_id, card_id, standing_date_id, business_date: on }, begun };
}

/** Held in the wallet until a colleague has looked; the sender is notified of the review, not of its reason. */
export async function holdToLook(tx: Tx, transfer: Begun, actor: Actor): Promise<void> {
  const { user_id, company_id, reference } = transfer;
  await holdMoney(tx, transfer, actor.name);
  await note(tx, user_id, messages.lookedAt(transfer));
  const who = company_id ? (await getRow(tx, "companies", company_id, ["name"])).name : await nameOf(tx, user_id);
  const look = messages.lookAt({ reference, total_kobo: transfer.total_kobo! }, who);
  await notifyRoles(tx, await rolesWith(tx, DECIDES), { ...look, about: user_id });
}

/**
 * Takes a transfer whose limits were looked at; its sender and, of a wallet, its receiver are locked.
 * @returns it, as it was written down
 * @throws InvalidFields where its money cannot be held
 */
export async function accept(
  tx: Tx,
  app: Pick<App, "encryption" | "queue" | "config">,
  accepted: Accepted,
): Promise<Begun> {
  const { user_id, payee, costs, due_on, awaits_approval, review_reasons, actor, on } = accepted;
  const transfer = await keep(tx, app, accepted);
  const { id, status, reference } = transfer;
  await recordBeginning(tx, "transfer", id, status, actor);
  await recordAudit(tx, actor, due_on ? "transfer_planned" : "transfer_sent", ["transfer", id], {
    after: { amount_kobo: costs.amount_kobo, reference, payee: payee.name, ...(due_on && { due_on }) },
    ...(actor.user_id === null && { about: user_id }),
  });
  if (due_on) return transfer;
  if (review_reasons.length > 0) {
    await holdToLook(tx, transfer, actor);
    return transfer;
  }
  await begin(tx, app, transfer, { account_no: payee.account_no, awaits_approval, actor, on, known: accepted.known });
  if (awaits_approval) await tellDeciders(tx, transfer);
  return transfer;
}

const nameOf = async (tx: Tx, id: string): Promise<string> => (await getRow(tx, "users", id, ["full_name"])).full_name!;

/** Colleagues who may let it go are notified. */
export async function tellDeciders(tx: Tx, { total_kobo, reference, user_id }: Begun): Promise<void> {
  const awaits = messages.awaitsYou({ total_kobo: total_kobo!, reference }, await nameOf(tx, user_id));
  await notifyRoles(tx, await rolesWith(tx, DECIDES), { ...awaits, about: user_id });
}
