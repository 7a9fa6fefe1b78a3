/** A held transfer goes its way: by one colleague, or by two where more leaves in the day than goes without us. */
import { badge } from "@manilla/contract/badges";
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { clock } from "../../../../clock.ts";
import type { Tx } from "../../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../../db/row.ts";
import { Conflict, NotAllowed, NotFound, refusalInWords } from "../../../../errors.ts";
import { masked } from "../../../../field-encryption.ts";
import type { ApprovalKind, Context } from "../../../../house/app.ts";
import { leftOn } from "../../../companies/wallet-movements/index.ts";
import { tierOf } from "../../../people/personal-wallets/index.ts";
import { requestApproval, unlessIn } from "../../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../../platform/audit/index.ts";
import { readSetting } from "../../../platform/configuration/index.ts";
import { note } from "../../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../../platform/states/index.ts";
import {
  type Transfer,
  accountOfPayee,
  begin,
  freeMoney,
  lockBoth,
  heldInWords,
  lockTransfer,
  requireBanks,
  requirePayable,
  requireSender,
  roomOn,
  sendOfCompany,
  transferMessages,
} from "../../transfers/index.ts";

interface Held {
  is_waiting: boolean;
  is_batch: false;
}
/** Locks who sends and who is paid, then the transfer. @returns undefined where none was held */
export async function lockHeld(tx: Tx, id: string): Promise<(Transfer & Held) | undefined> {
  const found = await findRow(tx, "transfers", id, ["user_id", "to_user_id", "company_id", "review_reasons"]);
  if (!found || found.review_reasons.length === 0) return undefined;
  if (!found.company_id) await lockBoth(tx, found.user_id, found.to_user_id);
  const { rows } = await sql`
    select 1 from approvals where kind = 'let_transfer_go' and status = 'pending' and payload ->> 'transfer_id' = ${id}
  `.execute(tx);
  return { ...(await lockTransfer(tx, id))!, is_waiting: rows.length > 0, is_batch: false };
}

/** Writes down who looked at it and what they said. */
export const keepLook = (tx: Tx, { session }: Context, id: string, review_note: string): Promise<void> =>
  changeRows(tx, "transfers", id, { review_note, reviewed_by: session.user_id, reviewed_at: clock.now() });

/** Whether with it more leaves on the day than goes without a second person. */
export async function needsTwo(
  tx: Tx,
  { user_id, company_id, total_kobo }: Pick<Transfer, "user_id" | "company_id" | "total_kobo">,
  on: string,
): Promise<boolean> {
  const out_today_kobo = company_id ? await leftOn(tx, company_id, on) : (await tierOf(tx, user_id, on)).out_today_kobo;
  return total_kobo! + out_today_kobo > BigInt(await readSetting(tx, "cash_transfer_approval_kobo"));
}

/** What it is checked for once more; nothing of it is held. @throws Conflict */
async function requireRoom(tx: Tx, transfer: Transfer, on: string): Promise<void> {
  const { company_id, amount_kobo } = transfer;
  try {
    if (company_id) {
      const channel = transfer.standing_date_id ? "planned" : "online";
      await requirePayable(tx, { ...transfer, company_id, channel }, transfer, on, amount_kobo);
      await requireSender(tx, { ...transfer, company_id }, transfer.total_kobo!, on, transfer.business_date);
      return;
    }
  } catch (error) {
    throw new Conflict(`It cannot be sent: ${refusalInWords(error)}.`, "no_room");
  }
  if (transfer.kind === "bank") await requireBanks(tx);
  const room = await roomOn(tx, transfer, transfer, on);
  if ("refusal" in room) throw new Conflict(`It cannot be sent: ${room.refusal}.`, "no_room");
}

/** Frees its money and sends it, after limits and balance were looked at again. It is locked. @throws Conflict */
export async function goOn(tx: Tx, context: Context, transfer: Transfer, reason: string): Promise<void> {
  const { id, user_id, to_user_id, payee_id } = transfer;
  const [on, actor] = [await businessDate(tx), actorOf(context)];
  await freeMoney(tx, transfer);
  await requireRoom(tx, transfer, on);
  const change = { noun: "transfer", id, actor, business_date: on } as const;
  await changeState(tx, { ...change, from: transfer.status, action: "pass", reason });
  await keepLook(tx, context, id, reason);
  const fresh = { ...(await lockTransfer(tx, id))!, business_date: on };
  if (fresh.company_id) await sendOfCompany(tx, context, fresh, actor);
  else {
    const account_no = to_user_id ? null : await accountOfPayee(tx, context, { user_id, payee_id: payee_id! });
    await begin(tx, context, fresh, { account_no, awaits_approval: false, actor, on });
  }
  if (to_user_id) await changeState(tx, { ...change, from: "approved", action: "arrive" });
  await recordAudit(tx, context, "transfer_let_go", ["transfer", id], {
    before: { status: transfer.status },
    after: { total_kobo: transfer.total_kobo, reference: transfer.reference },
    reason,
    about: user_id,
  });
  await note(tx, user_id, transferMessages.letGo(transfer));
}

interface LetGo {
  transfer_id: string;
  user_id: string;
  reason: string;
}

/** The maker's half. */
export const askToLetGo = (tx: Tx, context: Context, transfer: Transfer, reason: string): Promise<string> =>
  requestApproval(tx, context, {
    kind: "let_transfer_go",
    title: `Let ${naira(transfer.total_kobo!)} of {person} go to ${transfer.payee}`,
    whose: transfer.user_id,
    payload: { transfer_id: transfer.id, user_id: transfer.user_id, reason },
    once: ["transfer_id"],
    amount_kobo: transfer.total_kobo!,
    reason,
  });

/** The checker's half. */
export const letTransferGo: ApprovalKind<LetGo> = {
  permission: "provider:can_fund_debit_wallet",
  over: unlessIn("transfers", "transfer_id", ["in_review"]),
  async shows({ db }, { payload }) {
    const columns = ["company_id", "payee", "bank_name", "account_no_last4", "reference", "review_reasons"] as const;
    const { company_id, payee, bank_name, account_no_last4, reference, review_reasons } = await getRow(
      db,
      "transfers",
      payload.transfer_id,
      columns,
    );
    const company = company_id && (await getRow(db, "companies", company_id, ["name"]));
    return {
      facts: [
        ...(company ? [{ label: "From the wallet of", value: company.name }] : []),
        { label: "To", value: payee },
        { label: "Account", value: bank_name ? `${bank_name} ${masked(account_no_last4)}` : "Their wallet with us" },
        { label: "Reference", value: reference },
        { label: "Held because", value: heldInWords(review_reasons) },
      ],
    };
  },
  async measures(tx, _, { payload: { transfer_id } }) {
    const { status } = await getRow(tx, "transfers", transfer_id, ["status"]);
    return [{ label: "State of the transfer", value: badge("transfer", status).label }];
  },
  async execute(tx, context, { payload: { transfer_id, reason } }) {
    const transfer = await lockHeld(tx, transfer_id);
    if (!transfer) throw new NotFound("This transfer");
    const isOwnCompanys = transfer.company_id !== null && transfer.company_id === context.session.company_id;
    if (isOwnCompanys || [transfer.user_id, transfer.to_user_id].includes(context.session.user_id))
      throw new NotAllowed("Nobody decides about their own money.", "own_money");
    if (transfer.status !== "in_review")
      throw new Conflict(`This transfer is ${transfer.status.replaceAll("_", " ")} now.`, "illegal_transition");
    await goOn(tx, context, transfer, reason);
    return undefined;
  },
};
