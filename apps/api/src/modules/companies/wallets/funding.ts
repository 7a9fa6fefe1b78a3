/** Money that comes into a company's wallet: paid in by transfer, or recorded by the provider's staff and agreed to by a second person. */
import { day, naira } from "@manilla/contract/formats";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { ReceiptPurpose } from "../../../house/purposes.ts";
import { bookedOn, postWalletFunding, walletOf } from "../../money/books/index.ts";
import { isReceived, receiveForCompany } from "../../money/receipts/index.ts";
import { receivedDay, requireSlip, slipShown } from "../../money/slips/index.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { lockLine, payExpected } from "../line-statements/index.ts";
import {
  type Wallet,
  findWallet,
  openWallet,
  recordMovement,
  tellOfMoney,
  walletMessages as messages,
} from "../wallet-movements/index.ts";

const KINDS = { staff: "recorded", card: "card_in" } as const;

/** Money received for a wallet. Its subject is the company. */
export const walletFunding: ReceiptPurpose<Wallet> = {
  called: "This wallet",
  at: 95,
  claim: async () => null,
  load: (tx, company_id) => findWallet(tx, company_id, true),
  measures: async (tx, company_id) => [
    { label: "Company wallet", value: (await walletOf(tx, company_id)).balance_kobo },
  ],
  // A company's money belongs to no person, so that no person's money is received for it.
  ownerOf: () => "",
  receive: () => Promise.reject(new Conflict("A wallet takes the money of its company only.", "not_possible")),
  async receiveForCompany(tx, means, money, receipt_id, write) {
    const { company_id, amount_kobo, reference, source, on, actor } = money;
    await lockLine(tx, company_id);
    const wallet = await openWallet(tx, means, company_id);
    const id = uuidv7();
    await write({ ledger_transaction_id: id, credit_kobo: 0n, released_kobo: 0n });
    const today = await businessDate(tx);
    // A month that is over stays as it was reported: the receipt says when the money came.
    const booked_on = bookedOn(on, today);
    const fact = { id, receipt_id, company_id, reference, source, amount_kobo, on: booked_on };
    await postWalletFunding(tx, { ...fact, actor: actor.name });
    const kind = KINDS[money.channel as keyof typeof KINDS] ?? "transfer_in";
    await recordMovement(tx, wallet, {
      id,
      company_id,
      kind,
      amount_kobo,
      reference,
      note: money.note,
      actor,
      on: booked_on,
    });
    await tellOfMoney(tx, company_id, messages.paidIn(amount_kobo, money.note ?? null));
    // The line is paid when the money is known: a month whose statement is out stays as it was stated.
    await payExpected(tx, means, { company_id, amount_kobo, on: today, actor });
  },
  async takeBack(tx, _means, receipt, wallet, { actor, on, reason }) {
    const { amount_kobo, reference } = receipt;
    const moved = { id: uuidv7(), company_id: wallet.company_id, kind: "reversed", reference } as const;
    await recordMovement(tx, wallet, { ...moved, amount_kobo: -amount_kobo, note: reason, actor, on });
    await tellOfMoney(tx, wallet.company_id, messages.takenOut(amount_kobo, reference, reason));
  },
  takeBackCredit: async () => undefined,
};

interface Asked {
  company_id: string;
  amount_kobo: string;
  reference: string;
  received_on: string;
  slip_id: string;
  note?: string;
}

export interface RecordedFunding {
  company_id?: string | undefined;
  amount_kobo?: bigint | undefined;
  reference?: string | undefined;
  received_on?: string | undefined;
  slip_id?: string | undefined;
  note?: string | undefined;
}

/** The maker's half. @throws InvalidFields, Conflict for a reference that was received before */
export async function askToFund(tx: Tx, context: Context, body: RecordedFunding): Promise<string> {
  const { company_id, amount_kobo, reference, note } = body;
  const missing = Object.entries({ company_id, amount_kobo, reference }).filter(([, value]) => value === undefined);
  if (missing.length > 0)
    throw new InvalidFields(Object.fromEntries(missing.map(([field]) => [field, ["this field is required"]])));
  const company = await findRow(tx, "companies", company_id!, ["id", "name", "status"]);
  if (!company) throw new NotFound("This company");
  if (company.status !== "approved") throw new Conflict("This company is not approved.", "not_approved");
  if (company.id === context.session.company_id)
    throw new Conflict("Somebody else records money of your own company.", "own_money");
  const slip_id = await requireSlip(tx, context, body);
  const received_on = receivedDay(body, await businessDate(tx));
  if (await findRow(tx, "receipts", { reference: reference! }, ["id"]))
    throw new Conflict(`The reference ${reference} was already received.`, "reference_used");
  return requestApproval(tx, context, {
    kind: "fund_wallet",
    title: `Record ${naira(amount_kobo!)} for the wallet of ${company.name}`,
    payload: {
      company_id: company.id,
      amount_kobo: String(amount_kobo),
      reference,
      received_on,
      slip_id,
      ...(note && { note }),
    },
    once: ["reference"],
    amount_kobo: amount_kobo!,
    ...(note && { reason: note }),
  });
}

/** The checker's half. */
export const fundWallet: ApprovalKind<Asked> = {
  permission: "provider:can_fund_debit_wallet",
  over: isReceived,
  measures: async (tx, _, { payload }) => [
    { label: "Company wallet", value: (await walletOf(tx, payload.company_id)).balance_kobo },
  ],
  async shows({ db }, { id, payload }) {
    const { name, rc_number } = await getRow(db, "companies", payload.company_id, ["name", "rc_number"]);
    const { papers, facts } = await slipShown(db, payload.slip_id, id);
    return {
      papers,
      facts: [
        { label: "Company", value: [name, rc_number].filter(Boolean).join(", ") },
        { label: "Reference", value: payload.reference },
        { label: "Received on", value: day(payload.received_on) },
        ...facts,
      ],
    };
  },
  async execute(tx, context, { payload, maker_id }) {
    const { company_id, reference, received_on, slip_id, note = null } = payload;
    const { status } = await getRow(tx, "companies", company_id, ["status"]);
    if (status !== "approved") throw new Conflict("This company is not approved.", "not_approved");
    if (company_id === context.session.company_id)
      throw new Conflict("Somebody else decides about money of your own company.", "own_money");
    const { is_replay } = await receiveForCompany(tx, context, {
      company_id,
      amount_kobo: BigInt(payload.amount_kobo),
      channel: "staff",
      source: "receipts_awaiting_bank",
      reference,
      on: received_on,
      actor: { ...actorOf(context), user_id: maker_id },
      note,
      slip_id,
      confirmed_by: context.session.user_id,
    });
    if (is_replay) throw new Conflict(`The reference ${reference} was already received.`, "reference_used");
    return undefined;
  },
};
