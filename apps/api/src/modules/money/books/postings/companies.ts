/** Posting templates: what companies pay for, and their wallets. */
import { type Posted, balancesOf, post } from "@manilla/ledger";
import { type Database, type Tx, queryable } from "../../../../db/database.ts";
import type { MoneySource } from "../../../../house/purposes.ts";
import { accountOf, openOwned } from "../chart.ts";
import { credit, debit, entry, postLater } from "./entry.ts";

interface PlanFact {
  charge_id: string;
  reference: string;
  amount_kobo: bigint;
  on: string;
  actor: string;
}

/** A company pays for a month of its plan: due from the payment provider ↑, plans that have not begun ↑. */
export const postPlanPayment = (tx: Tx, fact: PlanFact & { id: string; source: MoneySource }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `plan:${fact.charge_id}`,
        kind: "plan_payment",
        description: `Company plan ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit(fact.source, fact.amount_kobo), credit("plans_prepaid", fact.amount_kobo)],
    ),
  );

/** The month begins: plans that have not begun ↓, plan income ↑. */
export const postPlanBegins = (tx: Tx, fact: PlanFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `plan-begins:${fact.charge_id}`,
        kind: "begin_plan",
        description: `Company plan ${fact.reference} begins`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit("plans_prepaid", fact.amount_kobo), credit("plan_income", fact.amount_kobo)],
    ),
  );

/** A payment whose month had begun is taken back, before its receipt's own mirror image: plan income ↓, plans that have not begun ↑. */
export const postPlanEnds = (tx: Tx, fact: PlanFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `plan-ends:${fact.charge_id}`,
        kind: "end_plan",
        description: `Company plan ${fact.reference} taken back`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit("plan_income", fact.amount_kobo), credit("plans_prepaid", fact.amount_kobo)],
    ),
  );

/**
 * A payment whose month never begins is its payer's: plans that have not begun ↓, the payer's credit ↑. And back, before the payment's own mirror image.
 * @param fact `is_back` where the credit is taken again
 */
export async function postPlanToCredit(
  tx: Tx,
  { is_back = false, ...fact }: PlanFact & { user_id: string; is_back?: boolean },
): Promise<Posted> {
  const account = await openOwned(queryable(tx), "customer_credit", fact.user_id);
  const [from, into] = is_back ? [account, "plans_prepaid"] : ["plans_prepaid", account];
  return post(
    queryable(tx),
    entry(
      {
        key: `${is_back ? "plan-from-credit" : "plan-to-credit"}:${fact.charge_id}`,
        kind: is_back ? "end_plan_credit" : "plan_credit",
        description: `Company plan ${fact.reference} ${is_back ? "taken back" : "is its payer's credit"}`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit(from, fact.amount_kobo), credit(into, fact.amount_kobo)],
    ),
  );
}

/** Opens the account of a company's wallet; safe to repeat. */
export const openWalletAccount = (tx: Tx, company_id: string): Promise<string> =>
  openOwned(queryable(tx), "company_wallet", company_id);

/** Opens the account of an employee's purse; safe to repeat. */
export const openPurseAccount = (tx: Tx, user_id: string): Promise<string> =>
  openOwned(queryable(tx), "purse", user_id);

/** W1. Money comes into a company's wallet: where it is held ↑, the wallet ↑. */
export const postWalletFunding = (
  tx: Tx,
  fact: {
    id: string;
    receipt_id: string;
    company_id: string;
    reference: string;
    source: Exclude<MoneySource, "customer_credit">;
    amount_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `repay:${fact.receipt_id}`,
        kind: "fund_wallet",
        description: `Company wallet from ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { receipt_id: fact.receipt_id, company_id: fact.company_id },
      },
      [debit(fact.source, fact.amount_kobo), credit(accountOf("company_wallet", fact.company_id), fact.amount_kobo)],
    ),
  );

/**
 * W2. Money of the wallet is assigned to an employee's purse: wallet ↓, purse ↑; taken back, the mirror (a negative amount).
 * @throws InsufficientFunds where the wallet, or the purse, does not have it
 */
export const postAssigned = (
  tx: Tx,
  fact: {
    id: string;
    company_id: string;
    user_id: string;
    reference: string;
    amount_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<void> =>
  postLater(
    tx,
    entry(
      {
        id: fact.id,
        key: `assign:${fact.id}`,
        kind: "assign",
        description: `${fact.amount_kobo > 0n ? "Assigned to" : "Taken back from"} an employee, ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { company_id: fact.company_id, user_id: fact.user_id },
      },
      [
        debit(accountOf("company_wallet", fact.company_id), fact.amount_kobo),
        credit(accountOf("purse", fact.user_id), fact.amount_kobo),
      ],
    ),
  );

/** W2. What an employee was paid back into the purse is their own and goes with them: purse ↓, their cash wallet ↑. @throws InsufficientFunds */
export async function postOwnMoney(
  tx: Tx,
  fact: {
    id: string;
    company_id: string;
    user_id: string;
    reference: string;
    amount_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> {
  const account = await openOwned(queryable(tx), "cash_wallet", fact.user_id);
  return post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `own-money:${fact.id}`,
        kind: "own_money",
        description: `Own money of an employee who leaves, ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { company_id: fact.company_id, user_id: fact.user_id },
      },
      [debit(accountOf("purse", fact.user_id), fact.amount_kobo), credit(account, fact.amount_kobo)],
    ),
  );
}

interface TransferFact {
  /** Of the posting. */
  id: string;
  payout_id: string;
  company_id: string;
  reference: string;
  amount_kobo: bigint;
  on: string;
  actor: string;
}

/**
 * T1. Money of the wallet is on its way to a bank account: wallet ↓, transfers on their way ↑.
 * @throws InsufficientFunds where the wallet does not have it
 */
export const postTransferSent = (tx: Tx, fact: TransferFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `transfer:${fact.payout_id}`,
        kind: "send_transfer",
        description: `Transfer ${fact.reference} from a company's wallet`,
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id, company_id: fact.company_id },
      },
      [
        debit(accountOf("company_wallet", fact.company_id), fact.amount_kobo),
        credit("transfers_in_transit", fact.amount_kobo),
      ],
    ),
  );

/** T2. It arrived: transfers on their way ↓, bank ↓. */
export const postTransferArrived = (
  tx: Tx,
  fact: Pick<TransferFact, "payout_id" | "reference" | "amount_kobo" | "on" | "actor">,
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `transfer-arrived:${fact.payout_id}`,
        kind: "transfer_arrived",
        description: `Transfer ${fact.reference} arrived`,
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id },
      },
      [debit("transfers_in_transit", fact.amount_kobo), credit("bank_operating", fact.amount_kobo)],
    ),
  );

/** T3. It did not arrive: transfers on their way ↓, wallet ↑; or it came back after it had arrived: bank ↑, wallet ↑. */
export const postTransferReturned = (tx: Tx, fact: TransferFact & { wasPaid: boolean }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `transfer-returned:${fact.payout_id}`,
        kind: "transfer_returned",
        description: `Transfer ${fact.reference} came back`,
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id, company_id: fact.company_id },
      },
      [
        debit(fact.wasPaid ? "bank_operating" : "transfers_in_transit", fact.amount_kobo),
        credit(accountOf("company_wallet", fact.company_id), fact.amount_kobo),
      ],
    ),
  );

/** What a company's wallet has and what is set aside of it, in kobo. */
export async function walletOf(
  db: Tx | Database,
  company_id: string,
): Promise<{ balance_kobo: bigint; held_kobo: bigint; available_kobo: bigint }> {
  const [balance] = await balancesOf(queryable(db), [accountOf("company_wallet", company_id)]);
  const { natural_kobo: balance_kobo = 0n, held_kobo = 0n } = balance ?? {};
  return { balance_kobo, held_kobo, available_kobo: balance_kobo - held_kobo };
}

interface DeductionFact {
  id: string;
  company_id: string;
  reference: string;
  amount_kobo: bigint;
  on: string;
  actor: string;
}

/** D1. A company pays what it kept back from its people's pay: wallet ↓, deductions to be given to loans ↑. Once for a file. @throws InsufficientFunds */
export const postDeductionsPaid = (tx: Tx, fact: DeductionFact & { file_id: string }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `deductions:${fact.file_id}`,
        kind: "pay_deductions",
        description: `Salary deductions ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { company_id: fact.company_id, file_id: fact.file_id },
      },
      [
        debit(accountOf("company_wallet", fact.company_id), fact.amount_kobo),
        credit("deductions_clearing", fact.amount_kobo),
      ],
    ),
  );

/** A part of a deduction file that a reversed receipt gave back: deductions to be given to loans ↓, wallet ↑. Once for a line. */
export const postDeductionReturned = (tx: Tx, fact: DeductionFact & { line_id: string }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `deduction-return:${fact.line_id}`,
        kind: "return_deduction",
        description: `Salary deduction ${fact.reference} returned`,
        on: fact.on,
        actor: fact.actor,
        metadata: { company_id: fact.company_id, line_id: fact.line_id },
      },
      [
        debit("deductions_clearing", fact.amount_kobo),
        credit(accountOf("company_wallet", fact.company_id), fact.amount_kobo),
      ],
    ),
  );
